/* fields_kernel.c - colours of the pixels of a slope with fields: crops, furrows, hedges.
 *
 * Compiled for each width of lanes.h.
 */
#include "layers/land/relief_lanes.h"

/* Shares of straw, green and earth in the colour of each crop: see SHADE_STRAW. */
#define CROPS 8
static const float crop_straw[CROPS] = {1.0f, 0.5f, 0.0f, 0.55f, 0.0f, 0.15f, 1.15f, 0.35f};
static const float crop_green[CROPS] = {0.0f, 0.5f, 1.0f, 0.0f, 0.0f, 0.85f, 0.0f, 0.25f};
static const float crop_earth[CROPS] = {0.0f, 0.0f, 0.0f, 0.45f, 1.0f, 0.0f, -0.10f, 0.40f};

/* Fields, tuned by eye.  Light is -1 dark .. 1 lit. */
static const struct {
    float slant;       /* width of the range of slants: fields across per row's height */
    float lean;        /* factor of the slope toward the sun */
    float lean_light;  /* light of a slope that leans wholly toward the sun */
    float tone;        /* width of the range of the random light of a field */
    float hedges;      /* probability of a hedge at a border */
    float hedge_ends;  /* 1 / width of the range of draws over which a hedge ends */
    float hedge_shade; /* darkness of a hedge */
    float bushes;      /* bushes per U of a hedge */
    float bush_least,
        bush_range;   /* width of a hedge: least + range * wave, relative to fields.hedge */
    float side_hedge; /* width of hedges between fields of a row, relative to those between rows */
} crops = {.slant = 0.6f,
           .lean = 3.2f,
           .lean_light = 0.62f,
           .tone = 0.16f,
           .hedges = 0.78f,
           .hedge_ends = 30.0f,
           .hedge_shade = 0.62f,
           .bushes = 62.0f,
           .bush_least = 0.75f,
           .bush_range = 0.5f,
           .side_hedge = 0.62f};

/* Returns a 32-bit hash of h: finalizer of the xorshift-multiply kind. */
LANES_INLINE lanes_u mixed(lanes_u h)
{
    h = (h ^ h >> 15) * all_of(0x2c1b3c6du);
    h = (h ^ h >> 12) * all_of(0x297a2d39u);
    return h ^ h >> 15;
}

#define BYTE_VALUES 256.0f

/* Returns eight bits of a hash as a number of 0 <= x < 1. */
LANES_INLINE lanes_f part_of(lanes_u hash, int shift)
{
    return lanes_to_f((lanes_i)(hash >> shift & all_of(255))) * lanes_of(1.0f / BYTE_VALUES);
}

LANES_INLINE lanes_u row_hash(const fields *f, lanes_i row)
{
    return mixed((lanes_u)row * all_of(STRIPES_COLUMN) + all_of(f->key));
}

/* Returns the sine of an angle in turns plus a phase. */
LANES_INLINE lanes_f wave_of(lanes_f turns, lanes_u phase)
{
    return sine_of(lanes_to_f((lanes_i)((phase_of(turns) + phase) << 3)));
}

/* Returns the coverage by a hedge at a distance (U) from its middle.  `width` is relative to
 * fields.hedge; a draw `chance` (0..1) above crops.hedges means no hedge. */
LANES_INLINE lanes_f hedge_at(const fields *f, lanes_f away, lanes_f width, lanes_f chance)
{
    lanes_f inside = (lanes_of(f->hedge) * width - away) * lanes_of(1.0f / f->pixel);
    lanes_f there =
        lanes_clamp((lanes_of(crops.hedges) - chance) * lanes_of(crops.hedge_ends), 0.0f, 1.0f);
    return lanes_clamp(inside + lanes_of(0.5f), 0.0f, 1.0f) * there * lanes_of(f->thick);
}

#define FIELD_STEP 0x85ebca6bu /* factor that spreads the numbers of fields over a hash's bits */

LANES_INLINE void find_fields(const tile_nodes *nodes, const relief_pixels *row, face_row *out,
                              int is_wide)
{
    LANES_SCRATCH node_row plane[RELIEF_WAVE];
    mix_planes(nodes, 0, RELIEF_WAVE, plane);
    const fields *f = &row->faces->fields;
    const fields_place *place = &row->fields;
    lanes_f one = lanes_of(1.0f), half = lanes_of(0.5f);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_f v = line_at(&plane[FIELDS_ROW], &b, is_wide);
        lanes_i r = lanes_floor(v);
        lanes_f down = v - lanes_to_f(r);
        lanes_u hash = row_hash(f, r);
        lanes_i pick = (lanes_i)(hash & all_of(FIELDS_LENGTHS - 1));
        lanes_f length = lanes_look_up(f->length, pick);
        lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(i));
        lanes_f slant = lanes_of(crops.slant) * (part_of(hash, 8) - half);
        lanes_f u = lanes_look_up(place->part, pick) + column * lanes_look_up(place->step, pick) +
                    slant * down + part_of(hash, 16) + half;
        lanes_i k = lanes_floor(u);
        lanes_f along = u - lanes_to_f(k);
        lanes_i cell = lanes_look_up_i(place->cell, pick) + k;
        lanes_i period = lanes_look_up_i(f->period, pick);
        cell = cell - (period & ~lanes_less_i(cell, period));
        cell = cell - (period & ~lanes_less_i(cell, period));
        lanes_u field = mixed((lanes_u)cell * all_of(FIELD_STEP) + hash);
        lanes_i crop = (lanes_i)(field >> 8 & all_of(CROPS - 1));

        /* The nearest hedges: above or below, and to the left or right. */
        lanes_i is_low = lanes_less(half, down), is_right = lanes_less(half, along);
        lanes_u across = row_hash(f, r - is_low);
        lanes_i nearest = cell - is_right;
        nearest = nearest - (period & lanes_equal_i(nearest, period));
        lanes_u border = mixed((lanes_u)nearest * all_of(FIELD_STEP) + hash);
        lanes_f ragged =
            lanes_of(crops.bush_least) +
            lanes_of(crops.bush_range) * wave_of(u * length * lanes_of(crops.bushes), field);
        lanes_f to_row = lanes_min(down, one - down) * lanes_of(1.0f / f->rows);
        lanes_f to_side = lanes_min(along, one - along) * length;
        lanes_f hedge = lanes_max(
            hedge_at(f, to_row, ragged, part_of(across, 20)),
            hedge_at(f, to_side, ragged * lanes_of(crops.side_hedge), part_of(border, 20)));

        /* Furrows run along the rows or across them. */
        lanes_i is_along = lanes_equal_i((lanes_i)(field >> 5 & all_of(1)), lanes_of_i(0));
        lanes_f distance = lanes_choose(is_along, v * lanes_of(1.0f / f->rows), along * length);
        lanes_f furrow = wave_of(distance * lanes_of(f->furrows), field);
        lanes_f lean = line_at(&plane[FIELDS_LEAN], &b, is_wide) * lanes_of(-crops.lean) *
                       line_at(&plane[RELIEF_SIDE], &b, is_wide);
        lanes_f shade =
            lanes_of(crops.lean_light) * bend(lean) * line_at(&plane[RELIEF_AMOUNT], &b, is_wide) +
            lanes_of(crops.tone) * (part_of(field, 12) - half) + lanes_of(f->furrow) * furrow;
        lanes_f open = one - hedge;
        lanes_store(out->straw + i, lanes_look_up(crop_straw, crop) * open);
        lanes_store(out->green + i, lanes_mix(lanes_look_up(crop_green, crop), one, hedge));
        lanes_store(out->earth + i, lanes_look_up(crop_earth, crop) * open);
        lanes_store(out->shade + i,
                    lanes_clamp(shade - lanes_of(crops.hedge_shade) * hedge, -1.0f, 1.0f));
    }
}

LANES_INLINE lanes_f field_channel(const node_row *colour, int channel, const between *b,
                                   const face_row *row, int i, int is_wide)
{
    lanes_f shade = lanes_load(row->shade + i), nought = lanes_of(0.0f);
    lanes_f c =
        line_at(&colour[3 * SHADE_PLAIN + channel], b, is_wide) +
        line_at(&colour[3 * SHADE_STRAW + channel], b, is_wide) * lanes_load(row->straw + i) +
        line_at(&colour[3 * SHADE_GREEN + channel], b, is_wide) * lanes_load(row->green + i) +
        line_at(&colour[3 * SHADE_EARTH + channel], b, is_wide) * lanes_load(row->earth + i) +
        line_at(&colour[3 * SHADE_LIT + channel], b, is_wide) * lanes_max(shade, nought) +
        line_at(&colour[3 * SHADE_DARK + channel], b, is_wide) * lanes_min(shade, nought);
    return lanes_clamp(c, 0.0f, 1.0f);
}

LANES_INLINE void lay_fields(const tile_nodes *nodes, const face_row *face, tile_colours *out,
                             int is_wide)
{
    LANES_SCRATCH node_row colour[3 * SHADE_FIELDS_END];
    mix_nodes(nodes, 0, 3 * SHADE_FIELDS_END, colour);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        lanes_store(out->r + i, field_channel(colour, 0, &b, face, i, is_wide));
        lanes_store(out->g + i, field_channel(colour, 1, &b, face, i, is_wide));
        lanes_store(out->b + i, field_channel(colour, 2, &b, face, i, is_wide));
    }
}

relief_pixels_kernel KERNEL(fields_pixels);

void KERNEL(fields_pixels)(const tile_nodes *nodes, const relief_pixels *row, face_row *face)
{
    BY_WIDTH(find_fields, nodes, row, face);
}

KERNEL_TABLE_WIDE(relief_pixels_kernel, fields_pixels, fields_pixels);

relief_lay_kernel KERNEL(fields_lay);

void KERNEL(fields_lay)(const tile_nodes *nodes, const ridge_layer *ridge, const face_row *face,
                        const face_row *next, tile_colours *out)
{
    (void)ridge;
    (void)next;
    BY_WIDTH(lay_fields, nodes, face, out);
}

KERNEL_TABLE_WIDE(relief_lay_kernel, fields_lay, fields_lay);
