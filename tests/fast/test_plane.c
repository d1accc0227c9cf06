/* test_plane.c - the law of planes: rows change slowly, columns come again. */

#include "base/exact.h"
#include "layers/common/plane.h"
#include "layers/sky/cracks.h"
#include "support/support.h"

#define RISE 0.0007 /* of ln D from row to row, at D = 1 */

/* Where octave m, named by its cells in a U, has its place in a row; -1 = it is not there. */
static int octave_of(const plane_row *row, double rate)
{
    for (int k = 0; k < row->octaves; k++)
        if (row->octave[k].rate < 1.5 * rate && row->octave[k].rate > 0.75 * rate)
            return k;
    return -1;
}

/* Whether octaves of a row have about the weight, and the share of the sum, that they have in a
 * neighbouring one. */
static void expect_close(const plane_row *row, const plane_row *next, double distance)
{
    for (int k = 0; k < row->octaves; k++) {
        int same = octave_of(next, row->octave[k].rate);
        double weight = (double)row->octave[k].weight;
        double other = same < 0 ? 0.0 : (double)next->octave[same].weight;
        EXPECT_MSG(exact_abs(weight - other) < 0.006, "D %g: %g, %g", distance, weight, other);
        double change = weight / (double)row->whole - other / (double)next->whole;
        EXPECT_MSG(exact_abs(change) < 0.006, "D %g: share changes by %g", distance, change);
    }
}

/* From one row to the next each octave changes by little, and so does its share, also that of
 * the last one left. */
TEST(plane_octaves_fade_slowly_from_row_to_row)
{
    plane_law law;
    for (int broad = 0; broad < 2; broad++) {
        plane_law_make(&law, 7, 0.0, 0.8, 0.92, 0.52);
        law.broad = 0.6 * broad;
        plane_row before;
        plane_row_at(&before, &law, 0.6, 0.6 * RISE);
        for (double d = 0.6; d < 2000.0; d *= 1.001) {
            plane_row row;
            plane_row_at(&row, &law, d, d * RISE);
            expect_close(&row, &before, d);
            expect_close(&before, &row, d);
            for (int k = 0; k < row.octaves; k++)
                EXPECT((double)row.octave[k].rate_along * d * RISE <= 0.5);
            before = row;
        }
    }
}

/* A loop later a column is in the same cells. */
TEST(plane_columns_repeat_after_a_loop)
{
    plane_law law;
    plane_row row;
    for (double loop = 0.3; loop < 40.0; loop *= 1.37) {
        plane_law_make(&law, 3, loop, 1.1, 1.3, 0.6);
        plane_row_at(&row, &law, 3.0, 0.003);
        EXPECT(row.octaves >= 4);
        plane_span here, there;
        plane_span_at(&here, &row, -0.123, 0.01);
        plane_span_at(&there, &row, loop - 0.123, 0.01);
        for (int k = 0; k < row.octaves; k++) {
            EXPECT(here.cell[k] == there.cell[k] && here.cell[k] >= 0);
            EXPECT(here.cell[k] < row.octave[k].period);
            EXPECT(exact_abs((double)here.part[k] - (double)there.part[k]) < 1e-6);
        }
    }
}

/* The farther a crack is, the narrower and the fainter it is; far away there is none. */
TEST(cracks_fade_with_distance)
{
    crack_law law;
    cracks_law_make(&law, 7, 0.0);
    for (double d = 1.1; d < 40.0; d *= 1.1) {
        crack_slice near, far;
        cracks_slice_at(&near, &law, d, 0.001);
        cracks_slice_at(&far, &law, 1.1 * d, 0.001);
        EXPECT(far.wide < near.wide);
        EXPECT(far.seen <= near.seen);
        EXPECT(d < 4.5 || far.seen <= 0.0f);
        EXPECT(exact_abs(far.rate - near.rate) < 1e-9);
    }
    crack_slice here;
    cracks_slice_at(&here, &law, 1.0, 0.001);
    EXPECT(here.seen >= 1.0f);
}
