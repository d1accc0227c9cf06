/* milkyway.c - the Milky Way in a night without a moon: a tilted band of unresolved stars with
 * lanes of dust before it.  Its brighter stars are a second lattice of stars.c.
 *
 * It crosses the sky once, so it cannot repeat: loops are without it.
 */
#include "layers/milkyway.h"

#include "base/hash.h"
#include "layers/kind.h"
#include "ridge/noise.h"

/* U: half the width of the band and of its lane of dust; how far that wanders; length of the
 * core.  Tuned by eye, as all here. */
#define WIDE 0.17
#define LANE 0.050
#define WANDER 0.060
#define CORE 0.34
#define REACH 2.1 /* widths to either side */

#define BRIGHT 0.27 /* light of the core, of that of a star */

enum { CHOICE_X, CHOICE_SIDE, CHOICE_LEAN, CHOICE_CORE };

static double chosen(uint64_t key, int choice, double low, double high)
{
    return exact_mix(low, high, hash_unit(hash_at(key, choice, 0)));
}

milkyway milkyway_of(const rl_frame *frame)
{
    const rl_scene *scene = &frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM_MILKYWAY);
    int has_moon = scene->moon > 0 && frame->light.sun_radius > 0.0;
    double turn = chosen(key, CHOICE_LEAN, 0.07, 0.13); /* of a whole one */
    milkyway band = {.x = chosen(key, CHOICE_X, -0.25, 0.25),
                     .side = chosen(key, CHOICE_SIDE, -1.0, 1.0) < 0.0 ? -1.0 : 1.0,
                     .up = exact_cos_turn(turn),
                     .over = exact_cos_turn(turn - 0.25),
                     .core = chosen(key, CHOICE_CORE, 0.10, 0.35),
                     .key = key};
    band.x -= 0.2 * band.side;
    if (!has_moon && frame->loop <= 0.0)
        band.strength = scene->milkyway * scene->stars;
    return band;
}

milkyway_light milkyway_at(const milkyway *band, double x, double y)
{
    x = band->side * (x - band->x);
    double along = x * band->over + y * band->up;
    double across = x * band->up - y * band->over + 0.06 * along * along;
    double beside = across / WIDE;
    if (exact_abs(beside) > REACH || y <= 0.0)
        return (milkyway_light){0.0, 0.0};
    double from_core = (along - band->core) / CORE;
    double core = exact_exp(-from_core * from_core);
    double clouds = noise_fractal(band->key, 4, 4.5 * along, 6.0 * across, 0);
    double bend = noise_fractal(hash_mix(band->key), 4, 3.0 * along, 4.0 * across, 0);
    double lane = (across + WANDER * bend) / (LANE * (0.7 + 0.6 * core));
    double dust = exact_exp(-lane * lane) * exact_smoothstep(-0.35, 0.25, bend - 0.6 * clouds);
    dust = exact_max(dust, 0.6 * exact_smoothstep(0.16, 0.42, bend + 0.4 * clouds));
    double light = exact_exp(-beside * beside * (1.6 - 0.7 * core)) * (0.35 + 0.65 * core);
    light *= exact_clamp(0.62 + 0.9 * clouds, 0.1, 1.3) * (1.0 - 0.86 * dust);
    return (milkyway_light){light * exact_smoothstep(0.0, 0.35, y),
                            0.65 * core * exact_exp(-2.0 * beside * beside)};
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  const float *air, shade_light *sky)
{
    static const double cold[3] = {0.58, 0.76, 1.0}, yellow[3] = {1.0, 0.82, 0.60};
    const rl_frame *frame = s->frame;
    const milkyway *band = frame->layer[layer].data;
    double y = (row->height - frame->light.horizon) / frame->unit_share;
    linear_rgb own = colour_to_linear(frame->scene.palette.star);
    const double owns[3] = {own.r, own.g, own.b};
    (void)air;
    milkyway_light seen[SHADE_GROUP + 1];
    if (band->strength <= 0.0)
        return;
    for (int i = 0; i <= SHADE_GROUP; i += 2) { /* it is soft: others are between these */
        double x = ((double)(group->first + i) * frame->step - 0.5 * frame->width) / frame->unit;
        seen[i] = milkyway_at(band, x, y);
    }
    for (int i = 0; i < SHADE_GROUP; i++) {
        float *const planes[3] = {&sky->r[i], &sky->g[i], &sky->b[i]};
        milkyway_light here = seen[i];
        if (i % 2 == 1)
            here = (milkyway_light){0.5 * (seen[i - 1].light + seen[i + 1].light),
                                    0.5 * (seen[i - 1].warm + seen[i + 1].warm)};
        double share = BRIGHT * band->strength * here.light;
        for (int c = 0; c < 3 && share > 0.0; c++) {
            double more = share * owns[c] * exact_mix(cold[c], yellow[c], here.warm);
            *planes[c] = (float)(1.0 - (1.0 - (double)*planes[c]) * (1.0 - more));
        }
    }
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    (void)error;
    milkyway *band = layer->data;
    *band = milkyway_of(work->frame);
    return RL_OK;
}

static const scene_key sky_keys[] = {
    REAL_KEY("sky.milkyway", AT_SCENE(milkyway), 0, 1, 0,
             "the Milky Way, in nights without a moon; loops are without it"),
};

const layer_kind kind_milkyway = {
    .name = "milkyway",
    .number = RL_LAYER_SKY,
    .keys = {KEY_GROUP("sky", sky_keys)},
    .amount = AT_SCENE(milkyway),
    .order = -95.0,
    .data_bytes = sizeof(milkyway),
    .prepare = prepare,
    .paint = {.light = light},
    .trait = {{FACTS_SHARE(milkyway), .area = FACTS_OF_SKY}},
};
