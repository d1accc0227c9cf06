/* fog.c - fog banks: low, long, soft above, thicker here and thinner there.
 *
 * In: a surface and a row of nodes.  Out: the noises that shape its bank.  They
 * change along the row alone, so a thread makes them once: see shade_kernel.h for
 * how much fog follows from them.
 */
#include "layers/fog.h"

#include "base/exact.h"
#include "ridge/noise.h"

/* Lengths of banks and of the swells of their tops (U). */
#define BANK_CELL 0.80
#define SWELL_CELL 0.34
#define FINE_SHARE 2.3 /* fine swells are so much shorter */

void fog_row(const rl_frame *frame, const frame_surface *surface, int64_t first, size_t count,
             float *swell, float *dense)
{
    double line = 0.5 + surface->ridge; /* each ridge has its own bank */
    double drift = frame_drift(frame, frame->scene.mist_drift);
    double bank = BANK_CELL, broad = SWELL_CELL, fine_rate = FINE_SHARE / SWELL_CELL;
    noise_period banks = noise_fit_cell(frame->loop, &bank);
    noise_period broads = noise_fit_cell(frame->loop, &broad);
    noise_period fines = noise_fit_rate(frame->loop, &fine_rate);
    for (size_t n = 0; n < count; n++) {
        double x_px = (double)(first + (int64_t)n) * frame->step;
        double x = (x_px - 0.5 * frame->width) / frame->unit - drift;
        double fine = fines > 0 ? fine_rate * x : FINE_SHARE * x / SWELL_CELL;
        swell[n] = (float)(noise_gradient(frame->fog_key, 1, x / broad, line, broads) +
                           0.4 * noise_gradient(frame->fog_key, 2, fine, line, fines));
        dense[n] = (float)noise_gradient(frame->fog_key, 0, x / bank, line, banks);
    }
}

int fog_is_at(const rl_frame *frame, const frame_surface *surface, double height)
{
    double above = (height - surface->mist_level) / frame->unit_share;
    return surface->fog > 0.0 && above <= (double)FOG_TOP + 1.4 * (double)FOG_WANDER;
}
