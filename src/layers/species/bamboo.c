/* bamboo.c - a clump of jointed culms that arch at their tips, with sprays of narrow leaves. */
#include "base/exact.h"
#include "layers/species/species.h"

/* The numbers of a species. */
enum { CULMS, SPREAD, ARCH, THICK, LEAF, SPRAYS };

/* What is hashed of a clump, of each culm, of each spray. */
enum { CLUMP, CULM, SPRAY, BLADE };

#define JOINTS 15
#define LEAVES_PX 55.0 /* pixels of the height for leaves one by one */

typedef struct culm {
    uint64_t key;
    double foot, lean, arch, height;
} culm;

static culm culm_of(const species *self, uint64_t clump, int index, int culms)
{
    uint64_t key = hash_at(clump, CULM, index);
    double across = 2.0 * (index + 0.5 + 0.4 * plant_way(key, CULM, 0)) / culms - 1.0;
    return (culm){.key = key,
                  .foot = self->number[SPREAD] * 0.45 * across,
                  .lean = self->number[SPREAD] * (0.75 * across + 0.35 * plant_way(key, CULM, 1)),
                  .arch = self->number[ARCH] * (0.7 * across + 0.7 * plant_way(key, CULM, 2)),
                  .height =
                      index == culms / 2 ? 1.0 : exact_mix(0.62, 0.98, plant_unit(key, CULM, 3))};
}

/* A point of a culm: its tip hangs over. */
static drawing_point culm_at(const culm *c, double q)
{
    double bent = q * q * q * q;
    return (drawing_point){(float)(c->foot + c->height * (c->lean * q + c->arch * bent)),
                           (float)(c->height * (q - 0.45 * exact_abs(c->arch) * bent * q))};
}

/* Paints a culm by joints with small gaps, its lit side, and rings. */
static void draw_culm(const species *self, const culm *c, double size, double tone, drawing *out)
{
    double half = 0.5 * self->number[THICK] * (0.75 + 0.4 * plant_unit(c->key, CULM, 4));
    drawing_point p[JOINTS + 1], lit[JOINTS + 1];
    for (int i = 0; i <= JOINTS; i++) {
        p[i] = lit[i] = culm_at(c, (double)i / JOINTS);
        lit[i].x += (float)(0.45 * half * (1.0 - 0.8 * i / JOINTS));
    }
    drawing_fill_of(out, 0.5 * tone, 0.0, 1.0);
    drawing_stroke(out, p, JOINTS + 1, half, 0.15 * half);
    drawing_fill_of(out, tone + 0.7, 0.0, 1.0);
    drawing_stroke(out, lit, JOINTS + 1, 0.38 * half, 0.05 * half);
    if (size * half < 2.0)
        return;
    drawing_fill_of(out, 0.1, 0.0, 1.0);
    for (int i = 1; i < JOINTS; i++) {
        float wide = (float)(half * (1.25 - 0.85 * i / JOINTS));
        drawing_point ring[2] = {{p[i].x - wide, p[i].y}, {p[i].x + wide, p[i].y}};
        drawing_stroke(out, ring, 2, 0.12 * self->number[THICK], 0.12 * self->number[THICK]);
    }
}

/* Adds a narrow leaf from (x, y). */
static void add_leaf(drawing *out, double x, double y, double along, double up, double wide)
{
    drawing_point p[4] = {
        {(float)x, (float)y},
        {(float)(x + 0.40 * along - wide * up), (float)(y + 0.40 * up + wide * along)},
        {(float)(x + along), (float)(y + up)},
        {(float)(x + 0.45 * along + wide * up), (float)(y + 0.45 * up - wide * along)}};
    drawing_shape(out, p, 4);
}

/* Adds the sprays of a culm whose shade is `shade`: three to five leaves that hang from a twig, or
 * a broad one for them all where they are too small to be seen. */
static void add_sprays(const species *self, const culm *c, double size, int shade, drawing *out)
{
    double reach = 0.6 * self->number[LEAF];
    for (int i = 0; i < (int)self->number[SPRAYS]; i++) {
        uint64_t key = hash_at(c->key, SPRAY, i);
        if ((int)(3.0 * plant_unit(key, SPRAY, 0)) != shade)
            continue;
        drawing_point start =
            culm_at(c, exact_mix(0.36, 1.0, exact_sqrt(plant_unit(key, SPRAY, 1))));
        double way = plant_way(key, SPRAY, 2), x = (double)start.x + way * reach;
        double y = (double)start.y + 0.5 * reach * plant_way(key, SPRAY, 3);
        if (size < LEAVES_PX) {
            add_leaf(out, x, y, 1.4 * reach * way, -0.9 * reach, 0.36);
            continue;
        }
        int leaves = 3 + (int)(2.99 * plant_unit(key, SPRAY, 4));
        for (int k = 0; k < leaves; k++) {
            double length = self->number[LEAF] * (0.6 + 0.6 * plant_unit(key, BLADE, k));
            double along = exact_clamp(way + 0.75 * plant_way(key, BLADE, 10 + k), -0.95, 0.95);
            double fall =
                -exact_sqrt(1.0 - along * along) * (0.25 + 0.75 * plant_unit(key, BLADE, 20 + k));
            add_leaf(out, x, y, length * along, length * fall, 0.10);
        }
    }
}

void draw_bamboo(const species *self, const plant_look *look, drawing *out)
{
    int culms = (int)(self->number[CULMS] * (0.78 + 0.44 * plant_unit(look->key, CLUMP, 0)));
    for (int i = 0; i < culms; i++) {
        int index = i * 2 < culms ? i * 2 : (i - (culms + 1) / 2) * 2 + 1; /* every second behind */
        culm c = culm_of(self, look->key, index, culms);
        int is_front = i * 2 >= culms;
        draw_culm(self, &c, look->size, is_front ? 1.0 : 0.6, out);
        static const double tone[2][3] = {{0.3, 0.8, 1.4}, {0.5, 1.4, 2.4}};
        for (int shade = 0; shade < 3; shade++) {
            drawing_fill_of(out, tone[is_front][shade], 0.0, 1.0);
            add_sprays(self, &c, look->size, shade, out);
        }
    }
}
