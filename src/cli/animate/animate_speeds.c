/* animate_speeds.c - how many loops each layer of a scroll passes.
 *
 * In: the layers, --turns and --speed.  Out: whole numbers, as only those close a loop;
 * a negative one passes the other way.
 */
#include "cli/animate/animate_speeds.h"
#include "cli/common/say.h"
#include "cli/option_values.h"

#include <stdio.h>
#include <string.h>

#define TURNS 4
#define LOOPS_MOST 64

/* The sky stands still, and nothing before it does.  A lake goes with the shore beyond
 * it, whose mirror image it holds. */
static void choose_by_parallax(const land_layers *layers, int turns, int *loops)
{
    double nearest = layers->layer[layers->count - 1].parallax;
    for (int i = 0; i < layers->count; i++) {
        double share = nearest > 0.0 ? layers->layer[i].parallax / nearest : 1.0;
        int whole = (int)(turns * share + 0.5);
        loops[i] = layers->layer[i].kind == RL_LAYER_SKY    ? 0
                   : layers->layer[i].kind == RL_LAYER_LAKE ? loops[i - 1]
                   : whole > 0                              ? whole
                                                            : 1;
    }
}

static int tell_layer(const land_layers *layers, const char *name)
{
    const char *names[RL_MAX_RIDGES + 2];
    for (int i = 0; i < layers->count; i++)
        names[i] = layers->layer[i].name;
    const char *near = rl_nearest(name, names, (size_t)layers->count);
    if (near != NULL)
        return say_error(CODE_USAGE, "--speed %s: no such layer: did you mean %s?", SHOW(name),
                         near);
    return say_error(CODE_USAGE, "--speed %s: no such layer: from %s to %s", SHOW(name), names[0],
                     names[layers->count - 1]);
}

/* One NAME=N; layers that had one before are in `seen`. */
static int apply_speed(const land_layers *layers, char *item, int *loops, char *seen)
{
    char *equals = strchr(item, '=');
    int i = 0;
    double value;
    if (equals == NULL || equals == item)
        return say_error(CODE_USAGE, "--speed %s: must be NAME=N, with a comma between two",
                         SHOW(item));
    *equals = '\0';
    while (i < layers->count && strcmp(layers->layer[i].name, item) != 0)
        i++;
    if (i == layers->count)
        return tell_layer(layers, item);
    if (seen[i])
        return say_error(CODE_USAGE, "--speed %s=%s: given twice", item, SHOW(equals + 1));
    if (!options_real(&value, equals + 1) || value < -LOOPS_MOST || value > LOOPS_MOST ||
        value != (double)(int)value)
        return say_error(CODE_USAGE, "--speed %s=%s: must be whole loops, -%d..%d", item,
                         SHOW(equals + 1), LOOPS_MOST, LOOPS_MOST);
    loops[i] = (int)value;
    seen[i] = 1;
    return CODE_OK;
}

int speeds_choose(const land_layers *layers, const options *wanted, int *loops)
{
    char list[2048], seen[RL_MAX_RIDGES + 2] = {0};
    int code = CODE_OK;
    choose_by_parallax(layers, animate_own(wanted)->turns > 0 ? animate_own(wanted)->turns : TURNS,
                       loops);
    if (animate_own(wanted)->speed == NULL)
        return CODE_OK;
    if (strlen(animate_own(wanted)->speed) >= sizeof list)
        return say_error(CODE_USAGE, "--speed %s: more than %d letters",
                         SHOW(animate_own(wanted)->speed), (int)sizeof list - 1);
    snprintf(list, sizeof list, "%s", animate_own(wanted)->speed);
    for (char *item = list, *next; item != NULL && code == CODE_OK; item = next) {
        next = strchr(item, ',');
        if (next != NULL)
            *next++ = '\0';
        code = apply_speed(layers, item, loops, seen);
    }
    return code;
}
