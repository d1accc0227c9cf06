/* island.c - low islands in a row, none in the lane of the sun's light on the water.
 *
 * Islands are at jittered points of a lattice, at least twice as wide as high; midpoint
 * displacement makes their skylines.  A node is a function of (key, level, index).
 */
#include "base/exact.h"
#include "ridge/scatter.h"

/* Indices of ridge_line.own.  LANE: x of the middle of the lane, U from the middle of the picture.
 * LANE_HALF: half the width of the lane, U. */
enum { LANE, LANE_HALF };

/* Indices of scatter_item.form.  SKEW: offset of the top to the left.  SADDLE: share of the height
 * that the saddle between two humps takes away, 0 = no saddle.  SADDLE_AT: offset of the saddle to
 * the right.  Lengths are in half widths of the island. */
enum { SKEW, SADDLE, SADDLE_AT };

enum trait {
    TRAIT_THERE = SCATTER_TRAIT,
    TRAIT_PLACE,
    TRAIT_HEIGHT,
    TRAIT_WIDTH,
    TRAIT_SKEW,
    TRAIT_SORT,
    TRAIT_FORM,
    TRAIT_SADDLE
};

#define REACH 2 /* number of places to each side of a node whose islands can cover it */
#define FINER 2 /* the fractal is compressed along x to 2^-FINER of its length */

/* The lane, U.  Its half width is half_close + half_more * (2 * spacing - spacing_from); the
 * difference in brackets is limited to 0..1. */
static const struct {
    double half_close;
    double half_more;
    double spacing_from;
    double overlap; /* share of an island's half width that must be outside the lane */
} lane = {.half_close = 0.16, .half_more = 0.14, .spacing_from = 0.8, .overlap = 0.9};

/* Form of islands: heights in amplitudes, lengths in half widths of the island, if not noted. */
static const struct {
    double there;                           /* probability of an island at a place */
    double jitter;                          /* `jitter` of scatter_middle, spacings */
    double half;                            /* half width of a heap before its factor, spacings */
    double wide_least, wide_most;           /* limits of the factor of the half width */
    double lowest;                          /* least height of a heap */
    double skew;                            /* largest SKEW */
    double saddle_least, saddle_most;       /* limits of SADDLE */
    double saddle_at_least, saddle_at_most; /* limits of SADDLE_AT to either side */
    double saddle_half;                     /* half width of a saddle */
    double rough;                           /* share that a fractal of 1 adds to the height */
    double under;                           /* height of the ground between islands: under water */
    double shelf;                           /* depth of the end of an island under water */
    double shelf_from, shelf_to;            /* distances from the middle: descent of the ground */
    double sink_from;                       /* distance from which it descends on to `under` */
} form = {.there = 0.92,
          .jitter = 0.6,
          .half = 0.46,
          .wide_least = 0.45,
          .wide_most = 1.45,
          .lowest = 0.42,
          .skew = 0.42,
          .saddle_least = 0.45,
          .saddle_most = 0.75,
          .saddle_at_least = 0.12,
          .saddle_at_most = 0.38,
          .saddle_half = 0.42,
          .rough = 0.35,
          .under = -0.6,
          .shelf = 0.34,
          .shelf_from = 0.6,
          .shelf_to = 1.1,
          .sink_from = 0.85};

/* A sort of islands. */
typedef struct island_sort {
    double until;      /* cumulative probability: it is of this sort if its draw is below */
    double wide, high; /* half width and height relative to a heap */
    double power[2], roundness[2]; /* least and largest of scatter_item.power and .roundness */
} island_sort;

enum { HEAP, TWO_HUMPED, PLATEAU, ROCK };

static const island_sort sorts[] = {
    [HEAP] =
        {.until = 0.48, .wide = 1.00, .high = 1.00, .power = {1.15, 1.9}, .roundness = {1.0, 1.6}},
    [TWO_HUMPED] =
        {.until = 0.70, .wide = 1.15, .high = 0.95, .power = {1.8, 2.6}, .roundness = {0.9, 1.3}},
    [PLATEAU] =
        {.until = 0.85, .wide = 1.05, .high = 0.50, .power = {2.6, 4.5}, .roundness = {0.65, 0.95}},
    [ROCK] =
        {.until = 1.00, .wide = 0.32, .high = 0.23, .power = {1.5, 2.5}, .roundness = {0.7, 1.0}},
};

static scatter_item island_at(const ridge_line *line, int64_t place)
{
    scatter_item i = {.is_there = scatter_unit(line, TRAIT_THERE, place) < form.there};
    double loop = (double)line->part[0].period * line->spacing;
    double q = scatter_unit(line, TRAIT_HEIGHT, place);
    double shape = scatter_unit(line, TRAIT_FORM, place);
    int which = HEAP;
    while (scatter_unit(line, TRAIT_SORT, place) >= sorts[which].until)
        which++;
    const island_sort *sort = &sorts[which];
    i.middle = scatter_middle(line, TRAIT_PLACE, place, form.jitter);
    i.half = form.half * sort->wide *
             exact_mix(form.wide_least, form.wide_most, scatter_unit(line, TRAIT_WIDTH, place));
    i.height = sort->high * (form.lowest + q * exact_sqrt(q));
    i.power = exact_mix(sort->power[0], sort->power[1], shape);
    i.roundness = exact_mix(sort->roundness[0], sort->roundness[1], shape);
    i.form[SKEW] = form.skew * (2.0 * scatter_unit(line, TRAIT_SKEW, place) - 1.0);
    double saddle = scatter_unit(line, TRAIT_SADDLE, place);
    i.form[SADDLE] =
        which == TWO_HUMPED ? exact_mix(form.saddle_least, form.saddle_most, shape) : 0.0;
    i.form[SADDLE_AT] = exact_mix(form.saddle_at_least, form.saddle_at_most, saddle) *
                        (i.form[SKEW] < 0.0 ? -1.0 : 1.0);
    double away = exact_way(i.middle * line->spacing - line->own[LANE], loop);
    if (exact_abs(away) < line->own[LANE_HALF] + lane.overlap * i.half * line->spacing)
        i.is_there = 0;
    return i;
}

static double move(const scatter_item *island, double t, double fractal)
{
    (void)fractal;
    return t + island->form[SKEW] * exact_max(1.0 - t * t, 0.0);
}

/* scatter.height: islands descend below the water, since ends at the waterline would look cut. */
static double height_at(const scatter_item *island, double t, double fractal, double dome)
{
    double out = exact_abs(t), from = (t - island->form[SADDLE_AT]) / form.saddle_half;
    double saddle = exact_max(1.0 - from * from, 0.0);
    double land =
        dome * (1.0 + form.rough * fractal) * (1.0 - island->form[SADDLE] * saddle * saddle);
    double end = exact_smoothstep(form.shelf_from, form.shelf_to, out);
    double height = exact_max(island->height * land - form.shelf * end, form.under);
    return exact_mix(height, form.under, exact_smoothstep(form.sink_from, form.shelf_to, out));
}

static void make(ridge_line *line, const rl_ridge *ridge)
{
    line->own[LANE] = -ridge->hero_x;
    line->own[LANE_HALF] =
        lane.half_close +
        lane.half_more * exact_clamp(2.0 * ridge->spacing - lane.spacing_from, 0.0, 1.0);
}

static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    const scatter islands = {.reach = REACH,
                             .wide = form.shelf_to,
                             .under = form.under,
                             .item = island_at,
                             .move = move,
                             .height = height_at};
    (void)places;
    displacement_fill(&line->part[0], level > FINER ? level - FINER : 0, first, count, values, NULL,
                      work);
    scatter_fill(line, &islands, level, first, count, values, work);
}

const ridge_family ridge_family_island = {.name = "island",
                                          .meaning = "low islands, none before the sun",
                                          .noun = "islands",
                                          .make = make,
                                          .fill = fill,
                                          .tallest = 2.5,
                                          .mist_near = 0.25,
                                          .mist_climb = 0.12,
                                          .traits = RIDGE_FACES | RIDGE_LEVEL,
                                          .side_far = 0.36,
                                          .side_near = 0.62};
