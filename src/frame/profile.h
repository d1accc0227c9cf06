/* profile.h - samples the profiles of the ridges of a scene on any grid of the world.
 *
 * A ridge_profile caches data that do not depend on the grid: rows cut from the map, lifts of the
 * slope limit, samples on the world lattice; and the shape of the composition on one grid.  A
 * height depends on its x alone, never on the caches.
 */
#ifndef RL_FRAME_PROFILE_H
#define RL_FRAME_PROFILE_H

#include "base/cpu.h"
#include "frame/prepare.h"
#include "frame/vista.h"
#include "ridge/ridge.h"

/* Everything that is decided by the form of the land, such as the take (try) and the place of the
 * sun, is decided on the world lattice.  Its middle sample is at the middle of the picture; it does
 * not depend on the size and the part of the picture. */
#define PROFILE_LATTICE 401        /* number of samples */
#define PROFILE_LATTICE_STEP 0.006 /* distance of samples, U */

/* Pixels per U below which slopes are not limited, since needles are narrower than a pixel. */
#define PROFILE_LIMIT_UNIT 8.0

/* The shape of the composition at the samples of a grid; all ridges share it. */
typedef struct profile_shape {
    ridge_grid grid;
    size_t count;
    double *x;    /* [count] places, U; NULL = the shape is empty */
    double *dip;  /* [count] strength of the dip, 0..1: 1 where the land opens */
    double *rise; /* [count] rise toward the sides: 0 where the land opens, 1 a half width away */
} profile_shape;

typedef struct profile_ridge {
    ridge_row row;       /* row of the scene's map, or profile, that the ridge follows */
    double row_place;    /* place of that row on the map: 0 = north edge, 1 = south edge */
    int64_t first_lift;  /* number of the node of the slope lattice that lift[0] is for */
    size_t lifts;        /* number of these nodes */
    double *lift;        /* [lifts]; NULL = none */
    double *lattice;     /* [PROFILE_LATTICE] samples on the world lattice, U */
    double summit_scale; /* factor that limits the height of summits, up to 1 */
} profile_ridge;

struct ridge_profile {
    const rl_frame *frame;
    const preparation *work; /* NULL after preparation */
    int take;                /* take whose ridges profile_ridge.lattice holds; -1 = none */
    profile_shape world;     /* shape on the world lattice */
    profile_shape shared;    /* shape on the grid on which ridges are sampled at the moment */
    ridge_land land;         /* heights of the map, for faces of its slices */
    const vista *vista;      /* view of a DEM; NULL = no ridge is of a DEM */
    profile_ridge ridge[RL_MAX_RIDGES];
};

/* profile_new makes frame->profile and cuts the slices of the map.
 * Errors: RL_NO_MEMORY, RL_CANCELLED, RL_BAD_ARGUMENT. */
rl_status profile_new(preparation *work, rl_error *error);

/* profile_take samples all ridges of the take scene.take on the world lattice and limits their
 * summits, if profile->take is another one.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_take(preparation *work, rl_error *error);

/* profile_skyline writes the heights of a ridge on the world lattice, fractions of H, for pictures
 * in which U is `unit_share` of H. */
void profile_skyline(const ridge_profile *profile, int ridge, double unit_share,
                     double heights[PROFILE_LATTICE]);

/* profile_highest writes the height of the highest ridge at each sample of the world lattice,
 * fraction of H, at least 0. */
void profile_highest(const ridge_profile *profile, double skyline[PROFILE_LATTICE]);

/* profile_heights writes the heights of a ridge, without its trees, on any grid of the world,
 * fractions of H.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_heights(const ridge_profile *profile, int ridge, const ridge_grid *grid,
                          size_t count, double *heights, rl_error *error);

/* profile_share caches the shape of the composition on a grid until profile_unshare, unless the
 * grid is long.  Errors: RL_NO_MEMORY. */
rl_status profile_share(ridge_profile *profile, const ridge_grid *grid, size_t count,
                        rl_error *error);
void profile_unshare(ridge_profile *profile);

/* profile_hold_all caches the lifts of all ridges along the part as long as the frame, if threads
 * may read those of several ridges at once.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_hold_all(preparation *work, rl_error *error);

/* profile_hold caches the lifts of a ridge along the part until profile_release, or, if they are
 * few or profile_hold_all did, as long as the frame.  Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status profile_hold(ridge_profile *profile, int ridge, rl_error *error);
void profile_release(ridge_profile *profile, int ridge);

/* profile_set_loop sets the period of the ridges, U (0 = none); profile_take then samples them
 * again. */
void profile_set_loop(rl_frame *frame, double loop);

/* take_choose sets scene.take, if it is unset, to the best of several sets of ridges: see take.c.
 * Errors: RL_NO_MEMORY, RL_CANCELLED. */
rl_status take_choose(preparation *work, rl_error *error);

/* profile_edges returns the grid of the ends of an outline's segments (FRAME_PIECES per column)
 * from the left edge of the part. */
ridge_grid profile_edges(const rl_frame *frame);

/* profile_quantile returns the quantile `share`, 0..1, of values, whose order it changes. */
double profile_quantile(double *values, int count, double share);

/* ---- kernels: all variants give the same bits ----------------------------------- */

/* Where a composition lowers and raises land, the same for all ridges.  Places and widths are U. */
typedef struct composition_shape {
    double loop;         /* period, 0 = none */
    double middle;       /* x at which the land opens: middle of dip and valley */
    double dip_width;    /* distance at which the dip, a Gaussian bell, has fallen to 1/e */
    double valley_half;  /* half width of the valley */
    double valley_limit; /* distance beyond which the land is level again, in `valley_half` */
    double valley_power; /* the rise is (distance / valley_half)^valley_power */
} composition_shape;

/* How much a composition changes the profile of one ridge.  Places and widths are U. */
typedef struct composition_bend {
    double loop;                     /* period, 0 = none */
    double dip;                      /* share of the height taken away at the dip, 0..1 */
    double hero, hero_x, hero_width; /* share of the height added; middle and width of the bell */
    double island;                   /* half width of an island, 0 = endless land */
    double massif;                   /* height added to the middle of an island, U */
    double valley, valley_floor;     /* U per unit of rise; rise at which no height is added */
    double base;                     /* height of the foot, fraction of H */
    double unit_share;               /* U / H */
    double scale;                    /* factor of the profile */
    double least;                    /* lower bound of the heights, fraction of H */
    double ease;                     /* width of the smooth maximum with `least`, fraction of H */
} composition_bend;

typedef struct profile_kernels {
    /* Computes the dip and the rise of profile_shape at places x. */
    void (*shape)(const composition_shape *shape, const double *x, size_t count, double *dip,
                  double *rise);
    /* Changes profile heights in U in place into heights in fractions of H. */
    void (*bend)(const composition_bend *bend, const double *x, const double *dip,
                 const double *rise, size_t count, double *heights);
} profile_kernels;

extern const profile_kernels *const profile_kernels_of[CPU_KERNELS];

#endif
