/* bands.h - a picture's rows, made in bands on several threads, taken in order.
 *
 * In: how many rows of how many bytes, functions that make and take them.  Memory is
 * bounded by threads x bands, whatever the picture's height.  The result does not depend on
 * which thread makes a band.
 */
#ifndef RL_BASE_BANDS_H
#define RL_BASE_BANDS_H

#include "ridgeline.h"

#define BANDS_MAX_THREADS 256

typedef struct bands_work {
    const char *name;  /* what is made, for error texts */
    int rows;          /* rows of the picture */
    size_t row_bytes;  /* size of a row, which decides the height of a band */
    size_t band_bytes; /* size of the result of a band; 0 = the size of its rows */
    int threads;       /* 1..BANDS_MAX_THREADS */
    /* Makes a band of rows y .. y+count-1: the rows, packed, or what they become;
     * `worker` is 0..threads-1. */
    void (*make)(void *user, int y, int count, void *band, int worker);
    /* Takes the next band in order, on the caller's thread. */
    rl_status (*take)(void *user, void *band, int count, rl_error *error);
    void *user;
    /* See rl_render_options. */
    int (*progress)(void *user, int rows_done, int rows_total);
    void *progress_user;
} bands_work;

/* bands_height returns the number of rows of a band; the last may have fewer. */
int bands_height(size_t row_bytes);

/* bands_threads returns the number of threads, up to `threads`, that have a band to make. */
int bands_threads(int rows, size_t row_bytes, int threads);

/* bands_run makes and takes all rows.
 * Errors: RL_NO_MEMORY, RL_CANCELLED, those of `take`. */
rl_status bands_run(const bands_work *work, const rl_allocator *allocator, rl_error *error);

#endif
