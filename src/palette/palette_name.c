/* palette_name.c - the name of a palette, made fit for a file and a terminal.
 *
 * In: bytes that anyone may have written.  Out: at most 63 bytes of UTF-8 without
 * control characters; a byte that is no text becomes '?'.
 */
#include "palette/palette.h"

#include <string.h>

#include "base/text.h"

void palette_name(char name[64], const char *text, size_t size)
{
    size_t used = 0;
    memset(name, 0, 64);
    while (size > 0) {
        const unsigned char *s = (const unsigned char *)text;
        size_t length = text_character(text, size);
        size_t step = length > 0 ? length : 1;
        int blank = s[0] <= ' ' || s[0] == 0x7f || (s[0] == 0xc2 && length == 2 && s[1] < 0xa0);
        if (used + (blank ? 1 : step) > 63)
            break;
        if (blank && used > 0)
            name[used++] = ' ';
        else if (!blank && length == 0)
            name[used++] = '?';
        else if (*s == ';') /* scene text, which carries the name, ends a value there */
            name[used++] = ',';
        else if (!blank) {
            memcpy(name + used, text, length);
            used += length;
        }
        text += step;
        size -= step;
    }
    while (used > 0 && name[used - 1] == ' ')
        name[--used] = '\0';
}
