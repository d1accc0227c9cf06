/* profile.c - makes a profile of at most RL_PROFILE_HEIGHTS heights from the points of a file.
 *
 * If the file has more points, or they are not at even distances, the way is divided into equal
 * sections, and a height is the mean of the polyline through the points over a section.  That
 * removes the noise of a GPS receiver, and points recorded while standing still have no weight.
 */
#include "decode/profile.h"

#include <string.h>

#include "base/exact.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Heights of the profile per point of the file, if points are few and not at even distances. */
#define HEIGHTS_A_POINT 4

/* Result of the first reading. */
typedef struct profile_survey {
    profile_next *next; /* reader of the file's format */
    int points;         /* number of points */
    int is_even;        /* 1 = points are at even distances */
    double start, way;  /* distance of the first point; length of the way from there */
    double low, high;   /* lowest and highest height */
} profile_survey;

/* Sums from which the mean height of each section of the way is computed. */
typedef struct means {
    int count;                         /* number of sections */
    double start, step;                /* middle of the first section; length of a section */
    double sum[RL_PROFILE_HEIGHTS];    /* sum of mean height times length of the segments in it */
    double length[RL_PROFILE_HEIGHTS]; /* sum of the lengths */
} means;

/* Returns a reader at the first point of the file. */
static profile_reader begin_again(const profile_reader *self)
{
    profile_reader again = *self;
    again.at = self->begin;
    again.line = 1;
    again.points = again.columns = 0;
    return again;
}

static rl_status check_whole(profile_reader *self, size_t size)
{
    const char *text = self->begin;
    if (size > RL_PROFILE_FILE)
        return status_fail(self->error, RL_BAD_DATA, "%s: %zu bytes: must be at most %d",
                           SHOWN(self->place), size, RL_PROFILE_FILE);
    if (size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        return profile_bad(self, 0, "UTF-16", 6, "must be UTF-8");
    if (size >= 3 && memcmp(text, BYTE_ORDER_MARK, 3) == 0)
        self->begin += 3;
    if (self->begin == self->end)
        return profile_bad(self, 0, "empty", 5, "must be CSV or GPX");
    return RL_OK;
}

/* Reads all points for the first time, checks them and fills `all`. */
static rl_status measure(const profile_reader *file, profile_survey *all)
{
    profile_reader reader = begin_again(file);
    double before = 0.0, step = 0.0;
    int has = 1;
    *all = (profile_survey){.next = all->next, .is_even = 1};
    for (;; before = reader.point.way) {
        TRY(all->next(&reader, &has));
        if (!has)
            break;
        const profile_point *point = &reader.point;
        if (++all->points > RL_PROFILE_POINTS)
            return profile_bad(file, reader.line, "the next point", 14,
                               "there may be 1000000 points");
        if (all->points == 1) {
            all->start = point->way;
            all->low = all->high = point->height;
            continue;
        }
        all->low = exact_min(all->low, point->height);
        all->high = exact_max(all->high, point->height);
        if (all->points == 2)
            step = point->way - before;
        all->is_even &= exact_abs(point->way - before - step) <= 1e-6 * step;
    }
    all->way = reader.point.way - all->start;
    if (all->points < 2)
        return profile_bad(file, 0, all->points == 0 ? "no point" : "one point",
                           all->points == 0 ? 8 : 9, "must have 2 points or more");
    if (!(all->way > 0.0))
        return profile_bad(file, 0, "all points", 10, "must not all be at one place");
    if (!(all->high > all->low))
        return profile_bad(file, 0, "all heights", 11, "must not be the same");
    return RL_OK;
}

/* Adds a segment of the polyline to the sections of the way that it crosses. */
static void add_segment(means *parts, const profile_point *from, const profile_point *to)
{
    double a = from->way - parts->start, b = to->way - parts->start, last = parts->count - 1;
    if (!(b > a))
        return;
    int first = (int)exact_clamp(exact_round(a / parts->step), 0.0, last);
    int end = (int)exact_clamp(exact_round(b / parts->step), 0.0, last);
    for (int i = first; i <= end; i++) {
        double left = exact_max(a, (i - 0.5) * parts->step);
        double right = exact_min(b, (i + 0.5) * parts->step);
        double length = right - left, share = (0.5 * (left + right) - a) / (b - a);
        if (!(length > 0.0))
            continue;
        parts->sum[i] += length * exact_mix(from->height, to->height, share);
        parts->length[i] += length;
    }
}

/* Reads all points again and fills the sections: one for each point if the points are even and not
 * too many, else sums of the segments. */
static rl_status resample(const profile_reader *file, const profile_survey *all, means *parts)
{
    profile_reader reader = begin_again(file);
    profile_point before = {0};
    int has_same = all->is_even && all->points <= RL_PROFILE_HEIGHTS, has = 1;
    int most = all->points < RL_PROFILE_HEIGHTS / HEIGHTS_A_POINT ? all->points * HEIGHTS_A_POINT
                                                                  : RL_PROFILE_HEIGHTS;
    parts->count = has_same ? all->points : most;
    parts->start = all->start;
    parts->step = all->way / (parts->count - 1);
    for (int i = 0; i < all->points; i++) {
        TRY(all->next(&reader, &has));
        if (has_same) {
            parts->sum[i] = reader.point.height;
            parts->length[i] = 1.0;
        } else if (i > 0) {
            add_segment(parts, &before, &reader.point);
        }
        before = reader.point;
    }
    return RL_OK;
}

/* Greatest roughness: the rms of each height's difference from the mean of its neighbours, times
 * the number of heights, divided by the range of heights.  Tours have 1 to 2; 8 is about four times
 * that of a usual ridge.  A rougher profile would have needles, so it is smoothed, in at most
 * PASSES_MOST passes. */
#define ROUGHEST 8.0
#define PASSES_MOST 200

static double range_of(const double *heights, int count, double *low)
{
    double high = heights[0];
    *low = high;
    for (int i = 1; i < count; i++) {
        *low = exact_min(*low, heights[i]);
        high = exact_max(high, heights[i]);
    }
    return high - *low;
}

static int is_too_rough(const double *heights, int count)
{
    double squares = 0.0, low, range = range_of(heights, count, &low);
    if (!(range > 0.0))
        return 0;
    for (int i = 1; i + 1 < count; i++) {
        double off = (heights[i] - 0.5 * (heights[i - 1] + heights[i + 1])) / range;
        squares += off * off;
    }
    return squares * count > ROUGHEST * ROUGHEST;
}

/* Smooths with weights 1/4, 1/2, 1/4 until the profile is not too rough; both ends keep their
 * heights. */
static void smooth(double *heights, int count)
{
    for (int pass = 0; pass < PASSES_MOST && is_too_rough(heights, count); pass++) {
        double before = heights[0];
        for (int i = 1; i + 1 < count; i++) {
            double height = heights[i];
            heights[i] = 0.5 * height + 0.25 * (before + heights[i + 1]);
            before = height;
        }
    }
}

/* Computes the means, smooths them, and scales them to 0 for the lowest and `highest`. */
static rl_status fit(const profile_reader *file, means *parts, int highest, int *heights)
{
    double low;
    for (int i = 0; i < parts->count;
         i++) /* a section that rounding left empty is as high as the one before */
        parts->sum[i] = parts->length[i] > 0.0 ? parts->sum[i] / parts->length[i]
                        : i > 0                ? parts->sum[i - 1]
                                               : 0.0;
    smooth(parts->sum, parts->count);
    double range = range_of(parts->sum, parts->count, &low);
    if (!(range > 0.0)) /* heights may differ only between points at the same distance */
        return profile_bad(file, 0, "all heights", 11, "must not be the same");
    for (int i = 0; i < parts->count; i++)
        heights[i] = (int)exact_round((parts->sum[i] - low) / range * highest);
    return RL_OK;
}

rl_status profile_read(const void *bytes, size_t size, const char *place, int highest,
                       int heights[RL_PROFILE_HEIGHTS], int *count, rl_error *error)
{
    profile_reader file = {.begin = bytes, .place = place, .error = error};
    profile_survey all = {.next = profile_csv};
    means parts = {0};
    file.end = file.begin + size;
    TRY(check_whole(&file, size));
    const char *first = file.begin;
    while (first < file.end && (*first == ' ' || (*first >= '\t' && *first <= '\r')))
        first++;
    if (first < file.end && *first == '<') {
        all.next = profile_gpx;
        file = begin_again(&file);
        TRY(profile_gpx_begin(&file));
    }
    TRY(measure(&file, &all));
    TRY(resample(&file, &all, &parts));
    *count = parts.count;
    return fit(&file, &parts, highest, heights);
}
