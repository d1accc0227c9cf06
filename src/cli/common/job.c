/* job.c - options, scene, seed, view and errors: the same for all commands.
 *
 * In: the options of a command line.  Out: a scene that is ready for the options to be applied
 * (request.h), views and render options, and exit codes.  A random seed comes from the kernel,
 * never from the clock: two pictures of the same second must differ.
 */
#include "cli/common/job.h"
#include "base/path.h"
#include "base/status.h"
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
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/random.h>
#endif

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
        say_note("--height %s: metres from the lowest to the highest, as --relief has them: a "
                 "picture's size is -s or --picture",
                 SHOW(metres));
    if (job->prints_seed)
        say_note("seed %" PRIu64, scene_seed(job->source.scene));
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
    rl_status status = rl_sink_to_memory(recipe, NULL, error);
    if (status == RL_OK)
        status = rl_scene_write(scene, *recipe, error);
    if (status == RL_OK)
        status = rl_sink_write(*recipe, "", 1, error);
    return status;
}

/* ---- from a name to a scene --------------------------------------------- */

/* A built-in name, a file of scene text or a picture with a recipe.  Whatever a file says, it
 * must never cause another file to be opened. */

/* Four times a 16 bit picture of 64 Mpx. */
#define PICTURE_LIMIT ((size_t)1536 << 20)

/* ---- large pictures ----------------------------------------------------- */

/* Only the chunks that rl_recipe_read reads are loaded from a large PNG file, at their offset in a
 * block as long as the file: untouched pages cost no memory. */
#define SIGNATURE 8
#define FRAME 12 /* length, type and checksum of a chunk */
#define TEXT_MOST                                                                                  \
    131072 /* limit of a text chunk, bytes; of a longer one only the keyword is read */
#define KEYWORD 96
#define CHUNKS_MOST 100001 /* one chunk more than the reader accepts */
#define HEAD 16            /* bytes that identify a picture format */

/* Reads bytes at `offset`, up to the end of the block; 0 when they cannot be read. */
static int load_part(FILE *file, unsigned char *bytes, size_t offset, size_t count, size_t size)
{
    count = count < size - offset ? count : size - offset;
    return fseeko(file, (off_t)offset, SEEK_SET) == 0 &&
           fread(bytes + offset, 1, count, file) == count;
}

/* Loads the heads of all chunks, and header and texts whole; the caller frees the bytes. */
static rl_status load_picture(void **block, FILE *file, const char *path, size_t size,
                              rl_error *error)
{
    if (size > PICTURE_LIMIT)
        return status_fail(error, RL_BAD_DATA, "%s: %zu bytes: must be at most %zu", SHOW(path),
                           size, PICTURE_LIMIT);
    unsigned char *bytes = *block = calloc(size + 1, 1);
    if (bytes == NULL)
        return status_fail(error, RL_NO_MEMORY, "%s: out of memory", SHOW(path));
    setvbuf(file, NULL, _IONBF, 0);
    size_t offset = SIGNATURE;
    int is_read = load_part(file, bytes, 0, SIGNATURE, size);
    for (int chunk = 0; is_read && chunk < CHUNKS_MOST && offset < size; chunk++) {
        const unsigned char *head = bytes + offset;
        is_read = load_part(file, bytes, offset, FRAME, size);
        if (size - offset < FRAME)
            break;
        size_t length =
            (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
        if (memcmp(head + 4, "IHDR", 4) == 0 || memcmp(head + 5, "EXt", 3) == 0 ||
            memcmp(head + 5, "TXt", 3) == 0)
            is_read &= load_part(file, bytes, offset,
                                 FRAME + (length > TEXT_MOST ? KEYWORD : length), size);
        if (memcmp(head + 4, "IEND", 4) == 0 || length > size - offset - FRAME)
            break;
        offset += FRAME + length;
    }
    if (is_read)
        return RL_OK;
    free(bytes);
    return status_fail(error, RL_IO_ERROR, "%s: cannot read: it failed or became shorter",
                       SHOW(path));
}

/* ---- files -------------------------------------------------------------- */

/* What begins with the first byte of a PNG or is called one is read as a picture, so that the
 * error of a damaged picture is that of a picture. */
static int is_png(const char *path, int first_byte)
{
    return path_has_ending(path, ".png") || first_byte == 0x89;
}

/* A file larger than a scene text may only be a picture; of a PNG not all is needed. */
rl_status source_load(void **bytes, size_t *size, const char *path, int only_picture,
                      rl_error *error)
{
    struct stat status;
    FILE *file = NULL;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > RL_MAX_TEXT)
        file = fopen(path, "rb");
    int first = file != NULL ? getc(file) : EOF;
    rl_status result;
    char head[HEAD] = {(char)first};
    int is_other = first != EOF && fread(head + 1, 1, HEAD - 1, file) == HEAD - 1 &&
                   rl_recipe_is_picture(head, HEAD) && !rl_recipe_is_png(head, HEAD);
    if (first != EOF && !is_other && (only_picture || is_png(path, first))) {
        *size = (size_t)status.st_size;
        result = load_picture(bytes, file, path, *size, error);
    } else {
        result =
            rl_file_read(bytes, size, path, is_other ? PICTURE_LIMIT : RL_MAX_TEXT, NULL, error);
    }
    if (file != NULL)
        fclose(file);
    return result;
}

/* A title must be plain text; a file name that is not plain gives no title. */
static void title_set(source *self, const char *text, size_t size)
{
    if (size < sizeof self->title && show_is_plain(text, size)) {
        memcpy(self->title, text, size);
        self->title[size] = '\0';
    }
}

/* Parses scene text, which stays in the file's bytes: errors that show later name a line. */
static int parse_text(source *self, const char *path, const char *text, size_t size)
{
    rl_error error;
    if (rl_scene_parse(self->scene, text, size, path, &error) != RL_OK)
        return say_status(&error);
    int algorithm = scene_int(self->scene, "ridgeline.algorithm");
    if (algorithm < RL_ALGORITHM && !scene_is(self->scene, "ridgeline.kind", "map"))
        say_note("%s: made by algorithm %d: its pixels will be those of algorithm %d", SHOW(path),
                 algorithm, RL_ALGORITHM);
    rl_scene_set(self->scene, "ridgeline.algorithm", NULL, NULL);
    self->text = text;
    self->text_size = size;
    self->path = path;
    return CODE_OK;
}

/* 1 for pictures of other programs, by their first bytes or their name. */
static int is_other_picture(const char *path, const char *bytes, size_t size)
{
    static const char *const endings[] = {".jpg", ".jpeg", ".webp", ".avif",
                                          ".jxl", ".gif",  ".bmp",  ".heic"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (path_has_ending(path, endings[i]))
            return 1;
    return size >= 4 && memcmp(bytes, "GIF8", 4) == 0;
}

static int read_file(source *self, const char *path)
{
    size_t size;
    rl_error error;
    if (source_load(&self->bytes, &size, path, 0, &error) != RL_OK)
        return say_status(&error);
    const char *text = self->bytes;
    if (is_png(path, size > 0 ? (unsigned char)text[0] : EOF) || rl_recipe_is_picture(text, size)) {
        rl_recipe recipe;
        STEP(say_result(rl_recipe_read(&recipe, text, size, path, &error), &error));
        self->is_picture = 1;
        if (recipe.scene == NULL)
            return say_error(CODE_DATA, "%s: holds no recipe: cannot be made again", SHOW(path));
        if (recipe.title != NULL)
            title_set(self, recipe.title, recipe.title_size);
        return parse_text(self, path, recipe.scene, recipe.scene_size);
    }
    if (is_other_picture(path, text, size))
        return say_error(CODE_DATA, "%s: must be scene text or a picture that ridgeline made",
                         SHOW(path));
    /* The title is the file's name without folder and ending. */
    const char *stem = path_name(path), *dot = path_ending(path);
    if (strcmp(path, "-") != 0)
        title_set(self, stem, dot != NULL ? (size_t)(dot - stem) : strlen(stem));
    return parse_text(self, path, text, size);
}

/* ---- names -------------------------------------------------------------- */

/* Words that users type in place of an option, and the hint for each. */
static const struct {
    const char *typed, *meant;
} other_words[] = {
    {"list", "ridgeline -m help lists moods, -w help worlds, palette list palettes"},
    {"moods", "ridgeline -m help lists them"},
    {"worlds", "ridgeline -w help lists them"},
    {"scenes", "ridgeline --help lists the scenes"},
    {"styles", "ridgeline -w help lists them"},
    {"palettes", "did you mean ridgeline palette list?"},
    {"version", "did you mean ridgeline --version?"},
    {"keys", "did you mean ridgeline help keys?"},
};

/* Names that belong to an option, by list. */
static const struct {
    const char *option;
    const char *(*name)(size_t index);
} other_lists[] = {
    {"-w", rl_world_name},
    {"-m", rl_mood_name},
    {"--composition", rl_composition_name},
};

/* A mistyped scene, command, seed or size look the same; `opts` may be NULL. */
static int say_unknown(const options *opts, const char *name)
{
    static const char none[] = "no such scene or file";
    const shown escaped = show_bytes(name, strlen(name));
    const char *word = escaped.text, *near, *nears[2];
    size_t count = 0, digits = strspn(name, "0123456789");
    /* An option whose value must be joined by =, and that was given without one. */
    for (size_t i = 0; opts != NULL && opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        if (row->argument != NULL && row->argument[0] == '[' && opts->values[i] != NULL &&
            (opts->values[i] == row->implied || opts->values[i][0] == '\0'))
            return say_error(CODE_NO_INPUT, "%s: %s: did you mean --%s=%s?", word, none, row->name,
                             word);
    }
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (strcmp(other_words[i].typed, name) == 0)
            return say_error(CODE_NO_INPUT, "%s: %s: %s", word, none, other_words[i].meant);
    for (size_t i = 0; i < sizeof other_lists / sizeof *other_lists; i++)
        if (name_index(other_lists[i].name, name) >= 0)
            return say_error(CODE_NO_INPUT, "%s: %s: did you mean %s %s?", word, none,
                             other_lists[i].option, word);
    if (digits > 0 && name[digits] == 'x' &&
        name[digits + 1 + strspn(name + digits + 1, "0123456789")] == '\0') {
        int has_size = opts != NULL && option_value(opts, "size") != NULL;
        return say_error(CODE_NO_INPUT, "%s: %s: did you mean -s %s%s%s?", word, none,
                         has_size ? option_value(opts, "size") : "", has_size ? "," : "", word);
    }
    if ((near = name_near(command_name, name)) != NULL)
        nears[count++] = near;
    if ((near = name_near(rl_scene_builtin_name, name)) != NULL)
        nears[count++] = near;
    near = rl_nearest(name, nears, count);
    if (near != NULL && strcmp(near, name) == 0) /* such as `ridgeline map help` */
        return say_error(CODE_NO_INPUT, "%s: %s: a command must come first", word, none);
    int is_seed = strpbrk(name, "./") == NULL;
    if (near != NULL && is_seed)
        return say_error(CODE_NO_INPUT, "%s: %s: did you mean %s? (as a seed: --seed %s)", word,
                         none, near, word);
    if (near != NULL || is_seed)
        return say_error(CODE_NO_INPUT, "%s: %s: did you mean %s%s?", word, none,
                         near != NULL ? "" : "--seed ", near != NULL ? near : word);
    return say_error(CODE_NO_INPUT, "%s: %s", word, none);
}

/* Whether a name leads to a scene; one whose file cannot be read may. */
static int is_there(const char *name)
{
    struct stat status;
    return name_index(rl_scene_builtin_name, name) >= 0 || strcmp(name, "-") == 0 ||
           stat(name, &status) == 0 || errno != ENOENT;
}

int source_read(source *self, const char *name)
{
    rl_error error;
    memset(self, 0, sizeof *self);
    if (rl_scene_new(&self->scene, NULL, &error) != RL_OK)
        return say_status(&error);
    if (name == NULL)
        return CODE_OK;
    if (name_index(rl_scene_builtin_name, name) >= 0) {
        title_set(self, name, strlen(name));
        return say_result(rl_scene_builtin(self->scene, name, &error), &error);
    }
    if (!is_there(name))
        return say_unknown(NULL, name);
    return read_file(self, name);
}

void source_free(source *self)
{
    rl_scene_free(self->scene);
    rl_file_free(self->bytes, NULL);
    memset(self, 0, sizeof *self);
}

/* ---- faults that show later --------------------------------------------- */

void source_place(const source *self, rl_error *error)
{
    char key[64] = "";
    rl_error placed = {RL_BAD_DATA, ""};
    size_t length = strcspn(error->text, " :");
    if (length < sizeof key)
        memcpy(key, error->text, length);
    int line = rl_scene_line(self->text, self->text_size, key);
    char number[16] = "";
    if (line > 0)
        snprintf(number, sizeof number, ":%d", line);
    snprintf(placed.text, sizeof placed.text, "%s%s: %.320s", SHOW(self->path), number,
             error->text);
    *error = placed;
}

void source_blame(const source *self, const rl_scene *scene, const rl_view *view, rl_error *error)
{
    rl_frame *frame = NULL;
    rl_scene *alone;
    rl_error found;
    if (self->text == NULL || error->status != RL_BAD_ARGUMENT ||
        rl_scene_new(&alone, NULL, &found) != RL_OK)
        return;
    (void)rl_scene_parse(alone, self->text, self->text_size, self->path, &found);
    scene_take(alone, scene, "ridgeline.seed");
    if (rl_frame_new(&frame, alone, view, &found) != RL_OK && strcmp(found.text, error->text) == 0)
        source_place(self, error);
    rl_frame_free(frame);
    rl_scene_free(alone);
}

/* ---- the job ------------------------------------------------------------ */

int job_open(struct job *job, const options *opts)
{
    const struct command *command = opts->command;
    job->opts = opts;
    job->name = opts->operand_count > 0 ? opts->operands[0] : NULL;
    progress_start(&job->bar, opts->quiet);
    if (opts->operand_count > 0 && !is_there(job->name))
        return say_unknown(opts, job->name);
    if (opts->operand_count > 1) {
        const char *second = opts->operands[1];
        if (second[0] >= '1' && second[0] <= '9' && !is_there(second))
            return say_unknown(opts, second); /* such as a second size */
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
