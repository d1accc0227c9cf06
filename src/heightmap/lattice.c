/* lattice.c - gradient noise along rows of maps, and passes that need it. */
#include "heightmap/lattice.h"

#include <string.h>

#include "base/exact.h"

/* Gradients in 3-D: from the middle of a cube to those of its edges, four of them twice (Perlin
 * 2002). */
static const double edge[16][3] = {
    {1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
    {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1}, {1, 1, 0}, {-1, 1, 0}, {0, -1, 1}, {0, -1, -1},
};

/* Factors that scale noise to -1..1: its largest value is sqrt(1/2) in 2-D with unit gradients, and
 * below 1.0364 in 3-D with those of `edge`. */
#define PLANE_GAIN EXACT_SQRT2
#define SOLID_GAIN (1.0 / 1.0364)

/* A coordinate in lattice cells. */
typedef struct axis_place {
    int64_t low, high; /* lattice lines before and after it, within the period */
    double rest, fade; /* offset from the line before it, 0..1, and exact_fade of that */
} axis_place;

static axis_place place_at(double place, int64_t period)
{
    int64_t whole = exact_floor(place);
    double t = place - (double)whole;
    return (axis_place){exact_wrap(whole, period), exact_wrap(whole + 1, period), t, exact_fade(t)};
}

static double octave_weight(int octave, int octaves)
{
    /* 1/2, 1/4, ... over their sum. */
    return 1.0 / (double)(INT64_C(1) << (octave + 1)) /
           (1.0 - 1.0 / (double)(INT64_C(1) << octaves));
}

/* ---- two dimensions ------------------------------------------------------------- */

static void plane_octave(const lattice *self, int octave, int first, int count, int row,
                         lattice_pair *noise)
{
    double scale = (double)(INT64_C(1) << octave);
    axis_place y = place_at((double)row * self->cells_y * scale, self->period_y << octave);
    lattice_kernels[self->kernels](
        &(lattice_octave){.above = hash_at(self->key, octave, y.low),
                          .below = hash_at(self->key, octave, y.high),
                          .down = y.rest,
                          .fade = y.fade,
                          .step = self->cells_x * scale,
                          .gain = octave_weight(octave, self->octaves) * PLANE_GAIN,
                          .period = self->period_x << octave,
                          .first = first,
                          .count = count},
        noise);
}

/* ---- three dimensions ------------------------------------------------------------ */

/* The lattice cell of the latest sample; along a row many samples are in the same. */
typedef struct cube {
    int64_t i, k;     /* indices along x and z */
    uint64_t hash[8]; /* hashes of corners; index + 1 = right, + 2 = lower, + 4 = farther in z */
} cube;

static void cube_fetch(cube *c, const uint64_t rows[2], int64_t i, int64_t k, int64_t period_x)
{
    if (c->i == i && c->k == k)
        return;
    c->i = i;
    c->k = k;
    for (int corner = 0; corner < 8; corner++) {
        uint64_t line = lattice_hash(rows[corner >> 1 & 1], exact_wrap(i + (corner & 1), period_x));
        c->hash[corner] = lattice_hash(line, k + (corner >> 2));
    }
}

typedef struct two_values {
    double a, b;
} two_values;

static inline two_values mix_two(two_values p, two_values q, double t)
{
    return (two_values){exact_mix(p.a, q.a, t), exact_mix(p.b, q.b, t)};
}

static inline two_values corner_at(uint64_t hash, double x, double y, double z)
{
    const double *a = edge[hash >> 60], *b = edge[hash >> 56 & 15];
    return (two_values){a[0] * x + a[1] * y + a[2] * z, b[0] * x + b[1] * y + b[2] * z};
}

static inline two_values face_at(const uint64_t hash[4], double x, double u, const axis_place *y,
                                 double z)
{
    double far = x - 1.0, up = y->rest - 1.0;
    return mix_two(
        mix_two(corner_at(hash[0], x, y->rest, z), corner_at(hash[1], far, y->rest, z), u),
        mix_two(corner_at(hash[2], x, up, z), corner_at(hash[3], far, up, z), u), y->fade);
}

static void solid_octave(const lattice *self, int octave, int first, int count, int row,
                         const float *heights, lattice_pair *noise)
{
    double scale = (double)(INT64_C(1) << octave);
    int64_t period_x = self->period_x << octave;
    axis_place y = place_at((double)row * self->cells_y * scale, self->period_y << octave);
    uint64_t rows[2] = {hash_at(self->key, octave, y.low), hash_at(self->key, octave, y.high)};
    double gain = octave_weight(octave, self->octaves) * SOLID_GAIN;
    cube held = {.i = INT64_MIN};
    for (int n = 0; n < count; n++) {
        double x = (double)(first + n) * self->cells_x * scale;
        double z = (double)heights[n] * self->cells_z * scale;
        int64_t i = exact_floor(x), k = exact_floor(z);
        cube_fetch(&held, rows, i, k, period_x);
        x -= (double)i;
        z -= (double)k;
        two_values value =
            mix_two(face_at(held.hash, x, exact_fade(x), &y, z),
                    face_at(held.hash + 4, x, exact_fade(x), &y, z - 1.0), exact_fade(z));
        noise->a[n] += gain * value.a;
        noise->b[n] += gain * value.b;
    }
}

void lattice_fill(const lattice *self, int first, int count, int y, const float *heights,
                  lattice_pair *noise)
{
    memset(noise, 0, sizeof *noise);
    for (int octave = 0; octave < self->octaves; octave++)
        if (heights != NULL)
            solid_octave(self, octave, first, count, y, heights, noise);
        else
            plane_octave(self, octave, first, count, y, noise);
}

/* ---- over a map ------------------------------------------------------------------- */

static int64_t whole_cells(double cells)
{
    return cells > 1.0 ? exact_floor(cells + 0.5) : 1;
}

double lattice_side(const heightmap *map)
{
    int steps = (map->width > map->height ? map->width : map->height) - !map->wrap;
    return steps > 0 ? (double)steps : 1.0;
}

lattice lattice_over(const heightmap *map, const heightmap_work *work, double cells, int octaves,
                     uint64_t key)
{
    double step = cells / lattice_side(map);
    lattice noise = {.key = key,
                     .octaves = octaves,
                     .cells_x = step,
                     .cells_y = step,
                     .kernels = cpu_choose(work->kernels)};
    if (map->wrap) {
        noise.period_x = whole_cells(step * (double)map->width);
        noise.period_y = whole_cells(step * (double)map->height);
        noise.cells_x = (double)noise.period_x / (double)map->width;
        noise.cells_y = (double)noise.period_y / (double)map->height;
    }
    return noise;
}

typedef struct lattice_shaping {
    heightmap *map;
    lattice_shaper *shape;
    const void *self;
} lattice_shaping;

static void shape_rows(void *user, int first, int end, int worker)
{
    const lattice_shaping *all = user;
    int width = all->map->width;
    (void)worker;
    for (int y = first; y < end; y++)
        for (int x = 0; x < width; x += LATTICE_RUN) {
            float *row = all->map->h + (size_t)y * (size_t)width;
            int count = width - x < LATTICE_RUN ? width - x : LATTICE_RUN;
            all->shape(all->self,
                       &(lattice_run){.x = x, .y = y, .count = count, .height = row + x});
        }
}

rl_status lattice_runs(heightmap *map, const heightmap_work *work, const char *what, int high,
                       lattice_shaper *shape, const void *self, rl_error *error)
{
    lattice_shaping all = {map, shape, self};
    return heightmap_strips(work, what, map->height, high, shape_rows, &all, error);
}
