/* sky.c - from far to near: stars, disc, birds.
 *
 * In: a run of pixels of sky.  Out: the same with all that stands in it.  Clouds
 * and aurora are smooth: the colour grid holds them already.
 */
#include "paint/sky.h"

#include "paint/birds.h"
#include "paint/disc.h"
#include "paint/stars.h"

void sky_lay(tiles *t, const tile_run *run, const run_pixels *pixels)
{
    if (run->reach == 0) /* what is averaged over rows has no points left */
        stars_paint(t, run, pixels);
    disc_paint(t, run, pixels);
    birds_paint(t->frame, run, pixels);
}
