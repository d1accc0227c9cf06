/* job.h - common start of every command that makes pictures: options, scene, seed, progress bar and
 * the errors of a frame.
 */
#ifndef RL_CLI_COMMON_JOB_H
#define RL_CLI_COMMON_JOB_H

#include "cli/common/progress.h"
#include "cli/common/source.h"
#include "cli/common/values.h"

struct job {
    const options *opts;
    const char *name; /* the operand, or NULL */
    source source;    /* the scene, its title and its file */
    int prints_seed;  /* the seed is random: job_print_seed prints it */
    progress bar;
};

/* job_open checks the operands, starts the bar and reads the scene, which must be of the
 * command's kind unless the command passes others on.  Returns an exit code.  job_close frees
 * what it read, whatever it returned. */
int job_open(struct job *job, const options *opts);
void job_close(struct job *job);

/* job_seed gives the job's scene a random seed if it has none. job_print_seed prints a random seed
 * after success, and the meaning of options with an older name. job_random draws 32 bits from the
 * kernel, short enough to be typed again.  Returns an exit code. */
int job_seed(struct job *job);
void job_print_seed(const struct job *job);
int job_random(uint64_t *seed);

/* job_print_large prints, before the work begins, size and time of what is so large that its size
 * may be a slip of the keys: `-s 100000x100000` takes minutes and gigabytes.  `pixels` is what the
 * size counts. */
void job_print_large(const struct job *job, int width, int height, const char *pixels);

/* What a command has made. */
typedef struct job_result {
    const char *path;      /* file or folder */
    int count;             /* number of things in it; 0 = it is one thing */
    const char *things;    /* what they are, such as "layers", or what the size counts; or NULL */
    int width, height;     /* size of it, or of each; width 0 = unknown */
    const rl_scene *scene; /* its seed and world are named; NULL = none */
    const char *next;      /* what can be opened, escaped; NULL = `path` itself */
} job_result;

/* job_print_made prints, on a terminal, one line with what was made, such as `backdrop: 6 layers of
 * 1920x1080, seed 66, world bay: open backdrop/preview.html`; nothing for standard output. */
void job_print_made(const struct job *job, const job_result *made);

/* job_view is a view of the job: allocator, kernels, threads and progress are those of the
 * options. */
rl_view job_view(struct job *job, int width, int height);

/* job_title returns --title, else the title of the source, else NULL. */
const char *job_title(const struct job *job);

/* job_render_options returns the options for a picture in the named format. */
rl_render_options job_render_options(struct job *job, const char *format);

/* job_fault ends the bar and prints why `scene` gives no frame: with file and line where the
 * file alone is at fault; after a signal nothing.  Returns the exit code. */
int job_fault(struct job *job, const rl_scene *scene, const rl_view *view, rl_error *error);

/* job_scene_fault is job_fault for an error `key ...: rule` of a scene: it names the option that
 * set the key, or the line of the file. */
int job_scene_fault(struct job *job, rl_error *error);

/* job_end ends the bar and prints the error of `status`, if any; after a signal nothing.
 * Returns the exit code. */
int job_end(struct job *job, rl_status status, const rl_error *error);

/* job_recipe writes a scene to memory, ended by a NUL; the caller frees the sink. */
rl_status job_recipe(rl_sink **recipe, const rl_scene *scene, rl_error *error);

#endif
