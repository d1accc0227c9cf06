/* panorama.c - closes the values of a panorama: a view of real land has no invented land or motifs.
 */
#include "scene/composition.h"

/* Rings of distances; with this many the steps of colour between them are invisible. */
#define RINGS 56

/* Fraction of H; a stand-in, as the frame places the horizon by the eye's elevation. */
#define HORIZON 0.42

void panorama_close(rl_scene *scene)
{
    if (scene->ridge_named == 0)
        close_name(&scene->ridge_count, RINGS);
    close_name(&scene->style, 0);
    close_name(&scene->lake_ridge, 0);
    close_real(&scene->deck, 0.0);
    close_real(&scene->plume, 0.0);
    close_real(&scene->city_height, 0.0);
    close_real(&scene->beach_near, 0.0);
    close_name(&scene->plain, RL_PLAIN_NONE);
    close_real(&scene->plants_hero, 0.0);
    close_real(&scene->plants_farm, 0.0);
    close_real(&scene->hero_frame, 0.0);
    close_name(&scene->motif.name, 0);
    close_name(&scene->aloft.name, 0);
    close_real(&scene->mist, 0.0);
    close_real(&scene->horizon, HORIZON);
}
