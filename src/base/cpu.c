/* cpu.c - reads the CPU's features, and whether the system saves its wide registers. */
#include "base/cpu.h"

#include "ridgeline.h"

#if defined __x86_64__
#include <cpuid.h>

#define OSXSAVE (1U << 27) /* leaf 1, ecx */
#define AVX (1U << 28)
#define AVX2 (1U << 5) /* leaf 7, ebx */
#define WIDE_STATE 6U  /* XCR0: the system saves 16- and 32-byte registers */

static unsigned saved_state(void)
{
    unsigned low;
    unsigned high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static int has_avx2(void)
{
    unsigned a;
    unsigned b;
    unsigned c;
    unsigned d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & OSXSAVE) == 0 || (c & AVX) == 0)
        return 0;
    if ((saved_state() & WIDE_STATE) != WIDE_STATE)
        return 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & AVX2) != 0;
}
#else
static int has_avx2(void)
{
    return 0;
}
#endif

cpu_kernels cpu_choose(int kernels)
{
    if (kernels == RL_KERNELS_PLAIN)
        return CPU_PLAIN;
    return kernels != RL_KERNELS_VECTOR && has_avx2() ? CPU_AVX2 : CPU_VECTOR;
}
