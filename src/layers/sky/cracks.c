/* cracks.c - finds the cells whose borders are cracks in a slice of ice, and places columns in
 * them. */
#include "layers/sky/cracks.h"

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/noise.h"

#define ACROSS 1.15   /* cells per U of x */
#define ALONG 1.9     /* cells per ln D */
#define FADE_FROM 1.5 /* D from which cracks fade */
#define FADE_TO 4.5   /* D from which there are none */

void cracks_law_make(crack_law *law, uint64_t key, double loop)
{
    *law = (crack_law){.key = key, .across = ACROSS};
    law->period = (int32_t)noise_fit_rate(loop, &law->across);
}

void cracks_slice_at(crack_slice *slice, const crack_law *law, double distance, double apart)
{
    double y = ALONG * exact_log2(distance) * EXACT_LN2;
    int64_t cell = exact_floor(y);
    *slice = (crack_slice){.y = (float)(y - (double)cell),
                           .wide = (float)exact_min(1.0, 1.0 / distance),
                           .seen = (float)exact_smoothstep(FADE_TO, FADE_FROM, distance),
                           .blur_y = (float)(ALONG * apart),
                           .rate = law->across,
                           .period = law->period};
    for (int j = 0; j < CRACK_ROWS; j++)
        slice->hash[j] = (uint32_t)hash_at(law->key, 0, cell + j - 1);
}

void cracks_span_at(crack_slice *slice, double x, double step)
{
    double place = x * slice->rate;
    int64_t cell = exact_floor(place);
    slice->cell = (int32_t)(uint32_t)(uint64_t)exact_wrap(cell, slice->period);
    slice->part = (float)(place - (double)cell);
    slice->step = slice->blur_x = (float)(step * slice->rate);
}
