/* profile.c - profiles and drawings of the user's own for a scene. */
#include "decode/profile.h"
#include "base/status.h"
#include "ridge/family.h"
#include "scene/data.h"
#include "scene/profiles.h"

/* Unsets the keys that shape the profile of another family and makes the ridge one of family `own`.
 * Position, height and cover stay. */
static void unset_line(rl_ridge *ridge)
{
    double *const reals[] = {&ridge->spacing,     &ridge->roughness, &ridge->displacement,
                             &ridge->min_segment, &ridge->slope,     &ridge->dip,
                             &ridge->hero,        &ridge->valley};
    int *const names[] = {&ridge->iterations, &ridge->noise, &ridge->decay, &ridge->direction,
                          &ridge->period};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        *reals[i] = RL_AUTO;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *names[i] = RL_AUTO;
    ridge_unset_values(ridge, NULL);
    ridge->kind = ridge_family_with(RIDGE_OF_PROFILE);
}

rl_status rl_profile_parse(rl_scene *scene, int ridge, const void *bytes, size_t size,
                           const char *place, rl_error *error)
{
    int heights[RL_PROFILE_HEIGHTS], count;
    char text[RL_PROFILE_TEXT];
    rl_scene changed = *scene;
    if (ridge < 1 || ridge > RL_MAX_RIDGES)
        return status_fail(error, RL_BAD_ARGUMENT, "profile: ridge %d: must be 1..%d", ridge,
                           RL_MAX_RIDGES);
    rl_profile *profile = profiles_place(&changed, ridge);
    if (profile == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "profile: ridge %d: there may be %d profiles",
                           ridge, RL_MAX_PROFILES);
    TRY(profile_read(bytes, size, place, PROFILES_HIGHEST, heights, &count, error));
    const rl_data line = {text, profiles_text(text, heights, count), place};
    *profile = (rl_profile){.ridge = ridge, .heights = line};
    unset_line(&changed.ridge[ridge - 1]);
    return scene_keep(scene, &changed, line, error);
}

rl_status rl_motif_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    rl_scene changed = *scene;
    rl_data file = {bytes, size, place};
    TRY(motif_use(&changed, file, error));
    return scene_keep(scene, &changed, file, error);
}
