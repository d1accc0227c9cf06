/* lenticular.c - the layer of a stack of thin lenses of cloud over the highest summit.  All numbers
 * are tuned by eye. */
#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/core/kind.h"

#define STREAM 5120 /* random stream */

#define LENSES 3

/* Places and sizes of lenses; lengths in U.  A jitter is the width of the range of a value
 * around its mean. */
static const struct {
    double margin;      /* distance from the middle within which the summit is looked for */
    double jitter;      /* jitter of the stack across */
    double above;       /* height of the lowest lens above the summit */
    double spacing;     /* distance of a lens from the next higher one */
    double lens_jitter; /* jitter of a lens across */
    double half;        /* half width of the lowest lens */
    double narrower;    /* share of `half` by which each lens is narrower than the one below */
    double size_jitter; /* jitter of `narrower` */
    double thick;       /* thickness */
    double thick_least, thick_range; /* factor of `thick`: least + range * u, u a draw of 0..1 */
    double bend;                     /* twice the sag of the ends, relative to the half width */
} stack = {.margin = 0.55,
           .jitter = 0.03,
           .above = 0.036,
           .spacing = 0.024,
           .lens_jitter = 0.16,
           .half = 0.230,
           .narrower = 0.28,
           .size_jitter = 0.20,
           .thick = 0.019,
           .thick_least = 0.8,
           .thick_range = 0.5,
           .bend = 0.085};

/* Opacity and light of a lens; distances from its middle are in thicknesses, downward positive. */
static const struct {
    double below, above;     /* falloff of opacity: exp(-(below * distance)^2), above the middle */
    double reach;            /* (below * distance)^2 from which it is invisible */
    double dense;            /* most opacity */
    double end_full;         /* 1 - x^2 from which the ends are opaque, x = 1 at the ends */
    double lit_from, lit_to; /* distances between which light from below rises */
    double lit;              /* most share of light from below */
    double rows;             /* thicknesses above and below the stack that are painted */
} body = {.below = 2.1,
          .above = 0.8,
          .reach = 12.0,
          .dense = 0.58,
          .end_full = 0.8,
          .lit_from = -1.6,
          .lit_to = 0.7,
          .lit = 0.8,
          .rows = 6.0};

/* Colours: shares of mixes. */
static const struct {
    double land_depth; /* depth of the land whose colour is in the shade, 0 far .. 1 near */
    double land;       /* share of land in the shade, the rest is mist */
    double glow;       /* share of the glow of the sky in the light, the rest is the sun's colour */
    double moonlight;  /* share of the light under the moon, the rest is the shade */
} colours = {.land_depth = 0.4, .land = 0.40, .glow = 0.45, .moonlight = 0.35};

enum { DRAW_PLACE, DRAW_COUNT, DRAW_SIZE, DRAW_LENS, DRAW_THICK };

typedef struct lens {
    double x, y;        /* middle, pixels */
    double half, thick; /* half width and thickness, pixels */
} lens;

typedef struct lenticular {
    int count;
    lens lens[LENSES];
    double dense; /* density in the middle, 0..1 */
    linear_rgb shade, lit;
} lenticular;

/* Returns the column (U) of the highest summit near the middle; sets its height, fraction of H. */
static double summit(const rl_frame *frame, double *height)
{
    double skyline[PROFILE_LATTICE], x = 0.0;
    profile_highest(frame->profile, skyline);
    *height = 0.0;
    for (int j = 0; j < PROFILE_LATTICE; j++) {
        double at = (j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP;
        if (exact_abs(at) <= stack.margin && skyline[j] > *height) {
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
    uint64_t key = hash_key(frame->scene.seed, STREAM);
    double x =
        summit(frame, &height) + stack.jitter * (hash_unit(hash_at(key, DRAW_PLACE, 0)) - 0.5);
    double y = (1.0 - height) * frame->height - stack.above * frame->unit;
    all->count = 2 + (int)(hash_at(key, DRAW_COUNT, 0) % (LENSES - 1));
    for (int i = 0; i < all->count; i++) {
        double size = 1.0 - stack.narrower * i +
                      stack.size_jitter * (hash_unit(hash_at(key, DRAW_SIZE, i)) - 0.5);
        double aside = stack.lens_jitter * (hash_unit(hash_at(key, DRAW_LENS, i)) - 0.5);
        double u = hash_unit(hash_at(key, DRAW_THICK, i));
        all->lens[i] = (lens){
            .x = 0.5 * frame->width + (x + aside) * frame->unit,
            .y = y - stack.spacing * i * frame->unit,
            .half = stack.half * size * frame->unit,
            .thick = stack.thick * (stack.thick_least + stack.thick_range * u) * frame->unit,
        };
    }
    oklab land = light_land(palette, colours.land_depth);
    oklab lit =
        colour_mix_oklab(colour_to_oklab(palette->sun), frame->light.glow_lab, colours.glow);
    oklab shade = colour_mix_oklab(frame->light.mist, land, colours.land);
    all->dense = body.dense * scene_real(&frame->scene, "sky.lenticular");
    all->shade = colour_oklab_to_linear(shade);
    if (frame->scene.moon > 0)
        lit = colour_mix_oklab(shade, lit, colours.moonlight);
    all->lit = colour_oklab_to_linear(lit);
    return RL_OK;
}

/* Blends a lens over the light of a node.  It is thickest in its middle, sags at its ends, and is
 * lit from below, as the sun is low. */
static void lay_lens(const rl_frame *frame, const lenticular *all, const lens *l, double x,
                     double y, float *const planes[3])
{
    double along = (x - frame_around(frame, l->x, x)) / l->half;
    double end = 1.0 - along * along;
    if (end <= 0.0)
        return;
    double thick = l->thick * exact_sqrt(end);
    double down = (y - l->y - stack.bend * l->half * along * along * 0.5) / thick;
    /* Its lower side is sharper than its upper one. */
    double beside = down > 0.0 ? body.below * down : body.above * down;
    if (beside * beside > body.reach)
        return;
    double alpha =
        all->dense * exact_exp(-beside * beside) * exact_smoothstep(0.0, body.end_full, end);
    double light = exact_smoothstep(body.lit_from, body.lit_to, down) * body.lit;
    linear_rgb colour = colour_mix_linear(all->shade, all->lit, light);
    const double colour_planes[3] = {colour.r, colour.g, colour.b};
    for (int c = 0; c < 3; c++)
        *planes[c] += (float)alpha * ((float)colour_planes[c] - *planes[c]);
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *sky)
{
    const rl_frame *frame = s->frame;
    const lenticular *all = frame->layer[layer].data;
    double top = all->lens[all->count - 1].y - body.rows * all->lens[0].thick;
    double bottom =
        all->lens[0].y + stack.bend * all->lens[0].half + body.rows * all->lens[0].thick;
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
    REAL_KEY("sky.lenticular", BY_NAME, 0, 1, 0,
             "density of lens clouds over the highest summit, at dawn or dusk"),
};

static const rl_sight_words lenticular_words = SIGHT(
    "lenticular", 0.008,
    SIGHT_CLAUSE(18, "lenses of cloud hover over the summit", "clouds like lenses cap the summit"));

const layer_kind kind_lenticular = {
    .name = "lenticular",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .keys = {KEY_GROUP("sky", sky_keys)},
    .amount = "sky.lenticular",
    .order = -56.5,
    .data_bytes = sizeof(lenticular),
    .prepare = prepare,
    .paint = {.light = light},
    .trait = {{.words = &lenticular_words, .area = FACTS_OF_SKY}},
};
