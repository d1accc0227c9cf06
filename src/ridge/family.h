/* family.h - ridge families: how the lines of a ridge are made, and what a scene does
 * with them.
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

/* Limit of bases and heights of ridges, U: that of their keys, beyond every picture. */
#define RIDGE_HIGHEST 10.0

/* Heights as the line of a ridge: a row of a map, centred on its mean, or a profile of the user's
 * own, 0..1. */
typedef struct ridge_row {
    float *height; /* [count]: differs by at most 1 from end to end of the map */
    int count;     /* samples of a row; two or more */
    int wrap;      /* 1: it repeats after count samples; 0: it is mirrored at its ends */
    double rough;  /* rms distance of a sample from the mean of its neighbours, 0..1 */
    double loose;  /* largest displacement of a sample, in `rough` */
} ridge_row;

/* The broad forms of a square map, as a grid of at most RIDGE_LAND_COLUMNS x RIDGE_LAND_ROWS cells.
 * Rows are fewer since a viewer sees land foreshortened, and low cells would look like flat
 * patches. */
#define RIDGE_LAND_COLUMNS 96
#define RIDGE_LAND_ROWS 48
typedef struct ridge_land {
    float *height;     /* [rows * columns]: means of heights 0..1, from the north edge down */
    int columns, rows; /* numbers of corners of cells; 0 = there is no land */
    int across, down;  /* cells in a side of the map */
    int wrap;          /* as in ridge_row */
} ridge_land;

/* A line in world units: value * gain + lift is a height in U. */
typedef struct ridge_line {
    const ridge_family *family;
    displacement part[2]; /* the fractals that it is made of; most lines need only part[0] */
    double own[4];        /* numbers of the family, indexed in its file */
    const ridge_row *row; /* row of a line with a trait of RIDGE_HAS_ROW; NULL for others */
    int is_foot;          /* see ridge_grid */
    int has_places;       /* 1: nodes are displaced along x, too */
    double origin;        /* x of anchor 0, in U */
    double spacing;       /* U between anchors */
    double gain, lift;
} ridge_line;

/* A real key of a ridge: RIDGE_KEY(spacing). */
typedef struct ridge_key {
    const char *name;
    size_t offset;
} ridge_key;

#define RIDGE_KEY(field)                                                                           \
    {                                                                                              \
#field, offsetof(rl_ridge, field)                                                          \
    }

/* Material of the ground, which decides how its faces are shaded. */
typedef enum ridge_ground {
    RIDGE_GROUND_ROCK,
    RIDGE_GROUND_SOFT, /* soil and grass: no gullies */
    RIDGE_GROUND_SAND,
    RIDGE_GROUND_CLIFF,  /* level beds, cliffs, talus */
    RIDGE_GROUND_FIELDS, /* soil, tilled */
    RIDGE_GROUND_HEATH,  /* patches of low plants */
    RIDGE_GROUND_MEADOW, /* near grass: folds of light */
    RIDGE_GROUNDS
} ridge_ground;

/* Traits that composition and frame read. */
enum {
    RIDGE_ALPINE = 1,     /* snow, and a limit of slopes, by default */
    RIDGE_FACES = 2,      /* faces are shaded by default, whatever the style */
    RIDGE_MOUNTAIN = 4,   /* land.mountains scales it */
    RIDGE_STRATA = 8,     /* shows the style's strata by default */
    RIDGE_LEVEL = 16,     /* has level tops: neither dip nor hero by default */
    RIDGE_DRAWN = 32,     /* its place is drawn by the scene: no composition by default */
    RIDGE_LITERAL = 64,   /* heights as they are made: no eased floor, no limit of summits */
    RIDGE_OF_MAP = 128,   /* follows a row of the scene's map */
    RIDGE_FORWARD = 256,  /* nodes have places, but never turn back */
    RIDGE_ON_PLAIN = 512, /* its foot is on a plain, which begins at its base */
    RIDGE_NEAR = 1024,    /* near ground: the last ridge of a scene (slope B, in front) and the one
                             behind it (A).  Each rises from ridge.N.opening (own[0]: U) toward the
                             side ridge.N.rises (own[1]: below 0 = left), A the other way than B */
    RIDGE_OF_DEM = 2048,  /* a ring of the scene's panorama, own[0] to own[1] km away */
    RIDGE_OF_PROFILE = 4096, /* follows a profile of the scene; see ridge_row_join for own[0] */
    RIDGE_HAS_ROW = RIDGE_OF_MAP | RIDGE_OF_PROFILE,
};

struct ridge_grid;

struct ridge_family {
    const char *name;    /* value of ridge.N.kind */
    const char *meaning; /* for lists of families */
    const char *noun;    /* for descriptions: "hills", "a broad mountain"; "" = only "ridges" */

    /* lines */
    int lines;             /* 1..15 */
    double second_spacing; /* spacing of the second line, relative to the first */
    int smooth;            /* 1: fractals use the four-point rule in place of the mean */
    double gain, lift;     /* height = amplitude * (gain * fractal of unit variance + lift) */
    int arrays; /* arrays of displacement_scratch() that fill needs; 0 = 2, 4 with places */

    /* make completes a line: family, row and kernels are set, gain and spacing are the
     * ridge's amplitude and spacing, part[0] is a fractal of unit variance with `key`.
     * NULL = ridge_make_fractal. */
    void (*make)(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key, int which);
    /* fill writes values, and places if the line has them (in units of part[0].spacing), of nodes
     * first .. first+count-1 of `level`.  NULL: displacement_fill. */
    void (*fill)(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                 double *places, double *work);
    /* reach returns the largest distance of a node from its lattice place, U.  NULL: that of
     * perpendicular displacement. */
    double (*reach)(const ridge_line *line);
    /* Bounds of the difference of two heights: `tallest` in gains, or the result of `rise` in U.
     * 0 and NULL: the bound of a fractal. */
    double tallest;
    double (*rise)(const ridge_line *line, const rl_ridge *ridge);
    /* fit changes the ridge so that it repeats after `loop` U; `share` is the spacing of the
     * line relative to the ridge's.  NULL = by spacing and period. */
    void (*fit)(rl_ridge *ridge, const ridge_row *row, double loop, double share);
    /* cut removes parts of a finished profile.  NULL: it is whole. */
    void (*cut)(const rl_ridge *ridge, const struct ridge_grid *grid, size_t count,
                double *heights);
    /* check returns the rule of the family that `checked` breaks, or NULL. */
    const char *(*check)(const rl_ridge *ridge);
    ridge_key checked;
    ridge_key aside; /* key that decides the reach; {0}: displacement */

    /* Defaults for values that a scene leaves unset. */
    /* stand fills place and form of ridge `index`, whose depth is known.  NULL: the composition
     * does it. */
    void (*stand)(rl_scene *scene, int index);
    rl_colour tint[2]; /* its rock, in turn, as in daylight: its colour goes toward it ... */
    double tint_share; /* ... by this share */
    ridge_ground ground;
    unsigned traits;
    int noise;                    /* rl_noise */
    double mist_near;             /* share of mist before the nearest in water; 0 = a third */
    double mist_climb;            /* share of its height by which mist climbs it; 0 = 0.3 */
    double rough_far, rough_near; /* ridge.N.roughness: distance smooths */
    double spread;                /* spacing relative to a range's */
    double side_far, side_near;   /* spacing in U in place of `spread`; 0 = not */
    /* first_bound returns the default of ridge.N.displacement; NULL = unit variance. */
    double (*first_bound)(const rl_ridge *ridge);

    /* Further keys ("ridge.N.name"), real numbers in rl_ridge.own; names of families differ. */
    const scene_key *keys;
    size_t key_count;
};

/* ---- services for families (family.c, families/slice.c, families/own.c) -------------- */

/* ridge_exponent returns the decay power H = 1 - roughness, to nine decimals as text. */
double ridge_exponent(const rl_ridge *ridge);

/* ridge_iterations returns the number of halvings, the greatest where the ridge sets none. */
int ridge_iterations(const rl_ridge *ridge);

/* For families made of fractals:
 * ridge_fractal returns one of unit variance on anchors 1 apart,
 * ridge_make_fractal is the `make` of families of nothing else,
 * ridge_fractal_rise bounds the rise of one whose anchors differ by at most 2 * `most`. */
displacement ridge_fractal(const ridge_family *family, const rl_ridge *ridge, uint64_t key);
void ridge_make_fractal(ridge_line *line, const rl_ridge *ridge, uint64_t seed, uint64_t key,
                        int which);
double ridge_fractal_rise(const ridge_line *line, double most);

/* ridge_row_cut copies `count` samples of a map that is normalised to 0..1, less their
 * mean, to `height`, which becomes the row's. */
void ridge_row_cut(ridge_row *row, float *height, const float *samples, int count, int wrap);

/* ridge_row_at returns sample i of the endless row, ridge_row_rough the roughness of a row whose
 * heights are there. */
double ridge_row_at(const ridge_row *row, int64_t i);
double ridge_row_rough(const ridge_row *row);

/* ridge_row_fill is the `fill` of families that follow a row: the curve through its samples, broken
 * up by line->part[0]. */
void ridge_row_fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
                    double *places, double *work);

/* ridge_row_join makes the row of a profile, whose `count` samples are in row->height: with `share`
 * above 0 its ends are drawn together over that share of its length at each of them, and it
 * repeats; else it is mirrored there. */
void ridge_row_join(ridge_row *row, int count, double share);

/* ridge_land_size finds the size of the land of a map of count x count samples.
 * ridge_land_make makes it: `height` becomes its own, `work` has room for count x columns.
 * ridge_land_slope writes its slopes to the right and down (heights in a side) at a place (sides
 * from the upper left corner) of the endless map. */
void ridge_land_size(ridge_land *land, int count, int wrap);
void ridge_land_make(ridge_land *land, float *height, float *work, const float *samples, int count);
void ridge_land_slope(const ridge_land *land, double x, double y, double *across, double *down);

/* ---- ridges by their family (families_table.c, ridge_keys.c, line.c) -----------------
 *
 * No family calls these: the table is above its rows. */

/* The keys that all ridges have. */
extern const scene_key ridge_keys[];
extern const size_t ridge_key_count;

/* ridge_family_at returns a family (rl_ridge_kind is the index of the first nine), NULL
 * past the last.  ridge_family_of returns that of a resolved ridge.
 * ridge_family_with returns the index of the first family with a trait.
 * ridge_has returns 1 if the ridge has a family, and that has the trait. */
const ridge_family *ridge_family_at(size_t index);
const ridge_family *ridge_family_of(const rl_ridge *ridge);
int ridge_family_with(unsigned trait);
int ridge_has(const rl_ridge *ridge, unsigned trait);

/* The names in the same order, ended by NULL, and the rule of a key that takes one. */
extern const char *const ridge_family_names[];

/* line_make returns line `which` (from 0) of a ridge; a RIDGE_OF_MAP line follows `row`.
 * With `loop` (U) its spacing is fitted so that it repeats after it; 0 = it is endless. */
ridge_line line_make(const rl_ridge *ridge, uint64_t seed, uint64_t stream, const ridge_row *row,
                     double loop, int which);

/* line_use_kernels sets what fills the line: any choice gives the same bits. */
void line_use_kernels(ridge_line *line, cpu_kernels kernels);

/* line_level returns the level at which nodes are half a detail (U) apart, or that at
 * which the scene stops. */
int line_level(const ridge_line *line, const rl_ridge *ridge, double detail);

/* line_reach returns how far a node of a level may lie from its lattice place, in U. */
double line_reach(const ridge_line *line, int level);

/* line_place_scale: places * this + origin is x in U. */
double line_place_scale(const ridge_line *line);

/* line_arrays returns how many arrays of displacement_scratch() doubles line_fill needs. */
size_t line_arrays(const ridge_line *line);

/* line_fill writes values, and places when the line has them, of nodes first ..
 * first+count-1 of `level`. */
void line_fill(const ridge_line *line, int level, int64_t first, size_t count, double *values,
               double *places, double *work);

/* line_rise returns a bound of the difference of any two heights of a ridge, in U. */
double line_rise(const rl_ridge *ridge);

#endif
