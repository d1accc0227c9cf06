/* test_water_kernels.c - ripples against the noise that they are made of; cached strips. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "frame/frame.h"
#include "layers/water/lake.h"
#include "ridge/noise.h"
#include "support/support.h"

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
    mirror_plan plan = {.shore = shore,
                        .highest = 300.0,
                        .top = (int)shore,
                        .layer = -1,
                        .strips = MIRROR_HELD,
                        .share = 0.010,
                        .sky_share = 0.024,
                        .land = 200.0};
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

/* ---- the mirror of land ---------------------------------------------------------- */

enum { COLUMNS = TILES_BLOCK };

/* Returns the light, the square of a sample, of water whose mirror shows black land of strength
 * 1/2, `below` pixels below the shore, where the light of the water was `under`. */
static double light_behind_land(double under, float below)
{
    static int16_t strip[4][COLUMNS];
    static float along[COLUMNS], nodes[REFLECTION_PLANES][COLUMNS], nothing[COLUMNS];
    static tile_colours colours;
    const int16_t *strips[] = {strip[0], strip[0], strip[0], strip[0]};
    reflection_run run = {.strips = {.strip = strips, .plane = COLUMNS, .shift = 3, .along = along},
                          .rock = nothing,
                          .bare = {0.2f, 0.2f, 0.2f},
                          .least = 0.9f,
                          .most = 1.1f};
    for (int p = 0; p < REFLECTION_PLANES; p++)
        run.node[p] = nodes[p];
    for (int c = 0; c < COLUMNS; c++) {
        strip[REFLECTION_THERE][c] = LAKE_STEPS;
        nodes[REFLECTION_BELOW][c] = below;
        nodes[REFLECTION_PLACE][c] = 1.0f;
        nodes[REFLECTION_STRENGTH][c] = 0.5f;
        colours.r[c] = colours.g[c] = colours.b[c] = (float)exact_sqrt(under);
    }
    mirror_kernels_of[cpu_choose(CPU_KERNELS - 1)]->lay_reflected(&run, 0, COLUMNS, &colours);
    return (double)colours.g[20] * (double)colours.g[20];
}

TEST(mirror_of_land_hides_the_mirror_behind_it)
{
    double bright = light_behind_land(0.9, 40.0f), dark = light_behind_land(0.05, 40.0f);
    ck_assert_double_eq_tol(bright, 0.5 * 1.1 * 0.2, 1e-3);
    ck_assert_double_eq_tol(dark, 0.5 * 0.9 * 0.2, 1e-3);
    /* The row of the shore shows land, which is not replaced.  The mirror is whole there, and
     * covers half of the row above, so that no bare water is seen between land and mirror. */
    ck_assert_double_eq_tol(light_behind_land(0.05, 0.0f), 0.5 * 0.05, 1e-3);
    ck_assert_double_eq_tol(light_behind_land(0.05, -0.5f), 0.75 * 0.05, 1e-3);
}
