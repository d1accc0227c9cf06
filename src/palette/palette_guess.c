/* palette_guess.c - roles for colours that carry no names.
 *
 * In: the entries without a role.  Out: sky and ridges, and the sun and the glow
 * where a colour fits.  Sorted by OKLab lightness (equal ones as in the file) the
 * darkest two thirds are the land with the darkest nearest, the rest is the sky
 * with the lightest at the horizon; few colours are split with more care.  Then
 * the values are settled: a colour keeps its hue, but land lies below the horizon,
 * and what a palette lacks (depth above, weight in front) is added.
 */
#include "palette/palette.h"

#include "base/colour.h"
#include "base/exact.h"

#include <string.h>

/* So many colours are enough for either: of a longer palette those are taken
 * that lead most smoothly from dark to light. */
#define RIDGES 5
#define SKIES 3
#define CANDIDATES 64

/* Colours of a small palette that are nearer than this are one to the eye. */
#define SAME_COLOUR 0.025

#define GLOW_MOST 0.84

/* ---- sorting ---------------------------------------------------------------- */

static int contains(const palette_entry *tones, int count, rl_colour colour)
{
    for (int i = 0; i < count; i++)
        if (tones[i].colour == colour)
            return 1;
    return 0;
}

/* Where a colour goes among sorted ones: behind all that are not lighter.  Few
 * lightnesses are worked out so, though none is kept. */
static int find_place(const palette_entry *tones, int count, rl_colour colour)
{
    double l = palette_lightness(colour);
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (palette_lightness(tones[middle].colour) > l)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Leaves the distinct free colours in the list, dark to light. */
static void sort_free(palette_list *list)
{
    palette_entry *tones = list->entry;
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        palette_entry next = list->entry[i];
        if (next.used || contains(tones, count, next.colour))
            continue;
        int at = find_place(tones, count, next.colour);
        for (int j = count++; j > at; j--)
            tones[j] = tones[j - 1];
        tones[at] = next;
    }
    list->count = count;
}

static double square(double x)
{
    return x * x;
}

static int looks_like(rl_colour a, rl_colour b)
{
    oklab p = colour_to_oklab(a);
    oklab q = colour_to_oklab(b);
    double apart = square(p.l - q.l) + square(p.a - q.a) + square(p.b - q.b);
    return apart < SAME_COLOUR * SAME_COLOUR;
}

/* Of colours that look alike the first stays: layers of them would not separate. */
static void merge_alike(palette_list *list)
{
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        int twin = 0;
        while (twin < count && !looks_like(list->entry[twin].colour, list->entry[i].colour))
            twin++;
        if (twin == count)
            list->entry[count++] = list->entry[i];
    }
    list->count = count;
}

/* ---- choosing --------------------------------------------------------------- */

/* How rough a step is: the jump of hue and chroma, and the difference of its
 * lightness to an even step. */
static double step_cost(oklab a, oklab b, double even)
{
    return 3.0 * (square(b.a - a.a) + square(b.b - a.b)) + square(b.l - a.l - even);
}

/* What a colour costs as such: skies are not green. */
static double green_cost(oklab lab)
{
    return lab.a < 0.0 && lab.b > 0.0 ? -2.0 * lab.a * lab.b : 0.0;
}

/* The smoothest chain of `want` out of `count` colours that ends at the last, by
 * dynamic programming: cost[j] is that of the best chain of k colours up to j.
 * A chain of land starts at the darkest, one of a sky may start above it. */
static void smooth_chain(const oklab *lab, int count, int want, int is_sky, int *chosen)
{
    double cost[CANDIDATES];
    unsigned char from[RIDGES][CANDIDATES];
    double even = (lab[count - 1].l - lab[0].l) / (want - 1);
    for (int j = 0; j < count; j++) {
        double start = square(lab[j].l - lab[0].l) + green_cost(lab[j]);
        cost[j] = is_sky ? start : j == 0 ? 0.0 : 1e9;
    }
    for (int k = 1; k < want; k++) {
        /* Downward, so that cost[i] for i < j still belongs to k - 1 colours. */
        for (int j = count - 1; j >= 0; j--) {
            double best = 1e9;
            from[k][j] = 0;
            for (int i = 0; i < j; i++) {
                double c = cost[i] + step_cost(lab[i], lab[j], even);
                if (c < best) {
                    best = c;
                    from[k][j] = (unsigned char)i;
                }
            }
            cost[j] = best + (is_sky ? green_cost(lab[j]) : 0.0);
        }
    }
    chosen[want - 1] = count - 1;
    for (int k = want - 1; k > 0; k--)
        chosen[k - 1] = from[k][chosen[k]];
}

/* Chooses at most `want` of the tones, dark to light; returns how many. */
static int choose(const palette_entry *tones, int count, int want, int is_sky, rl_colour *out)
{
    int chosen[RIDGES];
    if (count <= want) {
        for (int i = 0; i < count; i++)
            out[i] = tones[i].colour;
        return count;
    }
    int candidates = count < CANDIDATES ? count : CANDIDATES;
    rl_colour colour[CANDIDATES] = {0};
    oklab lab[CANDIDATES] = {{0.0, 0.0, 0.0}};
    for (int i = 0; i < candidates; i++) {
        colour[i] = tones[i * (count - 1) / (candidates - 1)].colour;
        lab[i] = colour_to_oklab(colour[i]);
    }
    smooth_chain(lab, candidates, want, is_sky, chosen);
    for (int i = 0; i < want; i++)
        out[i] = colour[chosen[i]];
    return want;
}

static void reverse(rl_colour *colours, int count)
{
    for (int i = 0; i < count / 2; i++) {
        rl_colour kept = colours[i];
        colours[i] = colours[count - 1 - i];
        colours[count - 1 - i] = kept;
    }
}

/* ---- the land --------------------------------------------------------------- */

static void guess_ridges(rl_palette *palette, const palette_entry *tones, int count)
{
    palette->ridge_count = choose(tones, count, RIDGES, 0, palette->ridge);
    reverse(palette->ridge, palette->ridge_count);
}

/* Land of one dark colour gets a distance and a foreground of its hue; a light one
 * gets its foreground when the values are settled. */
static void spread_ridge(rl_palette *palette)
{
    rl_colour only = palette->ridge[0];
    rl_colour horizon = palette->sky[palette->sky_count - 1];
    double l = palette_lightness(only);
    double c = palette_chroma(only);
    double far = palette_lightness(horizon) - 0.24;
    if (far > l + 0.1) {
        rl_colour air = palette_mix(only, horizon, 0.3);
        palette->ridge[0] = palette_tint(air, far, palette_chroma(air));
        palette->ridge[palette->ridge_count++] = only;
    }
    if (l > 0.26 && l <= PALETTE_NEAR_BENT)
        palette->ridge[palette->ridge_count++] = palette_tint(only, l * 0.6, c * 0.7);
}

/* ---- the sky ---------------------------------------------------------------- */

/* The hue of a sky above this horizon: that of the far land, too.  Yet above white
 * no green land makes a green sky. */
static rl_colour sky_hue(rl_colour horizon, rl_colour far)
{
    oklab lab = colour_to_oklab(far);
    if (palette_chroma(horizon) < 0.02 && lab.a < -0.02 && lab.b > 0.02)
        return 0x7aa5d6;
    return palette_mix(horizon, far, 0.6);
}

/* A second stop for a sky of one colour: deeper toward the zenith, or darker toward
 * the horizon at night. */
static void add_sky_stop(rl_palette *palette, int night)
{
    rl_colour only = palette->sky[0];
    double l = palette_lightness(only);
    rl_colour hue = palette->ridge_count > 0 ? sky_hue(only, palette->ridge[0]) : only;
    double c = exact_max(palette_chroma(hue), palette_chroma(only));
    rl_colour deeper = palette_tint(hue, exact_max(l - 0.26, l * 0.5), exact_min(c * 1.2, 0.13));
    palette->sky[night ? 1 : 0] = deeper;
    palette->sky[night ? 0 : 1] = only;
    palette->sky_count = 2;
}

/* Between complementary colours the gradient would pass through grey: it goes
 * by way of rose, as an evening sky does. */
static void bridge_grey(rl_palette *palette)
{
    for (int i = 0; i + 1 < palette->sky_count && palette->sky_count < RL_MAX_SKY; i++) {
        oklab above = colour_to_oklab(palette->sky[i]);
        oklab below = colour_to_oklab(palette->sky[i + 1]);
        oklab middle = colour_mix_oklab(above, below, 0.5);
        double weaker = exact_min(colour_chroma(above), colour_chroma(below));
        if (weaker < 0.06 || colour_chroma(middle) > 0.5 * weaker)
            continue;
        for (int j = palette->sky_count++; j > i + 1; j--)
            palette->sky[j] = palette->sky[j - 1];
        palette->sky[++i] = palette_tint(0xd98a9c, middle.l, 0.07);
    }
}

static void guess_sky(rl_palette *palette, const palette_entry *tones, int count, int night)
{
    palette->sky_count = choose(tones, count, SKIES, 1, palette->sky);
    if (night)
        reverse(palette->sky, palette->sky_count);
    if (palette->sky_count == 1)
        add_sky_stop(palette, night);
    bridge_grey(palette);
}

/* ---- the light -------------------------------------------------------------- */

/* The share of warm light in a colour: the cosine of the angle between its hue
 * and orange, 65 degrees. */
static double warmth(oklab lab)
{
    return (lab.a * 0.4226 + lab.b * 0.9063) / (colour_chroma(lab) + 1e-9);
}

static double strength(rl_colour colour)
{
    return palette_lightness(colour) * palette_chroma(colour);
}

/* The sun is the colour of the sky's third with the highest L * chroma, if it is
 * warm, and bright and strong enough to read as a disc; else it is derived. */
static void guess_sun(rl_palette *palette, const palette_entry *tones, int count)
{
    rl_colour best = tones[0].colour;
    oklab horizon = colour_to_oklab(palette->sky[palette->sky_count - 1]);
    for (int i = 1; i < count; i++)
        if (strength(tones[i].colour) > strength(best))
            best = tones[i].colour;
    oklab lab = colour_to_oklab(best);
    if (palette->sun == RL_AUTO && lab.l > 0.82 && lab.l > horizon.l - 0.06 && warmth(lab) > 0.6 &&
        colour_chroma(lab) > colour_chroma(horizon) + 0.05)
        palette->sun = best;
}

/* How well a colour serves as glow: saturated and bright, rather warm; 0 when it
 * does not. */
static double glow_score(rl_colour colour)
{
    oklab lab = colour_to_oklab(colour);
    double c = colour_chroma(lab);
    int fits = lab.l > 0.64 && lab.l < 0.93 && c > 0.07 && warmth(lab) > 0.4;
    return fits ? c * (1.0 + 0.5 * warmth(lab)) : 0.0;
}

/* A pale glow would bleach the sky until the disc is lost in it. */
static rl_colour soften_glow(rl_colour glow)
{
    if (palette_lightness(glow) <= GLOW_MOST)
        return glow;
    return palette_tint(glow, GLOW_MOST - 0.05, exact_min(palette_chroma(glow) * 1.5, 0.14));
}

static void guess_glow(rl_palette *palette, const palette_entry *tones, int count)
{
    double best = 0.0;
    rl_colour glow = RL_AUTO;
    for (int i = 0; i < count; i++) {
        double score = glow_score(tones[i].colour);
        if (score > best) {
            best = score;
            glow = tones[i].colour;
        }
    }
    if (palette->glow == RL_AUTO && glow != RL_AUTO)
        palette->glow = soften_glow(glow);
}

/* ---- all of it -------------------------------------------------------------- */

/* How many of the tones are land.  A single colour is sky when it is light. */
static int land_count(const rl_palette *palette, const palette_entry *tones, int count)
{
    if (palette->ridge_count > 0)
        return 0;
    if (palette->sky_count > 0)
        return count;
    if (count == 1)
        return palette_lightness(tones[0].colour) < 0.70;
    return count * 2 / 3;
}

/* Leaves land, then sky in the list; returns the number of the land's tones. */
static int split_few(rl_palette *palette, palette_list *list)
{
    palette_entry tones[PALETTE_FEW];
    palette_part part[PALETTE_FEW];
    int count = list->count;
    memcpy(tones, list->entry, (size_t)count * sizeof *tones);
    palette_split(tones, count, part);
    int land = 0;
    for (int i = 0; i < count; i++)
        if (part[i] == PALETTE_LAND)
            list->entry[land++] = tones[i];
    list->count = land;
    for (int i = 0; i < count; i++)
        if (part[i] == PALETTE_SKY)
            list->entry[list->count++] = tones[i];
        else if (part[i] == PALETTE_SUN && palette->sun == RL_AUTO)
            palette->sun = tones[i].colour;
    return land;
}

void palette_guess(rl_palette *palette, palette_list *list, int night)
{
    int has_sky = palette->sky_count > 0;
    int has_land = palette->ridge_count > 0;
    if (has_sky && has_land)
        return;
    sort_free(list);
    if (list->count <= PALETTE_FEW)
        merge_alike(list);
    const palette_entry *tones = list->entry;
    int land = land_count(palette, tones, list->count);
    if (list->count == 0)
        return;
    if (!has_sky && !has_land && list->count > 1 && list->count <= PALETTE_FEW)
        land = split_few(palette, list);
    int count = list->count;
    if (land > 0)
        guess_ridges(palette, tones, land);
    if (!has_sky && land < count) {
        guess_sky(palette, tones + land, count - land, night);
        guess_sun(palette, tones + land, count - land);
    }
    if (land > 0 && palette->sky_count == 0)
        palette_complete_sky(palette);
    if (land > 0 && palette->ridge_count == 1)
        spread_ridge(palette);
    guess_glow(palette, tones, count);
    palette_settle(palette, !has_sky && !night, !has_land);
}
