/* bamboo.c - draws bamboo for woods and near ground: a clump of jointed culms that arch at their
 * tips, with sprays of narrow leaves.
 *
 * Lengths are multiples of the clump's height.  Places on a culm are shares of its length from its
 * foot, 0..1.
 */
#include "base/exact.h"
#include "layers/plants/species/species.h"

/* Levels of the hashes of a clump, a culm and a spray. */
enum { CLUMP, CULM, SPRAY, BLADE };

/* First indices of further draws at the level BLADE. */
enum { BLADE_ALONG = 10, BLADE_FALL = 20 };

#define JOINTS 15        /* number of sections of a culm, between joints */
#define JOINTS_PX 2.0    /* half width of a culm, pixels, from which rings are drawn at joints */
#define LEAVES_PX 55.0   /* height of a clump, pixels, from which single leaves are drawn */
#define LEAVES_LEAST 3   /* least number of leaves in a spray */
#define LEAVES_MORE 2.99 /* upper bound of the number of further leaves, which is rounded down */

/* The culms of a clump, tuned by eye.  `across` is a culm's place in the clump, -1 = left .. 1. */
static const struct {
    plant_spread culms;       /* factor of the habit's number of culms */
    double jitter;            /* largest shift of a culm to either side / distance of two culms */
    double foot;              /* place of a foot / (across * habit's spread) */
    double lean, lean_jitter; /* lean / (across * habit's spread); its jitter / habit's spread */
    double arch, arch_jitter; /* arch / (across * habit's arch); its jitter / habit's arch */
    plant_range height;       /* height of culms other than the middle one, which has 1 */
    double sag;               /* height that a tip loses / its arch */
    plant_spread thick;       /* factor of the habit's `thick` */
    double tip;               /* half width of the tip / that of the foot */
} culm_shape = {
    .culms = {0.78, 0.44},
    .jitter = 0.4,
    .foot = 0.45,
    .lean = 0.75,
    .lean_jitter = 0.35,
    .arch = 0.7,
    .arch_jitter = 0.7,
    .height = {0.62, 0.98},
    .sag = 0.45,
    .thick = {0.75, 0.4},
    .tip = 0.15,
};

/* The surface of a culm, tuned by eye.  Widths are relative to its half width at the foot. */
static const struct {
    double light_aside;    /* distance of the strip of light from the middle, at the foot */
    double light_narrower; /* share of that distance that is lost up to the tip */
    plant_range light;     /* half width of the strip: at the foot, at the tip */
    double light_more;     /* tone of the strip less `tone` */
    double ring;           /* half width of a ring at the foot */
    double ring_narrower;  /* half width that rings lose up to the tip */
    double ring_thick;     /* half thickness of a ring / habit's `thick` */
    double ring_tone;      /* tone of a ring, 0..4 */
    double shade;          /* tone of a culm's shaded side / `tone` */
    double tone[2];        /* tones 0..4 of culms: in the row behind, in the row in front */
} bark_shape = {
    .light_aside = 0.45,
    .light_narrower = 0.8,
    .light = {0.38, 0.05},
    .light_more = 0.7,
    .ring = 1.25,
    .ring_narrower = 0.85,
    .ring_thick = 0.12,
    .ring_tone = 0.1,
    .shade = 0.5,
    .tone = {0.6, 1.0},
};

/* The sprays of a culm, tuned by eye.  Lengths are multiples of the habit's `leaf`. */
static const struct {
    double reach;        /* greatest distance of a spray from the culm */
    plant_range place;   /* place on the culm where a spray begins */
    double jitter;       /* largest shift up or down from that place / reach */
    double broad_along;  /* reach to a side / reach, of a broad leaf in place of a small spray */
    double broad_fall;   /* fall of that leaf / reach */
    double broad_wide;   /* half width of that leaf / its length */
    plant_spread length; /* length of a narrow leaf */
    double along_jitter; /* largest change of a leaf's sideward direction from its spray's */
    double along_most;   /* greatest sideward part of a leaf's direction, a unit vector */
    plant_spread fall;   /* factor of the downward part of that direction */
    double wide;         /* half width of a narrow leaf / its length */
    double tone[2][3];   /* tones 0..4 of sprays: [behind, in front][from shade to light] */
} spray_shape = {
    .reach = 0.6,
    .place = {0.36, 1.0},
    .jitter = 0.5,
    .broad_along = 1.4,
    .broad_fall = 0.9,
    .broad_wide = 0.36,
    .length = {0.6, 0.6},
    .along_jitter = 0.75,
    .along_most = 0.95,
    .fall = {0.25, 0.75},
    .wide = 0.10,
    .tone = {{0.3, 0.8, 1.4}, {0.5, 1.4, 2.4}},
};
enum { SPRAY_TONES = 3 };

/* The corners of a leaf: along it as shares of its length, to its left in half widths. */
static const struct {
    double along, aside;
} leaf_corners[] = {{0.0, 0.0}, {0.40, 1.0}, {1.0, 0.0}, {0.45, -1.0}};
enum { LEAF_CORNERS = 4 };

typedef struct culm {
    uint64_t key;
    double foot, lean, arch, height;
} culm;

static culm culm_of(const species *self, uint64_t clump, int index, int culms)
{
    uint64_t key = hash_at(clump, CULM, index);
    double place = index + 0.5 + culm_shape.jitter * plant_way(key, CULM, 0);
    double across = 2.0 * place / culms - 1.0;
    double lean = culm_shape.lean * across + culm_shape.lean_jitter * plant_way(key, CULM, 1);
    double arch = culm_shape.arch * across + culm_shape.arch_jitter * plant_way(key, CULM, 2);
    double height = plant_range_at(culm_shape.height, plant_unit(key, CULM, 3));
    return (culm){.key = key,
                  .foot = self->bamboo.spread * culm_shape.foot * across,
                  .lean = self->bamboo.spread * lean,
                  .arch = self->bamboo.arch * arch,
                  .height = index == culms / 2 ? 1.0 : height};
}

/* Returns the point at place q (0..1) of a culm, whose tip hangs over. */
static drawing_point culm_at(const culm *c, double q)
{
    double bent = q * q * q * q;
    double sag = culm_shape.sag * exact_abs(c->arch) * bent * q;
    return (drawing_point){(float)(c->foot + c->height * (c->lean * q + c->arch * bent)),
                           (float)(c->height * (q - sag))};
}

/* Paints a culm, its light side and the rings at its joints. */
static void draw_culm(const species *self, const culm *c, double size, double tone, drawing *out)
{
    double half =
        0.5 * self->bamboo.thick * plant_spread_at(culm_shape.thick, plant_unit(c->key, CULM, 4));
    drawing_point p[JOINTS + 1], lit[JOINTS + 1];
    for (int i = 0; i <= JOINTS; i++) {
        p[i] = lit[i] = culm_at(c, (double)i / JOINTS);
        lit[i].x +=
            (float)(bark_shape.light_aside * half * (1.0 - bark_shape.light_narrower * i / JOINTS));
    }
    plant_tone(out, bark_shape.shade * tone);
    drawing_stroke(out, p, JOINTS + 1, half, culm_shape.tip * half);
    plant_tone(out, tone + bark_shape.light_more);
    drawing_stroke(out, lit, JOINTS + 1, bark_shape.light.from * half, bark_shape.light.to * half);
    if (size * half < JOINTS_PX)
        return;
    plant_tone(out, bark_shape.ring_tone);
    double thick = bark_shape.ring_thick * self->bamboo.thick;
    for (int i = 1; i < JOINTS; i++) {
        float wide = (float)(half * (bark_shape.ring - bark_shape.ring_narrower * i / JOINTS));
        drawing_point ring[2] = {{p[i].x - wide, p[i].y}, {p[i].x + wide, p[i].y}};
        drawing_stroke(out, ring, 2, thick, thick);
    }
}

/* Adds a leaf from (x, y) to a point that is `along` to the right and `up` higher; `wide` is its
 * half width, relative to its length. */
static void add_leaf(drawing *out, double x, double y, double along, double up, double wide)
{
    drawing_point p[LEAF_CORNERS];
    for (int i = 0; i < LEAF_CORNERS; i++) {
        double aside = leaf_corners[i].aside * wide;
        p[i] = (drawing_point){(float)(x + leaf_corners[i].along * along - aside * up),
                               (float)(y + leaf_corners[i].along * up + aside * along)};
    }
    drawing_shape(out, p, LEAF_CORNERS);
}

/* Adds those sprays of a culm whose tone has index `shade`.  A spray is three to five leaves that
 * hang from a twig, or one broad leaf if they are too small to be seen. */
static void add_sprays(const species *self, const culm *c, double size, int shade, drawing *out)
{
    double reach = spray_shape.reach * self->bamboo.leaf;
    for (int i = 0; i < (int)self->bamboo.sprays; i++) {
        uint64_t key = hash_at(c->key, SPRAY, i);
        if ((int)(SPRAY_TONES * plant_unit(key, SPRAY, 0)) != shade)
            continue;
        double place = plant_range_at(spray_shape.place, exact_sqrt(plant_unit(key, SPRAY, 1)));
        drawing_point start = culm_at(c, place);
        double across = plant_way(key, SPRAY, 2), x = (double)start.x + across * reach;
        double y = (double)start.y + spray_shape.jitter * reach * plant_way(key, SPRAY, 3);
        if (size < LEAVES_PX) {
            add_leaf(out, x, y, spray_shape.broad_along * reach * across,
                     -spray_shape.broad_fall * reach, spray_shape.broad_wide);
            continue;
        }
        int leaves = LEAVES_LEAST + (int)(LEAVES_MORE * plant_unit(key, SPRAY, 4));
        for (int k = 0; k < leaves; k++) {
            double length =
                self->bamboo.leaf * plant_spread_at(spray_shape.length, plant_unit(key, BLADE, k));
            double along =
                across + spray_shape.along_jitter * plant_way(key, BLADE, BLADE_ALONG + k);
            along = exact_clamp(along, -spray_shape.along_most, spray_shape.along_most);
            double fall = -exact_sqrt(1.0 - along * along) *
                          plant_spread_at(spray_shape.fall, plant_unit(key, BLADE, BLADE_FALL + k));
            add_leaf(out, x, y, length * along, length * fall, spray_shape.wide);
        }
    }
}

void draw_bamboo(const species *self, const plant_look *look, drawing *out)
{
    int culms = (int)(self->bamboo.culms *
                      plant_spread_at(culm_shape.culms, plant_unit(look->key, CLUMP, 0)));
    for (int i = 0; i < culms; i++) {
        /* Every second culm stands in the row behind, which is painted first. */
        int index = i * 2 < culms ? i * 2 : (i - (culms + 1) / 2) * 2 + 1;
        culm c = culm_of(self, look->key, index, culms);
        int is_front = i * 2 >= culms;
        draw_culm(self, &c, look->size, bark_shape.tone[is_front], out);
        for (int shade = 0; shade < SPRAY_TONES; shade++) {
            plant_tone(out, spray_shape.tone[is_front][shade]);
            add_sprays(self, &c, look->size, shade, out);
        }
    }
}
