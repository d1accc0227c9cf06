/* palette_split.c - which of a few colours are the sky, and which the land.
 *
 * In: two to eight distinct colours, dark to light.  Out: a role for each.  Most
 * palettes split by lightness alone: the darker two thirds are land.  But pale,
 * loud or motley ones made green skies so, or mountains as bright as the sky:
 * hence every split is tried, and the one with the fewest faults is taken.
 */
#include "palette/palette.h"

#include "base/colour.h"
#include "base/exact.h"

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

#define SKY_SPAN 0.12
#define SKY_MOST 3
#define NEVER 1e9

typedef struct split {
    int sky_count, land_count;
    double sun_price;
    oklab sky[PALETTE_FEW];  /* dark to light */
    oklab land[PALETTE_FEW]; /* light to dark */
} split;

static double square(double x)
{
    return x * x;
}

static double excess(double x, double limit)
{
    return square(exact_max(x - limit, 0.0));
}

/* A sky is anything but green; sage passes for grey. */
static double green_fault(oklab lab)
{
    return lab.a < 0.0 && lab.b > 0.0 ? exact_max(-lab.a * lab.b - 0.0015, 0.0) : 0.0;
}

static double hue_step(oklab a, oklab b)
{
    return square(a.a - b.a) + square(a.b - b.b);
}

/* A sky of one colour gets a second stop, but has depth at once only where no more
 * colours could be spared: among three. */
static double sky_fault(const split *s, int count)
{
    double span = s->sky[s->sky_count - 1].l - s->sky[0].l;
    double fault = count > 3 ? W_SPAN * excess(SKY_SPAN, span) : 0.0;
    for (int i = 0; i < s->sky_count; i++)
        fault += W_GREEN * green_fault(s->sky[i]);
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
    double horizon = exact_min(s->sky[s->sky_count - 1].l, PALETTE_HORIZON_MOST);
    double fault = W_BEND * excess(s->sky[s->sky_count - 1].l, horizon);
    double limit = horizon - PALETTE_FAR_GAP;
    for (int i = 0; i < s->land_count; i++) {
        fault += W_BEND * excess(s->land[i].l, limit);
        limit = exact_min(s->land[i].l, limit) - PALETTE_RIDGE_GAP;
        if (i > 0)
            fault += W_JUMP * hue_step(s->land[i - 1], s->land[i]);
    }
    fault += W_INVERSION * excess(s->land[0].l, s->sky[0].l);
    return fault + W_FRONT * excess(s->land[s->land_count - 1].l, PALETTE_NEAR_MOST);
}

/* Only what is bright, and warm or white, makes a sun. */
static double sun_price(oklab lab)
{
    double c = colour_chroma(lab);
    int shines = lab.l > 0.90 && (c < 0.03 || lab.a * 0.4226 + lab.b * 0.9063 > 0.7 * c);
    return shines ? SUN_PRICE : NEVER;
}

/* Bit i of `mask` sends colour i to the sky; colour `sun` is in neither. */
static void make_split(split *s, const oklab *lab, int count, unsigned mask, int sun)
{
    s->sky_count = s->land_count = 0;
    s->sun_price = sun < 0 ? 0.0 : sun_price(lab[sun]);
    for (int i = 0; i < count; i++)
        if (i != sun && (mask >> i & 1u))
            s->sky[s->sky_count++] = lab[i];
    for (int i = count - 1; i >= 0; i--)
        if (i != sun && (mask >> i & 1u) == 0)
            s->land[s->land_count++] = lab[i];
}

static double split_fault(const split *s, int count)
{
    if (s->sky_count == 0 || s->sky_count > SKY_MOST || s->land_count == 0)
        return NEVER;
    int moved = count * 2 / 3 - s->land_count;
    double fault = PRIOR * (moved < 0 ? -moved : moved) + s->sun_price;
    return fault + sky_fault(s, count) + land_fault(s);
}

void palette_split(const palette_entry *tones, int count, palette_part *part)
{
    oklab lab[PALETTE_FEW];
    for (int i = 0; i < count; i++)
        lab[i] = colour_to_oklab(tones[i].colour);
    double least = NEVER;
    for (int sun = -1; sun < count; sun++) {
        for (unsigned mask = 1; mask < 1u << count; mask++) {
            split s;
            make_split(&s, lab, count, mask, sun);
            double fault = split_fault(&s, count);
            if (fault >= least)
                continue;
            least = fault;
            for (int i = 0; i < count; i++)
                part[i] = i == sun ? PALETTE_SUN : mask >> i & 1u ? PALETTE_SKY : PALETTE_LAND;
        }
    }
}
