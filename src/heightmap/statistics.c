/* statistics.c - what a finished map is like: heights, slopes, erosion score.
 *
 * In: heights.  Out: rl_map_statistics.  The slope of a cell is its largest difference
 * to the four neighbours (a border of a map that does not wrap has fewer), and the
 * score is deviation over mean of all slopes (J. Olsen 2004): high when most of the
 * land is flat and the rest steep.  Sums are double and in the order of the cells.
 */
#include "base/exact.h"
#include "heightmap/heightmap.h"

typedef struct slope_rows {
    const float *above, *here, *below;
    int width, wrap;
} slope_rows;

static slope_rows rows_at(const heightmap *map, int y)
{
    const float *h = map->h;
    size_t width = (size_t)map->width;
    int above = y > 0 ? y - 1 : map->wrap ? map->height - 1 : y;
    int below = y < map->height - 1 ? y + 1 : map->wrap ? 0 : y;
    slope_rows rows = {h + (size_t)above * width, h + (size_t)y * width, h + (size_t)below * width,
                       map->width, map->wrap};
    return rows;
}

static double slope_at(const slope_rows *rows, int x)
{
    double here = (double)rows->here[x];
    double left = (double)rows->here[x > 0 ? x - 1 : rows->wrap ? rows->width - 1 : x];
    double right = (double)rows->here[x < rows->width - 1 ? x + 1 : rows->wrap ? 0 : x];
    double across = exact_max(exact_abs(here - left), exact_abs(here - right));
    double up = exact_abs(here - (double)rows->above[x]);
    double down = exact_abs(here - (double)rows->below[x]);
    return exact_max(across, exact_max(up, down));
}

/* The first reading: everything but deviation and histogram.  Returns the largest slope. */
static double measure_means(const heightmap *map, rl_map_statistics *s)
{
    double cells = (double)map->width * (double)map->height;
    double steepest = 0.0;
    s->min = s->max = (double)map->h[0];
    for (int y = 0; y < map->height; y++) {
        slope_rows rows = rows_at(map, y);
        for (int x = 0; x < map->width; x++) {
            double height = (double)rows.here[x];
            double slope = slope_at(&rows, x);
            s->min = exact_min(s->min, height);
            s->max = exact_max(s->max, height);
            s->mean += height;
            s->slope_mean += slope;
            steepest = exact_max(steepest, slope);
        }
    }
    s->mean /= cells;
    s->slope_mean /= cells;
    return steepest;
}

static int bin_of(const rl_map_statistics *s, double slope)
{
    int bin = s->slope_bin > 0.0 ? (int)exact_min(slope / s->slope_bin, RL_SLOPE_BINS) : 0;
    return bin < RL_SLOPE_BINS ? bin : RL_SLOPE_BINS - 1; /* the steepest of all */
}

void heightmap_measure(const heightmap *map, rl_map_statistics *statistics)
{
    rl_map_statistics s = {0};
    s.slope_bin = measure_means(map, &s) / (double)RL_SLOPE_BINS;
    double squares = 0.0;
    for (int y = 0; y < map->height; y++) {
        slope_rows rows = rows_at(map, y);
        for (int x = 0; x < map->width; x++) {
            double slope = slope_at(&rows, x);
            squares += (slope - s.slope_mean) * (slope - s.slope_mean);
            s.slopes[bin_of(&s, slope)]++;
        }
    }
    s.slope_deviation = exact_sqrt(squares / ((double)map->width * (double)map->height));
    s.erosion_score = s.slope_mean > 0.0 ? s.slope_deviation / s.slope_mean : 0.0;
    *statistics = s;
}
