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
    bot_entry entry = {.name = ""};
    for (size_t i = list->count; i > 0 && entry.name[0] == '\0'; i--)
        if (bot_json_read(&entry, run, list->slot[i - 1].time) < 0)
            return say_error(CODE_NO_MEMORY, "bot: out of memory");
    if (entry.name[0] == '\0' || strcmp(entry.name, run->name) == 0)
        return CODE_OK;
    return say_error(CODE_CONFIG,
                     "-o %s: holds the pictures of the bot %s: %s needs another folder",
                     SHOW(run->folder), SHOW(entry.name), SHOW(run->name));
}

/* ---- pictures ----------------------------------------------------------- */

/* The first failure of several decides. */
static void keep_first(int *code, int other)
{
    *code = *code == CODE_OK ? other : *code;
}

/* Returns the first slot that --catch-up makes: they follow the last one that was posted, and
 * without posts the last picture.  A new folder has missed none. */
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
        keep_first(&code, failed != CODE_OK ? failed : post_slot(run, slot->time, 1));
    }
    for (int64_t time = first; time <= run->slot && !stop_asked(); time += run->period_s)
        keep_first(&code, post_slot(run, time, is_retry));
    return code;
}

/* ---- the command -------------------------------------------------------- */

/* A failed picture does not stop the others, nor the pages, nor posts.  Old pictures are
 * removed only after a run without failures. */
static int run_slots(const bot *run)
{
    bot_slots list;
    int code = CODE_OK;
    STEP(bot_slots_read(&list, run));
    STEP(check_owner(run, &list));
    int64_t first = first_slot(run, &list);
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
    STEP(folder_open(&home, run->folder, "-o", 0));
    return path_root(&run->root, run->folder);
}

static int run_bot(const options *opts)
{
    arena memory = {.allocator = NULL};
    bot run = {.options = opts, .own = opts->own, .memory = &memory};
    run.job = arena_zeroed(&memory, 1, sizeof *run.job);
    run.scene = arena_zeroed(&memory, 1, sizeof *run.scene);
    say_to_journal();
    int code = run.job != NULL && run.scene != NULL
                   ? prepare(&run)
                   : say_error(CODE_NO_MEMORY, "bot: out of memory");
    int lock = code == CODE_OK ? take_lock(&run, &code) : -1;
    if (lock >= 0) {
        stop_hold(); /* a signal waits for a post that was begun */
        code = run_slots(&run);
        close(lock);
    }
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
    .rows = bot_rows,
    .own_size = sizeof(bot_options),
    .takes = TAKES_FOLDER | TAKES_NAME | TAKES_SCENE | TAKES_LAND | TAKES_COLOURS | TAKES_SCALE |
             TAKES_METADATA | TAKES_KERNELS,
    .run = run_bot,
};
