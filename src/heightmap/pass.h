/* pass.h - the descriptor of a map pass: one step that shapes a map in place.
 *
 * To add a pass, write passes/NAME.c with a struct of settings, keys and a descriptor, and add a
 * row to passes_table.c.  Scene text, --pass, limits, help and manual read that table.
 */
#ifndef RL_HEIGHTMAP_PASS_H
#define RL_HEIGHTMAP_PASS_H

#include <stddef.h>

#include "base/key.h"
#include "heightmap/heightmap.h"

#define PASS_SETTINGS_SIZE 256 /* size of the largest struct of settings, bytes */

/* Functions of a pass that can shape a streamed map: each row depends only on itself and on some
 * rows of the map before the pass, whose numbers are known beforehand. */
typedef struct pass_stream {
    /* Allocates the state, which keeps the pointer `work`.  Of the map all fields but the heights
     * are valid.  Errors: RL_NO_MEMORY. */
    rl_status (*start)(void **state, const heightmap *map, const void *settings, int index,
                       const heightmap_work *work, rl_error *error);
    /* Returns the number of the row that the pass must read at turn 0, 1, 2 ..., in ascending
     * order; -1 after the last.  `read` then gets that row. */
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
    const scene_key *keys; /* in the order of scene text; `offset` is that in the settings */
    size_t key_count;
    uint64_t random; /* first of its RL_MAX_PASSES random streams, + number of the pass; 0 = none */
    /* Returns the time that the pass takes for a number of samples, in steps of about a nanosecond
     * on a computer of 2020: for limits. */
    int64_t (*steps)(const void *settings, int64_t samples);
    /* Shapes the map.  `index`, from 0, is the number of the pass in the list of passes: passes of
     * one kind use different hash streams.  Errors: RL_BAD_ARGUMENT, RL_NO_MEMORY, RL_CANCELLED. */
    rl_status (*run)(heightmap *map, const void *settings, int index, const heightmap_work *work,
                     rl_error *error);
    const pass_stream *stream; /* in place of `run`; NULL = the pass needs the whole map */
    /* Returns the default of a key, which may depend on other values of the pass; NULL: defaults
     * are scene_key.otherwise. */
    double (*otherwise)(const rl_pass *pass, const scene_key *key);
    /* Returns 1 if the pass reads heightmap_work.input or .points; NULL = it never does. */
    int (*reads_input)(const void *settings);
    /* Writes to cell[width * height] the number of the cell that each sample belongs to; NULL = the
     * pass has no cells.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
    rl_status (*cells)(const heightmap *map, const void *settings, int index, int32_t *cell,
                       const heightmap_work *work, rl_error *error);
    /* Writes the first `most` feature points that work->seed and work->rules give; returns the
     * number of all, 0 if they come from a file; NULL = the pass has no points. */
    int (*points)(const void *settings, int index, const heightmap_work *work, rl_peak *points,
                  int most);
} heightmap_pass;

#define PASS_KEYS(list) .keys = list, .key_count = sizeof(list) / sizeof(list)[0]

/* ---- functions for passes (pass.c) ----------------------------------------------- */

/* pass_run_rows shapes a whole map by a pass that can be streamed.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status pass_run_rows(const heightmap_pass *pass, heightmap *map, const void *settings, int index,
                        const heightmap_work *work, rl_error *error);

/* pass_value returns the value of a key in a pass, or NULL if the pass does not list that key.
 * pass_slot returns the same, but adds an unset value if there is none; NULL if all RL_PASS_VALUES
 * entries are used.  pass_value_set writes a number as a value of the key's type. */
const rl_value *pass_value(const rl_pass *pass, const scene_key *key);
rl_value *pass_slot(rl_pass *pass, const scene_key *key);
void pass_value_set(const scene_key *key, rl_value *value, double number);

/* pass_is_unset returns 1 if a pass has no value of a key, or an unset one. */
int pass_is_unset(const rl_pass *pass, const scene_key *key);

/* Largest number of steps of a pass, so that the sum over RL_MAX_PASSES passes is below 2^63. */
#define PASS_STEPS_MOST (INT64_C(1) << 57)

/* pass_product returns a * b, both >= 0, at most PASS_STEPS_MOST. */
static inline int64_t pass_product(int64_t a, int64_t b)
{
    return a > 0 && b > PASS_STEPS_MOST / a ? PASS_STEPS_MOST : a * b;
}

/* ---- passes by kind (passes_table.c, pass_values.c) ---------------------------------
 *
 * No pass calls these, since they depend on the table of all passes. */

/* pass_at returns the descriptor of a kind (rl_pass.kind), or NULL if there is no such kind. */
const heightmap_pass *pass_at(int kind);

/* pass_settings_read fills the struct of settings of a pass's kind; unset values are defaults. */
typedef union pass_settings {
    double real; /* aligns the struct */
    unsigned char bytes[PASS_SETTINGS_SIZE];
} pass_settings;
void pass_settings_read(const rl_pass *pass, pass_settings *settings);

/* pass_key returns the key of the pass's kind that has a name, or NULL. */
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

/* pass_resolve sets every unset key of the kind to its default and sorts the values in the order of
 * the keys.  `index`, from 0, is the number of the pass in the message.
 * Errors: RL_BAD_ARGUMENT (the kind is unset, or has no such key). */
rl_status pass_resolve(rl_pass *pass, int index, rl_error *error);

/* pass_steps returns heightmap_pass.steps of a pass, at most PASS_STEPS_MOST. */
int64_t pass_steps(const rl_pass *pass, int64_t samples);

#endif
