/* palettes.h - finds palettes by name in the folders of the XDG rules. */
#ifndef RL_CLI_COMMON_PALETTES_H
#define RL_CLI_COMMON_PALETTES_H

#include "cli/options.h"

/* palettes_fetch fetches what a user calls `name`: a path when it is "-", has a
 * slash or a palette's ending; else a palette of the search path, else a
 * built-in one.  `opts` has --roles and --scheme; `place` is the option or command that messages
 * name.  Returns an exit code; errors are printed. */
int palettes_fetch(rl_palette *palette, const char *name, const options *opts, const char *place);

/* palettes_complete fills the unset roles of `palette` from the user's palette of the same name, if
 * there is one.  Returns an exit code. */
int palettes_complete(rl_palette *palette);

/* palettes_list calls `each` once for every name, sorted, until it returns another exit code than
 * CODE_OK.  Returns an exit code. */
int palettes_list(int (*each)(const char *name));

/* roles_name returns the name of single-colour role `index` ("sun.low"), or
 * NULL past the last; roles_at returns a pointer to its colour in a palette. */
const char *roles_name(size_t index);
rl_colour *roles_at(rl_palette *palette, size_t index);

#endif
