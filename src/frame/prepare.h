/* prepare.h - the state of a preparation of a frame: its threads, and cancellation. */
#ifndef RL_FRAME_PREPARE_H
#define RL_FRAME_PREPARE_H

#include "frame/frame.h"

typedef struct preparation {
    rl_frame *frame;
    struct thread_pool *pool;
    int threads;
    int (*progress)(void *user, int rows_done, int rows_total); /* rl_view.progress, or NULL */
    void *user;
} preparation;

/* prepare_is_stopped returns 1 if the caller has cancelled the preparation; prepare_check_stop
 * returns an error then.  Errors: RL_CANCELLED. */
int prepare_is_stopped(const preparation *work);
rl_status prepare_check_stop(const preparation *work, rl_error *error);

/* prepare_each calls a function for indices count-1..0, on several threads.  Calls must not share
 * data that they write.  The result is that of the last index that failed. */
typedef rl_status prepare_one(preparation *work, int index, rl_error *error);
rl_status prepare_each(preparation *work, int count, prepare_one *make, rl_error *error);

#endif
