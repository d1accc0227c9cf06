/* test_palette_stack.c - reading a palette leaves room on a stack of 64 KiB.
 *
 * A thread works on memory of the test's own that is filled with one byte value;
 * the deepest byte that changed tells how far the stack went.
 */
#include "helper/palette_sample.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LIMIT 20480
#define STACK (256 * 1024)
#define UNTOUCHED 0xa5

static _Alignas(4096) unsigned char stack[STACK];

typedef struct task {
    const char *text, *roles;
    rl_status status;
    size_t depth; /* bytes */
} task;

static void *run(void *user)
{
    task *self = user;
    rl_palette palette;
    rl_error error;
    unsigned char *here = (unsigned char *)&palette;
    rl_palette_options options = {sizeof options, self->roles, 0};
    self->status =
        rl_palette_parse(&palette, self->text, strlen(self->text), "p", &options, &error);
    size_t low = 0;
    while (stack + low < here && stack[low] == UNTOUCHED)
        low++;
    self->depth = (size_t)(here - stack) - low;
    return NULL;
}

static void check_depth(const char *text, const char *roles, rl_status status)
{
    task self = {text, roles, RL_INTERNAL, STACK};
    pthread_attr_t attr;
    pthread_t thread;
    memset(stack, UNTOUCHED, sizeof stack);
    ck_assert_int_eq(pthread_attr_init(&attr), 0);
    ck_assert_int_eq(pthread_attr_setstack(&attr, stack, sizeof stack), 0);
    ck_assert_int_eq(pthread_create(&thread, &attr, run, &self), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    (void)pthread_attr_destroy(&attr);
    ck_assert_int_eq(self.status, status);
    ck_assert_uint_ge(self.depth, 1024); /* it did run there */
    ck_assert_msg(self.depth <= LIMIT, "roles %s: %zu bytes of stack", roles ? roles : "none",
                  self.depth);
}

START_TEST(parsing_is_shallow)
{
    static char hex[RL_MAX_COLOURS * 7 + 1];
    static char gpl[RL_MAX_COLOURS * 32];
    size_t size = (size_t)snprintf(gpl, sizeof gpl, "GIMP Palette\n");
    for (int i = 0; i < RL_MAX_COLOURS; i++) {
        (void)snprintf(hex + i * 7, 8, "%06x\n", (unsigned)i * 16127U);
        size += (size_t)snprintf(gpl + size, sizeof gpl - size, "%d %d 9 %s\n", i & 255, i >> 2,
                                 i % 3 == 0   ? "sky"
                                 : i % 3 == 1 ? "ridge"
                                              : "free");
    }
    check_depth(hex, NULL, RL_OK);
    check_depth(gpl, NULL, RL_OK);
    check_depth(hex, "sky=0-1023,ridge=1023-0", RL_OK);
    check_depth(hex, "rigde.far=1", RL_BAD_ARGUMENT);
    check_depth(hex, "sun=1-2", RL_BAD_ARGUMENT);
    check_depth("GIMP Palette\n1 2 \x1b\n", NULL, RL_BAD_DATA);
}
END_TEST

/* A sanitizer widens every frame: what it finds says nothing of the library. */
static int is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 1;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
    return 1;
#else
    return 0;
#endif
#else
    return 0;
#endif
}

Suite *suite_palette_stack(void);

Suite *suite_palette_stack(void)
{
    Suite *suite = suite_create("palette stack");
    TCase *depth = tcase_create("depth");
    if (!is_sanitized())
        tcase_add_test(depth, parsing_is_shallow);
    suite_add_tcase(suite, depth);
    return suite;
}
