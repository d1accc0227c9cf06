/* relief.h - what the files of the relief share.
 *
 * relief.c fills the tables with what can be seen (seen.c), profile.c blurs the ridge,
 * the kernel shades runs of columns at one depth, as the land's faces (faces.c) look;
 * snow.c and strata.c lay snow and beds of rock on them.
 */
#ifndef RL_FRAME_RELIEF_H
#define RL_FRAME_RELIEF_H

#include "frame/profile.h"
#include "ridge/noise.h"

/* Columns of the table that a kernel shades at a time, counted from the picture's left
 * edge: positions within a run are single, its beginning is double precision. */
#define RELIEF_RUN 32

#define RELIEF_DRIFT_MOST 0.35 /* U: how far sideways a lookup may go */
#define RELIEF_SIDE_WIDTH 0.25 /* U: near the sun the light turns to the other side */
#define RELIEF_DEEPEST 0.55    /* U: below it there is no relief */

/* ---- the ridge, blurred ---------------------------------------------------- */

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

/* relief_step returns how far (U) the samples of a level lie apart: in a loop so that it
 * is a multiple of all. */
double relief_step(const rl_frame *frame, int level);

/* relief_profile_make blurs a ridge from left to right (U), up to level `coarsest`.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status relief_profile_make(relief_profile *profile, const rl_frame *frame, int ridge,
                              double left, double right, int coarsest, rl_error *error);
/* relief_profile_share keeps what the profiles of all ridges share, where they are not
 * long.  Errors: RL_NO_MEMORY. */
rl_status relief_profile_share(rl_frame *frame, rl_error *error);
void relief_profile_free(const rl_frame *frame, relief_profile *profile);

/* relief_profile_height returns the height (U) at x (U). */
double relief_profile_height(const relief_profile *profile, double x);

/* ---- kernels --------------------------------------------------------------- */

/* Noises: a broad and a fine one lead the lookup aside, one is the grain of rock. */
enum relief_noises { RELIEF_FAR, RELIEF_NEAR, RELIEF_GRAIN, RELIEF_NOISES };
#define RELIEF_OCTAVES 5

/* One noise at a depth: its lattice lines (see noise_lines), or, where depth is no
 * constant of the row, the cells asked last. */
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

/* ---- faces ------------------------------------------------------------------ */

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

const face_look *relief_look(const rl_ridge *ridge);

/* ---- what can be seen --------------------------------------------------------- */

/* Levels of the table that a block of columns can show: none when last < first. */
typedef struct relief_levels {
    int first, last;
} relief_levels;

/* relief_see tells what a block shows of a ridge, whose rows share a table. */
relief_levels relief_see(const rl_frame *frame, int index, int block);

/* ---- snow ---------------------------------------------------------------------- */

#define RELIEF_SNOW_OCTAVES 4

typedef struct relief_snow {
    uint64_t key;
    double top;    /* U: above it snow lies thick */
    double amount; /* 0..1 */
    double rate;   /* cells of its border's noise in a U */
    noise_cell cell[RELIEF_SNOW_OCTAVES];
} relief_snow;

/* relief_snow_top returns the top for a ridge; relief_snow_fit fits the border to a loop
 * (U, 0 = none).
 * relief_snow_at returns how much lies at x and a height (U) on a face of a shade. */
void relief_snow_fit(relief_snow *snow, double loop);
double relief_snow_top(const rl_frame *frame, int ridge);
float relief_snow_at(relief_snow *snow, double x, double height, float shade);

/* ---- beds of rock ---------------------------------------------------------- */

/* relief_strata lays the beds of a table.  `fade` is the U of depth over which they fade.
 * Errors: RL_NO_MEMORY. */
rl_status relief_strata(const rl_frame *frame, const rl_ridge *ridge, frame_relief *table,
                        uint64_t key, double fade, rl_error *error);

/* relief_depths makes what all tables read.  Errors: RL_NO_MEMORY.
 * relief_depth returns the depth of table level j, in U; relief_x where a column lies. */
rl_status relief_depths(rl_frame *frame, rl_error *error);
double relief_depth(int j);
double relief_x(const rl_frame *frame, const frame_relief *table, int64_t column);

#endif
