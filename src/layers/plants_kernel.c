/* plants_kernel.c - pixels of a plant: what its limbs, leaves and blocks cover, and their light.
 *
 * Compiled once for each width.  Lengths are in heights of the plant.
 */
#include "layers/plane_lanes.h"
#include "layers/plants.h"

#define NOWHERE 1e3f

/* A row of samples: how far outside of leaves they are, and how much of them wood covers; what
 * is covered of pixels, and what of that is lit: sums of samples. */
typedef struct plant_samples {
    float leaf[TILES_BLOCK], wood[TILES_BLOCK];
    float covered[TILES_BLOCK], lit[TILES_BLOCK];
} plant_samples;

LANES_INLINE lanes_f column_at(int i, float shift)
{
    return lanes_to_f(lanes_count() + lanes_of_i(i)) + lanes_of(shift);
}

/* How much of a sample a block covers. */
LANES_INLINE lanes_f in_block(const plant_part *p, const plant_row *row, lanes_f x)
{
    lanes_f y = lanes_of(row->y), sharp = lanes_of(row->sharp), half = lanes_of(0.5f);
    lanes_f up = lanes_clamp((y - lanes_of(p->y)) * lanes_of(1.0f / (p->to_y - p->y)), 0.0f, 1.0f);
    lanes_f wide = lanes_mix(lanes_of(p->from), lanes_of(p->to), up) * sharp;
    lanes_f most = lanes_min(wide + wide, lanes_of(1.0f));
    lanes_f across = half + wide - lanes_abs(x - lanes_of(p->x)) * sharp;
    return lanes_min(lanes_max(across, lanes_of(0.0f)), most) *
           lanes_clamp(half + (y - lanes_of(p->y)) * sharp, 0.0f, 1.0f) *
           lanes_clamp(half + (lanes_of(p->to_y) - y) * sharp, 0.0f, 1.0f);
}

/* The same of a limb; what is thinner than a sample covers a part of it. */
LANES_INLINE lanes_f in_limb(const plant_part *p, const plant_row *row, lanes_f x)
{
    float dx = p->to_x - p->x, dy = p->to_y - p->y, square = dx * dx + dy * dy;
    float up = row->y - p->y, inverse = 1.0f / (square > 1e-9f ? square : 1e-9f);
    lanes_f px = x - lanes_of(p->x), sharp = lanes_of(row->sharp);
    lanes_f t =
        lanes_clamp((px * lanes_of(dx) + lanes_of(up * dy)) * lanes_of(inverse), 0.0f, 1.0f);
    lanes_f thick = lanes_mix(lanes_of(p->from), lanes_of(p->to), t) * sharp;
    px = px - t * lanes_of(dx);
    lanes_f py = lanes_of(up) - t * lanes_of(dy);
    lanes_f most = lanes_min(thick + thick, lanes_of(1.0f));
    lanes_f inside = lanes_of(0.5f) * most + thick - lanes_sqrt(px * px + py * py) * sharp;
    return lanes_min(lanes_max(inside, lanes_of(0.0f)), most);
}

LANES_INLINE lanes_f from_leaves(const plant_part *p, const plant_row *row, lanes_f x)
{
    float up = row->y - p->y, high = p->to_y * (up < 0.0f ? p->from : 1.0f);
    lanes_f px = (x - lanes_of(p->x)) * lanes_of(1.0f / p->to_x);
    lanes_f py = lanes_of(up / high);
    return (lanes_sqrt(px * px + py * py) - lanes_of(1.0f)) *
           lanes_of(high < p->to_x ? high : p->to_x);
}

/* The column `more` after that of a place, within those of the run. */
LANES_INLINE int column_of(const plant_columns *columns, float x, int more)
{
    float at = (x - columns->x) / columns->step + (float)more;
    if (!(at > (float)columns->from))
        return columns->from;
    return at < (float)columns->to ? (int)at : columns->to;
}

LANES_INLINE void add_part(const plant_row *row, const plant_span *span,
                           const plant_columns *columns, float shift, plant_samples *s)
{
    const plant_part *p = span->part;
    int end = column_of(columns, span->right, 2);
    int first = column_of(columns, span->left - columns->step, 0) & ~(LANES - 1);
    for (int i = first; i < end; i += LANES) {
        lanes_f x = lanes_of(columns->x) + column_at(i, shift) * lanes_of(columns->step);
        lanes_i is_there =
            ~lanes_less(x, lanes_of(span->left)) & ~lanes_less(lanes_of(span->right), x);
        if (p->form == PART_LEAVES) {
            lanes_f leaf = lanes_choose(is_there, from_leaves(p, row, x), lanes_of(NOWHERE));
            lanes_store(s->leaf + i, lanes_min(lanes_load(s->leaf + i), leaf));
        } else {
            lanes_f wood = p->form == PART_LIMB ? in_limb(p, row, x) : in_block(p, row, x);
            wood = lanes_choose(is_there, wood, lanes_of(0.0f));
            lanes_store(s->wood + i, lanes_max(lanes_load(s->wood + i), wood));
        }
    }
}

/* How far leaves wander: only near the edge is it seen how finely. */
LANES_INLINE lanes_f wander(const plant_row *row, const plane_span *span, lanes_f leaf, lanes_f n)
{
    float rough = (float)row->one->rough, pixel = (float)(1.0 / row->one->size);
    lanes_f nought = lanes_of(0.0f);
    lanes_i is_near =
        lanes_less(leaf, lanes_of(rough + pixel)) & lanes_less(lanes_of(-4.0f * rough), leaf);
    lanes_i is_fine = is_near & lanes_less(lanes_of(-1.3f * rough), leaf);
    if (!lanes_any(is_near))
        return nought;
    lanes_f broad = lanes_of(0.5f) * plane_noise(&row->noise, span, 0, n) +
                    lanes_of(0.25f) * plane_noise(&row->noise, span, 1, n);
    broad = lanes_choose(is_near, broad, nought);
    if (!lanes_any(is_fine))
        return broad;
    lanes_f fine = lanes_of(0.125f) * plane_noise(&row->noise, span, 2, n) +
                   lanes_of(0.0625f) * plane_noise(&row->noise, span, 3, n);
    return broad + lanes_choose(is_fine, fine, nought);
}

/* Light comes over the edges of the roof, toward its side, and in spots. */
LANES_INLINE lanes_f light_at(const plant_row *row, lanes_f x, lanes_f rough)
{
    const plant *one = row->one;
    lanes_f up = lanes_of(row->y - (float)one->light_at) + lanes_of((float)one->roof) * x * x;
    return lanes_clamp(lanes_of(0.30f) + lanes_of((float)(one->light_x * one->side)) * x -
                           lanes_of(0.5f) * rough + lanes_of((float)one->light_up) * up,
                       0.0f, 1.0f);
}

/* Adds a sample to each pixel, `shift` columns from its middle. */
LANES_INLINE void add_samples(const plant_row *row, const plant_columns *columns, float shift,
                              plant_samples *s)
{
    int first = columns->from & ~(LANES - 1);
    for (int i = first; i < columns->to; i += LANES) {
        lanes_store(s->leaf + i, lanes_of(NOWHERE));
        lanes_store(s->wood + i, lanes_of(0.0f));
    }
    for (int k = 0; k < row->parts; k++)
        add_part(row, &row->span[k], columns, shift, s);
    for (int i = first; i < columns->to; i += LANES) {
        lanes_f leaf = lanes_load(s->leaf + i), n = column_at(i, shift);
        lanes_f x = lanes_of(columns->x) + n * lanes_of(columns->step);
        lanes_f rough = wander(row, &columns->span, leaf, n);
        leaf = leaf + lanes_of((float)row->one->rough) * rough;
        lanes_i is_edge = lanes_less(lanes_abs(leaf), lanes_of(PLANT_LEAF));
        if (row->leaves > 0.0f && lanes_any(is_edge)) {
            lanes_f single = plane_noise(&row->noise, &columns->span, PLANT_OCTAVES, n);
            leaf = leaf + lanes_choose(is_edge, lanes_of(PLANT_LEAF * row->leaves) * single,
                                       lanes_of(0.0f));
        }
        lanes_f in_leaf = lanes_clamp(lanes_of(0.5f) - leaf * lanes_of(row->edge), 0.0f, 1.0f);
        lanes_f covered = in_leaf + lanes_load(s->wood + i) * (lanes_of(1.0f) - in_leaf);
        lanes_store(s->covered + i, lanes_load(s->covered + i) + covered);
        lanes_store(s->lit + i, lanes_load(s->lit + i) + in_leaf * light_at(row, x, rough));
    }
}

/* Lays a colour over a channel. */
LANES_INLINE void lay_channel(const plant *one, int channel, lanes_f lit, lanes_f share, float *out)
{
    lanes_f own = lanes_of(one->own[channel]), before = lanes_load(out);
    lanes_f colour = lanes_mix(own, lanes_of(one->lit[channel]), lit);
    lanes_store(out, lanes_mix(before, colour, share));
}

plant_pixels KERNEL(plants_pixels);

void KERNEL(plants_pixels)(const plant_row *row, int fine, const plant_columns *columns,
                           tile_colours *out, float *covered)
{
    LANES_SCRATCH plant_samples s;
    int first = columns->from & ~(LANES - 1);
    for (int i = first; i < columns->to; i += LANES) {
        lanes_store(s.covered + i, lanes_of(0.0f));
        lanes_store(s.lit + i, lanes_of(0.0f));
    }
    for (int j = 0; j < fine * fine; j++)
        add_samples(&row[j / fine], columns, ((float)(j % fine) + 0.5f) / (float)fine - 0.5f, &s);
    for (int i = first; i < columns->to; i += LANES) {
        lanes_f sum = lanes_load(s.covered + i),
                amount = sum * lanes_of(1.0f / (float)(fine * fine));
        lanes_f all = amount + lanes_load(covered + i) * (lanes_of(1.0f) - amount);
        lanes_f share = amount / lanes_max(all, lanes_of(1e-9f));
        lanes_f lit = lanes_load(s.lit + i) / lanes_max(sum, lanes_of(1e-9f));
        lay_channel(row->one, 0, lit, share, out->r + i);
        lay_channel(row->one, 1, lit, share, out->g + i);
        lay_channel(row->one, 2, lit, share, out->b + i);
        lanes_store(covered + i, all);
    }
}

KERNEL_TABLE_WIDE(plant_pixels, plant_pixels_of, plants_pixels);
