/* poster.c - a screen print: few flat inks, hard shapes of light and shade, spray where two flats
 * meet.  The style is that of the posters of the national parks of the Federal Art Project (1938).
 *
 * A poster has one set of inks for the sky and one for all else, so that cliffs never take the
 * colours of the air.  Both are found by k-means from the smooth colours (layer_kind.far_tint) at
 * places all over the whole picture, with the tones of light and shade, never from its pixels: so
 * a part of any size has the same inks.
 */
#include "layers/print/poster.h"

#include "base/colour.h"
#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "layers/print/print.h"
#include "paint/pixelart.h"

enum { COLUMNS = 32, ROWS = 20 }; /* places where colours are sampled */
enum { MOST_TONES = 6, MOST_SAMPLES = COLUMNS * ROWS * MOST_TONES };
enum { SKY_INKS = 6, LAND_INKS = 11 };
enum { AURORA_SHARES = 4 }; /* strengths of an aurora that are sampled */

#define LEAST_HORIZON 0.01 /* least height of the horizon, H */

#define CONTRAST 1.12 /* factor of lightness about MIDDLE, at print.contrast = 1 */
#define MIDDLE 0.55   /* lightness that contrast leaves as it is, OKLab */
#define CHROMA 1.35   /* factor of chroma, at print.chroma = 1 */
#define SKY_MOST                                                                                   \
    0.93 /* greatest lightness of inks of the sky, so that the sun stands out, OKLab */
#define WATER_DARKER 0.9 /* factor of lightness from what water mirrors to the water */
#define GROUND_FAR 0.16  /* depth of the far end of a plain, 0 far .. 1 near */
#define GROUND_NEAR 0.8  /* depth of its near end */
#define LAMPS_BELOW 0.5  /* brightness of the sky, 0..1, below which windows and lava have an ink */

/* Lightness that shapes of light add, that shade takes, and that deep shade takes in addition;
 * changes of a and b in light and in shade, which is colder: OKLab. */
static const struct {
    double light, dark, deep, light_a, light_b, dark_b;
} tones = {.light = 0.050,
           .dark = -0.058,
           .deep = -0.052,
           .light_a = 0.005,
           .light_b = 0.014,
           .dark_b = -0.016};

/* Colours of the sun, the moon and the stars, of lit windows, and of lava by night, OKLab. */
static const oklab disc = {0.985, 0.0, 0.03}, lamp = {0.86, 0.02, 0.11}, fire = {0.66, 0.16, 0.12};

/* Changes of L, a and b of OKLab for small changes of the encoded R, G and B of a middle grey. */
static const double lab_of_grey[3][3] = {
    {0.2195, 0.5621, 0.0806}, {0.2936, -0.4012, 0.1076}, {0.0907, 0.2750, -0.3656}};

/* Differences of hue count this much more than those of lightness in squared distances. */
#define HUE 3.0

extern const layer_kind kind_aurora, kind_lava, kind_stars;

/* The RGB bytes of the sampled colours of a set. */
typedef struct samples {
    uint8_t rgb[3 * MOST_SAMPLES];
    int count;
} samples;

typedef struct sampling {
    const rl_frame *frame;
    double heights[RL_MAX_RIDGES][COLUMNS]; /* heights of all ridges, fractions of H */
    samples sky, land;
} sampling;

/* ---- colours of places ------------------------------------------------------------------ */

static void add(samples *list, oklab colour, double lighter, double a, double b)
{
    if (list->count >= MOST_SAMPLES)
        return;
    rl_colour c = colour_from_oklab((oklab){colour.l + lighter, colour.a + a, colour.b + b});
    uint8_t *rgb = list->rgb + 3 * (size_t)list->count++;
    rgb[0] = (uint8_t)(c >> 16 & 255);
    rgb[1] = (uint8_t)(c >> 8 & 255);
    rgb[2] = (uint8_t)(c & 255);
}

/* Returns the number of the nearest layer before `end` that shows at a sampled column and a height
 * (fraction of H); 0 is the sky. */
static int front(const sampling *s, int end, int column, double height)
{
    const rl_frame *frame = s->frame;
    for (int i = end - 1; i > 0; i--) {
        const frame_layer *layer = &frame->layer[i];
        int material = layer->kind->material;
        if (layer->kind->number == RL_LAYER_RIDGE && height < s->heights[layer->index][column])
            return i;
        if (material == PRINT_WATER && layer->mirrors && height < frame->scene.lake_level)
            return i;
        if (material == PRINT_CLOUDS && height < frame->scene.horizon)
            return i;
    }
    return 0;
}

/* Returns the smooth colour of a layer with a far_tint. */
static oklab tinted(const sampling *s, int layer, int column, double height)
{
    const rl_frame *frame = s->frame;
    const frame_layer *one = &frame->layer[layer];
    shade_colour c = one->kind->far_tint(frame, one, (column + 0.5) / COLUMNS * frame->width,
                                         (1.0 - height) * frame->height);
    return colour_linear_to_oklab((linear_rgb){
        colour_decode((double)c.r), colour_decode((double)c.g), colour_decode((double)c.b)});
}

/* Returns about the colour of a plain or of a sea of clouds. */
static oklab ground(const sampling *s, double height)
{
    const rl_scene *scene = &s->frame->scene;
    const light_gradient *sky = &s->frame->light.sky;
    double near = 1.0 - exact_clamp(height / exact_max(scene->horizon, LEAST_HORIZON), 0.0, 1.0);
    if (scene->plain == RL_PLAIN_NONE)
        return colour_mix_oklab(s->frame->light.mist, sky->colour[sky->count - 1], near);
    double depth = GROUND_FAR + (GROUND_NEAR - GROUND_FAR) * near;
    return colour_mix_oklab(light_land(&scene->palette, depth), s->frame->light.mist,
                            light_haze(scene, depth));
}

/* ---- samples ---------------------------------------------------------------------------- */

/* Adds the tones of a place of land. */
static void sample_land(sampling *s, oklab colour)
{
    samples *land = &s->land;
    add(land, colour, 0.0, 0.0, 0.0);
    add(land, colour, 0.0, 0.0, 0.0);
    add(land, colour, tones.light, tones.light_a, tones.light_b);
    add(land, colour, tones.dark, 0.0, tones.dark_b);
    add(land, colour, tones.dark, 0.0, tones.dark_b);
    add(land, colour, tones.dark + tones.deep, 0.0, tones.dark_b);
}

static void sample_water(sampling *s, int layer, int column, double height)
{
    double above = exact_min(2.0 * s->frame->scene.lake_level - height, 1.0);
    int mirrored = front(s, layer, column, above);
    if (s->frame->layer[mirrored].kind->far_tint == NULL)
        return;
    oklab colour = tinted(s, mirrored, column, above);
    colour.l *= WATER_DARKER;
    for (int i = 0; i < 3; i++)
        add(&s->land, colour, 0.0, 0.0, 0.0);
    add(&s->land, colour, tones.dark, 0.0, 0.0);
}

static void sample(sampling *s)
{
    const rl_frame *frame = s->frame;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            double height = 1.0 - (row + 0.5) / ROWS;
            int layer = front(s, frame->layers, column, height);
            const layer_kind *kind = frame->layer[layer].kind;
            if (layer == 0)
                add(&s->sky, tinted(s, 0, column, height), 0.0, 0.0, 0.0);
            else if (kind->material == PRINT_WATER)
                sample_water(s, layer, column, height);
            else if (kind->material == PRINT_CLOUDS)
                sample_land(s, ground(s, height));
            else
                sample_land(s, tinted(s, layer, column, height));
        }
    /* What no sample meets may be seen between them. */
    int is_hidden = s->sky.count == 0;
    for (int row = 0; row < ROWS && is_hidden; row++)
        add(&s->sky, tinted(s, 0, 0, (row + 0.5) / ROWS), 0.0, 0.0, 0.0);
    if (s->land.count == 0)
        sample_land(s, ground(s, 0.0));
}

/* Adds the colours of things in the sky, to which its gradient has no colour like them. */
static void sample_things(sampling *s)
{
    const rl_frame *frame = s->frame;
    const light_gradient *sky = &frame->light.sky;
    oklab zenith = sky->colour[sky->count - 1];
    for (int i = 0; i < frame->layers && frame->layer[i].group == 0; i++)
        for (int k = 0; k < 3 && frame->layer[i].kind == &kind_aurora; k++)
            for (int share = 1; share <= AURORA_SHARES; share++)
                for (int n = 0; n < COLUMNS / 4; n++)
                    add(&s->sky,
                        colour_mix_oklab(zenith, colour_to_oklab(frame->scene.palette.aurora[k]),
                                         share / (AURORA_SHARES + 1.0)),
                        0.0, 0.0, 0.0);
}

static rl_status find_heights(sampling *s, rl_error *error)
{
    const rl_frame *frame = s->frame;
    double width = frame->width / frame->unit;
    ridge_grid grid = {.step = width / COLUMNS,
                       .origin = (0.5 / COLUMNS - 0.5) * width,
                       .detail = width / COLUMNS};
    for (int i = 0; i < frame->scene.ridge_count; i++)
        TRY(profile_heights(frame->profile, i, &grid, COLUMNS, s->heights[i], error));
    return RL_OK;
}

/* ---- inks -------------------------------------------------------------------------------- */

/* Changes of colours by the print. */
typedef struct strength {
    double contrast, chroma, most; /* factors; greatest lightness */
} strength;

/* Appends an ink that is printed where colours are near to `colour`. */
static void add_ink(poster_inks *inks, oklab colour, int32_t rgb)
{
    linear_rgb light = colour_oklab_to_linear(colour);
    const double e[3] = {colour_encode(light.r), colour_encode(light.g), colour_encode(light.b)};
    double factor[3] = {0.0, 0.0, 0.0}, square = 0.0;
    for (int k = 0; k < 3; k++) {
        const double *of = lab_of_grey[k], weight = k > 0 ? HUE : 1.0;
        double along = of[0] * e[0] + of[1] * e[1] + of[2] * e[2];
        square += weight * along * along;
        for (int c = 0; c < 3; c++)
            factor[c] += 2.0 * weight * along * of[c];
    }
    int i = inks->count++;
    inks->r[i] = (float)factor[0];
    inks->g[i] = (float)factor[1];
    inks->b[i] = (float)factor[2];
    inks->n[i] = (float)square + POSTER_POSITIVE;
    inks->rgb[i] = rgb;
}

/* Appends the inks that fit samples best, up to `count` inks in all. */
static rl_status find_inks(const samples *from, int count, strength by, poster_inks *inks,
                           const rl_allocator *allocator, rl_error *error)
{
    quantise_list list = {0};
    if (from->count > 0)
        TRY(quantise_find(&list, count - inks->count, from->rgb, from->count, allocator, error));
    for (int i = 0; i < list.count; i++) {
        oklab colour = colour_to_oklab(list.colour[i]);
        oklab ink = {exact_min((colour.l - MIDDLE) * by.contrast + MIDDLE, by.most),
                     colour.a * by.chroma, colour.b * by.chroma};
        add_ink(inks, colour, (int32_t)colour_from_oklab(ink));
    }
    return RL_OK;
}

/* Sets a tone, the change of encoded sRGB for a small change of OKLab: Cramer's rule. */
static void set_tone(poster_data *poster, int tone, double l, double a, double b)
{
    const double(*m)[3] = lab_of_grey, by[3] = {l, a, b};
    for (int c = 0; c < 3; c++) {
        int d = (c + 1) % 3, e = (c + 2) % 3;
        double minor[3];
        for (int k = 0; k < 3; k++) {
            int p = (k + 1) % 3, q = (k + 2) % 3;
            minor[k] = m[p][d] * m[q][e] - m[p][e] * m[q][d];
        }
        double whole = m[0][c] * minor[0] + m[1][c] * minor[1] + m[2][c] * minor[2];
        double change = by[0] * minor[0] + by[1] * minor[1] + by[2] * minor[2];
        poster->tone[c][tone] = (float)(change / whole);
    }
}

static void set_keys(const rl_frame *frame, poster_data *poster)
{
    const rl_scene *scene = &frame->scene;
    const oklab paper = {scene_real(scene, "print.paper"), 0.004, 0.026};
    poster->detail = (float)scene_real(scene, "print.detail");
    poster->grain = (float)scene_real(scene, "print.grain");
    poster->margin = (float)scene_real(scene, "print.margin");
    poster->shore = (float)((0.5 - scene->lake_level) * frame->height / frame->unit);
    poster->paper = (int32_t)colour_from_oklab(paper);
    poster->has_phase = scene->moon || scene->sun_eclipse > 0.0;
    set_tone(poster, POSTER_LIGHT, tones.light, tones.light_a, tones.light_b);
    set_tone(poster, POSTER_DARK, tones.dark, 0.0, tones.dark_b);
    set_tone(poster, POSTER_DEEP, tones.dark + tones.deep, 0.0, tones.dark_b);
    for (int c = 0; c < 3; c++)
        poster->lightness[c] = (float)lab_of_grey[0][c];
    poster->seal = print_seal_of(frame, (double)poster->margin);
}

static rl_status set_inks(const sampling *s, poster_data *poster, rl_error *error)
{
    const rl_frame *frame = s->frame;
    const rl_scene *scene = &frame->scene;
    const rl_allocator *allocator = frame->allocator;
    strength by = {.contrast = CONTRAST * scene_real(scene, "print.contrast"),
                   .chroma = CHROMA * scene_real(scene, "print.chroma"),
                   .most = 1.0};
    add_ink(&poster->sky, disc, (int32_t)colour_from_oklab(disc));
    int is_dark = light_of_day(&frame->light) < LAMPS_BELOW;
    if (scene->city_height > 0.0 && is_dark)
        add_ink(&poster->land, lamp, (int32_t)colour_from_oklab(lamp));
    for (int i = 0; i < frame->layers && is_dark; i++)
        if (frame->layer[i].kind == &kind_lava)
            add_ink(&poster->land, fire, (int32_t)colour_from_oklab(fire));
    TRY(find_inks(&s->land, LAND_INKS, by, &poster->land, allocator, error));
    by.most = SKY_MOST;
    TRY(find_inks(&s->sky, SKY_INKS - 1, by, &poster->gradient, allocator, error));
    for (int i = 0; i < poster->gradient.count; i++)
        poster_add_ink(&poster->sky, &poster->gradient, i);
    return RL_OK;
}

static rl_status prepare(preparation *work, struct frame_print *print, rl_error *error)
{
    rl_frame *frame = work->frame;
    poster_data *poster = arena_zeroed(frame->arena, 1, sizeof *poster);
    sampling *s = arena_zeroed(frame->arena, 1, sizeof *s);
    TRY(status_memory(poster != NULL && s != NULL, "print", error));
    s->frame = frame;
    TRY(find_heights(s, error));
    sample(s);
    sample_things(s);
    set_keys(frame, poster);
    TRY(set_inks(s, poster, error));
    for (int i = 0; i < frame->layers; i++) {
        poster->has_stars |= frame->layer[i].kind == &kind_stars;
        print_sheet *sheet = &print->sheet[frame->layer[i].group];
        if (sheet->material > PRINT_SKY)
            sheet->skips |= PRINT_NO_BASE | PRINT_NO_BARE;
    }
    /* Inks are exact in 8 bits; a dither would only multiply the mixtures at edges.  Inks of
     * e-paper are fewer. */
    if (frame->scene.inks <= 0)
        frame->dither = RL_DITHER_NONE;
    print->data = poster;
    return RL_OK;
}

extern print_layer *const poster_layers[CPU_KERNELS];

const print_kind print_poster = {
    .name = "poster",
    .layer = poster_layers,
    .prepare = prepare,
    .is_flat = 1,
    .skips = PRINT_NO_TONES,
    .keeps = 1,
    .step = 0.14,
    .near_step = 2.0,
};
