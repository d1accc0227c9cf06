/* keys.h - the one list of what a scene can say.
 *
 * Every key has its section, its name, its kind of value, its range, where it
 * stands in the struct and what it means.  Reading, writing, --set, range
 * checks, suggestions and the manual's key list all follow this table.
 */
#ifndef RL_SCENE_KEYS_H
#define RL_SCENE_KEYS_H

#include "ridgeline.h"

typedef enum key_kind {
    KEY_REAL,
    KEY_INTEGER,
    KEY_NAME, /* one of a list of words, held as their index */
    KEY_COLOUR,
    KEY_STOP, /* one of a numbered list: sky_1, ridge_12, stop_3 */
    KEY_TEXT, /* char[64]: letters, digits, '-', '_', '.' and spaces */
    KEY_SEED,
    KEY_COUNT,   /* number of ridges */
    KEY_VERSION, /* must be the number that this library knows */
    KEY_TIME,    /* HH:MM, held in minutes */
    KEY_OFFSET,  /* any 64-bit integer */
    KEY_SIZE,    /* WxH */
    KEY_REGION   /* WxH+X+Y */
} key_kind;

typedef struct scene_key {
    const char *path; /* "sun.x", "ridge.N.roughness", "palette.sky_N" */
    key_kind kind;
    size_t offset;            /* in rl_scene; in rl_ridge, rl_pass for "ridge", "pass" */
    double min, max;          /* KEY_STOP: 1..most */
    int has_auto;             /* 1: may be left to the seed */
    const char *const *names; /* KEY_NAME: ended by NULL */
    const char *rule;         /* "0..1": what follows "must be" */
    const char *meaning;
} scene_key;

extern const scene_key scene_keys[];
extern const size_t scene_key_count;

/* The sections in canonical order, ended by NULL. */
extern const char *const scene_sections[];

/* keys_name returns the last part of the path: "x", "roughness", "sky_N". */
const char *keys_name(const scene_key *key);

/* keys_in tells whether the key stands in a section; "ridge" is every ridge. */
int keys_in(const scene_key *key, const char *section);

/* keys_numbered returns how many sections of that name a text may have ([ridge 1],
 * [ridge 2] ...); 0 = it has no number. */
int keys_numbered(const char *section);

/* keys_count returns how many sections of that name the scene's text has. */
int keys_count(const rl_scene *scene, const char *section);

/* keys_note makes the scene have numbered section `number` (from 1). */
void keys_note(rl_scene *scene, const char *section, int number);

/* keys_is_used tells whether a scene of this kind says anything by the key (in
 * numbered section `number` from 0). */
int keys_is_used(const rl_scene *scene, const scene_key *key, int number);

/* keys_find returns the key of a section, or NULL.  For KEY_STOP `*stop`
 * receives the number in the name (1..most). */
const scene_key *keys_find(const char *section, const char *name, int *stop);

/* The longest name of a key, with its NUL. */
#define KEYS_NAME_SIZE 32

/* keys_nearest returns the name in the section nearest to a mistyped one, or
 * NULL.  The name of a stop is made in `scratch`. */
const char *keys_nearest(const char *section, const char *name, char scratch[KEYS_NAME_SIZE]);

/* keys_rule_of_name writes what is wrong with a name that keys_find does not know:
 * no such key, or a stop whose number is none. */
void keys_rule_of_name(const char *section, const char *name, char rule[64]);

/* keys_nearest_value returns the word of a KEY_NAME nearest to a mistyped value,
 * or NULL. */
const char *keys_nearest_value(const scene_key *key, const char *value);

/* keys_read sets one key from text.  `ridge` (from 0; also a pass's number) and `stop` (from 1)
 * matter where the key has them.  Returns 1, or 0 when the value breaks its
 * rule. */
int keys_read(rl_scene *scene, const scene_key *key, int ridge, int stop, const char *value);

/* The longest text that keys_write makes, with its NUL. */
#define KEYS_VALUE_SIZE 96

/* keys_write renders one value; returns 0 when the key is not to be written
 * (a stop past the list's end, a size that was not recorded). */
int keys_write(const rl_scene *scene, const scene_key *key, int ridge, int stop,
               char text[KEYS_VALUE_SIZE]);

/* keys_real returns the value of a KEY_REAL as it stands. */
double keys_real(const rl_scene *scene, const scene_key *key, int ridge);

/* keys_is_open tells whether a number or a word that may be left to the seed is so; of
 * ridges, passes, texts and the palette's colours it says no. */
int keys_is_open(const rl_scene *scene, const scene_key *key);

/* scene_fill sets what a scene text says and the scene leaves open (keys_is_open).  It is
 * for texts of the library's own: a fault leaves the scene half filled.
 * Errors: RL_BAD_DATA. */
rl_status scene_fill(rl_scene *scene, const char *text, const char *place, rl_error *error);

/* keys_check rounds one value to what text carries and checks its range.
 * Returns 1, or 0 when it breaks its rule. */
int keys_check(rl_scene *scene, const scene_key *key, int ridge);

#endif
