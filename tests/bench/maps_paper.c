/* maps_paper.c - see maps_paper.h. */
#include "bench/maps_paper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define ANCHORS 8 /* along a side */
#define COARSE_ANCHORS 2
#define PERTURBING_ANCHORS 4
#define REGIONS 4
#define JITTER 0.9
#define TALUS 4.0F /* 1/N */

typedef struct paper {
    float *h;
    int side;
    uint64_t key, count; /* of random numbers */
} paper;

static float *plane(const paper *p)
{
    float *memory = calloc((size_t)p->side * (size_t)p->side, sizeof *memory);
    if (memory == NULL)
        abort();
    return memory;
}

static size_t cells_of(const paper *p)
{
    return (size_t)p->side * (size_t)p->side;
}

/* Round the torus. */
static size_t cell(const paper *p, int x, int y)
{
    int last = p->side - 1; /* the side is a power of 2 */
    return (size_t)(y & last) * (size_t)p->side + (size_t)(x & last);
}

static double chance(paper *p)
{
    return hash_unit(hash_at(p->key, 0, (int64_t)p->count++));
}

/* ---- fractals, Voronoi, perturbation ------------------------------------------------ */

static void stretch(const paper *p)
{
    float least = p->h[0], most = p->h[0];
    for (size_t i = 0; i < cells_of(p); i++) {
        least = fminf(least, p->h[i]);
        most = fmaxf(most, p->h[i]);
    }
    for (size_t i = 0; i < cells_of(p); i++)
        p->h[i] = (p->h[i] - least) / (most - least);
}

/* A new point: the mean of its parents and an offset from a range of `range`. */
static float point(paper *p, paper_map map, float a, float b, float c, float d, float range)
{
    float mean = ((a + b) + (c + d)) / 4.0F, offset = (float)(chance(p) - 0.5) * range;
    if (map == PAPER_SMOOTHED || map == PAPER_SMOOTHED_COARSE) /* times the mean: valleys are smooth, summits rough */
        return mean * (1.0F + offset);
    if (map == PAPER_GAUSS) { /* of the deviation of the uniform one (Box and Muller 1958) */
        double radius = sqrt(-2.0 * log(1.0 - chance(p)));
        offset = (float)(radius * cos(6.28318530717958648 * chance(p)) / sqrt(12.0)) * range;
    }
    return mean + offset;
}

static void midpoint(paper *p, paper_map map, int anchors)
{
    float *h = p->h, range = 1.0F;
    int block = p->side / anchors;
    for (int y = 0; y < p->side; y += block)
        for (int x = 0; x < p->side; x += block)
            h[cell(p, x, y)] = (float)chance(p);
    for (; block > 1; block /= 2, range *= 0.5F) {
        int half = block / 2;
        for (int y = 0; y < p->side; y += block)
            for (int x = 0; x < p->side; x += block)
                h[cell(p, x + half, y + half)] =
                    point(p, map, h[cell(p, x, y)], h[cell(p, x + block, y)],
                          h[cell(p, x, y + block)], h[cell(p, x + block, y + block)], range);
        for (int y = 0; y < p->side; y += block)
            for (int x = 0; x < p->side; x += block) {
                float corner = h[cell(p, x, y)], centre = h[cell(p, x + half, y + half)];
                h[cell(p, x + half, y)] = point(p, map, corner, h[cell(p, x + block, y)], centre,
                                                h[cell(p, x + half, y - half)], range);
                h[cell(p, x, y + half)] = point(p, map, corner, h[cell(p, x, y + block)], centre,
                                                h[cell(p, x - half, y + half)], range);
            }
    }
    stretch(p);
}

/* The distance to the second nearest point less that to the nearest; in sides of a region. */
static void voronoi(paper *p, int is_squared)
{
    double place[REGIONS][REGIONS][2];
    for (int j = 0; j < REGIONS; j++)
        for (int i = 0; i < REGIONS; i++)
            for (int k = 0; k < 2; k++)
                place[j][i][k] = 0.5 + JITTER * (chance(p) - 0.5);
    for (int y = 0; y < p->side; y++)
        for (int x = 0; x < p->side; x++) {
            double u = (double)x * REGIONS / p->side, v = (double)y * REGIONS / p->side;
            double first = 1e9, second = 1e9;
            for (int n = 0; n < 9; n++) {
                int i = (int)u + n % 3 - 1, j = (int)v + n / 3 - 1;
                const double *at = place[(j + REGIONS) % REGIONS][(i + REGIONS) % REGIONS];
                double a = i + at[0] - u, b = j + at[1] - v, d = a * a + b * b;
                d = is_squared ? d : sqrt(d);
                second = fmin(second, fmax(first, d));
                first = fmin(first, d);
            }
            p->h[cell(p, x, y)] = (float)(second - first);
        }
    stretch(p);
}

static void perturb(paper *p)
{
    paper noise = {plane(p), p->side, p->key, p->count};
    float *from = plane(p);
    midpoint(&noise, PAPER_UNIFORM, PERTURBING_ANCHORS);
    memcpy(from, p->h, cells_of(p) * sizeof *from);
    for (int y = 0; y < p->side; y++)
        for (int x = 0; x < p->side; x++) {
            float way = 0.25F * (noise.h[cell(p, x, y)] - 0.5F) * (float)p->side;
            int whole = (int)floorf(way), i = x + whole, j = y + whole;
            float part = way - (float)whole;
            float above = from[cell(p, i, j)] * (1 - part) + from[cell(p, i + 1, j)] * part;
            float below = from[cell(p, i, j + 1)] * (1 - part) + from[cell(p, i + 1, j + 1)] * part;
            p->h[cell(p, x, y)] = above * (1 - part) + below * part;
        }
    free(noise.h);
    free(from);
}

static void combine(paper *p)
{
    paper peaks = {plane(p), p->side, p->key, 0};
    midpoint(p, PAPER_SMOOTHED, ANCHORS);
    peaks.count = p->count;
    voronoi(&peaks, 1);
    p->count = peaks.count;
    for (size_t i = 0; i < cells_of(p); i++)
        p->h[i] = 0.67F * p->h[i] + 0.33F * fminf(1.5F * peaks.h[i], 1.0F);
    free(peaks.h);
}

/* ---- erosion, but of the rim ---------------------------------------------------------- */

static const int moore[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
static const int straight[4][2] = {{0, 1}, {-1, 0}, {1, 0}, {0, -1}};

#define EACH_INNER(p, x, y)                                                                        \
    for (int y = 1; y < (p)->side - 1; y++)                                                        \
        for (int x = 1; x < (p)->side - 1; x++)

static void thermal(paper *p)
{
    float *change = plane(p), talus = TALUS / (float)p->side;
    for (int sweep = 0; sweep < 50; sweep++) {
        memset(change, 0, cells_of(p) * sizeof *change);
        EACH_INNER(p, x, y)
        {
            float d[8], most = 0.0F, total = 0.0F;
            for (int n = 0; n < 8; n++) {
                d[n] = p->h[cell(p, x, y)] - p->h[cell(p, x + moore[n][0], y + moore[n][1])];
                d[n] = d[n] > talus ? d[n] : 0.0F;
                most = fmaxf(most, d[n]);
                total += d[n];
            }
            for (int n = 0; n < 8 && total > 0.0F; n++) {
                float moved = 0.5F * (most - talus) * d[n] / total;
                change[cell(p, x, y)] -= d[n] > 0.0F ? moved : 0.0F;
                change[cell(p, x + moore[n][0], y + moore[n][1])] += d[n] > 0.0F ? moved : 0.0F;
            }
        }
        for (size_t i = 0; i < cells_of(p); i++)
            p->h[i] += change[i];
    }
    free(change);
}

/* The lowest of four neighbours in a plane, or the cell itself. */
static size_t lowest_of(const paper *p, const float *a, int x, int y)
{
    size_t lowest = cell(p, x, y);
    for (int n = 0; n < 4; n++) {
        size_t other = cell(p, x + straight[n][0], y + straight[n][1]);
        lowest = a[other] < a[lowest] ? other : lowest;
    }
    return lowest;
}

static void thermal_in_place(paper *p, float talus, int is_inverted)
{
    for (int sweep = 0; sweep < 50; sweep++)
        EACH_INNER(p, x, y)
        {
            size_t here = cell(p, x, y), lowest = lowest_of(p, p->h, x, y);
            float d = p->h[here] - p->h[lowest];
            if ((d > talus) == is_inverted)
                continue;
            p->h[here] -= 0.5F * d;
            p->h[lowest] += 0.5F * d;
        }
}

static void hydraulic(paper *p)
{
    float *water = plane(p), *sediment = plane(p), *altitude = plane(p);
    float *water_change = plane(p), *sediment_change = plane(p);
    for (int sweep = 0; sweep < 100; sweep++) {
        for (size_t i = 0; i < cells_of(p); i++) {
            water[i] += 0.01F;
            float dissolved = fminf(0.01F * water[i], p->h[i]);
            p->h[i] -= dissolved;
            sediment[i] += dissolved;
            altitude[i] = p->h[i] + water[i] + sediment[i];
            water_change[i] = sediment_change[i] = 0.0F;
        }
        EACH_INNER(p, x, y)
        {
            size_t here = cell(p, x, y), other[4];
            float d[4], total = 0.0F, sum = altitude[here], count = 1.0F;
            for (int n = 0; n < 4; n++) {
                other[n] = cell(p, x + straight[n][0], y + straight[n][1]);
                d[n] = fmaxf(altitude[here] - altitude[other[n]], 0.0F);
                total += d[n];
                sum += d[n] > 0.0F ? altitude[other[n]] : 0.0F;
                count += d[n] > 0.0F ? 1.0F : 0.0F;
            }
            if (!(total > 0.0F))
                continue;
            float moved = fminf(water[here], altitude[here] - sum / count);
            float share = moved / water[here];
            for (int n = 0; n < 4; n++) {
                water_change[other[n]] += moved * d[n] / total;
                sediment_change[other[n]] += sediment[here] * share * d[n] / total;
            }
            water_change[here] -= moved;
            sediment_change[here] -= sediment[here] * share;
        }
        for (size_t i = 0; i < cells_of(p); i++) {
            water[i] = (water[i] + water_change[i]) * 0.5F;
            sediment[i] += sediment_change[i];
            float laid = fmaxf(sediment[i] - water[i], 0.0F);
            sediment[i] -= laid;
            p->h[i] += laid;
        }
    }
    for (size_t i = 0; i < cells_of(p); i++)
        p->h[i] += sediment[i];
    free(water);
    free(sediment);
    free(altitude);
    free(water_change);
    free(sediment_change);
}

/* Rain takes the ground along and evaporation lays it down, so ground and water together stay. */
static void hydraulic_in_place(paper *p)
{
    float *water = plane(p), *altitude = plane(p);
    memcpy(altitude, p->h, cells_of(p) * sizeof *altitude);
    for (int sweep = 0; sweep < 100; sweep++) {
        for (size_t i = 0; i < cells_of(p); i++)
            water[i] += 0.0003F;
        EACH_INNER(p, x, y)
        {
            size_t here = cell(p, x, y), lowest = lowest_of(p, altitude, x, y);
            float moved = fminf(water[here], 0.5F * (altitude[here] - altitude[lowest]));
            water[here] -= moved;
            altitude[here] -= moved;
            water[lowest] += moved;
            altitude[lowest] += moved;
        }
        for (size_t i = 0; i < cells_of(p); i++)
            water[i] *= 0.5F;
    }
    memcpy(p->h, altitude, cells_of(p) * sizeof *altitude);
    free(water);
    free(altitude);
}

/* ---- all -------------------------------------------------------------------------------- */

void paper_make(float *h, int side, paper_map map, double talus, uint64_t seed)
{
    paper p = {h, side, hash_key(seed, 1), 0};
    if (map < PAPER_VORONOI) {
        midpoint(&p, map, map == PAPER_SMOOTHED_COARSE ? COARSE_ANCHORS : ANCHORS);
        return;
    }
    if (map < PAPER_COMBINED) {
        voronoi(&p, map == PAPER_VORONOI_SQUARED);
        return;
    }
    combine(&p);
    if (map >= PAPER_PERTURBED)
        perturb(&p);
    if (map == PAPER_THERMAL)
        thermal(&p);
    else if (map == PAPER_THERMAL_FAST)
        thermal_in_place(&p, TALUS / (float)side, 0);
    else if (map == PAPER_INVERTED)
        thermal_in_place(&p, (float)talus / (float)side, 1);
    else if (map == PAPER_HYDRAULIC)
        hydraulic(&p);
    else if (map == PAPER_HYDRAULIC_FAST)
        hydraulic_in_place(&p);
}
