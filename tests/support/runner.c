/* runner.c - runs the tests of tests/fast and tests/full; arguments name suites, which are files:
 * suite X has the tests of test_X.c, in the order of their lines.
 */
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_TIMEOUT 120.0 /* seconds */
#define PREFIX "test_"

static test_entry *tests; /* sorted by file and line */

/* The suite of tests/fast/test_form.c is form. */
static void name_suite(test_entry *entry)
{
    const char *slash = strrchr(entry->test.file, '/');
    const char *base = slash != NULL ? slash + 1 : entry->test.file;
    if (strncmp(base, PREFIX, sizeof PREFIX - 1) == 0)
        base += sizeof PREFIX - 1;
    (void)snprintf(entry->suite, sizeof entry->suite, "%.*s", (int)strcspn(base, "."), base);
}

void test_add(test_entry *entry)
{
    test_entry **at = &tests;
    for (; *at != NULL; at = &(*at)->next) {
        int order = strcmp((*at)->test.file, entry->test.file);
        if (order > 0 || (order == 0 && (*at)->test.line > entry->test.line))
            break;
    }
    entry->next = *at;
    *at = entry;
    name_suite(entry);
}

/* Whether the arguments name the suite; without arguments every suite is named.  Marks the
 * arguments that do. */
static int is_named(const char *suite, int argc, char **argv, char *found)
{
    int is_found = argc < 2;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], suite) == 0)
            is_found = found[i] = 1;
    return is_found;
}

static void add_test(Suite *suite, const test_entry *entry, const test_entry *settings)
{
    TCase *tcase = tcase_create(entry->suite);
    tcase_set_timeout(tcase, settings->timeout > 0.0 ? settings->timeout : DEFAULT_TIMEOUT);
    tcase_add_checked_fixture(tcase, settings->before, settings->after);
    if (entry->rounds > 0)
        tcase_add_loop_test(tcase, &entry->test, 0, entry->rounds);
    else
        tcase_add_test(tcase, &entry->test);
    suite_add_tcase(suite, tcase);
}

/* Adds the tests of the suites that are named. */
static void add_suites(SRunner *runner, int argc, char **argv, char *found)
{
    static const test_entry defaults;
    const char *file = "";
    const test_entry *settings = &defaults;
    Suite *suite = NULL;
    for (const test_entry *entry = tests; entry != NULL; entry = entry->next) {
        if (strcmp(entry->test.file, file) != 0) {
            file = entry->test.file;
            settings = &defaults;
            suite = NULL;
            if (is_named(entry->suite, argc, argv, found)) {
                suite = suite_create(entry->suite);
                srunner_add_suite(runner, suite);
            }
        }
        if (entry->test.fn == NULL)
            settings = entry;
        else if (suite != NULL)
            add_test(suite, entry, settings);
    }
}

int main(int argc, char **argv)
{
    SRunner *runner = srunner_create(NULL);
    char *found = calloc((size_t)argc + 1, 1);
    if (found == NULL)
        return EXIT_FAILURE;
    add_suites(runner, argc, argv, found);
    int unknown = 0;
    for (int i = 1; i < argc; i++)
        if (!found[i]) {
            fprintf(stderr, "unit: %s: no such suite\n", argv[i]);
            unknown++;
        }
    free(found);
    if (unknown == 0)
        srunner_run_all(runner, CK_NORMAL);
    int failed = unknown + srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
