/* wallpaper_scenes.c - the scenes of a set: one land, in one light or in several.
 *
 * In: the scene that was asked for.  Out: a scene for each half of a pair or each hour of a
 * day, and with --each for each monitor.  Of one land all have the ridges of one reference
 * frame.
 */
#include "cli/common/job.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The frame that settles the ridges and is measured: they are the same at any size. */
#define WIDTH 320
#define HEIGHT 180

#define NOON (DAY_MINUTES / 2)

/* ---- one scene ---------------------------------------------------------- */

/* What a mood or an hour decides of a scene.  The snow stays with a scene that was written,
 * since there it belongs to the land. */
static void reopen(rl_scene *scene, int is_picture)
{
    static const char *const keys[] = {
        "sky.haze",      "sun.y",       "sun.lift",     "sun.radius",    "sun.halo",
        "sun.wide",      "sun.band",    "sun.bloom",    "sun.stripes",   "sun.land_glow",
        "moon.show",     "moon.phase",  "stars.amount", "clouds.amount", "clouds.cover",
        "aurora.amount", "mist.amount", "mist.height",  "mist.noise",    "fog.amount"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        (void)rl_scene_set(scene, keys[i], "auto", NULL);
    rl_palette_init(&scene->palette);
    scene->mood[0] = '\0';
    scene->time = RL_AUTO;
    if (!is_picture)
        return;
    scene->land_snow = scene->land_snow_line = RL_AUTO;
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        scene->ridge[i].snow = scene->ridge[i].snow_line = RL_AUTO;
}

/* Size, depth and part are those of the files; a palette that was asked for is that of the
 * half without another mood. */
int wallpaper_scene(const wallpaper *job, const char *mood, rl_scene *scene)
{
    options wanted = *job->wanted;
    *scene = job->source.scene;
    if (mood != NULL) {
        reopen(scene, job->source.is_picture);
        wanted.mood = mood[0] != '\0' ? mood : NULL;
        wanted.time = NULL;
        if (mood[0] != '\0')
            wanted.palette = wanted.roles = wanted.scheme = NULL;
    }
    int code = request_apply(scene, &wanted);
    scene->depth = 8;
    scene->part_width = scene->part_height = 0;
    return code;
}

int wallpaper_frame(const wallpaper *job, const rl_scene *scene, rl_frame **frame)
{
    const rl_view view = {.struct_size = sizeof view,
                          .width = WIDTH,
                          .height = HEIGHT,
                          .allocator = job->wanted->allocator,
                          .kernels = request_kernels(job->wanted),
                          .threads = request_threads(job->wanted)};
    rl_error error;
    if (rl_frame_new(frame, scene, &view, &error) == RL_OK)
        return CODE_OK;
    source_blame(&job->source, scene, &view, &error);
    return say_status(&error);
}

void wallpaper_lock(rl_scene *scene, const rl_scene *land)
{
    scene->seed = land->seed;
    scene->has_seed = 1;
    scene->take = land->take;
    scene->style = land->style;
    scene->land_x = land->land_x;
    scene->horizon = land->horizon;
    scene->ridge_count = land->ridge_count;
}

/* Luma has the weights of Rec. 709. */
int wallpaper_measure(const rl_frame *frame, double *lightness, rl_colour *top)
{
    static uint8_t rgb[HEIGHT][WIDTH][3]; /* too large for a small stack */
    uint64_t sum = 0, row[3] = {0, 0, 0};
    rl_error error;
    if (rl_paint(frame, 0, HEIGHT, rgb, sizeof rgb[0], &error) != RL_OK)
        return say_status(&error);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            sum += 2126U * rgb[y][x][0] + 7152U * rgb[y][x][1] + 722U * rgb[y][x][2];
    for (int x = 0; x < WIDTH; x++)
        for (int i = 0; i < 3; i++)
            row[i] += rgb[0][x][i];
    *lightness = (double)sum / (10000.0 * 255.0 * WIDTH * HEIGHT);
    *top = 0;
    for (int i = 0; i < 3; i++)
        *top = *top * 256 + (rl_colour)((row[i] + WIDTH / 2) / WIDTH);
    return CODE_OK;
}

/* ---- the lights of one land --------------------------------------------- */

/* One light, or one for each hour. */
static int make_hours(const wallpaper *job, const rl_frame *frame, const rl_scene *own,
                      rl_scene *scenes, rl_colour *sky)
{
    double lightness;
    for (int i = 0; i < job->light_count; i++) {
        scenes[i] = *own;
        if (wallpaper_own(job->wanted)->timed > 0)
            scenes[i].time = job->lights[i].minute;
    }
    return wallpaper_measure(frame, &lightness, sky);
}

/* Settles the ridges of `own` and makes its lights. */
static int make_lights(wallpaper *job, rl_scene *own, rl_scene *scenes)
{
    rl_frame *frame;
    rl_colour sky;
    int code = wallpaper_frame(job, own, &frame);
    if (code != CODE_OK)
        return code;
    wallpaper_lock(own, rl_frame_scene(frame));
    code = wallpaper_own(job->wanted)->dark != NULL
               ? wallpaper_pair(job, rl_frame_scene(frame), own, scenes, &sky)
               : make_hours(job, frame, own, scenes, &sky);
    if (scenes == job->scenes && code == CODE_OK)
        job->sky = sky;
    rl_frame_free(frame);
    return code;
}

/* ---- all lands ---------------------------------------------------------- */

static void choose_lights(wallpaper *job)
{
    int minutes[WALLPAPER_HOURS];
    job->light_count = 1;
    if (wallpaper_own(job->wanted)->dark != NULL) {
        job->light_count = 2;
        job->lights[0] = (wallpaper_light){.ending = "-l"};
        job->lights[1] = (wallpaper_light){.ending = "-d", .is_dark = 1};
    } else if (wallpaper_own(job->wanted)->timed > 0) {
        job->light_count = wallpaper_own(job->wanted)->timed;
        wallpaper_hours(minutes, job->light_count);
        for (int i = 0; i < job->light_count; i++) {
            wallpaper_light *light = &job->lights[i];
            light->minute = minutes[i];
            snprintf(light->ending, sizeof light->ending, "-%02d%02d", minutes[i] / 60 % 24,
                     minutes[i] % 60);
        }
    }
}

static int choose_seed(wallpaper *job, rl_scene *scene)
{
    if (scene->has_seed)
        return CODE_OK;
    job->tell_seed = !job->wanted->quiet;
    scene->has_seed = 1;
    return job_random(&scene->seed);
}

/* A timed set reopens the light that hours decide; the place where the land opens stays. */
static int make_own(wallpaper *job, rl_scene *own)
{
    if (wallpaper_own(job->wanted)->timed == 0)
        return wallpaper_scene(job, NULL, own);
    int code = wallpaper_scene(job, "", own);
    if (own->land_x == RL_AUTO)
        own->land_x = own->sun_x;
    if (!request_sets(job->wanted, "sun.x"))
        own->sun_x = RL_AUTO;
    own->time = NOON;
    return code;
}

/* Another land of the same light and kind: that of the seed SEED/NUMBER. */
static int make_other(const rl_scene *first, uint64_t seed, int number, rl_scene *own)
{
    char text[32];
    rl_error error;
    snprintf(text, sizeof text, "%" PRIu64 "/%d", seed, number);
    own->take = RL_AUTO;
    own->style = first->style;
    if (own->mood[0] == '\0' && own->palette.name[0] == '\0' && own->time == RL_AUTO &&
        first->mood[0] != '\0' && rl_mood_apply(own, first->mood, &error) != RL_OK)
        return say_status(&error);
    return rl_seed_parse(&own->seed, text, &error) == RL_OK ? CODE_OK : say_status(&error);
}

static int make_lands(wallpaper *job, rl_scene scratch[3])
{
    rl_scene *own = &scratch[0], *first = &scratch[1], *asked = &scratch[2];
    rl_frame *frame;
    int code = make_own(job, own);
    if (code == CODE_OK)
        code = choose_seed(job, own);
    if (code == CODE_OK)
        code = wallpaper_frame(job, own, &frame);
    if (code != CODE_OK)
        return code;
    *first = *rl_frame_scene(frame);
    rl_frame_free(frame);
    snprintf(job->kind, sizeof job->kind, "%s-%s-%" PRIu64,
             first->mood[0] != '\0'           ? first->mood
             : first->palette.name[0] != '\0' ? first->palette.name
                                              : "land",
             rl_world_name((size_t)first->style), first->seed);
    *asked = *own;
    for (int i = 0; i < job->land_count && code == CODE_OK; i++) {
        *own = *asked;
        if (i > 0)
            code = make_other(first, asked->seed, i + 1, own);
        if (code == CODE_OK)
            code = make_lights(job, own, &job->scenes[i * job->light_count]);
    }
    return code;
}

int wallpaper_choose_scenes(wallpaper *job)
{
    choose_lights(job);
    job->land_count = wallpaper_own(job->wanted)->each ? job->monitor_count : 1;
    job->scenes = calloc((size_t)job->land_count * (size_t)job->light_count, sizeof *job->scenes);
    rl_scene *scratch = calloc(3, sizeof *scratch);
    int code = job->scenes != NULL && scratch != NULL ? make_lands(job, scratch)
                                                      : say_error(CODE_NO_MEMORY, "out of memory");
    free(scratch);
    return code;
}
