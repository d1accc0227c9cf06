/* svg_look.c - what an SVG picture has to know of painted layers.
 *
 * In: a scene.  Out: where its sun stands, and the colours of its layers as gradients.  It
 * is painted again without what no gradient can show (relief, trees, aurora, stars, birds),
 * and only some pixels of some rows are looked at.
 */
#include "cli/layers/svg_look.h"
#include "cli/common/scene_copy.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS 96

/* Alpha that counts as whole, and the pixels round an edge that count as neither. */
#define WHOLE 250
#define EDGE 2.0

/* Steps of brightness that a disc stands out by at least, and its radii with its edge. */
#define DISC_LEAST 5.0
#define DISC_EDGE 1.2

/* Steps of alpha that are worth a shape. */
#define AIR_LEAST 2.0

static rl_status no_memory(rl_error *error)
{
    *error = (rl_error){RL_NO_MEMORY, "SVG: out of memory"};
    return RL_NO_MEMORY;
}

/* ---- the sun ------------------------------------------------------------ */

static double brightness(const uint8_t *pixel)
{
    return 0.3 * pixel[0] + 0.6 * pixel[1] + 0.1 * pixel[2];
}

/* The mean brightness of the column's rows from..to. */
static double mean(const svg_look *look, double from, double to, int *count)
{
    double sum = 0.0;
    int first = from > 0.0 ? (int)from : 0;
    int last = to < look->height - 1 ? (int)to : look->height - 1;
    *count = last - first + 1;
    for (int y = first; y <= last; y++)
        sum += brightness(look->pixels + 4 * (size_t)y);
    return *count > 0 ? sum / *count : 0.0;
}

/* How much a piece of `half` rows round `y` stands out from those above and below. */
static double contrast(const svg_look *look, double y, double half)
{
    int within, above, below;
    double inner = mean(look, y - 0.96 * half, y + 0.96 * half, &within);
    double upper = mean(look, y - 1.5 * half, y - 1.04 * half, &above);
    double lower = mean(look, y + 1.04 * half, y + 1.5 * half, &below);
    if (within <= 0 || above <= 0 || below <= 0)
        return 0.0;
    double off = inner - 0.5 * (upper + lower);
    return off < 0.0 ? -off : off;
}

static void look_at_disc(svg_look *look)
{
    for (int i = 0; i < SVG_DISC_STOPS; i++) {
        double share = (i + 0.5) / SVG_DISC_STOPS * 2.0 - 1.0;
        int y = (int)(look->sun_y + 0.96 * share * look->sun_radius);
        y = y < 0 ? 0 : y >= look->height ? look->height - 1 : y;
        memcpy(look->disc[i], look->pixels + 4 * (size_t)y, 3);
    }
}

/* A sun that stands on the skyline has no height in the scene: it is looked for in the
 * column through its middle; a moon, off it, where more of it is lit. */
static rl_status find_disc(svg_look *look, const rl_scene *scene, double unit, rl_error *error)
{
    double radius = scene->sun_radius * unit, half = radius, side = 0.0, best = DISC_LEAST;
    if (scene->moon > 0) {
        side = scene->moon_phase <= 0.5 ? 0.6 * radius : -0.6 * radius;
        half = 0.8 * radius;
    }
    look->sun_y = (1.0 - scene->horizon) * look->height;
    if (radius < 1.0)
        return RL_OK;
    rl_status status = rl_painter_layer(look->painter, 0, (int64_t)(look->sun_x + side), 0, 1,
                                        look->height, look->pixels, 4, error);
    for (int step = 0; step < 2 * look->height && status == RL_OK; step++) {
        double y = 0.5 * step;
        double found = contrast(look, y, half);
        if (found <= best)
            continue;
        best = found;
        look->sun_y = y + 0.5;
        look->sun_radius = radius;
    }
    if (look->sun_radius > 0.0)
        look_at_disc(look);
    return status;
}

/* U in pixels; see ridgeline.h. */
static double unit_of(const rl_scene *scene, int width, int height)
{
    double area = __builtin_sqrt((double)width * height * 9.0 / 16.0), most = 1.2 * height;
    if (scene->scale == RL_SCALE_HEIGHT)
        return height;
    return area < most ? area : most;
}

static rl_status find_sun(svg_look *look, rl_error *error)
{
    const rl_scene *scene = rl_frame_scene(look->frame);
    double unit = unit_of(scene, look->width, look->height);
    double x = 0.5 * look->width + scene->sun_x * unit - (double)(scene->offset % look->width);
    while (x < 0.0)
        x += look->width;
    while (x >= look->width)
        x -= look->width;
    look->sun_x = x;
    look->reach = 0.5 * look->width;
    return find_disc(look, scene, unit, error);
}

/* ---- layers ------------------------------------------------------------- */

typedef struct looking {
    svg_look *look;
    svg_layer *layer;
    int index;
    double *ground; /* of every column, pixels above the lower edge; NULL where all is flat */
    svg_sample sample[COLUMNS * SVG_ROWS];
    int count;
} looking;

static int column_of(const looking *now, int i)
{
    return (int)((i + 0.5) / COLUMNS * now->look->width);
}

/* Paints the row of stop `row` below `top` and returns the middle of its pixels. */
static rl_status paint_row(looking *now, double top, int row, double *y, rl_error *error)
{
    svg_look *look = now->look;
    int at = (int)(top + (row + 0.5) / SVG_ROWS * (look->height - top));
    at = at < look->height ? at : look->height - 1;
    *y = at + 0.5;
    return rl_painter_layer(look->painter, now->index, 0, at, look->width, 1, look->pixels,
                            4 * (size_t)look->width, error);
}

static int ring_of(const looking *now, double x, double y)
{
    const svg_look *look = now->look;
    double dx = x - look->sun_x, dy = y - now->layer->glow_y;
    dx = dx < 0.0 ? -dx : dx;
    dx = dx > 0.5 * look->width ? look->width - dx : dx; /* the next sun is nearer */
    double distance = dx * dx + dy * dy, step = look->reach / SVG_RINGS;
    int ring = 0;
    while (ring < SVG_RINGS && distance > (ring + 1) * step * (ring + 1) * step)
        ring++;
    return ring;
}

/* The disc is drawn by itself. */
static int is_in_disc(const looking *now, double x, double y)
{
    const svg_look *look = now->look;
    double dx = x - look->sun_x, dy = y - look->sun_y, radius = DISC_EDGE * look->sun_radius;
    return now->index == 0 && dx * dx + dy * dy < radius * radius;
}

static rl_status look_at_body(looking *now, int row, rl_error *error)
{
    const svg_look *look = now->look;
    double y;
    rl_status status = paint_row(now, now->layer->body_top, row, &y, error);
    for (int i = 0; i < COLUMNS && status == RL_OK; i++) {
        int x = column_of(now, i);
        const uint8_t *pixel = look->pixels + 4 * (size_t)x;
        svg_sample *to = &now->sample[now->count];
        int is_above = now->ground != NULL && y < look->height - now->ground[x] + EDGE;
        if (pixel[3] < WHOLE || is_above || is_in_disc(now, x + 0.5, y))
            continue;
        to->row = row;
        to->ring = ring_of(now, x + 0.5, y);
        memcpy(to->rgb, pixel, 3);
        now->count++;
    }
    return status;
}

/* What drifts over the ridge's crest; below it, where none is seen, it goes on as it was. */
static rl_status look_at_air(looking *now, int row, rl_error *error)
{
    const svg_look *look = now->look;
    double y, sum[3] = {0}, alpha = 0.0, *air = now->layer->air[row];
    int count = 0;
    rl_status status = paint_row(now, 0.0, row, &y, error);
    for (int i = 0; i < COLUMNS && status == RL_OK; i++) {
        int x = column_of(now, i);
        const uint8_t *pixel = look->pixels + 4 * (size_t)x;
        if (y > look->height - now->ground[x] - EDGE)
            continue;
        for (int c = 0; c < 3; c++)
            sum[c] += pixel[c] * pixel[3];
        alpha += pixel[3];
        count++;
    }
    if (alpha < 1.0 && row > 0)
        memcpy(air, now->layer->air[row - 1], sizeof now->layer->air[row]);
    if (count > 0)
        air[3] = alpha / count;
    for (int c = 0; c < 3 && alpha >= 1.0; c++)
        air[c] = sum[c] / alpha;
    now->layer->has_air |= air[3] >= AIR_LEAST;
    return status;
}

/* The heights of a ridge, and its highest row. */
static rl_status find_ground(looking *now, rl_error *error)
{
    const svg_look *look = now->look;
    double most = 0.0;
    now->ground = malloc((size_t)look->width * sizeof *now->ground);
    if (now->ground == NULL)
        return no_memory(error);
    rl_status status =
        rl_frame_heights(look->frame, now->layer->is.ridge, 0, look->width, now->ground, error);
    for (int x = 0; x < look->width && status == RL_OK; x++)
        most = now->ground[x] > most ? now->ground[x] : most;
    now->layer->body_top = most < look->height ? look->height - most : 0.0;
    return status;
}

static rl_status look_at_rows(looking *now, rl_error *error)
{
    svg_layer *layer = now->layer;
    rl_status status = rl_frame_layer(now->look->frame, now->index, &layer->is, error);
    if (status != RL_OK)
        return status;
    layer->body_top = layer->is.top;
    layer->glow_y = now->look->sun_y;
    if (layer->is.kind == RL_LAYER_LAKE) /* which mirrors the sun */
        layer->glow_y = 2.0 * layer->is.top - layer->glow_y;
    if (layer->is.kind == RL_LAYER_RIDGE)
        status = find_ground(now, error);
    for (int row = 0; row < SVG_ROWS && status == RL_OK; row++) {
        status = look_at_body(now, row, error);
        if (status == RL_OK && now->ground != NULL)
            status = look_at_air(now, row, error);
    }
    if (status == RL_OK && now->count > 0) {
        svg_fit_make(&layer->body, now->sample, now->count);
        layer->has_body = 1;
    }
    return status;
}

rl_status svg_look_layer(svg_look *look, int index, svg_layer *layer, rl_error *error)
{
    *layer = (svg_layer){.is.struct_size = sizeof layer->is};
    looking *now = calloc(1, sizeof *now);
    if (now == NULL)
        return no_memory(error);
    now->look = look;
    now->layer = layer;
    now->index = index;
    rl_status status = look_at_rows(now, error);
    free(now->ground);
    free(now);
    return status;
}

/* ---- the frame ---------------------------------------------------------- */

static void bare(rl_scene *scene)
{
    scene->colours = 0;
    scene->zoom = 1;
    scene->depth = 8;
    scene->aurora = scene->stars = scene->sun_stripes = 0.0;
    scene->birds = 0;
    for (int i = 0; i < scene->ridge_count; i++)
        scene->ridge[i].relief = scene->ridge[i].trees = 0.0;
}

rl_status svg_look_new(svg_look *look, const rl_scene *scene, int width, int height, int threads,
                       rl_error *error)
{
    const rl_view view = {
        .struct_size = sizeof view, .width = width, .height = height, .threads = threads};
    rl_scene *alone = scene_copy(scene, error);
    *look = (svg_look){.width = width, .height = height};
    look->pixels = malloc(4 * (size_t)(width > height ? width : height));
    rl_status status = look->pixels != NULL && alone != NULL ? RL_OK : no_memory(error);
    if (status == RL_OK) {
        bare(alone);
        status = rl_frame_new(&look->frame, alone, &view, error);
    }
    free(alone);
    if (status == RL_OK)
        status = rl_painter_new(&look->painter, look->frame, error);
    return status == RL_OK ? find_sun(look, error) : status;
}

void svg_look_free(svg_look *look)
{
    rl_painter_free(look->painter);
    rl_frame_free(look->frame);
    free(look->pixels);
}
