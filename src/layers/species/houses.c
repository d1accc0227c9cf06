/* houses.c - a farm house with a wing, and a small church: seen from a corner, lit from the right.
 *
 * Walls and roofs are of the stand's own colour, walls with more light; what is dark has little
 * of it.  By night roofs have lost it, and lit windows have it.
 */
#include "base/exact.h"
#include "layers/species/ground.h"

enum { WIDE_AT, WING_AT, ROOF_AT, CHIMNEY_AT, WINDOW_AT };

#define SUNK (-0.12)   /* walls begin below the foot: ground slopes */
#define DETAIL_PX 45.0 /* larger houses have shutters and courses of tiles */
#define COURSES 5

/* Tones, and shares of the own colour. */
#define WALL_SIDE 0.3 /* of that in the light */
#define WALL_EAVES 0.6
#define WALL_OWN 0.66
#define WALL_OWN_NIGHT 0.04
#define ROOF_TONE 0.3
#define WINDOW_OWN 0.20

typedef struct house {
    drawing *out;
    double size, night;
    double roof; /* share of the own colour in roofs */
    double wall; /* tone of walls in the light */
} house;

static house house_of(const species *self, const plant_look *look, drawing *out)
{
    double night = self->number[HOUSE_NIGHT], by_day = 1.0 - night;
    return (house){out, look->size, night, self->number[HOUSE_ROOF] * by_day * by_day,
                   self->number[HOUSE_WALL] * exact_mix(0.35, 1.0, by_day)};
}

static void add_quad(const house *h, drawing_point a, drawing_point b, drawing_point c,
                     drawing_point d)
{
    drawing_point p[4] = {a, b, c, d};
    drawing_shape(h->out, p, 4);
}

static drawing_point point(double x, double y)
{
    return (drawing_point){(float)x, (float)y};
}

static void add_block(const house *h, double left, double right, double low, double high)
{
    add_quad(h, point(left, low), point(right, low), point(right, high), point(left, high));
}

static void begin_wall(const house *h, double tone)
{
    drawing_fill_of(h->out, tone,
                    exact_mix(WALL_OWN_NIGHT, WALL_OWN, (1.0 - h->night) * (1.0 - h->night)), 1.0);
}

static void begin_roof(const house *h, double tone)
{
    drawing_fill_of(h->out, tone, h->roof, 1.0);
}

static void begin_windows(const house *h)
{
    drawing_fill_of(h->out, 0.3, exact_mix(WINDOW_OWN, 1.0, h->night), 1.0);
}

/* A roof's slope between its ridge and its eaves: left and right ends, and heights. */
typedef struct slope {
    double top_left, top_right, top, low_left, low_right, low;
} slope;

static void add_slope(const house *h, const slope *s)
{
    begin_roof(h, ROOF_TONE);
    add_quad(h, point(s->low_left, s->low), point(s->low_right, s->low),
             point(s->top_right, s->top), point(s->top_left, s->top));
    if (h->size < DETAIL_PX)
        return;
    begin_roof(h, 0.6 * ROOF_TONE);
    for (int i = 1; i <= COURSES; i++) {
        double down = (double)i / (COURSES + 1), y = exact_mix(s->top, s->low, down);
        double left = exact_mix(s->top_left, s->low_left, down);
        double right = exact_mix(s->top_right, s->low_right, down);
        drawing_point line[2] = {point(left, y), point(right, y)};
        drawing_stroke(h->out, line, 2, 0.006, 0.006);
    }
}

/* A row of windows in a wall, with shutters. */
static void add_windows(const house *h, int count, double left, double right, double low,
                        double high)
{
    double apart = (right - left) / count, half = exact_min(0.18 * apart, 0.055);
    begin_windows(h);
    for (int i = 0; i < count; i++) {
        double x = left + (i + 0.5) * apart;
        add_block(h, x - half, x + half, low, high);
    }
    if (h->size < DETAIL_PX)
        return;
    drawing_fill_of(h->out, 1.2, 0.0, 1.0);
    for (int i = 0; i < count; i++) {
        double x = left + (i + 0.5) * apart;
        add_block(h, x - 1.9 * half, x - 1.1 * half, low, high);
        add_block(h, x + 1.1 * half, x + 1.9 * half, low, high);
    }
}

void draw_house(const species *self, const plant_look *look, drawing *out)
{
    house h = house_of(self, look, out);
    double right = exact_mix(0.55, 0.85, plant_unit(look->key, WIDE_AT, 0)), left = -0.50;
    double eaves = exact_mix(0.56, 0.62, plant_unit(look->key, ROOF_AT, 0)), side = left - 0.34;
    double wing = exact_mix(0.40, 0.62, plant_unit(look->key, WING_AT, 0));
    double chimney = exact_mix(left + 0.1, right - 0.3, plant_unit(look->key, CHIMNEY_AT, 0));
    begin_wall(&h, 0.5 * h.wall);
    add_block(&h, chimney - 0.045, chimney + 0.045, 0.80, 1.06);
    begin_wall(&h, h.wall); /* the wing */
    add_block(&h, right, right + wing, SUNK, 0.34);
    add_slope(&h, &(slope){right, right + wing - 0.06, 0.50, right, right + wing + 0.06, 0.32});
    add_windows(&h, 1, right + 0.2 * wing, right + 0.8 * wing, 0.02, 0.22);
    begin_wall(&h, WALL_SIDE * h.wall); /* the gable */
    drawing_shape(out,
                  (const drawing_point[5]){point(side, SUNK), point(left, SUNK), point(left, eaves),
                                           point(0.5 * (left + side), 0.95), point(side, eaves)},
                  5);
    begin_wall(&h, h.wall);
    add_block(&h, left, right, SUNK, eaves);
    begin_wall(&h, WALL_EAVES * h.wall);
    add_block(&h, left, right, eaves - 0.07, eaves);
    int windows = plant_unit(look->key, WINDOW_AT, 0) < 0.5 ? 3 : 4;
    add_windows(&h, windows, left + 0.06, right - 0.06, 0.33, 0.47);
    begin_windows(&h);
    add_block(&h, -0.02, 0.12, SUNK, 0.20); /* the door */
    begin_roof(&h, 0.0);
    add_quad(&h, point(side - 0.07, eaves - 0.04), point(side - 0.02, eaves - 0.06),
             point(0.5 * (left + side) + 0.03, 0.93), point(0.5 * (left + side), 0.98));
    add_slope(&h, &(slope){0.5 * (left + side), right - 0.14, 0.97, left - 0.05, right + 0.07,
                           eaves - 0.02});
}

/* A tower with a pointed roof, a nave behind it. */
void draw_church(const species *self, const plant_look *look, drawing *out)
{
    house h = house_of(self, look, out);
    double half = exact_mix(0.105, 0.125, plant_unit(look->key, WIDE_AT, 0));
    double nave = exact_mix(0.52, 0.64, plant_unit(look->key, WING_AT, 0));
    begin_wall(&h, h.wall);
    add_block(&h, 0.0, nave, 0.5 * SUNK, 0.29);
    add_slope(&h, &(slope){0.0, nave - 0.05, 0.44, 0.0, nave + 0.03, 0.27});
    add_windows(&h, 2, half + 0.04, nave - 0.04, 0.11, 0.20);
    begin_wall(&h, h.wall);
    add_block(&h, -0.4 * half, half, 0.5 * SUNK, 0.78);
    begin_wall(&h, WALL_SIDE * h.wall);
    add_block(&h, -half, -0.4 * half, 0.5 * SUNK, 0.78);
    begin_wall(&h, WALL_EAVES * h.wall);
    add_block(&h, -half - 0.012, half + 0.012, 0.755, 0.785);
    begin_windows(&h);
    add_block(&h, 0.12 * half, 0.55 * half, 0.58, 0.69);
    begin_roof(&h, ROOF_TONE);
    drawing_shape(out,
                  (const drawing_point[3]){point(-half - 0.02, 0.78), point(half + 0.02, 0.78),
                                           point(0.0, 1.06)},
                  3);
    begin_roof(&h, 0.0);
    drawing_shape(out,
                  (const drawing_point[3]){point(-half - 0.02, 0.78), point(-0.35 * half, 0.78),
                                           point(0.0, 1.06)},
                  3);
}
