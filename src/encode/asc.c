/* asc.c - heights as an ESRI ASCII grid: metres, as text.
 *
 * In: rows of heights.  Out: six lines of header and a line for each row, north (top)
 * first, numbers as %.9g in the C locale has them.  They are written without printf,
 * whose decimal point is the locale's, and are exact: the nine digits nearest to the
 * value, ties to even.
 */
#include "encode/heights.h"

#include "base/status.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* 10^0 .. 10^22 are doubles without error; so 10^8 is between the digits of a
 * number and its value for 1e-14 <= number < 1e31. */
static const double powers[23] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

static const double too_small = 1e-14, too_large = 1e30;

/* The digits of a number: nine of them as an integer 1e8 .. 1e9 - 1, times
 * 10^(power - 8). */
typedef struct decimal {
    uint32_t digits;
    int power;
} decimal;

/* ---- rounding ------------------------------------------------------------ */

typedef struct product {
    double high, low; /* the exact product is their sum */
} product;

/* T. J. Dekker, "A floating-point technique for extending the available precision",
 * Numerische Mathematik 18 (1971): halves of 26 bits, whose products are exact. */
static product product_of(double a, double b)
{
    const double split = 134217729.0; /* 2^27 + 1 */
    double ca = split * a, cb = split * b;
    double a1 = ca - (ca - a), b1 = cb - (cb - b);
    double a2 = a - a1, b2 = b - b1;
    product p = {a * b, 0.0};
    p.low = ((a1 * b1 - p.high) + a1 * b2 + a2 * b1) + a2 * b2;
    return p;
}

/* Negative, 0 or positive as value * 10^shift is below, at or above `middle`, which is
 * so near that the first difference is exact. */
static double side_of(double value, int shift, double middle)
{
    if (shift >= 0) {
        product p = product_of(value, powers[shift]);
        return (p.high - middle) + p.low;
    }
    product p = product_of(middle, powers[-shift]);
    return (value - p.high) - p.low;
}

/* The first product is wrong by at most 1e9 * 2^-53 = 1.2e-7: the digits are in doubt
 * only when it is about that near to a half. */
static uint32_t round_scaled(double value, int shift, double scaled)
{
    uint32_t whole = (uint32_t)scaled;
    double rest = scaled - (double)whole;
    if (rest < 0.499999 || rest > 0.500001)
        return whole + (rest > 0.5);
    double side = side_of(value, shift, (double)whole + 0.5);
    return whole + (side > 0.0 || (side == 0.0 && whole % 2 == 1));
}

static double scale_by(double value, int shift)
{
    return shift >= 0 ? value * powers[shift] : value / powers[-shift];
}

/* floor(log10(value)) or one less: 1233 / 4096 is a little less than log10(2), and within 2^-47
 * no multiple of either passes a whole number that the other does not. */
static int power_guess(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int two = (int)(bits >> 52 & 2047) - 1023;
    return two >= 0 ? two * 1233 / 4096 : -((-two * 1233 + 4095) / 4096);
}

/* Where the product reaches 1e9 by its own rounding, both sides give the same digits; it
 * never falls below 1e8, for that is a double and rounding keeps order. */
static decimal decimal_of(double value)
{
    int power = power_guess(value);
    if (power < -14)
        power = -14;
    double scaled = scale_by(value, 8 - power);
    if (scaled >= 1e9)
        scaled = scale_by(value, 8 - ++power);
    decimal parts = {round_scaled(value, 8 - power, scaled), power};
    if (parts.digits >= 1000000000)
        parts = (decimal){100000000, power + 1};
    return parts;
}

/* ---- text ---------------------------------------------------------------- */

/* The digits without the zeros at their end; returns how many there are. */
static int digits_cut(char digit[9], uint32_t digits)
{
    for (int i = 8; i >= 0; i--, digits /= 10)
        digit[i] = (char)('0' + digits % 10);
    int count = 9;
    while (count > 1 && digit[count - 1] == '0')
        count--;
    return count;
}

static char *put(char *end, const char *bytes, int count)
{
    memcpy(end, bytes, (size_t)count);
    return end + count;
}

static char *put_scientific(char *end, const char *digit, int count, int power)
{
    *end++ = digit[0];
    if (count > 1) {
        *end++ = '.';
        end = put(end, digit + 1, count - 1);
    }
    int size = power < 0 ? -power : power;
    *end++ = 'e';
    *end++ = power < 0 ? '-' : '+';
    *end++ = (char)('0' + size / 10);
    *end++ = (char)('0' + size % 10);
    return end;
}

static char *put_fixed(char *end, const char *digit, int count, int power)
{
    if (power < 0) {
        end = put(end, "0.0000", 1 - power);
        return put(end, digit, count);
    }
    int whole = power + 1;
    if (count <= whole) {
        end = put(end, digit, count);
        return put(end, "000000000", whole - count);
    }
    end = put(end, digit, whole);
    *end++ = '.';
    return put(end, digit + whole, count - whole);
}

int asc_number(char *text, double value)
{
    double size = value < 0.0 ? -value : value;
    if (!(size < too_large))
        return (int)(put(text, "-9999", 5) - text);
    if (size < too_small)
        return (int)(put(text, "0", 1) - text);
    decimal parts = decimal_of(size);
    char digit[9];
    int count = digits_cut(digit, parts.digits);
    char *end = text;
    if (value < 0.0)
        *end++ = '-';
    /* The rule of %g for nine digits (C11 7.21.6.1). */
    if (parts.power < -4 || parts.power >= 9)
        end = put_scientific(end, digit, count, parts.power);
    else
        end = put_fixed(end, digit, count, parts.power);
    return (int)(end - text);
}

/* ---- the format ---------------------------------------------------------- */

static rl_status asc_start(heights_encoder *self, rl_error *error)
{
    char cell[TEXT_REAL_SIZE], header[256];
    text_from_real(cell, self->info.cell);
    (void)snprintf(header, sizeof header,
                   "ncols        %d\nnrows        %d\nxllcorner    0\nyllcorner    0\n"
                   "cellsize     %s\nNODATA_value -9999\n",
                   self->info.width, self->info.height, cell);
    return rl_sink_write(self->sink, header, strlen(header), error);
}

static rl_status asc_row(heights_encoder *self, const float *row, rl_error *error)
{
    char *line = (char *)self->bytes;
    size_t used = 0;
    for (int x = 0; x < self->info.width; x++) {
        used += (size_t)asc_number(line + used, (double)row[x] * self->info.relief);
        line[used++] = ' ';
    }
    line[used - 1] = '\n';
    return rl_sink_write(self->sink, line, used, error);
}

const heights_format heights_asc = {
    .about = {.name = "asc", .ending = ".asc", .meaning = "ESRI ASCII grid, metres", .is_text = 1},
    .sample_bytes = ASC_NUMBER_SIZE + 1,
    .start = asc_start,
    .row = asc_row,
};
