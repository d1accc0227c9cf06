/* plate.h - the parts of a plate, the map seen from above.
 *
 * In: a finished map and resolved rules.  Out: coverages (how much of a pixel a
 * line or the land takes, 0..1) and whole margins; plate.c mixes the colours.
 * Sizes in pixels grow with the map, so that a larger map is the same drawing.
 */
#ifndef RL_MAP_PLATE_H
#define RL_MAP_PLATE_H

#include "base/colour.h"
#include "map/map_view.h"

/* Everything below is for maps of this size: one unit is a pixel of a map whose
 * shorter side is 1024; lines grow more slowly than land. */
double plate_unit(const heightmap *map);
double plate_line(const heightmap *map);

/* ---- generalised heights (generalise.c) ------------------------------------------ */

/* plate_line_take copies samples x .. x+count-1 of row y, also those beyond the
 * borders: a torus goes on, other maps are mirrored upside down, so that slopes
 * stay. */
void plate_line_take(const heightmap *map, int x, int y, int count, float *line);

/* Deviations of the generalised heights, in units: what lines follow, what light and depths
 * follow. */
#define PLATE_FINE_SIGMA 1.25
#define PLATE_BROAD_SIGMA 4.0

/* A large plate keeps what is generalised at every step-th sample, a power of two. */
#define PLATE_MOST_STEP 16

/* generalise_map writes every step-th sample of the map blurred by a Gaussian of `sigma`
 * pixels; `target` has (size - 1) / step + 1 samples a side.  A plane stays as it is, up to the
 * border.  Errors: RL_NO_MEMORY. */
rl_status generalise_map(const heightmap *map, heightmap *target, int step, double sigma,
                         const heightmap_work *work, rl_error *error);

/* ---- strokes (lettering.c) ------------------------------------------------------------- */

/* A sheet of coverages, 0..255. */
typedef struct sheet {
    uint8_t *ink; /* [height * width] */
    int width, height;
    int wrap; /* 1: what leaves the sheet comes in on the other side */
} sheet;

typedef struct stroke_end {
    double x, y;  /* pixel (i, j) reaches from i - .5 to i + .5 */
    double width; /* pixels */
} stroke_end;

/* stroke_line draws from end to end, round at both; the darker coverage stays. */
void stroke_line(sheet *paper, stroke_end start, stroke_end end);

/* sheet_darken inks a pixel where the sheet has it and is lighter. */
void sheet_darken(sheet *paper, int x, int y, uint8_t ink);

/* stroke_text draws letters `size` pixels tall with strokes so wide, its middle at x and its foot
 * at y; stroke_text_width returns its length.  A letter that is not known is a blank;
 * stroke_text_unknown returns where the first of these is, or the text's length in bytes. */
void stroke_text(sheet *paper, const char *text, double x, double y, double size, double width);
double stroke_text_width(const char *text, double size);
size_t stroke_text_unknown(const char *text);

/* ---- rivers (river.c) ------------------------------------------------------------ */

/* river_draw draws the streams of `map`, which holds every `step`-th sample of
 * the paper, on the paper, which was cleared.  Errors: RL_NO_MEMORY,
 * RL_CANCELLED. */
rl_status river_draw(sheet *paper, const heightmap *map, int step, const heightmap_work *work,
                     rl_error *error);

/* river_trace calls `link` for each piece of each stream from its spring to where it ends or runs
 * into a larger one; `is_first` begins a stream.  `whole` is the map that `map` holds samples of.
 * Errors: as river_draw. */
typedef void river_link(void *user, stroke_end start, stroke_end end, int is_first);
rl_status river_trace(const heightmap *whole, const heightmap *map, int step, river_link *link,
                      void *user, const heightmap_work *work, rl_error *error);

/* ---- tints (tint.c) -------------------------------------------------------------- */

/* tint_range returns which heights are share 0 and 1 of the rules' ramp: of a map
 * from least to most.  A ramp with a name begins at the sea. */
void tint_range(const rl_map_rules *rules, double least, double most, double *low, double *high);

/* tint_make_sea fills a table by depth: entry 0 is the shore, the last the deepest. */
void tint_make_sea(tint_table *table, const rl_map_rules *rules);

/* ---- the margin (frame_plate.c) -------------------------------------------------- */

extern const uint8_t plate_paper[3]; /* its colour */

typedef struct legend_bar {
    int left, top, right, bottom; /* pixels of the foot */
    const uint8_t *rgb;           /* of each column */
} legend_bar;

typedef struct frame_plate {
    int side, bottom; /* pixels beside and above the map, and below it; 0 = no margin */
    int map_width, map_height;
    int unit;      /* pixels from map sample to sample of a graduation */
    int hair, bar; /* widths of the thin line and the graduated bar */
    sheet foot;    /* scale and legend: ink on the lower margin */
    int bar_count;
    legend_bar bar_of[3];
} frame_plate;

/* frame_plate_prepare measures the margin and draws the scale bar.  Errors: RL_NO_MEMORY. */
rl_status frame_plate_prepare(frame_plate *frame, const heightmap *map, const heightmap_work *work,
                              arena *memory, rl_error *error);

/* ---- the legend (legend.c) ----------------------------------------------------------- */

/* legend_rows returns how many pixels tall it is, for digits of a size; 0 = there is no room.
 * legend_draw draws it on the foot from row `top` on.  Errors: RL_NO_MEMORY. */
int legend_rows(const heightmap *map, double size);
rl_status legend_draw(frame_plate *frame, const heightmap *map, double top, double size,
                      const heightmap_work *work, arena *memory, rl_error *error);

/* frame_plate_row paints row y of the picture but for the map's own pixels. */
void frame_plate_row(const frame_plate *frame, int y, uint8_t *rgb);

#endif
