/* contact.c - lays out a contact sheet and holds its pixels.
 *
 * In: the size and number of thumbnails.  Out: a quiet page with room for them,
 * into which they are painted in place.  The page is held whole, so it has a
 * limit.
 */
#include "cli/picture/contact.h"
#include "cli/common/font.h"
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

/* Few pictures want to be compared, many to be surveyed. */
static int default_columns(int count)
{
    return count <= 16 ? 4 : 6;
}

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
    int wanted = columns > 0 ? columns : default_columns(count);
    *page = (contact){.thumb = *thumb, .count = count};
    page->columns = wanted < count ? wanted : count;
    page->scale = max(1, (thumb->width + thumb->height) / SCALE_STEP);
    page->gap = max(8, thumb->width / 16);
    page->cell_width = max(thumb->width, font_width(letters, page->scale));
    /* The label stands closer to its own picture than to the one below. */
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
    font_draw(contact_thumb(page, index) + below * contact_stride(page), contact_stride(page), text,
              page->scale, LABEL_COLOUR);
}
