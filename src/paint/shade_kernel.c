/* shade_kernel.c - aerial perspective, glow and mist: why a picture has depth.
 *
 * Land takes on the light of the air before it: the sky's gradient behind the
 * very pixel, lit by the sun.  So a far ridge is never brighter than the sky,
 * warms near the sun and cools away from it.  Palette colours and haze mix in
 * OKLab, light is added in linear sRGB.  Compiled once for each width.
 */
#include "base/colour_lanes.h"
#include "base/lanes_math.h"
#include "base/tone_lanes.h"
#include "layers/aurora_kernel.h"
#include "layers/clouds_kernel.h"
#include "layers/fog.h"
#include "paint/shade.h"

/* Widths of the sun's glow, in U. */
#define HALO_WIDTH 0.075f
#define WIDE_WIDTH 0.42f
#define BAND_ABOVE 0.11f
#define BAND_BELOW 0.22f
#define BAND_ALONG 0.75f
#define BAND_ROUND 0.04f /* rounds the band's crest: a crease there shows as a line */
#define BLOOM_WIDTH 0.10f

/* The air before land sees less of the glow than the bare sky. */
#define AIR_GLOW 0.85f

/* ---- places ---------------------------------------------------------------- */

/* Distances in U from the sun's middle to nodes at..at+LANES-1 of a group.  Doubles,
 * so that a picture a million pixels wide has no steps. */
LANES_INLINE lanes_f beside_sun(const shade_row *row, const shade_group *group, int at)
{
    const rl_frame *frame = row->frame;
    float dx[LANES];
    for (int i = 0; i < LANES; i++) {
        double x = (double)(group->first + at + i) * frame->step;
        dx[i] = (float)frame_way(frame, (x - frame->sun_x) / frame->unit);
    }
    return lanes_load(dx);
}

/* Where nodes lie along the sheet of clouds, and on which side of the sun. */
LANES_INLINE void place_clouds(const shade_row *row, const shade_group *group, int at,
                               cloud_place *p)
{
    const rl_frame *frame = row->frame;
    float x[LANES], lean[LANES];
    p->dx = beside_sun(row, group, at);
    p->x = p->dx + lanes_of((float)frame->scene.sun_x);
    p->lean = p->dx;
    if (p->sheet->period == 0 && frame->scene.phase <= 0.0)
        return;
    for (int i = 0; i < LANES; i++) {
        double way = (double)(group->first + at + i) * frame->step;
        x[i] = (float)clouds_fold(p->sheet, (way - 0.5 * frame->width) / frame->unit);
        lean[i] = (float)frame_lean(frame, (way - frame->sun_x) / frame->unit);
    }
    p->x = lanes_load(x);
    p->lean = lanes_load(lean);
}

LANES_INLINE float above_sun(const shade_row *row)
{
    return (float)((row->frame->sun_y - row->y_px) / row->frame->unit);
}

LANES_INLINE lanes_f fall(lanes_f distance, float width)
{
    return lanes_exp2(distance * lanes_of(-1.44269504f / width));
}

/* ---- air ------------------------------------------------------------------- */

/* The glow's halo and wide part, and its band. */
LANES_INLINE lanes_f round_glow(const rl_scene *scene, lanes_f r)
{
    lanes_f q = r * lanes_of(1.0f / HALO_WIDTH);
    lanes_f halo = lanes_pow(lanes_of(1.0f) + q * q, -1.1f);
    return lanes_of((float)scene->sun_halo) * halo +
           lanes_of((float)scene->sun_wide) * fall(r, WIDE_WIDTH);
}

LANES_INLINE lanes_f band_glow(const rl_scene *scene, lanes_f dx, float dy)
{
    float away = __builtin_sqrtf(dy * dy + BAND_ROUND * BAND_ROUND) - BAND_ROUND;
    float height = away / (dy > 0.0f ? BAND_ABOVE : BAND_BELOW);
    lanes_f share = lanes_max(lanes_abs(dx), lanes_of(1e-20f)) * lanes_of(1.0f / BAND_ALONG);
    lanes_f along = lanes_pow(share, 1.3f);
    return lanes_of((float)scene->sun_band) * lanes_exp(lanes_of(-height) - along);
}

LANES_INLINE void store_air(const shade_group *group, int at, float *air, lanes_rgb sky,
                            lanes_lab haze)
{
    float *to = air + group->at + at;
    lanes_store(to + AIR_SKY_R * group->stride, sky.r);
    lanes_store(to + AIR_SKY_G * group->stride, sky.g);
    lanes_store(to + AIR_SKY_B * group->stride, sky.b);
    lanes_store(to + AIR_L * group->stride, haze.l);
    lanes_store(to + AIR_A * group->stride, haze.a);
    lanes_store(to + AIR_B * group->stride, haze.b);
}

static void air_group(const shade_row *row, const shade_group *group, float *air)
{
    const rl_frame *frame = row->frame;
    const rl_scene *scene = &frame->scene;
    float dy = above_sun(row);
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        lanes_f dx = beside_sun(row, group, at);
        lanes_f r = lanes_sqrt(dx * dx + lanes_of(dy * dy));
        lanes_rgb sky = lanes_rgb_of(row->light);
        lanes_lab haze = lanes_lab_of(row->base);
        if (frame->has_glow) {
            lanes_rgb light = lanes_rgb_of(frame->glow);
            lanes_f round = round_glow(scene, r);
            lanes_f band = band_glow(scene, dx, dy);
            haze = lanes_to_lab(lanes_screen_rgb(sky, light, lanes_of(AIR_GLOW) * round + band));
            sky = lanes_screen_rgb(sky, light, round + band);
        }
        store_air(group, at, air, sky, haze);
        lanes_f near = lanes_of(0.0f);
        lanes_f bloom = lanes_of(0.0f);
        if (scene->sun_land_glow > 0.0)
            near = lanes_of(0.55f) * fall(r, 0.20f) + lanes_of(0.45f) * fall(r, 0.6f);
        if (frame->has_bloom)
            bloom = lanes_of((float)(scene->sun_bloom * (0.2 + 0.8 * frame->sun_seen))) *
                    fall(r, BLOOM_WIDTH);
        lanes_store(air + group->at + at + AIR_NEAR_SUN * group->stride, near);
        lanes_store(air + group->at + at + AIR_BLOOM * group->stride, bloom);
    }
}

/* The air at nodes at..at+LANES-1. */
typedef struct air_lanes {
    lanes_rgb sky;
    lanes_lab haze;
    lanes_f near_sun, bloom;
} air_lanes;

LANES_INLINE air_lanes load_air(const shade_group *group, int at, const float *air)
{
    const float *from = air + group->at + at;
    size_t stride = group->stride;
    air_lanes a = {
        {lanes_load(from + AIR_SKY_R * stride), lanes_load(from + AIR_SKY_G * stride),
         lanes_load(from + AIR_SKY_B * stride)},
        {lanes_load(from + AIR_L * stride), lanes_load(from + AIR_A * stride),
         lanes_load(from + AIR_B * stride)},
        lanes_load(from + AIR_NEAR_SUN * stride),
        lanes_load(from + AIR_BLOOM * stride),
    };
    return a;
}

/* ---- what leaves a node ------------------------------------------------------ */

LANES_INLINE lanes_rgb bloomed(const rl_frame *frame, lanes_rgb light, lanes_f bloom)
{
    if (frame->has_bloom)
        light = lanes_screen_rgb(light, lanes_rgb_of(frame->glow), bloom);
    lanes_rgb encoded = {lanes_tone_encode(light.r), lanes_tone_encode(light.g),
                         lanes_tone_encode(light.b)};
    return encoded;
}

LANES_INLINE void store_plane(const shade_group *group, int at, float *planes, int plane,
                              lanes_rgb c)
{
    float *to = planes + group->at + at + (size_t)(3 * plane) * group->stride;
    lanes_store(to, c.r);
    lanes_store(to + group->stride, c.g);
    lanes_store(to + 2 * group->stride, c.b);
}

LANES_INLINE lanes_rgb difference(lanes_rgb a, lanes_rgb b)
{
    lanes_rgb c = {a.r - b.r, a.g - b.g, a.b - b.b};
    return c;
}

/* ---- sky --------------------------------------------------------------------- */

static void sky_group(const shade_row *row, const shade_group *group, const float *air,
                      const cloud_sheet *sheet, float *planes)
{
    const rl_frame *frame = row->frame;
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        air_lanes a = load_air(group, at, air);
        lanes_rgb light = a.sky;
        if (frame->scene.aurora > 0.0)
            light = aurora_lay(frame, row->height, group->first, at, light);
        if (frame->scene.clouds > 0.0) {
            lanes_rgb veil = {lanes_of(0.0f), lanes_of(0.0f), lanes_of(0.0f)};
            if (row->warp != NULL) {
                cloud_place p = {.sheet = sheet, .height = row->height};
                p.dy = lanes_of(above_sun(row));
                place_clouds(row, group, at, &p);
                p.warp = lanes_load(row->warp + group->at + at);
                veil.r = clouds_lay(frame, &p, a.haze, &light);
            }
            store_plane(group, at, planes, SHADE_VEIL, veil);
        }
        store_plane(group, at, planes, SHADE_PLAIN, bloomed(frame, light, a.bloom));
    }
}

/* ---- land -------------------------------------------------------------------- */

/* How far a lit face goes toward the light, and what a shaded one keeps. */
#define LIT_SHARE 0.58f
#define LIT_GLOW 0.35
#define DARK_ROOT 0.79370053f /* cube root of 1/2: light times 1/2 in OKLab */
#define FOG_AIR 0.40f         /* how much paler than mist a bank of fog is */
#define SNOW_HAZE 0.65        /* snow is seen through less haze than rock */
#define FADE_DEPTH 0.05       /* U below its edge in which a row of trees pales */

/* The lesser of two, without a kink. */
LANES_INLINE lanes_f smooth_min(lanes_f a, lanes_f b)
{
    return lanes_of(0.5f) * (a + b - lanes_sqrt((a - b) * (a - b) + lanes_of(4e-4f)));
}

/* A ridge's colour behind `haze` of air.  Haze dims light that is not its own:
 * the more of it, the less may the land outshine the sky behind it. */
LANES_INLINE lanes_lab veiled(oklab colour, lanes_lab air, double haze)
{
    lanes_lab own = lanes_lab_of(colour);
    lanes_f least = smooth_min(own.l, air.l);
    float dimmed = 1.5f * (float)haze;
    own.l = lanes_mix(own.l, least, lanes_of(dimmed < 1.0f ? dimmed : 1.0f));
    return lanes_mix_lab(own, air, lanes_of((float)haze));
}

/* What stands before the land: sunlit haze, then mist, then bloom. */
typedef struct land_front {
    lanes_f sunlit, mist, bloom;
    int has_sunlit, has_mist;
    lanes_lab mist_colour;
} land_front;

/* A bank of mist with a soft upper limit that wanders.  The smooth maximum has no
 * kink that the coarse grid would show. */
LANES_INLINE lanes_f mist_at(const shade_row *row, const frame_surface *s, size_t at)
{
    lanes_f over = lanes_of((float)((row->height - s->mist_level) / s->mist_scale));
    if (row->mist != NULL)
        over = over + lanes_of((float)row->frame->scene.mist_noise) * lanes_load(row->mist + at);
    lanes_f depth = lanes_of(0.5f) * (over + lanes_sqrt(over * over + lanes_of(0.09f)));
    return lanes_of((float)s->mist) * lanes_exp(-depth);
}

/* Banks of fog: low, long, soft above, thicker here and thinner there. */
LANES_INLINE lanes_f fog_at(const shade_row *row, const shade_land *land, size_t at)
{
    const frame_surface *s = land->surface;
    float height = (float)((row->height - s->mist_level) / row->frame->unit_share);
    lanes_f top = lanes_of(FOG_TOP) + lanes_of(FOG_WANDER) * lanes_load(land->swell + at);
    lanes_f inside = (top - lanes_of(height)) * lanes_of(1.0f / FOG_SOFT);
    lanes_f dense = lanes_of(0.75f) + lanes_of(0.9f) * lanes_load(land->dense + at);
    return lanes_of((float)s->fog * FOG_DENSEST) * lanes_smooth(inside) * lanes_smooth(dense);
}

/* The mist's colour: that of a ridge several layers farther away, with a little
 * of the palette's own mist. */
LANES_INLINE lanes_lab mist_colour(const rl_frame *frame, const frame_surface *s, lanes_lab air)
{
    lanes_lab far = veiled(s->farther, air, s->farther_haze);
    lanes_lab bank = lanes_mix_lab(lanes_lab_of(frame->mist_colour), air, lanes_of(0.35f));
    return lanes_mix_lab(far, bank, lanes_of((float)s->mist_air));
}

/* What is there and what is not follows from the row alone, so that no width of lanes
 * takes another way through the arithmetic. */
LANES_INLINE land_front front_at(const shade_row *row, const shade_group *group,
                                 const shade_land *land, int at, const air_lanes *air)
{
    const frame_surface *s = land->surface;
    lanes_f near = lanes_of((float)s->land_glow) * air->near_sun;
    land_front front = {.bloom = air->bloom, .has_sunlit = s->land_glow > 0.0};
    front.sunlit = lanes_of(0.7f) * lanes_min(near, lanes_of(1.0f));
    front.mist = lanes_of(0.0f);
    if (!land->has_mist && !land->has_fog)
        return front;
    front.has_mist = 1;
    front.mist_colour = mist_colour(row->frame, s, air->haze);
    if (land->has_mist)
        front.mist = mist_at(row, s, group->at + (size_t)at);
    if (land->has_fog) { /* a bank before the mist, paler than it */
        lanes_f fog = fog_at(row, land, group->at + (size_t)at);
        lanes_lab bank = lanes_mix_lab(front.mist_colour, air->haze, lanes_of(FOG_AIR));
        lanes_f both = fog + (lanes_of(1.0f) - fog) * front.mist;
        lanes_f share = fog / lanes_max(both, lanes_of(1e-20f));
        front.mist_colour = lanes_mix_lab(front.mist_colour, bank, share);
        front.mist = both;
    }
    return front;
}

LANES_INLINE lanes_rgb finish(const rl_frame *frame, const land_front *front, lanes_lab own)
{
    lanes_rgb light = lanes_to_rgb(own);
    if (front->has_sunlit)
        light = lanes_mix_rgb(light, lanes_rgb_of(frame->glow), front->sunlit);
    if (front->has_mist) {
        own = front->has_sunlit ? lanes_to_lab(light) : own;
        light = lanes_to_rgb(lanes_mix_lab(own, front->mist_colour, front->mist));
    }
    return bloomed(frame, light, front->bloom);
}

/* Faces in the light and in the shadow.  Sand and bare rock have a colour of their own
 * in the sun: air would turn red rock olive. */
LANES_INLINE void store_faces(const rl_frame *frame, const shade_group *group, int at,
                              const frame_surface *s, const air_lanes *air, const land_front *front,
                              lanes_lab own, float *planes)
{
    lanes_rgb plain = finish(frame, front, own);
    store_plane(group, at, planes, SHADE_PLAIN, plain);
    if (s->relief.shade == NULL)
        return;
    lanes_lab light = s->is_sunlit ? veiled(s->lit, air->haze, s->haze) : air->haze;
    light = lanes_mix_lab(light, lanes_lab_of(frame->glow_lab),
                          lanes_of((float)(LIT_GLOW * frame->glow_strength)));
    if (!s->is_sunlit) /* a face may not outshine the sky behind it */
        light.l = smooth_min(light.l, air->haze.l);
    lanes_lab lit = lanes_mix_lab(own, light, lanes_of(LIT_SHARE));
    lanes_f root = lanes_of(DARK_ROOT);
    lanes_lab dark = {own.l * root, own.a * root, own.b * root};
    store_plane(group, at, planes, SHADE_LIT, difference(finish(frame, front, lit), plain));
    store_plane(group, at, planes, SHADE_DARK, difference(plain, finish(frame, front, dark)));
}

/* Sunlit and shaded snow, seen through the air before it. */
LANES_INLINE void store_snow(const rl_frame *frame, const shade_group *group, int at,
                             const frame_surface *s, const air_lanes *air, const land_front *front,
                             float *planes)
{
    lanes_f haze = lanes_of((float)(SNOW_HAZE * s->haze));
    lanes_lab own = lanes_lab_of(s->own);
    lanes_lab blue = {own.l * lanes_of(0.6f) + air->haze.l * lanes_of(0.35f),
                      air->haze.a * lanes_of(0.8f), air->haze.b * lanes_of(0.8f) - lanes_of(0.02f)};
    lanes_lab snow = lanes_lab_of(frame->snow);
    lanes_lab lit = lanes_mix_lab(snow, lanes_lab_of(frame->glow_lab), lanes_of(0.25f));
    lanes_lab dark = lanes_mix_lab(snow, blue, lanes_of(0.70f));
    lanes_rgb shaded = finish(frame, front, lanes_mix_lab(dark, air->haze, haze));
    lanes_rgb sunny = finish(frame, front, lanes_mix_lab(lit, air->haze, haze));
    store_plane(group, at, planes, SHADE_SNOW, shaded);
    store_plane(group, at, planes, SHADE_SNOW_LIT, difference(sunny, shaded));
}

static void land_group(const shade_row *row, const shade_group *group, const float *air_planes,
                       const shade_land *land, float *planes)
{
    const rl_frame *frame = row->frame;
    const frame_surface *s = land->surface;
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        air_lanes air = load_air(group, at, air_planes);
        lanes_lab own = veiled(s->own, air.haze, s->haze);
        if (s->fade > 0.0) {
            lanes_f down =
                lanes_load(land->below + at) * lanes_of((float)(1.0 / (FADE_DEPTH * frame->unit)));
            down = lanes_clamp(down, 0.0f, 1.0f);
            own = lanes_mix_lab(own, veiled(s->behind, air.haze, s->behind_haze),
                                lanes_of((float)s->rear) + lanes_of((float)s->fade) * down);
        }
        land_front front = front_at(row, group, land, at, &air);
        store_faces(frame, group, at, s, &air, &front, own, planes);
        if (s->relief.snow != NULL)
            store_snow(frame, group, at, s, &air, &front, planes);
    }
}

const shade_kernels KERNEL(shade) = {air_group, sky_group, land_group};
