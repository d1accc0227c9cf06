/* vista.c - places the eye of a panorama on a DEM and samples the profiles of its rings. */
#include "frame/vista.h"

#include <stdio.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"
#include "ridge/noise.h"
#include "ridgeline-map.h"

/* A skyline near the eye has noise between the samples (cells) of the DEM; tuned by eye. */
#define DETAIL_FULL 50.0 /* distance from the eye up to which the noise is full, cells */
#define DETAIL_END 160.0 /* distance beyond which there is no noise, cells */
#define DETAIL 1.1       /* metres of noise per metre of panorama_rough */
#define DETAIL_MOST 0.25 /* limit that the roughness approaches, cells */
#define DETAIL_RATE 1.2  /* lattice cells of the noise in a cell of the DEM */
#define DETAIL_OCTAVES 7

#define PI 3.14159265358979323846

#define DEGREES 360.0 /* degrees of a turn */
#define KILOMETRE 1e3 /* metres */

/* Width of a picture of 16:9 in U; panorama.fov is the angle that it spans. */
#define WIDE (16.0 / 9.0)

/* Heights in a picture of 16:9, fractions of H, from which choose_level finds the eye's level. */
#define MIDDLE 0.56      /* aim for the median of the skyline */
#define HIGHEST 0.80     /* limit of the highest summit; it goes before MIDDLE */
#define LEVEL_LEAST 0.20 /* limits of the eye's level, before all others */
#define LEVEL_MOST 0.70
#define LOOKS 65 /* directions in which the skyline is measured */

/* Assumed size of a DEM that is not in metres, as of a generated map: its longer side, and the
 * range of its heights. */
#define SIDE_METRES 30720.0
#define RELIEF_METRES 3000.0

/* A land.snow_line of 1 U is this many times the range of altitudes below the highest summit. */
#define SNOW_SHARE 2.2

static rl_status misplaced(const char *key, double value, const char *rule, rl_error *error)
{
    char text[TEXT_REAL_SIZE];
    text_from_real(text, value);
    return status_fail(error, RL_BAD_ARGUMENT, "panorama.%s = %s: %s", key, text, rule);
}

/* Fails if the value of panorama.x or .y (`key`) is not within a..b. */
static rl_status check_inside(const char *key, double value, double a, double b, rl_error *error)
{
    char low[TEXT_REAL_SIZE], high[TEXT_REAL_SIZE], rule[2 * TEXT_REAL_SIZE + 40];
    if (value >= a && value <= b)
        return RL_OK;
    text_from_real(low, text_round(a));
    text_from_real(high, text_round(b));
    (void)snprintf(rule, sizeof rule, "must be %s..%s: the DEM ends there", low, high);
    return misplaced(key, value, rule, error);
}

/* Sets view->x and y, the place of the eye in cells, from panorama.x and y: coordinates of the DEM
 * or, if it has no georeference, shares of its sides. */
static rl_status find_place(const rl_scene *scene, panorama_grid *view, rl_error *error)
{
    const rl_dem *dem = scene->dem;
    const rl_georeference *place = &dem->reference;
    if (scene->panorama.y == RL_AUTO)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "panorama.y = auto: must be given with panorama.x");
    double last_x = dem->width - 1.0, last_y = dem->height - 1.0;
    double x = scene->panorama.x, y = scene->panorama.y;
    double west = 0.0, east = 1.0, north = 0.0, south = 1.0;
    if (place->is_placed) {
        west = place->west + 0.5 * place->cell_x;
        east = west + last_x * place->cell_x;
        north = place->north - 0.5 * place->cell_y;
        south = north - last_y * place->cell_y;
    }
    TRY(check_inside("x", x, west, east, error));
    TRY(check_inside("y", y, exact_min(north, south), exact_max(north, south), error));
    view->x = last_x * (x - west) / (east - west);
    view->y = last_y * (y - north) / (south - north);
    return RL_OK;
}

/* Sets the grid of the DEM and the place and altitude of the eye. */
static rl_status place_eye(const rl_frame *frame, panorama *view, rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    const rl_dem *dem = scene->dem;
    int longer = dem != NULL && dem->width > dem->height ? dem->width
                 : dem != NULL                           ? dem->height
                                                         : 0;
    if (dem == NULL || dem->heights == NULL)
        return misplaced("x", scene->panorama.x, "the scene has no heights: add --from-map FILE",
                         error);
    if (dem->width < 2 || dem->height < 2)
        return status_fail(error, RL_BAD_ARGUMENT, "dem: %dx%d: each side must be 2 or more",
                           dem->width, dem->height);
    view->gain = dem->is_metres ? 1.0 : RELIEF_METRES;
    view->all = (panorama_grid){.heights = dem->heights,
                                .width = dem->width,
                                .height = dem->height,
                                .cell_x = SIDE_METRES / longer,
                                .cell_y = SIDE_METRES / longer};
    if (dem->reference.is_placed) {
        view->all.cell_x = dem->reference.metres_x;
        view->all.cell_y = dem->reference.metres_y;
    }
    TRY(find_place(scene, &view->all, error));
    if (dem->holes != NULL) {
        int column = (int)exact_min(view->all.x, dem->width - 2.0);
        int row = (int)exact_min(view->all.y, dem->height - 2.0);
        const uint8_t *hole = dem->holes + (ptrdiff_t)row * dem->width + column;
        if (hole[0] | hole[1] | hole[dem->width] | hole[dem->width + 1])
            return misplaced("x", scene->panorama.x, "the DEM has no data there", error);
    }
    float *near = arena_array(frame->arena, PANORAMA_NEAR_SAMPLES, sizeof *near);
    TRY(status_memory(near != NULL, "panorama", error));
    panorama_near(view, near);
    view->eye = panorama_ground(view, (panorama_way){0.0, 1.0}, 0.0) + scene->panorama.eye;
    return RL_OK;
}

panorama_way vista_way(const vista *self, double x)
{
    double turn = self->look + x * self->turns;
    double quarter = turn - 0.25;
    return (panorama_way){.sin = exact_cos_turn(quarter - (double)exact_floor(quarter)),
                          .cos = exact_cos_turn(turn - (double)exact_floor(turn))};
}

void vista_ring(const rl_ridge *ridge, double *from, double *to)
{
    *from = exact_max(KILOMETRE * ridge_real(ridge, "ring_from"), 1.0);
    *to = KILOMETRE * ridge_real(ridge, "ring_to");
}

void vista_sample(const vista *self, const rl_ridge *ridge, const ridge_grid *grid, size_t count,
                  double *heights)
{
    double from, to;
    vista_ring(ridge, &from, &to);
    double rate = DETAIL_RATE * 2.0 * PI * self->turns * exact_sqrt(from * to) / self->cell;
    noise_period period = noise_fit_rate(self->loop, &rate); /* rate: lattice cells per U */
    uint64_t key = hash_key(self->key, (uint64_t)exact_floor(from));
    for (size_t j = 0; j < count; j++) {
        double x = (double)(grid->first + (int64_t)j) * grid->step + grid->origin;
        panorama_way way = vista_way(self, x);
        panorama_place top = panorama_top(&self->view, way, from, to);
        /* The noise is as high as the samples of the DEM are rough there: 0 if they are on a
         * straight line. */
        double share = 1.0 - exact_smoothstep(DETAIL_FULL, DETAIL_END, top.distance / self->cell);
        double rough = share > 0.0 ? share * panorama_rough(&self->view, way, top.distance) : 0.0;
        double detail = 0.0, most = DETAIL_MOST * self->cell;
        if (rough > 0.0) {
            rough *= most / (most + rough);
            detail = DETAIL * rough * noise_fractal(key, DETAIL_OCTAVES, rate * x, 0.5, period);
        }
        heights[j] = (top.tangent + detail / top.distance) * self->per_unit;
    }
}

/* Sets view->low and *high to the lowest and the highest altitude of the DEM, metres. */
static void find_range(panorama *view, double *high)
{
    ptrdiff_t count = (ptrdiff_t)view->all.width * view->all.height;
    float low = view->all.heights[0], most = low;
    for (ptrdiff_t i = 1; i < count; i++) {
        float h = view->all.heights[i];
        low = h < low ? h : low;
        most = h > most ? h : most;
    }
    view->low = view->base + view->gain * (double)low;
    *high = view->base + view->gain * (double)most;
}

/* Returns the eye's level, fraction of H, at which the skyline meets MIDDLE and HIGHEST. */
static double choose_level(const vista *self)
{
    double skyline[LOOKS], most = -1.0;
    for (int i = 0; i < LOOKS; i++) {
        double x = WIDE * ((double)i / (LOOKS - 1) - 0.5);
        skyline[i] = self->per_unit *
                     panorama_top(&self->view, vista_way(self, x), 1.0, PANORAMA_ENDLESS).tangent;
        most = exact_max(most, skyline[i]);
    }
    for (int i = 1; i < LOOKS; i++) {
        double value = skyline[i];
        int j = i;
        for (; j > 0 && skyline[j - 1] > value; j--)
            skyline[j] = skyline[j - 1];
        skyline[j] = value;
    }
    double level = exact_min(MIDDLE - skyline[LOOKS / 2], HIGHEST - most);
    return text_round(exact_clamp(level, LEVEL_LEAST, LEVEL_MOST));
}

/* Makes self->way. */
static rl_status make_ways(const rl_frame *frame, vista *self, rl_error *error)
{
    int per_block = frame->block / frame->fine_step;
    size_t nodes = (size_t)frame->blocks * (size_t)per_block + 1;
    int64_t first = frame->first_block * per_block;
    self->way = arena_array(frame->arena, nodes, sizeof *self->way);
    TRY(status_memory(self->way != NULL, "panorama", error));
    for (size_t n = 0; n < nodes; n++)
        self->way[n] =
            vista_way(self, ((double)(first + (int64_t)n) * frame->fine_step - 0.5 * frame->width) /
                                frame->unit);
    return RL_OK;
}

rl_status vista_new(preparation *work, const vista **out, rl_error *error)
{
    rl_frame *frame = work->frame;
    rl_scene *scene = &frame->scene;
    int rings = 0;
    *out = NULL;
    for (int i = 0; i < scene->ridge_count; i++)
        rings += ridge_has(&scene->ridge[i], RIDGE_OF_DEM);
    if (rings == 0 || scene->panorama.x == RL_AUTO)
        return RL_OK;
    vista *self = arena_zeroed(frame->arena, 1, sizeof *self);
    TRY(status_memory(self != NULL, "panorama", error));
    TRY(place_eye(frame, &self->view, error));
    double high;
    find_range(&self->view, &high);
    self->cell = exact_min(self->view.all.cell_x, self->view.all.cell_y);
    self->key = hash_key(scene->seed, STREAM_PANORAMA);
    self->look = scene->panorama.look / DEGREES;
    self->turns = scene->panorama.fov / DEGREES / WIDE;
    self->loop = frame->loop;
    if (frame->loop > 0.0) /* a loop is a full turn */
        self->turns = 1.0 / frame->loop;
    self->per_unit = scene->panorama.exaggeration / (2.0 * PI * self->turns);
    if (scene->panorama.level == RL_AUTO)
        scene->panorama.level = choose_level(self);
    scene->horizon = scene->panorama.level;
    self->level = scene->panorama.level / frame->unit_share;
    self->snow_metres = (high - self->view.low) * SNOW_SHARE;
    self->snow_line = high - scene->land_snow_line * self->snow_metres;
    for (int i = 0; i < scene->ridge_count; i++)
        if (ridge_has(&scene->ridge[i], RIDGE_OF_DEM))
            scene->ridge[i].base = scene->panorama.level;
    TRY(make_ways(frame, self, error));
    *out = self;
    return RL_OK;
}
