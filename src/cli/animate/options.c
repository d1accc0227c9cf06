/* options.c - the options of `animate`, and which of them go together.
 *
 * In: the options.  Out: an exit code, after one line where two do not fit.  An option
 * without an effect is refused: it is a mistake.
 */
#include "cli/animate/animate.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#include <string.h>
#include <sys/stat.h>

/* ---- rows --------------------------------------------------------------- */

/* No frames at all: there is no last one. */
static int read_frames(options *opts, const option_row *row, const char *place, const char *value)
{
    animate_options *own = opts->own;
    own->endless = strcmp(value, "0") == 0;
    return own->endless ? CODE_OK : read_count(opts, row, place, value);
}

/* Only a map with a side of a power of two continues itself. */
static int read_map_side(options *opts, const option_row *row, const char *place, const char *value)
{
    uint64_t side;
    if (!geometry_integer(&side, value, strlen(value), 16384) || side < 16 ||
        (side & (side - 1)) != 0)
        return say_error(CODE_USAGE, "%s %s: must be a power of two, 16..16384", place,
                         SHOW(value));
    *(int *)option_field(opts, row) = (int)side;
    return CODE_OK;
}

#define FIELD(member) OWN(animate_options, member)

const option_row animate_rows[] = {
    {'f', "format", LISTED, read_listed, COMMON(format), .list = output_animate_name,
     .help = "default: by FILE's ending, else png"},
    {'s', "size", "WxH|NAME", read_size, 0, .help = "of a frame; default 960x540",
     .key = "output.size", .list = size_name},
    {0, "flight", NULL, read_switch, FIELD(flight), .help = "fly once round a map, a loop"},
    {0, "scroll", NULL, read_switch, FIELD(scroll),
     .help = "layers pass, each in loops of its own"},
    {0, "turns", "K", read_count, FIELD(turns),
     .help = "loops of the nearest layer, 1..64; default 4", .least = 1, .most = 64},
    {0, "speed", "LAYER=N,...", read_text, FIELD(speed),
     .help = "loops that a layer passes; negative: the other way"},
    {0, "pace", "PX", read_text, FIELD(pace),
     .help = "pixels a frame where there is no end; default 4"},
    {0, "day", NULL, read_switch, FIELD(day), .help = "a day from 00:00 to 24:00"},
    {0, "weather", NULL, read_switch, FIELD(weather),
     .help = "clouds, mist and ripples drift, stars twinkle"},
    {0, "sweep", "KEY=A..B", read_text, FIELD(sweep),
     .help = "a key of the scene from A to B and back"},
    {0, "frames", "N", read_frames, FIELD(frames),
     .help = "1..1024; default 240; 0: a scroll without an end", .least = 1, .most = 1024},
    {0, "fps", "F", read_count, FIELD(fps), .help = "frames a second, 1..100; default 25",
     .least = 1, .most = 100},
    {0, "preview", NULL, read_switch, FIELD(preview),
     .help = "also preview.html: a slide show of the frames"},
    {0, "map-size", "N", read_map_side, FIELD(map_side),
     .help = "samples along the map: a power of two; default 1024"},
    {0},
};

/* ---- checks ------------------------------------------------------------- */

int animate_check_motion(const options *opts)
{
    const animate_options *own = opts->own;
    const struct {
        const char *option;
        int is_given;
    } motions[] = {{"--flight", own->flight},
                   {"--scroll", own->scroll},
                   {"--day", own->day},
                   {"--weather", own->weather},
                   {"--sweep", own->sweep != NULL}};
    struct stat status;
    const char *first = NULL;
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        if (motions[i].is_given && first != NULL)
            return say_error(CODE_USAGE, "%s: given beside %s: one motion at a time",
                             motions[i].option, first);
        first = motions[i].is_given ? motions[i].option : first;
    }
    if (first == NULL)
        return say_error(CODE_USAGE, "animate: needs a kind of motion: --flight, --scroll, --day, "
                                     "--weather or --sweep KEY=A..B");
    if (own->endless && !own->scroll)
        return say_error(CODE_USAGE, "--frames 0: must be 1..1024: only --scroll never ends");
    /* Pipes and devices can be written to without an end; a file would fill the disk. */
    if (own->endless && !output_is_stdout(opts->output) &&
        (stat(opts->output, &status) != 0 || S_ISREG(status.st_mode)))
        return say_error(CODE_USAGE, "-o %s: --frames 0 never ends: must be - or a pipe",
                         SHOW(opts->output));
    if (own->endless && (opts->format == NULL || strcmp(opts->format, "png") == 0))
        return say_error(CODE_USAGE,
                         "%s: --frames 0 never ends: must be a stream of pictures: "
                         "-f ppm, pam, hash or null",
                         opts->format == NULL ? "animate" : "-f png");
    int code = opts->output != NULL ? template_check(opts->output, "frame") : CODE_OK;
    if (code == CODE_OK && own->preview &&
        (opts->output == NULL || !template_has(opts->output, "frame")))
        code = say_error(CODE_USAGE, "--preview: shows a picture for each frame: "
                                     "put {frame} into -o");
    return code;
}

int animate_check_options(const animate *film)
{
    const options *opts = film->job.opts;
    const animate_options *own = film->own;
    const motion *chosen = film->motion;
    const char *land = chosen->is_of_map ? "map" : "landscape";
    const char *pace = chosen == &motion_stream ? ": see --pace" : "";
    const struct {
        const char *option;
        int is_given;
        const motion *motion;
        const char *hint;
    } rules[] = {
        {"--map-size", own->map_side > 0, &motion_flight, ""},
        {"--turns", own->turns > 0, &motion_scroll, pace},
        {"--speed", own->speed != NULL, &motion_scroll, pace},
        {"--pace", own->pace != NULL, &motion_stream, ": it goes with --scroll --frames 0"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].is_given && rules[i].motion != chosen)
            return say_error(CODE_USAGE, "%s: no effect on %s of a %s%s", rules[i].option,
                             chosen->option, land, rules[i].hint);
    const int unfit = chosen->is_of_map ? TAKES_LAND | TAKES_COLOURS : TAKES_MAP;
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if ((opts->rows[i]->groups & unfit) != 0 && opts->rows[i]->groups != ~0 &&
            opts->values[i] != NULL)
            return say_error(CODE_USAGE, "%s: no effect on %s of a %s",
                             option_place(opts->rows[i]).text, chosen->option, land);
    return CODE_OK;
}
