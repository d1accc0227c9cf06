/* outline_svg.c - writes a line of an outline_set as data of an SVG path. */
#include "base/svg.h"
#include "map/outline.h"

/* Writes a number of hundredths as "-.5" or "3.25", with a blank before it if it would otherwise
 * join the number before. */
static void put_hundredths(svg_writer *out, int32_t value, int is_first)
{
    char text[24], *end = text + sizeof text - 1;
    uint32_t size = value < 0 ? 0U - (uint32_t)value : (uint32_t)value;
    uint32_t rest = size % OUTLINE_UNIT, whole = size / OUTLINE_UNIT;
    *end = '\0';
    if (rest > 0) {
        if (rest % 10 > 0)
            *--end = (char)('0' + rest % 10);
        *--end = (char)('0' + rest / 10);
        *--end = '.';
    }
    for (; whole > 0 || *end == '\0'; whole /= 10)
        *--end = (char)('0' + whole % 10);
    if (value < 0)
        *--end = '-';
    else if (!is_first)
        *--end = ' ';
    svg_text(out, end);
}

static void put_point(svg_writer *out, char command, outline_point p, outline_point origin)
{
    char name[2] = {command, '\0'};
    svg_text(out, name);
    put_hundredths(out, p.x - origin.x, command != '\0');
    put_hundredths(out, p.y - origin.y, 0);
}

void outline_put(svg_writer *out, const outline_set *set, const outline_line *line, int is_area)
{
    const outline_point *points = set->points + line->first;
    const uint8_t *is_kept = set->is_kept + line->first;
    size_t ends = line->is_ring ? line->count : line->count - 1;
    outline_point last = points[0];
    int is_down = 0, is_whole = line->is_ring;
    char before = '\0';
    for (size_t i = 1; i <= ends; i++) {
        outline_point p = points[i % line->count];
        if (!is_kept[i % line->count])
            continue;
        int is_skipped = !is_area && outline_on_border(set, last, p);
        is_whole &= !is_skipped;
        if (!is_skipped && !is_down) {
            put_point(out, 'M', last, (outline_point){0, 0});
            before = 'M';
        }
        if (!is_skipped && is_whole && i == ends)
            break; /* "z" closes the path with the last piece */
        if (!is_skipped)
            put_point(out, before == 'l' ? '\0' : 'l', p, last);
        before = 'l';
        is_down = !is_skipped;
        last = p;
    }
    if (is_whole)
        svg_text(out, "z");
}
