/* line.c - makes and measures the lines of a ridge by the functions of its family. */
#include "base/exact.h"
#include "base/hash.h"
#include "ridge/family.h"

ridge_line line_make(const rl_ridge *ridge, uint64_t seed, uint64_t stream, const ridge_row *row,
                     double loop, int which)
{
    const ridge_family *family = ridge_family_of(ridge);
    uint64_t key = hash_key(seed, hash_ridge(stream, (uint64_t)which));
    double share = which == 0 ? 1.0 : family->second_spacing;
    rl_ridge fitted = *ridge;
    if (loop > 0.0 && family->fit != NULL)
        family->fit(&fitted, row, loop, share);
    else if (loop > 0.0) { /* the nearest spacing of which the loop is a multiple */
        double anchors = exact_max(exact_round(loop / (ridge->spacing * share)), 1.0);
        fitted.period = (int)exact_min(anchors, 1e9);
        fitted.spacing = loop / (double)fitted.period / share;
    }
    ridge_line line = {.family = family,
                       .row = row,
                       .seed = seed,
                       .number = which,
                       .gain = fitted.amplitude,
                       .spacing = fitted.spacing};
    line.part[0] = ridge_fractal(family, &fitted, key);
    (family->make != NULL ? family->make : ridge_make_fractal)(&line, &fitted);
    return line;
}

void line_use_kernels(ridge_line *line, cpu_kernels kernels)
{
    line->part[0].kernels = line->part[1].kernels = kernels;
}

double line_reach(const ridge_line *line, int level)
{
    if (line->family->reach != NULL)
        return line->family->reach(line);
    return displacement_reach(&line->part[0], level) * exact_abs(line->gain);
}

size_t line_arrays(const ridge_line *line)
{
    return line->family->arrays > 0 ? (size_t)line->family->arrays : line->has_places ? 4 : 2;
}

void line_fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
               double *places, double *work)
{
    if (line->family->fill != NULL)
        line->family->fill(line, level, first, count, values, places, work);
    else
        displacement_fill(&line->part[0], level, first, count, values, places, work);
}

int line_level(const ridge_line *line, const rl_ridge *ridge, double detail)
{
    int level = 0;
    double length = line->spacing;
    while (level < ridge_iterations(ridge) && level < DISPLACEMENT_MAX_LEVEL &&
           length > 0.5 * detail && length > ridge->min_segment) {
        length *= 0.5;
        level++;
    }
    return level;
}

double line_place_scale(const ridge_line *line)
{
    double spacing = line->part[0].spacing;
    return spacing != 0.0 ? line->spacing / spacing : 1.0;
}

double line_rise(const rl_ridge *ridge)
{
    ridge_line line = line_make(ridge, 0, 0, NULL, 0.0, 0);
    if (line.family->rise != NULL)
        return line.family->rise(&line, ridge);
    if (line.family->tallest > 0.0)
        return line.family->tallest * line.gain;
    return ridge_fractal_rise(&line, line.part[0].anchor_bound);
}
