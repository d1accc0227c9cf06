/* plate.h - the parts of a plate, the map seen from above: lines, letters, tints, margin, legend.
 *
 * The parts are coverages and colours, which plate.c mixes.  Sizes in pixels grow with the map, so
 * that a larger map is the same drawing.
 */
#ifndef RL_MAP_PLATE_H
#define RL_MAP_PLATE_H

#include "base/colour.h"
#include "base/exact.h"
#include "map/map_view.h"

#define PLATE_UNIT_SIDE 1024.0 /* shorter side of a map whose unit is a pixel, pixels */
#define PLATE_LEAST_UNIT 0.55
#define PLATE_MOST_UNIT 16.0

/* plate_unit returns the pixels of a unit: a pixel of a map whose shorter side is 1024.  plate_line
 * returns its square root, as widths of lines grow more slowly than the land. */
static inline double plate_unit(const heightmap *map)
{
    int shorter = map->width < map->height ? map->width : map->height;
    return exact_clamp(shorter / PLATE_UNIT_SIDE, PLATE_LEAST_UNIT, PLATE_MOST_UNIT);
}

static inline double plate_line(const heightmap *map)
{
    return exact_sqrt(plate_unit(map));
}

/* ---- generalised heights (generalise.c) ------------------------------------------ */

/* plate_line_take copies samples x .. x+count-1 of row y, also beyond the borders: a torus wraps,
 * other maps continue as their mirror image turned upside down, which keeps their slopes. */
void plate_line_take(const heightmap *map, int x, int y, int count, float *line);

#define PLATE_FINE_SIGMA 1.25 /* deviation of the blur of heights for lines, units */
#define PLATE_BROAD_SIGMA 4.0 /* deviation of the blur of heights for light and depths, units */

/* Greatest distance of the samples of generalised heights, which grows with the map; a power of 2.
 */
#define PLATE_MOST_STEP 16

/* generalise_map writes every step-th sample of the map after a Gaussian blur with a deviation of
 * `sigma` pixels; `target` has (size - 1) / step + 1 samples a side.  A plane is unchanged, up to
 * the border.  Errors: RL_NO_MEMORY. */
rl_status generalise_map(const heightmap *map, heightmap *target, int step, double sigma,
                         const heightmap_work *work, rl_error *error);

/* ---- strokes (lettering.c) ------------------------------------------------------------- */

/* A sheet of coverages, 0..255. */
typedef struct sheet {
    uint8_t *ink; /* [height * width] */
    int width, height;
    int wrap; /* 1 = the sheet is a torus */
} sheet;

typedef struct stroke_end {
    double x, y;  /* pixels; the middle of pixel (i, j) is at i, j */
    double width; /* pixels */
} stroke_end;

/* stroke_line draws a line with round ends; where strokes meet, the greater coverage stays. */
void stroke_line(sheet *paper, stroke_end start, stroke_end end);

/* sheet_darken raises the coverage of a pixel to `ink`; a pixel beyond the sheet is ignored. */
void sheet_darken(sheet *paper, int x, int y, uint8_t ink);

/* stroke_text draws letters `size` pixels high with strokes of `width` pixels; the middle of the
 * text is at x, its foot at y.  stroke_text_width returns the length of the text.  An unknown
 * letter is a blank; stroke_text_unknown returns the place of the first one, or the text's length
 * in bytes. */
void stroke_text(sheet *paper, const char *text, double x, double y, double size, double width);
double stroke_text_width(const char *text, double size);
size_t stroke_text_unknown(const char *text);

/* ---- rivers (river.c) ------------------------------------------------------------ */

/* river_draw draws the streams of `map`, whose samples are `step` pixels apart, on a blank sheet.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status river_draw(sheet *paper, const heightmap *map, int step, const heightmap_work *work,
                     rl_error *error);

/* river_trace calls `link` for each piece of each stream, from its spring to its end or its mouth
 * in a larger one; `is_first` begins a stream.  `map` has every step-th sample of `whole`.  Errors:
 * as river_draw. */
typedef void river_link(void *user, stroke_end start, stroke_end end, int is_first);
rl_status river_trace(const heightmap *whole, const heightmap *map, int step, river_link *link,
                      void *user, const heightmap_work *work, rl_error *error);

/* ---- tints (tint.c) -------------------------------------------------------------- */

/* tint_range returns the heights of both ends of the rules' ramp, for a map with heights
 * least..most.  A ramp with a name begins at the sea. */
void tint_range(const rl_map_rules *rules, double least, double most, double *low, double *high);

/* tint_make_sea fills a table by depth; entry 0 is the shore, the last entry the deepest place. */
void tint_make_sea(tint_table *table, const rl_map_rules *rules);

/* ---- the margin (frame_plate.c) -------------------------------------------------- */

extern const uint8_t plate_paper[3]; /* colour of the paper, sRGB */

/* Lines of water have a colour of the sea: at this share of the greatest depth, times these
 * factors. */
#define PLATE_INK_DEPTH 0.86
extern const float plate_river_ink[3], plate_shore_ink[3];

typedef struct legend_bar {
    int left, top, right, bottom; /* pixels of the foot */
    const uint8_t *rgb;           /* [right - left] colours of the columns */
} legend_bar;

typedef struct frame_plate {
    int side;   /* width of the margin beside and above the map, pixels; 0 = no margin */
    int bottom; /* height of the margin below the map, pixels */
    int map_width, map_height;
    int unit;   /* length of a part of the graduated bar, pixels */
    int hair;   /* width of the hair line, pixels */
    int bar;    /* width of the graduated bar, pixels */
    sheet foot; /* ink of scale and legend on the lower margin */
    int bar_count;
    legend_bar bar_of[3];
} frame_plate;

/* frame_plate_prepare measures the margin and draws the scale bar.  Errors: RL_NO_MEMORY. */
rl_status frame_plate_prepare(frame_plate *frame, const heightmap *map, const heightmap_work *work,
                              arena *memory, rl_error *error);

/* ---- the legend (legend.c) ----------------------------------------------------------- */

/* legend_rows returns the height of the legend in pixels, for digits of `size` pixels; 0 = no room.
 * legend_draw draws it on the foot, from row `top` on.  Errors: RL_NO_MEMORY. */
int legend_rows(const heightmap *map, double size);
rl_status legend_draw(frame_plate *frame, const heightmap *map, double top, double size,
                      const heightmap_work *work, arena *memory, rl_error *error);

/* frame_plate_row paints the margin's pixels of row y of the picture. */
void frame_plate_row(const frame_plate *frame, int y, uint8_t *rgb);

#endif
