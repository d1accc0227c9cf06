/* stripes_lanes.h - stripes (waves) in a direction that changes from place to place, for kernels.
 *
 * The plane is divided into square cells.  Each corner has a wave of random phase, and the value at
 * a point is the weighted mean of the waves of the four corners around it.  Method: "phacelle
 * noise" (R. S. Johansen, 2026) on a lattice without jitter, with phases as integers that wrap
 * around.
 */
#ifndef RL_BASE_STRIPES_LANES_H
#define RL_BASE_STRIPES_LANES_H

#include "base/lanes_math.h"
#include "base/shorts_lanes.h"
#include "base/stripes.h"

/* Returns 1 / sqrt(v) within .2 %, with the same bits everywhere: a guess by the exponent (D.
 * Eberly's constant) and one step of Newton's method. */
LANES_INLINE lanes_f inverse_root(lanes_f v)
{
    lanes_f guess = lanes_from_bits(lanes_of_i(0x5f375a86) - (lanes_bits(v) >> 1));
    return guess * (lanes_of(1.5f) - lanes_of(0.5f) * v * guess * guess);
}

#define STRIPES_TURN 0x1p29f /* value of a phase of a whole turn */
#define STRIPES_COLUMN 0x9e3779b9u

typedef struct wave {
    lanes_f sine, cosine;
} wave;

/* A whole turn in an angle of 32 bits, in which it overflows to 0: see turned_by. */
#define STRIPES_WHOLE 0x1p32f

/* Coefficients of a sine that is approximated by a parabola in each half of a turn.  Pictures look
 * the same as with the true sine. */
#define SINE_STEEP (8.0f / STRIPES_WHOLE)
#define SINE_BEND (16.0f / STRIPES_WHOLE / STRIPES_WHOLE)

LANES_INLINE lanes_f sine_of(lanes_f turned)
{
    return turned * (lanes_of(SINE_STEEP) - lanes_of(SINE_BEND) * lanes_abs(turned));
}

LANES_INLINE lanes_f turned_by(lanes_f angle, lanes_u phase)
{
    return lanes_to_f((lanes_i)(((lanes_u)lanes_to_i(angle) + phase) << 3));
}

LANES_INLINE lanes_u all_of(uint32_t number)
{
    return (lanes_u)lanes_of_i((int32_t)number);
}

/* Returns cells, >= 0, modulo `period`; 0 = endless. */
LANES_INLINE lanes_i wrapped(lanes_i cell, int32_t period)
{
    if (period == 0)
        return cell;
    lanes_i beyond = ~lanes_less_i(cell, lanes_of_i(period));
    for (; lanes_any(beyond); beyond = ~lanes_less_i(cell, lanes_of_i(period)))
        cell = cell - (lanes_of_i(period) & beyond);
    return cell;
}

/* Returns any number of turns as a phase. */
LANES_INLINE lanes_u phase_of(lanes_f turns)
{
    lanes_f part = turns - lanes_to_f(lanes_floor(turns));
    return (lanes_u)lanes_to_i(part * lanes_of(STRIPES_TURN));
}

/* Returns the mean of the waves of two corners of a row, whose angles at the point are a and b;
 * `way` is the weight of b.  The cosine is 0 unless has_cosine. */
LANES_INLINE wave wave_between(lanes_f a, lanes_f b, lanes_f way, int has_cosine)
{
    wave w = {lanes_mix(sine_of(a), sine_of(b), way), lanes_of(0.0f)};
    lanes_f quarter = lanes_of(0.25f * STRIPES_WHOLE);
    if (has_cosine)
        w.cosine = lanes_mix(sine_of(quarter - lanes_abs(a)), sine_of(quarter - lanes_abs(b)), way);
    return w;
}

/* Returns the waves that run in the direction (tx, ty), a unit vector, with `freq` waves per cell,
 * at points `x` >= 0 cells from the left edge of cell `cell`: the mean of those of four corners.
 * The phase of corner (i, j) is i * i * STRIPES_COLUMN + i * rate[j] + shift[j] + more, where rate
 * and shift are those of `line`. */
LANES_INLINE wave stripes(int32_t period, const stripe_line *line, float freq, lanes_i cell,
                          lanes_f x, lanes_u more, lanes_f tx, lanes_f ty, int has_cosine)
{
    lanes_i way = lanes_to_i(x);
    x = x - lanes_to_f(way);
    lanes_i left = wrapped(cell + way, period);
    lanes_u i = (lanes_u)left;
    lanes_u scaled = i * all_of(STRIPES_COLUMN);
    lanes_u square = scaled * i + more;
    lanes_u next = square + scaled + scaled + all_of(STRIPES_COLUMN);
    lanes_u above = i * all_of(line->rate[0]), above_next = above + all_of(line->rate[0]) + next;
    lanes_u below = i * all_of(line->rate[1]), below_next = below + all_of(line->rate[1]) + next;
    if (period > 0) { /* the right corner of the last column is that of the first */
        lanes_u begins = (lanes_u)lanes_equal_i(left + lanes_of_i(1), lanes_of_i(period));
        above_next = (above_next & ~begins) | (more & begins);
        below_next = (below_next & ~begins) | (more & begins);
    }
    lanes_f wx = x * x * (lanes_of(3.0f) - lanes_of(2.0f) * x);
    lanes_f across = tx * lanes_of(freq * STRIPES_TURN);
    lanes_f down = ty * lanes_of(freq * STRIPES_TURN);
    lanes_f at = across * x + down * lanes_of(line->y);
    lanes_u shift = all_of(line->shift[0]);
    wave upper = wave_between(turned_by(at, square + above + shift),
                              turned_by(at - across, above_next + shift), wx, has_cosine);
    at = at - down;
    shift = all_of(line->shift[1]);
    wave lower = wave_between(turned_by(at, square + below + shift),
                              turned_by(at - across, below_next + shift), wx, has_cosine);
    lanes_f fade = lanes_of(line->fade);
    upper.sine = lanes_mix(upper.sine, lower.sine, fade);
    if (has_cosine)
        upper.cosine = lanes_mix(upper.cosine, lower.cosine, fade);
    return upper;
}

/* ---- fine stripes ------------------------------------------------------------------ */

/* Fine stripes have many octaves in the same direction, so they are cheaper: waves are triangles,
 * which look the same, and phases have 16 bits, 65536 per turn.  Shifts are odd and all other terms
 * of a phase even, so that no phase is -32768, whose absolute value overflows. */
#define STRIPES_SHORT_COLUMN (STRIPES_COLUMN >> 16 & ~1u)

/* An octave of fine stripes along a row of pixels of a block. */
typedef struct stripe_run {
    uint32_t first, rate; /* arguments of short_places_at */
    int32_t period;       /* cells after which stripes repeat, 0 = never */
    int32_t cell;         /* cell of the first column */
    int wraps;            /* how often cells of the row reach `period` */
    lanes_us shift, rate_above, more_shift, more_rate; /* as in stripe_shorts */
    lanes_s y, fade, most, factor, steep, bend;        /* as in stripe_shorts and stripe_form */
} stripe_run;

/* stripe_run_at returns the state for a row of `columns` columns, the first of which is `part` of a
 * cell to the right of the left edge of `cell`. */
LANES_INLINE stripe_run stripe_run_at(const stripe_shorts *line, const stripe_form *form,
                                      int32_t period, int32_t cell, float part, int columns)
{
    stripe_run run = {.period = period, .cell = cell, .rate = line->rate};
    run.first = (uint32_t)(part * 65536.0f);
    if (period > 0)
        run.wraps =
            (cell + (int32_t)((run.first + (uint32_t)columns * run.rate) >> 16) + 1) / period;
    run.shift = wrapping_of(line->shift);
    run.rate_above = wrapping_of(line->rate_above);
    run.more_shift = wrapping_of(line->more_shift);
    run.more_rate = wrapping_of(line->more_rate);
    run.y = shorts_of(line->y);
    run.fade = shorts_of(line->fade);
    run.most = shorts_of(form->most);
    run.factor = shorts_of(form->factor);
    run.steep = shorts_of(form->steep);
    run.bend = shorts_of(form->bend);
    return run;
}

LANES_INLINE lanes_s short_wave(lanes_us phase)
{
    return shorts_abs(shorts_of_wrapped(phase));
}

LANES_INLINE lanes_s short_mix(lanes_s a, lanes_s b, lanes_s way)
{
    return a + shorts_times(b - a, way);
}

/* Returns the slopes of fine stripes at columns i, i + 1 ... of the row: see `stripes` and facet().
 * (across, down) is the direction, in STRIPES_SLANT per turn and cell. */
LANES_INLINE lanes_s stripe_facet(const stripe_run *run, int i, lanes_s across, lanes_s down,
                                  int is_endless)
{
    short_places place = short_places_at(i, run->first, run->rate);
    lanes_us left = place.whole + wrapping_of((uint32_t)run->cell);
    lanes_s before = shorts_of(0); /* minus the number of cells to the end of the loop */
    if (!is_endless) {
        int32_t rest = run->period - run->cell;
        before = (lanes_s)place.whole - shorts_of(rest < 16384 ? rest : 16384);
        for (int k = 0; k < run->wraps; k++) {
            lanes_s beyond = ~(before >> 15);
            left -= wrapping_of((uint32_t)run->period) & (lanes_us)beyond;
            before -= shorts_of(run->period < 16384 ? run->period : 16384) & beyond;
        }
    }
    /* Phases of the upper left and right corner; those of the lower row are larger by `more`. */
    lanes_us column = wrapping_of(STRIPES_SHORT_COLUMN);
    lanes_us scaled = left * column;
    lanes_us slope = scaled + run->rate_above;
    lanes_us phase = left * slope + run->shift;
    lanes_us next = phase + slope + (scaled + column);
    lanes_us more = left * run->more_rate + run->more_shift;
    lanes_us next_more = more + run->more_rate;
    if (!is_endless) { /* the right corner of the last column is that of the first */
        lanes_us begins = (lanes_us)shorts_equal(before, shorts_of(-1));
        next = (next & ~begins) | (run->shift & begins);
        next_more = (next_more & ~begins) | (run->more_shift & begins);
    }
    lanes_us at = (lanes_us)(shorts_times(across, place.part) + shorts_times(down, run->y)) << 2;
    lanes_us lower = (lanes_us)down << 2;
    phase += at;
    next += at - ((lanes_us)across << 2);
    lanes_us below = phase + (more - lower);
    lanes_us next_below = next + (next_more - lower);
    lanes_s way = shorts_smooth(place.part);
    lanes_s v = short_mix(short_mix(short_wave(phase), short_wave(next), way),
                          short_mix(short_wave(below), short_wave(next_below), way), run->fade);
    v = shorts_max(v - shorts_of(16384), shorts_of(0) - run->most);
    v = shorts_min(v, run->most) * run->factor;
    return shorts_times(v, run->steep - shorts_times(run->bend, shorts_times(v, v)));
}

/* Returns a wave of any height, clamped smoothly to -1..1.  As slopes, a high wave gives two plane
 * sides that meet in a line. */
LANES_INLINE lanes_f facet(lanes_f v)
{
    v = lanes_clamp(v, -1.0f, 1.0f);
    return v * (lanes_of(1.5f) - lanes_of(0.5f) * v * v);
}

#endif
