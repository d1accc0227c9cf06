/* shapes.c - the land fills its part of the frame and no more. */
#include "base/exact.h"
#include "look/look.h"

#define BLOCK 16

/* Share of blocks in which next to nothing happens. */
double shapes_dead_blocks(const look_picture *p)
{
    int dead = 0, all = 0;
    for (int by = 0; by + BLOCK <= LOOK_HEIGHT; by += BLOCK) {
        for (int bx = 0; bx + BLOCK <= LOOK_WIDTH; bx += BLOCK) {
            float low = 2.0f, high = -1.0f;
            for (int y = by; y < by + BLOCK; y++) {
                for (int x = bx; x < bx + BLOCK; x++) {
                    low = p->light[y][x] < low ? p->light[y][x] : low;
                    high = p->light[y][x] > high ? p->light[y][x] : high;
                }
            }
            dead += high - low < 0.003f;
            all++;
        }
    }
    return (double)dead / all;
}

/* Fraction of H. */
double shapes_highest_land(const look_picture *p)
{
    double most = 0.0;
    for (int x = 0; x < LOOK_WIDTH; x++)
        most = exact_max(most, look_skyline(p, x) / LOOK_HEIGHT);
    return most;
}

/* Share of columns in which the nearest ridge lies on its floor: land eases onto it,
 * and this near to it the edge looks level. */
double shapes_on_floor(const look_picture *p)
{
    int last = p->scene->ridge_count - 1;
    double floor = (p->scene->ridge[last].min_height + 0.005) * LOOK_HEIGHT;
    int count = 0;
    for (int x = 0; x < LOOK_WIDTH; x++)
        count += p->height[last][x] <= floor;
    return (double)count / LOOK_WIDTH;
}
