/* data.c - worlds and moods: the files of worlds/ and moods/ that are compiled in, and a
 * user's own in the same format.
 *
 * In: a name or a text, a scene.  Out: the scene with the values of that text; ranges and
 * choices are resolved by the scene's seed.  Section [about] holds what is no scene key:
 * weight among bare seeds, and which worlds, hours and seasons a mood suits.
 */
#include "scene/data.h"

#include <string.h>

#include "base/embedded.h"
#include "base/status.h"

/* ---- [about] ---------------------------------------------------------------- */

typedef struct data_head {
    int order;
    double weight;
    int is_dry, like;                /* of worlds; like: RL_AUTO = none */
    uint64_t worlds, hours, seasons; /* of moods, as are the rest */
    int pair, pair_dry;
} data_head;

static const char *const hours[] = {"night", "morning", "day", "evening", NULL};
static const char *const seasons[] = {"winter", "spring", "summer", "autumn", NULL};

#define ABOUT_KEY(name, kind, field, max, names, name_at, meaning)                                 \
    {                                                                                              \
        "about." name, kind, offsetof(data_head, field), 0, max, 0, RL_AUTO, names, name_at, NULL, \
            meaning                                                                                \
    }
#define ORDER_KEY                                                                                  \
    ABOUT_KEY("order", KEY_INTEGER, order, 99999, NULL, NULL,                                      \
              "place in lists, from 1; embed.sh sorts by it; default: after all others")
#define WEIGHT_KEY                                                                                 \
    ABOUT_KEY("weight", KEY_REAL, weight, 1000, NULL, NULL,                                        \
              "share of bare seeds; default 0.  Above 0 it changes which pictures bare seeds "     \
              "give, and so needs a new algorithm number")

static const scene_key world_keys[] = {
    ORDER_KEY,
    WEIGHT_KEY,
    ABOUT_KEY("dry", KEY_INTEGER, is_dry, 1, NULL, NULL, "1: without green"),
    ABOUT_KEY("like", KEY_NAME, like, 0, NULL, rl_world_name,
              "world from which it takes what it leaves open, and the moods"),
};

static const scene_key mood_keys[] = {
    ORDER_KEY,
    WEIGHT_KEY,
    ABOUT_KEY("worlds", KEY_SET, worlds, 0, NULL, rl_world_name,
              "worlds that it suits; default any"),
    ABOUT_KEY("hours", KEY_SET, hours, 0, hours, NULL, "time of day that it shows; default any"),
    ABOUT_KEY("seasons", KEY_SET, seasons, 0, seasons, NULL, "season that it shows; default any"),
    ABOUT_KEY("pair", KEY_INTEGER, pair, 99, NULL, NULL,
              "place among the moods tried as other half of a pair of wallpapers; 0 = none"),
    ABOUT_KEY("pair_dry", KEY_INTEGER, pair_dry, 99, NULL, NULL, "the same in a dry world"),
};

static const key_group world_about = KEY_GROUP("about", world_keys);
static const key_group mood_about = KEY_GROUP("about", mood_keys);

/* Reads a file as `job` says.  There are no errors of built-in files unless memory fails: a
 * test parses every one. */
static rl_status read_file(rl_scene *scene, const key_group *about, rl_data file, parse_job job,
                           data_head *head, rl_error *error)
{
    *head = (data_head){
        .like = RL_AUTO, .worlds = UINT64_MAX, .hours = UINT64_MAX, .seasons = UINT64_MAX};
    job.file = file;
    job.about = about;
    job.head = head;
    return parse_text(scene, &job, error);
}

static rl_data data_of(const embedded_text *file)
{
    return (rl_data){file->text, file->size, file->name};
}

static data_head head_of(const key_group *about, const embedded_text *file)
{
    data_head head;
    (void)read_file(NULL, about, data_of(file), (parse_job){.only_head = 1}, &head, NULL);
    return head;
}

static int suits(const data_head *mood, int world)
{
    for (int depth = 0; world != RL_AUTO && depth < 8; depth++) { /* a circle ends, too */
        if (mood->worlds >> world & 1)
            return 1;
        world = head_of(&world_about, &embedded_worlds[world]).like;
    }
    return 0;
}

/* Chooses a file by its weight: a world, or (from 0) a mood that suits `world`. */
static size_t choose_file(const key_group *about, const embedded_text *files, size_t count,
                          int world, double u)
{
    double weight[64], sum = 0.0;
    size_t chosen = 0;
    count = count < 64 ? count : 64;
    for (size_t i = 0; i < count; i++) {
        data_head head = head_of(about, &files[i]);
        weight[i] = about == &world_about || suits(&head, world) ? head.weight : 0.0;
        sum += weight[i];
    }
    double left = u * sum;
    for (size_t i = 0; i < count && left >= 0.0; i++) {
        if (weight[i] == 0.0)
            continue;
        chosen = i;
        left -= weight[i];
    }
    return chosen;
}

/* ---- worlds ----------------------------------------------------------------- */

const char *rl_world_name(size_t index)
{
    return index < embedded_world_count ? embedded_worlds[index].name : NULL;
}

int rl_world_describe(size_t index, rl_world_info *info)
{
    if (index >= embedded_world_count)
        return 0;
    data_head head = head_of(&world_about, &embedded_worlds[index]);
    *info = (rl_world_info){.weight = head.weight, .is_dry = head.is_dry};
    return 1;
}

int world_choose(double u)
{
    return (int)choose_file(&world_about, embedded_worlds, embedded_world_count, RL_AUTO, u);
}

rl_status world_fill(rl_scene *scene, int (*takes)(const scene_key *key), rl_error *error)
{
    data_head head = {.like = scene->style};
    for (int depth = 0; head.like != RL_AUTO && depth < 8; depth++)
        TRY(read_file(scene, &world_about, data_of(&embedded_worlds[head.like]),
                      (parse_job){.only_open = 1, .takes = takes}, &head, error));
    return RL_OK;
}

rl_status rl_world_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene scratch = *scene;
    data_head head;
    rl_data file = {bytes, size, place};
    TRY(read_file(&scratch, &world_about, file, (parse_job){.takes = NULL}, &head, error));
    scene->style = head.like != RL_AUTO ? head.like : 0;
    scene->world_file = file;
    return status_clear(error);
}

rl_status data_fill_files(rl_scene *scene, rl_error *error)
{
    data_head head;
    parse_job job = {.only_open = 1};
    if (scene->mood_file.text != NULL)
        TRY(read_file(scene, &mood_about, scene->mood_file, job, &head, error));
    if (scene->world_file.text != NULL)
        TRY(read_file(scene, &world_about, scene->world_file, job, &head, error));
    return RL_OK;
}

/* ---- moods ------------------------------------------------------------------ */

const char *rl_mood_name(size_t index)
{
    return index < embedded_mood_count ? embedded_moods[index].name : NULL;
}

/* NULL = no such mood. */
static const embedded_text *find_mood(const char *name)
{
    for (size_t i = 0; i < embedded_mood_count; i++)
        if (strcmp(embedded_moods[i].name, name) == 0)
            return &embedded_moods[i];
    return NULL;
}

rl_status rl_mood_describe(const char *name, rl_mood_info *info, rl_error *error)
{
    const embedded_text *file = find_mood(name);
    if (file == NULL)
        return status_unknown(error, "mood", name, "mood", rl_mood_name);
    data_head head = head_of(&mood_about, file);
    *info = (rl_mood_info){.weight = head.weight,
                           .hours = (int)(head.hours & RL_HOUR_ANY),
                           .seasons = (int)(head.seasons & RL_SEASON_ANY),
                           .pair = head.pair,
                           .pair_dry = head.pair_dry};
    return status_clear(error);
}

int rl_mood_suits(const char *mood, int world)
{
    const embedded_text *file = find_mood(mood);
    if (file == NULL || world < 0 || (size_t)world >= embedded_world_count)
        return 0;
    data_head head = head_of(&mood_about, file);
    return suits(&head, world);
}

const char *mood_choose(int world, double u)
{
    return embedded_moods[choose_file(&mood_about, embedded_moods, embedded_mood_count, world, u)]
        .name;
}

static void set_mood_name(rl_scene *scene, const char *name)
{
    memset(scene->mood, 0, sizeof scene->mood);
    memcpy(scene->mood, name, strlen(name));
}

static rl_status apply_mood(rl_scene *scene, rl_data file, rl_error *error)
{
    rl_scene changed = *scene;
    data_head head;
    rl_palette_init(&changed.palette);
    TRY(read_file(&changed, &mood_about, file, (parse_job){.opens_choices = 1}, &head, error));
    *scene = changed;
    return status_clear(error);
}

rl_status rl_mood_apply(rl_scene *scene, const char *name, rl_error *error)
{
    const embedded_text *file = find_mood(name);
    if (file == NULL)
        return status_unknown(error, "mood", name, "mood", rl_mood_name);
    TRY(apply_mood(scene, data_of(file), error));
    set_mood_name(scene, file->name);
    scene->mood_file = (rl_data){.text = NULL};
    return RL_OK;
}

rl_status rl_mood_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                        rl_error *error)
{
    rl_data file = {bytes, size, place};
    TRY(apply_mood(scene, file, error));
    set_mood_name(scene, "");
    scene->mood_file = file;
    return RL_OK;
}

void rl_scene_open_light(rl_scene *scene, int opens_snow)
{
    static const char *const keys[] = {
        "sky.haze",      "sun.y",       "sun.lift",     "sun.radius",    "sun.halo",
        "sun.wide",      "sun.band",    "sun.bloom",    "sun.stripes",   "sun.land_glow",
        "moon.show",     "moon.phase",  "stars.amount", "clouds.amount", "clouds.cover",
        "aurora.amount", "mist.amount", "mist.height",  "mist.noise",    "fog.amount"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        (void)rl_scene_set(scene, keys[i], "auto", NULL);
    rl_palette_init(&scene->palette);
    set_mood_name(scene, "");
    scene->time = RL_AUTO;
    if (!opens_snow)
        return;
    scene->land_snow = scene->land_snow_line = RL_AUTO;
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        scene->ridge[i].snow = scene->ridge[i].snow_line = RL_AUTO;
}

rl_status mood_fill(rl_scene *scene, const char *name, rl_error *error)
{
    const embedded_text *file = find_mood(name);
    if (file == NULL)
        return status_unknown(error, "ridgeline.mood", name, "mood", rl_mood_name);
    data_head head;
    TRY(read_file(scene, &mood_about, data_of(file), (parse_job){.only_open = 1}, &head, error));
    set_mood_name(scene, file->name); /* `name` may be the scene's own */
    return RL_OK;
}
