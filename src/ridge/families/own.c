/* own.c - ridges that follow heights given by the user: a tour, a measured skyline.
 *
 * The nodes of level 0 are the samples of the profile, from left to right.  The nodes of finer
 * levels are on a smooth curve through the samples, plus midpoint displacement as rough as the
 * samples are, so that the profile is no polyline in a large picture.  Beyond its ends the profile
 * is mirrored, or repeats if ridge.N.join makes its ends equal.
 */
#include "base/exact.h"
#include "ridge/family.h"

/* Default of ridge.N.join in a loop: see `share` of ridge_row_join.  Tuned by eye on tours that end
 * higher than they begin. */
#define LOOP_JOIN 0.18

#define WIDE 1.80 /* length of the profile, U: about the width of a picture of 16:9 */

/* Limits of ridge_row.rough, where the heights are 0..1: from SMOOTHEST / number of samples to
 * ROUGHEST.  Without the lower limit few or smooth samples would make a smooth ridge; without the
 * upper one wild samples would make needles.  Tuned by eye on 3 to 384 samples. */
#define SMOOTHEST 2.6
#define ROUGHEST 0.10

void ridge_row_join(ridge_row *row, int count, double share)
{
    share = exact_min(share, 0.5);
    double step = (double)row->height[count - 1] - (double)row->height[0];
    row->wrap = share > 0.0;
    row->count = row->wrap ? count - 1 : count; /* the last sample equals the first */
    for (int i = 0; i < count && row->wrap; i++) {
        double place = (double)i / (count - 1);
        double left = 1.0 - exact_smoothstep(0.0, share, place);
        double right = exact_smoothstep(1.0 - share, 1.0, place);
        row->height[i] = (float)((double)row->height[i] + 0.5 * step * (left - right));
    }
    double rough = ridge_row_rough(row);
    row->rough = exact_clamp(rough, exact_min(SMOOTHEST / count, ROUGHEST), ROUGHEST);
    row->loose = exact_max(1.0 - rough / row->rough, 0.0);
}

/* Fits a whole number of profiles into a loop; a mirrored one counts as two, there and back. */
static void fit(rl_ridge *ridge, const ridge_row *row, double loop, double share)
{
    (void)share;
    int anchors = row == NULL ? 1 : row->wrap ? row->count : 2 * (row->count - 1);
    double ways = row == NULL || row->wrap ? 1.0 : 2.0;
    double times = exact_clamp(exact_round(loop / (ridge->spacing * ways)), 1.0, 1e6);
    ridge->spacing = loop / (times * ways);
    ridge->period = (int)times * anchors;
}

/* Turns off by default what would change the user's heights: slope limit, dip, hero and valley. */
static void stand(rl_scene *scene, int index)
{
    rl_ridge *ridge = &scene->ridge[index];
    ridge_fill(ridge, "join", scene->extent == RL_EXTENT_LOOP ? LOOP_JOIN : 0.0);
    fill_real(&ridge->slope, 0.0);
    fill_real(&ridge->dip, 0.0);
    fill_real(&ridge->hero, 0.0);
    fill_real(&ridge->valley, 0.0);
}

static const scene_key keys[] = {
    REAL_KEY("ridge.N.join", BY_NAME, -1000, 1000, RL_AUTO,
             "share of the length, at each end, over which the ends of own heights are drawn "
             "together to repeat, up to 0.5; 0 = mirrored"),
};

const ridge_family ridge_family_own = {.name = "own",
                                       .meaning = "heights of your own: see --ridge",
                                       .noun = "mountains",
                                       .gain = 1.00,
                                       .make = ridge_row_make,
                                       .fill = ridge_row_fill,
                                       .rise = ridge_row_rise,
                                       .fit = fit,
                                       .stand = stand,
                                       RIDGE_KEYS(keys),
                                       .traits = RIDGE_ALPINE | RIDGE_FACES | RIDGE_MOUNTAIN |
                                                 RIDGE_OF_PROFILE,
                                       .side_far = WIDE,
                                       .side_near = WIDE,
                                       .first_bound = ridge_row_first_bound};
