/* frames.h - frames, or layers of a backdrop, drawn on several threads, taken in their order. */
#ifndef RL_CLI_COMMON_FRAMES_H
#define RL_CLI_COMMON_FRAMES_H

#include "cli/common/progress.h"
#include "ridgeline.h"

#include <pthread.h>

typedef struct frames_work {
    int frames, threads;
    size_t bytes; /* of a frame */
    /* Draws frame `frame`, on any thread. */
    rl_status (*draw)(const void *user, int frame, uint8_t *rgb, rl_error *error);
    /* Takes the frames in order, on the calling thread. */
    rl_status (*take)(void *user, int frame, const uint8_t *rgb, rl_error *error);
    void *user;
} frames_work;

/* frames_run draws and takes all frames; the bar shows those taken.  Memory holds two
 * frames a thread.  Errors: those of draw and take, of the first frame that failed;
 * RL_NO_MEMORY; RL_CANCELLED after a signal. */
rl_status frames_run(const frames_work *work, progress *bar, rl_error *error);

/* frames_thread starts a thread whose stack holds what drawing needs; 0 when there is
 * none to be had. */
int frames_thread(pthread_t *thread, void *(*run)(void *user), void *user);

#endif
