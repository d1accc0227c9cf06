/* run.c - runs the user's command of --run after everything else has succeeded.
 *
 * In: its words.  Out: the command, run without a shell; RIDGELINE_... variables of its environment
 * name the pictures, the theme's folder and the seed.
 */
#include "cli/common/say.h"
#include "cli/wallpaper/desktop.h"
#include "cli/wallpaper/wallpaper.h"

#include <inttypes.h>
#include <stdlib.h>

#define VARIABLES 4

/* Prints the command, with its variables, as a shell would run it.  Returns an exit code. */
static int print_command(const char *names[VARIABLES], const char *values[VARIABLES],
                         line_words words, arena *memory)
{
    size_t count = line_count(words), used = 0;
    const char **line = arena_array(memory, VARIABLES + count + 2, sizeof *line);
    STEP(say_memory(line != NULL, "wallpaper"));
    line[used++] = "env";
    for (int i = 0; i < VARIABLES; i++) {
        if (values[i] == NULL)
            continue;
        line[used] = line_print(memory, "%s=%s", names[i], values[i]);
        STEP(say_memory(line[used++] != NULL, "wallpaper"));
    }
    memcpy(line + used, words, (count + 1) * sizeof *line);
    const char *text = line_join(line, memory);
    STEP(say_memory(text != NULL, "wallpaper"));
    out_line(text);
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
    STEP(say_memory(words != NULL, "wallpaper"));
    for (int i = 0; i < VARIABLES && !own->dry_run; i++)
        if (values[i] == NULL)
            (void)unsetenv(names[i]);
        else
            STEP(say_memory(setenv(names[i], values[i], 1) == 0, "wallpaper"));
    rl_error failure = {RL_OK, ""};
    int code = own->dry_run ? CODE_OK : command_run(&outcome, words, &failure, &set->memory);
    if (code != CODE_OK)
        return say_error(code, "--run: %s", failure.text);
    if (set->job.opts->quiet && !own->dry_run)
        return CODE_OK;
    out_print("# %s\n", own->dry_run ? "command of --run, to run at the end:"
                                     : "command of --run, which has run:");
    return print_command(names, values, words, &set->memory);
}
