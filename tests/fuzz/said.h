/* said.h - included before src/cli/say.c and help.c when they are compiled for fuzz_argv:
 * what they would write goes to streams of the harness, which reads it. */
#ifndef TESTS_FUZZ_SAID_H
#define TESTS_FUZZ_SAID_H

#include <stdio.h>

extern FILE *fuzz_said_error, *fuzz_said_data;

#undef stderr
#undef stdout
#define stderr fuzz_said_error
#define stdout fuzz_said_data

#endif
