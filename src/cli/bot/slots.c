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

/* Endings of the files, in the order of the bits BOT_... */
static const char *const endings[] = {".png", ".alt.txt", ".json", ".pending", ".posted"};

void bot_file(char path[BOT_PATH], const bot *run, const char *name)
{
    const char *slash = run->folder[strlen(run->folder) - 1] == '/' ? "" : "/";
    snprintf(path, BOT_PATH, "%s%s%s", run->folder, slash, name);
}

void bot_path(char path[BOT_PATH], const bot *run, int64_t time, int file)
{
    char slot[BOT_SLOT_SIZE], name[BOT_SLOT_SIZE + 16];
    int i = 0;
    while (1 << i != file)
        i++;
    bot_slot_name(slot, time);
    snprintf(name, sizeof name, "%s%s", slot, endings[i]);
    bot_file(path, run, name);
}

/* ---- the list ----------------------------------------------------------- */

/* Returns which file (BOT_...) of the slot at *time has this name; 0 if it is none. */
static int time_of_name(int64_t *time, const char *name)
{
    char slot[BOT_SLOT_SIZE] = "";
    size_t length = strcspn(name, ".");
    if (length >= sizeof slot)
        return 0;
    memcpy(slot, name, length);
    if (!bot_slot_parse(time, slot))
        return 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(name + length, endings[i]) == 0)
            return 1 << i;
    return 0;
}

static int is_ours(const struct dirent *entry)
{
    int64_t time;
    return time_of_name(&time, entry->d_name) != 0;
}

/* Names of slots sort as their times do. */
static int by_name(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

int bot_slots_read(bot_slots *list, const bot *run)
{
    struct dirent **entries = NULL;
    int count = scandir(run->folder, &entries, is_ours, by_name), reason = count < 0 ? errno : 0;
    *list = (bot_slots){0};
    if (reason == ENOENT && run->own->dry_run) { /* a run would make the folder */
        count = 0;
        reason = 0;
    }
    if (reason == 0) {
        list->slot = arena_array(run->memory, (size_t)count + 1, sizeof *list->slot);
        reason = list->slot == NULL ? ENOMEM : 0;
    }
    for (int i = 0; i < count; i++) { /* the files of a slot become one entry */
        int64_t time = 0;
        int file = time_of_name(&time, entries[i]->d_name);
        size_t last = list->count - 1;
        if (list->count > 0 && list->slot[last].time == time)
            list->slot[last].files |= file;
        else if (reason == 0)
            list->slot[list->count++] = (bot_slot){time, file};
        free(entries[i]);
    }
    free(entries);
    if (reason == ENOMEM)
        return say_no_memory("list of slots");
    if (reason != 0)
        return say_error(CODE_IO, "-o %s: cannot be listed: %s", SHOW(run->folder), REASON(reason));
    return CODE_OK;
}

int bot_slots_find(const bot_slots *list, int64_t time)
{
    for (size_t i = list->count; i > 0; i--)
        if (list->slot[i - 1].time == time)
            return list->slot[i - 1].files;
    return 0;
}

int bot_slot_is_unknown(const bot_slot *slot)
{
    return (slot->files & (BOT_PENDING | BOT_POSTED)) == BOT_PENDING;
}
