/* key.h - the record of one key of scene text, and the text of its rule.
 *
 * A key is declared in the file of the thing that it controls (a layer kind, a ridge family, a map
 * pass).  The room scene collects all keys, and reads, writes and checks every value by its record.
 * There are no other lists of keys: --set, --help, completions, limits and manual use these
 * records.
 */
#ifndef RL_BASE_KEY_H
#define RL_BASE_KEY_H

#include "base/scene.h"

typedef enum key_kind {
    KEY_REAL,    /* double */
    KEY_INTEGER, /* int; if `names` is not NULL, one of the numbers written there */
    KEY_NAME,    /* int: index of a name in `names` or `name_at` */
    KEY_COLOUR,  /* rl_colour */
    KEY_STOP,    /* an entry of a numbered list, such as sky_1, ridge_12, stop_3; 1..max */
    KEY_TEXT,    /* char[64]: UTF-8 without control characters and ';' */
    KEY_SEED,    /* uint64_t: seed of the scene */
    KEY_COUNT,   /* int: number of ridges */
    KEY_VERSION, /* int, at most `max`; it is only checked, not stored, if offset is 0 */
    KEY_TIME,    /* int: minutes of the day, written HH:MM */
    KEY_OFFSET,  /* int64_t */
    KEY_SIZE,    /* int[2], written WxH */
    KEY_REGION,  /* int[4], written WxH+X+Y */
    KEY_SET      /* uint64_t: bit i = name i, 0 = unset; written as names, or "any" for all */
} key_kind;

typedef struct scene_key {
    const char *path; /* "sun.x", "ridge.N.roughness", "palette.sky_N" */
    key_kind kind;
    size_t offset;            /* place of the value in rl_scene, rl_ridge or settings of a pass;
                                 or BY_NAME */
    double min, max;          /* limits of KEY_REAL, KEY_INTEGER, KEY_COUNT; KEY_STOP: of N */
    int has_auto;             /* 1: may be unset, `auto` */
    double otherwise;         /* default; RL_AUTO: the composition decides */
    const char *const *names; /* valid names, ended by NULL; NULL = none, or those of name_at */
    const char *(*name_at)(size_t number); /* returns name `number`, NULL past the last; or NULL */
    const char *rule;    /* text after "must be"; NULL: key_rule makes it from the fields above */
    const char *meaning; /* one line for help and manual */
} scene_key;

/* Some or all keys of one section of scene text. */
typedef struct key_group {
    const char *section; /* name of the section, such as "sun" */
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

/* Initialisers of records by kind of value.  `at` is the offset, or BY_NAME for a value of a layer
 * kind (see scene_real); `otherwise` is the default, or RL_AUTO if the composition decides.  A
 * ridge family without a field of its own in rl_ridge uses an unused one of `own`:
 * AT_RIDGE(own[0].real). */
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

/* key_word returns name `number`, from 0, that a key may have, or NULL past the last. */
static inline const char *key_word(const scene_key *key, size_t number)
{
    if (key->name_at != NULL)
        return key->name_at(number);
    for (size_t i = 0; key->names != NULL && i < number; i++)
        if (key->names[i] == NULL)
            return NULL;
    return key->names != NULL ? key->names[number] : NULL;
}

/* key_rule writes the values that a key may have: "0..1 or auto", "sun, moon or auto". */
#define KEY_RULE_SIZE 512
void key_rule(const scene_key *key, char rule[KEY_RULE_SIZE]);

/* key_rule_broken writes the rule for a message about `value`, which breaks it, with a hint:
 * for 1.5, which is within 0..7, "a whole number 0..7 or auto". */
void key_rule_broken(const scene_key *key, const char *value, char rule[KEY_RULE_SIZE]);

#endif
