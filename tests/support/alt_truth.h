/* alt_truth.h - a picture, its text, and the table of sentences that are compared with facts.
 *
 * A row of the table (alt_truth_claims.c) has the words of a sentence and the facts that must hold
 * where a text has them.  A fact is a number measured from the pixels, from a picture without the
 * thing, or from the scene (alt_truth_facts.c), and the range in which it must lie.
 */
#ifndef TESTS_SUPPORT_ALT_TRUTH_H
#define TESTS_SUPPORT_ALT_TRUTH_H

#include "scene/keys.h"

/* A picture of 8 bits, and the frame it was painted from. */
typedef struct shot {
    rl_frame *frame;
    int width, height;
    uint8_t *rgb;
} shot;

/* Where two pictures differ. */
typedef struct difference {
    int pixels, spots; /* spots: groups of pixels that touch */
    double x, y;       /* middle of the pixels, fractions of the picture */
    double columns;    /* fraction of the columns that have one */
    int lighter;       /* pixels that are lighter in the first */
} difference;

/* A text and what it is compared with. */
typedef struct trial {
    const char *name; /* of the slot */
    const char *text;
    char left[512]; /* the text without the words that were understood */
    shot whole;
    const rl_scene *scene; /* of `whole` */
    double *height;        /* [ridges * width]: of the ground, in pixels above the lower edge */
    int ridges;
    int *skyline;     /* [width]: first row of land or water */
    int deepest;      /* largest of them */
    int sky, all;     /* pixels above the skyline, and of the picture */
    int shore;        /* row of the lake's far shore; the height where there is none */
    int false_claims; /* so far */
    char note[32];    /* colour that the last fact measured, or "" */
    struct {          /* measured for the first fact about the disc */
        int is_known, is_cut;
        double radius; /* pixels */
        double shown;  /* fraction */
        difference d;  /* from the picture without it */
    } disc;
} trial;

/* Lists of words: `{name}` in sentences stands for a word of one. */
typedef enum word_list { NUMBER, COLOUR, FAMILY, SIDE, TREE, MOTIF, WORD_LISTS } word_list;

/* The words of a text that a sentence matched, and the indices of those from lists. */
typedef struct match {
    int begin, end; /* in trial.left */
    int count[WORD_LISTS], index[WORD_LISTS][2];
    int numbers, number[2]; /* for {count} */
} match;

/* What is measured.  Those with a side or a number in the text are 0 where it is right. */
typedef enum measure_of {
    /* pixels that change without the thing */
    PART_OF_SKY,
    PART_OF_LAND,
    PART_OF_WATER,
    SPOTS,
    PIXELS,
    COLUMNS,      /* fraction of the columns */
    LIGHTER,      /* fraction of the pixels */
    BELOW_MIDDLE, /* their middle below that of the land, fraction of the height */
    SIDE_MISSED,
    BIRDS_MISSED,
    /* parts of the picture: 1 if the colour in the text fits */
    COLOUR_TOP,
    COLOUR_LOW,
    COLOUR_NEAR,
    COLOUR_FAR,
    COLOUR_WATER,
    COLOUR_WHOLE,
    /* the scene and its ridges */
    SKY,   /* fraction of the picture */
    WATER, /* fraction of the picture */
    MIRROR,
    WIND,
    MOON,
    WOOD, /* fraction of the columns with these trees */
    CLEAR_RIDGES,
    RIDGES_MISSED,
    DUNES_MORE,
    KINDS,    /* ridges of fact.kinds */
    FAMILIES, /* ridges of the {family} */
    CLIFFS,
    COLOURS_MORE,
    SIZE_MISSED,
    /* the disc */
    DISC_PIXELS,
    DISC_SIDE_MISSED,
    DISC_SHOWN,
    DISC_WHOLE,
    DISC_RADII_ABOVE,
    DISC_ABOVE,
    DISC_Y,
    DISC_RADIUS,
    DISC_STRIPES,
    DISC_LIT,
    DISC_CUT
} measure_of;

#define KIND(name) (1 << RL_RIDGE_##name)

typedef struct fact {
    measure_of of;
    double from, to;     /* range in which it must lie */
    const char *without; /* "key=value key=value" that take the thing away, or NULL */
    int level;           /* least difference of a sample that counts, 1..255 */
    int kinds; /* bits of ridge families; of birds: the largest number, where none is told */
} fact;

/* alt_truth_facts.c */
double fact_measure(trial *t, const fact *f, const match *m);
shot shot_new(const rl_scene *scene, int width, int height);
void shot_free(shot *s);
void trial_read_land(trial *t); /* fills in ridges .. shore */

/* alt_truth_claims.c: claims_check compares the text `left` with the picture.  colour_fits returns
 * 1 if a person would call the colour (lightness, chroma, hue) so; side_differs returns 0 if the
 * place is at that side, or else the place. */
void claims_check(trial *t);
int colour_fits(int word, const double lch[3]);
double side_differs(int word, double x);
const char *list_word(word_list list, size_t index);

/* alt_truth.c */
void claim_false(trial *t, const char *claim, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void alt_truth_die(const char *what);

#endif
