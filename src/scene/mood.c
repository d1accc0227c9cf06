/* mood.c - the moods: light, sky and weather beside the palette's colours. */
#include "scene/mood.h"

#include <string.h>

#include "base/status.h"
#include "scene/keys.h"
#include "scene/style.h"

#define IN(style) (1U << (style))
#define GREEN                                                                                      \
    (IN(STYLE_ALPINE) | IN(STYLE_MISTY) | IN(STYLE_HILLS) | IN(STYLE_FOREST) | IN(STYLE_LAKE))
#define DRY (IN(STYLE_DESERT) | IN(STYLE_DUNES))

typedef struct mood {
    const char *name; /* also its palette's */
    unsigned styles;  /* of bare seeds that it suits */
    double weight;    /* among them */
    const char *text; /* scene text, or "" when the palette says it all */
} mood;

#define NIGHT                                                                                      \
    "[sun]\nradius = 0.034\nhalo = 0.3\nwide = 0.16\nband = 0.1\nbloom = 0.12\n"                   \
    "land_glow = 0.25\nlift = 7\n"

static const mood moods[] = {
    {"dawn", GREEN, 1.0, ""},
    {"ember", GREEN | DRY, 1.0, ""},
    {"violet", GREEN, 0.8, ""},
    {"noon", GREEN, 0.7, "[land]\nsnow = 0.85\n"},
    {"golden", GREEN | DRY, 1.0, ""},
    {"dusk", GREEN | IN(STYLE_DUNES), 0.9, ""},
    {"emerald", GREEN, 0.9, ""},
    {"sakura", GREEN, 0.8, ""},
    {"autumn", IN(STYLE_ALPINE) | IN(STYLE_HILLS) | IN(STYLE_FOREST) | IN(STYLE_MISTY), 0.7, ""},
    {"winter", IN(STYLE_ALPINE) | IN(STYLE_LAKE) | IN(STYLE_MISTY), 0.7,
     "[land]\nsnow = 0.9\nsnow_line = 0.16\n[sky]\nhaze = 0.5\n"
     "[sun]\nhalo = 0.5\nwide = 0.34\nband = 0.2\n"},
    {"mist", IN(STYLE_FOREST) | IN(STYLE_MISTY) | IN(STYLE_HILLS), 0.8,
     "[mist]\namount = 0.95\nheight = 0.08\nnoise = 1.2\n[clouds]\namount = 0\n[fog]\namount = "
     "0.6\n[sun]\nradius = 0.026\nhalo = 0.5\nwide = 0.3\nband = 0.2\n"},
    {"storm", IN(STYLE_ALPINE) | IN(STYLE_MISTY) | IN(STYLE_FOREST), 0.5,
     "[clouds]\namount = 0.95\ncover = 0.35\n"
     "[sun]\nradius = 0\nlift = -0.5\nhalo = 0.5\nwide = 0.3\nband = 0.35\n"},
    {"ink", IN(STYLE_MISTY) | IN(STYLE_ALPINE), 0.35,
     "[sun]\nradius = 0.045\nhalo = 0\nwide = 0.06\nband = 0.05\nbloom = 0\nland_glow = 0.1\n"
     "[clouds]\namount = 0\n[land]\nrelief = 0.5\n"},
    {"moonlight", IN(STYLE_ALPINE) | IN(STYLE_LAKE) | IN(STYLE_FOREST) | IN(STYLE_HILLS), 0.6,
     NIGHT "[moon]\nshow = 1\nphase = 0.42\n[stars]\namount = 1\n[clouds]\namount = 0.4\n"
           "[land]\nsnow = 0.8\n"},
    {"aurora", IN(STYLE_ALPINE) | IN(STYLE_LAKE) | IN(STYLE_FOREST), 0.5,
     "[sun]\nradius = 0\nhalo = 0\nwide = 0.08\nband = 0.22\nbloom = 0\nland_glow = 0.2\ny = 0.4\n"
     "[stars]\namount = 1\n[aurora]\namount = 0.8\n[clouds]\namount = 0\n"},
    {"bloodmoon", IN(STYLE_ALPINE) | IN(STYLE_MISTY), 0.3,
     "[sun]\nradius = 0.055\nhalo = 0.35\nwide = 0.25\nband = 0.25\n"
     "[moon]\nshow = 1\nphase = 0.5\n[stars]\namount = 0.5\n[clouds]\namount = 0.5\n"},
    {"vapor", IN(STYLE_ALPINE), 0.0,
     "[sun]\nradius = 0.13\nx = 0\nlift = 0.55\nstripes = 1\nhalo = 0.25\nwide = 0.35\nband = "
     "0.35\n[stars]\namount = 0.6\n[clouds]\namount = 0\n[trees]\nheight = 0\n"},
    {"desert", IN(STYLE_DESERT), 1.6, "[ridgeline]\nstyle = desert\n"},
    {"mars", DRY, 0.5,
     "[ridgeline]\nstyle = desert\n[sun]\nradius = 0.018\nhalo = 0.6\nwide = 0.3\nband = 0.12\n"
     "[clouds]\namount = 0.3\n"},
};

#define MOODS (sizeof moods / sizeof moods[0])

const char *rl_mood_name(size_t index)
{
    return index < MOODS ? moods[index].name : NULL;
}

static const mood *find_mood(const char *name)
{
    for (size_t i = 0; i < MOODS; i++)
        if (strcmp(moods[i].name, name) == 0)
            return &moods[i];
    return NULL;
}

int rl_mood_suits(const char *name, int style)
{
    const mood *found = find_mood(name);
    return found != NULL && style >= 0 && style < STYLES && (found->styles & IN(style)) != 0;
}

const char *mood_choose(int style, double u)
{
    double all = 0.0;
    for (size_t i = 0; i < MOODS; i++)
        all += moods[i].styles & IN(style) ? moods[i].weight : 0.0;
    double left = u * all;
    const char *name = "dawn";
    for (size_t i = 0; i < MOODS && left >= 0.0; i++) {
        if (!(moods[i].styles & IN(style)))
            continue;
        name = moods[i].name;
        left -= moods[i].weight;
    }
    return name;
}

static rl_status no_such_mood(const char *key, const char *name, rl_error *error)
{
    const char *names[MOODS];
    for (size_t i = 0; i < MOODS; i++)
        names[i] = moods[i].name;
    const char *near = rl_nearest(name, names, MOODS);
    return status_fail(error, RL_BAD_ARGUMENT, "%s = %s: no such mood%s%s%s", key, SHOWN(name),
                       near != NULL ? ": did you mean " : "", near != NULL ? near : "",
                       near != NULL ? "?" : "");
}

static void set_name(char name[64], const mood *chosen)
{
    memset(name, 0, 64);
    memcpy(name, chosen->name, strlen(chosen->name));
}

rl_status rl_mood_apply(rl_scene *scene, const char *name, rl_error *error)
{
    const mood *chosen = find_mood(name);
    if (chosen == NULL)
        return no_such_mood("mood", name, error);
    rl_status status = status_clear(error);
    if (chosen->text[0] != '\0')
        status = rl_scene_parse(scene, chosen->text, strlen(chosen->text), chosen->name, error);
    if (status != RL_OK)
        return status;
    rl_palette_init(&scene->palette);
    set_name(scene->palette.name, chosen);
    set_name(scene->mood, chosen);
    return RL_OK;
}

rl_status mood_fill(rl_scene *scene, const char *name, rl_error *error)
{
    const mood *chosen = find_mood(name);
    if (chosen == NULL)
        return no_such_mood("ridgeline.mood", name, error);
    rl_status status =
        chosen->text[0] != '\0' ? scene_fill(scene, chosen->text, chosen->name, error) : RL_OK;
    if (status != RL_OK)
        return status;
    set_name(scene->mood, chosen);
    if (scene->palette.name[0] == '\0')
        set_name(scene->palette.name, chosen);
    return RL_OK;
}
