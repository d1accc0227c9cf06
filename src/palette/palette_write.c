/* palette_write.c - a palette becomes a file that others can read.
 *
 * In: a palette, a format.  Out: text into a sink.  Never an empty line (GIMP
 * 2.10 takes it for a colour) and no colour line above 100 bytes (Pillow refuses
 * the file).  Roles that are open are left out; .hex and JASC carry no names, so
 * each colour appears once there, in the order of the roles.
 */
#include "palette/palette.h"

#include "base/status.h"

#include <stdio.h>
#include <string.h>

/* Every role that a palette can fill. */
#define MAX_ITEMS (RL_MAX_SKY + RL_MAX_RIDGES + PALETTE_SINGLES)

typedef struct item {
    rl_colour colour;
    char role[16];
} item;

typedef struct item_list {
    int count;
    item item[MAX_ITEMS];
} item_list;

/* The parts of two, three and four stops; more are numbered, one has none. */
static const char *const sky_parts[3][4] = {
    {"zenith", "horizon", NULL, NULL},
    {"zenith", "mid", "horizon", NULL},
    {"zenith", "mid", "low", "horizon"},
};
static const char *const ridge_parts[3][4] = {
    {"far", "near", NULL, NULL},
    {"far", "mid", "near", NULL},
    {NULL, NULL, NULL, NULL},
};

static void add_stops(item_list *list, const char *role, const char *const parts[3][4],
                      const rl_colour *colours, int count)
{
    for (int i = 0; i < count; i++) {
        item *next = &list->item[list->count++];
        const char *part = count >= 2 && count <= 4 ? parts[count - 2][i] : NULL;
        next->colour = colours[i];
        if (count == 1)
            (void)snprintf(next->role, sizeof next->role, "%s", role);
        else if (part != NULL)
            (void)snprintf(next->role, sizeof next->role, "%s.%s", role, part);
        else
            (void)snprintf(next->role, sizeof next->role, "%s.%d", role, i + 1);
    }
}

static void list_items(item_list *list, const rl_palette *palette)
{
    list->count = 0;
    add_stops(list, "sky", sky_parts, palette->sky, palette->sky_count);
    add_stops(list, "ridge", ridge_parts, palette->ridge, palette->ridge_count);
    for (int i = 0; i < PALETTE_SINGLES; i++) {
        rl_colour colour = palette_single(palette, i);
        if (colour == RL_AUTO)
            continue;
        item *next = &list->item[list->count++];
        next->colour = colour;
        (void)snprintf(next->role, sizeof next->role, "%s", palette_single_names[i]);
    }
}

/* Drops every colour that came before. */
static void keep_distinct(item_list *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        int seen = 0;
        for (int j = 0; j < kept; j++)
            seen = seen || list->item[j].colour == list->item[i].colour;
        if (!seen)
            list->item[kept++] = list->item[i];
    }
    list->count = kept;
}

static rl_status check(const item_list *list, rl_error *error)
{
    if (list->count == 0)
        return status_fail(error, RL_BAD_ARGUMENT, "palette: no colour: every role is open");
    for (int i = 0; i < list->count; i++)
        if (list->item[i].colour < 0 || list->item[i].colour > 0xffffff)
            return status_fail(error, RL_BAD_ARGUMENT, "palette: %s = %d: must be 0..16777215",
                               list->item[i].role, (int)list->item[i].colour);
    return RL_OK;
}

static rl_status put(rl_sink *sink, const char *text, rl_error *error)
{
    return rl_sink_write(sink, text, strlen(text), error);
}

/* ---- the formats ------------------------------------------------------------ */

static rl_status write_gpl(const rl_palette *palette, const item_list *list, rl_sink *sink,
                           rl_error *error)
{
    char name[64];
    char head[256];
    palette_name(name, palette->name, strnlen(palette->name, sizeof palette->name));
    int named = name[0] != '\0';
    (void)snprintf(head, sizeof head,
                   "GIMP Palette\n%s%s%s# names carry roles, see "
                   "ridgeline-palette(5)\n",
                   named ? "Name: " : "", name, named ? "\nColumns: 8\n" : "");
    rl_status status = put(sink, head, error);
    for (int i = 0; status == RL_OK && i < list->count; i++) {
        rl_colour colour = list->item[i].colour;
        char line[64];
        (void)snprintf(line, sizeof line, "%3d %3d %3d\t%s\n", (int)(colour >> 16),
                       (int)(colour >> 8 & 255), (int)(colour & 255), list->item[i].role);
        status = put(sink, line, error);
    }
    return status;
}

static rl_status write_hex(const item_list *list, rl_sink *sink, rl_error *error)
{
    rl_status status = RL_OK;
    for (int i = 0; status == RL_OK && i < list->count; i++) {
        char line[16];
        (void)snprintf(line, sizeof line, "%06x\n", (unsigned)list->item[i].colour);
        status = put(sink, line, error);
    }
    return status;
}

static rl_status write_jasc(const item_list *list, rl_sink *sink, rl_error *error)
{
    char line[64];
    (void)snprintf(line, sizeof line, "JASC-PAL\r\n0100\r\n%d\r\n", list->count);
    rl_status status = put(sink, line, error);
    for (int i = 0; status == RL_OK && i < list->count; i++) {
        rl_colour colour = list->item[i].colour;
        (void)snprintf(line, sizeof line, "%d %d %d\r\n", (int)(colour >> 16),
                       (int)(colour >> 8 & 255), (int)(colour & 255));
        status = put(sink, line, error);
    }
    return status;
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
    item_list list;
    list_items(&list, palette);
    rl_status status = check(&list, error);
    if (status != RL_OK)
        return status;
    if (format == RL_PALETTE_GPL)
        status = write_gpl(palette, &list, sink, error);
    else if (format == RL_PALETTE_HEX || format == RL_PALETTE_JASC) {
        keep_distinct(&list);
        status = format == RL_PALETTE_HEX ? write_hex(&list, sink, error)
                                          : write_jasc(&list, sink, error);
    } else
        return status_fail(error, RL_BAD_ARGUMENT, "palette format: %d: must be 0..2", (int)format);
    return status == RL_OK ? status_clear(error) : status;
}
