/* test_land.c - alps, the slope limit, forests, and faces on mountains. */
#include <string.h>

#include "base/exact.h"
#include "frame/profile.h"
#include "layers/common/clearing.h"
#include "layers/land/relief.h"
#include "layers/plants/stand.h"
#include "ridge/displacement.h"
#include "ridge/family.h"
#include "ridge/ridge.h"
#include "ridgeline.h"
#include "support/slopes.h"
#include "support/support.h"

/* ---- alps ------------------------------------------------------------------ */

static ridge_line rock(int period)
{
    rl_ridge ridge = {.kind = RL_RIDGE_ALPS,
                      .amplitude = 1.0,
                      .spacing = 1.0,
                      .period = period,
                      .noise = RL_NOISE_TRIANGULAR,
                      .roughness = 0.0,
                      .displacement = 0.38};
    return line_make(&ridge, 12345, 0, NULL, 0.0, 0);
}

TEST(alp_sampled_alone_equals_alps_in_bulk)
{
    enum { COUNT = 400, LEVEL = 6 };
    static double y[COUNT], x[COUNT], work[4 * (COUNT + 64)];
    ridge_line line = rock(0);
    line_fill(&line, LEVEL, -150, COUNT, y, x, work);
    for (int i = 0; i < COUNT; i++) {
        double one, place, small[4 * 64];
        line_fill(&line, LEVEL, -150 + i, 1, &one, &place, small);
        EXPECT(one == y[i] && place == x[i]);
    }
}

TEST(alps_run_from_left_to_right)
{
    enum { COUNT = 4000, LEVEL = 5 };
    static double y[COUNT], x[COUNT], work[4 * (COUNT + 64)];
    ridge_line line = rock(0);
    line_fill(&line, LEVEL, -2000, COUNT, y, x, work);
    for (int i = 0; i < COUNT; i++) {
        EXPECT(i == 0 || x[i] > x[i - 1]);
        double lattice = (double)(i - 2000) / (2 << LEVEL);
        EXPECT(exact_abs(x[i] - lattice) < line_reach(&line, LEVEL));
    }
}

TEST(alps_repeat_after_their_period)
{
    enum { COUNT = 200, LEVEL = 4, PERIOD = 3 };
    static double y[COUNT], x[COUNT], y2[COUNT], x2[COUNT], work[4 * (COUNT + 64)];
    ridge_line line = rock(PERIOD);
    line_fill(&line, LEVEL, -77, COUNT, y, x, work);
    line_fill(&line, LEVEL, -77 + PERIOD * (2 << LEVEL), COUNT, y2, x2, work);
    for (int i = 0; i < COUNT; i++) {
        EXPECT(exact_abs(y[i] - y2[i]) < 1e-9);
        EXPECT(exact_abs(x[i] + PERIOD - x2[i]) < 1e-9);
    }
}

/* ---- the slope limit -------------------------------------------------------- */

TEST(alpine_flanks_keep_their_slope_limit)
{
    enum { COUNT = 3000 };
    static double h[COUNT], lift[COUNT], work[COUNT];
    chance c = chance_from(3);
    for (int i = 0; i < COUNT; i++)
        h[i] = i % 97 == 0 ? chance_real(&c, 0.1, 0.6) : chance_real(&c, 0.0, 0.02);
    slope_lift(7, 1.45, 0, -500, COUNT, 0, h, CPU_PLAIN, lift, work);
    for (int i = 0; i < COUNT; i++) {
        EXPECT(lift[i] >= 0.0); /* it fills, it never cuts a summit */
        if (i >= 12) {          /* what is lifted has a roughness of its own: over some cells */
            double rise = exact_abs(h[i] + lift[i] - h[i - 12] - lift[i - 12]);
            EXPECT(rise <= 12 * 2.0 * 1.45 * SLOPE_STEP + 0.02);
        }
    }
}

TEST(slope_limit_margin_is_wide_enough)
{
    enum { COUNT = 4000 };
    static double h[COUNT], lift[COUNT], part[COUNT], work[COUNT];
    chance c = chance_from(4);
    double rise = 0.5;
    for (int i = 0; i < COUNT; i++) /* needles, each with a long flank to lift */
        h[i] = i % 211 == 0 ? rise : chance_real(&c, 0.0, 0.02);
    slope_lift(9, 1.45, 0, 0, COUNT, 0, h, CPU_PLAIN, lift, work);
    int64_t margin = slope_margin(1.45, rise);
    ck_assert_int_lt((int)margin, COUNT / 3);
    for (size_t first = 1500; first < 1711; first++) { /* whatever needle lies beyond */
        size_t from = first - (size_t)margin;
        slope_lift(9, 1.45, 0, (int64_t)from, 1 + 2 * (size_t)margin, 0, h + from, CPU_PLAIN, part,
                   work);
        EXPECT(part[margin] == lift[first]);
    }
}

/* ---- frames ------------------------------------------------------------------ */

static void alpine(rl_scene *scene, uint64_t seed)
{
    scene_of_seed(scene, seed);
    OK(rl_scene_set(scene, "ridgeline.world", "alpine", &error));
    OK(rl_scene_set(scene, "palette.name", "dawn", &error));
}

TEST(summits_stay_in_the_frame)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        rl_scene scene;
        alpine(&scene, seed);
        scene.land_mountains = 3.0; /* far more than a seed would choose */
        rl_frame *frame = new_frame(&scene, 640, 360);
        double heights[640];
        for (int i = 0; i < rl_frame_scene(frame)->ridge_count; i++) {
            OK(rl_frame_heights(frame, i, 0, 640, heights, &error));
            for (int x = 0; x < 640; x++)
                EXPECT_MSG(heights[x] < 0.90 * 360, "seed %d, ridge %d: %f", (int)seed, i,
                           heights[x] / 360);
        }
        rl_frame_free(frame);
    }
}

TEST(forest_rows_stand_on_lower_ground_toward_the_viewer)
{
    rl_scene scene;
    alpine(&scene, 4);
    scene.tree_rows = 3;
    rl_frame *frame = new_frame(&scene, 640, 360);
    int last = frame->scene.ridge_count - 3; /* behind near ground */
    ck_assert(!wood_is_wooded(&frame->scene, 0) && wood_is_wooded(&frame->scene, last));
    ck_assert_int_eq(slope_ridge(frame, 0)->rows, 1);
    ck_assert_int_eq(slope_ridge(frame, last)->rows, 3);
    ck_assert(slope_ridge(frame, last)->is_far_lit && slope_ridge(frame, last)->faces != NULL);
    ck_assert(!slope_ridge(frame, last - 1)->is_far_lit);
    int trees = 0;
    for (int row = 0; row < 3; row++) {
        const ridge_row_layer *r = &slope_ridge(frame, last)->row[row];
        const ridge_outline *s = &r->outline;
        trees += s->stand->things;
        for (int b = 0; b < frame->blocks; b++)
            EXPECT(s->block_top[b] <= s->block_full[b]);
        for (int t = 1; t < s->stand->things; t++) /* listed from the nearest */
            EXPECT(s->stand->thing[t].depth <= s->stand->thing[t - 1].depth);
        int nodes = frame->blocks * (frame->block / frame->fine_step) + 1;
        for (int n = 0; n < nodes && row > 0; n++)
            EXPECT(r->ground[n] < r[-1].ground[n]);
    }
    ck_assert_int_gt(trees, 100);
    rl_frame_free(frame);
}

/* The column that is so many U from the middle. */
static int column_at(const rl_frame *frame, double x)
{
    double column = 0.5 * frame->width + x * frame->unit;
    return (int)exact_floor(exact_clamp(column, 0.0, frame->width - 1.0));
}

/* There is a slope at each side; the front one is mostly on the side away from the sun. */
TEST(near_slopes_cross_in_front_of_open_land)
{
    int toward_sun = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        rl_scene scene;
        alpine(&scene, seed);
        rl_frame *frame = new_frame(&scene, 640, 360);
        int front = frame->scene.ridge_count - 1;
        const rl_ridge *b = &frame->scene.ridge[front], *a = b - 1;
        double open = frame->scene.land_x, side = ridge_real(b, "rises"), height[2][640];
        ck_assert(ridge_has(a, RIDGE_NEAR) && ridge_has(b, RIDGE_NEAR));
        ck_assert(!ridge_has(a - 1, RIDGE_NEAR));
        ck_assert(a->depth < b->depth && ridge_real(a, "rises") == -side && side * side == 1.0);
        ck_assert(ridge_real(a, "opening") == open && ridge_real(b, "opening") == open);
        for (int i = 0; i < 2; i++)
            OK(rl_frame_heights(frame, front - 1 + i, 0, 640, height[i], &error));
        int here = column_at(frame, open + 0.5 * side), there = column_at(frame, open - 0.5 * side);
        EXPECT_MSG(height[1][here] > height[0][here], "seed %d: no slope B", (int)seed);
        EXPECT_MSG(height[0][there] > height[1][there], "seed %d: no slope A", (int)seed);
        EXPECT(height[0][there] < 0.15 * 360 && height[1][here] < 0.20 * 360);
        toward_sun += side * open > 0.0;
        rl_frame_free(frame);
    }
    EXPECT_MSG(toward_sun >= 4 && toward_sun <= 22, "%d of 60 toward the sun", toward_sun);
}

/* Things on near ground: listed from the nearest; how many, and the height in pixels of the tallest
 * that is on a side (-1 = left) of where the land opens. */
static int near_things(const rl_frame *frame, int from_last, double side, double *tallest)
{
    int ridge = frame->scene.ridge_count - 1 - from_last;
    const stand *s = slope_ridge(frame, ridge)->row[0].outline.stand;
    double open = 0.5 * frame->width + frame->scene.land_x * frame->unit;
    ck_assert_ptr_nonnull(s);
    *tallest = 0.0;
    for (int i = 0; i < s->things; i++) {
        const stand_thing *one = &s->thing[i];
        EXPECT(i == 0 || one->depth <= one[-1].depth);
        const stand_look *look = &s->look[one->look];
        if ((one->x / STAND_ONE - open) * side > 0.0 && look->shape != NULL)
            *tallest = exact_max(*tallest, look->size);
    }
    return s->things;
}

/* Most seeds have a clump of tall trees on the front slope and a smaller one on the other
 * slope. A tree at the edge replaces it in some seeds, where it leaves the upper third free,
 * and where it is asked for. */
TEST(tall_trees_stand_on_near_slopes_or_frame_the_edge)
{
    enum { SEEDS = 40 };
    int heroes = 0, answers = 0, frames = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rl_scene scene;
        double hero, answer, none, one;
        alpine(&scene, seed);
        scene.motif.name = 0; /* no tree hides one */
        rl_frame *frame = new_frame(&scene, 640, 360);
        double side = ridge_real(&frame->scene.ridge[frame->scene.ridge_count - 1], "rises");
        int things = near_things(frame, 0, side, &hero);
        near_things(frame, 1, -side, &answer);
        int is_frame = hero > 0.65 * 360 && hero < 0.80 * 360;
        int is_clump = !is_frame && hero > 0.25 * 360 && hero < 0.6 * 360;
        heroes += is_frame || is_clump;
        frames += is_frame;
        answers += answer > 0.08 * 360 && answer < 0.3 * 360;
        rl_frame_free(frame);
        scene_slot(&scene, "hero.trees")->integer = 1;
        frame = new_frame(&scene, 640, 360);
        ck_assert_int_lt(near_things(frame, 0, side, &one), things + !is_clump);
        EXPECT(one == hero);
        rl_frame_free(frame);
        scene_slot(&scene, "hero.frame")->real = 1;
        frame = new_frame(&scene, 640, 360);
        near_things(frame, 0, side, &hero);
        EXPECT(hero > 360.0);
        rl_frame_free(frame);
        scene_slot(&scene, "hero.height")->real = 0.0;
        scene.land_ground_snow = 1.0;
        frame = new_frame(&scene, 640, 360);
        ck_assert_int_lt(near_things(frame, 0, side, &none), things / 2);
        EXPECT(none < 0.08 * 360);
        rl_frame_free(frame);
    }
    EXPECT_MSG(heroes >= 24 && heroes <= 38, "%d of %d have a clump", heroes, SEEDS);
    EXPECT_MSG(frames >= 5 && frames <= 15, "%d of %d have a tree at the edge", frames, SEEDS);
    EXPECT_MSG(answers >= 20 && answers <= 38, "%d of %d have an answer", answers, SEEDS);
}

/* The keys go beyond the usual number. */
TEST(ground_keys_scale_the_number_of_their_plants)
{
    static const char *const keys[] = {"ground.grass", "ground.flowers", "ground.boulders"};
    for (int i = 0; i < 3; i++) {
        int things[3] = {0};
        for (uint64_t seed = 1; seed <= 6; seed++)
            for (int amount = 0; amount < 3; amount++) {
                rl_scene scene;
                double tallest;
                alpine(&scene, seed);
                scene_slot(&scene, keys[i])->real = amount;
                rl_frame *frame = new_frame(&scene, 640, 360);
                things[amount] += near_things(frame, 0, 1.0, &tallest);
                rl_frame_free(frame);
            }
        EXPECT_MSG(things[0] < things[1] && things[1] < things[2], "%s: %d %d %d things", keys[i],
                   things[0], things[1], things[2]);
    }
}

TEST(corner_things_stand_in_a_lower_corner_away_from_the_sun)
{
    static const char *const kinds[] = {"reeds", "rocks", "jetty", "slope"};
    for (int i = 0; i < 16; i++) {
        rl_scene scene;
        scene_of_seed(&scene, 1 + (uint64_t)i / 4);
        OK(rl_scene_set(&scene, "ridgeline.world", "archipelago", &error));
        OK(rl_scene_set(&scene, "ground.corner", kinds[i % 4], &error));
        scene.tree_height = 0.0;
        rl_frame *frame = new_frame(&scene, 640, 360);
        int last = frame->scene.ridge_count - 1;
        const ridge_layer *ridge = slope_ridge(frame, last);
        const stand *s = ridge->row[ridge->rows - 1].outline.stand;
        ck_assert_int_eq(s != NULL && s->things > 0, i % 4 < 3);
        double side = frame->scene.ridge[last].hero_x < 0.0 ? -1.0 : 1.0;
        for (int k = 0; s != NULL && k < s->things; k++) {
            double x = (double)s->thing[k].x / STAND_ONE - 0.5 * frame->width;
            EXPECT_MSG(x * side > 0.0, "%s: a foot at %g", kinds[i % 4], x);
        }
        rl_frame_free(frame);
    }
}

/* Near heath is covered by plants, which stand up over its crest, so that no hill has a ruled
 * edge. */
TEST(clumps_of_heath_cover_the_slope_and_rise_over_its_crest)
{
    int blocks = 0, over = 0, things = 0, ridges = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        rl_scene scene;
        scene_of_seed(&scene, seed);
        OK(rl_scene_set(&scene, "ridgeline.world", "heath", &error));
        rl_frame *frame = new_frame(&scene, 640, 360);
        for (int i = 0; i < frame->scene.ridge_count; i++) {
            if (frame->scene.ridge[i].depth < 0.5)
                continue;
            const ridge_outline *edge = &slope_ridge(frame, i)->row[0].outline;
            ck_assert_ptr_nonnull(edge->stand);
            things += edge->stand->things;
            ridges++;
            for (int b = 0; b < frame->blocks; b++) {
                int is_in = edge->block_top[b] > 0 && edge->block_top[b] < frame->height;
                blocks += is_in;
                over += is_in && edge->stand->block_top[b] < edge->block_top[b];
            }
        }
        rl_frame_free(frame);
    }
    EXPECT_MSG(things > 400 * ridges, "%d things on %d ridges", things, ridges);
    EXPECT_MSG(10 * over >= 9 * blocks, "%d of %d blocks have plants over the crest", over, blocks);
}

/* Counts the things on the slope behind near ground, and those of them that are trees. */
static int wooded_things(rl_scene *scene, double grass, int *trees)
{
    scene_slot(scene, "ground.grass")->real = grass;
    rl_frame *frame = new_frame(scene, 960, 540);
    const ridge_layer *ridge = slope_ridge(frame, frame->scene.ridge_count - 3);
    int things = 0;
    *trees = 0;
    for (int row = 0; row < ridge->rows; row++) {
        const stand *s = ridge->row[row].outline.stand;
        things += s->things;
        for (int i = 0; i < s->things; i++)
            *trees += s->look[s->thing[i].look].tree > 0;
        EXPECT(!s->has_tint); /* turf needs no planes of tints */
    }
    rl_frame_free(frame);
    return things;
}

/* Turf depends on ground.grass; it moves no tree, and there is none on snow. */
TEST(turf_grows_between_the_trees_of_near_wooded_slopes)
{
    int more = 0, seeds = 6;
    for (uint64_t seed = 1; seed <= (uint64_t)seeds; seed++) {
        rl_scene scene;
        int trees, same;
        alpine(&scene, seed);
        int none = wooded_things(&scene, 0.0, &trees);
        int usual = wooded_things(&scene, 1.0, &same);
        EXPECT(same == trees && usual >= none);
        more += usual > none + 100;
        scene.land_ground_snow = 1.0;
        EXPECT(wooded_things(&scene, 0.0, &trees) == wooded_things(&scene, 1.0, &trees));
    }
    EXPECT_MSG(more >= seeds - 1, "%d of %d slopes have turf", more, seeds);
}

/* Things on the ridges of fields of a picture, and how many of them are houses. */
static int hedge_things(rl_scene *scene, int *houses, double *house_x)
{
    rl_frame *frame = new_frame(scene, 640, 360);
    int things = 0;
    *houses = 0;
    for (int i = 0; i < frame->scene.ridge_count; i++) {
        const ridge_layer *ridge = slope_ridge(frame, i);
        const stand *s = ridge->row[ridge->rows - 1].outline.stand;
        for (int t = 0; s != NULL && t < s->things; t++) {
            things++;
            if (s->look[s->thing[t].look].shape == NULL)
                continue;
            ++*houses;
            *house_x = ((double)s->thing[t].x / STAND_ONE - 320.0) / frame->unit;
        }
    }
    rl_frame_free(frame);
    return things;
}

/* The farm keeps away from a motif. */
TEST(fields_have_hedge_trees_and_a_farm)
{
    enum { SEEDS = 12 };
    int farms = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rl_scene scene;
        int houses;
        double x = 0.0, next = 0.0;
        scene_of_seed(&scene, seed);
        OK(rl_scene_set(&scene, "ridgeline.world", "farmland", &error));
        OK(rl_scene_set(&scene, "motif.name", "none", &error));
        scene_slot(&scene, "plants.farm")->real = 0.0;
        int things = hedge_things(&scene, &houses, &x);
        ck_assert_int_gt(things, 20);
        ck_assert_int_eq(houses, 0);
        scene_slot(&scene, "plants.farm")->real = 0.03;
        int more = hedge_things(&scene, &houses, &x);
        EXPECT(more > things + 20 || houses == 0);
        farms += houses > 0;
        if (houses != 1)
            continue;
        OK(rl_scene_set(&scene, "motif.name", "windmill", &error));
        scene.motif.x = x;
        for (scene.motif.ridge = 1; scene.motif.ridge <= 8; scene.motif.ridge++) {
            hedge_things(&scene, &houses, &next);
            if (next != x)
                break;
        }
        EXPECT_MSG(houses == 0 || exact_abs(next - x) > 0.05, "seed %d: a house before a motif",
                   (int)seed);
    }
    ck_assert_int_gt(farms, SEEDS / 2);
}

/* The layers of a kind. */
static int layers_of(const rl_frame *frame, const char *kind)
{
    int count = 0;
    for (int i = 0; i < frame->layers; i++)
        count += strcmp(frame->layer[i].kind->name, kind) == 0;
    return count;
}

/* The plants of a ridge of a picture whose feet are on the path of another picture. */
static int feet_on_way(const rl_frame *frame, const rl_frame *other, int ridge)
{
    int feet = 0;
    const ridge_layer *layer = slope_ridge(frame, ridge);
    for (int row = 0; row < layer->rows; row++) {
        const stand *s = layer->row[row].outline.stand;
        for (int i = 0; s != NULL && i < s->things; i++) {
            double x = (s->thing[i].x / STAND_ONE - 0.5 * frame->width) / frame->unit;
            double y = (frame->height - s->thing[i].y / STAND_ONE) / frame->unit;
            feet +=
                way_covers(other, ridge, x, y, 0.0) && way_covers(other, ridge, x, y + 0.004, 0.0);
        }
    }
    return feet;
}

/* A path leads over the motif's ridge and all nearer ones. */
TEST(path_to_a_motif_has_no_plants)
{
    int feet = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        rl_scene scene;
        alpine(&scene, seed);
        OK(rl_scene_set(&scene, "motif.name", "cabin", &error));
        if (seed % 2 == 0) { /* a wood before it */
            OK(rl_scene_set(&scene, "ridgeline.world", "forest", &error));
            OK(rl_scene_set(&scene, "motif.ridge", "5", &error));
        }
        scene.motif_path = 0;
        rl_frame *without = new_frame(&scene, 640, 360);
        ck_assert_int_eq(layers_of(without, "way"), 0);
        scene.motif_path = 1;
        rl_frame *frame = new_frame(&scene, 640, 360);
        int last = frame->scene.ridge_count - 1;
        ck_assert_int_eq(layers_of(frame, "way"), last + 2 - frame->scene.motif.ridge);
        for (int which = 0; which < 2; which++) {
            const rl_frame *one = which ? frame : without;
            int on_way = 0;
            for (int ridge = frame->scene.motif.ridge; ridge <= last; ridge++)
                on_way += feet_on_way(one, frame, ridge);
            feet += on_way;
            EXPECT_MSG(which == 0 || on_way == 0, "seed %d: %d plants", (int)seed, on_way);
        }
        rl_frame_free(frame);
        rl_frame_free(without);
    }
    ck_assert_int_gt(feet, 20);
}

/* A map of five samples a side is its own grid. A plane has one slope except near its edges,
 * where it is mirrored and then falls the other way. */
TEST(land_beyond_its_map_is_mirrored)
{
    float samples[5][5], height[25], work[25];
    double across, down;
    ridge_land land;
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 5; x++)
            samples[y][x] = 0.25f * (float)x - 0.125f * (float)y;
    ridge_land_size(&land, 5, 0);
    ck_assert_int_eq(land.columns * land.rows, 25);
    ridge_land_make(&land, height, work, samples[0], 5);
    ridge_land_slope(&land, 0.5, 0.5, &across, &down);
    EXPECT(exact_abs(across - 1.0) < 1e-6 && exact_abs(down + 0.5) < 1e-6);
    ridge_land_slope(&land, -0.5, 2.5, &across, &down);
    EXPECT(exact_abs(across + 1.0) < 1e-6 && exact_abs(down + 0.5) < 1e-6);
    ridge_land_slope(&land, 1.0, 1.0, &across, &down); /* a mirror has no edge */
    EXPECT(exact_abs(across) < 1e-6 && exact_abs(down) < 1e-6);
    ridge_land_size(&land, 5, 1);
    ridge_land_make(&land, height, work, samples[0], 5);
    double again_across, again_down;
    ridge_land_slope(&land, 0.3, 0.9, &across, &down);
    ridge_land_slope(&land, 4.3, -2.1, &again_across, &again_down);
    EXPECT(exact_abs(across - again_across) < 1e-6 && exact_abs(down - again_down) < 1e-6);
}

/* The rock between rows of trees is covered. */
TEST(wooded_rock_is_shaded_as_soil)
{
    rl_scene scene;
    alpine(&scene, 4);
    OK(rl_scene_set(&scene, "ridge.2.kind", "alps", &error));
    OK(rl_scene_set(&scene, "ridge.2.relief", "0.8", &error));
    for (int trees = 0; trees < 2; trees++) {
        OK(rl_scene_set(&scene, "ridge.2.trees", trees ? "1" : "0", &error));
        rl_frame *frame = new_frame(&scene, 1280, 720);
        ck_assert_int_eq(wood_is_wooded(&frame->scene, 1), trees);
        const relief *far = slope_ridge(frame, 0)->faces;
        const relief *near = slope_ridge(frame, 1)->faces;
        ck_assert(far != NULL && near != NULL);
        ck_assert_int_eq(near->look != far->look, trees);
        rl_frame_free(frame);
    }
}

/* Midpoints of such a roughness are infinite or NaN. */
TEST(heights_of_extreme_roughness_are_finite)
{
    rl_scene scene;
    alpine(&scene, 4);
    OK(rl_scene_set(&scene, "ridge.1.kind", "alps", &error));
    OK(rl_scene_set(&scene, "ridge.1.roughness", "-197579", &error));
    OK(rl_scene_set(&scene, "ridge.1.amplitude", "10", &error));
    rl_frame *frame = new_frame(&scene, 64, 26);
    double heights[64];
    ridge_grid grid = profile_edges(frame);
    OK(profile_heights(frame->profile, 0, &grid, 64, heights, &error));
    for (int i = 0; i < 64; i++)
        EXPECT(exact_abs(heights[i]) < 1e9);
    rl_frame_free(frame);
}
