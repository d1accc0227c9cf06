/* fields.c - sizes of fields, and where a block of pixels is among them. */
#include "layers/fields.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/stripes.h"
#include "ridge/noise.h"

#define DEEP_FAR 0.115 /* rows in sizes: foreshortened far away */
#define DEEP_NEAR 0.30
#define HEDGE 0.00125    /* half a hedge: U, near; less far away */
#define FURROW_PX 1.7    /* pixels of a furrow from which it shows, */
#define FURROW_WHOLE 3.3 /* and shows wholly */

void fields_make(const rl_frame *frame, uint64_t key, double size, double depth, fields *out)
{
    static const double length[FIELDS_LENGTHS] = {0.62, 0.85, 1.12, 1.45};
    out->wander = key;
    out->wander_rate[0] = 2.0 / size;
    out->wander_rate[1] = 0.62 / size;
    for (int i = 0; i < 2; i++)
        out->wander_period[i] = noise_fit_rate(frame->loop, &out->wander_rate[i]);
    out->key = (uint32_t)hash_mix(key);
    out->rows = (float)(1.0 / (0.42 * size * exact_mix(DEEP_FAR, DEEP_NEAR, depth)));
    for (int k = 0; k < FIELDS_LENGTHS; k++) {
        out->rate[k] = 1.0 / (0.42 * size * length[k]);
        out->period[k] = (int32_t)noise_fit_rate(frame->loop, &out->rate[k]);
        out->length[k] = (float)(1.0 / out->rate[k]);
    }
    double hedge = HEDGE * exact_mix(0.45, 1.0, depth); /* a pixel wide or more, but paler */
    out->hedge = (float)exact_max(hedge, 0.5 / frame->unit);
    out->thick = (float)exact_min(2.0 * hedge * frame->unit, 1.0);
    out->pixel = (float)(1.0 / frame->unit);
    double furrow = 0.0085 * size;
    out->furrows = (float)(1.0 / furrow);
    out->furrow = (float)(0.062 * exact_smoothstep(FURROW_PX, FURROW_WHOLE, furrow * frame->unit));
}

double fields_shift(const fields *of, double x)
{
    const double *rate = of->wander_rate;
    return 0.28 * noise_gradient(of->wander, 0, rate[0] * x, 0.5, of->wander_period[0]) +
           1.5 * noise_gradient(of->wander, 1, rate[1] * x, 0.5, of->wander_period[1]);
}

void fields_place_at(const rl_frame *frame, const fields *of, double x, fields_place *out)
{
    for (int k = 0; k < FIELDS_LENGTHS; k++) {
        stripe_cell_at(of->rate[k] * x, of->period[k], &out->cell[k], &out->part[k]);
        out->step[k] = (float)(of->rate[k] / frame->unit);
    }
}
