/* limb.h - grows and draws the skeleton of a tree, for all species with limbs: curves that fork in
 * space, seen from the front.
 *
 * Limbs grow from the foot at (0, 0, 0), x to the right, y up, z toward the viewer; then the whole
 * is scaled to a height of 1.  A tree without leaves is its skeleton alone.
 */
#ifndef RL_LAYERS_LIMB_H
#define RL_LAYERS_LIMB_H

#include "layers/plants/species/species.h"

#define LIMBS 1100       /* most limbs of a tree: the thinnest beyond them are left out */
#define LIMB_LENGTH 0.30 /* length of the limbs at the first fork, before scaling */

/* The habit of a tree's limbs, tuned by eye for each species. */
typedef struct limb_plan {
    double stem;   /* length of the stem, before scaling: compare LIMB_LENGTH */
    double ratio;  /* length of a limb, relative to its parent */
    double spread; /* angle between a limb and its parent; 1 = 45 degrees */
    double wobble; /* most random turn between the ends of a limb: run over length */
    double up;     /* upward turn between the ends of a limb: rise over length */
    double width;  /* width of the stem's foot */
    double thin;   /* thickness of a limb's end, relative to its foot */
    double shoots; /* probability of a limb between two forks, 0..1 */
    int depth;     /* forks from the foot to a tip */
    double lean;   /* most lean of the stem to a side: run over rise */
    double low;    /* height below which limbs turn upward, before scaling */
} limb_plan;

/* Boughs of limbs that are part of none. */
enum {
    LIMB_STEM = -1, /* the stem */
    LIMB_ARMS = -2  /* limbs that grow from the stem and carry the boughs */
};

typedef struct limb {
    float from[3], bend[3], to[3]; /* control points of a quadratic Bezier curve */
    float thick, thin;             /* half widths of its ends */
    float length;                  /* length before scaling */
    float turn;                    /* azimuth about its parent, in turns */
    int level;                     /* number of forks below it; 0 = the stem */
    int bough;                     /* number of the limb of level 2 that carries it, or LIMB_... */
    int is_tip;
    uint64_t key;
} limb;

typedef struct skeleton {
    int limbs, boughs;
    double tone;  /* tone of the stem's bark, 0..4 */
    double light; /* tone of the bark's light side, 0..4 */
    int marks;    /* number of dark marks on the stem */
    int twigs;    /* most twigs on each last limb */
    limb limb[LIMBS];
} skeleton;

/* limb_grow makes the skeleton of a tree; `crown` is the height left for leaves above its tips,
 * 0..1. */
void limb_grow(const limb_plan *plan, uint64_t key, double crown, skeleton *out);

/* limb_scale scales a tree to the height that limb_grow gave it, after its limbs were moved. */
void limb_scale(skeleton *tree, double crown);

/* limb_join makes all limbs part of the stem, for a tree whose boughs are not covered. */
void limb_join(skeleton *tree);

/* limb_at returns a coordinate (axis 0..2: x, y, z) of a limb's curve; t = 0 at its foot, 1 at its
 * end. */
double limb_at(const limb *one, int axis, double t);

/* limb_draw adds the limbs of a bough, or of LIMB_STEM or LIMB_ARMS, to a drawing, with their light
 * side; the stem has roots and marks.  `size` is the tree's height in pixels. */
void limb_draw(const skeleton *tree, int bough, double size, drawing *out);

#endif
