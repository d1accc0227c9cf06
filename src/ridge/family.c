/* family.c - functions that ridge families share: the fractals that most of them are made of. */
#include "ridge/family.h"

#include <string.h>

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

void ridge_make_fractal(ridge_line *line, const rl_ridge *ridge)
{
    const ridge_family *family = line->family;
    displacement *fractal = &line->part[0];
    line->gain = family->gain * ridge->amplitude;
    line->lift = family->lift * ridge->amplitude;
    line->spacing = ridge->spacing * (line->number == 0 ? 1.0 : family->second_spacing);
    /* A family that fills its nodes itself, without a `make` of its own, has no places. */
    int has_places = family->fill == NULL || family->make != NULL;
    fractal->perpendicular = has_places && ridge->direction == RL_DIRECTION_PERPENDICULAR;
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

/* ---- values by name ------------------------------------------------------------ */

const double *ridge_value(const rl_ridge *ridge, const char *name)
{
    const ridge_family *family = ridge->value_family;
    for (size_t i = 0; family != NULL && i < family->key_count && i < RL_RIDGE_VALUES; i++)
        if (strcmp(family->keys[i].path + strlen("ridge.N."), name) == 0)
            return &ridge->value[i];
    return NULL;
}

double ridge_real(const rl_ridge *ridge, const char *name)
{
    const double *value = ridge_value(ridge, name);
    return value != NULL ? *value : RL_AUTO;
}

void ridge_unset_values(rl_ridge *ridge, const ridge_family *family)
{
    ridge->value_family = family;
    for (size_t i = 0; i < RL_RIDGE_VALUES; i++)
        ridge->value[i] = RL_AUTO;
}

void ridge_fill(rl_ridge *ridge, const char *name, double value)
{
    const double *field = ridge_value(ridge, name);
    if (field != NULL)
        fill_real(&ridge->value[field - ridge->value], value);
}
