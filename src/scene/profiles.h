/* profiles.h - heights of the user's own in a scene: the sections [profile N] of its text. */
#ifndef RL_SCENE_PROFILES_H
#define RL_SCENE_PROFILES_H

#include "base/sections.h"

/* Heights are whole numbers up to this: a fraction of a pixel in any picture. */
#define PROFILES_HIGHEST 9999

/* profiles_read writes the heights of ridge `ridge` (from 0), RL_PROFILE_HEIGHTS at most.
 * Errors: RL_BAD_ARGUMENT with `ridge.N.kind = own: rule`. */
rl_status profiles_read(const rl_scene *scene, int ridge, int *heights, int *count,
                        rl_error *error);

/* profiles_take takes the lines of section [profile N], whose line is `line`, up to the next
 * section from the reader.  A fault is the reader's. */
void profiles_take(sections *reader, rl_scene *scene, int number, const char *line, size_t length);

/* profiles_write writes the section of ridge `ridge` (from 0), where it follows a profile. */
rl_status profiles_write(const rl_scene *scene, int ridge, rl_sink *sink, rl_error *error);

/* profiles_text writes the numbers in lines; returns their bytes. */
size_t profiles_text(char text[RL_PROFILE_TEXT], const int *heights, int count);

/* profiles_most returns the highest number of a ridge that has one, 0 = none has. */
int profiles_most(const rl_scene *scene);

/* profiles_place finds the place for the profile of ridge `number` (from 1): its own or a free one;
 * NULL = there is none. */
rl_profile *profiles_place(rl_scene *scene, int number);

#endif
