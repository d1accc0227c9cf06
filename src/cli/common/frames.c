/* frames.c - frames drawn on several threads, taken in their order.
 *
 * In: who draws a frame, who takes it.  Out: all frames taken, or the first failure.
 * Frames wait in a ring of slots until their turn comes, so memory is bounded however
 * many there are.  The calling thread takes what is due and draws while nothing is.
 */
#include "cli/common/frames.h"

#include <stdio.h>
#include <stdlib.h>

#define SLOTS_PER_THREAD 2

/* Scenes and what paints them lie on it; some systems give a thread 128 KiB. */
#define THREAD_STACK ((size_t)2 << 20)

typedef struct slot {
    uint8_t *rgb;
    int is_done;
    rl_error error;
} slot;

/* The lock guards all but `work`, `slots` and the pixels of a slot that is drawn. */
typedef struct frames {
    const frames_work *work;
    slot *slots;
    int slot_count;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int next, taken; /* frames */
    int is_stopped;
} frames;

/* ---- drawing ------------------------------------------------------------ */

static int may_draw(const frames *all)
{
    return !all->is_stopped && all->next < all->work->frames &&
           all->next < all->taken + all->slot_count;
}

/* Draws the next frame; the lock is held before and after. */
static void draw_next(frames *all)
{
    int frame = all->next++;
    slot *into = &all->slots[frame % all->slot_count];
    pthread_mutex_unlock(&all->lock);
    into->error = (rl_error){RL_OK, ""};
    all->work->draw(all->work->user, frame, into->rgb, &into->error);
    pthread_mutex_lock(&all->lock);
    into->is_done = 1;
    pthread_cond_broadcast(&all->changed);
}

static void *help_draw(void *user)
{
    frames *all = user;
    pthread_mutex_lock(&all->lock);
    while (!all->is_stopped && all->next < all->work->frames) {
        if (may_draw(all))
            draw_next(all);
        else
            pthread_cond_wait(&all->changed, &all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* ---- taking ------------------------------------------------------------- */

/* Takes the frame that is due; the lock is held before and after. */
static rl_status take_due(frames *all, progress *bar, rl_error *error)
{
    slot *from = &all->slots[all->taken % all->slot_count];
    int frame = all->taken;
    pthread_mutex_unlock(&all->lock);
    rl_status status = from->error.status;
    if (status == RL_OK)
        status = all->work->take(all->work->user, frame, from->rgb, error);
    else
        *error = from->error;
    if (status == RL_OK && progress_step(bar, frame + 1, all->work->frames) != 0) {
        status = RL_CANCELLED;
        *error = (rl_error){status, "stopped"};
    }
    pthread_mutex_lock(&all->lock);
    from->is_done = 0;
    all->taken++;
    pthread_cond_broadcast(&all->changed);
    return status;
}

static rl_status draw_and_take(frames *all, progress *bar, rl_error *error)
{
    rl_status status = RL_OK;
    pthread_mutex_lock(&all->lock);
    while (status == RL_OK && all->taken < all->work->frames) {
        if (all->slots[all->taken % all->slot_count].is_done)
            status = take_due(all, bar, error);
        else if (may_draw(all))
            draw_next(all);
        else
            pthread_cond_wait(&all->changed, &all->lock);
    }
    all->is_stopped = 1;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
    return status;
}

/* ---- threads ------------------------------------------------------------ */

int frames_thread(pthread_t *thread, void *(*run)(void *user), void *user)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return 0;
    (void)pthread_attr_setstacksize(&attributes, THREAD_STACK);
    int is_started = pthread_create(thread, &attributes, run, user) == 0;
    (void)pthread_attr_destroy(&attributes);
    return is_started;
}

/* Without one thread more the work takes longer, that is all. */
static rl_status run_threads(frames *all, progress *bar, rl_error *error)
{
    pthread_t threads[256];
    int helpers = 0;
    while (helpers < all->work->threads - 1 && frames_thread(&threads[helpers], help_draw, all))
        helpers++;
    rl_status status = draw_and_take(all, bar, error);
    for (int i = 0; i < helpers; i++)
        pthread_join(threads[i], NULL);
    return status;
}

static rl_status run_locked(frames *all, progress *bar, rl_error *error)
{
    rl_status status = RL_INTERNAL;
    *error = (rl_error){status, "no lock for the threads"};
    if (pthread_mutex_init(&all->lock, NULL) != 0)
        return status;
    if (pthread_cond_init(&all->changed, NULL) == 0) {
        status = run_threads(all, bar, error);
        pthread_cond_destroy(&all->changed);
    }
    pthread_mutex_destroy(&all->lock);
    return status;
}

static int slots_new(frames *all)
{
    all->slots = calloc((size_t)all->slot_count, sizeof *all->slots);
    for (int i = 0; all->slots != NULL && i < all->slot_count; i++) {
        all->slots[i].rgb = malloc(all->work->bytes);
        if (all->slots[i].rgb == NULL)
            return 0;
    }
    return all->slots != NULL;
}

static void slots_free(frames *all)
{
    for (int i = 0; all->slots != NULL && i < all->slot_count; i++)
        free(all->slots[i].rgb);
    free(all->slots);
}

rl_status frames_run(const frames_work *work, progress *bar, rl_error *error)
{
    frames_work few = *work;
    few.threads = few.threads < few.frames ? few.threads : few.frames;
    frames all = {.work = &few, .slot_count = SLOTS_PER_THREAD * few.threads};
    all.slot_count = all.slot_count < few.frames ? all.slot_count : few.frames;
    rl_status status = RL_NO_MEMORY;
    *error = (rl_error){status, "out of memory"};
    progress_time(bar);
    if (slots_new(&all))
        status = run_locked(&all, bar, error);
    slots_free(&all);
    progress_end(bar);
    return status;
}
