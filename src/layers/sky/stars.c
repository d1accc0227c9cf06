/* stars.c - one candidate in each cell of a lattice of the sky, found by hash.
 *
 * In: a run of pixels of sky.  Out: their light with that of the stars added.  Cells have a size
 * in U, so every size and every part shows the same stars.  No star is drawn over land or over
 * the disc.
 */

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/core/kind.h"
#include "layers/sky/milkyway.h"
#include "layers/sky/sky.h"
#include "ridge/noise.h"

#define STREAM 5002 /* random stream */

#define FILLED 0.62 /* share of cells that have a star */
#define FAINT 1.7   /* light of stars of the Milky Way relative to others */

/* The number of stars brighter than F is proportional to F^(-1 / 0.78), as in the real sky, where
 * counts rise tenfold in about two magnitudes. */
#define FAINTEST 0.045 /* light of the faintest star */
#define LAW (-0.78)
#define BRIGHTEST 1.6 /* limit of a star's light */

/* A star's image is a Gaussian. */
#define SPREAD_PX 0.62 /* least deviation, pixels */
#define SPREAD 0.00062 /* deviation in large pictures, U */
#define REACH 4.0      /* radius of the image, deviations */

/* Small pictures have no room for points. */
#define UNIT_LEAST 48.0 /* pixels per U up to which there are no stars */
#define UNIT_WHOLE 96.0 /* pixels per U from which they have their full light */

#define LIGHT_LEAST 1e-4 /* least visible light, linear */
#define NOWHERE (-1e9)   /* row of an empty cell, far above any picture */

#define TWINKLES 5.0 /* largest number of flickers of a star per cycle */

enum star_part { PART_THERE, PART_X, PART_Y, PART_FLUX, PART_TINT, PART_TIMES, PART_PHASE };

/* Light of amber, white and blue stars, as shares of the palette's. */
static const float tints[3][3] = {{1.0f, 0.80f, 0.58f}, {1.0f, 0.98f, 0.95f}, {0.70f, 0.84f, 1.0f}};

static double chance(uint64_t key, enum star_part part, int64_t column)
{
    return hash_unit(hash_at(key, (int)part, column));
}

/* The height of the cells (U) of a lattice: 0 = of the whole sky, 1 = of the Milky Way. */
static const double cell_height[] = {STARS_CELL, 0.006};

/* Returns the width of cells (U), which fits a loop, and sets the period; their height need not
 * fit. */
static double cell_width(const rl_frame *frame, int lattice, noise_period *period)
{
    double cell = cell_height[lattice];
    *period = noise_fit_cell(frame->loop, &cell);
    return cell;
}

#define AMBER_TO 0.2 /* share of amber stars */
#define WHITE_TO 0.6 /* share of amber and white stars; the others are blue */

static int star_in(const rl_frame *frame, int lattice, int64_t place, int64_t row, star *s)
{
    noise_period period;
    double cell = cell_width(frame, lattice, &period);
    int64_t column = exact_wrap(place, period);
    uint64_t stream = lattice > 0 ? MILKYWAY_STREAM + 1 : STREAM;
    uint64_t key = hash_at(hash_key(frame->scene.seed, stream), 0, row);
    if (chance(key, PART_THERE, column) >= FILLED)
        return 0;
    s->x = ((double)place + chance(key, PART_X, column)) * cell;
    s->y = ((double)row + chance(key, PART_Y, column)) * cell_height[lattice];
    double u = chance(key, PART_FLUX, column);
    s->light = u > 0.0 ? exact_min(FAINTEST * exact_pow(u, LAW), BRIGHTEST) : BRIGHTEST;
    s->times = 1 + (int)(TWINKLES * chance(key, PART_TIMES, column));
    s->turn = chance(key, PART_PHASE, column);
    double tint = chance(key, PART_TINT, column);
    s->tint = tint < AMBER_TO ? 0 : tint < WHITE_TO ? 1 : 2;
    return 1;
}

int stars_at(const rl_frame *frame, int64_t column, int64_t row, star *s)
{
    return star_in(frame, 0, column, row, s);
}

/* Returns a star's light at the phase of the frame: a star flickers a few times in a cycle. */
static double light_of(const rl_frame *frame, const star *s)
{
    if (frame->scene.twinkle <= 0.0)
        return s->light;
    double turn = s->times * frame->phase + s->turn;
    turn -= (double)exact_floor(turn);
    return s->light * (1.0 - 0.5 * frame->scene.twinkle * (1.0 - exact_cos_turn(turn)));
}

/* ---- preparation ------------------------------------------------------------- */

static double foot_px(const rl_frame *frame)
{
    return (1.0 - frame->light.horizon) * frame->height;
}

/* A star of the Milky Way is shown where the band is brighter than its draw. */
#define BAND_GAIN 1.1 /* factor of the band's light in that comparison */
#define BAND_FADE 0.2 /* excess of the band's light over the draw from which a star is whole */

/* Returns the star of a cell, far above the picture if it is too faint or behind the disc. */
static star find_star(const rl_frame *frame, const stars *all, const milkyway *band, int64_t column,
                      int64_t row)
{
    static const star nothing = {.y = NOWHERE};
    star s;
    double band_light = 1.0;
    if (all->lattice > 0) {
        double x = ((double)column + 0.5) / (all->per_width * frame->unit);
        double y = ((double)row + 0.5) / (all->per_height * frame->unit);
        band_light = milkyway_at(band, x, y).light;
    }
    if (band_light <= 0.0 || !star_in(frame, all->lattice, column, row, &s))
        return nothing;
    if (all->lattice > 0) /* The number of stars follows the band's light. */
        s.light *= FAINT * band->strength *
                   exact_smoothstep(0.0, BAND_FADE, BAND_GAIN * band_light - s.turn);
    s.light = s.light * exact_pow(exact_clamp(1.8 * s.y, 0.0, 1.0), 1.2) * all->gain;
    s.x = 0.5 * frame->width + s.x * frame->unit;
    s.y = foot_px(frame) - s.y * frame->unit;
    double dx = s.x - frame_around(frame, frame->light.sun_x, s.x);
    double dy = s.y - frame->light.sun_y;
    double r = frame->light.sun_radius + all->reach;
    int is_behind_disc = frame->light.sun_radius > 0.0 && dx * dx + dy * dy < r * r;
    return s.light > LIGHT_LEAST && !is_behind_disc ? s : nothing;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    stars *all = layer->data;
    double room = exact_clamp((frame->unit - UNIT_LEAST) / (UNIT_WHOLE - UNIT_LEAST), 0.0, 1.0);
    if (room <= 0.0)
        return RL_OK;
    milkyway band = milkyway_of(frame);
    all->lattice = layer->index;
    if (all->lattice > 0 && band.strength <= 0.0)
        return RL_OK;
    noise_period period;
    double width = cell_width(frame, all->lattice, &period) * frame->unit;
    all->per_width = 1.0 / width;
    all->per_height = 1.0 / (cell_height[all->lattice] * frame->unit);
    all->spread = exact_max(SPREAD_PX, SPREAD * frame->unit);
    all->reach = REACH * all->spread;
    all->gain =
        scene_real(&frame->scene, "stars.amount") * room * SPREAD * frame->unit / all->spread;
    all->light = colour_to_linear(frame->scene.palette.star);
    all->first = exact_floor(((double)frame->x - 0.5 * frame->width - all->reach) / width);
    all->columns = (int)((frame->columns + 2.0 * all->reach) / width) + 2;
    all->rows = (int)((foot_px(frame) + all->reach) * all->per_height) + 1;
    size_t columns = (size_t)all->columns;
    all->star = arena_array(frame->arena, (size_t)all->rows * columns, sizeof *all->star);
    TRY(status_memory(all->star != NULL, "stars", error));
    for (size_t i = 0; i < (size_t)all->rows * columns; i++)
        all->star[i] = find_star(frame, all, &band, all->first + (int64_t)(i % columns),
                                 (int64_t)(i / columns));
    return RL_OK;
}

/* ---- a run ------------------------------------------------------------------- */

/* The cells whose stars may shine into a run. */
typedef struct star_cells {
    int64_t low, high, from, to; /* rows and columns */
} star_cells;

static star_cells cells_around(const rl_frame *frame, const stars *all, const tile_run *run)
{
    double far = all->reach + 1.0;
    double left = (double)(frame->x + run->column) - 0.5 * frame->width - far;
    double up = foot_px(frame) - run->row;
    star_cells c = {.low = exact_floor((up - far) * all->per_height),
                    .high = exact_floor((up + far) * all->per_height),
                    .from = exact_floor(left * all->per_width) - all->first,
                    .to = exact_floor((left + run->count + 2.0 * far) * all->per_width)};
    c.to -= all->first;
    c.low = c.low > 0 ? c.low : 0;
    c.high = c.high < all->rows ? c.high : all->rows - 1;
    c.from = c.from > 0 ? c.from : 0;
    c.to = c.to < all->columns ? c.to : all->columns - 1;
    return c;
}

/* Returns whether a star touches a run.  Runs that stand for several rows (`reach` > 0) show no
 * stars. */
static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    const stars *all = s->frame->layer[layer].data;
    if (run->reach > 0)
        return 0;
    star_cells cells = cells_around(s->frame, all, run);
    double left = (double)(s->frame->x + run->column) - all->reach - 1.0;
    double right = left + run->count + 2.0 * all->reach + 2.0;
    for (int64_t row = cells.low; row <= cells.high; row++) {
        const star *at = &all->star[row * all->columns];
        for (int64_t i = cells.from; i <= cells.to; i++)
            if (exact_abs(run->row + 0.5 - at[i].y) <= all->reach && at[i].x >= left &&
                at[i].x <= right)
                return 1;
    }
    return 0;
}

/* Lays a star where its light reaches the run. */
static void add_star(const rl_frame *frame, const stars *all, const tile_run *run, const star *s,
                     const sky_pixels *pixels)
{
    const float *tint = tints[s->tint];
    int begin = tiles_left(frame, run);
    double dy = run->row + 0.5 - s->y;
    double x = s->x - (double)((frame->first_block + run->block) * frame->block);
    if (exact_abs(dy) > all->reach)
        return;
    int64_t from = exact_floor(x - 0.5 - all->reach) + 1;
    int64_t to = exact_floor(x - 0.5 + all->reach) + 1;
    int64_t end = begin + run->count;
    sky_star light = {.from = (int)(from > begin ? from : begin),
                      .to = (int)(to < end ? to : end),
                      .x = (float)x,
                      .dy_dy = (float)(dy * dy),
                      .peak = (float)light_of(frame, s),
                      .fall = (float)(-0.5 * EXACT_LOG2_E / (all->spread * all->spread)),
                      .tint = {(double)(tint[0] * (float)all->light.r),
                               (double)(tint[1] * (float)all->light.g),
                               (double)(tint[2] * (float)all->light.b)}};
    if (light.from < light.to)
        lights_kernels_of[frame->kernels]->star(&light, pixels);
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    const stars *all = s->frame->layer[layer].data;
    tile_colours veil;
    sky_pixels pixels = {s->colours.r, s->colours.g, s->colours.b, sky_veil(s, run, &veil)};
    star_cells cells = cells_around(s->frame, all, run);
    for (int64_t row = cells.low; row <= cells.high; row++)
        for (int64_t column = cells.from; column <= cells.to; column++)
            add_star(s->frame, all, run, &all->star[row * all->columns + column], &pixels);
}

/* ---- facts ------------------------------------------------------------------------ */

#define STAR_SEEN 0.10 /* least difference to the sky, encoded, 0..1 */
#define STAR_SHARE 0.7 /* share of a star's light that its brightest pixel is taken to show */

/* Returns whether a star outshines the sky at its place, and no cloud or land hides it. */
static int is_visible(const facts_grid *g, const stars *all, const star *s)
{
    const rl_frame *frame = g->frame;
    double x = s->x - (double)(frame->x + frame->turn);
    const oklab *behind = facts_sky_near(g, x, s->y - frame->y);
    if (behind == NULL)
        return 0;
    int c = (int)exact_floor(x * g->columns / frame->shown);
    if (s->y > (double)g->skyline[c] - 1.0)
        return 0;
    double light = colour_oklab_to_linear(*behind).g;
    double added = light_of(frame, s) * all->light.g;
    double more = colour_encode(exact_min(light + STAR_SHARE * added, 1.0)) -
                  colour_encode(exact_clamp(light, 0.0, 1.0));
    return more >= STAR_SEEN;
}

#define MANY 60 /* stars of a starry sky */

static const rl_sight_words many_words = SIGHT("stars", MANY, .sky = "starry", .rank = 27);
static const rl_sight_words stars_words =
    SIGHT("stars", 8, .most = MANY, .next = &many_words,
          SIGHT_CLAUSE(27, "a few stars are out", "stars dot the sky"));

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    (void)error;
    if (layer == NULL || g->frame->loop_px > 0.0)
        return RL_OK;
    const stars *all = layer->data;
    int seen = 0;
    for (int i = 0; i < all->rows * all->columns; i++)
        seen += is_visible(g, all, &all->star[i]);
    (void)facts_mention(out, &stars_words, seen);
    return RL_OK;
}

static int count(const rl_scene *scene)
{
    return scene_real(scene, "stars.amount") <= 0.0  ? 0
           : scene_real(scene, "sky.milkyway") > 0.0 ? 2
                                                     : 1;
}

static const scene_key stars_keys[] = {
    REAL_KEY("stars.amount", BY_NAME, 0, 1, 0, "brightness of the stars"),
};

const layer_kind kind_stars = {
    .name = "stars",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .keys = {KEY_GROUP("stars", stars_keys, TRAIT_SHINE)},
    .count = count,
    .order = -70.0,
    .data_bytes = sizeof(stars),
    .prepare = prepare,
    .paint = {.touches = touches, .over = over},
    .facts = facts,
};
