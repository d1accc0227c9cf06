/* swatch.c - draws a palette the way it will be used: a sky with a sun, ridges
 * one before the other, and chips of the remaining roles.
 *
 * In: a palette.  Out: a PNG of 640x360.  Whole numbers only; it is a card to
 * choose colours by, not a landscape.
 */
#include "cli/palette/swatch.h"
#include "cli/common/palettes.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WIDTH = 640,
    HEIGHT = 360,
    HORIZON = 200, /* row where the sky's gradient ends */
    CHIPS = 320,   /* first row of the chips */
    CREST = 130,   /* row of the farthest ridge's highest point */
    SUN_X = 440,
    SUN_Y = 110,
    SUN_RADIUS = 34
};

static int channel(rl_colour colour, int index)
{
    return (int)((uint32_t)colour >> (16 - 8 * index) & 0xFF);
}

static void put(uint8_t *rgb, int x, int y, rl_colour colour)
{
    uint8_t *pixel = rgb + 3 * (y * WIDTH + x);
    for (int i = 0; i < 3; i++)
        pixel[i] = (uint8_t)channel(colour, i);
}

/* The colour at `at` of 0..length along evenly spread stops. */
static rl_colour blend(const rl_colour *stops, int count, int at, int length)
{
    if (count < 2)
        return count == 1 ? stops[0] : 0x808080;
    int step = at * (count - 1) / length;
    step = step < count - 2 ? step : count - 2;
    int part = at * (count - 1) - step * length;
    rl_colour mixed = 0;
    for (int i = 0; i < 3; i++) {
        int a = channel(stops[step], i), b = channel(stops[step + 1], i);
        mixed = mixed * 256 + (a * (length - part) + b * part + length / 2) / length;
    }
    return mixed;
}

static void draw_sky(uint8_t *rgb, const rl_palette *palette)
{
    for (int y = 0; y < HEIGHT; y++) {
        rl_colour colour =
            blend(palette->sky, palette->sky_count, y < HORIZON ? y : HORIZON, HORIZON);
        for (int x = 0; x < WIDTH; x++)
            put(rgb, x, y, colour);
    }
}

static void draw_sun(uint8_t *rgb, const rl_palette *palette)
{
    if (palette->sun == RL_AUTO)
        return;
    for (int y = -SUN_RADIUS; y <= SUN_RADIUS; y++)
        for (int x = -SUN_RADIUS; x <= SUN_RADIUS; x++)
            if (x * x + y * y <= SUN_RADIUS * SUN_RADIUS)
                put(rgb, SUN_X + x, SUN_Y + y, palette->sun);
}

/* A hill of parabolas: 0 in the valley, 40 on the crest, each 160 columns. */
static int hill(int x)
{
    int u = (x % 160 + 160) % 160 - 80;
    return 40 - u * u / 160;
}

static void draw_ridges(uint8_t *rgb, const rl_palette *palette)
{
    int count = palette->ridge_count;
    for (int ridge = 0; ridge < count; ridge++)
        for (int x = 0; x < WIDTH; x++) {
            int shift = ridge * 61, foot = CREST + 40 + ridge * (CHIPS - CREST - 40) / count;
            for (int y = foot - hill(x + shift) * (ridge % 2 == 0 ? 1 : 3) / 3; y < HEIGHT; y++)
                put(rgb, x, y, palette->ridge[ridge]);
        }
}

static void draw_chips(uint8_t *rgb, rl_palette *palette)
{
    int count = 0;
    while (roles_name((size_t)count) != NULL)
        count++;
    for (int x = 0; x < WIDTH; x++) {
        rl_colour colour = *roles_at(palette, (size_t)(x * count / WIDTH));
        for (int y = CHIPS; y < HEIGHT && colour != RL_AUTO; y++)
            put(rgb, x, y, colour);
    }
}

rl_status swatch_write(rl_palette *palette, rl_sink *sink, rl_error *error)
{
    rl_render_options how = {.struct_size = sizeof how,
                             .format = RL_FORMAT_PNG,
                             .metadata = RL_METADATA_MINIMAL,
                             .threads = 1};
    uint8_t *rgb = malloc((size_t)3 * WIDTH * HEIGHT);
    if (rgb == NULL) {
        error->status = RL_NO_MEMORY;
        snprintf(error->text, sizeof error->text, "out of memory");
        return RL_NO_MEMORY;
    }
    draw_sky(rgb, palette);
    draw_sun(rgb, palette);
    draw_ridges(rgb, palette);
    draw_chips(rgb, palette);
    how.title = palette->name[0] != '\0' ? palette->name : NULL;
    rl_status status = rl_encode_rgb(rgb, WIDTH, HEIGHT, &how, sink, error);
    free(rgb);
    return status;
}
