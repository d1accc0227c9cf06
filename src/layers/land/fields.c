/* fields.c - the sizes of fields on a ridge, and the place of a block of pixels among them.  All
 * numbers are tuned by eye.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "layers/land/relief.h"
#include "ridge/noise.h"

/* Sizes of fields; lengths in U. */
static const struct {
    double length;                  /* mean length, relative to the scene's size of fields */
    double lengths[FIELDS_LENGTHS]; /* lengths, relative to the mean */
    double row_far, row_near;       /* height of a row, relative to the mean length: far rows
                                       are foreshortened */
    double hedge;                   /* half the width of a near hedge */
    double hedge_far;               /* width of the farthest hedge, relative to `hedge` */
    double furrow;                  /* width of a furrow, relative to the scene's size */
    double furrow_px, furrow_whole; /* pixels of a furrow between which it fades in */
    double furrow_light;            /* amplitude of light on furrows */
    double broad_rate, fine_rate;   /* cells per `size` of the noise that shifts rows */
    double broad, fine;             /* amplitudes of that noise, in rows of fields */
} look = {.length = 0.42,
          .lengths = {0.62, 0.85, 1.12, 1.45},
          .row_far = 0.115,
          .row_near = 0.30,
          .hedge = 0.00125,
          .hedge_far = 0.45,
          .furrow = 0.0085,
          .furrow_px = 1.7,
          .furrow_whole = 3.3,
          .furrow_light = 0.062,
          .broad_rate = 0.62,
          .fine_rate = 2.0,
          .broad = 1.5,
          .fine = 0.28};

void fields_make(const rl_frame *frame, uint64_t key, double size, double depth, fields *out)
{
    out->wander = key;
    out->wander_rate[0] = look.fine_rate / size;
    out->wander_rate[1] = look.broad_rate / size;
    for (int i = 0; i < 2; i++)
        out->wander_period[i] = noise_fit_rate(frame->loop, &out->wander_rate[i]);
    out->key = (uint32_t)hash_mix(key);
    out->rows = (float)(1.0 / (look.length * size * exact_mix(look.row_far, look.row_near, depth)));
    for (int k = 0; k < FIELDS_LENGTHS; k++) {
        out->rate[k] = 1.0 / (look.length * size * look.lengths[k]);
        out->period[k] = (int32_t)noise_fit_rate(frame->loop, &out->rate[k]);
        out->length[k] = (float)(1.0 / out->rate[k]);
    }
    /* A hedge is at least a pixel wide; a thinner one is paler. */
    double hedge = look.hedge * exact_mix(look.hedge_far, 1.0, depth);
    out->hedge = (float)exact_max(hedge, 0.5 / frame->unit);
    out->thick = (float)exact_min(2.0 * hedge * frame->unit, 1.0);
    out->pixel = (float)(1.0 / frame->unit);
    double furrow = look.furrow * size;
    out->furrows = (float)(1.0 / furrow);
    out->furrow = (float)(look.furrow_light * exact_smoothstep(look.furrow_px, look.furrow_whole,
                                                               furrow * frame->unit));
}

double fields_shift(const fields *of, double x)
{
    const double *rate = of->wander_rate;
    return look.fine * noise_gradient(of->wander, 0, rate[0] * x, 0.5, of->wander_period[0]) +
           look.broad * noise_gradient(of->wander, 1, rate[1] * x, 0.5, of->wander_period[1]);
}

static void make(const rl_frame *frame, const rl_ridge *land, relief *faces)
{
    fields_make(frame, faces->key, land->spacing, land->depth, &faces->fields);
}

static double lift(const rl_frame *frame, const relief *faces, double x)
{
    (void)frame;
    return fields_shift(&faces->fields, x);
}

static void fill_block(const rl_frame *frame, double x, relief_pixels *row)
{
    const fields *of = &row->faces->fields;
    fields_place *out = &row->fields;
    for (int k = 0; k < FIELDS_LENGTHS; k++) {
        stripe_cell_at(of->rate[k] * x, of->period[k], &out->cell[k], &out->part[k]);
        out->step[k] = (float)(of->rate[k] / frame->unit);
    }
}

const relief_hooks fields_hooks = {.nodes = fields_nodes,
                                   .pixels = fields_pixels,
                                   .has_cover = 1,
                                   .make = make,
                                   .lift = lift,
                                   .block = fill_block};
