/* values.c - light and dark: what is near is dark, what is far is pale. */
#include "base/exact.h"
#include "look/look.h"

/* Rows above and below an edge that are compared: past the soft edge itself. */
#define ABOVE 8
#define BELOW 4

static double mean_light(const look_picture *p, int from, int to)
{
    double sum = 0.0;
    for (int y = from; y < to; y++)
        for (int x = 0; x < LOOK_WIDTH; x++)
            sum += (double)p->light[y][x];
    return sum / ((to - from) * LOOK_WIDTH);
}

#define NEAR 0.8 /* depth */

#define SNOW 0.55 /* so much lighter may ground be that is covered with snow */

/* Of near land alone, where it is a fifth of those rows: clouds, water, a plain, fields and heath
 * are lighter.  Sand may be lighter than wooded ground, and snow. */
double values_foreground(const look_picture *p)
{
    enum { TOP = LOOK_HEIGHT - LOOK_HEIGHT * 7 / 100 };
    rl_world_info world;
    int is_dry = rl_world_describe((size_t)p->scene->world, &world) && world.is_dry;
    double sum = 0.0;
    int count = 0;
    for (int i = TOP * LOOK_WIDTH; i < LOOK_HEIGHT * LOOK_WIDTH; i++) {
        int y = i / LOOK_WIDTH, x = i % LOOK_WIDTH, land = p->land[y][x];
        if (land < 0 || p->scene->ridge[land].depth < NEAR || look_has_own_colours(p, land) ||
            p->scene->ridge[land].distance > 0.0 || /* stands in water */
            p->scene->plain != RL_PLAIN_NONE)
            continue;
        sum += (double)p->light[y][x];
        count++;
    }
    return count > (LOOK_HEIGHT - TOP) * LOOK_WIDTH / 5
               ? sum / count - (is_dry ? 0.08 : SNOW * p->scene->land_ground_snow)
               : LOOK_NONE;
}

/* From the first to the 99th percentile; a night has less. */
double values_range(const look_picture *p)
{
    int count[1001] = {0};
    for (int y = 0; y < LOOK_HEIGHT; y++)
        for (int x = 0; x < LOOK_WIDTH; x++)
            count[(int)exact_clamp((double)p->light[y][x] * 1000.0, 0.0, 1000.0)]++;
    int total = LOOK_WIDTH * LOOK_HEIGHT;
    int low = 0, high = 1000;
    for (int sum = count[0]; sum < total / 100; sum += count[++low])
        ;
    for (int sum = count[1000]; sum < total / 100; sum += count[--high])
        ;
    return (high - low) / 1000.0 + (look_is_night(p) ? 0.10 : 0.0);
}

/* Snow is bright whatever lies behind it, and conifers stand on the nearest edge. */
static int has_plain_edge(const look_picture *p, int ridge)
{
    const rl_ridge *r = &p->scene->ridge[ridge];
    return r->snow == 0.0 && !look_has_own_colours(p, ridge) &&
           (r->trees == 0.0 || ridge + 1 < p->scene->ridge_count);
}

/* The mean step of lightness down across a layer's edge, the least of all layers:
 * what stands before must be darker than what it hides. */
double values_step(const look_picture *p)
{
    double least = LOOK_NONE;
    for (int i = 0; i < p->scene->ridge_count; i++) {
        double sum = 0.0;
        int count = 0;
        for (int x = 0; x < LOOK_WIDTH && has_plain_edge(p, i); x++) {
            int y = look_edge_row(p, i, x, 16);
            if (y < 0)
                continue;
            sum += (double)p->light[y - ABOVE][x] - (double)p->light[y + BELOW][x];
            count++;
        }
        if (count > LOOK_WIDTH / 20)
            least = least == LOOK_NONE ? sum / count : exact_min(least, sum / count);
    }
    return least;
}

/* Share of skyline columns where land is brighter than the sky just above it.  A city's windows
 * shine. */
double values_bright_land(const look_picture *p)
{
    int bad = 0, seen = 0;
    if (p->scene->city_height > 0.0)
        return LOOK_NONE;
    for (int x = 0; x < LOOK_WIDTH; x++) {
        int y = LOOK_HEIGHT - (int)look_skyline(p, x);
        if (y < 14 || y > LOOK_HEIGHT - 8 || p->land[y + 3][x] < 0)
            continue;
        const rl_ridge *ridge = &p->scene->ridge[p->land[y + 3][x]];
        if (ridge->snow > 0.0 || ridge->trees > 0.0)
            continue;
        seen++;
        bad += (double)p->light[y + 3][x] > (double)p->light[y - 4][x] + 0.02;
    }
    return seen > 0 ? (double)bad / seen : LOOK_NONE;
}

/* How much lighter the sky is just above the land than at the frame's upper edge.
 * Moon and aurora light the sky's height. */
double values_sky_foot(const look_picture *p)
{
    enum { BAND = LOOK_HEIGHT / 20 };
    double sum = 0.0;
    int count = 0;
    if (p->scene->moon || scene_real(p->scene, "aurora.amount") > 0.0)
        return LOOK_NONE;
    for (int x = 0; x < LOOK_WIDTH; x++) {
        int foot = LOOK_HEIGHT - (int)look_skyline(p, x) - ABOVE;
        for (int y = foot - BAND; y >= BAND && y < foot; y++) {
            sum += (double)p->light[y][x];
            count++;
        }
    }
    return sum / count - mean_light(p, 0, BAND);
}
