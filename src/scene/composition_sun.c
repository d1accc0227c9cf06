/* composition_sun.c - chooses where the sun or moon of a scene is, how large, and how red. */
#include "base/colour.h"
#include "base/exact.h"
#include "base/text.h"
#include "scene/choice.h"
#include "scene/composition.h"

typedef struct real_range {
    double low, high;
} real_range;

/* Shares of the seeds, and values of what they leave unset; all were tuned by eye on seeds 91001 to
 * 91048. */
static const struct {
    double outside, ridge, cloud;       /* shares of the seeds; the rest is in the open sky */
    double inside_x;                    /* U from the middle up to which sun.x is in the picture */
    real_range outside_x;               /* sun.x of a sun outside, U from the middle */
    double outside_glow;                /* factor of the glows of a sun outside */
    real_range ridge_lift;              /* sun.lift behind a ridge, radii */
    double cloud_lift;                  /* least sun.lift behind a cloud, radii */
    real_range low_radius, high_radius; /* radius of a low sun, and of a high one, U */
    real_range height;                  /* lift up to which a sun is low, and from which high */
    double named_high;                  /* height, 0 low .. 1 high, where sun.y is named */
    double calm_lift;                   /* most sun.lift where the top is calm, radii */
} looks = {.outside = 0.11,
           .ridge = 0.11,
           .cloud = 0.11,
           .inside_x = 0.95,
           .outside_x = {1.00, 1.12},
           .outside_glow = 1.25,
           .ridge_lift = {-0.45, 0.25},
           .cloud_lift = 1.6,
           .low_radius = {0.030, 0.054},
           .high_radius = {0.018, 0.025},
           .height = {0.5, 3.8},
           .named_high = 0.7,
           .calm_lift = 0.8};

/* A low sun in a warm sky is red from its middle, `upper`, to its foot, `lower`: by the seed
 * between gold and deep red.  A sun of half a red would have the tone of its sky. */
static const struct {
    real_range chroma; /* chroma of the glow in which no sun is red, and each may be */
    real_range light;  /* lightness of the glow in which each may be, and no sun is: a red sun would
                          look dark in it */
    double rose;       /* a of the glow, OKLab, from which each may be: none in green skies */
    double share;      /* share of the lowest suns of the warmest skies that are red */
    oklab upper[2], lower[2]; /* gold, and deep red */
    double own;               /* share of the glow's hue in them */
    double above, below;      /* least lightness of both relative to that of the sky around */
    double step;              /* step in which lightness is raised to these */
} reds = {.chroma = {0.055, 0.10},
          .light = {0.80, 0.86},
          .rose = 0.03,
          .share = 0.6,
          .upper = {{0.940, 0.018, 0.085}, {0.830, 0.085, 0.120}},
          .lower = {{0.890, 0.050, 0.120}, {0.740, 0.140, 0.115}},
          .own = 0.3,
          .above = 0.01,
          .below = -0.045,
          .step = 0.01};

int composition_has_sun_inside(const rl_scene *scene)
{
    return scene->sun_x != RL_AUTO &&
           (scene->sun_from != RL_SUN_MIDDLE && scene->sun_from != RL_AUTO
                ? 1
                : exact_abs(scene->sun_x) < looks.inside_x);
}

given_sun composition_given_sun(const rl_scene *scene)
{
    return (given_sun){
        .has_x = scene->sun_x != RL_AUTO,
        .has_y = scene->sun_y != RL_AUTO,
        .has_lift = scene->sun_lift != RL_AUTO,
        .has_radius = scene->sun_radius != RL_AUTO,
        .is_shown = composition_has_sun_inside(scene) || scene->sun_y != RL_AUTO ||
                    (scene->sun_radius != RL_AUTO && scene->sun_radius > 0.0),
        .is_lifted = scene->sun_lift != RL_AUTO && scene->sun_lift > looks.ridge_lift.high,
        .has_palette = scene->mood[0] == '\0' && scene->palette.name[0] != '\0',
        .is_fixed = scene->time != RL_AUTO || scene->panorama.x != RL_AUTO ||
                    scene->land_slices == 1 || scene->calm == RL_CALM_TOP ||
                    scene->calm == RL_CALM_LEFT,
    };
}

/* A rainbow stands opposite a sun that is outside. */
static int choose_place(const rl_scene *scene, const given_sun *given)
{
    double u = choose(scene, CHOOSE_SUN_PLACE, 0.0, 1.0);
    if (given->is_fixed)
        return RL_SUN_SKY;
    if (u < looks.outside || scene_real(scene, "weather.rainbow") > 0.0)
        return given->is_shown ? RL_SUN_SKY : RL_SUN_OUTSIDE;
    if (u < looks.outside + looks.ridge)
        return given->has_y || given->is_lifted ? RL_SUN_SKY : RL_SUN_RIDGE;
    int has_disc = scene->sun_radius != 0.0;
    int is_free = has_disc && !given->has_y;
    return u < looks.outside + looks.ridge + looks.cloud && is_free ? RL_SUN_CLOUD : RL_SUN_SKY;
}

static double chroma_of(oklab lab)
{
    return exact_sqrt(lab.a * lab.a + lab.b * lab.b);
}

/* Returns the colour between two with a share of the hue of the glow, at least so light. */
static rl_colour red_of(const oklab ends[2], double deep, oklab glow, double least)
{
    oklab lab = colour_mix_oklab(ends[0], ends[1], deep);
    double gain = chroma_of(lab) / chroma_of(glow);
    lab.a = exact_mix(lab.a, gain * glow.a, reds.own);
    lab.b = exact_mix(lab.b, gain * glow.b, reds.own);
    rl_colour red = colour_from_oklab(lab);
    while (colour_to_oklab(red).l < least && lab.l < 1.0) { /* sRGB shows light reds darker */
        lab.l += reds.step;
        red = colour_from_oklab(lab);
    }
    return red;
}

/* `low` is 1 for a sun on the skyline and 0 for a high one. */
static void redden(rl_scene *scene, const given_sun *given, double low)
{
    rl_palette *palette = &scene->palette;
    oklab glow = colour_to_oklab(palette->glow);
    double warm = exact_smoothstep(reds.chroma.low, reds.chroma.high, chroma_of(glow)) *
                  exact_smoothstep(0.0, reds.rose, glow.a) *
                  (1.0 - exact_smoothstep(reds.light.low, reds.light.high, glow.l));
    if (scene->moon > 0 || scene->sun_eclipse > 0.0 || scene->sun_stripes > 0.0 || glow.b <= 0.0 ||
        choose(scene, CHOOSE_SUN_RED, 0.0, 1.0) >= reds.share * warm * low)
        return;
    double deep = choose(scene, CHOOSE_SUN_DEEP, 0.0, exact_sqrt(low));
    double around = glow.l;
    for (int i = 0; i < palette->sky_count; i++)
        around = exact_max(around, colour_to_oklab(palette->sky[i]).l);
    if (!given->has_colour)
        palette->sun = red_of(reds.upper, deep, glow, around + reds.above);
    if (!given->has_low_colour)
        palette->sun_low = red_of(reds.lower, deep, glow, around + reds.below);
}

/* Moves the sun to its place. */
static void move(rl_scene *scene, const given_sun *given)
{
    double u = choose(scene, CHOOSE_SUN_WHERE, 0.0, 1.0);
    if (scene->sun_place == RL_SUN_OUTSIDE) {
        double x = text_round(exact_mix(looks.outside_x.low, looks.outside_x.high, u));
        if (!given->has_x)
            scene->sun_x = scene->sun_x < 0.0 ? -x : x;
        if (!given->has_radius)
            scene->sun_radius = 0.0;
    }
    /* A mood that has a height must not undo the place when a recipe is read again. */
    if (scene->sun_place == RL_SUN_OUTSIDE || scene->sun_place == RL_SUN_RIDGE)
        scene->sun_y = RL_AUTO;
    if (given->has_lift)
        return;
    if (scene->sun_place == RL_SUN_RIDGE)
        scene->sun_lift = text_round(exact_mix(looks.ridge_lift.low, looks.ridge_lift.high, u));
    if (scene->sun_place == RL_SUN_CLOUD)
        scene->sun_lift = exact_max(scene->sun_lift, looks.cloud_lift);
    if (scene->calm == RL_CALM_TOP)
        scene->sun_lift = exact_min(scene->sun_lift, looks.calm_lift);
}

void composition_sun(rl_scene *scene, const given_sun *given)
{
    if (scene->sun_place == RL_AUTO)
        scene->sun_place = choose_place(scene, given);
    move(scene, given);
    int *cumulus = &scene_slot(scene, "sky.cumulus")->integer;
    if (scene->sun_place == RL_SUN_CLOUD && !given->has_cumulus &&
        (*cumulus == RL_AUTO || *cumulus == RL_CUMULUS_NONE))
        *cumulus = RL_CUMULUS_ONE;
    double high = scene->sun_y != RL_AUTO
                      ? looks.named_high
                      : exact_smoothstep(looks.height.low, looks.height.high, scene->sun_lift);
    double least = exact_mix(looks.low_radius.low, looks.high_radius.low, high);
    double most = exact_mix(looks.low_radius.high, looks.high_radius.high, high);
    if (scene->sun_radius == RL_AUTO)
        scene->sun_radius = text_round(choose(scene, CHOOSE_SUN_RADIUS, least, most));
    redden(scene, given, 1.0 - high);
}

double composition_sun_glow(const rl_scene *scene)
{
    return scene->sun_place == RL_SUN_OUTSIDE ? looks.outside_glow : 1.0;
}
