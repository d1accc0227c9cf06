/* support.h - what several suites share: chance, memory that fails, pictures.
 *
 * Chance here is the library's own hash, so a failing case comes again.
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "base/scene.h"
#include "scene/keys.h"
#include "support/test.h"

/* `make check` does one part in SUPPORT_SHARE of a long loop, `make brute` all of it
 * (-DSUPPORT_SHARE=1).  Nothing else differs between the two. */
#ifndef SUPPORT_SHARE
#define SUPPORT_SHARE 8
#endif
#define SUPPORT_ALL (SUPPORT_SHARE == 1)
/* The number of rounds of a loop that has `all` of them in `make brute`; at least one. */
#define SUPPORT_PART(all) (((all) + SUPPORT_SHARE - 1) / SUPPORT_SHARE)

/* The number of the fault to try after fault n: the first 30 one by one, then one of SUPPORT_SHARE.
 */
#define SUPPORT_NEXT_FAULT(n) ((n) + ((n) < 30 ? 1 : SUPPORT_SHARE))

/* 1 in builds with AddressSanitizer or ThreadSanitizer, which keep freed memory for a while. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SUPPORT_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SUPPORT_IS_SANITIZED 1
#endif
#endif
#ifndef SUPPORT_IS_SANITIZED
#define SUPPORT_IS_SANITIZED 0
#endif

/* ck_assert writes to a pipe each time: too slow for every pixel.  These do so
 * on failure alone. */
#define EXPECT_MSG(condition, ...)                                                                 \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)
#define EXPECT(condition) EXPECT_MSG(condition, "%s", #condition)

typedef struct chance {
    uint64_t key;
    int64_t next;
} chance;

chance chance_from(uint64_t seed);
uint64_t chance_bits(chance *c);
int64_t chance_integer(chance *c, int64_t low, int64_t high); /* both ends included */
double chance_real(chance *c, double low, double high);

/* kernels_count returns how many variants of a kernel the CPU has: 0 is plain C, and all must give
 * the same bits. */
int kernels_count(void);

/* Gives the variants 1 and up what array[0] holds, and requires that variant k ended as 0 did. */
#define KERNELS_COPY(array)                                                                        \
    for (int variant = 1; variant < CPU_KERNELS; variant++)                                        \
    memcpy(&(array)[variant], &(array)[0], sizeof(array)[0])
#define EXPECT_KERNEL(array, k)                                                                    \
    EXPECT_MSG(memcmp(&(array)[k], &(array)[0], sizeof(array)[0]) == 0, "kernels %d", k)

/* An allocator that counts, and fails at the call `fail_at` (1 = the first); from then on
 * when `goes_on` is set. */
typedef struct counted_memory {
    rl_allocator allocator;
    long calls, live, fail_at;
    int goes_on;
} counted_memory;

void counted_memory_init(counted_memory *memory, long fail_at);

/* EACH_FAULT runs the statement below it with a memory that fails at its first call, at its
 * second and so on, until it is not called as often.  After each run every block must have been
 * freed.  must_tell_fault requires RL_NO_MEMORY in a run with a fault and RL_OK in the last. */
#define EACH_FAULT(memory) for ((memory).fail_at = 0; counted_memory_next(&(memory));)

int counted_memory_next(counted_memory *memory);
void must_tell_fault(const counted_memory *memory, rl_status status);

/* take_until is the function of a sink that takes so many bytes (`user`: a size_t) and then
 * returns 5. */
int take_until(void *user, const void *bytes, size_t size);

/* scene_of_seed makes a scene with nothing set but its seed. */
void scene_of_seed(rl_scene *scene, uint64_t seed);

/* scene_text returns the canonical text, ended by a NUL; free() it. */
char *scene_text(const rl_scene *scene);

/* random_value writes a legal value of a key: ends of its range, "auto", or
 * anything between. */
void random_value(chance *c, const scene_key *key, char text[KEYS_VALUE_SIZE]);

/* random_scene sets about `share` percent of all keys to legal values; the
 * result can be resolved. */
void random_scene(chance *c, int share, rl_scene *scene);

/* random_map does so for a map, with passes. */
void random_map(chance *c, int share, rl_scene *scene);

/* quick_scene makes a scene that is painted fast: odd lights, edges, dithers,
 * kinds and noises, but no extreme of length. */
void quick_scene(chance *c, rl_scene *scene);

/* random_print gives about every other scene one of the prints. */
void random_print(chance *c, rl_scene *scene);

/* A painted picture, 16 bits a sample whatever the scene's depth is. */
typedef struct picture {
    int width, height;
    uint16_t *sample; /* [height][width][3] */
} picture;

/* new_frame prepares a scene or fails the test with its error text. */
rl_frame *new_frame(const rl_scene *scene, int width, int height);
rl_frame *new_part(const rl_scene *scene, int width, int height, int x, int y, int part_width,
                   int part_height);

picture picture_paint(const rl_frame *frame);
picture picture_of(const rl_scene *scene, int width, int height);
void picture_free(picture *p);

/* map_of_scene makes a map by two threads or fails the test with its error text. */
rl_map *map_of_scene(const rl_scene *scene);

/* expect_streamed requires that rl_map_stream writes the bytes that rl_map_write writes. */
void expect_streamed(const rl_scene *scene, const rl_height_options *how, const char *what);

/* memory_sink returns a sink to memory. */
rl_sink *memory_sink(void);

/* must_be_ok fails the test with the text of `why` unless the status is RL_OK. */
void must_be_ok(rl_status status, const rl_error *why);

/* The error of a test's calls.  (A global variable of this name would replace error(3) of libc.) */
static rl_error error CK_ATTRIBUTE_UNUSED;

/* OK requires that a call succeeds which has &error. */
#define OK(call) must_be_ok((call), &error)

#endif
