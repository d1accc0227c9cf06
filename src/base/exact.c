/* exact.c - exp2, log2, powers, roots and cosines without libm, for exact.h.
 *
 * Exponentials and logarithms are the functions of lanes_double.h on one lane, so that kernels give
 * the same bits.
 */
#define LANES 1
#include "base/exact.h"

#include "base/lanes_double.h"

#define C1 0.92387953251128674
#define C2 0.70710678118654752
#define C3 0.38268343236508977
const double exact_direction[16][2] = {
    {1.0, 0.0},  {C1, C3},   {C2, C2},   {C3, C1},   {0.0, 1.0},  {-C3, C1}, {-C2, C2}, {-C1, C3},
    {-1.0, 0.0}, {-C1, -C3}, {-C2, -C2}, {-C3, -C1}, {0.0, -1.0}, {C3, -C1}, {C2, -C2}, {C1, -C3},
};

double exact_sqrt(double x)
{
    /* -fno-math-errno makes this the one instruction that IEEE 754 defines. */
    return __builtin_sqrt(x);
}

double exact_exp2(double x)
{
    return lanes_exp2_d(x);
}

double exact_exp(double x)
{
    return lanes_exp_d(x);
}

/* Beyond this 1 / (1 + e^-x) rounds to 0 or 1: 1 + e^-36 is the next double after 1. */
#define LOGISTIC_END 36.0

double exact_logistic(double x)
{
    return x > LOGISTIC_END ? 1.0 : x < -LOGISTIC_END ? 0.0 : 1.0 / (1.0 + exact_exp(-x));
}

double exact_log2(double x)
{
    return lanes_log2_d(x);
}

double exact_pow(double x, double y)
{
    return lanes_pow_d(x, y);
}

/* Returns the cube root of a in 1e-200..1e200, in which no cube overflows or underflows. */
static double cbrt_of(double a)
{
    /* A third of the exponent gives a start within 6 %; three steps of Halley's method (cubic
     * convergence) make it exact to the last place. */
    double r = lanes_from_bits_d(lanes_bits_d(a) / 3 + UINT64_C(0x2a9f7893782da1ce));
    for (int i = 0; i < 3; i++) {
        double rrr = r * r * r;
        r = r * (rrr + a + a) / (rrr + rrr + a);
    }
    return r;
}

double exact_cbrt(double x)
{
    double a = exact_abs(x);
    double root = a == 0.0     ? 0.0
                  : a < 1e-200 ? cbrt_of(a * 0x1p900) * 0x1p-300
                  : a > 1e200  ? cbrt_of(a * 0x1p-900) * 0x1p300
                               : cbrt_of(a);
    return x < 0.0 ? -root : root;
}

double exact_cos_turn(double t)
{
    double half = exact_abs(t - 0.5);             /* cos(2 pi t) = -cos(2 pi half) */
    double q = 0.5 - exact_abs(2.0 * half - 0.5); /* symmetry folds it to a quarter turn */
    double x = EXACT_PI * q;
    double sum = 1.0;
    for (int k = 20; k > 0; k -= 2) /* Taylor's series */
        sum = 1.0 - sum * x * x / (k * (k - 1.0));
    return 2.0 * half > 0.5 ? sum : -sum;
}
