/* reflection.c - paints the mirror image of a ridge that rises from water, about its own shore.
 *
 * The ridge is sampled in strips that grow with their height above the shore (mirror.c); the waves
 * of the lake displace the rows that are looked up.  At the shore itself there is thin haze on calm
 * water, and surf in the wind.
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/common/mist.h"
#include "layers/core/kind.h"
#include "layers/land/ridge.h"
#include "layers/water/lake.h"
#include "ridge/noise.h"

/* The look of the water. */
static const struct {
    by_wind swing;    /* displacement of the mirror image by waves, share of the depth */
    by_wind strip;    /* height of a strip, share of its height above the shore */
    by_wind strength; /* strength of the mirror at the shore, 0..1 */
    by_wind length;   /* distance below the shore over which `strength` falls to 1/e, U */
    by_wind vary;     /* relative range of light that is seen through the mirror of land */
} waters = {.swing = {0.12, 0.30},
            .strip = {0.024, 0.060},
            .strength = {0.93, 0.70},
            .length = {1.20, 0.20},
            .vary = {0.08, 0.30}};

/* Haze over a far shore. */
#define HAZE 0.40          /* coverage at the horizon, 0..1 */
#define HAZE_WIND 0.6      /* share of the haze that full wind takes away */
#define HAZE_HEIGHT 0.0035 /* height over which haze falls to 1/e, U */
#define EDGES_HAZE 6.0     /* distance from the shore to the end of haze, in HAZE_HEIGHT */
#define MIST_AIR 0.3       /* share of air in the colour of haze */
#define MIST_SIDE 0.3      /* x from the sun at which the colour of haze is computed, U */

/* A broken line of surf at the shore: its height is surf.height * clamp(base + swell * noise). */
static const struct {
    double height;        /* height at distance 1, U */
    double base, swell;   /* relative height: mean, and weight of the noise */
    double least;         /* least relative height */
    double rate, row;     /* cells of the noise per U, and its row */
    double gain;          /* scales the noise to about -1..1 */
    double white, bright; /* whiteness at full wind: white * (relative height + bright) */
    double sun;           /* share of sun light in its colour */
} surf_look = {.height = 0.0045,
               .base = 0.35,
               .swell = 0.9,
               .least = 0.12,
               .rate = 16.0,
               .row = 2.5,
               .gain = 1.4,
               .white = 0.60,
               .bright = 0.15,
               .sun = 0.4};

#define SURF_HIGHEST 1.3 /* largest relative height of surf */
#define SURF_OCTAVES 3
#define EDGES_SURF 2.5    /* distance from the shore to the end of surf, in its most height */
#define LAND_HEIGHT 0.003 /* height of land above the water from which it has haze and surf, U */

/* Height of empty strips above the land: see lay_strips. */
#define EMPTY_SHARE 0.6 /* share of the land's height */
#define EMPTY_MORE 0.02 /* added height, U */
#define EMPTY_ROWS 3.0  /* added height, rows */

/* Wet rocks along the shore, tuned by eye on archipelago 91019, fjord 91113 and karst 91001. */
static const struct {
    double least, swell;    /* height at distance 1, U: of the waterline, and per noise of 1 */
    double over;            /* noise above which there are rocks */
    double rate, rate_most; /* cells of the noise per U: at distance 1, and at most */
    double row;             /* row of the noise */
    double groups;          /* groups of rocks per cell */
    double mean, vary;      /* factor of the height: mean, and per noise of 1 along groups */
    double fewest, most;    /* range of that factor */
    double nearer;          /* addition to the depth of the land whose colour they have */
    double dark;            /* factor of its lightness */
    double haze;            /* factor of the haze before them */
} rocks = {.least = 0.002,
           .swell = 0.020,
           .over = 0.03,
           .rate = 24.0,
           .rate_most = 60.0,
           .row = 7.5,
           .groups = 0.17,
           .mean = 0.75,
           .vary = 1.5,
           .fewest = 0.2,
           .most = 1.5,
           .nearer = 0.06,
           .dark = 0.80,
           .haze = 0.85};
#define ROCKS_OCTAVES 2

#define RISE 0.005     /* width of the soft edge of strips at the shore, U */
#define STRIPS_HELD 32 /* most strips at a time, by the shore's bulge and the swing */

typedef struct reflection {
    int ridge;           /* number of the ridge in the scene */
    double zero;         /* row of the lowest shore, where heights begin, pixels from the top */
    float *shore;        /* [nodes]: pixels below `zero` */
    float *surf_scale;   /* [nodes]: 1 / height of surf, 1/pixels */
    float *surf;         /* [nodes]: whiteness of surf, 0..1 */
    float *rock;         /* [nodes]: height of wet rocks at the shore, pixels */
    float *land;         /* [nodes]: 1 = land at the shore, 0 = land under water */
    float *least, *most; /* [groups]: least and largest `shore` */
    double swing;        /* displacement of the mirror image by waves, share of the depth */
    float vary;          /* relative range of light that is seen through the mirror of land */
    double haze;
    int32_t *edges_end; /* [blocks]: row from which there is neither haze nor surf */
    int32_t last_edge;  /* largest of edges_end */
    linear_rgb deep, white, mist, wet;
    mirror laid; /* the strips, which each thread copies to its mirror */
} reflection;

/* State of a thread. */
typedef struct reflector {
    const reflection *one;
    mirror mirror;
    float *node[REFLECTION_PLANES];
    int lake;        /* number of the layer of the lake */
    lake_bare bare;  /* the row of the lake without mirrors */
    uint64_t hidden; /* bits of columns of the run that nearer layers hide */
    int is_alone;    /* 1: its ridge or the lake is left out, as facts are measured */
} reflector;

/* ---- preparation ------------------------------------------------------------------ */

static int nth_ridge(const rl_scene *scene, int index)
{
    int ridge = 0;
    for (; ridge < scene->ridge_count; ridge++)
        if (lake_holds(scene, ridge) && index-- == 0)
            break;
    return ridge;
}

static int count(const rl_scene *scene)
{
    int found = 0;
    for (int i = 0; i < scene->ridge_count; i++)
        found += lake_holds(scene, i);
    return found;
}

#define PLACE 0.125 /* `place` of a reflection less that of its ridge: in front of the ridge */

static double place(const rl_scene *scene, int index)
{
    return nth_ridge(scene, index) + PLACE;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    (void)error;
    const rl_scene *scene = &work->frame->scene;
    layer->depth = scene->ridge[nth_ridge(scene, layer->index)].depth;
    return RL_OK;
}

/* Computes land, rocks and surf at the nodes of the shore. */
static void find_surf(const rl_frame *frame, reflection *all, const ridge_layer *land)
{
    int ridge = land->ridge;
    int last = frame->blocks * all->laid.each;
    uint64_t key = hash_key(frame->scene.seed, STREAM_SHORE + (uint64_t)ridge);
    double rate = surf_look.rate;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    double distance = frame->scene.ridge[ridge].distance, near = frame->unit / distance;
    double scale = surf_look.height * near;
    double rate_rock = exact_min(rocks.rate * distance, rocks.rate_most);
    double rate_group = rate_rock * rocks.groups;
    noise_period period_rock = noise_fit_rate(frame->loop, &rate_rock);
    noise_period period_group = noise_fit_rate(frame->loop, &rate_group);
    for (int n = 0; n < all->laid.nodes; n++) {
        double x =
            ((double)(all->laid.node + n) * frame->fine_step - 0.5 * frame->width) / frame->unit;
        double noise =
            surf_look.gain * noise_fractal(key, SURF_OCTAVES, x * rate, surf_look.row, period);
        double high =
            exact_clamp(surf_look.base + surf_look.swell * noise, surf_look.least, SURF_HIGHEST);
        double white = surf_look.white * frame->scene.lake_wind *
                       exact_clamp(high + surf_look.bright, 0.0, 1.0);
        /* There is neither haze nor surf where the land is under water. */
        int node = n - all->laid.lead;
        node = node < 0 ? 0 : node > last ? last : node;
        double ground = frame->height - (double)land->row[0].ground[node] / FRAME_HEIGHT_ONE;
        double above = ((double)all->shore[n] + all->zero - ground) / (LAND_HEIGHT * frame->unit);
        all->land[n] = (float)exact_clamp(above, 0.0, 1.0);
        white *= (double)all->land[n];
        double bed = noise_fractal(key, ROCKS_OCTAVES, x * rate_rock, rocks.row, period_rock);
        double rock = rocks.least + rocks.swell * exact_max(bed - rocks.over, 0.0);
        double group = noise_gradient(key, 0, x * rate_group, rocks.row, period_group);
        rock *= exact_clamp(rocks.mean + rocks.vary * group, rocks.fewest, rocks.most);
        all->rock[n] = (float)(rock * near * (double)all->land[n]);
        all->surf_scale[n] = (float)(1.0 / exact_max(scale * high, 0.5));
        all->surf[n] = (float)(white * exact_min(scale * high / 0.5, 1.0));
    }
}

static void find_colours(const rl_frame *frame, reflection *all, int ridge)
{
    const rl_palette *palette = &frame->scene.palette;
    double z = frame->scene.ridge[ridge].depth;
    mist_bank bank = mist_bank_of(frame, ridge);
    shade_air air = shade_air_at(frame, frame->light.sun_x + MIST_SIDE * frame->unit, all->zero);
    all->mist = lake_light(colour_mix_linear(mist_light(frame, &bank, &air),
                                             colour_oklab_to_linear(air.air), MIST_AIR));
    oklab deep = colour_mix_oklab(light_land(palette, 0.5), light_land(palette, 1.0), 0.5);
    all->deep = lake_light(colour_oklab_to_linear(deep));
    oklab white = colour_mix_oklab(frame->light.mist, colour_linear_to_oklab(frame->light.sun),
                                   surf_look.sun);
    white = colour_mix_oklab(white, air.air, light_haze(&frame->scene, z));
    all->white = lake_light(colour_oklab_to_linear(white));
    oklab wet = light_land(palette, exact_min(z + rocks.nearer, 1.0));
    wet.l *= rocks.dark;
    wet = colour_mix_oklab(wet, air.air, rocks.haze * light_haze(&frame->scene, z));
    all->wet = lake_light(colour_oklab_to_linear(wet));
    double far = 1.0 - z;
    all->haze = HAZE * far * far * (1.0 - HAZE_WIND * frame->scene.lake_wind);
}

/* The rows of a block's shore, and whether land meets water there.  All nodes of the block count,
 * since the painted part may have only some of its columns. */
typedef struct block_shore {
    int32_t top, full;
    int has_land;
} block_shore;

static block_shore find_block_shore(const reflection *all, int first, int nodes)
{
    float least = all->shore[first], most = least, land = all->land[first];
    for (int n = first + 1; n <= first + nodes; n++) {
        least = all->shore[n] < least ? all->shore[n] : least;
        most = all->shore[n] > most ? all->shore[n] : most;
        land = all->land[n] > land ? all->land[n] : land;
    }
    return (block_shore){.top = (int32_t)exact_floor(all->zero + (double)least),
                         .full = (int32_t)exact_floor(all->zero + (double)most) + 1,
                         .has_land = land > 0.0f};
}

/* Lays the strips of the mirror so that at least two are wholly above row `top`, the highest land
 * of the part's columns.  A place beyond the last strip is clamped to it and mixed with the
 * previous one: if that showed land, the mirror would depend on the height of the land in other
 * columns.  A strip is at most .06 of its distance, 0.0022 U and a row high; EMPTY_SHARE,
 * EMPTY_MORE and EMPTY_ROWS are more than twice that. */
static void lay_strips(const rl_frame *frame, reflection *all, int layer, double top)
{
    double high = all->zero - top, unit = frame->unit;
    mirror_plan plan = {.shore = all->zero,
                        .highest = (1.0 + EMPTY_SHARE) * high + EMPTY_MORE * unit + EMPTY_ROWS,
                        .top = (int)exact_floor(all->zero),
                        .layer = layer,
                        .share = at_wind(waters.strip, frame->scene.lake_wind),
                        .land = frame->height};
    mirror_lay(&all->laid, frame, &plan);
}

/* Returns the rows below the shore in which the mirror of land up to row `top` may be seen,
 * whatever the waves.  A place mixes the strips on either side, so the mirror ends one strip above
 * the first empty one. */
static double mirror_length(const reflection *all, double top)
{
    const mirror *m = &all->laid;
    int k = 0;
    while (k + 2 < m->strips && m->strip[k].foot >= top)
        k++;
    return (double)m->height[k + 1] / (1.0 - all->swing);
}

/* Computes the shore at the nodes and the rows that the mirror may reach, after the ridge is made.
 */
static rl_status finish(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    reflection *all = layer->data;
    int ridge = nth_ridge(&frame->scene, layer->index);
    int index = (int)(layer - frame->layer) - 1;
    while (frame->layer[index].kind->number != RL_LAYER_RIDGE || frame->layer[index].index != ridge)
        index--;
    const ridge_layer *land = frame->layer[index].data;
    const frame_layer *land_layer = &frame->layer[index];
    mirror_nodes(&all->laid, frame);
    int each = all->laid.each;
    all->ridge = ridge;
    size_t nodes = (size_t)all->laid.nodes, blocks = (size_t)frame->blocks;
    double *heights = arena_array(frame->arena, nodes, sizeof *heights);
    all->shore = arena_array(frame->arena, nodes, 6 * sizeof *all->shore);
    int32_t *rows = arena_array(frame->arena, blocks, 3 * sizeof *rows);
    TRY(status_memory(heights != NULL && all->shore != NULL && rows != NULL, "reflection", error));
    all->surf_scale = all->shore + nodes;
    all->surf = all->surf_scale + nodes;
    all->land = all->surf + nodes;
    all->rock = all->land + nodes;
    all->least = all->rock + nodes;
    all->most = all->least + nodes / SHADE_GROUP;
    ridge_grid grid = {.first = all->laid.node,
                       .step = frame->fine_step / frame->unit,
                       .origin = -0.5 * frame->width / frame->unit,
                       .detail = frame->fine_step / frame->unit};
    TRY(lake_shore(frame, ridge, &grid, nodes, heights, error));
    double wind = frame->scene.lake_wind;
    double slack = LAKE_SHORE_MOST * frame->unit;
    all->zero = land->waterline + slack;
    for (size_t n = 0; n < nodes; n++)
        all->shore[n] = (float)((1.0 - heights[n]) * frame->height - all->zero);
    for (size_t g = 0; g < nodes / SHADE_GROUP; g++) {
        const float *shore = all->shore + g * SHADE_GROUP;
        all->least[g] = all->most[g] = shore[0];
        for (int i = 1; i < SHADE_GROUP; i++) {
            all->least[g] = shore[i] < all->least[g] ? shore[i] : all->least[g];
            all->most[g] = shore[i] > all->most[g] ? shore[i] : all->most[g];
        }
    }
    all->swing = at_wind(waters.swing, wind);
    all->vary = (float)at_wind(waters.vary, wind);
    find_surf(frame, all, land);
    find_colours(frame, all, ridge);
    double crest = SURF_HIGHEST * surf_look.height / frame->scene.ridge[ridge].distance;
    double haze = EDGES_HAZE * HAZE_HEIGHT;
    int32_t surf =
        (int32_t)(exact_max(wind > 0.0 ? EDGES_SURF * crest : 0.0, haze) * frame->unit) + 1;
    double highest = all->zero;
    for (int b = 0; b < frame->blocks; b++) {
        block_shore shore = find_block_shore(all, all->laid.lead + b * each, each);
        int32_t top = land_layer->block_top[b];
        int is_there = shore.has_land || top < land_layer->block_end[b];
        highest = is_there ? exact_min(highest, top) : highest;
        rows[b] = is_there ? shore.top - surf : INT32_MAX;
        rows[2 * blocks + (size_t)b] = shore.full + surf;
        all->last_edge = shore.full + surf > all->last_edge ? shore.full + surf : all->last_edge;
    }
    lay_strips(frame, all, index, highest);
    for (int b = 0; b < frame->blocks; b++) {
        /* The top of the land is known for the part's columns alone, so the limit is generous. */
        double length = mirror_length(all, land_layer->block_top[b]);
        rows[blocks + (size_t)b] = rows[2 * blocks + (size_t)b] + (int32_t)length;
    }
    all->edges_end = rows + 2 * blocks;
    layer->block_top = rows;
    layer->block_end = rows + blocks;
    return RL_OK;
}

/* ---- painting --------------------------------------------------------------------- */

/* Finds the strips that a row may show, from the least and largest shores of groups of nodes. */
static void find_strips(mirror *m, const float *least, const float *most, int groups,
                        reflection_row *line)
{
    float lowest = 3e38f, highest = 0.0f;
    for (int g = 0; g < groups; g++) {
        float near = line->y - most[g], far = line->y - least[g];
        float low = (near > 0.0f ? near : 0.0f) * (1.0f - line->swing) - most[g];
        float high = (far > 0.0f ? far : 0.0f) * (1.0f + line->swing) -
                     MIRROR_SHORE_FACTOR * least[g] + line->rise;
        lowest = low < lowest ? low : lowest;
        highest = high > highest ? high : highest;
    }
    line->span = mirror_show(m, lowest, highest);
}

/* Returns the largest number of strips that a row shows. */
static int count_strips(const rl_frame *frame, const reflection *all, mirror *m)
{
    int most = 1;
    reflection_row line = {.swing = (float)all->swing, .rise = (float)(RISE * frame->unit)};
    float lowest = all->shore[0], highest = all->shore[0];
    for (int n = 1; n < all->laid.nodes; n++) {
        lowest = all->shore[n] < lowest ? all->shore[n] : lowest;
        highest = all->shore[n] > highest ? all->shore[n] : highest;
    }
    m->rows = STRIPS_HELD;
    for (int row = (int)exact_floor(all->zero + (double)lowest) - 1; row < frame->height; row++) {
        line.y = (float)(row + 0.5 - all->zero);
        find_strips(m, &lowest, &highest, 1, &line);
        most = m->last - m->first + 1 > most ? m->last - m->first + 1 : most;
    }
    m->first = 0;
    return most;
}

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    const reflection *all = frame->layer[layer].data;
    reflector *r = arena_zeroed(&s->arena, 1, sizeof *r);
    if (r == NULL || !mirror_planes(&all->laid, &s->arena, REFLECTION_PLANES, r->node))
        return 0;
    s->memory[layer] = r;
    r->one = all;
    /* Facts are measured without some layers, so the ridge is found by its number. */
    mirror_plan plan = {.layer = -1, .rows = frame->layer[layer].block_top};
    r->lake = -1;
    for (int i = 0; i < frame->layers; i++) {
        r->lake = frame->layer[i].kind == &kind_lake ? i : r->lake;
        if (frame->layer[i].kind->number == RL_LAYER_RIDGE && frame->layer[i].index == all->ridge)
            plan.layer = i;
    }
    r->is_alone = plan.layer < 0 || r->lake < 0;
    if (r->is_alone)
        return 1;
    r->mirror = all->laid;
    r->mirror.frame = frame;
    r->mirror.layer = plan.layer;
    plan.strips = count_strips(frame, all, &r->mirror);
    return mirror_new(&r->mirror, frame, &s->arena, &plan);
}

static void begin_row(paint_scratch *s, int layer, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    reflector *r = s->memory[layer];
    const reflection *all = r->one;
    mirror *m = &r->mirror;
    int row = run->row, from, to;
    mirror_find(m, layer, run, &from, &to);
    const float *wave = lake_waves(s, row);
    double y = row + 0.5 - all->zero, unit = frame->unit, wind = frame->scene.lake_wind;
    reflection_row line = {.wave = wave,
                           .shore = all->shore,
                           .surf_scale = all->surf_scale,
                           .surf = all->surf,
                           .land = all->land,
                           .y = (float)y,
                           .swing = (float)all->swing,
                           .rise = (float)(RISE * unit),
                           .strength = (float)at_wind(waters.strength, wind),
                           .length = (float)(1.0 / (at_wind(waters.length, wind) * unit)),
                           .haze = (float)all->haze,
                           .haze_scale = (float)(1.0 / (HAZE_HEIGHT * unit)),
                           .has_edges = row < all->last_edge};
    for (int p = 0; p < REFLECTION_PLANES; p++)
        line.node[p] = r->node[p];
    int first = from / SHADE_GROUP;
    find_strips(m, all->least + first, all->most + first, to / SHADE_GROUP - first, &line);
    lake_kernels_of[frame->kernels]->meet(&line, from, to);
    r->bare = lake_bare_row(frame, r->lake, row);
    mirror_fill(m, s, layer);
}

/* Returns a run as kernels need it; sets its columns `from` .. `to` - 1, in whole groups. */
static reflection_run begin_run(paint_scratch *s, int layer, const tile_run *run, int *from,
                                int *to)
{
    reflector *r = s->memory[layer];
    const reflection *all = r->one;
    if (!mirror_has(&r->mirror, run))
        begin_row(s, layer, run);
    reflection_run line = {.strips = mirror_run(&r->mirror, s, run, from, to),
                           .deep = all->deep,
                           .white = all->white,
                           .mist = all->mist,
                           .wet = all->wet,
                           .least = 1.0f - all->vary,
                           .most = 1.0f + all->vary};
    lake_bare_light(s->frame, r->lake, &r->bare, run->block, line.bare, line.bare_step);
    line.has_edges = run->row < all->edges_end[run->block];
    int first = all->laid.lead + run->block * all->laid.each;
    line.rock = all->rock + first;
    for (int p = 0; p < REFLECTION_PLANES; p++)
        line.node[p] = r->node[p] + first;
    return line;
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    int from, to;
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    memset(colours, 0, sizeof *colours);
    if (((const reflector *)s->memory[layer])->is_alone ||
        !layer_reaches(&s->frame->layer[layer], run->block, run->row, run->reach))
        return;
    reflection_run line = begin_run(s, layer, run, &from, &to);
    mirror_kernels_of[s->frame->kernels]->reflect(&line, from, to, colours, covered);
}

static uint64_t hide(paint_scratch *s, int layer, const tile_run *run, uint64_t hidden)
{
    (void)run;
    ((reflector *)s->memory[layer])->hidden = hidden;
    return hidden;
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    int from, to;
    const reflector *r = s->memory[layer];
    if (s->frame->is_hard)
        block_lay(s, layer, run);
    if (r->is_alone || s->frame->is_hard)
        return;
    reflection_run line = begin_run(s, layer, run, &from, &to);
    line.hidden = r->hidden << tiles_left(s->frame, run);
    mirror_kernels_of[s->frame->kernels]->lay_reflected(&line, from, to, &s->colours);
}

const layer_kind kind_reflection = {
    .name = "reflection",
    .number = RL_LAYER_OTHER,
    .material = PRINT_WATER,
    .count = count,
    .place = place,
    .data_bytes = sizeof(reflection),
    .prepare = prepare,
    .finish = finish,
    .paint = {.begin = begin, .cover = cover, .hide = hide, .over = over},
};
