/* bot.c - the command `ridgeline bot`: one idempotent run of a scheduled image bot.
 *
 * In: a name, a period, the time.  Out: the picture of the current slot in the folder, with
 * its texts and pages, and at most one post of it.  Whatever happened before - a run that was
 * killed, two runs at once, a clock that jumped - the existing files say what is left to do,
 * and the same run again does nothing.  No other file of the bot reads the clock.
 */
#include "cli/bot/bot.h"
#include "base/os.h"
#include "cli/command.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PERIOD_MAX_S (366 * 86400) /* a leap year */
#define AREA_MAX 64000000          /* pixels: pictures are made in memory */

/* ---- options ------------------------------------------------------------ */

/* Reads a period such as "3h" or "daily".  Returns an exit code. */
static int read_period(options *opts, const option_row *row, const char *place, const char *value)
{
    static const struct {
        char letter;
        const char *word; /* word for a period of one unit; "": none */
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

static const option_row rows[] = {
    {'s', "size", "WxH|NAME", read_size, 0,
     .help = "set the size of the pictures; default 1600x900", .key = "output.size",
     .list = size_name},
    {0, "every", "N[m|h|d|w]", read_period, FIELD(period_s),
     .help = "set the length of a slot; default 3h"},
    {0, "keep", "N", read_count, FIELD(keep),
     .help = "keep the newest N pictures; default 100; 0 = all", .least = 0, .most = 1000000},
    {0, "max-bytes", "N", read_max_bytes, FIELD(max_bytes),
     .help = "limit the bytes of a picture; default 2000000"},
    {0, "post", "CMD", read_text, FIELD(post),
     .help = "run a program that publishes the new picture"},
    {0, "retry", NULL, read_switch, FIELD(retry),
     .help = "post again slots whose status is unknown", .needs = "post"},
    {0, "dry-run", NULL, read_switch, FIELD(dry_run),
     .help = "print what would be posted; change nothing", .is_typed = 1},
    {0, "catch-up", "N", read_count, FIELD(catch_up),
     .help = "also make up to N missed slots, 1..1000", .least = 1, .most = 1000},
    {0, "latitude", "DEGREES", read_degrees, FIELD(latitude),
     .help = "choose moods by season and hour at this place", .least = -90, .most = 90},
    {0, "longitude", "DEGREES", read_degrees, FIELD(longitude),
     .help = "set degrees east of Greenwich; default 0", .least = -180, .most = 180,
     .needs = "latitude"},
    {0, "url", "URL", read_url, FIELD(url), .help = "set the address of the folder, for the feed"},
    {0},
};

static int check_options(const options *opts)
{
    static const fixed_key fixed[] = {{"ridgeline.seed", "the slot sets the seed"},
                                      {"ridgeline.kind", "a bot shows landscapes"},
                                      {"output.depth", "pictures of a bot have 8 bits"},
                                      {"output.region", "pictures of a bot are whole"},
                                      {"output.size", "use -s"}};
    const char *output = opts->output;
    const geometry *size = &opts->size;
    if (opts->operand_count > 0)
        return say_error(
            CODE_USAGE,
            "%s: unexpected scene: each slot of a bot makes its own: use -m, -w or --set",
            SHOW(opts->operands[0]));
    if (output == NULL || output[0] == '\0' || strcmp(output, "-") == 0)
        return say_error(CODE_USAGE, "bot: needs a folder for its files: add -o DIR");
    if (opts->name == NULL)
        return say_error(CODE_USAGE,
                         "bot: needs a name, which seeds its pictures: add --name NAME");
    if (strlen(output) + 64 > BOT_PATH)
        return say_error(CODE_CANNOT_CREATE, "-o %s: cannot create: the path is too long",
                         SHOW(output));
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
    STEP(check_options(opts));
    const char *text = getenv("RIDGELINE_TEXT"); /* copied: setenv changes it */
    text = text != NULL && text[0] != '\0' ? text : "{title}";
    run->text = arena_text(run->memory, text, strlen(text));
    STEP(say_memory(run->text != NULL, "bot"));
    run->name = opts->name;
    run->folder = opts->output;
    run->period_s = own->period_s > 0 ? own->period_s : BOT_PERIOD_DEFAULT;
    run->has_place = option_value(opts, "latitude") != NULL;
    run->latitude = own->latitude;
    run->longitude = own->longitude;
    run->keep = keeps_all ? SIZE_MAX : own->keep > 0 ? (size_t)own->keep : BOT_KEEP;
    run->max_bytes = own->max_bytes > 0 ? own->max_bytes : BOT_MAX_BYTES;
    int64_t now = opts->has_now ? opts->now : (int64_t)time(NULL);
    if (now < 0 || now > ALMANAC_MAX)
        return say_error(CODE_TRY_LATER,
                         "clock: %lld: must be in the years 1970 to 9999: is it set?",
                         (long long)now);
    run->slot = now - now % run->period_s;
    return CODE_OK;
}

/* ---- the folder and its lock -------------------------------------------- */

/* Largest number of retries while another process keeps deleting the lock file. */
#define LOCK_TRIES 100

/* Returns the descriptor of the lock, which closing it releases, or -1 and an exit code. */
static int take_lock(const bot *run, int *code)
{
    char path[BOT_PATH];
    int fd = -1, reason = ENOENT;
    bot_file(path, run, "lock");
    for (int i = 0; i < LOCK_TRIES && (reason == EINTR || reason == ENOENT); i++) {
        struct stat locked, named;
        fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        reason = fd < 0 ? errno : os_lock(fd);
        /* check that the locked file still has its name: otherwise another run could create
         * and lock a new one */
        if (reason == 0 && (fstat(fd, &locked) != 0 || stat(path, &named) != 0))
            reason = errno;
        else if (reason == 0 && (locked.st_dev != named.st_dev || locked.st_ino != named.st_ino))
            reason = ENOENT;
        if (reason == 0)
            return fd;
        if (fd >= 0)
            close(fd);
    }
    *code = reason == EWOULDBLOCK
                ? say_error(CODE_TRY_LATER, "%s: another run holds the lock", SHOW(path))
                : say_error(CODE_CANNOT_CREATE, "%s: cannot lock: %s", SHOW(path), REASON(reason));
    return -1;
}

/* Refuses a folder whose newest slot with a name in its JSON was made by another bot: this bot
 * would take its slots for its own. */
static int check_owner(const bot *run, const bot_slots *list)
{
    bot_entry entry = {.name = ""};
    for (size_t i = list->count; i > 0 && entry.name[0] == '\0'; i--)
        STEP(say_memory(bot_json_read(&entry, run, list->slot[i - 1].time) >= 0, "bot"));
    if (entry.name[0] == '\0' || strcmp(entry.name, run->name) == 0)
        return CODE_OK;
    return say_error(CODE_CONFIG, "-o %s: belongs to the bot %s: choose another folder for %s",
                     SHOW(run->folder), SHOW(entry.name), SHOW(run->name));
}

/* ---- pictures ----------------------------------------------------------- */

/* Keeps in *code the first of two failures. */
static void keep_first(int *code, int other)
{
    *code = *code == CODE_OK ? other : *code;
}

/* Returns the start of the first slot that --catch-up makes, after the last slot that was posted
 * or, without posts, that has a picture.  A new folder has missed none. */
static int64_t first_slot(const bot *run, const bot_slots *list)
{
    int64_t first = run->slot, pictured = INT64_MIN, posted = INT64_MIN;
    for (size_t i = 0; i < list->count && list->slot[i].time < run->slot; i++) {
        const bot_slot *slot = &list->slot[i];
        pictured = (slot->files & BOT_PICTURE) != 0 ? slot->time : pictured;
        posted = (slot->files & (BOT_PENDING | BOT_POSTED)) != 0 ? slot->time : posted;
    }
    int64_t last = run->own->post != NULL && posted != INT64_MIN ? posted : pictured;
    for (int i = 0; i < run->own->catch_up && last != INT64_MIN && first - run->period_s > last;
         i++)
        first -= run->period_s;
    return first;
}

/* Returns 1 if a slot's picture is as long as its JSON says; fills the entry from the JSON. */
static int is_complete(bot_entry *entry, const bot *run, int64_t time)
{
    char path[BOT_PATH];
    struct stat status;
    bot_path(path, run, time, BOT_PICTURE);
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           bot_json_read(entry, run, time) == 1 && (uint64_t)status.st_size == entry->bytes;
}

static int make_slot(const bot *run, const bot_slots *list, int64_t time)
{
    enum { FILES = BOT_PICTURE | BOT_ALT | BOT_JSON };
    bot_entry entry;
    if ((bot_slots_find(list, time) & FILES) == FILES && is_complete(&entry, run, time))
        return CODE_OK;
    return bot_picture_make(NULL, run, time);
}

/* ---- posts -------------------------------------------------------------- */

/* Posts a slot if it is complete; the error of an incomplete one was already printed. */
static int post_slot(const bot *run, int64_t time, int is_retry)
{
    bot_entry entry;
    return is_complete(&entry, run, time) ? bot_post(run, &entry, is_retry) : CODE_OK;
}

/* Posts the slots from `first` on, and with --retry older ones whose post status is unknown.  A
 * failed post does not stop the others.  Returns the exit code of the first failure. */
static int post_slots(const bot *run, const bot_slots *list, int64_t first)
{
    int code = CODE_OK, is_retry = run->own->retry;
    for (size_t i = 0; i < list->count && !stop_asked(); i++) {
        const bot_slot *slot = &list->slot[i];
        char path[BOT_PATH], name[BOT_SLOT_SIZE];
        bot_path(path, run, slot->time, BOT_PENDING);
        bot_slot_name(name, slot->time);
        if ((slot->files & BOT_PENDING) != 0 && (slot->files & BOT_POSTED) != 0)
            (void)unlink(path); /* the post was recorded: a run was killed just before this */
        if (slot->time >= run->slot || !bot_slot_is_unknown(slot))
            continue;
        if (!is_retry) { /* printed also with -q */
            say_note("%s: post status unknown; use --retry to post it again", name);
            continue;
        }
        int failed = make_slot(run, list, slot->time);
        keep_first(&code, failed != CODE_OK ? failed : post_slot(run, slot->time, 1));
    }
    for (int64_t time = first; time <= run->slot && !stop_asked(); time += run->period_s)
        keep_first(&code, post_slot(run, time, is_retry));
    return code;
}

/* ---- the command -------------------------------------------------------- */

/* --dry-run: prints the slots that a run would post; pictures are made in memory only. */
static int show_slots(const bot *run, const bot_slots *list, int64_t first)
{
    int code = CODE_OK;
    for (int64_t time = first; time <= run->slot && !stop_asked(); time += run->period_s) {
        bot_entry entry;
        int failed = is_complete(&entry, run, time) ? CODE_OK : bot_picture_make(&entry, run, time);
        if (failed == CODE_OK)
            bot_show(run, &entry, bot_slots_find(list, time));
        keep_first(&code, failed);
    }
    return code;
}

/* Makes pictures, pages and posts of a run.  A failure of one does not stop the others.  Old
 * pictures are removed only after a run without failures.  Returns the exit code of the first
 * failure. */
static int run_slots(const bot *run)
{
    bot_slots list;
    int code = CODE_OK;
    STEP(bot_slots_read(&list, run));
    STEP(check_owner(run, &list));
    int64_t first = first_slot(run, &list);
    if (run->own->dry_run)
        return show_slots(run, &list, first);
    for (int64_t time = first; time <= run->slot && !stop_asked(); time += run->period_s)
        keep_first(&code, make_slot(run, &list, time));
    if (stop_asked())
        return code;
    int other = bot_home_write(run);
    if (run->own->post != NULL)
        keep_first(&other, post_slots(run, &list, first));
    if (other == CODE_OK && !stop_asked())
        other = bot_home_prune(run);
    keep_first(&code, other);
    return code;
}

/* Checks the options and makes the folder. */
static int prepare(bot *run)
{
    folder home;
    STEP(bot_options_read(run));
    STEP(job_open(run->job, run->options));
    STEP(bot_picture_check(run));
    STEP(bot_post_check(run));
    if (run->own->dry_run)
        return CODE_OK;
    STEP(folder_open(&home, run->folder, "-o", 0));
    return path_root(&run->root, "-o", run->folder);
}

static int run_bot(const options *opts)
{
    arena memory = {.allocator = NULL};
    bot_block block = {.begin = 0};
    bot run = {.options = opts, .own = opts->own, .memory = &memory, .block = &block};
    run.job = arena_zeroed(&memory, 1, sizeof *run.job);
    rl_scene *scene = NULL;
    run.scene = &scene;
    say_to_journal();
    int code = run.job != NULL ? prepare(&run) : say_no_memory("bot");
    if (code == CODE_OK && run.own->dry_run)
        code = run_slots(&run);
    int lock = code == CODE_OK && !run.own->dry_run ? take_lock(&run, &code) : -1;
    if (lock >= 0) {
        stop_hold(); /* a signal leaves time to record a post that was begun */
        code = run_slots(&run);
        close(lock);
    }
    rl_scene_free(scene);
    if (run.job != NULL)
        job_close(run.job);
    free(run.root);
    arena_free(&memory);
    return code;
}

const struct command command_bot = {
    .name = "bot",
    .usage = "-o DIR --name NAME",
    .line = "a run of a bot: picture, text, gallery, feed, post",
    .rows = rows,
    .own_size = sizeof(bot_options),
    .takes = TAKES_FOLDER | TAKES_NAME | TAKES_SCENE | TAKES_LAND | TAKES_WEATHER | TAKES_COLOURS |
             TAKES_SCALE | TAKES_METADATA | TAKES_KERNELS | TAKES_EINK,
    .run = run_bot,
};
