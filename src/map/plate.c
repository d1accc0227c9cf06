/* plate.c - the view of a map from above, as an atlas prints it; a sample is a pixel.
 *
 * What depends on distant samples (generalised heights, rivers) is prepared once.  A pixel is then
 * computed from the samples round its place (plate_kernel.c).
 */
#define LANES 1 /* for LANES_SCRATCH: lines are written before they are read */
#include "base/lanes.h"

#include "map/names.h"
#include "map/plate.h"

#include "base/exact.h"
#include "base/status.h"
#include "map/lamp.h"
#include "map/plate_kernels.h"

#include <string.h>

typedef struct plate {
    const plate_kernels *kernels;
    plate_look look;
    int step;              /* distance of the samples of `fine`, `broad`, `shade`, pixels */
    heightmap fine, broad; /* generalised heights: PLATE_FINE_SIGMA, PLATE_BROAD_SIGMA */
    heightmap shade;       /* direct light on the broad heights, 0..1 */
    float weights[4 * PLATE_MOST_STEP]; /* weights of plate_kernels.spread */
    uint8_t *rivers;                    /* [height * width] coverage of rivers; NULL = none */
    const uint8_t *holes;               /* [height * width] 1 = no data, left blank, or NULL */
    frame_plate frame;
} plate;

/* Widths of lines, as multiples of plate_line; SHORE_HALF is half of a width. */
#define CONTOUR_WIDTH 0.75
#define INDEX_WIDTH 1.35
#define SHORE_HALF 0.475

#define HORN_WEIGHTS 8.0 /* divisor of Horn's sums: weights 1, 2, 1 over 2 samples */
#define LEAST_FLAT 0.05  /* least direct light on level land, 0..1 */
#define LEAST_DEPTH 1e-6 /* least difference of heights that the tint of the sea spans */

/* Colours of lines: factors of the colour of water at PLATE_INK_DEPTH. */
const float plate_river_ink[3] = {0.72F, 0.78F, 0.86F};
const float plate_shore_ink[3] = {0.48F, 0.54F, 0.62F};

/* ---- values that all pixels share ----------------------------------------------------- */

static float finer_at(const float *table, int i)
{
    double place = (double)i * (TINT_ENTRIES - 1) / (PLATE_TINTS - 1);
    int entry = (int)place;
    int next = entry + 1 < TINT_ENTRIES ? entry + 1 : entry;
    return (float)exact_mix((double)table[entry], (double)table[next], place - entry);
}

/* Makes a table of tints that is fine enough to be used without interpolation. */
static void make_tints(plate_tints *tints, const tint_table *table)
{
    for (int i = 0; i < PLATE_TINTS; i++) {
        tints->r[i] = finer_at(table->r, i);
        tints->g[i] = finer_at(table->g, i);
        tints->b[i] = finer_at(table->b, i);
    }
}

plate_light plate_light_of(const rl_map_rules *rules, const heightmap_ground *ground, int step)
{
    double level = degrees_cosine(rules->altitude), up = degrees_sine(rules->altitude);
    double slope = rules->exaggeration / (HORN_WEIGHTS * rules->cell);
    double tall = ground->cell_y > 0.0 ? rules->cell / ground->cell_y : 1.0;
    return (plate_light){.ew = (float)(degrees_sine(rules->azimuth) * level),
                         .ns = (float)(degrees_cosine(rules->azimuth) * level),
                         .up = (float)up,
                         .scale_x = (float)(slope * rules->relief / step),
                         .scale_y = (float)(slope * tall * rules->relief / step),
                         .amount = (float)rules->shade,
                         .flat = (float)exact_max(up, LEAST_FLAT)};
}

/* Number of a contour from which floats have no values between two contours (2^23), so that
 * contours cannot be drawn. */
#define LEVELS_MOST 8388608.0F

plate_contours plate_contours_of(const rl_map_rules *rules, const heightmap_ground *ground,
                                 double line)
{
    plate_contours made = {.width = (float)(CONTOUR_WIDTH * line),
                           .index_width = (float)(INDEX_WIDTH * line)};
    if (rules->contours > 0.0) {
        made.levels = (float)(rules->relief / rules->contours);
        made.base = (float)(ground->base / rules->contours);
        if (made.levels > LEVELS_MOST || made.base > LEVELS_MOST || made.base < -LEVELS_MOST)
            made.levels = 0.0F;
    }
    return made;
}

static rl_status make_look(plate *self, const heightmap *map, const heightmap_work *work,
                           rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    plate_look *look = &self->look;
    tint_table table;
    float least, most;
    double low, high;
    TRY(heightmap_range(map, &least, &most, work, error));
    tint_range(rules, (double)least, (double)most, &low, &high);
    tint_make(&table, rules, low, high);
    make_tints(&look->land, &table);
    tint_make_sea(&table, rules);
    make_tints(&look->water, &table);
    look->land_from = (float)low;
    look->land_scale = (float)(1.0 / (high - low));
    look->has_sea = rules->sea > 0.0;
    look->sea = (float)rules->sea;
    look->depth_scale =
        (float)(1.0 / exact_max(rules->sea - tint_foot(rules, (double)least), LEAST_DEPTH));
    look->shore_half = (float)(SHORE_HALF * plate_line(map));
    int deep = (int)(PLATE_INK_DEPTH * PLATE_TINTS);
    const float colour[3] = {look->water.r[deep], look->water.g[deep], look->water.b[deep]};
    for (int c = 0; c < 3; c++) {
        look->river[c] = colour[c] * plate_river_ink[c];
        look->shore[c] = colour[c] * plate_shore_ink[c];
    }
    look->light = plate_light_of(rules, &work->ground, 1);
    self->kernels->look(look);
    look->contours = plate_contours_of(rules, &work->ground, plate_line(map));
    return RL_OK;
}

/* ---- generalised heights -------------------------------------------------------------- */

plate_rows plate_rows_take(const heightmap *map, int x, int y, int count,
                           float lines[3][PLATE_LINE])
{
    size_t width = (size_t)map->width;
    if (x > 0 && x + count + PLATE_RUN < map->width && y > 0 && y + 1 < map->height) {
        const float *mid = map->h + (size_t)y * width + (size_t)x;
        return (plate_rows){mid - width, mid, mid + width};
    }
    for (int i = 0; i < 3; i++) {
        plate_line_take(map, x - 1, y + i - 1, count + 2, lines[i]);
        memset(lines[i] + count + 2, 0, PLATE_RUN * sizeof(float));
    }
    return (plate_rows){lines[0] + 1, lines[1] + 1, lines[2] + 1};
}

/* Computes the direct light on samples.  Those on the border, whose slope is not known, get the
 * light of the samples beside them. */
static void shade_take(const plate_kernels *kernels, const plate_light *light, const heightmap *map,
                       int x, int y, int count, float *shade)
{
    LANES_SCRATCH float lines[3][PLATE_LINE];
    int right = map->width - 1, bottom = map->height - 1;
    int has_border = !map->wrap && right > 1 && bottom > 1;
    int row = !has_border ? y : y == 0 ? 1 : y == bottom ? bottom - 1 : y;
    int column = has_border && x == right ? right - 1 : x;
    kernels->shade(light, plate_rows_take(map, column, row, count, lines), shade, count);
    if (has_border && x == 0)
        shade[0] = shade[1];
    if (has_border && column + count > right && count > 1)
        shade[count - 1] = shade[count - 2];
}

static rl_status make_heights(plate *self, const heightmap *map, arena *memory,
                              const heightmap_work *work, rl_error *error)
{
    heightmap *const maps[] = {&self->fine, &self->broad, &self->shade};
    double unit = plate_unit(map);
    int step = 1; /* a power of two, so that it divides PLATE_PART */
    while (2 * step <= unit)
        step *= 2;
    self->step = step;
    /* Weights of cubic interpolation through four samples (E. Catmull and R. Rom, 1974). */
    for (int i = 0; i < step; i++) {
        float *w = self->weights + (ptrdiff_t)4 * i, t = (float)i / (float)step;
        w[0] = 0.5F * t * (t * (2.0F - t) - 1.0F);
        w[1] = 0.5F * (t * t * (3.0F * t - 5.0F) + 2.0F);
        w[2] = 0.5F * t * (t * (4.0F - 3.0F * t) + 1.0F);
        w[3] = 0.5F * t * t * (t - 1.0F);
    }
    int width = (map->width - 1) / step + 1, height = (map->height - 1) / step + 1;
    for (int i = 0; i < 3; i++) {
        *maps[i] = (heightmap){.width = width, .height = height, .wrap = map->wrap};
        maps[i]->h = arena_array(memory, (size_t)width * (size_t)height, sizeof(float));
        TRY(status_memory(maps[i]->h != NULL, "map", error));
    }
    TRY(generalise_map(map, &self->fine, step, PLATE_FINE_SIGMA * unit, work, error));
    /* Variances of blurs add up, so the broad heights are the fine ones with a smaller blur. */
    double sigma =
        exact_sqrt(PLATE_BROAD_SIGMA * PLATE_BROAD_SIGMA - PLATE_FINE_SIGMA * PLATE_FINE_SIGMA) *
        unit;
    TRY(generalise_map(&self->fine, &self->broad, 1, sigma / step, work, error));
    LANES_SCRATCH float shade[PLATE_LINE];
    plate_light light = plate_light_of(work->rules, &work->ground, step);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x += PLATE_PART) {
            int count = width - x < PLATE_PART ? width - x : PLATE_PART;
            shade_take(self->kernels, &light, &self->broad, x, y, count, shade);
            memcpy(self->shade.h + (size_t)y * (size_t)width + x, shade,
                   (size_t)count * sizeof *shade);
        }
    return RL_OK;
}

static rl_status plate_prepare(view *self, const heightmap_work *work, rl_error *error)
{
    const heightmap *map = self->map;
    plate *made = self->state = arena_zeroed(&self->memory, 1, sizeof *made);
    TRY(status_memory(made != NULL, "map", error));
    made->kernels = plate_kernels_of[cpu_choose(work->kernels)];
    made->holes = work->ground.holes;
    made->frame = (frame_plate){.map_width = map->width, .map_height = map->height};
    if (work->rules->frame)
        TRY(frame_plate_prepare(&made->frame, map, work, &self->memory, error));
    TRY(make_look(made, map, work, error));
    TRY(make_heights(made, map, &self->memory, work, error));
    if (work->rules->rivers > 0.0) {
        sheet paper = {.width = map->width, .height = map->height, .wrap = map->wrap};
        size_t cells = (size_t)map->width * (size_t)map->height;
        paper.ink = made->rivers = arena_zeroed(&self->memory, cells, sizeof *paper.ink);
        TRY(status_memory(paper.ink != NULL, "map", error));
        /* Rivers are traced on the fine heights, as the coast is, so that they end at the coast. */
        TRY(river_draw(&paper, &made->fine, made->step, work, error));
    }
    self->width = map->width + 2 * made->frame.side;
    self->height = made->frame.side + map->height + made->frame.bottom;
    return status_clear(error);
}

/* ---- rows ----------------------------------------------------------------------------- */

/* Interpolates pixels x-1 .. x+count of row y between samples of `source`, and returns the address
 * of pixel x in `line`.  x must be a multiple of self->step. */
static const float *spread_take(const plate *self, const heightmap *source, int x, int y, int count,
                                float line[PLATE_SPREAD])
{
    LANES_SCRATCH float rows[4][PLATE_NODES], mixed[PLATE_NODES];
    const float *row[4];
    int step = self->step, first = x / step - 1, samples = count / step + 3;
    int above = (int)exact_floor((double)y / step), place = y - above * step;
    for (int i = 0; i < 4; i++) {
        /* Samples are only copied if the kernels could read beyond the map. */
        int inside = first > 0 && above + i > 0 && above + i <= source->height &&
                     first + samples + 2 + PLATE_RUN <= source->width;
        row[i] = rows[i];
        if (inside)
            row[i] = source->h + (ptrdiff_t)(above + i - 1) * source->width + first - 1;
        else
            plate_line_take(source, first - 1, above + i - 1, samples + 3, rows[i]);
    }
    self->kernels->mix(self->weights + (ptrdiff_t)4 * place, row, mixed, samples + 3);
    memset(mixed + samples + 3, 0, 2 * PLATE_RUN * sizeof(float));
    /* Also PLATE_RUN values after the part, as the kernels read whole runs. */
    self->kernels->spread(self->weights, step, mixed + 1, line, step + count + PLATE_RUN);
    return line + step;
}

static void paint_part(const plate *self, const heightmap *map, int x, int y, int count,
                       uint8_t *rgb)
{
    LANES_SCRATCH plate_part part;
    LANES_SCRATCH float own[3][PLATE_LINE], fine[3][PLATE_SPREAD], broad[2][PLATE_SPREAD];
    const plate_kernels *kernels = self->kernels;
    part.has_contours = self->look.contours.levels > 0.0F;
    int has_lines = self->look.has_sea || part.has_contours;
    plate_rows rows = {.mid = spread_take(self, &self->fine, x, y, count, fine[1])};
    if (has_lines) {
        rows.up = spread_take(self, &self->fine, x, y - 1, count, fine[0]);
        rows.down = spread_take(self, &self->fine, x, y + 1, count, fine[2]);
    }
    part.fine = rows.mid;
    part.own = plate_rows_take(map, x, y, count, own).mid;
    shade_take(kernels, &self->look.light, map, x, y, count, part.shade);
    part.broad_shade = spread_take(self, &self->shade, x, y, count, broad[0]);
    if (has_lines)
        kernels->flatness(rows, part.flatness, count);
    if (part.has_contours)
        kernels->contours(&self->look.contours, part.fine, part.flatness, part.line, count);
    if (self->look.has_sea)
        part.broad = spread_take(self, &self->broad, x, y, count, broad[1]);
    part.has_rivers = self->rivers != NULL;
    memset(part.ink + count, 0, PLATE_RUN);
    if (part.has_rivers)
        memcpy(part.ink, self->rivers + (size_t)y * (size_t)map->width + (size_t)x, (size_t)count);
    kernels->paint(&self->look, &part, count);
    memcpy(rgb, part.rgb, 3 * (size_t)count);
    size_t first = (size_t)y * (size_t)map->width + (size_t)x;
    for (int i = 0; self->holes != NULL && i < count; i++)
        if (self->holes[first + (size_t)i])
            memcpy(rgb + (ptrdiff_t)3 * i, plate_paper, 3);
}

static void plate_rows_paint(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes)
{
    const plate *made = self->state;
    const heightmap *map = self->map;
    for (int row = y; row < y + count; row++, rgb += stride_bytes) {
        int map_y = row - made->frame.side;
        if (made->frame.side > 0)
            frame_plate_row(&made->frame, row, rgb);
        if (map_y < 0 || map_y >= map->height)
            continue;
        uint8_t *left = rgb + 3 * (size_t)made->frame.side;
        for (int x = 0; x < map->width; x += PLATE_PART) {
            int part = map->width - x < PLATE_PART ? map->width - x : PLATE_PART;
            paint_part(made, map, x, map_y, part, left + 3 * (size_t)x);
            if (self->names != NULL)
                names_row(self->names, map_y, x, part, left + 3 * (size_t)x);
        }
    }
}

const view_kind view_plate = {plate_prepare, plate_rows_paint, NULL};
