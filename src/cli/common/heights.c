/* heights.c - writes the ridges of a frame as CSV or JSON, for games and plots: the height of each
 * column, or the vertices of segments.
 *
 * In: a frame.  Out: text with at most three decimals, the same under every locale.  Heights are
 * streamed, so that memory holds RUN columns; of vertices it holds one ridge.
 */
#include "base/status.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Number of columns sampled at once. */
#define RUN 256

/* Letters of one number: sign, ten digits, point, three digits, comma. */
#define NUMBER_SIZE 24

/* The columns that a frame paints. */
static void columns_of(const rl_frame *frame, int *first, int *count)
{
    const geometry part = scene_part(rl_frame_scene(frame));
    *first = part.x;
    *count = part.width > 0 ? part.width : scene_size(rl_frame_scene(frame)).width;
}

/* Writes a height rounded to thousandths, half away from zero; heights are far below 2^53. */
static char *put_height(char *dst, double height_px)
{
    int64_t value = (int64_t)(height_px * 1000 + (height_px < 0 ? -0.5 : 0.5));
    int64_t size = value < 0 ? -value : value;
    return dst + snprintf(dst, NUMBER_SIZE, "%s%" PRId64 ".%03d", value < 0 ? "-" : "", size / 1000,
                          (int)(size % 1000));
}

/* ---- csv ---------------------------------------------------------------- */

rl_status heights_csv(const rl_frame *frame, rl_sink *sink, rl_error *error)
{
    static double heights[RL_MAX_RIDGES][RUN]; /* too large for a small stack */
    int ridges = scene_integer(rl_frame_scene(frame), "ridgeline.ridges"), first, total;
    char line[NUMBER_SIZE * (RL_MAX_RIDGES + 1)] = "x", *dst = line + 1;
    for (int ridge = 0; ridge < ridges; ridge++)
        dst += snprintf(dst, NUMBER_SIZE, ",ridge_%d", ridge + 1);
    *dst++ = '\n';
    TRY(rl_sink_write(sink, line, (size_t)(dst - line), error));
    columns_of(frame, &first, &total);
    for (int x = 0; x < total; x++) {
        int column = x % RUN, count = total - x < RUN ? total - x : RUN;
        if (column == 0 && stop_asked())
            return status_fail(error, RL_CANCELLED, "stopped");
        for (int ridge = 0; ridge < ridges && column == 0; ridge++)
            TRY(rl_frame_heights(frame, ridge, x, count, heights[ridge], error));
        dst = line + snprintf(line, NUMBER_SIZE, "%d", first + x);
        for (int ridge = 0; ridge < ridges; ridge++) {
            *dst++ = ',';
            dst = put_height(dst, heights[ridge][column]);
        }
        *dst++ = '\n';
        TRY(rl_sink_write(sink, line, (size_t)(dst - line), error));
    }
    return RL_OK;
}

/* ---- json --------------------------------------------------------------- */

/* Writes the heights of one ridge as an array, without trailing zeros: 12.0, 12.5, 12.345. */
static rl_status write_ridge(const rl_frame *frame, int ridge, int total, rl_sink *sink,
                             rl_error *error)
{
    double heights[RUN];
    char text[RUN * NUMBER_SIZE];
    TRY(rl_sink_write(sink, ridge > 0 ? ",[" : "[", ridge > 0 ? 2 : 1, error));
    for (int x = 0; x < total; x += RUN) {
        int count = total - x < RUN ? total - x : RUN;
        char *dst = text;
        if (stop_asked())
            return status_fail(error, RL_CANCELLED, "stopped");
        TRY(rl_frame_heights(frame, ridge, x, count, heights, error));
        for (int i = 0; i < count; i++) {
            if (x + i > 0)
                *dst++ = ',';
            dst = put_height(dst, heights[i]);
            for (int zeros = 0; zeros < 2 && dst[-1] == '0'; zeros++)
                dst--;
        }
        TRY(rl_sink_write(sink, text, (size_t)(dst - text), error));
    }
    return rl_sink_write(sink, "]", 1, error);
}

rl_status heights_json(const rl_frame *frame, rl_sink *sink, rl_error *error)
{
    const rl_scene *scene = rl_frame_scene(frame);
    const geometry whole = scene_size(scene);
    char text[200];
    int first, total;
    columns_of(frame, &first, &total);
    int size =
        snprintf(text, sizeof text, "{\"algorithm\":%d,\"count\":%d,\"height\":%d,\"ridges\":[",
                 RL_ALGORITHM, total, whole.height);
    TRY(rl_sink_write(sink, text, (size_t)size, error));
    for (int ridge = 0; ridge < scene_integer(scene, "ridgeline.ridges"); ridge++)
        TRY(write_ridge(frame, ridge, total, sink, error));
    /* The seed is text, because many readers of JSON keep only 53 bits of a number. */
    size = snprintf(text, sizeof text, "],\"seed\":\"%" PRIu64 "\",\"width\":%d,\"x\":%d}\n",
                    scene_seed(scene), whole.width, first);
    return rl_sink_write(sink, text, (size_t)size, error);
}

/* ---- vertices ------------------------------------------------------------- */

/* The text around numbers. */
typedef struct points_form {
    char head[80], tail[8];   /* first and last text of the file */
    char between[8];          /* text between two ridges */
    char comma[4];            /* text between two vertices */
    char before[4], after[4]; /* text around a vertex */
    int has_number;           /* 1: the number of the ridge and ',' stand before x */
} points_form;

static rl_status write_points(const rl_frame *frame, const points_form *form, rl_sink *sink,
                              rl_error *error)
{
    int ridges = scene_integer(rl_frame_scene(frame), "ridgeline.ridges");
    size_t count;
    for (int ridge = 0; ridge < ridges; ridge++) /* a refusal leaves no data on standard output */
        TRY(rl_frame_points(frame, ridge, NULL, 0, &count, error));
    rl_status status = output_texts(sink, error, form->head, NULL);
    for (int ridge = 0; ridge < ridges && status == RL_OK; ridge++) {
        TRY(rl_frame_points(frame, ridge, NULL, 0, &count, error));
        double *xy = calloc(count, 2 * sizeof *xy);
        TRY(status_memory(xy != NULL, "points", error));
        status = rl_frame_points(frame, ridge, xy, count, &count, error);
        if (status == RL_OK && ridge > 0)
            status = output_texts(sink, error, form->between, NULL);
        for (size_t i = 0; i < count && status == RL_OK; i++) {
            char text[4 * NUMBER_SIZE], *dst = text;
            dst += snprintf(dst, NUMBER_SIZE, "%s%s", i > 0 ? form->comma : "", form->before);
            if (form->has_number)
                dst += snprintf(dst, NUMBER_SIZE, "%d,", ridge + 1);
            dst = put_height(dst, xy[2 * i]);
            *dst++ = ',';
            dst = put_height(dst, xy[2 * i + 1]);
            dst += snprintf(dst, NUMBER_SIZE, "%s", form->after);
            status = rl_sink_write(sink, text, (size_t)(dst - text), error);
        }
        free(xy);
    }
    TRY(status);
    return output_texts(sink, error, form->tail, NULL);
}

rl_status points_csv(const rl_frame *frame, rl_sink *sink, rl_error *error)
{
    static const points_form csv = {.head = "ridge,x,y\n", .after = "\n", .has_number = 1};
    return write_points(frame, &csv, sink, error);
}

rl_status points_json(const rl_frame *frame, rl_sink *sink, rl_error *error)
{
    const geometry whole = scene_size(rl_frame_scene(frame));
    points_form json = {
        .between = "],\n[", .comma = ",", .before = "[", .after = "]", .tail = "]]}\n"};
    snprintf(json.head, sizeof json.head, "{\"height\":%d,\"width\":%d,\"ridges\":[[", whole.height,
             whole.width);
    return write_points(frame, &json, sink, error);
}
