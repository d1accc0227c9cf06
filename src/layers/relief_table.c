/* relief_table.c - faces on mountains, from the slope of their own skyline.
 *
 * Fine notches of a skyline make short gullies, coarse peaks make long faces.  So
 * the shade at depth d below the edge is the slope of the profile blurred over a
 * width that grows with d, looked up a little sideways so that spurs wander.  It
 * is one number for each (column, depth), in a table that follows the edge.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/relief.h"

/* Pixels of one U below which no face has a pixel of its own. */
#define LEAST_UNIT 24.0

/* Shades that differ from none by less than this share are none. */
#define LEAST_AMOUNT 1e-3

/* Levels of the table that a block of columns can show: none when last < first. */
typedef struct relief_levels {
    int first, last;
} relief_levels;

/* Columns that share one profile and its lattice lines; a multiple of RELIEF_RUN. */
#define RELIEF_PART 4096

/* The level of blur whose slope is that of the crest. */
#define RELIEF_CREST_BLUR 5

/* Work on RELIEF_PART of a table. */
typedef struct relief_shader {
    const rl_frame *frame;
    const rl_ridge *ridge;
    int index;
    const face_look *look;
    relief_table *table;
    uint64_t key;
    relief_snow snow;
    relief_levels *seen; /* [blocks] */
    relief_kernel *shade;

    int64_t from, to; /* columns, from the picture's left edge */
    int runs;
    relief_levels all;      /* that any of its runs shows */
    int first_run, end_run; /* of a depth that is laid */
    relief_profile profile;
    relief_place *place;        /* [RELIEF_PART / RELIEF_RUN] */
    relief_levels *run_seen;    /* as many */
    float *height;              /* [runs * RELIEF_RUN]: U; only where something is tied to it */
    float *lines;               /* room for the lattice lines of one depth */
    double rate[RELIEF_NOISES]; /* cells of each noise's first octave in a U */
    noise_period period[RELIEF_NOISES];
    noise_cell cell[RELIEF_NOISES][RELIEF_OCTAVES];
} relief_shader;

double relief_x(const rl_frame *frame, const relief_table *table, int64_t column)
{
    return ((double)column * table->step - 0.5 * frame->width) / frame->unit;
}

double relief_fade(const rl_ridge *land, double fade, double depth)
{
    return exact_exp(-depth / (fade + 0.1 * land->depth)) *
           (1.0 - exact_smoothstep(0.7 * RELIEF_DEEPEST, RELIEF_DEEPEST, depth));
}

/* ---- how the faces of each kind of ground look ------------------------------- */

#define BLUR_LEAST 0.0015

static const face_look looks[RIDGE_GROUNDS] = {
    [RIDGE_GROUND_ROCK] = {0.20, BLUR_LEAST, 0.9, 3.0, 9.0, 5, 0.25, 0.16, 0.3, 0.20, 0},
    /* Sand keeps the shadow's border as sharp as the crest it falls from, and lets it
     * wander in one broad curve. */
    [RIDGE_GROUND_SAND] = {0.06, BLUR_LEAST, 1.3, 1.5, 5.0, 2, 0.0, 0.0, 1.0, 0.20, 0},
    /* Depth leaps at a cliff.  So that no seam hangs from it, faces of table lands are
     * broad, do not fade on the way down, and their noise is one over cliff and rubble. */
    [RIDGE_GROUND_CLIFF] = {0.30, BLUR_LEAST, 0.6, 3.0, 9.0, 5, 0.45, 0.25, 0.6, 0.60, 1},
    /* Soft ground has no gullies: fine slopes of its edge would hang from it as streaks. */
    [RIDGE_GROUND_SOFT] = {0.20, 0.045, 1.3, 1.5, 5.0, 2, 0.0, 0.0, 1.0, 0.20, 0},
};

/* ---- depths: close together where relief is fine, far apart below -------------- */

double relief_depth(int j)
{
    return j < 16 ? 0.0018 * j : 0.0288 * exact_exp2((j - 16) * 0.1575);
}

static rl_status make_depths(const rl_frame *frame, ridge_shared *shared, rl_error *error)
{
    shared->pixels = (int)(RELIEF_DEEPEST * frame->unit) + 2;
    shared->level = arena_array(frame->arena, (size_t)shared->pixels, 1);
    if (shared->level == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    for (int j = 0; j < RELIEF_LEVELS; j++)
        shared->depth[j] = (float)(relief_depth(j) * frame->unit);
    for (int j = 0; j + 1 < RELIEF_LEVELS; j++)
        shared->per_depth[j] = 1.0f / (shared->depth[j + 1] - shared->depth[j]);
    int level = 0;
    for (int d = 0; d < shared->pixels; d++) {
        while (level + 2 < RELIEF_LEVELS && shared->depth[level + 1] <= (float)d)
            level++;
        shared->level[d] = (uint8_t)level;
    }
    return RL_OK;
}

/* ---- how deep below its edge a ridge can be seen -------------------------------- */

/* Painters may read so many rows past what is seen; a mirror blurs over more. */
#define MORE_ROWS 16

static int level_of(const ridge_shared *shared, int depth)
{
    int last = shared->pixels - 1;
    return shared->level[depth < 0 ? 0 : depth > last ? last : depth];
}

/* What nearer rows and layers do not cover of a block.  Where layers pass before each other
 * only rows of its own slope hide a row. */
static void see_row(const rl_frame *frame, int index, int row, int block, relief_levels *visible)
{
    const ridge_layer *ridge = frame->layer[index].data;
    const ridge_outline *outline = &ridge->row[row].outline;
    int mirror = index + 1; /* the layer in which those behind it are mirrored */
    while (mirror < frame->layers && !frame->layer[mirror].mirrors)
        mirror++;
    int is_mirrored =
        mirror < frame->layers && frame->y + frame->rows > frame->layer[mirror].block_top[0];
    int end = frame->is_layered ? 0 : is_mirrored ? mirror : frame->layers;
    int top = is_mirrored ? 0 : frame->y;
    int bottom = is_mirrored ? frame->height : frame->y + frame->rows;
    for (int i = row + 1; i < ridge->rows; i++)
        if (ridge->row[i].outline.block_full[block] < bottom)
            bottom = ridge->row[i].outline.block_full[block];
    for (int i = index + 1; i < end; i++)
        if (frame->layer[i].block_full != NULL && frame->layer[i].block_full[block] < bottom)
            bottom = frame->layer[i].block_full[block];
    int more = MORE_ROWS + (is_mirrored ? frame->height / 64 : 0);
    int deepest = bottom + more - outline->block_top[block];
    if (deepest < 0 || bottom + more < top)
        return;
    int first = level_of(ridge->shared, top - more - outline->block_full[block]);
    int last = level_of(ridge->shared, deepest) + 2;
    last = last < RELIEF_LEVELS ? last : RELIEF_LEVELS - 1;
    visible->first = first < visible->first ? first : visible->first;
    visible->last = last > visible->last ? last : visible->last;
}

/* ---- a row of a table: its noises, its slopes, its runs ------------------------------ */

/* The fine noises of rock: cells in a U sideways and down, octaves. */
#define GULLY_X 16.0
#define GULLY_D 26.0
#define GRAIN_X 22.0
#define GRAIN_D 34.0
#define GRAIN_DRIFT 30.0
#define FINE_OCTAVES 4

static double x_of(const relief_shader *s, int64_t column)
{
    return relief_x(s->frame, s->table, column);
}

/* U. */
static double column_width(const relief_shader *s)
{
    return s->table->step / s->frame->unit;
}

static double drift_most(const face_look *look, double depth)
{
    return look->drift * depth + look->gullies * exact_min(depth, 0.05);
}

static double noise_scale(const relief_shader *s, int which)
{
    return which == RELIEF_FAR ? s->look->drift_d : which == RELIEF_NEAR ? GULLY_D : GRAIN_D;
}

static int noise_octaves(const relief_shader *s, int which)
{
    return which == RELIEF_FAR                               ? s->look->octaves
           : which == RELIEF_NEAR && s->look->gullies > 0.0  ? FINE_OCTAVES
           : which == RELIEF_GRAIN && s->look->texture > 0.0 ? FINE_OCTAVES
                                                             : 0;
}

/* The columns of an octave's lattice that the runs can touch at a depth. */
static void find_lines(const relief_shader *s, int which, int octave, double depth, int64_t *first,
                       int *count)
{
    double scale = (double)(1 << octave);
    double beyond = which == RELIEF_GRAIN ? GRAIN_DRIFT * drift_most(s->look, depth) : 0.0;
    double left = x_of(s, s->from + (int64_t)s->first_run * RELIEF_RUN);
    double right = x_of(s, s->from + (int64_t)s->end_run * RELIEF_RUN);
    left = s->rate[which] * left - beyond;
    right = s->rate[which] * right + beyond;
    *first = exact_floor(left * scale) - 1;
    *count = (int)(exact_floor(right * scale) + 3 - *first);
}

static size_t count_lines(const relief_shader *s)
{
    size_t all = 0;
    for (int which = 0; which < RELIEF_NOISES && !s->look->by_height; which++) {
        for (int o = 0; o < noise_octaves(s, which); o++) {
            int64_t first;
            int count;
            find_lines(s, which, o, RELIEF_DEEPEST, &first, &count);
            all += (size_t)count + 1;
        }
    }
    return all;
}

/* Lays one noise at a depth; returns the first place behind its lines. */
static float *lay_noise(relief_shader *s, relief_noise *noise, int which, double depth,
                        float *lines)
{
    noise->key = s->key + (uint64_t)which;
    noise->octaves = noise_octaves(s, which);
    noise->rate = (float)(s->rate[which] * column_width(s));
    noise->scale = (float)noise_scale(s, which);
    noise->cell = s->cell[which];
    double weight = 0.5;
    for (int o = 0; o < noise->octaves && !s->look->by_height; o++) {
        int64_t first;
        int count;
        double y = noise_scale(s, which) * depth * (double)(1 << o);
        find_lines(s, which, o, depth, &first, &count);
        noise_lines(noise->key, o, first, count, y, weight, s->period[which] << o, lines);
        noise->first[o] = first;
        noise->lines[o] = lines;
        lines += 2 * (size_t)count;
        weight *= 0.5;
    }
    return lines;
}

/* Which levels of blur serve a depth: two, and that of the crests. */
static void find_blurs(const relief_shader *s, double depth, int blur[3], double *part)
{
    double width = exact_max(s->look->blur * depth, s->look->blur_least);
    double level = exact_clamp(exact_log2(width / (RELIEF_BLUR * relief_step(s->frame, 0))), 0.0,
                               RELIEF_BLURS - 1.001);
    blur[0] = (int)level;
    blur[1] = (int)level + 1;
    blur[2] = RELIEF_CREST_BLUR;
    *part = level - (int)level;
    for (int k = 0; k < 3; k++)
        blur[k] = blur[k] < s->profile.finest ? s->profile.finest : blur[k];
}

static relief_row row_at(relief_shader *s, int j, const int blur[3], double part)
{
    const face_look *look = s->look;
    double d = relief_depth(j);
    relief_row row = {.by_height = look->by_height, .depth = (float)d, .part = (float)part};
    float *lines = s->lines;
    for (int which = 0; which < RELIEF_NOISES; which++)
        lines = lay_noise(s, &row.noise[which], which, d, lines);
    row.drift_far = (float)(look->drift * d);
    row.drift_near = (float)(look->gullies * exact_min(d, 0.05));
    row.grain = (float)look->texture;
    row.grain_drift = (float)GRAIN_DRIFT;
    row.calm = (float)look->calm;
    row.crest = (float)exact_smoothstep(0.01, 0.07, d);
    for (int k = 0; k < 3; k++) {
        double per_u = 1.0 / relief_step(s->frame, blur[k]);
        row.slope[k] = s->profile.blur[blur[k]].slope;
        row.per_drift[k] = (float)per_u;
        row.per_column[k] = (float)(per_u * column_width(s));
    }
    return row;
}

/* What of a run's place is the same at all depths. */
static void place_run(relief_shader *s, int run)
{
    relief_place *place = &s->place[run];
    int64_t column = s->from + (int64_t)run * RELIEF_RUN;
    double x = x_of(s, column);
    for (int which = 0; which < RELIEF_NOISES; which++) {
        double at = s->rate[which] * x;
        int64_t cell = exact_floor(at);
        place->cell[which] = cell;
        place->part[which] = (float)(at - (double)cell);
    }
    /* On which side of the sun the run is. */
    double width = column_width(s);
    double way = frame_lean(s->frame, s->frame->light.sun_side - x);
    place->side = (float)(way / RELIEF_SIDE_WIDTH);
    place->side_rate = (float)(-width / RELIEF_SIDE_WIDTH);
    if (s->frame->loop > 0.0) {
        double end = x + RELIEF_RUN * width;
        double more = frame_lean(s->frame, s->frame->light.sun_side - end) - way;
        place->side_rate = (float)(more / (RELIEF_RUN * RELIEF_SIDE_WIDTH));
    }
    place->height = s->height != NULL ? s->height + (size_t)run * RELIEF_RUN : NULL;
    for (int c = 0; s->height != NULL && c < RELIEF_RUN; c++)
        s->height[run * RELIEF_RUN + c] = (float)relief_height(&s->profile, x_of(s, column + c));
}

/* ---- one table --------------------------------------------------------------------- */

/* Writes the columns of a run that the table has. */
static void keep_run(relief_shader *s, int run, int j, float amount, const float *shade)
{
    relief_table *table = s->table;
    int64_t column = s->from + (int64_t)run * RELIEF_RUN;
    int64_t left = table->first_column - column;
    int64_t right = left + table->columns;
    int from = left > 0 ? (int)left : 0;
    int to = right < RELIEF_RUN ? (int)right : RELIEF_RUN;
    ptrdiff_t at = (ptrdiff_t)(from - left) * RELIEF_LEVELS + j;
    double depth = relief_depth(j);
    for (int c = from; c < to; c++, at += RELIEF_LEVELS) {
        table->shade[at] = shade[c] * amount;
        if (table->snow != NULL)
            table->snow[at] = snow_at(&s->snow, x_of(s, column + c),
                                      (double)s->height[run * RELIEF_RUN + c] - depth, shade[c]);
    }
}

static int is_seen(const relief_shader *s, int run, int j)
{
    return s->run_seen[run].first <= j && j <= s->run_seen[run].last;
}

static void fill_level(relief_shader *s, int j)
{
    double d = relief_depth(j);
    double amount = s->ridge->relief * exact_exp(-d / (s->look->fade + 0.1 * s->ridge->depth)) *
                    (1.0 - exact_smoothstep(0.7 * RELIEF_DEEPEST, RELIEF_DEEPEST, d));
    s->first_run = 0; /* the runs that show this depth */
    s->end_run = s->runs;
    while (s->first_run < s->end_run && !is_seen(s, s->first_run, j))
        s->first_run++;
    while (s->end_run > s->first_run && !is_seen(s, s->end_run - 1, j))
        s->end_run--;
    if ((amount <= LEAST_AMOUNT && s->table->snow == NULL) || s->first_run >= s->end_run)
        return;
    int blur[3];
    double part;
    find_blurs(s, d, blur, &part);
    relief_row row = row_at(s, j, blur, part);
    float shade[RELIEF_RUN];
    for (int run = s->first_run; run < s->end_run; run++) {
        if (!is_seen(s, run, j))
            continue;
        relief_place *place = &s->place[run];
        double x = x_of(s, s->from + (int64_t)run * RELIEF_RUN);
        for (int k = 0; k < 3; k++) {
            double sample = x / relief_step(s->frame, blur[k]);
            int64_t index = exact_floor(sample);
            place->index[k] = (int32_t)(index - s->profile.blur[blur[k]].first);
            place->way[k] = (float)(sample - (double)index);
        }
        s->shade(&row, place, shade);
        keep_run(s, run, j, (float)amount, shade);
    }
}

/* What the blocks of a run show, and those beside it: columns are looked up in pairs. */
static relief_levels see_run(const relief_shader *s, int run)
{
    relief_levels seen = {RELIEF_LEVELS, -1};
    int64_t left = (s->from + (int64_t)run * RELIEF_RUN - 1) * s->table->step;
    int64_t right = left + (int64_t)(RELIEF_RUN + 2) * s->table->step;
    int64_t first = exact_down(left, s->frame->block) - s->frame->first_block;
    int64_t last = exact_down(right, s->frame->block) - s->frame->first_block;
    for (int64_t b = first < 0 ? 0 : first; b <= last && b < s->frame->blocks; b++) {
        seen.first = s->seen[b].first < seen.first ? s->seen[b].first : seen.first;
        seen.last = s->seen[b].last > seen.last ? s->seen[b].last : seen.last;
    }
    return seen;
}

/* Cuts off the runs at either end that show nothing, and finds what the others show. */
static void see_part(relief_shader *s)
{
    while (s->from < s->to && see_run(s, 0).last < 0)
        s->from += RELIEF_RUN;
    s->runs = (int)((s->to - s->from) / RELIEF_RUN);
    while (s->runs > 0 && see_run(s, s->runs - 1).last < 0)
        s->runs--;
    s->all = (relief_levels){RELIEF_LEVELS, -1};
    for (int run = 0; run < s->runs; run++) {
        relief_levels seen = s->run_seen[run] = see_run(s, run);
        s->all.first = seen.first < s->all.first ? seen.first : s->all.first;
        s->all.last = seen.last > s->all.last ? seen.last : s->all.last;
    }
    s->first_run = 0;
    s->end_run = s->runs;
}

static rl_status fill_part(relief_shader *s, rl_error *error)
{
    int blur[3];
    double part;
    see_part(s);
    if (s->runs == 0)
        return RL_OK;
    double deepest = relief_depth(s->all.last);
    double beyond = exact_min(drift_most(s->look, deepest), RELIEF_DRIFT_MOST) + 0.01;
    int64_t end = s->from + (int64_t)s->runs * RELIEF_RUN;
    find_blurs(s, deepest, blur, &part);
    size_t lines = count_lines(s);
    int has_height = s->look->by_height || s->table->snow != NULL;
    size_t heights = has_height ? (size_t)s->runs * RELIEF_RUN : 0;
    s->lines = memory_array(s->frame->allocator, 2 * lines + heights + 1, sizeof *s->lines);
    if (s->lines == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    s->height = has_height ? s->lines + 2 * lines : NULL;
    rl_status status = relief_blurred(
        &s->profile, s->frame, s->index, x_of(s, s->from) - beyond, x_of(s, end) + beyond,
        blur[1] > RELIEF_CREST_BLUR ? blur[1] : RELIEF_CREST_BLUR, error);
    for (int run = 0; run < s->runs && status == RL_OK; run++)
        place_run(s, run);
    for (int j = s->all.first; j <= s->all.last && status == RL_OK; j++)
        fill_level(s, j);
    memory_free(s->frame->allocator, s->profile.memory);
    s->profile.memory = NULL;
    memory_free(s->frame->allocator, s->lines);
    return status;
}

/* A wide view is filled part by part, so that profiles and lines stay few. */
static rl_status fill_table(relief_shader *s, rl_error *error)
{
    const relief_table *table = s->table;
    int64_t first = exact_down(table->first_column, RELIEF_RUN) * RELIEF_RUN;
    int64_t end = table->first_column + (int64_t)table->columns;
    end = exact_down(end + RELIEF_RUN - 1, RELIEF_RUN) * RELIEF_RUN;
    for (; first < end; first += RELIEF_PART) {
        s->from = first;
        s->to = first + RELIEF_PART < end ? first + RELIEF_PART : end;
        TRY(fill_part(s, error));
    }
    return RL_OK;
}

/* ---- all tables ------------------------------------------------------------ */

static rl_status make_table(const rl_frame *frame, const rl_ridge *land, relief_table *table,
                            rl_error *error)
{
    table->step = frame->step > 1 ? frame->step / 2 : 1;
    while (1 << table->shift < table->step)
        table->shift++;
    table->first_column = exact_down(frame->x, table->step);
    table->columns =
        (int)(exact_down(frame->x + frame->columns - 1, table->step) - table->first_column) + 2;
    size_t count = (size_t)table->columns * RELIEF_LEVELS;
    int planes = land->snow > 0.0 ? 2 : 1;
    table->shade = arena_zeroed(frame->arena, count, (size_t)planes * sizeof(float));
    if (table->shade == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    table->snow = planes == 2 ? table->shade + count : NULL;
    return RL_OK;
}

/* What each block shows; all rows of the slope share the table. */
static rl_status fill(const rl_frame *frame, int index, relief_shader *s, rl_error *error)
{
    size_t runs = RELIEF_PART / RELIEF_RUN;
    size_t blocks = (size_t)frame->blocks;
    rl_status status = RL_OK;
    s->place = memory_array(frame->allocator, runs, sizeof *s->place);
    s->seen = memory_array(frame->allocator, blocks + runs, sizeof *s->seen);
    if (s->place == NULL || s->seen == NULL)
        status = status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    for (int b = 0; b < frame->blocks && status == RL_OK; b++) {
        s->seen[b] = (relief_levels){RELIEF_LEVELS, -1};
        for (int row = 0; row < ((const ridge_layer *)frame->layer[index].data)->rows; row++)
            see_row(frame, index, row, b, &s->seen[b]);
    }
    s->run_seen = s->seen + blocks;
    if (status == RL_OK)
        status = fill_table(s, error);
    memory_free(frame->allocator, s->place);
    memory_free(frame->allocator, s->seen);
    return status;
}

static int has_relief(const rl_frame *frame, int ridge)
{
    const rl_ridge *land = &frame->scene.ridge[ridge];
    return frame->unit >= LEAST_UNIT &&
           (land->relief > 0.0 || land->snow > 0.0 || land->strata > 0.0);
}

rl_status relief_make(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    ridge_layer *ridge = layer->data;
    const rl_ridge *land = &frame->scene.ridge[ridge->ridge];
    if (!has_relief(frame, ridge->ridge))
        return RL_OK;
    relief_shader s = {.frame = frame,
                       .ridge = land,
                       .index = ridge->ridge,
                       .look = &looks[ridge_family_of(land)->ground],
                       .table = &ridge->relief,
                       .shade = relief_kernels[frame->kernels],
                       .key = hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)ridge->ridge)};
    TRY(make_table(frame, land, s.table, error));
    if (land->strata > 0.0)
        TRY(beds_make(frame, ridge->shared, land, s.table, s.key + 4, s.look->fade, error));
    const double rates[RELIEF_NOISES] = {s.look->drift_x, GULLY_X, GRAIN_X};
    for (int which = 0; which < RELIEF_NOISES; which++) {
        s.rate[which] = rates[which];
        s.period[which] = noise_fit_rate(frame->loop, &s.rate[which]);
        for (int o = 0; o < RELIEF_OCTAVES; o++)
            s.cell[which][o].period = s.period[which] << o;
    }
    s.snow.key = s.key + 3;
    if (s.table->snow != NULL)
        snow_begin(&s.snow, frame, ridge->ridge);
    rl_status status = profile_hold(frame->profile, ridge->ridge, error);
    if (status == RL_OK)
        status = fill(frame, (int)(layer - frame->layer), &s, error);
    profile_release(frame->profile, ridge->ridge);
    return status;
}

rl_status relief_share(preparation *work, ridge_shared *shared, rl_error *error)
{
    const rl_frame *frame = work->frame;
    int any = 0;
    for (int i = 0; i < frame->scene.ridge_count; i++)
        any |= has_relief(frame, i);
    if (!any)
        return RL_OK;
    TRY(make_depths(frame, shared, error));
    return relief_blur_grid(frame, error);
}
