/* disc.c - the layer of the disc in the sky: a sun, a sun with gaps, an eclipse, or a moon.
 *
 * In: a run of pixels of sky.  Out: the run with the disc over it.  This file finds the values of a
 * row, lights_kernel.c those of its pixels.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/core/kind.h"
#include "layers/sky/sky.h"
#include "ridge/noise.h"

/* ---- stripes --------------------------------------------------------------- */

#define STRIPES 6 /* gaps across the lower half of the disc */

/* Gaps, tuned by eye; lengths in radii of the disc, downward. */
static const struct {
    double first;  /* middle of the first gap below the middle of the disc */
    double step;   /* distance from a gap to the next */
    double width;  /* height of the first gap */
    double growth; /* growth of the height from a gap to the next */
} stripes = {.first = 0.04, .step = 0.165, .width = 0.022, .growth = 0.017};

double disc_stripes(double amount, double top, double bottom)
{
    double gaps = 0.0;
    for (int i = 0; i < STRIPES; i++) {
        double middle = stripes.first + stripes.step * i;
        double half = 0.5 * amount * (stripes.width + stripes.growth * i);
        double from = exact_max(middle - half, top);
        double to = exact_min(middle + half, bottom);
        gaps += exact_max(to - from, 0.0);
    }
    return exact_min(gaps / (bottom - top), 1.0);
}

/* ---- eclipse --------------------------------------------------------------- */

/* Data of the layer. */
typedef struct sky_lights {
    sky_moon moon;
    sky_corona corona;
} sky_lights;

#define STREAM_CORONA 5090 /* random stream of the rays of the corona */

/* Look of an eclipse, tuned by eye; lengths in radii of the sun. */
static const struct {
    double dark;               /* share of black in the new moon, the rest is the top of the sky */
    double aside;              /* most distance of the moon's middle from the sun's */
    double diamond;            /* distance of the diamond from the middle */
    double turn_from, turn_to; /* range of its direction, turns: on the upper half */
    double from, full; /* radius of the moon from which there is a corona, and a whole one */
    double streamer;   /* least strength of a streamer, relative to the strongest */
    double plume;      /* greatest strength of a plume, relative to the strongest streamer */
} eclipse = {.dark = 0.7,
             .aside = 0.035,
             .diamond = 1.03,
             .turn_from = 0.55,
             .turn_to = 0.95,
             .from = 0.80,
             .full = 0.94,
             .streamer = 0.25,
             .plume = 0.42};

static int is_eclipse(const rl_frame *frame)
{
    return frame->scene.sun_eclipse > 0.0 && frame->scene.moon == 0;
}

/* Writes the point at a distance in the direction `turn`, 0..1, which is downward up to 0.5. */
static void point(double turn, double away, float *x, float *y)
{
    double cosine = exact_cos_turn(turn);
    double sine = exact_sqrt(exact_max(1.0 - cosine * cosine, 0.0));
    *x = (float)(away * cosine);
    *y = (float)(turn < 0.5 ? away * sine : -away * sine);
}

/* Fills what all rows of the corona have in common. */
static void make_corona(const rl_frame *frame, sky_corona *c)
{
    uint64_t key = hash_key(frame->scene.seed, STREAM_CORONA);
    double moon = frame->scene.sun_eclipse;
    for (int i = 0; i < SKY_STREAMERS + SKY_PLUMES; i++) {
        int is_plume = i >= SKY_STREAMERS, count = is_plume ? SKY_PLUMES : SKY_STREAMERS;
        double turn = (i + hash_unit(hash_at(key, 0, i))) / count,
               u = hash_unit(hash_at(key, 1, i));
        double strength = is_plume ? eclipse.plume * u : exact_mix(eclipse.streamer, 1.0, u);
        point(turn - (double)exact_floor(turn), 1.0, &c->ray[i].x, &c->ray[i].y);
        c->ray[i].strength = (float)strength;
    }
    double turn = exact_mix(eclipse.turn_from, eclipse.turn_to, hash_unit(hash_at(key, 2, 0)));
    point(turn, eclipse.diamond, &c->diamond_x, &c->diamond_y);
    c->diamond = moon < 1.0 ? 1.0f : 0.0f;
    c->amount = (float)exact_smoothstep(eclipse.from, eclipse.full, moon);
    c->light = frame->light.sun;
}

/* ---- moon ------------------------------------------------------------------ */

/* The terminator is the line between day and night. */
#define TERMINATOR 0.05   /* least width over which it is soft, radii */
#define TERMINATOR_PX 0.7 /* least width over which it is soft, pixels */

/* Two noises draw the ground of the moon: shores of seas, and uplands. */
#define MOON_SHORES 5.0f  /* cells of the first octave of shores per radius */
#define MOON_UPLANDS 9.0f /* cells of the first octave of uplands per radius */
#define MOON_OCTAVES 4    /* octaves of shores, and of uplands */
#define MOON_KEY 17       /* key of the noise: the moon is the same in every picture */

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    sky_lights *lights = layer->data;
    sky_moon *moon = &lights->moon;
    if (is_eclipse(frame))
        make_corona(frame, &lights->corona);
    if (frame->scene.moon == 0)
        return RL_OK;
    moon->lit = frame->scene.moon_phase <= 0.5 ? 1.0f : -1.0f;
    moon->cosine = (float)exact_cos_turn(frame->scene.moon_phase);
    moon->soft = (float)exact_max(TERMINATOR, TERMINATOR_PX / frame->light.sun_radius);
    for (int k = 0; k < SKY_MOON_OCTAVES; k++) {
        moon->scale[k] =
            (k < MOON_OCTAVES ? MOON_SHORES : MOON_UPLANDS) * (float)(1 << k % MOON_OCTAVES);
        int half = (int)(moon->scale[k] * SKY_GROUND_REACH) + 2; /* a little beyond the disc */
        size_t side = (size_t)(2 * half + 1);
        uint8_t *directions = arena_array(frame->arena, side, side);
        TRY(status_memory(directions != NULL, "disc", error));
        moon->half[k] = half;
        moon->side[k] = (int)side;
        moon->direction[k] = directions;
        for (int j = -half; j <= half; j++, directions += side)
            noise_directions(MOON_KEY + (uint64_t)k / MOON_OCTAVES, k % MOON_OCTAVES, -half, j,
                             side, 0, directions);
    }
    return RL_OK;
}

/* ---- rows ------------------------------------------------------------------ */

/* Shares of the colour of the low sun, which reddens the disc downward. */
#define LOW_HALF 0.5     /* share at the foot of a whole disc */
#define LOW_STRIPED 0.85 /* share at the foot of a disc with gaps, which reddens as a whole */

#define HARD_REACH 0.01 /* pixels above and below a row's middle where gaps count, is_hard */
#define SOFT_REACH 0.5  /* pixels above and below a row's middle where gaps count, otherwise */

/* Returns the light of the sun's disc `down` radii below its middle. */
static linear_rgb sun_light(const rl_frame *frame, double down)
{
    const frame_light *sun = &frame->light;
    double low_half = exact_smoothstep(0.0, 1.0, exact_clamp(down, 0.0, 1.0));
    linear_rgb light = colour_mix_linear(sun->sun, sun->sun_low, LOW_HALF * low_half);
    if (frame->scene.sun_stripes <= 0.0)
        return light;
    double low = LOW_STRIPED * exact_smoothstep(0.0, 1.0, 0.5 + 0.5 * down);
    linear_rgb whole = colour_mix_linear(sun->sun, sun->sun_low, low);
    return colour_mix_linear(light, whole, frame->scene.sun_stripes);
}

/* Returns the pixels from the middle of the disc, in a loop of its nearest copy, to the left edge
 * of a run's block. */
static double way_to_block(const rl_frame *frame, const tile_run *run)
{
    double left = (double)((frame->first_block + run->block) * frame->block);
    return left - frame_around(frame, frame->light.sun_x, left + 0.5 * frame->block);
}

static sky_disc row_of(const rl_frame *frame, const sky_moon *moon, const tile_run *run)
{
    double radius = frame->light.sun_radius;
    double dy = run->row + 0.5 - frame->light.sun_y;
    int is_moon = frame->scene.moon > 0;
    double gaps = is_moon ? 0.0 : frame->scene.sun_stripes;
    double reach = run->reach + (frame->is_hard ? HARD_REACH : SOFT_REACH);
    linear_rgb light = is_moon ? frame->light.sun : sun_light(frame, dy / radius);
    sky_disc row = {.x = (float)(way_to_block(frame, run) + 0.5),
                    .y = (float)dy,
                    .radius = (float)radius,
                    .reach = (float)run->reach,
                    .whole = 1.0f,
                    .is_hard = frame->is_hard,
                    .light = light,
                    .encoded = shade_encode(frame, light),
                    .moon = is_moon ? moon : NULL};
    if (gaps > 0.0)
        row.whole = (float)(1.0 - disc_stripes(gaps, (dy - reach) / radius, (dy + reach) / radius));
    return row;
}

/* Lays the new moon before the sun. */
static void lay_moon(const rl_frame *frame, const sky_disc *sun, const sky_corona *corona, int from,
                     int to, const sky_pixels *block)
{
    sky_disc moon = *sun;
    double aside = exact_min(1.0 - frame->scene.sun_eclipse, eclipse.aside);
    moon.x += (float)aside * corona->diamond_x * sun->radius;
    moon.y += (float)aside * corona->diamond_y * sun->radius;
    moon.radius *= (float)frame->scene.sun_eclipse;
    moon.light = colour_oklab_to_linear(frame->light.sky.colour[frame->light.sky.count - 1]);
    moon.light = colour_mix_linear(moon.light, (linear_rgb){0.0, 0.0, 0.0}, eclipse.dark);
    moon.encoded = shade_encode(frame, moon.light);
    moon.whole = 1.0f;
    float inner[TILES_BLOCK];
    float rim = moon.radius + moon.reach + 1.0f;
    if (moon.y * moon.y < rim * rim)
        lights_kernels_of[frame->kernels]->disc(&moon, from, to, block, inner);
}

/* Returns whether a run may touch the disc. */
static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    (void)layer;
    double reach = frame->light.sun_radius * (is_eclipse(frame) ? SKY_CORONA_REACH : 1.0) + 1.0;
    double dy = run->row + 0.5 - frame->light.sun_y;
    double left = way_to_block(frame, run) + tiles_left(frame, run);
    return frame->light.sun_radius > 0.0 && !s->in_waves && exact_abs(dy) <= reach + run->reach &&
           left <= reach && left + run->count >= -reach;
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    tile_colours veil;
    float covered[TILES_BLOCK];
    int left = tiles_left(frame, run);
    sky_pixels block = {s->colours.r, s->colours.g, s->colours.b, sky_veil(s, run, &veil)};
    const sky_lights *lights = frame->layer[layer].data;
    const lights_kernels *kernels = lights_kernels_of[frame->kernels];
    sky_disc row = row_of(frame, &lights->moon, run);
    sky_corona corona = lights->corona;
    corona.per_px = 1.0f / row.radius;
    corona.x = row.x * corona.per_px;
    corona.y = row.y * corona.per_px;
    if (is_eclipse(frame))
        kernels->corona(&corona, 0, left, left + run->count, &block);
    kernels->disc(&row, left, left + run->count, &block, covered);
    if (is_eclipse(frame)) {
        lay_moon(frame, &row, &corona, left, left + run->count, &block);
        if (corona.diamond > 0.0f)
            kernels->corona(&corona, 1, left, left + run->count, &block);
    }
    for (int i = left; i < left + run->count && s->plain != NULL; i++)
        if (covered[i] > 0.0f)
            s->plain[i] = covered[i] >= 0.5f;
}

/* ---- facts -------------------------------------------------------------------------- */

#define DISC_LEAST_PX 2.0 /* least radius of a disc that is described, pixels */
#define DISC_LEAST 0.12   /* least share of the disc that land leaves free */
#define DISC_SEEN                                                                                  \
    0.020 /* least facts_distance from the sky at which a point is seen: the edge is sharp         \
           */
#define CONTRAST_LEAST 0.05 /* least share of points that are seen */
#define CONTRAST_MOON 0.5   /* least share of points that are seen, relative to the lit share */
#define DISC_LINES 24       /* points across the disc */
#define DISC_ROWS 5         /* rows that are painted with and without the disc */
#define WEIGHT_ONE 256.0    /* weight of a point in the longest column of points */

/* Measures the shares of the disc that are seen and that land hides, point by point.  x and y are
 * its middle, pixels of the part. */
static void cover_disc(const rl_frame *frame, double x, double y, rl_facts *facts)
{
    int all = 0, seen = 0, in_land = 0;
    double radius = frame->light.sun_radius;
    for (int i = 0; i < DISC_LINES; i++) {
        double dx = radius * ((2 * i + 1.0) / DISC_LINES - 1.0);
        double half = exact_sqrt(radius * radius - dx * dx);
        double left = x + dx;
        int is_inside = left >= 0.0 && left < frame->shown;
        double land = is_inside ? facts_skyline(frame, (int)left) - frame->y : 0.0;
        for (int j = 0; j < DISC_LINES; j++) {
            double at = y + half * ((2 * j + 1.0) / DISC_LINES - 1.0);
            int weight = (int)(WEIGHT_ONE * half / radius);
            all += weight;
            if (is_inside && at >= 0.0 && at < frame->rows)
                *(at < land ? &seen : &in_land) += weight;
        }
    }
    facts->disc_seen = (double)seen / all;
    facts->disc_in_land = (double)in_land / all;
}

/* Returns the share of the points of the disc that differ from the sky without it. */
static double disc_contrast(facts_grid *g, facts_brush *without, double x, double y)
{
    const rl_frame *frame = g->frame;
    int all = 0, differs = 0;
    for (int i = 0; i < DISC_ROWS; i++) {
        double dy = frame->light.sun_radius * ((2 * i + 1.0) / DISC_ROWS - 1.0);
        int row = (int)exact_floor(y + dy);
        if (row < 0 || row >= frame->rows)
            continue;
        facts_brush_row(&g->brush, row);
        facts_brush_row(without, row);
        double half = exact_sqrt(frame->light.sun_radius * frame->light.sun_radius - dy * dy);
        for (int j = 0; j < DISC_LINES; j++) {
            int column = (int)exact_floor(x + half * ((2 * j + 1.0) / DISC_LINES - 1.0));
            if (column < 0 || column >= frame->shown ||
                row + frame->y >= facts_skyline(frame, column))
                continue;
            all++;
            differs += facts_distance(facts_brush_colour(&g->brush, column, 1),
                                      facts_brush_colour(without, column, 1)) >= DISC_SEEN;
        }
    }
    return all > 0 ? (double)differs / all : 0.0;
}

static const rl_sight_words eclipse_words =
    SIGHT("eclipse", 0.5, SIGHT_CLAUSE(21, "the moon is before the sun and leaves a ring of it"),
          SIGHT_EVENT(3, "over", "an eclipse", "a ring of sun"));

static const rl_sight_words blue_moon_words =
    SIGHT("blue moon", 0.0, SIGHT_CLAUSE(22, "the moon is blue"));

static const rl_sight_words hidden_sun_words =
    SIGHT("hidden sun", 0.1, SIGHT_EVENT(15, "behind", "the sun", "a hidden sun"));

static const rl_sight_words clouded_sun_words =
    SIGHT("clouded sun", 0.1, SIGHT_CLAUSE(15, "a cloud hides part of the sun"));

#define BLUE_MOST (-0.045) /* OKLab b below which a colour is blue */

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    const rl_frame *frame = g->frame;
    double left = (double)(frame->x + frame->turn);
    double x = frame_around(frame, frame->light.sun_x, left + 0.5 * frame->shown) - left;
    double y = frame->light.sun_y - frame->y;
    if (layer == NULL || frame->light.sun_radius < DISC_LEAST_PX)
        return RL_OK;
    cover_disc(frame, x, y, out);
    if (out->disc_seen < DISC_LEAST)
        return RL_OK;
    facts_brush without;
    TRY(facts_brush_without(&without, g, layer->kind, NULL, error));
    double contrast = disc_contrast(g, &without, x, y);
    paint_scratch_free(without.scratch);
    /* A sun may have gaps, and a moon is dark where it is not lit. */
    if (contrast > CONTRAST_LEAST && contrast >= CONTRAST_MOON * out->moon_lit)
        out->disc = frame->scene.moon > 0 ? RL_DISC_MOON : RL_DISC_SUN;
    out->disc_x = x / frame->shown;
    out->disc_y = y / frame->rows;
    out->disc_radius = frame->light.sun_radius / frame->rows;
    int column = (int)exact_clamp(x, 0.0, frame->shown - 1.0);
    out->disc_above = (facts_skyline(frame, column) - frame->light.sun_y) / frame->rows;
    if (out->disc == RL_DISC_SUN) {
        (void)facts_mention(out, &eclipse_words, frame->scene.sun_eclipse);
        (void)facts_mention(out, &hidden_sun_words, out->disc_in_land);
        if (frame->scene.sun_place == RL_SUN_CLOUD)
            (void)facts_mention(out, &clouded_sun_words, 1.0 - contrast);
    } else if (out->disc == RL_DISC_MOON &&
               colour_to_oklab(frame->scene.palette.sun).b < BLUE_MOST) {
        (void)facts_mention(out, &blue_moon_words, 1.0);
    }
    return RL_OK;
}

static const char *const sun_origins[] = {"middle", "left", "frame", NULL};

static const char *const sun_places[] = {"sky", "ridge", "cloud", "outside", NULL};

static const scene_key sun_keys[] = {
    REAL_KEY("sun.x", AT_SCENE(sun_x), -1000, 1000, RL_AUTO,
             "place of the sun or moon, U to the right of the middle of the picture; see sun.from",
             TRAIT_LIGHT | TRAIT_SUN_SIDE),
    NAME_KEY("sun.from", AT_SCENE(sun_from), sun_origins, 0,
             "origin of sun.x: middle or left edge; frame: left edge, with x and radius in widths "
             "of the frame",
             TRAIT_OF_MOOD),
    NAME_KEY(
        "sun.place", AT_SCENE(sun_place), sun_places, RL_AUTO,
        "in the open sky, partly behind a ridge, behind a cloud, or outside the picture; auto: "
        "the seed decides, unless the scene names sun.x, sun.y or sun.radius",
        TRAIT_LIGHT),
    REAL_KEY("sun.y", AT_SCENE(sun_y), -10, 10, RL_AUTO,
             "height of the sun or moon, fraction of H; auto: on the skyline",
             TRAIT_SHINE | TRAIT_BUSY),
    REAL_KEY("sun.lift", AT_SCENE(sun_lift), -10, 100, RL_AUTO,
             "height above the skyline in radii of the disc, where sun.y is auto",
             TRAIT_SHINE | TRAIT_BUSY),
    REAL_KEY("sun.radius", AT_SCENE(sun_radius), 0, 10, RL_AUTO,
             "radius of the disc of sun or moon, U; 0 = no disc; see sun.from", TRAIT_SHINE),
    REAL_KEY("sun.halo", AT_SCENE(sun_halo), 0, 1, RL_AUTO,
             "strength of the glow close to the disc", TRAIT_SHINE),
    REAL_KEY("sun.wide", AT_SCENE(sun_wide), 0, 1, RL_AUTO, "strength of the wide glow",
             TRAIT_SHINE),
    REAL_KEY("sun.band", AT_SCENE(sun_band), 0, 1, RL_AUTO,
             "strength of the glow along the horizon", TRAIT_SHINE),
    REAL_KEY("sun.bloom", AT_SCENE(sun_bloom), 0, 1, 0.28,
             "strength of the bloom over the finished picture", TRAIT_SHINE),
    REAL_KEY("sun.land_glow", AT_SCENE(sun_land_glow), 0, 1, 0.5,
             "strength of the light on the haze in front of the land", TRAIT_SHINE),
    REAL_KEY("sun.stripes", AT_SCENE(sun_stripes), 0, 1, 0,
             "width of the gaps across the lower half of the disc; 0 = none", TRAIT_SHINE),
    REAL_KEY("sun.eclipse", AT_SCENE(sun_eclipse), 0, 1, 0,
             "radius of the moon that covers the sun, in radii of the sun; 0 = none",
             TRAIT_OF_MOOD),
};

static const scene_key moon_keys[] = {
    INTEGER_KEY("moon.show", AT_SCENE(moon), 0, 1, 0, "1 = the disc is the moon, 0 = the sun"),
    REAL_KEY("moon.phase", AT_SCENE(moon_phase), 0, 1, 0.42,
             "phase of the moon: 0 = new, 0.5 = full, 1 = new", 0, "moon.show"),
};

const layer_kind kind_disc = {
    .name = "disc",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM_CORONA,
    .streams = 1,
    .keys = {KEY_GROUP("sun", sun_keys), KEY_GROUP("moon", moon_keys, TRAIT_SHINE)},
    .amount = "sun.radius",
    .order = -60.0,
    .data_bytes = sizeof(sky_lights),
    .prepare = prepare,
    .paint = {.touches = touches, .over = over},
    .facts = facts,
};
