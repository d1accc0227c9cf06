/* clouds.c - the lattice of the sheet's noise, and its warp along a row. */
#include "layers/clouds.h"

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "paint/node_noise.h"
#include "ridge/noise.h"

#define WARP_CELL_X 0.45
#define WARP_CELL_Y 0.80
#define WARP_OCTAVES 3

/* Without a vanishing point clouds are as wide everywhere as in perspective so far away
 * (U above the horizon and the plane below it). */
#define LEVEL_FAR 0.33

/* A wider part of the sheet (lattice points of one octave) is not tabled. */
#define LATTICE_MOST (1 << 22)

/* Heights above the horizon, in U. */
static double elevation_of(const rl_frame *frame, double height)
{
    return (height - frame->scene.horizon) / frame->unit_share;
}

int clouds_are_at(const rl_frame *frame, double height)
{
    return frame->scene.clouds > 0.0 && elevation_of(frame, height) > 0.0;
}

/* U after which the sheet of a world that goes on repeats: single precision tells its
 * places apart. */
static double level_length(const rl_frame *frame)
{
    return frame->loop > 0.0 ? frame->loop : 512.0;
}

/* ---- lattice --------------------------------------------------------------- */

/* The least and greatest of a coordinate on the sheet, before octaves. */
typedef struct span {
    double from, to;
} span;

static span span_x(const cloud_sheet *sheet)
{
    const rl_frame *frame = sheet->frame;
    double margin = frame->step * 16.0;
    double first = (double)frame->x - margin - 0.5 * frame->width;
    double left = first / frame->unit - CLOUD_SHIFT;
    double right = (first + frame->columns + 2.0 * margin) / frame->unit + CLOUD_SHIFT;
    double wide = right - left;
    left = clouds_fold(sheet, left);
    right = left + wide;
    if (sheet->period > 0) {
        double end = 0.5 * (double)sheet->period; /* it may be folded within the part */
        int is_folded = sheet->rate * right > end;
        span all = {(is_folded ? -end : sheet->rate * left) - CLOUD_WARP_X,
                    (is_folded ? end : sheet->rate * right) + CLOUD_WARP_X};
        return all;
    }
    double most = CLOUD_CELL_X / CLOUD_PLANE;
    span s = {exact_min(left, 0.0) * most - CLOUD_WARP_X,
              exact_max(right, 0.0) * most + CLOUD_WARP_X};
    return s;
}

static span span_y(const rl_frame *frame)
{
    double first = frame->lake > 0 ? 0.0 : frame->y; /* a lake mirrors what is above the part */
    double top = (frame->height - first + 16.0 * frame->step) / frame->height;
    double highest = exact_max(elevation_of(frame, top), 0.0) + CLOUD_PLANE + CLOUD_SHIFT;
    span s = {CLOUD_CELL_Y / highest - CLOUD_WARP_Y, CLOUD_CELL_Y / CLOUD_PLANE + CLOUD_WARP_Y};
    return s;
}

static int lattice_make(const cloud_sheet *sheet, cloud_lattice *lattice, int octave)
{
    double scale = (double)(1 << octave);
    span x = span_x(sheet);
    span y = span_y(sheet->frame);
    lattice->left = exact_floor(x.from * scale) - 1;
    lattice->top = exact_floor(y.from * scale) - 1;
    int64_t columns = exact_floor(x.to * scale) + 3 - lattice->left;
    int64_t rows = exact_floor(y.to * scale) + 3 - lattice->top;
    if (columns > LATTICE_MOST || columns * rows > LATTICE_MOST)
        return 1; /* its points are hashed when they are asked for */
    lattice->columns = (int)columns;
    lattice->rows = (int)rows;
    lattice->direction = memory_array(sheet->frame->allocator, (size_t)rows, (size_t)columns);
    if (lattice->direction == NULL)
        return 0;
    for (int64_t j = 0; j < rows; j++)
        noise_directions(sheet->frame->cloud_key, octave, lattice->left, lattice->top + j,
                         (size_t)columns, sheet->period << octave,
                         lattice->direction + j * columns);
    return 1;
}

int clouds_new(cloud_sheet *sheet, const rl_frame *frame)
{
    memset(sheet, 0, sizeof *sheet);
    sheet->frame = frame;
    sheet->drift = frame_drift(frame, frame->scene.cloud_drift);
    if (frame->is_level) {
        sheet->rate = CLOUD_CELL_X / LEVEL_FAR;
        sheet->period = noise_fit_rate(level_length(frame), &sheet->rate);
    }
    for (int octave = 0; octave < CLOUD_OCTAVES && frame->scene.clouds > 0.0; octave++)
        if (!lattice_make(sheet, &sheet->octave[octave], octave))
            return 0;
    return 1;
}

void clouds_free(cloud_sheet *sheet)
{
    for (int octave = 0; octave < CLOUD_OCTAVES && sheet->frame != NULL; octave++)
        memory_free(sheet->frame->allocator, sheet->octave[octave].direction);
}

int clouds_direction(const cloud_sheet *sheet, int octave, int64_t i, int64_t j)
{
    uint8_t direction;
    noise_directions(sheet->frame->cloud_key, octave, i, j, 1, sheet->period << octave, &direction);
    return direction;
}

/* ---- warp -------------------------------------------------------------------- */

void clouds_warp(const cloud_sheet *sheet, double height, int64_t first, size_t count, float *warp)
{
    const rl_frame *frame = sheet->frame;
    double far = exact_max(elevation_of(frame, height), 0.0) + CLOUD_PLANE;
    double rate = WARP_CELL_X / (frame->is_level ? LEVEL_FAR : far);
    node_noise noise = {.key = frame->cloud_warp_key, .octaves = WARP_OCTAVES};
    if (frame->is_level)
        noise.period = noise_fit_rate(level_length(frame), &rate);
    noise.step = rate * frame->step / frame->unit;
    noise.origin = -0.5 * rate * frame->width / frame->unit - rate * sheet->drift;
    noise.y = WARP_CELL_Y / far;
    node_noise_fill(&noise, frame->kernels, first, count, warp);
}
