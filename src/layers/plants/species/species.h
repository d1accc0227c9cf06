/* species.h - the table of plants that a scene can grow, and the functions that draw them.
 *
 * A plant is a pure function of (species, key); its size in pixels only limits its detail.  Details
 * are nested: a larger plant has more of them, and those of a smaller one stay in their places.
 *
 * A fill of a plant has a tone and a share of the own colour, which is a second colour that all
 * plants of a stand have in common: of blossom, flowers, autumn leaves or roofs (stand.h).
 */
#ifndef RL_LAYERS_SPECIES_H
#define RL_LAYERS_SPECIES_H

#include "base/exact.h"
#include "base/hash.h"
#include "layers/common/drawing.h"

/* One plant to draw. */
typedef struct plant_look {
    uint64_t key;
    double size;   /* height in pixels */
    double autumn; /* how far leaves have turned to the stand's own colour, 0..1 */
    int in_wood;   /* 1 = a small tree among others, which is drawn with less detail and fuller */
} plant_look;

/* ---- habits: the shape of a species, as arguments of the function that draws it --------------
 *
 * Lengths and heights are shares of the plant's height.  All were tuned by eye. */

typedef struct conifer_habit {
    double half_width; /* half width of the crown at its foot */
    double taper;      /* the half width grows with this power of the distance from the tip */
    double rise;       /* factor of the slope of boughs where they leave the stem */
    double droop;      /* factor of the sag of boughs */
    double hang;       /* factor of the length of twigs that hang from boughs */
    double bare;       /* mean height of the lowest boughs */
    double whorls;     /* number of whorls */
    double has_heart;  /* 1 = the crown is dark inside; 0 = it is open, and turns in autumn */
} conifer_habit;

typedef struct pine_habit {
    double crown; /* height of the lowest limbs */
    double reach; /* length of the longest limbs */
    double limbs; /* number of limbs */
    double pad;   /* half width of a pad of needles */
    double flat;  /* depth of a pad below its middle, relative to its height above it */
    double stem;  /* width of the stem's foot */
} pine_habit;

typedef struct flame_habit {
    double half_width; /* half width of the crown */
    double belly;      /* power of the distance from the top that places the widest part: 1 = in the
                          middle, above 1 = lower */
    double fullness;   /* power of the outline's sine: the less, the fuller is the crown */
    double bare;       /* height of the lower end of the crown */
    double leaf_height;     /* length of a leaf, which is upright */
    double leaf_half_width; /* half width of a leaf */
    double ragged;          /* depth of the notches between leaves, in half widths of the crown */
    double turns;           /* 1 = leaves turn in autumn */
} flame_habit;

typedef struct saguaro_habit {
    double stem;       /* width of the column */
    double arm;        /* width of an arm */
    double elbow_out;  /* distance of an elbow from the stem */
    double elbow_low;  /* height of the lowest elbow */
    double elbow_high; /* height of the highest elbow */
    double rise;       /* longest rise of an arm above its elbow */
} saguaro_habit;

typedef struct frond_habit {
    double crown;   /* height at which fronds begin */
    double fronds;  /* number of fronds */
    double length;  /* length of a frond */
    double spread;  /* angle between the outermost fronds, in turns */
    double droop;   /* fall of a frond's end, relative to the frond's length */
    double leaflet; /* length of the longest leaflet */
    double stem;    /* width of the stem's foot; 0 = fronds grow from the ground */
} frond_habit;

typedef struct bamboo_habit {
    double culms;  /* number of culms */
    double spread; /* half width of the clump */
    double arch;   /* sideways shift of a culm's tip, which hangs over */
    double thick;  /* width of a culm */
    double leaf;   /* length of a leaf */
    double sprays; /* number of sprays of leaves on a culm */
} bamboo_habit;

typedef struct shrub_habit {
    double heads;  /* number of leafy heads */
    double spread; /* half width of the shrub, between the middles of its heads */
    double radius; /* radius of a head */
    double leaf;   /* length of a leaf */
} shrub_habit;

typedef struct grass_habit {
    double blades_least, blades_most; /* number of blades */
    double half_width;                /* half width of the ground that they grow on */
    double lean;       /* greatest shift of a blade's tip to a side, relative to its height */
    double blade_half; /* half width of a blade */
    double pale;       /* share of the way of all tones to TONE_GLOW, 0..1 */
} grass_habit;

typedef struct clump_habit {
    double half_width; /* half width of the dome */
    double wider;      /* random part of that width, +- a share of it */
    double sprigs;     /* number of sprigs of a tier */
    double length;     /* length of a sprig at the top */
    double half;       /* half width of a sprig at the top */
    double lean;       /* outward lean of the outermost sprigs, relative to their length */
    double teeth;      /* teeth on each side of a sprig, like a frond's; 0 = it is a spindle */
    double bloom;      /* share of the sprigs with flowers; 0 = leaves are in the light instead */
} clump_habit;

typedef struct reed_habit {
    double stalks_least, stalks_most; /* number of stalks */
    double cattails;                  /* probability of a cattail on a stalk, 0..1 */
} reed_habit;

typedef struct flower_habit {
    double petals;       /* number of petals */
    double petal_length; /* radius of the flower */
    double petal_half;   /* half width of a petal */
    double eye;          /* radius of the eye */
    double flat;         /* least height of the flower over its width; 1 = seen from above */
} flower_habit;

typedef struct boulder_habit {
    double most;         /* greatest number of boulders beside the first one */
    double squat, steep; /* least and greatest height, relative to the half width */
    double snow;         /* thickness of the snow on top, a share of the height; 0 = none */
} boulder_habit;

typedef struct log_habit {
    double length; /* length of the fallen stem */
} log_habit;

typedef struct house_habit {
    double night; /* 0 = day .. 1 = night */
    double roof;  /* share of the stand's own colour in roofs, 0..1 */
    double wall;  /* tone of walls in the light, 0..4 */
} house_habit;

#define SPECIES_NUMBERS 8
#define SPECIES_AT_EDGE 2.2 /* factor of `common` at edges of woods, where species need light */

typedef struct species {
    const char *name; /* word in scene text, such as "spruce" */
    const char *noun; /* plural for titles and descriptions, such as "spruces" */
    double common;    /* relative frequency among the trees of a wood; 0 = undergrowth */
    int needs_light;  /* 1: more frequent at the edges of woods, by the factor SPECIES_AT_EDGE */
    double height;    /* height of the tallest, relative to a spruce in the same place */
    double tint_a, tint_b; /* shares of the stand's tints in all of it, -1..1 (stand.h) */
    double hero;    /* height in U of the first tree of a clump in the near ground, before it is
                       multiplied by `height`; 0 = undergrowth, which is no tree of a wood */
    int hero_count; /* number of trees in such a clump */
    void (*draw)(const struct species *self, const plant_look *look, drawing *out);
    union { /* the habit that `draw` reads */
        conifer_habit conifer;
        pine_habit pine;
        flame_habit flame;
        saguaro_habit saguaro;
        frond_habit frond;
        bamboo_habit bamboo;
        shrub_habit shrub;
        grass_habit grass;
        clump_habit clump;
        reed_habit reed;
        flower_habit flower;
        boulder_habit boulder;
        log_habit log;
        house_habit house;
        double number[SPECIES_NUMBERS]; /* the fields of any habit, in their order */
    };
} species;

/* The species: trees, then undergrowth.  A new tree must be appended after the last tree, as a
 * scene stores its trees as a set of positions in this table. */
extern const species species_table[];
extern const int species_count;

/* Functions that add a plant to the drawing *out, for `draw` of a species. */
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

/* The trees of a scene that names no species: bits of the positions of spruce, fir, larch,
 * birch. */
#define SPECIES_OTHERWISE 0xf

/* species_tree_name returns the name of tree `number`, from 0, as in the value of the key
 * trees.species; NULL past the last tree. */
const char *species_tree_name(size_t number);

/* The trees of a scene's woods, with the frequency of each. */
#define SPECIES_MOST 32
typedef struct species_mix {
    int count; /* at least 1 */
    const species *kind[SPECIES_MOST];
    double weight[SPECIES_MOST]; /* relative frequency */
    const species *hero;         /* tree of the clump in the near ground */
    int blooms;    /* 1 = a tree is in bloom, and its blossom is the stand's own colour */
    double autumn; /* how far leaves have turned to the stand's own colour, 0..1; 0 if `blooms` */
} species_mix;

/* species_of writes the mix of a resolved scene. */
void species_of(const rl_scene *scene, species_mix *mix);

/* species_blooms returns 1 for a tree that has blossom in the stand's own colour. */
static inline int species_blooms(const species *one)
{
    return one->draw == draw_cherry;
}

/* species_is_dry returns 1 for a tree that grows on sand and in deserts. */
static inline int species_is_dry(const species *one)
{
    return one->draw == draw_saguaro || one->draw == draw_joshua || one->draw == draw_palm;
}

/* species_find returns a species by its name, or NULL. */
const species *species_find(const char *name);

/* plant_unit and plant_way return uniform numbers, in 0..1 and in -1..1, from the hash of a key, of
 * a level (the purpose of the draw) and of an index. */
static inline double plant_unit(uint64_t key, int level, int64_t index)
{
    return hash_unit(hash_at(key, level, index));
}

static inline double plant_way(uint64_t key, int level, int64_t index)
{
    return 2.0 * plant_unit(key, level, index) - 1.0;
}

/* Range of a number that depends on `unit` (a draw, or a place along a plant, 0..1):
 * least + span * unit. */
typedef struct plant_spread {
    double least, span;
} plant_spread;

static inline double plant_spread_at(plant_spread spread, double unit)
{
    return spread.least + spread.span * unit;
}

/* The same range by its ends.  Its rounding differs from that of a plant_spread, so pixels change
 * if one replaces the other. */
typedef struct plant_range {
    double from, to;
} plant_range;

static inline double plant_range_at(plant_range range, double unit)
{
    return exact_mix(range.from, range.to, unit);
}

/* plant_tone begins an opaque fill of a tone (0..4) without the stand's own colour. */
static inline void plant_tone(drawing *out, double tone)
{
    drawing_fill_of(out, tone, 0.0, 1.0);
}

/* A corner of a regular polygon around (0, 0) with a radius of 1, and the turn to the next corner.
 * The first corner is the rightmost one, the next is above it. */
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

/* plant_autumn returns the share of the stand's own colour, 0..1, in leaves of a tone (0..4) that
 * have turned by `autumn` (0..1).  Leaves in the light have more of it. */
#define PLANT_AUTUMN_SHADE 0.11 /* share in leaves of tone 0 */
#define PLANT_AUTUMN_TONE 0.13  /* increase of the share per tone */
static inline double plant_autumn(double autumn, double tone)
{
    return autumn * (PLANT_AUTUMN_SHADE + PLANT_AUTUMN_TONE * tone);
}

#endif
