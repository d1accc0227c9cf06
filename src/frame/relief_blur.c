/* relief_blur.c - a ridge's own edge, blurred step by step: what its faces are made from. */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/relief.h"

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

/* Binomial blur and every second sample: index i becomes 2 i of the finer row. */
static void reduce(const relief_blur *fine, relief_blur *coarse)
{
    for (size_t i = 0; i < coarse->count; i++) {
        const double *h = fine->height + (2 * (coarse->first + (int64_t)i) - fine->first);
        coarse->height[i] = (h[-2] + h[2] + 4.0 * (h[-1] + h[1]) + 6.0 * h[0]) / 16.0;
    }
}

/* Central differences. */
static void find_slopes(relief_blur *blur, double step)
{
    for (size_t i = 1; i + 1 < blur->count; i++)
        blur->slope[i] = (float)((blur->height[i + 1] - blur->height[i - 1]) / (2.0 * step));
    blur->slope[0] = blur->slope[blur->count - 1] = 0.0f;
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

rl_status relief_profile_share(rl_frame *frame, rl_error *error)
{
    relief_profile widest = {.finest = finest_of(frame), .coarsest = RELIEF_BLURS - 1};
    double left = ((double)frame->x - 0.5 * frame->width) / frame->unit - 0.5;
    plan_levels(&widest, frame, left, left + frame->columns / frame->unit + 1.0);
    double step = relief_step(frame, widest.finest);
    const relief_blur *fine = &widest.blur[widest.finest];
    ridge_grid grid = {.first = fine->first, .step = step, .origin = 0.0, .detail = step};
    return profile_share(frame->profile, &grid, fine->count, error);
}

rl_status relief_profile_make(relief_profile *p, const rl_frame *frame, int ridge, double left,
                              double right, int coarsest, rl_error *error)
{
    p->memory = NULL;
    p->finest = finest_of(frame);
    p->coarsest = coarsest > p->finest ? coarsest : p->finest;
    plan_levels(p, frame, left, right);
    rl_status status = make_memory(p, frame, error);
    if (status != RL_OK)
        return status;
    relief_blur *fine = &p->blur[p->finest];
    double step = p->step = relief_step(frame, p->finest);
    ridge_grid grid = {.first = fine->first, .step = step, .origin = 0.0, .detail = step};
    status = profile_heights(frame->profile, ridge, &grid, fine->count, fine->height, error);
    for (size_t i = 0; i < fine->count && status == RL_OK; i++)
        fine->height[i] /= frame->unit_share;
    for (int k = p->finest; k <= p->coarsest && status == RL_OK; k++) {
        if (k > p->finest)
            reduce(&p->blur[k - 1], &p->blur[k]);
        find_slopes(&p->blur[k], relief_step(frame, k));
    }
    return status;
}

void relief_profile_free(const rl_frame *frame, relief_profile *p)
{
    memory_free(frame->allocator, p->memory);
    p->memory = NULL;
}

double relief_profile_height(const relief_profile *p, double x)
{
    const relief_blur *blur = &p->blur[p->finest];
    double at = x / p->step;
    int64_t i = exact_floor(at);
    const double *h = blur->height + (i - blur->first);
    return exact_mix(h[0], h[1], at - (double)i);
}
