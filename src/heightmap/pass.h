/* pass.h - the descriptor of a map pass: one step that shapes a map in place.
 *
 * To add a pass, write passes/NAME.c with its settings, its keys and a descriptor, and add its
 * row to passes_table.c.  Scene text, --pass, limits, help and manual follow the table.
 */
#ifndef RL_HEIGHTMAP_PASS_H
#define RL_HEIGHTMAP_PASS_H

#include <stddef.h>

#include "base/key.h"
#include "heightmap/heightmap.h"

#define PASS_SETTINGS_SIZE 256 /* size of the largest struct of settings, bytes */

/* A pass that can shape a streamed map: each row depends on itself and on some rows of the input,
 * whose numbers are known beforehand. */
typedef struct pass_stream {
    /* Allocates the state, which keeps `work`.  All fields of the map but the heights are valid.
     * Errors: RL_NO_MEMORY. */
    rl_status (*start)(void **state, const heightmap *map, const void *settings, int index,
                       const heightmap_work *work, rl_error *error);
    /* Returns the row that the pass reads at turn 0, 1, 2 ..., in ascending order; -1 after the
     * last. */
    int (*reads)(const void *state, int turn);
    void (*read)(void *state, int turn, const float *row);
    /* Called after the last turn.  Errors: RL_NO_MEMORY. */
    rl_status (*prepare)(void *state, rl_error *error);
    /* Shapes row y in place; several threads may do it at once. */
    void (*shape)(const void *state, int y, float *row);
    void (*free)(void *state); /* may be NULL */
} pass_stream;

typedef struct heightmap_pass {
    const char *name;
    const scene_key *keys; /* in the order of the text; `offset` in the struct of settings */
    size_t key_count;
    /* How many steps of about a nanosecond (on a machine of 2020) it takes: for limits. */
    int64_t (*steps)(const void *settings, int64_t samples);
    /* Shapes the map.  `index` from 0 is its number in the list of passes, for the seed's
     * streams.  Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
    rl_status (*run)(heightmap *map, const void *settings, int index, const heightmap_work *work,
                     rl_error *error);
    const pass_stream *stream; /* in place of `run`; NULL = the pass needs the whole map */
    /* The default of a key where it hangs on other values; NULL: that of each key's record. */
    double (*otherwise)(const rl_pass *pass, const scene_key *key);
    /* 1 if it reads heightmap_work.input or .points; NULL = never. */
    int (*reads_input)(const void *settings);
    /* Writes to cell[width * height] the number of the cell that each sample belongs to; NULL
     * where the pass has none.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
    rl_status (*cells)(const heightmap *map, const void *settings, int index, int32_t *cell,
                       const heightmap_work *work, rl_error *error);
} heightmap_pass;

#define PASS_KEYS(list) .keys = list, .key_count = sizeof(list) / sizeof(list)[0]

/* ---- services for passes (pass.c) ------------------------------------------------ */

/* pass_run_rows shapes a whole map by a pass that can be streamed.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status pass_run_rows(const heightmap_pass *pass, heightmap *map, const void *settings, int index,
                        const heightmap_work *work, rl_error *error);

/* pass_key_name returns the name of a key, the last part of its path. */
const char *pass_key_name(const scene_key *key);

/* pass_value returns the value of a key in a pass, or NULL; pass_slot makes room for one
 * (unset) where there is none, or returns NULL when all RL_PASS_VALUES are in use.
 * pass_value_set writes a number as a value of the key's type. */
const rl_value *pass_value(const rl_pass *pass, const scene_key *key);
rl_value *pass_slot(rl_pass *pass, const scene_key *key);
void pass_value_set(const scene_key *key, rl_value *value, double number);

/* pass_is_unset returns 1 where a pass has no value of a key. */
int pass_is_unset(const rl_pass *pass, const scene_key *key);

/* The most steps of a pass: sums of all passes stay below 2^63. */
#define PASS_STEPS_MOST (INT64_C(1) << 57)

/* pass_product multiplies numbers of steps and stops at PASS_STEPS_MOST. */
static inline int64_t pass_product(int64_t a, int64_t b)
{
    return a > 0 && b > PASS_STEPS_MOST / a ? PASS_STEPS_MOST : a * b;
}

/* ---- passes by their kind (passes_table.c, pass_values.c) ---------------------------
 *
 * No pass calls these: the table is above its rows. */

/* pass_at returns the descriptor of kind `kind`, or NULL where there is none. */
const heightmap_pass *pass_at(int kind);

/* pass_settings fills a kind's struct of settings: where the pass has no value, the default. */
typedef union pass_settings {
    double real; /* aligns the struct */
    unsigned char bytes[PASS_SETTINGS_SIZE];
} pass_settings;
void pass_settings_read(const rl_pass *pass, pass_settings *settings);

/* pass_key returns the record of a key of the pass's kind by its name, or NULL. */
const scene_key *pass_key(const rl_pass *pass, const char *name);

/* pass_set sets a key of the pass's kind to a value, of a word to its index; RL_AUTO unsets it. The
 * value is checked when the map is made.
 * Errors: RL_BAD_ARGUMENT (no such key). */
rl_status pass_set(rl_pass *pass, const char *key, double value, rl_error *error);

/* pass_get returns the value of a key, its default if it is unset, or RL_AUTO if the kind has no
 * such key. */
double pass_get(const rl_pass *pass, const char *key);

/* pass_reads_input returns 1 for a pass that needs heightmap_work.input or .points. */
int pass_reads_input(const rl_pass *pass);

/* pass_resolve gives every key of the kind its default where it is unset and sorts the values in
 * the order of the keys.  `index` from 0 is for the message.
 * Errors: RL_BAD_ARGUMENT (no such kind, a key that the kind does not have). */
rl_status pass_resolve(rl_pass *pass, int index, rl_error *error);

/* pass_steps returns the steps of one pass, PASS_STEPS_MOST at most. */
int64_t pass_steps(const rl_pass *pass, int64_t samples);

#endif
