/* pixelart.c - chooses the palette of a scene, and dithers between its colours.
 *
 * The palette is found from a small picture of the scene, always of the same size (the study).  For
 * each pixel two palette colours are found on whose connecting line, in OKLab, its colour nearly
 * is, and an ordered threshold picks one of them: so patterns never contain a third colour.
 */
#include "paint/pixelart.h"

#include "base/status.h"
#include "paint/dither.h"

/* If a palette has at least this many colours of sky and land together, the picture is made of
 * exactly these colours. */
#define OWN_STOPS 8

/* This share of the squared distance of two colours counts as error if they are mixed, so that near
 * colours are preferred, and a colour less than a quarter of the way to another is shown pure.  A
 * smaller value sprinkles single pixels into a sky, a larger one shows the sky's steps as rings. */
#define FAR_APART 0.06f

/* ---- the palette --------------------------------------------------------- */

void pixelart_study(const rl_scene *scene, rl_scene *study)
{
    *study = *scene;
    study->colours = 0;
    study->inks = 0;
    study->extent = RL_EXTENT_PICTURE; /* the colours are the same as in a loop */
    study->offset = 0;
    study->dither = RL_DITHER_NONE;
    study->edges = RL_EDGES_HARD;
}

static rl_status choose_colours(const rl_frame *frame, quantise_list *list, const uint8_t *rgb,
                                rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    const rl_palette *palette = &scene->palette;
    const int pixels = PIXELART_STUDY_WIDTH * PIXELART_STUDY_HEIGHT;
    if (scene->sun_radius > 0.0)
        quantise_add(list, palette->sun);
    if (palette->sky_count + palette->ridge_count < OWN_STOPS) {
        /* The sun is small and the nearest land dark, but both are important in the picture. */
        if (scene->ridge_count > 0 && list->count < scene->colours)
            quantise_add(list, colour_from_oklab(light_own(scene, scene->ridge_count - 1)));
        return quantise_find(list, scene->colours, rgb, pixels, frame->allocator, error);
    }
    for (int i = 0; i < palette->sky_count; i++)
        quantise_add(list, palette->sky[i]);
    for (int i = 0; i < palette->ridge_count; i++)
        quantise_add(list, palette->ridge[i]);
    if (list->count <= scene->colours)
        return RL_OK;
    return quantise_keep(list, scene->sun_radius > 0.0, scene->colours, rgb, pixels,
                         frame->allocator, error);
}

static void set_colours(frame_art *art, const quantise_list *list)
{
    for (int i = 0; i < list->count; i++) {
        rl_colour colour = list->colour[i];
        oklab lab = colour_to_oklab(colour);
        art->rgb[3 * i] = (uint8_t)(colour >> 16 & 255);
        art->rgb[3 * i + 1] = (uint8_t)(colour >> 8 & 255);
        art->rgb[3 * i + 2] = (uint8_t)(colour & 255);
        art->l[i] = (float)lab.l;
        art->a[i] = (float)(lab.a * QUANTISE_HUE);
        art->b[i] = (float)(lab.b * QUANTISE_HUE);
    }
    for (int i = 0; i < 256; i++)
        art->light[i] = colour_decode(i / 255.0);
}

rl_status pixelart_prepare(rl_frame *frame, const uint8_t *rgb, rl_error *error)
{
    frame_art *art = arena_zeroed(frame->arena, 1, sizeof *art);
    TRY(status_memory(art != NULL, "palette", error));
    quantise_list list = {.count = 0};
    TRY(choose_colours(frame, &list, rgb, error));
    quantise_sort(&list);
    set_colours(art, &list);
    memcpy(art->seen, art->rgb, sizeof art->seen);
    frame->art = art;
    frame->colours = list.count;
    return status_clear(error);
}

/* ---- pixels -------------------------------------------------------------- */

/* A colour as in frame_art: OKLab, a and b times QUANTISE_HUE. */
typedef struct art_point {
    float l, a, b;
} art_point;

static art_point difference(const frame_art *art, int i, art_point from)
{
    return (art_point){art->l[i] - from.l, art->a[i] - from.a, art->b[i] - from.b};
}

static float product(art_point a, art_point b)
{
    return a.l * b.l + a.a * b.a + a.b * b.b;
}

static int nearest(const frame_art *art, int colours, art_point p)
{
    int best = 0;
    float least = FLT_MAX;
    for (int i = 0; i < colours; i++) {
        art_point d = difference(art, i, p);
        float distance = product(d, d);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

/* Returns the palette colour whose mixture with `first` is nearest to p; *share is its share, up to
 * 1/2.  Returns `first` with a share of 0 if no mixture is nearer. */
static int partner(const frame_art *art, int colours, art_point p, int first, float *share)
{
    art_point origin = {art->l[first], art->a[first], art->b[first]};
    art_point to_p = {p.l - origin.l, p.a - origin.a, p.b - origin.b};
    int best = first;
    float least = product(to_p, to_p);
    *share = 0.0f;
    for (int i = 0; i < colours; i++) {
        art_point way = difference(art, i, origin);
        float length = product(way, way);
        float along = product(to_p, way);
        if (i == first || along <= 0.0f)
            continue; /* leads away from p */
        float t = along / length;
        t = t < 0.5f ? t : 0.5f;
        float error = product(to_p, to_p) - t * (2.0f * along - t * length) + FAR_APART * length;
        if (error < least) {
            least = error;
            best = i;
            *share = t;
        }
    }
    return best;
}

static pixelart_pair find_pair(const frame_art *art, int colours, uint32_t key)
{
    linear_rgb light = {art->light[key >> 16], art->light[key >> 8 & 255], art->light[key & 255]};
    oklab lab = colour_linear_to_oklab(light);
    art_point p = {(float)lab.l, (float)(lab.a * QUANTISE_HUE), (float)(lab.b * QUANTISE_HUE)};
    float share;
    int first = nearest(art, colours, p);
    int second = partner(art, colours, p, first, &share);
    int is_darker = first <= second;
    return (pixelart_pair){
        .key = key,
        .lo = (uint8_t)(is_darker ? first : second),
        .hi = (uint8_t)(is_darker ? second : first),
        .share = (uint16_t)((is_darker ? share : 1.0f - share) * 65535.0f),
    };
}

static uint32_t byte_of(float value)
{
    return value <= 0.0f ? 0 : value >= 1.0f ? 255 : (uint32_t)(value * 255.0f + 0.5f);
}

void pixelart_row(const rl_frame *frame, pixelart_pair memory[PIXELART_MEMORY],
                  const pixelart_run *run, uint8_t *indices)
{
    float threshold[DITHER_PERIOD];
    dither_thresholds(frame->dither, run->x, run->y, threshold);
    for (int i = 0; i < run->count; i++) {
        uint32_t key = byte_of(run->r[i]) << 16 | byte_of(run->g[i]) << 8 | byte_of(run->b[i]);
        pixelart_pair *pair = &memory[key * UINT32_C(2654435761) >> 19]; /* upper 13 bits */
        if (pair->key != key)
            *pair = find_pair(frame->art, frame->colours, key);
        float limit = run->plain[i] ? 0.5f : threshold[i & (DITHER_PERIOD - 1)];
        indices[i] = (float)pair->share > limit * UINT16_MAX ? pair->hi : pair->lo;
    }
}

void pixelart_expand(const uint8_t *palette, uint8_t *row, int count)
{
    for (int i = count - 1; i >= 0; i--) { /* from the last, since it works in place */
        const uint8_t *rgb = palette + 3 * (size_t)row[i];
        uint8_t *out = row + 3 * (size_t)i;
        out[0] = rgb[0];
        out[1] = rgb[1];
        out[2] = rgb[2];
    }
}
