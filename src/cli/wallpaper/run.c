/* run.c - the user's command of --run, at the end of a run in which all went well.
 *
 * In: its words.  Out: the command, run without a shell, with what was made in its environment.
 */
#include "cli/common/say.h"
#include "cli/wallpaper/desktop.h"
#include "cli/wallpaper/wallpaper.h"

#include <inttypes.h>
#include <stdlib.h>

#define VARIABLES 4

/* Returns "NAME=VALUE", or NULL without memory. */
static const char *assignment(const char *name, const char *value, arena *memory)
{
    size_t size = strlen(name) + strlen(value) + 2;
    char *word = arena_array(memory, size, 1);
    if (word != NULL)
        snprintf(word, size, "%s=%s", name, value);
    return word;
}

/* Prints the command as a shell would run it. */
static int print_command(const char *names[VARIABLES], const char *values[VARIABLES],
                         line_words words, arena *memory)
{
    size_t count = 0, used = 0;
    while (words[count] != NULL)
        count++;
    const char **line = arena_array(memory, VARIABLES + count + 2, sizeof *line);
    if (line == NULL)
        return say_error(CODE_NO_MEMORY, "wallpaper: out of memory");
    line[used++] = "env";
    for (int i = 0; i < VARIABLES; i++)
        if (values[i] != NULL)
            line[used++] = assignment(names[i], values[i], memory);
    for (size_t i = 1; i < used; i++)
        if (line[i] == NULL)
            return say_error(CODE_NO_MEMORY, "wallpaper: out of memory");
    memcpy(line + used, words, (count + 1) * sizeof *line);
    const char *text = line_join(line, memory);
    if (text == NULL)
        return say_error(CODE_NO_MEMORY, "wallpaper: out of memory");
    out_escaped(text, strlen(text));
    out_write("\n", 1);
    return CODE_OK;
}

int wallpaper_run(wallpaper *set)
{
    static child_outcome outcome; /* too large for a small stack */
    const wallpaper_options *own = set->own;
    int has_pictures = set->picture_count > 0;
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, scene_seed(set->scenes[0]));
    const char *names[VARIABLES] = {"RIDGELINE_PICTURE", "RIDGELINE_PICTURE_DARK",
                                    "RIDGELINE_THEME", "RIDGELINE_SEED"};
    const char *values[VARIABLES] = {has_pictures ? wallpaper_shown(set, -1, 0) : NULL,
                                     has_pictures && own->dark != NULL ? wallpaper_shown(set, -1, 1)
                                                                       : NULL,
                                     set->theme_root, seed};
    if (own->run == NULL)
        return CODE_OK;
    line_words words = line_split(own->run, &set->memory);
    if (words == NULL)
        return say_error(CODE_NO_MEMORY, "wallpaper: out of memory");
    for (int i = 0; i < VARIABLES && !own->dry_run; i++)
        if (values[i] == NULL)
            (void)unsetenv(names[i]);
        else if (setenv(names[i], values[i], 1) != 0)
            return say_error(CODE_NO_MEMORY, "wallpaper: out of memory");
    rl_error failure = {RL_OK, ""};
    int code = own->dry_run ? CODE_OK : command_run(&outcome, words, &failure, &set->memory);
    if (code != CODE_OK)
        return say_error(code, "--run: %s", failure.text);
    if (set->job.opts->quiet && !own->dry_run)
        return CODE_OK;
    out_print("# %s\n", own->dry_run ? "at the end, by --run" : "run by --run");
    return print_command(names, values, words, &set->memory);
}
