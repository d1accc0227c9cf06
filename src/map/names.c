/* names.c - names on a plate: a user's own list, lettered where they neither overlap nor leave it.
 *
 * In: text, a line `x,y,name` or `x,y,name,kind` each.  Out: small sheets of ink, and of paper
 * round the letters.  Earlier names have the better places.
 */
#include "map/names.h"

#include "base/colour.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

#include <string.h>

#define MOST_NAMES 1000
#define NAME_SIZE 128 /* bytes of a name with its NUL */

/* Sizes in pixels of a map whose shorter side is 1024; a symbol's radius 0: none. */
typedef struct name_kind {
    const char *name;
    double size, radius;
    rl_colour ink;
} name_kind;

enum { CITY, TOWN, VILLAGE, PEAK, WATER, REGION, KINDS };
static const name_kind kinds[KINDS] = {
    {"city", 17.0, 4.6, 0x2b2a2e}, {"town", 14.0, 3.2, 0x2b2a2e},  {"village", 12.0, 2.4, 0x2b2a2e},
    {"peak", 12.0, 4.2, 0x4a3524}, {"water", 15.0, 0.0, 0x24506e}, {"region", 20.0, 0.0, 0x5c3b28},
};
#define RULE_OF_KIND "must be city, town, village, peak, water or region"

typedef struct box {
    double left, top, right, bottom;
} box;

typedef struct label {
    double x, y; /* pixels */
    int kind;
    char text[NAME_SIZE];
    box symbol, place; /* of the letters */
    int has_room;
    int left, top; /* of the sheets */
    sheet ink, halo;
} label;

struct names {
    const rl_allocator *allocator;
    int width, height;
    double scale;
    int count;
    label *all;
};

/* ---- the list -------------------------------------------------------------------------- */

typedef struct reader {
    const char *place, *text, *end;
    int line;
} reader;

/* The next line with something in it, without blanks round it and what is behind #; 0 at the end.
 */
static int next_line(reader *in, const char **text, size_t *size)
{
    while (in->text < in->end) {
        const char *start = in->text, *stop = memchr(start, '\n', (size_t)(in->end - start));
        stop = stop != NULL ? stop : in->end;
        in->text = stop < in->end ? stop + 1 : stop;
        in->line++;
        if (start < stop && *start == '#')
            continue;
        while (start < stop && text_is_blank(*start))
            start++;
        while (start < stop && text_is_blank(stop[-1]))
            stop--;
        int is_head = in->line == 1 && start < stop && (*start == 'x' || *start == 'X');
        *text = start;
        *size = (size_t)(stop - start);
        if (*size > 0 && !is_head)
            return 1;
    }
    return 0;
}

/* The next field of a line, without blanks and quotes round it; 0 where there is none. */
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

static rl_status fail(const reader *in, const char *text, size_t size, const char *rule,
                      rl_error *error)
{
    return status_fail(error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(in->place), in->line,
                       status_show(text, size).text, rule);
}

static rl_status read_share(const reader *in, const char *field, size_t length, const char *rule,
                            double *share, rl_error *error)
{
    char number[TEXT_REAL_SIZE];
    if (length == 0 || length >= sizeof number || memchr(field, '\0', length) != NULL)
        return fail(in, field, length, rule, error);
    memcpy(number, field, length);
    number[length] = '\0';
    if (!text_to_real(share, number) || *share < 0.0 || *share > 1.0)
        return fail(in, field, length, rule, error);
    return RL_OK;
}

static rl_status read_text(const reader *in, const char *field, size_t length, char *text,
                           rl_error *error)
{
    if (length == 0 || length >= NAME_SIZE || memchr(field, '\0', length) != NULL)
        return fail(in, field, length, "a name must have 1 to 127 bytes", error);
    memcpy(text, field, length);
    text[length] = '\0';
    size_t unknown = stroke_text_unknown(text);
    if (unknown < length) {
        size_t letter = text_character(text + unknown, length - unknown);
        char rule[160];
        rl_error letters;
        (void)status_fail(&letters, RL_BAD_DATA,
                          "%s is not a letter that maps have: a to z, digits, "
                          "accents of Western Europe",
                          status_show(text + unknown, letter > 0 ? letter : 1).text);
        memcpy(rule, letters.text, sizeof rule - 1);
        rule[sizeof rule - 1] = '\0';
        return fail(in, field, length, rule, error);
    }
    return RL_OK;
}

static rl_status read_label(const reader *in, const char *text, size_t size, label *made,
                            rl_error *error)
{
    const char *field, *all = text;
    size_t length, whole = size;
    double share[2];
    static const char *const rules[2] = {"x must be 0..1", "y must be 0..1"};
    for (int i = 0; i < 2; i++) {
        if (!next_field(&text, &size, &field, &length))
            return fail(in, all, whole, "must be x,y,name or x,y,name,kind", error);
        TRY(read_share(in, field, length, rules[i], &share[i], error));
    }
    made->x = share[0];
    made->y = share[1];
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

static int is_free(const names *self, const label *own, const box *place)
{
    if (place->left < 1.0 || place->top < 1.0 || place->right > self->width - 2.0 ||
        place->bottom > self->height - 2.0)
        return 0;
    for (int i = 0; i < self->count; i++) {
        const label *other = &self->all[i];
        if (other == own)
            continue;
        if (kinds[other->kind].radius > 0.0 && overlap(place, &other->symbol))
            return 0;
        if (other < own && other->has_room && overlap(place, &other->place))
            return 0;
    }
    return 1;
}

/* Places of the letters about the symbol, or about the middle, best first; in half widths,
 * in half heights. */
static void find_place(names *self, label *own)
{
    static const int about[][2] = {{1, 0},  {-1, 0}, {0, -1},  {0, 1},
                                   {1, -1}, {1, 1},  {-1, -1}, {-1, 1}};
    static const int middle[][2] = {{0, 0}, {0, -1}, {0, 1}, {0, -2}, {0, 2}, {-1, 0}, {1, 0}};
    const name_kind *kind = &kinds[own->kind];
    double size = kind->size * self->scale, radius = kind->radius * self->scale;
    double wide = stroke_text_width(own->text, size) + 0.3 * size, high = 1.35 * size;
    int is_point = radius > 0.0, places = is_point ? 8 : 7;
    for (int i = 0; i < places && !own->has_room; i++) {
        const int *way = is_point ? about[i] : middle[i];
        double gap = is_point ? radius + 0.1 * size : 0.0;
        double x = own->x + way[0] * (0.5 * wide + (way[1] == 0 || !is_point ? gap : 0.6 * gap));
        double y = own->y + way[1] * (0.5 * high + (way[0] == 0 ? gap : 0.6 * gap));
        own->place = (box){x - 0.5 * wide, y - 0.5 * high, x + 0.5 * wide, y + 0.5 * high};
        own->has_room = is_free(self, own, &own->place);
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

/* A ring, a disc or a triangle, with strokes so wide. */
static void draw_symbol(sheet *paper, const label *own, double x, double y, double radius,
                        double width)
{
    if (own->kind == PEAK) {
        stroke_end corner[4] = {{x, y - radius, width},
                                {x + radius, y + 0.7 * radius, width},
                                {x - radius, y + 0.7 * radius, width},
                                {x, y - radius, width}};
        for (int i = 0; i < 3; i++)
            stroke_line(paper, corner[i], corner[i + 1]);
        stroke_line(paper, (stroke_end){x, y, width}, (stroke_end){x, y + 0.3 * radius, width});
        return;
    }
    for (int i = 0; i < 16 && own->kind == CITY; i++) {
        double a = i / 16.0, b = (i + 1) % 16 / 16.0;
        stroke_end ends[2] = {{x + radius * exact_cos_turn(a),
                               y + radius * exact_cos_turn(a < 0.75 ? a + 0.25 : a - 0.75), width},
                              {x + radius * exact_cos_turn(b),
                               y + radius * exact_cos_turn(b < 0.75 ? b + 0.25 : b - 0.75), width}};
        stroke_line(paper, ends[0], ends[1]);
    }
    double disc = (own->kind == CITY ? radius : 2.0 * radius) + width - 0.1 * radius;
    stroke_line(paper, (stroke_end){x, y, disc}, (stroke_end){x, y, disc});
}

static rl_status draw_label(names *self, label *own, rl_error *error)
{
    const name_kind *kind = &kinds[own->kind];
    double size = kind->size * self->scale, radius = kind->radius * self->scale;
    double pen = 0.115 * size, round = 0.2 * size;
    box all = own->place;
    if (radius > 0.0) {
        all.left = exact_min(all.left, own->symbol.left);
        all.top = exact_min(all.top, own->symbol.top);
        all.right = exact_max(all.right, own->symbol.right);
        all.bottom = exact_max(all.bottom, own->symbol.bottom);
    }
    own->left = (int)exact_floor(all.left - round) - 1;
    own->top = (int)exact_floor(all.top - round) - 1;
    own->ink.width = own->halo.width = (int)exact_floor(all.right + round) + 3 - own->left;
    own->ink.height = own->halo.height = (int)exact_floor(all.bottom + round) + 3 - own->top;
    size_t cells = (size_t)own->ink.width * (size_t)own->ink.height;
    own->ink.ink = memory_zeroed(self->allocator, cells, 2);
    if (own->ink.ink == NULL)
        return status_fail(error, RL_NO_MEMORY, "names: out of memory");
    own->halo.ink = own->ink.ink + cells;
    double middle = 0.5 * (own->place.left + own->place.right) - own->left;
    double foot = 0.5 * (own->place.top + own->place.bottom) + 0.44 * size - own->top;
    stroke_text(&own->halo, own->text, middle, foot, size, pen + 2.0 * round);
    stroke_text(&own->ink, own->text, middle, foot, size, pen);
    if (radius > 0.0) {
        double x = own->x - own->left, y = own->y - own->top;
        draw_symbol(&own->halo, own, x, y, radius, pen + 1.2 * round);
        draw_symbol(&own->ink, own, x, y, radius, exact_max(1.0, 0.3 * radius));
    }
    return RL_OK;
}

void names_row(const names *self, int y, int x, int count, uint8_t *rgb)
{
    for (int i = 0; i < self->count; i++) {
        const label *own = &self->all[i];
        int row = y - own->top, first = own->left > x ? own->left : x;
        int end = own->left + own->ink.width < x + count ? own->left + own->ink.width : x + count;
        if (!own->has_room || row < 0 || row >= own->ink.height)
            continue;
        for (int column = first; column < end; column++) {
            size_t cell = (size_t)row * (size_t)own->ink.width + (size_t)(column - own->left);
            int halo = own->halo.ink[cell] * 150 / 255, ink = own->ink.ink[cell];
            uint8_t *pixel = rgb + 3 * (column - x);
            for (int c = 0; c < 3 && halo + ink > 0; c++) {
                int paper = (0xf7f4ec >> (16 - 8 * c) & 255) * halo + pixel[c] * (255 - halo);
                int colour = (int)(kinds[own->kind].ink >> (16 - 8 * c) & 255) * ink;
                pixel[c] = (uint8_t)((colour + (paper + 127) / 255 * (255 - ink) + 127) / 255);
            }
        }
    }
}

/* ---- all of it --------------------------------------------------------------------------- */

static rl_status make_labels(names *self, reader *in, rl_error *error)
{
    const char *text;
    size_t size;
    for (label *own = self->all; next_line(in, &text, &size); own++) {
        TRY(read_label(in, text, size, own, error));
        double radius = kinds[own->kind].radius * self->scale + 1.0;
        own->x *= self->width - 1;
        own->y *= self->height - 1;
        own->symbol = (box){own->x - radius, own->y - radius, own->x + radius, own->y + radius};
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
    reader in = {place, bytes, (const char *)bytes + size, 0}, counter = in;
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
        return status_fail(error, RL_NO_MEMORY, "names: out of memory");
    }
    *self =
        (names){allocator, map->width, map->height, exact_max(plate_line(map), 0.7), count, all};
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
