/* test_diamond_square.c - diamond-square against its definition, bit for bit, and
 * against each mistake that published code of it has made.
 *
 * The reference below goes over the whole grid, one step after the other, marks what
 * is set and refuses to read what is not.
 */
#include "heightmap/diamond.h"
#include "heightmap/heightmap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "support/support.h"

static rl_map_rules plain_rules(void)
{
    rl_map_rules rules = {.spread = 1.0, .persistence = 0.5};
    for (int i = 0; i < 4; i++)
        rules.corner[i] = RL_AUTO;
    return rules;
}

static heightmap_work work_of(const rl_map_rules *rules, uint64_t seed)
{
    heightmap_work work = {.threads = 1, .seed = seed, .rules = rules};
    return work;
}

/* A map full of NaN: what is not set shows. */
static heightmap map_new(int width, int height, int wrap)
{
    heightmap map = {width, height, wrap, malloc((size_t)width * (size_t)height * sizeof(float))};
    ck_assert_ptr_nonnull(map.h);
    for (int i = 0; i < width * height; i++)
        map.h[i] = NAN;
    return map;
}

static heightmap map_made(int width, int height, const rl_map_rules *rules, uint64_t seed)
{
    heightmap map = map_new(width, height, rules->wrap);
    heightmap_work work = work_of(rules, seed);
    (void)memset(&error, 0, sizeof error);
    OK(diamond_square_fill(&map, 3, &work, &error));
    return map;
}

static float at(const heightmap *map, int x, int y)
{
    return map->h[y * map->width + x];
}

static int same_bits(const heightmap *a, const heightmap *b)
{
    return memcmp(a->h, b->h, (size_t)a->width * (size_t)a->height * sizeof(float)) == 0;
}

/* ---- the definition ----------------------------------------------------------- */

typedef struct reference {
    const rl_map_rules *rules;
    diamond_noise noise;
    int side, wrap; /* samples a side */
    float *h;
    char *set;
} reference;

/* Is there a point, and if so, has it been set? */
static int tip(const reference *self, int x, int y, float *h)
{
    if (self->wrap) {
        x = (x + self->side) % self->side;
        y = (y + self->side) % self->side;
    } else if (x < 0 || y < 0 || x >= self->side || y >= self->side) {
        return 0;
    }
    ck_assert_msg(self->set[y * self->side + x], "(%d, %d) is read before it is set", x, y);
    *h = self->h[y * self->side + x];
    return 1;
}

static void put(reference *self, int x, int y, float h)
{
    ck_assert_msg(!self->set[y * self->side + x], "(%d, %d) is set twice", x, y);
    self->h[y * self->side + x] = h;
    self->set[y * self->side + x] = 1;
}

static float noise_at(const reference *self, int level, int step, int x, int y)
{
    float out[DIAMOND_RUN];
    double r = self->rules->spread;
    for (int k = 0; k < level; k++)
        r *= self->rules->persistence;
    diamond_noise_row(&self->noise, level + 1, y / step, x / step, 1, (float)r, out);
    return out[0];
}

/* Smoothed: noise counts as much as the mean of the parents is high between the least and the most
 * that a corner can have; equal corners are the most. */
static float share_of(const rl_map_rules *rules, float mean)
{
    double low = 1e30, high = -1e30, r = rules->spread;
    for (int i = 0; i < 4; i++) {
        double given = rules->corner[i];
        low = fmin(low, given != RL_AUTO ? given : rules->one_sided ? 0.0 : -r);
        high = fmax(high, given != RL_AUTO ? given : r);
    }
    low = high > low ? low : high - 2.0 * r;
    double slope = high > low ? 1.0 / (high - low) : 0.0;
    float share = mean * (float)slope + (float)(-low * slope);
    return !rules->smoothed ? 1.0f : share > 0.0f ? share : 0.0f;
}

static void put_displaced(reference *self, int level, int s, int x, int y, float mean)
{
    put(self, x, y, mean + noise_at(self, level, s, x, y) * share_of(self->rules, mean));
}

static void reference_anchors(reference *self, int spacing)
{
    for (int y = 0; y < self->side; y += spacing)
        for (int x = 0; x < self->side; x += spacing) {
            int i = x / spacing, j = y / spacing;
            float out[DIAMOND_RUN];
            diamond_noise_row(&self->noise, 0, j, i, 1, (float)self->rules->spread, out);
            double given = self->rules->corner[self->wrap ? j / 2 * 2 + i / 2 : j * 2 + i];
            put(self, x, y, given == RL_AUTO ? out[0] : (float)given);
        }
}

static void reference_diamond(reference *self, int level, int s)
{
    for (int y = s; y < self->side; y += 2 * s)
        for (int x = s; x < self->side; x += 2 * s) {
            float a = 0, b = 0, c = 0, d = 0;
            EXPECT(tip(self, x - s, y - s, &a) && tip(self, x + s, y - s, &b));
            EXPECT(tip(self, x - s, y + s, &c) && tip(self, x + s, y + s, &d));
            put_displaced(self, level, s, x, y, ((a + b) + (c + d)) * 0.25f);
        }
}

/* Which two tips are added first is part of the result's bits: left and right, unless
 * one of them is missing. */
static float tips_mean(const reference *self, int x, int y, int s)
{
    float l = 0, r = 0, u = 0, d = 0;
    int left = tip(self, x - s, y, &l), right = tip(self, x + s, y, &r);
    int up = tip(self, x, y - s, &u), down = tip(self, x, y + s, &d);
    if (left && right && up && down)
        return ((l + r) + (u + d)) * 0.25f;
    if (left && right)
        return ((l + r) + (up ? u : d)) / 3.0f;
    return ((u + d) + (left ? l : r)) / 3.0f;
}

static float ends_mean(const reference *self, int x, int y, int s)
{
    float a = 0, b = 0;
    int across = x / s % 2;
    EXPECT(across ? tip(self, x - s, y, &a) && tip(self, x + s, y, &b)
                  : tip(self, x, y - s, &a) && tip(self, x, y + s, &b));
    return (a + b) * 0.5f;
}

static void reference_square(reference *self, int level, int s)
{
    for (int y = 0; y < self->side; y += s)
        for (int x = 0; x < self->side; x += s)
            if ((x / s + y / s) % 2 == 1) {
                float mean = self->rules->method == RL_MAP_MIDPOINT ? ends_mean(self, x, y, s)
                                                                    : tips_mean(self, x, y, s);
                put_displaced(self, level, s, x, y, mean);
            }
}

static reference reference_made(int order, const rl_map_rules *rules, uint64_t seed)
{
    reference self = {.rules = rules, .wrap = rules->wrap};
    diamond_noise_init(&self.noise, seed, 3, rules, RL_KERNELS_BEST);
    self.side = (1 << order) + !rules->wrap;
    self.h = calloc((size_t)self.side * (size_t)self.side, sizeof *self.h);
    self.set = calloc((size_t)self.side * (size_t)self.side, 1);
    ck_assert(self.h != NULL && self.set != NULL);
    int s = rules->wrap ? 1 << (order - 2) : 1 << order;
    reference_anchors(&self, s);
    for (int level = 0; s > 1; level++) {
        s /= 2;
        reference_diamond(&self, level, s);
        reference_square(&self, level, s);
    }
    for (int i = 0; i < self.side * self.side; i++)
        ck_assert(self.set[i]);
    return self;
}

static void reference_free(reference *self)
{
    free(self->h);
    free(self->set);
}

/* Rules by number: every combination of the options comes up. */
enum { RULES = 2 * 2 * 2 * 2 * 5, ALL_RULES = 2 * RULES };

static rl_map_rules rules_of(int number)
{
    static const double corner[5][4] = {{RL_AUTO, RL_AUTO, RL_AUTO, RL_AUTO},
                                        {1.0, 1.4, 1.0, 1.2},
                                        {0.0, 0.0, 0.0, 0.0},
                                        {RL_AUTO, 0.25, RL_AUTO, 0.0},
                                        {0.01, 0.01, 0.01, 0.01}};
    static const double decay[5][2] = {{1.0, 0.5}, {0.6, 0.6}, {0.5, 0.6}, {0.3, 1.0}, {0.0, 0.5}};
    int is_smoothed = number >= RULES;
    number %= RULES;
    rl_map_rules rules = {.spread = decay[number / 16][0], .persistence = decay[number / 16][1]};
    rules.smoothed = is_smoothed;
    rules.method = number & 1;
    rules.noise = number >> 1 & 1;
    rules.one_sided = number >> 2 & 1;
    rules.wrap = number >> 3 & 1;
    memcpy(rules.corner, corner[number / 16], sizeof rules.corner);
    return rules;
}

TEST(diamond_square_equals_the_definition)
{
    for (int number = 0; number < ALL_RULES; number++) {
        rl_map_rules rules = rules_of(number);
        for (int order = rules.wrap ? 2 : 1; order <= 6; order++) {
            reference slow = reference_made(order, &rules, (uint64_t)number + 9);
            heightmap fast = map_made(slow.side, slow.side, &rules, (uint64_t)number + 9);
            for (int i = 0; i < slow.side * slow.side; i++)
                EXPECT_MSG(memcmp(&fast.h[i], &slow.h[i], sizeof(float)) == 0,
                           "rules %d, order %d, (%d, %d): %a, not %a", number, order, i % slow.side,
                           i / slow.side, (double)fast.h[i], (double)slow.h[i]);
            free(fast.h);
            reference_free(&slow);
        }
    }
}

/* ---- sizes, crops, refinement, rows, threads ------------------------------------ */

TEST(diamond_square_grid_is_the_smallest_that_holds_the_map)
{
    for (int wrap = 0; wrap < 2; wrap++)
        for (int side = 1; side < 3000; side++) {
            int least = wrap ? 2 : 1, order = diamond_square_order(side, 1, wrap);
            EXPECT((1 << order) + !wrap >= side && order >= least);
            EXPECT(order == least || (1 << (order - 1)) + !wrap < side);
            EXPECT(diamond_square_order(1, side, wrap) == order);
        }
    ck_assert_int_eq(diamond_square_order(32769, 3, 0), 15);
    ck_assert_int_eq(diamond_square_order(RL_MAX_SIDE, RL_MAX_SIDE, 0), 20);
}

TEST(cropped_diamond_square_map_equals_that_part_of_the_whole)
{
    chance c = chance_from(1);
    for (int i = 0; i < SUPPORT_PART(400); i++) {
        rl_map_rules rules = rules_of((int)chance_integer(&c, 0, ALL_RULES - 1));
        int width = (int)chance_integer(&c, 1, 300), height = (int)chance_integer(&c, 1, 300);
        int side = (1 << diamond_square_order(width, height, rules.wrap)) + !rules.wrap;
        heightmap whole = map_made(side, side, &rules, 5),
                  part = map_made(width, height, &rules, 5);
        for (int y = 0; y < height; y++)
            EXPECT_MSG(
                memcmp(part.h + y * width, whole.h + y * side, (size_t)width * sizeof(float)) == 0,
                "%d x %d of %d, wrap %d: row %d", width, height, side, rules.wrap, y);
        free(whole.h);
        free(part.h);
    }
}

TEST(larger_diamond_square_grid_refines_the_same_map)
{
    for (int number = 0; number < ALL_RULES; number++) {
        rl_map_rules rules = rules_of(number);
        for (int order = 2; order <= 7; order++) {
            int side = (1 << order) + !rules.wrap, finer = (2 << order) + !rules.wrap;
            heightmap a = map_made(side, side, &rules, 8), b = map_made(finer, finer, &rules, 8);
            for (int y = 0; y < side; y++)
                for (int x = 0; x < side; x++)
                    EXPECT_MSG(at(&a, x, y) == at(&b, 2 * x, 2 * y), "rules %d, order %d: (%d, %d)",
                               number, order, x, y);
            free(a.h);
            free(b.h);
        }
    }
}

TEST(diamond_square_sets_each_cell_of_any_size)
{
    chance c = chance_from(2);
    for (int i = 0; i < SUPPORT_PART(600); i++) {
        rl_map_rules rules = rules_of((int)chance_integer(&c, 0, ALL_RULES - 1));
        int width = (int)chance_integer(&c, 1, 270), height = (int)chance_integer(&c, 1, 270);
        heightmap map = map_made(width, height, &rules, chance_bits(&c));
        for (int j = 0; j < width * height; j++)
            EXPECT_MSG(isfinite(map.h[j]), "%d x %d: cell %d", width, height, j);
        free(map.h);
    }
}

TEST(streamed_diamond_square_rows_equal_the_map)
{
    chance c = chance_from(3);
    float row[700];
    for (int i = 0; i < SUPPORT_PART(120); i++) {
        rl_map_rules rules = rules_of((int)chance_integer(&c, 0, ALL_RULES - 1));
        int width = (int)chance_integer(&c, 1, 700), height = (int)chance_integer(&c, 1, 400);
        heightmap map = map_made(width, height, &rules, 6);
        heightmap_work work = work_of(&rules, 6);
        diamond_rows *rows;
        ck_assert_int_eq(diamond_rows_new(&rows, width, height, 3, &work, NULL), RL_OK);
        for (int from = 0; from < height; from += (int)chance_integer(&c, 1, 90)) {
            if (from > 0)
                diamond_rows_seek(rows, from);
            for (int y = from; y < height && y < from + 150; y++) {
                diamond_rows_next(rows, row);
                EXPECT_MSG(memcmp(row, map.h + y * width, (size_t)width * sizeof(float)) == 0,
                           "%d x %d, wrap %d, from row %d: row %d", width, height, rules.wrap, from,
                           y);
            }
        }
        diamond_rows_free(rows);
        free(map.h);
    }
}

TEST(diamond_square_is_equal_for_any_threads)
{
    static const int threads[] = {2, 3, 7, 256};
    for (int number = 0; number < 16; number++) {
        rl_map_rules rules = rules_of(number);
        heightmap alone = map_made(350, 1025, &rules, 4);
        for (int i = 0; i < 4; i++) {
            heightmap map = map_new(350, 1025, rules.wrap);
            heightmap_work work = work_of(&rules, 4);
            work.threads = threads[i];
            ck_assert_int_eq(diamond_square_fill(&map, 3, &work, NULL), RL_OK);
            ck_assert_msg(same_bits(&alone, &map), "rules %d, %d threads", number, threads[i]);
            free(map.h);
        }
        free(alone.h);
    }
}

TEST(diamond_square_depends_on_seed_and_stream)
{
    for (int number = 0; number < 16; number++) {
        rl_map_rules rules = rules_of(number);
        heightmap a = map_made(65, 65, &rules, 1), b = map_made(65, 65, &rules, 2);
        ck_assert(!same_bits(&a, &b));
        heightmap_work work = work_of(&rules, 1);
        ck_assert_int_eq(diamond_square_fill(&b, 4, &work, NULL), RL_OK);
        ck_assert(!same_bits(&a, &b));
        ck_assert_int_eq(diamond_square_fill(&b, 3, &work, NULL), RL_OK);
        ck_assert(same_bits(&a, &b));
        free(a.h);
        free(b.h);
    }
}

/* ---- heights ------------------------------------------------------------------------ */

TEST(diamond_square_keeps_given_corners)
{
    static const double corner[4] = {1.0, 1.4, 0.0, -7.25};
    rl_map_rules rules = plain_rules();
    memcpy(rules.corner, corner, sizeof corner);
    for (int order = 1; order <= 8; order++) {
        int last = 1 << order;
        heightmap map = map_made(last + 1, last + 1, &rules, 1);
        ck_assert(at(&map, 0, 0) == 1.0f && at(&map, last, 0) == 1.4f);
        ck_assert(at(&map, 0, last) == 0.0f && at(&map, last, last) == -7.25f);
        free(map.h);
    }
    rules.wrap = 1; /* a tile's anchors: a given corner is its quarter's height */
    heightmap tile = map_made(64, 64, &rules, 1);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++)
            ck_assert(at(&tile, 16 * x, 16 * y) == (float)corner[y / 2 * 2 + x / 2]);
    free(tile.h);
}

/* Corners that mirror give a map that mirrors; one wrong tip, such as the article's right-hand
 * one, breaks it. */
TEST(diamond_square_without_noise_mirrors_its_corners)
{
    rl_map_rules rules = plain_rules();
    rules.spread = 0.0;
    for (int method = 0; method < 2; method++)
        for (int turn = 0; turn < 2; turn++) {
            double corner[4] = {0.0, turn ? 0.0 : 1.0, turn ? 1.0 : 0.0, 1.0};
            memcpy(rules.corner, corner, sizeof corner);
            rules.method = method;
            heightmap map = map_made(65, 65, &rules, 1);
            for (int y = 0; y < 65; y++)
                for (int x = 0; x < 65; x++) {
                    double h = (double)at(&map, x, y);
                    double across = (double)(turn ? at(&map, x, 64 - y) : at(&map, 64 - x, y));
                    double along = (double)(turn ? at(&map, 64 - x, y) : at(&map, x, 64 - y));
                    EXPECT_MSG(fabs(h + across - 1.0) < 1e-5, "(%d, %d): %g, %g", x, y, h, across);
                    EXPECT_MSG(fabs(h - along) < 1e-5, "(%d, %d): %g, %g", x, y, h, along);
                    EXPECT(h >= 0.0 && h <= 1.0);
                }
            free(map.h);
        }
}

/* 0 does not mean "unset". */
TEST(diamond_square_corner_of_0_is_a_height)
{
    rl_map_rules rules = plain_rules();
    memset(rules.corner, 0, sizeof rules.corner);
    rules.spread = 0.0;
    heightmap flat = map_made(33, 33, &rules, 1);
    for (int i = 0; i < 33 * 33; i++)
        ck_assert(flat.h[i] == 0.0f);
    free(flat.h);
    rules.spread = 0.5;
    heightmap rough = map_made(33, 33, &rules, 1);
    int zeros = 0;
    for (int i = 0; i < 33 * 33; i++)
        zeros += rough.h[i] == 0.0f;
    ck_assert_int_eq(zeros, 4);
    free(rough.h);
}

/* ---- noise ---------------------------------------------------------------------------- */

/* Sums over what displaced the points of one level. */
typedef struct moments {
    double n, sum, squares, fourths, least, most;
} moments;

static void moments_add(moments *m, double x)
{
    m->least = m->n == 0 || x < m->least ? x : m->least;
    m->most = m->n == 0 || x > m->most ? x : m->most;
    m->n++;
    m->sum += x;
    m->squares += x * x;
    m->fourths += x * x * x * x;
}

/* The displacements of a finished map with edges, level by level: what is left of a
 * point's height when the mean of its tips is taken away. */
static void displacements_add(const heightmap *map, int order, moments *level)
{
    for (int y = 0; y <= 1 << order; y++)
        for (int x = 0; x <= 1 << order; x++) {
            int s = 1;
            while (((x | y) & s) == 0 && s < 1 << order)
                s *= 2;
            if (s == 1 << order)
                continue; /* a corner */
            int diamond = (x & s) && (y & s), k = order - 1;
            for (int t = s; t > 1; t /= 2)
                k--;
            static const int step[2][4][2] = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}},
                                              {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
            double sum = 0.0;
            int count = 0;
            for (int i = 0; i < 4; i++) {
                int u = x + s * step[diamond][i][0], v = y + s * step[diamond][i][1];
                if (u < 0 || v < 0 || u > 1 << order || v > 1 << order)
                    continue;
                sum += (double)at(map, u, v);
                count++;
            }
            moments_add(&level[k], (double)at(map, x, y) - sum / count);
        }
}

/* A nonzero mean shows swapped bounds, and a growing range an exponent that counts down. */
TEST(diamond_square_levels_have_their_mean_and_variance)
{
    enum { ORDER = 5, SEEDS = SUPPORT_PART(1200) };
    for (int number = 0; number < 4; number++) {
        rl_map_rules rules = plain_rules();
        rules.noise = number & 1;
        rules.one_sided = number >> 1;
        rules.spread = 0.8;
        rules.persistence = 0.6;
        moments level[ORDER];
        memset(level, 0, sizeof level);
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            heightmap map = map_made((1 << ORDER) + 1, (1 << ORDER) + 1, &rules, seed);
            displacements_add(&map, ORDER, level);
            free(map.h);
        }
        double r = rules.spread;
        for (int k = 0; k < ORDER; k++, r *= rules.persistence) {
            const moments *m = &level[k];
            double mean = m->sum / m->n, variance = m->squares / m->n - mean * mean;
            /* uniform in 0..r; half of a normal curve of deviation r / sqrt 3 */
            double folded = rules.noise ? 0.7978845608 * r / sqrt(3.0) : 0.5 * r;
            double wanted = rules.one_sided ? folded : 0.0;
            double spread = r * r / 3.0 - wanted * wanted;
            double apart = 5.0 / sqrt(m->n);
            EXPECT_MSG(fabs(mean - wanted) < apart * sqrt(spread), "rules %d, level %d: mean %g",
                       number, k, mean / r);
            EXPECT_MSG(fabs(variance / spread - 1.0) < 1.7 * apart,
                       "rules %d, level %d: variance %g of %g", number, k, variance, spread);
            if (rules.one_sided)
                EXPECT_MSG(m->least > -1e-5 * r, "level %d: %g", k, m->least);
            if (!rules.noise)
                EXPECT_MSG(m->most < r * 1.00001 && m->least > -r * 1.00001 && m->most > 0.99 * r,
                           "level %d: %g..%g of %g", k, m->least, m->most, r);
        }
    }
}

/* Anchors are the random corners of a map and the first points of a tile. */
TEST(diamond_square_anchors_have_the_range_of_level_1)
{
    for (int wrap = 0; wrap < 2; wrap++) {
        rl_map_rules rules = plain_rules();
        rules.wrap = wrap;
        moments m = {.n = 0};
        for (uint64_t seed = 0; seed < SUPPORT_PART(3000); seed++) {
            heightmap map = map_made(4 + !wrap, 4 + !wrap, &rules, seed);
            for (int y = 0; y < map.height; y += wrap ? 1 : 4)
                for (int x = 0; x < map.width; x += wrap ? 1 : 4)
                    moments_add(&m, (double)at(&map, x, y));
            free(map.h);
        }
        ck_assert(fabs(m.sum / m.n) < 5.0 / sqrt(3.0 * m.n));
        ck_assert(fabs(3.0 * m.squares / m.n - 1.0) < 5.0 * 0.9 / sqrt(m.n));
        ck_assert(m.least > -1.0 && m.least < -0.99 && m.most < 1.0 && m.most > 0.99);
    }
}

/* No two rows, columns, levels, seeds or kinds of point share a number or correlate. */
TEST(diamond_square_points_have_independent_numbers)
{
    enum { COUNT = 512, ROWS = 40 };
    static float odd[ROWS][COUNT], even[ROWS][COUNT], deep[ROWS][COUNT], other[ROWS][COUNT];
    rl_map_rules rules = plain_rules();
    diamond_noise noise, second;
    diamond_noise_init(&noise, 1, 1, &rules, RL_KERNELS_BEST);
    diamond_noise_init(&second, 2, 1, &rules, RL_KERNELS_BEST);
    for (int y = 0; y < ROWS; y++) {
        diamond_noise_row(&noise, 4, y, 1, COUNT, 1.0f, odd[y]);
        diamond_noise_row(&noise, 4, y, 0, COUNT, 1.0f, even[y]);
        diamond_noise_row(&noise, 5, y, 1, COUNT, 1.0f, deep[y]);
        diamond_noise_row(&second, 4, y, 1, COUNT, 1.0f, other[y]);
    }
    const float *flat = &odd[0][0];
    const struct {
        const char *name;
        const float *other;
        int shift;
    } pairs[] = {{"next column", flat, 1},          {"next row", flat, COUNT},
                 {"two rows on", flat, 2 * COUNT},  {"slanted", flat, COUNT + 1},
                 {"slanted back", flat, COUNT - 1}, {"even columns", &even[0][0], 0},
                 {"next even", &even[0][0], 1},     {"next level", &deep[0][0], 0},
                 {"another seed", &other[0][0], 0}};
    int n = (ROWS - 3) * COUNT;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        double product = 0.0, squares = 0.0;
        int equal = 0;
        for (int j = 0; j < n; j++) {
            double a = (double)flat[j], b = (double)pairs[i].other[j + pairs[i].shift];
            product += a * b;
            squares += (a * a - 1.0 / 3.0) * (b * b - 1.0 / 3.0);
            equal += a == b;
        }
        EXPECT_MSG(fabs(3.0 * product / n) < 5.0 / sqrt(n), "%s: r = %g", pairs[i].name,
                   3.0 * product / n);
        EXPECT_MSG(fabs(squares / n * 11.25) < 5.0 / sqrt(n), "%s: squares %g", pairs[i].name,
                   squares / n * 11.25);
        EXPECT_MSG(equal <= 1, "%s: %d equal", pairs[i].name, equal);
    }
}

typedef struct stretch {
    float at[3];
} stretch;

static int stretch_order(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(stretch));
}

/* Rows are keyed by 64 bits; with 32 bits some pair of 4096 rows would be the same numbers,
 * shifted. Stretches are sorted by their contents, so that such a pair would meet. */
TEST(diamond_square_rows_share_no_stretch_of_numbers)
{
    enum { COUNT = 4096, ROWS = 4096, MOST = 1 << 17 };
    static float row[COUNT + DIAMOND_RUN];
    rl_map_rules rules = plain_rules();
    diamond_noise noise;
    diamond_noise_init(&noise, 1, 1, &rules, RL_KERNELS_BEST);
    stretch *picked = malloc(MOST * sizeof *picked);
    ck_assert_ptr_nonnull(picked);
    int count = 0;
    for (int y = 0; y < ROWS; y++) {
        diamond_noise_row(&noise, 12, y, 0, COUNT, 1.0f, row);
        for (int i = 0; i + 2 < COUNT; i++)
            if (((int)(row[i] * 0x1p23f) >> 1 & 255) == 7 && count < MOST)
                memcpy(&picked[count++], row + i, sizeof *picked);
    }
    ck_assert_int_gt(count, ROWS * COUNT / 256 / 2);
    qsort(picked, (size_t)count, sizeof *picked, stretch_order);
    for (int i = 1; i < count; i++)
        EXPECT(stretch_order(&picked[i - 1], &picked[i]) != 0);
    free(picked);
}

TEST(diamond_square_normal_noise_is_normal)
{
    enum { COUNT = 4096 };
    static float row[COUNT];
    rl_map_rules rules = plain_rules();
    rules.noise = RL_MAP_GAUSS;
    diamond_noise noise;
    diamond_noise_init(&noise, 1, 1, &rules, RL_KERNELS_BEST);
    moments m = {.n = 0};
    double beyond[5] = {0};
    for (int y = 0; y < SUPPORT_PART(400); y++) {
        diamond_noise_row(&noise, 3, y, 0, COUNT, 1.0f, row);
        for (int i = 0; i < COUNT; i++) {
            double deviations = (double)row[i] * sqrt(3.0);
            moments_add(&m, deviations);
            for (int k = 1; k < 5; k++)
                beyond[k] += fabs(deviations) > k;
        }
    }
    ck_assert(fabs(m.sum / m.n) < 5.0 / sqrt(m.n));
    ck_assert(fabs(m.squares / m.n - 1.0) < 5.0 * sqrt(2.0 / m.n));
    ck_assert_msg(fabs(m.fourths / m.n - 3.0) < 0.03 + 5.0 * sqrt(96.0 / m.n), "%g",
                  m.fourths / m.n);
    static const double share[] = {0, 0.3173105, 0.0455003, 0.0026998, 0.0000633};
    for (int k = 1; k < 5; k++)
        EXPECT_MSG(fabs(beyond[k] / m.n - share[k]) < 0.02 * share[k] + 5.0 * sqrt(share[k] / m.n),
                   "beyond %d deviations: %g", k, beyond[k] / m.n);
}

/* Noise that only lifts raises the middle above the border; symmetric noise does not. */
TEST(diamond_square_lifts_the_middle_only_when_asked_for)
{
    enum { SIDE = 65, SEEDS = SUPPORT_PART(1500) };
    for (int one_sided = 0; one_sided < 2; one_sided++) {
        rl_map_rules rules = plain_rules();
        rules.one_sided = one_sided;
        rules.spread = 0.5;
        rules.persistence = 0.6;
        for (int i = 0; i < 4; i++)
            rules.corner[i] = 0.01;
        double border = 0.0, inside = 0.0, squares = 0.0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            heightmap map = map_made(SIDE, SIDE, &rules, seed);
            double edge = 0.0, all = 0.0;
            for (int i = 0; i < SIDE * SIDE; i++) {
                int x = i % SIDE, y = i / SIDE;
                all += (double)map.h[i];
                if (x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1)
                    edge += (double)map.h[i];
            }
            double rest = (all - edge) / ((SIDE - 2) * (SIDE - 2));
            edge /= 4 * (SIDE - 1);
            border += edge / SEEDS;
            inside += rest / SEEDS;
            squares += (rest - edge) * (rest - edge) / SEEDS;
            free(map.h);
        }
        if (one_sided)
            EXPECT_MSG(inside - border > 0.1, "inside %g, border %g", inside, border);
        else
            EXPECT_MSG(fabs(inside - border) < 5.0 * sqrt(squares / SEEDS), "inside %g, border %g",
                       inside, border);
    }
}

/* ---- wrap ------------------------------------------------------------------------------- */

/* First and second differences across a lattice line, squared. */
static void differences_add(const heightmap *map, int line, int across, double *first,
                            double *second)
{
    int n = map->width;
    for (int i = 0; i < n; i++) {
        double h[3];
        for (int k = 0; k < 3; k++) {
            int p = (line + k - 1 + n) % n;
            h[k] = (double)(across ? at(map, i, p) : at(map, p, i));
        }
        *first += (h[1] - h[0]) * (h[1] - h[0]) / n;
        *second += (h[0] - 2 * h[1] + h[2]) * (h[0] - 2 * h[1] + h[2]) / n;
    }
}

/* How far the seam lies from the other three coarse lines, in standard errors. */
static double seam_shows(const rl_map_rules *rules, int side, int seeds)
{
    double worst = 0.0;
    for (int across = 0; across < 2; across++) {
        double sum[2] = {0}, squares[2] = {0};
        for (int seed = 0; seed < seeds; seed++) {
            heightmap map = map_made(side, side, rules, (uint64_t)seed);
            double of_line[4][2];
            memset(of_line, 0, sizeof of_line);
            for (int line = 0; line < 4; line++)
                differences_add(&map, line * side / 4, across, &of_line[line][0],
                                &of_line[line][1]);
            for (int k = 0; k < 2; k++) {
                double others = (of_line[1][k] + of_line[2][k] + of_line[3][k]) / 3.0;
                sum[k] += of_line[0][k] - others;
                squares[k] += (of_line[0][k] - others) * (of_line[0][k] - others);
            }
            free(map.h);
        }
        for (int k = 0; k < 2; k++) {
            double score = fabs(sum[k]) / sqrt(squares[k]);
            worst = score > worst ? score : worst;
        }
    }
    return worst;
}

TEST(diamond_square_torus_has_no_statistical_seam)
{
    for (int number = 8; number < 16; number++) { /* all rules that wrap, at spread 1 */
        rl_map_rules rules = rules_of(number);
        double score = seam_shows(&rules, 64, SUPPORT_PART(400));
        EXPECT_MSG(score < 4.5, "rules %d: the seam lies %g standard errors away", number, score);
    }
    rl_map_rules open = plain_rules();
    double score = seam_shows(&open, 64, SUPPORT_PART(400));
    ck_assert_msg(score > 4.5, "a map that does not wrap shows no seam: %g", score);
}

/* ---- blur, scores --------------------------------------------------------------------- */

TEST(map_blur_averages_nine_cells)
{
    static const int sizes[][2] = {{1, 1}, {2, 2},   {3, 3},   {1, 9},
                                   {9, 2}, {40, 33}, {64, 64}, {5, 300}};
    for (int wrap = 0; wrap < 2; wrap++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            int width = sizes[i][0], height = sizes[i][1];
            rl_map_rules rules = plain_rules();
            rules.wrap = wrap;
            heightmap map = map_made(width, height, &rules, 1),
                      before = map_made(width, height, &rules, 1);
            heightmap_work work = work_of(&rules, 1);
            ck_assert_int_eq(heightmap_blur(&map, &work, NULL), RL_OK);
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++) {
                    double sum = 0.0;
                    int count = 0;
                    for (int k = 0; k < 9; k++) {
                        int u = x + k % 3 - 1, v = y + k / 3 - 1;
                        if (!wrap && (u < 0 || v < 0 || u >= width || v >= height))
                            continue;
                        sum += (double)at(&before, (u + width) % width, (v + height) % height);
                        count++;
                    }
                    EXPECT_MSG(fabs(sum / count - (double)at(&map, x, y)) < 1e-6,
                               "%d x %d, wrap %d: (%d, %d)", width, height, wrap, x, y);
                }
            free(map.h);
            free(before.h);
        }
}

TEST(map_blur_of_a_shifted_tile_is_shifted)
{
    enum { SIDE = 300, X = 13, Y = 29 };
    rl_map_rules rules = plain_rules();
    rules.wrap = 1;
    heightmap map = map_made(SIDE, SIDE, &rules, 1), moved = map_new(SIDE, SIDE, 1);
    for (int i = 0; i < SIDE * SIDE; i++)
        moved.h[i] = at(&map, (i % SIDE + X) % SIDE, (i / SIDE + Y) % SIDE);
    heightmap_work work = work_of(&rules, 1);
    ck_assert_int_eq(heightmap_blur(&map, &work, NULL), RL_OK);
    work.threads = 3;
    ck_assert_int_eq(heightmap_blur(&moved, &work, NULL), RL_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        ck_assert(moved.h[i] == at(&map, (i % SIDE + X) % SIDE, (i / SIDE + Y) % SIDE));
    free(map.h);
    free(moved.h);
}

TEST(map_blur_is_equal_for_any_threads)
{
    enum { WIDTH = 700, HEIGHT = 2500 };
    for (int wrap = 0; wrap < 2; wrap++) {
        rl_map_rules rules = plain_rules();
        rules.wrap = wrap;
        heightmap alone = map_made(WIDTH, HEIGHT, &rules, 1);
        heightmap_work work = work_of(&rules, 1);
        ck_assert_int_eq(heightmap_blur(&alone, &work, NULL), RL_OK);
        for (work.threads = 2; work.threads < 8; work.threads++) {
            heightmap map = map_made(WIDTH, HEIGHT, &rules, 1);
            ck_assert_int_eq(heightmap_blur(&map, &work, NULL), RL_OK);
            ck_assert_msg(same_bits(&alone, &map), "%d threads", work.threads);
            free(map.h);
        }
        free(alone.h);
    }
}

/* Olsen's measure: deviation over mean of the largest difference to four neighbours. */
static double erosion_score(const heightmap *map)
{
    double sum = 0.0, squares = 0.0, n = (double)map->width * map->height;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            int left = (x + map->width - 1) % map->width, right = (x + 1) % map->width;
            int up = (y + map->height - 1) % map->height, down = (y + 1) % map->height;
            float h = at(map, x, y), slope = fabsf(h - at(map, left, y));
            slope = fmaxf(slope, fabsf(h - at(map, right, y)));
            slope = fmaxf(slope, fabsf(h - at(map, x, up)));
            slope = fmaxf(slope, fabsf(h - at(map, x, down)));
            sum += (double)slope;
            squares += (double)slope * (double)slope;
        }
    double mean = sum / n;
    return sqrt(squares / n - mean * mean) / mean;
}

TEST(diamond_square_erosion_scores_equal_the_published_ones)
{
    /* Olsen 2004, table 1: uniform, Gaussian, smoothed, whose anchors he leaves open (make
     * bench-maps has it from 2 x 2 and from 4 x 4 of them) */
    static const double published[] = {0.401, 0.438, 0.478}, within[] = {0.05, 0.05, 0.12};
    const int seeds[] = {SUPPORT_PART(40), SUPPORT_PART(40), 100}; /* smoothed ones differ */
    for (int kind = 0; kind < 3; kind++) {
        rl_map_rules rules = plain_rules();
        rules.wrap = 1;
        rules.noise = kind == 1 ? RL_MAP_GAUSS : RL_MAP_UNIFORM;
        rules.smoothed = kind == 2;
        double score = 0.0;
        for (uint64_t seed = 0; seed < (uint64_t)seeds[kind]; seed++) {
            heightmap map = map_made(512, 512, &rules, seed);
            score += erosion_score(&map) / seeds[kind];
            free(map.h);
        }
        EXPECT_MSG(fabs(score / published[kind] - 1.0) < within[kind], "%g, published %g", score,
                   published[kind]);
    }
}

/* Every compiler, machine and option must give these bits. */
TEST(diamond_square_bits_are_fixed)
{
    static const uint64_t golden[2] = {UINT64_C(0x28849b6f78c07a06), UINT64_C(0x96403e7a8e9ce4a9)};
    for (int blur = 0; blur < 2; blur++) {
        uint64_t sum = 0;
        for (int number = 0; number < RULES; number++) {
            rl_map_rules rules = rules_of(number);
            heightmap map = map_made(150, 97, &rules, (uint64_t)number);
            heightmap_work work = work_of(&rules, 1);
            if (blur)
                ck_assert_int_eq(heightmap_blur(&map, &work, NULL), RL_OK);
            for (int i = 0; i < map.width * map.height; i++) {
                uint32_t bits;
                memcpy(&bits, &map.h[i], sizeof bits);
                sum = hash_mix(sum + bits);
            }
            free(map.h);
        }
        EXPECT_MSG(sum == golden[blur], "0x%016llx", (unsigned long long)sum);
    }
}

/* ---- failures ------------------------------------------------------------------------------- */

static int stop_soon(void *user, const char *what, double done)
{
    double *last = user;
    ck_assert(what != NULL && done > *last && done <= 1.0);
    *last = done;
    return done > 0.4;
}

TEST(diamond_square_reports_progress_and_can_be_cancelled)
{
    rl_map_rules rules = plain_rules();
    heightmap map = map_new(33, 2000, 0);
    heightmap_work work = work_of(&rules, 1);
    double last = 0.0;
    work.progress = stop_soon;
    work.user = &last;
    ck_assert_int_eq(diamond_square_fill(&map, 1, &work, NULL), RL_CANCELLED);
    ck_assert(last > 0.4 && last < 0.6);
    free(map.h);
}

/* ---- maps that join ------------------------------------------------------------- */

/* Returns the mean step between neighbours of a row, from column `from` to column `to`. */
static double mean_step(const heightmap *map, int from, int to)
{
    double sum = 0.0;
    for (int y = 0; y < map->height; y++)
        for (int x = from; x < to; x++)
            sum += fabs((double)at(map, x + 1, y) - (double)at(map, x, y));
    return sum / map->height / (to - from);
}

static heightmap joined_map(const rl_map_rules *rules, uint64_t seed)
{
    enum { SIDE = 129 };
    heightmap map = map_new(SIDE, SIDE, 0);
    heightmap_work work = work_of(rules, seed);
    OK(diamond_square_fill(&map, STREAM_MAP, &work, &error));
    return map;
}

/* Tiles of all zooms, at the edges and inside, beside the map of zoom 0 that they are parts of. */
TEST(tile_equals_its_part_of_the_larger_map)
{
    enum { SIDE = 17, MOST_ZOOM = 3 };
    static const int methods[] = {RL_MAP_DIAMOND_SQUARE, RL_MAP_MIDPOINT};
    for (int method = 0; method < 2; method++)
        for (int zoom = 0; zoom <= MOST_ZOOM; zoom++) {
            int parts = 1 << zoom, side = (SIDE - 1) * parts + 1;
            rl_map_rules rules = plain_rules();
            rules.method = methods[method];
            rules.edge_seed = 4;
            rules.tile_x = -1;
            rules.tile_y = 2;
            heightmap whole = map_new(side, side, 0), tile = map_new(SIDE, SIDE, 0);
            heightmap_work work = work_of(&rules, 9);
            OK(diamond_square_fill(&whole, STREAM_MAP, &work, &error));
            rules.zoom = zoom;
            for (int i = 0; i < parts * parts; i++) {
                int x = i % parts, y = i / parts, differ = 0;
                rules.tile_x = x - parts;
                rules.tile_y = y + 2 * parts;
                OK(diamond_square_fill(&tile, STREAM_MAP, &work, &error));
                for (int k = 0; k < SIDE * SIDE; k++)
                    differ += at(&tile, k % SIDE, k / SIDE) !=
                              at(&whole, x * (SIDE - 1) + k % SIDE, y * (SIDE - 1) + k / SIDE);
                EXPECT_MSG(differ == 0, "tile %d/%d/%d: %d heights differ", zoom, x, y, differ);
            }
            free(whole.h);
            free(tile.h);
        }
}

/* Every second sample of four tiles is one of the tile that they divide, to the bit. */
TEST(tile_refines_the_tile_of_the_zoom_before)
{
    rl_map_rules rules = plain_rules();
    rules.persistence = 0.8;
    rules.edge_seed = 0;
    rules.zoom = 2;
    rules.tile_x = 3;
    rules.tile_y = 1;
    heightmap parent = joined_map(&rules, 3);
    rules.zoom = 3;
    for (int i = 0; i < 4; i++) {
        rules.tile_x = 6 + i % 2;
        rules.tile_y = 2 + i / 2;
        heightmap child = joined_map(&rules, 3);
        int half = (child.width - 1) / 2, differ = 0;
        for (int y = 0; y <= half; y++)
            for (int x = 0; x <= half; x++)
                differ +=
                    at(&child, 2 * x, 2 * y) != at(&parent, i % 2 * half + x, i / 2 * half + y);
        EXPECT_MSG(differ == 0, "child %d: %d heights differ", i, differ);
        free(child.h);
    }
    free(parent.h);
}

/* Maps of four seeds side by side and one below the other; then four tiles of an endless map. */
TEST(maps_of_one_edge_seed_join_without_a_step)
{
    for (int has_place = 0; has_place < 2; has_place++) {
        double over = 0.0, inside = 0.0;
        for (int edge_seed = 1; edge_seed <= 12; edge_seed++) {
            heightmap map[2][2];
            for (int y = 0; y < 2; y++)
                for (int x = 0; x < 2; x++) {
                    rl_map_rules rules = plain_rules();
                    rules.edge_seed = edge_seed;
                    rules.tile_x = has_place ? x - 1 : RL_AUTO;
                    rules.tile_y = has_place ? y : RL_AUTO;
                    map[y][x] = joined_map(&rules, has_place ? 5 : (uint64_t)(2 * y + x));
                }
            int last = map[0][0].width - 1;
            for (int i = 0; i <= last; i++) {
                EXPECT(at(&map[0][0], last, i) == at(&map[0][1], 0, i));
                EXPECT(at(&map[1][0], last, i) == at(&map[1][1], 0, i));
                EXPECT(at(&map[0][0], i, last) == at(&map[1][0], i, 0));
                EXPECT(at(&map[0][1], i, last) == at(&map[1][1], i, 0));
                /* Only maps without a place join a map of another seed at any side. */
                if (i == last / 2)
                    EXPECT((at(&map[0][0], 0, i) == at(&map[0][1], last, i)) == !has_place);
            }
            EXPECT(at(&map[0][0], last / 2, last / 2) != at(&map[0][1], last / 2, last / 2));
            over += mean_step(&map[0][0], last - 1, last) + mean_step(&map[0][1], 0, 1);
            inside += mean_step(&map[0][0], 5, last - 5) + mean_step(&map[0][1], 5, last - 5);
            for (int i = 0; i < 4; i++)
                free(map[i / 2][i % 2].h);
        }
        EXPECT_MSG(over <= 1.2 * inside, "step over the seam: %.3f of the step inside",
                   over / inside);
    }
}
