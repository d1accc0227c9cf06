/* land.c - what the motions of a landscape share.
 *
 * In: a job and its scene.  Out: frames of that scene and their pixels, layers laid over
 * each other.
 */
#include "base/status.h"
#include "cli/animate/animate.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <stdlib.h>

/* A frame has 8 bits a sample, all of the picture, each pixel once. */
static const fixed_key fixed[] = {{"output.depth", "frames have 8 bits"},
                                  {"output.zoom", "frames have each pixel once"},
                                  {"output.region", "frames are whole"}};

#define FIXED (sizeof fixed / sizeof *fixed)

int land_check_sweep(const char *text)
{
    for (size_t i = 0; i < FIXED; i++)
        if (request_is_of(text, fixed[i].key))
            return say_error(CODE_USAGE, "--sweep %s: %s", SHOW(text), fixed[i].rule);
    return CODE_OK;
}

int land_choose(animate *film)
{
    rl_scene *scene = &film->job.source.scene;
    if (scene->kind == RL_SCENE_MAP && film->job.name != NULL)
        return say_error(CODE_USAGE, "%s: is a map: %s needs a landscape", SHOW(film->job.name),
                         film->motion->option);
    int code = request_check(film->job.opts, fixed, FIXED);
    if (code == CODE_OK)
        code = request_apply(scene, film->job.opts);
    if (code != CODE_OK)
        return code;
    scene->depth = 8;
    scene->zoom = 1;
    scene->part_width = scene->part_height = 0;
    return job_seed(&film->job);
}

/* ---- frames ------------------------------------------------------------- */

int land_frame(animate *film, const rl_scene *scene, rl_frame **frame)
{
    rl_view view = job_view(&film->job, film->width, film->height);
    rl_error error;
    if (rl_frame_new(frame, scene, &view, &error) != RL_OK)
        return job_fault(&film->job, scene, &view, &error);
    progress_end(&film->job.bar);
    return CODE_OK;
}

rl_status land_new(const animate *film, const rl_scene *scene, rl_frame **frame, rl_error *error)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = film->width,
                    .height = film->height,
                    .threads = 1,
                    .allocator = film->job.opts->allocator};
    return rl_frame_new(frame, scene, &view, error);
}

rl_scene *land_scene(const animate *film, int frame, rl_error *error)
{
    rl_scene *scene = scene_copy(&film->job.source.scene, error);
    if (scene == NULL || film->motion->change(film, frame, scene, error) == RL_OK)
        return scene;
    free(scene);
    return NULL;
}

rl_status land_draw(const animate *film, int frame, uint8_t *rgb, rl_error *error)
{
    rl_frame *picture = NULL;
    rl_scene *scene = land_scene(film, frame, error);
    rl_status status = scene != NULL ? land_new(film, scene, &picture, error) : error->status;
    if (status == RL_OK && rl_frame_scene(picture)->depth != 8) /* rgb has room for no more */
        status = status_fail(error, RL_INTERNAL, "animate: a frame without 8 bits");
    if (status == RL_OK)
        status = rl_paint(picture, 0, film->height, rgb, (size_t)film->width * 3, error);
    rl_frame_free(picture);
    free(scene);
    return status;
}

/* ---- layers ------------------------------------------------------------- */

rl_status land_describe(const rl_frame *frame, land_layers *layers, rl_error *error)
{
    layers->count = rl_frame_layers(frame);
    for (int i = 0; i < layers->count; i++) {
        layers->layer[i].struct_size = sizeof layers->layer[i];
        TRY(rl_frame_layer(frame, i, &layers->layer[i], error));
    }
    return RL_OK;
}

rl_status land_paint_layer(const animate *film, const rl_frame *frame, int layer, uint8_t *rgba,
                           rl_error *error)
{
    rl_painter *painter;
    TRY(rl_painter_new(&painter, frame, error));
    rl_status status = rl_painter_layer(painter, layer, 0, 0, film->width, film->height, rgba,
                                        (size_t)film->width * 4, error);
    rl_painter_free(painter);
    return status;
}

void land_lay(const animate *film, const land_view *views, int count, uint8_t *rgb)
{
    const land_view *covering[LAYERS_MOST];
    const uint8_t *rgba[LAYERS_MOST];
    int width = film->width;
    for (int row = 0; row < film->height; row++) {
        int layers = 0;
        for (int i = 0; i < count; i++)
            if (views[i].top <= row)
                covering[layers++] = &views[i];
        for (int x = 0, run; x < width; x += run, rgb += 3 * (size_t)run) {
            /* Up to the next column where any layer goes from its left to its right picture: so
             * nothing has to be copied. */
            run = width - x;
            for (int i = 0; i < layers; i++) {
                int cut = width - covering[i]->shift - x;
                run = cut > 0 && cut < run ? cut : run;
            }
            for (int i = 0; i < layers; i++) {
                int column = x + covering[i]->shift;
                const uint8_t *picture = column < width ? covering[i]->left : covering[i]->right;
                rgba[i] = picture + 4 * ((size_t)row * (size_t)width + (size_t)(column % width));
            }
            rl_composite(rgba, layers, run, rgb);
        }
    }
}
