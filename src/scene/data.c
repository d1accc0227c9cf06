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
#include "scene/parse.h"

/* ---- [about] ---------------------------------------------------------------- */

typedef struct world_head {
    int order;
    double weight;
    int is_dry;
    int like; /* RL_AUTO = none */
} world_head;

typedef struct mood_head {
    int order;
    double weight;
    uint64_t worlds, hours, seasons;
    int pair, pair_dry;
} mood_head;

#define ORDER_MEANING "place in lists, from 1; embed.sh sorts by it; default: after all others"
#define WEIGHT_MEANING                                                                             \
    "share of bare seeds; default 0.  Above 0 it changes which pictures bare seeds give, and "     \
    "so needs a new algorithm number"

static const char *const hours[] = {"night", "morning", "day", "evening", NULL};
static const char *const seasons[] = {"winter", "spring", "summer", "autumn", NULL};

#define ABOUT_KEY(name, kind, field, max, names, name_at, meaning)                                 \
    {                                                                                              \
        "about." name, kind, field, 0, max, 0, RL_AUTO, names, name_at, NULL, meaning              \
    }
#define IN_WORLD(field) offsetof(world_head, field)
#define IN_MOOD(field) offsetof(mood_head, field)

static const scene_key world_keys[] = {
    ABOUT_KEY("order", KEY_INTEGER, IN_WORLD(order), 99999, NULL, NULL, ORDER_MEANING),
    ABOUT_KEY("weight", KEY_REAL, IN_WORLD(weight), 1000, NULL, NULL, WEIGHT_MEANING),
    ABOUT_KEY("dry", KEY_INTEGER, IN_WORLD(is_dry), 1, NULL, NULL, "1: without green"),
    ABOUT_KEY("like", KEY_NAME, IN_WORLD(like), 0, NULL, rl_world_name,
              "world from which it takes what it leaves open, and the moods"),
};

static const scene_key mood_keys[] = {
    ABOUT_KEY("order", KEY_INTEGER, IN_MOOD(order), 99999, NULL, NULL, ORDER_MEANING),
    ABOUT_KEY("weight", KEY_REAL, IN_MOOD(weight), 1000, NULL, NULL, WEIGHT_MEANING),
    ABOUT_KEY("worlds", KEY_SET, IN_MOOD(worlds), 0, NULL, rl_world_name,
              "worlds that it suits; default any"),
    ABOUT_KEY("hours", KEY_SET, IN_MOOD(hours), 0, hours, NULL,
              "time of day that it shows; default any"),
    ABOUT_KEY("seasons", KEY_SET, IN_MOOD(seasons), 0, seasons, NULL,
              "season that it shows; default any"),
    ABOUT_KEY("pair", KEY_INTEGER, IN_MOOD(pair), 99, NULL, NULL,
              "place among the moods tried as other half of a pair of wallpapers; 0 = none"),
    ABOUT_KEY("pair_dry", KEY_INTEGER, IN_MOOD(pair_dry), 99, NULL, NULL,
              "the same in a dry world"),
};

static const key_group world_about = KEY_GROUP("about", world_keys);
static const key_group mood_about = KEY_GROUP("about", mood_keys);

#define OPEN_WORLD ((world_head){.like = RL_AUTO})
#define OPEN_MOOD ((mood_head){.worlds = UINT64_MAX, .hours = UINT64_MAX, .seasons = UINT64_MAX})

/* Reads [about] alone (is_head, scene may be NULL) or the whole of a built-in file.  There
 * are no errors unless memory fails: a test parses every file. */
static rl_status read_file(rl_scene *scene, const embedded_text *file, const key_group *about,
                           void *head, parse_job job, rl_error *error)
{
    job.text = file->text;
    job.size = file->size;
    job.place = file->name;
    job.about = about;
    job.head = head;
    return parse_text(scene, &job, error);
}

static world_head head_of_world(size_t index)
{
    world_head head = OPEN_WORLD;
    (void)read_file(NULL, &embedded_worlds[index], &world_about, &head, (parse_job){.only_head = 1},
                    NULL);
    return head;
}

static mood_head head_of_mood(size_t index)
{
    mood_head head = OPEN_MOOD;
    (void)read_file(NULL, &embedded_moods[index], &mood_about, &head, (parse_job){.only_head = 1},
                    NULL);
    return head;
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
    world_head head = head_of_world(index);
    *info = (rl_world_info){.weight = head.weight, .is_dry = head.is_dry};
    return 1;
}

int world_choose(double u)
{
    double left = u; /* the weights' sum is 1 */
    size_t world = 0, most = 0;
    for (double weight; most < embedded_world_count; most++) {
        weight = head_of_world(most).weight;
        if (weight == 0.0)
            continue;
        world = most;
        if (left < weight)
            break;
        left -= weight;
    }
    return (int)world;
}

static parse_job job_of_world(const rl_data *file, world_head *head)
{
    return (parse_job){.text = file->text,
                       .size = file->size,
                       .place = file->place,
                       .about = &world_about,
                       .head = head};
}

rl_status world_fill(rl_scene *scene, int (*takes)(const scene_key *key), rl_error *error)
{
    world_head head;
    int world = scene->style;
    for (int depth = 0; world != RL_AUTO && depth < 8; depth++) { /* a circle ends, too */
        head = OPEN_WORLD;
        TRY(read_file(scene, &embedded_worlds[world], &world_about, &head,
                      (parse_job){.only_open = 1, .takes = takes}, error));
        world = head.like;
    }
    return RL_OK;
}

rl_status world_fill_file(rl_scene *scene, rl_error *error)
{
    world_head head = OPEN_WORLD;
    parse_job job = job_of_world(&scene->world_file, &head);
    job.only_open = 1;
    return job.text != NULL ? parse_text(scene, &job, error) : RL_OK;
}

rl_status rl_world_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene scratch = *scene;
    world_head head = OPEN_WORLD;
    rl_data file = {bytes, size, place};
    parse_job job = job_of_world(&file, &head);
    TRY(parse_text(&scratch, &job, error));
    scene->style = head.like != RL_AUTO ? head.like : 0;
    scene->world_file = file;
    return status_clear(error);
}

/* ---- moods ------------------------------------------------------------------ */

const char *rl_mood_name(size_t index)
{
    return index < embedded_mood_count ? embedded_moods[index].name : NULL;
}

/* The index of a mood, or the number of moods. */
static size_t find_mood(const char *name)
{
    size_t index = 0;
    while (index < embedded_mood_count && strcmp(embedded_moods[index].name, name) != 0)
        index++;
    return index;
}

static rl_status no_such_mood(const char *key, const char *name, rl_error *error)
{
    return status_unknown(error, key, name, "mood", rl_mood_name);
}

rl_status rl_mood_describe(const char *name, rl_mood_info *info, rl_error *error)
{
    size_t index = find_mood(name);
    if (index == embedded_mood_count)
        return no_such_mood("mood", name, error);
    mood_head head = head_of_mood(index);
    *info = (rl_mood_info){.weight = head.weight,
                           .hours = (int)(head.hours & RL_HOUR_ANY),
                           .seasons = (int)(head.seasons & RL_SEASON_ANY),
                           .pair = head.pair,
                           .pair_dry = head.pair_dry};
    return status_clear(error);
}

static int suits(const mood_head *head, int world)
{
    for (int depth = 0; world != RL_AUTO && depth < 8; depth++) {
        if (head->worlds >> world & 1)
            return 1;
        world = head_of_world((size_t)world).like;
    }
    return 0;
}

int rl_mood_suits(const char *mood, int world)
{
    size_t index = find_mood(mood);
    if (index == embedded_mood_count || world < 0 || (size_t)world >= embedded_world_count)
        return 0;
    mood_head head = head_of_mood(index);
    return suits(&head, world);
}

const char *mood_choose(int world, double u)
{
    double weight[64], sum = 0.0;
    size_t count = embedded_mood_count < 64 ? embedded_mood_count : 64;
    for (size_t i = 0; i < count; i++) {
        mood_head head = head_of_mood(i);
        weight[i] = suits(&head, world) ? head.weight : 0.0;
        sum += weight[i];
    }
    double left = u * sum;
    const char *name = embedded_moods[0].name;
    for (size_t i = 0; i < count && left >= 0.0; i++) {
        if (weight[i] == 0.0)
            continue;
        name = embedded_moods[i].name;
        left -= weight[i];
    }
    return name;
}

static void set_mood_name(rl_scene *scene, const char *name)
{
    memset(scene->mood, 0, sizeof scene->mood);
    memcpy(scene->mood, name, strlen(name));
}

static rl_status apply_mood(rl_scene *scene, const rl_data *file, rl_error *error)
{
    rl_scene changed = *scene;
    mood_head head = OPEN_MOOD;
    parse_job job = {.text = file->text,
                     .size = file->size,
                     .place = file->place,
                     .about = &mood_about,
                     .head = &head,
                     .opens_choices = 1};
    rl_palette_init(&changed.palette);
    TRY(parse_text(&changed, &job, error));
    *scene = changed;
    memset(scene->mood, 0, sizeof scene->mood);
    scene->mood_file = (rl_data){.text = NULL};
    return status_clear(error);
}

rl_status rl_mood_apply(rl_scene *scene, const char *name, rl_error *error)
{
    size_t index = find_mood(name);
    if (index == embedded_mood_count)
        return no_such_mood("mood", name, error);
    const embedded_text *file = &embedded_moods[index];
    TRY(apply_mood(scene, &(rl_data){file->text, file->size, file->name}, error));
    set_mood_name(scene, file->name);
    return RL_OK;
}

rl_status rl_mood_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                        rl_error *error)
{
    rl_data file = {bytes, size, place};
    TRY(apply_mood(scene, &file, error));
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
    memset(scene->mood, 0, sizeof scene->mood);
    scene->time = RL_AUTO;
    if (!opens_snow)
        return;
    scene->land_snow = scene->land_snow_line = RL_AUTO;
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        scene->ridge[i].snow = scene->ridge[i].snow_line = RL_AUTO;
}

rl_status mood_fill(rl_scene *scene, const char *name, rl_error *error)
{
    size_t index = find_mood(name);
    if (index == embedded_mood_count)
        return no_such_mood("ridgeline.mood", name, error);
    mood_head head = OPEN_MOOD;
    TRY(read_file(scene, &embedded_moods[index], &mood_about, &head, (parse_job){.only_open = 1},
                  error));
    set_mood_name(scene, embedded_moods[index].name); /* `name` may be the scene's own */
    return RL_OK;
}

rl_status mood_fill_file(rl_scene *scene, rl_error *error)
{
    mood_head head = OPEN_MOOD;
    parse_job job = {.text = scene->mood_file.text,
                     .size = scene->mood_file.size,
                     .place = scene->mood_file.place,
                     .about = &mood_about,
                     .head = &head,
                     .only_open = 1};
    return scene->mood_file.text != NULL ? parse_text(scene, &job, error) : RL_OK;
}
