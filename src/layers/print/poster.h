/* poster.h - the data of a poster, which its kernel reads. */
#ifndef RL_LAYERS_PRINT_POSTER_H
#define RL_LAYERS_PRINT_POSTER_H

#include "layers/print/seal.h"

enum { POSTER_MOST_INKS = 16 };

/* Added to each n, so that distances of all colours are positive. */
#define POSTER_POSITIVE 4.0f

/* Inks of a set.  Colours are compared as encoded sRGB: the ink that is nearest to a colour has the
 * least n - r R - g G - b B. */
typedef struct poster_inks {
    int count;
    float r[POSTER_MOST_INKS], g[POSTER_MOST_INKS], b[POSTER_MOST_INKS], n[POSTER_MOST_INKS];
    int32_t rgb[POSTER_MOST_INKS]; /* the ink, 0xRRGGBB */
} poster_inks;

/* poster_add_ink appends ink i of another set. */
static inline void poster_add_ink(poster_inks *inks, const poster_inks *from, int i)
{
    int k = inks->count++;
    inks->r[k] = from->r[i];
    inks->g[k] = from->g[i];
    inks->b[k] = from->b[i];
    inks->n[k] = from->n[i];
    inks->rgb[k] = from->rgb[i];
}

/* Tones of shapes of land. */
enum { POSTER_PLAIN, POSTER_LIGHT, POSTER_DARK, POSTER_DEEP, POSTER_TONES };

typedef struct poster_data {
    poster_inks sky, land;         /* ink 0 of the sky is that of the disc and of stars */
    poster_inks gradient;          /* inks of the sky without ink 0 */
    float tone[3][16];             /* [channel][tone]: changes of encoded sRGB; room for all lanes */
    float lightness[3];            /* OKLab's L of a small change of R, G and B */
    float detail, grain;           /* factors of the shapes, and of spray */
    float margin;                  /* width of the empty margin, U */
    float shore;                   /* y below which a city is mirrored, U downward */
    print_seal seal;
    int32_t paper;                 /* colour of the margin, 0xRRGGBB */
    int has_phase;                 /* 1 = a part of the disc is dark: of a moon or an eclipse */
    int has_stars;
} poster_data;

#endif
