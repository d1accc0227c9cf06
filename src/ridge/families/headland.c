/* headland.c - land that ends with a cliff in the sea, on the side away from the sun, and sea
 * stacks beyond its edge.
 *
 * From its edge the land rises in two cliffs to a level top; midpoint displacement roughens the
 * edge (part[0]) and the top (part[1]).
 */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

/* Indices of ridge_line.own.  EDGE: x of the edge, U from the middle of the picture; the land is on
 * the far side of it, left if EDGE is below 0.  HEIGHT: height of the land, U. */
enum { EDGE, HEIGHT };

enum trait {
    TRAIT_STACK = 64,
    TRAIT_LEAN,
    TRAIT_PLACE,
    TRAIT_WIDTH,
    TRAIT_TALL,
    TRAIT_LEDGE_AT,
    TRAIT_LEDGE
};

/* `bend` of displacement_bounded: it limits fractals to +-2.2. */
#define BEND 0.2

/* The land.  "Behind" the edge is inland, "beyond" it is the sea.  Lengths and heights are in
 * heights of the land (HEIGHT), unless in U. */
static const struct {
    double lowest;       /* least height of the land, U */
    double sun_free;     /* least distance from the sun to the edge of a headland on its side, U */
    double cliff;        /* length scale of the logistic curve that is the lower cliff */
    double lower;        /* height of the lower cliff */
    double step;         /* length scale of the logistic curve that is the upper cliff */
    double step_at;      /* distance of the upper cliff behind the edge */
    double top_rough;    /* height that a fractal of 1 adds to the top */
    double top_tilt;     /* rise over run of the top, inland */
    double brink;        /* height by which the top is lower at the edge */
    double brink_length; /* distance behind the edge at which `brink` has fallen to 1 / e, U */
    double edge_rough;   /* distance that a fractal of 1 moves the edge at edge_height, U */
    double edge_height;  /* HEIGHT for which edge_rough is given, U; else in proportion */
    double rough;        /* height that a fractal of 1 adds everywhere */
    double talus;        /* height of the rubble at the edge */
    double talus_length; /* distance beyond the edge at which the rubble has fallen to 1 / e */
    double talus_end;    /* end of the rubble, talus_lengths behind the edge: below 0 = beyond it */
    double under;        /* height of the ground beyond the edge: under water */
    double shelf;        /* distance beyond the edge at which the ground is `under` / 2 high */
    double shelf_length; /* length scale of the logistic curve by which the ground descends */
    double loop_share;   /* the land's other end, share of a loop from the middle of the picture */
    double loop_margin;  /* distance before that at which it has descended to the edge's height */
} coast = {.lowest = 0.01,
           .sun_free = 0.07,
           .cliff = 0.030,
           .lower = 0.62,
           .step = 0.018,
           .step_at = 0.10,
           .top_rough = 0.20,
           .top_tilt = 0.16,
           .brink = 0.10,
           .brink_length = 0.10,
           .edge_rough = 0.018,
           .edge_height = 0.2,
           .rough = 0.012,
           .talus = 0.16,
           .talus_length = 0.10,
           .talus_end = -40.0,
           .under = -0.4,
           .shelf = 0.35,
           .shelf_length = 0.05,
           .loop_share = 0.60,
           .loop_margin = 0.8};

/* Sea stacks, from the edge outward, before the factors in `stacks`. */
static const struct {
    double away;   /* distance of the middle beyond the edge, U */
    double half;   /* half width, U */
    double height; /* relative to HEIGHT */
} stack[] = {
    {.away = 0.105, .half = 0.032, .height = 0.54},
    {.away = 0.20, .half = 0.021, .height = 0.36},
    {.away = 0.30, .half = 0.013, .height = 0.22},
};
#define STACKS (int)(sizeof stack / sizeof *stack)

typedef struct bounds {
    double low, high;
} bounds;

/* Form of stacks.  Lengths are in half widths of the stack, heights in heights of the stack.  For
 * bounds the seed draws a value between. */
static const struct {
    double there;       /* probability of each stack */
    double size_least;  /* half widths are multiplied by size_least + size_rise * HEIGHT */
    double size_rise;   /* per U of HEIGHT */
    bounds away;        /* factor of stack[].away */
    bounds width;       /* factor of stack[].half */
    bounds tall;        /* factor of stack[].height */
    bounds ledge_at;    /* distance of the ledge inside the edge of the stack */
    bounds ledge;       /* height of the ledge */
    bounds lean;        /* slope of the top: rise toward the land per half width */
    double foot;        /* start of the lower cliff, distance inside the edge: below 0 = outside */
    double cliff;       /* end of the lower cliff, distance inside the edge */
    double upper_share; /* length of the upper cliff relative to `cliff` */
    double skirt_end;   /* distance from the middle to the end of the rubble */
    double skirt;       /* height of the rubble at the middle */
    double skirt_rough; /* share that a fractal of 1 adds to `skirt` */
    double skirt_under; /* depth of the rubble's end under water */
    double edge_rough;  /* distance that a fractal of 1 moves both edges */
    double top_rough;   /* share that a fractal of 1 adds to the height */
} stacks = {.there = 0.5,
            .size_least = 0.5,
            .size_rise = 2.5,
            .away = {0.8, 1.25},
            .width = {0.65, 1.5},
            .tall = {0.7, 1.35},
            .ledge_at = {0.02, 0.5},
            .ledge = {0.45, 0.9},
            .lean = {-0.22, 0.22},
            .foot = -0.03,
            .cliff = 0.26,
            .upper_share = 0.8,
            .skirt_end = 2.4,
            .skirt = 0.30,
            .skirt_rough = 0.4,
            .skirt_under = 0.02,
            .edge_rough = 0.09,
            .top_rough = 0.06};

static void make(ridge_line *line, const rl_ridge *ridge)
{
    int is_left = ridge->hero_x < 0.0;
    double edge = exact_max(ridge_real(ridge, "cliff"), 1e-6);
    if (ridge_real(ridge, "sunward") < 0.0) {
        is_left = !is_left;
        edge = exact_max(edge, coast.sun_free) + exact_abs(ridge->hero_x);
    }
    line->own[EDGE] = is_left ? -edge : edge;
    line->own[HEIGHT] = exact_max(ridge->amplitude, coast.lowest);
    line->part[1] = ridge_fractal(line->family, ridge, hash_mix(line->part[0].key));
}

/* Returns the height of the land `in` behind its edge; `top` is that of its top; all in HEIGHT. */
static double land_height(double in, double top)
{
    double upper =
        coast.lower + (1.0 - coast.lower) * exact_logistic((in - coast.step_at) / coast.step);
    double talus =
        coast.talus * exact_exp(exact_clamp(in / coast.talus_length, coast.talus_end, 0.0));
    double rock = top * exact_logistic(in / coast.cliff) * upper;
    double under = coast.under * (1.0 - exact_logistic((in + coast.shelf) / coast.shelf_length));
    return exact_max(rock, talus) + under;
}

static double stack_trait(const ridge_line *line, enum trait trait, int i, bounds between)
{
    double u = hash_unit(hash_at(line->part[0].key, (int)trait, i));
    return exact_mix(between.low, between.high, u);
}

/* Returns the height, 0..1, of a side of a stack `in` half widths inside its edge: a cliff to a
 * ledge, and another from there to the top.  `side` numbers the sides of all stacks. */
static double stack_side(const ridge_line *line, int side, double in)
{
    double ledge_at = stack_trait(line, TRAIT_LEDGE_AT, side, stacks.ledge_at);
    double ledge = stack_trait(line, TRAIT_LEDGE, side, stacks.ledge);
    double lower = exact_smoothstep(stacks.foot, stacks.cliff, in);
    double upper = exact_smoothstep(ledge_at, ledge_at + stacks.upper_share * stacks.cliff, in);
    return ledge * lower + (1.0 - ledge) * upper;
}

/* Returns the height of stack `i` at `out` U beyond the edge of the land, in HEIGHTs. */
static double stack_at(const ridge_line *line, int i, double out, double fractal)
{
    if (stack_trait(line, TRAIT_STACK, i, (bounds){0.0, 1.0}) > stacks.there)
        return coast.under;
    double size = stacks.size_least + stacks.size_rise * line->own[HEIGHT];
    double place = stack[i].away * stack_trait(line, TRAIT_PLACE, i, stacks.away);
    double half = stack[i].half * size * stack_trait(line, TRAIT_WIDTH, i, stacks.width);
    double tall = stack[i].height * stack_trait(line, TRAIT_TALL, i, stacks.tall);
    double q = (out - place) / half;
    if (exact_abs(q) > stacks.skirt_end)
        return coast.under;
    double foot = 1.0 - exact_abs(q) / stacks.skirt_end;
    double skirt =
        stacks.skirt * foot * foot * (1.0 + stacks.skirt_rough * fractal) - stacks.skirt_under;
    q += stacks.edge_rough * fractal;
    double near = stack_side(line, 2 * i, 1.0 + q);
    double far = stack_side(line, 2 * i + 1, 1.0 - q);
    double lean = stack_trait(line, TRAIT_LEAN, i, stacks.lean);
    double rock = exact_min(near, far) * (1.0 + lean * q + stacks.top_rough * fractal);
    return tall * exact_max(skirt, rock > 0.0 ? rock : coast.under);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    (void)places;
    double *top = work + 2 * displacement_scratch(count);
    double spacing = line->spacing * exact_exp2(-level);
    double loop = (double)line->part[0].period * line->spacing;
    double height = line->own[HEIGHT], edge = exact_abs(line->own[EDGE]);
    displacement_fill(&line->part[1], level, first, count, top, NULL, work);
    displacement_fill(&line->part[0], level > 2 ? level - 2 : 0, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        double x = (double)(first + (int64_t)n) * spacing;
        double fractal = displacement_bounded(values[n], BEND);
        double broad = displacement_bounded(top[n], BEND);
        double way = line->own[EDGE] < 0.0 ? -x : x;
        if (loop > 0.0)
            way -= loop * (double)exact_floor(way / loop + 1.0 - coast.loop_share);
        double in = way - edge;
        if (loop > 0.0)
            in = exact_min(in, coast.loop_share * loop - coast.loop_margin * height - way);
        double behind = exact_max(in, 0.0);
        double level_top = 1.0 + coast.top_rough * broad + coast.top_tilt * behind / height -
                           coast.brink * exact_exp(-behind / coast.brink_length);
        double moved = in / height + coast.edge_rough / coast.edge_height * fractal;
        double land = land_height(moved, level_top) + coast.rough * fractal;
        for (int i = 0; i < STACKS && way < edge; i++)
            land = exact_max(land, stack_at(line, i, edge - way, fractal));
        values[n] = land;
    }
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.cliff", BY_NAME, -1000, 1000, 0.2,
             "edge of a headland, U from the middle of the picture, away from the sun"),
    REAL_KEY("ridge.N.sunward", BY_NAME, -1000, 1000, -1,
             "side of a headland: below 0 on the side of the sun"),
};

const ridge_family ridge_family_headland = {.name = "headland",
                                            .meaning = "cliffs that end in the sea, with stacks",
                                            .noun = "sea cliffs",
                                            .arrays = 3,
                                            .make = make,
                                            .fill = fill,
                                            .tallest = 3.0,
                                            RIDGE_KEYS(keys),
                                            .traits = RIDGE_FACES | RIDGE_STRATA | RIDGE_LEVEL,
                                            .side_far = 0.30,
                                            .side_near = 0.36};
