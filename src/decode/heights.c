/* heights.c - rl_heights_read: heights of a PNG, a PGM or an ESRI ASCII grid.
 *
 * In: the bytes of a file from anywhere.  Out: heights 0..1, top row first.  Nothing in a file is
 * trusted: sizes are bounded and compared with the bytes that are there before memory
 * is allocated, and every fault is named with its place.
 */
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "encode/png_file.h"
#include "ridgeline-map.h"

#include <string.h>

/* 2^14 + 1: the largest map that passes work on. */
enum { HEIGHTS_SIDE = 16385 };

typedef struct heights_reader {
    const unsigned char *bytes;
    size_t size, offset; /* of the file, of the next byte */
    int line;            /* of texts, from 1 */
    char comment;        /* what begins one in a text; '\n' where none can be */
    const char *place;
    const rl_allocator *allocator;
    rl_error *error;
    int width, height;
    float *heights; /* the dispatcher frees it after a failure */
} heights_reader;

/* A run of bytes without blanks. */
typedef struct heights_word {
    const char *bytes;
    size_t size;
    int line;
} heights_word;

/* ---- what readers share -------------------------------------------------- */

/* Fails with `place: value: rule`, or `place:line: value: rule` when the line is not 0.  `value`
 * must be safe to show. */
static rl_status heights_bad(const heights_reader *self, int line, const char *value,
                             const char *rule)
{
    if (line > 0)
        return status_fail(self->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(self->place), line,
                           value, rule);
    return status_fail(self->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(self->place), value, rule);
}

static rl_status bad_word(const heights_reader *self, const heights_word *word, const char *rule)
{
    return heights_bad(self, word->line, status_show(word->bytes, word->size).text, rule);
}

static rl_status no_memory(const heights_reader *self)
{
    return status_fail(self->error, RL_NO_MEMORY, "%s: out of memory", SHOWN(self->place));
}

/* Allocates width * height floats; the reader has checked that both are 1 .. HEIGHTS_SIDE. */
static rl_status heights_allocate(heights_reader *self)
{
    self->heights =
        memory_array(self->allocator, (size_t)self->width * (size_t)self->height, sizeof(float));
    return self->heights != NULL ? RL_OK : no_memory(self);
}

/* The blanks of ASCII and the line end are neighbours, from tab to CR. */
static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Finds the next word; 0 at the end of the file.  A comment ends a word, and is skipped. */
static int heights_next(heights_reader *self, heights_word *word)
{
    const char *text = (const char *)self->bytes;
    size_t end = self->offset;
    int is_comment = 0;
    for (; end < self->size; end++) {
        is_comment = text[end] != '\n' && (is_comment || text[end] == self->comment);
        if (!is_comment && !is_space(text[end]))
            break;
        self->line += text[end] == '\n';
    }
    *word = (heights_word){text + end, 0, self->line};
    while (end < self->size && !is_space(text[end]) && text[end] != self->comment)
        end++;
    word->size = end - (size_t)(word->bytes - text);
    if (end < self->size && text[end] == self->comment)
        while (end < self->size && text[end] != '\n')
            end++;
    self->offset = end;
    return word->size > 0;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits alone, at most `max`; -1 when the word is anything else. */
static int heights_integer(const heights_word *word, int max)
{
    int64_t value = 0;
    for (size_t i = 0; i < word->size; i++) {
        char c = word->bytes[i];
        if (!is_digit(c))
            return -1;
        value = value * 10 + (c - '0');
        if (value > max)
            return -1;
    }
    return word->size > 0 ? (int)value : -1;
}

/* ---- Netpbm: plain (P2) and raw (P5), of 8 or 16 bits; see pgm(5) ------------
 *
 * A height is sample / maxval.  A comment runs from # to the end of its line.  What follows the
 * last sample of a P5 is another picture of the file and is ignored; a P2 holds but one.
 */

static rl_status pgm_integer(heights_reader *self, int *value, int min, int max, const char *rule)
{
    heights_word word;
    if (!heights_next(self, &word))
        return heights_bad(self, self->line, "cut short", rule);
    *value = heights_integer(&word, max);
    if (*value < min)
        return bad_word(self, &word, rule);
    return RL_OK;
}

static rl_status plain_read(heights_reader *self, int most)
{
    size_t count = (size_t)self->width * (size_t)self->height;
    if ((self->size - self->offset) / 2 < count) /* a blank before each digit */
        return heights_bad(self, self->line, "cut short", "must hold width x height samples");
    TRY(heights_allocate(self));
    for (size_t i = 0; i < count; i++) {
        int sample = 0;
        TRY(pgm_integer(self, &sample, 0, most, "a sample must be 0..maxval"));
        self->heights[i] = (float)((double)sample / (double)most);
    }
    heights_word word;
    if (heights_next(self, &word))
        return bad_word(self, &word, "more samples than width x height");
    return RL_OK;
}

static rl_status raw_read(heights_reader *self, int most)
{
    size_t count = (size_t)self->width * (size_t)self->height, wide = most > 255 ? 2 : 1;
    if (self->offset >= self->size) /* one blank after maxval */
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    size_t start = self->offset + 1;
    if ((self->size - start) / wide < count)
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    TRY(heights_allocate(self));
    /* A division for each value that a sample may have, not for each sample. */
    float *height = memory_array(self->allocator, (size_t)most + 1, sizeof *height);
    if (height == NULL)
        return no_memory(self);
    for (int i = 0; i <= most; i++)
        height[i] = (float)((double)i / (double)most);
    rl_status status = RL_OK;
    const unsigned char *source = self->bytes + start;
    for (size_t i = 0; i < count && status == RL_OK; i++, source += wide) {
        int sample = wide == 2 ? source[0] << 8 | source[1] : source[0];
        if (sample > most)
            status =
                status_fail(self->error, RL_BAD_DATA, "%s: sample %d at byte %zu: must be 0..%d",
                            SHOWN(self->place), sample, (size_t)(source - self->bytes), most);
        else
            self->heights[i] = height[sample];
    }
    memory_free(self->allocator, height);
    return status;
}

static rl_status heights_read_pgm(heights_reader *self)
{
    int most = 0;
    int plain = self->bytes[1] == '2';
    self->offset = 2; /* the magic number */
    self->comment = '#';
    TRY(pgm_integer(self, &self->width, 1, HEIGHTS_SIDE, "width: must be 1..16385"));
    TRY(pgm_integer(self, &self->height, 1, HEIGHTS_SIDE, "height: must be 1..16385"));
    TRY(pgm_integer(self, &most, 1, 65535, "maxval: must be 1..65535"));
    return plain ? plain_read(self, most) : raw_read(self, most);
}

/* ---- a grey PNG of 1 to 16 bits -----------------------------------------------
 *
 * A height is sample / largest sample; alpha is left out, colour is refused.  libpng decodes it
 * under hard limits: it skips every chunk that is no pixel (texts and profiles, which can unpack
 * to gigabytes, are never unpacked), and the guard holds its memory and its failures.
 */

typedef struct png_reader {
    png_guard guard; /* the first: steps get it */
    heights_reader *self;
    int depth, colour, channels;
} png_reader;

static void reader_bytes(png_structp png, png_bytep out, size_t size)
{
    heights_reader *self = ((png_reader *)png_get_io_ptr(png))->self;
    if (size > self->size - self->offset)
        png_error(png, "cut short");
    memcpy(out, self->bytes + self->offset, size);
    self->offset += size;
}

static void step_header(png_guard *guard, const void *call)
{
    png_structp png = guard->png;
    png_reader *reader = (png_reader *)guard;
    (void)call;
    png_set_user_limits(png, HEIGHTS_SIDE, HEIGHTS_SIDE);
    png_set_chunk_cache_max(png, 16);
    png_set_chunk_malloc_max(png, 65536);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(png, reader, reader_bytes);
    png_read_info(png, guard->info);
    reader->self->width = (int)png_get_image_width(png, guard->info);
    reader->self->height = (int)png_get_image_height(png, guard->info);
    reader->depth = png_get_bit_depth(png, guard->info);
    reader->colour = png_get_color_type(png, guard->info);
    reader->channels = png_get_channels(png, guard->info);
}

/* A row as libpng gives it takes at most 2 channels * 2 bytes a sample: as much as a
 * float.  So the rows are decoded in the place of the heights, which an interlaced
 * file needs anyway, since its passes fill in what the passes before left. */
static void step_rows(png_guard *guard, const void *call)
{
    png_reader *reader = (png_reader *)guard;
    heights_reader *self = reader->self;
    (void)call;
    if (reader->depth < 8) {
        png_set_expand_gray_1_2_4_to_8(guard->png);
        reader->depth = 8;
    }
    int passes = png_set_interlace_handling(guard->png);
    png_read_update_info(guard->png, guard->info);
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < self->height; y++) {
            float *row = self->heights + (size_t)y * (size_t)self->width;
            png_read_row(guard->png, (png_bytep)row, NULL);
        }
    png_read_end(guard->png, NULL);
}

/* From the last sample to the first: a float never covers bytes that are still due. */
static void row_convert(const png_reader *reader, float *row)
{
    const unsigned char *bytes = (const unsigned char *)row;
    size_t wide = (size_t)reader->depth / 8, step = wide * (size_t)reader->channels;
    for (size_t x = (size_t)reader->self->width; x-- > 0;) {
        const unsigned char *b = bytes + x * step;
        double value = wide == 2 ? (double)(b[0] << 8 | b[1]) / 65535.0 : (double)b[0] / 255.0;
        row[x] = (float)value;
    }
}

/* Deflate packs at most 1032 to 1 (zlib's technical notes): a small file that claims
 * a large map is refused before memory is allocated. */
static rl_status size_check(const png_reader *reader)
{
    const heights_reader *self = reader->self;
    if (reader->colour != PNG_COLOR_TYPE_GRAY && reader->colour != PNG_COLOR_TYPE_GRAY_ALPHA)
        return heights_bad(self, 0, "a PNG in colour", "must be a grey PNG");
    uint64_t bits = (uint64_t)reader->depth * (uint64_t)reader->channels;
    uint64_t raw = ((uint64_t)self->width * bits + 7) / 8 * (uint64_t)self->height;
    if (raw / 1040 > self->size)
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    return RL_OK;
}

static rl_status png_decode(png_reader *reader)
{
    heights_reader *self = reader->self;
    TRY(png_guard_open(&reader->guard, NULL, self->place, self->allocator, self->error));
    TRY(png_guard_run(&reader->guard, step_header, NULL, self->error));
    TRY(size_check(reader));
    TRY(heights_allocate(self));
    memset(self->heights, 0, (size_t)self->width * (size_t)self->height * sizeof(float));
    TRY(png_guard_run(&reader->guard, step_rows, NULL, self->error));
    for (int y = 0; y < self->height; y++)
        row_convert(reader, self->heights + (size_t)y * (size_t)self->width);
    return RL_OK;
}

static rl_status heights_read_png(heights_reader *self)
{
    png_reader reader = {.self = self};
    rl_status status = png_decode(&reader);
    png_guard_close(&reader.guard);
    return status;
}

/* ---- ESRI ASCII grid: a header of names and numbers, then metres ---------------
 *
 * As ArcGIS, GDAL, GRASS, SAGA or ridgeline writes it: names in any case and order, corner or
 * centre, CR LF or LF, one cell size or dx and dy.  least..most become 0..1; where there is no
 * data, 0.  The place on the earth is not used, but must be numbers.
 */

/* What a float holds; beyond it nothing is a height, and many a NODATA_value is it. */
static const double largest = 3.4028235e38;

/* digits * 10^power.  Beyond 10^19 * 10^-60 nothing is left of a float, above 10^39 it overflows.
 */
static double decimal_value(uint64_t digits, int power)
{
    if (digits == 0 || power < -80)
        return 0.0;
    if (power > 40)
        return 1e300;
    double scale = 1.0, ten = 10.0;
    for (int n = power < 0 ? -power : power; n > 0; n /= 2, ten *= ten)
        if (n % 2 == 1)
            scale *= ten;
    return power < 0 ? (double)digits / scale : (double)digits * scale;
}

/* Powers that are far beyond those of a float stay where they are. */
enum { POWER_MOST = 100000 };

/* word_number reads "-12.5e3"; 0 when the word is no number or none of a float. */
static int word_number(double *value, const heights_word *word)
{
    const char *text = word->bytes, *end = text + word->size;
    uint64_t digits = 0; /* at most 19 of them */
    int power = 0, has_digits = 0, has_point = 0, exponent = 0;
    int is_negative = text < end && *text == '-';
    text += text < end && (*text == '-' || *text == '+');
    for (;; text++, has_point = 1) {
        for (; text < end && is_digit(*text); text++) {
            int is_kept = digits < UINT64_C(1000000000000000000);
            if (is_kept)
                digits = digits * 10 + (uint64_t)(*text - '0');
            /* A digit left out counts ten times, one after the point a tenth. */
            if (power < POWER_MOST && power > -POWER_MOST)
                power += !is_kept - has_point;
            has_digits = 1;
        }
        if (has_point || text == end || *text != '.')
            break;
    }
    if (text < end && text_lower(*text) == 'e') {
        int is_small = ++text < end && *text == '-';
        text += text < end && (*text == '-' || *text == '+');
        has_digits = has_digits && text < end;
        for (; text < end && is_digit(*text); text++)
            exponent = exponent < POWER_MOST ? exponent * 10 + (*text - '0') : exponent;
        power += is_small ? -exponent : exponent;
    }
    *value = decimal_value(digits, power);
    if (!has_digits || text < end || *value > largest)
        return 0;
    *value = is_negative ? -*value : *value;
    return 1;
}

static int word_is(const heights_word *word, const char *name)
{
    if (strlen(name) != word->size)
        return 0;
    for (size_t i = 0; i < word->size; i++)
        if (text_lower(word->bytes[i]) != name[i])
            return 0;
    return 1;
}

enum { COLUMNS, ROWS, X_CORNER, X_CENTRE, Y_CORNER, Y_CENTRE, CELL, DX, DY, NODATA, KEYS };

static const char *const keys[KEYS] = {
    "ncols",     "nrows",    "xllcorner", "xllcenter", "yllcorner",
    "yllcenter", "cellsize", "dx",        "dy",        "nodata_value",
};

typedef struct header {
    int has[KEYS];
    int hole_is_nan; /* NODATA_value nan */
    float hole;      /* the value of cells without data */
    int line;        /* of the last key */
} header;

static rl_status value_read(heights_reader *self, header *head, int key, const heights_word *word)
{
    double number = 0.0;
    if (key == COLUMNS || key == ROWS) {
        int side = heights_integer(word, HEIGHTS_SIDE);
        *(key == COLUMNS ? &self->width : &self->height) = side;
        return side >= 1 ? RL_OK : bad_word(self, word, "must be 1..16385");
    }
    if (key == NODATA && word_is(word, "nan")) {
        head->hole_is_nan = 1;
        return RL_OK;
    }
    if (!word_number(&number, word))
        return bad_word(self, word, "must be a number");
    if ((key == CELL || key == DX || key == DY) && !(number > 0.0))
        return bad_word(self, word, "must be above 0");
    if (key == NODATA)
        head->hole = (float)number;
    return RL_OK;
}

static rl_status pair_read(heights_reader *self, header *head, const heights_word *name)
{
    int key = 0;
    while (key < KEYS && !word_is(name, keys[key]))
        key++;
    if (key == KEYS)
        return bad_word(self, name, "must be a key of an ESRI grid (ncols, nrows, ...)");
    if (head->has[key])
        return bad_word(self, name, "given twice");
    head->has[key] = 1;
    head->line = name->line;
    heights_word word;
    if (!heights_next(self, &word))
        return bad_word(self, name, "must have a value");
    return value_read(self, head, key, &word);
}

/* The header ends at the first word that is no name. */
static rl_status header_read(heights_reader *self, header *head)
{
    for (;;) {
        heights_reader before = *self;
        heights_word word;
        char first = heights_next(self, &word) ? text_lower(word.bytes[0]) : '0';
        if (first < 'a' || first > 'z' || (head->hole_is_nan && word_is(&word, "nan"))) {
            *self = before;
            break;
        }
        TRY(pair_read(self, head, &word));
    }
    if (!head->has[COLUMNS] || !head->has[ROWS])
        return heights_bad(self, 0, "header", "must have ncols and nrows");
    if (!head->has[CELL] && !(head->has[DX] && head->has[DY]))
        return heights_bad(self, 0, "header", "must have cellsize");
    return RL_OK;
}

typedef struct range {
    double least, most;
} range;

/* A hole becomes NaN until the range is known. */
static rl_status cell_read(heights_reader *self, const header *head, float *cell, range *values)
{
    static const uint32_t nan_bits = 0x7fc00000;
    heights_word word;
    double number = 0.0;
    if (!heights_next(self, &word))
        return heights_bad(self, self->line, "cut short", "must hold ncols x nrows numbers");
    int hole = head->hole_is_nan && word_is(&word, "nan");
    if (!hole && !word_number(&number, &word))
        return bad_word(self, &word, "must be a number");
    *cell = (float)number;
    if (hole || (head->has[NODATA] && !head->hole_is_nan && *cell == head->hole)) {
        memcpy(cell, &nan_bits, sizeof *cell);
        return RL_OK;
    }
    values->least = exact_min(values->least, (double)*cell);
    values->most = exact_max(values->most, (double)*cell);
    return RL_OK;
}

static rl_status heights_read_asc(heights_reader *self)
{
    header head = {{0}, 0, 0.0f, 1};
    TRY(header_read(self, &head));
    size_t count = (size_t)self->width * (size_t)self->height;
    if ((self->size - self->offset) / 2 < count) /* a blank before each digit */
        return heights_bad(self, head.line, "cut short", "must hold ncols x nrows numbers");
    TRY(heights_allocate(self));
    range values = {1e300, -1e300};
    for (size_t i = 0; i < count; i++)
        TRY(cell_read(self, &head, self->heights + i, &values));
    heights_word word;
    if (heights_next(self, &word))
        return bad_word(self, &word, "more numbers than ncols x nrows");
    if (values.most < values.least)
        return heights_bad(self, 0, "no height at all", "must hold a number that is no NODATA");
    double size = values.most - values.least;
    for (size_t i = 0; i < count; i++) {
        float *cell = self->heights + i;
        int is_level = *cell != *cell || !(size > 0.0); /* NaN, or all are alike */
        *cell = is_level ? 0.0f : (float)(((double)*cell - values.least) / size);
    }
    return RL_OK;
}

/* ---- formats ------------------------------------------------------------- */

static int starts_with(const heights_reader *self, const char *bytes, size_t size)
{
    return self->size >= size && memcmp(self->bytes, bytes, size) == 0;
}

/* A grid starts with a key of its header. */
static int is_asc(heights_reader *self)
{
    static const char first[] = "nxydc";
    if (starts_with(self, "\xef\xbb\xbf", 3))
        self->offset = 3;
    heights_reader ahead = *self;
    heights_word word;
    return heights_next(&ahead, &word) && word.size > 1 &&
           strchr(first, text_lower(word.bytes[0])) != NULL && word.bytes[0] != '\0';
}

static rl_status reader_run(heights_reader *self)
{
    if (self->size == 0)
        return heights_bad(self, 0, "an empty file", "must be a grey PNG, a PGM or an ESRI .asc");
    if (rl_recipe_is_png(self->bytes, self->size))
        return heights_read_png(self);
    if (starts_with(self, "P2", 2) || starts_with(self, "P5", 2))
        return heights_read_pgm(self);
    if (is_asc(self))
        return heights_read_asc(self);
    size_t shown = self->size < 8 ? self->size : 8;
    return heights_bad(self, 0, status_show((const char *)self->bytes, shown).text,
                       "must be a grey PNG, a PGM (P2, P5) or an ESRI .asc");
}

rl_status rl_heights_read(float **heights, int *width, int *height, const void *bytes, size_t size,
                          const char *place, const rl_allocator *allocator, rl_error *error)
{
    if (heights == NULL || width == NULL || height == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "heights: NULL: must be places for heights, width and height");
    *heights = NULL;
    *width = *height = 0;
    heights_reader self = {.bytes = bytes,
                           .size = bytes != NULL ? size : 0,
                           .line = 1,
                           .comment = '\n',
                           .place = place != NULL ? place : "heights",
                           .allocator = allocator,
                           .error = error};
    rl_status status = reader_run(&self);
    if (status != RL_OK) {
        memory_free(allocator, self.heights);
        return status;
    }
    *heights = self.heights;
    *width = self.width;
    *height = self.height;
    return status_clear(error);
}

void rl_heights_free(float *heights, const rl_allocator *allocator)
{
    memory_free(allocator, heights);
}
