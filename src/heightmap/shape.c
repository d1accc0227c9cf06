/* shape.c - outlines of land, bent by noise.
 *
 * Each outline is a number of a place: how far inland it is, in halves of the map's side, below 0
 * in the sea.  The place is moved by noise first, so that no coast is a circle or a line; more
 * noise makes peninsulas, and the fractal, whose coarsest levels are left out, the rest of it.
 * The same number says how high the land is and how rough: plains at the coast, mountains inland.
 */
#include "heightmap/shape.h"

#include "base/exact.h"
#include "base/hash.h"

const char *const shape_names[] = {"none", "island", "archipelago", "continent",
                                   "bay",  "range",  NULL};

/* What differs between outlines; tuned by eye on seeds 1..12. */
typedef struct outline {
    int wraps;
    double bend, bend_cells;   /* farthest move of a place; cells of that noise along a side */
    double coast, coast_cells; /* noise added to the number; its cells */
    double ragged;             /* the fractal added to the number */
    double wide;               /* the coast is so far from the middle */
    double rise;               /* inland, in the same unit, where the land is half as high */
    double plain, mountain; /* height of the broad land, of ridges on it; 1 = all above the sea */
} outline;

static const outline outlines[] = {
    [RL_SHAPE_ISLAND] = {1, 0.52, 2.0, 0.30, 4.0, 0.60, 0.50, 0.18, 0.40, 0.36},
    [RL_SHAPE_ARCHIPELAGO] = {1, 0.25, 3.0, 1.0, 6.0, 0.80, -0.10, 0.14, 0.36, 0.24},
    [RL_SHAPE_CONTINENT] = {1, 0.55, 2.0, 0.60, 3.0, 0.70, 0.66, 0.30, 0.34, 0.42},
    [RL_SHAPE_BAY] = {0, 0.36, 2.0, 0.22, 4.0, 0.60, 0.80, 0.28, 0.40, 0.34},
    [RL_SHAPE_RANGE] = {0, 0.40, 2.0, 0.25, 5.0, 0.40, 0.50, 0.0, 0.18, 0.60},
};

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
    /* Grids of 2^n and of 2^n + 1 samples are the same map. */
    self->across = exact_max(0.5 * (width - width % 2), 1.0);
    self->down = exact_max(0.5 * (height - height % 2), 1.0);
    double shorter = exact_min(self->across, self->down);
    self->stretch_x = shorter / self->across;
    self->stretch_y = shorter / self->down;
    self->bend = noise_over(self, o->bend_cells, 3, hash_key(key, 1), rules->wrap);
    self->coast = noise_over(self, o->coast_cells, 3, hash_key(key, 2), rules->wrap);
    double turn = hash_unit(hash_at(key, 0, 0));
    self->toward[0] = exact_cos_turn(turn);
    self->toward[1] = exact_cos_turn(turn < 0.75 ? turn + 0.25 : turn - 0.75);
    for (int i = 0; i < 2; i++)
        self->middle[i] = 0.16 * (hash_unit(hash_at(key, 1, i)) - 0.5);
}

/* ---- a place -------------------------------------------------------------------------- */

static double length_of(double x, double y)
{
    return exact_sqrt(x * x + y * y);
}

/* How far inland a place is: x and y from the middle, -1..1 from edge to edge, moved by noise. */
static double inland(const shape *self, const outline *o, double x, double y)
{
    double along = x * self->toward[0] + y * self->toward[1];
    double aside = x * self->toward[1] - y * self->toward[0];
    switch (self->kind) {
    case RL_SHAPE_ARCHIPELAGO: /* noise alone makes islands */
        return o->wide;
    case RL_SHAPE_BAY: /* land but for a disc, and for a strip from there to the edge */
        return length_of(exact_min(along - 0.5, 0.0), aside) - o->wide +
               0.2 * exact_max(along - 0.5, 0.0);
    case RL_SHAPE_RANGE:
        return o->wide - exact_abs(along);
    default:
        return o->wide - length_of(x - self->middle[0], y - self->middle[1]);
    }
}

/* Levels are -1..1: the deepest sea, the coast, the highest land.  `rough` is the fractal, and
 * `steep` 1 on the crests of mountains. */
static double level_of_range(const outline *o, double far, double steep, double rough)
{
    double high = exact_smoothstep(-0.2, o->wide, far);
    return 0.1 + o->plain * high + o->mountain * high * high * (0.3 + 0.7 * steep * steep) +
           (0.3 + 0.7 * high) * rough;
}

static double level_of_coast(const outline *o, double far, double steep, double rough)
{
    if (far < 0.0)
        return 0.5 * far - 0.5 * exact_smoothstep(0.0, 0.6, -far) +
               0.3 * exact_min(-4.0 * far, 1.0) * rough;
    double high = far * far / (far * far + o->rise * o->rise);
    double wild = exact_min(4.0 * far, 0.25) + 0.75 * exact_smoothstep(0.0, 0.4, far);
    return 0.12 * far / (far + 0.1) + o->plain * high + o->mountain * high * steep * steep +
           wild * rough;
}

/* Levels beyond 0.7 are bent, so that none reaches 1. */
static double bent(double level)
{
    double over = (exact_abs(level) - 0.7) / 0.3;
    if (over <= 0.0)
        return level;
    double size = 0.7 + 0.3 * over / (1.0 + over);
    return level < 0.0 ? -size : size;
}

/* Along the edges the sea is deep and the same everywhere: so a torus closes.  Corners are
 * rounded, and `noise` bends the line from which it is so. */
static double drowned(double far, double u, double v, double noise)
{
    double edge = 1.0 - exact_sqrt(exact_sqrt(u * u * u * u + v * v * v * v));
    double start = exact_max(0.24 + 0.4 * noise, 0.1);
    return exact_max(far - 1.6 * exact_smoothstep(start, 0.0, edge), -0.7);
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
