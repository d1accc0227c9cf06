/* ground.c - heights of a torus at any place and fineness: see ground.h.
 *
 * Between samples heights run bilinearly; slopes are central differences that run
 * bilinearly too, so that near ground shows no facets.
 */
#include "map/ground.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"

/* ---- levels -------------------------------------------------------------------- */

static int half_of(int size)
{
    return size > 1 ? size / 2 : 1;
}

static float mean_of(const ground_level *fine, int left, int right, int top, int bottom)
{
    float sum = 0.0f;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            sum += fine->h[(size_t)y * (size_t)fine->width + (size_t)x];
    return sum / (float)((right - left) * (bottom - top));
}

/* Sample i of n stands for samples i * m / n .. (i + 1) * m / n of the m finer ones. */
static void level_reduce(const ground_level *fine, int width, int height, float *out)
{
    for (int y = 0; y < height; y++) {
        int top = (int)((int64_t)y * fine->height / height);
        int bottom = (int)((int64_t)(y + 1) * fine->height / height);
        for (int x = 0; x < width; x++) {
            int left = (int)((int64_t)x * fine->width / width);
            int right = (int)((int64_t)(x + 1) * fine->width / width);
            *out++ = mean_of(fine, left, right, top, bottom);
        }
    }
}

static size_t levels_size(int width, int height, int *count)
{
    size_t size = 0;
    for (*count = 1; *count < GROUND_LEVELS && (width > 1 || height > 1); ++*count) {
        width = half_of(width);
        height = half_of(height);
        size += (size_t)width * (size_t)height;
    }
    return size;
}

rl_status ground_make(ground *self, const heightmap *map, const rl_allocator *allocator,
                      rl_error *error)
{
    ground made = {.allocator = allocator, .level = {{map->width, map->height, map->h}}};
    size_t size = levels_size(map->width, map->height, &made.count);
    made.made = memory_array(allocator, size, sizeof *made.made);
    *self = made;
    if (made.made == NULL)
        return status_fail(error, RL_NO_MEMORY, "flight: out of memory for %d x %d heights",
                           map->width, map->height);
    float *next = made.made;
    for (int i = 1; i < made.count; i++) {
        const ground_level *fine = &self->level[i - 1];
        ground_level coarse = {half_of(fine->width), half_of(fine->height), next};
        level_reduce(fine, coarse.width, coarse.height, next);
        next += (size_t)coarse.width * (size_t)coarse.height;
        self->level[i] = coarse;
    }
    return RL_OK;
}

void ground_free(ground *self)
{
    memory_free(self->allocator, self->made);
    self->made = NULL;
}

/* ---- samples ------------------------------------------------------------------- */

/* Four neighbouring indices along one axis, and how far past the second the place is. */
typedef struct taps {
    int i[4];
    float part;
} taps;

static taps taps_at(double share, int size)
{
    double place = (share - (double)exact_floor(share)) * size - 0.5; /* sample 0 at its middle */
    int whole = (int)(place + 1.0) - 1;                               /* -1 .. size - 1 */
    taps self;
    self.part = (float)(place - (double)whole);
    self.i[1] = whole < 0 ? size - 1 : whole < size ? whole : 0;
    self.i[0] = self.i[1] > 0 ? self.i[1] - 1 : size - 1;
    self.i[2] = self.i[1] + 1 < size ? self.i[1] + 1 : 0;
    self.i[3] = self.i[2] + 1 < size ? self.i[2] + 1 : 0;
    return self;
}

static const float *level_row(const ground_level *level, int y)
{
    return level->h + (size_t)y * (size_t)level->width;
}

static float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

/* The two samples round a place, for heights alone: this is where flights spend their
 * time.  `share` is within 0..1. */
typedef struct pair {
    int before, after;
    float part;
} pair;

static inline pair pair_at(double share, int size)
{
    double place = share * size + 0.5; /* one more than the sample */
    int after = (int)place;
    pair self = {after - 1, after, (float)(place - (double)after)};
    self.before = after > 0 ? self.before : size - 1;
    self.after = after < size ? after : 0;
    return self;
}

static inline float level_height(const ground_level *level, double x, double y)
{
    pair across = pair_at(x, level->width), down = pair_at(y, level->height);
    const float *top = level_row(level, down.before), *bottom = level_row(level, down.after);
    return mix(mix(top[across.before], top[across.after], across.part),
               mix(bottom[across.before], bottom[across.after], across.part), down.part);
}

static ground_point level_at(const ground_level *level, double x, double y)
{
    taps across = taps_at(x, level->width), down = taps_at(y, level->height);
    const int *c = across.i;
    const float *row[4];
    for (int i = 0; i < 4; i++)
        row[i] = level_row(level, down.i[i]);
    float value[2], east[2], south[2]; /* on the row above the place, on the one below */
    for (int i = 0; i < 2; i++) {
        const float *before = row[i], *here = row[i + 1], *after = row[i + 2];
        value[i] = mix(here[c[1]], here[c[2]], across.part);
        east[i] = mix(here[c[2]] - here[c[0]], here[c[3]] - here[c[1]], across.part);
        south[i] = mix(after[c[1]] - before[c[1]], after[c[2]] - before[c[2]], across.part);
    }
    ground_point point = {
        mix(value[0], value[1], down.part),
        0.5f * (float)level->width * mix(east[0], east[1], down.part),
        -0.5f * (float)level->height * mix(south[0], south[1], down.part),
    };
    return point;
}

float ground_height(const ground *self, double x, double y, float level)
{
    int below = (int)level;
    float part = level - (float)below;
    x -= (double)exact_floor(x);
    y -= (double)exact_floor(y);
    if (below >= self->count - 1)
        return level_height(&self->level[self->count - 1], x, y);
    float fine = level_height(&self->level[below], x, y);
    return part > 0.0f ? mix(fine, level_height(&self->level[below + 1], x, y), part) : fine;
}

ground_point ground_at(const ground *self, double x, double y, float level)
{
    int below = (int)level;
    float part = level - (float)below;
    if (below >= self->count - 1)
        return level_at(&self->level[self->count - 1], x, y);
    ground_point fine = level_at(&self->level[below], x, y);
    if (!(part > 0.0f))
        return fine;
    ground_point coarse = level_at(&self->level[below + 1], x, y);
    ground_point point = {mix(fine.height, coarse.height, part), mix(fine.east, coarse.east, part),
                          mix(fine.north, coarse.north, part)};
    return point;
}
