/* heath.c - the ground of a ridge of heath: laws of the noises of its patches and tufts, and their
 * octaves in a row.  All numbers are tuned by eye.
 */
#include "layers/land/heath.h"

#include "base/exact.h"
#include "base/hash.h"

#define RISE 0.5 /* rise of ln(distance) per U up, as a slope is seen from the front */
#define FAR 6.0  /* distance of the farthest ridge, eye heights */

/* Heights above the foot, U, between which the distance changes. */
#define LOWEST -1.0
#define HIGHEST 2.0

#define PATCHES 1.25    /* cells of patches per U, at distance 1 */
#define PATCH_WIDE 3.4  /* width of a patch, relative to its height */
#define PATCH_GAIN 0.62 /* weight of an octave, relative to the next broader one */
#define TUFTS 34.0      /* cells of tufts per U, at distance 1 */
#define TUFT_WIDE 1.7   /* width of a tuft, relative to its height */
#define TUFT_GAIN 0.80  /* weight of an octave, relative to the next broader one */

void heath_make(const rl_frame *frame, uint64_t key, double base, double depth, heath *out)
{
    for (int i = 0; i < HEATH_PATCHES; i++)
        plane_law_make(&out->patch[i], hash_key(key, (uint64_t)i), frame->loop, PATCHES,
                       PATCHES * PATCH_WIDE / RISE, PATCH_GAIN);
    plane_law_make(&out->tufts, hash_key(key, HEATH_PATCHES), frame->loop, TUFTS,
                   TUFTS * TUFT_WIDE / RISE, TUFT_GAIN);
    out->distance = exact_pow(FAR, 1.0 - depth);
    out->base = base;
}

void heath_row(const heath *of, const plane_law *law, double height, double apart, plane_row *out)
{
    double distance =
        of->distance * exact_exp(RISE * exact_clamp(height - of->base, LOWEST, HIGHEST));
    plane_row_at(out, law, distance, RISE * apart);
}
