/* key_check.c - whether a value keeps the rule of its key, and what of it text carries. */
#include <string.h>

#include "base/text.h"
#include "scene/key_field.h"

/* Depth is an integer of which only two values exist. */
int key_integer_fits(const scene_key *key, int64_t value)
{
    return (double)value >= key->min && (double)value <= key->max &&
           (strcmp(key->path, "output.depth") != 0 || value == 8 || value == 16);
}

int key_text_fits(const char *value)
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

/* ---- one check for each kind ---------------------------------------------- */

static int check_real(double value, const scene_key *key)
{
    if (value == RL_AUTO)
        return key->has_auto;
    return value >= key->min && value <= key->max; /* also 0 when it is no number */
}

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
    if (key_is_tint(key))
        return check_tints(&scene->map);
    const rl_colour *list = key_value(scene, key, 0);
    int count = key_count(scene, key);
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
    return memchr(field, '\0', 64) != NULL && key_text_fits(field);
}

int keys_check(const rl_scene *scene, const scene_key *key, int ridge)
{
    const void *field = key_value(scene, key, ridge);
    int integer;
    switch (key->kind) {
    case KEY_REAL:
        return check_real(*(const double *)field, key);
    case KEY_COLOUR:
        return check_colour(*(const rl_colour *)field);
    case KEY_STOP:
        return check_stops(scene, key);
    case KEY_NAME:
        return check_name(*(const int *)field, key);
    case KEY_TEXT:
        return check_text(field);
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
        if (key->offset == 0)
            return 1;
        integer = *(const int *)field;
        return (integer == RL_AUTO && key->has_auto) || key_integer_fits(key, integer);
    }
}

void keys_round(rl_scene *scene, const scene_key *key, int ridge)
{
    double *real = key_field(scene, key, ridge);
    if (key->kind == KEY_REAL && *real != RL_AUTO)
        *real = text_round(*real);
    for (int i = 0; key->kind == KEY_STOP && key_is_tint(key) && i < scene->map.tint_count; i++)
        scene->map.tint[i].at = text_round(scene->map.tint[i].at);
}

int keys_is_open(const rl_scene *scene, const scene_key *key)
{
    if (keys_in(key, "ridge") || keys_in(key, "pass") || keys_in(key, "palette") || !key->has_auto)
        return 0;
    const void *value = key_value(scene, key, 0);
    if (key->kind == KEY_REAL)
        return *(const double *)value == RL_AUTO;
    return (key->kind == KEY_NAME || key->kind == KEY_INTEGER) && *(const int *)value == RL_AUTO;
}
