/* relief_kernel.c - shades a run of columns of the relief at one depth.
 *
 * In: the lattice lines of the noises at that depth, the slopes of the blurred ridge, and
 * where the run begins.  Out: shades.  Compiled for each width of lanes.h.
 */
#include "base/lanes_math.h"
#include "layers/relief.h"

LANES_INLINE lanes_f fade(lanes_f t)
{
    return t * t * t * (t * (t * lanes_of(6.0f) - lanes_of(15.0f)) + lanes_of(10.0f));
}

/* One octave on lattice lines; neighbours mostly share a cell. */
LANES_INLINE lanes_f on_lines(const float *lines, lanes_i cell, lanes_f t)
{
    lanes_f lift[2];
    lanes_f tilt[2];
#if LANES > 1
    if (lanes_any(cell != lanes_of_i(cell[0]))) {
        lanes_i at = cell + cell;
        for (int k = 0; k < 2; k++) {
            lift[k] = lanes_look_up(lines + 2 * k, at);
            tilt[k] = lanes_look_up(lines + 2 * k + 1, at);
        }
    } else {
        const float *pair = lines + 2 * (ptrdiff_t)cell[0];
        for (int k = 0; k < 2; k++) {
            lift[k] = lanes_of(pair[2 * k]);
            tilt[k] = lanes_of(pair[2 * k + 1]);
        }
    }
#else
    for (int k = 0; k < 2; k++) {
        lift[k] = lines[2 * (cell + k)];
        tilt[k] = lines[2 * (cell + k) + 1];
    }
#endif
    lanes_f a = lift[0] + tilt[0] * t;
    lanes_f b = lift[1] + tilt[1] * (t - lanes_of(1.0f));
    return lanes_mix(a, b, fade(t));
}

LANES_INLINE lanes_f noise_on_lines(const relief_noise *noise, int64_t cell, lanes_f at)
{
    lanes_f sum = lanes_of(0.0f);
    for (int o = 0; o < noise->octaves; o++) {
        lanes_i whole = lanes_floor(at);
        int32_t base = (int32_t)(cell * (1 << o) - noise->first[o]);
        sum += on_lines(noise->lines[o], whole + lanes_of_i(base), at - lanes_to_f(whole));
        at += at;
    }
    return sum;
}

/* Noise in a cell that all lanes share: what noise_in_cell computes. */
LANES_INLINE lanes_f in_one_cell(const float *g, lanes_f x, lanes_f y)
{
    lanes_f right = x - lanes_of(1.0f);
    lanes_f down = y - lanes_of(1.0f);
    lanes_f a = lanes_of(g[0]) * x + lanes_of(g[1]) * y;
    lanes_f b = lanes_of(g[2]) * right + lanes_of(g[3]) * y;
    lanes_f c = lanes_of(g[4]) * x + lanes_of(g[5]) * down;
    lanes_f d = lanes_of(g[6]) * right + lanes_of(g[7]) * down;
    lanes_f u = fade(x);
    lanes_f top = lanes_mix(a, b, u);
    return lanes_mix(top, lanes_mix(c, d, u), fade(y)) * lanes_of(1.41421356f);
}

/* Noise in cells (column + i, j), at x, y in them. */
LANES_INLINE lanes_f in_cells(const relief_noise *noise, int octave, int64_t column, lanes_i i,
                              lanes_i j, lanes_f x, lanes_f y)
{
    noise_cell *cell = &noise->cell[octave];
#if LANES > 1
    if (lanes_any((i != lanes_of_i(i[0])) | (j != lanes_of_i(j[0])))) {
        lanes_f value;
        for (int n = 0; n < LANES; n++)
            value[n] = noise_in_cell(noise->key, octave, cell, column + i[n], x[n], j[n], y[n]);
        return value;
    }
    const float *g = noise_corners(noise->key, octave, cell, column + i[0], j[0]);
#else
    const float *g = noise_corners(noise->key, octave, cell, column + i, j);
#endif
    return in_one_cell(g, x, y);
}

/* The same where each column is at a depth of its own. */
LANES_INLINE lanes_f noise_in_cells(const relief_noise *noise, int64_t cell, lanes_f at,
                                    lanes_f depth)
{
    lanes_f y = depth * lanes_of(noise->scale);
    lanes_f sum = lanes_of(0.0f);
    float weight = 0.5f;
    for (int o = 0; o < noise->octaves; o++) {
        lanes_i i = lanes_floor(at);
        lanes_i j = lanes_floor(y);
        sum += lanes_of(weight) *
               in_cells(noise, o, cell * (1 << o), i, j, at - lanes_to_f(i), y - lanes_to_f(j));
        weight *= 0.5f;
        at += at;
        y += y;
    }
    return sum;
}

LANES_INLINE lanes_f slope_at(const relief_row *row, const relief_place *place, int k,
                              lanes_f column, lanes_f drift)
{
    lanes_f at = lanes_of(place->way[k]) + column * lanes_of(row->per_column[k]) +
                 drift * lanes_of(row->per_drift[k]);
    lanes_i whole = lanes_floor(at);
    lanes_i index = whole + lanes_of_i(place->index[k]);
    lanes_f a = lanes_look_up(row->slope[k], index);
    lanes_f b = lanes_look_up(row->slope[k] + 1, index);
    return lanes_mix(a, b, at - lanes_to_f(whole));
}

LANES_INLINE lanes_f noise_at(const relief_row *row, const relief_place *place, int which,
                              lanes_f column, lanes_f more, lanes_f depth)
{
    const relief_noise *noise = &row->noise[which];
    lanes_f at = lanes_of(place->part[which]) + column * lanes_of(noise->rate) + more;
    if (row->by_height)
        return noise_in_cells(noise, place->cell[which], at, depth);
    return noise_on_lines(noise, place->cell[which], at);
}

/* Long level crests have no slope to tell a face by: there fluting would show.  The calm
 * belongs to the crest: farther down it would hang there as a stripe. */
LANES_INLINE lanes_f crest_calm(const relief_row *row, const relief_place *place, lanes_f column,
                                lanes_f drift)
{
    lanes_f slope = lanes_abs(slope_at(row, place, 2, column, drift));
    lanes_f steep = lanes_smooth((slope - lanes_of(0.04f)) * lanes_of(1.0f / 0.22f));
    lanes_f calm = lanes_mix(lanes_of(row->calm), lanes_of(1.0f), steep);
    return lanes_mix(calm, lanes_of(1.0f), lanes_of(row->crest));
}

LANES_INLINE lanes_f shade_at(const relief_row *row, const relief_place *place, int c)
{
    lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(c));
    lanes_f depth = lanes_of(row->depth);
    lanes_f none = lanes_of(0.0f);
    if (row->by_height)
        depth = lanes_load(place->height + c) - depth;
    lanes_f drift =
        lanes_of(row->drift_far) * noise_at(row, place, RELIEF_FAR, column, none, depth);
    if (row->drift_near > 0.0f)
        drift += lanes_of(row->drift_near) * noise_at(row, place, RELIEF_NEAR, column, none, depth);
    lanes_f aside = lanes_clamp(drift, -(float)RELIEF_DRIFT_MOST, (float)RELIEF_DRIFT_MOST);
    lanes_f slope = lanes_mix(slope_at(row, place, 0, column, aside),
                              slope_at(row, place, 1, column, aside), lanes_of(row->part));
    lanes_f side = lanes_of(place->side) + column * lanes_of(place->side_rate);
    lanes_f facing = lanes_of(-1.5f) * slope * lanes_clamp(side, -1.0f, 1.0f);
    if (row->grain > 0.0f)
        facing += lanes_of(row->grain) * noise_at(row, place, RELIEF_GRAIN, column,
                                                  drift * lanes_of(row->grain_drift), depth);
    lanes_f e = lanes_exp(lanes_of(2.8f) * facing); /* tanh(1.4 facing) */
    lanes_f shade = lanes_of(1.0f) - lanes_of(2.0f) / (e + lanes_of(1.0f));
    if (row->crest < 1.0f)
        shade *= crest_calm(row, place, column, aside);
    return shade;
}

void KERNEL(relief_shade)(const relief_row *row, const relief_place *place, float *shade);

void KERNEL(relief_shade)(const relief_row *row, const relief_place *place, float *shade)
{
    for (int c = 0; c < RELIEF_RUN; c += LANES)
        lanes_store(shade + c, shade_at(row, place, c));
}

KERNEL_TABLE(relief_kernel, relief_kernels, relief_shade);
