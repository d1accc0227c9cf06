/* test_geotiff.c - GeoTIFF: what is written is read again, and what others write; files that lie.
 *
 * GDAL's opinion is in tests/proofs/oracles-dem.sh. */
#include "support/support.h"

#include "encode/encoder.h"
#include "ridgeline-map.h"

#include <string.h>

/* ---- our own ------------------------------------------------------------------ */

static rl_status read_bytes(rl_dem *dem, const void *bytes, size_t size)
{
    const rl_data file = {bytes, size, "m.tif"};
    return rl_dem_read(dem, &file, NULL, NULL, NULL, NULL, &error);
}

#ifndef RL_HAS_TIFF

TEST(tiff_without_libtiff_is_refused_in_one_line)
{
    rl_dem dem;
    ck_assert_int_eq(read_bytes(&dem, "II\x2a\0\x08\0\0\0", 8), RL_BAD_DATA);
    ck_assert_msg(strncmp(error.text, "m.tif: a TIFF: this build has no libtiff", 40) == 0, "%s",
                  error.text);
}

#else

#include <tiffio.h>

/* A GeoTIFF of an .asc, in memory. */
static rl_sink *tiff_of(const char *text, const char *projection)
{
    const rl_data file = {text, strlen(text), "m.asc"};
    const rl_data system = {projection, strlen(projection), "m.prj"};
    rl_dem dem;
    rl_map *map;
    rl_scene scene;
    scene_init(&scene);
    const rl_map_options options = {.struct_size = sizeof options, .threads = 1, .dem = &dem};
    const rl_height_options heights = {.struct_size = sizeof heights, .format = RL_HEIGHTS_GEOTIFF};
    OK(rl_dem_read(&dem, &file, NULL, &system, NULL, NULL, &error));
    OK(rl_map_new(&map, &scene, &options, &error));
    rl_sink *sink = memory_sink();
    OK(rl_map_write(map, &heights, sink, &error));
    rl_map_free(map);
    return sink;
}

static const char hills[] = "ncols 3\nnrows 2\nxllcorner 400000.5\nyllcorner 5100000.25\ndx 30\n"
                            "dy 20\nNODATA_value -32768\n-12.5 1000.0625 333.333344\n"
                            "2000 -32768 0.00999999978\n";
static const char utm[] =
    "PROJCS[\"WGS_1984_UTM_Zone_33S\",GEOGCS[\"GCS_WGS_1984\",UNIT[\"Meter\",1]]";

TEST(geotiff_place_comes_back)
{
    rl_sink *sink = tiff_of(hills, utm);
    size_t size;
    const void *bytes = rl_sink_bytes(sink, &size);
    rl_dem dem;
    ck_assert_msg(read_bytes(&dem, bytes, size) == RL_OK, "%s", error.text);
    const rl_georeference *place = &dem.reference;
    ck_assert(dem.is_metres && place->is_placed && dem.width == 3 && dem.height == 2);
    ck_assert(place->west == 400000.5 && place->north == 5100040.25);
    ck_assert(place->cell_x == 30.0 && place->cell_y == 20.0 && place->metres_y == 20.0);
    ck_assert(place->nodata == -32768.0 && dem.holes != NULL && dem.holes[4] == 1);
    ck_assert_msg(strncmp(place->projection, utm, 30) == 0, "%s", place->projection);
    const float expected[6] = {-12.5F, 1000.0625F, 333.333344F, 2000.0F, 0.0F, 0.00999999978F};
    for (int i = 0; i < 6; i++)
        ck_assert(i == 4 || dem.heights[i] == expected[i]);
    rl_dem_free(&dem);
    rl_sink_free(sink);
}

/* A projection's text as it is read of the GeoTIFF that is written with it. */
static void projection_is(const char *written, const char *expected, double metres)
{
    rl_sink *sink = tiff_of("ncols 1\nnrows 1\nxllcorner 5\nyllcorner -1\ncellsize 2\n7", written);
    size_t size;
    const void *bytes = rl_sink_bytes(sink, &size);
    rl_dem dem;
    ck_assert_msg(read_bytes(&dem, bytes, size) == RL_OK, "%s", error.text);
    const char *got = dem.reference.projection != NULL ? dem.reference.projection : "";
    ck_assert_msg(strncmp(got, expected, strlen(expected)) == 0, "%s", got);
    double far = dem.reference.metres_x - metres;
    ck_assert_msg(far < 1 && far > -1, "%f", dem.reference.metres_x);
    rl_dem_free(&dem);
    rl_sink_free(sink);
}

TEST(geotiff_projections_come_back)
{
    static const char swiss[] =
        "PROJCS[\"CH1903+_LV95\",GEOGCS[\"GCS_CH1903+\"],UNIT[\"Meter\",1.0]]";
    projection_is(swiss, swiss, 2);
    projection_is("PROJCS[\"NAD83 / UTM zone 10N\"]", "PROJCS[\"NAD_1983_UTM_Zone_10N\"", 2);
    projection_is("PROJCS[\"ETRS89 / UTM zone 32N\"]", "PROJCS[\"ETRS_1989_UTM_Zone_32N\"", 2);
    projection_is("PROJCS[\"ETRS_1989_UTM_Zone_32S\"]", "PROJCS[\"ETRS_1989_UTM_Zone_32S\"]", 2);
    projection_is("PROJCS[\"WGS 84 / UTM zone 7N (ftUS)\"]", "PROJCS[\"WGS 84 / UTM zone 7N (f", 2);
    projection_is("PROJCS[\"WGS 84 / Pseudo-Mercator\"]", "PROJCS[\"WGS_1984_Web_Merc", 2);
    projection_is("GEOGCS[\"NAD83\"]", "GEOGCS[\"GCS_North_American_1983\"", 222639);
    projection_is("Projection UTM\nZone 33", "", 2);
}

/* ---- what others write ----------------------------------------------------------- */

/* A file that libtiff writes into memory. */
typedef struct memory_file {
    unsigned char bytes[65536];
    size_t size, at;
} memory_file;

static tmsize_t file_read(thandle_t user, void *out, tmsize_t size)
{
    memory_file *self = user;
    memcpy(out, self->bytes + self->at, (size_t)size);
    self->at += (size_t)size;
    return size;
}

static tmsize_t file_write(thandle_t user, void *bytes, tmsize_t size)
{
    memory_file *self = user;
    ck_assert(self->at + (size_t)size <= sizeof self->bytes);
    memcpy(self->bytes + self->at, bytes, (size_t)size);
    self->at += (size_t)size;
    self->size = self->at > self->size ? self->at : self->size;
    return size;
}

static toff_t file_seek(thandle_t user, toff_t offset, int whence)
{
    memory_file *self = user;
    self->at = (whence == 1 ? self->at : whence == 2 ? self->size : 0) + offset;
    return self->at;
}

static int file_close(thandle_t user)
{
    (void)user;
    return 0;
}

static toff_t file_size(thandle_t user)
{
    return ((memory_file *)user)->size;
}

enum { WIDE = 37, HIGH = 21 };

typedef struct kind {
    const char *mode; /* of TIFFOpen */
    int bits, format, compression, predictor, tile;
} kind;

static const kind kinds[] = {
    {"wl", 32, SAMPLEFORMAT_IEEEFP, COMPRESSION_NONE, 1, 0},
    {"wb", 32, SAMPLEFORMAT_IEEEFP, COMPRESSION_NONE, 1, 0},
    {"wb", 16, SAMPLEFORMAT_INT, COMPRESSION_LZW, 2, 0},
    {"wl", 16, SAMPLEFORMAT_UINT, COMPRESSION_ADOBE_DEFLATE, 2, 16},
    {"wl", 32, SAMPLEFORMAT_IEEEFP, COMPRESSION_ADOBE_DEFLATE, 3, 16},
    {"wl8", 64, SAMPLEFORMAT_IEEEFP, COMPRESSION_PACKBITS, 1, 0},
    {"wb8", 32, SAMPLEFORMAT_INT, COMPRESSION_NONE, 1, 32},
    {"wl", 32, SAMPLEFORMAT_UINT, COMPRESSION_LZW, 1, 0},
    {"wl", 8, SAMPLEFORMAT_INT, COMPRESSION_NONE, 1, 0},
    {"wl", 8, SAMPLEFORMAT_UINT, COMPRESSION_PACKBITS, 1, 16},
};

/* Heights that every kind of sample holds. */
static int height_at(int x, int y)
{
    return (x * 7 + y * y * 3) % 101;
}

static void sample_put(unsigned char *out, const kind *of, int value)
{
    float f = (float)value;
    double d = value;
    int8_t i8 = (int8_t)value;
    int16_t i16 = (int16_t)value;
    int32_t i32 = value;
    if (of->format == SAMPLEFORMAT_IEEEFP)
        memcpy(out, of->bits == 32 ? (void *)&f : (void *)&d, (size_t)of->bits / 8);
    else
        memcpy(out,
               of->bits == 8    ? (void *)&i8
               : of->bits == 16 ? (void *)&i16
                                : (void *)&i32,
               (size_t)of->bits / 8);
}

static void file_make(memory_file *self, const kind *of)
{
    unsigned char line[64 * 64 * 8];
    size_t wide = (size_t)of->bits / 8;
    memset(self, 0, sizeof *self);
    TIFF *tiff = TIFFClientOpen("x", of->mode, self, file_read, file_write, file_seek, file_close,
                                file_size, NULL, NULL);
    ck_assert_ptr_nonnull(tiff);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, WIDE);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, HIGH);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, of->bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, of->format);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, of->compression);
    if (of->predictor > 1)
        TIFFSetField(tiff, TIFFTAG_PREDICTOR, of->predictor);
    if (of->tile > 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, of->tile);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, of->tile);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 5);
    }
    int side_x = of->tile > 0 ? of->tile : WIDE, side_y = of->tile > 0 ? of->tile : 1;
    for (int top = 0; top < HIGH; top += side_y)
        for (int left = 0; left < WIDE; left += side_x) {
            memset(line, 0, sizeof line);
            for (int y = top; y < top + side_y && y < HIGH; y++)
                for (int x = left; x < left + side_x && x < WIDE; x++)
                    sample_put(line + wide * (size_t)((y - top) * side_x + x - left), of,
                               height_at(x, y));
            if (of->tile > 0)
                ck_assert(TIFFWriteTile(tiff, line, (uint32_t)left, (uint32_t)top, 0, 0) > 0);
            else
                ck_assert_int_eq(TIFFWriteScanline(tiff, line, (uint32_t)top, 0), 1);
        }
    TIFFClose(tiff);
}

TEST_LOOP(tiff_of_any_sample_kind_is_read, sizeof kinds / sizeof *kinds)
{
    static memory_file file;
    const kind *of = &kinds[_i];
    file_make(&file, of);
    rl_dem dem;
    ck_assert_msg(read_bytes(&dem, file.bytes, file.size) == RL_OK, "%s", error.text);
    int most = of->format != SAMPLEFORMAT_UINT || of->bits == 32 ? 0 : of->bits == 16 ? 65535 : 255;
    ck_assert_int_eq(dem.is_metres, most == 0);
    ck_assert_int_eq(dem.reference.is_placed, 0);
    for (int i = 0; i < WIDE * HIGH; i++) {
        double value = height_at(i % WIDE, i / WIDE);
        EXPECT(dem.heights[i] == (float)(most > 0 ? value / most : value));
    }
    rl_dem_free(&dem);
    /* Cut anywhere: an error of data that names the file, or heights where only what nobody
     * reads is missing. */
    for (size_t size = 4; size < file.size; size += 1 + file.size / 400) {
        rl_status status = read_bytes(&dem, file.bytes, size);
        EXPECT(status == RL_OK || status == RL_BAD_DATA);
        EXPECT(status == RL_OK || strncmp(error.text, "m.tif: ", 7) == 0);
        EXPECT(size > file.size / 2 || status == RL_BAD_DATA);
        rl_dem_free(&dem);
    }
    /* Any byte changed: no more than that is promised. */
    chance c = chance_from((uint64_t)_i);
    for (int i = 0; i < 300; i++) {
        size_t at = (size_t)chance_real(&c, 0, i % 2 == 0 ? 300 : (double)file.size);
        if (at >= file.size)
            continue;
        unsigned char before = file.bytes[at];
        file.bytes[at] = (unsigned char)chance_bits(&c);
        rl_status status = read_bytes(&dem, file.bytes, file.size);
        EXPECT(status == RL_OK || status == RL_BAD_DATA || status == RL_NO_MEMORY);
        file.bytes[at] = before;
        rl_dem_free(&dem);
    }
}

/* ---- files that lie --------------------------------------------------------------- */

/* The entry of a tag in a little-endian TIFF that begins with its directory. */
static unsigned char *entry_of(unsigned char *bytes, int tag)
{
    int count = bytes[8] | bytes[9] << 8;
    for (int i = 0; i < count; i++)
        if ((bytes[10 + 12 * i] | bytes[11 + 12 * i] << 8) == tag)
            return bytes + 10 + (ptrdiff_t)12 * i;
    ck_abort_msg("no tag %d", tag);
    return NULL;
}

static void word_put(unsigned char *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(value >> 8 * i & 255);
}

static void number_put(unsigned char *bytes, int tag, int index, double value)
{
    const unsigned char *at = entry_of(bytes, tag) + 8;
    size_t start = (size_t)(at[0] | at[1] << 8 | at[2] << 16) + 8 * (size_t)index;
    memcpy(bytes + start, &value, sizeof value);
}

TEST(tiff_with_false_tags_is_refused)
{
    static const struct {
        int tag;
        uint32_t value; /* in place of the tag's; of 33550 and 33922: which lie */
        const char *said;
    } lies[] = {
        {256, 0, NULL},
        {256, 16386, "a TIFF's side: must be 1..16385"},
        {257, 0xffffffffU, NULL},
        {257, 16000, "cut short: must hold width x height samples"},
        {258, 24, "a TIFF's samples: must be integers of 8, 16 or 32 bits, or floats of 32 or 64"},
        {259, 50001, NULL}, /* WebP */
        {262, 2, "a TIFF in colour: must have one band of heights"},
        {277, 3, "a TIFF in colour: must have one band of heights"},
        {339, 6, NULL}, /* complex */
        {33550, 0, "the size of a cell: must be above 0, with the north on top"},
        {33550, 1, "the size of a cell: must be above 0, with the north on top"},
        {33922, 2, "the corner: must be a place on the earth"},
    };
    rl_sink *sink = tiff_of(hills, utm);
    size_t size;
    const void *whole = rl_sink_bytes(sink, &size);
    static unsigned char bytes[4096];
    ck_assert(size < sizeof bytes);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        memcpy(bytes, whole, size);
        if (lies[i].tag < 33550)
            word_put(entry_of(bytes, lies[i].tag) + 8, lies[i].value);
        else if (lies[i].value == 0)
            number_put(bytes, lies[i].tag, 0, 0.0);
        else
            number_put(bytes, lies[i].tag, lies[i].value == 1 ? 1 : 3, 1e300 * 1e300 * 0.0);
        rl_dem dem;
        ck_assert_int_eq(read_bytes(&dem, bytes, size), RL_BAD_DATA);
        ck_assert_msg(strncmp(error.text, "m.tif: ", 7) == 0, "%s", error.text);
        if (lies[i].said != NULL)
            ck_assert_str_eq(error.text + 7, lies[i].said);
    }
    rl_sink_free(sink);
}

#endif

/* ---- beyond 4 GiB ------------------------------------------------------------------- */

/* Only the head is written; the size follows from the rows that it declares. */
TEST(geotiff_of_4_gib_or_more_is_bigtiff)
{
    static const int sides[] = {16384, 40000};
    for (int i = 0; i < 2; i++) {
        encoder self;
        size_t size;
        const picture_info info = {.width = sides[i],
                                   .height = sides[i],
                                   .bits = BITS_HEIGHTS,
                                   .high = 1.0,
                                   .cell = 30.0,
                                   .relief = 1.0};
        rl_sink *sink = memory_sink();
        OK(encoder_start(&self, RL_HEIGHTS_GEOTIFF, &info, sink, NULL, &error));
        const unsigned char *bytes = rl_sink_bytes(sink, &size);
        ck_assert_mem_eq(bytes, i == 0 ? "II\x2a\0\x08\0\0\0" : "II\x2b\0\x08\0\0\0", 8);
        encoder_release(&self);
        rl_sink_free(sink);
    }
}
