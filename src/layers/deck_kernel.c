/* deck_kernel.c - heights and light of the deck, what a row shows of it, and its colours.
 *
 * Compiled once for each width.
 */
#include "layers/deck.h"
#include "layers/plane_lanes.h"
#include "paint/pixels_lanes.h"
#include "paint/shade_lanes.h"

/* ---- slices --------------------------------------------------------------------- */

/* How much a side rises towards us, by D, from which on and to which its lobes vanish. */
#define SIDE_FROM 0.2f
#define SIDE_TO 1.5f

typedef struct deck_field {
    lanes_f height, across, along; /* slopes by x and by ln D */
    lanes_f gap;                   /* how much of a crevasse is there */
} deck_field;

/* How much of an octave is lobes, and how much its slopes count: the finest would glitter. */
LANES_INLINE float ease(float low, float high, float t)
{
    t = (t - low) / (high - low);
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return t * t * (3.0f - 2.0f * t);
}

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
        float lobes = ease(-0.5f, 0.5f, octave->t);
        float seen = 1.0f - look->dull * ease(2.0f, 5.0f, octave->t);
        seen = octave->t < 0.0f ? 1.0f - group->swells * octave->t : seen;
        if (look->wall > 0.0f)
            rubble = rubble + add_seams(look, octave, &at, &field);
        lanes_f size = lanes_sqrt(at.height * at.height + lanes_of(look->crease * look->crease));
        lanes_f lobe = lanes_of(look->lobe) * size - lanes_of(look->less);
        lanes_f shape = lanes_mix(lanes_of(look->swell) * at.height, lobe, lanes_of(lobes));
        lanes_f slope = lanes_mix(lanes_of(look->swell), lanes_of(look->lobe) * at.height / size,
                                  lanes_of(lobes));
        lanes_f weight =
            lanes_of(octave->weight) *
            (lanes_of(1.0f) - lanes_of(ease(0.5f, 2.5f, octave->t)) * side_of(group, &field));
        if (octave->t > SEAMS)
            weight = weight * (lanes_of(1.0f) + lanes_of(RUBBLE) * rubble);
        slope = slope * weight * lanes_of(seen);
        field.height = field.height + weight * shape;
        field.across = field.across + slope * at.across * lanes_of((float)octave->rate);
        field.along = field.along + slope * at.along * lanes_of(octave->rate_along);
    }
    return field;
}

#define TO_SIDE 0.75f /* where the light comes from: the sun is beyond, and to a side */

static void slice(const deck_group *group, const float *side, float *shadow, int32_t *sample)
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

/* ---- rows ------------------------------------------------------------------------ */

static int is_passed(const deck_walk *walk, float y, int count)
{
    lanes_i passed = lanes_of_i(0);
    for (int i = 0; i < count; i += LANES)
        passed |= ~lanes_less(lanes_of(y), lanes_load(walk->next_top + i));
    return lanes_any(passed);
}

LANES_INLINE void add_line(float *sum, lanes_f value, lanes_f share, int is_first)
{
    value = value * share;
    lanes_store(sum, is_first ? value : lanes_load(sum) + value);
}

static void look(const deck_walk *walk, float y, int lines, int is_first, int count,
                 deck_nodes *nodes)
{
    lanes_f share = lanes_of(1.0f / (float)lines);
    lanes_f middle = lanes_of(y) - lanes_of(0.5f) * share;
    for (int i = 0; i < count; i += LANES) {
        lanes_f down = (middle - lanes_load(walk->top + i)) * lanes_load(walk->fall + i);
        down = lanes_clamp(down, 0.0f, 1.0f);
        lanes_f light = lanes_load(walk->light + i) + down * lanes_load(walk->more_light + i);
        lanes_f haze = lanes_load(walk->haze + i) + down * lanes_load(walk->more_haze + i);
        lanes_f inside =
            lanes_smooth((lanes_of(y) - lanes_load(walk->edge + i)) * lanes_load(walk->soft + i));
        light = lanes_mix(lanes_load(walk->behind_light + i), light, inside);
        haze = lanes_mix(lanes_load(walk->behind_haze + i), haze, inside);
        lanes_f covers = lanes_load(walk->covers + i);
        add_line(nodes->light + i, light, share, is_first);
        add_line(nodes->haze + i, haze, share, is_first);
        add_line(nodes->covered + i, lanes_mix(covers, lanes_of(1.0f), inside), share, is_first);
    }
}

/* ---- pixels ---------------------------------------------------------------------- */

/* Where the columns of some lanes are among nodes: with two nodes to a column they have the
 * mean of both halves. */
typedef struct node_place {
    lanes_i first;
    lanes_f along;
    int has_two;
} node_place;

LANES_INLINE node_place place_columns(int i, int per_block)
{
    lanes_i column = lanes_count() + lanes_of_i(i);
    node_place p = {.has_two = per_block > TILES_BLOCK};
    if (p.has_two) {
        p.first = column << 1;
        p.along = lanes_of(0.5f);
        return p;
    }
    int shift = __builtin_ctz(TILES_BLOCK / (unsigned)per_block);
    p.first = column >> shift;
    p.along = (lanes_to_f(column - (p.first << shift)) + lanes_of(0.5f)) *
              lanes_of((float)per_block / (float)TILES_BLOCK);
    return p;
}

LANES_INLINE lanes_f between_nodes(const float *at, const node_place *p)
{
    lanes_f middle =
        lanes_mix(lanes_look_up(at, p->first), lanes_look_up(at + 1, p->first), p->along);
    if (!p->has_two)
        return middle;
    lanes_f next = lanes_look_up(at + 1, p->first) + lanes_look_up(at + 2, p->first);
    return lanes_of(0.5f) * middle + lanes_of(0.25f) * next;
}

LANES_INLINE lanes_f blended(const node_row row[3 * DECK_PLANES], int channel, const between *b,
                             int is_wide, lanes_f light, lanes_f haze)
{
    lanes_f shade = line_at(&row[3 * DECK_SHADE + channel], b, is_wide);
    lanes_f lit = line_at(&row[3 * DECK_LIT + channel], b, is_wide);
    lanes_f air = line_at(&row[3 * DECK_AIR + channel], b, is_wide);
    return lanes_mix(lanes_mix(shade, lit, light), air, haze);
}

LANES_INLINE void lay_pixels(const tile_nodes *colours, const deck_nodes *nodes, int per_block,
                             tile_colours *out, float *covered, int is_wide)
{
    LANES_SCRATCH node_row row[3 * DECK_PLANES];
    mix_nodes(colours, 0, 3 * DECK_PLANES, row);
    for (int i = first_of(colours); i < colours->to; i += LANES) {
        node_place place = place_columns(i, per_block);
        lanes_f light = between_nodes(nodes->light, &place);
        lanes_f haze = between_nodes(nodes->haze, &place);
        between b = between_at(colours, i, is_wide);
        lanes_store(out->r + i, blended(row, 0, &b, is_wide, light, haze));
        lanes_store(out->g + i, blended(row, 1, &b, is_wide, light, haze));
        lanes_store(out->b + i, blended(row, 2, &b, is_wide, light, haze));
        lanes_store(covered + i, between_nodes(nodes->covered, &place));
    }
}

static void pixels(const tile_nodes *colours, const deck_nodes *nodes, int per_block,
                   tile_colours *out, float *covered)
{
    BY_WIDTH(lay_pixels, colours, nodes, per_block, out, covered);
}

/* ---- colours at nodes -------------------------------------------------------------- */

#define SUN_WIDTH 0.45f /* U to either side of the sun where the light has its colour */
#define GLOW 0.25f      /* of light scattered in the tops below the sun */

LANES_INLINE void store_glowing(const shade_row *row, const shade_group *group, int at,
                                const air_lanes *air, lanes_lab colour, lanes_f glow, float *planes,
                                int plane)
{
    const frame_light *light = &row->frame->light;
    lanes_rgb lit = lanes_screen_rgb(lanes_to_rgb(colour), lanes_rgb_of(light->glow), glow);
    store_plane(group, at, planes, plane, bloomed(row->frame, lit, air->bloom));
}

static void shade(const deck *all, const shade_row *row, const shade_group *group,
                  const float *air_planes, float *planes)
{
    const frame_light *light = &row->frame->light;
    double below = row->y_px - (1.0 - light->horizon) * row->frame->height;
    double near = below / all->drop; /* 1 / D of level deck */
    lanes_f deep = lanes_of((float)(near <= 0.0 ? 0.0 : near >= 1.5 ? 0.9 : 0.45 + 0.3 * near));
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        air_lanes air = load_air(group, at, air_planes);
        lanes_f beside = lanes_abs(beside_sun(row, group, at)) * lanes_of(-1.0f / SUN_WIDTH);
        lanes_f by_sun = lanes_exp(beside);
        lanes_f glow = lanes_of(GLOW * (float)light->glow_strength) * by_sun * by_sun;
        lanes_lab dark = lanes_mix_lab(lanes_lab_of(all->shade), lanes_lab_of(all->deep), deep);
        lanes_lab lit = lanes_mix_lab(lanes_lab_of(all->lit), lanes_lab_of(all->sunlit),
                                      lanes_of(0.25f) + lanes_of(0.75f) * by_sun);
        store_glowing(row, group, at, &air, dark, lanes_of(0.3f) * glow, planes, DECK_SHADE);
        store_glowing(row, group, at, &air, lit, glow, planes, DECK_LIT);
        store_glowing(row, group, at, &air, air.haze, lanes_of(0.65f) * glow, planes, DECK_AIR);
    }
}

extern const deck_kernels KERNEL(deck);
const deck_kernels KERNEL(deck) = {slice, is_passed, look, pixels, shade};

KERNEL_TABLE(const deck_kernels, deck_kernels_of, deck);
