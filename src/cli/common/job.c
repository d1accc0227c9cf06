/* job.c - options, scene, seed, view and errors: the same for all commands.
 *
 * In: the options of a command line.  Out: a scene that is ready for the options to be applied
 * (request.h), views and render options, and exit codes.  A random seed comes from the kernel,
 * never from the clock: two pictures of the same second must differ.
 */
#include "cli/common/job.h"
#include "base/os.h"
#include "base/path.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/values.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the seed ----------------------------------------------------------- */

int job_random(uint64_t *seed)
{
    uint32_t bits;
    if (!os_random(&bits, sizeof bits))
        return say_error(CODE_IO, "/dev/urandom: no random seed: %s: choose one with --seed",
                         REASON(errno));
    *seed = bits;
    return CODE_OK;
}

int job_seed(struct job *job)
{
    uint64_t seed;
    if (rl_scene_seed(job->source.scene, &seed))
        return CODE_OK;
    job->prints_seed = !job->opts->quiet;
    STEP(job_random(&seed));
    scene_put(job->source.scene, "ridgeline.seed", "%" PRIu64, seed);
    return CODE_OK;
}

void job_print_seed(const struct job *job)
{
    const char *metres = option_value(job->opts, "height");
    if (metres != NULL && !job->opts->quiet)
        say_note("--height %s: is the height of the land in metres, as --relief: use -s or "
                 "--picture for the size of the picture",
                 SHOW(metres));
    if (job->prints_seed)
        say_note("seed %" PRIu64, scene_seed(job->source.scene));
}

#define LARGE_LEAST 2e9 /* pixels from which a picture is announced */
#define MINUTE_S 60.0
#define LARGE_SPEED 2e7 /* pixels a second: about half the speed of one core of 2020 */

void job_print_large(const struct job *job, int width, int height, const char *pixels)
{
    double count = (double)width * (double)height;
    if (!job->opts->quiet && count >= LARGE_LEAST)
        say_note("%dx%d: %.3g billion %s, about %.0f minutes at %.0f million a second", width,
                 height, count / 1e9, pixels, count / LARGE_SPEED / MINUTE_S, LARGE_SPEED / 1e6);
}

/* Appends a text to a line, which is cut if it is too long. */
__attribute__((format(printf, 2, 3))) static void append(char line[1024], const char *format, ...)
{
    size_t used = strlen(line);
    va_list values;
    va_start(values, format);
    (void)vsnprintf(line + used, 1024 - used, format, values);
    va_end(values);
}

void job_print_made(const struct job *job, const job_result *made)
{
    char line[1024] = "", world[RL_VALUE_SIZE];
    const char *comma = "";
    uint64_t seed;
    if (job->opts->quiet || output_is_stdout(made->path) || !isatty(2))
        return;
    if (made->count > 0)
        append(line, "%d %s%s", made->count, made->things, made->width > 0 ? " of " : "");
    if (made->width > 0)
        append(line, "%dx%d", made->width, made->height);
    if (made->count == 0 && made->things != NULL)
        append(line, " %s", made->things);
    if (made->count > 0 || made->width > 0)
        comma = ", ";
    if (made->scene != NULL && rl_scene_seed(made->scene, &seed)) {
        append(line, "%sseed %" PRIu64, comma, seed);
        comma = ", ";
    }
    if (made->scene != NULL && scene_is(made->scene, "ridgeline.kind", "landscape") &&
        scene_name(made->scene, "ridgeline.world", world)[0] != '\0')
        append(line, "%sworld %s", comma, world);
    if (made->next != NULL)
        append(line, ": open %s", made->next);
    say_note("%s: %s", SHOW(made->path), line);
}

/* ---- pictures ----------------------------------------------------------- */

rl_view job_view(struct job *job, int width, int height)
{
    return (rl_view){.struct_size = sizeof(rl_view),
                     .width = width,
                     .height = height,
                     .allocator = job->opts->allocator,
                     .kernels = job->opts->kernels,
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
                               .metadata = job->opts->metadata,
                               .threads = request_threads(job->opts),
                               .compress = job->opts->compress,
                               .quality = job->opts->quality,
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
    TRY(rl_sink_to_memory(recipe, NULL, error));
    TRY(rl_scene_write(scene, *recipe, error));
    return rl_sink_write(*recipe, "", 1, error);
}

/* ---- the job ------------------------------------------------------------ */

int job_open(struct job *job, const options *opts)
{
    const struct command *command = opts->command;
    job->opts = opts;
    job->name = opts->operand_count > 0 ? opts->operands[0] : NULL;
    progress_start(&job->bar, opts->quiet);
    if (opts->operand_count > 0 && !source_is_there(job->name))
        return source_unknown(opts, job->name);
    if (opts->operand_count > 1) {
        const char *second = opts->operands[1];
        if (second[0] >= '1' && second[0] <= '9' && !source_is_there(second))
            return source_unknown(opts, second); /* such as a second size */
        return say_error(CODE_USAGE, "%s: unexpected second operand: give one scene or picture",
                         SHOW(second));
    }
    STEP(source_read(&job->source, job->name));
    STEP(request_dem(job->source.scene, opts));
    const char *seed = opts->seed_text;
    if (seed != NULL && path_has_ending(seed, ".png") && access(seed, R_OK) == 0)
        say_note("--seed %s: is used as text: to paint the file of that name, remove --seed",
                 SHOW(seed));
    int is_map = scene_is(job->source.scene, "ridgeline.kind", "map");
    int fits = scene_is(job->source.scene, "ridgeline.kind", "auto") ||
               (command->takes & (is_map ? TAKES_MAP : TAKES_LAND)) != 0;
    if (fits || job->name == NULL || command->passes_on)
        return CODE_OK;
    return say_error(CODE_USAGE, "%s: is a %s: ridgeline %s needs a %s", SHOW(job->name),
                     is_map ? "map" : "landscape", command->name, is_map ? "landscape" : "map");
}

void job_close(struct job *job)
{
    source_free(&job->source);
}
