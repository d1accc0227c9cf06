/* light.c - where the sun stands, how high mist lies, what colour things are. */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"

/* Mist thins above the level that this share of the next nearer ridge stays
 * below: it lies in that ridge's valleys. */
#define MIST_QUANTILE 0.35

/* ---- the sky's gradient -------------------------------------------------- */

/* Stops of a sky are denser toward the horizon, where the eye is.  Four stops
 * lie at 1, .55, .18 and 0; other numbers follow the same curve. */
static double stop_place(int index, int count)
{
    static const double place[] = {1.0, 0.55, 0.18, 0.0};
    if (count == 1)
        return 0.0;
    double at = 3.0 * index / (count - 1);
    int piece = at >= 3.0 ? 2 : (int)at;
    return exact_mix(place[piece], place[piece + 1], at - piece);
}

/* The slope at a stop by Fritsch and Carlson's harmonic mean (SIAM J. Numer.
 * Anal. 17, 1980): the curve never overshoots, so a gradient has no bands. */
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
    oklab d = {(b.l - a.l) / over, (b.a - a.a) / over, (b.b - a.b) / over};
    return d;
}

static void gradient_slopes(frame_gradient *sky)
{
    for (int i = 0; i < sky->count; i++) {
        if (sky->count == 1) {
            memset(&sky->slope[i], 0, sizeof sky->slope[i]);
            continue;
        }
        int left = i > 0 ? i - 1 : 0;
        int right = i + 1 < sky->count ? i + 1 : i;
        int a = left == i ? i : left; /* at an end both differences are the same */
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

static void make_gradient(frame_gradient *sky, const rl_palette *palette)
{
    sky->count = palette->sky_count;
    for (int i = 0; i < sky->count; i++) { /* the palette begins at the zenith */
        int stop = sky->count - 1 - i;
        sky->t[i] = stop_place(stop, sky->count);
        sky->colour[i] = colour_to_oklab(palette->sky[stop]);
    }
    gradient_slopes(sky);
}

/* ---- colours of the land ------------------------------------------------- */

/* The land's own colour at a depth: straight lines through the palette's. */
static oklab land_colour(const rl_palette *palette, double depth)
{
    int count = palette->ridge_count;
    if (count == 1)
        return colour_to_oklab(palette->ridge[0]);
    double at = exact_clamp(depth, 0.0, 1.0) * (count - 1);
    int piece = (int)at < count - 1 ? (int)at : count - 2;
    return colour_mix_oklab(colour_to_oklab(palette->ridge[piece]),
                            colour_to_oklab(palette->ridge[piece + 1]), at - piece);
}

static double haze_at(const rl_scene *scene, double depth)
{
    return scene->haze * exact_pow(1.0 - exact_clamp(depth, 0.0, 1.0), scene->haze_power);
}

/* Rows of a forest: the hindmost is the haziest, and each pales below its edge
 * so that the next one stands out. */
#define REAR_FADE 0.26
#define REAR_FADE_BARE 0.13 /* of swells: sand and soil stay dark in front */
#define ROW_FADE 0.13
#define FADE_SHIFT 0.30

static void colour_row(rl_frame *frame, frame_surface *surface, int row, int rows)
{
    const rl_scene *scene = &frame->scene;
    double z = surface->depth;
    if (rows == 1 && !frame_is_wooded(frame, surface->ridge))
        return;
    double rear = rows > 1 ? 1.0 - (double)row / (rows - 1) : 0.0;
    double fade = frame_is_wooded(frame, surface->ridge) ? REAR_FADE : REAR_FADE_BARE;
    surface->rear = fade * rear * (1.0 - 0.4 * z);
    surface->fade = ROW_FADE;
    surface->behind = land_colour(&scene->palette, z - FADE_SHIFT);
    surface->behind_haze = haze_at(scene, z - FADE_SHIFT);
}

static void colour_surface(rl_frame *frame, frame_surface *ridge)
{
    const rl_scene *scene = &frame->scene;
    const rl_ridge *from = &scene->ridge[ridge->ridge];
    double z = from->depth;
    double back = 1.0 - z;
    ridge->depth = z;
    ridge->haze = haze_at(scene, z);
    ridge->own =
        from->colour != RL_AUTO ? colour_to_oklab(from->colour) : land_colour(&scene->palette, z);
    ridge->own_light = colour_oklab_to_linear(ridge->own);
    ridge_ground ground = ridge_family_of(from)->ground;
    ridge->is_sunlit = ground == RIDGE_GROUND_SAND || ground == RIDGE_GROUND_CLIFF;
    ridge->lit = colour_to_oklab(scene->palette.lit);
    ridge->land_glow =
        scene->sun_land_glow * (0.02 + 0.70 * exact_pow(back, 1.6)) * (1.0 - 0.6 * ridge->haze);
    ridge->farther = land_colour(&scene->palette, z - scene->mist_shift);
    ridge->farther_haze = exact_min(haze_at(scene, z - scene->mist_shift) + 0.05, 1.0);
    ridge->mist = scene->mist * exact_mix(1.0, 0.6, z);
    ridge->mist_scale = scene->mist_height * exact_mix(1.2, 0.85, z) * frame->unit_share;
    ridge->mist_air = 0.06 + 0.50 * exact_pow(back, 1.5);
    if (ridge->ridge + 1 == scene->ridge_count && ridge->ridge + 1 != scene->lake_ridge)
        ridge->mist = 0.0; /* nothing stands before the nearest ridge */
    colour_row(frame, ridge, (int)(ridge - frame->surface) - frame->ridge_surface[ridge->ridge],
               frame_rows(frame, ridge->ridge));
    ridge->is_flat = ridge->relief.shade == NULL && ridge->fade == 0.0 && ridge->haze == 0.0 &&
                     ridge->land_glow == 0.0 && ridge->mist == 0.0 && scene->fog == 0.0 &&
                     !frame->has_bloom;
}

/* ---- what the skyline decides -------------------------------------------- */

/* Lattice samples that lie within `reach` U of x, at least one. */
static void lattice_range(double x, double reach, int *from, int *to)
{
    double middle = PROFILE_LATTICE / 2;
    double low = (x - reach) / PROFILE_LATTICE_STEP + middle + 0.5;
    double high = (x + reach) / PROFILE_LATTICE_STEP + middle + 0.5;
    *from = (int)exact_floor(exact_clamp(low, 0.0, PROFILE_LATTICE - 1.0));
    *to = (int)exact_floor(exact_clamp(high, 0.0, PROFILE_LATTICE - 1.0));
}

/* Sets the sun on the skyline, and finds how much of the disc is seen. */
static void place_sun(rl_frame *frame, const double skyline[PROFILE_LATTICE], double ground)
{
    const rl_scene *scene = &frame->scene;
    double radius = scene->sun_radius * frame->unit_share; /* fraction of H */
    double y = scene->sun_y != RL_AUTO ? scene->sun_y : ground + scene->sun_lift * radius;
    frame->sun_x = 0.5 * frame->width + scene->sun_x * frame->unit;
    frame->sun_y = (1.0 - y) * frame->height;
    frame->sun_radius = scene->sun_radius * frame->unit;
    int from, to;
    lattice_range(scene->sun_x, scene->sun_radius, &from, &to);
    double seen = 0.0;
    for (int i = from; i <= to && radius > 0.0; i++)
        seen += exact_clamp((y + radius - skyline[i]) / (2.0 * radius), 0.0, 1.0);
    frame->sun_seen = radius > 0.0 ? seen / (to - from + 1) : 0.0;
}

static double mean_near_sun(const rl_frame *frame, const double heights[PROFILE_LATTICE])
{
    int from, to;
    lattice_range(frame->scene.sun_x, frame->scene.sun_radius, &from, &to);
    double sum = 0.0;
    for (int i = from; i <= to; i++)
        sum += heights[i];
    return sum / (to - from + 1);
}

/* Walks over the ridges once: skyline, ground at the sun, mist levels. */
static void read_skyline(rl_frame *frame)
{
    double heights[PROFILE_LATTICE];
    double skyline[PROFILE_LATTICE];
    double lake = frame->lake > 0 ? frame->scene.lake_level : 0.0;
    double ground = lake;
    for (int j = 0; j < PROFILE_LATTICE; j++)
        skyline[j] = lake;
    for (int k = 0; k < frame->lake; k++) /* the last ridge may have no other before it */
        frame->surface[k].mist_level = lake;
    for (int i = 0; i < frame->scene.ridge_count; i++) {
        profile_skyline(frame->profile, i, frame->unit_share, heights);
        ground = exact_max(ground, mean_near_sun(frame, heights));
        for (int j = 0; j < PROFILE_LATTICE; j++)
            skyline[j] = exact_max(skyline[j], heights[j]);
        double level = profile_quantile(heights, PROFILE_LATTICE, MIST_QUANTILE);
        if (i <= frame->scene.lake_ridge) /* it lies on the lake, too */
            level = exact_max(level, lake);
        for (int k = 0; i > 0 && k < frame->surface_count; k++)
            if (frame->surface[k].ridge == i - 1)
                frame->surface[k].mist_level = level;
    }
    place_sun(frame, skyline, ground);
}

void frame_light(rl_frame *frame)
{
    const rl_scene *scene = &frame->scene;
    const rl_palette *palette = &scene->palette;
    frame->has_glow = scene->sun_halo > 0.0 || scene->sun_wide > 0.0 || scene->sun_band > 0.0;
    frame->glow_strength = exact_min((scene->sun_halo + scene->sun_wide) / 0.5, 1.0);
    frame->has_bloom = scene->sun_bloom > 0.0 && scene->sun_radius > 0.0;
    frame->sun_light = colour_to_linear(palette->sun);
    frame->sun_low = colour_to_linear(palette->sun_low);
    frame->glow = colour_to_linear(palette->glow);
    frame->glow_lab = colour_to_oklab(palette->glow);
    frame->snow = colour_to_oklab(palette->snow);
    frame->mist_colour = frame->sky_foot = colour_to_oklab(palette->mist);
    frame->mist_key = hash_key(scene->seed, STREAM_MIST);
    make_gradient(&frame->sky, palette);
    frame->sky_is_flat = palette->sky_count == 1 && scene->horizon == 0.0 && !frame->has_glow &&
                         !frame->has_bloom && scene->clouds == 0.0 && scene->aurora == 0.0;
    for (int i = 0; i < frame->surface_count; i++)
        colour_surface(frame, &frame->surface[i]);
    read_skyline(frame);
}
