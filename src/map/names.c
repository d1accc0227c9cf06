/* names.c - letters a user's list of names on a plate, without overlap.
 *
 * The list has a line `x,y,name` or `x,y,name,kind` for each name.  A name is drawn on two sheets
 * of coverage: its ink, and a halo of paper colour round it.  Names get their places in the order
 * of the list, so earlier names get the better places.
 */
#include "map/names.h"

#include "base/colour.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/span.h"
#include "base/status.h"
#include "base/text.h"

#include <string.h>

#define MOST_NAMES 1000
#define NAME_SIZE 128 /* bytes of a name with its NUL */

/* Kind of a named thing.  Sizes are pixels on a map whose shorter side is PLATE_UNIT_SIDE. */
typedef struct name_kind {
    const char *name;
    double size;   /* height of the letters */
    double radius; /* radius of the symbol, 0 = no symbol */
    rl_colour ink;
} name_kind;

enum { CITY, TOWN, VILLAGE, PEAK, WATER, REGION, KINDS };
static const name_kind kinds[KINDS] = {
    {"city", 17.0, 4.6, 0x2b2a2e}, {"town", 14.0, 3.2, 0x2b2a2e},  {"village", 12.0, 2.4, 0x2b2a2e},
    {"peak", 12.0, 4.2, 0x4a3524}, {"water", 15.0, 0.0, 0x24506e}, {"region", 20.0, 0.0, 0x5c3b28},
};
#define LEAST_SCALE 0.7 /* least factor of these sizes, for small maps */

/* Lettering; lengths are multiples of the height of the letters. */
static const struct {
    double wide, high;  /* width of a name's box beyond the text; height of the box */
    double gap;         /* room between the symbol and the box */
    double corner;      /* factor of a box's distance from the symbol's middle, on diagonals */
    double foot;        /* from the middle of a box down to the foot of the letters */
    double pen;         /* width of the strokes */
    double halo;        /* width of the halo on each side of a stroke */
    double symbol_halo; /* strokes of a symbol's halo are wider by this multiple of `halo` */
} lettering = {.wide = 0.3,
               .high = 1.35,
               .gap = 0.1,
               .corner = 0.6,
               .foot = 0.44,
               .pen = 0.115,
               .halo = 0.2,
               .symbol_halo = 1.2};
#define HALO_INK 150 /* coverage of the halo, 0..255 */

/* Symbols; lengths are multiples of the radius. */
#define PEAK_FOOT 0.7  /* from the middle down to the foot of the triangle */
#define PEAK_LINE 0.3  /* length of the line from the middle of the triangle down */
#define SYMBOL_PEN 0.3 /* width of the strokes */
#define DISC_INSET 0.1 /* difference of the radii of symbol and disc */
#define RING_PIECES 16 /* straight pieces of the ring of a city, a multiple of 4 */
#define RULE_OF_KIND "must be city, town, village, peak, water or region"

typedef struct box {
    double left, top, right, bottom;
} box;

typedef struct label {
    double x, y; /* the named place, pixels of the map */
    int kind;
    char text[NAME_SIZE];
    box symbol;   /* box of the symbol, pixels of the map */
    box place;    /* box of the letters */
    int has_room; /* 1 = `place` is free, so the name is drawn */
    sheet ink, halo;
    int left, top; /* pixel of the map at the left upper corner of both sheets */
} label;

struct names {
    const rl_allocator *allocator;
    int width, height;
    double scale;
    int count;
    label *all;
};

/* ---- the list -------------------------------------------------------------------------- */

typedef struct names_reader {
    const char *place, *text, *end;
    int line;
} names_reader;

/* Finds the next line that is neither empty, nor a comment (#), nor a header, without blanks at its
 * ends, and returns 1; returns 0 at the end of the list. */
static int next_line(names_reader *in, const char **text, size_t *size)
{
    while (in->text < in->end) {
        int is_comment = *in->text == '#';
        span line = span_line(&in->text, in->end);
        in->line++;
        int is_head = in->line == 1 && line.size > 0 && (*line.at == 'x' || *line.at == 'X');
        *text = line.at;
        *size = line.size;
        if (line.size > 0 && !is_comment && !is_head)
            return 1;
    }
    return 0;
}

/* Finds the next field of a line, without quotes and blanks round it, and returns 1; returns 0 at
 * the end of the line. */
static int next_field(const char **text, size_t *size, const char **field, size_t *length)
{
    if (*text == NULL)
        return 0;
    const char *start = *text, *end = start + *size;
    while (start < end && text_is_blank(*start))
        start++;
    const char *quote =
        start < end && *start == '"' ? memchr(start + 1, '"', (size_t)(end - start - 1)) : NULL;
    const char *search = quote != NULL ? quote : start;
    const char *comma = memchr(search, ',', (size_t)(end - search));
    const char *stop = comma != NULL ? comma : end;
    *text = comma != NULL ? comma + 1 : NULL;
    *size = comma != NULL ? (size_t)(end - comma - 1) : 0;
    if (quote != NULL) {
        start++;
        stop = quote;
    }
    while (stop > start && text_is_blank(stop[-1]))
        stop--;
    *field = start;
    *length = (size_t)(stop - start);
    return 1;
}

static rl_status fail(const names_reader *in, const char *text, size_t size, const char *rule,
                      rl_error *error)
{
    return status_fail(error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(in->place), in->line,
                       status_show(text, size).text, rule);
}

static rl_status read_text(const names_reader *in, const char *field, size_t length, char *text,
                           rl_error *error)
{
    if (length == 0 || memchr(field, '\0', length) != NULL ||
        !text_cut(text, NAME_SIZE, field, length))
        return fail(in, field, length, "a name must have 1 to 127 bytes", error);
    size_t unknown = stroke_text_unknown(text);
    if (unknown < length) {
        size_t letter = text_character(text + unknown, length - unknown);
        rl_error letters;
        (void)status_fail(&letters, RL_BAD_DATA,
                          "%s is not a letter that maps have: a to z, digits, "
                          "accents of Western Europe",
                          status_show(text + unknown, letter > 0 ? letter : 1).text);
        return fail(in, field, length, letters.text, error);
    }
    return RL_OK;
}

static rl_status read_label(const names_reader *in, const char *text, size_t size, label *made,
                            rl_error *error)
{
    const char *field, *all = text;
    size_t length, whole = size;
    double *const share[2] = {&made->x, &made->y};
    static const char *const rules[2] = {"x must be 0..1", "y must be 0..1"};
    for (int i = 0; i < 2; i++) {
        char number[TEXT_REAL_SIZE];
        if (!next_field(&text, &size, &field, &length))
            return fail(in, all, whole, "must be x,y,name or x,y,name,kind", error);
        if (memchr(field, '\0', length) != NULL ||
            !text_cut(number, sizeof number, field, length) || !text_to_real(share[i], number) ||
            *share[i] < 0.0 || *share[i] > 1.0)
            return fail(in, field, length, rules[i], error);
    }
    made->kind = TOWN;
    if (!next_field(&text, &size, &field, &length))
        return fail(in, all, whole, "must be x,y,name or x,y,name,kind", error);
    TRY(read_text(in, field, length, made->text, error));
    if (next_field(&text, &size, &field, &length) && length > 0) {
        for (made->kind = 0; made->kind < KINDS; made->kind++)
            if (strlen(kinds[made->kind].name) == length &&
                memcmp(kinds[made->kind].name, field, length) == 0)
                break;
        if (made->kind == KINDS)
            return fail(in, field, length, RULE_OF_KIND, error);
    }
    return text == NULL ? RL_OK : fail(in, all, whole, "must be x,y,name or x,y,name,kind", error);
}

/* ---- places ---------------------------------------------------------------------------- */

static int overlap(const box *a, const box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Returns 1 if box `place` for `placed` is on the map and overlaps neither another symbol nor an
 * earlier name. */
static int is_free(const names *self, const label *placed, const box *place)
{
    if (place->left < 1.0 || place->top < 1.0 || place->right > self->width - 2.0 ||
        place->bottom > self->height - 2.0)
        return 0;
    for (int i = 0; i < self->count; i++) {
        const label *other = &self->all[i];
        if (other == placed)
            continue;
        if (kinds[other->kind].radius > 0.0 && overlap(place, &other->symbol))
            return 0;
        if (other < placed && other->has_room && overlap(place, &other->place))
            return 0;
    }
    return 1;
}

/* Finds a free box for the letters.  The tables have the candidates, best first, as x and y from
 * the named place to the middle of the box, in half widths and half heights of the box: `about` a
 * symbol, `middle` without one. */
static void find_place(names *self, label *named)
{
    static const int about[][2] = {{1, 0},  {-1, 0}, {0, -1},  {0, 1},
                                   {1, -1}, {1, 1},  {-1, -1}, {-1, 1}};
    static const int middle[][2] = {{0, 0}, {0, -1}, {0, 1}, {0, -2}, {0, 2}, {-1, 0}, {1, 0}};
    const name_kind *kind = &kinds[named->kind];
    double size = kind->size * self->scale, radius = kind->radius * self->scale;
    double wide = stroke_text_width(named->text, size) + lettering.wide * size,
           high = lettering.high * size;
    int is_point = radius > 0.0, places = is_point ? 8 : 7;
    for (int i = 0; i < places && !named->has_room; i++) {
        const int *shift = is_point ? about[i] : middle[i];
        double gap = is_point ? radius + lettering.gap * size : 0.0,
               corner = lettering.corner * gap;
        double x = named->x + shift[0] * (0.5 * wide + (shift[1] == 0 || !is_point ? gap : corner));
        double y = named->y + shift[1] * (0.5 * high + (shift[0] == 0 ? gap : corner));
        named->place = (box){x - 0.5 * wide, y - 0.5 * high, x + 0.5 * wide, y + 0.5 * high};
        named->has_room = is_free(self, named, &named->place);
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

/* Draws the symbol of a name: a triangle for a peak, a disc in a ring for a city, else a disc.
 * `width` is the width of its strokes, pixels. */
static void draw_symbol(sheet *paper, const label *named, double x, double y, double radius,
                        double width)
{
    if (named->kind == PEAK) {
        stroke_end corner[4] = {{x, y - radius, width},
                                {x + radius, y + PEAK_FOOT * radius, width},
                                {x - radius, y + PEAK_FOOT * radius, width},
                                {x, y - radius, width}};
        for (int i = 0; i < 3; i++)
            stroke_line(paper, corner[i], corner[i + 1]);
        stroke_line(paper, (stroke_end){x, y, width},
                    (stroke_end){x, y + PEAK_LINE * radius, width});
        return;
    }
    for (int i = 0; i < RING_PIECES && named->kind == CITY; i++) {
        stroke_end ends[2];
        for (int end = 0; end < 2; end++) {
            int place = (i + end) % RING_PIECES, quarter = (place + RING_PIECES / 4) % RING_PIECES;
            ends[end] =
                (stroke_end){x + radius * exact_cos_turn(place / (double)RING_PIECES),
                             y + radius * exact_cos_turn(quarter / (double)RING_PIECES), width};
        }
        stroke_line(paper, ends[0], ends[1]);
    }
    double disc = (named->kind == CITY ? radius : 2.0 * radius) + width - DISC_INSET * radius;
    stroke_line(paper, (stroke_end){x, y, disc}, (stroke_end){x, y, disc});
}

static rl_status draw_label(names *self, label *named, rl_error *error)
{
    const name_kind *kind = &kinds[named->kind];
    double size = kind->size * self->scale, radius = kind->radius * self->scale;
    double pen = lettering.pen * size, halo = lettering.halo * size;
    box all = named->place;
    if (radius > 0.0) {
        all.left = exact_min(all.left, named->symbol.left);
        all.top = exact_min(all.top, named->symbol.top);
        all.right = exact_max(all.right, named->symbol.right);
        all.bottom = exact_max(all.bottom, named->symbol.bottom);
    }
    named->left = (int)exact_floor(all.left - halo) - 1;
    named->top = (int)exact_floor(all.top - halo) - 1;
    named->ink.width = named->halo.width = (int)exact_floor(all.right + halo) + 3 - named->left;
    named->ink.height = named->halo.height = (int)exact_floor(all.bottom + halo) + 3 - named->top;
    size_t cells = (size_t)named->ink.width * (size_t)named->ink.height;
    named->ink.ink = memory_zeroed(self->allocator, cells, 2);
    TRY(status_memory(named->ink.ink != NULL, "names", error));
    named->halo.ink = named->ink.ink + cells;
    double middle = 0.5 * (named->place.left + named->place.right) - named->left;
    double foot =
        0.5 * (named->place.top + named->place.bottom) + lettering.foot * size - named->top;
    stroke_text(&named->halo, named->text, middle, foot, size, pen + 2.0 * halo);
    stroke_text(&named->ink, named->text, middle, foot, size, pen);
    if (radius > 0.0) {
        double x = named->x - named->left, y = named->y - named->top;
        draw_symbol(&named->halo, named, x, y, radius, pen + lettering.symbol_halo * halo);
        draw_symbol(&named->ink, named, x, y, radius, exact_max(1.0, SYMBOL_PEN * radius));
    }
    return RL_OK;
}

void names_row(const names *self, int y, int x, int count, uint8_t *rgb)
{
    for (int i = 0; i < self->count; i++) {
        const label *named = &self->all[i];
        int row = y - named->top, first = named->left > x ? named->left : x;
        int end =
            named->left + named->ink.width < x + count ? named->left + named->ink.width : x + count;
        if (!named->has_room || row < 0 || row >= named->ink.height)
            continue;
        for (int column = first; column < end; column++) {
            size_t cell = (size_t)row * (size_t)named->ink.width + (size_t)(column - named->left);
            int halo = named->halo.ink[cell] * HALO_INK / 255, ink = named->ink.ink[cell];
            uint8_t *pixel = rgb + 3 * (column - x);
            for (int c = 0; c < 3 && halo + ink > 0; c++) {
                int paper = (0xf7f4ec >> (16 - 8 * c) & 255) * halo + pixel[c] * (255 - halo);
                int colour = (int)(kinds[named->kind].ink >> (16 - 8 * c) & 255) * ink;
                pixel[c] = (uint8_t)((colour + (paper + 127) / 255 * (255 - ink) + 127) / 255);
            }
        }
    }
}

/* ---- all of it --------------------------------------------------------------------------- */

static rl_status make_labels(names *self, names_reader *in, rl_error *error)
{
    const char *text;
    size_t size;
    for (label *named = self->all; next_line(in, &text, &size); named++) {
        TRY(read_label(in, text, size, named, error));
        double radius = kinds[named->kind].radius * self->scale + 1.0;
        named->x *= self->width - 1;
        named->y *= self->height - 1;
        named->symbol =
            (box){named->x - radius, named->y - radius, named->x + radius, named->y + radius};
    }
    for (int i = 0; i < self->count; i++)
        find_place(self, &self->all[i]);
    for (int i = 0; i < self->count; i++)
        if (self->all[i].has_room)
            TRY(draw_label(self, &self->all[i], error));
    return RL_OK;
}

rl_status names_read(names **made, const heightmap *map, const void *bytes, size_t size,
                     const char *place, const rl_allocator *allocator, int *without_room,
                     rl_error *error)
{
    names_reader in = {place, bytes, (const char *)bytes + size, 0}, counter = in;
    const char *text;
    int count = 0;
    for (size_t length; count <= MOST_NAMES && next_line(&counter, &text, &length);)
        count++;
    *made = NULL;
    if (count < 1 || count > MOST_NAMES)
        return status_fail(error, RL_BAD_DATA, "%s: %s names: must be 1 to %d", SHOWN(place),
                           count < 1 ? "no" : "too many", MOST_NAMES);
    names *self = memory_zeroed(allocator, 1, sizeof *self);
    label *all = self != NULL ? memory_zeroed(allocator, (size_t)count, sizeof *all) : NULL;
    if (all == NULL) {
        memory_free(allocator, self);
        return status_no_memory("names", error);
    }
    *self = (names){allocator, map->width, map->height, exact_max(plate_line(map), LEAST_SCALE),
                    count,     all};
    rl_status status = make_labels(self, &in, error);
    if (status != RL_OK) {
        names_free(self);
        return status;
    }
    *without_room = 0;
    for (int i = 0; i < count; i++)
        *without_room += !all[i].has_room;
    *made = self;
    return RL_OK;
}

void names_free(names *self)
{
    if (self == NULL)
        return;
    for (int i = 0; i < self->count; i++)
        memory_free(self->allocator, self->all[i].ink.ink);
    memory_free(self->allocator, self->all);
    memory_free(self->allocator, self);
}
