/* prepare.h - what exists only while a frame is prepared: threads, the wish to stop. */
#ifndef RL_FRAME_PREPARE_H
#define RL_FRAME_PREPARE_H

#include "frame/frame.h"

typedef struct preparation {
    rl_frame *frame;
    struct thread_pool *pool;
    int threads;
    int (*progress)(void *user, int rows_done, int rows_total); /* of the view, or NULL */
    void *user;
} preparation;

/* prepare_is_stopped returns whether the view's progress wants the frame to end;
 * prepare_check_stop makes an error of it.  Errors: RL_CANCELLED. */
int prepare_is_stopped(const preparation *work);
rl_status prepare_check_stop(const preparation *work, rl_error *error);

/* prepare_each runs a function for indices count-1..0, on several threads.  A call must touch
 * nothing that another's does; the result is that of the last index that failed. */
typedef rl_status prepare_one(preparation *work, int index, rl_error *error);
rl_status prepare_each(preparation *work, int count, prepare_one *make, rl_error *error);

#endif
