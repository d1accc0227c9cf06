/* source.c - from a name on the command line to a scene.
 *
 * In: a built-in name, a file of scene text, a picture with a recipe, or
 * nothing.  Out: a scene and a title.  Whatever a file says, it must never cause
 * another file to be opened.
 */
#include "cli/common/source.h"
#include "cli/command.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Four times a 16 bit picture of 64 Mpx. */
#define PICTURE_LIMIT ((size_t)1536 << 20)

#define NAMES_MAX 256

/* ---- large pictures ----------------------------------------------------- */

/* Of a large PNG file only the chunks that rl_recipe_read reads are loaded, at their place of a
 * block as long as the file: memory that is never written to costs nothing. */
#define SIGNATURE 8
#define FRAME 12        /* length, type and checksum of a chunk */
#define TEXT_MOST 65536 /* longer ones are told by their keyword alone */
#define KEYWORD 96
#define CHUNKS_MOST 100001 /* one more than the reader takes */

static int is_wanted(const unsigned char *type)
{
    static const char *const wanted[] = {"IHDR", "tEXt", "iTXt", "zTXt"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (memcmp(type, wanted[i], 4) == 0)
            return 1;
    return 0;
}

/* Reads bytes to their place; 0 at the end of the file or when they cannot be read. */
static int take(int fd, unsigned char *bytes, size_t at, size_t count, size_t size)
{
    count = count < size - at ? count : size - at;
    while (count > 0) {
        ssize_t got = pread(fd, bytes + at, count, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        at += (size_t)got;
        count -= (size_t)got;
    }
    return 1;
}

static uint32_t length_of(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The heads of all chunks, the rest of those that are wanted. */
static int take_chunks(int fd, unsigned char *bytes, size_t size)
{
    size_t at = SIGNATURE;
    if (!take(fd, bytes, 0, SIGNATURE, size))
        return 0;
    for (int chunk = 0; chunk < CHUNKS_MOST && at < size; chunk++) {
        if (!take(fd, bytes, at, FRAME, size))
            return 0;
        if (size - at < FRAME)
            return 1;
        uint64_t length = length_of(bytes + at);
        size_t wanted = length > TEXT_MOST ? FRAME + KEYWORD : FRAME + (size_t)length;
        if (is_wanted(bytes + at + 4) && !take(fd, bytes, at, wanted, size))
            return 0;
        if (memcmp(bytes + at + 4, "IEND", 4) == 0 || length > size - at - FRAME)
            return 1;
        at += FRAME + (size_t)length;
    }
    return 1;
}

static rl_status fail(rl_error *error, rl_status status, const char *path, const char *what)
{
    error->status = status;
    snprintf(error->text, sizeof error->text, "%s: %s", SHOW(path), what);
    return status;
}

static rl_status picture_read(void **bytes, size_t *size, const char *path, size_t limit,
                              rl_error *error)
{
    struct stat status;
    char rule[80];
    rl_status result = RL_OK;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0)
        result = fail(error, RL_NO_INPUT, path, "cannot open");
    else if (!S_ISREG(status.st_mode))
        result = fail(error, RL_BAD_DATA, path, "is not a regular file");
    else if ((uintmax_t)status.st_size > limit) {
        snprintf(rule, sizeof rule, "%jd bytes: must be at most %zu", (intmax_t)status.st_size,
                 limit);
        result = fail(error, RL_BAD_DATA, path, rule);
    }
    if (result == RL_OK) {
        *size = (size_t)status.st_size;
        *bytes = calloc(*size + 1, 1);
        if (*bytes == NULL)
            result = fail(error, RL_NO_MEMORY, path, "out of memory");
        else if (!take_chunks(fd, *bytes, *size))
            result = fail(error, RL_IO_ERROR, path, "cannot read: it failed or became shorter");
    }
    if (fd >= 0)
        close(fd);
    if (result != RL_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return result;
}

/* ---- files -------------------------------------------------------------- */

/* What begins with the first byte of a PNG is no text, and what is called one is
 * to be one: so a damaged picture is told as such. */
static int is_picture(const char *path, const void *bytes, size_t size)
{
    return path_has_ending(path, ".png") || (size > 0 && *(const unsigned char *)bytes == 0x89);
}

/* The first bytes of a regular file larger than a scene text; 0 for any other. */
static size_t head_of_large(const char *path, unsigned char head[8])
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= RL_MAX_TEXT)
        return 0;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t size = fd >= 0 ? read(fd, head, 8) : 0;
    if (fd >= 0)
        close(fd);
    return size > 0 ? (size_t)size : 0;
}

/* A large file may only be a picture. */
static rl_status load(void **bytes, size_t *size, const char *path, int only_picture,
                      rl_error *error)
{
    unsigned char head[8];
    rl_recipe recipe;
    size_t read = head_of_large(path, head);
    int is_large_picture = read > 0 && rl_recipe_is_png(head, read);
    if (read > 0 && !is_large_picture && (only_picture || is_picture(path, head, read)))
        return rl_recipe_read(&recipe, head, read, path, error);
    if (is_large_picture)
        return picture_read(bytes, size, path, PICTURE_LIMIT, error);
    return rl_file_read(bytes, size, path, RL_MAX_TEXT, NULL, error);
}

rl_status source_load(void **bytes, size_t *size, const char *path, rl_error *error)
{
    return load(bytes, size, path, 1, error);
}

/* A title must be clean text; a name that is not simply gives none. */
static void title_set(source *from, const char *text, size_t size)
{
    if (size < sizeof from->title && show_is_plain(text, size)) {
        memcpy(from->title, text, size);
        from->title[size] = '\0';
    }
}

/* The title of a scene file is its name without folder and ending. */
static void title_from_path(source *from, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *stem = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(stem, '.');
    if (strcmp(path, "-") != 0)
        title_set(from, stem, dot != NULL && dot != stem ? (size_t)(dot - stem) : strlen(stem));
}

/* Parses scene text and keeps it: faults that show later are told with a line. */
static int read_text(source *from, const char *path, const void *bytes, size_t size)
{
    rl_error error;
    if (rl_scene_parse(&from->scene, bytes, size, path, &error) != RL_OK)
        return say_status(&error);
    from->text = malloc(size + 1);
    if (from->text == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    memcpy(from->text, bytes, size);
    from->text_size = size;
    from->path = path;
    from->own = from->scene;
    return CODE_OK;
}

static int read_picture(source *from, const char *path, const void *bytes, size_t size)
{
    rl_recipe recipe;
    rl_error error;
    if (rl_recipe_read(&recipe, bytes, size, path, &error) != RL_OK)
        return say_status(&error);
    if (recipe.scene == NULL)
        return say_error(CODE_DATA, "%s: holds no recipe: cannot be made again", SHOW(path));
    from->is_picture = 1;
    if (recipe.title != NULL)
        title_set(from, recipe.title, recipe.title_size);
    return read_text(from, path, recipe.scene, recipe.scene_size);
}

/* 1 for pictures of other programs, by their first bytes or their name. */
static int is_other_picture(const char *path, const void *bytes, size_t size)
{
    static const char *const endings[] = {".jpg", ".jpeg", ".webp", ".gif", ".avif", ".bmp"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (path_has_ending(path, endings[i]))
            return 1;
    return size >= 12 && (memcmp(bytes, "\xff\xd8\xff", 3) == 0 || memcmp(bytes, "GIF8", 4) == 0 ||
                          memcmp((const char *)bytes + 8, "WEBP", 4) == 0);
}

static int read_file(source *from, const char *path)
{
    void *bytes;
    size_t size;
    rl_error error;
    int code = CODE_OK;
    if (load(&bytes, &size, path, 0, &error) != RL_OK)
        return say_status(&error);
    if (is_picture(path, bytes, size)) {
        code = read_picture(from, path, bytes, size);
    } else {
        title_from_path(from, path);
        if (is_other_picture(path, bytes, size))
            code = say_error(CODE_DATA, "%s: must be scene text or a PNG that ridgeline made",
                             SHOW(path));
        else
            code = read_text(from, path, bytes, size);
    }
    rl_file_free(bytes, NULL);
    return code;
}

/* ---- names -------------------------------------------------------------- */

static int is_builtin(const char *name)
{
    const char *builtin;
    for (size_t i = 0; (builtin = rl_scene_builtin_name(i)) != NULL; i++)
        if (strcmp(builtin, name) == 0)
            return 1;
    return 0;
}

/* Words that are no scene, and what was meant. */
static const struct {
    const char *typed, *meant;
} other_words[] = {
    {"list", "palettes: ridgeline palette list; moods, worlds, scenes: ridgeline --help"},
    {"moods", "ridgeline --help lists the moods"},
    {"worlds", "ridgeline --help lists the worlds"},
    {"scenes", "ridgeline --help lists the scenes"},
    {"styles", "ridgeline --help lists the worlds"},
    {"palettes", "did you mean ridgeline palette list?"},
    {"version", "did you mean ridgeline --version?"},
    {"keys", "did you mean ridgeline help keys?"},
};

/* An option whose value must be joined by = and that was given without one, or NULL. */
static const option_row *open_option(const options *opts)
{
    for (size_t i = 0; opts != NULL && opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        if (row->argument != NULL && row->argument[0] == '[' && opts->values[i] != NULL &&
            (opts->values[i] == row->implied || opts->values[i][0] == '\0'))
            return row;
    }
    return NULL;
}

/* A mistyped scene, command, seed or size look the same; `opts` may be NULL. */
static int say_unknown(const options *opts, const char *name)
{
    static const char none[] = "no such scene or file";
    const option_row *open = open_option(opts);
    const shown escaped = show_bytes(name, strlen(name));
    const char *names[NAMES_MAX], *word = escaped.text;
    size_t commands = 0, digits = strspn(name, "0123456789");
    if (open != NULL)
        return say_error(CODE_NO_INPUT, "%s: %s: did you mean --%s=%s?", word, none, open->name,
                         word);
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (strcmp(other_words[i].typed, name) == 0)
            return say_error(CODE_NO_INPUT, "%s: %s: %s", word, none, other_words[i].meant);
    if (digits > 0 && name[digits] == 'x' &&
        name[digits + 1 + strspn(name + digits + 1, "0123456789")] == '\0') {
        int has_size = opts != NULL && option_value(opts, "size") != NULL;
        return say_error(CODE_NO_INPUT, "%s: %s: did you mean -s %s%s%s?", word, none,
                         has_size ? option_value(opts, "size") : "", has_size ? "," : "", word);
    }
    while ((names[commands] = command_name(commands)) != NULL)
        commands++;
    size_t count = commands;
    while (count < NAMES_MAX && (names[count] = rl_scene_builtin_name(count - commands)) != NULL)
        count++;
    const char *near = rl_nearest(name, names, count);
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

/* Whether a name leads to a scene; what cannot be looked at may. */
static int is_there(const char *name)
{
    struct stat status;
    return is_builtin(name) || strcmp(name, "-") == 0 || stat(name, &status) == 0 ||
           errno != ENOENT;
}

int source_check_one(const options *opts)
{
    if (opts->operand_count > 0 && !is_there(opts->operands[0]))
        return say_unknown(opts, opts->operands[0]);
    if (opts->operand_count < 2)
        return CODE_OK;
    if (opts->operands[1][0] >= '1' && opts->operands[1][0] <= '9' && !is_there(opts->operands[1]))
        return say_unknown(opts, opts->operands[1]); /* such as a second size */
    return say_error(CODE_USAGE, "%s: one scene or picture at a time: this is the second",
                     SHOW(opts->operands[1]));
}

int source_read(source *from, const char *name)
{
    rl_error error;
    memset(from, 0, sizeof *from);
    rl_scene_init(&from->scene);
    if (name == NULL)
        return CODE_OK;
    if (is_builtin(name)) {
        title_set(from, name, strlen(name));
        return rl_scene_builtin(&from->scene, name, &error) == RL_OK ? CODE_OK : say_status(&error);
    }
    if (!is_there(name))
        return say_unknown(NULL, name);
    return read_file(from, name);
}

void source_free(source *from)
{
    free(from->text);
    from->text = NULL;
}

/* ---- faults that show later --------------------------------------------- */

void source_place(const source *from, rl_error *error)
{
    char key[64] = "";
    rl_error told = {RL_BAD_DATA, ""};
    size_t length = strcspn(error->text, " :");
    if (length < sizeof key)
        memcpy(key, error->text, length);
    int line = rl_scene_line(from->text, from->text_size, key);
    if (line > 0)
        snprintf(told.text, sizeof told.text, "%s:%d: %.320s", SHOW(from->path), line, error->text);
    else
        snprintf(told.text, sizeof told.text, "%s: %.320s", SHOW(from->path), error->text);
    *error = told;
}

void source_blame(const source *from, const rl_scene *scene, const rl_view *view, rl_error *error)
{
    rl_frame *frame = NULL;
    rl_error found;
    if (from->text == NULL || error->status != RL_BAD_ARGUMENT)
        return;
    rl_scene *alone = scene_copy(&from->own, &found);
    if (alone == NULL)
        return;
    alone->seed = scene->seed;
    alone->has_seed = scene->has_seed;
    if (rl_frame_new(&frame, alone, view, &found) != RL_OK && strcmp(found.text, error->text) == 0)
        source_place(from, error);
    rl_frame_free(frame);
    free(alone);
}
