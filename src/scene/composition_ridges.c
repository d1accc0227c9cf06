/* composition_ridges.c - fills the place, shape and cover of the ridges of a scene.
 *
 * Most values run from the farthest ridge (z = 0) to the nearest one (z = 1), as a power of z
 * between two ends that a world or a composition names. */
#include "ridge/family.h"
#include "scene/choice.h"
#include "scene/composition.h"

/* Values of what a scene leaves unset; all were tuned by eye. */
static const struct {
    double far_spacing[2];  /* range of the spacing of nodes of the farthest ridge, U */
    double near_spacing[2]; /* range of that of the nearest ridge, U */
    double island_beyond;   /* U from the place where the land opens to every second island */
    double beyond;     /* a ridge on the horizon has its base this far below it, fraction of H */
    double under_deck; /* an island of a cloud deck has it this far below, fraction of H */
    double floor;      /* least height of a ridge that is free in shape, fraction of H */
    double dip_power;  /* power of 1 - z by which the dip grows toward far ridges */
    double dip_near, dip_far; /* share of the dip on the nearest ridge; increase to the farthest */
    double dip_fixed;         /* share of the dip in scenes with a time, whose sun moves */
    double hero_calm_left;    /* place of the main summit, U right of a calm left side */
    double relief_loss;       /* share of the relief that the nearest ridge does not have */
    double soft_to;           /* z up to which soft ground has faces */
    double snow_to;           /* z up to which a ridge has snow */
    double swells_from;       /* z from which bare, soft ground has swells */
    int swells;               /* number of swells */
    double slope;             /* steepest flank of alpine ridges, rise over run */
    double rear_slope;        /* depth of the farther ridge of near ground */
    double behind_most;       /* greatest depth of the land behind near ground */
} defaults = {.far_spacing = {0.36, 0.40},
              .near_spacing = {0.70, 0.95},
              .island_beyond = 0.38,
              .beyond = 0.012,
              .under_deck = 0.03,
              .floor = 0.03,
              .dip_power = 0.7,
              .dip_near = 0.35,
              .dip_far = 0.65,
              .dip_fixed = 0.6,
              .hero_calm_left = 0.45,
              .relief_loss = 0.35,
              .soft_to = 0.9,
              .snow_to = 0.5,
              .swells_from = 0.7,
              .swells = 2,
              .slope = 1.45,
              .rear_slope = 0.96,
              .behind_most = 0.93};

/* Limits of keys of a ridge. */
#define HEIGHT_MOST 10.0         /* greatest base and amplitude, fraction of H */
#define PLACE_MOST 1000.0        /* U */
#define DISPLACEMENT_MOST 1000.0 /* fraction of H */
#define HALVINGS_MOST 60.0       /* greatest -log2 of a displacement */

#define CONSTANT_DECAY_ITERATIONS 12

/* z^power, and exactly z where the power is 1. */
static double power_of(double z, double power)
{
    return power == 1.0 ? z : exact_pow(z, power);
}

/* Closes the place and the shape of a ridge. */
static void place_ridge(rl_scene *scene, rl_ridge *ridge, double z)
{
    const rl_composition *look = &scene->composition;
    double back = exact_pow(1.0 - z, defaults.dip_power);
    int free = !ridge_has(ridge, RIDGE_DRAWN);
    int is_fixed = scene->time != RL_AUTO; /* the land must not follow the sun */
    double far_spacing =
        choose(scene, CHOOSE_FAR_SPACING, defaults.far_spacing[0], defaults.far_spacing[1]);
    double near_spacing =
        choose(scene, CHOOSE_NEAR_SPACING, defaults.near_spacing[0], defaults.near_spacing[1]);
    const ridge_family *family = ridge_family_of(ridge);
    if (family->side_far > 0.0)
        fill_real(&ridge->spacing, exact_mix(family->side_far, family->side_near, z));
    if (ridge->depth < look->beyond)
        fill_real(&ridge->base,
                  exact_clamp(scene->horizon - defaults.beyond, -HEIGHT_MOST, HEIGHT_MOST));
    if (scene->deck > 0.0 && ridge->island > 0.0) {
        double level = scene->horizon * (1.0 - 1.0 / composition_deck_distance(ridge->depth));
        fill_real(&ridge->base, exact_max(level - defaults.under_deck, -HEIGHT_MOST));
    }
    /* A ridge in water has its base at the waterline of its distance. */
    int is_in_water = ridge->distance != RL_AUTO && ridge->distance > 0.0;
    if (is_in_water)
        fill_real(&ridge->base,
                  exact_max(scene->lake_level * (1.0 - 1.0 / ridge->distance), -HEIGHT_MOST));
    fill_real(&ridge->base, free ? exact_clamp(exact_mix(look->base_far, look->base_near,
                                                         power_of(z, look->base_power)),
                                               -HEIGHT_MOST, HEIGHT_MOST)
                                 : 0.0);
    double scale = ridge_has(ridge, RIDGE_MOUNTAIN) ? scene->land_mountains : 1.0;
    double amplitude =
        exact_mix(look->amplitude_far, look->amplitude_near, power_of(z, look->amplitude_power)) *
        exact_mix(scale, 1.0, z);
    fill_real(&ridge->amplitude, free ? exact_min(amplitude, HEIGHT_MOST) : 1.0);
    fill_real(&ridge->spacing, exact_mix(far_spacing, near_spacing, z) *
                                   (family->spread > 0.0 ? family->spread : 1.0));
    fill_real(&ridge->roughness, exact_mix(family->rough_far, family->rough_near, z));
    free = free && !is_in_water;
    fill_real(&ridge->min_height, free ? defaults.floor : -HEIGHT_MOST);
    int can_bend = free && !ridge_has(ridge, RIDGE_LEVEL);
    double dip = look->dip * (defaults.dip_near + defaults.dip_far * back) *
                 (is_fixed ? defaults.dip_fixed : 1.0);
    fill_real(&ridge->dip, can_bend ? dip : 0.0);
    fill_real(&ridge->hero, can_bend ? look->hero * power_of(1.0 - z, look->hero_power) : 0.0);
    /* Every second island is beyond the place where the land opens. */
    int islands = 0;
    for (const rl_ridge *other = scene->ridge; other < ridge; other++)
        islands += other->island > 0.0;
    double beyond = scene->land_x < 0.0 ? -defaults.island_beyond : defaults.island_beyond;
    if (ridge->island > 0.0 && islands % 2 == 1)
        fill_real(&ridge->hero_x, exact_clamp(scene->land_x + beyond, -PLACE_MOST, PLACE_MOST));
    fill_real(&ridge->hero_x,
              scene->calm == RL_CALM_LEFT ? defaults.hero_calm_left : -scene->land_x);
    fill_real(&ridge->valley, free ? look->valley * power_of(z, look->valley_power) : 0.0);
}

/* Closes faces, snow, strata and trees of a ridge. */
static void dress_ridge(rl_scene *scene, rl_ridge *ridge, double z)
{
    const rl_composition *look = &scene->composition;
    int free = !ridge_has(ridge, RIDGE_DRAWN);
    int has_relief =
        free && z < look->relief_to && (ridge_has(ridge, RIDGE_FACES) || look->relief_to > 1.0);
    has_relief |= free && (z < defaults.soft_to || look->slopes) &&
                  ridge_family_of(ridge)->ground == RIDGE_GROUND_SOFT;
    int is_wooded = free && z >= look->trees_from;
    fill_real(&ridge->relief,
              has_relief ? scene->land_relief * (1.0 - defaults.relief_loss * z) : 0.0);
    fill_real(&ridge->snow, ridge_has(ridge, RIDGE_ALPINE) && z < defaults.snow_to && !is_wooded
                                ? scene->land_snow
                                : 0.0);
    fill_real(&ridge->snow_line, scene->land_snow_line);
    fill_real(&ridge->strata, ridge_has(ridge, RIDGE_STRATA) ? look->strata : 0.0);
    fill_real(&ridge->trees, is_wooded ? 1.0 : 0.0);
    int is_bare = ridge->trees <= 0.0 || scene->tree_height <= 0.0;
    int is_soft = ridge_family_of(ridge)->ground == RIDGE_GROUND_SOFT;
    fill_name(&ridge->swells, is_soft && is_bare && z > defaults.swells_from ? defaults.swells : 0);
}

#define SLOPES 2       /* ridges of near ground */
#define LEAST_BEHIND 2 /* ridges that a scene needs behind its near ground */

void composition_ridge(rl_scene *scene, int i)
{
    rl_ridge *ridge = &scene->ridge[i];
    const rl_composition *look = &scene->composition;
    int count = scene->ridge_count, is_panorama = scene->panorama.x != RL_AUTO;
    /* The nearest ridges are near ground if the composition has it, there is land behind, and the
     * scene leaves the kind of these ridges unset. */
    int has_slopes =
        look->slopes && !scene->land_slices && !is_panorama && count >= SLOPES + LEAST_BEHIND;
    for (int k = count - SLOPES; k < count && has_slopes; k++)
        has_slopes = scene->ridge[k].kind == RL_AUTO || ridge_has(&scene->ridge[k], RIDGE_NEAR);
    int slopes = has_slopes ? SLOPES : 0, n = count - slopes, beyond = scene->lake_ridge;
    /* Ridges are in even steps from far to near.  In lake country the far half of the steps is for
     * the ridges beyond the water, however many there are. */
    double z = n > 1 ? exact_min((double)i / (n - 1), 1.0) : 0.5;
    if (i < n && look->lake_depths == 1 && beyond >= 2 && beyond < n + slopes)
        z = i < beyond ? 0.5 * i / (beyond - 1) : 0.5 + 0.5 * (i - beyond + 1) / (n - beyond);
    if (i >= n) {
        fill_name(&ridge->kind, ridge_family_with(RIDGE_NEAR));
        fill_real(&ridge->depth, i == n ? defaults.rear_slope : 1.0);
    }
    fill_name(&ridge->kind, is_panorama             ? ridge_family_with(RIDGE_OF_DEM)
                            : scene->land_slices    ? ridge_family_with(RIDGE_OF_MAP)
                            : z < look->middle_from ? look->far
                            : z < look->near_from   ? look->middle
                                                    : look->near);
    if (!ridge_has(ridge, RIDGE_OF_DEM)) /* the frame knows the distance of a ridge of a DEM */
        fill_real(&ridge->depth,
                  exact_min(z * look->depth_most, slopes > 0 ? defaults.behind_most : 1.0));
    const ridge_family *family = ridge_family_of(ridge);
    if (ridge->value_family != family)
        ridge_unset_values(ridge, family);
    if (family->stand != NULL)
        family->stand(scene, i);
    place_ridge(scene, ridge, z);
    dress_ridge(scene, ridge, z);
    keys_fill(scene, "ridge", i);
    fill_name(&ridge->noise, family->is_two_valued ? RL_NOISE_CHOICE : RL_NOISE_TRIANGULAR);
    fill_real(&ridge->slope, ridge_has(ridge, RIDGE_ALPINE) ? defaults.slope : 0.0);
    /* The bound of the first halving is a_1 = 2^-H, H = 1 - roughness, divided by the standard
     * deviation of the distribution: so all distributions have the same variance at every level. */
    static const double deviation[] = {1.0, 0.577350269, 0.408248290, 0.288675135};
    double bound = family->first_bound != NULL
                       ? family->first_bound(ridge)
                       : exact_exp2(-exact_min(1.0 - ridge->roughness, HALVINGS_MOST)) /
                             deviation[ridge->noise];
    fill_real(&ridge->displacement, exact_clamp(bound, 0.0, DISPLACEMENT_MOST));
    /* Displacements that do not shrink toward 0 need a fixed number of levels: by the pixel grid
     * the land would change with the size of the picture. */
    if (ridge->decay != RL_DECAY_EXPONENTIAL || ridge->roughness == 1.0)
        fill_name(&ridge->iterations, CONSTANT_DECAY_ITERATIONS);
}
