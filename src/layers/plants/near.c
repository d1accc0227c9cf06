/* near.c - places plants and stones on the two near slopes, or on the nearest dune, for ridge.c:
 * clumps of grass, flowers, boulders, a log, a clump of tall trees on the front slope and a smaller
 * one that answers it on the rear slope.
 *
 * Small things are on jittered lattices along lines below the crest: each is a function of (seed,
 * slope, line, cell).  Trees of a clump are functions of (seed, slope, number).  Lengths are in U,
 * depths are U below the crest; numbers were tuned by eye on seeds 1..16.
 */
#include "layers/plants/near.h"

#include "base/memory.h"
#include "base/status.h"
#include "layers/common/clearing.h"
#include "layers/motif/motif.h"
#include "layers/plants/clumps.h"
#include "layers/plants/corner.h"
#include "layers/plants/planting.h"
#include "layers/plants/species/ground.h"
#include "layers/water/lake.h"
#include "ridge/family.h"
#include "ridge/noise.h"

#define KIT_TALLEST 2.6    /* highest thing of the kit, relative to the heights of ground_table */
#define KIT_VARIANTS 2     /* distinct plants per small species: so small that few differ */
#define REACH 0.10         /* U, no small thing reaches farther from its foot */
#define TREE_REACH 0.60    /* U, no tree of a clump reaches farther from its foot */
#define GROUND_STEP 0.0037 /* U between samples of the crest */
#define UNIT_LEAST_PX 16.0 /* pixels of a U; smaller pictures show nothing of it */
#define CLEARING_LEAST 0.3 /* share of a clearing (0..1) from which on nothing grows */
#define FOOT_SUNK 0.03     /* share of a thing's height that is in the ground */

/* Power by which trees are taller where a U is less than the height of the picture. */
#define TALL_GROWTH 0.6

/* Levels of the hash of a thing. */
enum { DRAW_THERE = 1, DRAW_X, DRAW_DEPTH, DRAW_SIZE, DRAW_PLANT, DRAW_KIND };

static const planting_look look = {.draw = DRAW_PLANT, .top = 1.1, .tie = 1e-6};

/* Draws of a seed for both slopes. */
enum {
    CHOICE_HERO,
    CHOICE_HERO_PLACE,
    CHOICE_HERO_HEIGHT,
    CHOICE_ANSWER,
    CHOICE_ANSWER_PLACE,
    CHOICE_FLOWERS,
    CHOICE_FLOWER_KIND,
    CHOICE_LOG,
    CHOICE_LOG_PLACE,
    CHOICE_DUNE
};

/* Lattices: the number of the first line of each. */
enum { CLUMPS = 0, FLOWERS = 48, BOULDERS = 80, REEDS = 96, CLUMP = 112 };

/* Streams of noise. */
enum { NOISE_FLOWER = 202, NOISE_REED, NOISE_CLUMP };

const scene_key hero_keys[3] = {
    REAL_KEY("hero.height", BY_NAME, 0, 3, 1,
             "height of a clump of tall trees on near ground, relative to usual; 0 = none"),
    REAL_KEY("hero.frame", BY_NAME, 0, 1, 0,
             "height of a conifer at the picture's edge in place of the clump; 1 = taller than the "
             "picture, 0 = none",
             TRAIT_BUSY | TRAIT_INVENTED),
    INTEGER_KEY("hero.trees", BY_NAME, 0, 5, 0,
                "number of trees in the clump; 0 = as usual for the species"),
};

const scene_key ground_keys[4] = {
    REAL_KEY("ground.grass", BY_NAME, 0, 3, 1, "amount of grass on near ground, relative to usual"),
    REAL_KEY("ground.flowers", BY_NAME, 0, 3, 1,
             "amount of flowers on near ground, relative to the choice of the seed"),
    REAL_KEY("ground.boulders", BY_NAME, 0, 3, 1,
             "amount of boulders on near ground, relative to usual"),
    NAME_KEY("ground.corner", BY_NAME, corner_kinds, 0,
             "what stands in a lower corner of worlds that end with the viewer's own slope"),
};

/* A lattice of things along a line below the crest. */
typedef struct near_line {
    int number;
    double depth;   /* U below the crest, the least of its things */
    double deep;    /* U, jitter that is added to `depth` */
    double spacing; /* U, width of a cell */
} near_line;

typedef struct near_ground {
    const rl_frame *frame;
    planting base;
    int is_front;
    int is_dune; /* a dune bears trees alone */
    uint64_t key, choices;
    double side;     /* 1: the slope rises to the right, -1: to the left */
    double half;     /* U, half the width of the picture */
    double growth;   /* factor of the heights of trees */
    double grass;    /* density, 0..3 */
    double flowers;  /* density; 0 = the seed has none, or snow lies */
    double boulders; /* density, 0..3 */
    int is_snowy;    /* snow covers the ground */
    double *before;  /* [base.grounds]: the highest land between water and slope; NULL = no water */
    const species *tree, *shrub, *fern;
    int has_conifers;      /* among the trees of the land's woods */
    const near_line *line; /* the present one */
} near_ground;

static double chosen(const near_ground *n, int choice)
{
    return hash_unit(hash_at(n->choices, choice, 0));
}

/* Patches in which a kind of thing grows: noise, and the values of it (times `gain`) at which
 * nothing grows and everything does. */
typedef struct patches {
    double cell; /* U, period of the noise along the slope */
    double rows; /* periods of the noise in a U of depth */
    double gain, none, all;
} patches;

/* Share (0..1) of places of a lattice that bear a thing, at x and row y of the noise `number`;
 * `less` is taken from the noise. */
static double share_at(const near_ground *n, int number, const patches *p, double x, double y,
                       double less)
{
    double cell = p->cell;
    noise_period period = noise_fit_cell(n->frame->loop, &cell);
    double noise = noise_fractal(hash_at(n->key, number, 0), 2, x / cell, y, period);
    return exact_smoothstep(p->none, p->all, p->gain * noise - less);
}

static double ground_at(const near_ground *n, double x)
{
    return planting_ground(&n->base, n->base.ground, x);
}

/* ---- one thing ------------------------------------------------------------------------------ */

/* Small things are sprites of the kit; others are drawn one by one, those that are of no lattice
 * with all copies in a loop. */
enum { OF_KIT, BY_ITSELF, WITH_COPIES };

static rl_status put(near_ground *n, const species *kind, const plant_spot *at, double height,
                     int how, rl_error *error)
{
    plant_spot spot = *at;
    spot.height = height;
    spot.down = spot.depth + FOOT_SUNK * height;
    spot.is_single = how != OF_KIT;
    return how == WITH_COPIES ? planting_put_copies(&n->base, kind, spot, TREE_REACH, error)
                              : planting_put(&n->base, kind, &spot, error);
}

#define CELL_MARGIN 0.05 /* margin at both sides of a cell without things, share of the cell */

typedef rl_status add_thing(near_ground *n, const plant_spot *spot, rl_error *error);

/* Calls `add` for the places of a lattice that may reach the part, except in clearings. */
static rl_status scatter(near_ground *n, const near_line *line, add_thing *add, rl_error *error)
{
    n->line = line;
    double reach = REACH + PLANTING_REACH_PX / n->frame->unit;
    plant_cells cells = planting_cells(&n->base, line->spacing, reach);
    for (; cells.cell <= cells.last; cells.cell++) {
        plant_spot spot = {.key = planting_key(&cells, hash_at(n->key, line->number, 0), 0)};
        spot.x = planting_x(&cells, CELL_MARGIN, hash_at(spot.key, DRAW_X, 0));
        spot.depth = line->depth + line->deep * hash_unit(hash_at(spot.key, DRAW_DEPTH, 0));
        if (motif_clearing(n->frame, n->base.ridge, spot.x) > CLEARING_LEAST)
            continue;
        TRY(add(n, &spot, error));
    }
    return RL_OK;
}

/* Whether a place of a lattice is among the share that bears a thing; a share above 1 means all. */
static int is_there(const plant_spot *spot, double share)
{
    return hash_unit(hash_at(spot->key, DRAW_THERE, 0)) < share;
}

/* ---- flowers -------------------------------------------------------------------------------- */

static const struct {
    double bare;           /* share of the seeds that have no flowers */
    double few, by_chance; /* density of others: the least, and what chance adds */
    int lines;
    double first, deep;       /* U below the crest: the first line, and from first to last */
    double spacing, by_depth; /* U, width of a cell at the crest; what a U of depth adds */
    patches drift, clump;     /* flowers grow where clumps are in drifts */
    double crowded;           /* factor of the share of places in the middle of a clump */
    double flower_until, daisy_until; /* cumulative probabilities of species; poppies else */
    double front, rear;               /* U, height on either slope */
    double at_crest, taller; /* factors of the height: at the crest; what a U of depth adds */
    double low, by_size;     /* factors of the height: the least; what chance adds */
} flower = {
    .bare = 0.40,
    .few = 0.16,
    .by_chance = 0.24,
    .lines = 9,
    .first = 0.003,
    .deep = 0.10,
    .spacing = 0.0085,
    .by_depth = 0.08,
    .drift = {.cell = 0.30, .rows = 7.0, .gain = 1.9, .none = 0.0, .all = 0.50},
    .clump = {.cell = 0.055, .rows = 40.0, .gain = 1.0, .none = -0.20, .all = 0.25},
    .crowded = 8.0,
    .flower_until = 0.70,
    .daisy_until = 0.90,
    .front = 0.0112,
    .rear = 0.0085,
    .at_crest = 0.48,
    .taller = 7.5,
    .low = 0.68,
    .by_size = 0.62,
};

static rl_status add_flower(near_ground *n, const plant_spot *spot, rl_error *error)
{
    double x = spot->x, depth = spot->depth;
    double share = share_at(n, NOISE_FLOWER, &flower.drift, x, flower.drift.rows * depth, 0.0) *
                   share_at(n, NOISE_CLUMP, &flower.clump, x, flower.clump.rows * depth, 0.0);
    if (!is_there(spot, flower.crowded * share * n->flowers))
        return RL_OK;
    double u = chosen(n, CHOICE_FLOWER_KIND), size = hash_unit(hash_at(spot->key, DRAW_SIZE, 0));
    int kind = u < flower.flower_until  ? GROUND_FLOWER
               : u < flower.daisy_until ? GROUND_DAISY
                                        : GROUND_POPPY;
    double height = (n->is_front ? flower.front : flower.rear) *
                    (flower.at_crest + flower.taller * depth) *
                    (flower.low + flower.by_size * size * size);
    return put(n, &ground_table[kind], spot, height, OF_KIT, error);
}

/* ---- stones, shrubs, reeds, a log ----------------------------------------------------------- */

static const struct {
    double shrub_until;       /* probability of a shrub; a fern else */
    double deep;              /* U, jitter of its depth */
    double height, by_chance; /* U, the least height, and what chance adds */
} bush = {.shrub_until = 0.65, .deep = 0.014, .height = 0.011, .by_chance = 0.014};

/* Adds a shrub or a fern up to `wide` U from x. */
static rl_status add_bush(near_ground *n, uint64_t key, double x, double depth, double wide,
                          rl_error *error)
{
    const species *kind =
        hash_unit(hash_at(key, DRAW_KIND, 0)) < bush.shrub_until ? n->shrub : n->fern;
    if (kind == NULL)
        return RL_OK;
    double u = hash_unit(hash_at(key, DRAW_SIZE, 0));
    plant_spot spot = {.key = key,
                       .x = x + wide * plant_way(key, DRAW_X, 0),
                       .depth = depth + bush.deep * hash_unit(hash_at(key, DRAW_DEPTH, 0))};
    if (motif_clearing(n->frame, n->base.ridge, spot.x) > CLEARING_LEAST)
        return RL_OK;
    return put(n, kind, &spot, bush.height + bush.by_chance * u, WITH_COPIES, error);
}

static const struct {
    near_line line;
    double there;          /* probability that a cell has a boulder */
    double front, rear;    /* U, height on either slope */
    double low, by_chance; /* factors of the height: the least, and what chance adds */
    double has_bush;       /* probability of a bush beside a boulder */
    double bush_above;     /* U, the bush is so much nearer to the crest */
    double bush_wide;      /* U, farthest that the bush is from the boulder */
} boulder = {
    .line = {.number = BOULDERS, .depth = 0.002, .deep = 0.075, .spacing = 0.21},
    .there = 0.35,
    .front = 0.0165,
    .rear = 0.0130,
    .low = 0.50,
    .by_chance = 0.9,
    .has_bush = 0.5,
    .bush_above = 0.006,
    .bush_wide = 0.03,
};

static rl_status add_boulder(near_ground *n, const plant_spot *spot, rl_error *error)
{
    if (!is_there(spot, boulder.there * n->boulders))
        return RL_OK;
    double u = hash_unit(hash_at(spot->key, DRAW_SIZE, 0));
    double height =
        (n->is_front ? boulder.front : boulder.rear) * (boulder.low + boulder.by_chance * u * u);
    if (hash_unit(hash_at(spot->key, DRAW_KIND, 1)) < boulder.has_bush)
        TRY(add_bush(n, hash_at(spot->key, DRAW_KIND, 2), spot->x, spot->depth - boulder.bush_above,
                     boulder.bush_wide, error));
    const species *kind = &ground_table[n->is_snowy ? GROUND_SNOW_BOULDER : GROUND_BOULDER];
    return put(n, kind, spot, height, BY_ITSELF, error);
}

#define CLUMPS_DEEP 0.30 /* U below the crest to which clumps reach */

/* Reeds are on a crest before water. */
static const struct {
    near_line line;
    patches patch;
    double patch_row;         /* row of the noise */
    double there;             /* probability of a reed where the share is 1 */
    double height, by_chance; /* U, the least height, and what share and chance add */
    double land;              /* fraction of H by which land before the water may be higher */
} reed = {
    .line = {.number = REEDS, .depth = 0.001, .deep = 0.006, .spacing = 0.009},
    .patch = {.cell = 0.22, .gain = 1.8, .none = -0.15, .all = 0.35},
    .patch_row = 0.5,
    .there = 0.8,
    .height = 0.020,
    .by_chance = 0.024,
    .land = 0.012,
};

static rl_status add_reed(near_ground *n, const plant_spot *spot, rl_error *error)
{
    if (planting_ground(&n->base, n->before, spot->x) > ground_at(n, spot->x) + reed.land)
        return RL_OK;
    double share = share_at(n, NOISE_REED, &reed.patch, spot->x, reed.patch_row, 0.0);
    if (hash_unit(hash_at(spot->key, DRAW_THERE, 0)) > reed.there * share)
        return RL_OK;
    double height =
        reed.height + reed.by_chance * share * hash_unit(hash_at(spot->key, DRAW_SIZE, 0));
    return put(n, &ground_table[GROUND_REED], spot, height, OF_KIT, error);
}

/* A log lies on the front slope where the tall trees are conifers. */
static const struct {
    double there;           /* probability of a log */
    double inside, outside; /* range of its place, in half widths of the picture */
    double depth, height;   /* U */
} fallen = {.there = 0.25, .inside = 0.25, .outside = 0.70, .depth = 0.045, .height = 0.021};

static rl_status add_small_things(near_ground *n, rl_error *error)
{
    TRY(scatter(n, &boulder.line, add_boulder, error));
    if (n->is_front && n->tree != NULL &&
        (n->tree->draw == draw_conifer || n->tree->draw == draw_pine) &&
        chosen(n, CHOICE_LOG) <= fallen.there) {
        double place = exact_mix(fallen.inside, fallen.outside, chosen(n, CHOICE_LOG_PLACE));
        plant_spot spot = {.key = hash_at(n->key, CLUMP, -1),
                           .x = n->side * place * n->half,
                           .depth = fallen.depth};
        TRY(put(n, &ground_table[GROUND_LOG], &spot, fallen.height, WITH_COPIES, error));
    }
    if (n->before != NULL)
        TRY(scatter(n, &reed.line, add_reed, error));
    if (n->grass > 0.0) {
        clumps_ground ground = {.key = hash_at(n->key, CLUMPS, 0),
                                .amount = n->grass,
                                .deep = CLUMPS_DEEP,
                                .is_snowy = n->is_snowy};
        TRY(clumps_add(&n->base, &ground, error));
    }
    for (int i = 0; i < flower.lines && n->flowers > 0.0; i++) {
        double depth = flower.first + flower.deep * i / flower.lines;
        near_line line = {.number = FLOWERS + i,
                          .depth = depth,
                          .deep = flower.deep / flower.lines,
                          .spacing = flower.spacing + flower.by_depth * depth};
        TRY(scatter(n, &line, add_flower, error));
    }
    return RL_OK;
}

/* ---- clumps of tall trees ------------------------------------------------------------------- */

/* Lengths in U.  The clump on the front slope is the hero, that on the rear one the answer. */
static const struct {
    double there;       /* probability of the hero */
    double inside;      /* distance of a clump from the picture's edge, before the next factor */
    double near, far;   /* range of a factor of `inside` by chance */
    double narrow;      /* half the width of the picture below which `inside` shrinks */
    double sun_nearest; /* least distance of the hero from the place where the land opens, U */
    double low, high;   /* factors of the hero's height */
    double wide;        /* half the width of the picture below which the clump shrinks */
    double loop_place;  /* share of a loop from the opening to where a slope is highest */
    double answer_high, answer_wide;  /* size of the answer relative to the hero */
    int answer_trees;                 /* the most trees of the answer */
    double depth;                     /* depth of the first tree */
    double others_depth, others_deep; /* depths of other trees: the least; what chance adds */
    double dim;                       /* share of the light that does not reach its trees */
    double spread, spread_more;       /* places of other trees: sum of two uniform draws */
    double small_power;               /* power of the uniform draw of sizes of other trees */
    double least, by_chance; /* heights of other trees relative to the first one: the least; what
                                chance adds */
    double edge, edge_lower; /* other trees at a distance of `edge` from the first one are lower by
                                this share */
    double fir_share;        /* firs among the other trees of a clump of spruces */
    int bushes, dune_bushes; /* shrubs and ferns at the feet of a clump */
    double bush_depth, bush_wide; /* their depth, and farthest distance from the first tree */
} grove = {
    .there = 0.80,
    .inside = 0.14,
    .near = 0.7,
    .far = 1.5,
    .narrow = 0.8,
    .sun_nearest = 0.24,
    .low = 0.83,
    .high = 1.17,
    .wide = 0.5,
    .loop_place = 0.28868,
    .answer_high = 0.42,
    .answer_wide = 0.5,
    .answer_trees = 4,
    .depth = 0.006,
    .others_depth = 0.003,
    .others_deep = 0.022,
    .dim = 0.20,
    .spread = 0.13,
    .spread_more = 0.03,
    .small_power = 1.2,
    .least = 0.30,
    .by_chance = 0.60,
    .edge = 0.2,
    .edge_lower = 0.35,
    .fir_share = 0.16,
    .bushes = 12,
    .dune_bushes = 4,
    .bush_depth = 0.010,
    .bush_wide = 0.20,
};

#define TREE_HIDES 0.24  /* half the width of a tree relative to its height */
#define MOTIF_HIDDEN 0.8 /* half the width of a motif relative to its size */

/* Whether a tree would hide the motif. */
static int hides_motif(const near_ground *n, double x, double height)
{
    const rl_motif *m = &n->frame->scene.motif;
    if (m->name <= MOTIF_NONE || (m->on == MOTIF_ON_GROUND && m->ridge > n->base.ridge + 1))
        return 0;
    double offset = exact_abs(exact_way(x - m->x, n->frame->loop));
    double top = ground_at(n, x) / n->frame->unit_share + height;
    return offset < TREE_HIDES * height + MOTIF_HIDDEN * m->size &&
           top > m->y / n->frame->unit_share;
}

typedef struct near_clump {
    const species *kind;
    int trees;
    double x, height; /* U */
    double wide;      /* factor of the places of its trees */
} near_clump;

static rl_status add_clump(near_ground *n, const near_clump *c, rl_error *error)
{
    const species *fir = species_find("fir");
    for (int i = 0; i < c->trees; i++) {
        plant_spot spot = {
            .key = hash_at(n->key, CLUMP, i), .x = c->x, .depth = grove.depth, .dim = grove.dim};
        double height = c->height;
        if (i > 0) {
            double offset = grove.spread * plant_way(spot.key, DRAW_X, 0) +
                            grove.spread_more * plant_way(spot.key, DRAW_X, 1);
            double u = exact_pow(hash_unit(hash_at(spot.key, DRAW_SIZE, 0)), grove.small_power);
            height *= (grove.least + grove.by_chance * u) *
                      (1.0 - grove.edge_lower * exact_min(exact_abs(offset) / grove.edge, 1.0));
            spot.x += c->wide * offset;
            spot.depth = grove.others_depth +
                         grove.others_deep * hash_unit(hash_at(spot.key, DRAW_DEPTH, 0));
        }
        int is_fir = i > 0 && c->kind == species_find("spruce") && fir != NULL &&
                     hash_unit(hash_at(spot.key, DRAW_KIND, 0)) < grove.fir_share;
        if (!hides_motif(n, spot.x, height))
            TRY(put(n, is_fir ? fir : c->kind, &spot, height, WITH_COPIES, error));
    }
    int bushes =
        c->trees > 0 ? (int)((n->is_dune ? grove.dune_bushes : grove.bushes) * c->wide) : 0;
    for (int i = 0; i < bushes; i++)
        TRY(add_bush(n, hash_at(n->key, CLUMP + 1, i), c->x, grove.bush_depth,
                     grove.bush_wide * c->wide, error));
    return RL_OK;
}

/* A conifer at the picture's edge, of which half is seen: it frames the picture. */
static const struct {
    double narrowest; /* U, half the width of the narrowest picture that has one */
    double height;    /* U, where hero.frame is 1 */
    double inside;    /* U from the picture's edge */
    double lower;     /* U from the picture's lower edge down to its foot */
    double dim;       /* share of the light that does not reach it: it is the darkest of all */
} framing = {.narrowest = 0.6, .height = 1.25, .inside = 0.04, .lower = 0.12, .dim = 0.7};

static rl_status add_trees(near_ground *n, rl_error *error)
{
    const rl_frame *frame = n->frame;
    const rl_scene *scene = &frame->scene;
    int is_calm = scene->calm == RL_CALM_LEFT && n->side < 0.0;
    int trees = scene_int(scene, "hero.trees");
    double high = scene_real(scene, "hero.height");
    if (n->tree == NULL || scene->tree_height <= 0.0 || is_calm || high <= 0.0)
        return RL_OK;
    near_clump clump = {.kind = n->tree,
                        .trees = trees > 0 ? trees : n->tree->hero_count,
                        .wide = exact_min(n->growth, n->half / grove.wide)};
    clump.height = high * n->tree->hero * n->tree->height * n->growth *
                   exact_mix(grove.low, grove.high, chosen(n, CHOICE_HERO_HEIGHT));
    /* A clump is on the side to which the slope rises. */
    double inside = grove.inside * exact_max(high, 1.0);
    double place = chosen(n, n->is_front ? CHOICE_HERO_PLACE : CHOICE_ANSWER_PLACE);
    clump.x = frame->loop > 0.0
                  ? ridge_real(&scene->ridge[n->base.ridge], "opening") +
                        n->side * grove.loop_place * frame->loop
                  : n->side * (n->half - inside * exact_mix(grove.near, grove.far, place) *
                                             exact_min(n->half / grove.narrow, 1.0));
    if (!n->is_front) {
        clump.trees = (int)((grove.answer_trees + 1) * chosen(n, CHOICE_ANSWER));
        clump.height *= grove.answer_high;
        clump.wide *= grove.answer_wide;
        return add_clump(n, &clump, error);
    }
    double height = framing.height * scene_real(scene, "hero.frame");
    plant_spot edge = {.key = hash_at(n->key, CLUMP, -2),
                       .x = n->side * (n->half - framing.inside),
                       .dim = framing.dim};
    if (height > 0.0 && n->has_conifers && scene->extent == RL_EXTENT_PICTURE &&
        n->half > framing.narrowest && !hides_motif(n, edge.x, height)) {
        edge.depth = ground_at(n, edge.x) / frame->unit_share + framing.lower;
        return put(n, species_find("giant"), &edge, height, WITH_COPIES, error);
    }
    /* By the opening of the land, not by the sun: all pictures of a day have the same trees. */
    if (chosen(n, CHOICE_HERO) > grove.there ||
        exact_abs(exact_way(clump.x - scene->land_x, frame->loop)) < grove.sun_nearest)
        return RL_OK;
    return add_clump(n, &clump, error);
}

/* ---- the stand ------------------------------------------------------------------------------ */

#define GRASS_SNOW 0.95 /* share of the grass that whole snow hides */
#define OWN_GROUND 0.27 /* share of the ground in the colour of flowers */

double near_tallest(void)
{
    return KIT_TALLEST;
}

oklab near_own(const rl_scene *scene, oklab ground)
{
    return colour_mix_oklab(colour_to_oklab(scene->palette.glow), ground, OWN_GROUND);
}

static rl_status add_all(near_ground *n, stand **out, rl_error *error)
{
    const rl_frame *frame = n->frame;
    planting *base = &n->base;
    double step = GROUND_STEP;
    noise_fit_cell(frame->loop, &step);
    TRY(planting_sample(base, TREE_REACH + PLANTING_REACH_PX / frame->unit, step, 1, 3, error));
    int lake = frame->scene.lake_ridge;
    n->before = lake > 0 ? base->ground + base->grounds : NULL;
    for (size_t j = 0; j < base->grounds && lake > 0; j++)
        n->before[j] = 0.0;
    for (int i = lake; i < n->base.ridge && lake > 0; i++) {
        double *land = n->before + base->grounds;
        TRY(profile_heights(frame->profile, i, &base->grid, base->grounds, land, error));
        for (size_t j = 0; j < base->grounds; j++)
            n->before[j] = exact_max(n->before[j], land[j]);
    }
    for (int i = 0; i < GROUND_THINGS; i++) {
        stand_kit_sort(base->kit, &ground_table[i], KIT_VARIANTS);
        stand_kit_share(base->kit, &ground_table[i], KIT_TALLEST);
    }
    TRY(add_trees(n, error));
    if (!n->is_dune)
        TRY(add_small_things(n, error));
    return planting_end(base, out, error);
}

#define DUNE_SHARE 0.60 /* share of the seeds of dry land that have trees on the nearest dune */

int near_has_things(const rl_scene *scene, int ridge)
{
    const rl_ridge *land = &scene->ridge[ridge];
    if (ridge_has(land, RIDGE_NEAR))
        return 1;
    if (ridge + 1 < scene->ridge_count || ridge_family_of(land)->ground != RIDGE_GROUND_SAND ||
        scene->extent != RL_EXTENT_PICTURE)
        return 0;
    species_mix mix;
    species_of(scene, &mix);
    uint64_t choices = hash_key(scene->seed, STREAM_NEAR + 2);
    return species_is_dry(mix.hero) && hash_unit(hash_at(choices, CHOICE_DUNE, 0)) < DUNE_SHARE;
}

rl_status near_make(const rl_frame *frame, int ridge, stand_kit *kit, stand **out, rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    int is_front = ridge + 1 == scene->ridge_count;
    species_mix mix;
    if (frame->unit < UNIT_LEAST_PX)
        return RL_OK;
    species_of(scene, &mix);
    near_ground n = {.frame = frame,
                     .is_front = is_front,
                     .is_dune = !ridge_has(&scene->ridge[ridge], RIDGE_NEAR),
                     .base = planting_begin(frame, ridge, kit, &look),
                     .key = hash_key(scene->seed, is_front ? STREAM_NEAR : STREAM_NEAR + 1),
                     .choices = hash_key(scene->seed, STREAM_NEAR + 2),
                     .side = ridge_real(&scene->ridge[ridge], "rises") < 0.0 ? -1.0 : 1.0,
                     .half = 0.5 * frame->width / frame->unit,
                     .growth = exact_pow(frame->unit_share, -TALL_GROWTH),
                     .tree = mix.hero,
                     .shrub = species_find("shrub"),
                     .fern = species_find("fern")};
    if (n.is_dune) /* Trees of a dune are away from the sun. */
        n.side = scene->land_x < 0.0 ? 1.0 : -1.0;
    for (int i = 0; i < mix.count; i++)
        n.has_conifers |= mix.kind[i]->draw == draw_conifer;
    double flowers = (chosen(&n, CHOICE_FLOWERS) - flower.bare) / (1.0 - flower.bare);
    if (flowers > 0.0 && !(scene->land_ground_snow > 0.0))
        n.flowers = scene_real(scene, "ground.flowers") * (flower.few + flower.by_chance * flowers);
    n.is_snowy = scene->land_ground_snow >= CLUMPS_SNOW;
    n.boulders = scene_real(scene, "ground.boulders");
    n.grass = frame->is_hard ? 0.0
                             : scene_real(scene, "ground.grass") *
                                   (1.0 - GRASS_SNOW * scene->land_ground_snow);
    rl_status status = add_all(&n, out, error);
    memory_free(frame->allocator, n.base.ground);
    return status;
}
