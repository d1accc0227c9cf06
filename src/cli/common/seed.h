/* seed.h - a seed nobody chose. */
#ifndef RL_CLI_COMMON_SEED_H
#define RL_CLI_COMMON_SEED_H

#include <stdint.h>

/* seed_random draws a seed of 32 bits, short enough to be typed again.  Returns
 * an exit code; errors are told. */
int seed_random(uint64_t *seed);

#endif
