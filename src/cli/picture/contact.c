/* contact.c - lays out a contact sheet and holds its pixels.
 *
 * In: the size and number of thumbnails.  Out: a quiet page with room for them,
 * into which they are painted in place.  The page is held whole, so it has a
 * limit.
 */
#include "cli/picture/contact.h"
#include "cli/common/say.h"

#include <stdlib.h>

/* Dark and without a hue of its own, so that it changes no colour beside it; the
 * labels are read without pulling the eye away from the pictures. */
#define PAGE_COLOUR 0x17181B
#define LABEL_COLOUR 0x9EA2A8

/* 192 MB of pixels. */
#define AREA_MAX 64000000

/* Width and height of a thumbnail together for each step of the letters' size:
 * two pixels a cell at 320x180, where a label is as tall as in running text. */
#define SCALE_STEP 230

/* ---- letters ------------------------------------------------------------ */

#define FONT_WIDTH 5
#define FONT_HEIGHT 7

/* Letters of five by seven cells, drawn for this program: what labels need, digits of seeds and
 * names of variants.  Rows from above, the highest of five bits is the left cell. */
static const struct {
    char letter;
    uint8_t rows[FONT_HEIGHT];
} glyphs[] = {
    {'0', {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E}},
    {'1', {0x04, 0x0C, 0x14, 0x04, 0x04, 0x04, 0x1F}},
    {'2', {0x0E, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1F}},
    {'3', {0x0E, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0E}},
    {'4', {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02}},
    {'5', {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E}},
    {'6', {0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E}},
    {'7', {0x1F, 0x01, 0x02, 0x02, 0x04, 0x04, 0x04}},
    {'8', {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E}},
    {'9', {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C}},
    {'a', {0x00, 0x00, 0x0E, 0x01, 0x0F, 0x11, 0x0F}},
    {'b', {0x10, 0x10, 0x1E, 0x11, 0x11, 0x11, 0x1E}},
    {'c', {0x00, 0x00, 0x0E, 0x11, 0x10, 0x11, 0x0E}},
    {'d', {0x01, 0x01, 0x0F, 0x11, 0x11, 0x11, 0x0F}},
    {'e', {0x00, 0x00, 0x0E, 0x11, 0x1F, 0x10, 0x0F}},
    {'f', {0x06, 0x08, 0x1E, 0x08, 0x08, 0x08, 0x08}},
    {'g', {0x00, 0x0F, 0x11, 0x11, 0x0F, 0x01, 0x0E}},
    {'h', {0x10, 0x10, 0x1E, 0x11, 0x11, 0x11, 0x11}},
    {'i', {0x04, 0x00, 0x0C, 0x04, 0x04, 0x04, 0x0E}},
    {'j', {0x02, 0x00, 0x06, 0x02, 0x02, 0x12, 0x0C}},
    {'k', {0x10, 0x10, 0x12, 0x14, 0x18, 0x14, 0x12}},
    {'l', {0x0C, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E}},
};

/* From the left of one letter to the left of the next, in cells. */
#define ADVANCE (FONT_WIDTH + 1)

static int font_width(size_t length, int scale)
{
    return length == 0 ? 0 : ((int)length * ADVANCE - 1) * scale;
}

/* Each cell is a square of scale x scale pixels. */
static void draw_letter(uint8_t *rgb, size_t stride_bytes, const uint8_t *rows, int scale)
{
    for (int y = 0; y < FONT_HEIGHT * scale; y++)
        for (int x = 0; x < FONT_WIDTH * scale; x++) {
            uint8_t *pixel = rgb + (size_t)y * stride_bytes + 3 * (size_t)x;
            if ((rows[y / scale] >> (FONT_WIDTH - 1 - x / scale) & 1) == 0)
                continue;
            pixel[0] = LABEL_COLOUR >> 16;
            pixel[1] = LABEL_COLOUR >> 8 & 0xFF;
            pixel[2] = LABEL_COLOUR & 0xFF;
        }
}

/* ---- the page ----------------------------------------------------------- */

static int max(int a, int b)
{
    return a > b ? a : b;
}

/* Sides go up to a million: their products need 64 bits. */
static int fits(int64_t width, int64_t height)
{
    return width <= RL_MAX_SIDE && height <= RL_MAX_SIDE && width * height <= AREA_MAX;
}

static void fill(contact *page)
{
    size_t pixels = (size_t)page->width * (size_t)page->height;
    for (size_t i = 0; i < pixels; i++) {
        page->rgb[3 * i] = PAGE_COLOUR >> 16;
        page->rgb[3 * i + 1] = PAGE_COLOUR >> 8 & 0xFF;
        page->rgb[3 * i + 2] = PAGE_COLOUR & 0xFF;
    }
}

int contact_new(contact *page, const geometry *thumb, int count, int columns, size_t letters)
{
    /* Few pictures are compared, many surveyed. */
    int most = columns > 0 ? columns : count <= 16 ? 4 : 6;
    *page = (contact){.thumb = *thumb, .count = count};
    page->columns = most < count ? most : count;
    page->scale = max(1, (thumb->width + thumb->height) / SCALE_STEP);
    page->gap = max(8, thumb->width / 16);
    page->cell_width = max(thumb->width, font_width(letters, page->scale));
    /* The label is closer to its own picture than to the one below. */
    page->cell_height = thumb->height + page->gap / 2 + FONT_HEIGHT * page->scale;
    int rows = (count + page->columns - 1) / page->columns;
    int64_t width = (int64_t)page->columns * (page->cell_width + page->gap) + page->gap;
    int64_t height = (int64_t)rows * (page->cell_height + page->gap) + page->gap;
    if (!fits(width, height))
        return say_error(CODE_USAGE,
                         "sheet: %lldx%lld: must be within 64 Mpx and %d a side: "
                         "fewer seeds or a smaller -s",
                         (long long)width, (long long)height, RL_MAX_SIDE);
    page->width = (int)width;
    page->height = (int)height;
    page->rgb = malloc((size_t)(width * height) * 3);
    if (page->rgb == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    fill(page);
    return CODE_OK;
}

void contact_free(contact *page)
{
    free(page->rgb);
    page->rgb = NULL;
}

size_t contact_stride(const contact *page)
{
    return 3 * (size_t)page->width;
}

uint8_t *contact_thumb(const contact *page, int index)
{
    int column = index % page->columns, row = index / page->columns;
    int x = page->gap + column * (page->cell_width + page->gap);
    int y = page->gap + row * (page->cell_height + page->gap);
    return page->rgb + (size_t)y * contact_stride(page) + 3 * (size_t)x;
}

void contact_label(const contact *page, int index, const char *text)
{
    size_t below = (size_t)(page->thumb.height + page->gap / 2);
    uint8_t *rgb = contact_thumb(page, index) + below * contact_stride(page);
    for (; *text != '\0'; text++, rgb += 3 * ADVANCE * (size_t)page->scale)
        for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
            if (glyphs[i].letter == *text)
                draw_letter(rgb, contact_stride(page), glyphs[i].rows, page->scale);
}
