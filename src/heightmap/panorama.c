/* panorama.c - lines of sight over a grid of heights, for panoramas of a DEM.
 *
 * The earth is a sphere, and refraction bends lines of sight: seen from the eye, ground is lower by
 * DROP times the square of its distance.
 */
#include "heightmap/panorama.h"

#include <stddef.h>

#include "base/exact.h"

#define NOTHING (-10.0) /* tangent of a line of sight without land */

/* Metres by which ground at a distance of 1 m is lower. */
#define DROP ((1.0 - PANORAMA_REFRACTION) / (2.0 * PANORAMA_RADIUS))

/* ---- the ground ------------------------------------------------------------------- */

/* Returns the index of the sample before a place, which is limited to 0..last; writes the offset of
 * the place from it, 0..1. */
static int split(double place, int last, double *part)
{
    double inside = exact_clamp(place, 0.0, last);
    int whole = (int)inside;
    whole = whole < last ? whole : last - 1;
    *part = inside - whole;
    return whole;
}

static double height_at(const panorama_grid *grid, double x, double y)
{
    double right, down;
    int column = split(x, grid->width - 1, &right), row = split(y, grid->height - 1, &down);
    const float *h = grid->heights + (ptrdiff_t)row * grid->width + column;
    double north = exact_mix((double)h[0], (double)h[1], right);
    double south = exact_mix((double)h[grid->width], (double)h[grid->width + 1], right);
    return exact_mix(north, south, down);
}

static const panorama_grid *grid_at(const panorama *view, double distance)
{
    return distance < view->reach ? &view->near : &view->all;
}

/* Writes the place at a distance from the viewer, in cells; returns 0 if it is beyond the grid. */
static int place_at(const panorama_grid *grid, panorama_way way, double distance, double *x,
                    double *y)
{
    *x = grid->x + distance * way.sin / grid->cell_x;
    *y = grid->y - distance * way.cos / grid->cell_y;
    return *x >= 0.0 && *y >= 0.0 && *x <= grid->width - 1.0 && *y <= grid->height - 1.0;
}

double panorama_ground(const panorama *view, panorama_way way, double distance)
{
    const panorama_grid *grid = grid_at(view, distance);
    double x, y;
    if (!place_at(grid, way, distance, &x, &y))
        return view->low;
    return view->base + view->gain * height_at(grid, x, y);
}

void panorama_slopes(const panorama *view, panorama_way way, double distance, double *right,
                     double *away)
{
    const panorama_grid *grid = grid_at(view, distance);
    double x, y;
    *right = *away = 0.0;
    if (!place_at(grid, way, distance, &x, &y))
        return;
    double west = exact_max(x - 1.0, 0.0), east = exact_min(x + 1.0, grid->width - 1.0);
    double north = exact_max(y - 1.0, 0.0), south = exact_min(y + 1.0, grid->height - 1.0);
    double to_east = view->gain * (height_at(grid, east, y) - height_at(grid, west, y)) /
                     ((east - west) * grid->cell_x);
    double to_north = view->gain * (height_at(grid, x, north) - height_at(grid, x, south)) /
                      ((south - north) * grid->cell_y);
    *right = to_east * way.cos - to_north * way.sin;
    *away = to_east * way.sin + to_north * way.cos;
}

double panorama_rough(const panorama *view, panorama_way way, double distance)
{
    const panorama_grid *grid = &view->all;
    double x, y;
    if (!place_at(grid, way, distance, &x, &y))
        return 0.0;
    double sum = height_at(grid, x - 1.0, y) + height_at(grid, x + 1.0, y) +
                 height_at(grid, x, y - 1.0) + height_at(grid, x, y + 1.0);
    return view->gain * exact_abs(0.25 * sum - height_at(grid, x, y));
}

/* ---- near ground ------------------------------------------------------------------- */

#define NEAR_CELLS 24   /* cells of the whole grid that the near grid covers on each side */
#define FINER 8         /* cells of the near grid per cell of the whole grid, along a side */
#define ROUND_SHARE 0.6 /* share of `reach` up to which the near ground is the B-spline alone */
#define ROUND_END 0.97  /* share of `reach` beyond which it is the bilinear surface alone */
_Static_assert(PANORAMA_NEAR_SIDE == 2 * NEAR_CELLS * FINER + 1, "one side of the near grid");

static double sample(const panorama_grid *grid, int64_t column, int64_t row)
{
    column = column < 0 ? 0 : column < grid->width ? column : grid->width - 1;
    row = row < 0 ? 0 : row < grid->height ? row : grid->height - 1;
    return (double)grid->heights[row * grid->width + column];
}

/* Writes the weights in a cubic B-spline of the four samples around a place at an offset t, 0..1,
 * from the second. */
static void spline(double t, double weight[4])
{
    double u = 1.0 - t;
    weight[0] = u * u * u / 6.0;
    weight[1] = (4.0 - 6.0 * t * t + 3.0 * t * t * t) / 6.0;
    weight[2] = (4.0 - 6.0 * u * u + 3.0 * u * u * u) / 6.0;
    weight[3] = t * t * t / 6.0;
}

/* Returns the height of the cubic B-spline surface at a place in cells. */
static double round_at(const panorama_grid *grid, double x, double y)
{
    int64_t column = exact_floor(x), row = exact_floor(y);
    double across[4], down[4], sum = 0.0;
    spline(x - (double)column, across);
    spline(y - (double)row, down);
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            sum += across[i] * down[j] * sample(grid, column + i - 1, row + j - 1);
    return sum;
}

void panorama_near(panorama *view, float *heights)
{
    const panorama_grid *all = &view->all;
    double left = (double)(exact_floor(all->x) - NEAR_CELLS);
    double top = (double)(exact_floor(all->y) - NEAR_CELLS);
    view->near = (panorama_grid){.heights = heights,
                                 .width = PANORAMA_NEAR_SIDE,
                                 .height = PANORAMA_NEAR_SIDE,
                                 .cell_x = all->cell_x / FINER,
                                 .cell_y = all->cell_y / FINER,
                                 .x = (all->x - left) * FINER,
                                 .y = (all->y - top) * FINER};
    view->reach = (NEAR_CELLS - 1) * exact_min(all->cell_x, all->cell_y);
    for (int j = 0; j < PANORAMA_NEAR_SIDE; j++)
        for (int i = 0; i < PANORAMA_NEAR_SIDE; i++) {
            double x = left + (double)i / FINER, y = top + (double)j / FINER;
            double east = (x - all->x) * all->cell_x, south = (y - all->y) * all->cell_y;
            double distance = exact_sqrt(east * east + south * south) / view->reach;
            double share = 1.0 - exact_smoothstep(ROUND_SHARE, ROUND_END, distance);
            double straight = height_at(all, x, y);
            heights[(ptrdiff_t)j * PANORAMA_NEAR_SIDE + i] =
                (float)(share > 0.0 ? exact_mix(straight, round_at(all, x, y), share) : straight);
        }
}

/* ---- lines of sight ----------------------------------------------------------------- */

/* A line of sight over a grid.  At a distance d it is at (grid->x + d * step_x, grid->y + d *
 * step_y), cells. */
typedef struct sight {
    const panorama *view;
    const panorama_grid *grid;
    double step_x, step_y;
    double from, to;    /* distances of the part of the ring that is over the grid, metres */
    panorama_place top; /* highest place so far */
} sight;

/* Reduces the interval from..to of t to the part in which start + t * step is in 0..last. */
static void clip(double start, double step, double last, double *from, double *to)
{
    if (step == 0.0)
        return;
    double a = -start / step, b = (last - start) / step;
    *from = exact_max(*from, exact_min(a, b));
    *to = exact_min(*to, exact_max(a, b));
}

/* Sets a line of sight to the part of a ring over the near grid, or over the rest of the whole one;
 * returns 0 if that part is empty. */
static int begin(sight *s, const panorama *view, panorama_way way, int is_near, double from,
                 double to)
{
    const panorama_grid *grid = is_near ? &view->near : &view->all;
    s->view = view;
    s->grid = grid;
    s->step_x = way.sin / grid->cell_x;
    s->step_y = -way.cos / grid->cell_y;
    s->from = is_near ? from : exact_max(from, view->reach);
    s->to = is_near ? exact_min(to, view->reach) : to;
    /* Also the near grid ends at the edges of the whole grid, beyond which it has no data. */
    clip(view->all.x, way.sin / view->all.cell_x, view->all.width - 1.0, &s->from, &s->to);
    clip(view->all.y, -way.cos / view->all.cell_y, view->all.height - 1.0, &s->from, &s->to);
    return s->from < s->to;
}

/* Returns the tangent of the elevation angle of a place `metres` high at a distance. */
static double tangent_at(const panorama *view, double metres, double distance)
{
    return (metres - view->eye) / distance - DROP * distance;
}

/* Sets s->top to a place if that is seen at a greater elevation angle. */
static void look_at(sight *s, double height, double distance)
{
    double tangent = tangent_at(s->view, s->view->base + s->view->gain * height, distance);
    if (tangent > s->top.tangent)
        s->top = (panorama_place){tangent, distance};
}

static double sight_height(const sight *s, double distance)
{
    return height_at(s->grid, s->grid->x + distance * s->step_x, s->grid->y + distance * s->step_y);
}

/* The columns, or the rows, of a grid as lines that a line of sight crosses; places in cells. */
typedef struct grid_lines {
    double start, step;       /* the viewer's place across the lines; change per metre */
    ptrdiff_t line;           /* stride from a line to the next, samples */
    double other, other_step; /* the viewer's place along the lines; change per metre */
    int other_last;           /* index of the last sample of a line */
    ptrdiff_t next;           /* stride along a line, samples */
} grid_lines;

static void look_across(sight *s, const grid_lines *lines)
{
    if (lines->step == 0.0)
        return;
    double a = lines->start + s->from * lines->step, b = lines->start + s->to * lines->step;
    int64_t first = -exact_floor(-exact_min(a, b)), last = exact_floor(exact_max(a, b));
    double per_line = 1.0 / lines->step;
    for (int64_t line = first; line <= last; line++) {
        double distance = ((double)line - lines->start) * per_line, part;
        if (distance < s->from || distance > s->to)
            continue;
        int sample = split(lines->other + distance * lines->other_step, lines->other_last, &part);
        const float *h = s->grid->heights + line * lines->line + sample * lines->next;
        look_at(s, exact_mix((double)h[0], (double)h[lines->next], part), distance);
    }
}

panorama_place panorama_top(const panorama *view, panorama_way way, double from, double to)
{
    sight s = {.top = {NOTHING, from}};
    for (int is_near = 1; is_near >= 0; is_near--) {
        if (!begin(&s, view, way, is_near, from, to))
            continue;
        const panorama_grid *grid = s.grid;
        look_at(&s, sight_height(&s, s.from), s.from);
        look_at(&s, sight_height(&s, s.to), s.to);
        look_across(&s, &(grid_lines){grid->x, s.step_x, 1, grid->y, s.step_y, grid->height - 1,
                                      grid->width});
        look_across(&s, &(grid_lines){grid->y, s.step_y, grid->width, grid->x, s.step_x,
                                      grid->width - 1, 1});
    }
    if (to >= PANORAMA_ENDLESS) {
        /* Of the plain beyond the grid the farthest visible place is where a line of sight touches
         * the sphere, or, if that is over the grid, the edge of the grid. */
        double horizon = exact_sqrt(exact_max(view->eye - view->low, 0.0) / DROP);
        double edge = to;
        clip(view->all.x, way.sin / view->all.cell_x, view->all.width - 1.0, &from, &edge);
        clip(view->all.y, -way.cos / view->all.cell_y, view->all.height - 1.0, &from, &edge);
        double distance = exact_max(horizon, edge);
        double tangent = tangent_at(view, view->low, distance);
        if (tangent > s.top.tangent)
            s.top = (panorama_place){tangent, distance};
    }
    return s.top;
}

double panorama_hit(const panorama *view, panorama_way way, double from, double to, double tangent)
{
    sight s = {.top = {NOTHING, from}};
    double before = from, lower = NOTHING;
    int is_first = 1;
    for (int is_near = 1; is_near >= 0; is_near--) {
        if (!begin(&s, view, way, is_near, from, to))
            continue;
        /* About one sample for each column or row that it crosses, whichever are more. */
        double rate = exact_max(exact_abs(s.step_x), exact_abs(s.step_y));
        int64_t steps = exact_floor((s.to - s.from) * rate) + 1;
        double length = (s.to - s.from) / (double)steps;
        for (int64_t i = 0; i <= steps; i++) {
            double distance = s.from + (double)i * length;
            double metres = view->base + view->gain * sight_height(&s, distance);
            double here = tangent_at(view, metres, distance);
            if (here >= tangent) {
                double share = is_first || here <= lower ? 1.0 : (tangent - lower) / (here - lower);
                return exact_mix(before, distance, exact_clamp(share, 0.0, 1.0));
            }
            before = distance;
            lower = here;
            is_first = 0;
        }
    }
    return panorama_top(view, way, from, to).distance;
}
