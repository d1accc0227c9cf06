/* key_table.c - the keys of scene text that belong to no layer kind, ridge or map pass, and
 * those of them that have not moved there: one line each, in the order of the text. */
#include "heightmap/shape.h"
#include "ridge/family.h"
#include <limits.h>

#include "ridgeline-map.h"
#include "scene/composition.h"
#include "scene/keys.h"

static const char *const scene_kinds[] = {"landscape", "map", NULL};
static const char *const extents[] = {"picture", "endless", "loop", NULL};
static const char *const dithers[] = {"none", "row", "2x2", "bayer", "blue", "4x4", NULL};
static const char *const edges[] = {"smooth", "hard", NULL};
static const char *const calms[] = {"none", "top", "left", NULL};
static const char *const scales[] = {"frame", "height", NULL};
static const char *const methods[] = {"diamond-square", "midpoint", NULL};
static const char *const map_noises[] = {"uniform", "gauss", NULL};
static const char *const depths[] = {"8", "16", NULL};
static const char *const views[] = {"above", "surface", "cells", "hillshade", "mesh", NULL};

/* A key whose field in rl_scene has the key's name: IN where a struct in it has the name of the
 * section, OF where the field is the scene's own. */
#define IN(kind, section, name, ...)                                                               \
    kind##_KEY(#section "." #name, AT_SCENE(section.name), __VA_ARGS__)
#define OF(kind, section, name, ...) kind##_KEY(#section "." #name, AT_SCENE(name), __VA_ARGS__)

static const scene_key ridgeline_keys[] = {
    {"ridgeline.scene", KEY_VERSION, 0, 1, 2, 0, RL_AUTO, NULL, NULL, "1 or 2",
     "version of the scene text; in version 1, ridge.N.roughness is H", TRAIT_ALWAYS, NULL},
    {"ridgeline.algorithm", KEY_VERSION, AT_SCENE(algorithm), 1, RL_ALGORITHM, 0, RL_AUTO, NULL,
     NULL, "1, 2 or 3", "algorithm number of the picture; ridgeline always paints by the newest",
     TRAIT_ALWAYS, NULL},
    {"ridgeline.seed", KEY_SEED, AT_SCENE(seed), 0, 0, 1, RL_AUTO, NULL, NULL,
     "a number up to 18446744073709551615 or any other text", "seed of all random numbers",
     TRAIT_ALWAYS, NULL},
    OF(NAME, ridgeline, kind, scene_kinds, RL_AUTO,
       "what the scene describes: a landscape, or a map seen from above", TRAIT_ALWAYS),
    {"ridgeline.ridges", KEY_COUNT, AT_SCENE(ridge_count), 1, RL_MAX_RIDGES, 1, 6, NULL, NULL, NULL,
     "number of ridges; auto: as many as have a section, else the seed decides", 0, NULL},
    {"ridgeline.mood", KEY_TEXT, AT_SCENE(mood), 0, 0, 1, RL_AUTO, NULL, NULL, "the name of a mood",
     "light, sky and weather, with the palette of the same name", 0, NULL},
    OF(NAME_AT, ridgeline, world, rl_world_name, RL_AUTO, "kind of land at each depth"),
    NAME_AT_KEY("ridgeline.composition", AT_SCENE(composition_index), rl_composition_name, RL_AUTO,
                "horizon, side of the sun, and heights of the ridges; auto: as in the world"),
    NAME_AT_KEY("ridgeline.weather", AT_SCENE(weather), rl_weather_name, RL_AUTO,
                "weather over the mood; auto: that of the mood"),
    OF(NAME, ridgeline, calm, calms, 0, "region without conspicuous things, for icons or a clock"),
    {"ridgeline.time", KEY_TIME, AT_SCENE(time), 0, 1440, 1, RL_AUTO, NULL, NULL,
     "00:00..24:00 or auto", "time of day; it changes the light, not the land",
     TRAIT_LIGHT | TRAIT_OF_HOUR, NULL},
};

static const scene_key output_keys[] = {
    {"output.size", KEY_SIZE, AT_SCENE(width), 1, RL_MAX_SIDE, 0, RL_AUTO, NULL, NULL,
     "WxH, each 1..1000000", "size of the picture in pixels", TRAIT_ALWAYS, NULL},
    {"output.region", KEY_REGION, AT_SCENE(part_width), 0, RL_MAX_SIDE, 0, RL_AUTO, NULL, NULL,
     "WxH+X+Y inside the size", "region of the picture that is painted, in pixels", 0, NULL},
    {"output.depth", KEY_INTEGER, AT_SCENE(depth), 8, 16, 1, 8, depths, NULL, NULL,
     "bits per sample", 0, NULL},
    OF(NAME, output, dither, dithers, RL_AUTO, "dither pattern, which hides bands of colour"),
    OF(NAME, output, edges, edges, RL_AUTO, "smooth edges by exact area coverage, or hard edges"),
    OF(NAME, output, scale, scales, RL_SCALE_FRAME,
       "length of the unit U; frame: min(sqrt(W H 9/16), 1.2 H); height: H"),
    OF(INTEGER, output, colours, 0, 256, 0, "number of colours of pixel art; 0 = true colour"),
    {"output.inks", KEY_NAME, AT_SCENE(inks), 0, 0, 0, 0, NULL, rl_ink_name, NULL,
     "inks of the e-paper panel for which the picture is made", 0, NULL},
    OF(INTEGER, output, proof, 0, 1, 0,
       "1 = ink colours as they look on the panel, 0 = as its tools expect them"),
    OF(INTEGER, output, zoom, 1, 64, 1, "times that each pixel is written, across and down"),
};

static const scene_key extent_keys[] = {
    {"extent.kind", KEY_NAME, AT_SCENE(extent), 0, 0, 0, 0, extents, NULL, NULL,
     "land beyond the picture: composed for one picture, endless, or a loop", 0, NULL},
    {"extent.offset", KEY_OFFSET, AT_SCENE(offset), 0, 0, 0, RL_AUTO, NULL, NULL,
     "a whole number of 64 bits",
     "pixels from the middle of the land to that of the picture, to the right", 0, NULL},
    {"extent.phase", KEY_REAL, AT_SCENE(phase), 0, 1, 0, 0, NULL, NULL, NULL,
     "phase within one cycle of all motions; 1 equals 0 in a loop", 0, NULL},
    {"extent.clouds", KEY_REAL, AT_SCENE(cloud_drift), -64, 64, 0, 0, NULL, NULL, NULL,
     "distance that clouds move per cycle, in loops; in U without a loop", 0, NULL},
    {"extent.mist", KEY_REAL, AT_SCENE(mist_drift), -64, 64, 0, 0, NULL, NULL, NULL,
     "distance that mist and fog move per cycle, in loops; in U without a loop", 0, NULL},
    {"extent.stars", KEY_REAL, AT_SCENE(twinkle), 0, 1, 0, 0, NULL, NULL, NULL,
     "strength of the twinkling of stars", 0, NULL},
    {"extent.lake", KEY_REAL, AT_SCENE(lake_drift), -64, 64, 0, 0, NULL, NULL, NULL,
     "distance that ripples move per cycle, in loops; in U without a loop", 0, NULL},
};

#define LAND(kind, name, ...) kind##_KEY("land." #name, AT_SCENE(land_##name), __VA_ARGS__)

static const scene_key land_keys[] = {
    OF(INTEGER, land, take, 0, 1000, RL_AUTO,
       "number of the try at the ridges; auto: the first try that passes its tests"),
    LAND(INTEGER, slices, 0, 1, 0, "1 = ridges whose kind is auto are slices of the map",
         TRAIT_SLICES),
    LAND(REAL, x, -1000, 1000, RL_AUTO,
         "place where the land dips and opens, U from the middle; auto: sun.x"),
    LAND(REAL, mountains, 0, 10, 1, "height of far mountains, relative to usual"),
    LAND(REAL, relief, 0, 1, 0.8, "relief of ridges whose relief is auto"),
    LAND(REAL, relief_scale, 0.25, 4, 1, "size of ribs and gullies on faces, relative to usual"),
    LAND(REAL, relief_calm, 0, 1, 0.68, "smoothness of faces: 0 = rugged, 1 = smooth"),
    LAND(REAL, snow, 0, 1, 0, "snow of far ridges whose snow is auto", TRAIT_OF_SEASON),
    LAND(REAL, snow_line, -10, 10, 0.14,
         "height of the snow line of far ridges, U below their summits", TRAIT_OF_SEASON),
    LAND(REAL, ground_snow, 0, 1, 0, "snow on meadows and wooded slopes, 0 = none",
         TRAIT_OF_SEASON),
    LAND(REAL, second_hue, 0, 1, 1,
         "lean of shade to the hue of the zenith and of light to that of the horizon; 0 = none",
         TRAIT_SHINE),
    COLOUR_KEY("land.light_hue", AT_SCENE(land_light_hue),
               "colour whose hue the light on land leans to; auto: the horizon's", TRAIT_SHINE,
               "land.second_hue"),
    COLOUR_KEY("land.shade_hue", AT_SCENE(land_shade_hue),
               "colour whose hue the shade on land leans to; auto: the zenith's, turned away from "
               "the light's",
               TRAIT_SHINE, "land.second_hue"),
    LAND(REAL, separation, 0, 0.2, 0.1,
         "least step of lightness between a crest and what is behind it, OKLab; 0 = none",
         TRAIT_SHINE | TRAIT_INVENTED),
};

static const scene_key panorama_keys[] = {
    IN(REAL, panorama, x, -1e9, 1e9, RL_AUTO,
       "place on the DEM, eastward, in its coordinates; auto: the scene is no panorama"),
    IN(REAL, panorama, y, -1e9, 1e9, RL_AUTO, "place on the DEM, northward, in its coordinates"),
    IN(REAL, panorama, look, 0, 360, 0,
       "direction of the picture's middle, degrees clockwise from north"),
    IN(REAL, panorama, fov, 1, 360, 60, "angle of view of a picture of 16:9, degrees"),
    IN(REAL, panorama, eye, 0, 100000, 1.7, "height of the eye above the ground, metres"),
    IN(REAL, panorama, level, -10, 10, RL_AUTO,
       "height of the eye's level in the picture, fraction of H; auto: from the land"),
    IN(REAL, panorama, visibility, 100, 10000000, 40000,
       "distance at which air leaves 2 % of the contrast, metres"),
    IN(REAL, panorama, exaggeration, 0.1, 10, 1, "factor of heights; 1 = true to scale"),
};

static const scene_key composition_keys[] = {
    IN(REAL, composition, base_far, -10, 10, 0.45, "foot of the farthest ridge, fraction of H"),
    IN(REAL, composition, base_near, -10, 10, 0.10, "foot of the nearest ridge, fraction of H"),
    IN(REAL, composition, amplitude_far, 0, 10, 0.235, "height of the farthest ridge, U"),
    IN(REAL, composition, amplitude_near, 0, 10, 0.10, "height of the nearest ridge, U"),
    IN(REAL, composition, dip, 0, 1, 0.45,
       "share of the far ridges' height that is taken away at land.x"),
    IN(REAL, composition, hero, 0, 10, 0.35,
       "share of the far ridges' height that is added opposite of land.x, the main summit"),
    IN(REAL, composition, valley, -10, 10, 0.08, "rise of the near land toward the sides, U"),
    IN(REAL, composition, base_power, 0.1, 20, 1.05,
       "exponent of depth for the base, from far to near"),
    IN(REAL, composition, amplitude_power, 0.1, 20, 1,
       "exponent of depth for the height, from far to near"),
    IN(REAL, composition, hero_power, 0.1, 20, 0.7, "exponent of (1 - depth) for composition.hero"),
    IN(REAL, composition, valley_power, 0.1, 20, 1, "exponent of depth for composition.valley"),
    IN(NAME, composition, far, ridge_family_names, RL_RIDGE_ALPS, "kind of the far ridges"),
    IN(NAME, composition, middle, ridge_family_names, RL_RIDGE_HILL,
       "kind of the ridges between far and near"),
    IN(NAME, composition, near, ridge_family_names, RL_RIDGE_HILL, "kind of the near ridges"),
    IN(REAL, composition, middle_from, 0, 2, 0.45, "least depth of a middle ridge, 0 = farthest"),
    IN(REAL, composition, near_from, 0, 2, 0.9, "least depth of a near ridge, 0 = farthest"),
    IN(REAL, composition, relief_to, 0, 2, 0.5,
       "depth up to which faces are lit and shaded; above 1: all faces, also of soft ground"),
    IN(REAL, composition, strata, 0, 1, 0,
       "strength of bands in the rock, in kinds that have them"),
    IN(REAL, composition, trees_from, 0, 2, 0.45, "least depth of a wooded ridge; above 1 = none"),
    IN(REAL, composition, beyond, 0, 1, 0, "depth up to which ridges stand on the horizon"),
    IN(REAL, composition, depth_most, 0, 1, 1,
       "depth of the nearest ridge; below 1 its colour is lighter"),
    IN(INTEGER, composition, lake_depths, 0, 1, 0,
       "1 = ridges beyond the lake share the far half of the depths"),
    IN(INTEGER, composition, slopes, 0, 1, 0,
       "1 = the two nearest ridges are low slopes that cross where the land opens"),
};

static const scene_key palette_keys[] = {
    {"palette.name", KEY_TEXT, AT_SCENE(palette.name), 0, 0, 1, RL_AUTO, NULL, NULL,
     "a name of up to 63 characters without ;", "palette for the colours that are unset", 0, NULL},
    {"palette.sky_N", KEY_STOP, AT_SCENE(palette.sky), 1, RL_MAX_SKY, 1, RL_AUTO, NULL, NULL, NULL,
     "colour of the sky, from the zenith (1) to the horizon", 0, NULL},
    {"palette.ridge_N", KEY_STOP, AT_SCENE(palette.ridge), 1, RL_MAX_RIDGES, 1, RL_AUTO, NULL, NULL,
     NULL, "colour of the land, from far (1) to near", 0, NULL},
    IN(COLOUR, palette, sun, "colour of the disc of the sun"),
    IN(COLOUR, palette, sun_low, "colour of the lower half of the sun near the horizon"),
    IN(COLOUR, palette, glow, "colour of the light around the sun"),
    IN(COLOUR, palette, mist, "colour of mist and of air below the horizon"),
    IN(COLOUR, palette, lit, "colour of sunlit rock"),
    IN(COLOUR, palette, snow, "colour of snow"),
    IN(COLOUR, palette, water, "colour of water"),
    IN(COLOUR, palette, cloud, "colour of the shaded side of clouds"),
    IN(COLOUR, palette, star, "colour of stars"),
    COLOUR_KEY("palette.aurora_1", AT_SCENE(palette.aurora[0]), "colour of the foot of the aurora"),
    COLOUR_KEY("palette.aurora_2", AT_SCENE(palette.aurora[1]),
               "colour of the middle of the aurora"),
    COLOUR_KEY("palette.aurora_3", AT_SCENE(palette.aurora[2]), "colour of the top of the aurora"),
};

static const scene_key map_keys[] = {
    IN(NAME, map, method, methods, RL_MAP_DIAMOND_SQUARE, "algorithm that fills the grid"),
    IN(NAME, map, preset, map_preset_names, RL_PRESET_NONE,
       "conventions for unset corners, spread, persistence, one_sided, raw and sea"),
    IN(NAME, map, noise, map_noises, RL_MAP_UNIFORM, "distribution of displacements"),
    IN(INTEGER, map, one_sided, 0, 1, RL_AUTO, "1 = displacements only upward"),
    IN(REAL, map, spread, 0, 1000, RL_AUTO, "bound r of displacements at level 0"),
    IN(REAL, map, persistence, 0, 1, RL_AUTO,
       "ratio of the bound r of a level to that of the level before"),
    REAL_KEY("map.corner_1", AT_SCENE(map.corner[0]), -1000, 1000, RL_AUTO,
             "height of the upper left corner"),
    REAL_KEY("map.corner_2", AT_SCENE(map.corner[1]), -1000, 1000, RL_AUTO,
             "height of the upper right corner"),
    REAL_KEY("map.corner_3", AT_SCENE(map.corner[2]), -1000, 1000, RL_AUTO,
             "height of the lower left corner"),
    REAL_KEY("map.corner_4", AT_SCENE(map.corner[3]), -1000, 1000, RL_AUTO,
             "height of the lower right corner"),
    IN(NAME, map, shape, shape_names, RL_SHAPE_NONE,
       "outline of the land, in place of the coarsest levels of the fractal"),
    IN(INTEGER, map, smoothed, 0, 1, 0,
       "1 = smooth valleys and rough summits: displacement in proportion to height"),
    IN(INTEGER, map, blur, 0, 1, 0, "1 = each height is averaged with its neighbours once"),
    IN(INTEGER, map, edge_seed, 0, 999999999, RL_AUTO,
       "seed of the edges: maps with the same one join, each side with each", TRAIT_ANY_TEXT),
    IN(INTEGER, map, tile_x, -1000000, 1000000, RL_AUTO,
       "column of the map in an endless map of edge_seed, which joins its neighbours alone"),
    IN(INTEGER, map, tile_y, -1000000, 1000000, RL_AUTO, "row of the map in that endless map"),
    IN(INTEGER, map, zoom, 0, 14, 0,
       "zoom of the tile: each step divides the tiles of the step before into 2 x 2"),
    IN(INTEGER, map, wrap, 0, 1, 0, "1 = a tile whose edges continue each other"),
    IN(INTEGER, map, raw, 0, 1, RL_AUTO,
       "0 = heights are stretched to 0..1 before the passes, 1 = not"),
    {"map.peak_N", KEY_STOP, AT_SCENE(map.peak), 1, RL_MAX_PEAKS, 1, RL_AUTO, NULL, NULL,
     "X Y WEIGHT, X and Y 0..1, the weight 0..1000, or auto",
     "place of point N of voronoi passes, shares of the map's sides, and factor of its heights", 0,
     NULL},
    IN(INTEGER, map, samples, 5, 1025, RL_AUTO,
       "samples along a side of the map that gives slices to a landscape", TRAIT_SLICES),
};

/* Keys of a map's picture, which do not change its heights. */
static const scene_key map_look_keys[] = {
    IN(REAL, map, cell, 0.001, 1000000, RL_AUTO, "distance from sample to sample, metres"),
    IN(REAL, map, relief, 0.001, 1000000, 3000,
       "height difference from height 0 to height 1, metres"),
    IN(REAL, map, sea, 0, 1, RL_AUTO, "height of the sea, fraction of relief; 0 = none"),
    IN(REAL, map, azimuth, 0, 360, 315, "azimuth of the light, degrees clockwise from north"),
    IN(REAL, map, altitude, 0, 90, 45, "altitude of the light, degrees above the horizon"),
    IN(REAL, map, exaggeration, 0, 1000, 2, "factor of heights in the hillshade"),
    IN(REAL, map, shade, 0, 1, 0.65, "strength of the hillshade"),
    IN(REAL, map, contours, 0, 1000000, RL_AUTO, "interval of contour lines, metres; 0 = none"),
    IN(REAL, map, rivers, 0, 1, 0.5, "amount of rivers; 0 = none"),
    IN(INTEGER, map, frame, 0, 1, 0, "1 = a plate with margin, scale bar and legend"),
    IN(NAME, map, view, views, RL_MAP_VIEW_ABOVE,
       "from above, in perspective, cells of the last voronoi pass, light alone, or facets in a "
       "box"),
    {"map.picture", KEY_SIZE, AT_SCENE(map.picture_width), 1, 8192, 0, RL_AUTO, NULL, NULL,
     "WxH, each 1..8192", "size of the picture in perspective, pixels", 0, NULL},
    IN(REAL, map, look_azimuth, -360, 360, 45,
       "direction in which the eye looks, degrees clockwise from north"),
    IN(REAL, map, view_elevation, 5, 90, 35, "elevation of the eye, degrees above the map"),
    IN(REAL, map, view_exaggeration, 0, 1000, RL_AUTO,
       "factor of heights in perspective, relative to their true size"),
    IN(REAL, map, axis_low, -1000000, 1000000, RL_AUTO,
       "height at the foot of the box of a mesh; auto: the least of the map"),
    IN(REAL, map, axis_high, -1000000, 1000000, RL_AUTO,
       "height at the top of the box of a mesh; auto: the greatest of the map"),
    IN(REAL, map, colour_low, -1000000, 1000000, RL_AUTO,
       "height of the first colour of a mesh; auto: the least of the map"),
    IN(REAL, map, colour_high, -1000000, 1000000, RL_AUTO,
       "height of the last colour of a mesh; auto: the greatest of the map"),
    IN(REAL, map, view_azimuth, -360, 360, RL_AUTO,
       "map.look_azimuth of older scenes, degrees counter-clockwise", TRAIT_OLD),
};

static const char *pass_name_at(size_t kind)
{
    return kind < INT_MAX ? rl_pass_name((int)kind) : NULL;
}

/* The other keys of passes are those of their kinds: see keys.c. */
static const scene_key pass_keys[] = {
    NAME_AT_KEY("pass.N.kind", offsetof(rl_pass, kind), pass_name_at, RL_AUTO,
                "kind of the pass; its other keys depend on it"),
};

static const scene_key tint_keys[] = {
    {"tint.name", KEY_TEXT, AT_SCENE(map.tint_name), 0, 0, 1, RL_AUTO, NULL, NULL,
     "a name of up to 63 characters without ;", "built-in ramp or palette of heights", 0, NULL},
    {"tint.stop_N", KEY_STOP, AT_SCENE(map.tint), 1, RL_MAX_TINT, 1, RL_AUTO, NULL, NULL,
     "HEIGHT #rrggbb, the height 0..1 or in metres (350m)",
     "height and colour of one stop of the ramp", 0, NULL},
};

const key_group scene_key_groups[] = {
    KEY_GROUP("ridgeline", ridgeline_keys),
    KEY_GROUP("output", output_keys),
    KEY_GROUP("extent", extent_keys),
    KEY_GROUP("land", land_keys, TRAIT_OF_PLACE),
    KEY_GROUP("panorama", panorama_keys),
    KEY_GROUP("composition", composition_keys),
    KEY_GROUP("palette", palette_keys, TRAIT_OF_MOOD),
    KEY_GROUP("map", map_keys, TRAIT_MAP),
    KEY_GROUP("map", map_look_keys, TRAIT_MAP | TRAIT_MAP_LOOK),
    KEY_GROUP("pass", pass_keys, TRAIT_MAP),
    KEY_GROUP("tint", tint_keys, TRAIT_MAP | TRAIT_MAP_LOOK),
    {NULL, NULL, 0, 0},
};
