/* sheet.c - the command `ridgeline sheet`: many small pictures on one page.
 *
 * In: a range of seeds, or one seed to vary.  Out: a picture of labelled thumbnails, each of
 * which equals what `ridgeline -s` paints at its size; for variants also the arguments of each.
 * A thumbnail is painted by one thread into its own place of the page.
 */
#include "cli/command.h"
#include "cli/common/frames.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/option_values.h"
#include "cli/picture/contact.h"
#include "cli/picture/variants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct sheet_options {
    int is_like;         /* --like: the seed is to be varied */
    const char *like[1]; /* --like FILE: the picture to vary */
    int columns;
} sheet_options;

#define COUNT_MAX 1000

/* Pixels of a thumbnail whose size was not given. */
#define LONG_SIDE 320

/* Without --seeds: as many random ones, of numbers that are easily typed. */
#define NEW_COUNT 24
#define NEW_SEED_END 1000000

typedef struct sheet_job {
    struct job job;
    const sheet_options *own;
    rl_scene base; /* the source's scene with the options applied */
    uint64_t first_seed;
    int count;
    variant variants[VARIANT_COUNT];
    rl_scene variant_scenes[VARIANT_COUNT];
    int is_like;
    contact page;
} sheet_job;

/* ---- painting ----------------------------------------------------------- */

static rl_view thumb_view(const sheet_job *self)
{
    const geometry *thumb = &self->page.thumb;
    return (rl_view){.struct_size = sizeof(rl_view),
                     .width = thumb->width,
                     .height = thumb->height,
                     .allocator = self->job.opts->allocator};
}

/* Paints a thumbnail into its place of the page, on any thread. */
static rl_status paint_thumb(const void *user, int index, uint8_t *pixels, rl_error *error)
{
    const sheet_job *self = user;
    rl_frame *frame;
    const rl_view view = thumb_view(self);
    rl_scene *scene =
        scene_copy(self->is_like ? &self->variant_scenes[index] : &self->job.source.scene, error);
    (void)pixels;
    if (scene == NULL)
        return error->status;
    if (!self->is_like) {
        scene->seed = self->first_seed + (uint64_t)index;
        scene->has_seed = 1;
    }
    scene->depth = 8; /* as the page */
    rl_status status = rl_frame_new(&frame, scene, &view, error);
    if (status == RL_OK) {
        status = rl_paint(frame, 0, view.height, contact_thumb(&self->page, index),
                          contact_stride(&self->page), error);
        rl_frame_free(frame);
    } else {
        source_blame(&self->job.source, scene, &view, error);
        status = error->status;
    }
    free(scene);
    return status;
}

/* ---- labels and lists --------------------------------------------------- */

/* Writes the label of a thumbnail; returns its letters. */
static size_t label_of(const sheet_job *self, int index, char text[24])
{
    if (self->is_like)
        return (size_t)snprintf(text, 24, "%s", self->variants[index].name);
    return (size_t)snprintf(text, 24, "%" PRIu64, self->first_seed + (uint64_t)index);
}

/* For each variant a line with the arguments that paint it at any size. */
static int print_variants(const sheet_job *self)
{
    int code = CODE_OK;
    if (!self->is_like || self->job.opts->quiet)
        return CODE_OK;
    for (int i = 0; i < self->count && code == CODE_OK; i++)
        code = request_print(self->variants[i].name, self->job.name, &self->variants[i].opts,
                             output_is_stdout(self->job.opts->output));
    return code;
}

/* ---- what the sheet shows ----------------------------------------------- */

static int choose_seeds(sheet_job *self)
{
    const options *opts = self->job.opts;
    if (!opts->has_seeds) {
        self->count = NEW_COUNT;
        int code = job_random(&self->first_seed);
        self->first_seed %= NEW_SEED_END;
        if (code == CODE_OK && !opts->quiet)
            say_note("seeds %" PRIu64 "..%" PRIu64, self->first_seed,
                     self->first_seed + NEW_COUNT - 1);
        return code;
    }
    uint64_t more = opts->last_seed - opts->first_seed;
    if (more >= COUNT_MAX)
        return say_error(CODE_USAGE,
                         "--seeds %" PRIu64 "..%" PRIu64 ": must be at most %d pictures",
                         opts->first_seed, opts->last_seed, COUNT_MAX);
    self->first_seed = opts->first_seed;
    self->count = (int)more + 1;
    return CODE_OK;
}

/* The composition that the seed chose is where the variants start from. */
static int choose_variants(sheet_job *self)
{
    rl_frame *frame;
    rl_error error;
    int code = CODE_OK;
    const rl_view view = thumb_view(self);
    self->count = VARIANT_COUNT;
    if (rl_frame_new(&frame, &self->base, &view, &error) != RL_OK)
        return job_fault(&self->job, &self->base, &view, &error);
    for (int i = 0; i < self->count && code == CODE_OK; i++) {
        self->variant_scenes[i] = self->job.source.scene;
        code = variant_make(&self->variants[i], i, rl_frame_scene(frame), self->job.opts);
        if (code == CODE_OK)
            code = request_apply(&self->variant_scenes[i], &self->variants[i].opts);
    }
    rl_frame_free(frame);
    return code;
}

/* A thumbnail has the shape of the size that a scene was made at, else 16:9. */
static geometry choose_thumb(const sheet_job *self)
{
    const rl_scene *scene = &self->job.source.scene;
    int64_t width = scene->width, height = scene->height;
    if (self->job.opts->size.width > 0)
        return self->job.opts->size;
    if (width <= 0 || height <= 0)
        return (geometry){LONG_SIDE, LONG_SIDE * 9 / 16, 0, 0};
    int64_t longer = width > height ? width : height;
    geometry thumb = {(int)(width * LONG_SIDE / longer), (int)(height * LONG_SIDE / longer), 0, 0};
    thumb.width += thumb.width == 0;
    thumb.height += thumb.height == 0;
    return thumb;
}

/* ---- the command -------------------------------------------------------- */

static int write_page(sheet_job *self, const output_format *format)
{
    const options *opts = self->job.opts;
    const rl_render_options page_options = {.struct_size = sizeof page_options,
                                            .format = format->picture,
                                            .metadata = RL_METADATA_MINIMAL,
                                            .threads = 1,
                                            .compress = request_compress(opts)};
    const contact *page = &self->page;
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    char label[24];
    int code = output_open(&sink, opts->output, format->binary, opts->no_clobber);
    if (code != CODE_OK)
        return code;
    const frames_work work = {
        .frames = self->count, .threads = request_threads(opts), .draw = paint_thumb, .user = self};
    rl_status status = frames_run(&work, &self->job.bar, &error);
    if (status == RL_OK) {
        for (int i = 0; i < self->count; i++) {
            label_of(self, i, label);
            contact_label(page, i, label);
        }
        status = rl_encode_rgb(page->rgb, page->width, page->height, &page_options, sink, &error);
    }
    code = output_close(sink, status, &error);
    return code == CODE_OK ? print_variants(self) : code;
}

static int run_job(sheet_job *self, const output_format *format)
{
    const options *opts = self->job.opts;
    char longest[24];
    self->page.thumb = choose_thumb(self);
    self->base = self->job.source.scene;
    int code = request_apply(&self->base, opts);
    self->is_like = self->own->is_like || self->own->like[0] != NULL ||
                    (self->job.source.is_picture && !opts->has_seeds);
    if (code != CODE_OK)
        return code;
    if (self->is_like) {
        code = choose_variants(self);
    } else {
        self->job.source.scene = self->base;
        code = choose_seeds(self);
    }
    if (code != CODE_OK)
        return code;
    const geometry thumb = self->page.thumb;
    code = contact_new(&self->page, &thumb, self->count, self->own->columns,
                       label_of(self, self->count - 1, longest));
    return code == CODE_OK ? write_page(self, format) : code;
}

static int run_sheet(const options *opts)
{
    static sheet_job self; /* too large for a small stack */
    static options of_file;
    output_format format;
    self.own = opts->own;
    if (self.own->like[0] != NULL && opts->operand_count == 0) {
        of_file = *opts;
        of_file.operands = self.own->like;
        of_file.operand_count = 1;
        opts = &of_file;
    }
    if (opts->has_seeds && option_value(opts, "like") != NULL)
        return say_error(CODE_USAGE, "--like: given beside --seeds: choose one");
    int code = output_format_choose(&format, opts->format, opts->output, OUTPUT_SHEET);
    if (code == CODE_OK)
        code = job_open(&self.job, opts);
    if (code == CODE_OK)
        code = run_job(&self, &format);
    contact_free(&self.page);
    job_close(&self.job);
    for (int i = 0; i < VARIANT_COUNT; i++)
        variant_free(&self.variants[i]);
    return code;
}

static const char head[] =
    "Examples:\n"
    "  ridgeline sheet -o sheet.png                    24 random landscapes\n"
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

/* The seed, or a picture when there is a file of that name. */
static int read_like(options *opts, const option_row *row, const char *place, const char *value)
{
    sheet_options *own = opts->own;
    struct stat status;
    if (stat(value, &status) == 0 && S_ISREG(status.st_mode)) {
        own->like[0] = value;
        return CODE_OK;
    }
    own->is_like = 1;
    return read_seed(opts, row, place, value);
}

static const option_row rows[] = {
    {'f', "format", LISTED, read_listed, COMMON(format), .list = output_sheet_name,
     .help = "default: by FILE's ending, else png"},
    {'s', "size", "WxH|NAME", read_size, 0, .help = "of one thumbnail; default 320x180",
     .list = size_name},
    {0, "like", "SEED|PICTURE", read_like, 0, .help = "twelve variants of one picture"},
    {0, "columns", "N", read_count, OWN(sheet_options, columns),
     .help = "thumbnails in a row, 1..100", .least = 1, .most = 100},
    {0},
};

const struct command command_sheet = {
    .name = "sheet",
    .usage = "[SCENE|PICTURE]",
    .line = "thumbnails with their seeds",
    .head = head,
    .operands = rl_scene_builtin_name,
    .rows = rows,
    .own_size = sizeof(sheet_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEEDS | TAKES_LAND |
             TAKES_COLOURS | TAKES_COMPRESS,
    .run = run_sheet,
};
