/* palettes.h - finds palettes by name in the folders of the XDG rules. */
#ifndef RL_CLI_COMMON_PALETTES_H
#define RL_CLI_COMMON_PALETTES_H

#include "ridgeline.h"

/* palettes_fetch fetches what a user calls `name`: a path when it is "-", has a
 * slash or a palette's ending; else a palette of the search path, else a
 * built-in one.  `choice` may be NULL.  `place` is the option or command that
 * asked.  Returns an exit code; errors are told. */
int palettes_fetch(rl_palette *palette, const char *name, const rl_palette_options *choice,
                   const char *place);

/* palettes_is_builtin is 1 for the name of a built-in palette. */
int palettes_is_builtin(const char *name);

/* palettes_complete gives the open roles of `palette` the colours that a user's
 * palette of its name has; nothing happens when there is none. */
int palettes_complete(rl_palette *palette);

/* palettes_list calls `each` for every name once, in order. */
int palettes_list(int (*each)(const char *name));

#endif
