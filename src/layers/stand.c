/* stand.c - making and painting the plants and stones on a row of a slope: see stand.h. */
#include "layers/stand.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* ---- sorts of small things ------------------------------------------------------------ */

/* Plants of a species that differ; steps of sizes, each so much smaller than the one before;
 * pixels up to which they are sprites, and at least of the first picture of each. */
#define VARIANTS 8 /* half of them for light from the left */
#define STEPS 26
#define STEP_RATIO 0.87
#define SPRITE_MOST 200.0
#define PICTURE_LEAST 32.0
#define DETAIL_MOST 600.0  /* pixels: larger ones have no more detail, which would need memory */
#define WHOLE_FROM 40.0    /* larger sprites are at whole pixels: sharper, and quicker */
#define DETAIL_UNIT 1440.0 /* what is drawn by itself has the detail of such a U, */
#define DETAIL_ONE 800.0   /* at most of so many pixels, for its memory */
#define SPECIES_OF_KIT 24
#define HALVES 8

/* A picture of three planes, and how far its foot is from its left and its top. */
typedef struct picture {
    int columns, rows, left, top;
    uint8_t *pixels; /* [3][rows][columns] */
} picture;

typedef struct sort {
    drawing *shape;
    double size;          /* pixels of the first picture */
    int planes;           /* 2 without a colour of its own, else 3 */
    picture half[HALVES]; /* each has half the size of the one before */
    const stand_sprite *sprite[STEPS];
} sort;

struct stand_kit {
    const rl_frame *frame;
    double tallest;     /* U */
    double step[STEPS]; /* sizes as shares of it */
    int kinds;
    const species *kind[SPECIES_OF_KIT];
    int variants[SPECIES_OF_KIT];
    sort sorts[SPECIES_OF_KIT][VARIANTS];
    int things, room, larges;
    stand_thing *thing;
};

rl_status stand_kit_new(const rl_frame *frame, double tallest, stand_kit **out, rl_error *error)
{
    *out = memory_zeroed(frame->allocator, 1, sizeof **out);
    if (*out == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    (*out)->frame = frame;
    (*out)->tallest = tallest;
    (*out)->step[0] = 1.0;
    for (int i = 1; i < STEPS; i++)
        (*out)->step[i] = STEP_RATIO * (*out)->step[i - 1];
    return RL_OK;
}

void stand_kit_free(stand_kit *kit)
{
    if (kit == NULL)
        return;
    const rl_allocator *allocator = kit->frame->allocator;
    for (int k = 0; k < kit->kinds; k++)
        for (int v = 0; v < VARIANTS; v++)
            for (int h = 0; h < HALVES; h++)
                memory_free(allocator, kit->sorts[k][v].half[h].pixels);
    memory_free(allocator, kit->thing);
    memory_free(allocator, kit);
}

/* Draws a shape whose foot is at a corner of pixels. */
static rl_status paint_picture(const rl_frame *frame, const drawing *shape, double size,
                               picture *out, rl_error *error)
{
    out->left = (int)exact_floor((double)shape->left * size) - 1;
    out->top = (int)exact_floor(-(double)shape->high * size) - 1;
    out->columns = (int)exact_floor((double)shape->right * size) + 2 - out->left;
    out->rows = (int)exact_floor(-(double)shape->low * size) + 2 - out->top;
    size_t columns = (size_t)out->columns, plane = columns * (size_t)out->rows;
    out->pixels = memory_zeroed(frame->allocator, 3 * plane, 1);
    float *line = memory_array(frame->allocator, columns, 3 * sizeof *line);
    int64_t *area = memory_zeroed(frame->allocator, columns + 2, 2 * sizeof *area);
    rl_status status = RL_OK;
    if (out->pixels == NULL || line == NULL || area == NULL)
        status = status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    drawing_place place = {.size = size};
    for (int r = 0; r < out->rows && status == RL_OK; r++) {
        memset(line, 0, 3 * columns * sizeof *line);
        drawing_row(shape, &place, out->top + r,
                    &(drawing_pixels){line, line + columns, line + 2 * columns, area, out->left,
                                      out->columns});
        uint8_t *row = out->pixels + (size_t)r * columns;
        for (size_t i = 0; i < columns; i++) {
            row[i] = (uint8_t)(line[i] * 255.0f + 0.5f);
            row[plane + i] = (uint8_t)(line[columns + i] * (255.0f / 4.0f) + 0.5f);
            row[2 * plane + i] = (uint8_t)(line[2 * columns + i] * 255.0f + 0.5f);
        }
    }
    memory_free(frame->allocator, line);
    memory_free(frame->allocator, area);
    return status;
}

/* A picture at `share` (over 1/2) of its size: each pixel is the mean of what is there.  With
 * `is_mirrored` its left is its right. */
typedef struct shrinking {
    const picture *from;
    double share;
    int is_mirrored;
    int left, top, columns, rows; /* of the result */
} shrinking;

static shrinking shrink_to(const picture *from, double share, int is_mirrored)
{
    shrinking s = {.from = from, .share = share, .is_mirrored = is_mirrored};
    int left = is_mirrored ? -(from->left + from->columns) : from->left;
    s.left = (int)exact_floor(left * share);
    s.top = (int)exact_floor(from->top * share);
    s.columns = (int)exact_floor((left + from->columns) * share) + 1 - s.left;
    s.rows = (int)exact_floor((from->top + from->rows) * share) + 1 - s.top;
    return s;
}

/* Pixels of a line from `first` on that make one, and how much of each. */
#define TAPS 3
typedef struct shrink_taps {
    int first;
    float weight[TAPS];
} shrink_taps;

/* Those between two places; there are `count` pixels. */
static shrink_taps taps_of(double from, double to, int count)
{
    int first = (int)exact_floor(exact_clamp(from, 0.0, (double)exact_max(count - TAPS, 0)));
    shrink_taps t = {.first = first};
    for (int i = 0; i < TAPS && first + i < count; i++) {
        double part = exact_min(to, first + i + 1.0) - exact_max(from, first + i);
        t.weight[i] = (float)(exact_max(part, 0.0) / (to - from));
    }
    return t;
}

/* What shrinking needs: the taps of the columns, a line of the larger picture. */
typedef struct shrink_work {
    shrink_taps *across; /* [columns] */
    float *line;         /* [from->columns + TAPS] */
} shrink_work;

static rl_status shrink_begin(const rl_frame *frame, const shrinking *s, shrink_work *work,
                              rl_error *error)
{
    size_t columns = (size_t)s->from->columns + TAPS;
    work->across = memory_array(frame->allocator, (size_t)s->columns, sizeof *work->across);
    work->line = memory_zeroed(frame->allocator, columns, sizeof *work->line);
    if (work->across == NULL || work->line == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    for (int c = 0; c < s->columns; c++) {
        double from = (s->left + c) / s->share, to = (s->left + c + 1) / s->share;
        if (s->is_mirrored) {
            double left = -to;
            to = -from;
            from = left;
        }
        work->across[c] = taps_of(from - s->from->left, to - s->from->left, s->from->columns);
    }
    return RL_OK;
}

static void shrink_end(const rl_frame *frame, shrink_work *work)
{
    memory_free(frame->allocator, work->across);
    memory_free(frame->allocator, work->line);
}

/* Writes the pixels of a plane; `stride` between rows. */
static void shrink_plane(const shrinking *s, const shrink_work *work, const uint8_t *plane,
                         uint8_t *out, size_t stride)
{
    int columns = s->from->columns;
    float *line = work->line;
    for (int r = 0; r < s->rows; r++, out += stride) {
        double top = (s->top + r) / s->share - s->from->top;
        shrink_taps down = taps_of(top, top + 1.0 / s->share, s->from->rows);
        memset(line, 0, (size_t)columns * sizeof *line);
        for (int k = 0; k < TAPS && down.first + k < s->from->rows; k++) {
            const uint8_t *from = plane + (size_t)(down.first + k) * (size_t)columns;
            for (int i = 0; i < columns && down.weight[k] > 0.0f; i++)
                line[i] += down.weight[k] * from[i];
        }
        for (int c = 0; c < s->columns; c++) {
            const shrink_taps *across = &work->across[c];
            const float *from = line + across->first;
            out[c] = (uint8_t)(across->weight[0] * from[0] + across->weight[1] * from[1] +
                               across->weight[2] * from[2] + 0.5f);
        }
    }
}

static size_t plane_bytes(const picture *p)
{
    return (size_t)p->columns * (size_t)p->rows;
}

/* Writes `planes` planes, each `plane` bytes after the one before. */
static rl_status shrink_picture(const rl_frame *frame, const shrinking *s, int planes, uint8_t *out,
                                size_t plane, size_t stride, rl_error *error)
{
    shrink_work work = {NULL, NULL};
    rl_status status = shrink_begin(frame, s, &work, error);
    for (size_t p = 0; p < (size_t)planes && status == RL_OK; p++)
        shrink_plane(s, &work, s->from->pixels + p * plane_bytes(s->from), out + p * plane, stride);
    shrink_end(frame, &work);
    return status;
}

/* The first picture of a sort, or that of half the size. */
static rl_status make_half(stand_kit *kit, sort *one, int half, rl_error *error)
{
    if (half == 0) {
        for (int f = 0; f < one->shape->fills; f++)
            one->planes = one->shape->fill[f].own > 0.0f ? 3 : one->planes;
        return paint_picture(kit->frame, one->shape, one->size, &one->half[0], error);
    }
    shrinking s = shrink_to(&one->half[half - 1], 0.5, 0);
    picture *out = &one->half[half];
    *out = (picture){s.columns, s.rows, s.left, s.top, NULL};
    out->pixels = memory_array(kit->frame->allocator, 3 * plane_bytes(out), 1);
    if (out->pixels == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    return shrink_picture(kit->frame, &s, one->planes, out->pixels, plane_bytes(out),
                          (size_t)s.columns, error);
}

static rl_status make_sprite(stand_kit *kit, sort *one, double size, int is_mirrored,
                             const stand_sprite **out, rl_error *error)
{
    int half = 0;
    double larger = one->size;
    for (; half + 1 < HALVES && 0.5 * larger >= size; half++)
        larger *= 0.5;
    for (int h = 0; h <= half; h++)
        if (one->half[h].pixels == NULL)
            TRY(make_half(kit, one, h, error));
    shrinking s = shrink_to(&one->half[half], size / larger, is_mirrored);
    size_t stride = (size_t)s.columns + 1 + STAND_SPARE, row = (size_t)one->planes * stride;
    stand_sprite *sprite = arena_array(kit->frame->arena, 1, sizeof *sprite);
    uint8_t *pixels = arena_zeroed(kit->frame->arena, row, (size_t)s.rows + 2);
    if (sprite == NULL || pixels == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    TRY(shrink_picture(kit->frame, &s, one->planes, pixels + row + 1, stride, row, error));
    *sprite = (stand_sprite){s.left, s.top, s.columns, s.rows, (int)stride, one->planes, pixels};
    *out = sprite;
    return RL_OK;
}

/* ---- adding things -------------------------------------------------------------------- */

static rl_status draw(const rl_frame *frame, const species *kind, uint64_t key, double size,
                      drawing **out, rl_error *error)
{
    drawing *shape = arena_array(frame->arena, 1, sizeof *shape);
    if (shape == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    species_mix mix;
    species_of(&frame->scene, &mix);
    drawing_begin(shape, frame->allocator);
    kind->draw(kind, &(plant_look){.key = key, .size = size, .autumn = mix.autumn}, shape);
    *out = shape;
    if (drawing_end(shape, error) == RL_OK && drawing_keep(shape, frame->arena, error) == RL_OK)
        return RL_OK;
    drawing_free(shape);
    return RL_NO_MEMORY;
}

static rl_status add_thing(stand_kit *kit, const stand_place *place, stand_thing thing,
                           rl_error *error)
{
    if (kit->things == kit->room) {
        int room = 2 * kit->room + 256;
        stand_thing *larger = memory_array(kit->frame->allocator, (size_t)room, sizeof *larger);
        if (larger == NULL)
            return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
        if (kit->things > 0)
            memcpy(larger, kit->thing, (size_t)kit->things * sizeof *larger);
        memory_free(kit->frame->allocator, kit->thing);
        kit->thing = larger;
        kit->room = room;
    }
    int one = thing.sprite != NULL && thing.size >= WHOLE_FROM ? 1 : STAND_ONE;
    thing.x = (int32_t)exact_floor(place->x * one + 0.5) * (STAND_ONE / one);
    thing.y = (int32_t)exact_floor(place->y * one + 0.5) * (STAND_ONE / one);
    thing.is_mirrored = place->is_mirrored;
    thing.depth = (float)place->depth;
    if (thing.shape != NULL)
        thing.large = kit->larges++;
    kit->thing[kit->things++] = thing;
    return RL_OK;
}

/* A species among those of a kit. */
static int kind_of(stand_kit *kit, const species *kind)
{
    int k = 0;
    while (k < kit->kinds && kit->kind[k] != kind)
        k++;
    if (k == SPECIES_OF_KIT)
        return 0; /* more than a scene can name */
    if (k == kit->kinds) {
        kit->kind[kit->kinds++] = kind;
        kit->variants[k] = VARIANTS;
    }
    return k;
}

void stand_kit_sort(stand_kit *kit, const species *kind, int variants)
{
    kit->variants[kind_of(kit, kind)] = variants < VARIANTS ? variants : VARIANTS;
}

/* The sort of a plant, drawn. */
static rl_status find_sort(stand_kit *kit, const species *kind, uint64_t key, int side, double size,
                           sort **out, rl_error *error)
{
    int k = kind_of(kit, kind);
    int variant = 2 * (int)(hash_at(key, 0, 0) % (unsigned)(kit->variants[k] / 2)) + side;
    *out = &kit->sorts[k][variant];
    if ((*out)->shape != NULL)
        return RL_OK;
    (*out)->planes = 2;
    for ((*out)->size = size; (*out)->size < PICTURE_LEAST;)
        (*out)->size *= 2.0;
    while ((*out)->size >= 2.0 * SPRITE_MOST) /* of the smaller ones: the others are drawn */
        (*out)->size *= 0.5;
    uint64_t own = hash_key(kit->frame->scene.seed, STREAM_SPECIES);
    for (const char *c = kind->name; *c != 0; c++)
        own = hash_at(own, *c, variant);
    double detail = exact_min(exact_max(size, PICTURE_LEAST), DETAIL_MOST);
    return draw(kit->frame, kind, own, detail, &(*out)->shape, error);
}

/* The step of sizes next to a share of the tallest. */
static int step_of(double share)
{
    double between = exact_sqrt(STEP_RATIO);
    int step = 0;
    for (; step < STEPS - 1 && share < between; step++)
        between *= STEP_RATIO;
    return step;
}

rl_status stand_add(stand_kit *kit, const species *kind, uint64_t key, const stand_place *place,
                    rl_error *error)
{
    double tallest = kit->tallest * kind->height, size = tallest * kit->frame->unit;
    int step = step_of(place->height / tallest), side = place->is_mirrored != 0;
    sort *one = NULL;
    TRY(find_sort(kit, kind, key, side, size, &one, error));
    stand_thing thing = {.size = size * kit->step[step], .is_tree = kind->hero > 0.0};
    if (thing.size > SPRITE_MOST)
        thing.shape = one->shape;
    else if (one->sprite[step] == NULL)
        TRY(make_sprite(kit, one, thing.size, side, &one->sprite[step], error));
    if (thing.shape == NULL)
        thing.sprite = one->sprite[step];
    return add_thing(kit, place, thing, error);
}

rl_status stand_add_one(stand_kit *kit, const species *kind, uint64_t key, const stand_place *place,
                        rl_error *error)
{
    stand_thing thing = {.size = place->height * kit->frame->unit, .is_tree = kind->hero > 0.0};
    drawing *shape = NULL;
    double detail = exact_min(exact_max(thing.size, DETAIL_UNIT * place->height), DETAIL_ONE);
    TRY(draw(kit->frame, kind, key, detail, &shape, error));
    for (int i = 0; i < shape->fills && place->dim > 0.0; i++)
        shape->fill[i].tone *= (float)(1.0 - place->dim);
    thing.shape = shape;
    return add_thing(kit, place, thing, error);
}

/* ---- lists of blocks -------------------------------------------------------------------- */

stand_box stand_box_of(const stand_thing *thing)
{
    int x = (int)exact_down(thing->x, STAND_ONE), y = (int)exact_down(thing->y, STAND_ONE);
    if (thing->sprite != NULL) {
        const stand_sprite *s = thing->sprite;
        return (stand_box){x + s->left, x + s->left + s->columns + 1, y + s->top,
                           y + s->top + s->rows + 1};
    }
    const drawing *d = thing->shape;
    double left = (double)(thing->is_mirrored ? -d->right : d->left) * thing->size;
    double right = (double)(thing->is_mirrored ? -d->left : d->right) * thing->size;
    return (stand_box){x + (int)exact_floor(left) - 1, x + (int)exact_floor(right) + 3,
                       y + (int)exact_floor(-(double)d->high * thing->size) - 1,
                       y + (int)exact_floor(-(double)d->low * thing->size) + 3};
}

/* Sorts things by their depth, the nearest first; those that were added earlier are behind. */
static void sort_things(stand_thing *thing, int count)
{
    for (int gap = 1093; gap > 0; gap /= 3)
        for (int i = gap; i < count; i++) {
            stand_thing one = thing[i];
            int j = i;
            for (; j >= gap && thing[j - gap].depth < one.depth; j -= gap)
                thing[j] = thing[j - gap];
            thing[j] = one;
        }
}

/* Blocks that a thing may touch: first .. end - 1. */
static void blocks_of(const rl_frame *frame, const stand_box *box, int *first, int *end)
{
    int64_t left = frame->x - frame->first_block * frame->block;
    *first = (int)exact_down(box->left + left, frame->block);
    *end = (int)exact_down(box->right + left, frame->block) + 1;
    *first = *first < 0 ? 0 : *first;
    *end = *end < frame->blocks ? *end : frame->blocks;
}

rl_status stand_make(stand_kit *kit, stand *out, rl_error *error)
{
    const rl_frame *frame = kit->frame;
    size_t blocks = (size_t)frame->blocks;
    out->things = kit->things;
    out->larges = kit->larges;
    out->thing = arena_array(frame->arena, (size_t)kit->things + 1, sizeof *out->thing);
    out->block = arena_zeroed(frame->arena, blocks + 1, sizeof *out->block);
    out->block_top = arena_array(frame->arena, blocks + 1, sizeof *out->block_top);
    if (out->thing == NULL || out->block == NULL || out->block_top == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    if (kit->things > 0)
        memcpy(out->thing, kit->thing, (size_t)kit->things * sizeof *out->thing);
    kit->things = kit->larges = 0;
    sort_things(out->thing, out->things);
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < out->things; i++) {
            stand_box box = stand_box_of(&out->thing[i]);
            int first, end;
            blocks_of(frame, &box, &first, &end);
            for (int b = first; b < end; b++, count += pass == 0) {
                int at = out->block[b]++;
                if (pass == 0)
                    continue;
                out->top[at] = box.top;
                out->end[at] = box.end;
                out->which[at] = i;
                out->block_top[b] = box.top < out->block_top[b] ? box.top : out->block_top[b];
            }
        }
        if (pass == 1)
            break;
        int sum = 0;
        for (size_t b = 0; b <= blocks; b++) {
            int here = out->block[b];
            out->block[b] = sum;
            out->block_top[b] = INT32_MAX;
            sum += here;
        }
        out->top = arena_array(frame->arena, count + STAND_SPARE, 3 * sizeof *out->top);
        if (out->top == NULL)
            return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
        out->end = out->top + count + STAND_SPARE;
        out->which = out->end + count + STAND_SPARE;
        memset(out->top, 0, (count + STAND_SPARE) * 2 * sizeof *out->top);
    }
    for (size_t b = blocks; b > 0; b--) /* now each is where the next begins */
        out->block[b] = out->block[b - 1];
    out->block[0] = 0;
    return RL_OK;
}

/* ---- painting --------------------------------------------------------------------------- */

/* Rows of large things that were painted last: each in the place of its remainder. */
#define ROWS_KEPT 64

typedef struct large_row {
    int large, row;  /* large -1 = none */
    uint8_t *pixels; /* [3][columns + 1 + STAND_SPARE] */
} large_row;

struct stand_memory {
    const stand *stand;
    stand_box *box; /* [larges] */
    large_row kept[ROWS_KEPT];
    float *line; /* [3 * widest] */
    int64_t *area;
    int32_t *found;
};

stand_memory *stand_begin(paint_scratch *s, const stand *of)
{
    stand_memory *memory = arena_zeroed(&s->arena, 1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->stand = of;
    int most = 0;
    for (int b = 0; b < s->frame->blocks; b++)
        most = of->block[b + 1] - of->block[b] > most ? of->block[b + 1] - of->block[b] : most;
    memory->found = arena_array(&s->arena, (size_t)most + STAND_SPARE, sizeof *memory->found);
    memory->box = arena_array(&s->arena, (size_t)of->larges + 1, sizeof *memory->box);
    if (memory->found == NULL || memory->box == NULL)
        return NULL;
    size_t widest = 0;
    for (int i = 0; i < of->things; i++) {
        const stand_thing *thing = &of->thing[i];
        if (thing->shape == NULL)
            continue;
        stand_box box = memory->box[thing->large] = stand_box_of(thing);
        size_t columns = (size_t)(box.right - box.left);
        widest = columns > widest ? columns : widest;
    }
    size_t bytes = 3 * (widest + 1 + STAND_SPARE);
    memory->line = arena_array(&s->arena, widest + 1, 3 * sizeof *memory->line);
    memory->area = arena_zeroed(&s->arena, widest + 2, 2 * sizeof *memory->area);
    uint8_t *pixels = arena_array(&s->arena, of->larges > 0 ? ROWS_KEPT : 1, bytes);
    if (memory->line == NULL || memory->area == NULL || pixels == NULL)
        return NULL;
    for (size_t i = 0; i < ROWS_KEPT; i++)
        memory->kept[i] = (large_row){-1, 0, of->larges > 0 ? pixels + i * bytes : NULL};
    return memory;
}

/* The pixels of a large thing in a row. */
static const uint8_t *large_pixels(stand_memory *memory, const stand_thing *thing, int row)
{
    large_row *kept = &memory->kept[(unsigned)(thing->large + 37 * row) % ROWS_KEPT];
    stand_box box = memory->box[thing->large];
    size_t columns = (size_t)(box.right - box.left), stride = columns + 1 + STAND_SPARE;
    uint8_t *out = kept->pixels + 1;
    if (kept->large == thing->large && kept->row == row)
        return out;
    kept->large = thing->large;
    kept->row = row;
    int x = (int)exact_down(thing->x, STAND_ONE), y = (int)exact_down(thing->y, STAND_ONE);
    drawing_place place = {.size = thing->size,
                           .x = (double)(thing->x - x * STAND_ONE) / STAND_ONE,
                           .y = (double)(thing->y - y * STAND_ONE) / STAND_ONE,
                           .is_mirrored = thing->is_mirrored};
    float *line = memory->line;
    memset(line, 0, 3 * columns * sizeof *line);
    memset(kept->pixels, 0, 3 * stride);
    drawing_row(thing->shape, &place, row - y,
                &(drawing_pixels){line, line + columns, line + 2 * columns, memory->area,
                                  box.left - x, (int)columns});
    for (size_t i = 0; i < columns; i++) {
        out[i] = (uint8_t)(line[i] * 255.0f + 0.5f);
        out[stride + i] = (uint8_t)(line[columns + i] * (255.0f / 4.0f) + 0.5f);
        out[2 * stride + i] = (uint8_t)(line[2 * columns + i] * 255.0f + 0.5f);
    }
    return out;
}

/* Lays a thing's row under what a block has; `left` is the block's first column in the part. */
static void lay_thing(const rl_frame *frame, stand_memory *memory, const stand_thing *thing,
                      int row, int left, stand_pixels *out)
{
    int x = (int)exact_down(thing->x, STAND_ONE), y = (int)exact_down(thing->y, STAND_ONE);
    stand_taps taps = {.here = 256, .has_own = 1};
    int first, count;
    if (thing->sprite != NULL) {
        const stand_sprite *s = thing->sprite;
        int right = thing->x - x * STAND_ONE, down = thing->y - y * STAND_ONE;
        taps.stride = s->stride;
        taps.has_own = s->planes > 2;
        ptrdiff_t bytes = (ptrdiff_t)s->planes * s->stride;
        taps.before = s->pixels + (row - y - s->top) * bytes + 1;
        taps.row = taps.before + bytes;
        taps.here = (STAND_ONE - right) * (STAND_ONE - down);
        taps.left = right * (STAND_ONE - down);
        taps.above = (STAND_ONE - right) * down;
        taps.corner = right * down;
        first = x + s->left;
        count = s->columns + 1;
    } else {
        stand_box box = memory->box[thing->large];
        taps.row = taps.before = large_pixels(memory, thing, row);
        taps.stride = box.right - box.left + 1 + STAND_SPARE;
        first = box.left;
        count = box.right - box.left;
    }
    int skip = left - first > 0 ? left - first : 0;
    int end = left + TILES_BLOCK - first;
    count = count < end ? count : end;
    if (skip >= count)
        return;
    taps.row += skip;
    taps.before += skip;
    stand_kernels_of[frame->kernels]->lay(&taps, count - skip, STAND_ROOM + first + skip - left,
                                          out);
}

/* Columns of a block that a thing may touch, as bits. */
static uint64_t columns_of(const stand_thing *thing, const stand_box *large, int left)
{
    int first, end;
    if (thing->sprite != NULL) {
        first = (int)exact_down(thing->x, STAND_ONE) + thing->sprite->left - left;
        end = first + thing->sprite->columns + 1;
    } else {
        first = large->left - left;
        end = large->right - left;
    }
    first = first < 0 ? 0 : first;
    end = end < TILES_BLOCK ? end : TILES_BLOCK;
    return first < end ? tiles_shift(UINT64_MAX >> (TILES_BLOCK - (end - first)), first) : 0;
}

/* Paints a row of a block but for hidden columns (bits of the block); 0 = nothing is there. */
static int paint_row(paint_scratch *s, stand_memory *memory, const tile_run *run, int row,
                     uint64_t hidden, stand_pixels *out)
{
    const stand *all = memory->stand;
    const rl_frame *frame = s->frame;
    const stand_kernels *kernels = stand_kernels_of[frame->kernels];
    int from = all->block[run->block], left = run->column - tiles_left(frame, run);
    int count = kernels->find(all->top + from, all->end + from, all->block[run->block + 1] - from,
                              row, memory->found),
        is_there = 0;
    for (int i = 0; i < count; i++) {
        const stand_thing *thing = &all->thing[all->which[from + memory->found[i]]];
        if ((columns_of(thing, &memory->box[thing->large], left) & ~hidden) == 0)
            continue;
        if (!is_there) {
            memset(out, 0, sizeof *out);
            kernels->hide(hidden, out);
            is_there = 1;
        }
        lay_thing(frame, memory, thing, row, left, out);
    }
    return is_there;
}

/* Rows that are painted of a run that stands for more. */
#define REACH_ROWS 3

static int paint_reach(paint_scratch *s, stand_memory *memory, const tile_run *run, uint64_t hidden,
                       stand_pixels *out)
{
    stand_pixels row;
    int16_t *sum = (int16_t *)out;
    const int16_t *one = (const int16_t *)&row;
    int step = run->reach > 1 ? run->reach * 2 / REACH_ROWS : 1, is_there = 0;
    memset(out, 0, sizeof *out);
    for (int k = -1; k <= 1; k++) {
        if (!paint_row(s, memory, run, run->row + k * step, hidden, &row))
            continue;
        is_there = 1;
        for (size_t i = 0; i < sizeof row / sizeof *sum; i++)
            sum[i] = (int16_t)(sum[i] + one[i]);
    }
    for (size_t i = 0; i < sizeof row / sizeof *sum && is_there; i++)
        sum[i] = (int16_t)(sum[i] / REACH_ROWS);
    return is_there;
}

/* Pixels of hard edges are covered or not. */
static void round_pixels(stand_pixels *out)
{
    for (int i = STAND_ROOM; i < STAND_ROOM + TILES_BLOCK; i++) {
        int covered = out->covered[i];
        int scale = covered >= 128 ? 255 : 0;
        if (covered == 0 || covered == 255)
            continue;
        out->tone[i] = (int16_t)(out->tone[i] * scale / covered);
        out->own[i] = (int16_t)(out->own[i] * scale / covered);
        out->covered[i] = (int16_t)scale;
    }
}

int stand_run(paint_scratch *s, stand_memory *memory, const tile_run *run, uint64_t hidden,
              stand_pixels *out, uint64_t *whole, uint64_t *part)
{
    int left = tiles_left(s->frame, run);
    uint64_t closed = tiles_shift(hidden, left) | ~tiles_shift(UINT64_MAX, left);
    if (memory->stand->block_top[run->block] > run->row + run->reach ||
        !(run->reach == 0 ? paint_row(s, memory, run, run->row, closed, out)
                          : paint_reach(s, memory, run, closed, out)))
        return 0;
    if (s->frame->is_hard)
        round_pixels(out);
    stand_kernels_of[s->frame->kernels]->measure(out, whole, part);
    *whole = (*whole & ~closed) >> left;
    *part = (*part & ~closed) >> left;
    return *part != 0;
}
