/* wallpaper_pair.c - the light and the dark half of a pair.
 *
 * In: a land, and the scene that was asked for.  Out: two scenes of it.  A half is called
 * dark only when it is measured to be; a scene of the night is the dark half itself.
 */
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdlib.h>
#include <string.h>

/* Mean lightness 0..1: moods of the night lie at 0.18 to 0.30, those of day and twilight
 * from 0.32 on. */
#define NIGHT_BELOW 0.30

/* The dark half is at most so much of the light one: dusk and moonlight are 0.7. */
#define DARK_SHARE 0.75

#define NOON (DAY_MINUTES / 2)

/* What is tried in this order.  Moonlight leaves the land as legible as by day; a clear noon
 * is its other end. */
static const char *const night_moods[] = {"moonlight", "aurora", "bloodmoon", NULL};
static const char *const day_moods[] = {"noon", "dawn", "mist", NULL};
static const char *const dry_day_moods[] = {"golden", "desert", "ink", NULL};

/* ---- halves ------------------------------------------------------------- */

static int measure_scene(const wallpaper *job, const rl_scene *scene, double *lightness,
                         rl_colour *top)
{
    rl_frame *frame;
    int code = wallpaper_frame(job, scene, &frame);
    if (code != CODE_OK)
        return code;
    code = wallpaper_measure(frame, lightness, top);
    rl_frame_free(frame);
    return code;
}

static int check_mood(const char *name)
{
    static rl_scene scene; /* too large for a small stack */
    rl_error error;
    rl_scene_init(&scene);
    if (rl_mood_apply(&scene, name, &error) == RL_OK)
        return CODE_OK;
    const char *near = strstr(error.text, "did you mean");
    return say_error(CODE_USAGE, "--dark=%s: no such mood: %s", SHOW(name),
                     near != NULL ? near : "see ridgeline --help");
}

/* The half that is looked for: a mood, or for a scene of an hour noon or midnight. */
static int make_half(const wallpaper *job, const rl_scene *land, const char *mood, int minute,
                     rl_scene *half)
{
    int code = wallpaper_scene(job, mood != NULL ? mood : "", half);
    half->time = mood == NULL ? minute : land->time; /* hours shape the land a little, too */
    wallpaper_lock(half, land);
    return code;
}

typedef struct half {
    rl_scene scene;
    double lightness;
    rl_colour top;
} half;

static int is_pair(const half *light, const half *dark)
{
    return dark->lightness <= DARK_SHARE * light->lightness;
}

/* Looks for the other half of `own`, which is the dark one when `is_night`. */
static int find_half(const wallpaper *job, const rl_scene *land, const half *own, int is_night,
                     half *other)
{
    int is_dry = land->style >= 0 && (strcmp(rl_world_name((size_t)land->style), "desert") == 0 ||
                                      strcmp(rl_world_name((size_t)land->style), "dunes") == 0);
    const char *const *moods = !is_night ? night_moods : is_dry ? dry_day_moods : day_moods;
    for (int i = 0; moods[i] != NULL; i++) {
        const char *mood = land->time == RL_AUTO ? moods[i] : NULL;
        int code = make_half(job, land, mood, is_night ? NOON : 0, &other->scene);
        if (code == CODE_OK)
            code = measure_scene(job, &other->scene, &other->lightness, &other->top);
        if (code != CODE_OK)
            return code;
        if (is_night ? is_pair(other, own) : is_pair(own, other))
            return CODE_OK;
        if (mood == NULL) /* another hour is not tried */
            break;
    }
    return say_error(CODE_USAGE,
                     "--dark: the scene has a mean lightness of %.2f: no mood is far enough from "
                     "it: choose another with -m",
                     own->lightness);
}

static int take_half(const wallpaper *job, const rl_scene *land, const half *own, half *other)
{
    const char *mood = wallpaper_own(job->wanted)->dark;
    int code = check_mood(mood);
    if (code == CODE_OK)
        code = make_half(job, land, mood, 0, &other->scene);
    if (code == CODE_OK)
        code = measure_scene(job, &other->scene, &other->lightness, &other->top);
    if (code != CODE_OK || is_pair(own, other))
        return code;
    return say_error(CODE_USAGE,
                     "--dark=%s: its mean lightness is %.2f beside %.2f: must be at most %.2f of "
                     "it%s",
                     mood, other->lightness, own->lightness, DARK_SHARE,
                     own->lightness < NIGHT_BELOW ? ": the scene is a dark half itself" : "");
}

static int choose_pair(const wallpaper *job, const rl_scene *land, half halves[2],
                       rl_scene scenes[2], rl_colour *sky)
{
    half *own = &halves[0], *other = &halves[1];
    int code = measure_scene(job, &own->scene, &own->lightness, &own->top);
    if (code != CODE_OK)
        return code;
    int is_named = wallpaper_own(job->wanted)->dark[0] != '\0';
    int is_night = !is_named && own->lightness < NIGHT_BELOW;
    code = is_named ? take_half(job, land, own, other) : find_half(job, land, own, is_night, other);
    scenes[is_night] = own->scene;
    scenes[!is_night] = other->scene;
    *sky = halves[is_night].top;
    return code;
}

int wallpaper_pair(const wallpaper *job, const rl_scene *land, const rl_scene *own,
                   rl_scene scenes[2], rl_colour *sky)
{
    half *halves = calloc(2, sizeof *halves);
    if (halves == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    halves[0].scene = *own;
    int code = choose_pair(job, land, halves, scenes, sky);
    free(halves);
    return code;
}
