/* lake_kernel.c - the inner loops over the nodes of a row of water: ripples, waves, and what they
 * mirror.  Compiled once for each width: see base/lanes.h. */
#include <stddef.h>

#include "base/colour_lanes.h"
#include "base/exact.h"
#include "layers/common/noise_lanes.h"
#include "layers/common/plane_lanes.h"
#include "layers/water/lake.h"

/* Waves of open water. */
#define WAVE_HEIGHT 1.1f /* standard deviation, before they are clamped to -1..1 */
#define BROAD_TO 0.0f    /* plane_octave.t up to which an octave belongs to the broad waves */
#define BROAD_FALL 1.0f  /* falloff of the share of finer octaves in the broad waves */

#define STEP_SLACK 1e-3 /* cells, tolerance of rounding of a group's width */

/* ---- ripples at the nodes -------------------------------------------------- */

static void lines(const float *const gradient[4], float fy, float share, float *tilt, float *lift,
                  int count)
{
    for (int i = 0; i < count; i += LANES) {
        lanes_f above = lanes_load(gradient[1] + i) * lanes_of(fy);
        lanes_f below = lanes_load(gradient[3] + i) * lanes_of(fy - 1.0f);
        lanes_store(lift + i, lanes_mix(above, below, lanes_of(share)));
        above = lanes_load(gradient[0] + i);
        below = lanes_load(gradient[2] + i);
        lanes_store(tilt + i, lanes_mix(above, below, lanes_of(share)));
    }
}

/* Returns the noise `x` cells to the right of the first line.  The nodes of a group are in at most
 * `most` cells: all are evaluated, so that no branch can be mispredicted. */
LANES_INLINE lanes_f noise_at(const float *tilt, const float *lift, int most, lanes_f x)
{
    lanes_i column = lanes_to_i(x);
    int first = lanes_first_i(column);
    lanes_f left_tilt = lanes_of(tilt[first]), right_tilt = lanes_of(tilt[first + 1]);
    lanes_f left_lift = lanes_of(lift[first]), right_lift = lanes_of(lift[first + 1]);
    for (int c = first + 1; LANES > 1 && c < first + most; c++) {
        lanes_i is_there = lanes_less_i(lanes_of_i(c - 1), column);
        left_tilt = lanes_choose(is_there, lanes_of(tilt[c]), left_tilt);
        left_lift = lanes_choose(is_there, lanes_of(lift[c]), left_lift);
        right_tilt = lanes_choose(is_there, lanes_of(tilt[c + 1]), right_tilt);
        right_lift = lanes_choose(is_there, lanes_of(lift[c + 1]), right_lift);
    }
    lanes_f t = x - lanes_to_f(column);
    lanes_f left = left_lift + left_tilt * t;
    lanes_f right = right_lift + right_tilt * (t - lanes_of(1.0f));
    return lanes_mix(left, right, noise_fade(t));
}

/* Returns an octave at LANES nodes from node `node` + i on; `node` begins a group. */
LANES_INLINE lanes_f octave_at(const lake_octave *o, int64_t node, int i)
{
    double x = (double)node * o->step + o->origin;
    int64_t whole = exact_floor(x);
    int most = (int)((LANES - 1) * o->step + STEP_SLACK) + 2;
    lanes_f fraction = lanes_of((float)(x - (double)whole));
    lanes_f place = lanes_to_f(lanes_count() + lanes_of_i(i)) * lanes_of((float)o->step);
    return noise_at(o->tilt + (whole - o->first), o->lift + (whole - o->first), most,
                    fraction + place) *
           lanes_of(o->weight);
}

static void raise(const lake_octave *octave, int64_t node, int from, int to, float *height)
{
    const lake_octave o = *octave;
    for (int at = from; at < to; at += SHADE_GROUP)
        for (int i = 0; i < SHADE_GROUP; i += LANES) {
            float *sum = height + at + i;
            lanes_store(sum, lanes_load(sum) + octave_at(&o, node + at, i));
        }
}

static void wave_lines(const plane_octave *octave, int32_t first, float *tilt, float *lift,
                       int count)
{
    for (int i = 0; i < count; i += LANES) {
        lanes_u column = (lanes_u)lanes_count() + all_of((uint32_t)first + (uint32_t)i);
        plane_slope line =
            plane_corners(octave, wrapped((lanes_i)column, octave->period), lanes_of(0.0f));
        lanes_store(tilt + i, line.across);
        lanes_store(lift + i, line.height);
    }
}

/* Writes waves that are clamped, so that they mirror only strips that are held. */
static void raise_open(const lake_waves_row *row, int64_t node, int nodes, float *height,
                       float *broad)
{
    float scale = row->whole > 0.0f ? WAVE_HEIGHT * noise_scale / row->whole : 0.0f;
    float share[PLANE_OCTAVES];
    for (int k = 0; k < row->octaves; k++) {
        float finer = row->t[k] - BROAD_TO;
        share[k] = finer > 0.0f ? 1.0f / (1.0f + BROAD_FALL * finer * finer) : 1.0f;
    }
    for (int at = 0; at < nodes; at += SHADE_GROUP)
        for (int i = 0; i < SHADE_GROUP; i += LANES) {
            lanes_f all = lanes_of(0.0f), some = lanes_of(0.0f);
            for (int k = 0; k < row->octaves; k++) {
                lanes_f octave_noise = octave_at(&row->octave[k], node + at, i);
                all += octave_noise;
                some += octave_noise * lanes_of(share[k]);
            }
            lanes_store(height + at + i, lanes_clamp(all * lanes_of(scale), -1.0f, 1.0f));
            lanes_store(broad + at + i, lanes_clamp(some * lanes_of(scale), -1.0f, 1.0f));
        }
}

/* ---- waves near the viewer ---------------------------------------------------- */

#define FACET_LEAN                                                                                 \
    0.35f /* mean height of facets, 0..1: more have a lit upper edge than a dark one */
#define FACET_VARY 0.65f /* variation of the height */

#define FACET_HOLLOW 0.5f /* depth of a facet's lower end below 0: at 1/2 its mean is 0 */

/* Returns the random height, -1..1, of a border between two cells. */
LANES_INLINE lanes_f border_height(lanes_i cell, lanes_i hash)
{
    lanes_u bits = (lanes_u)cell * all_of(STRIPES_COLUMN) + (lanes_u)hash;
    bits = (bits ^ bits >> 16) * all_of(0x2c1b3c6du);
    bits = (bits ^ bits >> 13) * all_of(0x297a2d39u);
    return lanes_to_f((lanes_i)bits) * lanes_of(0x1p-31f);
}

/* A facet has its whole height at its upper edge and falls to FACET_HOLLOW below 0 at the next
 * line. */
static void raise_facets(const facets_row *row, const facets_span *span, float *broad, float *fine)
{
    for (int i = 0; i < SHADE_GROUP; i += LANES) {
        lanes_f n = lanes_to_f(lanes_count() + lanes_of_i(i));
        lanes_f small = lanes_load(fine + i), swell = lanes_load(broad + i);
        lanes_f place =
            lanes_of(row->place) + lanes_of(row->bend) * swell + lanes_of(row->bend_fine) * small;
        lanes_i line = lanes_to_i(lanes_clamp(place, 0.0f, (float)FACETS_LINES - 0.5f));
        lanes_f below = place - lanes_to_f(line);
        lanes_f x = lanes_look_up(span->part, line) + n * lanes_look_up(span->step, line);
        lanes_i more = lanes_to_i(x);
        lanes_i period = lanes_look_up_i(row->period, line);
        lanes_i left = lanes_look_up_i(span->cell, line) + more;
        left = left - (period & ~lanes_less_i(left, period));
        lanes_i right = left + lanes_of_i(1);
        right = right - (period & ~lanes_less_i(right, period));
        lanes_i hash = lanes_look_up_i(row->hash, line);
        lanes_f along = lanes_smooth(x - lanes_to_f(more));
        lanes_f height = lanes_of(FACET_LEAN) +
                         lanes_of(FACET_VARY) * lanes_mix(border_height(left, hash),
                                                          border_height(right, hash), along);
        lanes_f rest = lanes_of(1.0f) - below;
        lanes_f face = lanes_of(1.0f + FACET_HOLLOW) * rest * rest - lanes_of(FACET_HOLLOW);
        /* Both sides of an edge fade over a pixel. */
        lanes_f inside = lanes_min(below, rest) * lanes_of(row->edge);
        face = face * height * lanes_clamp(inside + lanes_of(0.25f), 0.0f, 1.0f) *
               lanes_of(row->weight);
        lanes_f keep = lanes_of(row->keep);
        lanes_store(fine + i, lanes_clamp(small * keep + face, -1.0f, 1.0f));
        lanes_store(broad + i, swell * keep);
    }
}

/* ---- mirrors ----------------------------------------------------------------- */

/* Returns the place of a height among the strips (mirror_place): the sum of the shares of each
 * strip that are below it. */
LANES_INLINE lanes_f climbed_to(const mirror_span *span, lanes_f height)
{
    lanes_f place = lanes_of((float)span->low);
    for (int k = span->low; k < span->high; k++) {
        lanes_f share = (height - lanes_of(span->height[k])) * lanes_of(span->climb[k]);
        place += lanes_clamp(share, 0.0f, 1.0f);
    }
    return lanes_clamp(place, span->least, span->most);
}

/* Returns the dazzle, 1 in the middle of the mirrored disc, 0 at the radius of the dazzle, below 0
 * beyond.  The disc is far brighter than the white that is painted for it, so its mirror stays
 * bright where the water dims all else. */
LANES_INLINE lanes_f dazzle_of(const lake_row *row, lanes_f x, lanes_f height)
{
    x = x * lanes_of(row->dazzle_scale);
    lanes_f y = (height - lanes_of((float)row->sun_y)) * lanes_of(row->dazzle_scale);
    lanes_f inside = lanes_of(1.0f) - x * x - y * y;
    return lanes_smooth(inside) + lanes_min(inside, lanes_of(0.0f));
}

/* Returns the strength of the sun's path: greatest below the sun, 0 from its edges on. */
LANES_INLINE lanes_f shine_of(const lake_row *row, lanes_f x)
{
    lanes_f away = x * lanes_of(row->shine_scale);
    lanes_f near = lanes_max(lanes_of(1.0f) - away * away, lanes_of(0.0f));
    return lanes_of(row->glitter) * (near * near) * (near * near);
}

static void look(const lake_row *row, int from, int to, float *const node[LAKE_PLANES])
{
    for (int at = from; at < to; at += SHADE_GROUP) {
        double from_sun = (double)(row->node + at) * row->step - row->sun_x;
        if (row->loop > 0.0) { /* the nearest copy of the sun */
            double middle = from_sun + 0.5 * SHADE_GROUP * row->step;
            from_sun -= row->loop * exact_round(middle / row->loop);
        }
        float left = (float)from_sun;
        for (int i = 0; i < SHADE_GROUP; i += LANES) {
            int n = at + i;
            lanes_f broad = lanes_load(node[LAKE_PLACE] + n);
            lanes_f fine = lanes_load(node[LAKE_GLINT] + n);
            lanes_f bend = broad * lanes_of(LAKE_BEND_BROAD) + fine * lanes_of(LAKE_BEND_FINE);
            lanes_f glint = broad * lanes_of(LAKE_GLINT_BROAD) + fine * lanes_of(LAKE_GLINT_FINE);
            if (row->is_open) {
                bend = lanes_load(node[LAKE_BEND] + n);
                glint = lanes_load(node[LAKE_WAVE] + n);
            }
            /* Noise is within -1..1 but for rounding; clamped, it mirrors only strips that are
             * held. */
            bend = lanes_clamp(bend, -1.0f, 1.0f);
            lanes_f height = lanes_of(row->distance) + lanes_of(row->swing) * bend;
            lanes_f dazzled = height;
            if (row->is_open) /* all waves break the disc */
                dazzled = lanes_of(row->distance) + lanes_of(row->swing) * glint;
            lanes_f place = lanes_to_f(lanes_count() + lanes_of_i(i));
            lanes_f x = lanes_of(left) + place * lanes_of((float)row->step);
            lanes_store(node[LAKE_PLACE] + n, climbed_to(&row->span, height));
            lanes_store(node[LAKE_GLINT] + n, glint);
            if (row->has_dazzle)
                lanes_store(node[LAKE_DAZZLE] + n, dazzle_of(row, x, dazzled));
            if (row->has_shine)
                lanes_store(node[LAKE_SHINE] + n, shine_of(row, x));
        }
    }
}

/* ---- mirrors of ridges that rise from water ----------------------------------- */

static void meet(const reflection_row *given, int from, int to)
{
    const reflection_row row = *given;
    for (int n = from; n < to; n += LANES) {
        lanes_f shore = lanes_load(row.shore + n);
        lanes_f below = lanes_of(row.y) - shore;
        lanes_f depth = lanes_max(below, lanes_of(0.0f));
        lanes_f swing = lanes_of(row.swing) * lanes_load(row.wave + n);
        lanes_f height =
            depth - shore * lanes_of(MIRROR_SHORE_FACTOR) + depth * swing + lanes_of(row.rise);
        lanes_store(row.node[REFLECTION_BELOW] + n, below);
        lanes_store(row.node[REFLECTION_PLACE] + n, climbed_to(&row.span, height));
        lanes_store(row.node[REFLECTION_STRENGTH] + n,
                    lanes_of(row.strength) * lanes_exp(depth * lanes_of(-row.length)));
        if (!row.has_edges)
            continue;
        lanes_f away = lanes_abs(below);
        lanes_store(row.node[REFLECTION_HAZE] + n, lanes_of(row.haze) * lanes_load(row.land + n) *
                                                       lanes_exp(away * lanes_of(-row.haze_scale)));
        lanes_f crest = below * lanes_load(row.surf_scale + n) - lanes_of(1.0f);
        lanes_store(row.node[REFLECTION_SURF] + n,
                    lanes_load(row.surf + n) * lanes_exp(-(crest * crest)));
    }
}

extern const lake_kernels KERNEL(lake);
const lake_kernels KERNEL(lake) = {lines, raise, wave_lines, raise_open, raise_facets, look, meet};
KERNEL_TABLE(const lake_kernels, lake_kernels_of, lake);
