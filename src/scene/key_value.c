/* key_value.c - reads, writes and checks the value of a key by its kind. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "heightmap/pass.h"
#include "scene/keys.h"

static const void *key_value(const rl_scene *scene, const scene_key *key, int number)
{
    static const double open_real = RL_AUTO;
    static const int open_integer = RL_AUTO;
    if (keys_of_pass(key)) {
        const rl_value *value = pass_value(&scene->map.pass[number], key);
        return value != NULL           ? (const void *)value
               : key->kind == KEY_REAL ? (const void *)&open_real
                                       : (const void *)&open_integer;
    }
    const void *base = keys_in(key, "ridge")  ? (const void *)&scene->ridge[number]
                       : keys_in(key, "pass") ? (const void *)&scene->map.pass[number]
                                              : (const void *)scene;
    return (const char *)base + key->offset;
}

/* NULL where a pass has no room for another value. */
static void *key_field(rl_scene *scene, const scene_key *key, int number)
{
    if (keys_of_pass(key))
        return pass_slot(&scene->map.pass[number], key);
    return (char *)scene + ((const char *)key_value(scene, key, number) - (const char *)scene);
}

/* The version of the text is a constant. */
static int has_field(const scene_key *key)
{
    return key->kind != KEY_VERSION || key->offset != 0;
}

key_list keys_list(const scene_key *key)
{
    return key->offset == offsetof(rl_scene, map.tint)      ? KEY_LIST_TINT
           : key->offset == offsetof(rl_scene, palette.sky) ? KEY_LIST_SKY
                                                            : KEY_LIST_RIDGE;
}

static int count_stops(const rl_scene *scene, const scene_key *key)
{
    const int counts[KEY_LISTS] = {[KEY_LIST_SKY] = scene->palette.sky_count,
                                   [KEY_LIST_RIDGE] = scene->palette.ridge_count,
                                   [KEY_LIST_TINT] = scene->map.tint_count};
    return counts[keys_list(key)];
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
        /* A ';' would begin a comment when read back. */
        if (size == 0 || (unsigned char)value[i] < 0x20 || value[i] == 0x7f || value[i] == ';')
            return 0;
    }
    return 1;
}

/* ---- reading ---------------------------------------------------------------- */

/* "1920x1080" and, with a region, "1920x1080+0+0". */
static int read_geometry(int *numbers, int count, const char *value)
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
        if (!text_to_integer(&number, at, i < 2 ? 1 : 0, RL_MAX_SIDE))
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

/* "0.35 #rrggbb" is a share of the height range, "350m #rrggbb" metres. */
static int read_tint(rl_map_rules *rules, int stop, const char *value)
{
    char number[TEXT_REAL_SIZE];
    rl_tint tint = {.is_metres = 0};
    size_t length = strcspn(value, "m ");
    const char *colour = value + length;
    if (length == 0 || length >= sizeof number)
        return 0;
    memcpy(number, value, length);
    number[length] = '\0';
    if (*colour == 'm') {
        tint.is_metres = 1;
        colour++;
    }
    double most = tint.is_metres ? 1000000.0 : 1.0;
    if (*colour++ != ' ' || !text_to_real(&tint.at, number) || tint.at > most ||
        tint.at < (tint.is_metres ? -most : 0.0) || !text_to_colour(&tint.colour, colour))
        return 0;
    while (rules->tint_count < stop) /* those between become like this one */
        rules->tint[rules->tint_count++] = tint;
    rules->tint[stop - 1] = tint;
    return 1;
}

static int read_stop(rl_scene *scene, const scene_key *key, int stop, const char *value)
{
    int *const counts[KEY_LISTS] = {[KEY_LIST_SKY] = &scene->palette.sky_count,
                                    [KEY_LIST_RIDGE] = &scene->palette.ridge_count,
                                    [KEY_LIST_TINT] = &scene->map.tint_count};
    int *count = counts[keys_list(key)];
    if (*count < 0 || *count > (int)key->max)
        return 0; /* a caller has written into the struct */
    if (keys_list(key) == KEY_LIST_TINT)
        return read_tint(&scene->map, stop, value);
    rl_colour *list = key_field(scene, key, 0);
    rl_colour colour = RL_AUTO;
    if (strcmp(value, "auto") != 0 && !text_to_colour(&colour, value))
        return 0;
    while (*count < stop)
        list[(*count)++] = RL_AUTO;
    list[stop - 1] = colour;
    return 1;
}

/* "06:30" is 390 minutes; a day ends at 24:00. */
static int read_time(int *minutes, const char *value)
{
    static const char digits[] = "0123456789";
    if (strlen(value) != 5 || strspn(value, digits) != 2 || value[2] != ':' ||
        strspn(value + 3, digits) != 2)
        return 0;
    int hour = (value[0] - '0') * 10 + value[1] - '0';
    int minute = (value[3] - '0') * 10 + value[4] - '0';
    if (minute > 59 || hour * 60 + minute > 1440)
        return 0;
    *minutes = hour * 60 + minute;
    return 1;
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

/* "alpine lake": the bits of these names; "any" is all bits. */
static int read_set(uint64_t *bits, const scene_key *key, const char *value)
{
    uint64_t set = strcmp(value, "any") == 0 ? UINT64_MAX : 0;
    while (set != UINT64_MAX && *value != '\0') {
        char name[KEYS_NAME_SIZE];
        size_t length = strcspn(value, " ");
        int index;
        if (length >= sizeof name)
            return 0;
        memcpy(name, value, length);
        name[length] = '\0';
        if (!read_name(&index, key, name) || index > 62)
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
    double real;
    if (key->has_auto && strcmp(value, "auto") == 0)
        return set_auto(field, key);
    switch (key->kind) {
    case KEY_TIME:
        return read_time(field, value);
    case KEY_REAL:
        if (!text_to_real(&real, value) || real < key->min || real > key->max)
            return 0;
        *(double *)field = real;
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
        return read_geometry(field, 2, value);
    default: /* KEY_INTEGER, KEY_COUNT, KEY_VERSION */
        if (!text_to_integer(&integer, value, (int64_t)key->min, (int64_t)key->max) ||
            (key->kind == KEY_INTEGER && !integer_fits(key, integer)))
            return 0;
        *(int *)field = (int)integer;
        return 1;
    }
}

int keys_read(rl_scene *scene, const scene_key *key, int number, int stop, const char *value)
{
    int ignored; /* a version that no field holds */
    if (key->kind == KEY_STOP)
        return read_stop(scene, key, stop, value);
    if (key->kind == KEY_SEED) {
        scene->has_seed = strcmp(value, "auto") != 0;
        if (scene->has_seed)
            return rl_seed_parse(&scene->seed, value, NULL) == RL_OK;
        scene->seed = 0;
        return 1;
    }
    if (key->kind == KEY_REGION) {
        int numbers[4];
        if (!read_geometry(numbers, 4, value))
            return 0;
        scene->part_width = numbers[0];
        scene->part_height = numbers[1];
        scene->part_x = numbers[2];
        scene->part_y = numbers[3];
        return 1;
    }
    if (keys_of_pass(key) && key->has_auto && strcmp(value, "auto") == 0 &&
        pass_value(&scene->map.pass[number], key) == NULL)
        return 1; /* open without a value: it takes no place in the pass */
    return keys_read_field(has_field(key) ? key_field(scene, key, number) : &ignored, key, value);
}

void keys_set(rl_scene *scene, const scene_key *key, int number, double value)
{
    void *field = key_field(scene, key, number);
    if (field == NULL) /* a pass without room */
        return;
    if (key->kind == KEY_REAL)
        *(double *)field = value;
    else
        *(int *)field = (int)value;
}

/* ---- writing ---------------------------------------------------------------- */

static void write_word(char *text, const char *word)
{
    (void)snprintf(text, KEYS_VALUE_SIZE, "%s", word);
}

static void write_colour(char *text, rl_colour colour)
{
    (void)snprintf(text, KEYS_VALUE_SIZE, "#%06x", (unsigned)colour & 0xffffffU);
}

static int write_stop(const rl_scene *scene, const scene_key *key, int stop, char *text)
{
    if (keys_list(key) == KEY_LIST_TINT) {
        if (stop > scene->map.tint_count)
            return 0;
        const rl_tint *tint = &scene->map.tint[stop - 1];
        char number[TEXT_REAL_SIZE];
        text_from_real(number, tint->at);
        (void)snprintf(text, KEYS_VALUE_SIZE, "%s%s #%06x", number, tint->is_metres ? "m" : "",
                       (unsigned)tint->colour & 0xffffffU);
        return 1;
    }
    const rl_colour *list = key_value(scene, key, 0);
    if (stop > count_stops(scene, key))
        return 0;
    if (list[stop - 1] == RL_AUTO)
        write_word(text, "auto");
    else
        write_colour(text, list[stop - 1]);
    return 1;
}

int keys_write(const rl_scene *scene, const scene_key *key, int number, int stop,
               char text[KEYS_VALUE_SIZE])
{
    const void *field = key_value(scene, key, number);
    write_word(text, "auto");
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
            write_word(text, key_word(key, (size_t) * (const int *)field));
        return 1;
    case KEY_TEXT:
        if (*(const char *)field != '\0')
            (void)snprintf(text, KEYS_VALUE_SIZE, "%.63s", (const char *)field);
        return 1;
    case KEY_SEED:
        if (scene->has_seed)
            (void)snprintf(text, KEYS_VALUE_SIZE, "%llu", (unsigned long long)scene->seed);
        return 1;
    case KEY_TIME:
        if (scene->time != RL_AUTO)
            (void)snprintf(text, KEYS_VALUE_SIZE, "%02d:%02d", scene->time / 60 % 100,
                           scene->time % 60);
        return 1;
    case KEY_OFFSET:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%lld", (long long)*(const int64_t *)field);
        return 1;
    case KEY_SIZE:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%dx%d", scene->width, scene->height);
        return scene->width > 0;
    case KEY_REGION:
        (void)snprintf(text, KEYS_VALUE_SIZE, "%dx%d+%d+%d", scene->part_width, scene->part_height,
                       scene->part_x, scene->part_y);
        return scene->part_width > 0;
    default: {
        int value = has_field(key) ? *(const int *)field : (int)key->max;
        if (value != RL_AUTO)
            (void)snprintf(text, KEYS_VALUE_SIZE, "%d", value);
        return 1;
    }
    }
}

double keys_real(const rl_scene *scene, const scene_key *key, int number)
{
    return *(const double *)key_value(scene, key, number);
}

/* ---- checking --------------------------------------------------------------- */

static int check_colour(rl_colour colour)
{
    return colour == RL_AUTO || (colour >= 0 && colour <= 0xffffff);
}

static int check_tints(const rl_map_rules *rules)
{
    if (rules->tint_count < 0 || rules->tint_count > RL_MAX_TINT)
        return 0;
    for (int i = 0; i < rules->tint_count; i++) {
        const rl_tint *tint = &rules->tint[i];
        double least = tint->is_metres ? -1e6 : 0.0, most = tint->is_metres ? 1e6 : 1.0;
        if (!(tint->at >= least && tint->at <= most) || !check_colour(tint->colour) ||
            tint->colour == RL_AUTO)
            return 0;
    }
    return 1;
}

static int check_stops(const rl_scene *scene, const scene_key *key)
{
    if (keys_list(key) == KEY_LIST_TINT)
        return check_tints(&scene->map);
    const rl_colour *list = key_value(scene, key, 0);
    int count = count_stops(scene, key);
    if (count < 0 || count > (int)key->max)
        return 0;
    for (int i = 0; i < count; i++)
        if (!check_colour(list[i]))
            return 0;
    return 1;
}

int keys_check(const rl_scene *scene, const scene_key *key, int number)
{
    const void *field = key_value(scene, key, number);
    int integer;
    double real;
    switch (key->kind) {
    case KEY_REAL:
        real = *(const double *)field; /* neither holds when it is no number */
        return real == RL_AUTO ? key->has_auto : real >= key->min && real <= key->max;
    case KEY_COLOUR:
        return check_colour(*(const rl_colour *)field);
    case KEY_STOP:
        return check_stops(scene, key);
    case KEY_NAME:
        integer = *(const int *)field;
        return integer == RL_AUTO || (integer >= 0 && key_word(key, (size_t)integer) != NULL);
    case KEY_TEXT:
        return memchr(field, '\0', 64) != NULL && text_fits(field);
    case KEY_SEED:
    case KEY_OFFSET:
        return 1;
    case KEY_SIZE:
        return scene->width >= 0 && scene->width <= RL_MAX_SIDE && scene->height >= 0 &&
               scene->height <= RL_MAX_SIDE;
    case KEY_REGION:
        return scene->part_x >= 0 && scene->part_y >= 0 && scene->part_width >= 0 &&
               scene->part_height >= 0 && scene->part_x <= RL_MAX_SIDE - scene->part_width &&
               scene->part_y <= RL_MAX_SIDE - scene->part_height;
    default:
        if (!has_field(key))
            return 1;
        integer = *(const int *)field;
        return (integer == RL_AUTO && key->has_auto) || integer_fits(key, integer);
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
}

int keys_is_open(const rl_scene *scene, const scene_key *key, int number, int stop)
{
    const void *field = key_value(scene, key, number);
    if (!key->has_auto)
        return 0;
    if (key->kind == KEY_STOP && keys_list(key) == KEY_LIST_TINT)
        return stop > scene->map.tint_count;
    if (key->kind == KEY_STOP)
        return stop > count_stops(scene, key) || ((const rl_colour *)field)[stop - 1] == RL_AUTO;
    if (key->kind == KEY_SEED)
        return !scene->has_seed;
    return key->kind == KEY_REAL   ? *(const double *)field == RL_AUTO
           : key->kind == KEY_TEXT ? *(const char *)field == '\0'
                                   : *(const int *)field == RL_AUTO;
}

/* ---- opening and closing ---------------------------------------------------- */

void keys_open(rl_scene *scene, const char *section, int number)
{
    for (key_walk walk = section != NULL ? keys_first_in(section) : keys_first(); walk.key != NULL;
         keys_next(&walk)) {
        const scene_key *key = walk.key;
        if (key->has_auto && key->kind != KEY_STOP && key->kind != KEY_SEED && !keys_of_pass(key))
            set_auto(key_field(scene, key, number), key);
    }
}

void keys_close(rl_scene *scene, const char *section, int number)
{
    for (key_walk walk = section != NULL ? keys_first_in(section) : keys_first(); walk.key != NULL;
         keys_next(&walk)) {
        const scene_key *key = walk.key;
        int is_numbered = section == NULL && keys_numbered(walk.section) > 0;
        if (keys_of_family(key) && !keys_is_used(scene, key, number))
            continue;
        if (key->otherwise != RL_AUTO && !is_numbered && !keys_of_pass(key) &&
            keys_is_open(scene, key, number, 0))
            keys_set(scene, key, number, key->otherwise);
    }
}
