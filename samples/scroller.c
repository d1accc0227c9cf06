/* scroller.c - the engine's side of an endless parallax backdrop.
 *
 *     cc scroller.c $(pkg-config --cflags --libs ridgeline) -o scroller
 *     ./scroller [SEED FRAMES [WIDTHxHEIGHT]]         PPM pictures; FRAMES 0: for ever
 *     ./scroller | ffplay -f image2pipe -framerate 60 -
 *
 * The land is the alps of the seed, and one more ridge in front of them: the ground.
 * Each layer is a strip without end.  Of a strip only the chunks near the camera exist, in
 * a ring: what leaves the screen on one side makes room for what enters on the other.  A
 * chunk is a window of an endless scene, and such windows join exactly.  Memory does not
 * grow: layers x ring x chunk x height x 4 bytes (7 layers at 960x540: 30 MiB).
 *
 * A game keeps textures in place of `rgba` and draws quads in place of `compose`: straight
 * alpha, blended in linear light (sRGB textures onto an sRGB target), clamped to the edge.
 * And it makes chunks on a worker thread with 128 KiB of stack or more: make_chunk writes
 * nothing but its chunk, and each is asked for well before it is seen.
 */
#include <inttypes.h>
#include <ridgeline.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CHUNK_MOST
#define CHUNK_MOST 512 /* columns of a chunk; a power of two */
#endif
#define LAYERS_MOST (RL_MAX_RIDGES + 2) /* ridges, the sky, a lake */
#define SEED "18"                       /* without arguments */
#define WORLD "alpine"
#define STEP 4         /* pixels that the camera moves from frame to frame */
#define PACE_ONE 10000 /* parallax factors have four digits */

typedef struct chunk {
    int is_made;
    int64_t index;  /* it shows columns index * chunk_width and on of its layer */
    uint8_t *rgba;  /* [height][chunk_width][4] */
    double *ground; /* [chunk_width]: pixels from the lower edge up; of the ground alone */
} chunk;

typedef struct world {
    rl_scene *scene;
    rl_view view; /* a chunk as a part of a picture as large as the screen */
    int chunk_width, ring, layers;
    int ground; /* the layer that one walks on: the nearest ridge */
    rl_layer layer[LAYERS_MOST];
    chunk *chunks[LAYERS_MOST];
    uint8_t *row[LAYERS_MOST]; /* [width][4]: what is seen of a layer in one row */
    uint8_t *rgb;              /* the screen */
} world;

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* ---- the world ----------------------------------------------------------------- */

/* Adds a ridge in front of a resolved scene: a meadow a fifth of the screen high.  The nearest
 * ridge of a picture may be below its lower edge. */
static rl_status add_ground(rl_scene *scene, rl_error *error)
{
    static const char *const keys[][2] = {{"kind", "meadow"}, {"depth", "1"},
                                          {"base", "0.18"},   {"amplitude", "0.1"},
                                          {"spacing", "0.4"}, {"trees", "0"}};
    char key[40], number[12];
    int ridge = (int)rl_scene_number(scene, "ridgeline.ridges") + 1;
    snprintf(number, sizeof number, "%d", ridge);
    rl_status status = rl_scene_set(scene, "ridgeline.ridges", number, error);
    for (size_t i = 0; i < sizeof keys / sizeof *keys && status == RL_OK; i++) {
        snprintf(key, sizeof key, "ridge.%d.%s", ridge, keys[i][0]);
        status = rl_scene_set(scene, key, keys[i][1], error);
    }
    return status;
}

/* A first frame decides what the seed leaves unset.  Its scene is resolved: no chunk has to choose
 * again. */
static rl_status resolve(world *w, rl_error *error)
{
    rl_frame *frame;
    rl_scene *resolved = NULL;
    rl_status status = rl_frame_new(&frame, w->scene, &w->view, error);
    if (status != RL_OK)
        return status;
    status = rl_scene_copy(&resolved, rl_frame_scene(frame), error);
    rl_frame_free(frame);
    if (status != RL_OK)
        return status;
    rl_scene_free(w->scene);
    w->scene = resolved;
    return RL_OK;
}

/* A second frame knows the layers.  The ground moves with the camera. */
static rl_status describe(world *w, rl_error *error)
{
    rl_frame *frame;
    rl_status status = rl_frame_new(&frame, w->scene, &w->view, error);
    if (status != RL_OK)
        return status;
    w->layers = rl_frame_layers(frame);
    for (int i = 0; i < w->layers && status == RL_OK; i++) {
        w->layer[i].struct_size = sizeof w->layer[i];
        status = rl_frame_layer(frame, i, &w->layer[i], error);
        if (w->layer[i].kind == RL_LAYER_RIDGE)
            w->ground = i;
    }
    for (int i = w->ground; i < w->layers; i++)
        w->layer[i].parallax = 1.0;
    rl_frame_free(frame);
    return status;
}

static int take_memory(world *w)
{
    size_t columns = (size_t)w->chunk_width, height = (size_t)w->view.height;
    int is_taken = (w->rgb = malloc(3 * (size_t)w->view.width * height)) != NULL;
    for (int i = 0; i < w->layers && is_taken; i++) {
        w->row[i] = malloc(4 * (size_t)w->view.width);
        w->chunks[i] = calloc((size_t)w->ring, sizeof *w->chunks[i]);
        is_taken = w->row[i] != NULL && w->chunks[i] != NULL;
        for (int k = 0; k < w->ring && is_taken; k++) {
            chunk *c = &w->chunks[i][k];
            c->rgba = malloc(4 * columns * height);
            c->ground = malloc(columns * sizeof *c->ground);
            is_taken = c->rgba != NULL && c->ground != NULL;
        }
    }
    return is_taken;
}

static void free_memory(world *w)
{
    for (int i = 0; i < w->layers; i++) {
        for (int k = 0; k < w->ring && w->chunks[i] != NULL; k++) {
            free(w->chunks[i][k].rgba);
            free(w->chunks[i][k].ground);
        }
        free(w->chunks[i]);
        free(w->row[i]);
    }
    free(w->rgb);
    rl_scene_free(w->scene);
}

/* ---- chunks -------------------------------------------------------------------- */

/* Paints chunk `index` of a layer.  Here a game uploads the pixels: glTexSubImage2D,
 * SDL_UpdateTexture.  Some 2^41 pixels from its middle the world begins anew. */
static rl_status make_chunk(const world *w, int layer, int64_t index, chunk *c, rl_error *error)
{
    char column[24];
    rl_scene *scene = NULL;
    rl_frame *frame = NULL;
    rl_painter *painter = NULL;
    snprintf(column, sizeof column, "%" PRId64, index * w->chunk_width);
    rl_status status = rl_scene_copy(&scene, w->scene, error);
    if (status == RL_OK)
        status = rl_scene_set(scene, "extent.offset", column, error);
    if (status == RL_OK)
        status = rl_frame_new(&frame, scene, &w->view, error);
    if (status == RL_OK)
        status = rl_painter_new(&painter, frame, error);
    if (status == RL_OK)
        status = rl_painter_layer(painter, layer, 0, 0, w->chunk_width, w->view.height, c->rgba,
                                  4 * (size_t)w->chunk_width, error);
    if (status == RL_OK && layer == w->ground)
        status =
            rl_frame_heights(frame, w->layer[layer].ridge, 0, w->chunk_width, c->ground, error);
    rl_painter_free(painter);
    rl_frame_free(frame);
    rl_scene_free(scene);
    c->index = index;
    c->is_made = status == RL_OK;
    return status;
}

static chunk *chunk_at(const world *w, int layer, int64_t index)
{
    return &w->chunks[layer][index - floor_div(index, w->ring) * w->ring];
}

/* The column of a layer at the left of the screen. */
static int64_t left_of(const world *w, int layer, int64_t camera)
{
    int64_t pace = (int64_t)(w->layer[layer].parallax * PACE_ONE + 0.5);
    return floor_div(camera * pace, PACE_ONE);
}

/* Makes what the screen lacks, and of each layer one chunk ahead. */
static rl_status make_ready(const world *w, int64_t camera, rl_error *error)
{
    rl_status status = RL_OK;
    for (int i = 0; i < w->layers; i++) {
        int64_t left = left_of(w, i, camera);
        int64_t last = floor_div(left + w->view.width - 1, w->chunk_width) + 1;
        for (int64_t k = floor_div(left, w->chunk_width); k <= last && status == RL_OK; k++) {
            chunk *c = chunk_at(w, i, k);
            if (!c->is_made || c->index != k)
                status = make_chunk(w, i, k, c, error);
        }
    }
    return status;
}

/* ---- the screen ---------------------------------------------------------------- */

static void fetch_row(const world *w, int layer, int64_t left, int y)
{
    for (int x = 0, count; x < w->view.width; x += count) {
        int64_t index = floor_div(left + x, w->chunk_width);
        int from = (int)(left + x - index * w->chunk_width);
        count = w->chunk_width - from;
        count = count < w->view.width - x ? count : w->view.width - x;
        size_t at = (size_t)y * (size_t)w->chunk_width + (size_t)from;
        memcpy(w->row[layer] + 4 * (size_t)x, chunk_at(w, layer, index)->rgba + 4 * at,
               4 * (size_t)count);
    }
}

static void compose(const world *w, int64_t camera)
{
    for (int y = 0; y < w->view.height; y++) {
        for (int i = 0; i < w->layers; i++)
            fetch_row(w, i, left_of(w, i, camera), y);
        rl_composite((const uint8_t *const *)w->row, w->layers, w->view.width,
                     w->rgb + 3 * (size_t)y * (size_t)w->view.width);
    }
}

/* A walker in the middle of the screen.  Heights run up from its lower edge, rows down. */
static void draw_walker(const world *w, int64_t camera)
{
    int height = w->view.height, tall = height / 24 + 1, wide = height / 72 + 1;
    for (int x = w->view.width / 2; x < w->view.width && wide > 0; x++, wide--) {
        int64_t column = left_of(w, w->ground, camera) + x;
        int64_t index = floor_div(column, w->chunk_width);
        double up = chunk_at(w, w->ground, index)->ground[column - index * w->chunk_width];
        int feet = height - (int)(up < 0.0 ? 0.0 : up > height ? height : up);
        for (int y = feet > tall ? feet - tall : 0; y < feet; y++)
            memset(w->rgb + 3 * ((size_t)y * (size_t)w->view.width + (size_t)x), 240, 3);
    }
}

static int show(const world *w)
{
    size_t pixels = (size_t)w->view.width * (size_t)w->view.height;
    printf("P6\n%d %d\n255\n", w->view.width, w->view.height);
    return fwrite(w->rgb, 3, pixels, stdout) == pixels && fflush(stdout) == 0;
}

/* ---- the program --------------------------------------------------------------- */

static int fail(int code, const char *why)
{
    fprintf(stderr, "scroller: %s\n", why);
    return code;
}

static int run(world *w, long frames)
{
    rl_error error;
    while (2 * w->chunk_width <= w->view.width && 2 * w->chunk_width <= CHUNK_MOST)
        w->chunk_width *= 2;
    w->ring = w->view.width / w->chunk_width + 3; /* two are seen in part, one is ahead */
    w->view.part_width = w->chunk_width;
    w->view.part_height = w->view.height;
    rl_status status = resolve(w, &error);
    if (status == RL_OK)
        status = add_ground(w->scene, &error);
    if (status == RL_OK)
        status = resolve(w, &error);
    if (status == RL_OK)
        status = describe(w, &error);
    if (status != RL_OK)
        return fail(status == RL_NO_MEMORY ? 71 : 64, error.text);
    if (!take_memory(w))
        return fail(71, "out of memory");
    for (int64_t i = 0; i < frames || frames == 0; i++) {
        if (make_ready(w, i * STEP, &error) != RL_OK)
            return fail(error.status == RL_NO_MEMORY ? 71 : 70, error.text);
        compose(w, i * STEP);
        draw_walker(w, i * STEP);
        if (!show(w))
            return fail(74, "standard output cannot be written");
    }
    return 0;
}

int main(int count, char **word)
{
    world w = {.chunk_width = 1};
    rl_error error;
    long frames = 0;
    char more; /* what follows a number, if anything does */
    w.view = (rl_view){.struct_size = sizeof w.view, .width = 960, .height = 540};
    if (count != 1 &&
        (count < 3 || count > 4 || sscanf(word[2], "%9ld%c", &frames, &more) != 1 || frames < 0 ||
         (count == 4 && sscanf(word[3], "%7dx%7d%c", &w.view.width, &w.view.height, &more) != 2)))
        return fail(64, "usage: scroller [SEED FRAMES [WIDTHxHEIGHT]]");
    int code;
    if (rl_scene_new(&w.scene, NULL, &error) != RL_OK ||
        rl_scene_set(w.scene, "ridgeline.seed", count > 1 ? word[1] : SEED, &error) != RL_OK ||
        rl_scene_set(w.scene, "ridgeline.world", WORLD, &error) != RL_OK ||
        rl_scene_set(w.scene, "extent.kind", "endless", &error) != RL_OK)
        code = fail(error.status == RL_NO_MEMORY ? 71 : 64, error.text);
    else
        code = run(&w, frames);
    free_memory(&w);
    return code;
}
