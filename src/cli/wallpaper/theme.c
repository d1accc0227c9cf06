/* theme.c - a dark and a light theme of a land: the 16 colours of base16, the bright ones of
 * terminals, and the accent of a desktop.
 *
 * In: the palette of a resolved scene.  Out: colours.  In the dark theme grounds have the hue of
 * the nearest ridge and text that of the sky at the horizon, in the light theme the reverse.  An
 * accent has the hue of its name, moved toward colours of the land with a similar hue and toward
 * the mean of all.  Text is then moved away from its ground in OKLab lightness, hue kept, until
 * WCAG's contrast is reached.  Numbers were tuned by eye on seeds 1..48.
 */
#include "cli/wallpaper/theme.h"
#include "base/colour.h"
#include "base/exact.h"

#define STEP_LIGHTNESS 0.005  /* OKLab lightness by which text moves away from its ground */
#define MIDDLE_LUMINANCE 0.18 /* luminance on which white and black have the same contrast */
#define ROLES_MOST (RL_MAX_SKY + RL_MAX_RIDGES + 8)

/* Grounds of libadwaita on which accented text stands: the darkest of its light theme, the lightest
 * of its dark theme (sidebar, card). */
#define GTK_LIGHT 0xebebed
#define GTK_DARK 0x36363a

/* ---- contrast -------------------------------------------------------------- */

/* WCAG 2.1: relative luminance has the weights of Rec. 709; contrast adds the light that a screen
 * reflects. */
static const struct {
    double red, green, blue, flare;
} wcag = {.red = 0.2126, .green = 0.7152, .blue = 0.0722, .flare = 0.05};

static double luminance(rl_colour colour)
{
    linear_rgb light = colour_to_linear(colour);
    return wcag.red * light.r + wcag.green * light.g + wcag.blue * light.b;
}

double theme_contrast(rl_colour a, rl_colour b)
{
    double x = luminance(a) + wcag.flare, y = luminance(b) + wcag.flare;
    return x > y ? x / y : y / x;
}

/* Returns a colour with the hue of `like` and chroma c.  Its lightness is l, moved away from the
 * ground's until their contrast is THEME_CONTRAST. */
static rl_colour text_on(rl_colour ground, rl_colour like, double l, double c)
{
    double step = luminance(ground) < MIDDLE_LUMINANCE ? STEP_LIGHTNESS : -STEP_LIGHTNESS;
    rl_colour colour = colour_tint(like, l, c);
    for (; theme_contrast(colour, ground) < THEME_CONTRAST && l > 0.0 && l < 1.0; l += step)
        colour = colour_tint(like, l, c);
    return colour;
}

/* ---- the land ------------------------------------------------------------------ */

typedef struct land_colours {
    oklab role[ROLES_MOST];
    int count;
    double vivid;     /* factor of the accents' chroma; 0.7 for a grey land */
    oklab light;      /* mean of `role`; its lightness is not used */
    rl_colour accent; /* most saturated colour of the land */
} land_colours;

/* land_colours.vivid: how the mean chroma of a land scales the chroma of its accents. */
static const struct {
    double base, per_chroma; /* factor = base + per_chroma * mean chroma */
    double least, most;      /* range of the factor */
} vivid = {.base = 0.6, .per_chroma = 4.5, .least = 0.7, .most = 1.05};

/* Collects the colours that every land shows: without snow, stars and auroras. */
static void collect(land_colours *land, const rl_palette *palette)
{
    const rl_colour singles[] = {palette->sun,  palette->sun_low, palette->glow,
                                 palette->mist, palette->lit,     palette->water};
    double most = 0.0, mean = 0.0;
    *land = (land_colours){.count = 0, .accent = palette->glow};
    int sky = palette->sky_count, ridge = palette->ridge_count;
    for (int i = 0; i < sky + ridge + 6; i++) {
        rl_colour colour = i < sky           ? palette->sky[i]
                           : i < sky + ridge ? palette->ridge[i - sky]
                                             : singles[i - sky - ridge];
        oklab lab = colour_to_oklab(colour);
        double chroma = colour_chroma(lab);
        land->role[land->count++] = lab;
        land->light.a += lab.a / (sky + ridge + 6);
        land->light.b += lab.b / (sky + ridge + 6);
        mean += chroma / (sky + ridge + 6);
        if (chroma > most) {
            most = chroma;
            land->accent = colour;
        }
    }
    land->vivid = exact_clamp(vivid.base + mean * vivid.per_chroma, vivid.least, vivid.most);
}

/* ---- accents ---------------------------------------------------------------------- */

/* An accent: its hue in OKLab, and how far a land may turn it to either side.  The ranges of
 * different accents do not overlap. */
typedef struct accent_row {
    double a, b;        /* hue as a point of the unit circle */
    double turn_sine;   /* sine of the largest turn of the hue */
    double chroma;      /* OKLab chroma in a vivid land */
    double dark, light; /* OKLab lightness on a dark and on a light ground, before text_on */
} accent_row;

static const accent_row accents[] = {
    [THEME_RED - THEME_RED] = {.a = 0.9272,
                               .b = 0.3746,
                               .turn_sine = 0.17,
                               .chroma = 0.150,
                               .dark = 0.690,
                               .light = 0.470}, /* hue 22 +- 10 degrees */
    [THEME_ORANGE - THEME_RED] = {.a = 0.5736,
                                  .b = 0.8192,
                                  .turn_sine = 0.17,
                                  .chroma = 0.125,
                                  .dark = 0.755,
                                  .light = 0.490}, /* hue 55 +- 10 degrees */
    [THEME_YELLOW - THEME_RED] = {.a = 0.0000,
                                  .b = 1.0000,
                                  .turn_sine = 0.14,
                                  .chroma = 0.115,
                                  .dark = 0.825,
                                  .light = 0.475}, /* hue 90 +- 8 degrees */
    [THEME_GREEN - THEME_RED] = {.a = -0.7431,
                                 .b = 0.6691,
                                 .turn_sine = 0.21,
                                 .chroma = 0.120,
                                 .dark = 0.765,
                                 .light = 0.465}, /* hue 138 +- 12 degrees */
    [THEME_CYAN - THEME_RED] = {.a = -0.9397,
                                .b = -0.3420,
                                .turn_sine = 0.16,
                                .chroma = 0.085,
                                .dark = 0.790,
                                .light = 0.480}, /* hue 200 +- 9 degrees */
    [THEME_BLUE - THEME_RED] = {.a = -0.2419,
                                .b = -0.9703,
                                .turn_sine = 0.21,
                                .chroma = 0.115,
                                .dark = 0.710,
                                .light = 0.460}, /* hue 256 +- 12 degrees */
    [THEME_MAGENTA - THEME_RED] = {.a = 0.7880,
                                   .b = -0.6157,
                                   .turn_sine = 0.24,
                                   .chroma = 0.125,
                                   .dark = 0.735,
                                   .light = 0.460}, /* hue 322 +- 14 degrees */
    [THEME_BROWN - THEME_RED] = {.a = 0.6428,
                                 .b = 0.7660,
                                 .turn_sine = 0.17,
                                 .chroma = 0.070,
                                 .dark = 0.640,
                                 .light = 0.420}, /* hue 50 +- 10 degrees */
};

#define NEAR_HUE 0.80     /* cosine of 37 degrees: colours nearer in hue than this pull an accent */
#define PULL_NEAR 0.8     /* weight of such a colour in the accent */
#define PULL_LIGHT 0.35   /* weight of land_colours.light in the accent */
#define BRIGHT_DARK 0.085 /* OKLab lightness from an accent to its bright one, dark theme */
#define BRIGHT_LIGHT 0.085 /* OKLab lightness from an accent to its bright one, light theme */
#define ALONG_LEAST 0.001  /* chroma along the row's hue, at or below which it is not turned */
#define LIKE_CHROMA 0.05   /* chroma that sRGB has in each hue at lightness 0.7 */

/* Chroma of an accent: a mean of the row's and of the land's along the hue, within a range. */
static const struct {
    double from_row, from_land; /* weights; their sum is 1 */
    double least, most;         /* range relative to the row's chroma */
} blend = {.from_row = 0.6, .from_land = 0.4, .least = 0.8, .most = 1.25};

/* Returns the hue and chroma of an accent in a land as an OKLab colour of lightness 0. */
static oklab accent_hue(const accent_row *row, const land_colours *land)
{
    double chroma = row->chroma * land->vivid;
    oklab hue = {0.0, row->a * chroma + land->light.a * PULL_LIGHT,
                 row->b * chroma + land->light.b * PULL_LIGHT};
    for (int i = 0; i < land->count; i++) {
        const oklab *role = &land->role[i];
        double along = role->a * row->a + role->b * row->b;
        if (along > NEAR_HUE * colour_chroma(*role)) {
            hue.a += role->a * PULL_NEAR;
            hue.b += role->b * PULL_NEAR;
        }
    }
    /* Limit the turn: components along the hue of the row and at right angles to it. */
    double along = hue.a * row->a + hue.b * row->b, across = hue.b * row->a - hue.a * row->b;
    double most = row->turn_sine / exact_sqrt(1.0 - row->turn_sine * row->turn_sine);
    double turn = along > ALONG_LEAST ? exact_clamp(across / along, -most, most) : 0.0;
    double scale = 1.0 / exact_sqrt(1.0 + turn * turn);
    chroma = exact_clamp(blend.from_row * chroma + blend.from_land * along, blend.least * chroma,
                         blend.most * chroma);
    return (oklab){0.0, chroma * scale * (row->a - turn * row->b),
                   chroma * scale * (row->b + turn * row->a)};
}

static void make_accents(theme *result, const land_colours *land, int is_dark)
{
    for (int i = 0; i < THEME_BASES - THEME_RED; i++) {
        const accent_row *row = &accents[i];
        oklab hue = accent_hue(row, land);
        double chroma = colour_chroma(hue), l = is_dark ? row->dark : row->light;
        double bright = is_dark ? l + BRIGHT_DARK : l + BRIGHT_LIGHT;
        hue.l = 0.7;
        /* Only the hue of `like` is used, so its chroma is made one that sRGB has. */
        hue.a *= LIKE_CHROMA / chroma;
        hue.b *= LIKE_CHROMA / chroma;
        rl_colour like = colour_from_oklab(hue), ground = result->base[THEME_BACKGROUND];
        result->base[THEME_RED + i] = text_on(ground, like, l, chroma);
        result->bright[THEME_RED + i] = text_on(ground, like, bright, chroma);
    }
}

/* ---- the theme -------------------------------------------------------------------- */

/* A colour of the ramp from the ground to the lightest text. */
typedef struct ramp_row {
    double dark, light; /* OKLab lightness in the dark and in the light theme */
    double share;       /* chroma as a fraction of that of the land's colour */
    double most;        /* largest chroma */
    int is_text;        /* 1: text on the background; 0: a ground */
} ramp_row;

static const ramp_row ramp[] = {
    [THEME_BACKGROUND] = {.dark = 0.210, .light = 0.965, .share = 0.9, .most = 0.030},
    [THEME_PANEL] = {.dark = 0.250, .light = 0.935, .share = 0.9, .most = 0.034},
    [THEME_SELECTION] = {.dark = 0.315, .light = 0.885, .share = 0.9, .most = 0.040},
    [THEME_COMMENT] = {.dark = 0.600, .light = 0.550, .share = 0.7, .most = 0.040, .is_text = 1},
    [THEME_MUTED] = {.dark = 0.730, .light = 0.450, .share = 0.6, .most = 0.036, .is_text = 1},
    [THEME_FOREGROUND] = {.dark = 0.880, .light = 0.320, .share = 0.5, .most = 0.026, .is_text = 1},
    [THEME_LIGHT] = {.dark = 0.930, .light = 0.265, .share = 0.4, .most = 0.020, .is_text = 1},
    [THEME_LIGHTEST] = {.dark = 0.970, .light = 0.210, .share = 0.3, .most = 0.014, .is_text = 1},
};

#define PALE_CHROMA 0.6 /* factor of the chroma of grounds, light theme only */

static void make_ramp(theme *result, const rl_palette *palette, int is_dark)
{
    rl_colour near = palette->ridge[palette->ridge_count - 1];
    rl_colour horizon = palette->sky[palette->sky_count - 1];
    rl_colour ground = is_dark ? near : horizon, text = is_dark ? horizon : near;
    for (int i = 0; i < THEME_RED; i++) {
        const ramp_row *row = &ramp[i];
        rl_colour like = i == THEME_COMMENT ? palette->mist : row->is_text ? text : ground;
        double l = is_dark ? row->dark : row->light;
        double c = exact_min(colour_chroma(colour_to_oklab(like)) * row->share, row->most);
        if (!is_dark && !row->is_text) /* on nearly white grounds a hue is seen at less chroma */
            c *= PALE_CHROMA;
        result->base[i] = row->is_text ? text_on(result->base[THEME_BACKGROUND], like, l, c)
                                       : colour_tint(like, l, c);
    }
}

/* OKLab lightness and chroma of a button and of accented text. */
static const struct {
    double chroma_least, chroma_most; /* range of the button's chroma */
    double white_below;               /* lightness of a button below which its text is white */
    double black, black_chroma;       /* lightness and chroma of dark text, in the button's hue */
} button = {.chroma_least = 0.02,
            .chroma_most = 0.16,
            .white_below = 0.64,
            .black = 0.16,
            .black_chroma = 0.02};

static const struct {
    double least, most; /* range of the button's lightness */
    double text;        /* lightness of accented text, before text_on */
} button_lightness[] = {{.least = 0.50, .most = 0.72, .text = 0.48},  /* light theme */
                        {.least = 0.55, .most = 0.80, .text = 0.78}}; /* dark theme */

/* A button in the land's most saturated colour, with white or black text. */
static void make_button(theme *result, const land_colours *land, int is_dark)
{
    oklab lab = colour_to_oklab(land->accent);
    double chroma = exact_clamp(colour_chroma(lab), button.chroma_least, button.chroma_most);
    double l = exact_clamp(lab.l, button_lightness[is_dark].least, button_lightness[is_dark].most);
    rl_colour white = 0xffffff,
              black = colour_tint(land->accent, button.black, button.black_chroma);
    result->accent_on_ground = l < button.white_below ? white : black;
    result->accent_ground = text_on(result->accent_on_ground, land->accent, l, chroma);
    result->accent = text_on(is_dark ? GTK_DARK : GTK_LIGHT, land->accent,
                             button_lightness[is_dark].text, chroma);
}

void theme_make(theme *result, const rl_palette *palette, int is_dark)
{
    land_colours land;
    memset(result, 0, sizeof *result);
    collect(&land, palette);
    make_ramp(result, palette, is_dark);
    make_accents(result, &land, is_dark);
    make_button(result, &land, is_dark);
}
