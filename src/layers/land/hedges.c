/* hedges.c - places trees on the hedges of a ridge of fields, and a farm among them, for ridge.c.
 *
 * Trees are those of the scene's woods, in clumps along the borders of rows of fields: each is a
 * function of (seed, ridge, row, cell).  Lengths are in U; numbers were tuned by eye on
 * seeds 1..16.
 */
#include "layers/land/hedges.h"

#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/common/clearing.h"
#include "layers/land/fields.h"
#include "layers/plants/planting.h"
#include "layers/plants/species/ground.h"
#include "layers/water/lake.h"
#include "ridge/family.h"
#include "ridge/noise.h"

#define REACH 1.5          /* heights of the tallest plant: nothing reaches farther from its foot */
#define GROUND_STEP 0.0037 /* U between samples of the crest */
#define VARIANTS 2         /* distinct plants per species */

enum { DRAW_THERE, DRAW_PLACE, DRAW_SIZE, DRAW_SORT, DRAW_HOUSE, DRAW_PLANT };

static const planting_look look = {
    .draw = DRAW_PLANT, .sunk = 0.03, .least_px = 0.6, .top = 1.2, .tie = 1e-6};

typedef struct hedges {
    const rl_frame *frame;
    planting base;
    double reach; /* U: nothing reaches farther from its foot */
    species_mix mix;
    species bush, tall, house, church; /* species with heights relative to the kit's `tallest` */
} hedges;

int hedges_has(const rl_scene *scene, int ridge)
{
    return scene->ridge[ridge].trees > 0.0 &&
           ridge_family_of(&scene->ridge[ridge])->ground == RIDGE_GROUND_FIELDS;
}

/* ---- colours ----------------------------------------------------------------------------- */

static const struct {
    double day;                        /* lightness of the foot of the sky by day */
    double night, dusk;                /* light (0..1) at which all windows are lit, and none */
    oklab lamp;                        /* lit windows, so light that they show through the air */
    oklab roof, leaves, lit;           /* colours in daylight; lit: leaves in the sun */
    double by_roof, by_leaves, by_lit; /* shares of these colours; the land's own else */
} colours = {
    .day = 0.86,
    .night = 0.15,
    .dusk = 0.45,
    .lamp = {1.45, 0.050, 0.185},
    .roof = {0.64, 0.082, 0.066},
    .leaves = {0.40, -0.040, 0.070},
    .lit = {0.66, -0.045, 0.115},
    .by_roof = 0.85,
    .by_leaves = 0.70,
    .by_lit = 0.75,
};

/* Light of the sky (0..1), by the same formula as for the crops of fields. */
static double day_of(const rl_frame *frame)
{
    double day = exact_min(frame->light.sky.colour[0].l / colours.day, 1.0);
    return day * day;
}

/* Windows are lit later than lamps of motifs, because roofs and walls have colours at dusk, too. */
double hedges_night(const rl_frame *frame)
{
    return 1.0 - exact_smoothstep(colours.night, colours.dusk, day_of(frame));
}

/* A colour of daylight as the present light shows it, mixed by `share` with that of the land. */
static oklab lit_by_day(const rl_frame *frame, int ridge, oklab c, double share)
{
    double day = day_of(frame);
    oklab land = light_own(&frame->scene, ridge);
    return colour_mix_oklab(land, (oklab){c.l * day, c.a * day, c.b * day}, share);
}

hedge_colours hedges_colours(const rl_frame *frame, int ridge)
{
    oklab roof = lit_by_day(frame, ridge, colours.roof, colours.by_roof);
    return (hedge_colours){.leaves = lit_by_day(frame, ridge, colours.leaves, colours.by_leaves),
                           .lit = lit_by_day(frame, ridge, colours.lit, colours.by_lit),
                           .roofs = colour_mix_oklab(roof, colours.lamp, hedges_night(frame))};
}

/* ---- hedges --------------------------------------------------------------------------------- */

static const struct {
    double apart;               /* width of a cell, in the ridge's spacings */
    int rows;                   /* rows of fields that have hedges, from the crest */
    double clumps;              /* clumps of trees in a spacing */
    double in_clumps;           /* gain of the noise that is the probability of a tree */
    double bushes;              /* share of bushes among the plants */
    double bush_height;         /* height of a bush relative to a tree */
    double far_high, near_high; /* U, heights of trees at depths 0 and 1 */
    double species_high;        /* `height` of the species whose trees these are; a spruce: 1 */
    double tallest;             /* height of the highest tree relative to class_of */
    double low, by_chance;      /* heights relative to class_of: the least; what chance adds */
} hedge = {
    .apart = 0.055,
    .rows = 4,
    .clumps = 1.6,
    .in_clumps = 2.2,
    .bushes = 0.14,
    .bush_height = 0.5,
    .far_high = 0.007,
    .near_high = 0.036,
    .species_high = 0.62,
    .tallest = 1.2,
    .low = 0.55,
    .by_chance = 0.65,
};

/* Height (U) of trees whose species has a height of 1. */
static double class_of(const rl_scene *scene, int ridge)
{
    return exact_mix(hedge.far_high, hedge.near_high, scene->ridge[ridge].depth) /
           hedge.species_high;
}

double hedges_tallest(const rl_scene *scene, int ridge)
{
    return hedge.tallest * class_of(scene, ridge);
}

static rl_status add_cell(hedges *h, const fields *rows, uint64_t key, int row, double x,
                          rl_error *error)
{
    double u = hash_unit(hash_at(key, DRAW_SIZE, 0));
    double sort = hash_unit(hash_at(key, DRAW_SORT, 0));
    double shift = fields_shift(rows, x), border = (double)exact_floor(shift) + 1.0 + row;
    const species *kind = &h->bush;
    if (sort >= hedge.bushes)
        kind = h->mix.kind[choose_weighted(h->mix.weight, (size_t)h->mix.count,
                                           (sort - hedge.bushes) / (1.0 - hedge.bushes))];
    plant_spot spot = {.key = key, .x = x, .down = (border - shift) / (double)rows->rows};
    spot.depth = spot.down;
    spot.height = class_of(&h->frame->scene, h->base.ridge) *
                  (hedge.low + hedge.by_chance * u * u) * kind->height;
    double kept = row == 0 ? 1.0 - motif_clearing(h->frame, h->base.ridge, x) : 1.0;
    if (hash_unit(hash_at(key, DRAW_THERE, 1)) >= kept)
        return RL_OK;
    return planting_put(&h->base, kind, &spot, error);
}

/* Adds clumps of trees on the borders of rows. */
static rl_status add_hedges(hedges *h, rl_error *error)
{
    const rl_frame *frame = h->frame;
    const rl_ridge *land = &frame->scene.ridge[h->base.ridge];
    uint64_t key = hash_at(hash_key(frame->scene.seed, STREAM_HEDGES), 0, h->base.ridge);
    fields rows;
    fields_make(frame, hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)h->base.ridge),
                land->spacing, land->depth, &rows);
    double rate = hedge.clumps / land->spacing;
    noise_period clumps = noise_fit_rate(frame->loop, &rate);
    for (int row = 0; row < hedge.rows; row++) {
        plant_cells cells = planting_cells(&h->base, hedge.apart * land->spacing, h->reach);
        for (; cells.cell <= cells.last; cells.cell++) {
            uint64_t plant = planting_key(&cells, key, row);
            double x = planting_x(&cells, 0.0, hash_at(plant, DRAW_PLACE, 0));
            double clump = noise_gradient(key, row, rate * x, 0.5, clumps);
            if (hash_unit(hash_at(plant, DRAW_THERE, 0)) <= hedge.in_clumps * clump)
                TRY(add_cell(h, &rows, plant, row, x, error));
        }
    }
    return RL_OK;
}

/* ---- the farm ---------------------------------------------------------------------------- */

/* One farm, or hamlet, is on a hill of fields where it is seen best, on the side away from the
 * sun: tall trees round its houses, and an avenue that runs down toward the sun's side. */

/* Where the farm is. */
static const struct {
    double depth;     /* depth of the hill, about */
    double from, to;  /* U from the middle of the picture */
    double narrow;    /* U, half the width of a picture below which these shrink */
    double seen;      /* fraction of H: more of the hill must be seen */
    double seen_most; /* fraction of H: more of it does not count */
    double by_height; /* score of the height of the hill */
} farm_place = {
    .depth = 0.52,
    .from = 0.05,
    .to = 0.36,
    .narrow = 0.60,
    .seen = 0.03,
    .seen_most = 0.10,
    .by_height = 0.8,
};

/* A thing of the farm, in heights of the house: foot right of and below the middle; height. */
typedef struct hedge_piece {
    double x, down, high;
} hedge_piece;

#define HAMLET_THERE 0.35 /* probability of a hamlet round a church */

static const hedge_piece lone_house = {.x = 0.0, .down = 0.25, .high = 1.0};
static const hedge_piece hamlet_church = {.x = 0.35, .down = 0.10, .high = 2.1};
static const hedge_piece hamlet_houses[] = {
    {.x = -1.35, .down = 0.12, .high = 0.85}, {.x = 2.1, .down = 0.14, .high = 0.80},
    {.x = -0.15, .down = 0.42, .high = 0.95}, {.x = -2.5, .down = 0.62, .high = 0.80},
    {.x = 1.6, .down = 0.72, .high = 0.90},
};
#define HAMLET_HOUSES ((int)(sizeof hamlet_houses / sizeof hamlet_houses[0]))

/* Trees round the houses; the avenue is at the right. */
static const struct {
    double x, high; /* place and height, in heights of the house */
} farm_trees[] = {{-3.4, 1.10}, {-2.7, 1.55}, {-2.3, 1.30}, {-1.7, 1.75}, {-1.4, 1.35},
                  {2.05, 1.45}, {2.45, 1.70}, {3.0, 1.20},  {3.6, 1.50}};
#define FARM_TREES ((int)(sizeof farm_trees / sizeof farm_trees[0]))

/* Lengths in heights of the house. */
static const struct {
    double cypress;         /* `height` of the species whose trees have the heights of farm_trees */
    double tallest;         /* the highest tree in heights of the house */
    double vary_x, vary;    /* variation by chance of places, and of heights (a share) */
    double second_row;      /* every second tree round the houses is so far below */
    int avenue;             /* trees of the avenue */
    double avenue_x, apart; /* place of the first tree of the avenue, and from tree to tree */
    double down, fall, bend; /* depth of tree i: down + fall * i + bend * i * i */
    double high, grows;      /* heights of trees of the avenue: high + grows * i */
    double vary_avenue;      /* variation by chance of the heights of the avenue (a share) */
    int bushes;
    double bush_wide;            /* width of the place of bushes, round the middle */
    double bush_down, bush_deep; /* depth of bushes: the least; what chance adds */
    double bush_high, by_chance; /* height of bushes: the least; what chance adds */
} garden = {
    .cypress = 0.85,
    .tallest = 2.05,
    .vary_x = 0.3,
    .vary = 0.3,
    .second_row = 0.30,
    .avenue = 13,
    .avenue_x = 2.9,
    .apart = 0.72,
    .down = 0.45,
    .fall = 0.13,
    .bend = 0.006,
    .high = 0.78,
    .grows = 0.02,
    .vary_avenue = 0.35,
    .bushes = 5,
    .bush_wide = 3.0,
    .bush_down = 0.36,
    .bush_deep = 0.2,
    .bush_high = 0.18,
    .by_chance = 0.16,
};

/* The hill of fields whose depth is nearest to that of the farm, or -1. */
static int farm_ridge(const rl_scene *scene)
{
    int best = -1;
    double least = 0.0, high = scene_real(scene, "plants.farm");
    for (int i = 0; i < scene->ridge_count && high > 0.0; i++) {
        double away = exact_abs(scene->ridge[i].depth - farm_place.depth);
        if (ridge_family_of(&scene->ridge[i])->ground == RIDGE_GROUND_FIELDS &&
            (best < 0 || away < least)) {
            best = i;
            least = away;
        }
    }
    return best;
}

typedef struct farm {
    double x;    /* U */
    double side; /* 1: the avenue runs to the right, -1: to the left */
    double high; /* U, height of the house */
    uint64_t key;
} farm;

/* Finds where most of the hill is seen; returns 0 if it is nowhere. */
static int find_farm(const rl_frame *frame, int ridge, farm *f)
{
    double crest[PROFILE_LATTICE], front[PROFILE_LATTICE], other[PROFILE_LATTICE];
    double most = farm_place.seen;
    profile_skyline(frame->profile, ridge, frame->unit_share, crest);
    for (int j = 0; j < PROFILE_LATTICE; j++)
        front[j] = 0.0;
    for (int i = ridge + 1; i < frame->scene.ridge_count; i++) {
        profile_skyline(frame->profile, i, frame->unit_share, other);
        for (int j = 0; j < PROFILE_LATTICE; j++)
            front[j] = exact_max(front[j], other[j]);
    }
    double half = 0.5 * frame->width / frame->unit;
    double scale = exact_min(1.0, half / farm_place.narrow);
    for (int j = 0; j < PROFILE_LATTICE; j++) {
        double x = (j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP;
        double away = -f->side * x / scale, seen = crest[j] - front[j];
        if (away < farm_place.from || away > farm_place.to || seen < farm_place.seen ||
            motif_clearing(frame, ridge, x) > 0.0)
            continue;
        double score = exact_min(seen, farm_place.seen_most) + farm_place.by_height * crest[j];
        if (score > most) {
            most = score;
            f->x = x;
        }
    }
    return most > farm_place.seen;
}

static rl_status add_piece(hedges *h, const farm *f, const species *kind, hedge_piece p,
                           uint64_t key, rl_error *error)
{
    plant_spot spot = {.key = key,
                       .x = f->x + p.x * f->high,
                       .down = p.down * f->high,
                       .depth = p.down * f->high,
                       .height = p.high * f->high,
                       .is_single = kind == &h->house || kind == &h->church};
    return planting_put_copies(&h->base, kind, spot, h->reach, error);
}

/* The tree of farms: the scene's most frequent slender one, or its hero. */
static const species *tall_tree(const species_mix *mix)
{
    const species *tree = mix->hero;
    for (int i = 0; i < mix->count && !mix->blooms; i++)
        if (mix->kind[i]->draw == draw_flame &&
            (tree->draw != draw_flame || mix->kind[i]->common > tree->common))
            tree = mix->kind[i];
    return tree;
}

static rl_status add_farm(hedges *h, rl_error *error)
{
    const rl_frame *frame = h->frame;
    const species *tree = &h->tall;
    farm f = {.side = frame->scene.land_x < 0.0 ? -1.0 : 1.0,
              .high = scene_real(&frame->scene, "plants.farm"),
              .key = hash_key(frame->scene.seed, STREAM_HEDGES + 1)};
    if (!find_farm(frame, h->base.ridge, &f))
        return RL_OK;
    if (hash_unit(hash_at(f.key, DRAW_THERE, 0)) > HAMLET_THERE) {
        TRY(add_piece(h, &f, &h->house, lone_house, f.key, error));
    } else {
        TRY(add_piece(h, &f, &h->church, hamlet_church, f.key, error));
        for (int i = 0; i < HAMLET_HOUSES; i++)
            TRY(add_piece(h, &f, &h->house, hamlet_houses[i], hash_at(f.key, DRAW_HOUSE, i),
                          error));
    }
    double scale = tall_tree(&h->mix)->height / garden.cypress;
    for (int i = 0; i < FARM_TREES; i++) {
        double more = hash_unit(hash_at(f.key, DRAW_SIZE, i)) - 0.5;
        hedge_piece p = {.x = farm_trees[i].x * -f.side + garden.vary_x * more,
                         .down = garden.second_row * (i % 2),
                         .high = scale * farm_trees[i].high * (1.0 + garden.vary * more)};
        TRY(add_piece(h, &f, tree, p, hash_at(f.key, DRAW_PLACE, i), error));
    }
    for (int i = 0; i < garden.avenue; i++) {
        double more = hash_unit(hash_at(f.key, DRAW_SIZE, FARM_TREES + i)) - 0.5;
        hedge_piece p = {.x = f.side * (garden.avenue_x + garden.apart * i),
                         .down = garden.down + garden.fall * i + garden.bend * i * i,
                         .high = scale * (garden.high + garden.grows * i) *
                                 (1.0 + garden.vary_avenue * more)};
        TRY(add_piece(h, &f, tree, p, hash_at(f.key, DRAW_PLACE, FARM_TREES + i), error));
    }
    for (int i = 0; i < garden.bushes; i++) {
        uint64_t key = hash_at(f.key, DRAW_SORT, i);
        hedge_piece p = {
            .x = garden.bush_wide * hash_unit(hash_at(key, DRAW_PLACE, 0)) - 0.5 * garden.bush_wide,
            .down = garden.bush_down + garden.bush_deep * hash_unit(hash_at(key, DRAW_PLACE, 1)),
            .high = garden.bush_high + garden.by_chance * hash_unit(hash_at(key, DRAW_SIZE, 0))};
        TRY(add_piece(h, &f, &h->bush, p, key, error));
    }
    return RL_OK;
}

/* ---- the stand ---------------------------------------------------------------------------- */

static rl_status add_all(hedges *h, stand **out, rl_error *error)
{
    planting *base = &h->base;
    double step = GROUND_STEP;
    noise_fit_cell(h->frame->loop, &step);
    TRY(planting_sample(base, h->reach, step, 1, 1, error));
    const rl_scene *scene = &h->frame->scene;
    double tallest = 0.0; /* height of the trees of all ridges, which share pictures, U */
    for (int i = 0; i < scene->ridge_count; i++)
        if (hedges_has(scene, i))
            tallest = exact_max(tallest, hedges_tallest(scene, i));
    for (int i = 0; i < h->mix.count; i++) {
        stand_kit_sort(base->kit, h->mix.kind[i], VARIANTS);
        stand_kit_share(base->kit, h->mix.kind[i], tallest);
    }
    stand_kit_sort(base->kit, &h->bush, VARIANTS);
    TRY(add_hedges(h, error));
    if (h->base.ridge == farm_ridge(&h->frame->scene))
        TRY(add_farm(h, error));
    return planting_end(base, out, error);
}

/* Where trees bloom, the stand's own colour is that of blossom, too light for roofs: its share in
 * roofs, and the tone of walls. */
#define BLOOM_ROOF 0.42
#define BLOOM_WALL 2.2

static void paint_houses(hedges *h)
{
    species *kind[2] = {&h->house, &h->church};
    for (int i = 0; i < 2; i++) {
        kind[i]->number[HOUSE_NIGHT] = hedges_night(h->frame);
        if (h->mix.blooms) {
            kind[i]->number[HOUSE_ROOF] = BLOOM_ROOF;
            kind[i]->number[HOUSE_WALL] = BLOOM_WALL;
        }
    }
}

rl_status hedges_make(const rl_frame *frame, int ridge, stand_kit *kit, stand **out,
                      rl_error *error)
{
    hedges h = {.frame = frame,
                .base = planting_begin(frame, ridge, kit, &look),
                .bush = *species_find("shrub"),
                .house = ground_table[GROUND_HOUSE],
                .church = ground_table[GROUND_CHURCH]};
    species_of(&frame->scene, &h.mix);
    for (int i = 0; i < h.mix.count; i++) /* Trees of edges are more frequent. */
        h.mix.weight[i] *= h.mix.kind[i]->needs_light ? SPECIES_AT_EDGE : 1.0;
    h.bush.height = hedge.bush_height * hedge.species_high;
    paint_houses(&h);
    double class = hedges_tallest(&frame->scene, ridge),
           high = scene_real(&frame->scene, "plants.farm");
    h.tall = *tall_tree(&h.mix);
    h.tall.height *= garden.tallest * high / (garden.cypress * class);
    h.reach = REACH * exact_max(class, garden.tallest * high) + PLANTING_REACH_PX / frame->unit;
    if (lake_holds(&frame->scene, ridge))
        h.base.waterline = lake_waterline(&frame->scene, ridge);
    rl_status status = add_all(&h, out, error);
    memory_free(frame->allocator, h.base.ground);
    return status;
}
