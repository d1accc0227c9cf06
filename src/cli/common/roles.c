/* roles.c - walks over the roles of a palette.
 *
 * In: a palette.  Out: its roles by name, in the order sky, sun, air, land.
 */
#include "cli/common/roles.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t offset;
} singles[] = {
    {"sun", offsetof(rl_palette, sun)},
    {"sun.low", offsetof(rl_palette, sun_low)},
    {"glow", offsetof(rl_palette, glow)},
    {"mist", offsetof(rl_palette, mist)},
    {"lit", offsetof(rl_palette, lit)},
    {"snow", offsetof(rl_palette, snow)},
    {"water", offsetof(rl_palette, water)},
    {"cloud", offsetof(rl_palette, cloud)},
    {"star", offsetof(rl_palette, star)},
    {"aurora.1", offsetof(rl_palette, aurora)},
    {"aurora.2", offsetof(rl_palette, aurora) + sizeof(rl_colour)},
    {"aurora.3", offsetof(rl_palette, aurora) + 2 * sizeof(rl_colour)},
};

#define SINGLE_COUNT (sizeof singles / sizeof *singles)

const char *roles_name(size_t index)
{
    return index < SINGLE_COUNT ? singles[index].name : NULL;
}

rl_colour *roles_at(rl_palette *palette, size_t index)
{
    return (rl_colour *)(void *)((char *)palette + singles[index].offset);
}

int roles_are_open(rl_palette *palette)
{
    int open = palette->sky_count == 0 || palette->ridge_count == 0;
    for (size_t i = 0; i < SINGLE_COUNT; i++)
        open |= *roles_at(palette, i) == RL_AUTO;
    return open;
}

void roles_fill(rl_palette *palette, rl_palette *from)
{
    if (palette->sky_count == 0) {
        palette->sky_count = from->sky_count;
        memcpy(palette->sky, from->sky, sizeof palette->sky);
    }
    if (palette->ridge_count == 0) {
        palette->ridge_count = from->ridge_count;
        memcpy(palette->ridge, from->ridge, sizeof palette->ridge);
    }
    for (size_t i = 0; i < SINGLE_COUNT; i++)
        if (*roles_at(palette, i) == RL_AUTO)
            *roles_at(palette, i) = *roles_at(from, i);
}

/* Visits `count` colours that share a name. */
static int each_numbered(const char *name, const rl_colour *colours, int count,
                         int (*each)(void *, const char *, rl_colour), void *user)
{
    char role[32];
    int result = 0;
    for (int i = 0; i < count && result == 0; i++) {
        snprintf(role, sizeof role, "%s.%d", name, i + 1);
        if (colours[i] != RL_AUTO)
            result = each(user, role, colours[i]);
    }
    return result;
}

int roles_each(rl_palette *palette, int (*each)(void *user, const char *role, rl_colour colour),
               void *user)
{
    int result = each_numbered("sky", palette->sky, palette->sky_count, each, user);
    if (result == 0)
        result = each_numbered("ridge", palette->ridge, palette->ridge_count, each, user);
    for (size_t i = 0; i < SINGLE_COUNT && result == 0; i++)
        if (*roles_at(palette, i) != RL_AUTO)
            result = each(user, singles[i].name, *roles_at(palette, i));
    return result;
}
