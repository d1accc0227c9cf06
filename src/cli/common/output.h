/* output.h - formats, and where a command's bytes go. */
#ifndef RL_CLI_COMMON_OUTPUT_H
#define RL_CLI_COMMON_OUTPUT_H

#include "cli/options.h"

/* Who may write a format. */
enum { OUTPUT_RENDER = 1, OUTPUT_SHEET = 2, OUTPUT_MAP = 4, OUTPUT_ANIMATE = 8 };

/* A kind of output; the first ones are pictures of the library. */
typedef struct output_format {
    const char *name;
    const char *ending; /* of file names, NULL when it has none */
    int picture;        /* rl_format, or -1 */
    int heights;        /* rl_height_format, or -1 */
    int binary;
    int uses; /* OUTPUT_... */
} output_format;

/* output_format_choose: `format` (may be NULL) decides, then the ending of
 * `path` (may be NULL); a path without an ending is a png.  Only formats
 * of `use` (OUTPUT_...) count.  Returns an exit code; errors are told. */
int output_format_choose(const output_format **chosen, const char *format, const char *path,
                         int use);

/* output_is_stdout is 1 for NULL and "-". */
int output_is_stdout(const char *path);

/* output_check_new fails with RL_CANNOT_CREATE for a file that --no-clobber keeps. */
rl_status output_check_new(const char *path, rl_error *error);

/* output_file is rl_sink_to_file for the program, with no_clobber rl_sink_to_new_file: from
 * then on a signal must leave it the time to remove a temporary file. */
rl_status output_file(rl_sink **sink, const char *path, int no_clobber, rl_error *error);

/* output_open opens the sink of `path`.  Refuses binary data to a terminal and,
 * with no_clobber, a file that exists.  Returns an exit code; errors are told. */
int output_open(rl_sink **sink, const char *path, int binary, int no_clobber);

/* output_close publishes the sink when `status` is RL_OK, frees it, and turns
 * status and error into an exit code; errors are told. */
int output_close(rl_sink *sink, rl_status status, rl_error *error);

/* path_ending returns the ending of a path's last part, with its dot, or NULL. */
const char *path_ending(const char *path);

/* path_has_ending compares without regard to the case of ASCII letters. */
int path_has_ending(const char *path, const char *ending);

#endif
