/* backdrop_svg.c - the layers as a drawing (.svg) that Inkscape takes apart again.
 *
 * In: the scene of a layered picture.  Out: a group for each layer: the sky as gradients
 * with its disc, each ridge as a path.  Relief, trees, clouds and stars are not drawn: this
 * is the picture to edit, not the one to look at.
 */
#include "cli/common/request.h"
#include "cli/common/xml.h"
#include "cli/layers/backdrop.h"
#include "cli/layers/svg_line.h"
#include "cli/layers/svg_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pixels that an outline may be off. */
#define TOLERANCE 0.3

/* Letters of one point of a path, "L12345.5 12345.25". */
#define POINT_SIZE 32

typedef struct drawing {
    svg_look look;
    mxml_node_t *document, *svg, *defs;
    char *path; /* of the ridge at work */
} drawing;

/* ---- gradients ---------------------------------------------------------- */

static void set_colour(mxml_node_t *node, const char *name, const double rgb[3])
{
    xml_attribute_print(node, name, "#%02x%02x%02x", (unsigned)(rgb[0] + 0.5),
                        (unsigned)(rgb[1] + 0.5), (unsigned)(rgb[2] + 0.5));
}

static mxml_node_t *add_stop(mxml_node_t *gradient, double offset, const double rgb[3],
                             double opacity)
{
    mxml_node_t *stop = xml_add(gradient, "stop");
    xml_attribute_print(stop, "offset", "%.4f", offset);
    set_colour(stop, "stop-color", rgb);
    if (opacity < 1.0)
        xml_attribute_print(stop, "stop-opacity", "%.4f", opacity);
    return stop;
}

static mxml_node_t *add_gradient(drawing *to, const char *kind, const char *layer, const char *part)
{
    mxml_node_t *gradient = xml_add(to->defs, kind);
    xml_attribute_print(gradient, "id", "%s-%s", layer, part);
    xml_attribute(gradient, "gradientUnits", "userSpaceOnUse");
    return gradient;
}

static mxml_node_t *add_fall(drawing *to, const char *layer, const char *part, double top,
                             double bottom)
{
    mxml_node_t *gradient = add_gradient(to, "linearGradient", layer, part);
    xml_attribute(gradient, "x1", "0");
    xml_attribute(gradient, "x2", "0");
    xml_attribute_print(gradient, "y1", "%.2f", top);
    xml_attribute_print(gradient, "y2", "%.2f", bottom);
    return gradient;
}

static void add_base(drawing *to, const svg_layer *layer)
{
    mxml_node_t *gradient =
        add_fall(to, layer->is.name, "colour", layer->body_top, to->look.height);
    for (int row = 0; row < SVG_ROWS; row++)
        add_stop(gradient, (row + 0.5) / SVG_ROWS, layer->body.base[row], 1.0);
}

static void add_air(drawing *to, const svg_layer *layer)
{
    mxml_node_t *gradient = add_fall(to, layer->is.name, "air", 0.0, to->look.height);
    for (int row = 0; row < SVG_ROWS; row++)
        add_stop(gradient, (row + 0.5) / SVG_ROWS, layer->air[row], layer->air[row][3] / 255.0);
}

/* The glow of the sun that stands `aside` pixels from the one in the picture. */
static void add_glow(drawing *to, const svg_layer *layer, const char *part, double aside)
{
    mxml_node_t *gradient = add_gradient(to, "radialGradient", layer->is.name, part);
    xml_attribute_print(gradient, "cx", "%.2f", to->look.sun_x + aside);
    xml_attribute_print(gradient, "cy", "%.2f", layer->glow_y);
    xml_attribute_print(gradient, "r", "%.2f", to->look.reach);
    for (int ring = 0; ring < SVG_RINGS; ring++)
        add_stop(gradient, (ring + 0.5) / SVG_RINGS, layer->body.glow, layer->body.alpha[ring]);
    add_stop(gradient, 1.0, layer->body.glow, 0.0);
}

/* ---- shapes ------------------------------------------------------------- */

static mxml_node_t *add_group(drawing *to, const char *name)
{
    mxml_node_t *group = xml_add(to->svg, "g");
    xml_attribute(group, "id", name);
    xml_attribute(group, "inkscape:groupmode", "layer");
    xml_attribute(group, "inkscape:label", name);
    return group;
}

static mxml_node_t *add_rect(const drawing *to, mxml_node_t *group, double top)
{
    mxml_node_t *rect = xml_add(group, "rect");
    xml_attribute_print(rect, "width", "%d", to->look.width);
    xml_attribute_print(rect, "y", "%.2f", top);
    xml_attribute_print(rect, "height", "%.2f", to->look.height - top);
    return rect;
}

static void set_fill(mxml_node_t *shape, const svg_layer *layer, const char *part)
{
    xml_attribute_print(shape, "fill", "url(#%s-%s)", layer->is.name, part);
}

/* The shape of a layer: the outline of a ridge, else all below its top. */
static mxml_node_t *add_body(const drawing *to, const svg_layer *layer, mxml_node_t *group)
{
    if (layer->is.kind != RL_LAYER_RIDGE)
        return add_rect(to, group, layer->body_top);
    mxml_node_t *path = xml_add(group, "path");
    xml_attribute(path, "d", to->path);
    return path;
}

static void add_disc(drawing *to, mxml_node_t *group)
{
    const svg_look *look = &to->look;
    double radius = look->sun_radius;
    mxml_node_t *gradient =
        add_fall(to, "disc", "colour", look->sun_y - radius, look->sun_y + radius);
    for (int i = 0; i < SVG_DISC_STOPS; i++) {
        const uint8_t *rgb = look->disc[i];
        add_stop(gradient, (i + 0.5) / SVG_DISC_STOPS, (double[3]){rgb[0], rgb[1], rgb[2]}, 1.0);
    }
    mxml_node_t *disc = xml_add(group, "circle");
    xml_attribute(disc, "id", "disc");
    xml_attribute_print(disc, "cx", "%.2f", look->sun_x);
    xml_attribute_print(disc, "cy", "%.2f", look->sun_y);
    xml_attribute_print(disc, "r", "%.2f", radius);
    xml_attribute(disc, "fill", "url(#disc-colour)");
}

/* The lit part of the moon: half the limb, and half an ellipse where the light ends. */
static void add_moon(drawing *to, const rl_scene *scene, mxml_node_t *group)
{
    const svg_look *look = &to->look;
    double radius = look->sun_radius, phase = scene->moon_phase;
    int is_left = phase > 0.5; /* what wanes is lit on the left */
    double age = is_left ? 1.0 - phase : phase;
    /* where the light ends: the sine of x quarter turns, by its series */
    double x = 4.0 * age - 1.0, width = x * (1.5708 - 0.6459 * x * x + 0.0752 * x * x * x * x);
    double across = (width < 0.0 ? -width : width) * radius;
    const uint8_t *rgb = look->disc[SVG_DISC_STOPS / 2];
    mxml_node_t *moon = xml_add(group, "path");
    xml_attribute(moon, "id", "disc");
    xml_attribute_print(
        moon, "d", "M%.2f %.2fA%.2f %.2f 0 0 %d %.2f %.2fA%.2f %.2f 0 0 %d %.2f %.2fZ", look->sun_x,
        look->sun_y - radius, radius, radius, !is_left, look->sun_x, look->sun_y + radius, across,
        radius, (width < 0.0) == is_left, look->sun_x, look->sun_y - radius);
    set_colour(moon, "fill", (double[3]){rgb[0], rgb[1], rgb[2]});
}

/* A glow in the middle; in a loop those of the neighbours reach in, too. */
static void add_glows(drawing *to, const svg_layer *layer, mxml_node_t *group)
{
    static const char *const parts[] = {"glow-left", "glow", "glow-right"};
    for (int i = 0; i < 3; i++) {
        double aside = (i - 1.0) * to->look.width, x = to->look.sun_x + aside;
        if (x + to->look.reach <= 0.0 || x - to->look.reach >= to->look.width)
            continue;
        add_glow(to, layer, parts[i], aside);
        set_fill(add_body(to, layer, group), layer, parts[i]);
    }
}

/* ---- ridges ------------------------------------------------------------- */

static char *write_points(char *path, const drawing *to, const double *height, const char *keep)
{
    int width = to->look.width, bottom = to->look.height;
    double seam = bottom - 0.5 * (height[0] + height[width - 1]);
    path += snprintf(path, POINT_SIZE, "M0 %d", bottom);
    path += snprintf(path, POINT_SIZE, "L0 %.2f", seam);
    for (int x = 0; x < width; x++)
        if (keep[x])
            path += snprintf(path, POINT_SIZE, "L%d.5 %.2f", x, bottom - height[x]);
    path += snprintf(path, POINT_SIZE, "L%d %.2f", width, seam);
    return path + snprintf(path, POINT_SIZE, "L%d %dZ", width, bottom);
}

static rl_status no_memory(rl_error *error)
{
    *error = (rl_error){RL_NO_MEMORY, "SVG: out of memory"};
    return RL_NO_MEMORY;
}

static rl_status make_path(drawing *to, int ridge, rl_error *error)
{
    size_t width = (size_t)to->look.width;
    double *height = malloc(width * sizeof *height);
    int *stack = malloc(2 * width * sizeof *stack);
    char *keep = malloc(width);
    rl_status status = no_memory(error);
    if (height != NULL && stack != NULL && keep != NULL)
        status = rl_frame_heights(to->look.frame, ridge, 0, (int)width, height, error);
    if (status == RL_OK) {
        svg_line_keep(keep, height, (int)width, TOLERANCE, stack);
        write_points(to->path, to, height, keep);
    }
    free(height);
    free(stack);
    free(keep);
    return status;
}

/* ---- the document ------------------------------------------------------- */

static rl_status add_layer(drawing *to, int index, rl_error *error)
{
    svg_layer layer;
    rl_status status = svg_look_layer(&to->look, index, &layer, error);
    if (status == RL_OK && layer.is.kind == RL_LAYER_RIDGE)
        status = make_path(to, layer.is.ridge, error);
    if (status != RL_OK)
        return status;
    mxml_node_t *group = add_group(to, layer.is.name);
    if (layer.has_air) {
        add_air(to, &layer);
        set_fill(add_rect(to, group, 0.0), &layer, "air");
    }
    if (layer.has_body) {
        add_base(to, &layer);
        set_fill(add_body(to, &layer, group), &layer, "colour");
        add_glows(to, &layer, group);
    }
    const rl_scene *scene = rl_frame_scene(to->look.frame);
    if (layer.is.kind == RL_LAYER_SKY && to->look.sun_radius > 0.0)
        scene->moon > 0 ? add_moon(to, scene, group) : add_disc(to, group);
    return RL_OK;
}

static void start(drawing *to, int zoom)
{
    int width = to->look.width, height = to->look.height;
    to->document = xml_new();
    to->svg = xml_add(to->document, "svg");
    xml_attribute(to->svg, "xmlns", "http://www.w3.org/2000/svg");
    xml_attribute(to->svg, "xmlns:inkscape", "http://www.inkscape.org/namespaces/inkscape");
    xml_attribute_print(to->svg, "width", "%d", width * zoom);
    xml_attribute_print(to->svg, "height", "%d", height * zoom);
    xml_attribute_print(to->svg, "viewBox", "0 0 %d %d", width, height);
    to->defs = xml_add(to->svg, "defs");
}

static rl_status draw(drawing *to, const backdrop *job, rl_sink *sink, rl_error *error)
{
    rl_status status = RL_OK;
    start(to, job->zoom);
    for (int i = 0; i < job->count && status == RL_OK; i++)
        status = add_layer(to, i, error);
    if (status == RL_OK)
        status = xml_write(to->document, sink, error);
    xml_free(to->document);
    return status;
}

rl_status backdrop_svg(const backdrop *job, rl_sink *sink, rl_error *error)
{
    drawing to = {.path = malloc(POINT_SIZE * ((size_t)job->width + 8))};
    rl_status status = no_memory(error);
    if (to.path != NULL)
        status = svg_look_new(&to.look, job->scene, job->width, job->height,
                              request_threads(job->wanted), error);
    if (status == RL_OK)
        status = draw(&to, job, sink, error);
    svg_look_free(&to.look);
    free(to.path);
    return status;
}
