/* relief_shader.h - a row of a table of faces: its noises, its slopes, its runs.
 *
 * In: a ridge's look and a part of its columns.  Out: what the kernel needs for a depth, and for
 * each run of columns at all depths.
 */
#ifndef RL_FRAME_RELIEF_SHADER_H
#define RL_FRAME_RELIEF_SHADER_H

#include "frame/relief.h"

/* Columns that share one profile and its lattice lines; a multiple of RELIEF_RUN. */
#define RELIEF_PART 4096

/* The level of blur whose slope tells how level a crest is. */
#define RELIEF_CREST_BLUR 5

/* Work on RELIEF_PART of a table. */
typedef struct relief_shader {
    const rl_frame *frame;
    const rl_ridge *ridge;
    int index;
    const face_look *look;
    frame_relief *table;
    uint64_t key;
    relief_snow snow;
    relief_levels *seen; /* [blocks] */
    relief_kernel *shade;

    int64_t from, to; /* columns, from the picture's left edge */
    int runs;
    relief_levels all;      /* that any of its runs shows */
    int first_run, end_run; /* of a depth that is laid */
    relief_profile profile;
    relief_place *place;        /* [RELIEF_PART / RELIEF_RUN] */
    relief_levels *run_seen;    /* as many */
    float *height;              /* [runs * RELIEF_RUN]: U; only where something is tied to it */
    float *lines;               /* room for the lattice lines of one depth */
    double rate[RELIEF_NOISES]; /* cells of each noise's first octave in a U */
    noise_period period[RELIEF_NOISES];
    noise_cell cell[RELIEF_NOISES][RELIEF_OCTAVES];
} relief_shader;

/* shader_x returns where a column lies, in U from the middle. */
double shader_x(const relief_shader *s, int64_t column);

/* shader_drift_most returns how far a lookup of the grain may be led aside, at the most (U). */
double shader_drift_most(const face_look *look, double depth);

/* shader_fit lets the noises repeat with a loop. */
void shader_fit(relief_shader *s);

/* shader_count_lines returns how many lattice lines a depth may need. */
size_t shader_count_lines(const relief_shader *s);

/* shader_blurs tells which levels of blur a depth looks at, two and that which knows crests,
 * and the second one's part. */
void shader_blurs(const relief_shader *s, double depth, int blur[3], double *part);

/* shader_row lays the noises of level j. */
relief_row shader_row(relief_shader *s, int j, const int blur[3], double part);

/* shader_place_run makes what of a run's place is the same at all depths; shader_place_slopes
 * the rest. */
void shader_place_run(relief_shader *s, int run);
void shader_place_slopes(const relief_shader *s, int run, const int blur[3]);

#endif
