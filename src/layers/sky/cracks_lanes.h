/* cracks_lanes.h - computes the darkness of cracks at nodes of a slice of ice (cracks.h).
 *
 * A node is in a crack if it is near the border between the cell of the nearest point and a cell of
 * the other colour; a slow noise opens cracks that are else filled with snow.  Included once for
 * each width.
 */
#ifndef RL_LAYERS_CRACKS_LANES_H
#define RL_LAYERS_CRACKS_LANES_H

#include "base/stripes_lanes.h"
#include "layers/common/cells.h"
#include "layers/sky/cracks.h"

/* Lengths are in cells; numbers were tuned by eye. */
static const struct {
    float least, size;     /* a point's coordinates in its cell: least + size * draw */
    float opens, by_noise; /* opening where a slow noise is 0; addition to it per 1 of noise */
    float filled, open;    /* half widths of a crack filled with snow, and of an open one */
    float soft;            /* width of the edges of a crack, in half widths */
    float wobble;          /* shift of a node by noise of about -1..1 */
    float pale, dark;      /* darkness of a crack filled with snow, and of an open one */
    float deep;            /* addition to `dark` toward the nearer lip */
    float lean_x, lean_y;  /* factors of the border's direction, for that addition */
    float apart;           /* bound of the distance of two points around a node */
    float least_square;    /* least squared distance of two points */
} crack_look = {.least = 0.16f,
                .size = 0.68f,
                .opens = -0.25f,
                .by_noise = 1.3f,
                .filled = 0.006f,
                .open = 0.022f,
                .soft = 1.2f,
                .wobble = 0.06f,
                .pale = 0.20f,
                .dark = 0.48f,
                .deep = 0.25f,
                .lean_x = 1.1f,
                .lean_y = 1.5f,
                .apart = 3.7f,
                .least_square = 1e-4f};

/* Points around a node: offsets from the node, and hashes of their cells. */
enum { CRACK_POINTS = 3 * CRACK_ROWS };
typedef struct crack_points {
    lanes_f x[CRACK_POINTS], y[CRACK_POINTS];
    lanes_u hash[CRACK_POINTS];
} crack_points;

LANES_INLINE lanes_u crack_mixed(lanes_u hash)
{
    hash = (hash ^ hash >> 16) * all_of(0x85ebca6bu);
    return hash ^ hash >> 13;
}

/* Returns 16 bits of a hash as a number, 0..1. */
LANES_INLINE lanes_f crack_draw(lanes_u hash)
{
    return lanes_to_f((lanes_i)(hash & all_of(0xffffu))) * lanes_of(0x1p-16f);
}

LANES_INLINE void crack_points_at(const crack_slice *slice, lanes_f n, lanes_f shift_x,
                                  lanes_f shift_y, crack_points *points)
{
    lanes_f x = lanes_of(slice->part) + n * lanes_of(slice->step);
    lanes_i way = lanes_floor(x);
    x = x - lanes_to_f(way) + shift_x;
    lanes_f y = lanes_of(slice->y) + shift_y;
    lanes_u cell = all_of((uint32_t)slice->cell) + (lanes_u)way;
    for (int k = 0; k < CRACK_POINTS; k++) {
        int column = k % 3 - 1, row = k / 3;
        /* A period is added first, so that no cell is below 0. */
        lanes_u one = cell + all_of((uint32_t)(column + slice->period));
        lanes_u hash = (lanes_u)wrapped((lanes_i)one, slice->period) * all_of(STRIPES_COLUMN) +
                       all_of(slice->hash[row]);
        hash = crack_mixed(hash);
        points->hash[k] = hash;
        points->x[k] = lanes_of((float)column + crack_look.least) +
                       lanes_of(crack_look.size) * crack_draw(hash) - x;
        points->y[k] = lanes_of((float)(row - 1) + crack_look.least) +
                       lanes_of(crack_look.size) * crack_draw(hash >> 16) - y;
    }
}

/* What all cracks at a node have in common. */
typedef struct crack_form {
    lanes_f wide; /* half width, cells */
    lanes_f dark; /* darkness, 0..1 */
    lanes_f deep; /* addition to it toward the nearer lip */
} crack_form;

LANES_INLINE crack_form crack_form_at(const crack_slice *slice, lanes_f noise)
{
    lanes_f open = lanes_smooth(lanes_of(crack_look.opens) + lanes_of(crack_look.by_noise) * noise);
    lanes_f wide = lanes_mix(lanes_of(crack_look.filled), lanes_of(crack_look.open), open);
    lanes_f dark = lanes_mix(lanes_of(crack_look.pale), lanes_of(crack_look.dark), open);
    return (crack_form){.wide = wide * lanes_of(slice->wide),
                        .dark = dark * lanes_of(slice->seen),
                        .deep = open * lanes_of(crack_look.deep * slice->seen)};
}

/* Returns the darkness of the crack between the cells of the point at (other_x, other_y) and of the
 * nearest point, which is at (x, y). */
LANES_INLINE lanes_f crack_at(const crack_slice *slice, const crack_form *form, lanes_f other_x,
                              lanes_f other_y, lanes_f x, lanes_f y)
{
    lanes_f half = lanes_of(0.5f);
    lanes_f to_x = other_x - x, to_y = other_y - y;
    lanes_f square = to_x * to_x + to_y * to_y;
    lanes_f inverse = inverse_root(lanes_max(square, lanes_of(crack_look.least_square)));
    to_x *= inverse;
    to_y *= inverse;
    lanes_f away = half * ((other_x + x) * to_x + (other_y + y) * to_y);
    lanes_f blur = lanes_abs(to_x) * lanes_of(slice->blur_x) +
                   lanes_abs(to_y) * lanes_of(slice->blur_y) +
                   lanes_of(crack_look.soft) * form->wide;
    lanes_f whole = lanes_min((form->wide + form->wide) / blur, lanes_of(1.0f));
    lanes_f inside = whole * lanes_clamp((form->wide - away) / blur + half, 0.0f, 1.0f);
    /* The viewer sees the farther wall, which is lighter than the depth before it. */
    lanes_f side = lanes_clamp(
        lanes_of(crack_look.lean_y) * to_y + lanes_of(crack_look.lean_x) * to_x, -1.0f, 1.0f);
    lanes_f across = side * lanes_clamp(away / form->wide, 0.0f, 1.0f);
    return inside * (form->dark + form->deep * across);
}

/* Returns the darkness of cracks at columns *n, 0..1; `noise` has the noises of about -1..1 that
 * shift them across and along, and one that opens them. */
LANES_PART void find_cracks(const crack_slice *slice, const lanes_f *n,
                            const lanes_f noise[CRACK_NOISES], lanes_f *dark)
{
    LANES_SCRATCH crack_points points;
    *dark = lanes_of(0.0f);
    if (!(slice->seen > 0.0f))
        return;
    crack_points_at(slice, *n, lanes_of(crack_look.wobble) * noise[CRACK_ACROSS],
                    lanes_of(crack_look.wobble) * noise[CRACK_ALONG], &points);
    lanes_f least = lanes_of(1e30f), x = least, y = least;
    lanes_u hash = all_of(0);
    for (int k = 0; k < CRACK_POINTS; k++) {
        lanes_f square = points.x[k] * points.x[k] + points.y[k] * points.y[k];
        lanes_i nearer = lanes_less(square, least);
        least = lanes_min(square, least);
        x = lanes_choose(nearer, points.x[k], x);
        y = lanes_choose(nearer, points.y[k], y);
        hash = ((lanes_u)nearer & points.hash[k]) | (~(lanes_u)nearer & hash);
    }
    crack_form form = crack_form_at(slice, noise[CRACK_OPEN]);
    /* A border is (square - least) / 2 / (distance of both points) away. */
    lanes_f reach =
        lanes_of(1.0f + crack_look.soft) * form.wide + lanes_of(slice->blur_x + slice->blur_y);
    reach = least + lanes_of(2.0f * crack_look.apart) * reach;
    for (int k = 0; k < CRACK_POINTS; k++) {
        lanes_f square = points.x[k] * points.x[k] + points.y[k] * points.y[k];
        /* The lowest bit of a hash is the colour of a cell. */
        lanes_i differs = (lanes_i)(all_of(0) - ((points.hash[k] ^ hash) & all_of(1)));
        lanes_i there = lanes_less(square, reach) & differs;
        if (!lanes_any(there))
            continue;
        lanes_f one = crack_at(slice, &form, points.x[k], points.y[k], x, y);
        *dark = lanes_max(*dark, lanes_choose(there, one, lanes_of(0.0f)));
    }
}

#endif
