/* beach_kernel.c - pixels of a beach: sand, wet sand and foam; and their colours.
 *
 * Compiled once for each width.
 */
#include "layers/beach.h"
#include "layers/plane_lanes.h"
#include "paint/pixels_lanes.h"
#include "paint/shade_lanes.h"

/* Distances from the shore are eye heights, below 0 in the water.  All is tuned by eye. */
#define WET_TO 0.55f  /* up to which sand mirrors the sky, */
#define DAMP_TO 1.2f  /* and is dark */
#define WANDER 0.4f   /* of both */
#define SHALLOW 0.55f /* water through which sand is seen */

/* Breakers: how far out, how far foam trails behind, how dense it is, which octave breaks it. */
typedef struct breaker {
    float at, tail, dense;
    float octave; /* its t */
} breaker;

#define BREAKERS 4
static const breaker breakers[BREAKERS] = {
    {0.0f, 0.30f, 0.85f, 1.0f},
    {0.75f, 0.50f, 1.15f, 1.0f},
    {2.0f, 0.80f, 1.25f, 0.0f},
    {4.0f, 0.90f, 1.1f, 1.0f},
};

/* What is known of LANES pixels. */
typedef struct beach_field {
    lanes_f light, lace; /* of sand; of foam */
    lanes_f broad[BEACH_BROAD];
} beach_field;

/* Sand that is farther from the shore than DRY is dry everywhere, water has no sand in sight. */
#define DRY 2.6f
#define WATER (-1.0f)

LANES_INLINE beach_field field_at(const beach_row *row, lanes_f from_shore, lanes_f n)
{
    lanes_f nought = lanes_of(0.0f);
    beach_field field = {nought, lanes_of(row->holes), {nought, nought, nought}};
    int has_sand = lanes_any(lanes_less(lanes_of(WATER), from_shore));
    int has_lines = lanes_any(lanes_less(from_shore, lanes_of(DRY)));
    for (int k = 0; k < row->noise.octaves; k++) {
        const float *broad = row->broad[k];
        int bends = broad[0] > 0.0f || broad[1] > 0.0f || broad[2] > 0.0f;
        if (!(has_sand && row->light[k] < 0.0f) && !(has_lines && (bends || row->lace[k] > 0.0f)))
            continue;
        plane_slope at = plane_noise_slope(&row->noise, &row->span, k, n);
        for (int j = 0; j < BEACH_BROAD && bends; j++)
            field.broad[j] = field.broad[j] + lanes_of(broad[j]) * at.height;
        field.light = field.light + lanes_of(row->light[k]) * at.along;
        field.lace = field.lace + lanes_of(row->lace[k]) * lanes_abs(at.height);
    }
    return field;
}

/* How much foam a breaker lays: dense where it breaks, with holes behind. */
LANES_INLINE lanes_f foam_of(const breaker *b, const beach_row *row, const beach_field *field,
                             lanes_f out)
{
    int j = (int)b->octave;
    lanes_f front = out - lanes_of(b->at) - lanes_of(BEACH_SWASH) * field->broad[j];
    float soft = row->pixel > 0.03f ? row->pixel : 0.03f;
    float thin = b->tail / (b->tail + row->pixel);
    lanes_f edge = lanes_smooth(front * lanes_of(1.0f / soft) + lanes_of(0.5f));
    lanes_f tail = lanes_max(lanes_of(1.0f) - front * lanes_of(1.0f / b->tail), lanes_of(0.0f));
    lanes_f there = lanes_of(b->at > 0.0f ? 0.35f : 0.65f) + field->broad[(j + 1) % 3];
    lanes_f dense = lanes_of(b->dense) * lanes_clamp(there * lanes_of(1.6f), 0.0f, 1.0f);
    lanes_f whole = tail * tail * dense;
    lanes_f holes = lanes_max(lanes_of(1.0f) - tail, lanes_of(0.15f)) * field->lace;
    return edge * lanes_clamp((whole - holes) * lanes_of(1.8f), 0.0f, 1.0f) * lanes_of(thin);
}

typedef struct beach_shares {
    lanes_f light, wet, foam, covered;
} beach_shares;

LANES_INLINE beach_shares shares_at(const beach_row *row, const beach_field *field,
                                    lanes_f from_shore)
{
    beach_shares s = {.foam = lanes_of(0.0f)};
    lanes_f swash = from_shore - lanes_of(BEACH_SWASH) * field->broad[1];
    for (int k = 0; k < BREAKERS; k++) {
        lanes_f rest = lanes_of(1.0f) - s.foam;
        s.foam = s.foam + rest * foam_of(&breakers[k], row, field, lanes_of(0.0f) - from_shore);
    }
    lanes_f up = swash - lanes_of(WANDER) * field->broad[0];
    s.wet = lanes_smooth((lanes_of(WET_TO) - up) * lanes_of(1.0f / 0.5f) + lanes_of(0.5f));
    lanes_f dry = lanes_smooth((up - lanes_of(DAMP_TO)) * lanes_of(1.0f / 0.9f) + lanes_of(0.5f));
    s.light =
        lanes_clamp(lanes_mix(lanes_of(0.24f), lanes_of(0.75f), dry) + field->light, 0.0f, 1.0f);
    lanes_f sand = lanes_smooth(swash * lanes_of(1.0f / SHALLOW) + lanes_of(1.0f));
    s.covered = sand + (lanes_of(1.0f) - sand) * s.foam;
    return s;
}

LANES_INLINE lanes_f channel_at(const node_row *plane, int channel, const between *b,
                                const beach_shares *s, int is_wide)
{
    lanes_f dark = line_at(&plane[3 * BEACH_DARK + channel], b, is_wide);
    lanes_f lit = line_at(&plane[3 * BEACH_LIT + channel], b, is_wide);
    lanes_f wet = line_at(&plane[3 * BEACH_WET + channel], b, is_wide);
    lanes_f foam = line_at(&plane[3 * BEACH_FOAM + channel], b, is_wide);
    return lanes_mix(lanes_mix(lanes_mix(dark, lit, s->light), wet, s->wet), foam, s->foam);
}

LANES_INLINE void lay_pixels(const tile_nodes *nodes, const beach_row *row, tile_colours *out,
                             float *covered, int is_wide)
{
    LANES_SCRATCH node_row plane[3 * BEACH_PLANES];
    mix_nodes(nodes, 0, 3 * BEACH_PLANES, plane);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        lanes_f from_shore =
            (lanes_load(row->shore + i) - lanes_of(row->distance)) * lanes_load(row->slant + i);
        if (!lanes_any(lanes_less(lanes_of(BEACH_FARTHEST), from_shore))) {
            lanes_store(covered + i, lanes_of(0.0f));
            continue;
        }
        between b = between_at(nodes, i, is_wide);
        beach_field field = field_at(row, from_shore, lanes_to_f(lanes_count() + lanes_of_i(i)));
        beach_shares s = shares_at(row, &field, from_shore);
        lanes_store(out->r + i, channel_at(plane, 0, &b, &s, is_wide));
        lanes_store(out->g + i, channel_at(plane, 1, &b, &s, is_wide));
        lanes_store(out->b + i, channel_at(plane, 2, &b, &s, is_wide));
        lanes_store(covered + i, s.covered);
    }
}

static void pixels(const tile_nodes *nodes, const beach_row *row, tile_colours *out, float *covered)
{
    BY_WIDTH(lay_pixels, nodes, row, out, covered);
}

/* ---- colours at nodes ------------------------------------------------------------------ */

#define SAND 0xd9bd92   /* in daylight, */
#define SAND_SHARE 0.78 /* the less the darker it is: by night all is blue */
#define LIGHTER 0.05    /* in full light, */
#define DAMP 0.72       /* and where it is damp */
#define HAZE 0.75f      /* share of air far away, and eye heights over which it takes 63 % of it */
#define HAZE_DISTANCE 14.0
#define SUN_WIDTH 0.5f /* U to either side of the sun where it glows on wet sand */

LANES_INLINE void store_hazy(const shade_row *row, const shade_group *group, int at,
                             const air_lanes *air, lanes_lab colour, lanes_f haze, float *planes,
                             int plane)
{
    lanes_rgb light = lanes_to_rgb(lanes_mix_lab(colour, air->haze, haze));
    store_plane(group, at, planes, plane, bloomed(row->frame, light, air->bloom));
}

static void shade(const shade_row *row, const shade_group *group, const float *air_planes,
                  const float *mirrored, float *planes)
{
    const rl_frame *frame = row->frame;
    const frame_light *light = &frame->light;
    double below = (row->y_px - (1.0 - light->horizon) * frame->height) / frame->unit;
    double distance = frame->light.horizon / frame->unit_share / exact_max(below, 1e-3);
    float far = HAZE * (float)(1.0 - exact_exp(-(distance - 1.0) / HAZE_DISTANCE));
    lanes_f haze = lanes_of(far < 0.0f ? 0.0f : far);
    oklab land = colour_mix_oklab(light_land(&frame->scene.palette, 0.20), light->mist, 0.50);
    oklab sand = light_tint(land, SAND, SAND_SHARE * exact_min(land.l, 1.0));
    oklab dark = sand, lit = sand;
    dark.l *= DAMP;
    lit.l += LIGHTER;
    oklab sun = colour_linear_to_oklab(colour_mix_linear(light->sun, light->glow, 0.35));
    oklab foam = colour_mix_oklab(light->mist, colour_to_oklab(frame->scene.palette.snow), 0.5);
    oklab damp = colour_mix_oklab(dark, light_land(&frame->scene.palette, 0.6), 0.35);
    foam = colour_mix_oklab(foam, sun, 0.25);
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        air_lanes air = load_air(group, at, air_planes);
        shade_group one = {group->first, 0, SHADE_GROUP};
        air_lanes sky = load_air(&one, at, mirrored);
        lanes_f beside = lanes_abs(beside_sun(row, group, at)) * lanes_of(-1.0f / SUN_WIDTH);
        lanes_f by_sun = lanes_exp(beside) * lanes_of((float)light->glow_strength);
        lanes_lab warm = lanes_mix_lab(lanes_lab_of(lit), lanes_lab_of(sun),
                                       lanes_of(0.13f) + lanes_of(0.20f) * by_sun);
        lanes_rgb seen =
            lanes_mix_rgb(lanes_rgb_of(colour_oklab_to_linear(damp)), sky.sky, lanes_of(0.72f));
        seen = lanes_screen_rgb(seen, lanes_rgb_of(light->glow), lanes_of(0.35f) * by_sun * by_sun);
        store_hazy(row, group, at, &air, lanes_lab_of(dark), haze, planes, BEACH_DARK);
        store_hazy(row, group, at, &air, warm, haze, planes, BEACH_LIT);
        store_hazy(row, group, at, &air, lanes_lab_of(foam), lanes_of(0.5f) * haze, planes,
                   BEACH_FOAM);
        store_plane(group, at, planes, BEACH_WET, bloomed(frame, seen, air.bloom));
    }
}

extern const beach_kernels KERNEL(beach);
const beach_kernels KERNEL(beach) = {pixels, shade};

KERNEL_TABLE(const beach_kernels, beach_kernels_of, beach);
