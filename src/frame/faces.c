/* faces.c - how the faces of each kind of ground look. */
#include "frame/relief.h"

#define BLUR_LEAST 0.0015

static const face_look looks[RIDGE_GROUNDS] = {
    [RIDGE_GROUND_ROCK] = {0.20, BLUR_LEAST, 0.9, 3.0, 9.0, 5, 0.25, 0.16, 0.3, 0.20, 0},
    /* Sand keeps the shadow's border as sharp as the crest it falls from, and lets it
     * wander in one broad curve. */
    [RIDGE_GROUND_SAND] = {0.06, BLUR_LEAST, 1.3, 1.5, 5.0, 2, 0.0, 0.0, 1.0, 0.20, 0},
    /* Depth leaps at a cliff.  So that no seam hangs from it, faces of table lands are
     * broad, do not fade on the way down, and their noise is one over cliff and rubble. */
    [RIDGE_GROUND_CLIFF] = {0.30, BLUR_LEAST, 0.6, 3.0, 9.0, 5, 0.45, 0.25, 0.6, 0.60, 1},
    /* Soft ground has no gullies: fine slopes of its edge would hang from it as streaks. */
    [RIDGE_GROUND_SOFT] = {0.20, 0.045, 1.3, 1.5, 5.0, 2, 0.0, 0.0, 1.0, 0.20, 0},
};

const face_look *relief_look(const rl_ridge *ridge)
{
    return &looks[ridge_family_of(ridge)->ground];
}
