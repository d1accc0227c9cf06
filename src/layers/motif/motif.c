/* motif.c - the layer of a motif: a drawing on a crest, on water or in the sky.
 *
 * Its dark parts are darker than the ground below it, and the mist of its ridge covers its foot.
 * Windows are lit when the sky is dark.  On water it has a mirror image, that of a flat drawing.
 * All numbers are tuned by eye.
 */
#include "layers/motif/motif.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "frame/profile.h"
#include "layers/common/mist.h"
#include "layers/core/kind.h"
#include "layers/water/lake.h"
#include "scene/data.h"

extern const layer_kind kind_motif;

#define HARD_LEAST 9.0 /* least height where pixels have no soft edges, pixels */
#define EDGE_PX 2.0    /* pixels around a motif for soft edges */

/* Mirror image of a motif on water; lengths in heights of the motif.  Two waves, cosines of the
 * square root of the depth below its foot, displace it sideways. */
static const struct {
    double high;              /* depth below the foot at which the mirror image ends */
    double seen;              /* opacity at the foot */
    double turns;             /* periods of the broad wave at a depth of 1 */
    double fine_turns;        /* periods of the fine wave, relative to `turns` */
    double broad, fine;       /* weights of the waves */
    double swing, swing_more; /* amplitude at the foot, and its rise at a depth of 1 */
    double mean, flicker;     /* opacity relative to `seen`: mean + flicker * fine wave */
    double aside;             /* greatest displacement, for the extent of the motif */
} mirror_look = {.high = 0.85,
                 .seen = 0.55,
                 .turns = 9.0,
                 .fine_turns = 2.7,
                 .broad = 0.6,
                 .fine = 0.4,
                 .swing = 0.012,
                 .swing_more = 0.05,
                 .mean = 0.80,
                 .flicker = 0.20,
                 .aside = 0.07};

/* Light in the air around lamps. */
static const struct {
    double strength;       /* light of a bright, large lamp at its middle, 0..1 */
    double strength_least; /* strength below which lamps have no light around them */
    double size;           /* reach, relative to the size of the lamp */
    double size_most; /* size of a lamp, heights of the motif, from which the reach does not grow */
    double more;      /* U added to the reach */
    double area;      /* 1 / motif_lamp.area from which a lamp has the full strength */
    double area_least; /* least strength of small lamps, relative to `strength` */
    double fall;       /* falloff: exp(-fall * d^2), d = distance in reaches */
    double end;        /* d from which the light is invisible */
    double end_light;  /* exp(-fall * end^2): subtracted, so that the edge is not seen */
    float over_body;   /* share of the light that the body hides */
} aura_look = {.strength = 0.36,
               .strength_least = 0.02,
               .size = 0.9,
               .size_most = 0.50,
               .more = 0.0035,
               .area = 90.0,
               .area_least = 0.25,
               .fall = 1.1,
               .end = 2.1,
               .end_light = 0.0078,
               .over_body = 0.65f};

/* Brightness of lamps and mist before them. */
static const struct {
    double glass;   /* share of the lit colour in windows that are not lit */
    double in_mist; /* mist before lamps, relative to that before the body */
} lamp_look = {.glass = 0.6, .in_mist = 0.4};

/* Shade on the ground of a motif on land: an ellipse under its foot, and a shadow that falls toward
 * the viewer and away from the sun. */
static const struct {
    double foot;        /* height up to which shapes are at the foot, heights */
    double wide, high;  /* half axes of the ellipse, relative to the width of the foot */
    double high_most;   /* most half height of the ellipse, heights */
    double dark;        /* opacity in the middle of the ellipse */
    double aside, deep; /* sideways and downward extent of the shadow, heights */
    double full_aside;  /* U from the sun from which it has its full sideways extent */
    double soft;        /* width of its soft edges, relative to half its width */
    double shadow;      /* opacity of the shadow at the foot; it ends at 0 */
    double level,
        steep;          /* slopes of the ground up to which it is full, and from which it is none */
    double slope_reach; /* distance to either side over which the slope is measured, heights */
    double colour;      /* lightness of the shade, relative to the dark parts */
    double least_px;    /* least height of a motif that has shade, pixels */
} shade_look = {.foot = 0.05,
                .wide = 0.60,
                .high = 0.09,
                .high_most = 0.05,
                .dark = 0.65,
                .aside = 0.40,
                .deep = 0.26,
                .full_aside = 0.35,
                .soft = 0.5,
                .shadow = 0.60,
                .level = 0.35,
                .steep = 0.80,
                .slope_reach = 0.5,
                .colour = 0.8,
                .least_px = 8.0};

#define SMOKE 0.3 /* opacity of smoke */

/* Dark parts are lighter near an edge that is turned to the light. */
#define RIMS 4
static const struct {
    double far;  /* distance from the edge, heights */
    float light; /* share of the lit colour that is added within `far` of the edge */
} rims[RIMS] = {{0.008, 0.34f}, {0.017, 0.22f}, {0.029, 0.15f}, {0.045, 0.09f}};
#define RIM_UP 0.7 /* direction to the light: up per 1 to the side */
#define THIN 0.028 /* heights of the motif: parts thinner than this stay dark */

/* Light around a lamp. */
typedef struct aura {
    double x, y;     /* middle, pixels to the right of the foot and above it */
    double reach;    /* distance over which light falls, pixels */
    double strength; /* light in the middle, 0..1 */
} aura;

/* The shade on the ground; lengths in pixels. */
typedef struct ground_shade {
    double strength;     /* 0..1; 0 = none */
    double middle, half; /* middle of the foot, to the right of the foot's column; half its width */
    double aside, deep;  /* extent of the shadow, to the right and downward */
    const double *ground; /* [PROFILE_LATTICE] crest of the ridge, fraction of H */
} ground_shade;

typedef struct motif_layer {
    const rl_motif *place;
    const motif *one;
    motif_ink ink;
    int64_t column;                /* pixel column of its foot */
    int row;                       /* pixel row of its foot */
    drawing_place at;              /* size, and place of the foot in that pixel */
    double left, right, high, low; /* extent from its foot, pixels; left and low are negative */
    mist_bank bank;                /* mist of its ridge */
    oklab veil;                    /* colour of that mist */
    int has_mist;
    int auras; /* count of auras */
    aura aura[MOTIF_LAMPS];
    float lit; /* brightness of its lamps, 0..1 */
    ground_shade shade;
} motif_layer;

/* ---- names ----------------------------------------------------------------------- */

const char *rl_motif_name(size_t index)
{
    return index < embedded_motif_count ? embedded_motifs[index].name : NULL;
}

int rl_motif_describe(size_t index, rl_motif_info *info)
{
    motif_head head;
    const rl_scene *none = NULL;
    if (index >= embedded_motif_count ||
        motif_read_head(&head, motif_file(none, MOTIF_FIRST + (int)index), NULL) != RL_OK)
        return 0;
    memset(info, 0, sizeof *info);
    memcpy(info->line, head.noun, strlen(head.noun));
    info->is_aloft = (int)(head.places >> MOTIF_SKY & 1);
    return 1;
}

rl_status motif_use(rl_scene *scene, rl_data file, rl_error *error)
{
    motif one;
    TRY(motif_read(&one, file, NULL, error));
    motif_free(&one);
    scene->drawing = file;
    scene->motif.name = MOTIF_OWN;
    return status_clear(error);
}

/* Returns word `index` of motif.name and aloft.name, NULL after the last. */
static const char *word_at(size_t index)
{
    return index == MOTIF_NONE  ? "none"
           : index == MOTIF_OWN ? "own"
                                : rl_motif_name(index - MOTIF_FIRST);
}

/* ---- runs of pixels ---------------------------------------------------------------- */

/* Data of a thread.  Planes are coverage, tone and own colour, each for the body and the smoke. */
typedef struct motif_memory {
    float covered[2][TILES_BLOCK], tone[2][TILES_BLOCK], own[2][TILES_BLOCK];
    float glow[TILES_BLOCK];                       /* light around lamps, 0..1 */
    float shade[TILES_BLOCK];                      /* opacity of the shade on the ground, 0..1 */
    int32_t area[TILES_BLOCK + 1 + DRAWING_SPARE]; /* scratch of drawing_rows */
    float row[3][TILES_BLOCK + DRAWING_SPARE];     /* planes of the row that is drawn */
    float past[3][TILES_BLOCK + DRAWING_SPARE];    /* planes of the same row, displaced */
    int kernels;
} motif_memory;

static int begin(paint_scratch *s, int layer)
{
    s->memory[layer] = paint_memory(s, layer);
    if (s->memory[layer] == NULL)
        s->memory[layer] = arena_zeroed(&s->arena, 1, sizeof(motif_memory));
    motif_memory *w = s->memory[layer];
    if (w != NULL)
        w->kernels = (int)s->frame->kernels;
    return w != NULL;
}

/* Draws a row of its body, displaced toward the light by `far` heights. */
static void draw_past(const motif_layer *m, drawing_place at, motif_memory *w, int first, int row,
                      double far)
{
    memset(w->past, 0, sizeof w->past);
    at.x -= far * (at.is_mirrored ? -at.size : at.size);
    at.y += RIM_UP * far * at.size;
    drawing_pixels out = {w->past[0], w->past[1],  w->past[2], w->area,
                          first,      TILES_BLOCK, w->kernels};
    drawing_rows(&m->one->body, &at, row, 1, &out);
}

/* Adds light on dark parts to the tone of a row of the body: a pixel is lit if the body does not
 * cover the points rims[].far toward the light, but covers the point THIN away from the light. */
static void light_row(const motif_layer *m, drawing_place at, motif_memory *w, int first, int row)
{
    const float *covered = w->row[0], *own = w->row[2];
    float *tone = w->row[1];
    float light[TILES_BLOCK] = {0};
    for (int k = 0; k < RIMS; k++) {
        draw_past(m, at, w, first, row, rims[k].far);
        for (int i = 0; i < TILES_BLOCK; i++)
            light[i] += rims[k].light * (1.0f - w->past[0][i]);
    }
    draw_past(m, at, w, first, row, -THIN);
    for (int i = 0; i < TILES_BLOCK; i++)
        tone[i] += light[i] * w->past[0][i] * (covered[i] - tone[i] - own[i]);
}

/* Adds a row of the motif's drawings, weighted by `share`, to the planes of `w`; below the foot of
 * a motif on water a row of its mirror image. */
static void add_row(const motif_layer *m, motif_memory *w, int first, int row, float share,
                    int is_hard)
{
    float *covered = w->row[0], *tone = w->row[1], *own = w->row[2];
    drawing_place at = m->at;
    int is_mirror = m->place->on == MOTIF_ON_WATER && row >= 0;
    if (is_mirror) {
        double down = (row + 0.5) / at.size, turn = mirror_look.turns * exact_sqrt(down);
        double wave = exact_cos_turn(turn - (double)exact_floor(turn));
        double more = mirror_look.fine_turns * turn;
        double fine = exact_cos_turn(more - (double)exact_floor(more));
        at.x += at.size * (mirror_look.swing + mirror_look.swing_more * down) *
                (mirror_look.broad * wave + mirror_look.fine * fine);
        share *= (float)(mirror_look.seen * exact_max(1.0 - down / mirror_look.high, 0.0) *
                         (mirror_look.mean + mirror_look.flicker * fine));
        at.y = -at.y; /* flipped below its foot */
        row = -row - 1;
    }
    for (int k = 0; k < 2; k++) {
        const drawing *d = k == 0 ? &m->one->body : &m->one->smoke;
        if (d->fills == 0)
            continue;
        memset(w->row, 0, sizeof w->row);
        drawing_pixels out = {covered, tone, own, w->area, first, TILES_BLOCK, w->kernels};
        drawing_rows(d, &at, row, 1, &out);
        if (k == 0 && !is_hard)
            light_row(m, at, w, first, row);
        for (int i = 0; i < TILES_BLOCK; i++) {
            w->covered[k][i] += share * covered[i];
            w->tone[k][i] += share * tone[i];
            w->own[k][i] += share * own[i];
        }
    }
}

/* Adds the light around lamps to the pixels of a row. */
static void add_auras(const motif_layer *m, motif_memory *w, int first, int row)
{
    for (int k = 0; k < m->auras; k++) {
        const aura *a = &m->aura[k];
        double y = a->y + row + 0.5, end = aura_look.end * a->reach;
        if (exact_abs(y) >= end)
            continue;
        double from = exact_clamp(a->x - end - first, 0.0, TILES_BLOCK);
        double to = exact_clamp(a->x + end - first + 1.0, 0.0, TILES_BLOCK);
        for (int i = (int)from; i < (int)to; i++) {
            double x = first + i + 0.5 - a->x;
            double far = (x * x + y * y) / (a->reach * a->reach);
            double light = a->strength * (exact_exp(-aura_look.fall * far) - aura_look.end_light);
            w->glow[i] = 1.0f - (1.0f - w->glow[i]) * (1.0f - (float)exact_max(light, 0.0));
        }
    }
}

/* Returns the height (pixels) of the ground at a column over the foot of the motif. */
static double ground_over(const rl_frame *frame, const motif_layer *m, double x)
{
    double at = (m->place->x + x / frame->unit) / PROFILE_LATTICE_STEP + PROFILE_LATTICE / 2;
    at = exact_clamp(at, 0.0, PROFILE_LATTICE - 1);
    int j = (int)exact_min(at, PROFILE_LATTICE - 2);
    double share = at - j, from = m->shade.ground[j], to = m->shade.ground[j + 1];
    return (exact_mix(from, to, share) - m->place->y) * frame->height;
}

/* Sets the shade on the ground in the pixels of a row. */
static void add_shade(const rl_frame *frame, const motif_layer *m, motif_memory *w, int first,
                      int row)
{
    const ground_shade *s = &m->shade;
    if (s->half <= 0.0 || s->deep <= 0.0)
        return;
    double down = row + 0.5 - m->at.y, part = exact_clamp(down / s->deep, 0.0, 1.0);
    double high = exact_min(2.0 * shade_look.high * s->half, shade_look.high_most * m->at.size);
    double up_share = down / high, wide = 2.0 * shade_look.wide * s->half;
    double middle = s->middle + part * s->aside;
    double shadow = down > 0.0 ? shade_look.shadow * (1.0 - part) : 0.0;
    for (int i = 0; i < TILES_BLOCK && s->strength > 0.0; i++) {
        double x = first + i + 0.5 - m->at.x;
        double across = (x - s->middle) / wide, away = exact_abs(x - middle) / s->half;
        double far = across * across + up_share * up_share;
        double dark = shade_look.dark * exact_smoothstep(1.0, 0.0, far);
        double fall = shadow * exact_smoothstep(1.0 + shade_look.soft, 1.0 - shade_look.soft, away);
        if (dark <= 0.0 && fall <= 0.0)
            continue;
        double under = exact_clamp(0.5 + down + ground_over(frame, m, x), 0.0, 1.0);
        w->shade[i] = (float)(s->strength * under * (1.0 - (1.0 - dark) * (1.0 - fall)));
    }
}

static linear_rgb in_mist(const motif_layer *m, oklab ink, double mist)
{
    return colour_oklab_to_linear(colour_mix_oklab(ink, m->veil, mist));
}

/* Returns the premultiplied light of body and smoke at pixel i, in one plane of colour. */
static float mixed(double dark, double lit, double glow, double smoke, const motif_memory *w, int i)
{
    double body = dark * (double)(w->covered[0][i] - w->tone[0][i] - w->own[0][i]) +
                  lit * (double)w->tone[0][i] + glow * (double)w->own[0][i];
    double over = SMOKE * (double)w->covered[1][i];
    return (float)(body * (1.0 - over) + smoke * over);
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    const motif_layer *m = frame->layer[layer].data;
    motif_memory *w = s->memory[layer];
    double block = (double)((frame->first_block + run->block) * frame->block);
    double column = frame_around(frame, (double)m->column, block + 0.5 * frame->block);
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    block_fill((shade_colour){0.0f, 0.0f, 0.0f}, colours);
    if (column + m->right < block || column + m->left > block + frame->block)
        return;
    memset(w, 0, sizeof *w);
    int first = (int)(block - column), rows = 2 * run->reach + 1, row = run->row - m->row;
    for (int k = 0; k < rows; k++)
        add_row(m, w, first, row + k - run->reach, 1.0f / (float)rows, frame->is_hard);
    if (!frame->is_hard)
        add_auras(m, w, first, row);
    add_shade(frame, m, w, first, row);
    double height = 1.0 - (run->row + 0.5) / frame->height;
    double above = exact_max((height - m->bank.level) / m->bank.scale, 0.0);
    double mist = m->has_mist ? mist_density(&m->bank, height) * exact_exp(-above) : 0.0;
    linear_rgb dark = in_mist(m, m->ink.dark, mist), lit = in_mist(m, m->ink.lit, mist);
    linear_rgb glow = in_mist(m, m->ink.glow, lamp_look.in_mist * mist);
    linear_rgb vapour = in_mist(m, m->ink.smoke, mist);
    oklab shade_ink = m->ink.dark;
    shade_ink.l *= shade_look.colour;
    linear_rgb shade = in_mist(m, shade_ink, mist);
    for (int i = 0; i < TILES_BLOCK; i++) {
        float smoke = (float)SMOKE * w->covered[1][i];
        float body = 1.0f - (1.0f - w->covered[0][i]) * (1.0f - smoke);
        float light =
            w->glow[i] * (1.0f - aura_look.over_body * w->covered[0][i]) * (1.0f - w->own[0][i]);
        float dim = w->shade[i] * (1.0f - body);
        covered[i] = 1.0f - (1.0f - body - dim) * (1.0f - light);
        if (covered[i] <= 0.0f)
            continue;
        float per = 1.0f / covered[i], rest = 1.0f - light;
        float r = mixed(dark.r, lit.r, glow.r, vapour.r, w, i) + dim * (float)shade.r;
        float g = mixed(dark.g, lit.g, glow.g, vapour.g, w, i) + dim * (float)shade.g;
        float b = mixed(dark.b, lit.b, glow.b, vapour.b, w, i) + dim * (float)shade.b;
        colours->r[i] = tone_encode(frame->tone, per * (r * rest + (float)glow.r * light));
        colours->g[i] = tone_encode(frame->tone, per * (g * rest + (float)glow.g * light));
        colours->b[i] = tone_encode(frame->tone, per * (b * rest + (float)glow.b * light));
    }
}

/* ---- preparation ------------------------------------------------------------------- */

static const rl_motif *motif_at(const rl_scene *scene, int index)
{
    return scene->motif.name > MOTIF_NONE && index == 0 ? &scene->motif : &scene->aloft;
}

static int count(const rl_scene *scene)
{
    return (scene->motif.name > MOTIF_NONE) + (scene->aloft.name > MOTIF_NONE);
}

/* The place (layer_kind.place) of a motif in the sky: before all layers of the sky, so that it
 * splits none of them. */
#define NEAREST_SKY -10.0
#define BEFORE_CREST 0.7 /* `place` of a motif on a crest: number of its ridge less this */
#define BEFORE_WATER 0.3 /* `place` of a motif on water: that of the nearer ridge less this */

static int joins(const rl_scene *scene)
{
    return !scene->motif_layer;
}

static double place(const rl_scene *scene, int index)
{
    const rl_motif *m = motif_at(scene, index);
    if (m->on == MOTIF_ON_SKY)
        return NEAREST_SKY + index;
    if (m->on == MOTIF_ON_GROUND)
        return m->ridge - BEFORE_CREST;
    int behind = scene->lake_ridge; /* count of farther ridges */
    for (int i = behind; i < scene->ridge_count; i++)
        if (lake_holds(scene, i) && lake_waterline(scene, i) > m->y)
            behind = i + 1;
    return (behind < scene->ridge_count ? behind : scene->ridge_count) - BEFORE_WATER;
}

/* An allocator for drawings: the frame's arena frees their memory. */
static void *take(void *owner, size_t size)
{
    return arena_array(owner, 1, size);
}

static void leave(void *owner, void *block)
{
    (void)owner;
    (void)block;
}

/* Sets the colour of windows and the light around lamps for a brightness of 0..1 (motif_lamps). */
static void light_lamps(const rl_frame *frame, motif_layer *m, double lit)
{
    double strength = aura_look.strength * lit * lit;
    m->lit = (float)lit;
    oklab glass = colour_mix_oklab(m->ink.dark, m->ink.lit, lamp_look.glass);
    m->ink.glow = colour_mix_oklab(glass, m->ink.glow, lit);
    for (int i = 0; i < m->one->lamps && strength > aura_look.strength_least; i++) {
        const motif_lamp *lamp = &m->one->lamp[i];
        double x = (double)lamp->x * m->at.size;
        double share = exact_clamp(aura_look.area * (double)lamp->area, aura_look.area_least, 1.0);
        double size = exact_min((double)lamp->size, aura_look.size_most);
        m->aura[m->auras++] =
            (aura){.x = m->at.x + (m->at.is_mirrored ? -x : x),
                   .y = (double)lamp->y * m->at.size - m->at.y,
                   .reach = aura_look.size * size * m->at.size + aura_look.more * frame->unit,
                   .strength = strength * share};
    }
}

/* Finds the shade on the ground of a motif on land. */
static rl_status find_shade(const rl_frame *frame, motif_layer *m, rl_error *error)
{
    const drawing *d = &m->one->body;
    double left = (double)d->right, right = (double)d->left, high = m->at.size;
    for (int i = 0; i < d->points; i++) {
        if ((double)d->point[i].y > shade_look.foot)
            continue;
        left = exact_min(left, (double)d->point[i].x);
        right = exact_max(right, (double)d->point[i].x);
    }
    if (frame->is_hard || high < shade_look.least_px || left >= right)
        return RL_OK;
    double *ground = arena_array(frame->arena, PROFILE_LATTICE, sizeof *ground);
    TRY(status_memory(ground != NULL, "motif", error));
    profile_skyline(frame->profile, m->place->ridge - 1, frame->unit_share, ground);
    ground_shade *s = &m->shade;
    *s = (ground_shade){.half = 0.5 * (right - left) * high, .ground = ground};
    s->middle = 0.5 * (left + right) * (m->at.is_mirrored ? -high : high);
    double reach = s->half + shade_look.slope_reach * high;
    double slope = exact_abs(ground_over(frame, m, s->middle + reach) -
                             ground_over(frame, m, s->middle - reach)) /
                   (2.0 * reach);
    double from_sun = ((double)m->column - frame->light.sun_x) / frame->unit;
    s->aside = shade_look.aside * high * exact_clamp(from_sun / shade_look.full_aside, -1.0, 1.0);
    s->deep = shade_look.deep * high;
    s->strength = exact_smoothstep(shade_look.steep, shade_look.level, slope);
    m->low = exact_min(m->low, -s->deep - EDGE_PX);
    double wide = 2.0 * (shade_look.wide + shade_look.soft) * s->half + exact_abs(s->aside);
    m->left = exact_min(m->left, s->middle - wide);
    m->right = exact_max(m->right, s->middle + wide);
    return RL_OK;
}

/* Finds the extent of a motif from its foot, with its mirror and the light around it. */
static void find_box(motif_layer *m)
{
    const drawing *d[2] = {&m->one->body, &m->one->smoke};
    double left = 0.0, right = 0.0, high = 0.0, low = 0.0;
    for (int k = 0; k < 2; k++) {
        if (d[k]->fills == 0)
            continue;
        double from = (double)d[k]->left, to = (double)d[k]->right;
        left = exact_min(left, m->at.is_mirrored ? -to : from);
        right = exact_max(right, m->at.is_mirrored ? -from : to);
        high = exact_max(high, (double)d[k]->high);
        low = exact_min(low, (double)d[k]->low);
    }
    if (m->place->on == MOTIF_ON_WATER)
        low = exact_min(low, -mirror_look.high);
    double aside = m->place->on == MOTIF_ON_WATER ? mirror_look.aside : 0.0;
    m->left = (left - aside) * m->at.size - EDGE_PX;
    m->right = (right + aside) * m->at.size + EDGE_PX;
    m->high = high * m->at.size + EDGE_PX;
    m->low = low * m->at.size - EDGE_PX;
    for (int i = 0; i < m->auras; i++) {
        double end = aura_look.end * m->aura[i].reach + EDGE_PX;
        m->left = exact_min(m->left, m->aura[i].x - end);
        m->right = exact_max(m->right, m->aura[i].x + end);
        m->high = exact_max(m->high, m->aura[i].y + end);
        m->low = exact_min(m->low, m->aura[i].y - end);
    }
}

static rl_status find_rows(const rl_frame *frame, frame_layer *layer, rl_error *error)
{
    const motif_layer *m = layer->data;
    int32_t *rows = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *rows);
    TRY(status_memory(rows != NULL, "motif", error));
    double top = exact_clamp(m->row - m->high, 0.0, frame->height);
    double end = exact_clamp(m->row - m->low + 1.0, 0.0, frame->height);
    for (int b = 0; b < frame->blocks; b++) {
        double block = (double)((frame->first_block + b) * frame->block);
        double x = frame_around(frame, (double)m->column, block + 0.5 * frame->block);
        int is_near = x + m->right >= block && x + m->left <= block + frame->block;
        rows[b] = is_near ? (int32_t)exact_floor(top) : frame->height;
        rows[frame->blocks + b] = is_near ? (int32_t)exact_floor(end) : 0;
    }
    layer->block_top = rows;
    layer->block_end = rows + frame->blocks;
    return RL_OK;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    motif_layer *m = layer->data;
    motif *one = arena_zeroed(frame->arena, 1, sizeof *one);
    const rl_allocator memory = {take, leave, frame->arena};
    m->place = motif_at(scene, layer->index);
    TRY(status_memory(one != NULL, "motif", error));
    TRY(motif_read(one, motif_file(scene, m->place->name), &memory, error));
    m->one = one;
    TRY(motif_ink_of(frame, m->place, &one->head, &m->ink, error));
    double x = 0.5 * frame->width + m->place->x * frame->unit;
    double y = (1.0 - m->place->y) * frame->height, size = m->place->size * frame->unit;
    m->column = exact_floor(x);
    m->row = (int)exact_floor(y);
    m->at = (drawing_place){.size = frame->is_hard ? exact_max(size, HARD_LEAST) : size,
                            .x = x - (double)m->column,
                            .y = y - m->row,
                            .is_mirrored = x > frame->light.sun_x};
    layer->depth = 0.0;
    if (m->place->on == MOTIF_ON_GROUND) {
        int ridge = m->place->ridge - 1;
        shade_air air = shade_air_at(frame, x, y);
        m->bank = mist_bank_of(frame, ridge);
        m->veil = colour_linear_to_oklab(mist_light(frame, &m->bank, &air));
        m->has_mist = m->bank.density > 0.0;
        layer->depth = scene->ridge[ridge].depth;
    } else if (m->place->on == MOTIF_ON_WATER && scene->lake_ridge > 0) {
        layer->depth = lake_depth(scene);
    }
    if (!m->has_mist)
        m->bank.scale = 1.0;
    light_lamps(frame, m, motif_lamps(frame, &one->head));
    find_box(m);
    if (m->place->on == MOTIF_ON_GROUND)
        TRY(find_shade(frame, m, error));
    return find_rows(frame, layer, error);
}

/* ---- facts ------------------------------------------------------------------------- */

#define SEEN_HIGH 9.0    /* height from which a motif is recognised, pixels */
#define SEEN_CHANGE 0.05 /* colour difference (facts_distance) from which a pixel is changed */
#define SEEN_SHARE 0.12  /* share of changed pixels in its box from which a motif is seen */
#define SEEN_ROWS 5      /* rows of the box that are compared */

/* Returns the share of its box in which a motif changes the picture, and finds its middle, 0..1
 * across the part. */
static double seen_share(facts_grid *g, const motif_layer *m, facts_brush *without, double *x)
{
    const rl_frame *frame = g->frame;
    double left = (double)(frame->x + frame->turn);
    double foot = frame_around(frame, (double)m->column, left + 0.5 * frame->shown) - left;
    const drawing *body = &m->one->body;
    double from = foot + m->at.size * (double)(m->at.is_mirrored ? -body->right : body->left);
    double to = foot + m->at.size * (double)(m->at.is_mirrored ? -body->left : body->right);
    int first = (int)exact_clamp(from, 0.0, frame->shown), changed = 0;
    int end = (int)exact_clamp(to, 0.0, frame->shown), all = 0;
    for (int k = 0; k < SEEN_ROWS; k++) {
        double y = m->row - frame->y - m->at.size * (k + 0.5) / SEEN_ROWS;
        all += (int)(to - from) + 1;
        if (y < 0.0 || y >= frame->rows)
            continue;
        facts_brush_row(&g->brush, (int)y);
        facts_brush_row(without, (int)y);
        for (int i = first; i < end; i++)
            changed += facts_distance(facts_brush_colour(&g->brush, i, 1),
                                      facts_brush_colour(without, i, 1)) >= SEEN_CHANGE;
    }
    *x = 0.5 * (from + to) / frame->shown;
    return (double)changed / all;
}

static const rl_sight_words carriers[] = {
    SIGHT("motif", 1, SIGHT_CLAUSE(1, "{motif} can be seen {side}")),
    SIGHT("motif", 1, SIGHT_CLAUSE(1, "{motif} is on the water {side}")),
    SIGHT("motif", 1, SIGHT_CLAUSE(1, "{motif} is in the sky {side}"))};

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    const motif_layer *m = layer != NULL ? layer->data : NULL;
    for (int i = 0; i < g->frame->layers; i++) /* [motif] is preferred to [aloft] */
        if (g->frame->layer[i].kind == &kind_motif && g->frame->layer[i].index == 0)
            m = g->frame->layer[i].data;
    if (m == NULL || m->at.size < SEEN_HIGH)
        return RL_OK;
    facts_brush without;
    double x;
    TRY(facts_brush_without(&without, g, &kind_motif, NULL, error));
    int is_seen = seen_share(g, m, &without, &x) >= SEEN_SHARE;
    paint_scratch_free(without.scratch);
    if (!is_seen || x < 0.0 || x > 1.0)
        return RL_OK;
    const motif_head *head = &m->one->head;
    int is_lit = head->lit[0] != '\0' && m->lit > 0.5f;
    (void)snprintf(out->motif, sizeof out->motif, "%s%s%s", head->noun, is_lit ? " " : "",
                   is_lit ? head->lit : "");
    out->motif_on = m->place->on;
    out->motif_x = x;
    rl_sight *sight = facts_mention(out, &carriers[out->motif_on], 1.0);
    if (sight != NULL)
        sight->x = x;
    return RL_OK;
}

/* ---- the kind ---------------------------------------------------------------------- */

static const char *const grounds[] = {"ground", "water", "sky", NULL};

/* The keys of the section of a motif; `at` is the member of rl_scene. */
#define MOTIF_KEYS(section, at, meaning)                                                           \
    NAME_AT_KEY(section ".name", AT_SCENE(at.name), word_at, RL_AUTO, meaning, TRAIT_INVENTED),    \
        NAME_KEY(section ".on", AT_SCENE(at.on), grounds, RL_AUTO,                                 \
                 "place of the motif: on the ground, on water or in the sky"),                     \
        INTEGER_KEY(                                                                               \
            section ".ridge", AT_SCENE(at.ridge), 0, RL_MAX_RIDGES, RL_AUTO,                       \
            "number of the ridge on whose crest the motif stands, 1 = farthest; 0 = on none"),     \
        REAL_KEY(section ".x", AT_SCENE(at.x), -1000, 1000, RL_AUTO,                               \
                 "place of the motif, U from the middle of the picture"),                          \
        REAL_KEY(                                                                                  \
            section ".y", AT_SCENE(at.y), -10, 10, RL_AUTO,                                        \
            "height of the foot of the motif, fraction of H; auto: on the ridge or the water"),    \
        REAL_KEY(section ".size", AT_SCENE(at.size), 0.001, 1, RL_AUTO, "height of the motif, U")

static const scene_key motif_keys[] = {
    MOTIF_KEYS("motif", motif,
               "motif, a drawing in the land; own: that of [drawing]; auto: the seed decides"),
    REAL_KEY("motif.glow", AT_SCENE(motif_glow), 0, 1, RL_AUTO,
             "brightness of its lights; auto: by the light of the sky", TRAIT_LIGHT),
    INTEGER_KEY(
        "motif.path", AT_SCENE(motif_path), 0, 1, RL_AUTO,
        "1 = a path leads to a motif on a crest; auto: the seed decides, for houses and the like"),
    INTEGER_KEY("motif.layer", AT_SCENE(motif_layer), 0, 1, 0,
                "1 = a layer of its own in backdrops, 0 = part of the layer behind it"),
};

static const scene_key aloft_keys[] = {
    MOTIF_KEYS("aloft", aloft, "second motif, in the sky; auto: the seed decides"),
};

const layer_kind kind_motif = {
    .name = "motif",
    .number = RL_LAYER_OTHER,
    .material = PRINT_THING,
    .keys = {KEY_GROUP("motif", motif_keys), KEY_GROUP("aloft", aloft_keys)},
    .compose = motif_compose,
    .count = count,
    .place = place,
    .joins = joins,
    .data_bytes = sizeof(motif_layer),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover},
    .facts = facts,
};
