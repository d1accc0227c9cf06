/* profile_gpx.c - reads the points of a GPX file as heights along a way.
 *
 * Points are <trkpt>, or <rtept> if there is no track, with attributes lat and lon and an element
 * <ele>; tracks, segments and routes are joined in the order of the file.  Other tags, comments,
 * CDATA and processing instructions are skipped.  Entities are not expanded, so no text grows.  As
 * points are near each other, distances are equirectangular: differences of longitude are scaled by
 * the cosine of the middle latitude.
 */
#include <string.h>

#include "base/exact.h"
#include "base/span.h"
#include "base/text.h"
#include "decode/profile.h"

#define EARTH 6371008.8             /* mean radius by the IUGG, metres */
#define DEGREE 0.017453292519943295 /* radians in a degree */
#define LATITUDE_MOST 90.0          /* greatest |latitude|, degrees */
#define LONGITUDE_MOST 180.0        /* greatest |longitude|, degrees */

typedef struct tag {
    span name; /* name without namespace prefix; empty at the end of the file */
    span attributes;
    int line;
    int is_end;   /* 1 = </name> */
    int is_empty; /* 1 = <name/> */
} tag;

static int is_space(char c)
{
    return c == '\n' || text_is_blank(c);
}

static void move_to(profile_reader *self, const char *at)
{
    for (; self->at < at; self->at++)
        self->line += *self->at == '\n';
}

/* Moves self->at behind the next `word`.  Fails with `rule` if there is none. */
static rl_status skip_to(profile_reader *self, const char *word, const char *rule)
{
    size_t size = strlen(word), left = (size_t)(self->end - self->at);
    for (const char *at = self->at; (size_t)(self->end - at) >= size; at++) {
        if (memcmp(at, word, size) != 0)
            continue;
        move_to(self, at + size);
        return RL_OK;
    }
    return profile_bad(self, self->line, self->at, left < 12 ? left : 12, rule);
}

/* Returns the > that ends a tag, or NULL; a > in quotes does not end it. */
static const char *tag_end(const char *at, const char *end)
{
    char quote = '\0';
    for (; at < end; at++) {
        if (quote != '\0')
            quote = *at == quote ? '\0' : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at;
    }
    return NULL;
}

static rl_status next_tag(profile_reader *self, tag *found)
{
    static const char *const skipped[][3] = {{"<!--", "-->", "a comment must end with -->"},
                                             {"<![CDATA[", "]]>", "CDATA must end with ]]>"},
                                             {"<?", "?>", "must end with ?>"},
                                             {"<!", ">", "must end with >"}};
    *found = (tag){.name = {self->end, 0}};
    const char *at;
    while ((at = memchr(self->at, '<', (size_t)(self->end - self->at))) != NULL) {
        move_to(self, at);
        size_t i = 0, kinds = sizeof skipped / sizeof *skipped, rest = (size_t)(self->end - at);
        while (i < kinds && (rest < strlen(skipped[i][0]) ||
                             memcmp(at, skipped[i][0], strlen(skipped[i][0])) != 0))
            i++;
        if (i == kinds)
            break;
        TRY(skip_to(self, skipped[i][1], skipped[i][2]));
    }
    if (at == NULL)
        return RL_OK;
    const char *stop = tag_end(at, self->end);
    size_t left = (size_t)(self->end - at);
    if (stop == NULL)
        return profile_bad(self, self->line, at, left < 24 ? left : 24, "must end with >");
    found->line = self->line;
    found->is_end = at[1] == '/';
    found->is_empty = stop[-1] == '/';
    const char *begin = at + 1 + found->is_end, *name = begin;
    while (name < stop && !is_space(*name) && *name != '/')
        name++;
    const char *prefix = memchr(begin, ':', (size_t)(name - begin));
    begin = prefix != NULL ? prefix + 1 : begin;
    found->name = (span){begin, (size_t)(name - begin)};
    found->attributes = (span){name, (size_t)(stop - name)};
    move_to(self, stop + 1);
    return RL_OK;
}

/* Returns the value of attribute `name` in the text of a tag; its size is 0 if there is none. */
static span attribute(span text, const char *name)
{
    const char *at = text.at, *end = text.at + text.size;
    while (at < end) {
        while (at < end && is_space(*at))
            at++;
        const char *begin = at;
        while (at < end && *at != '=')
            at++;
        const char *stop = at;
        while (stop > begin && is_space(stop[-1]))
            stop--;
        for (at += at < end; at < end && is_space(*at);)
            at++;
        const char *close = at < end && (*at == '"' || *at == '\'')
                                ? memchr(at + 1, *at, (size_t)(end - at - 1))
                                : NULL;
        if (close == NULL)
            break;
        if (span_is((span){begin, (size_t)(stop - begin)}, name))
            return (span){at + 1, (size_t)(close - at - 1)};
        at = close + 1;
    }
    return (span){text.at, 0};
}

static rl_status read_degrees(const profile_reader *self, const tag *point, const char *name,
                              double most, double *value)
{
    span text = attribute(point->attributes, name);
    if (text.size > 0 && profile_number(value, text.at, text.size) && *value >= -most &&
        *value <= most)
        return RL_OK;
    if (text.size == 0)
        text = point->name;
    return profile_bad(self, point->line, text.at, text.size,
                       most > LATITUDE_MOST ? "must have a lon of -180..180"
                                            : "must have a lat of -90..90");
}

rl_status profile_gpx_begin(profile_reader *self)
{
    profile_reader reader = *self;
    tag found;
    int routes = 0;
    do {
        TRY(next_tag(&reader, &found));
        routes |= span_is(found.name, "rtept");
        if (span_is(found.name, "trkpt")) {
            self->element = "trkpt";
            return RL_OK;
        }
    } while (found.name.at < self->end);
    self->element = "rtept";
    return routes ? RL_OK
                  : profile_bad(self, 0, "no <trkpt>", 10,
                                "must be GPX with the points of a track or a route");
}

/* Reads <ele> of a point, and moves to the point's end tag. */
static rl_status read_height(profile_reader *self, const tag *point)
{
    tag found = *point;
    int has_height = 0;
    while (!point->is_empty) {
        TRY(next_tag(self, &found));
        if (found.name.at == self->end || span_is(found.name, self->element))
            break;
        if (has_height || found.is_end || found.is_empty || !span_is(found.name, "ele"))
            continue;
        const char *stop = memchr(self->at, '<', (size_t)(self->end - self->at));
        span text = {self->at, (size_t)((stop != NULL ? stop : self->end) - self->at)};
        for (; text.size > 0 && is_space(*text.at); text.at++)
            text.size--;
        while (text.size > 0 && is_space(text.at[text.size - 1]))
            text.size--;
        if (!profile_number(&self->point.height, text.at, text.size))
            return profile_bad(self, self->line, text.size > 0 ? text.at : "<ele>",
                               text.size > 0 ? text.size : 5,
                               "must be a finite number, such as 1234.5");
        has_height = 1;
    }
    if (!point->is_empty && !found.is_end)
        return profile_bad(self, point->line, point->name.at, point->name.size,
                           "the point must have an end");
    if (!has_height)
        return profile_bad(self, point->line, point->name.at, point->name.size,
                           "must have a height: <ele>");
    return RL_OK;
}

rl_status profile_gpx(profile_reader *self, int *has)
{
    double latitude = 0.0, longitude = 0.0;
    tag point;
    do
        TRY(next_tag(self, &point));
    while (point.name.at < self->end && (point.is_end || !span_is(point.name, self->element)));
    *has = point.name.at < self->end;
    if (!*has)
        return RL_OK;
    TRY(read_degrees(self, &point, "lat", LATITUDE_MOST, &latitude));
    TRY(read_degrees(self, &point, "lon", LONGITUDE_MOST, &longitude));
    TRY(read_height(self, &point));
    double middle = exact_abs(0.5 * (latitude + self->latitude));
    double east = exact_way(longitude - self->longitude, 360.0) * exact_cos_turn(middle / 360.0);
    double north = latitude - self->latitude;
    double distance = EARTH * DEGREE * exact_sqrt(east * east + north * north);
    self->point.way = self->points++ == 0 ? 0.0 : self->point.way + distance;
    self->latitude = latitude;
    self->longitude = longitude;
    return RL_OK;
}
