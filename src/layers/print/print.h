/* print.h - the interface of kinds of prints: one file and its kernel for each, one row in
 * prints_table.c.
 *
 * In: a frame whose layers are prepared.  Out: frame->print.  Rules and figures are those of
 * Japanese and European print styles as described in each kind's file.
 */
#ifndef RL_LAYERS_PRINT_H
#define RL_LAYERS_PRINT_H

#include "frame/prepare.h"
#include "paint/print.h"

typedef struct print_kind {
    const char *name; /* value of print.kind */
    /* The functions that print a layer, [CPU_KERNELS]. */
    print_layer *const *layer;
    /* Makes print->data in the arena of the frame, and may set `skips` of print->sheet; NULL = it
     * has no data.  Errors: RL_NO_MEMORY. */
    rl_status (*prepare)(preparation *work, struct frame_print *print, rl_error *error);
    print_draw *draw; /* see frame_print; NULL = it has no sheets */
    int is_lines;     /* 1 = it consists of one ink on paper */
    int is_flat;      /* 1 = a picture of it may have at most 256 colours */
    int skips;        /* what it does without, of all layers: sum of PRINT_NO_ values */
    int keeps;        /* 1 = it uses print_block.kept */
    double reach;     /* U above its ground that a layer may change: shadows */
    double step;      /* least step of lightness at crests before it is printed, OKLab; 0 = as
                         without a print */
    double near_step; /* factor of the correction of crests of near ground; 0 = 1 */
    double line;      /* greatest width of lines along edges of layers, U; 0 = print_block.edge is
                         unused */
} print_kind;

extern const print_kind *const print_kinds[]; /* [print_kind_count]: print.kind 1 is the first */
extern const int print_kind_count;

/* print_smooth writes the means of `reach` samples to each side. */
static inline void print_smooth(const float *from, float *to, int count, int reach)
{
    for (int i = 0; i < count; i++) {
        float sum = 0.0f;
        for (int k = i - reach; k <= i + reach; k++)
            sum += from[k < 0 ? 0 : k >= count ? count - 1 : k];
        to[i] = sum / (float)(2 * reach + 1);
    }
}

/* print_widen replaces samples by the greatest (sign 1) or least (sign -1) of `reach` samples to
 * each side. */
static inline void print_widen(const float *from, float *to, int count, int reach, float sign)
{
    for (int i = 0; i < count; i++) {
        float most = sign * from[i];
        for (int k = i - reach; k <= i + reach; k++) {
            float one = sign * from[k < 0 ? 0 : k >= count ? count - 1 : k];
            most = one > most ? one : most;
        }
        to[i] = sign * most;
    }
}

#endif
