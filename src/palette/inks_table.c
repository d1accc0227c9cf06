/* inks_table.c - the table of sets of inks.
 *
 * `panel`: the values with which Waveshare's getbuffer() compares a picture (epd7in3f.py,
 * epd7in3e.py) and which Pimoroni's library takes unchanged (inky_e673.py, DESATURATED_PALETTE), in
 * the order of the panels' ink numbers.  Greys are equally spaced values of 2 or 4 bits.
 *
 * `seen`, measured colours, from these sources:
 * bwr, bwy, bwry: a panel EP397YR of 800x480, photographed raw beside white paper, March 2026
 *     (OpenDisplay epaper-dithering, BWRY_3_97).
 * spectra6: a panel of 7.3 inches, photographed the same way (the same project,
 *     SPECTRA_7_3_6COLOR_V2).
 * acep7: Pimoroni inky_uc8159.py, SATURATED_PALETTE.
 * bw, grey4, grey16: a black between those of the measured panels, and equal steps up to white.
 * Of a measured black only the lightness is used, since its tint is that of glare.  The black of
 * bwr, bwy and bwry is that of spectra6, since their photograph shows no black.
 */
#include "palette/inks.h"

#define BLACK 0x000000
#define WHITE 0xffffff
#define RED 0xff0000
#define YELLOW 0xffff00
#define BLUE 0x0000ff
#define GREEN 0x00ff00
#define ORANGE 0xff8000

/* Grey k of 0..n: its value in a file, and its colour on the panel, from #303030 to white. */
#define GREY(k, n)                                                                                 \
    {                                                                                              \
        (k) * 255 / (n)*0x010101, (48 + (k)*207 / (n)) * 0x010101                                  \
    }

static const ink_set sets[] = {
    {"bw", 1, 2, {GREY(0, 1), GREY(1, 1)}},
    {"grey4", 1, 4, {GREY(0, 3), GREY(1, 3), GREY(2, 3), GREY(3, 3)}},
    {"grey16",
     1,
     16,
     {GREY(0, 15), GREY(1, 15), GREY(2, 15), GREY(3, 15), GREY(4, 15), GREY(5, 15), GREY(6, 15),
      GREY(7, 15), GREY(8, 15), GREY(9, 15), GREY(10, 15), GREY(11, 15), GREY(12, 15), GREY(13, 15),
      GREY(14, 15), GREY(15, 15)}},
    {"bwr", 0, 3, {{BLACK, 0x1b1b1b}, {WHITE, 0xadb2ae}, {RED, 0x55180e}}},
    {"bwy", 0, 3, {{BLACK, 0x1b1b1b}, {WHITE, 0xadb2ae}, {YELLOW, 0xac8000}}},
    {"bwry", 0, 4, {{BLACK, 0x1b1b1b}, {WHITE, 0xadb2ae}, {YELLOW, 0xac8000}, {RED, 0x55180e}}},
    {"spectra6",
     0,
     6,
     {{BLACK, 0x1b1b1b},
      {WHITE, 0xa8b4b6},
      {YELLOW, 0xb4ad00},
      {RED, 0x711813},
      {BLUE, 0x24468b},
      {GREEN, 0x32543c}}},
    {"acep7",
     0,
     7,
     {{BLACK, 0x333333},
      {WHITE, 0xffffff},
      {GREEN, 0x3a5b46},
      {BLUE, 0x3d3b5e},
      {RED, 0x9c484b},
      {YELLOW, 0xd0be47},
      {ORANGE, 0xb16a49}}},
};

const ink_set *inks_at(size_t index)
{
    return index > 0 && index <= sizeof sets / sizeof *sets ? &sets[index - 1] : NULL;
}

const char *rl_ink_name(size_t index)
{
    const ink_set *set = inks_at(index);
    return index == 0 ? "none" : set != NULL ? set->name : NULL;
}

linear_rgb inks_white(const ink_set *set)
{
    return colour_to_linear(set->ink[set->is_grey ? set->count - 1 : 1].seen);
}
