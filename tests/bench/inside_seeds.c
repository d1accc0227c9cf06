/* inside_seeds.c - what the measured wallpapers show: how often each feature occurs. */
#include "inside.h"

#include <stdio.h>
#include <string.h>

#include "scene/keys.h"
#include "seeds.h"

static int any_ridge(const rl_scene *s, int kind, size_t field)
{
    for (int i = 0; i < s->ridge_count; i++) {
        const rl_ridge *r = &s->ridge[i];
        double value;
        memcpy(&value, (const char *)r + field, sizeof value);
        if (kind >= 0 ? r->kind == kind : value > 0.0)
            return 1;
    }
    return 0;
}

/* A feature is a number of the scene, a ridge's number or a kind of ridge. */
typedef struct feature {
    const char *name;
    const char *key; /* of the scene; NULL = of its ridges */
    size_t ridge_field;
    int kind;
} feature;

#define RIDGE(name, field)                                                                         \
    {                                                                                              \
        name, NULL, offsetof(rl_ridge, field), -1                                                  \
    }
#define KIND(name, kind)                                                                           \
    {                                                                                              \
        name, NULL, 0, kind                                                                        \
    }
static const feature features[] = {
    {"glow", "sun.wide", 0, -1},
    {"mist", "mist.amount", 0, -1},
    {"clouds", "clouds.amount", 0, -1},
    {"stars", "stars.amount", 0, -1},
    {"aurora", "aurora.amount", 0, -1},
    {"fog", "fog.amount", 0, -1},
    {"stripes of the sun", "sun.stripes", 0, -1},
    RIDGE("relief", relief),
    RIDGE("snow", snow),
    RIDGE("strata", strata),
    RIDGE("trees", trees),
    KIND("alps", RL_RIDGE_ALPS),
    KIND("ranges", RL_RIDGE_RANGE),
    KIND("hills", RL_RIDGE_HILL),
    KIND("rolling land", RL_RIDGE_ROLL),
    KIND("dunes", RL_RIDGE_DUNE),
    KIND("mesas", RL_RIDGE_MESA),
};
enum { FEATURES = sizeof features / sizeof features[0], WHOLE = 5 };

/* Those that are whole numbers of the scene. */
static const char *const whole_names[WHOLE] = {"sun", "moon", "lake", "birds", "swells"};

static int swells_of(const rl_scene *s)
{
    int most = 0;
    for (int i = 0; i < s->ridge_count; i++)
        most = s->ridge[i].swells > most ? s->ridge[i].swells : most;
    return most;
}

static int has_feature(const rl_scene *s, const feature *f)
{
    return f->key != NULL ? rl_scene_number(s, f->key) > 0.0
                          : any_ridge(s, f->kind, f->ridge_field);
}

static void count_features(const rl_scene *s, int *count)
{
    const int whole[WHOLE] = {s->sun_radius > 0.0 && !s->moon, s->moon, s->lake_ridge,
                              scene_int(s, "birds.count"), swells_of(s)};
    for (int i = 0; i < WHOLE; i++)
        count[i] += whole[i] > 0;
    for (int i = 0; i < FEATURES; i++)
        count[WHOLE + i] += has_feature(s, &features[i]);
}

void inside_seeds(int pairs)
{
    int count[WHOLE + FEATURES] = {0};
    (void)pairs;
    for (int i = 0; i < SEEDS_BARE + SEEDS_MORE; i++) {
        rl_scene scene;
        rl_error error = {RL_OK, ""};
        scene_init(&scene);
        scene.has_seed = 1;
        scene.seed = (uint64_t)seeds_all[i];
        inside_ok(rl_scene_resolve(&scene, &error), &error);
        count_features(&scene, count);
    }
    printf("# seeds 1-16 and");
    for (int i = SEEDS_BARE; i < SEEDS_BARE + SEEDS_MORE; i++)
        printf(" %d", seeds_all[i]);
    printf(" show");
    for (int i = 0; i < WHOLE + FEATURES; i++)
        printf("%s %s %d", i > 0 ? "," : "", i < WHOLE ? whole_names[i] : features[i - WHOLE].name,
               count[i]);
    printf("\n");
}
