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
static const char *const views[] = {"above", "surface", "cells", "hillshade", NULL};

/* A key whose field in rl_scene has the key's name: IN where a struct in it has the name of the
 * section, OF where the field is the scene's own. */
#define IN(kind, section, name, ...)                                                               \
    kind##_KEY(#section "." #name, AT_SCENE(section.name), __VA_ARGS__)
#define OF(kind, section, name, ...) kind##_KEY(#section "." #name, AT_SCENE(name), __VA_ARGS__)

static const scene_key ridgeline_keys[] = {
    {"ridgeline.scene", KEY_VERSION, 0, 1, 2, 0, RL_AUTO, NULL, NULL, "1 or 2",
     "version of the scene text; in 1, roughness is H"},
    {"ridgeline.algorithm", KEY_VERSION, AT_SCENE(algorithm), 1, RL_ALGORITHM, 0, RL_AUTO, NULL,
     NULL, "1 or 2", "rule by which the scene became pixels; they are always made by the newest"},
    {"ridgeline.seed", KEY_SEED, AT_SCENE(seed), 0, 0, 1, RL_AUTO, NULL, NULL,
     "a number up to 18446744073709551615 or any other text", "where all chance comes from"},
    OF(NAME, ridgeline, kind, scene_kinds, RL_AUTO, "what the scene describes"),
    {"ridgeline.ridges", KEY_COUNT, AT_SCENE(ridge_count), 1, RL_MAX_RIDGES, 1, 6, NULL, NULL, NULL,
     "number of ridges; default: as many as have a section, else by seed"},
    {"ridgeline.mood", KEY_TEXT, AT_SCENE(mood), 0, 0, 1, RL_AUTO, NULL, NULL, "the name of a mood",
     "light, sky and weather that go with a palette"},
    OF(NAME_AT, ridgeline, world, rl_world_name, RL_AUTO, "world: which land is at which depth"),
    NAME_AT_KEY("ridgeline.composition", AT_SCENE(composition_index), rl_composition_name, RL_AUTO,
                "where the weight of the picture is; auto: as the world has it"),
    NAME_AT_KEY("ridgeline.weather", AT_SCENE(weather), rl_weather_name, RL_AUTO,
                "clear sky, rain, snow ... over the mood; auto: as the mood has it"),
    OF(NAME, ridgeline, calm, calms, 0, "where the picture stays quiet"),
    {"ridgeline.time", KEY_TIME, AT_SCENE(time), 0, 1440, 1, RL_AUTO, NULL, NULL,
     "00:00..24:00 or auto", "hour of the day: moves the light over the same land"},
};

static const scene_key output_keys[] = {
    {"output.size", KEY_SIZE, AT_SCENE(width), 1, RL_MAX_SIDE, 0, RL_AUTO, NULL, NULL,
     "WxH, each 1..1000000", "size the picture was made at"},
    {"output.region", KEY_REGION, AT_SCENE(part_width), 0, RL_MAX_SIDE, 0, RL_AUTO, NULL, NULL,
     "WxH+X+Y inside the size", "part of the picture that was made"},
    {"output.depth", KEY_INTEGER, AT_SCENE(depth), 8, 16, 1, 8, depths, NULL, NULL,
     "bits per sample"},
    OF(NAME, output, dither, dithers, RL_AUTO, "pattern that hides the steps of 8 bits"),
    OF(NAME, output, edges, edges, RL_AUTO, "exact area coverage, or none"),
    OF(NAME, output, scale, scales, RL_SCALE_FRAME,
       "what one unit U is: min(sqrt(W H 9/16), 1.2 H), or H"),
    OF(INTEGER, output, colours, 0, 256, 0, "pixel art of so many colours; 0 = true colour"),
    {"output.inks", KEY_NAME, AT_SCENE(inks), 0, 0, 0, 0, NULL, rl_ink_name, NULL,
     "inks of an e-paper panel, of which the picture is made"},
    OF(INTEGER, output, proof, 0, 1, 0,
       "1: inks as they look on the panel; 0: as its tools expect them"),
    OF(INTEGER, output, zoom, 1, 64, 1, "how often each pixel is written, across and down"),
};

static const scene_key extent_keys[] = {
    {"extent.kind", KEY_NAME, AT_SCENE(extent), 0, 0, 0, 0, extents, NULL, NULL,
     "how it goes on beyond the picture"},
    {"extent.offset", KEY_OFFSET, AT_SCENE(offset), 0, 0, 0, RL_AUTO, NULL, NULL,
     "a whole number of 64 bits", "pixels from the world's middle to the picture's, to the right"},
    {"extent.phase", KEY_REAL, AT_SCENE(phase), 0, 1, 0, 0, NULL, NULL, NULL,
     "where in the cycle of its motions it is"},
    {"extent.clouds", KEY_REAL, AT_SCENE(cloud_drift), -64, 64, 0, 0, NULL, NULL, NULL,
     "loops, else U, that clouds move in a cycle"},
    {"extent.mist", KEY_REAL, AT_SCENE(mist_drift), -64, 64, 0, 0, NULL, NULL, NULL,
     "loops, else U, that mist and fog move"},
    {"extent.stars", KEY_REAL, AT_SCENE(twinkle), 0, 1, 0, 0, NULL, NULL, NULL,
     "how much stars twinkle"},
    {"extent.lake", KEY_REAL, AT_SCENE(lake_drift), -64, 64, 0, 0, NULL, NULL, NULL,
     "loops, else U, that ripples move"},
};

#define LAND(kind, name, ...) kind##_KEY("land." #name, AT_SCENE(land_##name), __VA_ARGS__)

static const scene_key land_keys[] = {
    OF(INTEGER, land, take, 0, 1000, RL_AUTO, "which try at the ridges; auto: the first good one"),
    LAND(INTEGER, slices, 0, 1, 0, "1: ridges left unset are slices of the map"),
    LAND(REAL, x, -1000, 1000, RL_AUTO, "U; where the land dips and opens; auto: sun.x"),
    LAND(REAL, mountains, 0, 10, 1, "scale of far rock"),
    LAND(REAL, relief, 0, 1, 0.8, "relief of the ridges that leave it unset"),
    LAND(REAL, relief_scale, 0.25, 4, 1, "size of ribs and gullies on faces"),
    LAND(REAL, relief_calm, 0, 1, 0.68, "0 = rugged faces, 1 = smooth ones"),
    LAND(REAL, snow, 0, 1, 0, "snow of the far ridges that leave it unset"),
    LAND(REAL, snow_line, -10, 10, 0.14, "U below their summits"),
    LAND(REAL, ground_snow, 0, 1, 0, "snow on meadows and wooded slopes"),
};

static const scene_key panorama_keys[] = {
    IN(REAL, panorama, x, -1e9, 1e9, RL_AUTO,
       "place on the DEM, eastward; auto: the scene is no panorama"),
    IN(REAL, panorama, y, -1e9, 1e9, RL_AUTO, "the same northward"),
    IN(REAL, panorama, look, 0, 360, 0, "degrees clockwise from north: the picture's middle"),
    IN(REAL, panorama, fov, 1, 360, 60, "degrees that a picture of 16:9 is wide"),
    IN(REAL, panorama, eye, 0, 100000, 1.7, "metres of the eye above the ground"),
    IN(REAL, panorama, level, -10, 10, RL_AUTO,
       "fraction of H where the eye's level is; auto: by the land"),
    IN(REAL, panorama, visibility, 100, 10000000, 40000,
       "metres at which air leaves 2 % of a contrast"),
    IN(REAL, panorama, exaggeration, 0.1, 10, 1, "of heights; 1 = true"),
};

static const scene_key composition_keys[] = {
    IN(REAL, composition, base_far, -10, 10, 0.45, "foot of the farthest ridge, fraction of H"),
    IN(REAL, composition, base_near, -10, 10, 0.10, "foot of the nearest ridge"),
    IN(REAL, composition, amplitude_far, 0, 10, 0.235, "U; height of the farthest ridge"),
    IN(REAL, composition, amplitude_near, 0, 10, 0.10, "U; height of the nearest ridge"),
    IN(REAL, composition, dip, 0, 1, 0.45, "share of the far ridges' height taken away at land.x"),
    IN(REAL, composition, hero, 0, 10, 0.35,
       "share of the far ridges' height added opposite of it"),
    IN(REAL, composition, valley, -10, 10, 0.08, "U; rise of the near land toward the sides"),
    IN(REAL, composition, base_power, 0.1, 20, 1.05,
       "from far to near the base goes as depth^this"),
    IN(REAL, composition, amplitude_power, 0.1, 20, 1, "the same of the amplitude"),
    IN(REAL, composition, hero_power, 0.1, 20, 0.7, "the hero shrinks as (1 - depth)^this"),
    IN(REAL, composition, valley_power, 0.1, 20, 1, "the valley grows as depth^this"),
    IN(NAME, composition, far, ridge_family_names, RL_RIDGE_ALPS, "kind of the far ridges"),
    IN(NAME, composition, middle, ridge_family_names, RL_RIDGE_HILL, "kind of those between"),
    IN(NAME, composition, near, ridge_family_names, RL_RIDGE_HILL, "kind of the near ridges"),
    IN(REAL, composition, middle_from, 0, 2, 0.45, "least depth of a middle ridge"),
    IN(REAL, composition, near_from, 0, 2, 0.9, "least depth of a near ridge"),
    IN(REAL, composition, relief_to, 0, 2, 0.5,
       "depth up to which faces are lit and shaded; above 1: all, of soft ground too"),
    IN(REAL, composition, strata, 0, 1, 0, "bands in the rock of kinds that have them"),
    IN(REAL, composition, trees_from, 0, 2, 0.45, "least depth of a wooded ridge; above 1 = none"),
    IN(REAL, composition, beyond, 0, 1, 0, "ridges of a smaller depth stand on the horizon"),
    IN(REAL, composition, depth_most, 0, 1, 1,
       "depth of the nearest ridge: below 1 its colour is lighter"),
    IN(INTEGER, composition, lake_depths, 0, 1, 0,
       "1: ridges beyond the lake share the far half of the depths"),
    IN(INTEGER, composition, slopes, 0, 1, 0,
       "1: the two nearest ridges are slopes that cross where the land opens"),
};

static const scene_key palette_keys[] = {
    {"palette.name", KEY_TEXT, AT_SCENE(palette.name), 0, 0, 1, RL_AUTO, NULL, NULL,
     "a name of up to 63 characters without ;", "palette that fills the roles left unset"},
    {"palette.sky_N", KEY_STOP, AT_SCENE(palette.sky), 1, RL_MAX_SKY, 1, RL_AUTO, NULL, NULL, NULL,
     "sky, from the zenith (1) to the horizon"},
    {"palette.ridge_N", KEY_STOP, AT_SCENE(palette.ridge), 1, RL_MAX_RIDGES, 1, RL_AUTO, NULL, NULL,
     NULL, "land, from far (1) to near"},
    IN(COLOUR, palette, sun, "disc of the sun"),
    IN(COLOUR, palette, sun_low, "its lower half near the horizon"),
    IN(COLOUR, palette, glow, "light scattered round the sun"),
    IN(COLOUR, palette, mist, "mist, and air below the horizon"),
    IN(COLOUR, palette, lit, "sunlit rock"),
    IN(COLOUR, palette, snow, "snow"),
    IN(COLOUR, palette, water, "water"),
    IN(COLOUR, palette, cloud, "shaded side of clouds"),
    IN(COLOUR, palette, star, "stars"),
    COLOUR_KEY("palette.aurora_1", AT_SCENE(palette.aurora[0]), "foot of the aurora"),
    COLOUR_KEY("palette.aurora_2", AT_SCENE(palette.aurora[1]), "middle of the aurora"),
    COLOUR_KEY("palette.aurora_3", AT_SCENE(palette.aurora[2]), "top of the aurora"),
};

static const scene_key map_keys[] = {
    IN(NAME, map, method, methods, RL_MAP_DIAMOND_SQUARE, "what fills the grid"),
    IN(NAME, map, preset, map_preset_names, RL_PRESET_NONE,
       "conventions for what is left unset of corners, spread and persistence"),
    IN(NAME, map, noise, map_noises, RL_MAP_UNIFORM, "how displacements spread"),
    IN(INTEGER, map, one_sided, 0, 1, RL_AUTO, "1: noise only lifts"),
    IN(REAL, map, spread, 0, 1000, RL_AUTO, "bound r of the first level's noise"),
    IN(REAL, map, persistence, 0, 1, RL_AUTO, "r of a level over that of the one before"),
    REAL_KEY("map.corner_1", AT_SCENE(map.corner[0]), -1000, 1000, RL_AUTO,
             "height of the left upper corner"),
    REAL_KEY("map.corner_2", AT_SCENE(map.corner[1]), -1000, 1000, RL_AUTO, "right upper corner"),
    REAL_KEY("map.corner_3", AT_SCENE(map.corner[2]), -1000, 1000, RL_AUTO, "left lower corner"),
    REAL_KEY("map.corner_4", AT_SCENE(map.corner[3]), -1000, 1000, RL_AUTO, "right lower corner"),
    IN(NAME, map, shape, shape_names, RL_SHAPE_NONE,
       "outline of the land, in place of the fractal's broadest forms"),
    IN(INTEGER, map, smoothed, 0, 1, 0,
       "1: noise in proportion to the height of a point's parents: smooth valleys, rough summits"),
    IN(INTEGER, map, blur, 0, 1, 0, "1: averaged with the neighbours once"),
    IN(INTEGER, map, wrap, 0, 1, 0, "1: a seamless tile"),
    IN(INTEGER, map, raw, 0, 1, RL_AUTO, "0: heights are normalised to 0..1 before the passes"),
    IN(INTEGER, map, samples, 5, 1025, RL_AUTO, "side of the map that a landscape slices"),
    IN(REAL, map, cell, 0.001, 1000000, RL_AUTO, "metres from sample to sample"),
    IN(REAL, map, relief, 0.001, 1000000, 3000, "metres from height 0 to height 1"),
    IN(REAL, map, sea, 0, 1, RL_AUTO, "height of the sea; 0 = none"),
    IN(REAL, map, azimuth, 0, 360, 315, "degrees clockwise from north: the light's side"),
    IN(REAL, map, altitude, 0, 90, 45, "degrees of the light above the horizon"),
    IN(REAL, map, exaggeration, 0, 1000, 2, "z-factor of the hillshade"),
    IN(REAL, map, shade, 0, 1, 0.65, "how much the hillshade darkens"),
    IN(REAL, map, contours, 0, 1000000, RL_AUTO, "metres between contour lines; 0 = none"),
    IN(REAL, map, rivers, 0, 1, 0.5, "how many rivers; 0 = none"),
    IN(INTEGER, map, frame, 0, 1, 0, "1: with margin and scale, as a plate"),
    IN(NAME, map, view, views, RL_MAP_VIEW_ABOVE,
       "from above, in perspective, the cells of the last voronoi pass, or light alone"),
    {"map.picture", KEY_SIZE, AT_SCENE(map.picture_width), 1, 8192, 0, RL_AUTO, NULL, NULL,
     "WxH, each 1..8192", "size of the surface's picture"},
    IN(REAL, map, look_azimuth, -360, 360, 45, "degrees clockwise from north: where the eye looks"),
    IN(REAL, map, view_elevation, 5, 90, 35, "degrees of the eye above the map"),
    IN(REAL, map, view_exaggeration, 0, 1000, RL_AUTO,
       "the surface's heights, as many times their true size"),
    IN(REAL, map, view_azimuth, -360, 360, RL_AUTO,
       "look_azimuth of older scenes, counter-clockwise"),
};

static const char *pass_name_at(size_t kind)
{
    return kind < INT_MAX ? rl_pass_name((int)kind) : NULL;
}

/* The other keys of passes are those of their kinds: see keys.c. */
static const scene_key pass_keys[] = {
    NAME_AT_KEY("pass.N.kind", offsetof(rl_pass, kind), pass_name_at, RL_AUTO,
                "what the pass does; its other keys depend on it"),
};

static const scene_key tint_keys[] = {
    {"tint.name", KEY_TEXT, AT_SCENE(map.tint_name), 0, 0, 1, RL_AUTO, NULL, NULL,
     "a name of up to 63 characters without ;", "built-in ramp or palette"},
    {"tint.stop_N", KEY_STOP, AT_SCENE(map.tint), 1, RL_MAX_TINT, 1, RL_AUTO, NULL, NULL,
     "HEIGHT #rrggbb, the height 0..1 or in metres (350m)", "a colour of the ramp"},
};

const key_group scene_key_groups[] = {
    KEY_GROUP("ridgeline", ridgeline_keys),
    KEY_GROUP("output", output_keys),
    KEY_GROUP("extent", extent_keys),
    KEY_GROUP("land", land_keys),
    KEY_GROUP("panorama", panorama_keys),
    KEY_GROUP("composition", composition_keys),
    KEY_GROUP("palette", palette_keys),
    KEY_GROUP("map", map_keys),
    KEY_GROUP("pass", pass_keys),
    KEY_GROUP("tint", tint_keys),
    {NULL, NULL, 0, 0},
};
