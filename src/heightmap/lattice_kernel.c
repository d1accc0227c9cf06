/* lattice_kernel.c - an octave of two-dimensional gradient noise along a row of samples; compiled
 * once for each width of base/lanes.h. */
#include "base/lanes_double.h"
#include "heightmap/lattice.h"

/* In one row of samples the contribution of a lattice column to the noise is lift + tilt * distance
 * along x; a and b are the two noises. */
typedef struct column {
    double tilt_a, lift_a, tilt_b, lift_b;
} column;

LANES_INLINE column column_at(const lattice_octave *row, int64_t i)
{
    i = exact_wrap(i, row->period);
    uint64_t top = lattice_hash(row->above, i), bottom = lattice_hash(row->below, i);
    const double *a = exact_direction[top >> 60], *c = exact_direction[bottom >> 60];
    const double *b = exact_direction[top >> 56 & 15], *d = exact_direction[bottom >> 56 & 15];
    double v = row->fade, down = row->down, up = row->down - 1.0;
    return (column){exact_mix(a[0], c[0], v), exact_mix(a[1] * down, c[1] * up, v),
                    exact_mix(b[0], d[0], v), exact_mix(b[1] * down, d[1] * up, v)};
}

/* Returns the number of samples of a run up to the end of the lattice cell of sample n, which is at
 * x = `end`. */
LANES_INLINE int cell_end(const lattice_octave *row, int n, double end)
{
    int after = (int)exact_min(end / row->step - row->first, row->count); /* may be off by one */
    after = after > n ? after : n + 1;
    while (after < row->count && (double)(row->first + after) * row->step < end)
        after++;
    while (after > n + 1 && (double)(row->first + after - 1) * row->step >= end)
        after--;
    return after;
}

/* As exact_fade: 6 t^5 - 15 t^4 + 10 t^3. */
static const double fade_5 = 6.0, fade_4 = 15.0, fade_3 = 10.0;

LANES_INLINE lanes_d fade(lanes_d t)
{
    return t * t * t * (t * (t * lanes_of_d(fade_5) - lanes_of_d(fade_4)) + lanes_of_d(fade_3));
}

/* Adds gain * the mixture of both columns to those values that are `inside` the cell. */
LANES_INLINE void column_mix(double *sum, lanes_h inside, double gain, lanes_d left, lanes_d right,
                             lanes_d u)
{
    lanes_d before = lanes_load_d(sum);
    lanes_d after = before + lanes_of_d(gain) * lanes_mix_d(left, right, u);
    lanes_store_d(sum, lanes_choose_d(inside, after, before));
}

extern lattice_kernel KERNEL(lattice);
void KERNEL(lattice)(const lattice_octave *octave, lattice_pair *noise)
{
    const lattice_octave row = *octave;
    column left = {0}, right = {0};
    int64_t held = INT64_MIN;
    for (int n = 0, end = 0; n < row.count; n = end) {
        int64_t i = exact_floor((double)(row.first + n) * row.step);
        left = i - 1 == held ? right : column_at(&row, i);
        right = column_at(&row, i + 1);
        held = i;
        end = cell_end(&row, n, (double)(i + 1));
        for (int k = n; k < end; k += LANES_D) {
            lanes_d x = lanes_of_d((double)(row.first + k)) + lanes_count_d();
            lanes_h inside = lanes_less_d(x, lanes_of_d((double)(row.first + end)));
            lanes_d t = x * lanes_of_d(row.step) - lanes_of_d((double)i);
            lanes_d far = t - lanes_of_d(1.0), u = fade(t);
            column_mix(noise->a + k, inside, row.gain,
                       lanes_of_d(left.lift_a) + lanes_of_d(left.tilt_a) * t,
                       lanes_of_d(right.lift_a) + lanes_of_d(right.tilt_a) * far, u);
            column_mix(noise->b + k, inside, row.gain,
                       lanes_of_d(left.lift_b) + lanes_of_d(left.tilt_b) * t,
                       lanes_of_d(right.lift_b) + lanes_of_d(right.tilt_b) * far, u);
        }
    }
}

KERNEL_TABLE(lattice_kernel, lattice_kernels, lattice);
