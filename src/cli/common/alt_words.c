/* alt_words.c - a text that grows word by word, and what of it chance decides. */
#include "cli/common/alt_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void alt_add(alt_words *w, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int more = vsnprintf(w->text + w->length, sizeof w->text - w->length, format, list);
    va_end(list);
    if (more > 0)
        w->length += (size_t)more;
    if (w->length >= sizeof w->text)
        w->length = sizeof w->text - 1;
}

const char *alt_article(const char *word)
{
    return strchr("aeio", word[0]) != NULL ? "an" : "a";
}

void alt_capital(alt_words *w, size_t at)
{
    if (at < w->length && w->text[at] >= 'a' && w->text[at] <= 'z')
        w->text[at] = (char)(w->text[at] - 'a' + 'A');
}

const char *alt_number(int n)
{
    static const char *const names[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return n <= 12 ? names[n] : "many";
}

int alt_choice(uint64_t variant, int place, int count)
{
    if (place == 0)
        return (int)(variant % (uint64_t)count);
    uint64_t bits = (variant + 1) * UINT64_C(2862933555777941757) + (uint64_t)place;
    bits = (bits ^ bits >> 32) * UINT64_C(3202034522624059733);
    return (int)((bits >> 33) % (uint64_t)count);
}
