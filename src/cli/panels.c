/* panels.c - e-paper panels by name: one row each, and --eink.
 *
 * Sizes and inks are those of the makers' drivers (Pimoroni inky, Waveshare e-Paper, Soldered
 * Inkplate), in the orientation in which the drivers take a picture; those of TRMNL and Kindle are
 * from pages of their users.  PhotoPainter is the model with an ESP32-S3.
 */
#include "cli/common/say.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int width, height;
    const char *inks, *line;
} panels[] = {
    {"inky-phat", 250, 122, "bwr", "Pimoroni Inky pHAT, red"},
    {"inky-what", 400, 300, "bwr", "Pimoroni Inky wHAT, red"},
    {"inky-4", 640, 400, "acep7", "Pimoroni Inky Impression 4\" (2021)"},
    {"inky-5.7", 600, 448, "acep7", "Pimoroni Inky Impression 5.7\""},
    {"inky-7.3", 800, 480, "acep7", "Pimoroni Inky Impression 7.3\" (2022)"},
    {"inky-7.3-spectra", 800, 480, "spectra6", "Pimoroni Inky Impression 7.3\" (2025)"},
    {"inky-13.3", 1600, 1200, "spectra6", "Pimoroni Inky Impression 13.3\""},
    {"inkplate-6color", 600, 448, "acep7", "Soldered Inkplate 6COLOR"},
    {"waveshare-5.65-f", 600, 448, "acep7", "Waveshare 5.65\" (F)"},
    {"waveshare-7.3-f", 800, 480, "acep7", "Waveshare 7.3\" (F)"},
    {"waveshare-7.3-e", 800, 480, "spectra6", "Waveshare 7.3\" (E), PhotoPainter"},
    {"waveshare-7.5", 800, 480, "bw", "Waveshare 7.5\" V2"},
    {"waveshare-7.5-b", 800, 480, "bwr", "Waveshare 7.5\" (B) V2"},
    {"waveshare-4.2", 400, 300, "grey4", "Waveshare 4.2\" V2"},
    {"trmnl", 800, 480, "grey4", "TRMNL, 2 bits"},
    {"kindle-pw3", 1072, 1448, "grey16", "Kindle Paperwhite 3 and 4"},
};

#define PANELS (sizeof panels / sizeof *panels)

const char *panel_name(size_t index)
{
    return index < PANELS ? panels[index].name : NULL;
}

int panel_line(size_t index, char line[RL_LINE_SIZE])
{
    return index < PANELS &&
           snprintf(line, RL_LINE_SIZE, "%dx%d:%-9s %s", panels[index].width, panels[index].height,
                    panels[index].inks, panels[index].line) > 0;
}

/* Returns set of inks `index`, or NULL past the last; leaves out rl_ink_name(0), no inks. */
static const char *ink_name(size_t index)
{
    return rl_ink_name(index + 1);
}

/* Reads the name of a set of inks, or the number of its inks; *inks is its index in rl_ink_name.
 * Returns an exit code. */
static int read_inks(int *inks, const char *text)
{
    static const struct {
        const char *count, *name;
    } counts[] = {{"2", "bw"},       {"3", "bwr"},   {"4", "bwry"},
                  {"6", "spectra6"}, {"7", "acep7"}, {"16", "grey16"}};
    const char *name = text;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (strcmp(text, counts[i].count) == 0)
            name = counts[i].name;
    *inks = name_index(ink_name, name) + 1;
    return *inks > 0 ? CODE_OK : say_no_such("--eink WxH:", text, "set of inks", ink_name);
}

int read_eink(options *opts, const option_row *row, const char *place, const char *value)
{
    const char *colon = strchr(value, ':');
    int index = name_index(row->list, value);
    char size[32];
    if (strcmp(value, "help") == 0)
        return CODE_OK; /* help_lists prints the names */
    opts->eink = value;
    if (index >= 0) {
        opts->size = (geometry){panels[index].width, panels[index].height, 0, 0};
        return read_inks(&opts->inks, panels[index].inks);
    }
    if (colon != NULL && colon > value && (size_t)(colon - value) < sizeof size) {
        snprintf(size, sizeof size, "%.*s", (int)(colon - value), value);
        STEP(geometry_size(&opts->size, size, place));
        return read_inks(&opts->inks, colon + 1);
    }
    const char *near = colon == NULL && value[0] > '9' ? name_near(row->list, value) : NULL;
    return near != NULL ? say_error(CODE_USAGE, "%s %s: no such panel: did you mean %s?", place,
                                    SHOW(value), near)
                        : say_error(CODE_USAGE,
                                    "%s %s: must be WxH:INKS, as 800x480:7, or a panel: see %s "
                                    "help",
                                    place, SHOW(value), place);
}
