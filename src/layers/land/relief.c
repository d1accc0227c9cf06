/* relief.c - prepares the faces of a ridge for their kernels: octaves of stripes, the slope of the
 * skyline, snow and beds of rock, then the inputs of a group of nodes or a row of pixels.
 */
#include "layers/land/relief.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "ridge/noise.h"

#define LEAST_UNIT 24.0 /* pixels per U below which faces are finer than a pixel */
#define SIDE_WIDTH 0.18 /* distance from the sun over which the light changes sides, U */

/* ---- looks of the kinds of ground ---------------------------------------------------- */

static const relief_hooks gully_hooks, cliff_hooks;

/* The rubble at the foot of a cliff. */
static const relief_look rubble_look = {
    .hooks = &gully_hooks,
    .base = {.blur = 0.20,
             .blur_least = 0.012,
             .drift = 0.6,
             .drift_x = 3.0,
             .drift_d = 9.0,
             .fall = 0.8f,
             .rest = 1.2f,
             .soft = 0.25f,
             .snow_soft = 0.25f,
             .turn_rest = 0.8f,
             .turn_soft = 0.6f},
    .stripes = {.scale = 8.0,
                .lacunarity = 2.0,
                .squeeze = 1.0,
                .freq = 1.1f,
                .strength = 0.40,
                .gain = 0.78,
                .fine = 1.0,
                .octaves = 7,
                .turn = 1.5f,
                .broad = {1.0f, 1.0f}},
    .shown = {.share = 1.0, .fade = 0.60, .calm_from = 2.0, .calm_to = 3.0},
    .lamp = {.side = 0.86f,
             .up = 0.10f,
             .lift = 0.50f,
             .base = 0.36f,
             .sharp = 2.2f,
             .blend = 0.45f,
             .fine_side = 0.86f,
             .fine_up = 0.30f,
             .in_dark = 0.4f,
             .in_lit = 0.6f,
             .lower = 0.4f,
             .lit = 1.0f}};

/* Tuned by eye on seeds 1..48. */
static const relief_look looks[RIDGE_GROUNDS] = {
    [RIDGE_GROUND_ROCK] =
        {.hooks = &gully_hooks,
         .base = {.blur = 0.20,
                  .blur_least = 0.004,
                  .drift = 1.2,
                  .drift_x = 3.4,
                  .drift_d = 8.0,
                  .fall = 1.1f,
                  .share = 1.5f,
                  .rest = 0.3f,
                  .soft = 0.25f,
                  .snow_share = 0.7f,
                  .snow_soft = 0.15f,
                  .turn_share = 0.7f,
                  .turn_rest = 0.3f,
                  .turn_soft = 0.6f},
         .stripes = {.scale = 4.0,
                     .lacunarity = 1.9,
                     .squeeze = 1.0,
                     .freq = 0.85f,
                     .strength = 1.0,
                     .gain = 0.82,
                     .fine = 0.80,
                     .octaves = 12,
                     .turn = 1.5f,
                     .broad = {0.6f, 0.85f}},
         .shown = {.share = 1.2, .fade = 0.40, .calm_from = 0.35, .calm_to = 0.65, .calm = 0.7},
         .lamp = {.side = 0.86f,
                  .up = 0.10f,
                  .lift = 0.50f,
                  .base = 0.30f,
                  .sharp = 3.0f,
                  .blend = 0.5f,
                  .fine_side = 0.86f,
                  .fine_up = 0.30f,
                  .in_dark = 0.32f,
                  .in_lit = 0.55f,
                  .lower = 0.5f,
                  .crease = 1.0f,
                  .lit = 1.0f}},
    [RIDGE_GROUND_SAND] =
        {.hooks = &sand_hooks,
         .base = {.blur = 0.08, .blur_least = 0.010, .drift = 0.9, .drift_x = 1.5, .drift_d = 5.0},
         .stripes = {.scale = 1.8},
         .shown = {.share = 1.0, .fade = 0.20, .calm_from = 2.0, .calm_to = 3.0}},
    [RIDGE_GROUND_FIELDS] =
        {.hooks = &fields_hooks,
         .base = {.blur = 0.30, .blur_least = 0.030, .drift = 0.6, .drift_x = 1.5, .drift_d = 5.0},
         .shown = {.share = 1.0, .fade = 0.60, .calm_from = 2.0, .calm_to = 3.0}},
    [RIDGE_GROUND_HEATH] =
        {.hooks = &meadow_hooks,
         .base = {.blur = 0.50, .blur_least = 0.070, .drift_x = 4.5, .drift_d = 14.0},
         .shown = {.share = 3.0, .fade = 0.60, .calm_from = 2.0, .calm_to = 3.0}},
    [RIDGE_GROUND_MEADOW] =
        {.hooks = &meadow_hooks,
         .has_crest = 1,
         .base = {.blur = 0.50, .blur_least = 0.070, .drift_x = 2.2, .drift_d = 15.0},
         .shown = {.share = 0.62, .fade = 0.60, .calm_from = 2.0, .calm_to = 3.0}},
    [RIDGE_GROUND_CLIFF] = {.hooks = &cliff_hooks,
                            .rubble = &rubble_look,
                            .base = {.blur = 0.20,
                                     .blur_least = 0.035,
                                     .drift = 0.6,
                                     .drift_x = 3.0,
                                     .drift_d = 9.0,
                                     .fall = 3.0f,
                                     .share = 1.2f,
                                     .soft = 0.4f,
                                     .snow_share = 0.8f,
                                     .snow_soft = 0.25f,
                                     .turn_share = 0.24f,
                                     .turn_soft = 0.6f},
                            .stripes = {.scale = 5.5,
                                        .lacunarity = 2.0,
                                        .squeeze = 0.40,
                                        .freq = 1.0f,
                                        .strength = 1.2,
                                        .gain = 0.82,
                                        .fine = 1.0,
                                        .octaves = 8,
                                        .turn = 1.5f,
                                        .broad = {1.0f, 1.0f}},
                            .shown = {.share = 1.0, .fade = 0.60, .calm_from = 2.0, .calm_to = 3.0},
                            .lamp = {.side = 0.8f,
                                     .up = 0.10f,
                                     .lift = 0.50f,
                                     .base = 0.24f,
                                     .sharp = 2.6f,
                                     .blend = 0.45f,
                                     .fine_side = 0.75f,
                                     .fine_up = 0.3f,
                                     .in_dark = 0.5f,
                                     .in_lit = 0.6f,
                                     .lower = 0.35f,
                                     .lit = 1.0f}},
    [RIDGE_GROUND_SOFT] =
        {.hooks = &gully_hooks,
         .base = {.blur = 0.20,
                  .blur_least = 0.045,
                  .drift = 1.3,
                  .drift_x = 1.5,
                  .drift_d = 5.0,
                  .fall = 0.4f,
                  .share = 0.15f,
                  .rest = 0.9f,
                  .soft = 0.12f,
                  .snow_share = 0.15f,
                  .snow_soft = 0.12f,
                  .turn_share = 0.7f,
                  .turn_rest = 0.3f,
                  .turn_soft = 0.6f},
         .stripes = {.scale = 3.0,
                     .lacunarity =
                         2.0,
                     .squeeze = 1.0,
                     .freq = 1.1f,
                     .strength = 0.55,
                     .gain = 0.65,
                     .fine = 1.0,
                     .octaves = 5,
                     .turn = 1.0f,
                     .least = 1.0f,
                     .broad = {1.0f, 1.0f}},
         .shown = {.share = 0.45, .fade = 0.10, .calm_from = 0.55, .calm_to = 0.9, .calm = 0.75},
         .lamp = {.side = 0.86f,
                  .up = 0.10f,
                  .lift = 0.50f,
                  .base = 0.30f,
                  .sharp = 2.0f,
                  .blend = 0.3f,
                  .fine_side = 0.86f,
                  .fine_up = 0.30f,
                  .in_dark = 0.35f,
                  .in_lit = 0.35f,
                  .lit = 0.5f}},
};

/* The faces of wooded slopes are those of rock with less contrast, as bare rock between trees would
 * look like stains; their ribs are smaller and lean with the skyline, or a low hill would show
 * upright bands.  Elsewhere than at a shore plants hide the finest octaves. */
static const struct {
    double share, calm, scale; /* factor of shown.share; shown.calm; stripes.scale */
    float fall, broad;         /* base.fall; stripes.broad of octave 0 */
    int octaves, at_shore;     /* stripes.octaves, elsewhere and at a shore */
} wooded = {.share = 0.60,
            .calm = 0.30,
            .scale = 6.0,
            .fall = 0.5f,
            .broad = 0.4f,
            .octaves = 5,
            .at_shore = 7};

/* Snow on near ground and between trees. */
static const relief_look snow_look = {
    .hooks = &snow_hooks,
    .base = {.blur = 0.20, .blur_least = 0.020, .drift = 0.6, .drift_x = 1.5, .drift_d = 5.0},
    .shown = {.share = 1.0, .fade = 0.40, .calm_from = 2.0, .calm_to = 3.0}};

/* ---- octaves ---------------------------------------------------------------------- */

/* An octave fades in between two lengths of its stripes.  Small pictures and pixel art scale both
 * lengths up to twice, so that faces have less detail. */
#define FINEST 1.6       /* pixels per stripe from which an octave is painted */
#define FINE 3.2         /* pixels per stripe from which it has its full strength */
#define LEAST_PIXELS 2.0 /* pixels per stripe below which an octave is not worth its time */
#define SMALL_UNIT 360.0 /* pixels per U below which a picture is small */

#define ONSET_LENGTHS 4.0   /* depth of full strength, in lengths of a stripe */
#define NEAR_SCALE 1.4      /* size of stripes on the nearest ridge over those far away */
#define FACET_PER_PIXEL 0.2 /* steepness of facets per pixel of a stripe */
#define FACET_MOST 5.0      /* steepest facet */
#define DEPTH_MOST 16383.0  /* largest relief_octave.whole, for 16-bit arithmetic */
#define CALM_GAIN 0.16      /* share of the gain that calm faces lose per octave */

/* Factor of the facets of fine waves, triangles that are not normalised and about half as high. */
#define FINE_FACET 1.8

/* Pixels per U of the largest picture whose faces have all their octaves if a style of print shows
 * them: a print simplifies light and shade to shapes of a few thousandths of U. */
#define PRINT_UNIT 360.0

static void make_octaves(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    const relief_look *look = faces->look;
    double small = exact_clamp(SMALL_UNIT / frame->unit, 1.0, 2.0);
    if (frame->colours > 0)
        small = 2.0;
    int is_print = scene_int(&frame->scene, "print.kind") > 0;
    double near = ridge_has(land, RIDGE_OF_DEM) ? 0.0 : land->depth;
    double rate =
        look->stripes.scale / exact_mix(1.0, NEAR_SCALE, near) / frame->scene.land_relief_scale;
    double strength = look->stripes.strength;
    for (int o = 0; o < RELIEF_OCTAVES; o++) {
        relief_octave *octave = &faces->octave[o];
        octave->rate = rate;
        octave->period = (int32_t)noise_fit_rate(frame->loop, &octave->rate);
        octave->rate_y = -octave->rate * look->stripes.squeeze;
        octave->key = hash_key(faces->key, (uint64_t)o);
        double length = 1.0 / (octave->rate * (double)look->stripes.freq);
        double pixels = length * frame->unit;
        double shown = is_print ? length * exact_min(frame->unit, PRINT_UNIT) : pixels;
        double seen = exact_smoothstep(FINEST * small, FINE * small, shown);
        if (o >= look->stripes.octaves || shown < LEAST_PIXELS)
            seen = 0.0;
        octave->strength = (float)(strength * seen);
        octave->facet = (float)exact_clamp(FACET_PER_PIXEL * pixels, 1.0, FACET_MOST);
        octave->onset = (float)(ONSET_LENGTHS / length);
        octave->form = stripe_form_of((double)octave->facet * FINE_FACET,
                                      strength * seen * look->stripes.fine);
        octave->whole = (int16_t)exact_clamp(0.25 * RELIEF_DEPTH_PARTS * pixels, 1.0, DEPTH_MOST);
        octave->rise = (int16_t)(32767 / octave->whole);
        if (seen > 0.0)
            faces->octaves = o + 1;
        rate *= look->stripes.lacunarity;
        strength *= look->stripes.gain * (1.0 + CALM_GAIN * (0.5 - frame->scene.land_relief_calm));
    }
}

/* Returns a slope across, softly limited to `share`, plus a part that is not. */
static double limited(double lean, double share, double soft, double rest)
{
    return share * lean / exact_sqrt(lean * lean + soft * soft) + rest * lean;
}

/* The broad light of light_on (relief_kernel.c), without octaves. */
static double gully_crest(const relief *faces, const relief_spot *place)
{
    const relief_base *base = &faces->look->base;
    const relief_lamp *lamp = &faces->look->lamp;
    double fall = (double)base->fall;
    double across =
        limited(place->lean, (double)base->share, (double)base->soft, (double)base->rest);
    double light = (double)lamp->lift - across * place->side * (double)lamp->side;
    light = light / exact_sqrt(across * across + fall * fall + 1.0) - (double)lamp->base;
    light = exact_clamp((double)lamp->sharp * light, -(double)BEND_LIMIT, (double)BEND_LIMIT);
    light *= (double)BEND_SLOPE - (double)BEND_CUBE * light * light;
    return (double)BROAD_SHARE * light * faces->amount;
}

static const relief_hooks gully_hooks = {.nodes = gully_nodes,
                                         .pixels = gully_pixels,
                                         .has_half_rows = 1,
                                         .has_snow = 1,
                                         .make = make_octaves,
                                         .crest = gully_crest};
static const relief_hooks cliff_hooks = {.nodes = gully_nodes,
                                         .pixels = cliff_pixels,
                                         .has_half_rows = 1,
                                         .has_snow = 1,
                                         .make = make_octaves,
                                         .crest = gully_crest};
/* ---- the foot of a cliff ---------------------------------------------------------------- */

/* Rubble reaches up to the profile without its cliffs, raised by cones of debris. */
#define CONES 0.04        /* height of cones below a high cliff, U */
#define CONES_RATE 9.0    /* cells of the noise of cones per U */
#define CONES_FROM 0.01   /* height of a cliff from which it has cones, U */
#define CONES_WHOLE 0.08  /* height of a cliff from which cones are highest, U */
#define CLIFF_LEAST 0.012 /* height from which a cliff is wholly bare, U */
#define FOOT_DETAIL 0.006 /* finest detail of the foot's profile, U */

/* Returns the height of rubble above the profile's foot (U) below a cliff of height `cliff` (U). */
static double cone_at(const rl_frame *frame, const relief *rubble, double x, double cliff)
{
    double rate = CONES_RATE;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    if (cliff <= CONES_FROM)
        return 0.0;
    return CONES * noise_fractal(rubble->key + 5, 6, rate * x, 0.5, period) *
           exact_smoothstep(CONES_FROM, CONES_WHOLE, cliff);
}

/* ---- the slope of the skyline -------------------------------------------------------- */

#define BLUR_STEP 0.003 /* distance between samples of the finest blur, U */

/* Weights of the binomial filter 1 4 6 4 1. */
enum { BINOMIAL_SIDE = 4, BINOMIAL_MIDDLE = 6, BINOMIAL_SUM = 16 };

/* Chooses the range of samples of each blur, so that all slopes between two places (U) are known;
 * slopes and the next blur need two samples more on either side.  Returns the samples of all blurs.
 */
static size_t plan_blurs(const rl_frame *frame, relief *faces, double left, double right)
{
    size_t all = 0;
    double step = BLUR_STEP * (double)(1 << (RELIEF_BLURS - 1));
    (void)noise_fit_cell(frame->loop, &step); /* The loop is a multiple of each step. */
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

/* Fills the blurs with slopes of heights, of which `unit` make a U.  Each blur is the binomial
 * filter of the previous one, at every second sample. */
static void blur_heights(relief *faces, double unit, double *height, double *next, float *slope)
{
    for (int k = 0; k < RELIEF_BLURS; k++) {
        relief_blur *blur = &faces->blur[k];
        blur->slope = slope;
        slope += blur->count;
        double width = 2.0 * blur->step * unit; /* width of central differences */
        for (int64_t i = 1; i + 1 < blur->count; i++)
            blur->slope[i] = (float)((height[i + 1] - height[i - 1]) / width);
        blur->slope[0] = blur->slope[blur->count - 1] = 0.0f;
        for (int64_t i = 0; k + 1 < RELIEF_BLURS && i < blur[1].count; i++) {
            const double *h = height + (2 * (blur[1].first + i) - blur->first);
            next[i] = (h[-2] + h[2] + BINOMIAL_SIDE * (h[-1] + h[1]) + BINOMIAL_MIDDLE * h[0]) /
                      BINOMIAL_SUM;
        }
        double *other = height;
        height = next;
        next = other;
    }
}

/* Fills the blurs of a ridge's skyline, and those of the edge of its rubble. */
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
        return status_no_memory("relief", error);
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
    if (status == RL_OK && faces->look->hooks->smooth != NULL)
        status = faces->look->hooks->smooth(frame, faces, height, error);
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

/* ---- the land in front of a slice ------------------------------------------------------- */

#define LAND_DEPTH 0.08 /* depth over which the skyline's slope becomes the land's, U */
#define LAND_ROLL 0.5   /* limit of the land's slope down, relative to the look's fall */
#define LAND_GAP 0.01   /* least gap between slices, sides of the map; two may share a depth */
#define LAND_ALONE 0.25 /* gap in front of the only slice, sides of the map */

/* The gap to the next slice is spread over the depth that this quantile of the face shows. */
#define LAND_SEEN 0.9
#define LAND_SEEN_LEAST 0.10 /* limits of that depth, U */
#define LAND_SEEN_MOST 0.40

/* Returns the next slice toward the viewer (`way` = 1) or away (-1); -1 = none. */
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

/* Sets the slopes of the land at node i of a group, and their weight against the skyline's. */
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

#define SNOW_BORDER 0.35   /* width of the border of snow with fine pixels, in SNOW_SOFT */
#define SNOW_WET 0.4       /* shade of bare rock between snow, above the snow line */
#define SNOW_WET_FROM -2.5 /* altitude from which bare rock darkens, in SNOW_SOFT */
#define SNOW_QUANTILE 0.98 /* quantile of the skyline from which snow_line counts down */

/* Width added to the border for a pixel of 1 U, in SNOW_SOFT: within a larger pixel the slopes that
 * decide on snow vary more, and the wider border is the mean of the smaller pixels. */
#define SNOW_PIXEL 500.0

/* Beds of rock.  Some end in a ledge: dark at its foot, where the next bed begins, pale on top. */
static const struct {
    double per_u;     /* thick beds per U; finer ones lie between them */
    double shade;     /* contrast of beds for strata = 1 */
    double lift;      /* height by which noise bends beds, U */
    double lift_rate; /* cells of that noise per U */
    double dip;       /* largest rise over run */
    double fold; /* period of the dip in an endless world, U, or beds would leave the picture */
} beds = {.per_u = 38.0, .shade = 1.0, .lift = 0.010, .lift_rate = 2.5, .dip = 0.025, .fold = 24.0};

static const struct {
    double per_u;     /* ledges per U */
    double bend_rate; /* cells per U of the noise that spaces them unevenly */
    double contrast;  /* weight of a ledge's shade */
    double dark_to;   /* end of the dark foot, as a fraction of the bed */
    double dark;      /* shade at the foot */
    double pale_from; /* start of the pale top, as a fraction of the bed */
    double pale;      /* shade of the top */
} ledges = {.per_u = 22.0,
            .bend_rate = 6.0,
            .contrast = 1.5,
            .dark_to = 0.22,
            .dark = -0.9,
            .pale_from = 0.86,
            .pale = 0.45};

static void make_beds(const rl_frame *frame, uint64_t key, float *bed, float *lift, size_t nodes)
{
    int octaves = 1; /* octaves whose beds are at least two pixels thick, at most four */
    while (octaves < 4 && beds.per_u * (double)(4 << octaves) < frame->unit)
        octaves++;
    for (int i = 0; i < RELIEF_BEDS; i++) {
        double height = (double)i / RELIEF_BEDS_PER_U;
        double bend = noise_gradient(key + 2, 0, ledges.bend_rate * height, 0.5, 0);
        double place = ledges.per_u * height + 0.25 * bend;
        int64_t ledge = exact_floor(place);
        double up = place - (double)ledge;
        double strength = hash_unit(hash_at(key + 2, 1, ledge));
        double shade = up < ledges.dark_to     ? ledges.dark * (1.0 - up / ledges.dark_to)
                       : up > ledges.pale_from ? ledges.pale
                                               : 0.0;
        bed[i] = (float)(beds.shade * noise_fractal(key, octaves, beds.per_u * height, 0.5, 0) +
                         ledges.contrast * strength * strength * shade);
    }
    double rate = beds.lift_rate;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    double dip = beds.dip * (2.0 * hash_unit(hash_mix(key)) - 1.0);
    for (size_t n = 0; n < nodes; n++) {
        double x = relief_node_x(frame, n), way = frame_lean(frame, x);
        if (frame->loop <= 0.0 && frame->is_level) {
            way = x - beds.fold * exact_round(x / beds.fold);
            double share = 2.0 * way / beds.fold;
            way *= 1.0 - share * share;
        }
        lift[n] =
            (float)(RELIEF_BEDS_PER_U *
                    (dip * way + beds.lift * noise_fractal(key + 1, 3, rate * x, 0.5, period)));
    }
}

/* Against a low sun the air in front of far faces is bright. */
#define AGAINST 0.28      /* share of contrast that the farthest faces lose */
#define AGAINST_FROM 0.12 /* height above the horizon up to which the sun is low, fraction of H */
#define AGAINST_TO 0.40   /* height from which nothing is lost, H */

/* Returns the contrast that faces keep against the sun, 0..1. */
static double against_light(const rl_frame *frame, const rl_ridge *land)
{
    const frame_light *light = &frame->light;
    double above = 1.0 - light->sun_y / frame->height - light->horizon;
    double low = 1.0 - exact_smoothstep(AGAINST_FROM, AGAINST_TO, above);
    return 1.0 - AGAINST * low * light->sun_seen * (1.0 - exact_smoothstep(0.0, 1.0, land->depth));
}

/* The rings of a panorama have the same stripes, so that no edge of a ring shows. */
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

/* Returns x of the middle of a block's first column, U. */
static double block_left(const rl_frame *frame, int block)
{
    double column = (double)((frame->first_block + block) * TILES_BLOCK) + 0.5;
    return (column - 0.5 * frame->width) / frame->unit;
}

static rl_status make_foot(const rl_frame *frame, ridge_layer *ridge, relief *faces, float *foot,
                           float *cliff, rl_error *error)
{
    size_t nodes = relief_nodes(frame);
    double step = frame->fine_step / frame->unit;
    ridge_grid grid = {.first = frame->first_block * (frame->block / frame->fine_step),
                       .step = step,
                       .origin = -0.5 * frame->width / frame->unit,
                       .detail = exact_max(step, FOOT_DETAIL),
                       .is_foot = 1};
    double *height = memory_array(frame->allocator, nodes, sizeof *height);
    TRY(status_memory(height != NULL, "relief", error));
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

/* Pixels per U from which every second row of faces is computed; odd rows have the mean of their
 * neighbours.  Gullies run down the slope, so neighbouring rows differ little. */
#define HALF_ROWS_UNIT 810.0

#define FADE_NEAR 0.1    /* addition to the fade of the nearest ridge, U */
#define RELIEF_USUAL 0.8 /* value of the key `relief` for which a look's share holds */

/* Makes the faces of one look; `memory` has room for three planes of nodes and the beds. */
static rl_status make_faces(const rl_frame *frame, ridge_layer *ridge, const relief_look *look,
                            float *memory, relief *faces, rl_error *error)
{
    const rl_ridge *land = &frame->scene.ridge[ridge->ridge];
    size_t nodes = relief_nodes(frame);
    int is_rubble = look == &rubble_look;
    faces->look = look;
    faces->nodes = look->hooks->nodes[frame->kernels];
    faces->pixels = look->hooks->pixels[frame->kernels];
    faces->lay = (look->hooks->has_cover ? fields_lay : faces_lay)[frame->kernels];
    faces->has_half_rows = look->hooks->has_half_rows && frame->unit >= HALF_ROWS_UNIT;
    faces->key = hash_key(frame->scene.seed, STREAM_RELIEF + (uint64_t)ridge->ridge);
    if (ridge_has(land, RIDGE_OF_DEM)) /* All rings share one key, so that no edge shows. */
        faces->key = hash_key(frame->scene.seed, STREAM_PANORAMA);
    faces->key += is_rubble ? 8 : 0;
    faces->drift_rate = look->base.drift_x;
    faces->drift_cells = noise_fit_rate(frame->loop, &faces->drift_rate);
    faces->base = land->base / frame->unit_share;
    faces->fade = look->shown.fade + FADE_NEAR * land->depth;
    faces->strata = land->strata;
    faces->amount = land->relief / RELIEF_USUAL * look->shown.share * against_light(frame, land) *
                    (1.0 - look->shown.calm * exact_smoothstep(look->shown.calm_from,
                                                               look->shown.calm_to, land->depth));
    if (look->hooks->make != NULL)
        look->hooks->make(frame, land, faces);
    faces->place =
        arena_array(frame->arena, (size_t)frame->blocks * RELIEF_FINE, sizeof *faces->place);
    TRY(status_memory(faces->place != NULL, "relief", error));
    for (int i = 0; i < frame->blocks * RELIEF_FINE; i++) {
        const relief_octave *octave = &faces->octave[RELIEF_COARSE + i % RELIEF_FINE];
        stripe_cell_at(octave->rate * block_left(frame, i / RELIEF_FINE), octave->period,
                       &faces->place[i].cell, &faces->place[i].part);
    }
    if (ridge->has_snow) {
        /* The lattice of the world gives the same snow line to every frame. */
        double heights[PROFILE_LATTICE];
        double border = SNOW_BORDER + SNOW_PIXEL / frame->unit;
        profile_skyline(frame->profile, ridge->ridge, frame->unit_share, heights);
        faces->snow = (float)land->snow;
        faces->snow_top =
            profile_quantile(heights, PROFILE_LATTICE, SNOW_QUANTILE) / frame->unit_share -
            land->snow_line;
        faces->snow_low = (float)(-0.5 * border);
        faces->snow_scale = (float)(1.0 / border);
    }
    if (ridge->has_beds && !is_rubble) {
        make_beds(frame, faces->key + 4, memory + 3 * nodes, memory + nodes, nodes);
        faces->bed = memory + 3 * nodes;
        faces->lift = memory + nodes;
    }
    if (look->hooks->lift != NULL)
        faces->lift = memory + nodes;
    faces->side = memory;
    for (size_t n = 0; n < nodes; n++) {
        double x = relief_node_x(frame, n), aside = frame_lean(frame, frame->light.sun_side - x);
        memory[n] = (float)exact_clamp(aside / SIDE_WIDTH, -1.0, 1.0);
        if (look->hooks->lift != NULL)
            memory[nodes + n] = (float)look->hooks->lift(frame, faces, x);
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

static relief_look wooded_look(int is_shore)
{
    relief_look look = looks[RIDGE_GROUND_ROCK];
    look.base.fall = wooded.fall;
    look.stripes.scale = wooded.scale;
    look.stripes.octaves = is_shore ? wooded.at_shore : wooded.octaves;
    look.stripes.broad[0] = wooded.broad;
    look.shown.share *= wooded.share;
    look.shown.calm = wooded.calm;
    return look;
}

#define SNOW_COVERS 0.5 /* cover of snow from which ground is snow */

rl_status relief_make(preparation *work, ridge_layer *ridge, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_ridge *land = &frame->scene.ridge[ridge->ridge];
    if (frame->unit < LEAST_UNIT || !(land->relief > 0.0 || land->snow > 0.0 || land->strata > 0.0))
        return RL_OK;
    ridge_ground ground = ridge_family_of(land)->ground;
    int is_soft = ground == RIDGE_GROUND_MEADOW || ground == RIDGE_GROUND_SOFT;
    const relief_look *look = &looks[ground];
    if (wood_is_wooded(&frame->scene, ridge->ridge) &&
        (ground == RIDGE_GROUND_SOFT ||
         (ground == RIDGE_GROUND_ROCK && frame->scene.tree_rows > 1))) {
        relief_look *slope = arena_array(frame->arena, 1, sizeof *slope);
        TRY(status_memory(slope != NULL, "relief", error));
        *slope = wooded_look(ridge->shore != NULL);
        is_soft |= ridge->shore == NULL;
        look = slope;
    }
    if (is_soft && frame->scene.land_ground_snow >= SNOW_COVERS)
        look = &snow_look;
    int parts = look->rubble != NULL ? 2 : 1;
    size_t room = 3 * relief_nodes(frame) + RELIEF_BEDS;
    relief *faces = arena_zeroed(frame->arena, (size_t)parts, sizeof *faces);
    float *memory = arena_array(frame->arena, (size_t)parts * room, sizeof *memory);
    TRY(status_memory(faces != NULL && memory != NULL, "relief", error));
    ridge->faces = faces;
    ridge->has_snow = land->snow > 0.0 && look->hooks->has_snow;
    ridge->has_beds = land->strata > 0.0;
    ridge->has_cover = looks[ground].hooks->has_cover;
    rl_status status = profile_hold(frame->profile, ridge->ridge, error);
    if (status == RL_OK)
        status = make_faces(frame, ridge, look, memory, faces, error);
    if (status == RL_OK && parts == 2) {
        faces->rubble = faces + 1;
        status = make_faces(frame, ridge, look->rubble, memory + room, faces + 1, error);
    }
    if (status == RL_OK)
        status = blur_skyline(frame, ridge, faces, parts == 2 ? faces + 1 : NULL, error);
    profile_release(frame->profile, ridge->ridge);
    return status;
}

/* ---- rows ----------------------------------------------------------------------------- */

void relief_group_at(const rl_frame *frame, const relief *faces, const shade_row *row,
                     const shade_group *at, const float *below, relief_group *group)
{
    double height = (frame->height - row->y_px) / frame->unit;
    double left = ((double)at->first * frame->fine_step - 0.5 * frame->width) / frame->unit;
    double step = frame->fine_step / frame->unit;
    int64_t origin = at->first - frame->first_block * (frame->block / frame->fine_step);
    int64_t last = (int64_t)relief_nodes(frame) - 1;
    const float *lift = faces->lift != NULL ? faces->lift : faces->cliff;
    int is_new_row = group->faces != faces || group->row != row->node_row;
    for (int o = 0; o < RELIEF_COARSE; o++) {
        const relief_octave *octave = &faces->octave[o];
        if (is_new_row)
            stripe_line_at(&group->line[o], octave->key, (height - faces->base) * octave->rate_y,
                           0);
        stripe_cell_at(octave->rate * left, octave->period, &group->cell[o], &group->part[o]);
        group->rate[o] = (float)(octave->rate * step);
    }
    group->faces = faces;
    group->row = row->node_row;
    group->height = (float)height;
    group->step = (float)step;
    stripe_cell_at(faces->drift_rate * left, (int32_t)faces->drift_cells, &group->drift_cell,
                   &group->drift_part);
    group->drift_rate = (float)(faces->drift_rate * step);
    /* The origin of all blurs is a sample of the coarsest one, left of the farthest drift. */
    const relief_blur *blur = faces->blur, *coarsest = &blur[RELIEF_BLURS - 1];
    int64_t first = exact_floor((left - RELIEF_DRIFT_MOST) / coarsest->step);
    group->blur_part = (float)((left - (double)first * coarsest->step) / blur->step);
    group->blur_last = (int32_t)(coarsest->slope + coarsest->count - blur->slope - 2);
    for (int k = 0; k < RELIEF_BLURS; k++)
        group->blur_at[k] = (int32_t)(first * ((int64_t)1 << (RELIEF_BLURS - 1 - k)) -
                                      blur[k].first + (blur[k].slope - blur->slope));
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

#define REACH_LENGTH 4.0 /* least length of a shown stripe, in heights that a row stands for */

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
    if (faces->look->hooks->row != NULL)
        faces->look->hooks->row(frame, height, out);
    double altitude = (height - faces->snow_top) / SNOW_SOFT;
    out->altitude = (float)altitude;
    out->wet =
        ridge->has_snow ? (float)(SNOW_WET * exact_smoothstep(SNOW_WET_FROM, 0.0, altitude)) : 0.0f;
    out->bed = (float)(height * RELIEF_BEDS_PER_U);
    out->edge = (float)(0.5 * frame->unit);
    if (faces->foot != NULL)
        boulders_row_at(frame, faces->boulders, faces->base, height, out->boulders);
}

void relief_block_at(const rl_frame *frame, int block, relief_pixels *out)
{
    double x = block_left(frame, block);
    out->place = out->faces->place + (size_t)block * RELIEF_FINE;
    if (out->faces->look->hooks->block != NULL)
        out->faces->look->hooks->block(frame, x, out);
    if (out->faces->foot != NULL)
        boulders_block_at(out->faces->boulders, x, out->boulders);
}

/* ---- the crest ---------------------------------------------------------------------------- */

relief_crest relief_crest_at(const rl_frame *frame, const ridge_layer *ridge, relief_spot place)
{
    const relief *faces = ridge->faces;
    const relief_hooks *hooks = faces->look->hooks;
    const relief_base *base = &faces->look->base;
    relief_crest out = {0.0, 0.0, 0.0};
    if (hooks->crest == NULL)
        return out;
    double aside = frame_lean(frame, frame->light.sun_side - place.x);
    place.side = exact_clamp(aside / SIDE_WIDTH, -1.0, 1.0);
    place.lift = hooks->lift != NULL ? hooks->lift(frame, faces, place.x) : 0.0;
    out.shade = hooks->crest(faces, &place);
    if (ridge->has_snow) {
        double fall = (double)base->fall;
        double across = limited(place.lean, (double)base->snow_share, (double)base->snow_soft,
                                (double)base->rest);
        double altitude = (place.height - faces->snow_top) / SNOW_SOFT;
        double steep = exact_sqrt(across * across + fall * fall);
        double above = altitude - (double)SNOW_SLOPE * (steep - (double)SNOW_LEVEL);
        /* The border of the largest pictures: all sizes have the same. */
        out.snow =
            (double)faces->snow * exact_smoothstep(-0.5 * SNOW_BORDER, 0.5 * SNOW_BORDER, above);
        out.sun = exact_clamp((double)SNOW_SUN + (double)SNOW_SUN_SHADE * out.shade, 0.0, 1.0);
        double wet = SNOW_WET * exact_smoothstep(SNOW_WET_FROM, 0.0, altitude) * faces->amount;
        out.shade -= wet * (1.0 + out.shade);
    }
    out.shade = exact_clamp(out.shade, -1.0, 1.0);
    return out;
}
