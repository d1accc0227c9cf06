/* areas.c - painted edges against exact areas, worked out another way. */
#include <stdio.h>

#include "base/exact.h"
#include "frame/frame.h"
#include "look/look.h"
#include "support/slopes.h"

typedef struct point {
    double x, y;
} point;

/* What of a polygon lies on one side of the line y = limit (Sutherland, Hodgman). */
static int clip(const point *from, int count, double limit, int above, point *to)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        point a = from[i], b = from[(i + 1) % count];
        int has_a = above ? a.y >= limit : a.y <= limit;
        int has_b = above ? b.y >= limit : b.y <= limit;
        if (has_a)
            to[kept++] = a;
        if (has_a != has_b) {
            point cut = {a.x + (b.x - a.x) * (limit - a.y) / (b.y - a.y), limit};
            to[kept++] = cut;
        }
    }
    return kept;
}

/* The area of the pixel between 0 and 1 under a piece of edge from a to b. */
static double area_under(double a, double b, double width)
{
    const double deep = exact_min(exact_min(a, b), 0.0) - 1.0;
    point piece[4] = {{0.0, deep}, {width, deep}, {width, b}, {0.0, a}};
    point upper[8], inside[16];
    int count = clip(piece, 4, 0.0, 1, upper);
    count = clip(upper, count, 1.0, 0, inside);
    double twice = 0.0;
    for (int i = 0; i < count; i++) {
        point p = inside[i], q = inside[(i + 1) % count];
        twice += p.x * q.y - q.x * p.y;
    }
    return 0.5 * twice;
}

enum { EDGE_WIDTH = 960, EDGE_HEIGHT = 540 };

/* Black crags before a white sky: the light of a pixel is the area of sky in it. */
static double worst_area(uint64_t seed, const char *roughness, long *partly)
{
    static uint16_t pixels[EDGE_HEIGHT][EDGE_WIDTH][3];
    static const char text[] =
        "[ridgeline]\nworld = alpine\n[output]\ndepth = 16\ndither = none\n[sky]\nhorizon = "
        "0\nhaze = 0\n[sun]\nradius = 0\n"
        "halo = 0\nwide = 0\nband = 0\nbloom = 0\nland_glow = 0\n[mist]\namount = 0\n[clouds]\n"
        "amount = 0\n[lake]\nridge = 0\n[fog]\namount = 0\n[motif]\nname = none\n[aloft]\nname = "
        "none\n[palette]\nname = dawn\nsky_1 = #fff\n"
        "[ridge 1]\nkind = segment\nstart_x = -1\nend_x = 1\nstart_y = 0.5\nend_y = 0.5\n"
        "displacement = 0.4\ncolour = #000\n";
    rl_scene scene;
    rl_view view = {.struct_size = sizeof view, .width = EDGE_WIDTH, .height = EDGE_HEIGHT};
    look_seeded(&scene, seed);
    if (rl_scene_parse(&scene, text, sizeof text - 1, "crags", NULL) != RL_OK ||
        rl_scene_set(&scene, "ridge.1.roughness", roughness, NULL) != RL_OK)
        return LOOK_ANY;
    rl_frame *frame = look_frame(&scene, &view);
    look_rows(frame, EDGE_HEIGHT, pixels, EDGE_WIDTH, 2);
    double worst = 0.0;
    for (int y = 0; y < EDGE_HEIGHT; y++)
        for (int x = 0; x < EDGE_WIDTH; x++) {
            const int32_t *edge = slope_at(frame, 0).outline->edge + x * FRAME_PIECES;
            double exact = 0.0;
            for (int i = 0; i < FRAME_PIECES; i++)
                exact +=
                    area_under(edge[i] / 256.0 - (EDGE_HEIGHT - 1 - y),
                               edge[i + 1] / 256.0 - (EDGE_HEIGHT - 1 - y), 1.0 / FRAME_PIECES);
            double painted = 1.0 - colour_decode(pixels[y][x][0] / 65535.0);
            worst = exact_max(worst, exact_abs(painted - exact));
            *partly += exact > 0.0 && exact < 1.0;
        }
    rl_frame_free(frame);
    return worst;
}

int whole_areas(void)
{
    static const char *const roughness[] = {"0.5", "0.3", "0", "-0.5"};
    double worst = 0.0;
    long partly = 0;
    for (int i = 0; i < 4; i++)
        worst = exact_max(worst, worst_area((uint64_t)i + 1, roughness[i], &partly));
    char numbers[128];
    (void)snprintf(numbers, sizeof numbers,
                   "at most %.4f/255 of a pixel in %ld edge pixels, allowed 1", 255.0 * worst,
                   partly);
    return look_say(255.0 * worst <= 1.0 && partly > 4 * EDGE_WIDTH,
                    "painted edges against exact areas", numbers);
}
