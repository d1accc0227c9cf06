/* palette.c - palettes as values, as files, and by built-in name.
 *
 * In: bytes of a palette file, or a name.  Out: a complete rl_palette, or one line of error
 * and an untouched output; or the text of a palette file.  It opens no file: content, not
 * a file name's ending, decides the format.
 */
#include "palette/palette.h"

#include <stdio.h>
#include <string.h>

#include "base/embedded.h"
#include "base/path.h"
#include "base/status.h"
#include "base/text.h"

/* ---- values ------------------------------------------------------------------ */

const char *const palette_single_names[PALETTE_SINGLES] = {
    "sun",   "sun.low", "glow", "mist",     "lit",      "snow",
    "water", "cloud",   "star", "aurora.1", "aurora.2", "aurora.3",
};

/* rl_palette has a member for each name, in the same order. */
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

/* A name fit for a file and a terminal: at most 63 bytes of UTF-8 without control
 * characters; a byte that is not text becomes '?'. */
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
        else if (*s == ';') /* scene text, which carries the name, ends a value there */
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

/* ---- from bytes to a palette ------------------------------------------------ */

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
    /* Nothing can fail from here on: the output holds the roles of names meanwhile. */
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

/* ---- writing ----------------------------------------------------------------- */

/* Files that others can read: never an empty line (GIMP 2.10 takes it for a colour), no
 * colour line above 100 bytes (Pillow refuses the file).  Open roles are left out. */

/* Number of colours of a palette that fills all roles. */
#define MAX_ITEMS (RL_MAX_SKY + RL_MAX_RIDGES + PALETTE_SINGLES)

typedef struct item {
    rl_colour colour;
    char role[16];
} item;

typedef struct item_list {
    int count;
    item item[MAX_ITEMS];
} item_list;

/* A role is ROLE, ROLE.PART or ROLE.NUMBER. */
static void add_item(item_list *list, rl_colour colour, const char *role, const char *part,
                     int number)
{
    item *next = &list->item[list->count++];
    next->colour = colour;
    if (part != NULL)
        (void)snprintf(next->role, sizeof next->role, "%s.%s", role, part);
    else if (number > 0)
        (void)snprintf(next->role, sizeof next->role, "%s.%d", role, number);
    else
        (void)snprintf(next->role, sizeof next->role, "%s", role);
}

/* Adds the stops of the sky or the ridges.  Two to `most` stops have names of parts, with parts[3]
 * for the last stop; more are numbered, and a single one has neither. */
static void add_stops(item_list *list, const char *role, const char *const parts[4], int most,
                      const rl_colour *colours, int count)
{
    for (int i = 0; i < count; i++)
        add_item(list, colours[i], role,
                 count == 1 || count > most ? NULL : parts[i == count - 1 ? 3 : i],
                 count > 1 ? i + 1 : 0);
}

/* Removes all but the first of equal colours. */
static void drop_repeated(item_list *list)
{
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        int j = 0;
        while (j < count && list->item[j].colour != list->item[i].colour)
            j++;
        if (j == count)
            list->item[count++] = list->item[i];
    }
    list->count = count;
}

rl_status rl_palette_write(const rl_palette *palette, rl_palette_format format, rl_sink *sink,
                           rl_error *error)
{
    if (palette == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: NULL: must be a palette");
    if (palette->sky_count < 0 || palette->sky_count > RL_MAX_SKY || palette->ridge_count < 0 ||
        palette->ridge_count > RL_MAX_RIDGES)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "palette: %d sky and %d ridge colours: must be "
                           "at most %d and %d",
                           palette->sky_count, palette->ridge_count, RL_MAX_SKY, RL_MAX_RIDGES);
    if ((unsigned)format > RL_PALETTE_JASC)
        return status_fail(error, RL_BAD_ARGUMENT, "palette format: %d: must be 0..2", (int)format);
    static const char *const sky_parts[4] = {"zenith", "mid", "low", "horizon"};
    static const char *const ridge_parts[4] = {"far", "mid", NULL, "near"};
    item_list list = {.count = 0};
    add_stops(&list, "sky", sky_parts, 4, palette->sky, palette->sky_count);
    add_stops(&list, "ridge", ridge_parts, 3, palette->ridge, palette->ridge_count);
    for (int i = 0; i < PALETTE_SINGLES; i++)
        if (palette_single(palette, i) != RL_AUTO)
            add_item(&list, palette_single(palette, i), palette_single_names[i], NULL, 0);
    if (list.count == 0)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: no colour: every role is unset");
    for (int i = 0; i < list.count; i++)
        if (list.item[i].colour < 0 || list.item[i].colour > 0xffffff)
            return status_fail(error, RL_BAD_ARGUMENT, "palette: %s = %d: must be 0..16777215",
                               list.item[i].role, (int)list.item[i].colour);
    char name[64], text[256] = "";
    palette_name(name, palette->name, strnlen(palette->name, sizeof palette->name));
    int has_name = name[0] != '\0';
    if (format !=
        RL_PALETTE_GPL) /* other formats have no names, so that equal colours would say nothing */
        drop_repeated(&list);
    if (format == RL_PALETTE_GPL)
        (void)snprintf(text, sizeof text,
                       "GIMP Palette\n%s%s%s# names carry roles, see ridgeline-palette(5)\n",
                       has_name ? "Name: " : "", name, has_name ? "\nColumns: 8\n" : "");
    else if (format == RL_PALETTE_JASC)
        (void)snprintf(text, sizeof text, "JASC-PAL\r\n0100\r\n%d\r\n", list.count);
    TRY(rl_sink_write(sink, text, strlen(text), error));
    for (int i = 0; i < list.count; i++) {
        rl_colour colour = list.item[i].colour;
        int r = (int)(colour >> 16), g = (int)(colour >> 8 & 255), b = (int)(colour & 255);
        if (format == RL_PALETTE_GPL)
            (void)snprintf(text, sizeof text, "%3d %3d %3d\t%s\n", r, g, b, list.item[i].role);
        else if (format == RL_PALETTE_JASC)
            (void)snprintf(text, sizeof text, "%d %d %d\r\n", r, g, b);
        else
            (void)snprintf(text, sizeof text, "%06x\n", (unsigned)colour);
        TRY(rl_sink_write(sink, text, strlen(text), error));
    }
    return status_clear(error);
}
