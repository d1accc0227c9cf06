/* slice.c - ridges that follow a row of the scene's map, and the land between the rows.
 *
 * The nodes of level 0 are the samples of the row; those of finer levels are on a smooth curve
 * through them, plus midpoint displacement as rough as the samples are.  Beyond its ends a row
 * repeats (if the map wraps) or is mirrored.
 *
 * The land between the rows, whose faces are shaded, is a smoothed copy of the map: weighted means
 * of its samples at the corners of a grid are the control points of a quadratic B-spline, whose
 * slopes are continuous.
 */
#include "base/exact.h"
#include "ridge/family.h"

/* Bound of the difference of two values of the curve without displacement: it overshoots the
 * samples, which differ by at most 1. */
#define HIGHEST 1.25

/* Returns the index, 0..count-1, of the sample that is at i in a row that repeats (`wrap`) or is
 * mirrored beyond its ends. */
static int64_t folded(int64_t i, int64_t count, int wrap)
{
    if (wrap)
        return exact_wrap(i, count);
    int64_t place = exact_wrap(i, 2 * (count - 1));
    return place < count ? place : 2 * (count - 1) - place;
}

double ridge_row_at(const ridge_row *row, int64_t i)
{
    return (double)row->height[folded(i, row->count, row->wrap)];
}

double ridge_row_rough(const ridge_row *row)
{
    double squares = 0.0;
    for (int i = 0; i < row->count; i++) {
        double off =
            ridge_row_at(row, i) - 0.5 * (ridge_row_at(row, i - 1) + ridge_row_at(row, i + 1));
        squares += off * off;
    }
    return exact_sqrt(squares / row->count);
}

void ridge_row_cut(ridge_row *row, float *height, const float *samples, int count, int wrap)
{
    double sum = 0.0;
    row->height = height;
    row->count = count;
    row->wrap = wrap;
    for (int i = 0; i < count; i++)
        sum += (double)samples[i];
    for (int i = 0; i < count; i++)
        height[i] = (float)((double)samples[i] - sum / count);
    row->rough = ridge_row_rough(row);
    row->loose = 0.0;
}

/* Writes, for each of `corners` corners along a line of samples, the weighted mean of the samples
 * around it.  Weights fall linearly to 0 two cells away.  `step` is the distance of corners in
 * samples; `apart` and `corners_apart` are strides of the samples and of `out`. */
static void land_means(const ridge_land *land, const float *samples, ptrdiff_t apart, int count,
                       double step, int corners, ptrdiff_t corners_apart, float *out)
{
    double reach = 2.0 * step;
    for (int i = 0; i < corners; i++) {
        double middle = i * step, sum = 0.0, weights = 0.0;
        int64_t last = exact_floor(middle + reach);
        for (int64_t k = exact_floor(middle - reach) + 1; k <= last; k++) {
            double weight = reach - exact_abs((double)k - middle);
            sum += weight * (double)samples[folded(k, count, land->wrap) * apart];
            weights += weight;
        }
        out[i * corners_apart] = (float)(sum / weights);
    }
}

void ridge_land_size(ridge_land *land, int count, int wrap)
{
    int cells = wrap ? count : count - 1;
    int columns = cells < RIDGE_LAND_COLUMNS ? cells : RIDGE_LAND_COLUMNS;
    int rows = cells < RIDGE_LAND_ROWS ? cells : RIDGE_LAND_ROWS;
    land->wrap = wrap;
    land->across = columns;
    land->down = rows;
    land->columns = columns + !wrap;
    land->rows = rows + !wrap;
}

void ridge_land_make(ridge_land *land, float *height, float *work, const float *samples, int count)
{
    double cells = land->wrap ? count : count - 1;
    land->height = height;
    for (int y = 0; y < count; y++)
        land_means(land, samples + (ptrdiff_t)y * count, 1, count, cells / land->across,
                   land->columns, 1, work + (ptrdiff_t)y * land->columns);
    for (int x = 0; x < land->columns; x++)
        land_means(land, work + x, land->columns, count, cells / land->down, land->rows,
                   land->columns, height + x);
}

/* Returns the corner nearest to a place (in cells); writes the weights that the corners before it,
 * itself and the one after have in the value and in the slope of a quadratic B-spline there. */
static int64_t spline_at(double place, double value[3], double slope[3])
{
    int64_t middle = exact_floor(place + 0.5);
    double t = place - (double)middle;
    value[0] = 0.5 * (0.5 - t) * (0.5 - t);
    value[1] = 0.75 - t * t;
    value[2] = 0.5 * (0.5 + t) * (0.5 + t);
    slope[0] = t - 0.5;
    slope[1] = -2.0 * t;
    slope[2] = t + 0.5;
    return middle;
}

void ridge_land_slope(const ridge_land *land, double x, double y, double *across, double *down)
{
    double value_x[3], slope_x[3], value_y[3], slope_y[3];
    int64_t column = spline_at(x * land->across, value_x, slope_x);
    int64_t row = spline_at(y * land->down, value_y, slope_y);
    *across = *down = 0.0;
    for (int j = 0; j < 3; j++) {
        const float *line =
            land->height + folded(row + j - 1, land->rows, land->wrap) * land->columns;
        for (int i = 0; i < 3; i++) {
            double height = (double)line[folded(column + i - 1, land->columns, land->wrap)];
            *across += land->across * slope_x[i] * value_y[j] * height;
            *down += land->down * value_x[i] * slope_y[j] * height;
        }
    }
}

/* Returns the cubic of Catmull and Rom (1974) at t = 0..1 between samples i and i + 1. */
static double curve_at(const ridge_row *row, int64_t i, double t)
{
    double a = ridge_row_at(row, i - 1), b = ridge_row_at(row, i);
    double c = ridge_row_at(row, i + 1), d = ridge_row_at(row, i + 2);
    double slope = 0.5 * (c - a), bend = a - 2.5 * b + 2.0 * c - 0.5 * d;
    return b + t * (slope + t * (bend + t * (0.5 * (d - a) + 1.5 * (b - c))));
}

void ridge_row_fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                    double *places, double *work)
{
    const ridge_row *row = line->row;
    int64_t cell = INT64_C(1) << level;
    displacement_fill(&line->part[0], level, first, count, values, places, work);
    if (row == NULL)
        return;
    for (size_t n = 0; n < count; n++) {
        int64_t node = first + (int64_t)n, part = exact_wrap(node, cell);
        double t = (double)part / (double)cell;
        values[n] = curve_at(row, (node - part) / cell, t) + row->rough * values[n];
    }
}

void ridge_row_make(ridge_line *line, const rl_ridge *ridge)
{
    const ridge_row *row = line->row;
    ridge_make_fractal(line, ridge);
    line->spacing = ridge->spacing / (row == NULL ? 1 : row->wrap ? row->count : row->count - 1);
    line->origin = -0.5 * ridge->spacing;
    line->part[0].perpendicular = line->has_places = 0;
    line->part[0].spacing = 1.0;
    line->part[0].anchor_bound = row != NULL ? row->loose : 0.0;
}

double ridge_row_rise(const ridge_line *line, const rl_ridge *ridge)
{
    (void)ridge;
    return ridge_fractal_rise(line, 0.5 * HIGHEST);
}

double ridge_row_first_bound(const rl_ridge *ridge)
{
    (void)ridge;
    return 1.0;
}

static void make(ridge_line *line, const rl_ridge *ridge)
{
    ridge_row_make(line, ridge);
    line->part[0].period = 0;
}

/* Fits a whole number of rows into a loop; a row of a map that does not wrap is mirrored, and so
 * repeats after twice its length. */
static void fit(rl_ridge *ridge, const ridge_row *row, double loop, double share)
{
    (void)share;
    double sides = row == NULL || row->wrap ? 1.0 : 2.0;
    double times = exact_max(exact_round(loop / (ridge->spacing * sides)), 1.0);
    ridge->spacing = loop / (times * sides);
}

const ridge_family ridge_family_slice = {.name = "slice",
                                         .meaning = "a row of the scene's map at the ridge's depth",
                                         .noun = "mountains",
                                         .gain = 2.60,
                                         .lift = 0.42,
                                         .make = make,
                                         .fill = ridge_row_fill,
                                         .rise = ridge_row_rise,
                                         .fit = fit,
                                         .traits = RIDGE_ALPINE | RIDGE_FACES | RIDGE_MOUNTAIN |
                                                   RIDGE_OF_MAP,
                                         .side_far = 2.0, /* perspective: near land is larger */
                                         .side_near = 4.0,
                                         .first_bound = ridge_row_first_bound};
