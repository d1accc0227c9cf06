/* alt_truth_colour.c - what colours a word may stand for, by ranges of CIELAB.
 *
 * The program picks words by nearness in OKLab; here each has a lightness, a chroma and a
 * range of hues (CIE 1976, D65) that a person would still call so.
 */
#include <math.h>
#include <string.h>

#include "alt_truth.h"

typedef struct colour_range {
    const char *word;
    double l[2], c[2], h[2]; /* hue in degrees; from > to runs through 0; 0..360 = any */
} colour_range;

#define ANY                                                                                        \
    {                                                                                              \
        0, 360                                                                                     \
    }

/* Longer names stand before those they end with. */
static const colour_range ranges[] = {
    {"near-black", {0, 17}, {0, 11}, ANY},
    {"charcoal", {8, 36}, {0, 13}, ANY},
    {"dark grey", {28, 60}, {0, 15}, ANY},
    {"pinkish grey", {58, 90}, {2, 18}, {295, 60}},
    {"pale grey", {64, 96}, {0, 15}, ANY},
    {"off-white", {86, 100}, {0, 13}, ANY},
    {"grey-brown", {38, 72}, {2, 22}, {350, 105}},
    {"grey-blue", {52, 84}, {4, 28}, {220, 310}},
    {"blue-black", {0, 20}, {4, 36}, {200, 315}},
    {"midnight blue", {4, 36}, {6, 60}, {235, 315}},
    {"deep blue", {12, 48}, {14, 130}, {245, 315}},
    {"slate blue", {26, 58}, {8, 42}, {235, 312}},
    {"steel blue", {38, 76}, {10, 50}, {225, 308}},
    {"sky blue", {58, 86}, {14, 60}, {215, 305}},
    {"pale blue", {70, 94}, {6, 28}, {210, 300}},
    {"ice blue", {82, 98}, {2, 14}, {180, 310}},
    {"dark teal", {8, 38}, {3, 30}, {170, 265}},
    {"soft teal", {52, 82}, {8, 40}, {155, 250}},
    {"pale teal", {72, 96}, {5, 36}, {145, 245}},
    {"teal", {28, 68}, {9, 50}, {165, 258}},
    {"green-black", {0, 20}, {2, 28}, {100, 225}},
    {"dark green", {10, 42}, {8, 60}, {105, 195}},
    {"yellow-green", {56, 92}, {24, 100}, {92, 130}},
    {"bright green", {55, 92}, {40, 130}, {110, 175}},
    {"turquoise", {50, 90}, {24, 70}, {155, 215}},
    {"yellow", {68, 98}, {40, 110}, {75, 112}},
    {"moss green", {28, 66}, {10, 66}, {90, 168}},
    {"sage green", {46, 80}, {6, 44}, {90, 190}},
    {"pale green", {66, 96}, {8, 60}, {95, 195}},
    {"dark olive", {12, 42}, {6, 48}, {70, 150}},
    {"khaki", {54, 82}, {6, 32}, {78, 118}},
    {"olive", {34, 68}, {14, 72}, {70, 128}},
    {"pale gold", {66, 96}, {22, 78}, {60, 118}},
    {"gold", {56, 84}, {30, 96}, {58, 105}},
    {"cream", {82, 100}, {5, 36}, {50, 130}},
    {"sand", {60, 88}, {12, 50}, {50, 112}},
    {"brown-black", {0, 20}, {0, 18}, {0, 115}},
    {"dark brown", {6, 38}, {4, 50}, {10, 105}},
    {"pale brown", {54, 82}, {5, 30}, {15, 95}},
    {"brown", {24, 58}, {8, 60}, {10, 95}},
    {"tan", {46, 76}, {14, 56}, {30, 98}},
    {"rust", {26, 60}, {24, 80}, {10, 75}},
    {"terracotta", {44, 70}, {26, 66}, {25, 75}},
    {"orange", {56, 80}, {40, 90}, {40, 80}},
    {"apricot", {66, 88}, {24, 62}, {40, 88}},
    {"peach", {74, 94}, {8, 40}, {25, 92}},
    {"red-black", {0, 18}, {2, 24}, {330, 60}},
    {"dark red", {4, 36}, {12, 64}, {335, 60}},
    {"deep red", {18, 50}, {28, 90}, {340, 55}},
    {"coral", {54, 82}, {30, 80}, {0, 62}},
    {"red", {36, 64}, {40, 110}, {350, 52}},
    {"rose", {42, 76}, {14, 66}, {325, 52}},
    {"pale pink", {76, 96}, {4, 26}, {310, 60}},
    {"pink", {58, 90}, {14, 70}, {315, 38}},
    {"mauve", {40, 80}, {5, 43}, {290, 40}},
    {"magenta", {26, 68}, {38, 110}, {300, 0}},
    {"purple-black", {0, 22}, {3, 42}, {275, 350}},
    {"dark purple", {4, 38}, {9, 80}, {275, 350}},
    {"dusky purple", {26, 56}, {4, 36}, {270, 5}},
    {"dark plum", {8, 32}, {5, 28}, {300, 20}},
    {"plum", {16, 50}, {10, 70}, {290, 20}},
    {"purple", {12, 56}, {24, 120}, {280, 338}},
    {"violet", {36, 72}, {22, 110}, {275, 338}},
    {"lavender", {54, 86}, {11, 60}, {270, 338}},
    {"lilac", {66, 94}, {5, 44}, {270, 350}},
    {"green", {28, 72}, {22, 120}, {105, 178}},
    {"blue", {28, 66}, {28, 110}, {245, 310}},
    {"grey", {44, 76}, {0, 14}, ANY},
};

#define RANGES (int)(sizeof ranges / sizeof ranges[0])

static double light_of(double level)
{
    double c = level / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double cie(double t)
{
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

static void to_lch(const double rgb[3], double lch[3])
{
    double r = light_of(rgb[0]), g = light_of(rgb[1]), b = light_of(rgb[2]);
    double x = cie((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    double y = cie(0.2126 * r + 0.7152 * g + 0.0722 * b);
    double z = cie((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    double a = 500.0 * (x - y), bb = 200.0 * (y - z);
    lch[0] = 116.0 * y - 16.0;
    lch[1] = sqrt(a * a + bb * bb);
    lch[2] = atan2(bb, a) * 180.0 / 3.14159265358979323846;
    lch[2] += lch[2] < 0.0 ? 360.0 : 0.0;
}

int colour_fits(int word, const double rgb[3])
{
    const colour_range *range = &ranges[word];
    double lch[3];
    to_lch(rgb, lch);
    int hue = range->h[0] <= range->h[1] ? lch[2] >= range->h[0] && lch[2] <= range->h[1]
                                         : lch[2] >= range->h[0] || lch[2] <= range->h[1];
    return lch[0] >= range->l[0] - 1.0 && lch[0] <= range->l[1] + 1.0 &&
           lch[1] >= range->c[0] - 1.0 && lch[1] <= range->c[1] + 1.0 && (hue || lch[1] < 4.0);
}

const char *colour_name_of(int word)
{
    return ranges[word].word;
}

int take_colour(trial *t, const char *before)
{
    size_t length = strlen(before);
    for (char *at = t->left; (at = strstr(at, before)) != NULL; at++)
        for (int i = 0; i < RANGES; i++) {
            size_t size = strlen(ranges[i].word);
            char end = strncmp(at + length, ranges[i].word, size) == 0 ? at[length + size] : 'x';
            if (strchr(" ,.;", end) == NULL || end == '\0')
                continue;
            memset(at, ' ', length + size);
            return i;
        }
    return -1;
}
