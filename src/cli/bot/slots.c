/* slots.c - the folder of a bot: which slots it holds, and the paths of their files.
 *
 * In: a folder.  Out: its slots, oldest first.  Files with other names are ignored and never
 * removed: the folder may be part of a web site.
 */
#include "base/os.h"
#include "cli/bot/bot.h"
#include "cli/common/say.h"

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

typedef struct slot_files {
    bot_slot *file; /* NULL: files are counted alone */
    size_t count, room;
} slot_files;

static int take_file(void *user, const char *name)
{
    slot_files *self = user;
    int64_t time;
    int file = time_of_name(&time, name);
    if (file != 0 && self->count < self->room && self->file != NULL)
        self->file[self->count] = (bot_slot){time, file};
    self->count += file != 0;
    return self->count < self->room;
}

static int by_time(const void *left, const void *right)
{
    const bot_slot *one = left, *other = right;
    return (one->time > other->time) - (one->time < other->time);
}

int bot_slots_read(bot_slots *list, const bot *run)
{
    slot_files files = {.room = SIZE_MAX};
    int reason = os_list(run->folder, take_file, &files);
    *list = (bot_slots){0};
    if (reason == ENOENT && run->own->dry_run) /* a run would make the folder */
        reason = 0;
    if (reason == 0) {
        files = (slot_files){.room = files.count};
        list->slot = files.file = arena_array(run->memory, files.room + 1, sizeof *list->slot);
        if (files.file == NULL)
            return say_no_memory("list of slots");
        if (files.room > 0)
            reason = os_list(run->folder, take_file, &files);
    }
    if (reason == ENOMEM)
        return say_no_memory("list of slots");
    if (reason != 0)
        return say_error(CODE_IO, "-o %s: cannot be listed: %s", SHOW(run->folder), REASON(reason));
    qsort(files.file, files.count, sizeof *files.file, by_time);
    for (size_t i = 0; i < files.count; i++) /* the files of a slot become one entry */
        if (list->count > 0 && list->slot[list->count - 1].time == files.file[i].time)
            list->slot[list->count - 1].files |= files.file[i].files;
        else
            list->slot[list->count++] = files.file[i];
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
