/* drawing_kernel.c - what is covered of a row, laid over its pixels.  Compiled for each width. */
#include "base/cpu.h"
#include "base/lanes.h"
#include "layers/drawing.h"

static void lay(const int32_t *area, int count, const drawing_fill *fill, float *covered,
                float *tone, float *own)
{
    lanes_f scale = lanes_of(fill->opacity / (float)DRAWING_WHOLE);
    for (int i = 0; i < count; i += LANES) {
        lanes_i size = lanes_load_i(area + i);
        size = lanes_choose_i(lanes_less_i(size, lanes_of_i(0)), -size, size);
        size = lanes_choose_i(lanes_less_i(size, lanes_of_i(DRAWING_WHOLE)), size,
                              lanes_of_i(DRAWING_WHOLE));
        size &= lanes_less_i(lanes_count(), lanes_of_i(count - i));
        lanes_f amount = lanes_to_f(size) * scale, rest = lanes_of(1.0f) - amount;
        lanes_f before = lanes_load(covered + i);
        amount = fill->is_within ? amount * before : amount;
        lanes_store(covered + i, before * rest + amount);
        lanes_store(tone + i, lanes_load(tone + i) * rest + amount * lanes_of(fill->tone));
        if (own != NULL)
            lanes_store(own + i, lanes_load(own + i) * rest + amount * lanes_of(fill->own));
    }
}

static void stamp(const int32_t *from, int stride, int rows, int32_t *area, ptrdiff_t to_next)
{
    for (; rows > 0; rows--, from += stride, area += to_next)
        for (int i = 0; i < stride; i += LANES)
            lanes_store_i(area + i, lanes_load_i(area + i) + lanes_load_i(from + i));
}

static void bytes(const float *line, int count, float scale, uint8_t *out)
{
    int i = 0;
#if LANES > 1
    typedef uint8_t some_bytes __attribute__((vector_size(LANES)));
    for (; i + LANES <= count; i += LANES) {
        lanes_i v = lanes_to_i(lanes_load(line + i) * lanes_of(scale) + lanes_of(0.5f));
        some_bytes packed = __builtin_convertvector(v, some_bytes);
        LANES_COPY(out + i, &packed, sizeof packed);
    }
#endif
    for (; i < count; i++)
        out[i] = (uint8_t)(int32_t)(line[i] * scale + 0.5f);
}

extern const drawing_kernels KERNEL(drawing);
const drawing_kernels KERNEL(drawing) = {lay, stamp, bytes};
KERNEL_TABLE(const drawing_kernels, drawing_kernels_of, drawing);
