/* plate.h - elements of a plate (a map seen from above): lines, letters, tints, margin, legend.
 *
 * They are coverages and colours, which plate.c mixes.  Sizes in pixels grow with the map, so that
 * a larger map is the same drawing.
 */
#ifndef RL_MAP_PLATE_H
#define RL_MAP_PLATE_H

#include "base/colour.h"
#include "base/exact.h"
#include "map/map_view.h"

#define PLATE_UNIT_SIDE 1024.0 /* shorter side of a map on which plate_unit is 1, pixels */
#define PLATE_LEAST_UNIT 0.55  /* limits of plate_unit, pixels */
#define PLATE_MOST_UNIT 16.0

/* plate_unit returns the unit of a plate's lengths in pixels, which grows with the shorter side.
 * plate_line returns its square root, for widths of lines, which grow more slowly than the land. */
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

/* plate_line_take copies samples x .. x+count-1 of row y to `line`.  They may be beyond the
 * borders: a torus wraps, other maps continue as their mirror image turned upside down, which keeps
 * slopes. */
void plate_line_take(const heightmap *map, int x, int y, int count, float *line);

/* Standard deviations of the blur of heights, as multiples of plate_unit. */
#define PLATE_FINE_SIGMA 1.25 /* for lines */
#define PLATE_BROAD_SIGMA 4.0 /* for light and depths */

/* Greatest distance of the samples of generalised heights, pixels of the map; a power of 2. */
#define PLATE_MOST_STEP 16

/* generalise_map blurs the map by a Gaussian with a standard deviation of `sigma` pixels and writes
 * every step-th sample to `target`, whose sides are (side - 1) / step + 1.  An even slope is
 * unchanged, up to the border.  Errors: RL_NO_MEMORY. */
rl_status generalise_map(const heightmap *map, heightmap *target, int step, double sigma,
                         const heightmap_work *work, rl_error *error);

/* ---- strokes (lettering.c) ------------------------------------------------------------- */

/* A picture of coverages, on which strokes are drawn. */
typedef struct sheet {
    uint8_t *ink; /* [height * width] coverage, 0..255 */
    int width, height;
    int wrap; /* 1 = the sheet is a torus */
} sheet;

typedef struct stroke_end {
    double x, y;  /* pixels; the middle of pixel (i, j) is at i, j */
    double width; /* width of the stroke at this end, pixels */
} stroke_end;

/* stroke_line draws a line with round ends, whose width changes evenly; where strokes overlap, the
 * greater coverage stays. */
void stroke_line(sheet *paper, stroke_end start, stroke_end end);

/* sheet_darken raises a pixel's coverage to `ink` if it is less; ignores pixels beyond the
 * sheet. */
void sheet_darken(sheet *paper, int x, int y, uint8_t ink);

/* stroke_text draws letters `size` pixels high with strokes of `width` pixels; the middle of the
 * text is at x, its foot at y.  stroke_text_width returns the width of the text in pixels.  A
 * letter that the font lacks is drawn as a blank; stroke_text_unknown returns the offset of the
 * first one in bytes, or the length of the text. */
void stroke_text(sheet *paper, const char *text, double x, double y, double size, double width);
double stroke_text_width(const char *text, double size);
size_t stroke_text_unknown(const char *text);

/* ---- rivers (river.c) ------------------------------------------------------------ */

/* river_draw draws the streams of `map`, whose samples are `step` pixels of the sheet apart, on a
 * blank sheet.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status river_draw(sheet *paper, const heightmap *map, int step, const heightmap_work *work,
                     rl_error *error);

/* river_trace calls `link` for each piece of each stream, from its spring to its end or to the
 * larger stream that it joins; `is_first` is 1 for the first piece of a stream.  `map` has every
 * step-th sample of `whole`, in whose pixels the ends are.  Errors: as river_draw. */
typedef void river_link(void *user, stroke_end start, stroke_end end, int is_first);
rl_status river_trace(const heightmap *whole, const heightmap *map, int step, river_link *link,
                      void *user, const heightmap_work *work, rl_error *error);

/* ---- tints (tint.c) -------------------------------------------------------------- */

/* tint_range sets `low` and `high` to the heights of the first and the last colour of the rules'
 * ramp, for a map with heights least..most.  A ramp with a name begins at the sea. */
void tint_range(const rl_map_rules *rules, double least, double most, double *low, double *high);

/* tint_foot returns the height at which the sea has its deepest colour, for a map whose least
 * height is `least`. */
double tint_foot(const rl_map_rules *rules, double least);

/* tint_make_sea fills a table of water by depth, from the shore (entry 0) to the deepest place. */
void tint_make_sea(tint_table *table, const rl_map_rules *rules);

/* ---- the margin (frame_plate.c) -------------------------------------------------- */

extern const uint8_t plate_paper[3]; /* colour of the paper, sRGB */

/* Rivers and shore have the colour of the sea at this share of the greatest depth, times these
 * factors of red, green and blue in linear light. */
#define PLATE_INK_DEPTH 0.86
extern const float plate_river_ink[3], plate_shore_ink[3];

typedef struct legend_bar {
    int left, top, right, bottom; /* pixels of frame_plate.foot */
    const uint8_t *rgb;           /* [right - left] colours of the columns, sRGB */
} legend_bar;

typedef struct frame_plate {
    int side;   /* width of the margin beside and above the map, pixels; 0 = no margin */
    int bottom; /* height of the margin below the map, pixels */
    int map_width, map_height;
    int unit;   /* length of a section of the graduated bar, pixels */
    int hair;   /* width of a hair line, pixels */
    int bar;    /* width of the graduated bar, pixels */
    sheet foot; /* ink of scale bar and legend on the lower margin, as wide as the map */
    int bar_count;
    legend_bar bar_of[3];
} frame_plate;

/* frame_plate_prepare measures the margin and draws the scale bar.  Errors: RL_NO_MEMORY. */
rl_status frame_plate_prepare(frame_plate *frame, const heightmap *map, const heightmap_work *work,
                              arena *memory, rl_error *error);

/* ---- the legend (legend.c) ----------------------------------------------------------- */

/* legend_rows returns the height of the legend in pixels, for digits `size` pixels high; 0 = the
 * map is too narrow for a legend.  legend_draw draws it on frame->foot, from row `top` on.  Errors:
 * RL_NO_MEMORY. */
int legend_rows(const heightmap *map, double size);
rl_status legend_draw(frame_plate *frame, const heightmap *map, double top, double size,
                      const heightmap_work *work, arena *memory, rl_error *error);

/* frame_plate_row paints those pixels of row y of the picture that are on the margin. */
void frame_plate_row(const frame_plate *frame, int y, uint8_t *rgb);

#endif
