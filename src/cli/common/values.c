/* values.c - values of scenes by their keys, as commands read and set them. */
#include "cli/common/values.h"

#include "base/text.h"
#include "cli/common/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int scene_is(const rl_scene *scene, const char *key, const char *word)
{
    char value[RL_VALUE_SIZE];
    return strcmp(rl_scene_get(scene, key, value), word) == 0;
}

const char *scene_name(const rl_scene *scene, const char *key, char value[RL_VALUE_SIZE])
{
    rl_scene_get(scene, key, value);
    if (strcmp(value, "auto") == 0)
        value[0] = '\0';
    return value;
}

int scene_int(const rl_scene *scene, const char *key)
{
    return (int)rl_scene_number(scene, key);
}

uint64_t scene_seed(const rl_scene *scene)
{
    uint64_t seed = 0;
    (void)rl_scene_seed(scene, &seed);
    return seed;
}

geometry scene_size(const rl_scene *scene)
{
    rl_view view;
    rl_scene_view(scene, &view);
    return (geometry){view.width, view.height, 0, 0};
}

geometry scene_part(const rl_scene *scene)
{
    rl_view view;
    rl_scene_view(scene, &view);
    return (geometry){view.part_width, view.part_height, view.x, view.y};
}

int scene_renew(rl_scene **scene, const rl_scene *other)
{
    rl_error error;
    rl_scene *before = *scene;
    rl_status status = rl_scene_copy(scene, other, &error);
    rl_scene_free(before);
    return say_result(status, &error);
}

int scene_put(rl_scene *scene, const char *key, const char *format, ...)
{
    char value[RL_VALUE_SIZE];
    rl_error error;
    va_list values;
    va_start(values, format);
    vsnprintf(value, sizeof value, format, values);
    va_end(values);
    return say_result(rl_scene_set(scene, key, value, &error), &error);
}

int scene_put_number(rl_scene *scene, const char *key, double value)
{
    char text[TEXT_REAL_SIZE];
    text_from_real(text, value);
    return scene_put(scene, key, "%s", value != RL_AUTO ? text : "auto");
}

void scene_put_time(rl_scene *scene, int minutes)
{
    scene_put(scene, "ridgeline.time", "%02d:%02d", minutes / 60, minutes % 60);
}

void scene_take(rl_scene *scene, const rl_scene *other, const char *keys)
{
    char key[48], value[RL_VALUE_SIZE];
    for (size_t length; *keys != '\0'; keys += length + (keys[length] == ' ')) {
        length = strcspn(keys, " ");
        snprintf(key, sizeof key, "%.*s", (int)length, keys);
        rl_scene_get(other, key, value);
        (void)rl_scene_set(scene, key, value[0] != '\0' ? value : NULL, NULL);
    }
}
