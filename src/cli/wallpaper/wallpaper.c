/* wallpaper.c - the command `ridgeline wallpaper`: sets for desktops and phones.
 *
 * In: a scene and a folder.  Out: pictures of one land in several sizes, for several
 * monitors, in light and dark or through a day; what GNOME and Plasma read of them; the
 * commands that show them.  A second run makes only what has changed.
 */
#include "cli/wallpaper/wallpaper.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/option_values.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- options ------------------------------------------------------------ */

/* Pairs that have no meaning together. */
static int check_pairs(const options *wanted)
{
    const struct {
        int is_given;
        const char *rule;
    } pairs[] = {
        {wallpaper_own(wanted)->monitors != NULL && wallpaper_own(wanted)->sizes != NULL,
         "-s: --monitors has the sizes: leave out one of them"},
        {wallpaper_own(wanted)->monitors != NULL && wallpaper_own(wanted)->kde,
         "--kde: a package is for one screen: leave out --monitors"},
        {wallpaper_own(wanted)->each && wallpaper_own(wanted)->monitors == NULL,
         "--each: needs --monitors"},
        {wallpaper_own(wanted)->each && wallpaper_own(wanted)->timed > 0,
         "--each: a slide show is for all monitors: leave out --timed"},
        {wallpaper_own(wanted)->dark != NULL && wallpaper_own(wanted)->timed > 0,
         "--dark: the nights of --timed are dark: leave out one of them"},
        {wallpaper_own(wanted)->kde && wallpaper_own(wanted)->timed > 0,
         "--kde: a package knows no hours: leave out --timed"},
        {wallpaper_own(wanted)->timed > 0 && wanted->time != NULL,
         "--time: --timed has hours of its own"},
        {wallpaper_own(wanted)->timed > 0 && wanted->mood != NULL,
         "-m: the hours of --timed make the light: leave out one of them"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].is_given)
            return say_error(CODE_USAGE, "%s", pairs[i].rule);
    return CODE_OK;
}

static int check_settings(const options *wanted)
{
    static const fixed_key fixed[] = {{"output.depth", "wallpapers have 8 bits"},
                                      {"output.region", "wallpapers are whole: see --monitors"},
                                      {"output.size", "say it with -s"},
                                      {"world.offset", "it counts pixels of one size"}};
    return request_check(wanted, fixed, sizeof fixed / sizeof *fixed);
}

static int check_options(const options *wanted)
{
    int code = source_check_one(wanted);
    if (code != CODE_OK)
        return code;
    if (output_is_stdout(wanted->output) || wanted->output[0] == '\0')
        return say_error(CODE_USAGE, "wallpaper: needs a folder for its files: add -o DIR");
    code = check_pairs(wanted);
    return code == CODE_OK ? check_settings(wanted) : code;
}

/* ---- the scene ---------------------------------------------------------- */

static int read_scene(wallpaper *job)
{
    const options *wanted = job->wanted;
    const char *name = wanted->operand_count == 1 ? wanted->operands[0] : NULL;
    int code = source_read(&job->source, name);
    if (code != CODE_OK || name == NULL)
        return code;
    if (job->source.scene.kind == 1)
        return say_error(CODE_USAGE, "%s: is a map: wallpapers need a landscape", SHOW(name));
    if (job->source.scene.offset != 0)
        return say_error(CODE_USAGE, "%s: has an offset in pixels of one size", SHOW(name));
    return CODE_OK;
}

static void set_clock(wallpaper *job)
{
    job->now = job->wanted->has_now ? (time_t)job->wanted->now : time(NULL);
    tzset();
}

/* ---- files -------------------------------------------------------------- */

static int write_set(wallpaper *job)
{
    rl_error error = {RL_OK, ""};
    int code = wallpaper_open(job);
    if (code == CODE_OK)
        code = wallpaper_list(job);
    if (code != CODE_OK)
        return code;
    if (job->tell_seed)
        say_note("seed %" PRIu64, job->scenes[0].seed);
    rl_status status = wallpaper_paint(job, &error);
    if (status == RL_OK)
        status = wallpaper_texts(job, &error);
    if (status == RL_CANCELLED) /* a signal speaks for itself */
        return CODE_IO;
    if (status != RL_OK)
        return say_status(&error);
    return job->wanted->quiet ? CODE_OK : wallpaper_tell(job);
}

static int make_set(wallpaper *job)
{
    int code = wallpaper_read_sizes(job);
    if (code == CODE_OK)
        code = read_scene(job);
    if (code == CODE_OK)
        code = wallpaper_choose_scenes(job);
    if (code == CODE_OK)
        code = wallpaper_views(job);
    if (code != CODE_OK)
        return code;
    wallpaper_name(job);
    return write_set(job);
}

/* ---- the command -------------------------------------------------------- */

static int run_wallpaper(const options *wanted)
{
    int code = check_options(wanted);
    if (code != CODE_OK)
        return code;
    wallpaper *job = calloc(1, sizeof *job);
    if (job == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    job->wanted = wanted;
    progress_start(&job->bar, wanted->quiet);
    set_clock(job);
    code = make_set(job);
    wallpaper_close(job);
    source_free(&job->source);
    free(job);
    return code;
}

static const char head[] =
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
    "commands that do, for GNOME, Plasma, sway, feh and XFCE, are printed.\n";

/* ---- rows --------------------------------------------------------------- */

#define FIELD(member) OWN(wallpaper_options, member)

static int read_dark(options *opts, const option_row *row, const char *place, const char *value)
{
    if (value != NULL && value[0] == '\0')
        return say_error(CODE_USAGE, "%s=: empty: needs the name of a mood", place);
    *(const char **)option_field(opts, row) = value != NULL ? value : "";
    return CODE_OK;
}

static const option_row rows[] = {
    {'s', "size", "WxH|NAME,...", read_text, FIELD(sizes),
     .help = "of the pictures, commas between; default 4k", .list = size_name},
    {0, "dark", "[=MOOD]", read_dark, FIELD(dark), .help = "also the same land for dark desktops",
     .list = rl_mood_name},
    {0, "timed", "N", read_count, FIELD(timed),
     .help = "N pictures of one day, 2..96, as a slide show", .least = 2, .most = 96},
    {0, "monitors", "WxH+X+Y,...", read_text, FIELD(monitors),
     .help = "one land across them all, and the part of each"},
    {0, "each", NULL, read_switch, FIELD(each), .help = "another land on each monitor"},
    {0, "kde", NULL, read_switch, FIELD(kde), .help = "as a package of KDE Plasma"},
    {0},
};

const struct command command_wallpaper = {
    .name = "wallpaper",
    .usage = "[SCENE|PICTURE] -o DIR",
    .line = "sets for desktops and phones",
    .head = head,
    .operands = rl_scene_builtin_name,
    .rows = rows,
    .own_size = sizeof(wallpaper_options),
    .takes = TAKES_FOLDER | TAKES_NAME | TAKES_SCENE | TAKES_SEED | TAKES_LAND | TAKES_COLOURS |
             TAKES_SCALE | TAKES_METADATA | TAKES_TITLE | TAKES_COMPRESS | TAKES_KERNELS,
    .run = run_wallpaper,
};
