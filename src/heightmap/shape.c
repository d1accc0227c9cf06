/* shape.c - outlines of the land on a map: islands, a bay ...
 *
 * An outline is a signed distance field: the distance inland from the coast, in halves of the map's
 * shorter side, below 0 in the sea.  Noise displaces each sample before its distance is computed,
 * so that no coast is a circle or a line; further noise makes peninsulas, and the fractal without
 * its coarsest levels adds detail.  Height and roughness follow from the distance: plains at the
 * coast, mountains inland.
 */
#include "heightmap/shape.h"

#include "base/exact.h"
#include "base/hash.h"

const char *const shape_names[] = {"none", "island", "archipelago", "continent",
                                   "bay",  "range",  NULL};

/* Parameters of an outline; tuned by eye on seeds 1..12.  Lengths are in halves of the shorter
 * side.
 */
typedef struct outline {
    int wraps;          /* 1: sea is on all sides, so that the map may be a torus */
    double bend;        /* largest displacement of a sample by noise */
    double bend_cells;  /* cells of that noise along the shorter side */
    double coast;       /* weight of further noise that is added to the distance inland */
    double coast_cells; /* cells of that noise along the shorter side */
    double ragged;      /* weight of the fractal that is added to the distance inland */
    double wide;        /* distance from the middle to the coast before noise */
    double rise;        /* distance inland at which the land has half its height */
    double plain;       /* height of the land without ridges, 0..1 above the sea */
    double mountain;    /* height of the ridges on it, 0..1 */
} outline;

static const outline outlines[] = {
    [RL_SHAPE_ISLAND] = {.wraps = 1,
                         .bend = 0.52,
                         .bend_cells = 2.0,
                         .coast = 0.30,
                         .coast_cells = 4.0,
                         .ragged = 0.60,
                         .wide = 0.50,
                         .rise = 0.18,
                         .plain = 0.40,
                         .mountain = 0.36},
    [RL_SHAPE_ARCHIPELAGO] = {.wraps = 1,
                              .bend = 0.25,
                              .bend_cells = 3.0,
                              .coast = 1.0,
                              .coast_cells = 6.0,
                              .ragged = 0.80,
                              .wide = -0.10,
                              .rise = 0.14,
                              .plain = 0.36,
                              .mountain = 0.24},
    [RL_SHAPE_CONTINENT] = {.wraps = 1,
                            .bend = 0.55,
                            .bend_cells = 2.0,
                            .coast = 0.60,
                            .coast_cells = 3.0,
                            .ragged = 0.70,
                            .wide = 0.66,
                            .rise = 0.30,
                            .plain = 0.34,
                            .mountain = 0.42},
    [RL_SHAPE_BAY] = {.wraps = 0,
                      .bend = 0.36,
                      .bend_cells = 2.0,
                      .coast = 0.22,
                      .coast_cells = 4.0,
                      .ragged = 0.60,
                      .wide = 0.80,
                      .rise = 0.28,
                      .plain = 0.40,
                      .mountain = 0.34},
    [RL_SHAPE_RANGE] = {.wraps = 0,
                        .bend = 0.40,
                        .bend_cells = 2.0,
                        .coast = 0.25,
                        .coast_cells = 5.0,
                        .ragged = 0.40,
                        .wide = 0.50,
                        .rise = 0.0,
                        .plain = 0.18,
                        .mountain = 0.60},
};

#define MIDDLE_SPREAD 0.16 /* range of the land's middle around the map's, half sides */
#define BAY_AT 0.5         /* distance of the middle of a bay from that of the map, half sides */
#define BAY_NARROWS 0.2    /* decrease of the half width of a bay per distance toward its mouth */

/* Heights of RL_SHAPE_RANGE as levels: see level_of_range. */
static const struct {
    double base;       /* level of the lowest land */
    double foot;       /* distance inland at which the land begins to rise; below 0 = outside */
    double crest;      /* share of outline.mountain that only crests have */
    double broad;      /* share of outline.mountain that the land between crests has, too */
    double rough_low;  /* weight of the fractal on low land */
    double rough_high; /* weight that is added on high land */
} range_level = {
    .base = 0.1, .foot = -0.2, .crest = 0.7, .broad = 0.3, .rough_low = 0.3, .rough_high = 0.7};

/* Heights of all other outlines as levels: see level_of_range.  Distances are in half sides. */
static const struct {
    double sea_slope;   /* fall of the sea floor per distance from the coast */
    double sea_deep;    /* further depth, which is reached at the end of the shelf */
    double shelf;       /* distance of the end of the shelf from the coast */
    double sea_rough;   /* weight of the fractal on the sea floor */
    double beach;       /* height of the step at the coast */
    double beach_half;  /* distance inland at which half of `beach` is reached */
    double wild_coast;  /* weight of the fractal near the coast */
    double wild_inland; /* weight that is added inland */
    double wild_at;     /* distance inland at which all of `wild_inland` is added */
} coast_level = {.sea_slope = 0.5,
                 .sea_deep = 0.5,
                 .shelf = 0.6,
                 .sea_rough = 0.3,
                 .beach = 0.12,
                 .beach_half = 0.1,
                 .wild_coast = 0.25,
                 .wild_inland = 0.75,
                 .wild_at = 0.4};

/* Levels beyond +-LEVEL_BENT are compressed into the LEVEL_REST that remains up to +-1. */
#define LEVEL_BENT 0.7
#define LEVEL_REST 0.3

/* Sea along all edges of a torus; distances in half sides. */
static const struct {
    double from, from_noise; /* distance from the edge where it begins; change of it by noise */
    double from_least;       /* least distance where it begins */
    double drop;             /* amount by which the distance inland is lowered at the edge */
    double deepest;          /* least distance inland: gives the same depth along all edges */
} edge_sea = {.from = 0.24, .from_noise = 0.4, .from_least = 0.1, .drop = 1.6, .deepest = -0.7};

int shape_wraps(int kind)
{
    return kind == RL_SHAPE_NONE || outlines[kind].wraps;
}

/* ---- preparing ------------------------------------------------------------------------ */

static lattice noise_over(const shape *self, double cells, int octaves, uint64_t key, int wrap)
{
    double shorter = 2.0 * exact_min(self->across, self->down);
    lattice noise = {.key = key, .octaves = octaves, .cells_x = cells / shorter};
    if (wrap) { /* whole cells round the torus, which is a square */
        noise.period_x = noise.period_y = (int64_t)exact_round(cells);
        noise.cells_x = (double)noise.period_x / shorter;
    }
    noise.cells_y = noise.cells_x;
    return noise;
}

void shape_init(shape *self, int width, int height, const heightmap_work *work)
{
    const rl_map_rules *rules = work->rules;
    const outline *o = &outlines[rules->shape];
    uint64_t key = hash_key(work->seed, STREAM_SHAPE);
    *self = (shape){.kind = rules->shape, .width = width, .sea = rules->sea};
    /* 2^n and 2^n + 1 samples a side show the same map. */
    self->across = exact_max(0.5 * (width - width % 2), 1.0);
    self->down = exact_max(0.5 * (height - height % 2), 1.0);
    double shorter = exact_min(self->across, self->down);
    self->stretch_x = shorter / self->across;
    self->stretch_y = shorter / self->down;
    self->bend = noise_over(self, o->bend_cells, 3, hash_key(key, 1), rules->wrap);
    self->coast = noise_over(self, o->coast_cells, 3, hash_key(key, 2), rules->wrap);
    self->bend.kernels = self->coast.kernels = cpu_choose(work->kernels);
    double turn = hash_unit(hash_at(key, 0, 0));
    self->toward[0] = exact_cos_turn(turn);
    self->toward[1] = exact_cos_turn(exact_quarter_on(turn));
    for (int i = 0; i < 2; i++)
        self->middle[i] = MIDDLE_SPREAD * (hash_unit(hash_at(key, 1, i)) - 0.5);
}

/* ---- a sample ------------------------------------------------------------------------- */

static double length_of(double x, double y)
{
    return exact_sqrt(x * x + y * y);
}

/* Returns the distance inland of a sample; x and y, displaced by noise, are -1..1 from edge to
 * edge.
 */
static double inland(const shape *self, const outline *o, double x, double y)
{
    double along = x * self->toward[0] + y * self->toward[1];
    double aside = x * self->toward[1] - y * self->toward[0];
    switch (self->kind) {
    case RL_SHAPE_ARCHIPELAGO: /* noise alone makes islands */
        return o->wide;
    case RL_SHAPE_BAY: /* a disc of sea, and a strip of sea from there to the edge */
        return length_of(exact_min(along - BAY_AT, 0.0), aside) - o->wide +
               BAY_NARROWS * exact_max(along - BAY_AT, 0.0);
    case RL_SHAPE_RANGE:
        return o->wide - exact_abs(along);
    default:
        return o->wide - length_of(x - self->middle[0], y - self->middle[1]);
    }
}

/* level_of_range and level_of_coast return the height of a sample as a level: -1 in the deepest
 * sea, 0 at the coast, 1 on the highest land.  `far` is the distance inland, `rough` the fractal;
 * `steep` is 1 on the crests of mountains and falls to 0 between them. */
static double level_of_range(const outline *o, double far, double steep, double rough)
{
    double high = exact_smoothstep(range_level.foot, o->wide, far);
    double crest = range_level.broad + range_level.crest * steep * steep;
    return range_level.base + o->plain * high + o->mountain * high * high * crest +
           (range_level.rough_low + range_level.rough_high * high) * rough;
}

static double level_of_coast(const outline *o, double far, double steep, double rough)
{
    if (far < 0.0)
        return coast_level.sea_slope * far -
               coast_level.sea_deep * exact_smoothstep(0.0, coast_level.shelf, -far) +
               coast_level.sea_rough * exact_min(-4.0 * far, 1.0) * rough;
    double high = far * far / (far * far + o->rise * o->rise);
    double wild = exact_min(4.0 * far, coast_level.wild_coast) +
                  coast_level.wild_inland * exact_smoothstep(0.0, coast_level.wild_at, far);
    return coast_level.beach * far / (far + coast_level.beach_half) + o->plain * high +
           o->mountain * high * steep * steep + wild * rough;
}

/* Compresses levels beyond +-LEVEL_BENT, so that none reaches +-1. */
static double bent(double level)
{
    double over = (exact_abs(level) - LEVEL_BENT) / LEVEL_REST;
    if (over <= 0.0)
        return level;
    double size = LEVEL_BENT + LEVEL_REST * over / (1.0 + over);
    return level < 0.0 ? -size : size;
}

/* Returns the distance inland `far`, lowered toward the edges of the map, along which the sea has
 * one depth, so that opposite edges of a torus fit.  (u, v) is the sample, -1..1 without
 * displacement; `noise` varies the width of that sea, whose corners are rounded. */
static double drowned(double far, double u, double v, double noise)
{
    double edge = 1.0 - exact_sqrt(exact_sqrt(u * u * u * u + v * v * v * v));
    double start = exact_max(edge_sea.from + edge_sea.from_noise * noise, edge_sea.from_least);
    return exact_max(far - edge_sea.drop * exact_smoothstep(start, 0.0, edge), edge_sea.deepest);
}

void shape_row(const shape *self, int y, float *row)
{
    const outline *o = &outlines[self->kind];
    lattice_pair bend, coast;
    double v = (y - self->down) / self->down;
    for (int first = 0; first < self->width; first += LATTICE_RUN) {
        int count = self->width - first < LATTICE_RUN ? self->width - first : LATTICE_RUN;
        lattice_fill(&self->bend, first, count, y, NULL, &bend);
        lattice_fill(&self->coast, first, count, y, NULL, &coast);
        for (int i = 0; i < count; i++) {
            double u = (first + i - self->across) / self->across;
            double x = u + o->bend * self->stretch_x * bend.a[i];
            double z = v + o->bend * self->stretch_y * bend.b[i];
            double rough = (double)row[first + i], steep = 1.0 - exact_abs(coast.b[i]);
            double far = inland(self, o, x, z) + o->coast * coast.a[i] + o->ragged * rough;
            if (o->wraps)
                far = drowned(far, u, v, coast.b[i]);
            double level =
                bent(self->kind == RL_SHAPE_RANGE ? level_of_range(o, far, steep, rough)
                                                  : level_of_coast(o, far, steep, rough));
            row[first + i] =
                (float)(self->sea + (level < 0.0 ? self->sea : 1.0 - self->sea) * level);
        }
    }
}
