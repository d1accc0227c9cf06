/* rain.c - curtains of rain far away: soft, leaning, darker than the sky. */
#include "base/exact.h"
#include "base/hash.h"
#include "layers/kind.h"
#include "ridge/noise.h"

/* Lengths in U. */
#define CELL 0.70    /* of the lattice of curtains */
#define TOP 0.62     /* height in which they begin, above the horizon */
#define LEAN 0.22    /* sideways for each U downward */
#define THREAD 0.035 /* width of streaks in a curtain */
#define DARK 0.85    /* share of its own colour */

typedef struct rain {
    linear_rgb colour;
    uint64_t key;
    double cell, thread; /* that fit a loop */
    noise_period cells, threads;
} rain;

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    rain *all = layer->data;
    (void)error;
    oklab land = light_land(&frame->scene.palette, 0.35);
    oklab own = colour_mix_oklab(frame->light.mist, land, 0.55);
    all->colour = colour_oklab_to_linear(own);
    all->key = hash_key(frame->scene.seed, STREAM_RAIN);
    all->cell = CELL;
    all->thread = THREAD;
    all->cells = noise_fit_cell(frame->loop, &all->cell);
    all->threads = noise_fit_cell(frame->loop, &all->thread);
    return RL_OK;
}

/* How dense curtains are at a place, x along their foot. */
static double density(const rain *all, double x, double above)
{
    double sum = 0.0;
    int64_t middle = exact_floor(x / all->cell);
    for (int64_t i = middle - 1; i <= middle + 1; i++) {
        uint64_t bits = hash_at(all->key, 0, exact_wrap(i, all->cells));
        double at = ((double)i + 0.25 + 0.5 * hash_unit(bits)) * all->cell;
        double half = 0.13 + 0.15 * hash_unit(hash_mix(bits));
        double away = (x - at) / half;
        sum += exact_smoothstep(0.0, 1.0, 1.0 - away * away) * (0.5 + 0.5 * hash_unit(~bits));
    }
    double streak =
        noise_gradient(all->key, 1, x / all->thread, 1.5 * above, all->threads) +
        0.5 * noise_gradient(all->key, 2, 2.0 * x / all->thread, 2.0 * above, 2 * all->threads);
    return exact_min(sum, 1.0) * (0.78 + 0.45 * streak);
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  const float *air, shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const rain *all = frame->layer[layer].data;
    double above = (row->height - frame->light.horizon) / frame->unit_share;
    (void)air;
    if (above <= -0.1 || above >= TOP)
        return;
    double share =
        DARK * exact_min(1.2 * frame->scene.rain, 1.0) * exact_smoothstep(TOP, 0.35 * TOP, above);
    for (int i = 0; i < SHADE_GROUP; i++) {
        double way = (double)(group->first + i) * frame->step;
        double x = (way - 0.5 * frame->width) / frame->unit - LEAN * above;
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
    .amount = AT_SCENE(rain),
    .order = -57.0,
    .data_bytes = sizeof(rain),
    .prepare = prepare,
    .paint = {.light = light},
};
