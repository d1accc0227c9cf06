/* look.c - what makes a picture good, measured over every world and composition.
 *
 * Every rule has a number.  The program prints each rule's mean and worst, the
 * pictures that break it, and fails when more than a few do.  Where a rule lets some
 * pass, these are matters of taste that a picture may fall short of.
 *
 *     build/look [SEEDS]      of each place; default 5
 *     build/look prints       styles of print alone
 *     build/look tones        crests and hues alone
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "look/look.h"

static const look_rule any[] = {
    {"mean lightness of near land, lowest 7 %", values_foreground, LOOK_NONE, 0.35, 0, 0},
    {"lightness from 1st to 99th percentile", values_range, 0.45, LOOK_ANY, 7, 0},
    {"least step of lightness between layers", values_step, 0.015, LOOK_ANY, 11, 1},
    {"skyline where land outshines the sky", values_bright_land, LOOK_NONE, 0.10, 2, 0},
    {"sky above the land lighter than at the top by", values_sky_foot, 0.03, LOOK_ANY, 0, 0},
    {"chroma of a middle layer to its neighbours'", colours_mud, 0.50, LOOK_ANY, 0, 0},
    {"longest run of equal sky rows", colours_longest_band, LOOK_NONE, 12.0, 0, 0},
    {"edge of a band in a clear sky, 1/255", colours_band_edge, LOOK_NONE, 0.75, 0, 1},
    {"blocks without a gradient", shapes_dead_blocks, LOOK_NONE, 0.10, 0, 0},
    {"highest land, H", shapes_highest_land, 0.22, 0.90, 0, 0},
    {"columns of the nearest ridge on its floor", shapes_on_floor, LOOK_NONE, 0.05, 0, 0},
    {"sun above the skyline, radii", disc_sun_lift, -0.5, 2.5, 0, 0},
    {"moon above the skyline, radii", disc_moon_lift, -0.5, 8.0, 0, 0},
    {"share of the disc that is seen", disc_seen, 0.15, LOOK_ANY, 0, 0},
    {"disc from the side, widths", disc_from_side, 0.12, LOOK_ANY, 0, 0},
    {"rim of the sun, pixels", disc_rim, 0.7, 1.4, 0, 0},
    {"glow on the land below the sun, OKLab", disc_on_land, 0.015, LOOK_ANY, 0, 0},
    {"restlessness of the upper third", calm_upper_third, LOOK_NONE, 0.08, 3, 0},
};

static const look_rule calm_top[] = {
    {"--calm top: restlessness of the upper third", calm_upper_third, LOOK_NONE, 0.08, 3, 0},
    {"--calm top: sun below the upper third, H", calm_sun_below, 0.0, LOOK_ANY, 0, 0},
};

static const look_rule calm_left[] = {
    {"--calm left: restlessness of the left third", calm_left_third, LOOK_NONE, 0.08, 3, 0},
    {"--calm left: disc right of the left third, widths", calm_disc_at_right, 0.0, LOOK_ANY, 0, 0},
};

#define MOST_RULES 32
#define COUNT(rules) ((int)(sizeof(rules) / sizeof((rules)[0])))

typedef struct tally {
    double sum, worst, past; /* past: how far the worst lies beyond its bound */
    int measured, broken;
    char names[128]; /* of those that broke it */
} tally;

int look_say(int holds, const char *name, const char *numbers)
{
    printf("%s %-49s %s\n", holds ? "ok" : "not ok", name, numbers);
    (void)fflush(stdout);
    return !holds;
}

static void count_value(tally *t, const look_rule *rule, double value, const char *name,
                        uint64_t seed)
{
    if (value == LOOK_NONE)
        return;
    double past = exact_max(rule->low - value, value - rule->high);
    if (t->measured == 0 || past > t->past) {
        t->worst = value;
        t->past = past;
    }
    t->sum += value;
    t->measured++;
    if (past <= 0.0)
        return;
    t->broken++;
    size_t used = strlen(t->names);
    if (used < sizeof t->names - 32)
        (void)snprintf(t->names + used, 32, " %s %d", name, (int)seed);
}

static int say_tally(const tally *t, const look_rule *rule)
{
    char bounds[64], numbers[320];
    if (rule->low == LOOK_NONE)
        (void)snprintf(bounds, sizeof bounds, "at most %.3f", rule->high);
    else if (rule->high == LOOK_ANY)
        (void)snprintf(bounds, sizeof bounds, "at least %.3f", rule->low);
    else
        (void)snprintf(bounds, sizeof bounds, "%.3f..%.3f", rule->low, rule->high);
    (void)snprintf(numbers, sizeof numbers,
                   "mean %6.3f worst %6.3f, %s; broken %d of %d, %d %% may%s",
                   t->measured > 0 ? t->sum / t->measured : 0.0, t->worst, bounds, t->broken,
                   t->measured, rule->may_break, t->names);
    int holds = t->measured > 0 && t->broken * 100 <= rule->may_break * t->measured;
    return look_say(holds, rule->name, numbers);
}

/* Tries the rules on seeds 1..seeds of each place; returns how many do not hold. */
static int try_rules(const look_rule *rules, int count, int seeds, int calm)
{
    const char *name;
    rl_scene scene;
    static look_picture p, bare;
    static tally tallies[MOST_RULES];
    memset(tallies, 0, sizeof tallies);
    for (int place = 0; look_place(&scene, place, 0) != NULL; place++)
        for (int i = 0; i < seeds; i++) {
            name = look_place(&scene, place, i);
            if (calm != RL_CALM_NONE && scene.composition_index != RL_AUTO)
                continue; /* what is composed is not calm: no seed has both */
            scene.calm = calm;
            look_paint(&p, &scene);
            look_paint_bare(&bare, &scene);
            for (int r = 0; r < count; r++)
                count_value(&tallies[r], &rules[r], rules[r].measure(rules[r].is_bare ? &bare : &p),
                            name, scene.seed);
            look_forget(&p);
            look_forget(&bare);
        }
    int broken = 0;
    for (int r = 0; r < count; r++)
        broken += say_tally(&tallies[r], &rules[r]);
    return broken;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "prints") == 0)
        return whole_prints() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    if (argc > 1 && strcmp(argv[1], "tones") == 0)
        return whole_tones() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    int seeds = argc > 1 ? atoi(argv[1]) : 5;
    int failed = try_rules(any, COUNT(any), seeds, RL_CALM_NONE);
    failed += try_rules(calm_top, COUNT(calm_top), (seeds + 3) / 4, RL_CALM_TOP);
    failed += try_rules(calm_left, COUNT(calm_left), (seeds + 3) / 4, RL_CALM_LEFT);
    failed += whole_sizes() + whole_day() + whole_palettes() + whole_areas() + whole_faces() +
              whole_variety() + whole_motifs() + whole_tones() + whole_prints();
    int lines = COUNT(any) + COUNT(calm_top) + COUNT(calm_left) + WHOLE_LINES;
    printf("%d passed, %d failed\n", lines - failed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
