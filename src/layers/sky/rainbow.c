/* rainbow.c - paints a rainbow opposite the sun: the band, its fainter second one, a brighter sky
 * inside and a darker one between them.  The sun is then beside or behind the viewer, so a scene
 * that shows the disc has no rainbow. */
#include "base/exact.h"
#include "layers/core/kind.h"

/* A view of 60 degrees is 16/9 U wide, so one degree is 0.0296 U. */
#define DEGREE 0.0296
#define RADIUS (42.0 * DEGREE) /* radius of the outer edge of the band, U */
#define BAND (1.9 * DEGREE)    /* width of the band, U */
#define SECOND (50.3 * DEGREE) /* radius of the inner edge of the second band, which is red, U */
#define SECOND_BAND (3.4 * DEGREE)
#define SECOND_SHARE 0.22 /* light of the second band, relative to the first */
#define BELOW 0.74        /* depth of the centre below the horizon, U: the sun is 25 degrees high */
#define AWAY 0.62         /* distance of the centre from the middle of the picture, U */
#define ALPHA 0.42        /* light of the band, for rainbow = 1 */
#define INSIDE 0.10       /* light of the sky inside the band, for rainbow = 1 */
#define INSIDE_FALL 0.45  /* way inward over which that light fades, U */
#define BETWEEN 0.10      /* share of the sky's light that is missing between the bands */
#define COLOURS 7

/* Linear light of the band from its inner edge to its outer one. */
static const float colours[COLOURS][3] = {
    {0.26f, 0.10f, 0.55f}, {0.10f, 0.22f, 0.80f}, {0.08f, 0.60f, 0.62f}, {0.20f, 0.72f, 0.16f},
    {0.85f, 0.78f, 0.10f}, {0.95f, 0.42f, 0.06f}, {0.85f, 0.12f, 0.08f}};

typedef struct rainbow {
    double x, y;   /* centre, pixels */
    double bright; /* brightness, 0..1 */
} rainbow;

static int count(const rl_scene *scene)
{
    return scene_real(scene, "weather.rainbow") > 0.0 &&
           (scene->sun_radius <= 0.0 || scene->sun_place == RL_SUN_OUTSIDE);
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    rainbow *bow = layer->data;
    (void)error;
    bow->x = 0.5 * frame->width + (frame->light.sun_side > 0.0 ? -AWAY : AWAY) * frame->unit;
    bow->bright = scene_real(&frame->scene, "weather.rainbow");
    bow->y = (1.0 - frame->light.horizon) * frame->height + BELOW * frame->unit;
    return RL_OK;
}

/* Returns the brightness across a band, 0 at its edges t = 0 and t = 1. */
static double bell_at(double t)
{
    double bell = exact_clamp(4.0 * t * (1.0 - t), 0.0, 1.0);
    return bell * (2.0 - bell);
}

/* Writes the light at r U from the centre; returns the share of the sky's own light that is left.
 */
static double bow_light(double r, double bright, float light[3])
{
    double t = (r - RADIUS) / BAND + 1.0, second = 1.0 - (r - SECOND) / SECOND_BAND;
    double amount = ALPHA * bell_at(t), place = t;
    if (second > 0.0 && second < 1.0) {
        amount = SECOND_SHARE * ALPHA * bell_at(second);
        place = second;
    }
    place = (COLOURS - 1) * exact_clamp(place, 0.0, 1.0);
    int k = place >= COLOURS - 1 ? COLOURS - 2 : (int)place;
    float part = (float)(place - k);
    double inside = exact_clamp(1.0 + (r - RADIUS) / INSIDE_FALL, 0.0, 1.0);
    inside *= INSIDE * inside * (1.0 - exact_smoothstep(0.0, 1.0, t));
    for (int c = 0; c < 3; c++) {
        float own = colours[k][c] + (colours[k + 1][c] - colours[k][c]) * part;
        light[c] = (float)(bright * amount) * own + (float)(bright * inside);
    }
    double between =
        exact_smoothstep(0.0, 1.0, t) * (1.0 - exact_smoothstep(RADIUS, SECOND + SECOND_BAND, r));
    return 1.0 - bright * BETWEEN * between;
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const rainbow *bow = frame->layer[layer].data;
    double dy = (bow->y - row->y_px) / frame->unit;
    if (dy >= SECOND + SECOND_BAND)
        return;
    for (int i = 0; i < SHADE_GROUP; i++) {
        double at = (double)(group->first + i) * frame->step;
        double dx = (at - frame_around(frame, bow->x, at)) / frame->unit;
        float own[3];
        float left = (float)bow_light(exact_sqrt(dx * dx + dy * dy), bow->bright, own);
        float *const planes[3] = {&sky->r[i], &sky->g[i], &sky->b[i]};
        for (int c = 0; c < 3; c++) {
            float sky_light = *planes[c] * left;
            *planes[c] = sky_light + (1.0f - (sky_light < 1.0f ? sky_light : 1.0f)) * own[c];
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
    REAL_KEY("weather.rainbow", BY_NAME, 0, 1, 0,
             "brightness of a rainbow, opposite of a sun that is not in the picture"),
};

const layer_kind kind_rainbow = {
    .name = "rainbow",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .keys = {KEY_GROUP("weather", weather_keys)},
    .count = count,
    .order = -56.0,
    .data_bytes = sizeof(rainbow),
    .prepare = prepare,
    .paint = {.light = light},
    .facts = facts,
};
