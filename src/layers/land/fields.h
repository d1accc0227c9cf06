/* fields.h - ground in fields: rows of fields down a slope, with hedges and furrows.
 *
 * A place has the coordinates v, in rows of fields below the crest, and u along the row, in fields.
 * Noise shifts v along the slope, and each row has its own length of fields, slant and beginning,
 * so no border runs through.  The crop of a field is a hash of (row, number).
 */
#ifndef RL_LAYERS_FIELDS_H
#define RL_LAYERS_FIELDS_H

#include <stdint.h>

#include "frame/frame.h"

#define FIELDS_LENGTHS 4 /* lengths of fields from which each row chooses one */

typedef struct fields {
    uint32_t key;                   /* key of rows and fields */
    uint64_t wander;                /* key of the noise that shifts rows */
    double wander_rate[2];          /* cells per U of the fine and the broad part of that noise */
    int64_t wander_period[2];       /* cells of both parts in a loop, 0 = no loop */
    float rows;                     /* rows per U downward */
    double rate[FIELDS_LENGTHS];    /* fields per U along a row */
    int32_t period[FIELDS_LENGTHS]; /* fields in a loop, 0 = no loop */
    float length[FIELDS_LENGTHS];   /* length of a field, U */
    float thick;                    /* most coverage of a pixel by a hedge, 0..1 */
    float hedge;                    /* half the width of a hedge, U */
    float pixel;                    /* size of a pixel, U */
    float furrows;                  /* furrows per U */
    float furrow;                   /* amplitude of light on furrows */
} fields;

/* The first column of a block, for each length of fields. */
typedef struct fields_place {
    int32_t cell[FIELDS_LENGTHS]; /* number of the field */
    float part[FIELDS_LENGTHS];   /* position in the field, 0..1 */
    float step[FIELDS_LENGTHS];   /* fields per pixel */
} fields_place;

/* fields_make makes the fields of a ridge at `depth`, 0 far .. 1 near; `size` is rl_ridge.spacing.
 */
void fields_make(const rl_frame *frame, uint64_t key, double size, double depth, fields *out);

/* fields_shift returns the shift of rows at x (U), in rows. */
double fields_shift(const fields *of, double x);

#endif
