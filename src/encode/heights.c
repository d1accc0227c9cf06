/* heights.c - services for formats of heights: samples of 16 bits, numbers as text, and the default
 * georeference.
 */
#include "encode/encoder.h"

#include <string.h>

/* Values of cells without data: the usual one, and one below the floor of every sea, which is up to
 * 1e6 metres deep.  Floats hold both exactly. */
static const double nodata_usual = -9999.0, nodata_deep = -9999999.0;

const rl_georeference *encoder_reference(const picture_info *info, rl_georeference *made)
{
    if (info->reference != NULL)
        return info->reference;
    int is_above = heights_metres(info, info->least) > nodata_usual;
    *made = (rl_georeference){.cell_x = info->cell,
                              .cell_y = info->cell,
                              .metres_x = info->cell,
                              .metres_y = info->cell,
                              .north = info->cell * info->height,
                              .nodata = is_above ? nodata_usual : nodata_deep};
    return made;
}

/* ---- samples ------------------------------------------------------------ */

#define SAMPLE_MOST 65535.0

/* Returns the sample of t, 0..1 from the lowest to the highest height; NaN is the lowest. */
static inline unsigned sample_of(double t)
{
    t = t > 0.0 ? t : 0.0;
    t = t < 1.0 ? t : 1.0;
    return (unsigned)(int)(t * SAMPLE_MOST + 0.5);
}

static inline void sample_put(unsigned char *out, unsigned sample, int big_endian)
{
    unsigned turned = big_endian ? sample : (sample << 8 | sample >> 8);
    out[0] = (unsigned char)(turned >> 8 & 255);
    out[1] = (unsigned char)(turned & 255);
}

void heights_pack(encoder *self, const float *row, int big_endian)
{
    double low = self->info.low, range = self->info.high - low;
    unsigned char *out = self->line;
    size_t width = (size_t)self->info.width;
    /* The range 0..1, which is the most common, needs no division. */
    if (low == 0.0 && range == 1.0)
        for (size_t x = 0; x < width; x++)
            sample_put(out + 2 * x, sample_of((double)row[x]), big_endian);
    else
        for (size_t x = 0; x < width; x++) {
            double t = range > 0.0 ? ((double)row[x] - low) / range : 0.0;
            sample_put(out + 2 * x, sample_of(t), big_endian);
        }
}

/* ---- numbers as text ----------------------------------------------------------
 *
 * The text is that of printf's %.9g in the C locale, but made without printf, whose decimal point
 * depends on the locale.  The nine digits are exact: the nearest to the value, ties to even.
 */

/* 10^0 .. 10^22, which are exact doubles.  So for 1e-14 <= value < 1e31 the nine digits need only
 * one multiplication or division, by 10^|shift|. */
static const double powers[23] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

static const double too_small = 1e-14, too_large = 1e30;

/* A number: digits * 10^(power - 8). */
typedef struct decimal {
    uint32_t digits; /* nine digits, 1e8 .. 1e9 - 1 */
    int power;
} decimal;

/* An exact product as the sum high + low; high is the rounded product. */
typedef struct product {
    double high, low;
} product;

/* Returns the exact product of a and b, by halves of 26 bits, whose products are exact: T. J.
 * Dekker, "A floating-point technique for extending the available precision", Numerische
 * Mathematik 18 (1971). */
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

/* Returns value * 10^shift, rounded once. */
static double scale_by(double value, int shift)
{
    return shift >= 0 ? value * powers[shift] : value / powers[-shift];
}

/* Fractions of the scaled value between which it cannot decide how to round to nine digits, since
 * it is wrong by up to 1e9 * 2^-53 = 1.2e-7. */
#define HALF_LOW 0.499999
#define HALF_HIGH 0.500001

/* Returns a value of 1e-14..1e30 as nine digits and a power of ten.  A scaled value that was only
 * rounded up to 1e9 gives the same digits with the next power.  It is never below 1e8, as that is a
 * double and rounding keeps order. */
static decimal decimal_of(double value)
{
    /* The power is floor(log10(value)) or one less: 1233 / 4096 is a little less than log10(2), and
     * the multiples of both that occur here have the same integer parts. */
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int two = (int)(bits >> 52 & 2047) - 1023;
    int power = two >= 0 ? two * 1233 / 4096 : -((-two * 1233 + 4095) / 4096);
    if (power < -14)
        power = -14;
    double scaled = scale_by(value, 8 - power);
    if (scaled >= 1e9)
        scaled = scale_by(value, 8 - ++power);
    uint32_t whole = (uint32_t)scaled;
    double rest = scaled - (double)whole;
    int shift = 8 - power, is_above = rest > 0.5;
    /* Near a half, the exact product decides: `side` has the sign of value * 10^shift - middle.
     * Its first difference is exact, as both numbers are within a factor of two. */
    if (rest >= HALF_LOW && rest <= HALF_HIGH) {
        double middle = (double)whole + 0.5;
        product p =
            shift >= 0 ? product_of(value, powers[shift]) : product_of(middle, powers[-shift]);
        double side = shift >= 0 ? (p.high - middle) + p.low : (value - p.high) - p.low;
        is_above = side > 0.0 || (side == 0.0 && whole % 2 == 1);
    }
    whole += (uint32_t)is_above;
    return whole < 1000000000 ? (decimal){whole, power} : (decimal){100000000, power + 1};
}

static char *put(char *end, const char *bytes, int count)
{
    memcpy(end, bytes, (size_t)count);
    return end + count;
}

int asc_number(char *text, double value)
{
    double size = value < 0.0 ? -value : value;
    if (!(size < too_large))
        return (int)(put(text, "-9999", 5) - text);
    if (size < too_small)
        return (int)(put(text, "0", 1) - text);
    decimal parts = decimal_of(size);
    char digit[9], *end = text;
    for (int i = 8; i >= 0; i--, parts.digits /= 10)
        digit[i] = (char)('0' + parts.digits % 10);
    int count = 9, power = parts.power, whole = power + 1;
    while (count > 1 && digit[count - 1] == '0')
        count--;
    if (value < 0.0)
        *end++ = '-';
    /* The rule by which %.9g chooses between %e and %f (C11 7.21.6.1). */
    int is_scientific = power < -4 || power >= 9;
    if (is_scientific)
        whole = 1;
    if (!is_scientific && power < 0) {
        end = put(end, "0.0000", 1 - power);
        end = put(end, digit, count);
    } else if (count <= whole) {
        end = put(end, digit, count);
        end = put(end, "000000000", whole - count);
    } else {
        end = put(end, digit, whole);
        *end++ = '.';
        end = put(end, digit + whole, count - whole);
    }
    if (is_scientific) {
        int exponent = power < 0 ? -power : power;
        *end++ = 'e';
        *end++ = power < 0 ? '-' : '+';
        *end++ = (char)('0' + exponent / 10);
        *end++ = (char)('0' + exponent % 10);
    }
    return (int)(end - text);
}
