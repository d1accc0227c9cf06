/* volcano.c - a cone with a crater, raised above the land.
 *
 * The flank is concave: the cone's height falls with the square of the way to its foot; noise moves
 * a place first, so that neither foot nor rim is a circle.  Within the crater the ground falls from
 * the rim.  The cone is where the seed says, near the middle; every such pass of a map has it
 * there, so that one may raise it, and one after erosion open its crater.  Lengths count in map
 * sides.
 */
#include <stddef.h>

#include "base/exact.h"
#include "base/hash.h"
#include "heightmap/lattice.h"
#include "heightmap/pass.h"

typedef struct volcano_settings {
    double height, foot, crater, depth;
} volcano_settings;

#define AT(field) offsetof(volcano_settings, field)
static const scene_key keys[] = {
    REAL_KEY("pass.N.height", AT(height), 0, 10, 0.5, "of the cone above the land"),
    REAL_KEY("pass.N.foot", AT(foot), 0.001, 10, 0.3, "radius of the cone"),
    REAL_KEY("pass.N.crater", AT(crater), 0, 10, 0.03, "radius of the rim"),
    REAL_KEY("pass.N.depth", AT(depth), 0, 10, 0.1, "of the crater below its rim"),
};

typedef struct volcano {
    const volcano_settings *settings;
    double x, y, side; /* of its middle; samples */
    lattice noise;
} volcano;

/* What is added at a way from the middle. */
static double raised(const volcano_settings *s, double way)
{
    double t = exact_max(1.0 - exact_max(way, s->crater) / s->foot, 0.0);
    double hollow = s->crater > 0.0 ? exact_smoothstep(1.0, 0.25, way / s->crater) : 0.0;
    return s->height * (0.35 * t + 0.65 * t * t) * exact_smoothstep(0.0, 0.15, t) -
           s->depth * hollow;
}

static void volcano_runs(const void *user, const lattice_run *run)
{
    const volcano *self = user;
    lattice_pair noise;
    double down = (run->y - self->y) / self->side;
    lattice_fill(&self->noise, run->x, run->count, run->y, NULL, &noise);
    for (int i = 0; i < run->count; i++) {
        double across = (run->x + i - self->x) / self->side;
        double way = exact_sqrt(across * across + down * down);
        run->height[i] += (float)raised(self->settings, way * (1.0 + 0.35 * noise.a[i]));
    }
}

static int64_t volcano_steps(const void *settings, int64_t samples)
{
    (void)settings;
    return pass_product(samples, 50);
}

static rl_status volcano_run(heightmap *map, const void *settings, int index,
                             const heightmap_work *work, rl_error *error)
{
    uint64_t key = hash_key(work->seed, STREAM_VOLCANO);
    volcano self = {.settings = settings, .side = lattice_side(map)};
    (void)index;
    self.x = (0.5 + 0.16 * (hash_unit(hash_at(key, 0, 0)) - 0.5)) * (map->width - map->width % 2);
    self.y = (0.5 + 0.16 * (hash_unit(hash_at(key, 0, 1)) - 0.5)) * (map->height - map->height % 2);
    self.noise = lattice_over(map, 5.0, 3, hash_at(key, 1, 0));
    return lattice_runs(map, work, "volcano", 16, volcano_runs, &self, error);
}

const heightmap_pass volcano_pass = {"volcano", PASS_KEYS(keys), .steps = volcano_steps,
                                     .run = volcano_run};
