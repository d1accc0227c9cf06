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

static int read_keep(options *opts, const option_row *row, const char *place, const char *value)
{
    bot_options *own = opts->own;
    own->keeps_all = strcmp(value, "0") == 0;
    return own->keeps_all ? CODE_OK : read_count(opts, row, place, value);
}

static int read_max_bytes(options *opts, const option_row *row, const char *place,
                          const char *value)
{
    uint64_t *bytes = option_field(opts, row);
    if (!geometry_integer(bytes, value, strlen(value), UINT64_MAX >> 1) || *bytes == 0)
        return say_error(CODE_USAGE, "%s %s: must be a number of bytes from 1", place, SHOW(value));
    return CODE_OK;
}

#define FIELD(member) OWN(bot_options, member)

const option_row bot_rows[] = {
    {'s', "size", "WxH|NAME", read_size, 0, .help = "of the pictures; default 1600x900",
     .key = "output.size", .list = size_name},
    {0, "every", "N[m|h|d|w]", read_text, FIELD(every),
     .help = "how long a slot lasts; default 3h"},
    {0, "keep", "N", read_keep, FIELD(keep), .help = "pictures that stay; default 100; 0: all",
     .least = 0, .most = 1000000},
    {0, "max-bytes", "N", read_max_bytes, FIELD(max_bytes),
     .help = "of a picture; default 2000000"},
    {0, "post", "CMD", read_text, FIELD(post), .help = "a program that publishes the new picture"},
    {0, "retry", NULL, read_switch, FIELD(retry), .help = "post again where the status is unknown"},
    {0, "catch-up", "N", read_count, FIELD(catch_up), .help = "make up to N slots that were missed",
     .least = 1, .most = 1000},
    {0, "latitude", "DEGREES", read_text, FIELD(latitude),
     .help = "season and hour there choose the moods"},
    {0, "longitude", "DEGREES", read_text, FIELD(longitude),
     .help = "east of Greenwich; default 0"},
    {0, "url", "URL", read_text, FIELD(url), .help = "where the folder is served, for the feed"},
    {0},
};

/* ---- values ------------------------------------------------------------- */

/* Reads "3h", "daily". */
static int read_period(bot *run)
{
    static const struct {
        char letter;
        const char *word; /* for one of them */
        int64_t seconds;
    } units[] = {
        {'m', "", 60}, {'h', "hourly", 3600}, {'d', "daily", 86400}, {'w', "weekly", 604800}};
    const char *text = run->own->every;
    uint64_t count = 0;
    run->period_s = BOT_PERIOD_DEFAULT;
    if (text == NULL)
        return CODE_OK;
    size_t size = strlen(text);
    for (size_t i = 0; i < sizeof units / sizeof *units && size > 0; i++) {
        uint64_t most = PERIOD_MAX_S / (uint64_t)units[i].seconds;
        if (strcmp(text, units[i].word) == 0)
            count = 1;
        else if (text[size - 1] != units[i].letter ||
                 !geometry_integer(&count, text, size - 1, most))
            count = 0;
        run->period_s = (int64_t)count * units[i].seconds;
        if (count > 0)
            return CODE_OK;
    }
    return say_error(CODE_USAGE,
                     "--every %s: must be hourly, daily, weekly, or up to a year of minutes, "
                     "hours, days or weeks: 30m, 3h, 1d, 2w",
                     SHOW(text));
}

static int read_degrees(double *degrees, const char *text, const char *option, int most)
{
    if (text == NULL || (options_real(degrees, text) && *degrees >= -most && *degrees <= most))
        return CODE_OK;
    return say_error(CODE_USAGE, "%s %s: must be degrees, %d..%d", option, SHOW(text), -most, most);
}

static int check_url(const char *url)
{
    if (url == NULL)
        return CODE_OK;
    size_t scheme = strncmp(url, "https://", 8) == 0 ? 8 : strncmp(url, "http://", 7) == 0 ? 7 : 0;
    if (scheme > 0 && strcspn(url + scheme, "/") > 0 && url[strlen(url) - 1] == '/' &&
        strlen(url) < 1000 && strpbrk(url, " \t\"<>\\^`{|}?#") == NULL &&
        show_is_plain(url, strlen(url)))
        return CODE_OK;
    return say_error(CODE_USAGE, "--url %s: must be http:// or https://, a folder's path and a /",
                     SHOW(url));
}

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
    if (own->longitude != NULL && own->latitude == NULL)
        return say_error(CODE_USAGE, "--longitude needs --latitude");
    if (own->retry && own->post == NULL)
        return say_error(CODE_USAGE, "--retry needs the command that posts: add --post CMD");
    if ((int64_t)size->width * size->height > AREA_MAX)
        return say_error(CODE_USAGE, "-s %dx%d: pictures of a bot have at most 64 Mpx", size->width,
                         size->height);
    int code = request_check(opts, fixed, sizeof fixed / sizeof *fixed);
    return code == CODE_OK ? check_url(own->url) : code;
}

int bot_options_read(bot *run)
{
    const options *opts = run->options;
    const bot_options *own = run->own;
    run->has_place = own->latitude != NULL;
    run->name = opts->name;
    run->folder = opts->output;
    int code = check_options(opts, own);
    if (code == CODE_OK)
        code = read_period(run);
    if (code == CODE_OK)
        code = read_degrees(&run->latitude, own->latitude, "--latitude", 90);
    if (code == CODE_OK)
        code = read_degrees(&run->longitude, own->longitude, "--longitude", 180);
    if (code != CODE_OK)
        return code;
    int64_t now = opts->has_now ? opts->now : (int64_t)time(NULL);
    if (now < 0 || now > BOT_TIME_MAX)
        return say_error(CODE_TRY_LATER,
                         "clock: %lld: must be in the years 1970 to 9999: is it set?",
                         (long long)now);
    run->slot = now - now % run->period_s;
    return CODE_OK;
}
