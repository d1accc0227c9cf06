/* plants.c - a layer kind: acacias, bushes and grass on a plain.
 *
 * There are two layers: grass, bushes and small trees in the distance; one or two large trees
 * behind the nearest ridge.  Each is painted in a few bands of distance, each band a stand in the
 * air before it.  Lengths are in U, distances in eye heights; numbers were tuned by eye.
 */
#include "base/status.h"
#include "layers/core/kind.h"
#include "layers/plants/planting.h"
#include "layers/plants/species/ground.h"

enum { FAR, HERO, LAYERS };

#define FAR_BANDS 8
#define HERO_BANDS 2

/* Plants of about one distance, with their colours there. */
typedef struct plant_band {
    stand stand;
    oklab shade, lit;
    double haze;
} plant_band;

typedef struct plants {
    int bands;
    plant_band *band; /* from the farthest */
} plants;

/* ---- one plant --------------------------------------------------------------------------- */

/* Kinds of grass: tussocks, thin straw and low turf; their tones, like those of the plain, get the
 * paler the farther they are. */
enum { GRASSES = 3, PALES = 2 };
static const struct {
    const char *name;
    grass_habit habit;
    double until; /* cumulative share of clumps */
    double high;  /* factor of the height */
} grass_kind[GRASSES] = {
    {.name = "tussock",
     .habit = {.blades_least = 30,
               .blades_most = 40,
               .half_width = 0.85,
               .lean = 0.60,
               .blade_half = 0.034},
     .until = 0.42,
     .high = 1.0},
    {.name = "straw",
     .habit = {.blades_least = 12,
               .blades_most = 20,
               .half_width = 0.42,
               .lean = 0.80,
               .blade_half = 0.020},
     .until = 0.70,
     .high = 1.45},
    {.name = "turf",
     .habit = {.blades_least = 34,
               .blades_most = 40,
               .half_width = 1.75,
               .lean = 0.45,
               .blade_half = 0.045},
     .until = 1.0,
     .high = 0.62},
};
static const double grass_pale[PALES] = {0.78, 0.91}; /* grass_habit.pale near and far */

/* State while a layer is made. */
typedef struct plains {
    const rl_frame *frame;
    planting base;
    double reach; /* U: no plant of a line reaches farther from its foot */
    species bush;
    species grass[GRASSES][PALES];
    const species *acacia;
    double bare; /* as grass.bare, for the scene's amount of grass */
    int band;    /* the band that is being planted */
} plains;

#define KIT_TALLEST 0.26  /* U, so that the largest acacia of a line is of the kit */
#define BUSH_HEIGHT 0.055 /* height of the largest bush relative to KIT_TALLEST */
#define GRASS_HEIGHT 0.09 /* height of the largest clump of grass relative to KIT_TALLEST */
#define GRASS_SORTS 2     /* distinct clumps of each kind of grass */
#define GRASS 12          /* number of its stream among those of lines */
#define REACH 0.25        /* U, no plant of a line reaches farther from its foot */
#define HERO_REACH 1.5    /* heights: no large tree reaches farther from its foot */

/* Depth of colours: at the eye, far away, and the distance over which it falls to 1/e. */
#define DEPTH_NEAR 0.99
#define DEPTH_FAR 0.30
#define DEPTH_FALL 9.0

enum { DRAW_THERE, DRAW_PLACE, DRAW_SIZE, DRAW_DISTANCE, DRAW_HERO, DRAW_PLANT, DRAW_KIND };

static const planting_look look = {.draw = DRAW_PLANT, .sunk = 0.02, .least_px = 0.1};
static plant_spot spot_at(const plains *p, double x, double distance, double height, uint64_t key)
{
    return (plant_spot){.key = key,
                        .x = x,
                        .down = p->frame->scene.horizon / distance / p->frame->unit_share,
                        .depth = 1.0 / distance,
                        .height = height};
}

/* The depth of a colour at a distance in eye heights. */
static double depth_of(double distance)
{
    return exact_mix(DEPTH_FAR, DEPTH_NEAR, exact_exp(-(distance - 1.0) / DEPTH_FALL));
}

/* ---- in the distance ------------------------------------------------------------------------ */

/* A line of bushes or of trees across the plain. */
typedef struct plant_line {
    double distance;    /* eye heights */
    double apart;       /* U, width of a cell */
    double there;       /* probability that a cell bears a plant */
    double least, most; /* U, heights at a distance of 1 */
    int is_bush;
} plant_line;

/* Lines from the farthest to the nearest. */
static const plant_line lines[] = {
    {.distance = 40.0, .apart = 0.006, .there = 0.50, .least = 0.06, .most = 0.12, .is_bush = 1},
    {.distance = 30.0, .apart = 0.008, .there = 0.46, .least = 0.06, .most = 0.13, .is_bush = 1},
    {.distance = 26.0, .apart = 0.460, .there = 0.70, .least = 0.55, .most = 0.75},
    {.distance = 19.0, .apart = 0.012, .there = 0.42, .least = 0.05, .most = 0.12, .is_bush = 1},
    {.distance = 16.0, .apart = 0.520, .there = 0.66, .least = 0.55, .most = 0.80},
    {.distance = 12.0, .apart = 0.018, .there = 0.34, .least = 0.04, .most = 0.10, .is_bush = 1},
    {.distance = 10.0, .apart = 0.640, .there = 0.60, .least = 0.60, .most = 0.80},
    {.distance = 7.0, .apart = 0.030, .there = 0.26, .least = 0.03, .most = 0.07, .is_bush = 1},
    {.distance = 6.2, .apart = 0.900, .there = 0.55, .least = 0.58, .most = 0.72},
};
#define LINES ((int)(sizeof lines / sizeof lines[0]))

static const struct {
    double margin;    /* share of a cell without plants, at both sides */
    double clumps;    /* clumps of bushes in a U */
    double in_clumps; /* gain of the noise of clumps, which is added to the probability of a bush */
    double jitter;    /* share of the distance by which plants are off their line */
    double wind;      /* gain of the noise by which lines of bushes wind: a share */
} scatter = {
    .margin = 0.1,
    .clumps = 3.0,
    .in_clumps = 0.9,
    .jitter = 0.12,
    .wind = 0.5,
};

/* Bounds of the distances of plants of a line, by jitter and winding, relative to the line. */
#define NEARER 2.0  /* 1 / the lower bound */
#define FARTHER 1.5 /* the upper bound */

/* Bands of equal steps of depth. */
#define BANDS_FROM 0.30
#define BANDS_STEP 0.06

static int band_of(double distance)
{
    double band = (depth_of(distance) - BANDS_FROM) / BANDS_STEP;
    return (int)exact_clamp(band, 0.0, FAR_BANDS - 1.0);
}

/* Adds the plants of a line that are in the band. */
static rl_status add_line(plains *p, int index, rl_error *error)
{
    const plant_line *line = &lines[index];
    uint64_t key = hash_key(p->frame->scene.seed, STREAM_PLANTS + (uint64_t)index);
    double rate = scatter.clumps;
    noise_period clumps = noise_fit_rate(p->frame->loop, &rate);
    plant_cells cells = planting_cells(&p->base, line->apart, p->reach);
    for (; cells.cell <= cells.last; cells.cell++) {
        uint64_t plant = planting_key(&cells, key, 0);
        double x = planting_x(&cells, scatter.margin, hash_at(plant, DRAW_PLACE, 0));
        double there = line->there;
        if (line->is_bush)
            there += scatter.in_clumps * noise_gradient(key, 0, rate * x, 0.5, clumps);
        if (hash_unit(hash_at(plant, DRAW_THERE, 0)) > there)
            continue;
        double more = scatter.jitter * (2.0 * hash_unit(hash_at(plant, DRAW_DISTANCE, 0)) - 1.0);
        if (line->is_bush)
            more += scatter.wind * noise_gradient(key, 1, rate * x, 0.5, clumps);
        double distance = line->distance * (1.0 + more);
        if (band_of(distance) != p->band)
            continue;
        double size = hash_unit(hash_at(plant, DRAW_SIZE, 0));
        if (line->is_bush)
            size *= size * size; /* Few bushes are large. */
        double height = exact_mix(line->least, line->most, size) / line->distance;
        plant_spot spot = spot_at(p, x, distance, height, plant);
        spot.is_single = !line->is_bush;
        TRY(planting_put(&p->base, line->is_bush ? &p->bush : p->acacia, &spot, error));
    }
    return RL_OK;
}

/* Rows of clumps of grass, from the nearest; they grow toward the viewer. */
static const struct {
    int rows;
    double nearest, ratio;  /* distance of the first row, and of a row over the one before it */
    double size, apart;     /* U, size at a distance of 1; width of a cell relative to the size */
    double least, most;     /* heights relative to the size */
    double wide, deep;      /* cells of the noise of patches in a U, and in a row */
    double bare, by_chance; /* a place is bare where noise + by_chance * a draw is below `bare` */
    double by_amount;       /* what is added to `bare` where there is no grass */
    double by_distance;     /* what is added to it at the last row */
    double low, by_patch;   /* factors of the height: the least; what 1 of the noise adds */
    double hazier;          /* distance of plants whose colours far grass has / its own */
    double hazier_from;     /* least distance of far grass */
    double pale, pale_most; /* least and greatest distance of the nearest pale clump */
} grass = {.rows = 27,
           .nearest = 1.25,
           .ratio = 1.085,
           .size = 0.048,
           .apart = 0.68,
           .least = 0.32,
           .most = 0.60,
           .wide = 2.6,
           .deep = 0.16,
           .bare = 0.25,
           .by_chance = 0.45,
           .by_amount = 2.0,
           .by_distance = 0.22,
           .low = 0.85,
           .by_patch = 0.80,
           .hazier = 1.5,
           .hazier_from = 3.5,
           .pale = 1.5,
           .pale_most = 3.6};

/* Returns the distance of the plants whose colours grass has: far grass stands off the plain less
 * than trees do. */
static double grass_far(double distance)
{
    double share = (distance - grass.nearest) / (grass.hazier_from - grass.nearest);
    return distance * exact_mix(1.0, grass.hazier, exact_clamp(share, 0.0, 1.0));
}

/* Adds those clumps of a row of grass that are in the band. */
static rl_status add_grass(plains *p, int index, double distance, rl_error *error)
{
    uint64_t key = hash_at(hash_key(p->frame->scene.seed, STREAM_PLANTS + GRASS), 0, 0);
    double size = grass.size / distance, rate = grass.wide;
    noise_period period = noise_fit_rate(p->frame->loop, &rate);
    plant_cells cells = planting_cells(&p->base, grass.apart * size, p->reach);
    for (; cells.cell <= cells.last; cells.cell++) {
        uint64_t plant = planting_key(&cells, hash_at(key, index, 0), 0);
        double x = planting_x(&cells, scatter.margin, hash_at(plant, DRAW_PLACE, 0));
        double more = hash_unit(hash_at(plant, DRAW_DISTANCE, 0));
        double away = distance * exact_mix(1.0, grass.ratio, more);
        double patch = noise_gradient(key, 1, rate * x, grass.deep * (index - more), period);
        double bare = p->bare + grass.by_distance * index / grass.rows;
        if (band_of(grass_far(away)) != p->band ||
            patch + grass.by_chance * hash_unit(hash_at(plant, DRAW_THERE, 0)) < bare)
            continue;
        double chance = hash_unit(hash_at(plant, DRAW_SIZE, 0));
        double pale =
            exact_mix(grass.pale, grass.pale_most, hash_unit(hash_at(plant, DRAW_KIND, 1)));
        int kind = 0;
        while (hash_unit(hash_at(plant, DRAW_KIND, 0)) >= grass_kind[kind].until)
            kind++;
        double height = exact_mix(grass.least, grass.most, chance) * size * grass_kind[kind].high *
                        (grass.low + grass.by_patch * exact_max(patch, 0.0));
        plant_spot spot = spot_at(p, x, away, height, plant);
        TRY(planting_put(&p->base, &p->grass[kind][away > pale], &spot, error));
    }
    return RL_OK;
}

/* ---- large trees ----------------------------------------------------------------------------- */

static const struct {
    double distance; /* eye heights to the first tree */
    double x,
        x_more;    /* U from the picture's middle to the first tree: the least; what chance adds */
    double by_sun; /* probability that the first tree is on the side of the sun */
    double two;    /* probability of a second tree, farther away */
    double small, large;     /* height of the second tree relative to the first one */
    double apart, far_apart; /* U between the trees: least and most */
    double narrow;           /* U, half the width of a picture below which places shrink */
} hero = {
    .distance = 1.30,
    .x = 0.26,
    .x_more = 0.34,
    .by_sun = 0.25,
    .two = 0.40,
    .small = 0.34,
    .large = 0.66,
    .apart = 0.30,
    .far_apart = 0.95,
    .narrow = 0.85,
};

typedef struct large_tree {
    double x, distance, height; /* U, eye heights, U; height 0 = no tree */
    uint64_t key;
} large_tree;

/* Chooses the second tree, then the first: from the farthest. */
static void choose_large(const rl_frame *frame, large_tree tree[HERO_BANDS])
{
    const rl_scene *scene = &frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM_PLANTS + LINES);
    double side = scene->land_x > 0.0 ? -1.0 : 1.0;
    if (hash_unit(hash_at(key, DRAW_HERO, 0)) < hero.by_sun)
        side = -side;
    double half = 0.5 * frame->width / frame->unit;
    double scale = exact_min(1.0, half / hero.narrow);
    double x = side * (hero.x + hero.x_more * hash_unit(hash_at(key, DRAW_PLACE, 0)));
    double size = exact_mix(hero.small, hero.large, hash_unit(hash_at(key, DRAW_SIZE, 0)));
    double apart = exact_mix(hero.apart, hero.far_apart, hash_unit(hash_at(key, DRAW_PLACE, 1)));
    int has_two = hash_unit(hash_at(key, DRAW_THERE, 0)) < hero.two;
    double high = scene_real(scene, "plants.hero");
    tree[0] = (large_tree){scale * (x - side * apart), hero.distance / size,
                           has_two ? size * high : 0.0, hash_at(key, DRAW_HERO, 1)};
    tree[1] = (large_tree){scale * x, hero.distance, high, key};
}

/* ---- the kind ------------------------------------------------------------------------ */

static int count(const rl_scene *scene)
{
    return scene_real(scene, "plants.hero") > 0.0 ? LAYERS : 0;
}

#define FAR_BEFORE_PLAIN 0.01 /* layers: the far plants are just before the plain */
#define HERO_BEFORE_END 1.1   /* layers: large trees are just behind the nearest ridge */

static double place(const rl_scene *scene, int index)
{
    return index == FAR ? layers_place(scene, scene_real(scene, "plain.depth")) + FAR_BEFORE_PLAIN
                        : scene->ridge_count - HERO_BEFORE_END;
}

/* Colours of plants relative to those of the land. */
static const struct {
    double shade; /* factor of lightness in the shade */
    double light; /* what light adds to the lightness */
    double glow;  /* share of the glow of the sun in the light */
} tints = {.shade = 0.72, .light = 0.025, .glow = 0.10};

/* Depths of the layers, 0 far .. 1 near. */
#define FAR_DEPTH 0.5
#define HERO_DEPTH 0.97

static void colour_band(const rl_frame *frame, double depth, plant_band *band)
{
    band->haze = light_haze(&frame->scene, depth);
    band->shade = band->lit = light_land(&frame->scene.palette, depth);
    band->shade.l *= tints.shade;
    band->lit.l += tints.light;
    band->lit = colour_mix_oklab(band->lit, frame->light.glow_lab, tints.glow);
}

static rl_status make_bands(plains *p, int index, plants *all, rl_error *error)
{
    large_tree tree[HERO_BANDS];
    choose_large(p->frame, tree);
    for (int b = 0; b < all->bands; b++) {
        plant_band *band = &all->band[b];
        p->band = b;
        if (index == FAR) {
            colour_band(p->frame, BANDS_FROM + BANDS_STEP * (b + 0.5), band);
            for (int i = 0; i < LINES; i++)
                if (band_of(lines[i].distance / NEARER) >= b &&
                    band_of(lines[i].distance * FARTHER) <= b)
                    TRY(add_line(p, i, error));
            double distance = grass.nearest;
            for (int i = 0; i < grass.rows; i++, distance *= grass.ratio)
                if (band_of(grass_far(distance)) >= b &&
                    band_of(grass_far(distance * grass.ratio)) <= b)
                    TRY(add_grass(p, i, distance, error));
        } else {
            colour_band(p->frame, depth_of(tree[b].distance), band);
            plant_spot spot = spot_at(p, tree[b].x, tree[b].distance, tree[b].height, tree[b].key);
            spot.is_single = 1;
            if (spot.height > 0.0)
                TRY(planting_put_copies(&p->base, p->acacia, spot,
                                        p->reach + HERO_REACH * spot.height, error));
        }
        TRY(stand_make(p->base.kit, &band->stand, error));
    }
    return RL_OK;
}

/* Finds the rows that the plants of each block may touch. */
static void find_rows(const rl_frame *frame, const plants *all, int32_t *rows)
{
    for (int b = 0; b < frame->blocks; b++) {
        int32_t top = frame->height, end = 0;
        for (int k = 0; k < all->bands; k++) {
            const stand *one = &all->band[k].stand;
            for (int i = one->block[b]; i < one->block[b + 1]; i++) {
                top = one->top[i] < top ? one->top[i] : top;
                end = one->end[i] > end ? one->end[i] : end;
            }
        }
        rows[b] = top > 0 ? top : 0;
        rows[frame->blocks + b] = end;
    }
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    plants *all = layer->data;
    all->bands = layer->tiles = layer->index == FAR ? FAR_BANDS : HERO_BANDS;
    all->band = arena_zeroed(frame->arena, (size_t)all->bands, sizeof *all->band);
    int32_t *rows = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *rows);
    TRY(status_memory(all->band != NULL && rows != NULL, "plants", error));
    plains p = {.frame = frame,
                .base = planting_begin(frame, -1, NULL, &look),
                .reach = REACH + PLANTING_REACH_PX / frame->unit,
                .bush = *species_find("shrub"),
                .bare = grass.bare +
                        grass.by_amount * (1.0 - scene_real(&frame->scene, "ground.grass")),
                .acacia = species_find("acacia")};
    p.base.level = frame->scene.horizon;
    p.bush.height = BUSH_HEIGHT;
    TRY(stand_kit_new(frame, KIT_TALLEST, frame->scene.lake_ridge > 0, &p.base.kit, error));
    for (int i = 0; i < GRASSES * PALES; i++) {
        species *one = &p.grass[i / PALES][i % PALES];
        *one = (species){.name = grass_kind[i / PALES].name,
                         .height = GRASS_HEIGHT,
                         .draw = draw_grass,
                         .grass = grass_kind[i / PALES].habit};
        one->grass.pale = grass_pale[i % PALES];
        stand_kit_sort(p.base.kit, one, GRASS_SORTS);
    }
    rl_status status = make_bands(&p, layer->index, all, error);
    stand_kit_free(p.base.kit);
    TRY(status);
    find_rows(frame, all, rows);
    layer->depth = layer->index == FAR ? FAR_DEPTH : HERO_DEPTH;
    layer->block_top = rows;
    layer->block_end = rows + frame->blocks;
    return RL_OK;
}

/* ---- painting -------------------------------------------------------------------------- */

typedef struct plants_memory {
    stand_memory *stand[FAR_BANDS];
    stand_pixels pixels[FAR_BANDS]; /* pixels of the run that is painted */
    tile_colours over;
    float amount[TILES_BLOCK];
} plants_memory;

static shade_colour in_air(const rl_frame *frame, const plant_band *band, oklab colour, oklab air)
{
    return shade_encode(frame, colour_oklab_to_linear(colour_mix_oklab(colour, air, band->haze)));
}

/* Writes planes of colours: tones are between shade and light; the stand's own colour, of leaves
 * that have turned, is as light as full light. */
static void shade(paint_scratch *s, void *owner, const shade_row *row, const shade_group *group,
                  const float *air, float *planes)
{
    const plant_band *band = owner;
    (void)row;
    for (int i = 0; i < SHADE_GROUP; i++) {
        oklab veil = shade_air_read(air, group, i).air;
        shade_colour dark = in_air(s->frame, band, band->shade, veil);
        shade_colour lit = in_air(s->frame, band, band->lit, veil);
        shade_colour more = {lit.r - dark.r, lit.g - dark.g, lit.b - dark.b};
        float third = 1.0f / TONE_LIT;
        shade_put(group, i, planes, STAND_SHADE, dark);
        shade_put(group, i, planes, STAND_OWN, more);
        shade_put(group, i, planes, STAND_RAMP,
                  (shade_colour){third * more.r, third * more.g, third * more.b});
    }
}

static int begin(paint_scratch *s, int layer)
{
    const plants *all = s->frame->layer[layer].data;
    plants_memory *memory = s->memory[layer] = arena_zeroed(&s->arena, 1, sizeof *memory);
    int tile = s->frame->layer[layer].first_tile, is_made = memory != NULL;
    for (int k = 0; k < all->bands && is_made; k++) {
        memory->stand[k] = stand_begin(s, &all->band[k].stand);
        is_made = memory->stand[k] != NULL;
        tiles_open(s, &s->tiles.colours, tile + k, 3 * STAND_TINT, shade, &all->band[k]);
    }
    return is_made;
}

/* Lays columns (bits of the block) of a band over those of the farther bands. */
static void lay(const plants_memory *memory, uint64_t columns, tile_colours *colours,
                float *covered)
{
    for (; columns != 0; columns &= columns - 1) {
        int i = __builtin_ctzll(columns);
        float amount = memory->amount[i], all = amount + covered[i] * (1.0f - amount);
        float share = amount / all;
        colours->r[i] += share * (memory->over.r[i] - colours->r[i]);
        colours->g[i] += share * (memory->over.g[i] - colours->g[i]);
        colours->b[i] += share * (memory->over.b[i] - colours->b[i]);
        covered[i] = all;
    }
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const frame_layer *one = &s->frame->layer[layer];
    const plants *all = one->data;
    plants_memory *memory = s->memory[layer];
    int left = tiles_left(s->frame, run);
    uint64_t hidden = tiles_outside(run), whole, part[FAR_BANDS];
    for (int k = all->bands - 1; k >= 0; k--) {
        if (!stand_run(s, memory->stand[k], run, hidden, &memory->pixels[k], &whole, &part[k]))
            part[k] = whole = 0;
        hidden |= whole;
    }
    block_fill((shade_colour){0.0f, 0.0f, 0.0f}, colours);
    for (int i = 0; i < TILES_BLOCK; i++)
        covered[i] = 0.0f;
    for (int k = 0; k < all->bands; k++) {
        tile_nodes nodes;
        if (part[k] == 0)
            continue;
        tiles_nodes(s, one->first_tile + k, run, left + __builtin_ctzll(part[k]),
                    left + TILES_BLOCK - __builtin_clzll(part[k]), &nodes);
        stand_kernels_of[s->frame->kernels]->colours(&nodes, 0, &memory->pixels[k], &memory->over,
                                                     memory->amount);
        lay(memory, tiles_shift(part[k], left), colours, covered);
    }
}

static const scene_key keys[] = {
    REAL_KEY("plants.hero", BY_NAME, 0, 1, 0,
             "height of one large acacia on a plain, with smaller ones and bushes, U; 0 = none",
             TRAIT_INVENTED),
    REAL_KEY(
        "plants.farm", BY_NAME, 0, 1, 0,
        "height of a farm house or of the houses of a hamlet on hills with fields, U; 0 = none",
        TRAIT_INVENTED),
};

static const rl_sight_words acacia_words =
    SIGHT("acacia", 0.01,
          SIGHT_CLAUSE(11, "an acacia spreads its flat crown over the plain",
                       "a flat-topped acacia rises from the grass"),
          SIGHT_EVENT(9, "on", "an acacia", "a flat-topped tree"));

const layer_kind kind_plants = {
    .name = "plants",
    .number = RL_LAYER_OTHER,
    .material = PRINT_PLANT,
    .keys = {KEY_GROUP("plants", keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(plants),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover},
    .trait = {{.words = &acacia_words, .area = FACTS_OF_SKY}},
};
