/* exact.c - exp2, log2 and what follows from them, without libm. */
#include "base/exact.h"

#include <string.h>

#define LN2 0.693147180559945309417
#define LOG2_E 1.44269504088896340736

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

double exact_sqrt(double x)
{
    /* -fno-math-errno makes this the one instruction that IEEE 754 defines. */
    return __builtin_sqrt(x);
}

double exact_exp2(double x)
{
    if (!(x > -1022.0))
        return 0.0;
    if (x > 1023.0)
        return DBL_MAX;
    int64_t whole = exact_floor(x + 0.5);
    double r = (x - (double)whole) * LN2;
    /* Taylor's series of e^r; |r| <= ln2/2, so r^13/13! is below 2e-16. */
    static const double over_factorial[] = {
        1.0 / 479001600,
        1.0 / 39916800,
        1.0 / 3628800,
        1.0 / 362880,
        1.0 / 40320,
        1.0 / 5040,
        1.0 / 720,
        1.0 / 120,
        1.0 / 24,
        1.0 / 6,
        1.0 / 2,
        1.0,
        1.0,
    };
    double sum = 1.0 / 6227020800.0;
    for (int n = 0; n < 13; n++)
        sum = sum * r + over_factorial[n];
    return sum * from_bits((uint64_t)(whole + 1023) << 52);
}

double exact_exp(double x)
{
    return exact_exp2(x * LOG2_E);
}

double exact_log2(double x)
{
    uint64_t bits = bits_of(x);
    int exponent = (int)(bits >> 52) - 1023;
    double m = from_bits((bits & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x3ff0000000000000));
    if (m > 1.41421356237309504880) { /* keep m within sqrt(1/2)..sqrt(2) */
        m *= 0.5;
        exponent++;
    }
    /* ln m = 2 atanh(t), t = (m - 1) / (m + 1), |t| < 0.172; t^21/21 < 1e-17. */
    double t = (m - 1.0) / (m + 1.0);
    double tt = t * t;
    double sum = 0.0;
    for (int n = 21; n >= 1; n -= 2)
        sum = sum * tt + 1.0 / n;
    return exponent + 2.0 * t * sum * LOG2_E;
}

double exact_pow(double x, double y)
{
    if (y == 0.0)
        return 1.0;
    if (y == 1.0)
        return x < 0.0 ? 0.0 : x;
    if (x <= 0.0)
        return 0.0;
    return exact_exp2(y * exact_log2(x));
}

/* The cube root of 1e-200..1e200, where no cube on the way over- or underflows. */
static double cbrt_of(double a)
{
    /* A third of the exponent gives a start within 6 %; three of Halley's steps
     * (cubic convergence) end at the last place. */
    double r = from_bits(bits_of(a) / 3 + UINT64_C(0x2a9f7893782da1ce));
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
    double q = 0.5 - exact_abs(2.0 * half - 0.5); /* and fold to a quarter turn */
    double x = 3.14159265358979324 * q;
    double sum = 1.0;
    for (int k = 20; k > 0; k -= 2) /* Taylor's series */
        sum = 1.0 - sum * x * x / (k * (k - 1.0));
    return 2.0 * half > 0.5 ? sum : -sum;
}
