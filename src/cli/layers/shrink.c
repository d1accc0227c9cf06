/* shrink.c - smaller copies of the pictures of layers, for pages and thumbnails. */
#include "cli/layers/exporter.h"

geometry backdrop_fit(geometry size, geometry limit)
{
    int64_t w = size.width, h = size.height;
    if (w <= limit.width && h <= limit.height)
        return size;
    int is_wide = w * limit.height >= h * limit.width;
    int64_t x = is_wide ? limit.width : (w * limit.height + h / 2) / h;
    int64_t y = is_wide ? (h * limit.width + w / 2) / w : limit.height;
    return (geometry){x > 1 ? (int)x : 1, y > 1 ? (int)y : 1, 0, 0};
}

/* Makes pixel (x, y) of the smaller picture the mean of the pixels that it covers, weighted by
 * alpha; if all are transparent the plain mean, so that filters make no fringe.  Lengths are in
 * units of 1/small.width and 1/small.height pixels, so that they are whole numbers. */
static void shrink_pixel(uint8_t *pixel, int x, int y, geometry small, const uint8_t *rgba,
                         geometry size)
{
    int64_t whole = (int64_t)size.width * size.height, alpha = 0, covered[3] = {0}, bare[3] = {0};
    int64_t top = (int64_t)y * size.height, bottom = top + size.height, down, across;
    for (; top < bottom; top += down) {
        int64_t row = top / small.height, left = (int64_t)x * size.width;
        int64_t right = left + size.width, column = left / small.width;
        const uint8_t *pixel_in = rgba + 4 * (row * size.width + column);
        down = (row + 1) * small.height < bottom ? (row + 1) * small.height - top : bottom - top;
        for (; left < right; left += across, pixel_in += 4) {
            int64_t edge = ++column * small.width;
            across = edge < right ? edge - left : right - left;
            int64_t area = down * across, weight = area * pixel_in[3];
            alpha += weight;
            for (int c = 0; c < 3; c++) {
                covered[c] += weight * pixel_in[c];
                bare[c] += area * pixel_in[c];
            }
        }
    }
    for (int c = 0; c < 3; c++)
        pixel[c] =
            (uint8_t)(alpha > 0 ? (covered[c] + alpha / 2) / alpha : (bare[c] + whole / 2) / whole);
    pixel[3] = (uint8_t)((alpha + whole / 2) / whole);
}

void backdrop_shrink(uint8_t *copy, geometry small, const uint8_t *rgba, geometry size)
{
    for (int y = 0; y < small.height; y++)
        for (int x = 0; x < small.width; x++, copy += 4)
            shrink_pixel(copy, x, y, small, rgba, size);
}
