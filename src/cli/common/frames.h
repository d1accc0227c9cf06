/* frames.h - pictures drawn on several threads and taken in their order. */
#ifndef RL_CLI_COMMON_FRAMES_H
#define RL_CLI_COMMON_FRAMES_H

#include "cli/common/progress.h"
#include "ridgeline.h"

typedef struct frames_work {
    int frames, threads;
    size_t bytes; /* of a picture; 0 = draw has its own memory */
    /* Draws picture `frame` into `pixels`, on any thread. */
    rl_status (*draw)(const void *user, int frame, uint8_t *pixels, rl_error *error);
    /* Takes the pictures in order, on the calling thread.  May be NULL. */
    rl_status (*take)(void *user, int frame, const uint8_t *pixels, rl_error *error);
    void *user;
} frames_work;

/* frames_run draws and takes all pictures; the bar shows how many were taken.  Memory holds
 * two pictures a thread.  Errors: those of draw and take, of the first picture that failed;
 * RL_NO_MEMORY; RL_CANCELLED after a signal. */
rl_status frames_run(const frames_work *work, progress *bar, rl_error *error);

#endif
