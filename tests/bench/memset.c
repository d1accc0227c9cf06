/* memset.c - the least that a picture can cost: a process that asks for the memory of one
 * 3840x2160 frame and writes each byte once.
 *
 * Not with zeroes: processors and systems are quicker with those than with any picture.
 */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    size_t size = (size_t)3840 * 2160 * 3;
    unsigned char *frame = malloc(size);
    if (frame == NULL)
        return 1;
    memset(frame, 0x5a, size);
    volatile unsigned char *seen = frame; /* else the compiler may leave it all out */
    int wrong = seen[size / 2] != 0x5a;
    free(frame);
    return wrong;
}
