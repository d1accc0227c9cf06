/* profile_csv.c - reads a CSV file whose rows are a height, or a distance and a height.
 *
 * The separator of columns is the first of `;`, tab and `,` that is in the first row of numbers;
 * numbers have a decimal point.  Empty lines and lines that begin with # are skipped, and the first
 * row may be a header.
 */
#include <string.h>

#include "base/span.h"
#include "base/text.h"
#include "decode/profile.h"

#define HEADER (-1) /* value of `columns` after the header and before the first row of numbers */

/* Returns the next line that is not skipped; its size is 0 at the end of the file. */
static span next_line(profile_reader *self)
{
    span row = {self->at, 0};
    while (self->at < self->end && row.size == 0) {
        self->line += self->at > self->begin;
        row = span_line(&self->at, self->end);
        if (row.size > 0 && *row.at == '#')
            row.size = 0;
    }
    return row;
}

/* Returns 1 if a field of the first row may be a name: it is no number, nor a word such as "nan"
 * that was meant as one. */
static int is_name(span text)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    double value;
    size_t sign = text.size > 0 && (*text.at == '-' || *text.at == '+');
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]), same = 0;
        while (text.size - sign == size && same < size &&
               text_lower(text.at[sign + same]) == words[i][same])
            same++;
        if (same == size)
            return 0;
    }
    char first = text.size > 0 ? text.at[sign < text.size ? sign : 0] : ' ';
    if (text.size > 0 && memchr(text.at, '\0', text.size) != NULL)
        return 0;
    return !profile_number(&value, text.at, text.size) && !(first >= '0' && first <= '9') &&
           first != '.';
}

/* Splits a row into at most three fields and returns their number. */
static int split(span row, char separator, span fields[3])
{
    const char *at = row.at, *end = row.at + row.size;
    int count = 0;
    while (count < 3) {
        const char *stop = separator != '\0' ? memchr(at, separator, (size_t)(end - at)) : NULL;
        fields[count++] = span_trimmed(at, stop != NULL ? stop : end);
        if (stop == NULL)
            break;
        at = stop + 1;
    }
    return count;
}

static rl_status read_number(const profile_reader *self, span text, span row, double *value)
{
    if (profile_number(value, text.at, text.size))
        return RL_OK;
    span shown = text.size > 0 ? text : row;
    return profile_bad(self, self->line, shown.at, shown.size,
                       "must be a finite number, such as 1234.5");
}

rl_status profile_csv(profile_reader *self, int *has)
{
    span fields[3], row = next_line(self);
    double before = self->point.way;
    *has = row.size > 0;
    if (!*has)
        return RL_OK;
    if (self->columns <= 0) { /* the separator is NUL if the row has none of these */
        const char *separator = ";\t,";
        while (*separator != '\0' && memchr(row.at, *separator, row.size) == NULL)
            separator++;
        self->separator = *separator;
    }
    int columns = split(row, self->separator, fields);
    if (self->columns == 0 && is_name(fields[0])) {
        self->columns = HEADER;
        return profile_csv(self, has); /* recurses once, as `columns` is not 0 any more */
    }
    if (columns > 2)
        return profile_bad(self, self->line, row.at, row.size,
                           "must be a height, or a distance and a height");
    if (self->columns > 0 && columns != self->columns)
        return profile_bad(self, self->line, row.at, row.size,
                           "must have as many columns as the first row");
    self->columns = columns;
    TRY(read_number(self, fields[columns - 1], row, &self->point.height));
    self->point.way = self->points;
    if (columns == 2)
        TRY(read_number(self, fields[0], row, &self->point.way));
    if (self->points++ > 0 && self->point.way < before)
        return profile_bad(self, self->line, fields[0].at, fields[0].size,
                           "a distance must not be less than the one before it");
    return RL_OK;
}
