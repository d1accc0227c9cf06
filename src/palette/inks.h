/* inks.h - the inks of e-paper panels.
 *
 * A set of inks is one row of inks_table.c.  Each ink has two colours: the one that a panel's own
 * tools know it by, which is what a picture file holds, and the one that the eye sees on the panel,
 * which decides how inks are mixed.
 */
#ifndef RL_PALETTE_INKS_H
#define RL_PALETTE_INKS_H

#include "base/colour.h"

#define INKS_MOST 16

typedef struct ink {
    rl_colour panel; /* colour in a file */
    rl_colour seen;  /* measured colour, sRGB; white is the paper of the panel */
} ink;

typedef struct ink_set {
    const char *name;
    int is_grey; /* even steps from black to white: a grey is a mix of its two neighbours */
    int count;
    ink ink[INKS_MOST]; /* in the panel's order; the first is black, the second or last white */
} ink_set;

/* inks_at returns set `index` of rl_ink_name, or NULL for "none" and past the last. */
const ink_set *inks_at(size_t index);

/* inks_white returns the lightest ink as it is seen. */
linear_rgb inks_white(const ink_set *set);

#endif
