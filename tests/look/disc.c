/* disc.c - the sun belongs to its sky: it stands by the skyline, has a fine rim,
 * and its light falls on the land. */
#include "base/exact.h"
#include "frame/frame.h"
#include "look/look.h"

static int has_sun(const look_picture *p)
{
    return p->scene->sun_radius > 0.0 && !p->scene->moon;
}

/* The disc's middle above the skyline below it, in radii. */
static double lift(const look_picture *p)
{
    double sum = 0.0;
    int count = 0;
    for (int x = 0; x < LOOK_WIDTH; x++)
        if (exact_abs(x + 0.5 - p->frame->light.sun_x) <= p->frame->light.sun_radius) {
            sum += look_skyline(p, x);
            count++;
        }
    return (LOOK_HEIGHT - p->frame->light.sun_y - sum / count) / p->frame->light.sun_radius;
}

#define LOW_SUN 2.5 /* radii: a text that lifts it more means it */

double disc_sun_lift(const look_picture *p)
{
    int is_low = p->scene->sun_y == RL_AUTO && p->scene->sun_lift <= LOW_SUN;
    return has_sun(p) && is_low ? lift(p) : LOOK_NONE;
}

double disc_moon_lift(const look_picture *p)
{
    return p->scene->moon && p->frame->light.sun_radius > 0.0 ? lift(p) : LOOK_NONE;
}

/* The share of its face that is seen. */
double disc_seen(const look_picture *p)
{
    double radius = p->frame->light.sun_radius;
    int seen = 0, all = 0;
    for (int y = 0; y < LOOK_HEIGHT && radius > 0.0; y++) {
        for (int x = 0; x < LOOK_WIDTH; x++) {
            double dx = x + 0.5 - p->frame->light.sun_x;
            double dy = y + 0.5 - p->frame->light.sun_y;
            if (dx * dx + dy * dy > radius * radius)
                continue;
            all++;
            seen += p->land[y][x] == LOOK_SKY;
        }
    }
    return all > 0 ? (double)seen / all : LOOK_NONE;
}

/* Widths of the picture. */
double disc_from_side(const look_picture *p)
{
    double x = p->frame->light.sun_x / LOOK_WIDTH;
    return p->frame->light.sun_radius > 0.0 ? exact_min(x, 1.0 - x) : LOOK_NONE;
}

/* ---- the rim --------------------------------------------------------------- */

#define RIM 1.25      /* pixels to either side of the rim that are looked at */
#define BEYOND 2.0    /* pixels from it where it is all disc or all sky */
#define CLEAR_OF 20.0 /* pixels above the ground: no tree is as tall */

/* Green light at a point, between the middles of four pixels. */
static double light_at(const look_picture *p, double x, double y)
{
    int column = (int)exact_floor(x - 0.5);
    int row = (int)exact_floor(y - 0.5);
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double wx = 1.0 - exact_abs(column + i % 2 + 0.5 - x);
        double wy = 1.0 - exact_abs(row + i / 2 + 0.5 - y);
        sum += wx * wy * colour_decode(p->rgb[row + i / 2][column + i % 2][1] / 255.0);
    }
    return sum;
}

/* How wide the rim is, in pixels.  Across a rim that is `width` wide the covered
 * share f falls evenly from 1 to 0, and the integral of f (1 - f) is width / 6. */
double disc_rim(const look_picture *p)
{
    double radius = p->frame->light.sun_radius;
    double mixed = 0.0;
    int count = 0;
    int is_free = has_sun(p) && p->scene->plain == RL_PLAIN_NONE; /* of what grows on a plain */
    for (int y = 8; y < LOOK_HEIGHT - 8 && is_free; y++) {
        for (int x = 8; x < LOOK_WIDTH - 8; x++) {
            double dx = x + 0.5 - p->frame->light.sun_x;
            double dy = y + 0.5 - p->frame->light.sun_y;
            double r = exact_sqrt(dx * dx + dy * dy);
            if (exact_abs(r - radius) > RIM || r < 1.0 ||
                look_skyline(p, x) + CLEAR_OF > LOOK_HEIGHT - y)
                continue;
            double in = (radius - BEYOND) / r;
            double out = (radius + BEYOND) / r;
            double disc =
                light_at(p, p->frame->light.sun_x + dx * in, p->frame->light.sun_y + dy * in);
            double sky =
                light_at(p, p->frame->light.sun_x + dx * out, p->frame->light.sun_y + dy * out);
            if (exact_abs(disc - sky) < 0.15)
                continue; /* too faint to measure in steps of 1/255 */
            double f = (light_at(p, x + 0.5, y + 0.5) - sky) / (disc - sky);
            mixed += f * (1.0 - f);
            count++;
        }
    }
    return count > 40 ? 6.0 * mixed * 2.0 * RIM / count : LOOK_NONE;
}

/* ---- its light on the land --------------------------------------------------- */

#define NEARBY 0.15 /* U */

static rl_frame *unlit_part(const look_picture *p, const rl_view *view)
{
    rl_scene scene = *p->scene;
    scene.sun_halo = scene.sun_wide = scene.sun_band = 0.0;
    scene.sun_bloom = scene.sun_land_glow = 0.0;
    return look_frame(&scene, view);
}

static double colour_distance(oklab a, oklab b)
{
    double l = a.l - b.l, x = a.a - b.a, y = a.b - b.b;
    return exact_sqrt(l * l + x * x + y * y);
}

/* How much the land near the sun differs from the same land without its glow, as
 * a mean distance in OKLab. */
double disc_on_land(const look_picture *p)
{
    enum { SIDE = 2 * 81 }; /* NEARBY * 540, twice */
    static uint8_t unlit[SIDE][SIDE][3];
    int left = (int)p->frame->light.sun_x - SIDE / 2;
    int top = (int)p->frame->light.sun_y - SIDE / 2;
    if (!has_sun(p) || p->scene->sun_halo == 0.0 || left < 0 || top < 0 ||
        left + SIDE > LOOK_WIDTH || top + SIDE > LOOK_HEIGHT)
        return LOOK_NONE;
    rl_view view = {.struct_size = sizeof view,
                    .width = LOOK_WIDTH,
                    .height = LOOK_HEIGHT,
                    .x = left,
                    .y = top,
                    .part_width = SIDE,
                    .part_height = SIDE};
    rl_frame *frame = unlit_part(p, &view);
    look_rows(frame, SIDE, unlit, SIDE, 1);
    rl_frame_free(frame);
    double sum = 0.0;
    int count = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (p->land[top + y][left + x] >= 0) {
                sum += colour_distance(look_lab(p->rgb[top + y][left + x]), look_lab(unlit[y][x]));
                count++;
            }
    return count > SIDE ? sum / count : LOOK_NONE;
}
