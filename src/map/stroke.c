/* stroke.c - anti-aliased lines and digits on a sheet of coverages.
 *
 * In: ends in pixels.  Out: ink.  A pixel's coverage comes from its distance to the
 * line; where strokes meet the darker one stays, so that joints do not show.
 */
#include "map/plate.h"

#include "base/exact.h"

static double distance_to(stroke_end a, stroke_end b, double x, double y, double *along)
{
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double length = dx * dx + dy * dy;
    double t = length > 0.0 ? ((x - a.x) * dx + (y - a.y) * dy) / length : 0.0;
    t = exact_clamp(t, 0.0, 1.0);
    *along = t;
    double px = x - a.x - t * dx;
    double py = y - a.y - t * dy;
    return exact_sqrt(px * px + py * py);
}

/* A line thinner than a pixel is a pale one of one pixel. */
static uint8_t coverage_of(double distance, double width)
{
    double half = 0.5 * exact_max(width, 1.0);
    double covered = exact_clamp(half + 0.5 - distance, 0.0, 1.0);
    return (uint8_t)(int)(255.0 * covered * exact_min(width, 1.0) + 0.5);
}

static void darken(sheet *paper, int x, int y, uint8_t ink)
{
    if (paper->wrap) {
        x = (x % paper->width + paper->width) % paper->width;
        y = (y % paper->height + paper->height) % paper->height;
    } else if (x < 0 || y < 0 || x >= paper->width || y >= paper->height) {
        return;
    }
    uint8_t *at = paper->ink + (size_t)y * (size_t)paper->width + (size_t)x;
    *at = *at < ink ? ink : *at;
}

void stroke_line(sheet *paper, stroke_end from, stroke_end to)
{
    double reach = 0.5 * exact_max(exact_max(from.width, to.width), 1.0) + 1.0;
    int left = (int)exact_floor(exact_min(from.x, to.x) - reach);
    int right = (int)exact_floor(exact_max(from.x, to.x) + reach) + 1;
    int top = (int)exact_floor(exact_min(from.y, to.y) - reach);
    int bottom = (int)exact_floor(exact_max(from.y, to.y) + reach) + 1;
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) {
            double along;
            double distance = distance_to(from, to, x, y, &along);
            uint8_t ink = coverage_of(distance, exact_mix(from.width, to.width, along));
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

static const sign *sign_of(char character)
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].character == character)
            return &signs[i];
    return &signs[sizeof signs / sizeof signs[0] - 1];
}

double stroke_text_width(const char *text, double size)
{
    double width = 0.0;
    for (; *text != '\0'; text++)
        width += sign_of(*text)->advance * size / 9.0;
    return width;
}

static void draw_sign(sheet *paper, const sign *drawn, double left, double top, double size)
{
    double scale = size / 9.0;
    stroke_end last = {0.0, 0.0, 0.0};
    for (const char *at = drawn->points; *at != '\0'; at++) {
        if (*at == ' ')
            continue;
        if (*at == '|') {
            last.width = 0.0;
            continue;
        }
        stroke_end next = {left + scale * (*at - '0'), top + scale * (at[1] - '0'), 0.115 * size};
        if (last.width > 0.0)
            stroke_line(paper, last, next);
        last = next;
        at++;
    }
}

void stroke_text(sheet *paper, const char *text, double x, double y, double size)
{
    double left = x - 0.5 * stroke_text_width(text, size);
    for (; *text != '\0'; text++) {
        const sign *drawn = sign_of(*text);
        draw_sign(paper, drawn, left, y - size, size);
        left += drawn->advance * size / 9.0;
    }
}
