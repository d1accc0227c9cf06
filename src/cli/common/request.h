/* request.h - the options applied to a scene. */
#ifndef RL_CLI_COMMON_REQUEST_H
#define RL_CLI_COMMON_REQUEST_H

#include "cli/options.h"

/* request_apply applies the options to a scene in the order that ridgeline(1)
 * promises: --seed, -m, -p, then the options that are keys of the scene, --set.
 * Returns an exit code; errors are printed. */
int request_apply(rl_scene *scene, const options *opts);

/* request_note_idle prints a note for each --set without effect on a resolved scene, because the
 * thing that it shapes is not in the picture. */
void request_note_idle(const options *opts, const rl_scene *scene);

/* map_request_apply applies the options of maps: their keys, `view` (--view, may be NULL), the
 * passes in their order, the tint; then it calls request_apply. */
int map_request_apply(rl_scene *scene, const char *view, const options *opts);

/* pass_file returns the FILE of --pass voronoi:file=FILE, which it copies to path[size], or NULL.
 */
const char *pass_file(const char *typed, char *path, size_t size);

/* shade_key and view_key list the keys that --shade and --view take; NULL past the last. */
const char *shade_key(size_t index);
const char *view_key(size_t index);

/* request_name_option replaces the key in an error by the option that set it.  Returns 1 if there
 * was one. */
int request_name_option(const options *opts, rl_error *error);

/* read_limit is the reader of --limit; limit_name names its keys. */
const char *limit_name(size_t index);
int read_limit(options *opts, const option_row *row, const char *place, const char *value);

/* limit_budget limits the memory of the library if --limit sets a bound or the scene comes from a
 * file. limit_end frees the budget and, if `code` is CODE_NO_MEMORY, prints how to allow more. */
int limit_budget(options *opts);
void limit_end(options *opts, int code);

/* request_threads returns --threads, or the number of processors. */
int request_threads(const options *opts);

/* request_sets is 1 when a --set has `key`. */
int request_sets(const options *opts, const char *key);

/* A key that --set may not change in a command, with the reason. */
typedef struct fixed_key {
    const char *key, *rule;
} fixed_key;

/* request_check refuses the first --set of one of `count` fixed keys.  Returns
 * an exit code. */
int request_check(const options *opts, const fixed_key *fixed, size_t count);

/* request_write gives `put` the arguments, quoted for a shell and with a space before each, that
 * make the same scene again. */
typedef void put_bytes(void *user, const char *bytes, size_t size);
void request_write(const options *opts, put_bytes *put, void *user);

/* request_print writes one line: `name: `, `operand` (may be NULL) and these arguments.  It goes to
 * standard output, or to standard error when that is taken by a picture. */
void request_print(const char *name, const char *operand, const options *opts, int to_error);

#endif
