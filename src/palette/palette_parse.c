/* palette_parse.c - makes palettes from the bytes of palette files, or by built-in name.
 *
 * In: bytes of a palette file, or a name.  Out: a complete rl_palette, or one line of error and an
 * unchanged output.  It opens no file; the content decides the format, not the ending of a name.
 */
#include "palette/palette.h"

#include <string.h>

#include "base/embedded.h"
#include "base/path.h"
#include "base/status.h"

rl_status rl_palette_parse(rl_palette *palette, const void *bytes, size_t size, const char *place,
                           const rl_palette_options *options, rl_error *error)
{
    if (palette == NULL || place == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: NULL: must be a palette and a place");
    if (bytes == NULL && size > 0)
        return status_fail(error, RL_BAD_ARGUMENT, "%s: NULL: must be %zu bytes", SHOWN(place),
                           size);
    if (options != NULL)
        TRY(STATUS_SIZE(options, error));
    palette_list list;
    TRY(palette_read(&list, bytes, size, place, error));
    rl_palette result;
    rl_palette_init(&result);
    if (options != NULL && options->roles != NULL)
        TRY(palette_option_roles(&result, &list, options->roles, error));
    /* Nothing can fail from here on, so *palette may be used for the roles by names. */
    rl_palette_init(palette);
    palette_names_roles(palette, &list);
    palette_overlay(&result, palette);
    int night = options != NULL && options->night;
    int is_scheme = list.is_scheme, has_sky = result.sky_count > 0;
    rl_colour blue = is_scheme ? (rl_colour)list.entry[PALETTE_SCHEME_BLUE].colour : RL_AUTO;
    if (is_scheme)
        palette_scheme_roles(&result, &list);
    palette_guess(&result, &list, night);
    if (is_scheme && !has_sky && !night && result.sky_count > 0)
        palette_scheme_zenith(&result, blue);
    palette_complete(&result);

    memcpy(result.name, list.name, sizeof result.name);
    if (result.name[0] == '\0') { /* "some/where/dusk.v2.gpl" gives "dusk.v2" */
        const char *stem = path_name(place);
        const char *point = strrchr(stem, '.');
        size_t length = point == NULL || point == stem ? strlen(stem) : (size_t)(point - stem);
        palette_name(result.name, stem, length);
    }
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
    if (palette == NULL || name == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: NULL: must be a palette and a name");
    for (size_t i = 0; i < embedded_palette_count; i++) {
        const embedded_text *found = &embedded_palettes[i];
        if (strcmp(found->name, name) == 0)
            return rl_palette_parse(palette, found->text, found->size, name, NULL, error);
    }
    return status_unknown(error, "palette", name, "built-in palette", rl_palette_builtin_name);
}
