/* shadow.c - the edge of each shadow is carried from line to line: see shadow.h. */
#include "map/shadow.h"

#include "base/exact.h"

#include <stddef.h>
#include <string.h>

#define LEAST_SLOPE 0.1 /* of the sun's rays: else all the land is in shadow */
#define NO_EDGE -1e9f   /* of what is beyond the border of a grid that is no torus */

/* A sweep from line to line of samples, away from the sun. */
typedef struct sweep {
    int lines, samples;               /* how many, and how many in each */
    ptrdiff_t line_step, sample_step; /* in the array */
    int toward;                       /* +1 or -1: to the line that the light passes before */
    int wrap;
    float shift; /* samples along that line, -1..1 */
    float drop;  /* by which a ray falls from line to line */
} sweep;

static sweep sweep_of(const shadow_grid *grid)
{
    double level = exact_sqrt(grid->east * grid->east + grid->north * grid->north);
    double across = grid->east / grid->cell_x, down = -grid->north / grid->cell_y;
    int is_down = exact_abs(down) >= exact_abs(across);
    double along = is_down ? down : across, aside = is_down ? across : down;
    double run = exact_max(exact_abs(along), 1e-6);
    double slope = exact_max(grid->up / exact_max(level, 1e-6), LEAST_SLOPE);
    return (sweep){
        .lines = is_down ? grid->height : grid->width,
        .samples = is_down ? grid->width : grid->height,
        .line_step = is_down ? grid->width : 1,
        .sample_step = is_down ? 1 : grid->width,
        .toward = along > 0.0 ? 1 : -1,
        .wrap = grid->wrap,
        .shift = (float)(aside / run),
        .drop = (float)(slope * level / run / exact_max(grid->relief, 1e-9)),
    };
}

/* The edge at sample i of a line. */
static float edge_at(const sweep *rays, const float *line, int i)
{
    if (rays->wrap)
        i = (i + rays->samples) % rays->samples;
    return i >= 0 && i < rays->samples ? line[i * rays->sample_step] : NO_EDGE;
}

/* Heights below which a line is in shadow, from those of the line before. */
static void sweep_line(const sweep *rays, const float *height, float *edge, int line)
{
    int before = line + rays->toward;
    if (rays->wrap)
        before = (before + rays->lines) % rays->lines;
    else if (before < 0 || before >= rays->lines)
        return;
    const float *source = edge + before * rays->line_step, *own = height + line * rays->line_step;
    float *target = edge + line * rays->line_step;
    int whole = rays->shift < 0.0f ? -1 : 0;
    float part = rays->shift - (float)whole;
    float left = edge_at(rays, source, whole);
    for (int i = 0; i < rays->samples; i++) {
        float right = edge_at(rays, source, i + whole + 1);
        float ray = left + (right - left) * part - rays->drop, ground = own[i * rays->sample_step];
        target[i * rays->sample_step] = ray > ground ? ray : ground;
        left = right;
    }
}

/* Twice round a torus: the second round starts with what the first left beyond the seam. */
void shadow_make(const shadow_grid *grid, const float *height, float *share)
{
    const sweep rays = sweep_of(grid);
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
