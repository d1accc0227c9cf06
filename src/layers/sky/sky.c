/* sky.c - paints the sky: a gradient lit by the sun and by the sky layers in front of it. */
#include "layers/sky/sky.h"

#include <string.h>

#include "layers/core/kind.h"

typedef struct sky_memory {
    int end; /* The layers of the sky are 1 .. end - 1. */
    int has_veil;
} sky_memory;

static void shade(paint_scratch *s, void *owner, const shade_row *row, const shade_group *group,
                  const float *air, float *planes)
{
    const sky_memory *m = owner;
    shade_light light;
    const float *at = air + group->at;
    memcpy(light.r, at + AIR_SKY_R * group->stride, sizeof light.r);
    memcpy(light.g, at + AIR_SKY_G * group->stride, sizeof light.g);
    memcpy(light.b, at + AIR_SKY_B * group->stride, sizeof light.b);
    memset(light.veil, 0, sizeof light.veil);
    light.air = air;
    for (int i = 1; i < m->end; i++)
        if (s->frame->layer[i].paint->light != NULL)
            s->frame->layer[i].paint->light(s, i, row, group, &light);
    sky_kernels[s->frame->kernels](row, group, air, &light, m->has_veil, planes);
}

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    const frame_light *light = &frame->light;
    sky_memory *m = arena_zeroed(&s->arena, 1, sizeof *m);
    if (m == NULL)
        return 0;
    s->memory[layer] = m;
    int has_light = 0; /* whether a sky layer changes the light */
    for (m->end = 1; m->end < frame->layers && frame->layer[m->end].group == 0; m->end++) {
        has_light |= frame->layer[m->end].paint->light != NULL;
        m->has_veil |= frame->layer[m->end].paint->has_veil;
    }
    node_tile *nodes = &s->tiles.tile[frame->layer[layer].first_tile];
    nodes->is_flat = light->sky.count == 1 && light->horizon == 0.0 && !light->has_glow &&
                     !light->has_bloom && !has_light;
    nodes->flat = shade_encode(frame, colour_oklab_to_linear(light->sky.colour[0]));
    if (!nodes->is_flat)
        tiles_open(s, &s->tiles.sky, frame->layer[layer].first_tile, m->has_veil ? 6 : 3, shade, m);
    return 1;
}

static void fill(paint_scratch *s, int layer, const tile_run *run)
{
    block_fetch(s, s->frame->layer[layer].first_tile, run, 0, TILES_BLOCK, &s->colours);
}

static shade_colour tint(const rl_frame *frame, const frame_layer *layer, double x_px, double y_px)
{
    (void)layer;
    const linear_rgb *glow = &frame->light.glow;
    shade_air air = shade_air_at(frame, x_px, y_px);
    linear_rgb light = air.sky;
    if (frame->light.has_bloom) {
        light.r += glow->r * air.bloom * (1.0 - exact_min(light.r, 1.0));
        light.g += glow->g * air.bloom * (1.0 - exact_min(light.g, 1.0));
        light.b += glow->b * air.bloom * (1.0 - exact_min(light.b, 1.0));
    }
    return shade_encode(frame, light);
}

static int only_tile(paint_scratch *s, int layer, const tile_run *run)
{
    (void)run;
    return s->frame->layer[layer].first_tile;
}

const float *sky_veil(paint_scratch *s, const tile_run *run, tile_colours *veil)
{
    const sky_memory *m = s->memory[0];
    if (!m->has_veil)
        return NULL;
    tiles_fetch(s, s->frame->layer[0].first_tile, SHADE_VEIL, run, veil);
    return veil->r;
}

static const scene_key sky_keys[] = {
    REAL_KEY("sky.horizon", AT_SCENE(horizon), 0, 0.99, 0.43,
             "height of the horizon, the foot of the sky's gradient, fraction of H",
             TRAIT_OF_PLACE),
    REAL_KEY("sky.haze", AT_SCENE(haze), 0, 1, RL_AUTO,
             "share of the sky's colour in the farthest ridge", TRAIT_SHINE),
    REAL_KEY("sky.haze_power", AT_SCENE(haze_power), 0.1, 10, 1.4,
             "exponent by which haze decreases toward the front", TRAIT_LIGHT | TRAIT_OF_MOOD),
};

const layer_kind kind_sky = {
    .name = "sky",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .keys = {KEY_GROUP("sky", sky_keys)},
    .order = -100.0,
    .tiles = 1,
    .tint = tint,
    .far_tint = tint,
    .paint = {.begin = begin, .fill = fill, .tile = only_tile},
};
