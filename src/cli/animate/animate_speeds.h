/* animate_speeds.h - how many loops each layer of a scroll passes. */
#ifndef RL_CLI_ANIMATE_ANIMATE_SPEEDS_H
#define RL_CLI_ANIMATE_ANIMATE_SPEEDS_H

#include "cli/animate/animate_land.h"

/* speeds_choose writes the loops of each layer: --turns by parallax, then --speed.  Returns
 * an exit code; errors are told. */
int speeds_choose(const land_layers *layers, const options *wanted, int *loops);

#endif
