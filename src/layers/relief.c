/* relief.c - what the faces of a ridge are made from: octaves, the slope of the skyline, snow,
 * beds of rock; and what a group of nodes or a row of pixels reads of them.
 */
#include "layers/relief.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "ridge/noise.h"

/* Pixels of one U below which no face has a pixel of its own. */
#define LEAST_UNIT 24.0

#define SIDE_WIDTH 0.18 /* U: near the sun the light turns to the other side */

/* ---- how the faces of each kind of ground look --------------------------------------- */

/* Tuned by eye on seeds 1..48; see the lamp in relief.h. */
static const relief_look looks[RIDGE_GROUNDS] = {
    [RIDGE_GROUND_ROCK] =
        {.nodes = gully_nodes,
         .pixels = gully_pixels,
         .base = {0.20, 0.004, 1.2, 3.4, 8.0, 1.1f, 1.5f, 0.3f, 0.25f, 0.7f, 0.15f, 0.7f, 0.3f,
                  0.6f},
         .stripes = {4.0, 1.9, 1.0, 0.85f, 1.0, 0.82, 0.80, 12, 1.5f, 0.0f, {0.6f, 0.85f}},
         .shown = {1.2, 0.40, 0.35, 0.65, 0.7},
         .lamp = {0.86f, 0.10f, 0.50f, 0.30f, 3.0f, 0.5f, 0.86f, 0.30f, 0.32f, 0.55f, 0.5f, 1.0f,
                  1.0f}},
    [RIDGE_GROUND_SAND] =
        {.nodes = sand_nodes,
         .pixels = sand_pixels,
         .base = {.blur = 0.08, .blur_least = 0.010, .drift = 0.9, .drift_x = 1.5, .drift_d = 5.0},
         .stripes = {.scale = 1.8},
         .shown = {1.0, 0.20, 2.0, 3.0, 0.0}},
    [RIDGE_GROUND_FIELDS] =
        {.nodes = fields_nodes,
         .pixels = fields_pixels,
         .base = {.blur = 0.30, .blur_least = 0.030, .drift = 0.6, .drift_x = 1.5, .drift_d = 5.0},
         .shown = {1.0, 0.60, 2.0, 3.0, 0.0}},
    [RIDGE_GROUND_HEATH] =
        {.nodes = heath_nodes,
         .pixels = heath_pixels,
         .base = {.blur = 0.50, .blur_least = 0.070, .drift = 0.6, .drift_x = 1.5, .drift_d = 5.0},
         .shown = {1.0, 0.60, 2.0, 3.0, 0.0}},
    [RIDGE_GROUND_MEADOW] =
        {.nodes = meadow_nodes,
         .pixels = meadow_pixels,
         .base = {.blur = 0.50, .blur_least = 0.070, .drift_x = 2.2, .drift_d = 15.0},
         .shown = {0.62, 0.60, 2.0, 3.0, 0.0}},
    [RIDGE_GROUND_CLIFF] =
        {.nodes = gully_nodes,
         .pixels = cliff_pixels,
         .base = {0.20, 0.035, 0.6, 3.0, 9.0, 3.0f, 1.2f, 0.0f, 0.4f, 0.8f, 0.25f, 0.24f,
                  0.0f, 0.6f},
         .stripes = {5.5, 2.0, 0.40, 1.0f, 1.2, 0.82, 1.0, 8, 1.5f, 0.0f, {1.0f, 1.0f}},
         .shown = {1.0, 0.60, 2.0, 3.0, 0.0},
         .lamp = {0.8f, 0.10f, 0.50f, 0.24f, 2.6f, 0.45f, 0.75f, 0.3f, 0.5f, 0.6f, 0.35f,
                  0.0f, 1.0f}},
    [RIDGE_GROUND_SOFT] =
        {.nodes = gully_nodes,
         .pixels = gully_pixels,
         .base = {0.20, 0.045, 1.3, 1.5, 5.0, 0.4f, 0.15f, 0.9f, 0.12f, 0.15f, 0.12f,
                  0.7f, 0.3f, 0.6f},
         .stripes = {3.0, 2.0, 1.0, 1.1f, 0.55, 0.65, 1.0, 5, 1.0f, 1.0f, {1.0f, 1.0f}},
         .shown = {0.45, 0.10, 0.55, 0.9, 0.75},
         .lamp = {0.86f, 0.10f, 0.50f, 0.30f, 2.0f, 0.3f, 0.86f, 0.30f, 0.35f, 0.35f,
                  0.0f, 0.0f, 0.5f}},
};

/* The rubble at the foot of a cliff. */
static const relief_look rubble_look = {
    .nodes = gully_nodes,
    .pixels = gully_pixels,
    .base = {0.20, 0.012, 0.6, 3.0, 9.0, 0.8f, 0.0f, 1.2f, 0.25f, 0.0f, 0.25f, 0.0f, 0.8f, 0.6f},
    .stripes = {8.0, 2.0, 1.0, 1.1f, 0.40, 0.78, 1.0, 7, 1.5f, 0.0f, {1.0f, 1.0f}},
    .shown = {1.0, 0.60, 2.0, 3.0, 0.0},
    .lamp = {0.86f, 0.10f, 0.50f, 0.36f, 2.2f, 0.45f, 0.86f, 0.30f, 0.4f, 0.6f, 0.4f, 0.0f, 1.0f}};

/* Meadows are lit so much far from the sun, and over so many U more toward it. */
#define MEADOW_LEAST 0.55
#define MEADOW_NEAR 0.45

/* Before near ground the slope of a forest is meadow, too, between its trees: pale patches, but no
 * light at its crest. */
static const relief_look glade_look = {
    .nodes = meadow_nodes,
    .pixels = meadow_pixels,
    .base = {.blur = 0.50, .blur_least = 0.070, .drift_x = 5.0, .drift_d = 26.0},
    .shown = {4.5, 0.60, 2.0, 3.0, 0.0}};

/* ---- octaves ---------------------------------------------------------------------- */

/* Pixels of a stripe below which an octave is not painted, and from which it is painted
 * wholly; small pictures and pixel art end earlier, so that they are not busy. */
#define FINEST 1.6
#define FINE 3.2
#define LEAST_PIXELS 2.0 /* finer ones cost what they do not show */
#define SMALL_UNIT 360.0
#define ONSET_LENGTHS 4.0 /* an octave is there wholly so many lengths of a stripe down */

/* Fine waves are triangles, and not normalised: they have about half the height. */
#define FINE_FACET 1.8

#define CALM_GAIN 0.16 /* octaves of calm faces fade by so much more */

/* Arms are known at nodes, ripples at pixels. */
static void make_sand(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    relief_octave *arms = &faces->octave[0];
    relief_octave *ripples = &faces->octave[RELIEF_COARSE];
    faces->near = exact_smoothstep(0.35, 1.0, land->depth);
    faces->arms = (float)land->relief;
    faces->glow = (float)(0.24 * faces->near * land->relief);
    faces->arm_x = hash_at(faces->key, 1, 0) & 1 ? 0.62f : -0.62f;
    double cells = faces->look->stripes.scale / exact_mix(1.0, 1.3, land->depth);
    arms->rate = cells;
    arms->rate_y = 2.2 * cells;
    arms->sink = (float)(0.9 * cells);
    faces->arm_edge = (float)(frame->unit / (4.0 * 6.28 * 1.5 * cells));
    cells = 60.0 * exact_mix(1.6, 1.0, faces->near);
    ripples->rate = 0.12 * cells;
    ripples->rate_y = cells;
    ripples->sink = (float)(0.25 * cells);
    ripples->strength =
        (float)(0.38 * land->relief * exact_smoothstep(FINEST, FINE, frame->unit / (1.6 * cells)));
    arms->key = hash_key(faces->key, 0);
    ripples->key = hash_key(faces->key, 1);
    arms->period = (int32_t)noise_fit_rate(frame->loop, &arms->rate);
    ripples->period = (int32_t)noise_fit_rate(frame->loop, &ripples->rate);
    faces->octaves = ripples->strength > 0.0f ? RELIEF_COARSE + 1 : RELIEF_COARSE;
}

static void make_octaves(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    const relief_look *look = faces->look;
    double small = exact_clamp(SMALL_UNIT / frame->unit, 1.0, 2.0);
    if (frame->colours > 0)
        small = 2.0;
    double near = ridge_has(land, RIDGE_OF_DEM) ? 0.0 : land->depth;
    double rate = look->stripes.scale / exact_mix(1.0, 1.4, near) / frame->scene.land_relief_scale;
    double strength = look->stripes.strength;
    for (int o = 0; o < RELIEF_OCTAVES; o++) {
        relief_octave *octave = &faces->octave[o];
        octave->rate = rate;
        octave->period = (int32_t)noise_fit_rate(frame->loop, &octave->rate);
        octave->rate_y = -octave->rate * look->stripes.squeeze;
        octave->key = hash_key(faces->key, (uint64_t)o);
        double length = 1.0 / (octave->rate * (double)look->stripes.freq);
        double pixels = length * frame->unit;
        double seen = exact_smoothstep(FINEST * small, FINE * small, pixels);
        if (o >= look->stripes.octaves || pixels < LEAST_PIXELS)
            seen = 0.0;
        octave->strength = (float)(strength * seen);
        octave->facet = (float)exact_clamp(0.2 * pixels, 1.0, 5.0);
        octave->onset = (float)(ONSET_LENGTHS / length);
        octave->form = stripe_form_of((double)octave->facet * FINE_FACET,
                                      strength * seen * look->stripes.fine);
        octave->whole = (int16_t)exact_clamp(0.25 * RELIEF_DEPTH_PARTS * pixels, 1.0, 16383.0);
        octave->rise = (int16_t)(32767 / octave->whole);
        if (seen > 0.0)
            faces->octaves = o + 1;
        rate *= look->stripes.lacunarity;
        strength *= look->stripes.gain * (1.0 + CALM_GAIN * (0.5 - frame->scene.land_relief_calm));
    }
}

/* ---- the foot of a cliff ---------------------------------------------------------------- */

/* Where the rubble below a cliff begins: the profile without its cliffs, with cones. */
#define CONES 0.04 /* U of height */
#define CONES_RATE 9.0
#define CLIFF_LEAST 0.012 /* U: lower cliffs are none */

/* The height (U) of rubble above the profile's foot, below a cliff so many U high. */
static double cone_at(const rl_frame *frame, const relief *rubble, double x, double cliff)
{
    double rate = CONES_RATE;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    if (cliff <= 0.01)
        return 0.0;
    return CONES * noise_fractal(rubble->key + 5, 6, rate * x, 0.5, period) *
           exact_smoothstep(0.01, 0.08, cliff);
}

/* ---- the slope of the skyline -------------------------------------------------------- */

#define BLUR_STEP 0.003 /* U between samples of the finest blur */

/* The ranges that let each level be known between two places (U), and two samples beyond for
 * slopes. */
static size_t plan_blurs(const rl_frame *frame, relief *faces, double left, double right)
{
    size_t all = 0;
    double step = BLUR_STEP * (double)(1 << (RELIEF_BLURS - 1));
    (void)noise_fit_cell(frame->loop, &step); /* in a loop each step divides it */
    for (int k = RELIEF_BLURS - 1; k >= 0; k--, step *= 0.5) {
        relief_blur *blur = &faces->blur[k];
        blur->step = step;
        int64_t first = exact_floor(left / blur->step) - 2;
        int64_t last = exact_floor(right / blur->step) + 3;
        if (k + 1 < RELIEF_BLURS) {
            int64_t from = 2 * blur[1].first - 2;
            int64_t to = 2 * (blur[1].first + blur[1].count - 1) + 2;
            first = from < first ? from : first;
            last = to > last ? to : last;
        }
        blur->first = first;
        blur->count = last - first + 1;
        all += (size_t)blur->count;
    }
    return all;
}

/* Binomial blurs of heights, `unit` to a U, each of every second sample of the one before. */
static void blur_heights(relief *faces, double unit, double *height, double *next, float *slope)
{
    for (int k = 0; k < RELIEF_BLURS; k++) {
        relief_blur *blur = &faces->blur[k];
        blur->slope = slope;
        slope += blur->count;
        double width = 2.0 * blur->step * unit; /* of central differences */
        for (int64_t i = 1; i + 1 < blur->count; i++)
            blur->slope[i] = (float)((height[i + 1] - height[i - 1]) / width);
        blur->slope[0] = blur->slope[blur->count - 1] = 0.0f;
        for (int64_t i = 0; k + 1 < RELIEF_BLURS && i < blur[1].count; i++) {
            const double *h = height + (2 * (blur[1].first + i) - blur->first);
            next[i] = (h[-2] + h[2] + 4.0 * (h[-1] + h[1]) + 6.0 * h[0]) / 16.0;
        }
        double *other = height;
        height = next;
        next = other;
    }
}

/* The slopes of a ridge's skyline, and of the edge of its rubble. */
static rl_status blur_skyline(const rl_frame *frame, const ridge_layer *ridge, relief *faces,
                              relief *rubble, rl_error *error)
{
    double beyond = RELIEF_DRIFT_MOST +
                    (double)(2 * SHADE_GROUP * frame->fine_step + TILES_BLOCK) / frame->unit;
    double left = ((double)frame->x - 0.5 * frame->width) / frame->unit;
    size_t all =
        plan_blurs(frame, faces, left - beyond, left + frame->columns / frame->unit + beyond);
    float *slope = arena_array(frame->arena, rubble != NULL ? 2 * all : all, sizeof *slope);
    size_t finest = (size_t)faces->blur[0].count;
    double *height = memory_array(frame->allocator, 4 * finest, sizeof *height);
    if (slope == NULL || height == NULL) {
        memory_free(frame->allocator, height);
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    }
    double *next = height + finest, *foot = next + finest, *cliff = foot + finest;
    double step = faces->blur[0].step;
    ridge_grid grid = {.first = faces->blur[0].first, .step = step, .detail = step};
    rl_status status = profile_heights(frame->profile, ridge->ridge, &grid, finest, height, error);
    grid.is_foot = 1;
    if (status == RL_OK && rubble != NULL)
        status = profile_heights(frame->profile, ridge->ridge, &grid, finest, foot, error);
    for (size_t i = 0; status == RL_OK && rubble != NULL && i < finest; i++) {
        foot[i] /= frame->unit_share;
        cliff[i] = height[i] / frame->unit_share - foot[i];
        foot[i] += cone_at(frame, rubble, (double)(grid.first + (int64_t)i) * step, cliff[i]);
    }
    if (status == RL_OK)
        blur_heights(faces, frame->unit_share, height, next, slope);
    if (status == RL_OK && rubble != NULL) {
        boulder_ground ground = {.first = grid.first,
                                 .step = step,
                                 .count = (int64_t)finest,
                                 .foot = foot,
                                 .cliff = cliff};
        status = boulders_make(frame, ridge->ridge, rubble, &ground, rubble->boulders, error);
        memcpy(rubble->blur, faces->blur, sizeof rubble->blur);
        blur_heights(rubble, 1.0, foot, next, slope + all);
    }
    memory_free(frame->allocator, height);
    return status;
}

/* ---- the land before a slice ----------------------------------------------------------- */

/* Over so many U below the crest the skyline's slope becomes the land's. */
#define LAND_DEPTH 0.08

#define LAND_ROLL 0.5 /* the land is at most so much steeper or flatter than the look's fall */

#define LAND_GAP 0.01   /* sides of the map, at least: slices may have one depth */
#define LAND_ALONE 0.25 /* before the only slice */

/* Nine in ten places of a face are seen down to the next slice: U, within limits. */
#define LAND_SEEN 0.9
#define LAND_SEEN_LEAST 0.10
#define LAND_SEEN_MOST 0.40

/* The next slice toward the viewer, or away from him; -1 = there is none. */
static int next_slice(const rl_scene *scene, int ridge, int way)
{
    int i = ridge + way;
    while (i >= 0 && i < scene->ridge_count && !ridge_has(&scene->ridge[i], RIDGE_OF_MAP))
        i += way;
    return i < scene->ridge_count ? i : -1;
}

static void find_land(const rl_frame *frame, int ridge, relief_land *land)
{
    const ridge_profile *profile = frame->profile;
    const rl_scene *scene = &frame->scene;
    if (!ridge_has(&scene->ridge[ridge], RIDGE_OF_MAP))
        return;
    ridge_line line =
        line_make(&scene->ridge[ridge], 0, 0, &profile->ridge[ridge].row, frame->loop, 0);
    int samples = scene->map.samples;
    land->map = &profile->land;
    land->left = line.origin;
    land->side = line.spacing * (profile->land.wrap ? samples : samples - 1);
    land->row = profile->ridge[ridge].row_place;
    land->steep = line.gain * profile->ridge[ridge].summit_scale / land->side;
    /* The world lattice decides, as if U were H: each frame shows the same. */
    double depth[PROFILE_LATTICE], next[PROFILE_LATTICE];
    int nearer = next_slice(scene, ridge, 1), farther = next_slice(scene, ridge, -1);
    profile_skyline(profile, ridge, 1.0, depth);
    if (nearer >= 0)
        profile_skyline(profile, nearer, 1.0, next);
    for (int i = 0; i < PROFILE_LATTICE && nearer >= 0; i++)
        depth[i] -= next[i];
    double gap = nearer >= 0    ? profile->ridge[nearer].row_place - land->row
                 : farther >= 0 ? land->row - profile->ridge[farther].row_place
                                : LAND_ALONE;
    land->per_depth =
        exact_max(gap, LAND_GAP) / exact_clamp(profile_quantile(depth, PROFILE_LATTICE, LAND_SEEN),
                                               LAND_SEEN_LEAST, LAND_SEEN_MOST);
}

/* The slopes of the land at a place of a face, and their share. */
static void find_slopes(const relief *faces, double x, double depth, relief_group *group, int i)
{
    double fall = (double)faces->look->base.fall;
    double share = exact_smoothstep(0.0, LAND_DEPTH, depth);
    double right, toward;
    ridge_land_slope(faces->land.map, (x - faces->land.left) / faces->land.side,
                     faces->land.row + faces->land.per_depth * depth, &right, &toward);
    double roll = faces->land.steep * toward / fall;
    roll *= LAND_ROLL / exact_sqrt(1.0 + roll * roll);
    group->across[i] = (float)(faces->land.steep * right);
    group->down[i] = (float)(fall * (share * roll - 1.0));
    group->share[i] = (float)share;
}

/* ---- snow and beds --------------------------------------------------------------------- */

#define SNOW_BORDER 0.35 /* of that, where pixels are fine */
#define SNOW_WET 0.4     /* shade of rock between it, high up */

/* Within a pixel the slopes that decide on snow change the more the larger it is: by so much, in
 * soft widths, where one were all of U.  The border is wider by that, as the mean of what smaller
 * pixels show there. */
#define SNOW_PIXEL 500.0

#define BEDS_PER_U 38.0 /* thick beds; finer ones lie between them */
#define LEDGES_PER_U 22.0
#define LEDGE_SHADE 1.5
#define BED_SHADE 1.0  /* contrast of beds for strata = 1 */
#define BED_LIFT 0.010 /* U: beds are not ruled lines */
#define LIFT_RATE 2.5  /* cells of what bends them in a U */
#define BED_DIP 0.025  /* rise over run, at most */

/* Beds that dip for ever would leave the picture: along an endless world they come back
 * after so many U. */
#define FOLD 24.0

static void make_beds(const rl_frame *frame, uint64_t key, float *bed, float *lift, size_t nodes)
{
    int octaves = 1; /* of beds that are at least two pixels thick, at most four */
    while (octaves < 4 && BEDS_PER_U * (double)(4 << octaves) < frame->unit)
        octaves++;
    for (int i = 0; i < RELIEF_BEDS; i++) {
        double height = (double)i / RELIEF_BEDS_PER_U;
        double bend = noise_gradient(key + 2, 0, 6.0 * height, 0.5, 0);
        double place = LEDGES_PER_U * height + 0.25 * bend;
        int64_t ledge = exact_floor(place);
        double up = place - (double)ledge;
        double strength = hash_unit(hash_at(key + 2, 1, ledge));
        /* Some beds end in a ledge: dark below, where the next one begins, pale on top. */
        double shade = up < 0.22 ? -0.9 * (1.0 - up / 0.22) : up > 0.86 ? 0.45 : 0.0;
        bed[i] = (float)(BED_SHADE * noise_fractal(key, octaves, BEDS_PER_U * height, 0.5, 0) +
                         LEDGE_SHADE * strength * strength * shade);
    }
    double rate = LIFT_RATE;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    double dip = BED_DIP * (2.0 * hash_unit(hash_mix(key)) - 1.0);
    int64_t first = frame->first_block * (frame->block / frame->fine_step);
    for (size_t n = 0; n < nodes; n++) {
        double x =
            ((double)(first + (int64_t)n) * frame->fine_step - 0.5 * frame->width) / frame->unit;
        double way = frame_lean(frame, x);
        if (frame->loop <= 0.0 && frame->is_level) {
            way = x - FOLD * exact_round(x / FOLD);
            double share = 2.0 * way / FOLD;
            way *= 1.0 - share * share;
        }
        lift[n] =
            (float)(RELIEF_BEDS_PER_U *
                    (dip * way + BED_LIFT * noise_fractal(key + 1, 3, rate * x, 0.5, period)));
    }
}

/* Against a low sun the air before far faces is bright: they lose so much of their contrast. */
#define AGAINST 0.28
#define AGAINST_FROM 0.12 /* H that the sun is above the horizon, */
#define AGAINST_TO 0.40   /* and where it is high enough */

static double against_light(const rl_frame *frame, const rl_ridge *land)
{
    const frame_light *light = &frame->light;
    double above = 1.0 - light->sun_y / frame->height - light->horizon;
    double low = 1.0 - exact_smoothstep(AGAINST_FROM, AGAINST_TO, above);
    return 1.0 - AGAINST * low * light->sun_seen * (1.0 - exact_smoothstep(0.0, 1.0, land->depth));
}

/* All rings have the same stripes, or one would see where each ends. */
static void find_vista(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    const vista *view = frame->profile->vista;
    faces->vista = view;
    vista_ring(land, &faces->ring_from, &faces->ring_to);
    faces->snow_top = 0.0;
    faces->snow_metres = (float)view->snow_line;
    faces->snow_per = (float)(1.0 / view->snow_metres);
    faces->snow_tilt = (float)(1.0 / (SNOW_SOFT * (double)SNOW_SLOPE));
}

/* ---- the faces of a ridge ----------------------------------------------------------- */

static size_t nodes_of(const rl_frame *frame)
{
    return (size_t)frame->blocks * (size_t)(frame->block / frame->fine_step) + 1;
}

/* The middle of a block's first column, U. */
static double block_left(const rl_frame *frame, int block)
{
    double column = (double)((frame->first_block + block) * TILES_BLOCK) + 0.5;
    return (column - 0.5 * frame->width) / frame->unit;
}

static rl_status make_foot(const rl_frame *frame, ridge_layer *ridge, relief *faces, float *foot,
                           float *cliff, rl_error *error)
{
    size_t nodes = nodes_of(frame);
    double step = frame->fine_step / frame->unit;
    ridge_grid grid = {.first = frame->first_block * (frame->block / frame->fine_step),
                       .step = step,
                       .origin = -0.5 * frame->width / frame->unit,
                       .detail = exact_max(step, 0.006),
                       .is_foot = 1};
    double *height = memory_array(frame->allocator, nodes, sizeof *height);
    if (height == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    rl_status status = profile_heights(frame->profile, ridge->ridge, &grid, nodes, height, error);
    for (size_t n = 0; n < nodes && status == RL_OK; n++) {
        double x = (double)(grid.first + (int64_t)n) * step + grid.origin;
        double top = ridge->row[0].ground[n] / (FRAME_HEIGHT_ONE * frame->unit);
        double low = height[n] / frame->unit_share;
        cliff[n] = (float)exact_smoothstep(0.0, CLIFF_LEAST, top - low);
        foot[n] = (float)(low + cone_at(frame, faces, x, top - low));
    }
    memory_free(frame->allocator, height);
    return status;
}

/* Faces of one look; `memory` has room for three planes of nodes and the beds. */
static rl_status make_faces(const rl_frame *frame, ridge_layer *ridge, const relief_look *look,
                            float *memory, relief *faces, rl_error *error)
{
    const rl_ridge *land = &frame->scene.ridge[ridge->ridge];
    size_t nodes = nodes_of(frame);
    int is_rubble = look == &rubble_look;
    faces->has_crest = look != &glade_look;
    faces->look = look;
    faces->nodes = look->nodes[frame->kernels];
    faces->pixels = look->pixels[frame->kernels];
    faces->key = hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)ridge->ridge);
    if (ridge_has(land, RIDGE_OF_DEM)) /* one sees no rings, but for their edges */
        faces->key = hash_key(frame->scene.seed, STREAM_PANORAMA);
    faces->key += is_rubble ? 8 : 0;
    faces->drift_rate = look->base.drift_x;
    faces->drift_cells = noise_fit_rate(frame->loop, &faces->drift_rate);
    faces->base = land->base / frame->unit_share;
    faces->fade = look->shown.fade + 0.1 * land->depth;
    faces->strata = land->strata;
    faces->amount = land->relief / 0.8 * look->shown.share * against_light(frame, land) *
                    (1.0 - look->shown.calm * exact_smoothstep(look->shown.calm_from,
                                                               look->shown.calm_to, land->depth));
    if (look->pixels == sand_pixels)
        make_sand(frame, land, faces);
    else if (look->pixels == fields_pixels)
        fields_make(frame, faces->key, land->spacing, land->depth, &faces->fields);
    else if (look->pixels == heath_pixels)
        heath_make(frame, faces->key, faces->base, land->depth, &faces->heath);
    else if (look->pixels != meadow_pixels)
        make_octaves(frame, land, faces);
    faces->place =
        arena_array(frame->arena, (size_t)frame->blocks * RELIEF_FINE, sizeof *faces->place);
    if (faces->place == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    for (int i = 0; i < frame->blocks * RELIEF_FINE; i++) {
        const relief_octave *octave = &faces->octave[RELIEF_COARSE + i % RELIEF_FINE];
        stripe_cell_at(octave->rate * block_left(frame, i / RELIEF_FINE), octave->period,
                       &faces->place[i].cell, &faces->place[i].part);
    }
    int64_t first = frame->first_block * (frame->block / frame->fine_step);
    for (size_t n = 0; n < nodes; n++) {
        double x =
            ((double)(first + (int64_t)n) * frame->fine_step - 0.5 * frame->width) / frame->unit;
        memory[n] = (float)exact_clamp(frame_lean(frame, frame->light.sun_side - x) / SIDE_WIDTH,
                                       -1.0, 1.0);
    }
    faces->side = memory;
    if (ridge->has_snow) {
        /* It begins below the highest point of the ridge on the world lattice but for 2 %. */
        double heights[PROFILE_LATTICE];
        double border = SNOW_BORDER + SNOW_PIXEL / frame->unit;
        profile_skyline(frame->profile, ridge->ridge, frame->unit_share, heights);
        faces->snow = (float)land->snow;
        faces->snow_top =
            profile_quantile(heights, PROFILE_LATTICE, 0.98) / frame->unit_share - land->snow_line;
        faces->snow_low = (float)(-0.5 * border);
        faces->snow_scale = (float)(1.0 / border);
    }
    if (ridge->has_beds && !is_rubble) {
        make_beds(frame, faces->key + 4, memory + 3 * nodes, memory + nodes, nodes);
        faces->bed = memory + 3 * nodes;
        faces->lift = memory + nodes;
    }
    for (size_t n = 0; n < nodes && look->pixels == fields_pixels; n++) {
        double x =
            ((double)(first + (int64_t)n) * frame->fine_step - 0.5 * frame->width) / frame->unit;
        memory[nodes + n] = (float)fields_shift(&faces->fields, x);
        faces->lift = memory + nodes;
    }
    for (size_t n = 0; n < nodes && look->pixels == meadow_pixels; n++) {
        double x =
            ((double)(first + (int64_t)n) * frame->fine_step - 0.5 * frame->width) / frame->unit;
        double way = exact_abs(frame_way(frame, x - frame->light.sun_side));
        memory[nodes + n] = (float)exact_mix(MEADOW_LEAST, 1.0, exact_exp(-way / MEADOW_NEAR));
        faces->lift = memory + nodes;
    }
    if (is_rubble) {
        TRY(make_foot(frame, ridge, faces, memory + nodes, memory + 2 * nodes, error));
        faces->foot = memory + nodes;
        faces->cliff = memory + 2 * nodes;
    }
    find_land(frame, ridge->ridge, &faces->land);
    if (frame->profile->vista != NULL && ridge_has(land, RIDGE_OF_DEM))
        find_vista(frame, land, faces);
    faces->has_slopes = faces->land.map != NULL || faces->vista != NULL;
    return RL_OK;
}

rl_status relief_make(preparation *work, ridge_layer *ridge, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_ridge *land = &frame->scene.ridge[ridge->ridge];
    if (frame->unit < LEAST_UNIT || !(land->relief > 0.0 || land->snow > 0.0 || land->strata > 0.0))
        return RL_OK;
    ridge_ground ground = ridge_family_of(land)->ground;
    int is_glade = ridge->is_far_lit && ground != RIDGE_GROUND_MEADOW;
    if (ground == RIDGE_GROUND_ROCK && wood_is_wooded(&frame->scene, ridge->ridge) &&
        frame->scene.tree_rows > 1) /* bare faces between trees would be stains */
        ground = RIDGE_GROUND_SOFT;
    const relief_look *look = is_glade ? &glade_look : &looks[ground];
    int parts = look->pixels == cliff_pixels ? 2 : 1;
    size_t room = 3 * nodes_of(frame) + RELIEF_BEDS;
    relief *faces = arena_zeroed(frame->arena, (size_t)parts, sizeof *faces);
    float *memory = arena_array(frame->arena, (size_t)parts * room, sizeof *memory);
    if (faces == NULL || memory == NULL)
        return status_fail(error, RL_NO_MEMORY, "relief: out of memory");
    ridge->faces = faces;
    ridge->has_snow = land->snow > 0.0 && look->nodes == gully_nodes;
    ridge->has_beds = land->strata > 0.0;
    ridge->has_cover = ground == RIDGE_GROUND_FIELDS || ground == RIDGE_GROUND_HEATH;
    rl_status status = profile_hold(frame->profile, ridge->ridge, error);
    if (status == RL_OK)
        status = make_faces(frame, ridge, look, memory, faces, error);
    if (status == RL_OK && parts == 2) {
        faces->rubble = faces + 1;
        status = make_faces(frame, ridge, &rubble_look, memory + room, faces + 1, error);
    }
    if (status == RL_OK)
        status = blur_skyline(frame, ridge, faces, parts == 2 ? faces + 1 : NULL, error);
    profile_release(frame->profile, ridge->ridge);
    return status;
}

/* ---- rows ----------------------------------------------------------------------------- */

/* Where the samples of all blurs are around places from `left` on: they count from one of the
 * coarsest blur that is left of what may be looked up. */
static void place_blurs(const relief *faces, double left, relief_group *group)
{
    const relief_blur *blur = faces->blur, *last = &blur[RELIEF_BLURS - 1];
    int64_t first = exact_floor((left - RELIEF_DRIFT_MOST) / last->step);
    group->blur_part = (float)((left - (double)first * last->step) / blur->step);
    group->blur_last = (int32_t)(last->slope + last->count - blur->slope - 2);
    for (int k = 0; k < RELIEF_BLURS; k++)
        group->blur_at[k] = (int32_t)(first * ((int64_t)1 << (RELIEF_BLURS - 1 - k)) -
                                      blur[k].first + (blur[k].slope - blur->slope));
}

void relief_group_at(const rl_frame *frame, const relief *faces, const shade_row *row,
                     const shade_group *at, const float *below, relief_group *group)
{
    double height = (frame->height - row->y_px) / frame->unit;
    double left = ((double)at->first * frame->fine_step - 0.5 * frame->width) / frame->unit;
    double step = frame->fine_step / frame->unit;
    int64_t origin = at->first - frame->first_block * (frame->block / frame->fine_step);
    int64_t last = (int64_t)nodes_of(frame) - 1;
    const float *lift = faces->lift != NULL ? faces->lift : faces->cliff;
    for (int o = 0; o < RELIEF_COARSE; o++) {
        const relief_octave *octave = &faces->octave[o];
        if (group->faces != faces || group->row != row->node_row)
            stripe_line_at(&group->line[o], octave->key, (height - faces->base) * octave->rate_y,
                           0);
        stripe_cell_at(octave->rate * left, octave->period, &group->cell[o], &group->part[o]);
        group->rate[o] = (float)(octave->rate * step);
    }
    for (int k = 0; k < HEATH_PATCHES && faces->look->pixels == heath_pixels; k++) {
        if (group->faces != faces || group->row != row->node_row)
            heath_row(&faces->heath, &faces->heath.patch[k], height, step, &group->patch[k]);
        plane_span_at(&group->patch_at[k], &group->patch[k], left, step);
    }
    group->faces = faces;
    group->row = row->node_row;
    group->height = (float)height;
    group->step = (float)step;
    stripe_cell_at(faces->drift_rate * left, (int32_t)faces->drift_cells, &group->drift_cell,
                   &group->drift_part);
    group->drift_rate = (float)(faces->drift_rate * step);
    place_blurs(faces, left, group);
    for (int i = 0; i < SHADE_GROUP; i++) {
        int64_t node = origin + i;
        node = node < 0 ? 0 : node > last ? last : node;
        double above = faces->foot != NULL ? height - (double)faces->foot[node]
                                           : -(double)below[i] / frame->unit;
        group->above[i] = (float)above;
        group->side[i] = faces->side[node];
        group->lift[i] = lift != NULL ? lift[node] : 0.0f;
        if (faces->vista != NULL)
            relief_vista_at(faces, node, height, group, i);
        else if (faces->has_slopes)
            find_slopes(faces, left + i * step, exact_max(-above, 0.0), group, i);
    }
}

/* A stripe is seen where it is so many times as long as what a row stands for. */
#define REACH_LENGTH 4.0

void relief_row_at(const rl_frame *frame, const ridge_layer *ridge, const relief *faces, int row,
                   int reach, relief_pixels *out)
{
    double height = (frame->height - row - 0.5) / frame->unit;
    out->faces = faces;
    out->ridge = ridge;
    out->depth_parts = (float)(RELIEF_DEPTH_PARTS * frame->unit);
    out->octaves = RELIEF_COARSE;
    for (int o = RELIEF_COARSE; o < faces->octaves; o++) {
        double least = reach > 0 ? REACH_LENGTH * (2 * reach + 1) / frame->unit : 0.0;
        if (least * (double)faces->octave[o].onset > ONSET_LENGTHS)
            break;
        out->octaves = o + 1;
        stripe_line_at(&out->line[o], faces->octave[o].key,
                       (height - faces->base) * faces->octave[o].rate_y, 0);
        out->rate[o] = (float)(faces->octave[o].rate / frame->unit);
        out->fine[o - RELIEF_COARSE] = stripe_shorts_of(&out->line[o], (double)out->rate[o]);
    }
    if (faces->look->pixels == heath_pixels)
        heath_row(&faces->heath, &faces->heath.tufts, height, 1.0 / frame->unit, &out->tufts);
    double altitude = (height - faces->snow_top) / SNOW_SOFT;
    out->altitude = (float)altitude;
    out->wet = ridge->has_snow ? (float)(SNOW_WET * exact_smoothstep(-2.5, 0.0, altitude)) : 0.0f;
    out->bed = (float)(height * RELIEF_BEDS_PER_U);
    out->edge = (float)(0.5 * frame->unit);
    if (faces->foot != NULL)
        boulders_row_at(frame, faces->boulders, faces->base, height, out->boulders);
}

void relief_block_at(const rl_frame *frame, int block, relief_pixels *out)
{
    double x = block_left(frame, block);
    out->place = out->faces->place + (size_t)block * RELIEF_FINE;
    if (out->faces->look->pixels == heath_pixels)
        plane_span_at(&out->tufts_at, &out->tufts, x + 0.5 / frame->unit, 1.0 / frame->unit);
    if (out->faces->look->pixels == fields_pixels)
        fields_place_at(frame, &out->faces->fields, x, &out->fields);
    if (out->faces->foot != NULL)
        boulders_block_at(out->faces->boulders, x, out->boulders);
}
