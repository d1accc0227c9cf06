/* plants.h - single trees and bushes on a plain or on hills of fields, and a farm house, each drawn
 * from parts: limbs, leaves, blocks.
 *
 * A plant's lengths are in its height, from its foot, up and to the right.
 */
#ifndef RL_LAYERS_PLANTS_H
#define RL_LAYERS_PLANTS_H

#include "base/arena.h"
#include "base/hash.h"
#include "layers/plane.h"
#include "paint/block.h"

enum part_form { PART_LIMB, PART_LEAVES, PART_BLOCK };

/* A limb from one point to another, whose radius falls; leaves: an ellipse, thinner below; a
 * block: a wall or a roof from the middle of its foot to that of its top. */
typedef struct plant_part {
    float x, y, to_x, to_y; /* leaves: their middle, half width, half height */
    float from, to;         /* radii; leaves: below its middle so much of the height */
    enum part_form form;
} plant_part;

#define PLANT_PARTS 60
#define PLANT_OCTAVES 4
#define PLANT_LEAF 0.006f /* length of a leaf at the edge of a tree */

typedef struct plant {
    double x, foot;           /* pixels of the whole picture */
    double size;              /* its height, pixels */
    double left, right, high; /* how far parts reach */
    uint64_t key;
    double rough, grain; /* how far leaves wander from their ellipses, and how often */
    int parts;
    const plant_part *part;
    float own[3], lit[3];                     /* encoded sRGB */
    double light_x, light_up, light_at, roof; /* where its leaves are light: see plants_kernel.c */
    double side;                              /* -1..1: where the light comes from */
} plant;

/* plant_acacia and the others write the parts of one, and return how many. */
int plant_acacia(uint64_t key, plant_part *part);
int plant_bush(uint64_t key, plant_part *part);
int plant_shrub(uint64_t key, plant_part *part);
int plant_round(uint64_t key, plant_part *part);
int plant_cypress(uint64_t key, plant_part *part);
int plant_poplar(uint64_t key, plant_part *part);

/* Walls of a farm house of height 1, those in the shade, its roofs, its windows. */
int plant_house_walls(uint64_t key, plant_part *part);
int plant_house_dark(uint64_t key, plant_part *part);
int plant_house_roofs(uint64_t key, plant_part *part);
int plant_house_windows(uint64_t key, plant_part *part);

/* The same of a church tower: in the light, in the shade, its roof, its opening. */
int plant_tower_walls(uint64_t key, plant_part *part);
int plant_tower_dark(uint64_t key, plant_part *part);
int plant_tower_roofs(uint64_t key, plant_part *part);
int plant_tower_windows(uint64_t key, plant_part *part);

/* The parts of a plant that a row of samples meets, each with where it is along the row. */
typedef struct plant_span {
    const plant_part *part;
    float left, right;
} plant_span;

typedef struct plant_row {
    const plant *one;
    float y;
    double left, right; /* of all parts */
    int parts;
    float sharp;  /* samples in its height */
    float edge;   /* the same of leaves: too small to be seen they are soft */
    float leaves; /* how much single leaves show at edges */
    plant_span span[PLANT_PARTS];
    plane_row noise; /* PLANT_OCTAVES of leaves that wander, and one of single leaves */
} plant_row;

/* plant_row_at begins a row; `sharp` samples lie beside each other in a pixel. */
void plant_row_at(const plant *one, double y, double sharp, plant_row *row);

/* Columns of a block, in heights of a plant from its middle. */
typedef struct plant_columns {
    float x, step;
    int from, to;
    plane_span span; /* where they are in a row's noise */
} plant_columns;

/* Small plants have edges that are finer than pixels: so many samples each way. */
#define PLANT_FINE 2

/* plant_pixels lays a plant over the columns of a block; `row` are `fine` rows of samples. */
typedef void plant_pixels(const plant_row *row, int fine, const plant_columns *columns,
                          tile_colours *out, float *covered);
extern plant_pixels *const plant_pixels_of[CPU_KERNELS];

#endif
