/* segment.c - one segment between two given points, roughened by midpoint displacement; beyond its
 * ends there is level ground or no land. */
#include "base/exact.h"
#include "ridge/family.h"
#include "ridge/ridge.h"

#define NOTHING (-100.0) /* height where there is no land, U above the base */

static void make(ridge_line *line, const rl_ridge *ridge)
{
    displacement *part = &line->part[0];
    line->origin = ridge->start_x;
    line->gain = 1.0;
    line->spacing = ridge->end_x - ridge->start_x;
    part->period = 0;
    part->anchor_bound = 0.0;
    part->perpendicular = ridge->direction == RL_DIRECTION_PERPENDICULAR;
    part->is_segment = 1;
    part->start = ridge->start_y;
    part->end = ridge->end_y;
    part->spacing = line->spacing;
    line->has_places = part->perpendicular;
}

static double rise(const ridge_line *line, const rl_ridge *ridge)
{
    return ridge_fractal_rise(line, exact_abs(ridge->start_y) + exact_abs(ridge->end_y));
}

/* Stretches the segment over the whole loop, with ends of equal height that meet. */
static void fit(rl_ridge *ridge, const ridge_row *row, double loop, double share)
{
    (void)row;
    (void)share;
    ridge->start_x = -0.5 * loop;
    ridge->end_x = 0.5 * loop;
    ridge->start_y = ridge->end_y = 0.5 * (ridge->start_y + ridge->end_y);
}

/* Removes the land beyond both ends, if ridge.N.beyond asks for it; in a loop there are no ends. */
static void cut(const rl_ridge *ridge, const ridge_grid *grid, size_t count, double *heights)
{
    if (ridge->beyond != RL_BEYOND_EMPTY || grid->loop > 0.0)
        return;
    for (size_t i = 0; i < count; i++) {
        double x = (double)(grid->first + (int64_t)i) * grid->step + grid->origin;
        if (x < ridge->start_x || x > ridge->end_x)
            heights[i] = NOTHING;
    }
}

static const char *check(const rl_ridge *ridge)
{
    return ridge->end_x > ridge->start_x ? NULL : "must be to the right of start_x";
}

static double first_bound(const rl_ridge *ridge)
{
    return 0.5 * (ridge->start_y + ridge->end_y);
}

const ridge_family ridge_family_segment = {.name = "segment",
                                           .meaning = "from a start to an end point",
                                           .noun = "",
                                           .make = make,
                                           .rise = rise,
                                           .fit = fit,
                                           .check = check,
                                           .checked = RIDGE_KEY(end_x),
                                           .cut = cut,
                                           .traits = RIDGE_DRAWN | RIDGE_LITERAL,
                                           .is_two_valued = 1,
                                           .first_bound = first_bound};
