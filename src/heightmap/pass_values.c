/* pass_values.c - reads, sets and resolves the values of a pass by the keys of its kind. */
#include "heightmap/pass.h"

#include <string.h>

#include "base/status.h"

/* Returns the value of a key, or its default if it is unset. */
static double number_of(const rl_pass *pass, const scene_key *key)
{
    const heightmap_pass *kind = pass_at(pass->kind);
    if (pass_is_unset(pass, key))
        return kind->otherwise != NULL ? kind->otherwise(pass, key) : key->otherwise;
    const rl_value *value = pass_value(pass, key);
    return key->kind == KEY_REAL ? value->real : (double)value->integer;
}

const scene_key *pass_key(const rl_pass *pass, const char *name)
{
    const heightmap_pass *kind = pass_at(pass->kind);
    for (size_t i = 0; kind != NULL && i < kind->key_count; i++)
        if (strcmp(key_name(&kind->keys[i]), name) == 0)
            return &kind->keys[i];
    return NULL;
}

void pass_settings_read(const rl_pass *pass, pass_settings *settings)
{
    const heightmap_pass *kind = pass_at(pass->kind);
    memset(settings, 0, sizeof *settings);
    for (size_t i = 0; kind != NULL && i < kind->key_count; i++) {
        const scene_key *key = &kind->keys[i];
        rl_value value;
        pass_value_set(key, &value, number_of(pass, key));
        memcpy(settings->bytes + key->offset, &value,
               key->kind == KEY_REAL ? sizeof(double) : sizeof(int));
    }
}

rl_status pass_resolve(rl_pass *pass, int index, rl_error *error)
{
    const heightmap_pass *kind = pass_at(pass->kind);
    if (kind == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "pass.%d.kind: unset: must be named", index + 1);
    for (int i = 0; i < RL_PASS_VALUES; i++) {
        const char *name = pass->value[i].key;
        if (name != NULL && pass_key(pass, name) == NULL)
            return status_fail(error, RL_BAD_ARGUMENT, "pass.%d.%s: %s has no such key", index + 1,
                               SHOWN(name), kind->name);
    }
    rl_pass resolved = {.kind = pass->kind};
    for (size_t i = 0; i < kind->key_count; i++) {
        const scene_key *key = &kind->keys[i];
        pass_value_set(key, pass_slot(&resolved, key), number_of(pass, key));
    }
    *pass = resolved;
    return RL_OK;
}

int64_t pass_steps(const rl_pass *pass, int64_t samples)
{
    const heightmap_pass *kind = pass_at(pass->kind);
    pass_settings settings;
    if (kind == NULL)
        return pass_product(samples, 2);
    pass_settings_read(pass, &settings);
    return kind->steps(&settings, samples);
}

/* ---- public ----------------------------------------------------------------- */

const char *rl_pass_name(int kind)
{
    return pass_at(kind) != NULL ? pass_at(kind)->name : NULL;
}

int rl_pass_find(const char *name)
{
    for (int kind = 0; pass_at(kind) != NULL; kind++)
        if (strcmp(pass_at(kind)->name, name) == 0)
            return kind;
    return -1;
}

const char *rl_pass_key(int kind, size_t index, double *otherwise, rl_key *key)
{
    const heightmap_pass *pass = pass_at(kind);
    if (pass == NULL || index >= pass->key_count)
        return NULL;
    const scene_key *record = &pass->keys[index];
    if (otherwise != NULL)
        *otherwise = record->otherwise;
    if (key != NULL) {
        *key = (rl_key){.path = record->path, .meaning = record->meaning, .needs = record->needs};
        key_rule(record, key->rule);
    }
    return key_name(record);
}

rl_status pass_set(rl_pass *pass, const char *name, double number, rl_error *error)
{
    const heightmap_pass *kind = pass_at(pass->kind);
    const scene_key *key = pass_key(pass, name);
    if (key == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "pass: %s: %s has no such key", SHOWN(name),
                           kind != NULL ? kind->name : "an unset kind");
    rl_value *slot = pass_slot(pass, key);
    if (slot == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "pass: %s: must have at most %d values",
                           SHOWN(name), RL_PASS_VALUES);
    if (!(number >= -1e9 && number <= 1e9))
        return status_fail(error, RL_BAD_ARGUMENT, "pass: %s: must be a number", SHOWN(name));
    pass_value_set(key, slot, number);
    return status_clear(error);
}

double pass_get(const rl_pass *pass, const char *name)
{
    const scene_key *key = pass_key(pass, name);
    return key != NULL ? number_of(pass, key) : RL_AUTO;
}

int rl_pass_streams(int kind)
{
    return pass_at(kind) != NULL && pass_at(kind)->stream != NULL;
}

int pass_reads_input(const rl_pass *pass)
{
    const heightmap_pass *kind = pass_at(pass->kind);
    pass_settings settings;
    if (kind == NULL || kind->reads_input == NULL)
        return 0;
    pass_settings_read(pass, &settings);
    return kind->reads_input(&settings);
}
