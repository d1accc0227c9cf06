/* hash.h - all randomness: a number is a function of where it is used.
 *
 * In: seed, stream (which layer and purpose), level, index.  Out: 64 bits that
 * look random.  Nothing has a state, so neither order nor threads nor size can
 * change a value.  The mixing is the finaliser of SplitMix64 (Steele, Lea,
 * Flood 2014; constants of D. Stafford's variant 13), applied twice.
 */
#ifndef RL_BASE_HASH_H
#define RL_BASE_HASH_H

#include <stdint.h>

/* Random streams that several files use, and those of no layer kind (see layer_kind.stream): name,
 * first number, how many there are.  Each is an enumerator, such as STREAM_MIST. */
/* clang-format off */
#define SHARED_STREAMS(row) \
    row(RIDGE, 0, 16 * 62)    /* + 16 * ridge + line; line 15: variation of its slope limit */ \
    row(COMPOSITION, 1000, 1) /* what a seed chooses: see CHOOSE_ in scene */ \
    row(RIDGE_MORE, 1100, 32) /* lines of the last two ridges */ \
    row(MIST, 2000, 1) \
    row(ROWS, 3000, 16 * 64)  /* + 16 * ridge + row: trees, swells */ \
    row(RELIEF, 4100, 64)     /* + ridge: faces */ \
    row(FOG, 5030, 1) \
    row(CANYON, 5060, 1) \
    row(PLANTS, 5100, 14)     /* + line */ \
    row(HEDGES, 5114, 2)      /* hedges, the farm */ \
    row(MOTIF, 5140, 4)       /* + choice */ \
    row(WOODS, 5200, 8 * 64)  /* + 8 * ridge + row */ \
    row(SPECIES, 5800, 1) \
    row(NEAR, 5900, 3)        /* near ground: front slope, rear one, what a seed chooses */ \
    row(CORNERS, 6000, 1)     /* corners of a map's fractal */ \
    row(PANORAMA, 6010, 1)    /* faces and edges of land finer than a DEM */ \
    row(SHORE, 6200, 64)      /* + ridge: shores of ridges that stand in water */ \
    row(WIND, 7000, 1)        /* side from which the wind blows over dunes */ \
    row(SIDE, 7001, 1)        /* side from which spurs come */ \
    row(SECOND, 7100, 32)     /* + pass: a second map, to combine with */ \
    row(CELLS, 7200, 1)       /* colours of Voronoi cells */ \
    row(TAKES, 8000, 8)       /* + take: another try at the land */ \
    row(RANGES, 9000, 1)      /* ranges and choices of data files, by a hash of their key */
/* clang-format on */

#define STREAM_ENUMERATOR(name, first, count) STREAM_##name = (first),
enum {
    SHARED_STREAMS(STREAM_ENUMERATOR)

    /* A map's own fractal.  It shares its number with the first line of ridge 1: a map's fractal
     * has two dimensions and a ridge's one, so they never hash the same place, and every map would
     * change without need. */
    STREAM_MAP = 0
};

/* Passes of a map: + its number, below 32.  (The letters of their names.) */
#define STREAM_DROPLETS UINT64_C(0x64726f706c657473)
#define STREAM_GULLIES UINT64_C(0x67756c6c69657300)
#define STREAM_PERTURB UINT64_C(0x7065727475726200)
#define STREAM_TERRACE UINT64_C(0x7465727261636500)
#define STREAM_DUNES UINT64_C(0x64756e6573000000)
#define STREAM_VOLCANO UINT64_C(0x766f6c63616e6f00)
#define STREAM_VORONOI UINT64_C(0x766f726f6e6f6900)

/* The outline of a map's land. */
#define STREAM_SHAPE UINT64_C(0x7368617065000000)

static inline uint64_t hash_mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* hash_key folds seed and stream into one key: do it once per stream. */
static inline uint64_t hash_key(uint64_t seed, uint64_t stream)
{
    return hash_mix(seed + hash_mix(stream * UINT64_C(0x9e3779b97f4a7c15) + 1));
}

/* hash_ridge returns the stream of a line of a ridge. */
static inline uint64_t hash_ridge(uint64_t ridge, uint64_t line)
{
    enum { RIDGE_END = STREAM_RIDGE + 16 * 62 };
    uint64_t stream = STREAM_RIDGE + 16 * ridge + line;
    return stream < RIDGE_END ? stream : stream - RIDGE_END + STREAM_RIDGE_MORE;
}

/* hash_at returns the bits of (key, level, index); the index may be negative. */
static inline uint64_t hash_at(uint64_t key, int level, int64_t index)
{
    uint64_t place = (uint64_t)index * UINT64_C(0x9e3779b97f4a7c15);
    return hash_mix(key + place + (uint64_t)level * UINT64_C(0xd1342543de82ef95));
}

/* hash_unit turns bits into a double in 0 <= x < 1 with 53 bits. */
static inline double hash_unit(uint64_t bits)
{
    return (double)(int64_t)(bits >> 11) * 0x1p-53;
}

#endif
