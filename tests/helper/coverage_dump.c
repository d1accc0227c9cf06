/* coverage_dump.c - counts of a process that dies by a signal or leaves by _exit().
 *
 * Linked into the programs of `make coverage` alone (ld --wrap): gcov writes what it has
 * counted when a process ends by itself, and these two ways pass it by.
 */
#include <signal.h>
#include <unistd.h>

void __gcov_dump(void);
int __real_raise(int signal_number);
_Noreturn void __real__exit(int code);
int __wrap_raise(int signal_number);
_Noreturn void __wrap__exit(int code);

int __wrap_raise(int signal_number)
{
    __gcov_dump();
    return __real_raise(signal_number);
}

_Noreturn void __wrap__exit(int code)
{
    __gcov_dump();
    __real__exit(code);
}
