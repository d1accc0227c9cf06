/* key_value.c - reads, writes and checks the value of a key by its kind. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "heightmap/pass.h"
#include "ridge/family.h"
#include "scene/keys.h"

static int is_by_name(const scene_key *key)
{
    return key->offset == BY_NAME || keys_of_pass(key);
}

/* Returns the value of a key that is_by_name, or NULL if it has no entry. */
static const void *find_value(const rl_scene *scene, const scene_key *key, int number)
{
    return keys_in(key, "ridge")  ? (const void *)ridge_value(&scene->ridge[number], key_name(key))
           : keys_in(key, "pass") ? (const void *)pass_value(&scene->map.pass[number], key)
                                  : (const void *)scene_value(scene, key->path);
}

static const void *key_value(const rl_scene *scene, const scene_key *key, int number)
{
    static const double unset_real = RL_AUTO;
    static const int unset_integer = RL_AUTO;
    if (is_by_name(key)) {
        const void *value = find_value(scene, key, number);
        return value != NULL           ? value
               : key->kind == KEY_REAL ? (const void *)&unset_real
                                       : (const void *)&unset_integer;
    }
    const void *base = keys_in(key, "ridge")  ? (const void *)&scene->ridge[number]
                       : keys_in(key, "pass") ? (const void *)&scene->map.pass[number]
                                              : (const void *)scene;
    return (const char *)base + key->offset;
}

/* Returns the field of a key, or NULL if a pass has no room for another value. */
static void *key_field(rl_scene *scene, const scene_key *key, int number)
{
    if (is_by_name(key))
        return keys_in(key, "ridge")  ? (void *)ridge_slot(&scene->ridge[number], key_name(key))
               : keys_in(key, "pass") ? (void *)pass_slot(&scene->map.pass[number], key)
                                      : (void *)scene_slot(scene, key->path);
    return (char *)scene + ((const char *)key_value(scene, key, number) - (const char *)scene);
}

/* Returns 0 for the version of the text, which is a constant. */
static int has_field(const scene_key *key)
{
    return key->kind != KEY_VERSION || key->offset != 0;
}

key_list keys_list(const scene_key *key)
{
    return key->offset == offsetof(rl_scene, map.tint)      ? KEY_LIST_TINT
           : key->offset == offsetof(rl_scene, map.peak)    ? KEY_LIST_PEAK
           : key->offset == offsetof(rl_scene, palette.sky) ? KEY_LIST_SKY
                                                            : KEY_LIST_RIDGE;
}

static size_t count_offset(const scene_key *key)
{
    static const size_t offset[KEY_LISTS] = {[KEY_LIST_SKY] = offsetof(rl_scene, palette.sky_count),
                                             [KEY_LIST_RIDGE] =
                                                 offsetof(rl_scene, palette.ridge_count),
                                             [KEY_LIST_TINT] = offsetof(rl_scene, map.tint_count),
                                             [KEY_LIST_PEAK] = offsetof(rl_scene, map.peak_count)};
    return offset[keys_list(key)];
}

static int count_stops(const rl_scene *scene, const scene_key *key)
{
    const void *count = (const char *)scene + count_offset(key);
    return *(const int *)count;
}

/* ---- rules ------------------------------------------------------------------ */

static int integer_fits(const scene_key *key, int64_t value)
{
    char text[24];
    int is_listed = key->names == NULL;
    (void)snprintf(text, sizeof text, "%lld", (long long)value);
    for (size_t i = 0; !is_listed && key->names[i] != NULL; i++)
        is_listed = strcmp(key->names[i], text) == 0;
    return is_listed && (double)value >= key->min && (double)value <= key->max;
}

static int text_fits(const char *value)
{
    size_t length = strlen(value);
    if (length > 63 || (length > 0 && (value[0] == ' ' || value[length - 1] == ' ')))
        return 0;
    for (size_t i = 0, size; i < length; i += size) {
        size = text_character(value + i, length - i);
        /* A ';' would begin a comment in scene text. */
        if (size == 0 || (unsigned char)value[i] < 0x20 || value[i] == 0x7f || value[i] == ';')
            return 0;
    }
    return 1;
}

static int colour_fits(rl_colour colour)
{
    return colour >= 0 && colour <= 0xffffff;
}

#define METRES_MOST 1000000.0

static int tint_fits(const rl_tint *tint)
{
    double most = tint->is_metres ? METRES_MOST : 1.0;
    return tint->at >= (tint->is_metres ? -most : 0.0) && tint->at <= most &&
           colour_fits(tint->colour);
}

#define PEAK_WEIGHT_MOST 1000.0

static int peak_fits(const rl_peak *peak)
{
    return peak->x >= 0.0 && peak->x <= 1.0 && peak->y >= 0.0 && peak->y <= 1.0 &&
           peak->weight >= 0.0 && peak->weight <= PEAK_WEIGHT_MOST;
}

/* Returns 1 if entry `i` of a list fits its rule. */
static int stop_fits(const rl_scene *scene, const scene_key *key, const rl_colour *colours, int i)
{
    switch (keys_list(key)) {
    case KEY_LIST_TINT:
        return tint_fits(&scene->map.tint[i]);
    case KEY_LIST_PEAK:
        return scene->map.peak[i].weight == RL_AUTO || peak_fits(&scene->map.peak[i]);
    default:
        return colours[i] == RL_AUTO || colour_fits(colours[i]);
    }
}

/* ---- reading ---------------------------------------------------------------- */

/* Reads a size "1920x1080" or a region "1920x1080+0+0". */
static int read_geometry(int *numbers, int count, int most, const char *value)
{
    static const char separator[] = "x++";
    char text[KEYS_VALUE_SIZE];
    size_t length = strlen(value);
    if (length >= sizeof text)
        return 0;
    memcpy(text, value, length + 1);
    char *at = text;
    for (int i = 0; i < count; i++) {
        char *end = i + 1 < count ? strchr(at, separator[i]) : at + strlen(at);
        int64_t number;
        if (end == NULL)
            return 0;
        *end = '\0';
        if (!text_to_integer(&number, at, i < 2 ? 1 : 0, most))
            return 0;
        numbers[i] = (int)number;
        at = end + 1;
    }
    return 1;
}

static int read_name(int *field, const scene_key *key, const char *value)
{
    const char *word;
    for (size_t i = 0; (word = key_word(key, i)) != NULL; i++) {
        if (strcmp(word, value) == 0) {
            *field = (int)i;
            return 1;
        }
    }
    return 0;
}

/* Reads a tint: "0.35 #rrggbb" at a share of the range of heights, "350m #rrggbb" at metres. */
static int read_tint(rl_tint *tint, const char *value)
{
    char number[TEXT_REAL_SIZE];
    size_t length = strcspn(value, "m ");
    if (length == 0 || !text_cut(number, sizeof number, value, length))
        return 0;
    tint->is_metres = value[length] == 'm';
    const char *colour = value + length + tint->is_metres;
    return *colour == ' ' && text_to_real(&tint->at, number) &&
           text_to_colour(&tint->colour, colour + 1) && tint_fits(tint);
}

/* Reads a peak: "0.25 0.5 1" is X Y WEIGHT. */
static int read_peak(rl_peak *peak, const char *value)
{
    double *const parts[] = {&peak->x, &peak->y, &peak->weight};
    char number[TEXT_REAL_SIZE];
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(value, " ");
        if (!text_cut(number, sizeof number, value, length) ||
            (value[length] == '\0') != (i == 2) || !text_to_real(parts[i], number))
            return 0;
        value += length + strspn(value + length, " ");
    }
    return peak_fits(peak);
}

static int read_stop(rl_scene *scene, const scene_key *key, int stop, const char *value)
{
    void *count_field = (char *)scene + count_offset(key);
    int *count = count_field, is_unset = strcmp(value, "auto") == 0;
    key_list list = keys_list(key);
    rl_colour *colours = key_field(scene, key, 0), colour = RL_AUTO;
    rl_peak peak = {.weight = RL_AUTO};
    rl_tint tint;
    if (*count < 0 || *count > (int)key->max)
        return 0; /* a palette of rl_scene_set_palette may have any count */
    if (list == KEY_LIST_TINT   ? !read_tint(&tint, value)
        : is_unset              ? 0
        : list == KEY_LIST_PEAK ? !read_peak(&peak, value)
                                : !text_to_colour(&colour, value))
        return 0;
    /* Colours and peaks between become unset; tints become this one. */
    for (int i = *count < stop ? *count : stop - 1; i < stop; i++) {
        int is_between = i < stop - 1;
        if (list == KEY_LIST_TINT)
            scene->map.tint[i] = tint;
        else if (list == KEY_LIST_PEAK)
            scene->map.peak[i] = is_between ? (rl_peak){.weight = RL_AUTO} : peak;
        else
            colours[i] = is_between ? RL_AUTO : colour;
    }
    *count = *count < stop ? stop : *count;
    return 1;
}

#define DAY_MINUTES 1440

/* Reads a time: "06:30" is 390 minutes; a day ends at 24:00. */
static int read_time(int *minutes, const char *value)
{
    static const char digits[] = "0123456789";
    if (strlen(value) != 5 || strspn(value, digits) != 2 || value[2] != ':' ||
        strspn(value + 3, digits) != 2)
        return 0;
    int hour = (value[0] - '0') * 10 + value[1] - '0';
    int minute = (value[3] - '0') * 10 + value[4] - '0';
    if (minute > 59 || hour * 60 + minute > DAY_MINUTES)
        return 0;
    *minutes = hour * 60 + minute;
    return 1;
}

static void set_auto(void *field, const scene_key *key)
{
    if (key->kind == KEY_REAL)
        *(double *)field = RL_AUTO;
    else if (key->kind == KEY_TEXT)
        memset(field, 0, 64);
    else if (key->kind == KEY_SET)
        *(uint64_t *)field = 0;
    else
        *(int *)field = RL_AUTO;
}

/* Reads the bits of names, such as "alpine lake"; "any" is all bits. */
static int read_set(uint64_t *bits, const scene_key *key, const char *value)
{
    uint64_t set = strcmp(value, "any") == 0 ? UINT64_MAX : 0;
    while (set != UINT64_MAX && *value != '\0') {
        char name[KEYS_NAME_SIZE];
        size_t length = strcspn(value, " ");
        int index;
        if (!text_cut(name, sizeof name, value, length) || !read_name(&index, key, name) ||
            index > 62)
            return 0;
        set |= UINT64_C(1) << index;
        value += length + strspn(value + length, " ");
    }
    *bits = set;
    return set != 0;
}

int keys_read_field(void *field, const scene_key *key, const char *value)
{
    if (field == NULL) /* a pass without room */
        return 0;
    int64_t integer;
    uint64_t seed;
    double real;
    if (key->has_auto && strcmp(value, "auto") == 0) {
        set_auto(field, key);
        return 1;
    }
    switch (key->kind) {
    case KEY_TIME:
        return read_time(field, value);
    case KEY_REAL:
        if (!text_to_real(&real, value) || real < key->min || real > key->max)
            return 0;
        *(double *)field = key->traits & TRAIT_COMPLEMENT ? text_round(1.0 - real) : real;
        return 1;
    case KEY_NAME:
        return read_name(field, key, value);
    case KEY_SET:
        return read_set(field, key, value);
    case KEY_COLOUR:
        return text_to_colour(field, value);
    case KEY_TEXT:
        if (!text_fits(value))
            return 0;
        memset(field, 0, 64);
        memcpy(field, value, strlen(value));
        return 1;
    case KEY_OFFSET:
        return text_to_integer(field, value, INT64_MIN, INT64_MAX);
    case KEY_SIZE:
    case KEY_REGION:
        return read_geometry(field, key->kind == KEY_SIZE ? 2 : 4, (int)key->max, value);
    default: /* KEY_INTEGER, KEY_COUNT, KEY_VERSION */
        if ((key->traits & TRAIT_ANY_TEXT) &&
            !text_to_integer(&integer, value, INT64_MIN, INT64_MAX)) {
            if (rl_seed_parse(&seed, value, NULL) != RL_OK)
                return 0;
            *(int *)field = (int)(seed % ((uint64_t)key->max + 1));
            return 1;
        }
        if (!text_to_integer(&integer, value, (int64_t)key->min, (int64_t)key->max) ||
            (key->kind == KEY_INTEGER && !integer_fits(key, integer)))
            return 0;
        *(int *)field = (int)integer;
        return 1;
    }
}

/* Gives a key the value that it has in a new scene. */
static void reset(rl_scene *scene, const scene_key *key, int number, int stop)
{
    size_t size = key->kind == KEY_REAL     ? sizeof(double)
                  : key->kind == KEY_OFFSET ? sizeof(int64_t)
                  : key->kind == KEY_SIZE   ? 2 * sizeof(int)
                  : key->kind == KEY_REGION ? 4 * sizeof(int)
                                            : sizeof(int);
    if (key->kind == KEY_STOP && keys_list(key) == KEY_LIST_PEAK && stop < scene->map.peak_count) {
        scene->map.peak[stop - 1].weight = RL_AUTO; /* the peaks behind it stay */
    } else if (key->kind == KEY_STOP) {
        void *count = (char *)scene + count_offset(key);
        *(int *)count = count_stops(scene, key) < stop ? count_stops(scene, key) : stop - 1;
    } else if (key->kind == KEY_VERSION) {
        scene->algorithm = RL_ALGORITHM;
    } else if (key->has_auto) {
        (void)keys_read(scene, key, number, stop, "auto");
    } else {
        memset(key_field(scene, key, number), 0, size);
    }
}

int keys_read(rl_scene *scene, const scene_key *key, int number, int stop, const char *value)
{
    int ignored; /* stands in for the field of a version */
    if (value == NULL) {
        reset(scene, key, number, stop);
        return 1;
    }
    if (key->kind == KEY_STOP)
        return read_stop(scene, key, stop, value);
    if (key->kind == KEY_SEED) {
        scene->has_seed = strcmp(value, "auto") != 0;
        if (scene->has_seed)
            return rl_seed_parse(&scene->seed, value, NULL) == RL_OK;
        scene->seed = 0;
        return 1;
    }
    if (is_by_name(key) && key->has_auto && strcmp(value, "auto") == 0 &&
        find_value(scene, key, number) == NULL)
        return 1; /* an unset value needs no room */
    return keys_read_field(has_field(key) ? key_field(scene, key, number) : &ignored, key, value);
}

void keys_set(rl_scene *scene, const scene_key *key, int number, double value)
{
    void *field = key_field(scene, key, number);
    if (field == NULL) /* a pass without room */
        return;
    if (key->kind == KEY_REAL)
        *(double *)field = key->traits & TRAIT_COMPLEMENT ? 1.0 - value : value;
    else if (key->kind == KEY_SET)
        *(uint64_t *)field = (uint64_t)value;
    else
        *(int *)field = (int)value;
}

/* ---- writing ---------------------------------------------------------------- */

static void write_colour(char *text, rl_colour colour)
{
    (void)snprintf(text, KEYS_VALUE_SIZE, "#%06x", (unsigned)colour & 0xffffffU);
}

/* Writes entry `i` of a list. */
static void write_stop(char text[KEYS_VALUE_SIZE], const rl_scene *scene, const scene_key *key,
                       const rl_colour *colours, int i)
{
    char number[3][TEXT_REAL_SIZE];
    const rl_tint *tint = &scene->map.tint[i];
    const rl_peak *peak = &scene->map.peak[i];
    switch (keys_list(key)) {
    case KEY_LIST_TINT:
        text_from_real(number[0], tint->at);
        (void)snprintf(text, KEYS_VALUE_SIZE, "%s%s #%06x", number[0], tint->is_metres ? "m" : "",
                       (unsigned)tint->colour & 0xffffffU);
        return;
    case KEY_LIST_PEAK:
        text_from_real(number[0], peak->x);
        text_from_real(number[1], peak->y);
        text_from_real(number[2], peak->weight);
        (void)snprintf(text, KEYS_VALUE_SIZE, "%s %s %s", number[0], number[1], number[2]);
        return;
    default:
        write_colour(text, colours[i]);
    }
}

/* Writes the names of a set, such as "spruce fir"; returns 0 if it is empty or has a bit without a
 * name. */
static int write_set(char text[KEYS_VALUE_SIZE], const scene_key *key, uint64_t set)
{
    const char *word;
    size_t length = 0;
    text[0] = '\0';
    if (set == UINT64_MAX) {
        memcpy(text, "any", sizeof "any");
        return 1;
    }
    for (size_t i = 0; i < 63 && (word = key_word(key, i)) != NULL; i++) {
        if (!(set >> i & 1) || length >= KEYS_VALUE_SIZE)
            continue;
        length += (size_t)snprintf(text + length, KEYS_VALUE_SIZE - length, "%s%s",
                                   length > 0 ? " " : "", word);
        set &= ~(UINT64_C(1) << i);
    }
    return set == 0 && length > 0 && length < KEYS_VALUE_SIZE;
}

int keys_write(const rl_scene *scene, const scene_key *key, int number, int stop,
               char text[KEYS_VALUE_SIZE])
{
    const void *field = key_value(scene, key, number);
    const int *integers = field; /* for kinds that are integers */
    if (key->kind == KEY_STOP && stop > count_stops(scene, key))
        return 0;
    if (keys_is_unset(scene, key, number, stop)) {
        memcpy(text, "auto", sizeof "auto");
        return 1;
    }
    switch (key->kind) {
    case KEY_STOP:
        write_stop(text, scene, key, field, stop - 1);
        return 1;
    case KEY_REAL: {
        double real = keys_number(scene, key, number, stop);
        int fits = real >= RL_AUTO && real <= -RL_AUTO; /* range of reals in text */
        if (fits)
            text_from_real(text, real);
        return fits;
    }
    case KEY_COLOUR:
        write_colour(text, *(const rl_colour *)field);
        return 1;
    case KEY_NAME:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%s", key_word(key, (size_t)*integers));
        return 1;
    case KEY_SET:
        return write_set(text, key, *(const uint64_t *)field);
    case KEY_TEXT:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%.63s", (const char *)field);
        return 1;
    case KEY_SEED:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%llu", (unsigned long long)scene->seed);
        return 1;
    case KEY_TIME:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%02d:%02d", *integers / 60 % 100, *integers % 60);
        return 1;
    case KEY_OFFSET:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%lld", (long long)*(const int64_t *)field);
        return 1;
    case KEY_SIZE:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%dx%d", integers[0], integers[1]);
        return integers[0] > 0;
    case KEY_REGION:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%dx%d+%d+%d", integers[0], integers[1], integers[2],
                       integers[3]);
        return integers[0] > 0;
    default:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%d", has_field(key) ? *integers : (int)key->max);
        return 1;
    }
}

double keys_number(const rl_scene *scene, const scene_key *key, int number, int stop)
{
    const void *field = key_value(scene, key, number);
    if (keys_is_unset(scene, key, number, stop))
        return RL_AUTO;
    switch (key->kind) {
    case KEY_REAL: {
        double real = *(const double *)field;
        return key->traits & TRAIT_COMPLEMENT ? text_round(1.0 - real) : real;
    }
    case KEY_OFFSET:
        return (double)*(const int64_t *)field;
    case KEY_STOP:
        return keys_list(key) == KEY_LIST_SKY || keys_list(key) == KEY_LIST_RIDGE
                   ? ((const rl_colour *)field)[stop - 1]
                   : RL_AUTO;
    case KEY_INTEGER:
    case KEY_NAME:
    case KEY_COLOUR:
    case KEY_COUNT:
    case KEY_TIME:
    case KEY_VERSION:
        return has_field(key) ? *(const int *)field : (int)key->max;
    default:
        return RL_AUTO;
    }
}

/* ---- checking --------------------------------------------------------------- */

int keys_check(const rl_scene *scene, const scene_key *key, int number)
{
    const void *field = key_value(scene, key, number);
    const int *integers = field; /* for kinds that are integers */
    char text[KEYS_VALUE_SIZE];
    double real;
    int fits;
    if (key->kind != KEY_STOP && key->kind != KEY_TEXT && keys_is_unset(scene, key, number, 0))
        return 1;
    switch (key->kind) {
    case KEY_REAL:
        real = *(const double *)field; /* both comparisons are false for NaN */
        return real >= key->min && real <= key->max;
    case KEY_COLOUR:
        return colour_fits(*(const rl_colour *)field);
    case KEY_STOP:
        fits = count_stops(scene, key) >= 0 && count_stops(scene, key) <= (int)key->max;
        for (int i = 0; fits && i < count_stops(scene, key); i++)
            fits = stop_fits(scene, key, field, i);
        return fits;
    case KEY_NAME:
        return *integers >= 0 && key_word(key, (size_t)*integers) != NULL;
    case KEY_SET:
        return write_set(text, key, *(const uint64_t *)field);
    case KEY_TEXT:
        return memchr(field, '\0', 64) != NULL && text_fits(field);
    case KEY_SEED:
    case KEY_OFFSET:
        return 1;
    case KEY_SIZE:
    case KEY_REGION:
        for (int i = 0; i < (key->kind == KEY_SIZE ? 2 : 4); i++)
            if (integers[i] < 0 || integers[i] > (int)key->max)
                return 0;
        return key->kind == KEY_SIZE ||
               ((integers[0] == 0 || integers[1] > 0) && integers[2] <= RL_MAX_SIDE - integers[0] &&
                integers[3] <= RL_MAX_SIDE - integers[1]);
    default:
        return !has_field(key) || integer_fits(key, *integers);
    }
}

void keys_round(rl_scene *scene, const scene_key *key, int number)
{
    if (key->kind == KEY_REAL && *(const double *)key_value(scene, key, number) != RL_AUTO) {
        double *real = key_field(scene, key, number);
        *real = text_round(*real);
    }
    for (int i = 0;
         key->kind == KEY_STOP && keys_list(key) == KEY_LIST_TINT && i < scene->map.tint_count; i++)
        scene->map.tint[i].at = text_round(scene->map.tint[i].at);
    for (int i = 0;
         key->kind == KEY_STOP && keys_list(key) == KEY_LIST_PEAK && i < scene->map.peak_count;
         i++) {
        rl_peak *peak = &scene->map.peak[i];
        if (peak->weight != RL_AUTO)
            *peak = (rl_peak){text_round(peak->x), text_round(peak->y), text_round(peak->weight)};
    }
}

int keys_is_unset(const rl_scene *scene, const scene_key *key, int number, int stop)
{
    const void *field = key_value(scene, key, number);
    if (!key->has_auto)
        return 0;
    if (key->kind == KEY_STOP) {
        key_list list = keys_list(key);
        return stop > count_stops(scene, key) ||
               (list == KEY_LIST_PEAK   ? scene->map.peak[stop - 1].weight == RL_AUTO
                : list != KEY_LIST_TINT ? ((const rl_colour *)field)[stop - 1] == RL_AUTO
                                        : 0);
    }
    if (key->kind == KEY_SEED)
        return !scene->has_seed;
    if (key->kind == KEY_SET)
        return *(const uint64_t *)field == 0;
    return key->kind == KEY_REAL   ? *(const double *)field == RL_AUTO
           : key->kind == KEY_TEXT ? *(const char *)field == '\0'
                                   : *(const int *)field == RL_AUTO;
}

/* ---- unsetting and filling ---------------------------------------------------- */

void keys_unset(rl_scene *scene, const char *section, int number)
{
    KEYS_EACH_IN(section, walk)
    {
        const scene_key *key = walk.key;
        int is_set = key->has_auto && key->kind != KEY_STOP && key->kind != KEY_SEED &&
                     !keys_of_pass(key) && !keys_of_family(key);
        void *field = is_set ? key_field(scene, key, number) : NULL;
        if (field != NULL)
            set_auto(field, key);
    }
}

void keys_fill(rl_scene *scene, const char *section, int number)
{
    KEYS_EACH_IN(section, walk)
    {
        const scene_key *key = walk.key;
        int is_numbered = section == NULL && keys_numbered(walk.section) > 0;
        if (key->otherwise != RL_AUTO && !is_numbered && !keys_of_pass(key) &&
            keys_is_unset(scene, key, number, 0) && keys_is_used(scene, &walk, number))
            keys_set(scene, key, number, key->otherwise);
    }
}
