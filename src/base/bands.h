/* bands.h - a picture's rows, made in bands on several threads, taken in order.
 *
 * In: how many rows of how many bytes, who makes them, who takes them.  Memory is
 * bounded by threads x bands, whatever the picture's height.  Which thread makes a
 * band never shows.
 */
#ifndef RL_BASE_BANDS_H
#define RL_BASE_BANDS_H

#include "ridgeline.h"

#define BANDS_MAX_THREADS 256

typedef struct bands_work {
    const char *name; /* of the work, in error texts */
    int rows;
    size_t row_bytes;
    int threads; /* 1..BANDS_MAX_THREADS */
    /* Makes rows y .. y+count-1, packed; `worker` is 0..threads-1. */
    void (*make)(void *user, int y, int count, void *rows, int worker);
    /* Takes the next rows in order, on the caller's thread. */
    rl_status (*take)(void *user, const void *rows, int count, rl_error *error);
    void *user;
    /* See rl_render_options. */
    int (*progress)(void *user, int rows_done, int rows_total);
    void *progress_user;
} bands_work;

/* bands_threads returns how many of `threads` have a band to make. */
int bands_threads(int rows, size_t row_bytes, int threads);

/* bands_run makes and takes all rows.
 * Errors: RL_NO_MEMORY, RL_CANCELLED, those of `take`. */
rl_status bands_run(const bands_work *work, const rl_allocator *allocator, rl_error *error);

#endif
