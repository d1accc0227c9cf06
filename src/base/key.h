/* key.h - the record of one key of scene text, and the text of its rule.
 *
 * A key is declared where its subject lives (a layer kind, a ridge family, a map pass) and
 * collected by the room scene, which reads, writes and checks every value by this record.
 * Nothing else lists keys: --set, --help, completions, limits and manual follow it.
 */
#ifndef RL_BASE_KEY_H
#define RL_BASE_KEY_H

#include "base/scene.h"

typedef enum key_kind {
    KEY_REAL,    /* double */
    KEY_INTEGER, /* int; `names`, if any, are the only numbers that it may have */
    KEY_NAME,    /* int: index of a name in `names` or `name_at` */
    KEY_COLOUR,  /* rl_colour */
    KEY_STOP,    /* one entry of a numbered list: sky_1, ridge_12, stop_3; `max` entries */
    KEY_TEXT,    /* char[64]: UTF-8 without control characters and ';' */
    KEY_SEED,    /* uint64_t seed of the scene */
    KEY_COUNT,   /* int: number of ridges */
    KEY_VERSION, /* int, or nothing when offset is 0: at most `max` */
    KEY_TIME,    /* int: minutes, written HH:MM */
    KEY_OFFSET,  /* int64_t */
    KEY_SIZE,    /* int[2], written WxH */
    KEY_REGION,  /* int[4], written WxH+X+Y */
    KEY_SET      /* uint64_t: bit i for name i, 0 = unset; names with blanks between, or "any" */
} key_kind;

typedef struct scene_key {
    const char *path; /* "sun.x", "ridge.N.roughness", "palette.sky_N" */
    key_kind kind;
    size_t offset;    /* bytes into rl_scene, or rl_ridge, or the settings of a pass; or BY_NAME */
    double min, max;  /* KEY_REAL, KEY_INTEGER, KEY_COUNT; KEY_STOP: 1..most */
    int has_auto;     /* 1: may be left to the seed */
    double otherwise; /* default; RL_AUTO: the composition decides */
    const char *const *names; /* ended by NULL; or NULL */
    const char *(*name_at)(
        size_t number);  /* names that a function gives: NULL past the last; or NULL */
    const char *rule;    /* text after "must be"; NULL: made from the fields above */
    const char *meaning; /* one line */
} scene_key;

/* The keys of one section, or some of them. */
typedef struct key_group {
    const char *section; /* "sun" */
    const scene_key *keys;
    size_t count;
    int is_light; /* 1: values that change the light alone, never the land */
} key_group;

/* KEY_GROUP("sun", sun_keys) is the group of a whole array. */
#define KEY_GROUP(section, keys)                                                                   \
    {                                                                                              \
        section, keys, sizeof(keys) / sizeof(keys)[0], 0                                           \
    }
#define LIGHT_GROUP(section, keys)                                                                 \
    {                                                                                              \
        section, keys, sizeof(keys) / sizeof(keys)[0], 1                                           \
    }

/* Records by kind of value.  `otherwise` is the default, or RL_AUTO where the composition
 * decides.  Layer kinds keep their values BY_NAME (see scene_real); a ridge family that has no
 * field of its own in rl_ridge uses a free one of `own`: AT_RIDGE(own[0].real). */
#define BY_NAME SIZE_MAX /* KEY_REAL, KEY_INTEGER and KEY_NAME of a layer kind */
#define AT_SCENE(field) offsetof(rl_scene, field)
#define AT_RIDGE(field) offsetof(rl_ridge, field)
#define REAL_KEY(path, at, min, max, otherwise, meaning)                                           \
    {                                                                                              \
        path, KEY_REAL, at, min, max, 1, otherwise, NULL, NULL, NULL, meaning                      \
    }
#define INTEGER_KEY(path, at, min, max, otherwise, meaning)                                        \
    {                                                                                              \
        path, KEY_INTEGER, at, min, max, 1, otherwise, NULL, NULL, NULL, meaning                   \
    }
#define NAME_KEY(path, at, names, otherwise, meaning)                                              \
    {                                                                                              \
        path, KEY_NAME, at, 0, 0, 1, otherwise, names, NULL, NULL, meaning                         \
    }
#define NAME_AT_KEY(path, at, name_at, otherwise, meaning)                                         \
    {                                                                                              \
        path, KEY_NAME, at, 0, 0, 1, otherwise, NULL, name_at, NULL, meaning                       \
    }
#define SET_AT_KEY(path, at, name_at, otherwise, meaning)                                          \
    {                                                                                              \
        path, KEY_SET, at, 0, 0, 1, otherwise, NULL, name_at, NULL, meaning                        \
    }
#define COLOUR_KEY(path, at, meaning)                                                              \
    {                                                                                              \
        path, KEY_COLOUR, at, 0, 0, 1, RL_AUTO, NULL, NULL, NULL, meaning                          \
    }

/* key_word returns name `number` from 0 of a key, or NULL past the last. */
static inline const char *key_word(const scene_key *key, size_t number)
{
    if (key->name_at != NULL)
        return key->name_at(number);
    for (size_t i = 0; key->names != NULL && i < number; i++)
        if (key->names[i] == NULL)
            return NULL;
    return key->names != NULL ? key->names[number] : NULL;
}

/* key_rule writes which values the key may have: "0..1 or auto", "sun, moon or auto". */
#define KEY_RULE_SIZE 512
void key_rule(const scene_key *key, char rule[KEY_RULE_SIZE]);

/* key_rule_broken writes the same for a message about `value`, which breaks it: "a whole number
 * 0..7 or auto" of 1.5, which is within 0..7. */
void key_rule_broken(const scene_key *key, const char *value, char rule[KEY_RULE_SIZE]);

#endif
