/* species.h - plants that can be drawn: a row of numbers each, and the few ways to draw by them.
 *
 * A plant is a pure function of (species, key): its size in pixels only ends its detail.  Details
 * are nested: more of them at larger sizes, the first ones in the same places.
 */
#ifndef RL_LAYERS_SPECIES_H
#define RL_LAYERS_SPECIES_H

#include "base/hash.h"
#include "layers/drawing.h"

/* What one plant is drawn by. */
typedef struct plant_look {
    uint64_t key;
    double size;   /* pixels of its height */
    double autumn; /* 0..1: how far leaves have turned to the stand's own colour */
} plant_look;

#define SPECIES_NUMBERS 8

typedef struct species {
    const char *name; /* in scene text: "spruce" */
    const char *noun; /* for the words: "spruces" */
    double height;    /* of the tallest, relative to a spruce of the same row */
    double hero;      /* U: height of the first of a clump in the near ground, before `height`;
                         0: undergrowth, which is never a tree of a wood */
    int hero_count;   /* trees of such a clump */
    double number[SPECIES_NUMBERS]; /* what `draw` makes of them is said there */
    void (*draw)(const struct species *self, const plant_look *look, drawing *out);
} species;

/* The species, in the order of scene text's list. */
extern const species species_table[];
extern const int species_count;

/* The ways to draw, each in a file of its own. */
void draw_conifer(const species *self, const plant_look *look, drawing *out);
void draw_oak(const species *self, const plant_look *look, drawing *out);
void draw_bare(const species *self, const plant_look *look, drawing *out);
void draw_cherry(const species *self, const plant_look *look, drawing *out);
void draw_acacia(const species *self, const plant_look *look, drawing *out);
void draw_joshua(const species *self, const plant_look *look, drawing *out);
void draw_birch(const species *self, const plant_look *look, drawing *out);
void draw_flame(const species *self, const plant_look *look, drawing *out);
void draw_pine(const species *self, const plant_look *look, drawing *out);
void draw_saguaro(const species *self, const plant_look *look, drawing *out);
void draw_palm(const species *self, const plant_look *look, drawing *out);
void draw_bamboo(const species *self, const plant_look *look, drawing *out);
void draw_shrub(const species *self, const plant_look *look, drawing *out);
void draw_fern(const species *self, const plant_look *look, drawing *out);

/* species_find returns a species by its name, or NULL. */
const species *species_find(const char *name);

/* plant_unit and plant_way return hashed numbers in 0..1 and -1..1. */
static inline double plant_unit(uint64_t key, int level, int64_t index)
{
    return hash_unit(hash_at(key, level, index));
}

static inline double plant_way(uint64_t key, int level, int64_t index)
{
    return 2.0 * plant_unit(key, level, index) - 1.0;
}

/* plant_autumn returns the share of the stand's own colour in leaves of a tone. */
static inline double plant_autumn(double autumn, double tone)
{
    return autumn * (0.11 + 0.13 * tone);
}

#endif
