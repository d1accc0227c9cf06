/* seal.h - a seal in the lower right corner of a print, a sign that is carved from the seed. */
#ifndef RL_LAYERS_PRINT_SEAL_H
#define RL_LAYERS_PRINT_SEAL_H

#include "frame/prepare.h"

/* Cells of half a sign, which is mirrored; its rows; cells of its border. */
enum { SEAL_HALF = 3, SEAL_ROWS = 7, SEAL_BORDER = 1 };

typedef struct print_seal {
    float x, y;              /* middle of its upper side, U from the middle of the picture */
    float cell;              /* size of a cell, U; 0 = there is no seal */
    uint8_t sign[SEAL_ROWS]; /* bits of cells that are cut out, from the middle */
} print_seal;

static const float seal_red[3] = {0.8254f, 0.24f, 0.1961f}; /* OKLab .58, .165, .09 */

/* print_seal_of places the seal within a margin (U), if the scene has one. */
print_seal print_seal_of(const rl_frame *frame, double margin);

#endif
