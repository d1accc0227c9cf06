/* key_value.c - one reader and one writer for each kind of key. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "scene/key_field.h"

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
    if (!key_text_fits(value))
        return 0;
    memset(field, 0, 64);
    memcpy(field, value, strlen(value));
    return 1;
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
    int was = key_count(scene, key);
    if (was < 0 || was > (int)key->max)
        return 0; /* a caller has written into the struct */
    if (key_is_tint(key))
        return read_tint(&scene->map, stop, value);
    rl_colour *list = key_field(scene, key, 0);
    int *count = key_is_sky(key) ? &scene->palette.sky_count : &scene->palette.ridge_count;
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

int keys_read(rl_scene *scene, const scene_key *key, int ridge, int stop, const char *value)
{
    void *field = key_field(scene, key, ridge);
    if (key->kind == KEY_STOP)
        return read_stop(scene, key, stop, value);
    if (key->kind == KEY_SEED)
        return read_seed(scene, value);
    if (key->has_auto && strcmp(value, "auto") == 0)
        return set_auto(field, key);
    int64_t integer;
    double real;
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
    case KEY_COLOUR:
        return text_to_colour(field, value);
    case KEY_TEXT:
        return read_text(field, value);
    case KEY_OFFSET:
        return text_to_integer(field, value, INT64_MIN, INT64_MAX);
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
            (key->kind == KEY_INTEGER && !key_integer_fits(key, integer)))
            return 0;
        if (key->offset != 0)
            *(int *)field = (int)integer;
        return 1;
    }
}

static void write_word(char *text, const char *word)
{
    (void)snprintf(text, KEYS_VALUE_SIZE, "%s", word);
}

static void write_colour(char *text, rl_colour colour)
{
    (void)snprintf(text, KEYS_VALUE_SIZE, "#%06x", (unsigned)colour & 0xffffffU);
}

static int write_tint(const rl_map_rules *rules, int stop, char *text)
{
    if (stop > rules->tint_count)
        return 0;
    const rl_tint *tint = &rules->tint[stop - 1];
    char number[TEXT_REAL_SIZE];
    text_from_real(number, tint->at);
    (void)snprintf(text, KEYS_VALUE_SIZE, "%s%s #%06x", number, tint->is_metres ? "m" : "",
                   (unsigned)tint->colour & 0xffffffU);
    return 1;
}

static int write_stop(const rl_scene *scene, const scene_key *key, int stop, char *text)
{
    if (key_is_tint(key))
        return write_tint(&scene->map, stop, text);
    const rl_colour *list = key_value(scene, key, 0);
    if (stop > key_count(scene, key))
        return 0;
    if (list[stop - 1] == RL_AUTO)
        write_word(text, "auto");
    else
        write_colour(text, list[stop - 1]);
    return 1;
}

int keys_write(const rl_scene *scene, const scene_key *key, int ridge, int stop,
               char text[KEYS_VALUE_SIZE])
{
    const void *field = key_value(scene, key, ridge);
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
            write_word(text, key->names[*(const int *)field]);
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
        int value = key->offset != 0 ? *(const int *)field : (int)key->max;
        if (value != RL_AUTO)
            (void)snprintf(text, KEYS_VALUE_SIZE, "%d", value);
        return 1;
    }
    }
}

double keys_real(const rl_scene *scene, const scene_key *key, int ridge)
{
    return *(const double *)key_value(scene, key, ridge);
}
