/* palette.c - palettes as values, and the way from a file to a whole palette.
 *
 * In: bytes of a palette file, or the name of a built-in one.  Out: a complete
 * rl_palette, or one line of error and an untouched output.  It never opens a
 * file and never looks at a file name's ending: content decides.
 */
#include "scene/palette.h"

#include "base/status.h"
#include "scene/embedded.h"

#include <string.h>

/* More built-in palettes than this are not offered as a nearest name. */
#define MAX_NAMES 256

const char *const palette_single_names[PALETTE_SINGLES] = {
    "sun",   "sun.low", "glow", "mist",     "lit",      "snow",
    "water", "cloud",   "star", "aurora.1", "aurora.2", "aurora.3",
};

/* The member of each single role, in the order of the names. */
static const size_t single_offset[PALETTE_SINGLES] = {
    offsetof(rl_palette, sun),       offsetof(rl_palette, sun_low),
    offsetof(rl_palette, glow),      offsetof(rl_palette, mist),
    offsetof(rl_palette, lit),       offsetof(rl_palette, snow),
    offsetof(rl_palette, water),     offsetof(rl_palette, cloud),
    offsetof(rl_palette, star),      offsetof(rl_palette, aurora[0]),
    offsetof(rl_palette, aurora[1]), offsetof(rl_palette, aurora[2]),
};

rl_colour palette_single(const rl_palette *palette, int single)
{
    rl_colour colour;
    memcpy(&colour, (const char *)palette + single_offset[single], sizeof colour);
    return colour;
}

void palette_set_single(rl_palette *palette, int single, rl_colour colour)
{
    memcpy((char *)palette + single_offset[single], &colour, sizeof colour);
}

void rl_palette_init(rl_palette *palette)
{
    memset(palette, 0, sizeof *palette);
    for (int i = 0; i < RL_MAX_SKY; i++)
        palette->sky[i] = RL_AUTO;
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        palette->ridge[i] = RL_AUTO;
    for (int i = 0; i < PALETTE_SINGLES; i++)
        palette_set_single(palette, i, RL_AUTO);
}

int palette_is_complete(const rl_palette *palette)
{
    int complete = palette->sky_count > 0 && palette->ridge_count > 0;
    for (int i = 0; i < PALETTE_SINGLES; i++)
        complete = complete && palette_single(palette, i) != RL_AUTO;
    return complete;
}

void palette_overlay(rl_palette *palette, const rl_palette *under)
{
    if (palette->name[0] == '\0')
        memcpy(palette->name, under->name, sizeof palette->name);
    if (palette->sky_count == 0) {
        palette->sky_count = under->sky_count;
        memcpy(palette->sky, under->sky, sizeof palette->sky);
    }
    if (palette->ridge_count == 0) {
        palette->ridge_count = under->ridge_count;
        memcpy(palette->ridge, under->ridge, sizeof palette->ridge);
    }
    for (int i = 0; i < PALETTE_SINGLES; i++)
        if (palette_single(palette, i) == RL_AUTO)
            palette_set_single(palette, i, palette_single(under, i));
}

/* ---- names ------------------------------------------------------------------ */

/* The length of the UTF-8 character at `s`, or 0 when it is not one. */
static size_t character_length(const unsigned char *s, size_t size)
{
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                    : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                    : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                                  : 0;
    if (length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates and what lies above U+10FFFF. */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

void palette_name(char name[64], const char *text, size_t size)
{
    size_t used = 0;
    memset(name, 0, 64);
    while (size > 0) {
        const unsigned char *s = (const unsigned char *)text;
        size_t length = character_length(s, size);
        size_t step = length > 0 ? length : 1;
        int blank = s[0] <= ' ' || s[0] == 0x7f || (s[0] == 0xc2 && length == 2 && s[1] < 0xa0);
        if (used + (blank ? 1 : step) > 63)
            break;
        if (blank && used > 0)
            name[used++] = ' ';
        else if (!blank && length == 0)
            name[used++] = '?';
        else if (!blank) {
            memcpy(name + used, text, length);
            used += length;
        }
        text += step;
        size -= step;
    }
    while (used > 0 && name[used - 1] == ' ')
        name[--used] = '\0';
}

/* "some/where/dusk.v2.gpl" names the palette "dusk.v2". */
static void name_from_place(char name[64], const char *place)
{
    const char *slash = strrchr(place, '/');
    const char *stem = slash == NULL ? place : slash + 1;
    const char *point = strrchr(stem, '.');
    size_t size = point == NULL || point == stem ? strlen(stem) : (size_t)(point - stem);
    palette_name(name, stem, size);
}

/* ---- from bytes to a palette ------------------------------------------------ */

rl_status rl_palette_parse(rl_palette *palette, const void *bytes, size_t size, const char *place,
                           const rl_palette_options *options, rl_error *error)
{
    if (place == NULL)
        place = "palette";
    if (options != NULL && options->struct_size < sizeof *options)
        return status_fail(error, RL_BAD_ARGUMENT, "palette options: struct_size: must be %zu",
                           sizeof *options);
    palette_list list;
    rl_status status = palette_read(&list, bytes, size, place, error);
    if (status != RL_OK)
        return status;

    rl_palette named;
    rl_palette result;
    rl_palette_init(&named);
    rl_palette_init(&result);
    if (options != NULL && options->roles != NULL) {
        status = palette_take_option(&result, &list, options->roles, error);
        if (status != RL_OK)
            return status;
    }
    palette_take_names(&named, &list);
    palette_overlay(&result, &named);
    palette_guess(&result, &list, options != NULL && options->night);
    palette_complete(&result);

    memcpy(result.name, list.name, sizeof result.name);
    if (result.name[0] == '\0')
        name_from_place(result.name, place);
    *palette = result;
    return status_clear(error);
}

/* ---- built-in palettes ------------------------------------------------------ */

const char *rl_palette_builtin_name(size_t index)
{
    return index < embedded_palette_count ? embedded_palettes[index].name : NULL;
}

rl_status rl_palette_builtin(rl_palette *palette, const char *name, rl_error *error)
{
    const char *names[MAX_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < embedded_palette_count; i++) {
        const embedded_text *found = &embedded_palettes[i];
        if (strcmp(found->name, name) == 0)
            return rl_palette_parse(palette, found->text, found->size, name, NULL, error);
        if (count < MAX_NAMES)
            names[count++] = found->name;
    }
    const char *nearest = rl_nearest(name, names, count);
    if (nearest == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: %s: no such built-in palette",
                           SHOWN(name));
    return status_fail(error, RL_BAD_ARGUMENT,
                       "palette: %s: no such built-in palette, the nearest is %s", SHOWN(name),
                       nearest);
}
