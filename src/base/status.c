/* status.c - fills rl_error: status and text of a failure. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

rl_status status_no_memory(const char *what, rl_error *error)
{
    return status_fail(error, RL_NO_MEMORY, "%s: out of memory", what);
}

rl_status status_size(const char *name, size_t struct_size, size_t must_be, rl_error *error)
{
    if (struct_size == must_be)
        return RL_OK;
    return status_fail(error, RL_BAD_ARGUMENT, "%s.struct_size: %zu: must be %zu", name,
                       struct_size, must_be);
}

rl_status status_unknown(rl_error *error, const char *key, const char *value, const char *what,
                         const char *(*name_at)(size_t index))
{
    char list[400] = "";                /* as many names as fit */
    const char *pair[2] = {NULL, NULL}; /* nearest name so far, and the next name */
    size_t used = 0;
    int is_whole = 1;
    const char *name;
    for (size_t i = 0; (name = name_at(i)) != NULL; i++) {
        size_t has_near = pair[0] != NULL;
        is_whole = is_whole && used + strlen(name) + 3 < sizeof list;
        if (is_whole)
            used +=
                (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", name);
        pair[has_near] = name;
        pair[0] = rl_nearest(value, pair, has_near + 1);
    }
    if (pair[0] != NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: no such %s: did you mean %s?", key,
                           SHOWN(value), what, pair[0]);
    return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: no such %s: must be one of %s%s", key,
                       SHOWN(value), what, list, is_whole ? "" : ", ...");
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
