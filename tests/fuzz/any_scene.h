/* any_scene.h - scenes from the bytes of an input: by every setter, and by garbage written
 * into the struct itself. */
#ifndef TESTS_FUZZ_ANY_SCENE_H
#define TESTS_FUZZ_ANY_SCENE_H

#include "fuzz/fuzz.h"

/* any_scene fills `scene`; texts in it are ended, nothing else of it is certain. */
void any_scene(rl_scene *scene, fuzz_bytes *from);

#endif
