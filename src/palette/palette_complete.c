/* palette_complete.c - derives the roles that a palette leaves open.
 *
 * In: a palette with any roles filled, even none.  Out: the same with all of
 * them filled; what was given stays as it is.  The relations are those found in
 * the palettes that ship: the land's far colour is .20 to .27 below the
 * horizon in OKLab lightness, mist between both on the side of the shadows, the
 * glow is the most saturated colour, the sun nearly white with its hue.
 */
#include "palette/palette.h"

#include "base/colour.h"
#include "base/exact.h"

/* Below this lightness of the horizon it is night, and steps are smaller. */
#define NIGHT 0.55

/* A palette whose colours are all below this chroma is grey, and stays so. */
#define GREY 0.02

/* The pole of warm light: orange yellow, where sunlight is most itself. */
#define WARM_A 0.035
#define WARM_B 0.105

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

/* ---- what the palette has --------------------------------------------------- */

static rl_colour horizon_of(const rl_palette *palette)
{
    return palette->sky[palette->sky_count - 1];
}

/* The largest chroma of sky, land and light. */
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

/* A palette of lights alone: a morning of their hue. */
static void derive_all(rl_palette *palette)
{
    rl_colour hue = 0xffd0b4;
    for (int i = PALETTE_SINGLES - 1; i >= 0; i--)
        if (palette_single(palette, i) != RL_AUTO)
            hue = palette_single(palette, i);
    palette->sky[0] = colour_tint(0x46699e, 0.52, exact_min(0.09, palette_chroma(hue) * 2.0));
    palette->sky[2] = colour_tint(hue, 0.91, exact_min(0.05, palette_chroma(hue)));
    palette->sky[1] = palette_mix(palette->sky[0], palette->sky[2], 0.55);
    palette->sky_count = 3;
}

/* From the land: a lighter horizon, and the shadow's hue at the zenith. */
void palette_complete_sky(rl_palette *palette)
{
    rl_colour far = palette->ridge[0];
    double l = palette_lightness(far);
    double c = palette_chroma(far);
    double horizon = exact_clamp(l + (l < 0.35 ? 0.14 : 0.24), 0.20, 0.95);
    double zenith = exact_max(horizon - (horizon < NIGHT ? 0.25 : 0.33), 0.10);
    palette->sky[0] = colour_tint(far, zenith, c * 1.1);
    palette->sky[2] = colour_tint(far, horizon, c * 0.6);
    palette->sky[1] = colour_tint(far, exact_mix(zenith, horizon, 0.5), c * 0.95);
    palette->sky_count = 3;
}

/* From the sky: the zenith's hue, darker toward the viewer. */
static void derive_ridges(rl_palette *palette)
{
    rl_colour horizon = horizon_of(palette);
    double l = palette_lightness(horizon);
    double c = exact_clamp(palette_chroma(palette->sky[0]), 0.0, 0.10);
    rl_colour hue = colour_tint(palette->sky[0], 0.5, c);
    double far = exact_max(l - (l < NIGHT ? 0.11 : 0.24), 0.10);
    double near = exact_clamp(far * 0.34, 0.06, 0.22);
    palette->ridge[0] = colour_tint(palette_mix(hue, horizon, 0.2), far, c);
    palette->ridge[1] = colour_tint(hue, exact_mix(far, near, 0.45), c);
    palette->ridge[2] = colour_tint(hue, near, c * 0.5);
    palette->ridge_count = 3;
}

/* ---- light and air ---------------------------------------------------------- */

/* The light round the sun.  A warm horizon gives it its own hue; a cool or pale
 * one by day a pale warm light, as at noon; at night it stays cool. */
static rl_colour derive_glow(const rl_palette *palette)
{
    rl_colour horizon = horizon_of(palette);
    oklab lab = colour_to_oklab(horizon);
    double c = colour_chroma(lab);
    rl_colour from = palette->sun_low != RL_AUTO ? palette->sun_low : palette->sun;
    if (from != RL_AUTO && palette_chroma(from) > 0.03)
        return colour_tint(from, exact_clamp(palette_lightness(from), 0.70, 0.87),
                           exact_clamp(palette_chroma(from) * 1.5, 0.10, 0.18));
    if (most_chroma(palette) < GREY)
        return colour_tint(horizon, exact_max(lab.l, 0.88), c);
    if (lab.l < NIGHT)
        return colour_tint(horizon, exact_clamp(lab.l + 0.28, 0.45, 0.75),
                           exact_clamp(c * 1.3, 0.02, 0.13));
    double warmth = (lab.a * WARM_A + lab.b * WARM_B) / (c * 0.1107 + 1e-9);
    if (c > 0.03 && warmth > 0.35)
        return colour_tint(horizon, exact_clamp(lab.l - 0.06, 0.70, 0.87),
                           exact_clamp(c * 1.9, 0.10, 0.17));
    /* A pale warm light; before violet it is peach, since yellow would be dirty there. */
    double violet = lab.b < 0.0 ? exact_clamp(lab.a / 0.03, 0.0, 1.0) : 0.0;
    return palette_mix(colour_tint(0xffecc0, 0.95, 0.05), 0xffc4bc, violet);
}

/* Mist takes the hue of the shadows: with the horizon's own it would turn every
 * layer in the middle beige. */
static rl_colour derive_mist(const rl_palette *palette)
{
    oklab horizon = colour_to_oklab(horizon_of(palette));
    oklab far = colour_to_oklab(palette->ridge[0]);
    oklab mist = colour_mix_oklab(horizon, far, 0.5);
    mist.l = exact_mix(horizon.l, far.l, horizon.l < NIGHT ? 0.15 : 0.28);
    double c = colour_chroma(mist);
    if (mist.a < 0.0 && mist.b > 0.0)
        c = exact_min(c, 0.05); /* a green mist looks poisonous */
    return colour_tint(colour_from_oklab(mist), mist.l, c);
}

/* Water and the shade of clouds show the middle of the sky. */
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
    fill(&palette->sun, colour_tint(palette->glow, 0.975, exact_min(c * 0.35, 0.04)));
    /* Toward the glow, but never so dark that the disc looks dirty. */
    rl_colour low = colour_tint(palette->glow, exact_max(l, 0.80), c);
    fill(&palette->sun_low, palette_mix(palette->sun, low, 0.4));
    fill(&palette->mist, derive_mist(palette));
    /* Rock in the sun: the air before it, warmed by the glow. */
    fill(&palette->lit, palette_mix(horizon_of(palette), palette->glow, 0.35));
    /* Snow mirrors the light of its scene: white by day, dim at night. */
    double sky = palette_lightness(horizon_of(palette));
    double tint = exact_min(palette_chroma(palette->ridge[0]) * 0.2, 0.02);
    fill(&palette->snow, colour_tint(palette->ridge[0], exact_clamp(sky + 0.14, 0.45, 0.96), tint));
    fill(&palette->water, derive_middle(palette));
    fill(&palette->cloud, derive_middle(palette));
    fill(&palette->star, colour_tint(palette->sky[0], 0.965, 0.012));
    for (int i = 0; i < 3; i++)
        fill(&palette->aurora[i], aurora[i]);
}
