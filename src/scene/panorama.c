/* panorama.c - fills the values of a panorama: a view of real land has no invented land or motifs.
 */
#include "scene/composition.h"

/* Rings of distances; with this many the steps of colour between them are invisible. */
#define RINGS 56

/* Fraction of H; a stand-in, as the frame places the horizon by the eye's elevation. */
#define HORIZON 0.42

void panorama_fill(rl_scene *scene)
{
    if (scene->ridge_named == 0)
        fill_name(&scene->ridge_count, RINGS);
    fill_name(&scene->world, 0);
    fill_name(&scene->lake_ridge, 0);
    fill_real(&scene->deck, 0.0);
    fill_real(&scene->plume, 0.0);
    fill_real(&scene->city_height, 0.0);
    fill_real(&scene->beach_near, 0.0);
    fill_name(&scene->plain, RL_PLAIN_NONE);
    fill_real(&scene_slot(scene, "plants.hero")->real, 0.0);
    fill_real(&scene_slot(scene, "plants.farm")->real, 0.0);
    fill_real(&scene_slot(scene, "hero.frame")->real, 0.0);
    fill_name(&scene->motif.name, 0);
    fill_name(&scene->aloft.name, 0);
    fill_real(&scene->mist, 0.0);
    fill_real(&scene->horizon, HORIZON);
}
