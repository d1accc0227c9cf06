/* coverage.c - areas under a polyline, piece by piece. */
#include "paint/coverage.h"

/* The integral of min(max(t, 0), 1) from 0 to t. */
static float clamped_integral(float t)
{
    if (t <= 0.0f)
        return 0.0f;
    return t < 1.0f ? 0.5f * t * t : t - 0.5f;
}

/* The mean of min(max(h, 0), 1) along a straight line from a to b. */
static float mean_clamped(float a, float b)
{
    float rise = b - a;
    if (rise > -1e-3f && rise < 1e-3f) { /* level: the quotient would be 0 / 0 */
        float middle = 0.5f * (a + b);
        return middle <= 0.0f ? 0.0f : middle >= 1.0f ? 1.0f : middle;
    }
    return (clamped_integral(b) - clamped_integral(a)) / rise;
}

float coverage_of(const rl_frame *frame, const frame_surface *surface, int column, int row)
{
    const int32_t *edge = surface->edge + (size_t)column * FRAME_PIECES;
    int32_t bottom = (frame->height - 1 - row) * FRAME_HEIGHT_ONE;
    float sum = 0.0f;
    float a = (float)(edge[0] - bottom) * (1.0f / FRAME_HEIGHT_ONE);
    for (int i = 1; i <= FRAME_PIECES; i++) {
        float b = (float)(edge[i] - bottom) * (1.0f / FRAME_HEIGHT_ONE);
        sum += mean_clamped(a, b);
        a = b;
    }
    return sum * (1.0f / FRAME_PIECES);
}

float coverage_disc(double radius, double distance)
{
    double inside = radius - distance + 0.5;
    return inside <= 0.0 ? 0.0f : inside >= 1.0 ? 1.0f : (float)inside;
}
