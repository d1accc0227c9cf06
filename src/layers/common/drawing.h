/* drawing.h - a plant, a stone or a motif as filled shapes, drawn at any size in pixels.
 *
 * Lengths are in heights of the drawing, from its foot, to the right and up; light comes from the
 * right.  A drawing is a list of fills that are painted in order.  Shapes of one fill are united
 * (nonzero winding rule), so they may overlap without seams.  A fill has a tone, relative to the
 * colour of the ground below the drawing, and a share of the stand's own colour (stand_own).
 */
#ifndef RL_LAYERS_DRAWING_H
#define RL_LAYERS_DRAWING_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/cpu.h"

#define TONE_SHADE 0.0f /* shade */
#define TONE_BASE 1.0f  /* colour of the ground, a step darker */
#define TONE_MID 2.0f   /* between the ground and the light */
#define TONE_LIT 3.0f   /* light */
#define TONE_GLOW 4.0f  /* brightest light, for few tips */

typedef struct drawing_point {
    float x, y;
} drawing_point;

/* A closed polygon.  Its points begin where those of the contour before end. */
typedef struct drawing_contour {
    float low, high; /* least and greatest height */
    int end;         /* index after its last point */
} drawing_contour;

/* A dab: one of a few uneven polygons around a point, such as a tuft of leaves. */
#define DRAWING_DABS 16 /* shapes of dabs */
typedef struct drawing_dab {
    float x, y; /* middle */
    int shape;  /* 0 .. DRAWING_DABS - 1 */
} drawing_dab;

/* Shapes of one tone. */
typedef struct drawing_fill {
    float tone;             /* TONE_SHADE .. TONE_GLOW */
    float own;              /* share of the stand's own colour, 0..1 */
    float opacity;          /* 0..1 */
    float low, high;        /* least and greatest height */
    int first, end;         /* contours first .. end - 1 */
    int from;               /* first point of the contours */
    int first_dab, end_dab; /* dabs first_dab .. end_dab - 1 */
    int is_within;          /* 1: the fill colours what earlier fills cover, and adds no coverage */
} drawing_fill;

typedef struct drawing {
    const rl_allocator *allocator;
    int is_full;                       /* out of memory: further shapes are left out */
    int has_own;                       /* 1: a fill has a share of the stand's own colour */
    float left, right, low, high;      /* bounding box */
    int fills, contours, points, dabs; /* lengths of the arrays */
    int fill_room, contour_room, point_room, dab_room; /* capacities of the arrays */
    float dab_radius;                                  /* radius of a dab of middle size */
    drawing_fill *fill;
    drawing_contour *contour;
    drawing_point *point;
    drawing_dab *dab;
    void *scratch[2]; /* memory of drawing_scratch */
} drawing;

/* drawing_begin makes an empty drawing.  drawing_end completes it; then several threads may paint
 * it. drawing_free frees its memory.  Errors of drawing_end: RL_NO_MEMORY, if a shape is missing.
 */
void drawing_begin(drawing *out, const rl_allocator *allocator);
rl_status drawing_end(drawing *d, rl_error *error);
void drawing_free(drawing *d);

/* drawing_copy copies a complete drawing into an arena, which owns the copy: it must not be freed.
 * Errors: RL_NO_MEMORY. */
rl_status drawing_copy(const drawing *d, arena *owner, const drawing **out, rl_error *error);

/* drawing_scratch returns zeroed memory for the caller, valid until drawing_end; at most two calls.
 * NULL: out of memory, and drawing_end fails. */
void *drawing_scratch(drawing *d, size_t bytes);

/* drawing_fill_of begins a fill: a tone, a share (0..1) of the stand's own colour, and an opacity
 * (0..1).  If the last fill has the same values, it is continued. */
void drawing_fill_of(drawing *d, double tone, double own, double opacity);

/* drawing_light_of begins a fill of light or shade on the earlier ones: it adds no coverage, so it
 * does not widen shapes that are thinner than a pixel. */
void drawing_light_of(drawing *d, double tone, double own);

/* Functions that add a shape to the last fill: drawing_shape a closed polygon of either
 * orientation; drawing_ellipse a polygon of `sides` corners on an ellipse of half axes `wide` and
 * `high`; drawing_stroke a line whose half width goes from `from` to `to`. */
void drawing_shape(drawing *d, const drawing_point *point, int count);
void drawing_ellipse(drawing *d, double x, double y, double wide, double high, int sides);
void drawing_stroke(drawing *d, const drawing_point *point, int count, double from, double to);

/* drawing_path adds a contour whose winding is that of its points. */
void drawing_path(drawing *d, const drawing_point *point, int count);

/* drawing_dab_at adds a dab to the last fill; drawing_dabs_of sets the radius of all dabs of the
 * drawing before that. */
void drawing_dabs_of(drawing *d, double radius);
void drawing_dab_at(drawing *d, double x, double y, int shape);

/* The shapes of dabs, filled once for a size in pixels.  Such a stamp is added at whole pixels, a
 * small one at half pixels, in a tenth of the time of filling the edges of the dab. */
typedef struct drawing_stamps {
    int phases;          /* positions within a pixel, in either direction: 1 or 2 */
    int reach;           /* most pixels from the middle to the left and up */
    int rows;            /* rows of a stamp */
    int stride;          /* columns of a stamp */
    const int32_t *area; /* [shapes][phases: y][phases: x][rows][stride] */
} drawing_stamps;

/* drawing_stamps_make fills the dabs of a drawing in memory of the arena.  *out is NULL if there
 * are no dabs, or if they are so large that filling their edges costs less.  Errors: RL_NO_MEMORY.
 */
rl_status drawing_stamps_make(const drawing *d, double size, int is_mirrored, arena *owner,
                              const drawing_stamps **out, rl_error *error);

/* The place of a drawing in a picture. */
typedef struct drawing_place {
    double size;     /* height, pixels */
    double x, y;     /* foot, pixels to the right of and below the corner of its pixel */
    int is_mirrored; /* 1: light comes from the left */
    const drawing_stamps *stamps; /* stamps for this size; NULL = edges of dabs are filled */
} drawing_place;

#define DRAWING_ROWS 16  /* rows per call of drawing_rows; with fewer, each row takes more time */
#define DRAWING_SPARE 16 /* elements after the end of each array that kernels may use */

/* Planes of pixels: coverage, and tone and own colour premultiplied by it. */
typedef struct drawing_pixels {
    float *covered, *tone, *own; /* [rows * count], zeros at first; `own` may be NULL */
    int32_t *area;               /* [rows * (count + 1)], scratch: zeros before and after */
    int first, count;            /* columns, counted from the pixel of the foot */
    int kernels;
} drawing_pixels;

/* drawing_rows paints `rows` rows; the first is `row` pixels below the pixel of the foot.  A pixel
 * does not depend on which other columns and rows are painted. */
void drawing_rows(const drawing *d, const drawing_place *place, int row, int rows,
                  const drawing_pixels *out);

/* ---- kernels (drawing_kernel.c): all variants give equal results ------------------------ */

#define DRAWING_WHOLE (2 * 256 * 256) /* area of a covered pixel, in halves of (1/256 pixel)^2 */

typedef struct drawing_kernels {
    /* Blends `count` columns of a fill over the planes, and clears `count` + 1 areas; `own` may be
     * NULL. */
    void (*lay)(int32_t *area, int count, const drawing_fill *fill, float *covered, float *tone,
                float *own);
    /* Adds rows of a stamp to rows of areas that are `to_next` elements apart. */
    void (*stamp)(const int32_t *from, int stride, int rows, int32_t *area, ptrdiff_t to_next);
    /* Converts numbers to bytes: scaled, rounded. */
    void (*bytes)(const float *line, int count, float scale, uint8_t *out);
} drawing_kernels;
extern const drawing_kernels *const drawing_kernels_of[CPU_KERNELS];

/* Scratch memory for rows of a drawing. */
typedef struct drawing_room {
    int columns, kernels;
    float *line;   /* [3 * columns * rows + DRAWING_SPARE] */
    int32_t *area; /* [(columns + 1) * rows + DRAWING_SPARE]: zeros */
} drawing_room;

/* drawing_bytes draws `rows` rows from column `first` on as bytes: two planes, or three with own
 * colour, `plane` bytes apart; rows are `stride` bytes apart. */
void drawing_bytes(const drawing_room *room, const drawing *shape, const drawing_place *place,
                   int row, int rows, int first, uint8_t *out, size_t plane, size_t stride);

#endif
