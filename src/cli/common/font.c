/* font.c - letters of five by seven cells, drawn for this program.
 *
 * In: a text.  Out: pixels.  It knows digits, small letters and three signs, which
 * is what a label needs; everything else is a gap.
 */
#include "cli/common/font.h"

/* Rows from above, five cells each; the tails of g j p q y stay on the line. */
static const struct {
    char letter;
    const char *cells;
} glyphs[] = {
    {'0', ".###."
          "#...#"
          "#..##"
          "#.#.#"
          "##..#"
          "#...#"
          ".###."},
    {'1', "..#.."
          ".##.."
          "#.#.."
          "..#.."
          "..#.."
          "..#.."
          "#####"},
    {'2', ".###."
          "#...#"
          "....#"
          "..##."
          ".#..."
          "#...."
          "#####"},
    {'3', ".###."
          "#...#"
          "....#"
          "..##."
          "....#"
          "#...#"
          ".###."},
    {'4', "...#."
          "..##."
          ".#.#."
          "#..#."
          "#####"
          "...#."
          "...#."},
    {'5', "#####"
          "#...."
          "####."
          "....#"
          "....#"
          "#...#"
          ".###."},
    {'6', "..##."
          ".#..."
          "#...."
          "####."
          "#...#"
          "#...#"
          ".###."},
    {'7', "#####"
          "....#"
          "...#."
          "...#."
          "..#.."
          "..#.."
          "..#.."},
    {'8', ".###."
          "#...#"
          "#...#"
          ".###."
          "#...#"
          "#...#"
          ".###."},
    {'9', ".###."
          "#...#"
          "#...#"
          ".####"
          "....#"
          "...#."
          ".##.."},
    {'a', "....."
          "....."
          ".###."
          "....#"
          ".####"
          "#...#"
          ".####"},
    {'b', "#...."
          "#...."
          "####."
          "#...#"
          "#...#"
          "#...#"
          "####."},
    {'c', "....."
          "....."
          ".###."
          "#...#"
          "#...."
          "#...#"
          ".###."},
    {'d', "....#"
          "....#"
          ".####"
          "#...#"
          "#...#"
          "#...#"
          ".####"},
    {'e', "....."
          "....."
          ".###."
          "#...#"
          "#####"
          "#...."
          ".####"},
    {'f', "..##."
          ".#..."
          "####."
          ".#..."
          ".#..."
          ".#..."
          ".#..."},
    {'g', "....."
          ".####"
          "#...#"
          "#...#"
          ".####"
          "....#"
          ".###."},
    {'h', "#...."
          "#...."
          "####."
          "#...#"
          "#...#"
          "#...#"
          "#...#"},
    {'i', "..#.."
          "....."
          ".##.."
          "..#.."
          "..#.."
          "..#.."
          ".###."},
    {'j', "...#."
          "....."
          "..##."
          "...#."
          "...#."
          "#..#."
          ".##.."},
    {'k', "#...."
          "#...."
          "#..#."
          "#.#.."
          "##..."
          "#.#.."
          "#..#."},
    {'l', ".##.."
          "..#.."
          "..#.."
          "..#.."
          "..#.."
          "..#.."
          ".###."},
    {'m', "....."
          "....."
          "##.#."
          "#.#.#"
          "#.#.#"
          "#.#.#"
          "#.#.#"},
    {'n', "....."
          "....."
          "####."
          "#...#"
          "#...#"
          "#...#"
          "#...#"},
    {'o', "....."
          "....."
          ".###."
          "#...#"
          "#...#"
          "#...#"
          ".###."},
    {'p', "....."
          "####."
          "#...#"
          "#...#"
          "####."
          "#...."
          "#...."},
    {'q', "....."
          ".####"
          "#...#"
          "#...#"
          ".####"
          "....#"
          "....#"},
    {'r', "....."
          "....."
          "#.##."
          "##..#"
          "#...."
          "#...."
          "#...."},
    {'s', "....."
          "....."
          ".####"
          "#...."
          ".###."
          "....#"
          "####."},
    {'t', ".#..."
          ".#..."
          "####."
          ".#..."
          ".#..."
          ".#..."
          "..##."},
    {'u', "....."
          "....."
          "#...#"
          "#...#"
          "#...#"
          "#...#"
          ".####"},
    {'v', "....."
          "....."
          "#...#"
          "#...#"
          ".#.#."
          ".#.#."
          "..#.."},
    {'w', "....."
          "....."
          "#...#"
          "#.#.#"
          "#.#.#"
          "#.#.#"
          ".#.#."},
    {'x', "....."
          "....."
          "#...#"
          ".#.#."
          "..#.."
          ".#.#."
          "#...#"},
    {'y', "....."
          "#...#"
          "#...#"
          "#...#"
          ".####"
          "....#"
          ".###."},
    {'z', "....."
          "....."
          "#####"
          "...#."
          "..#.."
          ".#..."
          "#####"},
    {'-', "....."
          "....."
          "....."
          ".###."
          "....."
          "....."
          "....."},
    {'.', "....."
          "....."
          "....."
          "....."
          "....."
          ".##.."
          ".##.."},
    {':', "....."
          ".##.."
          ".##.."
          "....."
          ".##.."
          ".##.."
          "....."},
};

#define GLYPH_COUNT (sizeof glyphs / sizeof *glyphs)

/* From the left of one letter to the left of the next. */
#define ADVANCE (FONT_WIDTH + 1)

int font_width(size_t length, int scale)
{
    return length == 0 ? 0 : ((int)length * ADVANCE - 1) * scale;
}

/* One cell of a letter is a square of pixels. */
static void draw_cell(uint8_t *rgb, size_t stride_bytes, int scale, uint32_t colour)
{
    for (int y = 0; y < scale; y++)
        for (int x = 0; x < scale; x++) {
            uint8_t *pixel = rgb + (size_t)y * stride_bytes + 3 * (size_t)x;
            pixel[0] = (uint8_t)(colour >> 16);
            pixel[1] = (uint8_t)(colour >> 8);
            pixel[2] = (uint8_t)colour;
        }
}

static void draw_letter(uint8_t *rgb, size_t stride_bytes, const char *cells, int scale,
                        uint32_t colour)
{
    for (int i = 0; i < FONT_WIDTH * FONT_HEIGHT; i++) {
        size_t row = (size_t)(i / FONT_WIDTH * scale), column = (size_t)(i % FONT_WIDTH * scale);
        if (cells[i] == '#')
            draw_cell(rgb + row * stride_bytes + 3 * column, stride_bytes, scale, colour);
    }
}

void font_draw(uint8_t *rgb, size_t stride_bytes, const char *text, int scale, uint32_t colour)
{
    for (; *text != '\0'; text++, rgb += (size_t)3 * ADVANCE * (size_t)scale)
        for (size_t i = 0; i < GLYPH_COUNT; i++)
            if (glyphs[i].letter == *text)
                draw_letter(rgb, stride_bytes, glyphs[i].cells, scale, colour);
}
