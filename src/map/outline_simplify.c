/* outline_simplify.c - leaves out points of outlines, without making lines cross.
 *
 * Traced lines do not cross.  Each is simplified within a bound.  If it then crosses another line,
 * it is simplified again with half the bound; after HALVINGS halvings it keeps all its points.
 */
#include "map/outline.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"

#include <string.h>

int outline_on_border(const outline_set *set, outline_point a, outline_point b)
{
    return (a.x == b.x && (a.x == 0 || a.x == set->width)) ||
           (a.y == b.y && (a.y == 0 || a.y == set->height));
}

/* ---- choosing points ---------------------------------------------------------------------- */

/* Returns point i of a line; i may be beyond the end of a ring. */
static outline_point point_of(const outline_set *set, const outline_line *line, size_t i)
{
    return set->points[line->first + i % line->count];
}

/* Returns the squared distance of p from the line from a to b. */
static double square_to(outline_point p, outline_point a, outline_point b)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    double px = p.x - a.x, py = p.y - a.y;
    double t = length > 0.0 ? exact_clamp((px * dx + py * dy) / length, 0.0, 1.0) : 0.0;
    px -= t * dx;
    py -= t * dy;
    return px * px + py * py;
}

/* Marks the points between two kept ones, `first` and `last`, that are needed to stay within the
 * bound; `stack` has room for all points. */
static void keep_between(outline_set *set, const outline_line *line, size_t first, size_t last,
                         size_t *stack)
{
    uint8_t *is_kept = set->is_kept + line->first;
    size_t depth = 0;
    stack[depth++] = last;
    while (depth > 0) {
        size_t end = stack[depth - 1], farthest = first;
        double most = line->bound * line->bound;
        outline_point a = point_of(set, line, first), b = point_of(set, line, end);
        for (size_t i = first + 1; i < end; i++) {
            double square = square_to(point_of(set, line, i), a, b);
            if (square > most) {
                most = square;
                farthest = i;
            }
        }
        if (farthest == first) {
            first = end;
            depth--;
        } else {
            is_kept[farthest] = 1;
            stack[depth++] = farthest;
        }
    }
}

static size_t farthest_from(const outline_set *set, const outline_line *line, size_t start)
{
    outline_point p = point_of(set, line, start);
    size_t farthest = start;
    double most = 0.0;
    for (size_t i = 0; i < line->count; i++) {
        double square = square_to(point_of(set, line, i), p, p);
        farthest = square > most ? i : farthest;
        most = square > most ? square : most;
    }
    return farthest;
}

/* Marks the points of a line that are kept. */
static void simplify_line(outline_set *set, const outline_line *line, size_t *stack)
{
    uint8_t *is_kept = set->is_kept + line->first;
    size_t ends = line->is_ring ? line->count : line->count - 1;
    memset(is_kept, line->bound > 0.0 ? 0 : 1, line->count);
    if (line->bound <= 0.0)
        return;
    is_kept[0] = is_kept[line->count - 1] = 1;
    if (line->is_ring) {
        is_kept[line->count - 1] = 0;
        is_kept[farthest_from(set, line, 0)] = 1;
        /* Points where the line meets or leaves the border, and corners of the border. */
        for (size_t i = 0; i < line->count; i++) {
            outline_point p = point_of(set, line, i);
            if (p.x != 0 && p.x != set->width && p.y != 0 && p.y != set->height)
                continue;
            outline_point before = point_of(set, line, i + line->count - 1);
            outline_point after = point_of(set, line, i + 1);
            int came = outline_on_border(set, before, p), goes = outline_on_border(set, p, after);
            is_kept[i] |= !came || !goes || !outline_on_border(set, before, after);
        }
    }
    for (size_t first = 0; first < ends;) {
        size_t last = first + 1;
        while (last < ends && !is_kept[last])
            last++;
        keep_between(set, line, first, last, stack);
        first = last;
    }
}

/* ---- crossings ---------------------------------------------------------------------------- */

static int side_of(outline_point a, outline_point b, outline_point p)
{
    int64_t turn = (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(b.y - a.y) * (p.x - a.x);
    return (turn > 0) - (turn < 0);
}

static int is_same(outline_point a, outline_point b)
{
    return a.x == b.x && a.y == b.y;
}

static int is_within(outline_point a, outline_point b, outline_point p)
{
    return side_of(a, b, p) == 0 && !is_same(a, p) && !is_same(b, p) &&
           (int64_t)(p.x - a.x) * (p.x - b.x) <= 0 && (int64_t)(p.y - a.y) * (p.y - b.y) <= 0;
}

int outline_cross(outline_point a, outline_point b, outline_point c, outline_point d)
{
    int ac = side_of(a, b, c), ad = side_of(a, b, d), ca = side_of(c, d, a), cb = side_of(c, d, b);
    if (ac * ad < 0 && ca * cb < 0)
        return 1;
    return is_within(a, b, c) || is_within(a, b, d) || is_within(c, d, a) || is_within(c, d, b);
}

typedef struct line_piece {
    outline_point a, b;
    size_t line;
} line_piece;

/* The pieces of all lines, listed by the squares of the map that they touch. */
typedef struct pieces {
    int32_t side;      /* side of a square, hundredths of a pixel */
    int columns, rows; /* number of squares along and down the map */
    line_piece *all;
    size_t count;
    size_t *first;  /* [columns * rows + 1] index in `listed` at which a square's pieces begin */
    size_t *listed; /* indices in `all`, square by square */
} pieces;

#define SQUARES_ALONG 256 /* squares along the longer side of the map */

static void pieces_cut(pieces *self, const outline_set *set)
{
    for (size_t n = 0; n < set->line_count; n++) {
        const outline_line *line = &set->lines[n];
        size_t ends = line->is_ring ? line->count : line->count - 1, last = 0;
        for (size_t i = 1; i <= ends; i++) {
            if (!set->is_kept[line->first + i % line->count])
                continue;
            outline_point a = point_of(set, line, last), b = point_of(set, line, i);
            last = i;
            if (!outline_on_border(set, a, b))
                self->all[self->count++] = (line_piece){a, b, n};
        }
    }
}

/* Counts the pieces of each square in `next`, or, if `listed` is allocated, lists them; returns
 * their number. */
static size_t pieces_list(pieces *self, size_t *next)
{
    size_t total = 0;
    for (size_t n = 0; n < self->count; n++) {
        const line_piece *p = &self->all[n];
        int left = p->a.x < p->b.x, above = p->a.y < p->b.y, range[4];
        int32_t ends[4] = {left ? p->a.x : p->b.x, above ? p->a.y : p->b.y, left ? p->b.x : p->a.x,
                           above ? p->b.y : p->a.y};
        for (int i = 0; i < 4; i++) {
            int most = (i % 2 == 0 ? self->columns : self->rows) - 1, at = ends[i] / self->side;
            range[i] = at < 0 || ends[i] < 0 ? 0 : at > most ? most : at;
        }
        for (int y = range[1]; y <= range[3]; y++)
            for (int x = range[0]; x <= range[2]; x++, total++) {
                size_t square = (size_t)y * (size_t)self->columns + (size_t)x;
                if (self->listed != NULL)
                    self->listed[next[square]] = n;
                next[square]++;
            }
    }
    return total;
}

static rl_status pieces_make(pieces *self, const outline_set *set, rl_error *error)
{
    int32_t longer = set->width > set->height ? set->width : set->height;
    self->side = longer / SQUARES_ALONG + 1;
    self->columns = set->width / self->side + 1;
    self->rows = set->height / self->side + 1;
    size_t squares = (size_t)self->columns * (size_t)self->rows;
    self->all = memory_array(set->allocator, set->point_count, sizeof *self->all);
    self->first = memory_zeroed(set->allocator, squares + 1, 2 * sizeof *self->first);
    TRY(status_memory(self->all != NULL && self->first != NULL, "outlines", error));
    size_t *next = self->first + squares + 1;
    pieces_cut(self, set);
    size_t total = pieces_list(self, next);
    for (size_t i = 0, sum = 0; i <= squares; i++) {
        size_t count = next[i];
        self->first[i] = next[i] = sum;
        sum += count;
    }
    self->listed = memory_array(set->allocator, total + 1, sizeof *self->listed);
    TRY(status_memory(self->listed != NULL, "outlines", error));
    (void)pieces_list(self, next);
    return RL_OK;
}

static int is_mended(outline_line *line, uint8_t *is_marked)
{
    if (line->bound <= 0.0)
        return 0;
    *is_marked = 1;
    return 1;
}

/* Marks lines that cross another one and can still get more points; returns 1 if there are any. */
static int mark_crossing(const pieces *self, outline_set *set, uint8_t *is_marked)
{
    int found = 0;
    size_t squares = (size_t)self->columns * (size_t)self->rows;
    for (size_t s = 0; s < squares; s++)
        for (size_t i = self->first[s]; i < self->first[s + 1]; i++) {
            const line_piece *p = &self->all[self->listed[i]];
            for (size_t k = i + 1; k < self->first[s + 1]; k++) {
                const line_piece *q = &self->all[self->listed[k]];
                if (!outline_cross(p->a, p->b, q->a, q->b))
                    continue;
                found |= is_mended(&set->lines[p->line], &is_marked[p->line]);
                found |= is_mended(&set->lines[q->line], &is_marked[q->line]);
            }
        }
    return found;
}

static rl_status find_crossing(outline_set *set, uint8_t *is_marked, int *found, rl_error *error)
{
    pieces self = {.count = 0};
    rl_status status = pieces_make(&self, set, error);
    if (status == RL_OK)
        *found = mark_crossing(&self, set, is_marked);
    memory_free(set->allocator, self.all);
    memory_free(set->allocator, self.first);
    memory_free(set->allocator, self.listed);
    return status;
}

/* ---- both ----------------------------------------------------------------------------------- */

#define HALVINGS 5 /* halvings of the bound after which all points are kept */

static rl_status simplify(outline_set *set, double bound, uint8_t *is_marked, size_t *stack,
                          rl_error *error)
{
    int found = 1;
    for (size_t n = 0; n < set->line_count; n++)
        set->lines[n].bound = bound;
    memset(is_marked, 1, set->line_count);
    while (found) {
        for (size_t n = 0; n < set->line_count; n++)
            if (is_marked[n])
                simplify_line(set, &set->lines[n], stack);
        memset(is_marked, 0, set->line_count);
        TRY(find_crossing(set, is_marked, &found, error));
        for (size_t n = 0; n < set->line_count; n++)
            if (is_marked[n]) {
                double half = set->lines[n].bound / 2.0;
                set->lines[n].bound = half < bound / (1 << HALVINGS) ? 0.0 : half;
            }
    }
    return RL_OK;
}

rl_status outline_simplify(outline_set *set, double bound, rl_error *error)
{
    size_t longest = 0;
    for (size_t n = 0; n < set->line_count; n++)
        longest = set->lines[n].count > longest ? set->lines[n].count : longest;
    if (set->line_count == 0)
        return RL_OK;
    set->is_kept = memory_zeroed(set->allocator, set->point_count, 1);
    uint8_t *is_marked = memory_zeroed(set->allocator, set->line_count, 1);
    size_t *stack = memory_array(set->allocator, longest + 1, sizeof *stack);
    rl_status status = set->is_kept != NULL && is_marked != NULL && stack != NULL
                           ? simplify(set, bound, is_marked, stack, error)
                           : status_no_memory("outlines", error);
    memory_free(set->allocator, is_marked);
    memory_free(set->allocator, stack);
    return status;
}
