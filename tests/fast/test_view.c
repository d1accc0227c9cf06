/* test_view.c - the plate and its parts: light, tints, contours, rivers, margin. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "map/plate.h"
#include "map/plate_kernels.h"
#include "ridgeline-map.h"
#include "support/passes.h"
#include "support/support.h"

#define SIDE 65
#define PI 3.14159265358979324

/* ---- maps to look at ------------------------------------------------------------- */

static rl_map_rules plain_rules(void)
{
    rl_map_rules rules;
    memset(&rules, 0, sizeof rules);
    strcpy(rules.tint_name, "atlas");
    rules.cell = 30.0;
    rules.relief = 2000.0;
    rules.azimuth = 315.0;
    rules.altitude = 45.0;
    rules.exaggeration = 1.0;
    rules.shade = 0.6;
    rules.edge_seed = RL_AUTO;
    return rules;
}

static heightmap rough_map(uint64_t seed, int width, int height)
{
    heightmap map = heights_new(width, height, 0);
    chance c = chance_from(seed);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            map.h[y * width + x] = (float)(0.5 + 0.3 * sin(x * 0.11 + 1.0) * cos(y * 0.07) +
                                           chance_real(&c, -0.02, 0.02));
    return map;
}

/* h = base + east * x + south * y */
static heightmap plane_map(double base, double east, double south)
{
    heightmap map = heights_new(SIDE, SIDE, 0);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            map.h[y * SIDE + x] = (float)(base + east * x + south * y);
    return map;
}

static heightmap_work work_for(const rl_map_rules *rules, int threads)
{
    heightmap_work work = {.threads = threads, .seed = 1, .rules = rules};
    return work;
}

typedef struct painted {
    int width, height;
    uint8_t *rgb;
} painted;

static painted paint_by(int kernels, const heightmap *map, const rl_map_rules *rules, int threads,
                        int band)
{
    view seen = {.kind = &view_plate, .map = map};
    heightmap_work work = work_for(rules, threads);
    work.kernels = kernels;
    OK(view_plate.prepare(&seen, &work, &error));
    painted result = {seen.width, seen.height, NULL};
    size_t stride = (size_t)seen.width * 3;
    size_t bytes = stride * (size_t)seen.height;
    result.rgb = malloc(bytes + 3);
    EXPECT(result.rgb != NULL);
    memset(result.rgb, 0x5a, bytes + 3);
    for (int y = 0; y < seen.height; y += band) {
        int rows = seen.height - y < band ? seen.height - y : band;
        view_plate.rows(&seen, y, rows, result.rgb + (size_t)y * stride, stride);
    }
    EXPECT(memcmp(result.rgb + bytes, "ZZZ", 3) == 0); /* nothing behind the last pixel */
    arena_free(&seen.memory);
    return result;
}

static painted paint_plate(const heightmap *map, const rl_map_rules *rules, int threads, int band)
{
    return paint_by(RL_KERNELS_BEST, map, rules, threads, band);
}

static const uint8_t *pixel(const painted *p, int x, int y)
{
    return p->rgb + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
}

/* ---- hillshade --------------------------------------------------------------------- */

/* The formula as formats tell it, by libm. */
static double shade_by_libm(const heightmap *map, const rl_map_rules *r, int x, int y)
{
    double w[3][3];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int sx = (x + i - 1 + map->width) % map->width;
            int sy = (y + j - 1 + map->height) % map->height;
            w[j][i] = (double)map->h[sy * map->width + sx] * r->relief;
        }
    double az = r->azimuth * PI / 180.0;
    double alt = r->altitude * PI / 180.0;
    double z = r->exaggeration / (8.0 * r->cell);
    double dx = (w[0][2] + 2 * w[1][2] + w[2][2] - w[0][0] - 2 * w[1][0] - w[2][0]) * z;
    double dy = (w[0][0] + 2 * w[0][1] + w[0][2] - w[2][0] - 2 * w[2][1] - w[2][2]) * z;
    double s = (-dx * sin(az) * cos(alt) - dy * cos(az) * cos(alt) + sin(alt)) /
               sqrt(1 + dx * dx + dy * dy);
    return s <= 0.0 ? 1.0 : 1.0 + 254.0 * s;
}

/* The shades of a row by the plate's kernel, as GIS tools count them: 1..255. */
static void shade_row(const heightmap *map, const rl_map_rules *rules, int y, double *shades)
{
    float lines[3][PLATE_LINE] = {{0}}, shade[PLATE_LINE];
    plate_light light = plate_light_of(rules, &(heightmap_ground){0}, 1);
    for (int i = 0; i < 3; i++)
        plate_line_take(map, -1, y + i - 1, map->width + 2, lines[i]);
    plate_rows rows = {lines[0] + 1, lines[1] + 1, lines[2] + 1};
    plate_kernels_of[CPU_PLAIN]->shade(&light, rows, shade, map->width);
    for (int x = 0; x < map->width; x++)
        shades[x] = 1.0 + 254.0 * (double)shade[x];
}

static void expect_shades(const heightmap *map, const rl_map_rules *rules)
{
    double row[200];
    for (int y = 0; y < map->height; y++) {
        shade_row(map, rules, y, row);
        for (int x = 0; x < map->width; x++) {
            int border = x == 0 || y == 0 || x == map->width - 1 || y == map->height - 1;
            double want = shade_by_libm(map, rules, x, y);
            /* The kernel computes in single precision. */
            if (!border || map->wrap)
                EXPECT_MSG(fabs(row[x] - want) <= 0.05, "%d,%d: %f, not %f", x, y, row[x], want);
        }
    }
}

TEST(hillshade_equals_horns_formula)
{
    static const double lights[][4] = {
        {315, 45, 1, 30}, {90, 20, 2, 30}, {0, 60, 5, 10}, {225, 5, 1, 90}, {359.5, 89, 3, 1}};
    for (int wrap = 0; wrap < 2; wrap++)
        for (int i = 0; i < 5; i++) {
            rl_map_rules rules = plain_rules();
            rules.azimuth = lights[i][0];
            rules.altitude = lights[i][1];
            rules.exaggeration = lights[i][2];
            rules.cell = lights[i][3];
            heightmap map = rough_map((uint64_t)i, 61 + i, 40);
            map.wrap = wrap;
            expect_shades(&map, &rules);
            free(map.h);
        }
}

/* ---- tints: files -------------------------------------------------------------------- */

TEST(long_tint_files_are_thinned)
{
    static char text[64 * 1100];
    size_t used = 0;
    for (int i = 0; i < 1000; i++) {
        int red = (int)(127.5 + 127.5 * sin(i * 0.01));
        used += (size_t)sprintf(text + used, "%d %d %d 9\n", i, red, i / 4);
    }
    rl_map_rules rules = plain_rules();
    error = (rl_error){RL_OK, ""};
    OK(tint_parse(&rules, text, used, "t", &error));
    ck_assert_int_le(rules.tint_count, RL_MAX_TINT);
    ck_assert_int_gt(rules.tint_count, 20);
    /* What is left draws the same ramp, within 2 levels. */
    for (int i = 0; i < 1000; i++) {
        int n = 1;
        while (n < rules.tint_count - 1 && rules.tint[n].at < i)
            n++;
        const rl_tint *a = &rules.tint[n - 1];
        const rl_tint *b = &rules.tint[n];
        double t = (i - a->at) / (b->at - a->at);
        double red = (a->colour >> 16) + t * ((b->colour >> 16) - (a->colour >> 16));
        EXPECT_MSG(fabs(red - (int)(127.5 + 127.5 * sin(i * 0.01))) < 2.0, "%d: %f", i, red);
    }
    for (int i = 1000; i < 1030; i++)
        used += (size_t)sprintf(text + used, "%d %d 0 9\n", i, i % 2);
    ck_assert_int_eq(tint_parse(&rules, text, used, "t", &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "t:1025: 1024: must be one of at most 1024 stops");
}

/* ---- tints: tables ---------------------------------------------------------------------- */

static double srgb_of(float linear)
{
    double l = (double)linear;
    return 255.0 * (l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055);
}

static void expect_entry(const tint_table *table, int i, int r, int g, int b)
{
    EXPECT_MSG(fabs(srgb_of(table->r[i]) - r) < 1.01 && fabs(srgb_of(table->g[i]) - g) < 1.01 &&
                   fabs(srgb_of(table->b[i]) - b) < 1.01,
               "entry %d: %f %f %f", i, srgb_of(table->r[i]), srgb_of(table->g[i]),
               srgb_of(table->b[i]));
}

TEST(tint_table_interpolates_between_stops)
{
    static const char text[] = "25% 100 0 200\n75% 200 50 0\n75% 0 0 0\n";
    rl_map_rules rules = plain_rules();
    tint_table table;
    OK(tint_parse(&rules, text, strlen(text), "t", &error));
    tint_make(&table, &rules, 0.2, 0.9);
    expect_entry(&table, 0, 100, 0, 200); /* the ends go on */
    expect_entry(&table, 200, 100, 0, 200);
    expect_entry(&table, 512, 150, 25, 100);
    expect_entry(&table, 766, 200, 50, 0);
    expect_entry(&table, 769, 0, 0, 0); /* a hard edge */
    expect_entry(&table, 1023, 0, 0, 0);
}

TEST(tint_metres_are_placed_in_the_range_of_the_map)
{
    static const char text[] = "1000 0 0 0\n2000 200 200 200\n";
    rl_map_rules rules = plain_rules(); /* 2000 m from 0 to 1 */
    tint_table table;
    OK(tint_parse(&rules, text, strlen(text), "t", &error));
    tint_make(&table, &rules, 0.25, 1.25); /* 500 to 2500 m */
    expect_entry(&table, 255, 0, 0, 0);
    expect_entry(&table, 512, 100, 100, 100);
    expect_entry(&table, 768, 200, 200, 200);
    expect_entry(&table, 1023, 200, 200, 200);
}

/* In a file with both, only the map decides which comes first. */
TEST(tint_stops_in_metres_and_shares_are_ordered_on_the_map)
{
    static const char *const texts[] = {
        "25% 10 0 0\n1000 90 90 90\n75% 200 0 50\n1900 0 0 0\n",
        "1900 0 0 0\n75% 200 0 50\n1000 90 90 90\n25% 10 0 0\n",
    };
    tint_table table[2];
    for (int i = 0; i < 2; i++) {
        rl_map_rules rules = plain_rules(); /* 2000 m from 0 to 1 */
        OK(tint_parse(&rules, texts[i], strlen(texts[i]), "t", &error));
        tint_make(&table[i], &rules, 0.0, 1.0);
        expect_entry(&table[i], 512, 90, 90, 90);
    }
    EXPECT(memcmp(&table[0], &table[1], sizeof table[0]) == 0);
}

static int is_ramp(const char *name)
{
    for (size_t i = 0; rl_tint_name(i) != NULL; i++)
        if (strcmp(rl_tint_name(i), name) == 0)
            return 1;
    return 0;
}

TEST(each_tint_name_is_a_ramp)
{
    size_t count = 0;
    for (; rl_tint_name(count) != NULL; count++) {
        rl_map_rules rules = plain_rules();
        strcpy(rules.tint_name, rl_tint_name(count));
        OK(tint_resolve(&rules, &error));
        ck_assert_int_ge(rules.tint_count, 5);
        for (int i = 1; i < rules.tint_count; i++)
            ck_assert(rules.tint[i].at >= rules.tint[i - 1].at);
        ck_assert(count == 0 || strcmp(rl_tint_name(count - 1), rl_tint_name(count)) < 0);
    }
    ck_assert_uint_ge(count, 8);
    for (size_t i = 0; rl_palette_builtin_name(i) != NULL; i++) {
        rl_map_rules rules = plain_rules();
        tint_table land;
        tint_table water;
        strcpy(rules.tint_name, rl_palette_builtin_name(i));
        if (is_ramp(rules.tint_name)) /* it comes first */
            continue;
        OK(tint_resolve(&rules, &error));
        tint_make(&land, &rules, 0.0, 1.0);
        tint_make_sea(&water, &rules);
        /* Deep water is darker than the shore. */
        EXPECT_MSG(water.g[1023] < water.g[0], "%s", rules.tint_name);
        EXPECT_MSG(land.g[1023] > land.g[0], "%s", rules.tint_name);
    }
}

TEST(unknown_tint_suggests_the_nearest_name)
{
    static const char *const cases[][2] = {
        {"atals", "tint.name = atals: no such ramp or palette: did you mean atlas?"},
        {"violett", "tint.name = violett: no such ramp or palette: did you mean violet?"},
        {"qqqqqqqq",
         "tint.name = qqqqqqqq: no such ramp or palette: must be one of alpine, arctic"},
    };
    for (int i = 0; i < 3; i++) {
        rl_map_rules rules = plain_rules();
        error = (rl_error){RL_OK, ""};
        strcpy(rules.tint_name, cases[i][0]);
        ck_assert_int_eq(tint_resolve(&rules, &error), RL_BAD_ARGUMENT);
        ck_assert_ptr_eq(strstr(error.text, cases[i][1]), error.text);
    }
}

TEST(named_tints_begin_at_sea_level)
{
    rl_map_rules rules = plain_rules();
    double from;
    double to;
    rules.sea = 0.4;
    tint_range(&rules, 0.1, 0.9, &from, &to);
    ck_assert(from == 0.4 && to == 0.9);
    rules.sea = 0.05; /* the map is all land */
    tint_range(&rules, 0.1, 0.9, &from, &to);
    ck_assert(from == 0.1 && to == 0.9);
    strcpy(rules.tint_name, "bands"); /* heights of the article */
    tint_range(&rules, 0.1, 0.9, &from, &to);
    ck_assert(from == 0.0 && to == 1.0);
    rules.sea = 0.4;
    rules.tint_name[0] = '\0'; /* a file's shares are of the whole range */
    tint_range(&rules, 0.1, 0.9, &from, &to);
    ck_assert(from == 0.1 && to == 0.9);
    tint_range(&rules, 0.5, 0.5, &from, &to);
    ck_assert(to > from);
}

TEST(bands_tint_changes_at_the_heights_of_the_article)
{
    static const double edges[] = {0.50, 0.55, 0.60, 0.70};
    rl_map_rules rules = plain_rules();
    tint_table table;
    strcpy(rules.tint_name, "bands");
    OK(tint_resolve(&rules, &error));
    tint_make(&table, &rules, 0.0, 1.0);
    int edge = 0;
    for (int i = 1; i < 1024; i++) {
        if (fabs(srgb_of(table.r[i]) - srgb_of(table.r[i - 1])) < 0.5)
            continue;
        ck_assert_int_lt(edge, 4);
        ck_assert_double_eq_tol((i - 0.5) / 1023, edges[edge], 0.001);
        edge++;
    }
    ck_assert_int_eq(edge, 4);
}

/* ---- generalising and contours ----------------------------------------------------------- */

TEST(generalised_plane_is_the_plane)
{
    rl_map_rules rules = plain_rules();
    heightmap_work work = work_for(&rules, 2);
    heightmap map = plane_map(0.1, 0.006, -0.003);
    float *out = malloc(sizeof(float) * SIDE * SIDE);
    heightmap to = {SIDE, SIDE, map.wrap, out};
    OK(generalise_map(&map, &to, 1, 4.0, &work, &error));
    for (int i = 0; i < SIDE * SIDE; i++)
        EXPECT_MSG(fabs((double)(out[i] - map.h[i])) < 2e-6, "%d: %.9g", i, (double)out[i]);
    free(out);
    free(map.h);
}

TEST(generalising_equals_a_gaussian_blur)
{
    rl_map_rules rules = plain_rules();
    heightmap_work work = work_for(&rules, 1);
    for (int wrap = 0; wrap < 2; wrap++) {
        heightmap map = plane_map(0.0, 0.0, 0.0);
        map.wrap = wrap;
        int cx = wrap ? 1 : 32; /* near the seam: the rest comes in on the other side */
        map.h[32 * SIDE + cx] = 1.0F;
        float *out = malloc(sizeof(float) * SIDE * SIDE);
        heightmap to = {SIDE, SIDE, wrap, out};
        OK(generalise_map(&map, &to, 1, 2.0, &work, &error));
        double sum = 0.0;
        double spread = 0.0;
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                int dx = (x - cx + SIDE + SIDE / 2) % SIDE - SIDE / 2;
                double share = (double)out[y * SIDE + x];
                sum += share;
                spread += share * dx * dx;
            }
        ck_assert_double_eq_tol(sum, 1.0, 1e-5);
        ck_assert_double_eq_tol(spread, 4.0, 0.15); /* it is cut at 3.5 deviations */
        free(out);
        free(map.h);
    }
}

/* How much of a pixel the contours take. */
static float contour_at(const plate_contours *contours, const heightmap *map, int x, int y)
{
    float lines[3][PLATE_LINE] = {{0}}, flatness[PLATE_LINE], covered[PLATE_LINE];
    for (int i = 0; i < 3; i++)
        plate_line_take(map, x - 1, y + i - 1, 3, lines[i]);
    plate_rows rows = {lines[0] + 1, lines[1] + 1, lines[2] + 1};
    plate_kernels_of[CPU_PLAIN]->flatness(rows, flatness, 1);
    plate_kernels_of[CPU_PLAIN]->contours(contours, rows.mid, flatness, covered, 1);
    return covered[0];
}

/* The plane rises by one interval in `gap` pixels along x. Each line covers `width` pixels in
 * all, at levels in metres from 0. */
TEST_LOOP(contours_lie_at_their_levels_and_have_their_width, 2)
{
    const double gap = 8.0;
    const heightmap_ground ground = {.base = 1330.0 * _i};
    const int first = _i == 0 ? 0 : 14;
    rl_map_rules rules = plain_rules();
    rules.contours = 100.0; /* 20 lines from 0 to 1 */
    heightmap map = plane_map(0.05 * 0.3, 0.05 / gap, 0.0);
    plate_contours lines = plate_contours_of(&rules, &ground, 1.0);
    for (int level = first + 1; level < first + 7; level++) {
        double place = (level - 0.3 - ground.base / rules.contours) * gap;
        double mass = 0.0;
        double middle = 0.0;
        for (int x = (int)(place - 0.5 * gap) + 1; x <= (int)(place + 0.5 * gap); x++) {
            double covered = (double)contour_at(&lines, &map, x, 30);
            mass += covered;
            middle += covered * x;
            EXPECT(fabs(x - place) < 2.0 || covered == 0.0);
        }
        double width = (double)(level % 5 == 0 ? lines.index_width : lines.width);
        EXPECT_MSG(fabs(middle / mass - place) < 0.25, "level %d: %f %f", level, middle / mass,
                   place);
        EXPECT_MSG(fabs(mass - width) < 0.4, "level %d: %f wide, not %f", level, mass, width);
    }
    free(map.h);
}

/* The map or its base has more lines than an int counts. */
TEST(contours_beyond_an_int_are_not_drawn)
{
    rl_map_rules rules = plain_rules();
    rules.relief = 1e6;
    rules.contours = 1e-3;
    EXPECT(plate_contours_of(&rules, &(heightmap_ground){0}, 1.0).levels == 0.0F);
    rules.contours = 1.0;
    EXPECT(plate_contours_of(&rules, &(heightmap_ground){0}, 1.0).levels > 0.0F);
    for (int sign = -1; sign <= 1; sign += 2)
        EXPECT(plate_contours_of(&rules, &(heightmap_ground){.base = sign * 1e30}, 1.0).levels ==
               0.0F);
}

/* ---- the plate ------------------------------------------------------------------------------- */

static rl_map_rules full_rules(int frame)
{
    rl_map_rules rules = plain_rules();
    rules.sea = 0.45;
    rules.contours = 100.0;
    rules.rivers = 0.7;
    rules.frame = frame;
    OK(tint_resolve(&rules, &error));
    return rules;
}

/* From 2048 samples a side broad features are kept at fewer samples. */
TEST(large_map_picture_resembles_the_small_one)
{
    rl_map_rules rules = full_rules(0);
    rules.contours = rules.rivers = 0.0;
    rules.azimuth = 315.0;
    heightmap small = rough_map(3, 33, 33), large = rough_map(3, 2049, 2049);
    for (int y = 0; y < 2049; y++)
        for (int x = 0; x < 2049; x++) {
            const float *h = small.h + (y / 64) * 33 + x / 64;
            float u = (float)(x % 64) / 64.0F, v = (float)(y % 64) / 64.0F;
            int right = x / 64 < 32, down = y / 64 < 32 ? 33 : 0;
            float top = h[0] + (h[right] - h[0]) * u;
            float bottom = h[down] + (h[down + right] - h[down]) * u;
            large.h[y * 2049 + x] = top + (bottom - top) * v;
        }
    heightmap cut = large;
    cut.height = 2047; /* just below: a step of one pixel */
    painted fine = paint_plate(&cut, &rules, 2, 64), coarse = paint_plate(&large, &rules, 2, 64);
    for (int y = 40; y < 2000; y += 3)
        for (int x = 40; x < 2000; x++)
            for (int c = 0; c < 3; c++)
                EXPECT_MSG(abs(pixel(&fine, x, y)[c] - pixel(&coarse, x, y)[c]) <= 6, "%d,%d", x,
                           y);
    free(fine.rgb);
    free(coarse.rgb);
    free(small.h);
    free(large.h);
}

TEST(map_of_any_tiny_or_odd_size_is_painted)
{
    static const int sizes[][2] = {{1, 1},   {1, 9},   {9, 1},   {2, 2},   {3, 3},
                                   {129, 2}, {5, 257}, {127, 2}, {128, 3}, {255, 2}};
    for (int i = 0; i < 20; i++)
        for (int wrap = 0; wrap < 2; wrap++) {
            rl_map_rules rules = full_rules(i % 2);
            const int *size = sizes[i / 2];
            heightmap map = rough_map((uint64_t)i, size[0], size[1]);
            map.wrap = wrap;
            painted p = paint_plate(&map, &rules, 2, 64);
            ck_assert_int_ge(p.width, size[0]);
            free(p.rgb);
            free(map.h);
        }
}

TEST(map_picture_allocates_before_its_rows_and_frees_all)
{
    rl_map_rules rules = full_rules(1);
    heightmap map = rough_map(3, 70, 50);
    uint8_t *rgb = malloc(3 * 2000);
    for (long fail_at = 1;; fail_at++) {
        counted_memory memory;
        counted_memory_init(&memory, fail_at);
        view seen = {.kind = &view_plate, .map = &map, .memory = {.allocator = &memory.allocator}};
        heightmap_work work = work_for(&rules, 1);
        work.allocator = &memory.allocator;
        rl_status status = view_plate.prepare(&seen, &work, &error);
        if (status != RL_OK) {
            ck_assert_int_eq(status, RL_NO_MEMORY);
            arena_free(&seen.memory);
            ck_assert_int_eq(memory.live, 0);
            continue;
        }
        long calls = memory.calls;
        for (int y = 0; y < seen.height; y++)
            view_plate.rows(&seen, y, 1, rgb, 3 * (size_t)seen.width);
        ck_assert_int_eq(memory.calls, calls); /* rows allocate nothing */
        arena_free(&seen.memory);
        ck_assert_int_eq(memory.live, 0);
        ck_assert_int_gt(fail_at, 4);
        break;
    }
    free(rgb);
    free(map.h);
}

TEST(wrapped_map_picture_has_no_seam)
{
    rl_map_rules rules = full_rules(0);
    heightmap map = heights_new(64, 64, 0);
    map.wrap = 1;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            map.h[y * 64 + x] =
                (float)(0.5 + 0.3 * sin(2 * PI * x / 64.0) * cos(2 * PI * y / 64.0));
    rules.rivers = 0.0; /* they follow single cells */
    painted p = paint_plate(&map, &rules, 1, 64);
    heightmap shifted = heights_new(64, 64, 0);
    shifted.wrap = 1;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            shifted.h[y * 64 + x] = map.h[(y + 13) % 64 * 64 + (x + 40) % 64];
    painted q = paint_plate(&shifted, &rules, 1, 64);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            EXPECT_MSG(memcmp(pixel(&q, x, y), pixel(&p, (x + 40) % 64, (y + 13) % 64), 3) == 0,
                       "%d,%d", x, y);
    free(p.rgb);
    free(q.rgb);
    free(map.h);
    free(shifted.h);
}

/* Digits of seven pixels or more are between the neat line and the edge of the picture. */
TEST(scale_bar_digits_are_below_the_neat_line)
{
    static const int sides[] = {129, 150, 200, 257, 300, 384, 513, 1025};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        heightmap map = {.width = sides[i], .height = sides[i]};
        rl_map_rules rules = plain_rules();
        heightmap_work work = {.threads = 1, .rules = &rules};
        map.h = calloc((size_t)sides[i] * (size_t)sides[i], sizeof *map.h);
        arena memory = {.allocator = NULL};
        frame_plate frame;
        OK(frame_plate_prepare(&frame, &map, &work, &memory, &error));
        int first = frame.bottom, last = 0;
        for (int y = 0; y < frame.bottom; y++)
            for (int x = 0; x < map.width; x++)
                if (frame.foot.ink[y * map.width + x] > 60) {
                    first = y < first ? y : first;
                    last = y;
                }
        EXPECT_MSG(first > 3 * frame.hair + 2 * frame.bar, "%d: row %d", sides[i], first);
        EXPECT_MSG(last - first >= 12 && last < frame.bottom - 2, "%d: rows %d..%d of %d", sides[i],
                   first, last, frame.bottom);
        free(map.h);
        arena_free(&memory);
    }
}
