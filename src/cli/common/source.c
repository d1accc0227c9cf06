/* source.c - from a name to a scene: a built-in name, a file of scene text, or a picture with a
 * recipe.
 *
 * In: a name or path.  Out: the scene, and where a fault in it stands.  Whatever a file says, it
 * must never cause another file to be opened.
 */
#include "cli/common/source.h"
#include "base/bytes.h"
#include "base/path.h"
#include "base/status.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/common/values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Largest picture file, bytes: four times 64 Mpx of 16 bit RGB. */
#define PICTURE_LIMIT ((size_t)1536 << 20)

/* ---- large pictures ----------------------------------------------------- */

/* Only the chunks that rl_recipe_read reads are loaded from a large PNG file, at their offset in a
 * block as long as the file: untouched pages cost no memory. */
#define SIGNATURE 8
#define FRAME 12 /* bytes of length, type and checksum of a chunk */
#define TEXT_MOST                                                                                  \
    131072 /* limit of a text chunk, bytes; of a longer one only the keyword is read */
#define KEYWORD 96
#define CHUNKS_MOST 100001 /* one chunk more than the reader accepts */
#define HEAD 16            /* bytes that identify a picture format */

/* Reads `count` bytes of the file at `offset`, at most up to `size`, to that offset of `bytes`.
 * Returns 0 if they cannot be read. */
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
        return status_no_memory(SHOW(path), error);
    setvbuf(file, NULL, _IONBF, 0);
    size_t offset = SIGNATURE;
    int is_read = load_part(file, bytes, 0, SIGNATURE, size);
    for (int chunk = 0; is_read && chunk < CHUNKS_MOST && offset < size; chunk++) {
        const unsigned char *head = bytes + offset;
        is_read = load_part(file, bytes, offset, FRAME, size);
        if (size - offset < FRAME)
            break;
        size_t length = (size_t)bytes_get_be(head, 4);
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

/* Returns 1 for a file named .png or with the first byte of a PNG: it is read as a picture, so that
 * the error of a damaged PNG speaks of a picture. */
static int is_png(const char *path, int first_byte)
{
    return path_has_ending(path, ".png") || first_byte == 0x89;
}

/* A file larger than RL_MAX_TEXT must be a picture; of a PNG only some chunks are loaded. */
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
    if (show_is_plain(text, size))
        (void)text_cut(self->title, sizeof self->title, text, size);
}

/* Parses scene text, which stays in the file's bytes: errors that show later name a line. */
static int parse_text(source *self, const char *path, const char *text, size_t size)
{
    rl_error error;
    if (rl_scene_parse(self->scene, text, size, path, &error) != RL_OK)
        return say_status(&error);
    int algorithm = scene_integer(self->scene, "ridgeline.algorithm");
    if (algorithm < RL_ALGORITHM && !scene_is(self->scene, "ridgeline.kind", "map"))
        say_note("%s: made by algorithm %d: its pixels will be those of algorithm %d", SHOW(path),
                 algorithm, RL_ALGORITHM);
    rl_scene_set(self->scene, "ridgeline.algorithm", NULL, NULL);
    self->text = text;
    self->text_size = size;
    self->path = path;
    return CODE_OK;
}

static int read_file(source *self, const char *path)
{
    static const char *const endings[] = {".jpg", ".jpeg", ".webp", ".avif",
                                          ".jxl", ".gif",  ".bmp",  ".heic"};
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
    int is_other_picture = size >= 4 && memcmp(text, "GIF8", 4) == 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        is_other_picture |= path_has_ending(path, endings[i]);
    if (is_other_picture)
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

/* Options whose value is a name, each with the function that lists the valid names. */
static const struct {
    const char *option;
    const char *(*name)(size_t index);
} other_lists[] = {
    {"-w", rl_world_name},
    {"-m", rl_mood_name},
    {"--composition", rl_composition_name},
    {"--print", rl_print_name},
};

#define NEARS 32 /* names that a mistyped one is compared with */

/* Prints what an unknown operand may mean: a mistyped scene, command, seed or size.  `opts` may be
 * NULL.  Returns CODE_NO_INPUT. */
int source_unknown(const options *opts, const char *name)
{
    static const char none[] = "no such scene or file";
    const shown escaped = show_bytes(name, strlen(name));
    const char *word = escaped.text, *near, *nears[NEARS];
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
    if ((near = name_near(rl_scene_builtin_name, name)) != NULL)
        nears[count++] = near;
    for (size_t i = 0; opts != NULL && opts->commands[i] != NULL && count < NEARS; i++)
        nears[count++] = opts->commands[i]->name;
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

/* Returns 1 if a name is a built-in scene, "-" or a file that exists, even if it cannot be read. */
int source_is_there(const char *name)
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
    if (!source_is_there(name))
        return source_unknown(NULL, name);
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
