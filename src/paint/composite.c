/* composite.c - layers of 8 bits become one picture, in linear light. */
#define LANES 1
#include "base/colour_lanes.h"

#include "ridgeline.h"

static float light_of(uint8_t sample)
{
    return lanes_tone_decode((float)sample * (1.0f / 255.0f));
}

/* Lays a pixel over the light of those behind it. */
static void lay(const uint8_t *pixel, float light[3])
{
    float alpha = (float)pixel[3] * (1.0f / 255.0f);
    for (int k = 0; k < 3; k++)
        light[k] += (light_of(pixel[k]) - light[k]) * alpha;
}

void rl_composite(const uint8_t *const *rgba, int count, int pixels, uint8_t *rgb)
{
    for (int i = 0; i < pixels; i++, rgb += 3) {
        size_t at = 4 * (size_t)i;
        int behind = count - 1; /* the front-most that hides all behind it */
        while (behind > 0 && rgba[behind][at + 3] < 255)
            behind--;
        int is_mixed = 0;
        for (int k = behind + 1; k < count; k++)
            is_mixed |= rgba[k][at + 3] > 0;
        const uint8_t *base = rgba[behind] + at;
        float light[3];
        for (int k = 0; k < 3; k++) {
            rgb[k] = base[k];
            light[k] = is_mixed ? light_of(base[k]) : 0.0f;
        }
        if (!is_mixed)
            continue;
        for (int k = behind + 1; k < count; k++)
            if (rgba[k][at + 3] > 0)
                lay(rgba[k] + at, light);
        for (int k = 0; k < 3; k++)
            rgb[k] = (uint8_t)(lanes_tone_encode(light[k]) * 255.0f + 0.5f);
    }
}
