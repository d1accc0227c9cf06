/* test_water_kernels.c - the lake's inner loops: the same bits at every width; ripples
 * against the noise that they are made of. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "frame/frame.h"
#include "layers/water/lake.h"
#include "ridge/noise.h"
#include "support/support.h"

enum { NODES = 80, STRIPS = 12, COLUMNS = 64 };

static void fill(chance *c, float *values, int count, double low, double high)
{
    for (int i = 0; i < count; i++)
        values[i] = (float)chance_real(c, low, high);
}

static void fill_steps(chance *c, int16_t *values, int count, int64_t most)
{
    for (int i = 0; i < count; i++)
        values[i] = (int16_t)chance_integer(c, 0, most);
}

TEST(wave_octave_kernels_are_bit_equal)
{
    chance c = chance_from(1);
    for (int n = 0; n < 200; n++) {
        float gradient[4][144];
        float tilt[CPU_KERNELS][144] = {{0.0f}};
        float lift[CPU_KERNELS][144] = {{0.0f}};
        float height[CPU_KERNELS][NODES];
        const float *planes[4] = {gradient[0], gradient[1], gradient[2], gradient[3]};
        double step = chance_real(&c, 0.001, 1.4);
        for (int p = 0; p < 4; p++)
            fill(&c, gradient[p], 144, -1.0, 1.0);
        float fy = (float)chance_real(&c, 0.0, 1.0);
        double origin = chance_real(&c, 0.0, 3.0);
        fill(&c, height[0], NODES, -1.0, 1.0);
        KERNELS_COPY(height);
        for (int v = 0; v < kernels_count(); v++) {
            lake_octave octave = {tilt[v], lift[v], 0, step, origin, 0.7f};
            lake_kernels_of[v]->lines(planes, fy, 1.0f - fy, tilt[v], lift[v], 137);
            lake_kernels_of[v]->raise(&octave, 0, SHADE_GROUP, NODES, height[v]);
            EXPECT(memcmp(tilt[v], tilt[0], 137 * sizeof(float)) == 0);
            EXPECT(memcmp(lift[v], lift[0], 137 * sizeof(float)) == 0);
            EXPECT_MSG(memcmp(height[v], height[0], sizeof height[0]) == 0, "step %g", step);
        }
    }
}

TEST(reflected_row_kernels_are_bit_equal)
{
    chance c = chance_from(2);
    float strip[40];
    float climb[40];
    for (int i = 0; i < 40; i++) {
        strip[i] = 1.2f * (float)(i * i);
        climb[i] = 1.0f / (1.2f * (float)(2 * i + 1));
    }
    for (int n = 0; n < 200; n++) {
        float memory[CPU_KERNELS][4][NODES];
        lake_row row = {.node = SHADE_GROUP * chance_integer(&c, 0, 1000),
                        .distance = (float)chance_real(&c, 0.0, 900.0),
                        .swing = (float)chance_real(&c, 0.0, 100.0),
                        .span = {.height = strip, .climb = climb, .high = 39, .most = 38.5f},
                        .step = 4.0,
                        .sun_x = chance_real(&c, 0.0, 4000.0),
                        .sun_y = chance_real(&c, 0.0, 900.0),
                        .dazzle_scale = 0.01f,
                        .shine_scale = 0.003f,
                        .glitter = 0.6f,
                        .has_dazzle = (int)chance_integer(&c, 0, 1),
                        .has_shine = (int)chance_integer(&c, 0, 1)};
        fill(&c, memory[0][0], 4 * NODES, -2.0, 2.0);
        KERNELS_COPY(memory);
        for (int v = 0; v < kernels_count(); v++) {
            float *const node[LAKE_PLANES] = {memory[v][0], memory[v][1], memory[v][2],
                                              memory[v][3]};
            lake_kernels_of[v]->look(&row, 0, NODES, node);
            EXPECT_KERNEL(memory, v);
        }
        for (int i = 0; i < NODES; i++)
            EXPECT(memory[0][0][i] >= row.span.least && memory[0][0][i] <= row.span.most);
    }
}

TEST(water_pixel_kernels_are_bit_equal)
{
    chance c = chance_from(3);
    static int16_t light[STRIPS][3][COLUMNS];
    const int16_t *strip[STRIPS];
    for (int k = 0; k < STRIPS; k++)
        strip[k] = light[k][0];
    for (int n = 0; n < 400; n++) {
        int shift = (int)chance_integer(&c, 0, 6);
        float along[COLUMNS];
        float node[LAKE_PLANES + 1][COLUMNS + 1];
        tile_colours out[CPU_KERNELS];
        fill_steps(&c, light[0][0], STRIPS * 3 * COLUMNS, LAKE_STEPS);
        fill(&c, node[0], LAKE_PLANES * (COLUMNS + 1), 0.0, 1.0);
        double least = chance_real(&c, 1.0, 9.0);
        fill(&c, node[0], COLUMNS + 1, least, least + chance_real(&c, 0.0, 10.4 - least));
        for (int i = 0; i < COLUMNS; i++)
            along[i] = ((float)(i & ((1 << shift) - 1)) + 0.5f) / (float)(1 << shift);
        lake_run run = {.strips = {.strip = strip,
                                   .plane = COLUMNS,
                                   .first = 1,
                                   .shift = shift,
                                   .along = along},
                        .has_dazzle = (int)chance_integer(&c, 0, 1),
                        .has_shine = (int)chance_integer(&c, 0, 1),
                        .clear = 0.7f,
                        .haze = chance_integer(&c, 0, 1) ? 0.3f : 0.0f,
                        .blurred = 0.2f,
                        .own = {(double)0.1f, (double)0.2f, (double)0.3f},
                        .sparkle = {(double)1.0f, (double)0.9f, (double)0.6f}};
        for (int p = 0; p < LAKE_PLANES; p++)
            run.node[p] = node[p];
        for (int v = 0; v < kernels_count(); v++) {
            mirror_kernels_of[v]->fetch(&run, 0, COLUMNS, &out[v]);
            EXPECT_MSG(memcmp(&out[v], &out[0], sizeof out[0]) == 0, "a node every %d", 1 << shift);
        }
    }
}

TEST(water_strip_kernels_are_bit_equal)
{
    chance c = chance_from(4);
    for (int n = 0; n < 300; n++) {
        float samples[COLUMNS];
        int16_t kept[CPU_KERNELS][COLUMNS + 1];
        int count = (int)chance_integer(&c, 1, COLUMNS);
        fill(&c, samples, COLUMNS, 0.0, 1.0);
        fill_steps(&c, kept[0], COLUMNS + 1, 3 * LAKE_STEPS / 4);
        KERNELS_COPY(kept);
        int16_t behind = kept[0][count];
        for (int v = 0; v < kernels_count(); v++) {
            mirror_kernels_of[v]->keep(samples, 0.25f, n % 2, kept[v], count);
            EXPECT_KERNEL(kept, v);
            EXPECT(kept[v][count] == behind);
        }
    }
}

/* ---- ripples ------------------------------------------------------------------ */

static void lake_scene(rl_scene *scene, uint64_t seed)
{
    static const char text[] = "[ridgeline]\nridges = 2\n[lake]\nridge = 1\nlevel = 0.45\n";
    scene_init(scene);
    OK(rl_scene_parse(scene, text, strlen(text), "t", &error));
    scene->has_seed = 1;
    scene->seed = seed;
}

static double octave_at(const rl_frame *frame, int octave, double x, double y, double scale)
{
    return noise_gradient(hash_key(frame->scene.seed, LAKE_STREAM), octave, x * scale, y * scale,
                          0);
}

/* The sum that ripples.c says, from doubles; kind 0 is broad, 1 fine. */
static double wanted(const rl_frame *frame, int kind, double perspective, double x_u)
{
    static const double fx[] = {0.55, 1.70}, fy[] = {2.2, 6.5}, keep[] = {0.50, 0.68};
    static const int first[] = {0, 8}, octaves[] = {3, 4};
    double sum = 0.0;
    double weight = 0.5;
    for (int i = 0; i < octaves[kind]; i++, weight *= keep[kind]) {
        double per_pixel = fy[kind] * (1 << i) * perspective * perspective / frame->unit;
        double t = fmin(fmax((per_pixel - 0.2) / 0.3, 0.0), 1.0);
        sum += weight * (1.0 - t * t * (3.0 - 2.0 * t)) *
               octave_at(frame, first[kind] + i, x_u * fx[kind] * perspective,
                         fy[kind] * perspective, 1 << i);
    }
    return sum;
}

static void check_ripples(const rl_frame *frame, int64_t node, int nodes)
{
    static float broad[4096];
    static float fine[4096];
    float *const height[] = {broad, fine};
    ripples r;
    memset(&r, 0, sizeof r);
    arena memory = {.allocator = NULL};
    ck_assert_int_eq(ripples_new(&r, frame, &memory, node, nodes), 1);
    static const double depths[] = {0.0, 0.001, 0.04, 0.041, 0.3, 0.2, 0.9, 5.0, 0.06};
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        double perspective = ripples_perspective(depths[i]);
        ripples_raise(&r, depths[i], 0, nodes, height);
        for (int n = 0; n < nodes; n++) {
            double x = ((double)(node + n) * frame->fine_step - 0.5 * frame->width) / frame->unit;
            for (int kind = 0; kind < 2; kind++) {
                double want = wanted(frame, kind, perspective, x);
                EXPECT_MSG(fabs((double)height[kind][n] - want) < 1e-4,
                           "depth %g, node %d, kind %d: %g, not %g", depths[i], n, kind,
                           (double)height[kind][n], want);
            }
        }
    }
    arena_free(&memory);
}

TEST(ripples_equal_gradient_noise)
{
    static const int sizes[][2] = {{64, 36}, {640, 360},  {3840, 2160}, {1, 1},
                                   {2, 300}, {100, 2000}, {9000, 60}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        rl_scene scene;
        lake_scene(&scene, i);
        rl_frame *frame = new_part(&scene, sizes[i][0], sizes[i][1], 0, 0, 1, 1);
        check_ripples(frame, 0, 64);
        check_ripples(frame, 128, 256);
        rl_frame_free(frame);
    }
}

/* ---- what the mirror keeps ------------------------------------------------------- */

TEST(cached_strips_are_not_painted_again)
{
    enum { W = 1000, H = 700 };
    rl_scene scene;
    lake_scene(&scene, 1);
    rl_frame *frame = new_part(&scene, W, H, 70, 0, 800, H);
    paint_scratch *s = paint_scratch_new(frame);
    static mirror m;
    memset(&m, 0, sizeof m);
    arena memory = {.allocator = NULL};
    double shore = H - 0.45 * H;
    mirror_plan plan = {shore, 300.0, (int)shore, -1, MIRROR_HELD, MIRROR_SHARE, 0.0, NULL};
    mirror_lay(&m, frame, &plan);
    EXPECT(s != NULL && mirror_new(&m, frame, &memory, &plan));
    chance c = chance_from(5);
    m.to = frame->blocks - 1;
    for (m.first = 0, m.last = 6; m.last < m.strips; m.first++, m.last++) {
        for (int b = 0; b < frame->blocks; b++)
            m.shows[b] = b == 0 || chance_integer(&c, 0, 2) > 0;
        mirror_fill(&m, s, 2);
        for (int k = m.first; k <= m.last; k++)
            for (int b = 0; b < frame->blocks; b++) {
                int16_t *light = m.light + (size_t)(k % MIRROR_HELD) * 3 * m.plane + b * 64 + 10;
                int is_held = m.held[k % MIRROR_HELD * frame->blocks + b] == k;
                EXPECT(m.open[k + 1 - m.first] + b * 64 + 10 == light);
                EXPECT((is_held || !m.shows[b]) && (!is_held || *light >= 0));
                *light = -1;
            }
        mirror_fill(&m, s, 2);
        for (int k = m.first; k <= m.last; k++)
            for (int b = 0; b < frame->blocks; b++)
                EXPECT(m.open[k + 1 - m.first][b * 64 + 10] == -1);
        for (size_t i = 0; i < (size_t)frame->blocks * MIRROR_HELD; i++)
            m.held[i] = -1;
        m.filled_last = -1;
    }
    paint_scratch_free(s);
    arena_free(&memory);
    rl_frame_free(frame);
}
