/* options.h - what a command line asks for, as one plain struct. */
#ifndef RL_CLI_OPTIONS_H
#define RL_CLI_OPTIONS_H

#include "cli/common/geometry.h"

/* The commands; an option belongs to a set of them. */
enum {
    ON_RENDER = 1,
    ON_PALETTE = 2,
    ON_INFO = 4,
    ON_SHEET = 8,
    ON_HELP = 16,
    ON_MAP = 32,
    ON_ANIMATE = 64,
    ON_LAYERS = 128,
    ON_WALLPAPER = 256,
    ON_BOT = 512,
    ON_ALL = 1023
};

/* Texts are as given and NULL when not given; numbers are then 0. */
typedef struct options {
    int command;
    const char *const *operands;
    int operand_count;

    const char *output, *format, *palette, *roles, *scheme, *depth, *dither;
    const char *metadata, *title, *color, *seed_text;
    const char *compress, *kernels;
    const char *mood, *style, *calm, *time, *scale;
    const char *from_map;  /* a map, or "seed" */
    const char *pixel_art; /* how many colours */
    const char *parallax;
    const char **settings; /* --set, in order */
    int setting_count;
    const char **passes; /* --pass, in order */
    int pass_count;
    const char *method, *noise, *preset, *spread, *persistence, *corners, *cell, *height;
    const char *tint, *shade, *sea, *contours, *rivers, *view, *input;
    int one_sided, smooth, wrap, raw, frame, stats, flip_y, big_endian;
    int trim, pot;
    geometry size, region;
    int loop;
    const char *offset;
    uint64_t seed;
    uint64_t first_seed, last_seed; /* --seeds */
    int has_seeds;
    int is_like; /* --like: `seed` is to be varied */
    int threads, columns;
    int flight, frames, fps, map_side; /* of animate */
    int scroll, day, weather, preview, turns;
    int endless; /* --frames 0 */
    const char *sweep, *speed, *pace;
    const char *alt_text;
    const char *name;  /* of a set or a bot */
    const char *sizes; /* of a set: "4k,phone" */
    const char *dark;  /* the mood of the dark half, "" = the program's choice */
    const char *monitors;
    int timed, each, kde;
    const char *every, *post, *latitude, *longitude, *url;
    int keep, keeps_all, catch_up, retry; /* keeps_all: --keep 0 */
    uint64_t max_bytes;
    int has_now;
    int64_t now; /* seconds since 1970, UTC */
    rl_limits limits;
    int limits_memory;             /* --limit speaks of memory */
    rl_budget *budget;             /* NULL without a limit of memory */
    const rl_allocator *allocator; /* for all that the library holds; NULL = malloc */
    int no_clobber, quiet, json, help, version;
} options;

/* One line of the option table. */
typedef struct option_row option_row;
struct option_row {
    char letter;          /* 0 when it has none */
    const char *name;     /* without the dashes */
    const char *argument; /* NULL for a switch; "a|b" means one of these; one in
                             brackets may be left out */
    int commands;
    int (*read)(options *to, const option_row *row, const char *place, const char *value);
    size_t field; /* where in `options` the plain readers put the value */
    const char *help;
};

/* options_row returns line `index` of the table, or NULL past the last. */
const option_row *options_row(size_t index);

/* options_read reads the arguments after the command word.  Returns an exit
 * code; errors are told.  options_free gives back what it took. */
int options_read(options *to, int command, int argc, char **argv);
void options_free(options *of);

/* options_choice returns the place of `text` in "a|b|c" from 0, or -1. */
int options_choice(const char *choices, const char *text);

#endif
