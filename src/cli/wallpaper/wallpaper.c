/* wallpaper.c - the command `ridgeline wallpaper`: sets for desktops and phones.
 *
 * In: a scene and a folder.  Out: pictures of one land in several sizes, for several
 * monitors, in light and dark or through a day; the files in which GNOME and Plasma look for
 * them; the commands that show them.  A second run makes only what has changed.
 */
#include "cli/wallpaper/wallpaper.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <stdlib.h>

/* ---- options ------------------------------------------------------------ */

static int read_dark(options *opts, const option_row *row, const char *place, const char *value)
{
    if (value != NULL && value[0] == '\0')
        return say_error(CODE_USAGE, "%s=: empty: needs the name of a mood", place);
    *(const char **)option_field(opts, row) = value != NULL ? value : "";
    return CODE_OK;
}

#define FIELD(member) OWN(wallpaper_options, member)

static const option_row rows[] = {
    {'s', "size", "WxH|NAME,...", read_text, FIELD(sizes),
     .help = "of the pictures, commas between; default 4k", .list = size_name},
    {0, "dark", "[=MOOD]", read_dark, FIELD(dark), .help = "also the same land for dark desktops",
     .list = rl_mood_name},
    {0, "timed", "N", read_count, FIELD(timed),
     .help = "N pictures of one day, 2..96, as a slide show", .least = 2, .most = 96},
    {0, "monitors", "WxH[+X+Y],...", read_text, FIELD(monitors),
     .help = "one land across them all, and the part of each"},
    {0, "each", NULL, read_switch, FIELD(each), .help = "another land on each monitor"},
    {0, "kde", NULL, read_switch, FIELD(kde), .help = "as a package of KDE Plasma"},
    {0},
};

static int check_options(const options *opts, const wallpaper_options *own)
{
    static const fixed_key fixed[] = {{"output.depth", "wallpapers have 8 bits"},
                                      {"output.region", "wallpapers are whole: see --monitors"},
                                      {"output.size", "see -s"},
                                      {"world.offset", "it counts pixels of one size"}};
    const struct {
        int is_wrong;
        const char *rule;
    } pairs[] = {
        {own->monitors != NULL && own->kde,
         "--kde: a package is for one screen: leave out --monitors"},
        {own->each && own->monitors == NULL, "--each needs --monitors"},
        {own->each && own->timed > 0,
         "--each: a slide show is for all monitors: leave out --timed"},
        {own->dark != NULL && own->timed > 0,
         "--dark: the nights of --timed are dark: leave out one of them"},
        {own->kde && own->timed > 0, "--kde: a package has no hours: leave out --timed"},
        {own->timed > 0 && opts->time != NULL, "--time: --timed has hours of its own"},
        {own->timed > 0 && opts->mood != NULL,
         "-m: the hours of --timed make the light: leave out one of them"},
    };
    output_format format;
    if (output_is_stdout(opts->output) || opts->output[0] == '\0')
        return say_error(CODE_USAGE, "wallpaper: needs a folder for its files: add -o DIR");
    for (size_t i = 0; output_format_at(&format, i); i++)
        if (format.picture != NULL && format.ending != NULL &&
            path_has_ending(opts->output, format.ending))
            return say_error(CODE_USAGE,
                             "-o %s: is the name of a picture: must be a folder, for a set of "
                             "them",
                             SHOW(opts->output));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].is_wrong)
            return say_error(CODE_USAGE, "%s", pairs[i].rule);
    return request_check(opts, fixed, sizeof fixed / sizeof *fixed);
}

/* ---- the command -------------------------------------------------------- */

static int make_set(wallpaper *set, const options *opts)
{
    rl_error error = {RL_OK, ""};
    STEP(wallpaper_read_sizes(set));
    STEP(job_open(&set->job, opts));
    if (set->job.source.scene.offset != 0)
        return say_error(CODE_USAGE, "%s: has an offset in pixels of one size",
                         SHOW(set->job.name));
    STEP(wallpaper_choose_scenes(set));
    STEP(wallpaper_plan(set));
    job_print_seed(&set->job);
    rl_status status = wallpaper_paint(set, &error);
    if (status == RL_OK)
        status = wallpaper_write_lists(set, &error);
    STEP(job_end(&set->job, status, &error));
    return opts->quiet ? CODE_OK : wallpaper_print_commands(set);
}

static int run_wallpaper(const options *opts)
{
    STEP(check_options(opts, opts->own));
    wallpaper *set = calloc(1, sizeof *set);
    if (set == NULL)
        return say_error(CODE_NO_MEMORY, "wallpaper: out of memory");
    set->own = opts->own;
    set->now = opts->has_now ? (time_t)opts->now : time(NULL);
    tzset();
    int code = make_set(set, opts);
    while (set->folder_count > 0)
        folder_close(&set->folders[--set->folder_count]);
    arena_free(&set->memory);
    job_close(&set->job);
    free(set->root);
    free(set);
    return code;
}

const struct command command_wallpaper = {
    .name = "wallpaper",
    .usage = "[SCENE|PICTURE] -o DIR",
    .line = "sets for desktops and phones",
    .operands = rl_scene_builtin_name,
    .rows = rows,
    .own_size = sizeof(wallpaper_options),
    .takes = TAKES_FOLDER | TAKES_NAME | TAKES_SCENE | TAKES_SEED | TAKES_LAND | TAKES_WEATHER |
             TAKES_COLOURS | TAKES_SCALE | TAKES_METADATA | TAKES_TITLE | TAKES_COMPRESS |
             TAKES_KERNELS,
    .run = run_wallpaper,
};
