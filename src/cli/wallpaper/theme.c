/* theme.c - a dark and a light theme of a land: the 16 colours of base16, the bright ones of
 * terminals, and the accent of a desktop.
 *
 * In: the palette of a resolved scene.  Out: colours.  The ground has the hue of the nearest
 * ridge, or, light, that of the horizon; text that of the other.  Accents have the hues of their
 * names, moved toward colours of the land that are near and toward its light as a whole.  What is
 * text is then moved away from its ground in OKLab lightness, hue kept, until WCAG's contrast is
 * reached.  Numbers were tuned by eye on seeds 1..48.
 */
#include "cli/wallpaper/theme.h"
#include "base/colour.h"
#include "base/exact.h"

#define STEP_LIGHTNESS 0.005 /* by which text is moved */
#define ROLES_MOST (RL_MAX_SKY + RL_MAX_RIDGES + 8)

/* Grounds of libadwaita on which its accent is text: the darkest of the light ones, the lightest
 * of the dark ones (sidebar, card). */
#define GTK_LIGHT 0xebebed
#define GTK_DARK 0x36363a

/* ---- contrast -------------------------------------------------------------- */

static double luminance(rl_colour colour)
{
    linear_rgb light = colour_to_linear(colour);
    return 0.2126 * light.r + 0.7152 * light.g + 0.0722 * light.b;
}

double theme_contrast(rl_colour a, rl_colour b)
{
    double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

/* A colour of lightness l, or as far from the ground as text on it must be. */
static rl_colour text_on(rl_colour ground, rl_colour like, double l, double c)
{
    double step = luminance(ground) < 0.18 ? STEP_LIGHTNESS : -STEP_LIGHTNESS;
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
    oklab light;      /* mean hue and chroma */
    rl_colour accent; /* most saturated colour of the land */
} land_colours;

static double chroma_of(rl_colour colour)
{
    return colour_chroma(colour_to_oklab(colour));
}

/* Snow, stars and auroras may not be there: only what every land shows counts. */
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
    land->vivid = exact_clamp(0.6 + mean * 4.5, 0.7, 1.05);
}

/* ---- accents ---------------------------------------------------------------------- */

/* A hue as a point of the unit circle, and how far it may move: the sine and cosine of degrees in
 * OKLab.  The ranges do not meet. */
typedef struct accent_row {
    double a, b;   /* red 22, orange 55, yellow 90, green 138, cyan 200, blue 256, magenta 322 */
    double sine;   /* sine of the largest turn of the hue */
    double chroma; /* OKLab chroma in a vivid land */
    double dark, light; /* lightness on either ground, at least as far from it as text must be */
} accent_row;

static const accent_row accents[] = {
    {0.9272, 0.3746, 0.17, 0.150, 0.690, 0.470},   /* red, 10 degrees */
    {0.5736, 0.8192, 0.17, 0.125, 0.755, 0.490},   /* orange, 10 */
    {0.0000, 1.0000, 0.14, 0.115, 0.825, 0.475},   /* yellow, 8 */
    {-0.7431, 0.6691, 0.21, 0.120, 0.765, 0.465},  /* green, 12 */
    {-0.9397, -0.3420, 0.16, 0.085, 0.790, 0.480}, /* cyan, 9 */
    {-0.2419, -0.9703, 0.21, 0.115, 0.710, 0.460}, /* blue, 12 */
    {0.7880, -0.6157, 0.24, 0.125, 0.735, 0.460},  /* magenta, 14 */
    {0.6428, 0.7660, 0.17, 0.070, 0.640, 0.420},   /* brown, 50 and 10 */
};

#define NEAR_HUE 0.80 /* cosine of 37 degrees: colours of the land that pull an accent */
#define PULL_NEAR 0.8
#define PULL_LIGHT 0.35
#define BRIGHT_DARK 0.085  /* lightness from an accent to its bright one, on a dark ground */
#define BRIGHT_LIGHT 0.085 /* on a light one, where the other one is moved */

/* The hue and chroma of an accent in a land: OKLab with lightness 0. */
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
    /* back into its range: along the hue of its name, and across it */
    double along = hue.a * row->a + hue.b * row->b, across = hue.b * row->a - hue.a * row->b;
    double most = row->sine / exact_sqrt(1.0 - row->sine * row->sine);
    double turn = along > 0.001 ? exact_clamp(across / along, -most, most) : 0.0;
    double scale = 1.0 / exact_sqrt(1.0 + turn * turn);
    chroma = exact_clamp(0.6 * chroma + 0.4 * along, 0.8 * chroma, 1.25 * chroma);
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
        /* `like` gives the hue alone: it must be a colour that sRGB has */
        hue.a *= 0.05 / chroma;
        hue.b *= 0.05 / chroma;
        rl_colour like = colour_from_oklab(hue), ground = result->base[THEME_BACKGROUND];
        result->base[THEME_RED + i] = text_on(ground, like, l, chroma);
        result->bright[THEME_RED + i] = text_on(ground, like, bright, chroma);
    }
}

/* ---- the theme -------------------------------------------------------------------- */

/* The ramp: lightness, and chroma as a share of that of its colour, at most so much. */
typedef struct ramp_row {
    double dark, light;
    double share, most;
    int is_text;
} ramp_row;

static const ramp_row ramp[] = {
    {0.210, 0.965, 0.9, 0.030, 0}, /* background */
    {0.250, 0.935, 0.9, 0.034, 0}, /* panel */
    {0.315, 0.885, 0.9, 0.040, 0}, /* selection */
    {0.600, 0.550, 0.7, 0.040, 1}, /* comment */
    {0.730, 0.450, 0.6, 0.036, 1}, /* muted */
    {0.880, 0.320, 0.5, 0.026, 1}, /* foreground */
    {0.930, 0.265, 0.4, 0.020, 1}, /* light */
    {0.970, 0.210, 0.3, 0.014, 1}, /* lightest */
};

static void make_ramp(theme *result, const rl_palette *palette, int is_dark)
{
    rl_colour near = palette->ridge[palette->ridge_count - 1];
    rl_colour horizon = palette->sky[palette->sky_count - 1];
    rl_colour ground = is_dark ? near : horizon, text = is_dark ? horizon : near;
    for (int i = 0; i < THEME_RED; i++) {
        const ramp_row *row = &ramp[i];
        rl_colour like = i == THEME_COMMENT ? palette->mist : row->is_text ? text : ground;
        double l = is_dark ? row->dark : row->light;
        double c = exact_min(chroma_of(like) * row->share, row->most);
        if (!is_dark && !row->is_text) /* what is nearly white shows the least chroma */
            c *= 0.6;
        result->base[i] = row->is_text ? text_on(result->base[THEME_BACKGROUND], like, l, c)
                                       : colour_tint(like, l, c);
    }
}

/* A button in the land's most saturated colour, with white or black text. */
static void make_button(theme *result, const land_colours *land, int is_dark)
{
    oklab lab = colour_to_oklab(land->accent);
    double chroma = exact_clamp(colour_chroma(lab), 0.02, 0.16);
    double l = exact_clamp(lab.l, is_dark ? 0.55 : 0.50, is_dark ? 0.80 : 0.72);
    rl_colour white = 0xffffff, black = colour_tint(land->accent, 0.16, 0.02);
    int is_white = l < 0.64;
    result->accent_on_ground = is_white ? white : black;
    result->accent_ground = text_on(result->accent_on_ground, land->accent, l, chroma);
    result->accent =
        text_on(is_dark ? GTK_DARK : GTK_LIGHT, land->accent, is_dark ? 0.78 : 0.48, chroma);
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
