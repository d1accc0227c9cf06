/* plate_kernels.h - the pixels of a plate, a part of a row at a time.
 *
 * In: lines of floats, one value a pixel, and what does not change from pixel to pixel. Out:
 * bytes of RGB, the same from every variant.  Lines have room for a run beyond the part; those
 * whose neighbours are read go on by one on both sides.
 */
#ifndef RL_MAP_PLATE_KERNELS_H
#define RL_MAP_PLATE_KERNELS_H

#include "base/cpu.h"
#include "heightmap/heightmap.h"

#include <stddef.h>
#include <stdint.h>

#define PLATE_PART 256 /* pixels that are painted at once */
#define PLATE_RUN 8    /* a kernel's most lanes */
#define PLATE_LINE (PLATE_PART + 2 * PLATE_RUN)
#define PLATE_NODES (PLATE_PART + 4 * PLATE_RUN) /* samples around those, with some to spare */

/* A line that is spread from samples `step` apart begins up to a step early, and ends up to
 * a run of steps late. */
#define PLATE_SPREAD (PLATE_PART + 18 * 16 + 16)

#define PLATE_TINTS 2048

typedef struct plate_tints {
    float r[PLATE_TINTS], g[PLATE_TINTS], b[PLATE_TINTS]; /* linear light */
} plate_tints;

typedef struct plate_light {
    float ew, ns, up;       /* the light's direction times its share */
    float scale_x, scale_y; /* heights in Horn's sums -> slope */
    float amount, flat;
} plate_light;

typedef struct plate_contours {
    float levels; /* lines from height 0 to height 1; 0 = none */
    float base;   /* lines from 0 metres to height 0 */
    float width, index_width;
} plate_contours;

/* Land under every light, as samples 0xBBGGRR: what most pixels of a map are. */
#define PLATE_LIT_TINTS 1024
#define PLATE_LIT_SHADES 256

typedef struct plate_look {
    plate_light light;
    plate_contours contours;
    plate_tints land, water;
    int has_sea;
    float land_from, land_scale; /* height -> entry */
    float sea, depth_scale, shore_half;
    float river[3], shore[3];
    int32_t lit[PLATE_LIT_TINTS * PLATE_LIT_SHADES];
} plate_look;

/* A line and its neighbours above and below. */
typedef struct plate_rows {
    const float *up, *mid, *down;
} plate_rows;

typedef struct plate_part {
    const float *own;        /* heights */
    const float *fine;       /* generalised */
    const float *broad;      /* more so */
    float shade[PLATE_LINE]; /* how lit the land is, 0..1 */
    const float *broad_shade;
    float flatness[PLATE_LINE];   /* pixels for a rise of 1, by the fine heights */
    float line[PLATE_LINE];       /* covered by contours */
    uint8_t ink[PLATE_LINE];      /* of rivers */
    int has_contours, has_rivers; /* 0: line, ink are not set */
    uint8_t rgb[3 * PLATE_LINE];
} plate_part;

#define GENERALISE_RUN 32
#define GENERALISE_REACH 96 /* samples to one side, at most */

typedef struct generalise_weights {
    int reach;
    float weight[GENERALISE_REACH + 1]; /* by distance */
} generalise_weights;

/* plate_rows_take takes a part of three rows, with a sample more on both sides and a run after
 * that: of the map, or of `lines`, where it reaches beyond the borders; there the run is 0. */
plate_rows plate_rows_take(const heightmap *map, int x, int y, int count,
                           float lines[3][PLATE_LINE]);

typedef struct plate_kernels {
    /* Fills lit by the other parts of the look. */
    void (*look)(plate_look *look);
    /* The sum of four rows by their weights; reads and writes a run beyond `count`. */
    void (*mix)(const float weights[4], const float *const rows[4], float *mixed, int count);
    /* Values between samples: each is the sum of the four around it, nodes[-1 ..  2], by the
     * weights of its place between them, weights[4 * place]. */
    void (*spread)(const float *weights, int step, const float *nodes, float *line, int count);
    void (*shade)(const plate_light *light, plate_rows rows, float *shade, int count);
    void (*flatness)(plate_rows rows, float *flatness, int count);
    void (*contours)(const plate_contours *contours, const float *heights, const float *flatness,
                     float *covered, int count);
    /* All lines but rgb -> rgb. */
    void (*paint)(const plate_look *look, plate_part *part, int count);
    /* The weighted sum of lines, `before` and `after` by distance; those at 0 are one. */
    void (*blur)(const generalise_weights *weights, const float *const *before,
                 const float *const *after, float *out, int count);
} plate_kernels;

/* The rules' light on heights of every `step`-th sample, and their contours, on this ground;
 * `line`: see plate_line. */
plate_light plate_light_of(const rl_map_rules *rules, const heightmap_ground *ground, int step);
plate_contours plate_contours_of(const rl_map_rules *rules, const heightmap_ground *ground,
                                 double line);

extern const plate_kernels *const plate_kernels_of[CPU_KERNELS];

#endif
