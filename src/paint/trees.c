/* trees.c - a conifer is a stack of whorls: in each line it covers an interval. */
#include "paint/trees.h"

/* Lines of a pixel row in which an interval is measured. */
#define LINES 4

#define TRUNK_FROM 0.955f /* share of the height: below it the bare stem */
#define TRUNK_WIDTH 0.13f

static float fraction(float x)
{
    return x - (float)(int32_t)x; /* x >= 0 */
}

/* The half width at t (0 tip, 1 ground) as a share of the tree's: branches droop
 * from each whorl and the outline opens downward. */
static float half_width(const rl_frame *frame, const frame_tree *tree, float t, float phase)
{
    if (t > TRUNK_FROM)
        return TRUNK_WIDTH;
    float at = t * FRAME_TREE_STEPS;
    int i = (int)at;
    float part = at - (float)i;
    float tier = frame->tier[i] + (frame->tier[i + 1] - frame->tier[i]) * part;
    float spread = frame->spread[i] + (frame->spread[i + 1] - frame->spread[i]) * part;
    return spread * (0.5f + 0.5f * fraction(tree->tiers * tier + phase));
}

/* Adds the interval a..b (1/256 column of the part) to the coverage of a run. */
static void cover_interval(const tile_run *run, int32_t a, int32_t b, int32_t *sum)
{
    int32_t left = run->column * FRAME_TREE_ONE;
    a -= left;
    b -= left;
    a = a > 0 ? a : 0;
    b = b < run->count * FRAME_TREE_ONE ? b : run->count * FRAME_TREE_ONE;
    if (a >= b)
        return;
    int first = a / FRAME_TREE_ONE;
    int last = b / FRAME_TREE_ONE;
    if (first == last) {
        sum[first] += b - a;
        return;
    }
    sum[first] += (first + 1) * FRAME_TREE_ONE - a;
    for (int c = first + 1; c < last; c++)
        sum[c] += FRAME_TREE_ONE;
    if (last < run->count)
        sum[last] += b - last * FRAME_TREE_ONE;
}

static void cover_tree(const rl_frame *frame, const frame_tree *tree, const tile_run *run,
                       int32_t *sum)
{
    for (int line = 0; line < LINES; line++) {
        int32_t y = run->row * FRAME_TREE_ONE + (2 * line + 1) * FRAME_TREE_ONE / (2 * LINES);
        if (y <= tree->top || y >= tree->top + tree->height)
            continue;
        float t = (float)(y - tree->top) / (float)tree->height;
        float width = (float)tree->width;
        int32_t left = (int32_t)(width * half_width(frame, tree, t, tree->left) + 0.5f);
        int32_t right = (int32_t)(width * half_width(frame, tree, t, tree->right) + 0.5f);
        cover_interval(run, tree->x - left, tree->x + right, sum);
    }
}

void trees_cover(const rl_frame *frame, const frame_surface *surface, const tile_run *run,
                 float *covered)
{
    int32_t above = run->row * FRAME_TREE_ONE;
    int32_t below = above + FRAME_TREE_ONE;
    int32_t right = (run->column + run->count) * FRAME_TREE_ONE + surface->tree_reach;
    for (int i = surface->block_tree[run->block]; i < surface->tree_count; i++) {
        const frame_tree *tree = &surface->tree[i];
        if (tree->x > right)
            break;
        if (tree->top > below || tree->top + tree->height < above)
            continue;
        int32_t sum[TILES_BLOCK] = {0};
        cover_tree(frame, tree, run, sum);
        for (int c = 0; c < run->count; c++) { /* as if the shapes were independent */
            float share = (float)sum[c] * (1.0f / (LINES * FRAME_TREE_ONE));
            covered[c] += (1.0f - covered[c]) * share;
        }
    }
}
