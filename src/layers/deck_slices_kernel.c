/* deck_slices_kernel.c - heights and light of the deck, slice by slice.
 *
 * Compiled once for each width.
 */
#include "layers/deck.h"
#include "layers/plane_lanes.h"

/* How much a side rises towards us, by D, from which on and to which its lobes vanish. */
#define SIDE_FROM 0.2f
#define SIDE_TO 1.5f

typedef struct deck_field {
    lanes_f height, across, along; /* slopes by x and by ln D */
    lanes_f gap;                   /* how much of a crevasse is there */
} deck_field;

/* How much a place is a side that is towards us: it is drawn out on the screen, and so would be
 * its lobes. */
LANES_INLINE lanes_f side_of(const deck_group *group, const deck_field *broad)
{
    lanes_f rise = lanes_of(group->height * group->near) * broad->along;
    return lanes_of(group->look->side_less) *
           lanes_smooth((rise - lanes_of(SIDE_FROM)) * lanes_of(1.0f / (SIDE_TO - SIDE_FROM)));
}

/* Ice has walls of blocks and gaps along lines where an octave has one value: of the octave
 * whose cells are about as large as the eye is high. */
#define SEAMS 1.0f
#define WALL_AT 0.30f
#define WALL_WIDE 0.22f
#define GAP_WIDE 0.07f
#define RUBBLE 0.8f /* how much rougher walls are */

/* Adds a wall to a field, and returns how much of it is there. */
LANES_INLINE lanes_f add_wall(float height, const plane_octave *octave, const plane_slope *at,
                              lanes_f amount, deck_field *field)
{
    lanes_f beside = (at->height - lanes_of(WALL_AT)) * lanes_of(1.0f / WALL_WIDE);
    lanes_f there = lanes_max(lanes_of(1.0f) - beside * beside, lanes_of(0.0f));
    lanes_f high = amount * lanes_of(height);
    lanes_f slope = lanes_of(-4.0f / WALL_WIDE) * there * beside * high;
    there = there * there;
    field->height = field->height + high * there;
    field->across = field->across + slope * at->across * lanes_of((float)octave->rate);
    field->along = field->along + slope * at->along * lanes_of(octave->rate_along);
    return amount * there;
}

/* How dark a gap is: a lens, whose far wall darkens from its upper edge on. */
LANES_INLINE lanes_f gap_at(const plane_slope *at, lanes_f amount)
{
    lanes_f wide = amount * lanes_of(GAP_WIDE);
    lanes_f inside = (wide - lanes_abs(at->height)) * lanes_of(4.0f / GAP_WIDE);
    lanes_i rises = lanes_less(lanes_of(0.0f), at->along);
    lanes_f deep = at->height * lanes_of(-0.4f / GAP_WIDE);
    deep = lanes_of(0.6f) + lanes_choose(rises, deep, lanes_of(0.0f) - deep);
    return lanes_clamp(inside, 0.0f, 1.0f) * lanes_clamp(deep, 0.0f, 1.0f);
}

/* Walls are on high ground, gaps in low ground.  Returns how much of a wall is there. */
LANES_INLINE lanes_f add_seams(const deck_look *look, const plane_octave *octave,
                               const plane_slope *at, deck_field *field)
{
    float apart = octave->t < SEAMS ? SEAMS - octave->t : octave->t - SEAMS;
    if (apart >= 0.8f)
        return lanes_of(0.0f);
    lanes_f amount = lanes_of(apart < 0.4f ? 1.0f : 2.0f - 2.5f * apart);
    lanes_f high = lanes_smooth((field->height + lanes_of(0.3f)) * lanes_of(2.0f));
    lanes_f low = lanes_smooth((lanes_of(0.1f) - field->height) * lanes_of(2.0f));
    field->gap = field->gap + gap_at(at, amount * low);
    return add_wall(look->wall, octave, at, amount * high, field);
}

LANES_INLINE deck_field field_at(const deck_group *group, lanes_f n)
{
    const plane_row *row = group->row;
    const deck_look *look = group->look;
    lanes_f nought = lanes_of(0.0f), rubble = nought;
    deck_field field = {nought, nought, nought, nought};
    for (int k = 0; k < row->octaves; k++) {
        const plane_octave *octave = &row->octave[k];
        plane_slope at = plane_noise_slope(row, &group->span, k, n);
        const deck_octave *is = &group->octave[k];
        if (look->wall > 0.0f)
            rubble = rubble + add_seams(look, octave, &at, &field);
        lanes_f size = lanes_sqrt(at.height * at.height + lanes_of(look->crease * look->crease));
        lanes_f lobe = lanes_of(look->lobe) * size - lanes_of(look->less);
        lanes_f shape = lanes_mix(lanes_of(look->swell) * at.height, lobe, lanes_of(is->lobes));
        lanes_f slope = lanes_mix(lanes_of(look->swell), lanes_of(look->lobe) * at.height / size,
                                  lanes_of(is->lobes));
        lanes_f weight = lanes_of(octave->weight) *
                         (lanes_of(1.0f) - lanes_of(is->smooth_sides) * side_of(group, &field));
        if (octave->t > SEAMS)
            weight = weight * (lanes_of(1.0f) + lanes_of(RUBBLE) * rubble);
        slope = slope * weight * lanes_of(is->seen);
        field.height = field.height + weight * shape;
        field.across = field.across + slope * at.across * lanes_of((float)octave->rate);
        field.along = field.along + slope * at.along * lanes_of(octave->rate_along);
    }
    return field;
}

#define TO_SIDE 0.75f /* where the light comes from: the sun is beyond, and to a side */

deck_slice_kernel KERNEL(deck_slice);

void KERNEL(deck_slice)(const deck_group *group, const float *side, float *shadow, int32_t *sample)
{
    const deck_look *look = group->look;
    for (int i = 0; i < DECK_GROUP; i += LANES) {
        deck_field field = field_at(group, lanes_to_f(lanes_count() + lanes_of_i(i)));
        lanes_f height = lanes_clamp(field.height * lanes_of(group->height), -0.99f, 0.99f);
        lanes_f across = field.across * lanes_of(group->height * group->steep);
        lanes_f along = field.along * lanes_of(group->height * group->steep_along);
        lanes_f facing = lanes_of(look->to_above) -
                         across * lanes_of(TO_SIDE) * lanes_load(side + i) -
                         along * lanes_of(look->to_far);
        facing = facing / lanes_sqrt(across * across + along * along + lanes_of(1.0f));
        lanes_f reach = lanes_max(lanes_load(shadow + i) - lanes_of(group->fall), height);
        lanes_store(shadow + i, reach);
        lanes_f open = lanes_smooth((field.height - lanes_of(-0.8f)) * lanes_of(1.0f / 1.5f));
        lanes_f light = lanes_of(0.5f) + lanes_of(look->contrast) * (facing - lanes_of(0.30f));
        light =
            lanes_clamp(light, 0.0f, 1.0f) * (lanes_of(look->low) + lanes_of(look->open) * open);
        light = light * (lanes_of(1.0f) -
                         lanes_of(0.5f) * lanes_smooth((reach - height) * lanes_of(look->cast)));
        light = light * (lanes_of(1.0f) - lanes_clamp(field.gap, 0.0f, 1.0f));
        lanes_i high = lanes_floor(height * lanes_of(DECK_HEIGHT_ONE) + lanes_of(0.5f));
        lanes_i bright = lanes_floor(light * lanes_of(DECK_LIGHT_ONE) + lanes_of(0.5f));
        lanes_store_i(sample + i, (lanes_i)((lanes_u)high << 16) | bright << 1);
    }
}

KERNEL_TABLE_WIDE(deck_slice_kernel, deck_slices, deck_slice);
