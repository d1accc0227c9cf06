/* lettering.c - draws lines and text on a sheet of coverages, for names, legends and scales.
 *
 * The stroke font has the letters of ISO 8859-1; text is UTF-8.
 */
#include "base/exact.h"
#include "base/text.h"
#include "map/plate.h"

#include <string.h>

/* ---- strokes -------------------------------------------------------------------------- */

/* The greater coverage stays, not the sum, so that joints of strokes are not visible. */
void sheet_darken(sheet *paper, int x, int y, uint8_t ink)
{
    if (paper->wrap) {
        x = (x % paper->width + paper->width) % paper->width;
        y = (y % paper->height + paper->height) % paper->height;
    } else if (x < 0 || y < 0 || x >= paper->width || y >= paper->height) {
        return;
    }
    uint8_t *cell = paper->ink + (size_t)y * (size_t)paper->width + (size_t)x;
    *cell = *cell < ink ? ink : *cell;
}

void stroke_line(sheet *paper, stroke_end start, stroke_end end)
{
    double dx = end.x - start.x, dy = end.y - start.y;
    double length = dx * dx + dy * dy;
    double reach = 0.5 * exact_max(exact_max(start.width, end.width), 1.0) + 1.0;
    int left = (int)exact_floor(exact_min(start.x, end.x) - reach);
    int right = (int)exact_floor(exact_max(start.x, end.x) + reach) + 1;
    int top = (int)exact_floor(exact_min(start.y, end.y) - reach);
    int bottom = (int)exact_floor(exact_max(start.y, end.y) + reach) + 1;
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) {
            double t = length > 0.0 ? ((x - start.x) * dx + (y - start.y) * dy) / length : 0.0;
            t = exact_clamp(t, 0.0, 1.0);
            double px = x - start.x - t * dx, py = y - start.y - t * dy;
            /* The coverage falls linearly within half a pixel on both sides of the line's edge.  A
             * line thinner than a pixel is drawn one pixel wide and paler. */
            double width = exact_mix(start.width, end.width, t);
            double half = 0.5 * exact_max(width, 1.0);
            double covered = exact_clamp(half + 0.5 - exact_sqrt(px * px + py * py), 0.0, 1.0);
            uint8_t ink = (uint8_t)(int)(255.0 * covered * exact_min(width, 1.0) + 0.5);
            if (ink > 0)
                sheet_darken(paper, x, y, ink);
        }
}

/* ---- letters ---------------------------------------------------------------------- */

#define EM 9.0 /* height of a letter (`size`) in the units of a sign's points */

/* A sign is a list of points, two characters x and y each, from the left upper corner of a field 5
 * units wide and 9 high; '|' lifts the pen.  Round letters have eight points.  The values 10 and
 * 11, below the line, are ':' and ';', the characters after '9'.  A small letter reaches from y = 3
 * to y = 8. */
typedef struct sign {
    int character;
    double advance; /* units from the sign to the next one */
    const char *points;
} sign;

/* Places of the fields of accents, in units of a sign's points. */
#define SIGN_GAP 2.2      /* width of the gap to the next sign, which is included in `advance` */
#define ACCENT_MIDDLE 2.0 /* x of the middle of an accent in its field */
#define CAPITAL_UP (-3.0) /* y of the field of an accent on a capital letter */
#define SMALL_UP (-0.4)   /* y of the field of an accent on a small letter */

enum { DOTLESS_I = 0x131 };

/* clang-format off */
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
    {',', 3.0, "18 0:"},
    {':', 3.0, "14 14 | 18 18"},
    {'-', 4.8, "05 35"},
    {'\'', 2.8, "10 12"},
    {'/', 5.0, "40 08"},
    {'(', 3.6, "20 02 06 28"},
    {')', 3.6, "00 22 26 08"},
    {'&', 7.0, "58 12 11 20 30 41 42 05 06 17 28 38 55"},
    {' ', 3.2, ""},
    {'a', 6.2, "13 33 44 48 | 45 15 06 07 18 38 47"},
    {'b', 6.2, "00 08 | 04 13 33 44 47 38 18 07"},
    {'c', 5.8, "44 33 13 04 07 18 38 47"},
    {'d', 6.2, "40 48 | 44 33 13 04 07 18 38 47"},
    {'e', 6.0, "05 45 44 33 13 04 07 18 38 47"},
    {'f', 4.4, "40 30 21 28 | 03 43"},
    {'g', 6.2, "43 4: 3; 1; 0: | 44 33 13 04 07 18 38 47"},
    {'h', 6.2, "00 08 | 04 13 33 44 48"},
    {'i', 3.0, "13 18 | 10 10"},
    {'j', 3.4, "23 2: 1; 0; | 20 20"},
    {'k', 5.8, "00 08 | 43 06 | 24 48"},
    {'l', 3.0, "10 18"},
    {'m', 8.4, "03 08 | 05 14 23 34 38 | 35 44 53 64 68"},
    {'n', 6.2, "03 08 | 04 13 33 44 48"},
    {'o', 6.2, "13 33 44 47 38 18 07 04 13"},
    {'p', 6.2, "03 0; | 04 13 33 44 47 38 18 07"},
    {'q', 6.2, "43 4; | 44 33 13 04 07 18 38 47"},
    {'r', 4.6, "03 08 | 05 14 23 33"},
    {'s', 5.8, "44 33 13 04 15 35 46 47 38 18 07"},
    {'t', 4.4, "11 17 28 38 | 03 33"},
    {'u', 6.2, "03 07 18 38 47 | 43 48"},
    {'v', 5.6, "03 28 43"},
    {'w', 7.8, "03 18 34 58 63"},
    {'x', 5.8, "03 48 | 43 08"},
    {'y', 5.6, "03 28 | 43 1; 0;"},
    {'z', 5.8, "03 43 08 48"},
    {'A', 7.4, "08 30 68 | 15 55"},
    {'B', 6.8, "04 34 45 47 38 08 00 30 41 43 34"},
    {'C', 6.8, "52 41 30 20 11 02 06 17 28 38 47 56"},
    {'D', 6.8, "00 08 28 47 56 52 41 20 00"},
    {'E', 5.8, "40 00 08 48 | 04 34"},
    {'F', 5.6, "40 00 08 | 04 34"},
    {'G', 6.8, "52 41 30 20 11 02 06 17 28 38 47 56 55 35"},
    {'H', 6.8, "00 08 | 50 58 | 04 54"},
    {'I', 3.0, "10 18"},
    {'J', 5.8, "40 46 37 28 18 07 06"},
    {'K', 6.4, "00 08 | 50 05 | 23 58"},
    {'L', 5.6, "00 08 48"},
    {'M', 8.0, "08 00 35 60 68"},
    {'N', 7.0, "08 00 58 50"},
    {'O', 7.6, "20 40 51 62 66 57 48 28 17 06 02 11 20"},
    {'P', 6.2, "08 00 30 41 43 34 04"},
    {'Q', 7.6, "20 40 51 62 66 57 48 28 17 06 02 11 20 | 46 68"},
    {'R', 6.4, "08 00 30 41 43 34 04 | 24 48"},
    {'S', 6.4, "51 40 10 01 03 14 44 55 57 48 18 07"},
    {'T', 6.2, "00 40 | 20 28"},
    {'U', 6.8, "00 06 17 28 38 47 56 50"},
    {'V', 7.2, "00 38 60"},
    {'W', 9.4, "00 28 41 68 80"},
    {'X', 6.6, "00 58 | 50 08"},
    {'Y', 7.0, "00 34 60 | 34 38"},
    {'Z', 6.6, "00 50 08 58"},
    {0xc6, 9.0, "80 30 08 | 38 88 | 84 24 | 30 38"},                                  /* AE */
    {0xd0, 7.0, "00 08 28 47 56 52 41 20 00 | 04 24"},                                /* Eth */
    {0xd8, 7.6, "20 40 51 62 66 57 48 28 17 06 02 11 20 | 60 08"},                    /* O slash */
    {0xde, 6.2, "00 08 | 02 32 43 45 36 06"},                                         /* Thorn */
    {0xdf, 6.4, "08 02 11 20 30 41 42 33 23 | 33 44 46 37 27"},                       /* sharp s */
    {0xe6, 9.6, "13 33 44 47 | 45 15 06 07 18 38 47 58 78 87 | 45 85 84 73 53 44"},   /* ae */
    {0xf0, 6.2, "10 43 47 38 18 07 05 14 44 | 32 11"},                                /* eth */
    {0xf8, 6.2, "13 33 44 47 38 18 07 04 13 | 42 09"},                                /* o slash */
    {0xfe, 6.2, "00 0; | 04 13 33 44 47 38 18 07"},                                   /* thorn */
    {DOTLESS_I, 3.0, "13 18"},
};

/* The characters 0xc0 to 0xff as a base letter and an accent.  A blank base is a character in
 * `signs`, a blank accent is none. */
static const char bases[] = "AAAAAA CEEEEIIII NOOOOO  UUUUY  aaaaaa ceeeeiiii nooooo  uuuuy y";
static const char accents[] = "`'^~:o ,`'^:`'^: ~`'^~:  `'^:'  `'^~:o ,`'^:`'^: ~`'^~:  `'^:' :";

/* Accents on a field 5 units wide and 3 high above the letter; the cedilla is below the line. */
static const sign marks[] = {
    {'`', 5.0, "10 31"},       {'\'', 5.0, "30 11"},
    {'^', 5.0, "02 20 42"},    {'~', 5.0, "02 11 31 40"},
    {':', 5.0, "11 11 | 31 31"}, {'o', 5.0, "20 31 22 11 20"},
    {',', 5.0, "28 39 2: 1:"},
};
/* clang-format on */

static const sign *find_sign(int character)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].character == character)
            return &signs[i];
    return NULL;
}

typedef struct letter {
    const sign *base;   /* NULL = the letter is unknown */
    const sign *accent; /* NULL = it has none */
} letter;

/* Finds the first letter of the text and returns its length in bytes. */
static size_t read_letter(const char *text, letter *found)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length = text_character(text, strlen(text));
    int character = length == 1   ? bytes[0]
                    : length == 2 ? (bytes[0] & 31) << 6 | (bytes[1] & 63)
                                  : 0;
    *found = (letter){.base = find_sign(character)};
    if (found->base == NULL && character >= 0xc0 && character <= 0xff) {
        char base = bases[character - 0xc0], accent = accents[character - 0xc0];
        found->base = find_sign(base == 'i' ? DOTLESS_I : base == ' ' ? 0 : base);
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
            if (marks[i].character == accent)
                found->accent = &marks[i];
    }
    return length > 0 ? length : 1;
}

size_t stroke_text_unknown(const char *text)
{
    letter found = {&signs[0], NULL};
    size_t place = 0;
    for (size_t length; text[place] != '\0'; place += length) {
        length = read_letter(text + place, &found);
        if (found.base == NULL)
            return place;
    }
    return place;
}

/* Moves *text behind its first letter and returns the letter's sign, a blank if it is unknown. */
static const sign *next_sign(const char **text, letter *found)
{
    *text += read_letter(*text, found);
    return found->base != NULL ? found->base : find_sign(' ');
}

double stroke_text_width(const char *text, double size)
{
    double width = 0.0;
    letter found;
    while (*text != '\0')
        width += next_sign(&text, &found)->advance * size / EM;
    return width;
}

/* Draws a sign; (left, top) is the left upper corner of its field, pixels.  `size` is the height of
 * a letter, `width` that of the strokes, pixels. */
static void draw_sign(sheet *paper, const sign *drawn, double left, double top, double size,
                      double width)
{
    double scale = size / EM;
    stroke_end last = {0.0, 0.0, 0.0};
    for (const char *point = drawn->points; *point != '\0'; point++) {
        if (*point == '|')
            last.width = 0.0;
        if (*point == ' ' || *point == '|')
            continue;
        stroke_end next = {left + scale * (point[0] - '0'), top + scale * (point[1] - '0'), width};
        if (last.width > 0.0)
            stroke_line(paper, last, next);
        last = next;
        point++;
    }
}

void stroke_text(sheet *paper, const char *text, double x, double y, double size, double width)
{
    double left = x - 0.5 * stroke_text_width(text, size), top = y - size, scale = size / EM;
    letter found;
    while (*text != '\0') {
        const sign *drawn = next_sign(&text, &found);
        draw_sign(paper, drawn, left, top, size, width);
        if (found.accent != NULL) {
            int is_small = drawn->character >= 'a' || drawn->character == DOTLESS_I;
            int is_below = found.accent->character == ',';
            double middle = 0.5 * (drawn->advance - SIGN_GAP) - ACCENT_MIDDLE;
            double up = is_below ? 0.0 : is_small ? SMALL_UP : CAPITAL_UP;
            draw_sign(paper, found.accent, left + scale * middle, top + scale * up, size, width);
        }
        left += drawn->advance * scale;
    }
}
