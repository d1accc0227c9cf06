/* post.c - publishes a picture, at most once.
 *
 * In: a slot with its files, a command.  Out: SLOT.posted.  SLOT.pending is on the disk before
 * the command runs.  A machine that dies meanwhile leaves it; the outcome is then unknown, and
 * only --retry posts again: two equal posts in public are worse than a missing one.
 */
#include "cli/bot/bot.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define POST_SECONDS 120

#define POST_RULE "must be the path of a program that is run without arguments"

int bot_post_check(const bot *run)
{
    const char *command = run->own->post;
    struct stat status;
    if (command == NULL)
        return CODE_OK;
    if (stat(command, &status) != 0)
        return say_error(CODE_CONFIG, "--post %s: %s: " POST_RULE, SHOW(command), REASON(errno));
    if (!S_ISREG(status.st_mode) || access(command, X_OK) != 0)
        return say_error(CODE_CONFIG, "--post %s: " POST_RULE, SHOW(command));
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

/* Creates SLOT.pending, which must not exist: so only one run gets it, even where locks do not
 * work.  Returns 0 or errno. */
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

/* Sets variables of this process, which the child inherits.  Returns 0 without memory. */
static int set_environment(const bot *run, const bot_entry *entry)
{
    char time[BOT_TIME_SIZE], slot[BOT_SLOT_SIZE + 1];
    const char *url = run->own->url;
    const struct {
        const char *name, *text, *slot, *ending; /* its value: these one after the other */
    } values[] = {{"RIDGELINE_NAME", run->name, "", ""},
                  {"RIDGELINE_SLOT", entry->slot, "", ""},
                  {"RIDGELINE_TIME", time, "", ""},
                  {"RIDGELINE_KEY", run->name, slot, ""},
                  {"RIDGELINE_ALT", entry->alt, "", ""},
                  {"RIDGELINE_TITLE", entry->title, "", ""},
                  {"RIDGELINE_URL", url != NULL ? url : "", "", ""},
                  {"RIDGELINE_PICTURE", run->root, slot, ".png"},
                  {"RIDGELINE_ALT_FILE", run->root, slot, ".alt.txt"},
                  {"RIDGELINE_JSON", run->root, slot, ".json"}};
    bot_time_text(time, entry->time);
    snprintf(slot, sizeof slot, "/%s", entry->slot);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        size_t size = strlen(values[i].text) + sizeof slot + strlen(values[i].ending) + 1;
        char *value = arena_array(run->memory, size, 1);
        if (value == NULL)
            return 0;
        snprintf(value, size, "%s%s%s", values[i].text, values[i].slot, values[i].ending);
        if (setenv(values[i].name, value, 1) != 0)
            return 0;
    }
    if (url == NULL)
        (void)unsetenv("RIDGELINE_URL");
    return 1;
}

/* ---- a post ------------------------------------------------------------- */

/* Success counts also when the time was over. */
static int record_post(const bot *run, const bot_entry *entry, const char *pending,
                       const char *posted, const child_output *output)
{
    /* the last line that is not blank: the URL of a post, or the reason of a failure */
    const char *end = output->text + output->size, *begin;
    while (end > output->text && (unsigned char)end[-1] <= ' ')
        end--;
    for (begin = end; begin > output->text && begin[-1] != '\n'; begin--)
        ;
    const shown line = show_bytes(begin, (size_t)(end - begin));
    const char *colon = line.text[0] != '\0' ? ": " : "";
    rl_error error;
    char outcome[64];
    if (output->code == 0 && output->signal == 0) {
        if (replace_file(posted, output->text, output->size, &error) != RL_OK) {
            say_status(&error);
            return say_error(CODE_IO, "%s: posted, but this cannot be recorded: %s", entry->slot,
                             colon[0] != '\0' ? line.text : "the command printed nothing");
        }
        (void)unlink(pending);
        sync_folder(run);
        if (!run->options->quiet)
            say_note("%s: posted%s%s", entry->slot, colon, line.text);
        return CODE_OK;
    }
    if (stop_asked())
        snprintf(outcome, sizeof outcome, "stopped with this run");
    else if (output->is_late)
        snprintf(outcome, sizeof outcome, "not done after %d s", POST_SECONDS);
    else if (output->signal != 0)
        snprintf(outcome, sizeof outcome, "killed by signal %d", output->signal);
    else
        snprintf(outcome, sizeof outcome, "exit code %d", output->code);
    /* the output, for the user; the claim exists in any case */
    (void)replace_file(pending, output->text, output->size, &error);
    return say_error(CODE_IO, "%s: post status unknown: --post %s: %s%s%s", entry->slot,
                     SHOW(run->own->post), outcome, colon, line.text);
}

int bot_post(const bot *run, const bot_entry *entry, int is_retry)
{
    static child_output output; /* too large for a small stack */
    char pending[BOT_PATH], posted[BOT_PATH];
    const char *command = run->own->post;
    struct stat status;
    bot_path(posted, run, entry->time, BOT_POSTED);
    bot_path(pending, run, entry->time, BOT_PENDING);
    if (lstat(posted, &status) == 0)
        return CODE_OK;
    if (errno != ENOENT)
        return say_error(CODE_IO, "%s: cannot be read: %s", SHOW(posted), REASON(errno));
    int reason = claim(run, pending), is_old = reason == EEXIST;
    if (is_old && !is_retry)
        return say_error(CODE_IO,
                         "%s: post status unknown: see %s; use --retry to post it again, or "
                         "remove that file",
                         entry->slot, SHOW(pending));
    if (reason != 0 && !is_old)
        return say_error(CODE_CANNOT_CREATE, "%s: cannot create: %s", SHOW(pending),
                         REASON(reason));
    reason = set_environment(run, entry) ? child_run(&output, command, POST_SECONDS) : ENOMEM;
    if (reason == 0)
        return record_post(run, entry, pending, posted, &output);
    if (!is_old) /* the command did not run: release the claim */
        (void)unlink(pending);
    if (reason == ENOMEM)
        return say_error(CODE_NO_MEMORY, "--post: out of memory");
    return say_error(CODE_IO, "--post %s: cannot be run: %s", SHOW(command), REASON(reason));
}
