/* keys.c - the table of scene keys, and finding one by name. */
#include "scene/keys.h"

#include <string.h>

#include "base/text.h"
#include "scene/style.h"

static const char *const dithers[] = {"none", "row", "2x2", "bayer", "blue", "4x4", NULL};
static const char *const edges[] = {"smooth", "hard", NULL};
static const char *const calms[] = {"none", "top", "left", NULL};
static const char *const scales[] = {"frame", "height", NULL};
static const char *const kinds[] = {"fractal", "range", "hill", "roll", "segment",
                                    "alps",    "dune",  "mesa", NULL};
static const char *const noises[] = {"choice", "uniform", "triangular", "gauss", NULL};
static const char *const decays[] = {"exponential", "linear", "logarithmic", NULL};
static const char *const directions[] = {"vertical", "perpendicular", NULL};

const char *const scene_sections[] = {"ridgeline", "output", "sky",   "sun",     "moon", "stars",
                                      "clouds",    "aurora", "birds", "land",    "mist", "fog",
                                      "lake",      "ridge",  "trees", "palette", NULL};

#define AT(field) offsetof(rl_scene, field)
#define IN(field) offsetof(rl_ridge, field)
#define TEXT_OF(x) #x
#define RANGE(min, max) TEXT_OF(min) ".." TEXT_OF(max)
#define REAL(path, at, min, max, meaning)                                                          \
    {                                                                                              \
        path, KEY_REAL, at, min, max, 1, NULL, RANGE(min, max) " or auto", meaning                 \
    }
#define INTEGER(path, at, min, max, meaning)                                                       \
    {                                                                                              \
        path, KEY_INTEGER, at, min, max, 1, NULL, RANGE(min, max) " or auto", meaning              \
    }
#define NAMED(path, at, names, rule, meaning)                                                      \
    {                                                                                              \
        path, KEY_NAME, at, 0, 0, 1, names, rule " or auto", meaning                               \
    }
#define COLOUR(path, at, meaning)                                                                  \
    {                                                                                              \
        path, KEY_COLOUR, at, 0, 0, 1, NULL, "#rrggbb or auto", meaning                            \
    }
#define STOPS(path, at, most, meaning)                                                             \
    {                                                                                              \
        path, KEY_STOP, at, 1, most, 1, NULL, "#rrggbb or auto", meaning                           \
    }
#define OTHER(path, kind, at, min, max, has_auto, rule, meaning)                                   \
    {                                                                                              \
        path, kind, at, min, max, has_auto, NULL, rule, meaning                                    \
    }

const scene_key scene_keys[] = {
    OTHER("ridgeline.scene", KEY_VERSION, 0, 1, 1, 0, "1", "version of the scene text"),
    OTHER("ridgeline.algorithm", KEY_VERSION, AT(algorithm), RL_ALGORITHM, RL_ALGORITHM, 0, "1",
          "rule by which the scene becomes pixels"),
    OTHER("ridgeline.seed", KEY_SEED, AT(seed), 0, 0, 1,
          "a number up to 18446744073709551615 or any other text", "where all chance comes from"),
    OTHER("ridgeline.ridges", KEY_COUNT, AT(ridge_count), 1, RL_MAX_RIDGES, 1, "1..64 or auto",
          "number of ridges; default: as many as have a section, else by seed"),

    OTHER("ridgeline.mood", KEY_TEXT, AT(mood), 0, 0, 1, "the name of a mood",
          "light, sky and weather that go with a palette"),
    NAMED("ridgeline.style", AT(style), style_names,
          "alpine, misty, hills, forest, lake, desert, dunes", "what stands at which depth"),
    NAMED("ridgeline.calm", AT(calm), calms, "none, top, left", "where the picture stays quiet"),
    OTHER("ridgeline.time", KEY_TIME, AT(time), 0, 1440, 1, "00:00..24:00 or auto",
          "hour of the day: moves the light over the same land"),

    OTHER("output.size", KEY_SIZE, AT(width), 1, RL_MAX_SIDE, 0, "WxH, each 1..1000000",
          "size the picture was made at"),
    OTHER("output.region", KEY_REGION, AT(part_x), 0, RL_MAX_SIDE, 0, "WxH+X+Y inside the size",
          "part of the picture that was made"),
    OTHER("output.depth", KEY_INTEGER, AT(depth), 8, 16, 1, "8 or 16 or auto", "bits per sample"),
    NAMED("output.dither", AT(dither), dithers, "none, row, 2x2, bayer, blue, 4x4",
          "pattern that hides the steps of 8 bits"),
    NAMED("output.edges", AT(edges), edges, "smooth, hard", "exact area coverage, or none"),
    NAMED("output.scale", AT(scale), scales, "frame, height",
          "what one unit U is: min(sqrt(W H 9/16), 1.2 H), or H"),
    INTEGER("output.colours", AT(colours), 0, 256, "pixel art of so many colours; 0 = true colour"),
    INTEGER("output.zoom", AT(zoom), 1, 64, "how often each pixel is written, across and down"),

    REAL("sky.horizon", AT(horizon), 0, 0.99, "foot of the sky's gradient, fraction of H"),
    REAL("sky.haze", AT(haze), 0, 1, "share of sky light in the farthest ridge"),
    REAL("sky.haze_power", AT(haze_power), 0.1, 10, "how fast haze falls toward the front"),

    REAL("sun.x", AT(sun_x), -1000, 1000, "U from the middle, right is positive"),
    REAL("sun.y", AT(sun_y), -10, 10, "fraction of H; auto: on the skyline"),
    REAL("sun.lift", AT(sun_lift), -10, 100, "radii above the skyline when y is auto"),
    REAL("sun.radius", AT(sun_radius), 0, 10, "U; 0 = no sun"),
    REAL("sun.halo", AT(sun_halo), 0, 1, "glow close to the disc"),
    REAL("sun.wide", AT(sun_wide), 0, 1, "wide glow"),
    REAL("sun.band", AT(sun_band), 0, 1, "glow along the horizon"),
    REAL("sun.bloom", AT(sun_bloom), 0, 1, "light over the finished picture"),
    REAL("sun.land_glow", AT(sun_land_glow), 0, 1, "light on the haze before the land"),

    REAL("sun.stripes", AT(sun_stripes), 0, 1, "gaps across the lower half of the disc"),

    INTEGER("moon.show", AT(moon), 0, 1, "1: the disc is the moon"),
    REAL("moon.phase", AT(moon_phase), 0, 1, "0 new, 0.5 full, 1 new again"),
    REAL("stars.amount", AT(stars), 0, 1, "how bright they are"),
    REAL("clouds.amount", AT(clouds), 0, 1, "how dense they are"),
    REAL("clouds.cover", AT(cloud_cover), -1, 1, "how much of the sky they cover"),
    REAL("aurora.amount", AT(aurora), 0, 1, "how bright it is"),
    INTEGER("birds.count", AT(birds), 0, 7, "how many fly"),

    INTEGER("land.take", AT(take), 0, 1000, "which try at the ridges; auto: the first good one"),
    REAL("land.x", AT(land_x), -1000, 1000, "U; where the land dips and opens; auto: sun.x"),
    REAL("land.mountains", AT(land_mountains), 0, 10, "scale of far rock"),
    REAL("land.relief", AT(land_relief), 0, 1, "relief of the ridges that leave it open"),
    REAL("land.snow", AT(land_snow), 0, 1, "snow of the far ridges that leave it open"),
    REAL("land.snow_line", AT(land_snow_line), -10, 10, "U below their summits"),

    REAL("mist.amount", AT(mist), 0, 1, "density at the foot of the ridges"),
    REAL("mist.height", AT(mist_height), 0.001, 10, "U over which it thins to 1/e"),
    REAL("mist.noise", AT(mist_noise), 0, 10, "how far its upper limit wanders, in heights"),
    REAL("mist.shift", AT(mist_shift), 0, 1, "depth of the farther ridge whose colour it takes"),

    REAL("fog.amount", AT(fog), 0, 1, "density of banks between the ridges"),
    INTEGER("lake.ridge", AT(lake_ridge), 0, 64, "it lies before this ridge; 0 = no lake"),
    REAL("lake.level", AT(lake_level), 0, 1, "far shore, fraction of H"),

    NAMED("ridge.N.kind", IN(kind), kinds, "fractal, range, hill, roll, segment, alps, dune, mesa",
          "how the heights are made"),
    REAL("ridge.N.depth", IN(depth), 0, 1, "0 farthest, 1 nearest"),
    REAL("ridge.N.base", IN(base), -10, 10, "foot of the ridge, fraction of H"),
    REAL("ridge.N.amplitude", IN(amplitude), 0, 10, "U; scales the profile (not a segment)"),
    REAL("ridge.N.spacing", IN(spacing), 0.001, 1000, "U between the anchors"),
    REAL("ridge.N.roughness", IN(roughness), 0, 1000000, "decay power i: larger is smoother"),
    REAL("ridge.N.displacement", IN(displacement), 0, 1000,
         "bound of the first halving: U for a segment, else amplitudes"),
    INTEGER("ridge.N.iterations", IN(iterations), 0, 30, "halvings; auto: as the pixels need"),
    REAL("ridge.N.min_segment", IN(min_segment), 0, 1000, "U; shorter segments stay whole"),
    NAMED("ridge.N.noise", IN(noise), noises, "choice, uniform, triangular, gauss",
          "distribution of a displacement"),
    NAMED("ridge.N.decay", IN(decay), decays, "exponential, linear, logarithmic",
          "how the bound shrinks from level to level"),
    NAMED("ridge.N.direction", IN(direction), directions, "vertical, perpendicular",
          "way in which a midpoint moves"),
    INTEGER("ridge.N.period", IN(period), 0, 1000000, "anchors in one period; 0 = endless"),
    REAL("ridge.N.start_x", IN(start_x), -1000, 1000, "U; a segment's left end"),
    REAL("ridge.N.start_y", IN(start_y), -1000, 1000, "U above the base"),
    REAL("ridge.N.end_x", IN(end_x), -1000, 1000, "U; a segment's right end"),
    REAL("ridge.N.end_y", IN(end_y), -1000, 1000, "U above the base"),
    REAL("ridge.N.min_height", IN(min_height), -10, 10, "floor of the profile, fraction of H"),
    REAL("ridge.N.slope", IN(slope), 0, 1000, "steepest flank, rise over run; 0 = no limit"),
    REAL("ridge.N.dip", IN(dip), 0, 1, "share of the height taken away at the sun"),
    REAL("ridge.N.hero", IN(hero), 0, 10, "share of the height added at hero_x"),
    REAL("ridge.N.hero_x", IN(hero_x), -1000, 1000, "U from the middle"),
    REAL("ridge.N.valley", IN(valley), -10, 10, "U; rise of the land away from the sun"),
    REAL("ridge.N.relief", IN(relief), 0, 1, "lit and shaded faces"),
    REAL("ridge.N.snow", IN(snow), 0, 1, "snow above the snow line"),
    REAL("ridge.N.snow_line", IN(snow_line), -10, 10, "U below the ridge's summits"),
    REAL("ridge.N.strata", IN(strata), 0, 1, "horizontal bands in the rock"),
    REAL("ridge.N.trees", IN(trees), 0, 1, "how densely it is wooded; 0 = bare"),
    COLOUR("ridge.N.colour", IN(colour), "own colour in place of the palette's"),

    REAL("trees.height", AT(tree_height), 0, 1, "U, of the nearest trees; 0 = no trees"),
    INTEGER("trees.rows", AT(tree_rows), 1, 8, "rows of trees on a slope"),

    OTHER("palette.name", KEY_TEXT, AT(palette.name), 0, 0, 1,
          "a name of up to 63 characters without ;", "palette that fills the roles left open"),
    STOPS("palette.sky_N", AT(palette.sky), RL_MAX_SKY, "sky, from the zenith (1) to the horizon"),
    STOPS("palette.ridge_N", AT(palette.ridge), RL_MAX_RIDGES, "land, from far (1) to near"),
    COLOUR("palette.sun", AT(palette.sun), "disc of the sun"),
    COLOUR("palette.sun_low", AT(palette.sun_low), "its lower half near the horizon"),
    COLOUR("palette.glow", AT(palette.glow), "light scattered round the sun"),
    COLOUR("palette.mist", AT(palette.mist), "mist, and air below the horizon"),
    COLOUR("palette.lit", AT(palette.lit), "sunlit rock"),
    COLOUR("palette.snow", AT(palette.snow), "snow"),
    COLOUR("palette.water", AT(palette.water), "water"),
    COLOUR("palette.cloud", AT(palette.cloud), "shaded side of clouds"),
    COLOUR("palette.star", AT(palette.star), "stars"),
    COLOUR("palette.aurora_1", AT(palette.aurora[0]), "foot of the aurora"),
    COLOUR("palette.aurora_2", AT(palette.aurora[1]), "middle of the aurora"),
    COLOUR("palette.aurora_3", AT(palette.aurora[2]), "top of the aurora"),
};
const size_t scene_key_count = sizeof scene_keys / sizeof scene_keys[0];

const char *keys_name(const scene_key *key)
{
    return strrchr(key->path, '.') + 1;
}

int keys_in(const scene_key *key, const char *section)
{
    size_t length = strlen(section);
    return strncmp(key->path, section, length) == 0 && key->path[length] == '.';
}

/* "sky_12" is stop 12 of "sky_N"; 0 when it is not a stop of this key. */
static int stop_number(const scene_key *key, const char *name)
{
    const char *pattern = keys_name(key);
    size_t length = strlen(pattern) - 1;
    if (strncmp(name, pattern, length) != 0 || name[length] == '0')
        return 0;
    int64_t stop;
    return text_to_integer(&stop, name + length, 1, (int64_t)key->max) ? (int)stop : 0;
}

const scene_key *keys_find(const char *section, const char *name, int *stop)
{
    for (size_t i = 0; i < scene_key_count; i++) {
        const scene_key *key = &scene_keys[i];
        if (!keys_in(key, section))
            continue;
        *stop = key->kind == KEY_STOP ? stop_number(key, name) : 0;
        if (*stop > 0 || (key->kind != KEY_STOP && strcmp(keys_name(key), name) == 0))
            return key;
    }
    return NULL;
}

const char *keys_nearest(const char *section, const char *name)
{
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < scene_key_count && count < 64; i++)
        if (keys_in(&scene_keys[i], section))
            names[count++] = keys_name(&scene_keys[i]);
    return rl_nearest(name, names, count);
}
