/* passes.c - see passes.h. */
#include "support/passes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REAL(name)                                                                                 \
    {                                                                                              \
        "pass.N." #name, offsetof(pass_rules, name)                                                \
    }
static const struct {
    const char *path;
    size_t offset;
} members[] = {
    REAL(op),       REAL(mix),        REAL(with),       REAL(magnitude),   REAL(frequency),
    REAL(octaves),  REAL(dimensions), REAL(iterations), REAL(neighbours),  REAL(talus),
    REAL(strength), REAL(rain),       REAL(solubility), REAL(evaporation), REAL(capacity),
    REAL(drops),    REAL(lifetime),   REAL(radius),     REAL(inertia),     REAL(deposition),
    REAL(erosion),  REAL(gravity),    REAL(min_slope),  REAL(low),         REAL(high),
    REAL(scale),    REAL(gain),       REAL(lattice),
};

rl_status pass_run(const heightmap_pass *pass, heightmap *map, const pass_rules *rules, int index,
                   const heightmap_work *work, rl_error *error)
{
    pass_settings settings = {0};
    for (size_t i = 0; i < pass->key_count; i++)
        for (size_t m = 0; m < sizeof members / sizeof *members; m++)
            if (strcmp(pass->keys[i].path, members[m].path) == 0)
                memcpy(settings.bytes + pass->keys[i].offset,
                       (const char *)rules + members[m].offset,
                       pass->keys[i].kind == KEY_REAL ? sizeof(double) : sizeof(int));
    if (pass->stream != NULL)
        return pass_run_rows(pass, map, &settings, index, work, error);
    return pass->run(map, &settings, index, work, error);
}

size_t heights_count(const heightmap *map)
{
    return (size_t)map->width * (size_t)map->height;
}

heightmap heights_new(int width, int height, int wrap)
{
    heightmap map = {width, height, wrap, calloc((size_t)width * (size_t)height, sizeof(float))};
    if (map.h == NULL)
        abort();
    return map;
}

heightmap heights_copy(const heightmap *map)
{
    heightmap copy = heights_new(map->width, map->height, map->wrap);
    memcpy(copy.h, map->h, heights_count(map) * sizeof *copy.h);
    return copy;
}

int heights_same(const heightmap *a, const heightmap *b)
{
    for (size_t i = 0; i < heights_count(a); i++)
        if (!(a->h[i] == b->h[i]))
            return 0;
    return 1;
}

void normalise_map(heightmap *map, double low, double high)
{
    heightmap_work work = {.threads = 1};
    rl_error error;
    if (heightmap_normalise(map, low, high, &work, &error) == RL_OK)
        return;
    fprintf(stderr, "%s\n", error.text);
    exit(EXIT_FAILURE);
}
