/* round.c - limits the sharpness of ground by an undecimated wavelet transform.
 *
 * Diamond-square leaves cusps at the points of its coarse grids and, with one-sided noise, combs on
 * its slopes.  From above they are texture, but from close by they are needles.  Each level of the
 * transform smooths with the cubic B-spline at twice the spacing (J.-L. Starck and F. Murtagh,
 * 1994: "a trous"), and what it takes away are bumps and hollows of one size.  Those are added
 * again with a soft limit in proportion to their size, so that a cusp becomes a blunt cone, and
 * gentle ground stays as it is.
 */
#include "map/round.h"

#include "base/exact.h"
#include "base/status.h"

#define ROUND_LEVELS 5 /* sizes of bumps; the largest have a radius of 16 samples */
#define TAPS_MOST 2    /* greatest distance of a tap of the spline, spacings */

/* Weights of the cubic B-spline at distances of 0, 1 and 2 spacings. */
static const float spline[] = {6.0f / 16.0f, 4.0f / 16.0f, 1.0f / 16.0f};

/* A level at work.  All arrays are as large as the map. */
typedef struct rounding {
    int width, height, spacing;
    float limit;   /* greatest height of a bump of this level */
    float *ground; /* the smooth ground of the level before, replaced by that of this level */
    float *across; /* `ground` smoothed along rows */
    float *out;    /* limited bumps of all levels so far */
} rounding;

static inline float spline_mean(float far_before, float before, float here, float after,
                                float far_after)
{
    return spline[0] * here + spline[1] * (before + after) + spline[2] * (far_before + far_after);
}

/* Smooths row `y` along itself; only the ends of the row need the modulus. */
static void smooth_across(rounding *self, int y)
{
    int width = self->width, step = self->spacing, reach = TAPS_MOST * step;
    const float *in = self->ground + (size_t)y * (size_t)width;
    float *out = self->across + (size_t)y * (size_t)width;
    for (int x = reach; x < width - reach; x++)
        out[x] = spline_mean(in[x - 2 * step], in[x - step], in[x], in[x + step], in[x + 2 * step]);
    for (int i = 0; i < 2 * reach; i++) {
        int x = i < reach ? i : width - 2 * reach + i;
        out[x] = spline_mean(in[(x - 2 * step + width) % width], in[(x - step + width) % width],
                             in[x], in[(x + step) % width], in[(x + 2 * step) % width]);
    }
}

/* Smooths row `y` down the columns, and moves its limited bumps from `ground` to `out`. */
static void smooth_down(rounding *self, int y)
{
    const float *row[2 * TAPS_MOST + 1];
    size_t width = (size_t)self->width;
    for (int i = -TAPS_MOST; i <= TAPS_MOST; i++) {
        int from = (y + i * self->spacing + self->height) % self->height;
        row[i + TAPS_MOST] = self->across + (size_t)from * width;
    }
    float *ground = self->ground + (size_t)y * width, *out = self->out + (size_t)y * width;
    for (size_t x = 0; x < width; x++) {
        float smooth = spline_mean(row[0][x], row[1][x], row[2][x], row[3][x], row[4][x]);
        float bump = ground[x] - smooth, share = bump / self->limit;
        out[x] += bump / (float)exact_sqrt(1.0 + (double)(share * share));
        ground[x] = smooth;
    }
}

rl_status ground_round(heightmap *rounded, const heightmap *map, double limit, arena *memory,
                       rl_error *error)
{
    size_t count = (size_t)map->width * (size_t)map->height;
    arena scratch = {.allocator = memory->allocator};
    rounding self = {.width = map->width,
                     .height = map->height,
                     .ground = arena_array(&scratch, count, sizeof *self.ground),
                     .across = arena_array(&scratch, count, sizeof *self.across),
                     .out = arena_array(memory, count, sizeof *self.out)};
    int shorter = map->width < map->height ? map->width : map->height;
    rl_status status = status_memory(self.ground != NULL && self.across != NULL && self.out != NULL,
                                     "flight", error);
    if (status == RL_OK) {
        memcpy(self.ground, map->h, count * sizeof *self.ground);
        memset(self.out, 0, count * sizeof *self.out);
    }
    for (int level = 0; level < ROUND_LEVELS && status == RL_OK; level++) {
        self.spacing = 1 << level;
        self.limit = (float)(limit * self.spacing);
        if (2 * TAPS_MOST * self.spacing > shorter)
            break;
        for (int y = 0; y < map->height; y++)
            smooth_across(&self, y);
        for (int y = 0; y < map->height; y++)
            smooth_down(&self, y);
    }
    for (size_t i = 0; i < count && status == RL_OK; i++)
        self.out[i] += self.ground[i];
    arena_free(&scratch);
    *rounded = (heightmap){map->width, map->height, map->wrap, self.out};
    return status;
}
