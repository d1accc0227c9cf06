/* river.c - traces the streams of a map as smooth lines and draws them.
 *
 * Cells through which enough land drains are the nodes of a network; each is linked to the
 * neighbour into which it drains.  The nodes are moved toward the middle of their neighbours on the
 * stream, to smooth the steps of the grid.  The width of a link grows with the square root of the
 * drained area.
 */
#include "base/exact.h"
#include "base/status.h"
#include "map/plate.h"

#define SMOOTHINGS 16
#define NOWHERE UINT32_MAX

/* A stream begins where a share of 2^-(FEWEST_RIVERS + MORE_RIVERS * rivers) of the map drains:
 * 1/50 for the fewest rivers (0), 1/4000 for the most (1). */
#define FEWEST_RIVERS 5.6
#define MORE_RIVERS 6.4
#define LEAST_CELLS 8.0F /* least number of cells that drain through the beginning of a stream */
#define NO_SEA (-1e30F)

/* Widths of lines, as multiples of plate_line; tuned by eye. */
static const struct {
    double spring, young;        /* constant term of the width: at the spring, and farther down */
    double young_from, young_to; /* drained areas between which it changes, / area at a spring */
    double growth;               /* factor of the square root of the drained share of the map */
    double most;                 /* greatest width */
    double widening;             /* greatest ratio of a link's width at its lower and upper end */
} width = {.spring = 0.25,
           .young = 0.6,
           .young_from = 0.8,
           .young_to = 3.0,
           .growth = 7.4,
           .most = 3.2,
           .widening = 1.25};

typedef struct node {
    float x, y;    /* place, samples */
    float area;    /* share of the map that drains here, 0..1 */
    uint32_t down; /* node into which this one drains, or NOWHERE */
    uint32_t up;   /* largest node that drains into this one, or NOWHERE */
} node;

typedef struct network {
    const heightmap *map;
    int step;          /* pixels from sample to sample */
    float *area;       /* [cells] number of cells that drain through a cell */
    uint32_t *node_of; /* [cells] index of a cell's node, or NOWHERE */
    node *nodes;
    uint32_t count;
    float least; /* least `area` of a stream's cell */
    float sea;   /* height of the sea, or NO_SEA */
} network;

static uint32_t cell_at(const heightmap *map, int x, int y)
{
    return (uint32_t)y * (uint32_t)map->width + (uint32_t)x;
}

static int is_stream(const network *self, uint32_t cell)
{
    return self->area[cell] >= self->least && self->map->h[cell] > self->sea;
}

/* Sets *dx, *dy to the step to the neighbour into which a cell drains; returns 0 if there is none.
 * Of the neighbours with a greater drained area it is the one with the least. */
static int find_receiver(const network *self, int x, int y, int *dx, int *dy)
{
    const heightmap *map = self->map;
    float drained = self->area[cell_at(map, x, y)];
    float best = 0.0F;
    for (int sy = -1; sy <= 1; sy++)
        for (int sx = -1; sx <= 1; sx++) {
            int nx = x + sx, ny = y + sy;
            if (map->wrap) {
                nx = (nx + map->width) % map->width;
                ny = (ny + map->height) % map->height;
            } else if (nx < 0 || ny < 0 || nx >= map->width || ny >= map->height) {
                continue;
            }
            float area = self->area[cell_at(map, nx, ny)];
            if (area > drained && (best == 0.0F || area < best)) {
                best = area;
                *dx = sx;
                *dy = sy;
            }
        }
    return best > 0.0F;
}

/* ---- the network ----------------------------------------------------------------- */

static void place_nodes(network *self)
{
    const heightmap *map = self->map;
    float share = 1.0F / ((float)map->width * (float)map->height);
    uint32_t next = 0;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            uint32_t cell = cell_at(map, x, y);
            self->node_of[cell] = NOWHERE;
            if (!is_stream(self, cell))
                continue;
            self->node_of[cell] = next;
            self->nodes[next++] =
                (node){(float)x, (float)y, self->area[cell] * share, NOWHERE, NOWHERE};
        }
}

/* Links a node, whose cell is x, y, to the node into which it drains.  A stream that leaves the
 * land gets an additional node for its end, one cell out to sea. */
static void link_node(network *self, uint32_t source, int x, int y)
{
    const heightmap *map = self->map;
    int dx = 0, dy = 0;
    if (!find_receiver(self, x, y, &dx, &dy))
        return;
    int nx = (x + dx + map->width) % map->width;
    int ny = (y + dy + map->height) % map->height;
    uint32_t down = self->node_of[cell_at(map, nx, ny)];
    if (down == NOWHERE) {
        down = self->count++;
        self->nodes[down] =
            (node){(float)(x + dx), (float)(y + dy), self->nodes[source].area, NOWHERE, NOWHERE};
    }
    self->nodes[source].down = down;
    uint32_t *up = &self->nodes[down].up;
    if (*up == NOWHERE || self->nodes[*up].area < self->nodes[source].area)
        *up = source;
}

/* ---- smooth lines ---------------------------------------------------------------- */

/* Returns the step from coordinate a to b; on a torus, whose side is `side`, the shorter one. */
static float step_between(float a, float b, int side, int wrap)
{
    float step = b - a;
    float half = 0.5F * (float)side;
    return !wrap          ? step
           : step > half  ? step - (float)side
           : step < -half ? step + (float)side
                          : step;
}

/* Moves each node, except springs and ends, half of the way to the middle of its neighbours
 * upstream and downstream.  `moved` holds the new places until all are computed. */
static void smooth_nodes(network *self, float *moved)
{
    int wrap = self->map->wrap;
    for (uint32_t i = 0; i < self->count; i++) {
        const node *n = &self->nodes[i];
        moved[2 * i] = n->x;
        moved[2 * i + 1] = n->y;
        if (n->up == NOWHERE || n->down == NOWHERE)
            continue;
        const node *up = &self->nodes[n->up], *down = &self->nodes[n->down];
        moved[2 * i] += 0.25F * (step_between(n->x, up->x, self->map->width, wrap) +
                                 step_between(n->x, down->x, self->map->width, wrap));
        moved[2 * i + 1] += 0.25F * (step_between(n->y, up->y, self->map->height, wrap) +
                                     step_between(n->y, down->y, self->map->height, wrap));
    }
    for (uint32_t i = 0; i < self->count; i++) {
        self->nodes[i].x = moved[2 * i];
        self->nodes[i].y = moved[2 * i + 1];
    }
}

/* Returns the width of a stream at a node, pixels. */
static double width_of(const network *self, const node *n, double line)
{
    double share = (double)n->area;
    double least = (double)self->least / ((double)self->map->width * (double)self->map->height);
    double young = exact_smoothstep(width.young_from * least, width.young_to * least, share);
    return line * exact_min(width.most, exact_mix(width.spring, width.young, young) +
                                            width.growth * exact_sqrt(share));
}

/* Sets `start` and `end` to the ends of the link from a node to the next node downstream. */
static void follow_link(const network *self, const node *n, double line, stroke_end *start,
                        stroke_end *end)
{
    double step = self->step;
    const node *down = &self->nodes[n->down];
    *start = (stroke_end){step * (double)n->x, step * (double)n->y, width_of(self, n, line)};
    *end = *start;
    end->x += step * (double)step_between(n->x, down->x, self->map->width, self->map->wrap);
    end->y += step * (double)step_between(n->y, down->y, self->map->height, self->map->wrap);
    end->width = exact_min(width_of(self, down, line), width.widening * start->width);
}

static void draw_links(const network *self, sheet *paper)
{
    const heightmap size = {.width = paper->width, .height = paper->height};
    double line = plate_line(&size);
    for (uint32_t i = 0; i < self->count; i++) {
        stroke_end start, end;
        if (self->nodes[i].down == NOWHERE)
            continue;
        follow_link(self, &self->nodes[i], line, &start, &end);
        stroke_line(paper, start, end);
    }
}

/* Calls `link` for each stream from its spring to its end, or to the node where it joins a larger
 * stream. */
static void trace_links(const network *self, const heightmap *whole, river_link *link, void *user)
{
    double line = plate_line(whole);
    for (uint32_t spring = 0; spring < self->count; spring++) {
        int is_first = 1, is_main = self->nodes[spring].up == NOWHERE;
        for (uint32_t i = spring; is_main && self->nodes[i].down != NOWHERE;) {
            stroke_end start, end;
            uint32_t down = self->nodes[i].down;
            follow_link(self, &self->nodes[i], line, &start, &end);
            int is_seam = end.x != self->step * (double)self->nodes[down].x ||
                          end.y != self->step * (double)self->nodes[down].y;
            link(user, start, end, is_first);
            is_first = is_seam;
            is_main = self->nodes[down].up == i;
            i = down;
        }
    }
}

/* ---- all of it ------------------------------------------------------------------- */

static rl_status fill_network(network *self, arena *memory, const heightmap_work *work,
                              rl_error *error)
{
    size_t cells = (size_t)self->map->width * (size_t)self->map->height;
    self->area = arena_array(memory, cells, sizeof *self->area);
    self->node_of = arena_array(memory, cells, sizeof *self->node_of);
    TRY(status_memory(self->area != NULL && self->node_of != NULL, "rivers", error));
    TRY(flow_accumulate(self->map, 1, self->area, work, error));
    for (uint32_t i = 0; i < cells; i++)
        self->count += (uint32_t)is_stream(self, i);
    size_t most = (size_t)self->count * 2; /* each node may need an additional end in the sea */
    self->nodes = arena_array(memory, most, sizeof *self->nodes);
    float *moved = arena_array(memory, most, 2 * sizeof *moved);
    TRY(status_memory(self->nodes != NULL && moved != NULL, "rivers", error));
    place_nodes(self);
    for (uint32_t i = 0, count = self->count; i < count; i++)
        link_node(self, i, (int)self->nodes[i].x, (int)self->nodes[i].y);
    for (int i = 0; i < SMOOTHINGS; i++)
        smooth_nodes(self, moved);
    return RL_OK;
}

static rl_status make_network(network *self, arena *memory, const heightmap *map, int step,
                              const heightmap_work *work, rl_error *error)
{
    double cells = (double)map->width * (double)map->height;
    float least = (float)(exact_exp2(-FEWEST_RIVERS - MORE_RIVERS * work->rules->rivers) * cells);
    *self = (network){.map = map,
                      .step = step,
                      .least = least < LEAST_CELLS ? LEAST_CELLS : least,
                      .sea = work->rules->sea > 0.0 ? (float)work->rules->sea : NO_SEA};
    return fill_network(self, memory, work, error);
}

rl_status river_draw(sheet *paper, const heightmap *map, int step, const heightmap_work *work,
                     rl_error *error)
{
    network streams;
    arena memory = {.allocator = work->allocator};
    rl_status status = make_network(&streams, &memory, map, step, work, error);
    if (status == RL_OK)
        draw_links(&streams, paper);
    arena_free(&memory);
    return status;
}

rl_status river_trace(const heightmap *whole, const heightmap *map, int step, river_link *link,
                      void *user, const heightmap_work *work, rl_error *error)
{
    network streams;
    arena memory = {.allocator = work->allocator};
    rl_status status = make_network(&streams, &memory, map, step, work, error);
    if (status == RL_OK)
        trace_links(&streams, whole, link, user);
    arena_free(&memory);
    return status;
}
