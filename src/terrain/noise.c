/* noise.c - gradient noise from hashed lattice gradients. */
#include "terrain/noise.h"

#include "base/exact.h"
#include "base/hash.h"

/* Sixteen directions, 22.5 degrees apart. */
static const double direction[16][2] = {
    {1.0, 0.0},
    {0.92387953251128674, 0.38268343236508977},
    {0.70710678118654752, 0.70710678118654752},
    {0.38268343236508977, 0.92387953251128674},
    {0.0, 1.0},
    {-0.38268343236508977, 0.92387953251128674},
    {-0.70710678118654752, 0.70710678118654752},
    {-0.92387953251128674, 0.38268343236508977},
    {-1.0, 0.0},
    {-0.92387953251128674, -0.38268343236508977},
    {-0.70710678118654752, -0.70710678118654752},
    {-0.38268343236508977, -0.92387953251128674},
    {0.0, -1.0},
    {0.38268343236508977, -0.92387953251128674},
    {0.70710678118654752, -0.70710678118654752},
    {0.92387953251128674, -0.38268343236508977},
};

static double corner(uint64_t key, int octave, int64_t i, int64_t j, double x, double y)
{
    uint64_t row = hash_at(key, octave, j);
    const double *g = direction[hash_mix(row + (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15)) >> 60];
    return g[0] * x + g[1] * y;
}

static double fade(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

double noise_gradient(uint64_t key, int octave, double x, double y)
{
    int64_t i = exact_floor(x);
    int64_t j = exact_floor(y);
    double fx = x - (double)i;
    double fy = y - (double)j;
    double u = fade(fx);
    double top = exact_mix(corner(key, octave, i, j, fx, fy),
                           corner(key, octave, i + 1, j, fx - 1.0, fy), u);
    double bottom = exact_mix(corner(key, octave, i, j + 1, fx, fy - 1.0),
                              corner(key, octave, i + 1, j + 1, fx - 1.0, fy - 1.0), u);
    /* The largest value of plain gradient noise in 2-D is sqrt(1/2). */
    return exact_mix(top, bottom, fade(fy)) * 1.41421356237309505;
}

double noise_fractal(uint64_t key, int octaves, double x, double y)
{
    double sum = 0.0;
    double weight = 0.5;
    for (int octave = 0; octave < octaves; octave++) {
        sum += weight * noise_gradient(key, octave, x, y);
        weight *= 0.5;
        x *= 2.0;
        y *= 2.0;
    }
    return sum;
}

/* Noise in one row of the plane near a column of its lattice is a straight line:
 * lift + tilt * distance. */
typedef struct column_line {
    double tilt, lift;
} column_line;

static column_line line_at(uint64_t above, uint64_t below, int64_t i, double fy, double v)
{
    uint64_t place = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
    const double *a = direction[hash_mix(above + place) >> 60];
    const double *b = direction[hash_mix(below + place) >> 60];
    column_line line = {exact_mix(a[0], b[0], v), exact_mix(a[1] * fy, b[1] * (fy - 1.0), v)};
    return line;
}

void noise_row_add(uint64_t key, int octave, const noise_row *row, double scale, double weight,
                   float *sum)
{
    double y = row->y * scale;
    int64_t j = exact_floor(y);
    double fy = y - (double)j;
    double v = fade(fy);
    uint64_t above = hash_at(key, octave, j);
    uint64_t below = hash_at(key, octave, j + 1);
    double gain = weight * 1.41421356237309505;
    column_line left = {0.0, 0.0};
    column_line right = {0.0, 0.0};
    int64_t held = INT64_MIN;
    for (int n = 0; n < row->count; n++) {
        double x = ((double)(row->first + n) * row->step + row->origin) * scale;
        int64_t i = exact_floor(x);
        if (i != held) {
            left = i - 1 == held ? right : line_at(above, below, i, fy, v);
            right = line_at(above, below, i + 1, fy, v);
            held = i;
        }
        double fx = x - (double)i;
        double a = left.lift + left.tilt * fx;
        double b = right.lift + right.tilt * (fx - 1.0);
        sum[n] += (float)(gain * exact_mix(a, b, fade(fx)));
    }
}
