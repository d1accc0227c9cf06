/* mesh_svg.c - writes a mesh as SVG: a path for each facet, farther ones first. */
#include "map/mesh.h"

#include "base/exact.h"
#include "base/status.h"
#include "base/svg.h"

#define PARTS 10 /* units of the view box in a pixel */

/* Width of the line in a facet's own colour that hides the seam to its neighbour, where facets
 * have no lines: both cover a part of the pixels there. */
#define SEAM 0.5

typedef struct mesh_svg {
    svg_writer out;
    int has_lines, is_in_facets; /* 1: facets have lines; the group of facets is open */
} mesh_svg;

static int unit_of(double pixels)
{
    return (int)exact_floor(pixels * PARTS + 0.5);
}

static void put_facet(void *user, const mesh_point corner[MESH_CORNERS], rl_colour colour)
{
    mesh_svg *self = user;
    if (!self->is_in_facets)
        svg_text(&self->out, "</g>\n<g class=\"facets\">\n");
    self->is_in_facets = 1;
    svg_put(&self->out, "<path fill=\"#%06x\"", (unsigned)colour);
    if (!self->has_lines)
        svg_put(&self->out, " stroke=\"#%06x\"", (unsigned)colour);
    svg_put(&self->out, " d=\"M%d %dL", unit_of(corner[0].x), unit_of(corner[0].y));
    for (int i = 1; i < MESH_CORNERS; i++)
        svg_put(&self->out, "%s%d %d", i == 1 ? "" : " ", unit_of(corner[i].x),
                unit_of(corner[i].y));
    svg_text(&self->out, "z\"/>\n");
}

static void put_line(void *user, mesh_point from, mesh_point to, double width, rl_colour colour)
{
    mesh_svg *self = user;
    svg_put(&self->out, "<path stroke=\"#%06x\" stroke-width=\"%d\" d=\"M%d %dL%d %d\"/>\n",
            (unsigned)colour, unit_of(width), unit_of(from.x), unit_of(from.y), unit_of(to.x),
            unit_of(to.y));
}

static void put_text(void *user, mesh_point place, double side, const char *text)
{
    mesh_svg *self = user;
    svg_put(&self->out,
            "<text stroke=\"none\" fill=\"#%06x\" x=\"%d\" y=\"%d\"%s dy=\".36em\">%s</text>\n",
            MESH_LETTER_COLOUR, unit_of(place.x), unit_of(place.y),
            side > 0.5 ? " text-anchor=\"end\"" : "", text);
}

rl_status mesh_write_svg(const heightmap *map, const char *title, const heightmap_work *work,
                         rl_sink *sink, rl_error *error)
{
    arena memory = {.allocator = work->allocator};
    mesh *drawn = arena_array(&memory, 1, sizeof *drawn); /* too large for a stack */
    mesh_svg *self = arena_zeroed(&memory, 1, sizeof *self);
    rl_status status = status_memory(drawn != NULL && self != NULL, "mesh", error);
    if (status == RL_OK)
        status = mesh_make(drawn, map, work, &memory, error);
    if (status == RL_OK) {
        svg_writer *out = &self->out;
        *out = (svg_writer){.sink = sink, .write = rl_sink_write};
        self->has_lines = drawn->line > 0.0;
        svg_head(out, drawn->width, drawn->height, PARTS * drawn->width, PARTS * drawn->height);
        if (title != NULL)
            svg_title(out, title);
        svg_put(out,
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n"
                "<g fill=\"none\" stroke=\"#%06x\" stroke-width=\"%d\" stroke-linejoin=\"round\">\n"
                "<g class=\"axes\" font-family=\"sans-serif\" font-size=\"%d\" "
                "text-anchor=\"middle\">\n",
                MESH_PAPER_COLOUR, MESH_LINE_COLOUR, unit_of(self->has_lines ? drawn->line : SEAM),
                unit_of(drawn->letter));
        const mesh_target target = {put_facet, put_line, put_text, self};
        mesh_draw(drawn, &target, 0.0, drawn->height);
        svg_text(out, "</g>\n</g>\n</svg>\n");
        status = svg_end(out, error);
    }
    arena_free(&memory);
    return status;
}
