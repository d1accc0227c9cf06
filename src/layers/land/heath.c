/* heath.c - the ground of a ridge of heath: laws of the noises of its patches and tufts, and their
 * octaves in a row.  All numbers are tuned by eye.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "layers/land/relief.h"

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

/* Writes the octaves of a noise at a height (U) for rows that are `apart` U apart. */
static void find_row(const relief *faces, const plane_law *law, double height, double apart,
                     plane_row *out)
{
    double above = exact_clamp(height - faces->base, LOWEST, HIGHEST);
    plane_row_at(out, law, faces->heath.distance * exact_exp(RISE * above), RISE * apart);
}

static void make(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    heath *out = &faces->heath;
    for (int i = 0; i < HEATH_PATCHES; i++)
        plane_law_make(&out->patch[i], hash_key(faces->key, (uint64_t)i), frame->loop, PATCHES,
                       PATCHES * PATCH_WIDE / RISE, PATCH_GAIN);
    plane_law_make(&out->tufts, hash_key(faces->key, HEATH_PATCHES), frame->loop, TUFTS,
                   TUFTS * TUFT_WIDE / RISE, TUFT_GAIN);
    out->distance = exact_pow(FAR, 1.0 - land->depth);
}

static void fill_group(const rl_frame *frame, int is_new_row, double height, double left,
                       relief_group *group)
{
    double step = frame->fine_step / frame->unit;
    for (int k = 0; k < HEATH_PATCHES; k++) {
        if (is_new_row)
            find_row(group->faces, &group->faces->heath.patch[k], height, step, &group->patch[k]);
        plane_span_at(&group->patch_at[k], &group->patch[k], left, step);
    }
}

static void fill_row(const rl_frame *frame, double height, relief_pixels *row)
{
    find_row(row->faces, &row->faces->heath.tufts, height, 1.0 / frame->unit, &row->tufts);
}

static void fill_block(const rl_frame *frame, double x, relief_pixels *row)
{
    plane_span_at(&row->tufts_at, &row->tufts, x + 0.5 / frame->unit, 1.0 / frame->unit);
}

const relief_hooks heath_hooks = {.nodes = heath_nodes,
                                  .pixels = heath_pixels,
                                  .has_cover = 1,
                                  .make = make,
                                  .group = fill_group,
                                  .row = fill_row,
                                  .block = fill_block};
