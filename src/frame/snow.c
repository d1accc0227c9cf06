/* snow.c - snow on mountains. */
#include "base/exact.h"
#include "frame/relief.h"

/* The highest point of the ridge on the world lattice but for the last 2 %. */
double relief_snow_top(const rl_frame *frame, int ridge)
{
    double heights[PROFILE_LATTICE];
    profile_skyline(frame->profile, ridge, frame->unit_share, heights);
    return profile_quantile(heights, PROFILE_LATTICE, 0.98) / frame->unit_share -
           frame->scene.ridge[ridge].snow_line;
}

/* Snow lies above its line, more on lit faces; its border is ragged.  Only near it does
 * the noise decide. */
#define SNOW_X 19.0
#define SNOW_Y 31.0
#define SNOW_RAGGED 1.1
#define SNOW_SOFT 0.05 /* U over which it thins */
#define SNOW_FROM (-0.35)
#define SNOW_TO 0.55

static double snow_noise(relief_snow *snow, double x, double y)
{
    double sum = 0.0;
    double weight = 0.5;
    for (int o = 0; o < RELIEF_SNOW_OCTAVES; o++) {
        int64_t i = exact_floor(x);
        int64_t j = exact_floor(y);
        sum += weight * (double)noise_in_cell(snow->key, o, &snow->cell[o], i,
                                              (float)(x - (double)i), j, (float)(y - (double)j));
        weight *= 0.5;
        x *= 2.0;
        y *= 2.0;
    }
    return sum;
}

void relief_snow_fit(relief_snow *snow, double loop)
{
    snow->rate = SNOW_X;
    noise_period period = noise_fit_rate(loop, &snow->rate);
    for (int o = 0; o < RELIEF_SNOW_OCTAVES; o++)
        snow->cell[o].period = period << o;
}

float relief_snow_at(relief_snow *snow, double x, double height, float shade)
{
    double lies = (height - snow->top) * (1.0 / SNOW_SOFT) + 0.55 * (double)shade - 0.15;
    if (lies <= SNOW_FROM - SNOW_RAGGED)
        return 0.0f;
    if (lies < SNOW_TO + SNOW_RAGGED)
        lies += SNOW_RAGGED * snow_noise(snow, snow->rate * x, SNOW_Y * height);
    return (float)(snow->amount * exact_smoothstep(SNOW_FROM, SNOW_TO, lies));
}
