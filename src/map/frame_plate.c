/* frame_plate.c - lines and digits in ink; what an atlas puts round a map: margin, neat line,
 * scale bar.
 *
 * In: the map's size and metres.  Out: rows of the margin.  The neat line is a hair line
 * at the map's edge and a graduated bar outside it, whose black and white parts are as
 * long as those of the scale bar below.
 */
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "map/plate.h"

/* ---- strokes -------------------------------------------------------------------------- */

/* A pixel's coverage comes from its distance to the line; where strokes meet the darker one
 * stays, so that joints do not show. */
static void darken(sheet *paper, int x, int y, uint8_t ink)
{
    if (paper->wrap) {
        x = (x % paper->width + paper->width) % paper->width;
        y = (y % paper->height + paper->height) % paper->height;
    } else if (x < 0 || y < 0 || x >= paper->width || y >= paper->height) {
        return;
    }
    uint8_t *cell = paper->ink + (size_t)y * (size_t)paper->width + (size_t)x;
    *cell = *cell < ink ? ink : *cell;
}

void stroke_line(sheet *paper, stroke_end start, stroke_end end)
{
    double dx = end.x - start.x, dy = end.y - start.y;
    double length = dx * dx + dy * dy;
    double reach = 0.5 * exact_max(exact_max(start.width, end.width), 1.0) + 1.0;
    int left = (int)exact_floor(exact_min(start.x, end.x) - reach);
    int right = (int)exact_floor(exact_max(start.x, end.x) + reach) + 1;
    int top = (int)exact_floor(exact_min(start.y, end.y) - reach);
    int bottom = (int)exact_floor(exact_max(start.y, end.y) + reach) + 1;
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) {
            double t = length > 0.0 ? ((x - start.x) * dx + (y - start.y) * dy) / length : 0.0;
            t = exact_clamp(t, 0.0, 1.0);
            double px = x - start.x - t * dx, py = y - start.y - t * dy;
            /* A line thinner than a pixel is a pale one of one pixel. */
            double width = exact_mix(start.width, end.width, t);
            double half = 0.5 * exact_max(width, 1.0);
            double covered = exact_clamp(half + 0.5 - exact_sqrt(px * px + py * py), 0.0, 1.0);
            uint8_t ink = (uint8_t)(int)(255.0 * covered * exact_min(width, 1.0) + 0.5);
            if (ink > 0)
                darken(paper, x, y, ink);
        }
}

/* ---- digits --------------------------------------------------------------------- */

/* A sign is a list of points on a field of 5 x 9 (x, y from the left upper corner); '|'
 * lifts the pen.  Round digits turn by eight points. */
typedef struct sign {
    char character;
    double advance; /* of 9 */
    const char *points;
} sign;

static const sign signs[] = {
    {'0', 6.4, "20 30 41 52 56 47 38 28 17 06 02 11 20"},
    {'1', 5.0, "12 30 38"},
    {'2', 6.4, "02 11 20 30 41 52 53 08 58"},
    {'3', 6.4, "01 10 40 51 53 44 24 | 44 55 57 48 18 07"},
    {'4', 6.6, "40 06 56 | 43 48"},
    {'5', 6.4, "50 10 04 13 33 44 55 56 47 38 18 07"},
    {'6', 6.4, "40 20 02 06 17 28 38 47 56 55 44 33 23 14 05"},
    {'7', 6.2, "00 50 18"},
    {'8', 6.4, "20 30 41 43 34 24 13 11 20 | 24 34 45 47 38 28 17 15 24"},
    {'9', 6.4, "53 44 35 25 14 03 02 11 20 30 41 52 56 38 18"},
    {'.', 3.0, "18 18"},
    {'k', 5.8, "00 08 | 43 06 | 24 48"},
    {'m', 8.4, "03 08 | 05 14 23 34 38 | 35 44 53 64 68"},
    {' ', 3.2, ""},
};

/* A character that is not in the table is a blank, the last. */
static const sign *sign_of(char character)
{
    const sign *found = signs;
    while (found->character != character && found->character != ' ')
        found++;
    return found;
}

double stroke_text_width(const char *text, double size)
{
    double width = 0.0;
    for (; *text != '\0'; text++)
        width += sign_of(*text)->advance * size / 9.0;
    return width;
}

void stroke_text(sheet *paper, const char *text, double x, double y, double size)
{
    double left = x - 0.5 * stroke_text_width(text, size), top = y - size, scale = size / 9.0;
    for (; *text != '\0'; text++) {
        const sign *drawn = sign_of(*text);
        stroke_end last = {0.0, 0.0, 0.0};
        for (const char *point = drawn->points; *point != '\0'; point++) {
            if (*point == '|')
                last.width = 0.0;
            if (*point == ' ' || *point == '|')
                continue;
            stroke_end next = {left + scale * (point[0] - '0'), top + scale * (point[1] - '0'),
                               0.115 * size};
            if (last.width > 0.0)
                stroke_line(paper, last, next);
            last = next;
            point++;
        }
        left += drawn->advance * size / 9.0;
    }
}

/* ---- the margin ---------------------------------------------------------------------- */

const uint8_t plate_paper[3] = {0xf7, 0xf4, 0xec};
static const uint8_t ink_colour[3] = {0x3a, 0x3b, 0x40};

#define PARTS 4 /* of the scale bar */

/* ---- the scale bar ------------------------------------------------------------------ */

/* In heights of the digits: the room above them, from their foot to the bar, the bar, and the room
 * below it. */
#define GAP 0.4
#define LIFT 0.55
#define BAR 0.42
#define ROOM 0.6
#define LEAST_DIGITS 7.0 /* pixels: smaller ones cannot be read */

static void fill(sheet *paper, double left, double right, double top, double bottom)
{
    int x_end = (int)exact_min(right + 2.0, paper->width);
    int y_end = (int)exact_min(bottom + 2.0, paper->height);
    for (int y = (int)exact_max(top, 0.0); y < y_end; y++)
        for (int x = (int)exact_max(left, 0.0); x < x_end; x++) {
            double w = exact_min(right, x + 0.5) - exact_max(left, x - 0.5);
            double h = exact_min(bottom, y + 0.5) - exact_max(top, y - 0.5);
            double covered = exact_clamp(w, 0.0, 1.0) * exact_clamp(h, 0.0, 1.0);
            darken(paper, x, y, (uint8_t)(int)(255.0 * covered + 0.5));
        }
}

/* Each part is `part` pixels long and `metres` on the map; digits are `size` pixels tall, and
 * nothing is above the row `line`. */
static void draw_scale(sheet *paper, double part, double metres, double size, double hair,
                       double line)
{
    double left = (double)exact_floor(0.5 * (paper->width - PARTS * part)) - 0.5;
    double least = line + (GAP + 1.0 + LIFT) * size;
    double top = (double)exact_floor(exact_max(0.74 * paper->height - 0.5, least)) - 0.5;
    double right = left + PARTS * part, bottom = top + BAR * size, foot = top - LIFT * size;
    fill(paper, left, right, top, top + hair);
    fill(paper, left, right, bottom - hair, bottom);
    fill(paper, left, left + hair, top, bottom);
    fill(paper, right - hair, right, top, bottom);
    for (int i = 0; i < PARTS; i += 2)
        fill(paper, left + i * part, left + (i + 1) * part, top, bottom);
    double unit = metres * PARTS >= 1000.0 ? 1000.0 : 1.0;
    char text[TEXT_REAL_SIZE];
    for (int i = 0; i <= PARTS; i += 2) {
        text_from_real(text, exact_round(i * metres / unit * 1000.0) / 1000.0);
        stroke_text(paper, text, left + i * part, foot, size);
    }
    const char *name = unit > 1.0 ? " km" : " m";
    double after = right + 0.5 * stroke_text_width(text, size);
    stroke_text(paper, name, after + 0.5 * stroke_text_width(name, size), foot, size);
}

/* ---- measures --------------------------------------------------------------------------- */

rl_status frame_plate_prepare(frame_plate *frame, const heightmap *map, const rl_map_rules *rules,
                              arena *memory, rl_error *error)
{
    double side = map->width * rules->cell;
    /* A part of the bar is the largest of 1, 2 and 5 times a power of ten up to `most`. */
    double most = side / 12.0, power = 1e-9;
    while (power * 10.0 <= most)
        power *= 10.0;
    double metres = power * (most >= 5.0 * power ? 5.0 : most >= 2.0 * power ? 2.0 : 1.0);
    double part = metres / rules->cell;
    int shorter = map->width < map->height ? map->width : map->height;
    int margin = (int)exact_round(exact_max(10.0, 0.042 * shorter));
    *frame = (frame_plate){.side = margin,
                           .map_width = map->width,
                           .map_height = map->height,
                           .unit = (int)exact_round(exact_max(1.0, part)),
                           .hair = (int)exact_round(exact_max(1.0, 0.0012 * shorter)),
                           .bar = (int)exact_round(exact_max(2.0, 0.0058 * shorter))};
    /* The digits are below the neat line, also where the margin alone would be too small. */
    double tall = 1.75 * margin, size = exact_max(LEAST_DIGITS, 0.19 * tall);
    int line = 3 * frame->hair + 2 * frame->bar;
    frame->bottom =
        (int)exact_round(exact_max(tall, line + (GAP + 1.0 + LIFT + BAR + ROOM) * size));
    sheet *foot = &frame->foot;
    foot->width = map->width;
    foot->height = frame->bottom;
    size_t cells = (size_t)foot->width * (size_t)foot->height;
    foot->ink = arena_zeroed(memory, cells, sizeof *foot->ink);
    if (foot->ink == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: out of memory");
    draw_scale(foot, part, metres, size, frame->hair, line);
    return status_clear(error);
}

/* ---- rows -------------------------------------------------------------------------------- */

/* How far a place is outside 0..size-1: 0 = inside, 1 = the first pixel beside it. */
static int outside(int place, int size)
{
    return place < 0 ? -place : place >= size ? place - size + 1 : 0;
}

/* From the map outward: hair line, white, hair, graduated bar, hair. */
static int is_inked(const frame_plate *frame, int x, int y)
{
    int dx = outside(x, frame->map_width);
    int dy = outside(y, frame->map_height);
    int away = dx > dy ? dx : dy;
    int bar_start = frame->hair + frame->bar + frame->hair;
    int bar_end = bar_start + frame->bar;
    if (away <= frame->hair)
        return 1;
    if (away <= frame->hair + frame->bar || away > bar_end + frame->hair)
        return 0;
    if (away <= bar_start || away > bar_end)
        return 1;
    if (dx > bar_start && dy > bar_start) /* the corners */
        return 1;
    int place = dy > dx ? x : y, size = dy > dx ? frame->map_width : frame->map_height;
    int inside = place < 0 ? 0 : place >= size ? size - 1 : place;
    return inside / frame->unit % 2 == 0;
}

void frame_plate_row(const frame_plate *frame, int y, uint8_t *rgb)
{
    int map_y = y - frame->side;
    for (int i = 0; i < frame->map_width + 2 * frame->side; i++) {
        int x = i - frame->side;
        if (outside(x, frame->map_width) + outside(map_y, frame->map_height) == 0)
            continue;
        int ink = is_inked(frame, x, map_y) ? 255 : 0, row = map_y - frame->map_height;
        if (ink == 0 && row >= 0 && x >= 0 && x < frame->map_width)
            ink = frame->foot.ink[(size_t)row * (size_t)frame->foot.width + (size_t)x];
        for (int c = 0; c < 3; c++) {
            int mixed = plate_paper[c] * (255 - ink) + ink_colour[c] * ink;
            rgb[3 * i + c] = (uint8_t)((mixed + 127) / 255);
        }
    }
}
