/* snowy.c - draws what stands in snow on near ground: a tuft in the hollow that the wind has blown
 * round it, and boulders with snow on top and a dip at their foot.
 *
 * Lengths are multiples of the thing's height; all were tuned by eye.  The stand's own colour is
 * that of snow in the light (ridge.c).
 */
#include "layers/plants/species/ground.h"

#define SIDES 20       /* corners of an ellipse */
#define SHADE_OWN 0.52 /* share of snow in the colour of a hollow */
#define WIDER 0.15     /* random part of the width of a hollow, a share, wider and narrower */
#define WIDE_AT 128    /* level of the hash of that */

/* Ellipses on one another, which make a soft hollow, its shadow and its lit rim. */
typedef struct dip {
    double x, y;       /* middle; the light comes from the right */
    double wide, high; /* half axes */
    double own;        /* share of snow in the colour; the rest is shade */
    double opacity;
} dip;

static const dip tuft_dip[] = {
    {.x = -0.30, .y = -0.03, .wide = 1.60, .high = 0.16, .own = SHADE_OWN, .opacity = 0.16},
    {.x = -0.95, .y = -0.02, .wide = 1.55, .high = 0.11, .own = SHADE_OWN, .opacity = 0.22},
    {.x = 0.16, .y = -0.12, .wide = 1.15, .high = 0.07, .own = 1.0, .opacity = 0.45},
    {.x = -0.10, .y = -0.04, .wide = 1.15, .high = 0.12, .own = SHADE_OWN, .opacity = 0.26},
    {.x = -0.55, .y = -0.02, .wide = 1.05, .high = 0.075, .own = SHADE_OWN, .opacity = 0.32},
    {.x = -0.10, .y = -0.02, .wide = 0.70, .high = 0.085, .own = 0.40, .opacity = 0.28},
};

static const dip stone_dip[] = {
    {.x = -0.40, .y = -0.03, .wide = 2.10, .high = 0.16, .own = SHADE_OWN, .opacity = 0.18},
    {.x = -1.00, .y = -0.01, .wide = 1.90, .high = 0.13, .own = SHADE_OWN, .opacity = 0.16},
    {.x = 0.20, .y = -0.12, .wide = 1.40, .high = 0.07, .own = 1.0, .opacity = 0.40},
    {.x = -0.15, .y = -0.05, .wide = 1.60, .high = 0.13, .own = SHADE_OWN, .opacity = 0.22},
    {.x = -0.20, .y = -0.04, .wide = 1.35, .high = 0.11, .own = 0.35, .opacity = 0.35},
};

static void add_dips(const dip *one, int count, uint64_t key, drawing *out)
{
    double wide = 1.0 + WIDER * plant_way(key, WIDE_AT, 0);
    for (int i = 0; i < count; i++, one++) {
        drawing_fill_of(out, (double)TONE_SHADE, one->own, one->opacity);
        drawing_ellipse(out, wide * one->x, one->y, wide * one->wide, one->high, SIDES);
    }
}

void draw_snow_tuft(const species *self, const plant_look *look, drawing *out)
{
    add_dips(tuft_dip, (int)(sizeof tuft_dip / sizeof *tuft_dip), look->key, out);
    draw_grass(self, look, out);
}

void draw_snow_boulder(const species *self, const plant_look *look, drawing *out)
{
    add_dips(stone_dip, (int)(sizeof stone_dip / sizeof *stone_dip), look->key, out);
    draw_boulder(self, look, out);
}
