/* palette_guess.c - roles for colours that carry no names.
 *
 * In: the entries without a role.  Out: sky and ridges, and the sun and the glow where a
 * colour fits.  Sorted by OKLab lightness (equal ones in the order of the file) the darkest two
 * thirds are the land with the darkest nearest, the rest is the sky with the lightest at
 * the horizon; few colours are split with more care.  Then the values are settled: a
 * colour keeps its hue, but land is below the horizon, and missing depth above or missing weight
 * in front is added.
 *
 * Weights and limits were tuned by eye on the palettes of tests/fast/test_palette_design.c.  In
 * the tables below lightness is OKLab L, 0..1, and chroma is the distance from grey in OKLab, 0 to
 * about .3.  A `share` of lightness or chroma is relative to the colour from which the new one is
 * derived.
 */
#include "palette/palette.h"

#include <string.h>

#include "base/colour.h"
#include "base/exact.h"

/* Largest numbers of colours of the land and of the sky: of a longer palette those are chosen that
 * lead most smoothly from dark to light. */
#define RIDGES 5
#define SKIES 3

/* Largest number of colours from which they are chosen. */
#define CANDIDATES 64

/* Largest number of distinct colours for which every split is tried. */
#define FEW 8

/* OKLab distance below which two colours of a small palette look alike. */
#define SAME_COLOUR 0.025

/* Lightness of guessed palettes. */
#define HORIZON_MOST 0.962 /* on a lighter horizon no sun is visible */
#define FAR_GAP 0.08       /* from the horizon down to the farthest land */
#define RIDGE_GAP 0.04     /* from a ridge down to the next nearer one */
#define NEAR_MOST 0.30     /* a lighter foreground has no weight and is darkened */
#define NEAR_BENT 0.36     /* a lighter foreground gets a darker one before it */
#define GLOW_MOST 0.84     /* a lighter glow bleaches the sky and hides the disc */

/* The hue between complementary colours of a sky, as in the evening. */
#define ROSE 0xd98a9c

/* Orange, a hue of 65 degrees, as a unit vector in the OKLab a and b plane. */
static const struct {
    double a, b;
} orange = {.a = 0.4226, .b = 0.9063};

/* Keeps the warmth of a grey colour from a division by 0. */
#define TINY_CHROMA 1e-9

/* Weight of the squared step of hue and chroma in a chain, relative to that of lightness. */
#define CHAIN_HUE 3.0

/* A colour of the sky that may be the sun of a palette. */
static const struct {
    double lightness_least; /* least lightness */
    double under_horizon;   /* lightness by which it may be below the horizon */
    double warmth_least;    /* least cosine of hue to orange */
    double chroma_step;     /* least chroma above that of the horizon */
} sun_fit = {
    .lightness_least = 0.82, .under_horizon = 0.06, .warmth_least = 0.6, .chroma_step = 0.05};

/* A colour that may be the glow of a palette, and what it becomes if it is too light. */
static const struct {
    double lightness_least;      /* least lightness */
    double lightness_most;       /* largest lightness */
    double chroma_least;         /* least chroma */
    double warmth_least;         /* least cosine of hue to orange */
    double bleached;             /* lightness below GLOW_MOST of a glow that was above it */
    double bleached_share;       /* its share of chroma */
    double bleached_chroma_most; /* its largest chroma */
} glow_fit = {.lightness_least = 0.64,
              .lightness_most = 0.93,
              .chroma_least = 0.07,
              .warmth_least = 0.4,
              .bleached = 0.05,
              .bleached_share = 1.5,
              .bleached_chroma_most = 0.14};

/* A colour of a small palette that only the sun shows: bright, and warm or white. */
static const struct {
    double lightness_least; /* least lightness */
    double white_chroma;    /* chroma below which it is white */
    double warmth_least;    /* least cosine of hue to orange, if it is not white */
} lone_sun = {.lightness_least = 0.90, .white_chroma = 0.03, .warmth_least = 0.7};

/* Distance and foreground of land of one dark colour. */
static const struct {
    double fall;         /* lightness from the horizon to the far land */
    double step;         /* least lightness from the colour up to the far land */
    double air;          /* share of the horizon in the far land */
    double light_least;  /* lightness above which the land gets a foreground */
    double near_share;   /* share of lightness of the foreground */
    double chroma_share; /* share of chroma of the foreground */
} lone_land = {.fall = 0.24,
               .step = 0.1,
               .air = 0.3,
               .light_least = 0.26,
               .near_share = 0.6,
               .chroma_share = 0.7};

/* Second stop of a sky of one colour. */
static const struct {
    double white_chroma;    /* chroma below which the colour is white */
    double green;           /* least OKLab -a and b of green land */
    rl_colour above_green;  /* hue of the stop for a white sky above green land */
    double land;            /* share of the far land in the hue of the stop otherwise */
    double fall;            /* lightness by which it is darker */
    double lightness_share; /* share of lightness that it keeps at least */
    double chroma_share;    /* share of chroma */
    double chroma_most;     /* largest chroma */
} second_stop = {.white_chroma = 0.02,
                 .green = 0.02,
                 .above_green = 0x7aa5d6,
                 .land = 0.6,
                 .fall = 0.26,
                 .lightness_share = 0.5,
                 .chroma_share = 1.2,
                 .chroma_most = 0.13};

/* A stop between complementary colours. */
static const struct {
    double chroma_least; /* least chroma of both colours */
    double grey;         /* chroma of their mixture, relative to the weaker, that is still grey */
    double across;       /* chroma of the hue across, before it gets its own */
    double rose_chroma;  /* chroma of the stop of a sky */
    double chroma_share; /* chroma of the stop of land, relative to the weaker colour */
} bridge_stop = {
    .chroma_least = 0.06, .grey = 0.5, .across = 0.1, .rose_chroma = 0.07, .chroma_share = 0.7};

/* Limits of a sky by day. */
static const struct {
    double span;           /* least lightness from the zenith to the horizon */
    double horizon_least;  /* least lightness of the horizon */
    double horizon_above;  /* lightness of a horizon that is added, above the least */
    double horizon_chroma; /* share of chroma of a horizon that is added */
    double zenith_fall;    /* lightness by which an added zenith is darker */
    double zenith_share;   /* share of lightness that it keeps at least */
    double tint_least;     /* least chroma of the sky, from which that of the zenith is derived */
    double zenith_chroma;  /* share of chroma of an added zenith */
    double zenith_chroma_most; /* its largest chroma */
    double yellow;             /* least OKLab b of a yellow sky, whose shades would be olive */
    double same_light;         /* stops that differ less in lightness may change places */
    double same_warmth;        /* stops that differ less in warmth stay */
    rl_colour sun;             /* hue of the sun before a pale horizon, without a glow */
    double sun_lightness;      /* lightness of that sun */
    double sun_chroma;         /* chroma of that sun, if the palette is not grey */
} day = {.span = 0.10,
         .horizon_least = 0.42,
         .horizon_above = 0.03,
         .horizon_chroma = 1.2,
         .zenith_fall = 0.20,
         .zenith_share = 0.6,
         .tint_least = 0.06,
         .zenith_chroma = 1.5,
         .zenith_chroma_most = 0.12,
         .yellow = 0.03,
         .same_light = 0.03,
         .same_warmth = 0.02,
         .sun = 0xffc35a,
         .sun_lightness = 0.86,
         .sun_chroma = 0.12};

/* Chroma below which a colour is grey; its shades are grey, too. */
#define GREY 0.012

/* A colour that is darkened. */
static const struct {
    double chroma_gain; /* relative gain of chroma for each 1 of lightness lost */
    double step;        /* lightness between attempts, since rounding to 8 bits may lighten */
} darkened = {.chroma_gain = 1.5, .step = 0.002};

/* Foregrounds that are added to light land. */
static const struct {
    double zenith;       /* share of the zenith's hue in them, if that is cooler */
    double fall;         /* lightness from one to the next */
    double least;        /* least lightness */
    double chroma_share; /* share of chroma from one to the next */
    double chroma_least; /* least chroma */
    double chroma_most;  /* largest chroma */
} front = {.zenith = 0.4,
           .fall = 0.27,
           .least = 0.23,
           .chroma_share = 0.8,
           .chroma_least = 0.05,
           .chroma_most = 0.11};

/* Land below a dark horizon, where the gaps would leave no lightness. */
static const struct {
    double far; /* lightness of the far land, relative to the horizon, that it may always have */
    double gap; /* largest gap between two ridges, relative to the lightness of the farther */
} low_light = {.far = 0.7, .gap = 0.2};

/* Lightness below which a single colour is land. */
#define LONE_LAND_MOST 0.70

static double square(double x)
{
    return x * x;
}

/* Warm light in a colour: the projection of its hue and chroma on orange. */
static double warmth(oklab lab)
{
    return lab.a * orange.a + lab.b * orange.b;
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
        /* Binary search for the place behind all that are not lighter.  Lightnesses are worked
         * out again, since the list has no room for them. */
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

/* Keeps the first of colours that look alike, since their layers would not separate. */
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

/* Cost of a green in a sky, in squares of OKLab distances. */
static double green_cost(oklab lab)
{
    return lab.a < 0.0 && lab.b > 0.0 ? -2.0 * lab.a * lab.b : 0.0;
}

/* Cost of a choice that is impossible. */
#define NEVER 1e9

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
        cost[j] = is_sky ? start : j == 0 ? 0.0 : NEVER;
    }
    for (int k = 1; k < want; k++) {
        /* Downward, so that cost[i] for i < j still belongs to k - 1 colours. */
        for (int j = count - 1; j >= 0; j--) {
            double best = NEVER;
            from[k][j] = 0;
            for (int i = 0; i < j; i++) {
                /* The jump of hue and chroma, and the step of lightness off an even one. */
                double c = cost[i] + CHAIN_HUE * hue_step(lab[j], lab[i]) +
                           square(lab[j].l - lab[i].l - even);
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

 * A split by lightness alone suits most palettes.  It makes green skies of pale, loud or motley
 * ones, or mountains as bright as the sky: so every split is tried, and the one with the least
 * sum of faults is chosen. */

/* Weights of faults, which are squares of OKLab distances. */
#define W_BEND 6.0      /* land that must be darkened to lie below the horizon */
#define W_SPAN 2.0      /* a sky without depth */
#define W_INVERSION 1.0 /* land lighter than the zenith */
#define W_FRONT 0.15    /* a foreground without weight */
#define W_GREEN 9.0     /* a green sky */
#define W_JUMP 0.04     /* neighbours of unlike hues */
#define W_ZIGZAG 0.15   /* a sky that leaves a hue and comes back to it */

/* Faults as such, in the same unit. */
#define PRIOR 0.006     /* a colour that changes sides against a split by lightness */
#define SUN_PRICE 0.012 /* a colour that only the sun shows */

#define SPLIT_SPAN 0.12 /* lightness from zenith to horizon of a sky with depth */
#define SAGE 0.0015     /* product of OKLab -a and b up to which a green passes for grey */
typedef struct split {
    int sky_count, land_count;
    oklab sky[FEW];  /* dark to light */
    oklab land[FEW]; /* light to dark */
} split;

static double excess(double x, double limit)
{
    return square(exact_max(x - limit, 0.0));
}

/* A sky of one colour gets a second stop later, but counts as deep only among three colours, where
 * the land can spare no other. */
static double sky_fault(const split *s, int count)
{
    double span = s->sky[s->sky_count - 1].l - s->sky[0].l;
    double fault = count > 3 ? W_SPAN * excess(SPLIT_SPAN, span) : 0.0;
    for (int i = 0; i < s->sky_count; i++)
        if (s->sky[i].a < 0.0 && s->sky[i].b > 0.0)
            fault += W_GREEN * exact_max(-s->sky[i].a * s->sky[i].b - SAGE, 0.0);
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
    double price = 0.0; /* price of a colour as the sun alone */
    if (sun >= 0) {
        double c = colour_chroma(lab[sun]);
        int shines = lab[sun].l > lone_sun.lightness_least &&
                     (c < lone_sun.white_chroma || warmth(lab[sun]) > lone_sun.warmth_least * c);
        price = shines ? SUN_PRICE : NEVER;
    }
    double fault = PRIOR * (moved < 0 ? -moved : moved) + price;
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
    double far = palette_lightness(horizon) - lone_land.fall;
    if (far > l + lone_land.step) {
        rl_colour air = palette_mix(only, horizon, lone_land.air);
        insert(palette->ridge, &palette->ridge_count, 0,
               colour_tint(air, far, palette_chroma(air)));
    }
    if (l > lone_land.light_least && l <= NEAR_BENT)
        palette->ridge[palette->ridge_count++] =
            colour_tint(only, l * lone_land.near_share, c * lone_land.chroma_share);
}

/* ---- the sky ---------------------------------------------------------------- */

/* A second stop for a sky of one colour: deeper toward the zenith, or darker toward
 * the horizon at night. */
static void add_sky_stop(rl_palette *palette, int night)
{
    rl_colour only = palette->sky[0];
    double l = palette_lightness(only);
    /* The stop has a part of the far land's hue, but green land does not tint a white sky. */
    rl_colour hue = only;
    if (palette->ridge_count > 0) {
        oklab far = colour_to_oklab(palette->ridge[0]);
        int is_green = palette_chroma(only) < second_stop.white_chroma &&
                       far.a < -second_stop.green && far.b > second_stop.green;
        hue = is_green ? second_stop.above_green
                       : palette_mix(only, palette->ridge[0], second_stop.land);
    }
    double c = exact_max(palette_chroma(hue), palette_chroma(only));
    rl_colour deeper =
        colour_tint(hue, exact_max(l - second_stop.fall, l * second_stop.lightness_share),
                    exact_min(c * second_stop.chroma_share, second_stop.chroma_most));
    insert(palette->sky, &palette->sky_count, night, deeper);
}

/* Inserts a stop between complementary colours, where the gradient would pass through grey.  In a
 * sky it is rose, as in the evening; in land it is one of the two hues at right angles to theirs,
 * the bluer one, since air is blue. */
static void bridge(rl_colour *stops, int *count, int most, int is_sky)
{
    for (int i = 0; i + 1 < *count && *count < most; i++) {
        oklab first = colour_to_oklab(stops[i]);
        oklab second = colour_to_oklab(stops[i + 1]);
        oklab middle = colour_mix_oklab(first, second, 0.5);
        double weaker = exact_min(colour_chroma(first), colour_chroma(second));
        if (weaker < bridge_stop.chroma_least || colour_chroma(middle) > bridge_stop.grey * weaker)
            continue;
        double sign = second.a > first.a ? 1.0 : -1.0;
        oklab across = {0.5, sign * (second.b - first.b), -sign * (second.a - first.a)};
        double shorter = bridge_stop.across / colour_chroma(across);
        across.a *= shorter;
        across.b *= shorter;
        insert(stops, count, ++i,
               is_sky ? colour_tint(ROSE, middle.l, bridge_stop.rose_chroma)
                      : colour_tint(colour_from_oklab(across), middle.l,
                                    bridge_stop.chroma_share * weaker));
    }
}

/* ---- the light -------------------------------------------------------------- */

/* Cosine of the angle between a colour's hue and orange. */
static double warmth_share(oklab lab)
{
    return warmth(lab) / (colour_chroma(lab) + TINY_CHROMA);
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
    if (palette->sun == RL_AUTO && lab.l > sun_fit.lightness_least &&
        lab.l > horizon.l - sun_fit.under_horizon && warmth_share(lab) > sun_fit.warmth_least &&
        colour_chroma(lab) > colour_chroma(horizon) + sun_fit.chroma_step)
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
        int fits = lab.l > glow_fit.lightness_least && lab.l < glow_fit.lightness_most &&
                   c > glow_fit.chroma_least && warmth_share(lab) > glow_fit.warmth_least;
        double score = fits ? c * (1.0 + 0.5 * warmth_share(lab)) : 0.0;
        if (score > best) {
            best = score;
            glow = tones[i].colour;
        }
    }
    if (palette->glow != RL_AUTO || glow == RL_AUTO)
        return;
    if (palette_lightness(glow) > GLOW_MOST)
        glow = colour_tint(glow, GLOW_MOST - glow_fit.bleached,
                           exact_min(palette_chroma(glow) * glow_fit.bleached_share,
                                     glow_fit.bleached_chroma_most));
    palette->glow = glow;
}

/* ---- settling ---------------------------------------------------------------- */

/* The colour at a lightness of at most `most`.  It gains chroma for the lightness that it loses,
 * since darker colours look greyer. */
static rl_colour darken(rl_colour colour, double most)
{
    double drop = palette_lightness(colour) - most;
    if (drop <= 0.0)
        return colour;
    double c = palette_chroma(colour) * (1.0 + darkened.chroma_gain * drop);
    double l = most;
    for (; l > 0.0 && palette_lightness(colour) > most; l -= darkened.step)
        colour = colour_tint(colour, l, c);
    return colour;
}

/* Chroma of a shade of a colour of chroma c: at least `least`, unless the colour is grey.  A weak
 * hue that pleases in a light colour looks like mud in a dark one. */
static double tinted(double c, double least)
{
    return c < GREY ? c : exact_max(c, least);
}

static void insert_zenith(rl_palette *palette)
{
    rl_colour top = palette->sky[0];
    double l = palette_lightness(top);
    double c = exact_min(tinted(palette_chroma(top), day.tint_least) * day.zenith_chroma,
                         day.zenith_chroma_most);
    oklab lab = colour_to_oklab(top);
    int is_yellow = lab.b > day.yellow && lab.b > exact_max(lab.a, -lab.a);
    rl_colour hue = is_yellow ? palette_mix(top, ROSE, 0.5) : top;
    insert(palette->sky, &palette->sky_count, 0,
           colour_tint(hue, exact_max(l - day.zenith_fall, l * day.zenith_share), c));
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
            if (step > day.same_light ||
                warmth_of(sky[i]) < warmth_of(sky[i + 1]) + day.same_warmth)
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
    /* A white disc is invisible before so pale a horizon.  The sun has the hue of the glow or is
     * golden; in a grey palette it is grey. */
    if (palette->sun == RL_AUTO && palette_lightness(palette->sky[last]) > HORIZON_MOST) {
        rl_colour hue = palette->glow != RL_AUTO ? palette->glow : day.sun;
        int is_grey = palette_chroma(palette->sky[0]) < GREY;
        for (int i = 0; i < palette->ridge_count; i++)
            is_grey = is_grey && palette_chroma(palette->ridge[i]) < GREY;
        palette->sun = colour_tint(hue, day.sun_lightness, is_grey ? 0.0 : day.sun_chroma);
    }
    for (int i = 0; i <= last; i++)
        palette->sky[i] = darken(palette->sky[i], HORIZON_MOST);
    order_by_warmth(palette);
    rl_colour horizon = palette->sky[last];
    double l = palette_lightness(horizon);
    double zenith = palette_lightness(palette->sky[0]);
    if (l < day.horizon_least)
        palette->sky[palette->sky_count++] = colour_tint(
            horizon, exact_max(day.horizon_least + day.horizon_above, zenith + day.span),
            palette_chroma(horizon) * day.horizon_chroma);
    else if (l - zenith < day.span)
        insert_zenith(palette);
}

/* Adds darker stops to a light foreground, which gives it weight.  A cool zenith tints them, since
 * rosy land would end in brown without it. */
static void settle_front(rl_palette *palette)
{
    rl_colour *near = &palette->ridge[palette->ridge_count - 1];
    double l = palette_lightness(*near);
    double c = palette_chroma(*near);
    int is_cooled = warmth_of(palette->sky[0]) < warmth_of(*near);
    rl_colour hue = is_cooled ? palette_mix(*near, palette->sky[0], front.zenith) : *near;
    while (l > NEAR_BENT) {
        l = exact_max(l - front.fall, front.least);
        c = exact_min(tinted(c * front.chroma_share, front.chroma_least), front.chroma_most);
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
    if (!has_sky && !has_land && list->count == 1)
        land = palette_lightness(tones[0].colour) < LONE_LAND_MOST;
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
        /* Air makes land paler but never lighter than the sky behind it, and each layer is darker
         * than the one behind. */
        double horizon = palette_lightness(palette->sky[palette->sky_count - 1]);
        double limit = exact_max(horizon - FAR_GAP, horizon * low_light.far);
        for (int i = 0; i < palette->ridge_count; i++) {
            palette->ridge[i] = darken(palette->ridge[i], limit);
            limit = exact_min(limit, palette_lightness(palette->ridge[i]));
            limit -= exact_min(RIDGE_GAP, limit * low_light.gap);
        }
        settle_front(palette);
        bridge(palette->ridge, &palette->ridge_count, RL_MAX_RIDGES, 0);
    }
}
