/* help.c - help, version, and the command `help`.
 *
 * In: a command.  Out: text of at most 80 columns on standard output (usage: on standard
 * error), made from the tables of commands and options.
 */
#include "cli/help/help.h"
#include "base/embedded.h"
#include "cli/command.h"
#include "cli/common/say.h"
#include "ridgeline-map.h"

#include <stdio.h>
#include <string.h>

int help_usage(void)
{
    const struct command *row;
    for (size_t i = 0; (row = command_at(i)) != NULL; i++)
        say_note("%s ridgeline %s%s%s %s", i == 0 ? "usage:" : "      ", i == 0 ? "[" : "",
                 row->name, i == 0 ? "]" : "", row->usage);
    say_note("\n"
             "  ridgeline -o land.png                a random landscape, 1920x1080\n"
             "  ridgeline land.png -s 8k -o big.png  the same land again, larger\n"
             "`ridgeline --help` lists the options, ridgeline(1) explains them.");
    return CODE_USAGE;
}

/* Column at which the explanations of options start, from 0. */
#define HELP_COLUMN 28
#define HELP_WIDTH 80 /* columns of a line */

static void help_option(const option_row *row)
{
    char left[160], letter[4] = "   ";
    if (row->letter != 0)
        snprintf(letter, sizeof letter, "-%c,", row->letter);
    const char *argument = option_argument(row);
    int has_word = argument != NULL && argument[0] != '[';
    int width = snprintf(left, sizeof left, "  %s --%s%s%s", letter, row->name, has_word ? " " : "",
                         argument != NULL ? argument : "");
    if (width < HELP_COLUMN - 1) {
        out_print("%-*s%s\n", HELP_COLUMN, left, row->help);
        return;
    }
    const char *line = left;
    int indent = 0;
    while (indent + (int)strlen(line) > HELP_WIDTH) {
        /* A list of words continues on the next line after one of its bars. */
        int size = HELP_WIDTH - indent;
        while (size > 0 && line[size - 1] != '|')
            size--;
        if (size == 0)
            break;
        out_print("%*s%.*s\n", indent, "", size, line);
        line += size;
        indent = width - (int)strlen(argument);
    }
    out_print("%*s%s\n%*s%s\n", indent, "", line, HELP_COLUMN, "", row->help);
}

/* Prints a list of names, as many per line as fit. */
static void help_names(const char *title, const char *(*name_of)(size_t index))
{
    const char *name;
    size_t used = 0;
    out_print("\n%s:", title);
    for (size_t i = 0; (name = name_of(i)) != NULL; i++) {
        if (i == 0 || used + strlen(name) + 1 > 78) {
            out_print("\n ");
            used = 1;
        }
        out_print(" %s", name);
        used += strlen(name) + 1;
    }
    out_print("\n");
}

/* Returns 1 if an option of the command takes the names of `list`. */
static int lists(const struct command *command, const char *(*list)(size_t index))
{
    const option_row *row;
    for (size_t i = 0; (row = command_row(command, i)) != NULL; i++)
        if (row->list == list)
            return 1;
    return 0;
}

/* Returns the text with which the help of a command begins, or NULL. */
static const char *head_of(const struct command *command)
{
    char name[32];
    snprintf(name, sizeof name, "%s.help", command->name);
    for (size_t i = 0; i < embedded_form_count; i++)
        if (strcmp(embedded_forms[i].name, name) == 0)
            return embedded_forms[i].text;
    return NULL;
}

int help_command(const struct command *command)
{
    if (head_of(command) == NULL) /* `help help` prints the help of the program */
        command = command_at(0);
    static const char *const titles[SECTION_COUNT] = {"Options", "Land", "Map", "File", "Run"};
    const option_row *row;
    out_write(head_of(command), strlen(head_of(command)));
    for (int section = 0; section < SECTION_COUNT; section++) {
        int count = 0;
        for (size_t i = 0; (row = command_row(command, i)) != NULL; i++) {
            if (row->section != section)
                continue;
            if (count++ == 0)
                out_print("\n%s:\n", titles[section]);
            help_option(row);
        }
    }
    if (lists(command, rl_mood_name)) {
        help_names("Moods", rl_mood_name);
        help_names("Worlds", rl_world_name);
        help_names("Compositions", rl_composition_name);
        help_names("Weather", rl_weather_name);
        help_names("Prints", rl_print_name);
        help_names("Scenes", rl_scene_builtin_name);
    }
    if (lists(command, rl_tint_name))
        help_names("Tints, beside every palette", rl_tint_name);
    return CODE_OK;
}

/* Writes the description of entry `index` of a list; returns 0 past the last, or if the list has no
 * descriptions. */
static int line_of(name_list *list, size_t index, char line[RL_LINE_SIZE])
{
    rl_mood_info mood;
    rl_world_info world;
    rl_composition_info composition;
    rl_weather_info weather;
    rl_print_info print;
    rl_motif_info motif;
    const char *text = NULL;
    geometry size;
    if (list == size_name && geometry_name(index, &size) != NULL)
        return snprintf(line, RL_LINE_SIZE, "%dx%d", size.width, size.height);
    if (list == rl_mood_name && rl_mood_name(index) != NULL &&
        rl_mood_describe(rl_mood_name(index), &mood, NULL) == RL_OK)
        text = mood.line;
    else if (list == rl_world_name && rl_world_describe(index, &world))
        text = world.line;
    else if (list == rl_composition_name && rl_composition_describe(index, &composition))
        text = composition.line;
    else if (list == rl_weather_name && rl_weather_describe(index, &weather))
        text = weather.line;
    else if (list == rl_print_name && rl_print_describe(index, &print))
        text = print.line;
    else if (list == rl_motif_name && rl_motif_describe(index, &motif))
        text = motif.line;
    if (list == panel_name)
        return panel_line(index, line);
    if (list == rl_map_preset_name)
        return rl_map_preset_describe(index, line);
    if (text != NULL)
        memcpy(line, text, RL_LINE_SIZE);
    return text != NULL;
}

int help_lists(const options *opts)
{
    char line[RL_LINE_SIZE];
    int count = 0;
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        if (row->list == NULL || opts->values[i] == NULL || strcmp(opts->values[i], "help") != 0)
            continue;
        for (size_t k = 0; line_of(row->list, k, line); k++, count++)
            out_print("%-16s %s\n", row->list(k), line);
    }
    return count > 0;
}

int help_version(void)
{
    char codecs[256];
    rl_codec_versions(codecs, sizeof codecs);
    /* Break the list in its middle: two lines of at most 80 columns. */
    char *middle = codecs + strlen(codecs) / 2;
    middle = strstr(middle, ", ");
    if (middle != NULL)
        middle[1] = '\n';
    out_print("ridgeline %s\nalgorithm %d\n%s\nMIT License; palettes and data CC0-1.0\n",
              rl_version(), RL_ALGORITHM, codecs);
    return CODE_OK;
}

/* ---- manual and keys ------------------------------------------------------------- */

/* Prints text for mdoc, in which a backslash begins an escape and a minus is written \-. */
static void print_mdoc(const char *text)
{
    for (; *text != '\0'; text++)
        out_print(*text == '\\' ? "\\e" : *text == '-' ? "\\-" : "%c", *text);
}

static void manual_synopsis(void)
{
    const struct command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        out_print(".Nm\n%sCm %s\n.Op Ar options\n.Ar %s\n", i == 0 ? ".Op " : ".", command->name,
                  command->usage);
}

static void manual_option(const option_row *row, int is_common)
{
    out_print(".It ");
    if (row->letter != 0)
        out_print("Fl %c , ", row->letter);
    out_print("Fl \\-%s", row->name);
    if (row->argument != NULL && row->argument[0] == '[')
        out_print(" Ns Oo = Ns Ar %.*s Oc", (int)strcspn(row->argument + 2, "]"),
                  row->argument + 2);
    else if (row->argument != NULL && row->argument[0] != '\0')
        out_print(" Ar %s", row->argument);
    const char *before = " Cm ", *listed = row->formats != 0 ? option_argument(row) : "";
    for (size_t size; *listed != '\0'; listed += size + (listed[size] != '\0')) {
        size = strcspn(listed, "|");
        out_print("%s%.*s", before, (int)size, listed);
        before = " | ";
    }
    out_print("\n");
    print_mdoc(row->help);
    if (row->needs != NULL)
        out_print("; needs \\-\\-%s", row->needs);
    before = "; excludes ";
    for (const char *name = row->excludes; name != NULL && *name != '\0'; before = ", ") {
        size_t size = strcspn(name, " ");
        out_print("%s\\-\\-%.*s", before, (int)size, name);
        name += size + strspn(name + size, " ");
    }
    /* Lists the commands that have exactly this row. */
    const struct command *command;
    const option_row *other;
    before = " (";
    for (size_t i = 0; (command = command_at(i)) != NULL; i++)
        for (size_t k = 0; (other = command_row(command, k)) != NULL; k++)
            if (other == row && (row->groups != ~0 || !is_common)) {
                out_print("%s%s", before, command->name);
                before = ", ";
            }
    out_print("%s\n", before[0] == ',' ? ")" : "");
}

static void manual_options(void)
{
    static const char *const titles[SECTION_COUNT] = {"What is made", "Landscapes", "Maps",
                                                      "The file", "The run"};
    const struct command *command;
    const option_row *row;
    for (int section = 0; section < SECTION_COUNT; section++) {
        out_print(".Ss %s\n.Bl -tag -width Ds -compact\n", titles[section]);
        for (size_t i = 0; (row = option_common(i)) != NULL; i++)
            if (row->section == section)
                manual_option(row, 1);
        for (size_t i = 0; (command = command_at(i)) != NULL; i++)
            for (size_t k = 0; command->rows != NULL && command->rows[k].name != NULL; k++)
                if (command->rows[k].section == section && head_of(command) != NULL)
                    manual_option(&command->rows[k], 0);
        out_print(".El\n");
    }
    out_print(".Ss Named sizes\n");
    geometry size;
    const char *name;
    for (size_t i = 0; (name = geometry_name(i, &size)) != NULL; i++)
        out_print("%s.Ql %s\n%dx%d", i == 0 ? "" : ",\n", name, size.width, size.height);
    out_print(".\n");
}

static void manual_keys(void)
{
    rl_key key;
    char section[32] = "";
    for (size_t i = 0; rl_scene_key(i, &key); i++) {
        const char *name = strrchr(key.path, '.') + 1;
        size_t size = strcspn(key.path, ".");
        if (strncmp(section, key.path, size) != 0 || section[size] != '\0') {
            if (section[0] != '\0')
                out_print(".El\n");
            snprintf(section, sizeof section, "%.*s", (int)size, key.path);
            int is_numbered = (size_t)(name - key.path) > size + 1;
            out_print(".Ss Section %s%s\n.Bl -tag -width Ds -compact\n", section,
                      is_numbered ? " N" : "");
        }
        out_print(".It Cm %s\n", name);
        print_mdoc(key.meaning);
        out_print(" (");
        print_mdoc(key.rule);
        out_print(")\n");
    }
    out_print(".El\n");
}

#define SHELLS "bash|zsh|fish"
#define PARTS "synopsis|options|keys"

/* ---- the command -------------------------------------------------------- */

typedef struct help_options {
    const char *completion, *man;
    int complete;
} help_options;

/* `help COMMAND` is `COMMAND --help`. */
static int run_help(const options *opts)
{
    static void (*const print[])(void) = {manual_synopsis, manual_options, manual_keys};
    const help_options *own = opts->own;
    if (own->completion != NULL)
        return completion_script(own->completion);
    if (own->complete)
        completion_words(opts->operands, opts->operand_count);
    if (own->man != NULL)
        print[options_choice(PARTS, own->man)]();
    if (own->complete || own->man != NULL)
        return CODE_OK;
    if (opts->operand_count > 1)
        return say_error(CODE_USAGE, "help %s: unexpected second operand: give one command",
                         SHOW(opts->operands[1]));
    if (opts->operand_count == 0)
        return help_command(command_at(0));
    const char *word = opts->operands[0];
    if (strcmp(word, "keys") == 0) {
        rl_key key;
        for (size_t i = 0; rl_scene_key(i, &key); i++)
            out_print("%-24s %s\n%-24s %s\n", key.path, key.meaning, "", key.rule);
        return CODE_OK;
    }
    const struct command *command = command_find(word);
    if (command != NULL)
        return help_command(command);
    return say_error(CODE_USAGE, "help %s: no such command%s", SHOW(word),
                     show_near(name_near(command_name, word)).text);
}

/* For the Makefile and for shells; `help --help` does not show them. */
static const option_row rows[] = {
    {0, "completion", SHELLS, read_word, OWN(help_options, completion),
     .help = "print the completion script of a shell"},
    {0, "complete", NULL, read_switch, OWN(help_options, complete),
     .help = "print what the last of these words may become"},
    {0, "man", PARTS, read_word, OWN(help_options, man), .help = "print a part of the manual"},
    {0},
};

const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND|keys]",
    .line = "this, a command's help, or the keys of scenes",
    .operands = command_name,
    .rows = rows,
    .own_size = sizeof(help_options),
    .run = run_help,
};
