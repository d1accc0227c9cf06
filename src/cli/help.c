/* help.c - what the program says about itself.
 *
 * In: a command.  Out: text of at most 80 columns on standard output (usage: on
 * standard error).  Options come from the table of options.c, never from a
 * second list.
 */
#include "cli/help.h"
#include "cli/options.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: ridgeline [render] [SCENE|PICTURE] [-o FILE] [-s WxH] [--seed SEED] ...\n"
    "       ridgeline sheet [--seeds A..B | --like SEED] [-o FILE] ...\n"
    "       ridgeline palette list | show NAME | convert FILE\n"
    "       ridgeline info FILE.png\n"
    "\n"
    "  ridgeline -o land.png                a landscape nobody has seen, 1920x1080\n"
    "  ridgeline land.png -s 8k -o big.png  the same land again, larger\n"
    "`ridgeline --help` lists all options, ridgeline(1) explains them.\n";

int help_usage(void)
{
    fputs(usage, stderr);
    return CODE_USAGE;
}

/* What stands before the options of each command's help. */
static const struct {
    int command;
    const char *text;
} heads[] = {
    {ON_RENDER, "Examples:\n"
                "  ridgeline -o land.png                     a random landscape, 1920x1080\n"
                "  ridgeline --seed hello -s 4k -o wall.png  the same one each time\n"
                "  ridgeline land.png -s 8k -o big.png       a picture again, larger\n"
                "  ridgeline -m moonlight --style lake -o lake.png\n"
                "  ridgeline -p mine.gpl -o mine.png         in colours of your own\n"
                "  ridgeline classic --set ridge.2.roughness=0.9 -o c.png\n"
                "  ridgeline --seeds 1..24 -s thumb -o 'w-{seed}.png'\n"
                "\n"
                "Usage:\n"
                "  ridgeline [render] [SCENE|PICTURE] [options]   paint a landscape\n"
                "  ridgeline sheet [options]                      thumbnails (sheet --help)\n"
                "  ridgeline map [options]                        maps, heightmaps (map --help)\n"
                "  ridgeline layers -o DIR [options]              backdrops (layers --help)\n"
                "  ridgeline animate --scroll|--day|... [options] motion (animate --help)\n"
                "  ridgeline wallpaper -o DIR [options]           sets (wallpaper --help)\n"
                "  ridgeline bot -o DIR --name NAME [options]     a run of a bot (bot --help)\n"
                "  ridgeline palette list|show|convert ...        palettes (palette --help)\n"
                "  ridgeline info FILE.png                        what a picture is made of\n"
                "  ridgeline help [COMMAND]                       this, or that command's help\n"
                "\n"
                "SCENE is a built-in name or a file (./NAME is always a file, - is standard\n"
                "input); PICTURE is a PNG that ridgeline made. Without either the seed decides.\n"},
    {ON_SHEET, "Examples:\n"
               "  ridgeline sheet -o sheet.png                    24 landscapes nobody has seen\n"
               "  ridgeline sheet --seeds 1..24 -o sheet.png      those of seeds 1 to 24\n"
               "  ridgeline sheet --seeds 1..9 -m moonlight --columns 3 -o sheet.png\n"
               "  ridgeline sheet --like 7 -o seven.png           variants of seed 7\n"
               "  ridgeline sheet land.png -o more.png            variants of a picture\n"
               "\n"
               "Usage:\n"
               "  ridgeline sheet [SCENE|PICTURE] [options]   thumbnails with their seeds\n"
               "\n"
               "Variants are labelled with letters; for each letter a line on standard output\n"
               "says which arguments give that picture: `ridgeline ARGUMENTS -o land.png`.\n"},
    {ON_MAP, "Examples:\n"
             "  ridgeline map -o map.png                        an atlas plate nobody has seen\n"
             "  ridgeline map --seed 7 -s 1025 --frame -o map.png\n"
             "  ridgeline map -s unity-1025 --seed 7 -o height.r16     heights for an engine\n"
             "  ridgeline map --wrap -s 512 -f png16 -o tile.png       a seamless tile\n"
             "  ridgeline map --pass voronoi:points=20 --pass droplets -o eroded.png\n"
             "  ridgeline map --input dem.asc --tint desert -o dem.png\n"
             "  ridgeline map --view azimuth=-47,elevation=74 -o surface.png\n"
             "\n"
             "Usage:\n"
             "  ridgeline map [SCENE|PICTURE] [options]   a map from above, or its heights\n"
             "  ridgeline map --pass help                 the passes and their keys\n"},
    {ON_ANIMATE, "Examples:\n"
                 "  ridgeline animate --scroll -o scroll.png        a parallax loop, nobody's yet\n"
                 "  ridgeline animate --scroll --seed 7 --speed sky=1,ridge-1=-1 -o scroll.png\n"
                 "  ridgeline animate --day --seed 7 -o 'f-{frame}.png' --preview\n"
                 "  ridgeline animate --weather -m moonlight --style lake -o night.png\n"
                 "  ridgeline animate --sweep map.persistence=0.2..0.8 --frames 60 -o rough.png\n"
                 "  ridgeline animate --flight --seed 7 --pass droplets -o flight.png\n"
                 "  ridgeline animate --scroll --seed 7 -s hd -f ppm -o - |\n"
                 "    ffmpeg -f image2pipe -framerate 25 -c:v ppm -i - out.mp4\n"
                 "  ridgeline animate --scroll --frames 0 -f ppm -o - |    # without an end\n"
                 "    ffplay -f image2pipe -framerate 25 -i -\n"
                 "\n"
                 "Usage:\n"
                 "  ridgeline animate --scroll|--day|--weather [SCENE|PICTURE] [options]\n"
                 "  ridgeline animate --sweep KEY=A..B [SCENE|PICTURE] [options]\n"
                 "  ridgeline animate --flight [SCENE|PICTURE] [options]   over a map\n"
                 "\n"
                 "An animated PNG; a file for each frame where FILE holds {frame}; else a stream\n"
                 "of pictures. All are loops: the first frame follows the last.\n"},
    {ON_LAYERS, "Examples:\n"
                "  ridgeline layers -o backdrop                    layers nobody has seen\n"
                "  ridgeline layers --seed 7 -s 2048x1024 --trim -o backdrop\n"
                "  ridgeline layers land.png --parallax 0.05..0.6 -o backdrop\n"
                "  ridgeline layers --pixel-art=24 -s 320x180 --scale 4 -o backdrop\n"
                "\n"
                "Usage:\n"
                "  ridgeline layers [SCENE|PICTURE] -o DIR [options]   a parallax backdrop\n"
                "\n"
                "A PNG with alpha for each layer, all of which repeat after their width; beside\n"
                "them layers.json, scene.tmx (Tiled), scene.tscn (Godot 4.3), scene.ora (Krita,\n"
                "GIMP), scene.svg (Inkscape), preview.html and ridges.csv (heights to walk on).\n"},
    {ON_WALLPAPER,
     "Examples:\n"
     "  ridgeline wallpaper -o walls                           3840x2160, nobody's yet\n"
     "  ridgeline wallpaper --seed 7 -s 4k,uwqhd,phone -o walls\n"
     "  ridgeline wallpaper land.png --dark -o walls           and by night\n"
     "  ridgeline wallpaper --seed 7 --timed 12 -o walls       a day, for GNOME\n"
     "  ridgeline wallpaper --seed 7 --dark --kde -o walls     a package for Plasma\n"
     "  ridgeline wallpaper --monitors 2560x1440+0+0,1080x1920+2560+0 -o walls\n"
     "\n"
     "Usage:\n"
     "  ridgeline wallpaper [SCENE|PICTURE] -o DIR [options]   sets of one land\n"
     "\n"
     "Pictures that are in DIR already are not made again. It sets nothing: the\n"
     "commands that do, for GNOME, Plasma, sway, feh and XFCE, are printed.\n"},
    {ON_BOT, "Examples:\n"
             "  ridgeline bot -o bot --name mybot      a picture of these three hours\n"
             "  ridgeline bot -o bot --name mybot --every 6h --post ./post.sh -q\n"
             "  ridgeline bot -o bot --name mybot --latitude 52.5 --longitude 13.4\n"
             "  ridgeline bot -o bot --name mybot --keep 30 --url https://example.org/bot/\n"
             "\n"
             "Usage:\n"
             "  ridgeline bot -o DIR --name NAME [options]   what is left to do for this slot\n"
             "\n"
             "A run makes the picture of the current slot, its alt text and JSON, latest.png,\n"
             "a gallery and a feed, and posts it at most once. The same run again does\n"
             "nothing.\n"},
    {ON_PALETTE, "Examples:\n"
                 "  ridgeline palette list\n"
                 "  ridgeline palette show dusk\n"
                 "  ridgeline palette show mine.gpl -o swatch.png\n"
                 "  ridgeline palette convert lospec.hex --scheme night -o lospec.gpl\n"
                 "\n"
                 "Usage:\n"
                 "  ridgeline palette list                    names, one a line\n"
                 "  ridgeline palette show NAME|FILE          roles and colours, or a PNG with -o\n"
                 "  ridgeline palette convert NAME|FILE       as .gpl, .hex or .pal\n"},
    {ON_INFO, "Examples:\n"
              "  ridgeline info land.png\n"
              "  ridgeline info --json land.png\n"
              "  ridgeline info land.png >land.ini && ridgeline ./land.ini -o again.png\n"
              "\n"
              "Usage:\n"
              "  ridgeline info FILE.png    size, software, title and recipe of a picture\n"},
};

/* The column at which the explanations start. */
#define HELP_COLUMN 28

static void help_option(const option_row *row)
{
    char left[80], letter[4] = "   ";
    if (row->letter != 0)
        snprintf(letter, sizeof letter, "-%c,", row->letter);
    int has_word = row->argument != NULL && row->argument[0] != '[';
    int width = snprintf(left, sizeof left, "  %s --%s%s%s", letter, row->name, has_word ? " " : "",
                         row->argument != NULL ? row->argument : "");
    if (width >= HELP_COLUMN - 1)
        out_print("%s\n%*s%s\n", left, HELP_COLUMN, "", row->help);
    else
        out_print("%-*s%s\n", HELP_COLUMN, left, row->help);
}

/* A list of names, as many a line as fit. */
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

int help_command(int command)
{
    const option_row *row;
    if (command == ON_HELP) /* the program's help is that of its first command */
        command = ON_RENDER;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (heads[i].command == command)
            out_write(heads[i].text, strlen(heads[i].text));
    out_print("\nOptions:\n");
    for (size_t i = 0; (row = options_row(i)) != NULL; i++)
        if ((row->commands & command) != 0)
            help_option(row);
    if ((command & (ON_RENDER | ON_SHEET | ON_LAYERS | ON_ANIMATE | ON_WALLPAPER | ON_BOT)) != 0) {
        help_names("Moods", rl_mood_name);
        help_names("Styles", rl_style_name);
        help_names("Scenes", rl_scene_builtin_name);
    }
    if ((command & (ON_MAP | ON_ANIMATE)) != 0)
        help_names("Tints, beside every palette", rl_tint_name);
    return CODE_OK;
}

/* A default as one types it: a number, or the word of that place in "a, b or auto". */
static shown default_word(double otherwise, const char *rule)
{
    shown word;
    snprintf(word.text, sizeof word.text, "%g", otherwise);
    if (rule[0] < 'a' || rule[0] > 'z')
        return word;
    for (int i = (int)otherwise; i > 0; i--)
        rule += strcspn(rule, " ") + 1;
    snprintf(word.text, sizeof word.text, "%.*s", (int)strcspn(rule, ", "), rule);
    return word;
}

int help_passes(void)
{
    const char *pass, *name;
    double otherwise;
    rl_key key;
    for (int kind = 0; (pass = rl_pass_name(kind)) != NULL; kind++) {
        out_print("%s%s\n", kind > 0 ? "\n" : "", pass);
        for (size_t i = 0; (name = rl_pass_key(kind, i, &otherwise, &key)) != NULL; i++)
            out_print("  %-12s %-10s %s (%s)\n", name, default_word(otherwise, key.rule).text,
                      key.meaning, key.rule);
    }
    return CODE_OK;
}

int help_version(void)
{
    char codecs[128];
    rl_codec_versions(codecs, sizeof codecs);
    out_print("ridgeline %s\nalgorithm %d\n%s\nMIT License; palettes CC0-1.0\n", rl_version(),
              RL_ALGORITHM, codecs);
    return CODE_OK;
}
