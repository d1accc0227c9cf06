/* ridge_keys.c - the keys of scene text that all ridges have. */
#include "ridge/family.h"

static const char *const noises[] = {"choice", "uniform", "triangular", "gauss", NULL};
static const char *const decays[] = {"exponential", "linear", "logarithmic", NULL};
static const char *const directions[] = {"vertical", "perpendicular", NULL};
static const char *const beyonds[] = {"level", "empty", NULL};

const scene_key ridge_keys[] = {
    NAME_KEY("ridge.N.kind", AT_RIDGE(kind), ridge_family_names, RL_AUTO,
             "how the heights are made"),
    REAL_KEY("ridge.N.depth", AT_RIDGE(depth), 0, 1, RL_AUTO, "0 farthest, 1 nearest"),
    REAL_KEY("ridge.N.base", AT_RIDGE(base), -10, 10, RL_AUTO, "foot of the ridge, fraction of H"),
    REAL_KEY("ridge.N.distance", AT_RIDGE(distance), 0, 1000, 0,
             "it rises from open water so many times as far as the picture's foot; 0 = on land"),
    REAL_KEY("ridge.N.amplitude", AT_RIDGE(amplitude), 0, 10, RL_AUTO,
             "U; scales the profile (not a segment)"),
    REAL_KEY("ridge.N.spacing", AT_RIDGE(spacing), 0.001, 1000, RL_AUTO, "U between the anchors"),
    REAL_KEY("ridge.N.roughness", AT_RIDGE(roughness), -999999, 1, RL_AUTO,
             "1 - H, the decay power of displacements: 0 mountains, below it smooth"),
    REAL_KEY("ridge.N.displacement", AT_RIDGE(displacement), 0, 1000, RL_AUTO,
             "bound of the first halving: U for a segment, else amplitudes"),
    INTEGER_KEY("ridge.N.iterations", AT_RIDGE(iterations), 0, 30, RL_AUTO,
                "halvings; auto: as the pixels need"),
    REAL_KEY("ridge.N.min_segment", AT_RIDGE(min_segment), 0, 1000, 0,
             "U; shorter segments stay whole"),
    NAME_KEY("ridge.N.noise", AT_RIDGE(noise), noises, RL_AUTO, "distribution of a displacement"),
    NAME_KEY("ridge.N.decay", AT_RIDGE(decay), decays, RL_DECAY_EXPONENTIAL,
             "how the bound shrinks from level to level"),
    NAME_KEY("ridge.N.direction", AT_RIDGE(direction), directions, RL_DIRECTION_VERTICAL,
             "way in which a midpoint moves"),
    INTEGER_KEY("ridge.N.period", AT_RIDGE(period), 0, 1000000, 0,
                "anchors in one period; 0 = endless"),
    REAL_KEY("ridge.N.start_x", AT_RIDGE(start_x), -1000, 1000, -1, "U; a segment's left end"),
    REAL_KEY("ridge.N.start_y", AT_RIDGE(start_y), -1000, 1000, 0.2, "U above the base"),
    REAL_KEY("ridge.N.end_x", AT_RIDGE(end_x), -1000, 1000, 1, "U; a segment's right end"),
    REAL_KEY("ridge.N.end_y", AT_RIDGE(end_y), -1000, 1000, 0.2, "U above the base"),
    NAME_KEY("ridge.N.beyond", AT_RIDGE(beyond), beyonds, RL_BEYOND_LEVEL,
             "how a segment goes on beyond its ends"),
    REAL_KEY("ridge.N.min_height", AT_RIDGE(min_height), -10, 10, RL_AUTO,
             "floor of the profile, fraction of H"),
    REAL_KEY("ridge.N.slope", AT_RIDGE(slope), 0, 1000, RL_AUTO,
             "steepest flank, rise over run; 0 = no limit"),
    REAL_KEY("ridge.N.dip", AT_RIDGE(dip), 0, 1, RL_AUTO,
             "share of the height taken away at the sun"),
    REAL_KEY("ridge.N.hero", AT_RIDGE(hero), 0, 10, RL_AUTO, "share of the height added at hero_x"),
    REAL_KEY("ridge.N.hero_x", AT_RIDGE(hero_x), -1000, 1000, RL_AUTO, "U from the middle"),
    REAL_KEY("ridge.N.island", AT_RIDGE(island), 0, 1000, 0,
             "U; half width of an island round hero_x; 0 = endless"),
    REAL_KEY("ridge.N.valley", AT_RIDGE(valley), -10, 10, RL_AUTO,
             "U; rise of the land away from the sun"),
    REAL_KEY("ridge.N.relief", AT_RIDGE(relief), 0, 1, RL_AUTO, "lit and shaded faces"),
    REAL_KEY("ridge.N.snow", AT_RIDGE(snow), 0, 1, RL_AUTO, "snow above the snow line"),
    REAL_KEY("ridge.N.snow_line", AT_RIDGE(snow_line), -10, 10, RL_AUTO,
             "U below the ridge's summits"),
    REAL_KEY("ridge.N.strata", AT_RIDGE(strata), 0, 1, RL_AUTO, "horizontal bands in the rock"),
    REAL_KEY("ridge.N.trees", AT_RIDGE(trees), 0, 1, RL_AUTO, "how densely it is wooded; 0 = bare"),
    INTEGER_KEY("ridge.N.swells", AT_RIDGE(swells), 0, 8, RL_AUTO,
                "lower swells of ground before a bare ridge"),
    COLOUR_KEY("ridge.N.colour", AT_RIDGE(colour), "own colour in place of the palette's"),
};

const size_t ridge_key_count = sizeof ridge_keys / sizeof ridge_keys[0];
