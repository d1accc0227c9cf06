/* near.c - plants and stones on the two near slopes: grass, flowers, boulders, a log, a clump of
 * tall trees on the front slope and a smaller one that answers it on the rear slope.
 *
 * Small things are on lattices along lines below the crest: each is a function of (seed, slope,
 * line, cell).  Trees of a clump are functions of (seed, slope, number).  Lengths are in U; numbers
 * are tuned by eye on seeds 1..16.
 */
#include "layers/near.h"

#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/lake.h"
#include "layers/motif.h"
#include "layers/species/ground.h"
#include "layers/way.h"
#include "ridge/family.h"
#include "ridge/noise.h"

#define KIT_TALLEST 2.6 /* of the heights of ground_table */
#define KIT_VARIANTS 2
#define REACH 0.10         /* no small thing reaches farther from its foot, */
#define TREE_REACH 0.60    /* and no tree of a clump; */
#define REACH_PX 4.0       /* and pixels for what is rounded */
#define GROUND_STEP 0.0037 /* between samples of the crest */

#define TALL_GROWTH 0.6 /* in pictures whose U is less of the height trees are taller: power */

/* Numbers of hashes. */
enum { DRAW_THERE = 1, DRAW_X, DRAW_DEPTH, DRAW_SIZE, DRAW_PLANT, DRAW_KIND };

/* What a seed chooses. */
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

/* Lattices, by the first number of their lines. */
enum { SWARDS = 0, TUFTS = 16, FLOWERS = 48, BOULDERS = 80, REEDS = 96, CLUMP = 112 };

#define UNIT_LEAST_PX 16.0 /* in smaller pictures nothing of it is seen */

/* Noises. */
enum { NOISE_SWARD = 200, NOISE_TUFT, NOISE_FLOWER, NOISE_REED, NOISE_CLUMP };

const scene_key hero_keys[3] = {
    REAL_KEY("hero.height", AT_SCENE(hero_height), 0, 3, 1,
             "of a clump of tall trees on near ground, relative to usual; 0 = none"),
    REAL_KEY("hero.frame", AT_SCENE(hero_frame), 0, 1, 0,
             "in its place a conifer at the picture's edge; 1: higher than the picture"),
    INTEGER_KEY("hero.trees", AT_SCENE(hero_trees), 0, 5, 0,
                "trees of that clump; 0 = as many as its species has"),
};

const scene_key ground_keys[3] = {
    REAL_KEY("ground.grass", AT_SCENE(ground_grass), 0, 3, 1,
             "grass of near ground, relative to usual"),
    REAL_KEY("ground.flowers", AT_SCENE(ground_flowers), 0, 3, 1,
             "flowers of near ground, relative to what the seed chooses"),
    REAL_KEY("ground.boulders", AT_SCENE(ground_boulders), 0, 3, 1,
             "boulders of near ground, relative to usual"),
};

typedef struct near_ground {
    const rl_frame *frame;
    int ridge, is_front;
    int is_dune; /* it bears trees alone */
    uint64_t key, choices;
    double side;        /* 1: it rises to the right, -1: to the left */
    double half;        /* of the picture's width */
    double left, right; /* of the part */
    double growth;      /* of trees */
    double grass;       /* 0..1 */
    int64_t ground_first;
    size_t grounds;
    double *ground; /* fractions of H */
    double *before; /* the highest of the land between water and the slope; NULL = no water */
    const species *tree, *shrub, *fern;
    int has_conifers; /* among the trees of the land's woods */
    stand_kit *kit;
} near_ground;

/* A lattice of things along a line below the crest. */
typedef struct near_line {
    int number;
    double depth, deep; /* below the crest; how much of that differs */
    double spacing;
} near_line;

/* Where a thing of a lattice is. */
typedef struct near_spot {
    uint64_t key;
    double x, depth;
    double dim; /* how much of its light is missing */
} near_spot;

static double chosen(const near_ground *n, int choice)
{
    return hash_unit(hash_at(n->choices, choice, 0));
}

static double noise_at(const near_ground *n, int number, double x, double y, double cell)
{
    noise_period period = noise_fit_cell(n->frame->loop, &cell);
    return noise_fractal(hash_at(n->key, number, 0), 2, x / cell, y, period);
}

static double ground_of(const near_ground *n, const double *ground, double x)
{
    double place = x / GROUND_STEP - (double)n->ground_first;
    place = exact_clamp(place, 0.0, (double)n->grounds - 1.001);
    size_t i = (size_t)place;
    return exact_mix(ground[i], ground[i + 1], place - (double)i);
}

static double ground_at(const near_ground *n, double x)
{
    return ground_of(n, n->ground, x);
}

/* ---- one thing ------------------------------------------------------------------------------ */

enum { OF_KIT, BY_ITSELF };

#define SUNK 0.03 /* of its height a foot is in the ground */

static rl_status put(near_ground *n, const species *kind, const near_spot *spot, double height,
                     int how, rl_error *error)
{
    const rl_frame *frame = n->frame;
    double ground = ground_at(n, spot->x) - (spot->depth + SUNK * height) * frame->unit_share;
    if (way_covers(frame, n->ridge, spot->x, ground / frame->unit_share, height))
        return RL_OK;
    stand_place place = {.x = spot->x * frame->unit + 0.5 * frame->width - (double)frame->x,
                         .y = (1.0 - ground) * frame->height,
                         .depth = spot->depth + 1e-6 * hash_unit(hash_at(spot->key, DRAW_PLANT, 1)),
                         .height = height,
                         .dim = spot->dim};
    if (place.y - 1.1 * height * frame->unit > frame->height)
        return RL_OK;
    place.is_mirrored =
        frame_way(frame, spot->x - frame->scene.land_x) > 0.0; /* not as the sun moves */
    uint64_t key = hash_at(spot->key, DRAW_PLANT, 0);
    return how == OF_KIT ? stand_add(n->kit, kind, key, &place, error)
                         : stand_add_one(n->kit, kind, key, &place, error);
}

/* One thing that is not of a lattice; in a loop all of its copies that reach the part. */
static rl_status put_once(near_ground *n, const species *kind, near_spot spot, double height,
                          rl_error *error)
{
    double from = n->left - TREE_REACH, to = n->right + TREE_REACH, loop = n->frame->loop;
    if (loop > 0.0)
        spot.x -= loop * (double)exact_floor((spot.x - from) / loop);
    for (; spot.x >= from && spot.x <= to; spot.x += loop) {
        TRY(put(n, kind, &spot, height, BY_ITSELF, error));
        if (loop <= 0.0)
            break;
    }
    return RL_OK;
}

typedef rl_status add_thing(near_ground *n, const near_line *line, const near_spot *spot,
                            rl_error *error);

static rl_status scatter(near_ground *n, const near_line *line, add_thing *add, rl_error *error)
{
    double spacing = line->spacing, reach = REACH + REACH_PX / n->frame->unit;
    noise_period period = noise_fit_cell(n->frame->loop, &spacing);
    int64_t last = exact_floor((n->right + reach) / spacing);
    for (int64_t cell = exact_floor((n->left - reach) / spacing); cell <= last; cell++) {
        near_spot spot = {
            .key = hash_at(hash_at(n->key, line->number, 0), 0, exact_wrap(cell, period))};
        spot.x = ((double)cell + 0.05 + 0.9 * hash_unit(hash_at(spot.key, DRAW_X, 0))) * spacing;
        spot.depth = line->depth + line->deep * hash_unit(hash_at(spot.key, DRAW_DEPTH, 0));
        if (motif_clearing(n->frame, n->ridge, spot.x) > 0.3)
            continue;
        TRY(add(n, line, &spot, error));
    }
    return RL_OK;
}

/* ---- grass ---------------------------------------------------------------------------------- */

#define SWARD_LINES 4
#define SWARD_WIDE 2.2 /* of the spacing of strips, in heights */
static const struct {
    double depth, height;
} sward_line[SWARD_LINES] = {{0.000, 0.0165}, {0.019, 0.0190}, {0.043, 0.0230}, {0.074, 0.0290}};

/* A share of lattice places that is at most all of them. */
static int is_there(const near_spot *spot, double share)
{
    return hash_unit(hash_at(spot->key, DRAW_THERE, 0)) < share;
}

static rl_status add_sward(near_ground *n, const near_line *line, const near_spot *spot,
                           rl_error *error)
{
    double thick = noise_at(n, NOISE_SWARD, spot->x, 9.0 * line->depth + 0.5 * line->number, 0.16);
    int is_crest = line->number == SWARDS;
    double share = exact_smoothstep(-0.25, 0.35, 1.7 * thick - (is_crest ? 0.0 : 0.22));
    double u = hash_unit(hash_at(spot->key, DRAW_SIZE, 0));
    if (!is_there(spot, (is_crest ? 0.50 + 0.50 * share : share) * n->grass))
        return RL_OK;
    double height = line->spacing / SWARD_WIDE * (0.55 + 0.45 * share) * (0.75 + 0.40 * u);
    return put(n, &ground_table[GROUND_SWARD], spot, height, OF_KIT, error);
}

#define TUFT_LINES 13
#define TUFT_DEEP 0.135

static double tuft_height(double depth)
{
    return 0.0085 * (0.60 + 17.0 * depth);
}

static rl_status add_tuft(near_ground *n, const near_line *line, const near_spot *spot,
                          rl_error *error)
{
    (void)line;
    double thick = 1.7 * noise_at(n, NOISE_TUFT, spot->x, 26.0 * spot->depth, 0.17);
    double share = exact_smoothstep(-0.10, 0.30, thick);
    if (!is_there(spot, share * n->grass))
        return RL_OK;
    double u = hash_unit(hash_at(spot->key, DRAW_SIZE, 0));
    return put(n, &ground_table[GROUND_TUFT], spot,
               tuft_height(spot->depth) * (0.45 + 0.4 * share + 0.5 * u), OF_KIT, error);
}

static rl_status add_grass(near_ground *n, rl_error *error)
{
    if (n->grass <= 0.0)
        return RL_OK;
    for (int i = 0; i < SWARD_LINES; i++) {
        double height = sward_line[i].height;
        near_line line = {SWARDS + i, sward_line[i].depth, 0.0, SWARD_WIDE * height};
        line.deep = i > 0 ? 0.9 * height : 0.25 * height;
        TRY(scatter(n, &line, add_sward, error));
    }
    for (int i = 0; i < TUFT_LINES; i++) {
        double depth = 0.006 + TUFT_DEEP * i / TUFT_LINES;
        near_line line = {TUFTS + i, depth, TUFT_DEEP / TUFT_LINES, 1.25 * tuft_height(depth)};
        TRY(scatter(n, &line, add_tuft, error));
    }
    return RL_OK;
}

/* ---- flowers -------------------------------------------------------------------------------- */

#define BARE_SHARE 0.40 /* of the seeds have no flowers */
#define FLOWER_LINES 9
#define FLOWER_DEEP 0.10

static double flowers_of(const near_ground *n)
{
    double u = (chosen(n, CHOICE_FLOWERS) - BARE_SHARE) / (1.0 - BARE_SHARE);
    return u <= 0.0 || n->frame->scene.land_ground_snow > 0.0
               ? 0.0
               : n->frame->scene.ground_flowers * (0.16 + 0.24 * u);
}

static rl_status add_flower(near_ground *n, const near_line *line, const near_spot *spot,
                            rl_error *error)
{
    (void)line;
    double drift = 1.9 * noise_at(n, NOISE_FLOWER, spot->x, 7.0 * spot->depth, 0.30);
    double clump = noise_at(n, NOISE_CLUMP, spot->x, 40.0 * spot->depth, 0.055);
    double share = exact_smoothstep(0.0, 0.50, drift) * exact_smoothstep(-0.20, 0.25, clump);
    if (!is_there(spot, 8.0 * share * flowers_of(n)))
        return RL_OK;
    double u = chosen(n, CHOICE_FLOWER_KIND), size = hash_unit(hash_at(spot->key, DRAW_SIZE, 0));
    int kind = u < 0.70 ? GROUND_FLOWER : u < 0.90 ? GROUND_DAISY : GROUND_POPPY;
    double height =
        (n->is_front ? 0.0112 : 0.0085) * (0.48 + 7.5 * spot->depth) * (0.68 + 0.62 * size * size);
    return put(n, &ground_table[kind], spot, height, OF_KIT, error);
}

static rl_status add_flowers(near_ground *n, rl_error *error)
{
    for (int i = 0; i < FLOWER_LINES && flowers_of(n) > 0.0; i++) {
        double depth = 0.003 + FLOWER_DEEP * i / FLOWER_LINES;
        near_line line = {FLOWERS + i, depth, FLOWER_DEEP / FLOWER_LINES, 0.0085 + 0.08 * depth};
        TRY(scatter(n, &line, add_flower, error));
    }
    return RL_OK;
}

/* ---- stones, shrubs, a log ------------------------------------------------------------------ */

#define BOULDER_CELL 0.21
#define BOULDER_SHARE 0.35

/* A shrub or a fern near a place. */
static rl_status add_bush(near_ground *n, uint64_t key, double x, double depth, double wide,
                          rl_error *error)
{
    const species *kind = hash_unit(hash_at(key, DRAW_KIND, 0)) < 0.65 ? n->shrub : n->fern;
    if (kind == NULL)
        return RL_OK;
    double u = hash_unit(hash_at(key, DRAW_SIZE, 0));
    near_spot spot = {.key = key,
                      .x = x + wide * plant_way(key, DRAW_X, 0),
                      .depth = depth + 0.014 * hash_unit(hash_at(key, DRAW_DEPTH, 0))};
    if (motif_clearing(n->frame, n->ridge, spot.x) > 0.3)
        return RL_OK;
    return put_once(n, kind, spot, 0.011 + 0.014 * u, error);
}

static rl_status add_boulder(near_ground *n, const near_line *line, const near_spot *spot,
                             rl_error *error)
{
    (void)line;
    if (!is_there(spot, BOULDER_SHARE * n->frame->scene.ground_boulders))
        return RL_OK;
    double u = hash_unit(hash_at(spot->key, DRAW_SIZE, 0));
    double height = (n->is_front ? 0.0165 : 0.0130) * (0.50 + 0.9 * u * u);
    if (hash_unit(hash_at(spot->key, DRAW_KIND, 1)) < 0.5)
        TRY(add_bush(n, hash_at(spot->key, DRAW_KIND, 2), spot->x, spot->depth - 0.006, 0.03,
                     error));
    return put(n, &ground_table[GROUND_BOULDER], spot, height, BY_ITSELF, error);
}

static int is_conifer(const species *kind)
{
    return kind != NULL && (kind->draw == draw_conifer || kind->draw == draw_pine);
}

#define LOG_SHARE 0.25

static rl_status add_log(near_ground *n, rl_error *error)
{
    if (!n->is_front || !is_conifer(n->tree) || chosen(n, CHOICE_LOG) > LOG_SHARE)
        return RL_OK;
    near_spot spot = {.key = hash_at(n->key, CLUMP, -1),
                      .x = n->side * exact_mix(0.25, 0.70, chosen(n, CHOICE_LOG_PLACE)) * n->half,
                      .depth = 0.045};
    return put_once(n, &ground_table[GROUND_LOG], spot, 0.021, error);
}

/* ---- reeds ---------------------------------------------------------------------------------- */

#define REED_LAND 0.012 /* land before the water is higher by less, fraction of H */

static rl_status add_reed(near_ground *n, const near_line *line, const near_spot *spot,
                          rl_error *error)
{
    if (ground_of(n, n->before, spot->x) > ground_at(n, spot->x) + REED_LAND)
        return RL_OK;
    double drift = 1.8 * noise_at(n, NOISE_REED, spot->x, 0.5, 0.22);
    double share = exact_smoothstep(-0.15, 0.35, drift);
    (void)line;
    if (hash_unit(hash_at(spot->key, DRAW_THERE, 0)) > 0.8 * share)
        return RL_OK;
    double height = 0.020 + 0.024 * share * hash_unit(hash_at(spot->key, DRAW_SIZE, 0));
    return put(n, &ground_table[GROUND_REED], spot, height, OF_KIT, error);
}

/* Reeds are on a crest before water. */
static rl_status add_reeds(near_ground *n, rl_error *error)
{
    near_line line = {REEDS, 0.001, 0.006, 0.009};
    return n->before != NULL ? scatter(n, &line, add_reed, error) : RL_OK;
}

/* ---- clumps of tall trees ------------------------------------------------------------------- */

#define HERO_SHARE 0.80
#define HERO_INSIDE 0.14  /* from the picture's edge */
#define HERO_NEAREST 0.24 /* to the sun */
#define FIR_SHARE 0.16    /* of a clump of spruces */
#define ANSWER_HEIGHT 0.42
#define ANSWER_TREES 4
#define CLUMP_BUSHES 12
#define LOOP_HIGHEST 0.28868 /* of a loop, from the opening: there a slope is highest */

/* Whether a tree would hide the motif. */
static int hides_motif(const near_ground *n, double x, double height)
{
    const rl_motif *m = &n->frame->scene.motif;
    if (m->name <= MOTIF_NONE || (m->on == MOTIF_ON_GROUND && m->ridge > n->ridge + 1))
        return 0;
    double way = exact_abs(exact_way(x - m->x, n->frame->loop));
    double top = ground_at(n, x) / n->frame->unit_share + height;
    return way < 0.24 * height + 0.8 * m->size && top > m->y / n->frame->unit_share;
}

typedef struct near_clump {
    const species *kind;
    int trees;
    double x, height, wide;
} near_clump;

static rl_status add_clump(near_ground *n, const near_clump *c, rl_error *error)
{
    const species *fir = species_find("fir");
    for (int i = 0; i < c->trees; i++) {
        near_spot spot = {.key = hash_at(n->key, CLUMP, i), .x = c->x, .depth = 0.006};
        double height = c->height;
        if (i > 0) {
            double way =
                0.13 * plant_way(spot.key, DRAW_X, 0) + 0.03 * plant_way(spot.key, DRAW_X, 1);
            double u = exact_pow(hash_unit(hash_at(spot.key, DRAW_SIZE, 0)), 1.2);
            height *= (0.30 + 0.60 * u) * (1.0 - 0.35 * exact_min(exact_abs(way) / 0.2, 1.0));
            spot.x += c->wide * way;
            spot.depth = 0.003 + 0.022 * hash_unit(hash_at(spot.key, DRAW_DEPTH, 0));
        }
        int is_fir = i > 0 && c->kind == species_find("spruce") && fir != NULL &&
                     hash_unit(hash_at(spot.key, DRAW_KIND, 0)) < FIR_SHARE;
        if (!hides_motif(n, spot.x, height))
            TRY(put_once(n, is_fir ? fir : c->kind, spot, height, error));
    }
    int bushes = c->trees > 0 ? (int)((n->is_dune ? 4 : CLUMP_BUSHES) * c->wide) : 0;
    for (int i = 0; i < bushes; i++)
        TRY(add_bush(n, hash_at(n->key, CLUMP + 1, i), c->x, 0.010, 0.20 * c->wide, error));
    return RL_OK;
}

/* Where a clump is on the side to which the slope rises. */
static double clump_x(const near_ground *n, double u)
{
    if (n->frame->loop > 0.0)
        return n->frame->scene.ridge[n->ridge].own[0].real +
               n->side * LOOP_HIGHEST * n->frame->loop;
    double inside = HERO_INSIDE * exact_max(n->frame->scene.hero_height, 1.0);
    return n->side * (n->half - inside * exact_mix(0.7, 1.5, u) * exact_min(n->half / 0.8, 1.0));
}

#define FRAME_NARROWEST 0.6 /* half the width */
#define FRAME_HEIGHT 1.25
#define FRAME_INSIDE 0.04
#define FRAME_LOWER 0.12
#define FRAME_DIM 0.7 /* it is the darkest of all */

/* The height of the tree at the picture's edge, U; 0: there is none. */
static double frame_height(const near_ground *n)
{
    const rl_scene *scene = &n->frame->scene;
    double height = FRAME_HEIGHT * scene->hero_frame;
    int has_room = scene->world == RL_WORLD_PICTURE && n->half > FRAME_NARROWEST;
    return n->has_conifers && has_room &&
                   !hides_motif(n, n->side * (n->half - FRAME_INSIDE), height)
               ? height
               : 0.0;
}

/* A tree at the picture's edge, of which half is seen. */
static rl_status add_frame_tree(near_ground *n, double height, rl_error *error)
{
    near_spot spot = {.key = hash_at(n->key, CLUMP, -2), .x = n->side * (n->half - FRAME_INSIDE)};
    double foot = -FRAME_LOWER; /* U above the lower edge */
    spot.dim = FRAME_DIM;
    spot.depth = ground_at(n, spot.x) / n->frame->unit_share - foot;
    return put_once(n, species_find("giant"), spot, height, error);
}

static rl_status add_trees(near_ground *n, rl_error *error)
{
    const rl_frame *frame = n->frame;
    int is_calm = frame->scene.calm == RL_CALM_LEFT && n->side < 0.0;
    if (n->tree == NULL || frame->scene.tree_height <= 0.0 || is_calm ||
        frame->scene.hero_height <= 0.0)
        return RL_OK;
    double height = frame->scene.hero_height * n->tree->hero * n->tree->height * n->growth *
                    exact_mix(0.83, 1.17, chosen(n, CHOICE_HERO_HEIGHT));
    int trees = frame->scene.hero_trees > 0 ? frame->scene.hero_trees : n->tree->hero_count;
    near_clump clump = {.kind = n->tree, .height = height, .trees = trees};
    clump.x = clump_x(n, chosen(n, n->is_front ? CHOICE_HERO_PLACE : CHOICE_ANSWER_PLACE));
    clump.wide = exact_min(n->growth, n->half / 0.5);
    if (!n->is_front) {
        clump.trees = (int)((ANSWER_TREES + 1) * chosen(n, CHOICE_ANSWER));
        clump.height *= ANSWER_HEIGHT;
        clump.wide *= 0.5;
        return add_clump(n, &clump, error);
    }
    double edge = frame_height(n);
    if (edge > 0.0)
        return add_frame_tree(n, edge, error);
    double sun = frame->scene.land_x; /* of the composition: a day has the same trees */
    if (chosen(n, CHOICE_HERO) > HERO_SHARE ||
        exact_abs(exact_way(clump.x - sun, frame->loop)) < HERO_NEAREST)
        return RL_OK;
    return add_clump(n, &clump, error);
}

/* ---- the stand ------------------------------------------------------------------------------ */

#define GRASS_SNOW 0.82 /* of the grass is below whole snow */

double near_tallest(void)
{
    return KIT_TALLEST;
}

oklab near_own(const rl_scene *scene, oklab ground)
{
    return colour_mix_oklab(colour_to_oklab(scene->palette.glow), ground, 0.27);
}

static rl_status sample_ground(near_ground *n, rl_error *error)
{
    const rl_frame *frame = n->frame;
    double reach = TREE_REACH + REACH_PX / frame->unit;
    n->ground_first = exact_floor((n->left - reach) / GROUND_STEP) - 1;
    n->grounds = (size_t)(exact_floor((n->right + reach) / GROUND_STEP) + 3 - n->ground_first);
    n->ground = memory_zeroed(frame->allocator, n->grounds, 3 * sizeof *n->ground);
    if (n->ground == NULL)
        return status_fail(error, RL_NO_MEMORY, "near ground: out of memory");
    ridge_grid grid = {.first = n->ground_first, .step = GROUND_STEP, .detail = GROUND_STEP};
    TRY(profile_heights(frame->profile, n->ridge, &grid, n->grounds, n->ground, error));
    int lake = frame->scene.lake_ridge;
    n->before = lake > 0 ? n->ground + n->grounds : NULL;
    for (int i = lake; i < n->ridge && lake > 0; i++) {
        double *land = n->before + n->grounds;
        TRY(profile_heights(frame->profile, i, &grid, n->grounds, land, error));
        for (size_t j = 0; j < n->grounds; j++)
            n->before[j] = exact_max(n->before[j], land[j]);
    }
    return RL_OK;
}

static rl_status add_undergrowth(near_ground *n, rl_error *error)
{
    near_line boulders = {BOULDERS, 0.002, 0.075, BOULDER_CELL};
    TRY(scatter(n, &boulders, add_boulder, error));
    TRY(add_log(n, error));
    TRY(add_reeds(n, error));
    TRY(add_grass(n, error));
    return add_flowers(n, error);
}

static rl_status add_all(near_ground *n, stand **out, rl_error *error)
{
    TRY(sample_ground(n, error));
    for (int i = 0; i < GROUND_THINGS; i++) /* so small that few differ */
        stand_kit_sort(n->kit, &ground_table[i], KIT_VARIANTS);
    TRY(add_trees(n, error));
    if (!n->is_dune)
        TRY(add_undergrowth(n, error));
    stand *made = arena_zeroed(n->frame->arena, 1, sizeof *made);
    if (made == NULL)
        return status_fail(error, RL_NO_MEMORY, "near ground: out of memory");
    *out = made;
    return stand_make(n->kit, made, error);
}

#define DUNE_SHARE 0.60 /* of the seeds of dry land have trees on the nearest dune */

int near_has_things(const rl_scene *scene, int ridge)
{
    const rl_ridge *land = &scene->ridge[ridge];
    if (ridge_has(land, RIDGE_NEAR))
        return 1;
    if (ridge + 1 < scene->ridge_count || ridge_family_of(land)->ground != RIDGE_GROUND_SAND ||
        scene->world != RL_WORLD_PICTURE)
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
                     .ridge = ridge,
                     .is_front = is_front,
                     .is_dune = !ridge_has(&scene->ridge[ridge], RIDGE_NEAR),
                     .kit = kit,
                     .key = hash_key(scene->seed, is_front ? STREAM_NEAR : STREAM_NEAR + 1),
                     .choices = hash_key(scene->seed, STREAM_NEAR + 2),
                     .side = scene->ridge[ridge].own[1].real < 0.0 ? -1.0 : 1.0,
                     .half = 0.5 * frame->width / frame->unit,
                     .growth = exact_pow(frame->unit_share, -TALL_GROWTH),
                     .tree = mix.hero,
                     .shrub = species_find("shrub"),
                     .fern = species_find("fern")};
    if (n.is_dune) /* away from the sun */
        n.side = scene->land_x < 0.0 ? 1.0 : -1.0;
    for (int i = 0; i < mix.count; i++)
        n.has_conifers |= mix.kind[i]->draw == draw_conifer;
    n.grass =
        frame->is_hard ? 0.0 : scene->ground_grass * (1.0 - GRASS_SNOW * scene->land_ground_snow);
    n.left = ((double)frame->x - 0.5 * frame->width) / frame->unit;
    n.right = n.left + frame->columns / frame->unit;
    rl_status status = add_all(&n, out, error);
    memory_free(frame->allocator, n.ground);
    return status;
}
