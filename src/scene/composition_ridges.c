/* composition_ridges.c - place, form and cover of the ridges that a scene leaves open. */
#include "ridge/family.h"
#include "scene/choice.h"
#include "scene/composition.h"

/* z^power, and exactly z where the power is 1. */
static double power_of(double z, double power)
{
    return power == 1.0 ? z : exact_pow(z, power);
}

/* Where an island has its middle: every other one is beyond the sun. */
static double island_x(const rl_scene *scene, const rl_ridge *ridge)
{
    int farther = 0;
    for (const rl_ridge *other = scene->ridge; other < ridge; other++)
        farther += other->island > 0.0;
    double beyond = scene->land_x < 0.0 ? -0.38 : 0.38;
    return ridge->island > 0.0 && farther % 2 == 1
               ? exact_clamp(scene->land_x + beyond, -1000.0, 1000.0)
               : RL_AUTO;
}

/* Ridges on the horizon stand so far below it: fraction of H. */
#define BEYOND 0.012

/* Islands of a deck are closed by it: its ground is so far below, fraction of H. */
#define UNDER_DECK 0.03

static double deck_level(const rl_scene *scene, double depth)
{
    return scene->horizon * (1.0 - 1.0 / composition_deck_distance(depth));
}

/* The place and the height of a ridge. */
static void place_ridge(rl_scene *scene, rl_ridge *ridge, double z)
{
    const rl_composition *look = &scene->composition;
    double back = exact_pow(1.0 - z, 0.7);
    int free = !ridge_has(ridge, RIDGE_DRAWN);
    int is_fixed = scene->time != RL_AUTO; /* the land must not follow the sun */
    double far_spacing = choose(scene, CHOOSE_FAR_SPACING, 0.36, 0.40);
    double near_spacing = choose(scene, CHOOSE_NEAR_SPACING, 0.70, 0.95);
    const ridge_family *family = ridge_family_of(ridge);
    if (family->side_far > 0.0)
        close_real(&ridge->spacing, exact_mix(family->side_far, family->side_near, z));
    if (ridge->depth < look->beyond)
        close_real(&ridge->base, exact_clamp(scene->horizon - BEYOND, -10.0, 10.0));
    if (scene->deck > 0.0 && ridge->island > 0.0)
        close_real(&ridge->base, exact_max(deck_level(scene, ridge->depth) - UNDER_DECK, -10.0));
    /* What rises from water has its own waterline: the farther, the nearer to the horizon. */
    int is_in_water = ridge->distance != RL_AUTO && ridge->distance > 0.0;
    if (is_in_water)
        close_real(&ridge->base,
                   exact_max(scene->lake_level * (1.0 - 1.0 / ridge->distance), -10.0));
    close_real(&ridge->base, free ? exact_clamp(exact_mix(look->base_far, look->base_near,
                                                          power_of(z, look->base_power)),
                                                -10.0, 10.0)
                                  : 0.0);
    double scale = ridge_has(ridge, RIDGE_MOUNTAIN) ? scene->land_mountains : 1.0;
    double amplitude =
        exact_mix(look->amplitude_far, look->amplitude_near, power_of(z, look->amplitude_power)) *
        exact_mix(scale, 1.0, z);
    close_real(&ridge->amplitude, free ? exact_min(amplitude, 10.0) : 1.0);
    close_real(&ridge->spacing, exact_mix(far_spacing, near_spacing, z) * family->spread);
    close_real(&ridge->roughness, exact_mix(family->rough_far, family->rough_near, z));
    free = free && !is_in_water;
    close_real(&ridge->min_height, free ? 0.03 : -10.0);
    int can_bend = free && !ridge_has(ridge, RIDGE_LEVEL);
    double dip = look->dip * (0.35 + 0.65 * back) * (is_fixed ? 0.6 : 1.0);
    close_real(&ridge->dip, can_bend ? dip : 0.0);
    close_real(&ridge->hero, can_bend ? look->hero * power_of(1.0 - z, look->hero_power) : 0.0);
    close_real(&ridge->hero_x, island_x(scene, ridge));
    close_real(&ridge->hero_x, scene->calm == RL_CALM_LEFT ? 0.45 : -scene->land_x);
    close_real(&ridge->valley, free ? look->valley * power_of(z, look->valley_power) : 0.0);
}

/* Faces, snow, strata and trees of a ridge. */
static void dress_ridge(rl_scene *scene, rl_ridge *ridge, double z)
{
    const rl_composition *look = &scene->composition;
    int free = !ridge_has(ridge, RIDGE_DRAWN);
    int has_relief =
        free && z < look->relief_to && (ridge_has(ridge, RIDGE_FACES) || look->relief_to > 1.0);
    has_relief |=
        free && (z < 0.9 || look->slopes) && ridge_family_of(ridge)->ground == RIDGE_GROUND_SOFT;
    int is_wooded = free && z >= look->trees_from;
    close_real(&ridge->relief, has_relief ? scene->land_relief * (1.0 - 0.35 * z) : 0.0);
    close_real(&ridge->snow,
               ridge_has(ridge, RIDGE_ALPINE) && z < 0.5 && !is_wooded ? scene->land_snow : 0.0);
    close_real(&ridge->snow_line, scene->land_snow_line);
    close_real(&ridge->strata, ridge_has(ridge, RIDGE_STRATA) ? look->strata : 0.0);
    close_real(&ridge->trees, is_wooded ? 1.0 : 0.0);
    int is_bare = ridge->trees <= 0.0 || scene->tree_height <= 0.0;
    int is_soft = ridge_family_of(ridge)->ground == RIDGE_GROUND_SOFT;
    close_name(&ridge->swells, is_soft && is_bare && z > 0.7 ? 2 : 0);
}

/* The two nearest ridges are near ground where the place has it, there is land behind, and the
 * scene leaves their kind open. */
#define SLOPES 2
#define LEAST_BEHIND 2
#define REAR_SLOPE 0.96  /* depth of the farther of them, */
#define BEHIND_MOST 0.93 /* and of the nearest land behind */

static int slopes_of(const rl_scene *scene)
{
    int count = scene->ridge_count;
    int has_slopes = scene->composition.slopes && !scene->land_slices &&
                     scene->panorama.x == RL_AUTO && count >= SLOPES + LEAST_BEHIND;
    for (int i = count - SLOPES; i < count && has_slopes; i++)
        has_slopes = scene->ridge[i].kind == RL_AUTO || ridge_has(&scene->ridge[i], RIDGE_NEAR);
    return has_slopes ? SLOPES : 0;
}

void composition_ridge(rl_scene *scene, int i)
{
    rl_ridge *ridge = &scene->ridge[i];
    const rl_composition *look = &scene->composition;
    int slopes = slopes_of(scene), n = scene->ridge_count - slopes, beyond = scene->lake_ridge;
    /* How near a ridge is by default: even steps from far to near.  In lake country the
     * far half is beyond the water, whatever is on this side. */
    double z = n > 1 ? exact_min((double)i / (n - 1), 1.0) : 0.5;
    if (i < n && look->lake_depths == 1 && beyond >= 2 && beyond < n + slopes)
        z = i < beyond ? 0.5 * i / (beyond - 1) : 0.5 + 0.5 * (i - beyond + 1) / (n - beyond);
    if (i >= n) {
        close_name(&ridge->kind, ridge_family_with(RIDGE_NEAR));
        close_real(&ridge->depth, i == n ? REAR_SLOPE : 1.0);
    }
    int is_panorama = scene->panorama.x != RL_AUTO;
    close_name(&ridge->kind, is_panorama             ? ridge_family_with(RIDGE_OF_DEM)
                             : scene->land_slices    ? ridge_family_with(RIDGE_OF_MAP)
                             : z < look->middle_from ? look->far
                             : z < look->near_from   ? look->middle
                                                     : look->near);
    if (!ridge_has(ridge, RIDGE_OF_DEM)) /* its distance decides */
        close_real(&ridge->depth, exact_min(z * look->depth_most, slopes > 0 ? BEHIND_MOST : 1.0));
    if (ridge_family_of(ridge)->stand != NULL)
        ridge_family_of(ridge)->stand(scene, i);
    place_ridge(scene, ridge, z);
    dress_ridge(scene, ridge, z);
    keys_close(scene, "ridge", i);
    const ridge_family *family = ridge_family_of(ridge);
    close_name(&ridge->noise, family->noise);
    close_real(&ridge->slope, ridge_has(ridge, RIDGE_ALPINE) ? 1.45 : 0.0);
    /* The bound of the first halving: unit variance at every level, a_1 = 2^-H, whatever
     * the distribution. */
    static const double deviation[] = {1.0, 0.577350269, 0.408248290, 0.288675135};
    double bound =
        family->first_bound != NULL
            ? family->first_bound(ridge)
            : exact_exp2(-exact_min(1.0 - ridge->roughness, 60.0)) / deviation[ridge->noise];
    close_real(&ridge->displacement, exact_clamp(bound, 0.0, 1000.0));
    /* Where levels do not shrink toward nothing the pixel grid must not decide
     * how many there are: the land would change with the size. */
    if (ridge->decay != RL_DECAY_EXPONENTIAL || ridge->roughness == 1.0)
        close_name(&ridge->iterations, 12);
}
