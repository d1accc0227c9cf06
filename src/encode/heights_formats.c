/* heights_formats.c - writes heights as PGM, R16, PFM and ESRI ASCII grid, which need no library.
 *
 * Rows come in the order of the file, so that a map may be larger than memory.  Files do not depend
 * on the byte order or the locale of the machine.
 */
#include "base/bytes.h"
#include "base/status.h"
#include "base/text.h"
#include "encode/encoder.h"

#include <stdio.h>
#include <string.h>

extern const encoder_format encoder_pgm, encoder_pfm;

/* ---- PGM, R16 and PFM ------------------------------------------------------ */

/* Writes the header of a PGM or PFM: see pgm(5).  A PFM's negative scale means low byte first. */
static rl_status netpbm_start(encoder *self, rl_error *error)
{
    char header[64];
    int is_float = self->format == &encoder_pfm;
    (void)snprintf(header, sizeof header, "%s\n%d %d\n%s\n", is_float ? "Pf" : "P5",
                   self->info.width, self->info.height, is_float ? "-1.0" : "65535");
    return rl_sink_write(self->sink, header, strlen(header), error);
}

/* Writes rows of a PGM, whose samples have the high byte first, or of an R16. */
static rl_status samples_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    size_t width = (size_t)self->info.width;
    for (const float *row = rows; count > 0; count--, row += width) {
        heights_pack(self, row, self->format == &encoder_pgm || self->info.big_endian);
        TRY(rl_sink_write(self->sink, self->line, 2 * width, error));
    }
    return RL_OK;
}

static rl_status pfm_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    size_t width = (size_t)self->info.width;
    for (const float *row = rows; count > 0; count--, row += width) {
        for (size_t i = 0; i < width; i++)
            bytes_put_float(self->line + 4 * i, row[i]);
        TRY(rl_sink_write(self->sink, self->line, 4 * width, error));
    }
    return RL_OK;
}

const encoder_format encoder_pgm = {
    .about = {.name = "pgm", .ending = ".pgm", .meaning = "Netpbm P5, 16 bits, high byte first"},
    .line_bytes = 2,
    .start = netpbm_start,
    .rows = samples_rows,
};

const encoder_format encoder_r16 = {
    .about = {.name = "r16", .ending = ".r16", .meaning = "16 bits without a header"},
    .bottom_first = 2,
    .line_bytes = 2,
    .rows = samples_rows,
};

const encoder_format encoder_pfm = {
    .about = {.name = "pfm", .ending = ".pfm", .meaning = "32-bit floats, bottom row first"},
    .bottom_first = 1,
    .line_bytes = 4,
    .start = netpbm_start,
    .rows = pfm_rows,
};

/* ---- ESRI ASCII grid --------------------------------------------------------
 *
 * The file has six or seven lines of header, then one line for each row, from the north (top) on.
 */

/* Text that is written for heights that are NaN. */
typedef struct asc_state {
    char nodata[ASC_NUMBER_SIZE];
    int nodata_size;
} asc_state;

/* Writes the header.  Cells that are not square have dx and dy instead of cellsize, as GDAL
 * does. */
static rl_status asc_start(encoder *self, rl_error *error)
{
    const picture_info *info = &self->info;
    rl_georeference scratch;
    const rl_georeference *place = encoder_reference(info, &scratch);
    char west[TEXT_EXACT_SIZE], south[TEXT_EXACT_SIZE], x[TEXT_EXACT_SIZE], y[TEXT_EXACT_SIZE];
    char cells[112], header[304];
    text_from_exact(west, place->west);
    text_from_exact(south, place->north - info->height * place->cell_y);
    text_from_exact(x, place->cell_x);
    text_from_exact(y, place->cell_y);
    if (strcmp(x, y) == 0)
        (void)snprintf(cells, sizeof cells, "cellsize     %s", x);
    else
        (void)snprintf(cells, sizeof cells, "dx           %s\ndy           %s", x, y);
    asc_state *state = self->state;
    state->nodata_size = asc_number(state->nodata, place->nodata);
    (void)snprintf(header, sizeof header,
                   "ncols        %d\nnrows        %d\nxllcorner    %s\nyllcorner    %s\n"
                   "%s\nNODATA_value %.*s\n",
                   info->width, info->height, west, south, cells, state->nodata_size,
                   state->nodata);
    return rl_sink_write(self->sink, header, strlen(header), error);
}

static rl_status asc_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    const asc_state *state = self->state;
    char *line = (char *)self->line;
    const float *height = rows;
    for (; count > 0; count--) {
        size_t used = 0;
        for (int x = 0; x < self->info.width; x++, height++) {
            int is_hole = *height != *height;
            if (is_hole)
                memcpy(line + used, state->nodata, (size_t)state->nodata_size);
            used += (size_t)(is_hole ? state->nodata_size
                                     : asc_number(line + used,
                                                  heights_metres(&self->info, (double)*height)));
            line[used++] = ' ';
        }
        line[used - 1] = '\n';
        TRY(rl_sink_write(self->sink, line, used, error));
    }
    return RL_OK;
}

const encoder_format encoder_asc = {
    .about = {.name = "asc", .ending = ".asc", .meaning = "ESRI ASCII grid, metres", .is_text = 1},
    .state_bytes = sizeof(asc_state),
    .line_bytes = ASC_NUMBER_SIZE + 1,
    .start = asc_start,
    .rows = asc_rows,
};
