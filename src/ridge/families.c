/* families.c - the table of ridge families, and what the lines of all have in common. */
#include "base/exact.h"
#include "base/hash.h"
#include "base/text.h"
#include "ridge/family.h"

/* One row a family.  The first nine are in the order of rl_ridge_kind. */
#define FAMILIES(ROW)                                                                              \
    ROW(fractal)                                                                                   \
    ROW(range)                                                                                     \
    ROW(hill)                                                                                      \
    ROW(roll)                                                                                      \
    ROW(segment)                                                                                   \
    ROW(alps)                                                                                      \
    ROW(dune)                                                                                      \
    ROW(mesa)                                                                                      \
    ROW(slice)                                                                                     \
    ROW(spur)                                                                                      \
    ROW(headland)                                                                                  \
    ROW(tower)                                                                                     \
    ROW(island)                                                                                    \
    ROW(wall)                                                                                      \
    ROW(rim)                                                                                       \
    ROW(field)                                                                                     \
    ROW(giant)                                                                                     \
    ROW(cone)                                                                                      \
    ROW(butte)                                                                                     \
    ROW(moor)                                                                                      \
    ROW(meadow)                                                                                    \
    ROW(horizon)                                                                                   \
    ROW(own)

#define DECLARE(name) extern const ridge_family ridge_family_##name;
#define ADDRESS(name) &ridge_family_##name,
#define NAME(name) #name,

FAMILIES(DECLARE)

static const ridge_family *const families[] = {FAMILIES(ADDRESS)};
const char *const ridge_family_names[] = {FAMILIES(NAME) NULL};

#define COUNT (sizeof families / sizeof families[0])
_Static_assert(COUNT <= RL_MAX_FAMILIES, "rl_facts counts ridges by family");

const ridge_family *ridge_family_at(size_t index)
{
    return index < COUNT ? families[index] : NULL;
}

const ridge_family *ridge_family_of(const rl_ridge *ridge)
{
    return families[ridge->kind];
}

int ridge_has(const rl_ridge *ridge, unsigned trait)
{
    /* Scenes that were not checked yet may have any number there. */
    const ridge_family *family = ridge_family_at((size_t)ridge->kind);
    return family != NULL && (family->traits & trait) != 0;
}

int ridge_family_with(unsigned trait)
{
    int index = 0;
    while (index + 1 < (int)COUNT && (families[index]->traits & trait) == 0)
        index++;
    return index;
}

const char *rl_ridge_family_name(size_t index)
{
    return index < COUNT ? families[index]->name : NULL;
}

const char *rl_ridge_family_noun(size_t index)
{
    return index < COUNT ? families[index]->noun : NULL;
}

double ridge_exponent(const rl_ridge *ridge)
{
    return text_round(1.0 - ridge->roughness);
}

/* ---- lines ---------------------------------------------------------------- */

static int iterations_of(const rl_ridge *ridge)
{
    return ridge->iterations == RL_AUTO ? DISPLACEMENT_MAX_LEVEL : ridge->iterations;
}

displacement ridge_fractal(const rl_ridge *ridge, uint64_t key)
{
    displacement line = {.key = key, .noise = ridge->noise, .period = ridge->period};
    line.smooth = ridge_family_of(ridge)->smooth;
    line.spacing = 1.0;
    line.anchor_bound = 1.0 / displacement_deviation(ridge->noise);
    displacement_bounds(&line, ridge->decay, ridge->displacement, ridge_exponent(ridge),
                        iterations_of(ridge));
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
    /* Perpendicular displacement needs x in the unit of the values. */
    fractal->spacing = line->gain != 0.0 ? line->spacing / line->gain : line->spacing;
    line->has_places = fractal->perpendicular;
}

ridge_line line_make(const rl_ridge *ridge, uint64_t seed, uint64_t stream, const ridge_row *row,
                     double loop, int which)
{
    const ridge_family *family = ridge_family_of(ridge);
    uint64_t key = hash_key(seed, hash_ridge(stream, (uint64_t)which));
    double share = which == 0 ? 1.0 : family->second_spacing;
    rl_ridge fitted = *ridge;
    if (loop > 0.0 && family->fit != NULL)
        family->fit(&fitted, row, loop, share);
    else if (loop > 0.0) { /* the spacing nearest to the ridge's own of which it is a multiple */
        double anchors = exact_max(exact_round(loop / (ridge->spacing * share)), 1.0);
        fitted.period = (int)exact_min(anchors, 1e9);
        fitted.spacing = loop / (double)fitted.period / share;
    }
    ridge_line line = {
        .family = family, .row = row, .gain = fitted.amplitude, .spacing = fitted.spacing};
    line.part[0] = ridge_fractal(&fitted, key);
    if (family->make != NULL)
        family->make(&line, &fitted, seed, key, which);
    else
        ridge_make_fractal(&line, &fitted, seed, key, which);
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
    while (level < iterations_of(ridge) && level < DISPLACEMENT_MAX_LEVEL &&
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

double ridge_fractal_rise(const ridge_line *line, double most)
{
    for (int level = 1; level <= DISPLACEMENT_MAX_LEVEL; level++)
        most += line->part[0].bound[level];
    return 2.0 * most * exact_abs(line->gain);
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

/* ---- keys of scene text ------------------------------------------------------- */

static const char *const noises[] = {"choice", "uniform", "triangular", "gauss", NULL};
static const char *const decays[] = {"exponential", "linear", "logarithmic", NULL};
static const char *const directions[] = {"vertical", "perpendicular", NULL};
static const char *const beyonds[] = {"level", "empty", NULL};

const scene_key ridge_keys[] = {
    NAME_KEY("ridge.N.kind", AT_RIDGE(kind), ridge_family_names, RL_AUTO,
             "way in which the heights of the ridge are made"),
    REAL_KEY("ridge.N.depth", AT_RIDGE(depth), 0, 1, RL_AUTO,
             "place between far and near: 0 = farthest, 1 = nearest"),
    REAL_KEY("ridge.N.base", AT_RIDGE(base), -10, 10, RL_AUTO, "foot of the ridge, fraction of H"),
    REAL_KEY("ridge.N.distance", AT_RIDGE(distance), 0, 1000, 0,
             "distance at which it rises from open water, relative to that of the lower edge; 0 = "
             "on land"),
    REAL_KEY("ridge.N.amplitude", AT_RIDGE(amplitude), 0, 10, RL_AUTO,
             "height of the profile, U (not of a segment)"),
    REAL_KEY("ridge.N.spacing", AT_RIDGE(spacing), 0.001, 1000, RL_AUTO,
             "distance between the anchors, U"),
    REAL_KEY("ridge.N.roughness", AT_RIDGE(roughness), -999999, 1, RL_AUTO,
             "1 - H, where H is the decay power of displacements; 0 = mountains, below 0 smoother"),
    REAL_KEY("ridge.N.displacement", AT_RIDGE(displacement), 0, 1000, RL_AUTO,
             "bound of displacement at the first halving, in amplitudes; of a segment in U"),
    INTEGER_KEY("ridge.N.iterations", AT_RIDGE(iterations), 0, 30, RL_AUTO,
                "number of halvings; auto: as many as the pixels need"),
    REAL_KEY("ridge.N.min_segment", AT_RIDGE(min_segment), 0, 1000, 0,
             "length below which a line is not halved, U"),
    NAME_KEY("ridge.N.noise", AT_RIDGE(noise), noises, RL_AUTO, "distribution of displacements"),
    NAME_KEY("ridge.N.decay", AT_RIDGE(decay), decays, RL_DECAY_EXPONENTIAL,
             "how the bound decreases from level to level"),
    NAME_KEY("ridge.N.direction", AT_RIDGE(direction), directions, RL_DIRECTION_VERTICAL,
             "direction in which a midpoint moves"),
    INTEGER_KEY("ridge.N.period", AT_RIDGE(period), 0, 1000000, 0,
                "number of anchors in one period; 0 = no period"),
    REAL_KEY("ridge.N.start_x", AT_RIDGE(start_x), -1000, 1000, -1,
             "left end of a segment, U from the middle"),
    REAL_KEY("ridge.N.start_y", AT_RIDGE(start_y), -1000, 1000, 0.2,
             "height of the left end of a segment, U above the base"),
    REAL_KEY("ridge.N.end_x", AT_RIDGE(end_x), -1000, 1000, 1,
             "right end of a segment, U from the middle"),
    REAL_KEY("ridge.N.end_y", AT_RIDGE(end_y), -1000, 1000, 0.2,
             "height of the right end of a segment, U above the base"),
    NAME_KEY("ridge.N.beyond", AT_RIDGE(beyond), beyonds, RL_BEYOND_LEVEL,
             "land beyond the ends of a segment: level ground or none"),
    REAL_KEY("ridge.N.min_height", AT_RIDGE(min_height), -10, 10, RL_AUTO,
             "least height of the profile, fraction of H"),
    REAL_KEY("ridge.N.slope", AT_RIDGE(slope), 0, 1000, RL_AUTO,
             "slope of the steepest flank, rise over run; 0 = no limit"),
    REAL_KEY("ridge.N.dip", AT_RIDGE(dip), 0, 1, RL_AUTO,
             "share of the height that is taken away where the land opens"),
    REAL_KEY("ridge.N.hero", AT_RIDGE(hero), 0, 10, RL_AUTO,
             "share of the height that is added at hero_x, the main summit"),
    REAL_KEY("ridge.N.hero_x", AT_RIDGE(hero_x), -1000, 1000, RL_AUTO,
             "place of the main summit, U from the middle of the picture"),
    REAL_KEY("ridge.N.island", AT_RIDGE(island), 0, 1000, 0,
             "half the width of an island around hero_x, U; 0 = endless land"),
    REAL_KEY("ridge.N.valley", AT_RIDGE(valley), -10, 10, RL_AUTO,
             "rise of the land away from where it opens, U"),
    REAL_KEY("ridge.N.relief", AT_RIDGE(relief), 0, 1, RL_AUTO, "strength of lit and shaded faces"),
    REAL_KEY("ridge.N.snow", AT_RIDGE(snow), 0, 1, RL_AUTO, "amount of snow above the snow line"),
    REAL_KEY("ridge.N.snow_line", AT_RIDGE(snow_line), -10, 10, RL_AUTO,
             "height of the snow line, U below the summits of the ridge"),
    REAL_KEY("ridge.N.strata", AT_RIDGE(strata), 0, 1, RL_AUTO,
             "strength of horizontal bands in the rock"),
    REAL_KEY("ridge.N.trees", AT_RIDGE(trees), 0, 1, RL_AUTO, "density of trees; 0 = bare"),
    INTEGER_KEY("ridge.N.swells", AT_RIDGE(swells), 0, 8, RL_AUTO,
                "number of lower swells of ground in front of a bare ridge"),
    COLOUR_KEY("ridge.N.colour", AT_RIDGE(colour),
               "colour of the ridge; auto: that of the palette"),
};

const size_t ridge_key_count = sizeof ridge_keys / sizeof ridge_keys[0];
