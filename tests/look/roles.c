/* roles.c - every built-in palette has a colour for every role. */
#include <stdio.h>

#include "look/look.h"

static int is_open(rl_colour colour)
{
    return colour < 0 || colour > 0xffffff;
}

static int open_roles(const rl_palette *palette)
{
    const rl_colour single[] = {palette->sun,   palette->sun_low, palette->glow,
                                palette->mist,  palette->lit,     palette->snow,
                                palette->water, palette->cloud,   palette->star};
    int open = (palette->sky_count < 1) + (palette->ridge_count < 1);
    for (int i = 0; i < palette->sky_count; i++)
        open += is_open(palette->sky[i]);
    for (int i = 0; i < palette->ridge_count; i++)
        open += is_open(palette->ridge[i]);
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
        open += is_open(single[i]);
    for (int i = 0; i < 3; i++)
        open += is_open(palette->aurora[i]);
    return open;
}

int whole_palettes(void)
{
    int count = 0, open = 0;
    for (; rl_palette_builtin_name((size_t)count) != NULL; count++) {
        rl_palette palette;
        rl_palette_init(&palette);
        if (rl_palette_builtin(&palette, rl_palette_builtin_name((size_t)count), NULL) == RL_OK)
            open += open_roles(&palette);
        else
            open++;
    }
    char numbers[128];
    (void)snprintf(numbers, sizeof numbers, "%d open roles in %d palettes, at least 20 palettes",
                   open, count);
    return look_say(open == 0 && count >= 20, "roles of the built-in palettes", numbers);
}
