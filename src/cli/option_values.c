/* option_values.c - the readers of the option table: one value into struct options. */
#include "cli/option_values.h"
#include "cli/bot/bot_time.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char **text_field(options *to, row_pointer row)
{
    return (const char **)(void *)((char *)to + row->field);
}

int read_switch(options *to, row_pointer row, const char *place, const char *value)
{
    (void)place;
    (void)value;
    *(int *)(void *)((char *)to + row->field) = 1;
    return CODE_OK;
}

int read_text(options *to, row_pointer row, const char *place, const char *value)
{
    if (value[0] == '\0')
        return say_error(CODE_USAGE, "%s: empty: needs %s", place, row->argument);
    *text_field(to, row) = value;
    return CODE_OK;
}

/* What goes into a file for others to read is plain UTF-8 of a modest length. */
int read_title(options *to, row_pointer row, const char *place, const char *value)
{
    size_t size = strlen(value);
    if (size > 1000 || !show_is_plain(value, size))
        return say_error(CODE_USAGE, "%s %s: must be UTF-8 text of at most 1000 bytes", place,
                         SHOW(value));
    return read_text(to, row, place, value);
}

int options_choice(const char *choices, const char *text)
{
    size_t size = strlen(text);
    for (int index = 0;; index++) {
        size_t length = strcspn(choices, "|");
        if (length == size && memcmp(choices, text, size) == 0)
            return index;
        if (choices[length] == '\0')
            return -1;
        choices += length + 1;
    }
}

/* Says that a value is none of "a|b|c", and which of them is near to it. */
static int tell_choice(const char *choices, const char *place, const char *value)
{
    char words[80];
    const char *names[16];
    size_t count = 0;
    snprintf(words, sizeof words, "%s", choices);
    for (char *word = words; word != NULL && count < 16;) {
        char *bar = strchr(word, '|');
        names[count++] = word;
        word = bar != NULL ? bar + 1 : NULL;
        if (bar != NULL)
            *bar = '\0';
    }
    const char *near = rl_nearest(value, names, count);
    return say_error(CODE_USAGE, "%s %s: must be %s%s%s%s", place, SHOW(value), choices,
                     near != NULL ? ": did you mean " : "", near != NULL ? near : "",
                     near != NULL ? "?" : "");
}

int read_choice(options *to, row_pointer row, const char *place, const char *value)
{
    if (options_choice(row->argument, value) < 0)
        return tell_choice(row->argument, place, value);
    *text_field(to, row) = value;
    return CODE_OK;
}

int read_setting(options *to, row_pointer row, const char *place, const char *value)
{
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value)
        return say_error(CODE_USAGE, "%s %s: must be %s", place, SHOW(value), row->argument);
    to->settings[to->setting_count++] = value;
    return CODE_OK;
}

int read_pass(options *to, row_pointer row, const char *place, const char *value)
{
    if (value[0] == '\0' || value[0] == ':')
        return say_error(CODE_USAGE, "%s %s: must be %s", place, SHOW(value), row->argument);
    to->passes[to->pass_count++] = value;
    return CODE_OK;
}

int read_map_size(options *to, row_pointer row, const char *place, const char *value)
{
    (void)row;
    return geometry_map_size(&to->size, value, place);
}

int read_size(options *to, row_pointer row, const char *place, const char *value)
{
    (void)row;
    return geometry_size(&to->size, value, place);
}

int read_region(options *to, row_pointer row, const char *place, const char *value)
{
    (void)row;
    return geometry_region(&to->region, value, place);
}

int read_seed(options *to, row_pointer row, const char *place, const char *value)
{
    rl_error error;
    (void)row;
    (void)place;
    if (rl_seed_parse(&to->seed, value, &error) != RL_OK)
        return say_status(&error);
    to->seed_text = value;
    return CODE_OK;
}

int read_seeds(options *to, row_pointer row, const char *place, const char *value)
{
    const char *dots = strstr(value, "..");
    if (dots == NULL ||
        !geometry_integer(&to->first_seed, value, (size_t)(dots - value), UINT64_MAX) ||
        !geometry_integer(&to->last_seed, dots + 2, strlen(dots + 2), UINT64_MAX))
        return say_error(CODE_USAGE, "%s %s: must be %s, two numbers up to 18446744073709551615",
                         place, SHOW(value), row->argument);
    if (to->first_seed > to->last_seed)
        return say_error(CODE_USAGE, "%s %s: the first must not be above the last", place,
                         SHOW(value));
    to->has_seeds = 1;
    return CODE_OK;
}

int read_like(options *to, row_pointer row, const char *place, const char *value)
{
    to->is_like = 1;
    return read_seed(to, row, place, value);
}

/* A count of 1 to `most` into a whole number of the struct. */
static int read_count(options *to, row_pointer row, const char *place, const char *value, int most)
{
    uint64_t count;
    if (!geometry_integer(&count, value, strlen(value), (uint64_t)most) || count == 0)
        return say_error(CODE_USAGE, "%s %s: must be 1..%d", place, SHOW(value), most);
    *(int *)(void *)((char *)to + row->field) = (int)count;
    return CODE_OK;
}

int read_threads(options *to, row_pointer row, const char *place, const char *value)
{
    return read_count(to, row, place, value, 256);
}

/* As many colours as a ramp for each part of a landscape needs and a palette of the
 * old machines had. */
#define PIXEL_ART_COLOURS "32"

int read_colours(options *to, row_pointer row, const char *place, const char *value)
{
    uint64_t count;
    if (value != NULL && (!geometry_integer(&count, value, strlen(value), 256) || count < 2))
        return say_error(CODE_USAGE, "%s=%s: must be 2..256", place, SHOW(value));
    *text_field(to, row) = value != NULL ? value : PIXEL_ART_COLOURS;
    return CODE_OK;
}

/* None at all: there is no last one. */
int read_frames(options *to, row_pointer row, const char *place, const char *value)
{
    to->endless = strcmp(value, "0") == 0;
    return to->endless ? CODE_OK : read_count(to, row, place, value, 1024);
}

int read_turns(options *to, row_pointer row, const char *place, const char *value)
{
    return read_count(to, row, place, value, 64);
}

int options_real(double *to, const char *text)
{
    char *end;
    if (text[0] == '\0' || text[strspn(text, "-.0123456789")] != '\0')
        return 0;
    *to = strtod(text, &end);
    return *end == '\0';
}

int read_fps(options *to, row_pointer row, const char *place, const char *value)
{
    return read_count(to, row, place, value, 100);
}

/* Only a map with a side of a power of two continues itself. */
int read_map_side(options *to, row_pointer row, const char *place, const char *value)
{
    uint64_t side;
    if (!geometry_integer(&side, value, strlen(value), 16384) || side < 16 ||
        (side & (side - 1)) != 0)
        return say_error(CODE_USAGE, "%s %s: must be a power of two, 16..16384", place,
                         SHOW(value));
    to->map_side = (int)side;
    (void)row;
    return CODE_OK;
}

int read_columns(options *to, row_pointer row, const char *place, const char *value)
{
    return read_count(to, row, place, value, 100);
}

/* ---- sets and bots ------------------------------------------------------ */

/* It becomes part of file names, of seeds and of pages. */
#define NAME_MAX_BYTES 64

int read_name(options *to, row_pointer row, const char *place, const char *value)
{
    size_t size = strlen(value);
    if (size > NAME_MAX_BYTES || !show_is_plain(value, size) || strchr(value, '/') != NULL ||
        value[0] == '.' || value[0] == '-')
        return say_error(CODE_USAGE,
                         "%s %s: must be UTF-8 of at most %d bytes, without a slash, and not start "
                         "with a dot or a dash",
                         place, SHOW(value), NAME_MAX_BYTES);
    return read_text(to, row, place, value);
}

int read_dark(options *to, row_pointer row, const char *place, const char *value)
{
    if (value != NULL && value[0] == '\0')
        return say_error(CODE_USAGE, "%s=: empty: needs the name of a mood", place);
    *text_field(to, row) = value != NULL ? value : "";
    return CODE_OK;
}

int read_timed(options *to, row_pointer row, const char *place, const char *value)
{
    uint64_t count;
    if (!geometry_integer(&count, value, strlen(value), 96) || count < 2)
        return say_error(CODE_USAGE, "%s %s: must be 2..96", place, SHOW(value));
    to->timed = (int)count;
    (void)row;
    return CODE_OK;
}

int read_now(options *to, row_pointer row, const char *place, const char *value)
{
    uint64_t now;
    (void)row;
    if (value[0] != '@' || !geometry_integer(&now, value + 1, strlen(value + 1), BOT_TIME_MAX))
        return say_error(CODE_USAGE, "%s %s: must be @ and seconds since 1970, up to %lld", place,
                         SHOW(value), (long long)BOT_TIME_MAX);
    to->now = (int64_t)now;
    to->has_now = 1;
    return CODE_OK;
}

int read_keep(options *to, row_pointer row, const char *place, const char *value)
{
    uint64_t count;
    (void)row;
    if (!geometry_integer(&count, value, strlen(value), 1000000))
        return say_error(CODE_USAGE, "%s %s: must be 0..1000000", place, SHOW(value));
    to->keep = (int)count;
    to->keeps_all = count == 0;
    return CODE_OK;
}

int read_max_bytes(options *to, row_pointer row, const char *place, const char *value)
{
    (void)row;
    if (!geometry_integer(&to->max_bytes, value, strlen(value), UINT64_MAX >> 1) ||
        to->max_bytes == 0)
        return say_error(CODE_USAGE, "%s %s: must be a number of bytes from 1", place, SHOW(value));
    return CODE_OK;
}

int read_catch_up(options *to, row_pointer row, const char *place, const char *value)
{
    return read_count(to, row, place, value, 1000);
}
