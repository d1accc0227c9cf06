/* coverage_dump.c - counts of a process that dies by a signal or leaves by _exit().
 *
 * Linked into the programs of `make coverage` alone (ld --wrap): gcov writes what it has
 * counted when a process ends by itself, and these two ways pass it by.  It needs memory
 * for that, so a failing allocator (tests/proofs/fault/heap.c) is told that the run is over.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

void __gcov_dump(void);
int __real_raise(int signal_number);
_Noreturn void __real__exit(int code);
int __wrap_raise(int signal_number);
_Noreturn void __wrap__exit(int code);

/* Runs before gcov's own end, which has a priority. */
static __attribute__((destructor)) void heap_end(void)
{
    void (*ends)(void) = NULL;
    void *found = dlsym(RTLD_DEFAULT, "heap_ends");
    memcpy(&ends, &found, sizeof ends);
    if (ends != NULL)
        ends();
}

int __wrap_raise(int signal_number)
{
    heap_end();
    __gcov_dump();
    return __real_raise(signal_number);
}

_Noreturn void __wrap__exit(int code)
{
    heap_end();
    __gcov_dump();
    __real__exit(code);
}
