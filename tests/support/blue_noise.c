/* blue_noise.c - void and cluster (R. Ulichney, "The void-and-cluster method for
 * dither array generation", SPIE 1913, 1993) on a 64 x 64 torus.
 *
 * The energy of a cell is a sum of integer weights, so every machine makes the
 * same tile.  test_dither.c compares it with the one in the library.
 */
#include "support/blue_noise.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"

#define SIDE 64
#define CELLS (SIDE * SIDE)
#define SIGMA 1.5

typedef struct field {
    int64_t weight[CELLS]; /* by distance on the torus */
    int64_t energy[CELLS];
    unsigned char on[CELLS];
} field;

static void make_weights(field *f)
{
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            double dx = x < SIDE / 2 ? x : SIDE - x;
            double dy = y < SIDE / 2 ? y : SIDE - y;
            double bell = exact_exp(-(dx * dx + dy * dy) / (2.0 * SIGMA * SIGMA));
            f->weight[y * SIDE + x] = (int64_t)(bell * 1e12 + 0.5);
        }
    }
}

static void change(field *f, int cell, int on)
{
    int cx = cell % SIDE;
    int cy = cell / SIDE;
    f->on[cell] = (unsigned char)on;
    for (int i = 0; i < CELLS; i++) {
        int dx = (i % SIDE - cx) & (SIDE - 1);
        int dy = (i / SIDE - cy) & (SIDE - 1);
        int64_t w = f->weight[dy * SIDE + dx];
        f->energy[i] += on ? w : -w;
    }
}

/* The tightest cluster (most energy among set cells) or the largest void. */
static int extreme(const field *f, int on)
{
    int best = -1;
    for (int i = 0; i < CELLS; i++) {
        if (f->on[i] != on)
            continue;
        if (best < 0 || (on ? f->energy[i] > f->energy[best] : f->energy[i] < f->energy[best]))
            best = i;
    }
    return best;
}

void blue_noise_make(uint16_t rank[CELLS])
{
    static field f;
    static field start;
    memset(&f, 0, sizeof f);
    make_weights(&f);
    int ones = 0;
    for (int i = 0; i < CELLS; i++) {
        if (hash_at(hash_key(1993, 0), 0, i) % 10 == 0) {
            change(&f, i, 1);
            ones++;
        }
    }
    for (;;) { /* move points from clusters to voids until nothing moves */
        int cluster = extreme(&f, 1);
        change(&f, cluster, 0);
        int empty = extreme(&f, 0);
        change(&f, empty, 1);
        if (empty == cluster)
            break;
    }
    start = f;
    for (int r = ones - 1; r >= 0; r--) {
        int cluster = extreme(&f, 1);
        change(&f, cluster, 0);
        rank[cluster] = (uint16_t)r;
    }
    f = start;
    for (int r = ones; r < CELLS; r++) {
        int empty = extreme(&f, 0);
        change(&f, empty, 1);
        rank[empty] = (uint16_t)r;
    }
}
