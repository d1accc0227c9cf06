/* svg_fit.c - gradients that come nearest to painted pixels.
 *
 * In: samples of a layer.  Out: a vertical gradient and a round glow over it, for which
 * the sum of squared errors is small.  With two of gradient, strength and colour of the
 * glow given, the third is a quotient of sums; so they are found in turn.
 */
#include "cli/layers/svg_fit.h"

#include <string.h>

#define TURNS 12

/* Sums below this say nothing. */
#define LEAST 1e-9

/* Samples that do not make a glow, and the doubt about those that may: as if one pixel 80
 * steps off had none. */
#define FEW 16
#define DOUBT (3.0 * 80.0 * 80.0)

/* Something of the gradient always shows: without it no gradient could be found. */
#define ALPHA_MAX 0.98

static double clamp(double value, double high)
{
    return value < 0.0 ? 0.0 : value > high ? high : value;
}

/* A row without a sample takes the colour of the nearest that has one. */
static void fill_rows(svg_fit *fit, const double weight[SVG_ROWS])
{
    int last = -1;
    for (int row = 0; row < SVG_ROWS; row++) {
        if (weight[row] <= LEAST)
            continue;
        for (int gap = last + 1; gap < row; gap++) {
            int from = last >= 0 && gap - last < row - gap ? last : row;
            memcpy(fit->base[gap], fit->base[from], sizeof fit->base[gap]);
        }
        last = row;
    }
    for (int gap = last + 1; gap < SVG_ROWS && last >= 0; gap++)
        memcpy(fit->base[gap], fit->base[last], sizeof fit->base[gap]);
}

/* The gradient that fits best under the glow. */
static void fit_base(svg_fit *fit, const svg_sample *sample, int count)
{
    double sum[SVG_ROWS][3] = {{0}}, weight[SVG_ROWS] = {0};
    for (int i = 0; i < count; i++) {
        double alpha = fit->alpha[sample[i].ring], through = 1.0 - alpha;
        weight[sample[i].row] += through * through;
        for (int c = 0; c < 3; c++)
            sum[sample[i].row][c] += through * (sample[i].rgb[c] - alpha * fit->glow[c]);
    }
    for (int row = 0; row < SVG_ROWS; row++)
        for (int c = 0; c < 3 && weight[row] > LEAST; c++)
            fit->base[row][c] = clamp(sum[row][c] / weight[row], 255.0);
    fill_rows(fit, weight);
}

/* A glow fades out at its rim, where that of the next sun begins. */
static double alpha_limit(int ring)
{
    double share = (SVG_RINGS - ring - 0.5) / (0.5 * SVG_RINGS);
    return share < 1.0 ? ALPHA_MAX * share * share : ALPHA_MAX;
}

/* The strengths that fit best.  Of a few samples nothing follows: their ring is as the one
 * round it. */
static void fit_alpha(svg_fit *fit, const svg_sample *sample, int count)
{
    double sum[SVG_RINGS + 1] = {0}, weight[SVG_RINGS + 1] = {0};
    int seen[SVG_RINGS + 1] = {0};
    for (int i = 0; i < count; i++) {
        int ring = sample[i].ring;
        seen[ring]++;
        for (int c = 0; c < 3; c++) {
            double base = fit->base[sample[i].row][c], step = fit->glow[c] - base;
            sum[ring] += step * (sample[i].rgb[c] - base);
            weight[ring] += step * step;
        }
    }
    fit->alpha[SVG_RINGS] = 0.0;
    for (int ring = SVG_RINGS - 1; ring >= 0; ring--)
        fit->alpha[ring] = seen[ring] < FEW
                               ? fit->alpha[ring + 1]
                               : clamp(sum[ring] / (weight[ring] + DOUBT), alpha_limit(ring));
}

static void fit_glow(svg_fit *fit, const svg_sample *sample, int count)
{
    double sum[3] = {0}, weight = 0.0;
    for (int i = 0; i < count; i++) {
        double alpha = fit->alpha[sample[i].ring];
        weight += alpha * alpha;
        for (int c = 0; c < 3; c++)
            sum[c] += alpha * (sample[i].rgb[c] - (1.0 - alpha) * fit->base[sample[i].row][c]);
    }
    for (int c = 0; c < 3 && weight > LEAST; c++)
        fit->glow[c] = clamp(sum[c] / weight, 255.0);
}

/* The first guess: all of the glow in the middle, half of it half way out. */
static void guess(svg_fit *fit, const svg_sample *sample, int count)
{
    int nearest = SVG_RINGS, found = 0;
    memset(fit, 0, sizeof *fit);
    for (int i = 0; i < count; i++)
        nearest = sample[i].ring < nearest ? sample[i].ring : nearest;
    for (int i = 0; i < count; i++) {
        found += sample[i].ring == nearest;
        for (int c = 0; c < 3 && sample[i].ring == nearest; c++)
            fit->glow[c] += sample[i].rgb[c];
    }
    for (int c = 0; c < 3; c++)
        fit->glow[c] /= found;
    for (int ring = 0; ring < SVG_RINGS; ring++) {
        double near = 1.0 - (double)ring / SVG_RINGS;
        fit->alpha[ring] = 0.9 * near * near;
    }
}

void svg_fit_make(svg_fit *fit, const svg_sample *sample, int count)
{
    guess(fit, sample, count);
    for (int turn = 0; turn < TURNS; turn++) {
        fit_base(fit, sample, count);
        fit_alpha(fit, sample, count);
        fit_glow(fit, sample, count);
    }
    fit_alpha(fit, sample, count);
    fit_base(fit, sample, count);
}
