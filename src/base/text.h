/* text.h - numbers and names as text, independent of the locale.
 *
 * Decimals in scene text have at most nine places and no exponent.  So a real is a whole number of
 * 1e-9: reading and writing are exact, and a number that is written is read as the same double.
 * Nothing here calls strtod, printf with a floating-point format, tolower or isspace, which depend
 * on the locale.
 */
#ifndef RL_BASE_TEXT_H
#define RL_BASE_TEXT_H

#include "ridgeline.h"

/* The longest text that text_from_real writes, with its NUL. */
#define TEXT_REAL_SIZE 32

/* Largest number of digits after the point. */
#define TEXT_PLACES 9

/* text_to_real reads a number such as "-12.5", "12" or ".5": an optional minus sign, digits, and
 * optionally a point and one to nine digits.  Returns 1, or 0 if the text is no such number or its
 * magnitude is above 1,000,000,000. */
int text_to_real(double *value, const char *text);

/* text_from_real writes a real that text_to_real reads back. */
void text_from_real(char text[TEXT_REAL_SIZE], double value);

/* text_real returns the text that text_from_real writes. */
typedef struct real_text {
    char text[TEXT_REAL_SIZE];
} real_text;
real_text text_real(double value);

/* text_from_exact writes a number with fifteen significant digits and no exponent, enough for
 * coordinates on the earth.  Magnitudes above 1e15 are written as 1e15, below 1e-15 as 0. */
#define TEXT_EXACT_SIZE 40
void text_from_exact(char text[TEXT_EXACT_SIZE], double value);

/* text_round returns the nearest multiple of 1e-9, which text_from_real writes exactly. */
double text_round(double value);

/* text_to_integer reads an integer such as "-12": an optional minus sign and digits.  Returns 1, or
 * 0 if the text is no such number or is outside min..max. */
int text_to_integer(int64_t *value, const char *text, int64_t min, int64_t max);

/* text_to_u64 reads an integer of only digits, up to 2^64 - 1.  Returns 1, or 0 for other texts. */
int text_to_u64(uint64_t *value, const char *text);

/* text_to_colour reads #rgb or #rrggbb, also without '#'.  Returns 1, or 0 for other texts. */
int text_to_colour(rl_colour *colour, const char *text);

/* text_cut copies `size` bytes of a text, and a NUL behind them, to an array of `room` bytes.
 * Returns 1, or 0 without a change if they do not fit. */
int text_cut(char *part, size_t room, const char *text, size_t size);

/* text_lower returns an ASCII letter in lower case, other bytes unchanged. */
char text_lower(char c);

/* text_character returns the length of the UTF-8 character with which `size` bytes begin, or 0 if
 * they do not begin with one. */
size_t text_character(const char *bytes, size_t size);

/* text_printable returns the length of the UTF-8 character with which `size` bytes begin, if it is
 * safe to show on a terminal, else 0.  Not safe are bytes that are not UTF-8, control characters
 * (C0, DEL, C1), marks and overrides of writing direction, invisible characters, line separators,
 * the byte order mark and noncharacters. */
size_t text_printable(const char *bytes, size_t size);

/* text_escape writes the character with which the bytes begin to dst: unchanged, or its first byte
 * as \xNN if it is not printable.  dst has room for 4 bytes; no NUL is added.  Returns the number
 * of bytes read; *written is the number of bytes written. */
size_t text_escape(char *dst, size_t *written, const char *bytes, size_t size);

/* text_show writes escaped text and a NUL; after `most` bytes or a few more it ends with "...". dst
 * has room for most + 8 bytes.  Returns the length of the text. */
size_t text_show(char *dst, size_t most, const char *bytes, size_t size);

/* text_base64 writes bytes in base64 (RFC 4648) and a NUL: TEXT_BASE64_SIZE(size) bytes in all. */
#define TEXT_BASE64_SIZE(size) (((size) + 2) / 3 * 4 + 1)
void text_base64(char *text, const uint8_t *bytes, size_t size);

/* text_is_blank returns 1 for space, tab, CR, VT and FF. */
int text_is_blank(char c);

#endif
