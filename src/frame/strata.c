/* strata.c - beds of rock: level stripes across a face, tilted a little. */
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/relief.h"

#define BEDS_PER_U 38.0 /* thick beds; finer ones lie between them */
#define BED_SHADE 1.3   /* contrast of beds for strata = 1 */
#define BED_LIFT 0.010  /* U: beds are not ruled lines */
#define LIFT_RATE 2.5   /* cells of what bends them in a U */
#define BED_DIP 0.025   /* rise over run, at most */

/* Octaves of beds that are at least two pixels thick, at most four. */
static int bed_octaves(const rl_frame *frame)
{
    int octaves = 1;
    while (octaves < 4 && BEDS_PER_U * (double)(4 << octaves) < frame->unit)
        octaves++;
    return octaves;
}

/* Beds that dip for ever would leave the picture: along an endless world they come back
 * after so many U. */
#define FOLD 24.0

static double bed_way(const rl_frame *frame, double x)
{
    if (frame->loop > 0.0 || !frame->is_level)
        return frame_lean(frame, x);
    double way = x - FOLD * exact_round(x / FOLD);
    double share = 2.0 * way / FOLD;
    return way * (1.0 - share * share);
}

rl_status relief_strata(const rl_frame *frame, const rl_ridge *ridge, frame_relief *table,
                        uint64_t key, double fade, rl_error *error)
{
    size_t columns = (size_t)table->columns;
    table->bed = arena_array(frame->arena, FRAME_BEDS + columns, sizeof(float));
    if (table->bed == NULL)
        return status_fail(error, RL_NO_MEMORY, "strata: out of memory");
    table->bed_lift = table->bed + FRAME_BEDS;
    table->bed_scale = (float)(FRAME_BEDS_PER_U / frame->unit);
    int octaves = bed_octaves(frame);
    for (int i = 0; i < FRAME_BEDS; i++) {
        double at = BEDS_PER_U / FRAME_BEDS_PER_U * (double)i;
        table->bed[i] = (float)(BED_SHADE * noise_fractal(key, octaves, at, 0.5, 0));
    }
    double rate = LIFT_RATE;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    double dip = BED_DIP * (2.0 * hash_unit(hash_mix(key)) - 1.0);
    for (int c = 0; c < table->columns; c++) {
        double x = relief_x(frame, table, table->first_column + (int64_t)c);
        double lift =
            dip * bed_way(frame, x) + BED_LIFT * noise_fractal(key + 1, 3, rate * x, 0.5, period);
        table->bed_lift[c] = (float)(lift * FRAME_BEDS_PER_U);
    }
    for (int j = 0; j < FRAME_RELIEF_LEVELS; j++) {
        double d = relief_depth(j);
        double shown = exact_exp(-d / (fade + 0.1 * ridge->depth)) *
                       (1.0 - exact_smoothstep(0.7 * RELIEF_DEEPEST, RELIEF_DEEPEST, d));
        table->bed_amount[j] = (float)(ridge->strata * shown);
    }
    return RL_OK;
}
