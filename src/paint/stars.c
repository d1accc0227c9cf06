/* stars.c - one candidate in each cell of a lattice of the sky, found by hash.
 *
 * In: a run of pixels of sky.  Out: their light with that of the stars added.
 * Stars stand nowhere in memory: a pixel asks the cells whose light may reach it,
 * so every size and every part shows the same ones.  They must never be laid over
 * land or over the disc.
 */
#include "paint/stars.h"

#include "base/exact.h"
#include "base/hash.h"

#define FILLED 0.62

/* Light over counts: N stars are brighter than F in proportion to F^(-1/0.78),
 * which is how the real sky's counts rise, tenfold in about two magnitudes. */
#define FAINTEST 0.045
#define LAW (-0.78)
#define BRIGHTEST 1.6

/* A star's image is a bell of this deviation, and reaches so many of them. */
#define SPREAD_PX 0.62
#define SPREAD 0.00062 /* U */
#define REACH 4.0

/* Pictures smaller than this (pixels of one U) have no room for points. */
#define UNIT_LEAST 48.0
#define UNIT_WHOLE 96.0

enum star_part { PART_THERE, PART_X, PART_Y, PART_FLUX, PART_TINT };

/* Light of amber, white and blue stars, as shares of the palette's. */
static const float tints[3][3] = {{1.0f, 0.80f, 0.58f}, {1.0f, 0.98f, 0.95f}, {0.70f, 0.84f, 1.0f}};

static double chance(uint64_t key, enum star_part part, int64_t column)
{
    return hash_unit(hash_at(key, (int)part, column));
}

static uint64_t row_key(const rl_frame *frame, int64_t row)
{
    return hash_at(frame->star_key, 0, row);
}

int stars_at(const rl_frame *frame, int64_t column, int64_t row, star *s)
{
    uint64_t key = row_key(frame, row);
    if (chance(key, PART_THERE, column) >= FILLED)
        return 0;
    s->x = ((double)column + chance(key, PART_X, column)) * STARS_CELL;
    s->y = ((double)row + chance(key, PART_Y, column)) * STARS_CELL;
    double u = chance(key, PART_FLUX, column);
    s->flux = u > 0.0 ? exact_min(FAINTEST * exact_pow(u, LAW), BRIGHTEST) : BRIGHTEST;
    double tint = chance(key, PART_TINT, column);
    s->tint = tint < 0.2 ? 0 : tint < 0.6 ? 1 : 2;
    return 1;
}

/* What all stars of a run share, in pixels of the whole picture. */
typedef struct star_field {
    tiles *t;
    const tile_run *run;
    const run_pixels *pixels;
    tile_colours veil; /* r: how much of the sky clouds hide */
    int has_veil;
    double spread, reach;
    double gain; /* small pictures: the same point has fewer pixels */
} star_field;

static int is_behind_disc(const rl_frame *frame, double x, double y, double reach)
{
    double dx = x - frame->sun_x;
    double dy = y - frame->sun_y;
    double r = frame->sun_radius + reach;
    return frame->sun_radius > 0.0 && dx * dx + dy * dy < r * r;
}

static void screen(const tone_tables *tone, float *sample, float light)
{
    float under = tone_decode(tone, *sample);
    *sample = tone_encode(tone, under + (1.0f - under) * (light < 1.0f ? light : 1.0f));
}

static void add_star(star_field *field, const star *s, double x, double dy)
{
    const rl_frame *frame = field->t->frame;
    double high = exact_pow(exact_clamp(1.8 * s->y, 0.0, 1.0), 1.2);
    double peak = s->flux * high * field->gain;
    double left = x - 0.5 - frame->x - field->run->column;
    int64_t from = exact_floor(left - field->reach) + 1;
    int64_t to = exact_floor(left + field->reach);
    from = from > 0 ? from : 0;
    to = to < field->run->count - 1 ? to : field->run->count - 1;
    for (int64_t i = from; i <= to; i++) {
        double dx = (double)(frame->x + field->run->column + i) + 0.5 - x;
        double away = (dx * dx + dy * dy) / (field->spread * field->spread);
        float light = (float)(peak * exact_exp(-0.5 * away));
        if (light < 1e-4f)
            continue;
        if (frame->scene.clouds > 0.0 && !field->has_veil) {
            tiles_fetch(field->t, TILES_SKY, SHADE_VEIL, field->run, &field->veil);
            field->has_veil = 1;
        }
        if (field->has_veil)
            light *= 1.0f - field->veil.r[i];
        const float *tint = tints[s->tint];
        screen(&frame->tone, &field->pixels->r[i], light * tint[0] * (float)frame->star_light.r);
        screen(&frame->tone, &field->pixels->g[i], light * tint[1] * (float)frame->star_light.g);
        screen(&frame->tone, &field->pixels->b[i], light * tint[2] * (float)frame->star_light.b);
    }
}

static void add_cell(star_field *field, int64_t column, int64_t row)
{
    const rl_frame *frame = field->t->frame;
    uint64_t key = row_key(frame, row); /* the cheap question first: is it near this row? */
    double y = ((double)row + chance(key, PART_Y, column)) * STARS_CELL;
    double y_px = (1.0 - frame->scene.horizon) * frame->height - y * frame->unit;
    double dy = field->run->row + 0.5 - y_px;
    star s;
    if (exact_abs(dy) > field->reach || !stars_at(frame, column, row, &s))
        return;
    double x_px = 0.5 * frame->width + s.x * frame->unit;
    if (!is_behind_disc(frame, x_px, y_px, field->reach))
        add_star(field, &s, x_px, dy);
}

void stars_paint(tiles *t, const tile_run *run, const run_pixels *pixels)
{
    const rl_frame *frame = t->frame;
    double room = exact_clamp((frame->unit - UNIT_LEAST) / (UNIT_WHOLE - UNIT_LEAST), 0.0, 1.0);
    double foot = (1.0 - frame->scene.horizon) * frame->height;
    if (frame->scene.stars <= 0.0 || room <= 0.0 || run->row > foot + 1.0)
        return;
    star_field field = {.t = t, .run = run, .pixels = pixels};
    field.spread = exact_max(SPREAD_PX, SPREAD * frame->unit);
    field.reach = REACH * field.spread;
    field.gain = frame->scene.stars * room * SPREAD * frame->unit / field.spread;
    double cell = STARS_CELL * frame->unit;
    double left = frame->x + run->column - 0.5 * frame->width;
    int64_t first = exact_floor((left - field.reach) / cell);
    int64_t last = exact_floor((left + run->count + field.reach) / cell);
    int64_t low = exact_floor((foot - run->row - 1.0 - field.reach) / cell);
    int64_t high = exact_floor((foot - run->row + field.reach) / cell);
    for (int64_t row = low > 0 ? low : 0; row <= high; row++)
        for (int64_t column = first; column <= last; column++)
            add_cell(&field, column, row);
}
