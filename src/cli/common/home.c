/* home.c - the user's folders by the XDG rules.
 *
 * In: the environment.  Out: absolute paths.
 */
#include "cli/common/home.h"
#include "base/path.h"
#include "base/status.h"
#include "cli/common/say.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

int home_path(char path[HOME_PATH], home_folder folder, const char *rest)
{
    static const struct {
        const char *variable, *otherwise;
    } folders[] = {{"", ""},
                   {"XDG_CONFIG_HOME", "/.config"},
                   {"XDG_DATA_HOME", "/.local/share"},
                   {"XDG_STATE_HOME", "/.local/state"}};
    const char *place = folder != HOME_ITSELF ? getenv(folders[folder].variable) : NULL;
    const char *below = "";
    if (place == NULL || !PATH_IS_ABSOLUTE(place)) {
        place = getenv("HOME");
        below = folders[folder].otherwise;
    }
    int size = place != NULL && PATH_IS_ABSOLUTE(place)
                   ? snprintf(path, HOME_PATH, "%s%s/%s", place, below, rest)
                   : HOME_PATH;
    if (size < HOME_PATH)
        return 1;
    path[0] = '\0';
    return 0;
}

rl_status home_make(const char *path, rl_error *error)
{
    char part[HOME_PATH];
    for (const char *end = strchr(path + 1, '/'); end != NULL; end = strchr(end + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(end - path), path);
        if (mkdir(part, 0777) != 0 && errno != EEXIST && errno != EROFS && errno != EACCES)
            return status_fail(error, RL_CANNOT_CREATE, "%s: cannot make the folder: %s",
                               SHOW(part), REASON(errno));
    }
    return RL_OK;
}
