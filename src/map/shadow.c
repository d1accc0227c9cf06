/* shadow.c - computes which ground the sun reaches, for surfaces and flights.
 *
 * A sweep over the rows or columns (lines) of a grid, away from the sun, computes for each sample
 * the edge, the height below which things are in shadow: the edge of the next line toward the sun
 * less the fall of a ray from there, but at least the ground. */
#include "map/shadow.h"

#include "base/exact.h"

#include <stddef.h>
#include <string.h>

#define LEAST_SLOPE 0.1   /* least slope of rays, as under a lower sun all would be in shadow */
#define NO_EDGE (-1e9f)   /* edge beyond the border of a grid that is no torus: no shadow */
#define LEAST_LENGTH 1e-6 /* units; avoids divisions by 0 */
#define LEAST_RELIEF 1e-9 /* units */

/* A sweep from line to line of samples, away from the sun. */
typedef struct shadow_sweep {
    int lines, samples;               /* number of lines, and of samples in a line */
    ptrdiff_t line_step, sample_step; /* distances in the array from line to line, and sample */
    int toward;                       /* +1 or -1: step to the next line toward the sun */
    int wrap;                         /* 1 = a torus */
    float shift; /* shift of a ray along a line from one line to the next, samples, -1..1 */
    float drop;  /* fall of a ray from one line to the next, heights */
} shadow_sweep;

static shadow_sweep sweep_of(const shadow_grid *grid)
{
    double level = exact_sqrt(grid->east * grid->east + grid->north * grid->north);
    double across = grid->east / grid->cell_x, down = -grid->north / grid->cell_y;
    int is_down = exact_abs(down) >= exact_abs(across);
    double along = is_down ? down : across, aside = is_down ? across : down;
    double run = exact_max(exact_abs(along), LEAST_LENGTH);
    double slope = exact_max(grid->up / exact_max(level, LEAST_LENGTH), LEAST_SLOPE);
    return (shadow_sweep){
        .lines = is_down ? grid->height : grid->width,
        .samples = is_down ? grid->width : grid->height,
        .line_step = is_down ? grid->width : 1,
        .sample_step = is_down ? 1 : grid->width,
        .toward = along > 0.0 ? 1 : -1,
        .wrap = grid->wrap,
        .shift = (float)(aside / run),
        .drop = (float)(slope * level / run / exact_max(grid->relief, LEAST_RELIEF)),
    };
}

/* Returns the edge at sample i of a line, which may be beyond its ends. */
static float edge_at(const shadow_sweep *rays, const float *line, int i)
{
    if (rays->wrap)
        i = (i + rays->samples) % rays->samples;
    return i >= 0 && i < rays->samples ? line[i * rays->sample_step] : NO_EDGE;
}

/* Computes the edges of a line from those of the next line toward the sun. */
static void sweep_line(const shadow_sweep *rays, const float *height, float *edge, int line)
{
    int before = line + rays->toward;
    if (rays->wrap)
        before = (before + rays->lines) % rays->lines;
    else if (before < 0 || before >= rays->lines)
        return;
    const float *source = edge + before * rays->line_step;
    const float *heights = height + line * rays->line_step;
    float *target = edge + line * rays->line_step;
    int whole = rays->shift < 0.0f ? -1 : 0;
    float part = rays->shift - (float)whole;
    float left = edge_at(rays, source, whole);
    for (int i = 0; i < rays->samples; i++) {
        float right = edge_at(rays, source, i + whole + 1);
        float ray = left + (right - left) * part - rays->drop,
              ground = heights[i * rays->sample_step];
        target[i * rays->sample_step] = ray > ground ? ray : ground;
        left = right;
    }
}

/* On a torus the lines are swept twice, as the shadows that cross the seam are only known after the
 * first round. */
void shadow_make(const shadow_grid *grid, const float *height, float *share)
{
    const shadow_sweep rays = sweep_of(grid);
    size_t count = (size_t)grid->width * (size_t)grid->height;
    int rounds = grid->wrap ? 2 : 1;
    memcpy(share, height, count * sizeof *share);
    for (int k = 0; k < rounds * rays.lines; k++) {
        int line = k % rays.lines;
        sweep_line(&rays, height, share, rays.toward > 0 ? rays.lines - 1 - line : line);
    }
    float scale = (float)(grid->relief / grid->penumbra);
    for (size_t i = 0; i < count; i++) {
        float dark = (share[i] - height[i]) * scale;
        share[i] = dark < 1.0f ? 1.0f - dark : 0.0f;
    }
}
