/* test_take.c - dull and cluttered land is tried again.
 *
 * Faults are found here a second time, each as yes or no: a take that has none must
 * be found by the engine, whatever weights it gives to faults.
 */
#include <string.h>

#include "base/exact.h"
#include "frame/profile.h"
#include "ridge/family.h"
#include "ridgeline.h"
#include "support/support.h"

enum {
    TAKES = 8,
    SEEDS = 100,
    FIRST = PROFILE_LATTICE / 2 - 150,
    LAST = PROFILE_LATTICE / 2 + 150
};

typedef enum fault {
    FAULT_FLAT = 1,       /* the skyline rises and falls by less than .15 H */
    FAULT_HIDDEN = 2,     /* less than 30 % of a layer is seen */
    FAULT_CLINGING = 4,   /* a layer's edge follows the next one closely */
    FAULT_FULL = 8,       /* the nearest layer fills a third of the frame */
    FAULT_CLUTTERED = 16, /* the skyline goes up and down by more than 2 H in all */
    ALL_FAULTS = 31
} fault;

typedef struct land {
    int ridges, nearest;                           /* the last that is no near ground */
    double height[RL_MAX_RIDGES][PROFILE_LATTICE]; /* fractions of H */
} land;

static void seeded(rl_scene *scene, uint64_t seed)
{
    scene_of_seed(scene, seed);
    scene->world = (int)(seed % 4); /* alpine, misty, hills, forest */
}

static int chosen_take(const rl_scene *scene, int width, int height)
{
    rl_frame *frame = new_frame(scene, width, height);
    int take = rl_frame_scene(frame)->take;
    rl_frame_free(frame);
    return take;
}

/* The land of one take, in a frame of which U is the height. */
static void read_land(uint64_t seed, int take, land *l)
{
    rl_scene scene;
    seeded(&scene, seed);
    scene.take = take;
    rl_frame *frame = new_frame(&scene, 32, 18);
    l->ridges = rl_frame_scene(frame)->ridge_count;
    l->nearest = l->ridges - 1;
    while (ridge_has(&rl_frame_scene(frame)->ridge[l->nearest], RIDGE_NEAR))
        l->nearest--;
    for (int i = 0; i < l->ridges; i++)
        profile_skyline(frame->profile, i, frame->unit_share, l->height[i]);
    rl_frame_free(frame);
}

/* The highest of the ridges from `first` on. */
static double top_of(const land *l, int first, int column)
{
    double top = 0.0;
    for (int i = first; i < l->ridges; i++)
        top = exact_max(top, l->height[i][column]);
    return top;
}

static int skyline_faults(const land *l)
{
    double low = 1.0, high = 0.0, up_and_down = 0.0;
    for (int j = FIRST; j <= LAST; j++) {
        double top = top_of(l, 0, j);
        low = exact_min(low, top);
        high = exact_max(high, top);
        up_and_down += j > FIRST ? exact_abs(top - top_of(l, 0, j - 1)) : 0.0;
    }
    return (high - low < 0.15 ? FAULT_FLAT : 0) | (up_and_down > 2.05 ? FAULT_CLUTTERED : 0);
}

static int faults_of(const land *l)
{
    int found = skyline_faults(l);
    double nearest = 0.0;
    for (int j = FIRST; j <= LAST; j++)
        nearest = exact_max(nearest, l->height[l->nearest][j]);
    found |= nearest > 0.33 ? FAULT_FULL : 0;
    for (int i = 0; i + 1 < l->ridges && i <= l->nearest; i++) {
        int seen = 0;
        double apart = 0.0;
        for (int j = FIRST; j <= LAST; j++) {
            double above = l->height[i][j] - top_of(l, i + 1, j);
            seen += above > 0.004;
            apart += above > 0.004 ? above : 0.0;
        }
        found |= seen < 0.30 * (LAST - FIRST + 1) ? FAULT_HIDDEN : 0;
        found |= apart < 0.028 * seen || seen == 0 ? FAULT_CLINGING : 0;
    }
    return found;
}

/* Checks the take of one seed; returns the faults of its first take. */
static int check_seed(uint64_t seed)
{
    static land l;
    rl_scene scene;
    seeded(&scene, seed);
    int chosen = chosen_take(&scene, 32, 18);
    read_land(seed, 0, &l);
    int first = faults_of(&l);
    int good = 0;
    for (int faults = first; faults != 0 && ++good < TAKES; faults = faults_of(&l))
        read_land(seed, good, &l);
    EXPECT(chosen >= 0 && chosen < TAKES);
    if (good < TAKES) /* else the engine weighs which is the best of the bad */
        EXPECT_MSG(chosen == good, "seed %d: take %d, not %d", (int)seed, chosen, good);
    return first;
}

static int is_alone(int faults)
{
    return faults != 0 && (faults & (faults - 1)) == 0;
}

TESTS_BELOW(.timeout = 300)

TEST(seed_keeps_the_first_take_without_a_fault)
{
    static land l;
    int alone = 0, bad = 0; /* kinds that were a seed's only fault; seeds that had any */
    uint64_t seed = 1;
    for (; seed <= SEEDS; seed++) {
        int faults = check_seed(seed);
        bad += faults != 0;
        alone |= is_alone(faults) ? faults : 0;
    }
    ck_assert_int_ge(bad, SEEDS / 20);                    /* some seeds need the filter, ... */
    ck_assert_int_le(bad, SEEDS / 3);                     /* ... most are good at once. */
    for (; alone != ALL_FAULTS && seed <= 4000; seed++) { /* rare kinds are looked for */
        read_land(seed, 0, &l);
        int faults = faults_of(&l);
        if (is_alone(faults) && (alone & faults) == 0)
            alone |= check_seed(seed);
    }
    ck_assert_int_eq(alone, ALL_FAULTS);
}

/* Takes are judged in the units of the world, not in pixels. */
TEST(take_is_the_same_for_every_frame)
{
    for (uint64_t seed = 1; seed <= SUPPORT_PART(160); seed++) {
        rl_scene scene;
        seeded(&scene, seed);
        int take = chosen_take(&scene, 96, 54);
        ck_assert_int_eq(take, chosen_take(&scene, 30, 65));
        ck_assert_int_eq(take, chosen_take(&scene, 240, 50));
    }
}

/* A seed whose first take is not kept. */
static uint64_t mended_seed(void)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rl_scene scene;
        seeded(&scene, seed);
        if (chosen_take(&scene, 32, 18) > 0)
            return seed;
    }
    ck_abort_msg("no seed is tried again");
    return 0;
}

TEST(take_changes_no_land_that_a_scene_sets)
{
    rl_scene plain, scene;
    seeded(&plain, mended_seed());
    for (int take = 0; take < 3; take++) { /* its own number, also a bad one */
        scene = plain;
        scene.take = take;
        ck_assert_int_eq(chosen_take(&scene, 32, 18), take);
    }
    scene = plain; /* a word about one ridge */
    OK(rl_scene_set(&scene, "ridge.2.colour", "#808080", &error));
    ck_assert_int_eq(chosen_take(&scene, 32, 18), 0);
    scene = plain; /* so many that layers must hide each other */
    scene.ridge_count = 17;
    ck_assert_int_eq(chosen_take(&scene, 32, 18), 0);
}

/* In a tall frame the judge's U differs from that of the picture. */
TEST(recipe_keeps_its_take)
{
    rl_scene scene;
    seeded(&scene, mended_seed());
    rl_frame *frame = new_frame(&scene, 54, 96);
    rl_scene recipe = *rl_frame_scene(frame);
    picture first = picture_paint(frame);
    rl_frame_free(frame);
    ck_assert_int_gt(recipe.take, 0);
    picture again = picture_of(&recipe, 54, 96);
    EXPECT(memcmp(first.sample, again.sample, 54 * 96 * 6) == 0);
    picture_free(&first);
    picture_free(&again);
}

/* So the summits of a backdrop are those of the picture. */
TEST(loop_has_the_take_of_its_picture)
{
    int tried_again = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        rl_scene scene;
        seeded(&scene, seed);
        int take = chosen_take(&scene, 32, 18);
        scene.extent = RL_EXTENT_LOOP;
        ck_assert_int_eq(chosen_take(&scene, 32, 18), take);
        tried_again += take > 0;
    }
    EXPECT(tried_again > 0);
}

TEST(another_take_gives_another_land)
{
    static land one, other;
    read_land(3, 0, &one);
    read_land(3, 5, &other);
    ck_assert_int_eq(one.ridges, other.ridges);
    for (int i = 0; i < one.ridges; i++)
        EXPECT_MSG(memcmp(one.height[i], other.height[i], sizeof one.height[i]) != 0,
                   "ridge %d is the same", i + 1);
}
