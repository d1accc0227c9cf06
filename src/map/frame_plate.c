/* frame_plate.c - paints the margin of a plate: neat line, scale bar and legend.
 *
 * The neat line is a hair line at the map's edge and a graduated bar outside it, whose black and
 * white sections are as long as those of the scale bar below the map.
 */
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "map/plate.h"

/* ---- the margin ---------------------------------------------------------------------- */

const uint8_t plate_paper[3] = {0xf7, 0xf4, 0xec};
static const uint8_t ink_colour[3] = {0x3a, 0x3b, 0x40};

#define PARTS 4           /* number of black and white sections of the scale bar */
#define PARTS_ACROSS 12.0 /* a section is at most 1 / PARTS_ACROSS of the map's width */
#define LEAST_PART 1e-9   /* least length of a section, metres */
#define DECADE 10.0
#define KILOMETRE 1000.0 /* metres */
#define MILLIS 1000.0    /* labels are rounded to 1 / MILLIS */

/* Widths of margin, hair line and graduated bar, as shares of the map's shorter side; LEAST_ is the
 * least width in pixels. */
#define MARGIN 0.042
#define LEAST_MARGIN 10.0
#define HAIR 0.0012
#define LEAST_HAIR 1.0
#define GRADUATED 0.0058
#define LEAST_GRADUATED 2.0

/* ---- the scale bar ------------------------------------------------------------------ */

#define FOOT 1.75        /* height of the lower margin, as a multiple of the other margins' width */
#define DIGITS 0.19      /* height of the digits, as a share of the lower margin's height */
#define LEAST_DIGITS 7.0 /* pixels; smaller digits cannot be read */
#define BAR_PLACE 0.74   /* upper edge of the bar from the map, as a share of that height */

/* Lengths, as multiples of the height of the digits. */
#define GAP 0.4         /* room above the digits */
#define LIFT 0.55       /* from the foot of the digits to the bar */
#define BAR 0.42        /* height of the bar */
#define ROOM 0.6        /* room below the bar */
#define DIGIT_PEN 0.115 /* width of strokes */

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

/* Draws the scale bar on the lower margin, which is `tall` pixels high.  A section is `part` pixels
 * long, which is `metres` on the map.  Digits are `size` pixels high; rows above `line`, where the
 * neat line is, stay clear. */
static void draw_scale(sheet *paper, double tall, double part, double metres, double size,
                       double hair, double line)
{
    double left = (double)exact_floor(0.5 * (paper->width - PARTS * part)) - 0.5;
    double least = line + (GAP + 1.0 + LIFT) * size;
    double top = (double)exact_floor(exact_max(BAR_PLACE * tall - 0.5, least)) - 0.5;
    double right = left + PARTS * part, bottom = top + BAR * size, foot = top - LIFT * size;
    fill(paper, left, right, top, top + hair);
    fill(paper, left, right, bottom - hair, bottom);
    fill(paper, left, left + hair, top, bottom);
    fill(paper, right - hair, right, top, bottom);
    for (int i = 0; i < PARTS; i += 2)
        fill(paper, left + i * part, left + (i + 1) * part, top, bottom);
    double unit = metres * PARTS >= KILOMETRE ? KILOMETRE : 1.0;
    char text[TEXT_REAL_SIZE];
    for (int i = 0; i <= PARTS; i += 2) {
        text_from_real(text, exact_round(i * metres / unit * MILLIS) / MILLIS);
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
    /* A section is the greatest of 1, 2 and 5 times a power of ten up to `most` metres. */
    static const double steps[] = {5.0, 2.0, 1.0};
    double most = side / PARTS_ACROSS, power = LEAST_PART;
    int step = 0;
    while (power * DECADE <= most)
        power *= DECADE;
    while (step < 2 && !(most >= steps[step] * power))
        step++;
    double metres = power * steps[step];
    double part = metres / rules->cell;
    int shorter = map->width < map->height ? map->width : map->height;
    int margin = (int)exact_round(exact_max(LEAST_MARGIN, MARGIN * shorter));
    *frame =
        (frame_plate){.side = margin,
                      .map_width = map->width,
                      .map_height = map->height,
                      .unit = (int)exact_round(exact_max(1.0, part)),
                      .hair = (int)exact_round(exact_max(LEAST_HAIR, HAIR * shorter)),
                      .bar = (int)exact_round(exact_max(LEAST_GRADUATED, GRADUATED * shorter))};
    /* A low margin grows until digits of the least size fit below the neat line. */
    double tall = FOOT * margin, size = exact_max(LEAST_DIGITS, DIGITS * tall);
    int line = 3 * frame->hair + 2 * frame->bar;
    int legend = (int)exact_round(exact_max(tall, line + (GAP + 1.0 + LIFT + BAR + ROOM) * size));
    frame->bottom = legend + legend_rows(map, size);
    sheet *foot = &frame->foot;
    foot->width = map->width;
    foot->height = frame->bottom;
    size_t cells = (size_t)foot->width * (size_t)foot->height;
    foot->ink = arena_zeroed(memory, cells, sizeof *foot->ink);
    TRY(status_memory(foot->ink != NULL, "map", error));
    draw_scale(foot, tall, part, metres, size, frame->hair, line);
    if (frame->bottom > legend)
        TRY(legend_draw(frame, map, legend, size, work, memory, error));
    return status_clear(error);
}

/* ---- rows -------------------------------------------------------------------------------- */

/* Returns how far a pixel is outside of 0..size-1: 0 = inside, 1 = the first pixel outside. */
static int outside(int place, int size)
{
    return place < 0 ? -place : place >= size ? place - size + 1 : 0;
}

/* Returns 1 for a pixel with ink of the neat line, which from the map outward is a hair line,
 * white, a hair line, the graduated bar, and a hair line. */
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
        const uint8_t *paper = plate_paper;
        for (int bar = 0; bar < frame->bar_count; bar++) {
            const legend_bar *legend = &frame->bar_of[bar];
            if (row >= legend->top && row < legend->bottom && x >= legend->left &&
                x < legend->right) {
                paper = legend->rgb + 3 * (size_t)(x - legend->left);
                break;
            }
        }
        for (int c = 0; c < 3; c++) {
            int mixed = paper[c] * (255 - ink) + ink_colour[c] * ink;
            rgb[3 * i + c] = (uint8_t)((mixed + 127) / 255);
        }
    }
}
