/* composition_sun.c - chooses place, radius and colours of the sun or moon of a scene. */
#include "base/colour.h"
#include "base/exact.h"
#include "base/text.h"
#include "scene/choice.h"
#include "scene/composition.h"

typedef struct real_range {
    double low, high;
} real_range;

/* Shares of the seeds, and values of what they leave unset; all were tuned by eye on seeds 91001 to
 * 91048 and 92001 to 92048. */
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
} looks = {.outside = 0.10,
           .ridge = 0.11,
           .cloud = 0.11,
           .inside_x = 0.95,
           .outside_x = {1.00, 1.12},
           .outside_glow = 1.25,
           .ridge_lift = {-0.45, 0.25},
           .cloud_lift = 1.6,
           .low_radius = {0.018, 0.064},
           .high_radius = {0.016, 0.048},
           .height = {0.5, 3.8},
           .named_high = 0.7,
           .calm_lift = 0.8};

/* The colour of a disc: between that of the palette and a full one, which is yellow for a high disc
 * and red for the lowest ones in warm dark skies.  In a light sky red would look dark. */
static const struct {
    real_range chroma; /* chroma of the glow in which no sun is red, and each may be */
    real_range light;  /* lightness of the glow in which each may be, and no sun is */
    double rose;       /* a of the glow, OKLab, from which each may be: none in green skies */
    double bare;       /* share of the seeds whose disc has the palette's colour */
    double least;      /* least share of the full colour in the other seeds */
    real_range pale;   /* chroma of the glow up to which discs keep the palette's colour, and
                          from which they may have the full one */
    double coloured;   /* chroma of the palette's disc from which it is never changed */
    double depth;      /* least share of the way to red of the lowest suns in the warmest skies */
    double moon;       /* way to red of the lowest moons */
    oklab upper[2], lower[2]; /* yellow and red: of the disc, and of its foot */
    double own;               /* share of the glow's hue in `upper` and `lower` */
    double above, below;      /* least lightness of both relative to that of the sky around */
    double step;              /* step in which lightness is raised to these */
    double higher;            /* share of the next stop in the horizon's sky round the disc */
    oklab white;              /* a disc of no colour */
    double lighter;           /* least lightness above that of the sky and its halo, or */
    double purer;             /* least chroma above that of the sky and its halo: either suffices */
    double amount_step;       /* step in which the share of colour is lowered until one holds */
} colours = {.chroma = {0.055, 0.10},
             .light = {0.80, 0.88},
             .rose = 0.03,
             .bare = 0.3,
             .least = 0.4,
             .pale = {0.045, 0.12},
             .coloured = 0.09,
             .depth = 0.3,
             .moon = 0.6,
             .upper = {{0.930, 0.005, 0.120}, {0.800, 0.105, 0.130}},
             .lower = {{0.900, 0.035, 0.130}, {0.710, 0.160, 0.120}},
             .own = 0.5,
             .above = 0.03,
             .below = -0.045,
             .step = 0.01,
             .higher = 0.5,
             .white = {0.985, 0.0, 0.015},
             .lighter = 0.065,
             .purer = 0.025,
             .amount_step = 0.05};

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
    double u = choose_even(scene, EVEN_SUN_PLACE);
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

/* A choice of colours. */
typedef struct disc_tone {
    double amount; /* share of the full colour, the rest is the palette's */
    double red;    /* way of the full colour from yellow to red */
    oklab glow;    /* the glow: the full colour leans to its hue */
    double around; /* greatest lightness of the sky */
} disc_tone;

/* Returns a mix of a palette's colour with the full one, at least as light as `least`. */
static rl_colour colour_of(oklab palette, const oklab ends[2], const disc_tone *tone, double least)
{
    oklab full = colour_mix_oklab(ends[0], ends[1], tone->red);
    if (tone->glow.b > 0.0) {
        double gain = colour_chroma(full) / colour_chroma(tone->glow);
        full.a = exact_mix(full.a, gain * tone->glow.a, colours.own);
        full.b = exact_mix(full.b, gain * tone->glow.b, colours.own);
    }
    oklab lab = colour_mix_oklab(palette, full, tone->amount);
    rl_colour colour = colour_from_oklab(lab);
    while (colour_to_oklab(colour).l < least && lab.l < 1.0) { /* sRGB shows light reds darker */
        lab.l += colours.step;
        colour = colour_from_oklab(lab);
    }
    return colour;
}

/* Lowers the share of the full colour until a white disc of it stands out from the sky round it: by
 * its lightness, or by its chroma.  It is white in place of the palette's, so that a recipe that
 * names palette.sun gives the same result. */
static void set_apart(const rl_palette *palette, disc_tone *tone)
{
    int last = palette->sky_count - 1; /* the horizon */
    oklab sky =
        colour_mix_oklab(colour_to_oklab(palette->sky[last]),
                         colour_to_oklab(palette->sky[last > 0 ? last - 1 : 0]), colours.higher);
    for (; tone->amount > 0.0; tone->amount -= colours.amount_step) {
        oklab disc = colour_to_oklab(
            colour_of(colours.white, colours.upper, tone, tone->around + colours.above));
        if (disc.l >= tone->around + colours.lighter ||
            colour_chroma(disc) >= colour_chroma(sky) + colours.purer)
            return;
    }
    tone->amount = 0.0;
}

/* Chooses the colours of the disc; `low` is 1 on the skyline and 0 for a high one. */
static void colour_disc(rl_scene *scene, const given_sun *given, double low)
{
    rl_palette *palette = &scene->palette;
    oklab glow = colour_to_oklab(palette->glow), sun = colour_to_oklab(palette->sun);
    double u = choose_even(scene, EVEN_SUN_COLOUR), chroma = colour_chroma(glow);
    disc_tone tone = {.amount =
                          exact_mix(colours.least, 1.0, (u - colours.bare) / (1.0 - colours.bare)),
                      .glow = glow,
                      .around = glow.l};
    if (scene->sun_eclipse > 0.0 || scene->sun_stripes > 0.0 || u < colours.bare ||
        (scene->moon == 0 && glow.b <= 0.0))
        return;
    if (scene->moon > 0) {
        tone.red = colours.moon * low;
        tone.amount *= low;
    } else {
        tone.red = low * choose(scene, CHOOSE_SUN_RED, colours.depth, 1.0) *
                   exact_smoothstep(colours.chroma.low, colours.chroma.high, chroma) *
                   exact_smoothstep(0.0, colours.rose, glow.a) *
                   (1.0 - exact_smoothstep(colours.light.low, colours.light.high, glow.l));
        tone.amount *= exact_smoothstep(colours.pale.low, colours.pale.high, chroma);
    }
    for (int i = 0; i < palette->sky_count; i++)
        tone.around = exact_max(tone.around, colour_to_oklab(palette->sky[i]).l);
    set_apart(palette, &tone);
    if (tone.amount > 0.0 && !given->has_colour && colour_chroma(sun) < colours.coloured)
        palette->sun = colour_of(sun, colours.upper, &tone, tone.around + colours.above);
    if (tone.amount > 0.0 && !given->has_low_colour)
        palette->sun_low = colour_of(colour_to_oklab(palette->sun_low), colours.lower, &tone,
                                     tone.around + colours.below);
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
        scene->sun_radius =
            text_round(least * exact_pow(most / least, choose_even(scene, EVEN_SUN_RADIUS)));
    colour_disc(scene, given, 1.0 - high);
}

double composition_sun_glow(const rl_scene *scene)
{
    return scene->sun_place == RL_SUN_OUTSIDE ? looks.outside_glow : 1.0;
}
