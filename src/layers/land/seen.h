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
    int is_last; /* 1 = it hides all that is behind it */
    pixel_area area;
    stand_pixels stand;
} seen_row;

/* The rows that are seen in a run, the front-most first. */
typedef struct seen_run {
    tile_run run;    /* its `hidden` holds the columns that nearer layers hide */
    uint64_t hidden; /* columns that nearer layers and the slope hide */
    int rows;
    seen_row *row; /* [2 * rows of the slope]: its visible rows and stands */
} seen_run;

/* seen_is_of returns whether a run is the one that was measured last. */
int seen_is_of(const seen_run *seen, const tile_run *run, uint64_t hidden);

/* Visibility of all runs of a frame's part; immutable once the frame is prepared. */
typedef struct seen_store seen_store;

/* seen_store_new returns an empty store in the frame's arena and lowers `bytes`, the bytes left, by
 * its size; NULL if they do not suffice.  seen_keep adds a run if they do.  seen_fetch copies a run
 * to `out` and returns 1; it returns 0 if the run is not cached. */
seen_store *seen_store_new(const rl_frame *frame, size_t *bytes);
void seen_keep(seen_store *store, const rl_frame *frame, const seen_run *seen, size_t *bytes);
int seen_fetch(const seen_store *store, const rl_frame *frame, const tile_run *run, uint64_t hidden,
               seen_run *out);

#endif
