/* aurora.c - the feet, heights and rays of its curtains.
 *
 * The columns are those of the colour grid, with a margin, since rays lean.
 */
#include "layers/aurora.h"

#include "base/hash.h"
#include "base/status.h"
#include "layers/kind.h"
#include "ridge/noise.h"

/* Lengths in U.  The feet are smooth curves, the rays fine ones. */
static const struct curtain_look {
    double base, height, slant;
} curtain_looks[AURORA_CURTAINS] = {{0.17, 0.080, 0.10}, {0.30, 0.110, -0.07}};

#define FOOT_SWING 0.075
#define FOOT_CELL 0.75
#define RAY_CELL 0.075
#define PATCH_CELL 0.55
#define VEIL_CELL 0.40

/* A curve through hashed points; lines of the noise lie far apart. */
typedef struct curve {
    int line, octaves;
    double gain, cell;
} curve;

static double wave(uint64_t key, double loop, curve c, double x)
{
    double sum = 0.0;
    double weight = 1.0;
    noise_period period = noise_fit_cell(loop, &c.cell);
    x /= c.cell;
    for (int octave = 0; octave < c.octaves; octave++) {
        sum += weight * noise_gradient(key, octave, x, 0.37 + 8.0 * c.line, period << octave);
        weight *= c.gain;
        x *= 2.0;
    }
    return sum;
}

static aurora_column column_at(uint64_t key, const struct curtain_look *look, double loop, double x)
{
    double foot = wave(key, loop, (curve){0, 5, 0.45, FOOT_CELL}, x);
    double rays = wave(key, loop, (curve){1, 3, 0.90, RAY_CELL}, x);
    double broad = wave(key, loop, (curve){2, 2, 0.5, PATCH_CELL}, x);
    double patch = exact_clamp(0.45 + 1.4 * broad, 0.08, 1.0);
    /* In places the curtain is a plain veil, in others it is all rays. */
    double rayed =
        exact_clamp(0.55 + 1.2 * wave(key, loop, (curve){4, 2, 0.5, VEIL_CELL}, x), 0.15, 1.0);
    double tall = wave(key, loop, (curve){3, 2, 0.5, PATCH_CELL}, x) + 0.35 * rays;
    return (aurora_column){
        (float)(look->base + FOOT_SWING * foot),
        (float)(look->height * exact_max(1.0 + 0.75 * tall, 0.25)),
        (float)(exact_clamp(0.58 + 0.55 * rays * rayed, 0.08, 1.2) * patch * patch *
                (3.0 - 2.0 * patch)),
    };
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    int nodes = frame->block / frame->step;
    double lean = 0.10 * (AURORA_ABOVE + 0.1) * frame->unit;
    int margin = (int)(lean / frame->step) + 2 + SHADE_GROUP;
    int columns = frame->blocks * nodes + 1 + 2 * margin;
    aurora *all = layer->data;
    aurora_column *column =
        arena_array(frame->arena, (size_t)columns, AURORA_CURTAINS * sizeof *column);
    if (column == NULL)
        return status_fail(error, RL_NO_MEMORY, "aurora: %d columns: out of memory", columns);
    all->strength = frame->scene.aurora;
    for (int i = 0; i < 3; i++)
        all->colour[i] = colour_to_oklab(frame->scene.palette.aurora[i]);
    for (int i = 0; i < AURORA_CURTAINS; i++, column += columns) {
        uint64_t key = hash_key(frame->scene.seed, STREAM_AURORA + (uint64_t)i);
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
                  const float *air, shade_light *sky)
{
    (void)air;
    aurora_kernels[s->frame->kernels](s->frame->layer[layer].data, row, group, sky);
}

static const scene_key aurora_keys[] = {
    REAL_KEY("aurora.amount", AT_SCENE(aurora), 0, 1, 0, "how bright it is"),
};

const layer_kind kind_aurora = {
    .name = "aurora",
    .number = RL_LAYER_SKY,
    .keys = {KEY_GROUP("aurora", aurora_keys)},
    .amount = AT_SCENE(aurora),
    .order = -90.0,
    .data_bytes = sizeof(aurora),
    .prepare = prepare,
    .paint = {.light = light},
    .trait = {{FACTS_SHARE(aurora), .area = FACTS_OF_SKY}},
};
