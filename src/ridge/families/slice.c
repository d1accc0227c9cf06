/* slice.c - samples of a map's row, the curve through them, and detail between them. */
#include "ridge/families/slice.h"

#include "base/exact.h"

int slice_cells(int count, int wrap)
{
    return wrap ? count : count - 1;
}

double slice_at(const slice *row, int64_t i)
{
    int64_t last = row->count - 1;
    if (row->wrap)
        return (double)row->height[exact_wrap(i, row->count)];
    int64_t at = exact_wrap(i, 2 * last);
    return (double)row->height[at <= last ? at : 2 * last - at];
}

void slice_cut(slice *row, float *height, const heightmap *map, int y)
{
    const float *from = map->h + (size_t)y * (size_t)map->width;
    double sum = 0.0, squares = 0.0;
    row->height = height;
    row->count = map->width;
    row->wrap = map->wrap;
    for (int i = 0; i < row->count; i++)
        sum += (double)from[i];
    for (int i = 0; i < row->count; i++)
        height[i] = (float)((double)from[i] - sum / row->count);
    for (int i = 0; i < row->count; i++) {
        double off = slice_at(row, i) - 0.5 * (slice_at(row, i - 1) + slice_at(row, i + 1));
        squares += off * off;
    }
    row->rough = exact_sqrt(squares / row->count);
}

/* The cubic of Catmull and Rom (1974) from sample i to the next. */
static double curve_at(const slice *row, int64_t i, double t)
{
    double a = slice_at(row, i - 1), b = slice_at(row, i);
    double c = slice_at(row, i + 1), d = slice_at(row, i + 2);
    double slope = 0.5 * (c - a), bend = a - 2.5 * b + 2.0 * c - 0.5 * d;
    return b + t * (slope + t * (bend + t * (0.5 * (d - a) + 1.5 * (b - c))));
}

void slice_fill(const slice *row, const displacement *detail, int level, int64_t first,
                size_t count, double *values, double *work)
{
    int64_t cell = INT64_C(1) << level;
    displacement_fill(detail, level, first, count, values, NULL, work);
    for (size_t n = 0; n < count; n++) {
        int64_t node = first + (int64_t)n, part = exact_wrap(node, cell);
        double t = (double)part / (double)cell;
        values[n] = curve_at(row, (node - part) / cell, t) + row->rough * values[n];
    }
}
