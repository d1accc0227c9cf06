/* rock.c - draws rocks in water: boulders with a dark reflection at their foot.
 *
 * Lengths are multiples of the thing's height; all were tuned by eye.
 */
#include "layers/plants/species/ground.h"

#define SIDES 24   /* corners of an ellipse */
#define WIDER 0.1  /* random part of the width, a share, wider and narrower */
#define WIDE_AT 96 /* level of the hash of the width of the reflection */

/* An ellipse on the water; half axes. */
typedef struct sheen {
    double x, y, wide, high;
    double opacity;
} sheen;

static const sheen below[] = {
    {.x = -0.10, .y = -0.04, .wide = 1.95, .high = 0.15, .opacity = 0.22},
    {.x = -0.05, .y = -0.04, .wide = 1.60, .high = 0.13, .opacity = 0.40},
};

void draw_rock(const species *self, const plant_look *look, drawing *out)
{
    double wide = 1.0 + WIDER * plant_way(look->key, WIDE_AT, 0);
    for (int i = 0; i < (int)(sizeof below / sizeof *below); i++) {
        const sheen *one = &below[i];
        drawing_fill_of(out, (double)TONE_SHADE, 0.0, one->opacity);
        drawing_ellipse(out, wide * one->x, one->y, wide * one->wide, one->high, SIDES);
    }
    draw_boulder(self, look, out);
}
