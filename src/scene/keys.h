/* keys.h - collects, finds, reads, writes and checks all keys of scene text.
 *
 * Every room has groups of key records (base/key.h); values are fields of an rl_scene.  Scene text,
 * --set, range checks, suggestions and the key list of the manual all use this table.
 */
#ifndef RL_SCENE_KEYS_H
#define RL_SCENE_KEYS_H

#include "base/key.h"

/* ---- the collection (keys.c) --------------------------------------------------- */

/* The groups of the room scene, ended by one without a section. */
extern const key_group scene_key_groups[];

/* layer_key_group returns the group after `group` of all layer kinds, NULL past the last: a table
 * of the room layers, which is above this one (layers/kinds_table.c).  `group` is NULL for the
 * first; *kind is the state of the walk, which the caller only passes on. */
const key_group *layer_key_group(const key_group *group, int *kind);

/* A walk over all keys in canonical order, or over those of one section (NULL = all).  Several
 * kinds of map passes have keys of the same name: the walk stops at the first of them (see
 * keys_own). */
typedef struct key_walk {
    const char *section;  /* section of `key` */
    const scene_key *key; /* NULL at the end */
    unsigned traits;      /* traits of `key` and of its group */
    size_t index;         /* number of `key` in its section, from 0 */

    /* The rest is private. */
    size_t order;                                 /* number of the section */
    size_t group, next;                           /* group, and key in it */
    size_t first_family, first_pass, first_layer; /* numbers of groups where these kinds begin */
    const key_group *layer;                       /* group of a layer kind */
    int kind;                                     /* its kind: see layer_key_group */
    int is_one;                                   /* 1 = the walk ends with the section */
} key_walk;

key_walk keys_first(const char *section);
void keys_next(key_walk *walk);

#define KEYS_EACH_IN(section, walk)                                                                \
    for (key_walk walk = keys_first(section); walk.key != NULL; keys_next(&walk))
#define KEYS_EACH(walk) KEYS_EACH_IN(NULL, walk)

/* keys_section returns section `index` in canonical order, or NULL past the last. */
const char *keys_section(size_t index);

/* keys_nearest_section returns the name of the section nearest to a mistyped one, or NULL. */
const char *keys_nearest_section(const char *name);

/* keys_in returns 1 when the key is of a section; "ridge" is every ridge. */
int keys_in(const scene_key *key, const char *section);

/* keys_of_pass returns 1 for the keys that kinds of passes have: all of "pass" but its kind. */
int keys_of_pass(const scene_key *key);

/* keys_of_family returns 1 for the keys that one ridge family has. */
int keys_of_family(const scene_key *key);

/* keys_numbered returns how many sections of that name a text may have ([ridge 1],
 * [ridge 2] ...); 0 = it has no number. */
int keys_numbered(const char *section);

/* keys_count returns how many sections of that name the scene's text has. */
int keys_count(const rl_scene *scene, const char *section);

/* keys_note records that a text has section `number` (from 1) of that name. */
void keys_note(rl_scene *scene, const char *section, int number);

/* keys_is_used returns 1 when the text of this scene has the key of a walk (in numbered section
 * `number` from 0). */
int keys_is_used(const rl_scene *scene, const key_walk *walk, int number);

/* A key that was found by its name. */
typedef struct key_found {
    const scene_key *key; /* NULL = no such key */
    unsigned traits;      /* traits of `key` and of its group */
    size_t index;         /* in its section */
    int stop;             /* KEY_STOP: the number in the name, 1..most; else 0 */
} key_found;

/* keys_find finds a key by its name of today or of an older version. */
key_found keys_find(const char *section, const char *name);

/* keys_section_now returns the name of today of a section that older texts call otherwise, else
 * `section`. */
const char *keys_section_now(const char *section);

/* keys_name_now does the same for the name of a key in a section. */
const char *keys_name_now(const char *section, const char *name);

/* keys_own returns the record of the same name in the kind of pass `number` of the scene, where
 * it has one; else, and for keys of other sections, `key`. */
const scene_key *keys_own(const rl_scene *scene, const scene_key *key, int number);

/* The longest name of a key, with its NUL. */
#define KEYS_NAME_SIZE 32

/* keys_nearest returns the name in the section nearest to one that keys_find does not know,
 * or NULL; the name is written to `scratch`.  `rule` becomes its fault: no such key, or a stop
 * with a wrong number. */
const char *keys_nearest(const char *section, const char *name, char scratch[KEYS_NAME_SIZE],
                         char rule[64]);

/* keys_nearest_value returns the word of a KEY_NAME nearest to a mistyped value, or that of a
 * KEY_SET nearest to the first name that it does not have; or NULL. */
const char *keys_nearest_value(const scene_key *key, const char *value);

/* ---- values (key_value.c); `number` is that of a numbered section, from 0 ------- */

/* keys_read sets one key from text, or with NULL to its value in a new scene.  `stop` (from 1)
 * matters for KEY_STOP.  Returns 1, or 0 when the value breaks its rule. */
int keys_read(rl_scene *scene, const scene_key *key, int number, int stop, const char *value);

/* keys_read_field sets a field of a kind that is one number, name, set or text. */
int keys_read_field(void *field, const scene_key *key, const char *value);

/* keys_set sets a number or a name. */
void keys_set(rl_scene *scene, const scene_key *key, int number, double value);

/* The longest text that keys_write makes, with its NUL. */
#define KEYS_VALUE_SIZE RL_VALUE_SIZE

/* keys_write renders one value; returns 0 when the key is not to be written (a stop past
 * the list's end, a size that was not recorded, a real that text cannot carry). */
int keys_write(const rl_scene *scene, const scene_key *key, int number, int stop,
               char text[KEYS_VALUE_SIZE]);

/* keys_number returns the value of a key that is one number, else RL_AUTO. */
double keys_number(const rl_scene *scene, const scene_key *key, int number, int stop);

/* keys_is_unset returns 1 for a value that is RL_AUTO or "", and for a stop past the end. */
int keys_is_unset(const rl_scene *scene, const scene_key *key, int number, int stop);

/* keys_unset sets every number, name and text of the section that may be unset to RL_AUTO or
 * "" (NULL: of all sections but the palette's). */
void keys_unset(rl_scene *scene, const char *section, int number);

/* keys_fill gives the unset numbers and names of a section (NULL: of all sections without
 * a number) their defaults. */
void keys_fill(rl_scene *scene, const char *section, int number);

/* keys_check returns 1, or 0 when a value breaks its rule. */
int keys_check(const rl_scene *scene, const scene_key *key, int number);

/* keys_round rounds a value that keeps its rule to what text carries. */
void keys_round(rl_scene *scene, const scene_key *key, int number);

/* Which numbered list a KEY_STOP belongs to. */
typedef enum key_list {
    KEY_LIST_SKY,
    KEY_LIST_RIDGE,
    KEY_LIST_TINT,
    KEY_LIST_PEAK,
    KEY_LISTS
} key_list;
key_list keys_list(const scene_key *key);

/* ---- scenes -------------------------------------------------------------------- */

/* scene_init makes a scene in which everything is unset, and which owns no texts. */
void scene_init(rl_scene *scene);

/* scene_check checks every value that the scene's text would have; some may be unset.
 * Errors: RL_BAD_ARGUMENT with `key = value: rule`. */
rl_status scene_check(const rl_scene *scene, rl_error *error);

#endif
