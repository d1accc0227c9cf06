/* test_paths.c - output paths at their limits, temporaries of dead runs, slow input.
 *
 * A path that a system call still takes may be too long for what is made beside it or
 * behind a link; then the sink says so and leaves nothing.
 */
#include "ridgeline.h"

#include "support/support.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATH_ROOM 4096 /* as Linux has it, with the NUL */

static char folder[256];

static void folder_make(void)
{
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/rl-paths-XXXXXX",
                   base != NULL && strlen(base) < 50 ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

/* FOLDER/././.../NAME of that many bytes, or one more. */
static const char *padded(size_t length, const char *name)
{
    static char path[PATH_ROOM + 8];
    size_t used = (size_t)snprintf(path, sizeof path, "%s/", folder);
    for (; used + strlen(name) + 1 < length; used += 2)
        memcpy(path + used, "./", 2);
    memcpy(path + used, name, strlen(name) + 1);
    return path;
}

static const char *at(const char *name)
{
    return padded(0, name);
}

static int count_files(void)
{
    int count = 0;
    DIR *list = opendir(folder);
    ck_assert_ptr_nonnull(list);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    (void)closedir(list);
    return count;
}

static void folder_remove(void)
{
    DIR *list = opendir(folder);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;)
        (void)remove(at(entry->d_name));
    (void)closedir(list);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void is_too_long(const char *path)
{
    rl_sink *sink = (rl_sink *)&error;
    ck_assert_int_eq(rl_sink_to_file(&sink, path, NULL, &error), RL_CANNOT_CREATE);
    ck_assert_ptr_null(sink);
    ck_assert_msg(strstr(error.text, "name too long") != NULL, "%s", error.text);
}

static void file_make(const char *name)
{
    int fd = open(at(name), O_WRONLY | O_CREAT | O_EXCL, 0600);
    ck_assert_int_ge(fd, 0);
    (void)close(fd);
}

static void picture_write(const char *path)
{
    rl_sink *sink;
    OK(rl_sink_to_file(&sink, path, NULL, &error));
    OK(rl_sink_write(sink, "new", 3, &error));
    OK(rl_sink_commit(sink, &error));
    rl_sink_free(sink);
}

/* ---- limits ---------------------------------------------------------------- */

TESTS_BELOW(.before = folder_make, .after = folder_remove)

/* The longest path that leaves room in its folder is written, and longer ones are refused. */
TEST(output_path_without_room_for_a_temporary_is_refused)
{
    enum { TEMPORARY = 31 }; /* .ridgeline-0123456789abcdef.tmp */
    picture_write(padded(PATH_ROOM - TEMPORARY - 1, "a"));
    ck_assert_int_eq(count_files(), 1);
    is_too_long(padded(PATH_ROOM - TEMPORARY + 2, "b"));
    is_too_long(padded(PATH_ROOM - 2, "b"));
    is_too_long(padded(PATH_ROOM + 2, "b"));
    ck_assert_int_eq(count_files(), 1);
}

TEST(link_target_without_room_for_a_temporary_is_refused)
{
    char far[3000];
    memset(far, '/', sizeof far);
    for (size_t i = 0; i < sizeof far; i += 2)
        far[i] = '.';
    strcpy(far + sizeof far - 3, "/b");
    ck_assert_int_eq(symlink(far, at("link")), 0);
    picture_write(at("link"));
    ck_assert_int_eq(access(at("b"), F_OK), 0);
    is_too_long(padded(1500, "link"));
    ck_assert_int_eq(count_files(), 2);
}

TEST(socket_path_without_room_is_refused)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%.80s", at("s"));
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    const void *name = &address;
    ck_assert_int_eq(bind(listener, name, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    is_too_long(padded(sizeof address.sun_path + 1, "s"));
    picture_write(padded(sizeof address.sun_path - 2, "s"));
    (void)close(listener);
}

/* ---- what dead runs left ------------------------------------------------------ */

#define DEAD ".ridgeline-0123456789abcdef.tmp"
#define HELD ".ridgeline-fedcba9876543210.tmp"

/* Files with a similar name stay. */
TEST(unlocked_temporaries_are_swept_others_stay)
{
    static const char *const others[] = {
        ".ridgeline-0123456789abcde.tmp", ".ridgeline-0123456789abcdeg.tmp",
        ".ridgeline-0123456789abcdef.tmq", "ridgeline-0123456789abcdef.tmp"};
    enum { OTHERS = sizeof others / sizeof others[0] };
    file_make(DEAD);
    file_make(HELD);
    for (int i = 0; i < OTHERS; i++)
        file_make(others[i]);
    ck_assert_int_eq(mkdir(at(".ridgeline-0000000000000000.tmp"), 0700), 0);
    ck_assert_int_eq(symlink(HELD, at(".ridgeline-1111111111111111.tmp")), 0);
    int held = open(at(HELD), O_WRONLY);
    ck_assert_int_eq(flock(held, LOCK_EX | LOCK_NB), 0);
    picture_write(at("a"));
    ck_assert_int_ne(access(at(DEAD), F_OK), 0);
    ck_assert_int_eq(access(at(HELD), F_OK), 0);
    ck_assert_int_eq(count_files(), 1 + OTHERS + 3); /* the picture, they, and what stays */
    (void)close(held);
    picture_write(at("a"));
    ck_assert_int_ne(access(at(HELD), F_OK), 0);
    ck_assert_int_eq(count_files(), 1 + OTHERS + 2);
}

/* ---- slow input ---------------------------------------------------------------- */

TEST(non_blocking_standard_input_is_waited_for)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        void *bytes;
        size_t size;
        (void)close(ends[1]);
        int bad = dup2(ends[0], 0) != 0 || fcntl(0, F_SETFL, O_NONBLOCK) != 0;
        bad |= (rl_file_read(&bytes, &size, "-", 100, NULL, NULL) != RL_OK) << 1;
        bad |= (bad != 0 || size != 4 || memcmp(bytes, "late", 4) != 0) << 2;
        rl_file_free(bytes, NULL);
        _exit(bad);
    }
    (void)close(ends[0]);
    const struct timespec pause = {0, 100000000};
    (void)nanosleep(&pause, NULL);
    ck_assert_int_eq(write(ends[1], "la", 2), 2);
    (void)nanosleep(&pause, NULL);
    ck_assert_int_eq(write(ends[1], "te", 2), 2);
    (void)close(ends[1]);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}
