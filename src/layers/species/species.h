/* species.h - plants that can be drawn: a row of numbers each, and the few ways to draw by them.
 *
 * A plant is a pure function of (species, key): its size in pixels only ends its detail.  Details
 * are nested: more of them at larger sizes, the first ones in the same places.
 */
#ifndef RL_LAYERS_SPECIES_H
#define RL_LAYERS_SPECIES_H

#include "base/exact.h"
#include "base/hash.h"
#include "layers/drawing.h"

/* What one plant is drawn by. */
typedef struct plant_look {
    uint64_t key;
    double size;   /* pixels of its height */
    double autumn; /* 0..1: how far leaves have turned to the stand's own colour */
    int in_wood;   /* seen small, among others: simpler and fuller */
} plant_look;

#define SPECIES_NUMBERS 8

typedef struct species {
    const char *name; /* in scene text: "spruce" */
    const char *noun; /* for the words: "spruces" */
    double common;    /* how often among the trees of a wood; 0: undergrowth */
    double at_edge;   /* so many times as often at the edges of woods */
    double height;    /* of the tallest, relative to a spruce of the same row */
    double hero;      /* U: height of the first of a clump in the near ground, before `height`;
                         0: undergrowth, which is never a tree of a wood */
    int hero_count;   /* trees of such a clump */
    double number[SPECIES_NUMBERS]; /* what `draw` makes of them is said there */
    void (*draw)(const struct species *self, const plant_look *look, drawing *out);
} species;

/* The species, trees before undergrowth: a new tree is the last of them, because scenes have
 * sets of their numbers. */
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

/* The woods of a scene that names no species: spruce, fir, larch and birch. */
#define SPECIES_OTHERWISE 0xf

/* species_tree_name returns the name of tree `number` from 0, or NULL past the last: so the key
 * trees.species names them. */
const char *species_tree_name(size_t number);

/* What the woods of a scene are of. */
#define SPECIES_MOST 32
typedef struct species_mix {
    int count; /* at least 1 */
    const species *kind[SPECIES_MOST];
    double weight[SPECIES_MOST];
    const species *hero; /* of the clump of tall trees in the near ground: the one in bloom, or
                            that of most weight */
    int blooms;          /* a species of it does: the own colour of plants is that of blossom, */
    double autumn;       /* else that of leaves, which have turned so far */
} species_mix;

/* species_of writes the mix of a resolved scene. */
void species_of(const rl_scene *scene, species_mix *mix);

/* species_blooms returns 1 for a tree whose own colour is that of its blossom. */
static inline int species_blooms(const species *one)
{
    return one->draw == draw_cherry;
}

/* species_is_dry returns 1 for a tree of sand and deserts. */
static inline int species_is_dry(const species *one)
{
    return one->draw == draw_saguaro || one->draw == draw_joshua || one->draw == draw_palm;
}

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

/* The corners of a regular polygon around (0, 0) with a radius of 1, from the rightmost upward. */
typedef struct plant_corner {
    double x, y, step_x, step_y;
} plant_corner;

static inline plant_corner plant_corner_first(int corners)
{
    double turn = 1.0 / corners;
    return (plant_corner){1.0, 0.0, exact_cos_turn(turn), exact_cos_turn(0.25 - turn)};
}

static inline void plant_corner_next(plant_corner *c)
{
    double x = c->x * c->step_x - c->y * c->step_y;
    c->y = c->y * c->step_x + c->x * c->step_y;
    c->x = x;
}

/* plant_autumn returns the share of the stand's own colour in leaves of a tone. */
static inline double plant_autumn(double autumn, double tone)
{
    return autumn * (0.11 + 0.13 * tone);
}

#endif
