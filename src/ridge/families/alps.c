/* alps.c - lines of peaks and saddles, broken up by midpoint displacement.
 *
 * The nodes of level 0 are in turn peaks and saddles at jittered places; each level splits every
 * segment near its middle and displaces the new node in proportion to a power of the segment's
 * length along x, so that steep and gentle flanks are equally rough.  The new nodes of levels 1 and
 * 2 are lowered: glaciers leave concave flanks.  A node is a function of (key, level, index).
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"
#include "ridge/line_kernels.h"

/* Indices of ridge_line.own.  ROUGHNESS: H, the power of a segment's length to which its
 * displacement is proportional.  SHARE: displacement of a segment as long as the spacing of peaks,
 * amplitudes. */
enum { ROUGHNESS, SHARE };

/* Hash levels of further draws; midpoints use the levels 1..30 of the same key. */
#define LEVEL_PEAK_PLACE 64
#define LEVEL_PEAK_HEIGHT 65
#define LEVEL_SADDLE_PLACE 66
#define LEVEL_SADDLE_DEPTH 67
#define LEVEL_SPLIT 128 /* + level */

/* The constants below are tuned by eye on seeds 1..48. */

#define JITTER 0.9        /* a peak is at most JITTER / 2 spacings from its lattice point */
#define SPLIT_JITTER 0.08 /* largest offset of a split from the middle, lengths of its segment */
#define SAG 0.14          /* a split of level 1 or 2 is lowered by SAG / level of the rise */
#define REACH 1.5         /* largest offset of a node from its lattice place, spacings of peaks */
#define FIRST_BOUND 0.38  /* default of SHARE */

/* Peaks and the saddles between them; heights are in amplitudes. */
static const struct {
    double lowest; /* height of the lowest peak */
    double range;  /* height of the highest peak above `lowest` */
    double power;  /* exponent of the draw; above 1: low peaks are more frequent */
    double saddle_deepest, saddle_least; /* height of a saddle relative to its lower peak */
} peaks = {
    .lowest = 0.30, .range = 0.75, .power = 1.3, .saddle_deepest = 0.10, .saddle_least = 0.55};

/* Parts of the bound of heights: the highest peak, and the sum of all displacements for segments up
 * to two spacings long, relative to SHARE. */
#define RISE_PEAK 1.05
#define RISE_SPLITS 4.0

/* Spacing and height of the second line, foothills between the peaks, relative to the first. */
#define FOOTHILL_SPACING 0.53
#define FOOTHILL_SHARE 0.60

static uint64_t bits_at(const displacement *line, int level, int64_t index, int64_t nodes_per_peak)
{
    return hash_at(line->key, level, exact_wrap_middle(index, line->period * nodes_per_peak));
}

static double peak_place(const displacement *line, int64_t peak)
{
    double u = hash_unit(bits_at(line, LEVEL_PEAK_PLACE, peak, 1));
    return (double)peak + JITTER * (u - 0.5);
}

static double peak_height(const displacement *line, int64_t peak)
{
    double u = hash_unit(bits_at(line, LEVEL_PEAK_HEIGHT, peak, 1));
    return peaks.lowest + peaks.range * exact_pow(u, peaks.power);
}

/* Writes node i of level 0: peak i / 2 when i is even, else the saddle to the right of it. */
static void anchor(const displacement *line, int64_t i, double *value, double *place)
{
    int64_t peak = exact_half(i);
    *place = peak_place(line, peak);
    *value = peak_height(line, peak);
    if ((i & 1) == 0)
        return;
    double next = peak_height(line, peak + 1);
    double across = 0.5 + 0.5 * (hash_unit(bits_at(line, LEVEL_SADDLE_PLACE, peak, 1)) - 0.5);
    double depth = exact_mix(peaks.saddle_deepest, peaks.saddle_least,
                             hash_unit(bits_at(line, LEVEL_SADDLE_DEPTH, peak, 1)));
    *place = exact_mix(*place, peak_place(line, peak + 1), across);
    *value = exact_min(*value, next) * depth;
}

/* A row of nodes of one level. */
typedef struct alps_row {
    int64_t first, last;
    double *x, *y;
} alps_row;

/* Copies node i, the first or last of a row, if it is even: the kernel does not write these. */
static void keep_even(const alps_row *source, const alps_row *target, int64_t i)
{
    if (i & 1)
        return;
    target->x[i - target->first] = source->x[exact_half(i) - source->first];
    target->y[i - target->first] = source->y[exact_half(i) - source->first];
}

/* Makes a row of nodes from that of the level before: even nodes are copied, odd ones are new. */
static void expand(const ridge_line *line, int level, const alps_row *source,
                   const alps_row *target)
{
    const displacement *part = &line->part[0];
    int64_t first = target->first | 1;
    int64_t start = first - target->first;
    line_odd odd = {.key = part->key,
                    .level = level,
                    .noise = part->noise,
                    .period = part->period * (INT64_C(2) << level),
                    .first = exact_half(first - 1),
                    .count = target->last >= first ? (size_t)((target->last - first) / 2 + 1) : 0};
    line_rock rock = {.split_level = LEVEL_SPLIT + level,
                      .jitter = SPLIT_JITTER,
                      .share = line->own[SHARE],
                      .roughness = line->own[ROUGHNESS],
                      .deviation = displacement_deviation(part->noise),
                      .sag = level <= 2 ? SAG : 0.0};
    int64_t parent = odd.first - source->first;
    if (odd.count > 0)
        line_kernels_of[part->kernels]->rock(&odd, &rock, source->x + parent, source->y + parent,
                                             target->x + start, target->y + start);
    keep_even(source, target, target->first);
    keep_even(source, target, target->last);
}

/* Writes values of about 0..1 and places in spacings of peaks.  Node i of level 0 is near place
 * i / 2. */
static void fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work)
{
    size_t room = displacement_scratch(count);
    int64_t low[DISPLACEMENT_MAX_LEVEL + 1];
    int64_t high[DISPLACEMENT_MAX_LEVEL + 1];
    low[level] = first;
    high[level] = first + (int64_t)count - 1;
    for (int k = level; k > 0; k--) {
        low[k - 1] = exact_half(low[k] - 1);
        high[k - 1] = exact_half(high[k] + 2);
    }
    alps_row row[2] = {{low[0], high[0], work, work + room},
                       {0, 0, work + 2 * room, work + 3 * room}};
    for (int64_t i = low[0]; i <= high[0]; i++)
        anchor(&line->part[0], i, &row[0].y[i - low[0]], &row[0].x[i - low[0]]);
    for (int k = 1; k <= level; k++) {
        alps_row *next = &row[k & 1];
        next->first = low[k];
        next->last = high[k];
        expand(line, k, &row[!(k & 1)], next);
    }
    memcpy(values, row[level & 1].y, count * sizeof *values);
    memcpy(places, row[level & 1].x, count * sizeof *places);
}

static void make(ridge_line *line, const rl_ridge *ridge)
{
    line->has_places = 1;
    line->gain = ridge->amplitude * (line->number == 0 ? 1.0 : FOOTHILL_SHARE);
    line->spacing = 0.5 * ridge->spacing * (line->number == 0 ? 1.0 : FOOTHILL_SPACING);
    line->part[0].spacing = 0.5; /* nodes of level 0 are half a peak apart */
    line->own[ROUGHNESS] = ridge_exponent(ridge);
    line->own[SHARE] = ridge->displacement;
}

static double reach(const ridge_line *line)
{
    return REACH * 2.0 * line->spacing;
}

static double rise(const ridge_line *line, const rl_ridge *ridge)
{
    return line->gain * 2.0 *
           (RISE_PEAK + RISE_SPLITS * ridge->displacement / displacement_deviation(ridge->noise));
}

static double first_bound(const rl_ridge *ridge)
{
    (void)ridge;
    return FIRST_BOUND;
}

const ridge_family ridge_family_alps = {
    .name = "alps",
    .meaning = "peaks and saddles, flanks broken up by their length",
    .noun = "jagged mountains",
    .more_lines = 1,
    .second_spacing = FOOTHILL_SPACING,
    .make = make,
    .fill = fill,
    .reach = reach,
    .rise = rise,
    .aside = RIDGE_KEY(spacing),
    .traits = RIDGE_ALPINE | RIDGE_FACES | RIDGE_MOUNTAIN | RIDGE_FORWARD,
    .spread = 1.10,
    .first_bound = first_bound};
