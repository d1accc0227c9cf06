/* legend.c - draws the legend of a plate below the scale bar: a bar with the colours of depths, one
 * with those of heights, and samples of lines with their names, beside each other.
 *
 * Labels and lines are ink on frame_plate.foot; bars are legend_bar.  On a small plate the samples
 * that do not fit are left out.
 */
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "map/plate.h"

#include <stdio.h>

/* Widths, as shares of the map's width. */
#define SEA_WIDE 0.08  /* bar of depths */
#define LAND_WIDE 0.34 /* bar of heights */
#define MOST_WIDE 0.97 /* greatest width of the whole legend */

/* Lengths, as multiples of the height of a digit. */
#define LEAST_WIDE 12.0 /* width of the bar of heights up to which there is no legend */
#define ABOVE 1.2       /* height of the room above the legend */
#define HIGH 1.1        /* height of a bar */
#define BELOW 1.45      /* from the lower edge of a bar to the foot of its numbers */
#define BAR_GAP 0.6     /* between the bars of depths and heights */
#define GAP 2.4         /* before a sample */
#define SAMPLE 3.0      /* length of a sample, which is a piece of a contour or river */
#define LABEL_GAP 0.8   /* between a sample and its label */
#define PEN 0.115       /* width of the strokes of letters */
#define NUMBER_GAP 1.2  /* between the numbers below a bar */
#define TICK 0.25       /* length of the tick at a number */

#define LEAST_STEP 1e-6 /* least difference of two numbers, metres */
#define DECADE 10.0

int legend_rows(const heightmap *map, double size)
{
    return LAND_WIDE * map->width > LEAST_WIDE * size
               ? (int)exact_round((ABOVE + HIGH + BELOW) * size)
               : 0;
}

/* Adds a bar of the colours of a table from share range[0] to share range[1], 0..1.  `place` is
 * left, top, right and bottom, pixels of the foot. */
static rl_status add_bar(frame_plate *frame, const tint_table *table, const double range[2],
                         const double place[4], arena *memory, rl_error *error)
{
    legend_bar *bar = &frame->bar_of[frame->bar_count++];
    *bar = (legend_bar){.left = (int)exact_round(place[0]),
                        .top = (int)exact_round(place[1]),
                        .right = (int)exact_round(place[2]),
                        .bottom = (int)exact_round(place[3])};
    int wide = bar->right - bar->left;
    uint8_t *rgb = arena_array(memory, (size_t)wide, 3);
    TRY(status_memory(rgb != NULL, "map", error));
    bar->rgb = rgb;
    for (int i = 0; i < wide; i++, rgb += 3) {
        double share = exact_mix(range[0], range[1], (i + 0.5) / wide);
        int entry = (int)(exact_clamp(share, 0.0, 1.0) * (TINT_ENTRIES - 1) + 0.5);
        rl_colour colour = colour_from_linear((linear_rgb){
            (double)table->r[entry], (double)table->g[entry], (double)table->b[entry]});
        for (int c = 0; c < 3; c++)
            rgb[c] = (uint8_t)(colour >> (16 - 8 * c) & 255);
    }
    return RL_OK;
}

/* Returns the smallest of 2, 5 and 10 times a power of ten that is not below `least`. */
static double round_step(double least)
{
    static const double steps[] = {2.0, 5.0, DECADE};
    double power = LEAST_STEP;
    int i = 0;
    while (power * DECADE < least)
        power *= DECADE;
    while (i < 2 && steps[i] * power < least)
        i++;
    return power * steps[i];
}

static void tick_text(char text[TEXT_REAL_SIZE + 4], double metres, int is_last)
{
    char number[TEXT_REAL_SIZE];
    text_from_real(number, text_round(metres));
    (void)snprintf(text, TEXT_REAL_SIZE + 4, is_last ? "%s m" : "%s", number);
}

/* Draws round numbers below the bar at `place`, whose ends are range[0] and range[1] metres, as
 * many as fit with NUMBER_GAP between them. */
static void draw_ticks(sheet *paper, const double range[2], const double place[4], double size,
                       double hair)
{
    char text[TEXT_REAL_SIZE + 4];
    double span = range[1] - range[0], wide = place[2] - place[0];
    tick_text(text, exact_round(exact_max(exact_abs(range[0]), exact_abs(range[1]))), 0);
    double step = round_step(span * (stroke_text_width(text, size) + NUMBER_GAP * size) / wide);
    double first = -(double)exact_floor(-range[0] / step);
    for (double k = first; k * step <= range[1]; k += 1.0) {
        int is_last = (k + 1.0) * step > range[1];
        double x = place[0] + wide * (k * step - range[0]) / span;
        double shift = is_last ? 0.5 * stroke_text_width(" m", size) : 0.0;
        tick_text(text, k * step, is_last);
        stroke_line(paper, (stroke_end){x, place[3], hair},
                    (stroke_end){x, place[3] + TICK * size, hair});
        stroke_text(paper, text, x + shift, place[3] + BELOW * size, size, PEN * size);
    }
}

/* ---- the row -------------------------------------------------------------------------- */

typedef struct legend {
    frame_plate *frame;
    const rl_map_rules *rules;
    tint_table land, sea;
    double size; /* height of digits, pixels */
    double top;  /* upper edge of the bars, pixels */
    double left; /* left edge of the next bar or sample, pixels */
    char contours[64];
} legend;

static double sample_width(const legend *self, const char *text)
{
    return (GAP + SAMPLE + LABEL_GAP) * self->size + stroke_text_width(text, self->size);
}

static void draw_label(legend *self, const char *text)
{
    double size = self->size, wide = stroke_text_width(text, size);
    stroke_text(&self->frame->foot, text, self->left + 0.5 * wide,
                self->top + (0.5 * HIGH + 0.5) * size, size, PEN * size);
    self->left += wide;
}

static rl_status draw_heights(legend *self, const double land[2], double base, arena *memory,
                              rl_error *error)
{
    static const double all[2] = {0.0, 1.0}, deep[2] = {1.0, 0.0};
    const rl_map_rules *rules = self->rules;
    double size = self->size, width = self->frame->map_width, top = self->top;
    double place[4] = {self->left, top, self->left, top + HIGH * size};
    sheet *paper = &self->frame->foot;
    if (rules->sea > 0.0) {
        place[2] += SEA_WIDE * width;
        TRY(add_bar(self->frame, &self->sea, deep, place, memory, error));
        stroke_text(paper, "sea", 0.5 * (place[0] + place[2]), place[3] + BELOW * size, size,
                    PEN * size);
        place[0] = place[2] + BAR_GAP * size;
        place[2] = place[0];
    }
    place[2] += LAND_WIDE * width;
    TRY(add_bar(self->frame, &self->land, all, place, memory, error));
    /* Metres of generated land are above the sea; those of a DEM are above its own height 0. */
    double zero = base != 0.0 ? base : -rules->relief * rules->sea;
    double metres[2] = {zero + land[0] * rules->relief, zero + land[1] * rules->relief};
    draw_ticks(paper, metres, place, size, self->frame->hair);
    self->left = place[2];
    return RL_OK;
}

static rl_status draw_samples(legend *self, int has_contours, int has_rivers, arena *memory,
                              rl_error *error)
{
    double size = self->size, middle = self->top + 0.5 * HIGH * size, hair = self->frame->hair;
    if (has_contours) {
        double start = self->left + GAP * size;
        stroke_line(&self->frame->foot, (stroke_end){start, middle, hair},
                    (stroke_end){start + SAMPLE * size, middle, hair});
        self->left = start + (SAMPLE + LABEL_GAP) * size;
        draw_label(self, self->contours);
    }
    if (has_rivers) {
        static const double deep[2] = {PLATE_INK_DEPTH, PLATE_INK_DEPTH};
        double start = self->left + GAP * size, half = exact_max(1.0, hair);
        double place[4] = {start, middle - half, start + SAMPLE * size, middle + half};
        TRY(add_bar(self->frame, &self->sea, deep, place, memory, error));
        self->left = start + (SAMPLE + LABEL_GAP) * size;
        draw_label(self, "rivers");
    }
    return RL_OK;
}

rl_status legend_draw(frame_plate *frame, const heightmap *map, double top, double size,
                      const heightmap_work *work, arena *memory, rl_error *error)
{
    legend *self = arena_zeroed(memory, 1, sizeof *self);
    float least, most;
    double land[2];
    TRY(status_memory(self != NULL, "map", error));
    self->frame = frame;
    self->rules = work->rules;
    self->size = size;
    self->top = top;
    TRY(heightmap_range(map, &least, &most, work, error));
    tint_range(self->rules, (double)least, (double)most, &land[0], &land[1]);
    tint_make(&self->land, self->rules, land[0], land[1]);
    tint_make_sea(&self->sea, self->rules);
    char number[TEXT_REAL_SIZE];
    text_from_real(number, self->rules->contours);
    (void)snprintf(self->contours, sizeof self->contours, "contours %s m", number);
    double wide = LAND_WIDE * frame->map_width +
                  (self->rules->sea > 0.0 ? SEA_WIDE * frame->map_width + BAR_GAP * size : 0.0);
    double room = MOST_WIDE * frame->map_width;
    int has_contours =
        self->rules->contours > 0.0 && wide + sample_width(self, self->contours) < room;
    wide += has_contours ? sample_width(self, self->contours) : 0.0;
    int has_rivers = self->rules->rivers > 0.0 && wide + sample_width(self, "rivers") < room;
    wide += has_rivers ? sample_width(self, "rivers") : 0.0;
    self->left = 0.5 * (frame->map_width - wide);
    TRY(draw_heights(self, land, work->ground.base, memory, error));
    return draw_samples(self, has_contours, has_rivers, memory, error);
}
