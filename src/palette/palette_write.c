/* palette_write.c - writes palette files.
 *
 * So that other programs can read the files, there is no empty line (GIMP 2.10 takes it for a
 * colour) and no colour line above 100 bytes (Pillow refuses the file).  Unset roles are left out.
 */
#include "palette/palette.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"

/* Largest number of colours of a palette. */
#define MAX_ITEMS (RL_MAX_SKY + RL_MAX_RIDGES + PALETTE_SINGLES)

typedef struct item {
    rl_colour colour;
    char role[16];
} item;

typedef struct item_list {
    int count;
    item item[MAX_ITEMS];
} item_list;

/* Appends a colour with the name ROLE.PART, if `part` is not NULL, ROLE.NUMBER, if `number` is
 * above 0, or ROLE. */
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

/* Appends the stops of the sky or the ridges.  Two to `most` stops are named by `parts`, where
 * parts[3] is the name of the last stop; more are numbered from 1; a single one has only `role`. */
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
