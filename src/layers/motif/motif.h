/* motif.h - a motif: a drawing from an SVG file that gives the picture something to look at.
 *
 * In: the text of a file of data/motifs/, or a user's own.  Out: shapes in heights of the motif
 * (drawing.h), its words, and the places, hours and moods that it suits.
 */
#ifndef RL_LAYERS_MOTIF_H
#define RL_LAYERS_MOTIF_H

#include "base/embedded.h"
#include "frame/prepare.h"
#include "layers/common/drawing.h"

/* Values of motif.name: built-in motif k is MOTIF_FIRST + k. */
enum { MOTIF_NONE, MOTIF_OWN, MOTIF_FIRST };

/* Places of a motif, in the order of the words of data-place. */
enum motif_place {
    MOTIF_CREST,
    MOTIF_SHORE,
    MOTIF_MEADOW,
    MOTIF_PLAIN,
    MOTIF_RIVER,
    MOTIF_WATER,
    MOTIF_SKY
};

/* The attributes of the element <svg>. */
typedef struct motif_head {
    double wide, high; /* size of its box, units of the file */
    double anchor;     /* column of its foot in the box, units of the file */
    double metres;     /* real height of the thing, metres */
    double height;     /* height on the nearest ridge of the picture, U */
    double from;       /* least depth of its ridge, 0 far .. 1 near */
    uint64_t places;   /* places that it suits: bits of motif_place */
    uint64_t worlds;   /* worlds that it suits, a bit each; 0 = it comes only by its name */
    uint64_t hours;    /* hours that it suits: bits of rl_hour */
    uint64_t moods;    /* moods that it suits, a bit each; all bits = any */
    char noun[48];     /* words for the motif, such as "a cabin" */
    char lit[32];      /* words for its light, such as "with lit windows", or empty */
} motif_head;

/* A path that glows. */
typedef struct motif_lamp {
    float x, y; /* middle of its bounding box, in heights of the motif from the foot */
    float size; /* larger side of its bounding box, in heights of the motif */
    float area; /* area, relative to the box of the drawing */
} motif_lamp;
#define MOTIF_LAMPS 48

/* Tones of the shapes of the body.  Shapes that glow have the own colour (drawing_fill.own); smoke
 * is a separate drawing. */
#define MOTIF_DARK 0.0
#define MOTIF_LIT 1.0

typedef struct motif {
    motif_head head;
    drawing body, smoke;
    int lamps;
    motif_lamp lamp[MOTIF_LAMPS];
} motif;

/* motif_read_head reads the attributes of <svg> of a file that is built in or that motif_read has
 * accepted: it does not check that the text is UTF-8.  motif_read reads a whole file; motif_free
 * frees it, unless the allocator is that of an arena.  Errors: RL_BAD_DATA with `place:line: value:
 * rule`, RL_NO_MEMORY. */
rl_status motif_read_head(motif_head *out, rl_data file, rl_error *error);
rl_status motif_read(motif *out, rl_data file, const rl_allocator *allocator, rl_error *error);
void motif_free(motif *one);

/* Values of motif.on. */
enum { MOTIF_ON_GROUND, MOTIF_ON_WATER, MOTIF_ON_SKY };

/* The colours of a motif, without the mist at its foot. */
typedef struct motif_ink {
    oklab dark, lit, glow, smoke;
    double seen;   /* lightness of its dark parts, seen through the mist */
    double behind; /* lightness of the darkest place behind it */
    double ground; /* lightness of the ground that it is on */
} motif_ink;

/* motif_compose sets the drawings and places of motifs that the scene leaves unset.
 * Errors: RL_NO_MEMORY, RL_BAD_DATA (of the scene's drawing). */
rl_status motif_compose(preparation *work, rl_error *error);

/* motif_ink_of writes the colours of a motif whose place is complete.  Errors: RL_NO_MEMORY. */
rl_status motif_ink_of(const rl_frame *frame, const rl_motif *one, const motif_head *head,
                       motif_ink *ink, rl_error *error);

/* motif_lamps returns the brightness (0..1) of its lamps. */
double motif_lamps(const rl_frame *frame, const motif_head *head);

/* motif_file returns the text of a value of motif.name above MOTIF_NONE. */
rl_data motif_file(const rl_scene *scene, int name);

#endif
