/* ridge_kernel.c - computes the colours of a ridge at nodes: aerial perspective, glow and mist.
 *
 * Land takes on the light of the air in front of it, which is the sky's gradient behind the same
 * pixel, lit by the sun.  So a far ridge is never brighter than the sky, is warmer near the sun and
 * cooler away from it.  Palette colours and haze mix in OKLab; light is added in linear sRGB.
 * Compiled once for each width of lanes.h.
 */
#include "layers/land/ridge.h"
#include "layers/plants/stand.h"
#include "paint/shade_lanes.h"

#define LIT_SHARE 0.78f     /* share of the colour of light in a lit face */
#define LIT_GLOW 0.50       /* share of the glow in that colour, for glow_strength = 1 */
#define LIT_CHROMA 1.15f    /* factor of the chroma of that colour, where it is the air's */
#define DARK_SHARE 0.72f    /* factor of lightness and chroma in a shaded face */
#define DARK_SKY 0.65f      /* least lean of shaded faces to the hue of shade, for haze = 1 */
#define HUE_LIT 0.30f       /* lean of lit faces to the hue of light: frame_light.light_hue */
#define HUE_DARK 0.60f      /* lean of shaded faces to the hue of shade */
#define HUE_PLAIN 0.14f     /* lean of faces that are neither, to the hue of light */
#define HUE_SNOW 0.40f      /* lean of shaded snow, which is blue before: see snow_shade */
#define HUE_STAND 0.40f     /* lean of shaded plants to it, per stand_lean */
#define HUE_NEAR 0.38f      /* lean of dark land on the nearest ridge to the hue of shade */
#define HUE_NEAR_L 0.50f    /* lightness below which it leans, OKLab */
#define HUE_NEAR_SOFT 0.35f /* lightness over which that lean grows to HUE_NEAR */
#define FOG_AIR 0.40f       /* share of the air in the colour of a bank of fog; the rest is mist */
#define SNOW_HAZE 0.65      /* haze in front of snow, relative to rock */
#define FADE_DEPTH 0.05     /* depth below its edge over which a row of trees pales, U */
#define HAZE_DIMS 1.5f      /* dimming of land that outshines the sky, per haze */
#define LEAST_L 0.03f       /* lightness to which land may be darkened to stand off the sky */
#define KINK 4e-4f          /* squared rounding of the smooth minimum of lightness */
#define MIST_KINK 0.09f     /* squared rounding of mist's upper limit, in its scale heights */
#define FOG_MEAN 0.75f      /* density of fog where its noise is 0 */
#define FOG_SWING 0.9f      /* density of fog per 1 of its noise */
#define MIST_OWN 0.35f      /* share of air in the palette's mist */
#define SUNLIT 0.7f         /* largest share of the sun's glow on land */

/* Snow in shade is blue: part land, part sky. */
static const struct {
    float sky;       /* share of the zenith in the hue of shade */
    float own, haze; /* weights of land and haze in the lightness of shade */
    float share;     /* share of this blue in shaded snow */
} snow_shade = {.sky = 0.7f, .own = 0.6f, .haze = 0.35f, .share = 0.85f};

/* Returns the smooth minimum of a and b. */
LANES_INLINE lanes_f smooth_min(lanes_f a, lanes_f b)
{
    return lanes_of(0.5f) * (a + b - lanes_sqrt((a - b) * (a - b) + lanes_of(KINK)));
}

/* Returns a ridge's colour behind `haze` of air, 0..1.  The more haze, the less may the land be
 * brighter than the sky behind it. */
LANES_INLINE lanes_lab veiled(oklab colour, lanes_lab air, double haze)
{
    lanes_lab own = lanes_lab_of(colour);
    lanes_f least = smooth_min(own.l, air.l);
    float dimmed = HAZE_DIMS * (float)haze;
    own.l = lanes_mix(own.l, least, lanes_of(dimmed < 1.0f ? dimmed : 1.0f));
    return lanes_mix_lab(own, air, lanes_of((float)haze));
}

/* Returns a colour that leans to another hue by `share`, 0..1; its lightness stays. */
LANES_INLINE lanes_lab leaning(lanes_lab colour, oklab hue, lanes_f share)
{
    colour.a = lanes_mix(colour.a, lanes_of((float)hue.a), share);
    colour.b = lanes_mix(colour.b, lanes_of((float)hue.b), share);
    return colour;
}

/* Returns land that leans to the hue of light, or to that of shade where it is near and dark. */
LANES_INLINE lanes_lab leaning_own(const rl_frame *frame, const ridge_layer *s, lanes_lab own)
{
    float strength = (float)frame->light.second_hue;
    float near = HUE_NEAR * (float)frame->scene.ridge[s->ridge].depth;
    lanes_f dark = lanes_smooth((lanes_of(HUE_NEAR_L) - own.l) * lanes_of(1.0f / HUE_NEAR_SOFT));
    own = leaning(own, frame->light.light_hue,
                  lanes_of(strength * HUE_PLAIN) * (lanes_of(1.0f) - dark));
    return leaning(own, frame->light.shade_hue, lanes_of(strength * near) * dark);
}

/* The layers in front of the land: sunlit haze, then mist, then bloom. */
typedef struct land_front {
    lanes_f apart; /* lightness that the land gains, OKLab */
    lanes_f sunlit, mist, bloom;
    int has_sunlit, has_mist;
    lanes_lab mist_colour;
} land_front;

/* Returns the density of a bank of mist whose soft upper limit wanders.  The limit is a smooth
 * maximum, since the coarse grid would show a kink. */
LANES_INLINE lanes_f mist_at(const shade_row *row, const ridge_nodes *nodes, size_t at,
                             const float *below_ground)
{
    const mist_bank *bank = &nodes->bank;
    const mist_nodes *mist = &nodes->mist;
    lanes_f over = lanes_of((float)((row->height - bank->level) / bank->scale));
    if (bank->climb > 0.0) {
        float part = (float)(bank->climb / bank->scale);
        lanes_f below = lanes_load(below_ground) * lanes_of((float)(1.0 / row->frame->height));
        lanes_f ground = below + lanes_of((float)(row->height - bank->level));
        over = over - lanes_of(part) * lanes_max(ground, lanes_of(0.0f));
    }
    if (mist->noise != NULL)
        over = over + lanes_of((float)row->frame->scene.mist_noise) * lanes_load(mist->noise + at);
    lanes_f depth = lanes_of(0.5f) * (over + lanes_sqrt(over * over + lanes_of(MIST_KINK)));
    return lanes_of(mist->density) * lanes_exp(-depth);
}

/* Returns the density of banks of fog, which are low, long, soft above, and vary along the ridge.
 */
LANES_INLINE lanes_f fog_at(const shade_row *row, const ridge_nodes *nodes, size_t at)
{
    const mist_bank *bank = &nodes->bank;
    float height = (float)((row->height - bank->level) / row->frame->unit_share);
    lanes_f top = lanes_of(FOG_TOP) + lanes_of(FOG_WANDER) * lanes_load(nodes->mist.swell + at);
    lanes_f inside = (top - lanes_of(height)) * lanes_of(1.0f / FOG_SOFT);
    lanes_f dense = lanes_of(FOG_MEAN) + lanes_of(FOG_SWING) * lanes_load(nodes->mist.dense + at);
    return lanes_of((float)bank->fog * FOG_DENSEST) * lanes_smooth(inside) * lanes_smooth(dense);
}

/* Returns the mist's colour: that of a ridge several layers farther away, with a little of the
 * palette's own mist. */
LANES_INLINE lanes_lab mist_colour(const rl_frame *frame, const mist_bank *bank, lanes_lab air)
{
    lanes_lab far = veiled(bank->farther, air, bank->farther_haze);
    lanes_lab own = lanes_mix_lab(lanes_lab_of(frame->light.mist), air, lanes_of(MIST_OWN));
    return lanes_mix_lab(far, own, lanes_of((float)bank->air));
}

/* Returns the layers in front of LANES nodes.  Which of them exist depends on the row alone, so
 * that all widths of lanes execute the same arithmetic. */
LANES_INLINE land_front front_at(const shade_row *row, const shade_group *group,
                                 const ridge_nodes *nodes, int at, const air_lanes *air)
{
    const ridge_layer *s = nodes->ridge;
    lanes_f near = lanes_of((float)s->land_glow) * air->near_sun;
    land_front front = {.apart = lanes_load(nodes->apart + at),
                        .bloom = air->bloom,
                        .has_sunlit = s->land_glow > 0.0};
    front.sunlit = lanes_of(SUNLIT) * lanes_min(near, lanes_of(1.0f));
    front.mist = lanes_of(0.0f);
    if (!nodes->mist.has_mist && !nodes->mist.has_fog)
        return front;
    front.has_mist = 1;
    front.mist_colour = mist_colour(row->frame, &nodes->bank, air->haze);
    if (nodes->mist.has_mist)
        front.mist = mist_at(row, nodes, group->at + (size_t)at, nodes->below + at);
    if (nodes->mist.has_fog) { /* a bank in front of the mist and paler than the mist */
        lanes_f fog = fog_at(row, nodes, group->at + (size_t)at);
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
    if (front->has_sunlit)
        own = lanes_to_lab(
            lanes_mix_rgb(lanes_to_rgb(own), lanes_rgb_of(frame->light.glow), front->sunlit));
    if (front->has_mist)
        own = lanes_mix_lab(own, front->mist_colour, front->mist);
    lanes_f least = lanes_min(own.l, lanes_of(LEAST_L));
    own.l = lanes_max(own.l + front->apart, least);
    return bloomed(frame, lanes_to_rgb(own), front->bloom);
}

/* Faces in the light and in the shadow.  Sand and bare rock have a colour of their own
 * in the sun: air would turn red rock olive. */
LANES_PART void store_faces(const rl_frame *frame, const shade_group *group, int at,
                            const ridge_layer *s, const air_lanes *air, const land_front *front,
                            const lanes_lab *of, float *planes)
{
    lanes_lab own = *of;
    float strength = (float)frame->light.second_hue;
    lanes_rgb plain = finish(frame, front, leaning_own(frame, s, own));
    store_plane(group, at, planes, SHADE_PLAIN, plain);
    if (s->faces == NULL)
        return;
    lanes_lab light = s->is_sunlit    ? veiled(s->lit, air->haze, s->haze)
                      : s->is_far_lit ? veiled(s->behind, air->haze, s->behind_haze)
                                      : air->haze;
    if (!s->is_far_lit)
        light = lanes_mix_lab(light, lanes_lab_of(frame->light.glow_lab),
                              lanes_of((float)(LIT_GLOW * frame->light.glow_strength)));
    if (!s->is_sunlit && !s->is_far_lit) { /* a face may not outshine the sky behind it */
        light.l = smooth_min(light.l, air->haze.l);
        light.a *= lanes_of(LIT_CHROMA);
        light.b *= lanes_of(LIT_CHROMA);
    }
    lanes_lab lit = lanes_mix_lab(own, light, lanes_of(LIT_SHARE));
    lit = leaning(lit, frame->light.light_hue, lanes_of(strength * HUE_LIT));
    lanes_f keep = lanes_of(DARK_SHARE);
    lanes_lab dark = {own.l * keep, own.a * keep, own.b * keep};
    float shaded = strength * HUE_DARK, sky = DARK_SKY * (float)s->haze;
    dark = leaning(dark, frame->light.shade_hue, lanes_of(shaded > sky ? shaded : sky));
    store_plane(group, at, planes, SHADE_LIT, difference(finish(frame, front, lit), plain));
    store_plane(group, at, planes, SHADE_DARK, difference(plain, finish(frame, front, dark)));
}

/* Sunlit and shaded snow, seen through the air before it. */
LANES_PART void store_snow(const rl_frame *frame, const shade_group *group, int at,
                           const ridge_layer *s, const air_lanes *air, const land_front *front,
                           float *planes)
{
    lanes_f haze = lanes_of((float)(SNOW_HAZE * s->haze));
    lanes_lab own = lanes_lab_of(s->own);
    lanes_f l = own.l * lanes_of(snow_shade.own) + air->haze.l * lanes_of(snow_shade.haze);
    lanes_lab blue = leaning((lanes_lab){l, air->haze.a, air->haze.b}, frame->light.shade_hue,
                             lanes_of(snow_shade.sky));
    lanes_lab snow = lanes_lab_of(s->snow);
    lanes_lab lit = lanes_mix_lab(snow, lanes_lab_of(frame->light.glow_lab), lanes_of(0.25f));
    lanes_lab dark = lanes_mix_lab(snow, blue, lanes_of(snow_shade.share));
    float strength = (float)frame->light.second_hue;
    dark = leaning(lanes_mix_lab(dark, air->haze, haze), frame->light.shade_hue,
                   lanes_of(strength * HUE_SNOW));
    lit = leaning(lanes_mix_lab(lit, air->haze, haze), frame->light.light_hue,
                  lanes_of(strength * HUE_LIT));
    lanes_rgb shaded = finish(frame, front, dark);
    lanes_rgb sunny = finish(frame, front, lit);
    store_plane(group, at, planes, SHADE_SNOW, shaded);
    store_plane(group, at, planes, SHADE_SNOW_LIT, difference(sunny, shaded));
}

/* Share of the colours of ridge_layer.cover in the land, on the farthest and the nearest ridge. */
#define FIELDS_SHARE_FAR 0.52
#define FIELDS_SHARE_NEAR 0.44
#define FIELDS_DAY 0.86 /* lightness of the sky's foot by day */

LANES_PART void store_fields(const rl_frame *frame, const shade_group *group, int at,
                             const ridge_layer *s, const air_lanes *air, const land_front *front,
                             const lanes_lab *of, float *planes)
{
    lanes_lab own = *of;
    double z = frame->scene.ridge[s->ridge].depth;
    double share = FIELDS_SHARE_FAR + (FIELDS_SHARE_NEAR - FIELDS_SHARE_FAR) * z;
    double day = frame->light.sky.colour[0].l / FIELDS_DAY;
    day = day < 1.0 ? day : 1.0;
    lanes_rgb plain = finish(frame, front, own);
    for (int k = 0; k < 3; k++) {
        double lit = day * day;
        oklab crop = {s->cover[k].l * lit, s->cover[k].a * lit, s->cover[k].b * lit};
        lanes_lab mixed =
            lanes_mix_lab(own, veiled(crop, air->haze, s->haze), lanes_of((float)share));
        store_plane(group, at, planes, SHADE_STRAW + k,
                    difference(finish(frame, front, mixed), plain));
    }
}

/* Tones of a stand, from its base colour (stand_step); lightnesses are of OKLab. */
#define STAND_CREST 0.05          /* U below a crest up to which trees are darker */
#define STAND_CREST_DARKER 0.022f /* lightness that trees lose at the crest */
#define STAND_LIT 0.27f           /* share of farther land in tone 3 */
#define STAND_LIT_NEAR 0.25f      /* share of farther land added near the sun */
#define STAND_CLEAR 0.5           /* share of mist and fading that the nearest trees lose */
#define STAND_CHROMA 0.060f       /* chroma of a whole tint on light ground */
#define STAND_CHROMA_LIGHT 0.50f  /* lightness of ground from which tints are whole */
#define STAND_SNOW 0.56f          /* share of snow in tone 3 where snow lies on the ground */

/* The tints of a stand, seen through the air before it: dark ground has little colour. */
LANES_PART void store_tints(const rl_frame *frame, const shade_group *group, int at,
                            const ridge_layer *s, const land_front *front, const lanes_lab *of,
                            float *planes)
{
    lanes_lab base = *of;
    lanes_f chroma = lanes_of(STAND_CHROMA * (float)s->stand_chroma) *
                     lanes_smooth(base.l * lanes_of(1.0f / STAND_CHROMA_LIGHT));
    lanes_rgb plain = finish(frame, front, base);
    lanes_lab a = base, b = base;
    a.a += chroma;
    b.b += chroma;
    store_plane(group, at, planes, STAND_TINT, difference(finish(frame, front, a), plain));
    store_plane(group, at, planes, STAND_TINT + 1, difference(finish(frame, front, b), plain));
}

LANES_PART void store_stand(const rl_frame *frame, const shade_group *group, int at,
                            const ridge_layer *s, const ridge_nodes *nodes, const air_lanes *air,
                            const land_front *front, const lanes_lab *of, float *planes)
{
    lanes_lab own = *of;
    const float *below = nodes->below + at;
    land_front clear = *front; /* mist and fading hide less of trees that are near */
    clear.mist = front->mist * lanes_of((float)(1.0 - STAND_CLEAR * s->stand_near));
    if (s->is_stand_dark)
        clear.apart = lanes_min(clear.apart, lanes_of(0.0f));
    lanes_lab base = own;
    lanes_f step = lanes_of((float)s->stand_step.l);
    if (s->fade > 0.0) {
        lanes_f down = lanes_load(below) * lanes_of((float)(1.0 / (STAND_CREST * frame->unit)));
        lanes_f up = lanes_of(1.0f) - lanes_clamp(down, 0.0f, 1.0f);
        step = step - lanes_of(STAND_CREST_DARKER) * up * up;
    }
    base.l = lanes_max(base.l + step, lanes_of(0.02f));
    base.a += lanes_of((float)s->stand_step.a);
    base.b += lanes_of((float)s->stand_step.b);
    float strength = (float)frame->light.second_hue;
    float lean = strength * (float)s->stand_lean;
    lanes_lab shade = base;
    shade.l = lanes_max(base.l - lanes_of((float)s->stand_shade), lanes_of(0.01f));
    lanes_lab far = veiled(s->stand_far, air->haze, s->stand_far_haze);
    lanes_f near = air->near_sun;
    lanes_lab lit = lanes_mix_lab(base, far, lanes_of(STAND_LIT) + lanes_of(STAND_LIT_NEAR) * near);
    lit = leaning(lit, frame->light.light_hue, lanes_of(strength * HUE_LIT));
    lit.l += lanes_of((float)s->stand_lit);
    float snow = STAND_SNOW * (float)frame->scene.land_ground_snow;
    if (snow > 0.0f)
        lit = lanes_mix_lab(lit, veiled(s->snow, air->haze, s->haze), lanes_of(snow));
    shade = leaning(shade, frame->light.shade_hue, lanes_of(lean * HUE_STAND));
    lanes_rgb dark = finish(frame, &clear, shade);
    lanes_rgb ramp = difference(finish(frame, &clear, lit), dark);
    lanes_f third = lanes_of(1.0f / 3.0f);
    ramp.r *= third;
    ramp.g *= third;
    ramp.b *= third;
    lanes_lab colour = veiled(nodes->row->stand_own, air->haze, s->haze);
    planes += (size_t)nodes->stand_first * group->stride;
    store_plane(group, at, planes, STAND_SHADE, dark);
    store_plane(group, at, planes, STAND_RAMP, ramp);
    store_plane(group, at, planes, STAND_OWN, difference(finish(frame, &clear, colour), dark));
    if (s->has_tint)
        store_tints(frame, group, at, s, &clear, &base, planes);
}

ridge_kernel KERNEL(ridge_shade);

void KERNEL(ridge_shade)(const shade_row *row, const shade_group *group, const float *air_planes,
                         const ridge_nodes *nodes, float *planes)
{
    const rl_frame *frame = row->frame;
    const ridge_layer *s = nodes->ridge;
    for (int at = 0; at < group->count; at += LANES) {
        air_lanes air = load_air(group, at, air_planes);
        lanes_lab own = veiled(s->own, air.haze, s->haze), crest = own;
        if (s->fade > 0.0) {
            lanes_f down =
                lanes_load(nodes->below + at) * lanes_of((float)(1.0 / (FADE_DEPTH * frame->unit)));
            down = lanes_clamp(down, 0.0f, 1.0f);
            own =
                lanes_mix_lab(own, veiled(s->behind, air.haze, s->behind_haze),
                              lanes_of((float)nodes->row->rear) + lanes_of((float)s->fade) * down);
        }
        land_front front = front_at(row, group, nodes, at, &air);
        store_faces(frame, group, at, s, &air, &front, &own, planes);
        if (s->has_cover)
            store_fields(frame, group, at, s, &air, &front, &own, planes);
        if (s->has_snow)
            store_snow(frame, group, at, s, &air, &front, planes);
        if (nodes->stand_first > 0) {
            own = lanes_mix_lab(own, crest, lanes_of((float)(STAND_CLEAR * s->stand_near)));
            store_stand(frame, group, at, s, nodes, &air, &front, &own, planes);
        }
    }
}

KERNEL_TABLE_WIDE(ridge_kernel, ridge_kernels, ridge_shade);
