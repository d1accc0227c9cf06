/* test_sink.c - where bytes go and come from: whole or not at all.
 *
 * Each test works in a folder of its own; at its end the folder must hold
 * exactly what the test expects, so that litter is a failure. */
#include "ridgeline.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "io/sink.h"
#include "support/support.h"

static char folder[256];
static char place[4][768];
/* at(i, name) is the path of `name` in the test's folder; four may be held. */
static const char *at(int i, const char *name)
{
    (void)snprintf(place[i], sizeof place[i], "%s/%s", folder, name);
    return place[i];
}

static void folder_make(void)
{
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/rl-sink-XXXXXX",
                   base != NULL && strlen(base) < 200 ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static int folder_count(void)
{
    DIR *dir = opendir(folder);
    ck_assert_ptr_nonnull(dir);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    (void)closedir(dir);
    return count;
}

static void folder_remove(void)
{
    DIR *dir = opendir(folder);
    ck_assert_ptr_nonnull(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        (void)unlinkat(dirfd(dir), entry->d_name, 0);
    (void)closedir(dir);
    (void)rmdir(at(0, "sub"));
    ck_assert_int_eq(rmdir(folder), 0);
}

static void file_put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void file_is(const char *path, const char *text)
{
    void *bytes;
    size_t size;
    OK(rl_file_read(&bytes, &size, path, 1 << 24, NULL, &error));
    ck_assert_str_eq(bytes, text);
    ck_assert_uint_eq(size, strlen(text));
    rl_file_free(bytes, NULL);
}

static rl_sink *file_sink(const char *path)
{
    rl_sink *sink;
    rl_status status = rl_sink_to_file(&sink, path, NULL, &error);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    return sink;
}

static void sink_put(rl_sink *sink, const char *text)
{
    OK(rl_sink_write(sink, text, strlen(text), &error));
}

static void sink_publish(rl_sink *sink)
{
    rl_status status = rl_sink_commit(sink, &error);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    rl_sink_free(sink);
}

static unsigned mode_of(const char *path)
{
    struct stat status;
    ck_assert_int_eq(lstat(path, &status), 0);
    return (unsigned)status.st_mode & 07777U;
}

static mode_t kind_of(const char *path)
{
    struct stat status;
    ck_assert_int_eq(lstat(path, &status), 0);
    return status.st_mode & S_IFMT;
}

/* ---- files -------------------------------------------------------------- */

TESTS_BELOW(.before = folder_make, .after = folder_remove)

TEST(file_sink_shows_the_file_at_commit)
{
    rl_sink *sink = file_sink(at(0, "a"));
    sink_put(sink, "hello ");
    ck_assert_int_ne(access(at(0, "a"), F_OK), 0);
    sink_put(sink, "world");
    sink_publish(sink);
    file_is(at(0, "a"), "hello world");
    ck_assert_int_eq(folder_count(), 1);
}

TEST(file_sink_without_commit_keeps_the_old_file)
{
    file_put(at(0, "a"), "old");
    rl_sink *sink = file_sink(at(0, "a"));
    sink_put(sink, "new");
    ck_assert_int_eq(folder_count(), 2);
    rl_sink_free(sink);
    file_is(at(0, "a"), "old");
    ck_assert_int_eq(folder_count(), 1);
    rl_sink_free(NULL);
}

TEST(file_sink_writes_large_runs_whole)
{
    enum { SIZE = 300001 };
    char *text = malloc(SIZE + 1);
    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < SIZE; i++)
        text[i] = (char)('a' + i % 23);
    text[SIZE] = '\0';
    rl_sink *sink = file_sink(at(0, "a"));
    size_t step = 1;
    for (size_t i = 0; i < SIZE; i += step, step = step * 3 % 131071 + 1) {
        if (step > SIZE - i)
            step = SIZE - i;
        OK(rl_sink_write(sink, text + i, step, &error));
    }
    sink_publish(sink);
    file_is(at(0, "a"), text);
    free(text);
}

TEST(file_sink_keeps_an_old_mode_and_obeys_the_umask)
{
    mode_t before = umask(027);
    sink_publish(file_sink(at(0, "new")));
    ck_assert_uint_eq(mode_of(at(0, "new")), 0640);
    const unsigned modes[] = {0600, 0666, 0755};
    for (size_t i = 0; i < 3; i++) {
        file_put(at(0, "old"), "x");
        ck_assert_int_eq(chmod(at(0, "old"), modes[i]), 0);
        sink_publish(file_sink(at(0, "old")));
        ck_assert_uint_eq(mode_of(at(0, "old")), modes[i]);
    }
    (void)umask(before);
}

TEST(file_sink_temporary_is_as_private_as_its_target)
{
    file_put(at(0, "a"), "x");
    ck_assert_int_eq(chmod(at(0, "a"), 0600), 0);
    rl_sink *sink = file_sink(at(0, "a"));
    DIR *dir = opendir(folder);
    int seen = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (strncmp(entry->d_name, ".ridgeline-", 11) != 0)
            continue;
        ck_assert_uint_eq(strlen(entry->d_name), 31);
        ck_assert_str_eq(entry->d_name + 27, ".tmp");
        ck_assert_uint_eq(mode_of(at(1, entry->d_name)), 0600);
        seen++;
    }
    (void)closedir(dir);
    ck_assert_int_eq(seen, 1);
    rl_sink_free(sink);
}

TEST(file_sink_writes_through_links)
{
    ck_assert_int_eq(mkdir(at(0, "sub"), 0777), 0);
    file_put(at(0, "sub/real"), "old");
    ck_assert_int_eq(symlink("sub/real", at(0, "second")), 0);
    ck_assert_int_eq(symlink(at(1, "second"), at(0, "first")), 0);
    rl_sink *sink = file_sink(at(0, "first"));
    sink_put(sink, "new");
    sink_publish(sink);
    ck_assert_int_eq(kind_of(at(0, "first")), S_IFLNK);
    ck_assert_int_eq(kind_of(at(0, "second")), S_IFLNK);
    file_is(at(0, "sub/real"), "new");
    ck_assert_int_eq(unlink(at(0, "sub/real")), 0);

    sink = file_sink(at(0, "first")); /* dangling now */
    sink_put(sink, "made");
    sink_publish(sink);
    ck_assert_int_eq(kind_of(at(0, "first")), S_IFLNK);
    file_is(at(0, "sub/real"), "made");
    ck_assert_int_eq(folder_count(), 3);
    ck_assert_int_eq(unlink(at(0, "sub/real")), 0);
}

TEST(file_sink_leaves_other_hard_link_unchanged)
{
    file_put(at(0, "a"), "old");
    ck_assert_int_eq(link(at(0, "a"), at(1, "b")), 0);
    rl_sink *sink = file_sink(at(0, "a"));
    sink_put(sink, "new");
    sink_publish(sink);
    file_is(at(0, "a"), "new");
    file_is(at(1, "b"), "old");
}

/* ---- files that replace none -------------------------------------------- */

static rl_sink *new_file_sink(const char *path)
{
    rl_sink *sink;
    rl_status status = rl_sink_to_new_file(&sink, path, NULL, &error);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    return sink;
}

TEST(new_file_sink_shows_the_file_at_commit)
{
    rl_sink *sink = new_file_sink(at(0, "a"));
    sink_put(sink, "new");
    ck_assert_int_ne(access(at(0, "a"), F_OK), 0);
    sink_publish(sink);
    file_is(at(0, "a"), "new");
    struct stat status;
    ck_assert_int_eq(lstat(at(0, "a"), &status), 0);
    ck_assert_uint_eq(status.st_nlink, 1);
    ck_assert_int_eq(folder_count(), 1);
}

TEST(new_file_sink_refuses_an_existing_file)
{
    rl_sink *sink;
    file_put(at(0, "a"), "old");
    ck_assert_int_eq(symlink("a", at(1, "link")), 0);
    ck_assert_int_eq(rl_sink_to_new_file(&sink, at(0, "a"), NULL, &error), RL_CANNOT_CREATE);
    ck_assert_ptr_null(sink);
    ck_assert_msg(strstr(error.text, "exists") != NULL, "%s", error.text);
    ck_assert_int_eq(rl_sink_to_new_file(&sink, at(1, "link"), NULL, &error), RL_CANNOT_CREATE);
    file_is(at(0, "a"), "old");
    ck_assert_int_eq(folder_count(), 2);
}

TEST(new_file_sink_refuses_a_file_made_meanwhile)
{
    rl_sink *sink = new_file_sink(at(0, "a"));
    sink_put(sink, "new");
    file_put(at(0, "a"), "somebody's");
    ck_assert_int_eq(rl_sink_commit(sink, &error), RL_CANNOT_CREATE);
    ck_assert_msg(strstr(error.text, "exists") != NULL, "%s", error.text);
    rl_sink_free(sink);
    file_is(at(0, "a"), "somebody's");
    ck_assert_int_eq(folder_count(), 1);
}

/* A device has no contents that could be lost. */
TEST(new_file_sink_writes_to_devices)
{
    rl_sink *sink = new_file_sink("/dev/null");
    sink_put(sink, "gone");
    sink_publish(sink);
    ck_assert_uint_eq(kind_of("/dev/null"), S_IFCHR);
}

static void refused(const char *path, const char *word)
{
    rl_sink *sink = (rl_sink *)(void *)&error;
    ck_assert_int_eq(rl_sink_to_file(&sink, path, NULL, &error), RL_CANNOT_CREATE);
    ck_assert_ptr_null(sink);
    ck_assert_int_eq(error.status, RL_CANNOT_CREATE);
    ck_assert_msg(strstr(error.text, word) != NULL, "%s", error.text);
    ck_assert_ptr_null(strchr(error.text, '\n'));
}

TEST(file_sink_names_the_reason_of_a_refusal)
{
    char name[5001];
    memset(name, 'x', 5000);
    name[5000] = '\0';
    refused(name, "name too long");
    char long_name[301];
    memset(long_name, 'x', 300);
    long_name[300] = '\0';
    refused(at(0, long_name), "name too long");
    refused("", "empty path");
    refused(folder, "is a folder");
    refused(at(0, "none/x.png"), "no such file or folder");
    refused(at(0, "none/"), "no such file or folder");
    file_put(at(1, "file"), "x");
    refused(at(0, "file/x.png"), "not a folder");
    ck_assert_int_eq(symlink("loop", at(0, "loop")), 0);
    refused(at(0, "loop"), "too many symbolic links");
    refused(at(0, "no\033]0;x\007\n/x"), "\\x1b");
    ck_assert_int_eq(folder_count(), 2);
}

/* Root passes every permission, so a child process tries as another user. */
TEST(file_sink_without_permission_is_refused)
{
    file_put(at(0, "kept"), "old");
    ck_assert_int_eq(chmod(at(0, "kept"), 0444), 0);
    ck_assert_int_eq(mkdir(at(1, "sub"), 0555), 0);
    ck_assert_int_eq(chmod(folder, 0777), 0);
    if (geteuid() == 0)
        ck_assert_int_eq(seteuid(65534), 0);
    refused(at(0, "kept"), "permission denied");
    refused(at(1, "sub/x"), "permission denied");
    if (getuid() == 0)
        ck_assert_int_eq(seteuid(0), 0);
    file_is(at(0, "kept"), "old");
    ck_assert_int_eq(folder_count(), 2);
}

/* With the file size limited every byte beyond it fails like a full disk. */
static void limited_write(rlim_t limit, size_t size)
{
    struct rlimit before, now;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    now = before;
    now.rlim_cur = limit;
    (void)signal(SIGXFSZ, SIG_IGN);
    rl_sink *sink = file_sink(at(0, "a"));
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &now), 0);
    char run[1000];
    memset(run, 'n', sizeof run);
    rl_status status = RL_OK;
    for (size_t i = 0; i < size && status == RL_OK; i += sizeof run)
        status = rl_sink_write(sink, run, sizeof run, &error);
    rl_status commit = rl_sink_commit(sink, &error);
    rl_sink_free(sink);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    ck_assert_int_eq(commit, RL_IO_ERROR);
    ck_assert_msg(strstr(error.text, "file too large") != NULL, "%s", error.text);
}

TEST(file_sink_on_a_full_disk_keeps_the_old_file)
{
    file_put(at(0, "a"), "old");
    limited_write(4096, 10000);   /* fails at commit, in the flush */
    limited_write(70000, 500000); /* fails while writing */
    limited_write(0, 1000);
    file_is(at(0, "a"), "old");
    ck_assert_int_eq(folder_count(), 1);
}

TEST(file_sink_whose_folder_vanishes_fails)
{
    ck_assert_int_eq(mkdir(at(0, "sub"), 0777), 0);
    rl_sink *sink = file_sink(at(0, "sub/a"));
    sink_put(sink, "x");
    DIR *dir = opendir(at(0, "sub"));
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        (void)unlinkat(dirfd(dir), entry->d_name, 0);
    (void)closedir(dir);
    ck_assert_int_eq(rmdir(at(0, "sub")), 0);
    ck_assert_int_eq(rl_sink_commit(sink, &error), RL_CANNOT_CREATE);
    ck_assert_int_eq(rl_sink_commit(sink, &error), RL_CANNOT_CREATE);
    rl_sink_free(sink);
    ck_assert_int_eq(folder_count(), 0);
}

TEST(file_sink_after_commit_refuses_bytes)
{
    rl_sink *sink = file_sink(at(0, "a"));
    sink_put(sink, "x");
    OK(rl_sink_commit(sink, &error));
    OK(rl_sink_commit(sink, &error));
    ck_assert_int_eq(rl_sink_write(sink, "y", 1, &error), RL_BAD_ARGUMENT);
    rl_sink_free(sink);
    file_is(at(0, "a"), "x");
}

/* ---- what is not a regular file ----------------------------------------- */

TEST(file_sink_writes_to_a_device_and_keeps_it)
{
    ck_assert_int_eq(symlink("/dev/full", at(0, "full")), 0);
    ck_assert_int_eq(symlink("/dev/null", at(1, "null")), 0);
    const char *full[] = {"/dev/full", place[0]};
    for (size_t i = 0; i < 2; i++) {
        rl_sink *sink = file_sink(full[i]);
        sink_put(sink, "x");
        ck_assert_int_eq(rl_sink_commit(sink, &error), RL_IO_ERROR);
        ck_assert_msg(strstr(error.text, "no space left") != NULL, "%s", error.text);
        rl_sink_free(sink);
    }
    rl_sink *sink = file_sink(at(1, "null"));
    sink_put(sink, "x");
    sink_publish(sink);
    ck_assert_int_eq(kind_of("/dev/full"), S_IFCHR);
    ck_assert_int_eq(kind_of("/dev/null"), S_IFCHR);
    ck_assert_int_eq(kind_of(at(0, "full")), S_IFLNK);
    ck_assert_int_eq(folder_count(), 2);
}

TEST(file_sink_writes_to_a_fifo_and_keeps_it)
{
    ck_assert_int_eq(mkfifo(at(0, "pipe"), 0600), 0);
    int reader = open(at(0, "pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ck_assert_int_ge(reader, 0);
    rl_sink *sink = file_sink(at(0, "pipe"));
    sink_put(sink, "through");
    sink_publish(sink);
    char got[16] = {0};
    ck_assert_int_eq(read(reader, got, sizeof got), 7);
    ck_assert_str_eq(got, "through");
    (void)close(reader);
    ck_assert_int_eq(kind_of(at(0, "pipe")), S_IFIFO);
    ck_assert_int_eq(folder_count(), 1);
}

TEST(file_sink_writes_to_a_socket_and_keeps_it)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%.100s", at(0, "s"));
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    const void *name = &address;
    ck_assert_int_eq(bind(listener, name, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    rl_sink *sink = file_sink(at(0, "s"));
    sink_put(sink, "through");
    sink_publish(sink);
    int peer = accept(listener, NULL, NULL);
    char got[16] = {0};
    ck_assert_int_eq(read(peer, got, sizeof got), 7);
    (void)close(peer);
    (void)close(listener);
    ck_assert_int_eq(kind_of(at(0, "s")), S_IFSOCK);
    refused(at(0, "s"), "connection refused");
}

/* ---- descriptors, memory, callbacks ------------------------------------- */

TEST(descriptor_sink_writes_to_a_pipe)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    rl_sink *sink;
    OK(rl_sink_to_fd(&sink, ends[1], "standard output", NULL, &error));
    sink_put(sink, "abc");
    OK(rl_sink_commit(sink, &error));
    rl_sink_free(sink);
    ck_assert_int_eq(write(ends[1], "d", 1), 1); /* still the caller's, still open */
    char got[8] = {0};
    ck_assert_int_eq(read(ends[0], got, sizeof got), 4);
    ck_assert_str_eq(got, "abcd");

    (void)signal(SIGPIPE, SIG_IGN);
    (void)close(ends[0]);
    OK(rl_sink_to_fd(&sink, ends[1], "out\n", NULL, &error));
    sink_put(sink, "x");
    ck_assert_int_eq(rl_sink_commit(sink, &error), RL_IO_ERROR);
    ck_assert_str_eq(error.text, "out\\x0a: cannot write: the reader closed the pipe");
    rl_sink_free(sink);
    (void)close(ends[1]);
    OK(rl_sink_to_fd(&sink, ends[1], "closed", NULL, &error));
    sink_put(sink, "x");
    ck_assert_int_eq(rl_sink_commit(sink, &error), RL_IO_ERROR);
    rl_sink_free(sink);
}

/* The pipe gets all bytes. */
TEST(descriptor_sink_waits_for_a_full_non_blocking_pipe)
{
    enum { SIZE = 1000000 };
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        static char bytes[SIZE];
        (void)close(ends[0]);
        (void)fcntl(ends[1], F_SETFL, O_NONBLOCK);
        rl_sink *sink;
        int ok = rl_sink_to_fd(&sink, ends[1], "pipe", NULL, NULL) == RL_OK &&
                 rl_sink_write(sink, bytes, SIZE, NULL) == RL_OK &&
                 rl_sink_commit(sink, NULL) == RL_OK;
        rl_sink_free(sink);
        _exit(ok ? 0 : 1);
    }
    (void)close(ends[1]);
    /* What a pipe mostly holds; a smaller one is full all the same after a while. */
    for (int held = 0, i = 0; held < 65536 && i < 500; i++) {
        ck_assert_int_eq(ioctl(ends[0], FIONREAD, &held), 0);
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    size_t total = 0;
    char part[4096];
    for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0;)
        total += (size_t)got;
    (void)close(ends[0]);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(total, SIZE);
}

TEST(errno_reason_is_text_or_number)
{
    ck_assert_str_eq(reason_of(ENOSPC).text, "no space left on device");
    ck_assert_str_eq(reason_of(99999).text, "error 99999");
}

TEST(descriptor_sink_reports_a_full_device)
{
    int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    rl_sink *sink;
    OK(rl_sink_to_fd(&sink, fd, "full", NULL, &error));
    static const char run[65536];
    rl_status status = RL_OK;
    for (int i = 0; i < 3 && status == RL_OK; i++)
        status = rl_sink_write(sink, run, sizeof run, &error);
    ck_assert_int_eq(status, RL_IO_ERROR);
    ck_assert_str_eq(error.text, "full: cannot write: no space left on device");
    ck_assert_int_eq(rl_sink_commit(sink, &error), RL_IO_ERROR);
    rl_sink_free(sink);
    (void)close(fd);
}

TEST(memory_sink_collects_all_bytes)
{
    size_t size = 1;
    rl_sink *sink = memory_sink();
    ck_assert_ptr_nonnull(rl_sink_bytes(sink, &size));
    ck_assert_uint_eq(size, 0);
    for (unsigned i = 0; i < 20000; i++) {
        unsigned char byte = (unsigned char)(i % 251);
        OK(rl_sink_write(sink, &byte, 1, &error));
    }
    const unsigned char *bytes = rl_sink_bytes(sink, &size);
    ck_assert_uint_eq(size, 20000);
    for (unsigned i = 0; i < 20000; i++)
        ck_assert_uint_eq(bytes[i], i % 251);
    OK(rl_sink_commit(sink, &error));
    ck_assert_ptr_eq(rl_sink_bytes(sink, NULL), bytes);
    rl_sink_free(sink);
    ck_assert_ptr_null(rl_sink_bytes(NULL, &size));
}

static int take_three(void *user, const void *bytes, size_t size)
{
    (void)bytes;
    size_t *total = user;
    *total += size;
    return *total > 3 ? 42 : 0;
}

TEST(callback_sink_stops_at_a_failing_callback)
{
    rl_sink *sink;
    size_t total = 0, size;
    ck_assert_int_eq(rl_sink_to_callback(&sink, NULL, NULL, NULL, &error), RL_BAD_ARGUMENT);
    OK(rl_sink_to_callback(&sink, take_three, &total, NULL, &error));
    ck_assert_ptr_null(rl_sink_bytes(sink, &size));
    OK(rl_sink_write(sink, "abc", 3, &error));
    ck_assert_int_eq(rl_sink_write(sink, "d", 1, &error), RL_IO_ERROR);
    ck_assert_msg(strstr(error.text, "42") != NULL, "%s", error.text);
    ck_assert_int_eq(rl_sink_write(sink, "e", 1, &error), RL_IO_ERROR);
    ck_assert_uint_eq(total, 4); /* a failed sink is not called again */
    ck_assert_int_eq(rl_sink_commit(sink, &error), RL_IO_ERROR);
    rl_sink_free(sink);
}

TEST(sink_allocation_failing_at_any_call_is_no_memory)
{
    file_put(at(0, "a"), "old");
    int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int failures[3] = {0};
    for (int kind = 0; kind < 3; kind++) {
        rl_status status = RL_NO_MEMORY;
        for (int n = 0; status == RL_NO_MEMORY; n++) {
            counted_memory memory;
            counted_memory_init(&memory, n + 1);
            memory.goes_on = 1;
            rl_sink *sink = NULL;
            status = kind == 0   ? rl_sink_to_file(&sink, at(0, "a"), &memory.allocator, &error)
                     : kind == 1 ? rl_sink_to_fd(&sink, fd, "x", &memory.allocator, &error)
                                 : rl_sink_to_memory(&sink, &memory.allocator, &error);
            if (status == RL_OK)
                status = rl_sink_write(sink, "new", 3, &error);
            rl_sink_free(sink);
            ck_assert_int_eq(memory.live, 0);
            failures[kind] += status == RL_NO_MEMORY;
            ck_assert_int_eq(folder_count(), 1);
        }
        ck_assert_int_eq(status, RL_OK);
        ck_assert_int_eq(failures[kind], 2);
    }
    (void)close(fd);
    file_is(at(0, "a"), "old");
}

/* The process starts with 0, 1 and 2 closed. */
TEST(file_sink_never_uses_closed_standard_descriptors)
{
    file_put(at(1, "in"), "x");
    at(0, "a");
    pid_t child = fork();
    if (child == 0) {
        (void)close(0);
        (void)close(1);
        (void)close(2);
        rl_sink *sink;
        void *bytes;
        size_t size;
        int bad = rl_sink_to_file(&sink, place[0], NULL, NULL) != RL_OK;
        bad |= (fcntl(0, F_GETFD) != -1) << 1 | (fcntl(1, F_GETFD) != -1) << 2 |
               (fcntl(2, F_GETFD) != -1) << 3;
        bad |= (rl_sink_commit(sink, NULL) != RL_OK) << 4;
        rl_sink_free(sink);
        bad |= (rl_file_read(&bytes, &size, place[1], 10, NULL, NULL) != RL_OK) << 5;
        rl_file_free(bytes, NULL);
        bad |= (rl_file_read(&bytes, &size, "-", 10, NULL, NULL) != RL_NO_INPUT) << 6;
        _exit(bad);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(folder_count(), 2);
}

/* ---- reading ------------------------------------------------------------ */

static rl_status read_status(const char *path, size_t limit)
{
    size_t size = 7;
    void *bytes = &size;
    rl_status status = rl_file_read(&bytes, &size, path, limit, NULL, &error);
    if (status != RL_OK) {
        ck_assert_ptr_null(bytes);
        ck_assert_uint_eq(size, 0);
        ck_assert_int_eq(error.status, status);
    }
    rl_file_free(bytes, NULL);
    return status;
}

TEST(file_read_refuses_more_than_its_limit)
{
    file_put(at(0, "ten"), "0123456789");
    file_put(at(1, "none"), "");
    file_is(at(0, "ten"), "0123456789");
    file_is(at(1, "none"), "");
    ck_assert_int_eq(read_status(at(0, "ten"), 10), RL_OK);
    ck_assert_int_eq(read_status(at(1, "none"), 0), RL_OK);
    ck_assert_int_eq(read_status(at(0, "ten"), SIZE_MAX), RL_OK);
    ck_assert_int_eq(read_status(at(0, "ten"), 9), RL_BAD_DATA);
    ck_assert_msg(strstr(error.text, "ten: 10 bytes: must be at most 9") != NULL, "%s", error.text);
    ck_assert_int_eq(truncate(at(0, "ten"), (off_t)3 << 31), 0);
    ck_assert_int_eq(read_status(at(0, "ten"), SIZE_MAX), RL_BAD_DATA);
}

TEST(file_read_refuses_pipes_devices_and_folders)
{
    ck_assert_int_eq(mkfifo(at(0, "pipe"), 0600), 0);
    ck_assert_int_eq(read_status(at(0, "pipe"), 10), RL_BAD_DATA); /* and does not hang */
    ck_assert_msg(strstr(error.text, "is not a regular file") != NULL, "%s", error.text);
    ck_assert_int_eq(read_status("/dev/zero", 10), RL_BAD_DATA);
    ck_assert_int_eq(read_status(folder, 10), RL_BAD_DATA);
    ck_assert_int_eq(read_status(at(0, "missing"), 10), RL_NO_INPUT);
    ck_assert_msg(strstr(error.text, "no such file") != NULL, "%s", error.text);
    ck_assert_int_eq(read_status("", 10), RL_NO_INPUT);
    ck_assert_int_eq(read_status(NULL, 10), RL_NO_INPUT);
}

/* Files of /proc are of this kind. */
TEST(file_read_of_announced_size_0_reads_all_bytes)
{
    ck_assert_int_eq(read_status("/proc/self/status", 1 << 20), RL_OK);
    ck_assert_int_eq(read_status("/proc/self/status", 100), RL_BAD_DATA);
    void *bytes;
    size_t size;
    OK(rl_file_read(&bytes, &size, "/proc/self/status", 1 << 20, NULL, &error));
    ck_assert_uint_gt(size, 500);
    ck_assert_uint_eq(strlen(bytes), size);
    rl_file_free(bytes, NULL);
}

static rl_status read_piped(size_t count, size_t limit, size_t *size)
{
    int ends[2], saved = dup(0);
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        for (size_t i = 0; i < count && write(ends[1], "x", 1) == 1; i++)
            ;
        _exit(0);
    }
    (void)close(ends[1]);
    (void)dup2(ends[0], 0);
    (void)close(ends[0]);
    void *bytes;
    rl_status status = rl_file_read(&bytes, size, "-", limit, NULL, &error);
    ck_assert(status != RL_OK || strlen(bytes) == *size);
    rl_file_free(bytes, NULL);
    (void)dup2(saved, 0);
    (void)close(saved);
    (void)waitpid(child, NULL, 0);
    return status;
}

TEST(file_read_of_dash_reads_standard_input)
{
    size_t size;
    ck_assert_int_eq(read_piped(10000, 10000, &size), RL_OK);
    ck_assert_uint_eq(size, 10000);
    ck_assert_int_eq(read_piped(0, 0, &size), RL_OK);
    ck_assert_uint_eq(size, 0);
    ck_assert_int_eq(read_piped(10001, 10000, &size), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "standard input: over 10000 bytes: must be at most that");
}

TEST(file_read_allocation_failing_at_any_call_is_no_memory)
{
    rl_status status = RL_NO_MEMORY;
    int failures = 0;
    for (int n = 0; status == RL_NO_MEMORY; n++) {
        counted_memory memory;
        counted_memory_init(&memory, n + 1);
        memory.goes_on = 1;
        void *bytes;
        size_t size;
        status =
            rl_file_read(&bytes, &size, "/proc/self/status", 1 << 20, &memory.allocator, &error);
        failures += status == RL_NO_MEMORY;
        rl_file_free(bytes, &memory.allocator);
        ck_assert_int_eq(memory.live, 0);
    }
    ck_assert_int_eq(status, RL_OK);
    ck_assert_int_gt(failures, 1);
}
