/* swatch.h - a palette as a small picture. */
#ifndef RL_CLI_PALETTE_SWATCH_H
#define RL_CLI_PALETTE_SWATCH_H

#include "ridgeline.h"

/* swatch_write writes a PNG of the palette: sky, sun, ridges and a row of its
 * other colours. */
rl_status swatch_write(rl_palette *palette, rl_sink *sink, rl_error *error);

#endif
