/* quantise.c - colour quantisation: k-means in OKLab over a picture's histogram.
 *
 * S. Lloyd 1982; each start is the sample whose error is largest so far.  The weight of a bin of
 * the histogram is the square root of its number of pixels, so that a small sun or a dark edge of
 * forest gets a colour of its own, too, not only a wide sky.
 */
#include "paint/pixelart.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"

#define BIN_BITS 5 /* leading bits of each channel that select a bin */
#define BINS (1 << (3 * BIN_BITS))
#define ROUNDS 24 /* iterations of k-means */

/* ---- the histogram ------------------------------------------------------- */

typedef struct colour_bin {
    uint32_t count, r, g, b; /* number of pixels; sums of their samples */
} colour_bin;

/* The mean colour of a bin that has pixels. */
typedef struct colour_sample {
    oklab at; /* a and b times QUANTISE_HUE */
    double weight;
    double error; /* weighted square distance to the nearest centre */
    int owner;    /* index of the nearest centre */
} colour_sample;

typedef struct sample_list {
    colour_sample *sample;
    int count;
} sample_list;

static oklab stretched(oklab lab)
{
    return (oklab){lab.l, lab.a * QUANTISE_HUE, lab.b * QUANTISE_HUE};
}

static int fill_bins(colour_bin *bins, const uint8_t *rgb, int pixels)
{
    int filled = 0;
    const int drop = 8 - BIN_BITS;
    for (int i = 0; i < pixels; i++, rgb += 3) {
        int at = rgb[0] >> drop << (2 * BIN_BITS) | rgb[1] >> drop << BIN_BITS | rgb[2] >> drop;
        filled += bins[at].count == 0;
        bins[at].count++;
        bins[at].r += rgb[0];
        bins[at].g += rgb[1];
        bins[at].b += rgb[2];
    }
    return filled;
}

static rl_status make_samples(sample_list *list, const uint8_t *rgb, int pixels,
                              const rl_allocator *allocator, rl_error *error)
{
    list->sample = NULL;
    list->count = 0;
    colour_bin *bins = memory_zeroed(allocator, BINS, sizeof *bins);
    TRY(status_memory(bins != NULL, "palette", error));
    int filled = fill_bins(bins, rgb, pixels);
    list->sample = memory_array(allocator, (size_t)filled, sizeof *list->sample);
    for (int i = 0; i < BINS && list->sample != NULL; i++) {
        const colour_bin *bin = &bins[i];
        if (bin->count == 0)
            continue;
        double share = 1.0 / (255.0 * bin->count);
        linear_rgb light = {colour_decode(bin->r * share), colour_decode(bin->g * share),
                            colour_decode(bin->b * share)};
        list->sample[list->count++] =
            (colour_sample){.at = stretched(colour_linear_to_oklab(light)),
                            .weight = exact_sqrt((double)bin->count)};
    }
    memory_free(allocator, bins);
    TRY(status_memory(list->sample != NULL, "palette", error));
    return RL_OK;
}

/* ---- centres ------------------------------------------------------------- */

static void measure(colour_sample *sample, oklab centre, int owner)
{
    double l = sample->at.l - centre.l;
    double a = sample->at.a - centre.a;
    double b = sample->at.b - centre.b;
    double error = sample->weight * (l * l + a * a + b * b);
    if (error < sample->error) {
        sample->error = error;
        sample->owner = owner;
    }
}

static void assign(const sample_list *list, const oklab *centre, int count)
{
    for (int i = 0; i < list->count; i++) {
        list->sample[i].error = DBL_MAX;
        for (int c = 0; c < count; c++)
            measure(&list->sample[i], centre[c], c);
    }
}

/* Adds centres, each at the sample whose error is largest, up to `most`.  Returns their number: a
 * picture may have fewer colours. */
static int add_starts(const sample_list *list, oklab *centre, int count, int most)
{
    assign(list, centre, count);
    while (count < most) {
        int worst = 0;
        for (int i = 1; i < list->count; i++)
            if (list->sample[i].error > list->sample[worst].error)
                worst = i;
        if (list->sample[worst].error < 1e-6)
            break;
        centre[count] = list->sample[worst].at;
        for (int i = 0; i < list->count; i++)
            measure(&list->sample[i], centre[count], count);
        count++;
    }
    return count;
}

/* Moves each centre from index `fixed` on to the weighted mean of its samples. */
static void move_centres(const sample_list *list, oklab *centre, int fixed, int count)
{
    oklab sum[QUANTISE_MOST] = {{0.0, 0.0, 0.0}};
    double weight[QUANTISE_MOST] = {0.0};
    for (int i = 0; i < list->count; i++) {
        const colour_sample *sample = &list->sample[i];
        sum[sample->owner].l += sample->weight * sample->at.l;
        sum[sample->owner].a += sample->weight * sample->at.a;
        sum[sample->owner].b += sample->weight * sample->at.b;
        weight[sample->owner] += sample->weight;
    }
    for (int c = fixed; c < count; c++) {
        if (weight[c] == 0.0)
            continue;
        centre[c].l = sum[c].l / weight[c];
        centre[c].a = sum[c].a / weight[c];
        centre[c].b = sum[c].b / weight[c];
    }
}

rl_status quantise_find(quantise_list *list, int most, const uint8_t *rgb, int pixels,
                        const rl_allocator *allocator, rl_error *error)
{
    sample_list samples;
    TRY(make_samples(&samples, rgb, pixels, allocator, error));
    oklab centre[QUANTISE_MOST];
    int fixed = list->count;
    for (int c = 0; c < fixed; c++)
        centre[c] = stretched(colour_to_oklab(list->colour[c]));
    int count = add_starts(&samples, centre, fixed, most);
    for (int round = 0; round < ROUNDS; round++) {
        move_centres(&samples, centre, fixed, count);
        assign(&samples, centre, count);
    }
    for (int c = fixed; c < count; c++)
        quantise_add(list, colour_from_oklab((oklab){centre[c].l, centre[c].a / QUANTISE_HUE,
                                                     centre[c].b / QUANTISE_HUE}));
    memory_free(allocator, samples.sample);
    return RL_OK;
}

/* ---- lists --------------------------------------------------------------- */

void quantise_add(quantise_list *list, rl_colour colour)
{
    for (int i = 0; i < list->count; i++)
        if (list->colour[i] == colour)
            return;
    if (list->count < QUANTISE_MOST)
        list->colour[list->count++] = colour;
}

void quantise_sort(quantise_list *list)
{
    for (int i = 1; i < list->count; i++) {
        rl_colour colour = list->colour[i];
        double l = colour_to_oklab(colour).l;
        int j = i;
        for (; j > 0 && colour_to_oklab(list->colour[j - 1]).l > l; j--)
            list->colour[j] = list->colour[j - 1];
        list->colour[j] = colour;
    }
}

/* Returns the centre, from index `fixed` on, whose samples have the least total weight. */
static int least_needed(const sample_list *samples, const oklab *centre, int fixed, int count)
{
    double need[QUANTISE_MOST] = {0.0};
    assign(samples, centre, count);
    for (int i = 0; i < samples->count; i++)
        need[samples->sample[i].owner] += samples->sample[i].weight;
    int least = fixed;
    for (int c = fixed + 1; c < count; c++)
        if (need[c] < need[least])
            least = c;
    return least;
}

rl_status quantise_keep(quantise_list *list, int fixed, int most, const uint8_t *rgb, int pixels,
                        const rl_allocator *allocator, rl_error *error)
{
    sample_list samples;
    TRY(make_samples(&samples, rgb, pixels, allocator, error));
    oklab centre[QUANTISE_MOST];
    for (int c = 0; c < list->count; c++)
        centre[c] = stretched(colour_to_oklab(list->colour[c]));
    while (list->count > most && list->count > fixed) {
        int drop = least_needed(&samples, centre, fixed, list->count--);
        for (int c = drop; c < list->count; c++) {
            centre[c] = centre[c + 1];
            list->colour[c] = list->colour[c + 1];
        }
    }
    memory_free(allocator, samples.sample);
    return RL_OK;
}
