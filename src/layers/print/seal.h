/* seal.h - a seal in the lower right corner of a print, a sign that is carved from the seed. */
#ifndef RL_LAYERS_PRINT_SEAL_H
#define RL_LAYERS_PRINT_SEAL_H

#include <stdint.h>

/* Cells of half a sign, which is mirrored; its rows. */
enum { SEAL_HALF = 3, SEAL_ROWS = 7 };

typedef struct print_seal {
    float x, y;              /* middle of its upper side, U from the middle of the picture */
    float cell;              /* size of a cell, U; 0 = there is no seal */
    uint8_t sign[SEAL_ROWS]; /* bits of cells that are cut out, from the middle */
} print_seal;

#endif
