/* layers.c - rl_painter: paints and describes single layers for callers that composite them. */
#include "ridgeline.h"

#include <stdio.h>
#include <string.h>

#include "base/bleed.h"
#include "base/exact.h"
#include "base/status.h"
#include "layers/core/kind.h"

/* ---- description ------------------------------------------------------------- */

/* rl_layer.parallax grows from PARALLAX_FAR to PARALLAX_NEAR with depth^PARALLAX_POWER. */
#define PARALLAX_FAR 0.1  /* farthest ridge */
#define PARALLAX_NEAR 0.8 /* nearest ridge */
#define PARALLAX_POWER 1.5

int rl_frame_layers(const rl_frame *frame)
{
    return frame->layer[frame->layers - 1].group + 1;
}

/* Returns the parallax of a layer, which is at least that of all layers behind it. */
static double parallax_of(const rl_frame *frame, int index)
{
    double fastest = 0.0;
    for (int i = 0; i < frame->layers && frame->layer[i].group <= index; i++) {
        if (frame->layer[i].group == 0 ||
            (i > 0 && frame->layer[i].group == frame->layer[i - 1].group))
            continue; /* one rl_layer moves with the first of the layers that it joins */
        double share = exact_pow(frame->layer[i].depth, PARALLAX_POWER);
        fastest = exact_max(fastest, exact_mix(PARALLAX_FAR, PARALLAX_NEAR, share));
    }
    return exact_round(fastest * 1e4) / 1e4;
}

static rl_status check_layer(const rl_frame *frame, int index, rl_error *error)
{
    if (index >= 0 && index < rl_frame_layers(frame))
        return RL_OK;
    return status_fail(error, RL_BAD_ARGUMENT, "layer: %d: must be 0..%d", index,
                       rl_frame_layers(frame) - 1);
}

rl_status rl_frame_layer(const rl_frame *frame, int index, rl_layer *layer, rl_error *error)
{
    TRY(STATUS_SIZE(layer, error));
    TRY(check_layer(frame, index, error));
    const frame_layer *one = &frame->layer[block_group(frame, index)];
    int is_ridge = one->kind->number == RL_LAYER_RIDGE;
    int top = frame->height, bottom = 0; /* rows that the layer may touch */
    for (const frame_layer *part = one; part < frame->layer + block_group(frame, index + 1); part++)
        for (int b = 0; b < frame->blocks; b++) {
            int first = part->block_top != NULL ? part->block_top[b] : 0;
            int end = part->block_end != NULL ? part->block_end[b] : frame->height;
            top = first < top ? first : top;
            bottom = end > bottom ? end : bottom;
        }
    *layer = (rl_layer){.struct_size = sizeof *layer,
                        .kind = one->kind->number,
                        .ridge = is_ridge ? one->index : -1,
                        .depth = one->depth,
                        .parallax = parallax_of(frame, index),
                        .top = top,
                        .is_opaque = index == 0,
                        .bottom = bottom < frame->height ? bottom : frame->height};
    if (is_ridge)
        (void)snprintf(layer->name, sizeof layer->name, "ridge-%d", one->index + 1);
    else if (one->index > 0)
        (void)snprintf(layer->name, sizeof layer->name, "%s-%d", one->kind->name, one->index + 1);
    else
        (void)snprintf(layer->name, sizeof layer->name, "%s", one->kind->name);
    return status_clear(error);
}

static rl_status check_ridge(const rl_frame *frame, int ridge, rl_error *error)
{
    return status_range("ridge", ridge, 0, frame->scene.ridge_count - 1, error);
}

rl_status rl_frame_heights(const rl_frame *frame, int ridge, int x, int count, double *heights_px,
                           rl_error *error)
{
    TRY(check_ridge(frame, ridge, error));
    if (x < 0 || count < 0 || count > frame->shown || x > frame->shown - count)
        return status_fail(error, RL_BAD_ARGUMENT, "%d columns from %d: must be inside 0..%d",
                           count, x, frame->shown - 1);
    const frame_layer *layer = frame->layer;
    while (layer->kind->heights == NULL || layer->index != ridge)
        layer++;
    /* Columns up to the seam of a loop; the other count - run columns begin again at 0. */
    int first = (int)exact_wrap(frame->turn + (int64_t)x, frame->columns);
    int run = frame->columns - first < count ? frame->columns - first : count;
    TRY(layer->kind->heights(frame, layer, first, run, heights_px, error));
    if (run < count)
        TRY(layer->kind->heights(frame, layer, 0, count - run, heights_px + run, error));
    return status_clear(error);
}

rl_status rl_frame_points(const rl_frame *frame, int ridge, double *xy, size_t most, size_t *count,
                          rl_error *error)
{
    TRY(check_ridge(frame, ridge, error));
    TRY(frame_points(frame, ridge, xy, most, count, error));
    return status_clear(error);
}

int rl_frame_colours(const rl_frame *frame, uint8_t *rgb)
{
    if (rgb != NULL && frame->colours > 0)
        memcpy(rgb, frame->art->rgb, 3 * (size_t)frame->colours);
    return frame->colours;
}

/* ---- light of layers -------------------------------------------------------------- */

void rl_frame_sun(const rl_frame *frame, double *x_px, double *y_px, double *radius_px)
{
    double x = frame->light.sun_x - (double)frame->x - frame->turn;
    if (frame->loop_px > 0.0)
        x -= frame->loop_px * (double)exact_floor(x / frame->loop_px);
    *x_px = x;
    *y_px = frame->light.sun_y - frame->y;
    *radius_px = frame->light.sun_radius;
}

rl_status rl_frame_tint(const rl_frame *frame, int layer, double x_px, double y_px, uint8_t *rgb,
                        rl_error *error)
{
    TRY(check_layer(frame, layer, error));
    const frame_layer *one = &frame->layer[block_group(frame, layer)];
    if (one->kind->tint == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "layer: %d: must not be a %s", layer,
                           one->kind->name);
    shade_colour colour =
        one->kind->tint(frame, one, x_px + (double)frame->x + frame->turn, y_px + frame->y);
    const float sample[3] = {colour.r, colour.g, colour.b};
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)(exact_clamp((double)sample[c], 0.0, 1.0) * 255.0 + 0.5);
    return status_clear(error);
}

/* ---- painting layers ------------------------------------------------------------ */

rl_status rl_painter_new(rl_painter **out, const rl_frame *frame, rl_error *error)
{
    *out = NULL;
    if (frame->depth != 8)
        return status_fail(error, RL_BAD_ARGUMENT, "output.depth = %d: must be 8 for layers",
                           frame->depth);
    *out = paint_scratch_new(frame);
    return *out != NULL ? status_clear(error) : status_no_memory("painter", error);
}

void rl_painter_free(rl_painter *painter)
{
    paint_scratch_free(painter);
}

rl_status rl_painter_layer(rl_painter *painter, int layer, int64_t x, int y, int width, int height,
                           uint8_t *rgba, size_t stride_bytes, rl_error *error)
{
    const rl_frame *frame = painter->frame;
    TRY(check_layer(frame, layer, error));
    if (y < 0 || height < 0 || height > frame->rows || y > frame->rows - height)
        return status_fail(error, RL_BAD_ARGUMENT, "%d rows from %d: must be inside 0..%d", height,
                           y, frame->rows - 1);
    if (width < 0 || width > RL_MAX_SIDE)
        return status_fail(error, RL_BAD_ARGUMENT, "%d columns: must be 0..%d", width, RL_MAX_SIDE);
    if (frame->loop_px <= 0.0 && (x < 0 || width > frame->shown || x > frame->shown - width))
        return status_fail(error, RL_BAD_ARGUMENT, "%d columns from %lld: must be inside 0..%d",
                           width, (long long)x, frame->shown - 1);
    int64_t columns = frame->columns;
    int64_t from = frame->loop_px > 0.0 ? exact_wrap(x, columns) + frame->turn : x;
    for (int row = 0; row < height && width > 0; row++)
        paint_layer_row(painter, layer, (int)(from % columns), width, y + row,
                        rgba + (size_t)row * stride_bytes);
    if (layer > 0)
        bleed_colours(rgba, stride_bytes, width, height);
    return status_clear(error);
}
