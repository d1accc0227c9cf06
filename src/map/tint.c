/* tint.c - makes tables of colours by height and by depth, for plates, surfaces and drawings.
 *
 * The rules have the name of a ramp, or stops; tables are in linear light.  A ramp with a name
 * begins at the sea and ends at the highest summit; one from a file begins at the lowest sample, as
 * in GIS programs.  The sea has separate tints, by depth.
 */
#include "base/colour.h"
#include "base/exact.h"
#include "base/status.h"
#include "map/plate.h"
#include "ridgeline-map.h"

#include <string.h>

/* ---- built-in ramps ------------------------------------------------------------- */

typedef struct tint_ramp {
    const char *name;
    int is_absolute;        /* 1 = stops are heights 0..1; 0 = shares from sea to summit */
    rl_colour water[3];     /* colours of the shore, the shelf and the deep */
    int count;              /* number of stops */
    rl_colour stop[2 * 10]; /* `count` pairs: thousandths from the first height, colour */
} tint_ramp;

/* Land becomes lighter and warmer upward, as in school atlases since K. Peucker, or has
 * the colour of its vegetation; most land is low, so tints change fastest there. */
/* clang-format off */
static const tint_ramp ramps[] = {
    {"alpine", 0, {0xb5d3d6, 0x86b3c2, 0x40708f}, 8,
     {0, 0x7f9b6a,  120, 0x93aa70,  260, 0x7c9062,  420, 0x8b8c6c,  560, 0x9d9482,
      700, 0xb6b0a6,  820, 0xdcdcdb,  1000, 0xfafbfc}},
    {"arctic", 0, {0xc4dbe4, 0x8fb7cb, 0x3c6688}, 7,
     {0, 0x93a39a,  90, 0xa9b5ad,  200, 0xc0c9c6,  360, 0xd5dde0,  560, 0xe4ebf0,
      780, 0xf1f5f8,  1000, 0xffffff}},
    {"atlas", 0, {0xc9e2e6, 0x9dc6d6, 0x5189ae}, 9,
     {0, 0x9fc190,  90, 0xb4ce98,  200, 0xd3dca4,  320, 0xeae3b0,  450, 0xe6cf97,
      590, 0xd7b27d,  730, 0xc39a77,  870, 0xd3bfb0,  1000, 0xf6f1ec}},
    /* Hard edges between sea, sand, grass, wood, rock and snow. */
    {"bands", 1, {0x6fa8cf, 0x4f8cc0, 0x2b5f9a}, 10,
     {490, 0xe6d7a0,  500, 0xe6d7a0,  500, 0x9cbf70,  550, 0x9cbf70,  550, 0x5f9056,
      600, 0x5f9056,  600, 0x9a9086,  700, 0x9a9086,  700, 0xf6f7f8,  1000, 0xf6f7f8}},
    {"desert", 0, {0xa9d0c8, 0x74aeb2, 0x2f6c86}, 8,
     {0, 0xe9d6a6,  130, 0xe6c88e,  280, 0xdcb072,  440, 0xcb925c,  600, 0xb27552,
      740, 0x94604e,  870, 0xa98670,  1000, 0xe0cdb8}},
    {"even", 0, {0x8fb6c9, 0x4a7fa5, 0x1d3f66}, 9,
     {0, 0x3a3f6b,  125, 0x38577f,  250, 0x2f6f84,  375, 0x2b8781,  500, 0x3e9f74,
      625, 0x70b45f,  750, 0xa9c44f,  875, 0xdccf52,  1000, 0xfde58a}},
    {"mars", 0, {0xd7a07a, 0xae7150, 0x653a2c}, 8,
     {0, 0x8c4f33,  140, 0xa5603c,  300, 0xbd7a4d,  460, 0xcf9364,  620, 0xdcac80,
      760, 0xc79b7e,  880, 0xdcc1a9,  1000, 0xf6eadc}},
    {"moon", 0, {0x8a8a8c, 0x6d6d71, 0x47474c}, 6,
     {0, 0x77767a,  180, 0x8b8a8b,  400, 0xa6a4a2,  620, 0xbfbdb9,  820, 0xd6d4cf,
      1000, 0xefeeea}},
    {"sepia", 0, {0xe3dcc6, 0xcfc7ad, 0xa49b82}, 6,
     {0, 0xf0e5c8,  220, 0xe6d3aa,  450, 0xd4b985,  680, 0xb9986a,  850, 0xa58662,
      1000, 0xe9dcc6}},
    {"steppe", 0, {0xb7d5d2, 0x7fb0ba, 0x366b86}, 8,
     {0, 0xb9bd84,  140, 0xc9c48c,  290, 0xd6c68e,  450, 0xc9ae7c,  600, 0xb09272,
      740, 0x9b8474,  870, 0xbcb0a6,  1000, 0xf0eeea}},
    {"topo-grey", 0, {0xdde3e6, 0xc6d0d6, 0x97a5ae}, 5,
     {0, 0xf4f3f0,  300, 0xe6e4e0,  600, 0xd2cfca,  850, 0xbdbab5,  1000, 0xe8e7e4}},
    {"tropic", 0, {0xaee3d8, 0x5fbcc4, 0x1c6f9a}, 8,
     {0, 0xe8deaa,  25, 0x9cc47a,  140, 0x5f9f5c,  320, 0x457f52,  520, 0x5f7f55,
      680, 0x878a6a,  840, 0xa89f8c,  1000, 0xdcd6cc}},
};
/* clang-format on */

#define RAMPS (sizeof ramps / sizeof ramps[0])
#define ATLAS (&ramps[2])
#define THOUSANDTHS 1000.0

const char *rl_tint_name(size_t index)
{
    return index < RAMPS ? ramps[index].name : NULL;
}

static const tint_ramp *ramp_of(const char *name)
{
    for (size_t i = 0; i < RAMPS; i++)
        if (strcmp(ramps[i].name, name) == 0)
            return &ramps[i];
    return NULL;
}

/* ---- palettes as ramps -------------------------------------------------------------- */

/* A map must be lighter than a landscape, so the lightness of a palette's colours, 0..1, is mapped
 * to low..1. */
static const struct {
    double land_low, air_low; /* `low` for the colours of the land, and of the air */
    double land_step;         /* height between two stops of the land, 0..1 */
    double land_high;         /* height of the last stop of the land */
    double air_step;          /* height between two stops of the air above it, 0..1 */
} palette_ramp = {
    .land_low = 0.22, .air_low = 0.3, .land_step = 0.17, .land_high = 0.51, .air_step = 0.245};
#define LAND_STOPS 4
#define AIR_STOPS 2

/* How the palette's water is mixed with its sky for the colour at the shore, on the shelf and in
 * the deep. */
typedef struct water_look {
    double sky;   /* place in palette->sky of the colour that is mixed in: 0 = first, 1 = last */
    double share; /* share of that colour, 0..1 */
    double low;   /* `low` for the lightness of the result */
} water_look;

static const water_look palette_water[3] = {{.sky = 0.33, .share = 0.6, .low = 0.30},
                                            {.sky = 0.2, .share = 0.5, .low = 0.12},
                                            {.sky = 0.0, .share = 0.5, .low = 0.12}};
#define DEEP_DARKER 0.22 /* least difference of lightness from the shore to the deep */

#define LEAST_SPAN 1e-6 /* height that the ramp of a level map spans */

static oklab sky_at(const rl_palette *palette, double share)
{
    int i = (int)(share * (palette->sky_count - 1) + 0.5);
    return colour_to_oklab(palette->sky[i]);
}

static oklab lifted(oklab c, double low)
{
    c.l = low + (1.0 - low) * c.l;
    return c;
}

/* Makes the stops and water of a palette: upward, the colours of its ridges from the near, dark
 * ones to the far ones, then those of its air. */
static void use_palette(rl_map_rules *rules, const rl_palette *palette)
{
    static const double depths[] = {0.72, 0.5, 0.28, 0.0};
    oklab far = {0.0, 0.0, 0.0}, air = lifted(sky_at(palette, 1.0), palette_ramp.air_low);
    for (int i = 0; i < LAND_STOPS; i++) {
        double place = depths[i] * (palette->ridge_count - 1);
        int ridge = (int)place, next = ridge + 1 < palette->ridge_count ? ridge + 1 : ridge;
        far = lifted(colour_mix_oklab(colour_to_oklab(palette->ridge[ridge]),
                                      colour_to_oklab(palette->ridge[next]), place - ridge),
                     palette_ramp.land_low);
        rules->tint[i] = (rl_tint){palette_ramp.land_step * i, 0, colour_from_oklab(far)};
    }
    for (int i = 1; i <= AIR_STOPS; i++) {
        oklab c = colour_mix_oklab(far, air, (double)i / AIR_STOPS);
        double at = palette_ramp.land_high + palette_ramp.air_step * i;
        rules->tint[LAND_STOPS - 1 + i] = (rl_tint){at, 0, colour_from_oklab(c)};
    }
    rules->tint_count = LAND_STOPS + AIR_STOPS;
}

/* Returns name `index` of all tints, NULL past the last: first the ramps, then the palettes. */
static const char *name_at(size_t index)
{
    return index < RAMPS ? ramps[index].name : rl_palette_builtin_name(index - RAMPS);
}

rl_status tint_resolve(rl_map_rules *rules, rl_error *error)
{
    const char *name = rules->tint_name;
    if (name[0] == '\0')
        return status_clear(error);
    const tint_ramp *named = ramp_of(name);
    rl_palette palette;
    if (named != NULL) {
        rules->tint_count = named->count;
        for (int i = 0; i < named->count; i++)
            rules->tint[i] = (rl_tint){named->stop[2 * i] / THOUSANDTHS, 0, named->stop[2 * i + 1]};
        return status_clear(error);
    }
    if (rl_palette_builtin(&palette, name, NULL) == RL_OK) {
        use_palette(rules, &palette);
        return status_clear(error);
    }
    return status_unknown(error, "tint.name", name, "ramp or palette", name_at);
}

/* ---- tables --------------------------------------------------------------------------- */

/* Maps that join have the same colours at the same heights, so they span all of 0..1. */
static int joins(const rl_map_rules *rules)
{
    return rules->edge_seed != RL_AUTO && !rules->raw;
}

double tint_foot(const rl_map_rules *rules, double least)
{
    return joins(rules) ? 0.0 : least;
}

void tint_range(const rl_map_rules *rules, double least, double most, double *low, double *high)
{
    const tint_ramp *named = ramp_of(rules->tint_name);
    *low = tint_foot(rules, least);
    *high = joins(rules) ? 1.0 : most;
    if (named != NULL && named->is_absolute) {
        *low = 0.0;
        *high = 1.0;
    } else if (rules->tint_name[0] != '\0' && rules->sea > *low) {
        *low = rules->sea;
    }
    if (!(*high - *low > LEAST_SPAN))
        *high = *low + LEAST_SPAN;
}

void tint_sort(rl_tint *stops, int count)
{
    for (int i = 1; i < count; i++) {
        rl_tint stop = stops[i];
        int place = i;
        for (; place > 0 && stops[place - 1].at > stop.at; place--)
            stops[place] = stops[place - 1];
        stops[place] = stop;
    }
}

/* Returns the mixture of two stops, t = 0..1: in OKLab for built-in ramps, in sRGB for ramps of
 * files, as in GIS programs. */
static linear_rgb mix_stops(const rl_tint *a, const rl_tint *b, double t, int in_oklab)
{
    if (in_oklab)
        return colour_oklab_to_linear(
            colour_mix_oklab(colour_to_oklab(a->colour), colour_to_oklab(b->colour), t));
    rl_colour mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double value = exact_mix(a->colour >> shift & 255, b->colour >> shift & 255, t);
        mixed |= (rl_colour)(value + 0.5) << shift;
    }
    return colour_to_linear(mixed);
}

static void set_entry(tint_table *table, int i, linear_rgb c)
{
    table->r[i] = (float)exact_clamp(c.r, 0.0, 1.0);
    table->g[i] = (float)exact_clamp(c.g, 0.0, 1.0);
    table->b[i] = (float)exact_clamp(c.b, 0.0, 1.0);
}

void tint_make(tint_table *table, const rl_map_rules *rules, double low, double high)
{
    rl_tint stops[RL_MAX_TINT]; /* `at` is a share of the table, 0..1 */
    int count = rules->tint_count, next = 0;
    for (int i = 0; i < count; i++) {
        stops[i] = rules->tint[i];
        if (stops[i].is_metres)
            stops[i].at = (stops[i].at / rules->relief - low) / (high - low);
    }
    tint_sort(stops, count);
    for (int i = 0; i < TINT_ENTRIES; i++) {
        double share = (double)i / (TINT_ENTRIES - 1);
        linear_rgb c = {0.5, 0.5, 0.5};
        while (next < count && stops[next].at <= share)
            next++;
        if (count > 0 && (next == 0 || next == count)) {
            c = colour_to_linear(stops[next == 0 ? 0 : count - 1].colour);
        } else if (count > 0) {
            const rl_tint *above = &stops[next], *below = above - 1;
            c = mix_stops(below, above, (share - below->at) / (above->at - below->at),
                          rules->tint_name[0] != '\0');
        }
        set_entry(table, i, c);
    }
}

void tint_make_sea(tint_table *table, const rl_map_rules *rules)
{
    const tint_ramp *named = ramp_of(rules->tint_name);
    const tint_ramp *source = named != NULL ? named : ATLAS;
    rl_palette palette;
    oklab water[3];
    for (int i = 0; i < 3; i++)
        water[i] = colour_to_oklab(source->water[i]);
    if (named == NULL && rules->tint_name[0] != '\0' &&
        rl_palette_builtin(&palette, rules->tint_name, NULL) == RL_OK) {
        for (int i = 0; i < 3; i++) {
            const water_look *look = &palette_water[i];
            water[i] = colour_mix_oklab(colour_to_oklab(palette.water), sky_at(&palette, look->sky),
                                        look->share);
            if (i < 2)
                water[i] = lifted(water[i], look->low);
        }
        water[2].l = exact_min(water[2].l, water[0].l - DEEP_DARKER);
        water[2].l = exact_max(water[2].l, palette_water[2].low);
    }
    for (int i = 0; i < TINT_ENTRIES; i++) {
        double depth = (double)i / (TINT_ENTRIES - 1) * 2.0;
        int part = depth < 1.0 ? 0 : 1;
        oklab c = colour_mix_oklab(water[part], water[part + 1], depth - part);
        set_entry(table, i, colour_oklab_to_linear(c));
    }
}
