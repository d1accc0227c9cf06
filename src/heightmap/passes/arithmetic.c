/* arithmetic.c - the passes that compute each sample without its neighbours: normalise, combine. */
#include <stddef.h>

#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"

/* heightmap_pass.steps of both passes. */
static int64_t two_steps(const void *settings, int64_t samples)
{
    (void)settings;
    return pass_product(samples, 2);
}

/* ---- normalise: least..most becomes low..high -------------------------------- */

typedef struct normalise_settings {
    double low, high;
} normalise_settings;

static const scene_key normalise_keys[] = {
    REAL_KEY("pass.N.low", offsetof(normalise_settings, low), -1000, 1000, 0, "new least height"),
    REAL_KEY("pass.N.high", offsetof(normalise_settings, high), -1000, 1000, 1,
             "new greatest height"),
};

static rl_status normalise_run(heightmap *map, const void *settings, int index,
                               const heightmap_work *work, rl_error *error)
{
    const normalise_settings *s = settings;
    (void)index;
    TRY(heightmap_normalise(map, s->low, s->high, work, error));
    return heightmap_step(work, "normalise", 1.0, error);
}

const heightmap_pass normalise_pass = {"normalise", PASS_KEYS(normalise_keys), .steps = two_steps,
                                       .run = normalise_run};

/* ---- combine: with a second map ----------------------------------------------- */

#define SECOND_STREAM 7100 /* random stream of pass 0 */

/* The second map: another fractal by the same rules, or heightmap_work.input. */
enum { WITH_FRACTAL, WITH_INPUT };
static const char *const seconds[] = {"fractal", "input", NULL};

typedef struct combine_settings {
    int op;
    double mix;
    int with;
} combine_settings;

static const scene_key combine_keys[] = {
    NAME_KEY("pass.N.op", offsetof(combine_settings, op), heightmap_ops, HEIGHTMAP_MIX,
             "how the two maps are combined"),
    REAL_KEY("pass.N.mix", offsetof(combine_settings, mix), 0, 1, 0.5,
             "share of the map before the pass"),
    NAME_KEY("pass.N.with", offsetof(combine_settings, with), seconds, WITH_FRACTAL,
             "the second map"),
};

static int combine_reads_input(const void *settings)
{
    return ((const combine_settings *)settings)->with == WITH_INPUT;
}

static rl_status combine_run(heightmap *map, const void *settings, int index,
                             const heightmap_work *work, rl_error *error)
{
    const combine_settings *s = settings;
    if (s->with == WITH_INPUT) {
        if (work->input == NULL)
            return status_fail(
                error, RL_BAD_ARGUMENT,
                "pass.%d.with = input: needs heights that were read: ridgeline map --input FILE",
                index + 1);
        return heightmap_combine(map, work->input, s->op, s->mix, work, error);
    }
    heightmap second = *map;
    second.h =
        memory_array(work->allocator, (size_t)map->width * (size_t)map->height, sizeof(float));
    TRY(status_memory(second.h != NULL, "combine", error));
    rl_status status = diamond_square_fill(&second, SECOND_STREAM + (uint64_t)index, work, error);
    if (status == RL_OK && work->rules->blur)
        status = heightmap_blur(&second, work, error);
    if (status == RL_OK)
        status = heightmap_normalise(&second, 0.0, 1.0, work, error);
    if (status == RL_OK)
        status = heightmap_combine(map, second.h, s->op, s->mix, work, error);
    memory_free(work->allocator, second.h);
    return status == RL_OK ? heightmap_step(work, "combine", 1.0, error) : status;
}

const heightmap_pass combine_pass = {
    "combine",          PASS_KEYS(combine_keys), .steps = two_steps,
    .run = combine_run, .random = SECOND_STREAM, .reads_input = combine_reads_input};
