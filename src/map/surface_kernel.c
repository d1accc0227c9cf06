/* surface_kernel.c - the kernels of surface.h: light of places along a walk over a block, and
 * pixels of a column of the picture; compiled once for each width of base/lanes.h. */
#include "base/colour_lanes.h"
#include "map/surface.h"

/* ---- a walk ------------------------------------------------------------------------- */

/* Cells of four nodes, and a place in each cell. */
typedef struct cell {
    lanes_i first;        /* index of the upper left node */
    lanes_f across, down; /* distance of the place from that node, 0..1 */
} cell;

#define CELL_INSIDE 1.5f /* number of nodes less this is a coordinate within the last cell */

LANES_INLINE cell cell_at(const block *solid, lanes_f column, lanes_f row)
{
    column = lanes_clamp(column, 0.0f, (float)(solid->columns - 1));
    row = lanes_clamp(row, 0.0f, (float)(solid->rows - 1));
    /* A place on the last column or row of nodes is in the last cell. */
    lanes_i left = lanes_to_i(lanes_min(column, lanes_of((float)solid->columns - CELL_INSIDE)));
    lanes_i top = lanes_to_i(lanes_min(row, lanes_of((float)solid->rows - CELL_INSIDE)));
    cell place = {top * lanes_of_i(solid->columns) + left, column - lanes_to_f(left),
                  row - lanes_to_f(top)};
    return place;
}

/* Values at the corners of a cell. */
typedef struct facet_corners {
    lanes_f a, b; /* upper left and right */
    lanes_f c, d; /* lower left and right */
} facet_corners;

LANES_INLINE facet_corners corners_at(const float *node, int columns, lanes_i first)
{
    facet_corners v;
    lanes_look_up_two(node, first, &v.a, &v.b);
    lanes_look_up_two(node + columns, first, &v.c, &v.d);
    return v;
}

LANES_INLINE lanes_f between(facet_corners v, const cell *place)
{
    return lanes_mix(lanes_mix(v.a, v.b, place->across), lanes_mix(v.c, v.d, place->across),
                     place->down);
}

LANES_INLINE lanes_f low_half(lanes_f light)
{
    return lanes_to_f(lanes_bits(light) & lanes_of_i(0xffff));
}

LANES_INLINE lanes_f high_half(lanes_f light)
{
    return lanes_to_f((lanes_i)((lanes_u)lanes_bits(light) >> 16));
}

/* Returns the result of lamp_on for each lane: `base` is the direct light up to 1, as on level
 * ground; `more` is the light beyond 1, times lamp_more; `shade` is lamp_shade. */
LANES_INLINE lanes_f lit(lanes_f colour, lanes_f base, lanes_f more, lanes_f shade)
{
    lanes_f one = lanes_of(1.0f);
    lanes_f bright = colour * (shade + (one - shade) * base);
    return lanes_min(bright + bright * (one - bright) * more, one);
}

/* Stores red, green, blue and a coverage of 1 of each lane, one lane after the other. */
LANES_INLINE void light_store(surface_light *target, const lanes_f colour[3])
{
    float *out = (float *)target;
    lanes_f one = lanes_of(1.0f);
    for (int half = 0; half < 2; half++) {
        lanes_f even = lanes_weave(colour[0], colour[2], half);
        lanes_f odd = lanes_weave(colour[1], one, half);
        lanes_store(out + 2 * half * LANES, lanes_weave(even, odd, 0));
        lanes_store(out + (2 * half + 1) * LANES, lanes_weave(even, odd, 1));
    }
}

#define SEA_SCATTER 0.55f /* share of full light that remains in shadows on the sea */

static void KERNEL(walk)(const surface_look *look, const block *solid, const surface_walk *walk,
                         const surface_line *line)
{
    /* The integers of solid->light are loaded as floats, but used as bits. */
    const float *light = (const float *)(const void *)solid->light;
    const int columns = solid->columns;
    lanes_f sea = lanes_of(look->sea), one = lanes_of(1.0f), none = lanes_of(0.0f);
    for (int i = 0; i < walk->count; i += LANES) {
        lanes_f step = lanes_to_f(lanes_count() + lanes_of_i(i));
        cell place = cell_at(solid, lanes_of(walk->column) + step * lanes_of(walk->column_step),
                             lanes_of(walk->row) + step * lanes_of(walk->row_step));
        lanes_f h = between(corners_at(solid->height, columns, place.first), &place);
        facet_corners v = corners_at(light, columns, place.first);
        facet_corners low = {low_half(v.a), low_half(v.b), low_half(v.c), low_half(v.d)};
        facet_corners high = {high_half(v.a), high_half(v.b), high_half(v.c), high_half(v.d)};
        lanes_f direct = between(low, &place) * lanes_of(BLOCK_LIGHT_MOST / BLOCK_LIGHT_STEPS);
        lanes_f share = between(high, &place) * lanes_of(1.0f / BLOCK_LIGHT_STEPS);
        lanes_i is_sea = lanes_less(h, sea);
        direct = lanes_choose(is_sea, share, direct * share);
        lanes_f base = lanes_min(direct, one), more = lanes_max(direct - one, none);
        lanes_f land = (h - lanes_of(look->land_from)) * lanes_of(look->land_scale);
        lanes_f depth = (sea - h) * lanes_of(look->depth_scale);
        lanes_f entry = lanes_clamp(lanes_choose(is_sea, depth, land), 0.0f, 1.0f) *
                            lanes_of((float)(TINT_ENTRIES - 1)) +
                        lanes_of(0.5f);
        lanes_i tint =
            lanes_look_up_i(look->tint, lanes_to_i(entry) + (is_sea & lanes_of_i(TINT_ENTRIES)));
        /* Water is lighter in shadows than land, as it scatters light. */
        lanes_f soft = lanes_choose(is_sea, lanes_of(SEA_SCATTER), none);
        lanes_f colour[3];
        for (int k = 0; k < 3; k++) {
            lanes_f dark = lanes_of(look->shade[k]);
            lanes_f root = lanes_to_f(tint >> (10 * k) & lanes_of_i(SURFACE_TINT_MOST)) *
                           lanes_of(1.0f / SURFACE_TINT_MOST);
            colour[k] =
                lit(root * root, base, more * lanes_of(look->more[k]), dark + (one - dark) * soft);
        }
        light_store(line->light + i, colour);
        lanes_f ground = lanes_max(h, sea) - lanes_of(look->low);
        lanes_store(line->height + i, h);
        lanes_store(line->up + i, lanes_of(walk->up) + step * lanes_of(walk->up_step) +
                                      ground * lanes_of(walk->lift));
    }
}

/* ---- a column ------------------------------------------------------------------------- */

/* Coverage from which a pixel counts as fully covered; the missing part is rounding error. */
#define COVERED 0.998f

LANES_INLINE lanes_i byte_of(lanes_f light, lanes_f threshold)
{
    return lanes_to_i(lanes_tone_encode(light) * lanes_of(255.0f) + threshold);
}

/* Computes what byte_of adds the threshold to.  It is equal to the last bit, so that a pixel does
 * not depend on whether another lane is in a shadow. */
static void KERNEL(tones)(const float *light, float *tone, int count)
{
    for (int i = 0; i < count; i += LANES)
        lanes_store(tone + i, lanes_tone_encode(lanes_load(light + i)) * lanes_of(255.0f));
}

LANES_INLINE void pixels_store(const surface_column *column, int i, const lanes_i byte[3])
{
    lanes_store_i(column->pixels + i, byte[0] | byte[1] << 8 | byte[2] << 16);
}

/* Stores pixels of paper, where nothing is drawn; dithered, as 8 bits would make bands in a smooth
 * colour. */
LANES_INLINE void paper_store(const surface_column *column, int i)
{
    lanes_f shadow = lanes_load(column->shadow + i);
    lanes_f threshold = lanes_load(column->threshold + i);
    lanes_i byte[3];
    if (lanes_any(lanes_less(lanes_of(0.0f), shadow))) {
        for (int k = 0; k < 3; k++)
            byte[k] =
                byte_of(lanes_load(column->paper[k] + i) * (lanes_of(1.0f) - shadow), threshold);
    } else {
        for (int k = 0; k < 3; k++)
            byte[k] = lanes_to_i(lanes_load(column->paper_tone[k] + i) + threshold);
    }
    pixels_store(column, i, byte);
}

static void KERNEL(finish)(const surface_column *column)
{
    lanes_f one = lanes_of(1.0f), whole = lanes_of(column->whole), half = lanes_of(0.5f);
    lanes_i place = lanes_count() * lanes_of_i(4);
    for (int i = 0; i < column->count; i += LANES) {
        const float *sum = (const float *)(column->sum + i);
        if (i + LANES <= column->begin || i >= column->end) {
            paper_store(column, i);
            continue;
        }
        lanes_f light[3], cover;
        lanes_look_up_two(sum, place, &light[0], &light[1]);
        lanes_look_up_two(sum + 2, place, &light[2], &cover);
        cover = cover * whole;
        lanes_i is_covered = lanes_less(lanes_of(COVERED), cover);
        lanes_f scale = lanes_choose(is_covered, whole / cover, whole);
        lanes_f bare = lanes_choose(is_covered, lanes_of(0.0f), one - cover);
        lanes_f paper = bare * (one - lanes_load(column->shadow + i));
        lanes_f threshold = half + (lanes_load(column->threshold + i) - half) * bare;
        lanes_i byte[3];
        for (int k = 0; k < 3; k++)
            byte[k] =
                byte_of(light[k] * scale + lanes_load(column->paper[k] + i) * paper, threshold);
        pixels_store(column, i, byte);
    }
}

extern const surface_kernels KERNEL(surface);
const surface_kernels KERNEL(surface) = {KERNEL(walk), KERNEL(tones), KERNEL(finish)};
KERNEL_TABLE(const surface_kernels, surface_kernels_of, surface);
