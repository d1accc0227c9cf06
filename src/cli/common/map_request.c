/* map_request.c - turns the options of `map` into keys of a scene.
 *
 * In: a scene as its source left it, and the options.  Out: the map that the command
 * line asks for.  --pass, --shade and --view hold several keys: NAME:KEY=VALUE,...
 */
#include "cli/common/map_request.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "ridgeline-map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one key ------------------------------------------------------------ */

/* The library speaks of keys, the user of options: `map.sea = 2: rule` becomes
 * `--sea 2: rule`.  `place` is all that stands before the value. */
static int set_key(rl_scene *scene, const char *key, const char *value, const char *place)
{
    rl_error error;
    if (rl_scene_set(scene, key, value, &error) == RL_OK)
        return CODE_OK;
    const char *rule = strstr(error.text, " = ");
    if (rule == NULL)
        return say_status(&error);
    return say_error(CODE_USAGE, "%s%.300s", place, rule + 3);
}

/* ---- lists -------------------------------------------------------------- */

/* Cuts "A,B, C" at its commas; returns what follows, or NULL after the last. */
static char *cut(char *list)
{
    char *comma = strchr(list, ',');
    if (comma == NULL)
        return NULL;
    *comma = '\0';
    return comma + 1 + strspn(comma + 1, " ");
}

static int apply_corners(rl_scene *scene, const char *corners)
{
    char list[128], place[200];
    int count = 0, code = CODE_OK;
    if (corners == NULL)
        return CODE_OK;
    snprintf(list, sizeof list, "%s", corners);
    snprintf(place, sizeof place, "--corners %s: ", SHOW(corners));
    for (char *item = list, *next; item != NULL && code == CODE_OK; item = next) {
        char key[24];
        next = cut(item);
        snprintf(key, sizeof key, "map.corner_%d", ++count < 5 ? count : 5);
        if (count > 4)
            break;
        code = set_key(scene, key, item, place);
    }
    if (code == CODE_OK && (count != 4 || strlen(corners) >= sizeof list))
        return say_error(CODE_USAGE, "%smust be four heights: A,B,C,D", place);
    return code;
}

/* The keys of a list: as they are typed, and as the scene's section calls them. */
typedef struct list_keys {
    const char *place; /* what stands before a key in messages */
    char section[20];  /* "map.", "pass.3." */
    int count;
    struct {
        const char *typed, *key;
    } of[16];
} list_keys;

static int tell_key(const list_keys *keys, const char *word)
{
    char known[160] = "";
    const char *names[16];
    for (int i = 0; i < keys->count; i++) {
        names[i] = keys->of[i].typed;
        snprintf(known + strlen(known), sizeof known - strlen(known), " %s", names[i]);
    }
    const char *near = rl_nearest(word, names, (size_t)keys->count);
    if (near != NULL)
        return say_error(CODE_USAGE, "%s%s: no such key: did you mean %s?", keys->place, SHOW(word),
                         near);
    return say_error(CODE_USAGE, "%s%s: no such key: must be one of%s", keys->place, SHOW(word),
                     known);
}

/* One KEY=VALUE; the bits of `seen` are the keys before it. */
static int apply_item(rl_scene *scene, const list_keys *keys, char *item, unsigned *seen)
{
    char place[96], key[64];
    char *equals = strchr(item, '=');
    int i = 0;
    if (equals == NULL || equals == item)
        return say_error(CODE_USAGE, "%s%s: must be KEY=VALUE, with a comma between two",
                         keys->place, SHOW(item));
    *equals = '\0';
    while (i < keys->count && strcmp(keys->of[i].typed, item) != 0)
        i++;
    if (i == keys->count)
        return tell_key(keys, item);
    snprintf(place, sizeof place, "%s%s=", keys->place, keys->of[i].typed);
    if ((*seen >> i & 1) != 0)
        return say_error(CODE_USAGE, "%s%s: given twice", place, SHOW(equals + 1));
    *seen |= 1U << i;
    snprintf(key, sizeof key, "%s%s", keys->section, keys->of[i].key);
    return set_key(scene, key, equals + 1, place);
}

/* KEY=VALUE,KEY=VALUE,...; NULL is an empty list. */
static int apply_list(rl_scene *scene, const list_keys *keys, const char *given)
{
    char list[512];
    unsigned seen = 0;
    int code = CODE_OK;
    if (given == NULL)
        return CODE_OK;
    if (strlen(given) >= sizeof list)
        return say_error(CODE_USAGE, "%s%s: more than %d letters", keys->place, SHOW(given),
                         (int)sizeof list - 1);
    snprintf(list, sizeof list, "%s", given);
    for (char *item = list, *next; item != NULL && code == CODE_OK; item = next) {
        next = cut(item);
        code = apply_item(scene, keys, item, &seen);
    }
    return code;
}

static const list_keys shade_keys = {"--shade ",
                                     "map.",
                                     5,
                                     {{"azimuth", "azimuth"},
                                      {"altitude", "altitude"},
                                      {"exaggeration", "exaggeration"},
                                      {"z", "exaggeration"},
                                      {"amount", "shade"}}};
static const list_keys view_keys = {
    "--view ", "map.", 2, {{"azimuth", "view_azimuth"}, {"elevation", "view_elevation"}}};

const char *shade_key(size_t index)
{
    return index < (size_t)shade_keys.count ? shade_keys.of[index].typed : NULL;
}

const char *view_key(size_t index)
{
    return index < (size_t)view_keys.count ? view_keys.of[index].typed : NULL;
}

/* A name, or keys of the view in perspective. */
static int apply_view(rl_scene *scene, const char *view)
{
    int has_keys = view != NULL && strchr(view, '=') != NULL;
    if (view == NULL)
        return CODE_OK;
    int code = set_key(scene, "map.view", has_keys ? "surface" : view, "--view ");
    return code == CODE_OK && has_keys ? apply_list(scene, &view_keys, view) : code;
}

/* ---- passes ------------------------------------------------------------- */

/* The number of the pass that `given` begins with, or -1 after telling. */
static int find_pass(const char *given)
{
    char word[64], known[300] = "";
    const char *names[16];
    size_t count = 0, length = strcspn(given, ":");
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), given);
    for (; count < 15 && (names[count] = rl_pass_name((int)count)) != NULL; count++)
        if (strcmp(names[count], word) == 0)
            return (int)count;
    for (size_t i = 0; i < count; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), " %s", names[i]);
    const char *near = rl_nearest(word, names, count);
    if (near != NULL)
        say_error(CODE_USAGE, "--pass %s: no such pass: did you mean %s?", SHOW(word), near);
    else
        say_error(CODE_USAGE, "--pass %s: no such pass: must be one of%s", SHOW(word), known);
    return -1;
}

static int apply_pass(rl_scene *scene, int number, const char *given)
{
    char key[24], place[48];
    const char *colon = strchr(given, ':');
    int kind = find_pass(given);
    if (kind < 0)
        return CODE_USAGE;
    list_keys keys = {.place = place};
    snprintf(place, sizeof place, "--pass %s:", rl_pass_name(kind));
    snprintf(keys.section, sizeof keys.section, "pass.%d.", number);
    for (const char *name; keys.count < 16; keys.count++) {
        name = rl_pass_key(kind, (size_t)keys.count, NULL, NULL);
        if (name == NULL)
            break;
        keys.of[keys.count].typed = keys.of[keys.count].key = name;
    }
    snprintf(key, sizeof key, "%skind", keys.section);
    int code = set_key(scene, key, rl_pass_name(kind), "--pass ");
    return code == CODE_OK ? apply_list(scene, &keys, colon != NULL ? colon + 1 : NULL) : code;
}

static int apply_passes(rl_scene *scene, const options *wanted)
{
    int code = CODE_OK, first = scene->map.pass_count;
    if (first + wanted->pass_count > RL_MAX_PASSES)
        return say_error(CODE_USAGE, "--pass: %d of them: at most %d", first + wanted->pass_count,
                         RL_MAX_PASSES);
    for (int i = 0; i < wanted->pass_count && code == CODE_OK; i++)
        code = apply_pass(scene, first + i + 1, wanted->passes[i]);
    return code;
}

/* ---- the tint ----------------------------------------------------------- */

/* A file of colours, or the name of a ramp or palette. */
static int apply_tint(rl_scene *scene, const char *tint)
{
    void *bytes;
    size_t size;
    rl_error error;
    if (tint == NULL)
        return CODE_OK;
    scene->map.tint_count = 0;
    memset(scene->map.tint_name, 0, sizeof scene->map.tint_name);
    if (path_ending(tint) == NULL && strchr(tint, '/') == NULL)
        return set_key(scene, "tint.name", tint, "--tint ");
    if (rl_file_read(&bytes, &size, tint, RL_MAX_TEXT, NULL, &error) != RL_OK)
        return say_status(&error);
    rl_status status = rl_tint_parse(&scene->map, bytes, size, tint, &error);
    rl_file_free(bytes, NULL);
    return status == RL_OK ? CODE_OK : say_status(&error);
}

/* Cells along the grid of 2^n + 1 samples that a map of this size is cut from. */
static int grid_side(int width, int height)
{
    int longer = width > height ? width : height, side = 1;
    while (side + 1 < longer)
        side *= 2;
    return side;
}

/* Another size of a recorded map is the same land: a cut of the same grid keeps its
 * cells, another grid has finer or coarser ones. */
static void apply_size(rl_scene *scene, const geometry *size)
{
    double *cell = &scene->map.cell;
    if (size->width == 0)
        return;
    if (*cell != RL_AUTO && scene->width > 0)
        *cell =
            *cell * grid_side(scene->width, scene->height) / grid_side(size->width, size->height);
    scene->width = size->width;
    scene->height = size->height;
}

int map_request_apply(rl_scene *scene, const char *view, const options *wanted)
{
    scene->kind = 1;
    apply_size(scene, &wanted->size);
    int code = apply_corners(scene, wanted->corners);
    if (code == CODE_OK)
        code = apply_list(scene, &shade_keys, wanted->shade);
    if (code == CODE_OK)
        code = apply_view(scene, view);
    if (code == CODE_OK)
        code = apply_passes(scene, wanted);
    if (code == CODE_OK)
        code = apply_tint(scene, wanted->tint);
    return code == CODE_OK ? request_apply(scene, wanted) : code;
}
