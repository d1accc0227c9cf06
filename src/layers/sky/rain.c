/* rain.c - paints distant curtains of rain: soft, leaning, darker than the sky. */
#include "base/exact.h"
#include "base/hash.h"
#include "layers/core/kind.h"
#include "ridge/noise.h"

#define STREAM 5080 /* random stream */

/* The look of curtains, tuned by eye. */
static const struct {
    double cell;      /* cell of the lattice of curtains, one in each, U */
    double top, full; /* top above the horizon, U; share of `top` up to which density is full */
    double foot;      /* U above the horizon below which there is no curtain */
    double lean;      /* shift to the side per U up */
    double half_least, half_range; /* half width, U: least + range * draw of 0..1 */
    double streak;                 /* width of streaks, U */
    double streak_row;             /* cells of the noise of streaks per U up */
    double mean, swing;            /* density without streaks, and weight of streaks */
    double dark, dark_rain;  /* largest coverage; it is reached at weather.rain = 1 / dark_rain */
    double land_depth, land; /* depth of the land whose colour is mixed in, and its share */
} look = {.cell = 0.70,
          .top = 0.62,
          .full = 0.35,
          .foot = -0.1,
          .lean = 0.22,
          .half_least = 0.13,
          .half_range = 0.15,
          .streak = 0.035,
          .streak_row = 1.5,
          .mean = 0.78,
          .swing = 0.45,
          .dark = 0.85,
          .dark_rain = 1.2,
          .land_depth = 0.35,
          .land = 0.55};

typedef struct rain {
    linear_rgb colour;
    double dark; /* opacity where curtains are densest, 0..1 */
    uint64_t key;
    double cell, thread; /* cells of curtains and streaks that fit a loop, U */
    noise_period cells, threads;
} rain;

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    rain *all = layer->data;
    (void)error;
    oklab land = light_land(&frame->scene.palette, look.land_depth);
    oklab own = colour_mix_oklab(frame->light.mist, land, look.land);
    all->colour = colour_oklab_to_linear(own);
    double amount = scene_real(&frame->scene, "weather.rain");
    all->dark = look.dark * exact_min(look.dark_rain * amount, 1.0);
    all->key = hash_key(frame->scene.seed, STREAM);
    all->cell = look.cell;
    all->thread = look.streak;
    all->cells = noise_fit_cell(frame->loop, &all->cell);
    all->threads = noise_fit_cell(frame->loop, &all->thread);
    return RL_OK;
}

/* Returns the density (0..1) of curtains at `x` along their foot and `above` the horizon, both in
 * U. */
static double density(const rain *all, double x, double above)
{
    double sum = 0.0;
    int64_t middle = exact_floor(x / all->cell);
    for (int64_t i = middle - 1; i <= middle + 1; i++) {
        uint64_t bits = hash_at(all->key, 0, exact_wrap(i, all->cells));
        double at = ((double)i + 0.25 + 0.5 * hash_unit(bits)) * all->cell;
        double half = look.half_least + look.half_range * hash_unit(hash_mix(bits));
        double away = (x - at) / half;
        sum += exact_smoothstep(0.0, 1.0, 1.0 - away * away) * (0.5 + 0.5 * hash_unit(~bits));
    }
    double streak =
        noise_gradient(all->key, 1, x / all->thread, look.streak_row * above, all->threads) +
        0.5 * noise_gradient(all->key, 2, 2.0 * x / all->thread, 2.0 * above, 2 * all->threads);
    return exact_min(sum, 1.0) * (look.mean + look.swing * streak);
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const rain *all = frame->layer[layer].data;
    double above = (row->height - frame->light.horizon) / frame->unit_share;
    if (above <= look.foot || above >= look.top)
        return;
    double share = all->dark * exact_smoothstep(look.top, look.full * look.top, above);
    for (int i = 0; i < SHADE_GROUP; i++) {
        double way = (double)(group->first + i) * frame->step;
        double x = (way - 0.5 * frame->width) / frame->unit - look.lean * above;
        x -= frame_drift(frame, frame->scene.cloud_drift);
        double amount = exact_clamp(share * density(all, x, above), 0.0, 1.0);
        sky->r[i] += (float)amount * ((float)all->colour.r - sky->r[i]);
        sky->g[i] += (float)amount * ((float)all->colour.g - sky->g[i]);
        sky->b[i] += (float)amount * ((float)all->colour.b - sky->b[i]);
    }
}

const layer_kind kind_rain = {
    .name = "rain",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .amount = "weather.rain",
    .order = -57.0,
    .data_bytes = sizeof(rain),
    .prepare = prepare,
    .paint = {.light = light},
};
