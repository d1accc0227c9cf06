/* limb.h - grows and draws the skeleton of a tree, for all species with limbs: curves that fork in
 * space, seen from the front.
 *
 * Limbs grow from the foot at (0, 0, 0), x to the right, y up, z toward the viewer.  Then the whole
 * skeleton is scaled to a height of 1 less that of the leaves above its tips.
 */
#ifndef RL_LAYERS_LIMB_H
#define RL_LAYERS_LIMB_H

#include "layers/plants/species/species.h"

#define LIMBS 1100         /* most limbs of a tree; further ones (the thinnest) are left out */
#define LIMB_BOUGH_LEVEL 2 /* level of the limbs that begin a bough each */
#define LIMB_LENGTH 0.30   /* length of the limbs at the first fork, before scaling */

/* The habit of a tree's limbs, tuned by eye for each species. */
typedef struct limb_plan {
    double stem;   /* length of the stem before scaling, when first limbs have LIMB_LENGTH */
    double ratio;  /* length of a limb, relative to its parent's */
    double spread; /* angle between a limb and its parent; 1 = 45 degrees */
    double wobble; /* greatest random change of direction along a limb, relative to a unit vector */
    double up;     /* upward change of direction along a limb, relative to a unit vector */
    double width;  /* width of the stem's foot */
    double thin;   /* thickness of a limb's end, relative to its foot */
    double shoots; /* probability of a further limb between two forks, 0..1 */
    int depth;     /* number of forks from the foot to a tip */
    double lean;   /* greatest lean of the stem to a side: run over rise */
    double low;    /* height below which limbs turn upward, before scaling */
} limb_plan;

/* Values of limb.bough for limbs that are not part of a bough. */
enum {
    LIMB_STEM = -1, /* the stem */
    LIMB_ARMS = -2  /* the limbs between the stem and the boughs */
};

typedef struct limb {
    float from[3], bend[3], to[3]; /* control points of a quadratic Bezier curve */
    float thick, thin;             /* half widths of its foot and of its end */
    float length;                  /* length before scaling */
    float turn;                    /* azimuth about its parent's direction, turns */
    int level;                     /* number of forks from the foot of the tree; 0 = the stem */
    int bough;                     /* number of its bough, or LIMB_STEM, LIMB_ARMS */
    int is_tip;                    /* 1 = it has no children */
    uint64_t key;
} limb;

typedef struct skeleton {
    int limbs, boughs;
    double tone;  /* tone of the stem's bark, 0..4 */
    double light; /* tone of the bark's side in the light, 0..4 */
    int marks;    /* number of dark marks on the stem */
    int twigs;    /* most twigs on each limb that is a tip */
    limb limb[LIMBS];
} skeleton;

/* limb_grow makes the skeleton of a tree; its highest tip is at 1 - `crown`, as leaves are
 * above. */
void limb_grow(const limb_plan *plan, uint64_t key, double crown, skeleton *out);

/* limb_scale scales a tree so that its highest tip is at 1 - `crown`, after limbs were moved. */
void limb_scale(skeleton *tree, double crown);

/* limb_join makes all limbs part of LIMB_STEM, for a tree without leaves over its boughs. */
void limb_join(skeleton *tree);

/* limb_at returns a coordinate (axis 0..2: x, y, z) of a limb's curve; t = 0 at its foot, 1 at its
 * end. */
double limb_at(const limb *one, int axis, double t);

/* limb_draw adds the limbs of a bough (a number, LIMB_STEM or LIMB_ARMS) to a drawing, with their
 * sides in the light; the stem also has roots and marks.  `size` is the tree's height in pixels. */
void limb_draw(const skeleton *tree, int bough, double size, drawing *out);

#endif
