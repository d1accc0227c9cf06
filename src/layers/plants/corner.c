/* corner.c - places what stands in a lower corner of the picture, away from the sun: reeds, rocks
 * or a jetty, as the key ground.corner says.
 *
 * Each thing is a function of (seed, number).  Lengths are in U; x counts from the corner inward, y
 * from the lower edge of the picture.  Numbers were tuned by eye.
 */
#include "layers/plants/corner.h"

#include "base/exact.h"
#include "base/status.h"
#include "layers/plants/planting.h"
#include "layers/plants/species/ground.h"
#include "ridge/family.h"

#define TALLEST 5.0  /* tallest thing, relative to `height` in ground_table */
#define LOW (-0.12)  /* base of a ridge, fraction of H, below which it hides no corner */
#define NEAREST 0.85 /* depth from which a ridge is the viewer's own ground */
#define REACH 0.6    /* U, no thing reaches farther from its foot */
#define NARROW 0.45  /* U, half the width of a picture below which things move together */

/* Levels of the hash of a thing. */
enum { DRAW_X = 1, DRAW_Y, DRAW_SIZE, DRAW_PLANT, DRAW_DEPTH };

static const planting_look look = {.draw = DRAW_PLANT, .least_px = 1.0, .top = 1.3, .tie = 1e-6};

enum { CORNER_SLOPE, CORNER_REEDS, CORNER_ROCKS, CORNER_JETTY };
const char *const corner_kinds[] = {"slope", "reeds", "rocks", "jetty", NULL};

/* A group of things from the corner inward. */
typedef struct corner_group {
    enum ground_thing thing;
    int count;
    double from, to;         /* places of their feet, inward */
    double crowd;            /* power of the draw of a place: above 1 = near the corner */
    double low, high;        /* heights of their feet */
    double least, by_chance; /* heights of things */
    double falls;            /* share of the height that is lost at `to` */
} corner_group;

static const corner_group groups[][2] = {
    [CORNER_REEDS] = {{.thing = GROUND_REED,
                       .count = 46,
                       .from = -0.02,
                       .to = 0.42,
                       .crowd = 1.5,
                       .low = -0.035,
                       .high = -0.005,
                       .least = 0.11,
                       .by_chance = 0.11,
                       .falls = 0.55},
                      {.thing = GROUND_REED,
                       .count = 40,
                       .from = -0.02,
                       .to = 0.50,
                       .crowd = 1.3,
                       .low = -0.030,
                       .high = -0.010,
                       .least = 0.05,
                       .by_chance = 0.06,
                       .falls = 0.4}},
    [CORNER_ROCKS] = {{.thing = GROUND_ROCK,
                       .count = 9,
                       .from = 0.0,
                       .to = 0.36,
                       .crowd = 1.2,
                       .low = -0.030,
                       .high = 0.012,
                       .least = 0.030,
                       .by_chance = 0.035,
                       .falls = 0.5},
                      {.thing = GROUND_ROCK,
                       .count = 12,
                       .from = 0.0,
                       .to = 0.52,
                       .crowd = 1.0,
                       .low = -0.005,
                       .high = 0.034,
                       .least = 0.010,
                       .by_chance = 0.018,
                       .falls = 0.4}},
    [CORNER_JETTY] = {{.thing = GROUND_JETTY,
                       .count = 1,
                       .from = 0.16,
                       .to = 0.28,
                       .crowd = 1.0,
                       .low = -0.06,
                       .high = -0.04,
                       .least = 0.18,
                       .by_chance = 0.06}},
};

/* A jetty needs water: where the slope itself is in the picture there are rocks. */
static int kind_of(const rl_scene *scene)
{
    int kind = scene_int(scene, "ground.corner");
    int is_high = scene->ridge[scene->ridge_count - 1].base > LOW;
    return kind == CORNER_JETTY && is_high ? CORNER_ROCKS : kind;
}

int corner_has(const rl_scene *scene, int ridge)
{
    const rl_ridge *land = &scene->ridge[ridge];
    return ridge + 1 == scene->ridge_count && land->depth >= NEAREST &&
           !ridge_has(land, RIDGE_NEAR) && kind_of(scene) != CORNER_SLOPE;
}

double corner_tallest(void)
{
    return TALLEST;
}

static rl_status add_group(const planting *p, const corner_group *group, uint64_t group_key,
                           rl_error *error)
{
    const rl_frame *frame = p->frame;
    double side = frame->scene.ridge[p->ridge].hero_x < 0.0 ? -1.0 : 1.0;
    double half = 0.5 * frame->width / frame->unit;
    double wide = exact_min(half / NARROW, 1.0);
    for (int i = 0; i < group->count; i++) {
        uint64_t key = hash_at(group_key, i, 0);
        double inward = exact_pow(hash_unit(hash_at(key, DRAW_X, 0)), group->crowd);
        double foot = exact_mix(group->low, group->high, hash_unit(hash_at(key, DRAW_Y, 0)));
        plant_spot spot = {
            .key = key,
            .x = side * (half - wide * exact_mix(group->from, group->to, inward)),
            .down = -foot,
            .depth = 1.0 - foot,
            .height = (group->least + group->by_chance * hash_unit(hash_at(key, DRAW_SIZE, 0))) *
                      (1.0 - group->falls * inward),
            .is_single = 1};
        TRY(planting_put_copies(p, &ground_table[group->thing], spot, REACH, error));
    }
    return RL_OK;
}

rl_status corner_plant(const rl_frame *frame, int ridge, stand_kit *kit, rl_error *error)
{
    planting base = planting_begin(frame, ridge, kit, &look);
    const corner_group *pair = groups[kind_of(&frame->scene)];
    stand_kit_tallest(kit, TALLEST);
    for (int k = 0; k < 2; k++)
        TRY(add_group(&base, &pair[k], hash_key(frame->scene.seed, STREAM_CORNER + (uint64_t)k),
                      error));
    return RL_OK;
}
