/* wallpaper.c - the command `ridgeline wallpaper`: sets for desktops and phones.
 *
 * In: a scene and a folder.  Out: pictures of one land in several sizes, for several
 * monitors, in light and dark or through a day; the files in which GNOME and Plasma look for
 * them; the commands that show them, printed or, with --set, also run.  A second run makes only
 * pictures that have changed.
 */
#include "cli/wallpaper/wallpaper.h"
#include "base/path.h"
#include "cli/command.h"
#include "cli/common/home.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/wallpaper/desktop.h"

#include <stdlib.h>

/* ---- options ------------------------------------------------------------ */

static int read_dark(options *opts, const option_row *row, const char *place, const char *value)
{
    if (value != NULL && value[0] == '\0')
        return say_error(CODE_USAGE, "%s=: empty: needs the name of a mood", place);
    *(const char **)option_field(opts, row) = value != NULL ? value : "";
    return CODE_OK;
}

/* `--set` alone shows the set; with KEY=VALUE it is the --set of all commands. */
static int read_set(options *opts, const option_row *row, const char *place, const char *value)
{
    if (value != NULL)
        return read_setting(opts, row, place, value);
    *(int *)option_field(opts, row) = 1;
    return CODE_OK;
}

static const char *desktop_or_all(size_t index)
{
    const char *name = desktop_name(index);
    return name != NULL ? name : index > 0 && desktop_name(index - 1) != NULL ? "all" : NULL;
}

static int read_desktop(options *opts, const option_row *row, const char *place, const char *value)
{
    *(const char **)option_field(opts, row) = value;
    if (strcmp(value, "all") == 0)
        return CODE_OK;
    for (size_t i = 0; desktop_at(i) != NULL; i++)
        if (desktop_is_named(desktop_at(i), value))
            return CODE_OK;
    char word[32];
    snprintf(word, sizeof word, "%s ", place);
    return say_no_such(word, value, "desktop", desktop_or_all);
}

/* Reads the value of --daily: "off" or none. */
static int read_daily(options *opts, const option_row *row, const char *place, const char *value)
{
    if (value != NULL && strcmp(value, "off") != 0)
        return say_error(CODE_USAGE, "%s=%s: must be off, or nothing", place, SHOW(value));
    *(const char **)option_field(opts, row) = value != NULL ? value : "";
    return CODE_OK;
}

#define WEEK_MINUTES (7 * DAY_MINUTES)

/* Reads a length such as "30m", "2h" or "1d" of a minute to a week; returns 0 if it is none. */
static int read_minutes(int *minutes, const char *value)
{
    static const struct {
        char letter;
        int minutes;
    } units[] = {{'m', 1}, {'h', 60}, {'d', DAY_MINUTES}};
    size_t size = strlen(value);
    uint64_t count;
    for (size_t i = 0; i < sizeof units / sizeof *units && size > 1; i++) {
        if (value[size - 1] != units[i].letter ||
            !geometry_integer(&count, value, size - 1,
                              (uint64_t)(WEEK_MINUTES / units[i].minutes)) ||
            count == 0)
            continue;
        *minutes = (int)count * units[i].minutes;
        return 1;
    }
    return 0;
}

/* Reads the value of --every: a length, or "off". */
static int read_every(options *opts, const option_row *row, const char *place, const char *value)
{
    wallpaper_options *own = opts->own;
    int is_off = strcmp(value, "off") == 0;
    *(const char **)option_field(opts, row) = is_off ? value : "";
    if (is_off || read_minutes(&own->slot_minutes, value))
        return CODE_OK;
    return say_error(CODE_USAGE, "%s %s: must be 1m..7d, such as 30m or 2h, or off", place,
                     SHOW(value));
}

/* Reads the value of --today: none, a length, or the degrees of a place. */
static int read_today(options *opts, const option_row *row, const char *place, const char *value)
{
    wallpaper_options *own = opts->own;
    char item[24];
    *(int *)option_field(opts, row) = 1;
    if (value == NULL || read_minutes(&own->slot_minutes, value))
        return CODE_OK;
    const char *east = list_item(item, sizeof item, value);
    own->is_at_sunrise = east != NULL && options_real(&own->latitude, item) &&
                         options_real(&own->longitude, east) && own->latitude >= -90 &&
                         own->latitude <= 90 && own->longitude >= -180 && own->longitude <= 180;
    if (own->is_at_sunrise)
        return CODE_OK;
    return say_error(CODE_USAGE,
                     "%s=%s: must be 1m..7d, such as 30m, or degrees north and east of a place",
                     place, SHOW(value));
}

/* Reads any value that is not blank. */
static int read_filled(options *opts, const option_row *row, const char *place, const char *value)
{
    *(const char **)option_field(opts, row) = value;
    return value[strspn(value, " \t")] != '\0'
               ? CODE_OK
               : say_error(CODE_USAGE, "%s: empty: must be %s", place, row->argument);
}

#define FIELD(member) OWN(wallpaper_options, member)
#define TIMERS "daily every today"
#define REPEATS "previous restore " TIMERS

static const option_row rows[] = {
    {'s', "size", "WxH|NAME,...", read_text, FIELD(sizes),
     .help = "set the sizes, commas between; default 4k", .list = size_name},
    {0, "dark", "[=MOOD]", read_dark, FIELD(dark), .help = "add a dark picture of the same land",
     .list = rl_mood_name},
    {0, "timed", "N", read_count, FIELD(timed),
     .help = "make a slide show of one day, 2..96 pictures", .least = 2, .most = 96,
     .excludes = "time mood dark each kde"},
    {0, "monitors", "auto|WxH[+X+Y],...", read_text, FIELD(monitors),
     .help = "paint one land across all monitors"},
    {0, "each", NULL, read_switch, FIELD(each), .help = "show another land on each monitor",
     .needs = "monitors"},
    {0, "kde", NULL, read_switch, FIELD(kde), .help = "make a package for KDE Plasma",
     .excludes = "monitors"},
    {0, "set", "[=KEY=VALUE]", read_set, FIELD(show),
     .help = "show it on this desktop; or set a key of the scene", .repeats = 1, .takes_pair = 1},
    {0, "desktop", "NAME|all", read_desktop, FIELD(desktop),
     .help = "choose the desktop; all: print the commands of all", .list = desktop_or_all},
    {0, "next", NULL, read_switch, FIELD(next), .help = "show another land, with the last options",
     .is_typed = 1, .excludes = "seed mood world palette dark timed undo " REPEATS},
    {0, "previous", NULL, read_switch, FIELD(previous),
     .help = "show again what was set before; 20 are known", .is_typed = 1,
     .excludes = "seed mood world palette dark timed undo restore " TIMERS},
    {0, "restore", NULL, read_switch, FIELD(restore),
     .help = "show the set again, at the start of a session", .is_typed = 1,
     .excludes = "seed mood world palette dark timed undo " TIMERS},
    {0, "undo", NULL, read_switch, FIELD(undo), .help = "show again what was there before --set",
     .is_typed = 1},
    {0, "today", "[=LENGTH]", read_today, FIELD(today),
     .help = "use the seed of this day or slot; keep two sets"},
    {0, "daily", "[=off]", read_daily, FIELD(daily),
     .help = "show today's set and install a daily timer", .is_typed = 1},
    {0, "every", "N[m|h|d]|off", read_every, FIELD(daily),
     .help = "show a new set so often: 30m, 2h; off: stop it", .is_typed = 1,
     .excludes = "daily today timed at"},
    {0, "at", "HH:MM,...", read_text, FIELD(at),
     .help = "run the timer at these times; default 07:00", .needs = "daily",
     .excludes = "latitude longitude"},
    {0, "latitude", "DEGREES", read_degrees, FIELD(latitude),
     .help = "run the timer at sunrise there", .least = -90, .most = 90, .needs = "daily"},
    {0, "longitude", "DEGREES", read_degrees, FIELD(longitude),
     .help = "set degrees east of Greenwich; default 0", .least = -180, .most = 180,
     .needs = "latitude"},
    {0, "dry-run", NULL, read_switch, FIELD(dry_run),
     .help = "print the commands; make and set nothing"},
    {0, "theme", "DIR", read_filled, FIELD(theme),
     .help = "write its colours for terminals and desktops"},
    {0, "run", "COMMAND", read_filled, FIELD(run), .help = "run a program at the end"},
    {0},
};

static int check_options(const options *opts, const wallpaper_options *own)
{
    static const fixed_key fixed[] = {{"output.depth", "wallpapers have 8 bits"},
                                      {"output.region", "wallpapers are whole: see --monitors"},
                                      {"output.size", "use -s"},
                                      {"extent.offset", "an offset in pixels fits only one size"}};
    const char *place = own->is_theme_alone ? "--theme" : "-o"; /* option that names the folder */
    if (own->is_theme_alone && output_is_stdout(opts->output))
        return say_error(CODE_USAGE, "%s -: must be a folder, such as ./-", place);
    if (output_is_stdout(opts->output) || opts->output[0] == '\0')
        return say_error(CODE_USAGE,
                         "wallpaper: needs a folder for its files: add -o DIR, or --set");
    if (output_is_picture(opts->output))
        return say_error(CODE_USAGE,
                         "%s %s: is the name of a picture: must be a folder, for a set of them",
                         place, SHOW(opts->output));
    if (own->show && own->desktop != NULL && strcmp(own->desktop, "all") == 0)
        return say_error(CODE_USAGE, "--set: needs one desktop: remove --desktop all");
    if (own->at != NULL)
        STEP(wallpaper_check_times(own->at));
    return request_check(opts, fixed, sizeof fixed / sizeof *fixed);
}

/* ---- the command -------------------------------------------------------- */

static void print_count(const wallpaper *set)
{
    int count = set->picture_count, kept = 0;
    for (int i = 0; i < count; i++)
        kept += set->pictures[i].is_unchanged;
    out_print("# %d picture%s", count, count != 1 ? "s" : "");
    if (kept > 0)
        out_print(", %d of them unchanged", kept);
    out_print(": %s in ", set->name);
    out_write(set->root, strlen(set->root));
    out_write("/\n", 2);
}

/* Opens the folder of --theme, after its parents.  Folders that are made here and stay empty are
 * removed at the end of the run, like those of the pictures.  Returns an exit code. */
static int open_theme(wallpaper *set)
{
    const char *path = set->own->theme;
    if (path == NULL)
        return CODE_OK;
    STEP(path_root(&set->theme_root, "--theme", path));
    for (size_t size = 0; !set->own->dry_run && path[size] != '\0';) {
        size += 1 + strcspn(path + size + 1, PATH_SLASHES);
        const char *prefix = arena_text(&set->memory, path, size);
        folder *dst = &set->folders[set->folder_count];
        STEP(say_memory(prefix != NULL, "wallpaper"));
        STEP(folder_open(dst, prefix, "--theme", 0));
        set->folder_count += dst->is_new && set->folder_count < WALLPAPER_FOLDERS - 1;
    }
    return CODE_OK;
}

static int make_set(wallpaper *set, wallpaper_options *own, const options *opts)
{
    rl_error error = {RL_OK, ""};
    STEP(job_open(&set->job, opts));
    if (own->is_theme_alone) {
        STEP(wallpaper_choose_scenes(set));
        STEP(open_theme(set));
        job_print_seed(&set->job);
        STEP(job_end(&set->job, RL_OK, NULL));
        STEP(wallpaper_theme(set));
        return wallpaper_run(set);
    }
    if (!scene_is(set->job.source.scene, "extent.offset", "0"))
        return say_error(CODE_USAGE, "%s: must have no offset, which is in pixels of one size",
                         SHOW(set->job.name));
    if (own->show || !opts->quiet)
        STEP(wallpaper_find_desktop(set));
    /* Some desktops show a dark half only from a package of Plasma. */
    own->kde |=
        own->show && own->dark != NULL && own->monitors == NULL && wallpaper_needs_package(set);
    if (own->show || (own->monitors != NULL && strcmp(own->monitors, "auto") == 0))
        wallpaper_ask_monitors(set);
    STEP(wallpaper_read_sizes(set));
    STEP(wallpaper_choose_scenes(set));
    STEP(wallpaper_plan(set));
    STEP(open_theme(set));
    job_print_seed(&set->job);
    rl_status status = RL_OK;
    if (!set->own->dry_run)
        status = wallpaper_paint(set, &error);
    if (status == RL_OK && !set->own->dry_run)
        status = wallpaper_write_lists(set, &error);
    STEP(job_end(&set->job, status, &error));
    if (!opts->quiet)
        print_count(set);
    if (own->theme != NULL)
        STEP(wallpaper_theme(set));
    STEP(wallpaper_show(set));
    if (own->show && !own->dry_run)
        STEP(wallpaper_remember(set));
    if (set->own->today && !set->own->dry_run)
        wallpaper_prune(set);
    if (own->show && !own->dry_run && strncmp(set->name, NEXT_NAME, strlen(NEXT_NAME)) == 0)
        wallpaper_prune_next(set);
    STEP(wallpaper_run(set));
    return set->own->daily != NULL ? wallpaper_daily(set) : CODE_OK;
}

/* Makes the set of a run, with --today that of its day or slot.  Returns an exit code. */
static int run_set(wallpaper *set, wallpaper_options *own, options *opts)
{
    if (own->today)
        STEP(wallpaper_today(set, opts));
    /* A timer may run more often than a slot or a day begins. */
    int is_done = own->show && own->daily == NULL && !own->dry_run &&
                  (own->slot_minutes > 0 || own->is_at_sunrise) &&
                  wallpaper_is_slot_shown(set, opts->name);
    if (is_done && !opts->quiet)
        out_print("# %s was shown: nothing to do\n", opts->name);
    return is_done ? CODE_OK : make_set(set, own, opts);
}

static int run_wallpaper(const options *given)
{
    /* Static, since together they are too large for a small stack. */
    static wallpaper_options own;
    static options opts;
    static char path[HOME_PATH];
    own = *(const wallpaper_options *)given->own;
    opts = *given;
    opts.own = &own;
    wallpaper_find_session(own.desktop != NULL);
    if (own.undo)
        return wallpaper_undo(&own, opts.quiet);
    if (own.next || own.previous || own.restore)
        return wallpaper_repeat(given);
    if (own.daily != NULL && own.daily[0] != '\0')
        return wallpaper_daily_off(&own, opts.quiet);
    if (own.daily != NULL) {
        own.show = own.today = 1;
        own.is_at_sunrise = option_value(given, "latitude") != NULL; /* as the timer's runs */
    }
    if (own.show && opts.output == NULL) { /* pictures in the user's data folder */
        rl_error error;
        if (!home_path(path, HOME_DATA, "ridgeline/wallpapers"))
            return say_error(CODE_USAGE, "--set: there is no home folder: add -o DIR");
        if (!own.dry_run && home_make(path, &error) != RL_OK)
            return say_status(&error);
        opts.output = path;
    }
    own.is_theme_alone = own.theme != NULL && opts.output == NULL && own.sizes == NULL &&
                         own.monitors == NULL && !own.kde && !own.today;
    if (own.is_theme_alone)
        opts.output = own.theme;
    STEP(check_options(&opts, &own));
    wallpaper *set = calloc(1, sizeof *set);
    STEP(say_memory(set != NULL, "wallpaper"));
    set->own = &own;
    set->now = opts.has_now ? (time_t)opts.now : time(NULL);
    tzset();
    int code = run_set(set, &own, &opts);
    while (set->folder_count > 0)
        folder_close(&set->folders[--set->folder_count]);
    for (int i = 0; set->scenes != NULL && i < set->land_count * set->light_count; i++)
        rl_scene_free(set->scenes[i]);
    arena_free(&set->memory);
    job_close(&set->job);
    free(set->root);
    free(set->theme_root);
    free(set);
    return code;
}

const struct command command_wallpaper = {
    .name = "wallpaper",
    .usage = "[SCENE|PICTURE] -o DIR|--set",
    .line = "sets for desktops and phones; shows them",
    .operands = rl_scene_builtin_name,
    .rows = rows,
    .own_size = sizeof(wallpaper_options),
    .takes = TAKES_FOLDER | TAKES_NAME | TAKES_SCENE | TAKES_SEED | TAKES_LAND | TAKES_WEATHER |
             TAKES_COLOURS | TAKES_SCALE | TAKES_METADATA | TAKES_TITLE | TAKES_COMPRESS |
             TAKES_KERNELS,
    .run = run_wallpaper,
};
