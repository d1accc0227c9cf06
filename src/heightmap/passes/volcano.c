/* volcano.c - a cone with a crater, raised above the land.
 *
 * The flank is concave: a polynomial of the distance from the foot.  Noise changes the distance of
 * each sample from the middle, so that neither foot nor rim is a circle.  Within the crater the
 * ground falls from the rim.  The seed places the cone near the middle of the map, at the same
 * place for all passes, so that one pass may raise the cone and another, after erosion, open its
 * crater. Lengths are in longer sides of the map.
 */
#include <stddef.h>

#include "base/exact.h"
#include "base/hash.h"
#include "heightmap/lattice.h"
#include "heightmap/pass.h"

#define STREAM UINT64_C(0x766f6c63616e6f00) /* random stream of pass 0: "volcano" in ASCII */

typedef struct volcano_settings {
    double height, foot, crater, depth;
} volcano_settings;

#define AT(field) offsetof(volcano_settings, field)
static const scene_key keys[] = {
    REAL_KEY("pass.N.height", AT(height), 0, 10, 0.5, "height of the cone above the land"),
    REAL_KEY("pass.N.foot", AT(foot), 0.001, 10, 0.3, "radius of the cone, in map sides"),
    REAL_KEY("pass.N.crater", AT(crater), 0, 10, 0.03, "radius of the rim, in map sides"),
    REAL_KEY("pass.N.depth", AT(depth), 0, 10, 0.1, "depth of the crater below its rim"),
};

/* Form of the cone, tuned by eye. */
static const struct {
    double straight; /* share of the height that is linear in the distance from the foot */
    double hollow;   /* share that is quadratic in it, which makes the flank concave */
    double foot;     /* share of the flank's length over which the foot is smoothed, 0..1 */
    double bowl;     /* share of the crater's radius that is a level floor */
    double wild;     /* largest share by which noise changes the distance from the middle */
    double cells;    /* cells of that noise along a side */
    double spread;   /* the cone is up to half of this from the map's middle, in x and y; sides */
} form = {.straight = 0.35,
          .hollow = 0.65,
          .foot = 0.15,
          .bowl = 0.25,
          .wild = 0.35,
          .cells = 5.0,
          .spread = 0.16};

typedef struct volcano {
    const volcano_settings *settings;
    double x, y; /* place of its middle, samples */
    double side; /* side of the map, samples */
    lattice noise;
} volcano;

static void volcano_runs(const void *user, const lattice_run *run)
{
    const volcano *self = user;
    const volcano_settings *s = self->settings;
    lattice_pair noise;
    double down = (run->y - self->y) / self->side;
    lattice_fill(&self->noise, run->x, run->count, run->y, NULL, &noise);
    for (int i = 0; i < run->count; i++) {
        double across = (run->x + i - self->x) / self->side;
        double way = exact_sqrt(across * across + down * down); /* from the middle, map sides */
        way = way * (1.0 + form.wild * noise.a[i]);
        double t = exact_max(1.0 - exact_max(way, s->crater) / s->foot, 0.0);
        double hollow = s->crater > 0.0 ? exact_smoothstep(1.0, form.bowl, way / s->crater) : 0.0;
        run->height[i] += (float)(s->height * (form.straight * t + form.hollow * t * t) *
                                      exact_smoothstep(0.0, form.foot, t) -
                                  s->depth * hollow);
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
    uint64_t key = hash_key(work->seed, STREAM);
    volcano self = {.settings = settings, .side = lattice_side(map)};
    (void)index;
    self.x =
        (0.5 + form.spread * (hash_unit(hash_at(key, 0, 0)) - 0.5)) * (map->width - map->width % 2);
    self.y = (0.5 + form.spread * (hash_unit(hash_at(key, 0, 1)) - 0.5)) *
             (map->height - map->height % 2);
    self.noise = lattice_over(map, work, form.cells, 3, hash_at(key, 1, 0));
    return lattice_runs(map, work, "volcano", 16, volcano_runs, &self, error);
}

const heightmap_pass volcano_pass = {"volcano", PASS_KEYS(keys), .random = STREAM,
                                     .steps = volcano_steps, .run = volcano_run};
