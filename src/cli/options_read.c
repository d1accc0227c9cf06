/* options_read.c - reads the arguments of a command by the tables of commands and options.
 *
 * In: a command, argc and argv.  Out: a filled struct, or one error line that names the nearest
 * option.
 */
#include "cli/command.h"
#include "cli/common/say.h"
#include "cli/options.h"

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
    size_t next = own;
    for (size_t i = 0; (row = option_common(i)) != NULL; i++)
        if (command_own(command, row->name) == NULL && command_takes(command, row) &&
            next++ == index)
            return row;
    return NULL;
}

/* ---- errors ------------------------------------------------------------- */

/* Returns the first command that has an option `letter` or, for letter 0, `name`; else NULL. */
static const struct command *owner_of(const options *opts, const char *name, char letter)
{
    const struct command *const *owner = opts->commands;
    const option_row *row;
    for (; *owner != NULL; owner++)
        for (size_t k = 0; (row = command_row(*owner, k)) != NULL; k++)
            if (letter != 0 ? row->letter == letter : strcmp(row->name, name) == 0)
                return *owner;
    return NULL;
}

static int say_foreign(const char *place, const struct command *owner)
{
    return say_error(CODE_USAGE, "%s: not an option of this command (see ridgeline %s --help)",
                     place, owner->name);
}

/* Options of other programs, and for each a hint at the option of this program. */
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

/* Prints why a long option is unknown: it may be the start of several, belong to another command or
 * program, or be mistyped.  Returns an exit code. */
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
    const struct command *owner = owner_of(opts, bare, 0);
    if (owner != NULL)
        return say_foreign(place.text, owner);
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(hints[i].typed, bare) == 0)
            return say_error(CODE_USAGE, "%s: unknown option: %s", place.text, hints[i].meant);
    const char *near = rl_nearest(bare, names, count);
    if (near != NULL)
        return say_error(CODE_USAGE, "%s: unknown option: did you mean --%s?", place.text, near);
    int is_first = opts->command == opts->commands[0];
    return say_error(CODE_USAGE, "%s: unknown option: see ridgeline %s%s--help", place.text,
                     is_first ? "" : opts->command->name, is_first ? "" : " ");
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

/* Reads the option that getopt has found.  '?' (unknown, or an unexpected value) and ':' (no value)
 * are faults of the option that ends at argv[optind - 1].  Returns an exit code. */
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
        const struct command *owner = owner_of(opts, "", place[1]);
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

int options_read(options *opts, const struct command *const *commands,
                 const struct command *command, int argc, char **argv)
{
    struct option longs[OPTIONS_MAX + 1] = {{NULL, 0, NULL, 0}};
    char shorts[2 * OPTIONS_MAX + 2] = "";
    int code = CODE_OK, found;
    *opts = (struct options){.command = command, .commands = commands};
    for (size_t i = 0; i + 1 < OPTIONS_MAX && (i == 0 || opts->rows[i - 1] != NULL); i++)
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
