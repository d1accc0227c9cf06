/* drawing.c - builds drawings from shapes, and fills them with exact coverage of pixels.
 *
 * Edges are accumulated as signed areas (as in font-rs and stb_truetype), in whole numbers:
 * coordinates are rounded to 1/256 pixel and sums are exact, so a pixel depends neither on the
 * order of edges nor on which columns are painted.
 */
#include "layers/common/drawing.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"

#define ONE 256           /* subpixels of a pixel, in either direction */
#define POINTS 256        /* most points of the polygon of a stroke or an ellipse */
#define LENGTH_LEAST 1e-9 /* least length of a piece of a stroke, heights */
#define NO_PLACE 1e9f     /* bound of an empty box, heights */

#define DAB_KEY UINT64_C(0x64616273) /* key of the shapes of dabs, in all drawings */
#define DAB_CORNERS 12               /* most corners of a dab */
#define DAB_REACH 1.3                /* radii from the middle that no corner exceeds */

/* Shapes of dabs; lengths are in radii of a dab of middle size. */
static const struct {
    double least, range;        /* radius of a shape: least + range * number / shapes */
    double corner, corner_step; /* distance of a corner: corner + corner_step * (0..7) */
    double notch;               /* subtracted from it at every other corner of the largest dabs */
    double px_5, px_7, px_9;    /* radii in pixels below which a dab has 5, 7, 9 corners */
} dab_look = {.least = 0.75,
              .range = 0.5,
              .corner = 0.62,
              .corner_step = 0.06,
              .notch = 0.13,
              .px_5 = 4.0,
              .px_7 = 6.5,
              .px_9 = 9.0};
#define NOTCHED_FROM 9  /* dabs with more corners have notches between leaves */
#define TURN_STEPS 64.0 /* first corners of dabs: steps in a turn */

/* Stamps with a radius below STAMP_HALVES pixels are at half pixels, so that their position errs by
 * at most a quarter of a pixel; for larger ones an error of half a pixel is invisible. */
#define STAMP_HALVES 7.0
#define STAMP_MOST 20.0 /* radius in pixels above which there are no stamps, for their memory */
#define STAMP_SPARE 16  /* columns of a stamp are a multiple of this, so that vectors are whole */

/* ---- building a drawing ----------------------------------------------------------- */

void drawing_begin(drawing *out, const rl_allocator *allocator)
{
    *out = (drawing){.allocator = allocator,
                     .left = NO_PLACE,
                     .right = -NO_PLACE,
                     .low = NO_PLACE,
                     .high = -NO_PLACE};
}

void *drawing_scratch(drawing *d, size_t bytes)
{
    int slot = d->scratch[0] != NULL;
    void *memory = d->scratch[slot] == NULL ? memory_zeroed(d->allocator, 1, bytes) : NULL;
    d->is_full |= memory == NULL;
    if (memory != NULL)
        d->scratch[slot] = memory;
    return memory;
}

static void free_scratch(drawing *d)
{
    for (int i = 0; i < 2; i++) {
        memory_free(d->allocator, d->scratch[i]);
        d->scratch[i] = NULL;
    }
}

void drawing_free(drawing *d)
{
    free_scratch(d);
    memory_free(d->allocator, d->fill);
    memory_free(d->allocator, d->contour);
    memory_free(d->allocator, d->point);
    memory_free(d->allocator, d->dab);
    d->dab = NULL;
    d->fill = NULL;
    d->contour = NULL;
    d->point = NULL;
}

/* Returns the array with room for `more` items; NULL if there is no memory: then the old array is
 * still valid. */
static void *grow(drawing *d, void *old, int count, int more, int *room, size_t bytes)
{
    if (count + more <= *room)
        return old;
    int wanted = 2 * (count + more) + 16;
    void *larger = memory_array(d->allocator, (size_t)wanted, bytes);
    if (larger == NULL) {
        d->is_full = 1;
        return NULL;
    }
    if (count > 0)
        memcpy(larger, old, (size_t)count * bytes);
    memory_free(d->allocator, old);
    *room = wanted;
    return larger;
}

/* Begins a fill, unless the last one is the same. */
static void begin_fill(drawing *d, drawing_fill like)
{
    const drawing_fill *last = d->fills > 0 ? &d->fill[d->fills - 1] : NULL;
    if (d->is_full || (last != NULL && last->tone == like.tone && last->own == like.own &&
                       last->opacity == like.opacity && last->is_within == like.is_within))
        return;
    void *fill = grow(d, d->fill, d->fills, 1, &d->fill_room, sizeof *d->fill);
    if (fill == NULL)
        return;
    d->fill = fill;
    d->has_own |= like.own > 0.0f;
    like.low = NO_PLACE;
    like.high = -NO_PLACE;
    like.first = like.end = d->contours;
    like.from = d->points;
    like.first_dab = like.end_dab = d->dabs;
    d->fill[d->fills++] = like;
}

void drawing_fill_of(drawing *d, double tone, double own, double opacity)
{
    begin_fill(d,
               (drawing_fill){.tone = (float)tone, .own = (float)own, .opacity = (float)opacity});
}

void drawing_light_of(drawing *d, double tone, double own)
{
    begin_fill(
        d, (drawing_fill){.tone = (float)tone, .own = (float)own, .opacity = 1.0f, .is_within = 1});
}

static void widen(float at, float *least, float *most)
{
    *least = at < *least ? at : *least;
    *most = at > *most ? at : *most;
}

/* Extends the boxes of the last fill and of the drawing. */
static void widen_to(drawing *d, float left, float right, float low, float high)
{
    drawing_fill *fill = &d->fill[d->fills - 1];
    widen(left, &d->left, &d->right);
    widen(right, &d->left, &d->right);
    widen(low, &d->low, &d->high);
    widen(high, &d->low, &d->high);
    widen(low, &fill->low, &fill->high);
    widen(high, &fill->low, &fill->high);
}

/* Adds a contour to the last fill; with a negative `winding` its points are reversed. */
static void add_contour(drawing *d, const drawing_point *point, int count, int winding)
{
    if (d->is_full || d->fills == 0 || count < 3)
        return;
    void *contours = grow(d, d->contour, d->contours, 1, &d->contour_room, sizeof *d->contour);
    if (contours == NULL)
        return;
    d->contour = contours;
    void *points = grow(d, d->point, d->points, count, &d->point_room, sizeof *d->point);
    if (points == NULL)
        return;
    d->point = points;
    float left = NO_PLACE, right = -NO_PLACE;
    drawing_contour new = {NO_PLACE, -NO_PLACE, d->points + count};
    for (int i = 0; i < count; i++) {
        drawing_point p = point[winding > 0 ? i : count - 1 - i];
        widen(p.x, &left, &right);
        widen(p.y, &new.low, &new.high);
        d->point[d->points++] = p;
    }
    widen_to(d, left, right, new.low, new.high);
    d->contour[d->contours++] = new;
    d->fill[d->fills - 1].end = d->contours;
}

void drawing_path(drawing *d, const drawing_point *point, int count)
{
    add_contour(d, point, count, 1);
}

void drawing_shape(drawing *d, const drawing_point *point, int count)
{
    double area = 0.0; /* doubled; its sign is the orientation */
    for (int i = 0; i < count; i++) {
        drawing_point a = point[i], b = point[i + 1 < count ? i + 1 : 0];
        area += (double)a.x * (double)b.y - (double)b.x * (double)a.y;
    }
    add_contour(d, point, count, area < 0.0 ? -1 : 1);
}

void drawing_ellipse(drawing *d, double x, double y, double wide, double high, int sides)
{
    drawing_point p[POINTS];
    int count = sides < 3 ? 3 : sides > POINTS ? POINTS : sides;
    for (int i = 0; i < count; i++)
        p[i] = (drawing_point){(float)(x + wide * exact_cos_turn((double)i / count)),
                               (float)(y + high * exact_cos_turn((double)i / count - 0.25))};
    drawing_shape(d, p, count);
}

void drawing_stroke(drawing *d, const drawing_point *point, int count, double from, double to)
{
    drawing_point p[POINTS];
    if (count < 2 || 2 * count > POINTS)
        return;
    for (int i = 0; i < count; i++) {
        drawing_point a = point[i > 0 ? i - 1 : 0], b = point[i + 1 < count ? i + 1 : i];
        double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
        double length = exact_sqrt(dx * dx + dy * dy);
        double half =
            exact_mix(from, to, (double)i / (count - 1)) / exact_max(length, LENGTH_LEAST);
        p[i] = (drawing_point){(float)((double)point[i].x - half * dy),
                               (float)((double)point[i].y + half * dx)};
        p[2 * count - 1 - i] = (drawing_point){(float)((double)point[i].x + half * dy),
                                               (float)((double)point[i].y - half * dx)};
    }
    drawing_shape(d, p, 2 * count);
}

void drawing_dabs_of(drawing *d, double radius)
{
    d->dab_radius = (float)radius;
}

void drawing_dab_at(drawing *d, double x, double y, int shape)
{
    if (d->is_full || d->fills == 0)
        return;
    void *dabs = grow(d, d->dab, d->dabs, 1, &d->dab_room, sizeof *d->dab);
    if (dabs == NULL)
        return;
    d->dab = dabs;
    drawing_dab new = {(float)x, (float)y, shape};
    float reach = (float)DAB_REACH * d->dab_radius;
    widen_to(d, new.x - reach, new.x + reach, new.y - reach, new.y + reach);
    d->dab[d->dabs++] = new;
    d->fill[d->fills - 1].end_dab = d->dabs;
}

rl_status drawing_end(drawing *d, rl_error *error)
{
    free_scratch(d);
    return status_memory(!d->is_full, "drawing", error);
}

rl_status drawing_copy(const drawing *d, arena *owner, const drawing **out, rl_error *error)
{
    drawing *copy = arena_array(owner, 1, sizeof *copy);
    drawing_fill *fill = arena_array(owner, (size_t)d->fills + 1, sizeof *fill);
    drawing_contour *contour = arena_array(owner, (size_t)d->contours + 1, sizeof *contour);
    drawing_point *point = arena_array(owner, (size_t)d->points + 1, sizeof *point);
    drawing_dab *dab = arena_array(owner, (size_t)d->dabs + 1, sizeof *dab);
    TRY(status_memory(dab != NULL && copy != NULL && fill != NULL && contour != NULL &&
                          point != NULL,
                      "drawing", error));
    if (d->fills > 0)
        memcpy(fill, d->fill, (size_t)d->fills * sizeof *fill);
    if (d->contours > 0) {
        memcpy(contour, d->contour, (size_t)d->contours * sizeof *contour);
        memcpy(point, d->point, (size_t)d->points * sizeof *point);
    }
    if (d->dabs > 0)
        memcpy(dab, d->dab, (size_t)d->dabs * sizeof *dab);
    *copy = *d;
    copy->fill = fill;
    copy->contour = contour;
    copy->point = point;
    copy->dab = dab;
    *out = copy;
    return RL_OK;
}

/* ---- painting rows ------------------------------------------------------------------ */

/* Accumulated areas of rows, in halves of a square subpixel.  The coverage of a pixel is the sum of
 * the areas of its row up to its column: an edge adds to the column that it crosses the area to its
 * right in that column, and to the next column the rest.  Lengths are in subpixels (1/ONE pixel).
 */
typedef struct row_areas {
    int32_t *area;                 /* [rows][count + 1] */
    int count, rows;               /* columns and rows of pixels */
    int32_t left, right, top, end; /* bounds of the edges of a fill */
    double foot_x, foot_y;         /* position of the drawing's foot */
    double along, up;              /* subpixels per height of the drawing, to the right and up */
    int32_t first_x, first_y;      /* position of the first pixel */
} row_areas;

/* Returns the nearest whole number: exact_floor(x + 0.5) without its branch, for |x| < 2^30. */
static inline int32_t nearest(double x)
{
    const int64_t high = INT64_C(1) << 31;
    return (int32_t)((int64_t)(x + ((double)high + 0.5)) - high);
}

/* Returns the pixel of a subpixel: exact_down(x, ONE). */
static inline int32_t pixel_of(int32_t x)
{
    return (x & ~(ONE - 1)) / ONE;
}

static inline int32_t less_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t more_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* An edge that goes down, in subpixels. */
typedef struct drawing_edge {
    int32_t x0, y0, x1, y1;
    int32_t winding; /* 1, or -1 if it was drawn upward */
} drawing_edge;

/* Adds the piece of an edge in a column: `height` downward; `left` is twice its mean distance from
 * the left of the column. */
static inline void add_area(const row_areas *all, int32_t *area, int32_t column, int32_t height,
                            int32_t left)
{
    if (column >= all->count)
        return;
    if (column < 0)
        column = left = 0;
    area[column] += height * (2 * ONE - left);
    area[column + 1] += height * left;
}

/* Adds the piece of a line within a row, from (x, y) to (last_x, last_y). */
static inline void add_piece(const row_areas *all, int32_t *area, const drawing_edge *l, int32_t x,
                             int32_t y, int32_t last_x, int32_t last_y)
{
    int32_t column = pixel_of(x), last = pixel_of(last_x);
    if (column != last) {
        double y_by_x = (double)(l->y1 - l->y0) / (double)(l->x1 - l->x0);
        for (int32_t step = last > column ? 1 : -1; column != last; column += step) {
            int32_t next_x = (column + (step > 0)) * ONE;
            int32_t next_y = l->y0 + nearest(y_by_x * (double)(next_x - l->x0));
            next_y = more_of(y, less_of(next_y, last_y));
            add_area(all, area, column, l->winding * (next_y - y), x + next_x - 2 * column * ONE);
            x = next_x;
            y = next_y;
        }
    }
    add_area(all, area, last, l->winding * (last_y - y), x + last_x - 2 * last * ONE);
}

/* A point in subpixels from the first pixel. */
typedef struct row_point {
    int32_t x, y;
} row_point;

static inline row_point place_point(const row_areas *all, drawing_point p)
{
    return (row_point){nearest(all->foot_x + (double)p.x * all->along) - all->first_x,
                       nearest(all->foot_y - (double)p.y * all->up) - all->first_y};
}

static inline void add_edge(row_areas *all, row_point a, row_point b)
{
    int is_up = a.y > b.y;
    drawing_edge l = {.x0 = is_up ? b.x : a.x,
                      .y0 = is_up ? b.y : a.y,
                      .x1 = is_up ? a.x : b.x,
                      .y1 = is_up ? a.y : b.y,
                      .winding = is_up ? -1 : 1};
    int32_t x = l.x0, y = l.y0, end = less_of(l.y1, all->rows * ONE);
    if (y >= end || end <= 0)
        return;
    all->left = less_of(all->left, less_of(a.x, b.x));
    all->right = more_of(all->right, more_of(a.x, b.x));
    all->top = less_of(all->top, y);
    all->end = more_of(all->end, end);
    double x_by_y = (double)(l.x1 - l.x0) / (double)(l.y1 - l.y0);
    if (y < 0) {
        x += nearest(x_by_y * (double)-y);
        y = 0;
    }
    for (int32_t *area = all->area + (ptrdiff_t)(y / ONE) * (all->count + 1); y < end;
         area += all->count + 1) {
        int32_t next_y = less_of((y / ONE + 1) * ONE, end);
        int32_t next_x = next_y == l.y1 ? l.x1 : l.x0 + nearest(x_by_y * (double)(next_y - l.y0));
        add_piece(all, area, &l, x, y, next_x, next_y);
        x = next_x;
        y = next_y;
    }
}

/* Returns the side of a point relative to the rows between two heights: 1 = above, 2 = below, 0 =
 * between. */
static inline int side_of(drawing_point p, float lower, float upper)
{
    return (p.y > upper) | (p.y < lower) << 1;
}

/* Adds the edges of a fill's contours that are between two heights. */
static void add_contours(row_areas *all, const drawing *d, const drawing_fill *fill, float lower,
                         float upper)
{
    const drawing_point *p = d->point + fill->from;
    for (const drawing_contour *c = d->contour + fill->first; c < d->contour + fill->end; c++) {
        const drawing_point *end = d->point + c->end, *before = end - 1;
        if (c->low > upper || c->high < lower) {
            p = end;
            continue;
        }
        row_point last = place_point(all, *before);
        int last_side = side_of(*before, lower, upper), is_placed = 1;
        for (; p < end; before = p++) {
            int side = side_of(*p, lower, upper), is_seen = (side & last_side) == 0;
            if (is_seen) {
                row_point from = is_placed ? last : place_point(all, *before);
                last = place_point(all, *p);
                add_edge(all, from, last);
            }
            is_placed = is_seen;
            last_side = side;
        }
    }
}

/* ---- dabs --------------------------------------------------------------------------- */

/* The outline of a dab around its middle. */
typedef struct dab_outline {
    int corners;
    row_point corner[DAB_CORNERS]; /* subpixels from the middle */
} dab_outline;

/* Makes the outlines of all shapes for a radius in pixels: larger dabs have more corners, and
 * notches between leaves.  The distances of corners come from the bits of a hash. */
static void outline_dabs(double radius, int is_mirrored, dab_outline out[DRAWING_DABS])
{
    double along = is_mirrored ? -ONE : ONE;
    int corners = radius < dab_look.px_5   ? 5
                  : radius < dab_look.px_7 ? 7
                  : radius < dab_look.px_9 ? 9
                                           : DAB_CORNERS;
    for (int shape = 0; shape < DRAWING_DABS; shape++) {
        uint64_t bits = hash_at(DAB_KEY, 0, shape);
        double turn = (double)(int)(bits & 63) / TURN_STEPS, step = 1.0 / corners;
        double size = radius * (dab_look.least + dab_look.range * (shape + 0.5) / DRAWING_DABS);
        bits >>= 6;
        for (int i = 0; i < corners; i++, bits >>= 3, turn += step) {
            double notch = corners > NOTCHED_FROM && i % 2 != 0 ? dab_look.notch : 0.0;
            double far =
                size * (dab_look.corner + dab_look.corner_step * (double)(int)(bits & 7) - notch);
            turn -= turn >= 1.0 ? 1.0 : 0.0;
            out[shape].corner[i] = (row_point){nearest(along * far * exact_cos_turn(turn)),
                                               nearest(-ONE * far * exact_cos_turn(turn - 0.25))};
        }
        out[shape].corners = corners;
    }
}

static void add_outline(row_areas *all, const dab_outline *dab, row_point at)
{
    row_point last = dab->corner[dab->corners - 1];
    last = (row_point){at.x + last.x, at.y + last.y};
    for (int i = 0; i < dab->corners; i++) {
        row_point next = {at.x + dab->corner[i].x, at.y + dab->corner[i].y};
        add_edge(all, last, next);
        last = next;
    }
}

rl_status drawing_stamps_make(const drawing *d, double size, int is_mirrored, arena *owner,
                              const drawing_stamps **out, rl_error *error)
{
    double radius = size * (double)d->dab_radius;
    *out = NULL;
    if (d->dabs == 0 || radius > STAMP_MOST)
        return RL_OK;
    int reach = (int)(DAB_REACH * radius) + 1, wide = 2 * reach + 3;
    drawing_stamps *made = arena_array(owner, 1, sizeof *made);
    drawing_stamps new = {.phases = radius < STAMP_HALVES ? 2 : 1,
                          .reach = reach,
                          .rows = 2 * reach + 1,
                          .stride = (wide + STAMP_SPARE - 1) / STAMP_SPARE * STAMP_SPARE};
    size_t one = (size_t) new.rows *(size_t) new.stride;
    size_t stamps = DRAWING_DABS * (size_t) new.phases *(size_t) new.phases;
    int32_t *area = arena_zeroed(owner, one, stamps * sizeof *area);
    TRY(status_memory(made != NULL && area != NULL, "drawing", error));
    new.area = area;
    dab_outline outline[DRAWING_DABS];
    outline_dabs(radius, is_mirrored, outline);
    for (int shape = 0; shape < DRAWING_DABS; shape++)
        for (int y = 0; y < new.phases; y++)
            for (int x = 0; x < new.phases; x++, area += one) {
                row_areas all = {.area = area, .count = new.stride - 1, .rows = new.rows};
                row_point middle = {reach * ONE + x * ONE / new.phases,
                                    reach *ONE + y *ONE / new.phases};
                add_outline(&all, &outline[shape], middle);
            }
    *made = new;
    *out = made;
    return RL_OK;
}

/* Adds a stamp whose middle is at a point, rounded to a phase. */
static void add_stamp(row_areas *all, const drawing_stamps *stamps, const drawing_kernels *kernels,
                      int shape, row_point at)
{
    int phase_size = ONE / stamps->phases;
    int32_t x = at.x + phase_size / 2 - (all->along < 0.0),
            y = at.y + phase_size / 2; /* halves are rounded away from the foot */
    int left = pixel_of(x) - stamps->reach, top = pixel_of(y) - stamps->reach;
    int phase = ((y & (ONE - 1)) / phase_size) * stamps->phases + (x & (ONE - 1)) / phase_size;
    int skip = more_of(-top, 0), rows = less_of(stamps->rows, all->rows - top) - skip;
    if (rows <= 0 || left >= all->count)
        return;
    all->left = less_of(all->left, left * ONE);
    all->right = more_of(all->right, (left + 2 * stamps->reach + 1) * ONE);
    all->top = less_of(all->top, (top + skip) * ONE);
    all->end = more_of(all->end, (top + skip + rows) * ONE);
    const int32_t *from =
        stamps->area +
        ((ptrdiff_t)(shape * stamps->phases * stamps->phases + phase) * stamps->rows + skip) *
            stamps->stride;
    int32_t *area = all->area + (ptrdiff_t)(top + skip) * (all->count + 1);
    if (left >= 0 && left + 2 * stamps->reach + 3 <= all->count) {
        kernels->stamp(from, stamps->stride, rows, area + left, all->count + 1);
        return;
    }
    /* Only some of the stamp's columns are painted. */
    for (; rows > 0; rows--, from += stamps->stride, area += all->count + 1)
        for (int i = 0; i < stamps->stride && left + i <= all->count; i++)
            area[more_of(left + i, 0)] += from[i];
}

/* Adds the dabs of a fill that are between two heights. */
static void add_dabs(row_areas *all, const drawing *d, const drawing_fill *fill,
                     const drawing_place *place, const drawing_kernels *kernels, float lower,
                     float upper)
{
    dab_outline outline[DRAWING_DABS];
    float reach = (float)DAB_REACH * d->dab_radius;
    if (place->stamps == NULL && fill->first_dab < fill->end_dab)
        outline_dabs(place->size * (double)d->dab_radius, place->is_mirrored, outline);
    for (const drawing_dab *dab = d->dab + fill->first_dab; dab < d->dab + fill->end_dab; dab++) {
        if (dab->y - reach > upper || dab->y + reach < lower)
            continue;
        row_point at = place_point(all, (drawing_point){dab->x, dab->y});
        if (place->stamps != NULL)
            add_stamp(all, place->stamps, kernels, dab->shape, at);
        else
            add_outline(all, &outline[dab->shape], at);
    }
}

/* Blends the coverage of a fill over the pixels, and clears its areas.  The areas of a row add up
 * to 0, except for edges to the right of the columns. */
static void lay_fill(const drawing_fill *fill, const row_areas *all, const drawing_pixels *out)
{
    const drawing_kernels *kernels = drawing_kernels_of[out->kernels];
    int first = more_of(pixel_of(all->left), 0);
    int end = less_of(pixel_of(all->right) + 2, all->count);
    int last_row = pixel_of(all->end - 1);
    for (int row = more_of(pixel_of(all->top), 0); row <= last_row && first < end; row++) {
        ptrdiff_t start = (ptrdiff_t)row * all->count + first;
        kernels->lay(all->area + start + row, end - first, fill, out->covered + start,
                     out->tone + start, out->own != NULL ? out->own + start : NULL);
    }
}

void drawing_rows(const drawing *d, const drawing_place *place, int row, int rows,
                  const drawing_pixels *out)
{
    double up = place->size * ONE;
    row_areas all = {.area = out->area,
                     .count = out->count,
                     .rows = rows,
                     .foot_x = place->x * ONE,
                     .foot_y = place->y * ONE,
                     .along = place->is_mirrored ? -up : up,
                     .up = up,
                     .first_x = out->first * ONE,
                     .first_y = row * ONE};
    /* Heights that are added for rounding: of points to subpixels, of stamps to pixels. */
    float spare = (float)(1.0 / (place->stamps != NULL ? place->size : ONE * place->size));
    float upper = (float)((place->y - row) / place->size) + spare;
    float lower = (float)((place->y - row - rows) / place->size) - spare;
    for (int f = 0; f < d->fills; f++) {
        const drawing_fill *fill = &d->fill[f];
        if (fill->low > upper || fill->high < lower)
            continue;
        all.left = all.top = INT32_MAX;
        all.right = all.end = INT32_MIN;
        add_contours(&all, d, fill, lower, upper);
        add_dabs(&all, d, fill, place, drawing_kernels_of[out->kernels], lower, upper);
        if (all.top < all.end)
            lay_fill(fill, &all, out);
    }
}

/* ---- bytes ------------------------------------------------------------------------------ */

void drawing_bytes(const drawing_room *room, const drawing *shape, const drawing_place *place,
                   int row, int rows, int first, uint8_t *out, size_t plane, size_t stride)
{
    static const float scale[] = {255.0f, 255.0f / TONE_GLOW, 255.0f};
    size_t columns = (size_t)room->columns, count = columns * (size_t)rows;
    size_t planes = shape->has_own ? 3 : 2;
    float *values = room->line;
    memset(values, 0, planes * count * sizeof *values);
    drawing_pixels pixels = {
        values,       values + count, shape->has_own ? values + 2 * count : NULL,
        room->area,   first,          room->columns,
        room->kernels};
    drawing_rows(shape, place, row, rows, &pixels);
    for (size_t p = 0; p < planes; p++)
        for (size_t r = 0; r < (size_t)rows; r++)
            drawing_kernels_of[room->kernels]->bytes(values + p * count + r * columns,
                                                     room->columns, scale[p],
                                                     out + p * plane + r * stride);
}
