/* wall.c - walls of a canyon, alternately on the left and the right of its river, and free-standing
 * buttes.
 *
 * A wall extends from its foot up to its rim, whose heights in the picture follow from its distance
 * by perspective.  Toward the river it descends in stairs: cliffs, benches, a slope of rubble.  A
 * fractal (part[0]) moves its edge in and out, another (part[1]) roughens the rim.  A node is a
 * function of (key, level, index).
 *
 * `far` is the logarithm of a distance to base 2, where 1 is the distance of the picture's lower
 * edge; `near` is 0 for the farthest walls, 1 for the nearest.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/canyon.h"
#include "ridge/family.h"

#define STREAM 5060 /* random stream, also of butte */

/* Indices of ridge_line.own.  EDGE: x of the wall's edge toward the river, or of a
 * butte's middle, U from the middle of the picture.  APART: distance after which canyons repeat, U;
 * below 0 for a wall on the left. */
enum { EDGE, APART };

#define TRAIT_LEAN 64 /* hash level of a butte's asymmetry; midpoints use the levels 1..30 */

extern const ridge_family ridge_family_butte;

/* The constants below are tuned by eye on seeds 1..24. */

/* How the distance of a wall follows from ridge.N.depth: see canyon_far. */
static const struct {
    double farthest, nearest; /* `far` of the farthest and the nearest wall */
    double z_far, z_near;     /* ridge.N.depth of these walls, 0..1 */
    double power;             /* exponent of the interpolation between them */
} range = {.farthest = 4.17, .nearest = 0.29, .z_far = 0.06, .z_near = 0.74, .power = 0.95};

/* Widths on the floor are proportional to distance^NARROWING; -1 would be a true perspective. */
#define NARROWING (-0.85)

/* The river. */
static const struct {
    double half;              /* half width at distance 1, U */
    double land;              /* x of its middle without bends, share of land.x */
    double aside;             /* largest distance that the seed adds to either side, U */
    double bend_least;        /* least factor of broad bends that the seed draws */
    double bend_most;         /* largest factor of broad bends */
    double bend_fall;         /* bends are proportional to distance^bend_fall */
    double broad, fine;       /* amplitudes of broad and fine bends at distance 1, U */
    double broad_rate;        /* waves of broad bends per doubling of distance */
    double broad_rate_spread; /* waves per doubling that the seed adds at most */
    double fine_rate;         /* waves of fine bends per doubling of distance */
} river = {.half = 0.062,
           .land = 0.55,
           .aside = 0.24,
           .bend_least = 0.6,
           .bend_most = 1.5,
           .bend_fall = -0.5,
           .broad = 0.085,
           .fine = 0.034,
           .broad_rate = 0.38,
           .broad_rate_spread = 0.16,
           .fine_rate = 1.03};

/* Distance of a wall's foot from the river. */
static const struct {
    double clear;          /* least distance between foot and water at distance 1, U */
    double far, near_more; /* a drawn distance counts far + near_more * near times */
    double broad;          /* largest distance added for the nearest wall of a broad bank, U */
} bank = {.clear = 0.012, .far = 0.4, .near_more = 0.6, .broad = 0.30};

/* Walls.  A width is that from a wall's edge to its rim, ridge.N.spacing; a height is its
 * amplitude; an eye height is that of the eye above the land at the wall's distance. */
static const struct {
    double rim, rim_wander;         /* depth of the rim below the eye, +- spread, eye heights */
    double aside;                   /* largest distance drawn from the river to the foot, U */
    double wide_far, wide_near;     /* width of the farthest and the nearest wall, U */
    double gorge_least, gorge_most; /* limits of a factor of all widths of a canyon */
    double wide_least, wide_most;   /* limits of a factor of the width of one wall */
    double bays;                    /* mean distance that part[0] moves the edge back, widths */
    double rough;                   /* limit of the height that part[1] adds, heights */
    double rough_from, rough_to;    /* distances from the edge: it begins and is full, widths */
    double end;                     /* length of a wall, share of the distance of canyons */
    double floor;                   /* least height, where there is no wall: under the ground */
} wall = {.rim = 0.105,
          .rim_wander = 0.018,
          .aside = 0.05,
          .wide_far = 0.16,
          .wide_near = 0.56,
          .gorge_least = 0.45,
          .gorge_most = 1.1,
          .wide_least = 0.85,
          .wide_most = 1.15,
          .bays = 0.20,
          .rough = 0.022,
          .rough_from = 0.7,
          .rough_to = 0.9,
          .end = 0.64,
          .floor = -0.12};

/* Buttes; units as for walls. */
static const struct {
    double highest, lowest;       /* limits of the depth of the top below the eye, eye heights */
    double aside;                 /* largest distance drawn from the river to the foot, U */
    double half_far, half_near;   /* half width of the farthest and the nearest butte, U */
    double half_least, half_most; /* limits of a factor of the half width of one butte */
    double steep;                 /* place in the stairs at its middle; above 1 = beyond the rim */
    double lean;                  /* largest share by which a side is steeper, the other gentler */
    double bays;  /* mean distance that part[0] moves the foot in, place in the stairs */
    double rough; /* limit of the height that part[1] adds to the top, heights */
} butte = {.highest = -0.24,
           .lowest = 0.28,
           .aside = 0.40,
           .half_far = 0.07,
           .half_near = 0.20,
           .half_least = 0.75,
           .half_most = 1.4,
           .steep = 1.65,
           .lean = 0.38,
           .bays = 0.17,
           .rough = 0.050};

/* The stairs of a wall: a slope of rubble, then cliffs and benches.  `from`, `to` and `end` are
 * places between foot (0) and rim (1); rises are shares of the wall's height. */
static const struct {
    double end, rise;
} rubble_slope = {.end = 0.34, .rise = 0.24};

static const struct {
    int is_cliff; /* 1: smooth step of a cliff; 0: straight slope of a bench */
    double from, to, rise;
} stair[] = {
    {.is_cliff = 1, .from = 0.32, .to = 0.35, .rise = 0.20},
    {.is_cliff = 0, .from = 0.35, .to = 0.57, .rise = 0.10},
    {.is_cliff = 1, .from = 0.56, .to = 0.585, .rise = 0.19},
    {.is_cliff = 0, .from = 0.58, .to = 0.78, .rise = 0.06},
    {.is_cliff = 1, .from = 0.78, .to = 0.80, .rise = 0.19},
    {.is_cliff = 0, .from = 0.80, .to = 1.0, .rise = 0.02},
};

double canyon_apart(double loop)
{
    return loop > 0.0 ? loop / exact_max(exact_round(loop / CANYON_APART), 1.0) : CANYON_APART;
}

double canyon_far(double z)
{
    double t = exact_max((z - range.z_far) / (range.z_near - range.z_far), 0.0);
    return exact_mix(range.farthest, range.nearest, exact_pow(t, range.power));
}

double canyon_river_half(double far)
{
    return river.half * exact_exp2(NARROWING * far);
}

/* Returns the cosine of a number of turns. */
static double wave(double turn)
{
    return exact_cos_turn(turn - (double)exact_floor(turn));
}

double canyon_river(const rl_scene *scene, double far)
{
    uint64_t key = hash_key(scene->seed, STREAM);
    double turn = hash_unit(hash_at(key, 0, 0)), more = hash_unit(hash_at(key, 0, 1));
    double wide = exact_mix(river.bend_least, river.bend_most, hash_unit(hash_at(key, 0, 2)));
    double rate = river.broad_rate + river.broad_rate_spread * more;
    double bend = river.broad * wide * wave(rate * far + turn) +
                  river.fine * wave(river.fine_rate * far + more);
    double aside = exact_mix(-river.aside, river.aside, hash_unit(hash_at(key, 0, 3)));
    return river.land * scene->land_x + aside + bend * exact_exp2(river.bend_fall * far);
}

/* ---- places of walls and buttes ---------------------------------------------------------- */

/* Draws of a canyon; each ridge has its own, unless noted. */
enum draw {
    DRAW_RIM = 0,
    DRAW_ASIDE = 1,
    DRAW_WIDTH = 2,
    DRAW_SIDE = 8,  /* side of all walls, which alternate (drawn for ridge 0); of a butte */
    DRAW_BANK = 9,  /* one draw for each side of the river */
    DRAW_GORGE = 10 /* width of all walls, drawn for ridge 0 */
};

static double choose(const rl_scene *scene, int ridge, enum draw what, double low, double high)
{
    uint64_t key = hash_key(scene->seed, STREAM);
    return exact_mix(low, high, hash_unit(hash_at(key, 1 + (int)what, ridge)));
}

/* Fills base and amplitude of a wall or butte, if unset, so that its rim is `rim` eye heights below
 * the eye. */
static void stand_on_floor(rl_scene *scene, rl_ridge *ridge, double far, double rim)
{
    double eye = scene->horizon * exact_exp2(-far);
    fill_real(&ridge->base,
              exact_clamp(scene->horizon - CANYON_DEEP * eye, -RIDGE_HIGHEST, RIDGE_HIGHEST));
    fill_real(&ridge->amplitude, exact_clamp((CANYON_DEEP - rim) * eye, 0.0, RIDGE_HIGHEST));
    fill_real(&ridge->valley, 0.0);
    fill_real(&ridge->min_height, -RIDGE_HIGHEST);
}

static double nearness(double far)
{
    return exact_clamp((range.farthest - far) / (range.farthest - range.nearest), 0.0, 1.0);
}

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    double far = canyon_far(ridge->depth), near = nearness(far);
    stand_on_floor(scene, ridge, far,
                   wall.rim + choose(scene, index, DRAW_RIM, -wall.rim_wander, wall.rim_wander));
    int is_right = (index + (choose(scene, 0, DRAW_SIDE, 0.0, 1.0) < 0.5)) % 2;
    double aside =
        canyon_river_half(far) + bank.clear * exact_exp2(NARROWING * far) +
        choose(scene, index, DRAW_ASIDE, 0.0, wall.aside) * (bank.far + bank.near_more * near);
    double back = choose(scene, is_right, DRAW_BANK, 0.0, 1.0); /* breadth of this bank */
    aside += bank.broad * back * back * back * near;
    double edge = canyon_river(scene, far) + (is_right ? aside : -aside);
    double gorge = choose(scene, 0, DRAW_GORGE, wall.gorge_least, wall.gorge_most);
    fill_real(&ridge->spacing,
              exact_mix(wall.wide_far, wall.wide_near, near) * gorge *
                  choose(scene, index, DRAW_WIDTH, wall.wide_least, wall.wide_most));
    ridge_fill(ridge, "edge", edge);
    ridge_fill(ridge, "apart", is_right ? CANYON_APART : -CANYON_APART);
}

/* ridge_family.stand of buttes: each is on a bank of the river; its rubble may reach the water. */
static void stand_alone(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    double far = canyon_far(ridge->depth), near = nearness(far);
    stand_on_floor(scene, ridge, far, choose(scene, index, DRAW_RIM, butte.highest, butte.lowest));
    int is_right = choose(scene, index, DRAW_SIDE, 0.0, 1.0) < 0.5;
    double half = exact_mix(butte.half_far, butte.half_near, near) *
                  choose(scene, index, DRAW_WIDTH, butte.half_least, butte.half_most);
    double aside =
        canyon_river_half(far) + bank.clear * exact_exp2(NARROWING * far) + half +
        choose(scene, index, DRAW_ASIDE, 0.0, butte.aside) * (bank.far + bank.near_more * near);
    fill_real(&ridge->spacing, half);
    ridge_fill(ridge, "at", canyon_river(scene, far) + (is_right ? aside : -aside));
}

/* ---- profiles ----------------------------------------------------------------- */

static double ramp(double low, double high, double t)
{
    return exact_clamp((t - low) / (high - low), 0.0, 1.0);
}

static double rubble(double t)
{
    double up = ramp(0.0, rubble_slope.end, t);
    return rubble_slope.rise * up * exact_sqrt(up);
}

static double stairs(double t)
{
    double height = rubble(t);
    for (size_t i = 0; i < sizeof stair / sizeof *stair; i++)
        height +=
            stair[i].rise * (stair[i].is_cliff ? exact_smoothstep(stair[i].from, stair[i].to, t)
                                               : ramp(stair[i].from, stair[i].to, t));
    return height;
}

static void make(ridge_line *line, const rl_ridge *ridge)
{
    double loop = (double)ridge->period * ridge->spacing;
    double apart = canyon_apart(loop);
    line->own[EDGE] = ridge_real(ridge, "edge");
    line->own[APART] = ridge_real(ridge, "apart") < 0.0 ? -apart : apart;
    line->part[1] = ridge_fractal(line->family, ridge, hash_mix(line->part[0].key));
}

/* ridge_family.make of buttes, which have two flanks: the sign of APART has no meaning. */
static void make_alone(ridge_line *line, const rl_ridge *ridge)
{
    make(line, ridge);
    line->own[EDGE] = ridge_real(ridge, "at");
    line->own[APART] = exact_abs(line->own[APART]);
}

/* Returns the distance of x from the nearer end of a wall, in widths: 0 at the edge, 1 at the rim,
 * below 0 outside.  Its other end is before the next canyon. */
static double inside(const ridge_line *line, double x)
{
    double apart = exact_abs(line->own[APART]);
    double way = line->own[APART] > 0.0 ? x - line->own[EDGE] : line->own[EDGE] - x;
    way -= apart * (double)exact_floor(way / apart + 0.25);
    return exact_min(way, wall.end * apart - way) / line->spacing;
}

/* Returns the place of x in the stairs of a butte: 0 at its foot, 1 at its rim, below 0 outside.
 * `lean` above 0 makes its right side steeper. */
static double inside_butte(const ridge_line *line, double x, double lean)
{
    double apart = exact_abs(line->own[APART]), way = x - line->own[EDGE];
    way -= apart * exact_round(way / apart);
    double steep = way < 0.0 ? 1.0 - lean : 1.0 + lean;
    return butte.steep * (1.0 - exact_abs(way) / line->spacing * steep);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double *edge = work + 2 * displacement_scratch(count);
    int is_butte = line->family == &ridge_family_butte;
    double lean = butte.lean * (2.0 * hash_unit(hash_at(line->part[0].key, TRAIT_LEAN, 0)) - 1.0);
    double spacing = exact_exp2(-level), ragged = is_butte ? butte.rough : wall.rough;
    displacement_fill(&line->part[1], level, first, count, values, NULL, work);
    displacement_fill(&line->part[0], level, first, count, edge, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing * line->spacing;
        double bay = 1.0 + displacement_bounded(edge[n], 1.0);
        double t = is_butte ? inside_butte(line, x, lean) - butte.bays * bay
                            : inside(line, x) - wall.bays * bay;
        double rough = ragged * values[n] / exact_sqrt(1.0 + values[n] * values[n]);
        if (t <= 0.0)
            values[n] = exact_max(0.5 * t, wall.floor);
        else
            values[n] = line->is_foot ? rubble(t)
                                      : stairs(t) + rough * exact_smoothstep(wall.rough_from,
                                                                             wall.rough_to, t);
    }
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.edge", BY_NAME, -1000, 1000, RL_AUTO,
             "edge of the wall of a canyon, U from the middle of the picture"),
    REAL_KEY("ridge.N.apart", BY_NAME, -1000, 1000, RL_AUTO,
             "distance after which the wall of a canyon repeats, U; below 0: it is on the left"),
};

const ridge_family ridge_family_wall = {.name = "wall",
                                        .meaning = "walls of a canyon, in stairs",
                                        .noun = "canyon walls",
                                        .arrays = 3,
                                        .stream = STREAM,
                                        .make = make,
                                        .fill = fill,
                                        .tallest = 1.3,
                                        .ground = RIDGE_GROUND_CLIFF,
                                        .traits = RIDGE_FACES | RIDGE_STRATA | RIDGE_LEVEL |
                                                  RIDGE_LITERAL | RIDGE_ON_PLAIN,
                                        .stand = stand,
                                        .tint = {0xb4593c, 0xa24e38},
                                        .tint_share = 0.35,
                                        RIDGE_KEYS(keys)};

static const scene_key butte_keys[] = {
    REAL_KEY("ridge.N.at", BY_NAME, -1000, 1000, RL_AUTO,
             "middle of a butte, U from the middle of the picture; auto: on a bank of the river"),
};

const ridge_family ridge_family_butte = {.name = "butte",
                                         .meaning = "a rock in stairs on the floor of a canyon",
                                         .noun = "buttes",
                                         .arrays = 3,
                                         .make = make_alone,
                                         .fill = fill,
                                         .tallest = 1.3,
                                         .ground = RIDGE_GROUND_CLIFF,
                                         .traits = RIDGE_FACES | RIDGE_STRATA | RIDGE_LEVEL |
                                                   RIDGE_LITERAL | RIDGE_ON_PLAIN,
                                         .stand = stand_alone,
                                         .tint = {0xb4593c, 0xa24e38},
                                         .tint_share = 0.35,
                                         RIDGE_KEYS(butte_keys)};
