/* bands.h - makes the rows of a picture in bands on several threads, and takes them in order.
 *
 * In: number and size of the rows, functions that make and take a band.  Memory is at most two
 * bands per thread and two more, whatever the picture's height.  The result does not depend on
 * which thread makes a band.
 */
#ifndef RL_BASE_BANDS_H
#define RL_BASE_BANDS_H

#include "ridgeline.h"

#define BANDS_MAX_THREADS 256

typedef struct bands_work {
    const char *name;  /* name of the work, for error texts */
    int rows;          /* rows of the picture */
    size_t row_bytes;  /* size of a row, which decides the height of a band */
    size_t band_bytes; /* size of the result of a band; 0 = the size of its rows */
    int threads;       /* 1..BANDS_MAX_THREADS */
    /* Writes the result of rows y .. y+count-1 to `band`, such as the packed rows; `worker`,
     * 0..threads-1, is the number of the thread. */
    void (*make)(void *user, int y, int count, void *band, int worker);
    /* Takes the result of the next `count` rows, in order; called on the caller's thread. */
    rl_status (*take)(void *user, void *band, int count, rl_error *error);
    void *user;
    /* Called after each band as rl_render_options.progress; may be NULL. */
    int (*progress)(void *user, int rows_done, int rows_total);
    void *progress_user;
} bands_work;

/* bands_height returns the greatest number of rows of a band; bands_rows returns the number of rows
 * of the band whose first row is y, of a picture of `rows` rows. */
int bands_height(size_t row_bytes);
int bands_rows(int rows, size_t row_bytes, int y);

/* bands_threads returns the smaller of `threads` and the number of bands. */
int bands_threads(int rows, size_t row_bytes, int threads);

/* bands_run makes and takes all bands.
 * Errors: RL_NO_MEMORY, RL_CANCELLED, those of work->take. */
rl_status bands_run(const bands_work *work, const rl_allocator *allocator, rl_error *error);

#endif
