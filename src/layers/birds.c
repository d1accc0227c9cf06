/* birds.c - a bird far away is one stroke: two bent wings, thin at their tips.
 *
 * In: a run of pixels of sky and the frame's birds.  Out: the same with the
 * strokes over it.  Lengths of a bird are shares of half its span.
 */
#include "layers/birds.h"

#include "base/exact.h"
#include "paint/blend.h"

/* A stroke is measured on this many lines down each pixel column. */
#define LINES 8

#define ELBOW 0.42      /* where a wing bends */
#define THICKNESS 0.085 /* half the wing's, at its root */
#define BODY 0.05
#define BODY_WIDTH 0.16

/* The height of the wings at s (-1..1): up to the elbow, then down to the tip. */
static double wing_height(const frame_bird *bird, double s)
{
    double away = exact_abs(s);
    double t = away < ELBOW ? away / ELBOW : (away - ELBOW) / (1.0 - ELBOW);
    double bend = away < ELBOW ? t * t * (3.0 - 2.0 * t) : 1.0 - bird->droop * t * t;
    return bird->lift * bend + bird->tilt * s;
}

static double wing_thickness(double s)
{
    double away = exact_abs(s);
    double body = exact_max(1.0 - away / BODY_WIDTH, 0.0);
    return THICKNESS * exact_sqrt(exact_max(1.0 - away, 0.0)) * (1.0 - 0.55 * away) + BODY * body;
}

/* The share of a pixel that a bird covers; x, y from its body to the pixel's
 * left upper corner, y downward, in pixels. */
static double covered_by(const frame_bird *bird, double x, double y)
{
    double sum = 0.0;
    for (int i = 0; i < LINES; i++) {
        double s = (x + (i + 0.5) / LINES) / bird->span;
        if (s <= -1.0 || s >= 1.0)
            continue;
        double middle = -wing_height(bird, s) * bird->span - y;
        double half = wing_thickness(s) * bird->span;
        double top = exact_clamp(middle - half, 0.0, 1.0);
        double bottom = exact_clamp(middle + half, 0.0, 1.0);
        sum += bottom - top;
    }
    return sum / LINES;
}

/* From a bird to the left of a run; in a loop from that copy of it that is nearest. */
static double way_to(const rl_frame *frame, const frame_bird *bird, const tile_run *run)
{
    double left = (double)(frame->x + run->column);
    return left - frame_around(frame, bird->x, left + 0.5 * run->count);
}

/* Whether a run comes near a bird. */
static int is_near(const rl_frame *frame, const frame_bird *bird, const tile_run *run)
{
    double left = way_to(frame, bird, run);
    return exact_abs(run->row - bird->y) <= bird->span + 1.0 && left <= bird->span &&
           left + run->count >= -bird->span;
}

int birds_are_at(const rl_frame *frame, const tile_run *run)
{
    for (int i = 0; i < frame->bird_count; i++)
        if (is_near(frame, &frame->bird[i], run))
            return 1;
    return 0;
}

static void paint_bird(const rl_frame *frame, const frame_bird *bird, const tile_run *run,
                       const run_pixels *pixels)
{
    double left = way_to(frame, bird, run);
    double y = run->row - bird->y;
    for (int i = 0; i < run->count; i++) {
        double x = left + i;
        if (exact_abs(x) > bird->span + 1.0)
            continue;
        double covered = covered_by(bird, x, y);
        if (frame->scene.edges == RL_EDGES_HARD)
            covered = covered >= 0.5 ? 1.0 : 0.0;
        blend_over(&frame->tone, pixels, i, frame->bird_colour[0], frame->bird_colour[1],
                   frame->bird_colour[2], (float)covered);
    }
}

void birds_paint(const rl_frame *frame, const tile_run *run, const run_pixels *pixels)
{
    for (int i = 0; i < frame->bird_count; i++)
        if (is_near(frame, &frame->bird[i], run))
            paint_bird(frame, &frame->bird[i], run, pixels);
}
