/* sizes.c - one scene at every size: a large picture, reduced, is the small one. */
#include <stdio.h>
#include <stdlib.h>

#include "base/exact.h"
#include "look/look.h"

enum { WIDTH = 640, HEIGHT = 360, TIMES = 4 };

#define LEAST_PSNR                                                                                 \
    38.0 /* of encoded samples: seed 1, trees before a lake, has 38.7; see test_scale.c */

/* Peak signal to noise ratio, in decibels, of a picture against one that is TIMES as
 * large and reduced by the mean of boxes. */
static double psnr(const uint8_t *small, const uint8_t *large)
{
    double squares = 0.0;
    for (int i = 0; i < WIDTH * HEIGHT * 3; i++) {
        int y = i / (WIDTH * 3), x = i / 3 % WIDTH, channel = i % 3;
        int sum = 0;
        for (int box = 0; box < TIMES * TIMES; box++) {
            int row = y * TIMES + box / TIMES, column = x * TIMES + box % TIMES;
            sum += large[(row * WIDTH * TIMES + column) * 3 + channel];
        }
        double d = small[i] - (double)sum / (TIMES * TIMES);
        squares += d * d;
    }
    double mean = squares / (WIDTH * HEIGHT * 3);
    return 10.0 * 0.30102999566398120 * exact_log2(255.0 * 255.0 / exact_max(mean, 1e-9));
}

#define WORLDS 63      /* most that bare seeds meet */
#define LEAST_WORLDS 7 /* and least, with the night */

/* The first seed of each world, and the first night: every ingredient has its turn. */
static int choose_seeds(uint64_t seeds[WORLDS + 1])
{
    int met[WORLDS + 1] = {0};
    int count = 0;
    for (uint64_t seed = 1; seed <= 300 && count < WORLDS + 1; seed++) {
        rl_scene scene;
        look_seeded(&scene, seed);
        if (rl_scene_resolve(&scene, NULL) != RL_OK)
            continue;
        int kind = scene.stars > 0.0 ? WORLDS : scene.style;
        if (!met[kind])
            seeds[count++] = seed;
        met[kind] = 1;
    }
    return count;
}

int whole_sizes(void)
{
    uint64_t seeds[WORLDS + 1];
    int count = choose_seeds(seeds);
    double least = LOOK_ANY;
    unsigned long worst = 0;
    for (int i = 0; i < count; i++) {
        rl_scene scene;
        look_seeded(&scene, seeds[i]);
        uint8_t *small = look_pixels(&scene, WIDTH, HEIGHT);
        uint8_t *large = look_pixels(&scene, WIDTH * TIMES, HEIGHT * TIMES);
        double got = psnr(small, large);
        worst = got < least ? (unsigned long)seeds[i] : worst;
        least = exact_min(least, got);
        free(small);
        free(large);
    }
    char numbers[128];
    (void)snprintf(numbers, sizeof numbers, "lowest %.2f dB (seed %lu) of %d seeds, at least %.0f",
                   least, worst, count, LEAST_PSNR);
    return look_say(count >= LEAST_WORLDS && least >= LEAST_PSNR,
                    "640x360 against 2560x1440 reduced", numbers);
}
