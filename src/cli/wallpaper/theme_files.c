/* theme_files.c - the files of --theme: a form for each program, filled in dark and light.
 *
 * In: the scenes of a set.  Out: NAME-dark.ENDING and NAME-light.ENDING for each row of `formats`;
 * names stay the same, so that a program that reads one follows the wallpaper.
 */
#include "base/status.h"
#include "cli/common/form.h"
#include "cli/common/say.h"
#include "cli/wallpaper/theme.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct theme_format {
    const char *form; /* src/cli/wallpaper/theme/FORM.in, and the file's name with its variant */
    int is_bare;      /* colours are RRGGBB without # */
} theme_format;

static const theme_format formats[] = {
    {"base16.yaml", 0}, {"pywal.json", 0},          {"kitty.conf", 0}, {"alacritty.toml", 0},
    {"foot.ini", 1},    {"terminal.Xresources", 0}, {"gtk.css", 0},
};

#define FORMAT_COUNT (sizeof formats / sizeof *formats)

static const char *const variants[] = {"light", "dark"};

/* ---- one file ------------------------------------------------------------------- */

/* State of the form of one theme file. */
typedef struct theme_page {
    const theme_format *format;
    const wallpaper *set;
    const theme *colours;
    uint64_t seed;
    int light, is_dark;
} theme_page;

static rl_status write_page(const void *user, rl_sink *sink, rl_error *error)
{
    static const char *const names[] = {
        "background",    "panel",       "selection",      "comment",       "muted",
        "foreground",    "light",       "lightest",       "red",           "orange",
        "yellow",        "green",       "cyan",           "blue",          "magenta",
        "brown",         "bright_red",  "bright_orange",  "bright_yellow", "bright_green",
        "bright_cyan",   "bright_blue", "bright_magenta", "bright_brown",  "accent",
        "accent_ground", "accent_text"};
    const theme_page *page = user;
    const theme *colours = page->colours;
    const wallpaper *set = page->set;
    form out = {.language = FORM_JSON};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        int bright = i - THEME_BASES, rest = bright - (THEME_BASES - THEME_RED);
        rl_colour colour = bright < 0  ? colours->base[i]
                           : rest < 0  ? colours->bright[THEME_RED + bright]
                           : rest == 0 ? colours->accent
                           : rest == 1 ? colours->accent_ground
                                       : colours->accent_on_ground;
        form_print(&out, names[i], "%s%06x", page->format->is_bare ? "" : "#",
                   (unsigned)colour & 0xffffff);
    }
    form_print(&out, "seed", "%" PRIu64, page->seed);
    form_set(&out, "variant", variants[page->is_dark]);
    form_set(&out, "name", set->kind);
    form_set(&out, "picture",
             set->picture_count > 0 ? wallpaper_file(set, set->first_view, page->light) : "None");
    return form_write(&out, page->format->form, sink, error);
}

/* ---- all files ---------------------------------------------------------------------------- */

/* Returns the index of the light of a variant: that half of a pair, the hour of a timed set that is
 * nearest to noon or, dark, to midnight, or 0. */
static int light_of(const wallpaper *set, int is_dark)
{
    int best = 0, noon = DAY_MINUTES / 2;
    if (set->own->dark != NULL)
        return is_dark;
    for (int i = 1; i < set->light_count; i++) {
        int off = abs(set->lights[i].minute - noon), most = abs(set->lights[best].minute - noon);
        best = is_dark ? (off > most ? i : best) : (off < most ? i : best);
    }
    return best;
}

static int write_variant(const wallpaper *set, rl_scene *scene, int light, int is_dark)
{
    char path[4608];
    theme colours;
    rl_palette palette;
    rl_error error;
    if (rl_scene_resolve(scene, &error) != RL_OK)
        return say_status(&error);
    rl_scene_palette(scene, &palette);
    theme_make(&colours, &palette, is_dark);
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        const char *name = formats[i].form, *ending = strrchr(name, '.');
        const theme_page page = {&formats[i], set, &colours, scene_seed(scene), light, is_dark};
        snprintf(path, sizeof path, "%s/%.*s-%s%s", set->theme_root, (int)(ending - name), name,
                 variants[is_dark], ending);
        if (replace_text(path, write_page, &page, &error) != RL_OK)
            return say_status(&error);
    }
    return CODE_OK;
}

int wallpaper_theme(wallpaper *set)
{
    for (int is_dark = 0; is_dark < 2 && !set->own->dry_run; is_dark++) {
        int light = light_of(set, is_dark);
        rl_scene *scene = NULL;
        int code = scene_renew(&scene, set->scenes[light]);
        if (code == CODE_OK)
            code = write_variant(set, scene, light, is_dark);
        rl_scene_free(scene);
        STEP(code);
    }
    if (set->job.opts->quiet && !set->own->dry_run)
        return CODE_OK;
    out_print("# %zu files of a theme, light and dark, in ", 2 * FORMAT_COUNT);
    out_escaped(set->theme_root, strlen(set->theme_root));
    out_write("/\n", 2);
    return CODE_OK;
}
