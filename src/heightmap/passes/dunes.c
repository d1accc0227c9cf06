/* dunes.c - dunes across the wind: long windward slopes, short lee slopes.
 *
 * A dune is one turn of a phase that grows along the wind.  Noise bends the crests and leaves gaps
 * between dunes.  Each further octave has dunes of half the length, which are lower.  Lengths are
 * in map sides (the longer side); a sample is a function of its place.
 */
#include <stddef.h>

#include "base/exact.h"
#include "base/hash.h"
#include "heightmap/lattice.h"
#include "heightmap/pass.h"

#define STREAM UINT64_C(0x64756e6573000000) /* random stream of pass 0: "dunes" in ASCII */

#define DUNES_OCTAVES 16

typedef struct dunes_settings {
    double amount, scale, wind, bend;
    int octaves;
} dunes_settings;

#define AT(field) offsetof(dunes_settings, field)
static const scene_key keys[] = {
    REAL_KEY("pass.N.amount", AT(amount), 0, 10, 0.2, "height of a dune, fraction of relief"),
    REAL_KEY("pass.N.scale", AT(scale), 1, 1000, 14, "dunes along a side"),
    REAL_KEY("pass.N.wind", AT(wind), 0, 360, 290,
             "direction the wind comes from, degrees from north"),
    REAL_KEY("pass.N.bend", AT(bend), 0, 10, 1.2, "bend of crests, in distances of dunes"),
    INTEGER_KEY("pass.N.octaves", AT(octaves), 1, DUNES_OCTAVES, 2,
                "sizes of dunes, each half the last"),
};

/* Form of dunes, tuned by eye. */
static const struct {
    double windward;     /* share of a dune's length that is the windward slope */
    double square, cube; /* its height is t^2 (square - cube t): 0 at the foot, 1 at the crest */
    double brink;        /* the lee slope begins this share of the length before the crest */
    double gap, full;    /* noise below which dunes have no height, and above which the full one */
    double lower;        /* height of an octave relative to the one before */
    double turn;         /* change of the wind's direction from octave to octave, degrees */
    double noise_cells;  /* cells of the noise per dune, along the wind */
} form = {.windward = 0.72,
          .square = 1.6,
          .cube = 0.6,
          .brink = 0.04,
          .gap = -0.55,
          .full = 0.35,
          .lower = 0.34,
          .turn = 14.0,
          .noise_cells = 0.45};

typedef struct dune_octave {
    double across, down; /* change of the phase from sample to sample, turns */
    double start;        /* phase at the first sample, turns */
    double height;
    lattice noise;
} dune_octave;

typedef struct dunes {
    double bend;
    int octaves;
    dune_octave octave[DUNES_OCTAVES];
} dunes;

/* Returns the height of a dune at a phase in turns: 0 between dunes, 1 on a crest. */
static double profile(double turn)
{
    double t = turn - (double)exact_floor(turn);
    if (t < form.windward) {
        t /= form.windward;
        return t * t * (form.square - form.cube * t);
    }
    return 1.0 - exact_smoothstep(form.windward - form.brink, 1.0, t);
}

static void dunes_runs(const void *user, const lattice_run *run)
{
    const dunes *self = user;
    lattice_pair noise;
    for (int o = 0; o < self->octaves; o++) {
        const dune_octave *dune = &self->octave[o];
        lattice_fill(&dune->noise, run->x, run->count, run->y, NULL, &noise);
        for (int i = 0; i < run->count; i++) {
            double turn = dune->start + (run->x + i) * dune->across + run->y * dune->down;
            double high = exact_smoothstep(form.gap, form.full, noise.b[i]);
            run->height[i] +=
                (float)(dune->height * high * profile(turn + self->bend * noise.a[i]));
        }
    }
}

static int64_t dunes_steps(const void *settings, int64_t samples)
{
    return pass_product(samples, 60 * (int64_t)((const dunes_settings *)settings)->octaves);
}

static rl_status dunes_run(heightmap *map, const void *settings, int index,
                           const heightmap_work *work, rl_error *error)
{
    const dunes_settings *s = settings;
    uint64_t key = hash_key(work->seed, STREAM + (uint64_t)index);
    dunes self = {.bend = s->bend, .octaves = s->octaves};
    double scale = s->scale, height = s->amount, side = lattice_side(map);
    for (int o = 0; o < s->octaves; o++, scale *= 2.0, height *= form.lower) {
        dune_octave *dune = &self.octave[o];
        double turn = (s->wind + form.turn * o) / 360.0;
        turn -= (double)exact_floor(turn);
        dune->across = scale * exact_cos_turn(exact_quarter_on(turn));
        dune->down = scale * exact_cos_turn(turn);
        if (map->wrap) { /* whole dunes round the torus */
            dune->across = exact_round(dune->across);
            dune->down = exact_round(dune->down);
        }
        dune->across /= side;
        dune->down /= side;
        dune->start = hash_unit(hash_at(key, o, 0));
        dune->height = height;
        dune->noise = lattice_over(map, work, form.noise_cells * scale, 3, hash_at(key, o, 1));
    }
    return lattice_runs(map, work, "dunes", 16, dunes_runs, &self, error);
}

const heightmap_pass dunes_pass = {"dunes", PASS_KEYS(keys), .random = STREAM, .steps = dunes_steps,
                                   .run = dunes_run};
