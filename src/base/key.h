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

/* Traits of keys, by which scenes treat values.  Those of a group are traits of all its keys. */
enum key_trait {
    TRAIT_LIGHT = 1,     /* it changes the light alone, never the land */
    TRAIT_OF_MOOD = 2,   /* mood and hour decide it before a composition does */
    TRAIT_OF_HOUR = 4,   /* rl_scene_unset_light unsets it */
    TRAIT_OF_SEASON = 8, /* rl_scene_unset_light unsets it with the snow */
    TRAIT_SUN_SIDE = 16, /* it tells the side of the sun: an hour decides it before a composition */
    TRAIT_OF_PLACE = 32, /* a world decides it before the mood does */
    TRAIT_BUSY = 64,     /* worlds and compositions do not set it beside a calm place */
    TRAIT_MAP = 128,     /* the text of a map has it; that of a landscape needs slices of a map */
    TRAIT_MAP_LOOK = 256,    /* it is of the picture of a map: no landscape has it */
    TRAIT_SLICES = 512,      /* it is of slices: maps do not have it, landscapes only with slices */
    TRAIT_ALWAYS = 1024,     /* texts of maps and of landscapes have it */
    TRAIT_OLD = 2048,        /* it is read from older texts and never written */
    TRAIT_COMPLEMENT = 4096, /* it is 1 - the field of another key, which texts have in its place */
    TRAIT_INVENTED = 8192,   /* it is 0 in a panorama, which shows real land */
    TRAIT_ANY_TEXT = 16384,  /* it takes a text in place of a number, and keeps its hash */
    TRAIT_SHINE = TRAIT_LIGHT | TRAIT_OF_MOOD | TRAIT_OF_HOUR
};

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
    unsigned traits;     /* sum of key_trait, beside those of its group */
    const char *needs;   /* path of a key that must be above 0 for it to have an effect; or NULL */
} scene_key;

/* Some or all keys of one section of scene text. */
typedef struct key_group {
    const char *section; /* name of the section, such as "sun" */
    const scene_key *keys;
    size_t count;
    unsigned traits; /* sum of key_trait, of all its keys */
} key_group;

/* KEY_GROUP("sun", sun_keys) is the group of a whole array; traits may follow. */
#define KEY_GROUP(section, ...) KEY_GROUP_OF(section, __VA_ARGS__, 0, 0)
#define KEY_GROUP_OF(section, keys, traits, ...)                                                   \
    {                                                                                              \
        section, keys, sizeof(keys) / sizeof(keys)[0], traits                                      \
    }

/* Initialisers of records by kind of value; traits and `needs` may follow the meaning.  `at` is the
 * offset, or BY_NAME for a value of a layer kind (scene_real) or ridge family (ridge_real);
 * `otherwise` is the default, or RL_AUTO if the composition decides. */
#define BY_NAME SIZE_MAX /* KEY_REAL; of a layer kind also KEY_INTEGER and KEY_NAME */
#define AT_SCENE(field) offsetof(rl_scene, field)
#define AT_RIDGE(field) offsetof(rl_ridge, field)
#define KEY_END(meaning, traits, needs, ...) meaning, traits, needs
#define KEY_ROW(path, kind, at, min, max, otherwise, names, name_at, ...)                          \
    {                                                                                              \
        path, kind, at, min, max, 1, otherwise, names, name_at, NULL,                              \
            KEY_END(__VA_ARGS__, 0, NULL, 0)                                                       \
    }
#define REAL_KEY(path, at, min, max, otherwise, ...)                                               \
    KEY_ROW(path, KEY_REAL, at, min, max, otherwise, NULL, NULL, __VA_ARGS__)
#define INTEGER_KEY(path, at, min, max, otherwise, ...)                                            \
    KEY_ROW(path, KEY_INTEGER, at, min, max, otherwise, NULL, NULL, __VA_ARGS__)
#define NAME_KEY(path, at, names, otherwise, ...)                                                  \
    KEY_ROW(path, KEY_NAME, at, 0, 0, otherwise, names, NULL, __VA_ARGS__)
#define NAME_AT_KEY(path, at, name_at, otherwise, ...)                                             \
    KEY_ROW(path, KEY_NAME, at, 0, 0, otherwise, NULL, name_at, __VA_ARGS__)
#define SET_AT_KEY(path, at, name_at, otherwise, ...)                                              \
    KEY_ROW(path, KEY_SET, at, 0, 0, otherwise, NULL, name_at, __VA_ARGS__)
#define COLOUR_KEY(path, at, ...)                                                                  \
    KEY_ROW(path, KEY_COLOUR, at, 0, 0, RL_AUTO, NULL, NULL, __VA_ARGS__)

/* key_name returns the last part of the path: "x", "roughness", "sky_N". */
const char *key_name(const scene_key *key);

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
