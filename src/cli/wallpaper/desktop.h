/* desktop.h - how one desktop shows wallpapers: a row of desktop_rows.c.
 *
 * Commands are lines of words as for a shell, quoted with '...' where a word has blanks; no
 * shell runs them.  The value of a field is never split into words; the last three fields must be
 * whole words and become several:
 *
 *     {program}               program of the row that was found on PATH
 *     {user}                  number of the user
 *     {name} {mode} {value}   fields of the item that is set
 *     {place} {head} {number} a monitor: its name, its number from 0, its number from 1
 *     {pictures}              one word for each monitor: its picture
 *     {outputs}               options for each monitor: -o NAME -m fill -i PICTURE
 *     {words}                 words of the item's value, which is a command
 */
#ifndef RL_CLI_WALLPAPER_DESKTOP_H
#define RL_CLI_WALLPAPER_DESKTOP_H

#include "cli/common/child.h"
#include "cli/common/lines.h"

/* A setting of a desktop: a key of its configuration, or the picture of an output. */
typedef struct desktop_item {
    const char *name;  /* key or output, for {name} */
    const char *place; /* monitor: its name, or "+X+Y"; NULL = unknown */
    const char *mode;  /* fitting or plugin that is set together with the value; NULL = none */
    const char *value; /* picture or other value, as `desktop.one` takes it */
} desktop_item;

/* How a dark half is shown: not at all; by an item of its own; by a package of Plasma. */
enum { DARK_NONE, DARK_ITEM, DARK_PACKAGE };

typedef struct desktop {
    const char *name;     /* name for --desktop and messages */
    const char *aliases;  /* other names for --desktop beside `sessions`, as those; NULL = none */
    const char *sessions; /* values of XDG_CURRENT_DESKTOP between colons; NULL = none */
    const char *variable; /* environment variable that is set where it runs; NULL = none */
    const char *without;  /* environment variable that is unset where it runs; NULL = none */
    const char *programs; /* "qdbus6 qdbus": the first one on PATH is used */

    /* Command that prints the state, which is the items shown now, or path of the file that holds
     * it, relative to the home folder; both NULL: it is not known.  A command that does not run
     * {program}, such as pgrep, may be missing or fail: then there are no items. */
    const char *read, *file;
    /* Makes an item from a line of the state; returns 0 when the line holds none.  The item may
     * point into the line, which the function may change. */
    int (*parse)(desktop_item *item, char *line, arena *memory);

    /* Items that are set, and their values: {uri}, {dark}, {path}, {fit}.  Without any, each item
     * that was read gets the picture of its monitor; if none was read, each monitor. */
    struct {
        const char *name, *value;
    } items[3];
    int is_by_monitor;   /* 1: sets an item for each monitor, not for each item that was read */
    const char *unknown; /* name of a monitor's item that was not read; NULL = must be read */
    const char *first;   /* command that is run before `one` and may fail; NULL = none */
    const char *before;  /* versions of {program} that know `first`, for messages; NULL = all */
    /* Words of messages on standard output with which a command has failed, although its exit code
     * is 0, in small letters between blanks; NULL = exit codes are right. */
    const char *refusals;
    const char *one;   /* command that sets an item, also to its old value */
    const char *every; /* command for all monitors, if items are unknown or `unknown` is NULL */
    const char *mode;  /* value of {mode} for items that are set */
    const char *undo;  /* command that shows again what was shown; NULL = `one` with old values */

    int shows_day;     /* 1: can show GNOME's slide show, which --timed makes */
    int dark;          /* way to show a dark half: DARK_... */
    int is_same;       /* 1: `every` shows one picture on each monitor, it cannot span */
    int is_by_output;  /* 1: `every` passes over monitors that show a picture: each known one is set
                        */
    int is_script;     /* 1: fields are put into double quotes of a script */
    int takes_uri;     /* 1: pictures are given as URIs */
    int stays;         /* 1: the program runs as long as the picture is shown */
    const char *paths; /* characters allowed in a path; NULL = all */

    /* Where a new session does not know the picture: what the user adds so that it does. */
    struct {
        const char *line;  /* line to add; {ridgeline} = path of this program; NULL = not needed */
        const char *place; /* file that it is added to, for messages */
        const char *files; /* files below the home folder that may have it, blanks between */
        const char *sign;  /* text that such a file has then */
    } keep;
} desktop;

/* desktop_at returns row `index`, NULL past the last; desktop_name its name. */
const desktop *desktop_at(size_t index);
const char *desktop_name(size_t index);

/* desktop_is_named returns 1 if a value of --desktop means the row: by its name or, where no row
 * has that name, by one of its sessions or aliases, in small or capital letters. */
int desktop_is_named(const desktop *row, const char *name);

#define DESKTOP_ITEMS 64

/* A desktop with its state: the items that it shows now. */
typedef struct desktop_state {
    const desktop *row;
    const char *program;
    desktop_item items[DESKTOP_ITEMS];
    int item_count;
} desktop_state;

/* Values of the fields of a command. */
typedef struct command_fields {
    const struct wallpaper *set; /* source of {pictures} and {outputs} */
    const desktop_state *state;
    const char *name, *mode, *value;
    int monitor; /* index, from 0, of the monitor for {place}, {head} and {number} */
} command_fields;

/* command_words returns a command with its fields filled in, command_word one word of it; NULL
 * without memory. */
line_words command_words(const char *line, const command_fields *fields, arena *memory);
const char *command_word(const char *word, const command_fields *fields, arena *memory);

/* command_run runs a program that is looked for along PATH or, if `outcome` is NULL, starts one
 * that shows a picture as long as it runs.  Returns an exit code, with the error's text in
 * `failure`. */
int command_run(child_outcome *outcome, line_words words, rl_error *failure, arena *memory);

/* desktop_program sets the row of a state and its first program that is on PATH; returns 0 when
 * none is. */
int desktop_program(desktop_state *state, const desktop *row, arena *memory);

/* desktop_read reads the items of the state by the row's command or from its file.  A missing file,
 * or a failure of a command that does not run {program}, such as pgrep, gives no items.  Returns an
 * exit code, with the error's text in `failure`. */
int desktop_read(desktop_state *state, rl_error *failure, arena *memory);

#endif
