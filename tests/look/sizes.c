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

/* One picture of each world and composition: every ingredient has its turn. */
int whole_sizes(void)
{
    rl_scene scene;
    double least = LOOK_ANY;
    const char *worst = "", *name;
    int count = 0;
    for (; (name = look_place(&scene, count, 0)) != NULL; count++) {
        uint8_t *small = look_pixels(&scene, WIDTH, HEIGHT);
        uint8_t *large = look_pixels(&scene, WIDTH * TIMES, HEIGHT * TIMES);
        double got = psnr(small, large);
        worst = got < least ? name : worst;
        least = exact_min(least, got);
        free(small);
        free(large);
    }
    char numbers[128];
    (void)snprintf(numbers, sizeof numbers, "lowest %.2f dB (%s) of %d places, at least %.0f",
                   least, worst, count, LEAST_PSNR);
    return look_say(count > 0 && least >= LEAST_PSNR, "640x360 against 2560x1440 reduced", numbers);
}
