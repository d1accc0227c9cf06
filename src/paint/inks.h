/* inks.h - pictures of the inks of an e-paper panel: rows of colours become rows of inks.
 *
 * In: a frame whose scene names a set of inks, the pixels of its study (see pixelart.h), and rows
 * of colours between 0 and 1.  Out: one byte a pixel, the ink's number on the panel.  Which inks
 * mix to a colour is found once, at the nodes of a lattice of colours; a threshold of the place
 * then picks one of them, so any part of a picture equals that part of the whole.
 */
#ifndef RL_PAINT_INKS_H
#define RL_PAINT_INKS_H

#include "paint/pixelart.h"

/* inks_prepare makes the lattice of a new frame, and the colours of its palette.
 * Errors: RL_NO_MEMORY. */
rl_status inks_prepare(rl_frame *frame, const uint8_t *rgb, rl_error *error);

/* inks_row writes the inks of a run; `plain` of the run has no meaning here. */
void inks_row(const rl_frame *frame, const pixelart_run *run, uint8_t *indices);

#endif
