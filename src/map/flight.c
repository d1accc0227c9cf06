/* flight.c - frames of a flight: columns of rays, front to back.
 *
 * Each column of the picture walks away from the eye; where the ground rises above what
 * was drawn so far, it fills the rows between.  The boundary is a real number, so an
 * edge covers its row by its share: anti-aliased down the picture by area, across it by
 * SUBCOLUMNS rays.  Fog hides where the torus comes again.
 */
#include "map/flight.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "map/flight_land.h"

#define NEAR 0.006     /* units */
#define FAR 0.95       /* units: fog hides all */
#define STEP 0.007     /* of the distance */
#define MOST_STEPS 730 /* ln(FAR / NEAR) / ln(1 + STEP) = 726 */
#define FOCAL 0.72     /* of the width: 70 degrees wide */
#define HORIZON 0.3    /* of the height */
#define SUBCOLUMNS 2
#define GLOW 0.8         /* of the haze toward the sun */
#define WAVE_SLOPE 0.12f /* by which waves turn the sky in the sea upward */
#define WAVY_MIRROR 0.6f /* of the light at a flat angle */

typedef struct flight_step {
    float distance; /* units ahead */
    float level;    /* of the ground's fineness */
    float fog;      /* 0..1 */
    double scale;   /* pixels for one unit there */
} flight_step;

struct rl_flight {
    const rl_allocator *allocator;
    flight_land land;
};

typedef struct picture {
    const flight_land *land;
    flight_eye eye;
    int width, height, steps;
    double focal, horizon; /* pixels */
    light3 zenith, haze, glow;
    flight_step step[MOST_STEPS];
    float *light_columns; /* [width][height][3] */
    uint8_t *rgb;
} picture;

/* ---- what does not depend on the column ----------------------------------------- */

/* Ground is as fine as a step is long or a pixel is wide, whichever is more. */
static void steps_make(picture *self)
{
    double distance = NEAR;
    for (self->steps = 0; self->steps < MOST_STEPS && distance < FAR; self->steps++) {
        double cells = distance * exact_max(STEP, 1.0 / self->focal) * self->land->longer;
        double share = distance / FAR, end = exact_smoothstep(0.3, 1.0, share);
        flight_step step = {(float)distance, cells > 1.0 ? (float)exact_log2(cells) : 0.0f,
                            (float)(1.0 - (1.0 - end * end) * exact_exp(-0.4 * share)),
                            self->focal / distance};
        self->step[self->steps] = step;
        distance += distance * STEP;
    }
}

static void picture_set(picture *self, double t)
{
    self->eye = flight_land_eye(self->land, t);
    self->focal = FOCAL * self->width;
    self->horizon = HORIZON * self->height;
    self->zenith = light3_of(0x2a62ab);
    self->haze = light3_of(0xb4cadd);
    self->glow = light3_of(0xf2e2c4);
    steps_make(self);
}

/* ---- a column ------------------------------------------------------------------- */

typedef struct column {
    const picture *self;
    double east, north; /* of the ray, for one unit ahead */
    light3 haze;        /* at the horizon there, toward the sun warmer */
    float *light;       /* [height][3] */
    float share;        /* of the pixel's width */
    float top;          /* all rows below are drawn */
    double rise;        /* of the ground at the step before, units above height 0 */
    int is_known;       /* 1 when that was looked at */
} column;

/* The sky at a slope above the horizon (tangent of the angle). */
static light3 sky_at(const column *it, float slope)
{
    float rise = slope > 0.0f ? slope : 0.0f;
    float t = rise * rise / (rise * rise + 0.02f);
    return light3_mix(it->haze, it->self->zenith, t);
}

/* Tints of maps are pale, to be printed under names; a country is not.  White stays. */
static float deep_share(float pale)
{
    return pale * (0.3f + 0.7f * pale * pale);
}

static light3 deep_of(light3 pale)
{
    light3 deep = {deep_share(pale.r), deep_share(pale.g), deep_share(pale.b)};
    return deep;
}

static light3 land_light(const column *it, const ground_point *at, float sun)
{
    const flight_land *land = it->self->land;
    const lamp *light = &land->light;
    float rise = (float)land->relief;
    float east = at->east * rise * (float)land->unit_x;
    float north = at->north * rise * (float)land->unit_y;
    float length = (float)exact_sqrt(1.0 + (double)(east * east + north * north));
    float cosine = (light->up - light->east * east - light->north * north) / length;
    float direct = cosine > 0.0f ? cosine / light->level * sun : 0.0f;
    return lamp_on(light, deep_of(lamp_land(light, at->height)), direct);
}

/* The sea shows its ground from above and the sky at a flat angle (Schlick 1994); waves
 * turn the mirror up to a bluer part of it. */
static light3 sea_light(const column *it, const ground_point *at, float distance, float sun)
{
    const flight_land *land = it->self->land;
    float drop = (float)(it->self->eye.z - land->sea), slope = drop / distance;
    float cosine = slope / (float)exact_sqrt(1.0 + (double)(slope * slope));
    float flat = 1.0f - cosine, square = flat * flat;
    float mirror = 0.02f + WAVY_MIRROR * square * square * flat;
    light3 water = deep_of(deep_of(lamp_water(&land->light, at->height)));
    light3 deep = light3_scale(water, 0.7f + 0.3f * sun);
    return light3_mix(deep, sky_at(it, slope + WAVE_SLOPE), mirror);
}

/* Adds light to the rows from..to, each by the share that they cover. */
static void rows_add(column *it, float from, float to, light3 light)
{
    int last = it->self->height - 1;
    for (int row = (int)from; row <= last && (float)row < to; row++) {
        float high = from > (float)row ? from : (float)row;
        float low = to < (float)(row + 1) ? to : (float)(row + 1);
        float share = (low - high) * it->share;
        float *out = it->light + (size_t)row * 3;
        out[0] += light.r * share;
        out[1] += light.g * share;
        out[2] += light.b * share;
    }
}

/* Where a step is seen and how light. */
typedef struct spot {
    const flight_step *step;
    double x, y;
} spot;

/* Draws land or sea up to the row `above`. */
static void piece_draw(column *it, const spot *of, float above, int is_sea)
{
    const flight_land *land = it->self->land;
    const flight_step *step = of->step;
    ground_point at = ground_at(&land->ground, of->x, of->y, step->level);
    float sun = ground_height(&land->sun, of->x, of->y, step->level);
    light3 light = is_sea ? sea_light(it, &at, step->distance, sun) : land_light(it, &at, sun);
    rows_add(it, above, it->top, light3_mix(light, it->haze, step->fog));
    it->top = above;
}

static float row_of(const picture *self, double z, double scale)
{
    double row = self->horizon + (self->eye.z - z) * scale;
    return row > 0.0 ? (float)row : 0.0f;
}

/* From one step to the next the ground runs straight: the shore lies between them. */
static void shore_draw(column *it, const spot *of, double rise)
{
    const picture *self = it->self;
    double sea = self->land->sea, part = (sea - it->rise) / (rise - it->rise);
    double before = (double)(of->step - 1)->distance;
    double distance = before + part * ((double)of->step->distance - before);
    float shore = row_of(self, sea, self->focal / distance);
    if (shore < it->top)
        piece_draw(it, of, shore, it->rise < sea);
}

static void step_draw(column *it, const spot *of, double rise)
{
    const picture *self = it->self;
    double sea = self->land->sea;
    float above = row_of(self, exact_max(rise, sea), of->step->scale);
    if (it->is_known && (it->rise < sea) != (rise < sea))
        shore_draw(it, of, rise);
    if (above < it->top)
        piece_draw(it, of, above, rise < sea);
}

/* What was drawn hides all that follows: even the highest ground would lie below it. */
static int is_closed(const column *it, int step)
{
    const picture *self = it->self;
    double rise = (self->horizon - (double)it->top) / self->focal; /* for one unit ahead */
    double line = self->eye.z + rise * (double)self->step[step].distance;
    return it->top <= 0.0f || (rise >= 0.0 && line > self->land->highest);
}

/* Nothing round the place is high enough to be seen there. */
static int is_hidden(const column *it, const spot *of)
{
    const picture *self = it->self;
    if (of->step->level > self->land->most_level)
        return 0;
    double most = flight_land_most(self->land, of->x, of->y);
    return row_of(self, most, of->step->scale) >= it->top;
}

static void column_walk(column *it)
{
    const picture *self = it->self;
    const flight_land *land = self->land;
    for (int i = 0; i < self->steps && !is_closed(it, i); i++) {
        const flight_step *step = &self->step[i];
        double distance = (double)step->distance;
        spot of = {step, self->eye.x + it->east * distance * land->unit_x,
                   self->eye.y - it->north * distance * land->unit_y};
        int is_known = !is_hidden(it, &of);
        if (is_known) {
            double h = (double)ground_height(&land->ground, of.x, of.y, step->level);
            double rise = (h - land->light.low) * land->relief;
            step_draw(it, &of, rise);
            it->rise = rise;
        }
        it->is_known = is_known;
    }
}

static void column_sky(column *it)
{
    const picture *self = it->self;
    for (int row = 0; (float)row < it->top; row++) {
        float end = (float)(row + 1) < it->top ? (float)(row + 1) : it->top;
        float slope = ((float)self->horizon - (float)row - 0.5f) / (float)self->focal;
        rows_add(it, (float)row, end, sky_at(it, slope));
    }
}

static void column_draw(const picture *self, int x, int part)
{
    double across = (x + (part + 0.5) / SUBCOLUMNS - 0.5 * self->width) / self->focal;
    column it = {.self = self, .share = 1.0f / SUBCOLUMNS, .top = (float)self->height};
    it.east = self->eye.east + across * self->eye.north;
    it.north = self->eye.north - across * self->eye.east;
    it.light = self->light_columns + (size_t)x * (size_t)self->height * 3;
    double length = exact_sqrt(1.0 + across * across);
    double sunward =
        (it.east * (double)self->land->light.east + it.north * (double)self->land->light.north) /
        length;
    sunward = exact_max(sunward, 0.0);
    it.haze = light3_mix(self->haze, self->glow, (float)(GLOW * sunward * sunward));
    column_walk(&it);
    column_sky(&it);
}

static void columns_band(void *user, int from, int to, int worker)
{
    (void)worker;
    const picture *self = user;
    size_t values = (size_t)self->height * 3;
    for (int x = from; x < to; x++) {
        for (size_t i = 0; i < values; i++)
            self->light_columns[(size_t)x * values + i] = 0.0f;
        for (int part = 0; part < SUBCOLUMNS; part++)
            column_draw(self, x, part);
    }
}

static void bytes_band(void *user, int from, int to, int worker)
{
    (void)worker;
    const picture *self = user;
    for (int y = from; y < to; y++)
        for (int x = 0; x < self->width; x++) {
            const float *light =
                self->light_columns + ((size_t)x * (size_t)self->height + (size_t)y) * 3;
            light3 pixel = {light[0], light[1], light[2]};
            lamp_bytes(&self->land->light, pixel,
                       self->rgb + ((size_t)y * (size_t)self->width + (size_t)x) * 3);
        }
}

/* ---- the frame ------------------------------------------------------------------- */

static rl_status picture_draw(picture *self, const heightmap_work *work, rl_error *error)
{
    size_t pixels = (size_t)self->width * (size_t)self->height;
    self->light_columns = memory_array(work->allocator, pixels, 3 * sizeof *self->light_columns);
    rl_status status = RL_NO_MEMORY;
    if (self->light_columns != NULL)
        status = heightmap_rows(work, self->width, columns_band, self, error);
    else
        (void)status_fail(error, status, "flight: out of memory for %d x %d pixels", self->width,
                          self->height);
    if (status == RL_OK)
        status = heightmap_rows(work, self->height, bytes_band, self, error);
    memory_free(work->allocator, self->light_columns);
    return status;
}

/* Beyond it t has few digits left to tell frames apart, and NaN is no place on the map. */
#define MOST_LOOPS 1e6

rl_status flight_frame(const flight *self, double t, int width, int height, uint8_t *rgb,
                       int threads, rl_error *error)
{
    if (!(t >= -MOST_LOOPS && t <= MOST_LOOPS))
        return status_fail(error, RL_BAD_ARGUMENT, "t: must be -1000000..1000000");
    const heightmap_work work = {.allocator = self->allocator, .threads = threads};
    if (width < 1 || height < 1)
        return status_fail(error, RL_BAD_ARGUMENT, "flight: %d x %d: at least 1 x 1", width,
                           height);
    picture *drawn = memory_zeroed(self->allocator, 1, sizeof *drawn);
    if (drawn == NULL)
        return status_fail(error, RL_NO_MEMORY, "flight: out of memory");
    drawn->land = &self->land;
    drawn->width = width;
    drawn->height = height;
    drawn->rgb = rgb;
    picture_set(drawn, t);
    rl_status status = picture_draw(drawn, &work, error);
    memory_free(self->allocator, drawn);
    return status;
}

rl_status flight_new(flight **made, const heightmap *map, const rl_map_rules *rules,
                     const rl_allocator *allocator, rl_error *error)
{
    *made = NULL;
    flight *self = memory_zeroed(allocator, 1, sizeof *self);
    if (self == NULL)
        return status_fail(error, RL_NO_MEMORY, "flight: out of memory");
    self->allocator = allocator;
    rl_status status = flight_land_make(&self->land, map, rules, allocator, error);
    if (status != RL_OK) {
        flight_free(self);
        return status;
    }
    *made = self;
    return RL_OK;
}

void flight_free(flight *self)
{
    if (self == NULL)
        return;
    flight_land_free(&self->land, self->allocator);
    memory_free(self->allocator, self);
}
