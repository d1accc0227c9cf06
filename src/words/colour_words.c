/* colour_words.c - colours with names that need no explanation.
 *
 * In: a colour.  Out: the name of the nearest example in OKLab (B. Ottosson 2020), where equal
 * distances look equal.
 */
#include "base/colour.h"
#include "words/alt_text.h"

#define EXAMPLES 5

/* Each name with its examples, chosen by eye on palettes and pictures of seeds; 0 ends a list. */
static const struct {
    const char *word;
    rl_colour examples[EXAMPLES];
} names[] = {
    /* greys */
    {"near-black", {0x08090c, 0x0e1315}},
    {"charcoal", {0x232529, 0x36383d}},
    {"dark grey", {0x5b6067, 0x636560, 0x3d4b48}},
    {"grey", {0x8a8d91, 0x8f8d82, 0x93a3a4, 0x7e7f76, 0xa29d95}},
    {"pale grey", {0xb9bbbe, 0xb6b3a8, 0xd4d4d4, 0xd2cebf}},
    {"pinkish grey", {0xc6b4bd}},
    {"off-white", {0xeeeeec, 0xe2e4e4}},
    /* blues */
    {"blue-black", {0x11182e, 0x08181e}},
    {"midnight blue", {0x1d2a4d, 0x152739, 0x2b3656}},
    {"deep blue", {0x233f78, 0x0c1c8c}},
    {"slate blue", {0x4a5a80, 0x3f486a}},
    {"blue", {0x3f6fc0}},
    {"steel blue", {0x5f86ad, 0x8a8fb6, 0x8093ad}},
    {"sky blue", {0x86b2e0}},
    {"grey-blue", {0x9aacc6, 0x7b96a4}},
    {"pale blue", {0xb4cce4}},
    {"ice blue", {0xdce8f0}},
    /* blue-greens */
    {"dark teal", {0x10343c, 0x0f262f, 0x164445, 0x1f5759}},
    {"teal", {0x2c7c86, 0x236c61}},
    {"soft teal", {0x7fb4b8}},
    {"turquoise", {0x28ae9e, 0x62e0d0}},
    {"pale teal", {0xb4d8d6, 0xdae8e5}},
    /* greens */
    {"green-black", {0x0d2016}},
    {"dark green", {0x1e4029, 0x2c4f43, 0x0c5414}},
    {"green", {0x3f8a50, 0x148414}},
    {"moss green", {0x5f7445}},
    {"bright green", {0x52d894, 0x46c832}},
    {"yellow-green", {0x9ab43c, 0xb8d66c}},
    {"sage green", {0x8fa58c, 0x6f8a76, 0xa7bba2}},
    {"pale green", {0xc2dabd, 0xdbebcf, 0xb7c9ab}},
    {"dark olive", {0x38391f}},
    {"olive", {0x76743c}},
    {"khaki", {0xa7a28a, 0xc3c5ac}},
    /* yellows */
    {"yellow", {0xe4d43c}},
    {"olive", {0x8c8c1c}},
    {"gold", {0xd8a83e}},
    {"pale gold", {0xecd189}},
    {"cream", {0xf6edd0, 0xe2d6c2, 0xdad3c0}},
    {"sand", {0xccb186, 0xd6c9a8}},
    /* browns */
    {"brown-black", {0x1d140f}},
    {"dark brown", {0x3a281d, 0x4f3b2a}},
    {"brown", {0x6f4e38, 0x80604a}},
    {"grey-brown", {0x8d7d74}},
    {"pale brown", {0xb59c8c}},
    {"tan", {0xa78563}},
    {"rust", {0x9a4e2b}},
    {"terracotta", {0xc27551}},
    /* oranges */
    {"orange", {0xe88a38}},
    {"apricot", {0xf1b27b}},
    {"peach", {0xf4cdb0}},
    /* reds */
    {"red-black", {0x240e10}},
    {"dark red", {0x4c171b}},
    {"deep red", {0x902629, 0x841244}},
    {"red", {0xc9423b}},
    {"coral", {0xea8068}},
    /* pinks */
    {"rose", {0xc47c88, 0xc04470}},
    {"pink", {0xe79cb2}},
    {"pale pink", {0xf2d2d8, 0xe6cacd, 0xe4cad4}},
    {"mauve", {0xb08a98, 0x906b8e, 0x86657e, 0xd0a6c4, 0xa498b2}},
    {"magenta", {0xc4499a, 0xae5792}},
    /* purples */
    {"purple-black", {0x1a1128}},
    {"dark purple", {0x33204a}},
    {"dark plum", {0x452c3d}},
    {"plum", {0x5c3459, 0x784e62, 0x7c1460}},
    {"purple", {0x40108c, 0x6e4a98}},
    {"dusky purple", {0x625672}},
    {"violet", {0x8c68ba}},
    {"lavender", {0xb6a3d4}},
    {"lilac", {0xd5c3e2}},
};

/* Factor of differences in OKLab a and b, which weigh more than those in lightness. */
#define HUE_COUNTS 2.0

const char *colour_word(rl_colour colour)
{
    oklab lab = colour_to_oklab(colour);
    double least = 1e9;
    const char *word = names[0].word;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (int k = 0; k < EXAMPLES && names[i].examples[k] != 0; k++) {
            oklab example = colour_to_oklab(names[i].examples[k]);
            double l = lab.l - example.l, a = HUE_COUNTS * (lab.a - example.a);
            double b = HUE_COUNTS * (lab.b - example.b), away = l * l + a * a + b * b;
            if (away < least) {
                least = away;
                word = names[i].word;
            }
        }
    return word;
}
