/* option_rules.c - which options go together: the columns `needs` and `excludes` of their rows. */
#include "cli/options.h"

#include <string.h>

#include "cli/common/say.h"

/* Returns 1 if `name` is one of the names in a list with blanks between them. */
static int is_listed(const char *names, const char *name)
{
    size_t size = strlen(name);
    while (names != NULL && *names != '\0') {
        size_t length = strcspn(names, " ");
        if (length == size && memcmp(names, name, size) == 0)
            return 1;
        names += length + strspn(names + length, " ");
    }
    return 0;
}

int option_excludes(const option_row *row, const option_row *other)
{
    return is_listed(row->excludes, other->name) || is_listed(other->excludes, row->name);
}

const option_row *option_conflict(const options *opts, const option_row *row)
{
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if (opts->values[i] != NULL && opts->rows[i] != row && option_excludes(row, opts->rows[i]))
            return opts->rows[i];
    return NULL;
}

int options_check(const options *opts)
{
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        for (size_t k = 0; opts->values[i] != NULL && opts->rows[k] != NULL; k++) {
            const option_row *other = opts->rows[k];
            if (opts->values[k] != NULL && is_listed(row->excludes, other->name))
                return say_error(CODE_USAGE, "%s: conflicts with %s: remove one of them",
                                 option_place(other).text, option_place(row).text);
            if (opts->values[k] == NULL && row->needs != NULL &&
                strcmp(row->needs, other->name) == 0)
                return say_error(CODE_USAGE, "%s: needs %s: add it", option_place(row).text,
                                 option_place(other).text);
        }
    }
    return CODE_OK;
}
