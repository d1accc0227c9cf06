/* home.h - the user's folders by the XDG rules. */
#ifndef RL_CLI_COMMON_HOME_H
#define RL_CLI_COMMON_HOME_H

#include "ridgeline.h"

#define HOME_PATH 4096

/* HOME_ITSELF is the home folder, the others $XDG_..._HOME or its default below it. */
typedef enum home_folder { HOME_ITSELF, HOME_CONFIG, HOME_DATA, HOME_STATE } home_folder;

/* home_path writes the path of `rest` in one of the folders; "" and 0 when there is none: relative
 * ones are ignored, as the XDG rules ask. */
int home_path(char path[HOME_PATH], home_folder folder, const char *rest);

/* home_make makes the folders above a path of home_path.  Errors: RL_CANNOT_CREATE. */
rl_status home_make(const char *path, rl_error *error);

#endif
