/* saguaro.c - a ribbed column with arms that turn up at an elbow. */
#include "base/exact.h"
#include "layers/species/species.h"

/* The numbers of a species. */
enum { STEM, ARM, ELBOW_OUT, ELBOW_LOW, ELBOW_HIGH, RISE };

/* What is hashed of a plant, of each arm. */
enum { PLANT, ARMS };

#define SPINE 40   /* points along a tube, at most */
#define RIBS 7     /* that can be seen of a tube */
#define CAP 8      /* points of its round end */
#define RIB_PX 2.5 /* thinner ribs are left out */

/* A round tube: its middle line, with the half width at each point. */
typedef struct tube {
    drawing_point p[SPINE];
    double half[SPINE];
    int count;
} tube;

static void add_point(tube *t, double x, double y, double half)
{
    t->p[t->count] = (drawing_point){(float)x, (float)y};
    t->half[t->count++] = half;
}

/* Ends a tube that goes up in half a circle. */
static void add_cap(tube *t)
{
    drawing_point end = t->p[t->count - 1];
    double half = t->half[t->count - 1];
    for (int i = 1; i <= CAP; i++)
        add_point(t, (double)end.x, (double)end.y + half * exact_cos_turn(0.25 - 0.25 * i / CAP),
                  half * exact_cos_turn(0.25 * i / CAP));
}

/* The point of a tube that is a part of its half width to the right of its middle, seen along it.
 */
static drawing_point tube_at(const tube *t, int i, double part)
{
    drawing_point a = t->p[i > 0 ? i - 1 : 0], b = t->p[i + 1 < t->count ? i + 1 : i];
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double scale = part * t->half[i] / exact_max(exact_sqrt(dx * dx + dy * dy), 1e-9);
    return (drawing_point){(float)((double)t->p[i].x + scale * dy),
                           (float)((double)t->p[i].y - scale * dx)};
}

static void add_band(drawing *out, const tube *t, double left, double right)
{
    drawing_point p[2 * SPINE];
    for (int i = 0; i < t->count; i++) {
        p[i] = tube_at(t, i, left);
        p[2 * t->count - 1 - i] = tube_at(t, i, right);
    }
    drawing_shape(out, p, 2 * t->count);
}

/* Paints a tube: ribs between dark grooves, lighter toward the light. */
static void draw_tube(drawing *out, const tube *t, double size)
{
    drawing_fill_of(out, 0.4, 0.0, 1.0);
    add_band(out, t, -1.0, 1.0);
    if (2.0 * t->half[0] * size < RIB_PX * RIBS) {
        drawing_fill_of(out, 1.6, 0.0, 1.0);
        add_band(out, t, 0.25, 0.95);
        return;
    }
    static const double tone[RIBS] = {0.6, 0.6, 0.9, 0.9, 1.5, 2.2, 3.0};
    for (int i = 0; i < RIBS; i++) {
        double from = exact_cos_turn(0.5 - 0.5 * (i + 0.06) / RIBS);
        double to = exact_cos_turn(0.5 - 0.5 * (i + 0.80) / RIBS);
        drawing_fill_of(out, tone[i], 0.0, 1.0);
        add_band(out, t, from, to);
    }
}

static double stem_at(uint64_t key, double y)
{
    return 0.03 * plant_way(key, PLANT, 0) * y + 0.04 * plant_way(key, PLANT, 1) * y * (1.0 - y);
}

static void draw_stem(const species *self, const plant_look *look, drawing *out)
{
    double half = 0.5 * self->number[STEM] * (0.85 + 0.3 * plant_unit(look->key, PLANT, 2));
    tube stem = {.count = 0};
    for (int i = 0; i <= 12; i++) {
        double y = i * (1.0 - half) / 12.0;
        double swell = 1.0 + 0.10 * exact_smoothstep(0.0, 0.5, y) -
                       0.16 * exact_smoothstep(0.45, 1.0, y) -
                       0.10 * exact_smoothstep(0.15, 0.0, y);
        add_point(&stem, stem_at(look->key, y), y, half * swell);
    }
    add_cap(&stem);
    draw_tube(out, &stem, look->size);
}

/* An arm goes out, down a little, turns up at the elbow and rises. */
static void draw_arm(const species *self, const plant_look *look, int index, drawing *out)
{
    const double *number = self->number;
    uint64_t key = hash_at(look->key, ARMS, index);
    double way = (index % 2 ? -1.0 : 1.0) * (plant_unit(look->key, ARMS, 100) < 0.5 ? -1.0 : 1.0);
    double out_by = number[ELBOW_OUT] * (0.55 + 0.6 * plant_unit(key, ARMS, 0));
    double y = exact_mix(number[ELBOW_LOW], number[ELBOW_HIGH], plant_unit(key, ARMS, 1));
    double u = plant_unit(key, ARMS, 2), rise = number[RISE] * (0.12 + 0.88 * u);
    rise = exact_min(rise, 0.92 - y);
    double half = 0.5 * number[ARM] * (0.75 + 0.35 * plant_unit(key, ARMS, 3));
    double turn = exact_min(0.75 * out_by, 0.07); /* radius of the elbow */
    double x = stem_at(look->key, y), end = x + way * out_by;
    tube arm = {.count = 0};
    add_point(&arm, x, y + 0.02, 0.72 * half);
    add_point(&arm, exact_mix(x, end - way * turn, 0.6), y + 0.004, 0.80 * half);
    for (int i = 0; i <= 8; i++) {
        double across = exact_cos_turn(0.25 - 0.25 * i / 8.0),
               up = 1.0 - exact_cos_turn(0.25 * i / 8.0);
        add_point(&arm, end - way * turn * (1.0 - across), y + turn * up, half * (0.84 + 0.02 * i));
    }
    double lean = 0.05 * plant_way(key, ARMS, 4);
    for (int i = 1; i <= 6; i++)
        add_point(&arm, end + lean * i / 6.0 * rise, y + turn + rise * i / 6.0,
                  half * (1.0 + 0.06 * exact_min(1.0, i / 2.0) - 0.03 * exact_max(0.0, i - 3.0)));
    add_cap(&arm);
    draw_tube(out, &arm, look->size);
}

void draw_saguaro(const species *self, const plant_look *look, drawing *out)
{
    draw_stem(self, look, out);
    double u = plant_unit(look->key, PLANT, 3);
    int arms = u < 0.08 ? 0 : u < 0.26 ? 1 : u < 0.60 ? 2 : u < 0.86 ? 3 : 4;
    for (int i = 0; i < arms; i++)
        draw_arm(self, look, i, out);
}
