/* trace.c - diamond-square step by step: see trace.h.
 *
 * No point changes once it is set, so the finished heights and the step at which each point was
 * set are all that a figure needs.  One function draws the page and the files: a figure of all
 * steps has an SVG class for each, and the page shows the classes up to the current step.
 */
#include "cli/map/trace.h"
#include "base/colour.h"
#include "base/exact.h"
#include "base/status.h"
#include "base/svg.h"
#include "base/text.h"
#include "cli/common/form.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/common/values.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_SIDE 9
#define MOST_SIDE 33     /* samples */
#define NUMBERED_SIDE 17 /* samples along a side up to which cells show heights */
#define CELL 40          /* pixels */
#define MARGIN 20
#define MOST_STEPS 11
#define ALL_STEPS (-1) /* a figure shows all steps */
#define DARK_BELOW 0.6 /* OKLab lightness of a cell below which its number is white */
#define STATEMENT 320  /* bytes of a caption */

typedef struct trace {
    const rl_scene *scene;  /* resolved */
    int is_midpoint, wraps; /* the keys map.method and map.wrap */
    int has_surface;        /* 1: each step also has a figure in perspective */
    const float *height;
    int side;            /* samples of the grid */
    int spacing;         /* cells between anchors, the points that step 0 sets */
    int steps;           /* one for the anchors, then two per level */
    double least, scale; /* offset and factor from heights to 0..1 */
    folder folder;
    rl_sink *figure;     /* figure within the page */
    rl_sink *surface;    /* figures in perspective within the page */
    rl_scene *resampled; /* scene of the figures in perspective */
    svg_writer out;      /* writes a file or `figure` */
    rl_error error;
} trace;

/* ---- points and their sources ------------------------------------------------------- */

/* Returns the distance, in cells and along an axis, from a point to its sources: half the spacing
 * of the points that were set before it; for an anchor self->spacing. */
static int point_reach(const trace *self, int x, int y)
{
    int reach = 1;
    while (reach < self->spacing && ((x | y) & reach) == 0)
        reach *= 2;
    return reach;
}

static int is_centre(int x, int y, int reach)
{
    return (x & reach) != 0 && (y & reach) != 0;
}

/* Returns the step that sets a point: 0 = anchors, then diamond, square, diamond, ... */
static int point_step(const trace *self, int x, int y)
{
    int reach = point_reach(self, x, y), step = is_centre(x, y, reach) ? 1 : 2;
    if (reach == self->spacing)
        return 0;
    for (; 2 * reach < self->spacing; reach *= 2)
        step += 2;
    return step;
}

typedef struct cell_place {
    int x, y;
} cell_place;

/* Finds source `i`, 0..3, of a point: one of the points whose mean it is.  In a tile it may be
 * beyond the edge.  Returns 0 if there is none. */
static int point_source(const trace *self, cell_place point, int i, cell_place *source)
{
    static const int directions[2][4][2] = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}},
                                            {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
    int reach = point_reach(self, point.x, point.y);
    int centre = is_centre(point.x, point.y, reach);
    const int *direction = directions[centre][i];
    *source = (cell_place){point.x + reach * direction[0], point.y + reach * direction[1]};
    if (reach == self->spacing)
        return 0;
    if (self->is_midpoint && !centre && (direction[0] != 0) != ((point.x & reach) != 0))
        return 0; /* midpoint method: the middle of an edge has two sources */
    return self->wraps ||
           (source->x >= 0 && source->y >= 0 && source->x < self->side && source->y < self->side);
}

static int wrapped(const trace *self, int i)
{
    return (i + self->side) % self->side;
}

/* ---- captions --------------------------------------------------------------------------- */

static void step_name(const trace *self, int step, char name[32])
{
    if (step == 0)
        snprintf(name, 32, "corners");
    else
        snprintf(name, 32, "%s-%d",
                 self->is_midpoint ? (step & 1 ? "centres" : "edges")
                 : step & 1        ? "diamond"
                                   : "square",
                 (step + 1) / 2);
}

static void step_caption(const trace *self, int step, char text[STATEMENT])
{
    static const char *const places[2][2] = {
        {"Diamond step", "the centre of each square is the mean of its four corners"},
        {"Square step", "the centre of each diamond is the mean of its tips"}};
    static const char *const midpoints[2][2] = {
        {"Centres", "the middle of each square is the mean of its four corners"},
        {"Edges", "the middle of each edge is the mean of its two ends"}};
    int is_one_sided = scene_is(self->scene, "map.one_sided", "1");
    const char *const *rule = (self->is_midpoint ? midpoints : places)[1 - step % 2];
    char r[TEXT_REAL_SIZE];
    if (step == 0) {
        snprintf(text, STATEMENT, "%s",
                 self->wraps ? "A lattice of 4 x 4 heights to begin with: a tile has no corners."
                             : "Four corners to begin with.");
        return;
    }
    double bound =
        rl_scene_number(self->scene, "map.spread"); /* bound of the displacements of the level */
    for (int level = 1; level < (step + 1) / 2; level++)
        bound *= rl_scene_number(self->scene, "map.persistence");
    text_from_real(r, exact_round(bound * 1e4) * 1e-4);
    snprintf(text, STATEMENT, "%s %d: %s, and a %srandom number from %s%s to %s%s.", rule[0],
             (step + 1) / 2, rule[1], scene_is(self->scene, "map.noise", "gauss") ? "normal " : "",
             is_one_sided ? "0" : "-", is_one_sided ? "" : r, r,
             scene_is(self->scene, "map.smoothed", "1") ? ", times the mean" : "");
}

/* ---- figures ----------------------------------------------------------------------------- */

static float height_at(const trace *self, int x, int y)
{
    return self->height[(size_t)y * (size_t)self->side + (size_t)x];
}

/* Returns the colour of a height, from dark blue for the lowest to sand for the highest. */
static rl_colour height_colour(const trace *self, int x, int y)
{
    static const rl_colour ramp[] = {0x2c4a68, 0x3f7f86, 0x8bb083, 0xdcc479, 0xf3dfae};
    double share = ((double)height_at(self, x, y) - self->least) * self->scale;
    double part = exact_clamp(share, 0.0, 1.0) * 4.0;
    int i = part < 4.0 ? (int)part : 3;
    return colour_from_oklab(
        colour_mix_oklab(colour_to_oklab(ramp[i]), colour_to_oklab(ramp[i + 1]), part - i));
}

static int middle_of(int i)
{
    return MARGIN + i * CELL + CELL / 2;
}

#define HUNDREDTHS 100.0 /* per unit */

/* Draws a cell with its height; it is paler in figures of later steps than its own.  Its background
 * hides the lines below. */
static void put_cell(trace *self, int x, int y, int step)
{
    int set = point_step(self, x, y);
    char area[96];
    snprintf(area, sizeof area, "x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"",
             MARGIN + x * CELL + 1, MARGIN + y * CELL + 1, CELL - 2, CELL - 2);
    svg_put(&self->out, "<g class=\"s%d\"><rect %s fill=\"#fffefb\"/><rect %s fill=\"#%06x\"%s/>",
            set, area, area, (unsigned)height_colour(self, x, y),
            step != ALL_STEPS && set < step ? " fill-opacity=\".7\"" : "");
    if (self->side <= NUMBERED_SIDE) {
        int hundredths = (int)exact_floor((double)height_at(self, x, y) * HUNDREDTHS + 0.5);
        int size = abs(hundredths);
        int is_dark = colour_to_oklab(height_colour(self, x, y)).l < DARK_BELOW;
        svg_put(&self->out, "<text x=\"%d\" y=\"%d\"%s>%s%d.%02d</text>", middle_of(x),
                middle_of(y), is_dark ? " fill=\"#fff\"" : "", hundredths < 0 ? "\xe2\x88\x92" : "",
                size / 100, size % 100);
    }
    svg_text(&self->out, "</g>\n");
}

static void put_frame(trace *self, cell_place point)
{
    svg_put(&self->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>",
            MARGIN + point.x * CELL + 2, MARGIN + point.y * CELL + 2, CELL - 4, CELL - 4);
}

/* Draws the lines from a point to its sources; a line that leaves a tile is drawn again where it
 * enters at the other side. */
static void put_lines(trace *self, cell_place point)
{
    cell_place source;
    for (int i = 0; i < 4; i++) {
        if (!point_source(self, point, i, &source))
            continue;
        int dx = (wrapped(self, source.x) - source.x) * CELL;
        int dy = (wrapped(self, source.y) - source.y) * CELL;
        for (int again = 0; again <= (dx != 0 || dy != 0); again++)
            svg_put(&self->out, "M%d %dL%d %d", middle_of(point.x) + again * dx,
                    middle_of(point.y) + again * dy, middle_of(source.x) + again * dx,
                    middle_of(source.y) + again * dy);
    }
}

/* Returns 1 if a cell is a source of a point that `step` sets. */
static int is_source(const trace *self, cell_place cell, int step)
{
    if (point_step(self, cell.x, cell.y) >= step)
        return 0;
    for (int y = 0; y < self->side; y++)
        for (int x = 0; x < self->side; x++)
            for (int i = 0; i < 4 && point_step(self, x, y) == step; i++) {
                cell_place source;
                if (point_source(self, (cell_place){x, y}, i, &source) &&
                    wrapped(self, source.x) == cell.x && wrapped(self, source.y) == cell.y)
                    return 1;
            }
    return 0;
}

static void begin_marks(trace *self, int step, int is_hidden)
{
    svg_put(&self->out, "<g class=\"m%d\"%s fill=\"none\">", step,
            is_hidden ? " visibility=\"hidden\"" : "");
}

/* Draws lines from the cells of a step to their sources, below the numbers. */
static void put_ways(trace *self, int step, int is_hidden)
{
    begin_marks(self, step, is_hidden);
    svg_text(&self->out,
             "<path stroke=\"#c1440e\" stroke-opacity=\".7\" stroke-width=\"2\" d=\"M0 0");
    for (int i = 0; i < self->side * self->side; i++) {
        cell_place point = {i % self->side, i / self->side};
        if (step > 0 && point_step(self, point.x, point.y) == step)
            put_lines(self, point);
    }
    svg_text(&self->out, "\"/></g>\n");
}

/* Draws frames round the cells of a step and round their sources. */
static void put_frames(trace *self, int step, int is_hidden)
{
    begin_marks(self, step, is_hidden);
    svg_text(&self->out, "<g stroke=\"#2b2d33\" stroke-width=\"2\">");
    for (int i = 0; i < self->side * self->side; i++) {
        cell_place point = {i % self->side, i / self->side};
        if (is_source(self, point, step))
            put_frame(self, point);
    }
    svg_text(&self->out, "</g>\n<g stroke=\"#c1440e\" stroke-width=\"3\">");
    for (int i = 0; i < self->side * self->side; i++) {
        cell_place point = {i % self->side, i / self->side};
        if (point_step(self, point.x, point.y) == step)
            put_frame(self, point);
    }
    svg_text(&self->out, "</g></g>\n");
}

/* Draws the figure of one step, or of all steps with their classes. */
static rl_status put_figure(trace *self, int step, const char *title)
{
    int width = self->side * CELL + 2 * MARGIN, is_all = step == ALL_STEPS;
    int first = is_all ? 0 : step, last = is_all ? self->steps - 1 : step;
    svg_put(&self->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\">\n",
            width, width, width, width);
    svg_title(&self->out, title);
    svg_text(&self->out, "<rect width=\"100%\" height=\"100%\" fill=\"#f6f4ee\"/>\n"
                         "<g fill=\"#fffefb\" stroke=\"#dedad0\">");
    for (int i = 0; i < self->side * self->side; i++)
        put_frame(self, (cell_place){i % self->side, i / self->side});
    svg_text(&self->out, "</g>\n");
    for (int k = first; k <= last; k++)
        put_ways(self, k, is_all);
    svg_text(&self->out, "<g font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\" "
                         "dominant-baseline=\"central\" fill=\"#2b2d33\">\n");
    for (int i = 0; i < self->side * self->side; i++) {
        cell_place point = {i % self->side, i / self->side};
        if (is_all || point_step(self, point.x, point.y) <= step)
            put_cell(self, point.x, point.y, step);
    }
    svg_text(&self->out, "</g>\n");
    for (int k = first; k <= last; k++)
        put_frames(self, k, is_all);
    svg_text(&self->out, "</svg>\n");
    return svg_end(&self->out, &self->error);
}

/* ---- figures in perspective --------------------------------------------------------- */

/* Writes the heights of the points that are set after a step, and between them, where a diamond
 * step leaves the middles of edges unset, the mean of the two ends of the edge.  Returns the number
 * of heights along a side. */
static int resample(const trace *self, int step, float *heights)
{
    int reach = self->spacing >> (step + 1) / 2, side = (self->side - 1) / reach + 1;
    for (int i = 0; i < side * side; i++) {
        int x = i % side * reach, y = i / side * reach;
        int across = (x & reach) != 0 ? reach : 0, down = across != 0 ? 0 : reach;
        heights[i] =
            point_step(self, x, y) <= step
                ? height_at(self, x, y)
                : 0.5f * (height_at(self, wrapped(self, x - across), wrapped(self, y - down)) +
                          height_at(self, wrapped(self, x + across), wrapped(self, y + down)));
    }
    return side;
}

/* Writes the mesh of the points that are set after a step, in the limits of the finished map. */
static rl_status put_surface(trace *self, int step, const char *caption, rl_sink *sink)
{
    static float heights[MOST_SIDE * MOST_SIDE]; /* too large for a small stack */
    int side = resample(self, step, heights);
    const rl_map_options library = {.struct_size = sizeof library,
                                    .threads = 1,
                                    .input = heights,
                                    .input_width = side,
                                    .input_height = side};
    const rl_render_options picture = {
        .struct_size = sizeof picture, .threads = 1, .title = caption};
    rl_map *map;
    scene_put(self->resampled, "output.size", "%dx%d", side, side);
    rl_status status = rl_map_new(&map, self->resampled, &library, &self->error);
    if (status == RL_OK)
        status = rl_map_write_svg(map, &picture, sink, &self->error);
    rl_map_free(map);
    return status;
}

/* Prepares the scene of the figures in perspective: a map of given heights without edges of its
 * own, in the limits of the scene or, where they are unset, of the range of all heights. */
static rl_status prepare_surfaces(trace *self)
{
    static const char *const limits[2][2] = {{"map.axis_low", "map.axis_high"},
                                             {"map.colour_low", "map.colour_high"}};
    double most = self->least + (self->scale > 0.0 ? 1.0 / self->scale : 1.0);
    TRY(rl_scene_copy(&self->resampled, self->scene, &self->error));
    scene_put(self->resampled, "map.view", "mesh");
    scene_put(self->resampled, "map.wrap", "0");
    scene_put(self->resampled, "map.edge_seed", "auto");
    scene_put(self->resampled, "map.tile_x", "auto");
    scene_put(self->resampled, "map.tile_y", "auto");
    scene_put(self->resampled, "map.zoom", "0");
    for (int i = 0; i < 4; i++)
        if (rl_scene_number(self->resampled, limits[i / 2][i % 2]) == RL_AUTO)
            scene_put_number(self->resampled, limits[i / 2][i % 2],
                             i % 2 == 0 ? self->least : most);
    return RL_OK;
}

/* Writes the page's figures in perspective; only the last is seen where no script runs. */
static rl_status put_page_surfaces(trace *self)
{
    char caption[STATEMENT];
    TRY(rl_sink_to_memory(&self->surface, NULL, &self->error));
    self->out.sink = self->surface;
    for (int step = 0; step < self->steps && self->has_surface; step++) {
        step_caption(self, step, caption);
        svg_put(&self->out, "<div class=\"surface\"%s>\n", step < self->steps - 1 ? " hidden" : "");
        TRY(svg_end(&self->out, &self->error));
        TRY(put_surface(self, step, caption, self->surface));
        svg_text(&self->out, "</div>\n");
        TRY(svg_end(&self->out, &self->error));
    }
    return rl_sink_write(self->surface, "", 1, &self->error); /* ends the text */
}

/* ---- files --------------------------------------------------------------------------------- */

static rl_status write_figures(trace *self)
{
    for (int step = 0; step < self->steps; step++) {
        char name[32], file[64], caption[STATEMENT];
        step_name(self, step, name);
        step_caption(self, step, caption);
        snprintf(file, sizeof file, "%02d-%s.svg", step, name);
        TRY(folder_add(&self->folder, file, &self->out.sink, &self->error));
        TRY(put_figure(self, step, caption));
        if (!self->has_surface)
            continue;
        snprintf(file, sizeof file, "%02d-%s-surface.svg", step, name);
        TRY(folder_add(&self->folder, file, &self->out.sink, &self->error));
        TRY(put_surface(self, step, caption, self->out.sink));
    }
    return RL_OK;
}

static int next_step(form *out, const char *section, int index)
{
    static char caption[STATEMENT]; /* used until the next call */
    const trace *self = out->user;
    (void)section;
    if (index == self->steps)
        return 0;
    step_caption(self, index, caption);
    form_set(out, "caption", caption);
    return 1;
}

static rl_status write_page(trace *self, uint64_t seed)
{
    form page = {.language = FORM_HTML, .section = next_step, .user = self};
    char title[96];
    size_t size;
    snprintf(title, sizeof title, "%s, %d x %d",
             self->is_midpoint ? "Midpoint displacement" : "Diamond-square", self->side,
             self->side);
    TRY(rl_sink_to_memory(&self->figure, NULL, &self->error));
    self->out.sink = self->figure;
    TRY(put_figure(self, ALL_STEPS, title));
    TRY(rl_sink_write(self->figure, "", 1, &self->error)); /* ends the text */
    TRY(put_page_surfaces(self));
    form_set(&page, "title", title);
    form_print(&page, "seed", "%llu", (unsigned long long)seed);
    form_set(&page, "figure", rl_sink_bytes(self->figure, &size));
    form_set(&page, "surface", rl_sink_bytes(self->surface, &size));
    TRY(folder_add(&self->folder, "trace.html", &self->out.sink, &self->error));
    return form_write(&page, "trace.html", self->out.sink, &self->error);
}

static void measure(trace *self)
{
    double least = (double)self->height[0], most = least;
    for (int i = 0; i < self->side * self->side; i++) {
        least = exact_min(least, (double)self->height[i]);
        most = exact_max(most, (double)self->height[i]);
    }
    self->least = least;
    self->scale = most > least ? 1.0 / (most - least) : 0.0;
    self->steps = 1;
    for (int spacing = self->spacing; spacing > 1; spacing /= 2)
        self->steps += 2;
}

/* Turns the scene into that of the whole grid that a map is cut from, not normalised and not
 * blurred; *side = its samples along a side.  Returns an exit code. */
static int grid_of(rl_scene *scene, int *side)
{
    const geometry size = scene_size(scene);
    int longer = size.width > size.height ? size.width : size.height;
    int wraps = scene_is(scene, "map.wrap", "1");
    if (longer == 0)
        longer = wraps ? DEFAULT_SIDE - 1 : DEFAULT_SIDE;
    if (longer > MOST_SIDE)
        return say_error(CODE_USAGE, "-s %dx%d: --trace draws each sample: must be at most %d",
                         size.width, size.height, MOST_SIDE);
    int cells = wraps ? 4 : 1;
    while (cells + !wraps < longer)
        cells *= 2;
    *side = cells + !wraps;
    scene_put(scene, "output.size", "%dx%d", *side, *side);
    scene_put(scene, "map.raw", "1");
    scene_put(scene, "map.blur", "0");
    return CODE_OK;
}

int trace_write(rl_scene *scene, const char *path, const options *opts)
{
    const rl_map_options library = {
        .struct_size = sizeof library, .threads = 1, .allocator = opts->allocator};
    trace self = {.out.write = rl_sink_write};
    rl_map *map;
    STEP(grid_of(scene, &self.side));
    if (rl_map_new(&map, scene, &library, &self.error) != RL_OK)
        return say_status(&self.error);
    self.scene = rl_map_scene(map);
    self.is_midpoint = scene_is(self.scene, "map.method", "midpoint");
    self.wraps = scene_is(self.scene, "map.wrap", "1");
    self.height = rl_map_heights(map, NULL, NULL);
    self.spacing = self.wraps ? self.side / 4 : self.side - 1;
    measure(&self);
    self.has_surface =
        scene_is(self.scene, "map.view", "surface") || scene_is(self.scene, "map.view", "mesh");
    int code = folder_open(&self.folder, path, "--trace", opts->no_clobber);
    if (code == CODE_OK) {
        rl_status status = self.has_surface ? prepare_surfaces(&self) : RL_OK;
        if (status == RL_OK)
            status = write_figures(&self);
        if (status == RL_OK)
            status = write_page(&self, scene_seed(self.scene));
        if (status == RL_OK)
            status = folder_publish(&self.folder, &self.error);
        folder_close(&self.folder);
        code = say_result(status, &self.error);
    }
    rl_scene_free(self.resampled);
    rl_sink_free(self.surface);
    rl_sink_free(self.figure);
    rl_map_free(map);
    return code;
}
