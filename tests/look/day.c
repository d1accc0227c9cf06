/* day.c - a day of one land: it closes, and nothing in it jumps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "frame/frame.h"
#include "look/look.h"

enum { DAY_WIDTH = 320, DAY_HEIGHT = 180, DAY_SAMPLES = DAY_WIDTH * DAY_HEIGHT * 3 };

enum { SEEDS = 5, MAY_BREAK = 0 }; /* of each place; that show a disc as it jumps */

#define QUARTER_MOST 40.0 /* twilight: the whole frame brightens in three quarters */

static uint8_t *at_time(uint64_t seed, int minutes)
{
    rl_scene scene;
    look_seeded(&scene, seed);
    scene.world = 0;
    scene.time = minutes;
    scene.dither = RL_DITHER_NONE;
    return look_pixels(&scene, DAY_WIDTH, DAY_HEIGHT);
}

static double mean_difference(const uint8_t *a, const uint8_t *b)
{
    long sum = 0;
    for (int i = 0; i < DAY_SAMPLES; i++)
        sum += abs(a[i] - b[i]);
    return (double)sum / DAY_SAMPLES;
}

/* One day of a seed: the largest step between quarter hours, and the samples that
 * differ between its two ends. */
static double walk_a_day(uint64_t seed, int *when, int *open_ends)
{
    uint8_t *first = at_time(seed, 0);
    uint8_t *before = at_time(seed, 0);
    double most = 0.0;
    for (int minutes = 15; minutes <= 1440; minutes += 15) {
        uint8_t *now = at_time(seed, minutes);
        double step = mean_difference(before, now);
        *when = step > most ? minutes : *when;
        most = exact_max(most, step);
        free(before);
        before = now;
    }
    for (int i = 0; i < DAY_SAMPLES; i++)
        *open_ends += first[i] != before[i];
    free(first);
    free(before);
    return most;
}

/* The disc's share that is seen in the minutes round a change from sun to moon. */
static double seen_at_change(rl_scene scene, int minutes)
{
    rl_view view = {.struct_size = sizeof view, .width = 96, .height = 54};
    double seen = 0.0;
    for (int after = 0; after <= 1; after++) {
        scene.time = minutes - 1 + after;
        rl_frame *frame = look_frame(&scene, &view);
        seen = exact_max(seen, frame->light.sun_seen);
        rl_frame_free(frame);
    }
    return seen;
}

/* The minutes at which the light changes hands; the same for every seed. */
static int find_changes(int changes[2])
{
    int count = 0, last = 1;
    for (int minutes = 0; minutes <= 1440; minutes++) {
        rl_scene scene;
        look_seeded(&scene, 1);
        scene.world = 0;
        scene.time = minutes;
        if (rl_scene_resolve(&scene, NULL) != RL_OK || scene.moon == last)
            continue;
        last = scene.moon;
        if (count < 2)
            changes[count] = minutes;
        count++;
    }
    return count;
}

/* A disc that is seen then jumps to the other side of the sky. */
static int say_changes(void)
{
    int changes[2];
    int count = find_changes(changes);
    char numbers[320], names[128] = "";
    const char *name;
    rl_scene scene;
    double most = 0.0;
    int broken = 0, pictures = 0;
    for (; (name = look_place(&scene, pictures / SEEDS, pictures % SEEDS)) != NULL; pictures++) {
        double seen =
            exact_max(seen_at_change(scene, changes[0]), seen_at_change(scene, changes[1]));
        most = exact_max(most, seen);
        size_t used = strlen(names);
        if (seen > 0.0 && used < sizeof names - 32)
            (void)snprintf(names + used, 32, " %s %d", name, (int)scene.seed);
        broken += seen > 0.0;
    }
    (void)snprintf(numbers, sizeof numbers, "%.3f of the disc seen at most, broken %d of %d%s",
                   most, broken, pictures, names);
    return look_say(count == 2 && broken <= MAY_BREAK, "sun and moon change behind the land",
                    numbers);
}

int whole_day(void)
{
    static const uint64_t seeds[] = {1, 2, 66};
    double most = 0.0;
    int when = 0, open_ends = 0, broken = 0;
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
        int minutes = 0;
        double step = walk_a_day(seeds[i], &minutes, &open_ends);
        when = step > most ? minutes : when;
        most = exact_max(most, step);
    }
    char numbers[128];
    (void)snprintf(numbers, sizeof numbers, "%d samples differ between 00:00 and 24:00, none may",
                   open_ends);
    broken += look_say(open_ends == 0, "the day closes", numbers);
    (void)snprintf(numbers, sizeof numbers, "at most %.1f/255 (before %02d:%02d), allowed %.0f",
                   most, when / 60, when % 60, QUARTER_MOST);
    broken += look_say(most <= QUARTER_MOST, "mean step between quarter hours", numbers);
    return broken + say_changes();
}
