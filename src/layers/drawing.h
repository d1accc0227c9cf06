/* drawing.h - a plant, a stone or a motif as filled shapes, at any size in pixels.
 *
 * Lengths are in heights of the thing, from its foot, to the right and up; light comes from the
 * right.  A drawing is a list of fills that are painted in order.  Shapes of one fill are united
 * (nonzero winding), so they may overlap without seams.  A fill has a tone between the colours of
 * the ground that it is on: see below; no colour of its own but a share of the stand's.
 */
#ifndef RL_LAYERS_DRAWING_H
#define RL_LAYERS_DRAWING_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/cpu.h"

/* Tones. */
#define TONE_SHADE 0.0f
#define TONE_BASE 1.0f /* that of the ground, a step darker */
#define TONE_MID 2.0f
#define TONE_LIT 3.0f
#define TONE_GLOW 4.0f /* few tips only */

typedef struct drawing_point {
    float x, y;
} drawing_point;

/* A closed polygon: points up to `end` from the end of the one before. */
typedef struct drawing_contour {
    float low, high;
    int end;
} drawing_contour;

/* A dab: one of a few uneven polygons around a point, such as leaves are painted by. */
#define DRAWING_DABS 16
typedef struct drawing_dab {
    float x, y;
    int shape; /* 0 .. DRAWING_DABS - 1 */
} drawing_dab;

/* Shapes of one tone: contours first .. end - 1, from point `from` on; dabs first_dab .. */
typedef struct drawing_fill {
    float tone, own, opacity;
    float low, high;
    int first, end, from;
    int first_dab, end_dab;
    int is_within; /* colours what is covered already, and covers no more */
} drawing_fill;

typedef struct drawing {
    const rl_allocator *allocator;
    int is_full; /* out of memory: what follows is left out */
    int has_own; /* some fill has a share of the stand's own colour */
    float left, right, low, high;
    int fills, contours, points, dabs;
    int fill_room, contour_room, point_room, dab_room;
    float dab_radius; /* of one of middle size */
    drawing_fill *fill;
    drawing_contour *contour;
    drawing_point *point;
    drawing_dab *dab;
    void *scratch[2]; /* of who draws */
} drawing;

/* drawing_begin makes an empty drawing; drawing_end says whether it has all of its shapes: then it
 * may be painted, by several threads; drawing_free frees what it holds.  Errors of drawing_end:
 * RL_NO_MEMORY. */
void drawing_begin(drawing *out, const rl_allocator *allocator);
rl_status drawing_end(drawing *d, rl_error *error);
void drawing_free(drawing *d);

/* drawing_copy copies one that has ended to an arena: then it is not to be freed.  Errors:
 * RL_NO_MEMORY. */
rl_status drawing_copy(const drawing *d, arena *owner, const drawing **out, rl_error *error);

/* drawing_scratch returns zeroed memory for who draws, until drawing_end: at most two times; NULL
 * = there is none, the drawing fails. */
void *drawing_scratch(drawing *d, size_t bytes);

/* drawing_fill_of begins a fill: a tone, a share (0..1) of the stand's own colour in it, and how
 * much of what is behind it is hidden.  If the last fill is the same it goes on. */
void drawing_fill_of(drawing *d, double tone, double own, double opacity);

/* drawing_light_of begins a fill within the earlier ones: light and shade on what they cover.  Over
 * an edge that is thinner than a pixel it does not make it thicker. */
void drawing_light_of(drawing *d, double tone, double own);

/* Add shapes to the last fill: a closed polygon of either orientation; the same as a hole; an
 * ellipse of `sides` corners; a stroke along points whose half width falls from `from` to `to`. */
void drawing_shape(drawing *d, const drawing_point *point, int count);
void drawing_hole(drawing *d, const drawing_point *point, int count);
void drawing_ellipse(drawing *d, double x, double y, double wide, double high, int sides);
void drawing_stroke(drawing *d, const drawing_point *point, int count, double from, double to);

/* drawing_path adds a contour as it is; its winding counts. */
void drawing_path(drawing *d, const drawing_point *point, int count);

/* drawing_dab_at adds a dab to the last fill; drawing_dabs_of says before how large all of a
 * drawing are. */
void drawing_dabs_of(drawing *d, double radius);
void drawing_dab_at(drawing *d, double x, double y, int shape);

/* The dabs of a drawing, filled once for a size in pixels: they are added at whole pixels, or
 * halves of them where they are small.  One costs a tenth of its edges. */
typedef struct drawing_stamps {
    int phases; /* parts of a pixel at which they are filled */
    int reach;  /* pixels from the middle, to the left and up at most */
    int rows, stride;
    const int32_t *area; /* [shapes][phases: y][phases: x][rows][stride] */
} drawing_stamps;

/* drawing_stamps_make fills the dabs of a drawing in memory of the arena.  *out = NULL: it has
 * none, or they are so large that their edges cost less.  Errors: RL_NO_MEMORY. */
rl_status drawing_stamps_make(const drawing *d, double size, int is_mirrored, arena *owner,
                              const drawing_stamps **out, rl_error *error);

/* Where a drawing is in a picture: its height in pixels, and where its foot is in a pixel, from
 * the left and from the top, in pixels; mirrored where light comes from the left. */
typedef struct drawing_place {
    double size, x, y;
    int is_mirrored;
    const drawing_stamps *stamps; /* for this size; NULL = edges of dabs are filled */
} drawing_place;

#define DRAWING_ROWS 16  /* that are well painted at once: fewer take more time for each */
#define DRAWING_SPARE 16 /* numbers behind each array that kernels may use */

/* Pixels of rows, premultiplied: what is covered, tone * covered, own colour * covered. */
typedef struct drawing_pixels {
    float *covered, *tone, *own; /* [rows * count], zeros before; `own` may be NULL */
    int32_t *area;               /* [rows * (count + 1)]: zeros before and after */
    int first, count;            /* columns from the foot's pixel */
    int kernels;
} drawing_pixels;

/* drawing_rows paints rows from the row `row` pixels below the foot's on: every pixel is the same,
 * whatever other columns and rows are painted. */
void drawing_rows(const drawing *d, const drawing_place *place, int row, int rows,
                  const drawing_pixels *out);

/* ---- kernels (drawing_kernel.c): each variant gives what the plain one gives ----------- */

#define DRAWING_WHOLE (2 * 256 * 256) /* area of a pixel that is covered */

typedef struct drawing_kernels {
    /* Lays columns of a fill over what is there, and clears their areas and the next one; `own` may
     * be NULL. */
    void (*lay)(int32_t *area, int count, const drawing_fill *fill, float *covered, float *tone,
                float *own);
    /* Adds rows of a stamp's areas to areas of rows of another stride. */
    void (*stamp)(const int32_t *from, int stride, int rows, int32_t *area, ptrdiff_t to_next);
    /* Numbers as bytes: scaled, rounded. */
    void (*bytes)(const float *line, int count, float scale, uint8_t *out);
} drawing_kernels;
extern const drawing_kernels *const drawing_kernels_of[CPU_KERNELS];

/* Memory for rows of a drawing. */
typedef struct drawing_room {
    int columns, kernels;
    float *line;   /* [3 * columns * rows + DRAWING_SPARE] */
    int32_t *area; /* [(columns + 1) * rows + DRAWING_SPARE], zeros */
} drawing_room;

/* drawing_bytes draws `rows` rows as bytes: of each two planes or three, `plane` apart, the next
 * `stride` on; `first` is its first column. */
void drawing_bytes(const drawing_room *room, const drawing *shape, const drawing_place *place,
                   int row, int rows, int first, uint8_t *out, size_t plane, size_t stride);

#endif
