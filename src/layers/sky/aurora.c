/* aurora.c - a layer kind: the feet, heights and rays of the curtains of an aurora.
 *
 * A curtain has one column of data per node of the grid (nodes are `step` pixels apart), and some
 * beyond either edge, since rays lean.  Numbers were tuned by eye.
 */
#include "layers/sky/aurora.h"

#include "base/hash.h"
#include "base/status.h"
#include "layers/core/kind.h"
#include "ridge/noise.h"

#define STREAM 5010 /* random stream of the first curtain; those of the others follow */

static const struct curtain_look {
    double base;   /* mean height of its foot, U above the horizon */
    double height; /* unit of the fall of its light upward, U: see aurora_kernel.c */
    double slant;  /* shift of rays to the left, U per U upward */
} curtain_looks[AURORA_CURTAINS] = {
    {.base = 0.17, .height = 0.080, .slant = 0.10},
    {.base = 0.30, .height = 0.110, .slant = -0.07},
};

#define SLANT_MOST 0.10 /* the greatest |slant| */
#define SLANT_SLACK 0.1 /* U above AURORA_ABOVE up to which rays stay within the columns */

/* A sum of octaves of noise along x. */
typedef struct curve {
    int line; /* number of the curve, which selects its row of the noise: see LINE_APART */
    int octaves;
    double gain; /* weight of an octave relative to the coarser one */
    double cell; /* U, cell of the first octave */
} curve;

/* The feet are smooth curves, the rays fine ones. */
static const curve foot_curve = {.line = 0, .octaves = 5, .gain = 0.45, .cell = 0.75};
static const curve ray_curve = {.line = 1, .octaves = 3, .gain = 0.90, .cell = 0.075};
static const curve patch_curve = {.line = 2, .octaves = 2, .gain = 0.5, .cell = 0.55};
static const curve tall_curve = {.line = 3, .octaves = 2, .gain = 0.5, .cell = 0.55};
static const curve veil_curve = {.line = 4, .octaves = 2, .gain = 0.5, .cell = 0.40};

/* Rows of the 2-D noise that curves sample: cells between two curves, and offset from the lattice,
 * on which gradient noise is 0. */
#define LINE_APART 8.0
#define LINE_OFFSET 0.37

/* A value made of a curve: mean + gain * curve, clamped to least .. most. */
typedef struct shaped {
    double mean, gain, least, most;
} shaped;

static const shaped patch_light = {.mean = 0.45, .gain = 1.4, .least = 0.08, .most = 1.0};
static const shaped rays_share = {.mean = 0.55, .gain = 1.2, .least = 0.15, .most = 1.0};
static const shaped ray_light = {.mean = 0.58, .gain = 0.55, .least = 0.08, .most = 1.2};

#define FOOT_SWING 0.075 /* U by which the feet swing */
#define TALL_RAYS 0.35   /* weight of `ray_curve` in heights; that of `tall_curve` is 1 */
#define TALL_GAIN 0.75   /* relative height is 1 + TALL_GAIN * (sum of these curves) */
#define TALL_LEAST 0.25  /* least height relative to the curtain's */

static double shape(const shaped *s, double sum)
{
    return exact_clamp(s->mean + s->gain * sum, s->least, s->most);
}

static double wave(uint64_t key, double loop, curve c, double x)
{
    double sum = 0.0;
    double weight = 1.0;
    noise_period period = noise_fit_cell(loop, &c.cell);
    x /= c.cell;
    for (int octave = 0; octave < c.octaves; octave++) {
        sum += weight *
               noise_gradient(key, octave, x, LINE_OFFSET + LINE_APART * c.line, period << octave);
        weight *= c.gain;
        x *= 2.0;
    }
    return sum;
}

static aurora_column column_at(uint64_t key, const struct curtain_look *look, double loop, double x)
{
    double foot = wave(key, loop, foot_curve, x), rays = wave(key, loop, ray_curve, x);
    double patch = shape(&patch_light, wave(key, loop, patch_curve, x));
    /* In places the curtain is a plain veil, in others it is all rays. */
    double rayed = shape(&rays_share, wave(key, loop, veil_curve, x));
    double tall = wave(key, loop, tall_curve, x) + TALL_RAYS * rays;
    double ray = exact_clamp(ray_light.mean + ray_light.gain * rays * rayed, ray_light.least,
                             ray_light.most);
    return (aurora_column){
        .foot = (float)(look->base + FOOT_SWING * foot),
        .height = (float)(look->height * exact_max(1.0 + TALL_GAIN * tall, TALL_LEAST)),
        .light = (float)(ray * patch * patch * (3.0 - 2.0 * patch)),
    };
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    int nodes = frame->block / frame->step;
    double lean = SLANT_MOST * (AURORA_ABOVE + SLANT_SLACK) * frame->unit;
    int margin = (int)(lean / frame->step) + 2 + SHADE_GROUP;
    int columns = frame->blocks * nodes + 1 + 2 * margin;
    aurora *all = layer->data;
    aurora_column *column =
        arena_array(frame->arena, (size_t)columns, AURORA_CURTAINS * sizeof *column);
    TRY(status_memory(column != NULL, "aurora", error));
    all->strength = scene_real(&frame->scene, "aurora.amount");
    for (int i = 0; i < 3; i++)
        all->colour[i] = colour_to_oklab(frame->scene.palette.aurora[i]);
    for (int i = 0; i < AURORA_CURTAINS; i++, column += columns) {
        uint64_t key = hash_key(frame->scene.seed, STREAM + (uint64_t)i);
        struct aurora_curtain *curtain = &all->curtain[i];
        curtain->base = curtain_looks[i].base;
        curtain->slant = curtain_looks[i].slant;
        curtain->first = frame->first_block * nodes - margin;
        curtain->column = column;
        for (int n = 0; n < columns; n++) {
            double x_px = (double)(curtain->first + n) * frame->step;
            column[n] = column_at(key, &curtain_looks[i], frame->loop,
                                  (x_px - 0.5 * frame->width) / frame->unit);
        }
    }
    return RL_OK;
}

static void light(paint_scratch *s, int layer, const shade_row *row, const shade_group *group,
                  shade_light *sky)
{
    aurora_kernels[s->frame->kernels](s->frame->layer[layer].data, row, group, sky);
}

static const scene_key aurora_keys[] = {
    REAL_KEY("aurora.amount", BY_NAME, 0, 1, 0, "brightness of the aurora"),
};

static const rl_sight_words aurora_words =
    SIGHT("aurora", 0.05,
          SIGHT_CLAUSE(13, "an aurora glows in the sky", "curtains of aurora hang in the sky"),
          SIGHT_EVENT(7, "over", "the aurora", "curtains of light"));

const layer_kind kind_aurora = {
    .name = "aurora",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .streams = 2,
    .keys = {KEY_GROUP("aurora", aurora_keys, TRAIT_SHINE)},
    .amount = "aurora.amount",
    .order = -90.0,
    .data_bytes = sizeof(aurora),
    .prepare = prepare,
    .paint = {.light = light},
    .trait = {{.words = &aurora_words, .area = FACTS_OF_SKY}},
};
