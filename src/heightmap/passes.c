/* passes.c - the table of map passes, and the values of their keys. */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "heightmap/pass.h"

/* A pass's number in this list is its rl_pass.kind: new rows go to the end. */
#define PASSES(PASS)                                                                               \
    PASS(voronoi_pass)                                                                             \
    PASS(perturb_pass)                                                                             \
    PASS(thermal_pass)                                                                             \
    PASS(thermal_fast_pass)                                                                        \
    PASS(thermal_inverted_pass)                                                                    \
    PASS(hydraulic_pass)                                                                           \
    PASS(hydraulic_fast_pass)                                                                      \
    PASS(droplets_pass)                                                                            \
    PASS(normalise_pass)                                                                           \
    PASS(combine_pass)                                                                             \
    PASS(gullies_pass)                                                                             \
    PASS(terrace_pass)                                                                             \
    PASS(dunes_pass)                                                                               \
    PASS(volcano_pass)

#define DECLARATION(pass) extern const heightmap_pass pass;
#define ROW(pass) &pass,
PASSES(DECLARATION)
static const heightmap_pass *const passes[] = {PASSES(ROW)};
#define COUNT ((int)(sizeof passes / sizeof passes[0]))

const heightmap_pass *pass_at(int kind)
{
    return kind >= 0 && kind < COUNT ? passes[kind] : NULL;
}

/* ---- values by the name of their key ---------------------------------------- */

static const char *name_of(const scene_key *key)
{
    return strrchr(key->path, '.') + 1;
}

static void value_set(const scene_key *key, rl_value *value, double number)
{
    if (key->kind == KEY_REAL)
        value->real = number;
    else
        value->integer = (int)number;
}

static int find(const rl_pass *pass, const char *name)
{
    for (int i = 0; i < RL_PASS_VALUES; i++)
        if (strncmp(pass->value[i].key, name, sizeof pass->value[i].key) == 0)
            return i;
    return -1;
}

const rl_value *pass_value(const rl_pass *pass, const scene_key *key)
{
    int i = find(pass, name_of(key));
    return i >= 0 ? &pass->value[i].value : NULL;
}

static int is_unset(const rl_value *value, const scene_key *key)
{
    return value == NULL || (key->kind == KEY_REAL ? value->real : value->integer) == RL_AUTO;
}

int pass_is_unset(const rl_pass *pass, const char *name)
{
    const scene_key *key = pass_key(pass, name);
    return is_unset(pass_value(pass, key), key);
}

/* The value of a key, or its default where it is unset. */
static double number_of(const rl_pass *pass, const scene_key *key)
{
    const rl_value *value = pass_value(pass, key);
    const heightmap_pass *kind = pass_at(pass->kind);
    if (is_unset(value, key))
        return kind->otherwise != NULL ? kind->otherwise(pass, key) : key->otherwise;
    return key->kind == KEY_REAL ? value->real : (double)value->integer;
}

rl_value *pass_slot(rl_pass *pass, const scene_key *key)
{
    int i = find(pass, name_of(key));
    if (i >= 0)
        return &pass->value[i].value;
    i = find(pass, "");
    if (i < 0)
        return NULL;
    (void)snprintf(pass->value[i].key, sizeof pass->value[i].key, "%s", name_of(key));
    value_set(key, &pass->value[i].value, RL_AUTO);
    return &pass->value[i].value;
}

const scene_key *pass_key(const rl_pass *pass, const char *name)
{
    const heightmap_pass *kind = pass_at(pass->kind);
    for (size_t i = 0; kind != NULL && i < kind->key_count; i++)
        if (strncmp(name_of(&kind->keys[i]), name, RL_PASS_KEY_SIZE) == 0)
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
        value_set(key, &value, number_of(pass, key));
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
        if (*name != '\0' && pass_key(pass, name) == NULL)
            return status_fail(error, RL_BAD_ARGUMENT, "pass.%d.%s: %s has no such key", index + 1,
                               SHOWN(name), kind->name);
    }
    rl_pass resolved = {.kind = pass->kind};
    for (size_t i = 0; i < kind->key_count; i++) {
        const scene_key *key = &kind->keys[i];
        value_set(key, pass_slot(&resolved, key), number_of(pass, key));
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

/* ---- rows one by one ---------------------------------------------------------- */

typedef struct pass_shaping {
    heightmap *map;
    const pass_stream *stream;
    void *state;
} pass_shaping;

static void shape_rows(void *user, int first, int end, int worker)
{
    const pass_shaping *self = user;
    (void)worker;
    for (int y = first; y < end; y++)
        self->stream->shape(self->state, y, self->map->h + (size_t)y * (size_t)self->map->width);
}

rl_status pass_run_rows(const heightmap_pass *pass, heightmap *map, const void *settings, int index,
                        const heightmap_work *work, rl_error *error)
{
    pass_shaping self = {.map = map, .stream = pass->stream};
    TRY(pass->stream->start(&self.state, map, settings, index, work, error));
    for (int turn = 0, y; (y = pass->stream->reads(self.state, turn)) >= 0; turn++)
        pass->stream->read(self.state, turn, map->h + (size_t)y * (size_t)map->width);
    rl_status status = pass->stream->prepare(self.state, error);
    if (status == RL_OK)
        status = heightmap_strips(work, pass->name, map->height, 16, shape_rows, &self, error);
    pass->stream->free(self.state);
    return status;
}

/* ---- public ----------------------------------------------------------------- */

const char *rl_pass_name(int kind)
{
    return pass_at(kind) != NULL ? passes[kind]->name : NULL;
}

int rl_pass_find(const char *name)
{
    for (int kind = 0; kind < COUNT; kind++)
        if (strcmp(passes[kind]->name, name) == 0)
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
        key->path = record->path;
        key->meaning = record->meaning;
        key_rule(record, key->rule);
    }
    return name_of(record);
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
    value_set(key, slot, number);
    return status_clear(error);
}

double pass_get(const rl_pass *pass, const char *name)
{
    const scene_key *key = pass_key(pass, name);
    return key != NULL ? number_of(pass, key) : RL_AUTO;
}

int rl_pass_streams(int kind)
{
    return pass_at(kind) != NULL && passes[kind]->stream != NULL;
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
