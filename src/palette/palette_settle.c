/* palette_settle.c - puts the values of guessed roles in order.
 *
 * In: sky and ridges as palette_guess found them.  Out: the same hues, with land
 * below the horizon, each layer darker than the one behind, a foreground with
 * weight, and by day a sky with depth.  A colour moves only in lightness, and no
 * farther than that needs.
 */
#include "palette/palette.h"

#include "base/colour.h"
#include "base/exact.h"

/* By day the sky brightens so much at least, and its horizon is no darker. */
#define SKY_SPAN 0.10
#define HORIZON_LEAST 0.42

/* Stops that differ less in lightness may change places. */
#define SAME_LIGHT 0.03

/* Below this chroma a colour is grey, and its shades are, too. */
#define GREY 0.012

/* The colour at no more than this lightness.  Darker colours look greyer, so that
 * it gains chroma for what it loses. */
static rl_colour darken(rl_colour colour, double most)
{
    double drop = palette_lightness(colour) - most;
    if (drop <= 0.0)
        return colour;
    double c = palette_chroma(colour) * (1.0 + 1.5 * drop);
    double l = most;
    for (; l > 0.0 && palette_lightness(colour) > most; l -= 0.002)
        colour = palette_tint(colour, l, c); /* rounded to 8 bits it may lie above */
    return colour;
}

/* The chroma for a shade of a colour that has chroma c: at least so much, unless
 * the colour is grey.  A hint of a hue that pleases in a light colour is mud in a
 * dark one. */
static double tinted(double c, double least)
{
    return c < GREY ? c : exact_max(c, least);
}

/* Whether a darker shade of the colour is olive. */
static int is_yellow(rl_colour colour)
{
    oklab lab = colour_to_oklab(colour);
    return lab.b > 0.03 && lab.b > exact_max(lab.a, -lab.a);
}

static void insert_zenith(rl_palette *palette)
{
    rl_colour top = palette->sky[0];
    double l = palette_lightness(top);
    double c = exact_min(tinted(palette_chroma(top), 0.06) * 1.5, 0.12);
    rl_colour hue = is_yellow(top) ? palette_mix(top, 0xd98a9c, 0.5) : top;
    for (int i = palette->sky_count++; i > 0; i--)
        palette->sky[i] = palette->sky[i - 1];
    palette->sky[0] = palette_tint(hue, exact_max(l - 0.20, l * 0.6), c);
}

/* How warm air of this colour is: yellow and rose, not blue. */
static double warmth(rl_colour colour)
{
    oklab lab = colour_to_oklab(colour);
    return lab.a * 0.4226 + lab.b * 0.9063;
}

/* Of equally light stops the warmer one is lower, as in a real sky. */
static void order_by_warmth(rl_palette *palette)
{
    rl_colour *sky = palette->sky;
    for (int pass = 1; pass < palette->sky_count; pass++) {
        for (int i = 0; i + 1 < palette->sky_count; i++) {
            double step = palette_lightness(sky[i + 1]) - palette_lightness(sky[i]);
            if (step > SAME_LIGHT || warmth(sky[i]) < warmth(sky[i + 1]) + 0.02)
                continue;
            rl_colour warmer = sky[i];
            sky[i] = sky[i + 1];
            sky[i + 1] = warmer;
        }
    }
    for (int i = palette->sky_count - 2; i >= 0; i--)
        sky[i] = darken(sky[i], palette_lightness(sky[i + 1]));
}

/* Before a horizon as pale as this no white disc is seen: the sun is the colour of
 * its light, or golden; grey among greys. */
static void colour_sun(rl_palette *palette)
{
    rl_colour hue = palette->glow != RL_AUTO ? palette->glow : 0xffc35a;
    int is_grey = palette_chroma(palette->sky[0]) < GREY;
    for (int i = 0; i < palette->ridge_count; i++)
        is_grey = is_grey && palette_chroma(palette->ridge[i]) < GREY;
    if (palette->sun == RL_AUTO)
        palette->sun = palette_tint(hue, 0.86, is_grey ? 0.0 : 0.12);
}

static void settle_sky(rl_palette *palette)
{
    int last = palette->sky_count - 1;
    if (palette_lightness(palette->sky[last]) > PALETTE_HORIZON_MOST)
        colour_sun(palette);
    for (int i = 0; i <= last; i++)
        palette->sky[i] = darken(palette->sky[i], PALETTE_HORIZON_MOST);
    order_by_warmth(palette);
    rl_colour horizon = palette->sky[last];
    double l = palette_lightness(horizon);
    double zenith = palette_lightness(palette->sky[0]);
    if (l < HORIZON_LEAST)
        palette->sky[palette->sky_count++] =
            palette_tint(horizon, exact_max(HORIZON_LEAST + 0.03, zenith + SKY_SPAN),
                         palette_chroma(horizon) * 1.2);
    else if (l - zenith < SKY_SPAN)
        insert_zenith(palette);
}

/* Air makes land paler, never lighter than the sky behind it; and every layer is
 * darker than the one behind. */
static void settle_land(rl_palette *palette)
{
    double horizon = palette_lightness(palette->sky[palette->sky_count - 1]);
    double limit = exact_max(horizon - PALETTE_FAR_GAP, horizon * 0.7);
    for (int i = 0; i < palette->ridge_count; i++) {
        palette->ridge[i] = darken(palette->ridge[i], limit);
        limit = exact_min(limit, palette_lightness(palette->ridge[i]));
        limit -= exact_min(PALETTE_RIDGE_GAP, limit * 0.2);
    }
}

/* Gives the foreground weight: darker stops of its hue, if it has not.  The cool
 * light of the zenith falls on them, or a rosy land would end in brown. */
static void settle_front(rl_palette *palette)
{
    rl_colour *near = &palette->ridge[palette->ridge_count - 1];
    double l = palette_lightness(*near);
    double c = palette_chroma(*near);
    int is_cooled = warmth(palette->sky[0]) < warmth(*near);
    rl_colour hue = is_cooled ? palette_mix(*near, palette->sky[0], 0.4) : *near;
    while (l > PALETTE_NEAR_BENT) {
        l = exact_max(l - 0.27, 0.23);
        c = exact_min(tinted(c * 0.8, 0.05), 0.11);
        palette->ridge[palette->ridge_count++] = palette_tint(hue, l, c);
        near++;
    }
    *near = darken(*near, PALETTE_NEAR_MOST);
}

/* Between complementary colours the land would pass through grey.  It goes by way
 * of a hue across, the bluer one of the two, since that is the air's. */
static void bridge_land(rl_palette *palette)
{
    for (int i = 0; i + 1 < palette->ridge_count && palette->ridge_count < RL_MAX_RIDGES; i++) {
        oklab far = colour_to_oklab(palette->ridge[i]);
        oklab near = colour_to_oklab(palette->ridge[i + 1]);
        oklab middle = colour_mix_oklab(far, near, 0.5);
        double weaker = exact_min(colour_chroma(far), colour_chroma(near));
        if (weaker < 0.06 || colour_chroma(middle) > 0.5 * weaker)
            continue;
        double sign = near.a > far.a ? 1.0 : -1.0;
        oklab across = {0.5, sign * (near.b - far.b), -sign * (near.a - far.a)};
        double shorter = 0.1 / colour_chroma(across);
        across.a *= shorter;
        across.b *= shorter;
        for (int j = palette->ridge_count++; j > i + 1; j--)
            palette->ridge[j] = palette->ridge[j - 1];
        palette->ridge[++i] = palette_tint(colour_from_oklab(across), middle.l, 0.7 * weaker);
    }
}

void palette_settle(rl_palette *palette, int with_sky, int with_land)
{
    if (with_sky)
        settle_sky(palette);
    if (!with_land || palette->ridge_count == 0)
        return;
    settle_land(palette);
    settle_front(palette);
    bridge_land(palette);
}
