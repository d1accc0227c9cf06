/* text.h - numbers and names as text, whatever the locale.
 *
 * Scene text carries decimals with at most nine places and no exponent.  So a
 * real is an integer count of 1e-9, reading and writing are exact, and what is
 * written reads back as the same double.  Nothing here calls strtod, printf
 * with a floating point format, tolower or isspace: all of them obey a locale.
 */
#ifndef RL_BASE_TEXT_H
#define RL_BASE_TEXT_H

#include "ridgeline.h"

/* The longest text that text_from_real writes, with its NUL. */
#define TEXT_REAL_SIZE 32

/* text_to_real reads "-12.5": sign, digits, optional point and one to nine
 * digits, nothing else.  Returns 1, or 0 when the text is not such a number or
 * its magnitude is above 1,000,000,000. */
int text_to_real(double *value, const char *text);

/* text_from_real writes a real that text_to_real reads back. */
void text_from_real(char text[TEXT_REAL_SIZE], double value);

/* text_round returns the nearest value that text can carry. */
double text_round(double value);

/* text_to_integer reads "-12": sign, digits, nothing else, within min..max. */
int text_to_integer(int64_t *value, const char *text, int64_t min, int64_t max);

/* text_to_u64 reads all digits up to 2^64 - 1; 0 when it is anything else. */
int text_to_u64(uint64_t *value, const char *text);

/* text_to_colour reads #rgb or #rrggbb (also without '#'). */
int text_to_colour(rl_colour *colour, const char *text);

/* text_lower folds one ASCII letter; other bytes stay. */
char text_lower(char c);

/* text_character returns the length of the UTF-8 character that `size` bytes begin
 * with, or 0 when they do not begin with one. */
size_t text_character(const char *bytes, size_t size);

/* text_is_blank is 1 for space, tab, CR, VT and FF. */
int text_is_blank(char c);

#endif
