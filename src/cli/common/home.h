/* home.h - the user's folders by the XDG Base Directory Specification ("XDG rules"). */
#ifndef RL_CLI_COMMON_HOME_H
#define RL_CLI_COMMON_HOME_H

#include "ridgeline.h"

#define HOME_PATH 4096

/* HOME_ITSELF is $HOME; the others are $XDG_..._HOME or its default below $HOME. */
typedef enum home_folder { HOME_ITSELF, HOME_CONFIG, HOME_DATA, HOME_STATE } home_folder;

/* home_path writes the path of `rest` in one of the folders and returns 1; if the folder is unknown
 * or the path too long, "" and 0.  Variables with relative paths are ignored: an XDG rule. */
int home_path(char path[HOME_PATH], home_folder folder, const char *rest);

/* home_make creates the missing parent folders of an absolute path.  Errors: RL_CANNOT_CREATE. */
rl_status home_make(const char *path, rl_error *error);

#endif
