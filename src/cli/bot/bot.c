/* bot.c - the command `ridgeline bot`: one idempotent run of a scheduled image bot.
 *
 * In: a name, a period, the time.  Out: the picture of the current slot in the folder, with
 * its texts and pages, and at most one post of it.  Whatever happened before - a run that was
 * killed, two runs at once, a clock that jumped - the existing files say what is left to do,
 * and the same run again does nothing.
 */
#include "cli/bot/bot.h"
#include "cli/command.h"
#include "cli/common/output.h"
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
        return say_error(CODE_CANNOT_CREATE, "-o %s: is not a folder", SHOW(run->folder));
    if (reason != 0 && reason != EEXIST)
        return say_error(path_code(reason), "-o %s: cannot make the folder: %s", SHOW(run->folder),
                         REASON(reason));
    return path_root(&run->root, run->folder);
}

/* Bounds the retries, in case another process keeps deleting the lock file. */
#define LOCK_TRIES 100

/* Returns the descriptor of the lock, which is released when it is closed, or -1 with a code. */
static int take_lock(const bot *run, int *code)
{
    char path[BOT_PATH];
    int fd = -1, reason = ENOENT;
    bot_file(path, run, "lock");
    for (int i = 0; i < LOCK_TRIES && (reason == EINTR || reason == ENOENT); i++) {
        struct stat locked, named;
        fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        reason = fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0 ? errno : 0;
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

/* A folder belongs to one bot: it would take the slots of another one for its own. */
static int check_owner(const bot *run, const bot_slots *list)
{
    for (size_t i = list->count; i > 0; i--) {
        char owner[BOT_NAME_SIZE];
        int has_owner = bot_json_owner(owner, run, list->slot[i - 1].time);
        if (has_owner < 0)
            return say_error(CODE_NO_MEMORY, "bot: out of memory");
        if (has_owner && strcmp(owner, run->name) == 0)
            break;
        if (has_owner)
            return say_error(CODE_CONFIG,
                             "-o %s: holds the pictures of the bot %s: %s needs another folder",
                             SHOW(run->folder), SHOW(owner), SHOW(run->name));
    }
    return CODE_OK;
}

/* ---- pictures ----------------------------------------------------------- */

/* Returns the last slot before the current one that has one of `files`, or INT64_MIN. */
static int64_t last_with(const bot *run, const bot_slots *list, int files)
{
    int64_t last = INT64_MIN;
    for (size_t i = 0; i < list->count; i++)
        if (list->slot[i].time < run->slot && (list->slot[i].files & files) != 0)
            last = list->slot[i].time;
    return last;
}

/* Returns the first slot that --catch-up makes: they follow the last one that was posted, and
 * without posts the last picture.  A new folder has missed none. */
static int64_t first_slot(const bot *run, const bot_slots *list)
{
    int64_t first = run->slot, last = INT64_MIN;
    if (run->own->post != NULL)
        last = last_with(run, list, BOT_PENDING | BOT_POSTED);
    if (last == INT64_MIN)
        last = last_with(run, list, BOT_PICTURE);
    for (int i = 0; i < run->own->catch_up && last != INT64_MIN; i++)
        if (first - run->period_s > last)
            first -= run->period_s;
    return first;
}

/* A slot is complete when its picture is as long as its JSON says, which fills the entry. */
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
    bot_picture picture;
    bot_entry entry;
    if ((bot_slots_find(list, time) & FILES) == FILES && is_complete(&entry, run, time))
        return CODE_OK;
    int code = bot_picture_make(&picture, run, time);
    if (code == CODE_OK)
        code = bot_picture_write(&picture);
    bot_picture_free(&picture);
    return code;
}

/* ---- posts -------------------------------------------------------------- */

/* A slot that is not complete was reported when its picture failed. */
static int post_slot(const bot *run, int64_t time, int is_retry)
{
    bot_entry entry;
    return is_complete(&entry, run, time) ? bot_post(run, &entry, is_retry) : CODE_OK;
}

/* Posts the slots from `first` on, and with --retry older ones whose post failed.  A failed
 * post does not stop the others. */
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
        if (failed == CODE_OK)
            failed = post_slot(run, slot->time, 1);
        code = code == CODE_OK ? failed : code;
    }
    for (int64_t time = first; time <= run->slot && !stop_asked(); time += run->period_s) {
        int failed = post_slot(run, time, is_retry);
        code = code == CODE_OK ? failed : code;
    }
    return code;
}

/* ---- the command -------------------------------------------------------- */

/* A failed picture does not stop the others, nor the pages, nor posts.  Old pictures are
 * removed only after a run without failures. */
static int run_slots(const bot *run, const bot_slots *list)
{
    int64_t first = first_slot(run, list);
    int code = check_owner(run, list), post_code = CODE_OK;
    if (code != CODE_OK)
        return code;
    for (int64_t time = first; time <= run->slot && !stop_asked(); time += run->period_s) {
        int failed = make_slot(run, list, time);
        code = code == CODE_OK ? failed : code;
    }
    if (stop_asked())
        return code;
    int page_code = bot_home_write(run);
    if (run->own->post != NULL)
        post_code = post_slots(run, list, first);
    int is_done = page_code == CODE_OK && post_code == CODE_OK && !stop_asked();
    int prune_code = is_done ? bot_home_prune(run) : CODE_OK;
    code = code == CODE_OK ? page_code : code;
    code = code == CODE_OK ? post_code : code;
    return code == CODE_OK ? prune_code : code;
}

static int run_bot(const options *opts)
{
    struct job *job = calloc(1, sizeof *job);
    bot run = {.options = opts, .own = opts->own, .job = job};
    bot_slots list = {0};
    if (job == NULL)
        return say_error(CODE_NO_MEMORY, "bot: out of memory");
    say_to_journal();
    int code = bot_options_read(&run);
    if (code == CODE_OK)
        code = job_open(job, opts);
    if (code == CODE_OK)
        code = bot_picture_check(&run);
    if (code == CODE_OK)
        code = bot_post_check(&run);
    if (code == CODE_OK)
        code = make_folder(&run);
    int lock = code == CODE_OK ? take_lock(&run, &code) : -1;
    if (lock >= 0) {
        stop_hold(); /* a signal waits for a post that was begun */
        code = bot_slots_read(&list, &run);
        if (code == CODE_OK)
            code = run_slots(&run, &list);
        close(lock);
    }
    free(list.slot);
    job_close(job);
    free(run.root);
    free(job);
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
