/* flow.c - flow accumulation: where rain that falls on a map gathers to rivers.
 *
 * In: heights.  Out: for each cell the number of cells that drain through it.  By D8 (O'Callaghan
 * and Mark 1984) all water of a cell goes to the neighbour of steepest descent.  Pits are filled by
 * priority flood (Barnes, Lehman, Mulla 2014): cells are reached from the outlets in the order of
 * their filled level, and a cell without a lower neighbour drains to the cell from which it was
 * reached.  So flats and filled pits drain by the shortest way, and no water runs in circles.
 *
 * Outlets: the border of a map that does not wrap, and the sea if there is one.  When
 * there is neither, the lowest cell is the outlet.
 */
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/heightmap.h"

#include <string.h>

/* The eight neighbours of a cell.  Of equal descents the first counts, so straight ones are before
 * diagonal ones.  Numbers s and s ^ 3 are opposite. */
typedef struct neighbour {
    int x, y;
    float nearness; /* 1 / distance */
} neighbour;
static const neighbour neighbours[8] = {
    {0, -1, 1.0F},          {-1, 0, 1.0F},         {1, 0, 1.0F},          {0, 1, 1.0F},
    {-1, -1, 0.707106781F}, {1, -1, 0.707106781F}, {-1, 1, 0.707106781F}, {1, 1, 0.707106781F},
};

enum { OUTLET = 8, UNREACHED = 9 }; /* receivers that are not a number of `neighbours` */

/* A cell in the queue of the flood: the lowest level is popped first. */
typedef struct waiting {
    float level;   /* filled height */
    uint32_t turn; /* running number, so that equal levels are popped in the order of pushing */
    uint32_t cell;
} waiting;

typedef struct flood {
    const heightmap *map;
    const rl_allocator *allocator;
    int carve;               /* 1: pits are not filled: see flow_accumulate */
    float *level;            /* [cells] filled heights of the cells that were reached */
    unsigned char *receiver; /* [cells] number of the neighbour that gets its water, or OUTLET */
    uint32_t *order;         /* [popped] cells in the order of popping: levels never fall */
    uint32_t popped, turns;
    waiting *heap;
    size_t heap_count, heap_room;
} flood;

/* ---- the heap ------------------------------------------------------------------- */

static int comes_before(const waiting *a, const waiting *b)
{
    return a->level < b->level || (!(b->level < a->level) && a->turn < b->turn);
}

static int heap_grow(flood *self)
{
    size_t room = self->heap_room * 2;
    waiting *heap = memory_array(self->allocator, room, sizeof *heap);
    if (heap == NULL)
        return 0;
    memcpy(heap, self->heap, self->heap_count * sizeof *heap);
    memory_free(self->allocator, self->heap);
    self->heap = heap;
    self->heap_room = room;
    return 1;
}

/* Reaches a cell: queues it with its filled level.  Returns 0 if there is no memory. */
static int heap_push(flood *self, uint32_t cell, float level, int receiver)
{
    if (self->heap_count == self->heap_room && !heap_grow(self))
        return 0;
    self->level[cell] = level;
    self->receiver[cell] = (unsigned char)receiver;
    waiting w = {level, self->turns++, cell};
    size_t i = self->heap_count++;
    for (; i > 0 && comes_before(&w, &self->heap[(i - 1) / 2]); i = (i - 1) / 2)
        self->heap[i] = self->heap[(i - 1) / 2];
    self->heap[i] = w;
    return 1;
}

static uint32_t heap_pop(flood *self)
{
    waiting *heap = self->heap;
    uint32_t first = heap[0].cell;
    waiting last = heap[--self->heap_count];
    size_t i = 0;
    for (size_t child = 1; child < self->heap_count; child = 2 * i + 1) {
        if (child + 1 < self->heap_count && comes_before(&heap[child + 1], &heap[child]))
            child++;
        if (!comes_before(&heap[child], &last))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return first;
}

/* ---- the flood --------------------------------------------------------------------- */

/* Finds the neighbour of a cell with number `side`; returns 0 if it is beyond the map. */
static int cell_beside(const heightmap *map, uint32_t cell, int side, uint32_t *other)
{
    int x = (int)(cell % (uint32_t)map->width) + neighbours[side].x;
    int y = (int)(cell / (uint32_t)map->width) + neighbours[side].y;
    if (map->wrap) {
        x = x < 0 ? map->width - 1 : x == map->width ? 0 : x;
        y = y < 0 ? map->height - 1 : y == map->height ? 0 : y;
    } else if (x < 0 || y < 0 || x == map->width || y == map->height) {
        return 0;
    }
    *other = (uint32_t)y * (uint32_t)map->width + (uint32_t)x;
    return 1;
}

static int push_outlets(flood *self, uint32_t cells, float sea)
{
    const heightmap *map = self->map;
    uint32_t lowest = 0, cell = 0;
    memset(self->receiver, UNREACHED, cells);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++, cell++) {
            lowest = map->h[cell] < map->h[lowest] ? cell : lowest;
            int border = x == 0 || y == 0 || x == map->width - 1 || y == map->height - 1;
            int is_outlet = (border && !map->wrap) || map->h[cell] <= sea;
            if (is_outlet && !heap_push(self, cell, map->h[cell], OUTLET))
                return 0;
        }
    return self->heap_count > 0 || heap_push(self, lowest, map->h[lowest], OUTLET);
}

/* Sets the receiver of a popped cell to its lower neighbour of steepest descent, if any; all lower
 * cells were reached before.  That holds for a cell at the border, too; the sea stays an outlet. */
static void choose_receiver(flood *self, uint32_t cell, float sea)
{
    float steepest = 0.0F;
    if (self->map->h[cell] <= sea)
        return;
    for (int side = 0; side < 8; side++) {
        uint32_t other;
        if (!cell_beside(self->map, cell, side, &other) || self->receiver[other] == UNREACHED)
            continue;
        float descent = (self->level[cell] - self->level[other]) * neighbours[side].nearness;
        if (descent > steepest) {
            steepest = descent;
            self->receiver[cell] = (unsigned char)side;
        }
    }
}

static int reach_neighbours(flood *self, uint32_t cell)
{
    for (int side = 0; side < 8; side++) {
        uint32_t other;
        if (!cell_beside(self->map, cell, side, &other) || self->receiver[other] != UNREACHED)
            continue;
        float height = self->map->h[other];
        int is_filled = !self->carve && height < self->level[cell];
        float level = is_filled ? self->level[cell] : height;
        if (!heap_push(self, other, level, side ^ 3)) /* the side back to this cell */
            return 0;
    }
    return 1;
}

#define CELLS_BETWEEN_STEPS ((uint32_t)1 << 17) /* between calls of heightmap_step */

static rl_status flood_run(flood *self, uint32_t cells, float sea, const heightmap_work *work,
                           rl_error *error)
{
    int room = push_outlets(self, cells, sea);
    while (room && self->heap_count > 0) {
        if (self->popped % CELLS_BETWEEN_STEPS == 0) {
            double done = (double)self->popped / (double)cells;
            TRY(heightmap_step(work, "rivers", done, error));
        }
        uint32_t cell = heap_pop(self);
        self->order[self->popped++] = cell;
        choose_receiver(self, cell, sea);
        room = reach_neighbours(self, cell);
    }
    return status_memory(room, "rivers", error);
}

/* ---- accumulation -------------------------------------------------------------------- */

/* Counts cells from the last popped to the first, so that each is complete before its receiver. */
static void count_cells(const flood *self, uint32_t cells, uint32_t *count, float *area)
{
    for (uint32_t i = 0; i < cells; i++)
        count[i] = 1;
    for (uint32_t i = cells; i-- > 0;) {
        uint32_t cell = self->order[i];
        uint32_t other;
        if (self->receiver[cell] != OUTLET &&
            cell_beside(self->map, cell, self->receiver[cell], &other))
            count[other] += count[cell];
    }
    for (uint32_t i = 0; i < cells; i++)
        area[i] = (float)count[i];
}

/* During the flood `area` holds the levels.  With `carve` a cell in a pit keeps its own height as
 * level, so the flood follows the pit's valleys down to its deepest cell before it goes on outside;
 * water takes the reverse way, from there up the valleys to the lowest gap. */
rl_status flow_accumulate(const heightmap *map, int carve, float *area, const heightmap_work *work,
                          rl_error *error)
{
    const rl_allocator *allocator = work->allocator;
    size_t cells = (size_t)map->width * (size_t)map->height;
    int has_sea = work->rules != NULL && work->rules->sea > 0.0;
    float sea = has_sea ? (float)work->rules->sea : -1e30F;
    flood self = {.map = map, .allocator = allocator, .carve = carve, .level = area};
    self.heap_room = 1024;
    self.receiver = memory_array(allocator, cells, sizeof *self.receiver);
    self.order = memory_array(allocator, cells, sizeof *self.order);
    self.heap = memory_array(allocator, self.heap_room, sizeof *self.heap);
    uint32_t *count = memory_array(allocator, cells, sizeof *count);
    int has_memory =
        self.receiver != NULL && self.order != NULL && self.heap != NULL && count != NULL;
    rl_status status = has_memory ? flood_run(&self, (uint32_t)cells, sea, work, error)
                                  : status_no_memory("rivers", error);
    if (status == RL_OK)
        count_cells(&self, (uint32_t)cells, count, area);
    memory_free(allocator, self.receiver);
    memory_free(allocator, self.order);
    memory_free(allocator, self.heap);
    memory_free(allocator, count);
    return status;
}
