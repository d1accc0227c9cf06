/* profile_csv.c - reads a CSV file whose rows are a height, or a distance and a height.
 *
 * The separator of columns is the first of `;`, tab and `,` that is in the first row of numbers;
 * numbers have a decimal point.  Empty lines and lines that begin with # are skipped, and the first
 * row may be a header.
 */
#include <string.h>

#include "base/text.h"
#include "decode/profile.h"

#define HEADER (-1) /* value of `columns` after the header and before the first row of numbers */

typedef struct field {
    const char *text;
    size_t size;
} field;

static field trimmed(const char *begin, const char *end)
{
    while (begin < end && text_is_blank(*begin))
        begin++;
    while (end > begin && text_is_blank(end[-1]))
        end--;
    return (field){begin, (size_t)(end - begin)};
}

/* Returns the next line that is not skipped, without blanks at its ends; its size is 0 at the end
 * of the file. */
static field next_line(profile_reader *self)
{
    field row = {self->at, 0};
    while (self->at < self->end && row.size == 0) {
        const char *stop = memchr(self->at, '\n', (size_t)(self->end - self->at));
        stop = stop != NULL ? stop : self->end;
        row = trimmed(self->at, stop);
        if (row.size > 0 && *row.text == '#')
            row.size = 0;
        if (self->at > self->begin)
            self->line++;
        self->at = stop < self->end ? stop + 1 : stop;
    }
    return row;
}

/* Returns 1 if a field of the first row may be a name: it is no number, nor a word such as "nan"
 * that was meant as one. */
static int is_name(field text)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    double value;
    size_t sign = text.size > 0 && (*text.text == '-' || *text.text == '+');
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]), same = 0;
        while (text.size - sign == size && same < size &&
               text_lower(text.text[sign + same]) == words[i][same])
            same++;
        if (same == size)
            return 0;
    }
    char first = text.size > 0 ? text.text[sign < text.size ? sign : 0] : ' ';
    if (text.size > 0 && memchr(text.text, '\0', text.size) != NULL)
        return 0;
    return !profile_number(&value, text.text, text.size) && !(first >= '0' && first <= '9') &&
           first != '.';
}

/* Splits a row into at most three fields and returns their number. */
static int split(field row, char separator, field fields[3])
{
    const char *at = row.text, *end = row.text + row.size;
    int count = 0;
    while (count < 3) {
        const char *stop = separator != '\0' ? memchr(at, separator, (size_t)(end - at)) : NULL;
        fields[count++] = trimmed(at, stop != NULL ? stop : end);
        if (stop == NULL)
            break;
        at = stop + 1;
    }
    return count;
}

static rl_status read_number(const profile_reader *self, field text, field row, double *value)
{
    if (profile_number(value, text.text, text.size))
        return RL_OK;
    field shown = text.size > 0 ? text : row;
    return profile_bad(self, self->line, shown.text, shown.size,
                       "must be a finite number, such as 1234.5");
}

rl_status profile_csv(profile_reader *self, int *has)
{
    field fields[3], row = next_line(self);
    double before = self->point.way;
    *has = row.size > 0;
    if (!*has)
        return RL_OK;
    if (self->columns <= 0) { /* the separator is NUL if the row has none of these */
        const char *separator = ";\t,";
        while (*separator != '\0' && memchr(row.text, *separator, row.size) == NULL)
            separator++;
        self->separator = *separator;
    }
    int columns = split(row, self->separator, fields);
    if (self->columns == 0 && is_name(fields[0])) {
        self->columns = HEADER;
        return profile_csv(self, has); /* recurses once, as `columns` is not 0 any more */
    }
    if (columns > 2)
        return profile_bad(self, self->line, row.text, row.size,
                           "must be a height, or a distance and a height");
    if (self->columns > 0 && columns != self->columns)
        return profile_bad(self, self->line, row.text, row.size,
                           "must have as many columns as the first row");
    self->columns = columns;
    TRY(read_number(self, fields[columns - 1], row, &self->point.height));
    self->point.way = self->points;
    if (columns == 2)
        TRY(read_number(self, fields[0], row, &self->point.way));
    if (self->points++ > 0 && self->point.way < before)
        return profile_bad(self, self->line, fields[0].text, fields[0].size,
                           "a distance must not be less than the one before it");
    return RL_OK;
}
