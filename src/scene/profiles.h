/* profiles.h - the sections [profile N] of scene text: heights that a ridge follows. */
#ifndef RL_SCENE_PROFILES_H
#define RL_SCENE_PROFILES_H

#include "base/scene.h"
#include "base/sections.h"

/* Heights are integers up to this; a step is a fraction of a pixel in any picture. */
#define PROFILES_HIGHEST 9999

#define RL_PROFILE_TEXT 2048 /* bytes of the canonical text of a profile, at most */

/* profiles_read writes the heights of ridge `ridge` (from 0), RL_PROFILE_HEIGHTS at most.
 * Errors: RL_BAD_ARGUMENT with `ridge.N.kind = own: rule`. */
rl_status profiles_read(const rl_scene *scene, int ridge, int *heights, int *count,
                        rl_error *error);

/* profiles_take reads the lines of section [profile N] up to the next section; `line` is the line
 * of the section.  A fault is reported to the reader. */
void profiles_take(sections *reader, rl_scene *scene, int number, const char *line, size_t length);

/* profiles_write writes the section of ridge `ridge` (from 0) if it follows a profile. */
rl_status profiles_write(const rl_scene *scene, int ridge, rl_sink *sink, rl_error *error);

/* profiles_text writes the numbers in lines and returns the number of bytes. */
size_t profiles_text(char text[RL_PROFILE_TEXT], const int *heights, int count);

/* profiles_most returns the highest number of a ridge that has a profile, 0 = none has. */
int profiles_most(const rl_scene *scene);

/* profiles_place returns the profile of ridge `number` (from 1), else a free one, else NULL. */
rl_profile *profiles_place(rl_scene *scene, int number);

#endif
