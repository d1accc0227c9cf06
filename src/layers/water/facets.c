/* facets.c - places the waves near the viewer, each with a sharp upper edge, in a row of water.
 *
 * Lines of waves lie across the picture.  Their height grows as depth^1.5 and their length as the
 * depth below the far shore, which is about the perspective of equal waves; below NEAR both grow as
 * the root of the depth.  A line is a row of cells with a random height at each border; broad waves
 * bend it.
 */
#include "layers/water/lake.h"

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/noise.h"

#define NEAR 0.45 /* depth at which the sizes of waves hold, U below the far shore */

/* Sets of waves, tuned by eye on archipelago 91115 and 91019, lake 91105, volcano 91042. */
static const struct {
    double height;          /* distance between two lines, U */
    double length;          /* length of a cell, U */
    double bend, bend_fine; /* lines by which broad and fine waves of height 1 bend a line */
    double from, to;        /* depths from which waves are seen, and whole, U */
    by_wind weight;         /* greatest height, 0..1 */
    double calm;            /* share of other waves that they replace, at weight 1 */
} sets[FACETS_SETS] = {{.height = 0.011,
                        .length = 0.034,
                        .bend = 1.6,
                        .bend_fine = 0.7,
                        .from = 0.03,
                        .to = 0.20,
                        .weight = {0.55, 0.90},
                        .calm = 0.75},
                       {.height = 0.0032,
                        .length = 0.018,
                        .bend = 1.0,
                        .bend_fine = 0.6,
                        .from = 0.04,
                        .to = 0.16,
                        .weight = {0.70, 0.00}}};

#define SEEN_FROM 0.8 /* pixels between lines from which waves are seen */
#define SEEN_TO 2.5   /* pixels between lines from which waves are whole */

int facets_row_at(facets_row *row, const rl_frame *frame, int set, double depth)
{
    /* The root of the depth, 1 at NEAR: sizes grow more slowly there, where broad waves are long.
     */
    double root = exact_sqrt(exact_max(depth, 1e-6) / NEAR), high = exact_min(root * root, 1.0);
    double pixels = sets[set].height * frame->unit * root * high;
    double bend = sets[set].bend, bend_fine = sets[set].bend_fine;
    double weight = at_wind(sets[set].weight, frame->scene.lake_wind) *
                    exact_smoothstep(sets[set].from, sets[set].to, depth) *
                    exact_smoothstep(SEEN_FROM, SEEN_TO, pixels);
    *row = (facets_row){.weight = (float)weight,
                        .keep = (float)(1.0 - sets[set].calm * weight),
                        .edge = (float)pixels,
                        .bend = (float)bend,
                        .bend_fine = (float)bend_fine};
    if (weight <= 0.0)
        return 0;
    double lines = 2.0 * NEAR / sets[set].height; /* from NEAR to infinity */
    double place = root < 1.0 ? -lines / root : lines * (root - 2.0);
    int64_t first = exact_floor(place - bend - bend_fine);
    uint64_t key = hash_key(frame->scene.seed, FACETS_STREAM);
    row->place = (float)(place - (double)first);
    for (int i = 0; i < FACETS_LINES; i++) {
        double line = (double)(first + i) + 0.5; /* its root, without bends */
        double at = line < -lines ? -lines / line : 2.0 + line / lines;
        double rate = 1.0 / (sets[set].length * at * exact_min(at, 1.0));
        noise_period period = noise_fit_rate(frame->loop, &rate);
        row->rate[i] = rate;
        row->period[i] = period > 0 ? (int32_t)period : INT32_MAX;
        row->hash[i] = (int32_t)hash_at(key, set, first + i);
    }
    return 1;
}

void facets_span_at(facets_span *span, const facets_row *row, double x, double step)
{
    for (int i = 0; i < FACETS_LINES; i++) {
        double place = x * row->rate[i];
        int64_t cell = exact_floor(place);
        int32_t period = row->period[i] < INT32_MAX ? row->period[i] : 0;
        span->cell[i] = (int32_t)(uint32_t)(uint64_t)exact_wrap(cell, period);
        span->part[i] = (float)(place - (double)cell);
        span->step[i] = (float)(step * row->rate[i]);
    }
}
