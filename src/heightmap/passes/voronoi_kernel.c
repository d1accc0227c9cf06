/* voronoi_kernel.c - the inner loops of Voronoi maps, compiled for each vector width: see
 * base/lanes.h. */
#include "base/lanes_double.h"
#include "heightmap/passes/voronoi.h"

#define WIDE VORONOI_WIDE

LANES_INLINE void insert_least(double (*best)[VORONOI_CELLS], int n, const voronoi_squares *squares)
{
    for (int y = 0; y < squares->rows; y++) {
        lanes_d down = lanes_of_d(squares->down[y]);
        for (int i = y * WIDE; i < (y + 1) * WIDE; i += LANES_D) {
            lanes_d d = lanes_load_d(squares->across + (i - y * WIDE)) + down;
#pragma GCC unroll 2
            for (int k = 0; k < n; k++) {
                lanes_d a = lanes_load_d(best[k] + i);
                lanes_store_d(best[k] + i, lanes_min_d(d, a));
                d = lanes_max_d(d, a);
            }
        }
    }
}

static void KERNEL(insert)(double (*best)[VORONOI_CELLS], int n, const voronoi_squares *squares)
{
    if (n == 2) /* the common case: a constant lets the compiler unroll */
        insert_least(best, 2, squares);
    else
        insert_least(best, n, squares);
}

static void KERNEL(number)(double *numbers, const double *first, const voronoi_squares *squares,
                           double number)
{
    lanes_d own = lanes_of_d(number);
    for (int y = 0; y < squares->rows; y++, first += WIDE, numbers += WIDE) {
        lanes_d down = lanes_of_d(squares->down[y]);
        for (int i = 0; i < WIDE; i += LANES_D) {
            lanes_d d = lanes_load_d(squares->across + i) + down;
            lanes_d a = lanes_load_d(first + i), now = lanes_load_d(numbers + i);
            lanes_d tie = lanes_choose_d(lanes_less_d(a, d), now, lanes_min_d(own, now));
            lanes_store_d(numbers + i, lanes_choose_d(lanes_less_d(d, a), own, tie));
        }
    }
}

/* The terms of a sum that are not 0. */
typedef struct terms {
    const double *squares[VORONOI_MOST]; /* squared distances by cell */
    double c[VORONOI_MOST];
    const double *peaks;
    int count, is_squared;
} terms;

/* Returns the terms.  `best` holds the squared distances of all cells to the nearest point, and
 * `stride` numbers on those to the next one, and so on. */
static terms terms_of(double *best, size_t stride, const voronoi_sums *sums)
{
    terms t = {.peaks = sums->peaks, .is_squared = sums->is_squared};
    for (int k = 0; k < sums->terms; k++) {
        if (!(sums->c[k] < 0.0 || sums->c[k] > 0.0))
            continue;
        t.squares[t.count] = best + stride * (size_t)(k < sums->last ? k : sums->last);
        t.c[t.count++] = sums->c[k];
    }
    return t;
}

LANES_INLINE lanes_d sum_at(const terms *t, int cell)
{
    lanes_d total = lanes_of_d(0.0);
    for (int k = 0; k < t->count; k++) {
        lanes_d d = lanes_load_d(t->squares[k] + cell);
        total += lanes_of_d(t->c[k]) * (t->is_squared ? d : lanes_sqrt_d(d));
    }
    return t->peaks == NULL ? total : total * lanes_load_d(t->peaks + cell);
}

/* Stores a vector of doubles as floats, at most `count` of them. */
LANES_INLINE void heights_store(float *heights, lanes_d sum, int count)
{
#if LANES == 8
    typedef float four_floats __attribute__((vector_size(16)));
    four_floats v = __builtin_convertvector(sum, four_floats);
    if (count >= LANES_D) {
        memcpy(heights, &v, sizeof v);
        return;
    }
#endif
    LANES_SCRATCH double all[LANES_D];
    lanes_store_d(all, sum);
    for (int i = 0; i < LANES_D && i < count; i++)
        heights[i] = (float)all[i];
}

/* Writes `columns` heights, from those of cell `cell` on. */
static void row_write(const terms *t, float *heights, int cell, int columns)
{
    for (int x = 0; x < columns; x += LANES_D)
        heights_store(heights + x, sum_at(t, cell + x), columns - x);
}

static void KERNEL(write)(double (*best)[VORONOI_CELLS], const voronoi_sums *sums, float *heights,
                          size_t stride)
{
    terms t = terms_of(best[0], VORONOI_CELLS, sums);
    for (int y = 0; y < sums->rows; y++, heights += stride)
        row_write(&t, heights, y * WIDE, sums->columns);
}

/* ---- two nearest of few points ------------------------------------------------------- */

typedef struct nearest_two {
    lanes_d first, second;
} nearest_two;

LANES_INLINE void two_try(nearest_two *two, lanes_d d)
{
    two->second = lanes_min_d(lanes_max_d(d, two->first), two->second);
    two->first = lanes_min_d(d, two->first);
}

/* Finds the two least squared distances of the cells of row y; two vectors at a time, since neither
 * waits for the other. */
static void two_of_row(double (*two)[WIDE], const voronoi_squares *squares, int count, int y)
{
    for (int x = 0; x < WIDE; x += 2 * LANES_D) {
        nearest_two a = {lanes_of_d(DBL_MAX), lanes_of_d(DBL_MAX)}, b = a;
        for (int i = 0; i < count; i++) {
            lanes_d down = lanes_of_d(squares[i].down[y]);
            two_try(&a, lanes_load_d(squares[i].across + x) + down);
            two_try(&b, lanes_load_d(squares[i].across + x + LANES_D) + down);
        }
        lanes_store_d(two[0] + x, a.first);
        lanes_store_d(two[1] + x, a.second);
        lanes_store_d(two[0] + x + LANES_D, b.first);
        lanes_store_d(two[1] + x + LANES_D, b.second);
    }
}

static void KERNEL(write_two)(const voronoi_squares *squares, int count, const voronoi_sums *sums,
                              float *heights, size_t stride)
{
    LANES_SCRATCH double two[2][WIDE];
    terms t = terms_of(two[0], WIDE, sums);
    for (int y = 0; y < sums->rows; y++, heights += stride) {
        two_of_row(two, squares, count, y);
        row_write(&t, heights, 0, sums->columns);
    }
}

extern const voronoi_kernels KERNEL(voronoi);
const voronoi_kernels KERNEL(voronoi) = {KERNEL(insert), KERNEL(number), KERNEL(write),
                                         KERNEL(write_two)};
KERNEL_TABLE(const voronoi_kernels, voronoi_kernels_of, voronoi);
