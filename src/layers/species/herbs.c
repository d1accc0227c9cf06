/* herbs.c - blades of grass, reeds with cattails, flowers. */
#include "base/exact.h"
#include "layers/species/ground.h"

/* Levels of a hash. */
enum { COUNT_AT, PLACE_AT, HEIGHT_AT, LEAN_AT, TONE_AT, LEAF_AT, HEAD_AT, PETAL_AT };

#define BLADE_POINTS 5
#define TONES 3 /* of blades: in the shade, in the light, bright tips */
#define MOST_BLADES 36

/* A blade from a place on the ground: how far its tip is aside, how far its bend. */
typedef struct blade {
    double x, low, high, lean, bow, half;
} blade;

static drawing_point blade_at(const blade *b, double t)
{
    double rise = b->high * t * (1.0 - 0.22 * exact_abs(b->lean) * t);
    return (drawing_point){(float)(b->x + b->lean * b->high * t * (b->bow + (1.0 - b->bow) * t)),
                           (float)(b->low + rise)};
}

static void draw_blade(const blade *b, double size, drawing *out)
{
    int count = b->high * size < 8.0 ? 3 : BLADE_POINTS;
    drawing_point side[2 * BLADE_POINTS - 1];
    double half = exact_max(b->half, 0.3 / size);
    for (int i = 0; i < count; i++) {
        double t = (double)i / (count - 1), wide = half * (1.0 - t * t);
        drawing_point p = blade_at(b, t);
        side[i] = (drawing_point){p.x - (float)wide, p.y};
        side[2 * count - 2 - i] = (drawing_point){p.x + (float)wide, p.y};
    }
    drawing_shape(out, side, 2 * count - 1);
}

/* Blades of a tuft or a strip.  number: least and most blades, half the width, how far they lean,
 * half the width of a blade. */
void draw_grass(const species *self, const plant_look *look, drawing *out)
{
    static const double tone[TONES] = {0.3, 1.1, 1.9}, until[TONES] = {0.48, 0.86, 1.0};
    const double *number = self->number;
    uint64_t key = look->key;
    int count = (int)exact_mix(number[0], number[1] + 0.999, plant_unit(key, COUNT_AT, 0));
    for (int k = 0; k < TONES; k++) {
        drawing_fill_of(out, tone[k], 0.0, 1.0);
        for (int i = 0; i < count && i < MOST_BLADES; i++) {
            double shade = plant_unit(key, TONE_AT, i);
            if (shade >= until[k] || (k > 0 && shade < until[k - 1]))
                continue;
            double place = plant_way(key, PLACE_AT, i), tall = plant_unit(key, HEIGHT_AT, i);
            /* The first is the highest; those at the sides of a tuft lean outward. */
            blade b = {.x = number[2] * (number[3] < 0.0 ? place : 0.35 * place),
                       .low = -0.04,
                       .high = i == 0 ? 1.04 : 0.38 + 0.62 * tall * exact_sqrt(tall),
                       .half = number[4] * (0.7 + 0.5 * tall),
                       .bow = 0.2 + 0.4 * plant_unit(key, LEAN_AT, -1 - i)};
            double lean = plant_way(key, LEAN_AT, i);
            b.lean = number[3] < 0.0 ? 0.15 - number[3] * lean
                                     : number[3] * (0.75 * place + 0.45 * lean);
            b.high /= 1.0 - (i == 0 ? 0.22 * exact_abs(b.lean) : 0.0);
            draw_blade(&b, look->size, out);
        }
    }
}

/* A leaf of a reed: up along the stalk, then bent over. */
static void draw_reed_leaf(uint64_t key, drawing_point foot, double high, double side, double half,
                           drawing *out)
{
    double up = high * exact_mix(0.55, 0.95, plant_unit(key, LEAF_AT, 1));
    double away = side * high * exact_mix(0.12, 0.30, plant_unit(key, LEAF_AT, 2));
    double fall = plant_unit(key, LEAF_AT, 3) < 0.5 ? up * plant_unit(key, LEAF_AT, 4) * 0.5 : 0.0;
    const double at[][2] = {{0.0, 0.0},
                            {0.25 * away, 0.45 * up},
                            {0.6 * away, 0.85 * up},
                            {0.85 * away, up},
                            {(fall > 0.0 ? 1.7 : 1.1) * away, fall > 0.0 ? up - fall : 1.15 * up}};
    static const double wide[] = {0.7, 1.0, 0.9, 0.6, 0.0};
    drawing_point point[9];
    for (int i = 0; i < 5; i++) {
        float x = foot.x + (float)at[i][0], y = foot.y + (float)at[i][1];
        /* A leaf that falls is seen from its side: its width counts upward, too. */
        float w = (float)(half * wide[i]), lift = i == 3 ? 0.7f * w : 0.0f;
        point[i] = (drawing_point){x - w, y - lift * (float)side};
        point[8 - i] = (drawing_point){x + w, y + lift * (float)side};
    }
    drawing_shape(out, point, 9);
}

#define MOST_REEDS 7

typedef struct reed {
    uint64_t key;
    drawing_point stalk[3];
    double high;
} reed;

static reed reed_of(uint64_t key, int index)
{
    reed r = {.key = hash_at(key, PLACE_AT, index)};
    double x = 0.30 * plant_way(r.key, PLACE_AT, 0), lean = 0.10 * plant_way(r.key, LEAN_AT, 0);
    r.high = index == 0 ? 1.0 : 0.55 + 0.42 * plant_unit(r.key, HEIGHT_AT, 0);
    r.stalk[0] = (drawing_point){(float)x, -0.03f};
    r.stalk[1] = (drawing_point){(float)(x + 0.3 * lean), (float)(0.5 * r.high)};
    r.stalk[2] = (drawing_point){(float)(x + lean), (float)r.high};
    return r;
}

/* number: least and most stalks, part of them with cattails. */
void draw_reed(const species *self, const plant_look *look, drawing *out)
{
    const double *number = self->number;
    double half = exact_max(0.008, 0.25 / look->size);
    int count = (int)exact_mix(number[0], number[1] + 0.999, plant_unit(look->key, COUNT_AT, 0));
    for (int part = 0; part < 2; part++) {
        drawing_fill_of(out, part == 0 ? 0.7 : 1.9, 0.0, 1.0);
        for (int i = 0; i < count && i < MOST_REEDS; i++) {
            reed r = reed_of(look->key, i);
            int is_light = plant_unit(r.key, TONE_AT, 0) > 0.6;
            if (is_light == part)
                drawing_stroke(out, r.stalk, 3, half, 0.5 * half);
            for (int k = 0; k < 3; k++) {
                double side = (k + i) % 2 != 0 ? 1.0 : -1.0;
                if ((is_light && k != 1) == part)
                    draw_reed_leaf(hash_at(r.key, LEAF_AT, k), r.stalk[0], r.high * (1.0 - 0.2 * k),
                                   side, 2.2 * half, out);
            }
        }
    }
    for (int part = 0; part < 2; part++) {
        drawing_fill_of(out, part == 0 ? 0.0 : 1.6, 0.0, 1.0);
        for (int i = 0; i < count && i < MOST_REEDS; i++) {
            reed r = reed_of(look->key, i);
            if (plant_unit(r.key, HEAD_AT, 0) >= number[2])
                continue;
            double wide = exact_max(0.020, 0.5 / look->size) * (part == 0 ? 1.0 : 0.3);
            drawing_ellipse(out, (double)r.stalk[2].x + (part == 0 ? 0.0 : 0.010), r.high - 0.12,
                            wide, 0.065, 12);
        }
    }
}

static void draw_stem(const plant_look *look, double head_x, double head_y, drawing *out)
{
    drawing_point stem[3] = {{0.0f, -0.04f},
                             {(float)(0.3 * head_x), (float)(0.5 * head_y)},
                             {(float)head_x, (float)head_y}};
    double half = exact_max(0.018, 0.25 / look->size);
    drawing_fill_of(out, 0.9, 0.0, 1.0);
    drawing_stroke(out, stem, 3, half, 0.8 * half);
    for (int i = 0; i < 2; i++) {
        blade leaf = {.x = 0.0,
                      .low = 0.08 * i,
                      .high = 0.32 + 0.25 * plant_unit(look->key, LEAF_AT, i),
                      .half = 2.2 * half,
                      .bow = 0.5,
                      .lean = (i == 0 ? 0.7 : -0.7) *
                              (0.6 + 0.6 * plant_unit(look->key, LEAF_AT, 2 + i))};
        draw_blade(&leaf, look->size, out);
    }
}

/* number: petals, their length, their half width, the eye's radius, how flat the flower is seen at
 * least.  Petals have the stand's own colour. */
void draw_flower(const species *self, const plant_look *look, drawing *out)
{
    const double *number = self->number;
    double radius = number[1], flat = exact_mix(number[4], 1.0, plant_unit(look->key, HEAD_AT, 0));
    double x = 0.14 * plant_way(look->key, LEAN_AT, 0), y = 1.0 - flat * radius;
    draw_stem(look, x, y, out);
    if (radius * look->size < 2.2) {
        drawing_fill_of(out, 1.6, 1.0, 1.0);
        drawing_ellipse(out, x, y, radius, flat * radius, 6);
        return;
    }
    int petals = (int)number[0];
    double first = plant_unit(look->key, PETAL_AT, -1);
    for (int part = 0; part < 2; part++) { /* those behind are in the shade */
        drawing_fill_of(out, part == 0 ? 0.8 : 2.0, part == 0 ? 0.86 : 1.0, 1.0);
        for (int i = 0; i < petals; i++) {
            double turn = (i + first) / petals + 0.03 * plant_way(look->key, PETAL_AT, i);
            turn -= (double)exact_floor(turn);
            double along_x = exact_cos_turn(turn), along_y = exact_cos_turn(exact_abs(turn - 0.25));
            if ((along_y < 0.2) != part)
                continue;
            double length = radius * (0.86 + 0.14 * plant_unit(look->key, PETAL_AT, petals + i));
            drawing_point point[8];
            static const double at[8][2] = {{0.1, 0.3},   {0.45, 0.85}, {0.75, 1.0},   {0.95, 0.6},
                                            {0.95, -0.6}, {0.75, -1.0}, {0.45, -0.85}, {0.1, -0.3}};
            for (int k = 0; k < 8; k++) {
                double far = at[k][0] * length, wide = at[k][1] * number[2];
                point[k] = (drawing_point){(float)(x + far * along_x - wide * along_y),
                                           (float)(y + flat * (far * along_y + wide * along_x))};
            }
            drawing_shape(out, point, 8);
        }
    }
    drawing_fill_of(out, (double)TONE_GLOW, 0.0, 1.0);
    drawing_ellipse(out, x, y, number[3], flat * number[3], 8);
}

/* A poppy: a cup that is seen from its side. */
void draw_poppy(const species *self, const plant_look *look, drawing *out)
{
    (void)self;
    double x = 0.16 * plant_way(look->key, LEAN_AT, 0), y = 0.70, wide = 0.17;
    double tilt = 0.05 * plant_way(look->key, HEAD_AT, 0);
    draw_stem(look, x, y + 0.02, out);
    static const float cup[2][9][2] = {{{-.2f, 0},
                                        {-.8f, .5f},
                                        {-1, 1.2f},
                                        {-.5f, 1.6f},
                                        {0, 1.4f},
                                        {.5f, 1.65f},
                                        {1, 1.15f},
                                        {.8f, .5f},
                                        {.2f, 0}},
                                       {{-.2f, 0},
                                        {-.5f, .4f},
                                        {-.65f, .9f},
                                        {-.25f, 1.25f},
                                        {.3f, 1.2f},
                                        {.75f, 1.0f},
                                        {.75f, .6f},
                                        {.5f, .25f},
                                        {.2f, 0}}};
    for (int part = 0; part < 2; part++) {
        drawing_point point[9];
        for (int i = 0; i < 9; i++)
            point[i] = (drawing_point){
                (float)(x + wide * (double)cup[part][i][0] + tilt * (double)cup[part][i][1]),
                (float)(y + 0.18 * (double)cup[part][i][1])};
        drawing_fill_of(out, part == 0 ? 0.9 : 2.2, part == 0 ? 0.85 : 1.0, 1.0);
        drawing_shape(out, point, 9);
    }
}
