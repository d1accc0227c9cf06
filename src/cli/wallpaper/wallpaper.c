/* wallpaper.c - the command `ridgeline wallpaper`: sets for desktops and phones.
 *
 * In: a scene and a folder.  Out: pictures of one land in several sizes, for several
 * monitors, in light and dark or through a day; what GNOME and Plasma read of them; the
 * commands that show them.  A second run makes only what has changed.
 */
#include "cli/wallpaper/wallpaper.h"
#include "cli/commands.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

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
        {wanted->monitors != NULL && wanted->sizes != NULL,
         "-s: --monitors has the sizes: leave out one of them"},
        {wanted->monitors != NULL && wanted->kde,
         "--kde: a package is for one screen: leave out --monitors"},
        {wanted->each && wanted->monitors == NULL, "--each: needs --monitors"},
        {wanted->each && wanted->timed > 0,
         "--each: a slide show is for all monitors: leave out --timed"},
        {wanted->dark != NULL && wanted->timed > 0,
         "--dark: the nights of --timed are dark: leave out one of them"},
        {wanted->kde && wanted->timed > 0, "--kde: a package knows no hours: leave out --timed"},
        {wanted->timed > 0 && wanted->time != NULL, "--time: --timed has hours of its own"},
        {wanted->timed > 0 && wanted->mood != NULL,
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

int command_wallpaper(const options *wanted)
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
