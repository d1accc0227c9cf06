/* config.c - the user's settings: options that are always given.
 *
 * In: INI text whose keys are long options.  Keys before the first section are for all commands
 * that have the option; keys in a section such as [wallpaper] are for that command, and win.  Out:
 * values of options that the command line left unset.  All keys are checked; a value is checked by
 * the reader of its option, and only if it is used.
 */
#include "cli/common/config.h"
#include "base/arena.h"
#include "base/sections.h"
#include "cli/command.h"
#include "cli/common/home.h"
#include "cli/common/lines.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <stdlib.h>

#define SETTINGS_MOST OPTIONS_CONFIG
#define PLACE_BYTES 200

/* A setting that applies to the current command. */
struct setting {
    const option_row *row;
    size_t index; /* index of the row in options.rows */
    const char *value;
    int line;
    int is_own; /* 1: stands in the section of the current command */
};

struct config {
    options *opts;
    const char *place;
    const struct command *section; /* command of the section that is read; NULL before the first */
    struct setting settings[SETTINGS_MOST];
    int count;
};

/* ---- reading ---------------------------------------------------------------- */

/* Returns the row of a command's option, or NULL if the settings may not have it. */
static const option_row *row_of(const struct command *command, const char *name)
{
    const option_row *row;
    for (size_t i = 0;
         (command->takes & TAKES_SCENE) != 0 && (row = command_row(command, i)) != NULL; i++)
        if (!row->is_typed && strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static void take_section(sections *lines, const char *line, size_t length)
{
    struct config *config = lines->user;
    const char *names[32];
    char name[32];
    size_t count = 0;
    int is_whole = length > 2 && line[length - 1] == ']' && length - 2 < sizeof name;
    snprintf(name, sizeof name, "%.*s", is_whole ? (int)length - 2 : 0, line + 1);
    config->section = command_find(name);
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL && count < 32; i++)
        if ((command->takes & TAKES_SCENE) != 0)
            names[count++] = command->name;
    if (config->section != NULL && (config->section->takes & TAKES_SCENE) != 0)
        return;
    sections_fail(lines, show_bytes(line, length).text, "must be a command in brackets",
                  rl_nearest(name, names, count));
}

/* Returns the option with the nearest name, of command `only` or (NULL) of all; NULL if none is. */
static const char *nearest_option(const struct command *only, const char *name)
{
    const char *names[4 * OPTIONS_MAX];
    const struct command *command;
    const option_row *row;
    size_t count = 0;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        for (size_t k = 0; (only == NULL || command == only) &&
                           (row = command_row(command, k)) != NULL && count < 4 * OPTIONS_MAX;
             k++)
            if (row_of(command, row->name) != NULL)
                names[count++] = row->name;
    return rl_nearest(name, names, count);
}

static void take_pair(sections *lines, const char *name, const char *value)
{
    struct config *config = lines->user;
    const struct command *command, *own = config->opts->command;
    const option_row *row = NULL;
    char home[HOME_PATH] = ""; /* replaces "~/" */
    if (config->section != NULL)
        row = row_of(config->section, name);
    for (size_t i = 0; config->section == NULL && row == NULL && (command = command_at(i)) != NULL;
         i++)
        row = row_of(command, name);
    if (row == NULL) {
        sections_fail_pair(lines, name, value,
                           config->section != NULL ? "no such option of this command"
                                                   : "no such option",
                           nearest_option(config->section, name));
        return;
    }
    int is_own = config->section == own;
    row = row_of(own, name);
    if (row == NULL || (config->section != NULL && !is_own))
        return;
    if (config->count == SETTINGS_MOST) {
        sections_fail_pair(lines, name, value, "too many options", NULL);
        return;
    }
    for (int i = 0; i < config->count && !row->repeats; i++)
        if (config->settings[i].row == row && config->settings[i].is_own == is_own) {
            sections_fail_pair(lines, name, value, "option given twice", NULL);
            return;
        }
    if (strncmp(value, "~/", 2) == 0 && home_path(home, HOME_ITSELF, ""))
        value += 2;
    const char *copy = line_print(config->opts->config, "%s%s", home, value);
    if (copy == NULL) {
        sections_fail(lines, "settings", "out of memory", NULL);
        return;
    }
    struct setting *setting = &config->settings[config->count++];
    *setting = (struct setting){.row = row, .value = copy, .line = lines->line, .is_own = is_own};
    while (config->opts->rows[setting->index] != row)
        setting->index++;
}

/* ---- giving ------------------------------------------------------------------ */

/* Gives an option its value as if it were typed; "yes" and "no" stand for a switch, or an option
 * without its optional value, that is given or not.  Returns an exit code. */
static int give(struct config *config, const struct setting *setting)
{
    options *opts = config->opts;
    const option_row *row = setting->row;
    const char *value = setting->value;
    option_word word = option_place(row);
    char place[PLACE_BYTES];
    int is_switch = row->argument == NULL, may_lack = !is_switch && row->argument[0] == '[';
    snprintf(place, sizeof place, "%s:%d", SHOW(config->place), setting->line);
    if ((is_switch || may_lack) && strcmp(value, "no") == 0)
        return CODE_OK;
    if (is_switch && strcmp(value, "yes") != 0)
        return say_error(CODE_CONFIG, "%s: %s = %s: must be yes or no", place, row->name,
                         SHOW(value));
    if ((is_switch || may_lack) && strcmp(value, "yes") == 0)
        value = NULL;
    if (opts->verbose)
        say_note("%s: %s = %s", place, row->name, SHOW(setting->value));
    say_origin(place, word.text, row->name);
    return option_give(opts, setting->index, word.text, value);
}

/* Gives all settings that nothing overrides.  Values of --set, --pass and --ridge are put before
 * those of the command line, which are applied later and so win.  Returns an exit code. */
static int give_all(struct config *config)
{
    options *opts = config->opts;
    unsigned char is_given[OPTIONS_MAX] = {0}; /* 1: the settings gave the option */
    int given = opts->setting_count, passes = opts->pass_count, ridges = opts->ridge_count;
    for (int i = 0; i < config->count; i++) {
        const struct setting *setting = &config->settings[i];
        const option_row *row = setting->row;
        int is_beaten = opts->values[setting->index] != NULL && !row->repeats;
        const option_row *other = option_conflict(opts, row);
        for (size_t k = 0; other != NULL && opts->rows[k] != NULL; k++)
            is_beaten |= opts->rows[k] == other && !is_given[k]; /* given on the command line */
        for (int k = 0; k < config->count && !setting->is_own && !row->repeats; k++)
            is_beaten |= config->settings[k].row == row && config->settings[k].is_own;
        int decides_scene = row->key != NULL || row->section == SECTION_LAND ||
                            row->section == SECTION_MAP ||
                            (row->groups & (TAKES_SEED | TAKES_SEEDS)) != 0;
        if (!is_beaten && !(opts->operand_count > 0 && decides_scene))
            STEP(give(config, setting));
        is_given[setting->index] |= !is_beaten;
    }
    option_rotate(opts->settings, given, opts->setting_count);
    option_rotate(opts->passes, passes, opts->pass_count);
    option_rotate(opts->ridges, ridges, opts->ridge_count);
    return CODE_OK;
}

int config_read(options *opts)
{
    char path[HOME_PATH];
    void *bytes;
    size_t size;
    rl_error error;
    if (opts->no_config || (opts->command->takes & TAKES_SCENE) == 0)
        return CODE_OK;
    const char *named = getenv("RIDGELINE_CONFIG"); /* if empty, no file is read */
    if (named == NULL ? !home_path(path, HOME_CONFIG, "ridgeline/config")
                      : named[0] == '\0' || snprintf(path, HOME_PATH, "%s", named) >= HOME_PATH)
        return CODE_OK;
    if (rl_file_read(&bytes, &size, path, RL_MAX_TEXT, NULL, &error) != RL_OK)
        return named == NULL && error.status == RL_NO_INPUT ? CODE_OK : say_status(&error);
    struct config *config = calloc(1, sizeof *config);
    opts->config = calloc(1, sizeof(arena));
    int code = say_memory(config != NULL && opts->config != NULL, "settings");
    if (code == CODE_OK && size > 0) {
        *config = (struct config){.opts = opts, .place = path};
        sections lines = {.place = path,
                          .kind = "a list of options",
                          .section = take_section,
                          .pair = take_pair,
                          .user = config,
                          .error = &error};
        code = sections_read(&lines, bytes, size) != RL_OK
                   ? say_error(CODE_CONFIG, "%s", error.text)
                   : give_all(config);
    }
    rl_file_free(bytes, NULL);
    free(config);
    return code;
}

void config_free(options *opts)
{
    if (opts->config != NULL)
        arena_free(opts->config);
    free(opts->config);
    opts->config = NULL;
}
