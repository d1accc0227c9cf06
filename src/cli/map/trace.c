/* trace.c - writes each step of a small map as a picture, and all as an animation.
 *
 * In: a map's scene.  Out: a folder of PNG files.  The steps are drawn twice: an
 * animated PNG says in its head how many frames will come.
 */
#include "cli/map/trace.h"
#include "cli/common/output.h"
#include "cli/common/path.h"
#include "cli/common/say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define STEP_MS 1200

typedef struct trace_job {
    const options *wanted;
    int steps, width, height;
    int code; /* what a step told already */
    rl_animation *animation;
} trace_job;

/* FOLDER/NAME, to be freed, or NULL. */
static char *path_in(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static int make_folder(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0)
        return CODE_OK;
    int reason = errno;
    if (reason == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return CODE_OK;
    if (reason == EEXIST)
        return say_error(CODE_CANNOT_CREATE, "--trace %s: is no folder", SHOW(path));
    return say_error(path_code(reason), "--trace %s: cannot make the folder: %s", SHOW(path),
                     reason == ENOENT ? "the one above it is missing" : REASON(reason));
}

static rl_status write_step(void *user, int number, const char *name, const uint8_t *rgb, int width,
                            int height, rl_error *error)
{
    trace_job *job = user;
    char file[64];
    const rl_render_options how = {.struct_size = sizeof how,
                                   .format = RL_FORMAT_PNG,
                                   .metadata = RL_METADATA_MINIMAL,
                                   .threads = 1,
                                   .title = name};
    rl_sink *sink;
    snprintf(file, sizeof file, "%02d-%s.png", number, name);
    char *path = path_in(job->wanted->trace, file);
    /* A map that cannot be drawn makes no folder. */
    job->code = number == 0 ? make_folder(job->wanted->trace) : CODE_OK;
    if (job->code == CODE_OK)
        job->code = path != NULL ? output_open(&sink, path, 1, job->wanted->no_clobber)
                                 : say_error(CODE_NO_MEMORY, "out of memory");
    free(path);
    if (job->code == CODE_OK)
        job->code = output_close(sink, rl_encode_rgb(rgb, width, height, &how, sink, error), error);
    job->steps = number + 1;
    job->width = width;
    job->height = height;
    return job->code == CODE_OK ? RL_OK : RL_CANCELLED;
}

static rl_status add_frame(void *user, int number, const char *name, const uint8_t *rgb, int width,
                           int height, rl_error *error)
{
    trace_job *job = user;
    (void)number;
    (void)name;
    (void)height;
    return rl_animation_frame(job->animation, rgb, (size_t)width * 3, error);
}

static int write_animation(trace_job *job, const rl_scene *scene)
{
    const rl_animation_options how = {.struct_size = sizeof how,
                                      .width = job->width,
                                      .height = job->height,
                                      .frames = job->steps,
                                      .delay_ms = STEP_MS,
                                      .metadata = RL_METADATA_MINIMAL};
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    char *path = path_in(job->wanted->trace, "trace.png");
    int code = path != NULL ? output_open(&sink, path, 1, job->wanted->no_clobber)
                            : say_error(CODE_NO_MEMORY, "out of memory");
    free(path);
    if (code != CODE_OK)
        return code;
    rl_status status = rl_animation_new(&job->animation, &how, sink, NULL, &error);
    if (status == RL_OK)
        status = rl_map_trace(scene, add_frame, job, NULL, &error);
    if (status == RL_OK)
        status = rl_animation_finish(job->animation, &error);
    rl_animation_free(job->animation);
    return output_close(sink, status, &error);
}

int trace_write(const rl_scene *scene, const options *wanted)
{
    trace_job job = {.wanted = wanted};
    rl_error error;
    static rl_scene small; /* too large for a small stack */
    small = *scene;
    if (small.width == 0)
        small.width = small.height = small.map.wrap == 1 ? 8 : 9;
    if (rl_map_trace(&small, write_step, &job, NULL, &error) != RL_OK)
        return job.code != CODE_OK ? job.code : say_status(&error);
    return write_animation(&job, &small);
}
