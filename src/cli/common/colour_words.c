/* colour_words.c - a table of colours with names that need no explanation.
 *
 * In: a colour.  Out: the name of the nearest one in OKLab (B. Ottosson 2020), where equal
 * distances look equal.
 */
#include "cli/common/colour_words.h"

#include <stddef.h>

typedef struct colour_name {
    rl_colour colour;
    const char *word;
} colour_name;

static const colour_name names[] = {
    /* greys */
    {0x08090c, "near-black"},
    {0x0e1315, "near-black"},
    {0x232529, "charcoal"},
    {0x36383d, "charcoal"},
    {0x5b6067, "dark grey"},
    {0x636560, "dark grey"},
    {0x3d4b48, "dark grey"},
    {0x8a8d91, "grey"},
    {0x8f8d82, "grey"},
    {0x93a3a4, "grey"},
    {0x7e7f76, "grey"},
    {0xb9bbbe, "pale grey"},
    {0xb6b3a8, "pale grey"},
    {0xd4d4d4, "pale grey"},
    {0xd2cebf, "pale grey"},
    {0xc6b4bd, "pinkish grey"},
    {0xeeeeec, "off-white"},
    /* blues */
    {0x11182e, "blue-black"},
    {0x08181e, "blue-black"},
    {0x1d2a4d, "midnight blue"},
    {0x152739, "midnight blue"},
    {0x2b3656, "midnight blue"},
    {0x233f78, "deep blue"},
    {0x0c1c8c, "deep blue"},
    {0x4a5a80, "slate blue"},
    {0x3f486a, "slate blue"},
    {0x3f6fc0, "blue"},
    {0x5f86ad, "steel blue"},
    {0x8a8fb6, "steel blue"},
    {0x8093ad, "steel blue"},
    {0x86b2e0, "sky blue"},
    {0x9aacc6, "grey-blue"},
    {0x7b96a4, "grey-blue"},
    {0xb4cce4, "pale blue"},
    {0xdce8f0, "ice blue"},
    /* blue-greens */
    {0x10343c, "dark teal"},
    {0x0f262f, "dark teal"},
    {0x164445, "dark teal"},
    {0x1f5759, "dark teal"},
    {0x2c7c86, "teal"},
    {0x236c61, "teal"},
    {0x7fb4b8, "soft teal"},
    {0x28ae9e, "turquoise"},
    {0x62e0d0, "turquoise"},
    {0xb4d8d6, "pale teal"},
    /* greens */
    {0x0d2016, "green-black"},
    {0x1e4029, "dark green"},
    {0x2c4f43, "dark green"},
    {0x3f8a50, "green"},
    {0x5f7445, "moss green"},
    {0x148414, "green"},
    {0x52d894, "bright green"},
    {0x46c832, "bright green"},
    {0x0c5414, "dark green"},
    {0x9ab43c, "yellow-green"},
    {0xb8d66c, "yellow-green"},
    {0x8fa58c, "sage green"},
    {0x6f8a76, "sage green"},
    {0xc2dabd, "pale green"},
    {0xdbebcf, "pale green"},
    {0x38391f, "dark olive"},
    {0x76743c, "olive"},
    {0xa7a28a, "khaki"},
    /* yellows */
    {0xe4d43c, "yellow"},
    {0x8c8c1c, "olive"},
    {0xd8a83e, "gold"},
    {0xecd189, "pale gold"},
    {0xf6edd0, "cream"},
    {0xe2d6c2, "cream"},
    {0xdad3c0, "cream"},
    {0xccb186, "sand"},
    {0xd6c9a8, "sand"},
    /* browns */
    {0x1d140f, "brown-black"},
    {0x3a281d, "dark brown"},
    {0x4f3b2a, "dark brown"},
    {0x6f4e38, "brown"},
    {0x80604a, "brown"},
    {0x8d7d74, "grey-brown"},
    {0xb59c8c, "pale brown"},
    {0xa78563, "tan"},
    {0x9a4e2b, "rust"},
    {0xc27551, "terracotta"},
    /* oranges */
    {0xe88a38, "orange"},
    {0xf1b27b, "apricot"},
    {0xf4cdb0, "peach"},
    /* reds */
    {0x240e10, "red-black"},
    {0x4c171b, "dark red"},
    {0x902629, "deep red"},
    {0x841244, "deep red"},
    {0xc9423b, "red"},
    {0xea8068, "coral"},
    /* pinks */
    {0xc47c88, "rose"},
    {0xc04470, "rose"},
    {0xe79cb2, "pink"},
    {0xf2d2d8, "pale pink"},
    {0xe6cacd, "pale pink"},
    {0xe4cad4, "pale pink"},
    {0xb08a98, "mauve"},
    {0x906b8e, "mauve"},
    {0x86657e, "mauve"},
    {0xd0a6c4, "mauve"},
    {0xc4499a, "magenta"},
    /* purples */
    {0x1a1128, "purple-black"},
    {0x33204a, "dark purple"},
    {0x452c3d, "dark plum"},
    {0x5c3459, "plum"},
    {0x784e62, "plum"},
    {0x7c1460, "plum"},
    {0x40108c, "purple"},
    {0x6e4a98, "purple"},
    {0x625672, "dusky purple"},
    {0x8c68ba, "violet"},
    {0xb6a3d4, "lavender"},
    {0xd5c3e2, "lilac"},
};

/* The n-th root of x in 0..1 by Newton's method; from above it falls to the root. */
static double root(double x, int n)
{
    double r = 1.0;
    for (int i = 0; i < 60 && x > 0.0; i++) {
        double power = 1.0;
        for (int k = 1; k < n; k++)
            power *= r;
        double next = ((n - 1) * r + x / power) / n;
        if (next >= r)
            break;
        r = next;
    }
    return x > 0.0 ? r : 0.0;
}

/* Linear light of a byte: x^2.4 = x^2 (x^(1/5))^2. */
static double light_of(int byte)
{
    double c = byte / 255.0;
    double x = (c + 0.055) / 1.055;
    double fifth = root(x, 5);
    return c <= 0.04045 ? c / 12.92 : x * x * fifth * fifth;
}

static void to_oklab(rl_colour colour, double lab[3])
{
    double r = light_of(colour >> 16 & 255), g = light_of(colour >> 8 & 255);
    double b = light_of(colour & 255);
    double l = root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 3);
    double m = root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 3);
    double s = root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b, 3);
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

double colour_lightness(rl_colour colour)
{
    double lab[3];
    to_oklab(colour, lab);
    return lab[0];
}

/* A wrong hue is a worse name than a wrong lightness. */
#define HUE_COUNTS 2.0

const char *colour_word(rl_colour colour)
{
    double lab[3], least = 1e9;
    const char *word = names[0].word;
    to_oklab(colour, lab);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        double of[3];
        to_oklab(names[i].colour, of);
        double l = lab[0] - of[0], a = HUE_COUNTS * (lab[1] - of[1]);
        double b = HUE_COUNTS * (lab[2] - of[2]);
        double away = l * l + a * a + b * b;
        if (away < least) {
            least = away;
            word = names[i].word;
        }
    }
    return word;
}
