/* bleed.c - gives transparent pixels of a layer the colour of the nearest covered pixel. */
#include "base/bleed.h"

#include <string.h>

/* Number of columns of a strip, whose state is on the stack. */
#define STRIP 64

/* Neighbouring columns of a picture. */
typedef struct strip {
    uint8_t *rgba; /* upper left pixel of the strip */
    size_t stride; /* bytes from one row to the next */
    int columns, rows;
    int last[STRIP]; /* last covered row of each column so far; -1 = none */
} strip;

static uint8_t *pixel_at(const strip *s, int column, int row)
{
    return s->rgba + (size_t)row * s->stride + 4 * (size_t)column;
}

/* Gives rows from..to-1 of a column the colour of row `like`. */
static void colour_rows(const strip *s, int column, int from, int to, int like)
{
    const uint8_t *colour = pixel_at(s, column, like);
    for (int row = from; row < to; row++)
        memcpy(pixel_at(s, column, row), colour, 3);
}

/* Colours the transparent pixels of each column.  Of those between two covered pixels the upper
 * half gets the colour of the upper one, the rest that of the lower one. */
static void close_gaps(strip *s)
{
    for (int c = 0; c < s->columns; c++)
        s->last[c] = -1;
    for (int row = 0; row < s->rows; row++) {
        for (int c = 0; c < s->columns; c++) {
            if (pixel_at(s, c, row)[3] == 0)
                continue;
            int last = s->last[c];
            if (last >= 0 && last + 1 < row) {
                int middle = last + (row - last) / 2 + 1;
                colour_rows(s, c, last + 1, middle, last);
                colour_rows(s, c, middle, row, row);
            } else if (last < 0) {
                colour_rows(s, c, 0, row, row);
            }
            s->last[c] = row;
        }
    }
    for (int c = 0; c < s->columns; c++)
        if (s->last[c] >= 0)
            colour_rows(s, c, s->last[c] + 1, s->rows, s->last[c]);
}

static void copy_column(uint8_t *to, const uint8_t *from, size_t stride, int rows)
{
    for (int row = 0; row < rows; row++, to += stride, from += stride)
        memcpy(to, from, 3);
}

void bleed_colours(uint8_t *rgba, size_t stride, int width, int height)
{
    int covered = -1; /* latest column that has a covered pixel; -1 = none */
    for (int x = 0; x < width; x += STRIP) {
        strip s = {.rgba = rgba + 4 * (size_t)x, .stride = stride, .rows = height};
        s.columns = width - x < STRIP ? width - x : STRIP;
        close_gaps(&s);
        for (int c = 0; c < s.columns; c++) {
            int is_bare = s.last[c] < 0;
            if (!is_bare && covered < 0)
                for (int before = 0; before < x + c; before++)
                    copy_column(rgba + 4 * (size_t)before, pixel_at(&s, c, 0), stride, height);
            if (is_bare && covered >= 0)
                copy_column(pixel_at(&s, c, 0), rgba + 4 * (size_t)covered, stride, height);
            covered = is_bare ? covered : x + c;
        }
    }
}
