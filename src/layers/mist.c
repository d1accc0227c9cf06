/* mist.c - how high mist is before a ridge, its colour, and the noises of a row. */
#include "layers/mist.h"

#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/deck.h"
#include "layers/lake.h"
#include "layers/ridge.h"
#include "paint/block.h"
#include "paint/node_noise.h"
#include "ridge/family.h"
#include "ridge/noise.h"

/* Mist thins above the level that this share of the next nearer ridge is below: it fills
 * that ridge's valleys. */
#define MIST_QUANTILE 0.35

/* Mist over water climbs the land by this share of its height, of most families: a level top
 * would look cut. */
#define MIST_CLIMB 0.3
#define STANDS_THIN 0.35 /* share of it before the nearest, of most families */

/* Soft wooded slopes drown in their mist, also near by: it is so much denser there, and higher; but
 * not at the picture's lower edge, which is the darkest of it (fractions of H). */
#define WOODED_DENSER 0.6
#define WOODED_HIGHER 0.35
#define WOODED_LOW 0.85
#define WOODED_FROM 0.05
#define WOODED_WHOLE 0.12

/* The mist's noise: cells of 1/1.9 U by 1/7.5 U, four octaves. */
#define MIST_X 1.9
#define MIST_Y 7.5
#define MIST_OCTAVES 4

/* Lengths of banks of fog and of the swells of their tops (U). */
#define BANK_CELL 0.80
#define SWELL_CELL 0.34
#define FINE_SHARE 2.3 /* fine swells are so much shorter */

/* ---- preparation --------------------------------------------------------------- */

mist_bank mist_bank_of(const rl_frame *frame, int ridge)
{
    const rl_scene *scene = &frame->scene;
    double z = scene->ridge[ridge].depth;
    int is_nearest = ridge + 1 == scene->ridge_count; /* nothing is before it but a lake */
    double level = ridge < scene->lake_ridge ? scene->lake_level : 0.0;
    if (!is_nearest) {
        double heights[PROFILE_LATTICE];
        profile_skyline(frame->profile, ridge + 1, frame->unit_share, heights);
        double valley = profile_quantile(heights, PROFILE_LATTICE, MIST_QUANTILE);
        level = ridge < scene->lake_ridge ? exact_max(valley, level) : valley;
    }
    if (deck_level(frame, ridge) >= 0.0)
        level = deck_level(frame, ridge) + 0.010 * frame->unit_share;
    if (ridge_has(&scene->ridge[ridge], RIDGE_ON_PLAIN))
        level = scene->ridge[ridge].base;
    mist_bank bank = {.wooded = 1.0,
                      .farther = light_land(&scene->palette, z - scene->mist_shift),
                      .farther_haze =
                          exact_min(light_haze(scene, z - scene->mist_shift) + 0.05, 1.0),
                      .air = 0.06 + 0.50 * exact_pow(1.0 - z, 1.5),
                      .scale = scene->mist_height * exact_mix(1.2, 0.85, z) * frame->unit_share,
                      .level = level};
    if (lake_holds(scene, ridge)) { /* it is low over water, and climbs the shore a little */
        bank.level = lake_waterline(scene, ridge);
        const ridge_family *family = ridge_family_of(&scene->ridge[ridge]);
        double near = family->mist_near > 0.0 ? family->mist_near : STANDS_THIN;
        bank.climb = family->mist_climb > 0.0 ? family->mist_climb : MIST_CLIMB;
        bank.density = scene->mist * exact_mix(1.0, near, z);
        return bank;
    }
    if (ridge_has(&scene->ridge[ridge], RIDGE_NEAR))
        return bank;
    if (!is_nearest || ridge + 1 == scene->lake_ridge)
        bank.density = scene->mist * exact_mix(1.0, 0.6, z);
    if (wood_has_trees(scene, ridge) &&
        ridge_family_of(&scene->ridge[ridge])->ground == RIDGE_GROUND_SOFT) {
        bank.wooded = 1.0 + WOODED_DENSER * z;
        bank.scale *= 1.0 + WOODED_HIGHER * z;
    }
    if (!is_nearest)
        bank.fog = scene->fog * exact_mix(1.0, 0.6, z);
    return bank;
}

double mist_density(const mist_bank *bank, double height)
{
    double rise = exact_smoothstep(WOODED_FROM, WOODED_WHOLE, height);
    double low = bank->wooded > 1.0 ? WOODED_LOW : 1.0;
    return bank->density * exact_mix(low, bank->wooded, rise);
}

linear_rgb mist_light(const rl_frame *frame, const mist_bank *bank, const shade_air *air)
{
    /* The farther ridge in its haze, as in ridge_kernel.c. */
    oklab far = bank->farther;
    double apart = far.l - air->air.l;
    double least = 0.5 * (far.l + air->air.l - exact_sqrt(apart * apart + 4e-4));
    far.l = exact_mix(far.l, least, exact_min(1.5 * bank->farther_haze, 1.0));
    far = colour_mix_oklab(far, air->air, bank->farther_haze);
    oklab own = colour_mix_oklab(frame->light.mist, air->air, 0.35);
    return colour_oklab_to_linear(colour_mix_oklab(far, own, bank->air));
}

/* ---- one row ----------------------------------------------------------------------- */

void mist_fog(const rl_frame *frame, int ridge, int64_t first, size_t count, float *swell,
              float *dense)
{
    uint64_t key = hash_key(frame->scene.seed, STREAM_FOG);
    double line = 0.5 + ridge; /* each ridge has its own bank */
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
                           0.4 * noise_gradient(key, 2, fine, line, fines));
        dense[n] = (float)noise_gradient(key, 0, x / bank, line, banks);
    }
}

int mist_has_fog(const rl_frame *frame, const mist_bank *bank, double height)
{
    double above = (height - bank->level) / frame->unit_share;
    return bank->fog > 0.0 && above <= (double)FOG_TOP + 1.4 * (double)FOG_WANDER;
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
    /* Below 1/2000 mist is under half a step of 8 bits. */
    nodes->has_mist =
        bank->density > 0.0 && above * (1.0 - bank->climb) / bank->scale <= 8.0 + wander;
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
