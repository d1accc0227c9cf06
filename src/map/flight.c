/* flight.c - paints the frames of a flight over a map that is a torus.
 *
 * Each column of a picture is painted from the bottom up, along rays that go away from the eye over
 * the map.  Where the ground of a step appears above the rows that are drawn so far, it fills the
 * rows between.  The upper edge of the drawn rows is a real number, so pixels are anti-aliased by
 * area vertically; horizontally a column is the mean of RAYS rays, half a pixel apart, of which it
 * shares some with its neighbours.  Fog hides the repetition of the torus.  The eye flies east and
 * sways to north and south; a loop crosses the torus once.  Constants were tuned by eye on the maps
 * of seeds 1..12.
 */
#include "map/flight.h"

#include "base/bands.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "map/round.h"
#include "map/shadow.h"
#include "paint/dither.h"

/* Lengths along the ground, units: the longer side of the map. */
#define NEAR 0.006         /* distance of the first step */
#define FAR 0.95           /* distance from which fog hides everything */
#define STEP 0.01          /* length of a step, as a share of the distance from the eye */
#define DETAIL 0.007       /* least size of a sample of the ground, as a share of that distance */
#define MOST_STEPS 512     /* above ln(FAR / NEAR) / ln(1 + STEP) = 509 */
#define RELIEF 0.17        /* rise from height 0 to height 1 */
#define CLEARANCE 0.05     /* height of the eye above the highest ground close by */
#define SWAY 0.06          /* amplitude of the path's sway, as a share of the map's height */
#define REACH 6            /* stops before and after a stop whose ground lifts the eye there */
#define MEAN_REACH 2       /* stops before and after a stop that a moving average includes */
#define LEAST_HEIGHT 0.005 /* range of the height of a steered eye above the cover */
#define MOST_HEIGHT 1.0
#define BLUNT 0.6     /* greatest rise of a bump over the ground around it, in its radii */
#define PENUMBRA 0.01 /* depth below the edge of a shadow at which the shadow is full */

/* The picture. */
#define FOCAL 0.72    /* focal length, as a share of the width: the view is 70 degrees wide */
#define HORIZON 0.3   /* row of the horizon from the top, as a share of the height */
#define SUBCOLUMNS 2  /* rays cast per column */
#define RAYS 4        /* rays averaged per column */
#define RUN 16        /* values of a loop of fixed length, which the compiler vectorises */
#define DITHER_ROWS 8 /* rows after which the thresholds of the dither repeat */

/* Light and air. */
#define ZENITH 0x2a62ab
#define HAZE 0xb4cadd
#define GLOW_COLOUR 0xf2e2c4
#define GLOW 0.8             /* share of the glow in the haze in the direction of the sun */
#define SKY_FADE 0.02f       /* square of the slope above the horizon with half of the haze */
#define FOG_FROM 0.3         /* share of FAR from which fog grows to hide everything at FAR */
#define FOG_THICKNESS (-0.4) /* natural logarithm of the share of light that air passes at FAR */
#define PALE_DEEP 0.3f       /* factor by which a black tint is darkened */
#define PALE_GAIN 0.7f       /* increase of that factor with the tint's square, to 1 for white */

/* The sea. */
#define WAVE_SLOPE 0.12f /* added to the slope of the mirrored ray, as waves tilt it upward */
#define MIRROR 0.02f     /* reflectance of water seen at a right angle */
#define WAVY_MIRROR 0.6f /* increase of the reflectance to a flat angle; 0.98 without waves */
#define SEA_SHADE 0.7f   /* factor of the colour of water in a shadow */
#define SEA_SUN 0.3f     /* increase of that factor to full sun */

#define TWO_PI 6.28318530717958648
#define SPLINE_SUM 6.0 /* sum of the weights of a uniform cubic B-spline */

/* The eye and its line of sight. */
typedef struct flight_eye {
    double x, y;        /* place, as for ground_height */
    double z;           /* units above height 0 */
    double east, north; /* direction of the flight, a unit vector */
} flight_eye;

/* ---- the ground: levels -------------------------------------------------------------------- */

static int half_of(int size)
{
    return size > 1 ? size / 2 : 1;
}

/* Fills a level of width x height samples.  Along each axis, sample i of n is the mean of samples
 * i * m / n .. (i + 1) * m / n - 1 of the m finer ones. */
static void level_reduce(const ground_level *fine, int width, int height, float *out)
{
    for (int y = 0; y < height; y++) {
        int top = (int)((int64_t)y * fine->height / height);
        int bottom = (int)((int64_t)(y + 1) * fine->height / height);
        for (int x = 0; x < width; x++) {
            int left = (int)((int64_t)x * fine->width / width);
            int right = (int)((int64_t)(x + 1) * fine->width / width);
            float sum = 0.0f;
            for (int fine_y = top; fine_y < bottom; fine_y++)
                for (int fine_x = left; fine_x < right; fine_x++)
                    sum += fine->h[(size_t)fine_y * (size_t)fine->width + (size_t)fine_x];
            *out++ = sum / (float)((right - left) * (bottom - top));
        }
    }
}

rl_status ground_make(ground *self, const heightmap *map, arena *memory, rl_error *error)
{
    *self = (ground){.count = 1, .level = {{map->width, map->height, map->h}}};
    for (; self->count < GROUND_LEVELS; self->count++) {
        const ground_level *fine = &self->level[self->count - 1];
        if (fine->width == 1 && fine->height == 1)
            break;
        int width = half_of(fine->width), height = half_of(fine->height);
        float *coarse = arena_array(memory, (size_t)width * (size_t)height, sizeof *coarse);
        TRY(status_memory(coarse != NULL, "flight", error));
        level_reduce(fine, width, height, coarse);
        self->level[self->count] = (ground_level){width, height, coarse};
    }
    return RL_OK;
}

/* ---- the ground: samples ------------------------------------------------------------------- */

/* Heights are interpolated bilinearly.  Slopes are bilinear interpolations of central differences,
 * so that near ground has no facets. */

/* The four samples round a place along one axis. */
typedef struct taps {
    int i[4];
    float part; /* distance of the place from sample i[1], 0..1 */
} taps;

static taps taps_at(double share, int size)
{
    double place = (share - (double)exact_floor(share)) * size - 0.5; /* from sample 0's middle */
    int whole = (int)(place + 1.0) - 1;                               /* -1 .. size - 1 */
    taps self;
    self.part = (float)(place - (double)whole);
    self.i[1] = whole < 0 ? size - 1 : whole < size ? whole : 0;
    self.i[0] = self.i[1] > 0 ? self.i[1] - 1 : size - 1;
    self.i[2] = self.i[1] + 1 < size ? self.i[1] + 1 : 0;
    self.i[3] = self.i[2] + 1 < size ? self.i[2] + 1 : 0;
    return self;
}

static const float *level_row(const ground_level *level, int y)
{
    return level->h + (size_t)y * (size_t)level->width;
}

static float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

/* The two samples round a place along one axis, for heights without slopes; most of the time of a
 * flight is spent here. */
typedef struct pair {
    int before, after;
    float part; /* distance of the place from the sample before it, 0..1 */
} pair;

static inline pair pair_at(double share, int size)
{
    double place = share * size + 0.5; /* index of the sample plus 1; `share` is 0..1 */
    int after = (int)place;
    pair self = {after - 1, after, (float)(place - (double)after)};
    self.before = after > 0 ? self.before : size - 1;
    self.after = after < size ? after : 0;
    return self;
}

static inline float level_height(const ground_level *level, double x, double y)
{
    pair across = pair_at(x, level->width), down = pair_at(y, level->height);
    const float *top = level_row(level, down.before), *bottom = level_row(level, down.after);
    return mix(mix(top[across.before], top[across.after], across.part),
               mix(bottom[across.before], bottom[across.after], across.part), down.part);
}

static ground_point level_at(const ground_level *level, double x, double y)
{
    taps across = taps_at(x, level->width), down = taps_at(y, level->height);
    const int *c = across.i;
    const float *row[4];
    for (int i = 0; i < 4; i++)
        row[i] = level_row(level, down.i[i]);
    float value[2], east[2], south[2]; /* values on the rows above and below the place */
    for (int i = 0; i < 2; i++) {
        const float *before = row[i], *here = row[i + 1], *after = row[i + 2];
        value[i] = mix(here[c[1]], here[c[2]], across.part);
        east[i] = mix(here[c[2]] - here[c[0]], here[c[3]] - here[c[1]], across.part);
        south[i] = mix(after[c[1]] - before[c[1]], after[c[2]] - before[c[2]], across.part);
    }
    return (ground_point){
        mix(value[0], value[1], down.part),
        0.5f * (float)level->width * mix(east[0], east[1], down.part),
        -0.5f * (float)level->height * mix(south[0], south[1], down.part),
    };
}

float ground_height(const ground *self, double x, double y, float level)
{
    int below = (int)level;
    float part = level - (float)below;
    x -= (double)exact_floor(x);
    y -= (double)exact_floor(y);
    if (below >= self->count - 1)
        return level_height(&self->level[self->count - 1], x, y);
    float fine = level_height(&self->level[below], x, y);
    return part > 0.0f ? mix(fine, level_height(&self->level[below + 1], x, y), part) : fine;
}

static ground_point ground_at(const ground *self, double x, double y, float level)
{
    int below = (int)level;
    float part = level - (float)below;
    if (below >= self->count - 1)
        return level_at(&self->level[self->count - 1], x, y);
    ground_point fine = level_at(&self->level[below], x, y);
    if (!(part > 0.0f))
        return fine;
    ground_point coarse = level_at(&self->level[below + 1], x, y);
    return (ground_point){mix(fine.height, coarse.height, part), mix(fine.east, coarse.east, part),
                          mix(fine.north, coarse.north, part)};
}

/* ---- shadows ------------------------------------------------------------------- */

static rl_status make_sun(rl_flight *self, const heightmap *map, rl_error *error)
{
    const heightmap sun = {
        map->width, map->height, 1,
        arena_array(&self->memory, (size_t)map->width * (size_t)map->height, sizeof *sun.h)};
    TRY(status_memory(sun.h != NULL, "flight", error));
    const shadow_grid grid = {.width = map->width,
                              .height = map->height,
                              .wrap = 1,
                              .cell_x = 1.0 / self->longer,
                              .cell_y = 1.0 / self->longer,
                              .relief = self->relief,
                              .east = (double)self->light.east,
                              .north = (double)self->light.north,
                              .up = (double)self->light.up,
                              .penumbra = PENUMBRA};
    shadow_make(&grid, map->h, sun.h);
    return ground_make(&self->sun, &sun, &self->memory, error);
}

/* ---- bounds of heights ------------------------------------------------------------ */

/* Returns the index of the tile at a row and a column, which may be beyond the map. */
static int tile_of(int row, int column)
{
    return (row & (FLIGHT_TILES - 1)) * FLIGHT_TILES + (column & (FLIGHT_TILES - 1));
}

#define NEAR_TILES 9 /* a tile and its neighbours */

/* Returns tile `k`, 0..8, of the 3 x 3 tiles round tile `i`. */
static int near_tile(int i, int k)
{
    return tile_of(i / FLIGHT_TILES + k / 3 - 1, i % FLIGHT_TILES + k % 3 - 1);
}

/* Returns the greatest value of the 3 x 3 tiles round tile `i`. */
static double near_most(const double *tile, int i)
{
    double most = tile[i];
    for (int k = 0; k < NEAR_TILES; k++)
        most = exact_max(most, tile[near_tile(i, k)]);
    return most;
}

/* Sets `most` of each tile.  A sample of a level up to most_level can include ground of the next
 * tile, but not of the one after it, so the bound is the greatest height of the 3 x 3 tiles round a
 * tile, or the sea. */
static void set_most(rl_flight *self, const heightmap *map)
{
    double tile[FLIGHT_TILES * FLIGHT_TILES];
    int shorter = map->width < map->height ? map->width : map->height;
    self->most_level = (float)exact_log2((double)shorter / (2 * FLIGHT_TILES));
    for (int i = 0; i < FLIGHT_TILES * FLIGHT_TILES; i++)
        tile[i] = (double)map->h[0];
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            int64_t row = (int64_t)y * FLIGHT_TILES / map->height;
            int64_t column = (int64_t)x * FLIGHT_TILES / map->width;
            double *most = &tile[row * FLIGHT_TILES + column];
            *most = exact_max(*most, (double)map->h[(size_t)y * (size_t)map->width + (size_t)x]);
        }
    for (int i = 0; i < FLIGHT_TILES * FLIGHT_TILES; i++) {
        self->most[i] = exact_max((near_most(tile, i) - self->light.low) * self->relief, self->sea);
        self->highest = exact_max(self->highest, self->most[i]);
    }
    for (int i = 0; i < FLIGHT_TILES * FLIGHT_TILES; i++)
        self->wide_most[i] = near_most(self->most, i);
    /* The spline reaches two tiles and the mean one, so the means of bounds within three tiles are
     * above all ground. */
    for (int i = 0; i < FLIGHT_TILES * FLIGHT_TILES; i++)
        tile[i] = near_most(self->wide_most, i);
    for (int i = 0; i < FLIGHT_TILES * FLIGHT_TILES; i++)
        for (int k = 0; k < NEAR_TILES; k++)
            self->cover[i] += tile[near_tile(i, k)] / NEAR_TILES;
}

/* Returns the index of the tile at a place. */
static int tile_at(double x, double y)
{
    int column = (int)((x - (double)exact_floor(x)) * FLIGHT_TILES);
    int row = (int)((y - (double)exact_floor(y)) * FLIGHT_TILES);
    return tile_of(row, column);
}

double flight_most_at(const rl_flight *self, double x, double y)
{
    return self->most[tile_at(x, y)];
}

/* ---- the path ------------------------------------------------------------------ */

/* Returns y of the path at x = `part`, 0..1, both as for ground_height. */
static double way_y(double part)
{
    return 0.5 - SWAY * exact_cos_turn(part < 0.75 ? part + 0.25 : part - 0.75);
}

/* Sets `stop`.  First, each stop gets the greatest height of the ground within REACH stops.  Then
 * REACH / MEAN_REACH moving averages make the heights smooth.  Together they reach REACH stops, so
 * no stop falls below its ground. */
static void set_stops(rl_flight *self)
{
    double *height = self->stop, other[FLIGHT_STOPS];
    for (int stop = 0; stop < FLIGHT_STOPS; stop++) {
        double x = (double)stop / FLIGHT_STOPS, y = way_y(x), most = self->sea;
        for (int i = -2; i <= 2; i++)
            for (int j = -2; j <= 2; j++) {
                double h = (double)ground_height(&self->ground, x + i / (2.0 * FLIGHT_STOPS),
                                                 y + j / (2.0 * FLIGHT_STOPS), 0.0f);
                most = exact_max(most, (h - self->light.low) * self->relief);
            }
        height[stop] = most;
    }
    for (int i = 0; i < FLIGHT_STOPS; i++) {
        other[i] = height[i];
        for (int k = -REACH; k <= REACH; k++)
            other[i] = exact_max(other[i], height[(i + FLIGHT_STOPS + k) % FLIGHT_STOPS]);
    }
    for (int pass = 0; pass < REACH / MEAN_REACH; pass++) {
        for (int i = 0; i < FLIGHT_STOPS; i++) {
            double sum = 0.0;
            for (int k = -MEAN_REACH; k <= MEAN_REACH; k++)
                sum += other[(i + FLIGHT_STOPS + k) % FLIGHT_STOPS];
            height[i] = sum / (2 * MEAN_REACH + 1);
        }
        memcpy(other, height, sizeof other);
    }
}

/* Sets the weights of a uniform cubic B-spline, times SPLINE_SUM, at a share `u` of the way between
 * its second point and its third.  The spline is twice continuously differentiable. */
static void spline_weights(double u, double weight[4])
{
    double v = 1.0 - u;
    weight[0] = v * v * v;
    weight[1] = 4.0 - 6.0 * u * u + 3.0 * u * u * u;
    weight[2] = 4.0 - 6.0 * v * v + 3.0 * v * v * v;
    weight[3] = u * u * u;
}

double flight_cover_at(const rl_flight *self, double x, double y)
{
    double across = (x - (double)exact_floor(x)) * FLIGHT_TILES - 0.5; /* from a tile's middle */
    double down = (y - (double)exact_floor(y)) * FLIGHT_TILES - 0.5;
    int column = (int)exact_floor(across), row = (int)exact_floor(down);
    double of_column[4], of_row[4], sum = 0.0;
    spline_weights(across - column, of_column);
    spline_weights(down - row, of_row);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            sum += of_row[i] * of_column[k] * self->cover[tile_of(row - 1 + i, column - 1 + k)];
    return sum / (SPLINE_SUM * SPLINE_SUM);
}

static flight_eye eye_at(const rl_flight *self, double t)
{
    double part = t - (double)exact_floor(t);
    flight_eye eye = {.x = part, .y = way_y(part)};
    double place = part * FLIGHT_STOPS, weight[4], sum = 0.0;
    int stop = (int)place;
    spline_weights(place - stop, weight);
    for (int k = 0; k < 4; k++)
        sum += weight[k] * self->stop[(stop + FLIGHT_STOPS - 1 + k) % FLIGHT_STOPS];
    eye.z = sum / SPLINE_SUM + CLEARANCE;
    /* The eye looks along the derivative of the path: 2 pi SWAY cos(turn) southward for 1 east. */
    double south = TWO_PI * SWAY * exact_cos_turn(part) / self->unit_y;
    double east = 1.0 / self->unit_x;
    double length = exact_sqrt(east * east + south * south);
    eye.east = east / length;
    eye.north = -south / length;
    return eye;
}

/* ---- values that all columns share ---------------------------------------------- */

typedef struct flight_step {
    float distance; /* distance from the eye along its line of sight, units */
    float level;    /* `level` for ground_height there */
    float fog;      /* coverage of the fog, 0..1 */
    double scale;   /* pixels per unit at that distance */
} flight_step;

typedef struct flight_picture {
    const rl_flight *land;
    flight_eye eye;
    int width, height, steps;
    int bounded;           /* number of the first steps for whose level `most` is a bound */
    double focal, horizon; /* FOCAL and HORIZON in pixels */
    light3 zenith, haze, glow;
    flight_step step[MOST_STEPS];
    float threshold[DITHER_ROWS][DITHER_PERIOD];
    float *light; /* [workers][RAYS][height][3] */
    uint8_t *rgb;
} flight_picture;

static void set_steps(flight_picture *self)
{
    /* The level has samples a little smaller than a step, or as large as a pixel on the ground. */
    double distance = NEAR;
    for (self->steps = 0; self->steps < MOST_STEPS && distance < FAR; self->steps++) {
        double cells = distance * exact_max(DETAIL, 1.0 / self->focal) * self->land->longer;
        double share = distance / FAR, end = exact_smoothstep(FOG_FROM, 1.0, share);
        flight_step step = {(float)distance, cells > 1.0 ? (float)exact_log2(cells) : 0.0f,
                            (float)(1.0 - (1.0 - end * end) * exact_exp(FOG_THICKNESS * share)),
                            self->focal / distance};
        self->step[self->steps] = step;
        if (step.level <= self->land->most_level)
            self->bounded = self->steps + 1;
        distance += distance * STEP;
    }
}

/* ---- a column ------------------------------------------------------------------- */

typedef struct flight_column {
    const flight_picture *self;
    double east, north;            /* units of ground that the ray passes for one unit ahead */
    light3 haze;                   /* colour of the sky at the horizon, warmer toward the sun */
    float *light;                  /* [height][3] linear light, result */
    float top;                     /* row of the upper edge of the drawn rows */
    const flight_step *step;       /* step that the ray has reached */
    light3 light_before;           /* light of the last piece of land or sea that was drawn */
    const flight_step *light_step; /* step of that piece */
    int is_light_of_sea;           /* 1 if that piece was sea */
    double rise;                   /* ground at the step before, units above height 0 */
    int is_known;                  /* 1 = `rise` was computed */
} flight_column;

/* Returns the light of the sky at a slope above the horizon (tangent of the angle). */
static light3 sky_at(const flight_column *ray, float slope)
{
    float rise = slope > 0.0f ? slope : 0.0f;
    float t = rise * rise / (rise * rise + SKY_FADE);
    return light3_mix(ray->haze, ray->self->zenith, t);
}

/* Returns a darker light of red, green or blue: tints of maps are pale, as names are printed on
 * them, but land is not.  White stays white. */
static float deep_share(float pale)
{
    return pale * (PALE_DEEP + PALE_GAIN * pale * pale);
}

static light3 deep_of(light3 pale)
{
    return (light3){deep_share(pale.r), deep_share(pale.g), deep_share(pale.b)};
}

/* Returns the light of the sea: the tint of its depth where it is seen from above, and the mirrored
 * sky at a flat angle (C. Schlick, 1994).  Waves mirror a higher, bluer part of the sky. */
static light3 sea_light(const flight_column *ray, const ground_point *point, float distance,
                        float sun)
{
    const rl_flight *land = ray->self->land;
    float drop = (float)(ray->self->eye.z - land->sea), slope = drop / distance;
    float cosine = slope / (float)exact_sqrt(1.0 + (double)(slope * slope));
    float flat = 1.0f - cosine, square = flat * flat;
    float mirror = MIRROR + WAVY_MIRROR * square * square * flat;
    light3 water = deep_of(deep_of(lamp_water(&land->light, point->height)));
    light3 deep = light3_scale(water, SEA_SHADE + SEA_SUN * sun);
    return light3_mix(deep, sky_at(ray, slope + WAVE_SLOPE), mirror);
}

/* Adds light to the rows between `top` and `bottom`, by coverage.  The light is linear from `upper`
 * at the top to `lower` at the bottom. */
static void rows_add(flight_column *ray, float top, float bottom, light3 upper, light3 lower)
{
    int last = ray->self->height - 1;
    float scale = 1.0f / (bottom - top);
    for (int row = (int)top; row <= last && (float)row < bottom; row++) {
        float high = top > (float)row ? top : (float)row;
        float low = bottom < (float)(row + 1) ? bottom : (float)(row + 1);
        light3 light = light3_mix(upper, lower, (0.5f * (high + low) - top) * scale);
        float *out = ray->light + (size_t)row * 3;
        out[0] += light.r * (low - high);
        out[1] += light.g * (low - high);
        out[2] += light.b * (low - high);
    }
}

static float row_of(const flight_picture *self, double z, double scale)
{
    double row = self->horizon + (self->eye.z - z) * scale;
    return row > 0.0 ? (float)row : 0.0f;
}

/* Returns the light of land or sea at a step. */
static light3 piece_light(const flight_column *ray, const flight_step *step, int is_sea)
{
    const rl_flight *land = ray->self->land;
    const lamp *source = &land->light;
    double x = ray->self->eye.x + ray->east * (double)step->distance * land->unit_x;
    double y = ray->self->eye.y - ray->north * (double)step->distance * land->unit_y;
    ground_point point = ground_at(&land->ground, x, y, step->level);
    float sun = ground_height(&land->sun, x, y, step->level);
    if (is_sea)
        return light3_mix(sea_light(ray, &point, step->distance, sun), ray->haze, step->fog);
    float rise = (float)land->relief;
    float east = point.east * rise * (float)land->unit_x;
    float north = point.north * rise * (float)land->unit_y;
    light3 light =
        lamp_on_slope(source, deep_of(lamp_land(source, point.height)), east, north, sun);
    return light3_mix(light, ray->haze, step->fog);
}

/* Returns the light at the lower edge of a piece, whose upper edge is row `above` and has `light`.
 * It is interpolated toward the light of the step before, so that a slope has a gradient. */
static light3 lower_light(const flight_column *ray, float above, int is_sea, light3 light)
{
    const flight_step *before = ray->step - 1;
    double sea = ray->self->land->sea;
    if (!ray->is_known || (ray->rise < sea) != is_sea)
        return light;
    float row = row_of(ray->self, exact_max(ray->rise, sea), before->scale);
    if (!(row > above))
        return light;
    float part = row > ray->top ? (row - ray->top) / (row - above) : 0.0f;
    light3 from = ray->light_step == before && ray->is_light_of_sea == is_sea
                      ? ray->light_before
                      : piece_light(ray, before, is_sea);
    return light3_mix(from, light, part);
}

/* Draws a piece of land or sea from ray->top up to the row `above`. */
static void piece_draw(flight_column *ray, float above, int is_sea)
{
    light3 light = piece_light(ray, ray->step, is_sea);
    rows_add(ray, above, ray->top, light, lower_light(ray, above, is_sea, light));
    ray->light_before = light;
    ray->light_step = ray->step;
    ray->is_light_of_sea = is_sea;
    ray->top = above;
}

static void step_draw(flight_column *ray, double rise)
{
    const flight_picture *self = ray->self;
    const flight_step *step = ray->step;
    double sea = self->land->sea;
    float above = row_of(self, exact_max(rise, sea), step->scale);
    if (ray->is_known && (ray->rise < sea) != (rise < sea)) {
        /* The shore is between the step before and this one; the ground is linear between them. */
        double part = (sea - ray->rise) / (rise - ray->rise);
        double before = (double)(step - 1)->distance;
        double distance = before + part * ((double)step->distance - before);
        float shore = row_of(self, sea, self->focal / distance);
        if (shore < ray->top)
            piece_draw(ray, shore, ray->rise < sea);
    }
    if (above < ray->top)
        piece_draw(ray, above, rise < sea);
    ray->rise = rise;
}

/* Returns the last step, from `step` on, up to which ground of at most `most` is hidden by the
 * drawn rows, within `reach` units ahead.  The ground of `step` itself is hidden. */
static const flight_step *last_hidden(const flight_column *ray, const flight_step *step,
                                      double most, double reach)
{
    const flight_picture *self = ray->self;
    const flight_step *end = self->step + self->bounded;
    double distance = (double)step->distance, until = distance + reach;
    double drop = (self->eye.z - most) * self->focal; /* rows below the horizon, times distance */
    double below = (double)ray->top - self->horizon;  /* rows from the horizon to the drawn rows */
    if (below > 0.0 && drop < until * below)
        until = drop / below; /* it appears there */
    if (below <= 0.0 && drop < distance * below)
        until = distance; /* it is seen, and sinks only farther away */
    while (step + 1 < end && (double)(step + 1)->distance < until)
        step++;
    return step;
}

static void column_walk(flight_column *ray)
{
    const flight_picture *self = ray->self;
    const rl_flight *land = self->land;
    const flight_step *end = self->step + self->steps, *bounded = self->step + self->bounded;
    double side = exact_max(land->unit_x, land->unit_y) * FLIGHT_TILES; /* tiles in one unit */
    double reach = 1.0 / (side * exact_sqrt(ray->east * ray->east + ray->north * ray->north));
    for (const flight_step *step = self->step; step < end; step++) {
        double distance = (double)step->distance;
        /* The ray is complete if the line of sight to ray->top passes above the highest ground. */
        double rise = (self->horizon - (double)ray->top) / self->focal; /* units per unit ahead */
        double line = self->eye.z + rise * distance;
        if (ray->top <= 0.0f || (rise >= 0.0 && line > land->highest))
            return;
        double x = self->eye.x + ray->east * distance * land->unit_x;
        double y = self->eye.y - ray->north * distance * land->unit_y;
        if (step < bounded) {
            /* The ground is not sampled where even its upper bound is hidden by the drawn rows. */
            int tile = tile_at(x, y);
            if (row_of(self, land->most[tile], step->scale) >= ray->top) {
                ray->is_known = 0;
                step = last_hidden(ray, step, land->wide_most[tile], reach);
                continue;
            }
        }
        ray->step = step;
        double h = (double)ground_height(&land->ground, x, y, step->level);
        step_draw(ray, (h - land->light.low) * land->relief);
        ray->is_known = 1;
    }
}

/* Draws ray i, which is in column i / SUBCOLUMNS; for the means of the border columns that may be
 * the one before the first or after the last. */
static void ray_draw(const flight_picture *self, int i, float *light)
{
    double across = ((i + 0.5) / SUBCOLUMNS - 0.5 * self->width) / self->focal;
    memset(light, 0, (size_t)self->height * 3 * sizeof *light);
    flight_column ray = {.self = self, .light = light, .top = (float)self->height};
    ray.east = self->eye.east + across * self->eye.north;
    ray.north = self->eye.north - across * self->eye.east;
    double length = exact_sqrt(1.0 + across * across);
    double sunward =
        (ray.east * (double)self->land->light.east + ray.north * (double)self->land->light.north) /
        length;
    sunward = exact_max(sunward, 0.0);
    ray.haze = light3_mix(self->haze, self->glow, (float)(GLOW * sunward * sunward));
    column_walk(&ray);
    for (int row = 0; (float)row < ray.top; row++) {
        float end = (float)(row + 1) < ray.top ? (float)(row + 1) : ray.top;
        float slope = ((float)self->horizon - (float)row - 0.5f) / (float)self->focal;
        light3 sky = sky_at(&ray, slope);
        rows_add(&ray, (float)row, end, sky, sky);
    }
}

/* Writes the mean of RAYS rays as the bytes of a column; dithered, as 8 bits would make bands in a
 * smooth sky.  The sum replaces the light of the first ray, which no later column shares; compilers
 * vectorise the inner loop of fixed length. */
static void column_write(const flight_picture *self, int x, float *const light[RAYS])
{
    const tone_tables *tone = &self->land->light.tone;
    uint8_t *rgb = self->rgb + 3 * (size_t)x;
    float *restrict sum = light[0];
    int at = 0, values = self->height * 3;
    for (; at + RUN <= values; at += RUN)
        for (int k = 0; k < RUN; k++)
            sum[at + k] = (sum[at + k] + light[1][at + k]) + light[2][at + k] + light[3][at + k];
    for (; at < values; at++)
        sum[at] = (sum[at] + light[1][at]) + light[2][at] + light[3][at];
    for (int y = 0; y < self->height; y++, rgb += 3 * (size_t)self->width) {
        float threshold = self->threshold[y % DITHER_ROWS][x % DITHER_PERIOD];
        for (int k = 0; k < 3; k++)
            rgb[k] = (uint8_t)(tone_encode(tone, *sum++ * (1.0f / RAYS)) * 255.0f + threshold);
    }
}

static void columns_band(void *user, int first, int end, int worker)
{
    const flight_picture *self = user;
    size_t values = (size_t)self->height * 3;
    float *light[RAYS];
    for (size_t i = 0; i < RAYS; i++)
        light[i] = self->light + ((size_t)worker * RAYS + i) * values;
    for (int i = 0; i < RAYS - SUBCOLUMNS; i++)
        ray_draw(self, first * SUBCOLUMNS - 1 + i, light[i]);
    for (int x = first; x < end; x++) {
        for (int i = RAYS - SUBCOLUMNS; i < RAYS; i++)
            ray_draw(self, x * SUBCOLUMNS - 1 + i, light[i]);
        column_write(self, x, light);
        for (int i = 0; i < SUBCOLUMNS;
             i++) { /* the next column uses the last rays of this one as its first */
            float *free_light = light[i];
            light[i] = light[i + SUBCOLUMNS];
            light[i + SUBCOLUMNS] = free_light;
        }
    }
}

/* ---- the frame ------------------------------------------------------------------- */

/* Greatest |t|, |x| and |y|; beyond it a double has too few digits to tell frames apart. */
#define MOST_LOOPS 1e6
#define MOST_DEGREES 360000.0

static rl_status picture_paint(const rl_flight *self, const flight_eye *eye, int width, int height,
                               uint8_t *rgb, int threads, rl_error *error)
{
    TRY(status_range("threads", threads, 1, BANDS_MAX_THREADS, error));
    if (width < 1 || height < 1)
        return status_fail(error, RL_BAD_ARGUMENT, "flight: %d x %d: at least 1 x 1", width,
                           height);
    const heightmap_work work = {.allocator = self->memory.allocator, .threads = threads};
    arena memory = {.allocator = work.allocator};
    flight_picture *drawn = arena_array(&memory, 1, sizeof *drawn);
    float *light = arena_array(&memory, (size_t)threads * RAYS * (size_t)height, 3 * sizeof *light);
    rl_status status = status_memory(drawn != NULL && light != NULL, "flight", error);
    if (status == RL_OK) {
        *drawn = (flight_picture){.land = self,
                                  .eye = *eye,
                                  .width = width,
                                  .height = height,
                                  .focal = FOCAL * width,
                                  .horizon = HORIZON * height,
                                  .zenith = light3_of(ZENITH),
                                  .haze = light3_of(HAZE),
                                  .glow = light3_of(GLOW_COLOUR),
                                  .light = light,
                                  .rgb = rgb};
        set_steps(drawn);
        for (int y = 0; y < DITHER_ROWS; y++)
            dither_thresholds(RL_DITHER_BAYER, 0, y, drawn->threshold[y]);
        status = heightmap_rows(&work, width, columns_band, drawn, error);
    }
    arena_free(&memory);
    return status == RL_OK ? status_clear(error) : status;
}

rl_status rl_flight_frame(const rl_flight *self, double t, int width, int height, uint8_t *rgb,
                          int threads, rl_error *error)
{
    if (!(t >= -MOST_LOOPS && t <= MOST_LOOPS))
        return status_fail(error, RL_BAD_ARGUMENT, "t: must be -1000000..1000000");
    const flight_eye eye = eye_at(self, t);
    return picture_paint(self, &eye, width, height, rgb, threads, error);
}

/* Returns whether a number is within -most..most; NaN is not. */
static int is_within(double value, double most)
{
    return value >= -most && value <= most;
}

rl_status rl_flight_look(const rl_flight *self, const rl_flight_eye *eye, int width, int height,
                         uint8_t *rgb, int threads, rl_error *error)
{
    TRY(STATUS_SIZE(eye, error));
    if (!is_within(eye->x, MOST_LOOPS) || !is_within(eye->y, MOST_LOOPS))
        return status_fail(error, RL_BAD_ARGUMENT, "x, y: must be -1000000..1000000");
    if (!(eye->height >= LEAST_HEIGHT && eye->height <= MOST_HEIGHT))
        return status_fail(error, RL_BAD_ARGUMENT, "height: must be 0.005..1");
    if (!is_within(eye->heading, MOST_DEGREES))
        return status_fail(error, RL_BAD_ARGUMENT, "heading: must be -360000..360000");
    const flight_eye seen = {.x = eye->x,
                             .y = eye->y,
                             .z = flight_cover_at(self, eye->x, eye->y) + eye->height,
                             .east = degrees_sine(eye->heading),
                             .north = degrees_cosine(eye->heading)};
    return picture_paint(self, &seen, width, height, rgb, threads, error);
}

static rl_status prepare(rl_flight *self, const heightmap *map, const rl_map_rules *rules,
                         rl_error *error)
{
    const heightmap_work work = {.allocator = self->memory.allocator, .threads = 1, .rules = rules};
    TRY(lamp_make(&self->light, map, &work, error));
    double span = self->light.high - self->light.low;
    self->longer = map->width > map->height ? map->width : map->height;
    self->unit_x = self->longer / map->width;
    self->unit_y = self->longer / map->height;
    self->relief = RELIEF * rules->exaggeration / span;
    self->sea = rules->sea > 0.0 ? (rules->sea - self->light.low) * self->relief : -1.0;
    heightmap rounded;
    TRY(ground_round(&rounded, map, BLUNT / (self->longer * self->relief), &self->memory, error));
    TRY(ground_make(&self->ground, &rounded, &self->memory, error));
    TRY(make_sun(self, &rounded, error));
    set_stops(self);
    set_most(self, &rounded);
    return status_clear(error);
}

rl_status flight_new(rl_flight **result, const heightmap *map, const rl_map_rules *rules,
                     const rl_allocator *allocator, rl_error *error)
{
    *result = NULL;
    rl_flight *self = memory_zeroed(allocator, 1, sizeof *self);
    TRY(status_memory(self != NULL, "flight", error));
    self->memory.allocator = allocator;
    rl_status status = prepare(self, map, rules, error);
    if (status == RL_OK)
        *result = self;
    else
        rl_flight_free(self);
    return status;
}

void rl_flight_free(rl_flight *self)
{
    if (self == NULL)
        return;
    arena_free(&self->memory);
    memory_free(self->memory.allocator, self);
}
