/* idle.c - notes for each --set without effect, such as a key of a lake in a picture without one.
 *
 * In: the options and the resolved scene of a frame.  Out: a note for each such setting, because
 * a picture that stays the same would look like a fault.
 */
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <string.h>

/* Keys that begin with `of` have an effect only if key `needed` is above 0. */
static const struct {
    const char *of, *needed;
} needs[] = {
    {"beach.", "beach.near"},    {"city.", "city.height"},        {"city.", "lake.ridge"},
    {"deck.", "deck.height"},    {"lake.", "lake.ridge"},         {"mist.", "mist.amount"},
    {"moon.phase", "moon.show"}, {"plume.ridge", "plume.amount"},
};

void request_note_idle(const options *opts, const rl_scene *scene)
{
    for (int i = 0; i < opts->setting_count && !opts->quiet; i++) {
        const char *setting = opts->settings[i];
        int length = (int)strcspn(setting, "=");
        for (size_t k = 0; k < sizeof needs / sizeof *needs; k++) {
            if (strncmp(setting, needs[k].of, strlen(needs[k].of)) == 0 &&
                !(strncmp(setting, needs[k].needed, (size_t)length) == 0 &&
                  needs[k].needed[length] == '\0') &&
                !(rl_scene_number(scene, needs[k].needed) > 0)) {
                say_note("--set %.*s: no effect on this land: needs %s above 0", length, setting,
                         needs[k].needed);
                break;
            }
        }
    }
}
