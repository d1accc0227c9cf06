/* asc.c - reads heights of an ESRI ASCII grid: a header of names and numbers, then metres.
 *
 * Files of ArcGIS, GDAL, GRASS, SAGA and ridgeline differ in the case and order of names, and have
 * corner or centre of the lower left cell, cellsize or dx and dy, CR LF or LF.  A grid without
 * corner and centre is at 0, 0.
 */
#include "base/exact.h"
#include "base/text.h"
#include "decode/heights.h"

#include <string.h>

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
    double value[KEYS]; /* values of all keys except COLUMNS and ROWS */
    int hole_is_nan;    /* 1 = NODATA_value is "nan" */
    float hole;         /* NODATA_value, the number of cells without data */
    int line;           /* line of the last key that was read */
} header;

static rl_status value_read(heights_reader *self, header *head, int key, const heights_word *word)
{
    double number = 0.0;
    if (key == COLUMNS || key == ROWS) {
        int side = heights_integer(word, HEIGHTS_SIDE);
        *(key == COLUMNS ? &self->width : &self->height) = side;
        return side >= 1 ? RL_OK : heights_bad_word(self, word, "must be 1..16385");
    }
    if (key == NODATA && word_is(word, "nan")) {
        head->hole_is_nan = 1;
        return RL_OK;
    }
    if (!heights_number(&number, word))
        return heights_bad_word(self, word, "must be a number");
    if ((key == CELL || key == DX || key == DY) && !(number > 0.0))
        return heights_bad_word(self, word, "must be above 0");
    head->value[key] = number;
    head->hole = (float)head->value[NODATA];
    return RL_OK;
}

static rl_status pair_read(heights_reader *self, header *head, const heights_word *name)
{
    int key = 0;
    while (key < KEYS && !word_is(name, keys[key]))
        key++;
    if (key == KEYS)
        return heights_bad_word(self, name, "must be a key of an ESRI grid (ncols, nrows, ...)");
    if (head->has[key])
        return heights_bad_word(self, name, "given twice");
    head->has[key] = 1;
    head->line = name->line;
    heights_word word;
    if (!heights_next(self, &word))
        return heights_bad_word(self, name, "must have a value");
    return value_read(self, head, key, &word);
}

/* Reads the header, which ends before the first word that is no name. */
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

/* Reads the height of a cell; a cell without data becomes NaN. */
static rl_status cell_read(heights_reader *self, const header *head, float *cell)
{
    heights_word word;
    double number = 0.0;
    if (!heights_next(self, &word))
        return heights_bad(self, self->line, "cut short", "must hold ncols x nrows numbers");
    int hole = head->hole_is_nan && word_is(&word, "nan");
    if (!hole && !heights_number(&number, &word))
        return heights_bad_word(self, &word, "must be a number");
    *cell = (float)number;
    if (hole || (head->has[NODATA] && !head->hole_is_nan && *cell == head->hole))
        *cell = EXACT_NAN;
    return RL_OK;
}

/* Computes the georeference: xllcorner and yllcorner are the south-west corner of the lower left
 * cell, xllcenter and yllcenter its middle. */
static void reference_of(const heights_reader *self, const header *head, rl_georeference *made)
{
    const double *value = head->value;
    double cell_x = head->has[CELL] ? value[CELL] : value[DX];
    double cell_y = head->has[CELL] ? value[CELL] : value[DY];
    double west = head->has[X_CENTRE] ? value[X_CENTRE] - 0.5 * cell_x : value[X_CORNER];
    double south = head->has[Y_CENTRE] ? value[Y_CENTRE] - 0.5 * cell_y : value[Y_CORNER];
    made->is_placed = 1;
    made->west = west;
    made->north = south + self->height * cell_y;
    made->cell_x = cell_x;
    made->cell_y = cell_y;
    if (head->has[NODATA] && !head->hole_is_nan)
        made->nodata = value[NODATA];
}

static rl_status read_asc(heights_reader *self)
{
    header head = {.line = 1};
    TRY(header_read(self, &head));
    size_t count = (size_t)self->width * (size_t)self->height;
    if ((self->size - self->offset) / 2 < count) /* a number takes two bytes at least */
        return heights_bad(self, head.line, "cut short", "must hold ncols x nrows numbers");
    TRY(heights_allocate(self));
    for (size_t i = 0; i < count; i++)
        TRY(cell_read(self, &head, self->heights + i));
    heights_word word;
    if (heights_next(self, &word))
        return heights_bad_word(self, &word, "more numbers than ncols x nrows");
    reference_of(self, &head, &self->reference);
    return RL_OK;
}

/* Returns 1 if the first word begins with the first letter of a key. */
static int is_asc(heights_reader *self)
{
    static const char first[] = "nxydc";
    size_t start = heights_starts_with(self, "\xef\xbb\xbf", 3) ? 3 : 0;
    heights_reader ahead = *self;
    heights_word word;
    ahead.offset = start;
    if (!heights_next(&ahead, &word) || word.size < 2 ||
        strchr(first, text_lower(word.bytes[0])) == NULL || word.bytes[0] == '\0')
        return 0;
    self->offset = start;
    return 1;
}

const heights_format heights_asc = {is_asc, read_asc};
