/* stripes_lanes.h - waves across a direction that changes from place to place, for kernels.
 *
 * A plane is cut into square cells; each corner has a wave of its own random phase, and a
 * point has the mean of the four around it.  Method: "phacelle noise" (R. S. Johansen, 2026)
 * on a lattice without jitter, with phases as whole numbers that wrap.
 */
#ifndef RL_BASE_STRIPES_LANES_H
#define RL_BASE_STRIPES_LANES_H

#include "base/lanes_math.h"
#include "base/stripes.h"

/* 1 / sqrt(v) within .2 %, the same bits everywhere: a guess by the exponent (D. Eberly's
 * constant) and one step of Newton's. */
LANES_INLINE lanes_f inverse_root(lanes_f v)
{
    lanes_f guess = lanes_from_bits(lanes_of_i(0x5f375a86) - (lanes_bits(v) >> 1));
    return guess * (lanes_of(1.5f) - lanes_of(0.5f) * v * guess * guess);
}

#define STRIPES_TURN 536870912.0f /* 2^29: phases count so many to a turn, and wrap */
#define STRIPES_COLUMN 0x9e3779b9u

typedef struct wave {
    lanes_f sine, cosine;
} wave;

/* Sine and cosine of an angle are parabolas for each half of a turn: beside the true functions
 * pictures look the same. */
#define STRIPES_WHOLE 4294967296.0f /* of a turn, once its phase is shifted to the top */

LANES_INLINE lanes_f sine_of(lanes_f turned)
{
    return turned * (lanes_of(8.0f / STRIPES_WHOLE) -
                     lanes_of(16.0f / STRIPES_WHOLE / STRIPES_WHOLE) * lanes_abs(turned));
}

LANES_INLINE lanes_f turned_by(lanes_f angle, lanes_u phase)
{
    return lanes_to_f((lanes_i)(((lanes_u)lanes_to_i(angle) + phase) << 3));
}

LANES_INLINE lanes_u all_of(uint32_t number)
{
    return (lanes_u)lanes_of_i((int32_t)number);
}

/* A cell of a loop of `period` cells; 0 = it is endless. */
LANES_INLINE lanes_i wrapped(lanes_i cell, int32_t period)
{
    if (period == 0)
        return cell;
    lanes_i beyond = ~lanes_less_i(cell, lanes_of_i(period));
    for (; lanes_any(beyond); beyond = ~lanes_less_i(cell, lanes_of_i(period)))
        cell = cell - (lanes_of_i(period) & beyond);
    return cell;
}

/* Turns of any number as a phase. */
LANES_INLINE lanes_u phase_of(lanes_f turns)
{
    lanes_f part = turns - lanes_to_f(lanes_floor(turns));
    return (lanes_u)lanes_to_i(part * lanes_of(STRIPES_TURN));
}

/* Sine and cosine between two corners of a row, `a` and `b` their phases there. */
LANES_INLINE wave wave_between(lanes_f a, lanes_f b, lanes_f way, int has_cosine)
{
    wave w = {lanes_mix(sine_of(a), sine_of(b), way), lanes_of(0.0f)};
    lanes_f quarter = lanes_of(0.25f * STRIPES_WHOLE);
    if (has_cosine)
        w.cosine = lanes_mix(sine_of(quarter - lanes_abs(a)), sine_of(quarter - lanes_abs(b)), way);
    return w;
}

/* Stripes across the direction (tx, ty) at `x` >= 0 cells from the left edge of cell `cell`: the
 * mean of four waves, each with the phase of a corner of the lattice, and `more`.  The phase of
 * corner (i, j) is i * i * STRIPES_COLUMN + i * rate(j) + shift(j). */
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
    if (period > 0) { /* where the right corner is the first of the loop */
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

/* Fine stripes, of which many octaves share a direction: sines alone, of phases that are at the top
 * from the first. */
typedef struct stripe_turn {
    lanes_f across, down; /* the direction, in phases for a cell */
    lanes_i right, lower; /* the same, shifted to the top */
} stripe_turn;

LANES_INLINE lanes_i phase_on_top(lanes_f phase)
{
    return (lanes_i)((lanes_u)lanes_to_i(phase) << 3);
}

/* What an octave of them is at a row of pixels. */
typedef struct stripe_run {
    int32_t period;
    lanes_u cell, first, rate; /* the first column's cell, ways into it, cells from one column to
                                * the next: 2^STRIPES_PLACE to a cell */
    lanes_u shift, rate_above; /* the rows of the lattice: see stripe_line */
    lanes_u more_shift, more_rate;
    lanes_f y, fade;
    lanes_f sine, sine_bent; /* height * 8 and * 16, see sine_of */
} stripe_run;

#define STRIPES_PLACE 23

LANES_INLINE lanes_u place_of(float cells)
{
    return all_of((uint32_t)(cells * (float)(1 << STRIPES_PLACE)));
}

/* stripe_run_at begins a row; waves will be so high. */
LANES_INLINE stripe_run stripe_run_at(const stripe_line *line, int32_t period, int32_t cell,
                                      float part, float rate, float height)
{
    stripe_run run = {.period = period};
    run.cell = all_of((uint32_t)cell);
    run.first = place_of(part) + (lanes_u)lanes_count() * place_of(rate);
    run.rate = place_of(rate);
    run.shift = all_of(line->shift[0] << 3);
    run.rate_above = all_of(line->rate[0] << 3);
    run.more_shift = all_of((line->shift[1] - line->shift[0]) << 3);
    run.more_rate = all_of((line->rate[1] - line->rate[0]) << 3);
    run.y = lanes_of(line->y);
    run.fade = lanes_of(line->fade);
    run.sine = lanes_of(height * (8.0f / STRIPES_WHOLE));
    run.sine_bent = lanes_of(height * (16.0f / STRIPES_WHOLE / STRIPES_WHOLE));
    return run;
}

LANES_INLINE lanes_f run_sine(const stripe_run *run, lanes_u phase)
{
    lanes_f turned = lanes_to_f((lanes_i)phase);
    return turned * (run->sine - run->sine_bent * lanes_abs(turned));
}

/* The sum of `stripes` at columns i .. of the row. */
LANES_INLINE lanes_f stripe_sine(const stripe_run *run, int i, const stripe_turn *t, int is_endless)
{
    lanes_u place = run->first + all_of((uint32_t)i) * run->rate;
    lanes_u part = (place & all_of((1u << STRIPES_PLACE) - 1)) | all_of(0x3f800000u);
    lanes_f x = lanes_from_bits((lanes_i)part) - lanes_of(1.0f);
    lanes_u left = run->cell + (place >> STRIPES_PLACE);
    if (!is_endless)
        left = (lanes_u)wrapped((lanes_i)left, run->period);
    /* The phases of four corners: those of both rows differ by `more`. */
    lanes_u scaled = left * all_of(STRIPES_COLUMN << 3);
    lanes_u slope = scaled + run->rate_above;
    lanes_u phase = left * slope + run->shift;
    lanes_u next = phase + slope + (scaled + all_of(STRIPES_COLUMN << 3));
    lanes_u more = left * run->more_rate + run->more_shift;
    lanes_u next_more = more + run->more_rate;
    if (!is_endless) { /* where the right corner is the first of the loop */
        lanes_u begins =
            (lanes_u)lanes_equal_i((lanes_i)left + lanes_of_i(1), lanes_of_i(run->period));
        next = (next & ~begins) | (run->shift & begins);
        next_more = (next_more & ~begins) | (run->more_shift & begins);
    }
    lanes_u at = (lanes_u)phase_on_top(t->across * x + t->down * run->y);
    phase += at;
    next += at - (lanes_u)t->right;
    lanes_u below = phase + (more - (lanes_u)t->lower);
    lanes_u next_below = next + (next_more - (lanes_u)t->lower);
    lanes_f wx = x * x * (lanes_of(3.0f) - (x + x));
    lanes_f upper = lanes_mix(run_sine(run, phase), run_sine(run, next), wx);
    lanes_f lower = lanes_mix(run_sine(run, below), run_sine(run, next_below), wx);
    return lanes_mix(upper, lower, run->fade);
}

/* A wave of any height, cut to -1..1 with round shoulders: the steeper the wave, the more it is
 * two even sides that meet in a line. */
LANES_INLINE lanes_f facet(lanes_f v)
{
    v = lanes_clamp(v, -1.0f, 1.0f);
    return v * (lanes_of(1.5f) - lanes_of(0.5f) * v * v);
}

#endif
