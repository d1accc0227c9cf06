/* map_rules.h - the rules of a scene's map for tests, valid until the next call, for one thread. */
#ifndef TESTS_SUPPORT_MAP_RULES_H
#define TESTS_SUPPORT_MAP_RULES_H

#include "base/scene.h"

static inline const rl_map_rules *map_rules(const rl_scene *scene)
{
    static rl_map_rules rules; /* too large for a small stack */
    rl_map_rules_of(&rules, scene);
    return &rules;
}

#endif
