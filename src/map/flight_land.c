/* flight_land.c - land, sunlight and way of a flight: see flight_land.h.
 *
 * The eye flies east, the loop crosses the torus once, swaying.  Shadows are found by one
 * sweep away from the sun, twice round the torus: the second round knows what the first
 * left behind the seam.
 */
#include "map/flight_land.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"

#define RELIEF 0.17     /* units from height 0 to height 1 */
#define CLEARANCE 0.05  /* units above the highest ground close by */
#define SWAY 0.06       /* of the map's side */
#define REACH 6         /* stops: the ground this far ahead and behind lifts the eye */
#define PENUMBRA 0.01   /* units below the edge of a shadow: there it is whole */
#define LEAST_SLOPE 0.1 /* of the sun's rays: else all the land lies in shadow */

/* ---- shadows ------------------------------------------------------------------- */

/* A sweep from line to line of samples, away from the sun. */
typedef struct sweep {
    int lines, samples;               /* how many, and how many in each */
    ptrdiff_t line_step, sample_step; /* in the array */
    int toward;                       /* +1 or -1: the line that the light passes before */
    float shift;                      /* samples along that line */
    float drop;                       /* heights that the light's ray falls from line to line */
} sweep;

static sweep sweep_of(const flight_land *self, const heightmap *map)
{
    double across = (double)self->light.east, down = -(double)self->light.north;
    double level = exact_sqrt(across * across + down * down);
    int is_down = exact_abs(down) >= exact_abs(across);
    double along = is_down ? down : across, aside = is_down ? across : down;
    sweep made = {map->height, map->width, map->width, 1, along > 0.0 ? 1 : -1, 0.0f, 0.0f};
    if (!is_down)
        made = (sweep){map->width, map->height, 1, map->width, along > 0.0 ? 1 : -1, 0.0f, 0.0f};
    along = exact_max(exact_abs(along), 1e-6);
    double slope = exact_max((double)self->light.up / exact_max(level, 1e-6), LEAST_SLOPE);
    made.shift = (float)(aside / along);
    made.drop = (float)(slope * level / along / self->longer / exact_max(self->relief, 1e-9));
    return made;
}

/* The height below which no sun comes, from the line before. */
static void sweep_line(const sweep *by, const heightmap *map, float *edge, int line)
{
    int before = (line + by->toward + by->lines) % by->lines;
    const float *from = edge + before * by->line_step;
    const float *height = map->h + line * by->line_step;
    float *to = edge + line * by->line_step;
    int whole = by->shift < 0.0f ? -1 : 0; /* the shift is within -1..1 */
    float part = by->shift - (float)whole;
    for (int i = 0; i < by->samples; i++) {
        int left = (i + whole + by->samples) % by->samples;
        int right = left + 1 < by->samples ? left + 1 : 0;
        float a = from[left * by->sample_step], b = from[right * by->sample_step];
        float ray = a + (b - a) * part - by->drop, own = height[i * by->sample_step];
        to[i * by->sample_step] = ray > own ? ray : own;
    }
}

static void sun_sweep(flight_land *self, const heightmap *map)
{
    const sweep by = sweep_of(self, map);
    size_t count = (size_t)map->width * (size_t)map->height;
    for (size_t i = 0; i < count; i++)
        self->sun_map[i] = map->h[i];
    for (int k = 0; k < 2 * by.lines; k++)
        sweep_line(&by, map, self->sun_map,
                   by.toward > 0 ? (2 * by.lines - 1 - k) % by.lines : k % by.lines);
    float scale = (float)(self->relief / PENUMBRA);
    for (size_t i = 0; i < count; i++) {
        float dark = (self->sun_map[i] - map->h[i]) * scale;
        self->sun_map[i] = dark < 1.0f ? 1.0f - dark : 0.0f;
    }
}

static rl_status sun_make(flight_land *self, const heightmap *map, const rl_allocator *allocator,
                          rl_error *error)
{
    size_t count = (size_t)map->width * (size_t)map->height;
    self->sun_map = memory_array(allocator, count, sizeof *self->sun_map);
    if (self->sun_map == NULL)
        return status_fail(error, RL_NO_MEMORY, "flight: out of memory for %d x %d heights",
                           map->width, map->height);
    sun_sweep(self, map);
    const heightmap sun = {.width = map->width, .height = map->height, .h = self->sun_map};
    return ground_make(&self->sun, &sun, allocator, error);
}

/* ---- what hides ---------------------------------------------------------------- */

static void tiles_fill(double tile[FLIGHT_TILES * FLIGHT_TILES], const heightmap *map)
{
    for (int i = 0; i < FLIGHT_TILES * FLIGHT_TILES; i++)
        tile[i] = (double)map->h[0];
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            int64_t row = (int64_t)y * FLIGHT_TILES / map->height;
            int64_t column = (int64_t)x * FLIGHT_TILES / map->width;
            double *most = &tile[row * FLIGHT_TILES + column];
            *most = exact_max(*most, (double)map->h[(size_t)y * (size_t)map->width + (size_t)x]);
        }
}

/* A sample of a coarse level reaches into the next tile, but not farther: so say the
 * tiles round each, and the level above which it would. */
static void most_set(flight_land *self, const heightmap *map)
{
    double tile[FLIGHT_TILES * FLIGHT_TILES];
    int shorter = map->width < map->height ? map->width : map->height;
    self->most_level = (float)exact_log2((double)shorter / (2 * FLIGHT_TILES));
    tiles_fill(tile, map);
    for (int i = 0; i < FLIGHT_TILES * FLIGHT_TILES; i++) {
        int row = i / FLIGHT_TILES + FLIGHT_TILES, column = i % FLIGHT_TILES + FLIGHT_TILES;
        double most = tile[i];
        for (int k = 0; k < 9; k++)
            most = exact_max(most, tile[(row + k / 3 - 1) % FLIGHT_TILES * FLIGHT_TILES +
                                        (column + k % 3 - 1) % FLIGHT_TILES]);
        self->most[i] = exact_max((most - self->light.low) * self->relief, self->sea);
    }
}

/* ---- the way ------------------------------------------------------------------- */

/* The loop: once round eastward, swaying to north and south. */
static void way_at(double t, double *x, double *y)
{
    double part = t - (double)exact_floor(t);
    double sine = -exact_cos_turn(part < 0.75 ? part + 0.25 : part - 0.75);
    *x = part;
    *y = 0.5 + SWAY * sine;
}

/* The highest ground round a stop of the loop, in units. */
static double stop_ground(const flight_land *self, int stop)
{
    double x, y, most = self->sea;
    way_at((double)stop / FLIGHT_STOPS, &x, &y);
    for (int i = -2; i <= 2; i++)
        for (int j = -2; j <= 2; j++) {
            double h = (double)ground_height(&self->ground, x + i / (2.0 * FLIGHT_STOPS),
                                             y + j / (2.0 * FLIGHT_STOPS), 0.0f);
            most = exact_max(most, (h - self->light.low) * self->relief);
        }
    return most;
}

/* Of every stop the highest within REACH; three means over five stops then reach as
 * far, so that the result is smooth and never below the ground of any stop. */
static void stops_smooth(double height[FLIGHT_STOPS])
{
    double other[FLIGHT_STOPS];
    for (int i = 0; i < FLIGHT_STOPS; i++) {
        other[i] = height[i];
        for (int k = 1; k <= REACH; k++)
            other[i] =
                exact_max(other[i], exact_max(height[(i + k) % FLIGHT_STOPS],
                                              height[(i + FLIGHT_STOPS - k) % FLIGHT_STOPS]));
    }
    for (int pass = 0; pass < REACH / 2; pass++) {
        for (int i = 0; i < FLIGHT_STOPS; i++) {
            double sum = 0.0;
            for (int k = -2; k <= 2; k++)
                sum += other[(i + FLIGHT_STOPS + k) % FLIGHT_STOPS];
            height[i] = sum / 5.0;
        }
        for (int i = 0; i < FLIGHT_STOPS; i++)
            other[i] = height[i];
    }
}

/* A uniform cubic B-spline through the loop of stops: twice continuously differentiable. */
static double stops_at(const double height[FLIGHT_STOPS], double t)
{
    double place = t * FLIGHT_STOPS;
    int stop = (int)place;
    double u = place - stop, v = 1.0 - u;
    double weight[4] = {v * v * v, 4.0 - 6.0 * u * u + 3.0 * u * u * u,
                        4.0 - 6.0 * v * v + 3.0 * v * v * v, u * u * u};
    double sum = 0.0;
    for (int k = 0; k < 4; k++)
        sum += weight[k] * height[(stop + FLIGHT_STOPS - 1 + k) % FLIGHT_STOPS];
    return sum / 6.0;
}

flight_eye flight_land_eye(const flight_land *self, double t)
{
    double part = t - (double)exact_floor(t);
    flight_eye eye;
    way_at(part, &eye.x, &eye.y);
    eye.z = stops_at(self->stop, part) + CLEARANCE;
    /* The way's own direction: 2 pi SWAY cos(turn) of the map southward for one across. */
    double south = 6.28318530717958648 * SWAY * exact_cos_turn(part) / self->unit_y;
    double east = 1.0 / self->unit_x;
    double length = exact_sqrt(east * east + south * south);
    eye.east = east / length;
    eye.north = -south / length;
    return eye;
}

/* ---- made once ----------------------------------------------------------------- */

static void scale_set(flight_land *self, const heightmap *map, const rl_map_rules *rules)
{
    self->longer = map->width > map->height ? map->width : map->height;
    lamp_make(&self->light, map, rules);
    self->unit_x = self->longer / map->width;
    self->unit_y = self->longer / map->height;
    self->relief = RELIEF * rules->exaggeration / (self->light.high - self->light.low);
    self->highest = (self->light.high - self->light.low) * self->relief;
    self->sea = rules->sea > 0.0 ? (rules->sea - self->light.low) * self->relief : -1.0;
}

rl_status flight_land_make(flight_land *self, const heightmap *map, const rl_map_rules *rules,
                           const rl_allocator *allocator, rl_error *error)
{
    scale_set(self, map, rules);
    self->sun = (ground){.allocator = allocator};
    self->sun_map = NULL;
    rl_status status = ground_make(&self->ground, map, allocator, error);
    if (status == RL_OK)
        status = sun_make(self, map, allocator, error);
    if (status != RL_OK)
        return status;
    for (int i = 0; i < FLIGHT_STOPS; i++)
        self->stop[i] = stop_ground(self, i);
    stops_smooth(self->stop);
    most_set(self, map);
    return RL_OK;
}

void flight_land_free(flight_land *self, const rl_allocator *allocator)
{
    ground_free(&self->ground);
    ground_free(&self->sun);
    memory_free(allocator, self->sun_map);
    self->sun_map = NULL;
}
