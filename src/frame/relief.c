/* relief.c - faces on mountains, from the slope of their own skyline.
 *
 * Fine notches of a skyline make short gullies, coarse peaks make long faces.  So
 * the shade at depth d below the edge is the slope of the profile blurred over a
 * width that grows with d, looked up a little sideways so that spurs wander.  It
 * is one number for each (column, depth), held in a table that follows the edge.
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/frame.h"
#include "terrain/noise.h"

#define STREAM_RELIEF 4000

/* The finest lattice of the profile, in U; each level of the pyramid doubles it.
 * A level is blurred by about 1.15 of its own steps. */
#define FINE_STEP 0.00075
#define BLUR_STEPS 1.15
#define LEVELS 10

#define BLUR_LEAST 0.0015
#define DRIFT_MOST 0.35 /* U: how far sideways a lookup may go */
#define SIDE_WIDTH 0.25 /* U: near the sun the light turns to the other side */
#define DEEPEST 0.55    /* U: below it there is no relief */

/* Pixels of one U below which no face has a pixel of its own. */
#define LEAST_UNIT 24.0

/* ---- the pyramid of blurred profiles ------------------------------------- */

typedef struct level_row {
    int64_t first;
    size_t count;
    double *height; /* U */
} level_row;

typedef struct pyramid {
    level_row level[LEVELS];
    int finest; /* the first level that pixels of this size can show */
    double *memory;
} pyramid;

/* The ranges that let level k be known over left..right (U), and two samples
 * beyond for slopes. */
static void plan_levels(pyramid *p, double left, double right)
{
    for (int k = LEVELS - 1; k >= p->finest; k--) {
        double step = FINE_STEP * (double)(1 << k);
        int64_t first = exact_floor(left / step) - 2;
        int64_t last = exact_floor(right / step) + 3;
        if (k + 1 < LEVELS) {
            const level_row *coarse = &p->level[k + 1];
            int64_t from = 2 * coarse->first - 2;
            int64_t to = 2 * (coarse->first + (int64_t)coarse->count - 1) + 2;
            first = from < first ? from : first;
            last = to > last ? to : last;
        }
        p->level[k].first = first;
        p->level[k].count = (size_t)(last - first) + 1;
    }
}

/* Binomial blur and every second sample: index i becomes 2 i of the finer row. */
static void reduce(const level_row *fine, level_row *coarse)
{
    for (size_t i = 0; i < coarse->count; i++) {
        const double *h = fine->height + (2 * (coarse->first + (int64_t)i) - fine->first);
        coarse->height[i] = (h[-2] + h[2] + 4.0 * (h[-1] + h[1]) + 6.0 * h[0]) / 16.0;
    }
}

static rl_status make_pyramid(const rl_frame *frame, int ridge, double left, double right,
                              pyramid *p, rl_error *error)
{
    p->finest = 0;
    while (p->finest + 3 < LEVELS && FINE_STEP * (double)(2 << p->finest) <= 0.25 / frame->unit)
        p->finest++;
    plan_levels(p, left, right);
    size_t all = 0;
    for (int k = p->finest; k < LEVELS; k++)
        all += p->level[k].count;
    p->memory = memory_array(frame->allocator, all, sizeof(double));
    if (p->memory == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    double *at = p->memory;
    for (int k = p->finest; k < LEVELS; k++) {
        p->level[k].height = at;
        at += p->level[k].count;
    }
    level_row *fine = &p->level[p->finest];
    double step = FINE_STEP * (double)(1 << p->finest);
    ridge_grid grid = {.first = fine->first, .step = step, .origin = 0.0, .detail = step};
    rl_status status = frame_heights(frame, ridge, &grid, fine->count, fine->height, error);
    for (size_t i = 0; i < fine->count && status == RL_OK; i++)
        fine->height[i] /= frame->unit_share;
    for (int k = p->finest + 1; k < LEVELS && status == RL_OK; k++)
        reduce(&p->level[k - 1], &p->level[k]);
    return status;
}

/* The slope of one level at x: central differences, interpolated. */
static double level_slope(const pyramid *p, int k, double x)
{
    k = k < p->finest ? p->finest : k;
    const level_row *row = &p->level[k];
    double step = FINE_STEP * (double)(1 << k);
    double at = x / step;
    int64_t i = exact_floor(at);
    const double *h = row->height + (i - row->first);
    double a = (h[1] - h[-1]) / (2.0 * step);
    double b = (h[2] - h[0]) / (2.0 * step);
    return exact_mix(a, b, at - (double)i);
}

static double height_at(const pyramid *p, double x)
{
    const level_row *row = &p->level[p->finest];
    double at = x / (FINE_STEP * (double)(1 << p->finest));
    int64_t i = exact_floor(at);
    const double *h = row->height + (i - row->first);
    return exact_mix(h[0], h[1], at - (double)i);
}

/* ---- the table ----------------------------------------------------------- */

/* Depth of table level j, in U: even steps near the edge, then growing ones. */
static double depth_of(int j)
{
    return j < 16 ? 0.0018 * j : 0.0288 * exact_exp2((j - 16) * 0.1575);
}

static void make_depths(rl_frame *frame)
{
    for (int j = 0; j < FRAME_RELIEF_LEVELS; j++)
        frame->relief_depth[j] = (float)(depth_of(j) * frame->unit);
    int level = 0;
    for (int d = 0; d < frame->relief_pixels; d++) {
        while (level + 2 < FRAME_RELIEF_LEVELS && frame->relief_depth[level + 1] <= (float)d)
            level++;
        frame->relief_level[d] = (uint8_t)level;
    }
}

/* How the faces of a kind of land look. */
typedef struct face_look {
    double blur, blur_least; /* blur width over depth, and its least (U) */
    double drift;            /* U sideways for a U of depth and a noise of 1 */
    double drift_x, drift_d; /* cells of that noise in a U */
    int octaves;
    double gullies, texture; /* the fine drift and the grain of rock */
    double calm;             /* shade that a level crest keeps */
    double fade;             /* U of depth over which shade falls to 1/e, far away */
    int by_height;           /* the noise is tied to heights, not to depths */
} face_look;

static const face_look rock_look = {0.20, BLUR_LEAST, 0.9, 3.0, 9.0, 5, 0.25, 0.16, 0.3, 0.20, 0};
/* Sand keeps the shadow's border as sharp as the crest it falls from, and lets it
 * wander in one broad curve. */
static const face_look sand_look = {0.06, BLUR_LEAST, 1.3, 1.5, 5.0, 2, 0.0, 0.0, 1.0, 0.20, 0};
/* Depth leaps at a cliff.  So that no seam hangs from it, faces of table lands are
 * broad, do not fade on the way down, and their noise is one over cliff and rubble. */
static const face_look cliff_look = {0.30, BLUR_LEAST, 0.6, 3.0, 9.0, 5, 0.45, 0.25, 0.6, 0.60, 1};
/* Soft ground has no gullies: fine slopes of its edge would hang from it as streaks. */
static const face_look hill_look = {0.20, 0.045, 1.3, 1.5, 5.0, 2, 0.0, 0.0, 1.0, 0.20, 0};

static const face_look *look_of(const rl_ridge *ridge)
{
    if (ridge->kind == RL_RIDGE_DUNE)
        return &sand_look;
    if (ridge->kind == RL_RIDGE_MESA)
        return &cliff_look;
    int is_hill = ridge->kind == RL_RIDGE_ROLL || ridge->kind == RL_RIDGE_HILL;
    return is_hill ? &hill_look : &rock_look;
}

/* What is the same for all columns of one depth. */
typedef struct depth_row {
    double depth;  /* U */
    int level;     /* of the pyramid */
    double part;   /* between it and the next */
    double amount; /* of shade */
    double drift_far, drift_near, texture;
    const face_look *look;
} depth_row;

static depth_row row_of(const rl_ridge *ridge, int j)
{
    depth_row row;
    const face_look *look = look_of(ridge);
    double d = depth_of(j);
    double blur = exact_max(look->blur * d, look->blur_least);
    double level = exact_clamp(exact_log2(blur / (BLUR_STEPS * FINE_STEP)), 0.0, LEVELS - 1.001);
    row.depth = d;
    row.level = (int)level;
    row.part = level - row.level;
    row.amount = ridge->relief * exact_exp(-d / (look->fade + 0.1 * ridge->depth)) *
                 (1.0 - exact_smoothstep(0.7 * DEEPEST, DEEPEST, d));
    row.look = look;
    row.drift_far = look->drift * d;
    row.drift_near = look->gullies * exact_min(d, 0.05);
    row.texture = look->texture;
    return row;
}

static double tanh_of(double x)
{
    return 1.0 - 2.0 / (exact_exp(2.0 * x) + 1.0);
}

typedef struct shader {
    const rl_frame *frame;
    const rl_ridge *ridge;
    const pyramid *profile;
    uint64_t key;
    double snow_top; /* U: above it snow lies thick */
} shader;

/* Long level crests have no slope to tell a face by: there fluting would show. */
static double crest_calm(const shader *s, double least, double x)
{
    double slope = exact_abs(level_slope(s->profile, 5, x));
    return least + (1.0 - least) * exact_smoothstep(0.04, 0.26, slope);
}

static double shade_at(const shader *s, const depth_row *row, double x)
{
    const face_look *look = row->look;
    double d = look->by_height ? height_at(s->profile, x) - row->depth : row->depth;
    double drift =
        row->drift_far * noise_fractal(s->key, look->octaves, look->drift_x * x, look->drift_d * d);
    if (row->drift_near > 0.0)
        drift += row->drift_near * noise_fractal(s->key + 1, 4, 16.0 * x, 26.0 * d);
    double at = x + exact_clamp(drift, -DRIFT_MOST, DRIFT_MOST);
    double slope = exact_mix(level_slope(s->profile, row->level, at),
                             level_slope(s->profile, row->level + 1, at), row->part);
    double side = exact_clamp((s->frame->scene.sun_x - x) / SIDE_WIDTH, -1.0, 1.0);
    double facing = -1.5 * slope * side;
    if (row->texture > 0.0)
        facing += row->texture * noise_fractal(s->key + 2, 4, 22.0 * x + 30.0 * drift, 34.0 * d);
    /* The calm belongs to the crest: farther down it would hang there as a stripe. */
    double calm = exact_mix(crest_calm(s, row->look->calm, at), 1.0,
                            exact_smoothstep(0.01, 0.07, row->depth));
    return tanh_of(1.4 * facing) * calm;
}

static double snow_at(const shader *s, const depth_row *row, double x, double shade)
{
    double height = height_at(s->profile, x) - row->depth;
    double texture = noise_fractal(s->key + 3, 4, 19.0 * x, 31.0 * height);
    double lies = (height - s->snow_top) / 0.05 + 1.1 * texture + 0.55 * shade - 0.15;
    return s->ridge->snow * exact_smoothstep(-0.35, 0.55, lies);
}

static double column_x(const rl_frame *frame, const frame_relief *table, int column)
{
    double pixel = (double)(table->first_column + column) * table->step;
    return (pixel - 0.5 * frame->width) / frame->unit;
}

static void fill_columns(const shader *s, frame_relief *table, int from, int to)
{
    for (int j = 0; j < FRAME_RELIEF_LEVELS; j++) {
        depth_row row = row_of(s->ridge, j);
        for (int c = from; c < to; c++) {
            double x = column_x(s->frame, table, c);
            double shade = row.amount > 1e-3 || table->snow != NULL ? shade_at(s, &row, x) : 0.0;
            size_t at = (size_t)c * FRAME_RELIEF_LEVELS + (size_t)j;
            table->shade[at] = (float)(shade * row.amount);
            if (table->snow != NULL)
                table->snow[at] = (float)snow_at(s, &row, x, shade);
        }
    }
}

/* The highest point of the ridge on the world lattice but for the last 2 %. */
static rl_status snow_top(const rl_frame *frame, int ridge, double *top, rl_error *error)
{
    double heights[FRAME_LATTICE];
    rl_status status = frame_skyline(frame, ridge, heights, error);
    if (status == RL_OK)
        *top = frame_quantile(heights, FRAME_LATTICE, 0.98) / frame->unit_share -
               frame->scene.ridge[ridge].snow_line;
    return status;
}

static rl_status make_memory(rl_frame *frame, const rl_ridge *ridge, frame_relief *table,
                             rl_error *error)
{
    table->step = frame->step > 1 ? frame->step / 2 : 1;
    table->first_column = frame->x / table->step;
    table->columns = (frame->x + frame->columns - 1) / table->step - table->first_column + 2;
    size_t count = (size_t)table->columns * FRAME_RELIEF_LEVELS;
    int planes = ridge->snow > 0.0 ? 2 : 1;
    table->shade = memory_array(frame->allocator, count, (size_t)planes * sizeof(float));
    if (frame->relief_level == NULL) {
        frame->relief_pixels = (int)(DEEPEST * frame->unit) + 2;
        frame->relief_level = memory_array(frame->allocator, (size_t)frame->relief_pixels, 1);
        if (frame->relief_level != NULL)
            make_depths(frame);
    }
    if (table->shade == NULL || frame->relief_level == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    table->snow = planes == 2 ? table->shade + count : NULL;
    return RL_OK;
}

/* ---- beds of rock --------------------------------------------------------- */

#define BEDS_PER_U 38.0 /* thick beds; finer ones lie between them */
#define BED_SHADE 1.3   /* contrast of beds for strata = 1 */
#define BED_LIFT 0.010  /* U: beds are not ruled lines */
#define BED_DIP 0.025   /* rise over run, at most */

/* Octaves of beds that are at least two pixels thick, at most four. */
static int bed_octaves(const rl_frame *frame)
{
    int octaves = 1;
    while (octaves < 4 && BEDS_PER_U * (double)(4 << octaves) < frame->unit)
        octaves++;
    return octaves;
}

static rl_status make_strata(rl_frame *frame, const rl_ridge *ridge, frame_relief *table,
                             uint64_t key, rl_error *error)
{
    size_t columns = (size_t)table->columns;
    table->bed = memory_array(frame->allocator, FRAME_BEDS + columns, sizeof(float));
    if (table->bed == NULL)
        return status_fail(error, RL_NO_MEMORY, "strata: out of memory");
    table->bed_lift = table->bed + FRAME_BEDS;
    table->bed_scale = (float)(FRAME_BEDS_PER_U / frame->unit);
    int octaves = bed_octaves(frame);
    for (int i = 0; i < FRAME_BEDS; i++) {
        double at = BEDS_PER_U / FRAME_BEDS_PER_U * (double)i;
        table->bed[i] = (float)(BED_SHADE * noise_fractal(key, octaves, at, 0.5));
    }
    double dip = BED_DIP * (2.0 * hash_unit(hash_mix(key)) - 1.0);
    for (int c = 0; c < table->columns; c++) {
        double x = column_x(frame, table, c);
        double lift = dip * x + BED_LIFT * noise_fractal(key + 1, 3, 2.5 * x, 0.5);
        table->bed_lift[c] = (float)(lift * FRAME_BEDS_PER_U);
    }
    for (int j = 0; j < FRAME_RELIEF_LEVELS; j++) {
        double d = depth_of(j);
        double shown = exact_exp(-d / (look_of(ridge)->fade + 0.1 * ridge->depth));
        table->bed_amount[j] =
            (float)(ridge->strata * shown * (1.0 - exact_smoothstep(0.7 * DEEPEST, DEEPEST, d)));
    }
    return RL_OK;
}

/* Columns that share one pyramid. */
#define RUN_COLUMNS 4096

static rl_status fill_run(shader *s, frame_relief *table, int from, int to, rl_error *error)
{
    pyramid profile = {.memory = NULL};
    double left = column_x(s->frame, table, from) - DRIFT_MOST - 0.01;
    double right = column_x(s->frame, table, to - 1) + DRIFT_MOST + 0.01;
    int ridge = (int)(s->ridge - s->frame->scene.ridge);
    rl_status status = make_pyramid(s->frame, ridge, left, right, &profile, error);
    s->profile = &profile;
    if (status == RL_OK)
        fill_columns(s, table, from, to);
    memory_free(s->frame->allocator, profile.memory);
    return status;
}

rl_status frame_relief_make(rl_frame *frame, frame_surface *surface, rl_error *error)
{
    const rl_ridge *ridge = &frame->scene.ridge[surface->ridge];
    int is_plain = ridge->relief <= 0.0 && ridge->snow <= 0.0 && ridge->strata <= 0.0;
    if (is_plain || frame->unit < LEAST_UNIT)
        return RL_OK;
    shader s = {.frame = frame,
                .ridge = ridge,
                .key = hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)surface->ridge)};
    rl_status status = make_memory(frame, ridge, &surface->relief, error);
    if (status == RL_OK && ridge->strata > 0.0)
        status = make_strata(frame, ridge, &surface->relief, s.key + 4, error);
    if (status != RL_OK)
        return status;
    status = snow_top(frame, surface->ridge, &s.snow_top, error);
    /* A wide view is filled run by run, so that the pyramid stays small. */
    for (int c = 0; c < surface->relief.columns && status == RL_OK; c += RUN_COLUMNS) {
        int end =
            c + RUN_COLUMNS < surface->relief.columns ? c + RUN_COLUMNS : surface->relief.columns;
        status = fill_run(&s, &surface->relief, c, end, error);
    }
    return status;
}
