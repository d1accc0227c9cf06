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
#include "layers/land/fields.h"
#include "layers/motif/motif.h"
#include "layers/motif/way.h"
#include "layers/plants/species/ground.h"
#include "layers/water/lake.h"
#include "ridge/family.h"
#include "ridge/noise.h"

#define REACH_PX 4.0       /* pixels that rounding adds to the reach of a plant */
#define REACH 1.5          /* heights of the tallest plant: nothing reaches farther from its foot */
#define LEAST_PX 0.6       /* pixels: lower things are left out */
#define FOOT_SUNK 0.03     /* share of a thing's height that is in the ground */
#define TALLEST_DRAWN 1.2  /* highest point of any drawing, relative to its height */
#define DEPTH_TIE 1e-6     /* U, random part of depths, so that no two are equal */
#define GROUND_STEP 0.0037 /* U between samples of the crest */
#define LAST_SAMPLE 1.001  /* samples before the end at which interpolation stops */
#define VARIANTS 2         /* distinct plants per species */

enum { DRAW_THERE, DRAW_PLACE, DRAW_SIZE, DRAW_SORT, DRAW_HOUSE, DRAW_PLANT };

typedef struct hedges {
    const rl_frame *frame;
    int ridge;
    stand_kit *kit;
    double left, right; /* U, sides of what may reach the part */
    double step;        /* U between samples of the crest */
    int64_t first;      /* number of the first sample, counted from the picture's middle */
    size_t grounds;
    double *ground; /* [grounds]: fractions of H */
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

/* ---- one thing ------------------------------------------------------------------------------ */

/* Puts a plant or a house `down` (U) below the crest. */
static rl_status put(hedges *h, const species *kind, double x, double down, double height,
                     uint64_t key, rl_error *error)
{
    const rl_frame *frame = h->frame;
    double sample =
        exact_clamp(x / h->step - (double)h->first, 0.0, (double)h->grounds - LAST_SAMPLE);
    const double *node = h->ground + (size_t)sample;
    double crest = exact_mix(node[0], node[1], sample - (double)(size_t)sample);
    double ground = crest - down * frame->unit_share, sunk = FOOT_SUNK * height;
    stand_place place = {.x = x * frame->unit + 0.5 * frame->width - (double)frame->x,
                         .y = (1.0 - ground) * frame->height + sunk * frame->unit,
                         .depth = down + DEPTH_TIE * hash_unit(hash_at(key, DRAW_PLANT, 1)),
                         .height = height};
    int is_under =
        lake_holds(&frame->scene, h->ridge) && ground < lake_waterline(&frame->scene, h->ridge);
    if (way_covers(frame, h->ridge, x, ground / frame->unit_share, height))
        return RL_OK;
    if (is_under || height * frame->unit < LEAST_PX ||
        place.y - TALLEST_DRAWN * height * frame->unit > frame->height)
        return RL_OK;
    /* By the opening of the land, not by the sun, which moves during a day. */
    place.is_mirrored = frame_way(frame, x - frame->scene.land_x) > 0.0;
    uint64_t plant = hash_at(key, DRAW_PLANT, 0);
    return kind == &h->house || kind == &h->church
               ? stand_add_one(h->kit, kind, plant, &place, error)
               : stand_add(h->kit, kind, plant, &place, error);
}

/* Puts one thing that is not of a lattice; in a loop, all of its copies that reach the part. */
static rl_status put_once(hedges *h, const species *kind, double x, double down, double height,
                          uint64_t key, rl_error *error)
{
    double loop = h->frame->loop;
    if (loop > 0.0)
        x -= loop * (double)exact_floor((x - h->left) / loop);
    for (; x >= h->left && x <= h->right; x += loop) {
        TRY(put(h, kind, x, down, height, key, error));
        if (loop <= 0.0)
            break;
    }
    return RL_OK;
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

/* A tree of the scene's woods, a choice by weights; trees of edges are more frequent. */
static const species *tree_of(const hedges *h, double drawn)
{
    const species_mix *mix = &h->mix;
    double sum = 0.0;
    for (int i = 0; i < mix->count; i++)
        sum += mix->weight[i] * mix->kind[i]->at_edge;
    drawn *= sum;
    for (int i = 0; i + 1 < mix->count; i++)
        if ((drawn -= mix->weight[i] * mix->kind[i]->at_edge) < 0.0)
            return mix->kind[i];
    return mix->kind[mix->count - 1];
}

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
    const species *kind =
        sort < hedge.bushes ? &h->bush : tree_of(h, (sort - hedge.bushes) / (1.0 - hedge.bushes));
    double height =
        class_of(&h->frame->scene, h->ridge) * (hedge.low + hedge.by_chance * u * u) * kind->height;
    double kept = row == 0 ? 1.0 - motif_clearing(h->frame, h->ridge, x) : 1.0;
    if (hash_unit(hash_at(key, DRAW_THERE, 1)) >= kept)
        return RL_OK;
    return put(h, kind, x, (border - shift) / (double)rows->rows, height, key, error);
}

/* Adds clumps of trees on the borders of rows. */
static rl_status add_hedges(hedges *h, rl_error *error)
{
    const rl_frame *frame = h->frame;
    const rl_ridge *land = &frame->scene.ridge[h->ridge];
    uint64_t key = hash_at(hash_key(frame->scene.seed, STREAM_HEDGES), 0, h->ridge);
    fields rows;
    fields_make(frame, hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)h->ridge),
                land->spacing, land->depth, &rows);
    double apart = hedge.apart * land->spacing, rate = hedge.clumps / land->spacing;
    noise_period period = noise_fit_cell(frame->loop, &apart);
    noise_period clumps = noise_fit_rate(frame->loop, &rate);
    int64_t last = exact_floor(h->right / apart);
    for (int row = 0; row < hedge.rows; row++)
        for (int64_t cell = exact_floor(h->left / apart); cell <= last; cell++) {
            uint64_t plant = hash_at(key, row, exact_wrap(cell, period));
            double x = ((double)cell + hash_unit(hash_at(plant, DRAW_PLACE, 0))) * apart;
            double clump = noise_gradient(key, row, rate * x, 0.5, clumps);
            if (hash_unit(hash_at(plant, DRAW_THERE, 0)) <= hedge.in_clumps * clump)
                TRY(add_cell(h, &rows, plant, row, x, error));
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
    return put_once(h, kind, f->x + p.x * f->high, p.down * f->high, p.high * f->high, key, error);
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
    if (!find_farm(frame, h->ridge, &f))
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

static rl_status sample_ground(hedges *h, rl_error *error)
{
    const rl_frame *frame = h->frame;
    h->step = GROUND_STEP;
    noise_fit_cell(frame->loop, &h->step);
    h->first = exact_floor(h->left / h->step) - 1;
    h->grounds = (size_t)(exact_floor(h->right / h->step) + 3 - h->first);
    h->ground = memory_array(frame->allocator, h->grounds, sizeof *h->ground);
    if (h->ground == NULL)
        return status_fail(error, RL_NO_MEMORY, "hedges: out of memory");
    ridge_grid grid = {.first = h->first, .step = h->step, .detail = h->step};
    return profile_heights(frame->profile, h->ridge, &grid, h->grounds, h->ground, error);
}

static rl_status add_all(hedges *h, stand **out, rl_error *error)
{
    TRY(sample_ground(h, error));
    for (int i = 0; i < h->mix.count; i++)
        stand_kit_sort(h->kit, h->mix.kind[i], VARIANTS);
    stand_kit_sort(h->kit, &h->bush, VARIANTS);
    TRY(add_hedges(h, error));
    if (h->ridge == farm_ridge(&h->frame->scene))
        TRY(add_farm(h, error));
    stand *made = arena_zeroed(h->frame->arena, 1, sizeof *made);
    if (made == NULL)
        return status_fail(error, RL_NO_MEMORY, "hedges: out of memory");
    *out = made;
    return stand_make(h->kit, made, error);
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
                .ridge = ridge,
                .kit = kit,
                .bush = *species_find("shrub"),
                .house = ground_table[GROUND_HOUSE],
                .church = ground_table[GROUND_CHURCH]};
    species_of(&frame->scene, &h.mix);
    h.bush.height = hedge.bush_height * hedge.species_high;
    paint_houses(&h);
    double class = hedges_tallest(&frame->scene, ridge),
           high = scene_real(&frame->scene, "plants.farm");
    h.tall = *tall_tree(&h.mix);
    h.tall.height *= garden.tallest * high / (garden.cypress * class);
    double reach = REACH * exact_max(class, garden.tallest * high) + REACH_PX / frame->unit;
    h.left = ((double)frame->x - 0.5 * frame->width) / frame->unit - reach;
    h.right = h.left + frame->columns / frame->unit + 2.0 * reach;
    rl_status status = add_all(&h, out, error);
    memory_free(frame->allocator, h.ground);
    return status;
}
