/* family.c - functions that ridge families share: the fractals that most of them are made of. */
#include "ridge/family.h"

#include "base/exact.h"
#include "base/text.h"

double ridge_exponent(const rl_ridge *ridge)
{
    return text_round(1.0 - ridge->roughness);
}

int ridge_iterations(const rl_ridge *ridge)
{
    return ridge->iterations == RL_AUTO ? DISPLACEMENT_MAX_LEVEL : ridge->iterations;
}

displacement ridge_fractal(const ridge_family *family, const rl_ridge *ridge, uint64_t key)
{
    displacement line = {.key = key, .noise = ridge->noise, .period = ridge->period};
    line.smooth = family->smooth;
    line.spacing = 1.0;
    line.anchor_bound = 1.0 / displacement_deviation(ridge->noise);
    displacement_bounds(&line, ridge->decay, ridge->displacement, ridge_exponent(ridge),
                        ridge_iterations(ridge));
    return line;
}

void ridge_make_fractal(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key,
                        int which)
{
    (void)seed;
    (void)key;
    const ridge_family *family = line->family;
    displacement *fractal = &line->part[0];
    line->gain = family->gain * ridge->amplitude;
    line->lift = family->lift * ridge->amplitude;
    line->spacing = ridge->spacing * (which == 0 ? 1.0 : family->second_spacing);
    fractal->perpendicular = ridge->direction == RL_DIRECTION_PERPENDICULAR;
    /* Perpendicular displacement mixes x and values, so both need the same unit. */
    fractal->spacing = line->gain != 0.0 ? line->spacing / line->gain : line->spacing;
    line->has_places = fractal->perpendicular;
}

double ridge_fractal_rise(const ridge_line *line, double most)
{
    for (int level = 1; level <= DISPLACEMENT_MAX_LEVEL; level++)
        most += line->part[0].bound[level];
    return 2.0 * most * exact_abs(line->gain);
}
