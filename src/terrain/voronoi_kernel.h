/* voronoi_kernel.h - the inner loops of Voronoi maps, for each width: see base/lanes.h. */
#include "base/lanes_double.h"
#include "terrain/voronoi_kernels.h"

#define WIDE VORONOI_WIDE

LANES_INLINE lanes_d least_of(lanes_d a, lanes_d b)
{
#if LANES == 8 && defined __AVX2__
    return (lanes_d)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif LANES == 4 && defined __SSE2__
    return (lanes_d)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return lanes_min_d(a, b);
#endif
}

LANES_INLINE lanes_d most_of(lanes_d a, lanes_d b)
{
#if LANES == 8 && defined __AVX2__
    return (lanes_d)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif LANES == 4 && defined __SSE2__
    return (lanes_d)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    return lanes_max_d(a, b);
#endif
}

/* The compact form for the classic two. */
static void insert_two(double *first, double *second, const voronoi_squares *squares)
{
    for (int y = 0; y < squares->rows; y++, first += WIDE, second += WIDE) {
        lanes_d down = lanes_of_d(squares->down[y]);
        for (int i = 0; i < WIDE; i += LANES_D) {
            lanes_d d = lanes_load_d(squares->across + i) + down;
            lanes_d a = lanes_load_d(first + i), b = lanes_load_d(second + i);
            lanes_store_d(first + i, least_of(d, a));
            lanes_store_d(second + i, least_of(most_of(d, a), b));
        }
    }
}

static void KERNEL(insert)(double (*best)[VORONOI_CELLS], int n, const voronoi_squares *squares)
{
    if (n == 2) {
        insert_two(best[0], best[1], squares);
        return;
    }
    for (int y = 0; y < squares->rows; y++) {
        lanes_d down = lanes_of_d(squares->down[y]);
        for (int i = y * WIDE; i < (y + 1) * WIDE; i += LANES_D) {
            lanes_d d = lanes_load_d(squares->across + i - y * WIDE) + down;
            for (int k = 0; k < n; k++) {
                lanes_d a = lanes_load_d(best[k] + i);
                lanes_store_d(best[k] + i, least_of(d, a));
                d = most_of(d, a);
            }
        }
    }
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
            lanes_d tie = lanes_choose_d(lanes_less_d(a, d), now, least_of(own, now));
            lanes_store_d(numbers + i, lanes_choose_d(lanes_less_d(d, a), own, tie));
        }
    }
}

LANES_INLINE lanes_d sum_at(double (*best)[VORONOI_CELLS], const voronoi_sums *sums, int cell)
{
    lanes_d total = lanes_of_d(0.0);
    for (int k = 0; k < sums->terms; k++) {
        if (!(sums->c[k] < 0.0 || sums->c[k] > 0.0))
            continue;
        lanes_d d = lanes_load_d(best[k < sums->last ? k : sums->last] + cell);
        total += lanes_of_d(sums->c[k]) * (sums->is_squared ? d : lanes_sqrt_d(d));
    }
    return sums->peaks == NULL ? total : total * lanes_load_d(sums->peaks + cell);
}

/* Doubles to floats, `count` of them at most. */
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

static void KERNEL(write)(double (*best)[VORONOI_CELLS], const voronoi_sums *sums, float *heights,
                          size_t stride)
{
    for (int y = 0; y < sums->rows; y++, heights += stride)
        for (int x = 0; x < sums->columns; x += LANES_D)
            heights_store(heights + x, sum_at(best, sums, y * WIDE + x), sums->columns - x);
}

const voronoi_kernels KERNEL(voronoi) = {KERNEL(insert), KERNEL(number), KERNEL(write)};
