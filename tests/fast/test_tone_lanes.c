/* test_tone_lanes.c - the transfer curve without tables against that of colour.h. */
#include <math.h>

#include "base/colour.h"
#include "support/support.h"

#define LANES 1
#include "base/colour_lanes.h"

enum { STEPS = 200000 };

START_TEST(encoding_is_close)
{
    for (int i = 0; i <= STEPS; i++) {
        double x = pow((double)i / STEPS, 3.0); /* as many in the dark */
        double got = (double)lanes_tone_encode((float)x);
        EXPECT_MSG(fabs(got - colour_encode(x)) < 2e-6, "%g: %g", x, got);
    }
}
END_TEST

START_TEST(decoding_is_close)
{
    for (int i = 0; i <= STEPS; i++) {
        double x = (double)i / STEPS;
        double got = (double)lanes_tone_decode((float)x);
        double back = (double)lanes_tone_encode((float)got);
        EXPECT_MSG(fabs(got - colour_decode(x)) < 1.1e-5, "%g: %g", x, got);
        EXPECT_MSG(fabs(back - x) < 7e-6, "%g comes back as %g", x, back);
    }
}
END_TEST

START_TEST(what_is_no_colour_is_clamped)
{
    EXPECT(lanes_tone_encode(-1.0f) == 0.0f);
    EXPECT(lanes_tone_encode(0.0f) == 0.0f);
    EXPECT(lanes_tone_encode(1.0f) == 1.0f);
    EXPECT(lanes_tone_encode(7.0f) == 1.0f);
    EXPECT(lanes_tone_encode(INFINITY) == 1.0f);
    EXPECT(lanes_tone_encode(NAN) == 0.0f);
    EXPECT(lanes_tone_decode(0.0f) == 0.0f);
}
END_TEST

Suite *suite_tone_lanes(void);

Suite *suite_tone_lanes(void)
{
    Suite *suite = suite_create("tone_lanes");
    TCase *tests = tcase_create("tone_lanes");
    tcase_add_test(tests, encoding_is_close);
    tcase_add_test(tests, decoding_is_close);
    tcase_add_test(tests, what_is_no_colour_is_clamped);
    suite_add_tcase(suite, tests);
    return suite;
}
