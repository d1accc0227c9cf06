/* cumulus_kernel.c - paints one row of a heaped cloud: its coverage and its light.
 *
 * The density of a lobe is e: 1 at its centre, 0 on its circle, negative outside.  Billows
 * (|noise|: round heaps, sharp creases) displace that edge.  A place is lit where it is denser than
 * a place nearer to the sun.  Smooth values are computed at nodes a few pixels apart: lobes, broad
 * billows and both samples toward the sun; fine billows at each pixel.  Compiled once for each
 * width.
 */
#include "layers/sky/cumulus.h"

#include "layers/common/billows_lanes.h"

/* Density, in units of e. */
static const struct {
    float billow;          /* amplitude of billows */
    float offset;          /* density that is subtracted everywhere */
    float warp;            /* domain warp of billows, cells */
    float warp_rate;       /* rate of the warp's noise, relative to the rate of billows */
    float edge;            /* density from which a cloud is opaque */
    float foot, foot_full; /* heights between which the base becomes opaque, in cloud heights */
    float foot_warp;       /* cloud heights by which the warp moves the base */
    float foot_rise;       /* cloud heights by which the base is higher at its ends */
} body = {.billow = 0.70f,
          .offset = 0.12f,
          .warp = 0.45f,
          .warp_rate = 0.7f,
          .edge = 0.13f,
          .foot = -0.06f,
          .foot_full = 0.05f,
          .foot_warp = 0.11f,
          .foot_rise = 0.10f};

/* Light, 0..1, from the density here and at two samples nearer to the sun. */
static const struct {
    float level;         /* light without a difference of density */
    float near, far;     /* distances of the samples, in cloud heights */
    float slope;         /* weight of the difference to the near sample */
    float past;          /* weight of the difference to the far sample */
    float past_most;     /* limit of the difference to the far sample */
    float crease;        /* weight of billows: creases between heaps are dark */
    float low;           /* factor of the light at the base */
    float rise;          /* addition to `low` at `high` */
    float high;          /* cloud heights at which `rise` is whole */
    float top;           /* cloud heights at which the upper part is brightest */
    float top_gain;      /* difference of light between the upper part and the base */
    float top_middle;    /* share of `top_gain` that is taken away at all heights */
    float air;           /* share of cumulus_cloud.fade that does not depend on the height */
    float haze;          /* share of cumulus_cloud.fade in haze, which is densest at the base */
    float haze_fall;     /* falloff of haze with the height: 1 / U */
    float haze_fall_all; /* further falloff with the square of the height: 1 / U^2 */
} lit = {.level = 0.53f,
         .near = 0.07f,
         .far = 0.24f,
         .slope = 0.60f,
         .past = 0.27f,
         .past_most = 0.9f,
         .crease = 0.40f,
         .low = 0.62f,
         .rise = 0.38f,
         .high = 0.45f,
         .top = 0.6f,
         .top_gain = 0.14f,
         .top_middle = 0.3f,
         .air = 0.25f,
         .haze = 0.75f,
         .haze_fall = 20.0f,
         .haze_fall_all = 200.0f};

#define SUN_DISTANCE_LEAST 1e-4f /* U^2 that is added to the squared distance from the sun */

LANES_INLINE lanes_f lobes_at(const cumulus_cloud *c, lanes_f x, lanes_f y)
{
    lanes_f most = lanes_of(-1e9f);
    for (int k = 0; k < CUMULUS_LOBES; k++) {
        lanes_f dx = x - lanes_of(c->lobe[k].x);
        lanes_f dy = y - lanes_of(c->lobe[k].y);
        dy = lanes_max(dy, dy * lanes_of(-c->lobe[k].below));
        lanes_f e = lanes_of(1.0f) - (dx * dx + dy * dy) * lanes_of(c->lobe[k].per_rr);
        most = lanes_max(most, e);
    }
    return most;
}

/* Returns the sum of octaves first .. end - 1 of the billows at (x, y), U, displaced by `warp`
 * cells. */
LANES_INLINE lanes_f billows_at(const cumulus *all, const cumulus_cloud *c, int first, int end,
                                lanes_f x, lanes_f y, lanes_f warp)
{
    x = x * lanes_of(c->rate) + warp;
    y = y * lanes_of(c->rate) - lanes_of(0.5f) * warp;
    return billows_sum(all->cell, c->weight, c->shift, first, end, x, y);
}

LANES_INLINE lanes_f density(lanes_f lobes, lanes_f billows)
{
    return lobes + lanes_of(body.billow) * billows - lanes_of(body.offset);
}

LANES_INLINE lanes_f ramp(lanes_f v, float from, float to)
{
    return lanes_smooth((v - lanes_of(from)) * lanes_of(1.0f / (to - from)));
}

/* ---- nodes -------------------------------------------------------------------------- */

#define NODES (TILES_BLOCK + 16) /* nodes of a block, with room for the last group */
#define BROAD 3                  /* octaves below this are sampled at nodes */

typedef struct cloud_nodes {
    float dense[NODES]; /* density without fine billows */
    float heap[NODES];  /* at first broad billows, then light without fine billows */
    float far[NODES];   /* density at the far sample toward the sun */
    float warp[NODES];  /* displacement of billows, cells */
    float sun[NODES];   /* closeness of the sun, 0..1 */
} cloud_nodes;

/* Limits below which there is no cloud: of e, and of the density without fine billows, whose
 * amplitude is at most .164 * body.billow. */
#define NOWHERE (-0.6f)
#define THIN (-0.12f)

/* Computes the density at a group of nodes; returns 0 if there is no cloud. */
LANES_INLINE int find_dense(const cumulus *all, const cumulus_cloud *c, lanes_f x, lanes_f y,
                            cloud_nodes *nodes, int at)
{
    lanes_f e = lobes_at(c, x, y);
    lanes_i is_there = lanes_less(lanes_of(NOWHERE), e);
    lanes_f warp = lanes_of(0.0f), heap = lanes_of(0.0f), dense = lanes_of(-1.0f);
    if (lanes_any(is_there)) {
        lanes_f slow = lanes_of(body.warp_rate * c->rate);
        warp = lanes_of(body.warp) *
               billow_octave(all->cell, c->shift[1], x * slow, y * slow + lanes_of(0.5f));
        heap = billows_at(all, c, 0, BROAD, x, y, warp);
        dense = density(e, heap);
    }
    dense = lanes_choose(is_there, dense, lanes_of(-1.0f));
    lanes_store(nodes->dense + at, dense);
    lanes_store(nodes->heap + at, heap);
    lanes_store(nodes->warp + at, lanes_choose(is_there, warp, lanes_of(0.0f)));
    return lanes_any(lanes_less(lanes_of(THIN), dense));
}

/* Computes the values of a group of nodes that light depends on. */
LANES_INLINE void find_light(const cumulus *all, const cumulus_cloud *c, float sun_x, lanes_f x,
                             lanes_f y, cloud_nodes *nodes, int at)
{
    lanes_f nought = lanes_of(0.0f);
    lanes_i is_there = lanes_less(lanes_of(NOWHERE), lobes_at(c, x, y));
    lanes_f light = nought, distant = nought, near_sun = nought;
    if (lanes_any(is_there)) {
        lanes_f warp = lanes_load(nodes->warp + at), heap = lanes_load(nodes->heap + at);
        lanes_f to_x = lanes_of(sun_x) - x;
        lanes_f to_y = lanes_of(c->sun_y) - y;
        lanes_f per = lanes_of(c->tall) /
                      lanes_sqrt(to_x * to_x + to_y * to_y + lanes_of(SUN_DISTANCE_LEAST));
        lanes_f near_x = x + lanes_of(lit.near) * per * to_x;
        lanes_f near_y = y + lanes_of(lit.near) * per * to_y;
        lanes_f far_x = x + lanes_of(lit.far) * per * to_x;
        lanes_f far_y = y + lanes_of(lit.far) * per * to_y;
        lanes_f near = density(lobes_at(c, near_x, near_y),
                               billows_at(all, c, 0, BROAD + 1, near_x, near_y, warp));
        distant =
            density(lobes_at(c, far_x, far_y), billows_at(all, c, 0, BROAD, far_x, far_y, warp));
        light = lanes_of(lit.level) - lanes_of(lit.slope) * near + lanes_of(lit.crease) * heap;
        near_sun = billows_near_sun(to_x, to_y - lanes_of((float)CUMULUS_SUN_RISE));
    }
    lanes_store(nodes->heap + at, lanes_choose(is_there, light, nought));
    lanes_store(nodes->far + at, lanes_choose(is_there, distant, nought));
    lanes_store(nodes->sun + at, lanes_choose(is_there, near_sun, nought));
}

/* ---- colours ------------------------------------------------------------------------ */

/* Light of a row. */
typedef struct cloud_row_light {
    float gain; /* factor of light */
    float more; /* addition to light */
    float air;  /* opacity of the air before the cloud, 0..1 */
} cloud_row_light;

LANES_INLINE cloud_row_light row_light(const cumulus_cloud *c, float y)
{
    float low = y > 0.0f ? y : 0.0f;
    float high = low / (lit.high * c->tall), top = low / (lit.top * c->tall);
    high = high < 1.0f ? high * high * (3.0f - 2.0f * high) : 1.0f;
    top = top < 1.0f ? top * top * (3.0f - 2.0f * top) : 1.0f;
    float haze = lit.haze / (1.0f + low * (lit.haze_fall + lit.haze_fall_all * low));
    return (cloud_row_light){
        .gain = lit.low + lit.rise * high,
        .more = lit.top_gain * (top - lit.top_middle),
        .air = c->fade * (lit.air + haze),
    };
}

LANES_INLINE lanes_rgb colour_at(const cumulus *all, const cloud_row_light *row, lanes_rgb sky,
                                 lanes_f near_sun, lanes_f light)
{
    light = lanes_clamp(light * lanes_of(row->gain) + lanes_of(row->more), 0.0f, 1.0f);
    lanes_rgb cloud = billows_colour(&all->light, sky, near_sun, light);
    return lanes_mix_rgb(cloud, sky, lanes_of(row->air));
}

/* ---- rows --------------------------------------------------------------------------- */

/* A block has 8, 16, 32 or 64 nodes, whole groups; the last one is the first of the next block. */
LANES_INLINE float nodes_per_px(const cumulus_run *run)
{
    return (float)(run->nodes - 1) * (1.0f / TILES_BLOCK);
}

/* Returns x of LANES nodes from `node` on, U from the middle of the cloud. */
LANES_INLINE lanes_f nodes_x(const cumulus_run *run, int node)
{
    lanes_f column = lanes_to_f(lanes_of_i(node) + lanes_count()) * lanes_of(TILES_BLOCK);
    return lanes_of(run->x) + column * lanes_of(run->per_px / (float)(run->nodes - 1));
}

LANES_INLINE billow_weights columns_between(const cumulus_run *run, int at)
{
    lanes_f place = lanes_to_f(lanes_of_i(at) + lanes_count()) * lanes_of(nodes_per_px(run));
    lanes_i node = lanes_to_i(place);
    billow_weights b = {.first = lanes_first_i(node), .part = place - lanes_to_f(node)};
    b.node = node - lanes_of_i(b.first);
    return b;
}

/* Computes the nodes around columns first .. end - 1; returns 0 if there is no cloud. */
LANES_INLINE int make_nodes(const cumulus *all, const cumulus_cloud *c, const cumulus_run *run,
                            int first, int end, cloud_nodes *nodes)
{
    float per_px = nodes_per_px(run);
    int from = (int)((float)first * per_px) / LANES;
    int to = ((int)((float)(end - 1) * per_px) + 1) / LANES;
    lanes_f y = lanes_of(run->y);
    uint8_t dense[NODES / LANES + 2] = {0}; /* [1 + k]: whether group k has any density */
    int any = 0;
    for (int k = from; k <= to; k++) {
        dense[1 + k] = (uint8_t)find_dense(all, c, nodes_x(run, k * LANES), y, nodes, k * LANES);
        any |= dense[1 + k];
    }
    for (int k = from; k <= to && any; k++)
        if (dense[k] | dense[1 + k] | dense[2 + k]) /* columns lie between nodes of two groups */
            find_light(all, c, run->sun_x, nodes_x(run, k * LANES), y, nodes, k * LANES);
    return any;
}

/* Computes the colours of a group of columns and returns their coverage. */
LANES_INLINE lanes_f measure_columns(const cumulus *all, const cumulus_cloud *c,
                                     const cumulus_run *run, const cloud_row_light *row,
                                     const cloud_nodes *nodes, int at, tile_colours *cloud)
{
    lanes_f nought = lanes_of(0.0f), one = lanes_of(1.0f);
    billow_weights b = columns_between(run, at);
    lanes_f broad = between_nodes(nodes->dense, &b);
    if (!lanes_any(lanes_less(lanes_of(THIN), broad)))
        return nought;
    lanes_f column = lanes_to_f(lanes_of_i(at) + lanes_count());
    lanes_f x = lanes_of(run->x) + column * lanes_of(run->per_px);
    lanes_f warp = between_nodes(nodes->warp, &b);
    lanes_f fine = billows_at(all, c, BROAD, BILLOWS_OCTAVES, x, lanes_of(run->y), warp);
    lanes_f d = broad + lanes_of(body.billow) * fine;
    lanes_f out = x * x * lanes_of(c->per_half * c->per_half); /* 1 at the ends of the base */
    lanes_f foot = lanes_of(run->y / c->tall) + lanes_of(body.foot_warp) * warp -
                   lanes_of(body.foot_rise) * out * out;
    lanes_f hidden = ramp(d, 0.0f, body.edge) * ramp(foot, body.foot, body.foot_full);
    if (run->is_hard)
        hidden = lanes_choose(lanes_less(hidden, lanes_of(0.5f)), nought, one);
    if (!lanes_any(lanes_less(nought, hidden)))
        return nought;
    lanes_f past = lanes_clamp(d - between_nodes(nodes->far, &b), -lit.past_most, lit.past_most);
    lanes_f light = between_nodes(nodes->heap, &b) + lanes_of(lit.slope) * d +
                    lanes_of(lit.past) * past + lanes_of(lit.crease) * fine;
    lanes_rgb sky = encoded_load(run->sky, at);
    lanes_rgb colour = colour_at(all, row, sky, between_nodes(nodes->sun, &b), light);
    lanes_store(cloud->r + at, colour.r);
    lanes_store(cloud->g + at, colour.g);
    lanes_store(cloud->b + at, colour.b);
    return hidden;
}

static uint64_t measure(const cumulus *all, const cumulus_cloud *c, const cumulus_run *run,
                        uint64_t hidden, cumulus_sheet *sheet)
{
    LANES_SCRATCH cloud_nodes nodes;
    lanes_f one = lanes_of(1.0f);
    cloud_row_light row = row_light(c, run->y);
    sheet->from = run->from - run->from % LANES;
    sheet->to = run->to + (LANES - 1 - (run->to - 1) % LANES);
    if (!make_nodes(all, c, run, sheet->from, sheet->to, &nodes)) {
        sheet->to = sheet->from;
        return hidden;
    }
    for (int at = sheet->from; at < sheet->to; at += LANES) {
        lanes_f covered = lanes_of(0.0f);
        uint64_t group = (UINT64_MAX >> (TILES_BLOCK - LANES)) << at;
        if ((~hidden & group) != 0)
            covered = measure_columns(all, c, run, &row, &nodes, at, &sheet->cloud);
        hidden |= (uint64_t)lanes_signs(~lanes_less(covered, one)) << at;
        lanes_store(sheet->covered + at, covered);
    }
    return hidden;
}

/* ---- blending ----------------------------------------------------------------------- */

LANES_INLINE lanes_f lay_light(lanes_f under, lanes_f over, lanes_f amount)
{
    lanes_f a = lanes_tone_decode(under);
    return lanes_tone_encode(a + (lanes_tone_decode(over) - a) * amount);
}

LANES_INLINE void lay_on(float *colours, lanes_f over, lanes_f amount, lanes_i is_cloud,
                         lanes_i is_part)
{
    lanes_f under = lanes_load(colours);
    if (lanes_any(is_part))
        over = lanes_choose(is_part, lay_light(under, over, amount), over);
    lanes_store(colours, lanes_choose(is_cloud, over, under));
}

static void lay(const cumulus_sheet *sheet, tile_colours *colours)
{
    for (int at = sheet->from; at < sheet->to; at += LANES) {
        lanes_f covered = lanes_load(sheet->covered + at);
        lanes_i is_cloud = lanes_less(lanes_of(0.0f), covered);
        if (!lanes_any(is_cloud))
            continue;
        lanes_i is_part = is_cloud & lanes_less(covered, lanes_of(1.0f));
        lanes_rgb cloud = encoded_load(&sheet->cloud, at);
        lay_on(colours->r + at, cloud.r, covered, is_cloud, is_part);
        lay_on(colours->g + at, cloud.g, covered, is_cloud, is_part);
        lay_on(colours->b + at, cloud.b, covered, is_cloud, is_part);
    }
}

extern const cumulus_kernels KERNEL(cumulus);
const cumulus_kernels KERNEL(cumulus) = {measure, lay};
KERNEL_TABLE_WIDE(const cumulus_kernels, cumulus_kernels_of, cumulus);
