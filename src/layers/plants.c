/* plants.c - which plants grow on a plain, and how a run of pixels shows them.
 *
 * There are two layers: bushes and small trees in the distance, about sorted from far to
 * near; and one or two large trees behind the nearest ridge.
 */
#include "layers/plants.h"

#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/fields.h"
#include "layers/kind.h"
#include "layers/mist.h"
#include "ridge/family.h"
#include "ridge/noise.h"

enum { FAR, HERO, LAYERS };

/* Sorts of plants: how far their parts reach, in heights; their edges; their light. */
typedef struct plant_sort {
    int (*make)(uint64_t key, plant_part *part);
    int parts;
    double wide, high, rough, grain;
    double light_x, light_up, light_at, roof;
} plant_sort;

static const plant_sort acacia = {plant_acacia, PLANT_PARTS, 0.95, 1.05, 0.024,
                                  17.0,         0.55,        5.0,  0.88, 0.26};
static const plant_sort bush = {plant_bush, 3, 1.7, 1.2, 0.22, 3.1, 0.55, 5.0, 0.88, 0.26};
static const plant_sort shrub = {plant_shrub, 4, 1.8, 1.1, 0.16, 4.3, 0.55, 5.0, 0.88, 0.26};
static const plant_sort round_tree = {plant_round, 8, 0.65, 1.1, 0.055, 9.0, 1.5, 1.1, 0.62, 0.0};
static const plant_sort poplar = {plant_poplar, 4, 0.30, 1.1, 0.040, 11.0, 3.0, 0.6, 0.55, 0.0};
#define HOUSE_PARTS 3
#define HOUSE(make)                                                                                \
    {                                                                                              \
        make, HOUSE_PARTS, 1.5, 1.2, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0                                  \
    }
static const plant_sort house[] = {HOUSE(plant_house_walls), HOUSE(plant_house_dark),
                                   HOUSE(plant_house_roofs), HOUSE(plant_house_windows)};
enum { HOUSE_WINDOWS = 3, HOUSE_PIECES };
static const plant_sort tower[] = {HOUSE(plant_tower_walls), HOUSE(plant_tower_dark),
                                   HOUSE(plant_tower_roofs), HOUSE(plant_tower_windows)};
static const plant_sort cypress = {plant_cypress, 4, 0.25, 1.1, 0.030, 12.0, 4.0, 0.5, 0.5, 0.0};

/* A plant of a block, and the rows that it may touch. */
typedef struct plant_here {
    int plant;
    int32_t top, end;
} plant_here;

typedef struct plants {
    int count;
    plant *plant;     /* far to near */
    int *block;       /* [blocks + 1]: where a block's plants begin in `here` */
    plant_here *here; /* far to near */
} plants;

/* ---- which plants there are ------------------------------------------------------ */

/* Lines of bushes and trees: their distance in eye heights, U between places, share of places
 * that bear one, height in U at distance 1. */
typedef struct plant_line {
    double distance, apart, there, least, most;
    int is_bush;
} plant_line;

static const plant_line lines[] = {
    {40.0, 0.0060, 0.50, 0.06, 0.12, 1}, {30.0, 0.0080, 0.46, 0.06, 0.13, 1},
    {26.0, 0.4600, 0.70, 0.55, 0.75, 0}, {19.0, 0.0120, 0.42, 0.05, 0.12, 1},
    {16.0, 0.5200, 0.66, 0.55, 0.80, 0}, {12.0, 0.0180, 0.34, 0.04, 0.10, 1},
    {10.0, 0.6400, 0.60, 0.60, 0.80, 0}, {7.0, 0.0300, 0.26, 0.03, 0.07, 1},
    {6.2, 0.9000, 0.55, 0.58, 0.72, 0},
};
#define LINES ((int)(sizeof lines / sizeof lines[0]))

#define WIND 0.5 /* how far a line of bushes winds, of its distance */

enum draw { DRAW_THERE, DRAW_PLACE, DRAW_SIZE, DRAW_DISTANCE, DRAW_HERO };

#define HERO_DISTANCE 1.30
#define HERO_X 0.26
#define HERO_X_MORE 0.34
#define HERO_BY_SUN 0.25 /* share of pictures that have it on the side of the sun, */
#define HERO_TWO 0.40    /* and of those that have a second tree, farther away */

static void encode(const rl_frame *frame, oklab c, float out[3])
{
    linear_rgb light = colour_oklab_to_linear(c);
    shade_colour colour =
        shade_encode(frame, (linear_rgb){exact_max(light.r, 0.0), exact_max(light.g, 0.0),
                                         exact_max(light.b, 0.0)});
    out[0] = colour.r;
    out[1] = colour.g;
    out[2] = colour.b;
}

/* Its colours: those of the near land, in the air of its distance. */
static void colour_plant(const rl_frame *frame, double distance, plant *one)
{
    const rl_scene *scene = &frame->scene;
    double z = exact_mix(0.30, 0.99, exact_exp(-(distance - 1.0) / 9.0));
    double haze = light_haze(scene, z);
    oklab air = shade_air_at(frame, one->x, one->foot).air;
    oklab own = light_land(&scene->palette, z), lit = own;
    own.l *= 0.80;
    lit.l += 0.035;
    lit = colour_mix_oklab(lit, frame->light.glow_lab, 0.10);
    encode(frame, colour_mix_oklab(own, air, haze), one->own);
    encode(frame, colour_mix_oklab(lit, air, haze), one->lit);
}

static rl_status add_plant(const rl_frame *frame, plants *all, const plant_sort *sort, double x,
                           double ground, double height, uint64_t key, rl_error *error)
{
    plant *one = &all->plant[all->count];
    plant_part *part = arena_array(frame->arena, (size_t)sort->parts, sizeof *part);
    if (part == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    *one = (plant){.x = 0.5 * frame->width + x * frame->unit,
                   .foot = (1.0 - ground) * frame->height,
                   .size = height * frame->unit,
                   .left = sort->wide,
                   .right = sort->wide,
                   .high = sort->high,
                   .key = key,
                   .rough = sort->rough,
                   .grain = sort->grain,
                   .light_x = sort->light_x,
                   .light_up = sort->light_up,
                   .light_at = sort->light_at,
                   .roof = sort->roof,
                   .part = part};
    one->parts = sort->make(key, part);
    one->side = one->x < frame->light.sun_x ? 1.0 : -1.0;
    all->count++;
    return RL_OK;
}

static rl_status add_on_plain(const rl_frame *frame, plants *all, const plant_sort *sort, double x,
                              double distance, double height, uint64_t key, rl_error *error)
{
    double ground = frame->scene.horizon * (1.0 - 1.0 / distance);
    TRY(add_plant(frame, all, sort, x, ground, height, key, error));
    colour_plant(frame, distance, &all->plant[all->count - 1]);
    return RL_OK;
}

/* A plant beyond the part may reach into it: U, and the pixels of a soft edge where U is few. */
#define REACH 0.2
#define REACH_PX 2.0

/* The cells of a line along the part. */
typedef struct line_cells {
    double apart;
    noise_period period;
    int64_t first, end;
} line_cells;

static line_cells cells_of(const rl_frame *frame, const plant_line *line)
{
    line_cells c = {.apart = line->apart};
    c.period = noise_fit_cell(frame->loop, &c.apart);
    c.end = c.period; /* all of a loop, each once: blocks take the copies near to them */
    if (c.period > 0)
        return c;
    double left = ((double)frame->x - 0.5 * frame->width) / frame->unit;
    double reach = REACH + REACH_PX / frame->unit;
    c.first = exact_floor((left - reach) / c.apart);
    c.end = exact_floor((left + frame->columns / frame->unit + reach) / c.apart) + 1;
    return c;
}

static rl_status add_line(const rl_frame *frame, plants *all, int index, rl_error *error)
{
    const plant_line *line = &lines[index];
    line_cells c = cells_of(frame, line);
    uint64_t key = hash_key(frame->scene.seed, STREAM_PLANTS + (uint64_t)index);
    double rate = 3.0;
    noise_period clumps = noise_fit_rate(frame->loop, &rate);
    for (int64_t cell = c.first; cell < c.end; cell++) {
        uint64_t own = hash_mix(key + (uint64_t)exact_wrap(cell, c.period));
        double at = hash_unit(hash_at(own, DRAW_PLACE, 0));
        double x = ((double)cell + 0.1 + 0.8 * at) * c.apart;
        double there = line->there;
        if (line->is_bush)
            there += 0.9 * noise_gradient(key, 0, rate * x, 0.5, clumps);
        if (hash_unit(hash_at(own, DRAW_THERE, 0)) > there)
            continue;
        /* No two stand on one line, and lines of bushes wind. */
        double more = 0.12 * (2.0 * hash_unit(hash_at(own, DRAW_DISTANCE, 0)) - 1.0);
        if (line->is_bush)
            more += WIND * noise_gradient(key, 1, rate * x, 0.5, clumps);
        double size = hash_unit(hash_at(own, DRAW_SIZE, 0));
        if (line->is_bush)
            size *= size * size; /* few are large */
        TRY(add_on_plain(frame, all, line->is_bush ? &shrub : &acacia, x,
                         line->distance * (1.0 + more),
                         exact_mix(line->least, line->most, size) / line->distance, own, error));
    }
    return RL_OK;
}

static rl_status add_hero(const rl_frame *frame, plants *all, rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM_PLANTS + LINES);
    double side = scene->land_x > 0.0 ? -1.0 : 1.0;
    if (hash_unit(hash_at(key, DRAW_HERO, 0)) < HERO_BY_SUN)
        side = -side;
    double half = 0.5 * frame->width / frame->unit; /* of a loop or a narrow picture */
    double scale = exact_min(1.0, half / 0.85);
    double x = side * (HERO_X + HERO_X_MORE * hash_unit(hash_at(key, DRAW_PLACE, 0)));
    if (hash_unit(hash_at(key, DRAW_THERE, 0)) < HERO_TWO) {
        uint64_t other = hash_at(key, DRAW_HERO, 1);
        double size = exact_mix(0.34, 0.66, hash_unit(hash_at(key, DRAW_SIZE, 0)));
        double apart = exact_mix(0.30, 0.95, hash_unit(hash_at(key, DRAW_PLACE, 1)));
        TRY(add_on_plain(frame, all, &acacia, scale * (x - side * apart), HERO_DISTANCE / size,
                         size * scene->plants_hero, other, error));
    }
    return add_on_plain(frame, all, &acacia, scale * x, HERO_DISTANCE, scene->plants_hero, key,
                        error);
}

/* ---- trees on the hedges of a ridge of fields ------------------------------------------- */

#define HEDGE_TREES 0.055 /* a place, in the ridge's spacings */
#define HEDGE_STEPS 2     /* samples of the crest for each */

/* Sets its colours, seen through the air before a ridge. */
static void colour_on_ridge(const rl_frame *frame, int ridge, double height, oklab own, oklab lit,
                            plant *one)
{
    mist_bank bank = mist_bank_of(frame, ridge);
    shade_air air = shade_air_at(frame, one->x, one->foot);
    double over = exact_max((height - bank.level) / bank.scale, 0.0);
    double haze = light_haze(&frame->scene, frame->scene.ridge[ridge].depth);
    double mist = bank.density * exact_exp(-over);
    oklab veil = colour_linear_to_oklab(mist_light(frame, &bank, &air));
    encode(frame, colour_mix_oklab(colour_mix_oklab(own, air.air, haze), veil, mist), one->own);
    encode(frame, colour_mix_oklab(colour_mix_oklab(lit, air.air, haze), veil, mist), one->lit);
}

/* A colour as in daylight, by the light that there is. */
static oklab in_day(const rl_frame *frame, oklab c)
{
    double day = exact_min(frame->light.sky.colour[0].l / 0.86, 1.0);
    day *= day; /* as of the crops */
    return (oklab){c.l * day, c.a * day, c.b * day};
}

static void colour_tree(const rl_frame *frame, int ridge, double height, plant *one)
{
    oklab land = light_own(&frame->scene, ridge);
    oklab lit = colour_mix_oklab(land, in_day(frame, (oklab){0.66, -0.045, 0.115}), 0.75);
    oklab own = colour_mix_oklab(land, in_day(frame, (oklab){0.37, -0.040, 0.070}), 0.70);
    colour_on_ridge(frame, ridge, height, own, lit, one);
}

/* Clumps of trees on the borders of rows, the farther ones first. */
static rl_status add_hedge_trees(const rl_frame *frame, plants *all, int ridge, const line_cells *c,
                                 const double *crest, rl_error *error)
{
    const rl_ridge *land = &frame->scene.ridge[ridge];
    uint64_t key = hash_mix(hash_key(frame->scene.seed, STREAM_PLANTS_END - 1) + (uint64_t)ridge);
    fields rows;
    fields_make(frame, hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)ridge), land->spacing,
                land->depth, &rows);
    double rate = 1.6 / land->spacing;
    noise_period clumps = noise_fit_rate(frame->loop, &rate);
    for (int row = 0; row < 4; row++)
        for (int64_t cell = c->first; cell < c->end; cell++) {
            uint64_t own =
                hash_mix(key + 8 * (uint64_t)exact_wrap(cell, c->period) + (uint64_t)row);
            double at = hash_unit(hash_at(own, DRAW_PLACE, 0));
            double x = ((double)cell + at) * c->apart;
            double clump = noise_gradient(key, row, rate * x, 0.5, clumps);
            if (hash_unit(hash_at(own, DRAW_THERE, 0)) > 2.2 * clump)
                continue;
            double shift = fields_shift(&rows, x);
            double border = (double)exact_floor(shift) + 1.0 + row;
            double depth = (border - shift) / (double)rows.rows;
            double place = at * HEDGE_STEPS;
            int piece = place >= HEDGE_STEPS ? HEDGE_STEPS - 1 : (int)place;
            const double *near = crest + (cell - c->first) * HEDGE_STEPS + piece;
            double ground = exact_mix(near[0], near[1], place - piece) - depth * frame->unit_share;
            double u = hash_unit(hash_at(own, DRAW_SIZE, 0));
            double sort = hash_unit(hash_at(own, DRAW_DISTANCE, 0));
            const plant_sort *tree = sort < 0.16   ? &cypress
                                     : sort < 0.30 ? &poplar
                                     : sort < 0.44 ? &bush
                                                   : &round_tree;
            double height = exact_mix(0.007, 0.036, land->depth) * (0.55 + 0.65 * u * u);
            height *= tree == &round_tree ? 1.0 : tree == &bush ? 0.5 : 1.5;
            TRY(add_plant(frame, all, tree, x, ground, height, own, error));
            colour_tree(frame, ridge, ground, &all->plant[all->count - 1]);
        }
    return RL_OK;
}

/* ---- the farm ---------------------------------------------------------------------------- */

/* One farm, or hamlet, is on a hill of fields where it is seen best, on the side away from the
 * sun: cypresses round its houses, and an avenue that runs down toward the sun's side.  Lengths are
 * in heights of the house. */
#define FARM_DEPTH 0.52 /* of its hill, about */
#define FARM_FROM 0.05  /* U from the middle */
#define FARM_TO 0.36
#define FARM_LEAST 0.03 /* fraction of H: so much of the hill must be seen */
#define FARM_TREES 9
#define AVENUE_TREES 13
#define AVENUE_APART 0.72
#define HAMLET 5 /* houses */
#define HAMLET_THERE 0.35
#define FARM_PIECES ((1 + HAMLET) * HOUSE_PIECES + FARM_TREES + AVENUE_TREES)

static const double farm_tree[FARM_TREES][2] = {{-3.4, 1.10}, {-2.7, 1.55}, {-2.3, 1.30},
                                                {-1.7, 1.75}, {-1.3, 1.35}, {1.75, 1.45},
                                                {2.2, 1.70},  {2.9, 1.20},  {3.6, 1.50}};

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
    double x, side;                /* U; which way the avenue goes */
    double crest[PROFILE_LATTICE]; /* fraction of H */
} farm;

/* Finds where most of the hill is seen; returns 0 if it is nowhere. */
static int find_farm(const rl_frame *frame, int ridge, farm *f)
{
    double front[PROFILE_LATTICE], other[PROFILE_LATTICE], most = FARM_LEAST;
    profile_skyline(frame->profile, ridge, frame->unit_share, f->crest);
    for (int j = 0; j < PROFILE_LATTICE; j++)
        front[j] = 0.0;
    for (int i = ridge + 1; i < frame->scene.ridge_count; i++) {
        profile_skyline(frame->profile, i, frame->unit_share, other);
        for (int j = 0; j < PROFILE_LATTICE; j++)
            front[j] = exact_max(front[j], other[j]);
    }
    f->side = frame->scene.land_x < 0.0 ? -1.0 : 1.0;
    double half = 0.5 * frame->width / frame->unit; /* of a loop or a narrow picture */
    double scale = exact_min(1.0, half / 0.60);
    for (int j = 0; j < PROFILE_LATTICE; j++) {
        double x = (j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP;
        double way = -f->side * x / scale, seen = f->crest[j] - front[j];
        if (way < FARM_FROM || way > FARM_TO || seen < FARM_LEAST)
            continue;
        double score = exact_min(seen, 0.10) + 0.8 * f->crest[j];
        if (score > most) {
            most = score;
            f->x = x;
        }
    }
    return most > FARM_LEAST;
}

/* A piece of the farm, `away` U from its middle, `down` U below the crest. */
static rl_status add_piece(const rl_frame *frame, plants *all, const farm *f, int ridge,
                           const plant_sort *sort, double away, double down, double height,
                           uint64_t key, rl_error *error)
{
    double x = f->x + away, place = x / PROFILE_LATTICE_STEP + PROFILE_LATTICE / 2;
    int j = (int)exact_clamp(place, 0.0, PROFILE_LATTICE - 2.0);
    double ground = exact_mix(f->crest[j], f->crest[j + 1], exact_clamp(place - j, 0.0, 1.0)) -
                    down * frame->unit_share;
    TRY(add_plant(frame, all, sort, x, ground, height, key, error));
    colour_tree(frame, ridge, ground, &all->plant[all->count - 1]);
    return RL_OK;
}

static rl_status add_house(const rl_frame *frame, plants *all, const farm *f, int ridge,
                           const plant_sort *parts, const double place[3], uint64_t key,
                           rl_error *error)
{
    static const oklab colours[HOUSE_PIECES] = {
        {0.83, 0.012, 0.045}, {0.52, 0.020, 0.035}, {0.60, 0.090, 0.075}, {0.46, 0.020, 0.030}};
    static const oklab lamp = {0.86, 0.030, 0.110};
    oklab land = light_own(&frame->scene, ridge);
    double night = 1.0 - exact_smoothstep(0.15, 0.45, in_day(frame, (oklab){1.0, 0.0, 0.0}).l);
    for (int i = 0; i < HOUSE_PIECES; i++) {
        double high = frame->scene.plants_farm;
        TRY(add_piece(frame, all, f, ridge, &parts[i], place[0] * high, place[1] * high,
                      place[2] * high, key, error));
        plant *one = &all->plant[all->count - 1];
        oklab own = colour_mix_oklab(land, in_day(frame, colours[i]), 0.85);
        if (i == HOUSE_WINDOWS)
            own = colour_mix_oklab(own, lamp, night);
        colour_on_ridge(frame, ridge, 1.0 - one->foot / frame->height, own, own, one);
    }
    return RL_OK;
}

/* A farm's house, or the houses of a hamlet round its church. */
static rl_status add_houses(const rl_frame *frame, plants *all, const farm *f, int ridge,
                            uint64_t key, rl_error *error)
{
    static const double alone[3] = {0.0, 0.25, 1.0};
    static const double church[3] = {0.35, 0.10, 2.1};
    static const double hamlet[HAMLET][3] = {{-1.35, 0.12, 0.85},
                                             {1.9, 0.14, 0.80},
                                             {-0.15, 0.42, 0.95},
                                             {-2.3, 0.62, 0.80},
                                             {1.5, 0.72, 0.90}};
    if (hash_unit(hash_at(key, DRAW_THERE, 0)) > HAMLET_THERE)
        return add_house(frame, all, f, ridge, house, alone, key, error);
    TRY(add_house(frame, all, f, ridge, tower, church, key, error));
    for (int i = 0; i < HAMLET; i++)
        TRY(add_house(frame, all, f, ridge, house, hamlet[i], hash_at(key, DRAW_HERO, i), error));
    return RL_OK;
}

static rl_status add_farm(const rl_frame *frame, plants *all, int ridge, rl_error *error)
{
    uint64_t key = hash_key(frame->scene.seed, STREAM_PLANTS_END - 2);
    double high = frame->scene.plants_farm;
    farm f;
    if (!find_farm(frame, ridge, &f))
        return RL_OK;
    for (int i = 0; i < FARM_TREES; i++) {
        double more = hash_unit(hash_at(key, DRAW_SIZE, i)) - 0.5;
        if (i == FARM_TREES / 2)
            TRY(add_houses(frame, all, &f, ridge, key, error));
        TRY(add_piece(frame, all, &f, ridge, &cypress,
                      high * (farm_tree[i][0] * -f.side + 0.3 * more), 0.30 * high * (i % 2),
                      high * farm_tree[i][1] * (1.0 + 0.3 * more), hash_at(key, DRAW_PLACE, i),
                      error));
    }
    for (int i = 0; i < AVENUE_TREES; i++) {
        double more = hash_unit(hash_at(key, DRAW_SIZE, FARM_TREES + i)) - 0.5;
        double along = 2.6 + AVENUE_APART * i;
        TRY(add_piece(frame, all, &f, ridge, &cypress, f.side * high * along,
                      high * (0.45 + 0.13 * i + 0.006 * i * i),
                      high * (0.78 + 0.02 * i) * (1.0 + 0.35 * more),
                      hash_at(key, DRAW_PLACE, FARM_TREES + i), error));
    }
    return RL_OK;
}

static line_cells hedge_cells(const rl_frame *frame, int ridge)
{
    plant_line line = {.apart = HEDGE_TREES * frame->scene.ridge[ridge].spacing};
    return cells_of(frame, &line);
}

static rl_status add_to_ridge(const rl_frame *frame, plants *all, int ridge, rl_error *error)
{
    line_cells c = hedge_cells(frame, ridge);
    size_t samples = (size_t)(c.end - c.first) * HEDGE_STEPS + 1;
    double *crest = memory_array(frame->allocator, samples, sizeof *crest);
    if (crest == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    ridge_grid grid = {.first = c.first * HEDGE_STEPS,
                       .step = c.apart / HEDGE_STEPS,
                       .detail = c.apart / HEDGE_STEPS};
    rl_status status = profile_heights(frame->profile, ridge, &grid, samples, crest, error);
    if (status == RL_OK)
        status = add_hedge_trees(frame, all, ridge, &c, crest, error);
    memory_free(frame->allocator, crest);
    return status;
}

#define ROOT 0.01 /* of its height below its foot */

static plant_here here_of(const rl_frame *frame, const plant *one, int index)
{
    double top = one->foot - one->high * one->size - 1.0;
    double end = one->foot + ROOT * one->size + 2.0;
    return (plant_here){index, (int32_t)exact_floor(exact_clamp(top, 0.0, frame->height)),
                        (int32_t)exact_floor(exact_clamp(end, 0.0, frame->height))};
}

/* Which plants may be in each block; a loop shows the copy that is nearest to it. */
static rl_status sort_blocks(const rl_frame *frame, plants *all, rl_error *error)
{
    for (int pass = 0; pass < 2; pass++) {
        int count = 0;
        for (int b = 0; b < frame->blocks; b++) {
            double left = (double)((frame->first_block + b) * frame->block);
            if (pass == 1)
                all->block[b] = count;
            for (int i = 0; i < all->count; i++) {
                const plant *one = &all->plant[i];
                double x = frame_around(frame, one->x, left + 0.5 * frame->block);
                if (x - one->left * one->size > left + frame->block ||
                    x + one->right * one->size < left)
                    continue;
                if (pass == 1)
                    all->here[count] = here_of(frame, one, i);
                count++;
            }
        }
        if (pass == 1) {
            all->block[frame->blocks] = count;
            return RL_OK;
        }
        all->block = arena_array(frame->arena, (size_t)frame->blocks + 1, sizeof(int));
        all->here = arena_array(frame->arena, (size_t)count + 1, sizeof *all->here);
        if (all->block == NULL || all->here == NULL)
            return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    }
    return RL_OK;
}

/* ---- the kind ------------------------------------------------------------------------ */

static int has_fields(const rl_scene *scene, int ridge)
{
    return scene->ridge[ridge].trees > 0.0 &&
           ridge_family_of(&scene->ridge[ridge])->ground == RIDGE_GROUND_FIELDS;
}

static int count(const rl_scene *scene)
{
    int layers = scene->plants_hero > 0.0 ? LAYERS : 0;
    for (int i = 0; i < scene->ridge_count; i++)
        layers += has_fields(scene, i);
    return layers;
}

/* The ridge of fields that has layer `index`, or -1. */
static int ridge_of(const rl_scene *scene, int index)
{
    int ridge = -1;
    index -= scene->plants_hero > 0.0 ? LAYERS : 0;
    while (index >= 0 && ++ridge < scene->ridge_count)
        index -= has_fields(scene, ridge);
    return ridge;
}

static double place(const rl_scene *scene, int index)
{
    if (ridge_of(scene, index) >= 0)
        return ridge_of(scene, index) + 0.2;
    return index == FAR ? layers_place(scene, scene->plain_depth) + 0.01 : scene->ridge_count - 1.1;
}

static void find_rows(const rl_frame *frame, const plants *all, int32_t *rows)
{
    for (int b = 0; b < frame->blocks; b++) {
        int32_t top = frame->height, end = 0;
        for (int i = all->block[b]; i < all->block[b + 1]; i++) {
            top = all->here[i].top < top ? all->here[i].top : top;
            end = all->here[i].end > end ? all->here[i].end : end;
        }
        rows[b] = top;
        rows[frame->blocks + b] = end;
    }
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    plants *all = layer->data;
    int ridge = ridge_of(&frame->scene, layer->index), is_far = ridge < 0 && layer->index == FAR;
    size_t room = 2; /* large trees */
    for (int i = 0; i < LINES && is_far; i++) {
        line_cells c = cells_of(frame, &lines[i]);
        room += (size_t)(c.end - c.first);
    }
    line_cells hedges = ridge >= 0 ? hedge_cells(frame, ridge) : (line_cells){.first = 0};
    room += 4 * (size_t)(hedges.end - hedges.first) + FARM_PIECES;
    all->plant = arena_array(frame->arena, room, sizeof *all->plant);
    int32_t *rows = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *rows);
    if (all->plant == NULL || rows == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    for (int i = 0; i < LINES && is_far; i++)
        TRY(add_line(frame, all, i, error));
    if (ridge >= 0)
        TRY(add_to_ridge(frame, all, ridge, error));
    if (ridge >= 0 && ridge == farm_ridge(&frame->scene))
        TRY(add_farm(frame, all, ridge, error));
    if (ridge < 0 && !is_far)
        TRY(add_hero(frame, all, error));
    TRY(sort_blocks(frame, all, error));
    find_rows(frame, all, rows);
    layer->depth = ridge >= 0 ? frame->scene.ridge[ridge].depth : is_far ? 0.5 : 0.97;
    layer->block_top = rows;
    layer->block_end = rows + frame->blocks;
    return RL_OK;
}

/* ---- painting -------------------------------------------------------------------------- */

/* Smaller plants have several samples in a pixel. */
#define FINE_SIZE 200.0

/* Lays a plant over what the run has of the layer. */
static void lay(const rl_frame *frame, const plant *one, const tile_run *run, tile_colours *colours,
                float *covered)
{
    int left = tiles_left(frame, run), fine = one->size < FINE_SIZE ? PLANT_FINE : 1;
    double pixel = 1.0 / one->size;
    double y = (one->foot - (run->row + 0.5)) * pixel;
    plant_row rows[PLANT_FINE];
    double from = 1e9, to = -1e9;
    if (y > one->high + pixel || y < -ROOT - pixel)
        return;
    for (int i = 0; i < fine; i++) {
        plant_row_at(one, y - ((i + 0.5) / fine - 0.5) * pixel, fine, &rows[i]);
        from = exact_min(from, rows[i].left);
        to = exact_max(to, rows[i].right);
    }
    double block = (double)((frame->first_block + run->block) * frame->block);
    double x = frame_around(frame, one->x, block + 0.5 * frame->block);
    double start = (block + 0.5 - x) * pixel;
    plant_columns columns = {.x = (float)start, .step = (float)pixel};
    double first = exact_clamp((from - start) * one->size - 1.0, left, left + run->count);
    double end = exact_clamp((to - start) * one->size + 2.0, left, left + run->count);
    columns.from = (int)first;
    columns.to = (int)end;
    if (columns.from >= columns.to)
        return;
    plane_span_at(&columns.span, &rows[0].noise, start, pixel);
    plant_pixels_of[frame->kernels](rows, fine, &columns, colours, covered);
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    const plants *all = frame->layer[layer].data;
    block_fill((shade_colour){0.0f, 0.0f, 0.0f}, colours);
    for (int i = 0; i < TILES_BLOCK; i++)
        covered[i] = 0.0f;
    for (int i = all->block[run->block]; i < all->block[run->block + 1]; i++)
        if (all->here[i].top <= run->row && all->here[i].end > run->row)
            lay(frame, &all->plant[all->here[i].plant], run, colours, covered);
}

static const scene_key keys[] = {
    REAL_KEY("plants.hero", AT_SCENE(plants_hero), 0, 1, 0,
             "U, of one large acacia on a plain with bushes and smaller ones; 0 = none"),
    REAL_KEY("plants.farm", AT_SCENE(plants_farm), 0, 1, 0,
             "U, of one farm house or of a hamlet's on wooded hills of fields; 0 = none"),
};

const layer_kind kind_plants = {
    .name = "plants",
    .number = RL_LAYER_OTHER,
    .keys = {KEY_GROUP("plants", keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(plants),
    .prepare = prepare,
    .paint = {.cover = cover},
    .trait = {{.share = FACTS_SHARE(acacia), .area = FACTS_OF_SKY}},
};
