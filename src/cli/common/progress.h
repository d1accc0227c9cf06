/* progress.h - the bar on a terminal, and the signals that stop the work. */
#ifndef RL_CLI_COMMON_PROGRESS_H
#define RL_CLI_COMMON_PROGRESS_H

#include "ridgeline.h"

typedef struct progress {
    int visible;           /* 1 when a bar may be drawn */
    int drawn;             /* 1 while it is on the terminal */
    int64_t begun_ms;      /* start of the work, ms; 0 = no estimate of the time left */
    int64_t next_ms;       /* time of the next drawing, ms */
    uint64_t index, count; /* number of the picture, from 1, and of all pictures */
} progress;

/* progress_start prepares a bar that waits one second before it shows. */
void progress_start(progress *bar, int quiet);

/* progress_step is the callback of rl_render; it returns 1, to cancel, after a signal. */
int progress_step(void *bar, int rows_done, int rows_total);

/* progress_pass is the callback of a map; `share` of a pass is done, 0..1. */
int progress_pass(void *bar, const char *pass, double share);

/* progress_now_ms is a monotonic clock, in milliseconds; 0 without one. */
int64_t progress_now_ms(void);

/* progress_end erases the bar from the terminal. */
void progress_end(progress *bar);

/* progress_wipe does the same in the handler of a signal. */
void progress_wipe(void);

/* stop_install catches SIGINT, SIGTERM and SIGHUP, and makes failed writes errors; stop_asked
 * returns the signal that came, or 0; stop_die ends the process the way that signal would, or
 * SIGPIPE for 0. */
void stop_install(void);
int stop_asked(void);
void stop_die(int signal_number);

/* stop_take is called in the handler of a signal.  Returns 1 if nothing must be cleaned up. */
int stop_take(int signal_number);

/* stop_hold is called before there is something that must be cleaned up.  Until then a
 * signal that is not obeyed within a second - the process may wait for the other end of a
 * pipe - ends it at once. */
void stop_hold(void);

/* stop_hold_child(1) is called before a child is started that must be ended on a signal, and
 * stop_hold_child(0) after its end; between them signals wait as after stop_hold. */
void stop_hold_child(int is_running);

/* Pictures drawn on several threads and taken in their order. */
typedef struct frames_work {
    int frames, threads;
    size_t bytes; /* size of a picture; 0 = `draw` puts it elsewhere */
    /* Draws picture `frame` into `pixels`, on any thread. */
    rl_status (*draw)(const void *user, int frame, uint8_t *pixels, rl_error *error);
    /* Takes the pictures in order, on the calling thread.  May be NULL. */
    rl_status (*take)(void *user, int frame, const uint8_t *pixels, rl_error *error);
    void *user;
} frames_work;

/* frames_run draws and takes all pictures; the bar shows how many were taken.  Memory holds
 * two pictures per thread.  Errors: those of draw and take, of the first picture that failed;
 * RL_NO_MEMORY; RL_CANCELLED after a signal. */
rl_status frames_run(const frames_work *work, progress *bar, rl_error *error);

#endif
