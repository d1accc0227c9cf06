/* houses.c - draws a farm house with a wing, and a small church, for fields: seen from a corner,
 * lit from the right.
 *
 * Walls and roofs have shares of the stand's own colour, the less, the darker they are.  At night
 * roofs have none, and windows, which are lit, have only this colour.  Lengths are multiples of the
 * building's height, tones are 0 (shade) to 4 (glow); all were tuned by eye.
 */
#include "base/exact.h"
#include "layers/plants/species/ground.h"

/* Levels of a house's hash. */
enum { WIDE_AT, WING_AT, ROOF_AT, CHIMNEY_AT, WINDOW_AT };

#define SUNK (-0.12)   /* height of the lower end of walls: in the ground, as the ground slopes */
#define DETAIL_PX 45.0 /* height, pixels, from which a house has shutters and courses of tiles */
#define COURSES 5      /* number of courses (rows of tiles) of a roof */

/* Tones and colour of walls. */
static const struct {
    double side, eaves, chimney; /* tones of side walls, of the wall below the eaves and of
                                    chimneys, as factors of house.wall */
    double by_night;             /* factor of the tone of all walls at night */
    double own, own_by_night;    /* share of the own colour by day and at night, 0..1 */
} walls = {
    .side = 0.3, .eaves = 0.6, .chimney = 0.5, .by_night = 0.35, .own = 0.66, .own_by_night = 0.04};

/* Slopes of a roof. */
static const struct {
    double tone;
    double course_tone; /* tone of the lines between courses / `tone` */
    double course_half; /* half width of these lines */
} roofs = {.tone = 0.3, .course_tone = 0.6, .course_half = 0.006};

/* Windows, doors and the shutters of windows. */
static const struct {
    double tone;
    double own_by_day;               /* share of the own colour by day; at night it is 1 */
    double half_share;               /* half width of a window / distance of windows */
    double half_most;                /* greatest half width of a window */
    double shutter_from, shutter_to; /* sides of a shutter from the window's middle / half width */
    double shutter_tone;
} windows = {.tone = 0.3,
             .own_by_day = 0.20,
             .half_share = 0.18,
             .half_most = 0.055,
             .shutter_from = 1.1,
             .shutter_to = 1.9,
             .shutter_tone = 1.2};

/* The lower part of a building, at its right: the wing of a farm house, or the nave of a church. */
typedef struct annex {
    plant_range length;
    double wall;         /* height of the wall, whose upper end is hidden by the roof */
    double ridge;        /* height of the roof's ridge */
    double inset;        /* distance from the ridge's end to that of the wall */
    double eaves;        /* height of the roof's lower edge */
    double overhang;     /* distance from the end of the eaves to that of the wall */
    double sill, lintel; /* lower and upper edge of windows */
} annex;

static const annex wing = {.length = {0.40, 0.62},
                           .wall = 0.34,
                           .ridge = 0.50,
                           .inset = 0.06,
                           .eaves = 0.32,
                           .overhang = 0.06,
                           .sill = 0.02,
                           .lintel = 0.22};
static const annex nave = {.length = {0.52, 0.64},
                           .wall = 0.29,
                           .ridge = 0.44,
                           .inset = 0.05,
                           .eaves = 0.27,
                           .overhang = 0.03,
                           .sill = 0.11,
                           .lintel = 0.20};

/* The farm house: its front, and to the left of it the gable, which is foreshortened. */
static const struct {
    double left;       /* left end of the front */
    plant_range right; /* right end of the front */
    plant_range eaves; /* height of the front's wall */
    double gable;      /* width of the gable in the picture */
    double gable_top;
    double eaves_shade;  /* height of the shaded strip below the eaves */
    double inset;        /* distance of windows from the ends of the front */
    double sill, lintel; /* lower and upper edge of windows */
    double door_left, door_right, door_top;
    double chimney_left, chimney_right; /* least distance of the chimney from the front's ends */
    double chimney_half, chimney_foot, chimney_top;
    double wing_from, wing_to; /* ends of the wing's window / length of the wing */
    double ridge;              /* height of the roof's ridge */
    double ridge_inset;        /* distance from the ridge's right end to that of the front */
    double over_left, over_right, over_low; /* distances of the roof's edges beyond the front's */
} farm = {.left = -0.50,
          .right = {0.55, 0.85},
          .eaves = {0.56, 0.62},
          .gable = 0.34,
          .gable_top = 0.95,
          .eaves_shade = 0.07,
          .inset = 0.06,
          .sill = 0.33,
          .lintel = 0.47,
          .door_left = -0.02,
          .door_right = 0.12,
          .door_top = 0.20,
          .chimney_left = 0.1,
          .chimney_right = 0.3,
          .chimney_half = 0.045,
          .chimney_foot = 0.80,
          .chimney_top = 1.06,
          .wing_from = 0.2,
          .wing_to = 0.8,
          .ridge = 0.97,
          .ridge_inset = 0.14,
          .over_left = 0.05,
          .over_right = 0.07,
          .over_low = 0.02};

/* The edge of the roof over the gable (verge): x, y of two points from the left end of the gable at
 * the height of the eaves, and of two from the middle of the gable at its foot. */
static const double verge_eaves[2][2] = {{-0.07, -0.04}, {-0.02, -0.06}};
static const double verge_ridge[2][2] = {{0.03, 0.93}, {0.0, 0.98}};

/* The church: a tower with a spire, whose middle is at x = 0, in front of a nave. */
static const struct {
    plant_range half;   /* half width of the tower */
    double corner;      /* corner of the tower's walls, to the left of its middle / half width */
    double top;         /* height of the tower's walls */
    double cornice_out; /* overhang of the cornice on each side */
    double cornice_low, cornice_high;
    double bell_left, bell_right; /* sides of the belfry's window from the middle / half width */
    double bell_sill, bell_lintel;
    double spire_out; /* overhang of the spire on each side */
    double spire_top;
    double spire_corner; /* corner of the spire's foot, left of the middle / half width */
    double inset;        /* distance of the nave's windows from its ends */
} church = {.half = {0.105, 0.125},
            .corner = 0.4,
            .top = 0.78,
            .cornice_out = 0.012,
            .cornice_low = 0.755,
            .cornice_high = 0.785,
            .bell_left = 0.12,
            .bell_right = 0.55,
            .bell_sill = 0.58,
            .bell_lintel = 0.69,
            .spire_out = 0.02,
            .spire_top = 1.06,
            .spire_corner = 0.35,
            .inset = 0.04};

typedef struct house {
    drawing *out;
    double size;  /* height, pixels */
    double night; /* 0 = day .. 1 = night */
    double roof;  /* share of the own colour in roofs, 0..1 */
    double wall;  /* tone of walls in the light */
} house;

static house house_of(const species *self, const plant_look *look, drawing *out)
{
    double by_day = 1.0 - self->house.night;
    return (house){.out = out,
                   .size = look->size,
                   .night = self->house.night,
                   .roof = self->house.roof * by_day * by_day,
                   .wall = self->house.wall * exact_mix(walls.by_night, 1.0, by_day)};
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
                    exact_mix(walls.own_by_night, walls.own, (1.0 - h->night) * (1.0 - h->night)),
                    1.0);
}

static void begin_roof(const house *h, double tone)
{
    drawing_fill_of(h->out, tone, h->roof, 1.0);
}

static void begin_windows(const house *h)
{
    drawing_fill_of(h->out, windows.tone, exact_mix(windows.own_by_day, 1.0, h->night), 1.0);
}

/* A roof's slope between its ridge and its eaves. */
typedef struct roof_slope {
    double top_left, top_right, top; /* ends of the ridge, and its height */
    double low_left, low_right, low; /* ends of the eaves, and their height */
} roof_slope;

static void add_slope(const house *h, const roof_slope *s)
{
    begin_roof(h, roofs.tone);
    add_quad(h, point(s->low_left, s->low), point(s->low_right, s->low),
             point(s->top_right, s->top), point(s->top_left, s->top));
    if (h->size < DETAIL_PX)
        return;
    begin_roof(h, roofs.course_tone * roofs.tone);
    for (int i = 1; i <= COURSES; i++) {
        double down = (double)i / (COURSES + 1), y = exact_mix(s->top, s->low, down);
        double left = exact_mix(s->top_left, s->low_left, down);
        double right = exact_mix(s->top_right, s->low_right, down);
        drawing_point line[2] = {point(left, y), point(right, y)};
        drawing_stroke(h->out, line, 2, roofs.course_half, roofs.course_half);
    }
}

/* Adds a row of windows with shutters to a wall. */
static void add_windows(const house *h, int count, double left, double right, double low,
                        double high)
{
    double apart = (right - left) / count;
    double half = exact_min(windows.half_share * apart, windows.half_most);
    begin_windows(h);
    for (int i = 0; i < count; i++) {
        double x = left + (i + 0.5) * apart;
        add_block(h, x - half, x + half, low, high);
    }
    if (h->size < DETAIL_PX)
        return;
    plant_tone(h->out, windows.shutter_tone);
    for (int i = 0; i < count; i++) {
        double x = left + (i + 0.5) * apart;
        add_block(h, x - windows.shutter_to * half, x - windows.shutter_from * half, low, high);
        add_block(h, x + windows.shutter_from * half, x + windows.shutter_to * half, low, high);
    }
}

/* Adds the wall and the roof of an annex from x = `from` to x = `to`; its wall begins at height
 * `foot`. */
static void add_annex(const house *h, const annex *a, double from, double to, double foot)
{
    begin_wall(h, h->wall);
    add_block(h, from, to, foot, a->wall);
    add_slope(h, &(roof_slope){.top_left = from,
                               .top_right = to - a->inset,
                               .top = a->ridge,
                               .low_left = from,
                               .low_right = to + a->overhang,
                               .low = a->eaves});
}

void draw_house(const species *self, const plant_look *look, drawing *out)
{
    house h = house_of(self, look, out);
    double left = farm.left;
    double right = plant_range_at(farm.right, plant_unit(look->key, WIDE_AT, 0));
    double eaves = plant_range_at(farm.eaves, plant_unit(look->key, ROOF_AT, 0));
    double side = left - farm.gable, middle = 0.5 * (left + side);
    double length = plant_range_at(wing.length, plant_unit(look->key, WING_AT, 0));
    double chimney = exact_mix(left + farm.chimney_left, right - farm.chimney_right,
                               plant_unit(look->key, CHIMNEY_AT, 0));
    /* The chimney is painted before the roof, which hides its foot; the wing before the front. */
    begin_wall(&h, walls.chimney * h.wall);
    add_block(&h, chimney - farm.chimney_half, chimney + farm.chimney_half, farm.chimney_foot,
              farm.chimney_top);
    add_annex(&h, &wing, right, right + length, SUNK);
    add_windows(&h, 1, right + farm.wing_from * length, right + farm.wing_to * length, wing.sill,
                wing.lintel);
    /* The gable is in the shade. */
    begin_wall(&h, walls.side * h.wall);
    drawing_shape(out,
                  (const drawing_point[5]){point(side, SUNK), point(left, SUNK), point(left, eaves),
                                           point(middle, farm.gable_top), point(side, eaves)},
                  5);
    /* The front has a strip of shade below the eaves, windows and a door. */
    begin_wall(&h, h.wall);
    add_block(&h, left, right, SUNK, eaves);
    begin_wall(&h, walls.eaves * h.wall);
    add_block(&h, left, right, eaves - farm.eaves_shade, eaves);
    int count = plant_unit(look->key, WINDOW_AT, 0) < 0.5 ? 3 : 4;
    add_windows(&h, count, left + farm.inset, right - farm.inset, farm.sill, farm.lintel);
    begin_windows(&h);
    add_block(&h, farm.door_left, farm.door_right, SUNK, farm.door_top);
    /* Over the gable the dark lower side of the roof is visible, over the front its upper side. */
    begin_roof(&h, 0.0);
    add_quad(&h, point(side + verge_eaves[0][0], eaves + verge_eaves[0][1]),
             point(side + verge_eaves[1][0], eaves + verge_eaves[1][1]),
             point(middle + verge_ridge[0][0], verge_ridge[0][1]),
             point(middle + verge_ridge[1][0], verge_ridge[1][1]));
    add_slope(&h, &(roof_slope){.top_left = middle,
                                .top_right = right - farm.ridge_inset,
                                .top = farm.ridge,
                                .low_left = left - farm.over_left,
                                .low_right = right + farm.over_right,
                                .low = eaves - farm.over_low});
}

void draw_church(const species *self, const plant_look *look, drawing *out)
{
    house h = house_of(self, look, out);
    double half = plant_range_at(church.half, plant_unit(look->key, WIDE_AT, 0));
    double end = plant_range_at(nave.length, plant_unit(look->key, WING_AT, 0));
    double foot = 0.5 * SUNK, corner = -church.corner * half;
    add_annex(&h, &nave, 0.0, end, foot);
    add_windows(&h, 2, half + church.inset, end - church.inset, nave.sill, nave.lintel);
    /* The tower is painted after the nave: a wall in light and one in shade, a cornice, the
     * belfry. */
    begin_wall(&h, h.wall);
    add_block(&h, corner, half, foot, church.top);
    begin_wall(&h, walls.side * h.wall);
    add_block(&h, -half, corner, foot, church.top);
    begin_wall(&h, walls.eaves * h.wall);
    add_block(&h, -half - church.cornice_out, half + church.cornice_out, church.cornice_low,
              church.cornice_high);
    begin_windows(&h);
    add_block(&h, church.bell_left * half, church.bell_right * half, church.bell_sill,
              church.bell_lintel);
    /* The spire, and then its left part, which is in the shade. */
    drawing_point spire[3] = {point(-half - church.spire_out, church.top),
                              point(half + church.spire_out, church.top),
                              point(0.0, church.spire_top)};
    begin_roof(&h, roofs.tone);
    drawing_shape(out, spire, 3);
    spire[1] = point(-church.spire_corner * half, church.top);
    begin_roof(&h, 0.0);
    drawing_shape(out, spire, 3);
}
