/* look.h - what the rules of a good picture share: a painted picture with what is
 * known of its land, and rules that give one number for it.
 *
 * Pictures are of places by name, each world and each composition with the same seeds: a world
 * that is added brings pictures of its own and changes no other.  variety.c and motifs.c alone ask
 * what bare seeds are dealt.
 *
 * Every subject has its own file.  values.c (light and dark), colours.c, disc.c,
 * shapes.c and calm.c rate one picture; sizes.c, day.c, roles.c, areas.c, faces.c, variety.c and
 * motifs.c rate what one picture cannot show.  look.c tries them on many seeds and prints the
 * numbers.
 */
#ifndef TESTS_LOOK_LOOK_H
#define TESTS_LOOK_LOOK_H

#include <stdint.h>

#include "base/colour.h"
#include "scene/keys.h"

#define LOOK_WIDTH 960
#define LOOK_HEIGHT 540

/* What a picture's `land` holds beside the numbers of ridges. */
#define LOOK_SKY (-1)
#define LOOK_WATER (-2)

typedef struct look_picture {
    rl_frame *frame;
    const rl_scene *scene;                 /* resolved */
    float light[LOOK_HEIGHT][LOOK_WIDTH];  /* OKLab lightness */
    float chroma[LOOK_HEIGHT][LOOK_WIDTH]; /* OKLab distance from grey */
    uint8_t rgb[LOOK_HEIGHT][LOOK_WIDTH][3];
    double height[RL_MAX_RIDGES][LOOK_WIDTH]; /* of the ground, pixels */
    int8_t land[LOOK_HEIGHT][LOOK_WIDTH];     /* the front-most ridge */
} look_picture;

/* A rule gives a number for a picture, which must lie within low..high, or
 * LOOK_NONE where the rule has nothing to say. */
#define LOOK_NONE (-1e8)
#define LOOK_ANY 1e9 /* as a bound: there is none */

typedef struct look_rule {
    const char *name;
    double (*measure)(const look_picture *p);
    double low, high;
    int may_break; /* of 100 pictures that it was measured on */
    int is_bare;   /* measured without plants and motifs */
} look_rule;

/* look_place makes the `nth` scene of world `place` from 0, then of each composition; returns its
 * name, or NULL past the last.  Its seeds follow from its name. */
const char *look_place(rl_scene *scene, int place, int nth);

/* look_paint paints a scene.  One picture lives at a time: look_forget frees what it holds. */
void look_paint(look_picture *p, const rl_scene *scene);
void look_paint_bare(look_picture *p, const rl_scene *scene); /* without plants and motifs */
void look_forget(look_picture *p);

/* look_frame prepares a frame, or ends the program with the error's text. */
rl_frame *look_frame(const rl_scene *scene, const rl_view *view);

/* look_rows paints the first rows of a frame's part, packed. */
void look_rows(const rl_frame *frame, int rows, void *pixels, int width, int bytes_per_sample);

/* look_pixels paints a scene of 8 bits; free() what it returns. */
uint8_t *look_pixels(const rl_scene *scene, int width, int height);

void look_seeded(rl_scene *scene, uint64_t seed);

oklab look_lab(const uint8_t rgb[3]);
int look_is_night(const look_picture *p);

/* Fields and heath have colours of their own, light ones before dark ones. */
int look_has_own_colours(const look_picture *p, int ridge);

/* The skyline: the highest ground of a column, pixels above the lower edge. */
double look_skyline(const look_picture *p, int x);

/* The first row below the upper edge of ridge `i` in column x, or -1 where that
 * edge is hidden, under water or within `margin` rows of the picture's ends. */
int look_edge_row(const look_picture *p, int i, int x, int margin);

/* values.c */
double values_foreground(const look_picture *p);
double values_range(const look_picture *p);
double values_step(const look_picture *p);
double values_bright_land(const look_picture *p);
double values_sky_foot(const look_picture *p);

/* colours.c */
double colours_mud(const look_picture *p);
double colours_longest_band(const look_picture *p);
double colours_band_edge(const look_picture *p);

/* disc.c */
double disc_sun_lift(const look_picture *p);
double disc_moon_lift(const look_picture *p);
double disc_seen(const look_picture *p);
double disc_from_side(const look_picture *p);
double disc_rim(const look_picture *p);
double disc_on_land(const look_picture *p);

/* shapes.c */
double shapes_dead_blocks(const look_picture *p);
double shapes_highest_land(const look_picture *p);
double shapes_on_floor(const look_picture *p);

/* calm.c */
double calm_upper_third(const look_picture *p);
double calm_left_third(const look_picture *p);
double calm_sun_below(const look_picture *p);
double calm_disc_at_right(const look_picture *p);

/* sizes.c, day.c, roles.c, areas.c, faces.c, variety.c, motifs.c, tones.c: each prints its lines
 * and returns how many of them do not hold. */
int whole_sizes(void);
int whole_day(void);
int whole_palettes(void);
int whole_areas(void);
int whole_faces(void); /* four lines */
int whole_variety(void);
int whole_motifs(void); /* five lines */
int whole_tones(void);  /* four lines */
int whole_prints(void); /* twelve lines */

/* tones_crest returns the share of the columns of a ridge's crest that stand off what is behind
 * it, or LOOK_NONE if the crest is not seen. */
double tones_crest(const look_picture *p, int ridge);

#define VARIETY_LINES 14
#define WHOLE_LINES (31 + VARIETY_LINES)

/* look_say prints one line of a result and returns 1 when it does not hold. */
int look_say(int holds, const char *name, const char *numbers);

#endif
