/* second_png.h - a second reader of PNG and APNG files, as strict as the specification:
 * knows nothing of libpng and nothing of the library. */
#ifndef TESTS_FUZZ_SECOND_PNG_H
#define TESTS_FUZZ_SECOND_PNG_H

#include "fuzz/fuzz.h"

typedef struct second_png {
    int width, height, bits, colour; /* of IHDR */
    int frames;
    uint16_t *samples; /* [frames][height][width][4], RGBA, 0..2^bits-1; palettes are looked up */
} second_png;

/* second_png_read ends the process when the file breaks a rule.  free() the samples. */
second_png second_png_read(const uint8_t *bytes, size_t size);

#endif
