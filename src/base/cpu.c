/* cpu.c - chooses kernels by the CPU's features and by the registers that the system saves. */
#include "base/cpu.h"

#include "ridgeline.h"

#if defined __x86_64__
#include <cpuid.h>

#define OSXSAVE (1U << 27)                                 /* cpuid leaf 1, ecx: XCR0 can be read */
#define AVX (1U << 28)                                     /* cpuid leaf 1, ecx */
#define AVX2 (1U << 5)                                     /* cpuid leaf 7, ebx */
#define AVX512 (1U << 16 | 1U << 17 | 1U << 30 | 1U << 31) /* leaf 7, ebx: F, DQ, BW, VL */
#define WIDE_STATE 6U      /* XCR0: the system saves registers of 16 and 32 bytes */
#define WIDEST_STATE 0xe6U /* XCR0: the system saves registers of 64 bytes and masks, too */

static cpu_kernels best(void)
{
    unsigned a;
    unsigned b;
    unsigned c;
    unsigned d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & OSXSAVE) == 0 || (c & AVX) == 0)
        return CPU_VECTOR;
    unsigned saved, high; /* XCR0, a mask of the registers that the system saves */
    __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & AVX2) == 0 ||
        (saved & WIDE_STATE) != WIDE_STATE)
        return CPU_VECTOR;
    return (b & AVX512) == AVX512 && (saved & WIDEST_STATE) == WIDEST_STATE ? CPU_AVX512 : CPU_AVX2;
}
#else
static cpu_kernels best(void)
{
    return CPU_VECTOR;
}
#endif

cpu_kernels cpu_choose(int kernels)
{
    cpu_kernels most = best();
    if (kernels == RL_KERNELS_BEST || kernels - RL_KERNELS_PLAIN > (int)most)
        return most;
    return (cpu_kernels)(kernels - RL_KERNELS_PLAIN);
}
