/* milkyway.c - the layer of the Milky Way in a night without a moon: a tilted band of unresolved
 * stars with a lane of dust before it.  Its brighter stars are a second lattice of stars.c.
 *
 * It crosses the sky once, so it cannot repeat: loops are without it.  All numbers are tuned by
 * eye.
 */
#include "layers/sky/milkyway.h"

#include "base/hash.h"
#include "layers/core/kind.h"
#include "ridge/noise.h"

typedef struct milkyway_range {
    double low, high;
} milkyway_range;

/* The place of the band; lengths in U. */
static const struct {
    milkyway_range x;    /* column where it meets the horizon */
    double away;         /* shift of `x` to the side from which the band rises */
    milkyway_range lean; /* angle from the vertical, turns */
    milkyway_range core; /* distance along the band to its core */
    double bend;         /* shift across at 1 U along; it grows with the square of the distance */
} places = {
    .x = {-0.25, 0.25}, .away = 0.2, .lean = {0.07, 0.13}, .core = {0.10, 0.35}, .bend = 0.06};

/* The light of the band; lengths in U, light 0..1. */
static const struct {
    double width;     /* half width over which light falls to 1/e */
    double reach;     /* distance from the middle beyond which there is no light, in `width` */
    double core;      /* length of the core over which it falls to 1/e */
    double outside;   /* light far from the core, relative to the core's */
    double core_gain; /* addition to `outside` in the core */
    double narrow, narrow_core; /* factor of the exponent across, and what it loses in the core */
    double mean, contrast;      /* factor of clouds of stars: mean + contrast * noise */
    milkyway_range clouds;      /* limits of the factor of clouds of stars */
    milkyway_range fade;        /* heights above the horizon between which light rises to 1 */
    double warm;                /* share of yellow in the middle of the core */
    double warm_narrow;         /* factor of the exponent of yellow across */
    double bright;              /* light of the core, relative to that of a star */
} glow = {.width = 0.17,
          .reach = 2.1,
          .core = 0.34,
          .outside = 0.35,
          .core_gain = 0.65,
          .narrow = 1.6,
          .narrow_core = 0.7,
          .mean = 0.62,
          .contrast = 0.9,
          .clouds = {0.1, 1.3},
          .fade = {0.0, 0.35},
          .warm = 0.65,
          .warm_narrow = 2.0,
          .bright = 0.27};

/* Dust: a lane along the middle of the band, and dark clouds; lengths in U. */
static const struct {
    double lane;                /* half width of the lane over which it falls to 1/e */
    double base, core;          /* factor of `lane`: base + core * closeness to the core */
    double wander;              /* amplitude of its bends */
    double gaps;                /* weight of star clouds in the noise of gaps */
    milkyway_range lane_noise;  /* range of noise over which gaps close */
    double clouds;              /* opacity of dark clouds */
    double mix;                 /* weight of star clouds in the noise of dark clouds */
    milkyway_range cloud_noise; /* range of noise over which dark clouds become dense */
    double opacity;             /* share of light that the densest dust absorbs */
} dust_look = {.lane = 0.050,
               .base = 0.7,
               .core = 0.6,
               .wander = 0.060,
               .gaps = 0.6,
               .lane_noise = {-0.35, 0.25},
               .clouds = 0.6,
               .mix = 0.4,
               .cloud_noise = {0.16, 0.42},
               .opacity = 0.86};

/* Cells of noise per U, along and across the band. */
static const struct {
    int octaves;
    double star_along, star_across; /* clouds of stars */
    double dust_along, dust_across; /* bends of the lane, and dust */
} noise_rate = {
    .octaves = 4, .star_along = 4.5, .star_across = 6.0, .dust_along = 3.0, .dust_across = 4.0};

enum { CHOICE_X, CHOICE_SIDE, CHOICE_LEAN, CHOICE_CORE };

static double chosen(uint64_t key, int choice, milkyway_range values)
{
    return exact_mix(values.low, values.high, hash_unit(hash_at(key, choice, 0)));
}

static double rise(milkyway_range over, double value)
{
    return exact_smoothstep(over.low, over.high, value);
}

milkyway milkyway_of(const rl_frame *frame)
{
    const rl_scene *scene = &frame->scene;
    uint64_t key = hash_key(scene->seed, MILKYWAY_STREAM);
    int has_moon = scene->moon > 0 && frame->light.sun_radius > 0.0;
    double turn = chosen(key, CHOICE_LEAN, places.lean);
    milkyway band = {.x = chosen(key, CHOICE_X, places.x),
                     .side =
                         chosen(key, CHOICE_SIDE, (milkyway_range){-1.0, 1.0}) < 0.0 ? -1.0 : 1.0,
                     .up = exact_cos_turn(turn),
                     .over = exact_cos_turn(turn - 0.25),
                     .core = chosen(key, CHOICE_CORE, places.core),
                     .key = key};
    band.x -= places.away * band.side;
    if (!has_moon && frame->loop <= 0.0)
        band.strength = scene_real(scene, "sky.milkyway") * scene_real(scene, "stars.amount");
    return band;
}

milkyway_light milkyway_at(const milkyway *band, double x, double y)
{
    x = band->side * (x - band->x);
    double along = x * band->over + y * band->up;
    double across = x * band->up - y * band->over + places.bend * along * along;
    double offset = across / glow.width;
    if (exact_abs(offset) > glow.reach || y <= 0.0)
        return (milkyway_light){0.0, 0.0};
    double from_core = (along - band->core) / glow.core;
    double core = exact_exp(-from_core * from_core);
    double stars = noise_fractal(band->key, noise_rate.octaves, noise_rate.star_along * along,
                                 noise_rate.star_across * across, 0);
    double bend = noise_fractal(hash_mix(band->key), noise_rate.octaves,
                                noise_rate.dust_along * along, noise_rate.dust_across * across, 0);
    double lane = (across + dust_look.wander * bend) /
                  (dust_look.lane * (dust_look.base + dust_look.core * core));
    double dust =
        exact_exp(-lane * lane) * rise(dust_look.lane_noise, bend - dust_look.gaps * stars);
    dust = exact_max(dust,
                     dust_look.clouds * rise(dust_look.cloud_noise, bend + dust_look.mix * stars));
    double light = exact_exp(-offset * offset * (glow.narrow - glow.narrow_core * core)) *
                   (glow.outside + glow.core_gain * core);
    light *= exact_clamp(glow.mean + glow.contrast * stars, glow.clouds.low, glow.clouds.high) *
             (1.0 - dust_look.opacity * dust);
    return (milkyway_light){light * rise(glow.fade, y),
                            glow.warm * core * exact_exp(-glow.warm_narrow * offset * offset)};
}

/* Linear light of star clouds, relative to the palette's stars: red, green, blue. */
static const double cold[3] = {0.58, 0.76, 1.0};   /* outside the core */
static const double yellow[3] = {1.0, 0.82, 0.60}; /* in the core */

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const milkyway *band = frame->layer[layer].data;
    double y = (row->height - frame->light.horizon) / frame->unit_share;
    linear_rgb star = colour_to_linear(frame->scene.palette.star);
    const double stars[3] = {star.r, star.g, star.b};
    milkyway_light seen[SHADE_GROUP + 1];
    if (band->strength <= 0.0)
        return;
    for (int i = 0; i <= SHADE_GROUP;
         i += 2) { /* the band is smooth, so odd nodes are interpolated */
        double x = ((double)(group->first + i) * frame->step - 0.5 * frame->width) / frame->unit;
        seen[i] = milkyway_at(band, x, y);
    }
    for (int i = 0; i < SHADE_GROUP; i++) {
        float *const planes[3] = {&sky->r[i], &sky->g[i], &sky->b[i]};
        milkyway_light here = seen[i];
        if (i % 2 == 1)
            here = (milkyway_light){0.5 * (seen[i - 1].light + seen[i + 1].light),
                                    0.5 * (seen[i - 1].warm + seen[i + 1].warm)};
        double share = glow.bright * band->strength * here.light;
        for (int c = 0; c < 3 && share > 0.0; c++) {
            double more = share * stars[c] * exact_mix(cold[c], yellow[c], here.warm);
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
    REAL_KEY("sky.milkyway", BY_NAME, 0, 1, 0,
             "brightness of the Milky Way, in nights without a moon; not in loops"),
};

static const rl_sight_words milkyway_words =
    SIGHT("milkyway", 0.04,
          SIGHT_CLAUSE(14, "the Milky Way rises over the land", "the Milky Way crosses the sky"),
          SIGHT_EVENT(8, "over", "the Milky Way", "a river of stars"));

const layer_kind kind_milkyway = {
    .name = "milkyway",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = MILKYWAY_STREAM,
    .streams = 2,
    .keys = {KEY_GROUP("sky", sky_keys, TRAIT_LIGHT)},
    .amount = "sky.milkyway",
    .order = -95.0,
    .data_bytes = sizeof(milkyway),
    .prepare = prepare,
    .paint = {.light = light},
    .trait = {{.words = &milkyway_words, .area = FACTS_OF_SKY}},
};
