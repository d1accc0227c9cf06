/* output.c - chooses formats and opens and closes the sinks of commands.
 *
 * In: the name given with -o.  Out: an rl_sink, later an exit code.  Binary data
 * must never reach a terminal, and nothing may be replaced under --no-clobber.
 *
 * A file is replaced only when its bytes change: a web server, a desktop or rsync sees by its
 * date whether there is something new.  All files of a folder are written before the first
 * one appears, so a failure of one leaves the folder as it was.
 */
#include "cli/common/output.h"
#include "base/path.h"
#include "base/status.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"
#include "ridgeline-map.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define ANY (OUTPUT_RENDER | OUTPUT_SHEET | OUTPUT_MAP | OUTPUT_ANIMATE)

/* Formats of the program, listed after those of the library.  For a film `picture` is the format in
 * which rl_encode_rgb writes its frames; animate/film.c makes the file of them. */
static const output_format own[] = {
    {"scene", ".ini", NULL, NULL, 0, OUTPUT_RENDER | OUTPUT_MAP, 0, NULL},
    {"svg", ".svg", NULL, NULL, 0, OUTPUT_RENDER | OUTPUT_MAP, 0, NULL},
    {"points", NULL, NULL, NULL, 0, OUTPUT_RENDER, 0, NULL},
    {"points-csv", NULL, NULL, NULL, 0, OUTPUT_RENDER, 0, NULL},
    {"csv", ".csv", NULL, NULL, 0, OUTPUT_RENDER, 0, NULL},
    {"json", ".json", NULL, NULL, 0, OUTPUT_RENDER, 0, NULL},
    {"apng", ".apng", RL_FORMAT_PNG, NULL, 1, OUTPUT_ANIMATE, 0, NULL},
    {"mp4", ".mp4", RL_FORMAT_Y4M, NULL, 1, OUTPUT_ANIMATE, 60, NULL},
    {"webm", ".webm", RL_FORMAT_Y4M, NULL, 1, OUTPUT_ANIMATE, 50, NULL},
    {"html", ".html", NULL, NULL, 0, OUTPUT_SHEET, 85, NULL},
    {"gif", ".gif", RL_FORMAT_Y4M, NULL, 1, OUTPUT_ANIMATE, 0, NULL},
};

int output_format_at(output_format *format, size_t index)
{
    const rl_format *row;
    for (size_t i = 0; (row = rl_format_at(i)) != NULL; i++, index--)
        if (index == 0) {
            *format = (output_format){.name = row->name,
                                      .ending = row->ending,
                                      .picture = row->name,
                                      .binary = !row->is_text,
                                      .uses = row->is_film ? OUTPUT_ANIMATE : ANY,
                                      .quality = row->quality,
                                      .other_ending = row->other_ending};
            return 1;
        }
    for (size_t i = 0; (row = rl_height_format_at(i)) != NULL; i++, index--)
        if (index == 0) {
            *format = (output_format){.name = row->name,
                                      .ending = row->ending,
                                      .heights = row->name,
                                      .binary = !row->is_text,
                                      .uses = OUTPUT_MAP};
            return 1;
        }
    if (index >= sizeof own / sizeof *own)
        return 0;
    *format = own[index];
    return 1;
}

int path_has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length >= size && strcasecmp(path + length - size, ending) == 0;
}

int output_is_stdout(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

const char *path_ending(const char *path)
{
    const char *name = path_name(path), *dot = strrchr(name, '.');
    return dot != NULL && dot != name ? dot : NULL;
}

static int refuse_ending(const char *path, int use)
{
    char known[120] = "";
    output_format format;
    for (size_t i = 0, used = 0; output_format_at(&format, i) && used < sizeof known; i++)
        if (format.ending != NULL && (format.uses & use) != 0)
            used += (size_t)snprintf(known + used, sizeof known - used, " %s", format.ending);
    static const struct {
        const char *endings, *how;
    } others[] = {
        {".heic .heif .bmp .tif .tiff",
         "others by a pipe, as in ridgeline -f ppm -o - | magick ppm:- out.bmp"},
        {".svg .ora .tmx", "ridgeline layers makes an SVG and other vector or layer files"},
        {".mp4 .webm .gif .apng", "ridgeline animate makes films"},
        {".mkv .mov .avi", "films by a pipe: ridgeline animate --scroll -f y4m -o - | "
                           "ffmpeg -i - out.mkv"},
    };
    const char *ending = path_ending(path), *how = "or say the format with -f";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const char *found = strstr(others[i].endings, ending);
        if (found != NULL && (found[strlen(ending)] == ' ' || found[strlen(ending)] == '\0'))
            how = others[i].how;
    }
    return say_error(CODE_USAGE, "-o %s: must end in one of%s, %s", SHOW(path), known, how);
}

static int has_ending_of(const output_format *format, const char *path)
{
    return (format->ending != NULL && path_has_ending(path, format->ending)) ||
           (format->other_ending != NULL && path_has_ending(path, format->other_ending));
}

int output_is_picture(const char *path)
{
    output_format format;
    for (size_t i = 0; output_format_at(&format, i); i++)
        if (format.picture != NULL && has_ending_of(&format, path))
            return 1;
    return 0;
}

int output_format_choose(output_format *chosen, const options *opts, int use)
{
    const char *name = opts->format, *path = opts->output;
    if (output_is_stdout(path) || path_ending(path) == NULL)
        path = NULL;
    size_t i = 0;
    while (output_format_at(chosen, i) &&
           !((chosen->uses & use) != 0 &&
             (name != NULL ? strcmp(chosen->name, name) == 0
                           : path != NULL && has_ending_of(chosen, path))))
        i++;
    if (!output_format_at(chosen, i)) {
        if (name == NULL && path != NULL)
            return refuse_ending(path, use);
        output_format_at(chosen, 0);
    }
    if (opts->quality <= 0 || chosen->quality != 0)
        return CODE_OK;
    char known[80] = "";
    output_format format;
    for (size_t k = 0, used = 0; output_format_at(&format, k) && used < sizeof known; k++)
        if (format.quality > 0 && (format.uses & use) != 0)
            used += (size_t)snprintf(known + used, sizeof known - used, " %s", format.name);
    return say_error(CODE_USAGE, "--quality %d: no effect on %s: is for%s", opts->quality,
                     chosen->name, known);
}

static int write_stdout(void *user, const void *bytes, size_t size)
{
    (void)user;
    return out_write(bytes, size);
}

/* -o /dev/tty and -o /dev/stdout lead to a terminal, too. */
static int leads_to_terminal(const char *path)
{
    struct stat status;
    if (output_is_stdout(path))
        return isatty(1);
    if (stat(path, &status) != 0 || !S_ISCHR(status.st_mode))
        return 0;
    int fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    int terminal = fd >= 0 && isatty(fd);
    if (fd >= 0)
        close(fd);
    return terminal;
}

/* Fails with RL_CANNOT_CREATE for a file that --no-clobber keeps. */
static rl_status check_new(const char *path, rl_error *error)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return RL_OK;
    return status_fail(error, RL_CANNOT_CREATE, "%s: exists: --no-clobber keeps it", SHOW(path));
}

rl_status output_file(rl_sink **sink, const char *path, int no_clobber, rl_error *error)
{
    struct stat status;
    if (no_clobber && check_new(path, error) != RL_OK)
        return RL_CANNOT_CREATE;
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode))
        stop_hold();
    return no_clobber ? rl_sink_to_new_file(sink, path, NULL, error)
                      : rl_sink_to_file(sink, path, NULL, error);
}

int output_open(rl_sink **sink, const char *path, int binary, int no_clobber)
{
    rl_error error;
    if (binary && leads_to_terminal(path))
        return say_error(CODE_USAGE, "standard output: is a terminal: name a file with -o");
    if (output_is_stdout(path))
        return say_result(rl_sink_to_callback(sink, write_stdout, NULL, NULL, &error), &error);
    return say_result(output_file(sink, path, no_clobber, &error), &error);
}

int output_close(rl_sink *sink, rl_status status, rl_error *error)
{
    if (status == RL_OK)
        status = rl_sink_commit(sink, error);
    rl_sink_free(sink);
    /* out_finish reports a failure of standard output, with its errno; a cancelled command prints
     * no error. */
    if (out_failed() || status == RL_CANCELLED)
        return CODE_IO;
    return status == RL_OK ? CODE_OK : say_status(error);
}

rl_status output_texts(rl_sink *sink, rl_error *error, ...)
{
    va_list texts;
    const char *text;
    rl_status status = RL_OK;
    va_start(texts, error);
    while (status == RL_OK && (text = va_arg(texts, const char *)) != NULL)
        status = rl_sink_write(sink, text, strlen(text), error);
    va_end(texts);
    return status;
}

/* ---- names with {seed} {w} {h} {palette} {index} {frame} ----------------- */

/* Values may come from foreign files: none may contain a slash, a leading dot or a character that
 * is special to a shell or terminal. */
#define VALUE_SIZE 80

static const char name_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

/* The words in braces; the last two, WORD_INDEX and WORD_FRAME, are counters. */
enum { WORD_SEED, WORD_WIDTH, WORD_HEIGHT, WORD_PALETTE, WORD_INDEX, WORD_FRAME, WORD_COUNT };

static const char *const words[] = {"seed", "w", "h", "palette", "index", "frame"};

/* Returns which word (WORD_...) follows a brace, or WORD_COUNT. */
static size_t word_find(const char *brace)
{
    size_t length = strcspn(brace + 1, "}"), i = 0;
    while (i < WORD_COUNT && (brace[1 + length] != '}' || strlen(words[i]) != length ||
                              memcmp(words[i], brace + 1, length) != 0))
        i++;
    return i;
}

/* Returns 1 for {{ and }}, which stand for one brace. */
static int is_doubled(const char *c)
{
    return (c[0] == '{' || c[0] == '}') && c[1] == c[0];
}

/* Returns the next brace from `c` on that begins a word, or NULL. */
static const char *next_word(const char *c)
{
    while (*c != '\0' && (*c != '{' || is_doubled(c)))
        c += 1 + is_doubled(c);
    return *c != '\0' ? c : NULL;
}

int template_check(const char *pattern, const char *counter)
{
    for (const char *c = pattern; (c = next_word(c)) != NULL; c++) {
        size_t word = word_find(c);
        if (word == WORD_COUNT || (word >= WORD_INDEX && strcmp(words[word], counter) != 0))
            return say_error(CODE_USAGE,
                             "-o %s: %s: must be {seed} {w} {h} {palette} or {%s}, "
                             "or {{ for a brace",
                             SHOW(pattern),
                             show_bytes(c, strcspn(c, "}") + (strchr(c, '}') != NULL)).text,
                             counter);
    }
    return CODE_OK;
}

int template_has(const char *pattern, const char *word)
{
    const char *c = pattern;
    while ((c = next_word(c)) != NULL && strcmp(words[word_find(c)], word) != 0)
        c++;
    return c != NULL;
}

char *template_expand(const char *pattern, const template_values *values)
{
    /* No word is shorter than "{w}", so three bytes of the pattern hold at most one value. */
    char *name = malloc(strlen(pattern) / 3 * VALUE_SIZE + strlen(pattern) + 1);
    char *dst = name, text[WORD_COUNT][VALUE_SIZE];
    if (name == NULL)
        return NULL;
    const char *seed = values->seed_text != NULL ? values->seed_text : "";
    size_t size = strspn(seed, name_letters);
    /* The typed seed is used if it is short, safe and begins with a letter or digit. */
    if (size > 0 && size < VALUE_SIZE && seed[size] == '\0' && strchr("._-", *seed) == NULL)
        snprintf(text[WORD_SEED], VALUE_SIZE, "%s", seed);
    else
        snprintf(text[WORD_SEED], VALUE_SIZE, "%" PRIu64, values->seed);
    snprintf(text[WORD_WIDTH], VALUE_SIZE, "%d", values->width);
    snprintf(text[WORD_HEIGHT], VALUE_SIZE, "%d", values->height);
    snprintf(text[WORD_PALETTE], VALUE_SIZE, "%s",
             values->palette[0] != '\0' ? values->palette : "colours");
    for (char *c = text[WORD_PALETTE]; *c != '\0'; c++)
        if (strchr(name_letters, *c) == NULL || (c == text[WORD_PALETTE] && *c == '.'))
            *c = '-';
    /* Zero-padded to the width of `count`, so that file listings are in order. */
    int digits = snprintf(text[WORD_INDEX], VALUE_SIZE, "%" PRIu64, values->count);
    snprintf(text[WORD_INDEX], VALUE_SIZE, "%0*" PRIu64, digits, values->index);
    memcpy(text[WORD_FRAME], text[WORD_INDEX], VALUE_SIZE);
    for (const char *c = pattern; *c != '\0'; c++) {
        if (*c == '{' && !is_doubled(c)) {
            dst += snprintf(dst, VALUE_SIZE, "%s", text[word_find(c)]);
            c += strcspn(c, "}");
        } else {
            c += is_doubled(c);
            *dst++ = *c;
        }
    }
    *dst = '\0';
    return name;
}

/* ---- paths -------------------------------------------------------------- */

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

char *path_whole(const char *path)
{
    char here[PATH_MAX] = "";
    if (!PATH_IS_ABSOLUTE(path) && getcwd(here, sizeof here) == NULL)
        return NULL;
    size_t size = strlen(here) + strlen(path) + 2;
    char *whole = malloc(size);
    if (whole == NULL)
        return NULL;
    snprintf(whole, size, "%s%s%s", here, here[0] != '\0' ? "/" : "", path);
    char *dst = whole;
    for (const char *src = whole; *src != '\0'; src += size) {
        size = 1 + strcspn(src + 1, "/");
        if (size == 1 || (size == 2 && src[1] == '.'))
            continue;
        memmove(dst, src, size);
        dst += size;
    }
    *dst = '\0';
    return whole;
}

int path_root(char **whole, const char *option, const char *path)
{
    *whole = path_whole(path);
    if (*whole != NULL)
        return CODE_OK;
    if (errno == ENOMEM)
        return say_no_memory(option);
    return say_error(CODE_CANNOT_CREATE, "%s %s: cannot be made an absolute path", option,
                     SHOW(path));
}

int path_code(int reason)
{
    return reason == ENOSPC || reason == EDQUOT ? CODE_IO : CODE_CANNOT_CREATE;
}

/* ---- one file ----------------------------------------------------------- */

/* Files up to this size are read and compared before they are replaced. */
#define READ_MAX ((size_t)1 << 28)

rl_status replace_file(const char *path, const void *bytes, size_t size, rl_error *error)
{
    struct stat status;
    rl_sink *file = NULL;
    void *there;
    size_t there_size;
    /* A pipe would block until it has a reader, and a link could lead to another file of this run.
     */
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return status_fail(error, RL_CANNOT_CREATE,
                           "%s: cannot create: a link, a folder or a device is there", SHOW(path));
    if (size <= READ_MAX && rl_file_read(&there, &there_size, path, size, NULL, error) == RL_OK) {
        int is_same = there_size == size && memcmp(there, bytes, size) == 0;
        rl_file_free(there, NULL);
        if (is_same)
            return RL_OK;
    }
    rl_status result = output_file(&file, path, 0, error);
    if (result == RL_OK)
        result = rl_sink_write(file, bytes, size, error);
    if (result == RL_OK)
        result = rl_sink_commit(file, error);
    rl_sink_free(file);
    return result;
}

rl_status replace_text(const char *path,
                       rl_status (*write)(const void *user, rl_sink *sink, rl_error *error),
                       const void *user, rl_error *error)
{
    rl_sink *text = NULL;
    size_t size;
    rl_status status = rl_sink_to_memory(&text, NULL, error);
    if (status == RL_OK)
        status = write(user, text, error);
    if (status == RL_OK) {
        const void *bytes = rl_sink_bytes(text, &size);
        status = replace_file(path, bytes, size, error);
    }
    rl_sink_free(text);
    return status;
}

/* ---- a folder ----------------------------------------------------------- */

int folder_open(folder *dst, const char *path, const char *option, int no_clobber)
{
    struct stat status;
    *dst = (folder){.path = path, .no_clobber = no_clobber};
    stop_hold(); /* a new folder that stays empty is removed */
    dst->is_new = mkdir(path, 0777) == 0;
    if (dst->is_new)
        return CODE_OK;
    int reason = errno; /* some systems report another error than EEXIST for an existing folder */
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return CODE_OK;
    if (reason == EEXIST)
        return say_error(CODE_CANNOT_CREATE, "%s %s: is no folder", option, SHOW(path));
    return say_error(path_code(reason), "%s %s: cannot make the folder: %s", option, SHOW(path),
                     reason == ENOENT   ? "the one above it is missing"
                     : reason == EACCES ? "permission denied"
                                        : REASON(reason));
}

/* Returns the path of a file in the folder, which the caller frees with free(), or NULL. */
static char *path_of(const folder *parent, const char *name)
{
    size_t length = strlen(parent->path);
    const char *slash = length > 0 && path_name(parent->path)[0] == '\0' ? "" : "/";
    size_t size = length + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%s", parent->path, slash, name);
    return path;
}

int folder_has(const folder *parent, const char *name)
{
    struct stat status;
    char *path = path_of(parent, name);
    int has = path != NULL && lstat(path, &status) == 0;
    free(path);
    return has;
}

rl_status folder_add(folder *dst, const char *name, rl_sink **sink, rl_error *error)
{
    char *path = path_of(dst, name);
    if (path == NULL)
        return status_no_memory(SHOW(name), error);
    /* A failure to create a folder below `dst` shows when the file is opened. */
    char *slash = path + strlen(dst->path) + 1;
    while ((slash = strchr(slash, '/')) != NULL && dst->below_count < FOLDER_BELOW) {
        *slash = '\0';
        if (mkdir(path, 0777) == 0 && (dst->below[dst->below_count] = strdup(path)) != NULL)
            dst->below_count++;
        *slash++ = '/';
    }
    rl_status status = dst->count == FOLDER_FILES
                           ? status_fail(error, RL_INTERNAL, "%s: too many files", SHOW(path))
                           : output_file(sink, path, dst->no_clobber, error);
    if (status != RL_OK) {
        free(path);
        return status;
    }
    dst->file_path[dst->count] = path;
    dst->file[dst->count++] = *sink;
    return RL_OK;
}

rl_status folder_publish(folder *dst, rl_error *error)
{
    rl_status status = RL_OK;
    for (int i = 0; dst->no_clobber && i < dst->count && status == RL_OK; i++)
        status = check_new(dst->file_path[i], error);
    for (int i = 0; i < dst->count && status == RL_OK; i++) {
        status = rl_sink_commit(dst->file[i], error);
        dst->is_new = dst->is_new && status != RL_OK;
    }
    return status;
}

void folder_close(folder *dst)
{
    for (int i = 0; i < dst->count; i++) {
        rl_sink_free(dst->file[i]);
        free(dst->file_path[i]);
    }
    dst->count = 0;
    while (dst->below_count > 0) {
        rmdir(dst->below[--dst->below_count]);
        free(dst->below[dst->below_count]);
    }
    if (dst->is_new)
        rmdir(dst->path);
    dst->is_new = 0;
}
