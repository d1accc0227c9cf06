/* comet.c - a comet with its tail away from the sun, or a meteor. */
#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/kind.h"
#include "layers/sky.h"

/* Lengths in U. */
typedef struct comet_look {
    double length, head, thin, wide; /* of the tail; radius of the head; half widths of the tail */
    double alpha, fall;              /* of the tail, which fades as (1 - t)^fall */
} comet_look;

static const comet_look looks[] = {
    [RL_COMET_COMET] = {0.34, 0.0034, 0.0030, 0.036, 0.62, 1.6},
    [RL_COMET_METEOR] = {0.24, 0.0012, 0.0009, 0.0003, 0.95, 1.3},
};

typedef struct comet {
    double x, y;       /* the head, pixels */
    double to_x, to_y; /* direction of the tail */
    double length, head, thin, wide;
    shade_colour colour;
} comet;

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const comet_look *look = &looks[frame->scene.comet];
    comet *all = layer->data;
    double skyline[PROFILE_LATTICE], land = frame->light.horizon;
    (void)error;
    uint64_t key = hash_key(frame->scene.seed, STREAM_COMET);
    double side = frame->light.sun_side > 0.0 ? -1.0 : 1.0;
    double at = side * exact_mix(0.14, 0.34, hash_unit(hash_at(key, 0, 0)));
    profile_highest(frame->profile, skyline);
    for (int j = 0; j < PROFILE_LATTICE; j++)
        if (exact_abs((j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP - at) < 0.12)
            land = exact_max(land, skyline[j]);
    double turn = exact_mix(0.045, 0.105, hash_unit(hash_at(key, 1, 0))); /* above level */
    all->x = 0.5 * frame->width + at * frame->unit;
    all->y = (1.0 - exact_min(land + 0.11 * frame->unit_share, 0.88)) * frame->height;
    all->to_x = side * exact_cos_turn(turn);
    all->to_y = -exact_cos_turn(0.25 - turn);
    all->length = look->length * frame->unit;
    all->head = exact_max(look->head * frame->unit, 0.8);
    all->thin = exact_max(look->thin * frame->unit, 0.6);
    all->wide = exact_max(look->wide * frame->unit, 0.6);
    oklab white = colour_to_oklab(frame->scene.palette.star);
    all->colour = shade_encode(
        frame, colour_oklab_to_linear(colour_mix_oklab(white, (oklab){0.99, 0.0, 0.0}, 0.5)));
    return RL_OK;
}

/* Where column 0 of a run's block is from the head, and its row. */
static void way_from(const rl_frame *frame, const comet *all, const tile_run *run, double *x,
                     double *y)
{
    double left = (double)((frame->first_block + run->block) * frame->block);
    *x = left - frame_around(frame, all->x, left + 0.5 * frame->block);
    *y = run->row + 0.5 - all->y;
}

static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    const comet *all = s->frame->layer[layer].data;
    double x, y, reach = 4.0 * exact_max(all->head, all->wide) + 2.0;
    double end_x = all->to_x * all->length, end_y = all->to_y * all->length;
    way_from(s->frame, all, run, &x, &y);
    x += tiles_left(s->frame, run);
    return y > exact_min(end_y, 0.0) - reach && y < exact_max(end_y, 0.0) + reach &&
           x + run->count > exact_min(end_x, 0.0) - reach && x < exact_max(end_x, 0.0) + reach;
}

static double alpha_at(const comet *all, const comet_look *look, double x, double y)
{
    double along = (x * all->to_x + y * all->to_y) / all->length;
    double across = x * all->to_y - y * all->to_x;
    double q = (x * x + y * y) / (all->head * all->head);
    double alpha = q < 40.0 ? exact_exp(-0.8 * q) + 0.35 / (1.0 + q * q) : 0.0;
    if (along > 0.0 && along < 1.0) {
        double wide = exact_mix(all->thin, all->wide, along);
        double left =
            exact_pow(1.0 - along, look->fall) * all->thin / exact_mix(all->thin, wide, 0.45);
        double beside = across * across / (wide * wide);
        if (beside < 12.0)
            alpha += look->alpha * left * exact_exp(-beside);
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
    way_from(frame, all, run, &x, &y);
    for (int i = 0; i < run->count; i++) {
        double alpha = alpha_at(all, &looks[frame->scene.comet], x + left + i + 0.5, y);
        float amount = (float)alpha * (veil != NULL ? 1.0f - veil[left + i] : 1.0f);
        if (frame->is_hard)
            amount = amount >= 0.3f ? 1.0f : 0.0f;
        blend_over(frame->tone, &pixels, i, all->colour.r, all->colour.g, all->colour.b, amount);
    }
}

#define TOO_LIGHT 0.72 /* L of a sky in which it cannot be seen */

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    (void)error;
    if (layer == NULL || facts_is_small(g))
        return RL_OK;
    const comet *all = layer->data;
    const oklab *sky = facts_sky_at(g, all->x, all->y);
    out->comet = sky != NULL && sky->l < TOO_LIGHT ? g->frame->scene.comet : RL_COMET_NONE;
    return RL_OK;
}

static int count(const rl_scene *scene)
{
    return scene->comet > 0;
}

static const char *const names[] = {"none", "comet", "meteor", NULL};

static const scene_key sky_keys[] = {
    NAME_KEY("sky.comet", AT_SCENE(comet), names, RL_COMET_NONE, "a comet, or a meteor"),
};

const layer_kind kind_comet = {
    .name = "comet",
    .number = RL_LAYER_SKY,
    .keys = {KEY_GROUP("sky", sky_keys)},
    .count = count,
    .order = -65.0,
    .data_bytes = sizeof(comet),
    .prepare = prepare,
    .paint = {.touches = touches, .over = over},
    .facts = facts,
};
