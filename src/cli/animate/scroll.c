/* scroll.c - `animate --scroll`: layers pass, in a seamless loop or without an end.
 *
 * In: a landscape whose world is a loop or, with --frames 0, endless.  Out: frames, which composite
 * the layers at their positions.  Layers are painted in tiles as wide as a frame.  In a loop each
 * has one tile, which it passes a whole number of times.  Endless frames come in batches in which
 * the fastest layer moves by at most one tile.  The jobs of a batch are its frames and, spread
 * evenly among them, the tiles of the next batch; after it the tiles that have passed are freed, so
 * memory does not grow.
 */
#include "base/composite.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/animate/animate.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define TURNS 4
#define LOOPS_MOST 64
#define PACE 4.0
#define PACE_LEAST 0.001 /* pixels per frame */
#define PACE_MOST 1024.0 /* pixels per frame */
#define BATCH_MOST 65536

#define LAYERS_MOST RL_MAX_LAYERS

/* Most tiles of a layer in a batch: a frame shows parts of two, and a batch passes one more. */
#define TILES 3

/* Most columns show one or few layers.  Each row of a tile lists how the layer covers it, in steps
 * of COLUMNS columns, so that hidden layers are not read. */
#define COLUMNS 32
enum { COVERS_NONE, COVERS_PART, COVERS_ALL };

typedef struct cover {
    int32_t covers, end; /* COVERS_...; column of the tile before which that ends */
} cover;

/* A painted tile: the rows that the layer may touch. */
typedef struct tile_picture {
    int top, bottom; /* rows of the frame that it holds, from `top` to before `bottom` */
    cover *covers;   /* lists of rows, each up to the end of the tile; [0]: no coverage */
    int32_t *first;  /* [rows]: index of a row's list in `covers`; 0 = no coverage */
    uint8_t *rgba;   /* [rows][width][4], straight alpha */
} tile_picture;

/* Tile `index` of a layer: its columns from index * width on.  `picture` NULL: not painted yet. */
typedef struct tile {
    int layer;
    int64_t index;
    tile_picture *picture;
} tile;

typedef struct tile_set {
    int count;
    tile tiles[LAYERS_MOST * TILES];
} tile_set;

typedef struct scroll {
    int count;
    rl_layer layer[LAYERS_MOST];
    double speed[LAYERS_MOST]; /* loops per film or, endless, pixels per frame; < 0: reversed */
    int64_t first;             /* first frame of the current batch */
    int frames;                /* frames of the batch; 0 in the first, which only paints tiles */
    cpu_kernels kernels;
    tile_set shown, next; /* tiles of this batch and of the next */
} scroll;

/* ---- speeds ------------------------------------------------------------- */

/* Applies one NAME=N of --speed; is_set marks the layers that had one before.  Returns an exit
 * code. */
static int apply_speed(scroll *state, char *item, char *is_set, int is_endless)
{
    const char *names[LAYERS_MOST];
    int i = 0;
    char *equals = strchr(item, '=');
    double value, most = is_endless ? PACE_MOST : LOOPS_MOST;
    if (equals == NULL || equals == item)
        return say_error(CODE_USAGE, "--speed %s: must be NAME=N, with a comma between two",
                         SHOW(item));
    *equals = '\0';
    for (int k = 0; k < state->count; k++)
        names[k] = state->layer[k].name;
    while (i < state->count && strcmp(names[i], item) != 0)
        i++;
    const char *near = rl_nearest(item, names, (size_t)state->count);
    if (i == state->count && near != NULL)
        return say_error(CODE_USAGE, "--speed %s: no such layer: did you mean %s?", SHOW(item),
                         near);
    if (i == state->count)
        return say_error(CODE_USAGE, "--speed %s: no such layer: from %s to %s", SHOW(item),
                         names[0], names[i - 1]);
    if (is_set[i])
        return say_error(CODE_USAGE, "--speed %s=%s: given twice", item, SHOW(equals + 1));
    if (!options_real(&value, equals + 1) || exact_abs(value) > most ||
        (!is_endless && value != (double)(int)value))
        return say_error(CODE_USAGE, "--speed %s=%s: must be %s, -%d..%d", item, SHOW(equals + 1),
                         is_endless ? "pixels per frame" : "a whole number of loops", (int)most,
                         (int)most);
    state->speed[i] = value;
    is_set[i] = 1;
    return CODE_OK;
}

/* Chooses the speed of each layer: from parallax and --pace, in a loop --turns; then from --speed.
 * In a loop the sky stands still and every other layer passes at least one loop.  A lake has the
 * speed of the layer behind it, which it mirrors.  Returns an exit code. */
static int choose_speeds(const animate *film, scroll *state)
{
    const animate_options *own = film->own;
    int turns = own->turns > 0 ? own->turns : TURNS;
    double pace = PACE, nearest = state->layer[state->count - 1].parallax;
    char list[2048], is_set[LAYERS_MOST] = {0};
    if (own->pace != NULL && (!options_real(&pace, own->pace) || exact_abs(pace) > PACE_MOST ||
                              exact_abs(pace) < PACE_LEAST))
        return say_error(CODE_USAGE,
                         "--pace %s: must be pixels per frame, 0.001..%d or the negative of that",
                         SHOW(own->pace), (int)PACE_MOST);
    for (int i = 0; i < state->count; i++) {
        const rl_layer *layer = &state->layer[i];
        double share = nearest > 0.0 ? layer->parallax / nearest : 1.0;
        if (layer->kind == RL_LAYER_LAKE)
            state->speed[i] = state->speed[i - 1];
        else if (own->endless)
            state->speed[i] = nearest > 0.0 ? pace * layer->parallax / nearest : 0.0;
        else if (layer->kind != RL_LAYER_SKY)
            state->speed[i] = exact_max((double)(int)(turns * share + 0.5), 1.0);
    }
    if (own->speed == NULL)
        return CODE_OK;
    if ((size_t)snprintf(list, sizeof list, "%s", own->speed) >= sizeof list)
        return say_error(CODE_USAGE, "--speed %s: more than %d letters", SHOW(own->speed),
                         (int)sizeof list - 1);
    for (char *item = list, *next; item != NULL; item = next) {
        next = strchr(item, ',');
        if (next != NULL)
            *next++ = '\0';
        STEP(apply_speed(state, item, is_set, own->endless));
    }
    return CODE_OK;
}

/* ---- tiles -------------------------------------------------------------- */

/* Distance that a layer has moved at a frame, pixels, rounded down; in a loop modulo its length. */
static int64_t position(const animate *film, int layer, int64_t frame)
{
    double speed = film->scroll->speed[layer];
    if (film->own->endless)
        return exact_floor(speed * (double)frame);
    return exact_wrap(exact_down((int64_t)speed * film->width * frame, film->frames), film->width);
}

static tile_picture *find_tile(const tile_set *set, int layer, int64_t index)
{
    for (int i = 0; i < set->count; i++)
        if (set->tiles[i].layer == layer && set->tiles[i].index == index)
            return set->tiles[i].picture;
    return NULL;
}

/* Frees the tiles of `old` that `kept` does not share, and empties `old`. */
static void drop_tiles(tile_set *old, const tile_set *kept)
{
    for (int i = 0; i < old->count; i++)
        if (find_tile(kept, old->tiles[i].layer, old->tiles[i].index) == NULL)
            memory_free(NULL, old->tiles[i].picture);
    old->count = 0;
}

/* Lists the covers of a row; returns their number. */
static int find_covers(const uint8_t *row, int width, cover *covers)
{
    int count = 0;
    for (int x = 0, end; x < width; x = end) {
        uint8_t least = 255, most = 0;
        for (end = x; end < x + COLUMNS && end < width; end++) {
            uint8_t alpha = row[4 * (size_t)end + 3];
            least = alpha < least ? alpha : least;
            most = alpha > most ? alpha : most;
        }
        int is = least == 255 ? COVERS_ALL : most == 0 ? COVERS_NONE : COVERS_PART;
        count += count == 0 || covers[count - 1].covers != is;
        covers[count - 1] = (cover){is, end};
    }
    return count;
}

static void list_covers(tile_picture *picture, int width)
{
    int used = 1;
    picture->covers[0] = (cover){COVERS_NONE, width};
    for (int row = 0; row < picture->bottom - picture->top; row++) {
        cover *covers = picture->covers + used;
        int count = find_covers(picture->rgba + 4 * (size_t)row * (size_t)width, width, covers);
        int is_empty = count == 1 && covers[0].covers == COVERS_NONE;
        picture->first[row] = is_empty ? 0 : used;
        used += is_empty ? 0 : count;
    }
}

/* Allocates the picture of a tile, in one block.  The lists of covers have room for the longest;
 * memory that they do not use is never touched. */
static rl_status new_picture(const animate *film, const rl_layer *layer, tile_picture **picture,
                             rl_error *error)
{
    size_t width = (size_t)film->width, rows = (size_t)(layer->bottom - layer->top);
    size_t lists = rows * ((width + COLUMNS - 1) / COLUMNS) + 1;
    size_t bytes = rows * (4 * width + sizeof(int32_t)) + lists * sizeof(cover);
    tile_picture *made = memory_array(NULL, 1, sizeof *made + bytes);
    TRY(status_memory(made != NULL, "animate", error));
    made->top = layer->top;
    made->bottom = layer->bottom;
    made->covers = (cover *)(made + 1);
    made->first = (int32_t *)(made->covers + lists);
    made->rgba = (uint8_t *)(made->first + rows);
    *picture = made;
    return RL_OK;
}

/* Paints the rows of a tile that its layer may touch. */
static rl_status paint_tile(const animate *film, const rl_frame *frame, tile *dst, rl_error *error)
{
    rl_layer layer = {.struct_size = sizeof layer};
    rl_painter *painter = NULL;
    TRY(rl_frame_layer(frame, dst->layer, &layer, error));
    layer.top = layer.top > 0 ? layer.top : 0;
    if (layer.bottom < layer.top) /* the tile does not show the layer */
        layer.bottom = layer.top;
    TRY(new_picture(film, &layer, &dst->picture, error));
    tile_picture *picture = dst->picture;
    rl_status status = rl_painter_new(&painter, frame, error);
    if (status == RL_OK)
        status = rl_painter_layer(painter, dst->layer, 0, layer.top, film->width,
                                  layer.bottom - layer.top, picture->rgba, 4 * (size_t)film->width,
                                  error);
    if (status == RL_OK)
        list_covers(picture, film->width);
    rl_painter_free(painter);
    return status;
}

static rl_status make_tile(const animate *film, tile *dst, rl_error *error)
{
    rl_frame *beyond = NULL;
    rl_scene *scene;
    char offset[RL_VALUE_SIZE];
    if (dst->picture != NULL) /* shared with the current batch */
        return RL_OK;
    if (dst->index == 0)
        return paint_tile(film, film->frame, dst, error);
    TRY(rl_scene_copy(&scene, film->recipe, error));
    /* Unsigned addition wraps round at 64 bits, as extent.offset does. */
    uint64_t distance = (uint64_t)dst->index * (uint64_t)film->width;
    distance += (uint64_t)strtoll(rl_scene_get(scene, "extent.offset", offset), NULL, 10);
    scene_put(scene, "extent.offset", "%" PRId64, (int64_t)distance);
    rl_status status = land_new(film, scene, &beyond, error);
    rl_scene_free(scene);
    if (status == RL_OK)
        status = paint_tile(film, beyond, dst, error);
    rl_frame_free(beyond);
    return status;
}

/* ---- batches ------------------------------------------------------------ */

/* Number of frames in a batch: all frames of a loop, else as many as pass at most one tile. */
static int batch_frames(const animate *film)
{
    const scroll *state = film->scroll;
    if (!film->own->endless)
        return film->frames;
    double fastest = 0.0;
    for (int i = 0; i < state->count; i++)
        fastest = exact_max(fastest, exact_abs(state->speed[i]));
    return fastest > 0.0 ? (int)exact_clamp(film->width / fastest, 1.0, BATCH_MOST) : BATCH_MOST;
}

/* Lists the tiles of the next batch in state->next; tiles that this batch shows are shared. */
static void list_next(animate *film)
{
    scroll *state = film->scroll;
    int64_t first = state->first + state->frames, last = first + batch_frames(film) - 1;
    int is_endless = film->own->endless, has_next = is_endless || state->frames == 0;
    for (int layer = 0; layer < state->count && has_next; layer++) {
        int64_t one = position(film, layer, first), other = position(film, layer, last);
        int64_t low = exact_down(one < other ? one : other, film->width);
        int64_t high = exact_down((one < other ? other : one) + film->width - 1, film->width);
        for (int64_t index = low; index <= (is_endless ? high : low); index++)
            state->next.tiles[state->next.count++] =
                (tile){layer, index, find_tile(&state->shown, layer, index)};
    }
    film->jobs = state->frames + state->next.count;
}

static int scroll_next_batch(animate *film)
{
    scroll *state = film->scroll;
    if (!film->own->endless && state->frames > 0)
        return 0;
    drop_tiles(&state->shown, &state->next);
    state->shown = state->next;
    state->next.count = 0;
    state->first += state->frames;
    state->frames = batch_frames(film);
    list_next(film);
    return 1;
}

/* Number of tiles among the jobs before `job`. */
static int tiles_before(const animate *film, int job)
{
    return (int)((int64_t)job * film->scroll->next.count / film->jobs);
}

static int scroll_is_frame(const animate *film, int job)
{
    return tiles_before(film, job + 1) == tiles_before(film, job);
}

/* ---- frames ------------------------------------------------------------- */

/* A layer in a frame: two tiles side by side; column `shift` of the left one, 0..width - 1, is
 * column 0 of the frame. */
typedef struct layer_view {
    const tile_picture *left, *right;
    int shift;
} layer_view;

/* Columns of a row that a layer covers alike, up to column `end` of the frame. */
typedef struct stretch {
    const layer_view *view;
    const cover *cover;  /* how the layer covers them */
    const uint8_t *rgba; /* the row of the tile; undefined where the layer covers nothing */
    int tile, end;       /* column of the frame where the tile begins; see above */
} stretch;

static int holds(const tile_picture *picture, int row)
{
    return row >= picture->top && row < picture->bottom && picture->first[row - picture->top] > 0;
}

/* Moves a stretch to a tile. */
static void enter_tile(stretch *part, const tile_picture *picture, int width, int row)
{
    part->cover = picture->covers;
    if (!holds(picture, row))
        return;
    size_t at = (size_t)(row - picture->top);
    part->cover += picture->first[at];
    part->rgba = picture->rgba + 4 * at * (size_t)width;
}

/* Moves a stretch on to the one that holds column x of the frame. */
static void move_to(stretch *part, int x, int width, int row)
{
    while (part->end <= x) {
        if (part->end == part->tile + width) {
            part->tile += width;
            enter_tile(part, part->tile > 0 ? part->view->right : part->view->left, width, row);
        } else {
            part->cover++;
        }
        part->end = part->tile + part->cover->end;
    }
}

/* Composites the layers of a frame.  Each row is cut where the coverage of a visible layer changes;
 * between cuts only layers from the nearest that covers wholly on to the front are composited. */
static void lay(const animate *film, const layer_view *views, uint8_t *rgb)
{
    stretch parts[LAYERS_MOST];
    const uint8_t *rgba[LAYERS_MOST];
    composite_kernel *composite = composite_kernels[film->scroll->kernels];
    int width = film->width;
    for (int row = 0; row < film->height; row++) {
        int count = 0; /* layers that the row may show, the nearest first */
        for (const layer_view *view = views + film->scroll->count; view-- > views;)
            if (holds(view->left, row) || holds(view->right, row))
                parts[count++] =
                    (stretch){.view = view, .tile = -width - view->shift, .end = -view->shift};
        for (int x = 0, end; x < width; rgb += 3 * (size_t)(end - x), x = end) {
            int first = LAYERS_MOST, covers = COVERS_NONE;
            end = width;
            for (int i = 0; i < count && covers != COVERS_ALL; i++) {
                move_to(&parts[i], x, width, row);
                covers = parts[i].cover->covers;
                end = parts[i].end < end ? parts[i].end : end;
                if (covers != COVERS_NONE)
                    rgba[--first] = parts[i].rgba + 4 * (size_t)(x - parts[i].tile);
            }
            composite(rgba + first, LAYERS_MOST - first, end - x, rgb);
        }
    }
}

/* Draws the frame, or paints the tile, of a job.  The camera moves right, so layers pass left. */
static rl_status scroll_draw(const animate *film, int job, uint8_t *rgb, rl_error *error)
{
    scroll *state = film->scroll;
    layer_view views[LAYERS_MOST];
    int tiles = tiles_before(film, job);
    if (!scroll_is_frame(film, job))
        return make_tile(film, &state->next.tiles[tiles], error);
    for (int i = 0; i < state->count; i++) {
        int64_t left = position(film, i, state->first + job - tiles);
        int64_t index = exact_down(left, film->width), right = index + film->own->endless;
        views[i] = (layer_view){.left = find_tile(&state->shown, i, index),
                                .right = find_tile(&state->shown, i, right),
                                .shift = (int)(left - index * film->width)};
        if (views[i].shift == 0) /* the frame shows only one, and the other may not be there */
            views[i].right = views[i].left;
    }
    lay(film, views, rgb);
    return RL_OK;
}

/* ---- the start ---------------------------------------------------------- */

static int scroll_prepare(animate *film)
{
    rl_scene *scene = film->job.source.scene;
    rl_error error;
    film->job.bar.visible &= !film->own->endless; /* no progress bar without an end */
    STEP(land_choose(film));
    scene_put(scene, "extent.kind", "%s", film->own->endless ? "endless" : "loop");
    STEP(land_first(film, scene));
    scroll *state = film->scroll = calloc(1, sizeof *state);
    STEP(say_memory(state != NULL, "animate"));
    state->count = rl_frame_layers(film->frame);
    state->kernels = cpu_choose(film->job.opts->kernels);
    for (int i = 0; i < state->count; i++) {
        state->layer[i].struct_size = sizeof state->layer[i];
        if (rl_frame_layer(film->frame, i, &state->layer[i], &error) != RL_OK)
            return say_status(&error);
    }
    STEP(choose_speeds(film, state));
    list_next(film);
    return CODE_OK;
}

void scroll_free(scroll *state)
{
    if (state == NULL)
        return;
    drop_tiles(&state->next, &state->shown);
    drop_tiles(&state->shown, &state->next);
    free(state);
}

const motion motion_scroll = {.option = "--scroll",
                              .prepare = scroll_prepare,
                              .draw = scroll_draw,
                              .next_batch = scroll_next_batch,
                              .is_frame = scroll_is_frame};

const motion motion_stream = {.option = "--scroll --frames 0",
                              .prepare = scroll_prepare,
                              .draw = scroll_draw,
                              .next_batch = scroll_next_batch,
                              .is_frame = scroll_is_frame};
