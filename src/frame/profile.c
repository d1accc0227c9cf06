/* profile.c - samples the profiles of the ridges of a frame, limits their slopes, and changes their
 * heights as the composition asks for. */
#include "frame/profile.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "heightmap/heightmap.h"
#include "scene/profiles.h"

/* Long profiles are made in pieces of this many samples, or nodes of the slope limit's lattice;
 * between two pieces the caller may cancel. */
#define RUN_SAMPLES 1024
#define RUN_NODES 65536
#define BEND_SAMPLES 256 /* samples whose composition_shape is computed at a time */

#define SHARED_SAMPLES 20000 /* samples of the longest grid whose profile_shape is cached */

/* The composition lowers a profile where the land opens (dip), raises it at the main summit (hero)
 * and toward the sides (valley).  Fields of composition_shape and composition_bend, widths in U.
 * Tuned by eye on seeds 1..48. */
#define DIP_WIDTH 0.24
#define HERO_WIDTH 0.30
#define ISLAND_MASSIF 0.6 /* height added to the middle of an island, amplitudes */
#define VALLEY_HALF_WIDTH 0.89
#define VALLEY_POWER 1.6
#define VALLEY_FLOOR 0.35
#define VALLEY_LIMIT 1.3 /* VALLEY_HALF_WIDTHs from the middle beyond which land is level */

/* Width of the smooth maximum of a profile and min_height, fraction of H; a corner would show as a
 * level line. */
#define FLOOR_EASE 0.035

/* Largest height of a summit, fraction of H in a picture where U = H. */
#define SUMMIT_LIMIT 0.84

/* The height of near ground in fractions of H grows with (U / H)^(1 - NEAR_RISE), that of other
 * ridges with U / H: so near ground is relatively higher in tall pictures, where U / H is small. */
#define NEAR_RISE 0.7

/* Lifts are kept up to BEYOND_PIXELS pixels plus BEYOND_U beyond both ends of the part.  Colours,
 * trees, crests and relief sample a profile up to 1.6 U beyond them; the lifts of farther samples
 * are computed again each time. */
#define BEYOND_PIXELS 64
#define BEYOND_U 1.5

/* Additional nodes at both ends of the world lattice, since the nodes of a loop may be a little
 * closer together than PROFILE_LATTICE_STEP. */
#define LATTICE_MORE 3

/* Largest magnitude of a height before the composition, U.  Extreme roughnesses give infinite
 * heights and NaN, which becomes the lowest height. */
#define HEIGHT_MOST 1e6

/* Largest number of lifts of a ridge that are kept with the frame of any width: 24 U of the lattice.
 */
#define MOST_KEPT 4096

/* ---- samples before the composition ---------------------------------------- */

ridge_grid profile_edges(const rl_frame *frame)
{
    return (ridge_grid){
        .first = frame->x * FRAME_PIECES,
        .step = 1.0 / (FRAME_PIECES * frame->unit),
        .origin = -0.5 * frame->width / frame->unit,
        .detail = 1.0 / frame->unit,
    };
}

/* Returns the seed of the ridges; each take (try) has its own. */
static uint64_t land_seed(const rl_scene *scene)
{
    return scene->take > 0 ? hash_key(scene->seed, STREAM_TAKES + (uint64_t)scene->take)
                           : scene->seed;
}

/* Returns a grid with loop, row and kernels of a ridge filled in. */
static ridge_grid grid_of(const ridge_profile *profile, int ridge, const ridge_grid *grid)
{
    ridge_grid complete = *grid;
    complete.loop = profile->frame->loop;
    complete.row = ridge_has(&profile->frame->scene.ridge[ridge], RIDGE_HAS_ROW)
                       ? &profile->ridge[ridge].row
                       : NULL;
    complete.kernels = profile->frame->kernels;
    return complete;
}

/* Returns a ridge with the ends of a segment in U. */
static rl_ridge ridge_in_units(const rl_frame *frame, int ridge)
{
    rl_ridge land = frame->scene.ridge[ridge];
    if (land.ends == RL_ENDS_FRAME) {
        double half = 0.5 * frame->width / frame->unit;
        land.ends = RL_ENDS_UNIT;
        land.start_x *= half;
        land.end_x *= half;
    }
    return land;
}

/* Samples the profile of a ridge without the changes of the composition, in U. */
static rl_status sample(const ridge_profile *profile, int ridge, const ridge_grid *grid,
                        size_t count, double *heights, rl_error *error)
{
    const rl_frame *frame = profile->frame;
    const profile_ridge *cached = &profile->ridge[ridge];
    ridge_grid complete = grid_of(profile, ridge, grid);
    int is_lifted = 0; /* 1 = the cached lifts of the ridge cover all samples of the grid */
    if (cached->lift != NULL && count > 0) {
        int64_t first;
        size_t nodes;
        ridge_limit_nodes(&complete, count, &first, &nodes);
        is_lifted = first >= cached->first_lift &&
                    first + (int64_t)nodes <= cached->first_lift + (int64_t)cached->lifts;
    }
    rl_ridge shape = ridge_in_units(frame, ridge);
    if (profile->vista != NULL && ridge_has(&shape, RIDGE_OF_DEM)) {
        vista_sample(profile->vista, &shape, grid, count, heights);
        return RL_OK;
    }
    if (frame->unit < PROFILE_LIMIT_UNIT || is_lifted)
        shape.slope = 0.0;
    TRY(ridge_sample(&shape, land_seed(&frame->scene), (uint64_t)ridge, &complete, count, heights,
                     frame->allocator, error));
    if (is_lifted)
        ridge_raise(&complete, count, heights, cached->first_lift, cached->lift);
    const ridge_family *family = ridge_family_of(&shape);
    if (family->cut != NULL)
        family->cut(&shape, &complete, count, heights);
    for (size_t i = 0; i < count; i++)
        heights[i] = heights[i] >= -HEIGHT_MOST ? exact_min(heights[i], HEIGHT_MOST) : -HEIGHT_MOST;
    return RL_OK;
}

/* ---- lifts of the slope limit ---------------------------------------------- */

static int has_limit(const ridge_profile *profile, int ridge)
{
    return profile->frame->unit >= PROFILE_LIMIT_UNIT &&
           ridge_has_limit(&profile->frame->scene.ridge[ridge]);
}

/* Finds the nodes of the slope limit's lattice along the part, and BEYOND_PIXELS + BEYOND_U on both
 * sides of it. */
static void find_nodes(const rl_frame *frame, int64_t *first, size_t *count)
{
    int64_t beyond = BEYOND_PIXELS + (int64_t)exact_floor(BEYOND_U * frame->unit);
    ridge_grid grid = profile_edges(frame);
    grid.loop = frame->loop;
    grid.first -= beyond * FRAME_PIECES;
    size_t samples = ((size_t)frame->columns + 2 * (size_t)beyond) * FRAME_PIECES + 1;
    ridge_limit_nodes(&grid, samples, first, count);
}

/* Returns whether so many lifts of a ridge are kept with the frame: threads may read them. */
static int are_kept(const rl_frame *frame, size_t count)
{
    return count <= MOST_KEPT || frame->columns <= PREPARE_WIDEST;
}

/* Computes the lifts of a ridge at nodes first .. first + count - 1. */
static rl_status make_lifts(ridge_profile *profile, int ridge, int64_t first, size_t count,
                            rl_error *error)
{
    const rl_frame *frame = profile->frame;
    profile_ridge *cached = &profile->ridge[ridge];
    ridge_grid grid = grid_of(profile, ridge, &(ridge_grid){.first = 0});
    if (cached->lift == NULL || cached->lifts != count)
        cached->lift = are_kept(frame, count)
                           ? arena_array(frame->arena, count, sizeof *cached->lift)
                           : memory_array(frame->allocator, count, sizeof *cached->lift);
    cached->first_lift = first;
    cached->lifts = count;
    TRY(status_memory(cached->lift != NULL, "ridge", error));
    rl_ridge land = ridge_in_units(frame, ridge);
    for (size_t done = 0; done < count; done += RUN_NODES) {
        size_t run = count - done < RUN_NODES ? count - done : RUN_NODES;
        TRY(prepare_check_stop(profile->work, error));
        TRY(ridge_limit(&land, land_seed(&frame->scene), (uint64_t)ridge, &grid,
                        first + (int64_t)done, run, cached->lift + done, frame->allocator, error));
    }
    return RL_OK;
}

rl_status profile_hold(ridge_profile *profile, int ridge, rl_error *error)
{
    const profile_ridge *cached = &profile->ridge[ridge];
    int64_t first;
    size_t count;
    if (!has_limit(profile, ridge))
        return RL_OK;
    find_nodes(profile->frame, &first, &count);
    if (cached->lift != NULL && cached->first_lift <= first &&
        cached->first_lift + (int64_t)cached->lifts >= first + (int64_t)count)
        return RL_OK;
    return make_lifts(profile, ridge, first, count, error);
}

static rl_status hold(preparation *work, int ridge, rl_error *error)
{
    return profile_hold(work->frame->profile, ridge, error);
}

rl_status profile_hold_all(preparation *work, rl_error *error)
{
    if (work->frame->columns > PREPARE_WIDEST)
        return RL_OK;
    return prepare_each(work, work->frame->scene.ridge_count, hold, error);
}

void profile_release(ridge_profile *profile, int ridge)
{
    profile_ridge *cached = &profile->ridge[ridge];
    if (cached->lift == NULL || are_kept(profile->frame, cached->lifts))
        return;
    memory_free(profile->frame->allocator, cached->lift);
    cached->lift = NULL;
}

/* ---- the composition -------------------------------------------------------- */

/* Computes the dip and the rise at the samples of shape->grid.  shape->x must have room for
 * 3 * count numbers. */
static void fill_shape(const rl_frame *frame, profile_shape *shape)
{
    composition_shape composition = {.loop = frame->loop,
                                     .middle = frame->scene.land_x,
                                     .dip_width = DIP_WIDTH,
                                     .valley_half = VALLEY_HALF_WIDTH,
                                     .valley_limit = VALLEY_LIMIT,
                                     .valley_power = VALLEY_POWER};
    const ridge_grid *grid = &shape->grid;
    shape->dip = shape->x + shape->count;
    shape->rise = shape->dip + shape->count;
    for (size_t j = 0; j < shape->count; j++)
        shape->x[j] = (double)(grid->first + (int64_t)j) * grid->step + grid->origin;
    profile_kernels_of[frame->kernels]->shape(&composition, shape->x, shape->count, shape->dip,
                                              shape->rise);
}

rl_status profile_share(ridge_profile *profile, const ridge_grid *grid, size_t count,
                        rl_error *error)
{
    profile_shape *shape = &profile->shared;
    profile_unshare(profile);
    if (count > SHARED_SAMPLES)
        return RL_OK; /* `compose` then computes the shape again for each ridge */
    shape->x = memory_array(profile->frame->allocator, count, 3 * sizeof *shape->x);
    TRY(status_memory(shape->x != NULL, "ridges", error));
    shape->grid = *grid;
    shape->count = count;
    fill_shape(profile->frame, shape);
    return RL_OK;
}

void profile_unshare(ridge_profile *profile)
{
    memory_free(profile->frame->allocator, profile->shared.x);
    profile->shared.x = NULL;
}

/* Changes `count` profile heights (U) in place into heights of the composition (fractions of H).
 * heights[0] belongs to sample `first` of the shape. */
static void bend(const ridge_profile *profile, int ridge, double unit_share,
                 const profile_shape *shape, size_t first, size_t count, double *heights)
{
    const rl_ridge *land = &profile->frame->scene.ridge[ridge];
    int is_literal = ridge_has(land, RIDGE_LITERAL);
    double scale = profile->ridge[ridge].summit_scale;
    if (ridge_has(land, RIDGE_NEAR))
        scale *= exact_pow(unit_share, -NEAR_RISE);
    composition_bend composition = {.loop = profile->frame->loop,
                                    .dip = land->dip,
                                    .hero = land->hero,
                                    .hero_x = land->hero_x,
                                    .hero_width = HERO_WIDTH,
                                    .island = land->island,
                                    .massif = ISLAND_MASSIF * land->amplitude,
                                    .valley = land->valley,
                                    .valley_floor = VALLEY_FLOOR,
                                    .base = land->base,
                                    .unit_share = unit_share,
                                    .scale = scale,
                                    .least = land->min_height,
                                    .ease = is_literal ? 0.0 : FLOOR_EASE};
    profile_kernels_of[profile->frame->kernels]->bend(
        &composition, shape->x + first, shape->dip + first, shape->rise + first, count, heights);
}

/* As `bend`, for the samples of a grid: uses the cached shape if it is that of the grid. */
static void compose(const ridge_profile *profile, int ridge, const ridge_grid *grid, size_t count,
                    double *heights)
{
    double room[3 * BEND_SAMPLES];
    double share = profile->frame->unit_share;
    const profile_shape *shared = &profile->shared;
    int64_t start = grid->first - shared->grid.first;
    int is_other = grid->step < shared->grid.step || grid->step > shared->grid.step ||
                   grid->origin < shared->grid.origin || grid->origin > shared->grid.origin;
    if (shared->x != NULL && start >= 0 && (size_t)start + count <= shared->count && !is_other) {
        bend(profile, ridge, share, shared, (size_t)start, count, heights);
        return;
    }
    for (size_t first = 0; first < count; first += BEND_SAMPLES) {
        size_t run = count - first < BEND_SAMPLES ? count - first : BEND_SAMPLES;
        profile_shape shape = {.grid = *grid, .count = run, .x = room};
        shape.grid.first += (int64_t)first;
        fill_shape(profile->frame, &shape);
        bend(profile, ridge, share, &shape, 0, run, heights + first);
    }
}

rl_status profile_heights(const ridge_profile *profile, int ridge, const ridge_grid *grid,
                          size_t count, double *heights, rl_error *error)
{
    for (size_t first = 0; first < count; first += RUN_SAMPLES) {
        ridge_grid part = *grid;
        part.first += (int64_t)first;
        size_t run = count - first < RUN_SAMPLES ? count - first : RUN_SAMPLES;
        TRY(prepare_check_stop(profile->work, error));
        TRY(sample(profile, ridge, &part, run, heights + first, error));
        compose(profile, ridge, &part, run, heights + first);
    }
    return RL_OK;
}

rl_status frame_points(const rl_frame *frame, int ridge, double *xy, size_t most, size_t *count,
                       rl_error *error)
{
    rl_ridge land = ridge_in_units(frame, ridge);
    ridge_grid grid = profile_edges(frame);
    ridge_grid complete = grid_of(frame->profile, ridge, &grid);
    TRY(ridge_points(&land, land_seed(&frame->scene), (uint64_t)ridge, &complete, xy, most, count,
                     frame->allocator, error));
    for (size_t i = 0; xy != NULL && i < *count; i++) {
        xy[2 * i] = xy[2 * i] * frame->unit + 0.5 * frame->width - (double)frame->x;
        xy[2 * i + 1] = land.base * frame->height + xy[2 * i + 1] * frame->unit;
    }
    return RL_OK;
}

/* ---- the world lattice ------------------------------------------------------- */

void profile_skyline(const ridge_profile *profile, int ridge, double unit_share,
                     double heights[PROFILE_LATTICE])
{
    memcpy(heights, profile->ridge[ridge].lattice, PROFILE_LATTICE * sizeof *heights);
    bend(profile, ridge, unit_share, &profile->world, 0, PROFILE_LATTICE, heights);
}

void profile_highest(const ridge_profile *profile, double skyline[PROFILE_LATTICE])
{
    double heights[PROFILE_LATTICE];
    for (int j = 0; j < PROFILE_LATTICE; j++)
        skyline[j] = 0.0;
    for (int i = 0; i < profile->frame->scene.ridge_count; i++) {
        profile_skyline(profile, i, profile->frame->unit_share, heights);
        for (int j = 0; j < PROFILE_LATTICE; j++)
            skyline[j] = exact_max(skyline[j], heights[j]);
    }
}

/* Sets the factor that scales a ridge down to summits of at most SUMMIT_LIMIT.  It is computed as
 * if U were H, so that the land has the same form in pictures of every aspect. */
static void limit_summit(ridge_profile *profile, int ridge)
{
    const rl_ridge *land = &profile->frame->scene.ridge[ridge];
    double heights[PROFILE_LATTICE];
    profile->ridge[ridge].summit_scale = 1.0;
    if (ridge_has(land, RIDGE_LITERAL))
        return;
    profile_skyline(profile, ridge, 1.0, heights);
    double most = land->base;
    for (int j = 0; j < PROFILE_LATTICE; j++)
        most = exact_max(most, heights[j]);
    if (most > SUMMIT_LIMIT && land->base < SUMMIT_LIMIT)
        profile->ridge[ridge].summit_scale = (SUMMIT_LIMIT - land->base) / (most - land->base);
}

static rl_status sample_lattice(preparation *work, int ridge, rl_error *error)
{
    ridge_profile *profile = work->frame->profile;
    if (has_limit(profile, ridge)) {
        /* The nodes of the world lattice and, if both together are at most MOST_KEPT, those along
         * the part, too. */
        int64_t low = -(PROFILE_LATTICE / 2) - LATTICE_MORE;
        int64_t high = PROFILE_LATTICE / 2 + LATTICE_MORE + 1;
        int64_t first;
        size_t count;
        find_nodes(work->frame, &first, &count);
        int64_t left = first < low ? first : low;
        int64_t right = first + (int64_t)count;
        right = right > high ? right : high;
        if (right - left > MOST_KEPT) {
            left = low;
            right = high;
        }
        TRY(make_lifts(profile, ridge, left, (size_t)(right - left), error));
    }
    TRY(sample(profile, ridge, &profile->world.grid, PROFILE_LATTICE, profile->ridge[ridge].lattice,
               error));
    limit_summit(profile, ridge);
    return RL_OK;
}

rl_status profile_take(preparation *work, rl_error *error)
{
    ridge_profile *profile = work->frame->profile;
    if (profile->take == work->frame->scene.take)
        return RL_OK;
    TRY(prepare_each(work, work->frame->scene.ridge_count, sample_lattice, error));
    profile->take = work->frame->scene.take;
    return RL_OK;
}

/* Hoare's selection (Communications of the ACM 4, 1961). */
double profile_quantile(double *values, int count, double share)
{
    int place = (int)(share * (count - 1) + 0.5), first = 0, last = count - 1;
    while (first < last) {
        double pivot = values[first + (last - first) / 2];
        int low = first, high = last;
        while (low <= high) {
            while (values[low] < pivot)
                low++;
            while (values[high] > pivot)
                high--;
            if (low <= high) {
                double value = values[low];
                values[low++] = values[high];
                values[high--] = value;
            }
        }
        if (place <= high)
            last = high;
        else if (place >= low)
            first = low;
        else
            break;
    }
    return values[place];
}

/* ---- slices of the scene's map ----------------------------------------------- */

static int map_is_stopped(void *user, const char *what, double done)
{
    (void)what;
    (void)done;
    return prepare_is_stopped(user);
}

/* Makes profile->land, the broad forms of the map, which shade the faces of slices. */
static rl_status keep_land(rl_frame *frame, const heightmap *map, rl_error *error)
{
    ridge_land *land = &frame->profile->land;
    ridge_land_size(land, map->width, map->wrap);
    size_t columns = (size_t)land->columns;
    float *height = arena_array(frame->arena, columns * (size_t)land->rows, sizeof *height);
    float *work = memory_array(frame->allocator, columns * (size_t)map->height, sizeof *work);
    if (height == NULL || work == NULL) {
        memory_free(frame->allocator, work);
        return status_no_memory("slices", error);
    }
    ridge_land_make(land, height, work, map->h, map->width);
    memory_free(frame->allocator, work);
    return RL_OK;
}

/* Gives each ridge that follows the map a row of the map: depth 0 is its north edge, depth 1 its
 * south edge.  Of the land between these rows only the broad forms are kept, and the map, which is
 * made as by rl_map_new, is freed. */
static rl_status cut_slices(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    size_t slices = 0;
    for (int i = 0; i < scene->ridge_count; i++)
        slices += (size_t)ridge_has(&scene->ridge[i], RIDGE_OF_MAP);
    if (slices == 0)
        return RL_OK;
    int side = scene->map.samples;
    heightmap map = {0};
    heightmap_work making = {.allocator = frame->allocator,
                             .threads = 1,
                             .seed = scene->seed,
                             .rules = &scene->map,
                             .progress = map_is_stopped,
                             .user = work};
    rl_status status = heightmap_make(&map, side, side, &making, error);
    float *height = NULL;
    if (status == RL_OK) {
        height = arena_array(frame->arena, (size_t)side * slices, sizeof *height);
        status = status_memory(height != NULL, "slices", error);
    }
    if (status == RL_OK)
        status = heightmap_normalise(&map, 0.0, 1.0, &making, error);
    if (status == RL_OK)
        status = keep_land(frame, &map, error);
    for (int i = 0; i < scene->ridge_count && status == RL_OK; i++) {
        if (!ridge_has(&scene->ridge[i], RIDGE_OF_MAP))
            continue;
        int row = (int)exact_floor(scene->ridge[i].depth * (map.height - 1) + 0.5);
        ridge_row_cut(&frame->profile->ridge[i].row, height,
                      map.h + (size_t)row * (size_t)map.width, map.width, map.wrap);
        frame->profile->ridge[i].row_place = (double)row / (map.wrap ? map.height : map.height - 1);
        height += map.width;
    }
    memory_free(frame->allocator, map.h);
    return status;
}

/* Reads the heights of each ridge of the family `own` from the scene. */
static rl_status read_profiles(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    for (int i = 0; i < scene->ridge_count; i++) {
        if (!ridge_has(&scene->ridge[i], RIDGE_OF_PROFILE))
            continue;
        ridge_row *row = &frame->profile->ridge[i].row;
        int number[RL_PROFILE_HEIGHTS], count;
        TRY(profiles_read(scene, i, number, &count, error));
        row->height = arena_array(frame->arena, (size_t)count, sizeof *row->height);
        TRY(status_memory(row->height != NULL, "ridge", error));
        for (int k = 0; k < count; k++)
            row->height[k] = (float)((double)number[k] / PROFILES_HIGHEST);
        ridge_row_join(row, count, ridge_real(&scene->ridge[i], "join"));
    }
    return RL_OK;
}

void profile_set_loop(rl_frame *frame, double loop)
{
    frame->loop = loop;
    fill_shape(frame, &frame->profile->world);
    frame->profile->take = -1;
}

rl_status profile_new(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    int ridges = frame->scene.ridge_count;
    ridge_profile *profile = arena_zeroed(frame->arena, 1, sizeof *profile);
    double *lattice =
        arena_array(frame->arena, (size_t)ridges + 3, PROFILE_LATTICE * sizeof *lattice);
    TRY(status_memory(profile != NULL && lattice != NULL, "ridges", error));
    frame->profile = profile;
    profile->frame = frame;
    profile->work = work;
    profile->take = -1;
    TRY(vista_new(work, &profile->vista, error));
    for (int i = 0; i < ridges; i++, lattice += PROFILE_LATTICE)
        profile->ridge[i].lattice = lattice;
    profile->world = (profile_shape){.grid = {.first = -(PROFILE_LATTICE / 2),
                                              .step = PROFILE_LATTICE_STEP,
                                              .detail = PROFILE_LATTICE_STEP},
                                     .count = PROFILE_LATTICE,
                                     .x = lattice};
    fill_shape(frame, &profile->world);
    TRY(read_profiles(work, error));
    return cut_slices(work, error);
}
