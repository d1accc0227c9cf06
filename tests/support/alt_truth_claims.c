/* alt_truth_claims.c - the sentences of alternative texts, each with the facts that it states. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "alt_truth.h"
#include "layers/plants/species/species.h"

/* ---- words of lists ----------------------------------------------------------------------- */

/* Ranges of CIELAB (CIE 1976, D65) that a person would still call so: lightness, chroma and hue in
 * degrees, where from > to passes 0 and 0..360 is any.  The program takes words by nearness in
 * OKLab. */
static const struct {
    const char *word;
    double l[2], c[2], h[2];
} colours[] = {
    {"near-black", {0, 17}, {0, 11}, {0, 360}},
    {"charcoal", {8, 36}, {0, 13}, {0, 360}},
    {"dark grey", {28, 60}, {0, 15}, {0, 360}},
    {"pinkish grey", {58, 90}, {2, 18}, {295, 60}},
    {"pale grey", {64, 96}, {0, 15}, {0, 360}},
    {"off-white", {86, 100}, {0, 13}, {0, 360}},
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
    {"grey", {44, 76}, {0, 14}, {0, 360}},
};

static const struct {
    const char *word;
    double from, to; /* fractions of the width */
} sides[] = {{"on the left", 0.0, 0.33},
             {"left of centre", 0.27, 0.48},
             {"near the middle", 0.42, 0.58},
             {"right of centre", 0.52, 0.73},
             {"on the right", 0.65, 1.0}};

static const char *const numbers[] = {"one",   "two",  "three", "four",   "five",   "six", "seven",
                                      "eight", "nine", "ten",   "eleven", "twelve", "many"};

/* Returns word `index` of a list, or NULL past the last. */
const char *list_word(word_list list, size_t index)
{
    static rl_motif_info info;
    switch (list) {
    case NUMBER:
        return index < sizeof numbers / sizeof *numbers ? numbers[index] : NULL;
    case COLOUR:
        return index < sizeof colours / sizeof *colours ? colours[index].word : NULL;
    case SIDE:
        return index < sizeof sides / sizeof *sides ? sides[index].word : NULL;
    case FAMILY:
        return rl_ridge_family_noun(index);
    case TREE: /* undergrowth behind them in the table has the nouns of trees, too */
        return species_tree_name(index) != NULL ? species_table[index].noun : NULL;
    default:
        return rl_motif_describe(index, &info) ? info.line : NULL;
    }
}

int colour_fits(int word, const double lch[3])
{
    const double *l = colours[word].l, *c = colours[word].c, *h = colours[word].h;
    int hue = h[0] <= h[1] ? lch[2] >= h[0] && lch[2] <= h[1] : lch[2] >= h[0] || lch[2] <= h[1];
    return lch[0] >= l[0] - 1.0 && lch[0] <= l[1] + 1.0 && lch[1] >= c[0] - 1.0 &&
           lch[1] <= c[1] + 1.0 && (hue || lch[1] < 4.0);
}

double side_differs(int word, double x)
{
    return fmin(x - sides[word].from, 0.0) + fmax(x - sides[word].to, 0.0);
}

/* ---- facts ----------------------------------------------------------------------------- */

#define MANY 1e9 /* no upper limit */
#define OF(what, least, most) .of = what, .from = least, .to = most
#define FACT(what, least, most) (&(const fact){OF(what, least, most)})

/* What changes without a thing: pixels as a fraction of those of sky or land, and others. */
#define CHANGE(what, least, most, keys, step) OF(what, least, most), .without = keys, .level = step
#define IN_SKY(keys, step, least) (&(const fact){CHANGE(PART_OF_SKY, least, MANY, keys, step)})
#define ON_LAND(keys, step, least) (&(const fact){CHANGE(PART_OF_LAND, least, MANY, keys, step)})
#define STARS(least) (&(const fact){CHANGE(SPOTS, least, MANY, "stars.amount=0", 20)})
#define BIRDS(most)                                                                                \
    (&(const fact){CHANGE(BIRDS_MISSED, 0, 0, "birds.count=0", 8), .kinds = most}), &birds_side
#define NO_SNOW "ridge.*.snow=0"
#define NO_FALL "weather.rain=0 weather.snow=0"
#define NO_MIST "mist.amount=0 fog.amount=0"

static const fact top = {OF(COLOUR_TOP, 1, 1)}, low = {OF(COLOUR_LOW, 1, 1)};
static const fact near = {OF(COLOUR_NEAR, 1, 1)}, far = {OF(COLOUR_FAR, 1, 1)};
static const fact whole = {OF(COLOUR_WHOLE, 1, 1)}, water = {OF(COLOUR_WATER, 1, 1)};
static const fact ridges = {OF(RIDGES_MISSED, 0, 0)};
static const fact mountains = {OF(KINDS, 1, MANY),
                               .kinds = KIND(ALPS) | KIND(RANGE) | KIND(FRACTAL) | KIND(SLICE)};
static const fact jagged = {OF(KINDS, 1, MANY), .kinds = KIND(ALPS)};
static const fact hills = {OF(KINDS, 1, MANY), .kinds = KIND(HILL) | KIND(ROLL)};
static const fact dunes = {OF(KINDS, 1, MANY), .kinds = KIND(DUNE)};
static const fact trees = {CHANGE(COLUMNS, 0.3, 1, "trees.height=0", 20)};
static const fact wood = {OF(WOOD, 0.1, 1)};
static const fact snow = {CHANGE(PART_OF_LAND, 0.015, MANY, NO_SNOW, 8)};
static const fact white = {CHANGE(LIGHTER, 0.5, 1, NO_SNOW, 8)};
static const fact high = {CHANGE(BELOW_MIDDLE, -1, 0, NO_SNOW, 8)};
static const fact much_water = {OF(WATER, 0.02, 1)}, mirror = {OF(MIRROR, 0.2, 1)};
static const fact lake = {CHANGE(PART_OF_WATER, 0.5, MANY, "lake.ridge=0", 6)};
static const fact calm = {OF(WIND, 0, 0.2)}, rough = {OF(WIND, 0.2, MANY)};
static const fact birds_side = {CHANGE(SIDE_MISSED, 0, 0, "birds.count=0", 8)};
static const fact motif = {CHANGE(PIXELS, 12, MANY, "motif.name=other", 8)};
static const fact motif_side = {CHANGE(SIDE_MISSED, 0, 0, "motif.name=other", 8)};
static const fact is_moon = {OF(MOON, 1, 1)}, is_sun = {OF(MOON, 0, 0)};
static const fact disc = {OF(DISC_PIXELS, 3, MANY)}, disc_whole = {OF(DISC_WHOLE, 0.8, MANY)};
static const fact disc_side = {OF(DISC_SIDE_MISSED, 0, 0)};

/* ---- sentences --------------------------------------------------------------------------- */

enum { FACTS = 4 };

/* In words, (a|b) is either and {list} a word of a list, {s} the s of a plural, {count} a number of
 * digits.  The first row that matches takes the words out of the text. */
static const struct claim {
    const char *words;
    const fact *facts[FACTS];
} claims[] = {
    /* The sky. */
    {", with no sky in view", {FACT(SKY, 0, 0.06)}},
    {"(fills the picture; there is no land in it|is all there is to see, without any land)",
     {FACT(SKY, 0.97, 1)}},
    {"starry", {STARS(25)}},
    {"cloudy", {IN_SKY("clouds.amount=0", 8, 0.2)}},
    {"sky that goes from {colour} down to {colour}", {&top, &low}},
    {"sky that is {colour} above and {colour} near the land", {&top, &low}},
    {"(a|an) {colour} sky", {&top, &low}},

    /* Motif and birds. */
    {"{motif}(| with lit windows| with its lamp lit| lit from inside| and lit windows) "
     "(can be seen|is on the water|is in the sky) {side}",
     {&motif, &motif_side}},
    {"(a flock of {number} birds is in the air|{number} birds fly) {side}", {BIRDS(0)}},
    {"one bird flies {side}", {BIRDS(1)}},
    {"birds fly {side}", {BIRDS(7)}},

    /* Sun and moon. */
    {"the moon is before the sun and leaves a ring of it", {IN_SKY("sun.eclipse=0", 8, 0.0005)}},
    {"the moon is blue", {&is_moon}},
    {"a cloud hides part of the (sun|moon)", {IN_SKY("sky.cumulus=none", 8, 0.0005)}},
    {", mostly hidden by the land", {FACT(DISC_SHOWN, 0, 0.45)}},
    {", half hidden by the land", {FACT(DISC_SHOWN, 0.25, 0.75)}},
    {", partly hidden by the land", {FACT(DISC_SHOWN, 0.5, 0.99)}},
    {", just above the land", {FACT(DISC_RADII_ABOVE, 0, 3.2)}},
    {", high in the picture", {FACT(DISC_Y, 0, 0.34)}},
    {", low over the land", {FACT(DISC_ABOVE, 0, 0.18)}},
    {", cut off by the edge of the picture", {FACT(DISC_CUT, 1, 1)}},
    {"large", {FACT(DISC_RADIUS, 0.08, 1)}},
    {"small", {FACT(DISC_RADIUS, 0, 0.02)}},
    {"striped", {FACT(DISC_STRIPES, 0.3, 1)}},
    {"nearly full", {FACT(DISC_LIT, 0.85, 0.97)}},
    {"full", {FACT(DISC_LIT, 0.97, 1)}},
    {"gibbous", {FACT(DISC_LIT, 0.6, 0.85)}},
    {"half", {FACT(DISC_LIT, 0.4, 0.6)}},
    {"crescent", {FACT(DISC_LIT, 0, 0.4)}},
    {"moon (stands|hangs|shines) {side}", {&is_moon, &disc, &disc_whole, &disc_side}},
    {"sun (stands|hangs|shines) {side}", {&is_sun, &disc, &disc_whole, &disc_side}},

    /* What else is in the sky. */
    {"the picture is pixel art of at most {count} colours", {FACT(COLOURS_MORE, 0, 0)}},
    {"(curtains of aurora hang|an aurora glows) in the sky", {IN_SKY("aurora.amount=0", 8, 0.03)}},
    {"(streaks of cloud cross|thin clouds drift across) the sky",
     {IN_SKY("clouds.amount=0", 8, 0.03)}},
    {"a bank of clouds lies along the horizon", {IN_SKY("sky.cumulus=none", 8, 0.02)}},
    {"(heaped clouds float|a heaped cloud floats) in the sky",
     {IN_SKY("sky.cumulus=none", 8, 0.02)}},
    {"a towering cloud stands in the sky", {IN_SKY("sky.cumulus=none", 8, 0.02)}},
    {"lightning flashes in the sky", {IN_SKY("weather.lightning=0", 8, 0.01)}},
    {"(snow is falling|flakes of snow fall)", {IN_SKY(NO_FALL, 8, 0.01)}},
    {"(rain is falling|it rains)", {IN_SKY(NO_FALL, 4, 0.01)}},
    {"(lenses of cloud hover over|clouds like lenses cap) the summit",
     {IN_SKY("sky.lenticular=0", 4, 0.005)}},
    {"the Milky Way (rises over the land|crosses the sky)", {IN_SKY("sky.milkyway=0", 4, 0.03)}},
    {"a rainbow spans the sky", {IN_SKY("weather.rainbow=0", 4, 0.02)}},
    {"(a plume of smoke drifts|smoke rises) from the crater", {IN_SKY("plume.amount=0", 4, 0.002)}},
    {"a comet with a long tail is in the sky", {IN_SKY("sky.comet=none", 4, 0.0005)}},
    {"a meteor crosses the sky", {IN_SKY("sky.comet=none", 4, 0.0002)}},
    {"(a few stars are out|stars dot the sky)", {STARS(5)}},
    {"an acacia spreads its flat crown over the plain", {IN_SKY("plants.hero=0", 8, 0.01)}},
    {"a flat-topped acacia rises from the grass", {IN_SKY("plants.hero=0", 8, 0.01)}},

    /* What is on the land. */
    {"thick mist (fills the valleys|lies between the (ridges|{family}))",
     {ON_LAND(NO_MIST, 8, 0.45)}},
    {"mist (fills the valleys|lies between the (ridges|{family}))", {ON_LAND(NO_MIST, 8, 0.18)}},
    {"a sea of clouds fills the valleys", {ON_LAND("deck.height=0", 4, 0.1)}},
    {"clouds cover the low land like a sea", {ON_LAND("deck.height=0", 4, 0.1)}},
    {"a sheet of ice reaches to the horizon", {ON_LAND("deck.height=0", 4, 0.1)}},
    {"wind-carved ice covers the land", {ON_LAND("deck.height=0", 4, 0.1)}},
    {"breakers run onto a curved beach", {ON_LAND("beach.near=0", 4, 0.05)}},
    {"a bay with a beach is before them", {ON_LAND("beach.near=0", 4, 0.05)}},
    {"(lava glows on its flanks|streams of lava run down from the crater)",
     {ON_LAND("plume.lava=0", 4, 0.003)}},
    {"lit windows shine across the water", {ON_LAND("city.lights=0", 4, 0.001)}},
    {"windows are lit in its towers", {ON_LAND("city.lights=0", 4, 0.001)}},
    {"bands of rock show in the cliffs", {ON_LAND("ridge.*.strata=0", 8, 0.015)}},
    {"(snow lies on the upper slopes|the heights are white with snow)", {&snow, &white, &high}},
    {"snow lies on the rocks", {&snow, &white}},
    {"a river (winds along the floor|bends between green banks)",
     {ON_LAND("palette.water=#ff0000", 4, 0.008)}},
    {"(the land stands in still {colour} water|still {colour} water mirrors the land)",
     {&much_water, &water, &calm}},
    {"still {colour} water mirrors the far shore", {&much_water, &water, &mirror, &lake}},
    {"(a|an) {colour} lake mirrors what stands behind it", {&much_water, &water, &mirror, &lake}},
    {"(waves run over (a|an) {colour} sea|(a|an) {colour} sea reaches to the horizon)",
     {&much_water, &water, &rough}},
    {"a wood of {tree}(| and {tree}) grows on the nearest ridge", {&trees, &wood}},
    {"woods of {tree}(| and {tree}) cover the slopes", {&trees, &wood}},
    {"{tree}(| and {tree}) (line the nearest ridge|grow on the slopes)", {&trees, &wood}},

    /* The land. */
    {"a picture too small to show more than its colour, which is {colour} on the whole", {&whole}},
    {"{colour} on the whole, this picture is too small for anything but its colour", {&whole}},
    {"{colour} land without a clear ridge", {FACT(CLEAR_RIDGES, 0, 0)}},
    {"{number} desert ridge{s} with flat-topped mesas", {&ridges, FACT(CLIFFS, 3, MANY)}},
    {"{number} ridge{s} of sand dunes and mountains", {&ridges, &dunes, &mountains}},
    {"{number} line{s} of sand dunes", {&ridges, &dunes, FACT(DUNES_MORE, 0, MANY)}},
    {"{number} ridge{s} of jagged mountains and wooded hills", {&ridges, &jagged, &hills, &trees}},
    {"{number} ridge{s} of jagged mountains and hills", {&ridges, &jagged, &hills}},
    {"{number} ridge{s} of mountains and wooded hills", {&ridges, &mountains, &hills, &trees}},
    {"{number} ridge{s} of mountains and hills", {&ridges, &mountains, &hills}},
    {"{number} ridge{s} of wooded hills", {&ridges, &hills, &trees}},
    {"{number} ridge{s} of hills", {&ridges, &hills}},
    {"{number} jagged mountain ridge{s}", {&ridges, &jagged}},
    {"{number} mountain ridge{s}", {&ridges, &mountains}},
    {"{number} ridge{s}", {&ridges}},
    {"a city of towers", {ON_LAND("city.height=0", 4, 0.01)}},
    {"a sheet of ice", {ON_LAND("deck.height=0", 8, 0.20)}},
    {"a plain of grass", {ON_LAND("plain.ground=none", 8, 0.20)}},
    {"above a sea of clouds", {ON_LAND("deck.height=0", 8, 0.10)}},
    {"(before |above |){family}", {FACT(FAMILIES, 1, MANY)}},
    {"(fade|fades|run|runs) from {colour} in front to {colour} in the distance", {&near, &far}},
    {", {colour} in front and {colour} in the distance", {&near, &far}},
    {"(, all |)in shades of {colour}", {&near, &far}},
    {"(in |, ){colour}", {&near}},
    {"it is {count} pixel{s} wide and {count} high", {FACT(SIZE_MISSED, 0, 0)}},

    /* Words that state nothing. */
    {"(lie one behind another|stretches over|lies|under|and|a|an|the|sky)", {NULL}},
};

/* ---- comparison ---------------------------------------------------------------------------- */

static int match_here(const char *text, int at, const char *words, match *m);

/* Matches a word of the list whose name follows `{` and what comes after it; the longest word. */
static int match_list(const char *text, int at, const char *words, match *m)
{
    static const char *const names[WORD_LISTS] = {
        [NUMBER] = "{number}", [COLOUR] = "{colour}", [FAMILY] = "{family}",
        [SIDE] = "{side}",     [TREE] = "{tree}",     [MOTIF] = "{motif}"};
    int list = 0;
    size_t longest = 0;
    const char *word;
    const match before = *m;
    while (list < WORD_LISTS && strncmp(words, names[list], strlen(names[list])) != 0)
        list++;
    for (size_t i = 0; list < WORD_LISTS && (word = list_word((word_list)list, i)) != NULL; i++) {
        size_t length = strlen(word);
        match now = before;
        if (length <= longest || strncasecmp(text + at, word, length) != 0)
            continue;
        now.index[list][now.count[list]++ & 1] = (int)i;
        if (match_here(text, at + (int)length, words + strlen(names[list]), &now)) {
            *m = now;
            longest = length;
        }
    }
    return longest > 0;
}

/* Matches the first of the choices (a|b) that what comes after them lets match. */
static int match_choice(const char *text, int at, const char *words, match *m)
{
    int depth = 0;
    const char *end = words, *from = words + 1;
    do
        depth += (*end == '(') - (*end == ')');
    while (depth > 0 && *end++ != '\0');
    for (const char *to = from; to <= end; to++) {
        depth += (*to == '(') - (*to == ')' && to < end);
        if (depth > 0 || (*to != '|' && to < end))
            continue;
        char rest[256];
        match now = *m;
        snprintf(rest, sizeof rest, "%.*s%s", (int)(to - from), from, end + 1);
        if (match_here(text, at, rest, &now)) {
            *m = now;
            return 1;
        }
        from = to + 1;
    }
    return 0;
}

/* Matches words at a place; a space stands for several. */
static int match_here(const char *text, int at, const char *words, match *m)
{
    for (; *words != '\0'; words++) {
        if (*words == '(')
            return match_choice(text, at, words, m);
        if (strncmp(words, "{s}", 3) == 0) {
            int is_plural = m->count[NUMBER] > 0 ? m->index[NUMBER][0] > 0 : m->number[0] != 1;
            at += is_plural && text[at] == 's';
            words += 2;
        } else if (strncmp(words, "{count}", 7) == 0) {
            int length = 0;
            if (sscanf(text + at, "%d%n", &m->number[m->numbers++ & 1], &length) < 1)
                return 0;
            at += length;
            words += 6;
        } else if (*words == '{') {
            return match_list(text, at, words, m);
        } else if (tolower((unsigned char)text[at]) != tolower((unsigned char)*words)) {
            return 0;
        } else {
            at++;
            at += *words == ' ' ? (int)strspn(text + at, " ") : 0;
        }
    }
    m->end = at;
    return !isalpha((unsigned char)text[at]);
}

static void check_facts(trial *t, const struct claim *c, const match *m)
{
    char words[sizeof t->left];
    snprintf(words, sizeof words, "%.*s", m->end - m->begin, t->left + m->begin);
    memset(t->left + m->begin, ' ', (size_t)(m->end - m->begin));
    for (int i = 0; i < FACTS && c->facts[i] != NULL; i++) {
        const fact *f = c->facts[i];
        t->note[0] = '\0';
        double value = fact_measure(t, f, m);
        if (!(value >= f->from && value <= f->to))
            claim_false(t, words, "fact %d: %g is not in %g..%g %s", i + 1, value, f->from, f->to,
                        t->note);
    }
}

void claims_check(trial *t)
{
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        for (int at = 0; t->left[at] != '\0'; at++) {
            match m = {.begin = at};
            int begins = at == 0 || !isalpha((unsigned char)t->left[at - 1]) || t->left[at] == ',';
            if (begins && t->left[at] != ' ' && match_here(t->left, at, claims[i].words, &m))
                check_facts(t, &claims[i], &m);
        }
    for (const char *at = t->left; *at != '\0'; at++)
        if (isalnum((unsigned char)*at)) {
            claim_false(t, "not understood", "%s", at);
            return;
        }
}
