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
LANES_INLINE deck_field field_at(const deck_group *group, lanes_f n)
{
    const plane_row *row = group->row;
    const deck_look *look = group->look;
    lanes_f nought = lanes_of(0.0f), rubble = nought;
    deck_field field = {nought, nought, nought, {nought, nought, nought}};
    for (int k = 0; k < row->octaves; k++) {
        const plane_octave *octave = &row->octave[k];
        plane_slope at = plane_noise_slope(row, &group->span, k, n);
        const deck_octave *weights = &group->octave[k];
        if (look->wall > 0.0f)
            rubble = rubble + add_seams(look, octave, &at, &field);
        lanes_f size = lanes_sqrt(at.height * at.height + lanes_of(look->crease * look->crease));
        lanes_f lobe = lanes_of(look->lobe) * size - lanes_of(look->less);
        lanes_f shape =
            lanes_mix(lanes_of(look->swell) * at.height, lobe, lanes_of(weights->lobes));
        lanes_f slope = lanes_mix(lanes_of(look->swell), lanes_of(look->lobe) * at.height / size,
                                  lanes_of(weights->lobes));
        lanes_f weight =
            lanes_of(octave->weight) *
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

deck_slice_kernel KERNEL(deck_slice);

void KERNEL(deck_slice)(const deck_group *group, const float *side, float *shadow, int32_t *sample)
{
    const deck_look *look = group->look;
    for (int i = 0; i < DECK_GROUP; i += LANES) {
        deck_field field = field_at(group, lanes_to_f(lanes_count() + lanes_of_i(i)));
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

KERNEL_TABLE_WIDE(deck_slice_kernel, deck_slices, deck_slice);
