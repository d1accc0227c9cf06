/* geometry.c - strict readers of sizes, regions and whole numbers.
 *
 * In: the text of an option.  Out: a rectangle, or one error line that names the
 * part that breaks the rule.  They must never accept a sign, a blank, an
 * exponent, a hexadecimal number or a digit of another script.
 */
#include "cli/common/geometry.h"
#include "cli/common/say.h"

#include "base/text.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int width, height;
} named[] = {
    {"hd", 1280, 720},         {"fhd", 1920, 1080},    {"wuxga", 1920, 1200},
    {"qhd", 2560, 1440},       {"wqxga", 2560, 1600},  {"4k", 3840, 2160},
    {"5k", 5120, 2880},        {"6k", 6016, 3384},     {"8k", 7680, 4320},
    {"uwfhd", 2560, 1080},     {"uwqhd", 3440, 1440},  {"uw4k", 3840, 1600},
    {"suw", 5120, 1440},       {"uw5k", 5120, 2160},   {"phone", 1080, 2400},
    {"phone-qhd", 1440, 3120}, {"iphone", 1179, 2556}, {"iphone-max", 1290, 2796},
    {"tablet", 2048, 2732},    {"thumb", 440, 247},
};

#define NAMED_COUNT (sizeof named / sizeof *named)

const char *geometry_name(size_t index, geometry *size)
{
    if (index >= NAMED_COUNT)
        return NULL;
    *size = (geometry){named[index].width, named[index].height, 0, 0};
    return named[index].name;
}

const char *size_name(size_t index)
{
    geometry size;
    return geometry_name(index, &size);
}

int geometry_integer(uint64_t *value, const char *text, size_t size, uint64_t max)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (sum > (max - digit) / 10 || digit > max)
            return 0;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return size > 0;
}

/* One number of a rectangle: what it is called, where it goes, its least value. */
typedef struct geometry_side {
    const char *name;
    int *value;
    int least;
} geometry_side;

static int read_side(const geometry_side *side, const char *text, size_t size, const char *whole,
                     const char *place, const char *rule)
{
    uint64_t value;
    if (geometry_integer(&value, text, size, RL_MAX_SIDE) && value >= (uint64_t)side->least) {
        *side->value = (int)value;
        return CODE_OK;
    }
    /* A number out of its range deserves another sentence than a word. */
    size_t sign = size > 1 && text[0] == '-';
    if (size > sign && strspn(text + sign, "0123456789") >= size - sign)
        return say_error(CODE_USAGE, "%s %s: %s %s: must be %d..%d", place, SHOW(whole), side->name,
                         show_bytes(text, size).text, side->least, RL_MAX_SIDE);
    return say_error(CODE_USAGE, "%s %s: must be %s", place, SHOW(whole), rule);
}

/* Reads sides[0] x sides[1] + sides[2] + ..., `separators` between them. */
static int read_sides(const geometry_side *sides, const char *separators, const char *text,
                      const char *place, const char *rule)
{
    const char *part = text;
    for (size_t i = 0;; i++) {
        size_t size = separators[i] != '\0' ? strcspn(part, "x+") : strlen(part);
        if (separators[i] != part[size])
            return say_error(CODE_USAGE, "%s %s: must be %s", place, SHOW(text), rule);
        int code = read_side(&sides[i], part, size, text, place, rule);
        if (code != CODE_OK || separators[i] == '\0')
            return code;
        part += size + 1;
    }
}

/* Writes what was probably meant by a size that cannot be read: ": did you mean 4k?". */
static void size_hint(char hint[64], const char *text)
{
    static const struct {
        const char *typed, *meant;
    } words[] = {{"uhd", "4k"},      {"4kuhd", "4k"},       {"2160p", "4k"},
                 {"1440p", "qhd"},   {"1080p", "fhd"},      {"720p", "hd"},
                 {"full-hd", "fhd"}, {"2k", "qhd"},         {"4320p", "8k"},
                 {"16:9", "fhd"},    {"16k", "15360x8640"}, {"12k", "11520x6480"},
                 {"wqhd", "qhd"},    {"10k", "10240x4320"}};
    uint64_t width, height;
    size_t digits = strspn(text, "0123456789");
    const char *second = text + digits;
    hint[0] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t k = 0;
        while (words[i].typed[k] != '\0' && text_lower(text[k]) == words[i].typed[k])
            k++;
        if (words[i].typed[k] == '\0' && text[k] == '\0') {
            snprintf(hint, 64, ": did you mean %s?", words[i].meant);
            return;
        }
    }
    second += strcspn(second, "0123456789");
    if (!geometry_integer(&width, text, digits, RL_MAX_SIDE) || width < 32)
        return;
    if (text[digits] == '\0')
        snprintf(hint, 64, ": did you mean %dx%d?", (int)width, (int)width * 9 / 16);
    else if (second - text - (ptrdiff_t)digits <= 4 &&
             geometry_integer(&height, second, strlen(second), RL_MAX_SIDE) && height > 0)
        snprintf(hint, 64, ": did you mean %dx%d?", (int)width, (int)height);
}

int geometry_size(geometry *size, const char *text, const char *place)
{
    const char *names[NAMED_COUNT];
    geometry found;
    for (size_t i = 0; i < NAMED_COUNT; i++) {
        names[i] = geometry_name(i, &found);
        if (strcmp(names[i], text) == 0) {
            *size = found;
            return CODE_OK;
        }
    }
    char hint[64];
    size_hint(hint, text);
    if (hint[0] != '\0' && strchr(text, 'x') == NULL)
        return say_error(CODE_USAGE, "%s %s: must be WxH or a name such as 4k%s", place, SHOW(text),
                         hint);
    const char *near =
        strpbrk(text, "xX") == NULL || text[0] > '9' ? rl_nearest(text, names, NAMED_COUNT) : NULL;
    if (near != NULL)
        return say_error(CODE_USAGE, "%s %s: no such size: did you mean %s?", place, SHOW(text),
                         near);
    const geometry_side sides[] = {{"width", &size->width, 1}, {"height", &size->height, 1}};
    return read_sides(sides, "x", text, place, "WxH in digits, or a name such as 4k");
}

/* Sizes that the engines take: the number follows the name. */
static const struct {
    const char *prefix;
    int side[9]; /* ended by 0 */
} engines[] = {
    {"unity-", {33, 65, 129, 257, 513, 1025, 2049, 4097, 0}},
    {"unreal-", {127, 253, 505, 1009, 2017, 4033, 8129, 0}},
};

int geometry_map_size(geometry *size, const char *text, const char *place)
{
    const geometry_side side = {"side", &size->width, 1};
    const char *number = text, *name;
    const int *known = NULL;
    geometry found;
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        size_t length = strlen(engines[i].prefix);
        if (strncmp(text, engines[i].prefix, length) == 0) {
            known = engines[i].side;
            number = text + length;
        }
    }
    /* WxH, or the name of a picture's size; errors of all else are those of map sizes. */
    int is_picture = digits > 0 && text[digits] == 'x';
    for (size_t i = 0; (name = geometry_name(i, &found)) != NULL; i++)
        is_picture |= strcmp(name, text) == 0;
    if (is_picture)
        return geometry_size(size, text, place);
    STEP(read_side(&side, number, strlen(number), text, place,
                   "N, WxH, unity-N, unreal-N or a name such as 4k"));
    size->height = size->width;
    char list[80] = "";
    for (int i = 0; known != NULL && known[i] != size->width; i++) {
        if (known[i] == 0)
            return say_error(CODE_USAGE, "%s %s: the number must be one of%s", place, SHOW(text),
                             list);
        snprintf(list + strlen(list), sizeof list - strlen(list), " %d", known[i]);
    }
    return CODE_OK;
}

int geometry_region(geometry *region, const char *text, const char *place)
{
    const geometry_side sides[] = {{"width", &region->width, 1},
                                   {"height", &region->height, 1},
                                   {"x", &region->x, 0},
                                   {"y", &region->y, 0}};
    return read_sides(sides, "x++", text, place, "WxH+X+Y in digits");
}
