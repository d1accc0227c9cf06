/* inks.c - colours of a picture as dithered mixtures of the inks of an e-paper panel.
 *
 * The eye takes the panel's paper for white, so the light of inks counts relative to that of the
 * paper.  The contrast of the picture is stretched to the range from black ink to paper, so that a
 * misty morning uses more than three of sixteen greys.  Each colour is then replaced by the mixture
 * of inks, in linear light, that is nearest to it; of equally near mixtures by that of inks of
 * similar lightness, whose dither pattern is the least visible.
 */
#include "paint/inks.h"

#include "base/exact.h"
#include "base/status.h"
#include "paint/dither.h"
#include "palette/inks.h"

#include <string.h>

/* Nodes of the lattice of colours along each of red, green and blue, sRGB. */
#define NODES 17

struct frame_inks {
    int count;                 /* number of inks */
    int planes;                /* values at a node of `share` */
    uint8_t number[INKS_MOST]; /* [k]: index of ink k, sorted from dark to light, in the ink_set */
    /* Mixtures at the nodes of the lattice.  For a set of greys each node has one value, the place
     * between the greys: 0 = black .. count - 1 = white.  For coloured inks it has one value for
     * each ink k but the lightest: the sum of the shares of the inks 0 .. k. */
    float *share;
};

/* ---- lightness ------------------------------------------------------------- */

#define LEVELS 256 /* levels of OKLab lightness in the histogram */

/* Limits of the stretch of contrast, tuned by eye on all moods with 2 and 4 greys. */
#define BELOW 250      /* 1 of this many pixels may be darker than black ink */
#define ABOVE 2000     /* 1 of this many pixels may be lighter than paper */
#define FEW_INKS 4     /* coloured sets of up to this many inks are stretched as greys are */
#define CROWD_MOST 3.0 /* limit of a histogram's level, relative to the mean of all levels */
#define SMOOTH 10      /* levels to either side over which the histogram is averaged */

/* The mean lightness of the result is between that of the picture and that of a printed page. */
#define PAGE 0.55     /* mean lightness of a printed page */
#define TO_PAGE 0.45  /* weight of the page in that mean */
#define BEND_MOST 0.8 /* largest bend of the curve in keep_mean; above 1 it is not monotone */

typedef struct tone_rule {
    double gain_most; /* largest factor of contrast */
    double equal;     /* share of histogram equalisation in the curve's slope, 0..1 */
} tone_rule;
static const tone_rule of_greys = {.gain_most = 2.2, .equal = 0.5};
/* A stronger stretch would bleach colours. */
static const tone_rule of_colours = {.gain_most = 1.4, .equal = 0.2};

/* Curve from a lightness of 0..1, in LEVELS steps, to 0 = black ink .. 1 = paper. */
typedef struct tone_curve {
    double at[LEVELS + 1];
} tone_curve;

/* Returns the relative slope of the curve at a level in low .. high; 1 for a uniform histogram. */
static double slope_at(const int count[LEVELS], int level, int low, int high, double mean,
                       double equal)
{
    double sum = 0.0;
    int levels = 0;
    for (int i = level - SMOOTH; i <= level + SMOOTH; i++) {
        if (i < low || i > high)
            continue;
        double crowd = count[i] / mean;
        sum += crowd < CROWD_MOST ? crowd : CROWD_MOST;
        levels++;
    }
    return exact_mix(1.0, sum / levels, equal);
}

/* Bends the curve up or down so that the mean lightness is the one described at PAGE: a picture of
 * night stays dark, one of noon stays bright. */
static void keep_mean(tone_curve *curve, const int count[LEVELS], int pixels, double black)
{
    double was = 0.0, is = 0.0, room = 0.0;
    for (int i = 0; i < LEVELS; i++) {
        double t = 0.5 * (curve->at[i] + curve->at[i + 1]);
        was += count[i] * (i + 0.5) / LEVELS;
        is += count[i] * t;
        room += count[i] * t * (1.0 - t);
    }
    double aim = (exact_mix(was / pixels, PAGE, TO_PAGE) - black) / (1.0 - black);
    double bend = room > 0.0 ? (aim * pixels - is) / room : 0.0;
    bend = exact_clamp(bend, -BEND_MOST, BEND_MOST);
    for (int i = 0; i <= LEVELS; i++)
        curve->at[i] += bend * curve->at[i] * (1.0 - curve->at[i]);
}

static void make_curve(tone_curve *curve, const uint8_t *rgb, int pixels, const tone_rule *rule,
                       double black)
{
    int count[LEVELS] = {0}, low = 0, high = LEVELS - 1;
    for (int i = 0; i < pixels; i++, rgb += 3) {
        rl_colour colour = rgb[0] << 16 | rgb[1] << 8 | rgb[2];
        int level = (int)(colour_to_oklab(colour).l * LEVELS);
        count[level < LEVELS ? level : LEVELS - 1]++;
    }
    for (int below = count[0]; below * BELOW < pixels && low < LEVELS - 1; below += count[++low])
        continue;
    for (int above = count[high]; above * ABOVE < pixels && high > low; above += count[--high])
        continue;
    double span = (high - low + 1) / (double)LEVELS;
    double height = span * rule->gain_most < 1.0 ? span * rule->gain_most : 1.0;
    double left = 1.0 - span > 0.0 ? low / (double)LEVELS / (1.0 - span) : 0.0;
    double sum = 0.0, mean = pixels / (span * LEVELS);
    for (int i = 0; i <= LEVELS; i++) {
        curve->at[i] = sum;
        if (i >= low && i <= high)
            sum += slope_at(count, i, low, high, mean, rule->equal);
    }
    for (int i = 0; i <= LEVELS; i++)
        curve->at[i] = left * (1.0 - height) + height * curve->at[i] / sum;
    keep_mean(curve, count, pixels, black);
}

/* ---- mixtures -------------------------------------------------------------- */

typedef struct triple {
    double x, y, z;
} triple;

static double dot(triple a, triple b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Factor of the chroma of the picture's colours, since inks are duller than a screen. */
#define CHROMA 1.1

/* Cost of a share of an ink in a mixture, per squared difference of its lightness from the
 * target's: such dots are visible as grain. */
#define GRAIN 0.004

/* Weight of a difference in lightness relative to differences in a and b of OKLab. */
#define LIGHTNESS 1.5

/* A share below DOTS counts as 0, and above 1 - DOTS as 1, so that nearly pure colours have no
 * single dots. */
#define DOTS 0.03

/* Least linear light of the grey at which find_slope takes the slope of OKLab, which is unbounded
 * at black. */
#define SLOPE_LEAST 0.01

#define ROUNDS 400 /* largest number of steps of the minimisation in find_mixture */

/* The inks from dark to light: linear light relative to the paper, OKLab lightness. */
typedef struct ink_mixer {
    int count, is_grey;
    linear_rgb light[INKS_MOST];
    double l[INKS_MOST];
} ink_mixer;

/* Writes the Jacobian of OKLab with respect to linear light, by columns, at a grey of lightness l.
 * It serves for all colours of that lightness, since at a pure colour it is unbounded. */
static void find_slope(triple slope[3], double l)
{
    const double step = 0.001;
    double y = l * l * l < SLOPE_LEAST ? SLOPE_LEAST : l * l * l;
    oklab from = colour_linear_to_oklab((linear_rgb){y, y, y});
    const linear_rgb to[] = {{y + step, y, y}, {y, y + step, y}, {y, y, y + step}};
    for (int i = 0; i < 3; i++) {
        oklab lab = colour_linear_to_oklab(to[i]);
        slope[i] = (triple){LIGHTNESS * (lab.l - from.l) / step, (lab.a - from.a) / step,
                            (lab.b - from.b) / step};
    }
}

static triple apply_slope(const triple slope[3], linear_rgb d)
{
    return (triple){slope[0].x * d.r + slope[1].x * d.g + slope[2].x * d.b,
                    slope[0].y * d.r + slope[1].y * d.g + slope[2].y * d.b,
                    slope[0].z * d.r + slope[1].z * d.g + slope[2].z * d.b};
}

/* Finds the shares of inks whose mixture is nearest to `target`.  The distance is a quadratic
 * function of the shares, whose sum is 1.  Its minimum is approached in steps: each moves a part of
 * the share from the ink of largest derivative to that of least. */
static void find_mixture(double share[INKS_MOST], const ink_mixer *mixer, oklab target)
{
    triple slope[3], at[INKS_MOST], fault;
    double cost[INKS_MOST];
    int first = 0;
    linear_rgb light = colour_oklab_to_linear(target);
    find_slope(slope, target.l);
    for (int i = 0; i < mixer->count; i++) {
        const linear_rgb *own = &mixer->light[i];
        at[i] =
            apply_slope(slope, (linear_rgb){own->r - light.r, own->g - light.g, own->b - light.b});
        cost[i] = GRAIN * (mixer->l[i] - target.l) * (mixer->l[i] - target.l);
        share[i] = 0.0;
        if (dot(at[i], at[i]) < dot(at[first], at[first]))
            first = i;
    }
    share[first] = 1.0;
    fault = at[first];
    for (int round = 0; round < ROUNDS; round++) {
        double most = -1e30, least = 1e30;
        int worst = 0, best = 0;
        for (int i = 0; i < mixer->count; i++) {
            double rise = 2.0 * dot(fault, at[i]) + cost[i];
            if (rise < least) {
                least = rise;
                best = i;
            }
            if (share[i] > 0.0 && rise > most) {
                most = rise;
                worst = i;
            }
        }
        triple way = {at[best].x - at[worst].x, at[best].y - at[worst].y, at[best].z - at[worst].z};
        double length = dot(way, way);
        if (most - least < 1e-6 || length <= 0.0)
            return;
        double move = (most - least) / (2.0 * length);
        move = move < share[worst] ? move : share[worst];
        share[worst] -= move;
        share[best] += move;
        fault = (triple){fault.x + move * way.x, fault.y + move * way.y, fault.z + move * way.z};
    }
}

/* Returns a share after the rule of DOTS. */
static double without_dots(double share)
{
    return exact_clamp((share - DOTS) / (1.0 - 2.0 * DOTS), 0.0, 1.0);
}

static void fill_node(float *node, const ink_mixer *mixer, oklab target)
{
    double share[INKS_MOST], sum = 0.0;
    if (mixer->is_grey) { /* place between the greys: see frame_inks.share */
        double y = target.l * target.l * target.l;
        int i = 0;
        while (i < mixer->count - 2 && mixer->light[i + 1].g <= y)
            i++;
        double from = mixer->light[i].g, to = mixer->light[i + 1].g;
        node[0] = (float)(i + without_dots((y - from) / (to - from)));
        return;
    }
    find_mixture(share, mixer, target);
    for (int i = 0; i < mixer->count - 1; i++) {
        sum += share[i];
        node[i] = (float)without_dots(sum);
    }
}

/* ---- preparation ------------------------------------------------------------- */

/* Sorts the inks by lightness, relative to the paper. */
static void make_mixer(ink_mixer *mixer, frame_inks *inks, const ink_set *set)
{
    linear_rgb white = inks_white(set);
    *mixer = (ink_mixer){.count = set->count, .is_grey = set->is_grey};
    for (int i = 0; i < set->count; i++) {
        linear_rgb light = colour_to_linear(set->ink[i].seen);
        light = (linear_rgb){light.r / white.r, light.g / white.g, light.b / white.b};
        double l = colour_linear_to_oklab(light).l;
        int k = i;
        for (; k > 0 && mixer->l[k - 1] > l; k--) {
            mixer->l[k] = mixer->l[k - 1];
            mixer->light[k] = mixer->light[k - 1];
            inks->number[k] = inks->number[k - 1];
        }
        mixer->l[k] = l;
        mixer->light[k] = light;
        inks->number[k] = (uint8_t)i;
    }
}

static void put_colour(uint8_t *rgb, rl_colour colour)
{
    rgb[0] = (uint8_t)(colour >> 16 & 255);
    rgb[1] = (uint8_t)(colour >> 8 & 255);
    rgb[2] = (uint8_t)(colour & 255);
}

static void fill_lattice(const frame_inks *inks, const ink_mixer *mixer, const tone_curve *curve)
{
    double light[NODES], black = mixer->l[0];
    float *node = inks->share;
    for (int i = 0; i < NODES; i++)
        light[i] = colour_decode(i / (NODES - 1.0));
    for (int r = 0; r < NODES; r++)
        for (int g = 0; g < NODES; g++)
            for (int b = 0; b < NODES; b++, node += inks->planes) {
                oklab lab = colour_linear_to_oklab((linear_rgb){light[r], light[g], light[b]});
                double place = exact_clamp(lab.l, 0.0, 1.0) * LEVELS;
                int index = place < LEVELS ? (int)place : LEVELS - 1;
                double bent = exact_mix(curve->at[index], curve->at[index + 1], place - index);
                lab.l = exact_mix(black, 1.0, bent);
                lab.a *= CHROMA;
                lab.b *= CHROMA;
                fill_node(node, mixer, lab);
            }
}

rl_status inks_prepare(rl_frame *frame, const uint8_t *rgb, rl_error *error)
{
    const ink_set *set = inks_at((size_t)frame->scene.inks);
    frame_art *art = arena_zeroed(frame->arena, 1, sizeof *art);
    frame_inks *inks = arena_zeroed(frame->arena, 1, sizeof *inks);
    tone_curve curve;
    ink_mixer mixer;
    if (art != NULL && inks != NULL) {
        inks->count = set->count;
        inks->planes = set->is_grey ? 1 : set->count - 1;
        inks->share =
            arena_array(frame->arena, (size_t)NODES * NODES * NODES * (size_t)inks->planes,
                        sizeof *inks->share);
    }
    TRY(status_memory(art != NULL && inks != NULL && inks->share != NULL, "inks", error));
    make_mixer(&mixer, inks, set);
    make_curve(&curve, rgb, PIXELART_STUDY_WIDTH * PIXELART_STUDY_HEIGHT,
               set->is_grey || set->count <= FEW_INKS ? &of_greys : &of_colours, mixer.l[0]);
    fill_lattice(inks, &mixer, &curve);
    for (int i = 0; i < set->count; i++) {
        uint8_t *seen = art->seen + 3 * (size_t)inks->number[i];
        put_colour(seen, colour_from_linear(mixer.light[i]));
        put_colour(art->rgb + 3 * (size_t)i, set->ink[i].panel);
    }
    if (frame->scene.proof)
        memcpy(art->rgb, art->seen, sizeof art->rgb);
    frame->art = art;
    frame->inks = inks;
    frame->colours = set->count;
    return status_clear(error);
}

/* ---- pixels -------------------------------------------------------------------- */

/* One axis of the lattice for a colour. */
typedef struct ink_axis {
    float part; /* offset of the colour within the cell, 0..1 */
    int step;   /* stride in frame_inks.share to the next node */
} ink_axis;

static ink_axis enter(float value, int step, int *node)
{
    float place = value <= 0.0f ? 0.0f : value >= 1.0f ? NODES - 1.0f : value * (NODES - 1.0f);
    int index = place < NODES - 1.0f ? (int)place : NODES - 2;
    *node += index * step;
    return (ink_axis){place - (float)index, step};
}

static void order(ink_axis *a, ink_axis *b)
{
    if (a->part < b->part) {
        ink_axis first = *a;
        *a = *b;
        *b = first;
    }
}

/* Writes frame_inks.share for a colour by tetrahedral interpolation: from the four corners of the
 * tetrahedron of the cell that contains it. */
static void look_up(const frame_inks *inks, float r, float g, float b, float found[INKS_MOST])
{
    int planes = inks->planes, node = 0;
    ink_axis one = enter(r, NODES * NODES * planes, &node);
    ink_axis two = enter(g, NODES * planes, &node);
    ink_axis three = enter(b, planes, &node);
    order(&one, &two);
    order(&two, &three);
    order(&one, &two);
    const float *corner = inks->share + node;
    for (int i = 0; i < planes; i++, corner++) {
        const float *second = corner + one.step, *third = second + two.step;
        found[i] = corner[0] * (1.0f - one.part) + second[0] * (one.part - two.part) +
                   third[0] * (two.part - three.part) + third[three.step] * three.part;
    }
}

void inks_row(const rl_frame *frame, const pixelart_run *run, uint8_t *indices)
{
    const frame_inks *inks = frame->inks;
    float threshold[DITHER_PERIOD], found[INKS_MOST];
    dither_thresholds(frame->dither, run->x, run->y, threshold);
    for (int i = 0; i < run->count; i++) {
        float limit = threshold[i & (DITHER_PERIOD - 1)];
        int rank = 0;
        look_up(inks, run->r[i], run->g[i], run->b[i], found);
        if (inks->planes == 1) /* limit < 1, so the rank is at most count - 1 */
            rank = (int)(found[0] + limit);
        while (inks->planes > 1 && rank < inks->planes && found[rank] <= limit)
            rank++;
        indices[i] = inks->number[rank];
    }
}
