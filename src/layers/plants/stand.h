/* stand.h - a stand: trees, bushes and stones (things) on a row of a slope, each a drawing.
 *
 * Small things are sprites: pictures that a kit makes once per sort (a plant that many things
 * share) and size, sampled between pixels.  Large ones are drawn by a thread a few rows at a time,
 * which it keeps, and so are all things of a block without large ones.  Things are composited front
 * to back, so that hidden ones cost next to nothing.  A pixel has a coverage, a tone, a share of
 * the stand's own colour and a tint; colours come from the nodes of the row of the slope.
 */
#ifndef RL_LAYERS_STAND_H
#define RL_LAYERS_STAND_H

#include "frame/frame.h"
#include "layers/common/drawing.h"
#include "layers/plants/species/species.h"
#include "paint/block.h"

#define STAND_ONE 16 /* units of stand_thing.x and y per pixel */

/* The look of things: a picture or a shape, relative to the pixel of their foot.
 *
 * A picture has rows from the top, each of two or three planes (covered, tone, own) of `stride`
 * bytes, which begin with a zero; rows -1 and `rows` are zeros, too, and so are STAND_SPARE bytes
 * after them. */
typedef struct stand_look {
    int left, top, columns, rows; /* pixels; a thing between pixels covers a column and row more */
    const uint8_t *pixels;        /* rows from -1 on, each with all its planes */
    int stride;                   /* bytes of a plane's row */
    int8_t planes;                /* 3, or 2 without `own` */
    int8_t is_mirrored;
    int8_t tint[2];               /* chroma of all its pixels in OKLab's a and b, in 1 /
                                     STAND_TINT_ONE of the tint's planes */
    const drawing *shape;         /* NULL = the look is a picture */
    const drawing_stamps *stamps; /* stamps of the shape at this size */
    int large;                    /* number among the looks that are shapes */
    int tree;                     /* position in species_table + 1; 0 = no tree */
    double size;                  /* height, pixels */
} stand_look;

#define STAND_TINT_ONE 128
#define STAND_SPARE 16 /* bytes after an array that kernels may read */

typedef struct stand_thing {
    int32_t x, y; /* foot, 1 / STAND_ONE pixel: from the part's left edge, from the picture's top */
    float depth;  /* greater = nearer */
    int32_t look; /* index in stand.look */
} stand_thing;

typedef struct stand {
    int things, larges; /* number of things; number of looks that are shapes */
    stand_thing *thing; /* the nearest first */
    stand_look *look;
    int *block;         /* [blocks + 1] index of a block's first thing in top, end and which */
    int32_t *top, *end; /* rows of the picture that the thing may touch: top .. end - 1 */
    int32_t *which;     /* index in `thing` */
    int32_t *block_top; /* [blocks] least `top` of a block, INT32_MAX = no things */
    oklab own;          /* the stand's own colour */
    int has_own;        /* whether a look has a plane `own` */
    int has_tint;       /* whether a look has a tint */
} stand;

/* ---- making one ------------------------------------------------------------------ */

/* The things that are added to a stand, and the sorts of small ones, from which it is made. */
typedef struct stand_kit stand_kit;

/* stand_kit_new makes an empty kit for things whose species has a height of `tallest` U per 1 of
 * species.height.  With `has_mirror` it also keeps things above the part, which water may mirror.
 * stand_kit_free frees it; stands that were made stay valid.  Errors: RL_NO_MEMORY. */
rl_status stand_kit_new(const rl_frame *frame, double tallest, int has_mirror, stand_kit **out,
                        rl_error *error);
void stand_kit_free(stand_kit *kit);

/* stand_kit_tallest sets `tallest` for species that are new to the kit from then on. */
void stand_kit_tallest(stand_kit *kit, double tallest);

/* stand_kit_sort sets the number of sorts of a species, up to 4, which is the default; it must be
 * called before a thing of the species is added. */
void stand_kit_sort(stand_kit *kit, const species *kind, int variants);

/* stand_kit_share lets the kits of a scene share the pictures of a species.  `tallest` is that of
 * the kit with the largest things, as of stand_kit_tallest; it must depend on the scene alone, so
 * that regions and threads get equal pictures.  `kind` must be valid until the frame is prepared.
 */
void stand_kit_share(stand_kit *kit, const species *kind, double tallest);

/* Place and size of a thing: its foot (pixels from the part's left edge, and from the picture's
 * top), its depth (greater = nearer; no two things may have the same), and its height (U). */
typedef struct stand_place {
    double x, y, depth, height;
    int is_mirrored; /* 1 = the light comes from the left */
    double dim;      /* share of its light that is missing, 0..1; only for stand_add_one */
} stand_place;

/* stand_add adds a thing that has the picture or shape of one of the species' sorts, in the nearest
 * size that the kit has; stand_add_one adds a thing with a separate drawing.  `key` chooses the
 * sort or the drawing.  Errors: RL_NO_MEMORY. */
rl_status stand_add(stand_kit *kit, const species *kind, uint64_t key, const stand_place *place,
                    rl_error *error);
rl_status stand_add_one(stand_kit *kit, const species *kind, uint64_t key, const stand_place *place,
                        rl_error *error);

/* stand_make makes a stand of the added things, in the frame's memory.  The kit has no things then,
 * and can be used for another stand.  Errors: RL_NO_MEMORY. */
rl_status stand_make(stand_kit *kit, stand *out, rl_error *error);

/* Returns the pixel of a coordinate of a stand_thing. */
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

/* Pixels of a stand in a row of a block, 0..255; STAND_ROOM columns before and after the block take
 * what sprites write beyond its ends. */
#define STAND_ROOM 32
#define STAND_COLUMNS (STAND_ROOM + TILES_BLOCK + STAND_ROOM)
typedef struct stand_pixels {
    int16_t covered[STAND_COLUMNS];
    int16_t tone[STAND_COLUMNS]; /* tone / 4 * covered */
    int16_t own[STAND_COLUMNS];  /* share of the own colour * covered; undefined unless has_own */
    int16_t tint[2][STAND_COLUMNS]; /* share of each tint, -4..4, * covered; undefined unless
                                       has_tint */
    int has_own, has_tint;
} stand_pixels;

/* A thread's memory for painting a stand: rows of its large things, and rows of each block that
 * were painted together.  stand_begin returns NULL if memory is short. */
typedef struct stand_memory stand_memory;
stand_memory *stand_begin(paint_scratch *s, const stand *of);

/* stand_run paints a run's row (the mean of some rows if the run stands for several) to `out`.
 * Columns whose bits are set in `hidden` are left out; bit 0 is the run's first column.  It sets in
 * `whole` the bits of columns that are fully covered, in `part` those that are covered at all.
 * Returns 0 if nothing is in the row. */
int stand_run(paint_scratch *s, stand_memory *memory, const tile_run *run, uint64_t hidden,
              stand_pixels *out, uint64_t *whole, uint64_t *part);

/* Planes at nodes, three channels each: the colour of tone 0, the difference to that of tone 4, and
 * the differences by a full share of the own colour and of a tint in OKLab's a and b.  Stands
 * without tints have the planes before STAND_TINT. */
enum { STAND_SHADE, STAND_RAMP, STAND_OWN, STAND_TINT, STAND_PLANES = STAND_TINT + 2 };

/* ---- kernels (stand_kernel.c): all variants give equal results --------------------------- */

/* A row of pixels between two rows of a sprite's planes: `row`, and `before`, which is above it. */
typedef struct stand_taps {
    const uint8_t *row, *before;
    int stride;                    /* bytes from a plane's row to that of the next plane */
    int next;                      /* bytes from `row` to the row below it */
    int here, left, above, corner; /* weights: in `row` of a column and the one before it; in
                                      `before` of the same two; their sum is 256 */
    int has_own;
    int8_t tint[2]; /* tints of the look */
} stand_taps;

typedef struct stand_kernels {
    /* Composites `count` columns of some rows under those of out[rows] from column `at` on. */
    void (*lay)(const stand_taps *taps, int count, int at, int rows, stand_pixels *out);
    /* Computes the sums of pixels of three rows, `stride` apart, times weight[3], whose sum is 256:
     * of plane `one` in bits 0..31 of a result, of plane `other` in bits 32..63. */
    void (*mix)(const uint8_t *one, const uint8_t *other, int count, int stride, const int *weight,
                uint64_t *out);
    /* Writes the indices of those of `count` things from entry `from` of the stand's lists on that
     * may touch rows row .. end - 1, prefetches them, and returns their number. */
    int (*find)(const stand *of, int from, int count, int32_t row, int32_t end, int32_t *found);
    /* Clears pixels, has_own and has_tint; columns of the block whose bits are set in `hidden`
     * become fully covered, so that nothing is painted there. */
    void (*clear)(uint64_t hidden, stand_pixels *out);
    /* Sets the bits of the block's columns that are fully covered, and that are covered at all. */
    void (*measure)(const stand_pixels *pixels, uint64_t *whole, uint64_t *part);
    /* Computes colours and coverage of columns nodes->from .. nodes->to - 1; STAND_SHADE and the
     * planes after it begin at plane `first` of the nodes. */
    void (*colours)(const tile_nodes *nodes, int first, const stand_pixels *pixels,
                    tile_colours *out, float *covered);
    /* Composites colours over the pixels of columns (bits of the block).  Encoded colours are
     * mixed, except at `far_columns`, where both colours differ much and are mixed in linear
     * light. */
    void (*blend)(const tile_colours *over, const float *covered, uint64_t columns,
                  uint64_t far_columns, tile_colours *pixels);
} stand_kernels;
extern const stand_kernels *const stand_kernels_of[CPU_KERNELS];

#endif
