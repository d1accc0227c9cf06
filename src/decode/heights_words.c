/* heights_words.c - reads words and numbers of text files of heights, independently of the locale.
 */
#include "base/text.h"
#include "decode/heights.h"

/* Returns 1 for a blank.  Those of ASCII from tab to CR have consecutive codes. */
static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int heights_next(heights_reader *self, heights_word *word)
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

int heights_integer(const heights_word *word, int max)
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

/* Greatest float.  Larger numbers are refused; this one is not, as many files have it as
 * NODATA_value. */
static const double largest = 3.4028235e38;

/* Returns digits * 10^power; `digits` is below 10^19.  For powers below -80 the result, as a float,
 * is 0; for powers above 40 it is beyond the floats. */
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

/* Magnitude at which powers of ten stop growing, far beyond the powers of floats. */
enum { POWER_MOST = 100000 };

int heights_number(double *value, const heights_word *word)
{
    const char *text = word->bytes, *end = text + word->size;
    uint64_t digits = 0; /* up to 19 digits */
    int power = 0, has_digits = 0, has_point = 0, exponent = 0;
    int is_negative = text < end && *text == '-';
    text += text < end && (*text == '-' || *text == '+');
    for (;; text++, has_point = 1) {
        for (; text < end && is_digit(*text); text++) {
            int is_kept = digits < UINT64_C(1000000000000000000);
            if (is_kept)
                digits = digits * 10 + (uint64_t)(*text - '0');
            /* A digit that is not kept multiplies by 10; a digit after the point divides by 10. */
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
