/* calm.c - how restless a place is where icons or a clock shall be read. */
#include "base/exact.h"
#include "frame/frame.h"
#include "look/look.h"

#define CELL 6 /* pixels, about .01 U: icons are larger than a star */

/* Lightness after a small blur. */
static double cell_light(const look_picture *p, int x, int y)
{
    double sum = 0.0;
    for (int i = 0; i < CELL * CELL; i++)
        sum += (double)p->light[y + i / CELL][x + i % CELL];
    return sum / (CELL * CELL);
}

/* The deviation of lightness within rows: a gradient downward disturbs nobody. */
static double restlessness(const look_picture *p, int columns, int rows)
{
    double squares = 0.0;
    int n = 0;
    for (int y = 0; y + CELL <= rows; y += CELL) {
        double row = 0.0, row_squares = 0.0;
        int cells = 0;
        for (int x = 0; x + CELL <= columns; x += CELL) {
            double light = cell_light(p, x, y);
            row += light;
            row_squares += light * light;
            cells++;
        }
        squares += row_squares - row * row / cells;
        n += cells;
    }
    return exact_sqrt(exact_max(squares / n, 0.0));
}

/* Aurora and storm are restless by nature. */
static int is_wild(const look_picture *p)
{
    return scene_real(p->scene, "aurora.amount") > 0.0 ||
           scene_real(p->scene, "clouds.amount") > 0.9;
}

double calm_upper_third(const look_picture *p)
{
    return is_wild(p) ? LOOK_NONE : restlessness(p, LOOK_WIDTH, LOOK_HEIGHT / 3);
}

/* Icons at the left stand above the near land. */
double calm_left_third(const look_picture *p)
{
    return is_wild(p) ? LOOK_NONE : restlessness(p, LOOK_WIDTH / 3, LOOK_HEIGHT / 2);
}

/* How far the sun's middle stays clear of the place, as a fraction of H or of the
 * width.  A moon stands where its night puts it. */
double calm_sun_below(const look_picture *p)
{
    int has_sun = p->frame->light.sun_radius > 0.0 && !p->scene->moon;
    return has_sun ? p->frame->light.sun_y / LOOK_HEIGHT - 1.0 / 3.0 : LOOK_NONE;
}

double calm_disc_at_right(const look_picture *p)
{
    return p->frame->light.sun_radius > 0.0 ? p->frame->light.sun_x / LOOK_WIDTH - 1.0 / 3.0
                                            : LOOK_NONE;
}
