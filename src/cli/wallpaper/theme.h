/* theme.h - the colours of programs, made of those of a land. */
#ifndef RL_CLI_WALLPAPER_THEME_H
#define RL_CLI_WALLPAPER_THEME_H

#include "cli/wallpaper/wallpaper.h"

/* WCAG 2.1: least contrast of text with its ground, for level AA. */
#define THEME_CONTRAST 4.5

/* The colours of base16 in their order: a ramp from the background to the lightness farthest from
 * it, and accents.  The first three of the ramp are grounds of text, the other five are text. */
enum {
    THEME_BACKGROUND,
    THEME_PANEL,
    THEME_SELECTION,
    THEME_COMMENT,
    THEME_MUTED,
    THEME_FOREGROUND,
    THEME_LIGHT,
    THEME_LIGHTEST,
    THEME_RED,
    THEME_ORANGE,
    THEME_YELLOW,
    THEME_GREEN,
    THEME_CYAN,
    THEME_BLUE,
    THEME_MAGENTA,
    THEME_BROWN,
    THEME_BASES
};

typedef struct theme {
    rl_colour base[THEME_BASES];
    rl_colour bright[THEME_BASES]; /* bright accents for terminals */
    rl_colour accent;              /* colour of accented text in GTK, and of the cursor */
    rl_colour accent_ground, accent_on_ground; /* colours of a button and of its text */
} theme;

/* theme_make makes the dark or the light theme of a complete palette. */
void theme_make(theme *result, const rl_palette *palette, int is_dark);

/* theme_contrast returns the contrast of two colours by WCAG 2.1, 1..21. */
double theme_contrast(rl_colour a, rl_colour b);

#endif
