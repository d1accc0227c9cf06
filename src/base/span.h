/* span.h - pieces of texts that are read: lines, words and fields, which end without a NUL. */
#ifndef RL_BASE_SPAN_H
#define RL_BASE_SPAN_H

#include <string.h>

#include "base/text.h"

typedef struct span {
    const char *at;
    size_t size;
} span;

/* span_trimmed returns the text from `begin` to `end` without the blanks at its ends. */
static inline span span_trimmed(const char *begin, const char *end)
{
    while (begin < end && text_is_blank(*begin))
        begin++;
    while (end > begin && text_is_blank(end[-1]))
        end--;
    return (span){begin, (size_t)(end - begin)};
}

/* span_line returns the next line, without its end (LF or CR LF) and the blanks at its ends, and
 * moves *next behind it; *next must be before `end`. */
static inline span span_line(const char **next, const char *end)
{
    const char *begin = *next, *stop = memchr(begin, '\n', (size_t)(end - begin));
    *next = stop != NULL ? stop + 1 : end;
    return span_trimmed(begin, stop != NULL ? stop : end);
}

/* span_is returns 1 if a span is the text `word`, span_begins if it begins with it. */
static inline int span_begins(span text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && memcmp(text.at, word, size) == 0;
}
static inline int span_is(span text, const char *word)
{
    return text.size == strlen(word) && span_begins(text, word);
}

#endif
