/* profile.h - reads heights along a way from a user's file: see rl_profile_parse.
 *
 * A reader passes twice over the points of an untrusted file: to check and to count them, and to
 * compute means of parts of the way.  So memory does not grow with the file.
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
    const char *begin, *at, *end;
    int line; /* line of `at`, from 1 */
    const char *place;
    rl_error *error;
    profile_point point; /* last point */
    int points;          /* number of points so far */

    /* CSV */
    char separator;
    int columns; /* 0 = the first row was not read */

    /* GPX */
    const char *element;        /* element of the points: "trkpt" */
    double latitude, longitude; /* place of the last point, degrees */
} profile_reader;

/* Reads the next point; *has becomes 0 at the end.  Errors: RL_BAD_DATA. */
typedef rl_status profile_next(profile_reader *self, int *has);
profile_next profile_csv, profile_gpx;

/* profile_gpx_begin finds the element of the points.  Errors: RL_BAD_DATA (no points). */
rl_status profile_gpx_begin(profile_reader *self);

/* profile_bad fails with `place:line: value: rule`; a line of 0 is left out. */
rl_status profile_bad(const profile_reader *self, int line, const char *value, size_t size,
                      const char *rule);

/* profile_number reads a finite number; 0 if the text is none. */
int profile_number(double *value, const char *text, size_t size);

/* profile_read writes up to RL_PROFILE_HEIGHTS heights of a file, at even distances, as 0..highest.
 * Errors: RL_BAD_DATA. */
rl_status profile_read(const void *bytes, size_t size, const char *place, int highest,
                       int heights[RL_PROFILE_HEIGHTS], int *count, rl_error *error);

#endif
