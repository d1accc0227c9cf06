/* stand_kernel.c - the kernels of stand.h, which sample sprites between pixels and colour them;
 * compiled once for each width of base/lanes.h. */
#include "base/lanes_math.h"
#include "base/shorts_lanes.h"
#include "layers/plants/stand.h"
#include "paint/pixels_lanes.h"

/* Loads SHORTS bytes as numbers of 16 bits. */
LANES_INLINE lanes_us bytes_at(const uint8_t *source)
{
#if LANES == 1
    return *source;
#elif LANES == 8 && defined __AVX2__ /* one instruction; compilers make four of the code below */
    return (lanes_us)_mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)source));
#else
    typedef uint8_t bytes __attribute__((vector_size(SHORTS)));
    bytes v;
    LANES_COPY(&v, source, sizeof v);
    return __builtin_convertvector(v, lanes_us);
#endif
}

/* Returns bilinear samples of a sprite's plane, at offset `at` of its rows. */
LANES_INLINE lanes_us between_pixels(const stand_taps *taps, ptrdiff_t at)
{
    lanes_us sum = bytes_at(taps->row + at) * wrapping_of((uint32_t)taps->here) +
                   bytes_at(taps->row + at - 1) * wrapping_of((uint32_t)taps->left) +
                   bytes_at(taps->before + at) * wrapping_of((uint32_t)taps->above) +
                   bytes_at(taps->before + at - 1) * wrapping_of((uint32_t)taps->corner);
    return (sum + wrapping_of(128)) >> 8;
}

/* Adds open / 255 * over, rounded, to `before`, and returns that. */
LANES_INLINE lanes_us lay_under(int16_t *before, lanes_us open, lanes_us over)
{
    lanes_us product = open * over + wrapping_of(128);
    lanes_us share = (product + (product >> 8)) >> 8;
    shorts_store(before, shorts_load(before) + shorts_of_wrapped(share));
    return share;
}

/* Adds a tint times the tone, 0..4, of pixels for which `tone` is tone / 4 * coverage: flowers and
 * leaves in the light have more of it than shade. */
LANES_INLINE void lay_tint(int16_t *before, lanes_us tone, int tint)
{
    lanes_s product = shorts_of_wrapped(tone) * shorts_of(tint); /* at most 255 * 127 */
    shorts_store(before, shorts_load(before) + (product >> 5));
}

LANES_INLINE lanes_us plane_at(const stand_taps *taps, ptrdiff_t at, int is_between)
{
    return is_between ? between_pixels(taps, at) : bytes_at(taps->row + at);
}

LANES_INLINE void lay_rows(const stand_taps *first, int count, int at, int rows, stand_pixels *out,
                           int is_between)
{
    stand_taps taps = *first;
    for (; rows > 0; rows--, out++) {
        for (int i = 0; i < count; i += SHORTS) {
            /* Columns from `count` on, which hold another plane, change nothing. */
            lanes_us counted = (lanes_us)((shorts_count() - shorts_of(count - i)) >> 15);
            lanes_us open =
                (wrapping_of(255) - (lanes_us)shorts_load(out->covered + at + i)) & counted;
            lay_under(out->covered + at + i, open, plane_at(&taps, i, is_between));
            lanes_us tone = lay_under(out->tone + at + i, open,
                                      plane_at(&taps, i + (ptrdiff_t)taps.stride, is_between));
            if (taps.has_own)
                lay_under(out->own + at + i, open,
                          plane_at(&taps, i + 2 * (ptrdiff_t)taps.stride, is_between));
            for (int k = 0; k < 2; k++)
                if (taps.tint[k] != 0)
                    lay_tint(out->tint[k] + at + i, tone, taps.tint[k]);
        }
        taps.before = taps.row;
        taps.row += taps.next;
    }
}

static void lay(const stand_taps *taps, int count, int at, int rows, stand_pixels *out)
{
    if (taps->here == 256)
        lay_rows(taps, count, at, rows, out, 0);
    else
        lay_rows(taps, count, at, rows, out, 1);
}

/* A vector of numbers of 64 bits, each of which holds two of 32 bits. */
#if LANES == 1
#define PAIRS 1
typedef uint64_t lanes_pairs;
#else
#define PAIRS (LANES / 2)
typedef uint64_t lanes_pairs __attribute__((vector_size(4 * LANES)));
typedef uint8_t pair_bytes __attribute__((vector_size(PAIRS)));
#endif

/* Loads PAIRS bytes as numbers of 64 bits. */
LANES_INLINE lanes_pairs wide_bytes_at(const uint8_t *source)
{
#if LANES == 1
    return *source;
#elif LANES == 8 && defined __AVX2__
    return (lanes_pairs)_mm256_cvtepu8_epi64(_mm_loadu_si32(source));
#else
    pair_bytes v;
    LANES_COPY(&v, source, sizeof v);
    return __builtin_convertvector(v, lanes_pairs);
#endif
}

LANES_INLINE lanes_pairs pairs_at(const uint8_t *one, const uint8_t *other)
{
    return wide_bytes_at(other) << 32 | wide_bytes_at(one);
}

/* Multiplies both halves of each number by a factor; the products must fit in 32 bits. */
LANES_INLINE lanes_pairs pairs_times(lanes_pairs v, int factor)
{
#if LANES == 1
    return v * (unsigned)factor;
#else
    return (lanes_pairs)((lanes_u)v * ((uint32_t)factor - (lanes_u){0}));
#endif
}

static void mix(const uint8_t *one, const uint8_t *other, int count, int stride, const int *weight,
                uint64_t *out)
{
    for (int i = 0; i < count; i += PAIRS) {
        ptrdiff_t next = i + (ptrdiff_t)stride, last = next + stride;
        lanes_pairs sum = pairs_times(pairs_at(one + i, other + i), weight[0]) +
                          pairs_times(pairs_at(one + next, other + next), weight[1]) +
                          pairs_times(pairs_at(one + last, other + last), weight[2]);
        LANES_COPY(out + i, &sum, sizeof sum);
    }
}

static int find(const stand *of, int from, int count, int32_t row, int32_t end, int32_t *found)
{
    const int32_t *top = of->top + from, *last = of->end + from, *which = of->which + from;
    int n = 0;
    for (int first = 0; first < count; first += 64) {
        int some = count - first < 64 ? count - first : 64;
        uint64_t here = 0;
        for (int i = 0; i < some; i += LANES) {
            lanes_i is_here = lanes_less_i(lanes_load_i(top + first + i), lanes_of_i(end)) &
                              lanes_less_i(lanes_of_i(row), lanes_load_i(last + first + i));
            here |= (uint64_t)lanes_signs(is_here) << i;
        }
        here &= UINT64_MAX >> (64 - some); /* without entries after the last one */
        for (; here != 0; here &= here - 1) {
            int32_t thing = which[first + __builtin_ctzll(here)];
            __builtin_prefetch(of->thing + thing);
            found[n++] = thing;
        }
    }
    return n;
}

/* Returns a mask of lanes: -1 for each of LANES columns from i on whose bit is set. */
LANES_INLINE lanes_i columns_of(uint64_t bits, int i)
{
    lanes_i here = lanes_of_i((int32_t)(bits >> i & ((1U << LANES) - 1)));
    return lanes_less_i(lanes_of_i(0), here & (lanes_of_i(1) << lanes_count()));
}

static void clear(uint64_t hidden, stand_pixels *out)
{
    for (int i = 0; i < STAND_COLUMNS; i += SHORTS) {
        shorts_store(out->covered + i, shorts_of(0));
        shorts_store(out->tone + i, shorts_of(0));
    }
    out->has_own = out->has_tint = 0;
    for (int i = 0; i < TILES_BLOCK && hidden != 0; i += LANES)
        lanes_store_s(out->covered + STAND_ROOM + i, columns_of(hidden, i) & lanes_of_i(255));
}

static void measure(const stand_pixels *pixels, uint64_t *whole, uint64_t *part)
{
    *whole = *part = 0;
    for (int i = 0; i < TILES_BLOCK; i += LANES) {
        lanes_i covered = lanes_load_short(pixels->covered + STAND_ROOM + i);
        *whole |= (uint64_t)lanes_signs(lanes_less_i(lanes_of_i(254), covered)) << i;
        *part |= (uint64_t)lanes_signs(lanes_less_i(lanes_of_i(0), covered)) << i;
    }
}

/* Polynomial for the linear light of an sRGB value, 0..1.  Encoded again, its error is at most .7
 * of 255 steps. */
static const float light[4] = {0.060229706f, 0.34756523f, 0.95053273f, -0.36419191f};

LANES_INLINE lanes_f light_of(lanes_f x)
{
    return x * (lanes_of(light[0]) +
                x * (lanes_of(light[1]) + x * (lanes_of(light[2]) + x * lanes_of(light[3]))));
}

/* Returns the derivative of this polynomial. */
LANES_INLINE lanes_f light_rise(lanes_f x)
{
    return lanes_of(light[0]) +
           x * (lanes_of(2.0f * light[1]) +
                x * (lanes_of(3.0f * light[2]) + x * lanes_of(4.0f * light[3])));
}

/* Returns encoded colours mixed in linear light.  They are encoded by one step of Newton's method
 * from a square root, as light is about the square of an encoded colour. */
LANES_INLINE lanes_f mix_light(lanes_f under, lanes_f over, lanes_f amount)
{
    lanes_f mixed = lanes_mix(light_of(under), light_of(over), amount);
    lanes_f x = lanes_sqrt(lanes_mix(under * under, over * over, amount));
    return x + (mixed - light_of(x)) / light_rise(x);
}

static void blend(const tile_colours *over, const float *covered, uint64_t columns,
                  uint64_t far_columns, tile_colours *pixels)
{
    for (int i = 0; i < TILES_BLOCK; i += LANES) {
        lanes_i here = columns_of(columns, i), is_far = columns_of(far_columns, i);
        if (!lanes_any(here))
            continue;
        lanes_f amount = lanes_choose(here, lanes_load(covered + i), lanes_of(0.0f));
        lanes_i is_part = lanes_less(amount, lanes_of(1.0f)); /* else `over` hides the pixel */
        int has_far = lanes_any(is_far & is_part);
        const float *upper[3] = {over->r + i, over->g + i, over->b + i};
        float *under[3] = {pixels->r + i, pixels->g + i, pixels->b + i};
        for (int c = 0; c < 3; c++) {
            lanes_f u = lanes_load(under[c]), o = lanes_load(upper[c]);
            lanes_f v = lanes_mix(u, o, amount);
            if (has_far)
                v = lanes_choose(is_far, mix_light(u, o, amount), v);
            lanes_store(under[c], lanes_choose(is_part, v, o));
        }
    }
}

/* Loads LANES numbers of 16 bits as floats. */
LANES_INLINE lanes_f shares_at(const int16_t *source)
{
    return lanes_to_f(lanes_load_short(source));
}

/* What the colours of LANES pixels are computed from. */
typedef struct stand_shares {
    between at;
    lanes_f tone, own, tint[2];
    int has_own, has_tint;
} stand_shares;

/* Returns red, green or blue of LANES pixels; `row` points to that channel of the first plane. */
LANES_INLINE lanes_f channel_of(const node_row *row, const stand_shares *share, int is_wide)
{
    lanes_f v = line_at(&row[3 * STAND_SHADE], &share->at, is_wide) +
                share->tone * line_at(&row[3 * STAND_RAMP], &share->at, is_wide);
    if (share->has_own)
        v += share->own * line_at(&row[3 * STAND_OWN], &share->at, is_wide);
    for (int k = 0; k < 2 && share->has_tint; k++)
        v += share->tint[k] * line_at(&row[3 * (STAND_TINT + k)], &share->at, is_wide);
    return lanes_clamp(v, 0.0f, 1.0f);
}

LANES_INLINE void lay_colours(const tile_nodes *nodes, int first, const stand_pixels *pixels,
                              tile_colours *out, float *covered, int is_wide)
{
    LANES_SCRATCH node_row row[3 * STAND_PLANES];
    int has_own = pixels->has_own, has_tint = pixels->has_tint;
    int planes = has_tint ? STAND_PLANES : has_own ? STAND_TINT : STAND_OWN;
    mix_nodes(nodes, first, 3 * planes, row);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        lanes_f amount = shares_at(pixels->covered + STAND_ROOM + i);
        lanes_store(covered + i, amount * lanes_of(1.0f / 255.0f));
        lanes_f per = lanes_of(1.0f) / lanes_max(amount, lanes_of(1.0f));
        stand_shares share = {
            .at = between_at(nodes, i, is_wide), .has_own = has_own, .has_tint = has_tint};
        share.tone = lanes_of(4.0f) * shares_at(pixels->tone + STAND_ROOM + i) * per;
        if (has_own)
            share.own = shares_at(pixels->own + STAND_ROOM + i) * per;
        for (int k = 0; k < 2 && has_tint; k++)
            share.tint[k] = shares_at(pixels->tint[k] + STAND_ROOM + i) * per;
        lanes_store(out->r + i, channel_of(row, &share, is_wide));
        lanes_store(out->g + i, channel_of(row + 1, &share, is_wide));
        lanes_store(out->b + i, channel_of(row + 2, &share, is_wide));
    }
}

static void colours(const tile_nodes *nodes, int first, const stand_pixels *pixels,
                    tile_colours *out, float *covered)
{
    BY_WIDTH(lay_colours, nodes, first, pixels, out, covered);
}

extern const stand_kernels KERNEL(stand);
const stand_kernels KERNEL(stand) = {lay, mix, find, clear, measure, colours, blend};
KERNEL_TABLE(const stand_kernels, stand_kernels_of, stand);
