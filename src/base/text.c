/* text.c - converts numbers, colours and text from outside, and finds the nearest name. */
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ONE INT64_C(1000000000)
#define REAL_LIMIT INT64_C(1000000000)

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits into *value; returns the first byte after them, or NULL if the number exceeds
 * `limit`. */
static const char *read_digits(uint64_t *value, const char *text, uint64_t limit)
{
    *value = 0;
    for (; is_digit(*text); text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (*value > (limit - digit) / 10)
            return NULL;
        *value = *value * 10 + digit;
    }
    return text;
}

int text_to_real(double *value, const char *text)
{
    int negative = *text == '-';
    const char *start = text + negative;
    uint64_t whole;
    const char *rest = read_digits(&whole, start, (uint64_t)REAL_LIMIT);
    if (rest == NULL || (rest == start && *rest != '.'))
        return 0;
    uint64_t fraction = 0;
    if (*rest == '.') {
        const char *digits = rest + 1;
        int64_t unit = ONE;
        for (rest = digits; is_digit(*rest) && rest - digits < TEXT_PLACES; rest++) {
            unit /= 10;
            fraction += (uint64_t)(*rest - '0') * (uint64_t)unit;
        }
        if (rest == digits)
            return 0;
    }
    if (*rest != '\0' || (whole == (uint64_t)REAL_LIMIT && fraction > 0))
        return 0;
    /* One exactly rounded division gives the double nearest to the decimal text. */
    double magnitude = (double)(int64_t)(whole * (uint64_t)ONE + fraction) / (double)ONE;
    *value = negative && magnitude > 0.0 ? -magnitude : magnitude;
    return 1;
}

/* Returns the whole number of 1e-9 nearest to `value`; 0 if text cannot hold it. */
static int64_t to_places(double value)
{
    double scaled = value * (double)ONE;
    if (!(scaled > -9e18 && scaled < 9e18)) /* NaN, or too large */
        return 0;
    if (scaled >= 0.0)
        return (int64_t)(scaled + 0.5);
    return -(int64_t)(0.5 - scaled);
}

double text_round(double value)
{
    return (double)to_places(value) / (double)ONE;
}

void text_from_real(char text[TEXT_REAL_SIZE], double value)
{
    int64_t places = to_places(value);
    uint64_t magnitude = places < 0 ? (uint64_t)-places : (uint64_t)places;
    char reversed[TEXT_REAL_SIZE];
    int used = 0;
    int place = 0;
    int shown = 0; /* 1 after the first digit that is shown: trailing zeros are not */
    do {
        char digit = (char)('0' + magnitude % 10);
        magnitude /= 10;
        if (place == TEXT_PLACES && shown)
            reversed[used++] = '.';
        if (place >= TEXT_PLACES || digit != '0' || shown) {
            reversed[used++] = digit;
            shown = shown || place < TEXT_PLACES;
        }
        place++;
    } while (magnitude > 0 || place <= TEXT_PLACES);
    int out = 0;
    if (places < 0)
        text[out++] = '-';
    while (used > 0)
        text[out++] = reversed[--used];
    text[out] = '\0';
}

real_text text_real(double value)
{
    real_text real;
    text_from_real(real.text, value);
    return real;
}

/* Writes fifteen digits from the first that is not 0; `part` are those after the point. */
void text_from_exact(char text[TEXT_EXACT_SIZE], double value)
{
    double size = value < 0.0 ? -value : value;
    uint64_t whole = size < 1e15 ? (uint64_t)size : UINT64_C(1000000000000000);
    double rest = size < 1e15 ? size - (double)whole : 0.0, ten = 1.0;
    int places = 0, digits = 0;
    for (uint64_t w = whole; w > 0; w /= 10)
        digits++;
    for (; places < 29 && (whole > 0 ? digits + places < 15 : rest * ten < 1e14); places++)
        ten *= 10;
    uint64_t part = (uint64_t)(rest * ten + 0.5);
    if ((double)part >= ten) { /* rounded up, as 0.9999999999999999 */
        whole++;
        part = 0;
    }
    for (; places > 0 && part % 10 == 0; places--)
        part /= 10;
    int used = snprintf(text, TEXT_EXACT_SIZE, "%s%" PRIu64,
                        value < 0.0 && size >= 1e-15 ? "-" : "", whole);
    if (places > 0 && part > 0)
        (void)snprintf(text + used, (size_t)(TEXT_EXACT_SIZE - used), ".%0*" PRIu64, places, part);
}

int text_to_integer(int64_t *value, const char *text, int64_t min, int64_t max)
{
    int negative = *text == '-';
    const char *start = text + negative;
    uint64_t magnitude;
    const char *rest = read_digits(&magnitude, start, (uint64_t)INT64_MAX + (unsigned)negative);
    if (rest == NULL || rest == start || *rest != '\0')
        return 0;
    int64_t result = negative && magnitude > 0 ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    if (result < min || result > max)
        return 0;
    *value = result;
    return 1;
}

int text_to_u64(uint64_t *value, const char *text)
{
    uint64_t result;
    const char *rest = read_digits(&result, text, UINT64_MAX);
    if (rest == NULL || rest == text || *rest != '\0')
        return 0;
    *value = result;
    return 1;
}

/* Returns the value of a hexadecimal digit, or -1. */
static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    c = text_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int text_to_colour(rl_colour *colour, const char *text)
{
    if (*text == '#')
        text++;
    size_t length = strlen(text);
    if (length != 3 && length != 6)
        return 0;
    rl_colour result = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0)
            return 0;
        result = result * 16 + digit;
        if (length == 3)
            result = result * 16 + digit;
    }
    *colour = result;
    return 1;
}

int text_cut(char *part, size_t room, const char *text, size_t size)
{
    if (size >= room)
        return 0;
    memcpy(part, text, size);
    part[size] = '\0';
    return 1;
}

char text_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

size_t text_character(const char *bytes, size_t size)
{
    const unsigned char *s = (const unsigned char *)bytes;
    if (size == 0 || s[0] < 0x80)
        return size > 0;
    size_t length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                    : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                    : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                                  : 0;
    if (length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, code points above U+10FFFF. */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

/* Ranges of code points above ASCII that control a terminal, reorder its line or are invisible. */
static const uint32_t unsafe[][2] = {
    {0x80, 0x9f},     /* C1 controls */
    {0x061c, 0x061c}, /* marks of direction */
    {0x200b, 0x200f},   {0x2028, 0x202e}, {0x2060, 0x206f},
    {0xfeff, 0xfeff},   {0xfff9, 0xffff}, /* annotations, noncharacters */
    {0xe0000, 0xe0fff},                   /* tags */
};

size_t text_printable(const char *bytes, size_t size)
{
    const unsigned char *s = (const unsigned char *)bytes;
    size_t length = text_character(bytes, size);
    if (length < 2)
        return length > 0 && s[0] >= 0x20 && s[0] < 0x7f;
    uint32_t code = s[0] & (0xffU >> (length + 1));
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (s[i] & 0x3fU);
    for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++)
        if (code >= unsafe[i][0] && code <= unsafe[i][1])
            return 0;
    return length;
}

size_t text_escape(char *dst, size_t *written, const char *bytes, size_t size)
{
    static const char digit[] = "0123456789abcdef";
    size_t length = text_printable(bytes, size);
    if (length > 0) {
        memcpy(dst, bytes, length);
        *written = length;
        return length;
    }
    dst[0] = '\\';
    dst[1] = 'x';
    dst[2] = digit[(unsigned char)bytes[0] >> 4];
    dst[3] = digit[(unsigned char)bytes[0] & 15];
    *written = 4;
    return 1;
}

size_t text_show(char *dst, size_t most, const char *bytes, size_t size)
{
    size_t used = 0, done = 0, written;
    while (done < size && used < most) {
        done += text_escape(dst + used, &written, bytes + done, size - done);
        used += written;
    }
    if (done < size) {
        memcpy(dst + used, "...", 3);
        used += 3;
    }
    dst[used] = '\0';
    return used;
}

int text_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Length of the longest words that are compared, bytes. */
#define WORD 64

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

/* Returns the optimal string alignment distance (restricted Damerau-Levenshtein, 1964), without
 * regard to case: insertions, deletions, substitutions and swaps of neighbours each cost 1.  It is
 * WORD for longer words. */
static int distance(const char *a, const char *b)
{
    size_t m = strlen(a);
    size_t n = strlen(b);
    if (m > WORD || n > WORD)
        return WORD;
    int row[3][WORD + 1];
    for (size_t j = 0; j <= n; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int *now = row[i % 3];
        const int *last = row[(i + 2) % 3];
        const int *before = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            char ca = text_lower(a[i - 1]);
            char cb = text_lower(b[j - 1]);
            now[j] = min_int(min_int(last[j] + 1, now[j - 1] + 1), last[j - 1] + (ca != cb));
            if (i > 1 && j > 1 && ca == text_lower(b[j - 2]) && text_lower(a[i - 2]) == cb)
                now[j] = min_int(now[j], before[j - 2] + 1);
        }
    }
    return row[m % 3][n];
}

const char *rl_nearest(const char *word, const char *const *names, size_t count)
{
    int limit = (int)(strlen(word) / 3);
    int best = limit < 2 ? 2 : limit;
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        int d = distance(word, names[i]);
        /* A word that keeps no letter of the name, at its length as distance, is no typo of it. */
        if (d <= best && d < (int)strlen(names[i]) && (nearest == NULL || d < best)) {
            best = d;
            nearest = names[i];
        }
    }
    return nearest;
}

/* Encodes groups of three bytes as four letters of six bits. */
void text_base64(char *text, const uint8_t *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = 0;
        for (size_t k = i; k < i + 3; k++)
            word = word << 8 | (k < size ? bytes[k] : 0);
        for (size_t k = 0; k < 4; k++)
            *text++ = i + k > size ? '=' : letters[word >> (18 - 6 * k) & 63];
    }
    *text = '\0';
}
