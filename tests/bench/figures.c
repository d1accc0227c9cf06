/* figures.c - pairs of numbers: ours and the reference's, taken in turns.
 *
 * The ratio of a job is the median of its pairs' own ratios: when the machine slows down
 * for a while, it slows both halves of a pair.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 256, MOST_PAIRS = 1000, MOST_NOTES = 20 };

typedef struct figures {
    char key[40];
    int pairs;
    double ours[MOST_PAIRS], reference[MOST_PAIRS];
} figures;

static figures store[MOST_KEYS];
static int key_count;
static char notes[MOST_NOTES][1000];
static int note_count;

static figures *figures_find(const char *key)
{
    for (int i = 0; i < key_count; i++)
        if (strcmp(store[i].key, key) == 0)
            return &store[i];
    return NULL;
}

void figures_add(const char *key, double ours, double reference)
{
    figures *f = figures_find(key);
    if (f == NULL) {
        if (key_count == MOST_KEYS || strlen(key) >= sizeof f->key)
            child_fault("no room for figures of", key);
        f = &store[key_count++];
        strcpy(f->key, key);
    }
    if (f->pairs < MOST_PAIRS) {
        f->ours[f->pairs] = ours;
        f->reference[f->pairs++] = reference;
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values, so that the first is the lowest and the last the highest. */
static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

static double mean(const double *values, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

figures_summary figures_of(const char *key, int is_sum)
{
    static double ratio[MOST_PAIRS];
    static double copy[2][MOST_PAIRS];
    figures_summary s = {0};
    const figures *f = figures_find(key);
    if (f == NULL)
        return s;
    s.pairs = f->pairs;
    for (int i = 0; i < s.pairs; i++)
        ratio[i] = f->ours[i] / f->reference[i];
    memcpy(copy[0], f->ours, sizeof copy[0]);
    memcpy(copy[1], f->reference, sizeof copy[1]);
    s.ours = is_sum ? mean(copy[0], s.pairs) : median(copy[0], s.pairs);
    s.reference = is_sum ? mean(copy[1], s.pairs) : median(copy[1], s.pairs);
    double middle = median(ratio, s.pairs);
    s.ratio = is_sum ? s.ours / s.reference : middle;
    int tenth = (s.pairs - 1) / 10; /* of few pairs all */
    s.lowest = ratio[tenth];
    s.highest = ratio[s.pairs - 1 - tenth];
    return s;
}

void figures_note(const char *text)
{
    if (note_count < MOST_NOTES)
        (void)snprintf(notes[note_count++], sizeof notes[0], "%s", text);
}

void figures_notes_say(FILE *to, const char *before)
{
    for (int i = 0; i < note_count; i++)
        (void)fprintf(to, "%s%s\n", before, notes[i]);
}
