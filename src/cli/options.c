/* options.c - what was given on the command line, and the readers of the table's rows.
 *
 * In: the text of a value.  Out: a field of struct options, or one error line.  Nothing here opens
 * a file.
 */
#include "cli/options.h"
#include "base/path.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "ridgeline-map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const option_row *command_own(const struct command *command, const char *name)
{
    const option_row *row = command->rows;
    while (row != NULL && row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    return row != NULL && row->name != NULL ? row : NULL;
}

int command_takes(const struct command *command, const option_row *row)
{
    return command_own(command, row->name) != NULL || row->groups == ~0 ||
           (row->groups & command->takes) != 0;
}

option_word option_place(const option_row *row)
{
    option_word word;
    if (row->letter != 0)
        snprintf(word.text, sizeof word.text, "-%c", row->letter);
    else
        snprintf(word.text, sizeof word.text, "--%s", row->name);
    return word;
}

const char *option_text(const options *opts, size_t index)
{
    const option_row *row = opts->rows[index];
    int is_text = row->read == NULL || row->read == read_text || row->read == read_word ||
                  row->read == read_time;
    if (!is_text || row->field == 0 || row->field >= OWN_BASE)
        return opts->values[index];
    return *(const char *const *)(const void *)((const char *)opts + row->field);
}

const char *option_value(const options *opts, const char *name)
{
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if (strcmp(opts->rows[i]->name, name) == 0)
            return option_text(opts, i);
    return NULL;
}

/* ---- readers of the rows: one value into struct options ------------------- */

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
    static char words[240];
    output_format format;
    size_t used = 0;
    if (row->argument == NULL || row->argument[0] != '\0')
        return row->argument;
    for (size_t i = 0; output_format_at(&format, i) && used < sizeof words; i++)
        if ((format.uses & row->formats) != 0)
            used += (size_t)snprintf(words + used, sizeof words - used, "%s%s", used > 0 ? "|" : "",
                                     format.name);
    return words;
}

/* Checks that the value is one of "a|b|c".  Returns an exit code. */
static int check_choice(const char *choices, const char *place, const char *value)
{
    char words[240], *rest;
    const char *names[32];
    size_t count = 0;
    if (options_choice(choices, value) >= 0)
        return CODE_OK;
    snprintf(words, sizeof words, "%s", choices);
    for (char *word = strtok_r(words, "|", &rest); word != NULL && count < 32;
         word = strtok_r(NULL, "|", &rest))
        names[count++] = word;
    return say_error(CODE_USAGE, "%s %s: must be %s%s", place, SHOW(value), choices,
                     show_near(rl_nearest(value, names, count)).text);
}

int read_word(options *opts, const option_row *row, const char *place, const char *value)
{
    *(const char **)option_field(opts, row) = value;
    return check_choice(option_argument(row), place, value);
}

int read_choice(options *opts, const option_row *row, const char *place, const char *value)
{
    *(int *)option_field(opts, row) = options_choice(row->argument, value);
    return check_choice(row->argument, place, value);
}

/* ---- settings, passes, ridges --------------------------------------------------- */

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

int read_ridge(options *opts, const option_row *row, const char *place, const char *value)
{
    uint64_t number;
    size_t digits = strcspn(value, "=");
    if (!geometry_integer(&number, value, digits, RL_MAX_RIDGES) || number == 0 ||
        value[digits] == '\0' || value[digits + 1] == '\0')
        return say_error(CODE_USAGE, "%s %s: must be %s, N 1..%d", place, SHOW(value),
                         row->argument, RL_MAX_RIDGES);
    opts->ridges[opts->ridge_count++] = value;
    return CODE_OK;
}

const char *pass_name(size_t index)
{
    const char *name = rl_pass_name((int)index);
    return name != NULL ? name : index > 0 && rl_pass_name((int)index - 1) != NULL ? "help" : NULL;
}

/* ---- numbers ------------------------------------------------------------ */

/* Reads a whole number, row->least to row->most.  Returns an exit code. */
static int check_count(int *number, const option_row *row, const char *place, const char *value)
{
    uint64_t count;
    if (!geometry_integer(&count, value, strlen(value), (uint64_t)row->most) ||
        count < (uint64_t)row->least)
        return say_error(CODE_USAGE, "%s%s%s: must be %d..%d", place,
                         row->argument[0] == '[' ? "=" : " ", SHOW(value), row->least, row->most);
    *number = (int)count;
    return CODE_OK;
}

int read_count(options *opts, const option_row *row, const char *place, const char *value)
{
    return check_count(option_field(opts, row), row, place, value);
}

/* Checks the value of an option that is another name of a key, as far as it needs no scene. Returns
 * an exit code. */
static int read_key(options *opts, const option_row *row, const char *place, const char *value)
{
    int count;
    if (value == NULL || row->argument == NULL)
        return CODE_OK;
    if (value[0] == '\0' && row->argument[0] != '[')
        return say_error(CODE_USAGE, "%s: empty: needs %s", place, row->argument);
    if (row->field != 0)
        *(const char **)option_field(opts, row) = value;
    if (row->most > 0)
        STEP(check_count(&count, row, place, value));
    int is_choice = strchr(row->argument, '|') != NULL && strstr(row->argument, "NAME") == NULL;
    return is_choice ? check_choice(row->argument, place, value) : CODE_OK;
}

const char *list_item(char *item, size_t size, const char *list)
{
    size_t length = strcspn(list, ",");
    snprintf(item, size, "%.*s", length < size ? (int)length : 0, list);
    return list[length] == ',' ? list + length + 1 + strspn(list + length + 1, " ") : NULL;
}

int list_has(const char *list, const char *name)
{
    size_t length = strlen(name);
    while (list != NULL) {
        if (strcspn(list, ",") == length && memcmp(list, name, length) == 0)
            return 1;
        list = list_item(NULL, 0, list);
    }
    return 0;
}

int options_real(double *number, const char *text)
{
    char *end;
    if (text[0] == '\0' || text[strspn(text, "-.0123456789")] != '\0')
        return 0;
    *number = strtod(text, &end);
    return *end == '\0';
}

int read_degrees(options *opts, const option_row *row, const char *place, const char *value)
{
    double *degrees = option_field(opts, row);
    if (options_real(degrees, value) && *degrees >= row->least && *degrees <= row->most)
        return CODE_OK;
    return say_error(CODE_USAGE, "%s %s: must be degrees, %d..%d", place, SHOW(value), row->least,
                     row->most);
}

/* The key takes two-digit hours; --time also takes 6:30, and its error for 6pm suggests 18:00. */
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
    if (row->list != NULL && strcmp(value, "help") == 0)
        return CODE_OK; /* help_lists prints the names */
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
    size_t first_size = dots == NULL ? strlen(value) : (size_t)(dots - value);
    const char *last = dots == NULL ? value : dots + 2; /* one number is a range of one seed */
    if (!geometry_integer(&opts->first_seed, value, first_size, UINT64_MAX) ||
        !geometry_integer(&opts->last_seed, last, strlen(last), UINT64_MAX))
        return say_error(CODE_USAGE, "%s %s: must be %s, or one number, up to 18446744073709551615",
                         place, SHOW(value), row->argument);
    if (opts->first_seed > opts->last_seed)
        return say_error(CODE_USAGE, "%s %s: the first must not be above the last", place,
                         SHOW(value));
    opts->has_seeds = 1;
    return CODE_OK;
}

/* ---- sets and bots ------------------------------------------------------ */

/* Longest --name, bytes; it becomes part of file names, seeds and pages. */
#define NAME_MAX_BYTES 64

int read_name(options *opts, const option_row *row, const char *place, const char *value)
{
    size_t size = strlen(value);
    if (size > NAME_MAX_BYTES || !show_is_plain(value, size) || path_slash(value) != NULL ||
        value[0] == '.' || value[0] == '-')
        return say_error(CODE_USAGE,
                         "%s %s: must be UTF-8 of at most %d bytes, without a slash, and not start "
                         "with a dot or a dash",
                         place, SHOW(value), NAME_MAX_BYTES);
    return read_text(opts, row, place, value);
}

/* Last second of the year 9999, UTC; times as text have four digits of the year. */
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

/* ---- sizes, regions and whole numbers: no sign, blank, exponent or hexadecimal number ---- */

const char *geometry_name(size_t index, geometry *size)
{
    static const struct {
        const char *name;
        geometry size;
    } named[] = {
        {"hd", {1280, 720, 0, 0}},      {"fhd", {1920, 1080, 0, 0}},
        {"wuxga", {1920, 1200, 0, 0}},  {"qhd", {2560, 1440, 0, 0}},
        {"wqxga", {2560, 1600, 0, 0}},  {"4k", {3840, 2160, 0, 0}},
        {"5k", {5120, 2880, 0, 0}},     {"6k", {6016, 3384, 0, 0}},
        {"8k", {7680, 4320, 0, 0}},     {"uwfhd", {2560, 1080, 0, 0}},
        {"uwqhd", {3440, 1440, 0, 0}},  {"uw4k", {3840, 1600, 0, 0}},
        {"suw", {5120, 1440, 0, 0}},    {"uw5k", {5120, 2160, 0, 0}},
        {"phone", {1080, 2400, 0, 0}},  {"phone-qhd", {1440, 3120, 0, 0}},
        {"iphone", {1179, 2556, 0, 0}}, {"iphone-max", {1290, 2796, 0, 0}},
        {"tablet", {2048, 2732, 0, 0}}, {"thumb", {440, 247, 0, 0}},
    };
    if (index >= sizeof named / sizeof *named)
        return NULL;
    *size = named[index].size;
    return named[index].name;
}

const char *size_name(size_t index)
{
    geometry size;
    return geometry_name(index, &size);
}

int geometry_integer(uint64_t *value, const char *text, size_t size, uint64_t max)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (sum > (max - digit) / 10 || digit > max)
            return 0;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return size > 0;
}

/* Reads the numbers of `text` from `part` on, with `separators` between them: a side, width and
 * height, or these and x and y.  Returns an exit code. */
static int read_numbers(geometry *rectangle, const char *separators, const char *part,
                        const char *text, const char *place, const char *rule)
{
    const char *const names[] = {separators[0] == '\0' ? "side" : "width", "height", "x", "y"};
    int *const values[] = {&rectangle->width, &rectangle->height, &rectangle->x, &rectangle->y};
    for (size_t i = 0;; i++) {
        size_t size = separators[i] != '\0' ? strcspn(part, "x+") : strlen(part);
        size_t sign = size > 1 && part[0] == '-';
        int is_side = i < 2;
        uint64_t value;
        if (separators[i] == part[size] && geometry_integer(&value, part, size, RL_MAX_SIDE) &&
            value >= (uint64_t)is_side)
            *values[i] = (int)value;
        /* A number out of range gets another message than a word. */
        else if (separators[i] == part[size] && size > sign &&
                 strspn(part + sign, "0123456789") >= size - sign)
            return say_error(CODE_USAGE, "%s %s: %s %s: must be %d..%d", place, SHOW(text),
                             names[i], show_bytes(part, size).text, is_side, RL_MAX_SIDE);
        else
            return say_error(CODE_USAGE, "%s %s: must be %s", place, SHOW(text), rule);
        if (separators[i] == '\0')
            return CODE_OK;
        part += size + 1;
    }
}

/* Writes what was probably meant by a size that cannot be read: ": did you mean 4k?". */
static void size_hint(char hint[64], const char *text)
{
    static const struct {
        const char *typed, *meant;
    } words[] = {{"uhd", "4k"},      {"4kuhd", "4k"},       {"2160p", "4k"},
                 {"1440p", "qhd"},   {"1080p", "fhd"},      {"720p", "hd"},
                 {"full-hd", "fhd"}, {"2k", "qhd"},         {"4320p", "8k"},
                 {"16:9", "fhd"},    {"16k", "15360x8640"}, {"12k", "11520x6480"},
                 {"wqhd", "qhd"},    {"10k", "10240x4320"}};
    uint64_t width, height;
    size_t digits = strspn(text, "0123456789");
    const char *second = text + digits;
    hint[0] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(words[i].typed, text) == 0) {
            snprintf(hint, 64, ": did you mean %s?", words[i].meant);
            return;
        }
    second += strcspn(second, "0123456789");
    if (!geometry_integer(&width, text, digits, RL_MAX_SIDE) || width < 32)
        return;
    if (text[digits] == '\0')
        snprintf(hint, 64, ": did you mean %dx%d?", (int)width, (int)width * 9 / 16);
    else if (second - text - (ptrdiff_t)digits <= 4 &&
             geometry_integer(&height, second, strlen(second), RL_MAX_SIDE) && height > 0)
        snprintf(hint, 64, ": did you mean %dx%d?", (int)width, (int)height);
}

/* Returns the index of a named size, which may be typed in capitals, or -1. */
static int size_index(const char *text)
{
    const char *name;
    for (int i = 0; (name = size_name((size_t)i)) != NULL; i++)
        if (strcasecmp(name, text) == 0)
            return i;
    return -1;
}

int geometry_size(geometry *size, const char *text, const char *place)
{
    char hint[64];
    int index = size_index(text);
    if (index >= 0) {
        geometry_name((size_t)index, size);
        return CODE_OK;
    }
    size_hint(hint, text);
    if (hint[0] != '\0' && strchr(text, 'x') == NULL)
        return say_error(CODE_USAGE, "%s %s: must be WxH or a name such as 4k%s", place, SHOW(text),
                         hint);
    const char *near =
        strpbrk(text, "xX") == NULL || text[0] > '9' ? name_near(size_name, text) : NULL;
    if (near != NULL)
        return say_error(CODE_USAGE, "%s %s: no such size: did you mean %s?", place, SHOW(text),
                         near);
    return read_numbers(size, "x", text, text, place, "WxH in digits, or a name such as 4k");
}

/* Sides, in samples, of the terrains that game engines take: "unity-513". */
static const struct {
    const char *prefix;
    int side[9]; /* ended by 0 */
} engines[] = {
    {"unity-", {33, 65, 129, 257, 513, 1025, 2049, 4097, 0}},
    {"unreal-", {127, 253, 505, 1009, 2017, 4033, 8129, 0}},
};

int read_map_size(options *opts, const option_row *row, const char *place, const char *text)
{
    geometry *size = &opts->size;
    const char *number = text;
    const int *known = NULL;
    (void)row;
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        size_t length = strlen(engines[i].prefix);
        if (strncasecmp(text, engines[i].prefix, length) == 0) {
            known = engines[i].side;
            number = text + length;
        }
    }
    /* WxH or the name of a picture's size; for anything else the errors speak of map sizes. */
    if ((digits > 0 && text[digits] == 'x') || size_index(text) >= 0)
        return geometry_size(size, text, place);
    STEP(read_numbers(size, "", number, text, place,
                      "N, WxH, unity-N, unreal-N or a name such as 4k"));
    size->height = size->width;
    char list[80] = "";
    for (int i = 0; known != NULL && known[i] != size->width; i++) {
        if (known[i] == 0)
            return say_error(CODE_USAGE, "%s %s: the number must be one of%s", place, SHOW(text),
                             list);
        snprintf(list + strlen(list), sizeof list - strlen(list), " %d", known[i]);
    }
    return CODE_OK;
}

int geometry_region(geometry *region, const char *text, const char *place)
{
    return read_numbers(region, "x++", text, text, place, "WxH+X+Y in digits");
}

/* ---- values ------------------------------------------------------------- */

int option_give(options *opts, size_t index, const char *place, const char *value)
{
    const option_row *row = opts->rows[index];
    const char *implied = row->implied != NULL ? row->implied : row->argument == NULL ? "1" : "";
    opts->values[index] = value != NULL ? value : implied;
    return row->read != NULL ? row->read(opts, row, place, value)
                             : read_key(opts, row, place, value);
}

void option_rotate(const char **words, int first, int count)
{
    for (int i = first; i < count; i++) {
        const char *word = words[i];
        memmove(words + i - first + 1, words + i - first, (size_t)first * sizeof *words);
        words[i - first] = word;
    }
}

void options_free(options *opts)
{
    free(opts->settings);
    free(opts->own);
    opts->settings = NULL;
    opts->own = NULL;
}
