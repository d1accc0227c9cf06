/* milkyway.h - where the band of the Milky Way is in the sky. */
#ifndef RL_LAYERS_MILKYWAY_H
#define RL_LAYERS_MILKYWAY_H

#include "frame/frame.h"

typedef struct milkyway {
    double strength; /* 0 = none */
    double x, side;  /* U where it meets the horizon; 1 = it leans to the right */
    double up, over; /* cosine and sine of its lean */
    double core;     /* U along it to its brightest part */
    uint64_t key;
} milkyway;

/* What is seen of it at a place of the sky: unresolved stars, 0..1, and how yellow they are. */
typedef struct milkyway_light {
    double light, warm;
} milkyway_light;

/* milkyway_of finds the band of a frame: there is none by day, beside the moon, or in a loop. */
milkyway milkyway_of(const rl_frame *frame);

/* milkyway_at returns what is seen at a place, U from the middle and above the horizon. */
milkyway_light milkyway_at(const milkyway *band, double x, double y);

#endif
