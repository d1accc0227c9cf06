/* mist.c - mist and fog before a ridge: level, density, colour, and the noise of a row.  All
 * numbers are tuned by eye.
 */
#include "layers/common/mist.h"

#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/land/ridge.h"
#include "layers/sky/deck.h"
#include "layers/water/lake.h"
#include "paint/node_noise.h"
#include "ridge/family.h"
#include "ridge/noise.h"

/* Level, density and colour of mist. */
static const struct {
    double quantile;   /* level: quantile of the next nearer skyline, whose valleys mist fills */
    double over_deck;  /* level above a cloud deck, U */
    double haze_more;  /* addition to the haze before the farther ridge whose colour mist has */
    double air;        /* share of air in the colour before the nearest ridge */
    double air_far;    /* addition to `air` before the farthest ridge */
    double air_power;  /* exponent of the distance (1 - depth) in `air_far` */
    double scale_far;  /* factor of scene.mist_height before the farthest ridge */
    double scale_near; /* the factor before the nearest ridge */
    double near;       /* density before the nearest ridge, relative to the farthest */
    /* Density on a plain, far away and near by: as in plain.c, so that the foot of a ridge is not
     * paler than its ground. */
    double plain_far, plain_near;
    double climb;        /* mist_bank.climb over water, if the family sets none: a level top would
                            look cut off */
    double near_water;   /* `near` over water, if the family sets none */
    double foot;         /* height above a shore from which mist is whole, U: the shore is dark */
    double foot_share;   /* density at the shore, relative to that above `foot` */
    double mist_air;     /* share of air in the mist colour of the light, frame_light.mist */
    double haze_gain;    /* from a haze of 1 / haze_gain the farther ridge is no lighter than air */
    double darker_round; /* squared difference of lightness over which the minimum of ridge and air
                            is smooth */
} look = {.quantile = 0.35,
          .over_deck = 0.010,
          .haze_more = 0.05,
          .air = 0.06,
          .air_far = 0.50,
          .air_power = 1.5,
          .scale_far = 1.2,
          .scale_near = 0.85,
          .near = 0.6,
          .plain_far = 0.70,
          .plain_near = 0.12,
          .climb = 0.3,
          .near_water = 0.20,
          .foot = 0.060,
          .foot_share = 0.35,
          .mist_air = 0.35,
          .haze_gain = 1.5,
          .darker_round = 4e-4};

/* Soft wooded slopes are deep in mist, near ones too; but mist is thin at the lower edge of the
 * picture, which stays dark. */
static const struct {
    double denser;     /* addition to the factor of density before the nearest ridge */
    double higher;     /* addition to the factor of mist_bank.scale before the nearest ridge */
    double low;        /* factor of mist_bank.density at the lower edge */
    double from, full; /* heights between which mist becomes denser, fractions of H */
} wooded = {.denser = 0.6, .higher = 0.35, .low = 0.85, .from = 0.05, .full = 0.12};

#define MIST_X 1.9 /* cells of the noise of mist per U across */
#define MIST_Y 7.5 /* cells of the noise of mist per U upward */
#define MIST_OCTAVES 4

/* Below 1/2000 (e^-7.6) mist is less than half a step of 8 bits. */
#define MIST_END 8.0 /* scales above the level at which mist ends, without noise */

#define BANK_CELL 0.80  /* length of banks of fog, U */
#define SWELL_CELL 0.34 /* length of the swells of their tops, U */
#define FINE_SHARE 2.3  /* fine swells per broad swell */
#define FINE_SWELL 0.4  /* amplitude of fine swells, relative to broad ones */
#define SWELL_MOST 1.4  /* 1 + FINE_SWELL */
#define FOG_ROW 0.5     /* offset of the rows of noise from the lattice, on which noise is 0 */

/* ---- preparation --------------------------------------------------------------- */

mist_bank mist_bank_of(const rl_frame *frame, int ridge)
{
    const rl_scene *scene = &frame->scene;
    double z = scene->ridge[ridge].depth;
    int is_nearest = ridge + 1 == scene->ridge_count; /* only a lake may be in front */
    double level = ridge < scene->lake_ridge ? scene->lake_level : 0.0;
    if (!is_nearest) {
        double heights[PROFILE_LATTICE];
        profile_skyline(frame->profile, ridge + 1, frame->unit_share, heights);
        double valley = profile_quantile(heights, PROFILE_LATTICE, look.quantile);
        level = ridge < scene->lake_ridge ? exact_max(valley, level) : valley;
    }
    if (deck_level(frame, ridge) >= 0.0)
        level = deck_level(frame, ridge) + look.over_deck * frame->unit_share;
    if (ridge_has(&scene->ridge[ridge], RIDGE_ON_PLAIN))
        level = scene->ridge[ridge].base;
    mist_bank bank = {.wooded = 1.0,
                      .farther = light_land(&scene->palette, z - scene->mist_shift),
                      .farther_haze =
                          exact_min(light_haze(scene, z - scene->mist_shift) + look.haze_more, 1.0),
                      .air = look.air + look.air_far * exact_pow(1.0 - z, look.air_power),
                      .scale = scene->mist_height * exact_mix(look.scale_far, look.scale_near, z) *
                               frame->unit_share,
                      .level = level};
    if (lake_holds(scene, ridge)) { /* mist is low over water, and climbs the shore a little */
        bank.level = lake_waterline(scene, ridge);
        const ridge_family *family = ridge_family_of(&scene->ridge[ridge]);
        double near = family->mist_near > 0.0 ? family->mist_near : look.near_water;
        bank.climb = family->mist_climb > 0.0 ? family->mist_climb : look.climb;
        bank.density = scene->mist * exact_mix(1.0, near, z);
        bank.foot = look.foot * z * frame->unit_share;
        return bank;
    }
    if (ridge_has(&scene->ridge[ridge], RIDGE_NEAR))
        return bank;
    double share = ridge_has(&scene->ridge[ridge], RIDGE_ON_PLAIN)
                       ? exact_mix(look.plain_far, look.plain_near, z)
                       : exact_mix(1.0, look.near, z);
    if (!is_nearest || ridge + 1 == scene->lake_ridge)
        bank.density = scene->mist * share;
    if (wood_has_trees(scene, ridge) &&
        ridge_family_of(&scene->ridge[ridge])->ground == RIDGE_GROUND_SOFT) {
        bank.wooded = 1.0 + wooded.denser * z;
        bank.scale *= 1.0 + wooded.higher * z;
    }
    if (!is_nearest)
        bank.fog = scene->fog * share;
    return bank;
}

double mist_density(const mist_bank *bank, double height)
{
    double rise = exact_smoothstep(wooded.from, wooded.full, height);
    double low = bank->wooded > 1.0 ? wooded.low : 1.0;
    double foot = bank->foot > 0.0 ? exact_smoothstep(0.0, bank->foot, height - bank->level) : 1.0;
    return bank->density * exact_mix(low, bank->wooded, rise) *
           exact_mix(look.foot_share, 1.0, foot);
}

linear_rgb mist_light(const rl_frame *frame, const mist_bank *bank, const shade_air *air)
{
    /* The farther ridge in its haze, as in ridge_kernel.c: not lighter than the air. */
    oklab far = bank->farther;
    double apart = far.l - air->air.l;
    double least = 0.5 * (far.l + air->air.l - exact_sqrt(apart * apart + look.darker_round));
    far.l = exact_mix(far.l, least, exact_min(look.haze_gain * bank->farther_haze, 1.0));
    far = colour_mix_oklab(far, air->air, bank->farther_haze);
    oklab mist = colour_mix_oklab(frame->light.mist, air->air, look.mist_air);
    return colour_oklab_to_linear(colour_mix_oklab(far, mist, bank->air));
}

/* ---- rows -------------------------------------------------------------------------- */

void mist_fog(const rl_frame *frame, int ridge, int64_t first, size_t count, float *swell,
              float *dense)
{
    uint64_t key = hash_key(frame->scene.seed, STREAM_FOG);
    double line = FOG_ROW + ridge; /* each ridge has banks of its own */
    double drift = frame_drift(frame, frame->scene.mist_drift);
    double bank = BANK_CELL, broad = SWELL_CELL, fine_rate = FINE_SHARE / SWELL_CELL;
    noise_period banks = noise_fit_cell(frame->loop, &bank);
    noise_period broads = noise_fit_cell(frame->loop, &broad);
    noise_period fines = noise_fit_rate(frame->loop, &fine_rate);
    for (size_t n = 0; n < count; n++) {
        double x_px = (double)(first + (int64_t)n) * frame->step;
        double x = (x_px - 0.5 * frame->width) / frame->unit - drift;
        double fine = fines > 0 ? fine_rate * x : FINE_SHARE * x / SWELL_CELL;
        swell[n] = (float)(noise_gradient(key, 1, x / broad, line, broads) +
                           FINE_SWELL * noise_gradient(key, 2, fine, line, fines));
        dense[n] = (float)noise_gradient(key, 0, x / bank, line, banks);
    }
}

int mist_has_fog(const rl_frame *frame, const mist_bank *bank, double height)
{
    double above = (height - bank->level) / frame->unit_share;
    return bank->fog > 0.0 && above <= (double)FOG_TOP + SWELL_MOST * (double)FOG_WANDER;
}

static void make_noise(const paint_scratch *s, const shade_row *row, float *value)
{
    const rl_frame *frame = s->frame;
    double rate = MIST_X;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    node_noise noise = {.key = hash_key(frame->scene.seed, STREAM_MIST),
                        .octaves = MIST_OCTAVES,
                        .period = period,
                        .step = rate * frame->step / frame->unit,
                        .origin = -0.5 * rate * frame->width / frame->unit -
                                  rate * frame_drift(frame, frame->scene.mist_drift),
                        .y = MIST_Y * row->height / frame->unit_share};
    node_noise_fill(&noise, frame->kernels, s->tiles.colours.first,
                    (size_t)s->tiles.colours.groups * SHADE_GROUP, value);
}

void mist_find(const paint_scratch *s, const mist_bank *bank, tile_noise *noise,
               const shade_row *row, mist_nodes *nodes)
{
    double wander = s->frame->scene.mist_noise;
    double above = row->height - bank->level;
    nodes->has_mist =
        bank->density > 0.0 && above * (1.0 - bank->climb) / bank->scale <= MIST_END + wander;
    nodes->has_fog = mist_has_fog(s->frame, bank, row->height);
    nodes->density = (float)mist_density(bank, row->height);
    nodes->noise = NULL;
    if (!nodes->has_mist || wander <= 0.0)
        return;
    int is_new;
    float *value = tile_noise_at(noise, row, &is_new);
    if (is_new)
        make_noise(s, row, value);
    nodes->noise = value;
}
