/* test_displacement.c - midpoint displacement: its rules, and its statistics.
 *
 * A line must be the same line however it is asked for, and its displacements
 * must have the distribution that their names say.
 */
#include "ridge/displacement.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "support/support.h"

/* One node alone. */
static double displacement_at(const displacement *line, int level, int64_t index)
{
    double work[64], value, place;
    ck_assert_uint_le(4 * displacement_scratch(1), 64);
    displacement_fill(line, level, index, 1, &value, line->perpendicular ? &place : NULL, work);
    return value;
}

/* Eight midpoints of each seed keep the error of an estimate below 0.5 %. */
enum { MOST = 400, SEEDS = 10000, MIDPOINTS = 8 };

typedef struct nodes {
    double value[MOST], place[MOST];
} nodes;

static void fill(const displacement *line, int level, int64_t first, size_t count, nodes *out)
{
    int with_places = line->perpendicular;
    double *work = malloc(4 * displacement_scratch(count) * sizeof *work);
    ck_assert_ptr_nonnull(work);
    displacement_fill(line, level, first, count, out->value, with_places ? out->place : NULL, work);
    free(work);
}

/* Any line that a scene can ask for. */
static displacement random_line(chance *c)
{
    displacement line = {.key = chance_bits(c), .noise = (int)chance_integer(c, 0, 3)};
    line.smooth = (int)chance_integer(c, 0, 1);
    line.perpendicular = chance_integer(c, 0, 2) == 0;
    line.period = chance_integer(c, 0, 1) == 0 ? 0 : chance_integer(c, 1, 12);
    line.spacing = chance_real(c, 0.1, 3.0);
    line.anchor_bound = chance_real(c, 0.0, 4.0);
    if (chance_integer(c, 0, 3) == 0) {
        line.is_segment = 1;
        line.smooth = 0;
        line.period = 0;
        line.start = chance_real(c, -2.0, 2.0);
        line.end = chance_real(c, -2.0, 2.0);
    }
    displacement_bounds(&line, (int)chance_integer(c, 0, 2), chance_real(c, 0.0, 3.0),
                        chance_real(c, 0.0, 2.0), (int)chance_integer(c, 0, 30));
    return line;
}

TEST(displaced_node_alone_equals_node_of_a_range)
{
    chance c = chance_from(1);
    nodes all;
    for (int i = 0; i < SUPPORT_PART(3000); i++) {
        displacement line = random_line(&c);
        int level = (int)chance_integer(&c, 0, chance_integer(&c, 0, 3) == 0 ? 30 : 9);
        int64_t first = chance_integer(&c, -(INT64_C(3) << level), INT64_C(3) << level);
        size_t count = (size_t)chance_integer(&c, 1, 90);
        fill(&line, level, first, count, &all);
        for (size_t j = 0; j < count; j++) {
            double one = displacement_at(&line, level, first + (int64_t)j);
            EXPECT_MSG(memcmp(&one, &all.value[j], sizeof one) == 0,
                       "line %d level %d node %lld: %a and %a", i, level,
                       (long long)(first + (int64_t)j), one, all.value[j]);
        }
    }
}

TEST(displaced_part_of_a_range_equals_the_range)
{
    chance c = chance_from(2);
    nodes all, part;
    for (int i = 0; i < SUPPORT_PART(3000); i++) {
        displacement line = random_line(&c);
        int level = (int)chance_integer(&c, 0, 12);
        int64_t first = chance_integer(&c, -5000, 5000);
        size_t count = (size_t)chance_integer(&c, 1, MOST);
        size_t skip = (size_t)chance_integer(&c, 0, (int64_t)count - 1);
        size_t left = (size_t)chance_integer(&c, 1, (int64_t)(count - skip));
        fill(&line, level, first, count, &all);
        fill(&line, level, first + (int64_t)skip, left, &part);
        EXPECT(memcmp(part.value, all.value + skip, left * sizeof(double)) == 0);
        if (line.perpendicular)
            EXPECT(memcmp(part.place, all.place + skip, left * sizeof(double)) == 0);
    }
}

TEST(refined_line_keeps_every_coarse_node)
{
    chance c = chance_from(3);
    nodes coarse, fine;
    for (int i = 0; i < SUPPORT_PART(2000); i++) {
        displacement line = random_line(&c);
        int level = (int)chance_integer(&c, 0, DISPLACEMENT_MAX_LEVEL - 1);
        int64_t first = chance_integer(&c, -1000, 1000);
        fill(&line, level, first, 100, &coarse);
        fill(&line, level + 1, 2 * first, 200, &fine);
        for (int j = 0; j < 100; j++) {
            EXPECT(coarse.value[j] == fine.value[2 * j]);
            if (line.perpendicular)
                EXPECT(coarse.place[j] == fine.place[2 * j]);
        }
    }
}

TEST(periodic_line_repeats_after_its_period)
{
    chance c = chance_from(4);
    nodes here, there;
    for (int i = 0; i < SUPPORT_PART(2000); i++) {
        displacement line = random_line(&c);
        line.is_segment = 0;
        line.perpendicular = 0;
        line.period = chance_integer(&c, 1, 1000000);
        int level = (int)chance_integer(&c, 0, 20);
        int64_t first = chance_integer(&c, -100000, 100000);
        int64_t turns = chance_integer(&c, 1, 3) * (chance_integer(&c, 0, 1) == 0 ? 1 : -1);
        fill(&line, level, first, 60, &here);
        fill(&line, level, first + turns * (line.period << level), 60, &there);
        EXPECT_MSG(memcmp(here.value, there.value, 60 * sizeof(double)) == 0, "line %d", i);
    }
    /* And it is no constant: the next node differs. */
    displacement line = {.key = 1, .noise = RL_NOISE_UNIFORM, .period = 5, .anchor_bound = 1.0};
    displacement_bounds(&line, RL_DECAY_EXPONENTIAL, 1.0, 1.0, 30);
    EXPECT(displacement_at(&line, 3, 1) != displacement_at(&line, 3, 2));
    EXPECT(displacement_at(&line, 0, 0) != displacement_at(&line, 0, 1));
}

TEST(displaced_segment_keeps_its_ends)
{
    chance c = chance_from(5);
    for (int i = 0; i < 500; i++) {
        displacement line = random_line(&c);
        line.is_segment = 1;
        line.smooth = line.perpendicular = 0;
        line.period = 0;
        line.start = chance_real(&c, -5.0, 5.0);
        line.end = chance_real(&c, -5.0, 5.0);
        int level = (int)chance_integer(&c, 0, 20);
        int64_t last = INT64_C(1) << level;
        EXPECT(displacement_at(&line, level, 0) == line.start);
        EXPECT(displacement_at(&line, level, last) == line.end);
        for (int64_t beyond = 1; beyond < 1000000; beyond *= 7) {
            EXPECT(displacement_at(&line, level, -beyond) == line.start);
            EXPECT(displacement_at(&line, level, last + beyond) == line.end);
        }
    }
}

TEST(displaced_midpoints_stay_within_their_bound)
{
    chance c = chance_from(6);
    nodes coarse, fine;
    long up = 0, down = 0;
    for (int i = 0; i < SUPPORT_PART(2000); i++) {
        displacement line = random_line(&c);
        line.smooth = line.perpendicular = 0;
        int level = (int)chance_integer(&c, 1, 14);
        int64_t first = line.is_segment ? 0 : chance_integer(&c, -1000, 1000);
        size_t count = line.is_segment && level < 8 ? (size_t)1 << (level - 1) : 90;
        fill(&line, level - 1, first, count + 1, &coarse);
        fill(&line, level, 2 * first, 2 * count + 1, &fine);
        for (size_t j = 0; j < count; j++) {
            double mean = 0.5 * (coarse.value[j] + coarse.value[j + 1]);
            double moved = fine.value[2 * j + 1] - mean;
            double bound = line.bound[level];
            EXPECT(fabs(moved) <= bound + 1e-14);
            if (line.noise == RL_NOISE_CHOICE) {
                EXPECT(fine.value[2 * j + 1] == mean + bound ||
                       fine.value[2 * j + 1] == mean - bound);
                up += moved > 0.0;
                down += moved < 0.0;
            }
        }
    }
    EXPECT(up > SUPPORT_PART(1000) && down > SUPPORT_PART(1000));
}

TEST(displacement_bounds_follow_the_formulas)
{
    displacement line = {0};
    for (int k = 0; k < DISPLACEMENT_MAX_LEVEL; k++) {
        displacement_bounds(&line, RL_DECAY_EXPONENTIAL, 3.0, 0.7, 30);
        EXPECT(fabs(line.bound[k + 1] - 3.0 * pow(2.0, -0.7 * k)) < 1e-13);
        displacement_bounds(&line, RL_DECAY_LINEAR, 3.0, 1.5, 20);
        double linear = k < 20 ? 3.0 * fmax(0.0, 1.0 - 1.5 * k / 20) : 0.0;
        EXPECT(fabs(line.bound[k + 1] - linear) < 1e-13);
        displacement_bounds(&line, RL_DECAY_LOGARITHMIC, 3.0, 0.7, 30);
        EXPECT(fabs(line.bound[k + 1] - 3.0 / (1.0 + 0.7 * log2(1.0 + k))) < 1e-13);
        displacement_bounds(&line, RL_DECAY_EXPONENTIAL, 3.0, 0.0, 12);
        EXPECT(line.bound[k + 1] == (k < 12 ? 3.0 : 0.0));
        displacement_bounds(&line, RL_DECAY_EXPONENTIAL, 3.0, 1e6, 30);
        EXPECT(line.bound[k + 1] == (k == 0 ? 3.0 : 0.0));
        displacement_bounds(&line, RL_DECAY_EXPONENTIAL, 3.0, 0.5, 0);
        EXPECT(line.bound[k + 1] == 0.0);
        displacement_bounds(&line, RL_DECAY_LINEAR, 3.0, 0.5, 0);
        EXPECT(line.bound[k + 1] == 0.0);
    }
    /* The article's decay powers of two are exact. */
    displacement_bounds(&line, RL_DECAY_EXPONENTIAL, 120.0, 1.0, 9);
    for (int k = 0; k < 9; k++)
        EXPECT(line.bound[k + 1] == ldexp(120.0, -k));
}

/* ---- statistics ----------------------------------------------------------- */

typedef struct moments {
    double sum, squares;
    long count;
} moments;

static void moments_add(moments *m, double value)
{
    m->sum += value;
    m->squares += value * value;
    m->count++;
}

static double mean_of(const moments *m)
{
    return m->sum / (double)m->count;
}

static double variance_of(const moments *m)
{
    return m->squares / (double)m->count - mean_of(m) * mean_of(m);
}

static const double share_of_square[] = {1.0, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 12.0};

static uint64_t key_of(int seed)
{
    return hash_key((uint64_t)seed, 16);
}

TEST(displacement_level_has_the_variance_of_its_noise)
{
    for (int noise = 0; noise < 4; noise++) {
        displacement line = {.noise = noise, .anchor_bound = 1.0};
        displacement_bounds(&line, RL_DECAY_EXPONENTIAL, 2.0, 0.8, 30);
        for (int level = 1; level <= 8; level++) {
            moments m = {0};
            for (int seed = 0; seed < SEEDS; seed++) {
                line.key = key_of(seed);
                nodes fine;
                fill(&line, level, 6, 2 * MIDPOINTS + 1, &fine);
                for (int j = 1; j <= 2 * MIDPOINTS; j += 2)
                    moments_add(&m, fine.value[j] - 0.5 * (fine.value[j - 1] + fine.value[j + 1]));
            }
            double b = line.bound[level];
            double wanted = share_of_square[noise] * b * b;
            EXPECT_MSG(fabs(variance_of(&m) / wanted - 1.0) < 0.02, "noise %d level %d: %g", noise,
                       level, variance_of(&m) / wanted);
            EXPECT_MSG(fabs(mean_of(&m)) < 4.0 * sqrt(wanted / (double)m.count),
                       "noise %d level %d: mean %g", noise, level, mean_of(&m));
        }
    }
}

TEST(displacement_deviations_equal_those_of_the_noises)
{
    for (int noise = 0; noise < 4; noise++)
        EXPECT(fabs(displacement_deviation(noise) - sqrt(share_of_square[noise])) < 1e-15);
}

/* The height of a midpoint of level k is the mean of its neighbours, one of
 * which is the midpoint of level k-1 (or they are the same twice over), plus the
 * displacement.  With fixed ends the sum runs over all displacements of coarser
 * levels, each weighted by its hat function there: computed here node by node
 * from the rule itself, as a covariance, without any random number. */
static double height_variance(const double *bound, double share, int level, int64_t index)
{
    /* A hat of level j is centred on its odd node m, reaches one node to each
     * side, and weighs 1 - distance. */
    double sum = 0.0;
    double x = (double)index / (double)(INT64_C(1) << level);
    for (int j = 1; j <= level; j++) {
        double at = x * (double)(INT64_C(1) << j);
        int64_t odd = (int64_t)at | 1;
        double weight = fmax(0.0, 1.0 - fabs(at - (double)odd));
        sum += weight * weight * share * bound[j] * bound[j];
    }
    return sum;
}

/* Heights at some midpoints of a level over all seeds, each as its deviation
 * from the straight line in units of the theory's: their square must be 1. */
static void check_heights(displacement *line, int which, int level)
{
    int64_t last = INT64_C(1) << level;
    int64_t gap = last > 8 ? last / 4 : 2;
    moments m = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        line->key = key_of(seed);
        for (int64_t odd = last > 8 ? last / 8 + 1 : 1; odd < last; odd += gap) {
            double x = (double)odd / (double)last;
            double mean = line->start + (line->end - line->start) * x;
            double wanted = height_variance(line->bound, 1.0, level, odd);
            moments_add(&m, (displacement_at(line, level, odd) - mean) / sqrt(wanted));
        }
    }
    double square = m.squares / (double)m.count;
    EXPECT_MSG(fabs(square - 1.0) < 0.02, "segment %d level %d: %g", which, level, square);
    EXPECT_MSG(fabs(mean_of(&m)) < 4.0 / sqrt(SEEDS), "segment %d level %d: mean %g", which, level,
               mean_of(&m));
}

TEST(displaced_heights_have_the_variance_of_the_sum_of_levels)
{
    static const struct {
        double start, end, d, i;
        int n;
    } article[] = {{0.7, 0.64, 0.5, 0.9, 8},
                   {0.54, 0.38, 0.24, 1.0, 9},
                   {0.36, 0.16, 0.06, 1.2, 12},
                   {0.0, 0.4, 0.04, 1.4, 12}};
    for (size_t s = 0; s < 4; s++) {
        displacement line = {.noise = RL_NOISE_CHOICE,
                             .is_segment = 1,
                             .start = article[s].start,
                             .end = article[s].end,
                             .spacing = 2.0};
        displacement_bounds(&line, RL_DECAY_EXPONENTIAL, article[s].d, article[s].i, article[s].n);
        for (int level = 1; level <= article[s].n; level++)
            check_heights(&line, (int)s, level);
    }
}

/* ---- independence --------------------------------------------------------- */

static double moved_at(uint64_t seed, uint64_t stream, int level, int64_t index)
{
    displacement line = {.key = hash_key(seed, stream), .noise = RL_NOISE_UNIFORM};
    displacement_bounds(&line, RL_DECAY_EXPONENTIAL, 1.0, 0.0, 30);
    double left = displacement_at(&line, level, index - 1);
    double right = displacement_at(&line, level, index + 1);
    return displacement_at(&line, level, index) - 0.5 * (left + right);
}

TEST(displacements_of_neighbours_do_not_correlate)
{
    enum { PAIRS = 12000 };
    static const char *const names[] = {"index", "level",           "stream",
                                        "seed",  "stream and seed", "far index"};
    for (int kind = 0; kind < 6; kind++) {
        double xy = 0.0, xx = 0.0, yy = 0.0;
        for (int n = 0; n < PAIRS; n++) {
            uint64_t seed = (uint64_t)(n / 100);
            uint64_t stream = (uint64_t)(n / 10 % 10) * 16;
            int level = 3 + n % 5;
            int64_t index = 2 * (n % 1000) - 999;
            double x = moved_at(seed, stream, level, index);
            double y = moved_at(seed + (kind == 3 || kind == 4 ? 1U : 0U),
                                stream + (kind == 2 || kind == 4 ? 16U : 0U), level + (kind == 1),
                                index + 2 * (kind == 0) + (INT64_C(1) << 33) * (kind == 5));
            xy += x * y;
            xx += x * x;
            yy += y * y;
        }
        double r = xy / sqrt(xx * yy);
        EXPECT_MSG(fabs(r) < 0.03, "%s: r = %g", names[kind], r);
    }
}
