/* leaves.c - dabs of light and shade over blobs of leaves, from the farthest bough to the nearest.
 */
#include "layers/species/leaves.h"

#include "base/exact.h"

/* Levels of a blob's hash. */
enum { DAB_AT, LOBES_AT, EDGE_AT };

#define BOUGHS 40
#define HEART 0.95
#define DABS 14000     /* of a crown, about: then they grow */
#define DABS_HELD 1200 /* until they are drawn by tone */
#define DAB_MOST 0.64  /* of half a blob, on average: else small crowns were puffed */
#define DAB_FAR 1.21   /* of half a blob: no dab's middle is farther from its own, see lobe_at */
#define EDGE_CORNERS 64
#define TURNS 64 /* directions of a table */

/* Pixels: the radius of a dab, a tip of a blob's edge, half the width of a blob. */
#define LEAST_DAB 2.4
#define LEAST_TIP 2.0
#define LEAST_BLOB 2.0

/* Of a blob: what its dark heart hides everywhere; beyond RIM dabs are seen even if they are as
 * dark as it is. */
#define HIDES 0.78
#define RIM 0.62

/* Blobs [first, first + count) of the crown, in the order of painting; their middle. */
typedef struct bough {
    double x, y, z, radius;
    int id, first, count;
} bough;

typedef struct dab {
    float x, y;
    int tone, shape;
} dab;

/* What is dark all through in a blob: an ellipse that hides dabs behind it. */
typedef struct heart {
    double x, y, wide, high;   /* half its width and height, */
    double per_wide, per_high; /* 1 over their squares */
} heart;

typedef struct leaf_brush {
    const leaf_plan *plan;
    leaf_blob blob[BLOBS];
    heart heart[BLOBS];
    int nearer;
    heart before[BLOBS]; /* nearer ones that reach over the blob whose dabs are drawn */
    int boughs;
    bough bough[BOUGHS];
    double size, radius;     /* of a dab, */
    double dab_radius;       /* which is less in small crowns */
    double x, y, wide, high; /* of the crown: middle, half width and height */
    float turn[TURNS][2];
    int dabs;
    dab dab[DABS_HELD];
    drawing *out;
} leaf_brush;

leaf_plan leaves_green(double radius, double cover, double autumn)
{
    static const double turned[LEAF_TONES] = {0.15, 0.24, 0.35, 0.47, 0.60};
    leaf_plan plan = {.dab = radius,
                      .cover = cover,
                      .heart = HEART,
                      .bough = 0.32,
                      .speckle = 0.40,
                      .tone = {0.35, 0.75, 1.2, 1.75, 2.5}};
    for (int i = 0; i < LEAF_TONES; i++)
        plan.own[i] = autumn * turned[i];
    return plan;
}

void leaves_add(leaf_crown *crown, leaf_blob blob)
{
    if (crown->blobs < BLOBS)
        crown->blob[crown->blobs++] = blob;
}

/* Copies a bough's blobs, the nearest last. */
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

/* The heart of a blob, of half of a dab less. */
static heart heart_of(const leaf_brush *brush, const leaf_blob *b)
{
    double share = HIDES * brush->plan->heart, edge = 0.5 * brush->radius;
    double wide = exact_max(share * (double)b->wide - edge, 1e-9);
    double high = exact_max(share * (double)b->high - edge, 1e-9);
    return (heart){(double)b->x, (double)b->y,        wide,
                   high,         1.0 / (wide * wide), 1.0 / (high * high)};
}

static void begin(leaf_brush *brush, const leaf_crown *crown)
{
    double left = 1e9, right = -1e9, low = 1e9, high = -1e9, area = 0.0, reach = 0.0;
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
    brush->wide = exact_max(0.5 * (right - left), 1e-9);
    brush->high = exact_max(0.5 * (high - low), 1e-9);
    brush->radius = exact_max(brush->plan->dab, LEAST_DAB / brush->size);
    brush->radius = exact_max(brush->radius, exact_sqrt(brush->plan->cover * area / DABS));
    brush->dab_radius = exact_min(brush->radius, DAB_MOST * reach);
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
    for (int i = 0; i < blobs; i++)
        brush->heart[i] = heart_of(brush, &brush->blob[i]);
}

static int is_in_heart(const heart *h, double x, double y)
{
    double dx = x - h->x, dy = y - h->y;
    return dx * dx * h->per_wide + dy * dy * h->per_high < 1.0;
}

/* Finds the nearer hearts that may hide a dab of a blob, which is so far from its middle at most.
 */
static void find_nearer(leaf_brush *brush, int index, const leaf_blob *own, double far_x,
                        double far_y)
{
    brush->nearer = 0;
    for (int k = index; k < brush->boughs; k++) {
        const bough *one = &brush->bough[k];
        int first = k > index ? one->first : (int)(own - brush->blob) + 1;
        for (int b = first; b < one->first + one->count; b++) {
            const heart *h = &brush->heart[b];
            if (exact_abs(h->x - (double)own->x) <= h->wide + far_x &&
                exact_abs(h->y - (double)own->y) <= h->high + far_y)
                brush->before[brush->nearer++] = *h;
        }
    }
}

static int is_hidden(const leaf_brush *brush, double x, double y)
{
    for (int i = 0; i < brush->nearer; i++)
        if (is_in_heart(&brush->before[i], x, y))
            return 1;
    return 0;
}

/* How far a blob reaches at a turn: it has eight lobes. */
static double lobe_at(uint64_t lobes, int turn)
{
    int eighth = turn * 8 / TURNS, next = (eighth + 1) & 7;
    double from = (double)(int)(lobes >> 8 * eighth & 15),
           to = (double)(int)(lobes >> 8 * next & 15);
    return 0.74 + 0.02 * exact_mix(from, to, (double)(turn * 8 % TURNS) / TURNS);
}

/* The next bits of a hash as a number in 0..1. */
static double next_unit(uint64_t *bits)
{
    double unit = (double)(int)(*bits & 1023) / 1024.0;
    *bits >>= 10;
    return unit;
}

/* Draws the dabs that are held, shade first; then none is. */
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

/* Dabs of a blob: each has its place by a hash, so that more of them are the same and more. */
static void add_dabs(leaf_brush *brush, int index, const leaf_blob *b)
{
    const bough *one = &brush->bough[index];
    double wide = (double)b->wide, high = (double)b->high;
    double radius = brush->dab_radius;
    int count = (int)(brush->plan->cover * wide * high / (radius * radius) +
                      plant_unit(b->key, LOBES_AT, 0));
    double reach_x = exact_max(wide - 0.5 * radius, 0.3 * wide);
    double reach_y = exact_max(high - 0.5 * radius, 0.3 * high);
    uint64_t lobes = hash_at(b->key, LOBES_AT, 1);
    find_nearer(brush, index, b, DAB_FAR * reach_x, DAB_FAR * reach_y);
    for (int i = 0; i < count; i++) {
        uint64_t bits = hash_at(b->key, DAB_AT, i);
        double far = exact_sqrt(next_unit(&bits));
        int turn = (int)(bits & (TURNS - 1));
        const float *way = brush->turn[turn];
        far *= 1.06 * lobe_at(lobes, turn);
        bits >>= 6;
        double ex = far * (double)way[0] + 0.2 * (next_unit(&bits) - 0.5);
        double ey = far * (double)way[1] + 0.2 * (next_unit(&bits) - 0.5);
        double x = (double)b->x + reach_x * ex, y = (double)b->y + reach_y * ey;
        double in_crown = 0.6 * (x - brush->x) / brush->wide + 0.65 * (y - brush->y) / brush->high;
        double in_bough = (0.5 * (x - one->x) + 0.85 * (y - one->y)) / one->radius;
        double light = 0.44 + brush->plan->light + 0.20 * (0.6 * ex + 0.8 * ey) + 0.26 * in_crown +
                       brush->plan->bough * in_bough + 0.62 * exact_clamp((double)b->z, -0.3, 0.3) +
                       brush->plan->speckle * (next_unit(&bits) - 0.5);
        int tone = light < 0.24 ? 0 : light < 0.50 ? 1 : light < 0.74 ? 2 : light < 0.92 ? 3 : 4;
        if ((tone == 0 && far < RIM) || is_hidden(brush, x, y))
            continue;
        if (brush->dabs == DABS_HELD)
            draw_dabs(brush);
        brush->dab[brush->dabs++] = (dab){
            .x = (float)x, .y = (float)y, .tone = tone, .shape = (int)(bits & (DRAWING_DABS - 1))};
    }
}

/* The dark of a blob, with a ragged edge; of those that are too small to be seen there are fewer,
 * but larger ones. */
static void draw_heart(const leaf_brush *brush, const leaf_blob *b)
{
    double pixels = (double)b->wide * brush->size;
    double share = exact_clamp(pixels / LEAST_BLOB, 0.2, 1.0);
    if (plant_unit(b->key, LOBES_AT, 2) > share)
        return;
    double scale = brush->plan->heart / exact_sqrt(share);
    double around = 2.5 * (double)(b->wide + b->high) * scale /
                    exact_max(brush->plan->dab, LEAST_TIP / brush->size);
    int corners = (int)exact_clamp(around, 6.0, EDGE_CORNERS);
    uint64_t lobes = hash_at(b->key, LOBES_AT, 1);
    double tips = exact_min(1.5 * brush->radius / (double)b->high, 0.36);
    drawing_point point[EDGE_CORNERS];
    for (int i = 0; i < corners; i++) {
        int turn = i * TURNS / corners;
        double reach = scale * lobe_at(lobes, turn) + tips * (plant_unit(b->key, EDGE_AT, i) - 0.4);
        point[i] = (drawing_point){b->x + b->wide * (float)reach * brush->turn[turn][0],
                                   b->y + b->high * (float)reach * brush->turn[turn][1]};
    }
    drawing_shape(brush->out, point, corners);
}

/* A bough's hearts and dabs. */
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
    limb_draw(tree, LIMB_ARMS, size, out); /* behind all leaves: no end is seen before them */
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
