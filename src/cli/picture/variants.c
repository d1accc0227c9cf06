/* variants.c - invents small changes of a picture: where the sun stands, how hazy
 * and misty it is, how high the far land rises, and neighbours of its palette.
 *
 * In: the resolved scene and its options.  Out: the same
 * options with some --set and perhaps another -p.  What the user set by hand
 * stays; equal seeds get equal variants.
 */
#include "cli/picture/variants.h"
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- chance ------------------------------------------------------------- */

/* An even choice in -1000..1000; the library's hash of a text is enough chance, and the same
 * everywhere. */
static int chance(uint64_t seed, int variant_index, int choice)
{
    char text[64];
    uint64_t bits = 0;
    snprintf(text, sizeof text, "like %" PRIu64 " %d %d", seed, variant_index, choice);
    rl_seed_parse(&bits, text, NULL);
    return (int)(bits % 2001) - 1000;
}

/* ---- keys --------------------------------------------------------------- */

/* Thousandths of a key's unit. */
typedef struct vary_row {
    const char *key;
    size_t field;
    int spread;    /* most that is added or taken away */
    int low, high; /* where the key must stay */
} vary_row;

#define AT(name) offsetof(rl_scene, name)

/* is_turned uses the first. */
static const vary_row rows[] = {
    {"sun.x", AT(sun_x), 240, -800, 800}, /* in the picture */
    {"sun.lift", AT(sun_lift), 1100, -10000, 100000},
    {"sun.y", AT(sun_y), 35, -10000, 10000},
    {"sky.horizon", AT(horizon), 30, 0, 990},
    {"sky.haze", AT(haze), 150, 0, 1000},
    {"mist.amount", AT(mist), 250, 0, 1000},
    {"ridge.1.amplitude", AT(ridge[0].amplitude), 70, 0, 10000},
    {"ridge.1.base", AT(ridge[0].base), 20, -10000, 10000},
    {"ridge.2.base", AT(ridge[1].base), 25, -10000, 10000},
};

#define ROW_COUNT ((int)(sizeof rows / sizeof *rows))

/* A change below this share of the spread cannot be seen and is left out. */
#define LEAST 400

static int to_thousandths(double value)
{
    return (int)(value * 1000 + (value < 0 ? -0.5 : 0.5));
}

static void add_setting(variant *made, const char *key, int value)
{
    int size = value < 0 ? -value : value;
    if (made->own_count == VARIANT_SETTINGS)
        return;
    snprintf(made->own[made->own_count++], VARIANT_SETTING_SIZE, "%s=%s%d.%03d", key,
             value < 0 ? "-" : "", size / 1000, size % 1000);
}

static int is_of_sun(const vary_row *row)
{
    return strncmp(row->key, "sun.", 4) == 0;
}

/* A key that does not decide the picture is not worth a change, and the hour of
 * the day puts the sun where it is. */
static int is_idle(const vary_row *row, const rl_scene *scene)
{
    double value = *(const double *)(const void *)((const char *)scene + row->field);
    if (is_of_sun(row) && (scene->time != RL_AUTO || scene->sun_radius <= 0))
        return 1;
    if (row->field == AT(sun_lift))
        return scene->sun_y != RL_AUTO;
    if (row->field == AT(ridge[0].amplitude) && scene->ridge[0].kind == RL_RIDGE_SEGMENT)
        return 1;
    /* Air that a scene has banished does not come back. */
    return value == RL_AUTO || ((row->field == AT(mist) || row->field == AT(haze)) && value <= 0);
}

static void vary_key(variant *made, const vary_row *row, const rl_scene *scene, int share)
{
    double value = *(const double *)(const void *)((const char *)scene + row->field);
    int changed = to_thousandths(value) + row->spread * share / 1000;
    changed = changed < row->low ? row->low : changed > row->high ? row->high : changed;
    add_setting(made, row->key, changed);
}

/* Every third variant has its sun on the other side, where it has a side. */
static int is_turned(int index, const rl_scene *scene, const options *opts)
{
    int x = to_thousandths(scene->sun_x);
    return index % 3 == 2 && (x < -50 || x > 50) && !is_idle(&rows[0], scene) &&
           !request_sets(opts, rows[0].key);
}

/* Changes the keys of which chance makes at least `least` of 1000. */
static void vary_keys(variant *made, int index, const rl_scene *scene, int least)
{
    const options *opts = &made->opts;
    int turned = is_turned(index, scene, opts);
    if (turned)
        add_setting(made, "sun.x", -to_thousandths(scene->sun_x));
    for (int i = 0; i < ROW_COUNT; i++) {
        const vary_row *row = &rows[i];
        int share = chance(scene->seed, index, i);
        if ((share > -least && share < least) || request_sets(opts, row->key) ||
            is_idle(row, scene) || (turned && row->field == AT(sun_x)))
            continue;
        vary_key(made, row, scene, share);
    }
}

/* ---- palettes ----------------------------------------------------------- */

/* Colour `at` of 0..2 (first, middle, last) of a list. */
static rl_colour stop_at(const rl_colour *stops, int count, int at)
{
    return count > 0 ? stops[at * (count - 1) / 2] : 0x808080;
}

static int64_t colour_distance(rl_colour a, rl_colour b)
{
    int64_t sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int64_t step = (int64_t)((uint32_t)a >> shift & 0xFF) - ((uint32_t)b >> shift & 0xFF);
        sum += step * step;
    }
    return sum;
}

/* The sky is most of what a palette looks like, the land and the sun the rest. */
static int64_t palette_distance(const rl_palette *a, const rl_palette *b)
{
    int64_t sum = colour_distance(a->sun, b->sun);
    for (int at = 0; at < 3; at++)
        sum += 2 * colour_distance(stop_at(a->sky, a->sky_count, at),
                                   stop_at(b->sky, b->sky_count, at)) +
               colour_distance(stop_at(a->ridge, a->ridge_count, at),
                               stop_at(b->ridge, b->ridge_count, at));
    return sum;
}

/* A palette farther away is another picture: 40 of 255 in each of the ten colours
 * and three channels would be 48000, a third of that is still a relative. */
#define NEIGHBOUR 16000

/* The built-in palette that is next farther than `beyond` and still a neighbour,
 * or NULL; its distance goes to `beyond`. */
static const char *next_palette(const rl_palette *from, int64_t *beyond)
{
    const char *name, *best = NULL;
    int64_t least = NEIGHBOUR;
    for (size_t i = 0; (name = rl_palette_builtin_name(i)) != NULL; i++) {
        rl_palette other;
        if (strcmp(name, from->name) == 0 || rl_palette_builtin(&other, name, NULL) != RL_OK)
            continue;
        int64_t distance = palette_distance(from, &other);
        if (distance > *beyond && distance < least) {
            least = distance;
            best = name;
        }
    }
    *beyond = least;
    return best;
}

/* Every fourth variant has a palette nearby, each time the next one. */
static void vary_palette(variant *made, int index, const rl_scene *scene)
{
    int64_t beyond = 0;
    if (index % 4 != 3 || made->opts.palette != NULL || request_sets(&made->opts, "palette.name"))
        return;
    for (int i = 0; i <= index / 4; i++) {
        const char *name = next_palette(&scene->palette, &beyond);
        made->opts.palette = name != NULL ? name : made->opts.palette;
    }
}

/* ---- a variant ---------------------------------------------------------- */

int variant_make(variant *made, int index, const rl_scene *scene, const options *opts)
{
    *made = (variant){.name = {(char)('a' + index), '\0'}, .opts = *opts};
    options *own = &made->opts;
    own->settings = calloc((size_t)opts->setting_count + VARIANT_SETTINGS, sizeof *own->settings);
    if (own->settings == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    if (opts->setting_count > 0)
        memcpy(own->settings, opts->settings, (size_t)opts->setting_count * sizeof *own->settings);
    if (index > 0) {
        vary_keys(made, index, scene, LEAST);
        if (made->own_count == 0)
            vary_keys(made, index, scene, 0);
        vary_palette(made, index, scene);
    }
    for (int i = 0; i < made->own_count; i++)
        own->settings[own->setting_count++] = made->own[i];
    return CODE_OK;
}

void variant_free(variant *made)
{
    free(made->opts.settings);
    made->opts.settings = NULL;
}
