/* data.c - fills scenes from worlds, compositions, moods and weathers.
 *
 * These are the files that are compiled in, or files of the user's own in the same format.  The
 * scene's seed resolves their ranges and choices.  Their section [about] has no scene keys: the
 * weight among bare seeds, the moods of a place, and the worlds, hours and seasons of a mood.
 */
#include "scene/data.h"

#include <string.h>

#include "base/embedded.h"
#include "base/status.h"
#include "scene/choice.h"
#include "scene/deck.h"
#include "scene/keys.h"

/* ---- [about] ---------------------------------------------------------------- */

/* Section [about]; a file has the fields that its table of keys below lists. */
typedef struct data_head {
    int order;               /* place in lists, from 1 */
    double weight;           /* share of bare seeds */
    int is_dry;              /* 1 = a world without green */
    int like;                /* world that a world completes itself from, or RL_AUTO */
    uint64_t moods;          /* bits of moods that suit a world or a composition */
    uint64_t without;        /* bits of moods that a weather does not suit */
    uint64_t worlds;         /* bits of worlds that a mood or a composition suits */
    uint64_t hours, seasons; /* bits of hours and seasons that a mood shows */
    int pair, pair_dry;      /* places of a mood among halves of a pair of wallpapers; 0 = none */
} data_head;

static const char *const hours[] = {"night", "morning", "day", "evening", NULL};
static const char *const seasons[] = {"winter", "spring", "summer", "autumn", NULL};

#define ABOUT_KEY(name, kind, field, max, names, name_at, meaning)                                 \
    {                                                                                              \
        "about." name, kind, offsetof(data_head, field), 0, max, 0, RL_AUTO, names, name_at, NULL, \
            meaning, 0, NULL                                                                       \
    }
#define ORDER_KEY                                                                                  \
    ABOUT_KEY("order", KEY_INTEGER, order, 99999, NULL, NULL,                                      \
              "place in lists, from 1, by which embed.sh sorts; default: after all others")
#define WEIGHT_KEY                                                                                 \
    ABOUT_KEY("weight", KEY_REAL, weight, 1000, NULL, NULL,                                        \
              "share of the pictures of bare seeds; default 0.  A weight above 0 changes these "   \
              "pictures and so needs a new algorithm number")

#define MOODS_KEY                                                                                  \
    ABOUT_KEY("moods", KEY_SET, moods, 0, NULL, rl_mood_name,                                      \
              "moods of its cards in the deck; default none.  A card changes the pictures of "     \
              "bare seeds and so needs a new algorithm number")

static const scene_key world_keys[] = {
    ORDER_KEY,
    WEIGHT_KEY,
    MOODS_KEY,
    ABOUT_KEY("dry", KEY_INTEGER, is_dry, 1, NULL, NULL, "1 = land without green"),
    ABOUT_KEY("like", KEY_NAME, like, 0, NULL, rl_world_name,
              "world from which it takes unset values, and the moods"),
};

static const scene_key composition_keys[] = {
    ORDER_KEY,
    MOODS_KEY,
    ABOUT_KEY("worlds", KEY_SET, worlds, 0, NULL, rl_world_name,
              "worlds for which it was made; default any"),
};

static const scene_key weather_keys[] = {
    ORDER_KEY,
    WEIGHT_KEY,
    ABOUT_KEY("hours", KEY_SET, hours, 0, hours, NULL,
              "times of day whose moods it suits; default any"),
    ABOUT_KEY("without", KEY_SET, without, 0, NULL, rl_mood_name,
              "moods that it does not suit; default none"),
};

static const scene_key print_keys[] = {
    ORDER_KEY,
};

static const scene_key mood_keys[] = {
    ORDER_KEY,
    WEIGHT_KEY,
    ABOUT_KEY("worlds", KEY_SET, worlds, 0, NULL, rl_world_name,
              "worlds that it suits; default any"),
    ABOUT_KEY("hours", KEY_SET, hours, 0, hours, NULL, "times of day that it shows; default any"),
    ABOUT_KEY("seasons", KEY_SET, seasons, 0, seasons, NULL, "seasons that it shows; default any"),
    ABOUT_KEY(
        "pair", KEY_INTEGER, pair, 99, NULL, NULL,
        "place, from 1, among the moods tried as the other half of a pair of wallpapers; 0 = none"),
    ABOUT_KEY("pair_dry", KEY_INTEGER, pair_dry, 99, NULL, NULL,
              "place, from 1, among those moods in a dry world; 0 = none"),
};

static const key_group world_about = KEY_GROUP("about", world_keys);
static const key_group composition_about = KEY_GROUP("about", composition_keys);
static const key_group weather_about = KEY_GROUP("about", weather_keys);
static const key_group print_about = KEY_GROUP("about", print_keys);
static const key_group mood_about = KEY_GROUP("about", mood_keys);

/* Reads a file by a job.  A built-in file only fails without memory, as a test parses all of them.
 */
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

void data_line(const embedded_text *file, char line[RL_LINE_SIZE])
{
    size_t length = strcspn(file->text, "\n"), start = strcspn(file->text, ":") + 2;
    size_t size = start < length ? length - start : 0;
    size = size < RL_LINE_SIZE ? size : RL_LINE_SIZE - 1;
    memcpy(line, file->text + start, size);
    line[size] = '\0';
}

#define MOST_FILES 64 /* files of a folder from which a seed chooses */
#define MOST_LIKE 8   /* worlds in a chain of `like`; the limit also ends a circle */

/* Returns 1 if a mood suits a world: it names the world, or the world names it, or it suits the
 * world that this one is like. */
static int suits(size_t mood, const data_head *head, int world)
{
    for (int depth = 0; world != RL_AUTO && depth < MOST_LIKE; depth++) {
        if (head->worlds >> world & 1)
            return 1;
        data_head place = head_of(&world_about, &embedded_worlds[world]);
        if (mood < MOST_FILES && place.moods >> mood & 1)
            return 1;
        world = place.like;
    }
    return 0;
}

static size_t at_most(size_t count)
{
    return count < MOST_FILES ? count : MOST_FILES;
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
    *info = (rl_world_info){.weight = head.weight, .moods = head.moods, .is_dry = head.is_dry};
    data_line(&embedded_worlds[index], info->line);
    return 1;
}

/* Returns the scene's composition; its text is NULL if there is none. */
static rl_data composition_file(const rl_scene *scene)
{
    return scene->composition_file.text != NULL || scene->composition_index == RL_AUTO
               ? scene->composition_file
               : data_of(&embedded_compositions[scene->composition_index]);
}

/* Chooses a world by weight that suits the composition and the mood; -1 = the mood is unset.  If no
 * world suits both, the mood is ignored. */
static int choose_world(const rl_scene *scene, int mood)
{
    double weight[MOST_FILES], sum = 0.0;
    size_t count = at_most(embedded_world_count);
    data_head mood_head = {.worlds = UINT64_MAX}, chosen = {.worlds = UINT64_MAX};
    rl_data file = composition_file(scene);
    if (mood >= 0)
        mood_head = head_of(&mood_about, &embedded_moods[mood]);
    if (file.text != NULL)
        (void)read_file(NULL, &composition_about, file, (parse_job){.only_head = 1}, &chosen, NULL);
    for (int any_mood = mood < 0; any_mood < 2 && sum == 0.0; any_mood++)
        for (size_t i = 0; i < count; i++) {
            int is_good =
                chosen.worlds >> i & 1 && (any_mood || suits((size_t)mood, &mood_head, (int)i));
            weight[i] = is_good ? head_of(&world_about, &embedded_worlds[i]).weight : 0.0;
            sum += weight[i];
        }
    return (int)choose_weighted(weight, count, choose(scene, CHOOSE_WORLD, 0.0, 1.0));
}

rl_status world_fill(rl_scene *scene, key_filter takes, rl_error *error)
{
    data_head head = {.like = scene->world};
    for (int depth = 0; head.like != RL_AUTO && depth < MOST_LIKE; depth++)
        TRY(read_file(scene, &world_about, data_of(&embedded_worlds[head.like]),
                      (parse_job){.only_unset = 1, .takes = takes}, &head, error));
    return RL_OK;
}

rl_status rl_world_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene scratch = *scene;
    data_head head;
    rl_data file = {bytes, size, place};
    TRY(read_file(&scratch, &world_about, file, (parse_job){.only_unset = 0}, &head, error));
    scratch = *scene;
    scratch.world_file = file;
    scratch.world = head.like != RL_AUTO ? head.like : 0;
    return scene_keep(scene, &scratch, file, error);
}

/* ---- compositions ----------------------------------------------------------- */

const char *rl_composition_name(size_t index)
{
    return index < embedded_composition_count ? embedded_compositions[index].name : NULL;
}

int rl_composition_describe(size_t index, rl_composition_info *info)
{
    if (index >= embedded_composition_count)
        return 0;
    data_head head = head_of(&composition_about, &embedded_compositions[index]);
    *info = (rl_composition_info){.worlds = head.worlds, .moods = head.moods};
    data_line(&embedded_compositions[index], info->line);
    return 1;
}

rl_status rl_composition_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                               rl_error *error)
{
    rl_scene scratch = *scene;
    data_head head;
    rl_data file = {bytes, size, place};
    TRY(read_file(&scratch, &composition_about, file, (parse_job){.only_unset = 0}, &head, error));
    scratch = *scene;
    scratch.composition_file = file;
    scratch.composition_index = RL_AUTO;
    return scene_keep(scene, &scratch, file, error);
}

/* Returns position `index` across the picture that a composition may set, or NULL past the last. */
static double *position_at(rl_scene *scene, int index)
{
    return index == 0                  ? &scene->land_x
           : index == 1                ? &scene->sun_x
           : index - 2 < RL_MAX_RIDGES ? &scene->ridge[index - 2].hero_x
                                       : NULL;
}

rl_status composition_fill(rl_scene *scene, key_filter takes, double side, rl_error *error)
{
    rl_data file = composition_file(scene);
    unsigned char was_unset[2 + RL_MAX_RIDGES];
    data_head head;
    double *x;
    if (file.text == NULL)
        return RL_OK;
    for (int i = 0; (x = position_at(scene, i)) != NULL; i++)
        was_unset[i] = *x == RL_AUTO;
    TRY(read_file(scene, &composition_about, file, (parse_job){.only_unset = 1, .takes = takes},
                  &head, error));
    for (int i = 0; (x = position_at(scene, i)) != NULL; i++)
        if (was_unset[i] && *x != RL_AUTO)
            *x *= side;
    return RL_OK;
}

rl_status data_fill_files(rl_scene *scene, key_filter takes, double side, rl_error *error)
{
    data_head head;
    parse_job job = {.only_unset = 1};
    if (scene->mood_file.text != NULL)
        TRY(read_file(scene, &mood_about, scene->mood_file, job, &head, error));
    TRY(composition_fill(scene, takes, side, error));
    if (scene->world_file.text != NULL)
        TRY(read_file(scene, &world_about, scene->world_file, job, &head, error));
    return RL_OK;
}

/* ---- moods ------------------------------------------------------------------ */

const char *rl_mood_name(size_t index)
{
    return index < embedded_mood_count ? embedded_moods[index].name : NULL;
}

/* Returns the file of a mood, or NULL. */
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
    data_line(file, info->line);
    return status_clear(error);
}

int rl_mood_suits(const char *mood, int world)
{
    const embedded_text *file = find_mood(mood);
    if (file == NULL || world < 0 || (size_t)world >= embedded_world_count)
        return 0;
    data_head head = head_of(&mood_about, file);
    return suits((size_t)(file - embedded_moods), &head, world);
}

const char *mood_choose(int world, double u)
{
    double weight[MOST_FILES];
    size_t count = at_most(embedded_mood_count);
    for (size_t i = 0; i < count; i++) {
        data_head head = head_of(&mood_about, &embedded_moods[i]);
        weight[i] = suits(i, &head, world) ? head.weight : 0.0;
    }
    return embedded_moods[choose_weighted(weight, count, u)].name;
}

static void set_mood_name(rl_scene *scene, const char *name)
{
    memset(scene->mood, 0, sizeof scene->mood);
    memcpy(scene->mood, name, strlen(name));
}

/* Applies a mood: a built-in one by its name, else (`name` "") the user's file. */
static rl_status apply_mood(rl_scene *scene, rl_data file, const char *name, rl_error *error)
{
    rl_scene changed = *scene;
    data_head head;
    rl_palette_init(&changed.palette);
    TRY(read_file(&changed, &mood_about, file, (parse_job){.clears_choices = 1}, &head, error));
    set_mood_name(&changed, name);
    changed.mood_file = *name == '\0' ? file : (rl_data){.text = NULL};
    return scene_keep(scene, &changed, file, error);
}

rl_status rl_mood_apply(rl_scene *scene, const char *name, rl_error *error)
{
    const embedded_text *file = find_mood(name);
    if (file == NULL)
        return status_unknown(error, "mood", name, "mood", rl_mood_name);
    return apply_mood(scene, data_of(file), file->name, error);
}

rl_status rl_mood_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                        rl_error *error)
{
    return apply_mood(scene, (rl_data){bytes, size, place}, "", error);
}

void rl_scene_unset_light(rl_scene *scene, int clears_snow)
{
    unsigned unset = TRAIT_OF_HOUR | (clears_snow ? TRAIT_OF_SEASON : 0U);
    KEYS_EACH(walk)
    {
        if ((walk.traits & unset) == 0)
            continue;
        int number = 0;
        do
            (void)keys_read(scene, walk.key, number, 0, "auto");
        while (++number < keys_numbered(walk.section));
    }
    rl_palette_init(&scene->palette);
    set_mood_name(scene, "");
}

rl_status mood_fill(rl_scene *scene, const char *name, rl_error *error)
{
    const embedded_text *file = find_mood(name);
    if (file == NULL)
        return status_unknown(error, "ridgeline.mood", name, "mood", rl_mood_name);
    data_head head;
    TRY(read_file(scene, &mood_about, data_of(file), (parse_job){.only_unset = 1}, &head, error));
    set_mood_name(scene, file->name); /* `name` may point into the scene */
    return RL_OK;
}

/* ---- weather ---------------------------------------------------------------- */

const char *rl_weather_name(size_t index)
{
    return index < embedded_weather_count ? embedded_weathers[index].name : NULL;
}

int rl_weather_describe(size_t index, rl_weather_info *info)
{
    if (index >= embedded_weather_count)
        return 0;
    *info = (rl_weather_info){.weight = head_of(&weather_about, &embedded_weathers[index]).weight};
    data_line(&embedded_weathers[index], info->line);
    return 1;
}

static rl_status read_weather(rl_scene *scene, int index, parse_job job, rl_error *error)
{
    data_head head;
    return read_file(scene, &weather_about, data_of(&embedded_weathers[index]), job, &head, error);
}

rl_status rl_weather_apply(rl_scene *scene, const char *name, rl_error *error)
{
    for (size_t i = 0; i < embedded_weather_count; i++)
        if (strcmp(embedded_weathers[i].name, name) == 0) {
            TRY(read_weather(scene, (int)i, (parse_job){.clears_choices = 1}, error));
            scene->weather = (int)i;
            return status_clear(error);
        }
    return status_unknown(error, "weather", name, "weather", rl_weather_name);
}

rl_status weather_fill(rl_scene *scene, rl_error *error)
{
    if (scene->weather == RL_AUTO)
        return RL_OK;
    return read_weather(scene, scene->weather, (parse_job){.only_unset = 1}, error);
}

/* Returns whether a weather needs a sky of its own colours, such as that of an eclipse. */
static int has_colours(size_t weather)
{
    return strstr(embedded_weathers[weather].text, "\nsky_1 = ") != NULL;
}

/* Weights are shares of the seeds; the rest of the seeds has the sky of the mood. */
int weather_choose(rl_scene *scene)
{
    const embedded_text *file = find_mood(scene->mood);
    if (scene->weather != RL_AUTO || scene->calm != RL_CALM_NONE || file == NULL)
        return 0;
    uint64_t of_mood = head_of(&mood_about, file).hours;
    size_t mood = (size_t)(file - embedded_moods);
    double u = choose(scene, CHOOSE_WEATHER, 0.0, 1.0);
    for (size_t i = 0; i < embedded_weather_count; i++) {
        data_head head = head_of(&weather_about, &embedded_weathers[i]);
        int suits = (of_mood & head.hours) != 0 && (head.without >> mood & 1) == 0;
        double weight = suits ? head.weight : 0.0;
        if (u < weight) {
            if (has_colours(i) && scene->palette.name[0] != '\0')
                return 0;
            scene->weather = (int)i;
            return has_colours(i);
        }
        u -= weight;
    }
    return 0;
}

/* ---- prints ------------------------------------------------------------------- */

const char *rl_print_name(size_t index)
{
    return index < embedded_print_count ? embedded_prints[index].name : NULL;
}

int rl_print_describe(size_t index, rl_print_info *info)
{
    if (index >= embedded_print_count)
        return 0;
    data_line(&embedded_prints[index], info->line);
    return 1;
}

rl_status rl_print_apply(rl_scene *scene, const char *name, rl_error *error)
{
    int index = 0, count = (int)embedded_print_count;
    if (strcmp(name, "auto") == 0) /* any but the first, which is none */
        index = 1 + (int)choose(scene, CHOOSE_PRINT, 0.0, count - 1.0);
    else
        while (index < count && strcmp(embedded_prints[index].name, name) != 0)
            index++;
    if (index == count)
        return status_unknown(error, "print", name, "print", rl_print_name);
    keys_unset(scene, "print", 0);
    scene->print = index;
    return status_clear(error);
}

rl_status rl_print_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene changed = *scene;
    data_head head;
    keys_unset(&changed, "print", 0);
    TRY(read_file(&changed, &print_about, (rl_data){bytes, size, place}, (parse_job){0}, &head,
                  error));
    *scene = changed;
    return status_clear(error);
}

rl_status print_fill(rl_scene *scene, rl_error *error)
{
    data_head head;
    if (scene->print == RL_AUTO)
        return RL_OK;
    return read_file(scene, &print_about, data_of(&embedded_prints[scene->print]),
                     (parse_job){.only_unset = 1}, &head, error);
}

/* ---- dealing to bare seeds ---------------------------------------------------- */

/* Takes a card from the whole deck, or from the cards of one place if `place` is not below 0. */
static int deal(uint64_t seed, int place, deck_card *card)
{
    uint64_t moods[MOST_FILES] = {0};
    size_t worlds = at_most(embedded_world_count);
    size_t places = at_most(worlds + embedded_composition_count);
    for (size_t i = 0; i < places; i++)
        if (place < 0 || (size_t)place == i)
            moods[i] = i < worlds
                           ? head_of(&world_about, &embedded_worlds[i]).moods
                           : head_of(&composition_about, &embedded_compositions[i - worlds]).moods;
    return deck_deal(moods, (int)places, seed, card);
}

/* Sets world and composition by a card; returns 0 without a change if there is no card.  A given
 * world or composition is dealt from its own cards, so that cards of other places do not change it.
 */
static int take_card(rl_scene *scene, deck_card *card)
{
    int worlds = (int)at_most(embedded_world_count);
    int place =
        scene->composition_index != RL_AUTO ? worlds + scene->composition_index : scene->world;
    if (scene->composition_file.text != NULL || !deal(scene->seed, place, card))
        return 0;
    if (card->place >= worlds)
        scene->composition_index = card->place - worlds;
    if (scene->world == RL_AUTO)
        scene->world = card->place < worlds ? card->place : choose_world(scene, card->mood);
    return 1;
}

void data_deal(rl_scene *scene, int deals_mood)
{
    int layout = scene->composition_index;
    deck_card card;
    if (take_card(scene, &card) && deals_mood)
        set_mood_name(scene, embedded_moods[card.mood].name);
    if (scene->world == RL_AUTO)
        scene->world = choose_world(scene, -1);
    if (layout == RL_AUTO && scene->calm != RL_CALM_NONE) /* a dealt composition may be unquiet */
        scene->composition_index = RL_AUTO;
}
