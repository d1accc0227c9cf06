/* voronoi_kernel.c - the inner loops of Voronoi maps, for each width: see base/lanes.h. */
#include "base/lanes_double.h"
#include "heightmap/passes/voronoi.h"

#define WIDE VORONOI_WIDE

/* The compact form for the classic two. */
static void insert_two(double *first, double *second, const voronoi_squares *squares)
{
    for (int y = 0; y < squares->rows; y++, first += WIDE, second += WIDE) {
        lanes_d down = lanes_of_d(squares->down[y]);
        for (int i = 0; i < WIDE; i += LANES_D) {
            lanes_d d = lanes_load_d(squares->across + i) + down;
            lanes_d a = lanes_load_d(first + i), b = lanes_load_d(second + i);
            lanes_store_d(first + i, lanes_min_d(d, a));
            lanes_store_d(second + i, lanes_min_d(lanes_max_d(d, a), b));
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
            lanes_d d = lanes_load_d(squares->across + (i - y * WIDE)) + down;
            for (int k = 0; k < n; k++) {
                lanes_d a = lanes_load_d(best[k] + i);
                lanes_store_d(best[k] + i, lanes_min_d(d, a));
                d = lanes_max_d(d, a);
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
            lanes_d tie = lanes_choose_d(lanes_less_d(a, d), now, lanes_min_d(own, now));
            lanes_store_d(numbers + i, lanes_choose_d(lanes_less_d(d, a), own, tie));
        }
    }
}

/* The terms of a sum that are not 0. */
typedef struct terms {
    const double *squares[VORONOI_MOST]; /* of the distances, by cell */
    double c[VORONOI_MOST];
    const double *peaks;
    int count, is_squared;
} terms;

/* `best` holds the squares of the nearest point, then those of the next, `stride` on. */
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

/* ---- sums by near roots ------------------------------------------------------------ */

#if LANES == 8 && defined __AVX2__

/* The unit that finds roots in double precision has the most to do here, and a height keeps
 * 24 bits of them.  So of two roots the second is found beside it, to some 44 bits, and a
 * sum that rounds to the same float at both ends of what it may be is the exact one's.
 * The others, one in many thousand, are made again. */
#define NEAR_ERROR (1.0 / 1099511627776.0) /* 2^-40 of both terms: 16 times what it can be */

/* The estimate has 11 bits, and a step of Newton's doubles them: once for 1 / root, once for
 * the root.  Of 0 and of what is too small for a float it makes no number, which equals
 * nothing.  Squares are less than 2^127. */
LANES_INLINE __m256d near_root(__m256d square)
{
    __m128 x = _mm256_cvtpd_ps(square), y = _mm_rsqrt_ps(x);
    __m128 half = _mm_mul_ps(y, _mm_set1_ps(0.5F));
    __m128 away = _mm_sub_ps(_mm_set1_ps(3.0F), _mm_mul_ps(_mm_mul_ps(x, y), y));
    __m256d inverse = _mm256_cvtps_pd(_mm_mul_ps(half, away));
    __m256d root = _mm256_mul_pd(square, inverse);
    __m256d rest = _mm256_sub_pd(square, _mm256_mul_pd(root, root));
    __m256d step = _mm256_mul_pd(_mm256_mul_pd(inverse, _mm256_set1_pd(0.5)), rest);
    return _mm256_add_pd(root, step);
}

/* Writes four heights; 0 where one of them is in doubt. */
LANES_INLINE int near_write(const terms *t, float *heights, int cell)
{
    const __m256d sign = _mm256_set1_pd(-0.0);
    __m256d sure = _mm256_sqrt_pd(_mm256_loadu_pd(t->squares[0] + cell));
    __m256d near = near_root(_mm256_loadu_pd(t->squares[1] + cell));
    sure = _mm256_mul_pd(sure, _mm256_set1_pd(t->c[0]));
    near = _mm256_mul_pd(near, _mm256_set1_pd(t->c[1]));
    __m256d all = _mm256_add_pd(_mm256_andnot_pd(sign, sure), _mm256_andnot_pd(sign, near));
    __m256d total = _mm256_add_pd(sure, near);
    if (t->peaks != NULL) {
        __m256d peak = _mm256_loadu_pd(t->peaks + cell);
        total = _mm256_mul_pd(total, peak);
        all = _mm256_mul_pd(all, _mm256_andnot_pd(sign, peak));
    }
    __m256d error = _mm256_mul_pd(all, _mm256_set1_pd(NEAR_ERROR));
    __m128 low = _mm256_cvtpd_ps(_mm256_sub_pd(total, error));
    __m128 high = _mm256_cvtpd_ps(_mm256_add_pd(total, error));
    _mm_storeu_ps(heights, low);
    return _mm_movemask_ps(_mm_cmpeq_ps(low, high)) == 15;
}

/* Writes a row as far as whole vectors go; returns how far. */
static int row_begin(const terms *t, float *heights, int cell, int columns)
{
    int x = 0;
    if (t->is_squared || t->count != 2)
        return 0;
    for (; x + LANES_D <= columns; x += LANES_D)
        if (!near_write(t, heights + x, cell + x))
            heights_store(heights + x, sum_at(t, cell + x), LANES_D);
    return x;
}

#else

static int row_begin(const terms *t, float *heights, int cell, int columns)
{
    (void)t, (void)heights, (void)cell, (void)columns;
    return 0;
}

#endif

/* Columns of a row of sums that begins at a cell. */
static void row_write(const terms *t, float *heights, int cell, int columns)
{
    for (int x = row_begin(t, heights, cell, columns); x < columns; x += LANES_D)
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

/* Two vectors at a time: neither waits for the other. */
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

const voronoi_kernels KERNEL(voronoi) = {KERNEL(insert), KERNEL(number), KERNEL(write),
                                         KERNEL(write_two)};
