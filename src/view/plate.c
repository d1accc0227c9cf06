/* plate.c - the map seen from above, as an atlas prints it.
 *
 * In: heights and rules.  Out: rows of RGB, one pixel a sample.  What needs neighbours
 * far away (generalised heights, rivers) is prepared once; a pixel then comes from its
 * own place alone.  Tints, light and lines are mixed in linear light.
 */
#include "view/plate.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"

#include <string.h>

/* Deviations of the generalised heights, in units: what lines follow, what light and
 * depths follow. */
#define FINE_SIGMA 1.25
#define BROAD_SIGMA 4.0

#define PART 128 /* pixels that are painted at once */

typedef struct light_rgb {
    float r, g, b;
} light_rgb;

typedef struct plate {
    tone_tables tone;
    tint_table land, water;
    float land_from, land_scale; /* height -> entry of the table */
    float sea, depth_scale;
    float shade, flat;
    hillshade light;
    heightmap fine, broad; /* generalised */
    contour contours;
    light_rgb river_colour, shore_colour;
    float shore_width;
    uint8_t *rivers; /* ink by sample; NULL = none */
    frame_plate frame;
} plate;

double plate_unit(const heightmap *map)
{
    int shorter = map->width < map->height ? map->width : map->height;
    return exact_clamp(shorter / 1024.0, 0.55, 16.0);
}

double plate_line(const heightmap *map)
{
    return exact_sqrt(plate_unit(map));
}

/* ---- preparing ------------------------------------------------------------------------ */

static void find_range(const heightmap *map, double *least, double *most)
{
    size_t cells = (size_t)map->width * (size_t)map->height;
    float low = map->h[0];
    float high = map->h[0];
    for (size_t i = 1; i < cells; i++) {
        low = map->h[i] < low ? map->h[i] : low;
        high = map->h[i] > high ? map->h[i] : high;
    }
    *least = (double)low;
    *most = (double)high;
}

#define LAST_ENTRY ((int)(sizeof((tint_table *)0)->r / sizeof(float)) - 1)

static light_rgb table_at(const tint_table *table, float place)
{
    place = place < 0.0F ? 0.0F : place > (float)LAST_ENTRY ? (float)LAST_ENTRY : place;
    int i = (int)place;
    int next = i < LAST_ENTRY ? i + 1 : i;
    float t = place - (float)i;
    light_rgb c = {table->r[i] + (table->r[next] - table->r[i]) * t,
                   table->g[i] + (table->g[next] - table->g[i]) * t,
                   table->b[i] + (table->b[next] - table->b[i]) * t};
    return c;
}

static light_rgb mix(light_rgb a, light_rgb b, float t)
{
    light_rgb c = {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
    return c;
}

static light_rgb scaled(light_rgb c, float r, float g, float b)
{
    light_rgb result = {c.r * r, c.g * g, c.b * b};
    return result;
}

static void make_tables(plate *self, const heightmap *map, const rl_map_rules *rules)
{
    double least;
    double most;
    double from;
    double to;
    find_range(map, &least, &most);
    tint_range(rules, least, most, &from, &to);
    tone_init(&self->tone);
    tint_make(&self->land, rules, from, to);
    tint_make_sea(&self->water, rules);
    self->land_from = (float)from;
    self->land_scale = (float)(LAST_ENTRY / (to - from));
    self->sea = rules->sea > 0.0 ? (float)rules->sea : -1e30F;
    self->depth_scale = (float)(1.0 / exact_max(rules->sea - least, 1e-6));
    light_rgb deep = table_at(&self->water, 0.86F * LAST_ENTRY);
    self->river_colour = scaled(deep, 0.72F, 0.78F, 0.86F);
    self->shore_colour = scaled(deep, 0.48F, 0.54F, 0.62F);
    self->shore_width = (float)(0.95 * plate_line(map));
}

static void make_light(plate *self, const heightmap *map, const rl_map_rules *rules)
{
    self->light = hillshade_of(rules);
    self->shade = (float)rules->shade;
    self->flat = (float)exact_max(self->light.up, 0.05);
    self->contours = contour_of(rules, &self->fine, plate_line(map));
}

static rl_status make_heights(plate *self, const heightmap *map, const heightmap_work *work,
                              rl_error *error)
{
    size_t cells = (size_t)map->width * (size_t)map->height;
    double unit = plate_unit(map);
    self->fine = self->broad = *map;
    self->fine.h = memory_array(work->allocator, cells, sizeof *self->fine.h);
    self->broad.h = memory_array(work->allocator, cells, sizeof *self->broad.h);
    if (self->fine.h == NULL || self->broad.h == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: no memory for its picture");
    rl_status status = generalise_map(map, self->fine.h, FINE_SIGMA * unit, work, error);
    if (status != RL_OK)
        return status;
    return generalise_map(map, self->broad.h, BROAD_SIGMA * unit, work, error);
}

static rl_status make_rivers(plate *self, const heightmap *map, const heightmap_work *work,
                             rl_error *error)
{
    size_t cells = (size_t)map->width * (size_t)map->height;
    if (!(work->rules->rivers > 0.0))
        return RL_OK;
    sheet paper = {.width = map->width, .height = map->height, .wrap = map->wrap};
    paper.ink = self->rivers = memory_zeroed(work->allocator, cells, sizeof *paper.ink);
    if (paper.ink == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: no memory for its rivers");
    /* They run by the heights that are drawn, so that they end at the drawn coast. */
    return river_draw(&paper, &self->fine, work, error);
}

static void plate_release(view *self)
{
    plate *made = self->state;
    if (made == NULL)
        return;
    memory_free(self->allocator, made->fine.h);
    memory_free(self->allocator, made->broad.h);
    memory_free(self->allocator, made->rivers);
    frame_plate_release(&made->frame, self->allocator);
    memory_free(self->allocator, made);
    self->state = NULL;
}

static rl_status plate_prepare(view *self, const heightmap_work *work, rl_error *error)
{
    const heightmap *map = self->map;
    plate *made = memory_zeroed(self->allocator, 1, sizeof *made);
    self->state = made;
    if (made == NULL)
        return status_fail(error, RL_NO_MEMORY, "map: no memory for its picture");
    frame_plate bare = {.map_width = map->width, .map_height = map->height};
    made->frame = bare;
    rl_status status = RL_OK;
    if (self->rules->frame)
        status = frame_plate_prepare(&made->frame, map, self->rules, self->allocator, error);
    make_tables(made, map, self->rules);
    make_light(made, map, self->rules);
    if (status == RL_OK)
        status = make_heights(made, map, work, error);
    if (status == RL_OK)
        status = make_rivers(made, map, work, error);
    if (status != RL_OK) {
        plate_release(self);
        return status;
    }
    self->width = made->frame.left + map->width + made->frame.right;
    self->height = made->frame.top + map->height + made->frame.bottom;
    return status_clear(error);
}

/* ---- a pixel ---------------------------------------------------------------------------- */

/* Light on a tint, told against that of level land, which keeps its colour.  Shadows are
 * cool: sky light is blue.  Lit slopes turn warm by soft light, c (1 - c), which leaves
 * white paper white and lets no colour wash out. */
static light_rgb lit(const plate *self, light_rgb c, float shade, float amount)
{
    float over = shade - self->flat;
    if (over < 0.0F) {
        float dark = -over / self->flat;
        dark = amount * dark * (1.55F - 0.55F * dark);
        dark = dark > 1.0F ? 1.0F : dark;
        return scaled(c, 1.0F - 0.93F * dark, 1.0F - 0.90F * dark, 1.0F - 0.80F * dark);
    }
    float bright = amount * over / (1.0F - self->flat + 1e-3F);
    light_rgb result = {c.r + c.r * (1.0F - c.r) * bright * 1.10F,
                        c.g + c.g * (1.0F - c.g) * bright * 0.98F,
                        c.b + c.b * (1.0F - c.b) * bright * 0.74F};
    return result;
}

/* Depths as an atlas prints them: layers with soft edges over a slow change. */
#define LAYERS 6

static float layered(float share)
{
    float place = share * LAYERS;
    float below = (float)(int)place;
    float edge = (float)exact_smoothstep(0.40, 0.60, (double)(place - below));
    return 0.25F * share + 0.75F * (below + edge) / LAYERS;
}

static light_rgb water_at(const plate *self, size_t at, float broad_shade)
{
    float depth = (self->sea - self->broad.h[at]) * self->depth_scale;
    depth = depth < 0.0F ? 0.0F : depth > 1.0F ? 1.0F : depth;
    light_rgb c = table_at(&self->water, layered(depth) * LAST_ENTRY);
    return lit(self, c, broad_shade, 0.28F * self->shade);
}

static light_rgb land_at(const plate *self, const heightmap *map, size_t at, float shade)
{
    float height = 0.4F * map->h[at] + 0.6F * self->fine.h[at];
    light_rgb c = table_at(&self->land, (height - self->land_from) * self->land_scale);
    return lit(self, c, shade, self->shade);
}

static float limited(float x, float most)
{
    return x < 0.0F ? 0.0F : x > most ? most : x;
}

static light_rgb lines_on(const plate *self, light_rgb c, int x, int y, size_t at)
{
    float line = 0.68F * contour_at(&self->contours, x, y);
    c = mix(c, scaled(c, 0.36F, 0.31F, 0.27F), line);
    if (self->rivers != NULL)
        c = mix(c, self->river_colour, (float)self->rivers[at] * (0.92F / 255.0F));
    return c;
}

static light_rgb pixel_at(const plate *self, const heightmap *map, int x, int y, float fine_shade,
                          float broad_shade)
{
    size_t at = (size_t)y * (size_t)map->width + (size_t)x;
    float slope;
    float above = contour_distance(&self->fine, self->sea, x, y, &slope);
    float dry = limited(above + 0.5F, 1.0F);
    light_rgb c = {0.0F, 0.0F, 0.0F};
    if (dry > 0.0F) {
        c = land_at(self, map, at, 0.62F * fine_shade + 0.38F * broad_shade);
        c = lines_on(self, c, x, y, at);
    }
    if (dry < 1.0F)
        c = mix(water_at(self, at, broad_shade), c, dry);
    float off = above < 0.0F ? -above : above;
    float shore = limited(0.5F * self->shore_width + 0.5F - off, 1.0F);
    return mix(c, self->shore_colour, 0.8F * shore);
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* The border has no shade of its own: it takes that of the samples beside it. */
static void shades_of(const plate *self, const heightmap *map, int x, int y, int count,
                      uint8_t *shades)
{
    int last = map->height - 1;
    int row = map->wrap || last < 2 ? y : y == 0 ? 1 : y == last ? last - 1 : y;
    hillshade_part(&self->light, map, x, row, count, shades);
    if (map->wrap || map->width < 3)
        return;
    if (x == 0)
        hillshade_part(&self->light, map, 1, row, 1, shades);
    if (x + count == map->width)
        hillshade_part(&self->light, map, map->width - 2, row, 1, shades + count - 1);
}

static float shade_share(uint8_t shade)
{
    return (float)(shade > 0 ? shade - 1 : 0) * (1.0F / 254.0F);
}

static uint8_t encoded(const plate *self, float light)
{
    return (uint8_t)(int)(tone_encode(&self->tone, light) * 255.0F + 0.5F);
}

static void paint_part(const plate *self, const heightmap *map, int x, int y, int count,
                       uint8_t *rgb)
{
    uint8_t fine[PART];
    uint8_t broad[PART];
    shades_of(self, map, x, y, count, fine);
    shades_of(self, &self->broad, x, y, count, broad);
    for (int i = 0; i < count; i++, rgb += 3) {
        light_rgb c = pixel_at(self, map, x + i, y, shade_share(fine[i]), shade_share(broad[i]));
        rgb[0] = encoded(self, c.r);
        rgb[1] = encoded(self, c.g);
        rgb[2] = encoded(self, c.b);
    }
}

static void plate_rows(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes)
{
    const plate *made = self->state;
    const heightmap *map = self->map;
    for (int row = y; row < y + count; row++, rgb += stride_bytes) {
        int map_y = row - made->frame.top;
        if (self->rules->frame)
            frame_plate_row(&made->frame, row, rgb);
        if (map_y < 0 || map_y >= map->height)
            continue;
        uint8_t *left = rgb + 3 * (size_t)made->frame.left;
        for (int x = 0; x < map->width; x += PART) {
            int part = map->width - x < PART ? map->width - x : PART;
            paint_part(made, map, x, map_y, part, left + 3 * (size_t)x);
        }
    }
}

const view_kind view_plate = {plate_prepare, plate_rows, plate_release};
