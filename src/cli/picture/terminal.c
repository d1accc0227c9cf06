/* terminal.c - shows a picture on a terminal.
 *
 * In: packed RGB.  Out: escape sequences on standard output: those of kitty's graphics protocol,
 * of iTerm's inline images, or sixels, as DEC's VT340 has them.  A terminal that takes sixels
 * reports 4 among its primary device attributes.
 */
#include "cli/picture/terminal.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/status.h"
#include "base/text.h"
#include "cli/common/say.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_MS 500
#define WIDTH_MAX 1600

/* ---- which --------------------------------------------------------------- */

static int begins(const char *variable, const char *prefix)
{
    const char *value = getenv(variable);
    return value != NULL && strncmp(value, prefix, strlen(prefix)) == 0;
}

/* Returns 1 if an answer such as "\033[?62;4;22c" has the attribute 4. */
static int has_sixel(const char *answer)
{
    const char *number = strstr(answer, "\033[?");
    for (number = number != NULL ? number + 2 : ""; *number == '?' || *number == ';';) {
        number++;
        size_t digits = strspn(number, "0123456789");
        if (digits == 1 && *number == '4')
            return 1;
        number += digits;
    }
    return 0;
}

terminal_way terminal_detect(void)
{
    if (!isatty(STDOUT_FILENO))
        return TERMINAL_ABSENT;
    /* Inside screen and tmux the variables name the outer terminal, but no picture reaches it. */
    int is_inside = begins("TERM", "screen") || begins("TERM", "tmux");
    if (!is_inside && (begins("TERM", "xterm-kitty") || begins("TERM", "xterm-ghostty")))
        return TERMINAL_KITTY;
    if (!is_inside && (begins("TERM_PROGRAM", "iTerm.app") || begins("TERM_PROGRAM", "WezTerm") ||
                       begins("LC_TERMINAL", "iTerm2")))
        return TERMINAL_ITERM;
    /* The terminal is asked for its primary device attributes. */
    char answer[128];
    int is_known =
        !begins("TERM", "dumb") && os_terminal_ask("\033[c", answer, sizeof answer, 'c', ANSWER_MS);
    return is_known && has_sixel(answer) ? TERMINAL_SIXEL : TERMINAL_NONE;
}

void terminal_room(int *width, int *height)
{
    /* Without an answer a window of 80x24 letters of 8x16 pixels. */
    os_window window = os_terminal_window();
    int columns = window.columns > 0 ? window.columns : 80;
    int rows = window.rows > 2 ? window.rows : 24;
    *width = window.width > 0 ? window.width : 8 * columns;
    *width = *width < WIDTH_MAX ? *width : WIDTH_MAX;
    *height = window.height > 0 ? window.height : 16 * rows;
    *height -= 2 * (*height / rows); /* keeps a line above and one below the picture */
}

/* ---- kitty and iTerm: a PNG in base64 -------------------------------------- */

#define CHUNK 4096 /* most letters in one escape sequence of kitty */

static void put_kitty(const char *text)
{
    size_t left = strlen(text);
    for (int is_first = 1; left > 0; is_first = 0) {
        size_t size = left < CHUNK ? left : CHUNK;
        out_print("\033_G%sm=%d;", is_first ? "a=T,f=100,q=2," : "", left > size);
        out_write(text, size);
        out_print("\033\\");
        text += size;
        left -= size;
    }
    out_print("\n");
}

static rl_status show_png(terminal_way way, const uint8_t *rgb, int width, int height,
                          rl_error *error)
{
    const rl_render_options png = {.struct_size = sizeof png,
                                   .format = RL_FORMAT_PNG,
                                   .metadata = RL_METADATA_NONE,
                                   .threads = 1,
                                   .compress = RL_COMPRESS_FAST};
    rl_sink *sink;
    size_t size;
    TRY(rl_sink_to_memory(&sink, NULL, error));
    rl_status status = rl_encode_rgb(rgb, width, height, &png, sink, error);
    const uint8_t *bytes = rl_sink_bytes(sink, &size);
    char *text = status == RL_OK ? memory_array(NULL, TEXT_BASE64_SIZE(size), 1) : NULL;
    if (text != NULL) {
        text_base64(text, bytes, size);
        if (way == TERMINAL_KITTY) {
            put_kitty(text);
        } else {
            out_print("\033]1337;File=inline=1;size=%zu;width=%dpx:", size, width);
            out_write(text, strlen(text));
            out_print("\a\n");
        }
    } else if (status == RL_OK) {
        status = status_no_memory("--preview", error);
    }
    memory_free(NULL, text);
    rl_sink_free(sink);
    return status;
}

/* ---- sixels ---------------------------------------------------------------- */

/* A sixel terminal has 256 colours: evenly spread levels of each channel, most for green, to which
 * the eye is most sensitive.  Ordered dithering gives the colours between. */
enum { REDS = 6, GREENS = 7, BLUES = 6, COLOURS = REDS * GREENS * BLUES, BAND = 6 };

static int level(int sample, int levels, int threshold_of_pixel)
{
    return (sample * (levels - 1) * 64 + threshold_of_pixel * 255 + 127) / (255 * 64);
}

/* Writes one colour of a band: a letter for each column, whose six bits are its rows. */
static void put_colour_of_band(int colour, const uint8_t *bits, int width)
{
    int run = 1;
    out_print("#%d", colour);
    for (int x = 1; x <= width; x++, run++)
        if (x == width || bits[x] != bits[x - 1]) {
            char letter = (char)('?' + bits[x - 1]);
            int is_shown = x < width || bits[x - 1] != 0;
            if (is_shown && run > 3)
                out_print("!%d%c", run, letter);
            for (int i = 0; i < run && is_shown && run <= 3; i++)
                out_write(&letter, 1);
            run = 0;
        }
    out_print("$");
}

static rl_status show_sixels(const uint8_t *rgb, int width, int height, rl_error *error)
{
    uint8_t *bits = memory_array(NULL, COLOURS, (size_t)width);
    TRY(status_memory(bits != NULL, "--preview", error));
    out_print("\033P0;1q\"1;1;%d;%d", width, height);
    for (int i = 0; i < COLOURS; i++)
        out_print("#%d;2;%d;%d;%d", i, i / (GREENS * BLUES) * 100 / (REDS - 1),
                  i / BLUES % GREENS * 100 / (GREENS - 1), i % BLUES * 100 / (BLUES - 1));
    for (int top = 0; top < height; top += BAND) {
        char used[COLOURS] = {0};
        memset(bits, 0, COLOURS * (size_t)width);
        for (int y = top; y < top + BAND && y < height; y++)
            for (int x = 0; x < width; x++) {
                const uint8_t *pixel = rgb + 3 * ((size_t)y * (size_t)width + (size_t)x);
                int t = 0; /* threshold, 0..63: bits of x ^ y and y, reversed, interlaced (Bayer) */
                for (int bit = 0; bit < 3; bit++)
                    t = t << 2 | (((x ^ y) >> bit & 1) << 1) | (y >> bit & 1);
                int red = level(pixel[0], REDS, t), green = level(pixel[1], GREENS, t);
                int colour = (red * GREENS + green) * BLUES + level(pixel[2], BLUES, t);
                bits[(size_t)colour * (size_t)width + (size_t)x] |= (uint8_t)(1 << (y - top));
                used[colour] = 1;
            }
        for (int i = 0; i < COLOURS; i++)
            if (used[i])
                put_colour_of_band(i, bits + (size_t)i * (size_t)width, width);
        out_print("-");
    }
    out_print("\033\\\n");
    memory_free(NULL, bits);
    return RL_OK;
}

rl_status terminal_show(terminal_way way, const uint8_t *rgb, int width, int height,
                        rl_error *error)
{
    return way == TERMINAL_SIXEL ? show_sixels(rgb, width, height, error)
                                 : show_png(way, rgb, width, height, error);
}
