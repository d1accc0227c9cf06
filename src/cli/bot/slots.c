/* slots.c - the folder of a bot: which slots it holds, and the paths of their files.
 *
 * In: a folder.  Out: its slots, oldest first.  Files with other names are ignored and never
 * removed: the folder may be part of a web site.
 */
#include "cli/bot/bot.h"
#include "cli/common/say.h"

#include <dirent.h>
#include <errno.h>
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

void bot_file(char path[BOT_PATH], const bot *run, const char *name)
{
    const char *slash = run->folder[strlen(run->folder) - 1] == '/' ? "" : "/";
    snprintf(path, BOT_PATH, "%s%s%s", run->folder, slash, name);
}

void bot_path(char path[BOT_PATH], const bot *run, int64_t time, int file)
{
    char slot[BOT_SLOT_SIZE], name[BOT_SLOT_SIZE + 16];
    size_t i = 0;
    while (endings[i].file != file)
        i++;
    bot_slot_name(slot, time);
    snprintf(name, sizeof name, "%s%s", slot, endings[i].ending);
    bot_file(path, run, name);
}

/* ---- the list ----------------------------------------------------------- */

/* Returns which file (BOT_...) of which slot has this name; 0 for none. */
static int time_of_name(int64_t *time, const char *name)
{
    char slot[BOT_SLOT_SIZE] = "";
    size_t length = strcspn(name, ".");
    if (length >= sizeof slot)
        return 0;
    memcpy(slot, name, length);
    if (!bot_slot_parse(time, slot))
        return 0;
    for (size_t i = 0; i < ENDINGS; i++)
        if (strcmp(name + length, endings[i].ending) == 0)
            return endings[i].file;
    return 0;
}

static int by_time(const void *a, const void *b)
{
    const bot_slot *left = a, *right = b;
    return (left->time > right->time) - (left->time < right->time);
}

int bot_slots_read(bot_slots *list, const bot *run)
{
    DIR *folder = opendir(run->folder);
    int reason = folder == NULL ? errno : 0;
    size_t count = 0;
    *list = (bot_slots){0};
    while (reason == 0) {
        int64_t time;
        errno = 0;
        struct dirent *entry = readdir(folder);
        if (entry == NULL) {
            reason = errno;
            break;
        }
        int file = time_of_name(&time, entry->d_name);
        if (file != 0 && list->count == list->capacity) {
            size_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
            bot_slot *more = realloc(list->slot, capacity * sizeof *more);
            reason = more == NULL ? ENOMEM : 0;
            list->slot = more != NULL ? more : list->slot;
            list->capacity = more != NULL ? capacity : list->capacity;
        }
        if (file != 0 && reason == 0)
            list->slot[list->count++] = (bot_slot){time, file};
    }
    if (folder != NULL)
        closedir(folder);
    if (reason == ENOMEM)
        return say_error(CODE_NO_MEMORY, "list of slots: out of memory");
    if (reason != 0)
        return say_error(CODE_IO, "-o %s: cannot be listed: %s", SHOW(run->folder), REASON(reason));
    if (list->count > 0)
        qsort(list->slot, list->count, sizeof *list->slot, by_time);
    for (size_t i = 0; i < list->count; i++) /* the files become one entry for each slot */
        if (count > 0 && list->slot[i].time == list->slot[count - 1].time)
            list->slot[count - 1].files |= list->slot[i].files;
        else
            list->slot[count++] = list->slot[i];
    list->count = count;
    return CODE_OK;
}

int bot_slots_find(const bot_slots *list, int64_t time)
{
    const bot_slot key = {time, 0};
    const bot_slot *found =
        list->count > 0 ? bsearch(&key, list->slot, list->count, sizeof key, by_time) : NULL;
    return found != NULL ? found->files : 0;
}

int bot_slot_is_unknown(const bot_slot *slot)
{
    return (slot->files & (BOT_PENDING | BOT_POSTED)) == BOT_PENDING;
}
