/* plume_kernel.c - one row of a plume of smoke: its edge, and its light.
 *
 * A place has a foot on the plume's bent middle line: the way along that to it and the distance
 * from it.  Heaps are noise of (distance, ln size) over their size, which grows with the way: the
 * law of planes, upright.  As in heaped clouds, smoke is lit where it is denser than nearer to the
 * sun; what bends slowly is found at nodes.  Compiled once for each width.
 */
#include "layers/plume.h"

#include "layers/billows_lanes.h"

#define BILLOW 1.35f /* how far heaps push the edge: at the vent; */
#define SOFTER 0.45f /* less so much of it where it dissolves */
#define BROAD 3      /* octaves below it are found at nodes */
#define NEAR 0.36f   /* looks toward the sun, in half widths */
#define FAR 1.10f
#define CREASE 0.60f
#define NOWHERE (-1.1f) /* no heap fills what is this thin */

/* Where a place is in the plume. */
typedef struct foot {
    lanes_f way;  /* along the middle line from the vent, U */
    lanes_f size; /* of heaps there, U */
    lanes_f half; /* width there, U */
    lanes_f x, y; /* in cells of the first octave */
    lanes_f thin; /* 0 = at the middle line, 1 = at the edge; squared, and more as it dissolves */
} foot;

/* Two steps toward the nearest place of the middle line: x = (bend0 + bend1 y) y. */
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
    /* The length of a parabola, less that up to the vent. */
    lanes_f ln = lanes_log2(lean + length) * lanes_of(0.693147181f);
    f.way = (lean * length + ln) * lanes_of(0.25f / p->bend[1]) - lanes_of(p->start);
    f.way = lanes_max(f.way, nought);
    f.size = lanes_of(p->cell) + lanes_of(p->per_way) * f.way;
    f.half = lanes_of(p->half) + lanes_of(p->more) * f.way;
    /* Inside of the bend feet are close: there distances count the more. */
    lanes_f inside = lanes_clamp(beside * (bend + bend) / (length * length * length), -0.8f, 0.8f);
    lanes_f more = one + inside * (lanes_of(0.5f) +
                                   inside * (lanes_of(1.0f / 3.0f) + inside * lanes_of(0.25f)));
    f.x = beside * more / f.size;
    f.y = lanes_log2(f.size) * lanes_of(0.693147181f / p->per_way) - lanes_of(risen);
    lanes_f across = beside / f.half;
    lanes_f spent = lanes_max(f.way * lanes_of(p->per_length) - lanes_of(0.45f), nought);
    f.thin = across * across + lanes_of(2.6f) * spent * spent;
    return f;
}

/* How dense smoke is there, less what its fine heaps add; `heap` is what its broad ones are. */
LANES_INLINE lanes_f density(const plume *p, const plume_run *run, const foot *f, int end,
                             lanes_f *heap)
{
    *heap = billows_sum(p->cells, run->weight, p->shift, 0, end, f->x, f->y);
    return lanes_of(p->dense) - f->thin + lanes_of(BILLOW) * *heap;
}

/* ---- nodes -------------------------------------------------------------------------- */

#define NODES (TILES_BLOCK + 16) /* one beyond the last, and spare lanes */

typedef struct plume_nodes {
    float dense[NODES];       /* without fine heaps */
    float light[NODES];       /* what broad heaps make of it */
    float x[NODES], y[NODES]; /* in cells */
    float way[NODES];
    float sun[NODES]; /* 0..1: how near the sun is */
} plume_nodes;

LANES_INLINE void make_nodes(const plume *p, const plume_run *run, lanes_f x, lanes_f y,
                             plume_nodes *nodes, int at)
{
    lanes_f nought = lanes_of(0.0f);
    foot here = foot_of(p, run->risen, x, y);
    lanes_f dense = lanes_of(-2.0f), light = nought, near_sun = nought;
    lanes_i is_there = lanes_less(lanes_of(NOWHERE), lanes_of(p->dense) - here.thin);
    if (lanes_any(is_there)) {
        lanes_f heap, other;
        lanes_f to_x = lanes_of(p->sun_x) - x, to_y = lanes_of(p->sun_y) - y;
        lanes_f per = here.half / lanes_sqrt(to_x * to_x + to_y * to_y + lanes_of(1e-4f));
        dense = density(p, run, &here, BROAD, &heap);
        foot near = foot_of(p, run->risen, x + lanes_of(NEAR) * per * to_x,
                            y + lanes_of(NEAR) * per * to_y);
        foot far =
            foot_of(p, run->risen, x + lanes_of(FAR) * per * to_x, y + lanes_of(FAR) * per * to_y);
        lanes_f past = lanes_clamp(dense - density(p, run, &far, 1, &other), -0.9f, 0.9f);
        lanes_f beside = lanes_clamp(dense - density(p, run, &near, BROAD, &other), -0.9f, 0.9f);
        light = lanes_of(0.36f) + lanes_of(0.42f) * beside + lanes_of(0.28f) * past +
                lanes_of(CREASE) * heap;
        near_sun = billows_near_sun(to_x, to_y);
    }
    lanes_store(nodes->dense + at, lanes_choose(is_there, dense, lanes_of(-2.0f)));
    lanes_store(nodes->light + at, light);
    lanes_store(nodes->x + at, here.x);
    lanes_store(nodes->y + at, here.y);
    lanes_store(nodes->way + at, here.way);
    lanes_store(nodes->sun + at, near_sun);
}

/* ---- pixels ------------------------------------------------------------------------- */

/* How much smoke of a density hides, so far along: its edge softens, it thins. */
LANES_INLINE lanes_f hides(const plume *p, const plume_run *run, lanes_f dense, lanes_f way)
{
    lanes_f part = way * lanes_of(p->per_length);
    if (run->is_hard)
        return lanes_choose(lanes_less(lanes_of(0.12f) + lanes_of(0.5f) * part, dense),
                            lanes_of(1.0f), lanes_of(0.0f));
    lanes_f edge = lanes_of(0.22f) + lanes_of(0.75f) * lanes_min(part, lanes_of(1.0f));
    lanes_f whole = lanes_of(0.96f) * lanes_exp(lanes_of(-1.15f) * part);
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
        between b = between_at(at, run->shift);
        lanes_f hidden = nought, broad = between_nodes(nodes.dense, &b);
        if (lanes_any(lanes_less(lanes_of(-0.4f), broad))) {
            lanes_f way = between_nodes(nodes.way, &b);
            lanes_f fine = billows_sum(p->cells, run->weight, p->shift, BROAD, BILLOWS_OCTAVES,
                                       between_nodes(nodes.x, &b), between_nodes(nodes.y, &b));
            lanes_f spent = lanes_min(way * lanes_of(p->per_length), lanes_of(1.0f));
            fine = fine * (lanes_of(BILLOW) - lanes_of(SOFTER) * spent);
            hidden = hides(p, run, broad + fine, way);
            lanes_f light =
                lanes_clamp(between_nodes(nodes.light, &b) + lanes_of(0.80f) * fine, 0.0f, 1.0f);
            encoded sky = encoded_load(run->sky, at);
            encoded own = billows_colour(&p->light, sky, between_nodes(nodes.sun, &b), light);
            lanes_f fire = lanes_of(p->fire) * lanes_exp(way * lanes_of(-1.0f / 0.055f));
            fire = fire * (lanes_of(0.55f) + lanes_of(0.9f) * (lanes_of(1.0f) - light));
            own = mix_encoded(own, encoded_of(p->fire_colour), lanes_clamp(fire, 0.0f, 1.0f));
            lanes_store(colours->r + at, own.r);
            lanes_store(colours->g + at, own.g);
            lanes_store(colours->b + at, own.b);
        }
        lanes_store(covered + at, hidden);
    }
}

KERNEL_TABLE_WIDE(plume_kernel, plume_kernels, plume);
