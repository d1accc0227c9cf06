/* scenes.c - the scenes of a set: one land, in one light or in several.
 *
 * In: the scene of the command line.  Out: a scene for each half of a pair or each hour of a
 * day, and with --each for each monitor.  All scenes of one land have the ridges of one
 * reference frame.
 */
#include "base/path.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Size of the reference frame, pixels.  It decides the ridges, which are the same at any size, and
 * its lightness is measured. */
#define WIDTH 320
#define HEIGHT 180

#define NOON (DAY_MINUTES / 2)

/* Mean lightness 0..1 of the built-in moods: those of the night have 0.18 to 0.30, those of day
 * and twilight 0.32 and more. */
#define NIGHT_BELOW 0.30

/* Largest lightness of the dark half relative to the light half; moonlight has 0.7 of dusk's. */
#define DARK_SHARE 0.75

/* A scene in one light, with measurements of its reference frame. */
struct half {
    rl_scene *scene;
    double lightness; /* mean luma of sRGB, 0..1 */
    rl_colour top;    /* colour of the top of the sky */
};

/* ---- one scene ---------------------------------------------------------- */

/* Applies the options to the scene of the source; where `mood` is not NULL, to its land alone
 * in another mood, "" for none.  A palette of the options belongs to the scene without another
 * mood.  Size, depth and region are those of the files.  Returns an exit code. */
static int make_scene(const wallpaper *set, const char *mood, rl_scene **made)
{
    options opts = *set->job.opts;
    STEP(scene_renew(made, set->job.source.scene));
    rl_scene *scene = *made;
    if (mood != NULL) {
        /* snow is part of the land of a written scene; that of a picture came from its mood */
        rl_scene_unset_light(scene, set->job.source.is_picture);
        opts.mood = mood[0] != '\0' ? mood : NULL;
        opts.time = NULL;
        if (mood[0] != '\0')
            opts.palette = opts.roles = opts.scheme = NULL;
    }
    int code = request_apply(scene, &opts);
    scene_put(scene, "output.depth", "8");
    rl_scene_set(scene, "output.region", NULL, NULL);
    return code;
}

/* Gives a scene in another light the ridges of a resolved one. */
static void lock_land(rl_scene *scene, const rl_scene *land)
{
    scene_take(scene, land, "ridgeline.seed land.take " LAND_KEYS);
}

#define WEIGHTS_SUM 10000.0 /* sum of the luma weights in `measure` */

/* Makes and measures the reference frame of a half's scene, luma with the weights of Rec. 709;
 * `land`, unless it is NULL, becomes the resolved scene. */
static int measure(wallpaper *set, struct half *half, rl_scene **land)
{
    static const unsigned weights[] = {2126, 7152, 722};
    static uint8_t rgb[HEIGHT][3 * WIDTH]; /* too large for a small stack */
    const rl_view view = job_view(&set->job, WIDTH, HEIGHT);
    uint64_t sum = 0, row[3] = {0, 0, 0};
    rl_frame *frame;
    rl_error error;
    if (rl_frame_new(&frame, half->scene, &view, &error) != RL_OK)
        return job_fault(&set->job, half->scene, &view, &error);
    int code = land != NULL ? scene_renew(land, rl_frame_scene(frame)) : CODE_OK;
    if (code == CODE_OK)
        code = say_result(rl_paint(frame, 0, HEIGHT, rgb, sizeof rgb[0], &error), &error);
    rl_frame_free(frame);
    STEP(code);
    for (int y = 0; y < HEIGHT; y++)
        for (int i = 0; i < 3 * WIDTH; i++)
            sum += weights[i % 3] * rgb[y][i];
    for (int i = 0; i < 3 * WIDTH; i++)
        row[i % 3] += rgb[0][i];
    half->lightness = (double)sum / (WEIGHTS_SUM * 255.0 * WIDTH * HEIGHT);
    half->top = 0;
    for (int i = 0; i < 3; i++)
        half->top = half->top * 256 + (rl_colour)((row[i] + WIDTH / 2) / WIDTH);
    return CODE_OK;
}

/* ---- light and dark ----------------------------------------------------- */

/* Returns the mood that is tried as number `place`, from 1, for the dark or light half of a
 * pair; NULL past the last. */
static const char *pair_mood(const rl_scene *land, int is_dark, int place)
{
    const char *mood;
    rl_mood_info info;
    rl_world_info world = {.is_dry = 0};
    (void)rl_world_describe((size_t)scene_integer(land, "ridgeline.world"), &world);
    for (size_t i = 0; (mood = rl_mood_name(i)) != NULL; i++)
        if (rl_mood_describe(mood, &info, NULL) == RL_OK &&
            (info.hours == RL_HOUR_NIGHT) == is_dark &&
            (world.is_dry ? info.pair_dry : info.pair) == place)
            return mood;
    return NULL;
}

/* Working copies of scenes while the lands are made. */
struct scratch {
    rl_scene *request;      /* scene of the command line */
    rl_scene *first;        /* the first land, resolved */
    rl_scene *land;         /* the land at work, resolved */
    struct half own, other; /* halves of a pair: in the requested light, in the other */
};

/* Makes the light and the dark scene of a land, one of which is its own: the dark half in the
 * mood of --dark=MOOD, or the half that is found for it.  A half is dark when it is measured to
 * be; a scene of the night is the dark half itself. */
static int make_pair(wallpaper *set, struct scratch *scratch, rl_scene *scenes[2], rl_colour *sky)
{
    const rl_scene *land = scratch->land;
    const struct half *own = &scratch->own;
    struct half *other = &scratch->other;
    const char *mood = set->own->dark;
    int has_mood = mood[0] != '\0', hour = scene_integer(land, "ridgeline.time"),
        has_hour = !has_mood && hour != RL_AUTO;
    int is_file = path_slash(mood) != NULL || strstr(mood, ".ini") != NULL;
    int is_night = !has_mood && own->lightness < NIGHT_BELOW, is_found = 0;
    rl_mood_info info;
    rl_error error;
    if (has_mood && !is_file && rl_mood_describe(mood, &info, &error) != RL_OK) {
        const char *hint = strstr(error.text, "did you mean");
        return say_error(CODE_USAGE, "--dark=%s: no such mood: %s", SHOW(mood),
                         hint != NULL ? hint : "see ridgeline --help");
    }
    /* one try for a mood that is named, and for a scene of an hour: then noon or midnight */
    for (int place = 1; !is_found && (place == 1 || !(has_mood || has_hour)); place++) {
        if (!has_mood)
            mood = pair_mood(land, !is_night, place);
        if (mood == NULL)
            break;
        STEP(make_scene(set, has_hour ? "" : mood, &other->scene));
        /* the hour also changes the land slightly */
        if (has_hour)
            scene_put_time(other->scene, is_night ? NOON : 0);
        else
            scene_take(other->scene, land, "ridgeline.time");
        lock_land(other->scene, land);
        STEP(measure(set, other, NULL));
        const struct half *light = is_night ? other : own, *dark = is_night ? own : other;
        is_found = dark->lightness <= DARK_SHARE * light->lightness;
    }
    if (!is_found && has_mood)
        return say_error(CODE_USAGE,
                         "--dark=%s: mean lightness %.2f, that of the scene %.2f: the darker must "
                         "be at most %.2f of the lighter%s",
                         SHOW(mood), other->lightness, own->lightness, DARK_SHARE,
                         own->lightness < NIGHT_BELOW ? ": the scene is dark itself" : "");
    if (!is_found)
        return say_error(CODE_USAGE,
                         "--dark: mean lightness %.2f of the scene: no mood differs enough: choose "
                         "another scene with -m",
                         own->lightness);
    STEP(scene_renew(&scenes[is_night], own->scene));
    STEP(scene_renew(&scenes[!is_night], other->scene));
    *sky = is_night ? other->top : own->top;
    return CODE_OK;
}

/* ---- hours -------------------------------------------------------------- */

/* The sun of a scene rises at 6 and sets at 18; round these hours the light changes several
 * times faster than at noon or at night. */
#define TWILIGHT_PACE 4     /* speed of the light's change near sunrise and sunset; 1 at noon */
#define TWILIGHT_MINUTES 60 /* minutes with that speed before and after sunrise and sunset */
#define SUNRISE 360
#define SUNSET 1080

/* Chooses `count` hours of a day between which the light changes by the same amount.  Noon is
 * always one of them, and with an even number midnight. */
static void choose_hours(wallpaper_light *lights, int count)
{
    int length = DAY_MINUTES + 4 * TWILIGHT_MINUTES * (TWILIGHT_PACE - 1);
    int minute = 0, elapsed = length / 2;
    for (int i = 0; i < count; i++) {
        for (; elapsed * count < (i + (count + 1) / 2) * length; minute++) {
            int is_dawn =
                minute >= SUNRISE - TWILIGHT_MINUTES && minute < SUNRISE + TWILIGHT_MINUTES;
            int is_dusk = minute >= SUNSET - TWILIGHT_MINUTES && minute < SUNSET + TWILIGHT_MINUTES;
            elapsed += is_dawn || is_dusk ? TWILIGHT_PACE : 1;
        }
        lights[i].minute = minute;
        snprintf(lights[i].ending, sizeof lights[i].ending, "-%02d%02d", minute / 60 % 24,
                 minute % 60);
    }
}

/* ---- lands -------------------------------------------------------------- */

/* Settles the ridges of a land, whose scene is scratch->own, and makes its lights. */
static int make_lights(wallpaper *set, struct scratch *scratch, rl_scene **scenes)
{
    struct half *own = &scratch->own;
    STEP(measure(set, own, &scratch->land));
    lock_land(own->scene, scratch->land);
    /* a place by name is dealt its own moods: this one is the seed's */
    scene_take(own->scene, scratch->land, "ridgeline.mood");
    rl_colour sky = own->top;
    if (set->own->dark != NULL)
        STEP(make_pair(set, scratch, scenes, &sky));
    for (int i = 0; i < set->light_count && set->own->dark == NULL; i++) {
        STEP(scene_renew(&scenes[i], own->scene));
        if (set->own->timed > 0)
            scene_put_time(scenes[i], set->lights[i].minute);
    }
    if (scenes == set->scenes)
        snprintf(set->sky, sizeof set->sky, "#%06x", (unsigned)sky & 0xffffff);
    return CODE_OK;
}

static int make_lands(wallpaper *set, struct scratch *scratch)
{
    char mood[RL_VALUE_SIZE], palette[RL_VALUE_SIZE];
    rl_error error;
    /* a timed set unsets the light, which its hours decide; the place where the land opens stays */
    int is_timed = set->own->timed > 0;
    STEP(make_scene(set, is_timed ? "" : NULL, &scratch->request));
    rl_scene *request = scratch->request;
    if (is_timed && rl_scene_number(request, "land.x") == RL_AUTO)
        scene_put_number(request, "land.x", rl_scene_number(request, "sun.x"));
    if (is_timed && !request_sets(set->job.opts, "sun.x"))
        scene_put(request, "sun.x", "auto");
    if (is_timed)
        scene_put_time(request, NOON);
    if (scene_is(request, "ridgeline.seed", "auto")) {
        set->is_drawn = 1;
        STEP(job_seed(&set->job));
        scene_take(request, set->job.source.scene, "ridgeline.seed");
    }
    STEP(scene_renew(&scratch->own.scene, request));
    STEP(make_lights(set, scratch, set->scenes));
    STEP(scene_renew(&scratch->first, scratch->land));
    const rl_scene *first = scratch->first;
    scene_name(first, "ridgeline.mood", mood);
    scene_name(first, "palette.name", palette);
    snprintf(set->kind, sizeof set->kind, "%.63s-%.39s-%" PRIu64,
             mood[0] != '\0'      ? mood
             : palette[0] != '\0' ? palette
                                  : "land",
             rl_world_name((size_t)scene_integer(first, "ridgeline.world")), scene_seed(first));
    int has_light = !scene_is(request, "ridgeline.mood", "auto") ||
                    !scene_is(request, "palette.name", "auto") ||
                    !scene_is(request, "ridgeline.time", "auto") || mood[0] == '\0';
    /* another land of the same light and kind: that of the seed SEED/NUMBER */
    for (int i = 1; i < set->land_count; i++) {
        STEP(scene_renew(&scratch->own.scene, request));
        rl_scene *own = scratch->own.scene;
        scene_put(own, "land.take", "auto");
        scene_take(own, first, "ridgeline.world ridgeline.composition");
        if (!has_light && rl_mood_apply(own, mood, &error) != RL_OK)
            return say_status(&error);
        scene_put(own, "ridgeline.seed", "%" PRIu64 "/%d", scene_seed(request), i + 1);
        STEP(make_lights(set, scratch, &set->scenes[i * set->light_count]));
    }
    return CODE_OK;
}

int wallpaper_choose_scenes(wallpaper *set)
{
    set->light_count = set->own->dark != NULL ? 2 : set->own->timed > 0 ? set->own->timed : 1;
    if (set->own->dark != NULL) {
        set->lights[0] = (wallpaper_light){.ending = "-l"};
        set->lights[1] = (wallpaper_light){.ending = "-d"};
    } else if (set->own->timed > 0)
        choose_hours(set->lights, set->light_count);
    set->land_count = set->own->each ? set->monitor_count : 1;
    set->scenes = arena_zeroed(&set->memory, (size_t)set->land_count * (size_t)set->light_count,
                               sizeof *set->scenes);
    STEP(say_memory(set->scenes != NULL, "wallpaper"));
    struct scratch scratch = {.request = NULL};
    int code = make_lands(set, &scratch);
    rl_scene_free(scratch.request);
    rl_scene_free(scratch.first);
    rl_scene_free(scratch.land);
    rl_scene_free(scratch.own.scene);
    rl_scene_free(scratch.other.scene);
    return code;
}
