/* test_lanes.c - the functions of lanes against those of doubles. */
#define LANES 4
#include "base/colour_lanes.h"
#include "base/cpu.h"

#include <math.h>

#include "base/exact.h"
#include "base/lanes_math.h"
#include "base/shorts_lanes.h"
#include "base/stripes_lanes.h"
#include "support/support.h"

enum { ROUNDS = SUPPORT_PART(100000) };

/* What the headers promise. */
#define CLOSE 3e-7

static double first(lanes_f v)
{
    for (int i = 1; i < LANES; i++)
        EXPECT(v[i] == v[0]);
    return (double)v[0];
}

static lanes_f all(double x)
{
    return lanes_of((float)x);
}

TEST(lane_exp2_log2_and_cbrt_are_close_to_libm)
{
    chance c = chance_from(1);
    for (int i = 0; i < ROUNDS; i++) {
        double x = (double)(float)chance_real(&c, -125.0, 126.0);
        double power = exact_exp2(x);
        EXPECT_MSG(fabs(first(lanes_exp2(all(x))) / power - 1.0) < CLOSE, "2^%a", x);
        power = (double)(float)power;
        double log = exact_log2(power);
        double apart = fabs(first(lanes_log2(all(power))) - log);
        EXPECT_MSG(apart < CLOSE * fmax(fabs(log), 1.0), "log2 %a", power);
        EXPECT_MSG(fabs(first(lanes_cbrt(all(power))) / exact_cbrt(power) - 1.0) < CLOSE, "cbrt %a",
                   power);
    }
    ck_assert(first(lanes_exp2(all(-127.0))) == 0.0);
    ck_assert(first(lanes_exp2(all(300.0))) == 0x1p127);
    ck_assert(first(lanes_cbrt(all(0.0))) == 0.0);
}

TEST(lane_floor_rounds_toward_minus_infinity)
{
    chance c = chance_from(2);
    for (int i = 0; i < ROUNDS; i++) {
        double x = (double)(float)(i % 3 == 0 ? (double)chance_integer(&c, -9, 9)
                                              : chance_real(&c, -1e6, 1e6));
        lanes_i whole = lanes_floor(all(x));
        EXPECT_MSG(whole[0] == (int32_t)floor(x) && whole[3] == whole[0], "%a", x);
    }
}

TEST(lane_select_takes_the_lane_of_the_mask)
{
    lanes_f a = {1.0f, -2.0f, 3.0f, -0.0f};
    lanes_f b = {0.0f, 5.0f, 3.0f, 7.0f};
    lanes_i mask = lanes_less(a, b);
    ck_assert(mask[0] == 0 && mask[1] == -1 && mask[2] == 0 && mask[3] == -1);
    lanes_f lesser = lanes_choose(mask, a, b);
    lanes_f min = lanes_min(a, b);
    for (int i = 0; i < LANES; i++)
        ck_assert(lesser[i] == min[i]);
    ck_assert(lanes_any(mask) && !lanes_any(lanes_less(b, b)));
    lanes_f table = lanes_look_up((const float[]){5.0f, 6.0f, 7.0f, 8.0f}, (lanes_i){3, 0, 2, 1});
    ck_assert(table[0] == 8.0f && table[1] == 5.0f && table[2] == 7.0f && table[3] == 6.0f);
}

/* The bits of floats compare as integers if one of the two is at least 0. */
TEST(lane_comparison_of_bits_equals_that_of_floats)
{
    static const float of[] = {0.0f, -0.0f, 1e-45f, -1e-45f, 1.0f, -1.0f, 1e30f, -1e30f, 0.5f};
    static const float least[] = {0.0f, 1e-45f, 0.004f, 1.0f, 1e37f};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
        for (size_t k = 0; k < sizeof least / sizeof least[0]; k++) {
            lanes_f v = lanes_of(of[i]), l = lanes_of(least[k]);
            lanes_i of_v = lanes_bits(v), of_l = lanes_bits(l);
            EXPECT((lanes_is_above(v, l)[0] != 0) == (of[i] > least[k]));
            EXPECT(lanes_bits(lanes_at_least(v, l))[0] == (of_v[0] > of_l[0] ? of_v[0] : of_l[0]));
        }
}

TEST(lane_colours_are_close_to_doubles)
{
    chance c = chance_from(3);
    for (int i = 0; i < ROUNDS; i++) {
        linear_rgb light = {chance_real(&c, -0.05, 1.2), chance_real(&c, -0.05, 1.2),
                            chance_real(&c, -0.05, 1.2)};
        oklab lab = colour_linear_to_oklab(light);
        lanes_lab got = lanes_to_lab(lanes_rgb_of(light));
        EXPECT(fabs(first(got.l) - lab.l) < 2e-6 && fabs(first(got.a) - lab.a) < 4e-6 &&
               fabs(first(got.b) - lab.b) < 4e-6);
        lanes_rgb back = lanes_to_rgb(lanes_lab_of(lab));
        EXPECT(fabs(first(back.r) - light.r) < 1e-5 && fabs(first(back.g) - light.g) < 1e-5 &&
               fabs(first(back.b) - light.b) < 1e-5);
    }
}

/* ---- numbers of 16 bits ------------------------------------------------------------------ */

TEST(lane_shorts_are_rounded_and_saturate)
{
    chance c = chance_from(5);
    for (int i = 0; i < ROUNDS; i++) {
        int a = (int)chance_integer(&c, -32767, 32767), b = (int)chance_integer(&c, -32767, 32767);
        lanes_s product = shorts_times(shorts_of(a), shorts_of(b));
        EXPECT_MSG(product[0] == (a * b + 16384) >> 15 && product[SHORTS - 1] == product[0],
                   "%d * %d", a, b);
        EXPECT(shorts_abs(shorts_of(a))[0] == abs(a));
        EXPECT(shorts_min(shorts_of(a), shorts_of(b))[0] == (a < b ? a : b));
        EXPECT(shorts_max(shorts_of(a), shorts_of(b))[0] == (a < b ? b : a));
    }
    for (int t = 0; t <= 32767; t++) {
        double smooth = 32768.0 * exact_smoothstep(0.0, 1.0, t / 32768.0);
        EXPECT_MSG(fabs(shorts_smooth(shorts_of(t))[0] - smooth) < 24.0, "%d", t);
    }
    for (int i = 0; i < 64; i += SHORTS) {
        short_places place = short_places_at(i, 60000, 30001);
        for (int k = 0; k < SHORTS; k++) {
            int all = 60000 + (i + k) * 30001;
            EXPECT(place.whole[k] == all >> 16 && place.part[k] == (all & 65535) >> 1);
        }
    }
}

/* A cell has a quarter of a column, so that a loop of four cells repeats after sixteen. */
TEST(plane_stripes_repeat_after_a_loop)
{
    stripe_line line;
    stripe_form form = stripe_form_of(2.0, 0.5);
    int differs = 0;
    stripe_line_at(&line, 7, 0.3, 0);
    stripe_shorts row = stripe_shorts_of(&line, 0.25);
    for (int period = 0; period <= 4; period += 4) {
        stripe_run run = stripe_run_at(&row, &form, period, 1, 0.0f, 64);
        ck_assert_int_eq(run.wraps, period == 0 ? 0 : 4);
        for (int i = 0; i + 16 < 64; i += SHORTS) {
            lanes_s across = shorts_of(9000), down = shorts_of(-11000);
            lanes_s now = stripe_facet(&run, i, across, down, period == 0);
            lanes_s then = stripe_facet(&run, i + 16, across, down, period == 0);
            for (int k = 0; k < SHORTS; k++) {
                EXPECT(abs(now[k]) <= STRIPES_HIGH / 2 + 2);
                EXPECT(period == 0 || now[k] == then[k]);
                differs |= now[k] != then[k];
            }
        }
    }
    ck_assert_int_eq(differs, 1);
}

TEST(kernel_choice_falls_back_to_the_widest_of_the_cpu)
{
    ck_assert_int_eq(cpu_choose(RL_KERNELS_PLAIN), CPU_PLAIN);
    ck_assert_int_eq(cpu_choose(RL_KERNELS_VECTOR), CPU_VECTOR);
    ck_assert_int_le(cpu_choose(RL_KERNELS_AVX2), CPU_AVX2);
    ck_assert_int_eq(cpu_choose(RL_KERNELS_AVX512), cpu_choose(RL_KERNELS_BEST));
    ck_assert_int_ge(cpu_choose(RL_KERNELS_BEST), CPU_VECTOR);
}
