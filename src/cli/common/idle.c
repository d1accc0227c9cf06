/* idle.c - notes for each --set without effect, such as a key of a lake in a picture without one.
 *
 * In: the options and the resolved scene of a frame.  Out: a note for each such setting, because
 * a picture that stays the same would look like a fault.
 */
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <string.h>

/* Returns the key that the key `path` of `length` bytes needs, or NULL. */
static const char *needed_by(const char *path, size_t length)
{
    rl_key key;
    for (size_t i = 0; rl_scene_key(i, &key); i++)
        if (strncmp(key.path, path, length) == 0 && key.path[length] == '\0')
            return key.needs;
    return NULL;
}

void request_note_idle(const options *opts, const rl_scene *scene)
{
    for (int i = 0; i < opts->setting_count && !opts->quiet; i++) {
        const char *setting = opts->settings[i], *needed;
        size_t length = strcspn(setting, "=");
        for (needed = needed_by(setting, length);
             needed != NULL && rl_scene_number(scene, needed) > 0;)
            needed = needed_by(needed, strlen(needed));
        if (needed != NULL)
            say_note("--set %.*s: no effect on this land: needs %s above 0", (int)length, setting,
                     needed);
    }
}
