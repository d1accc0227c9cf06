/* lights_kernel.c - the inner loops of disc and stars; compiled once for each width of lanes.h. */
#include "base/colour_lanes.h"
#include "layers/common/noise_lanes.h"
#include "layers/sky/sky.h"

/* Lays `amount` of linear light over samples where the mask is set. */
LANES_INLINE void lay_light(float *samples, lanes_i mask, lanes_f light, lanes_f amount)
{
    lanes_f old = lanes_load(samples);
    lanes_f mixed = lanes_tone_encode(lanes_mix(lanes_tone_decode(old), light, amount));
    lanes_store(samples, lanes_choose(mask, mixed, old));
}

/* Like lay_light, but where `is_whole` is set it copies `encoded`, as on most of a sun's disc. */
LANES_INLINE void lay_whole(float *samples, lanes_i is_part, lanes_i is_whole, lanes_f light,
                            float encoded, lanes_f amount)
{
    if (lanes_any(is_part))
        lay_light(samples, is_part, light, amount);
    lanes_store(samples, lanes_choose(is_whole, lanes_of(encoded), lanes_load(samples)));
}

LANES_INLINE lanes_i columns_within(int column, int from, int to)
{
    lanes_i each = lanes_count() + lanes_of_i(column);
    return lanes_less_i(lanes_of_i(from - 1), each) & lanes_less_i(each, lanes_of_i(to));
}

/* ---- stars ------------------------------------------------------------------- */

#define STAR_LEAST 1e-4f /* least light that is added, linear */

/* Adds a star's light to the samples of a row by screen blending, so they never exceed white. */
static void shine(const sky_star *s, const sky_pixels *pixels)
{
    for (int column = s->from - s->from % SHADE_GROUP; column < s->to; column += LANES) {
        lanes_f dx = lanes_to_f(lanes_count() + lanes_of_i(column)) + lanes_of(0.5f - s->x);
        lanes_f away = dx * dx + lanes_of(s->dy_dy);
        lanes_f light = lanes_of(s->peak) * lanes_exp2(away * lanes_of(s->fall));
        lanes_i is_seen =
            columns_within(column, s->from, s->to) & lanes_less(lanes_of(STAR_LEAST), light);
        if (!lanes_any(is_seen))
            continue;
        if (pixels->veil != NULL)
            light = light * (lanes_of(1.0f) - lanes_load(pixels->veil + column));
        lanes_f one = lanes_of(1.0f);
        lanes_rgb tint = lanes_rgb_of(s->tint);
        lay_light(pixels->r + column, is_seen, one, lanes_min(light * tint.r, one));
        lay_light(pixels->g + column, is_seen, one, lanes_min(light * tint.g, one));
        lay_light(pixels->b + column, is_seen, one, lanes_min(light * tint.b, one));
    }
}

/* ---- moon -------------------------------------------------------------------- */

/* The seas of the side that faces the Earth, north up: middle and radius in radii of the moon (y
 * upward), and darkness relative to SEA_DARK. */
static const struct sea {
    float x, y, radius, dark;
} seas[] = {
    {-0.27f, 0.50f, 0.30f, 1.00f},  {0.27f, 0.44f, 0.19f, 1.05f},   {0.44f, 0.14f, 0.23f, 1.05f},
    {0.80f, 0.28f, 0.10f, 1.00f},   {0.71f, -0.10f, 0.16f, 0.80f},  {0.55f, -0.27f, 0.10f, 0.80f},
    {-0.62f, 0.22f, 0.30f, 0.85f},  {-0.50f, -0.05f, 0.24f, 0.80f}, {-0.60f, -0.40f, 0.11f, 0.95f},
    {-0.26f, -0.32f, 0.19f, 0.80f}, {0.05f, 0.20f, 0.10f, 0.60f},   {0.00f, 0.80f, 0.12f, 0.45f},
};

#define SEA_DARK 0.21f    /* share of light that seas absorb */
#define SEA_WANDER 0.11f  /* weight of the noise in the radius of a sea, radii of the moon */
#define SHORE 0.12f       /* width of a shore, radii of the moon */
#define UPLAND_DARK 0.05f /* share of light that the noise of uplands takes away */
#define EARTHSHINE 0.030f /* opacity of the dark side over the sky */
#define LIMB_LIGHT 0.82f  /* light at the edge of the moon, relative to its middle */

/* The moon's axis leans to the right of the picture: sine and cosine. */
#define LEAN_SINE 0.292f
#define LEAN_COSINE 0.95642f

LANES_INLINE lanes_f moon_noise(const sky_moon *moon, int octave, lanes_f x, lanes_f y)
{
    const uint8_t *direction = moon->direction[octave];
    int side = moon->side[octave];
    x = x * lanes_of(moon->scale[octave]) + lanes_of((float)moon->half[octave]);
    y = y * lanes_of(moon->scale[octave]) + lanes_of((float)moon->half[octave]);
    lanes_i i = lanes_to_i(x);
    lanes_i j = lanes_to_i(y);
    int32_t place[LANES];
    lanes_store_i(place, j * lanes_of_i(side) + i);
    return noise_in_cells(direction, direction + side, place, x - lanes_to_f(i), y - lanes_to_f(j));
}

/* Returns the sum of four octaves of noise from number `octave` on: 0 = shores, 4 = uplands. */
LANES_INLINE lanes_f moon_fractal(const sky_moon *moon, int octave, lanes_f x, lanes_f y)
{
    lanes_f sum = lanes_of(0.0f);
    float weight = 0.5f;
    for (int k = octave; k < octave + 4; k++, weight *= 0.5f)
        sum += lanes_of(weight) * moon_noise(moon, k, x, y);
    return sum;
}

/* Returns the share of light that the ground reflects at (x, y), radii from the middle. */
LANES_INLINE lanes_f moon_ground(const sky_moon *moon, lanes_f x, lanes_f y)
{
    x = lanes_clamp(x, -SKY_GROUND_REACH, SKY_GROUND_REACH);
    y = lanes_clamp(y, -SKY_GROUND_REACH, SKY_GROUND_REACH);
    lanes_f shore = lanes_of(SEA_WANDER) * moon_fractal(moon, 0, x, y);
    lanes_f land = lanes_of(1.0f);
    for (size_t i = 0; i < sizeof seas / sizeof seas[0]; i++) {
        lanes_f dx = x - lanes_of(seas[i].x);
        lanes_f dy = y - lanes_of(seas[i].y);
        lanes_f away = lanes_sqrt(dx * dx + dy * dy);
        lanes_f inside = lanes_of(seas[i].radius) + shore - away;
        lanes_f sea = lanes_smooth(lanes_of(0.5f) + inside * lanes_of(1.0f / SHORE));
        /* No sea reaches farther than SHORE beyond its radius. */
        sea = lanes_choose(lanes_less(lanes_of(seas[i].radius + SHORE), away), lanes_of(0.0f), sea);
        land = land * (lanes_of(1.0f) - lanes_of(seas[i].dark) * sea);
    }
    lanes_f fine = lanes_of(0.5f) + moon_fractal(moon, 4, x, y);
    land = lanes_max(land, lanes_of(0.0f));
    return lanes_of(1.0f) - lanes_of(SEA_DARK) * (lanes_of(1.0f) - land) -
           lanes_of(UPLAND_DARK) * fine;
}

/* Returns the share of day at a point, 0..1.  The terminator is half an ellipse. */
LANES_INLINE lanes_f moon_day(const sky_moon *moon, lanes_f x, lanes_f y)
{
    lanes_f edge = lanes_sqrt(lanes_max(lanes_of(1.0f) - y * y, lanes_of(1e-6f)));
    lanes_f slope = lanes_of(moon->cosine) * y / edge;
    lanes_f inside = lanes_of(moon->lit) * x - lanes_of(moon->cosine) * edge;
    inside = inside / lanes_sqrt(lanes_of(1.0f) + slope * slope);
    return lanes_smooth(lanes_of(0.5f) + inside * lanes_of(0.5f / moon->soft));
}

/* Returns the moon's light at dx pixels from its middle; sets `hides` to the opacity of the moon
 * over the sky there. */
LANES_INLINE lanes_f moon_light(const sky_disc *d, lanes_f dx, lanes_f *hides)
{
    lanes_f per_pixel = lanes_of(1.0f / d->radius);
    lanes_f x = (dx * lanes_of(LEAN_COSINE) - lanes_of(d->y * LEAN_SINE)) * per_pixel;
    lanes_f y = (dx * lanes_of(LEAN_SINE) + lanes_of(d->y * LEAN_COSINE)) * per_pixel;
    y = lanes_of(0.0f) - y;
    lanes_f limb = lanes_max(lanes_of(1.0f) - x * x - y * y, lanes_of(0.0f));
    limb = lanes_of(LIMB_LIGHT) + lanes_of(1.0f - LIMB_LIGHT) * lanes_sqrt(limb);
    *hides = lanes_of(EARTHSHINE) + lanes_of(1.0f - EARTHSHINE) * moon_day(d->moon, x, y);
    return limb * moon_ground(d->moon, x, y);
}

/* ---- disc -------------------------------------------------------------------- */

#define CLOUD_HIDES 0.55f /* share of the disc's light that an opaque cloud hides */

/* Returns the mean coverage by the disc of columns at dx from its middle, over the rows that the
 * row stands for, 0..1. */
LANES_INLINE lanes_f cover_rows(const sky_disc *d, lanes_f dx)
{
    float half = d->reach + 0.5f;
    lanes_f rim = lanes_sqrt(lanes_max(lanes_of(d->radius * d->radius) - dx * dx, lanes_of(0.0f)));
    lanes_f lower = lanes_min(rim, lanes_of(d->y + half));
    lanes_f upper = lanes_max(lanes_of(0.0f) - rim, lanes_of(d->y - half));
    return lanes_clamp((lower - upper) * lanes_of(0.5f / half), 0.0f, 1.0f);
}

/* Returns the coverage by the disc of pixels at dx from its middle, 0..1. */
LANES_INLINE lanes_f disc_cover(const sky_disc *d, lanes_f dx)
{
    lanes_f away = lanes_sqrt(dx * dx + lanes_of(d->y * d->y));
    lanes_f inside = d->reach > 0.0f ? cover_rows(d, dx)
                                     : lanes_clamp(lanes_of(d->radius + 0.5f) - away, 0.0f, 1.0f);
    lanes_f covered = inside * lanes_of(d->whole);
    if (!d->is_hard)
        return covered;
    return lanes_choose(lanes_less(covered, lanes_of(0.5f)), lanes_of(0.0f), lanes_of(1.0f));
}

LANES_INLINE void lay_sun(const sky_disc *d, int column, lanes_i is_there, lanes_f amount,
                          const sky_pixels *pixels)
{
    lanes_i is_part = is_there & lanes_less(amount, lanes_of(1.0f));
    lanes_i is_whole = is_there & ~is_part;
    lanes_rgb light = lanes_rgb_of(d->light);
    const shade_colour *encoded = &d->encoded;
    lay_whole(pixels->r + column, is_part, is_whole, light.r, encoded->r, amount);
    lay_whole(pixels->g + column, is_part, is_whole, light.g, encoded->g, amount);
    lay_whole(pixels->b + column, is_part, is_whole, light.b, encoded->b, amount);
}

LANES_INLINE lanes_f lay_moon(const sky_disc *d, int column, lanes_i is_there, lanes_f dx,
                              lanes_f amount, const sky_pixels *pixels)
{
    lanes_f hides;
    lanes_f light = moon_light(d, dx, &hides);
    lanes_rgb sun = lanes_rgb_of(d->light);
    amount = amount * hides;
    lay_light(pixels->r + column, is_there, light * sun.r, amount);
    lay_light(pixels->g + column, is_there, light * sun.g, amount);
    lay_light(pixels->b + column, is_there, light * sun.b, amount);
    return amount;
}

static void disc(const sky_disc *d, int from, int to, const sky_pixels *pixels, float *covered)
{
    for (int column = from - from % SHADE_GROUP; column < to; column += LANES) {
        lanes_f dx = lanes_of(d->x) + lanes_to_f(lanes_count() + lanes_of_i(column));
        lanes_f amount = disc_cover(d, dx);
        lanes_i is_there = lanes_less(lanes_of(0.0f), amount) & columns_within(column, from, to);
        if (pixels->veil != NULL)
            amount = amount *
                     (lanes_of(1.0f) - lanes_of(CLOUD_HIDES) * lanes_load(pixels->veil + column));
        if (lanes_any(is_there) && d->moon == NULL)
            lay_sun(d, column, is_there, amount, pixels);
        else if (lanes_any(is_there))
            amount = lay_moon(d, column, is_there, dx, amount, pixels);
        lanes_store(covered + column, lanes_choose(is_there, amount, lanes_of(0.0f)));
    }
}

/* ---- corona ------------------------------------------------------------------ */

/* Light of a corona, tuned by eye; distances in radii of the sun. */
#define CORONA_INNER 0.44f   /* light at the limb that falls with the sixth power of the distance */
#define CORONA_EVEN 0.16f    /* light at the limb that falls with the square of the distance */
#define CORONA_RAYS 0.62f    /* weight of the rays, which fall with the square of the distance */
#define CORONA_MOST 1.3f     /* most sum of the rays in a direction */
#define STREAMER_DOUBLINGS 4 /* a streamer falls with the 2^4th power of a cosine */
#define PLUME_DOUBLINGS 8    /* a plume falls with the 2^8th power of a cosine */
#define DIAMOND_RADIUS 0.15f /* distance at which both parts of the diamond begin to fall */
#define DIAMOND_CORE 1.8f    /* light of its core, which falls with the fourth power */
#define DIAMOND_WIDE 0.26f   /* light of its glare, which falls with the square */
#define CORONA_FROM 0.25f    /* square of the distance within which it does not rise further */
#define CORONA_LEAST 1e-3f   /* least light that is added */

LANES_INLINE lanes_f rays_at(const struct sky_ray *ray, int count, int doublings, lanes_f x,
                             lanes_f y)
{
    lanes_f sum = lanes_of(0.0f);
    for (int i = 0; i < count; i++) {
        lanes_f c = lanes_max(x * lanes_of(ray[i].x) + y * lanes_of(ray[i].y), lanes_of(0.0f));
        for (int k = 0; k < doublings; k++)
            c = c * c;
        sum += lanes_of(ray[i].strength) * c;
    }
    return sum;
}

LANES_INLINE lanes_f corona_light(const sky_corona *c, lanes_f x)
{
    lanes_f y = lanes_of(c->y);
    lanes_f away = lanes_sqrt(lanes_max(x * x + y * y, lanes_of(CORONA_FROM)));
    lanes_f near = lanes_of(1.0f) / away; /* 1 at the limb */
    lanes_f sum = rays_at(c->ray, SKY_STREAMERS, STREAMER_DOUBLINGS, x * near, y * near) +
                  rays_at(c->ray + SKY_STREAMERS, SKY_PLUMES, PLUME_DOUBLINGS, x * near, y * near);
    float reach = (float)SKY_CORONA_REACH;
    lanes_f fade = lanes_clamp((lanes_of(reach) - away) * lanes_of(1.0f / (reach - 1.0f)), 0, 1);
    lanes_f square = near * near;
    lanes_f rays = lanes_of(CORONA_RAYS) * lanes_min(sum, lanes_of(CORONA_MOST));
    lanes_f wide = square * fade * fade * (lanes_of(CORONA_EVEN) + rays);
    lanes_f inner = lanes_of(CORONA_INNER) * square * square * square * fade;
    return lanes_of(c->amount) * lanes_clamp(inner + wide, 0.0f, 1.0f);
}

LANES_INLINE lanes_f diamond_light(const sky_corona *c, lanes_f x)
{
    lanes_f dx = x - lanes_of(c->diamond_x);
    float dy = c->y - c->diamond_y;
    lanes_f away =
        (dx * dx + lanes_of(dy * dy)) * lanes_of(1.0f / (DIAMOND_RADIUS * DIAMOND_RADIUS));
    lanes_f light = lanes_of(1.0f) / (lanes_of(1.0f) + away);
    light = lanes_of(DIAMOND_CORE) * light * light + lanes_of(DIAMOND_WIDE) * light;
    return lanes_min(lanes_of(c->diamond) * light, lanes_of(1.0f));
}

static void corona(const sky_corona *c, int is_diamond, int from, int to, const sky_pixels *pixels)
{
    for (int column = from - from % SHADE_GROUP; column < to; column += LANES) {
        lanes_f x =
            lanes_of(c->x) + lanes_to_f(lanes_count() + lanes_of_i(column)) * lanes_of(c->per_px);
        lanes_f amount = is_diamond ? diamond_light(c, x) : corona_light(c, x);
        lanes_i is_seen =
            lanes_less(lanes_of(CORONA_LEAST), amount) & columns_within(column, from, to);
        if (!lanes_any(is_seen))
            continue;
        lanes_rgb light = lanes_rgb_of(c->light);
        lay_light(pixels->r + column, is_seen, light.r, amount);
        lay_light(pixels->g + column, is_seen, light.g, amount);
        lay_light(pixels->b + column, is_seen, light.b, amount);
    }
}

extern const lights_kernels KERNEL(lights);
const lights_kernels KERNEL(lights) = {shine, disc, corona};
KERNEL_TABLE(const lights_kernels, lights_kernels_of, lights);
