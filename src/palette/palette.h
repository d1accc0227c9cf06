/* palette.h - the steps from a palette file to a complete rl_palette.
 *
 * bytes -> palette_read (a list of colours) -> palette_roles (names and the roles
 * option) -> palette_guess (colours without a name) -> palette_complete (unset roles).
 * No step changes a role that an earlier one has filled.
 */
#ifndef RL_PALETTE_PALETTE_H
#define RL_PALETTE_PALETTE_H

#include "ridgeline.h"

/* ---- palettes as values ----------------------------------------------------- */

/* palette_overlay takes the roles that are unset in `palette` from `under`; sky
 * and ridges as a whole, the name too when it is empty. */
void palette_overlay(rl_palette *palette, const rl_palette *under);

/* palette_is_complete is 1 when no role is unset. */
int palette_is_complete(const rl_palette *palette);

/* The roles that hold one colour. */
#define PALETTE_SINGLES 12

/* Their names, in the order in which a file is written. */
extern const char *const palette_single_names[PALETTE_SINGLES];

rl_colour palette_single(const rl_palette *palette, int single);
void palette_set_single(rl_palette *palette, int single, rl_colour colour);

/* palette_name copies a name: valid UTF-8 without control characters and outer
 * blanks, cut at a whole character. */
void palette_name(char name[64], const char *text, size_t size);

/* ---- steps of reading ----------------------------------------------------- */

/* A colour of a file, in eight bytes, since a list of 1024 is on a stack that may be small. */
typedef struct palette_entry {
    uint32_t colour : 24;
    uint32_t used : 1; /* 1: the entry has a role */
    uint32_t name_at;  /* offset of its name in the bytes of the file; 0 = no name */
} palette_entry;

typedef struct palette_list {
    char name[64];     /* "" when the file has none */
    const char *bytes; /* the file */
    size_t size;
    int count;
    int is_scheme; /* base16 or base24: the entries are base00, base01 ... */
    palette_entry entry[RL_MAX_COLOURS];
} palette_list;

/* palette_read reads any of the three formats into a list of colours, which
 * points into `bytes`. */
rl_status palette_read(palette_list *list, const void *bytes, size_t size, const char *place,
                       rl_error *error);

/* palette_number reads decimal digits.  It returns limit + 1 for a number above `limit`, UINT_MAX
 * for a text that is empty or has other characters. */
unsigned palette_number(const char *text, size_t size, unsigned limit);

/* palette_names_roles fills the roles that names of entries start with. */
void palette_names_roles(rl_palette *palette, palette_list *list);

/* palette_option_roles fills the roles of an option such as "sky=3-5,sun=6". */
rl_status palette_option_roles(rl_palette *palette, palette_list *list, const char *roles,
                               rl_error *error);

/* palette_scheme_roles fills the light with accents of a scheme and leaves its ramp to
 * palette_guess.  palette_scheme_zenith, after that, gives the top of a guessed sky the hue of the
 * scheme's blue. */
void palette_scheme_roles(rl_palette *palette, palette_list *list);
void palette_scheme_zenith(rl_palette *palette, rl_colour blue);
#define PALETTE_SCHEME_BLUE 13 /* base0D */

/* palette_guess fills sky and ridges, if unset, from the entries without role.
 * It uses up the list: these are sorted in place, all others are lost. */
void palette_guess(rl_palette *palette, palette_list *list, int night);

/* palette_complete derives every unset role from the others. */
void palette_complete(rl_palette *palette);

/* palette_complete_sky derives a sky from the ridges, which must be set. */
void palette_complete_sky(rl_palette *palette);

/* ---- derived colours ------------------------------------------------------ */

/* palette_mix mixes in OKLab: a at t = 0. */
rl_colour palette_mix(rl_colour a, rl_colour b, double t);

double palette_lightness(rl_colour colour); /* OKLab L, 0..1 */
double palette_chroma(rl_colour colour);    /* OKLab distance from grey */

#endif
