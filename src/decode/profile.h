/* profile.h - reads the heights along a way from a user's file, for rl_profile_parse.
 *
 * The points of an untrusted file are read twice: first to check and count them, then to compute
 * mean heights of equal sections of the way.  So memory does not grow with the file.
 */
#ifndef RL_DECODE_PROFILE_H
#define RL_DECODE_PROFILE_H

#include "base/scene.h"
#include "base/status.h"

typedef struct profile_point {
    double way;    /* distance along the way, in any unit; it never decreases */
    double height; /* height, in any unit */
} profile_point;

typedef struct profile_reader {
    const char *begin, *at, *end; /* text of the file; `at` is the next character */
    int line;                     /* line of `at`, from 1 */
    const char *place;            /* name of the file in error texts */
    rl_error *error;
    profile_point point; /* last point that was read */
    int points;          /* number of points that were read */

    /* CSV */
    char separator; /* character between columns */
    int columns;    /* columns of each row; 0 = no row was read yet */

    /* GPX */
    const char *element;        /* element of each point: "trkpt" or "rtept" */
    double latitude, longitude; /* place of the last point, degrees */
} profile_reader;

/* Reads the next point to self->point; *has becomes 0 if there is none.  Errors: RL_BAD_DATA. */
typedef rl_status profile_next(profile_reader *self, int *has);
profile_next profile_csv, profile_gpx;

/* profile_gpx_begin sets self->element.  Errors: RL_BAD_DATA (the file has no points). */
rl_status profile_gpx_begin(profile_reader *self);

/* profile_bad fails with `place:line: value: rule`, or `place: value: rule` if the line is 0. */
rl_status profile_bad(const profile_reader *self, int line, const char *value, size_t size,
                      const char *rule);

/* profile_number reads a finite number and returns 1; returns 0 if the text is no such number. */
int profile_number(double *value, const char *text, size_t size);

/* profile_read reads a CSV or GPX file and writes *count heights at even distances along the way,
 * scaled to 0..highest.  Errors: RL_BAD_DATA. */
rl_status profile_read(const void *bytes, size_t size, const char *place, int highest,
                       int heights[RL_PROFILE_HEIGHTS], int *count, rl_error *error);

#endif
