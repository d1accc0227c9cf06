/* sand.c - the grounds of ripples and grains: the sand of dunes, and snow.
 *
 * Node kernels compute arms and the phases of ripples, pixel kernels their shade and the grains.
 * All numbers are tuned by eye.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/land/relief.h"
#include "ridge/noise.h"

/* Dunes.  A cell is one of the lattice of arms. */
static const struct {
    double near_from;   /* depth of the layer from which sand counts as near, 0..1 */
    double glow;        /* light of near sand from the sky, for relief = 1 */
    float arm_x;        /* horizontal component of the direction of arms */
    double arm_near;    /* size of the nearest arms over those far away */
    double arm_up;      /* cells of arms up per cell across */
    double arm_sink;    /* shift of arms down, cells per cell across */
    double arm_freq;    /* arms per cell, for the width of their edge */
    double turn;        /* radians of a turn */
    double ripple_far;  /* size of ripples at the crest of the farthest sand, U */
    double ripple_near; /* addition to that size on the nearest sand, U */
    double crest;       /* half width of the box that smooths the crest twice, U */
} sand = {.near_from = 0.35,
          .glow = 0.24,
          .arm_x = 0.62f,
          .arm_near = 1.3,
          .arm_up = 2.2,
          .arm_sink = 0.9,
          .arm_freq = 1.5,
          .turn = 6.28,
          .ripple_far = 0.0012,
          .ripple_near = 0.0040,
          .crest = 0.03};

/* Grains of sand.  Where several share a pixel they fade to their mean. */
static const struct {
    double rate;     /* grains per U */
    double from, to; /* pixels per U between which grains fade in */
    double shade;    /* shade of the lightest and darkest grains, for relief = 1 */
    double far;      /* factor of that shade on the farthest sand */
} grains = {.rate = 1400.0, .from = 240.0, .to = 1000.0, .shade = 0.10, .far = 0.3};

/* Sets the ripples and grains of sand or snow. */
static void make_ripples(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    relief_octave *grain = &faces->octave[RELIEF_COARSE];
    double near = exact_smoothstep(sand.near_from, 1.0, land->depth);
    faces->ripple = (float)(sand.ripple_far + sand.ripple_near * land->depth * land->depth);
    faces->grain = (float)(grains.shade * land->relief * exact_mix(grains.far, 1.0, near) *
                           exact_smoothstep(grains.from, grains.to, frame->unit));
    grain->rate = grain->rate_y = grains.rate;
    grain->key = hash_key(faces->key, 1);
    grain->period = (int32_t)noise_fit_rate(frame->loop, &grain->rate);
    faces->octaves = RELIEF_COARSE;
}

static void make_sand(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    relief_octave *arms = &faces->octave[0];
    make_ripples(frame, land, faces);
    faces->near = exact_smoothstep(sand.near_from, 1.0, land->depth);
    faces->arms = (float)land->relief;
    faces->glow = (float)(sand.glow * faces->near * land->relief);
    faces->arm_x = hash_at(faces->key, 1, 0) & 1 ? sand.arm_x : -sand.arm_x;
    double cells = faces->look->stripes.scale / exact_mix(1.0, sand.arm_near, land->depth);
    arms->rate = cells;
    arms->rate_y = sand.arm_up * cells;
    arms->sink = (float)(sand.arm_sink * cells);
    faces->arm_edge = (float)(frame->unit / (sand.turn * sand.arm_freq * cells));
    arms->key = hash_key(faces->key, 0);
    arms->period = (int32_t)noise_fit_rate(frame->loop, &arms->rate);
}

/* Strength of sastrugi, relative to ripples of sand. */
#define SASTRUGI_NEAR 0.85 /* on near ground */
#define SASTRUGI_WOOD 0.25 /* between trees, where they would look like contour lines */

static void make_snow(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    make_ripples(frame, land, faces);
    faces->arms = (float)(ridge_has(land, RIDGE_NEAR) ? SASTRUGI_NEAR : SASTRUGI_WOOD);
}

/* Places the lattice of the grains, which has no stripes. */
static void place_grains(const rl_frame *frame, double height, relief_pixels *row)
{
    const relief_octave *grain = &row->faces->octave[RELIEF_COARSE];
    stripe_line_at(&row->line[RELIEF_COARSE], grain->key, height * grain->rate_y, 0);
    row->rate[RELIEF_COARSE] = (float)(grain->rate / frame->unit);
}

/* Returns the mean of the heights (U) within `reach` samples of a place, in samples. */
static double mean_about(const double *height, int64_t samples, double place, int64_t reach)
{
    int64_t middle = exact_floor(place), weights = 0;
    double sum = 0.0, part = place - (double)middle;
    for (int64_t i = middle - reach; i <= middle + reach; i++) {
        int64_t at = i < 0 ? 0 : i > samples - 2 ? samples - 2 : i;
        int64_t weight = reach + 1 - (i < middle ? middle - i : i - middle);
        sum += (double)weight * exact_mix(height[at], height[at + 1], part);
        weights += weight;
    }
    return sum / (double)weights;
}

/* Sets faces->lift to the crest of sand without its kinks: ripples follow it. */
static rl_status smooth_crest(const rl_frame *frame, relief *faces, const double *height,
                              rl_error *error)
{
    size_t nodes = relief_nodes(frame);
    const relief_blur *finest = &faces->blur[0];
    float *crest = arena_array(frame->arena, nodes, sizeof *crest);
    TRY(status_memory(crest != NULL, "relief", error));
    int64_t reach = exact_floor(2.0 * sand.crest / finest->step);
    for (size_t n = 0; n < nodes; n++)
        crest[n] =
            (float)(mean_about(height, finest->count,
                               relief_node_x(frame, n) / finest->step - (double)finest->first,
                               reach) /
                    frame->unit_share);
    faces->lift = crest;
    return RL_OK;
}

static double sand_crest(const relief *faces, const relief_spot *place)
{
    double lean = place->lean;
    double light = place->side * lean * exact_abs(lean) / (lean * lean + (double)SAND_SOFT);
    return (double)SAND_LIGHT * light * faces->amount + (double)faces->glow;
}

const relief_hooks sand_hooks = {.nodes = sand_nodes,
                                 .pixels = sand_pixels,
                                 .make = make_sand,
                                 .row = place_grains,
                                 .smooth = smooth_crest,
                                 .crest = sand_crest};
const relief_hooks snow_hooks = {.nodes = snow_nodes,
                                 .pixels = snow_pixels,
                                 .make = make_snow,
                                 .row = place_grains,
                                 .smooth = smooth_crest,
                                 .crest = sand_crest};
