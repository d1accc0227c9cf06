/* ripples.c - computes two kinds of gradient noise, whose octaves fade where they are too fine.
 *
 * In: a row's distance from the far shore, which sets the scale of its ripples.  Out: the sum of
 * octaves of either kind at the nodes of the row.  The next row of pixels mostly is in the same row
 * of each lattice, so gradients are kept.
 */
#include "layers/water/lake.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/noise.h"

/* Perspective: ripples shrink toward the far shore as 1 / (depth + this). */
#define EYE 0.03

/* A kind of ripples. */
typedef struct ripple {
    int octave, octaves; /* number of the first octave in hashes; count of octaves */
    double x, y;         /* cells of the first octave per U across and down, at scale 1 */
    double keep;         /* height of an octave as a share of the one before */
} ripple;

static const ripple kinds[RIPPLES_KINDS] = {
    {0, 3, 0.55, 2.2, 0.50},
    {8, 4, 1.70, 6.5, 0.68},
};

/* Ripples finer than two pixels along y would alias. */
#define FADE_FROM 0.2 /* cells per pixel from which they fade */
#define FADE_TO 0.5   /* cells per pixel from which they are invisible */

/* Weight of the first octave: gradient noise reaches sqrt(1/2), so the octave reaches 1/2. */
#define WEIGHT (0.5 * EXACT_SQRT2)

/* Ripples without a vanishing point (is_level). */
#define NEAREST 0.9     /* least scale (ripples_perspective) of a row */
#define LEVEL_OCTAVE 32 /* number of the first octave in hashes: none of struct ripple's */

double ripples_perspective(double depth)
{
    return 1.0 / (depth + EYE);
}

static double visible(const rl_frame *frame, double perspective, double frequency)
{
    double per_pixel = frequency * perspective * perspective / frame->unit;
    return 1.0 - exact_smoothstep(FADE_FROM, FADE_TO, per_pixel);
}

double ripples_blurred(const rl_frame *frame, double perspective)
{
    return 1.0 - visible(frame, perspective, kinds[1].y);
}

/* ---- memory ------------------------------------------------------------------ */

/* Makes the lattices of one kind; returns 0 if there is no memory.  Without a vanishing point they
 * have all frequencies from the nearest row, a picture's height below the shore, to the shore. */
static int new_kind(ripples *r, int k, arena *memory, int *widest)
{
    r->octaves[k] = kinds[k].octaves;
    if (r->frame->is_level) {
        r->rate[k] = kinds[k].x * NEAREST;
        r->period[k] = noise_fit_rate(r->frame->loop, &r->rate[k]);
        r->octaves[k] = RIPPLES_OCTAVES;
    }
    for (int i = 0; i < r->octaves[k]; i++) {
        ripples_lattice *lattice = &r->lattice[k][i];
        /* Most columns of the lattice between the nodes of a row in which the octave is visible: it
         * is invisible where the scale is so large that a pixel has FADE_TO cells. */
        const ripple *kind = &kinds[k];
        double scale = (double)(1 << i);
        double most = exact_sqrt(FADE_TO * r->frame->unit / (kind->y * scale));
        double cells =
            r->frame->is_level ? r->rate[k] * scale : kind->x * scale * exact_min(most, 1.0 / EYE);
        cells *= r->frame->fine_step / r->frame->unit;
        int columns = (int)(r->nodes * cells) + 6 + 3 * SHADE_GROUP; /* kernels read beyond */
        float *gradient = arena_zeroed(memory, (size_t)columns, 4 * sizeof *gradient);
        if (gradient == NULL)
            return 0;
        lattice->period = r->period[k] << i;
        for (int j = 0; j < 4; j++)
            lattice->gradient[j / 2][j % 2] = gradient + (size_t)j * (size_t)columns;
        *widest = columns > *widest ? columns : *widest;
    }
    return 1;
}

int ripples_new(ripples *r, const rl_frame *frame, arena *memory, int64_t node, int nodes)
{
    int widest = 0;
    r->frame = frame;
    r->key = hash_key(frame->scene.seed, LAKE_STREAM);
    r->drift = frame_drift(frame, frame->scene.lake_drift);
    r->node = node;
    r->nodes = nodes;
    for (int k = 0; k < RIPPLES_KINDS; k++)
        if (!new_kind(r, k, memory, &widest))
            return 0;
    r->tilt = arena_zeroed(memory, (size_t)widest, 2 * sizeof *r->tilt);
    r->directions = arena_array(memory, (size_t)widest, 1);
    r->lift = r->tilt != NULL ? r->tilt + widest : NULL;
    return r->tilt != NULL && r->directions != NULL;
}

/* ---- one row ----------------------------------------------------------------- */

/* Computes the gradients of row j of a lattice in its current columns, unless they are held. */
static void hold_row(const ripples *r, ripples_lattice *lattice, int octave, int64_t j)
{
    int p = (int)(j & 1);
    if (lattice->row[p] == j)
        return;
    noise_directions(r->key, octave, lattice->first, j, (size_t)lattice->count, lattice->period,
                     r->directions);
    for (int i = 0; i < lattice->count; i++) {
        const double *direction = exact_direction[r->directions[i]];
        lattice->gradient[p][0][i] = (float)direction[0];
        lattice->gradient[p][1][i] = (float)direction[1];
    }
    lattice->row[p] = j;
}

/* Adds one octave: x is its cells per U across in this row, y the position of the row in cells. */
static void raise_octave(ripples *r, ripples_lattice *lattice, int octave, double x, double y,
                         lake_octave *o, int from, int to, float *height)
{
    const rl_frame *frame = r->frame;
    o->step = x * frame->fine_step / frame->unit;
    o->origin = -0.5 * x * frame->width / frame->unit - x * r->drift;
    int64_t j = exact_floor(y);
    double fy = y - (double)j;
    /* Columns for all nodes of the part, as the next rows have fewer columns.  Rounding to float
     * may move a node to the column beyond. */
    int64_t first = exact_floor((double)r->node * o->step + o->origin);
    int64_t last = exact_floor((double)(r->node + r->nodes) * o->step + o->origin) + 2;
    if (lattice->count == 0 || first < lattice->first || last >= lattice->first + lattice->count) {
        lattice->first = first;
        lattice->count = (int)(last - first) + 1;
        lattice->row[0] = lattice->row[1] = INT64_MIN;
    }
    hold_row(r, lattice, octave, j);
    hold_row(r, lattice, octave, j + 1);
    const float *gradient[4];
    for (int p = 0; p < 4; p++)
        gradient[p] = lattice->gradient[(j + p / 2) & 1][p % 2];
    const lake_kernels *kernels = lake_kernels_of[frame->kernels];
    kernels->lines(gradient, (float)fy, (float)exact_fade(fy), r->tilt, r->lift, lattice->count);
    o->tilt = r->tilt;
    o->lift = r->lift;
    o->first = lattice->first;
    kernels->raise(o, r->node, from, to, height);
}

/* Adds the octaves of a row in perspective, whose frequencies are proportional to its scale. */
static void raise_far(ripples *r, int k, double perspective, int from, int to, float *height)
{
    const ripple *kind = &kinds[k];
    double scale = perspective;
    double weight = WEIGHT;
    for (int i = 0; i < kind->octaves; i++) {
        double share = visible(r->frame, perspective, kind->y * scale / perspective);
        lake_octave octave = {.weight = (float)(weight * share)};
        if (share > 0.0)
            raise_octave(r, &r->lattice[k][i], kind->octave + i, kind->x * scale, kind->y * scale,
                         &octave, from, to, height);
        scale *= 2.0;
        weight *= kind->keep;
    }
}

/* Adds the octaves of a row without a vanishing point.  An octave has the same frequency along x in
 * all rows; its weight depends on `order`, its number from the octave that would be the row's first
 * in perspective.  Along y its cells shrink as in perspective. */
static void raise_level(ripples *r, int k, double perspective, int from, int to, float *height)
{
    const ripple *kind = &kinds[k];
    double drop = exact_log2(perspective) / EXACT_LOG2_E;
    double first = exact_log2(kind->x * perspective);
    double rate = r->rate[k];
    for (int i = 0; i < r->octaves[k]; i++, rate *= 2.0) {
        double steep = kind->y / kind->x * rate;
        double order = exact_log2(rate) - first;
        double coming = exact_smoothstep(-1.0, 0.0, order);
        double going = 1.0 - exact_smoothstep(kind->octaves - 1.0, kind->octaves, order);
        double share = coming * going * exact_pow(kind->keep, exact_max(order, 0.0)) *
                       visible(r->frame, perspective, steep / perspective);
        lake_octave octave = {.weight = (float)(WEIGHT * share)};
        if (share > 1e-4)
            raise_octave(r, &r->lattice[k][i], LEVEL_OCTAVE + 16 * k + i, rate, steep * drop,
                         &octave, from, to, height);
    }
}

void ripples_raise(ripples *r, double depth, int from, int to, float *const height[RIPPLES_KINDS])
{
    double perspective = ripples_perspective(depth);
    for (int k = 0; k < RIPPLES_KINDS; k++) {
        memset(height[k] + from, 0, (size_t)(to - from) * sizeof(float));
        if (r->frame->is_level)
            raise_level(r, k, perspective, from, to, height[k]);
        else
            raise_far(r, k, perspective, from, to, height[k]);
    }
}
