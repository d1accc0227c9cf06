/* palette_value.c - palettes as plain values.
 *
 * In and out: an rl_palette.  The roles that hold one colour are reached by
 * number here, so that reading, deriving and writing can run over them.  Nothing
 * in this file knows where a palette comes from.
 */
#include "palette/palette.h"

#include <string.h>

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
