/* papercut.c - sheets of cut paper: each layer is a sheet with inner sheets, and casts two shadows.
 *
 * It prepares the edges of the sheets on a lattice of the world, and their colours.
 */
#include "layers/print/papercut.h"

#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "layers/water/beach.h"
#include "ridge/noise.h"

/* U beside the part where outlines are known: for opening, smoothing and shadows of inner edges. */
#define MARGIN 0.22
#define STREAM 9720

extern const layer_kind kind_reflection, kind_deck, kind_city, kind_beach;

/* Edges. */
#define OPEN 0.035   /* U to each side over which crests are opened, so that plants are left out */
#define SMOOTH 0.030 /* U to each side over which the first inner edge is smoothed */
#define SMOOTH_RISE 0.4 /* growth of SMOOTH with each inner edge, relative to it */
#define BETWEEN 0.058   /* from the outline to the first inner edge, U */
#define FAR_SHARE                                                                                  \
    0.8 /* factor of BETWEEN in the farthest layer; FAR_SHARE + NEAR_SHARE: nearest                \
         */
#define NEAR_SHARE 0.5
#define POWER 1.12 /* distances of inner edges grow as k^POWER */

/* Amplitude and cells of the two noises of inner edges, U. */
#define BROAD_HIGH 0.020
#define BROAD_WIDE 0.16
#define FINE_HIGH 0.005
#define FINE_WIDE 0.022

/* Colours. */
enum { COLOUR_PLACES = 17 }; /* places across the picture over which a colour is averaged */
#define BELOW_EDGE 0.025     /* a sheet has the colour of its layer so far below its edge, U */
#define LEAST_STEP 0.024     /* least step of lightness between sheets, OKLab */
#define STAND_OFF 0.065      /* least step of lightness between a ridge and what is behind, OKLab */
#define CREST_AWAY 0.008     /* height above a crest at which what is behind is looked up, U */
#define PUSH_STEP 0.01       /* step of the search for a change of lightness, OKLab */
#define PUSH_COST 0.4        /* cost of a change of 1 in lightness, shares of the places */
enum { PUSHES = 26 };        /* steps that are tried to each side */
#define DARK_MOST 0.08       /* least lightness of an outer sheet, OKLab */
#define LIGHT_MOST 0.93      /* lightness above which an inner sheet is darker, not lighter */
#define SUN_LIGHT 0.93       /* least lightness of the disc, OKLab */

#define LAMPS_BELOW 0.5    /* brightness of the sky, 0..1, below which windows are lit */
#define WINDOW_LIGHT 0.62f /* least lightness of a lit window, OKLab */

/* Lift of the farthest layer, and how much more the nearest has. */
#define LIFT_FAR 0.55
#define LIFT_NEAR 0.75
#define PAPER_A 0.004 /* colour of the margin, OKLab */
#define PAPER_B 0.022
#define PLANT_DARK 0.20  /* share of the lightness of their sheet that plants lack */
#define PLANT_NEAR 0.6   /* share by which layers of plants look nearer than they are */
#define SHADE_OVER 0.008 /* U to each side over which an edge is averaged for its wide shadow */
#define FLAT_STEP 0.02   /* change of lightness over which cut_colour.rise is measured, OKLab */
#define PAPER_SLOPE 0.45 /* offset over which the relief of paper is measured, cells */

/* Strips of water: k of n begins at (k / n)^WATER_POWER of its height.  Amplitude and length of
 * their waves at the far shore, and their growth toward the viewer, U. */
#define WATER_POWER 1.55
#define WAVE_HIGH 0.0012
#define WAVE_RISE 0.010
#define WAVE_WIDE 0.10
#define WAVE_GROWTH 0.34

/* As of water, for the puffs of a sea of clouds. */
#define PUFF_HIGH 0.006
#define PUFF_RISE 0.026
#define PUFF_WIDE 0.05
#define PUFF_GROWTH 0.24

/* Places of the edges of foam, wet, damp and dry sand, inland from the shore, eye heights. */
#define SHORE_EDGES                                                                                \
    {                                                                                              \
        -0.32, -0.12, 0.35, 1.1                                                                    \
    }

/* Sheets of ice: greatest lightness of the farthest one, and how much less that of the nearest is;
 * lightness that strips of decks have more and less in turn; OKLab L. */
#define ICE_LIGHT 0.93
#define ICE_FALL 0.14
#define DECK_TURN 0.016

#define ICE_LAND 0.25   /* share of the colour of land in the nearest strip of ice */
#define CLOUD_LAND 0.60 /* as ICE_LAND, of clouds */

/* Water: the place of the sky that the farthest strip mirrors, and how much higher the nearest
 * does, shares of the sky's height; factor of its lightness; lightness that every second strip has
 * more. */
#define MIRROR_LOW 0.80
#define MIRROR_RISE 0.75
#define WATER_LIGHT 0.92
#define STRIP_TURN 0.014

/* Strips of light on water: number of the first strip of water that has one, and from one to the
 * next; half width in radii of the disc, and its growth; offset to a side at most, half widths;
 * half height, strips; share of the colour of the sun; least step of lightness, OKLab. */
enum { GLINT_FIRST = 1, GLINT_EVERY = 2 };
#define GLINT_WIDE 2.2
#define GLINT_GROWTH 1.6
#define GLINT_SIDE 0.25
#define GLINT_HIGH 0.15f
#define GLINT_SHARE 0.45
#define GLINT_STEP 0.06

#define PLAIN_POWER 0.6 /* the depth of strip k of n of a plain is (k / n)^PLAIN_POWER */

/* Strips of a sky without a disc: amplitude and length of their waves, U. */
#define BAND_HIGH 0.016
#define BAND_WIDE 0.7

/* Rings. */
#define RING_STEP 0.085 /* growth of the radius, U, as k^RING_POWER */
#define RING_POWER 1.32
#define RING_MIDDLE 0.35   /* place at which a ring's colour is taken, rings */
#define RING_BEHIND 1.12   /* radius of the colour outside all rings, relative to theirs */
#define RING_LIGHT 0.975   /* greatest lightness of a ring, OKLab */
#define OUTSIDE_SHARE 0.05 /* weight of places outside the picture for the colour of a ring */
#define RING_WOBBLE 0.018  /* amplitude of the outline, U */

/* Factor of RING_WOBBLE of the innermost ring, its growth with each ring, its fall with each
 * harmonic. */
#define WOBBLE_FIRST 0.6
#define WOBBLE_RISE 0.12
#define WOBBLE_FALL 0.45

/* ---- noise along x ------------------------------------------------------------------------- */

/* Returns value noise, -1..1, at x. */
static double wander(uint64_t key, double x, double wide, double loop)
{
    double rate = 1.0 / wide;
    int64_t period = noise_fit_rate(loop, &rate);
    double place = x * rate;
    int64_t cell = exact_floor(place);
    double left = hash_unit(hash_at(key, 0, exact_wrap(cell, period)));
    double right = hash_unit(hash_at(key, 0, exact_wrap(cell + 1, period)));
    return 2.0 * exact_mix(left, right, exact_fade(place - (double)cell)) - 1.0;
}

/* ---- edges --------------------------------------------------------------------------------- */

/* Finds the range of each cell of an edge. */
static rl_status find_range(const rl_frame *frame, int columns, cut_edge *edge, rl_error *error)
{
    size_t cells = (size_t)columns / CUT_CELL + 1;
    float *low = arena_array(frame->arena, cells, sizeof *low);
    float *top = arena_array(frame->arena, cells, sizeof *top);
    TRY(status_memory(low != NULL && top != NULL, "print", error));
    for (size_t cell = 0; cell < cells; cell++) {
        int first = (int)cell * CUT_CELL;
        low[cell] = top[cell] = edge->y[first < columns ? first : columns - 1];
        for (int i = first - CUT_REACH; i < first + CUT_CELL + CUT_REACH; i++) {
            float y = edge->y[i < 0 ? 0 : i >= columns ? columns - 1 : i];
            low[cell] = y > low[cell] ? y : low[cell];
            top[cell] = y < top[cell] ? y : top[cell];
        }
    }
    edge->low = low;
    edge->top = top;
    return RL_OK;
}

/* Adds to the samples of inner edge k its place below the outline. */
static void lower_edge(const rl_frame *frame, const papercut *all, uint64_t key, double depth,
                       int k, float *y)
{
    double drop = BETWEEN * exact_pow(k, POWER) * (FAR_SHARE + NEAR_SHARE * depth);
    for (int i = 0; i < all->columns; i++) {
        double x = (double)(all->first + i) * all->step;
        double broad = wander(hash_at(key, k, 1), x, BROAD_WIDE, frame->loop) +
                       0.5 * wander(hash_at(key, k, 2), x, 0.5 * BROAD_WIDE, frame->loop);
        double fine = wander(hash_at(key, k, 3), x, FINE_WIDE, frame->loop);
        y[i] += (float)(drop + BROAD_HIGH * broad + FINE_HIGH * fine);
    }
}

/* Finds the place and the slope of the shadow of an edge. */
static rl_status find_shade(const rl_frame *frame, const papercut *all, float lift, cut_edge *edge,
                            rl_error *error)
{
    int count = all->columns, last = count - 1;
    int side = (int)exact_round((double)(CUT_FAR_SIDE * lift) / all->step);
    float *mean = arena_array(frame->arena, (size_t)count, sizeof *mean);
    float *shade = arena_array(frame->arena, (size_t)count, sizeof *shade);
    float *lean = arena_array(frame->arena, (size_t)count, sizeof *lean);
    TRY(status_memory(mean != NULL && shade != NULL && lean != NULL, "print", error));
    print_smooth(edge->y, mean, count, (int)exact_round(SHADE_OVER * (double)lift / all->step));
    for (int i = 0; i < count; i++) {
        double rise = (double)(mean[i < last ? i + 1 : last] - mean[i > 0 ? i - 1 : 0]);
        double slope = 0.5 * rise / all->step;
        lean[i] = (float)(1.0 / exact_sqrt(1.0 + slope * slope));
        shade[i] = mean[i > side ? i - side : 0] + CUT_FAR_DOWN * lift;
    }
    edge->shade = shade;
    edge->lean = lean;
    return RL_OK;
}

/* Finds the edges that an array has, and their shadows. */
static rl_status finish_edges(const rl_frame *frame, const papercut *all, float *const *edge,
                              cut_layer *out, rl_error *error)
{
    for (int k = 0; k < CUT_EDGES; k++) {
        out->edge[k].y = edge[k];
        TRY(find_shade(frame, all, out->lift * (k > 0 ? CUT_INNER_LIFT : 1.0f), &out->edge[k],
                       error));
        TRY(find_range(frame, all->columns, &out->edge[k], error));
    }
    return RL_OK;
}

/* Makes the outline and the inner edges of a ridge. */
static rl_status make_edges(const rl_frame *frame, const papercut *all, const frame_layer *layer,
                            uint64_t key, cut_layer *out, rl_error *error)
{
    size_t count = (size_t)all->columns;
    int open = (int)exact_round(OPEN / all->step);
    ridge_grid grid = {.first = all->first, .step = all->step, .detail = all->step};
    double *heights = arena_array(frame->arena, count, sizeof *heights);
    float *edge[CUT_EDGES], *work = arena_array(frame->arena, count, sizeof *work);
    float *crest = arena_array(frame->arena, count, sizeof *crest);
    TRY(status_memory(heights != NULL && work != NULL && crest != NULL, "print", error));
    TRY(profile_heights(frame->profile, layer->index, &grid, count, heights, error));
    for (int k = 0; k < CUT_EDGES; k++) {
        edge[k] = arena_array(frame->arena, count, sizeof **edge);
        TRY(status_memory(edge[k] != NULL, "print", error));
    }
    for (size_t i = 0; i < count; i++)
        edge[0][i] = (float)((0.5 - heights[i]) / frame->unit_share);
    print_widen(edge[0], work, all->columns, open, 1.0f);
    print_widen(work, crest, all->columns, open, -1.0f);
    for (int k = 1; k < CUT_EDGES; k++) {
        int reach = (int)exact_round(0.5 * SMOOTH * (1.0 + SMOOTH_RISE * k) / all->step);
        print_smooth(crest, work, all->columns, reach);
        print_smooth(work, edge[k], all->columns, reach);
        lower_edge(frame, all, key, layer->depth, k, edge[k]);
    }
    return finish_edges(frame, all, edge, out, error);
}

/* Makes the edges of foam, wet, damp and dry sand. */
static rl_status make_shore(const rl_frame *frame, const papercut *all, cut_layer *out,
                            rl_error *error)
{
    static const double inland[CUT_EDGES] = SHORE_EDGES;
    double y[CUT_EDGES], most = (double)all->foot + MARGIN;
    float *edge[CUT_EDGES];
    for (int k = 0; k < CUT_EDGES; k++) {
        edge[k] = arena_array(frame->arena, (size_t)all->columns, sizeof **edge);
        TRY(status_memory(edge[k] != NULL, "print", error));
    }
    for (int i = 0; i < all->columns; i++) {
        beach_lines(frame, (double)(all->first + i) * all->step, inland, CUT_EDGES, most, y);
        for (int k = 0; k < CUT_EDGES; k++)
            edge[k][i] = (float)y[k];
    }
    return finish_edges(frame, all, edge, out, error);
}

/* ---- colours ------------------------------------------------------------------------------- */

static oklab tint_at(const rl_frame *frame, const frame_layer *layer, double x_px, double y_px)
{
    y_px = exact_clamp(y_px, 0.5, frame->height - 0.5);
    shade_colour c = layer->kind->far_tint != NULL ? layer->kind->far_tint(frame, layer, x_px, y_px)
                                                   : layer->kind->tint(frame, layer, x_px, y_px);
    return colour_linear_to_oklab((linear_rgb){colour_decode(exact_clamp((double)c.r, 0.0, 1.0)),
                                               colour_decode(exact_clamp((double)c.g, 0.0, 1.0)),
                                               colour_decode(exact_clamp((double)c.b, 0.0, 1.0))});
}

/* Returns the mean of the smooth colours of a layer along a row; `rows` are rows of the picture at
 * COLOUR_PLACES places. */
static oklab mean_tint(const rl_frame *frame, const frame_layer *layer, const double *rows)
{
    oklab sum = {0};
    for (int i = 0; i < COLOUR_PLACES; i++) {
        oklab one = tint_at(frame, layer, frame->width * (i + 0.5) / COLOUR_PLACES, rows[i]);
        sum.l += one.l / COLOUR_PLACES;
        sum.a += one.a / COLOUR_PLACES;
        sum.b += one.b / COLOUR_PLACES;
    }
    return sum;
}

/* Writes a colour as it is printed, encoded. */
static void encode_printed(const papercut *all, oklab c, float out[3])
{
    double chroma = (double)(CUT_CHROMA * all->chroma);
    c.l = exact_clamp(c.l, 0.0, 1.0);
    linear_rgb light = colour_oklab_to_linear((oklab){c.l, c.a * chroma, c.b * chroma});
    out[0] = (float)colour_encode(exact_clamp(light.r, 0.0, 1.0));
    out[1] = (float)colour_encode(exact_clamp(light.g, 0.0, 1.0));
    out[2] = (float)colour_encode(exact_clamp(light.b, 0.0, 1.0));
}

static cut_colour cut_of(const papercut *all, oklab c)
{
    cut_colour out;
    float dark[3], light[3], sum = 0.0f;
    double middle = (double)CUT_MIDDLE;
    double l = (c.l - middle) * (double)(CUT_CONTRAST * all->contrast) + middle;
    encode_printed(all, (oklab){l, c.a, c.b}, out.tone);
    encode_printed(all, (oklab){l - FLAT_STEP, c.a, c.b}, dark);
    encode_printed(all, (oklab){l + FLAT_STEP, c.a, c.b}, light);
    for (int k = 0; k < 3; k++)
        sum += light[k] - dark[k];
    out.rise = sum * (float)(1.0 / (3.0 * 2.0 * FLAT_STEP));
    return out;
}

/* Returns the lightness of a sheet as it is printed, OKLab. */
static double light_of(const cut_colour *c)
{
    return colour_linear_to_oklab((linear_rgb){colour_decode((double)c->tone[0]),
                                               colour_decode((double)c->tone[1]),
                                               colour_decode((double)c->tone[2])})
        .l;
}

/* Ridges at COLOUR_PLACES places across the picture, which are the same in all its parts. */
typedef struct cut_ridges {
    const frame_layer *layer[RL_MAX_RIDGES];
    double height[RL_MAX_RIDGES][COLOUR_PLACES]; /* fractions of H */
    double step;                                 /* U from place to place */
} cut_ridges;

/* Returns the depth of inner edge k below the outline without its noise, U. */
static double drop_of(const frame_layer *layer, int k)
{
    return BETWEEN * exact_pow(k, POWER) * (FAR_SHARE + NEAR_SHARE * layer->depth);
}

/* Returns the lightness of the sky at a place, U from the middle of the picture. */
static double sky_light(const papercut *all, const cut_layer *sky, double x, double y)
{
    double across = x - (double)all->sun_x, down = y - (double)all->sun_y;
    double r = exact_sqrt(across * across + down * down);
    int k = 0;
    while (k < all->rings && r < (double)all->ring[k].radius)
        k++;
    while (k + 1 < sky->strips && (double)sky->wave[k + 1].y < y)
        k++;
    return light_of(&sky->colour[k]);
}

/* Returns the lightness of the sheet that is seen above the crest of a ridge at a place. */
static double light_behind(const rl_frame *frame, const papercut *all, const cut_ridges *ridges,
                           int ridge, int place, const cut_layer *layers)
{
    double height = ridges->height[ridge][place] + CREST_AWAY * frame->unit_share;
    for (int i = ridge - 1; i >= 0; i--) {
        if (ridges->layer[i] == NULL) /* it was taken out of the frame */
            continue;
        double deep = (ridges->height[i][place] - height) / frame->unit_share;
        int k = 0;
        while (k + 1 < CUT_EDGES && drop_of(ridges->layer[i], k + 1) < deep)
            k++;
        if (deep >= 0.0)
            return light_of(&layers[ridges->layer[i]->group].colour[k]);
    }
    return sky_light(all, &layers[0], (place - COLOUR_PLACES / 2) * ridges->step,
                     (0.5 - height) / frame->unit_share);
}

/* Returns the change of lightness with the best balance: the share of places where the crest stands
 * off, less the cost of the change. */
static double find_push(const double *behind, double light)
{
    double best = 0.0, most = -1.0;
    for (int i = -PUSHES; i <= PUSHES; i++) {
        double push = PUSH_STEP * i, good = 0.0;
        if (light + push < DARK_MOST || light + push > LIGHT_MOST)
            continue;
        for (int k = 0; k < COLOUR_PLACES; k++)
            good += exact_abs(behind[k] - light - push) >= STAND_OFF ? 1.0 / COLOUR_PLACES : 0.0;
        good -= PUSH_COST * exact_abs(push);
        if (good > most) {
            most = good;
            best = push;
        }
    }
    return best;
}

/* Finds the colour of each sheet of a ridge, which stands off what is behind it. */
static void colour_sheets(const rl_frame *frame, const papercut *all, const cut_ridges *ridges,
                          int ridge, cut_layer *layers)
{
    const frame_layer *layer = ridges->layer[ridge];
    cut_layer *out = &layers[layer->group];
    double rows[COLOUR_PLACES], behind[COLOUR_PLACES], last = 0.0, push = 0.0;
    for (int i = 0; i < COLOUR_PLACES; i++)
        behind[i] = light_behind(frame, all, ridges, ridge, i, layers);
    for (int k = 0; k < CUT_EDGES; k++) {
        double drop = BELOW_EDGE + (k > 0 ? drop_of(layer, k) : 0.0);
        for (int i = 0; i < COLOUR_PLACES; i++)
            rows[i] = (1.0 - ridges->height[ridge][i]) * frame->height + drop * frame->unit;
        oklab c = mean_tint(frame, layer, rows);
        cut_colour plain = cut_of(all, c);
        if (k == 0)
            push = find_push(behind, light_of(&plain)) / (double)(CUT_CONTRAST * all->contrast);
        c.l = exact_clamp(c.l + push * (CUT_EDGES - k) / CUT_EDGES, 0.0, 1.0);
        double before = k > 0 ? last : c.l;
        double turn = c.l >= before && before < LIGHT_MOST ? 1.0 : -1.0;
        if (k > 0 && exact_abs(c.l - before) < LEAST_STEP)
            c.l = before + turn * LEAST_STEP;
        last = c.l;
        out->colour[k] = cut_of(all, c);
        c.l *= 1.0 - PLANT_DARK;
        if (k == 0)
            out->plant = cut_of(all, c);
    }
}

static cut_wave wave_at(const rl_frame *frame, uint64_t key, int k, double y, double high,
                        double length)
{
    double waves = 1.0 / length, drift = frame_drift(frame, frame->scene.lake_drift);
    noise_fit_rate(frame->loop, &waves);
    return (cut_wave){.y = (float)y,
                      .high = (float)high,
                      .waves = waves,
                      .phase = hash_unit(hash_at(key, 7, k)) - drift * waves};
}

/* Places the edges of strips from y = `top`, U downward, to the foot of the picture. */
static void place_strips(const rl_frame *frame, const papercut *all, uint64_t key, double top,
                         int is_puffed, cut_layer *out)
{
    double foot = (double)all->foot, high = is_puffed ? PUFF_HIGH : WAVE_HIGH;
    for (int k = 0; k < CUT_STRIPS; k++) {
        double share = (double)k / CUT_STRIPS;
        out->wave[k] =
            wave_at(frame, key, k, top + (foot - top) * exact_pow(share, WATER_POWER),
                    k > 0 ? high + (is_puffed ? PUFF_RISE : WAVE_RISE) * share : 0.0,
                    is_puffed ? PUFF_WIDE + PUFF_GROWTH * share : WAVE_WIDE + WAVE_GROWTH * share);
        out->wave[k].is_puffed = is_puffed;
    }
    out->strips = CUT_STRIPS;
}

/* Finds the strips of light below the sun, between the strips of water. */
static void make_glints(const rl_frame *frame, const papercut *all, uint64_t key,
                        const oklab *strip_of, cut_layer *out)
{
    oklab sun = colour_linear_to_oklab(frame->light.sun);
    if (all->sun_radius <= 0.0f || frame->scene.sun_eclipse > 0.0)
        return;
    for (int k = 0; k < CUT_GLINTS; k++) {
        int strip = GLINT_FIRST + GLINT_EVERY * k;
        float next = strip + 1 < CUT_STRIPS ? out->wave[strip + 1].y : all->foot;
        oklab c = colour_mix_oklab(strip_of[strip], sun, GLINT_SHARE);
        c.l = exact_min(exact_max(c.l, strip_of[strip].l + GLINT_STEP), SUN_LIGHT);
        double side = 2.0 * hash_unit(hash_at(key, 8, k)) - 1.0;
        double wide = (double)all->sun_radius * (GLINT_WIDE + GLINT_GROWTH * k);
        out->glint[k] = (cut_glint){.x = (float)(GLINT_SIDE * wide * side),
                                    .y = 0.5f * (out->wave[strip].y + next),
                                    .wide = (float)wide,
                                    .high = GLINT_HIGH * (next - out->wave[strip].y),
                                    .colour = cut_of(all, c)};
    }
}

/* Finds strips of water, with colours of the sky and the land that it mirrors, darkened. */
static void make_water(const rl_frame *frame, const papercut *all, uint64_t key, cut_layer *out)
{
    double level = frame->scene.lake_level;
    double rows[COLOUR_PLACES];
    oklab strip[CUT_STRIPS];
    place_strips(frame, all, key, (0.5 - level) * frame->height / frame->unit, 0, out);
    for (int k = 0; k < CUT_STRIPS; k++) {
        double near = (k + 0.5) / CUT_STRIPS;
        for (int i = 0; i < COLOUR_PLACES; i++)
            rows[i] = (1.0 - level) * (MIRROR_LOW - MIRROR_RISE * near) * frame->height;
        oklab c = mean_tint(frame, &frame->layer[0], rows);
        c = colour_mix_oklab(c, frame->light.mist, 0.5 * (1.0 - near));
        c.l = WATER_LIGHT * c.l + (k % 2 ? STRIP_TURN : -STRIP_TURN);
        strip[k] = c;
        out->colour[k] = cut_of(all, c);
    }
    make_glints(frame, all, key, strip, out);
}

/* Finds strips of a plain: its colours are those of land in the distance of its rows. */
static void make_plain(const rl_frame *frame, const papercut *all, uint64_t key, cut_layer *out)
{
    const rl_scene *scene = &frame->scene;
    place_strips(frame, all, key, (0.5 - scene->horizon) * frame->height / frame->unit, 0, out);
    for (int k = 0; k < CUT_STRIPS; k++) {
        double near = exact_pow((k + 0.5) / CUT_STRIPS, PLAIN_POWER);
        oklab c = colour_mix_oklab(light_land(&scene->palette, near), frame->light.mist,
                                   light_haze(scene, near));
        c.l += k % 2 ? STRIP_TURN : 0.0;
        out->colour[k] = cut_of(all, c);
    }
}

/* Finds strips of a sea of clouds or of ice. */
static void make_deck(const rl_frame *frame, const papercut *all, uint64_t key, cut_layer *out)
{
    const rl_scene *scene = &frame->scene;
    int is_ice = scene_int(scene, "deck.of") == RL_DECK_ICE;
    double rows[COLOUR_PLACES];
    place_strips(frame, all, key,
                 (0.5 - exact_max(scene->deck, scene->horizon)) * frame->height / frame->unit,
                 !is_ice, out);
    for (int i = 0; i < COLOUR_PLACES; i++)
        rows[i] = (1.0 - frame->light.horizon) * frame->height;
    oklab far = colour_mix_oklab(mean_tint(frame, &frame->layer[0], rows), frame->light.mist, 0.5);
    for (int k = 0; k < CUT_STRIPS; k++) {
        double near = (k + 0.5) / CUT_STRIPS;
        oklab c = colour_mix_oklab(far, light_land(&scene->palette, 0.5),
                                   (is_ice ? ICE_LAND : CLOUD_LAND) * near);
        if (is_ice)
            c.l = exact_min(c.l, ICE_LIGHT) - ICE_FALL * near;
        c.l += k % 2 ? DECK_TURN : -DECK_TURN;
        out->colour[k] = cut_of(all, c);
    }
}

/* ---- sky ----------------------------------------------------------------------------------- */

/* Returns the colour of a ring of radius r, U: the mean of the sky on its upper half. */
static oklab ring_colour(const rl_frame *frame, const papercut *all, double r)
{
    static const double side[] = {-1.0, -0.8, -0.45, 0.0, 0.45, 0.8, 1.0};
    static const double rise[] = {0.1, 0.6, 0.893, 1.0, 0.893, 0.6, 0.1};
    enum { COUNT = sizeof side / sizeof *side };
    oklab sum = {0};
    double weight = 0.0;
    for (int i = 0; i < COUNT; i++) {
        double x = ((double)all->sun_x + r * side[i] + (double)all->half_width) * frame->unit;
        double y = ((double)all->sun_y - r * rise[i] + (double)all->foot) * frame->unit;
        double share = (x < 0.0 || x > frame->width || y < 0.0) ? OUTSIDE_SHARE : 1.0;
        oklab one = tint_at(frame, &frame->layer[0], exact_clamp(x, 0.0, frame->width), y);
        sum.l += share * one.l;
        sum.a += share * one.a;
        sum.b += share * one.b;
        weight += share;
    }
    return (oklab){sum.l / weight, sum.a / weight, sum.b / weight};
}

/* Makes the rings, from the outermost inward; the first colour is that of the sheet behind all. */
static void make_rings(const rl_frame *frame, papercut *all, cut_layer *out)
{
    uint64_t key = hash_key(frame->scene.seed, STREAM);
    double outer = 0.0, last = 0.0;
    for (int i = 0; i <= CUT_RINGS; i++) {
        int k = CUT_RINGS - i; /* number of the ring outside of which the colour is seen */
        double radius =
            (double)all->sun_radius + RING_STEP * exact_pow(k + RING_MIDDLE, RING_POWER);
        oklab c =
            ring_colour(frame, all, k == CUT_RINGS ? radius * RING_BEHIND : 0.5 * (radius + last));
        if (i > 0 && c.l - outer < LEAST_STEP)
            c.l = exact_min(outer + LEAST_STEP, RING_LIGHT);
        outer = c.l;
        out->colour[i] = cut_of(all, c);
        last = radius;
        if (i == 0)
            continue;
        cut_ring *ring = &all->ring[i - 1];
        ring->radius =
            (float)((double)all->sun_radius + RING_STEP * exact_pow(k + 1.0, RING_POWER));
        for (int n = 0; n < CUT_WAVES; n++) {
            double high = RING_WOBBLE * (WOBBLE_FIRST + WOBBLE_RISE * k) / (1.0 + WOBBLE_FALL * n);
            ring->across[n] = (float)(high * (2.0 * hash_unit(hash_at(key, i, 2 * n)) - 1.0));
            ring->along[n] = (float)(high * (2.0 * hash_unit(hash_at(key, i, 2 * n + 1)) - 1.0));
            double most = exact_abs((double)ring->across[n]) + exact_abs((double)ring->along[n]);
            ring->turn += (float)(n + 2) * (float)most;
        }
    }
    all->rings = CUT_RINGS;
}

/* Makes strips of a sky without a disc. */
static void make_strips(const rl_frame *frame, const papercut *all, cut_layer *out)
{
    double rows[COLOUR_PLACES], horizon = 1.0 - frame->light.horizon, before = 0.0;
    out->strips = CUT_RINGS;
    for (int k = 0; k < CUT_RINGS; k++) {
        double share = horizon * k / CUT_RINGS;
        out->wave[k] = wave_at(frame, hash_key(frame->scene.seed, STREAM), k,
                               (share - 0.5) * frame->height / frame->unit, k > 0 ? BAND_HIGH : 0.0,
                               BAND_WIDE);
        for (int i = 0; i < COLOUR_PLACES; i++)
            rows[i] = (share + 0.5 * horizon / CUT_RINGS) * frame->height;
        oklab c = mean_tint(frame, &frame->layer[0], rows);
        if (k > 0 && exact_abs(c.l - before) < LEAST_STEP)
            c.l = before + (c.l >= before ? LEAST_STEP : -LEAST_STEP);
        before = c.l;
        out->colour[k] = cut_of(all, c);
    }
}

/* ---- paper --------------------------------------------------------------------------------- */

/* Makes the relief of paper: the slope of a noise, toward the light. */
static void make_paper(float *tile)
{
    for (int y = 0; y < CUT_TILE; y++)
        for (int x = 0; x < CUT_TILE_STRIDE; x++) {
            double value[2][2];
            for (int k = 0; k < 4; k++)
                value[k / 2][k % 2] =
                    hash_unit(hash_at(STREAM, (y + k / 2) % CUT_TILE, (x + k % 2) % CUT_TILE));
            double above = exact_mix(value[0][0], value[0][1], PAPER_SLOPE);
            double below = exact_mix(value[1][0], value[1][1], PAPER_SLOPE);
            double near = exact_mix(above, below, PAPER_SLOPE);
            tile[y * CUT_TILE_STRIDE + x] = (float)(2.0 * (value[0][0] - near));
        }
}

/* ---- frames -------------------------------------------------------------------------------- */

/* Places the samples along the part, or along the loop. */
static void place_samples(const rl_frame *frame, papercut *all)
{
    all->step = CUT_STEP;
    if (frame->loop > 0.0)
        all->step = frame->loop / exact_max(exact_round(frame->loop / CUT_STEP), 1.0);
    double left = (double)frame->first_block * frame->block / frame->unit -
                  0.5 * frame->width / frame->unit - MARGIN;
    double right = left + (double)frame->blocks * frame->block / frame->unit + 2.0 * MARGIN;
    all->first = CUT_CELL * exact_floor(left / all->step / CUT_CELL);
    all->columns = (int)(exact_floor(right / all->step) + 2 - all->first);
}

static void read_keys(const rl_frame *frame, papercut *all)
{
    const rl_scene *scene = &frame->scene;
    all->contrast = (float)scene_real(scene, "print.contrast");
    all->chroma = (float)scene_real(scene, "print.chroma");
    all->grain = (float)scene_real(scene, "print.grain");
    all->detail = (float)scene_real(scene, "print.detail");
    encode_printed(all, (oklab){scene_real(scene, "print.paper"), PAPER_A, PAPER_B},
                   all->paper.tone);
    all->margin = (float)scene_real(scene, "print.margin");
    all->seal = print_seal_of(frame, (double)all->margin);
    all->half_width = (float)(0.5 * frame->width / frame->unit);
    all->foot = (float)(0.5 * frame->height / frame->unit);
    all->sun_x = (float)(frame->light.sun_x / frame->unit - 0.5 * frame->width / frame->unit);
    all->sun_y = (float)(frame->light.sun_y / frame->unit - 0.5 * frame->height / frame->unit);
    all->has_moon = scene->moon != 0 || scene->sun_eclipse > 0.0;
    all->lit = light_of_day(&frame->light) < LAMPS_BELOW ? WINDOW_LIGHT : 1.0f;
    oklab sun = colour_linear_to_oklab(frame->light.sun);
    all->disc = cut_of(all, (oklab){exact_max(sun.l, SUN_LIGHT), sun.a, sun.b});
    all->sun_radius = (float)(frame->light.sun_radius / frame->unit);
}

static cut_rule rule_of(const frame_layer *layer)
{
    if (layer->kind->number == RL_LAYER_RIDGE)
        return CUT_LAND;
    if (layer->kind == &kind_reflection)
        return CUT_NONE;
    if (layer->kind->number == RL_LAYER_LAKE || layer->kind->material == PRINT_CLOUDS)
        return CUT_LEVEL;
    if (layer->kind == &kind_beach)
        return CUT_SHORE;
    if (layer->kind->material == PRINT_WATER)
        return CUT_STEPPED;
    if (layer->kind == &kind_city)
        return CUT_CITY;
    if (layer->kind->material == PRINT_PLANT)
        return CUT_FLAT;
    return layer->group == 0 ? CUT_SKY : CUT_PAINTED;
}

/* Finds the colours of the sheets of all ridges, far to near. */
static rl_status colour_ridges(const rl_frame *frame, const papercut *all, cut_layer *layers,
                               rl_error *error)
{
    cut_ridges ridges = {.step = frame->width / frame->unit / COLOUR_PLACES};
    ridge_grid grid = {.first = -(COLOUR_PLACES / 2), .step = ridges.step, .detail = CUT_STEP};
    for (int i = 0; i < frame->layers; i++) {
        const frame_layer *layer = &frame->layer[i];
        if (layer->kind->number != RL_LAYER_RIDGE)
            continue;
        ridges.layer[layer->index] = layer;
        TRY(profile_heights(frame->profile, layer->index, &grid, COLOUR_PLACES,
                            ridges.height[layer->index], error));
        colour_sheets(frame, all, &ridges, layer->index, layers);
    }
    return RL_OK;
}

/* What all layers do without. */
enum { SKIPS = PRINT_NO_BARE };

static rl_status make_layers(preparation *work, struct frame_print *print, papercut *all,
                             rl_error *error)
{
    const rl_frame *frame = work->frame;
    int groups = frame->layer[frame->layers - 1].group + 1;
    cut_layer *layers = arena_zeroed(frame->arena, (size_t)groups, sizeof *layers);
    TRY(status_memory(layers != NULL, "print", error));
    for (int i = frame->layers - 1; i >= 0; i--) { /* the first layer of a group comes last */
        const frame_layer *layer = &frame->layer[i];
        cut_layer *out = &layers[layer->group];
        *out = (cut_layer){.rule = rule_of(layer),
                           .lift = (float)(LIFT_FAR + LIFT_NEAR * layer->depth),
                           .foot = all->foot + 1.0f};
        if (layer->kind == &kind_city) /* without its mirror */
            out->foot = (float)((0.5 - frame->scene.lake_level) * frame->height / frame->unit);
        int is_flat = out->rule == CUT_LAND || out->rule == CUT_LEVEL || out->rule == CUT_SHORE;
        print->sheet[layer->group].skips = SKIPS | (out->rule == CUT_SKY ? 0 : PRINT_NO_BASE) |
                                           (is_flat ? PRINT_NO_COLOURS : 0) |
                                           (out->rule == CUT_NONE ? PRINT_NO_LAYER : 0);
        uint64_t key = hash_key(frame->scene.seed, STREAM);
        if (layer->kind->number == RL_LAYER_RIDGE)
            key = hash_at(key, 1, layer->index);
        if (layer->kind->number == RL_LAYER_RIDGE) {
            TRY(make_edges(frame, all, layer, key, out, error));
        } else if (layer->kind->number == RL_LAYER_LAKE) {
            make_water(frame, all, key, out);
        } else if (out->rule == CUT_SHORE) {
            const beach_colours *colours = beach_colours_of(layer);
            oklab wet = colour_linear_to_oklab(colours->damp);
            TRY(make_shore(frame, all, out, error));
            out->colour[0] = cut_of(all, colours->foam);
            out->colour[1] = cut_of(all, colour_mix_oklab(wet, colours->dark, 0.5));
            out->colour[2] = cut_of(all, colour_mix_oklab(colours->dark, colours->lit, 0.5));
            out->colour[3] = cut_of(all, colours->lit);
            out->plant = out->colour[0];
        } else if (out->rule == CUT_FLAT) {
            double depth = exact_mix(layer->depth, 1.0, PLANT_NEAR);
            oklab near = light_land(&frame->scene.palette, depth);
            near = colour_mix_oklab(near, frame->light.mist, light_haze(&frame->scene, depth));
            near.l *= 1.0 - PLANT_DARK;
            out->colour[0] = cut_of(all, near);
        } else if (layer->kind == &kind_deck) {
            make_deck(frame, all, hash_at(key, 2, 0), out);
        } else if (layer->kind->material == PRINT_CLOUDS) {
            make_plain(frame, all, key, out);
        }
    }
    if (frame->light.sun_radius > 0.0)
        make_rings(frame, all, &layers[0]);
    else
        make_strips(frame, all, &layers[0]);
    TRY(colour_ridges(frame, all, layers, error));
    all->layer = layers;
    return RL_OK;
}

static rl_status prepare(preparation *work, struct frame_print *print, rl_error *error)
{
    papercut *all = arena_zeroed(work->frame->arena, 1, sizeof *all);
    TRY(status_memory(all != NULL, "print", error));
    read_keys(work->frame, all);
    place_samples(work->frame, all);
    make_paper(all->tile);
    TRY(make_layers(work, print, all, error));
    print->data = all;
    return RL_OK;
}

extern print_draw papercut_draw;
extern print_layer *const papercut_layers[CPU_KERNELS];

const print_kind print_papercut = {.name = "papercut",
                                   .layer = papercut_layers,
                                   .prepare = prepare,
                                   .reach = (double)CUT_SHADE_REACH,
                                   .skips = SKIPS,
                                   .draw = papercut_draw};
