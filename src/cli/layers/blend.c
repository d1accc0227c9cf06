/* blend.c - `--blend srgb`: layers for engines that mix sRGB values instead of light.
 *
 * In: the pixels of a layer, and of the layers behind it the linear light and the sRGB values that
 * an engine shows.  Out: an alpha and, if that is not enough, a colour with which such an engine
 * shows what linear light would give.  That is exact at the positions that layers have in the
 * picture, and nearly so at others, as the colours behind an edge change little.
 */
#include "base/exact.h"
#include "cli/layers/exporter.h"

/* Largest error of a channel, 0..255, at which only alpha is changed, not the colour. */
#define NEAR 1.0

/* Squared difference of layer and background, summed over RGB, below which alpha is not fitted. */
#define ALIKE 3.0

static double mixed(double below, double above, int alpha)
{
    return below + (above - below) * alpha / 255.0;
}

/* Returns the alpha with the least squared error that is also large enough for some colour to reach
 * the target. */
static int fit_alpha(const uint8_t *pixel, const uint8_t *screen, const double target[3])
{
    double sum = 0.0, weight = 0.0, least = 1.0 / 255.0;
    for (int c = 0; c < 3; c++) {
        double step = (double)pixel[c] - screen[c];
        sum += step * (target[c] - screen[c]);
        weight += step * step;
        double change = target[c] - screen[c],
               room = change > 0.0 ? 255.0 - screen[c] : -(double)screen[c];
        least = exact_abs(change) > NEAR ? exact_max(least, change / room) : least;
    }
    double share = weight < ALIKE ? pixel[3] / 255.0 : sum / weight;
    return (int)(exact_clamp(share, least, 1.0) * 255.0 + 0.5);
}

static void fit_pixel(uint8_t *pixel, uint8_t *screen, const double target[3])
{
    int alpha = fit_alpha(pixel, screen, target);
    for (int c = 0; c < 3; c++) {
        double off = target[c] - mixed(screen[c], pixel[c], alpha);
        if (exact_abs(off) > NEAR)
            pixel[c] = (uint8_t)(exact_clamp(pixel[c] + off * 255.0 / alpha, 0.0, 255.0) + 0.5);
        screen[c] = (uint8_t)(mixed(screen[c], pixel[c], alpha) + 0.5);
    }
    pixel[3] = (uint8_t)alpha;
}

void blend_fit(const backdrop *set, uint8_t *rgba)
{
    size_t pixels = (size_t)set->width * (size_t)set->height;
    for (size_t i = 0; i < pixels; i++) {
        uint8_t *pixel = rgba + 4 * i, *screen = set->behind + 4 * i;
        float *light = set->light + 3 * i, share = (float)pixel[3] * (1.0f / 255.0f);
        double target[3];
        for (int c = 0; c < 3 && pixel[3] > 0; c++) {
            float own = tone_decode(&set->tone, (float)pixel[c] * (1.0f / 255.0f));
            light[c] = pixel[3] == 255 ? own : light[c] + (own - light[c]) * share;
            target[c] = (double)tone_encode(&set->tone, light[c]) * 255.0;
        }
        if (pixel[3] == 255)
            memcpy(screen, pixel, 3);
        else if (pixel[3] > 0)
            fit_pixel(pixel, screen, target);
    }
}
