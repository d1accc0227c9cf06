/* deck_kernel.c - the inner loops over the rows of a deck: values at nodes, pixels between nodes,
 * and colours of nodes.
 *
 * Compiled once for each width.
 */
#include "layers/sky/deck.h"
#include "paint/pixels_lanes.h"
#include "paint/shade_lanes.h"

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

/* The nodes between which a group of columns is. */
typedef struct node_place {
    int first;     /* node before the first column */
    lanes_i node;  /* node before each column, counted from `first` */
    lanes_f along; /* position between that node and the next, 0..1 */
} node_place;

LANES_INLINE node_place place_columns(int i, int per_block)
{
    lanes_i column = lanes_count() + lanes_of_i(i);
    int shift = __builtin_ctz(TILES_BLOCK / (unsigned)per_block);
    node_place p = {.first = i >> shift};
    lanes_i node = column >> shift;
    p.node = node - lanes_of_i(p.first);
    p.along = (lanes_to_f(column - (node << shift)) + lanes_of(0.5f)) *
              lanes_of((float)per_block / (float)TILES_BLOCK);
    return p;
}

LANES_INLINE lanes_f between_nodes(const float *at, const node_place *p)
{
    at += p->first;
    return lanes_mix(lanes_pick(lanes_load(at), p->node), lanes_pick(lanes_load(at + 1), p->node),
                     p->along);
}

LANES_INLINE lanes_f blended(const node_row row[3 * DECK_PLANES], int channel, const between *b,
                             int is_wide, lanes_f light, lanes_f haze)
{
    lanes_f shade = line_at(&row[3 * DECK_SHADE + channel], b, is_wide);
    lanes_f lit = line_at(&row[3 * DECK_LIT + channel], b, is_wide);
    lanes_f air = line_at(&row[3 * DECK_AIR + channel], b, is_wide);
    lanes_f ground = lanes_max(lanes_mix(shade, lit, light), lanes_of(0.0f)); /* light may be < 0 */
    return lanes_mix(ground, air, haze);
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

/* Colours, tuned by eye; glow is light that is scattered in the tops below the sun. */
static const struct {
    float sun_width;     /* U from the sun over which its effect falls to 1/e */
    float sunlight;      /* share of sunlight far from the sun */
    float sunlight_near; /* addition to `sunlight` below the sun */
    float glow;          /* strength of glow in the light */
    float glow_shade;    /* strength of glow in shadows, relative to `glow` */
    float glow_air;      /* strength of glow in the air, relative to `glow` */
    double deep;         /* share of the deep colour in shadows at the horizon */
    double deep_rise;    /* addition to `deep` for 1 / D = 1 */
    double deep_from;    /* 1 / D from which the share is `deep_most` */
    double deep_most;    /* share of the deep colour near the eye */
} colours = {.sun_width = 0.45f,
             .sunlight = 0.25f,
             .sunlight_near = 0.75f,
             .glow = 0.25f,
             .glow_shade = 0.3f,
             .glow_air = 0.65f,
             .deep = 0.45,
             .deep_rise = 0.3,
             .deep_from = 1.5,
             .deep_most = 0.9};

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
    double near = below / all->drop; /* 1 / D of the level deck */
    lanes_f deep =
        lanes_of((float)(near <= 0.0                 ? 0.0
                         : near >= colours.deep_from ? colours.deep_most
                                                     : colours.deep + colours.deep_rise * near));
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        air_lanes air = load_air(group, at, air_planes);
        lanes_f exponent =
            lanes_abs(beside_sun(row, group, at)) * lanes_of(-1.0f / colours.sun_width);
        lanes_f by_sun = lanes_exp(exponent);
        lanes_f glow = lanes_of(colours.glow * (float)light->glow_strength) * by_sun * by_sun;
        lanes_lab dark = lanes_mix_lab(lanes_lab_of(all->shade), lanes_lab_of(all->deep), deep);
        lanes_lab lit =
            lanes_mix_lab(lanes_lab_of(all->lit), lanes_lab_of(all->sunlit),
                          lanes_of(colours.sunlight) + lanes_of(colours.sunlight_near) * by_sun);
        store_glowing(row, group, at, &air, dark, lanes_of(colours.glow_shade) * glow, planes,
                      DECK_SHADE);
        store_glowing(row, group, at, &air, lit, glow, planes, DECK_LIT);
        store_glowing(row, group, at, &air, air.haze, lanes_of(colours.glow_air) * glow, planes,
                      DECK_AIR);
    }
}

extern const deck_kernels KERNEL(deck);
const deck_kernels KERNEL(deck) = {is_passed, look, pixels, shade};

KERNEL_TABLE(const deck_kernels, deck_kernels_of, deck);
