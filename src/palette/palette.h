/* palette.h - the steps from a palette file to a complete rl_palette.
 *
 * bytes -> palette_read.c (a list of colours) -> palette_roles.c (roles by entry names and by the
 * option `roles`) -> palette_guess.c (sky and ridges from colours without a role) ->
 * palette_complete.c (unset roles).  No step changes a role that an earlier one has filled.
 */
#ifndef RL_PALETTE_PALETTE_H
#define RL_PALETTE_PALETTE_H

#include "ridgeline.h"

/* ---- palettes as values ----------------------------------------------------- */

/* palette_overlay fills the roles that are unset in `palette` from `under`: sky and ridges only as
 * a whole, and the name if it is empty. */
void palette_overlay(rl_palette *palette, const rl_palette *under);

/* palette_is_complete returns 1 if no role is unset. */
int palette_is_complete(const rl_palette *palette);

/* Number of single roles: those that hold one colour (all but sky and ridges). */
#define PALETTE_SINGLES 12

/* Names of the single roles, in the order of rl_palette and of palette files. */
extern const char *const palette_single_names[PALETTE_SINGLES];

/* palette_single returns the colour of single role number `single`; palette_set_single sets it. */
rl_colour palette_single(const rl_palette *palette, int single);
void palette_set_single(rl_palette *palette, int single, rl_colour colour);

/* palette_name copies a name of `size` bytes as at most 63 bytes of valid UTF-8, cut at a whole
 * character, without control characters and outer blanks. */
void palette_name(char name[64], const char *text, size_t size);

/* ---- steps of reading ----------------------------------------------------- */

/* A colour of a file.  It has eight bytes, since a list of 1024 is on a stack that may be small. */
typedef struct palette_entry {
    uint32_t colour : 24;
    uint32_t used : 1; /* 1: the entry has a role */
    uint32_t name_at;  /* offset of its name in the bytes of the file; 0 = no name */
} palette_entry;

typedef struct palette_list {
    char name[64];     /* name of the palette; "" = the file has none */
    const char *bytes; /* content of the file */
    size_t size;
    int count;
    int is_scheme; /* base16 or base24: the entries are base00, base01 ... */
    palette_entry entry[RL_MAX_COLOURS];
} palette_list;

/* palette_read reads a palette file of any format into a list of colours, which points into
 * `bytes`. Errors: RL_BAD_DATA. */
rl_status palette_read(palette_list *list, const void *bytes, size_t size, const char *place,
                       rl_error *error);

/* palette_number returns the number that `size` decimal digits denote, limit + 1 if it is above
 * `limit`, UINT_MAX if the text is empty or has other characters. */
unsigned palette_number(const char *text, size_t size, unsigned limit);

/* palette_names_roles fills roles from the entries whose name starts with the name of a role. */
void palette_names_roles(rl_palette *palette, palette_list *list);

/* palette_option_roles fills roles by an option such as "sky=3-5,sun=6": see rl_palette_options.
 * Errors: RL_BAD_ARGUMENT. */
rl_status palette_option_roles(rl_palette *palette, palette_list *list, const char *roles,
                               rl_error *error);

/* palette_scheme_roles fills sun, glow and aurora with accent colours of a base16 or base24 scheme,
 * and leaves the scheme's ramp from background to foreground free for palette_guess.
 * palette_scheme_zenith, called after palette_guess, gives the zenith the hue of the scheme's blue.
 */
void palette_scheme_roles(rl_palette *palette, palette_list *list);
void palette_scheme_zenith(rl_palette *palette, rl_colour blue);
#define PALETTE_SCHEME_BLUE 13 /* index of base0D */

/* palette_guess fills sky and ridges, if unset, from the entries without a role.  `night` is that
 * of rl_palette_options.  The list is overwritten. */
void palette_guess(rl_palette *palette, palette_list *list, int night);

/* palette_complete fills every unset role with a colour derived from the others. */
void palette_complete(rl_palette *palette);

/* palette_complete_sky derives a sky from the ridges, which must be set. */
void palette_complete_sky(rl_palette *palette);

/* ---- derived colours ------------------------------------------------------ */

/* palette_mix returns a mixture in OKLab: a at t = 0, b at t = 1. */
rl_colour palette_mix(rl_colour a, rl_colour b, double t);

double palette_lightness(rl_colour colour); /* OKLab L, 0..1 */
double palette_chroma(rl_colour colour);    /* OKLab distance from grey */

#endif
