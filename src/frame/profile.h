/* profile.h - samples the ridges of a scene on any grid of the world.
 *
 * The object caches what the grids of a ridge share: rows cut from the map, lifts of the slope
 * limit, samples on the world lattice, the shape of the composition.  A height depends on its place
 * alone, never on the caches.
 */
#ifndef RL_FRAME_PROFILE_H
#define RL_FRAME_PROFILE_H

#include "base/cpu.h"
#include "frame/prepare.h"
#include "frame/vista.h"
#include "ridge/ridge.h"

/* Compositions are judged on the world lattice, whose middle sample is at the middle of the
 * picture. It is independent of the size and the part of the picture. */
#define PROFILE_LATTICE 401        /* samples */
#define PROFILE_LATTICE_STEP 0.006 /* distance of samples, U */

/* Pixels of one U below which slopes have no limit, as a needle is narrower than a pixel. */
#define PROFILE_LIMIT_UNIT 8.0

/* The shape of the composition at the samples of a grid; all ridges share it. */
typedef struct profile_shape {
    ridge_grid grid;
    size_t count;
    double *x;    /* [count] places, U; NULL = the shape is empty */
    double *dip;  /* [count] share of the dip, 0..1 */
    double *rise; /* [count] rise to the sides, 0 in the middle */
} profile_shape;

typedef struct profile_ridge {
    ridge_row row;       /* row of the scene's map, or profile, that the ridge follows */
    double row_place;    /* place of that row, sides of the map from its north edge */
    int64_t first_lift;  /* first node of the lattice with a lift of the slope limit */
    size_t lifts;        /* number of these nodes */
    double *lift;        /* [lifts]; NULL = none */
    double *lattice;     /* [PROFILE_LATTICE] samples on the world lattice, U */
    double summit_scale; /* factor that limits the height of summits, up to 1 */
} profile_ridge;

struct ridge_profile {
    const rl_frame *frame;
    const preparation *work; /* NULL after preparation */
    int take;                /* number of the take on the lattice */
    profile_shape world;     /* shape on the world lattice */
    profile_shape shared;    /* shape on the grid on which ridges are sampled at the moment */
    ridge_land land;         /* heights of the map, for faces of its slices */
    const vista *vista;      /* view of a DEM; NULL = no ridge is of a DEM */
    profile_ridge ridge[RL_MAX_RIDGES];
};

/* profile_new makes frame->profile and cuts the slices of the map.
 * Errors: RL_NO_MEMORY, RL_CANCELLED, RL_BAD_ARGUMENT. */
rl_status profile_new(preparation *work, rl_error *error);

/* profile_take samples all ridges of scene.take on the world lattice and limits their summits,
 * unless the lattice has that take.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_take(preparation *work, rl_error *error);

/* profile_skyline writes the heights of a ridge on the world lattice, fractions of H, for pictures
 * in which U is `unit_share` of H. */
void profile_skyline(const ridge_profile *profile, int ridge, double unit_share,
                     double heights[PROFILE_LATTICE]);

/* profile_highest writes the greatest heights of all ridges on the world lattice, at least 0. */
void profile_highest(const ridge_profile *profile, double skyline[PROFILE_LATTICE]);

/* profile_heights samples the ground of a ridge on any grid of the world, fractions of H.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_heights(const ridge_profile *profile, int ridge, const ridge_grid *grid,
                          size_t count, double *heights, rl_error *error);

/* profile_share caches the shape of the composition on a grid, if it is short, until
 * profile_unshare. Errors: RL_NO_MEMORY. */
rl_status profile_share(ridge_profile *profile, const ridge_grid *grid, size_t count,
                        rl_error *error);
void profile_unshare(ridge_profile *profile);

/* profile_hold caches the lifts of the slope limit of a ridge along the part until profile_release;
 * a few are kept with the frame.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_hold(ridge_profile *profile, int ridge, rl_error *error);
void profile_release(ridge_profile *profile, int ridge);

/* take_choose fills scene.take, by which a bare seed gets its ridges: see take.c. */
rl_status take_choose(preparation *work, rl_error *error);

/* profile_edges returns the pieces of all columns of the part as a grid of the world. */
ridge_grid profile_edges(const rl_frame *frame);

/* profile_quantile sorts the values and returns their quantile `share`, 0..1. */
double profile_quantile(double *values, int count, double share);

/* ---- kernels: all variants give the same bits ----------------------------------- */

/* The shape of a composition.  Places and widths are U. */
typedef struct composition_shape {
    double loop;         /* period, 0 = none */
    double middle;       /* place where the land dips and opens */
    double dip_width;    /* width of the bell of the dip */
    double valley_half;  /* half width of the valley */
    double valley_limit; /* distance from which the land is level again, half widths */
    double valley_power; /* power of the rise to the sides */
} composition_shape;

/* The bend of the profile of a ridge.  Places and widths are U. */
typedef struct composition_bend {
    double loop;                     /* period, 0 = none */
    double dip;                      /* share of the height taken away at the dip, 0..1 */
    double hero, hero_x, hero_width; /* share of the height added at the main summit; its bell */
    double island;                   /* half width of an island, 0 = endless land */
    double massif;                   /* height added to the middle of an island, U */
    double valley, valley_floor;     /* height of the rise to the sides, U; rise without height */
    double base;                     /* height of the foot, fraction of H */
    double unit_share;               /* U / H */
    double scale;                    /* factor of the profile */
    double least;                    /* floor of the heights, fraction of H */
    double ease;                     /* smoothness of the floor, fraction of H; 0 = a corner */
} composition_bend;

typedef struct profile_kernels {
    /* Computes the dip and the rise to the sides at places x. */
    void (*shape)(const composition_shape *shape, const double *x, size_t count, double *dip,
                  double *rise);
    /* Bends profiles, U, into heights, fractions of H. */
    void (*bend)(const composition_bend *bend, const double *x, const double *dip,
                 const double *rise, size_t count, double *heights);
} profile_kernels;

extern const profile_kernels *const profile_kernels_of[CPU_KERNELS];

#endif
