/* say.c - error lines, escaped foreign text, checked standard output.
 *
 * In: formats whose foreign parts went through SHOW.  Out: lines on standard
 * error, bytes on standard output.  It must never lose a failed write, and
 * never let a byte through that a terminal would obey.
 */
#include "cli/common/say.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LINE_SIZE 1024

/* ---- escaping ----------------------------------------------------------- */

/* Characters beyond ASCII that steer a terminal or reorder its line: C1
 * controls, marks and overrides of writing direction, line separators, the
 * byte order mark, and what is no character, which XML forbids. */
static const struct {
    uint32_t first, last;
} unsafe[] = {{0x80, 0x9F},     {0x061C, 0x061C}, {0x200B, 0x200F},
              {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF},
              {0xFFFE, 0xFFFF}, {0xD800, 0xDFFF}, {0x110000, UINT32_MAX}};

static int is_unsafe(uint32_t point)
{
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (point >= unsafe[i].first && point <= unsafe[i].last)
            return 1;
    return 0;
}

/* Returns the length of the character of UTF-8 at `s` and which it is, or 0 when there is
 * none.  Overlong forms are none: they can hide a control byte. */
static size_t letter_length(const unsigned char *s, size_t size, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    *point = s[0];
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4 || length > size)
        return 0;
    *point = s[0] & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *point = *point << 6 | (s[i] & 0x3FU);
    }
    int is_half = *point >= 0xD800 && *point <= 0xDFFF; /* of a pair of UTF-16 */
    return *point < least[length] || *point > 0x10FFFF || is_half ? 0 : length;
}

/* Returns the length of the safe character at `s`, or 0 when its first byte has
 * to be escaped. */
static size_t safe_length(const unsigned char *s, size_t size)
{
    uint32_t point;
    size_t length = letter_length(s, size, &point);
    if (s[0] < 0x80)
        return s[0] >= 0x20 && s[0] != 0x7F;
    return length == 0 || is_unsafe(point) ? 0 : length;
}

shown show_reason(int code)
{
    shown words;
    snprintf(words.text, sizeof words.text, "%s", strerror(code));
    if (words.text[0] >= 'A' && words.text[0] <= 'Z' && words.text[1] >= 'a')
        words.text[0] = (char)(words.text[0] - 'A' + 'a');
    return words;
}

int show_is_utf8(const void *bytes, size_t size)
{
    const unsigned char *s = bytes;
    uint32_t point;
    for (size_t at = 0, length; at < size; at += length) {
        length = letter_length(s + at, size - at, &point);
        if (length == 0)
            return 0;
    }
    return 1;
}

int show_is_plain(const void *bytes, size_t size)
{
    const unsigned char *s = bytes;
    for (size_t at = 0, length; at < size; at += length) {
        length = safe_length(s + at, size - at);
        if (length == 0)
            return 0;
    }
    return 1;
}

/* Writes the next character of `s` to `to` (at least 5 bytes), escaped when it
 * must be; returns how many bytes of `s` it took. */
static size_t show_next(char *to, size_t *written, const unsigned char *s, size_t size)
{
    size_t length = safe_length(s, size);
    if (length == 0) {
        *written = (size_t)snprintf(to, 5, "\\x%02x", s[0]);
        return 1;
    }
    memcpy(to, s, length);
    *written = length;
    return length;
}

/* The same for texts of many lines: line ends and tabs stay. */
static size_t show_text(char *to, size_t *written, const unsigned char *s, size_t size)
{
    if (s[0] != '\n' && s[0] != '\t')
        return show_next(to, written, s, size);
    to[0] = (char)s[0];
    *written = 1;
    return 1;
}

shown show_bytes(const void *bytes, size_t size)
{
    const unsigned char *s = bytes;
    shown result;
    size_t at = 0, used = 0, written;
    while (at < size && used < 120) {
        at += show_next(result.text + used, &written, s + at, size - at);
        used += written;
    }
    memcpy(result.text + used, at < size ? "..." : "", at < size ? 4 : 1);
    return result;
}

/* ---- standard error ----------------------------------------------------- */

/* A line is written by one call, so that lines of several processes that share
 * a log do not mix. */
__attribute__((format(printf, 2, 0))) static void write_line(const char *before, const char *format,
                                                             va_list values)
{
    char line[LINE_SIZE];
    size_t used = (size_t)snprintf(line, sizeof line, "%s", before);
    vsnprintf(line + used, sizeof line - used, format, values);
    fprintf(stderr, "%s\n", line);
}

static int has_levels;

/* The variable holds device and inode of the stream that is the journal's. */
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

int say_error(int code, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    write_line(has_levels ? "<3>ridgeline: " : "ridgeline: ", format, values);
    va_end(values);
    return code;
}

void say_note(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    write_line(has_levels ? "<6>" : "", format, values);
    va_end(values);
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

void say_escaped(const void *bytes, size_t size)
{
    const unsigned char *s = bytes;
    char text[8];
    for (size_t at = 0, written; at < size;) {
        at += show_text(text, &written, s + at, size - at);
        fwrite(text, 1, written, stderr);
    }
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
    const unsigned char *s = bytes;
    char text[8];
    for (size_t at = 0, written; at < size;) {
        at += show_text(text, &written, s + at, size - at);
        if (out_write(text, written) != 0)
            return -1;
    }
    return 0;
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
    if (out_errno == EPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    return say_error(CODE_IO, "standard output: cannot be written: %s", REASON(out_errno));
}
