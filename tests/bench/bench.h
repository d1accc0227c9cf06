/* bench.h - what the parts of `make bench` share.
 *
 * bench (the driver) stays small and runs everything in processes of its own, so that
 * neither its memory nor its caches show in a figure: ridgeline itself, the references,
 * and bench-inside, which times functions of the library.  Ours and its reference run in
 * turns; each turn is a pair, and only what a pair says of itself counts.
 */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include <stdio.h>

typedef struct bench {
    const char *program; /* ridgeline */
    char tools[1000];    /* the folder of bench-memset, bench-inside and bench-noise */
    char scratch[1000];  /* a folder for the files that are written */
    const char *convert; /* ImageMagick's convert, NULL = there is none */
    int pairs;           /* how many, where a pair is cheap */
    int whole;           /* 1: the streaming jobs run to their end */
} bench;

/* ---- figures.c: pairs of numbers and what they come to ----------------------------- */

/* figures_add notes a pair under a key. */
void figures_add(const char *key, double ours, double reference);

typedef struct figures_summary {
    int pairs;
    double ours, reference; /* medians; of a sum: means */
    double ratio;           /* ours / reference: the median of the pairs; of a sum: of means */
    double lowest, highest; /* of the pairs' ratios, but for the outer tenths of many */
} figures_summary;

/* figures_of sums a key up; `is_sum`: its pairs are different pictures, so that their
 * means are compared.  pairs = 0 when nothing was noted. */
figures_summary figures_of(const char *key, int is_sum);

/* figures_note keeps a line of text for the end of the table. */
void figures_note(const char *text);
void figures_notes_say(FILE *to, const char *before);

/* ---- child.c: a process and what it took ------------------------------------------- */

typedef struct child_use {
    double cpu_s, wall_s, rss_mib; /* user and system; peak */
} child_use;

/* child_run runs argv[0] (ended by NULL) with its output thrown away and ends the bench
 * when it fails. */
child_use child_run(const char *const *argv);

/* child_figures runs it and notes each line `key ours reference` that it prints; lines that
 * start with # are notes. */
void child_figures(const char *const *argv);

/* child_fault ends the bench with a line: it cannot go on. */
_Noreturn void child_fault(const char *what, const char *name);

/* ---- jobs: what is measured ----------------------------------------------------------- */

typedef void bench_job(const bench *b);

bench_job processes_pictures, processes_wallpapers, processes_hillshade, processes_memory;
bench_job processes_start, processes_noise, processes_turn, worlds_all;
bench_job motion_all, motion_pipe;

/* ---- rows.c: the table ------------------------------------------------------------------- */

/* rows_add makes a row behind those of the table: the ratio ours / reference is at most `bar`. */
void rows_add(const char *key, const char *job, const char *reference, double bar,
              const char *unit);

/* rows_say prints the rows of which something was measured, for people (markdown = 0) or
 * as a markdown table, and returns how many of them do not hold. */
int rows_say(FILE *to, int markdown);

/* ---- machine.c: where it ran ------------------------------------------------------------- */

/* machine_say describes this machine, its compiler and libraries in lines of markdown. */
void machine_say(FILE *to);

#endif
