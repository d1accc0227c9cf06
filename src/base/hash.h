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

/* Streams of random draws that several files use, and those of no row of a table
 * (layer_kind.stream, ridge_family.stream, heightmap_pass.random): name, first number, count.  Each
 * is an enumerator, such as STREAM_MIST. */
/* clang-format off */
#define SHARED_STREAMS(row) \
    row(RIDGE, 0, 16 * 62)    /* + 16 * ridge + line; line 15: variation of its slope limit */ \
    row(COMPOSITION, 1000, 1) /* choices of a scene: see CHOOSE_... in src/scene */ \
    row(RIDGE_MORE, 1100, 32) /* lines of the last two ridges */ \
    row(MIST, 2000, 1) \
    row(ROWS, 3000, 16 * 64)  /* + 16 * ridge + row: rows of trees, swells of bare ground */ \
    row(RELIEF, 4100, 64)     /* + ridge: faces */ \
    row(FOG, 5030, 1) \
    row(PLANTS, 5100, 14)     /* + line */ \
    row(HEDGES, 5114, 2)      /* hedges, the farm */ \
    row(MOTIF, 5140, 4)       /* + number of a choice */ \
    row(WOODS, 5200, 8 * 64)  /* + 8 * ridge + row */ \
    row(SPECIES, 5800, 1) \
    row(NEAR, 5900, 3)        /* near ground: front slope, rear slope, choices for both */ \
    row(CORNERS, 6000, 1)     /* corners of a map's fractal */ \
    row(PANORAMA, 6010, 1)    /* details of a panorama between the samples of its DEM */ \
    row(SHORE, 6200, 64)      /* + ridge: shores of ridges that stand in water */ \
    row(CORNER, 6300, 2)      /* things in a lower corner of the picture, + group */ \
    row(SIDE, 7001, 1)        /* side from which spurs come */ \
    row(CELLS, 7200, 1)       /* colours of Voronoi cells */ \
    row(TAKES, 8000, 8)       /* + take: the seed of the ridges of a further try */ \
    row(CLUMPS, 9100, 8 * 64) /* + 8 * ridge + row */ \
    row(RANGES, 9000, 1)      /* ranges and choices of data files, by a hash of their key */
/* clang-format on */

#define STREAM_ENUMERATOR(name, first, count) STREAM_##name = (first),
enum {
    SHARED_STREAMS(STREAM_ENUMERATOR)

    /* The fractal of a map.  The first line of ridge 1 has the same number.  It is harmless, since
     * the two-dimensional fractal of a map and the line of a ridge hash their points differently,
     * and another number would change every map. */
    STREAM_MAP = 0
};

/* The outline of the land of a map (heightmap/shape.c): "shape" in ASCII. */
#define STREAM_SHAPE UINT64_C(0x7368617065000000)
#define STREAM_EDGES UINT64_C(0x6564676573000000)

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
    enum { RIDGE_END = STREAM_RIDGE + 16 * 62 };
    uint64_t stream = STREAM_RIDGE + 16 * ridge + line;
    return stream < RIDGE_END ? stream : stream - RIDGE_END + STREAM_RIDGE_MORE;
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
