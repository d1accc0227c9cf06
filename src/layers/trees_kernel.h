/* trees_kernel.h - conifers: a stack of whorls, an interval in each line.
 *
 * Part of outline_kernel.c.  They overhang, so there is no height for each column:
 * a tree is measured in a few lines of each pixel row.  Lengths are whole numbers of
 * 1/256 pixel, so a tree covers the same pixels whatever part is painted.
 */
#include "base/lanes.h"
#include "layers/ridge.h"

/* Lines of a pixel row in which an interval is measured: so many lanes make a tree. */
#define TREE_LINES 4
#define TREES_AT_ONCE (LANES > TREE_LINES ? LANES / TREE_LINES : 1)
#define LINES_AT_ONCE (TREES_AT_ONCE * TREE_LINES)

#define TREE_SHIFT 8 /* 1 << TREE_SHIFT is TREE_ONE */

#define TRUNK_FROM 0.955f /* share of the height: below it the bare stem */
#define TRUNK_WIDTH 0.13f

#define BELOW_ONE 0.99999994f /* the float before 1 */

/* A field of each tree, for each of its lines. */
#if LANES == 1
#define OF_TREES(tree, field) ((tree)[0]->field)
#elif LANES == 4
#define OF_TREES(tree, field)                                                                      \
    {                                                                                              \
        (tree)[0]->field, (tree)[0]->field, (tree)[0]->field, (tree)[0]->field                     \
    }
#else
#define OF_TREES(tree, field)                                                                      \
    {                                                                                              \
        (tree)[0]->field, (tree)[0]->field, (tree)[0]->field, (tree)[0]->field, (tree)[1]->field,  \
            (tree)[1]->field, (tree)[1]->field, (tree)[1]->field                                   \
    }
#endif

/* Where trees are cut by the lines of a row, in 1/256 pixel from the run's left. */
typedef struct tree_lines {
    float from[LINES_AT_ONCE], to[LINES_AT_ONCE];
} tree_lines;

/* table[at] between its entries; 0 <= at < TREE_STEPS. */
LANES_INLINE lanes_f between_steps(const float *table, lanes_i step, lanes_f part)
{
    lanes_f a = lanes_look_up(table, step);
    return a + (lanes_look_up(table + 1, step) - a) * part;
}

/* Branches droop from each whorl: the share of the spread that they reach. */
LANES_INLINE lanes_f droop(lanes_f whorls)
{
    lanes_f part = whorls - lanes_to_f(lanes_to_i(whorls)); /* whorls >= 0 */
    return lanes_of(0.5f) + lanes_of(0.5f) * part;
}

LANES_INLINE lanes_i whole_of(lanes_f length)
{
    return lanes_to_i(length + lanes_of(0.5f));
}

/* Lines i .. of the trees' lines in a row. */
LANES_INLINE void measure_lines(const ridge_shared *shared, const ridge_tree *const *tree,
                                const tile_run *run, int i, tree_lines *lines)
{
    lanes_i line = (lanes_count() + lanes_of_i(i)) & lanes_of_i(TREE_LINES - 1);
    lanes_i y = lanes_of_i(run->row * TREE_ONE + TREE_ONE / (2 * TREE_LINES)) +
                line * lanes_of_i(TREE_ONE / TREE_LINES);
    lanes_i top = OF_TREES(tree, top);
    lanes_i height = OF_TREES(tree, height);
    lanes_i down = y - top;
    lanes_i is_in = lanes_less_i(lanes_of_i(0), down) & lanes_less_i(down, height);
    lanes_f t = lanes_to_f(down) / lanes_to_f(height); /* 0 tip, 1 ground */
    lanes_i is_trunk = lanes_less(lanes_of(TRUNK_FROM), t);
    lanes_f at = lanes_clamp(t, 0.0f, TRUNK_FROM) * lanes_of(TREE_STEPS);
    lanes_i step = lanes_to_i(at);
    lanes_f part = at - lanes_to_f(step);
    lanes_f tiers = OF_TREES(tree, tiers);
    lanes_f tier = tiers * between_steps(shared->tier, step, part);
    lanes_f spread = between_steps(shared->spread, step, part);
    lanes_f left = OF_TREES(tree, left);
    lanes_f right = OF_TREES(tree, right);
    left = lanes_choose(is_trunk, lanes_of(TRUNK_WIDTH), spread * droop(tier + left));
    right = lanes_choose(is_trunk, lanes_of(TRUNK_WIDTH), spread * droop(tier + right));
    lanes_i whole = OF_TREES(tree, width);
    lanes_f width = lanes_to_f(whole);
    lanes_i x = OF_TREES(tree, x);
    x -= lanes_of_i(run->column * TREE_ONE);
    lanes_i from = whole_of(width * left) & is_in;
    lanes_i to = whole_of(width * right) & is_in;
    lanes_store(lines->from + i, lanes_to_f(x - from));
    lanes_store(lines->to + i, lanes_to_f(x + to));
}

LANES_INLINE lanes_f inside_line(float from, float to, lanes_f left, lanes_f right)
{
    return lanes_max(lanes_min(lanes_of(to), right) - lanes_max(lanes_of(from), left),
                     lanes_of(0.0f));
}

/* The share of columns first .. that is inside a tree's lines. */
LANES_INLINE lanes_f share_inside(const float *from, const float *to, int first)
{
    lanes_i column = lanes_count() + lanes_of_i(first);
    lanes_f left = lanes_to_f(column * lanes_of_i(TREE_ONE));
    lanes_f right = left + lanes_of(TREE_ONE);
    lanes_f sum = inside_line(from[0], to[0], left, right);
    sum += inside_line(from[1], to[1], left, right);
    sum += inside_line(from[2], to[2], left, right);
    sum += inside_line(from[3], to[3], left, right);
    return sum * lanes_of(1.0f / (TREE_LINES * TREE_ONE));
}

/* Lays a tree's lines over LANES columns. */
LANES_INLINE lanes_f lay_columns(const float *from, const float *to, int first, pixel_area *inside)
{
    lanes_f before = lanes_load(inside->covered + first);
    lanes_f after = before + (lanes_of(1.0f) - before) * share_inside(from, to, first);
    lanes_store(inside->covered + first, after);
    return after;
}

LANES_INLINE uint64_t columns_above(float least, lanes_f a, lanes_f b)
{
    return lanes_signs(lanes_less(lanes_of(least), a)) |
           (uint64_t)lanes_signs(lanes_less(lanes_of(least), b)) << LANES;
}

/* The columns of a run between which a tree is. */
typedef struct tree_reach {
    const ridge_tree *tree;
    int first, last;
} tree_reach;

/* Lays tree `t` of those measured over the columns that it reaches, as if the shapes were
 * independent; returns the columns that are still open.  What the branches ask for is
 * known before anything is measured: the processor need not wait for it. */
LANES_INLINE uint64_t lay_tree(const tree_lines *lines, int t, const tree_reach *reach,
                               uint64_t open, pixel_area *inside)
{
    const float *from = lines->from + t * TREE_LINES;
    const float *to = lines->to + t * TREE_LINES;
    for (int i = reach->first & -LANES; i <= reach->last; i += 2 * LANES) {
        lanes_f a = lay_columns(from, to, i, inside);
        lanes_f b = lay_columns(from, to, i + LANES, inside);
        inside->part |= columns_above(0.0f, a, b) << i;
        open &= ~(columns_above(BELOW_ONE, a, b) << i);
    }
    return open;
}

/* Lays TREES_AT_ONCE trees, or as many as are left. */
LANES_INLINE uint64_t lay_trees(const ridge_shared *shared, const tree_reach *reach, int left,
                                const tile_run *run, uint64_t open, pixel_area *inside)
{
    LANES_SCRATCH tree_lines lines;
    const ridge_tree *tree[2] = {reach[0].tree, reach[TREES_AT_ONCE - 1].tree};
    for (int i = 0; i < LINES_AT_ONCE; i += LANES)
        measure_lines(shared, tree, run, i, &lines);
    open = lay_tree(&lines, 0, reach, open, inside);
    int has_more = TREES_AT_ONCE > 1 && left > 1;
    return has_more ? lay_tree(&lines, TREES_AT_ONCE - 1, reach + 1, open, inside) : open;
}

/* LANES trees that may be seen in a run. */
typedef struct tree_group {
    unsigned found;                    /* bits: a line of the row cuts them, in the run */
    int32_t first[LANES], last[LANES]; /* columns that they may reach, at most */
} tree_group;

/* How far the branches of trees reach at `down` of their height: no farther than the
 * tangent of t^0.9 at t = 1. */
LANES_INLINE lanes_i reach_of(lanes_i down, lanes_i height, lanes_i width)
{
    lanes_f t = lanes_to_f(down) / lanes_to_f(height);
    lanes_f share = lanes_of(0.1f) + lanes_of(0.9f) * t;
    return lanes_to_i(lanes_to_f(width) * share) + lanes_of_i(2); /* for what is rounded */
}

/* Trees i .. of a surface. */
LANES_INLINE void find_trees(const ridge_outline *outline, const tile_run *run, int i,
                             tree_group *group)
{
    int32_t row = run->row * TREE_ONE;
    int32_t half = TREE_ONE / (2 * TREE_LINES);
    lanes_i top = lanes_load_i(outline->tree_top + i);
    lanes_i height = lanes_load_i(outline->tree_height + i);
    lanes_i is_cut = lanes_less_i(top, lanes_of_i(row + TREE_ONE - half)) &
                     lanes_less_i(lanes_of_i(row + half), top + height);
    lanes_i down = lanes_of_i(row + TREE_ONE - half) - top;
    down = lanes_choose_i(lanes_less_i(down, height), down, height) & is_cut;
    lanes_i x = lanes_load_i(outline->tree_x + i) - lanes_of_i(run->column * TREE_ONE);
    lanes_i reach = reach_of(down, height, lanes_load_i(outline->tree_width + i));
    lanes_i first = (x - reach) >> TREE_SHIFT;
    lanes_i last = (x + reach) >> TREE_SHIFT;
    lanes_i end = lanes_of_i(run->count - 1);
    first &= ~(first >> 31);
    last = lanes_choose_i(lanes_less_i(last, end), last, end);
    group->found = lanes_signs(is_cut & ~lanes_less_i(last, first));
    lanes_store_i(group->first, first);
    lanes_store_i(group->last, last);
}

/* Those of a group that reach open columns; returns how many they are. */
LANES_INLINE int list_trees(const tree_group *group, const ridge_tree *tree, uint64_t open,
                            tree_reach *listed)
{
    int count = 0;
    for (unsigned bits = group->found; bits != 0; bits &= bits - 1) {
        int i = __builtin_ctz(bits);
        int first = group->first[i];
        int last = group->last[i];
        uint64_t reached = UINT64_MAX >> (63 - last) & UINT64_MAX << first;
        listed[count] = (tree_reach){tree + i, first, last};
        count += (reached & open) != 0;
    }
    listed[count].tree = tree; /* beside the last one of an odd number */
    return count;
}

/* cover_trees lays the trees of a surface over those pixels of a run that are open: not
 * wholly covered yet; returns the pixels that remain so. */
static uint64_t cover_trees(const ridge_shared *shared, const ridge_outline *outline,
                            const tile_run *run, uint64_t open, pixel_area *inside)
{
    int end = outline->tree_end[run->block];
    for (int i = outline->block_tree[run->block]; i < end && open != 0; i += LANES) {
        LANES_SCRATCH tree_group group;
        LANES_SCRATCH tree_reach listed[LANES + 1];
        find_trees(outline, run, i, &group);
        int count = list_trees(&group, outline->tree + i, open, listed);
        for (int t = 0; t < count; t += TREES_AT_ONCE)
            open = lay_trees(shared, listed + t, count - t, run, open, inside);
    }
    return open;
}
