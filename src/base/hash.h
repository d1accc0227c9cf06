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

/* hash_at returns the bits of (key, level, index); the index may be negative. */
static inline uint64_t hash_at(uint64_t key, int level, int64_t index)
{
    uint64_t place = (uint64_t)index * UINT64_C(0x9e3779b97f4a7c15);
    return hash_mix(key + place + (uint64_t)level * UINT64_C(0xd1342543de82ef95));
}

/* hash_unit turns bits into a double in 0 <= x < 1 with 53 bits. */
static inline double hash_unit(uint64_t bits)
{
    return (double)(int64_t)(bits >> 11) * (1.0 / 9007199254740992.0);
}

#endif
