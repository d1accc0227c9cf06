/* set.c - shows a set on the desktop that runs, and undoes that.
 *
 * In: the pictures of a set, a desktop and its state.  Out: commands, run or printed; the file
 * `undo` in the user's state folder.
 *
 * The file holds the commands that bring back what the user had chosen, and as comments all that
 * the last set may have left on the desktop: the state before it, what it sets, and the state after
 * it.  It is written before the first command runs, so it is complete even if a set is interrupted.
 * If every line of the present state is in the file, a set made that state; otherwise the user has
 * chosen something since.
 */
#include "base/os.h"
#include "base/status.h"
#include "base/text.h"
#include "cli/common/home.h"
#include "cli/common/lines.h"
#include "cli/common/say.h"
#include "cli/common/self.h"
#include "cli/wallpaper/desktop.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#define COMMANDS_MOST 160
#define UNDO_MOST ((size_t)1 << 18) /* bytes of the file */
#define KNOWN_SIGN "#= "            /* prefix of a line that a set may have left on the desktop */
#define TRY_SIGN "#? "              /* prefix of a command that may fail */
/* Most lines of the state before a set, of its commands, and of the state after it. */
#define KNOWN_MOST (3 * COMMANDS_MOST)

/* A list of commands in their order. */
typedef struct command_list {
    line_words words[COMMANDS_MOST];
    int may_fail[COMMANDS_MOST];
    int has_failed[COMMANDS_MOST]; /* 1: it may fail, and it did */
    int count;
    int is_short; /* 1: memory ran out for a command */
} command_list;

static void add_command(command_list *list, const char *line, const command_fields *fields,
                        int may_fail, arena *memory)
{
    if (list->count == COMMANDS_MOST)
        return;
    line_words words = command_words(line, fields, memory);
    list->is_short |= words == NULL;
    list->may_fail[list->count] = may_fail;
    list->words[list->count] = words;
    list->count += words != NULL;
}

/* ---- what is set ---------------------------------------------------------- */

int wallpaper_needs_package(const wallpaper *set)
{
    return set->state != NULL && set->state->row->dark == DARK_PACKAGE;
}

/* Returns the monitor of item `number`: the one whose output has the name or corner item->place; if
 * there is none, the n-th monitor for the n-th different place of the items; -1 = none. */
static int monitor_of(const wallpaper *set, const desktop_state *state, int number)
{
    const desktop_item *item = &state->items[number];
    for (int i = 0; i < set->output_count && item->place != NULL; i++)
        if (strcmp(item->place, set->outputs[i].name) == 0 ||
            strcmp(item->place, set->outputs[i].place) == 0)
            return i < set->monitor_count ? i : -1;
    int index = 0;
    for (int i = 0; i < number; i++) { /* an output may have several items, one after the other */
        const char *place = state->items[i].place, *next = state->items[i + 1].place;
        index += place == NULL || next == NULL || strcmp(place, next) != 0;
    }
    return index < set->monitor_count ? index : -1;
}

/* Returns the URI of a path, or the path if the desktop takes paths; NULL without memory. */
static const char *address_of(wallpaper *set, const desktop *row, const char *path)
{
    return row->takes_uri && path != NULL ? wallpaper_uri(set, path) : path;
}

/* Returns the value of an item of desktop.items such as "{uri}"; NULL without memory. */
static const char *value_of(wallpaper *set, const desktop *row, const char *value)
{
    const char *path = set->day != NULL && row->shows_day ? set->day : wallpaper_shown(set, -1, 0);
    if (strcmp(value, "{uri}") == 0)
        return wallpaper_uri(set, path);
    if (strcmp(value, "{dark}") == 0)
        return wallpaper_uri(set, set->own->dark != NULL ? wallpaper_shown(set, -1, 1) : path);
    if (strcmp(value, "{path}") == 0)
        return path;
    if (strcmp(value, "{fit}") == 0)
        return set->has_span ? "spanned" : "zoom";
    return value;
}

/* Appends a command that shows a picture, after the one of `first`. */
static void add_item(command_list *list, const char *line, const command_fields *fields,
                     arena *memory)
{
    const desktop *row = fields->state->row;
    if (row->first != NULL)
        add_command(list, row->first, fields, 1, memory);
    add_command(list, line, fields, 0, memory);
}

/* Appends the commands that show a set. */
static void add_set(command_list *list, wallpaper *set, const desktop_state *state)
{
    const desktop *row = state->row;
    arena *memory = &set->memory;
    int has_monitors = set->monitor_count > 0, is_read = state->item_count > 0;
    const char *every = set->package != NULL && row->dark == DARK_PACKAGE
                            ? set->package
                            : wallpaper_shown(set, row->is_same && has_monitors ? 0 : -1, 0);
    command_fields fields = {.set = set, .state = state, .mode = row->mode};
    for (size_t i = 0; i < 3 && row->items[i].name != NULL; i++) {
        fields.name = row->items[i].name;
        fields.value = value_of(set, row, row->items[i].value);
        int has_item = !is_read; /* older versions of a desktop lack some items */
        for (int k = 0; k < state->item_count; k++)
            has_item |= strcmp(state->items[k].name, fields.name) == 0;
        if (has_item)
            add_item(list, row->one, &fields, memory);
    }
    if (row->items[0].name != NULL)
        return;
    int is_for_all = !has_monitors && (!is_read || row->is_by_monitor) &&
                     !(row->is_by_output && set->output_count > 0);
    if (row->every != NULL && (row->unknown == NULL || is_for_all)) {
        fields.value = address_of(set, row, every);
        add_item(list, row->every, &fields, memory);
        return;
    }
    for (int i = 0; is_read && !row->is_by_monitor && i < state->item_count; i++) {
        int monitor = monitor_of(set, state, i);
        fields.name = state->items[i].name;
        fields.value = address_of(set, row, monitor < 0 ? every : wallpaper_shown(set, monitor, 0));
        add_item(list, row->one, &fields, memory);
    }
    int count = has_monitors ? set->monitor_count : set->output_count > 0 ? set->output_count : 1;
    for (int i = 0; (!is_read || row->is_by_monitor) && row->unknown != NULL && i < count; i++) {
        fields.monitor = i;
        fields.name = command_word(row->unknown, &fields, memory);
        fields.value = address_of(set, row, has_monitors ? wallpaper_shown(set, i, 0) : every);
        add_item(list, row->one, &fields, memory);
    }
}

/* Appends the commands that bring back a state. */
static void add_undo(command_list *list, const desktop_state *state, arena *memory)
{
    const desktop *row = state->row;
    command_fields fields = {.state = state};
    if (row->undo != NULL)
        add_command(list, row->undo, &fields, 0, memory);
    for (int i = 0; i < state->item_count && row->undo == NULL; i++) {
        const desktop_item *item = &state->items[i];
        int is_ours = row->items[0].name == NULL;
        for (size_t k = 0; k < 3 && row->items[k].name != NULL; k++)
            is_ours |= strcmp(item->name, row->items[k].name) == 0;
        fields.name = item->name;
        fields.mode = item->mode;
        fields.value = item->value;
        if (is_ours && (item->mode != NULL || item->value[0] != '\0'))
            add_item(list, row->one, &fields, memory);
    }
}

/* ---- the file `undo` ------------------------------------------------------- */

typedef struct undo_record {
    const char *desktop;
    const char *undo[COMMANDS_MOST]; /* lines of commands that bring back the user's choice */
    const char *known[KNOWN_MOST];   /* further lines that the last set may have left */
    int undo_count, known_count;
} undo_record;

#define DESKTOP_SIGN "# desktop "

/* Reads the record; returns 0 when there is none. */
static int read_record(undo_record *record, const char *path, arena *memory)
{
    void *bytes;
    size_t size;
    rl_error error;
    *record = (undo_record){.desktop = ""};
    if (rl_file_read(&bytes, &size, path, UNDO_MOST, NULL, &error) != RL_OK)
        return 0;
    char *text = arena_text(memory, bytes, size);
    rl_file_free(bytes, NULL);
    for (char *rest = text, *line; (line = line_cut(&rest)) != NULL;) {
        if (strncmp(line, DESKTOP_SIGN, strlen(DESKTOP_SIGN)) == 0)
            record->desktop = line + strlen(DESKTOP_SIGN);
        else if (strncmp(line, KNOWN_SIGN, strlen(KNOWN_SIGN)) == 0) {
            if (record->known_count < KNOWN_MOST)
                record->known[record->known_count++] = line + strlen(KNOWN_SIGN);
        } else if ((line[0] != '#' || strncmp(line, TRY_SIGN, strlen(TRY_SIGN)) == 0) &&
                   line[0] != '\0' && record->undo_count < COMMANDS_MOST)
            record->undo[record->undo_count++] = line;
    }
    return text != NULL && record->desktop[0] != '\0';
}

static rl_status write_record(const void *user, rl_sink *sink, rl_error *error)
{
    const undo_record *record = user;
    TRY(output_texts(sink, error, "# what `ridgeline wallpaper --undo` runs\n" DESKTOP_SIGN,
                     record->desktop, "\n", NULL));
    for (int i = 0; i < record->undo_count; i++)
        TRY(output_texts(sink, error, record->undo[i], "\n", NULL));
    for (int i = 0; i < record->known_count; i++)
        TRY(output_texts(sink, error, KNOWN_SIGN, record->known[i], "\n", NULL));
    return RL_OK;
}

/* Writes commands as lines and returns their number; a command with a line break is left out. */
static int list_lines(const char *lines[COMMANDS_MOST], const command_list *list, arena *memory)
{
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        const char *line = line_join(list->words[i], memory);
        if (line == NULL || strchr(line, '\n') != NULL)
            continue;
        lines[count] = line_print(memory, "%s%s", list->may_fail[i] ? TRY_SIGN : "", line);
        count += lines[count] != NULL;
    }
    return count;
}

/* Writes the commands that bring back a state as lines; returns their number. */
static int undo_lines(const char *lines[COMMANDS_MOST], const desktop_state *state, arena *memory)
{
    command_list list = {.count = 0};
    add_undo(&list, state, memory);
    return list_lines(lines, &list, memory);
}

/* Compares lines without their quotes: gsettings prints a value in quotes that the command which
 * sets it does not have. */
static int are_alike(const char *a, const char *b)
{
    static const char quotes[] = "'\"\\";
    for (;; a++, b++) {
        a += strspn(a, quotes);
        b += strspn(b, quotes);
        if (*a != *b || *a == '\0')
            return *a == *b;
    }
}

/* Returns 1 if the record has the line. */
static int is_known(const undo_record *record, const char *line)
{
    for (int i = 0; i < record->undo_count; i++)
        if (are_alike(record->undo[i], line))
            return 1;
    for (int i = 0; i < record->known_count; i++)
        if (are_alike(record->known[i], line))
            return 1;
    return 0;
}

/* Appends lines that a set may have left to the record. */
static void add_known(undo_record *record, const char *const *lines, int count)
{
    for (int i = 0; i < count && record->known_count < KNOWN_MOST; i++)
        if (!is_known(record, lines[i]))
            record->known[record->known_count++] = lines[i];
}

/* Writes the record before the next set, whose commands are `list`.  If sets, complete or
 * interrupted, made the present state, its undo commands stay those of the record; else they are
 * the ones that bring back the present state. */
static rl_status keep_state(undo_record *record, const desktop_state *state,
                            const command_list *list, const char *path, arena *memory,
                            rl_error *error)
{
    const char *lines[COMMANDS_MOST];
    int count = undo_lines(lines, state, memory);
    int is_ours =
        read_record(record, path, memory) && strcmp(record->desktop, state->row->name) == 0;
    for (int i = 0; i < count; i++)
        is_ours = is_ours && is_known(record, lines[i]);
    if (!is_ours) {
        memcpy(record->undo, lines, sizeof lines);
        record->undo_count = count;
    }
    record->desktop = state->row->name;
    record->known_count = 0;
    add_known(record, lines, count);
    add_known(record, lines, list_lines(lines, list, memory));
    TRY(home_make(path, error));
    return replace_text(path, write_record, record, error);
}

/* ---- running -------------------------------------------------------------- */

#define HANDOVER_MS 300 /* time in which a program that stays shows its picture */

/* Returns 1 if the last line of a program's output has a word with which it refuses a command. */
static int is_refused(const desktop *row, const child_outcome *outcome)
{
    const shown line = child_last_line(outcome);
    for (const char *word = row->refusals; word != NULL && *word != '\0';) {
        size_t size = strcspn(word, " ");
        for (const char *text = line.text; *text != '\0'; text++)
            if (strncasecmp(text, word, size) == 0)
                return 1;
        word += size + strspn(word + size, " ");
    }
    return 0;
}

/* Runs commands in their order, up to the first that fails.  Returns an exit code. */
static int run_list(command_list *list, const desktop_state *state, const char *place,
                    arena *memory)
{
    static child_outcome outcome; /* too large for a small stack */
    rl_error failure = {RL_OK, ""};
    int code = CODE_OK;
    for (int i = 0; i < list->count && code == CODE_OK; i++) {
        code = command_run(state->row->stays ? NULL : &outcome, list->words[i], &failure, memory);
        if (code == CODE_OK && !state->row->stays && is_refused(state->row, &outcome)) {
            snprintf(failure.text, sizeof failure.text, "%s: %s", SHOW(list->words[i][0]),
                     child_last_line(&outcome).text);
            code = CODE_UNAVAILABLE;
        }
        list->has_failed[i] = code != CODE_OK;
        if (list->may_fail[i])
            code = CODE_OK;
    }
    /* The names of the old items are the process ids of the programs that showed them. */
    int ends_others = state->row->stays && code == CODE_OK;
    if (ends_others)
        (void)os_wait(-1, 0, HANDOVER_MS);
    for (int i = 0; ends_others && i < state->item_count; i++) {
        int64_t process;
        if (text_to_integer(&process, state->items[i].name, 2, INT32_MAX))
            child_stop((int)process);
    }
    return code == CODE_OK ? CODE_OK
                           : say_error(code, "%s: %s: %s", place, state->row->name, failure.text);
}

/* Prints commands, which work when they are copied: those that failed are left out, and one that
 * only some versions know becomes a comment unless it has run. */
static int print_list(const command_list *list, const desktop *row, int has_run, arena *memory)
{
    for (int i = 0; i < list->count; i++) {
        const char *line = line_join(list->words[i], memory);
        STEP(say_memory(line != NULL, "wallpaper"));
        if (list->may_fail[i] && list->has_failed[i])
            continue;
        if (list->may_fail[i] && !has_run && row->before != NULL)
            out_print("# %s, first: ", row->before);
        out_line(line);
    }
    return CODE_OK;
}

/* ---- the parts of the command ---------------------------------------------- */

/* Prints notes on the parts of a set that the desktop cannot show. */
static void print_limits(const wallpaper *set, const desktop *row)
{
    if (set->day != NULL && !row->shows_day)
        out_line("# shows the picture of this hour: run the command again at another hour");
    if (set->own->dark != NULL && row->dark != DARK_ITEM && set->package == NULL)
        out_line("# shows the light picture: this desktop has no setting for a dark one");
}

#define START_MOST ((size_t)1 << 20) /* bytes of a file that starts programs */

/* Returns 1 if a file below the home folder has the text. */
static int has_text(const char *file, const char *text)
{
    char path[HOME_PATH];
    void *bytes;
    size_t size, length = strlen(text);
    rl_error error;
    int is_there = 0;
    if (!home_path(path, HOME_ITSELF, file) ||
        rl_file_read(&bytes, &size, path, START_MOST, NULL, &error) != RL_OK)
        return 0;
    for (size_t i = 0; i + length <= size && !is_there; i++)
        is_there = memcmp((const char *)bytes + i, text, length) == 0;
    rl_file_free(bytes, NULL);
    return is_there;
}

/* Prints what to add where the next session does not know the picture, unless it is there. */
static int print_keep(const desktop *row, arena *memory)
{
    static const char field[] = "{ridgeline}";
    const char *line = row->keep.line, *program = self_path(memory);
    line_words files = line != NULL ? line_split(row->keep.files, memory) : NULL;
    STEP(say_memory((line == NULL || files != NULL) && program != NULL, "wallpaper"));
    for (; files != NULL && *files != NULL; files++)
        if (has_text(*files, row->keep.sign))
            return CODE_OK;
    if (line == NULL)
        return CODE_OK;
    const char *begin = strstr(line, field);
    if (begin != NULL)
        line = line_print(memory, "%.*s%s%s", (int)(begin - line), line, program,
                          begin + strlen(field));
    STEP(say_memory(line != NULL, "wallpaper"));
    out_print("# lasts until you log out: to keep it, add to %s: ", row->keep.place);
    out_line(line);
    return CODE_OK;
}

/* Prints the commands of one desktop. */
static int print_desktop(wallpaper *set, const desktop_state *state)
{
    const desktop *row = state->row;
    command_list *list = arena_zeroed(&set->memory, 1, sizeof *list);
    STEP(say_memory(list != NULL, "wallpaper"));
    const char *path = wallpaper_shown(set, -1, 0);
    add_set(list, set, state);
    if (list->count == 0)
        return CODE_OK;
    out_print("# commands for %s:\n", row->name);
    if (row->paths != NULL && path[strspn(path, row->paths)] != '\0') {
        out_line("# cannot use this path: give the folder a name of letters and digits");
        return CODE_OK;
    }
    print_limits(set, row);
    return print_list(list, row, 0, &set->memory);
}

/* Prints the commands for the running desktop, or for those of --desktop.  Returns an exit code. */
static int print_desktops(wallpaper *set)
{
    const char *name = set->own->desktop;
    desktop_state *state = arena_zeroed(&set->memory, 1, sizeof *state);
    STEP(say_memory(state != NULL, "wallpaper"));
    if (set->state != NULL)
        return print_desktop(set, set->state);
    if (name == NULL)
        out_line("# found no desktop: --desktop NAME, or all, prints the commands");
    for (size_t i = 0; name != NULL && desktop_at(i) != NULL; i++) {
        const desktop *row = desktop_at(i);
        if (strcmp(name, "all") != 0 && !desktop_is_named(row, name))
            continue;
        line_words programs = line_split(row->programs, &set->memory);
        *state = (desktop_state){.row = row, .program = programs != NULL ? programs[0] : ""};
        STEP(print_desktop(set, state));
    }
    return CODE_OK;
}

/* Sets the wallpaper, after recording how to undo that. */
static int set_desktop(wallpaper *set)
{
    desktop_state *state = set->state;
    const desktop *row = state->row;
    arena *memory = &set->memory;
    command_list *list = arena_zeroed(memory, 1, sizeof *list);
    undo_record *record = arena_zeroed(memory, 1, sizeof *record);
    char path[HOME_PATH];
    rl_error error;
    const char *picture = wallpaper_shown(set, -1, 0);
    if (list != NULL)
        add_set(list, set, state);
    STEP(say_memory(list != NULL && record != NULL && !list->is_short, "wallpaper"));
    if (row->paths != NULL && picture[strspn(picture, row->paths)] != '\0')
        return say_error(CODE_CANNOT_CREATE,
                         "-o %s: must be a path of letters, digits and /._-+@: for %s",
                         SHOW(set->root), row->name);
    int most_outputs = set->monitor_count > 0 ? set->monitor_count : 1;
    int lacks_outputs = row->unknown != NULL && strstr(row->unknown, "{place}") != NULL &&
                        state->item_count == 0 && (row->every == NULL || set->monitor_count > 0) &&
                        set->output_count < most_outputs;
    if (lacks_outputs)
        return say_error(CODE_UNAVAILABLE, "--set: %s: cannot find the names of its outputs",
                         row->name);
    int has_home = home_path(path, HOME_STATE, "ridgeline/undo");
    if (has_home && keep_state(record, state, list, path, memory, &error) != RL_OK)
        return say_status(&error);
    int code = run_list(list, state, "--set", memory);
    desktop_state *after = arena_zeroed(memory, 1, sizeof *after);
    STEP(say_memory(after != NULL, "wallpaper"));
    *after = (desktop_state){.row = row, .program = state->program};
    if (has_home && desktop_read(after, &error, memory) == CODE_OK) {
        const char *lines[COMMANDS_MOST];
        add_known(record, lines, undo_lines(lines, after, memory));
        if (replace_text(path, write_record, record, &error) != RL_OK)
            return say_status(&error);
    }
    STEP(code);
    if (set->job.opts->quiet)
        return CODE_OK;
    out_print("# set on %s with these commands:\n", row->name);
    print_limits(set, row);
    STEP(print_list(list, row, 1, memory));
    if (has_home && (record->undo_count > 0 || row->stays))
        out_line("# undo: ridgeline wallpaper --undo");
    else if (row->file != NULL)
        out_print("# undo: cannot: there was no ~/%s, which names the picture before\n", row->file);
    else
        out_line("# undo: what was shown before is not known: choose it in the settings");
    return has_home ? print_keep(row, memory) : CODE_OK;
}

int wallpaper_show(wallpaper *set)
{
    if (set->own->show && !set->own->dry_run)
        return set_desktop(set);
    return set->job.opts->quiet && !set->own->dry_run ? CODE_OK : print_desktops(set);
}

/* Does --undo, with memory that the caller frees.  Returns an exit code. */
static int undo(const wallpaper_options *own, int is_quiet, arena *memory)
{
    desktop_state *state = arena_zeroed(memory, 1, sizeof *state);
    undo_record *record = arena_zeroed(memory, 1, sizeof *record);
    command_list *list = arena_zeroed(memory, 1, sizeof *list);
    char path[HOME_PATH];
    rl_error failure;
    STEP(say_memory(state != NULL && record != NULL && list != NULL, "wallpaper"));
    if (!home_path(path, HOME_STATE, "ridgeline/undo") || !read_record(record, path, memory))
        return say_error(CODE_NO_INPUT, "--undo: nothing was set");
    for (size_t i = 0; desktop_at(i) != NULL; i++)
        if (strcmp(desktop_name(i), record->desktop) == 0)
            (void)desktop_program(state, desktop_at(i), memory);
    const desktop *row = state->row;
    if (row != NULL && record->undo_count == 0 && row->file != NULL)
        return say_error(CODE_NO_INPUT,
                         "--undo: there was no ~/%s, which names the picture before: show it by %s",
                         row->file, row->name);
    if (row == NULL || (record->undo_count == 0 && !row->stays))
        return say_error(CODE_NO_INPUT,
                         "--undo: the wallpaper before is unknown: choose it in the settings");
    for (int i = 0; i < record->undo_count; i++) {
        const char *line = record->undo[i];
        int may_fail = strncmp(line, TRY_SIGN, strlen(TRY_SIGN)) == 0;
        line_words words = line_split(line + (may_fail ? strlen(TRY_SIGN) : 0), memory);
        STEP(say_memory(words != NULL, "wallpaper"));
        list->may_fail[list->count] = may_fail;
        list->words[list->count] = words;
        list->count += words[0] != NULL; /* a blank line is no command */
    }
    if (!own->dry_run) {
        if (row->stays) /* the processes that run now */
            (void)desktop_read(state, &failure, memory);
        STEP(run_list(list, state, "--undo", memory));
        (void)unlink(path);
        STEP(wallpaper_forget_shown(memory));
    }
    return is_quiet && !own->dry_run ? CODE_OK : print_list(list, row, !own->dry_run, memory);
}

int wallpaper_undo(const wallpaper_options *own, int is_quiet)
{
    arena memory = {.allocator = NULL};
    int code = undo(own, is_quiet, &memory);
    arena_free(&memory);
    return code;
}
