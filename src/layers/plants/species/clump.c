/* clump.c - draws a clump of low plants for near ground and heath: a dome of sprigs in tiers, dark
 * at its foot, with flowers on the sprigs in the light.
 *
 * Tiers are painted from the hindmost, which makes the top, to the front one at the foot.  Lengths
 * are multiples of the clump's height, tones are 0 (shade) to 4 (glow); all were tuned by eye.
 */
#include "base/exact.h"
#include "layers/plants/species/ground.h"

/* Levels of a hash: the width of a clump, and the first tier. */
enum { WIDE_AT, TIER_AT };

/* Draws of a sprig. */
enum { DRAW_PLACE, DRAW_TIP, DRAW_LEAN, DRAW_LIGHT, DRAW_BLOOM };

#define TIERS 6
static const double tier_top[TIERS] = {1.0, 0.85, 0.69, 0.54, 0.40, 0.28}; /* height of tips */

#define TONES 3   /* tones of the leaves of a tier, and as many of its flowers */
#define SPRIGS 24 /* most sprigs of a tier */
#define TEETH 5   /* most teeth on a side of a sprig */
#define SIDE_POINTS (2 * TEETH + 2)
#define BODY_POINTS 32

/* The dark body behind the sprigs, and the shade on the ground, an ellipse on the side away from
 * the light. */
static const struct {
    double scale; /* size relative to the dome */
    double sag;   /* depth of the lower edge below the foot */
    double tone;
    double shade_x, shade_wide; /* middle and half width of the shade, in half widths of the dome */
    double shade_high, shade;   /* half height of the shade; its opacity */
} body = {.scale = 0.66,
          .sag = 0.10,
          .tone = 0.20,
          .shade_x = -0.30,
          .shade_wide = 1.15,
          .shade_high = 0.12,
          .shade = 0.38};

static const struct {
    double edge;              /* farthest place of a sprig, in half widths of the dome */
    double jitter;            /* jitter of the place, in distances of sprigs, up and down */
    double ragged;            /* greatest part of its height that a tip lacks, a share */
    double inward;            /* share of its place by which a foot is nearer to the middle */
    double sway;              /* random lean of a sprig / its length, up and down */
    double back;              /* share of its lean by which a foot is farther from the tip */
    double bent;              /* share of its height that a sprig with a lean of 1 loses */
    double lower;             /* size of a sprig at the foot / size at the top */
    double lit_x;             /* light that is added on the right side to the height of the tip */
    double lit_chance;        /* light that chance adds, up and down */
    plant_spread leaf, bloom; /* tones, by light, of leaves and of flowers */
    plant_spread frond;       /* tone of leaves of clumps without flowers */
    double bloom_from;        /* place on a sprig (0..1) at which its flowers begin */
    double bloom_low;         /* height of tips below which there are fewer flowers */
    double tooth;             /* width between teeth / width at a tooth */
    double foot, belly, tip;  /* width of a spindle / `half`: at its foot, growth along it, and the
                                 share of that growth that is lost toward the tip */
    double curve;             /* share of the lean that is even along a sprig */
} shape = {.edge = 0.98,
           .jitter = 0.45,
           .ragged = 0.20,
           .inward = 0.22,
           .sway = 0.22,
           .back = 0.40,
           .bent = 0.35,
           .lower = 0.65,
           .lit_x = 0.22,
           .lit_chance = 0.30,
           .leaf = {0.40, 1.45},
           .bloom = {1.00, 2.35},
           .frond = {-0.05, 3.20},
           .bloom_from = 0.34,
           .bloom_low = 0.45,
           .tooth = 0.62,
           .foot = 0.45,
           .belly = 1.65,
           .tip = 0.85,
           .curve = 0.4};

typedef struct sprig {
    double x, y;       /* foot */
    double side, rise; /* from the foot to the tip */
    double half;       /* half width */
    int tone;          /* 0 .. TONES - 1, by the light on its tip */
    int blooms;
} sprig;

static sprig sprig_of(const clump_habit *habit, uint64_t key, double wide, int tier, int index)
{
    uint64_t own = hash_at(key, TIER_AT + tier, index);
    double place = index + 0.5 + shape.jitter * plant_way(own, DRAW_PLACE, 0);
    double x =
        exact_clamp(2.0 * place / exact_min(habit->sprigs, SPRIGS) - 1.0, -shape.edge, shape.edge);
    double dome = exact_sqrt(1.0 - x * x);
    double top = tier_top[tier] * dome * (1.0 - shape.ragged * plant_unit(own, DRAW_TIP, 0));
    double size = exact_mix(shape.lower, 1.0, tier_top[tier]);
    double lean = habit->lean * x + shape.sway * plant_way(own, DRAW_LEAN, 0);
    double light = top + shape.lit_x * x + shape.lit_chance * plant_way(own, DRAW_LIGHT, 0);
    double bloom = habit->bloom * exact_min(top / shape.bloom_low, 1.0);
    sprig s = {.side = habit->length * size * lean,
               .rise = habit->length * size * (1.0 - shape.bent * lean * lean),
               .half = habit->half * size,
               .tone = (int)exact_clamp(TONES * light, 0.0, TONES - 0.5),
               .blooms = plant_unit(own, DRAW_BLOOM, 0) < bloom};
    s.x = wide * x * (1.0 - shape.inward) - shape.back * s.side;
    s.y = exact_max(top - s.rise, -body.sag * dome);
    return s;
}

/* Adds the part of a sprig from place `from` (0..1) to its tip: a spindle, or a triangle with
 * teeth. */
static void add_sprig(const sprig *s, int teeth, double from, drawing *out)
{
    drawing_point p[2 * SIDE_POINTS];
    int side = teeth > 0 ? 2 * teeth + 1 : 3;
    for (int i = 0; i <= side; i++) {
        double along = (double)i / side, t = from + (1.0 - from) * along;
        double wide = teeth > 0 ? (1.0 - along) * (i % 2 ? 1.0 : shape.tooth)
                                : shape.foot + shape.belly * along * (1.0 - shape.tip * along);
        double half = i < side ? s->half * wide : 0.0;
        double x = s->x + s->side * t * exact_mix(t, 1.0, shape.curve), y = s->y + s->rise * t;
        p[i] = (drawing_point){(float)(x + half), (float)y};
        p[2 * side - i] = (drawing_point){(float)(x - half), (float)y};
    }
    drawing_shape(out, p, 2 * side + 1);
}

/* Adds a tier: its leaves, then its flowers, the darkest first. */
static void add_tier(const clump_habit *habit, uint64_t key, double wide, int tier, drawing *out)
{
    int count = (int)exact_min(habit->sprigs, SPRIGS), teeth = (int)exact_min(habit->teeth, TEETH);
    plant_spread leaf = habit->bloom > 0.0 ? shape.leaf : shape.frond;
    for (int pass = 0; pass < 2 * TONES; pass++) {
        int is_bloom = pass >= TONES, tone = pass % TONES;
        plant_tone(out, plant_spread_at(is_bloom ? shape.bloom : leaf, (tone + 0.5) / TONES));
        for (int i = 0; i < count; i++) {
            sprig s = sprig_of(habit, key, wide, tier, i);
            if (s.tone == tone && (s.blooms || !is_bloom))
                add_sprig(&s, teeth, is_bloom ? shape.bloom_from : 0.0, out);
        }
    }
}

static void add_body(double wide, drawing *out)
{
    drawing_point p[BODY_POINTS];
    for (int i = 0; i < BODY_POINTS; i++) {
        double turn = (double)i / BODY_POINTS;
        double x = exact_cos_turn(turn), y = exact_cos_turn(exact_abs(0.25 - turn));
        p[i] = (drawing_point){(float)(body.scale * wide * x),
                               (float)(y * (y > 0.0 ? body.scale : body.sag))};
    }
    drawing_shape(out, p, BODY_POINTS);
}

void draw_clump(const species *self, const plant_look *look, drawing *out)
{
    const clump_habit *habit = &self->clump;
    double wide = habit->half_width * (1.0 + habit->wider * plant_way(look->key, WIDE_AT, 0));
    drawing_fill_of(out, 0.0, 0.0, body.shade);
    drawing_ellipse(out, body.shade_x * wide, 0.0, body.shade_wide * wide, body.shade_high,
                    BODY_POINTS);
    plant_tone(out, body.tone);
    add_body(wide, out);
    for (int tier = 0; tier < TIERS; tier++)
        add_tier(habit, look->key, wide, tier, out);
}
