/* reference_maps.c - map passes as the textbooks write them down. */
#include "heightmap/pass.h"
#include "inside.h"
#include "ridgeline-map.h"

#include <stdlib.h>
#include <string.h>

/* ---- diamond-square in place ------------------------------------------------------------------
 */

static float displacement(float bound)
{
    return bound * (2.0F * (float)rand() / (float)RAND_MAX - 1.0F);
}

static void centres(float *h, int side, int step, float bound)
{
    int half = step / 2;
    for (int y = half; y < side; y += step)
        for (int x = half; x < side; x += step) {
            const float *above = h + (ptrdiff_t)(y - half) * side + x;
            const float *below = h + (ptrdiff_t)(y + half) * side + x;
            float mean = (above[-half] + above[half] + below[-half] + below[half]) * 0.25F;
            h[(ptrdiff_t)y * side + x] = mean + displacement(bound);
        }
}

static float border_mean(const float *h, int side, int x, int y, int half)
{
    float sum = 0.0F;
    float count = 0.0F;
    const int across[4] = {-half, half, 0, 0};
    const int down[4] = {0, 0, -half, half};
    for (int i = 0; i < 4; i++) {
        int at_x = x + across[i];
        int at_y = y + down[i];
        if (at_x < 0 || at_x >= side || at_y < 0 || at_y >= side)
            continue;
        sum += h[(ptrdiff_t)at_y * side + at_x];
        count += 1.0F;
    }
    return sum / count;
}

static float edge_mean(const float *h, int side, int x, int y, int half)
{
    if (x == 0 || x == side - 1 || y == 0 || y == side - 1)
        return border_mean(h, side, x, y, half);
    const float *here = h + (ptrdiff_t)y * side + x;
    ptrdiff_t down = (ptrdiff_t)half * side;
    return (here[-half] + here[half] + here[-down] + here[down]) * 0.25F;
}

static void edges(float *h, int side, int step, float bound)
{
    int half = step / 2;
    for (int y = 0; y < side; y += half)
        for (int x = y / half % 2 == 0 ? half : 0; x < side; x += step)
            h[(ptrdiff_t)y * side + x] = edge_mean(h, side, x, y, half) + displacement(bound);
}

void reference_square(float *h, int side)
{
    float bound = 1.0F;
    for (int i = 0; i < 4; i++)
        h[(ptrdiff_t)(i / 2) * (side - 1) * side + (i % 2) * (side - 1)] = displacement(bound);
    for (int step = side - 1; step > 1; step /= 2) {
        centres(h, side, step, bound);
        edges(h, side, step, bound);
        bound *= 0.5F;
    }
}

/* ---- hydraulic erosion by scattering ------------------------------------------------------------
 */

static void rain_dissolves(const reference_flow *f, const rl_pass *pass)
{
    float rain = (float)pass_get(pass, "rain");
    float solubility = (float)pass_get(pass, "solubility");
    ptrdiff_t cells = (ptrdiff_t)f->width * f->height;
    for (ptrdiff_t i = 0; i < cells; i++) {
        f->water[i] += rain;
        float dissolved = solubility * f->water[i];
        dissolved = dissolved < f->h[i] ? dissolved : f->h[i];
        dissolved = dissolved > 0.0F ? dissolved : 0.0F;
        f->h[i] -= dissolved;
        f->sediment[i] += dissolved;
    }
}

typedef struct lower_cells {
    ptrdiff_t cell[8];
    float d[8];
    float total;
    int count;
} lower_cells;

static void lower_find(lower_cells *lower, const reference_flow *f, int x, int y)
{
    ptrdiff_t here = (ptrdiff_t)y * f->width + x;
    float level = f->h[here] + f->water[here];
    lower->total = 0.0F;
    lower->count = 0;
    for (int v = y > 0 ? -1 : 0; v <= (y < f->height - 1 ? 1 : 0); v++)
        for (int u = x > 0 ? -1 : 0; u <= (x < f->width - 1 ? 1 : 0); u++) {
            ptrdiff_t there = here + (ptrdiff_t)v * f->width + u;
            /* The sum first: where water has levelled out, the last bit decides whether a
             * neighbour counts as lower, and with it how much moves. */
            float d = level - (f->h[there] + f->water[there]);
            if (d <= 0.0F) /* itself too */
                continue;
            lower->cell[lower->count] = there;
            lower->d[lower->count++] = d;
            lower->total += d;
        }
}

/* The water that moves levels the cell with the mean of those below it. */
static void cell_flows(const reference_flow *f, int x, int y)
{
    ptrdiff_t here = (ptrdiff_t)y * f->width + x;
    lower_cells lower;
    float water = f->water[here];
    lower_find(&lower, f, x, y);
    if (lower.count == 0 || water <= 0.0F)
        return;
    float surplus = lower.total / (float)(lower.count + 1);
    float moved = water < surplus ? water : surplus;
    float carried = f->sediment[here] * moved / water;
    for (int i = 0; i < lower.count; i++) {
        float share = lower.d[i] / lower.total;
        f->water_change[lower.cell[i]] += moved * share;
        f->sediment_change[lower.cell[i]] += carried * share;
    }
    f->water_change[here] -= moved;
    f->sediment_change[here] -= carried;
}

static void flows_arrive(const reference_flow *f, const rl_pass *pass)
{
    float stays = (float)(1.0 - pass_get(pass, "evaporation"));
    float capacity = (float)pass_get(pass, "capacity");
    ptrdiff_t cells = (ptrdiff_t)f->width * f->height;
    for (ptrdiff_t i = 0; i < cells; i++) {
        float water = f->water[i] + f->water_change[i];
        float sediment = f->sediment[i] + f->sediment_change[i];
        water = (water > 0.0F ? water : 0.0F) * stays;
        sediment = sediment > 0.0F ? sediment : 0.0F;
        float settles = sediment - capacity * water;
        settles = settles > 0.0F ? settles : 0.0F;
        f->h[i] += settles;
        f->water[i] = water;
        f->sediment[i] = sediment - settles;
    }
}

void reference_hydraulic(const reference_flow *f, const rl_pass *pass)
{
    ptrdiff_t cells = (ptrdiff_t)f->width * f->height;
    int iterations = (int)pass_get(pass, "iterations");
    for (int i = 0; i < iterations; i++) {
        memset(f->water_change, 0, (size_t)cells * sizeof *f->water_change);
        memset(f->sediment_change, 0, (size_t)cells * sizeof *f->sediment_change);
        rain_dissolves(f, pass);
        for (int y = 0; y < f->height; y++)
            for (int x = 0; x < f->width; x++)
                cell_flows(f, x, y);
        flows_arrive(f, pass);
    }
    for (ptrdiff_t i = 0; i < cells; i++)
        f->h[i] += f->sediment[i];
}
