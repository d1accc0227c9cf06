/* survey.c - chooses the distances at which a band is searched for matches, and finds runs of equal
 * bytes. */
#include "encode/deflate/tokens.h"

/* Each distance takes a tenth of the time, so it must add starts of matches at one of SURVEY_WORTH
 * sampled bytes at least.  SURVEY_WORDS * 64 bytes of each SURVEY_STEP are sampled. */
enum { SURVEY_WORDS = 8, SURVEY_STEP = 32 * SURVEY_WORDS * 64, SURVEY_WORTH = 20 };

typedef struct survey {
    uint32_t
        starts[1 << DEFLATE_DISTANCES]; /* bytes that begin a match at a distance of the bit set */
    uint32_t places;                    /* bytes that were sampled */
} survey;

int survey_distances(int chosen[DEFLATE_DISTANCES], const strip_kernels *kernels,
                     const uint8_t *bytes, size_t size, const int distance[DEFLATE_DISTANCES])
{
    survey s = {.places = 0};
    int distances = 0, set = 0, count = 0;
    while (distances < DEFLATE_DISTANCES && distance[distances] > 0)
        distances++;
    size_t first = distances > 0 ? (size_t)distance[distances - 1] : 0;
    if (first < DEFLATE_MARGIN)
        first = DEFLATE_MARGIN;
    for (size_t place = first; place + 64 * SURVEY_WORDS <= size; place += SURVEY_STEP) {
        uint64_t equal[DEFLATE_DISTANCES][SURVEY_WORDS], any[1 << DEFLATE_DISTANCES] = {0};
        for (int k = 0; k < distances; k++)
            kernels->equal(equal[k], bytes + place, SURVEY_WORDS, (size_t)distance[k]);
        for (int i = 0; i < SURVEY_WORDS; i++)
            for (int k = 0; k < distances; k++) {
                uint64_t starts = match_starts(equal[k][i]);
                for (int among = 0; among < 1 << k; among++) {
                    any[among | 1 << k] = any[among] | starts;
                    s.starts[among | 1 << k] += ones_count(any[among | 1 << k]);
                }
            }
        s.places += SURVEY_WORDS * WINDOW_STARTS;
    }
    /* Each step adds the distance with the most additional matches, if there are enough. */
    for (int step = 0; step < distances; step++) {
        int best = set;
        for (int k = 0; k < distances; k++)
            if (s.starts[set | 1 << k] > s.starts[best])
                best = set | 1 << k;
        if (set == 0 || s.starts[best] - s.starts[set] >= s.places / SURVEY_WORTH)
            set = best;
    }
    if (s.places == 0)
        set = (1 << distances) - 1;
    for (int k = 0; k < distances; k++)
        if (set >> k & 1)
            chosen[count++] = distance[k];
    return count;
}

/* ---- runs of ones ---------------------------------------------------------------
 *
 * run_words.all has a one where MATCH_LEAST ones end: from MATCH_LEAST - 1 bits after the first bit
 * of a run to its last bit.  So the bits at which it changes are alternately beginnings (late by
 * MATCH_LEAST - 1) and ends of runs, and each is found without the one before.
 */

/* Bit i of `one` is bit i of the bitmap; of the others: 2, 4 or MATCH_LEAST ones end at bit i. */
typedef struct run_words {
    uint64_t one, two, four, all;
} run_words;

/* Returns a word shifted up by `by` bits; its lowest bits are the highest of the word before. */
static inline uint64_t moved(uint64_t word, uint64_t before, int by)
{
    return word << by | before >> (64 - by);
}

_Static_assert(MATCH_LEAST == 12, "word_take looks for twelve ones");

typedef struct finder {
    uint32_t *places; /* result of runs_find */
    uint32_t count;   /* entries of `places` so far */
    run_words before; /* run_words of the bitmap's word before the next one */
} finder;

/* Appends the bits of bitmap[i] at which run_words.all changes. */
static inline void word_take(finder *f, const uint64_t *bitmap, size_t i)
{
    const run_words *before = &f->before;
    run_words next = {.one = bitmap[i]};
    next.two = next.one & moved(next.one, before->one, 1);
    next.four = next.two & moved(next.two, before->two, 2);
    next.all = next.four & moved(next.four, before->four, 4) & moved(next.four, before->four, 8);
    uint64_t changes = next.all ^ moved(next.all, before->all, 1);
    uint32_t *places = f->places + f->count, base = 64 * (uint32_t)i;
    f->count += ones_count(changes);
    /* The number of changes is hard to predict, so RUNS_SPARE entries are always written; only more
     * than that take a branch. */
    const uint64_t stop = (uint64_t)1 << 63; /* ctz of 0 is undefined */
    do {
        for (int k = 0; k < RUNS_SPARE; k++) {
            *places++ = base + (uint32_t)__builtin_ctzll(changes | stop);
            changes &= changes - 1;
        }
    } while (changes != 0);
    f->before = next;
}

uint32_t runs_find(uint32_t *places, const uint64_t *bitmap, size_t words)
{
    finder f = {.places = places};
    size_t i = 0;
    for (; i + 4 <= words; i += 4) {
        const uint64_t *word = bitmap + i;
        if ((f.before.all & word[0] & word[1] & word[2] & word[3]) == ~(uint64_t)0)
            continue; /* all bits are within a run */
        for (size_t k = i; k < i + 4; k++)
            word_take(&f, bitmap, k);
    }
    for (; i <= words; i++)
        word_take(&f, bitmap, i);
    for (uint32_t k = 0; k < f.count; k += 2)
        places[k] -= MATCH_LEAST - 1;
    return f.count;
}
