/* options.c - reads a command line into struct options.
 *
 * In: a command, argc and argv.  Out: a filled struct, or one error line.  Nothing here opens
 * a file.
 */
#include "cli/options.h"
#include "cli/command.h"
#include "cli/common/say.h"
#include "cli/option_values.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const option_row *command_row(const struct command *command, size_t index)
{
    size_t own = 0;
    while (command->rows != NULL && command->rows[own].name != NULL)
        own++;
    if (index < own)
        return &command->rows[index];
    const option_row *row;
    for (size_t i = 0; (row = option_common(i)) != NULL; i++)
        if ((row->groups == ~0 || (row->groups & command->takes) != 0) && own++ == index)
            return row;
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
    int is_text = row->read == NULL || row->read == read_text || row->read == read_choice ||
                  row->read == read_listed || row->read == read_time;
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

/* The command whose option is called `name` (letter 0), or has the letter. */
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

/* What other programs call things. */
static const struct {
    const char *typed, *meant;
} hints[] = {
    {"width", "did you mean -s WxH?"},
    {"resolution", "did you mean -s WxH?"},
    {"list", "palettes: ridgeline palette list; moods, worlds, scenes: ridgeline --help"},
    {"list-moods", "ridgeline --help lists the moods"},
    {"list-palettes", "did you mean ridgeline palette list?"},
    {"random", "a seed that is not given is random"},
    {"verbose", "did you mean --help?"},
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

/* ---- reading ------------------------------------------------------------ */

/* getopt returns LONG + index for a long option, the letter for a short one. */
#define LONG 1000

typedef struct getopt_arrays {
    struct option longs[OPTIONS_MAX + 1];
    char shorts[2 * OPTIONS_MAX + 2];
} getopt_arrays;

static void arrays_make(getopt_arrays *arrays, const options *opts)
{
    size_t shorts = 0;
    memset(arrays, 0, sizeof *arrays);
    /* The leading colon: getopt reports a missing value as ':'. */
    arrays->shorts[shorts++] = ':';
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        int has_argument = row->argument == NULL     ? no_argument
                           : row->argument[0] == '[' ? optional_argument
                                                     : required_argument;
        arrays->longs[i] = (struct option){row->name, has_argument, NULL, LONG + (int)i};
        if (row->letter == 0)
            continue;
        arrays->shorts[shorts++] = row->letter;
        if (has_argument)
            arrays->shorts[shorts++] = ':';
    }
}

/* The index of what getopt found, or OPTIONS_MAX. */
static size_t find_row(const options *opts, int found)
{
    if (found >= LONG)
        return (size_t)(found - LONG);
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if (found != 0 && opts->rows[i]->letter == found)
            return i;
    return OPTIONS_MAX;
}

/* getopt has returned '?' or ':' for the option that ends at argv[optind - 1]. */
static int say_failure(const options *opts, int found, char **argv)
{
    char place[32] = {'-', (char)optopt, '\0'};
    size_t index = find_row(opts, optopt);
    if (index == OPTIONS_MAX) {
        if (optopt == 0)
            return say_unknown(opts, argv[optind - 1]);
        const struct command *owner = owner_of("", place[1]);
        if (owner != NULL)
            return say_foreign(place, owner);
        return say_error(CODE_USAGE, "-%s: unknown option: see ridgeline --help",
                         show_bytes(place + 1, 1).text);
    }
    const option_row *row = opts->rows[index];
    if (optopt >= LONG)
        snprintf(place, sizeof place, "--%s", row->name);
    if (found == ':')
        return say_error(CODE_USAGE, "%s: needs a value: %s", place, option_argument(row));
    return say_error(CODE_USAGE, "%s: takes no value", place);
}

static int read_one(options *opts, int found)
{
    char place[32] = {'-', (char)found, '\0'};
    size_t index = find_row(opts, found);
    const option_row *row = opts->rows[index];
    if (found >= LONG)
        snprintf(place, sizeof place, "--%s", row->name);
    /* Two sizes in one line are a slip; a switch stays on. */
    if (opts->values[index] != NULL && row->argument != NULL && !row->repeats)
        return say_error(CODE_USAGE, "%s: given twice", place);
    const char *implied = row->implied != NULL ? row->implied : row->argument == NULL ? "1" : "";
    opts->values[index] = optarg != NULL ? optarg : implied;
    return row->read != NULL ? row->read(opts, row, place, optarg)
                             : read_key(opts, row, place, optarg);
}

int options_read(options *opts, const struct command *command, int argc, char **argv)
{
    getopt_arrays arrays;
    int code = CODE_OK, found;
    *opts = (struct options){.command = command};
    for (size_t i = 0; i + 1 < OPTIONS_MAX; i++)
        opts->rows[i] = command_row(command, i);
    arrays_make(&arrays, opts);
    rl_limits_init(&opts->limits);
    opts->settings = calloc((size_t)argc + 1, sizeof *opts->settings);
    opts->passes = calloc((size_t)argc + 1, sizeof *opts->passes);
    opts->own = calloc(1, command->own_size + 1);
    if (opts->settings == NULL || opts->passes == NULL || opts->own == NULL)
        return say_error(CODE_NO_MEMORY, "options: out of memory");
    opterr = 0;
    while ((found = getopt_long(argc, argv, arrays.shorts, arrays.longs, NULL)) != -1) {
        if (found == '?' || found == ':')
            return say_failure(opts, found, argv);
        code = read_one(opts, found);
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
    free(opts->passes);
    free(opts->own);
    opts->settings = opts->passes = NULL;
    opts->own = NULL;
}
