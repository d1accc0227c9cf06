/* test_prepare.c - the kernels that prepare a frame, and what they may leave out. */
#include <math.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/land/ridge.h"
#include "layers/plants/near.h"
#include "ridge/displacement.h"
#include "ridge/line_kernels.h"
#include "ridge/noise.h"
#include "support/slopes.h"
#include "support/support.h"

/* Longer than a few vectors of any width, so that every remainder is met. */
enum { MOST = 40, ROOM = MOST + 16, ROUNDS = SUPPORT_PART(2000) };

static void fill(chance *c, double *values, size_t count, double low, double high)
{
    for (size_t i = 0; i < count; i++)
        values[i] = chance_real(c, low, high);
}

static void rising(chance *c, double *x, size_t count, double step)
{
    x[0] = chance_real(c, -50.0, 50.0);
    for (size_t i = 1; i < count; i++)
        x[i] = x[i - 1] + chance_real(c, 0.0, step);
}

/* ---- lines ------------------------------------------------------------------ */

static line_odd random_odd(chance *c)
{
    line_odd odd = {.key = chance_bits(c),
                    .level = (int)chance_integer(c, 1, 20),
                    .noise = (int)chance_integer(c, 0, 3),
                    .period = chance_integer(c, 0, 2) == 0 ? 64 : 0,
                    .first = chance_integer(c, -1000, 1000),
                    .count = (size_t)chance_integer(c, 1, MOST)};
    return odd;
}

static double wanted_noise(const line_odd *odd, int level, int64_t node, int64_t *index)
{
    *index = node;
    int64_t half = odd->period / 2;
    if (odd->period > 0)
        *index = (((node + half) % odd->period) + odd->period) % odd->period - half;
    return displacement_noise(odd->noise, hash_at(odd->key, level, *index));
}

TEST(displacement_kernels_equal_the_definition)
{
    chance c = chance_from(1);
    for (int round = 0; round < ROUNDS; round++) {
        line_odd odd = random_odd(&c);
        double bound = chance_real(&c, 0.0, 2.0);
        int is_smooth = round & 1;
        double from[ROOM] = {0.0};
        fill(&c, from, ROOM, -3.0, 3.0);
        for (int k = 0; k < kernels_count(); k++) {
            double to[2 * ROOM];
            memset(to, 0x55, sizeof to);
            double guard = to[0];
            line_kernels_of[k]->midpoints(&odd, bound, is_smooth, from + 1, to);
            for (size_t i = 0; i < odd.count; i++) {
                const double *p = from + 1 + i;
                double mean =
                    is_smooth ? (9.0 * (p[0] + p[1]) - (p[-1] + p[2])) / 16.0 : 0.5 * (p[0] + p[1]);
                int64_t index;
                double r =
                    bound * wanted_noise(&odd, odd.level, 2 * (odd.first + (int64_t)i) + 1, &index);
                EXPECT_MSG(to[2 * i] == mean + r, "kernels %d, node %zu", k, i);
                EXPECT(i + 1 == odd.count || to[2 * i + 1] == p[1]);
            }
            EXPECT(memcmp(&to[2 * odd.count - 1], &guard, sizeof guard) == 0);
        }
    }
}

TEST(rock_kernels_equal_the_definition)
{
    chance c = chance_from(2);
    for (int round = 0; round < ROUNDS; round++) {
        line_odd odd = random_odd(&c);
        line_rock rock = {.split_level = 128 + odd.level,
                          .jitter = 0.08,
                          .share = chance_real(&c, 0.0, 1.0),
                          .roughness = round % 3 == 0 ? 1.0 : chance_real(&c, 0.2, 1.4),
                          .deviation = 0.4,
                          .sag = round & 1 ? 0.14 : 0.0};
        double x[ROOM] = {0.0}, y[ROOM] = {0.0};
        rising(&c, x, ROOM, 0.7);
        fill(&c, y, ROOM, 0.0, 1.0);
        for (int k = 0; k < kernels_count(); k++) {
            double to_x[2 * ROOM], to_y[2 * ROOM];
            line_kernels_of[k]->rock(&odd, &rock, x, y, to_x, to_y);
            for (size_t i = 0; i < odd.count; i++) {
                int64_t index;
                double noise =
                    wanted_noise(&odd, odd.level, 2 * (odd.first + (int64_t)i) + 1, &index);
                double u = hash_unit(hash_at(odd.key, rock.split_level, index));
                double at = 0.5 + rock.jitter * (2.0 * u - 1.0);
                double bound =
                    rock.share * exact_pow(x[i + 1] - x[i], rock.roughness) / rock.deviation;
                double value = exact_mix(y[i], y[i + 1], at) + bound * noise;
                if (rock.sag > 0.0)
                    value -= rock.sag * exact_abs(y[i + 1] - y[i]) / odd.level;
                EXPECT_MSG(to_x[2 * i] == exact_mix(x[i], x[i + 1], at), "kernels %d", k);
                EXPECT_MSG(to_y[2 * i] == value, "kernels %d", k);
                EXPECT(i + 1 == odd.count || to_y[2 * i + 1] == y[i + 1]);
            }
        }
    }
}

TEST(exps_and_powers_equal_the_functions)
{
    chance c = chance_from(6);
    for (int round = 0; round < ROUNDS; round++) {
        size_t count = (size_t)chance_integer(&c, 1, MOST);
        double x[ROOM], power = chance_real(&c, 0.2, 3.0);
        fill(&c, x, ROOM, -2.0, 2.0);
        x[0] = 0.0;
        for (int k = 0; k < kernels_count(); k++) {
            double exps[ROOM], powers[ROOM];
            memcpy(exps, x, sizeof x);
            memcpy(powers, x, sizeof x);
            line_kernels_of[k]->exps(exps, count);
            line_kernels_of[k]->powers(powers, count, power);
            for (size_t i = 0; i < ROOM; i++) {
                EXPECT_MSG(exps[i] == (i < count ? exact_exp(x[i]) : x[i]), "kernels %d", k);
                EXPECT_MSG(powers[i] == (i < count ? exact_pow(x[i], power) : x[i]), "kernels %d",
                           k);
            }
        }
    }
}

TEST(noise_along_a_line_equals_noise_at_points)
{
    chance c = chance_from(3);
    for (int round = 0; round < ROUNDS; round++) {
        double x[ROOM], out[ROOM], y = chance_real(&c, -9.0, 9.0);
        size_t count = (size_t)chance_integer(&c, 1, MOST);
        uint64_t key = chance_bits(&c);
        rising(&c, x, ROOM, round % 3 == 0 ? 2.5 : 0.2);
        x[1] = round % 5 == 0 ? floor(x[1]) + 1.0 : x[1]; /* on the border of a cell */
        x[0] = x[0] < x[1] ? x[0] : x[1];
        for (size_t i = 2; i < count; i++)
            x[i] = x[i] < x[i - 1] ? x[i - 1] : x[i];
        for (int k = 0; k < kernels_count(); k++) {
            noise_run(key, 3, x, count, y, 0, (cpu_kernels)k, out);
            for (size_t i = 0; i < count; i++)
                EXPECT_MSG(out[i] == noise_gradient(key, 3, x[i], y, 0), "kernels %d, x %a", k,
                           x[i]);
        }
    }
}

/* ---- land ------------------------------------------------------------------- */

static double bell(double way, double width)
{
    double d = way / width;
    return exact_exp(-d * d);
}

/* A way along a loop, 0 = none. */
static double way(double x, double loop)
{
    if (loop <= 0.0)
        return x;
    x -= loop * (double)exact_floor(x / loop + 0.5);
    double share = 2.0 * x / loop;
    return x * (1.0 - share * share / 3.0);
}

TEST(land_bending_kernels_equal_the_definition)
{
    chance c = chance_from(5);
    for (int round = 0; round < ROUNDS; round++) {
        double loop = round & 4 ? chance_real(&c, 0.3, 5.0) : 0.0;
        composition_shape shape = {loop, chance_real(&c, -1.0, 1.0), 0.24, 0.89, 1.3, 1.6};
        composition_bend bend = {.loop = loop,
                                 .dip = round & 1 ? 0.4 : 0.0,
                                 .hero = round & 2 ? 0.7 : 0.0,
                                 .hero_x = 0.3,
                                 .hero_width = 0.3,
                                 .valley = round & 4 ? -0.2 : 0.0,
                                 .valley_floor = 0.35,
                                 .base = 0.3,
                                 .unit_share = 1.1,
                                 .scale = 0.9,
                                 .least = 0.05,
                                 .ease = round & 8 ? 0.035 : 0.0};
        double x[ROOM], profile[ROOM];
        size_t count = (size_t)chance_integer(&c, 1, MOST);
        fill(&c, x, ROOM, -20.0, 20.0); /* bells become 0 out there */
        fill(&c, profile, ROOM, -1.0, 1.0);
        for (int k = 0; k < kernels_count(); k++) {
            const profile_kernels *kernels = profile_kernels_of[k];
            double dip[ROOM], rise[ROOM], height[ROOM];
            memcpy(height, profile, sizeof height);
            kernels->shape(&shape, x, count, dip, rise);
            kernels->bend(&bend, x, dip, rise, count, height);
            for (size_t i = 0; i < count; i++) {
                double away = exact_abs(way(x[i] - shape.middle, loop)) / 0.89;
                double past = away - 1.3;
                away = exact_max(0.5 * (away + 1.3 - exact_sqrt(past * past + 0.05)), 0.0);
                EXPECT(dip[i] == bell(way(x[i] - shape.middle, loop), 0.24));
                EXPECT(rise[i] == exact_pow(away, 1.6));
                double gain = 1.0;
                gain -= bend.dip * dip[i];
                gain += bend.hero * bell(way(x[i] - bend.hero_x, loop), bend.hero_width);
                double sides = bend.valley * (rise[i] - 0.35);
                double h = 0.3 + 1.1 * (0.9 * profile[i] * gain + sides);
                double above = h - 0.05;
                double eased = 0.05 + 0.5 * (above + exact_sqrt(above * above + 0.035 * 0.035));
                EXPECT_MSG(height[i] == (bend.ease > 0.0 ? eased : exact_max(h, 0.05)),
                           "kernels %d, sample %zu of %zu", k, i, count);
            }
            EXPECT(height[count] == profile[count]); /* and not one more */
        }
    }
}

TEST(tree_and_edge_kernels_equal_the_definition)
{
    chance c = chance_from(6);
    for (int round = 0; round < ROUNDS; round++) {
        wood_cells wood = {chance_bits(&c), chance_real(&c, 0.001, 0.1), 0.32, 0.7,
                           round & 2 ? chance_integer(&c, 1, 500) : 0};
        int64_t first = chance_integer(&c, -4000, 4000);
        size_t count = (size_t)chance_integer(&c, 1, MOST);
        double x[ROOM], ground[ROOM];
        fill(&c, ground, ROOM, -3.0, 3.0);
        ground[0] = round & 1 ? 9.0 : -9.0;
        for (size_t i = 0; i < ROOM; i++)
            x[i] = ((double)first + chance_real(&c, 0.0, 3.0)) * 0.32 * wood.tall;
        for (int k = 0; k < kernels_count(); k++) {
            const ground_kernels *kernels = ground_kernels_of[k];
            wood_spike spike[ROOM];
            double height[ROOM];
            int32_t edge[ROOM] = {0};
            kernels->trees(&wood, first, (int)count, spike);
            for (size_t i = 0; i < count; i++) {
                int64_t cell = first + (int64_t)i;
                int64_t hashed = cell;
                if (wood.period > 0)
                    hashed = (cell % wood.period + wood.period) % wood.period;
                double u = hash_unit(hash_at(wood.key, 0, hashed));
                double place = hash_unit(hash_at(wood.key, 1, hashed));
                double width = hash_unit(hash_at(wood.key, 3, hashed));
                int is_there = hash_unit(hash_at(wood.key, 2, hashed)) <= 0.7;
                double tall = wood.tall * (0.35 + 0.65 * exact_pow(u, 1.3));
                EXPECT(spike[i].x == ((double)cell + 0.05 + 0.9 * place) * 0.32 * wood.tall);
                EXPECT(spike[i].height == (is_there ? tall : 0.0));
                EXPECT(spike[i].half_width == wood.tall * (0.24 + 0.06 * width));
            }
            kernels->trees(&wood, first, 3, spike);
            memcpy(height, ground, sizeof height);
            kernels->spikes(spike, x, count, 1.25, height);
            kernels->edge(ground, count, 720.0, 784.0, edge);
            for (size_t i = 0; i < count; i++) {
                double most = 0.0;
                for (int t = 0; t < 3; t++) {
                    double s = 1.0 - exact_abs(x[i] - spike[t].x) / spike[t].half_width;
                    if (s > 0.0)
                        most = exact_max(most, spike[t].height * s * (0.74 + 0.26 * s));
                }
                EXPECT_MSG(height[i] == ground[i] + most * 1.25, "kernels %d", k);
                double pixels = exact_clamp(ground[i] * 720.0, -784.0, 720.0 + 784.0);
                EXPECT(edge[i] == (int32_t)exact_floor(pixels * 256.0 + 0.5));
            }
            EXPECT(edge[count] == 0 && height[count] == ground[count]);
        }
    }
}

/* ---- what the frame keeps ----------------------------------------------------- */

/* Values cached for all ridges must equal those that each ridge would compute. */
TEST(ridge_heights_are_equal_with_and_without_cached_values)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        rl_scene scene;
        scene_of_seed(&scene, seed);
        rl_frame *frame = new_frame(&scene, 400, 225);
        ridge_grid grid = profile_edges(frame);
        enum { COUNT = 300 };
        for (int i = 0; i < frame->scene.ridge_count; i++) {
            double bare[COUNT], held[COUNT], skyline[PROFILE_LATTICE], lattice[PROFILE_LATTICE];
            OK(profile_heights(frame->profile, i, &grid, COUNT, bare, &error));
            OK(profile_share(frame->profile, &grid, COUNT, &error));
            double *lift = frame->profile->ridge[i].lift;
            frame->profile->ridge[i].lift = NULL;
            OK(profile_heights(frame->profile, i, &grid, COUNT, held, &error));
            ridge_grid world = {.first = -(PROFILE_LATTICE / 2),
                                .step = PROFILE_LATTICE_STEP,
                                .detail = PROFILE_LATTICE_STEP};
            OK(profile_heights(frame->profile, i, &world, PROFILE_LATTICE, lattice, &error));
            frame->profile->ridge[i].lift = lift;
            profile_unshare(frame->profile);
            profile_skyline(frame->profile, i, frame->unit_share, skyline);
            for (int j = 0; j < COUNT; j++)
                EXPECT_MSG(bare[j] == held[j], "seed %d, ridge %d, sample %d", (int)seed, i, j);
            for (int j = 0; j < PROFILE_LATTICE; j++)
                EXPECT(skyline[j] == lattice[j]);
        }
        rl_frame_free(frame);
    }
}

/* A foot above the line of the nearest slope would float. */
TEST(feet_of_plants_and_stones_are_in_the_ground)
{
    enum { COLUMNS = 640, ROWS = 360 };
    for (uint64_t seed = 1; seed <= 8; seed++) {
        rl_scene scene;
        scene_of_seed(&scene, seed);
        rl_frame *frame = new_frame(&scene, COLUMNS, ROWS);
        int ridge = frame->scene.ridge_count - 1;
        stand_kit *kit;
        stand *made = NULL;
        OK(stand_kit_new(frame, near_tallest(), 0, &kit, &error));
        OK(near_make(frame, ridge, kit, &made, &error));
        stand_kit_free(kit);
        ridge_grid pixels = {.first = -COLUMNS / 2, .step = 1.0 / frame->unit};
        pixels.detail = pixels.step;
        double ground[COLUMNS];
        OK(profile_heights(frame->profile, ridge, &pixels, COLUMNS, ground, &error));
        for (int i = 0; made != NULL && i < made->things; i++) {
            int x = made->thing[i].x / STAND_ONE, y = made->thing[i].y / STAND_ONE;
            if (x >= 0 && x < COLUMNS)
                EXPECT_MSG(y + 1.0 >= (1.0 - ground[x]) * ROWS, "seed %d, column %d", (int)seed, x);
        }
        rl_frame_free(frame);
    }
}

/* As many values as a quantile asks for are below it or equal, and no more are below. */
TEST(quantile_has_its_share_of_values_below)
{
    chance c = chance_from(51);
    for (int round = 0; round < ROUNDS; round++) {
        double values[PROFILE_LATTICE];
        int count = (int)chance_integer(&c, 1, PROFILE_LATTICE);
        fill(&c, values, (size_t)count, -1.0, 1.0);
        double share = chance_real(&c, 0.0, 1.0), found = profile_quantile(values, count, share);
        int below = 0, equal = 0, place = (int)(share * (count - 1) + 0.5);
        for (int i = 0; i < count; i++) {
            below += values[i] < found;
            equal += values[i] == found;
        }
        EXPECT(below <= place && place < below + equal);
    }
}
