/* pine.c - draws a Scots pine for woods and near ground: a bent bare stem, irregular limbs, and
 * flat pads of needles on them.
 *
 * Lengths are multiples of the tree's height, tones are 0 (shade) to 4 (glow); all were tuned by
 * eye.
 */
#include "base/exact.h"
#include "layers/plants/species/species.h"
#include "ridge/noise.h"

/* Levels of the hashes of a tree, of a limb and of a pad. */
enum { TREE, LIMB, PAD_OF, SPIKE, LUMP, TUFT, SNAG };

/* Indices of draws at the level TUFT, after those of its tips. */
enum { TUFT_ACROSS = 20, TUFT_UP, TUFT_SIZE };

/* Index of the first draw of lengths of dead branches at the level SNAG. */
#define SNAG_REACH 10

#define STEM_POINTS 12
#define SNAGS 5 /* number of dead branches (snags) below the crown */
#define LIMB_POINTS 9
#define PADS 3         /* most pads of a limb */
#define TOP_PADS 2     /* number of pads at the tip of the stem */
#define LUMPS 5        /* lattice cells of noise round the outline of a pad */
#define SPIKES_LEAST 8 /* least number of spikes round a pad; doubles up to SPIKES */
#define SPIKES 64
#define SPIKE_PX 3.5   /* least length of outline per spike or notch, pixels */
#define TUFT_POINTS 10 /* number of tips of needles and of notches between them, in a tuft */
#define TUFT_STEPS 15  /* the angle from a tip to the next notch is 1 / TUFT_STEPS turn */
#define TUFTS 24       /* most tufts of needles on a pad */
#define TUFT_PX 60.0   /* square pixels of a pad per tuft */

/* The stem, which leans, bends and waves. */
static const struct {
    double lean, bend;        /* largest shift of the tip to a side; 4 times that of the middle */
    double kink;              /* amplitude of the noise along the stem, at its tip */
    double kinks, kink_row;   /* lattice cells of that noise over the height; its offset */
    double height;            /* height of the stem's end */
    double tip;               /* half width of its end / width of its foot */
    double tone, lit_tone;    /* tones of the bark and of the strip of light */
    double lit_aside;         /* distance of the strip from the middle to the right / half width */
    double lit_foot, lit_tip; /* half widths of the strip's ends / width of the foot */
    double crown;             /* jitter of the height of the lowest limbs */
    plant_spread limbs;       /* random factor of the habit's `limbs` */
} stem_shape = {.lean = 0.07,
                .bend = 0.14,
                .kink = 0.030,
                .kinks = 2.2,
                .kink_row = 0.3,
                .height = 0.94,
                .tip = 0.11,
                .tone = 0.4,
                .lit_tone = 1.5,
                .lit_aside = 0.55,
                .lit_foot = 0.16,
                .lit_tip = 0.03,
                .crown = 0.10,
                .limbs = {0.85, 0.3}};

/* Dead branches of the bare stem. */
static const struct {
    double lowest;              /* least height of a branch's foot */
    double reach;               /* greatest length of a branch to a side */
    double fall;                /* fall of its end / length */
    double half_foot, half_tip; /* half widths of its foot and of its end */
} snag_shape = {.lowest = 0.25, .reach = 0.055, .fall = 0.2, .half_foot = 0.003, .half_tip = 0.001};

/* A pad of needles. */
static const struct {
    plant_spread half_width;   /* half width / the habit's `pad` */
    plant_spread height;       /* height above the middle / half width */
    double tilt;               /* greatest slope to a side */
    double light, light_slope; /* light at the stem, 0..1; its increase / distance to the right */
    double light_least;        /* least light */
    double lump;               /* amplitude of the noise of the outline / its radius */
    plant_spread notch, tip;   /* radii of notches and of spikes / radius of the outline */
} pad_shape = {.half_width = {0.75, 0.5},
               .height = {0.34, 0.16},
               .tilt = 0.22,
               .light = 0.5,
               .light_slope = 2.0,
               .light_least = 0.25,
               .lump = 0.42,
               .notch = {0.86, 0.06},
               .tip = {0.96, 0.22}};

/* The outlines of a pad, painted on one another: its dark lower side, its body, the light on it. */
enum { PAD_LAYERS = 3, PAD_LIT = 2 };
static const struct {
    double tone;
    double scale; /* size / that of the pad */
    double raise; /* shift upward / height of the pad */
    double aside; /* shift to the right, toward the light / half width of the pad */
} pad_layer[PAD_LAYERS] = {{.tone = 0.3, .scale = 1.0},
                           {.tone = 1.0, .scale = 0.84, .raise = 0.18},
                           {.tone = 2.0, .scale = 0.56, .raise = 0.42, .aside = 0.16}};

/* A tuft of needles in the light, on a pad. */
static const struct {
    double tone;
    double radius;      /* length of needles */
    plant_spread size;  /* radius of a tuft / `radius` */
    plant_spread tip;   /* length of a needle / radius of its tuft */
    double notch, foot; /* distance of a notch, of the foot from the middle / radius of a tuft */
    plant_range across; /* place on a pad from its middle to the right / half width of the pad */
    plant_range up;     /* height on a pad / height of the pad's edge above that place */
} tuft_shape = {.tone = 3.0,
                .radius = 0.017,
                .size = {0.75, 0.5},
                .tip = {0.8, 0.4},
                .notch = 0.42,
                .foot = 0.3,
                .across = {-0.85, 0.9},
                .up = {0.15, 0.85}};

/* A limb.  Its place is 0 for the lowest limb .. 1 for the highest one; `rise`, `turn` and
 * `half_foot` are ranges by the place. */
static const struct {
    double jitter;            /* jitter of its place / distance of limbs */
    double highest;           /* height of the highest limb's foot */
    plant_range aside;        /* random factor of its width in the picture: foreshortening */
    double crosses;           /* probability that it grows to the side of the one below, 0..1 */
    double taper_from, taper; /* factor of the length: (taper_from - place)^taper */
    plant_spread length;      /* random factor of the length */
    plant_range rise, turn;   /* slope at the stem, and its change toward the end */
    double rise_jitter, turn_jitter;
    double top;         /* greatest height of its points */
    double wave, waves; /* amplitude of the noise along it; lattice cells of the noise */
    double tone;
    plant_range half_foot; /* half width at the stem */
    double half_tip;
    double more_pads;            /* upper bound of the number of pads besides that at its end */
    double more_pads_by_length;  /* 1 / least length of a limb with as many pads */
    double pad_aside, pad_raise; /* jitter of the places of pads: to a side, up and down */
    double next_pad;             /* size of the further pads / that of the pad at its end */
} limb_shape = {.jitter = 0.8,
                .highest = 0.93,
                .aside = {0.25, 1.0},
                .crosses = 0.2,
                .taper_from = 1.03,
                .taper = 0.55,
                .length = {0.60, 0.60},
                .rise = {0.05, 0.75},
                .turn = {0.10, -0.35},
                .rise_jitter = 0.25,
                .turn_jitter = 0.20,
                .top = 0.955,
                .wave = 0.02,
                .waves = 4.0,
                .tone = 0.3,
                .half_foot = {0.010, 0.006},
                .half_tip = 0.0025,
                .more_pads = 2.99,
                .more_pads_by_length = 4.5,
                .pad_aside = 0.02,
                .pad_raise = 0.012,
                .next_pad = 0.75};

/* The pads at the tip of the stem. */
static const struct {
    double height, size; /* height of its middle; size / that of the pad at a limb's end */
} top_pad[TOP_PADS] = {{.height = 0.94, .size = 0.9}, {.height = 0.962, .size = 0.75}};
#define TOP_PAD_ASIDE 0.05 /* jitter of these pads to a side */

typedef struct pine {
    const pine_habit *habit;
    drawing *out;
    uint64_t key;
    double size, lean, bend;
    double low; /* height of the lowest limbs */
} pine;

typedef struct pad {
    uint64_t key;
    double x, y, wide, high;
    double tilt;  /* slope of its middle line, positive = upward to the right */
    double light; /* light on the pad, 0..1, which decides the number of its tufts */
} pad;

static double stem_at(const pine *tree, double y)
{
    double kink =
        noise_gradient(tree->key, TREE, stem_shape.kinks * y + stem_shape.kink_row, 0.5, 0);
    return tree->lean * y + tree->bend * y * (1.0 - y) + stem_shape.kink * kink * y;
}

/* Adds a pad's outline, times `scale` and raised by `raise` heights of the pad: spikes all round,
 * flatter below.  An outline with fewer spikes has every second one of the next finer outline. */
static void add_pad(const pine *tree, const pad *p, double scale, double raise)
{
    drawing_point point[2 * SPIKES];
    int spikes = SPIKES_LEAST;
    while (spikes < SPIKES && 3.0 * p->wide * scale * tree->size >= SPIKE_PX * 2.0 * spikes)
        spikes *= 2;
    plant_corner corner = plant_corner_first(2 * spikes);
    for (int i = 0; i < 2 * spikes; i++, plant_corner_next(&corner)) {
        int index = i / 2 * (SPIKES / spikes);
        double noise = noise_gradient(p->key, LUMP, 0.5 * LUMPS * i / spikes, 0.5, LUMPS);
        double lump = 1.0 + pad_shape.lump * noise;
        double radius =
            lump *
            (i % 2 ? plant_spread_at(pad_shape.notch, plant_unit(p->key, SPIKE, index))
                   : plant_spread_at(pad_shape.tip, plant_unit(p->key, SPIKE, index + SPIKES)));
        double up = corner.y < 0.0 ? tree->habit->flat * corner.y : corner.y;
        double across = scale * p->wide * radius * corner.x;
        point[i] = (drawing_point){
            (float)(p->x + across),
            (float)(p->y + p->tilt * across + p->high * (scale * radius * up + raise))};
    }
    drawing_shape(tree->out, point, 2 * spikes);
}

/* Adds a tuft of needles: a fan that opens upward and reaches a little below the horizontal. */
static void add_tuft(const pine *tree, double x, double y, double radius, uint64_t key)
{
    drawing_point p[TUFT_POINTS + 1];
    for (int i = 0; i < TUFT_POINTS; i++) {
        double r = i % 2 ? tuft_shape.notch * radius
                         : radius * plant_spread_at(tuft_shape.tip, plant_unit(key, TUFT, i));
        double turn = (i - 1.0) / TUFT_STEPS;
        p[i] = (drawing_point){(float)(x + r * exact_cos_turn(turn < 0.0 ? -turn : turn)),
                               (float)(y + r * exact_cos_turn(exact_abs(turn - 0.25)))};
    }
    p[TUFT_POINTS] = (drawing_point){(float)x, (float)(y - tuft_shape.foot * radius)};
    drawing_shape(tree->out, p, TUFT_POINTS + 1);
}

/* Adds the tufts of a pad, which are denser on its right, toward the light. */
static void add_tufts(const pine *tree, const pad *p)
{
    double pixels = p->wide * tree->size;
    int tufts = (int)exact_min(TUFTS, p->light * pixels * pixels / TUFT_PX);
    for (int i = 0; i < tufts; i++) {
        uint64_t key = hash_at(p->key, TUFT, i);
        double across =
            plant_range_at(tuft_shape.across, exact_sqrt(plant_unit(key, TUFT, TUFT_ACROSS)));
        double roof = exact_sqrt(1.0 - across * across);
        double up = roof * plant_range_at(tuft_shape.up, plant_unit(key, TUFT, TUFT_UP));
        double size = plant_spread_at(tuft_shape.size, plant_unit(key, TUFT, TUFT_SIZE));
        add_tuft(tree, p->x + across * p->wide, p->y + p->tilt * across * p->wide + up * p->high,
                 tuft_shape.radius * size, key);
    }
}

/* Paints pads layer by layer, so that no pad covers the light on another. */
static void draw_pads(const pine *tree, const pad *p, int count)
{
    for (int k = 0; k < PAD_LAYERS; k++) {
        plant_tone(tree->out, pad_layer[k].tone);
        for (int i = 0; i < count; i++) {
            pad layer = p[i];
            layer.x += pad_layer[k].aside * layer.wide;
            if (k == PAD_LIT)
                layer.key = hash_at(layer.key, PAD_OF, 0);
            add_pad(tree, &layer, pad_layer[k].scale, pad_layer[k].raise);
        }
    }
    plant_tone(tree->out, tuft_shape.tone);
    for (int i = 0; i < count; i++)
        add_tufts(tree, &p[i]);
}

static pad pad_of(const pine *tree, uint64_t key, double x, double y, double scale)
{
    double wide = tree->habit->pad * scale *
                  plant_spread_at(pad_shape.half_width, plant_unit(key, PAD_OF, 1));
    double high = wide * plant_spread_at(pad_shape.height, plant_unit(key, PAD_OF, 2));
    double light = pad_shape.light + pad_shape.light_slope * (x - stem_at(tree, y));
    return (pad){.key = key,
                 .x = x,
                 .y = y,
                 .wide = wide,
                 .high = high,
                 .tilt = pad_shape.tilt * plant_way(key, PAD_OF, 3),
                 .light = exact_clamp(light, pad_shape.light_least, 1.0)};
}

/* Draws limb `index`, which rises from the stem and bends toward the horizontal, or droops and
 * turns up again, with pads at its end and along its outer half. */
static void draw_limb(const pine *tree, int index, int limbs)
{
    uint64_t key = hash_at(tree->key, LIMB, index);
    /* The place of the limb in the crown, 0 = lowest .. 1. */
    double place = (index + limb_shape.jitter * plant_unit(key, LIMB, 0)) / limbs;
    double y = exact_mix(tree->low, limb_shape.highest, place);
    double aside =
        (index % 2 ? 1.0 : -1.0) * plant_range_at(limb_shape.aside, plant_unit(key, LIMB, 1));
    if (plant_unit(key, LIMB, 2) < limb_shape.crosses)
        aside = -aside;
    double length = tree->habit->reach *
                    exact_pow(limb_shape.taper_from - place, limb_shape.taper) *
                    plant_spread_at(limb_shape.length, plant_unit(key, LIMB, 3));
    double rise =
        plant_range_at(limb_shape.rise, place) + limb_shape.rise_jitter * plant_way(key, LIMB, 4);
    double turn =
        plant_range_at(limb_shape.turn, place) + limb_shape.turn_jitter * plant_way(key, LIMB, 5);
    drawing_point p[LIMB_POINTS];
    for (int i = 0; i < LIMB_POINTS; i++) {
        double q = i / (LIMB_POINTS - 1.0);
        double wave = noise_gradient(key, LIMB, limb_shape.waves * q, 0.5, 0);
        p[i] = (drawing_point){(float)(stem_at(tree, y) + aside * length * q),
                               (float)exact_min(limb_shape.top, y + length * q * (rise + turn * q) +
                                                                    limb_shape.wave * q * wave)};
    }
    plant_tone(tree->out, limb_shape.tone);
    drawing_stroke(tree->out, p, LIMB_POINTS, plant_range_at(limb_shape.half_foot, place),
                   limb_shape.half_tip);
    pad pads[PADS];
    double fullness = exact_min(1.0, length * limb_shape.more_pads_by_length);
    int count = 1 + (int)(limb_shape.more_pads * plant_unit(key, LIMB, 6) * fullness);
    for (int i = 0; i < count; i++) {
        uint64_t pad_key = hash_at(key, PAD_OF, i);
        drawing_point end = p[LIMB_POINTS - 1 - 2 * i];
        double x = (double)end.x + limb_shape.pad_aside * plant_way(pad_key, LIMB, 0);
        double raise = limb_shape.pad_raise * plant_unit(pad_key, LIMB, 1) * (i + 1);
        pads[i] = pad_of(tree, pad_key, x, (double)end.y + raise, i ? limb_shape.next_pad : 1.0);
    }
    draw_pads(tree, pads, count);
}

static void draw_stem(const pine *tree)
{
    double width = tree->habit->stem;
    drawing_point p[STEM_POINTS], lit[STEM_POINTS];
    for (int i = 0; i < STEM_POINTS; i++) {
        double y = i * (stem_shape.height / (STEM_POINTS - 1.0));
        double half = width * exact_mix(0.5, stem_shape.tip, i / (STEM_POINTS - 1.0));
        p[i] = (drawing_point){(float)stem_at(tree, y), (float)y};
        lit[i] = (drawing_point){(float)(stem_at(tree, y) + stem_shape.lit_aside * half), (float)y};
    }
    plant_tone(tree->out, stem_shape.tone);
    drawing_stroke(tree->out, p, STEM_POINTS, 0.5 * width, stem_shape.tip * width);
    for (int i = 0; i < SNAGS; i++) {
        double y = exact_mix(snag_shape.lowest, tree->low, plant_unit(tree->key, SNAG, i));
        double x = stem_at(tree, y),
               reach = snag_shape.reach * plant_way(tree->key, SNAG, SNAG_REACH + i);
        drawing_point snag[2] = {
            {(float)x, (float)y},
            {(float)(x + reach), (float)(y - snag_shape.fall * exact_abs(reach))}};
        drawing_stroke(tree->out, snag, 2, snag_shape.half_foot, snag_shape.half_tip);
    }
    plant_tone(tree->out, stem_shape.lit_tone);
    drawing_stroke(tree->out, lit, STEM_POINTS, stem_shape.lit_foot * width,
                   stem_shape.lit_tip * width);
}

void draw_pine(const species *self, const plant_look *look, drawing *out)
{
    uint64_t key = look->key;
    pine tree = {.habit = &self->pine,
                 .out = out,
                 .key = key,
                 .size = look->size,
                 .lean = stem_shape.lean * plant_way(key, TREE, 0),
                 .bend = stem_shape.bend * plant_way(key, TREE, 1),
                 .low = self->pine.crown + stem_shape.crown * plant_way(key, TREE, 2)};
    draw_stem(&tree);
    int limbs =
        (int)(self->pine.limbs * plant_spread_at(stem_shape.limbs, plant_unit(key, TREE, 3)));
    for (int i = 0; i < limbs; i++)
        draw_limb(&tree, i, limbs);
    pad top[TOP_PADS];
    for (int i = 0; i < TOP_PADS; i++) {
        uint64_t pad_key = hash_at(key, PAD_OF, i);
        double x = stem_at(&tree, stem_shape.height) + TOP_PAD_ASIDE * plant_way(pad_key, TREE, 0);
        top[i] = pad_of(&tree, pad_key, x, top_pad[i].height, top_pad[i].size);
    }
    draw_pads(&tree, top, TOP_PADS);
}
