/* frame_plate.c - what an atlas puts round a map: margin, neat line, scale bar.
 *
 * In: the map's size and metres.  Out: rows of the margin.  The neat line is a hair line
 * at the map's edge and a graduated bar outside it, whose black and white parts are as
 * long as those of the scale bar below.
 */
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "map/plate.h"

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
#define DIGIT_PEN 0.115  /* width of their strokes */
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
            sheet_darken(paper, x, y, (uint8_t)(int)(255.0 * covered + 0.5));
        }
}

/* The scale is on a margin of `tall` pixels.  Each part is `part` pixels long and `metres` on the
 * map; digits are `size` pixels tall, and
 * nothing is above the row `line`. */
static void draw_scale(sheet *paper, double tall, double part, double metres, double size,
                       double hair, double line)
{
    double left = (double)exact_floor(0.5 * (paper->width - PARTS * part)) - 0.5;
    double least = line + (GAP + 1.0 + LIFT) * size;
    double top = (double)exact_floor(exact_max(0.74 * tall - 0.5, least)) - 0.5;
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
        stroke_text(paper, text, left + i * part, foot, size, DIGIT_PEN * size);
    }
    const char *name = unit > 1.0 ? " km" : " m";
    double after = right + 0.5 * stroke_text_width(text, size);
    stroke_text(paper, name, after + 0.5 * stroke_text_width(name, size), foot, size,
                DIGIT_PEN * size);
}

/* ---- measures --------------------------------------------------------------------------- */

rl_status frame_plate_prepare(frame_plate *frame, const heightmap *map, const heightmap_work *work,
                              arena *memory, rl_error *error)
{
    const rl_map_rules *rules = work->rules;
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
    int legend = (int)exact_round(exact_max(tall, line + (GAP + 1.0 + LIFT + BAR + ROOM) * size));
    frame->bottom = legend + legend_rows(map, size);
    sheet *foot = &frame->foot;
    foot->width = map->width;
    foot->height = frame->bottom;
    size_t cells = (size_t)foot->width * (size_t)foot->height;
    foot->ink = arena_zeroed(memory, cells, sizeof *foot->ink);
    if (foot->ink == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: out of memory");
    draw_scale(foot, tall, part, metres, size, frame->hair, line);
    if (frame->bottom > legend)
        TRY(legend_draw(frame, map, legend, size, work, memory, error));
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

/* The colour below the ink at a place of the foot. */
static const uint8_t *paper_at(const frame_plate *frame, int x, int row)
{
    for (int i = 0; i < frame->bar_count; i++) {
        const legend_bar *bar = &frame->bar_of[i];
        if (row >= bar->top && row < bar->bottom && x >= bar->left && x < bar->right)
            return bar->rgb + 3 * (size_t)(x - bar->left);
    }
    return plate_paper;
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
        const uint8_t *paper = paper_at(frame, x, row);
        for (int c = 0; c < 3; c++) {
            int mixed = paper[c] * (255 - ink) + ink_colour[c] * ink;
            rgb[3 * i + c] = (uint8_t)((mixed + 127) / 255);
        }
    }
}
