/* ridge.c - prepares a ridge as a layer from its heights (frame/profile.h) and the light: outlines
 * in pixels, colours and mist.
 */

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "layers/land/hedges.h"
#include "layers/land/relief.h"
#include "layers/land/separation.h"
#include "layers/plants/clumps.h"
#include "layers/plants/corner.h"
#include "layers/plants/near.h"
#include "layers/plants/woods.h"
#include "layers/water/lake.h"

/* ---- outlines ------------------------------------------------------------------ */

#define EDGE_SAMPLES 1024 /* samples of an edge that are computed at a time */
#define EDGE_BEYOND 64.0  /* least distance of a clamped edge from the picture, pixels */

/* Returns the distance from the picture at which edges are clamped, pixels: of points outside only
 * the slope of the line into the picture counts. */
static double edge_beyond(const rl_frame *frame)
{
    return frame->height + EDGE_BEYOND;
}

/* Work memory for the rows of one ridge. */
typedef struct ridge_work {
    size_t count;   /* samples of the edge */
    double *ground; /* [count]: heights at the edge, fractions of H */
    size_t nodes;   /* columns of the fine grid */
    double *coarse; /* [nodes]: heights at the fine grid, fractions of H */
    double *x;      /* [EDGE_SAMPLES]: positions, U */
    double *height; /* [EDGE_SAMPLES] */
    double *noise;  /* [3 * EDGE_SAMPLES] */
    int has_shore;
    double waterline; /* fraction of H */
    ridge_outline *shore;
    int32_t *shore_edge; /* [count] */
    /* These are set where a shore or the end of a part hides some rows. */
    int32_t *edge;   /* [count]: edge of a row that is not kept whole; else NULL */
    int32_t *lowest; /* [blocks]: row from which there is only water, or the part has ended */
    int32_t highest; /* row from which wholly covered blocks are hidden; -1 = none is */
    stand_kit *kit;  /* plants of the ridge; NULL = none */
} ridge_work;

static rl_status make_work(const rl_frame *frame, ridge_work *work, rl_error *error)
{
    work->count = (size_t)frame->columns * FRAME_PIECES + 1;
    work->nodes = (size_t)frame->blocks * (size_t)(frame->block / frame->fine_step) + 1;
    work->ground = memory_array(frame->allocator, work->count + work->nodes + 5 * EDGE_SAMPLES,
                                sizeof *work->ground);
    TRY(status_memory(work->ground != NULL, "ridges", error));
    work->coarse = work->ground + work->count;
    work->x = work->coarse + work->nodes;
    work->height = work->x + EDGE_SAMPLES;
    work->noise = work->height + EDGE_SAMPLES;
    return RL_OK;
}

/* Samples the ground at the edge's pieces, and at the columns of the fine grid, which begin before
 * the part and end beyond it. */
static rl_status sample_ground(const rl_frame *frame, int ridge, ridge_work *work, rl_error *error)
{
    ridge_grid edges = profile_edges(frame);
    ridge_grid nodes = {
        .first = frame->first_block * (frame->block / frame->fine_step),
        .step = frame->fine_step / frame->unit,
        .origin = -0.5 * frame->width / frame->unit,
        .detail = frame->fine_step / frame->unit,
    };
    TRY(profile_heights(frame->profile, ridge, &edges, work->count, work->ground, error));
    return profile_heights(frame->profile, ridge, &nodes, work->nodes, work->coarse, error);
}

#define ASHORE 1.5 /* highest tree, in heights of its ground above the waterline */

/* Writes the outline of a row of a slope: the ground, lower than the ridge's, with its trees. */
static void lay_edge(const rl_frame *frame, int ridge, int row, ridge_work *work, int32_t *edge)
{
    const double *shared = frame->profile->shared.x; /* positions of this grid, or NULL */
    ridge_grid grid = profile_edges(frame);
    for (size_t first = 0; first < work->count; first += EDGE_SAMPLES) {
        size_t run = work->count - first < EDGE_SAMPLES ? work->count - first : EDGE_SAMPLES;
        const double *x = shared != NULL ? shared + first : work->x;
        for (size_t j = 0; j < run && shared == NULL; j++)
            work->x[j] = (double)(grid.first + (int64_t)(first + j)) * grid.step + grid.origin;
        memcpy(work->height, work->ground + first, run * sizeof *work->height);
        wood_row_lay(frame, ridge, row, x, run, work->noise, work->height);
        memcpy(work->noise, work->height, run * sizeof *work->noise);
        wood_edge(frame, ridge, row, x, run, work->height);
        for (size_t j = 0; j < run && work->has_shore; j++) {
            double ground = work->noise[j];
            double most = ground + ASHORE * exact_max(ground - work->waterline, 0.0);
            work->height[j] = exact_min(work->height[j], most);
        }
        ground_kernels_of[frame->kernels]->edge(work->height, run, frame->height,
                                                edge_beyond(frame), edge + first);
    }
}

static void lay_ground(const rl_frame *frame, int ridge, int row, ridge_work *work, int32_t *ground)
{
    double lower = wood_row_lower(frame, ridge, row);
    double share = wood_row_share(&frame->scene, ridge, row);
    for (size_t first = 0; first < work->nodes; first += EDGE_SAMPLES) {
        size_t run = work->nodes - first < EDGE_SAMPLES ? work->nodes - first : EDGE_SAMPLES;
        for (size_t j = 0; j < run; j++)
            work->height[j] = share < 1.0
                                  ? exact_mix(work->waterline, work->coarse[first + j], share)
                                  : work->coarse[first + j] - lower;
        ground_kernels_of[frame->kernels]->edge(work->height, run, frame->height,
                                                edge_beyond(frame), ground + first);
    }
}

static rl_status make_row(const rl_frame *frame, ridge_layer *ridge, int index, ridge_work *work,
                          rl_error *error)
{
    ridge_row_layer *row = &ridge->row[index];
    ridge_outline *outline = &row->outline;
    TRY(outline_new(frame, work->edge == NULL, outline, error));
    row->ground = arena_array(frame->arena, work->nodes, sizeof *row->ground);
    TRY(status_memory(row->ground != NULL, "ridges", error));
    int32_t *edge = work->edge != NULL ? work->edge : outline->edge;
    lay_edge(frame, ridge->ridge, index, work, edge);
    lay_ground(frame, ridge->ridge, index, work, row->ground);
    outline_measure(frame, edge, outline);
    int is_near = ridge_has(&frame->scene.ridge[ridge->ridge], RIDGE_NEAR);
    double here = wood_row_lower(frame, ridge->ridge, index);
    double next = wood_row_lower(frame, ridge->ridge, index + 1);
    double lower = index + 1 < ridge->rows ? (next - here) / frame->unit_share : 0.0;
    int has_clumps = clumps_has(&frame->scene, ridge->ridge);
    if (has_clumps || clumps_has_turf(&frame->scene, ridge->ridge))
        TRY(clumps_plant(frame, ridge->ridge, index, lower, work->kit, error));
    int has_corner = index + 1 == ridge->rows && corner_has(&frame->scene, ridge->ridge);
    if (has_corner)
        TRY(corner_plant(frame, ridge->ridge, work->kit, error));
    if (!is_near && wood_has_trees(&frame->scene, ridge->ridge)) {
        stand_kit_tallest(work->kit, woods_tallest(&frame->scene, ridge->ridge, ridge->rows));
        TRY(woods_make(frame, ridge->ridge, index, lower, work->kit, &outline->stand, error));
    }
    if ((has_clumps || has_corner) && outline->stand == NULL)
        TRY(planting_end(&(planting){.frame = frame, .kit = work->kit}, &outline->stand, error));
    if (index == 0 && near_has_things(&frame->scene, ridge->ridge))
        TRY(near_make(frame, ridge->ridge, work->kit, &outline->stand, error));
    if (index + 1 == ridge->rows && hedges_has(&frame->scene, ridge->ridge))
        TRY(hedges_make(frame, ridge->ridge, work->kit, &outline->stand, error));
    for (int b = 0; b < frame->blocks; b++) {
        int32_t top = outline->block_top[b];
        if (outline->stand != NULL && outline->stand->block_top[b] < top)
            top = outline->stand->block_top[b] > 0 ? outline->stand->block_top[b] : 0;
        int32_t full = outline->block_full[b];
        ridge->block_top[b] = index == 0 || top < ridge->block_top[b] ? top : ridge->block_top[b];
        ridge->block_full[b] =
            index == 0 || full < ridge->block_full[b] ? full : ridge->block_full[b];
    }
    if (work->edge == NULL)
        return RL_OK;
    outline_rest rest = {outline->block_top, work->lowest, work->highest};
    return outline_keep(frame, edge, &rest, outline, error);
}

static rl_status lay_shore(const rl_frame *frame, int ridge, ridge_work *work, rl_error *error)
{
    size_t blocks = (size_t)frame->blocks;
    double *heights = memory_array(frame->allocator, work->count, sizeof *heights);
    work->edge = memory_array(frame->allocator, 2 * work->count + blocks, sizeof *work->edge);
    ridge_grid edges = profile_edges(frame);
    rl_status status = heights != NULL && work->edge != NULL
                           ? lake_shore(frame, ridge, &edges, work->count, heights, error)
                           : status_no_memory("ridges", error);
    if (status == RL_OK) {
        work->shore_edge = work->edge + work->count;
        work->lowest = work->shore_edge + work->count;
        ground_kernels_of[frame->kernels]->edge(heights, work->count, frame->height,
                                                edge_beyond(frame), work->shore_edge);
    }
    memory_free(frame->allocator, heights);
    return status;
}

/* Land more than SUNK (U) + SUNK_ROWS (rows) below its shore is not kept: a mirror averages fewer
 * than half as many rows. */
#define SUNK 0.02
#define SUNK_ROWS 4

/* Makes the shore of a ridge that rises from water, and the rows from which water hides it. */
static rl_status make_shore(rl_frame *frame, frame_layer *layer, ridge_work *work, rl_error *error)
{
    ridge_layer *ridge = layer->data;
    size_t blocks = (size_t)frame->blocks;
    ridge_outline *shore = arena_zeroed(frame->arena, 1, sizeof *shore);
    int32_t *cut = arena_array(frame->arena, blocks, 2 * sizeof *cut);
    TRY(status_memory(shore != NULL && cut != NULL, "ridges", error));
    TRY(lay_shore(frame, ridge->ridge, work, error));
    TRY(outline_new(frame, 0, shore, error));
    outline_measure(frame, work->shore_edge, shore);
    for (size_t b = 0; b < blocks; b++) {
        cut[b] = shore->block_top[b];
        cut[blocks + b] = shore->block_full[b];
        work->lowest[b] = shore->block_full[b] + (int32_t)(SUNK * frame->unit) + SUNK_ROWS;
    }
    layer->block_cut = cut;
    layer->block_end = cut + blocks;
    ridge->shore = work->shore = shore;
    ridge->waterline = (1.0 - work->waterline) * frame->height;
    return RL_OK;
}

/* Limits the edges that are kept to the rows of the part: no mirror shows other rows. */
static rl_status leave_rest(const rl_frame *frame, ridge_work *work, rl_error *error)
{
    size_t blocks = (size_t)frame->blocks;
    work->edge = memory_array(frame->allocator, work->count + blocks, sizeof *work->edge);
    TRY(status_memory(work->edge != NULL, "ridges", error));
    work->lowest = work->edge + work->count;
    for (size_t b = 0; b < blocks; b++)
        work->lowest[b] = frame->y + frame->rows;
    /* Lines of prints along edges average the coverage of rows above the part. */
    work->highest = frame->y - (int32_t)(PRINT_LINE_MOST * frame->unit) - 1;
    return RL_OK;
}

/* Makes the kit of the plants of a ridge, if it has plants. */
static rl_status make_kit(const rl_frame *frame, const ridge_layer *ridge, ridge_work *work,
                          rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    double tallest = near_has_things(scene, ridge->ridge) ? near_tallest()
                     : wood_has_trees(scene, ridge->ridge)
                         ? woods_tallest(scene, ridge->ridge, ridge->rows)
                     : hedges_has(scene, ridge->ridge) ? hedges_tallest(scene, ridge->ridge)
                     : clumps_has(scene, ridge->ridge) ? clumps_tallest()
                     : corner_has(scene, ridge->ridge) ? corner_tallest()
                                                       : 0.0;
    int has_mirror = lake_mirrors(scene, ridge->ridge);
    return tallest > 0.0 ? stand_kit_new(frame, tallest, has_mirror, &work->kit, error) : RL_OK;
}

static rl_status make_rows(rl_frame *frame, frame_layer *layer, rl_error *error)
{
    ridge_layer *ridge = layer->data;
    ridge_work work = {.has_shore = lake_holds(&frame->scene, ridge->ridge), .highest = -1};
    if (work.has_shore)
        work.waterline = lake_waterline(&frame->scene, ridge->ridge);
    rl_status status = make_work(frame, &work, error);
    if (status == RL_OK)
        status = profile_hold(frame->profile, ridge->ridge, error);
    if (status == RL_OK)
        status = sample_ground(frame, ridge->ridge, &work, error);
    if (status == RL_OK && work.has_shore)
        status = make_shore(frame, layer, &work, error);
    else if (status == RL_OK && frame->rows < frame->height && ridge->fade > 0.0 &&
             !lake_mirrors(&frame->scene, ridge->ridge)) /* otherwise `heights` reads all edges */
        status = leave_rest(frame, &work, error);
    if (status == RL_OK)
        status = make_kit(frame, ridge, &work, error);
    for (int i = 0; i < ridge->rows && status == RL_OK; i++)
        status = make_row(frame, ridge, i, &work, error);
    outline_rest rest = {ridge->block_top, work.lowest, work.highest};
    if (status == RL_OK && work.has_shore)
        status = outline_keep(frame, work.shore_edge, &rest, work.shore, error);
    profile_release(frame->profile, ridge->ridge);
    stand_kit_free(work.kit);
    memory_free(frame->allocator, work.edge);
    memory_free(frame->allocator, work.ground);
    return status;
}

/* ---- colours ---------------------------------------------------------------------- */

/* In a forest the hindmost row is the haziest, and each row pales below its edge, so that the next
 * one contrasts with it.  Fades are shares of the colour of the ridge behind, 0..1. */
#define REAR_FADE 0.26      /* fade of the hindmost row */
#define REAR_FADE_BARE 0.13 /* fade of bare swells; sand and soil stay dark in front */
#define ROW_FADE 0.13       /* fade below the edge of each row */
#define FADE_SHIFT 0.30     /* depth between the ridge and the land whose colour rows fade to */
#define STAND_FAR 0.42      /* from trees to the land whose colour their light takes on, in depth */

/* Share of the ridge's mist in front of all but the front row of a forest; height added to it, U.
 */
#define REAR_MIST .65
#define REAR_MIST_FAR 0.02
#define REAR_MIST_NEAR 0.04

/* Colours of ridge_layer.cover: dry crops, green crops, bare soil. */
static const oklab crops[] = {{0.79, 0.010, 0.118}, {0.60, -0.058, 0.092}, {0.545, 0.028, 0.062}};

#define MEADOW_SHIFT 0.40 /* depth between near ground and the land that colours its lit tops */
/* Depth below the crest over which its separation from what is behind it fades, U; near ground is
 * dark and its depth is small. */
#define APART_FADE 0.20
#define APART_FADE_MEADOW 0.07
#define FRONT_DARKER 0.016 /* OKLab lightness of the rear slope minus that of the front slope */

/* Snow on the ground: shares of its colour, 0..1. */
#define GROUND_SNOW_FAR 0.62  /* on the farthest ridge */
#define GROUND_SNOW_NEAR 0.86 /* on the nearest ridge */
#define MEADOW_SNOW 0.84      /* on near ground */
#define LIT_SNOW 0.90         /* in the light on near ground */
#define GROUND_SNOW_BLUE 0.42 /* share of far land's colour in the snow */

/* Glow of the land: near + far * (1 - depth)^power, less GLOW_HAZE of it behind full haze. */
static const struct {
    double near, far, power;
} land_glow = {.near = 0.02, .far = 0.70, .power = 1.6};
#define GLOW_HAZE 0.6

static void cover_with_snow(const rl_scene *scene, ridge_layer *ridge, ridge_ground ground)
{
    int is_meadow = ground == RIDGE_GROUND_MEADOW;
    if (!is_meadow && !wood_is_wooded(scene, ridge->ridge) && !clumps_has(scene, ridge->ridge))
        return;
    double z = scene->ridge[ridge->ridge].depth;
    double share = is_meadow ? MEADOW_SNOW : exact_mix(GROUND_SNOW_FAR, GROUND_SNOW_NEAR, z);
    oklab snow = colour_mix_oklab(colour_to_oklab(scene->palette.snow),
                                  light_land(&scene->palette, 0.0), GROUND_SNOW_BLUE);
    ridge->own = colour_mix_oklab(ridge->own, snow, scene->land_ground_snow * share);
}

static void colour_meadow(const rl_scene *scene, ridge_layer *ridge)
{
    double z = scene->ridge[ridge->ridge].depth;
    ridge->is_far_lit = 1;
    ridge->behind = light_land(&scene->palette, z - MEADOW_SHIFT);
    ridge->behind_haze = light_haze(scene, z - MEADOW_SHIFT);
    ridge->behind = colour_mix_oklab(ridge->behind, colour_to_oklab(scene->palette.snow),
                                     scene->land_ground_snow * LIT_SNOW);
    if (ridge->ridge + 1 == scene->ridge_count)
        ridge->own.l = exact_max(ridge->own.l - FRONT_DARKER, 0.0);
}

/* Blossom is as light as the palette's snow, with BLOSSOM_RED added to a (OKLab); autumn leaves are
 * the mean of LEAVES_TURNED and the palette's glow, no lighter than snow.  Both get a share of the
 * ground's colour, and blossom that is not on near ground gets BLOSSOM_DIM more. */
#define BLOSSOM_RED 0.062
#define BLOSSOM_DIM 0.33
#define LEAVES_TURNED 0xc8742a
#define PLANT_GROUND_FAR 0.60
#define PLANT_GROUND_NEAR 0.22

static oklab plant_own(const rl_scene *scene, const ridge_layer *ridge)
{
    species_mix mix;
    oklab snow = colour_to_oklab(scene->palette.snow), own;
    species_of(scene, &mix);
    if (mix.blooms) {
        own = (oklab){snow.l, snow.a + BLOSSOM_RED, snow.b};
    } else {
        own = colour_mix_oklab(colour_to_oklab(scene->palette.glow), colour_to_oklab(LEAVES_TURNED),
                               0.5);
        own.l = exact_min(own.l, snow.l);
    }
    double z = scene->ridge[ridge->ridge].depth;
    double ground = exact_mix(PLANT_GROUND_FAR, PLANT_GROUND_NEAR, z);
    if (mix.blooms && !ridge_has(&scene->ridge[ridge->ridge], RIDGE_NEAR))
        ground += BLOSSOM_DIM; /* otherwise woods of small trees look like white spots */
    return colour_mix_oklab(own, ridge->own, ground);
}

/* Plants have the colour of their ground without snow, at a lower OKLab lightness; on near ground,
 * which is the darkest land, by less.  Lit plants take on the colour of farther land. */
#define STAND_DARKER_FAR 0.032
#define STAND_DARKER 0.062
#define STAND_DARKER_MEADOW 0.012
#define STAND_FAR_MEADOW 0.52
#define THING_SNOW 0.6           /* share of the palette's snow in snow on stones */
#define STAND_NEAR_FROM 0.35     /* depth from which mist hides less of plants */
#define STAND_NEAR 0.70          /* depth from which it hides the least */
#define STAND_SHADE_DARKER 0.028 /* OKLab lightness from the base to tone 0 */
#define STAND_LEAN 0.50          /* lean of shaded plants toward the second hue */
#define STEPPE_LEAN 0.12         /* lean of dry grass */
#define STEPPE_CHROMA 0.35       /* share of the tints that dry grass has */
#define MEADOW_SHADE 0.095       /* OKLab lightness from the base to tone 0 on near ground */
#define MEADOW_LIT 0.045         /* lightness added to tone 3 on near ground by day */

/* Soil of heath is darker than its plants and has less chroma than the land; plants have a darker
 * foot and lighter tops than trees. */
static const struct {
    double soil;               /* OKLab lightness that the soil is darker */
    double open, lift;         /* lightness that dark soil approaches by day; by which share */
    double a, b;               /* shares of the land's chroma that are left */
    double plants, plants_day; /* lightness of plants less that of the soil; more of it by day */
    double shade, lit, lit_day;
    double night;  /* share of the chroma of plants that is left by night */
    double winter; /* share of it that is lost where snow lies */
    double day;    /* lightness of the sky's foot by day */
} heath = {.soil = 0.045,
           .open = 0.52,
           .lift = 0.45,
           .a = 0.55,
           .b = 0.80,
           .plants = 0.030,
           .plants_day = 0.065,
           .shade = 0.078,
           .lit = 0.045,
           .lit_day = 0.035,
           .night = 0.25,
           .winter = 0.6,
           .day = 0.86};

/* Returns how light the day is, 0..1. */
static double day_of(const rl_frame *frame)
{
    double light = exact_min(frame->light.sky.colour[0].l / heath.day, 1.0);
    return light * light;
}

/* Near ground darker than MEADOW_OPEN (OKLab lightness) approaches it by the share
 * MEADOW_LIFT, less by night, with its saturation; tone 0 of its plants stays as dark as before. */
#define MEADOW_OPEN 0.33
#define MEADOW_LIFT 0.45
#define MEADOW_MOON 0.55       /* least factor of MEADOW_LIFT and MEADOW_LIT, by night */
#define MEADOW_DARKEST 0.01    /* lightness that avoids a division by 0 */
#define MEADOW_CHROMA_MOST 1.6 /* largest factor of the chroma */

static void colour_meadow_stand(const rl_frame *frame, ridge_layer *ridge)
{
    double day = exact_max(day_of(frame), MEADOW_MOON);
    double bare = 1.0 - frame->scene.land_ground_snow;
    double dark = exact_max(ridge->own.l, MEADOW_DARKEST);
    double more = MEADOW_LIFT * day * bare * exact_max(MEADOW_OPEN - dark, 0.0);
    double chroma = exact_min(1.0 + more / dark, MEADOW_CHROMA_MOST);
    ridge->own = (oklab){ridge->own.l + more, ridge->own.a * chroma, ridge->own.b * chroma};
    ridge->stand_shade = MEADOW_SHADE + more;
    ridge->stand_lit = MEADOW_LIT * day;
    ridge->is_stand_dark = 1;
}

static void colour_heath(const rl_frame *frame, ridge_layer *ridge)
{
    double open = 1.0 - ridge->haze, bare = 1.0 - frame->scene.land_ground_snow;
    double day = day_of(frame);
    ridge->own.l += heath.lift * day * exact_max(heath.open - ridge->own.l, 0.0);
    ridge->own.l = exact_max(ridge->own.l - heath.soil * bare, 0.0);
    ridge->own.a *= heath.a;
    ridge->own.b *= heath.b;
    if (frame->scene.land_ground_snow >= CLUMPS_SNOW)
        return; /* plants in snow stay as dark as the land without it */
    oklab plants = {.l = (heath.plants + heath.plants_day * day) * open};
    ridge->stand_step = colour_mix_oklab(ridge->stand_step, plants, bare);
    ridge->stand_shade = heath.shade * open;
    ridge->stand_lit = (heath.lit + heath.lit_day * day) * open;
}

static void colour_stand(const rl_scene *scene, ridge_layer *ridge, oklab bare, int is_meadow)
{
    double z = scene->ridge[ridge->ridge].depth, open = 1.0 - ridge->haze;
    double darker =
        is_meadow ? STAND_DARKER_MEADOW : exact_mix(STAND_DARKER_FAR, STAND_DARKER, z * z);
    ridge->stand_step.l = (bare.l - ridge->own.l) * open - darker;
    ridge->stand_shade = STAND_SHADE_DARKER;
    ridge->stand_step.a = (bare.a - ridge->own.a) * open;
    ridge->stand_step.b = (bare.b - ridge->own.b) * open;
    double far = exact_max(z - (is_meadow ? STAND_FAR_MEADOW : STAND_FAR), 0.0);
    ridge->stand_far = light_land(&scene->palette, far);
    ridge->stand_far_haze = light_haze(scene, far);
    ridge->stand_near = exact_smoothstep(STAND_NEAR_FROM, STAND_NEAR, z);
    species_mix mix;
    species_of(scene, &mix);
    int is_flowery = is_meadow && !mix.blooms && scene->tree_autumn <= 0.0;
    int is_snowy = scene->land_ground_snow >= CLUMPS_SNOW && !mix.blooms &&
                   (is_meadow || clumps_has(scene, ridge->ridge));
    oklab snow = colour_mix_oklab(ridge->own, ridge->snow, THING_SNOW);
    for (int i = 0; i < ridge->rows; i++)
        ridge->row[i].stand_own = is_snowy     ? snow
                                  : is_flowery ? near_own(scene, bare)
                                               : plant_own(scene, ridge);
}

#define HEDGE_FAR 4.0 /* stand_far in steps from `leaves` to `lit`, as STAND_LIT is about 1/4 */

/* Leaves of hedges are green by day, whatever the colour of the fields; stand_own is the colour of
 * roofs, unless the trees bloom. */
static void colour_hedges(const rl_frame *frame, ridge_layer *ridge)
{
    hedge_colours look = hedges_colours(frame, ridge->ridge);
    double open = 1.0 - ridge->haze;
    ridge->stand_step =
        (oklab){(look.leaves.l - ridge->own.l) * open, (look.leaves.a - ridge->own.a) * open,
                (look.leaves.b - ridge->own.b) * open};
    ridge->stand_far = colour_mix_oklab(look.leaves, look.lit, HEDGE_FAR);
    ridge->stand_far_haze = ridge->haze;
    species_mix mix;
    species_of(&frame->scene, &mix);
    for (int i = 0; i < ridge->rows && !mix.blooms; i++)
        ridge->row[i].stand_own = look.roofs;
}

#define FADE_POWER 6.0 /* DEM land: exponent by which its colour turns into the air's */

static void colour_ridge(const rl_frame *frame, ridge_layer *ridge)
{
    const rl_scene *scene = &frame->scene;
    const rl_ridge *land = &scene->ridge[ridge->ridge];
    ridge_ground ground = ridge_family_of(land)->ground;
    ridge->haze = light_haze(scene, land->depth);
    if (ridge_has(land, RIDGE_OF_DEM)) { /* Land at its true distance fades wholly into the sky. */
        double air = exact_pow(1.0 - land->depth, scene->haze_power);
        ridge->haze = exact_mix(ridge->haze, 1.0, exact_pow(air, FADE_POWER));
    }
    oklab bare = ridge->own = light_own(scene, ridge->ridge);
    cover_with_snow(scene, ridge, ground);
    ridge->apart_fade = ground == RIDGE_GROUND_MEADOW ? APART_FADE_MEADOW : APART_FADE;
    ridge->is_sunlit = ground == RIDGE_GROUND_SAND || ground == RIDGE_GROUND_CLIFF;
    ridge->lit = colour_to_oklab(scene->palette.lit);
    ridge->snow = colour_to_oklab(scene->palette.snow);
    memcpy(ridge->cover, crops, sizeof ridge->cover);
    ridge->land_glow =
        scene->sun_land_glow *
        (land_glow.near + land_glow.far * exact_pow(1.0 - land->depth, land_glow.power)) *
        (1.0 - GLOW_HAZE * ridge->haze);
    ridge->mist = mist_bank_of(frame, ridge->ridge);
    for (int i = 0; i < ridge->rows; i++)
        ridge->row[i].mist_share = 1.0;
    colour_stand(scene, ridge, bare, ground == RIDGE_GROUND_MEADOW);
    /* Tints of plants fade in the air, by night and in winter. */
    ridge->stand_chroma = (1.0 - ridge->haze) * exact_mix(heath.night, 1.0, day_of(frame)) *
                          (1.0 - heath.winter * scene->land_ground_snow);
    ridge->stand_lean = STAND_LEAN;
    if (scene->plain == RL_PLAIN_GRASS) {
        ridge->stand_lean = STEPPE_LEAN;
        ridge->stand_chroma *= STEPPE_CHROMA;
    }
    if (ground == RIDGE_GROUND_MEADOW)
        colour_meadow_stand(frame, ridge);
    if (clumps_has(scene, ridge->ridge))
        colour_heath(frame, ridge);
    if (hedges_has(scene, ridge->ridge))
        colour_hedges(frame, ridge);
    if (ground == RIDGE_GROUND_MEADOW) {
        colour_meadow(scene, ridge);
        return;
    }
    double z = land->depth;
    int is_wooded = wood_is_wooded(scene, ridge->ridge);
    if (ridge->rows == 1 && !is_wooded)
        return;
    ridge->fade = ROW_FADE;
    ridge->behind = light_land(&scene->palette, z - FADE_SHIFT);
    ridge->behind_haze = light_haze(scene, z - FADE_SHIFT);
    ridge->is_far_lit = is_wooded && ridge->ridge + 1 < scene->ridge_count &&
                        ridge_has(&scene->ridge[ridge->ridge + 1], RIDGE_NEAR);
    for (int i = 0; i + 1 < ridge->rows && is_wooded && ridge->mist.climb <= 0.0; i++) {
        ridge->row[i].mist_share = REAR_MIST;
        ridge->row[i].mist_higher = exact_mix(REAR_MIST_FAR, REAR_MIST_NEAR, z) * frame->unit_share;
    }
    for (int i = 0; i < ridge->rows; i++) {
        double rear = ridge->rows > 1 ? 1.0 - (double)i / (ridge->rows - 1) : 0.0;
        ridge->row[i].rear = (is_wooded ? REAR_FADE : REAR_FADE_BARE) * rear * (1.0 - 0.4 * z);
    }
}

/* ---- the kind ------------------------------------------------------------------------ */

static int count(const rl_scene *scene)
{
    return scene->ridge_count;
}

static double place(const rl_scene *scene, int index)
{
    (void)scene;
    return index;
}

/* Takes outlines and their plants from the layer of another frame; colours are the frame's own. */
static void share_rows(frame_layer *layer, const frame_layer *like)
{
    ridge_layer *ridge = layer->data;
    const ridge_layer *other = like->data;
    layer->block_top = ridge->block_top = other->block_top;
    layer->block_full = ridge->block_full = other->block_full;
    layer->block_cut = like->block_cut;
    layer->block_end = like->block_end;
    ridge->shore = other->shore;
    ridge->waterline = other->waterline;
    ridge->seen = other->seen;
    for (int i = 0; i < ridge->rows; i++) {
        ridge->row[i].outline = other->row[i].outline;
        ridge->row[i].ground = other->row[i].ground;
    }
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    rl_frame *frame = work->frame;
    int rows = wood_rows(&frame->scene, layer->index);
    ridge_layer *ridge = layer->data;
    ridge_row_layer *row = arena_zeroed(frame->arena, (size_t)rows, sizeof *row);
    int32_t *blocks = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *blocks);
    TRY(status_memory(row != NULL && blocks != NULL, "ridges", error));
    ridge->ridge = layer->index;
    ridge->rows = rows;
    layer->tiles = 2 * rows; /* for each row a tile of colours, then one of faces */
    ridge->row = row;
    layer->block_top = ridge->block_top = blocks;
    layer->block_full = ridge->block_full = blocks + frame->blocks;
    layer->depth = frame->scene.ridge[layer->index].depth;
    colour_ridge(frame, ridge);
    const frame_layer *like = layers_like(frame, layer);
    if (like == NULL || /* Stands hold windows, lit by night. */
        (hedges_has(&frame->scene, layer->index) &&
         hedges_night(frame) != hedges_night(frame->like)))
        TRY(make_rows(frame, layer, error));
    else
        share_rows(layer, like);
    return relief_make(work, ridge, error);
}

static rl_status finish(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    ridge_layer *ridge = layer->data;
    (void)error;
    for (int i = 0; i < ridge->rows; i++)
        if (ridge->row[i].outline.stand != NULL) {
            ridge->has_stand = 1;
            ridge->has_tint |= ridge->row[i].outline.stand->has_tint;
        }
    ridge->is_flat = !ridge->has_stand && ridge->faces == NULL && ridge->fade == 0.0 &&
                     ridge->haze == 0.0 && ridge->land_glow == 0.0 && ridge->mist.density == 0.0 &&
                     frame->scene.fog == 0.0 && !frame->light.has_bloom;
    return RL_OK;
}

static shade_colour tint_of(const rl_frame *frame, const ridge_layer *ridge, double x_px,
                            double y_px)
{
    float planes[RIDGE_COLOURS_ROOM];
    ridge_colours_at(frame, ridge, ridge->rows - 1, 0.0, x_px, y_px, planes);
    double place = x_px / frame->step, right = place - (double)exact_floor(place);
    for (int i = 0; i < 3; i++) {
        float *channel = planes + i * SHADE_GROUP;
        channel[0] = (float)exact_mix((double)channel[0], (double)channel[1], right);
    }
    return (shade_colour){planes[0], planes[SHADE_GROUP], planes[2 * SHADE_GROUP]};
}

static shade_colour tint(const rl_frame *frame, const frame_layer *layer, double x_px, double y_px)
{
    return tint_of(frame, layer->data, x_px, y_px);
}

static shade_colour far_tint(const rl_frame *frame, const frame_layer *layer, double x_px,
                             double y_px)
{
    ridge_layer ridge = *(const ridge_layer *)layer->data;
    ridge.apart = NULL;
    return tint_of(frame, &ridge, x_px, y_px);
}

/* Where trees make the edge, or water hides parts of it, the ground is sampled again. */
static rl_status heights(const rl_frame *frame, const frame_layer *layer, int x, int columns,
                         double *heights_px, rl_error *error)
{
    const ridge_layer *ridge = layer->data;
    if (ridge->fade > 0.0 || ridge->shore != NULL) {
        ridge_grid grid = {.first = frame->x + x,
                           .step = 1.0 / frame->unit,
                           .origin = (0.5 - 0.5 * frame->width) / frame->unit,
                           .detail = 1.0 / frame->unit};
        TRY(profile_heights(frame->profile, ridge->ridge, &grid, (size_t)columns, heights_px,
                            error));
        for (int i = 0; i < columns; i++)
            heights_px[i] *= frame->height;
        return RL_OK;
    }
    const int32_t *edge = outline_column(frame, &ridge->row[0].outline, x); /* kept whole */
    for (int i = 0; i < columns; i++, edge += FRAME_PIECES)
        heights_px[i] = (double)edge[FRAME_PIECES / 2] / FRAME_HEIGHT_ONE;
    return RL_OK;
}

/* ---- facts --------------------------------------------------------------------------- */

static const ridge_outline *outline(const frame_layer *layer, int row)
{
    const ridge_layer *ridge = layer->data;
    return row < ridge->rows ? &ridge->row[row].outline : NULL;
}

static const ridge_outline *shore(const frame_layer *layer)
{
    return ((const ridge_layer *)layer->data)->shore;
}

static const scene_key mist_keys[] = {
    REAL_KEY("mist.amount", AT_SCENE(mist), 0, 1, 0.80,
             "density of the mist at the foot of the ridges", TRAIT_SHINE | TRAIT_INVENTED),
    REAL_KEY("mist.height", AT_SCENE(mist_height), 0.001, 10, 0.055,
             "height over which the mist thins to 1/e, U", TRAIT_SHINE, "mist.amount"),
    REAL_KEY("mist.noise", AT_SCENE(mist_noise), 0, 10, 0.6,
             "variation of the upper limit of the mist, in units of mist.height", TRAIT_SHINE,
             "mist.amount"),
    REAL_KEY("mist.shift", AT_SCENE(mist_shift), 0, 1, 0.45,
             "depth of the farther ridge whose colour the mist takes", TRAIT_LIGHT | TRAIT_OF_MOOD,
             "mist.amount"),
};

static const scene_key fog_keys[] = {
    REAL_KEY("fog.amount", AT_SCENE(fog), 0, 1, 0, "density of fog banks between the ridges"),
};

static const scene_key trees_keys[] = {
    REAL_KEY("trees.height", AT_SCENE(tree_height), 0, 1, 0.055,
             "height of the nearest trees, U; 0 = no trees"),
    INTEGER_KEY("trees.rows", AT_SCENE(tree_rows), 1, 8, 2, "number of rows of trees on a slope"),
    REAL_KEY("trees.autumn", AT_SCENE(tree_autumn), 0, 1, 0,
             "colour of leaves: 0 = summer, 1 = autumn", TRAIT_OF_SEASON),
    SET_AT_KEY(
        "trees.species", AT_SCENE(tree_species), species_tree_name, SPECIES_OTHERWISE,
        "species of trees in woods and in the clumps in front of them; auto: by world and mood",
        TRAIT_OF_SEASON),
};

const layer_kind kind_ridge = {
    .name = "ridge",
    .number = RL_LAYER_RIDGE,
    .keys = {KEY_GROUP("mist", mist_keys), KEY_GROUP("fog", fog_keys, TRAIT_SHINE),
             KEY_GROUP("trees", trees_keys, TRAIT_OF_MOOD), KEY_GROUP("hero", hero_keys),
             KEY_GROUP("ground", ground_keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(ridge_layer),
    .prepare = prepare,
    .finish = finish,
    .settle = separation_make,
    .paint = {.begin = ridge_begin,
              .cover = ridge_cover,
              .shape = ridge_shape,
              .ground = ridge_ground_cover,
              .hide = ridge_hide,
              .over = ridge_over,
              .tile = ridge_tile},
    .tint = tint,
    .far_tint = far_tint,
    .heights = heights,
    .facts = ridge_facts,
    .mention = ridge_mention,
    .trait = {{.words = &ridge_mist,
               .part = offsetof(ridge_layer, mist.density),
               .bytes = 2 * sizeof(double)},
              {.share = offsetof(rl_facts, snow),
               .middle = offsetof(rl_facts, snow_y),
               FACTS_PART(ridge_layer, has_snow)},
              {.words = &ridge_strata, FACTS_PART(ridge_layer, has_beds)}},
    .outline = outline,
    .shore = shore,
};
