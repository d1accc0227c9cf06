/* cpu.h - which kernels this CPU can run.
 *
 * A kernel is one piece of code compiled for several widths: see lanes.h.  The
 * caller of the kernels chooses once and stores the choice with its data: there
 * is no writable global and no ifunc (musl has none).  All choices give the same bits.
 */
#ifndef RL_BASE_CPU_H
#define RL_BASE_CPU_H

/* The index of a kernel in its table of variants. */
typedef enum cpu_kernels {
    CPU_PLAIN,  /* one number at a time, in plain C: the reference */
    CPU_VECTOR, /* 16 bytes: what every build of this machine's kind can do */
    CPU_AVX2,   /* 32 bytes: x86-64 that has AVX2 */
    CPU_AVX512, /* 64 bytes: x86-64 that has AVX-512 F, BW, DQ and VL */
    CPU_KERNELS
} cpu_kernels;

/* cpu_choose returns the kernels of an rl_kernels, or the next below them
 * that this CPU and this build can run. */
cpu_kernels cpu_choose(int kernels);

#endif
