/* city_colour.c - the colours of a city: of its walls and windows at some heights, behind the air
 * before them, and of the bushes on its quay.  Numbers were tuned by eye.
 */
#include "layers/city/city.h"

#include "base/status.h"

const double city_levels[CITY_LEVELS] = {0.000, 0.004, 0.009, 0.016, 0.026, 0.040, 0.060, 0.090,
                                         0.130, 0.180, 0.250, 0.340, 0.450, 0.600, 2.600};

/* The air before houses; `far` is 1 - z, 0 near .. 1 far. */
static const struct {
    double mist, by_mist; /* opacity of mist at the feet: least; addition for scene.mist = 1 */
    double near, by_far;  /* factor of that opacity: near; addition for far = 1 */
    double height;        /* U over which the mist thins to 1/e */
    double height_near, by_height; /* factor of `height`: near; addition for far = 1 */
    double mist_most;              /* share of the mist in a colour, at most */
    double veil;                   /* share of the air in the colour of mist */
    double glow, glow_far;         /* glow of the sun on the land: glow + glow_far * far^2 */
    double sunlit;                 /* share of the glow's colour in full glow */
    double street_height;          /* U over which the light of streets falls to 1/e */
    double street_far;             /* share of the light of streets that is lost far away */
    linear_rgb street;             /* light from the streets on the lowest storeys */
    double haze_hides, mist_hides; /* shares of the light of windows that full haze and mist hide */
} air_look = {
    .mist = 0.22,
    .by_mist = 0.60,
    .near = 0.20,
    .by_far = 0.80,
    .height = 0.040,
    .height_near = 0.6,
    .by_height = 0.7,
    .mist_most = 0.95,
    .veil = 0.55,
    .glow = 0.02,
    .glow_far = 0.5,
    .sunlit = 0.7,
    .street_height = 0.013,
    .street_far = 0.75,
    .street = {0.34, 0.17, 0.06},
    .haze_hides = 0.60,
    .mist_hides = 0.75,
};

/* The air at one place, by its effect on colours behind it. */
typedef struct city_air {
    oklab air, veil;
    double haze, mist, sunlit, bloom;
    linear_rgb street;
} city_air;

static linear_rgb seen_through(const rl_frame *frame, const city_air *a, oklab surface)
{
    const linear_rgb *glow = &frame->light.glow;
    linear_rgb c = colour_oklab_to_linear(
        colour_mix_oklab(colour_mix_oklab(surface, a->air, a->haze), a->veil, a->mist));
    c = colour_mix_linear(c, *glow, a->sunlit);
    c.r = 1.0 - (1.0 - c.r - a->street.r) * (1.0 - a->bloom * glow->r);
    c.g = 1.0 - (1.0 - c.g - a->street.g) * (1.0 - a->bloom * glow->g);
    c.b = 1.0 - (1.0 - c.b - a->street.b) * (1.0 - a->bloom * glow->b);
    return c;
}

static city_air air_at(const rl_frame *frame, const city *all, int row, double x, double above)
{
    const rl_scene *scene = &frame->scene;
    double z = city_row_z(row), far = 1.0 - z;
    shade_air air = shade_air_at(frame, x, all->shore - above * frame->unit);
    city_air a = {.air = air.air, .haze = light_haze(scene, z), .bloom = air.bloom};
    double mist =
        (air_look.mist + air_look.by_mist * scene->mist) * (air_look.near + air_look.by_far * far);
    double height = air_look.height * (air_look.height_near + air_look.by_height * far);
    a.mist = exact_min(mist * exact_exp(-above / height), air_look.mist_most);
    a.veil = colour_mix_oklab(frame->light.mist, a.air, air_look.veil);
    double glow = scene->sun_land_glow * (air_look.glow + air_look.glow_far * far * far);
    a.sunlit = air_look.sunlit * exact_min(glow * air.near_sun, 1.0);
    if (row != CITY_QUAY) {
        double lamps = all->lights * exact_exp(-above / air_look.street_height) *
                       (1.0 - air_look.street_far * far);
        a.street = (linear_rgb){air_look.street.r * lamps, air_look.street.g * lamps,
                                air_look.street.b * lamps};
    }
    return a;
}

static void store(float to[3], linear_rgb c)
{
    to[0] = (float)c.r;
    to[1] = (float)c.g;
    to[2] = (float)c.b;
}

static linear_rgb minus(linear_rgb a, linear_rgb b)
{
    return (linear_rgb){a.r - b.r, a.g - b.g, a.b - b.b};
}

/* Colours of walls and windows without the air before them. */
typedef struct city_surfaces {
    oklab wall, lit, dark, glass;
} city_surfaces;

/* By night walls are land, by day stone; `warm` (-1..1) is city_house.warm, `day` 0..1. */
static const struct {
    double stone_l, stone_near;   /* lightness of stone: stone_l - stone_near * z */
    double stone_a, stone_b;      /* tint of stone */
    double sky;                   /* share of the low sky's tint that is added to stone */
    double stone;                 /* share of stone by day */
    double warm_a, warm_b;        /* tint of brick */
    double lit, lit_day;          /* lightness added by light: by night; further addition by day */
    double gilded;                /* lightness that the glow of the sun adds */
    double by_glow;               /* share of the gilded colour in full glow */
    double dark, dark_day;        /* factor of lightness in shade: dark - dark_day * day */
    double dark_sky;              /* share of the tint of the zenith in shade */
    double glass_wall, glass_sky; /* factors of the lightness of wall and sky in glass */
    double glass;                 /* share of the sky in glass */
} surfaces = {
    .stone_l = 0.72,
    .stone_near = 0.12,
    .stone_a = 0.004,
    .stone_b = 0.014,
    .sky = 0.4,
    .stone = 0.72,
    .warm_a = 0.022,
    .warm_b = 0.030,
    .lit = 0.06,
    .lit_day = 0.16,
    .gilded = 0.06,
    .by_glow = 0.5,
    .dark = 0.74,
    .dark_day = 0.10,
    .dark_sky = 0.35,
    .glass_wall = 0.78,
    .glass_sky = 0.66,
    .glass = 0.42,
};

static city_surfaces surfaces_of(const rl_frame *frame, int row, double warm)
{
    const light_gradient *sky = &frame->light.sky;
    double day = light_of_day(&frame->light), z = city_row_z(row);
    oklab glow = frame->light.glow_lab, top = sky->colour[sky->count - 1];
    oklab middle = sky->colour[sky->count / 2], low = sky->colour[0];
    oklab stone = {surfaces.stone_l - surfaces.stone_near * z,
                   surfaces.stone_a + surfaces.sky * low.a,
                   surfaces.stone_b + surfaces.sky * low.b};
    oklab wall =
        colour_mix_oklab(light_land(&frame->scene.palette, z), stone, surfaces.stone * day);
    wall.a += surfaces.warm_a * warm;
    wall.b += surfaces.warm_b * warm;
    oklab lit = {wall.l + surfaces.lit + surfaces.lit_day * day, wall.a, wall.b};
    oklab gilded = {lit.l + surfaces.gilded, glow.a, glow.b};
    oklab dark = {wall.l * (surfaces.dark - surfaces.dark_day * day),
                  exact_mix(wall.a, top.a, surfaces.dark_sky),
                  exact_mix(wall.b, top.b, surfaces.dark_sky)};
    oklab glass = {wall.l * surfaces.glass_wall, wall.a, wall.b};
    oklab mirrored = {middle.l * surfaces.glass_sky, middle.a, middle.b};
    return (city_surfaces){
        .wall = wall,
        .lit = colour_mix_oklab(lit, gilded, surfaces.by_glow * frame->light.glow_strength),
        .dark = dark,
        .glass = colour_mix_oklab(glass, mirrored, surfaces.glass)};
}

static rl_status colour_house(const rl_frame *frame, const city *all, int row, city_house *house,
                              rl_error *error)
{
    int count = 2;
    while (count < CITY_LEVELS && city_levels[count - 1] * frame->unit < house->top)
        count++;
    house->tones = arena_array(frame->arena, (size_t)count, sizeof *house->tones);
    TRY(status_memory(house->tones != NULL, "city", error));
    house->levels = count;
    city_surfaces bare = surfaces_of(frame, row, (double)house->warm);
    for (int i = 0; i < count; i++) {
        city_tones *to = &house->tones[i];
        city_air a = air_at(frame, all, row, house->x, city_levels[i]);
        linear_rgb wall = seen_through(frame, &a, bare.wall);
        store(to->wall, wall);
        store(to->lit, minus(seen_through(frame, &a, bare.lit), wall));
        store(to->dark, minus(wall, seen_through(frame, &a, bare.dark)));
        store(to->glass, seen_through(frame, &a, bare.glass));
        a.street = (linear_rgb){0.0, 0.0, 0.0};
        double clear = (1.0 - air_look.haze_hides * a.haze) * (1.0 - air_look.mist_hides * a.mist);
        double share = 1.0 - clear;
        linear_rgb air = seen_through(frame, &a, a.air);
        store(to->air, (linear_rgb){share * air.r, share * air.g, share * air.b});
        to->clear = (float)clear;
    }
    return RL_OK;
}

#define GREEN_DARKER 0.92  /* lightness of bushes relative to the land */
#define GREEN_HEIGHT 0.003 /* U above the water at which the air before them is taken */

rl_status city_colour(const rl_frame *frame, city *all, rl_error *error)
{
    for (int k = 0; k < CITY_ROWS; k++)
        for (int i = 0; i < all->row[k].houses; i++)
            TRY(colour_house(frame, all, k, &all->row[k].house[i], error));
    all->green = arena_array(frame->arena, (size_t)frame->blocks + 1, sizeof *all->green);
    TRY(status_memory(all->green != NULL, "city", error));
    oklab leaves = light_land(&frame->scene.palette, city_row_z(CITY_QUAY));
    leaves.l *= GREEN_DARKER;
    for (int b = 0; b <= frame->blocks; b++) {
        double x = (double)((frame->first_block + b) * frame->block);
        city_air a = air_at(frame, all, CITY_QUAY, x, GREEN_HEIGHT);
        store(all->green[b], seen_through(frame, &a, leaves));
    }
    return RL_OK;
}
