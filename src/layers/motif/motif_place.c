/* motif_place.c - the composer: chooses the motif of a seed, its place, and its colours.
 *
 * Places are scored on the world lattice, so neither size nor region changes them.  A good place is
 * on a crest that nothing nearer hides, near a third of the width, before something even and
 * lighter, away from the sun.  All limits and weights are tuned by eye on seeds 1..48.
 */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "frame/profile.h"
#include "layers/common/mist.h"
#include "layers/land/ridge.h"
#include "layers/motif/motif.h"
#include "layers/plants/woods.h"
#include "layers/sky/deck.h"
#include "layers/water/lake.h"
#include "scene/choice.h"

/* Draws of a seed: which motifs a picture has. */
static const struct {
    double motif;      /* probability of a motif, if one suits the seed */
    double aloft;      /* probability of a second motif in the sky, above one on land or water */
    double path;       /* probability of a path to a motif with lamps */
    double path_depth; /* least depth of a ridge with a path */
} deal = {.motif = 0.88, .aloft = 0.24, .path = 0.60, .path_depth = 0.85};

/* Size of a motif. */
static const struct {
    double tall_growth;  /* exponent of its growth in tall pictures */
    double near_depth;   /* depth of ridges from which it has its full size */
    double far_size;     /* its size on farther ridges, relative to the full size */
    double far_water;    /* its least size on water, relative to the full size */
    double water_fade;   /* U below the far shore at which it has its full size on water */
    double by_trees;     /* most height of a walker or an animal, relative to the trees beside it */
    double by_trees_lit; /* most height of a tent or a fire, relative to the same */
    double creature_least; /* U; where that makes it smaller than this, it has no place */
    double creature;       /* metres up to which a motif is small: a walker, an animal, a tent */
} size = {.tall_growth = 0.45,
          .near_depth = 0.9,
          .far_size = 0.80,
          .far_water = 0.75,
          .water_fade = 0.10,
          .by_trees = 0.45,
          .by_trees_lit = 0.47,
          .creature_least = 0.02,
          .creature = 3.0};

/* Limits of places; lengths are in U, heights in heights of the motif.  Most hold only for places
 * that the composer chooses. */
static const struct {
    double depth;       /* least depth of its ridge */
    double sun;         /* least distance from the sun */
    double sky_sun;     /* least distance from the sun in the sky */
    double across;      /* places that are tried: share of the width to either side of the middle */
    double inside;      /* share of the half width in which all of it must be, on land */
    double sides;       /* water and sky: share of the width to either side of the middle in which
                           all of it must be */
    double hidden;      /* most of its height that nearer crests and their trees hide */
    double hidden_ever; /* most of its height that is hidden where the scene names the place */
    double sunk;        /* most of its height that is below the highest crest at its foot */
    double sunk_more;   /* U added to `sunk`, for rounding */
    double woods;       /* tallest trees beside its clearing, in its heights */
    double over_shore;  /* most height of its foot over the water, if it needs a shore, heights */
    double foot_inset;  /* share of its width at either side that may stand over lower ground */
    double over_water;  /* least height of its foot over a cloud deck or a waterline */
    double over_edge;   /* least height of its foot over the lower edge of the picture */
    double sky_top;     /* greatest height of its top in the sky, fraction of H */
    double sky_foot;    /* least height of the foot of a large motif in the sky, share of H */
    double sky_land;    /* least distance from the land, in the sky */
    double water_edge;  /* least height of its foot over the lower edge, on water */
    double water_side;  /* margin at either side in which land may hide it, on water */
    double water_land;  /* least height of its foot over nearer land, on water */
    double water_shore; /* least distance to the far shore, in its heights */
    double shore_over;  /* height over its foot from which the shore of other land is behind it */
    double shore_under; /* depth below its foot to which the crest of nearer land hides nothing,
                           heights */
} limit = {.depth = 0.40,
           .sun = 0.13,
           .sky_sun = 0.2,
           .across = 0.40,
           .inside = 0.96,
           .sides = 0.46,
           .hidden = 0.20,
           .hidden_ever = 0.9,
           .sunk = 0.16,
           .sunk_more = 0.002,
           .woods = 2.2,
           .over_shore = 2.0,
           .foot_inset = 0.08,
           .over_water = 0.012,
           .over_edge = 0.03,
           .sky_top = 0.94,
           .sky_foot = 0.3,
           .sky_land = 0.03,
           .water_edge = 0.04,
           .water_side = 0.02,
           .water_land = 0.012,
           .water_shore = 0.35,
           .shore_over = 0.01,
           .shore_under = 0.3};

/* Score of a place: weights, and the ranges in which they count. */
static const struct {
    double thirds[2];     /* columns that are preferred: share of the width from the middle */
    double third;         /* cost per U of distance from the nearest preferred column */
    double third_most;    /* distance from which that cost no longer grows, U */
    double away_from_sun; /* gain on the side of the picture opposite to the sun */
    double sky_from_sun;  /* further gain there for a motif in the sky */
    double before_land;   /* gain where farther land is behind all of it */
    double before_sky;    /* gain where the sky is behind all of it */
    double before_both;   /* gain where a farther crest is behind it, between both cases */
    double land_over;     /* before_land: least height of land behind it over its foot, heights */
    double land_below;    /* before_sky: most height of land behind it over its foot, heights */
    double slope;         /* cost per 1 of slope of the crest at its foot */
    double slope_least;   /* least distance over which slope and convexity are measured, U */
    double slope_most;    /* most distance over which slope and convexity are measured, U */
    double convex_reach;  /* where convexity is measured, relative to the distance of the slope */
    double convex;        /* gain per U by which the crest is higher than the mean on both sides */
    double convex_most;   /* most gain by convexity */
    double hidden;        /* cost where all of its height is hidden; in proportion for a share */
    double woods;         /* cost of trees as tall as the motif */
    double contrast;      /* gain per 1 of lightness between it and what is behind it */
    double contrast_most; /* difference of lightness from which the gain no longer grows */
    double edge;          /* gain per 1 of lightness between its ground and what is behind it */
    double edge_most;     /* difference of lightness from which that gain no longer grows */
    double low_foot;      /* U above the lower edge of the picture below which a foot is low */
    double lowness;       /* cost per U below `low_foot` */
    double cut;           /* cost per U outside limit.inside, where no better place is found */
    double cut_most;      /* most cost of being outside */
    double chance;        /* amplitude of the random part on land */
    double chance_water;  /* amplitude of the random part on water */
} score = {.thirds = {0.17, 0.28},
           .third = 6.0,
           .third_most = 10.0,
           .away_from_sun = 0.3,
           .sky_from_sun = 0.4,
           .before_land = 1.0,
           .before_sky = 0.6,
           .before_both = -0.6,
           .land_over = 1.3,
           .land_below = 0.2,
           .slope = 2.2,
           .slope_least = 0.02,
           .slope_most = 0.2,
           .convex_reach = 1.5,
           .convex = 8.0,
           .convex_most = 0.4,
           .hidden = 2.0,
           .woods = 0.2,
           .contrast = 3.0,
           .contrast_most = 0.34,
           .edge = 4.0,
           .edge_most = 0.12,
           .low_foot = 0.13,
           .lowness = 7.0,
           .cut = 8.0,
           .cut_most = 2.5,
           .chance = 0.2,
           .chance_water = 0.6};

#define SCORE_LEAST -3.0   /* a place with a lower score is not used */
#define REJECTED -1e9      /* score of a place that breaks a limit */
#define REJECTED_MOST -1e8 /* no score of a possible place is as low */

/* Where motifs on water and in the sky are tried, by a draw of 0..1. */
static const struct {
    double water_far, water_range; /* 0 = far shore, 1 = nearer land: far + range * draw */
    double sky_low, sky_range;     /* foot, fraction of H: low + range * draw */
} spread = {.water_far = 0.20, .water_range = 0.5, .sky_low = 0.60, .sky_range = 0.20};

/* Trees before and beside a motif. */
static const struct {
    double on_crest; /* height of trees on the crest, relative to the tallest of the slope */
    double hides;    /* share of the height of nearer trees that hides what is behind */
    double darker;   /* lightness (OKLab) by which a wood is darker than its ground */
} trees = {.on_crest = 0.65, .hides = 0.7, .darker = 0.05};

enum draw { DRAW_THERE, DRAW_WHICH, DRAW_PLACE, DRAW_SCORE, DRAW_ALOFT, DRAW_PATH };

/* Numbers of the keys of this file, counted from STREAM_MOTIF. */
enum { STREAM_OF_SCORES, STREAM_OF_PLACES, STREAM_OF_SKY, STREAM_OF_DEALS };

/* What is asked of a ridge at many places. */
typedef struct land_ridge {
    double crest[PROFILE_LATTICE]; /* heights on the world lattice, U above the lower edge */
    double trees;                  /* height of the trees on the crest, U */
    mist_bank mist;
} land_ridge;

typedef struct land {
    const rl_frame *frame;
    land_ridge *ridge; /* [frame->scene.ridge_count] */
    double half;       /* half the width of the picture, U */
    double sun;        /* column of the sun, U from the middle */
} land;

typedef struct candidate {
    rl_motif place; /* the motif, with all that the scene leaves unset */
    double score;   /* SCORE_LEAST..3, high = good; REJECTED = the place breaks a limit */
} candidate;

static rl_status new_land(const rl_frame *frame, land *l, rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    int ridges = scene->ridge_count;
    *l = (land){.frame = frame, .half = 0.5 * frame->width / frame->unit};
    l->sun = (frame->light.sun_x - 0.5 * frame->width) / frame->unit;
    l->ridge = memory_array(frame->allocator, (size_t)ridges, sizeof *l->ridge);
    TRY(status_memory(l->ridge != NULL, "motif", error));
    for (int i = 0; i < ridges; i++) {
        land_ridge *one = &l->ridge[i];
        profile_skyline(frame->profile, i, frame->unit_share, one->crest);
        for (int j = 0; j < PROFILE_LATTICE; j++)
            one->crest[j] /= frame->unit_share;
        one->trees = wood_has_trees(scene, i)   ? trees.on_crest * woods_tallest(scene, i, 1)
                     : wood_is_wooded(scene, i) ? wood_tallest(frame, i, 0)
                                                : 0.0;
        one->mist = mist_bank_of(frame, i);
    }
    return RL_OK;
}

/* Returns the column of the world lattice nearest to x, U from the middle. */
static int sample_of(double x)
{
    double place = x / PROFILE_LATTICE_STEP + PROFILE_LATTICE / 2;
    return (int)exact_round(exact_clamp(place, 0.0, PROFILE_LATTICE - 1));
}

/* Returns a fraction of H in U. */
static double in_units(const land *l, double share)
{
    return share / l->frame->unit_share;
}

/* ---- colours of places ------------------------------------------------------------ */

/* Returns a colour of the land, seen at a depth through the air. */
static oklab in_air(const land *l, oklab ground, double depth, const shade_air *air)
{
    return colour_mix_oklab(ground, air->air, light_haze(&l->frame->scene, depth));
}

/* Returns the air at (x, y), U from the middle and from the lower edge. */
static shade_air air_at(const land *l, double x, double y)
{
    const rl_frame *frame = l->frame;
    return shade_air_at(frame, 0.5 * frame->width + x * frame->unit,
                        frame->height - y * frame->unit);
}

/* Returns the opacity (0..1) of the mist before a ridge at a height y (U); sets its colour `veil`.
 */
static double mist_before(const land *l, int ridge, double y, const shade_air *air, oklab *veil)
{
    const mist_bank *bank = &l->ridge[ridge].mist;
    double over = exact_max((y * l->frame->unit_share - bank->level) / bank->scale, 0.0);
    *veil = colour_linear_to_oklab(mist_light(l->frame, bank, air));
    return mist_density(bank, y * l->frame->unit_share) * exact_exp(-over);
}

/* Returns the colour of a ridge, or of the wood on it, at (x, y), U. */
static oklab ridge_at(const land *l, int ridge, double x, double y)
{
    const rl_scene *scene = &l->frame->scene;
    shade_air air = air_at(l, x, y);
    oklab veil, ground = light_own(scene, ridge);
    ground.l -= l->ridge[ridge].trees > 0.0 ? trees.darker : 0.0;
    ground = in_air(l, ground, scene->ridge[ridge].depth, &air);
    double mist = mist_before(l, ridge, y, &air, &veil);
    return colour_mix_oklab(ground, veil, mist);
}

#define MIRROR_OFFSET 1e-6 /* U by which a mirrored point is above the waterline */

/* Returns the colour of the farthest `ridges` ridges, the sky and the water between them at (x, y),
 * U.  `ridges` may exceed the number of ridges by one if the lake is in front of all of them. */
static oklab behind_at(const land *l, int ridges, double x, double y)
{
    const rl_scene *scene = &l->frame->scene;
    int j = sample_of(x), is_wet = scene->lake_ridge > 0 && ridges >= scene->lake_ridge;
    double level = in_units(l, scene->lake_level);
    ridges = ridges < scene->ridge_count ? ridges : scene->ridge_count;
    for (int i = ridges - 1; i >= 0; i--) {
        if (is_wet && i < scene->lake_ridge && y < level) /* the water mirrors what is above it */
            return behind_at(l, scene->lake_ridge, x, 2.0 * level - y + MIRROR_OFFSET);
        if (l->ridge[i].crest[j] + trees.hides * l->ridge[i].trees > y)
            return ridge_at(l, i, x, y);
    }
    return colour_linear_to_oklab(air_at(l, x, y).sky);
}

/* ---- colours of motifs ------------------------------------------------------------ */

/* Colours of a motif: lightness is that of OKLab, depths are those of the land whose colour is
 * used. */
static const struct {
    double darker;       /* lightness by which dark parts are darker than the ground */
    double darker_most;  /* most difference to the ground, if `apart` asks for a larger one than
                            `darker` */
    double dark_least;   /* least lightness of dark parts */
    double apart;        /* least difference of lightness to what is behind */
    double apart_lit;    /* least difference of a motif whose windows are lit */
    double behind_least; /* least lightness of what is behind a motif without lit windows */
    double edge;         /* least difference between its ground and what is behind it */
    double apart_slack;  /* tolerance of `apart`, for rounding */
    double low_lamps;    /* brightness of lamps (0..1) above which `apart_lit` counts */
    double clear_least;  /* least transparency of mist in the formula of `apart` */
    double sky_depth;    /* depth of a motif in the sky */
    double water_depth;  /* depth of a motif on water */
    double lit_farther;  /* depth from the ground to the farther land whose colour lit parts take */
    double lit;          /* share of the farther land's colour in lit parts */
    double lit_sun;      /* further share of it toward the sun */
    double glow;         /* share of the glow of the sky in lit parts */
    double glow_sun;     /* further share of the glow toward the sun */
    double sun_reach;    /* U from the sun over which its effect falls to 1/e */
    double lamp_sun;     /* share of the sun's colour in lamps, the rest is the glow of the sky */
    double lamp_least;   /* least lightness of lamps */
    double smoke_farther; /* depth from the ground to the farther land whose colour smoke has */
} colour = {.darker = 0.065,
            .darker_most = 0.20,
            .dark_least = 0.035,
            .apart = 0.22,
            .apart_lit = 0.12,
            .behind_least = 0.40,
            .edge = 0.05,
            .apart_slack = 0.001,
            .low_lamps = 0.95,
            .clear_least = 0.2,
            .sky_depth = 0.70,
            .water_depth = 0.93,
            .lit_farther = 0.42,
            .lit = 0.58,
            .lit_sun = 0.22,
            .glow = 0.10,
            .glow_sun = 0.30,
            .sun_reach = 0.45,
            .lamp_sun = 0.45,
            .lamp_least = 0.84,
            .smoke_farther = 0.6};
#define WHITE 0xffffff /* colour of lamps in a palette without a sun */

/* Returns the distance (U) of a column from the sun, in a loop from its nearest copy. */
static double sun_distance(const land *l, double x)
{
    return exact_abs(exact_way(x - l->sun, l->frame->loop));
}

/* Returns the colour of the water at (x, y), U: that of the ridge or the sky that it mirrors. */
static oklab water_at(const land *l, double x, double y)
{
    const rl_scene *scene = &l->frame->scene;
    for (int i = scene->ridge_count - 1; i >= 0; i--) {
        if (!lake_holds(scene, i))
            continue;
        double line = in_units(l, lake_waterline(scene, i)), up = 2.0 * line - y;
        if (line > y && l->ridge[i].crest[sample_of(x)] + trees.hides * l->ridge[i].trees > up)
            return ridge_at(l, i, x, up);
    }
    return behind_at(l, scene->lake_ridge, x, 2.0 * in_units(l, scene->lake_level) - y);
}

/* Returns the darkest colour behind a motif and beside it, of a few points. */
static oklab darkest_behind(const land *l, const rl_motif *m, int ridge, double foot, double high)
{
    static const struct {
        double aside, up; /* from its foot, heights */
    } points[] = {{.aside = 0.0, .up = 0.5},
                  {.aside = -0.6, .up = 0.35},
                  {.aside = 0.6, .up = 0.35},
                  {.aside = 0.0, .up = 0.9}};
    oklab darkest = {.l = 1.0};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        double y = foot + points[i].up * high;
        double x = m->x + points[i].aside * high;
        oklab behind = m->on == MOTIF_ON_WATER ? water_at(l, x, y)
                                               : behind_at(l, ridge >= 0 ? ridge : 0, x, y);
        darkest = behind.l < darkest.l ? behind : darkest;
    }
    return darkest;
}

static motif_ink ink_at(const land *l, const rl_motif *m, double high)
{
    const rl_scene *scene = &l->frame->scene;
    double foot = in_units(l, m->y), middle = foot + 0.5 * high;
    int ridge = m->on == MOTIF_ON_GROUND ? m->ridge - 1 : -1;
    double z = ridge >= 0                ? scene->ridge[ridge].depth
               : m->on == MOTIF_ON_WATER ? colour.water_depth
                                         : colour.sky_depth;
    shade_air air = air_at(l, m->x, middle);
    oklab below = ridge >= 0 ? light_own(scene, ridge) : light_land(&scene->palette, z);
    oklab ground = in_air(l, below, z, &air);
    double far_depth = z - colour.lit_farther, smoke_depth = z - colour.smoke_farther;
    oklab far = in_air(l, light_land(&scene->palette, far_depth), far_depth, &air);
    oklab behind = darkest_behind(l, m, ridge, foot, high);
    motif_ink ink = {.dark = ground, .behind = behind.l, .ground = ground.l};
    double least = exact_max(ground.l - colour.darker_most, colour.dark_least);
    oklab veil = ground; /* colour of the mist before the motif */
    double mist = ridge >= 0 ? mist_before(l, ridge, middle, &air, &veil) : 0.0;
    /* Dark parts of this lightness, seen through the mist, differ enough from what is behind. */
    double clear =
        (behind.l - colour.apart - mist * veil.l) / exact_max(1.0 - mist, colour.clear_least);
    ink.dark.l = exact_min(ground.l - colour.darker, clear);
    ink.dark.l = exact_max(ink.dark.l, exact_min(least, ground.l));
    ink.seen = exact_mix(ink.dark.l, veil.l, mist);
    double near = exact_exp(-sun_distance(l, m->x) / colour.sun_reach);
    oklab light =
        colour_mix_oklab(far, l->frame->light.glow_lab, colour.glow + colour.glow_sun * near);
    ink.lit = colour_mix_oklab(ink.dark, light, colour.lit + colour.lit_sun * near);
    oklab lamp = colour_to_oklab(scene->palette.sun != RL_AUTO ? scene->palette.sun : WHITE);
    ink.glow = colour_mix_oklab(l->frame->light.glow_lab, lamp, colour.lamp_sun);
    ink.glow.l = exact_max(ink.glow.l, colour.lamp_least);
    ink.smoke = in_air(l, light_land(&scene->palette, smoke_depth), smoke_depth, &air);
    return ink;
}

rl_status motif_ink_of(const rl_frame *frame, const rl_motif *one, const motif_head *head,
                       motif_ink *ink, rl_error *error)
{
    land l;
    (void)head;
    TRY(new_land(frame, &l, error));
    *ink = ink_at(&l, one, one->size);
    memory_free(frame->allocator, l.ridge);
    return RL_OK;
}

/* ---- places ------------------------------------------------------------------------- */

/* Returns the greatest (`is_high`) or the least height of a crest between two columns, U. */
static double extreme(const double *crest, double from, double to, int is_high)
{
    double found = crest[sample_of(from)];
    for (int j = sample_of(from), end = sample_of(to); j <= end; j++)
        found = is_high ? exact_max(found, crest[j]) : exact_min(found, crest[j]);
    return found;
}

/* Returns the height (U) up to which a ridge and trees.hides of its trees hide farther things. */
static double front_of_one(const land *l, int ridge, double from, double to)
{
    return extreme(l->ridge[ridge].crest, from, to, 1) + trees.hides * l->ridge[ridge].trees;
}

/* Returns the height (U) up to which the ridges from `first` on hide farther things, or -1. */
static double front_of(const land *l, int first, double from, double to)
{
    double front = -1.0;
    for (int i = first; i < l->frame->scene.ridge_count; i++)
        front = exact_max(front, front_of_one(l, i, from, to));
    return front;
}

/* Returns the score of a column by the rule of thirds and the side opposite to the sun. */
static double score_across(const land *l, double x)
{
    double wide = 2.0 * l->half, third = score.third_most;
    for (int side = -1; side <= 1; side += 2)
        for (int k = 0; k < 2; k++)
            third = exact_min(third, exact_abs(x - side * score.thirds[k] * wide));
    return -score.third * third + (x * l->sun < 0.0 ? score.away_from_sun : 0.0);
}

/* Returns the height of a motif on the nearest ridge, U.  In tall pictures, whose U is a smaller
 * share of their height, a motif is larger, as trees are. */
static double shown_height(const land *l, const motif_head *head)
{
    return head->height * exact_pow(l->frame->unit_share, -size.tall_growth);
}

/* Sets the left and the right end (U) of a motif of height `high` whose foot is at x. */
static void reach_of(const motif_head *head, double high, double x, double *from, double *to)
{
    *from = x - high * head->anchor / head->high;
    *to = *from + high * head->wide / head->high;
}

static int has_place(const motif_head *head, enum motif_place place)
{
    return head->places >> place & 1;
}

/* Returns whether a motif stands out from its background: by dark parts before something that is
 * lighter, or by its lamps. */
static int is_apart(const land *l, const motif_head *head, const motif_ink *ink)
{
    double step = ink->behind - ink->seen;
    if (head->lit[0] != '\0' && motif_lamps(l->frame, head) > colour.low_lamps)
        return step >= colour.apart_lit;
    return step >= colour.apart - colour.apart_slack && ink->behind >= colour.behind_least;
}

/* Counters of the draws of scores: SCORES_OF_RIDGE for each ridge, one per column; for places on
 * water from SCORES_OF_WATER on, 1000 per U, counted from SCORES_LEFT (U) left of the middle. */
#define SCORES_OF_RIDGE 4096
#define SCORES_OF_WATER 65536
#define SCORES_LEFT 8.0

#define FOOT_SLACK 1e-9 /* U, tolerance of rounding */

/* Returns whether a motif on water or in the sky is too near to a side of the picture. */
static int is_outside(const land *l, double from, double to)
{
    return from < -limit.sides * 2.0 * l->half || to > limit.sides * 2.0 * l->half;
}

/* Scores a place on the crest of a ridge.  Here, in on_water and in in_sky `is_free` = 0 means that
 * the scene sets the column: then most limits do not hold. */
static candidate on_crest(const land *l, const motif_head *head, const rl_motif *wish, int ridge,
                          double x, int is_free)
{
    const rl_scene *scene = &l->frame->scene;
    const double *crest = l->ridge[ridge].crest;
    double z = scene->ridge[ridge].depth, from, to;
    candidate c = {*wish, REJECTED};
    c.place.on = MOTIF_ON_GROUND;
    c.place.ridge = ridge + 1;
    c.place.x = x;
    if (wish->size == RL_AUTO)
        c.place.size = shown_height(l, head) * (z < size.near_depth ? size.far_size : 1.0);
    double wood = l->ridge[ridge].trees; /* height of the trees beside it */
    int is_lit = head->lit[0] != '\0', is_small = head->metres <= size.creature;
    int is_creature = is_small && !is_lit;
    double share = is_lit ? size.by_trees_lit : size.by_trees;
    double most = is_small && wood > 0.0 ? share * wood : c.place.size;
    if (is_free && is_creature && most < size.creature_least)
        return c;
    if (wish->size == RL_AUTO)
        c.place.size = exact_min(c.place.size, exact_max(most, size.creature_least));
    double high = c.place.size;
    reach_of(head, high, x, &from, &to);
    double inset = limit.foot_inset * (to - from);
    double foot = extreme(crest, from + inset, to - inset, 0);
    double top = extreme(crest, from, to, 1);
    if (wish->y == RL_AUTO)
        c.place.y = foot * l->frame->unit_share;
    double hidden = (front_of(l, ridge + 1, from, to) - foot) / high,
           tops = deck_level(l->frame, ridge);
    double bottom = tops >= 0.0 ? in_units(l, tops) + limit.over_water
                    : lake_holds(scene, ridge)
                        ? in_units(l, lake_waterline(scene, ridge)) + limit.over_water
                    : ridge < scene->lake_ridge ? in_units(l, scene->lake_level)
                                                : limit.over_edge;
    if (foot < bottom || foot + high > in_units(l, 1.0) ||
        hidden > (is_free ? limit.hidden : limit.hidden_ever))
        return c;
    /* A motif of shores alone, as a lighthouse is, stands not far over the water. */
    int is_inland = has_place(head, MOTIF_SHORE) && !has_place(head, MOTIF_MEADOW) &&
                    (scene->lake_ridge == 0 ||
                     foot > in_units(l, lake_holds(scene, ridge) ? lake_waterline(scene, ridge)
                                                                 : scene->lake_level) +
                                limit.over_shore * high);
    if (is_free &&
        (top - foot > limit.sunk * high + limit.sunk_more || from < -limit.inside * l->half ||
         to > limit.inside * l->half || sun_distance(l, x) < limit.sun || is_inland))
        return c;
    double back = -1.0; /* height of the land behind it */
    for (int i = 0; i < ridge; i++)
        back = exact_max(back, l->ridge[i].crest[sample_of(x)]);
    if (scene->lake_ridge > 0 && ridge >= scene->lake_ridge)
        back = exact_max(in_units(l, scene->lake_level), foot); /* the far shore */
    double step = exact_clamp(to - from, score.slope_least, score.slope_most);
    double slope =
        exact_abs(crest[sample_of(x + step)] - crest[sample_of(x - step)]) / (2.0 * step);
    double wide = score.convex_reach * step;
    double convex =
        crest[sample_of(x)] - 0.5 * (crest[sample_of(x - wide)] + crest[sample_of(x + wide)]);
    double background = back > foot + score.land_over * high    ? score.before_land
                        : back < foot + score.land_below * high ? score.before_sky
                                                                : score.before_both;
    motif_ink ink = ink_at(l, &c.place, high);
    double edge = exact_abs(ink.behind - ink.ground);
    if (is_free && (!is_apart(l, head, &ink) || edge < colour.edge))
        return c;
    if (is_free && wood > limit.woods * high)
        return c;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF + STREAM_OF_SCORES);
    double u = hash_unit(hash_at(key, DRAW_SCORE, ridge * SCORES_OF_RIDGE + sample_of(x)));
    double contrast = exact_min(ink.behind - ink.seen, score.contrast_most);
    double outside = exact_max(-limit.inside * l->half - from, 0.0) +
                     exact_max(to - limit.inside * l->half, 0.0);
    c.score = background + score_across(l, x) - score.slope * slope +
              exact_min(score.convex * convex, score.convex_most) -
              score.hidden * exact_max(hidden, 0.0) - score.woods * wood / high +
              score.contrast * contrast + score.edge * exact_min(edge, score.edge_most) -
              score.lowness * exact_max(score.low_foot - foot, 0.0) + score.chance * u -
              exact_min(score.cut * outside, score.cut_most);
    return c;
}

/* Scores a place on water; `down` is its position between the far shore (0) and nearer land (1). */
static candidate on_water(const land *l, const motif_head *head, const rl_motif *wish, double x,
                          double down, int is_free)
{
    const rl_scene *scene = &l->frame->scene;
    candidate c = {*wish, REJECTED};
    double from, to, level = in_units(l, scene->lake_level);
    c.place.on = MOTIF_ON_WATER;
    c.place.ridge = 0;
    c.place.x = x;
    double high = wish->size == RL_AUTO ? shown_height(l, head) : wish->size;
    reach_of(head, high, x, &from, &to);
    double left = from - limit.water_side, right = to + limit.water_side;
    double front = limit.water_edge; /* height (U) of the land in front of the water */
    for (int i = scene->lake_ridge; i < scene->ridge_count; i++)
        if (!lake_holds(scene, i))
            front = exact_max(front, front_of_one(l, i, left, right) + limit.water_land);
    double foot = wish->y == RL_AUTO ? exact_mix(level, front, down) : in_units(l, wish->y);
    if (wish->size == RL_AUTO) { /* smaller far away */
        c.place.size = high * exact_clamp((level - foot) / size.water_fade, size.far_water, 1.0);
        high = c.place.size;
    }
    c.place.y = foot * l->frame->unit_share;
    if (level - foot < limit.water_shore * high || foot < front - FOOT_SLACK)
        return c;
    /* Land in open water must be behind the motif, or beside it. */
    for (int i = 0; i < scene->ridge_count; i++) {
        if (!lake_holds(scene, i))
            continue;
        double shore = in_units(l, lake_waterline(scene, i)) - LAKE_SHORE_MOST;
        double crest = extreme(l->ridge[i].crest, left, right, 1);
        if (crest > shore && shore < foot + limit.shore_over &&
            crest > foot - limit.shore_under * high)
            return c;
    }
    if (is_free && (is_outside(l, from, to) || sun_distance(l, x) < limit.sun))
        return c;
    motif_ink ink = ink_at(l, &c.place, high);
    if (is_free && !is_apart(l, head, &ink))
        return c;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF + STREAM_OF_SCORES);
    double u = hash_unit(
        hash_at(key, DRAW_SCORE, (int64_t)(1000.0 * (x + SCORES_LEFT)) + SCORES_OF_WATER));
    c.score = score_across(l, x) + score.chance_water * u;
    return c;
}

static candidate in_sky(const land *l, const motif_head *head, const rl_motif *wish, double x,
                        double y, int is_free)
{
    candidate c = {*wish, REJECTED};
    double from, to, high = wish->size == RL_AUTO ? shown_height(l, head) : wish->size;
    c.place.on = MOTIF_ON_SKY;
    c.place.ridge = 0;
    c.place.x = x;
    c.place.size = high;
    if (wish->y == RL_AUTO) /* lower for a large motif, so that all of it is in the picture */
        c.place.y =
            exact_min(y, exact_max(limit.sky_top - high * l->frame->unit_share, limit.sky_foot));
    double foot = in_units(l, c.place.y);
    reach_of(head, high, x, &from, &to);
    double skyline = front_of(l, 0, from - limit.sky_land, to + limit.sky_land);
    if (is_free && (skyline > foot - limit.sky_land || foot + high > in_units(l, limit.sky_top) ||
                    is_outside(l, from, to) || sun_distance(l, x) < limit.sky_sun))
        return c;
    motif_ink ink = ink_at(l, &c.place, high);
    if (is_free && !is_apart(l, head, &ink))
        return c;
    c.score = score_across(l, x) + (x * l->sun < 0.0 ? score.sky_from_sun : 0.0);
    return c;
}

#define PLACES 60 /* columns that are tried */

/* Returns whether the motif and the scene allow a place on land, on water or in the sky. */
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

/* Scores all places at a column and keeps the best; `u` (0..1) moves those on water and in the
 * sky up or down. */
static void try_at(const land *l, const motif_head *head, const rl_motif *wish, double x, double u,
                   int is_free, candidate *best)
{
    const rl_scene *scene = &l->frame->scene;
    for (int i = 0; i < scene->ridge_count && may_be_on(head, wish, MOTIF_ON_GROUND); i++) {
        int is_deep = scene->ridge[i].depth >= exact_max(head->from, limit.depth);
        if (wish->ridge > 0 ? wish->ridge == i + 1 : is_deep || !is_free)
            keep_better(best, on_crest(l, head, wish, i, x, is_free));
    }
    if (scene->lake_ridge > 0 && may_be_on(head, wish, MOTIF_ON_WATER))
        keep_better(best,
                    on_water(l, head, wish, x, spread.water_far + spread.water_range * u, is_free));
    if (may_be_on(head, wish, MOTIF_ON_SKY))
        keep_better(best, in_sky(l, head, wish, x, spread.sky_low + spread.sky_range * u, is_free));
}

/* Sets the unset fields of `wish` to the best place; returns 0 if there is none.  The second pass,
 * for motifs that the scene names, is without most limits. */
static int find_place(const land *l, const motif_head *head, rl_motif *wish)
{
    candidate best = {*wish, SCORE_LEAST};
    uint64_t key = hash_key(l->frame->scene.seed, STREAM_MOTIF + STREAM_OF_PLACES);
    if (wish->x != RL_AUTO) {
        best.score = REJECTED_MOST;
        try_at(l, head, wish, wish->x, hash_unit(hash_at(key, DRAW_PLACE, PLACES)), 0, &best);
        *wish = best.place;
        return best.score > REJECTED_MOST;
    }
    for (int pass = 0; pass < 2 && best.score == SCORE_LEAST; pass++)
        for (int i = 0; i < PLACES; i++) {
            double u = hash_unit(hash_at(key, DRAW_PLACE, i));
            double x = (2.0 * (i + u) / PLACES - 1.0) * limit.across * 2.0 * l->half;
            try_at(l, head, wish, x, hash_unit(hash_at(key, DRAW_WHICH, i)), pass == 0, &best);
            if (pass == 1 && wish->name == RL_AUTO)
                return 0;
        }
    *wish = best.place;
    return best.score > SCORE_LEAST;
}

/* ---- choice of a motif ------------------------------------------------------------ */

/* Minutes after midnight at which the hours of motifs begin. */
enum { MORNING = 5 * 60, DAY = 10 * 60, EVENING = 17 * 60, NIGHT = 21 * 60 };

/* Returns the hours of the scene as bits of rl_hour; sets `mood` to the index of its mood or -1. */
static int hours_of(const rl_scene *scene, int *mood)
{
    rl_mood_info info;
    const char *name;
    *mood = -1;
    for (size_t i = 0; (name = rl_mood_name(i)) != NULL; i++)
        if (strcmp(name, scene->mood) == 0)
            *mood = (int)i;
    if (scene->time != RL_AUTO)
        return scene->time < MORNING || scene->time >= NIGHT ? RL_HOUR_NIGHT
               : scene->time < DAY                           ? RL_HOUR_MORNING
               : scene->time < EVENING                       ? RL_HOUR_DAY
                                                             : RL_HOUR_EVENING;
    return *mood >= 0 && rl_mood_describe(scene->mood, &info, NULL) == RL_OK ? info.hours
                                                                             : RL_HOUR_ANY;
}

/* Sets `wish` to the first motif, in falling order of draws, that suits the scene and has a place:
 * with `only_sky` one for the sky, else one for land or water.  Returns 0 if there is none. */
static int choose_motif(const land *l, rl_motif *wish, int only_sky)
{
    const rl_scene *scene = &l->frame->scene;
    int mood, hour = hours_of(scene, &mood);
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF + (only_sky ? STREAM_OF_SKY : 0)),
             last = UINT64_MAX;
    for (;;) {
        uint64_t most = 0;
        int which = -1;
        motif_head head;
        for (int k = 0; k < (int)embedded_motif_count; k++) { /* finds the next lower draw */
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
        if (motif_read_head(&head, motif_file(scene, MOTIF_FIRST + which), NULL) != RL_OK)
            continue;
        int suits_world = scene->world >= 0 && (head.worlds >> scene->world & 1);
        int suits_mood = head.moods == UINT64_MAX || (mood >= 0 && head.moods >> mood & 1);
        if (!suits_world || !(head.hours & (uint64_t)hour) || !suits_mood ||
            has_place(&head, MOTIF_SKY) != only_sky)
            continue;
        rl_motif found = *wish;
        if (find_place(l, &head, &found)) {
            *wish = found;
            wish->name = MOTIF_FIRST + which;
            return 1;
        }
    }
}

/* Rounds the numbers of a motif as scene text does, so that a recipe repeats them exactly. */
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

/* Returns whether a path leads to the motif, if the scene leaves that unset. */
static int deals_path(const rl_scene *scene)
{
    const rl_motif *m = &scene->motif;
    motif_head head;
    if (m->name <= MOTIF_NONE || m->on != MOTIF_ON_GROUND || scene->extent != RL_EXTENT_PICTURE ||
        scene->ridge[m->ridge - 1].depth < deal.path_depth ||
        motif_read_head(&head, motif_file(scene, m->name), NULL) != RL_OK || head.lit[0] == '\0')
        return 0;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF + STREAM_OF_DEALS);
    return hash_unit(hash_at(key, DRAW_PATH, 0)) < deal.path;
}

/* Sets the unset fields of scene.motif, or with `is_aloft` of scene.aloft. */
static rl_status compose(const land *l, rl_motif *m, int is_aloft, int has_other, rl_error *error)
{
    const rl_scene *scene = &l->frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM_MOTIF + STREAM_OF_DEALS);
    double u = hash_unit(hash_at(key, is_aloft ? DRAW_ALOFT : DRAW_THERE, 0));
    motif_head head;
    int is_there = 0;
    /* A world that goes on beyond the picture has only the motif that its scene names. */
    if (m->name == RL_AUTO && scene->calm == RL_CALM_NONE && scene->extent == RL_EXTENT_PICTURE) {
        int is_dealt = is_aloft ? u < deal.aloft && has_other : u < deal.motif;
        is_there =
            is_dealt && (choose_motif(l, m, is_aloft) || (!is_aloft && choose_motif(l, m, 1)));
    } else if (m->name > MOTIF_NONE) {
        TRY(motif_read_head(&head, motif_file(scene, m->name), error));
        is_there = find_place(l, &head, m);
    }
    settle(m, is_there);
    return RL_OK;
}

static int is_set(const rl_motif *m)
{
    return m->name == MOTIF_NONE || (m->name != RL_AUTO && m->x != RL_AUTO && m->y != RL_AUTO &&
                                     m->size != RL_AUTO && m->on != RL_AUTO && m->ridge != RL_AUTO);
}

/* A complete motif may name a ridge that the scene does not have, as when ridges were removed from
 * the scene: then the motif is put on the nearest ridge. */
static void keep_on_land(const rl_scene *scene, rl_motif *m)
{
    int is_there = m->ridge > 0 && m->ridge <= scene->ridge_count;
    if (m->name > MOTIF_NONE && is_set(m) && m->on == MOTIF_ON_GROUND && !is_there)
        m->ridge = scene->ridge_count;
}

rl_status motif_compose(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    rl_scene *scene = &frame->scene;
    land l;
    int is_from_scene = scene->motif.name == MOTIF_OWN || scene->aloft.name == MOTIF_OWN;
    if (is_from_scene && scene->drawing.text == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "%s.name = own: the scene must have a section [drawing]",
                           scene->motif.name == MOTIF_OWN ? "motif" : "aloft");
    keep_on_land(scene, &scene->motif);
    keep_on_land(scene, &scene->aloft);
    int is_unset = !is_set(&scene->motif);
    if (scene->motif_path == RL_AUTO && !is_unset)
        scene->motif_path = 0;
    if (!is_unset && is_set(&scene->aloft))
        return RL_OK;
    TRY(new_land(frame, &l, error));
    rl_status status = RL_OK;
    if (is_unset)
        status = compose(&l, &scene->motif, 0, 0, error);
    if (status == RL_OK && scene->motif_path == RL_AUTO)
        scene->motif_path = deals_path(scene);
    int has_other = scene->motif.name != MOTIF_NONE && scene->motif.on != MOTIF_ON_SKY;
    if (status == RL_OK && !is_set(&scene->aloft))
        status = compose(&l, &scene->aloft, 1, has_other, error);
    memory_free(frame->allocator, l.ridge);
    return status;
}

/* ---- lamps ---------------------------------------------------------------------- */

/* Brightness of lamps while the sun is low. */
static const struct {
    double low_sun;  /* redness of the sky's glow (OKLab a) at which the sun is low */
    double low_lamp; /* brightness of lamps under a low sun, 0..1 */
} lamp_light = {.low_sun = 0.05, .low_lamp = 0.92};

double motif_lamps(const rl_frame *frame, const motif_head *head)
{
    if (frame->scene.motif_glow != RL_AUTO)
        return frame->scene.motif_glow;
    double low =
        lamp_light.low_lamp * exact_smoothstep(0.0, lamp_light.low_sun, frame->light.glow_lab.a);
    return head->lit[0] != '\0' ? exact_max(1.0 - light_of_day(&frame->light), low) : 1.0;
}
