/* options.c - the option table, and the reader that fills struct options.
 *
 * In: argc and argv.  Out: a filled struct, or one error line.  The table is the
 * single source of getopt's arrays and of --help; man page and completions are
 * compared with it by tests/full/cli.  Nothing here opens a file.
 */
#include "cli/options.h"
#include "cli/option_values.h"
#include "cli/common/say.h"

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table ---------------------------------------------------------- */

#define FIELD(name) offsetof(options, name)
#define ON_PAINT (ON_RENDER | ON_SHEET | ON_LAYERS)
#define ON_SHAPE (ON_MAP | ON_ANIMATE)
#define ON_SET (ON_WALLPAPER | ON_BOT)
#define ON_PICTURE (ON_PAINT | ON_ANIMATE | ON_SET)
#define ON_FILE (ON_PAINT | ON_SHAPE)
#define ON_WRITE (ON_FILE | ON_SET)

/* Each row starts with its letter and long name on one line: tests read them. */
static const option_row table[] = {
    {'o', "output", "FILE", (ON_FILE & ~ON_LAYERS) | ON_PALETTE, read_text, FIELD(output),
     "write to FILE; - is standard output"},
    {'o', "output", "DIR", ON_LAYERS | ON_SET, read_text, FIELD(output), "the folder to write to"},
    {'f', "format", "png|ppm|pam|hash|null|scene|csv|json", ON_RENDER, read_choice, FIELD(format),
     "default: by FILE's ending, else png"},
    {'f', "format", "png|ppm|pam|hash|null", ON_SHEET | ON_ANIMATE, read_choice, FIELD(format),
     "default: by FILE's ending, else png"},
    {'f', "format", "png|png16|pgm|r16|pfm|asc|ppm|pam|hash|null|scene", ON_MAP, read_choice,
     FIELD(format), "default: by FILE's ending, else png"},
    {'f', "format", "gpl|hex|pal", ON_PALETTE, read_choice, FIELD(format),
     "default: by FILE's ending, else gpl"},
    {'s', "size", "WxH|NAME", ON_RENDER, read_size, 0, "pixels, or hd fhd qhd 4k 8k phone ..."},
    {'s', "size", "WxH|NAME", ON_SHEET, read_size, 0, "of one thumbnail; default 320x180"},
    {'s', "size", "N|WxH|NAME", ON_MAP, read_map_size, 0,
     "samples; default 1025; unity-N, unreal-N"},
    {'s', "size", "WxH|NAME", ON_ANIMATE, read_size, 0, "of a frame; default 960x540"},
    {'s', "size", "WxH|NAME", ON_LAYERS, read_size, 0, "of the layers, the width a multiple of 64"},
    {'s', "size", "WxH|NAME,...", ON_WALLPAPER, read_text, FIELD(sizes),
     "of the pictures, commas between; default 4k"},
    {'s', "size", "WxH|NAME", ON_BOT, read_size, 0, "of the pictures; default 1600x900"},
    {0, "name", "NAME", ON_SET, read_name, FIELD(name), "what the files, or the bot, are called"},
    {0, "dark", "[=MOOD]", ON_WALLPAPER, read_dark, FIELD(dark),
     "also the same land for dark desktops"},
    {0, "timed", "N", ON_WALLPAPER, read_timed, FIELD(timed),
     "N pictures of one day, 2..96, as a slide show"},
    {0, "monitors", "WxH+X+Y,...", ON_WALLPAPER, read_text, FIELD(monitors),
     "one land across them all, and the part of each"},
    {0, "each", NULL, ON_WALLPAPER, read_switch, FIELD(each), "another land on each monitor"},
    {0, "kde", NULL, ON_WALLPAPER, read_switch, FIELD(kde), "as a package of KDE Plasma"},
    {0, "every", "N[m|h|d]", ON_BOT, read_text, FIELD(every), "how long a slot lasts; default 3h"},
    {0, "now", "@EPOCH", ON_SET, read_now, 0, "seconds since 1970 in place of the clock"},
    {0, "keep", "N", ON_BOT, read_keep, FIELD(keep), "pictures that stay; default 100; 0: all"},
    {0, "max-bytes", "N", ON_BOT, read_max_bytes, 0, "of a picture; default 2000000"},
    {0, "post", "CMD", ON_BOT, read_text, FIELD(post), "a program that publishes the new picture"},
    {0, "retry", NULL, ON_BOT, read_switch, FIELD(retry),
     "post what was begun and may not have been posted"},
    {0, "catch-up", "N", ON_BOT, read_catch_up, FIELD(catch_up),
     "make up to N slots that were missed"},
    {0, "latitude", "DEGREES", ON_BOT, read_text, FIELD(latitude),
     "season and hour there lead the light"},
    {0, "longitude", "DEGREES", ON_BOT, read_text, FIELD(longitude),
     "east of Greenwich; default 0"},
    {0, "url", "URL", ON_BOT, read_text, FIELD(url), "where the folder is served, for the feed"},
    {0, "flight", NULL, ON_ANIMATE, read_switch, FIELD(flight), "fly once round a map, a loop"},
    {0, "scroll", NULL, ON_ANIMATE, read_switch, FIELD(scroll),
     "layers pass, each in loops of its own"},
    {0, "turns", "K", ON_ANIMATE, read_turns, FIELD(turns),
     "loops of the nearest layer, 1..64; default 4"},
    {0, "speed", "LAYER=N,...", ON_ANIMATE, read_text, FIELD(speed),
     "loops that a layer passes; negative: the other way"},
    {0, "pace", "PX", ON_ANIMATE, read_text, FIELD(pace),
     "pixels a frame where there is no end; default 4"},
    {0, "day", NULL, ON_ANIMATE, read_switch, FIELD(day), "a day from 00:00 to 24:00"},
    {0, "weather", NULL, ON_ANIMATE, read_switch, FIELD(weather),
     "clouds, mist and ripples drift, stars twinkle"},
    {0, "sweep", "KEY=A..B", ON_ANIMATE, read_text, FIELD(sweep),
     "a key of the scene from A to B and back"},
    {0, "frames", "N", ON_ANIMATE, read_frames, FIELD(frames),
     "1..1024; default 240; 0: a scroll without an end"},
    {0, "fps", "F", ON_ANIMATE, read_fps, FIELD(fps), "frames a second, 1..100; default 25"},
    {0, "preview", NULL, ON_ANIMATE, read_switch, FIELD(preview),
     "also preview.html: a slide show of the frames"},
    {0, "map-size", "N", ON_ANIMATE, read_map_side, 0,
     "samples along the map: a power of two; default 1024"},
    {0, "region", "WxH+X+Y", ON_RENDER, read_region, 0, "paint only this part of the picture"},
    {0, "loop", NULL, ON_RENDER, read_switch, FIELD(loop), "all repeats after the picture's width"},
    {0, "offset", "X", ON_RENDER | ON_LAYERS, read_text, FIELD(offset),
     "look X pixels farther along an endless world"},
    {0, "seed", "SEED", ON_RENDER | ON_LAYERS | ON_SHAPE | ON_WALLPAPER, read_seed, 0,
     "a number or any text; default: random"},
    {0, "seeds", "A..B", ON_RENDER | ON_SHEET, read_seeds, 0, "one picture for each number A to B"},
    {0, "like", "SEED", ON_SHEET, read_like, 0, "twelve variants of one seed's picture"},
    {0, "columns", "N", ON_SHEET, read_columns, FIELD(columns), "thumbnails in a row, 1..100"},
    {'m', "mood", "NAME", ON_PICTURE, read_text, FIELD(mood),
     "light and weather with their palette; see below"},
    {'p', "palette", "NAME|FILE", ON_PICTURE, read_text, FIELD(palette),
     "colours; see ridgeline palette list"},
    {0, "roles", "MAP", ON_PICTURE | ON_PALETTE, read_text, FIELD(roles),
     "colours by index: sky=3-5,sun=6,ridge=0-2"},
    {0, "scheme", "day|night", ON_PICTURE | ON_PALETTE, read_choice, FIELD(scheme),
     "sky of a palette without roles"},
    {0, "style", "NAME", ON_PICTURE, read_text, FIELD(style), "kind of land; see below"},
    {0, "calm", "top|left|none", ON_PICTURE, read_choice, FIELD(calm),
     "keep quiet where a clock or icons stand"},
    {0, "time", "HH:MM", ON_PICTURE, read_text, FIELD(time), "time of day, 00:00 to 24:00"},
    {0, "from-map", "MAP|seed", ON_RENDER | ON_LAYERS, read_text, FIELD(from_map),
     "ridges are slices of a map: its picture or scene"},
    {0, "pixel-art", "[=N]", ON_PICTURE, read_colours, FIELD(pixel_art),
     "hard edges and N colours (32), as in old games"},
    {0, "scale", "N", ON_RENDER | ON_LAYERS | ON_SET, read_text, FIELD(scale),
     "write each pixel NxN times, 1..64"},
    {0, "trim", NULL, ON_LAYERS, read_switch, FIELD(trim),
     "cut empty rows; layers.json has how many"},
    {0, "pot", NULL, ON_LAYERS, read_switch, FIELD(pot), "round the size up to powers of two"},
    {0, "parallax", "FAR..NEAR", ON_LAYERS, read_text, FIELD(parallax),
     "speeds of the first and the last ridge"},
    {0, "method", "diamond-square|midpoint", ON_SHAPE, read_choice, FIELD(method),
     "what fills the grid"},
    {0, "noise", "uniform|gauss", ON_SHAPE, read_choice, FIELD(noise), "how displacements spread"},
    {0, "one-sided", NULL, ON_SHAPE, read_switch, FIELD(one_sided), "noise only lifts"},
    {0, "spread", "R", ON_SHAPE, read_text, FIELD(spread), "bound of the first level's noise"},
    {0, "persistence", "P", ON_SHAPE, read_text, FIELD(persistence),
     "bound of a level over the one before"},
    {0, "preset", "NAME", ON_SHAPE, read_text, FIELD(preset),
     "roughness-coefficient one-sided persistence spread"},
    {0, "corners", "A,B,C,D", ON_SHAPE, read_text, FIELD(corners), "heights of the four corners"},
    {0, "smooth", NULL, ON_SHAPE, read_switch, FIELD(smooth), "average with the neighbours once"},
    {0, "wrap", NULL, ON_MAP, read_switch, FIELD(wrap), "a seamless tile of 2^n samples"},
    {0, "raw", NULL, ON_MAP, read_switch, FIELD(raw), "do not normalise the heights to 0..1"},
    {0, "pass", "NAME[:KEY=VALUE,...]", ON_SHAPE, read_pass, 0,
     "shape the map, in this order; --pass help"},
    {0, "input", "FILE", ON_MAP, read_text, FIELD(input), "shape these heights: PNG, PGM, .asc"},
    {0, "cell", "METRES", ON_MAP, read_text, FIELD(cell), "from sample to sample"},
    {0, "height", "METRES", ON_SHAPE, read_text, FIELD(height), "from the lowest to the highest"},
    {0, "tint", "NAME|FILE", ON_SHAPE, read_text, FIELD(tint),
     "ramp, palette, GDAL colours or .cpt; see below"},
    {0, "shade", "KEY=VALUE,...", ON_SHAPE, read_text, FIELD(shade),
     "azimuth, altitude, exaggeration, amount"},
    {0, "sea", "LEVEL", ON_SHAPE, read_text, FIELD(sea), "0..1; 0 = none"},
    {0, "contours", "METRES", ON_MAP, read_text, FIELD(contours), "between lines; 0 = none"},
    {0, "rivers", "AMOUNT", ON_MAP, read_text, FIELD(rivers), "0..1; 0 = none"},
    {0, "frame", NULL, ON_MAP, read_switch, FIELD(frame), "a plate with margin and scale bar"},
    {0, "view", "NAME|KEY=VALUE,...", ON_MAP, read_text, FIELD(view),
     "surface, its azimuth and elevation; cells; above"},
    {0, "stats", NULL, ON_MAP, read_switch, FIELD(stats), "print erosion score and slopes"},
    {0, "flip-y", NULL, ON_MAP, read_switch, FIELD(flip_y), "r16: the bottom row first"},
    {0, "big-endian", NULL, ON_MAP, read_switch, FIELD(big_endian), "r16: high byte first"},
    {0, "alt-text", "FILE", ON_RENDER, read_text, FIELD(alt_text),
     "also write what the picture shows, in words"},
    {0, "set", "KEY=VALUE", ON_WRITE, read_setting, 0, "one key of the scene; may be repeated"},
    {0, "depth", "8|16", ON_RENDER, read_choice, FIELD(depth), "bits per sample"},
    {0, "dither", "row|2x2|4x4|bayer|blue|none", ON_RENDER | ON_LAYERS | ON_SET, read_choice,
     FIELD(dither), "pattern that hides the steps of 8 bits"},
    {0, "metadata", "full|minimal|none", ON_RENDER | ON_LAYERS | ON_SHAPE | ON_SET, read_choice,
     FIELD(metadata), "what a PNG says about itself; default full"},
    {0, "title", "TEXT", ON_RENDER | ON_LAYERS | ON_SHAPE | ON_WALLPAPER, read_title, FIELD(title),
     "the PNG's title"},
    {0, "compress", "default|fast|small", ON_PAINT | ON_MAP | ON_WALLPAPER, read_choice,
     FIELD(compress), "what a PNG picture is made for"},
    {0, "kernels", "best|plain|vector|avx2", ON_RENDER | ON_LAYERS | ON_MAP | ON_SET, read_choice,
     FIELD(kernels), "inner loops; never changes a pixel"},
    {0, "limit", "KEY=N,...", ON_WRITE, read_limit, 0, "what a file may ask for; see the manual"},
    {0, "threads", "N", ON_WRITE, read_threads, FIELD(threads), "1..256; never changes a pixel"},
    {0, "no-clobber", NULL, ON_FILE | ON_PALETTE, read_switch, FIELD(no_clobber),
     "refuse to replace a file"},
    {0, "color", "auto|always|never", ON_PALETTE, read_choice, FIELD(color),
     "colours of palette show"},
    {0, "json", NULL, ON_INFO, read_switch, FIELD(json), "print one JSON object"},
    {'q', "quiet", NULL, ON_WRITE, read_switch, FIELD(quiet), "no progress, no seeds or arguments"},
    {'h', "help", NULL, ON_ALL, read_switch, FIELD(help), "show this help"},
    {'V', "version", NULL, ON_ALL, read_switch, FIELD(version), "show the versions"},
};

#define ROW_COUNT (sizeof table / sizeof *table)

/* getopt returns LONG + index for a long option, the letter for a short one. */
#define LONG 1000

const option_row *options_row(size_t index)
{
    return index < ROW_COUNT ? &table[index] : NULL;
}

/* ---- reading ------------------------------------------------------------ */

/* What getopt_long wants to know of the rows of one command. */
typedef struct getopt_arrays {
    struct option longs[ROW_COUNT + 1];
    char shorts[2 * ROW_COUNT + 2];
} getopt_arrays;

static void arrays_make(getopt_arrays *arrays, int command)
{
    size_t longs = 0, shorts = 0;
    memset(arrays, 0, sizeof *arrays);
    /* The leading colon tells a missing value from an unknown option. */
    arrays->shorts[shorts++] = ':';
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if ((table[i].commands & command) == 0)
            continue;
        int has_argument = table[i].argument == NULL     ? no_argument
                           : table[i].argument[0] == '[' ? optional_argument
                                                         : required_argument;
        arrays->longs[longs++] = (struct option){table[i].name, has_argument, NULL, LONG + (int)i};
        if (table[i].letter == 0)
            continue;
        arrays->shorts[shorts++] = table[i].letter;
        if (has_argument)
            arrays->shorts[shorts++] = ':';
    }
}

static size_t row_find(int found, int command)
{
    if (found >= LONG)
        return (size_t)(found - LONG);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (table[i].letter == found && found != 0 && (table[i].commands & command) != 0)
            return i;
    return ROW_COUNT;
}

/* The word of the first command of a set. */
static const char *command_word(int commands)
{
    static const struct {
        int command;
        const char *word;
    } words[] = {{ON_RENDER, "render"}, {ON_SHEET, "sheet"},         {ON_MAP, "map"},
                 {ON_INFO, "info"},     {ON_PALETTE, "palette"},     {ON_ANIMATE, "animate"},
                 {ON_LAYERS, "layers"}, {ON_WALLPAPER, "wallpaper"}, {ON_BOT, "bot"},
                 {~0, "help"}};
    size_t i = 0;
    while ((words[i].command & commands) == 0)
        i++;
    return words[i].word;
}

/* An unknown long option is either the start of several or near to one. */
static int tell_long(const char *word, int command)
{
    const char *names[ROW_COUNT];
    char starts[160] = "", bare[64];
    size_t count = 0, starting = 0, used = 0, length = strcspn(word + 2, "=");
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if ((table[i].commands & command) == 0)
            continue;
        names[count++] = table[i].name;
        if (strncmp(table[i].name, word + 2, length) != 0 || starting++ >= 6)
            continue;
        if (used < sizeof starts)
            used += (size_t)snprintf(starts + used, sizeof starts - used, "%s--%s",
                                     starting > 1 ? " " : "", table[i].name);
    }
    if (starting > 1)
        return say_error(CODE_USAGE, "%s: ambiguous: %s%s", show_bytes(word, length + 2).text,
                         starts, starting > 6 ? " and others" : "");
    length = length < sizeof bare - 1 ? length : sizeof bare - 1;
    memcpy(bare, word + 2, length);
    bare[length] = '\0';
    const char *near = rl_nearest(bare, names, count);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strcmp(table[i].name, bare) == 0)
            return say_error(CODE_USAGE, "--%s: unknown option here: belongs to ridgeline %s", bare,
                             command_word(table[i].commands));
    if (near == NULL)
        return say_error(CODE_USAGE, "%s: unknown option: see ridgeline %s--help",
                         show_bytes(word, length + 2).text,
                         command == ON_MAP         ? "map "
                         : command == ON_ANIMATE   ? "animate "
                         : command == ON_LAYERS    ? "layers "
                         : command == ON_WALLPAPER ? "wallpaper "
                         : command == ON_BOT       ? "bot "
                                                   : "");
    return say_error(CODE_USAGE, "%s: unknown option: did you mean --%s?",
                     show_bytes(word, length + 2).text, near);
}

/* getopt has said '?' or ':' about the option that ends at argv[optind - 1]. */
static int tell_failure(int found, int command, char **argv)
{
    char letter = (char)optopt;
    size_t row = row_find(optopt, command);
    for (size_t i = 0; row == ROW_COUNT && optopt != 0 && i < ROW_COUNT; i++)
        if (table[i].letter == letter)
            return say_error(CODE_USAGE, "-%c: unknown option here: belongs to ridgeline %s",
                             letter, command_word(table[i].commands));
    if (row == ROW_COUNT && optopt != 0)
        return say_error(CODE_USAGE, "-%s: unknown option: see ridgeline --help",
                         show_bytes(&letter, 1).text);
    if (row == ROW_COUNT)
        return tell_long(argv[optind - 1], command);
    if (found == ':' && optopt < LONG)
        return say_error(CODE_USAGE, "-%c: needs a value: %s", letter, table[row].argument);
    if (found == ':')
        return say_error(CODE_USAGE, "--%s: needs a value: %s", table[row].name,
                         table[row].argument);
    return say_error(CODE_USAGE, "--%s: takes no value", table[row].name);
}

static int read_one(options *to, int found, char *seen)
{
    char place[32] = {'-', (char)found, '\0'};
    size_t index = row_find(found, to->command);
    row_pointer row = &table[index];
    if (found >= LONG) {
        place[1] = '-';
        strncat(place, row->name, sizeof place - 3);
    }
    /* Two sizes in one line are a slip; --set is a list, a switch stays on. */
    if (seen[index] && row->argument != NULL && row->read != read_setting && row->read != read_pass)
        return say_error(CODE_USAGE, "%s: given twice", place);
    seen[index] = 1;
    return row->read(to, row, place, optarg);
}

int options_read(options *to, int command, int argc, char **argv)
{
    getopt_arrays arrays;
    char seen[ROW_COUNT] = {0};
    int code = CODE_OK, found;
    arrays_make(&arrays, command);
    *to = (options){.command = command};
    rl_limits_init(&to->limits);
    to->settings = calloc((size_t)argc + 1, sizeof *to->settings);
    to->passes = calloc((size_t)argc + 1, sizeof *to->passes);
    if (to->settings == NULL || to->passes == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    opterr = 0;
    while ((found = getopt_long(argc, argv, arrays.shorts, arrays.longs, NULL)) != -1) {
        if (found == '?' || found == ':')
            return tell_failure(found, command, argv);
        code = read_one(to, found, seen);
        if (code != CODE_OK || to->help || to->version)
            return code;
    }
    to->operands = (const char *const *)(argv + optind);
    to->operand_count = argc - optind;
    return CODE_OK;
}

void options_free(options *of)
{
    free(of->settings);
    free(of->passes);
    of->settings = of->passes = NULL;
}
