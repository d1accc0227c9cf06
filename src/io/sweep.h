/* sweep.h - what killed runs left behind. */
#ifndef RL_IO_SWEEP_H
#define RL_IO_SWEEP_H

/* sweep removes from a folder ("" is the present one) the temporary files that nobody
 * holds.  It is a courtesy: whatever fails in it stays untold. */
void sweep(const char *folder);

#endif
