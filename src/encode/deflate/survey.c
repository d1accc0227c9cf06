/* survey.c - looks at a part of a band; see survey.h. */
#include "encode/deflate/survey.h"

/* Each distance costs a tenth of the time: it must bring matches to a twentieth of the
 * bytes, in a 32nd of them that is looked at. */
enum { SURVEY_WORDS = 8, SURVEY_STEP = 32 * SURVEY_WORDS * 64, SURVEY_WORTH = 20 };

/* For each set of distances (a bit each) how many places begin a match. */
typedef struct survey {
    uint32_t starts[1 << DEFLATE_DISTANCES];
    uint32_t places;
} survey;

static void survey_take(survey *s, const strip_kernels *kernels, const uint8_t *bytes, size_t size,
                        const int *distance, int distances)
{
    *s = (survey){.places = 0};
    for (size_t at = DEFLATE_MARGIN; at + 64 * SURVEY_WORDS <= size; at += SURVEY_STEP) {
        uint64_t equal[DEFLATE_DISTANCES][SURVEY_WORDS], any[1 << DEFLATE_DISTANCES] = {0};
        for (int k = 0; k < distances; k++)
            kernels->equal(equal[k], bytes + at, SURVEY_WORDS, (size_t)distance[k]);
        for (int i = 0; i < SURVEY_WORDS; i++)
            for (int k = 0; k < distances; k++) {
                uint64_t starts = match_starts(equal[k][i]);
                for (int set = 0; set < 1 << k; set++) {
                    any[set | 1 << k] = any[set] | starts;
                    s->starts[set | 1 << k] += ones_count(any[set | 1 << k]);
                }
            }
        s->places += SURVEY_WORDS * WINDOW_STARTS;
    }
}

/* The best of the sets that have one distance more than this one, if it is worth it. */
static int set_grown(const survey *s, int set, int distances)
{
    int best = set;
    for (int k = 0; k < distances; k++)
        if (s->starts[set | 1 << k] > s->starts[best])
            best = set | 1 << k;
    uint32_t gain = s->starts[best] - s->starts[set];
    return set == 0 || gain >= s->places / SURVEY_WORTH ? best : set;
}

int survey_distances(int chosen[DEFLATE_DISTANCES], const strip_kernels *kernels,
                     const uint8_t *bytes, size_t size, const int distance[DEFLATE_DISTANCES])
{
    survey s;
    int distances = 0, set = 0, count = 0;
    while (distances < DEFLATE_DISTANCES && distance[distances] > 0)
        distances++;
    survey_take(&s, kernels, bytes, size, distance, distances);
    for (int k = 0; k < distances; k++)
        set = set_grown(&s, set, distances);
    if (s.places == 0)
        set = (1 << distances) - 1;
    for (int k = 0; k < distances; k++)
        if (set >> k & 1)
            chosen[count++] = distance[k];
    return count;
}
