/* options.c - reads a command line into struct options.
 *
 * In: a command, argc and argv.  Out: a filled struct, or one error line.  Nothing here opens
 * a file.
 */
#include "cli/options.h"
#include "base/path.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "ridgeline-map.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const option_row *command_row(const struct command *command, size_t index)
{
    size_t own = 0;
    while (command->rows != NULL && command->rows[own].name != NULL)
        own++;
    if (index < own)
        return &command->rows[index];
    const option_row *row;
    size_t next = own;
    for (size_t i = 0; (row = option_common(i)) != NULL; i++) {
        int is_taken = row->groups == ~0 || (row->groups & command->takes) != 0;
        for (size_t k = 0; k < own; k++) /* A row of the command replaces the common one. */
            is_taken = is_taken && strcmp(command->rows[k].name, row->name) != 0;
        if (is_taken && next++ == index)
            return row;
    }
    return NULL;
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

/* ---- errors ------------------------------------------------------------- */

/* Returns the command that has an option `name` (letter 0) or the letter. */
static const struct command *owner_of(const char *name, char letter)
{
    const struct command *owner;
    const option_row *row;
    for (size_t i = 0; (owner = command_at(i)) != NULL; i++)
        for (size_t k = 0; (row = command_row(owner, k)) != NULL; k++)
            if (letter != 0 ? row->letter == letter : strcmp(row->name, name) == 0)
                return owner;
    return NULL;
}

static int say_foreign(const char *place, const struct command *owner)
{
    return say_error(CODE_USAGE, "%s: not an option of this command (see ridgeline %s --help)",
                     place, owner->name);
}

/* Names of options in other programs, and the option of this program. */
static const struct {
    const char *typed, *meant;
} hints[] = {
    {"width", "did you mean -s WxH, as in -s 800x600?"},
    {"resolution", "did you mean -s WxH, as in -s 800x600?"},
    {"list", "ridgeline -m help lists moods, -w help worlds, palette list palettes"},
    {"list-moods", "ridgeline -m help lists them"},
    {"list-palettes", "did you mean ridgeline palette list?"},
    {"random", "a seed that is not given is random"},
};

/* An unknown long option is either the start of several or near to one. */
static int say_unknown(const options *opts, const char *word)
{
    const char *names[OPTIONS_MAX];
    char starts[160] = "", bare[64];
    size_t count = 0, starting = 0, used = 0, length = strcspn(word + 2, "=");
    const shown place = show_bytes(word, length + 2);
    for (; opts->rows[count] != NULL; count++) {
        names[count] = opts->rows[count]->name;
        if (strncmp(names[count], word + 2, length) != 0 || starting++ >= 6)
            continue;
        if (used < sizeof starts)
            used += (size_t)snprintf(starts + used, sizeof starts - used, "%s--%s",
                                     starting > 1 ? " " : "", names[count]);
    }
    if (starting > 1)
        return say_error(CODE_USAGE, "%s: ambiguous: %s%s", place.text, starts,
                         starting > 6 ? " and others" : "");
    snprintf(bare, sizeof bare, "%.*s", (int)(length < 63 ? length : 63), word + 2);
    const struct command *owner = owner_of(bare, 0);
    if (owner != NULL)
        return say_foreign(place.text, owner);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(hints[i].typed, bare) == 0)
            return say_error(CODE_USAGE, "%s: unknown option: %s", place.text, hints[i].meant);
    const char *near = rl_nearest(bare, names, count);
    if (near != NULL)
        return say_error(CODE_USAGE, "%s: unknown option: did you mean --%s?", place.text, near);
    int is_first = opts->command == command_at(0);
    return say_error(CODE_USAGE, "%s: unknown option: see ridgeline %s%s--help", place.text,
                     is_first ? "" : opts->command->name, is_first ? "" : " ");
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

/* The value must be one of "a|b|c". */
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

/* Reads a whole number in the range of its row. */
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

/* Checks the value of an option that is another name of a key, as far as it needs no scene. */
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

/* The key takes two-digit hours; --time also takes 6:30, 6 and 6pm. */
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
        return CODE_OK; /* help_lists */
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
 * height, or these and the place. */
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

int geometry_size(geometry *size, const char *text, const char *place)
{
    char hint[64];
    int index = name_index(size_name, text);
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

/* Sizes that the engines take: the number follows the name. */
static const struct {
    const char *prefix;
    int side[9]; /* ended by 0 */
} engines[] = {
    {"unity-", {33, 65, 129, 257, 513, 1025, 2049, 4097, 0}},
    {"unreal-", {127, 253, 505, 1009, 2017, 4033, 8129, 0}},
};

int geometry_map_size(geometry *size, const char *text, const char *place)
{
    const char *number = text;
    const int *known = NULL;
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        size_t length = strlen(engines[i].prefix);
        if (strncmp(text, engines[i].prefix, length) == 0) {
            known = engines[i].side;
            number = text + length;
        }
    }
    /* WxH, or the name of a picture's size; errors of all else are those of map sizes. */
    if ((digits > 0 && text[digits] == 'x') || name_index(size_name, text) >= 0)
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

/* ---- reading ------------------------------------------------------------ */

/* getopt returns LONG + index for a long option, the letter for a short one. */
#define LONG 1000

static void make_arrays(struct option *longs, char *shorts, const options *opts)
{
    *shorts++ = ':'; /* getopt reports a missing value as ':' */
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        int has_argument = row->argument == NULL     ? no_argument
                           : row->argument[0] == '[' ? optional_argument
                                                     : required_argument;
        longs[i] = (struct option){row->name, has_argument, NULL, LONG + (int)i};
        if (row->letter == 0)
            continue;
        *shorts++ = row->letter;
        if (has_argument)
            *shorts++ = ':';
    }
}

/* Reads the option that getopt has found; '?' and ':' stand for a fault of the option that ends at
 * argv[optind - 1]. */
static int read_one(options *opts, int found, char **argv)
{
    int typed = found == '?' || found == ':' ? optopt : found;
    size_t index = 0;
    while (opts->rows[index] != NULL &&
           (typed >= LONG ? (int)index != typed - LONG
                          : typed == 0 || opts->rows[index]->letter != typed))
        index++;
    const option_row *row = opts->rows[index];
    char place[32] = {'-', (char)typed, '\0'};
    if (row == NULL) {
        if (typed == 0)
            return say_unknown(opts, argv[optind - 1]);
        const struct command *owner = owner_of("", place[1]);
        if (owner != NULL)
            return say_foreign(place, owner);
        return say_error(CODE_USAGE, "-%s: unknown option: see ridgeline --help",
                         show_bytes(place + 1, 1).text);
    }
    if (typed >= LONG)
        snprintf(place, sizeof place, "--%s", row->name);
    if (found == ':')
        return say_error(CODE_USAGE, "%s: needs a value: %s", place, option_argument(row));
    if (found == '?')
        return say_error(CODE_USAGE, "%s: takes no value", place);
    /* An option with a value may be given once; a switch may be repeated. */
    if (opts->values[index] != NULL && row->argument != NULL && !row->repeats)
        return say_error(CODE_USAGE, "%s: given twice", place);
    /* The next word is KEY=VALUE, not another option or the path of a scene. */
    const char *word = row->takes_pair && optarg == NULL ? argv[optind] : NULL;
    size_t size = word != NULL ? strcspn(word, "=/") : 0;
    if (size > 0 && word[0] != '-' && word[size] == '=')
        optarg = argv[optind++];
    return option_give(opts, index, place, optarg);
}

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

int options_read(options *opts, const struct command *command, int argc, char **argv)
{
    struct option longs[OPTIONS_MAX + 1] = {{NULL, 0, NULL, 0}};
    char shorts[2 * OPTIONS_MAX + 2] = "";
    int code = CODE_OK, found;
    *opts = (struct options){.command = command};
    for (size_t i = 0; i + 1 < OPTIONS_MAX; i++)
        opts->rows[i] = command_row(command, i);
    make_arrays(longs, shorts, opts);
    rl_limits_init(&opts->limits);
    size_t most = (size_t)argc + OPTIONS_CONFIG;
    opts->settings = calloc(3 * most, sizeof *opts->settings);
    opts->own = calloc(1, command->own_size + 1);
    STEP(say_memory(opts->settings != NULL && opts->own != NULL, "options"));
    opts->passes = opts->settings + most;
    opts->ridges = opts->passes + most;
    opterr = 0;
    while ((found = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        code = read_one(opts, found, argv);
        if (code != CODE_OK || opts->help || opts->version)
            return code;
    }
    opts->operands = (const char *const *)(argv + optind);
    opts->operand_count = argc - optind;
    return CODE_OK;
}

void options_free(options *opts)
{
    free(opts->settings);
    free(opts->own);
    opts->settings = NULL;
    opts->own = NULL;
}
