/* land.c - areas, ridges and trees.
 *
 * In: a grid.  Out: the facts about land, water and the colours of all.  A ridge counts
 * when its crest stands out from what lies behind it over a good part of the width.
 */
#include "api/facts_grid.h"

#include "base/exact.h"

#define RIDGE_THICK 0.02  /* of the height: what must be seen of a ridge in a column */
#define RIDGE_WIDE 0.16   /* share of the columns over which it must stand out */
#define FRONT_LEAST 0.015 /* of the area: what is in front */
#define TREE_LEAST 0.012  /* of the height: a tree that has a shape */

/* ---- areas and colours -- */

typedef struct mean {
    double l, a, b;
    int count;
} mean;

static void mean_add(mean *m, oklab colour)
{
    m->l += colour.l;
    m->a += colour.a;
    m->b += colour.b;
    m->count++;
}

static rl_colour mean_colour(const mean *m)
{
    if (m->count == 0)
        return RL_AUTO;
    return colour_from_oklab((oklab){m->l / m->count, m->a / m->count, m->b / m->count});
}

static void measure_areas(const grid *g, rl_facts *facts)
{
    int count[3] = {0, 0, 0};
    double y = 0.0;
    mean water = {0.0, 0.0, 0.0, 0}, everything = {0.0, 0.0, 0.0, 0};
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++) {
            int layer = g->shows[r][c];
            count[layer == GRID_SKY ? 0 : layer == GRID_WATER ? 2 : 1]++;
            mean_add(&everything, g->colour[r][c]);
            if (layer >= 0)
                y += (g->y[r] + 0.5) / g->frame->rows;
            if (layer == GRID_WATER)
                mean_add(&water, g->colour[r][c]);
        }
    double all = g->rows * g->columns;
    facts->sky = count[0] / all;
    facts->land = count[1] / all;
    facts->water = count[2] / all;
    facts->land_y = count[1] > 0 ? y / count[1] : 0.0;
    facts->lake = mean_colour(&water);
    facts->all = mean_colour(&everything);
    facts->shore = -1.0;
    if (count[2] > 0)
        facts->shore =
            exact_clamp((double)(g->frame->lake_top - g->frame->y) / g->frame->rows, 0.0, 1.0);
}

/* The sky's upper quarter, and what lies within a tenth of the height of the land. */
#define SKY_LOW 0.10

static void measure_sky(const grid *g, rl_facts *facts)
{
    mean top = {0.0, 0.0, 0.0, 0}, low = {0.0, 0.0, 0.0, 0};
    int deepest = 0;
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++)
            deepest = g->shows[r][c] == GRID_SKY && r > deepest ? r : deepest;
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++) {
            if (g->shows[r][c] != GRID_SKY)
                continue;
            if (4 * r <= deepest)
                mean_add(&top, g->colour[r][c]);
            double above = (double)g->skyline[c] - (g->frame->y + g->y[r]);
            if (above < SKY_LOW * g->frame->rows)
                mean_add(&low, g->colour[r][c]);
        }
    facts->sky_top = mean_colour(&top);
    facts->sky_low = mean_colour(&low);
}

/* ---- ridges -- */

/* The row below which something nearer hides a ridge in a column. */
static double hidden_from(const grid *g, int ridge, int c)
{
    const rl_frame *frame = g->frame;
    double from = frame->y + frame->rows;
    int next = ridge + 1 < frame->scene.ridge_count ? frame->ridge_surface[ridge + 1]
                                                    : frame->surface_count;
    for (int i = next; i < frame->surface_count; i++)
        from = exact_min(from, (double)g->tips[(size_t)i * GRID_COLUMNS + (size_t)c]);
    if (frame->ridge_surface[ridge] < frame->lake)
        from = exact_min(from, frame->lake_top);
    return from;
}

/* Whether the samples above and below a crest differ as an edge does. */
static int is_edge(const grid *g, int ridge, int c, double crest)
{
    for (int r = 1; r < g->rows; r++) {
        if (g->frame->y + g->y[r] < crest)
            continue;
        int below = g->shows[r][c], above = g->shows[r - 1][c];
        return below >= 0 && g->frame->surface[below].ridge == ridge &&
               (above < 0 || g->frame->surface[above].ridge < ridge) &&
               grid_distance(g->colour[r][c], g->colour[r - 1][c]) >= GRID_EDGE_SEEN;
    }
    return 0;
}

static int ridge_stands_out(const grid *g, int ridge)
{
    const rl_frame *frame = g->frame;
    const float *crest = g->tips + (size_t)frame->ridge_surface[ridge] * GRID_COLUMNS;
    int found = 0;
    for (int c = 0; c < g->columns; c++) {
        double y = (double)crest[c];
        if (hidden_from(g, ridge, c) - y >= RIDGE_THICK * frame->rows && y > frame->y + 1.0)
            found += is_edge(g, ridge, c, y);
    }
    return found >= RIDGE_WIDE * g->columns;
}

static mean ridge_mean(const grid *g, int ridge)
{
    mean m = {0.0, 0.0, 0.0, 0};
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++)
            if (g->shows[r][c] >= 0 && g->frame->surface[g->shows[r][c]].ridge == ridge)
                mean_add(&m, g->colour[r][c]);
    return m;
}

/* What lies in front need not stand out from what is behind it. */
static mean front_mean(const grid *g)
{
    for (int i = g->frame->scene.ridge_count - 1; i >= 0; i--) {
        mean m = ridge_mean(g, i);
        if (m.count >= FRONT_LEAST * g->rows * g->columns)
            return m;
    }
    return (mean){0.0, 0.0, 0.0, 0};
}

static void measure_ridges(const grid *g, rl_facts *facts)
{
    facts->far_ridge = facts->near_ridge = -1;
    facts->far_land = facts->near_land = RL_AUTO;
    for (int i = 0; i < g->frame->scene.ridge_count; i++) {
        if (!ridge_stands_out(g, i))
            continue;
        facts->ridges++;
        facts->kinds[g->frame->scene.ridge[i].kind]++;
        facts->far_ridge = facts->far_ridge < 0 ? i : facts->far_ridge;
        facts->near_ridge = i;
    }
    if (facts->ridges == 0)
        return;
    mean far = ridge_mean(g, facts->far_ridge), near = front_mean(g);
    facts->far_land = mean_colour(&far);
    facts->near_land = mean_colour(near.count > 0 ? &near : &far);
}

/* Trees are told by their outline: they stand out from the land before them, and their
 * ridge from what lies behind it. */
static int has_outline(const grid *g, int surface, int c)
{
    double tip = (double)g->tips[(size_t)surface * GRID_COLUMNS + (size_t)c];
    double foot = (double)g->crest[(size_t)surface * GRID_COLUMNS + (size_t)c];
    for (int i = surface + 1; i < g->frame->surface_count; i++)
        foot = exact_min(foot, (double)g->tips[(size_t)i * GRID_COLUMNS + (size_t)c]);
    return foot - tip >= TREE_LEAST * g->frame->rows && tip > g->frame->y &&
           tip < g->frame->y + g->frame->rows;
}

static void measure_trees(const grid *g, rl_facts *facts)
{
    int wide = 0, low = 0;
    int stands_out[RL_MAX_RIDGES];
    for (int i = 0; i < g->frame->scene.ridge_count; i++)
        stands_out[i] = ridge_stands_out(g, i);
    for (int c = 0; c < g->columns; c++) {
        int is_wooded = 0, is_low = 0;
        for (int i = 0; i < g->frame->surface_count; i++) {
            int ridge = g->frame->surface[i].ridge;
            if (!stands_out[ridge] || !has_outline(g, i, c))
                continue;
            is_wooded = 1;
            is_low = is_low || ridge == facts->near_ridge;
        }
        wide += is_wooded;
        low += is_low;
    }
    facts->trees = (double)wide / g->columns;
    facts->low_trees = wide > 0 ? (double)low / wide : 0.0;
}

void facts_land(const grid *g, rl_facts *facts)
{
    measure_areas(g, facts);
    measure_sky(g, facts);
    measure_ridges(g, facts);
    measure_trees(g, facts);
}
