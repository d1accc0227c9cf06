/* lenticular.c - a stack of thin lenses of cloud over the highest summit. */
#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/kind.h"

/* Lengths in U. */
#define LENSES 3
#define ABOVE 0.036 /* of the lowest lens, over the summit */
#define APART 0.024 /* from one to the next */
#define HALF 0.230  /* width of the lowest; each above is narrower */
#define THICK 0.019
#define BEND 0.085  /* how far its ends hang: of half its width */
#define MARGIN 0.55 /* the summit is sought so far from the middle */
#define DENSE 0.58

typedef struct lens {
    double x, y;        /* middle, pixels */
    double half, thick; /* pixels */
} lens;

typedef struct lenticular {
    int count;
    lens lens[LENSES];
    linear_rgb shade, lit;
} lenticular;

static double summit(const rl_frame *frame, double *height)
{
    double skyline[PROFILE_LATTICE], x = 0.0;
    profile_highest(frame->profile, skyline);
    *height = 0.0;
    for (int j = 0; j < PROFILE_LATTICE; j++) {
        double at = (j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP;
        if (exact_abs(at) <= MARGIN && skyline[j] > *height) {
            *height = skyline[j];
            x = at;
        }
    }
    return x;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_palette *palette = &frame->scene.palette;
    lenticular *all = layer->data;
    double height;
    (void)error;
    uint64_t key = hash_key(frame->scene.seed, STREAM_LENTICULAR);
    double x = summit(frame, &height) + 0.03 * (hash_unit(hash_at(key, 0, 0)) - 0.5);
    double y = (1.0 - height) * frame->height - ABOVE * frame->unit;
    all->count = 2 + (int)(hash_at(key, 1, 0) % (LENSES - 1));
    for (int i = 0; i < all->count; i++) {
        double size = 1.0 - 0.28 * i + 0.20 * (hash_unit(hash_at(key, 2, i)) - 0.5);
        all->lens[i] = (lens){
            .x = 0.5 * frame->width +
                 (x + 0.16 * (hash_unit(hash_at(key, 3, i)) - 0.5)) * frame->unit,
            .y = y - APART * i * frame->unit,
            .half = HALF * size * frame->unit,
            .thick = THICK * (0.8 + 0.5 * hash_unit(hash_at(key, 4, i))) * frame->unit,
        };
    }
    oklab land = light_land(palette, 0.4);
    oklab lit = colour_mix_oklab(colour_to_oklab(palette->sun), frame->light.glow_lab, 0.45);
    oklab shade = colour_mix_oklab(frame->light.mist, land, 0.40);
    all->shade = colour_oklab_to_linear(shade);
    all->lit =
        colour_oklab_to_linear(frame->scene.moon > 0 ? colour_mix_oklab(shade, lit, 0.35) : lit);
    return RL_OK;
}

/* A lens is thick in its middle and hangs down at its ends; it is lit from below, where the low
 * sun reaches it. */
static void lay_lens(const rl_frame *frame, const lenticular *all, const lens *l, double x,
                     double y, float *const planes[3])
{
    double along = (x - frame_around(frame, l->x, x)) / l->half;
    double end = 1.0 - along * along;
    if (end <= 0.0)
        return;
    double thick = l->thick * exact_sqrt(end);
    double down = (y - l->y - BEND * l->half * along * along * 0.5) / thick;
    /* Its lower side is sharper than its upper one. */
    double beside = down > 0.0 ? 2.1 * down : 0.8 * down;
    if (beside * beside > 12.0)
        return;
    double alpha = DENSE * frame->scene.lenticular * exact_exp(-beside * beside) *
                   exact_smoothstep(0.0, 0.8, end);
    double light = exact_smoothstep(-1.6, 0.7, down) * 0.8;
    linear_rgb own = colour_mix_linear(all->shade, all->lit, light);
    const double own_planes[3] = {own.r, own.g, own.b};
    for (int c = 0; c < 3; c++)
        *planes[c] += (float)alpha * ((float)own_planes[c] - *planes[c]);
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  const float *air, shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const lenticular *all = frame->layer[layer].data;
    double top = all->lens[all->count - 1].y - 6.0 * all->lens[0].thick;
    double bottom = all->lens[0].y + BEND * all->lens[0].half + 6.0 * all->lens[0].thick;
    (void)air;
    if (row->y_px < top || row->y_px > bottom)
        return;
    for (int i = 0; i < SHADE_GROUP; i++) {
        float *const planes[3] = {&sky->r[i], &sky->g[i], &sky->b[i]};
        double x = (double)(group->first + i) * frame->step;
        for (int k = 0; k < all->count; k++)
            lay_lens(frame, all, &all->lens[k], x, row->y_px, planes);
    }
}

static const scene_key sky_keys[] = {
    REAL_KEY("sky.lenticular", AT_SCENE(lenticular), 0, 1, 0,
             "lenses of cloud over the highest summit, at dawn or dusk"),
};

const layer_kind kind_lenticular = {
    .name = "lenticular",
    .number = RL_LAYER_SKY,
    .keys = {KEY_GROUP("sky", sky_keys)},
    .amount = AT_SCENE(lenticular),
    .order = -56.5,
    .data_bytes = sizeof(lenticular),
    .prepare = prepare,
    .paint = {.light = light},
    .trait = {{FACTS_SHARE(lenticular), .area = FACTS_OF_SKY}},
};
