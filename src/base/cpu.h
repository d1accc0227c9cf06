/* cpu.h - chooses the variant of kernels that this CPU can run.
 *
 * A kernel is one source compiled for several vector widths: see lanes.h.  The caller of kernels
 * chooses a variant once and stores the choice with its data, since there are no writable globals
 * and no ifunc (musl has none).  All variants give the same bits.
 */
#ifndef RL_BASE_CPU_H
#define RL_BASE_CPU_H

/* The index of a kernel in its table of variants. */
typedef enum cpu_kernels {
    CPU_PLAIN,  /* one number at a time, in plain C: the reference */
    CPU_VECTOR, /* vectors of 16 bytes, which every CPU of this architecture has */
    CPU_AVX2,   /* vectors of 32 bytes: x86-64 with AVX2 */
    CPU_AVX512, /* vectors of 64 bytes: x86-64 with AVX-512 F, BW, DQ and VL */
    CPU_KERNELS
} cpu_kernels;

/* cpu_choose returns the variant that `kernels` (rl_kernels) asks for, or the widest one if this
 * CPU or this build cannot run it. */
cpu_kernels cpu_choose(int kernels);

#endif
