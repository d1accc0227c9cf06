/* bot_post.c - publishes a picture at most once.
 *
 * In: a slot with its files, a command.  Out: SLOT.posted.  Before the command runs,
 * SLOT.pending stands on the disk: a machine that dies meanwhile leaves it, and as nobody
 * knows whether the post is out, nothing tries again by itself.  Twice in public is worse
 * than once too few.
 */
#include "cli/bot/bot_post.h"
#include "cli/common/child.h"
#include "cli/common/progress.h"
#include "cli/common/replace.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define POST_SECONDS 120

int bot_post_check(const bot *run)
{
    const char *command = bot_own(run->wanted)->post;
    struct stat status;
    if (command == NULL)
        return CODE_OK;
    if (stat(command, &status) != 0)
        return say_error(CODE_CONFIG, "--post %s: %s", SHOW(command), REASON(errno));
    if (!S_ISREG(status.st_mode) || access(command, X_OK) != 0)
        return say_error(CODE_CONFIG,
                         "--post %s: must be a program that may be run: a file, not a "
                         "line for a shell",
                         SHOW(command));
    return CODE_OK;
}

/* ---- the claim ---------------------------------------------------------- */

static void sync_folder(const bot *run)
{
    int fd = open(run->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    (void)close(fd);
}

/* Creates SLOT.pending, which must not be there: even where locks do not work, the kernel
 * gives it to one run alone.  Returns 0 or errno. */
static int claim(const bot *run, const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        return errno;
    int reason = 0;
    if (fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP)
        reason = errno;
    if (close(fd) != 0 && errno != EINTR && reason == 0)
        reason = errno;
    if (reason != 0)
        (void)unlink(path);
    sync_folder(run);
    return reason;
}

/* ---- the command -------------------------------------------------------- */

static char *joined(const char *folder, const char *slot, const char *ending)
{
    size_t size = strlen(folder) + strlen(slot) + strlen(ending) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s%s", folder, slot, ending);
    return path;
}

/* The child reads the environment of its parent, so it is set here; nothing else of this
 * process looks at these names. */
static int set_environment(const bot *run, const bot_entry *entry)
{
    char time[BOT_TIME_SIZE], key[96];
    char *picture = joined(run->place, entry->slot, bot_ending(BOT_PICTURE));
    char *alt = joined(run->place, entry->slot, bot_ending(BOT_ALT));
    char *json = joined(run->place, entry->slot, bot_ending(BOT_JSON));
    bot_time_text(time, entry->time);
    snprintf(key, sizeof key, "%s/%s", run->name, entry->slot);
    const struct {
        const char *name, *value;
    } values[] = {{"RIDGELINE_NAME", run->name},     {"RIDGELINE_SLOT", entry->slot},
                  {"RIDGELINE_TIME", time},          {"RIDGELINE_KEY", key},
                  {"RIDGELINE_PICTURE", picture},    {"RIDGELINE_ALT_FILE", alt},
                  {"RIDGELINE_JSON", json},          {"RIDGELINE_ALT", entry->alt},
                  {"RIDGELINE_TITLE", entry->title}, {"RIDGELINE_URL", bot_own(run->wanted)->url}};
    int is_set = picture != NULL && alt != NULL && json != NULL;
    (void)unsetenv("RIDGELINE_URL");
    for (size_t i = 0; i < sizeof values / sizeof *values && is_set; i++)
        is_set = values[i].value == NULL || setenv(values[i].name, values[i].value, 1) == 0;
    free(picture);
    free(alt);
    free(json);
    return is_set;
}

/* The last line that says something: of a success its URL, of a failure the reason. */
static void last_line(const char **line, size_t *size, const child_output *of)
{
    const char *end = of->text + of->size;
    while (end > of->text && (unsigned char)end[-1] <= ' ')
        end--;
    const char *begin = end;
    while (begin > of->text && begin[-1] != '\n')
        begin--;
    *line = begin;
    *size = (size_t)(end - begin);
}

static int tell_failure(const bot *run, const bot_entry *entry, const child_output *told)
{
    const char *line;
    char how[64];
    size_t size;
    last_line(&line, &size, told);
    if (stop_asked())
        snprintf(how, sizeof how, "stopped with this run");
    else if (told->is_late)
        snprintf(how, sizeof how, "not done after %d s", POST_SECONDS);
    else if (told->signal != 0)
        snprintf(how, sizeof how, "killed by signal %d", told->signal);
    else
        snprintf(how, sizeof how, "exit code %d", told->code);
    return say_error(CODE_IO, "%s: may not be posted: --post %s: %s%s%s", entry->slot,
                     SHOW(bot_own(run->wanted)->post), how, size > 0 ? ": " : "",
                     show_bytes(line, size).text);
}

/* ---- a post ------------------------------------------------------------- */

static int finish(const bot *run, const bot_entry *entry, const char *pending,
                  const child_output *told)
{
    char posted[BOT_PATH];
    const char *line;
    size_t size;
    rl_error error;
    bot_path(posted, run, entry->time, bot_ending(BOT_POSTED));
    last_line(&line, &size, told);
    if (replace_file(posted, told->text, told->size, &error) != RL_OK) {
        say_status(&error);
        return say_error(CODE_IO, "%s: is posted, but that could not be recorded: %s", entry->slot,
                         size > 0 ? show_bytes(line, size).text : "it printed nothing");
    }
    (void)unlink(pending);
    sync_folder(run);
    bot_note(run, "%s: posted%s%s", entry->slot, size > 0 ? ": " : "", show_bytes(line, size).text);
    return CODE_OK;
}

static int run_command(const bot *run, const bot_entry *entry, const char *pending, int is_retry)
{
    child_output told;
    rl_error error;
    int reason = set_environment(run, entry)
                     ? child_run(&told, bot_own(run->wanted)->post, POST_SECONDS)
                     : ENOMEM;
    if (reason != 0 && !is_retry) /* it never ran: the claim can be given back */
        (void)unlink(pending);
    if (reason == ENOMEM)
        return say_error(CODE_NO_MEMORY, "out of memory");
    if (reason != 0)
        return say_error(CODE_IO, "--post %s: cannot be run: %s", SHOW(bot_own(run->wanted)->post),
                         REASON(reason));
    int code;
    if (told.code == 0 && told.signal == 0) /* also when it was hurried */
        code = finish(run, entry, pending, &told);
    else {
        /* for who looks why; without it the claim still stands */
        (void)replace_file(pending, told.text, told.size, &error);
        code = tell_failure(run, entry, &told);
    }
    child_output_free(&told);
    return code;
}

int bot_post(const bot *run, const bot_entry *entry, int is_retry)
{
    char pending[BOT_PATH], posted[BOT_PATH];
    struct stat status;
    bot_path(posted, run, entry->time, bot_ending(BOT_POSTED));
    bot_path(pending, run, entry->time, bot_ending(BOT_PENDING));
    if (lstat(posted, &status) == 0)
        return CODE_OK;
    if (errno != ENOENT)
        return say_error(CODE_IO, "%s: cannot be looked at: %s", SHOW(posted), REASON(errno));
    int reason = claim(run, pending);
    if (reason == EEXIST && !is_retry)
        return say_error(CODE_IO,
                         "%s: may be posted already, nobody knows: see %s, then --retry to post it "
                         "again or remove it",
                         entry->slot, SHOW(pending));
    if (reason != 0 && reason != EEXIST)
        return say_error(CODE_CANNOT_CREATE, "%s: cannot create: %s", SHOW(pending),
                         REASON(reason));
    return run_command(run, entry, pending, reason == EEXIST);
}
