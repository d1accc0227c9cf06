/* relief.c - looks faces up by (column, depth below the edge). */
#include "paint/relief.h"

/* Where a pixel lies in the relief's table. */
typedef struct place {
    const float *shade[2]; /* two neighbouring columns, at the level above it */
    const float *snow[2];
    int level, column;
    float along, down;
} place;

static float depth_below(const rl_frame *frame, const frame_surface *surface, int column, int row)
{
    int32_t edge = surface->edge[(size_t)column * FRAME_PIECES + FRAME_PIECES / 2];
    float depth = (float)(frame->height - row) - 0.5f - (float)edge * (1.0f / FRAME_HEIGHT_ONE);
    return depth < 0.0f ? -depth : 0.0f;
}

static place find_place(const rl_frame *frame, const frame_surface *surface, int column, int row)
{
    const frame_relief *table = &surface->relief;
    float depth = depth_below(frame, surface, column, row);
    int pixel = (int)depth;
    int level =
        frame->relief_level[pixel < frame->relief_pixels ? pixel : frame->relief_pixels - 1];
    const float *edges = frame->relief_depth + level;
    if (depth > edges[1] && level + 2 < FRAME_RELIEF_LEVELS) { /* the pixel holds a boundary */
        level++;
        edges++;
    }
    place p;
    float down = (depth - edges[0]) / (edges[1] - edges[0]);
    p.down = down < 0.0f ? 0.0f : down > 1.0f ? 1.0f : down;
    int x = frame->x + column;
    int first = x / table->step - table->first_column;
    p.level = level;
    p.column = first;
    p.along = ((float)(x % table->step) + 0.5f) / (float)table->step;
    size_t at = (size_t)first * FRAME_RELIEF_LEVELS + (size_t)level;
    p.shade[0] = table->shade + at;
    p.shade[1] = p.shade[0] + FRAME_RELIEF_LEVELS;
    p.snow[0] = table->snow != NULL ? table->snow + at : NULL;
    p.snow[1] = table->snow != NULL ? p.snow[0] + FRAME_RELIEF_LEVELS : NULL;
    return p;
}

static float look_up(const float *const column[2], const place *p)
{
    float a = column[0][0] + (column[0][1] - column[0][0]) * p->down;
    float b = column[1][0] + (column[1][1] - column[1][0]) * p->down;
    return a + (b - a) * p->along;
}

/* Beds lie level across the land, so they follow the row, not the edge. */
static float bed_at(const rl_frame *frame, const frame_relief *table, const place *p, int row)
{
    const float *lift = table->bed_lift + p->column;
    const float *amount = table->bed_amount + p->level;
    float height = ((float)(frame->height - row) - 0.5f) * table->bed_scale;
    float at = height + lift[0] + (lift[1] - lift[0]) * p->along;
    at = at < 0.0f ? 0.0f : at > FRAME_BEDS - 2.0f ? FRAME_BEDS - 2.0f : at;
    int i = (int)at;
    float bed = table->bed[i] + (table->bed[i + 1] - table->bed[i]) * (at - (float)i);
    return bed * (amount[0] + (amount[1] - amount[0]) * p->down);
}

static float clamped(float shade)
{
    return shade < -1.0f ? -1.0f : shade > 1.0f ? 1.0f : shade;
}

static void mix_into(float *plain, const float *other, float amount)
{
    *plain += (*other - *plain) * amount;
}

static void mix_pixel(tile_colours *out, const tile_colours *other, int i, float amount)
{
    mix_into(&out->r[i], &other->r[i], amount);
    mix_into(&out->g[i], &other->g[i], amount);
    mix_into(&out->b[i], &other->b[i], amount);
}

static void lay_snow(tiles *t, int layer, const tile_run *run, const float *shade,
                     const float *snow, tile_colours *out)
{
    tile_colours lit;
    tile_colours dark;
    tiles_fetch(t, layer, SHADE_SNOW_LIT, run, &lit);
    tiles_fetch(t, layer, SHADE_SNOW_DARK, run, &dark);
    for (int i = 0; i < run->count; i++) {
        if (snow[i] <= 0.0f)
            continue;
        float sun = 0.6f + 0.9f * shade[i];
        mix_pixel(&dark, &lit, i, sun < 0.0f ? 0.0f : sun > 1.0f ? 1.0f : sun);
        mix_pixel(out, &dark, i, snow[i]);
    }
}

void relief_fetch(tiles *t, int layer, const tile_run *run, tile_colours *out)
{
    const frame_surface *surface = &t->frame->surface[layer - 1];
    tiles_fetch(t, layer, SHADE_PLAIN, run, out);
    float shade[TILES_BLOCK];
    float snow[TILES_BLOCK];
    int is_lit = 0;
    int is_dark = 0;
    int is_snowy = 0;
    for (int i = 0; i < run->count; i++) {
        place p = find_place(t->frame, surface, run->column + i, run->row);
        shade[i] = look_up(p.shade, &p);
        if (surface->relief.bed != NULL)
            shade[i] = clamped(shade[i] + bed_at(t->frame, &surface->relief, &p, run->row));
        snow[i] = surface->relief.snow != NULL ? look_up(p.snow, &p) : 0.0f;
        is_lit |= shade[i] > 0.0f;
        is_dark |= shade[i] < 0.0f;
        is_snowy |= snow[i] > 0.0f;
    }
    tile_colours face;
    if (is_lit) {
        tiles_fetch(t, layer, SHADE_LIT, run, &face);
        for (int i = 0; i < run->count; i++)
            mix_pixel(out, &face, i, shade[i] > 0.0f ? shade[i] : 0.0f);
    }
    if (is_dark) {
        tiles_fetch(t, layer, SHADE_DARK, run, &face);
        for (int i = 0; i < run->count; i++)
            mix_pixel(out, &face, i, shade[i] < 0.0f ? -shade[i] : 0.0f);
    }
    if (is_snowy)
        lay_snow(t, layer, run, shade, snow, out);
}
