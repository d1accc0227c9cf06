/* say.c - error lines, escaped foreign text, checked standard output.
 *
 * In: formats whose foreign parts went through SHOW.  Out: lines on standard
 * error, bytes on standard output.  It must never lose a failed write, and
 * never let a byte through that a terminal would obey.
 */
#include "cli/common/say.h"

#include "base/text.h"
#include "cli/common/progress.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>

#define LINE_SIZE 1024
#define ORIGINS_MOST 128

/* ---- escaping ----------------------------------------------------------- */

shown show_reason(int code)
{
    shown words;
    snprintf(words.text, sizeof words.text, "%s", strerror(code));
    if (words.text[0] >= 'A' && words.text[0] <= 'Z' && words.text[1] >= 'a')
        words.text[0] = (char)(words.text[0] - 'A' + 'a');
    return words;
}

/* Returns 1 if `length_of` accepts each character, which it does by returning a length above 0. */
static int is_all(const char *bytes, size_t size, size_t (*length_of)(const char *, size_t))
{
    for (size_t i = 0, length; i < size; i += length)
        if ((length = length_of(bytes + i, size - i)) == 0)
            return 0;
    return 1;
}

int show_is_utf8(const void *bytes, size_t size)
{
    return is_all(bytes, size, text_character);
}

int show_is_plain(const void *bytes, size_t size)
{
    return is_all(bytes, size, text_printable);
}

shown show_bytes(const void *bytes, size_t size)
{
    shown result;
    text_show(result.text, 120, bytes, size);
    return result;
}

/* Writes foreign text by `write`, escaped but for line ends and tabs.  Returns 0, or -1 if that
 * failed. */
static int write_escaped(const char *s, size_t size, int (*write)(const void *bytes, size_t size))
{
    char letter[8];
    for (size_t i = 0, written; i < size;) {
        if (s[i] == '\n' || s[i] == '\t') {
            letter[0] = s[i++];
            written = 1;
        } else {
            i += text_escape(letter, &written, s + i, size - i);
        }
        if (write(letter, written) != 0)
            return -1;
    }
    return 0;
}

/* ---- standard error ----------------------------------------------------- */

/* A line is written by one call, so that lines of several processes that share
 * a log do not mix. */
static void write_text(const char *before, const char *place, const char *message)
{
    fprintf(stderr, "%s%s%s%s\n", before, place != NULL ? place : "", place != NULL ? ": " : "",
            message);
}

static int has_levels;

/* systemd sets $JOURNAL_STREAM to DEVICE:INODE of the stream that leads to the journal. */
void say_to_journal(void)
{
    char mine[64];
    struct stat status;
    const char *journal = getenv("JOURNAL_STREAM");
    if (journal == NULL || fstat(2, &status) != 0)
        return;
    snprintf(mine, sizeof mine, "%llu:%llu", (unsigned long long)status.st_dev,
             (unsigned long long)status.st_ino);
    has_levels = strcmp(mine, journal) == 0;
}

/* Options that come from the user's settings. */
static struct origin {
    char place[200];
    char words[2][40]; /* "-m", "--mood" */
} origins[ORIGINS_MOST];
static int origin_count;

void say_origin(const char *place, const char *word, const char *name)
{
    if (origin_count == ORIGINS_MOST)
        return;
    struct origin *origin = &origins[origin_count++];
    snprintf(origin->place, sizeof origin->place, "%s", place);
    snprintf(origin->words[0], sizeof origin->words[0], "%s", word);
    snprintf(origin->words[1], sizeof origin->words[1], "--%s", name);
}

/* Returns the place in the settings of the option that a message begins with, or NULL. */
static const char *origin_of(const char *message)
{
    for (int i = origin_count - 1; i >= 0; i--)
        for (int k = 0; k < 2; k++) {
            size_t size = strlen(origins[i].words[k]);
            if (strncmp(message, origins[i].words[k], size) == 0 &&
                strchr(" :=", message[size]) != NULL)
                return origins[i].place;
        }
    return NULL;
}

int say_error(int code, const char *format, ...)
{
    char message[LINE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    const char *place = origin_of(message);
    write_text(has_levels ? "<3>ridgeline: " : "ridgeline: ", place, message);
    return place != NULL && code == CODE_USAGE ? CODE_CONFIG : code;
}

int say_no_memory(const char *what)
{
    return say_error(CODE_NO_MEMORY, "%s: out of memory", what);
}

void say_note(const char *format, ...)
{
    char message[LINE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    write_text(has_levels ? "<6>" : "", NULL, message);
}

int say_no_such(const char *place, const char *value, const char *what, name_list *list)
{
    char all[600] = "";
    const char *name, *near = name_near(list, value);
    for (size_t i = 0, used = 0; (name = list(i)) != NULL && used < sizeof all; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, " %s", name);
    return near != NULL ? say_error(CODE_USAGE, "%s%s: no such %s: did you mean %s?", place,
                                    SHOW(value), what, near)
                        : say_error(CODE_USAGE, "%s%s: no such %s: must be one of%s", place,
                                    SHOW(value), what, all);
}

int say_status(const rl_error *error)
{
    static const int codes[] = {
        [RL_OK] = CODE_OK,
        [RL_BAD_ARGUMENT] = CODE_USAGE,
        [RL_BAD_DATA] = CODE_DATA,
        [RL_NO_INPUT] = CODE_NO_INPUT,
        [RL_NO_MEMORY] = CODE_NO_MEMORY,
        [RL_CANNOT_CREATE] = CODE_CANNOT_CREATE,
        [RL_IO_ERROR] = CODE_IO,
        [RL_CANCELLED] = CODE_IO,
        [RL_INTERNAL] = CODE_INTERNAL,
    };
    return say_error(codes[error->status], "%s", error->text);
}

int say_result(rl_status status, const rl_error *error)
{
    return status == RL_OK ? CODE_OK : say_status(error);
}

int say_limited(rl_status status, const rl_error *error)
{
    const char *last = strrchr(error->text, ' ');
    int is_size = status == RL_BAD_DATA && last != NULL &&
                  (strcmp(last, " samples") == 0 || strcmp(last, " pixels") == 0) &&
                  strstr(error->text, " a side and ") != NULL;
    return is_size ? say_error(CODE_DATA, "%s: --limit side=N,area=N allows more", error->text)
                   : say_result(status, error);
}

int name_index(name_list *list, const char *name)
{
    const char *found;
    for (int i = 0; (found = list((size_t)i)) != NULL; i++)
        if (strcmp(found, name) == 0)
            return i;
    return -1;
}

const char *name_near(name_list *list, const char *word)
{
    const char *name, *pair[2] = {NULL, NULL}; /* nearest so far, next name */
    for (size_t i = 0; (name = list(i)) != NULL; i++) {
        size_t has_near = pair[0] != NULL;
        pair[has_near] = name;
        pair[0] = rl_nearest(word, pair, has_near + 1);
    }
    return pair[0];
}

shown show_near(const char *name)
{
    shown hint = {""};
    if (name != NULL)
        snprintf(hint.text, sizeof hint.text, ": did you mean %.140s?", name);
    return hint;
}

static int write_error(const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stderr) == size ? 0 : -1;
}

void say_escaped(const void *bytes, size_t size)
{
    (void)write_escaped(bytes, size, write_error);
}

/* ---- standard output ---------------------------------------------------- */

/* The errno of the first write that failed, 0 while all is well. */
static int out_errno;

int out_write(const void *bytes, size_t size)
{
    if (out_errno == 0 && size != 0 && fwrite(bytes, 1, size, stdout) != size)
        out_errno = errno != 0 ? errno : EIO;
    return out_errno == 0 ? 0 : -1;
}

int out_print(const char *format, ...)
{
    char line[LINE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    return out_write(line, strlen(line));
}

int out_escaped(const void *bytes, size_t size)
{
    return write_escaped(bytes, size, out_write);
}

int out_line(const char *text)
{
    (void)out_escaped(text, strlen(text));
    return out_write("\n", 1);
}

int out_failed(void)
{
    return out_errno != 0;
}

int out_finish(void)
{
    if (fflush(stdout) != 0 && out_errno == 0)
        out_errno = errno;
    if (fclose(stdout) != 0 && out_errno == 0)
        out_errno = errno;
    if (out_errno == 0)
        return CODE_OK;
    if (out_errno == EPIPE)
        stop_die(0); /* SIGPIPE */
    return say_error(CODE_IO, "standard output: cannot be written: %s", REASON(out_errno));
}

/* ---- shells ------------------------------------------------------------- */

/* A word of these characters needs no quotes in a shell. */
static const char safe_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                   "0123456789+-./:=@_,";

void shell_word(const char *word, void (*put)(void *user, const char *bytes, size_t size),
                void *user)
{
    int is_quoted = word[0] == '\0' || word[strspn(word, safe_letters)] != '\0';
    put(user, "'", (size_t)is_quoted);
    for (size_t run; *word != '\0'; word += run) {
        run = strcspn(word, "'");
        put(user, run > 0 ? word : "'\\''", run > 0 ? run : 4);
        run += run == 0;
    }
    put(user, "'", (size_t)is_quoted);
}
