/* sky.c - from far to near: stars, disc, birds.
 *
 * In: a run of pixels of sky.  Out: the same with all that stands in it.  Clouds
 * and aurora are smooth: the colour grid holds them already.
 */
#include "layers/sky.h"

#include "layers/birds.h"

int sky_new(sky *s, const rl_frame *frame)
{
    s->frame = frame;
    return stars_new(&s->stars, frame) && disc_new(&s->disc, frame);
}

void sky_free(sky *s)
{
    stars_free(&s->stars);
    disc_free(&s->disc);
}

/* What is averaged over rows has no points left. */
static int has_stars(sky *s, const tile_run *run)
{
    return run->reach == 0 && stars_are_at(&s->stars, run);
}

int sky_has(sky *s, const tile_run *run)
{
    return has_stars(s, run) || disc_is_at(s->frame, run) || birds_are_at(s->frame, run);
}

/* The veil of a run's whole block, for those that clouds hide. */
static const float *find_veil(const rl_frame *frame, tiles *t, const tile_run *run,
                              tile_colours *veil)
{
    tile_run block = *run;
    block.column -= tiles_left(frame, run);
    block.count = TILES_BLOCK;
    if (frame->scene.clouds <= 0.0)
        return NULL;
    tiles_fetch(t, TILES_SKY, SHADE_VEIL, &block, veil);
    return veil->r;
}

void sky_lay(sky *s, tiles *t, const tile_run *run, const run_pixels *pixels)
{
    int is_starry = has_stars(s, run);
    if (is_starry || disc_is_at(s->frame, run)) {
        tile_colours veil;
        int left = tiles_left(s->frame, run);
        sky_pixels block = {pixels->r - left, pixels->g - left, pixels->b - left,
                            find_veil(s->frame, t, run, &veil)};
        if (is_starry)
            stars_paint(&s->stars, run, &block);
        disc_paint(&s->disc, run, &block, pixels->plain);
    }
    birds_paint(s->frame, run, pixels);
}
