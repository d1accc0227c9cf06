/* land.c - the layers of an endless land, in chunks that a thread of their own paints.
 *
 * A layer is a strip without end, of which only the chunks near the frame exist, in a ring.  The
 * drawing thread asks for the chunks that a frame shows and for one more ahead; the painting thread
 * makes one frame of the library for each place and paints all layers that are asked for there.
 * A chunk holds the rows that its layer covers, and how each stretch of a row is covered, so that
 * hidden layers are not read.  Memory is about layers x (width + 3 chunks) x rows x 4 bytes.
 */
#include "land.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHUNKS_SEEN 4         /* a frame is about as many chunks wide */
#define CHUNKS_BESIDE 3       /* one more seen in part, one ahead, one that was just passed */
#define COLUMNS 32            /* columns of a block, for which a row knows how it is covered */
#define WAIT_NS 100000000     /* longest wait of land_ready, nanoseconds */
#define SECOND_NS 1000000000L /* nanoseconds of a second */

/* Speeds of layers differ by up to this share from those of a land that passes as a whole. */
#define SPEED_SPREAD 0.4

enum { COVERS_NONE, COVERS_PART, COVERS_ALL };

/* Coverage of a block of a row, and the column of the chunk before which that coverage ends. */
typedef struct cover {
    int32_t covers, end;
} cover;

typedef enum chunk_state { CHUNK_EMPTY, CHUNK_WANTED, CHUNK_PAINTED_NOW, CHUNK_MADE } chunk_state;

typedef struct chunk {
    chunk_state state;
    int is_seen;     /* 1: the next frame needs it; 0: it lies ahead */
    int64_t index;   /* its columns begin at index * chunk_width of the layer */
    int top, bottom; /* rows of the frame that it holds, from `top` to before `bottom` */
    uint8_t *rgba;   /* [bottom - top][chunk_width][4], straight alpha */
    cover *covers;   /* [bottom - top][blocks] */
} chunk;

typedef struct strip {
    double speed; /* columns per second; above 0 the layer passes to the left */
    int64_t left; /* column of the layer at the left edge of the frame */
    chunk *ring;
} strip;

struct land {
    rl_scene *scene; /* resolved */
    rl_view view;    /* a chunk as a part of the frame */
    int width, height, chunk_width, blocks, ring_size, count;
    strip strips[RL_MAX_LAYERS];

    pthread_t thread;
    int has_thread;
    pthread_mutex_t lock; /* for all below, `state`, `index` and `is_seen` of chunks */
    pthread_cond_t changed;
    int is_ending;
    rl_error error; /* error.status other than RL_OK: painting has failed */
};

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static chunk *chunk_at(const land *self, int layer, int64_t index)
{
    return &self->strips[layer].ring[index - floor_div(index, self->ring_size) * self->ring_size];
}

static rl_status out_of_memory(rl_error *error)
{
    error->status = RL_NO_MEMORY;
    snprintf(error->text, sizeof error->text, "out of memory");
    return RL_NO_MEMORY;
}

/* ---- painting ------------------------------------------------------------------ */

/* Writes the covers of a row, from right to left because each needs the column where it ends. */
static void find_covers(const land *self, const uint8_t *row, cover *covers)
{
    cover next = {-1, self->chunk_width};
    for (int i = self->blocks - 1; i >= 0; i--) {
        int begin = i * COLUMNS, end = begin + COLUMNS, least = UINT8_MAX, most = 0;
        for (int x = begin; x < end; x++) {
            int alpha = row[4 * x + 3];
            least = alpha < least ? alpha : least;
            most = alpha > most ? alpha : most;
        }
        int is = least == UINT8_MAX ? COVERS_ALL : most == 0 ? COVERS_NONE : COVERS_PART;
        if (is != next.covers)
            next = (cover){is, next.covers < 0 ? self->chunk_width : end};
        covers[i] = next;
    }
}

static rl_status paint_chunk(const land *self, const rl_frame *frame, rl_painter *painter,
                             int layer, chunk *dst, rl_error *error)
{
    rl_layer known = {.struct_size = sizeof known};
    size_t stride = 4 * (size_t)self->chunk_width;
    rl_status status = rl_frame_layer(frame, layer, &known, error);
    if (status != RL_OK)
        return status;
    dst->top = known.top < 0 ? 0 : known.top;
    dst->bottom = known.bottom > self->height ? self->height : known.bottom;
    if (dst->bottom <= dst->top) {
        dst->bottom = dst->top = 0;
        return RL_OK;
    }
    size_t rows = (size_t)(dst->bottom - dst->top);
    free(dst->rgba);
    free(dst->covers);
    dst->rgba = malloc(rows * stride);
    dst->covers = malloc(rows * (size_t)self->blocks * sizeof *dst->covers);
    if (dst->rgba == NULL || dst->covers == NULL)
        return out_of_memory(error);
    status = rl_painter_layer(painter, layer, 0, dst->top, self->chunk_width, (int)rows, dst->rgba,
                              stride, error);
    for (size_t y = 0; y < rows && status == RL_OK; y++)
        find_covers(self, dst->rgba + y * stride, dst->covers + y * (size_t)self->blocks);
    return status;
}

/* Paints chunk `index` of the layers for which `is_asked` is 1. */
static rl_status paint_place(land *self, int64_t index, const char *is_asked, rl_error *error)
{
    char column[24];
    rl_scene *scene = NULL;
    rl_frame *frame = NULL;
    rl_painter *painter = NULL;
    snprintf(column, sizeof column, "%" PRId64, index * self->chunk_width);
    rl_status status = rl_scene_copy(&scene, self->scene, error);
    if (status == RL_OK)
        status = rl_scene_set(scene, "extent.offset", column, error);
    if (status == RL_OK)
        status = rl_frame_new(&frame, scene, &self->view, error);
    if (status == RL_OK)
        status = rl_painter_new(&painter, frame, error);
    for (int i = 0; i < self->count && status == RL_OK; i++)
        if (is_asked[i])
            status = paint_chunk(self, frame, painter, i, chunk_at(self, i, index), error);
    rl_painter_free(painter);
    rl_frame_free(frame);
    rl_scene_free(scene);
    return status;
}

/* Returns a chunk to paint, one that is seen if there is any, or NULL. */
static const chunk *next_chunk(const land *self)
{
    const chunk *found = NULL;
    for (int i = 0; i < self->count; i++)
        for (int k = 0; k < self->ring_size; k++) {
            const chunk *c = &self->strips[i].ring[k];
            if (c->state == CHUNK_WANTED && c->is_seen)
                return c;
            if (c->state == CHUNK_WANTED)
                found = c;
        }
    return found;
}

static void *paint_all(void *user)
{
    land *self = user;
    pthread_mutex_lock(&self->lock);
    while (!self->is_ending && self->error.status == RL_OK) {
        const chunk *first = next_chunk(self);
        char is_asked[RL_MAX_LAYERS] = {0};
        rl_error error;
        if (first == NULL) {
            pthread_cond_wait(&self->changed, &self->lock);
            continue;
        }
        int64_t index = first->index;
        for (int i = 0; i < self->count; i++) {
            chunk *c = chunk_at(self, i, index);
            is_asked[i] = c->state == CHUNK_WANTED && c->index == index;
            c->state = is_asked[i] ? CHUNK_PAINTED_NOW : c->state;
        }
        pthread_mutex_unlock(&self->lock);
        rl_status status = paint_place(self, index, is_asked, &error);
        pthread_mutex_lock(&self->lock);
        for (int i = 0; i < self->count; i++)
            if (is_asked[i])
                chunk_at(self, i, index)->state = CHUNK_MADE;
        if (status != RL_OK)
            self->error = error;
        pthread_cond_broadcast(&self->changed);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

/* ---- frames -------------------------------------------------------------------- */

/* Asks for the chunks of a layer.  Returns 1 if all that are seen are painted. */
static int ask(land *self, int layer)
{
    strip *s = &self->strips[layer];
    int64_t first = floor_div(s->left, self->chunk_width), is_ready = 1;
    int64_t last = floor_div(s->left + self->width - 1, self->chunk_width);
    int64_t from = s->speed < 0.0 ? first - 1 : first, to = s->speed > 0.0 ? last + 1 : last;
    for (int64_t index = from; index <= to; index++) {
        chunk *c = chunk_at(self, layer, index);
        int is_seen = index >= first && index <= last;
        if (c->state != CHUNK_PAINTED_NOW && (c->state == CHUNK_EMPTY || c->index != index)) {
            c->state = CHUNK_WANTED;
            c->index = index;
        }
        if (c->index == index)
            c->is_seen = is_seen;
        is_ready &= !is_seen || (c->index == index && c->state == CHUNK_MADE);
    }
    return (int)is_ready;
}

int land_ready(land *self, double seconds, rl_error *error)
{
    int is_ready = 1, result;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_NS;
    until.tv_sec += until.tv_nsec / SECOND_NS;
    until.tv_nsec %= SECOND_NS;
    pthread_mutex_lock(&self->lock);
    for (int i = 0; i < self->count; i++) {
        double column = self->strips[i].speed * seconds;
        self->strips[i].left = (int64_t)column - (column < (double)(int64_t)column);
    }
    do {
        is_ready = 1;
        for (int i = 0; i < self->count; i++)
            is_ready &= ask(self, i);
        pthread_cond_broadcast(&self->changed);
    } while (!is_ready && self->error.status == RL_OK &&
             pthread_cond_timedwait(&self->changed, &self->lock, &until) != ETIMEDOUT);
    result = self->error.status != RL_OK ? -1 : is_ready;
    if (result < 0)
        *error = self->error;
    pthread_mutex_unlock(&self->lock);
    return result;
}

/* Columns of a row that a layer covers alike, up to before `end`. */
typedef struct stretch {
    const uint8_t *rgba; /* pixel at column `begin` of the frame */
    int begin, end, covers;
} stretch;

static stretch stretch_at(const land *self, int layer, int y, int x)
{
    int64_t column = self->strips[layer].left + x;
    int64_t index = floor_div(column, self->chunk_width);
    int at = (int)(column - index * self->chunk_width);
    const chunk *c = chunk_at(self, layer, index);
    if (y < c->top || y >= c->bottom)
        return (stretch){NULL, x, x + self->chunk_width - at, COVERS_NONE};
    size_t row = (size_t)(y - c->top);
    const cover *block = &c->covers[row * (size_t)self->blocks + (size_t)(at / COLUMNS)];
    return (stretch){c->rgba + 4 * (row * (size_t)self->chunk_width + (size_t)at), x,
                     x + block->end - at, block->covers};
}

/* The row is cut where the coverage of a visible layer changes; between cuts only layers from the
 * nearest that covers wholly on to the front are composited. */
void land_row(const land *self, int y, uint8_t *rgb)
{
    stretch parts[RL_MAX_LAYERS];
    const uint8_t *rgba[RL_MAX_LAYERS];
    for (int i = 0; i < self->count; i++)
        parts[i].end = 0;
    for (int x = 0, end; x < self->width; x = end) {
        int first = RL_MAX_LAYERS, covers = COVERS_NONE;
        end = self->width;
        for (int i = self->count - 1; i >= 0 && covers != COVERS_ALL; i--) {
            if (parts[i].end <= x)
                parts[i] = stretch_at(self, i, y, x);
            covers = parts[i].covers;
            end = parts[i].end < end ? parts[i].end : end;
            if (covers != COVERS_NONE)
                rgba[--first] = parts[i].rgba + 4 * (size_t)(x - parts[i].begin);
        }
        rl_composite(rgba + first, RL_MAX_LAYERS - first, end - x, rgb + 3 * (size_t)x);
    }
}

/* ---- the start ----------------------------------------------------------------- */

/* Finalizer of splitmix64 (S. Vigna, 2015): spreads a number over 0..1. */
static double share_of(uint64_t number)
{
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return (double)((number ^ number >> 31) >> 11) / 9007199254740992.0; /* 2^53 */
}

/* Chooses speeds by parallax, so the sky, which has the sun, stands still. */
static rl_status choose_speeds(land *self, const rl_frame *frame, const land_options *options,
                               rl_error *error)
{
    rl_layer layer = {.struct_size = sizeof layer};
    uint64_t seed = 0;
    rl_scene_seed(self->scene, &seed);
    rl_status status = rl_frame_layer(frame, self->count - 1, &layer, error);
    double nearest = layer.parallax > 0.0 ? layer.parallax : 1.0;
    for (int i = 0; i < self->count && status == RL_OK; i++) {
        status = rl_frame_layer(frame, i, &layer, error);
        double pace = layer.parallax / nearest * options->speed * self->width;
        double spread = 1.0, chance = share_of(seed + 2 * (uint64_t)i);
        int is_right = options->direction == LAND_RIGHT;
        if (options->direction == LAND_OWN) {
            spread += SPEED_SPREAD * (2.0 * chance - 1.0);
            is_right = share_of(seed + 2 * (uint64_t)i + 1) < 0.5;
        }
        self->strips[i].speed = is_right ? -pace * spread : pace * spread;
        if (layer.kind == RL_LAYER_LAKE && i > 0) /* it mirrors the layer behind it */
            self->strips[i].speed = self->strips[i - 1].speed;
    }
    return status;
}

static rl_status choose_scene(land *self, const land_options *options, rl_error *error)
{
    rl_status status = rl_scene_new(&self->scene, NULL, error);
    if (status == RL_OK)
        status = rl_scene_set(self->scene, "ridgeline.seed", options->seed, error);
    if (status == RL_OK && options->world != NULL)
        status = rl_scene_set(self->scene, "ridgeline.world", options->world, error);
    if (status == RL_OK && options->mood != NULL)
        status = rl_mood_apply(self->scene, options->mood, error);
    if (status == RL_OK)
        status = rl_scene_set(self->scene, "extent.kind", "endless", error);
    return status;
}

/* A first frame decides what the seed leaves unset; its scene is resolved, so no chunk has to
 * choose again.  It also knows the layers. */
static rl_status prepare(land *self, const land_options *options, rl_error *error)
{
    rl_frame *frame = NULL;
    rl_scene *resolved = NULL;
    rl_status status = choose_scene(self, options, error);
    if (status == RL_OK)
        status = rl_frame_new(&frame, self->scene, &self->view, error);
    if (status == RL_OK)
        status = rl_scene_copy(&resolved, rl_frame_scene(frame), error);
    if (status == RL_OK) {
        rl_scene_free(self->scene);
        self->scene = resolved;
        self->count = rl_frame_layers(frame);
        status = choose_speeds(self, frame, options, error);
    }
    for (int i = 0; i < self->count && status == RL_OK; i++) {
        self->strips[i].ring = calloc((size_t)self->ring_size, sizeof *self->strips[i].ring);
        if (self->strips[i].ring == NULL)
            status = out_of_memory(error);
    }
    rl_frame_free(frame);
    return status;
}

rl_status land_new(land **result, const land_options *options, int width, int height,
                   rl_error *error)
{
    *result = NULL;
    land *self = calloc(1, sizeof *self);
    if (self == NULL)
        return out_of_memory(error);
    int share = (width + CHUNKS_SEEN - 1) / CHUNKS_SEEN;
    self->width = width;
    self->height = height;
    self->blocks = (share + COLUMNS - 1) / COLUMNS;
    self->chunk_width = self->blocks * COLUMNS;
    self->ring_size = width / self->chunk_width + CHUNKS_BESIDE;
    self->view = (rl_view){.struct_size = sizeof self->view,
                           .width = width,
                           .height = height,
                           .part_width = self->chunk_width < width ? self->chunk_width : width,
                           .part_height = height};
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    rl_status status = prepare(self, options, error);
    if (status == RL_OK) {
        self->has_thread = pthread_create(&self->thread, NULL, paint_all, self) == 0;
        if (!self->has_thread)
            status = out_of_memory(error);
    }
    if (status == RL_OK)
        *result = self;
    else
        land_free(self);
    return status;
}

void land_free(land *self)
{
    if (self == NULL)
        return;
    pthread_mutex_lock(&self->lock);
    self->is_ending = 1;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    if (self->has_thread)
        pthread_join(self->thread, NULL);
    for (int i = 0; i < self->count; i++) {
        for (int k = 0; k < self->ring_size && self->strips[i].ring != NULL; k++) {
            free(self->strips[i].ring[k].rgba);
            free(self->strips[i].ring[k].covers);
        }
        free(self->strips[i].ring);
    }
    rl_scene_free(self->scene);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self);
}
