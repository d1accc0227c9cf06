/* shrink.c - smaller copies of pictures with alpha.
 *
 * In: RGBA with straight alpha.  Out: the same, smaller.  Whole numbers alone: weights are
 * counted in parts of the smaller pixel, so that any ratio comes out exactly.
 */
#include "cli/layers/shrink.h"

void shrink_fit(int *width, int *height, int most_x, int most_y)
{
    int64_t w = *width, h = *height;
    if (w <= most_x && h <= most_y)
        return;
    int is_wide = w * most_y >= h * most_x;
    int64_t x = is_wide ? most_x : (w * most_y + h / 2) / h;
    int64_t y = is_wide ? (h * most_x + w / 2) / w : most_y;
    *width = x > 1 ? (int)x : 1;
    *height = y > 1 ? (int)y : 1;
}

/* How much of sample `at` of `from` lies in sample `to_at` of `to`, in 1/to samples. */
static int64_t share(int at, int from, int to_at, int to)
{
    int64_t low = (int64_t)at * to, high = low + to;
    int64_t to_low = (int64_t)to_at * from, to_high = to_low + from;
    low = low > to_low ? low : to_low;
    high = high < to_high ? high : to_high;
    return high > low ? high - low : 0;
}

typedef struct sum {
    int64_t weight, alpha;
    int64_t covered[3], plain[3]; /* weighted by alpha, and not */
} sum;

static void add(sum *to, const uint8_t *pixel, int64_t weight)
{
    to->weight += weight;
    to->alpha += weight * pixel[3];
    for (int c = 0; c < 3; c++) {
        to->plain[c] += weight * pixel[c];
        to->covered[c] += weight * pixel[3] * pixel[c];
    }
}

static void finish(const sum *from, uint8_t *pixel)
{
    const int64_t *colour = from->alpha > 0 ? from->covered : from->plain;
    int64_t whole = from->alpha > 0 ? from->alpha : from->weight;
    for (int c = 0; c < 3; c++)
        pixel[c] = (uint8_t)((colour[c] + whole / 2) / whole);
    pixel[3] = (uint8_t)((from->alpha + from->weight / 2) / from->weight);
}

void shrink_rgba(uint8_t *to, int to_width, int to_height, const uint8_t *from, int width,
                 int height)
{
    for (int y = 0; y < to_height; y++) {
        int top = (int)((int64_t)y * height / to_height);
        for (int x = 0; x < to_width; x++) {
            sum all = {0};
            int left = (int)((int64_t)x * width / to_width);
            int64_t down, across;
            for (int j = top; j < height && (down = share(j, height, y, to_height)) > 0; j++)
                for (int i = left; i < width && (across = share(i, width, x, to_width)) > 0; i++)
                    add(&all, from + 4 * ((int64_t)j * width + i), down * across);
            finish(&all, to + 4 * ((int64_t)y * to_width + x));
        }
    }
}
