/* exact.h - mathematical functions in place of libm, with the same bits everywhere.
 *
 * glibc picks variants of exp, pow, ... by CPU, whose results differ in the last place; other libcs
 * differ more.  The functions here use only + - * /, integer operations and sqrt, which IEEE 754
 * rounds exactly, so their results are the same for every compiler, CPU and libc.  The relative
 * error is below 1e-14 for the arguments that are stated; nothing traps or sets errno.
 */
#ifndef RL_BASE_EXACT_H
#define RL_BASE_EXACT_H

#include <float.h>
#include <stdint.h>

#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
/* On i386: -msse2 -mfpmath=sse; gcc on s390x: -fexcess-precision=fast. */
#error "ridgeline needs float and double evaluated in their own precision"
#endif

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||     \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
/* Set by -ffast-math, -Ofast or parts of them.  -ffp-contract=fast sets no macro: the Makefile
 * turns it off after the user's flags, and tests/fast/test_exact.c checks that. */
#error "ridgeline's pixels are the same everywhere: build it without -ffast-math"
#endif

/* Mathematical constants, rounded to double. */
#define EXACT_PI 3.14159265358979324
#define EXACT_LN2 0.693147180559945309417   /* natural logarithm of 2 */
#define EXACT_LOG2_E 1.44269504088896340736 /* logarithm of e to base 2 */
#define EXACT_SQRT2 1.41421356237309504880

/* Height of a cell without data: a float that is no number, bits 0x7fc00000. */
#define EXACT_NAN __builtin_nanf("")

/* exact_floor returns the largest whole number that is at most x; |x| < 2^62. */
static inline int64_t exact_floor(double x)
{
    int64_t whole = (int64_t)x;
    return whole - (x < (double)whole);
}

/* exact_round returns the nearest whole number, halves upward; |x| < 2^62. */
static inline double exact_round(double x)
{
    return (double)exact_floor(x + 0.5);
}

static inline double exact_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double exact_max(double a, double b)
{
    return a > b ? a : b;
}

static inline double exact_clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static inline double exact_mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

static inline double exact_abs(double x)
{
    return x < 0.0 ? -x : x;
}

/* exact_smoothstep returns 0 up to `low` and 1 from `high` on, with the slope 0 at both. */
static inline double exact_smoothstep(double low, double high, double x)
{
    double t = exact_clamp((x - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/* exact_fade returns 6 t^5 - 15 t^4 + 10 t^3, t in 0..1, whose slope and curvature are 0 at both
 * ends (K. Perlin, "Improving noise", 2002). */
static inline double exact_fade(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

/* exact_way returns x minus the nearest multiple of `loop`: within +-loop / 2; x if loop is 0. */
static inline double exact_way(double x, double loop)
{
    return loop > 0.0 ? x - loop * exact_round(x / loop) : x;
}

/* exact_quarter_on returns the angle t + 1/4 within 0..1, for t in 0..1; both in turns. */
static inline double exact_quarter_on(double t)
{
    return t < 0.75 ? t + 0.25 : t - 0.75;
}

/* exact_half returns i / 2, rounded toward minus infinity. */
static inline int64_t exact_half(int64_t i)
{
    return i >= 0 ? i / 2 : -((1 - i) / 2);
}

/* exact_down returns a / b, rounded toward minus infinity; b > 0. */
static inline int64_t exact_down(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* exact_divisor returns the greatest common divisor, by Euclid's algorithm. */
static inline uint64_t exact_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* exact_wrap returns i modulo `period`, never negative; i if the period is 0. */
static inline int64_t exact_wrap(int64_t i, int64_t period)
{
    if (period == 0)
        return i;
    int64_t rest = i % period;
    return rest < 0 ? rest + period : rest;
}

/* exact_wrap_middle returns i modulo `period` within -period / 2 .. period / 2, so that the nodes
 * around 0 have the numbers that they have without a period; i if the period is 0. */
static inline int64_t exact_wrap_middle(int64_t i, int64_t period)
{
    return exact_wrap(i + period / 2, period) - period / 2;
}

/* exact_direction has unit vectors (x, y) in sixteen directions, 22.5 degrees apart. */
extern const double exact_direction[16][2];

/* exact_cos_turn returns the cosine of an angle t in turns, 0..1 (1 = 360 degrees). */
double exact_cos_turn(double t);

/* exact_sqrt returns the correctly rounded square root; x >= 0. */
double exact_sqrt(double x);

/* exact_smooth_min returns the smooth minimum of a and b.  sqrt(square) is its width: if a = b, it
 * is sqrt(square) / 2 less than both. */
static inline double exact_smooth_min(double a, double b, double square)
{
    double apart = a - b;
    return 0.5 * (a + b - exact_sqrt(apart * apart + square));
}

/* exact_exp2 returns 2^x; 0 for x <= -1022, the largest double for x > 1023. */
double exact_exp2(double x);

/* exact_exp returns e^x, by exact_exp2. */
double exact_exp(double x);

/* exact_log2 returns the logarithm to base 2; x > 0 and normal. */
double exact_log2(double x);

/* exact_logistic returns 1 / (1 + e^-x), an S-curve from 0 to 1; exactly 0 or 1 for |x| > 36. */
double exact_logistic(double x);

/* exact_pow returns x^y for x >= 0 (0^0 = 1, 0^y = 0 for y > 0). */
double exact_pow(double x, double y);

/* exact_cbrt returns the cube root of any x. */
double exact_cbrt(double x);

#endif
