/* ripples.c - two kinds of gradient noise, their octaves faded where they are too fine.
 *
 * In: a row's distance from the far shore, as the scale of its ripples.  Out: their
 * sums at the nodes of the row.  The next row mostly lies in the same row of each
 * lattice, so its gradients are kept.
 */
#include "paint/ripples.h"

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "terrain/noise.h"

/* Perspective: ripples shrink toward the far shore as 1 / (depth + this). */
#define EYE 0.03

/* Octaves and frequencies along x and y. */
typedef struct ripple {
    int octave, octaves;
    double x, y;
    double keep; /* height of an octave as a share of the one before */
} ripple;

static const ripple kinds[RIPPLES_KINDS] = {
    {0, 3, 0.55, 2.2, 0.50},
    {8, 4, 1.70, 6.5, 0.68},
};

/* Ripples finer than two pixels along y cannot be shown: from so many cells a pixel
 * they begin to fade, from so many on they are gone. */
#define FADE_FROM 0.2
#define FADE_TO 0.5

/* A sixteenth of a turn each, as noise_directions counts them. */
static const float cosine[16] = {1.0f,  0.923879533f,  0.707106781f,  0.382683432f,
                                 0.0f,  -0.382683432f, -0.707106781f, -0.923879533f,
                                 -1.0f, -0.923879533f, -0.707106781f, -0.382683432f,
                                 0.0f,  0.382683432f,  0.707106781f,  0.923879533f};

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

/* Columns of the lattice that the nodes of any row reach where the octave is seen:
 * it is gone where the scale is so large that FADE_TO cells lie in a pixel. */
static int most_columns(const ripples *r, const ripple *kind, double scale)
{
    const rl_frame *frame = r->frame;
    double most = exact_sqrt(FADE_TO * frame->unit / (kind->y * scale));
    double cells = kind->x * scale * exact_min(most, 1.0 / EYE) * frame->step / frame->unit;
    return (int)(r->nodes * cells) + 6 + 3 * WATER_GROUP; /* kernels read some beyond */
}

/* Gives each lattice its part of the memory, or only counts it where there is none. */
static size_t share_memory(ripples *r, float *memory, int *widest)
{
    size_t used = 0;
    *widest = 0;
    for (int k = 0; k < RIPPLES_KINDS; k++) {
        double scale = 1.0;
        for (int i = 0; i < kinds[k].octaves; i++, scale *= 2.0) {
            ripples_lattice *lattice = &r->lattice[k][i];
            lattice->columns = most_columns(r, &kinds[k], scale);
            *widest = lattice->columns > *widest ? lattice->columns : *widest;
            for (int p = 0; p < 4; p++) {
                lattice->gradient[p / 2][p % 2] = memory != NULL ? memory + used : NULL;
                used += (size_t)lattice->columns;
            }
        }
    }
    return used;
}

int ripples_new(ripples *r, const rl_frame *frame, int64_t node, int nodes)
{
    int widest;
    r->frame = frame;
    r->kernels = water_kernels_of(frame->kernels);
    r->node = node;
    r->nodes = nodes;
    size_t used = share_memory(r, NULL, &widest);
    r->memory = memory_zeroed(frame->allocator, used + 2 * (size_t)widest, sizeof *r->memory);
    r->directions = memory_array(frame->allocator, (size_t)widest, 1);
    if (r->memory == NULL || r->directions == NULL)
        return 0;
    share_memory(r, r->memory, &widest);
    r->tilt = r->memory + used;
    r->lift = r->tilt + widest;
    return 1;
}

void ripples_free(ripples *r)
{
    if (r->frame == NULL)
        return;
    memory_free(r->frame->allocator, r->memory);
    memory_free(r->frame->allocator, r->directions);
}

/* ---- one row ----------------------------------------------------------------- */

/* Holds row j of a lattice, for the columns that the lattice is set to. */
static void hold_row(const ripples *r, ripples_lattice *lattice, int octave, int64_t j)
{
    int p = (int)(j & 1);
    if (lattice->row[p] == j)
        return;
    noise_directions(r->frame->lake_key, octave, lattice->first, j, (size_t)lattice->count,
                     r->directions);
    for (int i = 0; i < lattice->count; i++) {
        int turn = r->directions[i];
        lattice->gradient[p][0][i] = cosine[turn];
        lattice->gradient[p][1][i] = cosine[(turn + 12) & 15]; /* the sine */
    }
    lattice->row[p] = j;
}

/* Holds the two rows around y for at least the columns first..last. */
static void hold_rows(const ripples *r, ripples_lattice *lattice, int octave, int64_t j,
                      int64_t first, int64_t last)
{
    if (lattice->count == 0 || first < lattice->first || last >= lattice->first + lattice->count) {
        lattice->first = first;
        lattice->count = (int)(last - first) + 1;
        lattice->row[0] = lattice->row[1] = INT64_MIN;
    }
    hold_row(r, lattice, octave, j);
    hold_row(r, lattice, octave, j + 1);
}

/* Adds one octave; x and y are its cells in a U of this row. */
static void raise_octave(ripples *r, ripples_lattice *lattice, int octave, double x, double y,
                         water_octave *o, int from, int to, float *height)
{
    const rl_frame *frame = r->frame;
    o->step = x * frame->step / frame->unit;
    o->origin = -0.5 * x * frame->width / frame->unit;
    int64_t j = exact_floor(y);
    double fy = y - (double)j;
    /* All columns of the part: the next rows need fewer of them.  Floats may round a
     * place up to the column beyond. */
    int64_t first = exact_floor((double)r->node * o->step + o->origin);
    int64_t last = exact_floor((double)(r->node + r->nodes) * o->step + o->origin) + 2;
    hold_rows(r, lattice, octave, j, first, last);
    const float *gradient[4];
    for (int p = 0; p < 4; p++)
        gradient[p] = lattice->gradient[(j + p / 2) & 1][p % 2];
    double share = fy * fy * fy * (fy * (fy * 6.0 - 15.0) + 10.0);
    r->kernels->lines(gradient, (float)fy, (float)share, r->tilt, r->lift, lattice->count);
    o->tilt = r->tilt;
    o->lift = r->lift;
    o->first = lattice->first;
    r->kernels->raise(o, r->node, from, to, height);
}

void ripples_raise(ripples *r, double perspective, int from, int to,
                   float *const height[RIPPLES_KINDS])
{
    for (int k = 0; k < RIPPLES_KINDS; k++) {
        const ripple *kind = &kinds[k];
        double scale = perspective;
        double weight = 0.5 * 1.41421356237309505; /* noise reaches sqrt(1/2) */
        memset(height[k] + from, 0, (size_t)(to - from) * sizeof(float));
        for (int i = 0; i < kind->octaves; i++) {
            double share = visible(r->frame, perspective, kind->y * scale / perspective);
            water_octave octave = {.weight = (float)(weight * share)};
            if (share > 0.0)
                raise_octave(r, &r->lattice[k][i], kind->octave + i, kind->x * scale,
                             kind->y * scale, &octave, from, to, height[k]);
            scale *= 2.0;
            weight *= kind->keep;
        }
    }
}
