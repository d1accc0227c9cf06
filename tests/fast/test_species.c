/* test_species.c - every species and thing of near ground: within its box, the same plant at any
 * size, mirrored or in part.
 */
#include "layers/plants/species/ground.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

enum {
    KEYS = 4,
    WIDE = 3, /* columns painted, in heights of the plant */
    MOST_EDGES = 64000
};

/* What stands rely on: a plant is not wider or deeper than this, in its heights. */
#define SIDE 1.5
#define GROUND_SIDE 4.0
#define DEPTH 0.2
#define TOP 1.35
#define LEAST_HEIGHT 0.85
#define MOST_HEIGHT 1.15
#define SMALL_PX 30.0 /* below it leaves are larger than they are, or none would be seen */

#define MOST_DIFFERS 0.25 /* part of a plant that differs at 60 pixels */

static int rows(void)
{
    return species_count + GROUND_THINGS;
}

static const species *row_at(int i)
{
    return i < species_count ? &species_table[i] : &ground_table[i - species_count];
}

static drawing drawn(const species *sort, int key, double size)
{
    drawing d;
    drawing_begin(&d, NULL);
    sort->draw(sort, &(plant_look){.key = hash_at(77, 0, key), .size = size}, &d);
    ck_assert_msg(drawing_end(&d, &error) == RL_OK, "%s", sort->name);
    return d;
}

/* The pixels of a plant: coverage, tone and own colour, rows from above its top. */
typedef struct planes {
    int size, wide, high;
    float *plane[3];
} planes;

static planes painted(const drawing *d, int size, int is_mirrored, int first, int count)
{
    planes p = {.size = size, .wide = WIDE * size, .high = size + size / 2};
    size_t pixels = (size_t)p.wide * (size_t)p.high;
    int32_t *area = calloc((size_t)count + 1 + DRAWING_SPARE, sizeof *area);
    for (int k = 0; k < 3; k++)
        p.plane[k] = calloc(pixels + DRAWING_SPARE, sizeof *p.plane[k]);
    arena memory = {.allocator = NULL};
    drawing_place place = {.size = size, .x = 0.0, .y = 0.0, .is_mirrored = is_mirrored};
    OK(drawing_stamps_make(d, size, is_mirrored, &memory, &place.stamps, &error));
    for (int y = 0; y < p.high; y++) {
        size_t start = (size_t)y * (size_t)p.wide + (size_t)(first + p.wide / 2);
        drawing_pixels row = {
            p.plane[0] + start, p.plane[1] + start, p.plane[2] + start, area, first, count, 0};
        drawing_rows(d, &place, y - size - size / 4, 1, &row);
    }
    for (int i = 0; i <= count; i++)
        EXPECT_MSG(area[i] == 0, "areas are left");
    free(area);
    arena_free(&memory);
    return p;
}

static planes painted_whole(const drawing *d, int size, int is_mirrored)
{
    return painted(d, size, is_mirrored, -WIDE * size / 2, WIDE * size);
}

static void forget(planes *p)
{
    for (int k = 0; k < 3; k++)
        free(p->plane[k]);
}

TEST(species_are_found_by_name)
{
    for (int i = 0; i < species_count; i++) {
        ck_assert_ptr_eq(species_find(species_table[i].name), &species_table[i]);
        ck_assert(species_table[i].height > 0.0 && species_table[i].height <= 1.0);
        ck_assert(species_table[i].noun != NULL);
    }
    ck_assert_ptr_null(species_find("oaks"));
}

TEST(plants_stay_within_their_box_at_any_size)
{
    static const double size[] = {8.0, 30.0, 90.0, 400.0, 1000.0, 3000.0, 25000.0};
    for (int i = 0; i < rows(); i++)
        for (int key = 0; key < KEYS; key++)
            for (int k = 0; k < 7; k++) {
                const species *sort = row_at(i);
                drawing d = drawn(sort, key, size[k]);
                double side = i < species_count ? SIDE : GROUND_SIDE;
                EXPECT_MSG((double)d.left >= -side && (double)d.right <= side &&
                               (double)d.low >= -DEPTH,
                           "%s %d at %g: %g..%g, from %g", sort->name, key, size[k], (double)d.left,
                           (double)d.right, (double)d.low);
                double most = size[k] < SMALL_PX ? TOP : MOST_HEIGHT;
                EXPECT_MSG((double)d.high >= LEAST_HEIGHT && (double)d.high <= most,
                           "%s %d at %g: %g high", sort->name, key, size[k], (double)d.high);
                EXPECT_MSG(d.points <= MOST_EDGES, "%s %d at %g: %d edges", sort->name, key,
                           size[k], d.points);
                drawing_free(&d);
            }
}

/* The plant at 60 pixels against the one at 480, whose pixels are averaged: the part of what the
 * larger one covers that differs. */
static double difference(const species *sort, int key)
{
    enum { SMALL = 60, SCALE = 8 };
    drawing few = drawn(sort, key, SMALL), many = drawn(sort, key, SMALL * SCALE);
    planes a = painted_whole(&few, SMALL, 0), b = painted_whole(&many, SMALL * SCALE, 0);
    double differs = 0.0, covers = 0.0;
    for (int y = 0; y < a.high; y++)
        for (int x = 0; x < a.wide; x++) {
            double mean = 0.0;
            for (int j = 0; j < SCALE * SCALE; j++)
                mean +=
                    (double)b.plane[0][(y * SCALE + j / SCALE) * b.wide + x * SCALE + j % SCALE];
            mean /= SCALE * SCALE;
            differs += fabs((double)a.plane[0][y * a.wide + x] - mean);
            covers += mean;
        }
    forget(&a);
    forget(&b);
    drawing_free(&few);
    drawing_free(&many);
    return differs / covers;
}

TEST(stones_and_tufts_in_snow_have_its_colour)
{
    static const struct {
        enum ground_thing bare, snowy;
    } pair[] = {{GROUND_BOULDER, GROUND_SNOW_BOULDER}, {GROUND_GRASS, GROUND_SNOW_TUFT}};
    for (int i = 0; i < 2; i++) {
        drawing bare = drawn(&ground_table[pair[i].bare], 0, 90.0);
        drawing snowy = drawn(&ground_table[pair[i].snowy], 0, 90.0);
        EXPECT(!bare.has_own && snowy.has_own);
        drawing_free(&bare);
        drawing_free(&snowy);
    }
}

TEST(small_plant_is_the_large_one_with_less_detail)
{
    for (int i = 0; i < rows(); i++)
        for (int key = 0; key < 2; key++) {
            const char *name = row_at(i)->name;
            double part = difference(row_at(i), key);
            EXPECT_MSG(part < MOST_DIFFERS, "%s %d: %.3f differ", name, key, part);
        }
}

TEST(plant_pixel_does_not_depend_on_the_columns_painted)
{
    for (int i = 0; i < rows(); i++) {
        enum { SIZE = 90 };
        drawing d = drawn(row_at(i), 1, SIZE);
        planes whole = painted_whole(&d, SIZE, 0);
        for (int part = 0; part < 3; part++) {
            int first = part * 37 - 60, count = 1 + part * 20;
            planes some = painted(&d, SIZE, 0, first, count);
            for (int k = 0; k < 3; k++)
                for (int y = 0; y < whole.high; y++) {
                    size_t start =
                        (size_t)y * (size_t)whole.wide + (size_t)(first + whole.wide / 2);
                    EXPECT_MSG(memcmp(whole.plane[k] + start, some.plane[k] + start,
                                      (size_t)count * sizeof(float)) == 0,
                               "%s: columns %d + %d of row %d", row_at(i)->name, first, count, y);
                }
            forget(&some);
        }
        forget(&whole);
        drawing_free(&d);
    }
}

/* Places are rounded to 1/256 pixel, halves to the right, so a mirrored edge may be off by one. */
TEST(mirrored_plant_equals_the_plant_from_the_other_side)
{
    for (int i = 0; i < rows(); i++) {
        enum { SIZE = 90 };
        drawing d = drawn(row_at(i), 2, SIZE);
        planes plain = painted_whole(&d, SIZE, 0), other = painted_whole(&d, SIZE, 1);
        for (int y = 0; y < plain.high; y++)
            for (int x = 0; x < plain.wide; x++)
                for (int k = 0; k < 3; k++) {
                    float a = plain.plane[k][y * plain.wide + x];
                    float b = other.plane[k][y * plain.wide + plain.wide - 1 - x];
                    EXPECT_MSG(fabsf(a - b) < 0.12f, "%s at %d, %d: %g and %g", row_at(i)->name, x,
                               y, (double)a, (double)b);
                }
        forget(&plain);
        forget(&other);
        drawing_free(&d);
    }
}

TEST(plants_of_different_keys_differ)
{
    for (int i = 0; i < rows(); i++) {
        drawing a = drawn(row_at(i), 0, 90.0), b = drawn(row_at(i), 1, 90.0);
        ck_assert(fabsf(a.right - b.right) > 1e-4f || fabsf(a.left - b.left) > 1e-4f);
        drawing_free(&a);
        drawing_free(&b);
    }
}

/* The light fill reaches over the edge of another fill. */
TEST(plant_light_fill_changes_tone_and_not_coverage)
{
    static const drawing_point body[3] = {{0.0f, 0.0f}, {0.5f, 0.0f}, {0.3f, 1.0f}};
    static const drawing_point light[3] = {{0.2f, 0.0f}, {0.9f, 0.2f}, {0.3f, 1.0f}};
    planes p[2];
    for (int i = 0; i < 2; i++) {
        drawing d;
        drawing_begin(&d, NULL);
        drawing_fill_of(&d, 1.0, 0.0, 1.0);
        drawing_shape(&d, body, 3);
        drawing_light_of(&d, 3.0, 0.5);
        if (i == 1)
            drawing_shape(&d, light, 3);
        OK(drawing_end(&d, &error));
        p[i] = painted_whole(&d, 20, 0);
        drawing_free(&d);
    }
    int lit = 0;
    for (int i = 0; i < p[0].wide * p[0].high; i++) {
        EXPECT(fabsf(p[0].plane[0][i] - p[1].plane[0][i]) < 1e-6f);
        lit += p[1].plane[1][i] > p[0].plane[1][i] + 0.1f;
        EXPECT(p[1].plane[2][i] <= 0.5f * p[1].plane[0][i] + 1e-6f);
    }
    ck_assert_int_gt(lit, 20);
    forget(&p[0]);
    forget(&p[1]);
}

/* The part of a house that is of the stand's own colour. */
static double own_share(species house, double night)
{
    enum { SIZE = 60 };
    house.number[HOUSE_NIGHT] = night;
    drawing d = drawn(&house, 1, SIZE);
    planes p = painted_whole(&d, SIZE, 0);
    double own = 0.0, covered = 0.0;
    for (int i = 0; i < p.wide * p.high; i++) {
        covered += (double)p.plane[0][i];
        own += (double)p.plane[2][i];
    }
    forget(&p);
    drawing_free(&d);
    return own / covered;
}

/* By day roofs and walls are coloured, by night windows only. */
TEST(houses_are_coloured_by_day_and_lit_by_night)
{
    for (int i = GROUND_HOUSE; i <= GROUND_CHURCH; i++) {
        double day = own_share(ground_table[i], 0.0), night = own_share(ground_table[i], 1.0);
        EXPECT_MSG(day > 0.5 && night > 0.005 && night < 0.2, "%s: %.3f by day, %.3f by night",
                   ground_table[i].name, day, night);
    }
}

TEST(plant_allocation_failing_at_any_call_is_reported)
{
    for (int i = 0; i < rows(); i++)
        for (long call = 1;; call += 1 + call / 4) {
            counted_memory memory;
            counted_memory_init(&memory, call);
            drawing d;
            drawing_begin(&d, &memory.allocator);
            row_at(i)->draw(row_at(i), &(plant_look){.key = 5, .size = 60.0}, &d);
            rl_status status = drawing_end(&d, &error);
            drawing_free(&d);
            ck_assert_int_eq(memory.live, 0);
            if (memory.calls < call)
                break;
            EXPECT_MSG(status == RL_NO_MEMORY, "%s at call %ld", row_at(i)->name, call);
        }
}

/* The hero of the near ground is covered, too. */
TEST(scene_has_only_species_of_its_set)
{
    static const struct {
        const char *set, *hero;
        int count;
    } sets[] = {{"birch oak", "oak", 2},
                {"fir", "fir", 1},
                {"larch spruce", "spruce", 2},
                {"cherry pine", "cherry", 2},
                {"any", "cherry", 15}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        rl_scene scene;
        species_mix mix;
        scene_init(&scene);
        OK(rl_scene_set(&scene, "trees.species", sets[i].set, &error));
        species_of(&scene, &mix);
        ck_assert_str_eq(mix.hero->name, sets[i].hero);
        ck_assert_int_eq(mix.count, sets[i].count);
        for (int k = 0; k < mix.count; k++)
            EXPECT_MSG(mix.weight[k] > 0.0 && mix.kind[k]->hero > 0.0, "%s", mix.kind[k]->name);
    }
    for (int i = 0; i < species_count; i++) /* undergrowth comes after all trees */
        EXPECT_MSG((species_tree_name((size_t)i) != NULL) == (species_table[i].hero > 0.0), "%s",
                   species_table[i].name);
}
