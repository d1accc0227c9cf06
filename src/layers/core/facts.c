/* facts.c - measures what a person can see in a part: samples it, paints the rows of the samples,
 * and calls the kinds.
 *
 * Facts come from painted pixels, so they hold for the picture.  Memory does not grow with the
 * picture, but for two rows.
 */
#include "layers/core/facts.h"

#include <string.h>

#include "base/exact.h"
#include "base/status.h"
#include "layers/core/kind.h"
#include "layers/land/ridge.h"
#include "layers/plants/stand.h"
#include "paint/pixelart.h"

#define SAMPLE_RUN 5     /* pixels of a row that a sample averages, against dither */
#define NOWHERE 2e6      /* row below all pictures */
#define CHANGE_SEEN 0.05 /* facts_distance of a clear change */
#define SKY_LOW 0.10     /* height above the land up to which the sky is low, in part heights */

/* ---- pixels ------------------------------------------------------------------------ */

static rl_status new_brush(facts_brush *b, const rl_frame *frame, uint16_t *row, rl_error *error)
{
    *b = (facts_brush){.frame = frame, .row = row, .y = -1};
    for (int i = 0; i < 256; i++)
        b->light[i] = colour_decode(i / 255.0);
    b->scratch = paint_scratch_new(frame);
    return status_memory(b->scratch != NULL, "facts", error);
}

void facts_brush_row(facts_brush *b, int y)
{
    if (b->y == y)
        return;
    paint_rows(b->scratch, y, 1, b->row, 0);
    if (b->frame->colours > 0)
        pixelart_expand(b->frame->art->seen, (uint8_t *)b->row, b->frame->shown);
    b->y = y;
}

/* Of samples of 16 bits the upper 8 are precise enough. */
oklab facts_brush_colour(const facts_brush *b, int x, int run)
{
    const uint8_t *bytes = (const uint8_t *)b->row;
    const uint16_t *words = b->row;
    int is_deep = b->frame->depth == 16;
    double sum[3] = {0.0, 0.0, 0.0};
    int from = x - run / 2 > 0 ? x - run / 2 : 0;
    int end = from + run < b->frame->shown ? from + run : b->frame->shown;
    for (int i = 3 * from; i < 3 * end; i++)
        sum[i % 3] += b->light[is_deep ? words[i] >> 8 : bytes[i]];
    double count = end - from;
    return colour_linear_to_oklab((linear_rgb){sum[0] / count, sum[1] / count, sum[2] / count});
}

double facts_distance(oklab a, oklab b)
{
    double l = a.l - b.l, x = a.a - b.a, y = a.b - b.b;
    return exact_sqrt(l * l + x * x + y * y);
}

void facts_mean_add(facts_mean *m, oklab colour)
{
    m->l += colour.l;
    m->a += colour.a;
    m->b += colour.b;
    m->count++;
}

rl_colour facts_mean_colour(const facts_mean *m)
{
    if (m->count == 0)
        return RL_AUTO;
    return colour_from_oklab((oklab){m->l / m->count, m->a / m->count, m->b / m->count});
}

/* ---- layers of samples --------------------------------------------------------------- */

/* The layer that mirrors those behind it, or NULL. */
static const frame_layer *water_of(const rl_frame *frame)
{
    for (int i = 0; i < frame->layers; i++)
        if (frame->layer[i].mirrors)
            return &frame->layer[i];
    return NULL;
}

/* Outline `row` of a layer, or NULL past the last. */
static const ridge_outline *outline_of(const frame_layer *layer, int row)
{
    return layer->kind->outline != NULL ? layer->kind->outline(layer, row) : NULL;
}

static float edge_at(const rl_frame *frame, const ridge_outline *outline, int x)
{
    int column = (int)exact_wrap((int64_t)frame->turn + x, frame->columns);
    int32_t height = outline_column(frame, outline, column)[FRAME_PIECES / 2];
    return (float)(frame->height - (double)height / FRAME_HEIGHT_ONE);
}

double facts_skyline(const rl_frame *frame, int x)
{
    const frame_layer *water = water_of(frame);
    double most = water != NULL ? water->block_top[0] : frame->height;
    const ridge_outline *outline;
    for (int i = 0; i < frame->layers; i++)
        for (int row = 0; (outline = outline_of(&frame->layer[i], row)) != NULL; row++)
            most = exact_min(most, (double)edge_at(frame, outline, x));
    return most;
}

/* Raises the tips of the columns that a tree covers to its outline, taken as a triangle. */
static void raise_tree(const facts_grid *g, int outline, const stand *of, const stand_thing *tree)
{
    const rl_frame *frame = g->frame;
    stand_box box = stand_box_of(of, tree);
    double x = 0.5 * (box.left + box.right) - frame->turn;
    if (frame->loop_px > 0.0)
        x -= (double)exact_floor(x / frame->columns) * frame->columns;
    double half = 0.5 * (box.right - box.left);
    double pitch = (double)frame->shown / g->columns;
    int64_t first = exact_floor((x - half) / pitch);
    int64_t last = exact_floor((x + half) / pitch);
    for (int64_t c = first > 0 ? first : 0; c <= last && c < g->columns; c++) {
        double away = exact_abs(g->x[c] + 0.5 - x) / half;
        double y = box.top + away * (box.end - box.top);
        if (away < 1.0 && y < (double)g->tips[outline][c]) {
            g->tips[outline][c] = (float)y;
            g->tree[outline][c] = (uint8_t)of->look[tree->look].tree;
        }
    }
}

static void find_crests(facts_grid *g)
{
    const rl_frame *frame = g->frame;
    int n = 0;
    const ridge_outline *outline;
    for (int i = 0; i < frame->layers; i++) {
        if (frame->layer[i].mirrors)
            g->behind = n;
        for (int row = 0; (outline = outline_of(&frame->layer[i], row)) != NULL; row++, n++) {
            const ridge_outline *shore = frame->layer[i].kind->shore(&frame->layer[i]);
            g->ridge[n] = frame->layer[i].index;
            for (int c = 0; c < g->columns; c++) {
                g->crest[n][c] = g->tips[n][c] = edge_at(frame, outline, g->x[c]);
                g->foot[n][c] = shore != NULL ? edge_at(frame, shore, g->x[c]) : (float)NOWHERE;
            }
            const stand *of = outline->stand;
            for (int t = 0; of != NULL && t < of->things; t++)
                if (of->look[of->thing[t].look].tree > 0)
                    raise_tree(g, n, of, &of->thing[t]);
        }
    }
}

/* The nearest of outlines first .. end - 1 that covers row y of a column, or FACTS_SKY. */
static int outline_at(const facts_grid *g, int first, int end, int c, double y)
{
    for (int i = end - 1; i >= first; i--)
        if ((double)g->tips[i][c] <= y && y < (double)g->foot[i][c])
            return i;
    return FACTS_SKY;
}

/* Whether ground without an outline hides the water at a pixel of the part. */
static int is_ground(const rl_frame *frame, int x, int y)
{
    int64_t column = frame->x + exact_wrap((int64_t)frame->turn + x, frame->columns);
    int block = (int)(exact_down(column, frame->block) - frame->first_block);
    for (int i = frame->layers - 1; i >= 0 && !frame->layer[i].mirrors; i--)
        if (frame->layer[i].kind->outline == NULL &&
            layer_covers(&frame->layer[i], block, frame->y + y, 0))
            return 1;
    return 0;
}

static void lay_grid(facts_grid *g)
{
    const rl_frame *frame = g->frame;
    g->columns = frame->shown < FACTS_COLUMNS ? frame->shown : FACTS_COLUMNS;
    g->rows = frame->rows < FACTS_ROWS ? frame->rows : FACTS_ROWS;
    for (int c = 0; c < g->columns; c++)
        g->x[c] = (int)(((int64_t)2 * c + 1) * frame->shown / (2 * g->columns));
    for (int r = 0; r < g->rows; r++)
        g->y[r] = (int)(((int64_t)2 * r + 1) * frame->rows / (2 * g->rows));
    find_crests(g);
    const frame_layer *water = water_of(frame);
    g->water_y = water != NULL ? water->block_top[0] : frame->height;
    for (int c = 0; c < g->columns; c++) {
        double most = g->water_y;
        for (int i = 0; i < g->outlines; i++)
            most = exact_min(most, (double)g->tips[i][c]);
        g->skyline[c] = (float)most;
        for (int r = 0; r < g->rows; r++) {
            double y = frame->y + g->y[r] + 0.5;
            int layer = outline_at(g, g->behind, g->outlines, c, y);
            if (layer == FACTS_SKY && g->behind != 0)
                layer = y >= g->water_y ? FACTS_WATER : outline_at(g, 0, g->behind, c, y);
            if (layer == FACTS_WATER && is_ground(frame, g->x[c], g->y[r]))
                layer = FACTS_GROUND;
            g->shows[r][c] = layer;
        }
    }
    for (int r = 0; r < g->rows; r++) {
        facts_brush_row(&g->brush, g->y[r]);
        for (int c = 0; c < g->columns; c++)
            g->colour[r][c] = facts_brush_colour(&g->brush, g->x[c], SAMPLE_RUN);
    }
}

rl_status facts_grid_new(facts_grid *g, rl_error *error)
{
    const rl_frame *frame = g->frame;
    for (int i = 0; i < frame->layers; i++)
        for (int row = 0; outline_of(&frame->layer[i], row) != NULL; row++)
            g->outlines++;
    size_t outlines = (size_t)g->outlines + 1;
    g->crest = arena_array(&g->arena, outlines, sizeof *g->crest);
    g->tips = arena_array(&g->arena, outlines, sizeof *g->tips);
    g->tree = arena_zeroed(&g->arena, outlines, sizeof *g->tree);
    g->foot = arena_array(&g->arena, outlines, sizeof *g->foot);
    g->ridge = arena_array(&g->arena, outlines, sizeof *g->ridge);
    for (int i = 0; i < 2; i++)
        g->row[i] = arena_array(&g->arena, (size_t)frame->shown + 1, 3 * sizeof *g->row[i]);
    TRY(status_memory(g->crest != NULL && g->tips != NULL && g->tree != NULL && g->foot != NULL &&
                          g->ridge != NULL && g->row[0] != NULL && g->row[1] != NULL,
                      "facts", error));
    TRY(new_brush(&g->brush, frame, g->row[0], error));
    lay_grid(g);
    return RL_OK;
}

const oklab *facts_sky_near(const facts_grid *g, double x, double y)
{
    int c = (int)exact_floor(x * g->columns / g->frame->shown);
    int r = (int)exact_floor(y * g->rows / g->frame->rows);
    if (x < 0.0 || y < 0.0 || c >= g->columns || r >= g->rows || g->shows[r][c] != FACTS_SKY)
        return NULL;
    return &g->colour[r][c];
}

const oklab *facts_sky_at(const facts_grid *g, double x_px, double y_px)
{
    const rl_frame *frame = g->frame;
    double left = (double)(frame->x + frame->turn);
    double x = frame_around(frame, x_px, left + 0.5 * frame->shown) - left;
    return facts_sky_near(g, x, y_px - frame->y);
}

/* ---- areas and colours --------------------------------------------------------------- */

void facts_areas(const facts_grid *g, rl_facts *facts)
{
    facts_mean sky_top = {.count = 0}, sky_low = sky_top, land = sky_top, water = sky_top,
               everything = sky_top;
    int skies = 0, deepest = 0; /* row of sky */
    double y = 0.0;
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++)
            deepest = g->shows[r][c] == FACTS_SKY ? r : deepest;
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++) {
            int layer = g->shows[r][c];
            oklab colour = g->colour[r][c];
            double above = (double)g->skyline[c] - (g->frame->y + g->y[r]);
            facts_mean_add(&everything, colour);
            skies += layer == FACTS_SKY;
            if (layer == FACTS_WATER)
                facts_mean_add(&water, colour);
            if (layer == FACTS_SKY && 4 * r <= deepest)
                facts_mean_add(&sky_top, colour);
            if (layer == FACTS_SKY && above < SKY_LOW * g->frame->rows)
                facts_mean_add(&sky_low, colour);
            if (layer >= 0 || layer == FACTS_GROUND) {
                facts_mean_add(&land, colour);
                y += (g->y[r] + 0.5) / g->frame->rows;
            }
        }
    double all = everything.count;
    facts->sky = skies / all;
    facts->land = land.count / all;
    facts->water = water.count / all;
    facts->land_y = land.count > 0 ? y / land.count : 0.0;
    facts->lake = facts_mean_colour(&water);
    facts->all = facts_mean_colour(&everything);
    facts->sky_top = facts_mean_colour(&sky_top);
    facts->sky_low = facts_mean_colour(&sky_low);
    facts->shore = -1.0;
    if (water.count > 0)
        facts->shore = exact_clamp((g->water_y - g->frame->y) / g->frame->rows, 0.0, 1.0);
}

/* ---- traits: differences to the picture without them ----------------------------------- */

rl_status facts_brush_without(facts_brush *brush, facts_grid *g, const layer_kind *kind,
                              const facts_trait *trait, rl_error *error)
{
    const rl_frame *frame = g->frame;
    rl_frame *bare = arena_array(&g->arena, 1, sizeof *bare);
    frame_layer *layer = arena_array(&g->arena, (size_t)frame->layers, sizeof *layer);
    int layers = 0;
    for (int i = 0; i < frame->layers && layer != NULL; i++) {
        int has_trait = frame->layer[i].kind == kind;
        if (has_trait && (trait == NULL || trait->bytes == 0))
            continue;
        frame_layer *one = &layer[layers++];
        *one = frame->layer[i];
        if (!has_trait)
            continue;
        one->data = arena_array(&g->arena, 1, kind->data_bytes);
        TRY(status_memory(one->data != NULL, "facts", error));
        memcpy(one->data, frame->layer[i].data, kind->data_bytes);
        memset((char *)one->data + trait->part, 0, trait->bytes);
    }
    TRY(status_memory(bare != NULL && layer != NULL, "facts", error));
    *bare = *frame; /* a shallow copy */
    bare->layer = layer;
    bare->layers = layers;
    return new_brush(brush, bare, g->row[1], error);
}

/* Samples of an area that change. */
typedef struct changes {
    int all, clear; /* counts of all samples, and of those that change clearly */
    double y;       /* sum of the heights of these, 0 top .. 1 bottom of the part */
} changes;

static int is_in(int shown, int area)
{
    return area == FACTS_OF_ALL || (area == FACTS_OF_SKY) == (shown == FACTS_SKY);
}

#define ROW_STEP 3 /* every third row is enough for what covers an area */

static changes compare(const facts_grid *g, facts_brush *without, int area)
{
    changes found = {0, 0, 0.0};
    for (int r = 0; r < g->rows; r += ROW_STEP) {
        int is_worth = 0, has_water = 0;
        for (int c = 0; c < g->columns; c++) {
            has_water |= g->shows[r][c] == FACTS_WATER;
            is_worth |= is_in(g->shows[r][c], area);
        }
        /* Rows of water are left out: their mirror takes many times as long to paint. */
        if (!is_worth || has_water)
            continue;
        facts_brush_row(without, g->y[r]);
        for (int c = 0; c < g->columns; c++) {
            if (!is_in(g->shows[r][c], area))
                continue;
            found.all++;
            oklab bare = facts_brush_colour(without, g->x[c], SAMPLE_RUN);
            if (facts_distance(g->colour[r][c], bare) < CHANGE_SEEN)
                continue;
            found.clear++;
            found.y += (g->y[r] + 0.5) / g->frame->rows;
        }
    }
    return found;
}

rl_status facts_trait_measure(facts_grid *g, const layer_kind *kind, const facts_trait *trait,
                              rl_facts *facts, rl_error *error)
{
    static const char none[2 * sizeof(double)];
    const char *key = trait->chosen_by;
    int is_there = 0;
    for (int i = 0; i < g->frame->layers; i++)
        if (g->frame->layer[i].kind == kind)
            is_there |=
                trait->bytes == 0 ||
                memcmp((const char *)g->frame->layer[i].data + trait->part, none, trait->bytes);
    if (!is_there)
        return RL_OK;
    facts_brush without;
    TRY(facts_brush_without(&without, g, kind, trait, error));
    changes found = compare(g, &without, trait->area);
    paint_scratch_free(without.scratch);
    double share = found.all > 0 ? (double)found.clear / found.all : 0.0;
    double middle = found.clear > 0 ? found.y / found.clear : 0.0;
    if (trait->share > 0)
        memcpy((char *)facts + trait->share, &share, sizeof share);
    if (trait->words != NULL)
        (void)facts_mention(
            facts, trait->words + (key != NULL ? scene_int(&g->frame->scene, key) : 0), share);
    if (trait->middle > 0 && found.clear > 0)
        memcpy((char *)facts + trait->middle, &middle, sizeof middle);
    return RL_OK;
}

rl_sight *facts_mention(rl_facts *facts, const rl_sight_words *words, double amount)
{
    while (words->next != NULL && amount >= words->most)
        words = words->next;
    if (!(amount >= words->least) || facts->sights == RL_MAX_SIGHTS)
        return NULL;
    rl_sight *sight = &facts->sight[facts->sights++];
    *sight = (rl_sight){words->name, amount, 0.5, words};
    return sight;
}
