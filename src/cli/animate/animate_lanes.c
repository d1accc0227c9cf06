/* animate_lanes.c - layers that pass at speeds of their own, laid over each other.
 *
 * In: for each layer two pictures side by side and where the frame begins in them.
 * Out: the pixels of the frame.  Rows are cut where any layer goes from its left to its
 * right picture, so that nothing has to be copied.
 */
#include "cli/animate/animate_lanes.h"
#include "ridgeline.h"

/* The pixels from column x on up to the next cut of any lane. */
static int next_run(const lane *const *over, int count, int width, int x)
{
    int run = width - x;
    for (int i = 0; i < count; i++) {
        int to_cut = width - over[i]->shift - x;
        if (to_cut > 0 && to_cut < run)
            run = to_cut;
    }
    return run;
}

static const uint8_t *pixel_of(const lane *from, int width, int row, int x)
{
    int column = x + from->shift;
    int is_left = column < width;
    size_t at = (size_t)row * (size_t)width + (size_t)(is_left ? column : column - width);
    return (is_left ? from->left : from->right) + 4 * at;
}

static void draw_row(const lane *const *over, int count, int width, int row, uint8_t *rgb)
{
    const uint8_t *rgba[RL_MAX_RIDGES + 2];
    for (int x = 0, run; x < width; x += run) {
        run = next_run(over, count, width, x);
        for (int i = 0; i < count; i++)
            rgba[i] = pixel_of(over[i], width, row, x);
        rl_composite(rgba, count, run, rgb + 3 * (size_t)x);
    }
}

void lanes_draw(const lane *lanes, int count, int width, int height, uint8_t *rgb)
{
    const lane *over[RL_MAX_RIDGES + 2];
    for (int row = 0; row < height; row++) {
        int here = 0;
        for (int i = 0; i < count; i++)
            if (lanes[i].top <= row)
                over[here++] = &lanes[i];
        draw_row(over, here, width, row, rgb + (size_t)row * (size_t)width * 3);
    }
}
