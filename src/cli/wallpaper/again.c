/* again.c - the command line that makes a set again, for the timer and for the history.
 *
 * In: the options of a set.  Out: words with the values of the user's settings as options, so that
 * later changes of the settings do not change what is made.
 */
#include "base/os.h"
#include "cli/common/child.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *wallpaper_program(arena *memory)
{
    char path[CHILD_PATH];
    if (!os_program_path(path, sizeof path) && !child_find(path, "ridgeline"))
        return "ridgeline";
    char *copy = arena_array(memory, strlen(path) + 1, 1);
    if (copy != NULL)
        memcpy(copy, path, strlen(path) + 1);
    return copy;
}

/* Options that belong to one run, and those that the caller gives. */
static const char left_out[] = "daily,every,at,latitude,longitude,dry-run,today,next,previous,"
                               "restore,now,output,seed,set,ridge,desktop,verbose,quiet,no-config";

line_words wallpaper_words(const wallpaper *set, const char *const *first, const char *const *last,
                           arena *memory)
{
    const options *opts = set->job.opts;
    size_t count = 0, most = (size_t)opts->operand_count + OPTIONS_MAX + 1 +
                             2 * (size_t)(opts->setting_count + opts->ridge_count);
    for (size_t i = 0; first[i] != NULL; i++)
        most++;
    for (size_t i = 0; last[i] != NULL; i++)
        most++;
    const char **words = arena_array(memory, most, sizeof *words);
    if (words == NULL)
        return NULL;
    while (*first != NULL)
        words[count++] = *first++;
    for (int i = 0; i < opts->operand_count; i++)
        words[count++] = opts->operands[i];
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        const char *value = opts->values[i];
        if (value == NULL || list_has(left_out, row->name))
            continue;
        size_t size = strlen(row->name) + strlen(value) + 4;
        char *word = arena_array(memory, size, 1);
        if (word == NULL)
            return NULL;
        int is_bare = row->argument == NULL || value[0] == '\0';
        snprintf(word, size, "--%s%s%s", row->name, is_bare ? "" : "=", is_bare ? "" : value);
        words[count++] = word;
    }
    for (int i = 0; i < opts->ridge_count; i++) {
        words[count++] = "--ridge";
        words[count++] = opts->ridges[i];
    }
    for (int i = 0; i < opts->setting_count; i++) {
        words[count++] = "--set";
        words[count++] = opts->settings[i];
    }
    while (*last != NULL)
        words[count++] = *last++;
    words[count] = NULL;
    return words;
}
