/* motif_place.c - the composer: which motif a seed gets, where it is seen best, in which colours.
 *
 * Places are judged on the world lattice: neither size nor region changes them.  A good place is
 * on a crest that nothing nearer hides, near a third of the width, before something even and
 * lighter, away from the sun.  All weights are tuned by eye on seeds 1..48.
 */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "frame/profile.h"
#include "layers/deck.h"
#include "layers/lake.h"
#include "layers/mist.h"
#include "layers/motif.h"
#include "layers/ridge.h"
#include "layers/woods.h"
#include "scene/choice.h"

#define SHARE 0.88       /* of the seeds that a motif suits have one, */
#define SHARE_PATH 0.60  /* of those that people live in have a path, */
#define PATH_DEPTH 0.85  /* on ridges from this depth on */
#define SHARE_ALOFT 0.24 /* and so many of these a second one */
#define NEAREST_SUN 0.13 /* U */
#define HIDDEN_MOST 0.20 /* of its height, by nearer crests and their trees */
#define SUNK_MOST 0.16   /* of its height, where the crest is not level below it */
#define SCORE_LEAST -3.0
#define WOODS_MOST 2.2  /* of its height: trees beside its clearing; */
#define IN_WOODS 0.2    /* and what they cost */
#define LOW_FOOT 0.13   /* U above the picture's foot: what is lower is almost out of it; */
#define LOWNESS 7.0     /* and what a U of that costs */
#define CLEARLY 0.34    /* lightness that a motif is well apart by, */
#define CLEARNESS 3.0   /* and what each of it is worth */
#define CREST_LINE 0.65 /* trees on the crest, of the tallest of a slope */
#define APART 0.22      /* lightness: what is behind over its dark parts, */
#define APART_LIT 0.08  /* and where its windows are lit */
#define LOW_LAMPS 0.95  /* brighter than those of a low sun */
#define WIDE 0.40       /* of the width, to both sides of the middle */
#define FAR_SIZE 0.80   /* on ridges of a depth below .9 */
#define DEPTH_LEAST 0.40
#define TALL_GROWTH 0.45 /* power of its growth in tall pictures */

enum draw { DRAW_THERE, DRAW_WHICH, DRAW_PLACE, DRAW_SCORE, DRAW_ALOFT, DRAW_PATH };

/* Heights (U above the lower edge) of all crests on the world lattice. */
typedef struct land {
    const rl_frame *frame;
    double (*crest)[PROFILE_LATTICE];
    double half; /* of the picture's width, U */
    double sun;  /* U from the middle */
} land;

typedef struct candidate {
    rl_motif place; /* what is open of it is filled */
    double score;
} candidate;

static rl_status new_land(const rl_frame *frame, land *l, rl_error *error)
{
    int ridges = frame->scene.ridge_count;
    *l = (land){.frame = frame, .half = 0.5 * frame->width / frame->unit};
    l->sun = (frame->light.sun_x - 0.5 * frame->width) / frame->unit;
    l->crest = memory_array(frame->allocator, (size_t)ridges, sizeof *l->crest);
    if (l->crest == NULL)
        return status_fail(error, RL_NO_MEMORY, "motif: out of memory");
    for (int i = 0; i < ridges; i++) {
        profile_skyline(frame->profile, i, frame->unit_share, l->crest[i]);
        for (int j = 0; j < PROFILE_LATTICE; j++)
            l->crest[i][j] /= frame->unit_share;
    }
    return RL_OK;
}

static int sample_of(double x)
{
    double place = x / PROFILE_LATTICE_STEP + PROFILE_LATTICE / 2;
    return (int)exact_round(exact_clamp(place, 0.0, PROFILE_LATTICE - 1));
}

/* U of a fraction of H. */
static double in_units(const land *l, double share)
{
    return share / l->frame->unit_share;
}

/* ---- what is seen at a place ------------------------------------------------------ */

/* The land's own colour in the air at a place (U). */
static oklab in_air(const land *l, oklab own, double depth, const shade_air *air)
{
    return colour_mix_oklab(own, air->air, light_haze(&l->frame->scene, depth));
}

static shade_air air_at(const land *l, double x, double y)
{
    const rl_frame *frame = l->frame;
    return shade_air_at(frame, 0.5 * frame->width + x * frame->unit,
                        frame->height - y * frame->unit);
}

/* How much mist is before a ridge at a height (U). */
static double mist_before(const land *l, int ridge, double y, const shade_air *air, oklab *veil)
{
    mist_bank bank = mist_bank_of(l->frame, ridge);
    double over = exact_max((y * l->frame->unit_share - bank.level) / bank.scale, 0.0);
    *veil = colour_linear_to_oklab(mist_light(l->frame, &bank, air));
    return mist_density(&bank, y * l->frame->unit_share) * exact_exp(-over);
}

static oklab land_at(const land *l, int ridge, double x, double y)
{
    const rl_scene *scene = &l->frame->scene;
    shade_air air = air_at(l, x, y);
    oklab veil, own = in_air(l, light_own(scene, ridge), scene->ridge[ridge].depth, &air);
    double mist = mist_before(l, ridge, y, &air, &veil);
    return colour_mix_oklab(own, veil, mist);
}

/* What is behind all that is nearer than `ridges` ridges. */
static oklab behind_at(const land *l, int ridges, double x, double y)
{
    const rl_scene *scene = &l->frame->scene;
    int j = sample_of(x), is_wet = scene->lake_ridge > 0 && ridges >= scene->lake_ridge;
    double level = in_units(l, scene->lake_level);
    ridges = ridges < scene->ridge_count ? ridges : scene->ridge_count; /* of a lake before all */
    for (int i = ridges - 1; i >= 0; i--) {
        if (is_wet && i < scene->lake_ridge && y < level) /* the water mirrors what is above it */
            return behind_at(l, scene->lake_ridge, x, 2.0 * level - y + 1e-6);
        if (l->crest[i][j] > y)
            return land_at(l, i, x, y);
    }
    return colour_linear_to_oklab(air_at(l, x, y).sky);
}

/* ---- colours ---------------------------------------------------------------------- */

#define DARKER 0.065     /* dark parts than the ground that they are on, */
#define DARKER_MOST 0.20 /* and at most, where that is needed to be seen */
#define DARK_LEAST 0.035 /* lightness */
#define SKY_DEPTH 0.70   /* of the land whose colours are those of things in the sky, */
#define WATER_DEPTH 0.93 /* and on water */
#define FARTHER 0.42     /* depth from the ground to that whose colour is its light, */
#define INSIDE 0.96      /* of the picture, where all of it must be, */
#define CUT 8.0          /* or what each U beyond that costs, if it has no better place */
#define CUT_MOST 2.5
#define LIT 0.58       /* the share of that */
#define LIT_NEAR 0.22  /* and more of it near the sun */
#define GLOW 0.10      /* how far that goes toward the glow of the sky, */
#define GLOW_NEAR 0.30 /* and more of it near the sun */
#define NEAR_SUN 0.45  /* U */

static motif_ink ink_at(const land *l, const rl_motif *m, double high)
{
    const rl_scene *scene = &l->frame->scene;
    double foot = in_units(l, m->y), middle = foot + 0.5 * high;
    int ridge = m->on == MOTIF_ON_GROUND ? m->ridge - 1 : -1;
    double z = ridge >= 0                ? scene->ridge[ridge].depth
               : m->on == MOTIF_ON_WATER ? WATER_DEPTH
                                         : SKY_DEPTH;
    shade_air air = air_at(l, m->x, middle);
    oklab own = ridge >= 0 ? light_own(scene, ridge) : light_land(&scene->palette, z);
    oklab ground = in_air(l, own, z, &air);
    oklab far = in_air(l, light_land(&scene->palette, z - FARTHER), z - FARTHER, &air);
    oklab behind = behind_at(l,
                             ridge >= 0                ? ridge
                             : m->on == MOTIF_ON_WATER ? scene->lake_ridge
                                                       : 0,
                             m->x, middle);
    if (m->on == MOTIF_ON_WATER)
        behind =
            behind_at(l, scene->lake_ridge, m->x, 2.0 * in_units(l, scene->lake_level) - middle);
    motif_ink ink = {.dark = ground, .behind = behind.l};
    double least = exact_max(ground.l - DARKER_MOST, DARK_LEAST);
    oklab veil = ground; /* through it the dark parts are seen */
    double mist = ridge >= 0 ? mist_before(l, ridge, middle, &air, &veil) : 0.0;
    double clear = (behind.l - APART - mist * veil.l) / exact_max(1.0 - mist, 0.2);
    ink.dark.l = exact_min(ground.l - DARKER, clear);
    ink.dark.l = exact_max(ink.dark.l, exact_min(least, ground.l));
    ink.seen = exact_mix(ink.dark.l, veil.l, mist);
    double near = exact_exp(-exact_abs(exact_way(m->x - l->sun, l->frame->loop)) / NEAR_SUN);
    oklab light = colour_mix_oklab(far, l->frame->light.glow_lab, GLOW + GLOW_NEAR * near);
    ink.lit = colour_mix_oklab(ink.dark, light, LIT + LIT_NEAR * near);
    oklab lamp = colour_to_oklab(scene->palette.sun != RL_AUTO ? scene->palette.sun : 0xffffff);
    ink.glow = colour_mix_oklab(l->frame->light.glow_lab, lamp, 0.45);
    ink.glow.l = exact_max(ink.glow.l, 0.84);
    ink.smoke = in_air(l, light_land(&scene->palette, z - 0.6), z - 0.6, &air);
    return ink;
}

rl_status motif_ink_of(const rl_frame *frame, const rl_motif *one, const motif_head *head,
                       motif_ink *ink, rl_error *error)
{
    land l;
    (void)head;
    TRY(new_land(frame, &l, error));
    *ink = ink_at(&l, one, one->size);
    memory_free(frame->allocator, l.crest);
    return RL_OK;
}

/* ---- places ------------------------------------------------------------------------- */

/* The highest or the lowest of a crest from one place to another. */
static double extreme(const double *crest, double from, double to, int is_high)
{
    double found = crest[sample_of(from)];
    for (int j = sample_of(from), end = sample_of(to); j <= end; j++)
        found = is_high ? exact_max(found, crest[j]) : exact_min(found, crest[j]);
    return found;
}

/* The height of the trees on a crest. */
static double trees_of(const land *l, int ridge)
{
    const rl_scene *scene = &l->frame->scene;
    if (wood_has_trees(scene, ridge))
        return CREST_LINE * woods_tallest(scene, ridge, 1);
    return wood_is_wooded(scene, ridge) ? wood_tallest(l->frame, ridge, 0) : 0.0;
}

/* The highest that a ridge reaches, with most of its trees. */
static double front_of_one(const land *l, int ridge, double from, double to)
{
    return extreme(l->crest[ridge], from, to, 1) + 0.7 * trees_of(l, ridge);
}

/* The same of all nearer ridges. */
static double front_of(const land *l, int first, double from, double to)
{
    double front = -1.0;
    for (int i = first; i < l->frame->scene.ridge_count; i++)
        front = exact_max(front, front_of_one(l, i, from, to));
    return front;
}

/* Of places across: thirds are good, and what is opposite of the sun. */
static double score_across(const land *l, double x)
{
    double wide = 2.0 * l->half, third = 10.0;
    for (int side = -1; side <= 1; side += 2) {
        third = exact_min(third, exact_abs(x - side * 0.17 * wide));
        third = exact_min(third, exact_abs(x - side * 0.28 * wide));
    }
    return -6.0 * third + (x * l->sun < 0.0 ? 0.3 : 0.0);
}

/* How high it is shown on the nearest ridge, U: in tall pictures, whose U is less of their height,
 * it is larger, as trees are. */
static double shown_height(const land *l, const motif_head *head)
{
    return head->height * exact_pow(l->frame->unit_share, -TALL_GROWTH);
}

/* How far it reaches from its foot, U. */
static void reach_of(const motif_head *head, double high, double x, double *from, double *to)
{
    *from = x - high * head->anchor / head->high;
    *to = *from + high * head->wide / head->high;
}

/* Whether its dark parts are dark enough to be seen, or lamps show where it is. */
static int is_apart(const land *l, const motif_head *head, const motif_ink *ink)
{
    int is_lit = head->lit[0] != '\0' && motif_lamps(l->frame, head) > LOW_LAMPS;
    return ink->behind - ink->seen >= (is_lit ? APART_LIT : APART - 0.001);
}

/* On the crest of a ridge; `is_free` is 0 where the scene says which place. */
static candidate on_crest(const land *l, const motif_head *head, const rl_motif *wish, int ridge,
                          double x, int is_free)
{
    const rl_scene *scene = &l->frame->scene;
    const double *crest = l->crest[ridge];
    double z = scene->ridge[ridge].depth, from, to;
    candidate c = {*wish, -1e9};
    c.place.on = MOTIF_ON_GROUND;
    c.place.ridge = ridge + 1;
    c.place.x = x;
    if (wish->size == RL_AUTO)
        c.place.size = shown_height(l, head) * (z < 0.9 ? FAR_SIZE : 1.0);
    double high = c.place.size;
    reach_of(head, high, x, &from, &to);
    double foot = extreme(crest, from + 0.08 * (to - from), to - 0.08 * (to - from), 0);
    double top = extreme(crest, from, to, 1);
    if (wish->y == RL_AUTO)
        c.place.y = foot * l->frame->unit_share;
    double hidden = (front_of(l, ridge + 1, from, to) - foot) / high,
           tops = deck_level(l->frame, ridge);
    double bottom = tops >= 0.0                 ? in_units(l, tops) + 0.012
                    : lake_holds(scene, ridge)  ? in_units(l, lake_waterline(scene, ridge)) + 0.012
                    : ridge < scene->lake_ridge ? in_units(l, scene->lake_level)
                                                : 0.03;
    if (foot < bottom || foot + high > in_units(l, 1.0) || hidden > (is_free ? HIDDEN_MOST : 0.9))
        return c;
    if (is_free &&
        (top - foot > SUNK_MOST * high + 0.002 || from < -INSIDE * l->half ||
         to > INSIDE * l->half || exact_abs(exact_way(x - l->sun, l->frame->loop)) < NEAREST_SUN))
        return c;
    double back = -1.0;
    for (int i = 0; i < ridge; i++)
        back = exact_max(back, l->crest[i][sample_of(x)]);
    if (scene->lake_ridge > 0 && ridge >= scene->lake_ridge)
        back = exact_max(in_units(l, scene->lake_level), foot); /* its far shore */
    double step = exact_clamp(to - from, 0.02, 0.2);
    double slope =
        exact_abs(crest[sample_of(x + step)] - crest[sample_of(x - step)]) / (2.0 * step);
    double convex = crest[sample_of(x)] -
                    0.5 * (crest[sample_of(x - 1.5 * step)] + crest[sample_of(x + 1.5 * step)]);
    double field = back > foot + 1.3 * high ? 1.0 : back < foot + 0.2 * high ? 0.6 : -0.6;
    motif_ink ink = ink_at(l, &c.place, high);
    if (is_free && !is_apart(l, head, &ink))
        return c;
    double trees = trees_of(l, ridge);
    if (is_free && trees > WOODS_MOST * high)
        return c;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF);
    double u = hash_unit(hash_at(key, DRAW_SCORE, ridge * 4096 + sample_of(x)));
    double apart = exact_min(ink.behind - ink.seen, CLEARLY);
    c.score = field + score_across(l, x) - 2.2 * slope + exact_min(8.0 * convex, 0.4) -
              2.0 * exact_max(hidden, 0.0) - IN_WOODS * trees / high + CLEARNESS * apart -
              LOWNESS * exact_max(LOW_FOOT - foot, 0.0) + 0.2 * u -
              exact_min(CUT * (exact_max(-INSIDE * l->half - from, 0.0) +
                               exact_max(to - INSIDE * l->half, 0.0)),
                        CUT_MOST);
    return c;
}

/* On water: at a share `down` of the way from the far shore to what is in front. */
static candidate on_water(const land *l, const motif_head *head, const rl_motif *wish, double x,
                          double down, int is_free)
{
    const rl_scene *scene = &l->frame->scene;
    candidate c = {*wish, -1e9};
    double from, to, level = in_units(l, scene->lake_level);
    c.place.on = MOTIF_ON_WATER;
    c.place.ridge = 0;
    c.place.x = x;
    double high = wish->size == RL_AUTO ? shown_height(l, head) : wish->size;
    reach_of(head, high, x, &from, &to);
    double front = 0.04; /* what is nearer than the water */
    for (int i = scene->lake_ridge; i < scene->ridge_count; i++)
        if (!lake_holds(scene, i))
            front = exact_max(front, front_of_one(l, i, from - 0.02, to + 0.02) + 0.012);
    double foot = wish->y == RL_AUTO ? exact_mix(level, front, down) : in_units(l, wish->y);
    if (wish->size == RL_AUTO) { /* it is smaller far away */
        c.place.size = high * exact_clamp((level - foot) / 0.10, 0.75, 1.0);
        high = c.place.size;
    }
    c.place.y = foot * l->frame->unit_share;
    if (level - foot < 0.35 * high || foot < front - 1e-9)
        return c;
    for (int i = 0; i < scene->ridge_count; i++) { /* land in open water: behind it, or aside */
        double line = lake_holds(scene, i) ? in_units(l, lake_waterline(scene, i)) : 9.0;
        double crest = line < 9.0 ? extreme(l->crest[i], from - 0.02, to + 0.02, 1) : -9.0;
        if (crest > line - LAKE_SHORE_MOST && line - LAKE_SHORE_MOST < foot + 0.01 &&
            crest > foot - 0.3 * high)
            return c;
    }
    if (is_free && (from < -0.46 * 2.0 * l->half || to > 0.46 * 2.0 * l->half ||
                    exact_abs(exact_way(x - l->sun, l->frame->loop)) < NEAREST_SUN))
        return c;
    motif_ink ink = ink_at(l, &c.place, high);
    if (is_free && !is_apart(l, head, &ink))
        return c;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF);
    double u = hash_unit(hash_at(key, DRAW_SCORE, (int64_t)(1000.0 * (x + 8.0)) + 65536));
    c.score = score_across(l, x) + 0.6 * u;
    return c;
}

static candidate in_sky(const land *l, const motif_head *head, const rl_motif *wish, double x,
                        double y, int is_free)
{
    candidate c = {*wish, -1e9};
    double from, to, high = wish->size == RL_AUTO ? shown_height(l, head) : wish->size;
    c.place.on = MOTIF_ON_SKY;
    c.place.ridge = 0;
    c.place.x = x;
    c.place.size = high;
    if (wish->y == RL_AUTO) /* a large one is whole */
        c.place.y = exact_min(y, exact_max(0.94 - high * l->frame->unit_share, 0.3));
    double foot = in_units(l, c.place.y);
    reach_of(head, high, x, &from, &to);
    if (is_free &&
        (front_of(l, 0, from - 0.03, to + 0.03) > foot - 0.03 || foot + high > in_units(l, 0.94) ||
         from < -0.46 * 2.0 * l->half || to > 0.46 * 2.0 * l->half ||
         exact_abs(exact_way(x - l->sun, l->frame->loop)) < 0.2))
        return c;
    motif_ink ink = ink_at(l, &c.place, high);
    if (is_free && !is_apart(l, head, &ink))
        return c;
    c.score = score_across(l, x) + (x * l->sun < 0.0 ? 0.4 : 0.0);
    return c;
}

#define PLACES 60 /* that are tried of each crest */

static int has_place(const motif_head *head, enum motif_place place)
{
    return head->places >> place & 1;
}

/* Which sorts of place the motif or the scene allows. */
static int may_be_on(const motif_head *head, const rl_motif *wish, int on)
{
    if (wish->on != RL_AUTO)
        return wish->on == on;
    if (on == MOTIF_ON_SKY)
        return has_place(head, MOTIF_SKY);
    if (on == MOTIF_ON_WATER)
        return has_place(head, MOTIF_WATER);
    return has_place(head, MOTIF_CREST) || has_place(head, MOTIF_SHORE) ||
           has_place(head, MOTIF_MEADOW) || has_place(head, MOTIF_PLAIN) ||
           has_place(head, MOTIF_RIVER);
}

static void keep_better(candidate *best, candidate c)
{
    if (c.score > best->score)
        *best = c;
}

/* The best of all places that are tried at x. */
static void try_at(const land *l, const motif_head *head, const rl_motif *wish, double x, double u,
                   int is_free, candidate *best)
{
    const rl_scene *scene = &l->frame->scene;
    for (int i = 0; i < scene->ridge_count && may_be_on(head, wish, MOTIF_ON_GROUND); i++) {
        int is_deep = scene->ridge[i].depth >= exact_max(head->from, DEPTH_LEAST);
        if (wish->ridge > 0 ? wish->ridge == i + 1 : is_deep || !is_free)
            keep_better(best, on_crest(l, head, wish, i, x, is_free));
    }
    if (scene->lake_ridge > 0 && may_be_on(head, wish, MOTIF_ON_WATER))
        keep_better(best, on_water(l, head, wish, x, 0.20 + 0.5 * u, is_free));
    if (may_be_on(head, wish, MOTIF_ON_SKY))
        keep_better(best, in_sky(l, head, wish, x, 0.60 + 0.20 * u, is_free));
}

/* Fills what is open of `wish` with the best place; returns 0 where there is none. */
static int find_place(const land *l, const motif_head *head, rl_motif *wish)
{
    candidate best = {*wish, SCORE_LEAST};
    uint64_t key = hash_key(l->frame->scene.seed, STREAM_MOTIF + 1);
    if (wish->x != RL_AUTO) {
        best.score = -1e8;
        try_at(l, head, wish, wish->x, hash_unit(hash_at(key, DRAW_PLACE, PLACES)), 0, &best);
        *wish = best.place;
        return best.score > -1e8;
    }
    for (int pass = 0; pass < 2 && best.score == SCORE_LEAST; pass++)
        for (int i = 0; i < PLACES; i++) {
            double u = hash_unit(hash_at(key, DRAW_PLACE, i));
            double x = (2.0 * (i + u) / PLACES - 1.0) * WIDE * 2.0 * l->half;
            try_at(l, head, wish, x, hash_unit(hash_at(key, DRAW_WHICH, i)), pass == 0, &best);
            if (pass == 1 && wish->name == RL_AUTO)
                return 0;
        }
    *wish = best.place;
    return best.score > SCORE_LEAST;
}

/* ---- which ----------------------------------------------------------------------- */

/* The hours of the scene's mood as bits of rl_hour, and its index or -1. */
static int hours_of(const rl_scene *scene, int *mood)
{
    rl_mood_info info;
    const char *name;
    *mood = -1;
    for (size_t i = 0; (name = rl_mood_name(i)) != NULL; i++)
        if (strcmp(name, scene->mood) == 0)
            *mood = (int)i;
    if (scene->time != RL_AUTO)
        return scene->time < 300 || scene->time >= 1260 ? RL_HOUR_NIGHT
               : scene->time < 600                      ? RL_HOUR_MORNING
               : scene->time < 1020                     ? RL_HOUR_DAY
                                                        : RL_HOUR_EVENING;
    return *mood >= 0 && rl_mood_describe(scene->mood, &info, NULL) == RL_OK ? info.hours
                                                                             : RL_HOUR_ANY;
}

static int suits(const rl_scene *scene, const motif_head *head)
{
    int mood, hour = hours_of(scene, &mood);
    if (scene->style < 0 || !(head->worlds >> scene->style & 1) || !(head->hours & (uint64_t)hour))
        return 0;
    return head->moods == UINT64_MAX || (mood >= 0 && head->moods >> mood & 1);
}

/* The first that suits and finds a place, in the order of draws; `only_sky` leaves others out. */
static int choose_motif(const land *l, rl_motif *wish, int only_sky)
{
    const rl_scene *scene = &l->frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF + (only_sky ? 2 : 0)), last = UINT64_MAX;
    for (;;) {
        uint64_t most = 0;
        int which = -1;
        motif_head head;
        for (int k = 0; k < (int)embedded_motif_count; k++) { /* the next lower draw */
            uint64_t draw =
                hash_at(key, DRAW_WHICH, (int64_t)(choice_hash(embedded_motifs[k].name) >> 2));
            if (draw < last && draw > most) {
                most = draw;
                which = k;
            }
        }
        if (which < 0)
            return 0;
        last = most;
        if (motif_read_head(&head, motif_file(scene, MOTIF_FIRST + which), NULL) != RL_OK ||
            !suits(scene, &head) || has_place(&head, MOTIF_SKY) != only_sky)
            continue;
        rl_motif found = *wish;
        if (find_place(l, &head, &found)) {
            *wish = found;
            wish->name = MOTIF_FIRST + which;
            return 1;
        }
    }
}

static void settle(rl_motif *m, int is_there)
{
    if (!is_there)
        *m = (rl_motif){.name = MOTIF_NONE, .x = RL_AUTO, .y = RL_AUTO, .size = RL_AUTO};
    if (m->x != RL_AUTO)
        m->x = text_round(m->x);
    if (m->y != RL_AUTO)
        m->y = text_round(m->y);
    if (m->size != RL_AUTO)
        m->size = text_round(m->size);
}

/* Whether a path leads to the motif where the scene leaves that open. */
static int deals_path(const rl_scene *scene)
{
    const rl_motif *m = &scene->motif;
    motif_head head;
    if (m->name <= MOTIF_NONE || m->on != MOTIF_ON_GROUND || scene->world != RL_WORLD_PICTURE ||
        scene->ridge[m->ridge - 1].depth < PATH_DEPTH ||
        motif_read_head(&head, motif_file(scene, m->name), NULL) != RL_OK || head.lit[0] == '\0')
        return 0;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF + 3);
    return hash_unit(hash_at(key, DRAW_PATH, 0)) < SHARE_PATH;
}

/* Closes one of the two motifs. */
static rl_status compose(const land *l, rl_motif *m, int is_aloft, int has_other, rl_error *error)
{
    const rl_scene *scene = &l->frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF + 3);
    double u = hash_unit(hash_at(key, is_aloft ? DRAW_ALOFT : DRAW_THERE, 0));
    motif_head head;
    int is_there = 0;
    /* A world that goes on beyond the picture has only the motif that its scene names. */
    if (m->name == RL_AUTO && scene->calm == RL_CALM_NONE && scene->world == RL_WORLD_PICTURE) {
        int is_dealt = is_aloft ? u < SHARE_ALOFT && has_other : u < SHARE;
        is_there =
            is_dealt && (choose_motif(l, m, is_aloft) || (!is_aloft && choose_motif(l, m, 1)));
    } else if (m->name > MOTIF_NONE) {
        TRY(motif_read_head(&head, motif_file(scene, m->name), error));
        is_there = find_place(l, &head, m);
    }
    settle(m, is_there);
    return RL_OK;
}

static int is_closed(const rl_motif *m)
{
    return m->name == MOTIF_NONE || (m->name != RL_AUTO && m->x != RL_AUTO && m->y != RL_AUTO &&
                                     m->size != RL_AUTO && m->on != RL_AUTO && m->ridge != RL_AUTO);
}

/* Where all of it is said, its ridge may be one that the scene does not have, as with fewer ridges
 * than its picture had: then it is on the nearest. */
static void keep_on_land(const rl_scene *scene, rl_motif *m)
{
    int is_there = m->ridge > 0 && m->ridge <= scene->ridge_count;
    if (m->name > MOTIF_NONE && is_closed(m) && m->on == MOTIF_ON_GROUND && !is_there)
        m->ridge = scene->ridge_count;
}

rl_status motif_compose(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    rl_scene *scene = &frame->scene;
    land l;
    int is_own = scene->motif.name == MOTIF_OWN || scene->aloft.name == MOTIF_OWN;
    if (is_own && scene->drawing.text == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "%s.name = own: the scene must have a section [drawing]",
                           scene->motif.name == MOTIF_OWN ? "motif" : "aloft");
    keep_on_land(scene, &scene->motif);
    keep_on_land(scene, &scene->aloft);
    int is_open = !is_closed(&scene->motif);
    if (scene->motif_path == RL_AUTO && !is_open)
        scene->motif_path = 0;
    if (!is_open && is_closed(&scene->aloft))
        return RL_OK;
    TRY(new_land(frame, &l, error));
    rl_status status = RL_OK;
    if (is_open)
        status = compose(&l, &scene->motif, 0, 0, error);
    if (status == RL_OK && scene->motif_path == RL_AUTO)
        scene->motif_path = deals_path(scene);
    int has_other = scene->motif.name != MOTIF_NONE && scene->motif.on != MOTIF_ON_SKY;
    if (status == RL_OK && !is_closed(&scene->aloft))
        status = compose(&l, &scene->aloft, 1, has_other, error);
    memory_free(frame->allocator, l.crest);
    return status;
}

/* ---- the trees beside it ---------------------------------------------------------- */

#define CLEARING 0.012 /* U beyond it to either side */

double motif_clearing(const rl_frame *frame, int ridge, double x)
{
    const rl_motif *m = &frame->scene.motif;
    if (m->name <= MOTIF_NONE || m->on != MOTIF_ON_GROUND || m->ridge != ridge + 1)
        return 0.0;
    double half = m->size + CLEARING;
    double way = exact_abs(exact_way(x - m->x, frame->loop)) / half;
    return way < 2.0 ? exact_exp(-way * way * way * way) : 0.0;
}
