/* test_sweep.c - temporaries of killed runs go, those of living ones stay.
 *
 * Each test works in a folder of its own and says at its end what the folder holds.
 */
#include "support/support.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define STALE ".ridgeline-0123456789abcdef.tmp"

static char folder[256], place[768];
static const char *at(const char *name)
{
    (void)snprintf(place, sizeof place, "%s/%s", folder, name);
    return place;
}

static void folder_make(void)
{
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/rl-sweep-XXXXXX",
                   base != NULL && strlen(base) < 200 ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void folder_remove(void)
{
    DIR *dir = opendir(folder);
    ck_assert_ptr_nonnull(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (unlinkat(dirfd(dir), entry->d_name, 0) != 0)
            (void)unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR);
    (void)closedir(dir);
    ck_assert_int_eq(rmdir(folder), 0);
}

static int has(const char *name)
{
    struct stat status;
    return lstat(at(name), &status) == 0;
}

static int file_put(const char *name)
{
    int fd = open(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    ck_assert_int_ge(fd, 0);
    return fd;
}

static rl_sink *file_sink(const char *name)
{
    rl_sink *sink;
    OK(rl_sink_to_file(&sink, at(name), NULL, &error));
    return sink;
}

static void publish(rl_sink *sink)
{
    OK(rl_sink_write(sink, "words", 5, &error));
    OK(rl_sink_commit(sink, &error));
    rl_sink_free(sink);
}

static int temporaries(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strncmp(entry->d_name, ".ridgeline-", 11) == 0;
    (void)closedir(dir);
    return count;
}

TESTS_BELOW(.before = folder_make, .after = folder_remove)

TEST(unlocked_temporary_is_swept)
{
    (void)close(file_put(STALE));
    (void)close(file_put(".ridgeline-fedcba9876543210.tmp"));
    rl_sink *sink = file_sink("a");
    ck_assert_int_eq(temporaries(), 1); /* its own */
    publish(sink);
    ck_assert_int_eq(temporaries(), 0);
    ck_assert(has("a"));
}

TEST(locked_temporary_is_not_swept)
{
    int fd = file_put(STALE);
    ck_assert_int_eq(flock(fd, LOCK_EX), 0);
    publish(file_sink("a"));
    ck_assert(has(STALE));
    (void)close(fd);
    publish(file_sink("a"));
    ck_assert(!has(STALE));
}

TEST(sinks_of_one_process_do_not_sweep_each_other)
{
    rl_sink *sinks[20];
    char name[16];
    for (int i = 0; i < 20; i++) {
        (void)snprintf(name, sizeof name, "f%d", i);
        sinks[i] = file_sink(name);
    }
    ck_assert_int_eq(temporaries(), 20);
    for (int i = 0; i < 20; i++)
        publish(sinks[i]);
    ck_assert_int_eq(temporaries(), 0);
}

TEST(sweep_leaves_other_names_links_pipes_and_folders)
{
    static const char *const names[] = {
        ".ridgeline-0123456789abcdeF.tmp",  ".ridgeline-0123456789abcde.tmp",
        ".ridgeline-0123456789abcdef0.tmp", ".ridgeline-0123456789abcdef.tm",
        "ridgeline-0123456789abcdef.tmp",   ".ridgeline-0123456789abcdef.tmp~",
        ".ridgeline-0123456789abcdeg.tmp"};
    const size_t count = sizeof names / sizeof *names;
    for (size_t i = 0; i < count; i++)
        (void)close(file_put(names[i]));
    (void)close(file_put("victim"));
    ck_assert_int_eq(symlink("victim", at(STALE)), 0);
    ck_assert_int_eq(mkfifo(at(".ridgeline-0000000000000001.tmp"), 0666), 0);
    ck_assert_int_eq(mkdir(at(".ridgeline-0000000000000002.tmp"), 0777), 0);
    publish(file_sink("a"));
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(has(names[i]), "%s has gone", names[i]);
    ck_assert(has("victim") && has(STALE));
    ck_assert(has(".ridgeline-0000000000000001.tmp"));
    ck_assert(has(".ridgeline-0000000000000002.tmp"));
}

TEST(sweep_through_a_link_cleans_the_folder_of_the_target)
{
    ck_assert_int_eq(mkdir(at("sub"), 0777), 0);
    ck_assert_int_eq(symlink("sub/real", at("link")), 0);
    (void)close(file_put("sub/" STALE));
    (void)close(file_put(STALE));
    publish(file_sink("link"));
    ck_assert(!has("sub/" STALE));
    ck_assert(has(STALE));
    ck_assert_int_eq(unlink(at("sub/real")), 0);
}

/* Each process publishes files and so sweeps, while others are between making and locking
 * theirs, or between closing and renaming. */
TEST(concurrent_processes_do_not_sweep_each_other)
{
    enum { PROCESSES = 6, FILES = SUPPORT_PART(300) };
    for (int process = 0; process < PROCESSES; process++)
        if (fork() == 0) {
            char name[32];
            int failed = 0;
            for (int i = 0; i < FILES && !failed; i++) {
                rl_sink *sink = NULL;
                (void)snprintf(name, sizeof name, "p%d-%d", process, i % 10);
                failed = rl_sink_to_file(&sink, at(name), NULL, &error) != RL_OK ||
                         rl_sink_commit(sink, &error) != RL_OK;
                rl_sink_free(sink);
            }
            if (failed)
                (void)fprintf(stderr, "%s\n", error.text);
            _exit(failed);
        }
    for (int process = 0; process < PROCESSES; process++) {
        int status = 0;
        ck_assert_int_gt(wait(&status), 0);
        ck_assert_int_eq(status, 0);
    }
    ck_assert_int_eq(temporaries(), 0);
}
