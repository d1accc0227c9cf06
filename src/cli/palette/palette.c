/* palette.c - the command `ridgeline palette list | show NAME | convert FILE`.
 *
 * In: the name of a palette or a palette file.  Out: names, roles and colours as text, a
 * swatch, or the palette in another format.  Colour escapes go to a terminal alone, unless
 * --color is always.
 */
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/palettes.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct palette_options {
    int color; /* when to write colour escapes: 0 = to a terminal, 1 = always, 2 = never */
} palette_options;

/* ---- the swatch --------------------------------------------------------- */

/* The swatch: a sky with a sun, ridges one before the other, and below them a rectangle (chip) for
 * each single-colour role.  Lengths are pixels. */
enum {
    WIDTH = 640,
    HEIGHT = 360,
    HORIZON = 200, /* row where the sky's gradient ends */
    CHIPS = 320,   /* first row of the chips */
    CREST = 130,   /* row of the farthest ridge's highest point */
    SUN_X = 440,
    SUN_Y = 110,
    SUN_RADIUS = 34
};

static int channel(rl_colour colour, int index)
{
    return (int)((uint32_t)colour >> (16 - 8 * index) & 0xFF);
}

static void put(uint8_t *rgb, int x, int y, rl_colour colour)
{
    for (int i = 0; i < 3; i++)
        rgb[3 * (y * WIDTH + x) + i] = (uint8_t)channel(colour, i);
}

/* Returns the colour of row `y`, 0..HORIZON, of a gradient with evenly spread stops. */
static rl_colour sky_colour(const rl_colour *stops, int count, int y)
{
    if (count < 2)
        return count == 1 ? stops[0] : 0x808080;
    int step = y * (count - 1) / HORIZON;
    step = step < count - 2 ? step : count - 2;
    int part = y * (count - 1) - step * HORIZON;
    rl_colour mixed = 0;
    for (int i = 0; i < 3; i++) {
        int a = channel(stops[step], i), b = channel(stops[step + 1], i);
        mixed = mixed * 256 + (a * (HORIZON - part) + b * part + HORIZON / 2) / HORIZON;
    }
    return mixed;
}

static void draw_swatch(uint8_t *rgb, rl_palette *palette)
{
    int chips = 0, ridges = palette->ridge_count;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            put(rgb, x, y, sky_colour(palette->sky, palette->sky_count, y < HORIZON ? y : HORIZON));
    for (int y = -SUN_RADIUS; y <= SUN_RADIUS && palette->sun != RL_AUTO; y++)
        for (int x = -SUN_RADIUS; x <= SUN_RADIUS; x++)
            if (x * x + y * y <= SUN_RADIUS * SUN_RADIUS)
                put(rgb, SUN_X + x, SUN_Y + y, palette->sun);
    for (int ridge = 0; ridge < ridges; ridge++)
        for (int x = 0; x < WIDTH; x++) {
            int shift = ridge * 61, foot = CREST + 40 + ridge * (CHIPS - CREST - 40) / ridges;
            int u = (x + shift) % 160 - 80, hill = 40 - u * u / 160; /* a chain of parabolas */
            for (int y = foot - hill * (ridge % 2 == 0 ? 1 : 3) / 3; y < HEIGHT; y++)
                put(rgb, x, y, palette->ridge[ridge]);
        }
    while (roles_name((size_t)chips) != NULL)
        chips++;
    for (int x = 0; x < WIDTH; x++) {
        rl_colour colour = *roles_at(palette, (size_t)(x * chips / WIDTH));
        for (int y = CHIPS; y < HEIGHT && colour != RL_AUTO; y++)
            put(rgb, x, y, colour);
    }
}

static int write_swatch(rl_palette *palette, const options *opts)
{
    rl_render_options picture = {.struct_size = sizeof picture,
                                 .format = RL_FORMAT_PNG,
                                 .metadata = RL_METADATA_MINIMAL,
                                 .threads = 1};
    rl_error error;
    rl_sink *sink;
    uint8_t *rgb = malloc((size_t)3 * WIDTH * HEIGHT);
    int code = rgb != NULL ? output_open(&sink, opts->output, 1, opts->no_clobber)
                           : say_no_memory("palette show");
    if (code == CODE_OK) {
        draw_swatch(rgb, palette);
        picture.title = palette->name[0] != '\0' ? palette->name : NULL;
        code =
            output_close(sink, rl_encode_rgb(rgb, WIDTH, HEIGHT, &picture, sink, &error), &error);
    }
    free(rgb);
    return code;
}

/* ---- list, show, convert ------------------------------------------------ */

static int print_name(const char *name)
{
    return out_print("%s\n", name) == 0 ? CODE_OK : CODE_IO;
}

static int palette_list(const options *opts, const char *name)
{
    (void)name;
    if (opts->output != NULL || opts->format != NULL || opts->roles != NULL || opts->scheme != NULL)
        return say_error(CODE_USAGE, "palette list: takes no options");
    return palettes_list(print_name);
}

/* Prints a colour, with a block of it when is_block is 1; RL_AUTO prints nothing. */
static void print_role(int is_block, const char *role, rl_colour colour)
{
    unsigned c = (unsigned)colour;
    if (colour != RL_AUTO && !is_block)
        out_print("%s #%06x\n", role, c);
    else if (colour != RL_AUTO)
        out_print("%-10s #%06x \033[48;2;%u;%u;%um            \033[0m\n", role, c, c >> 16,
                  c >> 8 & 0xFF, c & 0xFF);
}

static void print_numbered(int is_block, const char *name, const rl_colour *colours, int count)
{
    char role[32];
    for (int i = 0; i < count; i++) {
        snprintf(role, sizeof role, "%s.%d", name, i + 1);
        print_role(is_block, role, colours[i]);
    }
}

static int palette_show(const options *opts, const char *name)
{
    const char *off = getenv("NO_COLOR"), *term = getenv("TERM");
    int color = ((const palette_options *)opts->own)->color;
    rl_palette palette;
    STEP(palettes_fetch(&palette, name, opts, "palette show"));
    if (opts->format != NULL)
        return say_error(CODE_USAGE, "palette show: unexpected -f: use palette convert");
    if (!output_is_stdout(opts->output) && path_ending(opts->output) != NULL &&
        !path_has_ending(opts->output, ".png"))
        return say_error(CODE_USAGE, "-o %s: must end in .png", SHOW(opts->output));
    if (opts->output != NULL)
        return write_swatch(&palette, opts);
    int has_colours = color != 0 ? color == 1
                                 : isatty(1) && (off == NULL || off[0] == '\0') &&
                                       (term == NULL || strcmp(term, "dumb") != 0);
    print_numbered(has_colours, "sky", palette.sky, palette.sky_count);
    print_numbered(has_colours, "ridge", palette.ridge, palette.ridge_count);
    for (size_t i = 0; roles_name(i) != NULL; i++)
        print_role(has_colours, roles_name(i), *roles_at(&palette, i));
    return CODE_OK;
}

/* Chooses the format by -f, else by the ending of the output. */
static int palette_convert(const options *opts, const char *name)
{
    static const char *const endings[] = {".gpl", ".hex", ".pal"};
    rl_palette palette;
    rl_error error;
    rl_sink *sink;
    int is_open = opts->format == NULL && !output_is_stdout(opts->output);
    int format = is_open ? 0 : options_choice("gpl|hex|pal", opts->format);
    while (is_open && format < 3 && !path_has_ending(opts->output, endings[format]))
        format++;
    if (format == 3)
        return say_error(CODE_USAGE, "-o %s: must end in .gpl, .hex or .pal, or say which with -f",
                         SHOW(opts->output));
    STEP(palettes_fetch(&palette, name, opts, "palette convert"));
    STEP(output_open(&sink, opts->output, 0, opts->no_clobber));
    rl_status status = rl_palette_write(&palette, (rl_palette_format)format, sink, &error);
    return output_close(sink, status, &error);
}

/* ---- the command -------------------------------------------------------- */

static const struct {
    const char *name;
    int operands; /* number of operands after the verb */
    int (*run)(const options *opts, const char *name);
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

static int run_palette(const options *opts)
{
    if (opts->operand_count == 0)
        return say_error(CODE_USAGE, "palette: needs list, show NAME or convert FILE");
    const char *verb = opts->operands[0];
    int index = name_index(verb_name, verb);
    if (index < 0)
        return say_error(CODE_USAGE, "palette %s: must be list, show or convert%s", SHOW(verb),
                         show_near(name_near(verb_name, verb)).text);
    if (opts->operand_count - 1 != verbs[index].operands)
        return say_error(CODE_USAGE, "palette %s: takes %s", verb,
                         verbs[index].operands == 0 ? "no name" : "one name or file");
    return verbs[index].run(opts, opts->operands[1]);
}

static const option_row rows[] = {
    {'f', "format", "gpl|hex|pal", read_word, COMMON(format),
     .help = "set the format; default: FILE's ending, else gpl"},
    {0, "color", "auto|always|never", read_choice, OWN(palette_options, color),
     .help = "colour the output of palette show; default auto"},
    {0},
};

const struct command command_palette = {
    .name = "palette",
    .usage = "list | show NAME | convert FILE",
    .line = "palettes: names, roles, other formats",
    .operands = verb_name,
    .rows = rows,
    .own_size = sizeof(palette_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_COLOURS,
    .run = run_palette,
};
