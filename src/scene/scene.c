/* scene.c - a scene as a value: unset, seeded, checked. */
#include "ridgeline.h"

#include <string.h>

#include "base/embedded.h"
#include "base/status.h"
#include "base/text.h"
#include "ridge/ridge.h"
#include "scene/choice.h"
#include "scene/composition.h"
#include "scene/data.h"
#include "scene/keys.h"
#include "scene/profiles.h"

/* ---- scenes as values ------------------------------------------------------- */

void scene_init(rl_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->algorithm = RL_ALGORITHM;
    keys_unset(scene, NULL, 0);
    rl_palette_init(&scene->palette);
    for (int i = 1; i < RL_MAX_RIDGES; i++)
        scene->ridge[i] = scene->ridge[0];
    for (int i = 1; i < RL_MAX_PASSES; i++)
        scene->map.pass[i] = scene->map.pass[0];
}

static const scene_key *key_at(size_t index)
{
    KEYS_EACH(walk)
    {
        if (index == 0)
            return walk.key;
        index--;
    }
    return NULL;
}

int rl_scene_key(size_t index, rl_key *key)
{
    const scene_key *found = key_at(index);
    if (found == NULL)
        return 0;
    *key = (rl_key){.path = found->path, .meaning = found->meaning, .needs = found->needs};
    key_rule(found, key->rule);
    return 1;
}

const char *rl_scene_key_word(size_t index, size_t word)
{
    const scene_key *key = key_at(index);
    return key != NULL && (key->kind == KEY_NAME || key->kind == KEY_SET) ? key_word(key, word)
                                                                          : NULL;
}

rl_status rl_seed_parse(uint64_t *seed, const char *text, rl_error *error)
{
    if (*text == '\0')
        return status_fail(error, RL_BAD_ARGUMENT, "seed: empty: must be a number or a text");
    if (!text_to_u64(seed, text))
        *seed = choice_hash(text);
    return status_clear(error);
}

const char *rl_scene_builtin_name(size_t index)
{
    return index < embedded_scene_count ? embedded_scenes[index].name : NULL;
}

rl_status rl_scene_builtin(rl_scene *scene, const char *name, rl_error *error)
{
    for (size_t i = 0; i < embedded_scene_count; i++) {
        const embedded_text *file = &embedded_scenes[i];
        if (strcmp(file->name, name) == 0)
            return rl_scene_parse(scene, file->text, file->size, name, error);
    }
    return status_unknown(error, "scene", name, "scene", rl_scene_builtin_name);
}

/* ---- checks ----------------------------------------------------------------- */

/* Checks one key of the scene (or of ridge `ridge`) and names it on failure. */
static rl_status check_key(const rl_scene *scene, const char *section, const scene_key *key,
                           int number, rl_error *error)
{
    if (keys_check(scene, key, number))
        return RL_OK;
    char value[KEYS_VALUE_SIZE];
    if ((key->kind != KEY_INTEGER && key->kind != KEY_REAL) ||
        !keys_write(scene, key, number, 0, value))
        memcpy(value, "the value", sizeof "the value");
    char rule[KEY_RULE_SIZE];
    key_rule(key, rule);
    if (keys_numbered(section) > 0)
        return status_fail(error, RL_BAD_ARGUMENT, "%s.%d.%s = %s: must be %s", section, number + 1,
                           key_name(key), value, rule);
    return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: must be %s", key->path, value, rule);
}

/* Checks every value.  If `rounded`, which is the same scene, is not NULL, values are rounded to
 * those that text can carry. */
static rl_status check_all(const rl_scene *scene, rl_scene *rounded, rl_error *error)
{
    KEYS_EACH(walk)
    {
        int times = 1; /* sections of that name */
        if (strcmp(walk.section, "ridge") == 0)
            times = scene->ridge_count == RL_AUTO ? RL_MAX_RIDGES : scene->ridge_count;
        else if (strcmp(walk.section, "pass") == 0)
            times = scene->map.pass_count;
        for (int number = 0; number < times; number++) {
            const scene_key *key = keys_own(scene, walk.key, number);
            if (!keys_is_used(scene, &walk, number))
                continue;
            TRY(check_key(scene, walk.section, key, number, error));
            if (rounded != NULL)
                keys_round(rounded, key, number);
        }
    }
    return RL_OK;
}

rl_status scene_check(const rl_scene *scene, rl_error *error)
{
    return check_all(scene, NULL, error);
}

/* Checks rules between several keys. */
static rl_status check_together(const rl_scene *scene, rl_error *error)
{
    for (int i = 0; i < scene->ridge_count; i++) {
        int heights[RL_PROFILE_HEIGHTS], count;
        TRY(ridge_check_family(&scene->ridge[i], i, error));
        if (ridge_has(&scene->ridge[i], RIDGE_OF_PROFILE))
            TRY(profiles_read(scene, i, heights, &count, error));
    }
    if (scene->colours > 0 && scene->depth != 8)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.depth = %d: must be 8 where output.colours is not 0",
                           scene->depth);
    if (scene->inks > 0 && (scene->depth != 8 || scene->colours > 0))
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.%s = %d: must be %d where output.inks is %s",
                           scene->colours > 0 ? "colours" : "depth",
                           scene->colours > 0 ? scene->colours : scene->depth,
                           scene->colours > 0 ? 0 : 8, rl_ink_name((size_t)scene->inks));
    int recorded = scene->width > 0 && scene->height > 0;
    if (scene->part_width > 0 && recorded &&
        (scene->part_x + scene->part_width > scene->width ||
         scene->part_y + scene->part_height > scene->height))
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.region = %dx%d+%d+%d: must lie inside output.size",
                           scene->part_width, scene->part_height, scene->part_x, scene->part_y);
    return RL_OK;
}

rl_status scene_fill(rl_scene *scene, rl_error *error)
{
    if (scene->kind == RL_AUTO)
        scene->kind = 0;
    TRY(check_all(scene, scene, error));
    scene->algorithm = RL_ALGORITHM;
    if (scene->kind == RL_SCENE_MAP) {
        TRY(map_rules_resolve(scene, error));
        TRY(check_all(scene, scene, error));
        return status_clear(error);
    }
    /* The values of a given mood come before those that the seed or the hour choose. */
    if (scene->mood[0] != '\0')
        TRY(mood_fill(scene, scene->mood, error));
    TRY(composition_resolve(scene, error));
    TRY(check_all(scene, scene, error));
    TRY(check_together(scene, error));
    return status_clear(error);
}

rl_status rl_scene_resolve(rl_scene *scene, rl_error *error)
{
    rl_scene filled = *scene;
    TRY(scene_fill(&filled, error));
    *scene = filled;
    return RL_OK;
}

int scene_has_land_of(const rl_scene *scene, const rl_scene *other)
{
    rl_scene same = *other; /* with the light of `scene` */
    same.owned = scene->owned;
    same.palette = scene->palette;
    KEYS_EACH(walk)
    {
        if (walk.traits & TRAIT_LIGHT)
            keys_set(&same, walk.key, 0, keys_number(scene, walk.key, 0, 0));
    }
    return memcmp(&same, scene, sizeof same) == 0;
}
