/* tint_thin.c - the stops of a file in order, and no more of them than a scene holds.
 *
 * In: stops as a file has them.  Out: those without which the ramp would look different.
 */
#include "base/exact.h"
#include "map/view.h"

/* How far stop i lies from the line from stop a to stop b, in levels of 255. */
static double error_between(const rl_tint *a, const rl_tint *b, const rl_tint *i)
{
    double t = b->at > a->at ? (i->at - a->at) / (b->at - a->at) : 0.0;
    double most = 0.0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double low = a->colour >> shift & 255;
        double high = b->colour >> shift & 255;
        double own = i->colour >> shift & 255;
        most = exact_max(most, exact_abs(exact_mix(low, high, t) - own));
    }
    return most;
}

/* Files that mix metres and shares keep their order: only the map can sort them. */
static int is_of_one_kind(const rl_tint *stops, int count)
{
    for (int i = 1; i < count; i++)
        if (stops[i].is_metres != stops[0].is_metres)
            return 0;
    return 1;
}

static void sort_stops(rl_tint *stops, int count)
{
    for (int i = 1; i < count; i++) {
        rl_tint stop = stops[i];
        int place = i;
        for (; place > 0 && stops[place - 1].at > stop.at; place--)
            stops[place] = stops[place - 1];
        stops[place] = stop;
    }
}

/* The stop that the kept ones show worst, or 0 when all are shown within rounding. */
static int find_worst(const rl_tint *stops, const uint8_t *is_kept, int count)
{
    int worst = 0;
    double most = 0.51;
    for (int from = 0; from < count - 1;) {
        int to = from + 1;
        while (!is_kept[to])
            to++;
        for (int i = from + 1; i < to; i++) {
            double error = error_between(&stops[from], &stops[to], &stops[i]);
            worst = error > most ? i : worst;
            most = exact_max(most, error);
        }
        from = to;
    }
    return worst;
}

/* Keeps both ends, then whatever is shown worst, while there is room (Ramer 1972). */
static int thin_out(rl_tint *stops, int count)
{
    uint8_t is_kept[TINT_MOST] = {0};
    int kept = count < 2 ? count : 2;
    is_kept[0] = is_kept[count - 1] = 1;
    for (int worst = 1; worst > 0 && kept<RL_MAX_TINT; kept += worst> 0) {
        worst = find_worst(stops, is_kept, count);
        is_kept[worst] = 1;
    }
    int next = 0;
    for (int i = 0; i < count; i++)
        if (is_kept[i])
            stops[next++] = stops[i];
    return next;
}

int tint_thin(rl_tint *stops, int count)
{
    if (!is_of_one_kind(stops, count))
        return count;
    sort_stops(stops, count);
    return thin_out(stops, count);
}
