/* png16.c - writes heights as 16-bit grey PNG.
 *
 * The file has no gamma, no colour space and no resolution, as a reader could change the heights by
 * them.  It has the same texts as a picture.
 */
#include "base/status.h"
#include "encode/png_file.h"

/* Measured with libpng 1.6.39 and zlib 1.2.13 on a heightmap of 4096x4096 by diamond-square with
 * default options; milliseconds of one CPU and thousands of bytes:
 *
 *     libpng's default     7179  20492
 *     PAETH RLE by zlib     500  20497
 *     PAETH, deflate.h       67  20380    (22 ms of these convert heights to samples)
 *
 * Filtered heights are small differences, which hardly repeat, but are equal on level land.  So
 * matches are searched at the distance of one sample only. */
static void png16_step(png_guard *guard, const void *call)
{
    png_head(guard, call, 16, PNG_COLOR_TYPE_GRAY);
}

static rl_status png16_start(encoder *self, rl_error *error)
{
    png_bands bands = {.kernels = strip_kernels_of[cpu_choose(self->info.kernels)],
                       .height = self->info.height,
                       .row_bytes = 2 * (size_t)self->info.width,
                       .pixel = 2,
                       .filter = FILTER_PAETH,
                       .distances = {2}};
    return png_file_open(self->state, &bands, self, png16_step, error);
}

/* Encodes rows as samples with the high byte first (PNG specification, section 7.1). */
static rl_status png16_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    for (const float *row = rows; count > 0; count--, row += self->info.width) {
        heights_pack(self, row, 1);
        TRY(png_file_rows(self->state, self->line, 1, error));
    }
    return RL_OK;
}

const encoder_format encoder_png16 = {
    .about = {.name = "png16", .meaning = "16-bit grey PNG, with the recipe"},
    .state_bytes = sizeof(png_file),
    .line_bytes = 2,
    .start = png16_start,
    .rows = png16_rows,
    .finish = png_finish,
    .release = png_release,
};
