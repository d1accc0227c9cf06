/* grey_png.c - reads heights from a grey PNG of 1 to 16 bits; alpha is ignored, colour is refused.
 */
#include "decode/heights.h"
#include "encode/png_file.h"

#include <string.h>

typedef struct png_reader {
    png_guard guard; /* first member, as steps get a pointer to it */
    heights_reader *self;
    int depth, channels;
} png_reader;

/* Decodes all rows in the memory of the heights: a pixel has at most 2 channels of 2 bytes, as many
 * as a float.  (Row by row is not possible, as an interlaced file fills each row in several
 * passes.) */
static void step_rows(png_guard *guard, const void *call)
{
    png_reader *reader = (png_reader *)guard;
    heights_reader *self = reader->self;
    (void)call;
    if (reader->depth < 8) {
        png_set_expand_gray_1_2_4_to_8(guard->png);
        reader->depth = 8;
    }
    png_read_all(guard, self->heights, (size_t)self->width * sizeof *self->heights);
    png_read_end(guard->png, NULL);
}

static rl_status read_head(png_reader *reader)
{
    heights_reader *self = reader->self;
    png_structp png = reader->guard.png;
    png_infop info = reader->guard.info;
    int colour = png_get_color_type(png, info);
    self->width = (int)png_get_image_width(png, info);
    self->height = (int)png_get_image_height(png, info);
    reader->depth = png_get_bit_depth(png, info);
    reader->channels = png_get_channels(png, info);
    if (colour != PNG_COLOR_TYPE_GRAY && colour != PNG_COLOR_TYPE_GRAY_ALPHA)
        return heights_bad(self, 0, "a PNG in colour", "must be a grey PNG");
    if (png_is_short(&reader->guard, self->size))
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    return RL_OK;
}

static rl_status png_decode(png_reader *reader)
{
    heights_reader *self = reader->self;
    TRY(png_open_memory(&reader->guard, self->bytes, self->size, self->place, HEIGHTS_SIDE,
                        self->allocator, self->error));
    TRY(read_head(reader));
    TRY(heights_allocate(self));
    memset(self->heights, 0, (size_t)self->width * (size_t)self->height * sizeof(float));
    TRY(png_guard_run(&reader->guard, step_rows, NULL, self->error));
    /* The samples of a row are converted in place, the last first, so that a float never overwrites
     * samples that are not converted yet. */
    size_t wide = (size_t)reader->depth / 8, step = wide * (size_t)reader->channels;
    for (int y = 0; y < self->height; y++) {
        float *row = self->heights + (size_t)y * (size_t)self->width;
        for (size_t x = (size_t)self->width; x-- > 0;) {
            const unsigned char *b = (const unsigned char *)row + x * step;
            row[x] = (float)(wide == 2 ? b[0] << 8 | b[1] : b[0]);
        }
    }
    self->most = reader->depth == 16 ? 65535 : 255;
    return RL_OK;
}

static rl_status read_png(heights_reader *self)
{
    png_reader reader = {.self = self};
    rl_status status = png_decode(&reader);
    png_guard_close(&reader.guard);
    return status;
}
static int is_png(heights_reader *self)
{
    return rl_recipe_is_png(self->bytes, self->size);
}

const heights_format heights_png = {is_png, read_png};
