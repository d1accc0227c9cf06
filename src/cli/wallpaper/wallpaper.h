/* wallpaper.h - a set of wallpapers at work: what its files share. */
#ifndef RL_CLI_WALLPAPER_WALLPAPER_H
#define RL_CLI_WALLPAPER_WALLPAPER_H

#include "cli/common/files.h"
#include "cli/common/progress.h"
#include "cli/common/source.h"
#include "cli/options.h"

#include <time.h>

#define WALLPAPER_SIZES 64
#define WALLPAPER_MONITORS 16
#define WALLPAPER_HOURS 96
#define WALLPAPER_FOLDERS 5

#define DAY_MINUTES 1440

/* How one land is seen: a half of a pair, an hour of a day, or just as it is. */
typedef struct wallpaper_light {
    char ending[8]; /* of file names: "", "-l", "-d", "-0630" */
    int is_dark;
    int minute; /* of the day, timed sets */
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
    char *path;
    int is_kept; /* it was there, and is what would be made */
    rl_sink *sink;
} wallpaper_picture;

/* What only this command is given. */
typedef struct wallpaper_options {
    const char *sizes; /* "4k,phone" */
    const char *dark;  /* the mood of the dark half, "" = the program's choice */
    const char *monitors;
    int timed, each, kde;
} wallpaper_options;

static inline const wallpaper_options *wallpaper_own(const options *opts)
{
    return opts->own;
}

typedef struct wallpaper {
    const options *wanted;
    source source;

    int tell_seed; /* it was drawn: the user may want it again */

    geometry sizes[WALLPAPER_SIZES];
    int size_count;
    geometry monitors[WALLPAPER_MONITORS], box; /* moved to 0,0 */
    int monitor_count;

    /* Scenes: one for each light of each land; more lands than one with --each. */
    rl_scene *scenes; /* [land * light_count + light] */
    int land_count, light_count;
    wallpaper_light lights[WALLPAPER_HOURS];
    rl_colour sky;  /* at the top of the first picture */
    char kind[128]; /* mood, style and seed: a name for the set */

    wallpaper_view views[WALLPAPER_SIZES + 1], thumbnail;
    int view_count;
    wallpaper_picture *pictures; /* [view * light_count + light], then the thumbnail */
    int picture_count, kept_count;

    char name[256];
    char *root; /* the folder of -o, from / on, without a slash at its end */
    char *place[WALLPAPER_FOLDERS];
    folder folders[WALLPAPER_FOLDERS];
    int folder_count;
    time_t now;
    progress bar;
} wallpaper;

/* wallpaper_read_sizes reads -s or --monitors, or takes the sizes of `--kde`, or 4k.
 * Returns an exit code; errors are told. */
int wallpaper_read_sizes(wallpaper *job);

/* wallpaper_choose_scenes makes the scene of every light and land.  Returns an exit code;
 * errors are told. */
int wallpaper_choose_scenes(wallpaper *job);

/* wallpaper_scene lays the options over the source's scene: over all of it, or (`mood` not
 * NULL) over its land alone in another mood, "" for none.  wallpaper_frame makes a small
 * frame of a scene; wallpaper_measure tells its mean lightness, luma of sRGB 0..1, and the
 * colour at the top.  They return an exit code; errors are told. */
int wallpaper_scene(const wallpaper *job, const char *mood, rl_scene *scene);
int wallpaper_frame(const wallpaper *job, const rl_scene *scene, rl_frame **frame);
int wallpaper_measure(const rl_frame *frame, double *lightness, rl_colour *top);

/* wallpaper_lock gives a scene in another light the ridges of a resolved one. */
void wallpaper_lock(rl_scene *scene, const rl_scene *land);

/* wallpaper_pair makes the light and the dark scene of a land, one of which is `own`; `sky`
 * is the colour at the top of the light one.  Returns an exit code; errors are told. */
int wallpaper_pair(const wallpaper *job, const rl_scene *land, const rl_scene *own,
                   rl_scene scenes[2], rl_colour *sky);

/* wallpaper_hours writes `count` minutes of the day in their order, closer to each other
 * where the light changes faster. */
void wallpaper_hours(int *minutes, int count);

/* wallpaper_start tells when the slide show of a day that begins at second `second` of it
 * began: a local date under the rule of summer time that holds at `now`. */
struct tm wallpaper_start(time_t now, int second);

/* wallpaper_views tells which views of the land there are; wallpaper_name names the set.
 * wallpaper_views returns an exit code; errors are told. */
int wallpaper_views(wallpaper *job);
void wallpaper_name(wallpaper *job);

/* wallpaper_open makes the folders, wallpaper_list lists the pictures in them.  Both return
 * an exit code; errors are told.  wallpaper_close frees what they took, and takes folders
 * away that are new and empty. */
int wallpaper_open(wallpaper *job);
int wallpaper_list(wallpaper *job);
void wallpaper_close(wallpaper *job);

/* wallpaper_path is root/NAME and `rest`, or NULL; free() it. */
char *wallpaper_path(const wallpaper *job, const char *rest);

/* wallpaper_picture_of returns the picture of a view in a light. */
const wallpaper_picture *wallpaper_picture_of(const wallpaper *job, int view, int light);

/* wallpaper_main returns the view that stands for the set: the span, or the largest size
 * near 16:9. */
int wallpaper_main(const wallpaper *job);

/* wallpaper_paint makes the pictures that are not there yet. */
rl_status wallpaper_paint(wallpaper *job, rl_error *error);

/* wallpaper_texts writes the files that name the pictures. */
rl_status wallpaper_texts(wallpaper *job, rl_error *error);

/* Their contents, into a sink. */
rl_status wallpaper_gnome_list(const wallpaper *job, rl_sink *sink, rl_error *error);
rl_status wallpaper_gnome_show(const wallpaper *job, rl_sink *sink, rl_error *error);
rl_status wallpaper_kde_metadata(const wallpaper *job, rl_sink *sink, rl_error *error);

/* wallpaper_tell prints the commands that show the set.  Returns an exit code; errors are
 * told. */
int wallpaper_tell(const wallpaper *job);

#endif
