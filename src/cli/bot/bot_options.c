/* bot_options.c - what a command line asks of a bot.
 *
 * In: options.  Out: period, slot and place.  The clock is read here and nowhere else.
 */
#include "cli/bot/bot_options.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/option_values.h"

#include <string.h>
#include <time.h>

#define MINUTE_S 60
#define PERIOD_MAX_S (366 * 86400) /* a year */

#define AREA_MAX 64000000

/* N, a number of `unit` letters m, h, d. */
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
    {0, "every", "N[m|h|d]", read_text, FIELD(every), .help = "how long a slot lasts; default 3h"},
    {0, "keep", "N", read_keep, FIELD(keep), .help = "pictures that stay; default 100; 0: all",
     .least = 0, .most = 1000000},
    {0, "max-bytes", "N", read_max_bytes, FIELD(max_bytes),
     .help = "of a picture; default 2000000"},
    {0, "post", "CMD", read_text, FIELD(post), .help = "a program that publishes the new picture"},
    {0, "retry", NULL, read_switch, FIELD(retry),
     .help = "post what was begun and may not have been posted"},
    {0, "catch-up", "N", read_count, FIELD(catch_up), .help = "make up to N slots that were missed",
     .least = 1, .most = 1000},
    {0, "latitude", "DEGREES", read_text, FIELD(latitude),
     .help = "season and hour there lead the light"},
    {0, "longitude", "DEGREES", read_text, FIELD(longitude),
     .help = "east of Greenwich; default 0"},
    {0, "url", "URL", read_text, FIELD(url), .help = "where the folder is served, for the feed"},
    {0},
};

static int read_period(bot *run)
{
    static const struct {
        char letter;
        int64_t seconds;
    } units[] = {{'m', MINUTE_S}, {'h', 3600}, {'d', 86400}};
    const char *text = bot_own(run->wanted)->every;
    size_t size = text != NULL ? strlen(text) : 0;
    uint64_t count = 0;
    run->period_s = BOT_PERIOD_DEFAULT;
    if (text == NULL)
        return CODE_OK;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text[size - 1] == units[i].letter &&
            geometry_integer(&count, text, size - 1, PERIOD_MAX_S / (uint64_t)units[i].seconds) &&
            count > 0) {
            run->period_s = (int64_t)count * units[i].seconds;
            return CODE_OK;
        }
    return say_error(CODE_USAGE,
                     "--every %s: must be minutes, hours or days up to a year: 30m, 3h, 1d",
                     SHOW(text));
}

static int read_degrees(double *to, const char *text, const char *option, int most)
{
    if (text == NULL)
        return CODE_OK;
    if (!options_real(to, text) || !(*to >= -most && *to <= most))
        return say_error(CODE_USAGE, "%s %s: must be degrees, %d..%d", option, SHOW(text), -most,
                         most);
    return CODE_OK;
}

static int read_place(bot *run)
{
    const options *wanted = run->wanted;
    run->has_latitude = bot_own(wanted)->latitude != NULL;
    if (bot_own(wanted)->longitude != NULL && !run->has_latitude)
        return say_error(CODE_USAGE, "--longitude: says nothing without --latitude");
    int code = read_degrees(&run->latitude, bot_own(wanted)->latitude, "--latitude", 90);
    return code == CODE_OK
               ? read_degrees(&run->longitude, bot_own(wanted)->longitude, "--longitude", 180)
               : code;
}

static int read_clock(bot *run)
{
    int64_t now = run->wanted->has_now ? run->wanted->now : (int64_t)time(NULL);
    if (now < 0 || now > BOT_TIME_MAX)
        return say_error(CODE_TRY_LATER,
                         "the clock: %lld: must be in the years 1970 to 9999: is it set?",
                         (long long)now);
    run->slot = now - now % run->period_s;
    return CODE_OK;
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

/* What --set may not say of the pictures of a bot. */
static int check_settings(const options *wanted)
{
    static const fixed_key fixed[] = {{"ridgeline.seed", "the slot is the seed"},
                                      {"ridgeline.kind", "a bot shows landscapes"},
                                      {"output.depth", "pictures of a bot have 8 bits"},
                                      {"output.region", "pictures of a bot are whole"},
                                      {"output.size", "see -s"}};
    return request_check(wanted, fixed, sizeof fixed / sizeof *fixed);
}

/* Pictures are made in memory, where their bytes are counted. */
static int check_size(const geometry *size)
{
    if ((int64_t)size->width * size->height <= AREA_MAX)
        return CODE_OK;
    return say_error(CODE_USAGE, "-s %dx%d: pictures of a bot have at most 64 Mpx", size->width,
                     size->height);
}

static int check_options(const options *wanted)
{
    if (wanted->operand_count > 0)
        return say_error(CODE_USAGE,
                         "%s: a bot takes no scene: each slot has its own: see -m, "
                         "--style and --set",
                         SHOW(wanted->operands[0]));
    if (wanted->output == NULL || wanted->output[0] == '\0' || strcmp(wanted->output, "-") == 0)
        return say_error(CODE_USAGE, "bot: needs a folder for its files: add -o DIR");
    if (wanted->name == NULL)
        return say_error(CODE_USAGE, "bot: needs a name, from which its pictures come: add "
                                     "--name NAME");
    if (strlen(wanted->output) + 64 > BOT_PATH)
        return say_error(CODE_CANNOT_CREATE, "-o %s: cannot create: the path is too long",
                         SHOW(wanted->output));
    if (bot_own(wanted)->retry && bot_own(wanted)->post == NULL)
        return say_error(CODE_USAGE, "--retry: needs the command that posts: add --post CMD");
    int code = check_settings(wanted);
    if (code == CODE_OK)
        code = check_size(&wanted->size);
    return code == CODE_OK ? check_url(bot_own(wanted)->url) : code;
}

int bot_options_read(bot *run)
{
    const options *wanted = run->wanted;
    run->name = wanted->name;
    run->folder = wanted->output;
    int code = check_options(wanted);
    if (code == CODE_OK)
        code = read_period(run);
    if (code == CODE_OK)
        code = read_place(run);
    return code == CODE_OK ? read_clock(run) : code;
}
