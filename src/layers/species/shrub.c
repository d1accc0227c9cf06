/* shrub.c - a low shrub: a few leafy heads, with light on the upper right of each. */
#include "base/exact.h"
#include "layers/species/species.h"
#include "ridge/noise.h"

/* The numbers of a species. */
enum { HEADS, SPREAD, RADIUS, LEAF };

/* What is hashed of a plant, of each head, of each leaf on one. */
enum { PLANT, HEAD, EDGE, LUMP, LEAVES };

#define EDGES 48 /* leaves of a head's outline, at most */
#define EDGE_PX 4.0
#define GROUND 0.10
#define FLAT 0.35
#define LIT_LEAVES 60 /* on a head, at most */
#define LEAF_PX 45.0  /* square pixels of a head for each */

typedef struct head {
    uint64_t key;
    double x, y, radius;
} head;

/* Adds a head's outline, scaled and moved toward the light: leaves all around. */
static void add_head(drawing *out, const head *h, double size, double scale, double shift)
{
    drawing_point p[2 * EDGES];
    int edges = 6;
    while (edges < EDGES && 6.0 * scale * h->radius * size >= EDGE_PX * 2.0 * edges)
        edges *= 2;
    plant_corner corner = plant_corner_first(2 * edges);
    for (int i = 0; i < 2 * edges; i++, plant_corner_next(&corner)) {
        int index = i / 2 * (EDGES / edges);
        double lump = 1.0 + 0.45 * noise_gradient(h->key, LUMP, 3.0 * i / edges, 0.5, 6);
        double radius =
            h->radius * lump * (i % 2 ? 0.90 : 1.0 + 0.14 * plant_unit(h->key, EDGE, index));
        double y = h->y + scale * 0.85 * radius * corner.y + shift * h->radius;
        if (y < GROUND) /* leaves bend where they lie on it */
            y = GROUND + FLAT * (y - GROUND);
        p[i] = (drawing_point){(float)(h->x + scale * radius * corner.x + 0.8 * shift * h->radius),
                               (float)y};
    }
    drawing_shape(out, p, 2 * edges);
}

/* Adds leaves on the upper right of a head. */
static void add_leaves(drawing *out, const species *self, const head *h, double size)
{
    double pixels = h->radius * size;
    int leaves = (int)exact_min(LIT_LEAVES, pixels * pixels / LEAF_PX);
    for (int i = 0; i < leaves; i++) {
        uint64_t key = hash_at(h->key, LEAVES, i);
        double across = plant_way(key, LEAVES, 0), up = plant_way(key, LEAVES, 1);
        if (across * across + up * up > 0.9 || across + 1.4 * up < 0.1)
            continue;
        double length = self->number[LEAF] * (0.6 + 0.7 * plant_unit(key, LEAVES, 2));
        double along = plant_way(key, LEAVES, 3), rise = exact_sqrt(1.0 - along * along);
        double x = h->x + across * h->radius, y = h->y + 0.85 * up * h->radius;
        drawing_point p[4] = {{(float)x, (float)y},
                              {(float)(x + length * (0.5 * along - 0.3 * rise)),
                               (float)(y + length * (0.5 * rise + 0.3 * along))},
                              {(float)(x + length * along), (float)(y + length * rise)},
                              {(float)(x + length * (0.5 * along + 0.3 * rise)),
                               (float)(y + length * (0.5 * rise - 0.3 * along))}};
        drawing_shape(out, p, 4);
    }
}

static head head_of(const species *self, uint64_t plant, int index, int heads)
{
    const double *number = self->number;
    uint64_t key = hash_at(plant, HEAD, index);
    double across = 2.0 * (index + 0.5 + 0.4 * plant_way(key, HEAD, 0)) / heads - 1.0;
    double radius = number[RADIUS] * (0.75 + 0.45 * plant_unit(key, HEAD, 1));
    double high = 0.6 * radius; /* every second one is on the ground */
    if (index % 2)
        high += 0.5 * plant_unit(key, HEAD, 2) * (1.0 - 0.8 * across * across);
    if (index == heads / 2)
        high = 0.97 - 0.85 * radius;
    return (head){key, across * number[SPREAD], high, radius};
}

/* Those that are higher are behind. */
void draw_shrub(const species *self, const plant_look *look, drawing *out)
{
    static const double tone[3] = {0.35, 0.95, 1.7}, scale[3] = {1.0, 0.74, 0.42},
                        shift[3] = {0.0, 0.16, 0.34};
    int heads = (int)(self->number[HEADS] * (0.8 + 0.4 * plant_unit(look->key, PLANT, 0)));
    for (int first = 1; first >= 0; first--) {
        for (int k = 0; k < 3; k++) {
            drawing_fill_of(out, tone[k], plant_autumn(look->autumn, tone[k]), 1.0);
            for (int i = first; i < heads; i += 2) {
                head h = head_of(self, look->key, i, heads);
                add_head(out, &h, look->size, scale[k], shift[k]);
            }
        }
        drawing_fill_of(out, 2.4, plant_autumn(look->autumn, 2.4), 1.0);
        for (int i = first; i < heads; i += 2) {
            head h = head_of(self, look->key, i, heads);
            add_leaves(out, self, &h, look->size);
        }
    }
}
