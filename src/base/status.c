/* status.c - fills rl_error. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

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

shown_text status_show(const char *bytes, size_t size)
{
    shown_text shown;
    text_show(shown.text, 60, bytes, size);
    return shown;
}
