/* plants.c - acacias and bushes on a plain.
 *
 * There are two layers: bushes and small trees in the distance; one or two large trees behind the
 * nearest ridge.  Each has a stand for each of a few bands of distances, in the air that is before
 * it.  Lengths are in U; numbers are tuned by eye.
 */
#include "base/memory.h"
#include "base/status.h"
#include "layers/kind.h"
#include "layers/stand.h"
#include "ridge/noise.h"

enum { FAR, HERO, LAYERS };

#define FAR_BANDS 8
#define HERO_BANDS 2

/* Plants of about one distance, in the colours that they have there. */
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

/* What a layer is made with. */
typedef struct planting {
    const rl_frame *frame;
    stand_kit *kit;
    double left, right; /* of what may reach the part */
    species bush;
    const species *acacia;
    int band; /* the one that is planted */
} planting;

#define KIT_TALLEST 0.26  /* so that the largest acacia of a line is of the kit */
#define BUSH_HEIGHT 0.055 /* the largest bush, of that */
#define REACH 0.25        /* nothing of a line reaches farther from its foot, */
#define HERO_REACH 1.5    /* and no large tree, in its heights; */
#define REACH_PX 4.0      /* and pixels for what is rounded */
#define LEAST_PX 0.1      /* what is lower is left out */
#define SUNK 0.02         /* of its height a foot is in the ground */

enum { DRAW_THERE, DRAW_PLACE, DRAW_SIZE, DRAW_DISTANCE, DRAW_HERO, DRAW_PLANT };
enum { OF_KIT, BY_ITSELF };

static rl_status put(planting *p, const species *kind, double x, double distance, double height,
                     uint64_t key, int how, rl_error *error)
{
    const rl_frame *frame = p->frame;
    double ground = frame->scene.horizon * (1.0 - 1.0 / distance);
    stand_place place = {.x = x * frame->unit + 0.5 * frame->width - (double)frame->x,
                         .y = (1.0 - ground) * frame->height + SUNK * height * frame->unit,
                         .depth = 1.0 / distance,
                         .height = height};
    place.is_mirrored = frame_way(frame, x - frame->scene.land_x) > 0.0; /* not as the sun moves */
    uint64_t plant = hash_at(key, DRAW_PLANT, 0);
    if (height * frame->unit < LEAST_PX)
        return RL_OK;
    return how == OF_KIT ? stand_add(p->kit, kind, plant, &place, error)
                         : stand_add_one(p->kit, kind, plant, &place, error);
}

/* The depth of a colour at a distance in eye heights. */
static double depth_of(double distance)
{
    return exact_mix(0.30, 0.99, exact_exp(-(distance - 1.0) / 9.0));
}

/* ---- in the distance ------------------------------------------------------------------------ */

/* Lines of bushes and trees: their distance in eye heights, U between places, share of places
 * that bear one, height in U at distance 1. */
typedef struct plant_line {
    double distance, apart, there, least, most;
    int is_bush;
} plant_line;

static const plant_line lines[] = {
    {40.0, 0.0060, 0.50, 0.06, 0.12, 1}, {30.0, 0.0080, 0.46, 0.06, 0.13, 1},
    {26.0, 0.4600, 0.70, 0.55, 0.75, 0}, {19.0, 0.0120, 0.42, 0.05, 0.12, 1},
    {16.0, 0.5200, 0.66, 0.55, 0.80, 0}, {12.0, 0.0180, 0.34, 0.04, 0.10, 1},
    {10.0, 0.6400, 0.60, 0.60, 0.80, 0}, {7.0, 0.0300, 0.26, 0.03, 0.07, 1},
    {6.2, 0.9000, 0.55, 0.58, 0.72, 0},
};
#define LINES ((int)(sizeof lines / sizeof lines[0]))

#define WIND 0.5    /* how far a line of bushes winds, of its distance; */
#define NEARER 2.0  /* with that all of them are between 1 / NEARER */
#define FARTHER 1.5 /* and FARTHER of it */

/* Bands of equal steps of depth. */
#define BANDS_FROM 0.30
#define BANDS_STEP 0.06

static int band_of(double distance)
{
    double band = (depth_of(distance) - BANDS_FROM) / BANDS_STEP;
    return (int)exact_clamp(band, 0.0, FAR_BANDS - 1.0);
}

/* Adds the plants of a line that are in the band. */
static rl_status add_line(planting *p, int index, rl_error *error)
{
    const plant_line *line = &lines[index];
    uint64_t key = hash_key(p->frame->scene.seed, STREAM_PLANTS + (uint64_t)index);
    double rate = 3.0, apart = line->apart;
    noise_period clumps = noise_fit_rate(p->frame->loop, &rate);
    noise_period period = noise_fit_cell(p->frame->loop, &apart);
    int64_t last = exact_floor(p->right / apart);
    for (int64_t cell = exact_floor(p->left / apart); cell <= last; cell++) {
        uint64_t own = hash_at(key, 0, exact_wrap(cell, period));
        double x = ((double)cell + 0.1 + 0.8 * hash_unit(hash_at(own, DRAW_PLACE, 0))) * apart;
        double there = line->there;
        if (line->is_bush)
            there += 0.9 * noise_gradient(key, 0, rate * x, 0.5, clumps);
        if (hash_unit(hash_at(own, DRAW_THERE, 0)) > there)
            continue;
        /* No two stand on one line, and lines of bushes wind. */
        double more = 0.12 * (2.0 * hash_unit(hash_at(own, DRAW_DISTANCE, 0)) - 1.0);
        if (line->is_bush)
            more += WIND * noise_gradient(key, 1, rate * x, 0.5, clumps);
        double distance = line->distance * (1.0 + more);
        if (band_of(distance) != p->band)
            continue;
        double size = hash_unit(hash_at(own, DRAW_SIZE, 0));
        if (line->is_bush)
            size *= size * size; /* few are large */
        TRY(put(p, line->is_bush ? &p->bush : p->acacia, x, distance,
                exact_mix(line->least, line->most, size) / line->distance, own,
                line->is_bush ? OF_KIT : BY_ITSELF, error));
    }
    return RL_OK;
}

/* ---- large trees ----------------------------------------------------------------------------- */

#define HERO_DISTANCE 1.30
#define HERO_X 0.26
#define HERO_X_MORE 0.34
#define HERO_BY_SUN 0.25 /* share of pictures that have it on the side of the sun, */
#define HERO_TWO 0.40    /* and of those that have a second tree, farther away */

typedef struct large_tree {
    double x, distance, height; /* height 0 = there is none */
    uint64_t key;
} large_tree;

/* The second tree, then the first. */
static void choose_large(const rl_frame *frame, large_tree tree[HERO_BANDS])
{
    const rl_scene *scene = &frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM_PLANTS + LINES);
    double side = scene->land_x > 0.0 ? -1.0 : 1.0;
    if (hash_unit(hash_at(key, DRAW_HERO, 0)) < HERO_BY_SUN)
        side = -side;
    double half = 0.5 * frame->width / frame->unit; /* of a loop or a narrow picture */
    double scale = exact_min(1.0, half / 0.85);
    double x = side * (HERO_X + HERO_X_MORE * hash_unit(hash_at(key, DRAW_PLACE, 0)));
    double size = exact_mix(0.34, 0.66, hash_unit(hash_at(key, DRAW_SIZE, 0)));
    double apart = exact_mix(0.30, 0.95, hash_unit(hash_at(key, DRAW_PLACE, 1)));
    int has_two = hash_unit(hash_at(key, DRAW_THERE, 0)) < HERO_TWO;
    tree[0] = (large_tree){scale * (x - side * apart), HERO_DISTANCE / size,
                           has_two ? size * scene->plants_hero : 0.0, hash_at(key, DRAW_HERO, 1)};
    tree[1] = (large_tree){scale * x, HERO_DISTANCE, scene->plants_hero, key};
}

/* Adds a large tree, in a loop all of its copies that reach the part. */
static rl_status add_large(planting *p, const large_tree *tree, rl_error *error)
{
    double reach = HERO_REACH * tree->height, loop = p->frame->loop, x = tree->x;
    double from = p->left - reach, to = p->right + reach;
    if (loop > 0.0)
        x -= loop * (double)exact_floor((x - from) / loop);
    for (; tree->height > 0.0 && x >= from && x <= to; x += loop) {
        TRY(put(p, p->acacia, x, tree->distance, tree->height, tree->key, BY_ITSELF, error));
        if (loop <= 0.0)
            break;
    }
    return RL_OK;
}

/* ---- the kind ------------------------------------------------------------------------ */

static int count(const rl_scene *scene)
{
    return scene->plants_hero > 0.0 ? LAYERS : 0;
}

static double place(const rl_scene *scene, int index)
{
    return index == FAR ? layers_place(scene, scene->plain_depth) + 0.01 : scene->ridge_count - 1.1;
}

/* Colours are those of the near land. */
static void colour_band(const rl_frame *frame, double depth, plant_band *band)
{
    band->haze = light_haze(&frame->scene, depth);
    band->shade = band->lit = light_land(&frame->scene.palette, depth);
    band->shade.l *= 0.72;
    band->lit.l += 0.025;
    band->lit = colour_mix_oklab(band->lit, frame->light.glow_lab, 0.10);
}

static rl_status make_bands(planting *p, int index, plants *all, rl_error *error)
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
        } else {
            colour_band(p->frame, depth_of(tree[b].distance), band);
            TRY(add_large(p, &tree[b], error));
        }
        TRY(stand_make(p->kit, &band->stand, error));
    }
    return RL_OK;
}

/* Rows that a block's plants may touch. */
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
    if (all->band == NULL || rows == NULL)
        return status_fail(error, RL_NO_MEMORY, "plants: out of memory");
    double reach = REACH + REACH_PX / frame->unit;
    planting p = {.frame = frame,
                  .left = ((double)frame->x - 0.5 * frame->width) / frame->unit - reach,
                  .bush = *species_find("shrub"),
                  .acacia = species_find("acacia")};
    p.right = p.left + frame->columns / frame->unit + 2.0 * reach;
    p.bush.height = BUSH_HEIGHT;
    TRY(stand_kit_new(frame, KIT_TALLEST, frame->scene.lake_ridge > 0, &p.kit, error));
    rl_status status = make_bands(&p, layer->index, all, error);
    stand_kit_free(p.kit);
    TRY(status);
    find_rows(frame, all, rows);
    layer->depth = layer->index == FAR ? 0.5 : 0.97;
    layer->block_top = rows;
    layer->block_end = rows + frame->blocks;
    return RL_OK;
}

/* ---- painting -------------------------------------------------------------------------- */

typedef struct plants_memory {
    stand_memory *stand[FAR_BANDS];
    stand_pixels pixels[FAR_BANDS]; /* of the run that is painted */
    tile_colours over;
    float amount[TILES_BLOCK];
} plants_memory;

static void put_node(const shade_group *group, int node, float *planes, int plane, shade_colour c)
{
    float *target = planes + group->at + (size_t)node + (size_t)(3 * plane) * group->stride;
    target[0] = c.r;
    target[group->stride] = c.g;
    target[2 * group->stride] = c.b;
}

static shade_colour in_air(const rl_frame *frame, const plant_band *band, oklab own, oklab air)
{
    return shade_encode(frame, colour_oklab_to_linear(colour_mix_oklab(own, air, band->haze)));
}

/* Colours between shade and light; what has turned is as light as can be. */
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
        put_node(group, i, planes, STAND_SHADE, dark);
        put_node(group, i, planes, STAND_OWN, more);
        put_node(group, i, planes, STAND_RAMP,
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
        tiles_open(s, &s->tiles.colours, tile + k, 3 * STAND_PLANES, shade, &all->band[k]);
    }
    return is_made;
}

/* Lays columns (bits of the block) of a band over what is of the farther ones. */
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
    REAL_KEY("plants.hero", AT_SCENE(plants_hero), 0, 1, 0,
             "U, of one large acacia on a plain with bushes and smaller ones; 0 = none"),
    REAL_KEY("plants.farm", AT_SCENE(plants_farm), 0, 1, 0,
             "U, of one farm house or of a hamlet's on wooded hills of fields; 0 = none"),
};

const layer_kind kind_plants = {
    .name = "plants",
    .number = RL_LAYER_OTHER,
    .keys = {KEY_GROUP("plants", keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(plants),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover},
    .trait = {{.share = FACTS_SHARE(acacia), .area = FACTS_OF_SKY}},
};
