/* family.h - ridge families: how the lines of a ridge are made, and the defaults and traits by
 * which a scene treats such a ridge.
 *
 * A ridge is the upper envelope of the lines of its family.  A family is one file in
 * families/ that defines a ridge_family, and one row in families_table.c.  No other code tests
 * which family a ridge has: it reads the traits below.
 */
#ifndef RL_RIDGE_FAMILY_H
#define RL_RIDGE_FAMILY_H

#include "base/key.h"
#include "base/scene.h"
#include "ridge/displacement.h"

typedef struct ridge_family ridge_family;

/* Largest base and height of a ridge, as in the limits of their keys; outside every picture. */
#define RIDGE_HIGHEST 10.0

/* Heights that the line of a ridge follows: a row of a map, less its mean, or heights of the user's
 * own, 0..1. */
typedef struct ridge_row {
    float *height; /* [count]: any two differ by at most 1 */
    int count;     /* samples of a row; two or more */
    int wrap;      /* 1: it repeats after count samples; 0: it is mirrored at its ends */
    double rough;  /* rms distance of a sample from the mean of its neighbours, 0..1 */
    double loose;  /* bound of the displacement of the samples themselves, relative to `rough` */
} ridge_row;

/* The broad forms of a square map, as a grid of at most RIDGE_LAND_COLUMNS x RIDGE_LAND_ROWS cells.
 * It has fewer rows than columns since a viewer sees the land foreshortened: cells that are short
 * in the direction of view would look like flat patches. */
#define RIDGE_LAND_COLUMNS 96
#define RIDGE_LAND_ROWS 48
typedef struct ridge_land {
    float *height;     /* [rows * columns]: means of heights 0..1, from the north edge down */
    int columns, rows; /* corners of cells, which hold the heights; 0 = there is no land */
    int across, down;  /* cells along the width and the height of the map */
    int wrap;          /* 1: the map repeats at its edges; 0: it is mirrored */
} ridge_land;

/* A line of a ridge in world units.  A node with a value v is v * gain + lift U high. */
typedef struct ridge_line {
    const ridge_family *family;
    displacement part[2]; /* the fractals that it is made of; most lines need only part[0] */
    double own[4];        /* numbers of the family, indexed in its file */
    uint64_t seed;        /* seed of the scene */
    int number;           /* index in its ridge: 0 is the first */
    const ridge_row *row; /* heights of a family with a trait of RIDGE_HAS_ROW; NULL for others */
    int is_foot;          /* as in ridge_grid */
    int has_places;       /* 1: nodes are displaced along x, too */
    double origin;        /* x of anchor 0, in U */
    double spacing;       /* U between anchors */
    double gain, lift;    /* U */
} ridge_line;

/* A real field of rl_ridge with the last part of its key: RIDGE_KEY(spacing). */
typedef struct ridge_key {
    const char *name;
    size_t offset;
} ridge_key;

#define RIDGE_KEY(field)                                                                           \
    {                                                                                              \
#field, offsetof(rl_ridge, field)                                                          \
    }

/* Material of a ridge's ground, which decides how its faces are shaded. */
typedef enum ridge_ground {
    RIDGE_GROUND_ROCK, /* default of a family */
    RIDGE_GROUND_SOFT, /* soil and grass: no gullies */
    RIDGE_GROUND_SAND,
    RIDGE_GROUND_CLIFF,  /* rock in level beds: cliffs above talus (rubble) */
    RIDGE_GROUND_FIELDS, /* tilled soil */
    RIDGE_GROUND_HEATH,  /* patches of low plants */
    RIDGE_GROUND_MEADOW, /* grass close to the viewer, with soft folds */
    RIDGE_GROUNDS
} ridge_ground;

/* Traits of a family, by which other rooms treat its ridges. */
enum {
    RIDGE_ALPINE = 1,     /* has snow and a slope limit by default */
    RIDGE_FACES = 2,      /* far ones have lit and shaded faces by default */
    RIDGE_MOUNTAIN = 4,   /* land.mountains scales the height of far ones */
    RIDGE_STRATA = 8,     /* has the composition's strata by default */
    RIDGE_LEVEL = 16,     /* keeps its tops level: has neither dip nor hero by default */
    RIDGE_DRAWN = 32,     /* the scene gives its place: the composition does not change it */
    RIDGE_LITERAL = 64,   /* heights stay as they are made: no smooth floor, no limit of summits */
    RIDGE_OF_MAP = 128,   /* follows a row of the scene's map */
    RIDGE_FORWARD = 256,  /* nodes are displaced along x, but always run from left to right */
    RIDGE_ON_PLAIN = 512, /* its foot is on a plain, which begins at its base */
    RIDGE_NEAR = 1024,    /* near ground: the last ridge of a scene (slope B, in front) and the one
                             behind it (A).  Each rises from ridge.N.opening (U) toward the side
                             ridge.N.rises (below 0 = left), A the other way than B */
    RIDGE_OF_DEM = 2048,  /* a ring of the scene's panorama, ring_from to ring_to km away */
    RIDGE_OF_PROFILE = 4096, /* follows heights of the user; its join is ridge_row_join's `share` */
    RIDGE_HAS_ROW = RIDGE_OF_MAP | RIDGE_OF_PROFILE,
};

struct ridge_grid;

struct ridge_family {
    const char *name;    /* value of ridge.N.kind */
    const char *meaning; /* one phrase, for lists of families */
    const char *noun;    /* for descriptions: "hills", "a broad mountain"; "" = only "ridges" */

    /* How its lines are made. */
    int more_lines;        /* number of lines beside the first, 0..14 */
    double second_spacing; /* spacing of the lines after the first, relative to the first */
    int smooth;            /* 1: fractals use the four-point rule in place of the mean */
    double gain, lift;     /* height = amplitude * (gain * fractal of unit variance + lift) */
    int arrays;            /* work arrays that `fill` needs; 0 = 2, or 4 for a line with places */

    uint64_t stream; /* its own random stream beside those of the ridge; 0 = none */

    /* make completes a line of a ridge.  Before, its family, row, seed and number are set, gain and
     * spacing are the ridge's amplitude and spacing, and part[0] is a fractal of unit variance with
     * the key of the line.  NULL: ridge_make_fractal. */
    void (*make)(ridge_line *line, const rl_ridge *ridge);
    /* fill writes the values of nodes first .. first+count-1 of `level` and, if the line has
     * places, these: in the unit of part[0].spacing.  NULL: displacement_fill. */
    void (*fill)(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work);
    /* reach returns the largest distance along x of a node from its lattice place, U.  NULL: that
     * of perpendicular displacement. */
    double (*reach)(const ridge_line *line);
    /* Bound of the difference of any two heights: `tallest` times the line's gain, or the result of
     * `rise` in U.  0 and NULL: the bound of a fractal. */
    double tallest;
    double (*rise)(const ridge_line *line, const rl_ridge *ridge);
    /* fit changes the ridge so that it repeats after `loop` U; `share` is the spacing of the
     * line relative to the ridge's.  NULL: spacing and period are changed. */
    void (*fit)(rl_ridge *ridge, const ridge_row *row, double loop, double share);
    /* cut removes parts of a finished profile.  NULL: nothing is removed. */
    void (*cut)(const rl_ridge *ridge, const struct ridge_grid *grid, size_t count,
                double *heights);
    /* check returns the rule that the value of the key `checked` breaks, or NULL. */
    const char *(*check)(const rl_ridge *ridge);
    ridge_key checked;
    ridge_key aside; /* key that an error names if `reach` is too large; {0}: displacement */

    /* Defaults for values that a scene leaves unset. */
    /* stand fills unset fields of ridge `index`, whose depth is known, before the composition fills
     * the others.  NULL: only the composition does. */
    void (*stand)(rl_scene *scene, int index);
    rl_colour tint[2]; /* rock in daylight of ridges with an even and with an odd index */
    double tint_share; /* share of the tint in the colour of the land, 0..1 */
    ridge_ground ground;
    unsigned traits;              /* sum of RIDGE_ALPINE ... */
    int is_two_valued;            /* ridge.N.noise: 1 = RL_NOISE_CHOICE, 0 = RL_NOISE_TRIANGULAR */
    double mist_near;             /* a ridge in water: mist at depth 1 relative to depth 0; 0 =
                                     a third */
    double mist_climb;            /* share of its height up to which mist climbs; 0 = 0.3 */
    double rough_far, rough_near; /* ridge.N.roughness at depth 0 and at depth 1 */
    double spread;                /* factor of the composition's ridge.N.spacing; 0 = 1 */
    double side_far, side_near;   /* ridge.N.spacing at depth 0 and at depth 1, U; 0 = `spread` */
    /* first_bound returns the default of ridge.N.displacement.  NULL: that of unit variance. */
    double (*first_bound)(const rl_ridge *ridge);

    /* Further keys ("ridge.N.name"): up to RL_RIDGE_VALUES real numbers by name (ridge_real).  No
     * two families use a name. */
    const scene_key *keys;
    size_t key_count;
};

#define RIDGE_KEYS(list) .keys = list, .key_count = sizeof(list) / sizeof(list)[0]

/* ---- services for families (family.c, families/slice.c, families/own.c) -------------- */

/* ridge_exponent returns H = 1 - roughness, the power by which displacements decay, rounded to nine
 * decimals. */
double ridge_exponent(const rl_ridge *ridge);

/* ridge_iterations returns the number of halvings; DISPLACEMENT_MAX_LEVEL if it is unset. */
int ridge_iterations(const rl_ridge *ridge);

/* For families made of fractals:
 * ridge_fractal returns a fractal of unit variance on anchors 1 apart;
 * ridge_make_fractal is the `make` of families whose lines are one fractal each;
 * ridge_fractal_rise returns a bound of the difference of any two heights of a line, U, if no
 * anchor of part[0] is beyond +-`most`. */
displacement ridge_fractal(const ridge_family *family, const rl_ridge *ridge, uint64_t key);
void ridge_make_fractal(ridge_line *line, const rl_ridge *ridge);
double ridge_fractal_rise(const ridge_line *line, double most);

/* ridge_row_cut makes a row of `count` samples, 0..1, of a map: it copies them less their mean to
 * `height`, an array of the caller that the row then uses. */
void ridge_row_cut(ridge_row *row, float *height, const float *samples, int count, int wrap);

/* ridge_row_at returns sample i of a row, which repeats or is mirrored beyond its ends.
 * ridge_row_rough returns the roughness of a row, ridge_row.rough, from its other fields. */
double ridge_row_at(const ridge_row *row, int64_t i);
double ridge_row_rough(const ridge_row *row);

/* Hooks of families that follow a row:
 * ridge_row_make completes a line whose anchors are the samples; the middle of the row is at x = 0;
 * ridge_row_fill makes a smooth curve through the samples plus the fractal line->part[0];
 * ridge_row_first_bound is relative to ridge_row.rough. */
void ridge_row_make(ridge_line *line, const rl_ridge *ridge);
double ridge_row_rise(const ridge_line *line, const rl_ridge *ridge);
double ridge_row_first_bound(const rl_ridge *ridge);
void ridge_row_fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                    double *places, double *work);

/* ridge_row_join completes a row whose `count` samples, 0..1, are in row->height.  If `share` is
 * above 0, the samples within that share of the length from each end are changed so that both ends
 * have the same height, and the row repeats; else it is mirrored at its ends. */
void ridge_row_join(ridge_row *row, int count, double share);

/* ridge_land_size sets the sizes of the land of a map of count x count samples.
 * ridge_land_make makes its heights in `height`, an array of the caller that the land then uses;
 * `work` has room for count x columns numbers.
 * ridge_land_slope writes the slopes to the right and down at (x, y), which count in sides of the
 * map from its upper left corner: change of the height, 0..1, per side of the map. */
void ridge_land_size(ridge_land *land, int count, int wrap);
void ridge_land_make(ridge_land *land, float *height, float *work, const float *samples, int count);
void ridge_land_slope(const ridge_land *land, double x, double y, double *across, double *down);

/* ---- ridges by their family (families_table.c, ridge_keys.c, line.c) -----------------
 *
 * No family calls these, since they depend on the table of all families. */

/* The keys that all ridges have. */
extern const scene_key ridge_keys[];
extern const size_t ridge_key_count;

/* ridge_family_at returns the family with an index (rl_ridge.kind), NULL past the last.
 * ridge_family_of returns the family of a ridge whose kind is set and valid.
 * ridge_family_with returns the index of the first family with a trait.
 * ridge_has returns 1 if the kind of the ridge is valid and its family has the trait. */
const ridge_family *ridge_family_at(size_t index);
const ridge_family *ridge_family_of(const rl_ridge *ridge);
int ridge_family_with(unsigned trait);
int ridge_has(const rl_ridge *ridge, unsigned trait);

/* ridge_value returns the value of a key of a family by its name, such as "crater", or NULL if the
 * ridge has none.  ridge_real returns its number, or RL_AUTO.
 * ridge_fill sets it if it is unset, for `stand` of a family.
 * ridge_unset_values unsets all: the ridge can have those of `family` then.
 * ridge_slot returns a value for writing; a ridge has those of one family, so it unsets others.
 * The key must exist. */
const double *ridge_value(const rl_ridge *ridge, const char *name);
double ridge_real(const rl_ridge *ridge, const char *name);
void ridge_fill(rl_ridge *ridge, const char *name, double value);
void ridge_unset_values(rl_ridge *ridge, const ridge_family *family);
double *ridge_slot(rl_ridge *ridge, const char *name);

/* The names of the families by index, ended by NULL. */
extern const char *const ridge_family_names[];

/* line_make returns line `which` (from 0) of a ridge; a line with a trait of RIDGE_HAS_ROW follows
 * `row`.  `stream` is the ridge's index.  If `loop` (U) is above 0, the line is changed so that it
 * repeats after that distance. */
ridge_line line_make(const rl_ridge *ridge, uint64_t seed, uint64_t stream, const ridge_row *row,
                     double loop, int which);

/* line_use_kernels sets the variant of the kernels that fill the line; all give the same bits. */
void line_use_kernels(ridge_line *line, cpu_kernels kernels);

/* line_level returns the first level at which nodes are at most half of `detail` (U) apart, or the
 * last that the ridge's iterations and min_segment allow. */
int line_level(const ridge_line *line, const rl_ridge *ridge, double detail);

/* line_reach returns how far a node of a level may lie from its lattice place, in U. */
double line_reach(const ridge_line *line, int level);

/* line_place_scale returns the factor s of a line's places: x = place * s + line->origin, U. */
double line_place_scale(const ridge_line *line);

/* line_arrays returns how many arrays of displacement_scratch() doubles line_fill needs. */
size_t line_arrays(const ridge_line *line);

/* line_fill writes the values and, if the line has places, the places of nodes first ..
 * first+count-1 of `level`; `work` holds line_arrays() arrays. */
void line_fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
               double *places, double *work);

/* line_rise returns a bound of the difference of any two heights of a ridge, in U. */
double line_rise(const rl_ridge *ridge);

#endif
