/* bot_folder.c - the folder of a bot: which slots it holds, and where their files lie.
 *
 * In: a folder.  Out: its slots in their order.  Names that are none of ours are left
 * alone and not spoken of: the folder may be somebody's web site.
 */
#include "cli/bot/bot.h"
#include "cli/common/say.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int file;
    const char *ending;
} endings[] = {{BOT_PICTURE, ".png"},
               {BOT_ALT, ".alt.txt"},
               {BOT_JSON, ".json"},
               {BOT_PENDING, ".pending"},
               {BOT_POSTED, ".posted"}};

#define ENDINGS (sizeof endings / sizeof *endings)

const char *bot_ending(int file)
{
    size_t i = 0;
    while (endings[i].file != file)
        i++;
    return endings[i].ending;
}

void bot_path(char path[BOT_PATH], const bot *run, int64_t time, const char *ending)
{
    char slot[BOT_SLOT_SIZE] = "";
    size_t length = strlen(run->folder);
    const char *slash = run->folder[length - 1] == '/' ? "" : "/";
    if (time != BOT_NO_SLOT)
        bot_slot_name(slot, time);
    snprintf(path, BOT_PATH, "%s%s%s%s", run->folder, slash, slot, ending);
}

void bot_note(const bot *run, const char *format, ...)
{
    char line[1024];
    va_list values;
    if (run->wanted->quiet)
        return;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    say_note("%s", line);
}

/* ---- the list ----------------------------------------------------------- */

/* Which file of which slot a name stands for; 0 when for none. */
static int read_name(int64_t *time, const char *name)
{
    char slot[BOT_SLOT_SIZE] = "";
    size_t length = strcspn(name, ".");
    if (length >= sizeof slot)
        return 0;
    memcpy(slot, name, length);
    if (!bot_slot_parse(time, slot) || *time < 0) /* no clock of ours was there before 1970 */
        return 0;
    for (size_t i = 0; i < ENDINGS; i++)
        if (strcmp(name + length, endings[i].ending) == 0)
            return endings[i].file;
    return 0;
}

static int list_add(bot_slots *list, int64_t time, int file)
{
    if (list->count == list->room) {
        size_t room = list->room > 0 ? 2 * list->room : 64;
        bot_slot *more = realloc(list->slot, room * sizeof *more);
        if (more == NULL)
            return 0;
        list->slot = more;
        list->room = room;
    }
    list->slot[list->count++] = (bot_slot){time, file};
    return 1;
}

static int by_time(const void *a, const void *b)
{
    const bot_slot *left = a, *right = b;
    return (left->time > right->time) - (left->time < right->time);
}

/* Many files, each an entry of its own, become one entry for each slot. */
static void list_merge(bot_slots *list)
{
    size_t kept = 0;
    if (list->count == 0)
        return;
    qsort(list->slot, list->count, sizeof *list->slot, by_time);
    for (size_t i = 1; i < list->count; i++)
        if (list->slot[i].time == list->slot[kept].time)
            list->slot[kept].has |= list->slot[i].has;
        else
            list->slot[++kept] = list->slot[i];
    list->count = kept + 1;
}

static int cannot_list(const bot *run, int reason)
{
    if (reason == ENOMEM)
        return say_error(CODE_NO_MEMORY, "out of memory");
    return say_error(CODE_IO, "-o %s: cannot be listed: %s", SHOW(run->folder), REASON(reason));
}

int bot_slots_read(bot_slots *list, const bot *run)
{
    DIR *folder = opendir(run->folder);
    *list = (bot_slots){0};
    if (folder == NULL)
        return cannot_list(run, errno);
    int is_whole = 1;
    errno = 0;
    for (struct dirent *entry; is_whole && (entry = readdir(folder)) != NULL; errno = 0) {
        int64_t time;
        int file = read_name(&time, entry->d_name);
        is_whole = file == 0 || list_add(list, time, file);
    }
    int reason = errno;
    closedir(folder);
    if (!is_whole)
        return say_error(CODE_NO_MEMORY, "out of memory");
    if (reason != 0)
        return cannot_list(run, reason);
    list_merge(list);
    return CODE_OK;
}

void bot_slots_free(bot_slots *list)
{
    free(list->slot);
    *list = (bot_slots){0};
}

int bot_slot_waits(const bot_slot *slot)
{
    return (slot->has & (BOT_PENDING | BOT_POSTED)) == BOT_PENDING;
}

int bot_slots_find(const bot_slots *list, int64_t time)
{
    const bot_slot wanted = {time, 0};
    if (list->count == 0)
        return 0;
    const bot_slot *found = bsearch(&wanted, list->slot, list->count, sizeof *list->slot, by_time);
    return found != NULL ? found->has : 0;
}
