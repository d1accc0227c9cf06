/* asc.c - ESRI ASCII grids: a header of names and numbers, then metres.
 *
 * In: a text from anywhere, as ArcGIS, GDAL, GRASS, SAGA or we write it: names in any
 * case and order, corner or centre, CR LF or LF, one cell size or dx and dy.  Out:
 * least..most as 0..1; where there is no data, 0.  The place on the earth is not
 * used, but must be numbers.
 */
#include "decode/heights.h"

#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"

#include <string.h>

/* ---- numbers ------------------------------------------------------------- */

/* What a float holds; beyond it nothing is a height, and many a NODATA_value is it. */
static const double largest = 3.4028235e38;

/* The digits of a number as an integer of at most 19 digits times a power of ten. */
typedef struct decimal {
    uint64_t digits;
    int power, any;
} decimal;

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *digits_read(decimal *parts, const char *text, const char *end, int after_point)
{
    for (; text < end && is_digit(*text); text++) {
        int keep = parts->digits < UINT64_C(1000000000000000000);
        if (keep)
            parts->digits = parts->digits * 10 + (uint64_t)(*text - '0');
        /* A digit left out counts ten times, one after the point a tenth. */
        if (parts->power < 100000 && parts->power > -100000)
            parts->power += !keep - after_point;
        parts->any = 1;
    }
    return text;
}

/* NULL when no digits follow the e. */
static const char *exponent_read(decimal *parts, const char *text, const char *end)
{
    int negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+'))
        text++;
    int power = 0;
    const char *start = text;
    for (; text < end && is_digit(*text); text++)
        if (power < 100000)
            power = power * 10 + (*text - '0');
    parts->power += negative ? -power : power;
    return text > start ? text : NULL;
}

/* Beyond 10^19 * 10^-60 nothing is left of a float, above 10^39 it overflows. */
static double decimal_value(const decimal *parts)
{
    double value = (double)parts->digits;
    int power = parts->power;
    if (parts->digits == 0 || power < -80)
        return 0.0;
    if (power > 40)
        return 1e300;
    double scale = 1.0, ten = 10.0;
    for (int n = power < 0 ? -power : power; n > 0; n /= 2, ten *= ten)
        if (n % 2 == 1)
            scale *= ten;
    return power < 0 ? value / scale : value * scale;
}

/* word_number reads "-12.5e3"; 0 when the word is no number or none of a float. */
static int word_number(double *value, const heights_word *word)
{
    const char *text = word->bytes, *end = text + word->size;
    decimal parts = {0, 0, 0};
    int negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+'))
        text++;
    text = digits_read(&parts, text, end, 0);
    if (text < end && *text == '.')
        text = digits_read(&parts, text + 1, end, 1);
    if (!parts.any)
        return 0;
    if (text < end && (*text == 'e' || *text == 'E'))
        text = exponent_read(&parts, text + 1, end);
    if (text != end)
        return 0;
    *value = decimal_value(&parts);
    if (*value > largest)
        return 0;
    *value = negative ? -*value : *value;
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

/* ---- the header ---------------------------------------------------------- */

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

static rl_status bad_word(const heights_reader *self, const heights_word *word, const char *rule)
{
    return heights_bad(self, word->line, status_show(word->bytes, word->size).text, rule);
}

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

/* ---- the cells ----------------------------------------------------------- */

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

rl_status heights_read_asc(heights_reader *self)
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
