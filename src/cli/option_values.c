/* option_values.c - readers of the option rows: one value into struct options. */
#include "cli/option_values.h"
#include "cli/common/say.h"
#include "ridgeline-map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *option_field(options *opts, const option_row *row)
{
    return row->field >= OWN_BASE ? (char *)opts->own + (row->field - OWN_BASE)
                                  : (char *)opts + row->field;
}

int read_switch(options *opts, const option_row *row, const char *place, const char *value)
{
    (void)place;
    (void)value;
    *(int *)option_field(opts, row) = 1;
    return CODE_OK;
}

int read_text(options *opts, const option_row *row, const char *place, const char *value)
{
    if (value[0] == '\0')
        return say_error(CODE_USAGE, "%s: empty: needs %s", place, row->argument);
    *(const char **)option_field(opts, row) = value;
    return CODE_OK;
}

int read_title(options *opts, const option_row *row, const char *place, const char *value)
{
    size_t size = strlen(value);
    if (size > 1000 || !show_is_plain(value, size))
        return say_error(CODE_USAGE, "%s %s: must be UTF-8 text of at most 1000 bytes", place,
                         SHOW(value));
    return read_text(opts, row, place, value);
}

/* ---- choices ------------------------------------------------------------ */

int options_choice(const char *choices, const char *text)
{
    size_t size = text != NULL ? strlen(text) : 0;
    for (int index = 0;; index++) {
        size_t length = strcspn(choices, "|");
        if (text == NULL || (length == size && memcmp(choices, text, size) == 0))
            return index;
        if (choices[length] == '\0')
            return -1;
        choices += length + 1;
    }
}

const char *option_argument(const option_row *row)
{
    static char words[160];
    const char *name;
    if (row->argument == NULL || row->argument[0] != '\0')
        return row->argument;
    for (size_t i = 0, used = 0; (name = row->list(i)) != NULL && used < sizeof words; i++)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s", i > 0 ? "|" : "", name);
    return words;
}

/* The value must be one of "a|b|c". */
static int check_choice(const char *choices, const char *place, const char *value)
{
    char words[160];
    const char *names[32];
    size_t count = 0;
    if (options_choice(choices, value) >= 0)
        return CODE_OK;
    snprintf(words, sizeof words, "%s", choices);
    for (char *word = words; word != NULL && count < 32;) {
        char *bar = strchr(word, '|');
        names[count++] = word;
        word = bar != NULL ? bar + 1 : NULL;
        if (bar != NULL)
            *bar = '\0';
    }
    return say_error(CODE_USAGE, "%s %s: must be %s%s", place, SHOW(value), choices,
                     show_near(value, names, count).text);
}

int read_listed(options *opts, const option_row *row, const char *place, const char *value)
{
    *(const char **)option_field(opts, row) = value;
    return check_choice(option_argument(row), place, value);
}

int read_choice(options *opts, const option_row *row, const char *place, const char *value)
{
    *(const char **)option_field(opts, row) = value;
    return check_choice(row->argument, place, value);
}

/* ---- keys, settings, passes --------------------------------------------- */

int read_key(options *opts, const option_row *row, const char *place, const char *value)
{
    uint64_t count;
    if (value == NULL || row->argument == NULL)
        return CODE_OK;
    if (value[0] == '\0' && row->argument[0] != '[')
        return say_error(CODE_USAGE, "%s: empty: needs %s", place, row->argument);
    if (row->field != 0)
        *(const char **)option_field(opts, row) = value;
    if (row->most > 0 && (!geometry_integer(&count, value, strlen(value), (uint64_t)row->most) ||
                          count < (uint64_t)row->least))
        return say_error(CODE_USAGE, "%s%s%s: must be %d..%d", place,
                         row->argument[0] == '[' ? "=" : " ", SHOW(value), row->least, row->most);
    int is_choice = strchr(row->argument, '|') != NULL && strstr(row->argument, "NAME") == NULL;
    return is_choice ? check_choice(row->argument, place, value) : CODE_OK;
}

int read_setting(options *opts, const option_row *row, const char *place, const char *value)
{
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value)
        return say_error(CODE_USAGE, "%s %s: must be %s", place, SHOW(value), row->argument);
    opts->settings[opts->setting_count++] = value;
    return CODE_OK;
}

int read_pass(options *opts, const option_row *row, const char *place, const char *value)
{
    if (value[0] == '\0' || value[0] == ':')
        return say_error(CODE_USAGE, "%s %s: must be %s", place, SHOW(value), row->argument);
    opts->passes[opts->pass_count++] = value;
    return CODE_OK;
}

const char *pass_name(size_t index)
{
    const char *name = rl_pass_name((int)index);
    return name != NULL ? name : index > 0 && rl_pass_name((int)index - 1) != NULL ? "help" : NULL;
}

/* ---- numbers ------------------------------------------------------------ */

int read_count(options *opts, const option_row *row, const char *place, const char *value)
{
    uint64_t count;
    if (!geometry_integer(&count, value, strlen(value), (uint64_t)row->most) ||
        count < (uint64_t)row->least)
        return say_error(CODE_USAGE, "%s %s: must be %d..%d", place, SHOW(value), row->least,
                         row->most);
    *(int *)option_field(opts, row) = (int)count;
    return CODE_OK;
}

int options_real(double *number, const char *text)
{
    char *end;
    if (text[0] == '\0' || text[strspn(text, "-.0123456789")] != '\0')
        return 0;
    *number = strtod(text, &end);
    return *end == '\0';
}

/* Two-digit hours are those of the key; people type 6:30, 6 and 6pm, too. */
int read_time(options *opts, const option_row *row, const char *place, const char *value)
{
    int hour = 0, minute = 0, size = 0;
    while (value[size] >= '0' && value[size] <= '9' && size < 2)
        hour = hour * 10 + value[size++] - '0';
    const char *rest = value + size;
    if (size > 0 && rest[0] == ':' && strlen(rest) == 3) {
        snprintf(opts->time_text, sizeof opts->time_text, "%02d%s", hour, rest);
        *(const char **)option_field(opts, row) = opts->time_text;
        return CODE_OK; /* the key checks the range */
    }
    if (strcmp(value, "auto") == 0)
        return read_text(opts, row, place, value);
    if (strcmp(value, "now") == 0)
        return say_error(CODE_USAGE, "%s now: must be 00:00..24:00: did you mean $(date +%%H:%%M)?",
                         place);
    int is_afternoon = strcmp(rest, "pm") == 0;
    if (size > 0 && hour <= 24 && (rest[0] == '\0' || is_afternoon || strcmp(rest, "am") == 0)) {
        hour += is_afternoon && hour < 12 ? 12 : 0;
        return say_error(CODE_USAGE, "%s %s: must be 00:00..24:00: did you mean %02d:%02d?", place,
                         SHOW(value), hour, minute);
    }
    return say_error(CODE_USAGE, "%s %s: must be 00:00..24:00 or auto", place, SHOW(value));
}

int read_size(options *opts, const option_row *row, const char *place, const char *value)
{
    (void)row;
    return geometry_size(&opts->size, value, place);
}

int read_seed(options *opts, const option_row *row, const char *place, const char *value)
{
    rl_error error;
    (void)row;
    (void)place;
    if (rl_seed_parse(&opts->seed, value, &error) != RL_OK)
        return say_status(&error);
    opts->seed_text = value;
    return CODE_OK;
}

int read_seeds(options *opts, const option_row *row, const char *place, const char *value)
{
    const char *dots = strstr(value, "..");
    if (dots == NULL ||
        !geometry_integer(&opts->first_seed, value, (size_t)(dots - value), UINT64_MAX) ||
        !geometry_integer(&opts->last_seed, dots + 2, strlen(dots + 2), UINT64_MAX))
        return say_error(CODE_USAGE, "%s %s: must be %s, two numbers up to 18446744073709551615",
                         place, SHOW(value), row->argument);
    if (opts->first_seed > opts->last_seed)
        return say_error(CODE_USAGE, "%s %s: the first must not be above the last", place,
                         SHOW(value));
    opts->has_seeds = 1;
    return CODE_OK;
}

/* ---- sets and bots ------------------------------------------------------ */

/* It becomes part of file names, of seeds and of pages. */
#define NAME_MAX_BYTES 64

int read_name(options *opts, const option_row *row, const char *place, const char *value)
{
    size_t size = strlen(value);
    if (size > NAME_MAX_BYTES || !show_is_plain(value, size) || strchr(value, '/') != NULL ||
        value[0] == '.' || value[0] == '-')
        return say_error(CODE_USAGE,
                         "%s %s: must be UTF-8 of at most %d bytes, without a slash, and not start "
                         "with a dot or a dash",
                         place, SHOW(value), NAME_MAX_BYTES);
    return read_text(opts, row, place, value);
}

/* The last second of the year 9999, UTC: times have four digits of the year. */
#define TIME_MAX INT64_C(253402300799)

int read_now(options *opts, const option_row *row, const char *place, const char *value)
{
    uint64_t now;
    (void)row;
    if (value[0] != '@' || !geometry_integer(&now, value + 1, strlen(value + 1), TIME_MAX))
        return say_error(CODE_USAGE, "%s %s: must be @ and seconds since 1970, up to %lld", place,
                         SHOW(value), (long long)TIME_MAX);
    opts->now = (int64_t)now;
    opts->has_now = 1;
    return CODE_OK;
}
