/* pages_make.c - the pages of a bot, of entries that are given.
 *
 *     pages_make index|feed NAME [URL [AT]] <ENTRIES    one page, on standard output
 *
 * An empty URL is none.  AT: the write that brings this byte is refused, once.
 * Each line of ENTRIES, newest first, is a slot: SLOT WIDTH HEIGHT BYTES TITLE ALT, with a
 * tab between two.
 */
#include "cli/bot/bot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES_MAX 2000

static int read_entry(bot_entry *entry)
{
    char line[1024];
    memset(entry, 0, sizeof *entry);
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    if (sscanf(line, "%14[^\t]\t%d\t%d\t%" SCNu64 "\t%79[^\t]\t%420[^\n]", entry->slot,
               &entry->width, &entry->height, &entry->bytes, entry->title, entry->alt) != 6 ||
        !bot_slot_parse(&entry->time, entry->slot)) {
        fprintf(stderr, "pages_make: %s", line);
        exit(1);
    }
    return 1;
}

/* ---- output --------------------------------------------------------------- */

typedef struct leak {
    long long at, taken;
} leak;

static int take(void *user, const void *bytes, size_t size)
{
    leak *to = user;
    long long before = to->taken;
    to->taken += (long long)size;
    if (before <= to->at && to->at < to->taken)
        return -1;
    return fwrite(bytes, 1, size, stdout) == size ? 0 : -1;
}

static rl_status make(const bot_pages *pages, leak *to, rl_error *error)
{
    rl_sink *sink;
    rl_status status = rl_sink_to_callback(&sink, take, to, NULL, error);
    if (status != RL_OK)
        return status;
    status = bot_page(pages, sink, error);
    rl_sink_free(sink);
    return status == RL_OK && fflush(stdout) != 0 ? RL_IO_ERROR : status;
}

int main(int argc, char **argv)
{
    static bot_entry entries[ENTRIES_MAX];
    rl_error error = {RL_OK, ""};
    leak to = {argc > 4 ? atoll(argv[4]) : -1, 0};
    int count = 0;
    while (count < ENTRIES_MAX && read_entry(&entries[count]))
        count++;
    if (argc < 3 || count == 0)
        return 1;
    bot_pages pages = {argv[2], argc > 3 && argv[3][0] != '\0' ? argv[3] : NULL, entries, count,
                       strcmp(argv[1], "feed") == 0};
    rl_status status = make(&pages, &to, &error);
    if (status != RL_OK)
        fprintf(stderr, "pages_make: %s\n", error.text);
    return status != RL_OK;
}
