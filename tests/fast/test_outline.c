/* test_outline.c - lines of one height: where they are, that they close, cross nothing, and how far
 * they are from what was left out. */
#include "map/outline.h"

#include <stdlib.h>

#include "support/support.h"

enum { SIDE = 65 };

static outline_set new_set(void)
{
    return (outline_set){.width = SIDE * OUTLINE_UNIT, .height = SIDE * OUTLINE_UNIT};
}

static void trace(outline_set *set, float *h, double height, int level)
{
    heightmap map = {SIDE, SIDE, 0, h};
    OK(outline_trace(set, &map, 1, height, level, 0.0, &error));
}

static double root(double x)
{
    double y = x + 1.0;
    for (int i = 0; i < 60; i++)
        y = 0.5 * (y + x / y);
    return y;
}

TEST(traced_cone_is_a_circle_to_a_fiftieth_of_a_sample)
{
    static float h[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        double x = i % SIDE - 30.3, y = i / SIDE - 32.8;
        h[i] = (float)(40.0 - root(x * x + y * y));
    }
    for (int radius = 5; radius < 28; radius++) {
        outline_set set = new_set();
        trace(&set, h, 40.0 - radius, 0);
        ck_assert_uint_eq(set.line_count, 1);
        for (size_t i = 0; i < set.point_count; i++) {
            double x = set.points[i].x / 100.0 - 0.5 - 30.3;
            double y = set.points[i].y / 100.0 - 0.5 - 32.8;
            double off = root(x * x + y * y) - radius;
            EXPECT_MSG(off < 0.02 && off > -0.05, "radius %d: off by %.3f", radius, off);
        }
        outline_free(&set);
    }
}

static void rough_heights(uint64_t seed, float *h)
{
    chance c = chance_from(seed);
    for (int i = 0; i < SIDE * SIDE; i++)
        h[i] = (float)(chance_integer(&c, 0, 9) == 0 ? 0.25 * (double)chance_integer(&c, 0, 4)
                                                     : chance_real(&c, 0.0, 1.0));
}

/* The piece of a line from its kept point i to the next one; 0 where i is not kept. */
static int piece_at(const outline_set *set, const outline_line *line, size_t i,
                    outline_point end[2])
{
    const outline_point *points = set->points + line->first;
    const uint8_t *is_kept = set->is_kept + line->first;
    size_t next = i + 1;
    if (!is_kept[i])
        return 0;
    while (!is_kept[next % line->count])
        next++;
    end[0] = points[i];
    end[1] = points[next % line->count];
    return !outline_on_border(set, end[0], end[1]);
}

/* Every two pieces of all lines of a set are compared. */
static int crossings(const outline_set *set)
{
    int count = 0;
    size_t pieces = 0;
    outline_point(*ends)[2] = malloc(set->point_count * sizeof *ends);
    for (size_t n = 0; n < set->line_count; n++)
        for (size_t i = 0; i < set->lines[n].count; i++)
            pieces += (size_t)piece_at(set, &set->lines[n], i, ends[pieces]);
    for (size_t i = 0; i < pieces; i++)
        for (size_t k = 0; k < i; k++)
            count += outline_cross(ends[i][0], ends[i][1], ends[k][0], ends[k][1]);
    free(ends);
    return count;
}

/* Contours of random samples cross no more often after simplification than before, and no
 * point is farther from its line than the bound. */
TEST(simplified_contours_do_not_cross)
{
    static float h[SIDE * SIDE];
    for (uint64_t seed = 1; seed <= SUPPORT_PART(12); seed++) {
        outline_set set = new_set(), whole = new_set();
        rough_heights(seed, h);
        for (int level = 0; level < 4; level++) {
            trace(&set, h, 0.15 + 0.23 * level, level);
            trace(&whole, h, 0.15 + 0.23 * level, level);
        }
        OK(outline_simplify(&set, 80.0, &error));
        OK(outline_simplify(&whole, 0.0, &error));
        size_t kept = 0;
        for (size_t i = 0; i < set.point_count; i++)
            kept += set.is_kept[i];
        ck_assert_int_eq(crossings(&whole), 0);
        EXPECT_MSG(crossings(&set) == 0, "seed %d", (int)seed);
        EXPECT_MSG(kept < set.point_count * 9 / 10, "%d of %d", (int)kept, (int)set.point_count);
        outline_free(&set);
        outline_free(&whole);
    }
}

/* The square of the way from p to the piece a..b, in hundredths. */
static double square_to(outline_point p, const outline_point end[2])
{
    double dx = end[1].x - end[0].x, dy = end[1].y - end[0].y, length = dx * dx + dy * dy;
    double px = p.x - end[0].x, py = p.y - end[0].y;
    double t = length > 0.0 ? (px * dx + py * dy) / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return (px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy);
}

/* Lines that meet the border are covered, too. */
TEST(simplified_contours_stay_within_their_bound)
{
    static float h[SIDE * SIDE];
    outline_set set = new_set();
    for (int i = 0; i < SIDE * SIDE; i++)
        h[i] = (float)((i % SIDE) * (i / SIDE) % 97) / 97.0F;
    trace(&set, h, 0.5, 0);
    OK(outline_simplify(&set, 150.0, &error));
    for (size_t n = 0; n < set.line_count; n++) {
        const outline_line *line = &set.lines[n];
        const outline_point *points = set.points + line->first;
        for (size_t i = 0; i < line->count; i++) {
            if (!set.is_kept[line->first + i])
                continue;
            outline_point end[2] = {points[i]};
            size_t next = i + 1;
            while (!set.is_kept[line->first + next % line->count])
                next++;
            end[1] = points[next % line->count];
            /* What is on the border stays there. */
            for (size_t k = i; k < next; k++)
                EXPECT(!outline_on_border(&set, points[k % line->count],
                                          points[(k + 1) % line->count]) ||
                       outline_on_border(&set, end[0], end[1]));
            for (size_t k = i; k <= next; k++)
                EXPECT(square_to(points[k % line->count], end) <= 22500.0001);
        }
    }
    outline_free(&set);
}

/* The area of all rings is that of the land. */
TEST(contour_rings_close_along_the_border)
{
    static float h[SIDE * SIDE];
    outline_set set = new_set();
    for (int i = 0; i < SIDE * SIDE; i++)
        h[i] = (float)(i % SIDE) / (SIDE - 1);
    trace(&set, h, 0.25, 0);
    OK(outline_simplify(&set, 1.0, &error));
    ck_assert_uint_eq(set.line_count, 1);
    int kept = 0;
    for (size_t i = 0; i < set.point_count; i++) {
        if (set.is_kept[i]) {
            kept++;
            EXPECT(set.points[i].x == 1650 || set.points[i].x == set.width);
            EXPECT(set.points[i].y == 0 || set.points[i].y == set.height);
        }
    }
    EXPECT_MSG(kept == 4, "%d points of a rectangle", kept);
    outline_free(&set);
}

TEST(outline_allocation_failure_is_reported)
{
    static float h[SIDE * SIDE];
    rough_heights(3, h);
    heightmap map = {SIDE, SIDE, 0, h};
    counted_memory memory;
    EACH_FAULT(memory)
    {
        outline_set set = new_set();
        set.allocator = &memory.allocator;
        rl_status status = outline_trace(&set, &map, 1, 0.5, 0, 0.0, &error);
        if (status == RL_OK)
            status = outline_simplify(&set, 50.0, &error);
        outline_free(&set);
        must_tell_fault(&memory, status);
    }
}
