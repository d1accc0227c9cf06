/* palette.c - functions on rl_palette: single roles, filling from another palette, names. */
#include "palette/palette.h"

#include <string.h>

#include "base/text.h"

const char *const palette_single_names[PALETTE_SINGLES] = {
    "sun",   "sun.low", "glow", "mist",     "lit",      "snow",
    "water", "cloud",   "star", "aurora.1", "aurora.2", "aurora.3",
};

/* The members sun .. aurora of rl_palette are in the order of palette_single_names. */
_Static_assert(offsetof(rl_palette, aurora) ==
                   offsetof(rl_palette, sun) + (PALETTE_SINGLES - 3) * sizeof(rl_colour),
               "single roles follow each other");

static size_t single_offset(int single)
{
    return offsetof(rl_palette, sun) + (size_t)single * sizeof(rl_colour);
}

rl_colour palette_single(const rl_palette *palette, int single)
{
    rl_colour colour;
    memcpy(&colour, (const char *)palette + single_offset(single), sizeof colour);
    return colour;
}

void palette_set_single(rl_palette *palette, int single, rl_colour colour)
{
    memcpy((char *)palette + single_offset(single), &colour, sizeof colour);
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

/* Control characters become one blank each, a byte that is not UTF-8 becomes '?', and ';' becomes
 * ','. */
void palette_name(char name[64], const char *text, size_t size)
{
    size_t used = 0;
    memset(name, 0, 64);
    while (size > 0) {
        const unsigned char *s = (const unsigned char *)text;
        size_t length = text_character(text, size);
        size_t step = length > 0 ? length : 1;
        int blank = s[0] <= ' ' || s[0] == 0x7f || (s[0] == 0xc2 && length == 2 && s[1] < 0xa0);
        if (used + (blank ? 1 : step) > 63)
            break;
        if (blank && used > 0)
            name[used++] = ' ';
        else if (!blank && length == 0)
            name[used++] = '?';
        else if (*s == ';') /* would end the value in scene text */
            name[used++] = ',';
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
