/* ground_kernel.c - the inner loops over the heights of a ridge: rows of its slope, outlines of
 * trees on them, and edges in pixels.
 *
 * Compiled for each width of lanes.h.
 */
#include "base/lanes_double.h"
#include "frame/frame.h"
#include "layers/land/ridge.h"

static void cells(const double *x, size_t count, double cell, double *out)
{
    for (size_t n = 0; n < count; n += LANES_D)
        lanes_store_some_d(out + n, lanes_load_some_d(x + n, count - n) / lanes_of_d(cell),
                           count - n);
}

static void lower(const ground_row *row, const double *broad, const double *fine, size_t count,
                  double *heights)
{
    for (size_t n = 0; n < count; n += LANES_D) {
        size_t some = count - n;
        lanes_d noise = lanes_load_some_d(broad + n, some) +
                        lanes_of_d(row->fine_share) * lanes_load_some_d(fine + n, some);
        lanes_d drop =
            lanes_of_d(row->lower) * (lanes_of_d(1.0) + lanes_of_d(row->wander) * noise) +
            lanes_of_d(row->lift) * noise;
        lanes_store_some_d(heights + n, lanes_load_some_d(heights + n, some) - drop, some);
    }
}

/* Trees of an outline, tuned by eye; u is a draw of 0..1. */
static const struct {
    double height, height_range; /* height / `tall`: least + range * u^power */
    double height_power;         /* exponent of u: above 1 small trees are more frequent */
    double place, place_range;   /* position in the cell, 0..1: least + range * u */
    double half, half_range;     /* half width / `tall`: least + range * u */
    double linear, square; /* outline: height * (linear * s + square * s^2), about s^1.2, where s
                              is 1 in the middle, 0 at the sides */
} tree = {.height = 0.35,
          .height_range = 0.65,
          .height_power = 1.3,
          .place = 0.05,
          .place_range = 0.9,
          .half = 0.24,
          .half_range = 0.06,
          .linear = 0.74,
          .square = 0.26};

/* Returns the numbers of LANES_D cells from `first` on, wrapped to the period of a loop. */
LANES_INLINE lanes_h cells_from(const wood_cells *wood, int64_t first)
{
    if (wood->period == 0)
        return lanes_of_h((uint64_t)first) + lanes_count_h();
    uint64_t cell[LANES_D];
    for (int k = 0; k < LANES_D; k++)
        cell[k] = (uint64_t)exact_wrap(first + k, wood->period);
    lanes_h v;
    memcpy(&v, cell, sizeof v);
    return v;
}

LANES_INLINE lanes_d chance(const wood_cells *wood, int part, lanes_h cell)
{
    return lanes_hash_unit(lanes_hash_at(wood->key, part, cell));
}

static void trees(const wood_cells *wood, int64_t first, int count, wood_spike *spike)
{
    lanes_d tall = lanes_of_d(wood->tall);
    for (int n = 0; n < count; n += LANES_D) {
        lanes_h cell = cells_from(wood, first + n);
        lanes_d left = lanes_of_d((double)(first + n)) + lanes_count_d();
        lanes_d u = lanes_pow_d(chance(wood, PART_HEIGHT, cell), tree.height_power);
        lanes_d height = tall * (lanes_of_d(tree.height) + lanes_of_d(tree.height_range) * u);
        lanes_d x = left + lanes_of_d(tree.place) +
                    lanes_of_d(tree.place_range) * chance(wood, PART_PLACE, cell);
        lanes_d half = tall * (lanes_of_d(tree.half) +
                               lanes_of_d(tree.half_range) * chance(wood, PART_WIDTH, cell));
        lanes_h is_bare = lanes_less_d(lanes_of_d(wood->there), chance(wood, PART_THERE, cell));
        double v[3][LANES_D];
        lanes_store_d(v[0], x * lanes_of_d(wood->spacing) * tall);
        lanes_store_d(v[1], lanes_choose_d(is_bare, lanes_of_d(0.0), height));
        lanes_store_d(v[2], half);
        for (int k = 0; k < LANES_D && n + k < count; k++)
            spike[n + k] = (wood_spike){v[0][k], v[1][k], v[2][k]};
    }
}

/* Returns the height of a tree's outline at x, U. */
LANES_INLINE lanes_d spike_height(const wood_spike *s, lanes_d x)
{
    lanes_d away = lanes_abs_d(x - lanes_of_d(s->x)) / lanes_of_d(s->half_width);
    lanes_d share = lanes_max_d(lanes_of_d(1.0) - away, lanes_of_d(0.0));
    return lanes_of_d(s->height) * share *
           (lanes_of_d(tree.linear) + lanes_of_d(tree.square) * share);
}

static void spikes(const wood_spike spike[3], const double *x, size_t count, double unit_share,
                   double *heights)
{
    for (size_t n = 0; n < count; n += LANES_D) {
        lanes_d at = lanes_load_some_d(x + n, count - n);
        lanes_d most = lanes_of_d(0.0);
        for (int i = 0; i < 3; i++)
            most = lanes_max_d(most, spike_height(&spike[i], at));
        lanes_d height = lanes_load_some_d(heights + n, count - n);
        lanes_store_some_d(heights + n, height + most * lanes_of_d(unit_share), count - n);
    }
}

static void edge(const double *heights, size_t count, double picture, double beyond, int32_t *to)
{
    for (size_t n = 0; n < count; n += LANES_D) {
        lanes_d pixels = lanes_load_some_d(heights + n, count - n) * lanes_of_d(picture);
        pixels = lanes_max_d(pixels, lanes_of_d(-beyond));
        pixels = lanes_min_d(pixels, lanes_of_d(picture + beyond));
        lanes_h whole =
            lanes_to_h(lanes_floor_d(pixels * lanes_of_d(FRAME_HEIGHT_ONE) + lanes_of_d(0.5)));
        uint64_t v[LANES_D];
        memcpy(v, &whole, sizeof v);
        for (size_t k = 0; k < LANES_D && n + k < count; k++)
            to[n + k] = (int32_t)(int64_t)v[k];
    }
}

extern const ground_kernels KERNEL(ground);
const ground_kernels KERNEL(ground) = {trees, cells, lower, spikes, edge};
KERNEL_TABLE(const ground_kernels, ground_kernels_of, ground);
