/* job.c - options, scene, seed, view and errors: the same for all commands.
 *
 * In: the options of a command line.  Out: a scene that is ready for the options to be applied
 * (request.h), views and render options, and exit codes.  A random seed comes from the kernel,
 * never from the clock: two pictures of the same second must differ.
 */
#include "cli/common/job.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/random.h>
#endif

int job_open(struct job *job, const options *opts)
{
    const struct command *command = opts->command;
    job->opts = opts;
    job->name = opts->operand_count > 0 ? opts->operands[0] : NULL;
    progress_start(&job->bar, opts->quiet);
    STEP(source_check_one(opts));
    STEP(source_read(&job->source, job->name));
    const char *seed = opts->seed_text;
    if (seed != NULL && path_has_ending(seed, ".png") && access(seed, R_OK) == 0)
        say_note("--seed %s: is taken as text: a file of that name goes without --seed",
                 SHOW(seed));
    int kind = job->source.scene.kind, is_map = kind == 1; /* RL_AUTO: either */
    int fits = kind == RL_AUTO || (command->takes & (is_map ? TAKES_MAP : TAKES_LAND)) != 0;
    if (fits || job->name == NULL || command->passes_on)
        return CODE_OK;
    return say_error(CODE_USAGE, "%s: is a %s: ridgeline %s needs a %s", SHOW(job->name),
                     is_map ? "map" : "landscape", command->name, is_map ? "landscape" : "map");
}

void job_close(struct job *job)
{
    source_free(&job->source);
}

/* ---- the seed ----------------------------------------------------------- */

int job_random(uint64_t *seed)
{
    uint32_t bits;
    ssize_t size = -1;
#ifdef __linux__
    size = getrandom(&bits, sizeof bits, 0);
#endif
    if (size != (ssize_t)sizeof bits) { /* systems and sandboxes without the call */
        int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
        size = fd >= 0 ? read(fd, &bits, sizeof bits) : -1;
        if (fd >= 0)
            close(fd);
    }
    if (size != (ssize_t)sizeof bits)
        return say_error(CODE_IO, "/dev/urandom: no random seed: %s: choose one with --seed",
                         REASON(errno));
    *seed = bits;
    return CODE_OK;
}

int job_seed(struct job *job)
{
    rl_scene *scene = &job->source.scene;
    if (scene->has_seed)
        return CODE_OK;
    job->prints_seed = !job->opts->quiet;
    scene->has_seed = 1;
    return job_random(&scene->seed);
}

void job_print_seed(const struct job *job)
{
    if (job->prints_seed)
        say_note("seed %" PRIu64, job->source.scene.seed);
}

void job_print_made(const struct job *job, const char *path, int width, int height, uint64_t seed)
{
    if (job->opts->quiet || output_is_stdout(path) || !isatty(2))
        return;
    if (width > 0)
        say_note("%s: %dx%d, seed %" PRIu64, SHOW(path), width, height, seed);
    else
        say_note("%s: seed %" PRIu64, SHOW(path), seed);
}

/* ---- pictures ----------------------------------------------------------- */

rl_view job_view(struct job *job, int width, int height)
{
    return (rl_view){.struct_size = sizeof(rl_view),
                     .width = width,
                     .height = height,
                     .allocator = job->opts->allocator,
                     .kernels = request_kernels(job->opts),
                     .threads = request_threads(job->opts),
                     .progress = progress_step,
                     .user = &job->bar};
}

const char *job_title(const struct job *job)
{
    if (job->opts->title != NULL)
        return job->opts->title;
    return job->source.title[0] != '\0' ? job->source.title : NULL;
}

rl_render_options job_render_options(struct job *job, const char *format)
{
    return (rl_render_options){.struct_size = sizeof(rl_render_options),
                               .format = format,
                               .metadata = request_metadata(job->opts),
                               .threads = request_threads(job->opts),
                               .compress = request_compress(job->opts),
                               .title = job_title(job),
                               .progress = progress_step,
                               .user = &job->bar};
}

/* ---- errors ------------------------------------------------------------- */

int job_end(struct job *job, rl_status status, const rl_error *error)
{
    progress_end(&job->bar);
    /* Interrupted: print no error. */
    return status == RL_CANCELLED ? CODE_IO : say_result(status, error);
}

int job_fault(struct job *job, const rl_scene *scene, const rl_view *view, rl_error *error)
{
    if (error->status != RL_CANCELLED)
        source_blame(&job->source, scene, view, error);
    return job_end(job, error->status, error);
}

int job_scene_fault(struct job *job, rl_error *error)
{
    const source *file = &job->source;
    char key[64] = "";
    snprintf(key, sizeof key, "%.*s", (int)strcspn(error->text, " :"), error->text);
    if (!request_name_option(job->opts, error) && error->status == RL_BAD_ARGUMENT &&
        file->text != NULL && !request_sets(job->opts, key) &&
        rl_scene_line(file->text, file->text_size, key) > 0)
        source_place(file, error);
    return job_end(job, error->status, error);
}

/* ---- scenes in memory --------------------------------------------------- */

rl_status job_recipe(rl_sink **recipe, const rl_scene *scene, rl_error *error)
{
    rl_status status = rl_sink_to_memory(recipe, NULL, error);
    if (status == RL_OK)
        status = rl_scene_write(scene, *recipe, error);
    if (status == RL_OK)
        status = rl_sink_write(*recipe, "", 1, error);
    return status;
}

rl_scene *scene_copy(const rl_scene *scene, rl_error *error)
{
    rl_scene *copy = malloc(sizeof *copy);
    if (copy == NULL)
        *error = (rl_error){RL_NO_MEMORY, "scene: out of memory"};
    else
        *copy = *scene;
    return copy;
}
