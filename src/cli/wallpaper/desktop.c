/* desktop.c - which desktop runs, its commands, and what it shows.
 *
 * In: the rows of desktop_rows.c, the environment.  Out: the first row that fits the session and
 * whose program answers, with its state; commands with their fields filled in.
 */
#include "cli/wallpaper/desktop.h"
#include "base/status.h"
#include "cli/common/child.h"
#include "cli/common/home.h"
#include "cli/common/lines.h"
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#define COMMAND_SECONDS 30
#define STATE_MOST ((size_t)1 << 18) /* bytes of a file that holds a state */

/* ---- one command -------------------------------------------------------- */

static void add_text(char *text, size_t *used, size_t size, const char *more, int is_script)
{
    for (; *more != '\0' && *used + 8 < size; more++) {
        unsigned char letter = (unsigned char)*more;
        if (is_script && letter < ' ')
            *used += (size_t)snprintf(text + *used, 8, "\\u%04x", letter);
        else {
            if (is_script && (letter == '"' || letter == '\\'))
                text[(*used)++] = '\\';
            text[(*used)++] = *more;
        }
    }
    text[*used] = '\0';
}

const char *command_word(const char *word, const command_fields *fields, arena *memory)
{
    const desktop_state *state = fields->state;
    const wallpaper *set = fields->set;
    char head[16], number[16], user[24], place[sizeof set->outputs[0].name] = "";
    /* OUTPUT1, OUTPUT2 ... are for printed commands: the user puts in the names of outputs. */
    int is_known = set != NULL && fields->monitor < set->output_count &&
                   set->outputs[fields->monitor].name[0] != '\0';
    if (set != NULL && !is_known)
        snprintf(place, sizeof place, "OUTPUT%d", fields->monitor + 1);
    snprintf(head, sizeof head, "%d", fields->monitor);
    snprintf(number, sizeof number, "%d", fields->monitor + 1);
    snprintf(user, sizeof user, "%ld", (long)getuid());
    const struct {
        const char *field, *text;
    } values[] = {{"{program}", state->program},
                  {"{user}", user},
                  {"{name}", fields->name},
                  {"{mode}", fields->mode},
                  {"{value}", fields->value},
                  {"{place}", is_known ? set->outputs[fields->monitor].name : place},
                  {"{head}", head},
                  {"{number}", number}};
    size_t size = strlen(word) + 64, used = 0;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        size += values[i].text != NULL ? 12 * strlen(values[i].text) : 0;
    char *text = arena_array(memory, size, 1);
    if (text == NULL)
        return NULL;
    text[0] = '\0';
    while (*word != '\0') {
        size_t i = 0, length = 1;
        while (i < sizeof values / sizeof *values &&
               strncmp(word, values[i].field, strlen(values[i].field)) != 0)
            i++;
        if (i < sizeof values / sizeof *values) {
            length = strlen(values[i].field);
            add_text(text, &used, size, values[i].text != NULL ? values[i].text : "",
                     state->row->is_script);
        } else
            text[used++] = *word;
        text[used] = '\0';
        word += length;
    }
    return text;
}

/* Appends the words of {outputs}: name and picture of each monitor.  Returns their number. */
static size_t add_outputs(const char **words, const wallpaper *set)
{
    size_t count = 0;
    int is_each = set->monitor_count > 0 && set->output_count == set->monitor_count;
    for (int i = 0; i < (is_each ? set->monitor_count : 1); i++) {
        if (is_each) {
            words[count++] = "-o";
            words[count++] = set->outputs[i].name;
        }
        words[count++] = "-m";
        words[count++] = "fill";
        words[count++] = "-i";
        words[count++] = wallpaper_shown(set, set->monitor_count > 0 ? i : -1, 0);
    }
    return count;
}

line_words command_words(const char *line, const command_fields *fields, arena *memory)
{
    line_words pattern = line_split(line, memory), own = NULL;
    size_t count = 0;
    if (strcmp(line, "{words}") == 0 && fields->value != NULL)
        own = line_split(fields->value, memory);
    size_t most = line_count(pattern) + line_count(own) + 6 * WALLPAPER_MONITORS;
    const char **words = arena_array(memory, most + 1, sizeof *words);
    if (pattern == NULL || words == NULL)
        return NULL;
    for (; *pattern != NULL; pattern++) {
        const wallpaper *set = fields->set;
        if (strcmp(*pattern, "{words}") == 0) {
            for (size_t i = 0; own != NULL && own[i] != NULL; i++)
                if (strcmp(own[i], "--no-fehbg") != 0) /* feh is to record the undone state */
                    words[count++] = own[i];
        } else if (strcmp(*pattern, "{outputs}") == 0)
            count += add_outputs(words + count, set);
        else if (strcmp(*pattern, "{pictures}") == 0) {
            for (int i = 0; i < (set->monitor_count > 0 ? set->monitor_count : 1); i++)
                words[count++] = wallpaper_shown(set, set->monitor_count > 0 ? i : -1, 0);
        } else if ((words[count++] = command_word(*pattern, fields, memory)) == NULL)
            return NULL;
    }
    words[count] = NULL;
    return words;
}

static int fail_memory(rl_error *failure)
{
    (void)status_no_memory("wallpaper", failure);
    return CODE_NO_MEMORY;
}

int command_run(child_outcome *outcome, line_words words, rl_error *failure, arena *memory)
{
    char path[CHILD_PATH];
    size_t count = line_count(words);
    const char **run = arena_array(memory, count + 1, sizeof *run);
    const char *line = line_join(words, memory);
    if (run == NULL || line == NULL)
        return fail_memory(failure);
    memcpy(run, words, (count + 1) * sizeof *run);
    run[0] = path;
    int is_there = child_find(path, words[0]);
    int reason = !is_there         ? ENOENT
                 : outcome != NULL ? child_run(outcome, run, COMMAND_SECONDS)
                                   : child_leave(run);
    if (reason != 0)
        snprintf(failure->text, sizeof failure->text, "%s: %s", SHOW(words[0]),
                 is_there ? REASON(reason) : "no such program");
    else if (outcome != NULL && outcome->failure[0] != '\0') {
        const shown last = child_last_line(outcome);
        snprintf(failure->text, sizeof failure->text, "%s: %s%s%s", SHOW(line), outcome->failure,
                 last.text[0] != '\0' ? ": " : "", last.text);
    } else
        return CODE_OK;
    return CODE_UNAVAILABLE;
}

/* ---- the state ------------------------------------------------------------ */

/* Appends an item for each line of a text that `parse` accepts; the text is cut into lines. */
static void read_items(desktop_state *state, char *text, arena *memory)
{
    desktop_item item = {.name = NULL};
    for (char *rest = text, *line;
         state->item_count < DESKTOP_ITEMS && (line = line_cut(&rest)) != NULL;) {
        size_t size = strlen(line);
        while (size > 0 && (unsigned char)line[size - 1] <= ' ')
            line[--size] = '\0';
        if (state->row->parse(&item, line, memory)) {
            state->items[state->item_count++] = item;
            item = (desktop_item){.name = NULL};
        }
    }
}

/* Reads the items of `size` bytes.  Returns an exit code, with the error's text in `failure`. */
static int read_text_items(desktop_state *state, const void *bytes, size_t size, rl_error *failure,
                           arena *memory)
{
    char *text = arena_text(memory, bytes, size);
    if (text == NULL)
        return fail_memory(failure);
    read_items(state, text, memory);
    return CODE_OK;
}

/* Reads the items of the state; see desktop.h for what may be missing.  Returns an exit code, with
 * the error's text in `failure`. */
int desktop_read(desktop_state *state, rl_error *failure, arena *memory)
{
    static child_outcome answer; /* too large for a small stack */
    const desktop *row = state->row;
    const command_fields fields = {.state = state};
    char path[HOME_PATH];
    void *bytes;
    size_t size;
    rl_error error;
    state->item_count = 0;
    if (row->read != NULL) {
        line_words words = command_words(row->read, &fields, memory);
        if (words == NULL)
            return fail_memory(failure);
        int code = command_run(&answer, words, failure, memory);
        if (code != CODE_OK)
            return code == CODE_UNAVAILABLE && strcmp(words[0], state->program) != 0 ? CODE_OK
                                                                                     : code;
        return read_text_items(state, answer.text, answer.size, failure, memory);
    }
    if (row->file == NULL || !home_path(path, HOME_ITSELF, row->file) ||
        rl_file_read(&bytes, &size, path, STATE_MOST, NULL, &error) != RL_OK)
        return CODE_OK;
    int code = read_text_items(state, bytes, size, failure, memory);
    rl_file_free(bytes, NULL);
    return code;
}

/* ---- which desktop ------------------------------------------------------- */

static int is_set(const char *variable)
{
    const char *value = variable != NULL ? getenv(variable) : NULL;
    return value != NULL && value[0] != '\0';
}

/* Returns 1 if a list such as ":kde:plasma:" has the name of `size` bytes; NULL has none. */
static int has_name(const char *list, const char *name, size_t size)
{
    for (const char *own = list != NULL ? list + 1 : ""; size > 0 && *own != '\0';
         own += strcspn(own, ":") + 1)
        if (strcspn(own, ":") == size && strncasecmp(own, name, size) == 0)
            return 1;
    return 0;
}

int desktop_is_named(const desktop *row, const char *name)
{
    size_t size = strlen(name);
    if (name_index(desktop_name, name) >= 0)
        return strcmp(row->name, name) == 0;
    return strcasecmp(row->name, name) == 0 || has_name(row->sessions, name, size) ||
           has_name(row->aliases, name, size);
}

/* Returns 1 if one of the session's names, with colons between, is one of row->sessions. */
static int is_session(const desktop *row)
{
    static const char *const variables[] = {"XDG_CURRENT_DESKTOP", "XDG_SESSION_DESKTOP",
                                            "DESKTOP_SESSION"};
    const char *names = NULL;
    for (size_t i = 0; i < 3 && (names == NULL || names[0] == '\0'); i++)
        names = getenv(variables[i]);
    for (size_t size; row->sessions != NULL && names != NULL && *names != '\0';
         names += size + (names[size] == ':')) {
        size = strcspn(names, ":");
        if (has_name(row->sessions, names, size))
            return 1;
    }
    return 0;
}

/* Sets state->program to the first of row->programs that is on PATH; returns 0 if none is. */
int desktop_program(desktop_state *state, const desktop *row, arena *memory)
{
    char path[CHILD_PATH];
    line_words names = line_split(row->programs, memory);
    state->row = row;
    for (; names != NULL && *names != NULL; names++) {
        state->program = *names;
        if (child_find(path, *names))
            return 1;
    }
    return 0;
}

int wallpaper_find_desktop(wallpaper *set)
{
    const char *name = set->own->desktop;
    char names[240] = "";
    rl_error failure = {RL_OK, ""};
    int code = CODE_OK;
    desktop_state *state = arena_zeroed(&set->memory, 1, sizeof *state);
    STEP(say_memory(state != NULL, "wallpaper"));
    for (size_t i = 0; desktop_at(i) != NULL; i++) {
        const desktop *row = desktop_at(i);
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? "|" : "", row->name);
        /* A row that names neither session nor variable fits wherever its program is. */
        int fits = is_session(row) || (row->sessions == NULL && row->variable == NULL) ||
                   (is_set(row->variable) && !is_set(row->without));
        if (name != NULL ? !desktop_is_named(row, name) : !fits)
            continue;
        int is_there = desktop_program(state, row, &set->memory);
        /* Without its session the commands of a desktop fail, after the pictures were painted. */
        int has_session =
            !set->own->show || set->own->dry_run || row->variable == NULL || is_set(row->variable);
        if (is_there && !has_session) {
            snprintf(failure.text, sizeof failure.text, "%s: no session runs: %s is not set",
                     row->name, row->variable);
            continue;
        }
        code = is_there ? desktop_read(state, &failure, &set->memory) : CODE_UNAVAILABLE;
        if (code != CODE_UNAVAILABLE) {
            set->state = state;
            return code == CODE_OK ? CODE_OK : say_error(code, "%s", failure.text);
        }
        if (!is_there && failure.text[0] == '\0' && (name != NULL || is_session(row)))
            snprintf(failure.text, sizeof failure.text, "%s: no such program", state->program);
    }
    if (!set->own->show)
        return CODE_OK;
    if (failure.text[0] != '\0')
        return say_error(CODE_UNAVAILABLE, "--set: %s", failure.text);
    return say_error(CODE_UNAVAILABLE, "--set: found no known desktop: name one with --desktop %s",
                     names);
}
