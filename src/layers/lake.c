/* lake.c - the lake: a rippled mirror of what is behind it.
 *
 * All light is mixed linearly: a mirror in moving water is an average over many
 * facets, and so is a pixel at an edge.
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/kind.h"
#include "layers/lake.h"
#include "layers/mist.h"
#include "layers/ridge.h"
#include "ridge/noise.h"

/* The mirrored row moves by so much of the depth, and by so many U. */
#define SWING 0.13
#define SWING_MORE 0.0004

/* Radii of the disc within which its mirror dazzles. */
#define DAZZLE 1.6

/* From this wind on waves of open water leave the path of its light of a disc, and of heaped
 * clouds nothing. */
#define BREAKS 0.3

/* Where glitter ends, in its spreads: 1 - x^2 is 0 there. */
#define SHINE 2.4

/* What all threads share. */
typedef struct lake {
    double shore;   /* the far one, pixels from the top */
    int32_t height; /* 1/256 pixel above the bottom: the same */
    mist_bank mist; /* before the ridge behind it */
} lake;

/* What a thread holds. */
typedef struct water {
    const rl_frame *frame;
    const lake *lake;
    int behind;               /* layers behind it */
    int nodes;                /* between two blocks */
    int lead;                 /* nodes before the first block, for whole groups */
    float *node[LAKE_PLANES]; /* of all blocks */
    mirror mirror;
    ripples ripples;
    float sun;          /* how much of the sun the water sees, 0..1 */
    int row;            /* that was painted last, -1 = none */
    plane_law waves;    /* of open water; its heights in LAKE_WAVE are those of row `wave_row` */
    int wave_row, all;  /* nodes */
    float hidden;       /* share of the waves of `wave_row` that are too fine to be seen */
    double shine_reach; /* pixels to either side of the sun in which it glitters */
    lake_run run;       /* what its runs have in common */
} water;

/* ---- what a thread holds -------------------------------------------------- */

/* The mist over the far shore is that of the ridge behind it, a little lighter: a
 * thin bright line parts water and land. */
#define SHORE_AIR 0.5
/* Waves of open water: see plane.h. */
#define WAVE_ACROSS 0.78
#define WAVE_ALONG 4.4
#define WAVE_GAIN 0.72
#define BESIDE 1.3 /* radii from the disc's middle: there is sky alone */
#define SPARK_HIDDEN 1.0
#define FAR_HEIGHT 0.01 /* U of far land before which there is little haze */
#define COVES 7.0       /* patches of it in a U */
#define SHEEN_WIDE 0.30 /* U over which the sheen beside the sun's path falls to 1/e */

/* How much of the haze the far land takes away at a node: before sky haze hides the horizon, before
 * land it would draw its shore as a bright line, so there are only patches of it. */
static double far_land(const rl_frame *frame, const ridge_layer *land, int node)
{
    double x = ((double)(frame->first_block * frame->block) + (double)node * frame->fine_step -
                0.5 * frame->width) /
               frame->unit;
    double ground = (double)land->row[0].ground[node] / FRAME_HEIGHT_ONE;
    double above = (ground - frame->scene.lake_level * frame->height) / frame->unit;
    double rate = COVES;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    uint64_t key = hash_key(frame->scene.seed, STREAM_LAKE) + 1;
    double noise = noise_fractal(key, 3, x * rate, 0.5, period);
    return exact_smoothstep(0.0, FAR_HEIGHT, above) * exact_clamp(0.78 + 0.5 * noise, 0.0, 1.0);
}

static void find_shore(water *w)
{
    const rl_frame *frame = w->frame;
    const ridge_layer *land = NULL; /* that before which the water ends */
    for (int i = 0; i < w->behind; i++)
        if (frame->layer[i].kind == &kind_ridge)
            land = frame->layer[i].data;
    for (int n = 0; n <= frame->blocks * w->nodes; n++) {
        double x = (double)(frame->first_block * frame->block) + (double)n * frame->fine_step;
        shade_air air = shade_air_at(frame, x, w->lake->shore);
        linear_rgb light = colour_mix_linear(mist_light(frame, &w->lake->mist, &air),
                                             colour_oklab_to_linear(air.air), SHORE_AIR);
        if (frame->scene.lake_open) /* no line is drawn at the horizon */
            light = air.sky;
        w->node[LAKE_SHORE_SHARE][w->lead + n] =
            frame->scene.lake_open && land != NULL ? (float)(1.0 - far_land(frame, land, n)) : 1.0f;
        double way = exact_abs(frame_way(frame, (x - frame->light.sun_x) / frame->unit));
        w->node[LAKE_SHEEN][w->lead + n] = (float)exact_exp(-way / SHEEN_WIDE);
        w->node[LAKE_SHORE_R][w->lead + n] = (float)light.r;
        w->node[LAKE_SHORE_G][w->lead + n] = (float)light.g;
        w->node[LAKE_SHORE_B][w->lead + n] = (float)light.b;
    }
}

static int whole_groups(int nodes)
{
    return (nodes + SHADE_GROUP - 1) / SHADE_GROUP * SHADE_GROUP;
}

static int new_nodes(water *w, arena *memory)
{
    const rl_frame *frame = w->frame;
    int64_t first = frame->first_block * w->nodes;
    w->lead = (int)(first - exact_down(first, SHADE_GROUP) * SHADE_GROUP);
    int count = whole_groups(w->lead + frame->blocks * w->nodes + 1);
    float *plane = arena_zeroed(memory, (size_t)count * LAKE_PLANES + MIRROR_SPARE, sizeof *plane);
    if (plane == NULL || !ripples_new(&w->ripples, frame, memory, first - w->lead, count))
        return 0;
    for (int p = 0; p < LAKE_PLANES; p++)
        w->node[p] = plane + p * count;
    w->all = count;
    w->wave_row = -1;
    plane_law_make(&w->waves, hash_key(frame->scene.seed, STREAM_LAKE), frame->loop, WAVE_ACROSS,
                   WAVE_ALONG, WAVE_GAIN);
    find_shore(w);
    return 1;
}

/* The colour of open water where nothing is mirrored: of land between near and far, and of the
 * sky above. */
static linear_rgb deep_water(const rl_frame *frame)
{
    const rl_palette *palette = &frame->scene.palette;
    oklab top = frame->light.sky.colour[frame->light.sky.count - 1];
    oklab deep = colour_mix_oklab(light_land(palette, 0.5), top, 0.45);
    return colour_oklab_to_linear(colour_mix_oklab(deep, light_land(palette, 1.0), 0.30));
}

/* What all runs have in common. */
static void begin_runs(const paint_scratch *s, water *w)
{
    const rl_frame *frame = w->frame;
    const frame_light *light = &frame->light;
    /* There is glitter only under a disc above the water. */
    if (light->sun_radius > 0.0 && light->sun_y < w->lake->shore)
        w->sun = (float)exact_mix(0.3, 1.0, light->sun_seen);
    w->run = (lake_run){.strips = {.strip = w->mirror.open, .plane = (ptrdiff_t)w->mirror.plane},
                        .shift = s->tiles.fine.shift,
                        .along = s->tiles.fine.along,
                        .own = colour_to_linear(frame->scene.palette.water),
                        .sparkle = colour_mix_linear(light->sun, light->glow, 0.35),
                        .is_open = frame->scene.lake_open,
                        .glow = light->glow};
    if (w->run.is_open)
        w->run.own = deep_water(frame);
}

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    water *w = arena_zeroed(&s->arena, 1, sizeof *w);
    if (w == NULL)
        return 0;
    s->memory[layer] = w;
    w->frame = frame;
    w->lake = frame->layer[layer].data;
    w->behind = layer;
    w->nodes = frame->block / frame->fine_step;
    w->row = -1;
    double deepest = frame->height - w->lake->shore;
    double highest = (1.0 + SWING) * deepest + SWING_MORE * frame->unit;
    if (frame->scene.lake_open)
        highest = 1.15 * deepest + 0.06 * frame->unit;
    mirror_plan plan = {.shore = w->lake->shore,
                        .highest = highest,
                        .top = frame->layer[layer].block_top[0],
                        .layer = -1,
                        .strips = MIRROR_HELD,
                        .share = MIRROR_SHARE};
    mirror_lay(&w->mirror, frame, &plan);
    if (!new_nodes(w, &s->arena) || !mirror_new(&w->mirror, frame, &s->arena, &plan))
        return 0;
    begin_runs(s, w);
    return 1;
}

/* ---- what a row shows --------------------------------------------------- */

/* The strips that ripples of height -1 and 1 show. */
static void find_strips(water *w, lake_row *row)
{
    mirror *m = &w->mirror;
    row->height = m->height;
    row->climb = m->climb;
    row->least = mirror_place(m, 0, row->distance - row->swing);
    row->low = (int)row->least;
    row->most = mirror_place(m, row->low, row->distance + row->swing);
    row->high = (int)row->most + 1 < m->strips ? (int)row->most + 1 : m->strips - 1;
    int first = (int)(row->least + 0.5f) - 1;
    int last = (int)(row->most + 0.5f) + 1;
    m->first = first > 0 ? first : 0;
    m->last = last < m->strips ? last : m->strips - 1;
}

/* Light on the ripples, where the row is `depth` U below the shore. */
static void find_light(water *w, lake_row *row, double depth)
{
    const rl_frame *frame = w->frame;
    if (w->sun <= 0.0f)
        return;
    double radius = DAZZLE * frame->light.sun_radius;
    row->sun_x = frame->light.sun_x;
    row->loop = frame->loop_px;
    row->sun_y = w->lake->shore - frame->light.sun_y;
    row->dazzle_scale = (float)(1.0 / radius);
    row->has_dazzle = !lake_breaks(&frame->scene) &&
                      exact_abs((double)row->distance - row->sun_y) < radius + (double)row->swing;
    w->shine_reach = SHINE * frame->unit * (0.03 + 0.30 * depth);
    row->has_shine = 1;
    row->shine_scale = (float)(1.0 / w->shine_reach);
    row->glitter = w->sun * (float)(0.65 * exact_exp(-depth / 0.3));
}

/* The blocks of a row, from one on, in which land does not hide the lake. */
static void find_blocks(water *w, int row, int block)
{
    mirror *m = &w->mirror;
    m->from = m->to = block;
    for (int b = block; b < w->frame->blocks; b++) {
        int is_hidden = 0;
        for (int i = w->behind + 1; b > block && i < w->frame->layers && !is_hidden; i++) {
            is_hidden = layer_covers(&w->frame->layer[i], b, row, 0);
        }
        m->shows[b] = !is_hidden;
        m->to = m->shows[b] ? b : m->to;
    }
}

/* ---- open water ---------------------------------------------------------------------- */

/* The waves of all nodes of a row. */
static void raise_waves(water *w, int row)
{
    const rl_frame *frame = w->frame;
    if (w->wave_row == row)
        return;
    w->wave_row = row;
    double below = exact_max(row + 0.5 - w->lake->shore, 0.5);
    double distance = frame->scene.lake_level * frame->height / below;
    double drift = frame_drift(frame, frame->scene.lake_drift);
    int64_t first = frame->first_block * w->nodes - w->lead;
    plane_row plane;
    plane_row_at(&plane, &w->waves, distance, distance / below);
    w->hidden = plane.hidden;
    for (int n = 0; n < w->all; n += SHADE_GROUP) {
        plane_span span;
        double x = (double)(first + n) * frame->fine_step - 0.5 * frame->width;
        plane_span_at(&span, &plane, x / frame->unit - drift, frame->fine_step / frame->unit);
        lake_kernels_of[frame->kernels]->wave(&plane, &span, w->node[LAKE_WAVE] + n,
                                              w->node[LAKE_BEND] + n);
    }
}

const float *lake_waves(paint_scratch *s, int row)
{
    int layer = 0;
    while (s->frame->layer[layer].kind != &kind_lake)
        layer++;
    water *w = s->memory[layer];
    raise_waves(w, row);
    return w->node[LAKE_BEND];
}

/* Where there is more water than sky its mirror is shorter, by this share: above the picture is
 * nothing. */
static double shorter(const rl_frame *frame)
{
    double level = frame->height * frame->scene.lake_level;
    return exact_min(1.0, 0.85 * (frame->height - level) / exact_max(level, 1.0));
}

/* How a row of open water looks: calm water is a mirror, in the wind it shows more of the sky
 * above and less of what is low.  In U: how high it looks, and how far waves move that. */
static void reach_open(const rl_frame *frame, double depth, double *reach, double *swing)
{
    double wind = frame->scene.lake_wind;
    double near = exact_min(8.0 * depth, 1.0);
    *reach = exact_mix(1.0, 0.80, wind) * depth + wind * (0.02 * near + 0.03 * near);
    *reach *= shorter(frame);
    *swing = exact_mix(0.10, 0.24, wind) * depth + SWING_MORE;
}

static void look_open(water *w, lake_row *line, double depth)
{
    double reach, swing;
    reach_open(w->frame, depth, &reach, &swing);
    line->distance = (float)(reach * w->frame->unit);
    line->swing = (float)(swing * w->frame->unit);
}

/* How clear the mirror is. */
static double clear_open(const rl_frame *frame, double depth)
{
    double wind = frame->scene.lake_wind;
    /* A shorter mirror shows no dark sky from high above: there is less of it. */
    double least = exact_mix(0.38, 0.26 * shorter(frame), wind);
    return exact_mix(least, 0.96, exact_exp(-depth / exact_mix(0.30, 0.17, wind)));
}

int lake_breaks(const rl_scene *scene)
{
    return scene->lake_open && scene->lake_wind >= BREAKS;
}

lake_beside lake_beside_sun(const rl_frame *frame)
{
    const frame_light *light = &frame->light;
    double x = light->sun_x + BESIDE * light->sun_radius;
    return (lake_beside){shade_air_at(frame, x, light->sun_y).sky, deep_water(frame)};
}

float lake_dazzles(const rl_frame *frame, const lake_beside *beside, int row, linear_rgb *light)
{
    double shore = frame->height * (1.0 - frame->scene.lake_level), reach, swing;
    double depth = exact_max(row + 0.5 - shore, 0.0) / frame->unit;
    double radius = frame->light.sun_radius;
    if (radius <= 0.0 || lake_breaks(&frame->scene))
        return 0.0f;
    reach_open(frame, depth, &reach, &swing);
    double away = exact_abs(reach * frame->unit - (shore - frame->light.sun_y));
    *light = colour_mix_linear(beside->own, beside->sky, clear_open(frame, depth));
    return (float)(1.0 - exact_smoothstep(1.0, 2.5, (away - swing * frame->unit) / radius));
}

static void light_open(water *w, lake_row *line, double depth)
{
    const rl_frame *frame = w->frame;
    double wind = frame->scene.lake_wind;
    lake_run *run = &w->run;
    run->clear = (float)clear_open(frame, depth);
    run->tilt = (float)(exact_mix(0.10, 0.31, wind) * exact_min(10.0 * depth, 1.0));
    run->haze = (float)(0.75 * exact_exp(-depth / 0.010) + 0.20 * exact_exp(-depth / 0.05));
    double threshold = 0.10 + 0.25 * exact_min(3.0 * depth, 1.0);
    /* Waves that are not seen make what is seen of sparkle even. */
    double range = exact_mix(0.75, 0.52, wind) + SPARK_HIDDEN * (double)w->hidden;
    run->from = (float)(threshold + 0.025 - 0.5 * range);
    run->per_spark = (float)(1.0 / range);
    run->spark = (float)(0.22 * exact_exp(-depth / 0.35));
    run->sheen = w->sun * (float)(0.24 * exact_exp(-depth / 0.22));
    w->shine_reach = SHINE * frame->unit * (0.022 + 0.30 * depth);
    line->shine_scale = (float)(1.0 / w->shine_reach);
    line->glitter = w->sun * (float)(exact_mix(0.85, 1.05, wind) * exact_exp(-depth / 0.42));
}

/* Finds what the nodes of a row show from a block on. */
static void begin_row(water *w, int row, int block)
{
    const rl_frame *frame = w->frame;
    double distance = exact_max(row + 0.5 - w->lake->shore, 0.0);
    double depth = distance / frame->unit;
    double perspective = ripples_perspective(depth);
    lake_row line = {.node = w->ripples.node,
                     .distance = (float)distance,
                     .swing = (float)((SWING * depth + SWING_MORE) * frame->unit),
                     .step = frame->fine_step,
                     .is_open = w->run.is_open};
    if (w->run.is_open)
        look_open(w, &line, depth);
    find_strips(w, &line);
    find_light(w, &line, depth);
    find_blocks(w, row, block);
    w->row = row;
    w->run.strips.first = w->mirror.first;
    w->run.has_dazzle = line.has_dazzle;
    w->run.clear = (float)(0.90 - 0.45 * exact_min(depth / 0.45, 1.0));
    w->run.haze = (float)(0.40 * exact_exp(-depth / 0.010));
    w->run.blurred = (float)ripples_blurred(frame, perspective);
    int from = (w->lead + w->mirror.from * w->nodes) / SHADE_GROUP * SHADE_GROUP;
    int to = whole_groups(w->lead + (w->mirror.to + 1) * w->nodes + 1);
    if (w->run.is_open) {
        raise_waves(w, row);
        light_open(w, &line, depth);
    } else {
        ripples_raise(&w->ripples, depth, from, to, w->node);
    }
    lake_kernels_of[frame->kernels]->look(&line, from, to, w->node);
}

/* Rows are painted from left to right: the first block of a row finds what the others show,
 * too.  What they mirror is painted where it is missing. */
static void find_run(paint_scratch *s, water *w, const tile_run *run)
{
    const mirror *m = &w->mirror;
    if (w->row == run->row && run->block >= m->from && run->block <= m->to && m->shows[run->block])
        return;
    begin_row(w, run->row, run->block);
    tile_colours colours = s->colours;
    uint8_t plain[TILES_BLOCK];
    if (s->plain != NULL)
        memcpy(plain, s->plain, sizeof plain);
    mirror_fill(&w->mirror, s, w->behind);
    s->colours = colours;
    if (s->plain != NULL)
        memcpy(s->plain, plain, sizeof plain);
}

/* ---- a run ---------------------------------------------------------------- */

/* Which part of a row is below the far shore. */
float lake_coverage(const rl_frame *frame, int32_t height, int row)
{
    int32_t bottom = (frame->height - 1 - row) * FRAME_HEIGHT_ONE;
    float part = (float)(height - bottom) * (1.0f / FRAME_HEIGHT_ONE);
    if (frame->is_hard)
        return part > 0.5f ? 1.0f : 0.0f;
    return part <= 0.0f ? 0.0f : part >= 1.0f ? 1.0f : part;
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    water *w = s->memory[layer];
    float part = lake_coverage(frame, w->lake->height, run->row);
    if (part > 0.0f) {
        find_run(s, w, run);
        lake_run all = w->run;
        int first = w->lead + run->block * w->nodes;
        double way = (double)((frame->first_block + run->block) * frame->block);
        way -= frame_around(frame, frame->light.sun_x, way + 0.5 * frame->block);
        all.strips.left = mirror_left(&w->mirror, run->block);
        for (int p = 0; p < LAKE_PLANES; p++)
            all.node[p] = w->node[p] + first;
        all.has_shine =
            w->sun > 0.0f && way < w->shine_reach && way + frame->block > -w->shine_reach;
        int left = tiles_left(frame, run);
        int from = left / SHADE_GROUP * SHADE_GROUP;
        mirror_kernels_of[frame->kernels]->fetch(&all, from, whole_groups(left + run->count),
                                                 colours);
    }
    for (int i = 0; i < TILES_BLOCK; i++)
        covered[i] = part;
}

/* ---- the kind ------------------------------------------------------------------------ */

static int count(const rl_scene *scene)
{
    return scene->lake_ridge > 0;
}

/* The nearest of the ridges on its far shore. */
static int ridge_behind(const rl_scene *scene)
{
    return (scene->lake_ridge < scene->ridge_count ? scene->lake_ridge : scene->ridge_count) - 1;
}

static double place(const rl_scene *scene, int index)
{
    (void)index;
    return ridge_behind(scene) + 0.5;
}

double lake_depth(const rl_scene *scene)
{
    int behind = ridge_behind(scene), before = behind + (behind + 1 < scene->ridge_count);
    return 0.5 * (scene->ridge[behind].depth + scene->ridge[before].depth);
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    size_t blocks = (size_t)frame->blocks;
    lake *all = layer->data;
    int32_t *rows = arena_array(frame->arena, blocks, 2 * sizeof *rows);
    if (rows == NULL)
        return status_fail(error, RL_NO_MEMORY, "lake: out of memory");
    layer->mirrors = 1;
    layer->block_top = rows;
    layer->block_full = rows + blocks;
    all->height = (int32_t)exact_floor(scene->lake_level * frame->height * FRAME_HEIGHT_ONE + 0.5);
    all->shore = frame->height - (double)all->height / FRAME_HEIGHT_ONE;
    int32_t above = frame->height * FRAME_HEIGHT_ONE - all->height;
    int top = above / FRAME_HEIGHT_ONE;
    int full = (above + FRAME_HEIGHT_ONE - 1) / FRAME_HEIGHT_ONE;
    if (frame->is_hard)
        top = full = (above + FRAME_HEIGHT_ONE / 2) / FRAME_HEIGHT_ONE;
    for (size_t b = 0; b < blocks; b++) {
        rows[b] = top;
        rows[blocks + b] = full;
    }
    all->mist = mist_bank_of(frame, ridge_behind(scene));
    layer->depth = lake_depth(scene);
    return RL_OK;
}

static const scene_key lake_keys[] = {
    INTEGER_KEY("lake.ridge", AT_SCENE(lake_ridge), 0, 64, 0,
                "it is before this ridge; 0 = no lake"),
    REAL_KEY("lake.level", AT_SCENE(lake_level), 0, 1, 0.37, "far shore, fraction of H"),
    INTEGER_KEY("lake.open", AT_SCENE(lake_open), 0, 1, 0,
                "1: open water to the horizon at its level, in which ridges may stand"),
    REAL_KEY("lake.wind", AT_SCENE(lake_wind), 0, 1, 0.5,
             "of open water: 0 a mirror, 1 a swell with surf"),
};

const layer_kind kind_lake = {
    .name = "lake",
    .number = RL_LAYER_LAKE,
    .keys = {KEY_GROUP("lake", lake_keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(lake),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover},
};
