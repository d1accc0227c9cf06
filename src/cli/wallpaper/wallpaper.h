/* wallpaper.h - a set of wallpapers: what the files of the command share.
 *
 * Functions that return an exit code have printed one line for each error.
 */
#ifndef RL_CLI_WALLPAPER_WALLPAPER_H
#define RL_CLI_WALLPAPER_WALLPAPER_H

#include "base/arena.h"
#include "cli/common/job.h"
#include "cli/common/output.h"

#include <time.h>

#define WALLPAPER_SIZES 64
#define WALLPAPER_MONITORS 16
#define WALLPAPER_HOURS 96
#define WALLPAPER_FOLDERS 16 /* five for pictures, the others for --theme and above it */

#define DAY_MINUTES 1440

/* The command's own options. */
typedef struct wallpaper_options {
    const char *sizes;    /* "4k,phone" */
    const char *dark;     /* the mood of the dark half, "" = chosen here */
    const char *monitors; /* "1920x1080+0+0,...", or "auto" */
    const char
        *desktop; /* the name of a row of desktop_rows.c, or "all"; NULL: the one that runs */
    int timed, each, kde;
    const char *daily;          /* "off", or "" for on; NULL: neither */
    const char *at;             /* "07:00,19:00" */
    double latitude, longitude; /* degrees: sunrise there */
    int today;                  /* the seed is that of the day */
    int show;                   /* --set: on the desktop */
    int undo;                   /* the last --set */
    int dry_run;                /* changes nothing */
    const char *theme;          /* the folder of --theme */
    int is_theme_alone;         /* no pictures are made */
    const char *run;            /* a command in words */
} wallpaper_options;

/* A light of one land: its own, a half of a pair, or an hour of a day. */
typedef struct wallpaper_light {
    char ending[8]; /* of file names: "", "-l", "-d", "-0630" */
    int minute;     /* of the day, timed sets */
} wallpaper_light;

/* A size of the land, or what one monitor shows of it. */
typedef struct wallpaper_view {
    int land;
    int width, height; /* of the whole picture */
    geometry part;     /* of it, all pixels of the file */
    char name[24];     /* in file names: "3840x2160", "span", "2" */
} wallpaper_view;

typedef struct wallpaper_picture {
    const rl_scene *scene;
    const wallpaper_view *view;
    const char *path;
    int64_t area;     /* pixels */
    int is_unchanged; /* the file is up to date */
} wallpaper_picture;

/* A monitor of --monitors auto. */
typedef struct wallpaper_output {
    char name[40];  /* of the output, such as "DP-1" */
    char place[28]; /* of its left upper corner as the desktop counts: "+1920+0" */
} wallpaper_output;

struct desktop_state;

typedef struct wallpaper {
    struct job job;
    const wallpaper_options *own;
    arena memory; /* of all that the set holds */
    int is_short; /* 1: a path could not be made for lack of memory */

    geometry sizes[WALLPAPER_SIZES];
    int size_count;
    geometry monitors[WALLPAPER_MONITORS], box; /* moved to 0,0 */
    int monitor_count;
    char asked[1024]; /* what --monitors auto found, as it would be typed; "": nothing */
    wallpaper_output outputs[WALLPAPER_MONITORS]; /* with --monitors auto; more than one or none */
    int output_count;
    struct desktop_state *state; /* of the desktop that runs; NULL: none that is known */

    /* Scenes: one for each light of each land; more lands than one with --each. */
    char drawn_seed[24]; /* of a new timer */
    rl_scene *scenes;    /* [land * light_count + light] */
    int land_count, light_count;
    wallpaper_light lights[WALLPAPER_HOURS];
    char sky[8];    /* "#rrggbb", at the top of the first picture */
    char kind[128]; /* mood, world and seed: the default name */

    /* The views of the monitors, the span first, then those of the sizes. */
    wallpaper_view views[1 + WALLPAPER_MONITORS + WALLPAPER_SIZES], thumbnail;
    int view_count, has_span;
    int first_view; /* the one that represents the set: the span, or the largest size near 16:9 */
    wallpaper_picture *pictures; /* [view * light_count + light], then the thumbnail */
    int picture_count;

    char name[256];
    const char *base_seed; /* of --today: text, without the day */
    char *root;            /* absolute path of the folder, without a slash at its end */
    char *theme_root;      /* that of --theme; NULL: none */
    const char *list, *day, *package, *metadata; /* for GNOME and Plasma; NULL: the set has none */
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

/* wallpaper_file returns the path of a view in a light. */
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

/* wallpaper_uri returns the URI of a path, or NULL. */
const char *wallpaper_uri(wallpaper *set, const char *path);

/* ---- theme_files.c ------------------------------------------------------------ */

/* wallpaper_theme writes the files of --theme.  Returns an exit code. */
int wallpaper_theme(wallpaper *set);

/* ---- run.c --------------------------------------------------------------------- */

/* wallpaper_run runs the command of --run, with --dry-run it only prints it.  Returns an exit
 * code. */
int wallpaper_run(wallpaper *set);

/* ---- monitors.c -------------------------------------------------------------- */

/* wallpaper_ask_monitors asks what answers for the monitors and writes what --monitors would be
 * given, "1920x1080+0+0,...", into set->asked: pixels of the finest.  "": nothing answers. */
void wallpaper_ask_monitors(wallpaper *set);

/* ---- set.c ------------------------------------------------------------------- */

/* wallpaper_find_desktop finds the desktop that runs, or the one of --desktop, and reads what it
 * shows.  Returns an exit code; without --set a desktop may be missing. */
int wallpaper_find_desktop(wallpaper *set);

/* wallpaper_wants_package is 1 when the desktop shows a dark half in a package of Plasma alone. */
int wallpaper_wants_package(const wallpaper *set);

/* wallpaper_shown returns the path of what a monitor, -1 for all, shows now. */
const char *wallpaper_shown(const wallpaper *set, int monitor, int is_dark);

/* wallpaper_show prints the commands that show the set, with --set after running them.  Returns an
 * exit code. */
int wallpaper_show(wallpaper *set);

/* wallpaper_undo brings back what was shown before the first --set.  Returns an exit code. */
int wallpaper_undo(const wallpaper_options *own, int is_quiet);

/* ---- today.c ------------------------------------------------------------------- */

/* wallpaper_today gives the options of a run the seed and the name of its day, and a random seed
 * to a new timer.  Returns an exit code. */
int wallpaper_today(wallpaper *set, options *opts);

/* wallpaper_prune removes the pictures of days before yesterday. */
void wallpaper_prune(const wallpaper *set);

/* ---- daily.c ------------------------------------------------------------------- */

/* wallpaper_daily installs the timer of a set, after showing it; wallpaper_daily_off removes it.
 * Both return an exit code. */
int wallpaper_daily(wallpaper *set);
int wallpaper_daily_off(const wallpaper_options *own, int is_quiet);

/* wallpaper_check_times checks what --at is given.  Returns an exit code. */
int wallpaper_check_times(const char *list);

#endif
