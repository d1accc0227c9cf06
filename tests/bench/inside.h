/* inside.h - bench-inside: figures of single functions of the library.
 *
 * The driver runs `bench-inside JOB PAIRS`; a job prints lines `key ours reference` (which
 * rows.c knows) and checks what it times: a result that is wrong ends it.  Clocks are the
 * process's CPU time, or wall time where threads are the subject.
 */
#ifndef TESTS_BENCH_INSIDE_H
#define TESTS_BENCH_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "scene/keys.h"

#define MS 1e3

double inside_cpu(void);  /* seconds */
double inside_wall(void); /* seconds */

void inside_say(const char *key, double ours, double reference);

/* inside_memory returns memory whose pages are there already, never NULL. */
void *inside_memory(size_t size);

/* inside_check ends the program when something is not so. */
void inside_check(int is_so, const char *what);
void inside_ok(rl_status status, const rl_error *error);

typedef void inside_job(int pairs);
inside_job inside_png, inside_heights, inside_seeds, inside_relief, inside_paint;
inside_job inside_square, inside_erosion, inside_voronoi, inside_noise, inside_octave;

/* ---- references: the same work as others or the textbook do it --------------------------- */

typedef struct reference_picture {
    int width, height;
    int channels, bits; /* 3 and 8, or 1 and 16: samples big-endian */
    const uint8_t *pixels;
} reference_picture;

/* reference_png_size writes a picture by libpng as it comes and returns the bytes. */
size_t reference_png_size(const reference_picture *p);

/* reference_png_equal: whether libpng reads these samples from a PNG file. */
int reference_png_equal(const reference_picture *p, const void *png, size_t size);

/* Diamond-square in place over side x side = 2^n + 1, with rand(). */
void reference_square(float *h, int side);

/* The reference form of hydraulic erosion as it is written down: each cell hands water
 * and sediment to its lower neighbours in maps of differences.  No wrap. */
typedef struct reference_flow {
    int width, height;
    float *h, *water, *sediment, *water_change, *sediment_change;
} reference_flow;
void reference_hydraulic(const reference_flow *f, const rl_pass *pass);

/* d2 - d1 of the two nearest of `count` points at (column, row) / side. */
void reference_voronoi(float *h, int width, int height, double side, const double *x,
                       const double *y, int count);

#endif
