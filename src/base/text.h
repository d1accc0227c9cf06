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

/* Digits after the point, at most. */
#define TEXT_PLACES 9

/* text_to_real reads "-12.5", "12" and ".5": sign, digits, point and one to nine digits, without
 * the one or the other, nothing else.  Returns 1, or 0 when the text is not such a number or
 * its magnitude is above 1,000,000,000. */
int text_to_real(double *value, const char *text);

/* text_from_real writes a real that text_to_real reads back. */
void text_from_real(char text[TEXT_REAL_SIZE], double value);

/* text_from_exact writes a number with fifteen digits, without an exponent: those of a place on the
 * earth.  Beyond 1e15 it is that, below 1e-15 it is 0. */
#define TEXT_EXACT_SIZE 40
void text_from_exact(char text[TEXT_EXACT_SIZE], double value);

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

/* text_printable returns the length of the character that `size` bytes begin with if it is
 * safe to show on a terminal, else 0.  Not safe: bytes that are not UTF-8, control characters
 * (C0, DEL, C1), marks and overrides of writing direction, invisible characters, line
 * separators, the byte order mark and noncharacters. */
size_t text_printable(const char *bytes, size_t size);

/* text_escape writes the character that the bytes begin with to dst (at least 4 bytes, no
 * NUL is added): as it is, or its first byte as \xNN if it is not printable.  Returns how
 * many bytes of the source it read; *written = bytes in dst. */
size_t text_escape(char *dst, size_t *written, const char *bytes, size_t size);

/* text_show writes escaped text, cut by "..." after `most` bytes or a few more; dst has
 * most + 8 bytes.  Returns its length. */
size_t text_show(char *dst, size_t most, const char *bytes, size_t size);

/* text_base64 writes bytes in base64 (RFC 4648) and a NUL: TEXT_BASE64_SIZE(size) bytes. */
#define TEXT_BASE64_SIZE(size) (((size) + 2) / 3 * 4 + 1)
void text_base64(char *text, const uint8_t *bytes, size_t size);

/* text_is_blank is 1 for space, tab, CR, VT and FF. */
int text_is_blank(char c);

#endif
