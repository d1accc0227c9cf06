/* again.c - the command line that makes a set again, for the timer and for the history.
 *
 * In: the options of a set.  Out: words with the values of the user's settings as options, so that
 * later changes of the settings do not change what is made.
 */
#include "cli/common/child.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Options that belong to one run, and those that the caller gives. */
static const char left_out[] = "daily,every,at,latitude,longitude,dry-run,today,next,previous,"
                               "restore,now,output,seed,set,ridge,desktop,verbose,quiet,no-config";

/* Returns PREFIX and VALUE as one word, with the path of a file in folder `here`, unless that is
 * NULL, made absolute; NULL without memory. */
static const char *word_of(const char *prefix, const char *value, const char *here, arena *memory)
{
    char file[CHILD_PATH]; /* a drawing is FILE@X */
    snprintf(file, sizeof file, "%.*s", (int)strcspn(value, "@"), value);
    int is_file =
        here != NULL && value[0] != '/' && strpbrk(value, "./") != NULL && access(file, F_OK) == 0;
    return line_print(memory, "%s%s%s%s", prefix, is_file ? here : "", is_file ? "/" : "", value);
}

line_words wallpaper_words(const wallpaper *set, const char *const *first, const char *const *last,
                           const char *here, arena *memory)
{
    const options *opts = set->job.opts;
    size_t count = 0, most = line_count(first) + line_count(last) + (size_t)opts->operand_count +
                             OPTIONS_MAX + 1 +
                             2 * (size_t)(opts->setting_count + opts->ridge_count);
    const char **words = arena_array(memory, most, sizeof *words);
    if (words == NULL)
        return NULL;
    while (*first != NULL)
        words[count++] = *first++;
    for (int i = 0; i < opts->operand_count; i++)
        words[count++] = word_of("", opts->operands[i], here, memory);
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        const char *value = opts->values[i];
        if (value == NULL || list_has(left_out, row->name))
            continue;
        char prefix[48];
        int is_bare = row->argument == NULL || value[0] == '\0';
        int is_path = row->argument != NULL &&
                      (strstr(row->argument, "FILE") != NULL || strcmp(row->name, "dark") == 0);
        if (here != NULL && strcmp(row->name, "theme") == 0)
            value = set->theme_root;
        snprintf(prefix, sizeof prefix, "--%s%s", row->name, is_bare ? "" : "=");
        words[count++] = word_of(prefix, is_bare ? "" : value, is_path ? here : NULL, memory);
    }
    for (int i = 0; i < opts->ridge_count; i++) { /* N=FILE */
        char number[32];
        size_t size = strcspn(opts->ridges[i], "=") + 1;
        snprintf(number, sizeof number, "%.*s", (int)size, opts->ridges[i]);
        words[count++] = "--ridge";
        words[count++] = word_of(number, opts->ridges[i] + size, here, memory);
    }
    for (int i = 0; i < opts->setting_count; i++) {
        words[count++] = "--set";
        words[count++] = opts->settings[i];
    }
    while (*last != NULL)
        words[count++] = *last++;
    words[count] = NULL;
    for (size_t i = 0; i < count; i++)
        if (words[i] == NULL)
            return NULL;
    return words;
}
