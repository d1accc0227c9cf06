/* clouds.c - the layer of thin clouds: tables of gradients for the sheet's noise, and its domain
 * warp along a row.
 */
#include "layers/sky/clouds.h"

#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "paint/node_noise.h"
#include "ridge/noise.h"

#define STREAM 5000 /* random stream of the sheet; that of its warp follows */

#define WARP_CELL_X 0.45 /* cells of the warp per U across, where `far` of make_warp is 1 */
#define WARP_CELL_Y 0.80 /* cells of the warp per 1 of 1 / `far` */
#define WARP_OCTAVES 3

/* Without a vanishing point (is_level) clouds are in all rows as wide as in perspective at this
 * elevation + CLOUD_PLANE, U. */
#define LEVEL_FAR 0.33

/* Period of the sheet of an endless world, U: small enough for coordinates in single precision. */
#define ENDLESS_PERIOD 512.0

#define LATTICE_MOST (1 << 22) /* most points of an octave's table */

/* Nodes beyond each edge of the part that tables also cover, as nodes are computed in groups. */
#define MARGIN_NODES 16.0

/* Returns U above the horizon of a height, fraction of H. */
static double elevation_of(const rl_frame *frame, double height)
{
    return (height - frame->light.horizon) / frame->unit_share;
}

/* Returns the period of the sheet of a looping or endless world, U. */
static double level_length(const rl_frame *frame)
{
    return frame->loop > 0.0 ? frame->loop : ENDLESS_PERIOD;
}

/* ---- lattice --------------------------------------------------------------- */

/* Range of a coordinate on the sheet, in cells of the first octave. */
typedef struct sheet_range {
    double from, to;
} sheet_range;

static sheet_range span_x(const cloud_sheet *sheet)
{
    const rl_frame *frame = sheet->frame;
    double margin = frame->step * MARGIN_NODES;
    double first = (double)frame->x - margin - 0.5 * frame->width;
    double left = first / frame->unit - CLOUD_SHIFT;
    double right = (first + frame->columns + 2.0 * margin) / frame->unit + CLOUD_SHIFT;
    double wide = right - left;
    left = clouds_fold(sheet, left);
    right = left + wide;
    if (sheet->period > 0) {
        double end = 0.5 * (double)sheet->period; /* a period may end within the part */
        int is_folded = sheet->rate * right > end;
        return (sheet_range){(is_folded ? -end : sheet->rate * left) - CLOUD_WARP_X,
                             (is_folded ? end : sheet->rate * right) + CLOUD_WARP_X};
    }
    double most = CLOUD_CELL_X / CLOUD_PLANE;
    return (sheet_range){exact_min(left, 0.0) * most - CLOUD_WARP_X,
                         exact_max(right, 0.0) * most + CLOUD_WARP_X};
}

static sheet_range span_y(const rl_frame *frame)
{
    int is_mirrored = 0; /* whether a mirror may show sky above the part */
    for (int i = 0; i < frame->layers; i++)
        is_mirrored |= frame->layer[i].mirrors;
    double first = is_mirrored ? 0.0 : frame->y;
    double top = (frame->height - first + MARGIN_NODES * frame->step) / frame->height;
    double highest = exact_max(elevation_of(frame, top), 0.0) + CLOUD_PLANE + CLOUD_SHIFT;
    return (sheet_range){CLOUD_CELL_Y / highest - CLOUD_WARP_Y,
                         CLOUD_CELL_Y / CLOUD_PLANE + CLOUD_WARP_Y};
}

static int make_lattice(paint_scratch *s, const cloud_sheet *sheet, cloud_lattice *lattice,
                        int octave)
{
    double scale = (double)(1 << octave);
    sheet_range x = span_x(sheet);
    sheet_range y = span_y(sheet->frame);
    lattice->left = exact_floor(x.from * scale) - 1;
    lattice->top = exact_floor(y.from * scale) - 1;
    int64_t columns = exact_floor(x.to * scale) + 3 - lattice->left;
    int64_t rows = exact_floor(y.to * scale) + 3 - lattice->top;
    if (columns > LATTICE_MOST || columns * rows > LATTICE_MOST)
        return 1; /* gradients are hashed for each sample */
    lattice->columns = (int)columns;
    lattice->rows = (int)rows;
    lattice->direction = arena_array(&s->arena, (size_t)rows, (size_t)columns);
    for (int64_t j = 0; j < rows && lattice->direction != NULL; j++)
        noise_directions(sheet->key, octave, lattice->left, lattice->top + j, (size_t)columns,
                         sheet->period << octave, lattice->direction + j * columns);
    return lattice->direction != NULL;
}

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    cloud_sheet *sheet = arena_zeroed(&s->arena, 1, sizeof *sheet);
    if (sheet == NULL || !tile_noise_new(s, &sheet->warp))
        return 0;
    s->memory[layer] = sheet;
    sheet->clouds = frame->layer[layer].data;
    sheet->frame = frame;
    sheet->key = hash_key(frame->scene.seed, STREAM);
    sheet->drift = frame_drift(frame, frame->scene.cloud_drift);
    if (frame->is_level) {
        sheet->rate = CLOUD_CELL_X / LEVEL_FAR;
        sheet->period = noise_fit_rate(level_length(frame), &sheet->rate);
    }
    for (int octave = 0; octave < CLOUD_OCTAVES; octave++)
        if (!make_lattice(s, sheet, &sheet->octave[octave], octave))
            return 0;
    return 1;
}

/* ---- light -------------------------------------------------------------------- */

/* Writes the noise of the domain warp along a row at a height, fraction of H. */
static void make_warp(const paint_scratch *s, const cloud_sheet *sheet, double height, float *warp)
{
    const rl_frame *frame = s->frame;
    double far = exact_max(elevation_of(frame, height), 0.0) + CLOUD_PLANE;
    double rate = WARP_CELL_X / (frame->is_level ? LEVEL_FAR : far);
    node_noise noise = {.key = hash_key(frame->scene.seed, STREAM + 1), .octaves = WARP_OCTAVES};
    if (frame->is_level)
        noise.period = noise_fit_rate(level_length(frame), &rate);
    noise.step = rate * frame->step / frame->unit;
    noise.origin = -0.5 * rate * frame->width / frame->unit - rate * sheet->drift;
    noise.y = WARP_CELL_Y / far;
    node_noise_fill(&noise, frame->kernels, s->tiles.sky.first,
                    (size_t)s->tiles.sky.groups * SHADE_GROUP, warp);
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *sky)
{
    cloud_sheet *sheet = s->memory[layer];
    int is_new;
    if (elevation_of(s->frame, row->height) <= 0.0)
        return;
    float *warp = tile_noise_at(&sheet->warp, row, &is_new);
    if (is_new)
        make_warp(s, sheet, row->height, warp);
    cloud_kernels[s->frame->kernels](sheet, row, group, sky->air, warp, sky);
}

/* ---- preparation ---------------------------------------------------------------- */

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    double skyline[PROFILE_LATTICE];
    clouds *all = layer->data;
    (void)error;
    all->colour = colour_to_oklab(scene->palette.cloud);
    all->sun = colour_to_oklab(scene->palette.sun);
    all->dense = (float)scene_real(scene, "clouds.amount");
    all->cover = (float)scene_real(scene, "clouds.cover");
    profile_highest(frame->profile, skyline);
    for (int j = 0; j < PROFILE_LATTICE; j++)
        all->skyline_top = exact_max(all->skyline_top, skyline[j]);
    all->has_land = scene->ridge_count > 0;
    if (all->has_land) {
        all->land_l = light_own(scene, 0).l;
        all->land_haze = light_haze(scene, scene->ridge[0].depth);
    }
    return RL_OK;
}

static const scene_key clouds_keys[] = {
    REAL_KEY("clouds.amount", BY_NAME, 0, 1, RL_AUTO, "density of the clouds"),
    REAL_KEY("clouds.cover", BY_NAME, -1, 1, 0.05,
             "cover of the sky: below 0 fewer clouds, above 0 more"),
};

#define MANY 0.30 /* share of the sky from which it is cloudy */

static const rl_sight_words many_words = SIGHT("clouds", MANY, .sky = "cloudy", .rank = 30,
                                               SIGHT_EVENT(16, "over", "clouds", "a cloudy sky"));
static const rl_sight_words clouds_words =
    SIGHT("clouds", 0.06, .most = MANY, .next = &many_words,
          SIGHT_CLAUSE(30, "streaks of cloud cross the sky", "thin clouds drift across the sky"));

const layer_kind kind_clouds = {
    .name = "clouds",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .streams = 2,
    .keys = {KEY_GROUP("clouds", clouds_keys, TRAIT_SHINE | TRAIT_BUSY)},
    .amount = "clouds.amount",
    .order = -80.0,
    .data_bytes = sizeof(clouds),
    .prepare = prepare,
    .paint = {.begin = begin, .light = light, .has_veil = 1},
    .trait = {{.words = &clouds_words, .area = FACTS_OF_SKY}},
};
