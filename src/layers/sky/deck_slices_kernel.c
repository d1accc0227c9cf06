/* deck_slices_kernel.c - computes the heights and the light of a slice of a deck at a group of
 * nodes.
 *
 * The height field is a sum of octaves on the plane of plane.h, with its slopes; light is the
 * cosine between the normal and the direction to the light, less shadows.  Compiled once for each
 * width.
 */
#include "layers/common/plane_lanes.h"
#include "layers/sky/cracks_lanes.h"
#include "layers/sky/deck.h"

/* ---- noise --------------------------------------------------------------------------- */

/* Most corners of an octave that are kept for a group of nodes, and room for whole vectors.
 * Octaves with more corners have less than two nodes to a cell. */
#define CORNERS_MOST 40
#define CORNERS (CORNERS_MOST + DECK_LANES)

/* The noise near a column of corners, as far as it depends on that column alone: at x cells to its
 * right the value is level + across * x, and the slope per cell along is along + turn * x. */
typedef struct corner {
    lanes_f level, across, along, turn;
} corner;

/* The corners of an octave around a group of nodes, in order. */
typedef struct corner_list {
    int is_full; /* whether there are more than CORNERS_MOST, which are found at each node */
    float level[CORNERS], across[CORNERS], along[CORNERS], turn[CORNERS];
} corner_list;

LANES_INLINE corner corner_at(const plane_octave *octave, lanes_i column)
{
    lanes_f across[2], along[2], offset[2];
    for (int j = 0; j < 2; j++) {
        lanes_u hash = (lanes_u)column * all_of(STRIPES_COLUMN) + all_of(octave->hash[j]);
        hash = (hash ^ hash >> 16) * all_of(0x2c1b3c6du);
        lanes_f turn = lanes_to_f((lanes_i)hash); /* STRIPES_WHOLE = one turn */
        across[j] =
            sine_of(lanes_of(0.25f * STRIPES_WHOLE) - lanes_abs(turn)) * lanes_of(noise_scale);
        along[j] = sine_of(turn) * lanes_of(noise_scale);
        offset[j] = along[j] * lanes_of(octave->y - (float)j);
    }
    lanes_f fade = lanes_of(octave->fade), rise = lanes_of(octave->rise);
    corner c = {.level = lanes_mix(offset[0], offset[1], fade),
                .across = lanes_mix(across[0], across[1], fade),
                .along = lanes_mix(along[0], along[1], fade) + (offset[1] - offset[0]) * rise,
                .turn = (across[1] - across[0]) * rise};
    return c;
}

/* Lists the corners of octave k around a group of nodes. */
LANES_INLINE void list_corners(const plane_octave *octave, const plane_span *span, int k,
                               corner_list *list)
{
    float last = span->part[k] + (float)(DECK_GROUP - 1) * span->step[k];
    list->is_full = last >= (float)(CORNERS_MOST - 1);
    for (int i = 0; i <= (int)last + 1 && !list->is_full; i += LANES) {
        lanes_i column = lanes_of_i(span->cell[k] + i) + lanes_count();
        corner c = corner_at(octave, wrapped(column, octave->period));
        lanes_store(list->level + i, c.level);
        lanes_store(list->across + i, c.across);
        lanes_store(list->along + i, c.along);
        lanes_store(list->turn + i, c.turn);
    }
}

/* Returns list[column]; the first of these columns is `first`. */
LANES_INLINE lanes_f one_of(const float *list, int first, lanes_i column)
{
    if (LANES < 8)
        return lanes_look_up(list, column);
    return lanes_pick(lanes_load(list + first), column - lanes_of_i(first));
}

LANES_INLINE corner listed(const corner_list *list, int first, lanes_i column)
{
    return (corner){.level = one_of(list->level, first, column),
                    .across = one_of(list->across, first, column),
                    .along = one_of(list->along, first, column),
                    .turn = one_of(list->turn, first, column)};
}

/* Returns noise of about -1..1 of octave k at nodes `n` of a group, and its derivatives per cell:
 * plane_noise_slope, with corners that the nodes of a cell share. */
LANES_INLINE plane_slope noise_at(const plane_row *row, const plane_span *span, int k,
                                  const corner_list *list, lanes_f n)
{
    const plane_octave *octave = &row->octave[k];
    lanes_f x = lanes_of(span->part[k]) + n * lanes_of(span->step[k]);
    lanes_i way = lanes_floor(x);
    x = x - lanes_to_f(way);
    corner a, b;
    if (list->is_full) {
        lanes_i left = wrapped(lanes_of_i(span->cell[k]) + way, octave->period);
        a = corner_at(octave, left);
        b = corner_at(octave, wrapped(left + lanes_of_i(1), octave->period));
    } else {
        int first = lanes_first_i(way);
        a = listed(list, first, way);
        b = listed(list, first, way + lanes_of_i(1));
    }
    lanes_f next = x - lanes_of(1.0f), fade = noise_fade(x);
    lanes_f rise = lanes_of(fade_slope) * x * x * (x * (x - lanes_of(2.0f)) + lanes_of(1.0f));
    lanes_f left = a.level + a.across * x;
    lanes_f right = b.level + b.across * next;
    plane_slope at = {lanes_mix(left, right, fade),
                      lanes_mix(a.across, b.across, fade) + (right - left) * rise,
                      lanes_mix(a.along + a.turn * x, b.along + b.turn * next, fade)};
    return at;
}

/* ---- height and light ---------------------------------------------------------------- */

/* Slope, rise per D, of a side towards the eye: from SIDE_FROM to SIDE_TO its lobes vanish. */
#define SIDE_FROM 0.2f
#define SIDE_TO 1.5f

typedef struct deck_field {
    lanes_f height;               /* height, relative to that of the tops */
    lanes_f across;               /* slope by x */
    lanes_f along;                /* slope by ln D */
    lanes_f cracks[CRACK_NOISES]; /* noises for cracks, about -1..1 */
} deck_field;

/* Returns the share (0..1) of lobes that a side towards the eye loses: such sides are stretched on
 * the screen, and their lobes would look stretched, too. */
LANES_INLINE lanes_f side_of(const deck_group *group, const deck_field *broad)
{
    lanes_f rise = lanes_of(group->height * group->near) * broad->along;
    return lanes_of(group->look->side_less) *
           lanes_smooth((rise - lanes_of(SIDE_FROM)) * lanes_of(1.0f / (SIDE_TO - SIDE_FROM)));
}

/* Ice has walls of blocks along the contours of one octave.  Heights are values of the
 * noise of that octave, unless they are called heights of the field (deck_field.height). */
static const struct {
    float octave; /* plane_octave.t of the octave */
    float reach;  /* distance in t from which an octave has no walls */
    float whole;  /* distance in t up to which walls have their full strength */
    float fade_from,
        fade;         /* strength between `whole` and `reach`: fade_from - fade * distance in t */
    float wall;       /* height of the contour of walls */
    float wall_width; /* heights on either side of `wall` over which a wall falls to 0 */
    float rubble;     /* addition to the amplitude of finer octaves on walls */
    float high_from;  /* walls: negative height of the field at which they begin */
    float rise;       /* 1 / heights of the field over which walls fade in */
    float bend;       /* plane_octave.t of the octave that bends cracks */
    float bend_along; /* factor of its slope, for the shift by ln D */
} seams = {.octave = 1.0f,
           .reach = 0.8f,
           .whole = 0.4f,
           .fade_from = 2.0f,
           .fade = 2.5f,
           .wall = 0.30f,
           .wall_width = 0.22f,
           .rubble = 0.8f,
           .high_from = 0.3f,
           .rise = 2.0f,
           .bend = 2.0f,
           .bend_along = 0.3f};

/* Light. */
static const struct {
    float aside;       /* direction to the light: to the side of the sun */
    float level;       /* cosine at which light is 1/2 */
    float hollow;      /* height of the field at which hollows are darkest */
    float per_hollow;  /* 1 / heights of the field from `hollow` on over which light rises */
    float shadow;      /* share of light that a deep shadow takes away */
    float height_most; /* limit of heights, which are stored in 16 bits */
} lit = {.aside = 0.75f,
         .level = 0.30f,
         .hollow = -0.8f,
         .per_hollow = 1.0f / 1.5f,
         .shadow = 0.5f,
         .height_most = 0.99f};

/* Adds a wall to a field and returns the share of the wall, 0..1. */
LANES_INLINE lanes_f add_wall(float height, const plane_octave *octave, const plane_slope *at,
                              lanes_f amount, deck_field *field)
{
    lanes_f beside = (at->height - lanes_of(seams.wall)) * lanes_of(1.0f / seams.wall_width);
    lanes_f there = lanes_max(lanes_of(1.0f) - beside * beside, lanes_of(0.0f));
    lanes_f high = amount * lanes_of(height);
    /* A wall is high * (1 - beside^2)^2; this is its derivative by the noise. */
    lanes_f slope = lanes_of(-4.0f / seams.wall_width) * there * beside * high;
    there = there * there;
    field->height = field->height + high * there;
    field->across = field->across + slope * at->across * lanes_of((float)octave->rate);
    field->along = field->along + slope * at->along * lanes_of(octave->rate_along);
    return amount * there;
}

/* Adds the walls of an octave on high ground, and what it bends cracks by.  Returns the share of a
 * wall, 0..1. */
LANES_INLINE lanes_f add_seams(const deck_look *look, const plane_octave *octave,
                               const plane_slope *at, deck_field *field)
{
    float bends = octave->t < seams.bend ? seams.bend - octave->t : octave->t - seams.bend;
    if (bends < 1.0f) {
        field->cracks[CRACK_ACROSS] += lanes_of(1.0f - bends) * at->height;
        field->cracks[CRACK_ALONG] += lanes_of((1.0f - bends) * seams.bend_along) * at->along;
    }
    if (octave->t > -1.0f && octave->t < 1.0f) {
        float zone = octave->t < 0.0f ? 1.0f + octave->t : 1.0f - octave->t;
        field->cracks[CRACK_OPEN] += lanes_of(zone) * at->height;
    }
    float apart = octave->t < seams.octave ? seams.octave - octave->t : octave->t - seams.octave;
    if (apart >= seams.reach)
        return lanes_of(0.0f);
    lanes_f amount = lanes_of(apart < seams.whole ? 1.0f : seams.fade_from - seams.fade * apart);
    lanes_f high = lanes_smooth((field->height + lanes_of(seams.high_from)) * lanes_of(seams.rise));
    return add_wall(look->wall, octave, at, amount * high, field);
}

/* Returns the height field at nodes number `n` of a group. */
LANES_INLINE deck_field field_at(const deck_group *group, const corner_list *corners, lanes_f n)
{
    const plane_row *row = group->row;
    const deck_look *look = group->look;
    lanes_f nought = lanes_of(0.0f), rubble = nought;
    deck_field field = {nought, nought, nought, {nought, nought, nought}};
    for (int k = 0; k < row->octaves; k++) {
        const plane_octave *octave = &row->octave[k];
        plane_slope at = noise_at(row, &group->span, k, &corners[k], n);
        const deck_octave *weights = &group->octave[k];
        if (look->wall > 0.0f)
            rubble = rubble + add_seams(look, octave, &at, &field);
        lanes_f shape = lanes_of(look->swell) * at.height, slope = lanes_of(look->swell);
        if (weights->lobes > 0.0f) {
            lanes_f lobes = lanes_of(weights->lobes);
            lanes_f square = at.height * at.height + lanes_of(look->crease * look->crease);
            lanes_f inverse = lanes_of(look->lobe) * inverse_root(square);
            lanes_f lobe = square * inverse - lanes_of(look->less);
            shape = lanes_mix(shape, lobe, lobes);
            slope = lanes_mix(slope, at.height * inverse, lobes);
        }
        lanes_f weight = lanes_of(octave->weight);
        if (weights->smooth_sides * look->side_less > 0.0f)
            weight = weight *
                     (lanes_of(1.0f) - lanes_of(weights->smooth_sides) * side_of(group, &field));
        if (octave->t > seams.octave)
            weight = weight * (lanes_of(1.0f) + lanes_of(seams.rubble) * rubble);
        slope = slope * weight * lanes_of(weights->seen);
        field.height = field.height + weight * shape;
        field.across = field.across + slope * at.across * lanes_of((float)octave->rate);
        field.along = field.along + slope * at.along * lanes_of(octave->rate_along);
    }
    return field;
}

static void make(const deck_group *group, const float *side, float *shadow, int32_t *sample)
{
    const deck_look *look = group->look;
    LANES_SCRATCH corner_list corners[PLANE_OCTAVES];
    for (int k = 0; k < group->row->octaves; k++)
        list_corners(&group->row->octave[k], &group->span, k, &corners[k]);
    for (int i = 0; i < DECK_GROUP; i += LANES) {
        deck_field field = field_at(group, corners, lanes_to_f(lanes_count() + lanes_of_i(i)));
        lanes_f height =
            lanes_clamp(field.height * lanes_of(group->height), -lit.height_most, lit.height_most);
        lanes_f across = field.across * lanes_of(group->height * group->steep);
        lanes_f along = field.along * lanes_of(group->height * group->steep_along);
        lanes_f facing = lanes_of(look->to_above) -
                         across * lanes_of(lit.aside) * lanes_load(side + i) -
                         along * lanes_of(look->to_far);
        facing = facing / lanes_sqrt(across * across + along * along + lanes_of(1.0f));
        lanes_f reach = lanes_max(lanes_load(shadow + i) - lanes_of(group->fall), height);
        lanes_store(shadow + i, reach);
        lanes_f open =
            lanes_smooth((field.height - lanes_of(lit.hollow)) * lanes_of(lit.per_hollow));
        lanes_f light = lanes_of(0.5f) + lanes_of(look->contrast) * (facing - lanes_of(lit.level));
        light =
            lanes_clamp(light, 0.0f, 1.0f) * (lanes_of(look->low) + lanes_of(look->open) * open);
        light =
            light * (lanes_of(1.0f) -
                     lanes_of(lit.shadow) * lanes_smooth((reach - height) * lanes_of(look->cast)));
        if (look->wall > 0.0f) {
            lanes_f n = lanes_to_f(lanes_count() + lanes_of_i(i)), dark;
            find_cracks(&group->crack, &n, field.cracks, &dark);
            light = lanes_mix(light, lanes_of(DECK_DEPTH), dark);
        }
        lanes_i high = lanes_floor(height * lanes_of(DECK_HEIGHT_ONE) + lanes_of(0.5f));
        lanes_i bright = lanes_floor((light - lanes_of(DECK_DEPTH)) *
                                         lanes_of(DECK_LIGHT_ONE / (1.0f - DECK_DEPTH)) +
                                     lanes_of(0.5f));
        lanes_store_i(sample + i, (lanes_i)((lanes_u)high << 16) | bright << 1);
    }
}

/* ---- visibility ---------------------------------------------------------------------- */

static void find_tops(const deck *all, size_t node)
{
    for (size_t n = node; n < node + DECK_GROUP; n += LANES) {
        lanes_f top = lanes_of(DECK_NOWHERE), width = lanes_of(1.0f);
        int32_t *sample = deck_samples(all, n);
        for (int k = 0; k < all->slices; k++, sample += DECK_GROUP) {
            const deck_slice *slice = &all->slice[k];
            lanes_i value = lanes_load_i(sample);
            lanes_f height = lanes_to_f(value >> 16) * lanes_of(1.0f / DECK_HEIGHT_ONE);
            lanes_f row = lanes_of(slice->level) - lanes_of(slice->lift) * height;
            lanes_i is_above = lanes_less(row, top);
            lanes_store_i(sample, (value & lanes_of_i(~1)) | (is_above & lanes_of_i(1)));
            top = lanes_min(row, top);
            width = lanes_choose(is_above, lanes_of(slice->soft), width);
        }
        lanes_store(all->top + n, top);
        lanes_store(all->full + n, top + width);
    }
}

extern const deck_slice_kernels KERNEL(deck_slice);
const deck_slice_kernels KERNEL(deck_slice) = {make, find_tops};
KERNEL_TABLE_WIDE(const deck_slice_kernels, deck_slices, deck_slice);
