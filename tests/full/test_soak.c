/* test_soak.c - many pictures in one process: neither memory nor open files grow.
 *
 *     SOAK=10000 CK_TIMEOUT_MULTIPLIER=100 unit soak        so many pictures; default 150
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/support.h"

#define WARM 60 /* pictures until malloc has what it needs */

/* Growth of resident memory that is allowed, in KiB. */
#define MOST_KIB (SUPPORT_IS_SANITIZED ? 262144L : 1024L)

/* Linux tells both; elsewhere they are 0 and nothing is held. */
static long resident_kib(void)
{
    long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    EXPECT(fscanf(file, "%ld %ld", &all, &resident) == 2);
    (void)fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static int open_files(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder != NULL && readdir(folder) != NULL)
        count++;
    if (folder != NULL)
        (void)closedir(folder);
    return count;
}

/* Scenes come again after WARM: what they need is then known. */
static void render_one(long number, const char *path)
{
    static rl_scene scene;
    chance c = chance_from((uint64_t)(number % WARM));
    rl_render_options options = {.struct_size = sizeof options, .threads = 1 + (int)(number % 3)};
    rl_sink *sink;
    quick_scene(&c, &scene);
    rl_frame *frame = new_frame(&scene, 32, 18);
    OK(rl_sink_to_file(&sink, path, NULL, &error));
    OK(rl_render(frame, &options, sink, &error));
    if (number % 10 == 0) /* syncing each would test the disk */
        OK(rl_sink_commit(sink, &error));
    rl_sink_free(sink);
    rl_frame_free(frame);
}

TEST(many_pictures_leak_neither_memory_nor_files)
{
    const char *given = getenv("SOAK");
    long count = given != NULL && atol(given) > 0 ? atol(given) : 150;
    char folder[] = "/tmp/ridgeline-soak.XXXXXX", path[60];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/x.png", folder);
    for (long i = 0; i < 2 * WARM; i++)
        render_one(i, path);
    long memory = resident_kib();
    int files = open_files();
    for (long i = 0; i < count; i++)
        render_one(i, path);
    long grown = resident_kib() - memory;
    ck_assert_int_eq(open_files(), files);
    ck_assert_int_eq(remove(path), 0);
    ck_assert_int_eq(rmdir(folder), 0); /* and no temporary file is left in it */
    ck_assert_msg(grown <= MOST_KIB, "%ld KiB more after %ld pictures", grown, count);
    if (given != NULL)
        (void)fprintf(stderr, "%ld pictures: %ld KiB and 0 open files more\n", count, grown);
}
