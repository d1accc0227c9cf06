/* stand.h - trees, bushes and stones on a row of a slope, each a drawing.
 *
 * Small things are sprites: pictures that a kit makes once per sort and size, sampled between
 * pixels.  Larger ones are drawn row by row, each with a cache of its own.  Things are composited
 * front to back, so that hidden ones cost next to nothing.  The planes are coverage, tone and the
 * share of the stand's own colour; colours come from the nodes of the row of the slope.
 */
#ifndef RL_LAYERS_STAND_H
#define RL_LAYERS_STAND_H

#include "frame/frame.h"
#include "layers/common/drawing.h"
#include "layers/plants/species/species.h"
#include "paint/block.h"

#define STAND_ONE 16 /* units of a place per pixel */

/* The look of things: a picture or a shape, relative to the pixel of their foot.
 *
 * A picture has rows from the top, each of two or three planes (covered, tone, own) of `stride`
 * bytes, which begin with one zero and end with several; rows -1 and `rows` are zeros, too. */
typedef struct stand_look {
    int left, top, columns, rows; /* one column and row more are touched between pixels */
    const uint8_t *pixels;        /* planes from row -1 on */
    int stride, planes;           /* 3, or 2 without `own` */
    const drawing *shape;         /* NULL = it is a picture */
    int large;                    /* number among the shapes */
    int is_mirrored;
    double size;                  /* height, pixels */
    int tree;                     /* number in species_table from 1; 0 = no tree */
    const drawing_stamps *stamps; /* stamps of the shape at this size */
} stand_look;

#define STAND_SPARE 16 /* zeros at the end of a picture's row */

typedef struct stand_thing {
    int32_t x, y; /* its foot: 1/16 pixel from the part's left, from the picture's top */
    float depth;  /* larger = nearer */
    int32_t look; /* number among the stand's looks */
} stand_thing;

typedef struct stand {
    int things, larges;
    stand_thing *thing; /* from the nearest */
    const stand_look **look;
    int *block;         /* [blocks + 1]: index of a block's first thing in the lists below */
    int32_t *top, *end; /* rows that a thing may touch: top .. end - 1 */
    int32_t *which;     /* number of a thing */
    int32_t *block_top; /* [blocks]: the least `top`, INT32_MAX where there are none */
    oklab own;          /* the stand's own colour */
} stand;

/* ---- making one ------------------------------------------------------------------ */

/* A list of things that grows, and the sorts of small ones. */
typedef struct stand_kit stand_kit;

/* stand_kit_new makes an empty kit for things up to `tallest` U high; where water mirrors them,
 * those above the part are needed, too.  stand_kit_free frees what is needed no more once a stand
 * is made. Errors: RL_NO_MEMORY. */
rl_status stand_kit_new(const rl_frame *frame, double tallest, int has_mirror, stand_kit **out,
                        rl_error *error);
void stand_kit_free(stand_kit *kit);

/* stand_kit_sort says how many different plants of a species will do, before one is added; else
 * there are four. */
void stand_kit_sort(stand_kit *kit, const species *kind, int variants);

/* Where a thing is: its foot (pixels from the part's left, from the picture's top), how near it
 * is (of no two things the same), its height (U), whether light comes from the left, how much of
 * its light is missing (0..1; stand_add_one's alone). */
typedef struct stand_place {
    double x, y, depth, height;
    int is_mirrored;
    double dim;
} stand_place;

/* stand_add adds one of several plants of a species that a kit has in steps of sizes; stand_add_one
 * one that is drawn for itself.  `key` says which.  Errors: RL_NO_MEMORY. */
rl_status stand_add(stand_kit *kit, const species *kind, uint64_t key, const stand_place *place,
                    rl_error *error);
rl_status stand_add_one(stand_kit *kit, const species *kind, uint64_t key, const stand_place *place,
                        rl_error *error);

/* stand_make sorts what was added; the kit serves for another stand then.  Its memory is the
 * frame's.  Errors: RL_NO_MEMORY. */
rl_status stand_make(stand_kit *kit, stand *out, rl_error *error);

/* The pixel that a place is in. */
static inline int stand_pixel_of(int32_t place)
{
    return (int)((place & ~(STAND_ONE - 1)) / STAND_ONE);
}

/* Columns of the part and rows of the picture that a thing may touch. */
typedef struct stand_box {
    int left, right, top, end;
} stand_box;

stand_box stand_box_of(const stand *of, const stand_thing *thing);

/* ---- painting ---------------------------------------------------------------------- */

/* What a stand covers of a block: 0..255; before and behind it there is room for what is laid over
 * its ends. */
#define STAND_ROOM 32
#define STAND_COLUMNS (STAND_ROOM + TILES_BLOCK + STAND_ROOM)
typedef struct stand_pixels {
    int16_t covered[STAND_COLUMNS];
    int16_t tone[STAND_COLUMNS]; /* tone / 4 * covered */
    int16_t own[STAND_COLUMNS];  /* own share * covered: undefined without */
    int has_own;
} stand_pixels;

/* What a thread has of a stand: rows of its large things; NULL = out of memory. */
typedef struct stand_memory stand_memory;
stand_memory *stand_begin(paint_scratch *s, const stand *of);

/* stand_run paints a run's row (the mean of some rows where it stands for several), but for
 * columns (bits from the run's first) that are hidden (there `out` is undefined); returns 0 where
 * nothing is there.  Bits of `whole` are of columns that are covered wholly, of `part` those that
 * are covered at all. */
int stand_run(paint_scratch *s, stand_memory *memory, const tile_run *run, uint64_t hidden,
              stand_pixels *out, uint64_t *whole, uint64_t *part);

/* Planes at nodes, three each: the colour of tone 0, what a tone adds, and what the stand's own
 * colour does. */
enum { STAND_SHADE, STAND_RAMP, STAND_OWN, STAND_PLANES };

/* ---- kernels (stand_kernel.c): each variant gives what the plain one gives ------------- */

/* Four rows of a sprite's planes between which a row of pixels is: at a column and the one before
 * it, of this row and the one before it; their weights are 256 in all. */
typedef struct stand_taps {
    const uint8_t *row, *before;
    int stride;
    int here, left, above, corner;
    int has_own;
} stand_taps;

typedef struct stand_kernels {
    /* Lays columns from `at` of `out` on under what is there. */
    void (*lay)(const stand_taps *taps, int count, int at, stand_pixels *out);
    /* The mean of pixels of three rows, `stride` apart, by weights of 256, times 256: that of one
     * plane in the lower half of a number, that of another in the upper one. */
    void (*mix)(const uint8_t *one, const uint8_t *other, int count, int stride, const int *weight,
                uint64_t *out);
    /* Which things of a part of a stand's lists touch a row: writes their numbers, returns how
     * many; fetches them. */
    int (*find)(const stand *of, int from, int count, int32_t row, int32_t *found);
    /* Clears pixels, which have no own colour then; marks columns of the block (bits) as hidden:
     * wholly covered. */
    void (*clear)(uint64_t hidden, stand_pixels *out);
    /* Bits of the block's columns that are covered wholly, and at all. */
    void (*measure)(const stand_pixels *pixels, uint64_t *whole, uint64_t *part);
    /* Colours and coverage of columns nodes->from .. nodes->to - 1; planes begin at `first`. */
    void (*colours)(const tile_nodes *nodes, int first, const stand_pixels *pixels,
                    tile_colours *out, float *covered);
    /* Lays colours of columns (bits of the block) over pixels: where these are about of the same
     * colour, encoded ones are mixed; at far columns, of other colours, as light does. */
    void (*blend)(const tile_colours *over, const float *covered, uint64_t columns,
                  uint64_t far_columns, tile_colours *pixels);
} stand_kernels;
extern const stand_kernels *const stand_kernels_of[CPU_KERNELS];

#endif
