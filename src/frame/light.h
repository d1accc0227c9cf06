/* light.h - the light that all layers share: the position of the sun, and the colours of sky, air
 * and land. */
#ifndef RL_FRAME_LIGHT_H
#define RL_FRAME_LIGHT_H

#include "base/colour.h"
#include "base/scene.h"

/* The sky's gradient: a monotone cubic through the stops, in OKLab. */
typedef struct light_gradient {
    int count;
    double t[RL_MAX_SKY + 1]; /* rising: 0 at the horizon, 1 at the zenith */
    oklab colour[RL_MAX_SKY + 1];
    oklab slope[RL_MAX_SKY + 1];
} light_gradient;

typedef struct frame_light {
    double sun_x, sun_y; /* pixels from the left and the top of the whole picture */
    double sun_side;     /* x of the sun, U from the middle of the picture to the right */
    double sun_radius;   /* pixels, 0 = no disc */
    double sun_seen;     /* share of the disc above the land, 0..1 */
    double sun_crest;    /* mean height of land and lake before the disc, fraction of H */
    linear_rgb sun, sun_low, glow;
    oklab glow_lab;
    double halo, wide, band, bloom; /* strengths of four kinds of glow: rl_scene.sun_halo ... */
    int has_glow, has_bloom;
    double land_glow;     /* strength of the sunlight that the haze before land scatters */
    double glow_strength; /* strength of the glow's colour on lit faces, 0..1 */
    double horizon;       /* height of the horizon, fraction of H */
    light_gradient sky;
    oklab mist; /* colour of mist, and of the air below the horizon */
    /* The second hue of the land: what its light and its shade lean to (a and b alone), and by
     * how much, 0..1. */
    oklab light_hue, shade_hue;
    double second_hue;
} frame_light;

struct preparation;

/* light_prepare makes frame->light. */
void light_prepare(struct preparation *work);

/* light_land returns the palette's colour of land without haze at a depth (0 far .. 1 near);
 * light_own returns that of ridge `ridge`, from 0, which may have a colour or a tint of its own.
 * light_tint returns `colour` mixed with a tint by `share`, 0..1; light_haze returns the share of
 * haze before land at a depth, 0..1. */
oklab light_land(const rl_palette *palette, double depth);
oklab light_own(const rl_scene *scene, int ridge);
oklab light_tint(oklab colour, rl_colour tint, double share);
double light_haze(const rl_scene *scene, double depth);

/* light_of_day returns the brightness of the sky: 0 (lamps are lit) .. 1 (a bright day). */
double light_of_day(const frame_light *light);

#endif
