/* motif.h - a motif: a drawing from an SVG file, with what its file says of where it belongs.
 *
 * In: the text of a file of motifs/, or a user's own.  Out: shapes in heights of the motif, as
 * drawing.h has them, and its words.
 */
#ifndef RL_LAYERS_MOTIF_H
#define RL_LAYERS_MOTIF_H

#include "base/embedded.h"
#include "frame/prepare.h"
#include "layers/drawing.h"

/* Values of motif.name: built-in motif k is MOTIF_FIRST + k. */
enum { MOTIF_NONE, MOTIF_OWN, MOTIF_FIRST };

/* Where a motif may be: what data-place names, in this order. */
enum motif_place {
    MOTIF_CREST,
    MOTIF_SHORE,
    MOTIF_MEADOW,
    MOTIF_PLAIN,
    MOTIF_RIVER,
    MOTIF_WATER,
    MOTIF_SKY
};

/* What the element <svg> says. */
typedef struct motif_head {
    double wide, high, anchor;     /* of its box, in units of the file; where its foot is */
    double metres;                 /* how high it is in the world */
    double height;                 /* U, how high it is shown on the nearest ridge */
    double from;                   /* least depth of its ridge */
    uint64_t places;               /* bits of motif_place */
    uint64_t worlds, hours, moods; /* that it suits; no worlds: it comes by its name alone */
    char noun[48], lit[32];        /* "a cabin", "with lit windows" */
} motif_head;

/* A glow path: its middle and size in heights, and its area in boxes. */
typedef struct motif_lamp {
    float x, y, size, area;
} motif_lamp;
#define MOTIF_LAMPS 48

/* Tones of its body: dark, lit; its glow is the own colour.  Its smoke is a drawing by itself. */
#define MOTIF_DARK 0.0
#define MOTIF_LIT 1.0

typedef struct motif {
    motif_head head;
    drawing body, smoke;
    int lamps;
    motif_lamp lamp[MOTIF_LAMPS];
} motif;

/* motif_read_head reads what <svg> says, motif_read all of a file; motif_free frees it, unless the
 * allocator is an arena's.
 * Errors: RL_BAD_DATA with `place:line: value: rule`, RL_NO_MEMORY. */
rl_status motif_read_head(motif_head *out, rl_data file, rl_error *error);
rl_status motif_read(motif *out, rl_data file, const rl_allocator *allocator, rl_error *error);
void motif_free(motif *one);

/* Where a motif is: values of motif.on. */
enum { MOTIF_ON_GROUND, MOTIF_ON_WATER, MOTIF_ON_SKY };

/* The colours of a motif by themselves, without the mist at its foot. */
typedef struct motif_ink {
    oklab dark, lit, glow, smoke;
    double seen, behind; /* lightness of its dark parts in the mist, and of what is behind */
} motif_ink;

/* motif_compose closes what the scene leaves open of its motifs: which, and where.
 * Errors: RL_NO_MEMORY, RL_BAD_DATA (of the scene's drawing). */
rl_status motif_compose(preparation *work, rl_error *error);

/* motif_ink_of returns the colours of a motif whose place is closed.  Errors: RL_NO_MEMORY. */
rl_status motif_ink_of(const rl_frame *frame, const rl_motif *one, const motif_head *head,
                       motif_ink *ink, rl_error *error);

/* motif_lamps returns how bright (0..1) its lamps are. */
double motif_lamps(const rl_frame *frame, const motif_head *head);

/* motif_clearing returns how much (0..1) of the trees of a ridge a motif keeps away at x (U): it is
 * known before any layer is prepared. */
double motif_clearing(const rl_frame *frame, int ridge, double x);

/* motif_file returns the text of a value of motif.name above MOTIF_NONE. */
rl_data motif_file(const rl_scene *scene, int name);

#endif
