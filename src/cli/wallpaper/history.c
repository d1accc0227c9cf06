/* history.c - the pictures that were set: --next, --previous, --restore.
 *
 * In: the file `history` in the user's state folder.  Out: the file, replaced as a whole; options
 * of a run that makes a set again.  An entry is a line of words: the name of the set, its options
 * with the seed.  A picture is its recipe, so that files may be gone.
 *
 * The entry that is shown may be in the middle, after --previous.  Before another is appended it
 * moves to the end: --previous always leads to what was shown before.
 */
#include "base/status.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/common/home.h"
#include "cli/common/lines.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/wallpaper/desktop.h"
#include "cli/wallpaper/wallpaper.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define ENTRIES_MOST 20
#define HISTORY_MOST ((size_t)1 << 18) /* bytes of the file */
#define HISTORY_SIGN "# pictures of `ridgeline wallpaper`, the oldest first"
#define SHOWN_SIGN "# shown "
#define SLOT_SIGN "# slot "
#define ENTRY_WORDS_LEAST 2 /* name, an option */

typedef struct history {
    const char *slot; /* name of the last set of a day or slot; "" = none */
    const char *lines[ENTRIES_MOST];
    int count;
    int shown; /* index of the entry that is shown; `count` = none */
    char path[HOME_PATH];
} history;

/* ---- the file ------------------------------------------------------------ */

/* Reads the text, which is cut into lines.  Returns 0 if it is damaged. */
static int read_lines(history *past, char *text, arena *memory)
{
    int64_t current = -1;
    char *rest = text, *line = line_cut(&rest);
    if (line == NULL || strcmp(line, HISTORY_SIGN) != 0)
        return 0;
    while ((line = line_cut(&rest)) != NULL) {
        if (strncmp(line, SLOT_SIGN, strlen(SLOT_SIGN)) == 0)
            past->slot = line + strlen(SLOT_SIGN);
        else if (strncmp(line, SHOWN_SIGN, strlen(SHOWN_SIGN)) == 0) {
            if (!text_to_integer(&current, line + strlen(SHOWN_SIGN), 0, ENTRIES_MOST))
                return 0;
        } else if (line[0] != '#' && line[0] != '\0') {
            size_t count = line_count(line_split(line, memory));
            if (count < ENTRY_WORDS_LEAST || past->count == ENTRIES_MOST)
                return 0;
            past->lines[past->count++] = line;
        }
    }
    past->shown = current > 0 ? (int)current - 1 : past->count;
    return current >= 0 && current <= past->count;
}

/* Reads the history, which is empty without a file.  Returns 0 if the file is damaged. */
static int read_history(history *past, arena *memory)
{
    void *bytes;
    size_t size;
    rl_error error;
    past->slot = "";
    past->count = past->shown = 0;
    if (!home_path(past->path, HOME_STATE, "ridgeline/history") || access(past->path, F_OK) != 0)
        return 1;
    if (rl_file_read(&bytes, &size, past->path, HISTORY_MOST, NULL, &error) != RL_OK)
        return 0;
    char *text = memchr(bytes, '\0', size) == NULL ? arena_text(memory, bytes, size) : NULL;
    rl_file_free(bytes, NULL);
    int is_whole = text != NULL && read_lines(past, text, memory);
    if (!is_whole) {
        past->slot = "";
        past->count = past->shown = 0;
    }
    return is_whole;
}

static rl_status write_history(const void *user, rl_sink *sink, rl_error *error)
{
    const history *past = user;
    char number[32];
    int has_slot = past->slot[0] != '\0';
    snprintf(number, sizeof number, "%d\n", past->shown < past->count ? past->shown + 1 : 0);
    TRY(output_texts(sink, error, HISTORY_SIGN "\n", has_slot ? SLOT_SIGN : "", past->slot,
                     has_slot ? "\n" : "", SHOWN_SIGN, number, NULL));
    for (int i = 0; i < past->count; i++)
        TRY(output_texts(sink, error, past->lines[i], "\n", NULL));
    return RL_OK;
}

static int save_history(const history *past)
{
    rl_error error;
    if (past->path[0] == '\0')
        return CODE_OK;
    if (home_make(past->path, &error) != RL_OK ||
        replace_text(past->path, write_history, past, &error) != RL_OK)
        return say_status(&error);
    return CODE_OK;
}

/* Removes an entry. */
static void remove_entry(history *past, int index)
{
    past->count--;
    memmove(past->lines + index, past->lines + index + 1,
            (size_t)(past->count - index) * sizeof *past->lines);
}

/* Moves the entry that is shown to the end; none is shown then. */
static void end_shown(history *past)
{
    if (past->shown < past->count) {
        const char *entry = past->lines[past->shown];
        remove_entry(past, past->shown);
        past->lines[past->count++] = entry;
    }
    past->shown = past->count;
}

/* ---- what is remembered ----------------------------------------------------- */

/* Returns the entry of a set, or NULL if it has a line break or memory ran out. */
static const char *entry_of(const wallpaper *set, arena *memory)
{
    char here[HOME_PATH];
    const char *seed = line_print(memory, "%" PRIu64, scene_seed(set->scenes[0]));
    const options *opts = set->job.opts;
    if (seed == NULL || getcwd(here, sizeof here) == NULL)
        return NULL;
    /* A scene or a picture with a seed of its own stays as it is. */
    int has_seed = opts->operand_count == 0 || opts->seed_text != NULL || set->is_drawn;
    const char *const first[] = {set->name, NULL};
    const char *const last[] = {"--desktop", set->state->row->name,      "--no-config", "-o",
                                set->root,   has_seed ? "--seed" : NULL, seed,          NULL};
    line_words words = wallpaper_words(set, first, last, here, memory);
    const char *line = words != NULL ? line_join(words, memory) : NULL;
    return line != NULL && strpbrk(line, "\r\n") == NULL ? line : NULL;
}

int wallpaper_remember(wallpaper *set)
{
    history *past = arena_zeroed(&set->memory, 1, sizeof *past);
    STEP(say_memory(past != NULL, "wallpaper"));
    const char *entry = set->own->is_repeated ? NULL : entry_of(set, &set->memory);
    if (!read_history(past, &set->memory))
        say_note("%s: damaged: it begins anew", SHOW(past->path));
    if (set->own->today)
        past->slot = set->name;
    if (entry != NULL) {
        end_shown(past);
        if (past->count > 0 && strcmp(past->lines[past->count - 1], entry) == 0)
            past->count--;
        if (past->count == ENTRIES_MOST)
            remove_entry(past, 0);
        past->shown = past->count;
        past->lines[past->count++] = entry;
    }
    return save_history(past);
}

int wallpaper_is_slot_shown(wallpaper *set, const char *name)
{
    history *past = arena_zeroed(&set->memory, 1, sizeof *past);
    return past != NULL && read_history(past, &set->memory) && strcmp(past->slot, name) == 0;
}

int wallpaper_forget_shown(arena *memory)
{
    history *past = arena_zeroed(memory, 1, sizeof *past);
    STEP(say_memory(past != NULL, "wallpaper"));
    if (!read_history(past, memory) || past->shown == past->count)
        return CODE_OK;
    end_shown(past);
    return save_history(past);
}

/* ---- going back, and on ------------------------------------------------------- */

/* Returns the words of an entry after its name as arguments of the command: for a new
 * land with the seed `seed` in place of its own.  NULL without memory. */
static char **arguments_of(line_words words, const char *seed, int *count, arena *memory)
{
    const char **list = arena_array(memory, line_count(words) + 4, sizeof *list);
    *count = 0;
    if (list == NULL)
        return NULL;
    list[(*count)++] = "wallpaper";
    for (size_t i = 1; words[i] != NULL; i++)
        if (seed != NULL && strcmp(words[i], "--seed") == 0 && words[i + 1] != NULL)
            i++;
        else
            list[(*count)++] = words[i];
    if (seed != NULL) {
        list[(*count)++] = "--seed";
        list[(*count)++] = seed;
    }
    list[*count] = NULL;
    return (char **)(void *)list;
}

/* Runs the set of an entry; `seed` is that of a new land, NULL shows the entry again.  Returns an
 * exit code. */
static int run_entry(const options *given, const char *line, const char *seed, arena *memory)
{
    const wallpaper_options *typed = given->own;
    line_words words = line_split(line, memory);
    char name[32];
    int count;
    STEP(say_memory(words != NULL, "wallpaper"));
    char **arguments = arguments_of(words, seed, &count, memory);
    STEP(say_memory(arguments != NULL, "wallpaper"));
    snprintf(name, sizeof name, NEXT_NAME "%s", seed != NULL ? seed : "");
    options opts;
    optind = 1; /* getopt begins with other arguments */
    int code = options_read(&opts, given->commands, given->command, count, arguments);
    if (code == CODE_OK)
        code = options_check(&opts);
    if (code == CODE_OK)
        code = limit_budget(&opts);
    if (code == CODE_OK) {
        wallpaper_options *own = opts.own;
        own->show = 1;
        own->dry_run = typed->dry_run;
        own->is_repeated = seed == NULL;
        opts.quiet = given->quiet;
        opts.verbose = given->verbose;
        opts.name = seed != NULL ? name : words[0];
        code = given->command->run(&opts);
    }
    limit_end(&opts, code);
    options_free(&opts);
    return code;
}

/* Records that an entry is shown, if it is still there. */
static int mark_shown(const char *line, arena *memory)
{
    history *past = arena_zeroed(memory, 1, sizeof *past);
    STEP(say_memory(past != NULL, "wallpaper"));
    if (!read_history(past, memory))
        return CODE_OK;
    for (int i = 0; i < past->count; i++)
        if (strcmp(past->lines[i], line) == 0)
            past->shown = i;
    return save_history(past);
}

static int repeat_with(const options *given, history *past, arena *memory)
{
    const wallpaper_options *own = given->own;
    const char *place = own->next ? "--next" : own->previous ? "--previous" : "--restore";
    char seed[24];
    uint64_t number;
    if (given->operand_count > 0)
        return say_error(CODE_USAGE, "%s: unexpected %s: it takes what was set before", place,
                         SHOW(given->operands[0]));
    if (!read_history(past, memory))
        return say_error(CODE_DATA, "%s: damaged: remove it", SHOW(past->path));
    if (past->count == 0 && own->next) { /* the first picture: as --set */
        wallpaper_options first = *own;
        options opts = *given;
        first.next = 0;
        first.show = 1;
        opts.own = &first;
        return given->command->run(&opts);
    }
    if (past->count == 0)
        return say_error(CODE_NO_INPUT, "%s: nothing was set: use --set", place);
    int last = past->shown < past->count ? past->shown : past->count - 1;
    if (own->next) {
        STEP(job_random(&number));
        snprintf(seed, sizeof seed, "%" PRIu64, number);
        return run_entry(given, past->lines[last], seed, memory);
    }
    if (own->restore && past->shown == past->count) {
        if (!given->quiet)
            out_print("# nothing is set: --undo took it back\n");
        return CODE_OK;
    }
    int index = own->previous ? past->shown - 1 : last;
    if (index < 0)
        return say_error(CODE_NO_INPUT,
                         "--previous: the oldest of %d is shown: --next makes a new one",
                         past->count);
    STEP(run_entry(given, past->lines[index], NULL, memory));
    return own->dry_run ? CODE_OK : mark_shown(past->lines[index], memory);
}

int wallpaper_repeat(const options *given)
{
    arena memory = {.allocator = NULL};
    history *past = arena_zeroed(&memory, 1, sizeof *past);
    int code = say_memory(past != NULL, "wallpaper");
    if (code == CODE_OK)
        code = repeat_with(given, past, &memory);
    arena_free(&memory);
    return code;
}
