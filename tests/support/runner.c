/* runner.c - runs every suite of tests/fast and tests/full; arguments name suites.
 *
 * suites.h is made from the file names: test_X.c must define suite_X().
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#define SUITE(name) Suite *suite_##name(void);
#include "suites.h"
#undef SUITE

static int wanted(const char *name, int argc, char **argv)
{
    int found = argc < 2;
    for (int i = 1; i < argc; i++)
        found = found || strcmp(argv[i], name) == 0;
    return found;
}

int main(int argc, char **argv)
{
    SRunner *runner = srunner_create(NULL);
#define SUITE(name)                                                                                \
    if (wanted(#name, argc, argv))                                                                 \
        srunner_add_suite(runner, suite_##name());
#include "suites.h"
#undef SUITE
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
