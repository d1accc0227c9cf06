/* shrub.c - draws a low shrub for woods, hedges and near ground: a few leafy heads, with light on
 * the upper right of each.
 *
 * Lengths are multiples of the plant's height, tones are 0 (shade) to 4 (glow); all were tuned by
 * eye.
 */
#include "base/exact.h"
#include "layers/plants/species/species.h"
#include "ridge/noise.h"

/* Levels of the hashes of a plant, of a head and of a leaf. */
enum { PLANT, HEAD, EDGE, LUMP, LEAVES };

#define LUMPS 6       /* lattice cells of noise round the outline of a head */
#define EDGES_LEAST 6 /* least number of leaves round a head; doubles up to EDGES */
#define EDGES 48
#define AROUND 6.0    /* circumference of a head / its radius, about */
#define EDGE_PX 4.0   /* least length of outline per leaf or notch, pixels */
#define LIT_LEAVES 60 /* most leaves in the light on a head */
#define LEAF_PX 45.0  /* square pixels of a head per leaf in the light */

/* Outlines of a head, painted on one another, from shade to light. */
#define HEAD_LAYERS 3
static const struct {
    double tone;
    double scale; /* size / that of the head */
    double shift; /* shift upward / radius of the head */
} head_layer[HEAD_LAYERS] = {{.tone = 0.35, .scale = 1.0},
                             {.tone = 0.95, .scale = 0.74, .shift = 0.16},
                             {.tone = 1.7, .scale = 0.42, .shift = 0.34}};

/* Places and outlines of heads.  Every second head is low; the others are behind and higher. */
static const struct {
    plant_spread count;    /* random factor of the habit's `heads` */
    double jitter;         /* jitter of a head's place to a side / distance of heads */
    plant_spread radius;   /* radius / the habit's `radius` */
    double low;            /* height of the middle of a low head / its radius */
    double raise;          /* largest additional height of a high head, in the shrub's middle */
    double dome;           /* share of that height that high heads at the sides lose */
    double top, top_radii; /* height of the middle head: top - top_radii * radius */
    double flat;           /* height of an outline / its width */
    double aside;          /* shift of outlines to the right, toward the light / that upward */
    double lump;           /* amplitude of the noise of the outline / its radius */
    double notch;          /* radius of a notch between leaves / that of the outline */
    plant_spread tip;      /* radius of the tip of a leaf / that of the outline */
    double ground;         /* height below which leaves are pressed to the ground */
    double pressed;        /* factor of the depth below that height */
} head_shape = {.count = {0.8, 0.4},
                .jitter = 0.4,
                .radius = {0.75, 0.45},
                .low = 0.6,
                .raise = 0.5,
                .dome = 0.8,
                .top = 0.97,
                .top_radii = 0.85,
                .flat = 0.85,
                .aside = 0.8,
                .lump = 0.45,
                .notch = 0.90,
                .tip = {1.0, 0.14},
                .ground = 0.10,
                .pressed = 0.35};

/* A leaf in the light: a diamond from its foot to its tip. */
static const struct {
    double tone;
    double within;       /* square of (greatest distance from the head's middle / its radius) */
    double light_up;     /* a leaf is in the light if x + light_up * y is at least light_from; */
    double light_from;   /* x and y are from the head's middle / its radius */
    plant_spread length; /* length / the habit's `leaf` */
    double middle, half; /* place of the broadest part, and half width there / length */
} leaf_shape = {.tone = 2.4,
                .within = 0.9,
                .light_up = 1.4,
                .light_from = 0.1,
                .length = {0.6, 0.7},
                .middle = 0.5,
                .half = 0.3};

typedef struct flower_head {
    uint64_t key;
    double x, y, radius;
} flower_head;

/* Adds a head's outline, times `scale` and shifted upward by `shift` radii: leaves all round.  An
 * outline with fewer leaves has every second one of the next finer outline. */
static void add_head(drawing *out, const flower_head *h, double size, double scale, double shift)
{
    drawing_point p[2 * EDGES];
    int edges = EDGES_LEAST;
    while (edges < EDGES && AROUND * scale * h->radius * size >= EDGE_PX * 2.0 * edges)
        edges *= 2;
    plant_corner corner = plant_corner_first(2 * edges);
    for (int i = 0; i < 2 * edges; i++, plant_corner_next(&corner)) {
        int index = i / 2 * (EDGES / edges);
        double noise = noise_gradient(h->key, LUMP, 0.5 * LUMPS * i / edges, 0.5, LUMPS);
        double lump = 1.0 + head_shape.lump * noise;
        double radius = h->radius * lump *
                        (i % 2 ? head_shape.notch
                               : plant_spread_at(head_shape.tip, plant_unit(h->key, EDGE, index)));
        double x = h->x + scale * radius * corner.x + head_shape.aside * shift * h->radius;
        double y = h->y + scale * head_shape.flat * radius * corner.y + shift * h->radius;
        if (y < head_shape.ground)
            y = head_shape.ground + head_shape.pressed * (y - head_shape.ground);
        p[i] = (drawing_point){(float)x, (float)y};
    }
    drawing_shape(out, p, 2 * edges);
}

/* Adds leaves in the light, on the upper right of a head. */
static void add_leaves(drawing *out, const species *self, const flower_head *h, double size)
{
    double pixels = h->radius * size;
    int leaves = (int)exact_min(LIT_LEAVES, pixels * pixels / LEAF_PX);
    for (int i = 0; i < leaves; i++) {
        uint64_t key = hash_at(h->key, LEAVES, i);
        double across = plant_way(key, LEAVES, 0), up = plant_way(key, LEAVES, 1);
        if (across * across + up * up > leaf_shape.within ||
            across + leaf_shape.light_up * up < leaf_shape.light_from)
            continue;
        double length =
            self->shrub.leaf * plant_spread_at(leaf_shape.length, plant_unit(key, LEAVES, 2));
        double along = plant_way(key, LEAVES, 3), rise = exact_sqrt(1.0 - along * along);
        double x = h->x + across * h->radius;
        double y = h->y + head_shape.flat * up * h->radius;
        double middle = leaf_shape.middle, half = leaf_shape.half;
        drawing_point p[4] = {{(float)x, (float)y},
                              {(float)(x + length * (middle * along - half * rise)),
                               (float)(y + length * (middle * rise + half * along))},
                              {(float)(x + length * along), (float)(y + length * rise)},
                              {(float)(x + length * (middle * along + half * rise)),
                               (float)(y + length * (middle * rise - half * along))}};
        drawing_shape(out, p, 4);
    }
}

static flower_head head_of(const shrub_habit *habit, uint64_t plant, int index, int heads)
{
    uint64_t key = hash_at(plant, HEAD, index);
    double across = 2.0 * (index + 0.5 + head_shape.jitter * plant_way(key, HEAD, 0)) / heads - 1.0;
    double radius = habit->radius * plant_spread_at(head_shape.radius, plant_unit(key, HEAD, 1));
    double high = head_shape.low * radius;
    if (index % 2)
        high +=
            head_shape.raise * plant_unit(key, HEAD, 2) * (1.0 - head_shape.dome * across * across);
    if (index == heads / 2)
        high = head_shape.top - head_shape.top_radii * radius;
    return (flower_head){key, across * habit->spread, high, radius};
}

void draw_shrub(const species *self, const plant_look *look, drawing *out)
{
    const shrub_habit *habit = &self->shrub;
    int heads =
        (int)(habit->heads * plant_spread_at(head_shape.count, plant_unit(look->key, PLANT, 0)));
    /* The high heads, which have odd numbers, are behind the low ones, so they are drawn first. */
    for (int first = 1; first >= 0; first--) {
        for (int k = 0; k < HEAD_LAYERS; k++) {
            double tone = head_layer[k].tone;
            drawing_fill_of(out, tone, plant_autumn(look->autumn, tone), 1.0);
            for (int i = first; i < heads; i += 2) {
                flower_head h = head_of(habit, look->key, i, heads);
                add_head(out, &h, look->size, head_layer[k].scale, head_layer[k].shift);
            }
        }
        drawing_fill_of(out, leaf_shape.tone, plant_autumn(look->autumn, leaf_shape.tone), 1.0);
        for (int i = first; i < heads; i += 2) {
            flower_head h = head_of(habit, look->key, i, heads);
            add_leaves(out, self, &h, look->size);
        }
    }
}
