/* trace.c - diamond-square step by step, a picture for each.
 *
 * In: a scene of a small map.  Out: pictures of the whole grid: cells that are not set
 * yet are white, the others tinted by height, older ones paler; the cells of the step
 * are framed, and lines lead to the cells that each is the mean of.  The heights are
 * those of diamond_square_fill: no point changes once it is set, so the finished map
 * and the step at which each point was set tell everything.
 */
#include "base/colour.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "map/view.h"

#include <stdio.h>
#include <string.h>

#define MOST_SIDE 32  /* samples of a tile; a map with edges has one more */
#define LEAST_CELL 32 /* pixels */
#define MOST_CELL 96
#define WANTED_SIDE 672

#define PAPER 0xf6f4ee
#define UNSET 0xfffefb
#define HAIRLINE 0xdedad0
#define INK 0x2b2d33
#define ACCENT 0xc1440e

typedef struct trace {
    heightmap map;
    int spacing; /* cells from anchor to anchor */
    int is_midpoint;
    int cell, margin;    /* pixels */
    int width;           /* pixels a side */
    double least, scale; /* of the heights, to 0..1 */
    uint8_t *rgb;
} trace;

/* ---- shapes, anti-aliased by their distance --------------------------------------- */

/* A line with round ends (a dot when both are one), or a box with round corners. */
typedef struct shape {
    double x0, y0, x1, y1;
    double radius;  /* of the line, or of the box's corners */
    double outline; /* width of the box's frame; 0 = filled */
    int is_box;
    rl_colour colour;
    double alpha;
} shape;

static double line_distance(const shape *s, double x, double y)
{
    double dx = s->x1 - s->x0, dy = s->y1 - s->y0, length = dx * dx + dy * dy;
    double t = length > 0.0 ? ((x - s->x0) * dx + (y - s->y0) * dy) / length : 0.0;
    t = exact_clamp(t, 0.0, 1.0);
    double u = x - s->x0 - t * dx, v = y - s->y0 - t * dy;
    return exact_sqrt(u * u + v * v) - s->radius;
}

static double box_distance(const shape *s, double x, double y)
{
    double u = exact_abs(x - 0.5 * (s->x0 + s->x1)) - 0.5 * (s->x1 - s->x0) + s->radius;
    double v = exact_abs(y - 0.5 * (s->y0 + s->y1)) - 0.5 * (s->y1 - s->y0) + s->radius;
    double inside = exact_min(exact_max(u, v), 0.0);
    u = exact_max(u, 0.0);
    v = exact_max(v, 0.0);
    double distance = exact_sqrt(u * u + v * v) + inside - s->radius;
    return s->outline > 0.0 ? exact_abs(distance) - 0.5 * s->outline : distance;
}

static void pixel_mix(uint8_t *pixel, rl_colour colour, double share)
{
    for (int i = 0; i < 3; i++) {
        double to = (double)(colour >> (16 - 8 * i) & 255);
        pixel[i] = (uint8_t)(exact_mix((double)pixel[i], to, share) + 0.5);
    }
}

/* Draws a shape within from..to pixels of both axes. */
static void shape_draw(const trace *self, const shape *s, int from, int to)
{
    double reach = 1.0 + s->outline + (s->is_box ? 0.0 : s->radius);
    int left = (int)exact_clamp(exact_min(s->x0, s->x1) - reach, from, to);
    int right = (int)exact_clamp(exact_max(s->x0, s->x1) + reach + 1.0, from, to);
    int top = (int)exact_clamp(exact_min(s->y0, s->y1) - reach, from, to);
    int bottom = (int)exact_clamp(exact_max(s->y0, s->y1) + reach + 1.0, from, to);
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            double distance =
                s->is_box ? box_distance(s, x + 0.5, y + 0.5) : line_distance(s, x + 0.5, y + 0.5);
            double cover = exact_clamp(0.5 - distance, 0.0, 1.0);
            if (cover > 0.0)
                pixel_mix(self->rgb + 3 * ((size_t)y * (size_t)self->width + (size_t)x), s->colour,
                          cover * s->alpha);
        }
}

/* ---- what is where ------------------------------------------------------------------ */

/* Half the distance between the points that were there before (x, y) was set; of an
 * anchor, the spacing. */
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

/* The step that sets a point: 0 the anchors, then diamond, square, diamond, ... */
static int point_step(const trace *self, int x, int y)
{
    int reach = point_reach(self, x, y), step = is_centre(x, y, reach) ? 1 : 2;
    if (reach == self->spacing)
        return 0;
    for (; 2 * reach < self->spacing; reach *= 2)
        step += 2;
    return step;
}

/* Where the four sources of a point lie, in reaches. */
static const int source_place[2][4][2] = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}},
                                          {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};

/* Source `i` of a point, which may lie beyond the edge of a tile; 0 if there is none. */
static int point_source(const trace *self, int x, int y, int i, int *u, int *v)
{
    int reach = point_reach(self, x, y), centre = is_centre(x, y, reach);
    const int *place = source_place[centre][i];
    *u = x + reach * place[0];
    *v = y + reach * place[1];
    if (self->is_midpoint && !centre && (place[0] != 0) != ((x & reach) != 0))
        return 0; /* an edge has two ends */
    return self->map.wrap || (*u >= 0 && *v >= 0 && *u < self->map.width && *v < self->map.height);
}

/* ---- cells ---------------------------------------------------------------------------- */

static double middle_of(const trace *self, int i)
{
    return self->margin + (i + 0.5) * self->cell;
}

/* Dark blue below to sand above: told apart from unset paper, and lighter is higher. */
static rl_colour height_colour(const trace *self, int x, int y)
{
    static const rl_colour ramp[] = {0x2c4a68, 0x3f7f86, 0x8bb083, 0xdcc479, 0xf3dfae};
    float h = self->map.h[y * self->map.width + x];
    double place = exact_clamp(((double)h - self->least) * self->scale, 0.0, 1.0) * 4.0;
    int i = place < 4.0 ? (int)place : 3;
    return colour_from_oklab(
        colour_mix_oklab(colour_to_oklab(ramp[i]), colour_to_oklab(ramp[i + 1]), place - i));
}

static shape cell_box(const trace *self, int x, int y, double inset)
{
    double half = 0.5 * self->cell - inset;
    double u = middle_of(self, x), v = middle_of(self, y);
    shape box = {.x0 = u - half, .y0 = v - half, .x1 = u + half, .y1 = v + half};
    box.is_box = 1;
    box.radius = 0.12 * self->cell;
    box.alpha = 1.0;
    return box;
}

static void cell_draw(const trace *self, int x, int y, int step)
{
    int set = point_step(self, x, y);
    shape box = cell_box(self, x, y, 0.035 * self->cell);
    box.colour = set > step ? UNSET : height_colour(self, x, y);
    box.alpha = set < step ? 0.72 : 1.0;
    shape_draw(self, &box, 0, self->width);
    if (set > step) {
        box.outline = 1.0;
        box.colour = HAIRLINE;
        shape_draw(self, &box, 0, self->width);
    }
}

static void frame_draw(const trace *self, int x, int y)
{
    shape box = cell_box(self, x, y, 0.07 * self->cell);
    box.colour = height_colour(self, x, y);
    shape_draw(self, &box, 0, self->width);
    box.outline = 0.075 * self->cell;
    box.colour = ACCENT;
    shape_draw(self, &box, 0, self->width);
}

static int wrapped(const trace *self, int i)
{
    return (i + self->map.width) % self->map.width;
}

/* Draws a line from cell (x, y) to cell (u, v), as far as it lies on the picture. */
static void line_draw(const trace *self, int x, int y, int u, int v)
{
    shape line = {.x0 = middle_of(self, x), .y0 = middle_of(self, y)};
    line.x1 = middle_of(self, u);
    line.y1 = middle_of(self, v);
    line.radius = 0.025 * self->cell;
    line.colour = ACCENT;
    line.alpha = 0.8;
    shape_draw(self, &line, self->margin / 2, self->width - self->margin / 2);
}

/* A line that leaves a tile comes in again at the other side. */
static void lines_draw(const trace *self, int x, int y)
{
    int u, v;
    for (int i = 0; i < 4; i++) {
        if (!point_source(self, x, y, i, &u, &v))
            continue;
        int dx = wrapped(self, u) - u, dy = wrapped(self, v) - v;
        line_draw(self, x, y, u, v);
        if (dx != 0 || dy != 0)
            line_draw(self, x + dx, y + dy, u + dx, v + dy);
    }
}

static void dots_draw(const trace *self, int x, int y)
{
    int u, v;
    for (int i = 0; i < 4; i++) {
        if (!point_source(self, x, y, i, &u, &v))
            continue;
        shape dot = {.x0 = middle_of(self, wrapped(self, u))};
        dot.y0 = dot.y1 = middle_of(self, wrapped(self, v));
        dot.x1 = dot.x0;
        dot.alpha = 1.0;
        dot.radius = 0.13 * self->cell;
        dot.colour = UNSET;
        shape_draw(self, &dot, 0, self->width);
        dot.radius = 0.09 * self->cell;
        dot.colour = INK;
        shape_draw(self, &dot, 0, self->width);
    }
}

/* ---- pictures --------------------------------------------------------------------------- */

typedef void cell_painter(const trace *self, int x, int y);

static void new_cells(const trace *self, int step, cell_painter *paint)
{
    for (int y = 0; y < self->map.height; y++)
        for (int x = 0; x < self->map.width; x++)
            if (point_step(self, x, y) == step)
                paint(self, x, y);
}

static void picture_paint(const trace *self, int step)
{
    for (size_t i = 0; i < (size_t)self->width * (size_t)self->width; i++)
        pixel_mix(self->rgb + 3 * i, PAPER, 1.0);
    for (int y = 0; y < self->map.height; y++)
        for (int x = 0; x < self->map.width; x++)
            cell_draw(self, x, y, step);
    if (step > 0)
        new_cells(self, step, lines_draw);
    new_cells(self, step, frame_draw);
    if (step > 0)
        new_cells(self, step, dots_draw);
}

static rl_status pictures_make(const trace *self, rl_map_step step, void *user, rl_error *error)
{
    int last = point_step(self, 0, 1); /* the finest square step; 0 if all are anchors */
    rl_status status = RL_OK;
    for (int number = 0; number <= last && status == RL_OK; number++) {
        char name[32];
        const char *kind = number & 1 ? "diamond" : "square";
        (void)snprintf(name, sizeof name, "%s-%d", kind, (number + 1) / 2);
        picture_paint(self, number);
        status = step(user, number, number > 0 ? name : "corners", self->rgb, self->width,
                      self->width, error);
    }
    return status;
}

static void sizes_set(trace *self)
{
    int wanted = WANTED_SIDE / self->map.width;
    self->cell = wanted < LEAST_CELL ? LEAST_CELL : wanted > MOST_CELL ? MOST_CELL : wanted;
    self->margin = self->cell / 2 > 20 ? self->cell / 2 : 20;
    self->width = self->map.width * self->cell + 2 * self->margin;
}

static void range_set(trace *self)
{
    float least = self->map.h[0], most = least;
    for (int i = 0; i < self->map.width * self->map.height; i++) {
        least = self->map.h[i] < least ? self->map.h[i] : least;
        most = self->map.h[i] > most ? self->map.h[i] : most;
    }
    self->least = (double)least;
    self->scale = most > least ? 1.0 / ((double)most - (double)least) : 0.0;
}

static rl_status trace_prepare(trace *self, const rl_scene *scene, const rl_allocator *allocator,
                               rl_error *error)
{
    size_t side = (size_t)self->map.width, width = (size_t)self->width;
    self->map.h = memory_array(allocator, side * side, sizeof *self->map.h);
    self->rgb = memory_array(allocator, width * width, 3);
    if (self->map.h == NULL || self->rgb == NULL)
        return status_fail(error, RL_NO_MEMORY, "trace: out of memory");
    heightmap_work work = {
        .allocator = allocator, .threads = 1, .seed = scene->seed, .rules = &scene->map};
    rl_status status = diamond_square_fill(&self->map, FRACTAL_STREAM, &work, error);
    if (status == RL_OK)
        range_set(self);
    return status;
}

rl_status trace_draw(const rl_scene *scene, rl_map_step step, void *user,
                     const rl_allocator *allocator, rl_error *error)
{
    int wrap = scene->map.wrap, most = MOST_SIDE + !wrap;
    if (scene->width < 1 || scene->height < 1 || scene->width > most || scene->height > most)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "trace: %d x %d: must be at most %d samples a side%s", scene->width,
                           scene->height, most, wrap ? " with wrap" : "");
    int side = 1 << diamond_square_order(scene->width, scene->height, wrap);
    trace self = {.is_midpoint = scene->map.method == RL_MAP_MIDPOINT};
    self.spacing = wrap ? side / 4 : side;
    self.map.wrap = wrap;
    self.map.width = self.map.height = side + !wrap;
    sizes_set(&self);
    rl_status status = trace_prepare(&self, scene, allocator, error);
    if (status == RL_OK)
        status = pictures_make(&self, step, user, error);
    memory_free(allocator, self.rgb);
    memory_free(allocator, self.map.h);
    return status;
}
