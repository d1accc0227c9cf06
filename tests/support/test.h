/* test.h - tests that add themselves to the runner; its suites are the files they stand in.
 *
 *     TESTS_BELOW(.before = folder_make, .after = folder_remove)
 *
 *     TEST(sum_of_two_numbers_is_exact)
 *     {
 *         ...
 *     }
 *
 * A function marked as a constructor puts each test into the list of support/runner.c before
 * main begins; compilers order constructors as they like, so the runner sorts by file and line.
 */
#ifndef TESTS_SUPPORT_TEST_H
#define TESTS_SUPPORT_TEST_H

#include <check.h>

/* A test, or settings for the tests below it when `test.fn` is NULL. */
typedef struct test_entry {
    TTest test;
    int rounds; /* runs of a test of TEST_LOOP; 0 = once */
    /* settings */
    double timeout;       /* seconds, a guard against tests that hang; 0 = two minutes */
    void (*before)(void); /* runs before each test, in its process; NULL = none */
    void (*after)(void);  /* runs after each test, in its process; NULL = none */
    /* of the runner */
    char suite[32]; /* name, from that of the file */
    struct test_entry *next;
} test_entry;

void test_add(test_entry *entry);

#define TEST_ENTRY(function, ...)                                                                  \
    __attribute__((constructor)) static void function(void)                                        \
    {                                                                                              \
        static test_entry entry = __VA_ARGS__;                                                     \
        test_add(&entry);                                                                          \
    }

/* TEST_LOOP runs a test so many times, with _i = 0, 1, ... rounds - 1. */
#define TEST_LOOP(name, count)                                                                     \
    static void name(int _i);                                                                      \
    TEST_ENTRY(name##_add, {.test = {#name, name, __FILE__, __LINE__}, .rounds = (int)(count)})    \
    static void name(int _i CK_ATTRIBUTE_UNUSED)

#define TEST(name) TEST_LOOP(name, 0)

/* TESTS_BELOW(.timeout = 300) replaces the settings of all tests below it in its file. */
#define TESTS_BELOW(...) TESTS_BELOW_AT(__LINE__, __VA_ARGS__)
#define TESTS_BELOW_AT(number, ...) TESTS_BELOW_LINE(number, __VA_ARGS__)
#define TESTS_BELOW_LINE(number, ...)                                                              \
    TEST_ENTRY(tests_below_##number, {.test = {.file = __FILE__, .line = number}, __VA_ARGS__})

#endif
