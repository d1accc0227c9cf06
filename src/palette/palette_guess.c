/* palette_guess.c - gives roles to the colours of a palette file that have none.
 *
 * In: the entries without a role.  Out: sky and ridges, and the sun and the glow if a colour fits.
 * Of the colours sorted by OKLab lightness (equal ones in the order of the file) the darkest two
 * thirds are the land, the darkest nearest; the others are the sky, the lightest at the horizon.
 * Up to FEW colours are split between sky and land with more care.  Then lightnesses are corrected,
 * while hues are kept: land becomes darker than the horizon, a sky without depth gets a zenith, and
 * light land gets a dark foreground.
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

/* Largest numbers of colours of the land and of the sky.  Of more colours those are chosen that
 * form the smoothest chain from dark to light. */
#define RIDGES 5
#define SKIES 3

/* Largest number of colours from which such a chain is chosen. */
#define CANDIDATES 64

/* Largest number of distinct colours for which every split into sky and land is tried. */
#define FEW 8

/* OKLab distance below which two of at most FEW colours count as one. */
#define SAME_COLOUR 0.025

/* Lightnesses, and differences of lightness, in guessed palettes. */
#define HORIZON_MOST 0.962 /* largest of the horizon: before a lighter one no sun is visible */
#define FAR_GAP 0.08       /* least difference of horizon and farthest land */
#define RIDGE_GAP 0.04     /* least difference of a ridge and the next nearer one */
#define NEAR_MOST 0.30     /* largest of the nearest land, which is darkened to it */
#define NEAR_BENT 0.36     /* if the nearest land is lighter, darker land is added before it */
#define GLOW_MOST 0.84     /* largest of a glow: a lighter one bleaches the sky, hides the disc */

/* The hue that is inserted between complementary colours of a sky, as in the evening. */
#define ROSE 0xd98a9c

/* Orange, a hue of 65 degrees, as a unit vector in the OKLab a and b plane. */
static const struct {
    double a, b;
} orange = {.a = 0.4226, .b = 0.9063};

/* Added to a chroma, to avoid a division by 0 for grey. */
#define TINY_CHROMA 1e-9

/* Weight of squared differences of hue and chroma along a chain, relative to those of lightness. */
#define CHAIN_HUE 3.0

/* Limits within which a colour of the sky is taken as the sun. */
static const struct {
    double lightness_least; /* least lightness */
    double under_horizon;   /* largest difference by which it may be darker than the horizon */
    double warmth_least;    /* least cosine of its hue and orange */
    double chroma_step;     /* least chroma minus that of the horizon */
} sun_fit = {
    .lightness_least = 0.82, .under_horizon = 0.06, .warmth_least = 0.6, .chroma_step = 0.05};

/* Limits within which a colour is taken as the glow.  One lighter than GLOW_MOST is changed. */
static const struct {
    double lightness_least;      /* least lightness */
    double lightness_most;       /* largest lightness */
    double chroma_least;         /* least chroma */
    double warmth_least;         /* least cosine of its hue and orange */
    double bleached;             /* GLOW_MOST minus the lightness of a changed glow */
    double bleached_share;       /* factor of the chroma of a changed glow */
    double bleached_chroma_most; /* largest chroma of a changed glow */
} glow_fit = {.lightness_least = 0.64,
              .lightness_most = 0.93,
              .chroma_least = 0.07,
              .warmth_least = 0.4,
              .bleached = 0.05,
              .bleached_share = 1.5,
              .bleached_chroma_most = 0.14};

/* Limits within which one of few colours may be the sun alone, not a part of the sky: bright, and
 * white or warm. */
static const struct {
    double lightness_least; /* least lightness */
    double white_chroma;    /* chroma below which it counts as white */
    double warmth_least;    /* least cosine of its hue and orange, if it is not white */
} lone_sun = {.lightness_least = 0.90, .white_chroma = 0.03, .warmth_least = 0.7};

/* Far land and foreground that are added to land of a single colour. */
static const struct {
    double fall;         /* horizon minus far land in lightness */
    double step;         /* far land is added if it is lighter than the colour by more than this */
    double air;          /* share of the horizon in the hue of the far land */
    double light_least;  /* lightness of the colour above which a foreground is added */
    double near_share;   /* lightness of the foreground relative to the colour */
    double chroma_share; /* chroma of the foreground relative to the colour */
} lone_land = {.fall = 0.24,
               .step = 0.1,
               .air = 0.3,
               .light_least = 0.26,
               .near_share = 0.6,
               .chroma_share = 0.7};

/* The second stop that is added to a sky of a single colour. */
static const struct {
    double white_chroma;    /* chroma below which that colour counts as white */
    double green;           /* land is green if OKLab -a and b are above this */
    rl_colour above_green;  /* hue of the stop for a white sky above green land */
    double land;            /* share of the far land in the hue of the stop in other cases */
    double fall;            /* lightness of the colour minus that of the stop */
    double lightness_share; /* least lightness of the stop relative to the colour */
    double chroma_share;    /* chroma of the stop relative to its hue's */
    double chroma_most;     /* largest chroma of the stop */
} second_stop = {.white_chroma = 0.02,
                 .green = 0.02,
                 .above_green = 0x7aa5d6,
                 .land = 0.6,
                 .fall = 0.26,
                 .lightness_share = 0.5,
                 .chroma_share = 1.2,
                 .chroma_most = 0.13};

/* A stop that is inserted between complementary colours. */
static const struct {
    double chroma_least; /* least chroma of both colours */
    double grey;         /* largest chroma of their mixture relative to the weaker colour */
    double across;       /* chroma at which the hue at right angles is computed */
    double rose_chroma;  /* chroma of the stop in a sky */
    double chroma_share; /* chroma of the stop in land, relative to the weaker colour */
} bridge_stop = {
    .chroma_least = 0.06, .grey = 0.5, .across = 0.1, .rose_chroma = 0.07, .chroma_share = 0.7};

/* Limits of a sky by day; if it is outside, a horizon or a zenith is added. */
static const struct {
    double span;           /* least difference of horizon and zenith in lightness */
    double horizon_least;  /* least lightness of the horizon */
    double horizon_above;  /* an added horizon is at least horizon_least + this light */
    double horizon_chroma; /* chroma of an added horizon relative to the stop above it */
    double zenith_fall;    /* by how much an added zenith is darker than the stop below it */
    double zenith_share;   /* least lightness of an added zenith relative to the stop below it */
    double tint_least;     /* least chroma from which an added zenith's is computed, if not grey */
    double zenith_chroma;  /* factor of that chroma for an added zenith */
    double zenith_chroma_most; /* largest chroma of an added zenith */
    double yellow;             /* OKLab b above which a stop is yellow: its shades would be olive */
    double same_light;         /* largest difference of lightness of stops that are exchanged */
    double same_warmth;        /* least difference by which the upper of these is warmer */
    rl_colour sun;             /* hue of the sun before a pale horizon, if there is no glow */
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

/* How a colour is darkened. */
static const struct {
    double chroma_gain; /* relative gain of chroma per 1 of lightness lost */
    double step;        /* difference of lightness of attempts: rounding to 8 bits may lighten */
} darkened = {.chroma_gain = 1.5, .step = 0.002};

/* Darker colours that are added before light land, each nearer than the one before. */
static const struct {
    double zenith;       /* share of the zenith in their hue, if the zenith is cooler */
    double fall;         /* difference of lightness from one to the next */
    double least;        /* least lightness */
    double chroma_share; /* chroma relative to the one before */
    double chroma_least; /* least chroma, unless the land is grey */
    double chroma_most;  /* largest chroma */
} front = {.zenith = 0.4,
           .fall = 0.27,
           .least = 0.23,
           .chroma_share = 0.8,
           .chroma_least = 0.05,
           .chroma_most = 0.11};

/* Limits of FAR_GAP and RIDGE_GAP below a dark horizon, where they would make all land black. */
static const struct {
    double far; /* the far land may always be this light relative to the horizon */
    double gap; /* largest gap between two ridges relative to the lightness of the farther one */
} low_light = {.far = 0.7, .gap = 0.2};

/* Lightness below which the only colour of a palette is land, else sky. */
#define LONE_LAND_MOST 0.70

static double square(double x)
{
    return x * x;
}

/* Returns the warmth of a colour: the projection of its OKLab a and b on orange. */
static double warmth(oklab lab)
{
    return lab.a * orange.a + lab.b * orange.b;
}

/* Returns the squared distance of two colours in OKLab a and b. */
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

/* Reduces the list to the distinct colours without a role, from dark to light. */
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
        /* Binary search for the place behind all that are not lighter.  Lightnesses are computed
         * again each time, since the list has no room for them. */
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

/* Removes colours nearer than SAME_COLOUR to an earlier one: such layers would look alike. */
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

/* Returns the cost of a green in a sky, in squared OKLab distance; 0 for other hues. */
static double green_cost(oklab lab)
{
    return lab.a < 0.0 && lab.b > 0.0 ? -2.0 * lab.a * lab.b : 0.0;
}

/* Cost of an impossible choice. */
#define NEVER 1e9

/* Writes to `chosen` the indices of the smoothest chain of `want` out of `count` colours, sorted
 * dark to light, that ends with the last.  Dynamic programming: after k rounds cost[j] is that of
 * the best chain of k + 1 colours that ends with j.  A chain of land starts with the darkest
 * colour; that of a sky may start with a lighter one, at a cost. */
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
                /* Cost: difference of hue and chroma; deviation from equal steps of lightness. */
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

/* Writes at most `most` of `count` sorted colours to `out`, from dark to light or reversed; returns
 * their number. */
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

/* ---- splitting a few colours into sky and land --------------------------------

 * A split by lightness alone suits most palettes.  Of pale, loud or motley palettes it makes green
 * skies, or mountains as bright as the sky.  So for few colours every split is tried, and the one
 * with the least sum of faults is chosen. */

/* Weights of faults, which are squares of OKLab distances beyond a limit. */
#define W_BEND 6.0      /* darkening of land that is needed for FAR_GAP and RIDGE_GAP */
#define W_SPAN 2.0      /* lack of difference of horizon and zenith */
#define W_INVERSION 1.0 /* far land lighter than the zenith */
#define W_FRONT 0.15    /* nearest land lighter than NEAR_MOST */
#define W_GREEN 9.0     /* a green sky */
#define W_JUMP 0.04     /* difference of hue and chroma of neighbours */
#define W_ZIGZAG 0.15   /* detour in hue of three neighbouring stops of a sky */

/* Constant faults in the same unit. */
#define PRIOR 0.006     /* per colour more or less in the land than two thirds */
#define SUN_PRICE 0.012 /* for a colour that is the sun alone */

#define SPLIT_SPAN 0.12 /* difference of horizon and zenith from which a sky has depth */
#define SAGE 0.0015     /* product of OKLab -a and b up to which a green counts as grey */
typedef struct split {
    int sky_count, land_count;
    oklab sky[FEW];  /* dark to light */
    oklab land[FEW]; /* light to dark */
} split;

/* Returns the square of the amount by which x exceeds a limit. */
static double excess(double x, double limit)
{
    return square(exact_max(x - limit, 0.0));
}

/* Returns the fault of a sky.  A sky of one colour gets a second stop later; but only if there are
 * at most three colours, of which the land needs two, its lack of depth is no fault. */
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

/* Returns the sum of faults of a split.  Bit i of `mask` is 1 if colour i belongs to the sky, 0 for
 * the land; colour `sun` (-1 = none) belongs to neither. */
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
    double price = 0.0; /* fault of a colour that is the sun alone */
    if (sun >= 0) {
        double c = colour_chroma(lab[sun]);
        int shines = lab[sun].l > lone_sun.lightness_least &&
                     (c < lone_sun.white_chroma || warmth(lab[sun]) > lone_sun.warmth_least * c);
        price = shines ? SUN_PRICE : NEVER;
    }
    double fault = PRIOR * (moved < 0 ? -moved : moved) + price;
    return fault + sky_fault(&s, count) + land_fault(&s);
}

/* Reorders the list: the colours of the land, then those of the sky, each dark to light; the sun
 * alone is removed.  Returns the number of the land's colours. */
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

/* Adds far land and a foreground to land of a single dark colour; light land gets its foreground in
 * settle_front. */
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

/* Adds a darker second stop to a sky of one colour: at the zenith, at night at the horizon. */
static void add_sky_stop(rl_palette *palette, int night)
{
    rl_colour only = palette->sky[0];
    double l = palette_lightness(only);
    /* The far land tints the stop, but green land does not tint a white sky. */
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

/* Inserts a stop between neighbours of complementary colours, whose gradient would pass through
 * grey, as long as there are fewer than `most` stops.  In a sky the stop is rose, as in the
 * evening; in land it has the bluer of the two hues at right angles to theirs, since air is blue.
 */
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

/* Returns the cosine of the angle between the hue of a colour and orange. */
static double warmth_share(oklab lab)
{
    return warmth(lab) / (colour_chroma(lab) + TINY_CHROMA);
}

static double strength(rl_colour colour)
{
    return palette_lightness(colour) * palette_chroma(colour);
}

/* Sets the sun to the colour of the sky with the largest product of lightness and chroma, if it is
 * within sun_fit; else palette_complete derives it later. */
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

/* Sets the glow to the most saturated colour within glow_fit, if there is one. */
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

/* ---- correction of lightness --------------------------------------------------- */

/* Returns a colour darkened to a lightness of at most `most`.  It gains chroma for the lightness
 * that it loses, since darker colours look greyer. */
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

/* Returns c, the chroma of a shade, raised to `least` unless it is grey: a weak hue that pleases in
 * a light colour looks like mud in a dark one. */
static double tinted(double c, double least)
{
    return c < GREY ? c : exact_max(c, least);
}

/* Adds a darker zenith above a sky without depth. */
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

/* Exchanges stops of nearly equal lightness so that the warmer one is lower, as in a real sky. */
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

/* Corrects a guessed sky by day to the limits of `day`. */
static void settle_sky(rl_palette *palette)
{
    int last = palette->sky_count - 1;
    /* A white disc would be invisible before so pale a horizon, so the sun has the hue of the glow
     * or is golden; in a grey palette it is grey. */
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

/* Adds darker land before light land.  A cool zenith tints it, since rosy land would become brown
 * otherwise.  Then darkens the nearest land to NEAR_MOST. */
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

/* ---- palette_guess ------------------------------------------------------------ */

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
        /* Air makes land paler, but not lighter than the sky behind it; each ridge is darker than
         * the one behind it. */
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
