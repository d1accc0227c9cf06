/* alt_truth.h - a picture, its text, and how the claims of one are held to the other. */
#ifndef TESTS_SUPPORT_ALT_TRUTH_H
#define TESTS_SUPPORT_ALT_TRUTH_H

#include "scene/keys.h"

/* A picture of 8 bits, and the frame it was painted from. */
typedef struct shot {
    rl_frame *frame;
    int width, height;
    uint8_t *rgb;
} shot;

/* Everything that one text is compared with. */
typedef struct trial {
    const char *name; /* of the slot */
    char left[512];   /* the text; what was understood is blanked out */
    shot whole;
    double *height; /* [ridges * width]: of the ground, in pixels above the lower edge */
    int ridges;
    int *skyline; /* [width]: first row of land or water */
    int shore;    /* row of the lake's far shore; the height where there is none */
    int false_claims;
} trial;

/* shot_new paints a scene; shot_free gives it back. */
shot shot_new(const rl_scene *scene, int width, int height);
void shot_free(shot *s);

/* Where two pictures differ by at least `least` levels in some sample; of each column rows
 * from `end` on do not count, if it is not NULL. */
typedef struct difference {
    int pixels, spots; /* spots: groups of pixels that touch or nearly do */
    double x, y;       /* their middle, shares */
    double columns;    /* share of the columns that have one */
    int lighter;       /* in how many of them the first is lighter */
} difference;
difference compare(const shot *a, const shot *b, int least, const int *end);

/* claim_false tells of a false claim. */
void claim_false(trial *t, const char *claim, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* take blanks the first `phrase` out; 0 where there is none.  take_colour takes a colour
 * that stands behind `before` and returns its index for colour_fits, or -1. */
int take(trial *t, const char *phrase);
int take_colour(trial *t, const char *before);
int colour_fits(int word, const double rgb[3]);
const char *colour_name_of(int word);

/* mean_of is the mean colour (0..255) of a rectangle; 0 pixels give 0. */
int mean_of(const shot *s, int (*is_in)(const trial *t, int x, int y, int with), const trial *t,
            int with, double rgb[3]);

/* A picture as it would be but for a change, in true colour: pixel art has a palette that follows
 * what is there.  check_share holds a claim to it: what changes is at least `share` of the sky or
 * the land. */
typedef void changer(rl_scene *scene);
difference without(const trial *t, changer *change, int least);
void check_share(trial *t, const char *claim, changer *change, int least, double share, int is_sky);

void no_deck(rl_scene *scene);
void no_city(rl_scene *scene);

/* foot_of is the row in which a ridge ends: in water, in clouds, on or beyond a plain; else below
 * all. */
double foot_of(const trial *t, int ridge);

/* What each part of a text claims. */
void check_land(trial *t);
void check_sky(trial *t);
void check_rest(trial *t);

#endif
