/* vector.c - rl_frame_write_svg: a printed picture as paths.
 *
 * Outlines of layers are traced from their coverage by marching squares and clip the sheets that
 * the print draws.  A layer that keeps its colours becomes a few areas of one colour.  A print of
 * one ink is traced as a whole.
 */
#include "api/api.h"
#include "base/arena.h"
#include "base/colour.h"
#include "base/exact.h"
#include "base/status.h"
#include "base/svg.h"
#include "base/text.h"
#include "map/outline.h"
#include "paint/block.h"
#include "paint/print.h"

#define BOUND 15.0     /* greatest distance of a simplified line from the traced one, 1/100 pixel */
#define FINE_ROWS 2160 /* rows at least at which thin lines are traced */
#define FINE_MOST 32e6 /* pixels at most of a frame that is made for that */
#define SPECK 1.0      /* least area of a ring, pixels */
#define SOFT 6.0       /* change of coverage per change of lightness at the edge of an area */
#define THING 0.09     /* change of colour, sum of channels, from which the sky shows a thing */
#define DISC_WIDE 1.35 /* radius within which the sky shows the disc, relative to it */
#define HUNDRED 100.0  /* lengths are rounded to 1 / HUNDRED pixel */

/* Weights of encoded red, green and blue in lightness. */
#define SHARE_RED 0.2126
#define SHARE_GREEN 0.7152
#define SHARE_BLUE 0.0722

enum { AREAS = 5 };    /* areas of a layer that keeps its colours */

/* Shadows of sheets, U: offset to the right and down, blur; opacity of the shadow. */
#define SHADOW_RIGHT 0.0030
#define SHADOW_DOWN 0.0025
#define SHADOW_BLUR 0.0045
#define SHADOW_OPACITY 0.60

typedef struct vector_job {
    const rl_frame *frame; /* with its print */
    rl_frame *plain;       /* copy of `frame` without its print: no shadow covers anything */
    rl_painter *painter;   /* paints `plain` */
    const rl_render_options *options;
    heightmap field;     /* what is traced */
    uint8_t *rgba;       /* pixels of a layer */
    size_t pixels;       /* width * height */
    svg_writer out;
} vector_job;

static rl_status report(const vector_job *job, int done, int total, rl_error *error)
{
    const rl_render_options *options = job->options;
    if (options->progress != NULL && options->progress(options->user, done, total) != 0)
        return status_fail(error, RL_CANCELLED, "svg: cancelled");
    return RL_OK;
}

/* Writes the rings round values of at least 1/2 as data of a path. */
static rl_status put_traced(vector_job *job, rl_error *error)
{
    outline_set set = {.allocator = job->frame->allocator,
                       .width = job->field.width * OUTLINE_UNIT,
                       .height = job->field.height * OUTLINE_UNIT};
    rl_status status = outline_trace(&set, &job->field, 1, 0.5, 0, SPECK, error);
    if (status == RL_OK)
        status = outline_simplify(&set, BOUND, error);
    for (size_t i = 0; i < set.line_count && status == RL_OK; i++)
        outline_put(&job->out, &set, &set.lines[i], 1);
    outline_free(&set);
    return status;
}

/* ---- layers ---------------------------------------------------------------------------------- */

/* Makes the alpha of the sky that of what is in it, beside the disc. */
static rl_status find_things(vector_job *job, rl_error *error)
{
    const rl_frame *frame = job->frame;
    double radius = DISC_WIDE * frame->light.sun_radius;
    for (size_t i = 0; i < job->pixels; i++) {
        uint8_t base[3], *pixel = job->rgba + 4 * i;
        double x = (double)(i % (size_t)frame->width) + 0.5;
        double y = (double)(i / (size_t)frame->width) + 0.5, change = 0.0;
        double right = x - frame->light.sun_x, down = y - frame->light.sun_y;
        TRY(rl_frame_tint(frame, 0, x, y, base, error));
        for (int k = 0; k < 3; k++)
            change += exact_abs((double)pixel[k] - (double)base[k]) / 255.0;
        double share = exact_clamp(0.5 + (change - THING) / THING, 0.0, 1.0);
        int is_disc = right * right + down * down < radius * radius;
        pixel[3] = is_disc ? 0 : (uint8_t)(share * 255.0 + 0.5);
    }
    return RL_OK;
}

static double light_of(const uint8_t *pixel)
{
    return (SHARE_RED * pixel[0] + SHARE_GREEN * pixel[1] + SHARE_BLUE * pixel[2]) / UINT8_MAX;
}

/* Writes a layer as areas of one colour each, the darkest first. */
static rl_status put_areas(vector_job *job, rl_error *error)
{
    double least = 1.0, most = 0.0;
    for (size_t i = 0; i < job->pixels; i++) {
        double light = light_of(job->rgba + 4 * i);
        int is_seen = job->rgba[4 * i + 3] >= 128;
        least = is_seen ? exact_min(least, light) : least;
        most = is_seen ? exact_max(most, light) : most;
    }
    for (int k = 0; k < AREAS; k++) {
        double from = k > 0 ? exact_mix(least, most, (double)k / AREAS) : -1.0;
        double to = k + 1 < AREAS ? exact_mix(least, most, (k + 1.0) / AREAS) : 2.0;
        double sum[3] = {0.0, 0.0, 0.0}, count = 0.0;
        for (size_t i = 0; i < job->pixels; i++) {
            const uint8_t *pixel = job->rgba + 4 * i;
            double light = light_of(pixel), share = exact_clamp(0.5 + (light - from) * SOFT, 0.0, 1.0);
            int is_inside = pixel[3] >= 128 && light >= from && light < to;
            job->field.h[i] = (float)(share * pixel[3] / 255.0);
            for (int c = 0; c < 3 && is_inside; c++)
                sum[c] += pixel[c];
            count += is_inside;
        }
        if (count <= 0.0)
            continue;
        svg_put(&job->out, "<path class=\"area\" fill=\"#%02x%02x%02x\" d=\"",
                (unsigned)(sum[0] / count + 0.5), (unsigned)(sum[1] / count + 0.5),
                (unsigned)(sum[2] / count + 0.5));
        TRY(put_traced(job, error));
        svg_text(&job->out, "\"/>\n");
    }
    return RL_OK;
}

static rl_status put_group(vector_job *job, int group, rl_error *error)
{
    const rl_frame *frame = job->frame;
    TRY(rl_painter_layer(job->painter, group, 0, 0, frame->width, frame->height, job->rgba,
                         4 * (size_t)frame->width, error));
    rl_layer layer = {.struct_size = sizeof layer};
    TRY(rl_frame_layer(frame, group, &layer, error));
    svg_put(&job->out, "<g inkscape:groupmode=\"layer\" inkscape:label=\"%s\">\n", layer.name);
    if (group == 0) {
        (void)frame->print->draw(frame, group, &job->out);
        TRY(find_things(job, error));
        TRY(put_areas(job, error));
    } else {
        for (size_t i = 0; i < job->pixels; i++)
            job->field.h[i] = (float)job->rgba[4 * i + 3] * (1.0f / 255.0f);
        svg_put(&job->out, "<clipPath id=\"outline%d\"><path clip-rule=\"evenodd\" d=\"", group);
        TRY(put_traced(job, error));
        svg_put(&job->out,
                "\"/></clipPath>\n<g class=\"sheet\"><g clip-path=\"url(#outline%d)\">\n", group);
        if (!frame->print->draw(frame, group, &job->out))
            TRY(put_areas(job, error));
        svg_text(&job->out, "</g></g>\n");
    }
    svg_text(&job->out, "</g>\n");
    return RL_OK;
}

static rl_status put_sheets(vector_job *job, rl_error *error)
{
    const rl_frame *frame = job->frame;
    double unit = frame->unit;
    int groups = rl_frame_layers(frame);
    svg_put(&job->out,
            "<defs><filter id=\"shadow\" x=\"-5%%\" y=\"-5%%\" width=\"110%%\" height=\"110%%\">"
            "<feGaussianBlur in=\"SourceAlpha\" stdDeviation=\"%s\"/>",
            text_real(exact_round(unit * SHADOW_BLUR * HUNDRED) / HUNDRED).text);
    svg_put(&job->out, "<feOffset dx=\"%s\"",
            text_real(exact_round(unit * SHADOW_RIGHT * HUNDRED) / HUNDRED).text);
    svg_put(&job->out, " dy=\"%s\"/>",
            text_real(exact_round(unit * SHADOW_DOWN * HUNDRED) / HUNDRED).text);
    svg_put(&job->out,
            "<feComponentTransfer><feFuncA type=\"linear\" slope=\"%s\"/></feComponentTransfer>"
            "<feMerge><feMergeNode/><feMergeNode in=\"SourceGraphic\"/></feMerge></filter></defs>\n"
            "<style>.sheet{filter:url(#shadow)}path{fill-rule:evenodd}</style>\n",
            text_real(SHADOW_OPACITY).text);
    TRY(rl_painter_new(&job->painter, job->plain, error));
    rl_status status = RL_OK;
    for (int i = 0; i < groups && status == RL_OK; i++) {
        status = report(job, i, groups, error);
        if (status == RL_OK && (i == 0 || !(frame->print->sheet[i].skips & PRINT_NO_LAYER)))
            status = put_group(job, i, error);
    }
    rl_painter_free(job->painter);
    return status;
}

/* ---- lines ------------------------------------------------------------------------------------ */

/* Writes the ink of a print of lines as one path on paper. */
static rl_status put_lines(vector_job *job, rl_error *error)
{
    const rl_frame *frame = job->frame;
    size_t stride = 3 * (size_t)frame->width;
    const uint8_t *ink = job->rgba, *paper = job->rgba;
    for (int y = 0; y < frame->height; y += TILES_BLOCK) {
        int rows = frame->height - y < TILES_BLOCK ? frame->height - y : TILES_BLOCK;
        TRY(report(job, y, frame->height, error));
        TRY(rl_paint(frame, y, rows, job->rgba + (size_t)y * stride, stride, error));
    }
    for (size_t i = 0; i < job->pixels; i++) {
        const uint8_t *pixel = job->rgba + 3 * i;
        ink = light_of(pixel) < light_of(ink) ? pixel : ink;
        paper = light_of(pixel) > light_of(paper) ? pixel : paper;
    }
    double dark = colour_decode(light_of(ink)), light = colour_decode(light_of(paper));
    for (size_t i = 0; i < job->pixels; i++) {
        double one = colour_decode(light_of(job->rgba + 3 * i));
        job->field.h[i] = (float)((light - one) / exact_max(light - dark, 1e-6));
    }
    svg_put(&job->out,
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#%02x%02x%02x\"/>\n"
            "<path fill-rule=\"evenodd\" fill=\"#%02x%02x%02x\" d=\"",
            paper[0], paper[1], paper[2], ink[0], ink[1], ink[2]);
    TRY(put_traced(job, error));
    svg_text(&job->out, "\"/>\n");
    return RL_OK;
}

/* ---- the file ---------------------------------------------------------------------------------- */

/* Traces a frame and writes a drawing of width x height pixels. */
static rl_status write_frame(const rl_frame *frame, int width, int height,
                             const rl_render_options *options, rl_sink *sink, rl_error *error)
{
    arena memory = {.allocator = frame->allocator};
    vector_job *job = arena_zeroed(&memory, 1, sizeof *job);
    rl_status status = status_memory(job != NULL, "svg", error);
    if (status == RL_OK) {
        *job = (vector_job){.frame = frame,
                            .options = options,
                            .field = {.width = frame->width, .height = frame->height},
                            .pixels = (size_t)frame->width * (size_t)frame->height,
                            .out = {.sink = sink, .write = rl_sink_write}};
        job->plain = arena_array(&memory, 1, sizeof *job->plain);
        job->field.h = arena_array(&memory, job->pixels, sizeof *job->field.h);
        job->rgba = arena_array(&memory, job->pixels, 4);
        status = status_memory(job->plain != NULL && job->field.h != NULL && job->rgba != NULL,
                               "svg", error);
    }
    if (status == RL_OK) {
        *job->plain = *frame;
        job->plain->print = NULL;
        svg_head(&job->out, width, height, frame->width, frame->height);
        if (options->title != NULL)
            svg_title(&job->out, options->title);
        status = frame->print->is_lines ? put_lines(job, error) : put_sheets(job, error);
    }
    if (status == RL_OK) {
        svg_text(&job->out, "</svg>\n");
        status = svg_end(&job->out, error);
    }
    arena_free(&memory);
    return status == RL_OK ? status_clear(error) : status;
}

rl_status rl_frame_write_svg(const rl_frame *frame, const rl_render_options *options, rl_sink *sink,
                             rl_error *error)
{
    const struct frame_print *print = frame->print;
    TRY(STATUS_SIZE(options, error));
    if (print == NULL || (print->draw == NULL && !print->is_lines))
        return status_fail(error, RL_BAD_ARGUMENT, "svg: needs the print papercut or engraving");
    if (frame->columns != frame->width || frame->rows != frame->height || frame->depth != 8)
        return status_fail(error, RL_BAD_ARGUMENT, "svg: must be a whole picture of 8 bits");
    int times = print->is_lines ? (FINE_ROWS + frame->height - 1) / frame->height : 1;
    while (times > 1 && (double)times * times * frame->width * frame->height > FINE_MOST)
        times--;
    if (times <= 1)
        return write_frame(frame, frame->width, frame->height, options, sink, error);
    rl_view view = {.struct_size = sizeof view,
                    .width = times * frame->width,
                    .height = times * frame->height,
                    .allocator = frame->allocator};
    rl_frame *fine;
    TRY(rl_frame_new(&fine, &frame->scene, &view, error));
    rl_status status = write_frame(fine, frame->width, frame->height, options, sink, error);
    rl_frame_free(fine);
    return status;
}
