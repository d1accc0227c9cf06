/* animate_options.c - which options of `animate` go together.
 *
 * In: the options.  Out: an exit code, after one line where two do not fit.  An option
 * that would change nothing is a slip, and is told as one.
 */
#include "cli/animate/animate_options.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/common/template.h"

#include <string.h>
#include <sys/stat.h>

static int check_one_motion(const options *wanted)
{
    const struct {
        const char *option;
        int is_given;
    } kinds[] = {{"--flight", wanted->flight},
                 {"--scroll", wanted->scroll},
                 {"--day", wanted->day},
                 {"--weather", wanted->weather},
                 {"--sweep", wanted->sweep != NULL}};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].is_given && found != NULL)
            return say_error(CODE_USAGE, "%s: given beside %s: one motion at a time",
                             kinds[i].option, found);
        found = kinds[i].is_given ? kinds[i].option : found;
    }
    if (found == NULL)
        return say_error(CODE_USAGE, "animate: needs a kind of motion: --flight, --scroll, --day, "
                                     "--weather or --sweep KEY=A..B");
    return CODE_OK;
}

/* A file would fill the disk; pipes and devices are there to be written to. */
static int is_file(const char *path)
{
    struct stat status;
    return !output_is_stdout(path) && (stat(path, &status) != 0 || S_ISREG(status.st_mode));
}

static int check_endless(const options *wanted)
{
    if (!wanted->endless)
        return CODE_OK;
    if (!wanted->scroll)
        return say_error(CODE_USAGE, "--frames 0: must be 1..1024: only --scroll never ends");
    if (is_file(wanted->output))
        return say_error(CODE_USAGE, "-o %s: --frames 0 never ends: must be - or a pipe",
                         SHOW(wanted->output));
    if (wanted->format == NULL || strcmp(wanted->format, "png") == 0)
        return say_error(CODE_USAGE,
                         "%s: --frames 0 never ends: must be a stream of pictures: "
                         "-f ppm, pam, hash or null",
                         wanted->format == NULL ? "animate" : "-f png");
    return CODE_OK;
}

static int check_preview(const options *wanted)
{
    if (wanted->preview && (wanted->output == NULL || !template_has(wanted->output, "frame")))
        return say_error(CODE_USAGE, "--preview: shows a picture for each frame: "
                                     "put {frame} into -o");
    return CODE_OK;
}

int animate_check_motion(const options *wanted)
{
    int code = check_one_motion(wanted);
    if (code == CODE_OK)
        code = check_endless(wanted);
    if (code == CODE_OK && wanted->output != NULL)
        code = template_check(wanted->output, "frame");
    return code == CODE_OK ? check_preview(wanted) : code;
}

int animate_check_options(const animate *job)
{
    const options *wanted = job->wanted;
    const char *pace = job->motion->kind == MOTION_STREAM ? ": see --pace" : "";
    const struct {
        const char *option;
        int is_given, motions;
        const char *hint;
    } rules[] = {
        {"--map-size", wanted->map_side > 0, MOTION_FLIGHT, ""},
        {"--turns", wanted->turns > 0, MOTION_SCROLL, pace},
        {"--speed", wanted->speed != NULL, MOTION_SCROLL, pace},
        {"--pace", wanted->pace != NULL, MOTION_STREAM, ": it goes with --scroll --frames 0"},
        {"-m", wanted->mood != NULL, MOTION_OF_LAND, ""},
        {"-p", wanted->palette != NULL, MOTION_OF_LAND, ""},
        {"--roles", wanted->roles != NULL, MOTION_OF_LAND, ""},
        {"--scheme", wanted->scheme != NULL, MOTION_OF_LAND, ""},
        {"--style", wanted->style != NULL, MOTION_OF_LAND, ""},
        {"--calm", wanted->calm != NULL, MOTION_OF_LAND, ""},
        {"--time", wanted->time != NULL, MOTION_OF_LAND, ""},
        {"--pixel-art", wanted->pixel_art != NULL, MOTION_OF_LAND, ""},
        {"--method", wanted->method != NULL, MOTION_OF_MAP, ""},
        {"--noise", wanted->noise != NULL, MOTION_OF_MAP, ""},
        {"--one-sided", wanted->one_sided, MOTION_OF_MAP, ""},
        {"--spread", wanted->spread != NULL, MOTION_OF_MAP, ""},
        {"--persistence", wanted->persistence != NULL, MOTION_OF_MAP, ""},
        {"--preset", wanted->preset != NULL, MOTION_OF_MAP, ""},
        {"--corners", wanted->corners != NULL, MOTION_OF_MAP, ""},
        {"--smooth", wanted->smooth, MOTION_OF_MAP, ""},
        {"--pass", wanted->pass_count > 0, MOTION_OF_MAP, ""},
        {"--height", wanted->height != NULL, MOTION_OF_MAP, ""},
        {"--tint", wanted->tint != NULL, MOTION_OF_MAP, ""},
        {"--shade", wanted->shade != NULL, MOTION_OF_MAP, ""},
        {"--sea", wanted->sea != NULL, MOTION_OF_MAP, ""},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].is_given && (rules[i].motions & job->motion->kind) == 0)
            return say_error(CODE_USAGE, "%s: says nothing to %s of a %s%s", rules[i].option,
                             job->motion->option,
                             (job->motion->kind & MOTION_OF_MAP) != 0 ? "map" : "landscape",
                             rules[i].hint);
    return CODE_OK;
}
