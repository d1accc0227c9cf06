/* surface.c - paints a map as a solid block, from any side, for stills and turns.
 *
 * Each column of a picture is the mean of WALKS walks over the block, side by side, from its front
 * border to its back.  Where the ground appears above the rows that are drawn so far, it fills the
 * rows between.  Coverage is exact vertically; horizontally it is sampled by the walks.  Colours
 * and lengths were tuned by eye.
 */
#include "map/surface.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/pool.h"
#include "base/status.h"
#include "map/map_view.h"
#include "map/mesh.h"
#include "paint/dither.h"

#include <string.h>

#define NARROWEST 800    /* least default width of a still, pixels */
#define WIDEST 4096      /* greatest default width of a still, pixels */
#define WALKS 4          /* walks in a column */
#define STEP 1.0         /* distance over the ground between two places of a walk, pixels */
#define LONGEST 1.5      /* greatest length of a walk over the ground, units */
#define BEYOND 2.0       /* distance from the middle of the block that is outside it, units */
#define TILE 16          /* columns that a thread draws before it writes their rows */
#define MOST_COARSE 8    /* greatest distance of nodes of the block's shadow on the paper, pixels */
#define CONTACT_NODES 6  /* least number of nodes over the width of the contact shadow */
#define LEAST_TURN 1e-12 /* cosine below which a walk is taken for parallel to a side */
#define LEAST_LIFT 1e-9  /* units; avoids a division by 0 on level maps */
#define LEAST_UPRIGHT 1e-6f /* pixels per unit of z up to which the sides are invisible */

/* The cut through the ground. */
#define BEDS 26.0           /* number of beds of rock in one unit of z */
#define BED_PARTS 32        /* entries of rl_surface.bed in one bed */
#define MOST_BEDS (1 << 20) /* greatest number of entries of rl_surface.bed */
#define BED_FOLLOW 0.4f     /* beds rise by this share of the rise of the ground above them */
#define SOIL 0.007f         /* thickness of the soil, units */
#define TRANSITION_SALT 77  /* added to a bed's number for the hash of its transition */
static const struct {
    double from, range; /* middle of the transition to the next bed: from .. from + range, beds */
    double half;        /* half of its width, beds */
} transition = {.from = 0.3, .range = 0.5, .half = 0.12};

/* Light. */
#define SIDE_SKY 0.45f     /* light on the upright sides of the block without the sun */
#define SIDE_SUN 0.5f      /* increase of that light on a side that faces the sun */
#define SEA_CUT 0.8f       /* light on a cut through the sea, relative to that on its surface */
#define CONTACT_DARK 0.45f /* darkness of the contact shadow on the paper, 1 = black */
#define CAST_DARK 0.35f    /* darkness of the wide shadow away from the light, 1 = black */

static const rl_colour paper_colour[2] = {0xf7f5f0, 0xdfdbd2}; /* top, bottom */
#define SOIL_COLOUR 0x5d4c3c
#define ROCK_DARK 0x9a8368
#define ROCK_LIGHT 0xbba588

/* ---- colours --------------------------------------------------------------------- */

static int32_t root_of(float light)
{
    double root = exact_sqrt(exact_clamp((double)light, 0.0, 1.0));
    return (int32_t)(root * SURFACE_TINT_MOST + 0.5);
}

static void add_tints(int32_t *tint, const tint_table *table)
{
    for (int i = 0; i < TINT_ENTRIES; i++)
        tint[i] = root_of(table->r[i]) | root_of(table->g[i]) << 10 | root_of(table->b[i]) << 20;
}

/* Returns the colour of a side of the block (index of rl_surface.side) in the sea, `below` units
 * under the sea's surface; it darkens downward. */
static light3 water_colour(const rl_surface *self, float below, int side)
{
    const surface_look *look = &self->look;
    double depth =
        (double)below / exact_max(self->solid.lift, LEAST_LIFT) * (double)look->depth_scale;
    int entry =
        TINT_ENTRIES + (int)(exact_clamp(depth, 0.0, 1.0) * (double)(TINT_ENTRIES - 1) + 0.5);
    float light[3];
    for (int k = 0; k < 3; k++) {
        float root =
            (float)(look->tint[entry] >> (10 * k) & SURFACE_TINT_MOST) * (1.0f / SURFACE_TINT_MOST);
        light[k] = root * root;
    }
    light3 tint = {light[0], light[1], light[2]};
    return light3_times(light3_scale(tint, SEA_CUT), self->side[side]);
}

static void make_look(surface_look *look, const lamp *light, const block *solid)
{
    add_tints(look->tint, &light->land);
    add_tints(look->tint + TINT_ENTRIES, &light->water);
    light3 shade = lamp_shade(light), more = lamp_more(light);
    memcpy(look->shade, (float[3]){shade.r, shade.g, shade.b}, sizeof look->shade);
    memcpy(look->more, (float[3]){more.r, more.g, more.b}, sizeof look->more);
    look->land_from = (float)light->land_low;
    look->land_scale = (float)(1.0 / (light->land_high - light->land_low));
    look->sea = (float)solid->sea;
    look->depth_scale = (float)(1.0 / (light->sea - light->deepest));
    look->low = (float)solid->low;
}

static rl_status make_colours(rl_surface *self, const lamp *light, rl_error *error)
{
    const block *solid = &self->solid;
    double high = block_z(solid, light->high) - solid->box.low;
    self->beds = (int)exact_min(high * BEDS * BED_PARTS, MOST_BEDS);
    self->bed = arena_array(&self->memory, (size_t)self->beds + 1, sizeof *self->bed);
    TRY(status_memory(self->bed != NULL, "surface", error));
    /* The hash of a bed's number chooses its tone, and where the transition to the next one is. */
    for (int i = 0; i <= self->beds; i++) {
        double bed = solid->box.low * BEDS + (i + 0.5) / BED_PARTS;
        uint64_t number = (uint64_t)exact_floor(bed);
        double tone = hash_unit(hash_mix(number)), next = hash_unit(hash_mix(number + 1));
        double turn =
            transition.from + transition.range * hash_unit(hash_mix(number + TRANSITION_SALT));
        double share = exact_smoothstep(turn - transition.half, turn + transition.half,
                                        bed - (double)(int64_t)number);
        self->bed[i] = (float)exact_mix(tone, next, share);
    }
    self->east = light->east;
    self->north = light->north;
    /* An upright side sees half of the sky, and gets the horizontal part of the direct light. */
    light3 white = {1.0f, 1.0f, 1.0f};
    float facing[4] = {-light->north, light->east, light->north, -light->east};
    for (int i = 0; i < 4; i++)
        self->side[i] =
            lamp_on(light, white, SIDE_SKY + SIDE_SUN * (facing[i] > 0.0f ? facing[i] : 0.0f));
    self->paper_top = light3_of(paper_colour[0]);
    self->paper_bottom = light3_of(paper_colour[1]);
    self->soil = light3_of(SOIL_COLOUR);
    self->rock_dark = light3_of(ROCK_DARK);
    self->rock_light = light3_of(ROCK_LIGHT);
    return RL_OK;
}

rl_status surface_make(rl_surface *self, const heightmap *map, const heightmap_work *work,
                       int width, int height, int fit, rl_error *error)
{
    arena scratch = {.allocator = work->allocator};
    lamp *light = arena_array(&scratch, 1, sizeof *light); /* too large for a stack */
    rl_status status =
        light != NULL ? lamp_make(light, map, work, error) : status_no_memory("surface", error);
    if (status == RL_OK)
        status =
            block_make(&self->solid, map, work, light, width, height, fit, &self->memory, error);
    if (status == RL_OK) {
        make_look(&self->look, light, &self->solid);
        status = make_colours(self, light, error);
    }
    arena_free(&scratch);
    self->kernels = surface_kernels_of[cpu_choose(work->kernels)];
    self->azimuth = work->rules->look_azimuth;
    self->elevation = work->rules->view_elevation;
    return status;
}

/* ---- a frame ----------------------------------------------------------------------- */

typedef struct frame {
    const rl_surface *self;
    const heightmap_work *work;
    projection camera;
    surface_walk walk; /* values that all walks have in common */
    int most_places;   /* greatest number of places in a walk */
    int rows;          /* rows of a column: those of the picture, and room for lanes */
    float *paper[3], *paper_tone[3]; /* as in surface_column */
    double ground_x[3], ground_y[3]; /* x, y at the left lower corner; change per pixel right, up */
    int coarse;                      /* distance of nodes of the shadow on the paper, pixels */
    float *threshold;                /* [TILE][rows] thresholds of the dither */
    surface_light *scratch;          /* [workers][scratch_size] */
    size_t scratch_size;
    uint8_t *rgb;
    int tiles;
} frame;

/* ---- background ------------------------------------------------------------------ */

#define CONTACT 0.05 /* width of the contact shadow round the block, units */
#define REACH 0.16   /* width of the wide shadow round the block, units */
#define AWAY 0.09    /* shift of the wide shadow away from the light, units */

/* Returns the darkness of a shadow of the block at x, y on the paper: 1 at the block, 0 from
 * `reach` units on.  The shadow is shifted away from the light by `shift` units. */
static float shadow_round(const rl_surface *self, double x, double y, double reach, double shift)
{
    const block_box *box = &self->solid.box;
    double dx = exact_abs(x + shift * (double)self->east) - box->x;
    double dy = exact_abs(y + shift * (double)self->north) - box->y;
    if (dx >= reach || dy >= reach)
        return 0.0f;
    dx = exact_max(dx, 0.0);
    dy = exact_max(dy, 0.0);
    double fade = exact_max(1.0 - exact_sqrt(dx * dx + dy * dy) / reach, 0.0);
    return (float)(fade * fade);
}

/* Fills `shadow` for the columns of a tile, from column `first` on: computed at the nodes of a grid
 * in the picture, and interpolated between them. */
static void shadow_tile(const frame *drawn, int first, float *shadow)
{
    const int step = drawn->coarse, nodes = TILE / step;
    float below[TILE + 1] = {0.0f}, above[TILE + 1];
    for (int y = 0; y < drawn->rows; y += step) {
        for (int node = 0; node <= nodes; node++) {
            int right = first + node * step;
            double ground_x =
                drawn->ground_x[0] + right * drawn->ground_x[1] + y * drawn->ground_x[2];
            double ground_y =
                drawn->ground_y[0] + right * drawn->ground_y[1] + y * drawn->ground_y[2];
            above[node] =
                CONTACT_DARK * shadow_round(drawn->self, ground_x, ground_y, CONTACT, 0.0) +
                CAST_DARK * shadow_round(drawn->self, ground_x, ground_y, REACH, AWAY);
        }
        for (int x = 0; x < TILE && y > 0; x++) {
            int node = x / step;
            float part = ((float)(x % step) + 0.5f) / (float)step;
            float low = below[node] + (below[node + 1] - below[node]) * part;
            float high = above[node] + (above[node + 1] - above[node]) * part;
            float *column = shadow + x * drawn->rows + y - step;
            for (int i = 0; i < step; i++)
                column[i] = low + (high - low) * (((float)i + 0.5f) / (float)step);
        }
        memcpy(below, above, sizeof below);
    }
}

/* Sets ground_x and ground_y, the affine map from pixels to the plane of the block's foot, and
 * `coarse`. */
static void make_ground(frame *drawn)
{
    const projection *camera = &drawn->camera;
    double low = drawn->self->solid.box.low;
    double *x = drawn->ground_x, *y = drawn->ground_y;
    project_ground(camera, 0.0, 0.0, low, &x[0], &y[0]);
    for (int i = 1; i < 3; i++) {
        project_ground(camera, i == 1, i == 2, low, &x[i], &y[i]);
        x[i] -= x[0];
        y[i] -= y[0];
    }
    drawn->coarse = MOST_COARSE;
    while (drawn->coarse > 1 && drawn->coarse * CONTACT_NODES > CONTACT * camera->scale)
        drawn->coarse /= 2;
}

static void make_paper(frame *drawn)
{
    const rl_surface *self = drawn->self;
    float high = (float)drawn->camera.height;
    for (int y = 0; y < drawn->rows; y++) {
        light3 paper = light3_mix(self->paper_bottom, self->paper_top, ((float)y + 0.5f) / high);
        drawn->paper[0][y] = paper.r;
        drawn->paper[1][y] = paper.g;
        drawn->paper[2][y] = paper.b;
        float row[DITHER_PERIOD];
        dither_thresholds(RL_DITHER_BAYER, 0, drawn->camera.height - 1 - y, row);
        for (int x = 0; x < TILE; x++)
            drawn->threshold[x * drawn->rows + y] = row[x];
    }
    for (int k = 0; k < 3; k++)
        self->kernels->tones(drawn->paper[k], drawn->paper_tone[k], drawn->rows);
}

/* ---- a column ------------------------------------------------------------------------ */

/* Adds light to the rows low..high of a column, by coverage.  The light is linear between `from` at
 * `low` and `to` at `high`. */
static void span_add(const surface_column *column, float low, float high, surface_light from,
                     surface_light to)
{
    float scale = 1.0f / (high - low), end = (float)column->count;
    float begin = low > 0.0f ? low : 0.0f;
    end = high < end ? high : end;
    for (int row = (int)begin; (float)row < end; row++) {
        float bottom = begin > (float)row ? begin : (float)row;
        float top = end < (float)(row + 1) ? end : (float)(row + 1);
        float middle = (0.5f * (bottom + top) - low) * scale;
        column->sum[row] += (from + (to - from) * middle) * (top - bottom);
    }
}

static surface_light light_of(light3 colour)
{
    return (surface_light){colour.r, colour.g, colour.b, 1.0f};
}

/* Draws the side of the block at the first place of a walk. */
static void wall_add(const frame *drawn, const surface_column *column, const surface_line *line,
                     int side)
{
    const rl_surface *self = drawn->self;
    float pixels = (float)(drawn->camera.scale * drawn->camera.level); /* pixels per unit of z */
    float z = (float)block_z(&self->solid, (double)line->height[0]);
    float foot = drawn->walk.up + pixels * (float)self->solid.box.low;
    float ground = drawn->walk.up + pixels * z, sea = line->up[0];
    if (!(pixels > LEAST_UPRIGHT))
        return;
    for (int row = foot > 0.0f ? (int)foot : 0; row < column->count && (float)row < sea; row++) {
        float bottom = foot > (float)row ? foot : (float)row, top = (float)(row + 1);
        float rock = ground < top ? ground : top, water = sea < top ? sea : top;
        if (bottom < rock) {
            float below = (ground - 0.5f * (bottom + rock)) / pixels;
            float place = (z - below + BED_FOLLOW * below - (float)self->solid.box.low) *
                          (float)(BEDS * BED_PARTS);
            place = place > 0.0f ? place : 0.0f;
            int entry = place < (float)self->beds ? (int)place : self->beds;
            light3 bed = light3_mix(self->rock_dark, self->rock_light, self->bed[entry]);
            light3 colour = light3_mix(self->soil, bed, below < SOIL ? below / SOIL : 1.0f);
            column->sum[row] += light_of(light3_times(colour, self->side[side])) * (rock - bottom);
        }
        bottom = bottom > ground ? bottom : ground;
        if (bottom < water) {
            float below = (sea - 0.5f * (bottom + water)) / pixels;
            column->sum[row] += light_of(water_colour(self, below, side)) * (water - bottom);
        }
    }
}

/* Draws the pieces of a walk that appear above all pieces before them.  Returns the row of the
 * upper edge of what is drawn. */
static float line_add(const surface_look *look, const surface_column *column,
                      const surface_walk *walk, const surface_line *line)
{
    const float *height = line->height, high = (float)column->count;
    float top = line->up[0];
    for (int i = 1; i < walk->count; i++) {
        float before = line->up[i - 1], up = line->up[i];
        if (!(up > top))
            continue;
        surface_light from = line->light[i - 1], to = line->light[i];
        if ((height[i - 1] < look->sea) != (height[i] < look->sea)) {
            /* The shore is between the two places; both keep their colour up to the shore. */
            float part = (look->sea - height[i - 1]) / (height[i] - height[i - 1]);
            float shore = walk->up + ((float)(i - 1) + part) * walk->up_step +
                          (look->sea - look->low) * walk->lift;
            shore = shore < up ? shore : up;
            if (shore > top) {
                span_add(column, top, shore, from, from);
                top = shore;
            }
            from = to;
        } else if (top > before) {
            from += (to - from) * ((top - before) / (up - before));
        }
        if (up - top <= 1.0f && top >= 0.0f && up <= high) {
            /* The most frequent case: a piece of at most a pixel, which is in one row or in two. */
            int row = (int)top;
            float edge = (float)(row + 1), middle = up < edge ? up : edge;
            surface_light mean = (from + to) * 0.5f;
            column->sum[row] += mean * (middle - top);
            column->sum[row + 1] += mean * (up - middle);
        } else if (up > top)
            span_add(column, top, up, from, to);
        top = up;
    }
    return top;
}

/* Narrows from..to to those t with a * t + b within -half..half; returns 0 if there are none. */
static int cut(double a, double b, double half, double *from, double *to)
{
    if (exact_abs(a) < LEAST_TURN)
        return exact_abs(b) <= half;
    double one = (-half - b) / a, other = (half - b) / a;
    *from = exact_max(*from, exact_min(one, other));
    *to = exact_min(*to, exact_max(one, other));
    return *from < *to;
}

/* Draws a walk of a column that passes `across` units to the right of the middle of the block. */
static void walk_draw(frame *drawn, surface_column *column, const surface_line *line, double across)
{
    const rl_surface *self = drawn->self;
    const block *solid = &self->solid;
    const projection *camera = &drawn->camera;
    double from = -BEYOND, to = BEYOND, west = from;
    double x = across * camera->right[0], y = across * camera->right[1];
    if (!cut(camera->ahead[0], x, solid->box.x, &from, &to))
        return;
    west = from; /* distance at which the walk comes between the west and the east side */
    if (!cut(camera->ahead[1], y, solid->box.y, &from, &to))
        return;
    int side = from > west || exact_abs(camera->ahead[0]) < LEAST_TURN
                   ? camera->ahead[1] > 0.0 ? 0 : 2
               : camera->ahead[0] > 0.0 ? 3
                                        : 1;
    int steps = (int)((to - from) * camera->scale / STEP) + 1;
    double step = (to - from) / steps;
    double columns = 0.5 * (solid->columns - 1) / solid->box.x;
    double rows = 0.5 * (solid->rows - 1) / solid->box.y;
    surface_walk *walk = &drawn->walk;
    walk->count = steps + 1;
    walk->column = (float)((x + from * camera->ahead[0] + solid->box.x) * columns);
    walk->row = (float)((solid->box.y - y - from * camera->ahead[1]) * rows);
    walk->column_step = (float)(step * camera->ahead[0] * columns);
    walk->row_step = (float)(-step * camera->ahead[1] * rows);
    walk->up = (float)(camera->middle_y + camera->scale * camera->rise * from);
    walk->up_step = (float)(camera->scale * camera->rise * step);
    self->kernels->walk(&self->look, solid, walk, line);
    wall_add(drawn, column, line, side);
    float top = line_add(&self->look, column, walk, line);
    double foot = exact_clamp((double)walk->up + camera->scale * camera->level * solid->box.low,
                              0.0, column->count);
    int end = (int)exact_clamp((double)top + 1.0, 0.0, column->count);
    column->begin = (int)foot < column->begin ? (int)foot : column->begin;
    column->end = end > column->end ? end : column->end;
}

/* ---- tiles of columns ----------------------------------------------------------------- */

static void tile_write(const frame *drawn, int first, int end, const int32_t *pixels)
{
    size_t width = (size_t)drawn->camera.width;
    int height = drawn->camera.height;
    for (int y = 0; y < height; y++) {
        uint8_t *out = drawn->rgb + 3 * ((size_t)(height - 1 - y) * width + (size_t)first);
        for (int x = 0; x < end - first; x++, out += 3) {
            int32_t pixel = pixels[x * drawn->rows + y];
            out[0] = (uint8_t)pixel;
            out[1] = (uint8_t)(pixel >> 8);
            out[2] = (uint8_t)(pixel >> 16);
        }
    }
}

static void tile_run(void *user, int job, int slot, int worker)
{
    (void)slot;
    frame drawn = *(const frame *)user; /* a copy, as each worker changes its `walk` */
    const projection *camera = &drawn.camera;
    int first = job * TILE, end = first + TILE < camera->width ? first + TILE : camera->width;
    size_t rows = (size_t)drawn.rows, places = (size_t)drawn.most_places;
    surface_light *memory = drawn.scratch + (size_t)worker * drawn.scratch_size;
    float *numbers = (float *)(memory + rows + places);
    float *shadow = numbers + 2 * places;
    int32_t *pixels = (int32_t *)(void *)(shadow + TILE * rows);
    const surface_line line = {numbers, numbers + places, memory + rows};
    shadow_tile(&drawn, first, shadow);
    for (int x = first; x < end; x++) {
        size_t place = (size_t)(x - first) * rows;
        surface_column column = {
            .sum = memory,
            .shadow = shadow + place,
            .paper = {drawn.paper[0], drawn.paper[1], drawn.paper[2]},
            .paper_tone = {drawn.paper_tone[0], drawn.paper_tone[1], drawn.paper_tone[2]},
            .threshold = drawn.threshold + place,
            .whole = 1.0f / WALKS,
            .pixels = pixels + place,
            .count = camera->height,
            .begin = camera->height,
        };
        memset(memory, 0, rows * sizeof *memory);
        for (int i = 0; i < WALKS; i++)
            walk_draw(&drawn, &column, &line,
                      (x + (i + 0.5) / WALKS - camera->middle_x) / camera->scale);
        drawn.self->kernels->finish(&column);
    }
    tile_write(&drawn, first, end, pixels);
}

static rl_status tile_take(void *user, int job, int slot, rl_error *error)
{
    const frame *drawn = user;
    (void)slot;
    return heightmap_step(drawn->work, "surface", (job + 1.0) / drawn->tiles, error);
}

static rl_status frame_paint(frame *drawn, arena *memory, rl_error *error)
{
    const heightmap_work *work = drawn->work;
    const projection *camera = &drawn->camera;
    drawn->rows = (camera->height / SURFACE_LANES + 2) * SURFACE_LANES;
    drawn->most_places = (int)(LONGEST * camera->scale / STEP) + 2 + SURFACE_LANES;
    drawn->tiles = (camera->width + TILE - 1) / TILE;
    size_t rows = (size_t)drawn->rows;
    int threads = work->threads < drawn->tiles ? work->threads : drawn->tiles;
    /* In units of 16 bytes: `sum`, the results of a walk, and the tile's shadow and pixels. */
    drawn->scratch_size = rows + (size_t)drawn->most_places * 3 / 2 + 1 + TILE / 2 * rows;
    float *paper = arena_array(memory, (6 + TILE) * rows, sizeof *paper);
    drawn->scratch =
        arena_zeroed(memory, (size_t)threads * drawn->scratch_size, sizeof *drawn->scratch);
    TRY(status_memory(paper != NULL && drawn->scratch != NULL, "surface", error));
    for (size_t i = 0; i < 3; i++) {
        drawn->paper[i] = paper + i * rows;
        drawn->paper_tone[i] = paper + (3 + i) * rows;
    }
    drawn->threshold = paper + 6 * rows;
    make_paper(drawn);
    make_ground(drawn);
    pool_work tiles = {.jobs = drawn->tiles,
                       .threads = threads,
                       .slots = 2 * threads,
                       .run = tile_run,
                       .take = tile_take,
                       .user = drawn};
    return pool_run(&tiles, work->allocator, error);
}

rl_status surface_paint(const rl_surface *self, double azimuth, const heightmap_work *work,
                        uint8_t *rgb, rl_error *error)
{
    const projection *fit = &self->solid.camera;
    frame drawn = {.self = self, .work = work, .rgb = rgb};
    drawn.camera = project_turn(azimuth, self->elevation);
    drawn.camera.scale = fit->scale;
    drawn.camera.middle_x = fit->middle_x;
    drawn.camera.middle_y = fit->middle_y;
    drawn.camera.width = fit->width;
    drawn.camera.height = fit->height;
    drawn.walk.lift = (float)(fit->scale * fit->level * self->solid.lift);
    arena memory = {.allocator = work->allocator};
    rl_status status = frame_paint(&drawn, &memory, error);
    arena_free(&memory);
    return status;
}

/* ---- a still ------------------------------------------------------------------------- */

static rl_status surface_prepare(view *self, const heightmap_work *work, rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    rl_surface seen = {.memory = {.allocator = work->allocator}};
    int width = rules->picture_width;
    if (width == 0)
        width = (int)exact_clamp(self->map->width, NARROWEST, WIDEST);
    rl_status status = surface_make(&seen, self->map, work, width, rules->picture_height,
                                    RL_SURFACE_FIT_STILL, error);
    if (status == RL_OK) {
        self->width = seen.solid.camera.width;
        self->height = seen.solid.camera.height;
        self->state = arena_array(&self->memory, (size_t)self->width * (size_t)self->height, 3);
        status = self->state != NULL
                     ? surface_paint(&seen, rules->look_azimuth, work, self->state, error)
                     : status_no_memory("surface", error);
    }
    arena_free(&seen.memory);
    return status;
}

const view_kind view_surface = {surface_prepare, mesh_rows, mesh_write_svg};
