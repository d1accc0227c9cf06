/* test_tone_lanes.c - the transfer curve without tables against that of colour.h. */
#include <math.h>

#include "base/colour.h"
#include "support/support.h"

#define LANES 1
#include "base/colour_lanes.h"

enum { STEPS = 200000 };

TEST(tone_encoding_is_close_to_the_transfer_curve)
{
    for (int i = 0; i <= STEPS; i++) {
        double x = pow((double)i / STEPS, 3.0); /* as many in the dark */
        double got = (double)lanes_tone_encode((float)x);
        EXPECT_MSG(fabs(got - colour_encode(x)) < 2e-6, "%g: %g", x, got);
    }
}

TEST(tone_decoding_is_close_to_the_transfer_curve)
{
    for (int i = 0; i <= STEPS; i++) {
        double x = (double)i / STEPS;
        double got = (double)lanes_tone_decode((float)x);
        double back = (double)lanes_tone_encode((float)got);
        EXPECT_MSG(fabs(got - colour_decode(x)) < 1.1e-5, "%g: %g", x, got);
        EXPECT_MSG(fabs(back - x) < 7e-6, "%g comes back as %g", x, back);
    }
}

TEST(tone_encoding_clamps_values_outside_0_to_1)
{
    EXPECT(lanes_tone_encode(-1.0f) == 0.0f);
    EXPECT(lanes_tone_encode(0.0f) == 0.0f);
    EXPECT(lanes_tone_encode(1.0f) == 1.0f);
    EXPECT(lanes_tone_encode(7.0f) == 1.0f);
    EXPECT(lanes_tone_encode(INFINITY) == 1.0f);
    EXPECT(lanes_tone_encode(NAN) == 0.0f);
    EXPECT(lanes_tone_decode(0.0f) == 0.0f);
}
