/* pass.c - functions that passes share: values of their keys, and rows of a whole map. */
#include "heightmap/pass.h"

#include <string.h>

#include "base/status.h"

/* ---- values ------------------------------------------------------------------- */

void pass_value_set(const scene_key *key, rl_value *value, double number)
{
    if (key->kind == KEY_REAL)
        value->real = number;
    else
        value->integer = (int)number;
}

/* Returns the entry of a key, else the first unused one; RL_PASS_VALUES if there is none. */
static int find(const rl_pass *pass, const char *name)
{
    int i = 0;
    while (i < RL_PASS_VALUES && pass->value[i].key != NULL &&
           strcmp(pass->value[i].key, name) != 0)
        i++;
    return i;
}

const rl_value *pass_value(const rl_pass *pass, const scene_key *key)
{
    int i = find(pass, key_name(key));
    return i < RL_PASS_VALUES && pass->value[i].key != NULL ? &pass->value[i].value : NULL;
}

int pass_is_unset(const rl_pass *pass, const scene_key *key)
{
    const rl_value *value = pass_value(pass, key);
    return value == NULL || (key->kind == KEY_REAL ? value->real : value->integer) == RL_AUTO;
}

rl_value *pass_slot(rl_pass *pass, const scene_key *key)
{
    int i = find(pass, key_name(key));
    if (i == RL_PASS_VALUES)
        return NULL;
    if (pass->value[i].key == NULL) {
        pass->value[i].key = key_name(key);
        pass_value_set(key, &pass->value[i].value, RL_AUTO);
    }
    return &pass->value[i].value;
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
