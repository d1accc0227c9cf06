/* post.c - publishes a picture, at most once.
 *
 * In: a slot with its files, a command.  Out: SLOT.posted.  SLOT.pending is on the disk before
 * the command runs.  A machine that dies meanwhile leaves it; the outcome is then unknown, and
 * only --retry posts again: two equal posts in public are worse than a missing one.  A command
 * that did not start, or that ends with 75 or 78, has sent nothing: the next run posts the slot.
 */
#include "cli/bot/bot.h"
#include "cli/common/child.h"
#include "cli/common/lines.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/common/self.h"

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

/* Creates SLOT.pending, which must not exist: so only one run can claim a slot, even on a file
 * system without locks.  Returns 0 or errno. */
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

/* ---- the text ----------------------------------------------------------- */

const char *bot_post_text(const bot *run, const bot_entry *entry)
{
    char time[BOT_TIME_SIZE];
    const char *url = run->own->url;
    const struct {
        const char *field, *value;
    } fields[] = {{"{title}", entry->title},
                  {"{name}", run->name},
                  {"{slot}", entry->slot},
                  {"{time}", time},
                  {"{url}", url != NULL ? url : ""}};
    enum { FIELDS = sizeof fields / sizeof *fields };
    size_t size = strlen(run->text), longest = 0, used = 0;
    bot_time_text(time, entry->time);
    for (int i = 0; i < FIELDS; i++)
        longest = strlen(fields[i].value) > longest ? strlen(fields[i].value) : longest;
    /* {url} is the shortest field, so the template has at most size / strlen("{url}") fields */
    char *text = arena_array(run->memory, size + size / strlen("{url}") * longest + 1, 1);
    for (const char *rest = run->text; text != NULL && *rest != '\0';) {
        int i = 0;
        while (i < FIELDS && strncmp(rest, fields[i].field, strlen(fields[i].field)) != 0)
            i++;
        size_t part = i < FIELDS ? strlen(fields[i].value) : 1;
        memcpy(text + used, i < FIELDS ? fields[i].value : rest, part);
        rest += i < FIELDS ? strlen(fields[i].field) : 1;
        used += part;
    }
    if (text != NULL)
        text[used] = '\0';
    return text;
}

/* ---- the command -------------------------------------------------------- */

/* Sets variables of this process, which the child inherits.  Returns 0 without memory. */
static int set_environment(const bot *run, const bot_entry *entry)
{
    char time[BOT_TIME_SIZE], slot[BOT_SLOT_SIZE + 1];
    const char *url = run->own->url, *post = bot_post_text(run, entry);
    const char *program = self_path(run->memory);
    const struct {
        const char *name, *text, *slot, *ending; /* parts of the value, which are joined */
    } values[] = {{"RIDGELINE_NAME", run->name, "", ""},
                  {"RIDGELINE_SLOT", entry->slot, "", ""},
                  {"RIDGELINE_TIME", time, "", ""},
                  {"RIDGELINE_KEY", run->name, slot, ""},
                  {"RIDGELINE_ALT", entry->alt, "", ""},
                  {"RIDGELINE_TITLE", entry->title, "", ""},
                  {"RIDGELINE_TEXT", post, "", ""},
                  {"RIDGELINE_URL", url != NULL ? url : "", "", ""},
                  {"RIDGELINE_PICTURE", run->root, slot, ".png"},
                  {"RIDGELINE_ALT_FILE", run->root, slot, ".alt.txt"},
                  {"RIDGELINE_JSON", run->root, slot, ".json"},
                  {"RIDGELINE_PROGRAM", program, "", ""}};
    bot_time_text(time, entry->time);
    snprintf(slot, sizeof slot, "/%s", entry->slot);
    if (post == NULL || program == NULL)
        return 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const char *value =
            line_print(run->memory, "%s%s%s", values[i].text, values[i].slot, values[i].ending);
        if (value == NULL || setenv(values[i].name, value, 1) != 0)
            return 0;
    }
    if (url == NULL)
        (void)unsetenv("RIDGELINE_URL");
    return 1;
}

/* ---- a post ------------------------------------------------------------- */

/* Removes the claim of this run; an older claim (`is_old`) may belong to a post and stays. */
static void release(const bot *run, const char *pending, int is_old)
{
    if (is_old)
        return;
    (void)unlink(pending);
    sync_folder(run);
}

static int record_post(const bot *run, const bot_entry *entry, const char *pending, int is_old,
                       const char *posted, const child_outcome *output)
{
    const shown line = child_last_line(output); /* the URL of a post, or the reason of a failure */
    const char *colon = line.text[0] != '\0' ? ": " : "";
    rl_error error;
    if (output->failure[0] == '\0') {
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
    int is_wrong = output->exit_code == CODE_CONFIG;
    if (is_wrong || output->exit_code == CODE_TRY_LATER) {
        release(run, pending, is_old);
        /* not CODE_TRY_LATER: the bot's systemd unit counts that as success, for a held lock */
        return say_error(is_wrong ? CODE_CONFIG : CODE_UNAVAILABLE,
                         "%s: nothing was sent: --post %s: %s%s%s", entry->slot,
                         SHOW(run->own->post), output->failure, colon, line.text);
    }
    /* keeps the output for the user; without it the file, empty, still claims the slot */
    (void)replace_file(pending, output->text, output->size, &error);
    return say_error(CODE_IO, "%s: post status unknown: --post %s: %s%s%s", entry->slot,
                     SHOW(run->own->post), output->failure, colon, line.text);
}

int bot_post(const bot *run, const bot_entry *entry, int is_retry)
{
    static child_outcome output; /* too large for a small stack */
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
    reason = set_environment(run, entry)
                 ? child_run(&output, (const char *const[]){command, NULL}, POST_SECONDS)
                 : ENOMEM;
    if (reason == 0)
        return record_post(run, entry, pending, is_old, posted, &output);
    release(run, pending, is_old); /* the command did not run */
    if (reason == ENOMEM)
        return say_no_memory("--post");
    int is_wrong = reason == ENOENT || reason == EACCES || reason == ENOEXEC;
    return say_error(is_wrong ? CODE_CONFIG : CODE_IO, "%s: nothing was sent: --post %s: %s%s",
                     entry->slot, SHOW(command), REASON(reason),
                     is_wrong ? ": must be a program, or a script that begins with #!/bin/sh" : "");
}
