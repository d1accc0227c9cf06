/* colour.c - conversions between sRGB, linear light and OKLab. */
#include "base/colour.h"

#include "base/colour_spaces.h"
#include "base/exact.h"

double colour_decode(double encoded)
{
    if (encoded <= SRGB_DARK_ENCODED)
        return encoded / SRGB_SLOPE;
    return exact_pow((encoded + SRGB_OFFSET) / SRGB_SCALE, SRGB_GAMMA);
}

double colour_encode(double linear)
{
    if (linear <= SRGB_DARK_LINEAR)
        return linear * SRGB_SLOPE;
    return SRGB_SCALE * exact_pow(linear, 1.0 / SRGB_GAMMA) - SRGB_OFFSET;
}

linear_rgb colour_to_linear(rl_colour colour)
{
    linear_rgb light = {
        colour_decode((colour >> 16 & 255) / 255.0),
        colour_decode((colour >> 8 & 255) / 255.0),
        colour_decode((colour & 255) / 255.0),
    };
    return light;
}

static rl_colour to_byte(double linear)
{
    return (rl_colour)(colour_encode(exact_clamp(linear, 0.0, 1.0)) * 255.0 + 0.5);
}

rl_colour colour_from_linear(linear_rgb light)
{
    return to_byte(light.r) << 16 | to_byte(light.g) << 8 | to_byte(light.b);
}

static double dot(const double row[3], double x, double y, double z)
{
    return row[0] * x + row[1] * y + row[2] * z;
}

oklab colour_linear_to_oklab(linear_rgb c)
{
    double l = exact_cbrt(dot(oklab_lms_of_rgb[0], c.r, c.g, c.b));
    double m = exact_cbrt(dot(oklab_lms_of_rgb[1], c.r, c.g, c.b));
    double s = exact_cbrt(dot(oklab_lms_of_rgb[2], c.r, c.g, c.b));
    oklab lab = {
        dot(oklab_of_roots[0], l, m, s),
        dot(oklab_of_roots[1], l, m, s),
        dot(oklab_of_roots[2], l, m, s),
    };
    return lab;
}

linear_rgb colour_oklab_to_linear(oklab c)
{
    double l = dot(oklab_roots_of[0], c.l, c.a, c.b);
    double m = dot(oklab_roots_of[1], c.l, c.a, c.b);
    double s = dot(oklab_roots_of[2], c.l, c.a, c.b);
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    linear_rgb light = {
        dot(oklab_rgb_of_lms[0], l, m, s),
        dot(oklab_rgb_of_lms[1], l, m, s),
        dot(oklab_rgb_of_lms[2], l, m, s),
    };
    return light;
}

oklab colour_to_oklab(rl_colour colour)
{
    return colour_linear_to_oklab(colour_to_linear(colour));
}

rl_colour colour_from_oklab(oklab lab)
{
    return colour_from_linear(colour_oklab_to_linear(lab));
}

oklab colour_mix_oklab(oklab a, oklab b, double t)
{
    oklab mixed = {exact_mix(a.l, b.l, t), exact_mix(a.a, b.a, t), exact_mix(a.b, b.b, t)};
    return mixed;
}

linear_rgb colour_mix_linear(linear_rgb a, linear_rgb b, double t)
{
    linear_rgb mixed = {exact_mix(a.r, b.r, t), exact_mix(a.g, b.g, t), exact_mix(a.b, b.b, t)};
    return mixed;
}

double colour_chroma(oklab lab)
{
    return exact_sqrt(lab.a * lab.a + lab.b * lab.b);
}

/* How colour_tint reduces the chroma of a colour until it is inside the gamut of sRGB. */
static const struct {
    double grey;        /* chroma up to which a colour counts as grey */
    double least, most; /* limits of linear light that still round to 0 and to 255 */
    double shrink;      /* factor of chroma per attempt */
    int attempts;       /* largest number of attempts: leaves a twentieth of the chroma */
} gamut = {.grey = 0.002, .least = -0.0005, .most = 1.0005, .shrink = 0.88, .attempts = 24};

rl_colour colour_tint(rl_colour like, double l, double c)
{
    oklab hue = colour_to_oklab(like);
    double chroma = colour_chroma(hue);
    double scale = chroma > gamut.grey ? c / chroma : 0.0;
    oklab tint = {exact_clamp(l, 0.0, 1.0), hue.a * scale, hue.b * scale};
    for (int i = 0; i < gamut.attempts; i++) {
        linear_rgb light = colour_oklab_to_linear(tint);
        if (exact_min(light.r, exact_min(light.g, light.b)) > gamut.least &&
            exact_max(light.r, exact_max(light.g, light.b)) < gamut.most)
            break;
        tint.a *= gamut.shrink;
        tint.b *= gamut.shrink;
    }
    return colour_from_oklab(tint);
}

void tone_init(tone_tables *tables)
{
    for (uint32_t i = 0; i <= TONE_OCTAVES * TONE_PIECES; i++) {
        uint32_t bits = TONE_LOWEST_BITS + (i << 16);
        float linear;
        memcpy(&linear, &bits, sizeof linear);
        tables->encode[i] = (float)colour_encode((double)linear);
    }
    for (int i = 0; i <= TONE_DECODE_PIECES; i++)
        tables->decode[i] = (float)colour_decode((double)i / TONE_DECODE_PIECES);
}
