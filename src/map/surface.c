/* surface.c - the map as a solid block in perspective: light, colours, background.
 *
 * In: a map, rules, a camera's direction.  Out: the whole picture, made once by prepare:
 * bands of rows, each rastered and then lit sample by sample in linear light.  A pixel
 * is the mean of its nine samples; samples that nothing covers show the background.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "base/pool.h"
#include "base/status.h"
#include "map/block.h"
#include "map/lamp.h"

#include <string.h>

#define NARROWEST 800
#define WIDEST 4096
#define BAND 32     /* rows of pixels */
#define BEDS 26.0   /* of rock, in one unit of z */
#define SOIL 0.007f /* units */
#define SAMPLES (RASTER_SIDE * RASTER_SIDE)

/* ---- colours --------------------------------------------------------------------- */

/* What is needed while the picture is made. */
typedef struct surface {
    block solid;
    lamp light;
    light3 side[4]; /* light on the sides: south, east, north, west */
    light3 paper_top, paper_bottom, soil, rock_dark, rock_light;
    uint8_t *rgb;           /* [height][width][3] */
    raster_sample *scratch; /* for each worker, a band of samples */
    size_t band_samples;
    const heightmap_work *work;
    int bands;
} surface;

/* Beds of rock follow the ground's shape the less, the deeper they are; each has its
 * thickness and tone by its number. */
static float bed_tone(double bed)
{
    int64_t number = exact_floor(bed);
    double tone = hash_unit(hash_mix((uint64_t)number)),
           next = hash_unit(hash_mix((uint64_t)number + 1));
    double turn = 0.3 + 0.5 * hash_unit(hash_mix((uint64_t)number + 77));
    return (float)exact_mix(tone, next,
                            exact_smoothstep(turn - 0.12, turn + 0.12, bed - (double)number));
}

static light3 rock_colour(const surface *self, const raster_sample *sample)
{
    float below = sample->value[1];
    float tone = bed_tone((double)(sample->value[0] + 0.4f * below) * BEDS);
    light3 bed = light3_mix(self->rock_dark, self->rock_light, tone);
    light3 colour = light3_mix(self->soil, bed, below < SOIL ? below / SOIL : 1.0f);
    return light3_times(colour, self->side[(int)(sample->value[2] + 0.5f)]);
}

/* A cut through the sea darkens downward; light comes in from above. */
static light3 water_colour(const surface *self, const raster_sample *sample)
{
    float depth = (float)((double)sample->value[1] / self->solid.lift);
    light3 colour = lamp_water(&self->light, (float)self->solid.sea - depth);
    return light3_times(light3_scale(colour, 0.8f), self->side[(int)(sample->value[2] + 0.5f)]);
}

static light3 colour_of(const surface *self, const raster_sample *sample)
{
    const float *value = sample->value;
    switch (sample->material) {
    case BLOCK_LAND:
        return lamp_on_slope(&self->light, lamp_land(&self->light, value[0]), value[1], value[2],
                             1.0f);
    case BLOCK_SEA:
        return lamp_water(&self->light, value[0]);
    case BLOCK_ROCK:
        return rock_colour(self, sample);
    default:
        return water_colour(self, sample);
    }
}

/* ---- background ------------------------------------------------------------------ */

/* How dark the ground is round the block: its soft shadow falls away from the light. */
static float shadow_at(const surface *self, double x, double y, double reach, double shift)
{
    const block_box *box = &self->solid.box;
    double dx = exact_abs(x + shift * (double)self->light.east) - box->x;
    double dy = exact_abs(y + shift * (double)self->light.north) - box->y;
    dx = exact_max(dx, 0.0);
    dy = exact_max(dy, 0.0);
    double far = exact_sqrt(dx * dx + dy * dy) / reach;
    double fade = exact_max(1.0 - far, 0.0);
    return (float)(fade * fade);
}

static light3 paper_at(const surface *self, int px, int py)
{
    const projection *camera = &self->solid.camera;
    double x, y;
    project_ground(camera, px + 0.5, py + 0.5, self->solid.box.low, &x, &y);
    float shadow =
        0.45f * shadow_at(self, x, y, 0.05, 0.0) + 0.35f * shadow_at(self, x, y, 0.16, 0.09);
    light3 paper =
        light3_mix(self->paper_top, self->paper_bottom, ((float)py + 0.5f) / (float)camera->height);
    return light3_scale(paper, 1.0f - shadow);
}

/* ---- pixels ---------------------------------------------------------------------- */

static void pixel_put(const surface *self, const raster *band, int px, int py, uint8_t *out)
{
    const raster_sample *first = band->sample +
                                 (size_t)(py * RASTER_SIDE - band->top) * (size_t)band->width +
                                 (size_t)px * RASTER_SIDE;
    light3 sum = {0.0f, 0.0f, 0.0f};
    int bare = 0;
    for (int i = 0; i < SAMPLES; i++) {
        const raster_sample *sample =
            first + (size_t)(i / RASTER_SIDE) * (size_t)band->width + i % RASTER_SIDE;
        if (sample->material == BLOCK_NOTHING) {
            bare++;
            continue;
        }
        light3 colour = colour_of(self, sample);
        sum.r += colour.r < 1.0f ? colour.r : 1.0f;
        sum.g += colour.g < 1.0f ? colour.g : 1.0f;
        sum.b += colour.b < 1.0f ? colour.b : 1.0f;
    }
    if (bare > 0) {
        light3 paper = paper_at(self, px, py);
        sum.r += paper.r * (float)bare;
        sum.g += paper.g * (float)bare;
        sum.b += paper.b * (float)bare;
    }
    lamp_bytes(&self->light, light3_scale(sum, 1.0f / (float)SAMPLES), out);
}

static void band_run(void *user, int job, int slot, int worker)
{
    const surface *self = user;
    const projection *camera = &self->solid.camera;
    (void)slot;
    int first = job * BAND, end = first + BAND < camera->height ? first + BAND : camera->height;
    raster band = {camera->width * RASTER_SIDE, first * RASTER_SIDE, end * RASTER_SIDE,
                   self->scratch + (size_t)worker * self->band_samples};
    memset(band.sample, 0, self->band_samples * sizeof *band.sample);
    block_draw(&self->solid, &band);
    for (int y = first; y < end; y++)
        for (int x = 0; x < camera->width; x++)
            pixel_put(self, &band, x, y,
                      self->rgb + ((size_t)y * (size_t)camera->width + (size_t)x) * 3);
}

static rl_status band_take(void *user, int job, int slot, rl_error *error)
{
    const surface *self = user;
    (void)slot;
    return heightmap_step(self->work, "surface", (job + 1.0) / self->bands, error);
}

/* ---- prepare, rows ----------------------------------------------------------------- */

static rl_status surface_draw(view *self, arena *scratch, const heightmap_work *work,
                              rl_error *error)
{
    surface *state = arena_array(scratch, 1, sizeof *state);
    if (state == NULL)
        return status_fail(error, RL_NO_MEMORY, "surface: out of memory");
    state->work = work;
    int width = (int)exact_clamp(self->map->width, NARROWEST, WIDEST);
    TRY(block_make(&state->solid, self->map, work, width, scratch, error));
    TRY(lamp_make(&state->light, self->map, work, error));
    /* Sides are upright: they get half of the sky and what the lamp sends along the ground. */
    light3 white = {1.0f, 1.0f, 1.0f};
    float east = state->light.east, north = state->light.north;
    float facing[4] = {-north, east, north, -east};
    for (int i = 0; i < 4; i++)
        state->side[i] =
            lamp_on(&state->light, white, 0.45f + 0.5f * (facing[i] > 0.0f ? facing[i] : 0.0f));
    state->paper_top = light3_of(0xf7f5f0);
    state->paper_bottom = light3_of(0xdfdbd2);
    state->soil = light3_of(0x5d4c3c);
    state->rock_dark = light3_of(0x9a8368);
    state->rock_light = light3_of(0xbba588);

    self->width = width;
    self->height = state->solid.camera.height;
    state->bands = (self->height + BAND - 1) / BAND;
    int threads = work->threads < state->bands ? work->threads : state->bands;
    state->band_samples = (size_t)width * BAND * SAMPLES;
    self->state = state->rgb = arena_array(&self->memory, (size_t)width * (size_t)self->height, 3);
    state->scratch =
        arena_array(scratch, (size_t)threads, state->band_samples * sizeof(raster_sample));
    if (state->rgb == NULL || state->scratch == NULL)
        return status_fail(error, RL_NO_MEMORY, "surface: out of memory for %d x %d pixels", width,
                           self->height);
    pool_work bands = {.jobs = state->bands,
                       .threads = threads,
                       .slots = 2 * threads,
                       .run = band_run,
                       .take = band_take,
                       .user = state};
    return pool_run(&bands, work->allocator, error);
}

static rl_status surface_prepare(view *self, const heightmap_work *work, rl_error *error)
{
    arena scratch = {.allocator = work->allocator};
    rl_status status = surface_draw(self, &scratch, work, error);
    arena_free(&scratch);
    return status;
}

static void surface_rows(const view *self, int y, int count, uint8_t *rgb, size_t stride_bytes)
{
    size_t bytes = (size_t)self->width * 3;
    for (int i = 0; i < count; i++)
        memcpy(rgb + (size_t)i * stride_bytes, (uint8_t *)self->state + (size_t)(y + i) * bytes,
               bytes);
}

const view_kind view_surface = {surface_prepare, surface_rows};
