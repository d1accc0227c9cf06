/* inks.h - the inks of e-paper panels.
 *
 * A set of inks is one row of inks_table.c.  Each ink has two colours: the value by which the
 * panel's own tools recognise it, which is written to picture files, and the colour that the eye
 * sees on the panel, by which inks are mixed.
 */
#ifndef RL_PALETTE_INKS_H
#define RL_PALETTE_INKS_H

#include "base/colour.h"

#define INKS_MOST 16

typedef struct ink {
    rl_colour panel; /* value in a picture file */
    rl_colour seen;  /* measured colour on the panel, sRGB; the lightest ink is the bare paper */
} ink;

typedef struct ink_set {
    const char *name;
    int is_grey; /* 1: greys from black to white; a colour is mixed only of the two nearest greys */
    int count;
    ink ink[INKS_MOST]; /* in the panel's order: first black; white is second, or last of greys */
} ink_set;

/* inks_at returns the set named rl_ink_name(index), or NULL for "none" and past the last. */
const ink_set *inks_at(size_t index);

/* inks_white returns the measured colour of the white of a set, as linear light. */
linear_rgb inks_white(const ink_set *set);

#endif
