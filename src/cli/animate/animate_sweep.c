/* animate_sweep.c - one key of a scene from a value to another and back.
 *
 * In: KEY=A..B.  Out: the scene of each frame.  The way eases at both ends, so that the
 * loop does not jerk where it turns and where it begins again.
 */
#include "cli/animate/animate_sweep.h"
#include "cli/common/say.h"
#include "cli/option_values.h"

#include <stdio.h>
#include <string.h>

/* ---- the value ---------------------------------------------------------- */

static int tell_form(const char *text)
{
    return say_error(CODE_USAGE, "--sweep %s: must be KEY=A..B with two numbers", SHOW(text));
}

int sweep_read(sweep *to, const char *text)
{
    const char *equals = strchr(text, '=');
    const char *dots = equals != NULL ? strstr(equals, "..") : NULL;
    if (dots == NULL || equals == text || dots == equals + 1 || dots[2] == '\0' ||
        equals - text >= SWEEP_TEXT || dots - equals > SWEEP_TEXT || strlen(dots + 2) >= SWEEP_TEXT)
        return tell_form(text);
    snprintf(to->key, SWEEP_TEXT, "%.*s", (int)(equals - text), text);
    snprintf(to->low, SWEEP_TEXT, "%.*s", (int)(dots - equals - 1), equals + 1);
    snprintf(to->high, SWEEP_TEXT, "%s", dots + 2);
    return CODE_OK;
}

/* Beyond 2^53 every double is whole, and from 2^63 on none is an int64_t. */
#define ALL_WHOLE 9007199254740992.0

static int is_whole(double value)
{
    return !(value < ALL_WHOLE && value > -ALL_WHOLE) || value == (double)(int64_t)value;
}

/* A key of whole numbers refuses what lies between two of them; a seed takes it for a
 * text, another land. */
static int wants_whole(const sweep *of, rl_scene *tried)
{
    char between[SWEEP_TEXT];
    rl_error error;
    double low = of->from < of->to ? of->from : of->to;
    if (!is_whole(of->from) || !is_whole(of->to))
        return 0;
    snprintf(between, sizeof between, "%.1f", low + 0.5);
    return strcmp(of->key, "ridgeline.seed") == 0 ||
           (of->from != of->to && rl_scene_set(tried, of->key, between, &error) != RL_OK);
}

int sweep_check(sweep *of, rl_scene *tried)
{
    rl_error error;
    if (rl_scene_set(tried, of->key, of->low, &error) != RL_OK ||
        rl_scene_set(tried, of->key, of->high, &error) != RL_OK)
        return say_status(&error);
    if (!options_real(&of->from, of->low) || !options_real(&of->to, of->high))
        return say_error(CODE_USAGE, "--sweep %s=%s..%s: must be two numbers", of->key,
                         SHOW(of->low), SHOW(of->high));
    of->is_whole = wants_whole(of, tried);
    return CODE_OK;
}

int sweep_is_of_map(const char *text)
{
    static const char *const sections[] = {"map.", "pass.", "tint."};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strncmp(text, sections[i], strlen(sections[i])) == 0)
            return 1;
    return 0;
}

/* ---- the way ------------------------------------------------------------ */

/* The share of the way, 0 at the first frame, 1 half way through.  The cubic is within
 * 0.011 of a cosine, and the same on every machine. */
static double share_at(int frame, int frames)
{
    double there = 2.0 * frame / frames;
    double share = there <= 1.0 ? there : 2.0 - there;
    return share * share * (3.0 - 2.0 * share);
}

rl_status sweep_apply(const sweep *of, rl_scene *scene, int frame, int frames, rl_error *error)
{
    char value[SWEEP_TEXT];
    double share = share_at(frame, frames);
    double at = of->from * (1.0 - share) + of->to * share;
    snprintf(value, sizeof value, of->is_whole ? "%.0f" : "%.9f", at);
    return rl_scene_set(scene, of->key, value, error);
}
