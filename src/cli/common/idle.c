/* idle.c - notes for each --set without effect, such as a key of a lake in a picture without one.
 *
 * In: the options and the resolved scene of a frame.  Out: a note for each such setting, because
 * a picture that stays the same would look like a fault.
 */
#include "cli/common/request.h"
#include "cli/common/say.h"

#include <stddef.h>
#include <string.h>

#define AT(name) offsetof(rl_scene, name)

/* Keys that begin with `of` have an effect only if key `needed` is above 0. */
static const struct {
    const char *of, *needed;
    size_t field; /* offset of `needed` in rl_scene */
    int is_int;   /* 1: the field is an int; 0: a double */
} needs[] = {
    {"beach.", "beach.near", AT(beach_near), 0}, {"city.", "city.height", AT(city_height), 0},
    {"city.", "lake.ridge", AT(lake_ridge), 1},  {"deck.", "deck.height", AT(deck), 0},
    {"lake.", "lake.ridge", AT(lake_ridge), 1},  {"mist.", "mist.amount", AT(mist), 0},
    {"moon.phase", "moon.show", AT(moon), 1},    {"plume.ridge", "plume.amount", AT(plume), 0},
};

void request_note_idle(const options *opts, const rl_scene *scene)
{
    for (int i = 0; i < opts->setting_count && !opts->quiet; i++) {
        const char *setting = opts->settings[i];
        int length = (int)strcspn(setting, "=");
        for (size_t k = 0; k < sizeof needs / sizeof *needs; k++) {
            const void *field = (const char *)scene + needs[k].field;
            double amount = needs[k].is_int ? *(const int *)field : *(const double *)field;
            if (strncmp(setting, needs[k].of, strlen(needs[k].of)) == 0 &&
                !(strncmp(setting, needs[k].needed, (size_t)length) == 0 &&
                  needs[k].needed[length] == '\0') &&
                !(amount > 0)) {
                say_note("--set %.*s: no effect on this land: needs %s above 0", length, setting,
                         needs[k].needed);
                break;
            }
        }
    }
}
