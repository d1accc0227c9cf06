/* profile.h - heights along a way, read from a user's file: see rl_profile_parse.
 *
 * A reader goes through the points of a file twice: to check and to count them, and to take the
 * means of parts of the way.  So memory does not grow with the file.  Nothing in it is trusted.
 */
#ifndef RL_DECODE_PROFILE_H
#define RL_DECODE_PROFILE_H

#include "base/status.h"
#include "ridgeline.h"

typedef struct profile_point {
    double way;    /* from the first point, in any unit; never falls */
    double height; /* in any unit */
} profile_point;

typedef struct profile_reader {
    const char *begin, *at, *end;
    int line; /* of `at`, from 1 */
    const char *place;
    rl_error *error;
    profile_point point; /* the last that was read */
    int points;          /* that were read */
    /* of CSV */
    char separator;
    int columns; /* 0 = the first row was not read */
    /* of GPX */
    const char *element; /* whose points count: "trkpt" */
    double latitude, longitude;
} profile_reader;

/* Reads the next point; *has becomes 0 at the end.  Errors: RL_BAD_DATA. */
typedef rl_status profile_next(profile_reader *self, int *has);
profile_next profile_csv, profile_gpx;

/* profile_gpx_begin finds out which points count.  Errors: RL_BAD_DATA (no points). */
rl_status profile_gpx_begin(profile_reader *self);

/* profile_bad fails with `place:line: value: rule`; a line of 0 is left out. */
rl_status profile_bad(const profile_reader *self, int line, const char *value, size_t size,
                      const char *rule);

/* profile_number reads a finite number; 0 when the text is none. */
int profile_number(double *value, const char *text, size_t size);

/* profile_read writes the heights of a file to `heights`, 0..highest: RL_PROFILE_HEIGHTS of them or
 * less, at even distances.  Errors: RL_BAD_DATA. */
rl_status profile_read(const void *bytes, size_t size, const char *place, int highest,
                       int heights[RL_PROFILE_HEIGHTS], int *count, rl_error *error);

#endif
