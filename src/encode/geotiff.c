/* geotiff.c - writes heights as a GeoTIFF: uncompressed floats in strips, with their georeference.
 *
 * The file is TIFF 6.0, above 4 GiB BigTIFF, with the keys of GeoTIFF 1.1 and GDAL's tag for
 * NODATA.  The sizes of strips are known beforehand, so the file is written from its first byte to
 * its last, row by row.
 */
#include "base/bytes.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "encode/encoder.h"
#include "encode/geokeys.h"

#include <stdio.h>
#include <string.h>

/* TIFF's numbers for types of values; their bytes: type_bytes. */
enum { ASCII = 2, SHORT = 3, LONG = 4, DOUBLE = 12, LONG8 = 16 };

#define STRIP_BYTES 65536      /* greatest size of a strip of more than one row */
#define FLOAT_EXACT 16777216.0 /* 2^24: floats hold all integers up to it */

enum { TAGS = 20 };

/* All bytes before the strips: the directory of tags, then the values that do not fit in it. */
typedef struct tiff_head {
    unsigned char *bytes;
    uint64_t size;  /* size of the head, bytes */
    uint64_t next;  /* offset of the next value that does not fit in its entry */
    uint64_t entry; /* offset of the next entry of the directory */
    int is_big;     /* 1 = BigTIFF */
} tiff_head;

typedef struct geotiff_state {
    float nodata; /* written for heights that are NaN */
} geotiff_state;

static int type_bytes(int type)
{
    return type == ASCII ? 1 : type == SHORT ? 2 : type == LONG ? 4 : 8;
}

/* Adds an entry for a tag of `count` values.  Returns the address for them: in the entry if they
 * fit there, else after the directory. */
static unsigned char *tag(tiff_head *self, int number, int type, uint64_t count)
{
    int word = self->is_big ? 8 : 4;
    unsigned char *entry = self->bytes + self->entry, *value = entry + 4 + word;
    uint64_t bytes = count * (uint64_t)type_bytes(type);
    self->entry += 4 + 2 * (uint64_t)word;
    bytes_put_le(entry, (uint64_t)number, 2);
    bytes_put_le(entry + 2, (uint64_t)type, 2);
    bytes_put_le(entry + 4, count, word);
    if (bytes <= (uint64_t)word)
        return value;
    bytes_put_le(value, self->next, word);
    value = self->bytes + self->next;
    self->next += (bytes + 7) / 8 * 8;
    return value;
}

static void tag_number(tiff_head *self, int number, int type, uint64_t value)
{
    bytes_put_le(tag(self, number, type, 1), value, type_bytes(type));
}

static void tag_doubles(tiff_head *self, int number, const double *values, int count)
{
    unsigned char *out = tag(self, number, DOUBLE, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        bytes_put_le(out + (ptrdiff_t)8 * i, bits, 8);
    }
}

static void tag_text(tiff_head *self, int number, const char *text, uint64_t size)
{
    memcpy(tag(self, number, ASCII, size), text, (size_t)size);
}

/* ---- the tags of a place ------------------------------------------------------------- */

/* Adds ModelPixelScale (size of cells), ModelTiepoint (north-west corner) and the GeoKeys. */
static void tag_place(tiff_head *self, const rl_georeference *place, const geokeys *keys)
{
    const double cell[3] = {place->cell_x, place->cell_y, 0.0};
    const double corner[6] = {0.0, 0.0, 0.0, place->west, place->north, 0.0};
    tag_doubles(self, 33550, cell, 3);
    tag_doubles(self, 33922, corner, 6);
    unsigned char *out = tag(self, 34735, SHORT, (uint64_t)keys->shorts);
    for (int i = 0; i < keys->shorts; i++)
        bytes_put_le(out + (ptrdiff_t)2 * i, keys->directory[i], 2);
    if (keys->doubles > 0)
        tag_doubles(self, 34736, keys->number, keys->doubles);
    if (keys->chars > 0)
        tag_text(self, 34737, keys->text, (uint64_t)keys->chars + 1);
}

/* ---- the file -------------------------------------------------------------------------- */

static void head_write(tiff_head *self, const picture_info *info, const rl_georeference *place,
                       const geokeys *keys, const char *nodata)
{
    uint64_t row = 4 * (uint64_t)info->width, rows = STRIP_BYTES / row;
    rows = rows > 0 ? rows : 1;
    uint64_t strips = ((uint64_t)info->height + rows - 1) / rows;
    int word = self->is_big ? 8 : 4, type = self->is_big ? LONG8 : LONG;
    memcpy(self->bytes, self->is_big ? "II\x2b" : "II\x2a", 3);
    bytes_put_le(self->bytes + 4, 8,
                 4); /* TIFF: offset of the directory; BigTIFF: bytes of an offset */
    if (self->is_big)
        bytes_put_le(self->bytes + 8, 16, 8);
    uint64_t directory = self->is_big ? 16 : 8, count_bytes = self->is_big ? 8 : 2;
    self->entry = directory + count_bytes;
    self->next = self->entry + TAGS * (4 + 2 * (uint64_t)word) + 8;
    self->next = (self->next + 7) / 8 * 8;
    tag_number(self, 256, LONG, (uint64_t)info->width);
    tag_number(self, 257, LONG, (uint64_t)info->height);
    tag_number(self, 258, SHORT, 32);
    tag_number(self, 259, SHORT, 1); /* Compression: none */
    tag_number(self, 262, SHORT, 1); /* PhotometricInterpretation: 0 is black */
    unsigned char *offsets = tag(self, 273, type, strips);
    tag_number(self, 277, SHORT, 1);
    tag_number(self, 278, LONG, rows);
    unsigned char *sizes = tag(self, 279, type, strips);
    tag_number(self, 339, SHORT, 3); /* SampleFormat: floats */
    tag_place(self, place, keys);
    tag_text(self, 42113, nodata, strlen(nodata) + 1);
    uint64_t entries = (self->entry - directory - count_bytes) / (4 + 2 * (uint64_t)word);
    bytes_put_le(self->bytes + directory, entries, (int)count_bytes);
    self->size = self->next;
    for (uint64_t i = 0; i < strips; i++) {
        uint64_t left = (uint64_t)info->height - i * rows;
        bytes_put_le(offsets + i * (uint64_t)word, self->size + i * rows * row, word);
        bytes_put_le(sizes + i * (uint64_t)word, (left < rows ? left : rows) * row, word);
    }
}

static rl_status geotiff_start(encoder *self, rl_error *error)
{
    const picture_info *info = &self->info;
    geotiff_state *state = self->state;
    uint64_t samples = (uint64_t)info->width * (uint64_t)info->height;
    char nodata[TEXT_EXACT_SIZE];
    rl_georeference scratch;
    const rl_georeference *place = encoder_reference(info, &scratch);
    /* The value of cells without data.  A number that is no integer, or is beyond the integers that
     * a float holds exactly, becomes NaN. */
    state->nodata = EXACT_NAN;
    (void)snprintf(nodata, sizeof nodata, "nan");
    if (exact_abs(place->nodata) <= FLOAT_EXACT && place->nodata == exact_round(place->nodata)) {
        text_from_exact(nodata, place->nodata);
        state->nodata = (float)place->nodata;
    }
    /* The tables of strips' offsets and sizes have at most one entry of 8 bytes for each row. */
    uint64_t room = 65536 + 16 * (uint64_t)info->height;
    tiff_head made = {.is_big = samples > (UINT64_C(1) << 30) - room};
    geokeys *keys = memory_zeroed(self->allocator, 1, sizeof *keys);
    made.bytes = memory_zeroed(self->allocator, room, 1);
    rl_status status = status_memory(keys != NULL && made.bytes != NULL, "heights", error);
    if (status == RL_OK) {
        if (place->geokeys != NULL)
            memcpy(keys, place->geokeys, sizeof *keys);
        else
            geokeys_of(keys, place->projection);
        head_write(&made, info, place, keys, nodata);
        status = rl_sink_write(self->sink, made.bytes, (size_t)made.size, error);
    }
    memory_free(self->allocator, made.bytes);
    memory_free(self->allocator, keys);
    return status;
}

static rl_status geotiff_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    const geotiff_state *state = self->state;
    const picture_info *info = &self->info;
    size_t width = (size_t)info->width;
    for (const float *row = rows; count > 0; count--, row += width) {
        for (size_t x = 0; x < width; x++) {
            float value = (float)heights_metres(info, (double)row[x]);
            bytes_put_float(self->line + 4 * x, value == value ? value : state->nodata);
        }
        TRY(rl_sink_write(self->sink, self->line, 4 * width, error));
    }
    return RL_OK;
}

const encoder_format encoder_geotiff = {
    .about = {.name = "geotiff", .ending = ".tif", .meaning = "GeoTIFF of 32-bit floats, metres"},
    .state_bytes = sizeof(geotiff_state),
    .line_bytes = 4,
    .start = geotiff_start,
    .rows = geotiff_rows,
};
