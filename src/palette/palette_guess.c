/* palette_guess.c - roles for colours that carry no names.
 *
 * In: the entries without a role.  Out: sky and ridges, and the sun and the glow where a
 * colour fits.  Sorted by OKLab lightness (equal ones as in the file) the darkest two
 * thirds are the land with the darkest nearest, the rest is the sky with the lightest at
 * the horizon; few colours are split with more care.  Then the values are settled: a
 * colour keeps its hue, but land is below the horizon, and what a palette lacks (depth
 * above, weight in front) is added.  Weights and limits were tuned by eye on the palettes
 * of tests/fast/test_palette_design.c.
 */
#include "palette/palette.h"

#include <string.h>

#include "base/colour.h"
#include "base/exact.h"

/* So many colours are enough for either: of a longer palette those are chosen that lead
 * most smoothly from dark to light. */
#define RIDGES 5
#define SKIES 3
#define CANDIDATES 64

/* At most so many distinct colours are split by trying every way. */
#define FEW 8

/* OKLab distance below which two colours of a small palette look alike. */
#define SAME_COLOUR 0.025

/* OKLab lightness of guessed palettes. */
#define HORIZON_MOST 0.962 /* on a lighter horizon no sun is visible */
#define FAR_GAP 0.08       /* from the horizon down to the farthest land */
#define RIDGE_GAP 0.04     /* from a ridge down to the next nearer one */
#define NEAR_MOST 0.30     /* a lighter foreground has no weight; it is darkened */
#define NEAR_BENT 0.36     /* up to here, or gets a darker one before it */
#define GLOW_MOST 0.84

/* The hue between complementary colours of a sky, as in the evening. */
#define ROSE 0xd98a9c

static double square(double x)
{
    return x * x;
}

/* Share of warm light in a colour: its projection on orange, a hue of 65 degrees. */
static double warmth(oklab lab)
{
    return lab.a * 0.4226 + lab.b * 0.9063;
}

/* The squared distance of hue and chroma. */
static double hue_step(oklab a, oklab b)
{
    return square(a.a - b.a) + square(a.b - b.b);
}

static void insert(rl_colour *stops, int *count, int place, rl_colour colour)
{
    memmove(stops + place + 1, stops + place, (size_t)(*count - place) * sizeof *stops);
    stops[place] = colour;
    (*count)++;
}

/* ---- sorting ---------------------------------------------------------------- */

/* Leaves the distinct free colours in the list, dark to light. */
static void sort_free(palette_list *list)
{
    palette_entry *tones = list->entry;
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        palette_entry next = list->entry[i];
        int twin = 0;
        while (twin < count && tones[twin].colour != next.colour)
            twin++;
        if (next.used || twin < count)
            continue;
        /* Behind all that are not lighter: few lightnesses are worked out, though none is
         * kept. */
        double l = palette_lightness(next.colour);
        int low = 0;
        for (int high = count; low < high;) {
            int middle = (low + high) / 2;
            if (palette_lightness(tones[middle].colour) > l)
                high = middle;
            else
                low = middle + 1;
        }
        memmove(tones + low + 1, tones + low, (size_t)(count++ - low) * sizeof *tones);
        tones[low] = next;
    }
    list->count = count;
}

/* Of colours that look alike the first stays: layers of them would not separate. */
static void merge_alike(palette_list *list)
{
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        oklab lab = colour_to_oklab(list->entry[i].colour);
        int twin = 0;
        for (; twin < count; twin++) {
            oklab other = colour_to_oklab(list->entry[twin].colour);
            double apart =
                square(other.l - lab.l) + square(other.a - lab.a) + square(other.b - lab.b);
            if (apart < SAME_COLOUR * SAME_COLOUR)
                break;
        }
        if (twin == count)
            list->entry[count++] = list->entry[i];
    }
    list->count = count;
}

/* ---- choosing --------------------------------------------------------------- */

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
    double even = want > 1 ? (lab[count - 1].l - lab[0].l) / (want - 1) : 0.0;
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
                /* The jump of hue and chroma, and the step of lightness off an even one. */
                double c =
                    cost[i] + 3.0 * hue_step(lab[j], lab[i]) + square(lab[j].l - lab[i].l - even);
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

/* Chooses at most `most` of the tones, which are sorted; returns how many. */
static int choose(const palette_entry *tones, int count, int most, int is_sky, int is_reversed,
                  rl_colour *out)
{
    int chosen[RIDGES], tone[CANDIDATES];
    oklab lab[CANDIDATES] = {{0.0, 0.0, 0.0}};
    int candidates = count < CANDIDATES ? count : CANDIDATES, want = count < most ? count : most;
    for (int i = 0; i < candidates; i++) {
        tone[i] = count > CANDIDATES ? i * (count - 1) / (CANDIDATES - 1) : i;
        lab[i] = colour_to_oklab(tones[tone[i]].colour);
    }
    smooth_chain(lab, candidates, want, is_sky, chosen);
    for (int i = 0; i < want; i++)
        out[is_reversed ? want - 1 - i : i] = tones[tone[chosen[i]]].colour;
    return want;
}

/* ---- splitting a few ---------------------------------------------------------

 * Most palettes split by lightness alone.  But pale, loud or motley ones made green skies
 * so, or mountains as bright as the sky: hence every split is tried, and the one with the
 * fewest faults is chosen. */

/* Faults, in squares of OKLab distances: how much a split may lose for each. */
#define W_BEND 6.0      /* colours that the land must darken to lie below the horizon */
#define W_SPAN 2.0      /* a sky without depth */
#define W_INVERSION 1.0 /* land lighter than the zenith */
#define W_FRONT 0.15    /* a foreground without weight */
#define W_GREEN 9.0     /* a green sky */
#define W_JUMP 0.04     /* neighbours of unlike hues */
#define W_ZIGZAG 0.15   /* a sky that leaves a hue and comes back to it */
#define PRIOR 0.006     /* for each colour that changes sides against a split by lightness */
#define SUN_PRICE 0.012 /* for a colour that only the sun shows */

#define SPLIT_SPAN 0.12
#define NEVER 1e9

typedef struct split {
    int sky_count, land_count;
    oklab sky[FEW];  /* dark to light */
    oklab land[FEW]; /* light to dark */
} split;

static double excess(double x, double limit)
{
    return square(exact_max(x - limit, 0.0));
}

/* A sky of one colour gets a second stop, but has depth at once only where no more
 * colours could be spared: among three. */
static double sky_fault(const split *s, int count)
{
    double span = s->sky[s->sky_count - 1].l - s->sky[0].l;
    double fault = count > 3 ? W_SPAN * excess(SPLIT_SPAN, span) : 0.0;
    for (int i = 0; i < s->sky_count; i++) /* a sky is anything but green; sage passes for grey */
        if (s->sky[i].a < 0.0 && s->sky[i].b > 0.0)
            fault += W_GREEN * exact_max(-s->sky[i].a * s->sky[i].b - 0.0015, 0.0);
    for (int i = 1; i < s->sky_count; i++)
        fault += W_JUMP * hue_step(s->sky[i - 1], s->sky[i]);
    for (int i = 2; i < s->sky_count; i++) {
        double detour = hue_step(s->sky[i - 2], s->sky[i - 1]) + hue_step(s->sky[i - 1], s->sky[i]);
        fault += W_ZIGZAG * exact_max(detour - hue_step(s->sky[i - 2], s->sky[i]), 0.0);
    }
    return fault;
}

static double land_fault(const split *s)
{
    double horizon = exact_min(s->sky[s->sky_count - 1].l, HORIZON_MOST);
    double fault = W_BEND * excess(s->sky[s->sky_count - 1].l, horizon);
    double limit = horizon - FAR_GAP;
    for (int i = 0; i < s->land_count; i++) {
        fault += W_BEND * excess(s->land[i].l, limit);
        limit = exact_min(s->land[i].l, limit) - RIDGE_GAP;
        if (i > 0)
            fault += W_JUMP * hue_step(s->land[i - 1], s->land[i]);
    }
    fault += W_INVERSION * excess(s->land[0].l, s->sky[0].l);
    return fault + W_FRONT * excess(s->land[s->land_count - 1].l, NEAR_MOST);
}

/* Only what is bright, and warm or white, makes a sun. */
static double sun_price(oklab lab)
{
    double c = colour_chroma(lab);
    int shines = lab.l > 0.90 && (c < 0.03 || warmth(lab) > 0.7 * c);
    return shines ? SUN_PRICE : NEVER;
}

/* Bit i of `mask` sends colour i to the sky; colour `sun` is in neither. */
static double split_fault(const oklab *lab, int count, unsigned mask, int sun)
{
    split s = {.sky_count = 0};
    for (int i = 0; i < count; i++)
        if (i != sun && (mask >> i & 1u))
            s.sky[s.sky_count++] = lab[i];
    for (int i = count - 1; i >= 0; i--)
        if (i != sun && (mask >> i & 1u) == 0)
            s.land[s.land_count++] = lab[i];
    if (s.sky_count == 0 || s.sky_count > SKIES || s.land_count == 0)
        return NEVER;
    int moved = count * 2 / 3 - s.land_count;
    double fault = PRIOR * (moved < 0 ? -moved : moved) + (sun < 0 ? 0.0 : sun_price(lab[sun]));
    return fault + sky_fault(&s, count) + land_fault(&s);
}

/* Leaves land, then sky in the list; returns the number of the land's tones. */
static int split_few(rl_palette *palette, palette_list *list)
{
    palette_entry tones[FEW];
    oklab lab[FEW];
    int count = list->count;
    memcpy(tones, list->entry, (size_t)count * sizeof *tones);
    for (int i = 0; i < count; i++)
        lab[i] = colour_to_oklab(tones[i].colour);
    double least = NEVER;
    unsigned sky = 0;
    int sun = -1;
    for (int lone = -1; lone < count; lone++) {
        for (unsigned mask = 1; mask < 1u << count; mask++) {
            double fault = split_fault(lab, count, mask, lone);
            if (fault >= least)
                continue;
            least = fault;
            sky = mask;
            sun = lone;
        }
    }
    int land = 0;
    list->count = 0;
    for (unsigned is_sky = 0; is_sky < 2; is_sky++) {
        for (int i = 0; i < count; i++)
            if (i != sun && (sky >> i & 1u) == is_sky)
                list->entry[list->count++] = tones[i];
        land = is_sky ? land : list->count;
    }
    if (sun >= 0 && palette->sun == RL_AUTO)
        palette->sun = tones[sun].colour;
    return land;
}

/* ---- the land --------------------------------------------------------------- */

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
        insert(palette->ridge, &palette->ridge_count, 0,
               colour_tint(air, far, palette_chroma(air)));
    }
    if (l > 0.26 && l <= NEAR_BENT)
        palette->ridge[palette->ridge_count++] = colour_tint(only, l * 0.6, c * 0.7);
}

/* ---- the sky ---------------------------------------------------------------- */

/* A second stop for a sky of one colour: deeper toward the zenith, or darker toward
 * the horizon at night. */
static void add_sky_stop(rl_palette *palette, int night)
{
    rl_colour only = palette->sky[0];
    double l = palette_lightness(only);
    /* The hue of the far land, too.  Yet above white no green land makes a green sky. */
    rl_colour hue = only;
    if (palette->ridge_count > 0) {
        oklab far = colour_to_oklab(palette->ridge[0]);
        int is_green = palette_chroma(only) < 0.02 && far.a < -0.02 && far.b > 0.02;
        hue = is_green ? 0x7aa5d6 : palette_mix(only, palette->ridge[0], 0.6);
    }
    double c = exact_max(palette_chroma(hue), palette_chroma(only));
    rl_colour deeper = colour_tint(hue, exact_max(l - 0.26, l * 0.5), exact_min(c * 1.2, 0.13));
    insert(palette->sky, &palette->sky_count, night, deeper);
}

/* Between complementary colours the gradient would pass through grey.  A sky goes by way of
 * rose, as in the evening; land by a hue across, the bluer one of the two, since that is the
 * air's. */
static void bridge(rl_colour *stops, int *count, int most, int is_sky)
{
    for (int i = 0; i + 1 < *count && *count < most; i++) {
        oklab first = colour_to_oklab(stops[i]);
        oklab second = colour_to_oklab(stops[i + 1]);
        oklab middle = colour_mix_oklab(first, second, 0.5);
        double weaker = exact_min(colour_chroma(first), colour_chroma(second));
        if (weaker < 0.06 || colour_chroma(middle) > 0.5 * weaker)
            continue;
        double sign = second.a > first.a ? 1.0 : -1.0;
        oklab across = {0.5, sign * (second.b - first.b), -sign * (second.a - first.a)};
        double shorter = 0.1 / colour_chroma(across);
        across.a *= shorter;
        across.b *= shorter;
        insert(stops, count, ++i,
               is_sky ? colour_tint(ROSE, middle.l, 0.07)
                      : colour_tint(colour_from_oklab(across), middle.l, 0.7 * weaker));
    }
}

/* ---- the light -------------------------------------------------------------- */

/* Cosine of the angle between a colour's hue and orange. */
static double warmth_share(oklab lab)
{
    return warmth(lab) / (colour_chroma(lab) + 1e-9);
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
    if (palette->sun == RL_AUTO && lab.l > 0.82 && lab.l > horizon.l - 0.06 &&
        warmth_share(lab) > 0.6 && colour_chroma(lab) > colour_chroma(horizon) + 0.05)
        palette->sun = best;
}

/* The glow is the most saturated of the bright, rather warm colours, if there is one. */
static void guess_glow(rl_palette *palette, const palette_entry *tones, int count)
{
    double best = 0.0;
    rl_colour glow = RL_AUTO;
    for (int i = 0; i < count; i++) {
        oklab lab = colour_to_oklab(tones[i].colour);
        double c = colour_chroma(lab);
        int fits = lab.l > 0.64 && lab.l < 0.93 && c > 0.07 && warmth_share(lab) > 0.4;
        double score = fits ? c * (1.0 + 0.5 * warmth_share(lab)) : 0.0;
        if (score > best) {
            best = score;
            glow = tones[i].colour;
        }
    }
    if (palette->glow != RL_AUTO || glow == RL_AUTO)
        return;
    if (palette_lightness(glow) > GLOW_MOST) /* it would bleach the sky and hide the disc */
        glow = colour_tint(glow, GLOW_MOST - 0.05, exact_min(palette_chroma(glow) * 1.5, 0.14));
    palette->glow = glow;
}

/* ---- settling ---------------------------------------------------------------- */

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
        colour = colour_tint(colour, l, c); /* rounded to 8 bits it may lie above */
    return colour;
}

/* The chroma for a shade of a colour that has chroma c: at least so much, unless
 * the colour is grey.  A hint of a hue that pleases in a light colour is mud in a
 * dark one. */
static double tinted(double c, double least)
{
    return c < GREY ? c : exact_max(c, least);
}

static void insert_zenith(rl_palette *palette)
{
    rl_colour top = palette->sky[0];
    double l = palette_lightness(top);
    double c = exact_min(tinted(palette_chroma(top), 0.06) * 1.5, 0.12);
    oklab lab = colour_to_oklab(top);
    int is_yellow = lab.b > 0.03 && lab.b > exact_max(lab.a, -lab.a); /* its shades are olive */
    rl_colour hue = is_yellow ? palette_mix(top, ROSE, 0.5) : top;
    insert(palette->sky, &palette->sky_count, 0, colour_tint(hue, exact_max(l - 0.20, l * 0.6), c));
}

static double warmth_of(rl_colour colour)
{
    return warmth(colour_to_oklab(colour));
}

/* Of equally light stops the warmer one is lower, as in a real sky. */
static void order_by_warmth(rl_palette *palette)
{
    rl_colour *sky = palette->sky;
    for (int pass = 1; pass < palette->sky_count; pass++) {
        for (int i = 0; i + 1 < palette->sky_count; i++) {
            double step = palette_lightness(sky[i + 1]) - palette_lightness(sky[i]);
            if (step > SAME_LIGHT || warmth_of(sky[i]) < warmth_of(sky[i + 1]) + 0.02)
                continue;
            rl_colour warmer = sky[i];
            sky[i] = sky[i + 1];
            sky[i + 1] = warmer;
        }
    }
    for (int i = palette->sky_count - 2; i >= 0; i--)
        sky[i] = darken(sky[i], palette_lightness(sky[i + 1]));
}

static void settle_sky(rl_palette *palette)
{
    int last = palette->sky_count - 1;
    /* Before a horizon as pale as this no white disc is seen: the sun is the colour of
     * its light, or golden; grey among greys. */
    if (palette->sun == RL_AUTO && palette_lightness(palette->sky[last]) > HORIZON_MOST) {
        rl_colour hue = palette->glow != RL_AUTO ? palette->glow : 0xffc35a;
        int is_grey = palette_chroma(palette->sky[0]) < GREY;
        for (int i = 0; i < palette->ridge_count; i++)
            is_grey = is_grey && palette_chroma(palette->ridge[i]) < GREY;
        palette->sun = colour_tint(hue, 0.86, is_grey ? 0.0 : 0.12);
    }
    for (int i = 0; i <= last; i++)
        palette->sky[i] = darken(palette->sky[i], HORIZON_MOST);
    order_by_warmth(palette);
    rl_colour horizon = palette->sky[last];
    double l = palette_lightness(horizon);
    double zenith = palette_lightness(palette->sky[0]);
    if (l < HORIZON_LEAST)
        palette->sky[palette->sky_count++] =
            colour_tint(horizon, exact_max(HORIZON_LEAST + 0.03, zenith + SKY_SPAN),
                        palette_chroma(horizon) * 1.2);
    else if (l - zenith < SKY_SPAN)
        insert_zenith(palette);
}

/* Gives the foreground weight: darker stops of its hue, if it has not.  The cool
 * light of the zenith falls on them, or a rosy land would end in brown. */
static void settle_front(rl_palette *palette)
{
    rl_colour *near = &palette->ridge[palette->ridge_count - 1];
    double l = palette_lightness(*near);
    double c = palette_chroma(*near);
    int is_cooled = warmth_of(palette->sky[0]) < warmth_of(*near);
    rl_colour hue = is_cooled ? palette_mix(*near, palette->sky[0], 0.4) : *near;
    while (l > NEAR_BENT) {
        l = exact_max(l - 0.27, 0.23);
        c = exact_min(tinted(c * 0.8, 0.05), 0.11);
        palette->ridge[palette->ridge_count++] = colour_tint(hue, l, c);
        near++;
    }
    *near = darken(*near, NEAR_MOST);
}

/* ---- all of it -------------------------------------------------------------- */

void palette_guess(rl_palette *palette, palette_list *list, int night)
{
    int has_sky = palette->sky_count > 0;
    int has_land = palette->ridge_count > 0;
    if (has_sky && has_land)
        return;
    sort_free(list);
    if (list->count <= FEW)
        merge_alike(list);
    const palette_entry *tones = list->entry;
    if (list->count == 0)
        return;
    int land = has_land ? 0 : has_sky ? list->count : list->count * 2 / 3;
    if (!has_sky && !has_land && list->count == 1) /* a single colour is sky when it is light */
        land = palette_lightness(tones[0].colour) < 0.70;
    else if (!has_sky && !has_land && list->count <= FEW)
        land = split_few(palette, list);
    int count = list->count;
    if (land > 0)
        palette->ridge_count = choose(tones, land, RIDGES, 0, 1, palette->ridge);
    if (!has_sky && land < count) {
        palette->sky_count = choose(tones + land, count - land, SKIES, 1, night, palette->sky);
        if (palette->sky_count == 1)
            add_sky_stop(palette, night);
        bridge(palette->sky, &palette->sky_count, RL_MAX_SKY, 1);
        guess_sun(palette, tones + land, count - land);
    }
    if (land > 0 && palette->sky_count == 0)
        palette_complete_sky(palette);
    if (land > 0 && palette->ridge_count == 1)
        spread_ridge(palette);
    guess_glow(palette, tones, count);
    if (!has_sky && !night)
        settle_sky(palette);
    if (!has_land && palette->ridge_count > 0) {
        /* Air makes land paler, never lighter than the sky behind it; and every layer is
         * darker than the one behind. */
        double horizon = palette_lightness(palette->sky[palette->sky_count - 1]);
        double limit = exact_max(horizon - FAR_GAP, horizon * 0.7);
        for (int i = 0; i < palette->ridge_count; i++) {
            palette->ridge[i] = darken(palette->ridge[i], limit);
            limit = exact_min(limit, palette_lightness(palette->ridge[i]));
            limit -= exact_min(RIDGE_GAP, limit * 0.2);
        }
        settle_front(palette);
        bridge(palette->ridge, &palette->ridge_count, RL_MAX_RIDGES, 0);
    }
}
