/* test_exact.c - our exp2, log2, pow and cbrt against libm's long doubles. */
#include "base/exact.h"

#include <float.h>
#include <math.h>

#include "base/colour.h"
#include "support/support.h"

enum { ROUNDS = SUPPORT_PART(400000) };

/* The header promises 1e-14; pow doubles the error of log2 by its exponent. */
#define CLOSE 1e-13L

static long double relative(double got, long double wanted)
{
    if (wanted == 0.0L)
        return fabsl((long double)got);
    return fabsl(((long double)got - wanted) / wanted);
}

static double any_magnitude(chance *c)
{
    return ldexp(chance_real(c, 1.0, 2.0), (int)chance_integer(c, -1021, 1022));
}

TEST(exact_exp2_and_exp_are_close_to_libm)
{
    chance c = chance_from(1);
    for (int i = 0; i < ROUNDS; i++) {
        double x = i % 2 ? chance_real(&c, -1021.9, 1022.9) : chance_real(&c, -4.0, 4.0);
        EXPECT_MSG(relative(exact_exp2(x), exp2l((long double)x)) < CLOSE, "2^%a", x);
        double y = chance_real(&c, -30.0, 30.0);
        EXPECT_MSG(relative(exact_exp(y), expl((long double)y)) < CLOSE, "e^%a", y);
    }
}

TEST(exact_log2_is_close_to_libm)
{
    chance c = chance_from(2);
    for (int i = 0; i < ROUNDS; i++) {
        double x = i % 2 ? any_magnitude(&c) : chance_real(&c, 0.5, 2.0);
        long double wanted = log2l((long double)x);
        /* Near 1 the logarithm vanishes: there the absolute apart counts. */
        long double apart = fabsl((long double)exact_log2(x) - wanted);
        EXPECT_MSG(apart < CLOSE * fmaxl(fabsl(wanted), 1e-3L), "log2 %a", x);
    }
}

TEST(exact_pow_and_cbrt_are_close_to_libm)
{
    chance c = chance_from(3);
    for (int i = 0; i < ROUNDS; i++) {
        double x = chance_real(&c, 0.0, 8.0) + 1e-9;
        double y = chance_real(&c, -6.0, 6.0);
        EXPECT_MSG(relative(exact_pow(x, y), powl((long double)x, (long double)y)) < CLOSE,
                   "%a ^ %a", x, y);
        double z = ldexp(chance_real(&c, 1.0, 2.0), (int)chance_integer(&c, -700, 700));
        EXPECT_MSG(relative(exact_cbrt(z), cbrtl((long double)z)) < CLOSE, "cbrt %a", z);
        EXPECT(exact_cbrt(-z) == -exact_cbrt(z));
    }
}

/* Intermediate values of the largest and smallest arguments must stay finite and not 0. */
TEST(exact_cbrt_neither_overflows_nor_vanishes)
{
    chance c = chance_from(6);
    for (int i = 0; i < 10000; i++) {
        double z = any_magnitude(&c);
        EXPECT_MSG(relative(exact_cbrt(z), cbrtl((long double)z)) < CLOSE, "cbrt %a", z);
    }
    EXPECT(relative(exact_cbrt(DBL_MIN), cbrtl((long double)DBL_MIN)) < CLOSE);
    EXPECT(relative(exact_cbrt(DBL_MAX), cbrtl((long double)DBL_MAX)) < CLOSE);
    for (int e = -340; e <= 340; e++)
        EXPECT_MSG(exact_cbrt(ldexp(1.0, 3 * e)) == ldexp(1.0, e), "cbrt 8^%d", e);
}

TEST(exact_cosines_are_close_to_libm)
{
    for (int i = 0; i <= 10000; i++) {
        double t = i / 10000.0;
        double wanted = cos(6.283185307179586476925 * t);
        EXPECT_MSG(fabs(exact_cos_turn(t) - wanted) < 1e-14, "turn %g", t);
    }
    EXPECT(exact_cos_turn(0.0) == 1.0 && exact_cos_turn(0.5) == -1.0);
}

TEST(exact_powers_of_two_have_no_error)
{
    for (int e = -1021; e <= 1023; e++) {
        EXPECT_MSG(exact_exp2(e) == ldexp(1.0, e), "2^%d", e);
        EXPECT_MSG(exact_log2(ldexp(1.0, e)) == e, "log2 2^%d", e);
    }
    for (int e = -230; e <= 230; e++)
        EXPECT_MSG(exact_cbrt(ldexp(1.0, 3 * e)) == ldexp(1.0, e), "cbrt 8^%d", e);
    for (int i = 0; i <= 1000; i++)
        EXPECT(exact_sqrt((double)i * i) == i);
}

TEST(exact_functions_of_extremes_do_not_trap)
{
    EXPECT(exact_exp2(-1022.0) == 0.0);
    EXPECT(exact_exp2(-1e300) == 0.0);
    EXPECT(exact_exp2(-(double)INFINITY) == 0.0);
    EXPECT(exact_exp2((double)NAN) == 0.0);
    EXPECT(exact_exp2(1023.0) == ldexp(1.0, 1023));
    EXPECT(exact_exp2(1024.0) == DBL_MAX);
    EXPECT(exact_exp2((double)INFINITY) == DBL_MAX);
    EXPECT(exact_exp2(-0.0) == 1.0);
    EXPECT(exact_log2(DBL_MIN) == -1022.0);
    EXPECT(exact_log2(DBL_MAX) <= 1024.0 && exact_log2(DBL_MAX) > 1023.999999);
    EXPECT(exact_pow(0.0, 0.0) == 1.0);
    EXPECT(exact_pow(0.0, 3.0) == 0.0);
    EXPECT(exact_pow(7.0, 0.0) == 1.0);
    EXPECT(exact_pow(1.0, 1e300) == 1.0);
    EXPECT(exact_cbrt(0.0) == 0.0);
}

TEST(exact_floor_rounds_toward_minus_infinity)
{
    static const double special[] = {0.0,
                                     -0.0,
                                     0.5,
                                     -0.5,
                                     1.0,
                                     -1.0,
                                     -1e-300,
                                     1e-300,
                                     0.99999999999999989,
                                     -0.99999999999999989,
                                     4503599627370496.5,
                                     -4503599627370495.5,
                                     4e18,
                                     -4e18};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        EXPECT_MSG((double)exact_floor(special[i]) == floor(special[i]), "%a", special[i]);
    chance c = chance_from(4);
    for (int i = 0; i < ROUNDS; i++) {
        double x = chance_real(&c, -1.0, 1.0) * ldexp(1.0, (int)chance_integer(&c, -3, 61));
        EXPECT_MSG((double)exact_floor(x) == floor(x), "%a", x);
    }
}

/* IEC 61966-2-1 as its text says it, by libm. */
static double decode_reference(double e)
{
    return e <= 0.04045 ? e / 12.92 : pow((e + 0.055) / 1.055, 2.4);
}

TEST(colour_bytes_survive_linear_light)
{
    for (int32_t v = 0; v < 256; v++) {
        rl_colour grey = v << 16 | v << 8 | v;
        ck_assert_int_eq(colour_from_linear(colour_to_linear(grey)), grey);
        EXPECT(fabs(colour_to_linear(grey).g - decode_reference(v / 255.0)) < 1e-13);
    }
    chance c = chance_from(5);
    for (int i = 0; i < 20000; i++) {
        rl_colour any = (rl_colour)chance_integer(&c, 0, 0xffffff);
        ck_assert_int_eq(colour_from_oklab(colour_to_oklab(any)), any);
    }
    /* White has lightness 1 and no chroma, black nothing. */
    EXPECT(fabs(colour_to_oklab(0xffffff).l - 1.0) < 1e-6);
    EXPECT(colour_chroma(colour_to_oklab(0xffffff)) < 1e-6);
    EXPECT(colour_to_oklab(0).l == 0.0);
}

TEST(tone_tables_are_close_to_the_transfer_curve)
{
    static tone_tables tables;
    tone_init(&tables);
    for (int i = 0; i <= 100000; i++) {
        double linear = i / 100000.0;
        double encoded = (double)tone_encode(&tables, (float)linear);
        EXPECT_MSG(fabs(encoded - colour_encode((double)(float)linear)) < 2e-6, "%a", linear);
        double decoded = (double)tone_decode(&tables, (float)linear);
        EXPECT_MSG(fabs(decoded - decode_reference((double)(float)linear)) < 2e-6, "%a", linear);
    }
    EXPECT(tone_encode(&tables, -1.0f) == 0.0f);
    EXPECT(tone_encode(&tables, 7.0f) == 1.0f);
    EXPECT(tone_encode(&tables, NAN) == 0.0f);
    EXPECT(tone_decode(&tables, 1.0f) == 1.0f);
}

/* With one rounding, a * b + c is not 0 here; with two roundings it is. */
TEST(products_are_rounded_before_they_are_added_without_fma)
{
    volatile double a = 1.0 + 0x1p-30, b = 1.0 - 0x1p-30, c = -1.0;
    volatile float d = 1.0f + 0x1p-13f, e = 1.0f - 0x1p-13f, f = -1.0f;
    double x = a, y = b, z = c;
    float u = d, v = e, w = f;
    ck_assert_double_eq(x * y + z, 0.0);
    EXPECT(u * v + w == 0.0f);
}
