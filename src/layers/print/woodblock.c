/* woodblock.c - a woodblock print: soft steps of brushed ink (bokashi), a shade block, uneven key
 * lines, plank grain and a vermilion sun, after the prints of Kawase Hasui and Hiroshi Yoshida. */
#include "layers/print/woodblock.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "ridge/noise.h"

extern print_layer *const woodblock_layers[CPU_KERNELS];

/* Look of the print, tuned by eye. */
static const struct {
    double contrast;   /* factor of lightness about its middle */
    double chroma;     /* factor of chroma */
    double sun;        /* factor of the disc's radius */
    double red_from;   /* lightness of the sky at the disc from which it is vermilion, OKLab */
    double dark, lift; /* lightness of the sky below which the print is lifted; by how much */
    double dusk;       /* range of lightness over which the lift fades */
    double band;       /* fraction of H from the top at which the darker band ends */
} look = {.contrast = 1.16,
          .chroma = 1.14,
          .sun = 1.1,
          .red_from = 0.66,
          .dark = 0.42,
          .lift = 0.05,
          .dusk = 0.2,
          .band = 0.10};

#define SKY_LEAST 0.05 /* least height of the sky over the horizon, fraction of H */

/* Returns the lightness of the sky without its glow at a height, fraction of H. */
static double sky_at(const rl_frame *frame, double height)
{
    const light_gradient *sky = &frame->light.sky;
    double low = frame->light.horizon;
    double t = exact_clamp((height - low) / exact_max(1.0 - low, SKY_LEAST), 0.0, 1.0);
    int k = 0;
    while (k + 2 < sky->count && sky->t[k + 1] < t)
        k++;
    double share = (t - sky->t[k]) / exact_max(sky->t[k + 1] - sky->t[k], 1e-6);
    return exact_mix(sky->colour[k].l, sky->colour[k + 1].l, exact_clamp(share, 0.0, 1.0));
}

static void place_sun(const rl_frame *frame, woodblock *wood)
{
    const rl_scene *scene = &frame->scene;
    double height = 1.0 - frame->light.sun_y / frame->height;
    wood->sun_x = (frame->light.sun_x - 0.5 * frame->width) / frame->unit;
    wood->sun_y = (frame->light.sun_y - 0.5 * frame->height) / frame->unit;
    wood->is_red = sky_at(frame, height) >= look.red_from;
    /* A moon keeps its face; an eclipse and a sun with gaps keep their forms. */
    if (scene->moon == 0 && scene->sun_eclipse <= 0.0 && scene->sun_stripes <= 0.0)
        wood->sun_radius = (float)(look.sun * frame->light.sun_radius / frame->unit);
}

/* ---- noise ------------------------------------------------------------------------------ */

/* Noises, tuned by eye: size of a cell in U, and strength in lightness or as a share. */
enum { BENDS = 2 }; /* waves that bend the plank's grain */

static const struct {
    double broad_wide, broad_high, broad;
    double plank_wide, plank_high, plank;
    double bend_wide[BENDS], bend[BENDS];
    double mottle_side, mottle;
    double paper_side, paper;
    double tile; /* least side of the tile of mottle and paper */
} grain = {.broad_wide = 0.20,
           .broad_high = 0.05,
           .broad = 0.8,
           .plank_wide = 0.50,
           .plank_high = 0.0060,
           .plank = 0.030,
           .bend_wide = {1.30, 0.47},
           .bend = {0.020, 0.008},
           .mottle_side = 0.0034,
           .mottle = 0.022,
           .paper_side = 0.0012,
           .paper = 0.010,
           .tile = 0.20};

enum { GRAIN_SIDE_LEAST = 64, GRAIN_SIDE_MOST = 512 }; /* pixels */

#define STREAM_GRAIN 9760 /* random stream of the tile */
#define GRAIN_ONE 32767.0 /* the largest value of the tile */

static wood_noise noise_of(const rl_frame *frame, double wide, double high, double strength)
{
    wood_noise noise = {.rate = 1.0 / wide, .rate_y = 1.0 / high};
    noise.period = (int32_t)noise_fit_rate(frame->loop, &noise.rate);
    noise.strength = (float)(strength * exact_clamp(high * frame->unit, 0.0, 1.0));
    return noise;
}

#define KNOTS_MORE 32 /* knots behind the last block that kernels may read */

/* Makes the waves of the plank's grain. */
static rl_status make_bend(const rl_frame *frame, woodblock *wood, rl_error *error)
{
    int count = frame->blocks * (frame->block / WOODBLOCK_KNOT) + KNOTS_MORE;
    float *bend = arena_zeroed(frame->arena, (size_t)count, sizeof *bend);
    TRY(status_memory(bend != NULL, "print", error));
    for (int i = 0; i < BENDS; i++) {
        double rate = 1.0 / grain.bend_wide[i];
        noise_fit_rate(frame->loop, &rate);
        for (int k = 0; k < count; k++) {
            int64_t column = frame->first_block * frame->block + (int64_t)k * WOODBLOCK_KNOT;
            if (frame->loop_px > 0.0)
                column = exact_wrap(column, (int64_t)frame->loop_px);
            double turns = (double)column / frame->unit * rate;
            double side = exact_abs(2.0 * (turns - (double)exact_floor(turns)) - 1.0);
            bend[k] += (float)(grain.bend[i] * exact_smoothstep(0.0, 1.0, side));
        }
    }
    wood->bend = bend;
    return RL_OK;
}

/* Writes the random values of the corners of a row of cells, -1..1. */
static void fill_corners(uint64_t key, int row, int count, float *corner)
{
    for (int cell = 0; cell < count; cell++)
        corner[cell] = (float)(2.0 * hash_unit(hash_at(key, row % count, cell)) - 1.0);
    corner[count] = corner[0];
}

/* Adds value noise that recurs after `count` cells in a tile of `side` pixels. */
static void add_tile(uint64_t key, int side, int count, double strength, int16_t *tile)
{
    float part[GRAIN_SIDE_MOST], top[GRAIN_SIDE_MOST + 1], low[GRAIN_SIDE_MOST + 1];
    int16_t cell[GRAIN_SIDE_MOST];
    float one = (float)(strength * GRAIN_ONE);
    for (int x = 0; x < side; x++) {
        cell[x] = (int16_t)(x * count / side);
        part[x] = (float)exact_smoothstep(0.0, 1.0, (double)(x * count % side) / side);
    }
    for (int y = 0; y < side; y++) {
        if (y == 0 || cell[y] != cell[y - 1]) {
            fill_corners(key, cell[y], count, top);
            fill_corners(key, cell[y] + 1, count, low);
        }
        int16_t *at = &tile[(size_t)y * (size_t)(side + TILES_BLOCK)];
        for (int x = 0; x < side; x++) {
            int k = cell[x];
            float above = top[k] + (top[k + 1] - top[k]) * part[x];
            float below = low[k] + (low[k + 1] - low[k]) * part[x];
            at[x] = (int16_t)(at[x] + (int)(one * (above + (below - above) * part[y])));
        }
    }
}

/* Adds a noise whose cells are `size` U. */
static void add_grain(const rl_frame *frame, int stream, double size, double strength,
                      const woodblock *wood, int16_t *tile)
{
    double pixels = size * frame->unit;
    int side = wood->grain_side, count = (int)exact_clamp(side / pixels, 1.0, side);
    uint64_t key = hash_key(STREAM_GRAIN, (uint64_t)stream);
    add_tile(key, side, count, strength * exact_min(pixels, 1.0), tile);
}

static rl_status make_grain(const rl_frame *frame, double strength, woodblock *wood,
                            rl_error *error)
{
    int side = GRAIN_SIDE_LEAST;
    while (side < GRAIN_SIDE_MOST && side < grain.tile * frame->unit)
        side *= 2;
    size_t wide = (size_t)(side + TILES_BLOCK);
    int16_t *tile = arena_zeroed(frame->arena, (size_t)side * wide, sizeof *tile);
    TRY(status_memory(tile != NULL, "print", error));
    double sum = grain.mottle + grain.paper;
    wood->grain_side = side;
    wood->grains = tile;
    wood->grain_scale = (float)(strength * sum / GRAIN_ONE);
    add_grain(frame, 0, grain.mottle_side, grain.mottle / sum, wood, tile);
    add_grain(frame, 1, grain.paper_side, grain.paper / sum, wood, tile);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < TILES_BLOCK; x++)
            tile[(size_t)y * wide + (size_t)(side + x)] = tile[(size_t)y * wide + (size_t)x];
    return RL_OK;
}

/* ---- frames ------------------------------------------------------------------------------ */

/* Weights of lightness, as in woodblock_kernel.c. */
static const double weight[3] = {0.27, 0.58, 0.15};

/* Hue of the paper: a and b of OKLab. */
#define PAPER_A 0.004
#define PAPER_B 0.026

static void colour_paper(const rl_frame *frame, woodblock *wood)
{
    oklab colour = {scene_real(&frame->scene, "print.paper"), PAPER_A, PAPER_B};
    linear_rgb light = colour_oklab_to_linear(colour);
    double encoded[3] = {colour_encode(exact_clamp(light.r, 0.0, 1.0)),
                         colour_encode(exact_clamp(light.g, 0.0, 1.0)),
                         colour_encode(exact_clamp(light.b, 0.0, 1.0))};
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += weight[i] * encoded[i];
    wood->paper = (float)sum;
    for (int i = 0; i < 3; i++) {
        wood->paper_colour[i] = (float)encoded[i];
        wood->paper_hue[i] = (float)(encoded[i] - sum);
    }
}

static rl_status prepare(preparation *work, struct frame_print *print, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    woodblock *wood = arena_zeroed(frame->arena, 1, sizeof *wood);
    TRY(status_memory(wood != NULL, "print", error));
    wood->contrast = (float)(look.contrast * scene_real(scene, "print.contrast"));
    wood->chroma = (float)(look.chroma * scene_real(scene, "print.chroma"));
    wood->detail = (float)scene_real(scene, "print.detail");
    wood->margin = (float)scene_real(scene, "print.margin");
    wood->half_width = (float)(0.5 * frame->width / frame->unit);
    wood->half_height = (float)(0.5 * frame->height / frame->unit);
    wood->sky_end = (float)look.band;
    double sky = sky_at(frame, 0.5);
    wood->lift =
        (float)(look.lift * (1.0 - exact_smoothstep(look.dark, look.dark + look.dusk, sky)));
    colour_paper(frame, wood);
    double strength = scene_real(scene, "print.grain");
    wood->broad = noise_of(frame, grain.broad_wide, grain.broad_high, grain.broad);
    for (int i = 0; i < WOODBLOCK_OCTAVES; i++) {
        double half = 1.0 / (1 << i),
               share = half * (1 << (WOODBLOCK_OCTAVES - 1)) / ((1 << WOODBLOCK_OCTAVES) - 1);
        wood->plank[i] = noise_of(frame, grain.plank_wide * half, grain.plank_high * half,
                                  strength * grain.plank * share);
    }
    TRY(make_bend(frame, wood, error));
    TRY(make_grain(frame, strength, wood, error));
    place_sun(frame, wood);
    wood->seal = print_seal_of(frame, (double)wood->margin);
    print->data = wood;
    return RL_OK;
}

/* Greatest width of a key line and the paper beside it, U. */
#define LINE 0.0026

const print_kind print_woodblock = {
    .name = "woodblock", .layer = woodblock_layers, .prepare = prepare, .step = 0.2, .line = LINE};
