/* water.c - ripples, what is seen in them, glitter.
 *
 * All light is mixed linearly: a mirror in moving water is an average over many
 * facets, and so is a pixel at an edge.
 */
#include "paint/water.h"

#include "base/exact.h"
#include "base/memory.h"
#include "paint/shade.h"
#include "terrain/noise.h"

/* Perspective: ripples shrink toward the far shore as 1 / (depth + this). */
#define EYE 0.03

/* Two kinds of ripples: broad and fine, octaves and frequencies along x and y. */
typedef struct ripple {
    int octave, octaves;
    double x, y;
    double keep;  /* height of an octave as a share of the one before */
    double bend;  /* share in moving the mirrored row */
    double glint; /* share in glittering */
} ripple;

static const ripple ripples[2] = {
    {0, 3, 0.55, 2.2, 0.50, 0.65, 0.5},
    {8, 4, 1.70, 6.5, 0.68, 0.50, 0.8},
};

/* The mirrored row moves by so much of the depth, and by so many U. */
#define SWING 0.13
#define SWING_MORE 0.0004

/* What the mirror and the water's own colour keep of their light. */
#define CLEAR 0.93f
#define OWN 0.6f

/* Ripples glitter from this height on, and are as bright as the sun at that one. */
#define GLINT_FROM 0.02f
#define GLINT_TO 0.40f

/* The share of the water that glitters where ripples are too fine to be seen. */
#define GLINT_MEAN 0.06f

/* Radii of the disc within which its mirror dazzles. */
#define DAZZLE 1.6

#define HAZE_LEAST 5e-4f /* less is not seen */

/* ---- what a thread holds -------------------------------------------------- */

/* The mist over the far shore is that of the ridge behind it, a little lighter: a
 * thin bright line parts water and land. */
#define SHORE_AIR 0.5

static void find_shore(water *w)
{
    const rl_frame *frame = w->frame;
    double y = mirror_shore(frame);
    for (int b = 0; b < frame->blocks; b++)
        for (int n = 0; n < w->nodes; n++) {
            double x = (double)(frame->first_block + b) * frame->block + (double)n * frame->step;
            shade_air air = shade_air_at(frame, x, y);
            linear_rgb mist = shade_mist(frame, &frame->surface[frame->lake - 1], &air);
            w->shore[b * w->nodes + n] =
                colour_mix_linear(mist, colour_oklab_to_linear(air.air), SHORE_AIR);
        }
}

/* There is glitter only under a disc that stands above the water. */
static void find_sun(water *w)
{
    const rl_frame *frame = w->frame;
    w->sparkle = colour_mix_linear(frame->sun_light, frame->glow, 0.35);
    if (frame->sun_radius > 0.0 && frame->sun_y < mirror_shore(frame))
        w->sun = (float)exact_mix(0.3, 1.0, frame->sun_seen);
}

int water_new(water *w, const rl_frame *frame)
{
    w->frame = frame;
    if (frame->lake == 0)
        return 1;
    size_t blocks = (size_t)frame->blocks;
    w->nodes = frame->block / frame->step + 1;
    w->line.row = -1;
    w->shore = memory_array(frame->allocator, blocks * (size_t)w->nodes, sizeof *w->shore);
    double deepest = frame->height - mirror_shore(frame);
    double highest = (1.0 + SWING) * deepest + SWING_MORE * frame->unit;
    if (w->shore == NULL || !mirror_new(&w->mirror, frame, highest))
        return 0;
    find_shore(w);
    find_sun(w);
    return 1;
}

void water_free(water *w)
{
    if (w->frame == NULL)
        return;
    memory_free(w->frame->allocator, w->shore);
    mirror_free(&w->mirror);
}

/* ---- where a run looks --------------------------------------------------- */

/* Ripples finer than two pixels along y cannot be shown: they fade out. */
static double visible(const rl_frame *frame, const water_line *line, double frequency)
{
    double per_pixel = frequency * line->perspective * line->perspective / frame->unit;
    return 1.0 - exact_smoothstep(0.2, 0.5, per_pixel);
}

static void begin_line(water *w, int row)
{
    const rl_frame *frame = w->frame;
    water_line *line = &w->line;
    if (line->row == row)
        return;
    double distance = exact_max(row + 0.5 - mirror_shore(frame), 0.0);
    double depth = distance / frame->unit;
    line->row = row;
    line->perspective = 1.0 / (depth + EYE);
    line->distance = (float)distance;
    line->swing = (float)((SWING * depth + SWING_MORE) * frame->unit);
    line->clear = (float)(0.90 - 0.45 * exact_min(depth / 0.45, 1.0));
    line->haze = (float)(0.40 * exact_exp(-depth / 0.010));
    line->glitter = w->sun * (float)(0.65 * exact_exp(-depth / 0.3));
    line->blurred = 1.0f - (float)visible(frame, line, ripples[1].y);
    line->spread = 0.03 + 0.30 * depth;
    line->strip = (int)mirror_place(&w->mirror, 0, line->distance);
}

/* Adds up both kinds of ripples at the nodes of a run. */
static void raise_ripples(const water *w, const noise_row *row, float *bend, float *glint)
{
    const water_line *line = &w->line;
    for (int n = 0; n < row->count; n++)
        bend[n] = glint[n] = 0.0f;
    for (int kind = 0; kind < 2; kind++) {
        const ripple *r = &ripples[kind];
        float height[TILES_NODES] = {0.0f};
        noise_row along = *row;
        along.step *= r->x * line->perspective;
        along.origin *= r->x * line->perspective;
        along.y = r->y * line->perspective;
        double scale = 1.0;
        double weight = 0.5;
        for (int octave = 0; octave < r->octaves; octave++) {
            double share = visible(w->frame, line, r->y * scale);
            if (share > 0.0)
                noise_row_add(w->frame->lake_key, r->octave + octave, &along, scale, weight * share,
                              height);
            scale *= 2.0;
            weight *= r->keep;
        }
        for (int n = 0; n < row->count; n++) {
            bend[n] += (float)r->bend * height[n];
            glint[n] += (float)r->glint * height[n];
        }
    }
}

/* The disc is far brighter than the white that stands for it, so its mirror stays
 * bright where the water dims all else: 1 at the mirrored disc, 0 beside it. */
static float dazzle(const water *w, double x_px, float height)
{
    const rl_frame *frame = w->frame;
    if (w->sun <= 0.0f)
        return 0.0f;
    double x = (x_px - frame->sun_x) / (DAZZLE * frame->sun_radius);
    double y = (mirror_shore(frame) - (double)height - frame->sun_y) / (DAZZLE * frame->sun_radius);
    double near = 1.0 - x * x - y * y;
    return near > 0.0 ? (float)(near * near * (3.0 - 2.0 * near)) : 0.0f;
}

/* Noise keeps within -1..1 as it is; this holds the strips that a run looks at
 * within MIRROR_HELD. */
static float bounded(float bend)
{
    return bend < -1.0f ? -1.0f : bend > 1.0f ? 1.0f : bend;
}

static float glow_under_sun(const water *w, double x_px)
{
    const water_line *line = &w->line;
    double away = exact_abs(x_px - w->frame->sun_x) / (w->frame->unit * line->spread);
    double near = 1.0 - away * away * (1.0 / 5.76);
    if (line->glitter <= 0.0f || near <= 0.0)
        return 0.0f;
    return line->glitter * (float)(near * near * near * near);
}

void water_look(water *w, const tile_run *run)
{
    const rl_frame *frame = w->frame;
    begin_line(w, run->row);
    int block = frame->first_block + run->block;
    int left = frame->x + run->column - block * frame->block;
    int from = left / frame->step;
    int to = (left + run->count - 1) / frame->step + 1;
    noise_row row = {.first = (int64_t)block * (frame->block / frame->step) + from,
                     .count = to - from + 1,
                     .step = frame->step / frame->unit,
                     .origin = -0.5 * frame->width / frame->unit};
    float bend[TILES_NODES];
    raise_ripples(w, &row, bend, w->glint + from);
    int strips = w->mirror.strips;
    float least = (float)strips;
    float most = 0.0f;
    for (int n = from; n <= to; n++) {
        float height = w->line.distance + w->line.swing * bounded(bend[n - from]);
        float place = mirror_place(&w->mirror, w->line.strip, height);
        w->place[n] = place;
        least = place < least ? place : least;
        most = place > most ? place : most;
        double x = (double)(row.first - from + n) * frame->step;
        w->shine[n] = glow_under_sun(w, x);
        w->dazzle[n] = dazzle(w, x, height);
    }
    w->first = (int)(least + 0.5f) > 0 ? (int)(least + 0.5f) - 1 : 0;
    w->last = (int)(most + 0.5f) + 1 < strips ? (int)(most + 0.5f) + 1 : strips - 1;
}

/* ---- what it sees -------------------------------------------------------- */

int water_wants(water *w, const tile_run *run, tile_run *part)
{
    return mirror_wants(&w->mirror, run, w->first, w->last, part);
}

static float between(const float *node, int n, float along)
{
    return node[n] + (node[n + 1] - node[n]) * along;
}

static void mix_light(mirror_light *under, const mirror_light *over, float amount)
{
    under->r += (over->r - under->r) * amount;
    under->g += (over->g - under->g) * amount;
    under->b += (over->b - under->b) * amount;
}

static mirror_light light_of(linear_rgb colour)
{
    mirror_light l = {(float)colour.r, (float)colour.g, (float)colour.b};
    return l;
}

/* Mist over the water at the far shore. */
static void lay_haze(const water *w, const linear_rgb *shore, float along, mirror_light *seen)
{
    mirror_light mist = light_of(shore[0]);
    mirror_light next = light_of(shore[1]);
    mix_light(&mist, &next, along);
    mix_light(seen, &mist, w->line.haze);
}

static void lay_glitter(const water *w, int n, float along, mirror_light *seen)
{
    float t = (between(w->glint, n, along) - GLINT_FROM) * (1.0f / (GLINT_TO - GLINT_FROM));
    mirror_light sparkle = light_of(w->sparkle);
    t = t <= 0.0f ? 0.0f : t < 1.0f ? t * t * (3.0f - 2.0f * t) : 1.0f;
    t += (GLINT_MEAN - t) * w->line.blurred;
    if (t > 0.0f)
        mix_light(seen, &sparkle, t * between(w->shine, n, along));
}

/* The share of the mirror where the disc dazzles: what is dark there stays dark. */
static float clear_of(const water *w, int n, float along, const mirror_light *seen)
{
    float dazzled = between(w->dazzle, n, along) * (seen->g < 1.0f ? seen->g : 1.0f);
    return w->line.clear + (1.0f - w->line.clear) * dazzled;
}

/* The pixels of a run between two nodes: from .. to - 1. */
static void fetch_piece(const water *w, const mirror_run *open, const tile_run *run, int n,
                        int from, int to, tile_colours *out)
{
    const rl_frame *frame = w->frame;
    const linear_rgb *shore = w->shore + (size_t)run->block * (size_t)w->nodes + n;
    mirror_light own = light_of(frame->water);
    int has_disc = w->dazzle[n] > 0.0f || w->dazzle[n + 1] > 0.0f;
    int has_haze = w->line.haze > HAZE_LEAST;
    int has_glitter = w->shine[n] > 0.0f || w->shine[n + 1] > 0.0f;
    float scale = 1.0f / (float)frame->step;
    int node = (frame->first_block + run->block) * frame->block + n * frame->step;
    int left = frame->x + run->column - node;
    for (int i = from; i < to; i++) {
        float along = ((float)(left + i) + 0.5f) * scale;
        mirror_light l = mirror_at(open, between(w->place, n, along), i);
        float clear = has_disc ? clear_of(w, n, along, &l) : w->line.clear;
        l.r = OWN * (1.0f - clear) * own.r + CLEAR * clear * l.r;
        l.g = OWN * (1.0f - clear) * own.g + CLEAR * clear * l.g;
        l.b = OWN * (1.0f - clear) * own.b + CLEAR * clear * l.b;
        if (has_haze)
            lay_haze(w, shore, along, &l);
        if (has_glitter)
            lay_glitter(w, n, along, &l);
        out->r[i] = tone_encode(&frame->tone, l.r);
        out->g[i] = tone_encode(&frame->tone, l.g);
        out->b[i] = tone_encode(&frame->tone, l.b);
    }
}

void water_fetch(water *w, const tile_run *run, tile_colours *out)
{
    const rl_frame *frame = w->frame;
    mirror_run open;
    mirror_open(&w->mirror, run, w->first, w->last, &open);
    int left = frame->x + run->column - (frame->first_block + run->block) * frame->block;
    for (int i = 0; i < run->count;) {
        int n = (left + i) / frame->step;
        int end = (n + 1) * frame->step - left;
        end = end < run->count ? end : run->count;
        fetch_piece(w, &open, run, n, i, end, out);
        i = end;
    }
}

float water_coverage(const rl_frame *frame, int row)
{
    int32_t bottom = (frame->height - 1 - row) * FRAME_HEIGHT_ONE;
    float part = (float)(frame->lake_height - bottom) * (1.0f / FRAME_HEIGHT_ONE);
    if (frame->scene.edges == RL_EDGES_HARD)
        return row >= frame->lake_full ? 1.0f : 0.0f;
    return part <= 0.0f ? 0.0f : part >= 1.0f ? 1.0f : part;
}
