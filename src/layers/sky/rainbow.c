/* rainbow.c - paints a faint rainbow on the side away from the sun. */
#include "base/exact.h"
#include "layers/core/kind.h"

#define RADIUS 0.66    /* radius of the middle of the band, U */
#define BAND 0.050     /* width of the band, U */
#define BELOW 0.26     /* depth of the centre below the horizon, U */
#define AWAY 0.10      /* distance of the centre beyond the mirror image of the sun's column, U */
#define ALPHA 0.30     /* light of the band, for rainbow = 1 */
#define INSIDE 0.05    /* light of the sky inside the band, for rainbow = 1 */
#define INSIDE_TO -9.0 /* t at which that light ends: 0 = inner edge of the band, 1 = outer */
#define COLOURS 7

/* Linear light of the band from its inner edge to its outer one. */
static const float colours[COLOURS][3] = {
    {0.26f, 0.10f, 0.55f}, {0.10f, 0.22f, 0.80f}, {0.08f, 0.60f, 0.62f}, {0.20f, 0.72f, 0.16f},
    {0.85f, 0.78f, 0.10f}, {0.95f, 0.42f, 0.06f}, {0.85f, 0.12f, 0.08f}};

typedef struct rainbow {
    double x, y;   /* centre, pixels */
    double bright; /* brightness, 0..1 */
} rainbow;

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    rainbow *bow = layer->data;
    double side = frame->light.sun_side > 0.0 ? -1.0 : 1.0;
    (void)error;
    bow->x = 0.5 * frame->width + (AWAY * side - frame->light.sun_side) * frame->unit;
    bow->bright = scene_real(&frame->scene, "weather.rainbow");
    bow->y = (1.0 - frame->light.horizon) * frame->height + BELOW * frame->unit;
    return RL_OK;
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  const float *air, shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const rainbow *bow = frame->layer[layer].data;
    double dy = (bow->y - row->y_px) / frame->unit;
    (void)air;
    if (dy >= RADIUS + BAND)
        return;
    for (int i = 0; i < SHADE_GROUP; i++) {
        double at = (double)(group->first + i) * frame->step;
        double dx = (at - frame_around(frame, bow->x, at)) / frame->unit;
        double t = (exact_sqrt(dx * dx + dy * dy) - RADIUS) / BAND + 0.5; /* 0 .. 1 in the band */
        if (t >= 1.0)
            continue;
        double inside = INSIDE * exact_smoothstep(INSIDE_TO, 0.0, t) * exact_min(1.0 - t, 1.0);
        double place = (COLOURS - 1) * exact_clamp(t, 0.0, 1.0);
        int k = place >= COLOURS - 1 ? COLOURS - 2 : (int)place;
        double bell = exact_clamp(4.0 * t * (1.0 - t), 0.0, 1.0);
        float amount = (float)(ALPHA * bell * bow->bright);
        float part = (float)(place - k), white = (float)(inside * bow->bright);
        float *const planes[3] = {&sky->r[i], &sky->g[i], &sky->b[i]};
        for (int c = 0; c < 3; c++) {
            float own = colours[k][c] + (colours[k + 1][c] - colours[k][c]) * part;
            float dark = 1.0f - (*planes[c] < 1.0f ? *planes[c] : 1.0f);
            *planes[c] += dark * (amount * own + white);
        }
    }
}

#define FACTS_POINTS 40 /* tested points of the bow, from one end to the other */

static const rl_sight_words rainbow_words =
    SIGHT("rainbow", 0.15, SIGHT_CLAUSE(19, "a rainbow spans the sky"),
          SIGHT_EVENT(4, "over", "a rainbow", "rain and sun"));

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    const rl_frame *frame = g->frame;
    int seen = 0;
    (void)error;
    if (layer == NULL || facts_is_small(g))
        return RL_OK;
    const rainbow *bow = layer->data;
    double radius = RADIUS * frame->unit;
    for (int i = 0; i < FACTS_POINTS; i++) {
        double dx = 2.0 * (i + 0.5) / FACTS_POINTS - 1.0;
        double dy = exact_sqrt(1.0 - dx * dx);
        seen += facts_sky_at(g, bow->x + radius * dx, bow->y - radius * dy) != NULL;
    }
    (void)facts_mention(out, &rainbow_words, bow->bright * seen / FACTS_POINTS);
    return RL_OK;
}

static const scene_key weather_keys[] = {
    REAL_KEY("weather.rainbow", BY_NAME, 0, 1, 0, "brightness of a rainbow, opposite of the sun"),
};

const layer_kind kind_rainbow = {
    .name = "rainbow",
    .number = RL_LAYER_SKY,
    .keys = {KEY_GROUP("weather", weather_keys)},
    .amount = "weather.rainbow",
    .order = -56.0,
    .data_bytes = sizeof(rainbow),
    .prepare = prepare,
    .paint = {.light = light},
    .facts = facts,
};
