/* palette.c - the command `ridgeline palette list|show|convert`.
 *
 * In: names or files of palettes.  Out: names, colours by role, a swatch or a
 * palette file.  Colour escapes go to a terminal only, or when asked for.
 */
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/palettes.h"
#include "cli/common/say.h"
#include "cli/option_values.h"
#include "cli/palette/swatch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct palette_options {
    const char *color;
} palette_options;

/* ---- list --------------------------------------------------------------- */

static int print_name(const char *name)
{
    out_print("%s\n", name);
    return CODE_OK;
}

static int palette_list(const options *wanted, const char *name)
{
    (void)name;
    if (wanted->output != NULL || wanted->format != NULL || wanted->roles != NULL ||
        wanted->scheme != NULL)
        return say_error(CODE_USAGE, "palette list: takes no options");
    return palettes_list(print_name);
}

/* ---- show --------------------------------------------------------------- */

static int wants_colour(const char *color)
{
    const char *off = getenv("NO_COLOR"), *term = getenv("TERM");
    if (color != NULL && strcmp(color, "auto") != 0)
        return strcmp(color, "always") == 0;
    return isatty(1) && (off == NULL || off[0] == '\0') &&
           (term == NULL || strcmp(term, "dumb") != 0);
}

static int print_plain(void *user, const char *role, rl_colour colour)
{
    (void)user;
    return out_print("%s #%06x\n", role, (unsigned)colour);
}

static int print_swatch(void *user, const char *role, rl_colour colour)
{
    unsigned c = (unsigned)colour;
    (void)user;
    return out_print("%-10s #%06x \033[48;2;%u;%u;%um            \033[0m\n", role, c, c >> 16,
                     c >> 8 & 0xFF, c & 0xFF);
}

static int fetch(rl_palette *palette, const options *wanted, const char *name, const char *place)
{
    rl_palette_options choice = {sizeof choice, wanted->roles, 0};
    choice.night = wanted->scheme != NULL && strcmp(wanted->scheme, "night") == 0;
    return palettes_fetch(palette, name, &choice, place);
}

static int palette_show(const options *wanted, const char *name)
{
    rl_palette palette;
    rl_error error;
    rl_sink *sink;
    int code = fetch(&palette, wanted, name, "palette show");
    if (code == CODE_OK && wanted->format != NULL)
        return say_error(CODE_USAGE, "palette show: takes no -f: palette convert does");
    if (code != CODE_OK)
        return code;
    if (!output_is_stdout(wanted->output) && path_ending(wanted->output) != NULL &&
        !path_has_ending(wanted->output, ".png"))
        return say_error(CODE_USAGE, "-o %s: must end in .png", SHOW(wanted->output));
    if (wanted->output == NULL) {
        roles_each(&palette,
                   wants_colour(((const palette_options *)wanted->own)->color) ? print_swatch
                                                                               : print_plain,
                   NULL);
        return CODE_OK;
    }
    code = output_open(&sink, wanted->output, 1, wanted->no_clobber);
    if (code != CODE_OK)
        return code;
    return output_close(sink, swatch_write(&palette, sink, &error), &error);
}

/* ---- convert ------------------------------------------------------------ */

/* -f decides, then the ending of the output; -1 when neither tells. */
static int format_choose(const options *wanted)
{
    static const char *const endings[] = {".gpl", ".hex", ".pal"};
    if (wanted->format != NULL)
        return options_choice("gpl|hex|pal", wanted->format);
    if (output_is_stdout(wanted->output))
        return RL_PALETTE_GPL;
    for (int i = 0; i < 3; i++)
        if (path_has_ending(wanted->output, endings[i]))
            return i;
    return -1;
}

static int palette_convert(const options *wanted, const char *name)
{
    rl_palette palette;
    rl_error error;
    rl_sink *sink;
    int format = format_choose(wanted);
    if (format < 0)
        return say_error(CODE_USAGE, "-o %s: must end in .gpl, .hex or .pal, or say which with -f",
                         SHOW(wanted->output));
    int code = fetch(&palette, wanted, name, "palette convert");
    if (code == CODE_OK)
        code = output_open(&sink, wanted->output, 0, wanted->no_clobber);
    if (code != CODE_OK)
        return code;
    rl_status status = rl_palette_write(&palette, (rl_palette_format)format, sink, &error);
    return output_close(sink, status, &error);
}

/* ---- the command -------------------------------------------------------- */

static const struct {
    const char *name;
    int operands; /* after the verb */
    int (*run)(const options *wanted, const char *name);
} verbs[] = {
    {"list", 0, palette_list},
    {"show", 1, palette_show},
    {"convert", 1, palette_convert},
};

#define VERB_COUNT (sizeof verbs / sizeof *verbs)

static const char *verb_name(size_t index)
{
    return index < VERB_COUNT ? verbs[index].name : NULL;
}

static int tell_verb(const char *verb)
{
    const char *names[VERB_COUNT];
    for (size_t i = 0; i < VERB_COUNT; i++)
        names[i] = verbs[i].name;
    const char *near = rl_nearest(verb, names, VERB_COUNT);
    return say_error(CODE_USAGE, "palette %s: must be list, show or convert%s%s%s", SHOW(verb),
                     near != NULL ? ": did you mean " : "", near != NULL ? near : "",
                     near != NULL ? "?" : "");
}

static int run_palette(const options *wanted)
{
    size_t i = 0;
    if (wanted->operand_count == 0)
        return say_error(CODE_USAGE, "palette: needs list, show NAME or convert FILE");
    while (i < VERB_COUNT && strcmp(verbs[i].name, wanted->operands[0]) != 0)
        i++;
    if (i == VERB_COUNT)
        return tell_verb(wanted->operands[0]);
    if (wanted->operand_count - 1 != verbs[i].operands)
        return say_error(CODE_USAGE, "palette %s: takes %s", verbs[i].name,
                         verbs[i].operands == 0 ? "no name" : "one name or file");
    return verbs[i].run(wanted, wanted->operands[1]);
}

static const char head[] =
    "Examples:\n"
    "  ridgeline palette list\n"
    "  ridgeline palette show dusk\n"
    "  ridgeline palette show mine.gpl -o swatch.png\n"
    "  ridgeline palette convert lospec.hex --scheme night -o lospec.gpl\n"
    "\n"
    "Usage:\n"
    "  ridgeline palette list                    names, one a line\n"
    "  ridgeline palette show NAME|FILE          roles and colours, or a PNG with -o\n"
    "  ridgeline palette convert NAME|FILE       as .gpl, .hex or .pal\n";

static const option_row rows[] = {
    {'f', "format", "gpl|hex|pal", read_choice, COMMON(format),
     .help = "default: by FILE's ending, else gpl"},
    {0, "color", "auto|always|never", read_choice, OWN(palette_options, color),
     .help = "colours of palette show"},
    {0},
};

const struct command command_palette = {
    .name = "palette",
    .usage = "list | show NAME | convert FILE",
    .line = "palettes: names, roles, other formats",
    .head = head,
    .operands = verb_name,
    .rows = rows,
    .own_size = sizeof(palette_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_COLOURS,
    .run = run_palette,
};
