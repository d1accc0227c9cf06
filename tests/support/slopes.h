/* slopes.h - the rows of all slopes of a frame, far to near, and its lake. */
#ifndef RL_SUPPORT_SLOPES_H
#define RL_SUPPORT_SLOPES_H

#include "layers/core/kind.h"
#include "layers/land/ridge.h"

/* One row of a slope, and how many rows are behind it. */
typedef struct slope {
    const ridge_layer *ridge;
    const ridge_row_layer *row;
    const ridge_outline *outline;
    int layer; /* of the frame */
} slope;

/* slope_at returns row `index` of all, or one without a ridge past the last. */
static inline slope slope_at(const rl_frame *frame, int index)
{
    for (int i = 0; i < frame->layers; i++) {
        const ridge_layer *ridge = frame->layer[i].data;
        if (frame->layer[i].kind != &kind_ridge)
            continue;
        if (index < ridge->rows)
            return (slope){ridge, &ridge->row[index], &ridge->row[index].outline, i};
        index -= ridge->rows;
    }
    return (slope){NULL, NULL, NULL, frame->layers};
}

static inline int slope_count(const rl_frame *frame)
{
    int count = 0;
    while (slope_at(frame, count).ridge != NULL)
        count++;
    return count;
}

/* slope_ridge returns the layer of a ridge of the scene. */
static inline const ridge_layer *slope_ridge(const rl_frame *frame, int ridge)
{
    int i = 0;
    while (slope_at(frame, i).ridge->ridge != ridge)
        i++;
    return slope_at(frame, i).ridge;
}

/* slope_lake returns the layer of the lake, frame->layers without one. */
static inline int slope_lake(const rl_frame *frame)
{
    int i = 0;
    while (i < frame->layers && !frame->layer[i].mirrors)
        i++;
    return i;
}

#endif
