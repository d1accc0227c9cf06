/* heath.c - how large patches and tufts of a ridge of heath are. */
#include "layers/heath.h"

#include "base/exact.h"
#include "base/hash.h"

/* A slope is seen from the front: ln of the distance rises by so much for a U up. */
#define RISE 0.5
#define FAR 6.0 /* distance of the farthest ridge, eye heights */

/* Cells in a U at distance 1, how much wider than high they are, and the gain of octaves. */
#define PATCHES 1.25
#define PATCH_WIDE 3.4
#define PATCH_GAIN 0.62
#define TUFTS 34.0
#define TUFT_WIDE 1.7
#define TUFT_GAIN 0.80

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
    double distance = of->distance * exact_exp(RISE * exact_clamp(height - of->base, -1.0, 2.0));
    plane_row_at(out, law, distance, RISE * apart);
}
