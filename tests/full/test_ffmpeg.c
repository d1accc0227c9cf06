/* test_ffmpeg.c - programs that read what they are fed slowly, or not at all. */
#include "cli/animate/film.h"
#include "cli/common/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/support.h"

#define PATIENCE_MS 512
#define BYTES (1 << 20) /* 16 times what a pipe holds */

static const char bytes[BYTES];
static child_outcome outcome;

/* Starts a shell whose input is fed and whose output is the null device. */
static child_fed feed(const char *script)
{
    child_fed fed;
    const char *const words[] = {"/bin/sh", "-c", script, NULL};
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    signal(SIGPIPE, SIG_IGN);
    ck_assert_int_eq(child_feed(&fed, words, null), 0);
    close(null);
    return fed;
}

TEST(slow_film_reader_gets_all_bytes)
{
    /* Each pause is shorter than the patience, all together are longer. */
    child_fed fed = feed("for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; dd bs=65536 count=1; done "
                         ">/dev/null 2>&1; test $(wc -c) -gt 0");
    ck_assert_int_eq(child_fed_write(&fed, bytes, BYTES, PATIENCE_MS), 0);
    child_fed_end(&fed, &outcome, 60);
    ck_assert_str_eq(outcome.failure, "");
    ck_assert_int_eq(outcome.exit_code, 0);
}

TEST(film_reader_that_stops_is_given_up)
{
    child_fed fed = feed("exec sleep 60");
    int process = fed.process;
    ck_assert_int_eq(child_fed_write(&fed, bytes, BYTES, 128), ETIMEDOUT);
    child_fed_end(&fed, &outcome, 0);
    ck_assert_str_eq(outcome.failure, "not done after 0 s");
    ck_assert_int_eq(outcome.exit_code, -1);
    ck_assert_int_eq(kill(process, 0), -1);
    ck_assert_int_eq(errno, ESRCH);
}

TEST(film_reader_that_was_ended_is_a_failure)
{
    child_fed fed = feed("trap 'exit 0' TERM; echo ready >&2; sleep 60 & wait");
    struct pollfd ready = {fed.output, POLLIN, 0};
    ck_assert_int_eq(poll(&ready, 1, 60000), 1);
    child_fed_end(&fed, &outcome, 0);
    ck_assert_str_eq(outcome.failure, "not done after 0 s");
    ck_assert_int_eq(outcome.exit_code, -1);
}

TEST(film_reader_that_ended_takes_no_bytes)
{
    child_fed fed = feed("exec 3<&0; sleep 60 & exit 0"); /* sleep holds the pipe */
    ck_assert_int_eq(child_fed_write(&fed, bytes, BYTES, 4000), EPIPE);
    child_fed_end(&fed, &outcome, 60);
    ck_assert_int_eq(outcome.exit_code, 0);
}

/* ---- a film -------------------------------------------------------------- */

static char scratch[32], place[64];

static const char *at(const char *name)
{
    snprintf(place, sizeof place, "%s/%s", scratch, name);
    return place;
}

static void put(const char *name, const char *text, mode_t mode)
{
    FILE *file = fopen(at(name), "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    ck_assert_int_eq(chmod(place, mode), 0);
}

static void must_have(const char *name, const char *text)
{
    char found[256] = "";
    FILE *file = fopen(at(name), "r");
    ck_assert_ptr_nonnull(file);
    (void)!fread(found, 1, sizeof found - 1, file);
    fclose(file);
    ck_assert_str_eq(found, text);
    ck_assert_int_eq(unlink(place), 0);
}

static const struct {
    const char *lines, *message;
} programs[] = {
    {.lines = "#!/bin/sh\necho disk sleeps >&2\nexec sleep 60\n",
     .message = "ridgeline: mp4: ffmpeg: has read nothing for 1 s: disk sleeps\n"},
    {.lines = "#!/bin/sh\nexec <&- sleep 60\n",
     .message = "ridgeline: mp4: ffmpeg: not done after 1 s\n"},
};

TEST_LOOP(film_of_ffmpeg_that_stops_reading_fails, sizeof programs / sizeof *programs)
{
    static animate film;
    static animate_options own;
    static options opts;
    rl_sink *frames;
    char output[64], path[4096];
    signal(SIGPIPE, SIG_IGN);
    snprintf(scratch, sizeof scratch, "/tmp/rl-ffmpeg-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(scratch));
    put("ffmpeg", programs[_i].lines, 0700);
    put("film.mp4", "old", 0600);
    snprintf(path, sizeof path, "%s:%s", scratch, getenv("PATH"));
    ck_assert_int_eq(setenv("PATH", path, 1), 0);
    snprintf(output, sizeof output, "%s", at("film.mp4"));
    opts.output = output;
    opts.metadata = RL_METADATA_NONE;
    film = (animate){.job.opts = &opts,
                     .own = &own,
                     .width = 64,
                     .height = 36,
                     .frames = 1,
                     .fps = 25,
                     .format = {.name = "mp4", .quality = 60}};
    OK(rl_sink_to_file(&film.sink, output, NULL, &error));
    ck_assert_int_eq(film_check(&film), CODE_OK);
    ck_assert_int_eq(film_open(&frames, &film, 1000), CODE_OK);
    rl_status status = rl_sink_write(frames, bytes, BYTES, &error);
    ck_assert_int_eq(status, RL_IO_ERROR);
    int kept = dup(2), caught = open(at("errors"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ck_assert_int_eq(dup2(caught, 2), 2);
    int code = film_close(frames, &film, status, &error);
    ck_assert_int_eq(dup2(kept, 2), 2);
    close(caught);
    close(kept);
    ck_assert_int_eq(code, CODE_UNAVAILABLE);
    must_have("errors", programs[_i].message);
    must_have("film.mp4", "old");
    ck_assert_int_eq(unlink(at("ffmpeg")), 0);
    ck_assert_int_eq(rmdir(scratch), 0); /* which is empty */
}
