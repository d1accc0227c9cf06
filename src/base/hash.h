/* hash.h - the source of all randomness: hashes instead of a generator with a state.
 *
 * In: seed, stream (number of a purpose), level, index.  Out: 64 bits that look random.  Since
 * there is no state, no value depends on the order of work, the number of threads or the picture's
 * size. The mixing is the finaliser of SplitMix64 (Steele, Lea, Flood 2014; constants of D.
 * Stafford's variant 13), applied twice.
 */
#ifndef RL_BASE_HASH_H
#define RL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The registry of streams: one number for each purpose for which draws of a scene's seed are used.
 * A purpose that needs a stream for each of several things (ridges, takes, passes) has the numbers
 * up to, but not including, its _END.
 *
 * Only STREAM_MAP has a number that is used twice, also by the first line of ridge 1.  It is
 * harmless, since the two-dimensional fractal of a map and the line of a ridge hash their points
 * differently, and another number would change every map. */
enum {
    STREAM_RIDGE = 0, /* + 16 * ridge + line; line 15: variation of its slope limit */
    STREAM_RIDGE_END = 16 * 62,
    STREAM_MAP = 0,            /* the fractal of a map */
    STREAM_COMPOSITION = 1000, /* choices of a scene: see CHOOSE_... in src/scene */
    STREAM_RIDGE_MORE = 1100,  /* lines of the last two ridges */
    STREAM_RIDGE_MORE_END = STREAM_RIDGE_MORE + 16 * 2,
    STREAM_MIST = 2000,
    STREAM_ROWS = 3000, /* + 16 * ridge + row: rows of trees, swells of bare ground */
    STREAM_ROWS_END = STREAM_ROWS + 16 * 64,
    STREAM_RELIEF = 4100, /* + ridge: faces */
    STREAM_RELIEF_END = STREAM_RELIEF + 64,
    STREAM_CLOUDS = 5000,
    STREAM_CLOUD_WARP = 5001,
    STREAM_STARS = 5002,
    STREAM_MILKYWAY = 5003, /* the band; + 1: its stars */
    STREAM_MILKYWAY_END = STREAM_MILKYWAY + 2,
    STREAM_AURORA = 5010, /* + curtain */
    STREAM_AURORA_END = STREAM_AURORA + 2,
    STREAM_BIRDS = 5020,
    STREAM_FOG = 5030,
    STREAM_CUMULUS = 5040, /* + row */
    STREAM_CUMULUS_END = STREAM_CUMULUS + 4,
    STREAM_DECK = 5050,
    STREAM_CANYON = 5060,
    STREAM_PLAIN = 5061,
    STREAM_BEACH = 5062,
    STREAM_FALL = 5070, /* + kind of falling things, such as snow */
    STREAM_FALL_END = STREAM_FALL + 8,
    STREAM_RAIN = 5080,
    STREAM_LIGHTNING = 5081,
    STREAM_COMET = 5082,
    STREAM_PLANTS = 5100,               /* + line */
    STREAM_HEDGES = STREAM_PLANTS + 14, /* hedges, the farm */
    STREAM_PLANTS_END = STREAM_PLANTS + 16,
    STREAM_LENTICULAR = 5120,
    STREAM_PLUME = 5121,
    STREAM_LAVA = 5122,
    STREAM_CITY = 5130, /* + row */
    STREAM_CITY_END = STREAM_CITY + 8,
    STREAM_MOTIF = 5140, /* + number of a choice */
    STREAM_MOTIF_END = STREAM_MOTIF + 4,
    STREAM_WOODS = 5200, /* + 8 * ridge + row */
    STREAM_WOODS_END = STREAM_WOODS + 8 * 64,
    STREAM_SPECIES = 5800,
    STREAM_NEAR = 5900, /* near ground: front slope; + 1: rear slope; + 2: choices for both */
    STREAM_NEAR_END = STREAM_NEAR + 3,
    STREAM_CORNERS = 6000,  /* corners of a map's fractal */
    STREAM_PANORAMA = 6010, /* details of a panorama between the samples of its DEM */
    STREAM_LAKE = 6100,
    STREAM_SHORE = 6200, /* + ridge: shores of ridges that stand in water */
    STREAM_SHORE_END = STREAM_SHORE + 64,
    STREAM_WIND = 7000,   /* side from which the wind blows over dunes */
    STREAM_SIDE = 7001,   /* side from which spurs come */
    STREAM_SECOND = 7100, /* + pass: the second map of the pass combine */
    STREAM_SECOND_END = STREAM_SECOND + 32,
    STREAM_CELLS = 7200, /* colours of Voronoi cells */
    STREAM_TAKES = 8000, /* + take: the seed of the ridges of a further try */
    STREAM_TAKES_END = STREAM_TAKES + 8,
    STREAM_RANGES = 9000, /* ranges and choices of data files, by a hash of their key */
};

/* Passes of a map: + number of the pass, below 32.  The constants are the letters of the names in
 * ASCII. */
#define STREAM_DROPLETS UINT64_C(0x64726f706c657473)
#define STREAM_GULLIES UINT64_C(0x67756c6c69657300)
#define STREAM_PERTURB UINT64_C(0x7065727475726200)
#define STREAM_TERRACE UINT64_C(0x7465727261636500)
#define STREAM_DUNES UINT64_C(0x64756e6573000000)
#define STREAM_VOLCANO UINT64_C(0x766f6c63616e6f00)
#define STREAM_VORONOI UINT64_C(0x766f726f6e6f6900)

/* The outline of the land of a map (heightmap/shape.c). */
#define STREAM_SHAPE UINT64_C(0x7368617065000000)

#define HASH_IN_ORDER(before, next) _Static_assert((before) <= (next), "streams overlap")
HASH_IN_ORDER(STREAM_RIDGE_END, STREAM_COMPOSITION);
HASH_IN_ORDER(STREAM_COMPOSITION + 1, STREAM_RIDGE_MORE);
HASH_IN_ORDER(STREAM_RIDGE_MORE_END, STREAM_MIST);
HASH_IN_ORDER(STREAM_MIST + 1, STREAM_ROWS);
HASH_IN_ORDER(STREAM_ROWS_END, STREAM_RELIEF);
HASH_IN_ORDER(STREAM_RELIEF_END, STREAM_CLOUDS);
HASH_IN_ORDER(STREAM_CLOUDS + 1, STREAM_CLOUD_WARP);
HASH_IN_ORDER(STREAM_CLOUD_WARP + 1, STREAM_STARS);
HASH_IN_ORDER(STREAM_STARS + 1, STREAM_MILKYWAY);
HASH_IN_ORDER(STREAM_MILKYWAY_END, STREAM_AURORA);
HASH_IN_ORDER(STREAM_AURORA_END, STREAM_BIRDS);
HASH_IN_ORDER(STREAM_BIRDS + 1, STREAM_FOG);
HASH_IN_ORDER(STREAM_FOG + 1, STREAM_CUMULUS);
HASH_IN_ORDER(STREAM_CUMULUS_END, STREAM_DECK);
HASH_IN_ORDER(STREAM_DECK + 1, STREAM_CANYON);
HASH_IN_ORDER(STREAM_CANYON + 1, STREAM_PLAIN);
HASH_IN_ORDER(STREAM_PLAIN + 1, STREAM_BEACH);
HASH_IN_ORDER(STREAM_BEACH + 1, STREAM_FALL);
HASH_IN_ORDER(STREAM_FALL_END, STREAM_RAIN);
HASH_IN_ORDER(STREAM_RAIN + 1, STREAM_LIGHTNING);
HASH_IN_ORDER(STREAM_LIGHTNING + 1, STREAM_COMET);
HASH_IN_ORDER(STREAM_COMET + 1, STREAM_PLANTS);
HASH_IN_ORDER(STREAM_PLANTS_END, STREAM_LENTICULAR);
HASH_IN_ORDER(STREAM_LENTICULAR + 1, STREAM_PLUME);
HASH_IN_ORDER(STREAM_PLUME + 1, STREAM_LAVA);
HASH_IN_ORDER(STREAM_LAVA + 1, STREAM_CITY);
HASH_IN_ORDER(STREAM_CITY_END, STREAM_MOTIF);
HASH_IN_ORDER(STREAM_MOTIF_END, STREAM_WOODS);
HASH_IN_ORDER(STREAM_WOODS_END, STREAM_SPECIES);
HASH_IN_ORDER(STREAM_SPECIES + 1, STREAM_NEAR);
HASH_IN_ORDER(STREAM_NEAR_END, STREAM_CORNERS);
HASH_IN_ORDER(STREAM_CORNERS + 1, STREAM_LAKE);
HASH_IN_ORDER(STREAM_LAKE + 1, STREAM_SHORE);
HASH_IN_ORDER(STREAM_SHORE_END, STREAM_WIND);
HASH_IN_ORDER(STREAM_WIND + 1, STREAM_SIDE);
HASH_IN_ORDER(STREAM_SIDE + 1, STREAM_SECOND);
HASH_IN_ORDER(STREAM_SECOND_END, STREAM_CELLS);
HASH_IN_ORDER(STREAM_CELLS + 1, STREAM_TAKES);
HASH_IN_ORDER(STREAM_TAKES_END, STREAM_DROPLETS);
HASH_IN_ORDER(STREAM_DROPLETS + 32, STREAM_GULLIES);
HASH_IN_ORDER(STREAM_GULLIES + 32, STREAM_PERTURB);
HASH_IN_ORDER(STREAM_PERTURB + 32, STREAM_VORONOI);

/* hash_mix returns the hash of 64 bits: the finaliser of SplitMix64. */
static inline uint64_t hash_mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* hash_key returns the key of a seed and a stream, for hash_at; compute it once per stream. */
static inline uint64_t hash_key(uint64_t seed, uint64_t stream)
{
    return hash_mix(seed + hash_mix(stream * UINT64_C(0x9e3779b97f4a7c15) + 1));
}

/* hash_ridge returns the stream of line `line`, 0..15, of ridge `ridge`, from 0. */
static inline uint64_t hash_ridge(uint64_t ridge, uint64_t line)
{
    uint64_t stream = STREAM_RIDGE + 16 * ridge + line;
    return stream < STREAM_RIDGE_END ? stream : stream - STREAM_RIDGE_END + STREAM_RIDGE_MORE;
}

/* hash_at returns the 64 random bits of (key, level, index); the index may be negative. */
static inline uint64_t hash_at(uint64_t key, int level, int64_t index)
{
    uint64_t place = (uint64_t)index * UINT64_C(0x9e3779b97f4a7c15);
    return hash_mix(key + place + (uint64_t)level * UINT64_C(0xd1342543de82ef95));
}

/* hash_unit returns the upper 53 of 64 bits as a double in 0 <= x < 1. */
static inline double hash_unit(uint64_t bits)
{
    return (double)(int64_t)(bits >> 11) * 0x1p-53;
}

/* choose_weighted chooses one of `count` by weight with u in 0 <= u < 1; the first one if all
 * weights are 0. */
static inline size_t choose_weighted(const double *weight, size_t count, double u)
{
    double sum = 0.0;
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++)
        sum += weight[i];
    double left = u * sum;
    for (size_t i = 0; i < count && left >= 0.0; i++) {
        if (weight[i] == 0.0)
            continue;
        chosen = i;
        left -= weight[i];
    }
    return chosen;
}

#endif
