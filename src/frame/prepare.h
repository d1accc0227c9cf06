/* prepare.h - the state while a frame is prepared: its threads, and cancellation. */
#ifndef RL_FRAME_PREPARE_H
#define RL_FRAME_PREPARE_H

#include "frame/frame.h"

typedef struct preparation {
    rl_frame *frame;
    struct thread_pool *pool;
    int threads;
    int (*progress)(void *user, int rows_done, int rows_total); /* rl_view.progress, or NULL */
    void *user;
    const void *subject; /* what a function for prepare_each works on beside the frame, or NULL */
} preparation;

/* prepare_is_stopped returns 1 if the progress callback cancels the preparation; prepare_check_stop
 * fails in that case.  Errors: RL_CANCELLED. */
int prepare_is_stopped(const preparation *work);
rl_status prepare_check_stop(const preparation *work, rl_error *error);

/* Columns of the widest part that is prepared on several threads.  In a wider one a single index
 * takes so long that its function must check for cancellation, by the progress callback, which only
 * the caller's thread may call. */
#define PREPARE_WIDEST 16384

/* prepare_each calls `make` for each index count-1..0, on several threads; two calls must not write
 * the same data.  It returns RL_OK, or the error of the largest index that failed. */
typedef rl_status prepare_one(preparation *work, int index, rl_error *error);
rl_status prepare_each(preparation *work, int count, prepare_one *make, rl_error *error);

#endif
