/* svg.c - writes the text of an SVG drawing to a sink. */
#include "base/svg.h"

#include <stdarg.h>
#include <stdio.h>

void svg_text(svg_writer *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (out->used == sizeof out->text)
            (void)svg_end(out, NULL);
        out->text[out->used++] = *text;
    }
}

void svg_put(svg_writer *out, const char *format, ...)
{
    char text[SVG_PUT_MAX];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    svg_text(out, text);
}

void svg_head(svg_writer *out, int width, int height, int box_width, int box_height)
{
    svg_put(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\""
            " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\""
            " width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
            width, height, box_width, box_height);
}

void svg_title(svg_writer *out, const char *title)
{
    svg_text(out, "<title>");
    for (; *title != '\0'; title++) {
        char one[2] = {*title, '\0'};
        svg_text(out, *title == '&'   ? "&amp;"
                      : *title == '<' ? "&lt;"
                      : *title == '>' ? "&gt;"
                                      : one);
    }
    svg_text(out, "</title>\n");
}

rl_status svg_end(svg_writer *out, rl_error *error)
{
    size_t used = out->used;
    out->used = 0;
    return out->write(out->sink, out->text, used, error);
}
