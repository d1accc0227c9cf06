/* palette.c - the way from a file, or a built-in name, to a whole palette.
 *
 * In: bytes of a palette file, or the name of a built-in one.  Out: a complete
 * rl_palette, or one line of error and an untouched output.  It never opens a
 * file and never looks at a file name's ending: content decides.
 */
#include "palette/palette.h"

#include "base/status.h"
#include "base/embedded.h"

#include <string.h>

/* ---- from bytes to a palette ------------------------------------------------ */

/* "some/where/dusk.v2.gpl" names the palette "dusk.v2". */
static void name_from_place(char name[64], const char *place)
{
    const char *slash = strrchr(place, '/');
    const char *stem = slash == NULL ? place : slash + 1;
    const char *point = strrchr(stem, '.');
    size_t size = point == NULL || point == stem ? strlen(stem) : (size_t)(point - stem);
    palette_name(name, stem, size);
}

rl_status rl_palette_parse(rl_palette *palette, const void *bytes, size_t size, const char *place,
                           const rl_palette_options *options, rl_error *error)
{
    if (palette == NULL || place == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: NULL: must be a palette and a place");
    if (bytes == NULL && size > 0)
        return status_fail(error, RL_BAD_ARGUMENT, "%s: NULL: must be %zu bytes", SHOWN(place),
                           size);
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

/* The built-in name that is nearest to `name`, or NULL.  The nearest so far meets
 * the names one by one: no array of all of them is needed. */
static const char *nearest_builtin(const char *name)
{
    const char *pair[2] = {NULL, NULL};
    for (size_t i = 0; i < embedded_palette_count; i++) {
        size_t kept = pair[0] != NULL;
        pair[kept] = embedded_palettes[i].name;
        pair[0] = rl_nearest(name, pair, kept + 1);
    }
    return pair[0];
}

rl_status rl_palette_builtin(rl_palette *palette, const char *name, rl_error *error)
{
    if (palette == NULL || name == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: NULL: must be a palette and a name");
    for (size_t i = 0; i < embedded_palette_count; i++) {
        const embedded_text *found = &embedded_palettes[i];
        if (strcmp(found->name, name) == 0)
            return rl_palette_parse(palette, found->text, found->size, name, NULL, error);
    }
    const char *nearest = nearest_builtin(name);
    if (nearest == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: %s: no such built-in palette",
                           SHOWN(name));
    return status_fail(error, RL_BAD_ARGUMENT,
                       "palette: %s: no such built-in palette, the nearest is %s", SHOWN(name),
                       nearest);
}
