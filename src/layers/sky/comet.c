/* comet.c - the layer of a comet, whose tail points away from the sun, or of a meteor.  All numbers
 * are tuned by eye. */
#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "layers/sky/sky.h"

#define STREAM 5082 /* random stream */

/* Lengths in U. */
typedef struct comet_look {
    double length; /* length of the tail */
    double head;   /* radius of the head */
    double thin;   /* half width of the tail at the head */
    double wide;   /* half width of the tail at its end */
    double alpha;  /* opacity of the tail at the head */
    double fall;   /* exponent of its falloff: (1 - t)^fall, t = 0 at the head, 1 at the end */
} comet_look;

static const comet_look looks[] = {
    [RL_COMET_COMET] =
        {.length = 0.34, .head = 0.0034, .thin = 0.0030, .wide = 0.036, .alpha = 0.62, .fall = 1.6},
    [RL_COMET_METEOR] = {.length = 0.24,
                         .head = 0.0012,
                         .thin = 0.0009,
                         .wide = 0.0003,
                         .alpha = 0.95,
                         .fall = 1.3},
};

/* The place of the head; lengths in U. */
static const struct {
    double side_near, side_far; /* distance from the middle, on the side opposite to the sun */
    double land;                /* width on either side in which the highest land counts */
    double above;               /* height of the head above that land */
    double highest;             /* greatest height of the head, fraction of H */
    double turn_low, turn_high; /* angle of the tail above the horizontal, turns */
} places = {.side_near = 0.14,
            .side_far = 0.34,
            .land = 0.12,
            .above = 0.11,
            .highest = 0.88,
            .turn_low = 0.045,
            .turn_high = 0.105};

/* Shape of the light of head and tail.  q is the squared distance from the head, in radii of it. */
static const struct {
    double head_least, tail_least; /* least radius and half width, pixels */
    double core;                   /* falloff of the core of the head: exp(-core * q) */
    double coma;                   /* opacity of the coma: coma / (1 + q^2) */
    double head_reach;             /* q from which the head is invisible */
    double spread;     /* share of the tail's widening by which it also becomes fainter */
    double tail_reach; /* (distance / half width)^2 from which the tail is invisible */
    double radii;      /* greatest distance of visible pixels, in radii of head or tail */
    double white;      /* share of white in the colour, the rest is that of stars */
    float hard_least;  /* opacity from which a pixel is covered, where is_hard */
} shape = {.head_least = 0.8,
           .tail_least = 0.6,
           .core = 0.8,
           .coma = 0.35,
           .head_reach = 40.0,
           .spread = 0.45,
           .tail_reach = 12.0,
           .radii = 4.0,
           .white = 0.5,
           .hard_least = 0.3f};
static const oklab white = {0.99, 0.0, 0.0};

typedef struct comet {
    const comet_look *look;
    double x, y;         /* the head, pixels */
    double to_x, to_y;   /* direction of the tail, a unit vector */
    double length, head; /* length of the tail and radius of the head, pixels */
    double thin, wide;   /* half widths of the tail, pixels */
    shade_colour colour;
} comet;

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const comet_look *look = &looks[scene_int(&frame->scene, "sky.comet")];
    comet *all = layer->data;
    all->look = look;
    double skyline[PROFILE_LATTICE], land = frame->light.horizon;
    (void)error;
    uint64_t key = hash_key(frame->scene.seed, STREAM);
    double side = frame->light.sun_side > 0.0 ? -1.0 : 1.0;
    double at = side * exact_mix(places.side_near, places.side_far, hash_unit(hash_at(key, 0, 0)));
    profile_highest(frame->profile, skyline);
    for (int j = 0; j < PROFILE_LATTICE; j++)
        if (exact_abs((j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP - at) < places.land)
            land = exact_max(land, skyline[j]);
    double turn = exact_mix(places.turn_low, places.turn_high, hash_unit(hash_at(key, 1, 0)));
    all->x = 0.5 * frame->width + at * frame->unit;
    double height = exact_min(land + places.above * frame->unit_share, places.highest);
    all->y = (1.0 - height) * frame->height;
    all->to_x = side * exact_cos_turn(turn);
    all->to_y = -exact_cos_turn(0.25 - turn);
    all->length = look->length * frame->unit;
    all->head = exact_max(look->head * frame->unit, shape.head_least);
    all->thin = exact_max(look->thin * frame->unit, shape.tail_least);
    all->wide = exact_max(look->wide * frame->unit, shape.tail_least);
    oklab starlight = colour_to_oklab(frame->scene.palette.star);
    all->colour = shade_encode(
        frame, colour_oklab_to_linear(colour_mix_oklab(starlight, white, shape.white)));
    return RL_OK;
}

/* Sets x to column 0 of a run's block and y to the run's row, in pixels from the head. */
static void place_run(const rl_frame *frame, const comet *all, const tile_run *run, double *x,
                      double *y)
{
    double left = (double)((frame->first_block + run->block) * frame->block);
    *x = left - frame_around(frame, all->x, left + 0.5 * frame->block);
    *y = run->row + 0.5 - all->y;
}

static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    const comet *all = s->frame->layer[layer].data;
    double x, y, reach = shape.radii * exact_max(all->head, all->wide) + 2.0;
    double end_x = all->to_x * all->length, end_y = all->to_y * all->length;
    place_run(s->frame, all, run, &x, &y);
    x += tiles_left(s->frame, run);
    return y > exact_min(end_y, 0.0) - reach && y < exact_max(end_y, 0.0) + reach &&
           x + run->count > exact_min(end_x, 0.0) - reach && x < exact_max(end_x, 0.0) + reach;
}

/* Returns the opacity at (x, y), pixels from the head. */
static double alpha_at(const comet *all, double x, double y)
{
    const comet_look *look = all->look;
    double along = (x * all->to_x + y * all->to_y) / all->length;
    double across = x * all->to_y - y * all->to_x;
    double q = (x * x + y * y) / (all->head * all->head);
    double alpha =
        q < shape.head_reach ? exact_exp(-shape.core * q) + shape.coma / (1.0 + q * q) : 0.0;
    if (along > 0.0 && along < 1.0) {
        double wide = exact_mix(all->thin, all->wide, along);
        double left = exact_pow(1.0 - along, look->fall) * all->thin /
                      exact_mix(all->thin, wide, shape.spread);
        double offset = across * across / (wide * wide);
        if (offset < shape.tail_reach)
            alpha += look->alpha * left * exact_exp(-offset);
    }
    return exact_min(alpha, 1.0);
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    const comet *all = frame->layer[layer].data;
    tile_colours veil_colours;
    const float *veil = sky_veil(s, run, &veil_colours);
    run_pixels pixels = block_pixels(s, run);
    int left = tiles_left(frame, run);
    double x, y;
    place_run(frame, all, run, &x, &y);
    for (int i = 0; i < run->count; i++) {
        double alpha = alpha_at(all, x + left + i + 0.5, y);
        float amount = (float)alpha * (veil != NULL ? 1.0f - veil[left + i] : 1.0f);
        if (frame->is_hard)
            amount = amount >= shape.hard_least ? 1.0f : 0.0f;
        blend_over(frame->tone, &pixels, i, all->colour.r, all->colour.g, all->colour.b, amount);
    }
}

#define TOO_LIGHT 0.72 /* lightness (OKLab) of a sky in which a comet cannot be seen */

static const rl_sight_words sights[] = {
    [RL_COMET_COMET] = SIGHT("comet", 1, SIGHT_CLAUSE(20, "a comet with a long tail is in the sky"),
                             SIGHT_EVENT(1, "over", "a comet", "a long-tailed comet")),
    [RL_COMET_METEOR] = SIGHT("meteor", 1, SIGHT_CLAUSE(20, "a meteor crosses the sky"),
                              SIGHT_EVENT(2, "over", "a falling star", "a meteor")),
};

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    (void)error;
    if (layer == NULL || facts_is_small(g))
        return RL_OK;
    const comet *all = layer->data;
    const oklab *sky = facts_sky_at(g, all->x, all->y);
    if (sky == NULL || sky->l >= TOO_LIGHT)
        return RL_OK;
    (void)facts_mention(out, &sights[scene_int(&g->frame->scene, "sky.comet")], 1.0);
    return RL_OK;
}

static const char *const names[] = {"none", "comet", "meteor", NULL};

static const scene_key sky_keys[] = {
    NAME_KEY("sky.comet", BY_NAME, names, RL_COMET_NONE, "comet or meteor in the night sky"),
};

const layer_kind kind_comet = {
    .name = "comet",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .keys = {KEY_GROUP("sky", sky_keys)},
    .amount = "sky.comet",
    .order = -65.0,
    .data_bytes = sizeof(comet),
    .prepare = prepare,
    .paint = {.touches = touches, .over = over},
    .facts = facts,
};
