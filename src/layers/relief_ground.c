/* relief_ground.c - what faces are made from: the ridge's own edge, blurred step by step; the
 * snow and the beds of rock on them. */
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/relief.h"

/* ---- the ridge, blurred ---------------------------------------------------------- */

double relief_step(const rl_frame *frame, int level)
{
    double step = RELIEF_STEP * (double)(1 << (RELIEF_BLURS - 1));
    if (noise_fit_cell(frame->loop, &step) == 0)
        return RELIEF_STEP * (double)(1 << level);
    return step / (double)(1 << (RELIEF_BLURS - 1 - level));
}

/* The ranges that let each level be known over left..right (U), and two samples
 * beyond for slopes. */
static void plan_levels(relief_profile *p, const rl_frame *frame, double left, double right)
{
    for (int k = p->coarsest; k >= p->finest; k--) {
        double step = relief_step(frame, k);
        int64_t first = exact_floor(left / step) - 2;
        int64_t last = exact_floor(right / step) + 3;
        if (k < p->coarsest) {
            const relief_blur *coarse = &p->blur[k + 1];
            int64_t from = 2 * coarse->first - 2;
            int64_t to = 2 * (coarse->first + (int64_t)coarse->count - 1) + 2;
            first = from < first ? from : first;
            last = to > last ? to : last;
        }
        p->blur[k].first = first;
        p->blur[k].count = (size_t)(last - first) + 1;
    }
}

static rl_status make_memory(relief_profile *p, const rl_frame *frame, rl_error *error)
{
    size_t all = 0;
    for (int k = p->finest; k <= p->coarsest; k++)
        all += p->blur[k].count;
    p->memory = memory_array(frame->allocator, all, sizeof(double) + sizeof(float));
    if (p->memory == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    double *height = p->memory;
    float *slope = (float *)(p->memory + all);
    for (int k = p->finest; k <= p->coarsest; k++) {
        p->blur[k].height = height;
        p->blur[k].slope = slope;
        height += p->blur[k].count;
        slope += p->blur[k].count;
    }
    return RL_OK;
}

static int finest_of(const rl_frame *frame)
{
    int finest = 0;
    while (finest + 3 < RELIEF_BLURS && relief_step(frame, finest + 1) <= 0.25 / frame->unit)
        finest++;
    return finest;
}

rl_status relief_blur_grid(const rl_frame *frame, rl_error *error)
{
    relief_profile widest = {.finest = finest_of(frame), .coarsest = RELIEF_BLURS - 1};
    double left = ((double)frame->x - 0.5 * frame->width) / frame->unit - 0.5;
    plan_levels(&widest, frame, left, left + frame->columns / frame->unit + 1.0);
    double step = relief_step(frame, widest.finest);
    const relief_blur *fine = &widest.blur[widest.finest];
    ridge_grid grid = {.first = fine->first, .step = step, .origin = 0.0, .detail = step};
    return profile_share(frame->profile, &grid, fine->count, error);
}

rl_status relief_blurred(relief_profile *p, const rl_frame *frame, int ridge, double left,
                         double right, int coarsest, rl_error *error)
{
    p->memory = NULL;
    p->finest = finest_of(frame);
    p->coarsest = coarsest > p->finest ? coarsest : p->finest;
    plan_levels(p, frame, left, right);
    TRY(make_memory(p, frame, error));
    relief_blur *fine = &p->blur[p->finest];
    double step = p->step = relief_step(frame, p->finest);
    ridge_grid grid = {.first = fine->first, .step = step, .origin = 0.0, .detail = step};
    TRY(profile_heights(frame->profile, ridge, &grid, fine->count, fine->height, error));
    for (size_t i = 0; i < fine->count; i++)
        fine->height[i] /= frame->unit_share;
    for (int k = p->finest; k <= p->coarsest; k++) {
        relief_blur *blur = &p->blur[k];
        /* Binomial blur and every second sample: index i becomes 2 i of the finer row. */
        for (size_t i = 0; i < blur->count && k > p->finest; i++) {
            const double *h = blur[-1].height + (2 * (blur->first + (int64_t)i) - blur[-1].first);
            blur->height[i] = (h[-2] + h[2] + 4.0 * (h[-1] + h[1]) + 6.0 * h[0]) / 16.0;
        }
        double width = 2.0 * relief_step(frame, k); /* of central differences */
        for (size_t i = 1; i + 1 < blur->count; i++)
            blur->slope[i] = (float)((blur->height[i + 1] - blur->height[i - 1]) / width);
        blur->slope[0] = blur->slope[blur->count - 1] = 0.0f;
    }
    return RL_OK;
}

double relief_height(const relief_profile *p, double x)
{
    const relief_blur *blur = &p->blur[p->finest];
    double place = x / p->step;
    int64_t i = exact_floor(place);
    const double *h = blur->height + (i - blur->first);
    return exact_mix(h[0], h[1], place - (double)i);
}

/* ---- snow --------------------------------------------------------------------------- */

/* Snow is above its line, more on lit faces; its border is ragged.  Only near it does
 * the noise decide. */
#define SNOW_X 19.0
#define SNOW_Y 31.0
#define SNOW_RAGGED 1.1
#define SNOW_SOFT 0.05 /* U over which it thins */
#define SNOW_FROM (-0.35)
#define SNOW_TO 0.55

static double snow_noise(relief_snow *snow, double x, double y)
{
    double sum = 0.0;
    double weight = 0.5;
    for (int o = 0; o < RELIEF_SNOW_OCTAVES; o++) {
        int64_t i = exact_floor(x);
        int64_t j = exact_floor(y);
        sum += weight * (double)noise_in_cell(snow->key, o, &snow->cell[o], i,
                                              (float)(x - (double)i), j, (float)(y - (double)j));
        weight *= 0.5;
        x *= 2.0;
        y *= 2.0;
    }
    return sum;
}

/* It begins below the highest point of the ridge on the world lattice but for the last 2 %,
 * and its border fits a loop. */
void snow_begin(relief_snow *snow, const rl_frame *frame, int ridge)
{
    double heights[PROFILE_LATTICE];
    profile_skyline(frame->profile, ridge, frame->unit_share, heights);
    snow->amount = frame->scene.ridge[ridge].snow;
    snow->top = profile_quantile(heights, PROFILE_LATTICE, 0.98) / frame->unit_share -
                frame->scene.ridge[ridge].snow_line;
    snow->rate = SNOW_X;
    noise_period period = noise_fit_rate(frame->loop, &snow->rate);
    for (int o = 0; o < RELIEF_SNOW_OCTAVES; o++)
        snow->cell[o].period = period << o;
}

float snow_at(relief_snow *snow, double x, double height, float shade)
{
    double lies = (height - snow->top) * (1.0 / SNOW_SOFT) + 0.55 * (double)shade - 0.15;
    if (lies <= SNOW_FROM - SNOW_RAGGED)
        return 0.0f;
    if (lies < SNOW_TO + SNOW_RAGGED)
        lies += SNOW_RAGGED * snow_noise(snow, snow->rate * x, SNOW_Y * height);
    return (float)(snow->amount * exact_smoothstep(SNOW_FROM, SNOW_TO, lies));
}

/* ---- beds: level stripes across a face, tilted a little ----------------------------- */

#define BEDS_PER_U 38.0 /* thick beds; finer ones lie between them */
#define BED_SHADE 1.3   /* contrast of beds for strata = 1 */
#define BED_LIFT 0.010  /* U: beds are not ruled lines */
#define LIFT_RATE 2.5   /* cells of what bends them in a U */
#define BED_DIP 0.025   /* rise over run, at most */

/* Beds that dip for ever would leave the picture: along an endless world they come back
 * after so many U. */
#define FOLD 24.0

rl_status beds_make(const rl_frame *frame, const ridge_shared *shared, const rl_ridge *land,
                    relief_table *table, uint64_t key, double fade, rl_error *error)
{
    size_t all = RELIEF_BEDS + (size_t)table->columns + (size_t)shared->pixels + 1;
    table->bed = arena_array(frame->arena, all, sizeof *table->bed);
    if (table->bed == NULL)
        return status_fail(error, RL_NO_MEMORY, "strata: out of memory");
    table->bed_lift = table->bed + RELIEF_BEDS;
    table->bed_amount = table->bed_lift + table->columns;
    table->bed_scale = (float)(RELIEF_BEDS_PER_U / frame->unit);
    int octaves = 1; /* of beds that are at least two pixels thick, at most four */
    while (octaves < 4 && BEDS_PER_U * (double)(4 << octaves) < frame->unit)
        octaves++;
    for (int i = 0; i < RELIEF_BEDS; i++) {
        double place = BEDS_PER_U / RELIEF_BEDS_PER_U * (double)i;
        table->bed[i] = (float)(BED_SHADE * noise_fractal(key, octaves, place, 0.5, 0));
    }
    double rate = LIFT_RATE;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    double dip = BED_DIP * (2.0 * hash_unit(hash_mix(key)) - 1.0);
    for (int c = 0; c < table->columns; c++) {
        double x = relief_x(frame, table, table->first_column + (int64_t)c);
        double way = frame_lean(frame, x);
        if (frame->loop <= 0.0 && frame->is_level) {
            way = x - FOLD * exact_round(x / FOLD);
            double share = 2.0 * way / FOLD;
            way *= 1.0 - share * share;
        }
        double lift = dip * way + BED_LIFT * noise_fractal(key + 1, 3, rate * x, 0.5, period);
        table->bed_lift[c] = (float)(lift * RELIEF_BEDS_PER_U);
    }
    float amount[RELIEF_LEVELS]; /* share of beds that shows at a level */
    for (int j = 0; j < RELIEF_LEVELS; j++)
        amount[j] = (float)(land->strata * relief_fade(land, fade, relief_depth(j)));
    int level = 0;
    for (int d = 0; d <= shared->pixels; d++) {
        while (level + 2 < RELIEF_LEVELS && shared->depth[level + 1] <= (float)d)
            level++;
        const float *edges = shared->depth + level;
        float down = ((float)d - edges[0]) / (edges[1] - edges[0]);
        down = down < 1.0f ? down : 1.0f;
        table->bed_amount[d] = amount[level] + (amount[level + 1] - amount[level]) * down;
    }
    return RL_OK;
}
