/* milkyway.h - the band of the Milky Way, for its own layer and for the layer of stars. */
#ifndef RL_LAYERS_MILKYWAY_H
#define RL_LAYERS_MILKYWAY_H

#include "frame/frame.h"

#define MILKYWAY_STREAM 5003 /* random stream of the band; that of its stars follows */

typedef struct milkyway {
    double strength; /* factor of its light, 0..1; 0 = none */
    double x;        /* column where it meets the horizon, U from the middle */
    double side;     /* 1 if it leans to the right, else -1 */
    double up, over; /* cosine and sine of its angle from the vertical */
    double core;     /* distance along the band to its brightest part, U */
    uint64_t key;    /* key of its noise */
} milkyway;

/* Light of the band at a place of the sky. */
typedef struct milkyway_light {
    double light; /* light of unresolved stars, 0..1 */
    double warm;  /* share of yellow in their colour, 0..1 */
} milkyway_light;

/* milkyway_of returns the band of a frame; its strength is 0 by day, beside the moon, and in a
 * loop. */
milkyway milkyway_of(const rl_frame *frame);

/* milkyway_at returns the light at a place: U from the middle and above the horizon. */
milkyway_light milkyway_at(const milkyway *band, double x, double y);

#endif
