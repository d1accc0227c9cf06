/* options.c - the options of `ridgeline bot`: checked, and turned into a run.
 *
 * In: options.  Out: name, folder, period, place and current slot of a run.  No other file of
 * the bot reads the clock.
 */
#include "cli/bot/bot.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <string.h>
#include <time.h>

#define PERIOD_MAX_S (366 * 86400) /* a leap year */
#define AREA_MAX 64000000          /* pixels: pictures are made in memory */

/* ---- rows --------------------------------------------------------------- */

/* Reads "3h", "daily". */
static int read_period(options *opts, const option_row *row, const char *place, const char *value)
{
    static const struct {
        char letter;
        const char *word; /* for one of them */
        int64_t seconds;
    } units[] = {
        {'m', "", 60}, {'h', "hourly", 3600}, {'d', "daily", 86400}, {'w', "weekly", 604800}};
    size_t size = strlen(value);
    for (size_t i = 0; i < sizeof units / sizeof *units && size > 0; i++) {
        uint64_t most = PERIOD_MAX_S / (uint64_t)units[i].seconds, count = 0;
        if (strcmp(value, units[i].word) == 0)
            count = 1;
        else if (value[size - 1] != units[i].letter ||
                 !geometry_integer(&count, value, size - 1, most) || count == 0)
            continue;
        *(int64_t *)option_field(opts, row) = (int64_t)count * units[i].seconds;
        return CODE_OK;
    }
    return say_error(CODE_USAGE,
                     "%s %s: must be hourly, daily, weekly, or up to a year of minutes, "
                     "hours, days or weeks: 30m, 3h, 1d, 2w",
                     place, SHOW(value));
}

static int read_max_bytes(options *opts, const option_row *row, const char *place,
                          const char *value)
{
    uint64_t *bytes = option_field(opts, row);
    if (!geometry_integer(bytes, value, strlen(value), UINT64_MAX >> 1) || *bytes == 0)
        return say_error(CODE_USAGE, "%s %s: must be a number of bytes from 1", place, SHOW(value));
    return CODE_OK;
}

static int read_degrees(options *opts, const option_row *row, const char *place, const char *value)
{
    double *degrees = option_field(opts, row);
    if (options_real(degrees, value) && *degrees >= row->least && *degrees <= row->most)
        return CODE_OK;
    return say_error(CODE_USAGE, "%s %s: must be degrees, %d..%d", place, SHOW(value), row->least,
                     row->most);
}

static int read_url(options *opts, const option_row *row, const char *place, const char *value)
{
    size_t scheme = strncmp(value, "https://", 8) == 0  ? 8
                    : strncmp(value, "http://", 7) == 0 ? 7
                                                        : 0;
    size_t size = strlen(value);
    *(const char **)option_field(opts, row) = value;
    if (scheme > 0 && strcspn(value + scheme, "/") > 0 && value[size - 1] == '/' && size < 1000 &&
        strpbrk(value, " \t\"<>\\^`{|}?#") == NULL && show_is_plain(value, size))
        return CODE_OK;
    return say_error(CODE_USAGE, "%s %s: must be http:// or https://, a folder's path and a /",
                     place, SHOW(value));
}

#define FIELD(member) OWN(bot_options, member)

const option_row bot_rows[] = {
    {'s', "size", "WxH|NAME", read_size, 0, .help = "of the pictures; default 1600x900",
     .key = "output.size", .list = size_name},
    {0, "every", "N[m|h|d|w]", read_period, FIELD(period_s),
     .help = "how long a slot lasts; default 3h"},
    {0, "keep", "N", read_count, FIELD(keep), .help = "pictures that stay; default 100; 0: all",
     .least = 0, .most = 1000000},
    {0, "max-bytes", "N", read_max_bytes, FIELD(max_bytes),
     .help = "of a picture; default 2000000"},
    {0, "post", "CMD", read_text, FIELD(post), .help = "a program that publishes the new picture"},
    {0, "retry", NULL, read_switch, FIELD(retry), .help = "post again where the status is unknown"},
    {0, "catch-up", "N", read_count, FIELD(catch_up), .help = "make up to N slots that were missed",
     .least = 1, .most = 1000},
    {0, "latitude", "DEGREES", read_degrees, FIELD(latitude),
     .help = "season and hour there choose the moods", .least = -90, .most = 90},
    {0, "longitude", "DEGREES", read_degrees, FIELD(longitude),
     .help = "east of Greenwich; default 0", .least = -180, .most = 180},
    {0, "url", "URL", read_url, FIELD(url), .help = "where the folder is served, for the feed"},
    {0},
};

/* ---- values ------------------------------------------------------------- */

static int check_options(const options *opts, const bot_options *own)
{
    static const fixed_key fixed[] = {{"ridgeline.seed", "the slot is the seed"},
                                      {"ridgeline.kind", "a bot shows landscapes"},
                                      {"output.depth", "pictures of a bot have 8 bits"},
                                      {"output.region", "pictures of a bot are whole"},
                                      {"output.size", "see -s"}};
    const char *folder = opts->output;
    const geometry *size = &opts->size;
    if (opts->operand_count > 0)
        return say_error(CODE_USAGE,
                         "%s: a bot takes no scene: each slot has its own: see -m, --style and "
                         "--set",
                         SHOW(opts->operands[0]));
    if (folder == NULL || folder[0] == '\0' || strcmp(folder, "-") == 0)
        return say_error(CODE_USAGE, "bot: needs a folder for its files: add -o DIR");
    if (opts->name == NULL)
        return say_error(CODE_USAGE,
                         "bot: needs a name, which seeds its pictures: add --name NAME");
    if (strlen(folder) + 64 > BOT_PATH)
        return say_error(CODE_CANNOT_CREATE, "-o %s: cannot create: the path is too long",
                         SHOW(folder));
    if (option_value(opts, "longitude") != NULL && option_value(opts, "latitude") == NULL)
        return say_error(CODE_USAGE, "--longitude needs --latitude");
    if (own->retry && own->post == NULL)
        return say_error(CODE_USAGE, "--retry needs the command that posts: add --post CMD");
    if ((int64_t)size->width * size->height > AREA_MAX)
        return say_error(CODE_USAGE, "-s %dx%d: pictures of a bot have at most 64 Mpx", size->width,
                         size->height);
    return request_check(opts, fixed, sizeof fixed / sizeof *fixed);
}

int bot_options_read(bot *run)
{
    const options *opts = run->options;
    const bot_options *own = run->own;
    int keeps_all = option_value(opts, "keep") != NULL && own->keep == 0;
    STEP(check_options(opts, own));
    run->name = opts->name;
    run->folder = opts->output;
    run->period_s = own->period_s > 0 ? own->period_s : BOT_PERIOD_DEFAULT;
    run->has_place = option_value(opts, "latitude") != NULL;
    run->latitude = own->latitude;
    run->longitude = own->longitude;
    run->keep = keeps_all ? SIZE_MAX : own->keep > 0 ? (size_t)own->keep : BOT_KEEP;
    run->max_bytes = own->max_bytes > 0 ? own->max_bytes : BOT_MAX_BYTES;
    int64_t now = opts->has_now ? opts->now : (int64_t)time(NULL);
    if (now < 0 || now > BOT_TIME_MAX)
        return say_error(CODE_TRY_LATER,
                         "clock: %lld: must be in the years 1970 to 9999: is it set?",
                         (long long)now);
    run->slot = now - now % run->period_s;
    return CODE_OK;
}
