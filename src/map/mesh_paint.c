/* mesh_paint.c - paints a mesh: the view of a map in a box with axes.
 *
 * Strips of rows are filled by scan lines with FINE x FINE samples in a pixel, whose mean in linear
 * light is the pixel.  Numbers are lettered over the finished picture. */
#include <string.h>

#include "base/exact.h"
#include "base/status.h"
#include "map/mesh.h"
#include "map/plate.h"

#define FINE 4     /* samples along a side of a pixel */
#define STRIP 32   /* rows of pixels in a strip */
#define STROKE 0.1 /* width of strokes by the height of letters */

typedef struct mesh_strip {
    const mesh *drawn;
    rl_colour *sample; /* [STRIP * FINE][width * FINE] 0xRRGGBB */
    int top, rows;     /* first row and number of rows, pixels */
} mesh_strip;

typedef struct mesh_picture {
    mesh drawn;
    rl_colour *samples; /* [workers][STRIP * FINE][width * FINE] */
    float light[256];   /* linear light of an 8-bit value */
    sheet numbers;
    uint8_t *rgb;
} mesh_picture;

/* ---- filling ------------------------------------------------------------------------ */

/* Fills a polygon; a sample belongs to it if its middle does. */
static void fill(const mesh_strip *self, const mesh_point *corner, rl_colour colour)
{
    int high = self->rows * FINE, wide = self->drawn->width * FINE;
    double least = corner[0].y, most = corner[0].y;
    for (int i = 1; i < MESH_CORNERS; i++) {
        least = exact_min(least, corner[i].y);
        most = exact_max(most, corner[i].y);
    }
    double begin = (least - self->top) * FINE + 0.5, end = (most - self->top) * FINE + 0.5;
    int first = (int)exact_floor(exact_clamp(begin, 0.0, high));
    int last = (int)exact_floor(exact_clamp(end, 0.0, high));
    for (int row = first; row < last; row++) {
        double y = self->top + (row + 0.5) / FINE, cross[MESH_CORNERS];
        int count = 0;
        for (int i = 0; i < MESH_CORNERS; i++) {
            const mesh_point *a = &corner[i], *b = &corner[(i + 1) % MESH_CORNERS];
            if ((a->y <= y) == (b->y <= y))
                continue;
            double x = a->x + (b->x - a->x) * ((y - a->y) / (b->y - a->y));
            int at = count++;
            for (; at > 0 && cross[at - 1] > x; at--)
                cross[at] = cross[at - 1];
            cross[at] = x;
        }
        rl_colour *out = self->sample + (size_t)row * (size_t)wide;
        for (int i = 0; i + 1 < count; i += 2) {
            int from = (int)exact_floor(exact_clamp(cross[i] * FINE + 0.5, 0.0, wide));
            int to = (int)exact_floor(exact_clamp(cross[i + 1] * FINE + 0.5, 0.0, wide));
            for (int x = from; x < to; x++)
                out[x] = colour;
        }
    }
}

static void fill_line(void *user, mesh_point from, mesh_point to, double width, rl_colour colour)
{
    const mesh_strip *self = user;
    double dx = to.x - from.x, dy = to.y - from.y, length = exact_sqrt(dx * dx + dy * dy);
    if (!(length > 0.0))
        return;
    double half = 0.5 * exact_max(width, 1.0 / FINE) / length;
    double x = -dy * half, y = dx * half;
    const mesh_point corner[MESH_CORNERS] = {{from.x + x, from.y + y},
                                             {to.x + x, to.y + y},
                                             {to.x - x, to.y - y},
                                             {from.x - x, from.y - y}};
    fill(self, corner, colour);
}

static void fill_facet(void *user, const mesh_point corner[MESH_CORNERS], rl_colour colour)
{
    const mesh_strip *self = user;
    double width = self->drawn->line;
    fill(self, corner, colour);
    for (int i = 0; i < MESH_CORNERS && width > 0.0; i++)
        fill_line(user, corner[i], corner[(i + 1) % MESH_CORNERS], width, MESH_LINE_COLOUR);
}

static void skip_text(void *user, mesh_point place, double side, const char *text)
{
    (void)user;
    (void)place;
    (void)side;
    (void)text;
}

/* ---- rows --------------------------------------------------------------------------- */

/* Returns the mean of the samples of a pixel, which are `wide` from row to row. */
static rl_colour pixel_mean(const mesh_picture *self, const rl_colour *sample, size_t wide)
{
    rl_colour first = sample[0], differ = 0;
    double sum[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < FINE * FINE; i++)
        differ |= sample[i / FINE * wide + i % FINE] ^ first;
    if (differ == 0)
        return first;
    for (size_t i = 0; i < FINE * FINE; i++)
        for (int k = 0; k < 3; k++)
            sum[k] +=
                (double)self->light[sample[i / FINE * wide + i % FINE] >> (16 - 8 * k) & 0xff];
    const double part = 1.0 / (FINE * FINE);
    return colour_from_linear((linear_rgb){part * sum[0], part * sum[1], part * sum[2]});
}

static void paint_strip(void *user, int first, int end, int worker)
{
    const mesh_picture *self = user;
    size_t width = (size_t)self->drawn.width, wide = width * FINE, size = wide * STRIP * FINE;
    mesh_strip strip = {&self->drawn, self->samples + (size_t)worker * size, first, end - first};
    for (size_t i = 0; i < size; i++)
        strip.sample[i] = MESH_PAPER_COLOUR;
    const mesh_target target = {fill_facet, fill_line, skip_text, &strip};
    mesh_draw(&self->drawn, &target, first, end);
    for (int y = first; y < end; y++)
        for (size_t x = 0; x < width; x++) {
            size_t row = (size_t)(y - first) * FINE;
            rl_colour colour = pixel_mean(self, strip.sample + row * wide + x * FINE, wide);
            uint8_t *out = self->rgb + 3 * ((size_t)y * width + x);
            double ink = self->numbers.ink[(size_t)y * width + x] / 255.0;
            for (int k = 0; k < 3; k++) {
                int shift = 16 - 8 * k;
                double paper = colour >> shift & 0xff, letter = MESH_LETTER_COLOUR >> shift & 0xff;
                out[k] = (uint8_t)(exact_mix(paper, letter, ink) + 0.5);
            }
        }
}

static void letter_text(void *user, mesh_point place, double side, const char *text)
{
    mesh_picture *self = user;
    double size = self->drawn.letter, half = 0.5 * stroke_text_width(text, size);
    stroke_text(&self->numbers, text, place.x + half * (1.0 - 2.0 * side), place.y + 0.5 * size,
                size, exact_max(STROKE * size, 1.0));
}

static void skip_facet(void *user, const mesh_point corner[MESH_CORNERS], rl_colour colour)
{
    (void)user;
    (void)corner;
    (void)colour;
}

static void skip_line(void *user, mesh_point from, mesh_point to, double width, rl_colour colour)
{
    (void)user;
    (void)from;
    (void)to;
    (void)width;
    (void)colour;
}

static rl_status prepare(view *self, const heightmap_work *work, rl_error *error)
{
    mesh_picture *picture = arena_zeroed(&self->memory, 1, sizeof *picture);
    TRY(status_memory(picture != NULL, "mesh", error));
    TRY(mesh_make(&picture->drawn, self->map, work, &self->memory, error));
    self->width = picture->drawn.width;
    self->height = picture->drawn.height;
    size_t width = (size_t)self->width, pixels = width * (size_t)self->height;
    int strips = (self->height - 1) / STRIP + 1;
    picture->numbers = (sheet){.width = self->width, .height = self->height};
    picture->numbers.ink = arena_zeroed(&self->memory, pixels, 1);
    picture->rgb = self->state = arena_array(&self->memory, pixels, 3);
    picture->samples = arena_array(&self->memory, (size_t)heightmap_workers(work, strips) * width,
                                   STRIP * FINE * FINE * sizeof *picture->samples);
    TRY(status_memory(picture->numbers.ink != NULL && picture->rgb != NULL &&
                          picture->samples != NULL,
                      "mesh", error));
    for (int i = 0; i < 256; i++)
        picture->light[i] = (float)colour_to_linear(i).b;
    const mesh_target numbers = {skip_facet, skip_line, letter_text, picture};
    mesh_draw(&picture->drawn, &numbers, 0.0, 0.0);
    return heightmap_strips(work, "mesh", self->height, STRIP, paint_strip, picture, error);
}

void mesh_rows(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes)
{
    size_t bytes = (size_t)self->width * 3;
    for (int i = 0; i < count; i++)
        memcpy(rgb + (size_t)i * stride_bytes, (uint8_t *)self->state + (size_t)(y + i) * bytes,
               bytes);
}

const view_kind view_mesh = {prepare, mesh_rows, mesh_write_svg};
