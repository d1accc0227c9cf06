/* runs.c - where long runs of ones begin and end in a bitmap; see runs.h.
 *
 * A run is known where it is long enough, MATCH_LEAST - 1 places behind its beginning, and
 * from there on to its end.  So the places at which that changes are beginnings and ends in
 * turn, and none of them has to wait for the one before.
 */
#include "encode/deflate/runs.h"

#include "encode/deflate/survey.h"

/* Whether 2, 4 and all ones stand before and at a place, in the word before. */
typedef struct run_words {
    uint64_t one, two, four, all;
} run_words;

/* The places `by` before each, the first of which lie in the word before. */
static inline uint64_t moved(uint64_t word, uint64_t before, int by)
{
    return word << by | before >> (64 - by);
}

static inline run_words words_next(const run_words *before, uint64_t word)
{
    run_words now = {.one = word};
    now.two = word & moved(word, before->one, 1);
    now.four = now.two & moved(now.two, before->two, 2);
    now.all = now.four & moved(now.four, before->four, 4) & moved(now.four, before->four, 8);
    return now;
}

_Static_assert(MATCH_LEAST == 12, "words_next looks for twelve ones");

/* How many the next places are is not to be guessed: so some are always written, and a
 * branch is taken only for more. */
static inline void places_write(uint32_t *places, uint64_t changes, uint32_t base)
{
    const uint64_t stop = (uint64_t)1 << 63; /* of no bits there is no first */
    do {
        for (int i = 0; i < RUNS_SPARE; i++) {
            *places++ = base + (uint32_t)__builtin_ctzll(changes | stop);
            changes &= changes - 1;
        }
    } while (changes != 0);
}

/* The places so far, and the words before. */
typedef struct finder {
    uint32_t *places;
    uint32_t count;
    run_words before;
} finder;

static inline void word_take(finder *f, const uint64_t *bitmap, size_t i)
{
    run_words now = words_next(&f->before, bitmap[i]);
    uint64_t changes = now.all ^ moved(now.all, f->before.all, 1);
    places_write(f->places + f->count, changes, 64 * (uint32_t)i);
    f->count += ones_count(changes);
    f->before = now;
}

/* Four words in the midst of a run. */
static inline int is_run(const finder *f, const uint64_t *word)
{
    return (f->before.all & word[0] & word[1] & word[2] & word[3]) == ~(uint64_t)0;
}

uint32_t runs_find(uint32_t *places, const uint64_t *bitmap, size_t words)
{
    finder f = {.places = places};
    size_t i = 0;
    for (; i + 4 <= words; i += 4) {
        if (is_run(&f, bitmap + i))
            continue;
        for (size_t k = i; k < i + 4; k++)
            word_take(&f, bitmap, k);
    }
    for (; i <= words; i++)
        word_take(&f, bitmap, i);
    for (uint32_t k = 0; k < f.count; k += 2)
        places[k] -= MATCH_LEAST - 1;
    return f.count;
}
