/* hedges.c - trees on the hedges of a ridge of fields, and a farm among them.
 *
 * Trees are those of the scene's woods, in clumps along the borders of rows of fields: each is a
 * function of (seed, ridge, row, cell).  Lengths are in U; numbers are tuned by eye on seeds 1..16.
 */
#include "layers/hedges.h"

#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/fields.h"
#include "layers/lake.h"
#include "layers/motif.h"
#include "layers/species/ground.h"
#include "layers/way.h"
#include "ridge/family.h"
#include "ridge/noise.h"

#define HEDGE_TREES 0.055  /* a place, in the ridge's spacings */
#define HEDGE_ROWS 4       /* of fields, from the crest */
#define BUSHES 0.14        /* share of the plants */
#define BUSH_HEIGHT 0.5    /* of a tree's */
#define HIGH_OF_CLASS 0.62 /* of trees of the class: a spruce is 1 (species.h) */

#define REACH_PX 4.0       /* nothing reaches farther from its foot, with its own reach */
#define REACH 1.5          /* in heights of the kit */
#define LEAST_PX 0.6       /* what is lower is left out */
#define SUNK 0.03          /* of its height a foot is in the ground */
#define GROUND_STEP 0.0037 /* between samples of the crest */

enum { DRAW_THERE, DRAW_PLACE, DRAW_SIZE, DRAW_SORT, DRAW_HOUSE, DRAW_PLANT };

typedef struct hedges {
    const rl_frame *frame;
    int ridge;
    stand_kit *kit;
    double left, right; /* of what may reach the part */
    double step;        /* between samples of the crest */
    int64_t first;      /* the first of them, from the picture's middle */
    size_t grounds;
    double *ground; /* [grounds]: fractions of H */
    species_mix mix;
    species bush, tall, house, church; /* of the kit: as high as they are beside its others */
} hedges;

int hedges_has(const rl_scene *scene, int ridge)
{
    return scene->ridge[ridge].trees > 0.0 &&
           ridge_family_of(&scene->ridge[ridge])->ground == RIDGE_GROUND_FIELDS;
}

/* ---- colours ----------------------------------------------------------------------------- */

#define DAY_LIGHT 0.86 /* of the sky's foot by day */

/* How much light there is: as of the crops. */
static double day_of(const rl_frame *frame)
{
    double day = exact_min(frame->light.sky.colour[0].l / DAY_LIGHT, 1.0);
    return day * day;
}

/* Colours of roofs and walls are seen at dusk, too: later than lamps of motifs are lit. */
double hedges_night(const rl_frame *frame)
{
    return 1.0 - exact_smoothstep(0.15, 0.45, day_of(frame));
}

/* A colour as in daylight, by the light that there is, on land. */
static oklab lit_by_day(const rl_frame *frame, int ridge, oklab c, double share)
{
    double day = day_of(frame);
    oklab land = light_own(&frame->scene, ridge);
    return colour_mix_oklab(land, (oklab){c.l * day, c.a * day, c.b * day}, share);
}

hedge_colours hedges_colours(const rl_frame *frame, int ridge)
{
    static const oklab lamp = {1.45, 0.050, 0.185}; /* so light that it shows through the air */
    oklab roof = lit_by_day(frame, ridge, (oklab){0.64, 0.082, 0.066}, 0.85);
    return (hedge_colours){.leaves = lit_by_day(frame, ridge, (oklab){0.40, -0.040, 0.070}, 0.70),
                           .lit = lit_by_day(frame, ridge, (oklab){0.66, -0.045, 0.115}, 0.75),
                           .roofs = colour_mix_oklab(roof, lamp, hedges_night(frame))};
}

/* ---- one thing ------------------------------------------------------------------------------ */

static double ground_at(const hedges *h, double x)
{
    double place = exact_clamp(x / h->step - (double)h->first, 0.0, (double)h->grounds - 1.001);
    size_t i = (size_t)place;
    return exact_mix(h->ground[i], h->ground[i + 1], place - (double)i);
}

/* Puts a plant or a house `down` below the crest. */
static rl_status put(hedges *h, const species *kind, double x, double down, double height,
                     uint64_t key, rl_error *error)
{
    const rl_frame *frame = h->frame;
    double ground = ground_at(h, x) - down * frame->unit_share, sunk = SUNK * height;
    stand_place place = {.x = x * frame->unit + 0.5 * frame->width - (double)frame->x,
                         .y = (1.0 - ground) * frame->height + sunk * frame->unit,
                         .depth = down + 1e-6 * hash_unit(hash_at(key, DRAW_PLANT, 1)),
                         .height = height};
    int is_under =
        lake_holds(&frame->scene, h->ridge) && ground < lake_waterline(&frame->scene, h->ridge);
    if (way_covers(frame, h->ridge, x, ground / frame->unit_share, height))
        return RL_OK;
    if (is_under || height * frame->unit < LEAST_PX ||
        place.y - 1.2 * height * frame->unit > frame->height)
        return RL_OK;
    place.is_mirrored = frame_way(frame, x - frame->scene.land_x) > 0.0; /* not as the sun moves */
    uint64_t plant = hash_at(key, DRAW_PLANT, 0);
    return kind == &h->house || kind == &h->church
               ? stand_add_one(h->kit, kind, plant, &place, error)
               : stand_add(h->kit, kind, plant, &place, error);
}

/* The same of what is not of a lattice: in a loop all of its copies that reach the part. */
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

/* A tree of the scene's woods, those of their edges more often. */
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

/* Trees that are as high as a spruce. */
static double class_of(const rl_scene *scene, int ridge)
{
    return exact_mix(0.007, 0.036, scene->ridge[ridge].depth) / HIGH_OF_CLASS;
}

double hedges_tallest(const rl_scene *scene, int ridge)
{
    return 1.2 * class_of(scene, ridge);
}

static rl_status add_cell(hedges *h, const fields *rows, uint64_t key, int row, double x,
                          rl_error *error)
{
    double u = hash_unit(hash_at(key, DRAW_SIZE, 0));
    double sort = hash_unit(hash_at(key, DRAW_SORT, 0));
    double shift = fields_shift(rows, x), border = (double)exact_floor(shift) + 1.0 + row;
    const species *kind = sort < BUSHES ? &h->bush : tree_of(h, (sort - BUSHES) / (1.0 - BUSHES));
    double height = class_of(&h->frame->scene, h->ridge) * (0.55 + 0.65 * u * u) * kind->height;
    double kept = row == 0 ? 1.0 - motif_clearing(h->frame, h->ridge, x) : 1.0;
    if (hash_unit(hash_at(key, DRAW_THERE, 1)) >= kept)
        return RL_OK;
    return put(h, kind, x, (border - shift) / (double)rows->rows, height, key, error);
}

/* Clumps of trees on the borders of rows. */
static rl_status add_hedges(hedges *h, rl_error *error)
{
    const rl_frame *frame = h->frame;
    const rl_ridge *land = &frame->scene.ridge[h->ridge];
    uint64_t key = hash_at(hash_key(frame->scene.seed, STREAM_HEDGES), 0, h->ridge);
    fields rows;
    fields_make(frame, hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)h->ridge),
                land->spacing, land->depth, &rows);
    double apart = HEDGE_TREES * land->spacing, rate = 1.6 / land->spacing;
    noise_period period = noise_fit_cell(frame->loop, &apart);
    noise_period clumps = noise_fit_rate(frame->loop, &rate);
    int64_t last = exact_floor(h->right / apart);
    for (int row = 0; row < HEDGE_ROWS; row++)
        for (int64_t cell = exact_floor(h->left / apart); cell <= last; cell++) {
            uint64_t own = hash_at(key, row, exact_wrap(cell, period));
            double x = ((double)cell + hash_unit(hash_at(own, DRAW_PLACE, 0))) * apart;
            double clump = noise_gradient(key, row, rate * x, 0.5, clumps);
            if (hash_unit(hash_at(own, DRAW_THERE, 0)) <= 2.2 * clump)
                TRY(add_cell(h, &rows, own, row, x, error));
        }
    return RL_OK;
}

/* ---- the farm ---------------------------------------------------------------------------- */

/* One farm, or hamlet, is on a hill of fields where it is seen best, on the side away from the
 * sun: tall trees round its houses, and an avenue that runs down toward the sun's side.  Lengths
 * are in heights of the house. */
#define FARM_DEPTH 0.52 /* of its hill, about */
#define FARM_FROM 0.05  /* U from the middle */
#define FARM_TO 0.36
#define FARM_LEAST 0.03 /* fraction of H: so much of the hill must be seen */
#define FARM_TREES 9
#define FARM_BUSHES 5
#define AVENUE_TREES 13
#define AVENUE_APART 0.72
#define HAMLET 5 /* houses */
#define HAMLET_THERE 0.35
#define TREE_OF_FARM 0.85 /* heights of trees are those of a cypress */
#define TALLEST 2.05      /* of them */

static const double farm_tree[FARM_TREES][2] = {{-3.4, 1.10}, {-2.7, 1.55}, {-2.3, 1.30},
                                                {-1.7, 1.75}, {-1.4, 1.35}, {2.05, 1.45},
                                                {2.45, 1.70}, {3.0, 1.20},  {3.6, 1.50}};

/* The hill of fields that has the farm, or -1. */
static int farm_ridge(const rl_scene *scene)
{
    int best = -1;
    for (int i = 0; i < scene->ridge_count && scene->plants_farm > 0.0; i++)
        if (ridge_family_of(&scene->ridge[i])->ground == RIDGE_GROUND_FIELDS &&
            (best < 0 || exact_abs(scene->ridge[i].depth - FARM_DEPTH) <
                             exact_abs(scene->ridge[best].depth - FARM_DEPTH)))
            best = i;
    return best;
}

typedef struct farm {
    double x, side; /* U; which way the avenue goes */
    double high;    /* of the house */
    uint64_t key;
} farm;

/* Finds where most of the hill is seen; returns 0 if it is nowhere. */
static int find_farm(const rl_frame *frame, int ridge, farm *f)
{
    double crest[PROFILE_LATTICE], front[PROFILE_LATTICE], other[PROFILE_LATTICE];
    double most = FARM_LEAST;
    profile_skyline(frame->profile, ridge, frame->unit_share, crest);
    for (int j = 0; j < PROFILE_LATTICE; j++)
        front[j] = 0.0;
    for (int i = ridge + 1; i < frame->scene.ridge_count; i++) {
        profile_skyline(frame->profile, i, frame->unit_share, other);
        for (int j = 0; j < PROFILE_LATTICE; j++)
            front[j] = exact_max(front[j], other[j]);
    }
    double half = 0.5 * frame->width / frame->unit; /* of a loop or a narrow picture */
    double scale = exact_min(1.0, half / 0.60);
    for (int j = 0; j < PROFILE_LATTICE; j++) {
        double x = (j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP;
        double way = -f->side * x / scale, seen = crest[j] - front[j];
        if (way < FARM_FROM || way > FARM_TO || seen < FARM_LEAST ||
            motif_clearing(frame, ridge, x) > 0.0)
            continue;
        double score = exact_min(seen, 0.10) + 0.8 * crest[j];
        if (score > most) {
            most = score;
            f->x = x;
        }
    }
    return most > FARM_LEAST;
}

/* A thing `away` and `down` from the middle of the farm, in heights of the house. */
static rl_status add_piece(hedges *h, const farm *f, const species *kind, const double place[3],
                           uint64_t key, rl_error *error)
{
    return put_once(h, kind, f->x + place[0] * f->high, place[1] * f->high, place[2] * f->high, key,
                    error);
}

/* A farm's house, or the houses of a hamlet round its church. */
static rl_status add_houses(hedges *h, const farm *f, rl_error *error)
{
    static const double alone[3] = {0.0, 0.25, 1.0};
    static const double church[3] = {0.35, 0.10, 2.1};
    static const double hamlet[HAMLET][3] = {{-1.35, 0.12, 0.85},
                                             {2.1, 0.14, 0.80},
                                             {-0.15, 0.42, 0.95},
                                             {-2.5, 0.62, 0.80},
                                             {1.6, 0.72, 0.90}};
    if (hash_unit(hash_at(f->key, DRAW_THERE, 0)) > HAMLET_THERE)
        return add_piece(h, f, &h->house, alone, f->key, error);
    TRY(add_piece(h, f, &h->church, church, f->key, error));
    for (int i = 0; i < HAMLET; i++)
        TRY(add_piece(h, f, &h->house, hamlet[i], hash_at(f->key, DRAW_HOUSE, i), error));
    return RL_OK;
}

/* Slender trees are round a farm, where the scene has some. */
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
              .high = frame->scene.plants_farm,
              .key = hash_key(frame->scene.seed, STREAM_HEDGES + 1)};
    if (!find_farm(frame, h->ridge, &f))
        return RL_OK;
    TRY(add_houses(h, &f, error));
    double scale = tall_tree(&h->mix)->height / TREE_OF_FARM;
    for (int i = 0; i < FARM_TREES; i++) {
        double more = hash_unit(hash_at(f.key, DRAW_SIZE, i)) - 0.5;
        double place[3] = {farm_tree[i][0] * -f.side + 0.3 * more, 0.30 * (i % 2),
                           scale * farm_tree[i][1] * (1.0 + 0.3 * more)};
        TRY(add_piece(h, &f, tree, place, hash_at(f.key, DRAW_PLACE, i), error));
    }
    for (int i = 0; i < AVENUE_TREES; i++) {
        double more = hash_unit(hash_at(f.key, DRAW_SIZE, FARM_TREES + i)) - 0.5;
        double place[3] = {f.side * (2.9 + AVENUE_APART * i), 0.45 + 0.13 * i + 0.006 * i * i,
                           scale * (0.78 + 0.02 * i) * (1.0 + 0.35 * more)};
        TRY(add_piece(h, &f, tree, place, hash_at(f.key, DRAW_PLACE, FARM_TREES + i), error));
    }
    for (int i = 0; i < FARM_BUSHES; i++) {
        uint64_t key = hash_at(f.key, DRAW_SORT, i);
        double place[3] = {3.0 * hash_unit(hash_at(key, DRAW_PLACE, 0)) - 1.5,
                           0.36 + 0.2 * hash_unit(hash_at(key, DRAW_PLACE, 1)),
                           0.18 + 0.16 * hash_unit(hash_at(key, DRAW_SIZE, 0))};
        TRY(add_piece(h, &f, &h->bush, place, key, error));
    }
    return RL_OK;
}

/* ---- the stand ---------------------------------------------------------------------------- */

#define VARIANTS 2

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

/* Where trees bloom the own colour is that of blossom: too light for roofs. */
static void paint_houses(hedges *h)
{
    species *kind[2] = {&h->house, &h->church};
    for (int i = 0; i < 2; i++) {
        kind[i]->number[HOUSE_NIGHT] = hedges_night(h->frame);
        if (h->mix.blooms) {
            kind[i]->number[HOUSE_ROOF] = 0.42;
            kind[i]->number[HOUSE_WALL] = 2.2;
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
    h.bush.height = BUSH_HEIGHT * HIGH_OF_CLASS;
    paint_houses(&h);
    double class = hedges_tallest(&frame->scene, ridge), high = frame->scene.plants_farm;
    h.tall = *tall_tree(&h.mix);
    h.tall.height *= TALLEST * high / (TREE_OF_FARM * class);
    double reach = REACH * exact_max(class, TALLEST * high) + REACH_PX / frame->unit;
    h.left = ((double)frame->x - 0.5 * frame->width) / frame->unit - reach;
    h.right = h.left + frame->columns / frame->unit + 2.0 * reach;
    rl_status status = add_all(&h, out, error);
    memory_free(frame->allocator, h.ground);
    return status;
}
