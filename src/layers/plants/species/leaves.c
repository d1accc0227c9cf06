/* leaves.c - draws the leaves of crowns for broad-leaved trees: dabs of light and shade over blobs,
 * from the farthest bough to the nearest.
 *
 * A blob is an uneven ellipse with a dark heart.  Dabs are scattered round its middle, and their
 * light depends on their places in the blob, in its bough and in the crown.  Dabs behind the heart
 * of a nearer blob are left out.  Lengths are multiples of the plant's height; all numbers were
 * tuned by eye.
 */
#include "layers/plants/species/leaves.h"

#include "base/exact.h"

/* Levels of a blob's hash. */
enum { DAB_AT, LOBES_AT, EDGE_AT };

#define BOUGHS 40
#define DABS 14000      /* most dabs of a crown, about; if it needs more, they become larger */
#define DABS_HELD 1200  /* size of the buffer in which dabs are sorted by tone */
#define EDGE_CORNERS 64 /* most corners of a heart's outline */
#define EDGE_CORNERS_LEAST 6.0
#define TURN_BITS 6 /* bits of a hash that choose a direction of a dab */
#define TURNS (1 << TURN_BITS)
#define UNIT_BITS 10      /* bits of a hash that make a number in 0..1 */
#define LOBES 8           /* lobes of a blob: 4 bits of a hash each choose its reach there */
#define FAR_AWAY 1e9      /* a coordinate beyond any plant */
#define LENGTH_LEAST 1e-9 /* least divisor, as crowns and hearts may have no size */

/* Least radius of a dab, size of a tip of a heart's outline, half width of a blob, in pixels. */
#define LEAST_DAB 2.4
#define LEAST_TIP 2.0
#define LEAST_BLOB 2.0

/* Green leaves; `own` is the share of the own colour of leaves that have fully turned. */
static const leaf_plan green = {.heart = 0.95,
                                .bough = 0.32,
                                .speckle = 0.40,
                                .tone = {0.35, 0.75, 1.2, 1.75, 2.5},
                                .own = {0.15, 0.24, 0.35, 0.47, 0.60}};

/* Places of the dabs round the middle of a blob.  The reach of a blob is its half width or half
 * height less half the radius of a dab. */
static const struct {
    double radius_most; /* greatest radius of a dab / mean radius of blobs, to avoid puffy looks */
    double reach_least; /* least reach / half width or half height of the blob */
    double lobe;        /* distance of the outline at the smallest lobe / reach */
    double lobe_step;   /* difference of that between lobes, which have 16 sizes */
    double scatter;     /* distance of the outermost dabs / that of the outline */
    double jitter;      /* random shift along x and y / reach: from -jitter / 2 to jitter / 2 */
    double farthest;    /* greatest distance of a dab along x or y / reach; must be at least
                           scatter (lobe + 15 lobe_step) + jitter / 2 */
    double rim;         /* distance / reach from which dabs of the heart's tone are drawn, too */
} dab_shape = {.radius_most = 0.64,
               .reach_least = 0.3,
               .lobe = 0.74,
               .lobe_step = 0.02,
               .scatter = 1.06,
               .jitter = 0.2,
               .farthest = 1.21,
               .rim = 0.62};

/* The light on a dab, 0..1, is `base` and a weighted sum of its places in the blob, in the bough
 * and in the crown.  A place is a weighted sum of x (to the right) and y (up) from the middle,
 * relative to the size. */
static const struct {
    double base;                    /* light in the middle of a crown */
    double blob, blob_x, blob_y;    /* weight of the place in the blob; weights of its x and y */
    double crown, crown_x, crown_y; /* weight of the place in the crown; weights of its x and y */
    double bough_x, bough_y;        /* weights of x and y in a bough; leaf_plan.bough weighs it */
    double depth, depth_most;       /* weight of z (toward the viewer); greatest |z| that counts */
} dab_light = {.base = 0.44,
               .blob = 0.20,
               .blob_x = 0.6,
               .blob_y = 0.8,
               .crown = 0.26,
               .crown_x = 0.6,
               .crown_y = 0.65,
               .bough_x = 0.5,
               .bough_y = 0.85,
               .depth = 0.62,
               .depth_most = 0.3};

/* Light from which a dab has the next tone of leaf_plan.tone. */
static const double dab_light_from[LEAF_TONES - 1] = {0.24, 0.50, 0.74, 0.92};

/* The dark heart of a blob, whose outline has ragged tips. */
static const struct {
    double hides;         /* radius within which it hides all dabs behind it / its radius */
    double share_least;   /* least share of hearts that are drawn, if blobs are very small */
    double around;        /* circumference / sum of half width and half height, about */
    double tip, tip_most; /* range of tips' lengths / dab's radius; its maximum / heart's radius */
    double inward;        /* share of that range that is inside the outline */
} heart_shape = {
    .hides = 0.78, .share_least = 0.2, .around = 2.5, .tip = 1.5, .tip_most = 0.36, .inward = 0.4};

/* A bough: blobs first .. first + count - 1 of leaf_brush.blob. */
typedef struct bough {
    double x, y, z, radius; /* mean of the blobs' middles; distance within which all blobs are */
    int id, first, count;
} bough;

typedef struct dab {
    float x, y;
    int tone, shape;
} dab;

/* The ellipse in a blob that hides dabs behind it. */
typedef struct heart {
    double x, y, wide, high;   /* middle, half width and half height */
    double per_wide, per_high; /* 1 / wide^2 and 1 / high^2 */
} heart;

typedef struct leaf_brush {
    const leaf_plan *plan;
    leaf_blob blob[BLOBS];
    heart heart[BLOBS];
    int nearers;
    heart nearer[BLOBS]; /* hearts of nearer blobs that reach over the blob being drawn */
    int boughs;
    bough bough[BOUGHS];     /* from the farthest to the nearest */
    double size;             /* height of the plant in pixels */
    double radius;           /* radius of a dab */
    double dab_radius;       /* radius of a dab, limited by dab_shape.radius_most */
    double x, y, wide, high; /* middle, half width and half height of the crown */
    float turn[TURNS][2];    /* cosine and sine of directions */
    int dabs;
    dab dab[DABS_HELD];
    drawing *out;
} leaf_brush;

leaf_plan leaves_green(double radius, double cover, double autumn)
{
    leaf_plan plan = green;
    plan.dab = radius;
    plan.cover = cover;
    for (int i = 0; i < LEAF_TONES; i++)
        plan.own[i] = autumn * green.own[i];
    return plan;
}

void leaves_add(leaf_crown *crown, leaf_blob blob)
{
    if (crown->blobs < BLOBS)
        crown->blob[crown->blobs++] = blob;
}

/* Copies the blobs of bough `id` to brush->blob from index `first` on, and the bough to
 * brush->bough; both are sorted by depth, the nearest last. */
static void add_bough(leaf_brush *brush, const leaf_crown *crown, int id, int first)
{
    bough new = {.id = id, .first = first};
    for (int i = 0; i < crown->blobs; i++) {
        const leaf_blob *b = &crown->blob[i];
        if (b->bough != id)
            continue;
        int place = first + new.count++;
        for (; place > first && brush->blob[place - 1].z > b->z; place--)
            brush->blob[place] = brush->blob[place - 1];
        brush->blob[place] = *b;
        new.x += (double)b->x;
        new.y += (double)b->y;
        new.z += (double)b->z;
    }
    if (new.count == 0)
        return;
    new.x /= new.count;
    new.y /= new.count;
    new.z /= new.count;
    for (int i = first; i < first + new.count; i++) {
        const leaf_blob *b = &brush->blob[i];
        double dx = (double)b->x - new.x, dy = (double)b->y - new.y;
        new.radius = exact_max(new.radius, exact_sqrt(dx * dx + dy * dy) +
                                               exact_max((double)b->wide, (double)b->high));
    }
    int place = brush->boughs++;
    for (; place > 0 && brush->bough[place - 1].z > new.z; place--)
        brush->bough[place] = brush->bough[place - 1];
    brush->bough[place] = new;
}

/* Measures the crown, and sorts its boughs and their blobs by depth. */
static void begin(leaf_brush *brush, const leaf_crown *crown)
{
    double left = FAR_AWAY, right = -FAR_AWAY, low = FAR_AWAY, high = -FAR_AWAY;
    double area = 0.0, reach = 0.0;
    for (int i = 0; i < crown->blobs; i++) {
        const leaf_blob *b = &crown->blob[i];
        left = exact_min(left, (double)(b->x - b->wide));
        right = exact_max(right, (double)(b->x + b->wide));
        low = exact_min(low, (double)(b->y - b->high));
        high = exact_max(high, (double)(b->y + b->high));
        area += (double)(b->wide * b->high);
        reach += exact_max((double)b->wide, (double)b->high) / crown->blobs;
    }
    brush->x = 0.5 * (left + right);
    brush->y = 0.5 * (low + high);
    brush->wide = exact_max(0.5 * (right - left), LENGTH_LEAST);
    brush->high = exact_max(0.5 * (high - low), LENGTH_LEAST);
    brush->radius = exact_max(brush->plan->dab, LEAST_DAB / brush->size);
    brush->radius = exact_max(brush->radius, exact_sqrt(brush->plan->cover * area / DABS));
    brush->dab_radius = exact_min(brush->radius, dab_shape.radius_most * reach);
    drawing_dabs_of(brush->out, brush->dab_radius);
    for (int i = 0; i < TURNS; i++) {
        brush->turn[i][0] = (float)exact_cos_turn((double)i / TURNS);
        brush->turn[i][1] = (float)exact_cos_turn(exact_abs((double)i / TURNS - 0.25));
    }
    int blobs = 0;
    brush->boughs = 0;
    for (int id = 0; id < BOUGHS; id++) {
        add_bough(brush, crown, id, blobs);
        blobs = 0;
        for (int k = 0; k < brush->boughs; k++)
            blobs += brush->bough[k].count;
    }
    double share = heart_shape.hides * brush->plan->heart, edge = 0.5 * brush->radius;
    for (int i = 0; i < blobs; i++) {
        const leaf_blob *b = &brush->blob[i];
        double half_wide = exact_max(share * (double)b->wide - edge, LENGTH_LEAST);
        double half_high = exact_max(share * (double)b->high - edge, LENGTH_LEAST);
        brush->heart[i] = (heart){.x = (double)b->x,
                                  .y = (double)b->y,
                                  .wide = half_wide,
                                  .high = half_high,
                                  .per_wide = 1.0 / (half_wide * half_wide),
                                  .per_high = 1.0 / (half_high * half_high)};
    }
}

/* Fills brush->nearer: the hearts that are nearer than a blob of bough `index` and may hide one of
 * its dabs.  Dabs are at most far_x and far_y from the blob's middle. */
static void find_nearer(leaf_brush *brush, int index, const leaf_blob *blob, double far_x,
                        double far_y)
{
    brush->nearers = 0;
    for (int k = index; k < brush->boughs; k++) {
        const bough *one = &brush->bough[k];
        int first = k > index ? one->first : (int)(blob - brush->blob) + 1;
        for (int b = first; b < one->first + one->count; b++) {
            const heart *h = &brush->heart[b];
            if (exact_abs(h->x - (double)blob->x) <= h->wide + far_x &&
                exact_abs(h->y - (double)blob->y) <= h->high + far_y)
                brush->nearer[brush->nearers++] = *h;
        }
    }
}

static int is_hidden(const leaf_brush *brush, double x, double y)
{
    for (int i = 0; i < brush->nearers; i++) {
        const heart *h = &brush->nearer[i];
        double dx = x - h->x, dy = y - h->y;
        if (dx * dx * h->per_wide + dy * dy * h->per_high < 1.0)
            return 1;
    }
    return 0;
}

/* Returns the distance of a blob's outline / reach in direction `turn` (0..TURNS - 1), interpolated
 * between lobes. */
static double lobe_at(uint64_t lobes, int turn)
{
    int index = turn * LOBES / TURNS, next = (index + 1) % LOBES;
    double from = (double)(int)(lobes >> 8 * index & 15);
    double to = (double)(int)(lobes >> 8 * next & 15);
    double along = (double)(turn * LOBES % TURNS) / TURNS;
    return dab_shape.lobe + dab_shape.lobe_step * exact_mix(from, to, along);
}

/* Returns the lowest UNIT_BITS bits as a number in 0..1, and removes them. */
static double next_unit(uint64_t *bits)
{
    const int range = 1 << UNIT_BITS;
    double unit = (double)(int)(*bits & (uint64_t)(range - 1)) / range;
    *bits >>= UNIT_BITS;
    return unit;
}

/* Draws the dabs in the buffer by tone, shade first, and empties it. */
static void draw_dabs(leaf_brush *brush)
{
    for (int tone = 0; tone < LEAF_TONES; tone++) {
        drawing_fill_of(brush->out, brush->plan->tone[tone], brush->plan->own[tone], 1.0);
        for (int i = 0; i < brush->dabs; i++)
            if (brush->dab[i].tone == tone)
                drawing_dab_at(brush->out, (double)brush->dab[i].x, (double)brush->dab[i].y,
                               brush->dab[i].shape);
    }
    brush->dabs = 0;
}

/* Adds the dabs of a blob of bough `index`.  A dab's place depends on the hash of its number, so
 * that a larger plant has the dabs of a smaller one, and more. */
static void add_dabs(leaf_brush *brush, int index, const leaf_blob *b)
{
    const bough *one = &brush->bough[index];
    double wide = (double)b->wide, high = (double)b->high;
    double radius = brush->dab_radius;
    int count = (int)(brush->plan->cover * wide * high / (radius * radius) +
                      plant_unit(b->key, LOBES_AT, 0));
    double reach_x = exact_max(wide - 0.5 * radius, dab_shape.reach_least * wide);
    double reach_y = exact_max(high - 0.5 * radius, dab_shape.reach_least * high);
    uint64_t lobes = hash_at(b->key, LOBES_AT, 1);
    find_nearer(brush, index, b, dab_shape.farthest * reach_x, dab_shape.farthest * reach_y);
    for (int i = 0; i < count; i++) {
        uint64_t bits = hash_at(b->key, DAB_AT, i);
        double far = exact_sqrt(next_unit(&bits));
        int turn = (int)(bits & (TURNS - 1));
        const float *direction = brush->turn[turn];
        far *= dab_shape.scatter * lobe_at(lobes, turn);
        bits >>= TURN_BITS;
        double ex = far * (double)direction[0] + dab_shape.jitter * (next_unit(&bits) - 0.5);
        double ey = far * (double)direction[1] + dab_shape.jitter * (next_unit(&bits) - 0.5);
        double x = (double)b->x + reach_x * ex, y = (double)b->y + reach_y * ey;
        double in_blob = dab_light.blob_x * ex + dab_light.blob_y * ey;
        double in_crown = dab_light.crown_x * (x - brush->x) / brush->wide +
                          dab_light.crown_y * (y - brush->y) / brush->high;
        double in_bough =
            (dab_light.bough_x * (x - one->x) + dab_light.bough_y * (y - one->y)) / one->radius;
        double depth = exact_clamp((double)b->z, -dab_light.depth_most, dab_light.depth_most);
        double light = dab_light.base + brush->plan->light + dab_light.blob * in_blob +
                       dab_light.crown * in_crown + brush->plan->bough * in_bough +
                       dab_light.depth * depth + brush->plan->speckle * (next_unit(&bits) - 0.5);
        int tone = 0;
        while (tone < LEAF_TONES - 1 && light >= dab_light_from[tone])
            tone++;
        if ((tone == 0 && far < dab_shape.rim) || is_hidden(brush, x, y))
            continue;
        if (brush->dabs == DABS_HELD)
            draw_dabs(brush);
        brush->dab[brush->dabs++] = (dab){
            .x = (float)x, .y = (float)y, .tone = tone, .shape = (int)(bits & (DRAWING_DABS - 1))};
    }
}

/* Draws the heart of a blob, with a ragged outline.  If blobs are very small, only a share of them
 * has a heart, which is the larger. */
static void draw_heart(const leaf_brush *brush, const leaf_blob *b)
{
    double pixels = (double)b->wide * brush->size;
    double share = exact_clamp(pixels / LEAST_BLOB, heart_shape.share_least, 1.0);
    if (plant_unit(b->key, LOBES_AT, 2) > share)
        return;
    double scale = brush->plan->heart / exact_sqrt(share);
    double around = heart_shape.around * (double)(b->wide + b->high) * scale /
                    exact_max(brush->plan->dab, LEAST_TIP / brush->size);
    int corners = (int)exact_clamp(around, EDGE_CORNERS_LEAST, EDGE_CORNERS);
    uint64_t lobes = hash_at(b->key, LOBES_AT, 1);
    double tips =
        exact_min(heart_shape.tip * brush->radius / (double)b->high, heart_shape.tip_most);
    drawing_point point[EDGE_CORNERS];
    for (int i = 0; i < corners; i++) {
        int turn = i * TURNS / corners;
        double tip = tips * (plant_unit(b->key, EDGE_AT, i) - heart_shape.inward);
        double reach = scale * lobe_at(lobes, turn) + tip;
        point[i] = (drawing_point){b->x + b->wide * (float)reach * brush->turn[turn][0],
                                   b->y + b->high * (float)reach * brush->turn[turn][1]};
    }
    drawing_shape(brush->out, point, corners);
}

/* Draws the hearts of a bough, then its dabs. */
static void draw_bough(leaf_brush *brush, int index)
{
    const bough *one = &brush->bough[index];
    const leaf_blob *end = &brush->blob[one->first + one->count];
    drawing_fill_of(brush->out, brush->plan->tone[0], brush->plan->own[0], 1.0);
    for (const leaf_blob *b = &brush->blob[one->first]; b < end; b++)
        draw_heart(brush, b);
    for (const leaf_blob *b = &brush->blob[one->first]; b < end; b++)
        add_dabs(brush, index, b);
    draw_dabs(brush);
}

void leaves_draw(const leaf_plan *plan, const leaf_crown *crown, const skeleton *tree, double size,
                 drawing *out)
{
    leaf_brush *brush = drawing_scratch(out, sizeof *brush);
    if (brush == NULL)
        return;
    *brush = (leaf_brush){.plan = plan, .size = size, .out = out};
    begin(brush, crown);
    /* Limbs are painted before all leaves; the stem after those of boughs that are behind it. */
    limb_draw(tree, LIMB_ARMS, size, out);
    for (int k = 0; k < brush->boughs; k++)
        limb_draw(tree, brush->bough[k].id, size, out);
    int has_stem = 0;
    for (int k = 0; k < brush->boughs; k++) {
        if (!has_stem && brush->bough[k].z >= 0.0) {
            limb_draw(tree, LIMB_STEM, size, out);
            has_stem = 1;
        }
        draw_bough(brush, k);
    }
    if (!has_stem)
        limb_draw(tree, LIMB_STEM, size, out);
}
