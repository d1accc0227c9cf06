/* stand_kernel.c - rows of sprites between pixels, and their colours.  Compiled for each width. */
#include "base/shorts_lanes.h"
#include "layers/stand.h"
#include "paint/pixels_lanes.h"

/* SHORTS bytes as numbers of 16 bits. */
LANES_INLINE lanes_us bytes_at(const uint8_t *source)
{
#if LANES == 1
    return *source;
#else
    typedef uint8_t bytes __attribute__((vector_size(SHORTS)));
    bytes v;
    LANES_COPY(&v, source, sizeof v);
    return __builtin_convertvector(v, lanes_us);
#endif
}

/* A plane of a sprite between four of its pixels. */
LANES_INLINE lanes_us between_pixels(const stand_taps *taps, ptrdiff_t at)
{
    lanes_us sum = bytes_at(taps->row + at) * wrapping_of((uint32_t)taps->here) +
                   bytes_at(taps->row + at - 1) * wrapping_of((uint32_t)taps->left) +
                   bytes_at(taps->before + at) * wrapping_of((uint32_t)taps->above) +
                   bytes_at(taps->before + at - 1) * wrapping_of((uint32_t)taps->corner);
    return (sum + wrapping_of(128)) >> 8;
}

/* before + open / 255 * over, rounded. */
LANES_INLINE void lay_under(int16_t *before, lanes_us open, lanes_us over)
{
    lanes_us product = open * over + wrapping_of(128);
    lanes_us share = (product + (product >> 8)) >> 8;
    shorts_store(before, shorts_load(before) + shorts_of_wrapped(share));
}

static void lay(const stand_taps *taps, int count, int at, stand_pixels *out)
{
    for (int i = 0; i < count; i += SHORTS) {
        lanes_us open = wrapping_of(255) - (lanes_us)shorts_load(out->covered + at + i);
        if (!lanes_any((lanes_i)~shorts_equal((lanes_s)open, shorts_of(0))))
            continue;
        lay_under(out->covered + at + i, open, between_pixels(taps, i));
        lay_under(out->tone + at + i, open, between_pixels(taps, i + (ptrdiff_t)taps->stride));
        if (taps->has_own)
            lay_under(out->own + at + i, open,
                      between_pixels(taps, i + 2 * (ptrdiff_t)taps->stride));
    }
}

static int find(const int32_t *top, const int32_t *end, int count, int32_t row, int32_t *found)
{
    int n = 0;
    for (int i = 0; i < count; i += LANES) {
        lanes_i is_here = ~lanes_less_i(lanes_of_i(row), lanes_load_i(top + i)) &
                          lanes_less_i(lanes_of_i(row), lanes_load_i(end + i));
        for (unsigned bits = lanes_signs(is_here); bits != 0; bits &= bits - 1)
            found[n++] = i + __builtin_ctz(bits);
    }
    while (n > 0 && found[n - 1] >= count) /* of the next block */
        n--;
    return n;
}

/* Numbers of 16 bits as floats. */
LANES_INLINE lanes_f shares_at(const int16_t *source)
{
    return lanes_to_f(lanes_load_s(source));
}

LANES_INLINE void lay_colours(const tile_nodes *nodes, int first, const stand_pixels *pixels,
                              tile_colours *out, float *covered, int is_wide)
{
    LANES_SCRATCH node_row row[3 * STAND_PLANES];
    mix_nodes(nodes, first, 3 * STAND_PLANES, row);
    float *channel[3] = {out->r, out->g, out->b};
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between at = between_at(nodes, i, is_wide);
        lanes_f amount = shares_at(pixels->covered + STAND_ROOM + i);
        lanes_f share = lanes_of(1.0f) / lanes_max(amount, lanes_of(1.0f));
        lanes_f tone = lanes_of(4.0f) * shares_at(pixels->tone + STAND_ROOM + i) * share;
        lanes_f own = shares_at(pixels->own + STAND_ROOM + i) * share;
        for (int c = 0; c < 3; c++) {
            lanes_f v = line_at(&row[3 * STAND_SHADE + c], &at, is_wide) +
                        tone * line_at(&row[3 * STAND_RAMP + c], &at, is_wide) +
                        own * line_at(&row[3 * STAND_OWN + c], &at, is_wide);
            lanes_store(channel[c] + i, lanes_clamp(v, 0.0f, 1.0f));
        }
        lanes_store(covered + i, amount * lanes_of(1.0f / 255.0f));
    }
}

static void colours(const tile_nodes *nodes, int first, const stand_pixels *pixels,
                    tile_colours *out, float *covered)
{
    BY_WIDTH(lay_colours, nodes, first, pixels, out, covered);
}

extern const stand_kernels KERNEL(stand);
const stand_kernels KERNEL(stand) = {lay, find, colours};
KERNEL_TABLE(const stand_kernels, stand_kernels_of, stand);
