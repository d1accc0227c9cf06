/* leaves.h - the leaves of a crown: blobs (ellipses), which are grouped in boughs and covered with
 * dabs (small spots) of light and shade.  Lengths are multiples of the plant's height.
 */
#ifndef RL_LAYERS_LEAVES_H
#define RL_LAYERS_LEAVES_H

#include "layers/plants/species/limb.h"

#define BLOBS 320 /* most blobs of a crown */
#define LEAF_TONES 5

/* The look of a crown's leaves. */
typedef struct leaf_plan {
    double dab;     /* radius of a dab */
    double cover;   /* mean number of dabs over a point of a blob */
    double heart;   /* radius of the dark heart of a blob, relative to the blob's */
    double light;   /* added to the light of a dab, 0 = as of green leaves .. 1 */
    double bough;   /* light at the top of a bough less that at its middle, 0..1 */
    double speckle; /* greatest less least value of the random part of a dab's light, 0..1 */
    double tone[LEAF_TONES], own[LEAF_TONES]; /* tones, shares of the own colour; shade to light */
} leaf_plan;

typedef struct leaf_blob {
    float x, y, z;    /* middle; z toward the viewer */
    float wide, high; /* half width and half height */
    int bough;        /* number of the bough that carries the blob (limb.bough) */
    uint64_t key;
} leaf_blob;

typedef struct leaf_crown {
    int blobs;
    leaf_blob blob[BLOBS];
} leaf_crown;

/* leaves_green returns a plan of green leaves with `dab` = radius and `cover`, which have turned to
 * the stand's own colour by `autumn` (0..1). */
leaf_plan leaves_green(double radius, double cover, double autumn);

/* leaves_add adds a blob, unless the crown has BLOBS already. */
void leaves_add(leaf_crown *crown, leaf_blob blob);

/* leaves_draw adds a crown and the limbs of its tree to a drawing, from the farthest bough to the
 * nearest.  `size` is the height of the plant in pixels. */
void leaves_draw(const leaf_plan *plan, const leaf_crown *crown, const skeleton *tree, double size,
                 drawing *out);

/* Memory in which a tree is grown; from drawing_scratch, as it is too large for a small stack. */
typedef struct grown_tree {
    skeleton tree;
    leaf_crown crown;
} grown_tree;

#endif
