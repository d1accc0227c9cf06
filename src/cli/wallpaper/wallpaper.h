/* wallpaper.h - interfaces between the parts of `ridgeline wallpaper`: plan, scenes, paint,
 * desktop.
 *
 * Functions that return an exit code have printed one line for each error.
 */
#ifndef RL_CLI_WALLPAPER_WALLPAPER_H
#define RL_CLI_WALLPAPER_WALLPAPER_H

#include "base/arena.h"
#include "cli/common/job.h"
#include "cli/common/lines.h"
#include "cli/common/output.h"

#include <time.h>

#define WALLPAPER_SIZES 64
#define WALLPAPER_MONITORS 16
#define WALLPAPER_HOURS 96
#define WALLPAPER_FOLDERS 16 /* at most five hold pictures, the others are for --theme */

#define DAY_MINUTES 1440

/* The command's own options. */
typedef struct wallpaper_options {
    const char *sizes;    /* "4k,phone" */
    const char *dark;     /* mood of the dark half; "": the program chooses it */
    const char *monitors; /* "1920x1080+0+0,...", or "auto" */
    const char *desktop;  /* name in desktop_rows.c, or "all"; NULL: the running desktop */
    int timed, each, kde;
    const char *daily;          /* "off", or "" for on; NULL: neither; --every sets it, too */
    int slot_minutes;           /* length of a slot of --every; 0: a day */
    int is_at_sunrise;          /* 1: a day of --today begins at sunrise at latitude, longitude */
    const char *at;             /* "07:00,19:00" */
    double latitude, longitude; /* degrees; place of the sunrise */
    int today;                  /* 1: the date gives the seed */
    int show;                   /* 1: --set shows the set on the desktop */
    int undo;                   /* 1: --undo takes back the last --set */
    int next, previous;         /* 1: --next, --previous */
    int restore;                /* 1: --restore shows again what was set */
    int is_repeated;            /* 1: shows an entry of the history again */
    int dry_run;                /* 1: --dry-run changes nothing */
    const char *theme;          /* folder of --theme */
    int is_theme_alone;         /* 1: makes the theme without pictures */
    const char *run;            /* command line of --run */
} wallpaper_options;

/* A light in which a land is painted: that of its scene, the light or the dark half of a pair
 * (--dark), or an hour of a day (--timed). */
typedef struct wallpaper_light {
    char ending[8]; /* suffix of file names: "", "-l", "-d", "-0630" */
    int minute;     /* minute of the day at which a timed set shows it */
} wallpaper_light;

/* A view of a land: a size, or the part on one monitor. */
typedef struct wallpaper_view {
    int land;          /* index of the land, from 0 */
    int width, height; /* size of the whole picture, pixels */
    geometry part;     /* rectangle of the whole picture that the file holds */
    char name[24];     /* suffix of file names: "3840x2160", "span", "2" */
} wallpaper_view;

typedef struct wallpaper_picture {
    const rl_scene *scene;
    const wallpaper_view *view;
    const char *path;
    int64_t area;     /* pixels */
    int is_unchanged; /* 1: the file was up to date */
} wallpaper_picture;

/* A monitor of --monitors auto. */
typedef struct wallpaper_output {
    char name[40];  /* name of the output, such as "DP-1" */
    char place[28]; /* upper left corner in desktop coordinates: "+1920+0" */
} wallpaper_output;

struct desktop_state;

typedef struct wallpaper {
    struct job job;
    const wallpaper_options *own;
    arena memory; /* arena of the texts and arrays of the set */
    int is_short; /* 1: memory ran out while a path was made */

    geometry sizes[WALLPAPER_SIZES];
    int size_count;
    geometry monitors[WALLPAPER_MONITORS], box; /* box: bounding box; its corner is at 0,0 */
    int monitor_count;
    char asked[1024]; /* monitors that were found, as a value of --monitors; "": none */
    /* Outputs of the monitors in `asked`, in that order. */
    wallpaper_output outputs[WALLPAPER_MONITORS];
    int output_count;
    struct desktop_state *state; /* state of the running desktop; NULL: unknown desktop */

    /* Scenes: one for each light of each land; with --each there is a land for each monitor. */
    char drawn_seed[24]; /* random seed of a new timer */
    int is_drawn;        /* 1: the seed of the scene is random */
    rl_scene **scenes;   /* index: land * light_count + light */
    int land_count, light_count;
    wallpaper_light lights[WALLPAPER_HOURS];
    char sky[8];    /* "#rrggbb": colour of the first picture's top row */
    char kind[128]; /* default name: mood, world and seed */

    /* The span over all monitors, if there is one; the monitors; then the sizes. */
    wallpaper_view views[1 + WALLPAPER_MONITORS + WALLPAPER_SIZES], thumbnail;
    int view_count, has_span;
    int first_view; /* view of the thumbnail: the span, or the largest size near 16:9 */
    wallpaper_picture *pictures; /* index: view * light_count + light; thumbnail last */
    int picture_count;

    char name[256];
    const char *base_seed; /* seed of --today without the date */
    size_t date_size;      /* bytes of the date at the end of the name of --today */
    char *root;            /* absolute path of the folder, no final slash */
    char *theme_root;      /* absolute path of the --theme folder; NULL: none */
    const char *list, *day, *package, *metadata; /* files for GNOME and Plasma; NULL: not written */
    folder folders[WALLPAPER_FOLDERS];
    int folder_count;
    time_t now;
} wallpaper;

/* ---- plan.c: sizes, monitors, names and files of a set ------------------- */

/* wallpaper_read_sizes reads -s and --monitors, or the sizes of --kde, or 4k.  Returns an exit
 * code. */
int wallpaper_read_sizes(wallpaper *set);

/* wallpaper_plan chooses views and name of the set, makes the folders and lists the pictures.
 * Returns an exit code. */
int wallpaper_plan(wallpaper *set);

/* wallpaper_file returns the path of the picture of view `view` in light `light`. */
const char *wallpaper_file(const wallpaper *set, int view, int light);

/* ---- scenes.c ------------------------------------------------------------- */

/* wallpaper_choose_scenes makes the scene of every light and land.  Returns an exit code. */
int wallpaper_choose_scenes(wallpaper *set);

/* ---- paint.c -------------------------------------------------------------- */

/* wallpaper_paint makes the pictures that are missing or out of date. */
rl_status wallpaper_paint(wallpaper *set, rl_error *error);

/* ---- lists.c --------------------------------------------------------------- */

/* wallpaper_write_lists writes the files that name the pictures: for GNOME and Plasma. */
rl_status wallpaper_write_lists(const wallpaper *set, rl_error *error);

/* wallpaper_uri returns the URI of a path, or NULL without memory. */
const char *wallpaper_uri(wallpaper *set, const char *path);

/* ---- theme_files.c ------------------------------------------------------------ */

/* wallpaper_theme writes the files of --theme.  Returns an exit code. */
int wallpaper_theme(wallpaper *set);

/* ---- run.c --------------------------------------------------------------------- */

/* wallpaper_run runs the command of --run, with --dry-run it only prints it.  Returns an exit
 * code. */
int wallpaper_run(wallpaper *set);

/* ---- monitors.c -------------------------------------------------------------- */

/* wallpaper_ask_monitors asks the desktop for its monitors and writes them into set->asked as an
 * argument of --monitors, "1920x1080+0+0,...", in pixels of the monitor with the most pixels per
 * unit of the desktop; "" without an answer. */
void wallpaper_ask_monitors(wallpaper *set);

/* ---- session.c --------------------------------------------------------------- */

/* wallpaper_find_session changes variables of the environment that name a session which has ended,
 * such as SWAYSOCK, to one that runs; with `is_named`, as a desktop was named, also those that are
 * unset. */
void wallpaper_find_session(int is_named);

/* ---- set.c ------------------------------------------------------------------- */

/* wallpaper_find_desktop finds the running desktop, or the one of --desktop, and reads its state.
 * Returns an exit code; without --set a desktop may be missing. */
int wallpaper_find_desktop(wallpaper *set);

/* wallpaper_needs_package is 1 when the desktop shows a dark half only from a package of Plasma. */
int wallpaper_needs_package(const wallpaper *set);

/* wallpaper_shown returns the path of the picture that a monitor (from 0; -1: all of them) shows at
 * this time, or in dark mode. */
const char *wallpaper_shown(const wallpaper *set, int monitor, int is_dark);

/* wallpaper_show prints the commands that show the set; with --set it runs them first.  Returns an
 * exit code. */
int wallpaper_show(wallpaper *set);

/* wallpaper_undo restores the wallpaper from before the first --set.  Returns an exit code. */
int wallpaper_undo(const wallpaper_options *own, int is_quiet);

/* ---- today.c ------------------------------------------------------------------- */

/* wallpaper_today gives the options of a run the seed and the name of its day or slot, and a random
 * seed to a new timer.  Returns an exit code. */
int wallpaper_today(wallpaper *set, options *opts);

/* wallpaper_prune removes the pictures of days before yesterday, or of slots before the last one;
 * wallpaper_prune_next those of --next that are not shown any more. */
void wallpaper_prune(const wallpaper *set);
void wallpaper_prune_next(const wallpaper *set);

#define NEXT_NAME "next-" /* names of the sets of --next begin so, and their seed follows */

/* ---- again.c ------------------------------------------------------------------- */

/* wallpaper_words returns the words `first`, operands and options of a set, and the words `last`;
 * with `here`, the folder of this run, the paths of files in it are absolute.  NULL without memory.
 */
line_words wallpaper_words(const wallpaper *set, const char *const *first, const char *const *last,
                           const char *here, arena *memory);

/* ---- history.c ------------------------------------------------------------------ */

/* wallpaper_remember appends a set that was shown to the history.  Returns an exit code. */
int wallpaper_remember(wallpaper *set);

/* wallpaper_is_slot_shown returns 1 if the last set of a day or slot that was shown has this name.
 */
int wallpaper_is_slot_shown(wallpaper *set, const char *name);

/* wallpaper_forget_shown records that none of the pictures is shown.  Returns an exit code. */
int wallpaper_forget_shown(arena *memory);

/* wallpaper_repeat runs --next, --previous or --restore.  Returns an exit code. */
int wallpaper_repeat(const options *given);

/* ---- daily.c ------------------------------------------------------------------- */

/* wallpaper_daily installs the timer of a set, after showing it; wallpaper_daily_off removes it.
 * Both return an exit code. */
int wallpaper_daily(wallpaper *set);
int wallpaper_daily_off(const wallpaper_options *own, int is_quiet);

/* wallpaper_check_times checks the value of --at.  Returns an exit code. */
int wallpaper_check_times(const char *list);

#endif
