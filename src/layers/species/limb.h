/* limb.h - the skeleton of a tree: limbs that fork in space, seen from the front.
 *
 * Limbs grow from the foot at (0, 0), x to the right, y up, z toward the viewer; then the whole is
 * scaled to a height of 1.  A tree without leaves is this alone.
 */
#ifndef RL_LAYERS_LIMB_H
#define RL_LAYERS_LIMB_H

#include "layers/species/species.h"

#define LIMBS 1100 /* of one tree; the last ones are left out */

typedef struct limb_plan {
    double stem;   /* length up to the first fork; those of limbs are relative to LIMB_LENGTH */
    double ratio;  /* length of a limb, of the one that it grows from */
    double spread; /* how far limbs turn away at a fork: 1 = 45 degrees */
    double wobble; /* how far a limb's end turns from its beginning */
    double up;     /* how far it turns upward */
    double width;  /* of the stem's foot, in the tree's height */
    double thin;   /* how thick a limb is, of the one that it goes on from */
    double shoots; /* probability of a limb between two forks */
    int depth;     /* forks from the foot to a tip */
    double lean;   /* how far the stem leans to a side, at most */
    double low;    /* limbs below it turn upward */
} limb_plan;

/* Boughs that are none: the stem; the limbs that grow from it and carry the boughs. */
enum { LIMB_STEM = -1, LIMB_ARMS = -2 };

/* The first limbs' length. */
#define LIMB_LENGTH 0.30

typedef struct limb {
    float from[3], bend[3], to[3]; /* a curve of second degree */
    float thick, thin;             /* half widths of its ends */
    float length, turn;            /* turn: about the limb that it grows from, 1 = once */
    int level;                     /* forks below it; 0: the stem */
    int bough;                     /* which of the limbs of level 2 carries it */
    int is_tip;
    uint64_t key;
} limb;

typedef struct skeleton {
    int limbs, boughs;
    double tone, light; /* of the stem's bark */
    int marks;          /* dark ones on it */
    int twigs;          /* on each last limb, at most */
    limb limb[LIMBS];
} skeleton;

/* limb_grow makes the skeleton of a tree; `crown` is added to the height of its tips. */
void limb_grow(const limb_plan *plan, uint64_t key, double crown, skeleton *out);

/* limb_scale gives it that height again after its limbs were moved. */
void limb_scale(skeleton *tree, double crown);

/* limb_join makes all limbs those of the stem, for a tree whose boughs are not covered. */
void limb_join(skeleton *tree);

/* limb_at returns a coordinate (0..2) of a limb's curve, t of the way to its end. */
double limb_at(const limb *one, int axis, double t);

/* limb_draw adds the limbs of a bough to a drawing, with a light side; the
 * stem has roots. */
void limb_draw(const skeleton *tree, int bough, double size, drawing *out);

#endif
