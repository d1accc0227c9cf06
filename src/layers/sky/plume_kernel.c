/* plume_kernel.c - paints one row of a plume of smoke: its edge and its light.
 *
 * Each place has a foot, the nearest point of the plume's bent middle line; the way is the arc
 * length from the vent to the foot.  Heaps are noise of (distance / size, ln size), where the size
 * grows with the way, as the noise of plane.h.  As in heaped clouds, smoke is lit where it is
 * denser than the smoke toward the sun.  Broad octaves and light are found at nodes and
 * interpolated. Compiled once for each width of lanes.h.
 */
#include "layers/sky/plume.h"

#include "layers/common/billows_lanes.h"

#define BROAD 3 /* octaves that are found at nodes */
#define LN2 0.693147181f

/* Form of the smoke.  Its density is dense - thin + heap, and none is seen below 0. */
static const struct {
    float billow;    /* weight of heaps in the density at the vent */
    float softer;    /* loss of `billow` up to the length over which smoke dissolves */
    float nowhere;   /* density without heaps below which no heap is seen */
    float outside;   /* density of nodes where there is no smoke */
    float fine;      /* density of broad heaps below which fine heaps are not computed */
    float inside;    /* limit of the curvature times the distance, which ln(1 - x) needs below 1 */
    float thin_from; /* way from which smoke thins, in lengths (1 / plume.per_length) */
    float thin;      /* loss of density per squared length beyond `thin_from` */
    float hard_edge, hard_spent; /* is_hard: least density of smoke; its growth per length */
    float edge, edge_spent;      /* width of the soft edge, in density; growth per length */
    float whole, fall;           /* coverage is at most whole * exp(fall * lengths from the vent) */
} form = {.billow = 1.35f,
          .softer = 0.45f,
          .nowhere = -1.1f,
          .outside = -2.0f,
          .fine = -0.4f,
          .inside = 0.8f,
          .thin_from = 0.45f,
          .thin = 2.6f,
          .hard_edge = 0.12f,
          .hard_spent = 0.5f,
          .edge = 0.22f,
          .edge_spent = 0.75f,
          .whole = 0.96f,
          .fall = -1.15f};

/* Light on the smoke: differences of density toward the sun, and the glow of the vent. */
static const struct {
    float near, far;           /* distances of the compared places toward the sun, half widths */
    float limit;               /* limit of a difference of density */
    float base;                /* light without a difference */
    float per_near, per_far;   /* light per 1 of the difference at either place */
    float crease;              /* light per 1 of the sum of broad octaves */
    float fine;                /* light per 1 of the sum of fine octaves */
    float fire_length;         /* way over which the glow of the vent falls to 1/e, U */
    float fire, fire_in_shade; /* glow on lit smoke, and addition in shade */
} look = {.near = 0.36f,
          .far = 1.10f,
          .limit = 0.9f,
          .base = 0.36f,
          .per_near = 0.42f,
          .per_far = 0.28f,
          .crease = 0.60f,
          .fine = 0.80f,
          .fire_length = 0.055f,
          .fire = 0.55f,
          .fire_in_shade = 0.9f};

/* Position in the plume. */
typedef struct foot {
    lanes_f way;  /* arc length from the vent, U */
    lanes_f size; /* size of heaps, U */
    lanes_f half; /* half width of the plume, U */
    lanes_f x, y; /* cells of the first octave */
    lanes_f thin; /* squared distance over the half width, and more where smoke dissolves */
} foot;

/* Returns the foot of (x, y), found by two Gauss-Newton steps toward the nearest point of the line
 * x = (bend[0] + bend[1] y) y. */
LANES_INLINE foot foot_of(const plume *p, float risen, lanes_f x, lanes_f y)
{
    lanes_f nought = lanes_of(0.0f), one = lanes_of(1.0f);
    lanes_f straight = lanes_of(p->bend[0]), bend = lanes_of(p->bend[1]);
    x = x * lanes_of(p->side);
    lanes_f q = lanes_max(y, nought);
    for (int step = 0; step < 2; step++) {
        lanes_f lean = straight + bend * (q + q);
        lanes_f beside = x - q * (straight + bend * q);
        q = lanes_max(q + (lean * beside + (y - q)) / (one + lean * lean), nought);
    }
    lanes_f lean = straight + bend * (q + q);
    lanes_f length = lanes_sqrt(one + lean * lean);
    lanes_f beside = (x - q * (straight + bend * q) - lean * lanes_max(y - q, nought)) / length;
    foot f;
    /* Arc length of the parabola, minus the part up to the vent. */
    lanes_f ln = lanes_log2(lean + length) * lanes_of(LN2);
    f.way = (lean * length + ln) * lanes_of(0.25f / p->bend[1]) - lanes_of(p->start);
    f.way = lanes_max(f.way, nought);
    f.size = lanes_of(p->cell) + lanes_of(p->per_way) * f.way;
    f.half = lanes_of(p->half) + lanes_of(p->more) * f.way;
    /* Feet are close together on the inner side of the bend, so distances count more there: the
     * factor is the series of -ln(1 - inside) / inside. */
    lanes_f inside =
        lanes_clamp(beside * (bend + bend) / (length * length * length), -form.inside, form.inside);
    lanes_f more = one + inside * (lanes_of(0.5f) +
                                   inside * (lanes_of(1.0f / 3.0f) + inside * lanes_of(0.25f)));
    f.x = beside * more / f.size;
    f.y = lanes_log2(f.size) * lanes_of(LN2 / p->per_way) - lanes_of(risen);
    lanes_f across = beside / f.half;
    lanes_f spent = lanes_max(f.way * lanes_of(p->per_length) - lanes_of(form.thin_from), nought);
    f.thin = across * across + lanes_of(form.thin) * spent * spent;
    return f;
}

/* Returns the density at a foot from octaves below `end`; sets `heap` to the sum of these octaves.
 */
LANES_INLINE lanes_f density(const plume *p, const plume_run *run, const foot *f, int end,
                             lanes_f *heap)
{
    *heap = billows_sum(p->cells, run->weight, p->shift, 0, end, f->x, f->y);
    return lanes_of(p->dense) - f->thin + lanes_of(form.billow) * *heap;
}

/* ---- nodes -------------------------------------------------------------------------- */

#define NODES (TILES_BLOCK + 16) /* nodes of a block, one beyond, and spare lanes */

typedef struct plume_nodes {
    float dense[NODES];       /* density without fine heaps */
    float light[NODES];       /* light on broad heaps */
    float x[NODES], y[NODES]; /* cells of the first octave */
    float way[NODES];         /* arc length from the vent, U */
    float sun[NODES];         /* nearness of the sun, 0..1 */
} plume_nodes;

LANES_INLINE void make_nodes(const plume *p, const plume_run *run, lanes_f x, lanes_f y,
                             plume_nodes *nodes, int at)
{
    lanes_f nought = lanes_of(0.0f);
    foot here = foot_of(p, run->risen, x, y);
    lanes_f dense = lanes_of(form.outside), light = nought, near_sun = nought;
    lanes_i is_there = lanes_less(lanes_of(form.nowhere), lanes_of(p->dense) - here.thin);
    if (lanes_any(is_there)) {
        lanes_f heap, other;
        lanes_f to_x = lanes_of(p->sun_x) - x, to_y = lanes_of(p->sun_y) - y;
        lanes_f per = here.half / lanes_sqrt(to_x * to_x + to_y * to_y + lanes_of(1e-4f));
        dense = density(p, run, &here, BROAD, &heap);
        foot near = foot_of(p, run->risen, x + lanes_of(look.near) * per * to_x,
                            y + lanes_of(look.near) * per * to_y);
        foot far = foot_of(p, run->risen, x + lanes_of(look.far) * per * to_x,
                           y + lanes_of(look.far) * per * to_y);
        lanes_f past =
            lanes_clamp(dense - density(p, run, &far, 1, &other), -look.limit, look.limit);
        lanes_f beside =
            lanes_clamp(dense - density(p, run, &near, BROAD, &other), -look.limit, look.limit);
        light = lanes_of(look.base) + lanes_of(look.per_near) * beside +
                lanes_of(look.per_far) * past + lanes_of(look.crease) * heap;
        near_sun = billows_near_sun(to_x, to_y);
    }
    lanes_store(nodes->dense + at, lanes_choose(is_there, dense, lanes_of(form.outside)));
    lanes_store(nodes->light + at, light);
    lanes_store(nodes->x + at, here.x);
    lanes_store(nodes->y + at, here.y);
    lanes_store(nodes->way + at, here.way);
    lanes_store(nodes->sun + at, near_sun);
}

/* ---- pixels ------------------------------------------------------------------------- */

/* Returns the coverage of smoke, which thins and has a softer edge the longer the way. */
LANES_INLINE lanes_f hides(const plume *p, const plume_run *run, lanes_f dense, lanes_f way)
{
    lanes_f part = way * lanes_of(p->per_length);
    if (run->is_hard)
        return lanes_choose(
            lanes_less(lanes_of(form.hard_edge) + lanes_of(form.hard_spent) * part, dense),
            lanes_of(1.0f), lanes_of(0.0f));
    lanes_f edge =
        lanes_of(form.edge) + lanes_of(form.edge_spent) * lanes_min(part, lanes_of(1.0f));
    lanes_f whole = lanes_of(form.whole) * lanes_exp(lanes_of(form.fall) * part);
    return lanes_smooth(dense / edge) * whole;
}

plume_kernel KERNEL(plume);

void KERNEL(plume)(const plume *p, const plume_run *run, tile_colours *colours, float *covered)
{
    LANES_SCRATCH plume_nodes nodes;
    lanes_f nought = lanes_of(0.0f), y = lanes_of(run->y);
    int first = run->from - run->from % LANES;
    int node = first >> run->shift, end = run->to + (LANES - 1 - (run->to - 1) % LANES);
    node -= node % LANES;
    for (; node <= ((end - 1) >> run->shift) + 1; node += LANES) {
        lanes_f column = lanes_to_f((lanes_of_i(node) + lanes_count()) << run->shift);
        make_nodes(p, run, lanes_of(run->x) + column * lanes_of(run->per_px), y, &nodes, node);
    }
    for (int at = first; at < end; at += LANES) {
        billow_weights b = between_at(at, run->shift);
        lanes_f hidden = nought, broad = between_nodes(nodes.dense, &b);
        if (lanes_any(lanes_less(lanes_of(form.fine), broad))) {
            lanes_f way = between_nodes(nodes.way, &b);
            lanes_f fine = billows_sum(p->cells, run->weight, p->shift, BROAD, BILLOWS_OCTAVES,
                                       between_nodes(nodes.x, &b), between_nodes(nodes.y, &b));
            lanes_f spent = lanes_min(way * lanes_of(p->per_length), lanes_of(1.0f));
            fine = fine * (lanes_of(form.billow) - lanes_of(form.softer) * spent);
            hidden = hides(p, run, broad + fine, way);
            lanes_f light = lanes_clamp(between_nodes(nodes.light, &b) + lanes_of(look.fine) * fine,
                                        0.0f, 1.0f);
            lanes_rgb sky = encoded_load(run->sky, at);
            lanes_rgb own = billows_colour(&p->light, sky, between_nodes(nodes.sun, &b), light);
            lanes_f fire = lanes_of(p->fire) * lanes_exp(way * lanes_of(-1.0f / look.fire_length));
            fire = fire *
                   (lanes_of(look.fire) + lanes_of(look.fire_in_shade) * (lanes_of(1.0f) - light));
            own = lanes_mix_rgb(own, encoded_of(p->fire_colour), lanes_clamp(fire, 0.0f, 1.0f));
            lanes_store(colours->r + at, own.r);
            lanes_store(colours->g + at, own.g);
            lanes_store(colours->b + at, own.b);
        }
        lanes_store(covered + at, hidden);
    }
}

KERNEL_TABLE_WIDE(plume_kernel, plume_kernels, plume);
