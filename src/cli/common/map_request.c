/* map_request.c - turns the options of maps into keys of a scene.
 *
 * In: a scene as its source left it, and the options.  Out: the scene of the map.  --pass, --shade
 * and --view hold several keys: NAME:KEY=VALUE,...
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

/* An error `map.sea = 2: rule` becomes `--sea 2: rule`; `place` is all before the value. */
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
    const char *place; /* printed before a key in messages */
    char section[20];  /* "map.", "pass.3." */
    int count;
    struct {
        const char *typed, *key;
    } row[16];
} list_keys;

/* One KEY=VALUE; the bits of `seen` are the keys before it. */
static int apply_item(rl_scene *scene, const list_keys *keys, char *item, unsigned *seen)
{
    char place[96], key[64];
    const char *names[16];
    char *equals = strchr(item, '=');
    int i = 0;
    if (equals == NULL || equals == item)
        return say_error(CODE_USAGE, "%s%s: must be KEY=VALUE, with a comma between two",
                         keys->place, SHOW(item));
    *equals = '\0';
    for (; i < keys->count && strcmp(keys->row[i].typed, item) != 0; i++)
        names[i] = keys->row[i].typed;
    if (i == keys->count)
        return say_no_such(keys->place, item, "key", names, (size_t)i);
    snprintf(place, sizeof place, "%s%s=", keys->place, keys->row[i].typed);
    if ((*seen >> i & 1) != 0)
        return say_error(CODE_USAGE, "%s%s: given twice", place, SHOW(equals + 1));
    *seen |= 1U << i;
    snprintf(key, sizeof key, "%s%s", keys->section, keys->row[i].key);
    return set_key(scene, key, equals + 1, place);
}

/* KEY=VALUE,KEY=VALUE,...; NULL is an empty list. */
static int apply_list(rl_scene *scene, const list_keys *keys, const char *typed)
{
    char list[512];
    unsigned seen = 0;
    int code = CODE_OK;
    if (typed == NULL)
        return CODE_OK;
    if (strlen(typed) >= sizeof list)
        return say_error(CODE_USAGE, "%s%s: more than %d letters", keys->place, SHOW(typed),
                         (int)sizeof list - 1);
    snprintf(list, sizeof list, "%s", typed);
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
    return index < (size_t)shade_keys.count ? shade_keys.row[index].typed : NULL;
}

const char *view_key(size_t index)
{
    return index < (size_t)view_keys.count ? view_keys.row[index].typed : NULL;
}

/* ---- passes ------------------------------------------------------------- */

/* NAME[:KEY=VALUE,...] becomes the next of the scene's passes. */
static int apply_pass(rl_scene *scene, int number, const char *typed)
{
    const char *names[32], *pass = NULL, *name;
    int kind = 0;
    char word[64], key[24], place[80];
    size_t count = 0, length = strcspn(typed, ":");
    list_keys keys = {.place = place};
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), typed);
    for (; count < 32 && (names[count] = rl_pass_name((int)count)) != NULL; count++)
        if (strcmp(names[count], word) == 0) {
            pass = names[count];
            kind = (int)count;
        }
    if (pass == NULL)
        return say_no_such("--pass ", word, "pass", names, count);
    for (; keys.count < 16; keys.count++) {
        name = rl_pass_key(kind, (size_t)keys.count, NULL, NULL);
        if (name == NULL)
            break;
        keys.row[keys.count].typed = keys.row[keys.count].key = name;
    }
    snprintf(place, sizeof place, "--pass %s:", pass);
    snprintf(keys.section, sizeof keys.section, "pass.%d.", number);
    snprintf(key, sizeof key, "%skind", keys.section);
    int code = set_key(scene, key, pass, "--pass ");
    const char *list = typed[length] == ':' ? typed + length + 1 : NULL;
    return code == CODE_OK ? apply_list(scene, &keys, list) : code;
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

int map_request_apply(rl_scene *scene, const char *view, const options *opts)
{
    double *cell = &scene->map.cell;
    const geometry *size = &opts->size;
    int is_view_list = view != NULL && strchr(view, '=') != NULL, first = scene->map.pass_count;
    scene->kind = RL_SCENE_MAP;
    /* Another size of a recorded map is the same land: a cut of the same grid keeps its cells,
     * another grid has finer or coarser ones. */
    if (size->width > 0 && *cell != RL_AUTO && scene->width > 0)
        *cell =
            *cell * grid_side(scene->width, scene->height) / grid_side(size->width, size->height);
    if (size->width > 0) {
        scene->width = size->width;
        scene->height = size->height;
    }
    if (first + opts->pass_count > RL_MAX_PASSES)
        return say_error(CODE_USAGE, "--pass: %d of them: at most %d", first + opts->pass_count,
                         RL_MAX_PASSES);
    int code = apply_corners(scene, opts->corners);
    if (code == CODE_OK)
        code = apply_list(scene, &shade_keys, opts->shade);
    if (code == CODE_OK && view != NULL) /* a name, or keys of the view in perspective */
        code = set_key(scene, "map.view", is_view_list ? "surface" : view, "--view ");
    if (code == CODE_OK && is_view_list)
        code = apply_list(scene, &view_keys, view);
    for (int i = 0; i < opts->pass_count && code == CODE_OK; i++)
        code = apply_pass(scene, first + i + 1, opts->passes[i]);
    if (code == CODE_OK)
        code = apply_tint(scene, opts->tint);
    return code == CODE_OK ? request_apply(scene, opts) : code;
}
