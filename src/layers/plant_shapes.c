/* plant_shapes.c - of what parts a plant is made, and which of them a row meets. */
#include "base/exact.h"
#include "layers/plants.h"

#define BENDS 5      /* pieces of a limb */
#define LEAVES 130.0 /* leaves at the edge of a tree, in its height */

static double draw(uint64_t key, int what, int index, double low, double high)
{
    return exact_mix(low, high, hash_unit(hash_at(key, what, index)));
}

static plant_part limb(double x, double y, double to_x, double to_y, double from, double to)
{
    return (plant_part){(float)x,    (float)y,  (float)to_x, (float)to_y,
                        (float)from, (float)to, PART_LIMB};
}

static plant_part leaves(double x, double y, double wide, double high, double below)
{
    return (plant_part){(float)x,     (float)y, (float)wide, (float)high,
                        (float)below, 0.0f,     PART_LEAVES};
}

/* Adds pieces of a limb that bends to a side and back, and tapers. */
static void add_bent(uint64_t key, const double from[3], const double to[3], plant_part *part,
                     int *count)
{
    double dx = to[0] - from[0], dy = to[1] - from[1];
    double arc = draw(key, 0, 0, -0.16, 0.16);
    double at[3] = {from[0], from[1], from[2]};
    for (int k = 1; k <= BENDS; k++) {
        double b = (double)k / BENDS;
        double out = k == BENDS ? 0.0 : 4.0 * arc * b * (1.0 - b) + draw(key, 1, k, -0.028, 0.028);
        double next[3] = {from[0] + b * dx - out * dy, from[1] + b * dy + out * dx,
                          exact_mix(from[2], to[2], b)};
        part[(*count)++] = limb(at[0], at[1], next[0], next[1], at[2], next[2]);
        for (int i = 0; i < 3; i++)
            at[i] = next[i];
    }
}

/* A trunk that leans, boughs that fork into limbs, and at the end of each a pad of leaves: pads
 * make a roof of some floors, and a bough may carry a small one lower down.  A place is x, y,
 * radius. */
int plant_acacia(uint64_t key, plant_part *part)
{
    int count = 0, limbs = 4 + (int)draw(key, 0, 0, 0.0, 2.99), boughs = limbs > 4 ? 3 : 2;
    double lean = draw(key, 1, 0, -0.10, 0.10), fork = draw(key, 2, 0, 0.18, 0.32);
    double trunk[3] = {lean, fork, 0.026};
    part[count++] = limb(0.0, -0.03, 0.35 * lean, 0.08, 0.044, 0.033);
    part[count++] = limb(0.35 * lean, 0.08, trunk[0], trunk[1], 0.033, trunk[2]);
    for (int b = 0; b < boughs; b++) {
        int first = b * limbs / boughs, end = (b + 1) * limbs / boughs;
        double way = 0.5 * (first + end - 1),
               turn = limbs > 1 ? 2.0 * way / (limbs - 1) - 1.0 : 0.0;
        double start[3] = {exact_mix(0.35 * lean, lean, 0.86), exact_mix(0.08, fork, 0.86), 0.024};
        double top[3] = {1.2 * lean + 0.19 * turn + draw(key, 3, b, -0.04, 0.04),
                         draw(key, 4, b, 0.44, 0.60), 0.015};
        add_bent(hash_at(key, 5, b), b == boughs / 2 ? trunk : start, top, part, &count);
        for (int i = first; i < end; i++) {
            double t = limbs > 1 ? 2.0 * i / (limbs - 1) - 1.0 : 0.0;
            double away = 0.44 * t + draw(key, 6, i, -0.07, 0.07);
            double pad[3] = {1.4 * lean + away,
                             0.90 - 0.30 * away * away + draw(key, 7, i, -0.075, 0.035), 0.005};
            double wide = draw(key, 8, i, 0.19, 0.33), high = draw(key, 9, i, 0.050, 0.085);
            add_bent(hash_at(key, 10, i), top, pad, part, &count);
            part[count++] = leaves(pad[0], pad[1], wide, high, 0.50);
        }
    }
    double low[3] = {1.2 * lean + (lean < 0.0 ? 1.0 : -1.0) * draw(key, 11, 0, 0.24, 0.38),
                     draw(key, 12, 0, 0.60, 0.70), 0.004};
    if (draw(key, 13, 0, 0.0, 1.0) < 0.55) {
        double from[3] = {lean, fork, 0.011};
        add_bent(hash_at(key, 14, 0), from, low, part, &count);
        part[count++] = leaves(low[0], low[1], draw(key, 15, 0, 0.10, 0.16), 0.034, 0.45);
    }
    return count;
}

int plant_bush(uint64_t key, plant_part *part)
{
    for (int i = 0; i < 3; i++)
        part[i] = leaves(0.55 * (i - 1) + draw(key, 0, i, -0.15, 0.15), draw(key, 1, i, 0.2, 0.45),
                         draw(key, 2, i, 0.5, 0.85), draw(key, 3, i, 0.35, 0.6), 1.0);
    return 3;
}

/* Some domes on the ground, the highest anywhere. */
int plant_shrub(uint64_t key, plant_part *part)
{
    double middle = draw(key, 0, 0, -0.6, 0.6);
    for (int i = 0; i < 4; i++) {
        double x = 0.50 * (i - 1.5) + draw(key, 1, i, -0.25, 0.25);
        double high =
            exact_max(0.95 - 0.6 * exact_abs(x - middle), 0.3) * draw(key, 2, i, 0.6, 1.0);
        part[i] = leaves(x, 0.06, draw(key, 3, i, 0.35, 0.70), high, 0.06 / high);
    }
    return 4;
}

/* A broad crown of some domes. */
int plant_round(uint64_t key, plant_part *part)
{
    int count = 0, domes = 4 + (int)draw(key, 0, 0, 0.0, 2.99);
    part[count++] = limb(0.0, -0.02, draw(key, 1, 0, -0.04, 0.04), 0.40, 0.042, 0.028);
    for (int i = 0; i < domes; i++) {
        double t = 2.0 * i / (domes - 1) - 1.0;
        part[count++] = leaves(0.26 * t + draw(key, 2, i, -0.06, 0.06),
                               0.56 - 0.14 * t * t + draw(key, 3, i, -0.08, 0.10),
                               draw(key, 4, i, 0.22, 0.31), draw(key, 5, i, 0.26, 0.34), 0.95);
    }
    return count;
}

int plant_cypress(uint64_t key, plant_part *part)
{
    double wide = draw(key, 0, 0, 0.75, 1.15);
    part[0] = limb(0.0, -0.02, 0.0, 0.20, 0.020, 0.016);
    part[1] = leaves(0.0, 0.27, 0.105 * wide, 0.28, 0.75);
    part[2] = leaves(0.0, 0.46, 0.100 * wide, 0.32, 1.0);
    part[3] = leaves(0.0, 0.66, 0.075 * wide, 0.30, 1.0);
    return 4;
}

/* A slender crown on a short trunk. */
int plant_poplar(uint64_t key, plant_part *part)
{
    double wide = draw(key, 0, 0, 0.85, 1.2);
    part[0] = limb(0.0, -0.02, draw(key, 1, 0, -0.02, 0.02), 0.30, 0.026, 0.020);
    part[1] = leaves(draw(key, 2, 0, -0.03, 0.03), 0.36, 0.150 * wide, 0.26, 0.75);
    part[2] = leaves(draw(key, 3, 0, -0.03, 0.03), 0.55, 0.160 * wide, 0.28, 1.0);
    part[3] = leaves(draw(key, 4, 0, -0.02, 0.02), 0.74, 0.110 * wide, 0.26, 1.0);
    return 4;
}

/* A block of a house; the house may be turned round. */
static plant_part block(uint64_t key, double x, double low, double high, double foot, double top)
{
    double side = hash_unit(hash_at(key, 0, 0)) < 0.5 ? -1.0 : 1.0;
    return (plant_part){(float)(side * x), (float)low, (float)(side * x), (float)high,
                        (float)foot,       (float)top, PART_BLOCK};
}

#define WING 0.92 /* where the middle of the lower wing is */

int plant_house_walls(uint64_t key, plant_part *part)
{
    part[0] = block(key, 0.0, -0.12, 0.64, 0.72, 0.72);
    part[1] = block(key, -0.42, 0.90, 1.08, 0.055, 0.055); /* the chimney */
    return 2;
}

int plant_house_dark(uint64_t key, plant_part *part)
{
    part[0] = block(key, WING, -0.12, 0.42, 0.40, 0.40);
    part[1] = block(key, 0.0, 0.585, 0.64, 0.72, 0.72); /* under the eaves */
    return 2;
}

int plant_house_windows(uint64_t key, plant_part *part)
{
    for (int i = 0; i < 3; i++)
        part[i] = block(key, -0.46 + 0.34 * i, 0.30, 0.45, 0.055, 0.055);
    return 3;
}

int plant_house_roofs(uint64_t key, plant_part *part)
{
    part[0] = block(key, 0.0, 0.63, 0.96, 0.80, 0.46);
    part[1] = block(key, WING, 0.41, 0.62, 0.47, 0.26);
    return 2;
}

int plant_tower_walls(uint64_t key, plant_part *part)
{
    part[0] = block(key, 0.0, -0.1, 0.80, 0.150, 0.150);
    return 1;
}

int plant_tower_dark(uint64_t key, plant_part *part)
{
    part[0] = block(key, 0.10, -0.1, 0.80, 0.050, 0.050);
    part[1] = block(key, 0.0, 0.775, 0.80, 0.165, 0.165); /* the cornice */
    return 2;
}

int plant_tower_roofs(uint64_t key, plant_part *part)
{
    part[0] = block(key, 0.0, 0.795, 1.06, 0.180, 0.004);
    return 1;
}

int plant_tower_windows(uint64_t key, plant_part *part)
{
    part[0] = block(key, -0.035, 0.62, 0.72, 0.034, 0.026);
    return 1;
}

/* The noise by which leaves wander from their ellipses, and that of single leaves. */
static void noise_at(const plant *one, double y, plane_row *noise)
{
    noise->octaves = PLANT_OCTAVES + 1;
    for (int o = 0; o < noise->octaves; o++) {
        double rate = o < PLANT_OCTAVES ? one->grain * exact_exp2(o) : LEAVES;
        double along = o < PLANT_OCTAVES ? 1.8 : 1.3;
        plane_octave_at(&noise->octave[o], one->key, o, along * rate * y);
        noise->octave[o].rate = rate;
        noise->octave[o].period = 0;
    }
}

void plant_row_at(const plant *one, double y, double sharp, plant_row *row)
{
    double pixel = 1.0 / one->size;
    double soft = one->rough + pixel;
    row->one = one;
    row->y = (float)y;
    row->parts = 0;
    row->sharp = (float)(one->size * sharp);
    row->leaves = (float)exact_smoothstep(4.0, 8.0, one->size / LEAVES);
    row->edge = 1.0f / (1.0f / row->sharp + 0.2f * PLANT_LEAF * (1.0f - row->leaves));
    noise_at(one, y, &row->noise);
    row->left = 1e9;
    row->right = -1e9;
    for (int i = 0; i < one->parts; i++) {
        const plant_part *p = &one->part[i];
        double more =
            p->form == PART_LEAVES ? soft : exact_max((double)p->from, (double)p->to) + pixel;
        double wide = p->form == PART_LEAVES ? (double)p->to_x : 0.0;
        double low = (double)p->y, high = (double)p->to_y, x = (double)p->x, to = (double)p->to_x;
        if (p->form == PART_LEAVES) {
            high = low + (double)p->to_y;
            low -= (double)(p->to_y * p->from);
            to = x;
        }
        if (y < exact_min(low, high) - more || y > exact_max(low, high) + more)
            continue;
        if (p->form == PART_LIMB &&
            exact_abs(high - low) > 1e-6) { /* the slice of a limb that is near */
            double a = exact_clamp((y - more - low) / (high - low), 0.0, 1.0);
            double b = exact_clamp((y + more - low) / (high - low), 0.0, 1.0);
            double way = to - x;
            to = x + b * way;
            x += a * way;
        }
        double left = exact_min(x, to) - wide - more, right = exact_max(x, to) + wide + more;
        row->span[row->parts++] = (plant_span){p, (float)left, (float)right};
        row->left = exact_min(row->left, left);
        row->right = exact_max(row->right, right);
    }
}
