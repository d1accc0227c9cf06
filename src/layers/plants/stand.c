/* stand.c - makes stands: collects things in a kit, makes sprites and shapes, and lists the things
 * of each block. */
#include "layers/plants/stand.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* ---- sorts of small things ------------------------------------------------------------ */

#define VARIANTS 4         /* most sorts (distinct plants) of a species */
#define STEPS 18           /* sizes of a sort */
#define STEP_RATIO 0.82    /* size of a step relative to the previous one */
#define SPRITE_MOST 200.0  /* height up to which plants are sprites, pixels */
#define PICTURE_LEAST 32.0 /* least height of the largest picture of a plant, pixels */
#define DETAIL_MOST 600.0  /* height from which detail does not grow, to limit memory, pixels */
#define WHOLE_FROM 40.0    /* height from which sprites are placed at whole pixels, pixels */
#define PHASES 4           /* places in a pixel for which there are sprites, across and down */
#define SHARP_SNOW 0.1     /* snow on the ground from which there are sprites for PHASES places */
#define DETAIL_UNIT 1440.0 /* a single thing has at least the detail of this many pixels per U */
#define DETAIL_ONE 800.0   /* height from which a single thing's detail does not grow, pixels */
#define SPECIES_OF_KIT 24  /* most species in a kit, more than a scene can name */
#define HALVES 8           /* pictures of a sort, each half as large as the one before */
#define FULL 256           /* sum of the weights of taps */

/* Columns of a row that may be covered: first .. end - 1. */
typedef struct row_extent {
    int first, end;
} row_extent;

/* A picture of three planes, and the offsets from its foot to its left and top edges in pixels. */
typedef struct stand_picture {
    int columns, rows, left, top;
    row_extent *extent; /* [rows] */
    uint8_t *pixels;    /* [3][rows][columns], then STAND_SPARE bytes */
} stand_picture;

/* The shape and the pictures of a sort.  Threads that make the same ones at once make equal ones,
 * so that any of them can be used. */
typedef struct sort_pictures {
    struct sort_pictures *older; /* next in frame_pictures.newest */
    const species *kind;
    int variant;                           /* number of the sort */
    double tallest;                        /* height of the largest things, pixels */
    arena *memory;                         /* memory of the pictures: the kit's or the frame's */
    const drawing *shape;                  /* shape for sizes larger than sprites; NULL = none */
    double size;                           /* height of the first picture, pixels */
    int planes;                            /* 2 = no own colour, 3 = with it */
    int tree;                              /* stand_look.tree */
    int8_t tint[2];                        /* stand_look.tint */
    _Atomic(stand_picture *) half[HALVES]; /* each half the size of the previous one; NULL =
                                                    not made yet */
} sort_pictures;

typedef struct sort {
    sort_pictures *drawn;                      /* NULL = not drawn yet */
    int32_t sprite[2][STEPS][PHASES * PHASES]; /* [0 = light from the right, 1 = from the left]
                                                  index of the look + 1; 0 = not made yet */
    const drawing_stamps *stamps[2][STEPS]; /* stamps for sizes larger than sprites; same indices */
} sort;

struct stand_kit {
    const rl_frame *frame;
    double tallest; /* U per 1 of species.height, for new species */
    int has_mirror;
    double step[STEPS];  /* sizes of a sort, as shares of the largest */
    double least[STEPS]; /* least share for which a step is nearer than the next one */
    int kinds;           /* number of species in `kind` */
    const species *kind[SPECIES_OF_KIT];
    double tall[SPECIES_OF_KIT];    /* U, height of the largest things of a species */
    double largest[SPECIES_OF_KIT]; /* U, height of the scene's largest; 0 = not shared */
    int variants[SPECIES_OF_KIT];
    sort sorts[SPECIES_OF_KIT][VARIANTS];
    int things, room, larges;
    stand_thing *thing;
    arena memory; /* memory of the pictures that no other kit shares */
    int looks, look_room;
    stand_look *look;
};

rl_status stand_kit_new(const rl_frame *frame, double tallest, int has_mirror, stand_kit **out,
                        rl_error *error)
{
    *out = memory_zeroed(frame->allocator, 1, sizeof **out);
    TRY(status_memory(*out != NULL, "plants", error));
    (*out)->frame = frame;
    (*out)->memory.allocator = frame->allocator;
    (*out)->tallest = tallest;
    (*out)->has_mirror = has_mirror;
    (*out)->step[0] = 1.0;
    for (int i = 1; i < STEPS; i++)
        (*out)->step[i] = STEP_RATIO * (*out)->step[i - 1];
    for (int i = 0; i < STEPS; i++) /* geometric mean of this step and the next */
        (*out)->least[i] = exact_sqrt(STEP_RATIO) * (*out)->step[i];
    return RL_OK;
}

void stand_kit_tallest(stand_kit *kit, double tallest)
{
    kit->tallest = tallest;
}

void stand_kit_free(stand_kit *kit)
{
    if (kit == NULL)
        return;
    const rl_allocator *allocator = kit->frame->allocator;
    arena_free(&kit->memory);
    memory_free(allocator, kit->thing);
    memory_free(allocator, kit->look);
    memory_free(allocator, kit);
}

/* Returns the list of `count` items, or a larger copy, with room for one more; NULL if memory is
 * short. */
static void *with_room(const stand_kit *kit, void *list, int count, int *room, size_t size_bytes)
{
    if (count < *room)
        return list;
    int more = 2 * *room + 256;
    void *larger = memory_array(kit->frame->allocator, (size_t)more, size_bytes);
    if (larger == NULL)
        return NULL;
    if (count > 0)
        memcpy(larger, list, (size_t)count * size_bytes);
    memory_free(kit->frame->allocator, list);
    *room = more;
    return larger;
}

/* Appends a look to the kit; *out is its index. */
static rl_status add_look(stand_kit *kit, const stand_look *look, int32_t *out, rl_error *error)
{
    stand_look *list = with_room(kit, kit->look, kit->looks, &kit->look_room, sizeof *kit->look);
    TRY(status_memory(list != NULL, "plants", error));
    kit->look = list;
    *out = kit->looks;
    list[kit->looks++] = *look;
    return RL_OK;
}

static size_t plane_bytes(const stand_picture *p)
{
    return (size_t)p->columns * (size_t)p->rows;
}

/* Allocates the extents and pixels of a picture whose size is set, as zeros. */
static rl_status new_picture(arena *memory, stand_picture *p, rl_error *error)
{
    p->extent = arena_array(memory, (size_t)p->rows, sizeof *p->extent);
    p->pixels = arena_zeroed(memory, 3 * plane_bytes(p) + STAND_SPARE, 1);
    return status_memory(p->extent != NULL && p->pixels != NULL, "plants", error);
}

static void find_extents(stand_picture *p)
{
    const uint8_t *covered = p->pixels;
    for (int r = 0; r < p->rows; r++, covered += p->columns) {
        int first = 0, end = p->columns;
        while (end > 0 && covered[end - 1] == 0)
            end--;
        while (first < end && covered[first] == 0)
            first++;
        p->extent[r] = (row_extent){first, end};
    }
}

#define PICTURE_PIXELS 8192 /* pixels drawn at a time; each time the edges are searched again */

/* Draws a shape, `size` pixels high, as a picture; its foot is at a corner of pixels. */
static rl_status paint_picture(const rl_frame *frame, const drawing *shape, double size,
                               arena *kept, _Atomic(stand_picture *) *made, rl_error *error)
{
    stand_picture *out = arena_array(kept, 1, sizeof *out);
    TRY(status_memory(out != NULL, "plants", error));
    out->left = (int)exact_floor((double)shape->left * size) - 1;
    out->top = (int)exact_floor(-(double)shape->high * size) - 1;
    out->columns = (int)exact_floor((double)shape->right * size) + 2 - out->left;
    out->rows = (int)exact_floor(-(double)shape->low * size) + 2 - out->top;
    TRY(new_picture(kept, out, error));
    size_t columns = (size_t)out->columns, plane = plane_bytes(out);
    int step = PICTURE_PIXELS / out->columns;
    step = step > DRAWING_ROWS ? step : DRAWING_ROWS;
    size_t pixels = (columns + 1) * (size_t)step + DRAWING_SPARE;
    drawing_room room = {
        .columns = out->columns,
        .kernels = (int)frame->kernels,
        .line = memory_array(frame->allocator, 3 * pixels, sizeof *room.line),
        .area = memory_zeroed(frame->allocator, pixels, sizeof *room.area),
    };
    arena memory = {.allocator = frame->allocator};
    drawing_place place = {.size = size};
    int has_room = room.line != NULL && room.area != NULL &&
                   drawing_stamps_make(shape, size, 0, &memory, &place.stamps, error) == RL_OK;
    for (int r = 0; r < out->rows && has_room; r += step) {
        int rest = out->rows - r;
        drawing_bytes(&room, shape, &place, out->top + r, rest < step ? rest : step, out->left,
                      out->pixels + (size_t)r * columns, plane, columns);
    }
    find_extents(out);
    memory_free(frame->allocator, room.line);
    memory_free(frame->allocator, room.area);
    arena_free(&memory);
    *made = out;
    return status_memory(has_room, "plants", error);
}

/* A place in a pixel, 0..1 to the right and down. */
typedef struct pixel_phase {
    double x, y;
} pixel_phase;

/* How to shrink a picture to `share` (1/2..1) of its size, by the mean over each pixel of the
 * result, with its foot at `phase`, and to mirror it if `is_mirrored`. */
typedef struct shrinking {
    const stand_picture *from;
    double share;
    int is_mirrored;
    pixel_phase phase;
    int left, top, columns, rows; /* size and offsets of the result */
} shrinking;

#define TAPS 3 /* most pixels of a line that are averaged to one */

static shrinking shrink_to(const stand_picture *from, double share, int is_mirrored,
                           pixel_phase phase)
{
    shrinking s = {.from = from, .share = share, .is_mirrored = is_mirrored, .phase = phase};
    int left = is_mirrored ? -(from->left + from->columns) : from->left;
    s.left = (int)exact_floor(left * share + phase.x);
    s.top = (int)exact_floor(from->top * share + phase.y);
    s.columns = (int)exact_floor((left + from->columns) * share + phase.x) + 1 - s.left;
    s.rows = (int)exact_floor((from->top + from->rows) * share + phase.y) + 1 - s.top;
    s.columns = s.columns > TAPS ? s.columns : TAPS;
    s.rows = s.rows > TAPS ? s.rows : TAPS;
    return s;
}

/* Weights of TAPS pixels of a line, from pixel `first` on, whose mean is a pixel; their sum is
 * FULL. */
typedef struct shrink_taps {
    int first, weight[TAPS];
} shrink_taps;

/* Returns the taps that average 1 / share pixels from coordinate `from` on, in a line of `count` >=
 * TAPS pixels. */
static shrink_taps taps_of(double from, double share, int count)
{
    shrink_taps t = {.first = (int)exact_floor(exact_clamp(from, 0.0, (double)(count - TAPS)))};
    int before = 0;
    for (int i = 0; i <= TAPS; i++) {
        int until = (int)(exact_clamp((t.first + i - from) * share, 0.0, 1.0) * FULL + 0.5);
        if (i > 0)
            t.weight[i - 1] = until - before;
        before = until;
    }
    return t;
}

/* Work memory: the taps of the columns, and a line of two planes of the larger picture. */
typedef struct shrink_work {
    shrink_taps *across; /* [columns of the result] */
    uint64_t *line;      /* [columns of the larger picture + STAND_SPARE] results of `mix` */
} shrink_work;

static rl_status shrink_begin(const rl_frame *frame, const shrinking *s, shrink_work *work,
                              rl_error *error)
{
    size_t columns = (size_t)s->from->columns + STAND_SPARE;
    work->across = memory_array(frame->allocator, (size_t)s->columns, sizeof *work->across);
    work->line = memory_array(frame->allocator, columns, sizeof *work->line);
    TRY(status_memory(work->across != NULL && work->line != NULL, "plants", error));
    for (int c = 0; c < s->columns; c++) {
        double column = s->is_mirrored ? s->phase.x - (s->left + c + 1) : s->left + c - s->phase.x;
        work->across[c] = taps_of(column / s->share - s->from->left, s->share, s->from->columns);
    }
    return RL_OK;
}

/* Returns the columns of the result that depend on columns `of` of the larger picture. */
static row_extent shrink_extent(const shrinking *s, row_extent of)
{
    int first = of.first + s->from->left, end = of.end + s->from->left;
    if (s->is_mirrored) {
        int left = -end;
        end = -first;
        first = left;
    }
    first = (int)exact_floor(first * s->share + s->phase.x) - s->left - 1;
    end = (int)exact_floor(end * s->share + s->phase.x) - s->left + 2;
    return (row_extent){first > 0 ? first : 0, end < s->columns ? end : s->columns};
}

/* Averages work->line across, to columns of a plane, and to those of `other`, unless it is NULL. */
static void shrink_line(const shrink_work *work, row_extent columns, uint8_t *one, uint8_t *other)
{
    const uint64_t half = UINT64_C(32768) << 32 | 32768;
    for (int c = columns.first; c < columns.end; c++) {
        const shrink_taps *across = &work->across[c];
        const uint64_t *from = work->line + across->first;
        uint64_t sum = (unsigned)across->weight[0] * from[0] +
                       (unsigned)across->weight[1] * from[1] +
                       (unsigned)across->weight[2] * from[2] + half;
        one[c] = (uint8_t)(sum >> 16);
        if (other != NULL)
            other[c] = (uint8_t)(sum >> 48);
    }
}

/* Returns the union of the extents of `rows` rows. */
static row_extent widest_of(const row_extent *row, int rows)
{
    row_extent widest = *row;
    for (int i = 1; i < rows; i++) {
        if (row[i].first >= row[i].end)
            continue;
        widest.first =
            row[i].first < widest.first || widest.first >= widest.end ? row[i].first : widest.first;
        widest.end = row[i].end > widest.end ? row[i].end : widest.end;
    }
    return widest;
}

/* Shrinks a picture to zeroed memory: `planes` planes, `plane` bytes apart, with rows `stride`
 * bytes apart. */
static rl_status shrink_picture(const rl_frame *frame, const shrinking *s, size_t planes,
                                uint8_t *out, size_t plane, size_t stride, rl_error *error)
{
    shrink_work work = {NULL, NULL};
    rl_status status = shrink_begin(frame, s, &work, error);
    const stand_picture *from = s->from;
    for (int r = 0; r < s->rows && status == RL_OK; r++, out += stride) {
        double top = (s->top + r - s->phase.y) / s->share - from->top;
        shrink_taps down = taps_of(top, s->share, from->rows);
        row_extent covered = widest_of(from->extent + down.first, TAPS);
        if (covered.first >= covered.end)
            continue;
        row_extent columns = shrink_extent(s, covered);
        int left = work.across[s->is_mirrored ? columns.end - 1 : columns.first].first;
        int right = work.across[s->is_mirrored ? columns.first : columns.end - 1].first + TAPS;
        for (size_t p = 0; p < planes; p += 2) {
            const uint8_t *one =
                from->pixels + p * plane_bytes(from) + (ptrdiff_t)down.first * from->columns + left;
            int has_two = p + 1 < planes;
            stand_kernels_of[frame->kernels]->mix(one, has_two ? one + plane_bytes(from) : one,
                                                  right - left, from->columns, down.weight,
                                                  work.line + left);
            shrink_line(&work, columns, out + p * plane, has_two ? out + (p + 1) * plane : NULL);
        }
    }
    memory_free(frame->allocator, work.across);
    memory_free(frame->allocator, work.line);
    return status;
}

/* Makes picture `half` of a sort, with half the size of the one before. */
static rl_status make_half(const rl_frame *frame, sort_pictures *of, int half, rl_error *error)
{
    shrinking s = shrink_to(of->half[half - 1], 0.5, 0, (pixel_phase){0.0, 0.0});
    stand_picture *out = arena_array(of->memory, 1, sizeof *out);
    TRY(status_memory(out != NULL, "plants", error));
    *out = (stand_picture){.columns = s.columns, .rows = s.rows, .left = s.left, .top = s.top};
    TRY(new_picture(of->memory, out, error));
    TRY(shrink_picture(frame, &s, (size_t)of->planes, out->pixels, plane_bytes(out),
                       (size_t)s.columns, error));
    find_extents(out);
    of->half[half] = out;
    return RL_OK;
}

/* Plants are laid between pixels, which blurs a small one: it is sharpened by the mean of that
 * blur, 1/SHARPEN of the difference from the four neighbours.  Sprites of snow are not laid between
 * pixels. */
#define SHARPEN 8
#define SHARPEN_MOST_PX 24.0 /* height in pixels up to which plants are sharpened */

/* Sharpens `rows` rows of `row` bytes, whose neighbours are row bytes and 1 byte apart. */
static rl_status sharpen(const rl_frame *frame, uint8_t *pixels, size_t row, size_t rows,
                         rl_error *error)
{
    size_t bytes = row * (rows + 2);
    uint8_t *from = memory_array(frame->allocator, bytes, 1);
    TRY(status_memory(from != NULL, "plants", error));
    memcpy(from, pixels, bytes);
    for (size_t i = row; i < row * (rows + 1); i++) {
        if (from[i] == 0) /* It stays 0, as most do. */
            continue;
        int around = from[i - 1] + from[i + 1] + from[i - row] + from[i + row];
        int sharp = from[i] + (4 * from[i] - around) / SHARPEN;
        pixels[i] = (uint8_t)(sharp < 0 ? 0 : sharp > 255 ? 255 : sharp);
    }
    memory_free(frame->allocator, from);
    return RL_OK;
}

static rl_status make_sprite(stand_kit *kit, sort_pictures *one, double size, int is_mirrored,
                             pixel_phase phase, int32_t *out, rl_error *error)
{
    int half = 0;
    double larger = one->size;
    for (; half + 1 < HALVES && 0.5 * larger >= size; half++)
        larger *= 0.5;
    for (int h = 1; h <= half; h++)
        if (one->half[h] == NULL)
            TRY(make_half(kit->frame, one, h, error));
    shrinking s = shrink_to(one->half[half], size / larger, is_mirrored, phase);
    size_t stride = (size_t)s.columns + 1, row = (size_t)one->planes * stride;
    uint8_t *pixels = arena_zeroed(kit->frame->arena, row * ((size_t)s.rows + 2) + STAND_SPARE, 1);
    TRY(status_memory(pixels != NULL, "plants", error));
    TRY(shrink_picture(kit->frame, &s, (size_t)one->planes, pixels + row + 1, stride, row, error));
    if (size < SHARPEN_MOST_PX && kit->frame->scene.land_ground_snow < SHARP_SNOW)
        TRY(sharpen(kit->frame, pixels, row, (size_t)s.rows, error));
    stand_look sprite = {.left = s.left,
                         .top = s.top,
                         .columns = s.columns,
                         .rows = s.rows,
                         .tree = one->tree,
                         .tint = {one->tint[0], one->tint[1]},
                         .size = size,
                         .stride = (int)stride,
                         .planes = (int8_t)one->planes,
                         .pixels = pixels};
    return add_look(kit, &sprite, out, error);
}

/* ---- adding things -------------------------------------------------------------------- */

/* The shade at the foot of a tree, an ellipse: half axes relative to the tree's height, opacity. */
#define FOOT_WIDE 0.10
#define FOOT_HIGH 0.022
#define FOOT_DARK 0.55
#define FOOT_SIDES 12
#define FOOT_LEAST_PX 12.0 /* pixels: height of a tree from which it has one */

/* Makes the drawing of a plant with the detail of `size` pixels; the caller must drawing_free
 * it. */
static rl_status draw(const rl_frame *frame, const species *kind, uint64_t key, double size,
                      int in_wood, drawing *out, rl_error *error)
{
    species_mix mix;
    species_of(&frame->scene, &mix);
    drawing_begin(out, frame->allocator);
    if (kind->hero > 0.0 && size >= FOOT_LEAST_PX) {
        drawing_fill_of(out, 0.0, 0.0, FOOT_DARK);
        drawing_ellipse(out, 0.0, 0.0, FOOT_WIDE, FOOT_HIGH, FOOT_SIDES);
    }
    plant_look look = {.key = key, .size = size, .autumn = mix.autumn, .in_wood = in_wood};
    kind->draw(kind, &look, out);
    return drawing_end(out, error);
}

/* Makes the look of a shape, whose box has an additional pixel on each side for rounding; *out is
 * its index.  *stamps, unless NULL, are used again. */
static rl_status look_of(stand_kit *kit, const drawing *d, double size, const stand_place *place,
                         const sort_pictures *of, const drawing_stamps **stamps, int32_t *out,
                         rl_error *error)
{
    if (*stamps == NULL)
        TRY(drawing_stamps_make(d, size, place->is_mirrored, kit->frame->arena, stamps, error));
    double left = (double)(place->is_mirrored ? -d->right : d->left) * size;
    double right = (double)(place->is_mirrored ? -d->left : d->right) * size;
    stand_look look = {.left = (int)exact_floor(left) - 1,
                       .top = (int)exact_floor(-(double)d->high * size) - 1,
                       .tree = of->tree,
                       .tint = {of->tint[0], of->tint[1]},
                       .size = size,
                       .planes = d->has_own ? 3 : 2,
                       .shape = d,
                       .stamps = *stamps,
                       .is_mirrored = place->is_mirrored != 0,
                       .large = kit->larges++};
    look.columns = (int)exact_floor(right) + 2 - look.left;
    look.rows = (int)exact_floor(-(double)d->low * size) + 2 - look.top;
    return add_look(kit, &look, out, error);
}

static rl_status add_thing(stand_kit *kit, const stand_place *place, int32_t number,
                           rl_error *error)
{
    stand_thing *list = with_room(kit, kit->thing, kit->things, &kit->room, sizeof *kit->thing);
    TRY(status_memory(list != NULL, "plants", error));
    kit->thing = list;
    list[kit->things++] = (stand_thing){.x = (int32_t)exact_floor(place->x * STAND_ONE + 0.5),
                                        .y = (int32_t)exact_floor(place->y * STAND_ONE + 0.5),
                                        .depth = (float)place->depth,
                                        .look = number};
    return RL_OK;
}

/* Returns the index of a species in the kit, to which it is added if it is new. */
static int kind_of(stand_kit *kit, const species *kind)
{
    int k = 0;
    while (k < kit->kinds && kit->kind[k] != kind)
        k++;
    if (k == SPECIES_OF_KIT)
        return 0; /* never happens, as a scene cannot name so many species */
    if (k == kit->kinds) {
        kit->kind[kit->kinds++] = kind;
        kit->tall[k] = kit->tallest * kind->height;
        kit->variants[k] = VARIANTS;
    }
    return k;
}

void stand_kit_share(stand_kit *kit, const species *kind, double tallest)
{
    kit->largest[kind_of(kit, kind)] = tallest * kind->height;
}

void stand_kit_sort(stand_kit *kit, const species *kind, int variants)
{
    kit->variants[kind_of(kit, kind)] = variants < VARIANTS ? variants : VARIANTS;
}

/* Returns the position of a tree in species_table + 1, found by name, as `kind` may be a changed
 * copy; 0 = no tree. */
static int tree_of(const species *kind)
{
    return kind->hero > 0.0 ? (int)(species_find(kind->name) - species_table) + 1 : 0;
}

/* Draws the largest picture of a sort whose kind, variant and height are set. */
static rl_status draw_sort(const rl_frame *frame, sort_pictures *one, rl_error *error)
{
    const species *kind = one->kind;
    for (one->size = one->tallest; one->size < PICTURE_LEAST;)
        one->size *= 2.0;
    while (one->size >= 2.0 * SPRITE_MOST) /* larger sizes have shapes instead of sprites */
        one->size *= 0.5;
    uint64_t own = hash_key(frame->scene.seed, STREAM_SPECIES);
    for (const char *c = kind->name; *c != 0; c++)
        own = hash_at(own, *c, one->variant);
    double detail = exact_min(exact_max(one->tallest, PICTURE_LEAST), DETAIL_MOST);
    drawing shape;
    rl_status status = draw(frame, kind, own, detail, 1, &shape, error);
    if (status == RL_OK)
        status = paint_picture(frame, &shape, one->size, one->memory, &one->half[0], error);
    if (status == RL_OK && one->tallest > SPRITE_MOST)
        status = drawing_copy(&shape, frame->arena, &one->shape, error);
    one->planes = shape.has_own ? 3 : 2;
    one->tree = tree_of(kind);
    one->tint[0] = (int8_t)(kind->tint_a * (STAND_TINT_ONE - 1));
    one->tint[1] = (int8_t)(kind->tint_b * (STAND_TINT_ONE - 1));
    drawing_free(&shape);
    return status;
}

/* Sets *out to the sort of a thing of species number k of the kit, chosen by `key`, and draws it if
 * needed.  `size` is the height of the kit's largest things of the species, pixels.  Kits share
 * pictures unless the scene's largest things are too large for sprites. */
static rl_status find_sort(stand_kit *kit, int k, uint64_t key, double size, sort **out,
                           rl_error *error)
{
    frame_pictures *shared = kit->frame->pictures;
    const species *kind = kit->kind[k];
    int variant = (int)(hash_at(key, 0, 0) % (unsigned)kit->variants[k]);
    sort *one = *out = &kit->sorts[k][variant];
    if (one->drawn != NULL)
        return RL_OK;
    double largest = exact_max(size, kit->largest[k] * kit->frame->unit);
    int is_shared = kit->largest[k] > 0.0 && largest <= SPRITE_MOST;
    double tallest = is_shared ? largest : size;
    sort_pictures *made = is_shared ? shared->newest : NULL;
    while (made != NULL &&
           (made->kind != kind || made->variant != variant || made->tallest != tallest))
        made = made->older;
    if (made == NULL) {
        arena *memory = is_shared ? &shared->memory : &kit->memory;
        made = arena_zeroed(memory, 1, sizeof *made);
        TRY(status_memory(made != NULL, "plants", error));
        made->memory = memory;
        made->kind = kind;
        made->variant = variant;
        made->tallest = tallest;
        TRY(draw_sort(kit->frame, made, error));
        made->older = is_shared ? shared->newest : NULL;
        while (is_shared && !atomic_compare_exchange_weak(&shared->newest, &made->older, made))
            continue;
    }
    one->drawn = made;
    return RL_OK;
}

/* Margins round the part; a thing outside of them is invisible. */
#define OUTSIDE_PX 8.0     /* margin for rounding, pixels */
#define OUTSIDE_BELOW 0.05 /* margin below the part, as mirrors begin below their shore, U */

/* Bounding box of a thing: pixels to the right of its foot, and below its foot. */
typedef struct stand_reach {
    double left, right, top, end;
} stand_reach;

/* Returns 1 if a thing is invisible: beside or below the part, or above it, if no water mirrors
 * it. */
static int is_outside(const stand_kit *kit, const stand_place *place, const stand_reach *reach)
{
    const rl_frame *frame = kit->frame;
    double left = place->is_mirrored ? -reach->right : reach->left;
    double right = place->is_mirrored ? -reach->left : reach->right;
    double below = frame->y + frame->rows + (kit->has_mirror ? OUTSIDE_BELOW * frame->unit : 0.0);
    return place->x + right < -OUTSIDE_PX || place->x + left > frame->columns + OUTSIDE_PX ||
           place->y + reach->top > below + OUTSIDE_PX ||
           (!kit->has_mirror && place->y + reach->end < frame->y - OUTSIDE_PX);
}

/* Adds a thing of `size` pixels with the sprite of a step.  A small sprite is shifted between
 * pixels when it is painted, which blurs it; dark plants on snow have sprites for their places in a
 * pixel instead. */
static rl_status add_sprite(stand_kit *kit, sort *one, int step, double size,
                            const stand_place *place, rl_error *error)
{
    int side = place->is_mirrored != 0, is_small = size < WHOLE_FROM;
    int is_sharp = is_small && kit->frame->scene.land_ground_snow >= SHARP_SNOW;
    int phases = is_sharp ? PHASES : is_small ? STAND_ONE : 1;
    int64_t x = exact_floor(place->x * phases + 0.5), y = exact_floor(place->y * phases + 0.5);
    int64_t left = exact_down(x, phases), top = exact_down(y, phases);
    int right = is_sharp ? (int)(x - left * phases) : 0;
    int down = is_sharp ? (int)(y - top * phases) : 0;
    int32_t *sprite = &one->sprite[side][step][down * PHASES + right];
    if (*sprite == 0) {
        pixel_phase phase = {(double)right / phases, (double)down / phases};
        TRY(make_sprite(kit, one->drawn, size, side, phase, sprite, error));
        ++*sprite;
    }
    stand_place whole = *place;
    whole.x = is_sharp ? (double)left : (double)x / phases;
    whole.y = is_sharp ? (double)top : (double)y / phases;
    return add_thing(kit, &whole, *sprite - 1, error);
}

rl_status stand_add(stand_kit *kit, const species *kind, uint64_t key, const stand_place *place,
                    rl_error *error)
{
    int k = kind_of(kit, kind);
    double tallest = kit->tall[k], size = tallest * kit->frame->unit;
    int step = 0, side = place->is_mirrored != 0;
    double share = place->height / tallest;
    while (step < STEPS - 1 && share < kit->least[step])
        step++;
    sort *one = NULL;
    TRY(find_sort(kit, k, key, size, &one, error));
    double own = size * kit->step[step], scale = own / one->drawn->size;
    const stand_picture *whole = one->drawn->half[0];
    stand_reach reach = {whole->left * scale, (whole->left + whole->columns) * scale,
                         whole->top * scale, (whole->top + whole->rows) * scale};
    if (is_outside(kit, place, &reach))
        return RL_OK;
    if (own <= SPRITE_MOST)
        return add_sprite(kit, one, step, own, place, error);
    int32_t look = 0;
    TRY(look_of(kit, one->drawn->shape, own, place, one->drawn, &one->stamps[side][step], &look,
                error));
    return add_thing(kit, place, look, error);
}

rl_status stand_add_one(stand_kit *kit, const species *kind, uint64_t key, const stand_place *place,
                        rl_error *error)
{
    double size = place->height * kit->frame->unit;
    double detail = exact_min(exact_max(size, DETAIL_UNIT * place->height), DETAIL_ONE);
    drawing shape;
    const drawing *kept = NULL;
    int32_t look = 0;
    const drawing_stamps *stamps = NULL;
    rl_status status = draw(kit->frame, kind, key, detail, 0, &shape, error);
    stand_reach reach = {(double)shape.left * size, (double)shape.right * size,
                         -(double)shape.high * size, -(double)shape.low * size};
    int is_kept = status == RL_OK && !is_outside(kit, place, &reach);
    for (int i = 0; i < shape.fills && place->dim > 0.0; i++)
        shape.fill[i].tone *= (float)(1.0 - place->dim);
    if (is_kept)
        status = drawing_copy(&shape, kit->frame->arena, &kept, error);
    drawing_free(&shape);
    if (is_kept && status == RL_OK)
        status = look_of(kit, kept, size, place, &(sort_pictures){.tree = tree_of(kind)}, &stamps,
                         &look, error);
    return is_kept && status == RL_OK ? add_thing(kit, place, look, error) : status;
}

/* ---- lists of blocks -------------------------------------------------------------------- */

stand_box stand_box_of(const stand *of, const stand_thing *thing)
{
    const stand_look *s = &of->look[thing->look];
    int left = stand_pixel_of(thing->x) + s->left, top = stand_pixel_of(thing->y) + s->top;
    return (stand_box){left, left + s->columns + 1, top, top + s->rows + 1};
}

/* Returns a number that is the less, the greater the depth is.  Positive floats have the order of
 * their bits, negative ones the reverse. */
static uint32_t order_of(float depth)
{
    uint32_t bits;
    memcpy(&bits, &depth, sizeof bits);
    return bits >> 31 ? bits : ~bits & 0x7fffffffU;
}

#define SORT_BITS 8

/* Sorts things by their depth, the nearest first: a radix sort by SORT_BITS bits of order_of. */
static rl_status sort_things(const rl_frame *frame, stand_thing *thing, int count, rl_error *error)
{
    stand_thing *other = memory_array(frame->allocator, (size_t)count + 1, sizeof *other);
    TRY(status_memory(other != NULL, "plants", error));
    stand_thing *from = thing, *to = other;
    for (int shift = 0; shift < 32; shift += SORT_BITS) {
        int at[(1 << SORT_BITS) + 1] = {0};
        for (int i = 0; i < count; i++)
            at[(order_of(from[i].depth) >> shift & ((1U << SORT_BITS) - 1)) + 1]++;
        for (int k = 0; k < 1 << SORT_BITS; k++)
            at[k + 1] += at[k];
        for (int i = 0; i < count; i++)
            to[at[order_of(from[i].depth) >> shift & ((1U << SORT_BITS) - 1)]++] = from[i];
        stand_thing *sorted = to;
        to = from;
        from = sorted;
    }
    /* The number of passes is even, so the sorted things are in `thing`. */
    memory_free(frame->allocator, other);
    return RL_OK;
}

rl_status stand_make(stand_kit *kit, stand *out, rl_error *error)
{
    const rl_frame *frame = kit->frame;
    size_t blocks = (size_t)frame->blocks;
    out->things = kit->things;
    out->larges = kit->larges;
    out->thing = arena_array(frame->arena, (size_t)kit->things + 1, sizeof *out->thing);
    out->look = arena_array(frame->arena, (size_t)kit->looks + 1, sizeof *out->look);
    out->block = arena_zeroed(frame->arena, blocks + 1, sizeof *out->block);
    out->block_top = arena_array(frame->arena, blocks + 1, sizeof *out->block_top);
    TRY(status_memory(out->thing != NULL && out->look != NULL && out->block != NULL &&
                          out->block_top != NULL,
                      "plants", error));
    if (kit->things > 0)
        memcpy(out->thing, kit->thing, (size_t)kit->things * sizeof *out->thing);
    if (kit->looks > 0)
        memcpy(out->look, kit->look, (size_t)kit->looks * sizeof *out->look);
    kit->things = kit->larges = 0;
    for (int i = 0; i < kit->looks; i++) {
        out->has_own |= kit->look[i].planes > 2;
        out->has_tint |= kit->look[i].tint[0] != 0 || kit->look[i].tint[1] != 0;
    }
    TRY(sort_things(frame, out->thing, out->things, error));
    size_t count = 0;
    int64_t left = frame->x - frame->first_block * frame->block;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < out->things; i++) {
            stand_box box = stand_box_of(out, &out->thing[i]);
            int first = (int)exact_down(box.left + left, frame->block);
            int end = (int)exact_down(box.right + left, frame->block) + 1;
            first = first < 0 ? 0 : first;
            end = end < frame->blocks ? end : frame->blocks;
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
        TRY(status_memory(out->top != NULL, "plants", error));
        out->end = out->top + count + STAND_SPARE;
        out->which = out->end + count + STAND_SPARE;
        memset(out->top, 0, (count + STAND_SPARE) * 2 * sizeof *out->top);
    }
    for (size_t b = blocks; b > 0; b--) /* block[b] was counted up to the start of block b + 1 */
        out->block[b] = out->block[b - 1];
    out->block[0] = 0;
    return RL_OK;
}
