/* fields.h - ground in fields: rows of them down a slope, hedges between, furrows on them.
 *
 * A place has the coordinates v, rows of fields below the crest, and u along the row.  v wanders
 * along the slope, and each row has its own lengths, slant and beginning, so no border runs
 * through.  What a field bears is a hash of (row, number).
 */
#ifndef RL_LAYERS_FIELDS_H
#define RL_LAYERS_FIELDS_H

#include <stdint.h>

#include "frame/frame.h"

/* Lengths of fields among which rows choose. */
#define FIELDS_LENGTHS 4

typedef struct fields {
    uint32_t key;
    uint64_t wander; /* key of what shifts the rows, */
    double wander_rate[2];
    int64_t wander_period[2];
    float rows;                     /* in a U down */
    double rate[FIELDS_LENGTHS];    /* fields in a U along */
    int32_t period[FIELDS_LENGTHS]; /* of a loop, 0 = endless */
    float length[FIELDS_LENGTHS];   /* U */
    float thick;                    /* how much of a pixel a hedge covers, at most */
    float hedge;                    /* half a hedge, U; */
    float pixel;                    /* U of a pixel */
    float furrows, furrow;          /* in a U, and how much they show */
} fields;

/* Where a block of pixels begins. */
typedef struct fields_place {
    int32_t cell[FIELDS_LENGTHS];
    float part[FIELDS_LENGTHS], step[FIELDS_LENGTHS];
} fields_place;

/* fields_make makes those of a ridge whose fields are about `size` U.  fields_shift returns how
 * many rows they are shifted at x (U). */
void fields_make(const rl_frame *frame, uint64_t key, double size, double depth, fields *out);
double fields_shift(const fields *of, double x);
void fields_place_at(const rl_frame *frame, const fields *of, double x, fields_place *out);

#endif
