/* output.h - formats, files and folders: where a command's bytes go. */
#ifndef RL_CLI_COMMON_OUTPUT_H
#define RL_CLI_COMMON_OUTPUT_H

#include "cli/options.h"

/* Commands that can write a format. */
enum { OUTPUT_RENDER = 1, OUTPUT_SHEET = 2, OUTPUT_MAP = 4, OUTPUT_ANIMATE = 8 };

/* A kind of output: the formats of the library, and the program's own. */
typedef struct output_format {
    const char *name;
    const char *ending;  /* ending of file names; NULL = none */
    const char *picture; /* name for rl_render_options; NULL = no picture */
    const char *heights; /* name for rl_height_options; NULL = no heights */
    int binary;
    int uses;                 /* commands that write it: bits OUTPUT_... */
    int quality;              /* default of --quality; 0 = the format has none */
    const char *other_ending; /* second ending of file names; NULL = none */
} output_format;

/* output_format_at fills a format and returns 1, or 0 past the last. */
int output_format_at(output_format *format, size_t index);

/* output_format_choose: -f decides, then the ending of -o; without either it is a png.  Only
 * formats of `use` (OUTPUT_...) count; --quality is refused for a format without a quality.
 * Returns an exit code; errors are printed. */
int output_format_choose(output_format *chosen, const options *opts, int use);

/* output_is_stdout is 1 for NULL and "-". */
int output_is_stdout(const char *path);

/* output_file is rl_sink_to_file, with no_clobber rl_sink_to_new_file, and calls stop_hold first: a
 * signal must leave the program time to remove the temporary file. */
rl_status output_file(rl_sink **sink, const char *path, int no_clobber, rl_error *error);

/* output_open opens the sink of `path`.  Refuses binary data to a terminal and,
 * with no_clobber, a file that exists.  Returns an exit code; errors are printed. */
int output_open(rl_sink **sink, const char *path, int binary, int no_clobber);

/* output_close publishes the sink when `status` is RL_OK, frees it, and turns
 * status and error into an exit code; errors are printed. */
int output_close(rl_sink *sink, rl_status status, rl_error *error);

/* output_texts writes texts, of which the last is followed by NULL, to a sink.  Errors: those of
 * rl_sink_write. */
rl_status output_texts(rl_sink *sink, rl_error *error, ...) __attribute__((sentinel));

/* path_ending returns the ending of a path's last part, with its dot, or NULL. */
const char *path_ending(const char *path);

/* output_is_picture is 1 for a path with the ending of a picture format. */
int output_is_picture(const char *path);

/* path_has_ending compares without regard to the case of ASCII letters. */
int path_has_ending(const char *path, const char *ending);

/* Values of the words in braces of a file name, such as {seed}. */
typedef struct template_values {
    uint64_t seed;
    const char *seed_text; /* seed as typed, or NULL */
    int width, height;
    const char *palette;   /* name of the palette */
    uint64_t index, count; /* index is 1..count */
} template_values;

/* template_check refuses an unknown word in braces.  `counter` is "index" or "frame"; the other one
 * of the two is refused.  Returns an exit code. */
int template_check(const char *pattern, const char *counter);

/* template_has is 1 when the pattern holds {word}. */
int template_has(const char *pattern, const char *word);

/* template_expand returns the name, which the caller frees with free(), or NULL without memory. */
char *template_expand(const char *pattern, const template_values *values);

/* heights_csv writes `x,ridge_1,...` and one line for each column of the frame's
 * part; ridge 1 is the farthest, heights are pixels above the lower edge. */
rl_status heights_csv(const rl_frame *frame, rl_sink *sink, rl_error *error);

/* heights_json writes the same heights as one object with an array for each ridge. */
rl_status heights_json(const rl_frame *frame, rl_sink *sink, rl_error *error);

/* points_csv writes `ridge,x,y` and one line for each vertex of the ridges, points_json an object
 * whose "ridges" has an array of [x, y] for each ridge.  x counts from the left edge of the
 * frame's part, y from the lower edge of the picture; pixels. */
rl_status points_csv(const rl_frame *frame, rl_sink *sink, rl_error *error);
rl_status points_json(const rl_frame *frame, rl_sink *sink, rl_error *error);

/* ---- paths, files that are replaced, folders of files that appear together ---- */

/* path_whole returns the absolute path without "/." and repeated slashes, "" for the root, or NULL
 * on failure.  The caller frees it with free(). */
char *path_whole(const char *path);

/* path_root is path_whole for the argument of an option such as "-o"; it prints why there is no
 * such path.  Returns an exit code. */
int path_root(char **whole, const char *option, const char *path);

/* path_code returns the exit code for an errno: a full disk is an I/O error, any other reason is a
 * bad path. */
int path_code(int reason);

/* replace_file gives a file these bytes, whole or not at all.  A file that already holds them is
 * not touched, so that its date stays.  Errors: RL_CANNOT_CREATE if the path is not a regular file,
 * those of rl_sink_to_file, rl_sink_write and rl_sink_commit. */
rl_status replace_file(const char *path, const void *bytes, size_t size, rl_error *error);

/* replace_text is replace_file with the bytes that `write` writes to a sink. */
rl_status replace_text(const char *path,
                       rl_status (*write)(const void *user, rl_sink *sink, rl_error *error),
                       const void *user, rl_error *error);

#define FOLDER_FILES 512
#define FOLDER_BELOW 4

typedef struct folder {
    const char *path;
    int is_new;                /* 1: folder_open made it and it is still empty */
    char *below[FOLDER_BELOW]; /* folders made in it; folder_close removes the empty ones */
    int below_count;
    int no_clobber;
    int count; /* number of files that were added */
    rl_sink *file[FOLDER_FILES];
    char *file_path[FOLDER_FILES];
} folder;

/* folder_open makes the folder when it is missing, but none above it.  Returns an exit
 * code; errors name `option`, as in "-o". */
int folder_open(folder *dst, const char *path, const char *option, int no_clobber);

/* folder_has is 1 when the folder holds a file or folder of that name. */
int folder_has(const folder *parent, const char *name);

/* folder_add opens file `name` in the folder and makes the folders that a name with slashes needs.
 * The folder owns the sink.  Errors: RL_CANNOT_CREATE, RL_NO_MEMORY. */
rl_status folder_add(folder *dst, const char *name, rl_sink **sink, rl_error *error);

/* folder_publish makes all files visible; with no_clobber none, if one of them exists by now.
 * Errors: those of rl_sink_commit. */
rl_status folder_publish(folder *dst, rl_error *error);

/* folder_close removes files that were not published, and folders that were made for them. */
void folder_close(folder *dst);

#endif
