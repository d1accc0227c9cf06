/* key_table.c - the one list of scene keys: a line for each. */
#include "ridge/family.h"
#include "scene/keys.h"
#include "scene/map_rules.h"
#include "scene/style.h"

static const char *const scene_kinds[] = {"landscape", "map", NULL};
static const char *const worlds[] = {"picture", "endless", "loop", NULL};
static const char *const dithers[] = {"none", "row", "2x2", "bayer", "blue", "4x4", NULL};
static const char *const edges[] = {"smooth", "hard", NULL};
static const char *const calms[] = {"none", "top", "left", NULL};
static const char *const scales[] = {"frame", "height", NULL};
static const char *const noises[] = {"choice", "uniform", "triangular", "gauss", NULL};
static const char *const decays[] = {"exponential", "linear", "logarithmic", NULL};
static const char *const directions[] = {"vertical", "perpendicular", NULL};
static const char *const methods[] = {"diamond-square", "midpoint", NULL};
static const char *const map_noises[] = {"uniform", "gauss", NULL};
static const char *const metrics[] = {"euclidean", "squared", NULL};
static const char *const ops[] = {"mix", "min", "max", "multiply", NULL};
static const char *const withs[] = {"fractal", "input", NULL};
static const char *const views[] = {"above", "surface", "cells", NULL};

const char *const scene_sections[] = {"ridgeline", "output", "world",  "sky",   "sun",     "moon",
                                      "stars",     "clouds", "aurora", "birds", "land",    "mist",
                                      "fog",       "lake",   "ridge",  "trees", "palette", "map",
                                      "pass",      "tint",   NULL};

#define AT(field) offsetof(rl_scene, field)
#define IN(field) offsetof(rl_ridge, field)
#define OF(field) offsetof(rl_pass, field)
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
#define CHOICE(path, at, names, rule, meaning)                                                     \
    {                                                                                              \
        path, KEY_NAME, at, 0, 0, 0, names, rule, meaning                                          \
    }
#define FIXED(path, at, min, max, meaning)                                                         \
    {                                                                                              \
        path, KEY_REAL, at, min, max, 0, NULL, RANGE(min, max), meaning                            \
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
    NAMED("ridgeline.kind", AT(kind), scene_kinds, "landscape, map", "what the scene describes"),
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

    CHOICE("world.kind", AT(world), worlds, "picture, endless, loop",
           "how it goes on beyond the picture"),
    OTHER("world.offset", KEY_OFFSET, AT(offset), 0, 0, 0, "a whole number of 64 bits",
          "pixels by which the picture lies to the right of the world's middle"),
    FIXED("world.phase", AT(phase), 0, 1, "where in the cycle of its motions it is"),
    FIXED("world.clouds", AT(cloud_drift), -64, 64, "loops, else U, that clouds move in a cycle"),
    FIXED("world.mist", AT(mist_drift), -64, 64, "loops, else U, that mist and fog move"),
    FIXED("world.stars", AT(twinkle), 0, 1, "how much stars twinkle"),
    FIXED("world.lake", AT(lake_drift), -64, 64, "loops, else U, that ripples move"),

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
    INTEGER("land.slices", AT(land_slices), 0, 1, "1: ridges left open are slices of the map"),
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

    {"ridge.N.kind", KEY_NAME, IN(kind), 0, 0, 1, ridge_family_names, RIDGE_FAMILY_RULE,
     "how the heights are made"},
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
    INTEGER("ridge.N.swells", IN(swells), 0, 8, "lower swells of ground before a bare ridge"),
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

    NAMED("map.method", AT(map.method), methods, "diamond-square, midpoint", "what fills the grid"),
    NAMED("map.preset", AT(map.preset), map_preset_names,
          "none, roughness-coefficient, one-sided, persistence, spread",
          "conventions for what is left open of corners, spread and persistence"),
    NAMED("map.noise", AT(map.noise), map_noises, "uniform, gauss", "how displacements spread"),
    INTEGER("map.one_sided", AT(map.one_sided), 0, 1, "1: noise only lifts"),
    REAL("map.spread", AT(map.spread), 0, 1000, "bound r of the first level's noise"),
    REAL("map.persistence", AT(map.persistence), 0, 1, "r of a level over that of the one before"),
    REAL("map.corner_1", AT(map.corner[0]), -1000, 1000, "height of the left upper corner"),
    REAL("map.corner_2", AT(map.corner[1]), -1000, 1000, "of the right upper one"),
    REAL("map.corner_3", AT(map.corner[2]), -1000, 1000, "of the left lower one"),
    REAL("map.corner_4", AT(map.corner[3]), -1000, 1000, "of the right lower one"),
    INTEGER("map.smooth", AT(map.smooth), 0, 1, "1: averaged with the neighbours once"),
    INTEGER("map.wrap", AT(map.wrap), 0, 1, "1: a seamless tile"),
    INTEGER("map.raw", AT(map.raw), 0, 1, "0: heights are normalised to 0..1 before the passes"),
    INTEGER("map.samples", AT(map.samples), 5, 1025, "side of the map that a landscape slices"),
    REAL("map.cell", AT(map.cell), 0.001, 1000000, "metres from sample to sample"),
    REAL("map.relief", AT(map.relief), 0.001, 1000000, "metres from height 0 to height 1"),
    REAL("map.sea", AT(map.sea), 0, 1, "height of the sea; 0 = none"),
    REAL("map.azimuth", AT(map.azimuth), 0, 360, "degrees clockwise from north: the light's side"),
    REAL("map.altitude", AT(map.altitude), 0, 90, "degrees of the light above the horizon"),
    REAL("map.exaggeration", AT(map.exaggeration), 0, 1000, "z-factor of the hillshade"),
    REAL("map.shade", AT(map.shade), 0, 1, "how much the hillshade darkens"),
    REAL("map.contours", AT(map.contours), 0, 1000000, "metres between contour lines; 0 = none"),
    REAL("map.rivers", AT(map.rivers), 0, 1, "how many rivers; 0 = none"),
    INTEGER("map.frame", AT(map.frame), 0, 1, "1: with margin and scale, as a plate"),
    NAMED("map.view", AT(map.view), views, "above, surface, cells",
          "from above, in perspective, or the cells of the last voronoi pass"),
    REAL("map.view_azimuth", AT(map.view_azimuth), -360, 360,
         "degrees of the eye from the south edge's middle, counter-clockwise"),
    REAL("map.view_elevation", AT(map.view_elevation), 5, 90, "degrees of the eye above the map"),

    NAMED("pass.N.kind", OF(kind), pass_names,
          "voronoi, perturb, thermal, thermal-fast, thermal-inverted, hydraulic, hydraulic-fast, "
          "droplets, normalise, combine",
          "what the pass does; its other keys depend on it"),
    INTEGER("pass.N.points", OF(points), 1, 1000000, "feature points on the map or in a region"),
    INTEGER("pass.N.regions", OF(regions), 0, 1000, "regions along a side; 0: points anywhere"),
    NAMED("pass.N.metric", OF(metric), metrics, "euclidean, squared", "how distance counts"),
    REAL("pass.N.c1", OF(c[0]), -100, 100, "weight of the distance to the nearest point"),
    REAL("pass.N.c2", OF(c[1]), -100, 100, "to the second nearest"),
    REAL("pass.N.c3", OF(c[2]), -100, 100, "to the third"),
    REAL("pass.N.c4", OF(c[3]), -100, 100, "to the fourth"),
    REAL("pass.N.c5", OF(c[4]), -100, 100, "to the fifth"),
    REAL("pass.N.c6", OF(c[5]), -100, 100, "to the sixth"),
    REAL("pass.N.c7", OF(c[6]), -100, 100, "to the seventh"),
    REAL("pass.N.c8", OF(c[7]), -100, 100, "to the eighth"),
    REAL("pass.N.weight", OF(weight), 0, 1, "how unequal the peaks are"),
    NAMED("pass.N.op", OF(op), ops, "mix, min, max, multiply", "how two maps become one"),
    REAL("pass.N.mix", OF(mix), 0, 1, "share of the map as it was"),
    NAMED("pass.N.with", OF(with), withs, "fractal, input", "the second map"),
    REAL("pass.N.magnitude", OF(magnitude), 0, 1, "farthest displacement, in map sides"),
    REAL("pass.N.frequency", OF(frequency), 0.01, 10000, "noise cells along a side"),
    INTEGER("pass.N.octaves", OF(octaves), 1, 16, "octaves of that noise"),
    INTEGER("pass.N.dimensions", OF(dimensions), 2, 3, "3: the height is the third coordinate"),
    INTEGER("pass.N.iterations", OF(iterations), 0, 100000, "sweeps over the map"),
    INTEGER("pass.N.neighbours", OF(neighbours), 4, 8, "4 (von Neumann) or 8 (Moore)"),
    REAL("pass.N.talus", OF(talus), 0, 100000, "steepest rest, in 1/N from cell to cell"),
    REAL("pass.N.strength", OF(strength), 0, 1, "share of the excess that slides"),
    REAL("pass.N.rain", OF(rain), 0, 10, "water for each cell and sweep"),
    REAL("pass.N.solubility", OF(solubility), 0, 1, "rock that a unit of water dissolves"),
    REAL("pass.N.evaporation", OF(evaporation), 0, 1, "share of the water lost in a step"),
    REAL("pass.N.capacity", OF(capacity), 0, 1000, "sediment that water carries"),
    INTEGER("pass.N.drops", OF(drops), 0, 100000000, "number of drops"),
    INTEGER("pass.N.lifetime", OF(lifetime), 1, 10000, "most steps of a drop"),
    INTEGER("pass.N.radius", OF(radius), 1, 32, "cells over which a drop erodes"),
    REAL("pass.N.inertia", OF(inertia), 0, 1, "how much a drop keeps its direction"),
    REAL("pass.N.deposition", OF(deposition), 0, 1, "share of the surplus that settles"),
    REAL("pass.N.erosion", OF(erosion), 0, 1, "share of the lack that is taken up"),
    REAL("pass.N.gravity", OF(gravity), 0, 1000, "how falling speeds a drop up"),
    REAL("pass.N.min_slope", OF(min_slope), 0, 1, "least slope that capacity counts with"),
    REAL("pass.N.low", OF(low), -1000, 1000, "what the least height becomes"),
    REAL("pass.N.high", OF(high), -1000, 1000, "what the most becomes"),

    OTHER("tint.name", KEY_TEXT, AT(map.tint_name), 0, 0, 1,
          "a name of up to 63 characters without ;", "built-in ramp or palette"),
    OTHER("tint.stop_N", KEY_STOP, AT(map.tint), 1, RL_MAX_TINT, 1,
          "HEIGHT #rrggbb, the height 0..1 or in metres (350m)", "a colour of the ramp"),
};
const size_t scene_key_count = sizeof scene_keys / sizeof scene_keys[0];
