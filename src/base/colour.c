/* colour.c - conversions between sRGB, linear light and OKLab. */
#include "base/colour.h"

#include "base/exact.h"

double colour_decode(double encoded)
{
    if (encoded <= 0.04045)
        return encoded / 12.92;
    return exact_pow((encoded + 0.055) / 1.055, 2.4);
}

double colour_encode(double linear)
{
    if (linear <= 0.0031308)
        return linear * 12.92;
    return 1.055 * exact_pow(linear, 1.0 / 2.4) - 0.055;
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

/* The matrices of OKLab's definition for linear sRGB. */
oklab colour_linear_to_oklab(linear_rgb c)
{
    double l = exact_cbrt(0.4122214708 * c.r + 0.5363325363 * c.g + 0.0514459929 * c.b);
    double m = exact_cbrt(0.2119034982 * c.r + 0.6806995451 * c.g + 0.1073969566 * c.b);
    double s = exact_cbrt(0.0883024619 * c.r + 0.2817188376 * c.g + 0.6299787005 * c.b);
    oklab lab = {
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    };
    return lab;
}

linear_rgb colour_oklab_to_linear(oklab c)
{
    double l = c.l + 0.3963377774 * c.a + 0.2158037573 * c.b;
    double m = c.l - 0.1055613458 * c.a - 0.0638541728 * c.b;
    double s = c.l - 0.0894841775 * c.a - 1.2914855480 * c.b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    linear_rgb light = {
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
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

rl_colour colour_tint(rl_colour like, double l, double c)
{
    oklab hue = colour_to_oklab(like);
    double chroma = colour_chroma(hue);
    double scale = chroma > 0.002 ? c / chroma : 0.0;
    oklab tint = {exact_clamp(l, 0.0, 1.0), hue.a * scale, hue.b * scale};
    for (int i = 0; i < 24; i++) {
        linear_rgb light = colour_oklab_to_linear(tint);
        if (exact_min(light.r, exact_min(light.g, light.b)) > -0.0005 &&
            exact_max(light.r, exact_max(light.g, light.b)) < 1.0005)
            break;
        tint.a *= 0.88;
        tint.b *= 0.88;
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
