/* droplets.c - single drops run downhill, erode where they are fast, deposit where they are slow.
 *
 * In: heights, the seed, the pass's parameters.  Out: the same mass, moved: sediment that a drop
 * has at its end settles there, and no height that was 0 or more falls below 0.  Drops run one
 * after the other on one thread in the order of their number; the place where a drop starts is a
 * hash of seed, pass and number.  With a lattice they run on a coarser grid, whose change is added
 * between its samples by linear interpolation; the mass is then kept only nearly.
 *
 * The method and all its parameters are H. T. Beyer's ("Implementation of a method for
 * hydraulic erosion", 2015): inertia, capacity, deposition, erosion, evaporation,
 * gravity, radius, min_slope (his p_minSlope) and lifetime (his maximal path length).
 * From S. Lague's program (2019) are the defaults of all but min_slope, the start with
 * speed 1 and water 1, a brush that is centred on a cell, and the end of a drop where
 * the ground is level.
 * Different from both, a drop gains speed downhill: v^2 grows by gravity times the fall
 * (theirs subtract it).
 */
#include <stddef.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"

#define STREAM UINT64_C(0x64726f706c657473) /* random stream of pass 0: "droplets" in ASCII */

typedef struct droplets_settings {
    double evaporation, capacity, rain;
    int drops, lifetime, radius, lattice;
    double inertia, deposition, erosion, gravity, min_slope;
} droplets_settings;

/* Default number of drops per sample, so that the same land gets the same rain at every size of
 * map: 70,000 at 1025 x 1025, so that each slope is eroded several times. */
#define RAIN 0.0667

#define AT(field) offsetof(droplets_settings, field)
enum { RAIN_KEY = 2, DROPS_KEY }; /* indices in `keys` */
static const scene_key keys[] = {
    REAL_KEY("pass.N.evaporation", AT(evaporation), 0, 1, 0.01, "share of the water lost per step"),
    REAL_KEY("pass.N.capacity", AT(capacity), 0, 1000, 4, "sediment that water carries"),
    REAL_KEY("pass.N.rain", AT(rain), 0, 100, RAIN, "drops per sample, where drops is unset"),
    INTEGER_KEY("pass.N.drops", AT(drops), 0, 100000000, 0,
                "number of drops at every size, in place of rain"),
    INTEGER_KEY("pass.N.lifetime", AT(lifetime), 1, 10000, 30,
                "greatest number of steps of a drop"),
    INTEGER_KEY("pass.N.radius", AT(radius), 1, 32, 3, "radius in which a drop erodes, cells"),
    REAL_KEY("pass.N.inertia", AT(inertia), 0, 1, 0.05,
             "share of its direction that a drop keeps per step"),
    REAL_KEY("pass.N.deposition", AT(deposition), 0, 1, 0.3,
             "share of surplus sediment that settles per step"),
    REAL_KEY("pass.N.erosion", AT(erosion), 0, 1, 0.3,
             "share of missing sediment that is taken up per step"),
    REAL_KEY("pass.N.gravity", AT(gravity), 0, 1000, 4, "acceleration of a drop downhill"),
    REAL_KEY("pass.N.min_slope", AT(min_slope), 0, 1, 0.001,
             "least slope in the formula of capacity"),
    INTEGER_KEY("pass.N.lattice", AT(lattice), 0, 32769, 0,
                "samples a side of the grid of the drops; 0 = the map's"),
};

/* One cell of the brush, relative to the drop's cell. */
typedef struct brush_cell {
    int x, y;
    double weight;
} brush_cell;

typedef struct rainfall {
    heightmap *map;
    const droplets_settings *settings;
    brush_cell *brush;
    int brush_count;
    double residue; /* sediment that rounding left in the last drop: the next one starts with it */
} rainfall;

typedef struct drop {
    double x, y;   /* cells; of a map that wraps: 0 <= x < width */
    double dx, dy; /* direction of the last step, length 1 */
    double speed, water, sediment;
} drop;

/* ---- ground ----------------------------------------------------------------------- */

/* The four cells around a place. */
typedef struct corners {
    float *cell[4]; /* left upper, right upper, left lower, right lower */
    double u, v;    /* offset of the place from the left upper one, 0..1 */
} corners;

/* Returns a pointer to the height of a cell, NULL beyond a border. */
static float *cell_at(const heightmap *map, int x, int y)
{
    if (map->wrap) {
        x %= map->width;
        y %= map->height;
        x += x < 0 ? map->width : 0;
        y += y < 0 ? map->height : 0;
    } else if (x < 0 || y < 0 || x >= map->width || y >= map->height) {
        return NULL;
    }
    return map->h + (size_t)y * (size_t)map->width + (size_t)x;
}

/* All four cells exist, since drop_step ends a drop that would leave the map. */
static corners corners_at(const heightmap *map, double x, double y)
{
    int left = (int)x;
    int top = (int)y;
    return (corners){{cell_at(map, left, top), cell_at(map, left + 1, top),
                      cell_at(map, left, top + 1), cell_at(map, left + 1, top + 1)},
                     x - (double)left,
                     y - (double)top};
}

static double height_at(const corners *c)
{
    double top = exact_mix((double)*c->cell[0], (double)*c->cell[1], c->u);
    double bottom = exact_mix((double)*c->cell[2], (double)*c->cell[3], c->u);
    return exact_mix(top, bottom, c->v);
}

/* Changes a height and returns by how much it really changed after rounding. */
static double cell_add(float *cell, double amount)
{
    float before = *cell;
    *cell = (float)((double)before + amount);
    return (double)*cell - (double)before;
}

/* Deposits an amount of a drop's sediment on the four cells around it, by their nearness. */
static void settle(drop *d, const corners *c, double amount)
{
    if (!(amount > 0.0))
        return;
    double share[4] = {(1.0 - c->u) * (1.0 - c->v), c->u * (1.0 - c->v), (1.0 - c->u) * c->v,
                       c->u * c->v};
    for (int i = 0; i < 4; i++)
        d->sediment -= cell_add(c->cell[i], amount * share[i]);
}

/* ---- the brush --------------------------------------------------------------------- */

/* Makes the brush: weights fall linearly from the drop's cell to 0 at the radius; their sum is 1.
 * Returns 0 if there is no memory. */
static int brush_make(rainfall *self, const rl_allocator *allocator)
{
    int radius = self->settings->radius;
    size_t side = 2 * (size_t)radius + 1;
    self->brush = memory_array(allocator, side * side, sizeof *self->brush);
    if (self->brush == NULL)
        return 0;
    double sum = 0.0;
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++) {
            double weight = (double)radius - exact_sqrt((double)(x * x) + (double)(y * y));
            if (weight <= 0.0)
                continue;
            brush_cell cell = {x, y, weight};
            self->brush[self->brush_count++] = cell;
            sum += weight;
        }
    for (int i = 0; i < self->brush_count; i++)
        self->brush[i].weight /= sum;
    return 1;
}

/* Erodes ground around a cell, of each cell at most its height above 0.  At a border less is
 * eroded, since a part of the brush has no cells. */
static void cut(const rainfall *self, drop *d, int x, int y, double amount)
{
    for (int i = 0; i < self->brush_count; i++) {
        const brush_cell *b = &self->brush[i];
        float *cell = cell_at(self->map, x + b->x, y + b->y);
        if (cell == NULL || *cell <= 0.0F)
            continue;
        d->sediment -= cell_add(cell, -exact_min(amount * b->weight, (double)*cell));
    }
}

/* ---- a drop ------------------------------------------------------------------------- */

/* Turns the drop toward the descent; returns 0 if it has no direction and the ground is level. */
static int drop_turns(const rainfall *self, drop *d, const corners *c)
{
    double a = (double)*c->cell[0], b = (double)*c->cell[1];
    double e = (double)*c->cell[2], f = (double)*c->cell[3];
    double gx = exact_mix(b - a, f - e, c->v), gy = exact_mix(e - a, f - b, c->u);
    double inertia = self->settings->inertia;
    double dx = d->dx * inertia - gx * (1.0 - inertia);
    double dy = d->dy * inertia - gy * (1.0 - inertia);
    double length = exact_sqrt(dx * dx + dy * dy);
    if (!(length > 1e-30))
        return 0;
    d->dx = dx / length;
    d->dy = dy / length;
    return 1;
}

static double coordinate_wrapped(double x, int size)
{
    x += x < 0.0 ? (double)size : 0.0;
    x -= x >= (double)size ? (double)size : 0.0;
    return x;
}

/* Moves a drop by the length of one cell; returns 0 if it ends instead. */
static int drop_step(const rainfall *self, drop *d)
{
    const droplets_settings *s = self->settings;
    const heightmap *map = self->map;
    corners here = corners_at(map, d->x, d->y);
    if (!drop_turns(self, d, &here))
        return 0;
    double x = d->x + d->dx, y = d->y + d->dy;
    if (map->wrap) {
        x = coordinate_wrapped(x, map->width);
        y = coordinate_wrapped(y, map->height);
    } else if (!(x >= 0.0 && y >= 0.0 && x < (double)(map->width - 1) &&
                 y < (double)(map->height - 1))) {
        return 0;
    }
    corners there = corners_at(map, x, y);
    double rise = height_at(&there) - height_at(&here);
    double capacity = exact_max(-rise, s->min_slope) * d->speed * d->water * s->capacity;
    if (rise > 0.0) /* fills the pit behind it */
        settle(d, &here, exact_min(rise, d->sediment));
    else if (d->sediment > capacity)
        settle(d, &here, (d->sediment - capacity) * s->deposition);
    else
        cut(self, d, (int)d->x, (int)d->y, exact_min((capacity - d->sediment) * s->erosion, -rise));
    d->x = x;
    d->y = y;
    d->speed = exact_sqrt(exact_max(d->speed * d->speed - rise * self->settings->gravity, 0.0));
    d->water *= 1.0 - self->settings->evaporation;
    return 1;
}

static void drop_run(rainfall *self, uint64_t key, int number)
{
    const heightmap *map = self->map;
    int short_by = map->wrap ? 0 : 1; /* a border has no cell beyond it */
    drop d = {.x = hash_unit(hash_at(key, 0, number)) * (double)(map->width - short_by),
              .y = hash_unit(hash_at(key, 1, number)) * (double)(map->height - short_by),
              .speed = 1.0,
              .water = 1.0,
              .sediment = self->residue};
    for (int step = 0; step < self->settings->lifetime; step++)
        if (!drop_step(self, &d))
            break;
    corners end = corners_at(map, d.x, d.y);
    settle(&d, &end, d.sediment);
    self->residue = d.sediment;
}

/* ---- the pass --------------------------------------------------------------------------- */

#define CELLS_BETWEEN_STEPS 400000 /* cells changed between reports of progress: some 20 ms */

#define MOST_DROPS 2000000000

/* Returns s->drops plus s->rain per sample; rain is 0 by default if drops is set. */
static int drops_of(const droplets_settings *s, int64_t samples)
{
    return (int)exact_clamp((double)s->drops + s->rain * (double)samples, 0.0, MOST_DROPS);
}

/* If `drops` is set, the default of `rain` is 0, so that the number of drops is exactly that. */
static double droplets_otherwise(const rl_pass *pass, const scene_key *key)
{
    return key == &keys[RAIN_KEY] && !pass_is_unset(pass, &keys[DROPS_KEY]) ? 0.0 : key->otherwise;
}

static int64_t droplets_steps(const void *settings, int64_t samples)
{
    const droplets_settings *s = settings;
    if (s->lattice > 0 && samples > (int64_t)s->lattice * s->lattice)
        samples = (int64_t)s->lattice * s->lattice;
    return pass_product(pass_product(drops_of(s, samples), s->lifetime),
                        20 + 4 * (int64_t)s->radius * s->radius);
}

static rl_status rain_on(heightmap *map, const droplets_settings *s, int index,
                         const heightmap_work *work, rl_error *error)
{
    rainfall rain = {.map = map, .settings = s};
    if (!map->wrap && (map->width < 2 || map->height < 2))
        return RL_OK; /* nowhere to run */
    TRY(status_memory(brush_make(&rain, work->allocator), "droplets", error));
    uint64_t key = hash_key(work->seed, STREAM + (uint64_t)index);
    int between = 1 + CELLS_BETWEEN_STEPS / (s->lifetime * (rain.brush_count + 4));
    rl_status status = RL_OK;
    int drops = drops_of(s, (int64_t)map->width * map->height);
    for (int i = 0; i < drops && status == RL_OK; i++) {
        if (i % between == 0)
            status = heightmap_step(work, "droplets", (double)i / (double)drops, error);
        if (status == RL_OK)
            drop_run(&rain, key, i);
    }
    memory_free(work->allocator, rain.brush);
    return status;
}

/* ---- a coarser grid ---------------------------------------------------------------------- */

/* Returns a height of a map between its samples, which is that of the edge beyond it. */
static double height_between(const heightmap *map, double x, double y)
{
    int left = (int)x, top = (int)y, right = left + 1, below = top + 1;
    if (!map->wrap) {
        left = left < map->width ? left : map->width - 1;
        top = top < map->height ? top : map->height - 1;
        right = right < map->width ? right : map->width - 1;
        below = below < map->height ? below : map->height - 1;
    }
    corners c = {{cell_at(map, left, top), cell_at(map, right, top), cell_at(map, left, below),
                  cell_at(map, right, below)},
                 x - (double)(int)x,
                 y - (double)(int)y};
    return height_at(&c);
}

#define ROUNDING 1e-6 /* more than the error of a quotient that is a whole number */

/* Runs the drops on every step-th sample of the map, and adds the change between these, too.  No
 * height that was 0 or more falls below 0. */
static rl_status rain_on_lattice(heightmap *map, const droplets_settings *s, double step, int index,
                                 const heightmap_work *work, rl_error *error)
{
    int wrap = map->wrap;
    heightmap coarse = {.wrap = wrap};
    coarse.width = (int)((double)(map->width - !wrap) / step + ROUNDING) + !wrap;
    coarse.height = (int)((double)(map->height - !wrap) / step + ROUNDING) + !wrap;
    size_t count = (size_t)coarse.width * (size_t)coarse.height;
    coarse.h = memory_array(work->allocator, count, 2 * sizeof *coarse.h);
    TRY(status_memory(coarse.h != NULL, "droplets", error));
    float *before = coarse.h + count;
    for (size_t i = 0; i < count; i++) {
        double x = (double)(i % (size_t)coarse.width) * step;
        double y = (double)(i / (size_t)coarse.width) * step;
        coarse.h[i] = before[i] = (float)height_between(map, x, y);
    }
    rl_status status = rain_on(&coarse, s, index, work, error);
    for (size_t i = 0; i < count; i++)
        coarse.h[i] -= before[i];
    for (int i = 0; status == RL_OK && i < map->width * map->height; i++) {
        double before_drops = (double)map->h[i];
        double change = height_between(&coarse, (double)(i % map->width) / step,
                                       (double)(i / map->width) / step);
        map->h[i] = (float)exact_max(before_drops + change, exact_min(before_drops, 0.0));
    }
    memory_free(work->allocator, coarse.h);
    return status;
}

static rl_status droplets_run(heightmap *map, const void *settings, int index,
                              const heightmap_work *work, rl_error *error)
{
    const droplets_settings *s = settings;
    /* Intervals along a side of the grid of which the map is a part. */
    int order = diamond_square_order(map->width, map->height, map->wrap);
    int side = map->wrap ? map->width : 1 << order;
    double step = s->lattice > 1 ? (double)side / (double)(s->lattice - !map->wrap) : 1.0;
    return step > 1.0 ? rain_on_lattice(map, s, step, index, work, error)
                      : rain_on(map, s, index, work, error);
}

const heightmap_pass droplets_pass = {"droplets",          PASS_KEYS(keys),
                                      .random = STREAM,    .steps = droplets_steps,
                                      .run = droplets_run, .otherwise = droplets_otherwise};
