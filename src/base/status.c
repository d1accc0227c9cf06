/* status.c - fills rl_error; escapes what came from outside. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

rl_status status_fail(rl_error *error, rl_status status, const char *format, ...)
{
    if (error != NULL) {
        error->status = status;
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

rl_status status_range(const char *what, int value, int min, int max, rl_error *error)
{
    if (value >= min && value <= max)
        return RL_OK;
    return status_fail(error, RL_BAD_ARGUMENT, "%s: %d: must be %d..%d", what, value, min, max);
}

rl_status status_options(size_t struct_size, size_t must_be, rl_error *error)
{
    if (struct_size == must_be)
        return RL_OK;
    return status_fail(error, RL_BAD_ARGUMENT, "options.struct_size: %zu: must be %zu", struct_size,
                       must_be);
}

rl_status status_clear(rl_error *error)
{
    if (error != NULL) {
        error->status = RL_OK;
        error->text[0] = '\0';
    }
    return RL_OK;
}

/* The length of the harmless UTF-8 sequence at `s`, or 0.  Control characters
 * (C0, C1), the direction marks U+061C, U+200E/F, U+202A-E and U+2066-9, the line
 * separators and what is not UTF-8 at all are not harmless on a terminal. */
static size_t harmless_length(const unsigned char *s, size_t size)
{
    if (s[0] >= 0x20 && s[0] < 0x7f)
        return 1;
    size_t length = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : 0;
    if (length == 0 || length > size)
        return 0;
    uint32_t code = s[0] & (length == 2 ? 0x1fU : 0x0fU);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3fU);
    }
    if (length == 3 && code < 0x800)
        return 0;
    if (code < 0xa0 || code == 0x061c || (code >= 0x200b && code <= 0x200f) ||
        (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
        (code >= 0xd800 && code <= 0xf8ff) || code >= 0xfe00)
        return 0;
    return length;
}

shown_text status_show(const char *bytes, size_t size)
{
    static const char digit[] = "0123456789abcdef";
    shown_text shown;
    size_t used = 0;
    size_t i = 0;
    while (i < size && used < 60) {
        const unsigned char *s = (const unsigned char *)bytes + i;
        size_t length = harmless_length(s, size - i);
        if (length > 0) {
            memcpy(shown.text + used, s, length);
            used += length;
            i += length;
        } else {
            shown.text[used++] = '\\';
            shown.text[used++] = 'x';
            shown.text[used++] = digit[*s >> 4];
            shown.text[used++] = digit[*s & 15];
            i++;
        }
    }
    if (i < size) {
        memcpy(shown.text + used, "...", 3);
        used += 3;
    }
    shown.text[used] = '\0';
    return shown;
}
