/* plate_kernels.h - kernels of a plate, which compute a part of a row at a time.
 *
 * A line has a value for each pixel of the part, and room for PLATE_RUN values (a run) after them,
 * as kernels read and write whole vectors.  A line whose neighbours are read has one more value on
 * both sides.  All variants compute the same bytes.
 */
#ifndef RL_MAP_PLATE_KERNELS_H
#define RL_MAP_PLATE_KERNELS_H

#include "base/cpu.h"
#include "heightmap/heightmap.h"

#include <stdint.h>

#define PLATE_PART 256 /* greatest number of pixels of a row in one call of a kernel */
#define PLATE_RUN 8    /* greatest number of lanes of a kernel */
#define PLATE_LINE (PLATE_PART + 2 * PLATE_RUN)
#define PLATE_NODES (PLATE_PART + 4 * PLATE_RUN) /* size of `nodes` for plate_kernels.spread */

/* Size of `line` for plate_kernels.spread: the values begin up to a step before the part and end up
 * to a run of steps after it. */
#define PLATE_SPREAD (PLATE_PART + 18 * 16 + 16)

#define PLATE_TINTS 2048

typedef struct plate_tints {
    float r[PLATE_TINTS], g[PLATE_TINTS], b[PLATE_TINTS]; /* linear light */
} plate_tints;

typedef struct plate_light {
    float ew, ns, up;       /* unit vector toward the light: east, north, up */
    float scale_x, scale_y; /* factor from Horn's sums of heights to a slope */
    float amount;           /* strength of the shading, 0 = none */
    float flat;             /* direct light on level land, 0..1 */
} plate_light;

typedef struct plate_contours {
    float levels;             /* number of contours from height 0 to height 1; 0 = no contours */
    float base;               /* number of contours from 0 metres to height 0 */
    float width, index_width; /* width of contours, and of index contours, pixels */
} plate_contours;

/* Sizes of the table of lit land, from which most pixels of a map are copied: tints by height, and
 * shades by direct light. */
#define PLATE_LIT_TINTS 1024
#define PLATE_LIT_SHADES 256

typedef struct plate_look {
    plate_light light;
    plate_contours contours;
    plate_tints land, water;
    int has_sea;
    float land_from, land_scale;                     /* tint = (h - land_from) * land_scale, 0..1 */
    float sea, depth_scale;                          /* depth = (sea - h) * depth_scale, 0..1 */
    float shore_half;                                /* half the width of the shore line, pixels */
    float river[3], shore[3];                        /* colours of lines, linear light */
    int32_t lit[PLATE_LIT_TINTS * PLATE_LIT_SHADES]; /* lit land, 0xBBGGRR */
} plate_look;

/* A line of heights, and the lines above and below it. */
typedef struct plate_rows {
    const float *up, *mid, *down;
} plate_rows;

typedef struct plate_part {
    const float *own;             /* heights of the map */
    const float *fine;            /* heights with PLATE_FINE_SIGMA */
    const float *broad;           /* heights with PLATE_BROAD_SIGMA */
    float shade[PLATE_LINE];      /* direct light on the samples, 0..1 */
    const float *broad_shade;     /* direct light on the broad heights, 0..1 */
    float flatness[PLATE_LINE];   /* pixels over which the fine heights rise by 1 */
    float line[PLATE_LINE];       /* coverage of contours, 0..1 */
    uint8_t ink[PLATE_LINE];      /* coverage of rivers, 0..255 */
    int has_contours, has_rivers; /* 0 = `line` or `ink` is not set */
    uint8_t rgb[3 * PLATE_LINE];  /* result */
} plate_part;

#define GENERALISE_RUN 32   /* values after a row that `blur` may read and write */
#define GENERALISE_REACH 96 /* greatest reach of a blur to one side, samples */

typedef struct generalise_weights {
    int reach;                          /* samples to one side that have a weight */
    float weight[GENERALISE_REACH + 1]; /* weights by the distance in samples */
} generalise_weights;

/* plate_rows_take returns samples x .. x+count-1 of rows y-1, y and y+1, with one more sample on
 * both sides and a run after that.  The result points into the map, or, if the map does not have
 * all of these samples, to copies in `lines`, whose run is 0. */
plate_rows plate_rows_take(const heightmap *map, int x, int y, int count,
                           float lines[3][PLATE_LINE]);

typedef struct plate_kernels {
    /* Fills look->lit from the other fields. */
    void (*look)(plate_look *look);
    /* Computes the weighted sum of four rows; reads and writes up to a run beyond `count`. */
    void (*mix)(const float weights[4], const float *const rows[4], float *mixed, int count);
    /* Interpolates `step` values from each sample on.  Value k after a sample is the sum of the
     * four samples round it, nodes[-1 .. 2], with the weights [4 * k] to [4 * k + 3]. */
    void (*spread)(const float *weights, int step, const float *nodes, float *line, int count);
    /* Computes the direct light on samples, 0..1. */
    void (*shade)(const plate_light *light, plate_rows rows, float *shade, int count);
    /* Computes part.flatness. */
    void (*flatness)(plate_rows rows, float *flatness, int count);
    /* Computes the coverage of contours. */
    void (*contours)(const plate_contours *contours, const float *heights, const float *flatness,
                     float *covered, int count);
    /* Paints part->rgb from the other lines. */
    void (*paint)(const plate_look *look, plate_part *part, int count);
    /* Blurs: computes the weighted sum of lines; before[d] and after[d] are at a distance of d, so
     * before[0] is after[0]. */
    void (*blur)(const generalise_weights *weights, const float *const *before,
                 const float *const *after, float *out, int count);
} plate_kernels;

/* plate_light_of returns the light of the rules on heights whose samples are `step` pixels apart;
 * plate_contours_of returns the contours of the rules, for the width plate_line `line`. */
plate_light plate_light_of(const rl_map_rules *rules, const heightmap_ground *ground, int step);
plate_contours plate_contours_of(const rl_map_rules *rules, const heightmap_ground *ground,
                                 double line);

extern const plate_kernels *const plate_kernels_of[CPU_KERNELS];

#endif
