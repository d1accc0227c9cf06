/* animate_land.c - what motions of a landscape share.
 *
 * In: a job and its scene.  Out: frames of that scene and their pixels.
 */
#include "cli/animate/animate_land.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

/* What a frame is: 8 bits a sample, all of the picture, pixel by pixel. */
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

int land_choose(animate *job)
{
    rl_scene *scene = &job->source.scene;
    const char *name = job->wanted->operand_count > 0 ? job->wanted->operands[0] : NULL;
    if (scene->kind == 1 && name != NULL)
        return say_error(CODE_USAGE, "%s: is a map: %s needs a landscape", SHOW(name),
                         job->motion->option);
    int code = request_check(job->wanted, fixed, FIXED);
    if (code == CODE_OK)
        code = request_apply(scene, job->wanted);
    if (code != CODE_OK)
        return code;
    scene->depth = 8;
    scene->zoom = 1;
    scene->part_width = scene->part_height = 0;
    return animate_choose_seed(job);
}

static rl_view view_of(const animate *job, int threads)
{
    rl_view view = {.struct_size = sizeof view,
                    .width = job->width,
                    .height = job->height,
                    .threads = threads,
                    .allocator = job->wanted->allocator};
    return view;
}

int land_frame(const animate *job, const rl_scene *scene, rl_frame **frame)
{
    rl_view view = view_of(job, request_threads(job->wanted));
    rl_error error;
    if (rl_frame_new(frame, scene, &view, &error) == RL_OK)
        return CODE_OK;
    source_blame(&job->source, scene, &view, &error);
    return say_status(&error);
}

rl_status land_new(const animate *job, const rl_scene *scene, rl_frame **frame, rl_error *error)
{
    rl_view view = view_of(job, 1);
    return rl_frame_new(frame, scene, &view, error);
}

rl_status land_draw(const animate *job, const rl_scene *scene, uint8_t *rgb, rl_error *error)
{
    rl_frame *frame = NULL;
    rl_status status = land_new(job, scene, &frame, error);
    if (status == RL_OK && rl_frame_scene(frame)->depth != 8) { /* rgb has room for no more */
        *error = (rl_error){RL_INTERNAL, "animate: a frame that has not 8 bits"};
        status = error->status;
    }
    if (status == RL_OK)
        status = rl_paint(frame, 0, job->height, rgb, (size_t)job->width * 3, error);
    rl_frame_free(frame);
    return status;
}

rl_status land_describe(const rl_frame *frame, land_layers *layers, rl_error *error)
{
    rl_status status = RL_OK;
    layers->count = rl_frame_layers(frame);
    for (int i = 0; i < layers->count && status == RL_OK; i++) {
        layers->layer[i].struct_size = sizeof layers->layer[i];
        status = rl_frame_layer(frame, i, &layers->layer[i], error);
    }
    return status;
}
