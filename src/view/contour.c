/* contour.c - lines of equal height, each as wide as the next.
 *
 * In: a map, the levels.  Out: how much of a pixel a line takes.  A pixel's distance
 * from a level is the height between them over the slope: so a line is equally thick on
 * cliffs and plains and its edge is smooth.  Where a plain is so level that the distance
 * says nothing, or lines would run together, they fade.
 */
#include "view/plate.h"

#include "base/exact.h"

#define INDEX 5 /* every 5th line is heavier */

/* Pixels from line to line at which lines are gone and at which they are full. */
#define DENSE_GONE 2.0
#define DENSE_FULL 4.5
#define LEVEL_GONE 2000.0
#define LEVEL_FULL 500.0

contour contour_of(const rl_map_rules *rules, const heightmap *map, double line)
{
    contour lines = {.map = map};
    if (rules->contours > 0.0)
        lines.levels = (float)(rules->relief / rules->contours);
    lines.width = (float)(0.75 * line);
    lines.index_width = (float)(1.35 * line);
    return lines;
}

/* The rise to the next sample, from the samples on both sides where there are two. */
static float rise(const float *at, size_t step, int place, int count, int wrap)
{
    size_t whole = (size_t)count * step;
    const float *before = place > 0 ? at - step : wrap ? at + whole - step : at;
    const float *after = place < count - 1 ? at + step : wrap ? at + step - whole : at;
    float both = *after - *before;
    return before != at && after != at ? 0.5F * both : both;
}

float contour_distance(const heightmap *map, float level, int x, int y, float *slope)
{
    const float *at = map->h + (size_t)y * (size_t)map->width + (size_t)x;
    float east = rise(at, 1, x, map->width, map->wrap);
    float south = rise(at, (size_t)map->width, y, map->height, map->wrap);
    *slope = (float)exact_sqrt((double)(east * east + south * south)) + 1e-9F;
    return (*at - level) / *slope;
}

static float fade(float gap)
{
    double apart = (double)gap;
    double dense = exact_smoothstep(DENSE_GONE, DENSE_FULL, apart);
    return (float)(dense * (1.0 - exact_smoothstep(LEVEL_FULL, LEVEL_GONE, apart)));
}

float contour_at(const contour *lines, int x, int y)
{
    if (!(lines->levels > 0.0F))
        return 0.0F;
    float height = lines->map->h[(size_t)y * (size_t)lines->map->width + (size_t)x];
    int64_t nearest = exact_floor((double)(height * lines->levels) + 0.5);
    float slope;
    float level = (float)nearest / lines->levels;
    float distance = contour_distance(lines->map, level, x, y, &slope);
    int is_index = nearest % INDEX == 0;
    float width = is_index ? lines->index_width : lines->width;
    float gap = 1.0F / (slope * lines->levels);
    float covered = 0.5F * width + 0.5F - (distance < 0.0F ? -distance : distance);
    float most = width < 1.0F ? width : 1.0F;
    covered = covered < 0.0F ? 0.0F : covered > most ? most : covered;
    return covered * fade(is_index ? gap * INDEX : gap);
}
