/* heights.c - writes the ridges of a frame as CSV or JSON, for games and plots.
 *
 * In: a frame.  Out: text with three decimals, the same under every locale.
 * CSV streams; JSON is built in memory by jansson and therefore has a limit.
 */
#include "cli/common/heights.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns sampled at once. */
#define RUN 256

/* Heights in one JSON text: some 200 MB of jansson's nodes. */
#define JSON_MAX 4000000

/* Letters of one number: sign, ten digits, point, three digits, comma. */
#define NUMBER_SIZE 24

static rl_status fail(rl_error *error, rl_status status, const char *text)
{
    error->status = status;
    snprintf(error->text, sizeof error->text, "%s", text);
    return status;
}

/* The columns that a frame paints. */
static void columns_of(const rl_frame *frame, int *first, int *count)
{
    const rl_scene *scene = rl_frame_scene(frame);
    int is_part = scene->part_width > 0;
    *first = is_part ? scene->part_x : 0;
    *count = is_part ? scene->part_width : scene->width;
}

/* Thousandths, rounded half away from zero; heights stay far below 2^53. */
static int64_t to_thousandths(double height_px)
{
    return (int64_t)(height_px * 1000 + (height_px < 0 ? -0.5 : 0.5));
}

/* ---- csv ---------------------------------------------------------------- */

static char *put_height(char *to, double height_px)
{
    int64_t value = to_thousandths(height_px);
    int64_t size = value < 0 ? -value : value;
    return to + snprintf(to, NUMBER_SIZE, ",%s%" PRId64 ".%03d", value < 0 ? "-" : "", size / 1000,
                         (int)(size % 1000));
}

static rl_status write_header(int ridges, rl_sink *sink, rl_error *error)
{
    char line[16 * (RL_MAX_RIDGES + 1)], *to = line;
    *to++ = 'x';
    for (int ridge = 0; ridge < ridges; ridge++)
        to += snprintf(to, 16, ",ridge_%d", ridge + 1);
    *to++ = '\n';
    return rl_sink_write(sink, line, (size_t)(to - line), error);
}

/* Writes the lines of columns x .. x+count-1; heights[ridge * RUN + column]. */
static rl_status write_lines(const double *heights, int ridges, int x, int count, rl_sink *sink,
                             rl_error *error)
{
    char line[NUMBER_SIZE * (RL_MAX_RIDGES + 1)];
    rl_status status = RL_OK;
    for (int column = 0; column < count && status == RL_OK; column++) {
        char *to = line + snprintf(line, NUMBER_SIZE, "%d", x + column);
        for (int ridge = 0; ridge < ridges; ridge++)
            to = put_height(to, heights[ridge * RUN + column]);
        *to++ = '\n';
        status = rl_sink_write(sink, line, (size_t)(to - line), error);
    }
    return status;
}

static rl_status write_runs(const rl_frame *frame, double *heights, rl_sink *sink, rl_error *error)
{
    int ridges = rl_frame_scene(frame)->ridge_count, first, total;
    rl_status status = write_header(ridges, sink, error);
    columns_of(frame, &first, &total);
    for (int x = 0; x < total && status == RL_OK; x += RUN) {
        int count = total - x < RUN ? total - x : RUN;
        if (stop_asked())
            return fail(error, RL_CANCELLED, "stopped");
        for (int ridge = 0; ridge < ridges && status == RL_OK; ridge++)
            status = rl_frame_heights(frame, ridge, x, count, heights + ridge * RUN, error);
        if (status == RL_OK)
            status = write_lines(heights, ridges, first + x, count, sink, error);
    }
    return status;
}

rl_status heights_csv(const rl_frame *frame, rl_sink *sink, rl_error *error)
{
    double *heights = calloc((size_t)RL_MAX_RIDGES * RUN, sizeof *heights);
    if (heights == NULL)
        return fail(error, RL_NO_MEMORY, "out of memory");
    rl_status status = write_runs(frame, heights, sink, error);
    free(heights);
    return status;
}

/* ---- json --------------------------------------------------------------- */

static rl_status add_ridge(json_t *ridges, const rl_frame *frame, int ridge, int total,
                           rl_error *error)
{
    double heights[RUN];
    rl_status status = RL_OK;
    json_t *list = json_array();
    if (json_array_append_new(ridges, list) != 0)
        return fail(error, RL_NO_MEMORY, "out of memory");
    for (int x = 0; x < total && status == RL_OK; x += RUN) {
        int count = total - x < RUN ? total - x : RUN;
        status = rl_frame_heights(frame, ridge, x, count, heights, error);
        for (int i = 0; i < count && status == RL_OK; i++) {
            double rounded = (double)to_thousandths(heights[i]) / 1000;
            if (json_array_append_new(list, json_real(rounded)) != 0)
                status = fail(error, RL_NO_MEMORY, "out of memory");
        }
    }
    return status;
}

/* What json_dump_callback writes to, and what became of it. */
typedef struct json_target {
    rl_sink *sink;
    rl_error *error;
    rl_status status;
} json_target;

static int write_json(const char *bytes, size_t size, void *user)
{
    json_target *target = user;
    target->status = rl_sink_write(target->sink, bytes, size, target->error);
    return target->status == RL_OK ? 0 : -1;
}

static rl_status dump(const json_t *object, rl_sink *sink, rl_error *error)
{
    json_target target = {sink, error, RL_OK};
    /* Twelve digits hold every height to its thousandth without a tail of nines. */
    size_t flags = JSON_SORT_KEYS | JSON_COMPACT | JSON_REAL_PRECISION(12);
    if (json_dump_callback(object, write_json, &target, flags) != 0)
        return target.status != RL_OK ? target.status : fail(error, RL_NO_MEMORY, "out of memory");
    return rl_sink_write(sink, "\n", 1, error);
}

rl_status heights_json(const rl_frame *frame, rl_sink *sink, rl_error *error)
{
    const rl_scene *scene = rl_frame_scene(frame);
    char seed[24];
    int first, total;
    columns_of(frame, &first, &total);
    if ((int64_t)total * scene->ridge_count > JSON_MAX)
        return fail(error, RL_BAD_ARGUMENT,
                    "-f json: more than 4000000 heights: use -f csv or --region");
    snprintf(seed, sizeof seed, "%" PRIu64, scene->seed);
    json_t *ridges = json_array();
    json_t *object = json_pack("{s:i,s:s,s:i,s:i,s:i,s:i,s:O}", "algorithm", scene->algorithm,
                               "seed", seed, "width", scene->width, "height", scene->height, "x",
                               first, "count", total, "ridges", ridges);
    rl_status status = object != NULL ? RL_OK : fail(error, RL_NO_MEMORY, "out of memory");
    for (int ridge = 0; ridge < scene->ridge_count && status == RL_OK; ridge++)
        status = stop_asked() ? fail(error, RL_CANCELLED, "stopped")
                              : add_ridge(ridges, frame, ridge, total, error);
    if (status == RL_OK)
        status = dump(object, sink, error);
    json_decref(object);
    json_decref(ridges);
    return status;
}
