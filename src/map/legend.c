/* legend.c - what the colours and lines of a plate mean: a row below the scale bar.
 *
 * In: the ramp of the map, its contour interval.  Out: ink on the lower margin, and bars of colour.
 * What has no room on a small plate is left out.
 */
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "map/plate.h"

#include <stdio.h>

/* Shares of the map's width; the rest counts in heights of a digit. */
#define SEA_WIDE 0.08
#define LAND_WIDE 0.34
#define GAP 2.4
#define SAMPLE 3.0 /* a piece of a line */
#define HIGH 1.1   /* of a bar */
#define PEN 0.115  /* width of strokes */
#define BELOW 1.45 /* from there to the foot of its numbers */

int legend_rows(const heightmap *map, double size)
{
    return LAND_WIDE * map->width > 12.0 * size ? (int)exact_round((1.2 + HIGH + BELOW) * size) : 0;
}

/* A bar of colours of a table, from share `first` to share `last`. */
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
    if (rgb == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: out of memory");
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

/* The smallest of 1, 2 and 5 times a power of ten that is no smaller than `least`. */
static double round_step(double least)
{
    double power = 1e-6;
    while (power * 10.0 < least)
        power *= 10.0;
    return power * (2.0 * power >= least ? 2.0 : 5.0 * power >= least ? 5.0 : 10.0);
}

static void tick_text(char text[TEXT_REAL_SIZE + 4], double metres, int is_last)
{
    char number[TEXT_REAL_SIZE];
    text_from_real(number, text_round(metres));
    (void)snprintf(text, TEXT_REAL_SIZE + 4, is_last ? "%s m" : "%s", number);
}

/* Numbers at round metres, so far from each other that they can be read. */
static void draw_ticks(sheet *paper, const double range[2], const double place[4], double size,
                       double hair)
{
    char text[TEXT_REAL_SIZE + 4];
    double span = range[1] - range[0], wide = place[2] - place[0];
    tick_text(text, exact_round(exact_max(exact_abs(range[0]), exact_abs(range[1]))), 0);
    double step = round_step(span * (stroke_text_width(text, size) + 1.2 * size) / wide);
    double first = -(double)exact_floor(-range[0] / step);
    for (double k = first; k * step <= range[1]; k += 1.0) {
        int is_last = (k + 1.0) * step > range[1];
        double x = place[0] + wide * (k * step - range[0]) / span;
        double shift = is_last ? 0.5 * stroke_text_width(" m", size) : 0.0;
        tick_text(text, k * step, is_last);
        stroke_line(paper, (stroke_end){x, place[3], hair},
                    (stroke_end){x, place[3] + 0.25 * size, hair});
        stroke_text(paper, text, x + shift, place[3] + BELOW * size, size, PEN * size);
    }
}

/* ---- the row -------------------------------------------------------------------------- */

typedef struct legend {
    frame_plate *frame;
    const rl_map_rules *rules;
    tint_table land, sea;
    double size, top, left; /* left: where the next thing begins */
    char contours[64];
} legend;

static double sample_width(const legend *self, const char *text)
{
    return (GAP + SAMPLE + 0.8) * self->size + stroke_text_width(text, self->size);
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
        place[0] = place[2] + 0.6 * size;
        place[2] = place[0];
    }
    place[2] += LAND_WIDE * width;
    TRY(add_bar(self->frame, &self->land, all, place, memory, error));
    /* Of land that was made heights count from the sea. */
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
        self->left = start + (SAMPLE + 0.8) * size;
        draw_label(self, self->contours);
    }
    if (has_rivers) {
        static const double deep[2] = {0.86, 0.86};
        double start = self->left + GAP * size, half = exact_max(1.0, hair);
        double place[4] = {start, middle - half, start + SAMPLE * size, middle + half};
        TRY(add_bar(self->frame, &self->sea, deep, place, memory, error));
        self->left = start + (SAMPLE + 0.8) * size;
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
    if (self == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: out of memory");
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
                  (self->rules->sea > 0.0 ? SEA_WIDE * frame->map_width + 0.6 * size : 0.0);
    double room = 0.97 * frame->map_width;
    int has_contours =
        self->rules->contours > 0.0 && wide + sample_width(self, self->contours) < room;
    wide += has_contours ? sample_width(self, self->contours) : 0.0;
    int has_rivers = self->rules->rivers > 0.0 && wide + sample_width(self, "rivers") < room;
    wide += has_rivers ? sample_width(self, "rivers") : 0.0;
    self->left = 0.5 * (frame->map_width - wide);
    TRY(draw_heights(self, land, work->ground.base, memory, error));
    return draw_samples(self, has_contours, has_rivers, memory, error);
}
