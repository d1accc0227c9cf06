/* inks.h - pictures in the inks of an e-paper panel: each pixel becomes one ink.
 *
 * In: a frame whose scene names a set of inks, the pixels of its study (see pixelart.h), and rows
 * of colours between 0 and 1.  Out: one byte per pixel, the index of an ink in the set.  The
 * mixtures of inks are found once, at the nodes of a lattice of colours.  For each pixel an ordered
 * threshold, a function of its place, picks one ink of the mixture, so a part equals that part of
 * the whole.
 */
#ifndef RL_PAINT_INKS_H
#define RL_PAINT_INKS_H

#include "paint/pixelart.h"

/* inks_prepare makes frame->inks and frame->art of a new frame; `rgb` are the pixels of its study.
 * Errors: RL_NO_MEMORY. */
rl_status inks_prepare(rl_frame *frame, const uint8_t *rgb, rl_error *error);

/* inks_row writes the index of an ink for each pixel of a run; run->plain is not used. */
void inks_row(const rl_frame *frame, const pixelart_run *run, uint8_t *indices);

#endif
