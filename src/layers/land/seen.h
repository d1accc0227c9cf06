/* seen.h - visibility of a slope in each run of columns: its visible rows and their coverage.
 *
 * Visibility follows from the land alone, not from light or mist.  So the frames of a film use what
 * the first one has measured.
 */
#ifndef RL_LAYERS_SEEN_H
#define RL_LAYERS_SEEN_H

#include "layers/plants/stand.h"
#include "paint/area.h"

/* A row of the slope that is seen in a run, or its stand. */
typedef struct seen_row {
    int row;
    int is_stand;
    int is_last; /* what is behind it is hidden wholly */
    pixel_area area;
    stand_pixels stand;
} seen_row;

/* The rows that are seen in a run, from the front-most. */
typedef struct seen_run {
    tile_run run;    /* with what was hidden before the slope */
    uint64_t hidden; /* with it, too */
    int rows;
    seen_row *row; /* room for all that a slope may have */
} seen_run;

/* seen_is_of returns whether a run is the one that was measured last. */
int seen_is_of(const seen_run *seen, const tile_run *run, uint64_t hidden);

/* What is kept of all runs of a frame's part; immutable once the frame is prepared. */
typedef struct seen_store seen_store;

/* seen_store_new makes an empty store in the frame's arena, if `bytes`, which it lowers, allow it;
 * else NULL.  seen_keep adds a run unless `bytes` end; seen_fetch reads it, or returns 0. */
seen_store *seen_store_new(const rl_frame *frame, size_t *bytes);
void seen_keep(seen_store *store, const rl_frame *frame, const seen_run *seen, size_t *bytes);
int seen_fetch(const seen_store *store, const rl_frame *frame, const tile_run *run, uint64_t hidden,
               seen_run *out);

#endif
