/* saguaro.c - draws a saguaro for deserts: a ribbed column with arms that turn up at an elbow.
 *
 * Lengths are multiples of the plant's height, tones are 0 (shade) to 4 (glow); all were tuned by
 * eye.
 */
#include "base/exact.h"
#include "layers/plants/species/species.h"

/* Levels of the hashes of a plant and of an arm. */
enum { PLANT, ARMS };

/* Index of the draw of the first arm's side at the level ARMS, after the indices of arms. */
#define FIRST_SIDE 100

enum {
    SPINE = 40, /* most points along a tube */
    RIBS = 7,   /* number of visible ribs of a tube */
    CAP = 8,    /* number of points of a tube's round end */
    STEM_POINTS = 12,
    ELBOW_POINTS = 8,
    RISE_POINTS = 6,
    ARMS_MOST = 4
};
#define RIB_PX 2.5         /* least width of ribs that are drawn, pixels */
#define SEGMENT_LEAST 1e-9 /* least length of a piece of a tube, as two points may be the same */

/* Tones of the ribs of a tube, from the left to the light on the right. */
static const double rib_tone[RIBS] = {0.6, 0.6, 0.9, 0.9, 1.5, 2.2, 3.0};

/* Ribs of a tube, with dark grooves between them. */
static const struct {
    double groove_tone;
    double from, to;             /* sides of a rib / width of rib and groove, on the half circle */
    double small_tone;           /* tone of the strip of light on a tube too thin for ribs */
    double small_from, small_to; /* sides of that strip from the middle to the right / half width */
} rib_shape = {.groove_tone = 0.4,
               .from = 0.06,
               .to = 0.80,
               .small_tone = 1.6,
               .small_from = 0.25,
               .small_to = 0.95};

/* A change of the column's half width by `share` between the heights `from` and `to`. */
typedef struct swelling {
    double share, from, to;
} swelling;
static const struct {
    double lean, bend;  /* largest shift of the tip to a side; 4 times that of the middle */
    plant_spread width; /* random factor of the habit's `stem` */
    swelling swell, taper, pinch;
} column_shape = {.lean = 0.03,
                  .bend = 0.04,
                  .width = {0.85, 0.3},
                  .swell = {.share = 0.10, .from = 0.0, .to = 0.5},
                  .taper = {.share = 0.16, .from = 0.45, .to = 1.0},
                  .pinch = {.share = 0.10, .from = 0.15, .to = 0.0}};

/* An arm goes outward, a little down, turns up at the elbow and rises.  Half widths are relative to
 * that of the arm. */
static const struct {
    plant_spread out, width;      /* distance of the elbow / habit's elbow_out; width / its `arm` */
    plant_spread rise;            /* rise above the elbow / the habit's `rise` */
    double top;                   /* greatest height of an arm without its cap */
    double turn_share, turn_most; /* radius of the elbow / its distance; greatest radius */
    double foot_raise, foot;      /* height of the first point above the elbow; its half width */
    double middle, middle_raise;  /* x of the second point / distance of the elbow; its height */
    double middle_half;           /* half width of the second point */
    double elbow, elbow_growth;   /* half width of the elbow's first point; growth per point */
    double lean;                  /* largest shift of the arm's end to a side above the elbow */
    double swell;                 /* growth of the half width up to the second point of the rise */
    double taper;                 /* decrease of the half width per point from the third one on */
} arm_shape = {.out = {0.55, 0.6},
               .width = {0.75, 0.35},
               .rise = {0.12, 0.88},
               .top = 0.92,
               .turn_share = 0.75,
               .turn_most = 0.07,
               .foot_raise = 0.02,
               .foot = 0.72,
               .middle = 0.6,
               .middle_raise = 0.004,
               .middle_half = 0.80,
               .elbow = 0.84,
               .elbow_growth = 0.02,
               .lean = 0.05,
               .swell = 0.06,
               .taper = 0.03};

/* Cumulative probability of at most 0, 1, 2 and 3 arms. */
static const double arms_until[ARMS_MOST] = {0.08, 0.26, 0.60, 0.86};

/* A round tube: the points of its middle line, and its half width at each. */
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

/* Appends a half circle to the upper end of an upright tube. */
static void add_cap(tube *t)
{
    drawing_point end = t->p[t->count - 1];
    double half = t->half[t->count - 1];
    for (int i = 1; i <= CAP; i++)
        add_point(t, (double)end.x, (double)end.y + half * exact_cos_turn(0.25 - 0.25 * i / CAP),
                  half * exact_cos_turn(0.25 * i / CAP));
}

/* Returns the point `across` half widths beside point i of a tube's middle line, to the right, seen
 * in the direction of growth. */
static drawing_point tube_at(const tube *t, int i, double across)
{
    drawing_point a = t->p[i > 0 ? i - 1 : 0], b = t->p[i + 1 < t->count ? i + 1 : i];
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double scale = across * t->half[i] / exact_max(exact_sqrt(dx * dx + dy * dy), SEGMENT_LEAST);
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

static void draw_tube(drawing *out, const tube *t, double size)
{
    plant_tone(out, rib_shape.groove_tone);
    add_band(out, t, -1.0, 1.0);
    if (2.0 * t->half[0] * size < RIB_PX * RIBS) {
        plant_tone(out, rib_shape.small_tone);
        add_band(out, t, rib_shape.small_from, rib_shape.small_to);
        return;
    }
    for (int i = 0; i < RIBS; i++) {
        double from = exact_cos_turn(0.5 - 0.5 * (i + rib_shape.from) / RIBS);
        double to = exact_cos_turn(0.5 - 0.5 * (i + rib_shape.to) / RIBS);
        plant_tone(out, rib_tone[i]);
        add_band(out, t, from, to);
    }
}

static double stem_at(uint64_t key, double y)
{
    return column_shape.lean * plant_way(key, PLANT, 0) * y +
           column_shape.bend * plant_way(key, PLANT, 1) * y * (1.0 - y);
}

static double swelling_at(const swelling *s, double y)
{
    return s->share * exact_smoothstep(s->from, s->to, y);
}

static void draw_column(const species *self, const plant_look *look, drawing *out)
{
    double half = 0.5 * self->saguaro.stem *
                  plant_spread_at(column_shape.width, plant_unit(look->key, PLANT, 2));
    tube stem = {.count = 0};
    for (int i = 0; i <= STEM_POINTS; i++) {
        double y = i * (1.0 - half) / STEM_POINTS;
        double width = 1.0 + swelling_at(&column_shape.swell, y) -
                       swelling_at(&column_shape.taper, y) - swelling_at(&column_shape.pinch, y);
        add_point(&stem, stem_at(look->key, y), y, half * width);
    }
    add_cap(&stem);
    draw_tube(out, &stem, look->size);
}

static void draw_arm(const species *self, const plant_look *look, int index, drawing *out)
{
    const saguaro_habit *habit = &self->saguaro;
    uint64_t key = hash_at(look->key, ARMS, index);
    double side =
        (index % 2 ? -1.0 : 1.0) * (plant_unit(look->key, ARMS, FIRST_SIDE) < 0.5 ? -1.0 : 1.0);
    double out_by = habit->elbow_out * plant_spread_at(arm_shape.out, plant_unit(key, ARMS, 0));
    double y = exact_mix(habit->elbow_low, habit->elbow_high, plant_unit(key, ARMS, 1));
    double rise = habit->rise * plant_spread_at(arm_shape.rise, plant_unit(key, ARMS, 2));
    rise = exact_min(rise, arm_shape.top - y);
    double half = 0.5 * habit->arm * plant_spread_at(arm_shape.width, plant_unit(key, ARMS, 3));
    double turn = exact_min(arm_shape.turn_share * out_by, arm_shape.turn_most);
    double x = stem_at(look->key, y), end = x + side * out_by;
    tube arm = {.count = 0};
    add_point(&arm, x, y + arm_shape.foot_raise, arm_shape.foot * half);
    add_point(&arm, exact_mix(x, end - side * turn, arm_shape.middle), y + arm_shape.middle_raise,
              arm_shape.middle_half * half);
    for (int i = 0; i <= ELBOW_POINTS; i++) {
        double across = exact_cos_turn(0.25 - 0.25 * i / ELBOW_POINTS);
        double up = 1.0 - exact_cos_turn(0.25 * i / ELBOW_POINTS);
        add_point(&arm, end - side * turn * (1.0 - across), y + turn * up,
                  half * (arm_shape.elbow + arm_shape.elbow_growth * i));
    }
    double lean = arm_shape.lean * plant_way(key, ARMS, 4);
    for (int i = 1; i <= RISE_POINTS; i++)
        add_point(&arm, end + lean * i / RISE_POINTS * rise, y + turn + rise * i / RISE_POINTS,
                  half * (1.0 + arm_shape.swell * exact_min(1.0, i / 2.0) -
                          arm_shape.taper * exact_max(0.0, i - 3.0)));
    add_cap(&arm);
    draw_tube(out, &arm, look->size);
}

void draw_saguaro(const species *self, const plant_look *look, drawing *out)
{
    draw_column(self, look, out);
    double draw = plant_unit(look->key, PLANT, 3);
    for (int i = 0; i < ARMS_MOST && draw >= arms_until[i]; i++)
        draw_arm(self, look, i, out);
}
