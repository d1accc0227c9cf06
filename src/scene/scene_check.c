/* scene_check.c - every value of a scene held to the rule of its key.
 *
 * In: a scene that a caller may have filled with anything.  Out: `key = value: rule`,
 * or values that are rounded to what scene text carries.
 */
#include "scene/scene_check.h"

#include <string.h>

#include "base/status.h"
#include "scene/keys.h"

/* 1 when scene text could carry a real: it is a number and not too large. */
static int is_writable(const rl_scene *scene, const scene_key *key, int ridge)
{
    double value = keys_real(scene, key, ridge);
    return value >= RL_AUTO && value <= -RL_AUTO;
}

/* Checks one key of the scene (or of ridge `ridge`) and names it on failure. */
static rl_status check_key(const rl_scene *scene, const scene_key *key, int ridge, rl_error *error)
{
    if (keys_check(scene, key, ridge))
        return RL_OK;
    char value[KEYS_VALUE_SIZE];
    memcpy(value, "the value", sizeof "the value");
    if (key->kind == KEY_INTEGER || (key->kind == KEY_REAL && is_writable(scene, key, ridge)))
        (void)keys_write(scene, key, ridge, 0, value);
    for (int s = 0; scene_sections[s] != NULL; s++)
        if (keys_numbered(scene_sections[s]) > 0 && keys_in(key, scene_sections[s]))
            return status_fail(error, RL_BAD_ARGUMENT, "%s.%d.%s = %s: must be %s",
                               scene_sections[s], ridge + 1, keys_name(key), value, key->rule);
    return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: must be %s", key->path, value, key->rule);
}

/* How many sections of the key's name are checked. */
static int times_of(const rl_scene *scene, const scene_key *key)
{
    if (keys_in(key, "ridge"))
        return scene->ridge_count == RL_AUTO ? RL_MAX_RIDGES : scene->ridge_count;
    return keys_in(key, "pass") ? scene->map.pass_count : 1;
}

static rl_status check_keys(const rl_scene *scene, rl_error *error)
{
    for (size_t i = 0; i < scene_key_count; i++) {
        const scene_key *key = &scene_keys[i];
        int times = times_of(scene, key);
        for (int number = 0; number < times; number++) {
            rl_status status =
                keys_is_used(scene, key, number) ? check_key(scene, key, number, error) : RL_OK;
            if (status != RL_OK)
                return status;
        }
    }
    return RL_OK;
}

/* Counts that are no keys, and by which the keys of numbered sections are found. */
static rl_status check_counts(const rl_scene *scene, rl_error *error)
{
    int passes = scene->map.pass_count, named = scene->ridge_named;
    if (passes < 0 || passes > RL_MAX_PASSES)
        return status_fail(error, RL_BAD_ARGUMENT, "pass: %d of them: must be 0..%d", passes,
                           RL_MAX_PASSES);
    if (named < 0 || named > RL_MAX_RIDGES)
        return status_fail(error, RL_BAD_ARGUMENT, "ridge: %d of them: must be 0..%d", named,
                           RL_MAX_RIDGES);
    return RL_OK;
}

rl_status scene_check(const rl_scene *scene, rl_error *error)
{
    rl_status status = check_counts(scene, error);
    return status == RL_OK ? check_keys(scene, error) : status;
}

void scene_round(rl_scene *scene)
{
    for (size_t i = 0; i < scene_key_count; i++) {
        const scene_key *key = &scene_keys[i];
        int times = times_of(scene, key);
        for (int number = 0; number < times; number++)
            if (keys_is_used(scene, key, number))
                keys_round(scene, key, number);
    }
}
