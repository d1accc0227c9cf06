/* svg.c - scene.svg: the layers as a vector drawing, whose groups are layers in Inkscape.
 *
 * In: the frame.  Out: a group for each layer: the sky and each ridge as a vertical gradient
 * with the sun's glow over it, a ridge cut out along its outline, behind it its trees as one shape
 * in their mean colour, the lake as the mean of its rows, and the disc.  Relief, clouds and stars
 * are left out: the drawing is made to be edited.
 */
#include "base/svg.h"
#include "base/exact.h"
#include "base/status.h"
#include "cli/layers/exporter.h"

#include <string.h>

/* Largest error of an outline, pixels. */
#define TOLERANCE 0.3

#define STOPS 32 /* stops of a vertical gradient */
#define RINGS 24 /* stops of a radial glow */
#define DISC_STOPS 9

/* Cosines and sines of the 8 directions in which a ring of the glow is sampled. */
#define DIAGONAL 0.70710678
static const double cosines[8] = {1, DIAGONAL, 0, -1, -DIAGONAL, 0, DIAGONAL, -DIAGONAL};
static const double sines[8] = {0, DIAGONAL, 1, 0, DIAGONAL, -1, -DIAGONAL, -DIAGONAL};

/* Largest opacity of the glow, below 1 so that the gradient always shows.  DOUBT is the weight, in
 * find_ring, of a sample without glow whose three channels differ by 20 of 255 from the glow: it
 * makes a ring weak if gradient and glow have nearly the same colour. */
#define ALPHA_MAX 0.98
#define DOUBT (3.0 * 20.0 * 20.0)

typedef struct svg_layer {
    const backdrop *set;
    svg_writer out;      /* names of layers need no escape: letters, digits and - */
    rl_painter *painter; /* painter of the lake */
    uint8_t *pixels;     /* RGBA of a row */
    double *height;      /* height of each column of a ridge, pixels above the lower edge */
    double *crown;       /* height of each column with the trees, pixels above the lower edge */
    int *stack;          /* pairs of columns between which outline_points has to look */
    char *keep;          /* 1 for each column that is a point of the outline */
    double sun_x, sun_y, sun_radius;
    double reach; /* radius of a glow, pixels: half a loop */
} svg_layer;

/* The colours of a layer, 0..255: the gradient `base` and over it the colour `glow`, whose opacity
 * in ring i, from the centre on, is alpha[i]. */
typedef struct fill {
    const rl_layer *layer;
    double top, glow_y; /* rows: top of the gradient, centre of the glow */
    double base[STOPS][3], glow[3], alpha[RINGS + 1];
} fill;

/* ---- colours ------------------------------------------------------------ */

/* Finds the smooth colour of a sky or ridge at a point; of another layer the mean colour of a
 * sixteenth of the row. */
static rl_status colour_at(svg_layer *svg, const fill *f, int index, double x, double y,
                           double colour[3], rl_error *error)
{
    const backdrop *set = svg->set;
    int part = set->width / 16, row = (int)exact_clamp(y, 0.0, set->height - 1.0);
    uint8_t rgb[3];
    if (f->layer->kind == RL_LAYER_SKY || f->layer->kind == RL_LAYER_RIDGE) {
        TRY(rl_frame_tint(set->frame, set->layer[index].source, x, y, rgb, error));
        for (int c = 0; c < 3; c++)
            colour[c] = rgb[c];
        return RL_OK;
    }
    TRY(rl_painter_layer(svg->painter, svg->set->layer[index].source, (int64_t)x - part / 2, row,
                         part, 1, svg->pixels, 4 * (size_t)part, error));
    for (int c = 0; c < 3; c++) {
        colour[c] = 0.0;
        for (int i = 0; i < part; i++)
            colour[c] += (double)svg->pixels[4 * i + c] / part;
    }
    return RL_OK;
}

/* Finds the opacity of a ring of the glow: the quotient of sums that makes the squared errors of
 * its samples least. */
static rl_status find_ring(svg_layer *svg, fill *f, int index, int ring, rl_error *error)
{
    double height = svg->set->height, radius = svg->reach * (ring + 0.5) / RINGS;
    double sum = 0.0, weight = DOUBT;
    int count = 0;
    for (int i = 0; i < 8; i++) {
        double colour[3], y = f->glow_y + sines[i] * radius;
        int row = (int)((y - f->top) / (height - f->top) * STOPS);
        if (y < f->top || y >= height)
            continue;
        TRY(colour_at(svg, f, index, svg->sun_x + cosines[i] * radius, y, colour, error));
        for (int c = 0; c < 3; c++) {
            double step = f->glow[c] - f->base[row][c];
            sum += step * (colour[c] - f->base[row][c]);
            weight += step * step;
        }
        count++;
    }
    /* A glow fades out at its rim, where that of the next sun begins. */
    double rim = exact_min((RINGS - ring - 0.5) / (0.5 * RINGS), 1.0);
    f->alpha[ring] =
        count > 0 ? exact_clamp(sum / weight, 0.0, ALPHA_MAX * rim * rim) : f->alpha[ring + 1];
    return RL_OK;
}

static rl_status find_colours(svg_layer *svg, fill *f, int index, rl_error *error)
{
    double height = svg->set->height;
    for (int row = 0; row < STOPS; row++) {
        double y = f->top + (row + 0.5) / STOPS * (height - f->top);
        TRY(colour_at(svg, f, index, svg->sun_x + svg->reach, y, f->base[row], error));
    }
    TRY(colour_at(svg, f, index, svg->sun_x, exact_clamp(f->glow_y, f->top, height - 1.0), f->glow,
                  error));
    f->alpha[RINGS] = 0.0;
    for (int ring = RINGS - 1; ring >= 0; ring--)
        TRY(find_ring(svg, f, index, ring, error));
    /* Opacity must not rise outward: a ring whose samples are all near the horizon, where the glow
     * is wide, would show as a circle. */
    for (int ring = 1; ring < RINGS; ring++)
        f->alpha[ring] = exact_min(f->alpha[ring], f->alpha[ring - 1]);
    return RL_OK;
}

/* ---- gradients ---------------------------------------------------------- */

static void put_stop(svg_layer *svg, double offset, const double rgb[3], double opacity)
{
    svg_put(&svg->out, "   <stop offset=\"%.4f\" stop-color=\"#%02x%02x%02x\"", offset,
            (unsigned)(rgb[0] + 0.5), (unsigned)(rgb[1] + 0.5), (unsigned)(rgb[2] + 0.5));
    if (opacity < 1.0)
        svg_put(&svg->out, " stop-opacity=\"%.4f\"", opacity);
    svg_text(&svg->out, "/>\n");
}

static void put_linear(svg_layer *svg, const char *id, double top, double bottom)
{
    svg_put(&svg->out,
            "  <linearGradient id=\"%s-colour\" gradientUnits=\"userSpaceOnUse\" x1=\"0\""
            " x2=\"0\" y1=\"%.2f\" y2=\"%.2f\">\n",
            id, top, bottom);
}

/* ---- shapes ------------------------------------------------------------- */

/* Writes the area between an outline and the foot of its layer. */
static void put_outline(svg_layer *svg, const double *height, double foot)
{
    int width = svg->set->width, bottom = svg->set->height;
    double seam = exact_min(bottom - 0.5 * (height[0] + height[width - 1]), foot);
    svg_put(&svg->out, "  <path d=\"M0 %.0fL0 %.2f", foot, seam);
    for (int x = 0; x < width; x++)
        if (svg->keep[x])
            svg_put(&svg->out, "L%d.5 %.2f", x, exact_min(bottom - height[x], foot));
    svg_put(&svg->out, "L%d %.2fL%d %.0fZ\"", width, seam, width, foot);
}

/* Fills svg->crown for the trees of a ridge and finds the mean colour of the pixels above its
 * outline.  *columns is the number of columns with trees. */
static rl_status find_crowns(svg_layer *svg, int index, int *columns, double rgb[3],
                             rl_error *error)
{
    const backdrop *set = svg->set;
    const rl_layer *layer = &set->layer[index].is;
    double sum[3] = {0.0, 0.0, 0.0}, weight = 0.0;
    memcpy(svg->crown, svg->height, (size_t)set->width * sizeof *svg->crown);
    *columns = 0;
    for (int y = layer->top > 0 ? layer->top : 0; y < layer->bottom && y < set->height; y++) {
        TRY(rl_painter_layer(svg->painter, svg->set->layer[index].source, 0, y, set->width, 1,
                             svg->pixels, 4 * (size_t)set->width, error));
        for (int x = 0; x < set->width; x++) {
            const uint8_t *pixel = svg->pixels + 4 * (size_t)x;
            double share = pixel[3] / 255.0, top = set->height - y - 1 + share;
            if (share <= 0.0 || set->height - y - 1 < svg->height[x] + 1.0)
                continue;
            *columns += svg->crown[x] <= svg->height[x];
            svg->crown[x] = exact_max(svg->crown[x], top);
            for (int c = 0; c < 3; c++)
                sum[c] += share * pixel[c];
            weight += share;
        }
    }
    for (int c = 0; c < 3; c++)
        rgb[c] = weight > 0.0 ? sum[c] / weight : 0.0;
    return RL_OK;
}

/* Writes the trees of a ridge, to be called before its shape, which hides their feet. */
static rl_status put_trees(svg_layer *svg, int index, rl_error *error)
{
    const rl_layer *layer = &svg->set->layer[index].is;
    double rgb[3];
    int columns;
    TRY(find_crowns(svg, index, &columns, rgb, error));
    if (columns == 0)
        return RL_OK;
    outline_points(svg->crown, svg->set->width, TOLERANCE, svg->keep, svg->stack);
    put_outline(svg, svg->crown, layer->bottom);
    svg_put(&svg->out, " id=\"%s-trees\" fill=\"#%02x%02x%02x\"/>\n", layer->name,
            (unsigned)(rgb[0] + 0.5), (unsigned)(rgb[1] + 0.5), (unsigned)(rgb[2] + 0.5));
    outline_points(svg->height, svg->set->width, TOLERANCE, svg->keep, svg->stack);
    return RL_OK;
}

/* Writes the shape of a layer: the area below the outline of a ridge, else all below its top. */
static void put_shape(svg_layer *svg, const fill *f, const char *part)
{
    int width = svg->set->width, bottom = svg->set->height;
    if (f->layer->kind != RL_LAYER_RIDGE) {
        svg_put(&svg->out, "  <rect width=\"%d\" y=\"%.2f\" height=\"%.2f\"", width, f->top,
                bottom - f->top);
    } else {
        put_outline(svg, svg->height, f->layer->bottom); /* land ends at the waterline */
    }
    svg_put(&svg->out, " fill=\"url(#%s-%s)\"/>\n", f->layer->name, part);
}

/* Writes the glow; in a loop also those of the neighbouring copies, which reach in. */
static void put_glows(svg_layer *svg, const fill *f)
{
    static const char *const parts[] = {"glow-left", "glow", "glow-right"};
    for (int i = 0; i < 3; i++) {
        double x = svg->sun_x + (i - 1.0) * svg->set->width;
        if (x + svg->reach <= 0.0 || x - svg->reach >= svg->set->width)
            continue;
        svg_put(&svg->out,
                "  <radialGradient id=\"%s-%s\" gradientUnits=\"userSpaceOnUse\" cx=\"%.2f\""
                " cy=\"%.2f\" r=\"%.2f\">\n",
                f->layer->name, parts[i], x, f->glow_y, svg->reach);
        for (int ring = 0; ring < RINGS; ring++)
            put_stop(svg, (ring + 0.5) / RINGS, f->glow, f->alpha[ring]);
        put_stop(svg, 1.0, f->glow, 0.0);
        svg_text(&svg->out, "  </radialGradient>\n");
        put_shape(svg, f, parts[i]);
    }
}

static void colour_of(rl_colour colour, double rgb[3])
{
    for (int c = 0; c < 3; c++)
        rgb[c] = (double)(colour >> (16 - 8 * c) & 255);
}

/* Writes the sun: palette.sun down to its centre, then half way to palette.sun_low at the lower
 * rim. */
static void put_sun(svg_layer *svg, const rl_palette *palette)
{
    double high[3], low[3], rgb[3], radius = svg->sun_radius;
    colour_of(palette->sun, high);
    colour_of(palette->sun_low, low);
    put_linear(svg, "disc", svg->sun_y - radius, svg->sun_y + radius);
    for (int i = 0; i < DISC_STOPS; i++) {
        double place = i / (DISC_STOPS - 1.0);
        for (int c = 0; c < 3; c++)
            rgb[c] = exact_mix(high[c], low[c], 0.5 * exact_smoothstep(0.5, 1.0, place));
        put_stop(svg, place, rgb, 1.0);
    }
    svg_put(&svg->out,
            "  </linearGradient>\n  <circle id=\"disc\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\""
            " fill=\"url(#disc-colour)\"/>\n",
            svg->sun_x, svg->sun_y, radius);
}

/* Writes the lit part of the moon: half the limb, and half an ellipse, the terminator. */
static void put_moon(svg_layer *svg, const rl_scene *scene)
{
    double radius = svg->sun_radius, x = svg->sun_x, top = svg->sun_y - radius;
    double phase = rl_scene_number(scene, "moon.phase"), across = exact_cos_turn(phase) * radius;
    int is_left = phase > 0.5; /* a waning moon is lit on the left */
    svg_put(&svg->out,
            "  <path id=\"disc\" d=\"M%.2f %.2fA%.2f %.2f 0 0 %d %.2f %.2fA%.2f %.2f 0 0 %d"
            " %.2f %.2fZ\" fill=\"#%06x\"/>\n",
            x, top, radius, radius, !is_left, x, top + 2.0 * radius, exact_abs(across), radius,
            (across > 0.0) == is_left, x, top, (unsigned)scene_integer(scene, "palette.sun"));
}

/* ---- the document ------------------------------------------------------- */

/* *covers becomes 1 for a layer that is drawn: sky, lake and ridges, and any other if it covers
 * nine tenths of its middle row; partly transparent ones, such as a reflection, are left out. */
static rl_status find_cover(svg_layer *svg, int index, int *covers, rl_error *error)
{
    const rl_layer *layer = &svg->set->layer[index].is;
    int row = (layer->top + layer->bottom) / 2, sum = 0;
    *covers = layer->kind != RL_LAYER_OTHER;
    if (*covers || row < 0 || row >= svg->set->height)
        return RL_OK;
    TRY(rl_painter_layer(svg->painter, svg->set->layer[index].source, 0, row, svg->set->width, 1,
                         svg->pixels, 4 * (size_t)svg->set->width, error));
    for (int x = 0; x < svg->set->width; x++)
        sum += svg->pixels[4 * x + 3] >= 128;
    *covers = sum > svg->set->width / 10 * 9;
    return RL_OK;
}

static void put_group(svg_layer *svg, const rl_layer *layer)
{
    svg_put(&svg->out, " <g id=\"%s\" inkscape:groupmode=\"layer\" inkscape:label=\"%s\">\n",
            layer->name, layer->name);
}

static void put_disc(svg_layer *svg)
{
    const rl_scene *scene = svg->set->scene;
    rl_palette palette;
    rl_scene_palette(scene, &palette);
    if (svg->sun_radius >= 1.0)
        scene_integer(scene, "moon.show") > 0 ? put_moon(svg, scene) : put_sun(svg, &palette);
}

static rl_status put_layer(svg_layer *svg, int index, rl_error *error)
{
    const backdrop *set = svg->set;
    const rl_layer *layer = &set->layer[index].is;
    int covers;
    if (set->layer[index].is_sun) {
        put_group(svg, layer);
        put_disc(svg);
        svg_text(&svg->out, " </g>\n");
        return RL_OK;
    }
    TRY(find_cover(svg, index, &covers, error));
    if (!covers)
        return RL_OK;
    fill f = {.layer = layer, .top = layer->top, .glow_y = svg->sun_y};
    if (layer->kind == RL_LAYER_LAKE) /* the lake mirrors the sun */
        f.glow_y = 2.0 * layer->top - svg->sun_y;
    if (layer->kind == RL_LAYER_RIDGE) {
        double most = 0.0;
        TRY(rl_frame_heights(set->frame, layer->ridge, 0, set->width, svg->height, error));
        for (int x = 0; x < set->width; x++)
            most = exact_max(most, svg->height[x]);
        f.top = exact_clamp(set->height - most, 0.0, set->height - 1.0);
        outline_points(svg->height, svg->set->width, TOLERANCE, svg->keep, svg->stack);
    }
    TRY(find_colours(svg, &f, index, error));
    put_group(svg, layer);
    put_linear(svg, layer->name, f.top, set->height);
    for (int row = 0; row < STOPS; row++)
        put_stop(svg, (row + 0.5) / STOPS, f.base[row], 1.0);
    svg_text(&svg->out, "  </linearGradient>\n");
    if (layer->kind == RL_LAYER_RIDGE)
        TRY(put_trees(svg, index, error));
    put_shape(svg, &f, "colour");
    put_glows(svg, &f);
    if (layer->kind == RL_LAYER_SKY && set->bare == NULL)
        put_disc(svg);
    svg_text(&svg->out, " </g>\n");
    return RL_OK;
}

static rl_status put_document(svg_layer *svg, rl_error *error)
{
    const backdrop *set = svg->set;
    TRY(rl_painter_new(&svg->painter, set->frame, error));
    rl_frame_sun(set->frame, &svg->sun_x, &svg->sun_y, &svg->sun_radius);
    svg->reach = 0.5 * set->width;
    svg_text(&svg->out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    svg_head(&svg->out, set->width * set->zoom, set->height * set->zoom, set->width, set->height);
    for (int i = 0; i < set->count; i++)
        TRY(put_layer(svg, i, error));
    svg_text(&svg->out, "</svg>\n");
    return svg_end(&svg->out, error);
}

rl_status svg_write(backdrop *set, rl_sink *sink, rl_error *error)
{
    size_t width = (size_t)set->width;
    arena memory = {0};
    svg_layer svg = {.set = set,
                     .out = {.sink = sink, .write = rl_sink_write},
                     .pixels = arena_array(&memory, width, 4),
                     .height = arena_array(&memory, width, sizeof *svg.height),
                     .crown = arena_array(&memory, width, sizeof *svg.crown),
                     .stack = arena_array(&memory, width, 2 * sizeof *svg.stack),
                     .keep = arena_array(&memory, width, 1)};
    int has_memory = svg.pixels != NULL && svg.height != NULL && svg.crown != NULL &&
                     svg.stack != NULL && svg.keep != NULL;
    rl_status status = has_memory ? put_document(&svg, error) : status_no_memory("SVG", error);
    rl_painter_free(svg.painter);
    arena_free(&memory);
    return status;
}
