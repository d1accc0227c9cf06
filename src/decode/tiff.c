/* tiff.c - reads heights from a TIFF with one band of samples: integers of 8, 16 or 32 bits, or
 * floats of 32 or 64 bits.
 *
 * Strips, tiles and all compressions of libtiff are read, and the tags of GeoTIFF and of GDAL's
 * NODATA.  libtiff decodes from memory; its first message goes into the error text, and its
 * allocations are bounded.  Without libtiff a TIFF is recognised and refused.
 */
#include "decode/heights.h"

#include <string.h>

static int is_tiff(heights_reader *self)
{
    return heights_starts_with(self, "II\x2a\0", 4) || heights_starts_with(self, "MM\0\x2a", 4) ||
           heights_starts_with(self, "II\x2b\0", 4) || heights_starts_with(self, "MM\0\x2b", 4);
}

#ifndef RL_HAS_TIFF

static rl_status read_tiff(heights_reader *self)
{
    return heights_bad(self, 0, "a TIFF",
                       "this build has no libtiff: run 'make deps' and make again, or convert it "
                       "to .asc with gdal_translate");
}

#else

#include "base/exact.h"
#include "base/library.h"
#include "encode/geokeys.h"

#include <stdarg.h>
#include <stdio.h>
#include <tiffio.h>

/* Greatest single allocation of libtiff, bytes; also the greatest buffer for a tile or a row. */
#define ALLOCATE_MOST (256 << 20)

/* Greatest ratio of the uncompressed size to the size of a file; more is taken for an attack. */
#define PACKED_MOST 65536

#define FUNCTIONS(ROW)                                                                             \
    ROW(TIFFClientOpenExt)                                                                         \
    ROW(TIFFClose)                                                                                 \
    ROW(TIFFFieldDataType)                                                                         \
    ROW(TIFFFieldPassCount)                                                                        \
    ROW(TIFFFieldReadCount)                                                                        \
    ROW(TIFFFindField)                                                                             \
    ROW(TIFFGetField)                                                                              \
    ROW(TIFFGetFieldDefaulted)                                                                     \
    ROW(TIFFIsCODECConfigured)                                                                     \
    ROW(TIFFIsTiled)                                                                               \
    ROW(TIFFOpenOptionsAlloc)                                                                      \
    ROW(TIFFOpenOptionsFree)                                                                       \
    ROW(TIFFOpenOptionsSetErrorHandlerExtR)                                                        \
    ROW(TIFFOpenOptionsSetMaxSingleMemAlloc)                                                       \
    ROW(TIFFOpenOptionsSetWarningHandlerExtR)                                                      \
    ROW(TIFFReadScanline)                                                                          \
    ROW(TIFFReadTile)                                                                              \
    ROW(TIFFScanlineSize)                                                                          \
    ROW(TIFFTileSize)

/* Pointers to the functions of libtiff; each member has the function's name. */
typedef struct libtiff {
    FUNCTIONS(LIBRARY_MEMBER)
} libtiff;

typedef struct tiff_reader {
    heights_reader *self;
    libtiff f;
    TIFF *tiff;
    char said[160]; /* first message of libtiff, "" = none */
    uint32_t width, height;
    uint16_t bits, format; /* bits of a sample, and its SAMPLEFORMAT_ */
    uint64_t row_bytes;
    void *buffer; /* a row of a strip, or a whole tile */
} tiff_reader;

/* ---- the file in memory ----------------------------------------------------------- */

static tmsize_t bytes_read(thandle_t user, void *out, tmsize_t size)
{
    heights_reader *self = ((tiff_reader *)user)->self;
    size_t left = self->offset < self->size ? self->size - self->offset : 0;
    size_t count = size > 0 && (size_t)size < left ? (size_t)size : size > 0 ? left : 0;
    memcpy(out, self->bytes + self->offset, count);
    self->offset += count;
    return (tmsize_t)count;
}

static tmsize_t bytes_write(thandle_t user, void *bytes, tmsize_t size)
{
    (void)user;
    (void)bytes;
    (void)size;
    return 0;
}

static toff_t bytes_seek(thandle_t user, toff_t offset, int whence)
{
    heights_reader *self = ((tiff_reader *)user)->self;
    uint64_t base = whence == 1 ? self->offset : whence == 2 ? self->size : 0;
    uint64_t to = base + offset;
    self->offset = to < self->size ? (size_t)to : self->size;
    return self->offset;
}

static int bytes_close(thandle_t user)
{
    (void)user;
    return 0;
}

static toff_t bytes_size(thandle_t user)
{
    return ((tiff_reader *)user)->self->size;
}

/* ---- messages of libtiff ------------------------------------------------------------- */

static int keep_error(TIFF *tiff, void *user, const char *module, const char *format,
                      va_list values) __attribute__((format(printf, 4, 0)));

static int keep_error(TIFF *tiff, void *user, const char *module, const char *format,
                      va_list values)
{
    tiff_reader *reader = user;
    (void)tiff;
    (void)module;
    if (reader->said[0] == '\0')
        (void)vsnprintf(reader->said, sizeof reader->said, format, values);
    return 1; /* 1 = libtiff calls no other handler */
}

static int keep_silent(TIFF *tiff, void *user, const char *module, const char *format,
                       va_list values) __attribute__((format(printf, 4, 0)));

static int keep_silent(TIFF *tiff, void *user, const char *module, const char *format,
                       va_list values)
{
    (void)tiff;
    (void)user;
    (void)module;
    (void)format;
    (void)values;
    return 1;
}

static rl_status bad_tiff(const tiff_reader *reader)
{
    const char *said = reader->said[0] != '\0' ? reader->said : "cut short";
    return heights_bad(reader->self, 0, SHOWN(said), "must be an undamaged TIFF file");
}

/* ---- tags unknown to libtiff ------------------------------------------------------------ */

/* Returns the values of a tag and sets *count to their number; NULL and 0 if the file has no such
 * tag of this type. */
static const void *tag_find(const tiff_reader *reader, uint32_t number, TIFFDataType type,
                            uint32_t *count)
{
    const TIFFField *field = reader->f.TIFFFindField(reader->tiff, number, TIFF_ANY);
    void *values = NULL;
    uint16_t few = 0;
    *count = 0;
    if (field == NULL || reader->f.TIFFFieldDataType(field) != type ||
        !reader->f.TIFFFieldPassCount(field))
        return NULL;
    int is_large = reader->f.TIFFFieldReadCount(field) == TIFF_VARIABLE2;
    int found = is_large ? reader->f.TIFFGetField(reader->tiff, number, count, &values)
                         : reader->f.TIFFGetField(reader->tiff, number, &few, &values);
    *count = is_large ? *count : few;
    return found == 1 ? values : NULL;
}

/* Reads the north-west corner and the size of cells: from ModelTiepoint and ModelPixelScale, or
 * from ModelTransformation. */
static rl_status place_read(const tiff_reader *reader, rl_georeference *made)
{
    uint32_t cells, points, terms;
    const double *cell = tag_find(reader, 33550, TIFF_DOUBLE, &cells);
    const double *point = tag_find(reader, 33922, TIFF_DOUBLE, &points);
    const double *matrix = tag_find(reader, 34264, TIFF_DOUBLE, &terms);
    if (cell != NULL && point != NULL && cells >= 2 && points >= 6) {
        made->cell_x = cell[0];
        made->cell_y = cell[1];
        made->west = point[3] - point[0] * cell[0];
        made->north = point[4] + point[1] * cell[1];
    } else if (matrix != NULL && terms >= 8) {
        if (matrix[1] != 0.0 || matrix[4] != 0.0)
            return heights_bad(reader->self, 0, "a turned grid", "must have rows to the east");
        made->cell_x = matrix[0];
        made->cell_y = -matrix[5];
        made->west = matrix[3];
        made->north = matrix[7];
    } else {
        return RL_OK;
    }
    static const double most = 1e12;
    if (!(made->cell_x > 0.0 && made->cell_y > 0.0 && made->cell_x < most && made->cell_y < most))
        return heights_bad(reader->self, 0, "the size of a cell",
                           "must be above 0, with the north on top");
    if (!(made->west < most && made->west > -most && made->north < most && made->north > -most))
        return heights_bad(reader->self, 0, "the corner", "must be a place on the earth");
    made->is_placed = 1;
    return RL_OK;
}

static rl_status keys_read(const tiff_reader *reader, rl_georeference *made)
{
    heights_reader *self = reader->self;
    uint32_t shorts, doubles, chars;
    const uint16_t *directory = tag_find(reader, 34735, TIFF_SHORT, &shorts);
    const double *number = tag_find(reader, 34736, TIFF_DOUBLE, &doubles);
    const char *text = tag_find(reader, 34737, TIFF_ASCII, &chars);
    char projection[GEOKEYS_WKT];
    if (directory == NULL || shorts < 4)
        return RL_OK;
    if (shorts > GEOKEYS_SHORTS || doubles > GEOKEYS_DOUBLES || chars >= GEOKEYS_CHARS)
        return heights_bad(self, 0, "the keys of its projection", "must be fewer");
    geokeys *keys = memory_zeroed(self->allocator, 1, sizeof *keys);
    TRY(heights_memory(self, keys != NULL));
    made->geokeys = keys;
    keys->shorts = (int)shorts;
    keys->doubles = (int)doubles;
    memcpy(keys->directory, directory, shorts * sizeof *directory);
    if (number != NULL)
        memcpy(keys->number, number, doubles * sizeof *number);
    if (text != NULL)
        memcpy(keys->text, text, chars);
    keys->chars = (int)strnlen(keys->text, chars); /* without the NUL that ends the tag */
    if (made->is_placed && geokeys_is_point(keys)) {
        made->west -= 0.5 * made->cell_x;
        made->north += 0.5 * made->cell_y;
    }
    geokeys_set_area(keys);
    geokeys_text(keys, projection);
    rl_data found = {projection, strlen(projection), self->place};
    return projection[0] != '\0' ? heights_projection(self, &found) : RL_OK;
}

/* ---- samples ------------------------------------------------------------------------------ */

/* Returns sample `i` of a row or tile, which libtiff has converted to this machine's byte order. */
static double sample_at(const tiff_reader *reader, const unsigned char *bytes, size_t i)
{
    union {
        uint8_t u8;
        int8_t i8;
        uint16_t u16;
        int16_t i16;
        uint32_t u32;
        int32_t i32;
        float f32;
        double f64;
    } v;
    size_t wide = reader->bits / 8;
    memcpy(&v, bytes + i * wide, wide);
    int is_signed = reader->format == SAMPLEFORMAT_INT;
    if (reader->format == SAMPLEFORMAT_IEEEFP)
        return wide == 4 ? (double)v.f32 : v.f64;
    return wide == 1   ? is_signed ? v.i8 : v.u8
           : wide == 2 ? is_signed ? v.i16 : v.u16
           : is_signed ? (double)v.i32
                       : (double)v.u32;
}

/* Returns a sample as height; NaN for the file's NODATA and for magnitudes from 1e30 on. */
static float height_of(double value, int has_nodata, double nodata)
{
    int is_hole = has_nodata && (value == nodata || (float)value == (float)nodata);
    return !is_hole && value < 1e30 && value > -1e30 ? (float)value : EXACT_NAN;
}

typedef struct nodata_value {
    int is_given;
    double value;
} nodata_value;

static nodata_value nodata_read(const tiff_reader *reader)
{
    uint32_t size;
    const char *text = tag_find(reader, 42113, TIFF_ASCII, &size);
    nodata_value found = {0, 0.0};
    if (text == NULL)
        return found;
    size_t start = strspn(text, " "), length = strcspn(text + start, " ");
    heights_word word = {text + start, length, 0};
    found.is_given = heights_number(&found.value, &word);
    return found;
}

static rl_status strips_read(tiff_reader *reader, nodata_value nodata)
{
    heights_reader *self = reader->self;
    for (uint32_t y = 0; y < reader->height; y++) {
        if (reader->f.TIFFReadScanline(reader->tiff, reader->buffer, y, 0) != 1)
            return bad_tiff(reader);
        float *row = self->heights + (size_t)y * reader->width;
        for (size_t x = 0; x < reader->width; x++)
            row[x] = height_of(sample_at(reader, reader->buffer, x), nodata.is_given, nodata.value);
    }
    return RL_OK;
}

static rl_status tiles_read(tiff_reader *reader, nodata_value nodata)
{
    heights_reader *self = reader->self;
    uint32_t wide = 0, high = 0;
    reader->f.TIFFGetField(reader->tiff, TIFFTAG_TILEWIDTH, &wide);
    reader->f.TIFFGetField(reader->tiff, TIFFTAG_TILELENGTH, &high);
    if (wide == 0 || high == 0)
        return bad_tiff(reader);
    for (uint32_t top = 0; top < reader->height; top += high)
        for (uint32_t left = 0; left < reader->width; left += wide) {
            if (reader->f.TIFFReadTile(reader->tiff, reader->buffer, left, top, 0, 0) < 0)
                return bad_tiff(reader);
            for (uint32_t y = top; y < reader->height && y - top < high; y++)
                for (uint32_t x = left; x < reader->width && x - left < wide; x++)
                    self->heights[(size_t)y * reader->width + x] = height_of(
                        sample_at(reader, reader->buffer, (size_t)(y - top) * wide + (x - left)),
                        nodata.is_given, nodata.value);
        }
    return RL_OK;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static rl_status head_read(tiff_reader *reader)
{
    heights_reader *self = reader->self;
    TIFF *tiff = reader->tiff;
    uint16_t samples = 1, photometric = PHOTOMETRIC_MINISBLACK, compression = COMPRESSION_NONE;
    reader->f.TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &reader->width);
    reader->f.TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &reader->height);
    reader->f.TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &reader->bits);
    reader->f.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &reader->format);
    reader->f.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    reader->f.TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
    reader->f.TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    if (reader->width < 1 || reader->width > HEIGHTS_SIDE || reader->height < 1 ||
        reader->height > HEIGHTS_SIDE)
        return heights_bad(self, 0, "a TIFF's side", "must be 1..16385");
    if (samples != 1 || photometric != PHOTOMETRIC_MINISBLACK)
        return heights_bad(self, 0, "a TIFF in colour", "must have one band of heights");
    int is_real = reader->format == SAMPLEFORMAT_IEEEFP, bits = reader->bits;
    int is_whole = reader->format == SAMPLEFORMAT_INT || reader->format == SAMPLEFORMAT_UINT;
    if (!(is_real && (bits == 32 || bits == 64)) &&
        !(is_whole && (bits == 8 || bits == 16 || bits == 32)))
        return heights_bad(self, 0, "a TIFF's samples",
                           "must be integers of 8, 16 or 32 bits, or floats of 32 or 64");
    reader->row_bytes = (uint64_t)reader->width * (reader->bits / 8);
    uint64_t packed = compression == COMPRESSION_NONE ? 1 : PACKED_MOST;
    if (reader->row_bytes * reader->height / packed > self->size)
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    if (!reader->f.TIFFIsCODECConfigured(compression))
        return heights_bad(self, 0, "a TIFF's compression",
                           "must be a compression that libtiff can unpack");
    self->width = (int)reader->width;
    self->height = (int)reader->height;
    return RL_OK;
}

static rl_status tiff_decode(tiff_reader *reader)
{
    heights_reader *self = reader->self;
    rl_georeference *reference = &self->reference;
    TRY(head_read(reader));
    TRY(place_read(reader, reference));
    TRY(keys_read(reader, reference));
    nodata_value nodata = nodata_read(reader);
    if (nodata.is_given)
        reference->nodata = nodata.value;
    int is_tiled = reader->f.TIFFIsTiled(reader->tiff);
    tmsize_t line =
        is_tiled ? reader->f.TIFFTileSize(reader->tiff) : reader->f.TIFFScanlineSize(reader->tiff);
    if (line < 1 || line > ALLOCATE_MOST || (!is_tiled && (uint64_t)line < reader->row_bytes))
        return bad_tiff(reader);
    TRY(heights_allocate(self));
    reader->buffer = memory_zeroed(self->allocator, (size_t)line, 1);
    TRY(heights_memory(self, reader->buffer != NULL));
    return is_tiled ? tiles_read(reader, nodata) : strips_read(reader, nodata);
}

/* Decodes the file.  Unsigned integers of 8 or 16 bits may be grey levels of a picture, so `most`
 * is set; rl_dem_read takes them for metres only if the file has a georeference. */
static rl_status decode_all(tiff_reader *reader)
{
    heights_reader *self = reader->self;
    TIFFOpenOptions *options = reader->f.TIFFOpenOptionsAlloc();
    TRY(heights_memory(self, options != NULL));
    reader->f.TIFFOpenOptionsSetMaxSingleMemAlloc(options, ALLOCATE_MOST);
    reader->f.TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, reader);
    reader->f.TIFFOpenOptionsSetWarningHandlerExtR(options, keep_silent, reader);
    self->offset = 0;
    reader->tiff =
        reader->f.TIFFClientOpenExt("heights", "rm", reader, bytes_read, bytes_write, bytes_seek,
                                    bytes_close, bytes_size, NULL, NULL, options);
    reader->f.TIFFOpenOptionsFree(options);
    if (reader->tiff == NULL)
        return bad_tiff(reader);
    rl_status status = tiff_decode(reader);
    reader->f.TIFFClose(reader->tiff);
    memory_free(self->allocator, reader->buffer);
    if (status == RL_OK && reader->format == SAMPLEFORMAT_UINT && reader->bits <= 16)
        self->most = reader->bits == 16 ? 65535 : 255;
    return status;
}

static rl_status read_tiff(heights_reader *self)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    tiff_reader reader = {.self = self};
    void *library = library_open(LIBRARY_TIFF, names, &reader.f);
    rl_status status = library != NULL
                           ? decode_all(&reader)
                           : heights_bad(self, 0, "a TIFF",
                                         "there is no " LIBRARY_TIFF
                                         " here: install the package of your system that has it "
                                         "(its name begins with libtiff), or gdal_translate to "
                                         ".asc");
    library_close(library);
    return status;
}

#endif

const heights_format heights_tiff = {is_tiff, read_tiff};
