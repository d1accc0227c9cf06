/* survey.c - measures a part of a band; see tokens.h. */
#include "encode/deflate/tokens.h"

/* Each distance costs a tenth of the time: it must bring matches to a twentieth of the
 * bytes, in a 32nd of them that is looked at. */
enum { SURVEY_WORDS = 8, SURVEY_STEP = 32 * SURVEY_WORDS * 64, SURVEY_WORTH = 20 };

/* For each set of distances (a bit each) how many places begin a match. */
typedef struct survey {
    uint32_t starts[1 << DEFLATE_DISTANCES];
    uint32_t places;
} survey;

int survey_distances(int chosen[DEFLATE_DISTANCES], const strip_kernels *kernels,
                     const uint8_t *bytes, size_t size, const int distance[DEFLATE_DISTANCES])
{
    survey s = {.places = 0};
    int distances = 0, set = 0, count = 0;
    while (distances < DEFLATE_DISTANCES && distance[distances] > 0)
        distances++;
    for (size_t place = DEFLATE_MARGIN; place + 64 * SURVEY_WORDS <= size; place += SURVEY_STEP) {
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
    /* Each step takes the distance that adds most, if it is worth it. */
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
 * A run is known where it is long enough, MATCH_LEAST - 1 places behind its beginning, and
 * from there on to its end.  So the places at which that changes are beginnings and ends in
 * turn, and none of them has to wait for the one before.
 */

/* Whether 2, 4 and all ones are before and at a place, in the word before. */
typedef struct run_words {
    uint64_t one, two, four, all;
} run_words;

/* The places `by` before each, the first of which are in the word before. */
static inline uint64_t moved(uint64_t word, uint64_t before, int by)
{
    return word << by | before >> (64 - by);
}

static inline run_words words_next(const run_words *before, uint64_t word)
{
    run_words next = {.one = word};
    next.two = word & moved(word, before->one, 1);
    next.four = next.two & moved(next.two, before->two, 2);
    next.all = next.four & moved(next.four, before->four, 4) & moved(next.four, before->four, 8);
    return next;
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
    run_words next = words_next(&f->before, bitmap[i]);
    uint64_t changes = next.all ^ moved(next.all, f->before.all, 1);
    places_write(f->places + f->count, changes, 64 * (uint32_t)i);
    f->count += ones_count(changes);
    f->before = next;
}

uint32_t runs_find(uint32_t *places, const uint64_t *bitmap, size_t words)
{
    finder f = {.places = places};
    size_t i = 0;
    for (; i + 4 <= words; i += 4) {
        const uint64_t *word = bitmap + i;
        if ((f.before.all & word[0] & word[1] & word[2] & word[3]) == ~(uint64_t)0)
            continue; /* in the midst of a run */
        for (size_t k = i; k < i + 4; k++)
            word_take(&f, bitmap, k);
    }
    for (; i <= words; i++)
        word_take(&f, bitmap, i);
    for (uint32_t k = 0; k < f.count; k += 2)
        places[k] -= MATCH_LEAST - 1;
    return f.count;
}
