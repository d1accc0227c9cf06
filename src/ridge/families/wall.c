/* wall.c - walls of a canyon, left and right of its river in turn, and buttes that stand alone.
 *
 * A wall hangs between a line under the rim and the line of its foot, both as high as the
 * perspective of its distance has them.  Toward the river it comes down in stairs: cliffs,
 * benches, a foot of rubble.  A fractal (part[0]) makes bays and headlands of its edge, another
 * (part[1]) the rim.  A node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/canyon.h"
#include "ridge/family.h"

/* Numbers of a line: where its edge is (U), and on which side of the river; U after which
 * canyons repeat, below 0 on the left. */
enum { EDGE, APART };

#define TRAIT_LEAN 64 /* midpoints never use hash levels from here on */

extern const ridge_family ridge_family_butte;

/* Tuned by eye on seeds 1..24. */

#define FARTHEST 4.17 /* of walls: the logarithm of the distance to base 2, and of the nearest */
#define NEAREST 0.29
#define Z_FAR 0.06 /* their depths */
#define Z_NEAR 0.74

#define RIM 0.105 /* eye heights below the eye */
#define RIM_WANDER 0.018
#define FLOOR (-0.12)         /* where there is no wall: under the ground, in heights */
#define BAYS 0.20             /* how deep bays are in the mean, in widths */
#define RIM_ROUGH 0.022       /* how far it lifts the rim, in heights */
#define BUTTE_HIGHEST (-0.24) /* tops of buttes, eye heights below the eye */
#define BUTTE_LOWEST 0.28
#define BUTTE_ASIDE 0.40
#define BUTTE_STEEP 1.65 /* from their foot to their middle, as stairs have it */
#define BUTTE_LEAN 0.38
#define BUTTE_ROUGH 0.050
#define BUTTE_BAYS 0.17
#define BROAD 0.30  /* U from the river to the nearest wall of the broadest bank */
#define CLEAR 0.012 /* U between a foot and the water, at distance 1 */

double canyon_apart(double loop)
{
    return loop > 0.0 ? loop / exact_max(exact_round(loop / CANYON_APART), 1.0) : CANYON_APART;
}

double canyon_far(double z)
{
    double t = exact_max((z - Z_FAR) / (Z_NEAR - Z_FAR), 0.0);
    return exact_mix(FARTHEST, NEAREST, exact_pow(t, 0.95));
}

double canyon_river_half(double far)
{
    return 0.062 * exact_exp2(-0.85 * far);
}

static double wave(double turn)
{
    return exact_cos_turn(turn - (double)exact_floor(turn));
}

double canyon_river(const rl_scene *scene, double far)
{
    uint64_t key = hash_key(scene->seed, STREAM_CANYON);
    double turn = hash_unit(hash_at(key, 0, 0)), more = hash_unit(hash_at(key, 0, 1));
    double wide = exact_mix(0.6, 1.5, hash_unit(hash_at(key, 0, 2)));
    double bend =
        0.085 * wide * wave((0.38 + 0.16 * more) * far + turn) + 0.034 * wave(1.03 * far + more);
    double aside = exact_mix(-0.24, 0.24, hash_unit(hash_at(key, 0, 3)));
    return 0.55 * scene->land_x + aside + bend * exact_exp2(-0.5 * far);
}

/* ---- the place of a wall ---------------------------------------------------------- */

static double choose(const rl_scene *scene, int ridge, int what, double low, double high)
{
    uint64_t key = hash_key(scene->seed, STREAM_CANYON);
    return exact_mix(low, high, hash_unit(hash_at(key, 1 + what, ridge)));
}

static void fill_open(double *field, double value)
{
    if (*field == RL_AUTO)
        *field = value;
}

/* Foot and height of a wall whose rim is so many eye heights below the eye. */
static void stand_on_floor(rl_scene *scene, rl_ridge *ridge, double far, double rim)
{
    double eye = scene->horizon * exact_exp2(-far);
    fill_open(&ridge->base, exact_clamp(scene->horizon - CANYON_DEEP * eye, -10.0, 10.0));
    fill_open(&ridge->amplitude, exact_clamp((CANYON_DEEP - rim) * eye, 0.0, 10.0));
    fill_open(&ridge->valley, 0.0);
    fill_open(&ridge->min_height, -10.0);
}

static double nearness(double far)
{
    return exact_clamp((FARTHEST - far) / (FARTHEST - NEAREST), 0.0, 1.0);
}

static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    double far = canyon_far(ridge->depth), near = nearness(far);
    stand_on_floor(scene, ridge, far, RIM + choose(scene, index, 0, -RIM_WANDER, RIM_WANDER));
    int is_right = (index + (choose(scene, 0, 8, 0.0, 1.0) < 0.5)) % 2;
    double aside = canyon_river_half(far) + CLEAR * exact_exp2(-0.85 * far) +
                   choose(scene, index, 1, 0.0, 0.05) * (0.4 + 0.6 * near);
    double back = choose(scene, is_right, 9, 0.0, 1.0); /* one bank may be broader */
    aside += BROAD * back * back * back * near;
    double edge = canyon_river(scene, far) + (is_right ? aside : -aside);
    double gorge = choose(scene, 0, 10, 0.45, 1.1); /* all walls of a narrow one are steep */
    fill_open(&ridge->spacing,
              exact_mix(0.16, 0.56, near) * gorge * choose(scene, index, 2, 0.85, 1.15));
    if (ridge->own[EDGE].real == RL_AUTO)
        ridge->own[EDGE].real = edge;
    if (ridge->own[APART].real == RL_AUTO)
        ridge->own[APART].real = is_right ? CANYON_APART : -CANYON_APART;
}

/* A butte is on a bank of the river, which its rubble may reach. */
static void stand_alone(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    double far = canyon_far(ridge->depth), near = nearness(far);
    stand_on_floor(scene, ridge, far, choose(scene, index, 0, BUTTE_HIGHEST, BUTTE_LOWEST));
    int is_right = choose(scene, index, 8, 0.0, 1.0) < 0.5;
    double half = exact_mix(0.07, 0.20, near) * choose(scene, index, 2, 0.75, 1.4);
    double aside = canyon_river_half(far) + CLEAR * exact_exp2(-0.85 * far) + half +
                   choose(scene, index, 1, 0.0, BUTTE_ASIDE) * (0.4 + 0.6 * near);
    fill_open(&ridge->spacing, half);
    if (ridge->own[EDGE].real == RL_AUTO)
        ridge->own[EDGE].real = canyon_river(scene, far) + (is_right ? aside : -aside);
}

/* ---- its profile --------------------------------------------------------------- */

static double step(double low, double high, double t)
{
    return exact_smoothstep(low, high, t);
}

static double ramp(double low, double high, double t)
{
    return exact_clamp((t - low) / (high - low), 0.0, 1.0);
}

/* Rubble, then cliffs and benches, from the foot (0) to the rim (1): 0..1. */
static double rubble(double t)
{
    double up = ramp(0.0, 0.34, t);
    return 0.24 * up * exact_sqrt(up);
}

static double stairs(double t)
{
    return rubble(t) + 0.20 * step(0.32, 0.35, t) + 0.10 * ramp(0.35, 0.57, t) +
           0.19 * step(0.56, 0.585, t) + 0.06 * ramp(0.58, 0.78, t) + 0.19 * step(0.78, 0.80, t) +
           0.02 * ramp(0.80, 1.0, t);
}

static void make(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which)
{
    (void)seed;
    (void)which;
    double loop = (double)ridge->period * ridge->spacing;
    double apart = canyon_apart(loop);
    line->own[EDGE] = ridge->own[EDGE].real;
    line->own[APART] = ridge->own[APART].real < 0.0 ? -apart : apart;
    line->part[1] = ridge_fractal(ridge, hash_mix(key));
}

/* A butte is on neither side. */
static void make_alone(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key,
                       int which)
{
    make(line, ridge, seed, key, which);
    line->own[APART] = exact_abs(line->own[APART]);
}

/* How far a place is inside the wall, in widths; below 0 outside.  It ends half way to the next
 * canyon. */
static double inside(const ridge_line *line, double x)
{
    double apart = exact_abs(line->own[APART]);
    double way = line->own[APART] > 0.0 ? x - line->own[EDGE] : line->own[EDGE] - x;
    way -= apart * (double)exact_floor(way / apart + 0.25);
    return exact_min(way, 0.64 * apart - way) / line->spacing;
}

/* The same of a butte, in its half widths from the foot; with `lean` its right side is steeper. */
static double inside_butte(const ridge_line *line, double x, double lean)
{
    double apart = exact_abs(line->own[APART]), way = x - line->own[EDGE];
    way -= apart * exact_round(way / apart);
    double steep = way < 0.0 ? 1.0 - lean : 1.0 + lean;
    return BUTTE_STEEP * (1.0 - exact_abs(way) / line->spacing * steep);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double *edge = work + 2 * displacement_scratch(count);
    int is_butte = line->family == &ridge_family_butte;
    double lean = BUTTE_LEAN * (2.0 * hash_unit(hash_at(line->part[0].key, TRAIT_LEAN, 0)) - 1.0);
    double spacing = exact_exp2(-level), ragged = is_butte ? BUTTE_ROUGH : RIM_ROUGH;
    displacement_fill(&line->part[1], level, first, count, values, NULL, work);
    displacement_fill(&line->part[0], level, first, count, edge, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing * line->spacing;
        double bay = 1.0 + displacement_bounded(edge[n], 1.0);
        double t = is_butte ? inside_butte(line, x, lean) - BUTTE_BAYS * bay
                            : inside(line, x) - BAYS * bay;
        double rough = ragged * values[n] / exact_sqrt(1.0 + values[n] * values[n]);
        if (t <= 0.0)
            values[n] = exact_max(0.5 * t, FLOOR);
        else
            values[n] = line->is_foot ? rubble(t) : stairs(t) + rough * step(0.7, 0.9, t);
    }
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.edge", AT_RIDGE(own[EDGE].real), -1000, 1000, RL_AUTO,
             "U; where a wall of a canyon ends"),
    REAL_KEY("ridge.N.apart", AT_RIDGE(own[APART].real), -1000, 1000, RL_AUTO,
             "U after which it comes again; below 0: it is on the left"),
};

const ridge_family ridge_family_wall = {.name = "wall",
                                        .meaning = "walls of a canyon, in stairs",
                                        .noun = "canyon walls",
                                        .lines = 1,
                                        .arrays = 3,
                                        .make = make,
                                        .fill = fill,
                                        .tallest = 1.3,
                                        .ground = RIDGE_GROUND_CLIFF,
                                        .traits = RIDGE_FACES | RIDGE_STRATA | RIDGE_LEVEL |
                                                  RIDGE_LITERAL | RIDGE_ON_PLAIN,
                                        .stand = stand,
                                        .tint = {0xb4593c, 0xa24e38},
                                        .tint_share = 0.35,
                                        .noise = RL_NOISE_TRIANGULAR,
                                        .rough_far = 0.00,
                                        .rough_near = 0.00,
                                        .spread = 1.00,
                                        .keys = keys,
                                        .key_count = sizeof keys / sizeof keys[0]};

static const scene_key butte_keys[] = {
    REAL_KEY("ridge.N.at", AT_RIDGE(own[EDGE].real), -1000, 1000, RL_AUTO,
             "U from the picture's middle to that of a butte; auto: on a bank of the river"),
};

const ridge_family ridge_family_butte = {.name = "butte",
                                         .meaning = "a rock in stairs on the floor of a canyon",
                                         .noun = "buttes",
                                         .lines = 1,
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
                                         .noise = RL_NOISE_TRIANGULAR,
                                         .rough_far = 0.00,
                                         .rough_near = 0.00,
                                         .spread = 1.00,
                                         .keys = butte_keys,
                                         .key_count = sizeof butte_keys / sizeof *butte_keys};
