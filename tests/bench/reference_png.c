/* reference_png.c - libpng as it comes: its default filters and zlib's default level. */
#include "inside.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

/* ---- writing ------------------------------------------------------------------------------ */

static void count_bytes(png_structp png, png_bytep bytes, png_size_t size)
{
    (void)bytes;
    *(size_t *)png_get_io_ptr(png) += size;
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

static size_t row_bytes(const reference_picture *p)
{
    return (size_t)p->width * (size_t)p->channels * (size_t)p->bits / 8;
}

/* Without a jump buffer libpng's own handler ends the program: nothing can fail here. */
size_t reference_png_size(const reference_picture *p)
{
    size_t size = 0;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    inside_check(info != NULL, "libpng: no writer");
    png_set_write_fn(png, &size, count_bytes, flush_nothing);
    png_set_IHDR(png, info, (png_uint_32)p->width, (png_uint_32)p->height, p->bits,
                 p->channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < p->height; y++)
        png_write_row(png, p->pixels + (size_t)y * row_bytes(p));
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return size;
}

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct source {
    const uint8_t *bytes;
    size_t left;
} source;

static void give_bytes(png_structp png, png_bytep to, png_size_t size)
{
    source *from = png_get_io_ptr(png);
    if (size > from->left)
        png_error(png, "the file is too short");
    memcpy(to, from->bytes, size);
    from->bytes += size;
    from->left -= size;
}

static int head_equal(png_structp png, png_infop info, const reference_picture *p)
{
    png_read_info(png, info);
    return png_get_image_width(png, info) == (png_uint_32)p->width &&
           png_get_image_height(png, info) == (png_uint_32)p->height &&
           png_get_bit_depth(png, info) == p->bits && png_get_channels(png, info) == p->channels;
}

int reference_png_equal(const reference_picture *p, const void *bytes, size_t size)
{
    source from = {bytes, size};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    uint8_t *row = malloc(row_bytes(p));
    inside_check(info != NULL && row != NULL, "libpng: no reader");
    png_set_read_fn(png, &from, give_bytes);
    int equal = head_equal(png, info, p);
    for (int y = 0; y < p->height && equal; y++) {
        png_read_row(png, row, NULL);
        equal = memcmp(row, p->pixels + (size_t)y * row_bytes(p), row_bytes(p)) == 0;
    }
    if (equal)
        png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(row);
    return equal;
}
