/* bot.c - the command `ridgeline bot`: one idempotent run of a scheduled image bot.
 *
 * In: a name, a period, the time.  Out: the picture of the current slot in the folder, with
 * all that belongs to it, and at most one post of it.  Whatever happened before - a run that
 * was killed, two at once, a clock that jumped - the files that stand there tell what is
 * left to do, and the same run again does nothing.
 */
#include "cli/bot/bot.h"
#include "cli/bot/bot_home.h"
#include "cli/bot/bot_json.h"
#include "cli/bot/bot_options.h"
#include "cli/bot/bot_picture.h"
#include "cli/bot/bot_post.h"
#include "cli/command.h"
#include "cli/common/path.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder and its lock -------------------------------------------- */

static int make_folder(bot *run)
{
    struct stat status;
    int reason = mkdir(run->folder, 0777) == 0 ? 0 : errno;
    if (reason == EEXIST && (stat(run->folder, &status) != 0 || !S_ISDIR(status.st_mode)))
        return say_error(CODE_CANNOT_CREATE, "-o %s: is no folder", SHOW(run->folder));
    if (reason != 0 && reason != EEXIST)
        return say_error(path_code(reason), "-o %s: cannot make the folder: %s", SHOW(run->folder),
                         REASON(reason));
    return path_root(&run->place, run->folder);
}

/* A lock that was deleted meanwhile is nobody's: the next run would make another.  Returns 0
 * when it is in place, ENOENT when another try is due, or what went wrong. */
static int look_at_lock(int fd, const char *path)
{
    struct stat open_file, named;
    if (fstat(fd, &open_file) != 0 || stat(path, &named) != 0)
        return errno;
    return open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino ? 0 : ENOENT;
}

/* The descriptor of the lock, which its end gives back, or -1 and errno. */
static int try_lock(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        return -1;
    int reason = flock(fd, LOCK_EX | LOCK_NB) != 0 ? errno : look_at_lock(fd, path);
    if (reason == 0)
        return fd;
    close(fd);
    errno = reason;
    return -1;
}

/* Who deletes it as fast as it is made must not keep this run for ever. */
#define LOCK_TRIES 100

/* The same, with an exit code. */
static int take_lock(const bot *run, int *code)
{
    char path[BOT_PATH];
    int fd = -1;
    bot_path(path, run, BOT_NO_SLOT, "lock");
    errno = EINTR;
    for (int i = 0; i < LOCK_TRIES && fd < 0 && (errno == EINTR || errno == ENOENT); i++)
        fd = try_lock(path);
    if (fd < 0 && errno == EWOULDBLOCK)
        *code = say_error(CODE_TRY_LATER, "%s: another run holds the lock", SHOW(path));
    else if (fd < 0)
        *code = say_error(CODE_CANNOT_CREATE, "%s: cannot lock: %s", SHOW(path), REASON(errno));
    return fd;
}

/* ---- which slots -------------------------------------------------------- */

/* The last slot before this one of which there is one of `files`, or INT64_MIN. */
static int64_t last_with(const bot *run, const bot_slots *list, int files)
{
    int64_t last = INT64_MIN;
    for (size_t i = 0; i < list->count; i++)
        if (list->slot[i].time < run->slot && (list->slot[i].has & files) != 0)
            last = list->slot[i].time;
    return last;
}

/* What --catch-up makes: slots since the last one that was posted, and without posts since
 * the last picture.  Where there is none yet, none was missed. */
static int64_t first_slot(const bot *run, const bot_slots *list)
{
    int64_t first = run->slot, last = INT64_MIN;
    if (bot_own(run->wanted)->post != NULL)
        last = last_with(run, list, BOT_PENDING | BOT_POSTED);
    if (last == INT64_MIN)
        last = last_with(run, list, BOT_PICTURE);
    for (int i = 0; i < bot_own(run->wanted)->catch_up && last != INT64_MIN; i++)
        if (first - run->period_s > last)
            first -= run->period_s;
    return first;
}

/* A slot is done when its picture is as long as its JSON says, which fills the entry. */
static int is_made(bot_entry *entry, const bot *run, int64_t time)
{
    char path[BOT_PATH];
    struct stat status;
    bot_path(path, run, time, bot_ending(BOT_PICTURE));
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           bot_json_read(entry, run, time) == 1 && (uint64_t)status.st_size == entry->bytes;
}

static int make_slot(const bot *run, const bot_slots *list, int64_t time)
{
    enum { WHOLE = BOT_PICTURE | BOT_ALT | BOT_JSON };
    bot_picture made;
    bot_entry entry;
    if ((bot_slots_find(list, time) & WHOLE) == WHOLE && is_made(&entry, run, time))
        return CODE_OK;
    int code = bot_picture_make(&made, run, time);
    if (code == CODE_OK)
        code = bot_picture_write(&made, run);
    bot_picture_free(&made);
    return code;
}

/* One that cannot be made does not keep the others back. */
static int make_slots(const bot *run, const bot_slots *list, int64_t first)
{
    int code = CODE_OK;
    for (int64_t time = first; time <= run->slot && !stop_asked(); time += run->period_s) {
        int failed = make_slot(run, list, time);
        code = code == CODE_OK ? failed : code;
    }
    return code;
}

/* ---- posts -------------------------------------------------------------- */

/* What could not be made has been told. */
static int post_slot(const bot *run, int64_t time, int is_retry)
{
    bot_entry entry;
    return is_made(&entry, run, time) ? bot_post(run, &entry, is_retry) : CODE_OK;
}

/* Slots of earlier runs that ended between claim and post; -q does not hide them.  The
 * current one tells of itself. */
static void tell_left_over(const bot *run, const bot_slots *list)
{
    for (size_t i = 0; i < list->count; i++) {
        char name[BOT_SLOT_SIZE];
        bot_slot_name(name, list->slot[i].time);
        if (list->slot[i].time < run->slot && bot_slot_waits(&list->slot[i]))
            say_note("%s: may be posted or not: --retry posts it", name);
    }
}

static int retry_slots(const bot *run, const bot_slots *list)
{
    int code = CODE_OK;
    for (size_t i = 0; i < list->count && !stop_asked(); i++) {
        const bot_slot *slot = &list->slot[i];
        if (slot->time >= run->slot || !bot_slot_waits(slot))
            continue;
        int failed = make_slot(run, list, slot->time);
        if (failed == CODE_OK)
            failed = post_slot(run, slot->time, 1);
        code = code == CODE_OK ? failed : code;
    }
    return code;
}

/* A post that failed does not keep the next one back.  What is posted already stays so. */
static int post_slots(const bot *run, const bot_slots *list, int64_t first)
{
    int is_retry = bot_own(run->wanted)->retry;
    int code = is_retry ? retry_slots(run, list) : CODE_OK;
    for (int64_t time = first; time <= run->slot && !stop_asked(); time += run->period_s) {
        int failed = post_slot(run, time, is_retry);
        code = code == CODE_OK ? failed : code;
    }
    return code;
}

/* ---- the command -------------------------------------------------------- */

/* The claim of a slot whose post was recorded: a run ended just before it took it away. */
static void drop_claims(const bot *run, const bot_slots *list)
{
    enum { BOTH = BOT_PENDING | BOT_POSTED };
    for (size_t i = 0; i < list->count; i++) {
        char path[BOT_PATH];
        bot_path(path, run, list->slot[i].time, bot_ending(BOT_PENDING));
        if ((list->slot[i].has & BOTH) == BOTH)
            (void)unlink(path);
    }
}

/* A folder is one bot's: its slots are their own state, and another name's would be taken
 * for done. */
static int check_owner(const bot *run, const bot_slots *list)
{
    for (size_t i = list->count; i > 0; i--) {
        char owner[BOT_NAME_SIZE];
        int is_told = bot_json_owner(owner, run, list->slot[i - 1].time);
        if (is_told < 0)
            return say_error(CODE_NO_MEMORY, "out of memory");
        if (!is_told)
            continue;
        if (strcmp(owner, run->name) == 0)
            break;
        return say_error(CODE_CONFIG,
                         "-o %s: holds the pictures of the bot %s: %s needs another "
                         "folder",
                         SHOW(run->folder), SHOW(owner), SHOW(run->name));
    }
    return CODE_OK;
}

static int post_all(const bot *run, const bot_slots *list, int64_t first)
{
    if (bot_own(run->wanted)->post == NULL)
        return CODE_OK;
    drop_claims(run, list);
    if (!bot_own(run->wanted)->retry)
        tell_left_over(run, list);
    return post_slots(run, list, first);
}

/* A failure of the pages does not keep a post back, nor one of a picture.  Old pictures go
 * when all has been done: while something has failed they stay. */
static int publish(const bot *run, const bot_slots *list, int64_t first)
{
    int home = bot_home_write(run);
    int posted = post_all(run, list, first);
    int is_done = home == CODE_OK && posted == CODE_OK && !stop_asked();
    int pruned = is_done ? bot_home_prune(run) : CODE_OK;
    return home != CODE_OK ? home : posted != CODE_OK ? posted : pruned;
}

static int run_locked(const bot *run)
{
    bot_slots list;
    int code = bot_slots_read(&list, run);
    int64_t first = first_slot(run, &list);
    if (code == CODE_OK)
        code = check_owner(run, &list);
    if (code == CODE_OK) {
        code = make_slots(run, &list, first);
        int failed = stop_asked() ? CODE_OK : publish(run, &list, first);
        code = code == CODE_OK ? failed : code;
    }
    bot_slots_free(&list);
    return code;
}

static int run_bot(const options *wanted)
{
    bot *run = calloc(1, sizeof *run);
    progress bar;
    if (run == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    run->wanted = wanted;
    run->bar = &bar;
    progress_start(&bar, wanted->quiet);
    say_to_journal();
    int code = bot_options_read(run);
    if (code == CODE_OK)
        code = bot_picture_check(run);
    if (code == CODE_OK)
        code = bot_post_check(run);
    if (code == CODE_OK)
        code = make_folder(run);
    if (code == CODE_OK) {
        int lock = take_lock(run, &code);
        if (lock >= 0) {
            stop_hold(); /* a post that is under way is waited for */
            code = run_locked(run);
            close(lock);
        }
    }
    free(run->place);
    free(run);
    return code;
}

static const char head[] =
    "Examples:\n"
    "  ridgeline bot -o bot --name mybot      a picture of these three hours\n"
    "  ridgeline bot -o bot --name mybot --every 6h --post ./post.sh -q\n"
    "  ridgeline bot -o bot --name mybot --latitude 52.5 --longitude 13.4\n"
    "  ridgeline bot -o bot --name mybot --keep 30 --url https://example.org/bot/\n"
    "\n"
    "Usage:\n"
    "  ridgeline bot -o DIR --name NAME [options]   what is left to do for this slot\n"
    "\n"
    "A run makes the picture of the current slot, its alt text and JSON, latest.png,\n"
    "a gallery and a feed, and posts it at most once. The same run again does\n"
    "nothing.\n";

const struct command command_bot = {
    .name = "bot",
    .usage = "-o DIR --name NAME",
    .line = "a run of a bot: picture, text, gallery, feed, post",
    .head = head,
    .rows = bot_rows,
    .own_size = sizeof(bot_options),
    .takes = TAKES_FOLDER | TAKES_NAME | TAKES_SCENE | TAKES_LAND | TAKES_COLOURS | TAKES_SCALE |
             TAKES_METADATA | TAKES_KERNELS,
    .run = run_bot,
};
