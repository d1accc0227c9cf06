/* sheet.c - the command `ridgeline sheet`: many small pictures on one page.
 *
 * In: a range of seeds, or one seed to vary.  Out: a picture of labelled
 * thumbnails, each of which equals what `ridgeline -s` paints at its size; for
 * variants also the arguments of each.  No thread may change a pixel: a
 * thumbnail is painted by one thread into a place of its own.
 */
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/scene_copy.h"
#include "cli/common/seed.h"
#include "cli/common/source.h"
#include "cli/option_values.h"
#include "cli/picture/contact.h"
#include "cli/picture/variants.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct sheet_options {
    int is_like; /* --like: the seed is to be varied */
    int columns;
} sheet_options;

static const sheet_options *sheet_own(const options *opts)
{
    return opts->own;
}

#define COUNT_MAX 1000

/* Pixels of a thumbnail whose size was not given. */
#define LONG_SIDE 320

/* Without --seeds: as many new ones, of numbers that are easily typed. */
#define NEW_COUNT 24
#define NEW_SEED_END 1000000

/* What the threads of one sheet share; the lock guards the last four. */
typedef struct sheet_job {
    const options *wanted;
    const char *name; /* the operand, or NULL */
    source source;
    rl_scene base; /* with what the options ask for */
    uint64_t first_seed;
    int count;
    variant variants[VARIANT_COUNT];
    rl_scene variant_scenes[VARIANT_COUNT];
    int is_like;
    contact page;
    progress bar;
    pthread_mutex_t lock;
    int next, done; /* thumbnails */
    int failed;     /* the first that failed, else `count` */
    rl_error error; /* of that one */
} sheet_job;

/* ---- painting ----------------------------------------------------------- */

/* The scene of a thumbnail, which the caller frees; NULL with the error. */
static rl_scene *scene_of(const sheet_job *job, int index, rl_error *error)
{
    rl_scene *scene =
        scene_copy(job->is_like ? &job->variant_scenes[index] : &job->source.scene, error);
    if (scene == NULL)
        return NULL;
    if (!job->is_like) {
        scene->seed = job->first_seed + (uint64_t)index;
        scene->has_seed = 1;
    }
    /* The page has 8 bits a sample. */
    scene->depth = 8;
    return scene;
}

static rl_status frame_new(const sheet_job *job, const rl_scene *scene, rl_frame **frame,
                           rl_error *error)
{
    const geometry *thumb = &job->page.thumb;
    const rl_view view = {.struct_size = sizeof view,
                          .width = thumb->width,
                          .height = thumb->height,
                          .allocator = job->wanted->allocator};
    rl_status status = rl_frame_new(frame, scene, &view, error);
    if (status == RL_OK)
        return RL_OK;
    source_blame(&job->source, scene, &view, error);
    return error->status;
}

static rl_status paint_thumb(const sheet_job *job, int index, rl_error *error)
{
    rl_frame *frame;
    rl_scene *scene = scene_of(job, index, error);
    if (scene == NULL)
        return error->status;
    rl_status status = frame_new(job, scene, &frame, error);
    free(scene);
    if (status != RL_OK)
        return status;
    status = rl_paint(frame, 0, job->page.thumb.height, contact_thumb(&job->page, index),
                      contact_stride(&job->page), error);
    rl_frame_free(frame);
    return status;
}

/* The next thumbnail to paint, or -1.  They are handed out in order, so the
 * first failure is the same whatever the number of threads. */
static int take_thumb(sheet_job *job)
{
    pthread_mutex_lock(&job->lock);
    int index = job->next < job->failed ? job->next++ : -1;
    pthread_mutex_unlock(&job->lock);
    return index;
}

static int finish_thumb(sheet_job *job, int index, const rl_error *error)
{
    pthread_mutex_lock(&job->lock);
    int done = ++job->done;
    if (error->status != RL_OK && index < job->failed) {
        job->failed = index;
        job->error = *error;
    }
    pthread_mutex_unlock(&job->lock);
    return done;
}

static void *help_paint(void *user)
{
    sheet_job *job = user;
    for (int index; (index = take_thumb(job)) >= 0;) {
        rl_error error = {RL_OK, ""};
        paint_thumb(job, index, &error);
        finish_thumb(job, index, &error);
    }
    return NULL;
}

/* The calling thread paints, too, and it alone draws the bar. */
static void paint_and_show(sheet_job *job)
{
    for (int index; (index = take_thumb(job)) >= 0;) {
        rl_error error = {RL_OK, ""};
        paint_thumb(job, index, &error);
        int done = finish_thumb(job, index, &error);
        if (progress_step(&job->bar, done, job->count) != 0) {
            const rl_error stopped = {RL_CANCELLED, "stopped"};
            finish_thumb(job, 0, &stopped);
        }
    }
}

/* Scenes are resolved on the stack, and some systems give threads but 128 KB. */
#define STACK_BYTES ((size_t)1 << 20)

/* Without one thread more the work takes longer, that is all. */
static int start_helpers(sheet_job *job, pthread_t *threads, int wanted)
{
    pthread_attr_t attributes;
    int started = 0;
    if (pthread_attr_init(&attributes) != 0)
        return 0;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    while (started < wanted && pthread_create(&threads[started], &attributes, help_paint, job) == 0)
        started++;
    pthread_attr_destroy(&attributes);
    return started;
}

static void paint_all(sheet_job *job)
{
    pthread_t threads[256];
    int threads_wanted = request_threads(job->wanted);
    threads_wanted = threads_wanted < job->count ? threads_wanted : job->count;
    int helpers = start_helpers(job, threads, threads_wanted - 1);
    paint_and_show(job);
    for (int i = 0; i < helpers; i++)
        pthread_join(threads[i], NULL);
    progress_end(&job->bar);
}

/* ---- labels and lists --------------------------------------------------- */

static void label_all(const sheet_job *job)
{
    for (int i = 0; i < job->count; i++) {
        char text[24];
        if (job->is_like)
            snprintf(text, sizeof text, "%s", job->variants[i].name);
        else
            snprintf(text, sizeof text, "%" PRIu64, job->first_seed + (uint64_t)i);
        contact_label(&job->page, i, text);
    }
}

static size_t longest_label(const sheet_job *job)
{
    char text[24];
    if (job->is_like)
        return 1;
    return (size_t)snprintf(text, sizeof text, "%" PRIu64,
                            job->first_seed + (uint64_t)(job->count - 1));
}

/* What gives each variant at any size: the labels stand for these lines. */
static int print_variants(const sheet_job *job)
{
    int code = CODE_OK;
    if (!job->is_like || job->wanted->quiet)
        return CODE_OK;
    for (int i = 0; i < job->count && code == CODE_OK; i++)
        code = request_print(job->variants[i].name, job->name, &job->variants[i].wanted,
                             output_is_stdout(job->wanted->output));
    return code;
}

/* ---- what the sheet shows ----------------------------------------------- */

static int choose_seeds(sheet_job *job)
{
    const options *wanted = job->wanted;
    if (!wanted->has_seeds) {
        job->count = NEW_COUNT;
        int code = seed_random(&job->first_seed);
        job->first_seed %= NEW_SEED_END;
        if (code == CODE_OK && !wanted->quiet)
            say_note("seeds %" PRIu64 "..%" PRIu64, job->first_seed,
                     job->first_seed + NEW_COUNT - 1);
        return code;
    }
    uint64_t more = wanted->last_seed - wanted->first_seed;
    if (more >= COUNT_MAX)
        return say_error(CODE_USAGE,
                         "--seeds %" PRIu64 "..%" PRIu64 ": a sheet has room for %d pictures",
                         wanted->first_seed, wanted->last_seed, COUNT_MAX);
    job->first_seed = wanted->first_seed;
    job->count = (int)more + 1;
    return CODE_OK;
}

/* The composition that the seed chose is where the variants start from. */
static int choose_variants(sheet_job *job)
{
    rl_frame *frame;
    rl_error error;
    int code = CODE_OK;
    if (frame_new(job, &job->base, &frame, &error) != RL_OK)
        return say_status(&error);
    for (int i = 0; i < job->count && code == CODE_OK; i++) {
        job->variant_scenes[i] = job->source.scene;
        code = variant_make(&job->variants[i], i, rl_frame_scene(frame), job->wanted);
        if (code == CODE_OK)
            code = request_apply(&job->variant_scenes[i], &job->variants[i].wanted);
    }
    rl_frame_free(frame);
    return code;
}

static int choose_scenes(sheet_job *job)
{
    const options *wanted = job->wanted;
    job->base = job->source.scene;
    int code = request_apply(&job->base, wanted);
    job->is_like = sheet_own(wanted)->is_like || (job->source.is_picture && !wanted->has_seeds);
    if (code == CODE_OK && job->is_like) {
        job->count = VARIANT_COUNT;
        return choose_variants(job);
    }
    job->source.scene = job->base;
    return code == CODE_OK ? choose_seeds(job) : code;
}

/* ---- the command -------------------------------------------------------- */

static int write_page(sheet_job *job, const output_format *format)
{
    const rl_render_options how = {.struct_size = sizeof how,
                                   .format = format->picture,
                                   .metadata = RL_METADATA_MINIMAL,
                                   .threads = 1,
                                   .compress = request_compress(job->wanted)};
    const contact *page = &job->page;
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    int code = output_open(&sink, job->wanted->output, format->binary, job->wanted->no_clobber);
    if (code != CODE_OK)
        return code;
    paint_all(job);
    rl_status status = job->failed < job->count ? job->error.status : RL_OK;
    error = job->error;
    if (status == RL_OK) {
        label_all(job);
        status = rl_encode_rgb(page->rgb, page->width, page->height, &how, sink, &error);
    }
    code = output_close(sink, status, &error);
    return code == CODE_OK ? print_variants(job) : code;
}

/* A thumbnail has the shape of the size that a scene was made at, else 16:9. */
static geometry choose_thumb(const sheet_job *job)
{
    const rl_scene *scene = &job->source.scene;
    int64_t width = scene->width, height = scene->height;
    if (job->wanted->size.width > 0)
        return job->wanted->size;
    if (width <= 0 || height <= 0)
        return (geometry){LONG_SIDE, LONG_SIDE * 9 / 16, 0, 0};
    int64_t longer = width > height ? width : height;
    geometry thumb = {(int)(width * LONG_SIDE / longer), (int)(height * LONG_SIDE / longer), 0, 0};
    thumb.width += thumb.width == 0;
    thumb.height += thumb.height == 0;
    return thumb;
}

static int make_sheet(sheet_job *job, const output_format *format)
{
    const options *wanted = job->wanted;
    job->page.thumb = choose_thumb(job);
    int code = choose_scenes(job);
    if (code != CODE_OK)
        return code;
    const geometry thumb = job->page.thumb;
    job->failed = job->count;
    code =
        contact_new(&job->page, &thumb, job->count, sheet_own(wanted)->columns, longest_label(job));
    return code == CODE_OK ? write_page(job, format) : code;
}

static int check_options(const options *wanted)
{
    int code = source_check_one(wanted);
    if (code != CODE_OK)
        return code;
    if (wanted->has_seeds && sheet_own(wanted)->is_like)
        return say_error(CODE_USAGE, "--like: given beside --seeds: choose one");
    return CODE_OK;
}

static int run_sheet(const options *wanted)
{
    static sheet_job job; /* too large for a small stack */
    const output_format *format;
    job.wanted = wanted;
    int code = check_options(wanted);
    if (code == CODE_OK)
        code = output_format_choose(&format, wanted->format, wanted->output, OUTPUT_SHEET);
    if (code != CODE_OK)
        return code;
    job.name = wanted->operand_count == 1 ? wanted->operands[0] : NULL;
    progress_start(&job.bar, wanted->quiet);
    code = source_read(&job.source, job.name);
    if (code == CODE_OK && job.source.scene.kind == 1)
        code = say_error(CODE_USAGE, "%s: is a map: a sheet shows landscapes", SHOW(job.name));
    if (code == CODE_OK && pthread_mutex_init(&job.lock, NULL) != 0)
        code = say_error(CODE_INTERNAL, "sheet: no lock for its threads");
    else if (code == CODE_OK) {
        code = make_sheet(&job, format);
        pthread_mutex_destroy(&job.lock);
    }
    contact_free(&job.page);
    source_free(&job.source);
    for (int i = 0; i < VARIANT_COUNT; i++)
        variant_free(&job.variants[i]);
    return code;
}

static const char head[] =
    "Examples:\n"
    "  ridgeline sheet -o sheet.png                    24 landscapes nobody has seen\n"
    "  ridgeline sheet --seeds 1..24 -o sheet.png      those of seeds 1 to 24\n"
    "  ridgeline sheet --seeds 1..9 -m moonlight --columns 3 -o sheet.png\n"
    "  ridgeline sheet --like 7 -o seven.png           variants of seed 7\n"
    "  ridgeline sheet land.png -o more.png            variants of a picture\n"
    "\n"
    "Usage:\n"
    "  ridgeline sheet [SCENE|PICTURE] [options]   thumbnails with their seeds\n"
    "\n"
    "Variants are labelled with letters; for each letter a line on standard output\n"
    "says which arguments give that picture: `ridgeline ARGUMENTS -o land.png`.\n";

static int read_like(options *opts, const option_row *row, const char *place, const char *value)
{
    ((sheet_options *)opts->own)->is_like = 1;
    return read_seed(opts, row, place, value);
}

static const option_row rows[] = {
    {'f', "format", "png|ppm|pam|hash|null", read_choice, COMMON(format),
     .help = "default: by FILE's ending, else png"},
    {'s', "size", "WxH|NAME", read_size, 0, .help = "of one thumbnail; default 320x180",
     .list = size_name},
    {0, "like", "SEED", read_like, 0, .help = "twelve variants of one seed's picture"},
    {0, "columns", "N", read_count, OWN(sheet_options, columns),
     .help = "thumbnails in a row, 1..100", .least = 1, .most = 100},
    {0},
};

const struct command command_sheet = {
    .name = "sheet",
    .usage = "[SCENE|PICTURE]",
    .line = "thumbnails with their seeds",
    .head = head,
    .rows = rows,
    .own_size = sizeof(sheet_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEEDS | TAKES_LAND |
             TAKES_COLOURS | TAKES_COMPRESS,
    .run = run_sheet,
};
