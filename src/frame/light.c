/* light.c - prepares the light of a frame: the position of the sun, the gradient of the sky, the
 * colours of land. */
#include "frame/light.h"

#include <string.h>

#include "base/exact.h"
#include "frame/profile.h"

/* ---- the sky's gradient -------------------------------------------------- */

/* Heights of the stops of a sky of four, from the zenith (1) to the horizon (0).  They are denser
 * toward the horizon, where the gradient is steeper; skies of fewer or more stops take theirs from
 * the polyline through these four. */
static const double stop_places[] = {1.0, 0.55, 0.18, 0.0};

/* Returns the slope at a stop by Fritsch and Carlson's harmonic mean (SIAM J. Numer. Anal. 17,
 * 1980), so that the curve never overshoots.  ha, hb: distances to the stops before and behind it;
 * da, db: slopes of the chords to them. */
static double monotone_slope(double ha, double da, double hb, double db)
{
    if (da * db <= 0.0)
        return 0.0;
    double wa = 2.0 * hb + ha;
    double wb = hb + 2.0 * ha;
    return (wa + wb) / (wa / da + wb / db);
}

static oklab difference(oklab a, oklab b, double over)
{
    return (oklab){(b.l - a.l) / over, (b.a - a.a) / over, (b.b - a.b) / over};
}

static void gradient_slopes(light_gradient *sky)
{
    for (int i = 0; i < sky->count; i++) {
        if (sky->count == 1) {
            memset(&sky->slope[i], 0, sizeof sky->slope[i]);
            continue;
        }
        int left = i > 0 ? i - 1 : 0;
        int right = i + 1 < sky->count ? i + 1 : i;
        int a = left == i ? i : left; /* an end has one chord: da = db */
        double ha = i > 0 ? sky->t[i] - sky->t[a] : sky->t[right] - sky->t[i];
        double hb = right > i ? sky->t[right] - sky->t[i] : ha;
        oklab da = i > 0 ? difference(sky->colour[a], sky->colour[i], ha)
                         : difference(sky->colour[i], sky->colour[right], ha);
        oklab db = right > i ? difference(sky->colour[i], sky->colour[right], hb) : da;
        sky->slope[i].l = monotone_slope(ha, da.l, hb, db.l);
        sky->slope[i].a = monotone_slope(ha, da.a, hb, db.a);
        sky->slope[i].b = monotone_slope(ha, da.b, hb, db.b);
    }
}

/* ---- colours of the land ------------------------------------------------- */

/* Interpolates linearly in OKLab between the two nearest colours of the palette. */
oklab light_land(const rl_palette *palette, double depth)
{
    int count = palette->ridge_count;
    if (count == 1)
        return colour_to_oklab(palette->ridge[0]);
    double place = exact_clamp(depth, 0.0, 1.0) * (count - 1);
    int piece = (int)place < count - 1 ? (int)place : count - 2;
    return colour_mix_oklab(colour_to_oklab(palette->ridge[piece]),
                            colour_to_oklab(palette->ridge[piece + 1]), place - piece);
}

#define LEAST_LIGHTNESS 0.01 /* avoids a division by 0 for black tints */

/* A tint is given as in daylight: at night it is darkened to the lightness of `colour`. */
oklab light_tint(oklab colour, rl_colour tint, double share)
{
    if (share <= 0.0)
        return colour;
    oklab rock = colour_to_oklab(tint);
    double lit = exact_min(colour.l / exact_max(rock.l, LEAST_LIGHTNESS), 1.0);
    rock = (oklab){rock.l * lit, rock.a * lit, rock.b * lit};
    return colour_mix_oklab(colour, rock, share);
}

oklab light_own(const rl_scene *scene, int ridge)
{
    const rl_ridge *land = &scene->ridge[ridge];
    const ridge_family *family = ridge_family_of(land);
    if (land->colour != RL_AUTO)
        return colour_to_oklab(land->colour);
    oklab colour = light_land(&scene->palette, land->depth);
    return light_tint(colour, family->tint[ridge % 2], family->tint_share);
}

double light_haze(const rl_scene *scene, double depth)
{
    return scene->haze * exact_pow(1.0 - exact_clamp(depth, 0.0, 1.0), scene->haze_power);
}

/* Mean OKLab lightness of the sky's stops up to which it is night, and from which it is full day;
 * tuned by eye from moonlight to noon. */
#define DAY_FROM 0.54
#define DAY_TO 0.78

double light_of_day(const frame_light *light)
{
    double sum = 0.0;
    for (int i = 0; i < light->sky.count; i++)
        sum += light->sky.colour[i].l;
    return exact_smoothstep(DAY_FROM, DAY_TO, sum / light->sky.count);
}

/* ---- the sun ------------------------------------------------------------- */

#define TOP_ROOM 0.6  /* least distance from the top of a disc without sun.y, radii */
#define SIDE_ROOM 0.4 /* least distance of a disc in the picture from its sides, radii */

/* Returns sun_x of a disc that is wholly in the picture or outside; lengths in U.  A disc that
 * moves, and one whose place is measured, may be cut. */
static double clear_of_sides(const rl_frame *frame, double sun_x, double radius)
{
    const rl_scene *scene = &frame->scene;
    double half = 0.5 * frame->width / frame->unit, away = exact_abs(sun_x);
    if (scene->extent != RL_EXTENT_PICTURE || scene->sun_from != RL_SUN_MIDDLE ||
        scene->time != RL_AUTO || scene->panorama.x != RL_AUTO)
        return sun_x;
    if (away < half)
        away = exact_min(away, exact_max(half - (1.0 + SIDE_ROOM) * radius, 0.0));
    else
        away = exact_max(away, half + radius);
    return sun_x < 0.0 ? -away : away;
}

/* Places the sun: sun_y, or sun_lift radii above the land and lake below it.  Computes the share of
 * its disc above the skyline. */
static void place_sun(const rl_frame *frame, frame_light *light)
{
    const rl_scene *scene = &frame->scene;
    double sun_x = scene->sun_x;
    double sun_radius = scene->sun_radius;
    if (scene->sun_from == RL_SUN_FRAME) {
        sun_x = sun_x * frame->width / frame->unit;
        sun_radius = sun_radius * frame->width / frame->unit;
    }
    if (scene->sun_from != RL_SUN_MIDDLE)
        sun_x -= 0.5 * frame->width / frame->unit;
    if (sun_radius > 0.0)
        sun_x = clear_of_sides(frame, sun_x, sun_radius);
    double heights[PROFILE_LATTICE];
    double skyline[PROFILE_LATTICE];
    double ground = scene->lake_ridge > 0 ? scene->lake_level : 0.0;
    /* The lattice samples under the disc, at least one: first .. last. */
    double middle = PROFILE_LATTICE / 2;
    double low = (sun_x - sun_radius) / PROFILE_LATTICE_STEP + middle + 0.5;
    double high = (sun_x + sun_radius) / PROFILE_LATTICE_STEP + middle + 0.5;
    int first = (int)exact_floor(exact_clamp(low, 0.0, PROFILE_LATTICE - 1.0));
    int last = (int)exact_floor(exact_clamp(high, 0.0, PROFILE_LATTICE - 1.0));
    for (int j = 0; j < PROFILE_LATTICE; j++)
        skyline[j] = ground;
    for (int i = 0; i < scene->ridge_count; i++) {
        double sum = 0.0;
        profile_skyline(frame->profile, i, frame->unit_share, heights);
        for (int j = first; j <= last; j++)
            sum += heights[j];
        ground = exact_max(ground, sum / (last - first + 1));
        for (int j = 0; j < PROFILE_LATTICE; j++)
            skyline[j] = exact_max(skyline[j], heights[j]);
    }
    double radius = sun_radius * frame->unit_share; /* fraction of H */
    double y = exact_min(ground + scene->sun_lift * radius, 1.0 - (1.0 + TOP_ROOM) * radius);
    if (scene->sun_y != RL_AUTO)
        y = scene->sun_y;
    light->sun_side = sun_x;
    light->sun_x = 0.5 * frame->width + sun_x * frame->unit;
    light->sun_y = (1.0 - y) * frame->height;
    light->sun_radius = sun_radius * frame->unit;
    double seen = 0.0, crest = 0.0;
    for (int j = first; j <= last; j++) {
        crest += skyline[j];
        if (radius > 0.0)
            seen += exact_clamp((y + radius - skyline[j]) / (2.0 * radius), 0.0, 1.0);
    }
    light->sun_crest = crest / (last - first + 1);
    light->sun_seen = radius > 0.0 ? seen / (last - first + 1) : 0.0;
}

/* ---- the second hue -------------------------------------------------------- */

/* Light on land leans to the hue of the glow, shade to that of the zenith, turned away from the
 * light's, so that few pictures have one hue alone.  Chroma is the distance from grey in OKLab. */
#define HUE_APART_COSINE (-0.3233) /* cosine of the least angle between both hues, 1.9 rad */
#define HUE_APART_SINE 0.9463      /* sine of the same angle */
#define SHADE_CHROMA 0.055         /* least chroma of the shade's hue */
#define SHADE_OF_LIGHT 1.0         /* most of that least, relative to the light's chroma */
#define SHADE_CHROMA_MOST 0.10     /* most chroma of the shade's hue */
#define LIGHT_CHROMA 0.11          /* most chroma of the light's hue */
/* b of the light, OKLab: from WARM_FROM to WARM_TO the shade turns away more and more.  Beside cool
 * light all stays blue. */
#define WARM_FROM (-0.02)
#define WARM_TO 0.01

/* Returns a colour whose hue is at least HUE_APART from that of `light`: its own, or the nearest.
 */
static oklab turned_away(oklab colour, oklab light)
{
    double chroma = colour_chroma(colour), bright = colour_chroma(light);
    if (chroma <= 0.0 || bright <= 0.0)
        return colour;
    double a = colour.a / chroma, b = colour.b / chroma;
    double x = light.a / bright, y = light.b / bright;
    if (a * x + b * y > HUE_APART_COSINE) {
        double sine = x * b - y * a < 0.0 ? -HUE_APART_SINE : HUE_APART_SINE;
        a = HUE_APART_COSINE * x - sine * y;
        b = sine * x + HUE_APART_COSINE * y;
    }
    chroma = exact_max(chroma, exact_min(SHADE_CHROMA, SHADE_OF_LIGHT * bright));
    return (oklab){colour.l, chroma * a, chroma * b};
}

/* Returns a colour whose chroma is at most `most`. */
static oklab muted(oklab colour, double most)
{
    double over = exact_max(colour_chroma(colour) / most, 1.0);
    return (oklab){colour.l, colour.a / over, colour.b / over};
}

static void find_hues(const rl_scene *scene, frame_light *light)
{
    oklab zenith = muted(light->sky.colour[light->sky.count - 1], SHADE_CHROMA_MOST);
    oklab sunny = muted(light->glow_lab, LIGHT_CHROMA);
    if (scene->land_light_hue != RL_AUTO)
        sunny = colour_to_oklab(scene->land_light_hue);
    double warm = exact_smoothstep(WARM_FROM, WARM_TO, sunny.b);
    oklab away = colour_mix_oklab(zenith, turned_away(zenith, sunny), warm);
    if (scene->land_shade_hue != RL_AUTO)
        away = colour_to_oklab(scene->land_shade_hue);
    light->light_hue = sunny;
    light->shade_hue = colour_mix_oklab(zenith, away, scene->land_second_hue);
    light->second_hue = scene->land_second_hue;
}

void light_prepare(preparation *work)
{
    const rl_scene *scene = &work->frame->scene;
    const rl_palette *palette = &scene->palette;
    frame_light *light = &work->frame->light;
    light->halo = scene->sun_halo;
    light->wide = scene->sun_wide;
    light->band = scene->sun_band;
    light->bloom = scene->sun_bloom;
    light->has_glow = scene->sun_halo > 0.0 || scene->sun_wide > 0.0 || scene->sun_band > 0.0;
    light->has_bloom = scene->sun_bloom > 0.0 && scene->sun_radius > 0.0;
    light->land_glow = scene->sun_land_glow;
    light->glow_strength = exact_min((scene->sun_halo + scene->sun_wide) / 0.5, 1.0);
    light->horizon = scene->horizon;
    light->sun = colour_to_linear(palette->sun);
    light->sun_low = colour_to_linear(palette->sun_low);
    light->glow = colour_to_linear(palette->glow);
    light->glow_lab = colour_to_oklab(palette->glow);
    light->mist = colour_to_oklab(palette->mist);
    light->sky.count = palette->sky_count;
    for (int i = 0; i < light->sky.count; i++) { /* the palette begins at the zenith */
        int stop = light->sky.count - 1 - i;
        double at = light->sky.count > 1 ? 3.0 * stop / (light->sky.count - 1) : 3.0;
        int piece = at >= 3.0 ? 2 : (int)at;
        light->sky.t[i] = exact_mix(stop_places[piece], stop_places[piece + 1], at - piece);
        light->sky.colour[i] = colour_to_oklab(palette->sky[stop]);
    }
    gradient_slopes(&light->sky);
    find_hues(scene, light);
    place_sun(work->frame, light);
}
