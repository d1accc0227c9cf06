/* ridge_facts.c - measures which ridges and trees are visible.
 *
 * A ridge counts if its crest contrasts with the ground behind it over RIDGE_WIDE of the width.
 */
#include <stdio.h>

#include "base/exact.h"
#include "layers/core/kind.h"
#include "layers/land/ridge.h"
#include "layers/plants/species/species.h"

#define EDGE_SEEN 0.028   /* least distance of colours at a visible edge, OKLab */
#define RIDGE_THICK 0.02  /* least visible height of a ridge in a column, share of the height */
#define RIDGE_WIDE 0.16   /* least share of columns in which a ridge stands out */
#define FRONT_LEAST 0.015 /* least area of the foreground, share of the picture */
#define TREE_LEAST 0.012  /* least height of a tree with a visible shape, share of the height */

/* Returns the first row of samples at y or below if it differs from the row above; else 0. */
static int edge_row(const facts_grid *g, int c, double y)
{
    for (int r = 1; r < g->rows; r++)
        if (g->frame->y + g->y[r] >= y)
            return facts_distance(g->colour[r][c], g->colour[r - 1][c]) >= EDGE_SEEN ? r : 0;
    return 0;
}

static int ridge_stands_out(const facts_grid *g, int ridge)
{
    const rl_frame *frame = g->frame;
    int hindmost = 0; /* row of the ridge's slope */
    while (g->ridge[hindmost] < ridge)
        hindmost++;
    const float *crest = g->tips[hindmost];
    int found = 0;
    for (int c = 0; c < g->columns; c++) {
        double y = (double)crest[c];
        double hidden = frame->y + frame->rows; /* row from which nearer layers hide the ridge */
        for (int i = 0; i < g->outlines; i++)
            if (g->ridge[i] > ridge)
                hidden = exact_min(hidden, (double)g->tips[i][c]);
        if (hindmost < g->behind)
            hidden = exact_min(hidden, g->water_y);
        if (hidden - y < RIDGE_THICK * frame->rows || y <= frame->y + 1.0)
            continue;
        /* The crest is before something farther, and differs from it. */
        int r = edge_row(g, c, y);
        int below = r > 0 ? g->shows[r][c] : -1, above = r > 0 ? g->shows[r - 1][c] : -1;
        found += below >= 0 && g->ridge[below] == ridge && (above < 0 || g->ridge[above] < ridge);
    }
    return found >= RIDGE_WIDE * g->columns;
}

static facts_mean ridge_mean(const facts_grid *g, int ridge)
{
    facts_mean m = {0.0, 0.0, 0.0, 0};
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++)
            if (g->shows[r][c] >= 0 && g->ridge[g->shows[r][c]] == ridge)
                facts_mean_add(&m, g->colour[r][c]);
    return m;
}

static void measure_ridges(const facts_grid *g, rl_facts *facts)
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
    facts_mean far = ridge_mean(g, facts->far_ridge);
    facts->far_land = facts->near_land = facts_mean_colour(&far);
    /* The foreground need not contrast with the land behind it. */
    for (int i = g->frame->scene.ridge_count - 1; i >= 0; i--) {
        facts_mean near = ridge_mean(g, i);
        if (near.count < FRONT_LEAST * g->rows * g->columns)
            continue;
        facts->near_land = facts_mean_colour(&near);
        return;
    }
}

#define SECOND_LEAST 0.3 /* least share of trees of a second species that is named */

/* Writes the noun of the most frequent species, and of the second one if SECOND_LEAST of the trees
 * are of it.  `columns` holds a number of columns for each species, from 1. */
static void name_trees(const int *columns, char *noun, size_t size)
{
    int first = 0, second = 0, all = 0;
    for (int i = 1; i <= species_count; i++) {
        all += columns[i];
        if (columns[i] > columns[first]) {
            second = first;
            first = i;
        } else if (columns[i] > columns[second]) {
            second = i;
        }
    }
    int has_second = second > 0 && columns[second] >= SECOND_LEAST * all;
    if (first > 0)
        (void)snprintf(noun, size, "%s%s%s", species_table[first - 1].noun,
                       has_second ? " and " : "", has_second ? species_table[second - 1].noun : "");
}

/* Trees are found by their outline, where it differs from what is behind it. */
static void measure_trees(const facts_grid *g, rl_facts *facts)
{
    int wide = 0, low = 0, columns[SPECIES_MOST + 1] = {0};
    int stands_out[RL_MAX_RIDGES];
    for (int i = 0; i < g->frame->scene.ridge_count; i++)
        stands_out[i] = ridge_stands_out(g, i);
    for (int c = 0; c < g->columns; c++) {
        int tree = 0, is_low = 0; /* species of the nearest tree, 0 = none */
        for (int i = 0; i < g->outlines; i++) {
            int ridge = g->ridge[i];
            double tip = (double)g->tips[i][c];
            double foot = (double)g->crest[i][c];
            for (int k = i + 1; k < g->outlines; k++)
                foot = exact_min(foot, (double)g->tips[k][c]);
            if (!stands_out[ridge] || foot - tip < TREE_LEAST * g->frame->rows ||
                tip <= g->frame->y || tip >= g->frame->y + g->frame->rows ||
                edge_row(g, c, tip) == 0)
                continue;
            tree = g->tree[i][c];
            is_low = is_low || ridge == facts->near_ridge;
        }
        wide += tree > 0;
        low += is_low;
        columns[tree] += tree > 0;
    }
    facts->trees = (double)wide / g->columns;
    facts->low_trees = wide > 0 ? (double)low / wide : 0.0;
    name_trees(columns, facts->wood, sizeof facts->wood);
}

rl_status ridge_facts(facts_grid *g, const frame_layer *layer, rl_facts *facts, rl_error *error)
{
    (void)layer;
    (void)error;
    measure_ridges(g, facts);
    measure_trees(g, facts);
    return RL_OK;
}

/* ---- words ---------------------------------------------------------------------------- */

#define SNOW(...)                                                                                  \
    SIGHT("snow", 0.03, .title_least = 0.1, SIGHT_CLAUSE(26, __VA_ARGS__),                         \
          SIGHT_EVENT(14, "on", "snow", "fields of snow"))
static const rl_sight_words low_snow = SNOW("snow lies on the rocks");
static const rl_sight_words high_snow =
    SNOW("snow lies on the upper slopes", "the heights are white with snow");
#define SNOW_RISE_LEAST 0.05 /* height of its centre above that of the land, if it is on peaks */

/* Cliffs are a small part of the land. */
const rl_sight_words ridge_strata =
    SIGHT("strata", 0.01, SIGHT_CLAUSE(28, "bands of rock show in the cliffs"),
          .needs = SIGHT_NEEDS_LAND);

#define THIN_MIST SIGHT_CLAUSE(29, "mist lies between the {land}", "mist fills the valleys")
#define MUCH_MIST SIGHT_EVENT(13, "before", "mist", "thick mist")
static const rl_sight_words thick_mist =
    SIGHT("mist", 0.6, .needs = SIGHT_NEEDS_RIDGES, MUCH_MIST,
          SIGHT_CLAUSE(29, "thick mist lies between the {land}", "thick mist fills the valleys"));
static const rl_sight_words mist = SIGHT("mist", 0.5, .needs = SIGHT_NEEDS_RIDGES, THIN_MIST,
                                         MUCH_MIST, .most = 0.6, .next = &thick_mist);
const rl_sight_words ridge_mist =
    SIGHT("mist", 0.25, .needs = SIGHT_NEEDS_RIDGES, THIN_MIST,
          SIGHT_EVENT(18, "before", "a little mist", "a veil of mist"), .most = 0.5, .next = &mist);

#define TREES(...)                                                                                 \
    SIGHT("trees", 0.35, .title_least = 0.6, SIGHT_CLAUSE(31, __VA_ARGS__),                        \
          SIGHT_PLACE(7, "the woods", "the forest", "the tree line"))
static const rl_sight_words near_trees =
    TREES("{wood} line the nearest ridge", "a wood of {wood} grows on the nearest ridge");
static const rl_sight_words far_trees =
    TREES("{wood} grow on the slopes", "woods of {wood} cover the slopes");

void ridge_mention(const rl_scene *scene, rl_facts *facts)
{
    (void)scene;
    int is_low = facts->snow_y > facts->land_y - SNOW_RISE_LEAST;
    (void)facts_mention(facts, is_low ? &low_snow : &high_snow, facts->snow);
    (void)facts_mention(facts, facts->low_trees >= 0.5 ? &near_trees : &far_trees, facts->trees);
}
