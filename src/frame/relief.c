/* relief.c - faces on mountains, from the slope of their own skyline.
 *
 * Fine notches of a skyline make short gullies, coarse peaks make long faces.  So
 * the shade at depth d below the edge is the slope of the profile blurred over a
 * width that grows with d, looked up a little sideways so that spurs wander.  It
 * is one number for each (column, depth), held in a table that follows the edge.
 */
#include "frame/relief_shader.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"

/* Pixels of one U below which no face has a pixel of its own. */
#define LEAST_UNIT 24.0

/* Shades that differ from none by less than this share are none. */
#define LEAST_AMOUNT 1e-3

double relief_x(const rl_frame *frame, const frame_relief *table, int64_t column)
{
    return ((double)column * table->step - 0.5 * frame->width) / frame->unit;
}

/* ---- one table ------------------------------------------------------------- */

/* Writes the columns of a run that the table has. */
static void keep_run(relief_shader *s, int run, int j, float amount, const float *shade)
{
    frame_relief *table = s->table;
    int64_t column = s->from + (int64_t)run * RELIEF_RUN;
    int64_t left = table->first_column - column;
    int64_t right = left + table->columns;
    int from = left > 0 ? (int)left : 0;
    int to = right < RELIEF_RUN ? (int)right : RELIEF_RUN;
    ptrdiff_t at = (ptrdiff_t)(from - left) * FRAME_RELIEF_LEVELS + j;
    double depth = relief_depth(j);
    for (int c = from; c < to; c++, at += FRAME_RELIEF_LEVELS) {
        table->shade[at] = shade[c] * amount;
        if (table->snow != NULL)
            table->snow[at] =
                relief_snow_at(&s->snow, shader_x(s, column + c),
                               (double)s->height[run * RELIEF_RUN + c] - depth, shade[c]);
    }
}

static int is_seen(const relief_shader *s, int run, int j)
{
    return s->run_seen[run].first <= j && j <= s->run_seen[run].last;
}

/* The first of the runs that show a depth, and the end of the last. */
static void find_runs(relief_shader *s, int j)
{
    s->first_run = 0;
    s->end_run = s->runs;
    while (s->first_run < s->end_run && !is_seen(s, s->first_run, j))
        s->first_run++;
    while (s->end_run > s->first_run && !is_seen(s, s->end_run - 1, j))
        s->end_run--;
}

static void fill_level(relief_shader *s, int j)
{
    double d = relief_depth(j);
    double amount = s->ridge->relief * exact_exp(-d / (s->look->fade + 0.1 * s->ridge->depth)) *
                    (1.0 - exact_smoothstep(0.7 * RELIEF_DEEPEST, RELIEF_DEEPEST, d));
    find_runs(s, j);
    if ((amount <= LEAST_AMOUNT && s->table->snow == NULL) || s->first_run >= s->end_run)
        return;
    int blur[3];
    double part;
    shader_blurs(s, d, blur, &part);
    relief_row row = shader_row(s, j, blur, part);
    float shade[RELIEF_RUN];
    for (int run = s->first_run; run < s->end_run; run++) {
        if (!is_seen(s, run, j))
            continue;
        shader_place_slopes(s, run, blur);
        s->shade(&row, &s->place[run], shade);
        keep_run(s, run, j, (float)amount, shade);
    }
}

/* What the blocks of a run show, and those beside it: columns are looked up in pairs. */
static relief_levels see_run(const relief_shader *s, int run)
{
    relief_levels seen = {FRAME_RELIEF_LEVELS, -1};
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

static rl_status make_room(relief_shader *s, rl_error *error)
{
    const rl_allocator *allocator = s->frame->allocator;
    size_t runs = (size_t)s->runs;
    size_t lines = shader_count_lines(s);
    int has_height = s->look->by_height || s->table->snow != NULL;
    size_t floats = 2 * lines + (has_height ? runs * RELIEF_RUN : 0) + 1;
    s->lines = memory_array(allocator, floats, sizeof *s->lines);
    if (s->lines == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    s->height = has_height ? s->lines + 2 * lines : NULL;
    return RL_OK;
}

/* Cuts off the runs at either end that show nothing, and finds what the others show. */
static void see_part(relief_shader *s)
{
    relief_levels none = {FRAME_RELIEF_LEVELS, -1};
    while (s->from < s->to && see_run(s, 0).last < 0)
        s->from += RELIEF_RUN;
    s->runs = (int)((s->to - s->from) / RELIEF_RUN);
    while (s->runs > 0 && see_run(s, s->runs - 1).last < 0)
        s->runs--;
    s->all = none;
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
    double beyond = exact_min(shader_drift_most(s->look, deepest), RELIEF_DRIFT_MOST) + 0.01;
    int64_t end = s->from + (int64_t)s->runs * RELIEF_RUN;
    shader_blurs(s, deepest, blur, &part);
    rl_status status = make_room(s, error);
    if (status == RL_OK)
        status =
            relief_profile_make(&s->profile, s->frame, s->index, shader_x(s, s->from) - beyond,
                                shader_x(s, end) + beyond,
                                blur[1] > RELIEF_CREST_BLUR ? blur[1] : RELIEF_CREST_BLUR, error);
    for (int run = 0; run < s->runs && status == RL_OK; run++)
        shader_place_run(s, run);
    for (int j = s->all.first; j <= s->all.last && status == RL_OK; j++)
        fill_level(s, j);
    relief_profile_free(s->frame, &s->profile);
    memory_free(s->frame->allocator, s->lines);
    return status;
}

/* A wide view is filled part by part, so that profiles and lines stay few. */
static rl_status fill_table(relief_shader *s, rl_error *error)
{
    const frame_relief *table = s->table;
    int64_t first = exact_down(table->first_column, RELIEF_RUN) * RELIEF_RUN;
    int64_t end = table->first_column + (int64_t)table->columns;
    end = exact_down(end + RELIEF_RUN - 1, RELIEF_RUN) * RELIEF_RUN;
    rl_status status = RL_OK;
    for (; first < end && status == RL_OK; first += RELIEF_PART) {
        s->from = first;
        s->to = first + RELIEF_PART < end ? first + RELIEF_PART : end;
        status = fill_part(s, error);
    }
    return status;
}

/* ---- all tables ------------------------------------------------------------ */

static rl_status make_memory(rl_frame *frame, const rl_ridge *ridge, frame_relief *table,
                             rl_error *error)
{
    table->step = frame->step > 1 ? frame->step / 2 : 1;
    table->first_column = exact_down(frame->x, table->step);
    table->columns =
        (int)(exact_down(frame->x + frame->columns - 1, table->step) - table->first_column) + 2;
    size_t count = (size_t)table->columns * FRAME_RELIEF_LEVELS;
    int planes = ridge->snow > 0.0 ? 2 : 1;
    table->shade = arena_zeroed(frame->arena, count, (size_t)planes * sizeof(float));
    if (table->shade == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    table->snow = planes == 2 ? table->shade + count : NULL;
    return RL_OK;
}

/* What lasts for the whole table. */
static rl_status make_seen(const rl_frame *frame, relief_shader *s, rl_error *error)
{
    size_t runs = RELIEF_PART / RELIEF_RUN;
    size_t blocks = (size_t)frame->blocks;
    s->place = memory_array(frame->allocator, runs, sizeof *s->place);
    s->seen = memory_array(frame->allocator, blocks + runs, sizeof *s->seen);
    if (s->place == NULL || s->seen == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    s->run_seen = s->seen + blocks;
    for (int b = 0; b < frame->blocks; b++)
        s->seen[b] = relief_see(frame, s->index, b);
    return RL_OK;
}

static rl_status make_table(rl_frame *frame, relief_shader *s, rl_error *error)
{
    rl_status status = make_memory(frame, s->ridge, s->table, error);
    if (status == RL_OK && s->ridge->strata > 0.0)
        status = relief_strata(frame, s->ridge, s->table, s->key + 4, s->look->fade, error);
    s->snow.key = s->key + 3;
    s->snow.amount = s->ridge->snow;
    s->snow.top = s->table->snow != NULL ? relief_snow_top(frame, s->index) : 0.0;
    if (status == RL_OK)
        status = make_seen(frame, s, error);
    if (status == RL_OK)
        status = fill_table(s, error);
    memory_free(frame->allocator, s->place);
    memory_free(frame->allocator, s->seen);
    return status;
}

static int has_relief(const rl_frame *frame, int index)
{
    const rl_ridge *ridge = &frame->scene.ridge[index];
    return frame->unit >= LEAST_UNIT &&
           (ridge->relief > 0.0 || ridge->snow > 0.0 || ridge->strata > 0.0);
}

static rl_status make_relief(rl_frame *frame, int index, rl_error *error)
{
    frame_surface *surface = &frame->surface[frame->ridge_surface[index]];
    const rl_ridge *ridge = &frame->scene.ridge[index];
    relief_shader s = {.frame = frame,
                       .ridge = ridge,
                       .index = index,
                       .look = relief_look(ridge),
                       .table = &surface->relief,
                       .shade = relief_kernels[frame->kernels],
                       .key = hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)index)};
    shader_fit(&s);
    rl_status status = make_table(frame, &s, error);
    for (int row = 1; row < frame_rows(frame, index); row++)
        surface[row].relief = surface->relief; /* all rows of a slope have its ridge's faces */
    return status;
}

static rl_status make_ridge(preparation *work, int index, rl_error *error)
{
    rl_frame *frame = work->frame;
    if (!has_relief(frame, index))
        return RL_OK;
    rl_status status = profile_hold(frame->profile, index, error);
    if (status == RL_OK)
        status = make_relief(frame, index, error);
    profile_release(frame->profile, index);
    return status;
}

rl_status frame_reliefs(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    int any = 0;
    for (int i = 0; i < frame->scene.ridge_count; i++)
        any |= has_relief(frame, i);
    if (!any)
        return RL_OK;
    TRY(relief_depths(frame, error));
    TRY(relief_profile_share(frame, error));
    return prepare_each(work, frame->scene.ridge_count, make_ridge, error);
}
