/* sun.c - `--sun-layer`: the sun or the moon as a layer before the sky.
 *
 * In: the sky, and the same sky without disc, halo and bloom.  Out: the latter as the layer of the
 * sky, and what makes the former of it as a layer with alpha.  What is before the disc, such as a
 * bird, stays in the sky and leaves a hole in the disc; the light on the land stays where it is.
 *
 * The colours of pixel art do not mix: there the layer is the disc alone.
 */
#include "base/bleed.h"
#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "cli/common/say.h"
#include "cli/layers/exporter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Samples that differ by at most this need no alpha, so that the halo has an end. */
#define ALIKE 1

/* Alpha within the disc is its added light relative to this fraction of the maximum: a lower alpha
 * would let stars through a moon that a desktop moves. */
#define DENSE 0.6f

#define ROUND_UP 0.999f /* added before truncation: a colour fits only if alpha is not too low */

rl_status sun_prepare(backdrop *set, rl_error *error)
{
    const rl_view view = job_view(&set->job, set->width, set->height);
    double x, y, radius;
    if (!set->own->sun_layer)
        return RL_OK;
    rl_frame_sun(set->frame, &x, &y, &radius);
    if (radius <= 0.0) {
        if (!set->job.opts->quiet)
            say_note("--sun-layer: the scene has no sun (sun.radius = 0): remove --sun-layer");
        return RL_OK;
    }
    rl_scene *scene;
    TRY(rl_scene_copy(&scene, set->scene, error));
    /* keeps the place, which would follow the radius */
    scene_put_number(scene, "sun.y", 1.0 - y / set->height);
    scene_put(scene, "sun.radius", "0");
    if (set->hour[0].colour_count == 0)
        scene_put(scene, "sun.halo", "0");
    rl_status status = rl_frame_new(&set->bare, scene, &view, error);
    rl_scene_free(scene);
    return status;
}

void sun_describe(const backdrop *set, rl_layer *layer)
{
    *layer = (rl_layer){
        .struct_size = sizeof *layer, .kind = RL_LAYER_SKY, .ridge = -1, .bottom = set->height};
    snprintf(layer->name, sizeof layer->name, "%s",
             scene_int(set->scene, "moon.show") > 0 ? "moon" : "sun");
}

/* ---- pixel art ---------------------------------------------------------- */

/* Gives a pixel the nearest of the set's colours: those without a sun are others. */
static void use_colours(const backdrop *set, uint8_t *pixel)
{
    const backdrop_hour *hour = &set->hour[0];
    int best = 0, least = INT32_MAX;
    for (int i = 0; i < hour->colour_count; i++) {
        int away = 0;
        for (int c = 0; c < 3; c++) {
            int step = pixel[c] - hour->colours[3 * i + c];
            away += step * step;
        }
        best = away < least ? i : best;
        least = away < least ? away : least;
    }
    memcpy(pixel, hour->colours + 3 * (size_t)best, 3);
}

/* ---- alpha -------------------------------------------------------------- */

typedef struct splitter {
    const backdrop *set;
    double x, y, reach; /* centre and radius of the disc with its rim */
    float light[256];   /* light of a sample */
    float most;         /* light that the disc adds */
} splitter;

static int is_in_disc(const splitter *s, int x, int y)
{
    double across = x + 0.5 - s->x, down = y + 0.5 - s->y, loop = s->set->width;
    across -= loop * exact_round(across / loop);
    return across * across + down * down < s->reach * s->reach;
}

static float added_light(const splitter *s, const uint8_t *sky, const uint8_t *bare)
{
    return LUMINANCE_RED * (s->light[sky[0]] - s->light[bare[0]]) +
           LUMINANCE_GREEN * (s->light[sky[1]] - s->light[bare[1]]) +
           LUMINANCE_BLUE * (s->light[sky[2]] - s->light[bare[2]]);
}

/* Makes of a pixel of the sky what has to lie over that of the bare one: the least alpha for which
 * there is a colour, within the disc more. */
static void split(const splitter *s, uint8_t *sky, const uint8_t *bare, int is_in)
{
    float share = 0.0f;
    for (int c = 0; c < 3; c++) {
        float under = s->light[bare[c]], change = s->light[sky[c]] - under;
        float least = change / (change > 0.0f ? 1.0f - under : -under);
        if (abs(sky[c] - bare[c]) > ALIKE)
            share = least > share ? least : share;
    }
    sky[3] = 0;
    if (share <= 0.0f)
        return;
    if (is_in) {
        float dense = added_light(s, sky, bare) / (DENSE * s->most);
        share = dense > share ? dense : share;
    }
    int alpha = share < 1.0f ? (int)(share * 255.0f + ROUND_UP) : 255;
    for (int c = 0; c < 3 && alpha < 255; c++) {
        float under = s->light[bare[c]];
        float own = under + (s->light[sky[c]] - under) * 255.0f / (float)alpha;
        sky[c] = (uint8_t)(tone_encode(&s->set->tone, own) * 255.0f + 0.5f);
    }
    sky[3] = (uint8_t)alpha;
}

static void split_all(const backdrop *set, uint8_t *sky, uint8_t *bare)
{
    int is_art = set->hour[0].colour_count > 0;
    splitter s = {.set = set, .most = 1e-3f};
    rl_frame_sun(set->frame, &s.x, &s.y, &s.reach);
    s.reach += 1.0;
    for (int i = 0; i < 256; i++)
        s.light[i] = tone_decode(&set->tone, (float)i * (1.0f / 255.0f));
    for (int pass = 0; pass < 2; pass++)
        for (int y = 0; y < set->height; y++)
            for (int x = 0; x < set->width; x++) {
                size_t at = 4 * ((size_t)y * (size_t)set->width + (size_t)x);
                int is_in = is_in_disc(&s, x, y);
                if (pass == 0 && is_in)
                    s.most = (float)exact_max((double)s.most,
                                              (double)added_light(&s, sky + at, bare + at));
                if (pass == 0)
                    continue;
                if (is_art && is_in)
                    use_colours(set, bare + at);
                else if (is_art)
                    memcpy(bare + at, sky + at, 3);
                if (is_art)
                    sky[at + 3] = memcmp(sky + at, bare + at, 3) != 0 ? 255 : 0;
                else
                    split(&s, sky + at, bare + at, is_in);
            }
}

rl_status sun_draw(const backdrop *set, int is_sun, uint8_t *rgba, rl_error *error)
{
    size_t stride = 4 * (size_t)set->width;
    uint8_t *other = memory_array(NULL, stride, (size_t)set->height);
    uint8_t *sky = is_sun ? rgba : other, *bare = is_sun ? other : rgba;
    if (other == NULL)
        return status_fail(error, RL_NO_MEMORY, "layers: out of memory");
    rl_status status = backdrop_layer_pixels(set, set->frame, 0, sky, error);
    if (status == RL_OK)
        status = backdrop_layer_pixels(set, set->bare, 0, bare, error);
    if (status == RL_OK)
        split_all(set, sky, bare);
    if (status == RL_OK && is_sun)
        bleed_colours(rgba, stride, set->width, set->height);
    memory_free(NULL, other);
    return status;
}
