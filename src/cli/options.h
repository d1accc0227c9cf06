/* options.h - options: the rows that describe them, and what a command line gave.
 *
 * A row is the single source of getopt's arrays, --help, the completions and the manual.
 * The rows of one command are in its folder, those of several in options_table.c.
 */
#ifndef RL_CLI_OPTIONS_H
#define RL_CLI_OPTIONS_H

#include "ridgeline-map.h"

#include <stddef.h>

/* A rectangle of pixels; x and y are 0 where only a size is meant. */
typedef struct geometry {
    int width, height, x, y;
} geometry;

struct command;
typedef struct options options;
typedef struct option_row option_row;

/* Groups of common options; a command takes some of them. */
enum {
    TAKES_FILE = 1,   /* -o FILE */
    TAKES_FOLDER = 2, /* -o DIR */
    TAKES_NO_CLOBBER = 4,
    TAKES_SCENE = 8, /* options of all commands that make something: --set, --threads, -q ... */
    TAKES_SEED = 16,
    TAKES_SEEDS = 32,
    TAKES_LAND = 64,     /* options of landscapes: -m, -w, --time ... */
    TAKES_COLOURS = 128, /* --roles, --scheme */
    TAKES_WORLD = 256,   /* --offset, --from-map */
    TAKES_SCALE = 512,
    TAKES_MAP = 1024,  /* options of maps: --method, --pass, --relief ... */
    TAKES_NAME = 2048, /* --name, --now */
    TAKES_METADATA = 4096,
    TAKES_TITLE = 8192,
    TAKES_COMPRESS = 16384,
    TAKES_KERNELS = 32768,
    TAKES_WEATHER = 65536, /* --weather NAME */
    TAKES_QUALITY = 131072,
    TAKES_EINK = 262144 /* --eink, --proof */
};

/* The headings of --help, in their order. */
enum { SECTION_MAIN, SECTION_LAND, SECTION_MAP, SECTION_FILE, SECTION_RUN, SECTION_COUNT };

struct option_row {
    char letter;          /* short option; 0 = none */
    const char *name;     /* long option without the dashes */
    const char *argument; /* NULL for a switch; "a|b" means one of these; one in
                             brackets may be left out */
    /* Reads the value; errors name the option by `place`.  NULL: it becomes the value of `key`. */
    int (*read)(options *opts, const option_row *row, const char *place, const char *value);
    size_t field; /* offset at which a reader stores the value: COMMON or OWN */
    const char *help;
    int section;
    int groups;          /* common rows: TAKES_... bits of the commands that have it */
    const char *key;     /* scene key that the option sets, or NULL */
    const char *implied; /* value of a switch or of an option without argument */
    const char *(*list)(size_t index); /* names allowed beside files; NULL past the last */
    int formats;                       /* LISTED argument: OUTPUT_... bits of common/output.h */
    int least, most;                   /* range of the integer that read_count reads */
    const char *needs;                 /* name of an option that must be given with it, or NULL */
    const char *excludes;              /* names of options that must not be given with it, with
                                          blanks between them; it holds both ways */
    int repeats;                       /* 1: the option may be repeated */
    int takes_pair;                    /* 1: "[=KEY=VALUE]"; the pair may be the next word */
    int is_foreign;                    /* 1: names a file that decides what is made */
    int is_typed;                      /* 1: not allowed in the user's settings */
};

/* An argument that is one of `formats`; option_argument returns it as "a|b|c", and the argument
 * of other rows as it is. */
#define LISTED ""
const char *option_argument(const option_row *row);

/* Fields of struct options, and of the struct of a command's own options. */
#define COMMON(member) offsetof(options, member)
#define OWN_BASE ((size_t)1 << 20)
#define OWN(type, member) (OWN_BASE + offsetof(type, member))

#define OPTIONS_MAX 72     /* rows of one command */
#define OPTIONS_CONFIG 128 /* options in the user's settings */

/* Texts are as given and NULL when not given; numbers are then 0. */
struct options {
    const struct command *command;
    const struct command *const *commands; /* all commands, in the order of help; ended by NULL */
    const option_row *rows[OPTIONS_MAX]; /* rows of the command in the order of --help; NULL ends */
    const char *values[OPTIONS_MAX];     /* values as given or implied; NULL = not given */
    void *own;                           /* struct that the command's own rows fill */
    const char *const *operands;
    int operand_count;

    const char *output, *format, *mood, *palette, *roles, *scheme, *world, *composition, *print,
        *weather, *preset, *time, *motif;
    char time_text[8];
    const char *title;
    int metadata, compress, kernels; /* rl_metadata, rl_compress, rl_kernels: 0 is the default */
    int quality;                     /* 0 = default of the format */
    const char *seed_text;
    const char *from_map;  /* a map, a DEM, or "seed" */
    const char *at;        /* X,Y on the DEM */
    const char *name;      /* name of a set or a bot */
    const char **settings; /* --set, in order */
    int setting_count;
    const char **passes; /* --pass, in order */
    int pass_count;
    const char **ridges; /* --ridge, in order */
    int ridge_count;
    const char *corners, *shade, *tint;
    geometry size;
    const char *eink; /* e-paper panel; `size` is its size */
    int inks;         /* inks of the panel: index of rl_ink_name */
    uint64_t seed;
    uint64_t first_seed, last_seed; /* --seeds */
    int has_seeds;
    int threads;
    int has_now;
    int64_t now; /* seconds since 1970, UTC */
    rl_limits limits;
    int limits_memory;             /* 1: --limit sets a memory limit */
    rl_budget *budget;             /* NULL without a limit of memory */
    const rl_allocator *allocator; /* allocator of the library; NULL = malloc */
    int no_clobber, quiet, verbose, help, version;
    int no_config;
    void *config; /* what config_read allocated */
};

/* option_common returns common row `index`, or NULL past the last. */
const option_row *option_common(size_t index);

/* options_read reads the arguments after the word of a command of the table `commands`.  Returns an
 * exit code after one line for an error.  options_free frees what it allocated. */
int options_read(options *opts, const struct command *const *commands,
                 const struct command *command, int argc, char **argv);
void options_free(options *opts);

/* option_give reads a value, NULL for none, of option `index` of opts->rows; errors name it by
 * `place`.  Returns an exit code.  option_rotate moves words[first..count-1] before words[0]. */
int option_give(options *opts, size_t index, const char *place, const char *value);
void option_rotate(const char **words, int first, int count);

/* options_check checks the columns `needs` and `excludes` of all options that were given.
 * Returns an exit code after one line for an error. */
int options_check(const options *opts);

/* option_excludes returns 1 if two options must not be given together; option_conflict returns the
 * row of an option that was given and excludes `row`, or NULL. */
int option_excludes(const option_row *row, const option_row *other);
const option_row *option_conflict(const options *opts, const option_row *row);

/* option_value returns what was given for the option `name` ("calm"), or NULL. */
const char *option_value(const options *opts, const char *name);

/* option_text returns the value of option `index` of opts->rows: that of its common field,
 * which a command may have changed in a copy, else the one that was given. */
const char *option_text(const options *opts, size_t index);

/* option_place returns an option as it is typed: "-m" if it has a letter, else "--time". */
typedef struct option_word {
    char text[32];
} option_word;
option_word option_place(const option_row *row);

/* options_choice returns the index of `text` in "a|b|c" from 0, or -1; 0 for NULL. */
int options_choice(const char *choices, const char *text);

/* Readers of option rows.  Each checks the value of one option and puts it where its row says.
 * Returns an exit code after one line for an error, which names the option by `place`. */
typedef int option_reader(options *opts, const option_row *row, const char *place,
                          const char *value);

option_reader read_switch, read_text, read_title, read_setting, read_pass, read_ridge;
/* read_map_size also reads "N", "unity-N" and "unreal-N". */
option_reader read_time, read_size, read_map_size, read_eink, read_seed, read_seeds, read_name,
    read_now;

/* For an argument "a|b|c": read_word stores the word, read_choice its index, from 0, in an int. */
option_reader read_word, read_choice;

/* read_count reads a whole number, row->least to row->most, into an int; read_degrees a decimal
 * number of that range into a double. */
option_reader read_count, read_degrees;

/* option_field returns a pointer to the field that stores a row's value. */
void *option_field(options *opts, const option_row *row);

/* pass_name names the passes of maps, and `help`; for rows. */
const char *pass_name(size_t index);

/* list_item copies the first item of the list "A,B, C", or "" where it is too long for `size`;
 * returns what follows its comma, or NULL after the last. */
const char *list_item(char *item, size_t size, const char *list);

/* list_has returns 1 if an item of such a list is `name`. */
int list_has(const char *list, const char *name);

/* options_real reads a decimal number, without a sign or with a minus; 0 when it is none. */
int options_real(double *number, const char *text);

/* geometry_integer reads text[0..size-1], digits only, and returns 1; 0 if it is anything else or
 * above `max`. */
int geometry_integer(uint64_t *value, const char *text, size_t size, uint64_t max);

/* geometry_size reads "WxH" or a name such as "4k".  `place` is the option as
 * it was typed.  Returns an exit code, after one line for an error. */
int geometry_size(geometry *size, const char *text, const char *place);

/* geometry_region reads "WxH+X+Y". */
int geometry_region(geometry *region, const char *text, const char *place);

/* size_name is geometry_name without the size, for the rows of options. */
const char *size_name(size_t index);

/* geometry_name returns name `index` of the named sizes, or NULL past the last. */
const char *geometry_name(size_t index, geometry *size);

/* panel_name returns the name of e-paper panel `index`, or NULL past the last; panel_line writes
 * its size, inks and maker and returns 1, or 0 past the last. */
const char *panel_name(size_t index);
int panel_line(size_t index, char line[RL_LINE_SIZE]);

#endif
