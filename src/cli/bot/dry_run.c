/* dry_run.c - what a run would post, on standard output. */
#include "cli/bot/bot.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <string.h>

static void print_line(const char *name, const char *value)
{
    out_print("%s: ", name);
    out_escaped(value, strlen(value));
    out_print("\n");
}

void bot_show(const bot *run, const bot_entry *entry, int files)
{
    const char *text = bot_post_text(run, entry);
    const bot_slot slot = {entry->time, files};
    char path[BOT_PATH];
    bot_path(path, run, entry->time, BOT_PICTURE);
    print_line("slot", entry->slot);
    print_line("picture", path);
    out_print("size: %dx%d, %" PRIu64 " bytes\n", entry->width, entry->height, entry->bytes);
    print_line("title", entry->title);
    print_line("text", text != NULL ? text : entry->title);
    print_line("alt", entry->alt);
    print_line("recipe", entry->command);
    print_line("post", (files & BOT_POSTED) != 0     ? "no: already posted"
                       : run->own->post == NULL      ? "no: --post is missing"
                       : !bot_slot_is_unknown(&slot) ? run->own->post
                       : run->own->retry
                           ? run->own->post
                           : "no: the status of an earlier post is unknown; use --retry");
}
