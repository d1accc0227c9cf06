/* leaves.h - the leaves of a crown: blobs, grouped in boughs, each covered with dabs of light and
 * shade.
 */
#ifndef RL_LAYERS_LEAVES_H
#define RL_LAYERS_LEAVES_H

#include "layers/species/limb.h"

#define BLOBS 320
#define LEAF_TONES 5

/* What a crown's leaves look like. */
typedef struct leaf_plan {
    double dab;     /* radius of a dab, heights of the plant */
    double cover;   /* dabs that lie over a point of a blob, about */
    double heart;   /* how far a blob is dark and closed, of its radius */
    double light;   /* how much lighter than green leaves */
    double bough;   /* how much lighter a bough is above than at its middle */
    double speckle; /* by how much dabs that are side by side differ */
    double tone[LEAF_TONES], own[LEAF_TONES]; /* from shade to light */
} leaf_plan;

typedef struct leaf_blob {
    float x, y, z; /* z toward the viewer */
    float wide, high;
    int bough;
    uint64_t key;
} leaf_blob;

typedef struct leaf_crown {
    int blobs;
    leaf_blob blob[BLOBS];
} leaf_crown;

/* leaves_green returns the plan of green leaves, dabs of a radius, that have turned to the stand's
 * own colour by `autumn`. */
leaf_plan leaves_green(double radius, double cover, double autumn);

/* leaves_add adds a blob; a crown that has too many leaves it out. */
void leaves_add(leaf_crown *crown, leaf_blob blob);

/* leaves_draw adds a crown to a drawing: from the farthest bough to the nearest, limbs before
 * leaves; the stem is before the boughs behind it. */
void leaves_draw(const leaf_plan *plan, const leaf_crown *crown, const skeleton *tree, double size,
                 drawing *out);

/* What growing a tree takes: too much for a small stack. */
typedef struct grown_tree {
    skeleton tree;
    leaf_crown crown;
} grown_tree;

#endif
