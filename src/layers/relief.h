/* relief.h - faces on mountains: the tables, and what their files share.
 *
 * relief_table.c fills the tables with what can be seen, relief_ground.c blurs the ridge and
 * lays snow and beds of rock, the kernel shades runs of columns at one depth.
 */
#ifndef RL_LAYERS_RELIEF_H
#define RL_LAYERS_RELIEF_H

#include "layers/ridge.h"
#include "ridge/noise.h"

/* relief_share makes what all tables read, relief_make the table of a ridge, when all
 * outlines and the lake are known.  A table holds what can be seen in the part; the rest of
 * it is 0.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status relief_share(preparation *work, ridge_shared *shared, rl_error *error);
rl_status relief_make(preparation *work, frame_layer *layer, rl_error *error);

/* relief_depth returns the depth of table level j, in U; relief_x where a column is, in U
 * from the middle. */
double relief_depth(int j);
double relief_x(const rl_frame *frame, const relief_table *table, int64_t column);

/* relief_fade returns how much of faces or beds shows at a depth (U), where they fade to 1/e
 * over `fade`. */
double relief_fade(const rl_ridge *land, double fade, double depth);

/* Columns of the table that a kernel shades at a time, counted from the picture's left
 * edge: positions within a run are single, its beginning is double precision. */
#define RELIEF_RUN 32

#define RELIEF_DRIFT_MOST 0.35 /* U: how far sideways a lookup may go */
#define RELIEF_SIDE_WIDTH 0.25 /* U: near the sun the light turns to the other side */
#define RELIEF_DEEPEST 0.55    /* U: below it there is no relief */

/* ---- the ridge, blurred (relief_ground.c) ----------------------------------- */

/* The finest lattice of the profile, in U; each level of the pyramid doubles it.
 * A level is blurred by about 1.15 of its own steps. */
#define RELIEF_STEP 0.00075
#define RELIEF_BLUR 1.15
#define RELIEF_BLURS 9

typedef struct relief_blur {
    int64_t first;
    size_t count;
    double *height; /* U */
    float *slope;   /* rise over run; not known at either end */
} relief_blur;

typedef struct relief_profile {
    relief_blur blur[RELIEF_BLURS];
    int finest; /* the first level that pixels of this size can show */
    int coarsest;
    double step; /* U between the samples of the finest */
    double *memory;
} relief_profile;

/* relief_step returns how far (U) the samples of a level are apart: in a loop so that it
 * is a multiple of all. */
double relief_step(const rl_frame *frame, int level);

/* relief_blurred blurs a ridge from left to right (U), up to level `coarsest`; its memory is
 * freed by the caller.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status relief_blurred(relief_profile *profile, const rl_frame *frame, int ridge, double left,
                         double right, int coarsest, rl_error *error);

/* relief_blur_grid caches what all ridges share on their finest lattice.
 * Errors: RL_NO_MEMORY. */
rl_status relief_blur_grid(const rl_frame *frame, rl_error *error);

/* relief_height returns the height (U) at x (U). */
double relief_height(const relief_profile *profile, double x);

/* ---- kernels --------------------------------------------------------------- */

/* Noises: a broad and a fine one lead the lookup aside, one is the grain of rock. */
enum relief_noises { RELIEF_FAR, RELIEF_NEAR, RELIEF_GRAIN, RELIEF_NOISES };
#define RELIEF_OCTAVES 5

/* One noise at a depth: its lattice lines (see noise_lines), or, where depth is no
 * constant of the row, the cells of the last lookups. */
typedef struct relief_noise {
    int octaves; /* 0 = none */
    float rate;  /* cells of the first octave in a column */
    const float *lines[RELIEF_OCTAVES];
    int64_t first[RELIEF_OCTAVES]; /* column of the first line */
    uint64_t key;
    float scale;      /* cells of the first octave in a U of depth */
    noise_cell *cell; /* [octaves] */
} relief_noise;

/* What is the same for all columns at one depth. */
typedef struct relief_row {
    relief_noise noise[RELIEF_NOISES];
    int by_height; /* noise is tied to heights, not to depths */
    float depth;   /* U */
    float drift_far, drift_near, grain;
    float grain_drift;     /* cells of the grain's first octave in a U of drift */
    const float *slope[3]; /* of two levels of blur, and of the one that crests know */
    float per_drift[3];    /* steps of that level in a U */
    float per_column[3];   /* and in a column */
    float part;            /* between the two levels */
    float calm;            /* shade that a level crest keeps */
    float crest;           /* 0 at the crest .. 1: calm is over */
} relief_row;

/* Where a run begins. */
typedef struct relief_place {
    int64_t cell[RELIEF_NOISES]; /* of the noises' first octaves */
    float part[RELIEF_NOISES];   /* into that cell */
    int32_t index[3];            /* of the slopes */
    float way[3];
    float side;          /* distance to the sun in RELIEF_SIDE_WIDTHs */
    float side_rate;     /* and its change in a column */
    const float *height; /* [RELIEF_RUN]: of the ridge, U; where by_height */
} relief_place;

/* A relief_kernel writes the shades (-1..1) of a run. */
typedef void relief_kernel(const relief_row *row, const relief_place *place, float *shade);
extern relief_kernel *const relief_kernels[CPU_KERNELS];

/* How the faces of a kind of land look. */
typedef struct face_look {
    double blur, blur_least; /* blur width over depth, and its least (U) */
    double drift;            /* U sideways for a U of depth and a noise of 1 */
    double drift_x, drift_d; /* cells of that noise in a U */
    int octaves;
    double gullies, texture; /* the fine drift and the grain of rock */
    double calm;             /* shade that a level crest keeps */
    double fade;             /* U of depth over which shade falls to 1/e, far away */
    int by_height;           /* the noise is tied to heights, not to depths */
} face_look;

/* ---- snow and beds of rock (relief_ground.c) ----------------------------------- */

#define RELIEF_SNOW_OCTAVES 4

typedef struct relief_snow {
    uint64_t key;
    double top;    /* U: above it snow is thick */
    double amount; /* 0..1 */
    double rate;   /* cells of its border's noise in a U */
    noise_cell cell[RELIEF_SNOW_OCTAVES];
} relief_snow;

/* snow_begin finds where snow is on a ridge; snow_at returns how much is at x and a height
 * (U) on a face of a shade. */
void snow_begin(relief_snow *snow, const rl_frame *frame, int ridge);
float snow_at(relief_snow *snow, double x, double height, float shade);

/* beds_make lays the beds of rock of a table.  `fade` is the U of depth over which they fade.
 * Errors: RL_NO_MEMORY. */
rl_status beds_make(const rl_frame *frame, const ridge_shared *shared, const rl_ridge *land,
                    relief_table *table, uint64_t key, double fade, rl_error *error);

#endif
