/* plane.c - selects the octaves of a plane that a row shows, and places columns in them. */
#include "layers/common/plane.h"

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/noise.h"

#define FINEST 7.0       /* t from which octaves are left out; they fade over the last 1 of t */
#define FADE_FROM 0.1875 /* cells per pixel from which octaves fade */
#define FADE_TO 0.5      /* cells per pixel from which octaves are invisible */

#define FADE_SLOPE 30.0 /* the slope of exact_fade is 30 t^2 (t - 1)^2 */

void plane_law_make(plane_law *law, uint64_t key, double loop, double across, double along,
                    double gain)
{
    double broadest = across * exact_exp2(PLANE_FIRST);
    *law = (plane_law){.key = key, .along = along, .gain = gain};
    law->period = (int32_t)noise_fit_rate(loop, &broadest);
    law->across = broadest * exact_exp2(-PLANE_FIRST);
}

void plane_octave_at(plane_octave *octave, uint64_t key, int number, double y)
{
    int64_t cell = exact_floor(y);
    double part = y - (double)cell;
    for (int j = 0; j < 2; j++)
        octave->hash[j] = (uint32_t)hash_at(key, number, cell + j);
    octave->y = (float)part;
    octave->fade = (float)exact_fade(part);
    octave->rise = (float)(FADE_SLOPE * part * part * (part * (part - 2.0) + 1.0));
}

void plane_row_at(plane_row *row, const plane_law *law, double distance, double rise)
{
    double far = exact_log2(distance);
    double all = 0.0, shown = 0.0; /* sums of squared weights */
    row->octaves = 0;
    for (int m = PLANE_FIRST; row->octaves < PLANE_OCTAVES && m - far < FINEST; m++) {
        double scale = exact_exp2(m);
        double t = m - far;
        double fine = law->along * scale * rise;
        double weight = t < 0.0 && law->broad <= 0.0
                            ? t + 1.0
                            : exact_pow(t < 0.0 ? law->broad : law->gain, exact_abs(t));
        weight *= exact_clamp(FINEST - t, 0.0, 1.0);
        all += weight * weight;
        weight *= exact_clamp((FADE_TO - fine) / (FADE_TO - FADE_FROM), 0.0, 1.0);
        if (weight <= 0.0)
            continue;
        double y = law->along * scale * far * EXACT_LN2;
        plane_octave *octave = &row->octave[row->octaves++];
        plane_octave_at(octave, law->key, m - PLANE_FIRST, y);
        octave->rate = law->across * scale;
        octave->rate_along = (float)(law->along * scale);
        octave->period = (int32_t)((uint32_t)law->period << (m - PLANE_FIRST));
        octave->t = (float)t;
        octave->weight = (float)weight;
        shown += weight * weight;
    }
    row->norm = (float)exact_sqrt(shown);
    row->whole = (float)exact_sqrt(all);
    row->hidden = all > 0.0 ? (float)exact_sqrt(exact_max(1.0 - shown / all, 0.0)) : 0.0f;
}

void plane_span_at(plane_span *span, const plane_row *row, double x, double step)
{
    for (int k = 0; k < row->octaves; k++) {
        const plane_octave *octave = &row->octave[k];
        double place = x * octave->rate;
        int64_t cell = exact_floor(place);
        span->cell[k] = (int32_t)(uint32_t)(uint64_t)exact_wrap(cell, octave->period);
        span->part[k] = (float)(place - (double)cell);
        span->step[k] = (float)(step * octave->rate);
    }
}
