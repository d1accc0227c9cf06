/* keys.c - the table of scene keys, and one reader and writer for each kind. */
#include "scene/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const char *const dithers[] = {"none", "row", "2x2", "bayer", "blue", NULL};
static const char *const edges[] = {"smooth", "hard", NULL};
static const char *const scales[] = {"frame", "height", NULL};
static const char *const kinds[] = {"fractal", "range", "hill", "roll", "segment", NULL};
static const char *const noises[] = {"choice", "uniform", "triangular", "gauss", NULL};
static const char *const decays[] = {"exponential", "linear", "logarithmic", NULL};
static const char *const directions[] = {"vertical", "perpendicular", NULL};

const char *const scene_sections[] = {"ridgeline", "output", "sky",   "sun",
                                      "mist",      "ridge",  "palette", NULL};

#define AT(field) offsetof(rl_scene, field)
#define IN(field) offsetof(rl_ridge, field)
#define TEXT_OF(x) #x
#define RANGE(min, max) TEXT_OF(min) ".." TEXT_OF(max)
#define REAL(path, at, min, max, meaning)                                                          \
    {path, KEY_REAL, at, min, max, 1, NULL, RANGE(min, max) " or auto", meaning}
#define INTEGER(path, at, min, max, meaning)                                                       \
    {path, KEY_INTEGER, at, min, max, 1, NULL, RANGE(min, max) " or auto", meaning}
#define NAMED(path, at, names, rule, meaning)                                                      \
    {path, KEY_NAME, at, 0, 0, 1, names, rule " or auto", meaning}
#define COLOUR(path, at, meaning)                                                                  \
    {path, KEY_COLOUR, at, 0, 0, 1, NULL, "#rrggbb or auto", meaning}
#define STOPS(path, at, most, meaning)                                                             \
    {path, KEY_STOP, at, 1, most, 1, NULL, "#rrggbb or auto", meaning}
#define OTHER(path, kind, at, min, max, has_auto, rule, meaning)                                   \
    {path, kind, at, min, max, has_auto, NULL, rule, meaning}

const scene_key scene_keys[] = {
    OTHER("ridgeline.scene", KEY_VERSION, 0, 1, 1, 0, "1", "version of the scene text"),
    OTHER("ridgeline.algorithm", KEY_VERSION, AT(algorithm), RL_ALGORITHM, RL_ALGORITHM, 0,
          "1", "rule by which the scene becomes pixels"),
    OTHER("ridgeline.seed", KEY_SEED, AT(seed), 0, 0, 1,
          "a number up to 18446744073709551615 or any other text", "where all chance comes from"),
    OTHER("ridgeline.ridges", KEY_COUNT, AT(ridge_count), 1, RL_MAX_RIDGES, 1, "1..64 or auto",
          "number of ridges; default: as many as have a section, else by seed"),

    OTHER("output.size", KEY_SIZE, AT(width), 1, RL_MAX_SIDE, 0, "WxH, each 1..1000000",
          "size the picture was made at"),
    OTHER("output.region", KEY_REGION, AT(part_x), 0, RL_MAX_SIDE, 0,
          "WxH+X+Y inside the size", "part of the picture that was made"),
    INTEGER("output.depth", AT(depth), 8, 16, "bits per sample, 8 or 16"),
    NAMED("output.dither", AT(dither), dithers, "none, row, 2x2, bayer, blue",
          "pattern that hides the steps of 8 bits"),
    NAMED("output.edges", AT(edges), edges, "smooth, hard", "exact area coverage, or none"),
    NAMED("output.scale", AT(scale), scales, "frame, height",
          "what one unit U is: min(sqrt(W H 9/16), 1.2 H), or H"),

    REAL("sky.horizon", AT(horizon), 0, 0.99, "foot of the sky's gradient, fraction of H"),
    REAL("sky.haze", AT(haze), 0, 1, "share of sky light in the farthest ridge"),
    REAL("sky.haze_power", AT(haze_power), 0.1, 10, "how fast haze falls toward the front"),

    REAL("sun.x", AT(sun_x), -1000, 1000, "U from the middle, right is positive"),
    REAL("sun.y", AT(sun_y), -10, 10, "fraction of H; auto: on the skyline"),
    REAL("sun.lift", AT(sun_lift), -10, 100, "radii above the skyline when y is auto"),
    REAL("sun.radius", AT(sun_radius), 0, 10, "U; 0 = no sun"),
    REAL("sun.halo", AT(sun_halo), 0, 1, "glow close to the disc"),
    REAL("sun.wide", AT(sun_wide), 0, 1, "wide glow"),
    REAL("sun.band", AT(sun_band), 0, 1, "glow along the horizon"),
    REAL("sun.bloom", AT(sun_bloom), 0, 1, "light over the finished picture"),
    REAL("sun.land_glow", AT(sun_land_glow), 0, 1, "light on the haze before the land"),

    REAL("mist.amount", AT(mist), 0, 1, "density at the foot of the ridges"),
    REAL("mist.height", AT(mist_height), 0.001, 10, "U over which it thins to 1/e"),
    REAL("mist.noise", AT(mist_noise), 0, 10, "how far its upper limit wanders, in heights"),
    REAL("mist.shift", AT(mist_shift), 0, 1, "depth of the farther ridge whose colour it takes"),

    NAMED("ridge.N.kind", IN(kind), kinds, "fractal, range, hill, roll, segment",
          "how the heights are made"),
    REAL("ridge.N.depth", IN(depth), 0, 1, "0 farthest, 1 nearest"),
    REAL("ridge.N.base", IN(base), -10, 10, "foot of the ridge, fraction of H"),
    REAL("ridge.N.amplitude", IN(amplitude), 0, 10, "U; scales the profile (not a segment)"),
    REAL("ridge.N.spacing", IN(spacing), 0.001, 1000, "U between the anchors"),
    REAL("ridge.N.roughness", IN(roughness), 0, 1000000, "decay power i: larger is smoother"),
    REAL("ridge.N.displacement", IN(displacement), 0, 1000,
         "bound of the first halving: U for a segment, else amplitudes"),
    INTEGER("ridge.N.iterations", IN(iterations), 0, 30, "halvings; auto: as the pixels need"),
    REAL("ridge.N.min_segment", IN(min_segment), 0, 1000, "U; shorter segments stay whole"),
    NAMED("ridge.N.noise", IN(noise), noises, "choice, uniform, triangular, gauss",
          "distribution of a displacement"),
    NAMED("ridge.N.decay", IN(decay), decays, "exponential, linear, logarithmic",
          "how the bound shrinks from level to level"),
    NAMED("ridge.N.direction", IN(direction), directions, "vertical, perpendicular",
          "way in which a midpoint moves"),
    INTEGER("ridge.N.period", IN(period), 0, 1000000, "anchors in one period; 0 = endless"),
    REAL("ridge.N.start_x", IN(start_x), -1000, 1000, "U; a segment's left end"),
    REAL("ridge.N.start_y", IN(start_y), -1000, 1000, "U above the base"),
    REAL("ridge.N.end_x", IN(end_x), -1000, 1000, "U; a segment's right end"),
    REAL("ridge.N.end_y", IN(end_y), -1000, 1000, "U above the base"),
    REAL("ridge.N.min_height", IN(min_height), -10, 10, "floor of the profile, fraction of H"),
    REAL("ridge.N.dip", IN(dip), 0, 1, "share of the height taken away at the sun"),
    REAL("ridge.N.hero", IN(hero), 0, 10, "share of the height added at hero_x"),
    REAL("ridge.N.hero_x", IN(hero_x), -1000, 1000, "U from the middle"),
    REAL("ridge.N.valley", IN(valley), -10, 10, "U; rise of the land away from the sun"),
    COLOUR("ridge.N.colour", IN(colour), "own colour in place of the palette's"),

    OTHER("palette.name", KEY_TEXT, AT(palette.name), 0, 0, 1, "a name of up to 63 characters",
          "palette that fills the roles left open"),
    STOPS("palette.sky_N", AT(palette.sky), RL_MAX_SKY, "sky, from the zenith (1) to the horizon"),
    STOPS("palette.ridge_N", AT(palette.ridge), RL_MAX_RIDGES, "land, from far (1) to near"),
    COLOUR("palette.sun", AT(palette.sun), "disc of the sun"),
    COLOUR("palette.sun_low", AT(palette.sun_low), "its lower half near the horizon"),
    COLOUR("palette.glow", AT(palette.glow), "light scattered round the sun"),
    COLOUR("palette.mist", AT(palette.mist), "mist, and air below the horizon"),
    COLOUR("palette.lit", AT(palette.lit), "sunlit rock"),
    COLOUR("palette.snow", AT(palette.snow), "snow"),
    COLOUR("palette.water", AT(palette.water), "water"),
    COLOUR("palette.cloud", AT(palette.cloud), "shaded side of clouds"),
    COLOUR("palette.star", AT(palette.star), "stars"),
    COLOUR("palette.aurora_1", AT(palette.aurora[0]), "foot of the aurora"),
    COLOUR("palette.aurora_2", AT(palette.aurora[1]), "middle of the aurora"),
    COLOUR("palette.aurora_3", AT(palette.aurora[2]), "top of the aurora"),
};
const size_t scene_key_count = sizeof scene_keys / sizeof scene_keys[0];

const char *keys_name(const scene_key *key)
{
    return strrchr(key->path, '.') + 1;
}

int keys_in(const scene_key *key, const char *section)
{
    size_t length = strlen(section);
    return strncmp(key->path, section, length) == 0 && key->path[length] == '.';
}

/* "sky_12" is stop 12 of "sky_N"; 0 when it is not a stop of this key. */
static int stop_number(const scene_key *key, const char *name)
{
    const char *pattern = keys_name(key);
    size_t length = strlen(pattern) - 1;
    if (strncmp(name, pattern, length) != 0 || name[length] == '0')
        return 0;
    int64_t stop;
    return text_to_integer(&stop, name + length, 1, (int64_t)key->max) ? (int)stop : 0;
}

const scene_key *keys_find(const char *section, const char *name, int *stop)
{
    for (size_t i = 0; i < scene_key_count; i++) {
        const scene_key *key = &scene_keys[i];
        if (!keys_in(key, section))
            continue;
        *stop = key->kind == KEY_STOP ? stop_number(key, name) : 0;
        if (*stop > 0 || (key->kind != KEY_STOP && strcmp(keys_name(key), name) == 0))
            return key;
    }
    return NULL;
}

const char *keys_nearest(const char *section, const char *name)
{
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < scene_key_count && count < 64; i++)
        if (keys_in(&scene_keys[i], section))
            names[count++] = keys_name(&scene_keys[i]);
    return rl_nearest(name, names, count);
}

static void *field_of(rl_scene *scene, const scene_key *key, int ridge)
{
    char *base = keys_in(key, "ridge") ? (char *)&scene->ridge[ridge] : (char *)scene;
    return base + key->offset;
}

static const void *value_of(const rl_scene *scene, const scene_key *key, int ridge)
{
    const char *base = keys_in(key, "ridge") ? (const char *)&scene->ridge[ridge]
                                                          : (const char *)scene;
    return base + key->offset;
}

static int *stop_count(rl_scene *scene, const scene_key *key)
{
    return key->offset == AT(palette.sky) ? &scene->palette.sky_count : &scene->palette.ridge_count;
}

/* "1920x1080" and, with a region, "1920x1080+0+0". */
static int read_geometry(int *numbers, int count, const char *value)
{
    static const char separator[] = "x++";
    char text[KEYS_VALUE_SIZE];
    if (strlen(value) >= sizeof text)
        return 0;
    strcpy(text, value);
    char *at = text;
    for (int i = 0; i < count; i++) {
        char *end = i + 1 < count ? strchr(at, separator[i]) : at + strlen(at);
        int64_t number;
        if (end == NULL)
            return 0;
        *end = '\0';
        if (!text_to_integer(&number, at, i < 2 ? 1 : 0, RL_MAX_SIDE))
            return 0;
        numbers[i] = (int)number;
        at = end + 1;
    }
    return 1;
}

static int read_name(int *field, const scene_key *key, const char *value)
{
    for (int i = 0; key->names[i] != NULL; i++) {
        if (strcmp(key->names[i], value) == 0) {
            *field = i;
            return 1;
        }
    }
    return 0;
}

static int read_text(char *field, const char *value)
{
    size_t length = strlen(value);
    if (length > 63)
        return 0;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)value[i] < 0x20 || value[i] == 0x7f)
            return 0;
    memset(field, 0, 64);
    memcpy(field, value, length);
    return 1;
}

static int read_stop(rl_scene *scene, const scene_key *key, int stop, const char *value)
{
    rl_colour *list = field_of(scene, key, 0);
    int *count = stop_count(scene, key);
    rl_colour colour = RL_AUTO;
    if (strcmp(value, "auto") != 0 && !text_to_colour(&colour, value))
        return 0;
    while (*count < stop)
        list[(*count)++] = RL_AUTO;
    list[stop - 1] = colour;
    return 1;
}

static int read_seed(rl_scene *scene, const char *value)
{
    scene->has_seed = strcmp(value, "auto") != 0;
    if (!scene->has_seed) {
        scene->seed = 0;
        return 1;
    }
    return rl_seed_parse(&scene->seed, value, NULL) == RL_OK;
}

static int set_auto(void *field, const scene_key *key)
{
    if (key->kind == KEY_REAL)
        *(double *)field = RL_AUTO;
    else if (key->kind == KEY_TEXT)
        memset(field, 0, 64);
    else
        *(int *)field = RL_AUTO;
    return 1;
}

/* Depth is an integer of which only two values exist. */
static int integer_fits(const scene_key *key, int64_t value)
{
    return (double)value >= key->min && (double)value <= key->max &&
           (strcmp(key->path, "output.depth") != 0 || value == 8 || value == 16);
}

int keys_read(rl_scene *scene, const scene_key *key, int ridge, int stop, const char *value)
{
    void *field = field_of(scene, key, ridge);
    if (key->kind == KEY_STOP)
        return read_stop(scene, key, stop, value);
    if (key->kind == KEY_SEED)
        return read_seed(scene, value);
    if (key->has_auto && strcmp(value, "auto") == 0)
        return set_auto(field, key);
    int64_t integer;
    double real;
    switch (key->kind) {
    case KEY_REAL:
        if (!text_to_real(&real, value) || real < key->min || real > key->max)
            return 0;
        *(double *)field = real;
        return 1;
    case KEY_NAME:
        return read_name(field, key, value);
    case KEY_COLOUR:
        return text_to_colour(field, value);
    case KEY_TEXT:
        return read_text(field, value);
    case KEY_SIZE:
        return read_geometry(field, 2, value);
    case KEY_REGION: {
        int numbers[4];
        if (!read_geometry(numbers, 4, value))
            return 0;
        scene->part_width = numbers[0];
        scene->part_height = numbers[1];
        scene->part_x = numbers[2];
        scene->part_y = numbers[3];
        return 1;
    }
    default: /* KEY_INTEGER, KEY_COUNT, KEY_VERSION */
        if (!text_to_integer(&integer, value, (int64_t)key->min, (int64_t)key->max) ||
            (key->kind == KEY_INTEGER && !integer_fits(key, integer)))
            return 0;
        if (key->offset != 0)
            *(int *)field = (int)integer;
        return 1;
    }
}

static void write_colour(char *text, rl_colour colour)
{
    (void)snprintf(text, KEYS_VALUE_SIZE, "#%06x", (unsigned)colour & 0xffffffU);
}

static int write_stop(const rl_scene *scene, const scene_key *key, int stop, char *text)
{
    const rl_colour *list = value_of(scene, key, 0);
    int count = key->offset == AT(palette.sky) ? scene->palette.sky_count
                                               : scene->palette.ridge_count;
    if (stop > count)
        return 0;
    if (list[stop - 1] == RL_AUTO)
        strcpy(text, "auto");
    else
        write_colour(text, list[stop - 1]);
    return 1;
}

int keys_write(const rl_scene *scene, const scene_key *key, int ridge, int stop,
               char text[KEYS_VALUE_SIZE])
{
    const void *field = value_of(scene, key, ridge);
    strcpy(text, "auto");
    switch (key->kind) {
    case KEY_STOP:
        return write_stop(scene, key, stop, text);
    case KEY_REAL:
        if (*(const double *)field > RL_AUTO)
            text_from_real(text, *(const double *)field);
        return 1;
    case KEY_COLOUR:
        if (*(const rl_colour *)field != RL_AUTO)
            write_colour(text, *(const rl_colour *)field);
        return 1;
    case KEY_NAME:
        if (*(const int *)field != RL_AUTO)
            strcpy(text, key->names[*(const int *)field]);
        return 1;
    case KEY_TEXT:
        if (*(const char *)field != '\0')
            (void)snprintf(text, KEYS_VALUE_SIZE, "%.63s", (const char *)field);
        return 1;
    case KEY_SEED:
        if (scene->has_seed)
            (void)snprintf(text, KEYS_VALUE_SIZE, "%llu", (unsigned long long)scene->seed);
        return 1;
    case KEY_SIZE:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%dx%d", scene->width, scene->height);
        return scene->width > 0;
    case KEY_REGION:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%dx%d+%d+%d", scene->part_width,
                       scene->part_height, scene->part_x, scene->part_y);
        return scene->part_width > 0;
    default: {
        int value = key->offset != 0 ? *(const int *)field : (int)key->max;
        if (value != RL_AUTO)
            (void)snprintf(text, KEYS_VALUE_SIZE, "%d", value);
        return 1;
    }
    }
}

static int check_real(double *value, const scene_key *key)
{
    if (*value == RL_AUTO)
        return key->has_auto;
    if (!(*value >= key->min && *value <= key->max)) /* also when it is no number */
        return 0;
    *value = text_round(*value);
    return 1;
}

static int check_colour(rl_colour colour)
{
    return colour == RL_AUTO || (colour >= 0 && colour <= 0xffffff);
}

static int check_stops(rl_scene *scene, const scene_key *key)
{
    const rl_colour *list = value_of(scene, key, 0);
    int count = *stop_count(scene, key);
    if (count < 0 || count > (int)key->max)
        return 0;
    for (int i = 0; i < count; i++)
        if (!check_colour(list[i]))
            return 0;
    return 1;
}

static int check_name(int value, const scene_key *key)
{
    if (value == RL_AUTO)
        return 1;
    int count = 0;
    while (key->names[count] != NULL)
        count++;
    return value >= 0 && value < count;
}

static int check_text(const char *field)
{
    char copy[64];
    return memchr(field, '\0', 64) != NULL && read_text(copy, field);
}

int keys_check(rl_scene *scene, const scene_key *key, int ridge)
{
    void *field = field_of(scene, key, ridge);
    int integer;
    switch (key->kind) {
    case KEY_REAL:
        return check_real(field, key);
    case KEY_COLOUR:
        return check_colour(*(rl_colour *)field);
    case KEY_STOP:
        return check_stops(scene, key);
    case KEY_NAME:
        return check_name(*(int *)field, key);
    case KEY_TEXT:
        return check_text(field);
    case KEY_SEED:
        return 1;
    case KEY_SIZE:
        return scene->width >= 0 && scene->width <= RL_MAX_SIDE && scene->height >= 0 &&
               scene->height <= RL_MAX_SIDE;
    case KEY_REGION:
        return scene->part_x >= 0 && scene->part_y >= 0 && scene->part_width >= 0 &&
               scene->part_height >= 0 && scene->part_x <= RL_MAX_SIDE - scene->part_width &&
               scene->part_y <= RL_MAX_SIDE - scene->part_height;
    default:
        if (key->offset == 0)
            return 1;
        integer = *(int *)field;
        return (integer == RL_AUTO && key->has_auto) || integer_fits(key, integer);
    }
}
