/* roles.h - the roles of a palette as a table. */
#ifndef RL_CLI_COMMON_ROLES_H
#define RL_CLI_COMMON_ROLES_H

#include "ridgeline.h"

/* roles_name returns the name of single-colour role `index` ("sun.low"), or
 * NULL past the last; roles_at returns where a palette holds it. */
const char *roles_name(size_t index);
rl_colour *roles_at(rl_palette *palette, size_t index);

/* roles_are_open is 1 when some role has no colour; roles_fill gives the open
 * roles those of `from`. */
int roles_are_open(rl_palette *palette);
void roles_fill(rl_palette *palette, rl_palette *from);

/* roles_each calls `each` for every role that has a colour, sky and ridges with
 * numbers from 1; it stops at the first result that is not 0 and returns it. */
int roles_each(rl_palette *palette, int (*each)(void *user, const char *role, rl_colour colour),
               void *user);

#endif
