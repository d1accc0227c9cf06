/* profile.h - the ridges of a scene: the one object that samples them.
 *
 * In: a resolved scene and a view.  Out: heights of each ridge on any grid of the world,
 * before or after the composition bends it.  The object owns what the grids of one ridge
 * share: rows cut from the map, lifts of the slope limit, samples on the world lattice,
 * the shape of the composition.  A height depends on its place alone, not on what is cached.
 */
#ifndef RL_FRAME_PROFILE_H
#define RL_FRAME_PROFILE_H

#include "base/cpu.h"
#include "frame/prepare.h"
#include "frame/vista.h"
#include "ridge/ridge.h"

/* The world lattice: samples so many U apart, the middle one at the middle of the picture.
 * Compositions are judged on it; neither size nor window changes it. */
#define PROFILE_LATTICE 401
#define PROFILE_LATTICE_STEP 0.006

/* Pixels of one U below which slopes need no limit: a needle is narrower than a pixel. */
#define PROFILE_LIMIT_UNIT 8.0

/* What the composition adds to all ridges at the samples of a grid. */
typedef struct profile_shape {
    ridge_grid grid;
    size_t count;
    double *x; /* [count]: U; NULL = empty */
    double *dip, *rise;
} profile_shape;

typedef struct profile_ridge {
    ridge_row row;      /* of the scene's map, or of its profile, for a ridge that follows one */
    double row_place;   /* sides of the map from its north edge */
    int64_t first_lift; /* lifts of the slope limit at these nodes of the lattice */
    size_t lifts;
    double *lift;        /* [lifts]; NULL = none */
    double *lattice;     /* [PROFILE_LATTICE]: on the world lattice, U */
    double summit_scale; /* 1, less where a summit would be too high */
} profile_ridge;

struct ridge_profile {
    const rl_frame *frame;
    const preparation *work; /* NULL after preparation */
    int take;                /* of which the lattice was sampled */
    profile_shape world;     /* of the world lattice */
    profile_shape shared;    /* of the grid on which all ridges are sampled at the moment */
    ridge_land land;         /* of the map, for faces of its slices */
    const vista *vista;      /* of ridges of a DEM; NULL = there are none */
    profile_ridge ridge[RL_MAX_RIDGES];
};

/* profile_new makes frame->profile and cuts the slices of the map.
 * Errors: RL_NO_MEMORY, RL_CANCELLED, RL_BAD_ARGUMENT. */
rl_status profile_new(preparation *work, rl_error *error);

/* profile_take samples all ridges of scene.take on the world lattice and limits their
 * summits, unless that is done.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_take(preparation *work, rl_error *error);

/* profile_skyline writes the heights (fraction of H) of a ridge on the world lattice, for
 * pictures in which U is `unit_share` of H. */
void profile_skyline(const ridge_profile *profile, int ridge, double unit_share,
                     double heights[PROFILE_LATTICE]);

/* profile_highest writes the highest of all ridges there, at least 0. */
void profile_highest(const ridge_profile *profile, double skyline[PROFILE_LATTICE]);

/* profile_heights samples the ground of a ridge (fractions of H) on any grid of the world.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_heights(const ridge_profile *profile, int ridge, const ridge_grid *grid,
                          size_t count, double *heights, rl_error *error);

/* profile_share caches what all ridges share on a grid that is not long, until
 * profile_unshare.  Errors: RL_NO_MEMORY. */
rl_status profile_share(ridge_profile *profile, const ridge_grid *grid, size_t count,
                        rl_error *error);
void profile_unshare(ridge_profile *profile);

/* profile_hold caches the slope's lifts of a ridge along the part until profile_release,
 * or longer where they are few.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_hold(ridge_profile *profile, int ridge, rl_error *error);
void profile_release(ridge_profile *profile, int ridge);

/* take_choose settles which ridges a bare seed gets: see take.c. */
rl_status take_choose(preparation *work, rl_error *error);

/* profile_edges returns the pieces of all columns of the part as a grid of the world. */
ridge_grid profile_edges(const rl_frame *frame);

/* profile_quantile sorts the values and returns the one that `share` of them do not
 * exceed. */
double profile_quantile(double *values, int count, double share);

/* ---- kernels: each variant gives, bit for bit, what the plain one gives -------- */

/* The shape of a composition.  Places and widths in U. */
typedef struct composition_shape {
    double loop; /* after which it repeats, 0 = never */
    double middle;
    double dip_width;
    double valley_half, valley_limit, valley_power;
} composition_shape;

/* How it bends the profile of a ridge.  Shares of H; places and widths in U. */
typedef struct composition_bend {
    double loop; /* U, 0 = none */
    double dip;
    double hero, hero_x, hero_width;
    double island; /* half width of the only part that stays, 0 = all does */
    double massif; /* U, added to its middle */
    double valley, valley_floor;
    double base, unit_share, scale;
    double least, ease; /* its floor; ease 0: it ends there in a corner */
} composition_bend;

typedef struct profile_kernels {
    /* What all ridges share at places x: of a dip, and of the rise to the sides. */
    void (*shape)(const composition_shape *shape, const double *x, size_t count, double *dip,
                  double *rise);
    /* Bends profiles (U) into heights (fractions of H). */
    void (*bend)(const composition_bend *bend, const double *x, const double *dip,
                 const double *rise, size_t count, double *heights);
} profile_kernels;

extern const profile_kernels *const profile_kernels_of[CPU_KERNELS];

#endif
