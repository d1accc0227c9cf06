/* palette_complete.c - derives the roles that a palette leaves unset.
 *
 * In: a palette with any roles filled, even none.  Out: the same with all roles filled; given roles
 * are unchanged.  Colours are related as in the built-in palettes: the far land is .20 to .27
 * darker than the horizon in OKLab lightness, mist is between both and has the hue of shadows, the
 * glow is the most saturated colour, and the sun is nearly white with the hue of the glow.
 *
 * In the tables below lightness is OKLab L, 0..1, and chroma is the distance from grey in OKLab, 0
 * to about .3.  A `share` of chroma or lightness is relative to the colour from which the new one
 * is derived; a share of a mix is 0 for its first colour and 1 for its second.
 */
#include "palette/palette.h"

#include "base/colour.h"
#include "base/exact.h"

/* Lightness of the horizon below which it is night, for which other differences hold. */
#define NIGHT 0.55

/* Largest chroma of a palette that is grey; its derived colours are grey, too. */
#define GREY 0.02

/* Hue of sunlight, an orange yellow: OKLab a and b, and the chroma of these. */
#define WARM_A 0.035
#define WARM_B 0.105
#define WARM_CHROMA 0.1107

/* Added to a chroma, to avoid a division by 0 for grey. */
#define TINY_CHROMA 1e-9

/* Sky of a palette without sky and land: a blue zenith above a horizon in the hue of its first
 * single role, the light. */
static const struct {
    rl_colour light;            /* light of a palette without any colour */
    rl_colour zenith;           /* hue of the zenith */
    double zenith_lightness;    /* lightness of the zenith */
    double zenith_chroma_most;  /* chroma of the zenith: twice that of the light, at most this */
    double horizon_lightness;   /* lightness of the horizon */
    double horizon_chroma_most; /* chroma of the horizon: that of the light, at most this */
    double middle;              /* share of the horizon in the stop between horizon and zenith */
} morning = {.light = 0xffd0b4,
             .zenith = 0x46699e,
             .zenith_lightness = 0.52,
             .zenith_chroma_most = 0.09,
             .horizon_lightness = 0.91,
             .horizon_chroma_most = 0.05,
             .middle = 0.55};

/* Sky that is derived from the farthest land. */
static const struct {
    double dark_land;            /* lightness below which the farthest land is dark */
    double rise_dark, rise;      /* horizon minus land in lightness, for dark and for other land */
    double horizon_least;        /* least lightness of the horizon */
    double horizon_most;         /* largest lightness of the horizon */
    double depth_night, depth;   /* horizon minus zenith in lightness, at night and by day */
    double zenith_least;         /* least lightness of the zenith */
    double zenith_chroma_share;  /* chroma of the zenith relative to the land */
    double middle_chroma_share;  /* chroma half way up relative to the land */
    double horizon_chroma_share; /* chroma of the horizon relative to the land */
} sky_of_land = {.dark_land = 0.35,
                 .rise_dark = 0.14,
                 .rise = 0.24,
                 .horizon_least = 0.20,
                 .horizon_most = 0.95,
                 .depth_night = 0.25,
                 .depth = 0.33,
                 .zenith_least = 0.10,
                 .zenith_chroma_share = 1.1,
                 .middle_chroma_share = 0.95,
                 .horizon_chroma_share = 0.6};

/* Land that is derived from the sky. */
static const struct {
    double chroma_most;       /* chroma of land: that of the zenith, at most this */
    double fall_night, fall;  /* horizon minus far land in lightness, at night and by day */
    double far_least;         /* least lightness of the far land */
    double near_share;        /* lightness of the near land relative to the far land */
    double near_least;        /* least lightness of the near land */
    double near_most;         /* largest lightness of the near land */
    double air;               /* share of the horizon in the hue of the far land */
    double middle;            /* share of the near land in the lightness of the middle one */
    double near_chroma_share; /* chroma of the near land relative to the other land */
} land_of_sky = {.chroma_most = 0.10,
                 .fall_night = 0.11,
                 .fall = 0.24,
                 .far_least = 0.10,
                 .near_share = 0.34,
                 .near_least = 0.06,
                 .near_most = 0.22,
                 .air = 0.2,
                 .middle = 0.45,
                 .near_chroma_share = 0.5};

/* How a glow is derived from another colour, whose hue it has. */
typedef struct derived_glow {
    double rise;            /* its lightness minus that of the other colour */
    double lightness_least; /* least lightness */
    double lightness_most;  /* largest lightness */
    double chroma_share;    /* chroma relative to the other colour */
    double chroma_least;    /* least chroma */
    double chroma_most;     /* largest chroma */
} derived_glow;

static const derived_glow glow_of_sun = {.lightness_least = 0.70,
                                         .lightness_most = 0.87,
                                         .chroma_share = 1.5,
                                         .chroma_least = 0.10,
                                         .chroma_most = 0.18};

static const derived_glow glow_at_night = {.rise = 0.28,
                                           .lightness_least = 0.45,
                                           .lightness_most = 0.75,
                                           .chroma_share = 1.3,
                                           .chroma_least = 0.02,
                                           .chroma_most = 0.13};

static const derived_glow glow_of_warm_sky = {.rise = -0.06,
                                              .lightness_least = 0.70,
                                              .lightness_most = 0.87,
                                              .chroma_share = 1.9,
                                              .chroma_least = 0.10,
                                              .chroma_most = 0.17};

static const struct {
    double hue_least;      /* chroma above which a sun or a horizon gives the glow its hue */
    double grey_lightness; /* least lightness of the glow of a grey palette */
    double warmth_least;   /* a horizon is warm if the cosine of its hue and sunlight's is above */
    double violet_a;       /* OKLab a from which a bluish horizon is wholly violet */
    rl_colour noon;        /* hue of the glow of a pale or cool sky */
    double noon_lightness; /* lightness of that glow */
    double noon_chroma;    /* chroma of that glow */
    rl_colour peach;       /* glow of a violet horizon, with which yellow would look dirty */
} glow_hue = {.hue_least = 0.03,
              .grey_lightness = 0.88,
              .warmth_least = 0.35,
              .violet_a = 0.03,
              .noon = 0xffecc0,
              .noon_lightness = 0.95,
              .noon_chroma = 0.05,
              .peach = 0xffc4bc};

/* The roles that are derived from one or two others. */
static const struct {
    double mist_night, mist;    /* share of the far land in mist's lightness, at night and by day */
    double mist_green_most;     /* largest chroma of a green mist, since that looks poisonous */
    double sun_lightness;       /* lightness of the sun */
    double sun_chroma_share;    /* chroma of the sun relative to the glow */
    double sun_chroma_most;     /* largest chroma of the sun */
    double low_lightness_least; /* least lightness of the glow that is mixed into sun_low */
    double low_glow;            /* share of the glow in sun_low; the rest is the sun */
    double lit_glow;            /* share of the glow in lit rock; the rest is the horizon */
    double snow_rise;           /* snow minus horizon in lightness */
    double snow_least;          /* least lightness of snow */
    double snow_most;           /* largest lightness of snow */
    double snow_chroma_share;   /* chroma of snow relative to the far land */
    double snow_chroma_most;    /* largest chroma of snow */
    double star_lightness;      /* lightness of stars */
    double star_chroma;         /* chroma of stars */
} role_look = {.mist_night = 0.15,
               .mist = 0.28,
               .mist_green_most = 0.05,
               .sun_lightness = 0.975,
               .sun_chroma_share = 0.35,
               .sun_chroma_most = 0.04,
               .low_lightness_least = 0.80,
               .low_glow = 0.4,
               .lit_glow = 0.35,
               .snow_rise = 0.14,
               .snow_least = 0.45,
               .snow_most = 0.96,
               .snow_chroma_share = 0.2,
               .snow_chroma_most = 0.02,
               .star_lightness = 0.965,
               .star_chroma = 0.012};

/* ---- colours from colours --------------------------------------------------- */

double palette_lightness(rl_colour colour)
{
    return colour_to_oklab(colour).l;
}

double palette_chroma(rl_colour colour)
{
    return colour_chroma(colour_to_oklab(colour));
}

rl_colour palette_mix(rl_colour a, rl_colour b, double t)
{
    return colour_from_oklab(colour_mix_oklab(colour_to_oklab(a), colour_to_oklab(b), t));
}

/* ---- properties of a palette ------------------------------------------------ */

static rl_colour horizon_of(const rl_palette *palette)
{
    return palette->sky[palette->sky_count - 1];
}

/* Returns the largest chroma of all colours that are set. */
static double most_chroma(const rl_palette *palette)
{
    double most = 0.0;
    for (int i = 0; i < palette->sky_count; i++)
        most = exact_max(most, palette_chroma(palette->sky[i]));
    for (int i = 0; i < palette->ridge_count; i++)
        most = exact_max(most, palette_chroma(palette->ridge[i]));
    for (int i = 0; i < PALETTE_SINGLES; i++)
        if (palette_single(palette, i) != RL_AUTO)
            most = exact_max(most, palette_chroma(palette_single(palette, i)));
    return most;
}

/* ---- sky and land ----------------------------------------------------------- */

/* Fills the sky of a palette without sky and land: see `morning`. */
static void derive_all(rl_palette *palette)
{
    rl_colour hue = morning.light;
    for (int i = PALETTE_SINGLES - 1; i >= 0; i--)
        if (palette_single(palette, i) != RL_AUTO)
            hue = palette_single(palette, i);
    double c = palette_chroma(hue);
    palette->sky[0] = colour_tint(morning.zenith, morning.zenith_lightness,
                                  exact_min(morning.zenith_chroma_most, c * 2.0));
    palette->sky[2] =
        colour_tint(hue, morning.horizon_lightness, exact_min(morning.horizon_chroma_most, c));
    palette->sky[1] = palette_mix(palette->sky[0], palette->sky[2], morning.middle);
    palette->sky_count = 3;
}

/* All stops have the hue of the farthest land; the horizon is lighter than that land. */
void palette_complete_sky(rl_palette *palette)
{
    rl_colour far = palette->ridge[0];
    double l = palette_lightness(far);
    double c = palette_chroma(far);
    double rise = l < sky_of_land.dark_land ? sky_of_land.rise_dark : sky_of_land.rise;
    double horizon = exact_clamp(l + rise, sky_of_land.horizon_least, sky_of_land.horizon_most);
    double depth = horizon < NIGHT ? sky_of_land.depth_night : sky_of_land.depth;
    double zenith = exact_max(horizon - depth, sky_of_land.zenith_least);
    palette->sky[0] = colour_tint(far, zenith, c * sky_of_land.zenith_chroma_share);
    palette->sky[2] = colour_tint(far, horizon, c * sky_of_land.horizon_chroma_share);
    palette->sky[1] =
        colour_tint(far, exact_mix(zenith, horizon, 0.5), c * sky_of_land.middle_chroma_share);
    palette->sky_count = 3;
}

/* Fills three colours of land in the hue of the zenith, darker toward the viewer. */
static void derive_ridges(rl_palette *palette)
{
    rl_colour horizon = horizon_of(palette);
    double l = palette_lightness(horizon);
    double c = exact_clamp(palette_chroma(palette->sky[0]), 0.0, land_of_sky.chroma_most);
    rl_colour hue = colour_tint(palette->sky[0], 0.5, c);
    double fall = l < NIGHT ? land_of_sky.fall_night : land_of_sky.fall;
    double far = exact_max(l - fall, land_of_sky.far_least);
    double near =
        exact_clamp(far * land_of_sky.near_share, land_of_sky.near_least, land_of_sky.near_most);
    palette->ridge[0] = colour_tint(palette_mix(hue, horizon, land_of_sky.air), far, c);
    palette->ridge[1] = colour_tint(hue, exact_mix(far, near, land_of_sky.middle), c);
    palette->ridge[2] = colour_tint(hue, near, c * land_of_sky.near_chroma_share);
    palette->ridge_count = 3;
}

/* ---- light and air ---------------------------------------------------------- */

static rl_colour glow_from(rl_colour hue, double l, double c, const derived_glow *look)
{
    return colour_tint(hue,
                       exact_clamp(l + look->rise, look->lightness_least, look->lightness_most),
                       exact_clamp(c * look->chroma_share, look->chroma_least, look->chroma_most));
}

/* Returns the glow.  It has the hue of the sun or of a warm horizon.  With a cool or pale horizon
 * it is pale and warm by day, as at noon, and cool at night. */
static rl_colour derive_glow(const rl_palette *palette)
{
    rl_colour horizon = horizon_of(palette);
    oklab lab = colour_to_oklab(horizon);
    double c = colour_chroma(lab);
    rl_colour from = palette->sun_low != RL_AUTO ? palette->sun_low : palette->sun;
    if (from != RL_AUTO && palette_chroma(from) > glow_hue.hue_least)
        return glow_from(from, palette_lightness(from), palette_chroma(from), &glow_of_sun);
    if (most_chroma(palette) < GREY)
        return colour_tint(horizon, exact_max(lab.l, glow_hue.grey_lightness), c);
    if (lab.l < NIGHT)
        return glow_from(horizon, lab.l, c, &glow_at_night);
    double warmth = (lab.a * WARM_A + lab.b * WARM_B) / (c * WARM_CHROMA + TINY_CHROMA);
    if (c > glow_hue.hue_least && warmth > glow_hue.warmth_least)
        return glow_from(horizon, lab.l, c, &glow_of_warm_sky);
    double violet = lab.b < 0.0 ? exact_clamp(lab.a / glow_hue.violet_a, 0.0, 1.0) : 0.0;
    rl_colour noon = colour_tint(glow_hue.noon, glow_hue.noon_lightness, glow_hue.noon_chroma);
    return palette_mix(noon, glow_hue.peach, violet);
}

/* Returns the mist.  Its hue is half that of the far land, since that of the horizon alone would
 * make all middle layers beige. */
static rl_colour derive_mist(const rl_palette *palette)
{
    oklab horizon = colour_to_oklab(horizon_of(palette));
    oklab far = colour_to_oklab(palette->ridge[0]);
    oklab mist = colour_mix_oklab(horizon, far, 0.5);
    mist.l = exact_mix(horizon.l, far.l, horizon.l < NIGHT ? role_look.mist_night : role_look.mist);
    double c = colour_chroma(mist);
    if (mist.a < 0.0 && mist.b > 0.0)
        c = exact_min(c, role_look.mist_green_most);
    return colour_tint(colour_from_oklab(mist), mist.l, c);
}

/* Returns the middle of the sky: the default of water and of the shaded side of clouds. */
static rl_colour derive_middle(const rl_palette *palette)
{
    if (palette->sky_count == 2)
        return palette_mix(palette->sky[0], palette->sky[1], 0.5);
    return palette->sky[(palette->sky_count - 1) / 2];
}

static void fill(rl_colour *role, rl_colour derived)
{
    if (*role == RL_AUTO)
        *role = derived;
}

void palette_complete(rl_palette *palette)
{
    static const rl_colour aurora[3] = {0x4dffb2, 0x2fd6c0, 0x7f6bff};
    if (palette->sky_count == 0 && palette->ridge_count == 0)
        derive_all(palette);
    if (palette->sky_count == 0)
        palette_complete_sky(palette);
    if (palette->ridge_count == 0)
        derive_ridges(palette);
    fill(&palette->glow, derive_glow(palette));
    double l = palette_lightness(palette->glow), c = palette_chroma(palette->glow);
    fill(&palette->sun,
         colour_tint(palette->glow, role_look.sun_lightness,
                     exact_min(c * role_look.sun_chroma_share, role_look.sun_chroma_most)));
    /* A disc darker than low_lightness_least would look dirty. */
    rl_colour low = colour_tint(palette->glow, exact_max(l, role_look.low_lightness_least), c);
    fill(&palette->sun_low, palette_mix(palette->sun, low, role_look.low_glow));
    fill(&palette->mist, derive_mist(palette));
    /* Sunlit rock has the colour of the air before it, the horizon's, warmed by the glow. */
    fill(&palette->lit, palette_mix(horizon_of(palette), palette->glow, role_look.lit_glow));
    /* Snow reflects the light of the sky: it is white by day and dim at night. */
    double snow = exact_clamp(palette_lightness(horizon_of(palette)) + role_look.snow_rise,
                              role_look.snow_least, role_look.snow_most);
    double tint = exact_min(palette_chroma(palette->ridge[0]) * role_look.snow_chroma_share,
                            role_look.snow_chroma_most);
    fill(&palette->snow, colour_tint(palette->ridge[0], snow, tint));
    fill(&palette->water, derive_middle(palette));
    fill(&palette->cloud, derive_middle(palette));
    fill(&palette->star,
         colour_tint(palette->sky[0], role_look.star_lightness, role_look.star_chroma));
    for (int i = 0; i < 3; i++)
        fill(&palette->aurora[i], aurora[i]);
}
