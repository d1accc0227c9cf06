/* profile_kernel.c - changes profiles of ridges as a composition asks for; compiled once for each
 * vector width: see base/lanes.h. */
#include "base/lanes_double.h"
#include "frame/profile.h"

#define RISE_EASE 0.05 /* `square` of the smooth minimum in side_rise, whose unit is valley_half   \
                        */
#define MASSIF_WIDTH 0.36 /* width of the massif of an island, share of the island's half width */

/* As frame_way, for the distance of x from a place. */
LANES_INLINE lanes_d way_from(lanes_d x, double place, double loop)
{
    lanes_d way = x - lanes_of_d(place);
    if (loop <= 0.0)
        return way;
    way -= lanes_of_d(loop) * lanes_floor_d(way / lanes_of_d(loop) + lanes_of_d(0.5));
    lanes_d share = lanes_of_d(2.0) * way / lanes_of_d(loop);
    return way * (lanes_of_d(1.0) - share * share / lanes_of_d(3.0));
}

LANES_INLINE lanes_d bell(lanes_d x, double middle, double width, double loop)
{
    lanes_d d = way_from(x, middle, loop) / lanes_of_d(width);
    return lanes_exp_d(-d * d);
}

/* Returns the rise toward the sides at x: the smooth minimum of the distance from the middle and
 * valley_limit, both in valley_half, to the power valley_power. */
LANES_INLINE lanes_d side_rise(const composition_shape *s, lanes_d x)
{
    lanes_d limit = lanes_of_d(s->valley_limit);
    lanes_d away = lanes_abs_d(way_from(x, s->middle, s->loop)) / lanes_of_d(s->valley_half);
    lanes_d past = away - limit;
    lanes_d root = lanes_sqrt_d(past * past + lanes_of_d(RISE_EASE));
    away = lanes_max_d(lanes_of_d(0.5) * (away + limit - root), lanes_of_d(0.0));
    return lanes_pow_d(away, s->valley_power);
}

static void shape(const composition_shape *s, const double *x, size_t count, double *dip,
                  double *rise)
{
    for (size_t n = 0; n < count; n += LANES_D) {
        lanes_d place = lanes_load_some_d(x + n, count - n);
        lanes_store_some_d(dip + n, bell(place, s->middle, s->dip_width, s->loop), count - n);
        lanes_store_some_d(rise + n, side_rise(s, place), count - n);
    }
}

/* Returns the smooth maximum of a height and b->least. */
LANES_INLINE lanes_d on_floor(const composition_bend *b, lanes_d height)
{
    lanes_d least = lanes_of_d(b->least);
    if (b->ease <= 0.0)
        return lanes_max_d(height, least);
    lanes_d above = height - least;
    lanes_d root = lanes_sqrt_d(above * above + lanes_of_d(b->ease * b->ease));
    return least + lanes_of_d(0.5) * (above + root);
}

static void bend(const composition_bend *b, const double *x, const double *dip, const double *rise,
                 size_t count, double *heights)
{
    for (size_t n = 0; n < count; n += LANES_D) {
        lanes_d profile = lanes_load_some_d(heights + n, count - n);
        lanes_d gain = lanes_of_d(1.0);
        lanes_d sides = lanes_of_d(0.0);
        if (b->dip > 0.0)
            gain -= lanes_of_d(b->dip) * lanes_load_some_d(dip + n, count - n);
        if (b->hero > 0.0)
            gain += lanes_of_d(b->hero) *
                    bell(lanes_load_some_d(x + n, count - n), b->hero_x, b->hero_width, b->loop);
        if (b->island > 0.0) {
            lanes_d place = lanes_load_some_d(x + n, count - n);
            profile *= bell(place, b->hero_x, b->island, b->loop);
            profile +=
                lanes_of_d(b->massif) * bell(place, b->hero_x, MASSIF_WIDTH * b->island, b->loop);
        }
        if (b->valley < 0.0 || b->valley > 0.0)
            sides = lanes_of_d(b->valley) *
                    (lanes_load_some_d(rise + n, count - n) - lanes_of_d(b->valley_floor));
        lanes_d height = lanes_of_d(b->base) + lanes_of_d(b->unit_share) *
                                                   (lanes_of_d(b->scale) * profile * gain + sides);
        lanes_store_some_d(heights + n, on_floor(b, height), count - n);
    }
}

extern const profile_kernels KERNEL(profile);
const profile_kernels KERNEL(profile) = {shape, bend};
KERNEL_TABLE(const profile_kernels, profile_kernels_of, profile);
